"""Signs: that an expression is nonnegative (positive) wherever some constraints hold, by a certificate.

A certificate is a tree. ``split`` looks at both signs of a difference, ``root`` writes a variable in [0, 1] as a
power, ``sum`` writes the expression as a sum of positive numbers times products of constraints times squares, and
``empty`` shows that a branch has no point.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import Refused, expression
from workbench.recheck.meaning import Book, rebuilt
from workbench.recheck.terms import Ratio, of_atom, of_number

MAX_DEPTH = 60


class Signs:
    """A certificate read under constraints: pairs of what is nonnegative and whether it is positive."""

    def __init__(self, book: Book, strict: bool) -> None:
        self.book, self.strict = book, strict

    def check(self, k: Ratio, region: Mapping[Any, bool], certificate: Any, depth: int = 0) -> None:
        """Raise `Refused` unless the certificate shows that k >= 0, or k > 0, in the region."""
        if depth > MAX_DEPTH or not isinstance(certificate, dict):
            raise Refused("a certificate that is none, or too deep a one")
        if "split" in certificate:
            d = self.book.read(expression(certificate["split"]))
            if d.den or d.constant is not None:
                raise Refused(f"a case by the sign of {certificate['split']}")
            self.check(above(k, d), with_constraint(region, d, True), certificate["above"], depth + 1)
            self.check(below(k, d), with_constraint(region, -d, False), certificate["below"], depth + 1)
        elif "root" in certificate:
            self._root(k, region, certificate, depth)
        elif "empty" in certificate:
            total, strict = self._sum(certificate["empty"], region)
            if total.constant != -1 and not (total.zero and strict):
                raise Refused("a case that is said to be empty is not shown to be")
        else:
            total, strict = self._sum(certificate["sum"], region)
            if k.den or ((k.zero or total.zero or scaled(k) != scaled(total)) and not (k.zero and total.zero)):
                raise Refused("a sum of nonnegative terms is not what it should be")
            if self.strict and not strict:
                raise Refused("a sum is nonnegative, but not seen to be positive")

    def _sum(self, written: Any, region: Mapping[Any, bool]) -> tuple[Ratio, bool]:
        """A sum of nonnegative terms, and whether one of them is seen to be positive."""
        total, positive = of_number(0), False
        for coefficient, factors, squares in written:
            weight = self.book.read(expression(coefficient)).constant
            if weight is None or weight <= 0:
                raise Refused(f"the weight {coefficient} is not positive")
            term, strict = of_number(weight), not squares
            for text in factors:
                factor = self.book.read(expression(text))
                known = region.get(scaled(factor))
                if known is None:
                    raise Refused(f"{text} is not known to be nonnegative there")
                term, strict = term * factor, strict and known
            for text in squares:
                term = term * self.book.read(expression(text)) ** 2
            total, positive = total + term, positive or strict
        return total, positive

    def _root(self, k: Ratio, region: Mapping[Any, bool], certificate: dict[str, Any], depth: int) -> None:
        degree, new = certificate["degree"], certificate["name"]
        if not isinstance(degree, int) or not 2 <= degree <= 12 or not isinstance(new, str) or not new.isidentifier():
            raise Refused("a root of a degree that is none")
        old = self.book.read(expression(certificate["root"]))
        at = [i for i in terms.inside(old) if terms.atom(i)[0] in ("kernel", "name")]
        unit = {scaled(old), scaled(of_number(1) - old)}
        if len(at) != 1 or old.moves() or not unit <= set(region) or new in self.book.letters:
            raise Refused(f"{certificate['root']} is not known to lie in [0, 1]")
        variable = of_atom(terms.atom(at[0]))
        v = of_atom(("kernel", new))
        if old == variable:
            put = v**degree
        elif old == of_number(1) - variable:
            put = of_number(1) - v**degree
        else:
            raise Refused(f"a root of {certificate['root']}")

        def turned(x: Ratio) -> Ratio:
            return rebuilt(x, lambda i: put if i == at[0] else None)

        moved = {scaled(turned(Ratio(dict(key)))): strict for key, strict in region.items()}
        moved |= {scaled(v): False, scaled(of_number(1) - v): False}
        inner = Signs(self.book.with_letters({new: "kernel"}), self.strict)
        inner.check(turned(k), moved, certificate["then"], depth + 1)


def scaled(x: Ratio) -> Any:
    """A polynomial up to a positive factor, as a key."""
    if x.den or not x.num:
        raise Refused("a constraint that is no polynomial")
    lead = abs(x.num[terms.leading(x.num)])
    return terms.frozen({m: a / lead for m, a in x.num.items()})


def with_constraint(region: Mapping[Any, bool], d: Ratio, strict: bool) -> dict[Any, bool]:
    found = dict(region)
    found[scaled(d)] = strict or found.get(scaled(d), False)
    return found


def above(k: Ratio, d: Ratio) -> Ratio:
    """k where d > 0."""
    here, there = scaled(d), scaled(-d)

    def change(i: int) -> Ratio | None:
        kind, *parts = terms.atom(i)
        if kind not in ("ind", "pos") or parts[0].den or scaled(parts[0]) not in (here, there):
            return None
        if scaled(parts[0]) == there:
            return of_number(0)
        return of_number(1) if kind == "ind" else parts[0]  # type: ignore[no-any-return]

    return rebuilt(k, change, False, d.moves())


def below(k: Ratio, d: Ratio) -> Ratio:
    """k where d <= 0."""
    here, there = scaled(d), scaled(-d)

    def change(i: int) -> Ratio | None:
        kind, *parts = terms.atom(i)
        if kind not in ("ind", "pos") or parts[0].den:
            return None
        if scaled(parts[0]) == here:
            return of_number(0)
        return parts[0] if kind == "pos" and scaled(parts[0]) == there else None

    return rebuilt(k, change, False, d.moves())
