"""Signs: that an expression is nonnegative (positive) wherever some constraints hold, by a certificate.

A certificate is a tree. ``split`` looks at both signs of a difference, ``root`` writes a variable in [0, 1] as a
power, ``sum`` writes the expression as a sum of positive numbers times products of constraints times squares, and
``empty`` shows that a branch has no point.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import Refused
from workbench.recheck.meaning import Book, put, strengthen
from workbench.recheck.terms import ONE, ZERO, Ratio, of_atom, scaled, term

MAX_DEPTH = 60


def check(book: Book, k: Ratio, region: Mapping[Ratio, bool], certificate: Any, strict: bool, depth: int = 0) -> None:
    """Raise `Refused` unless the certificate shows that k >= 0 (k > 0), where the region's keys are (True: > 0)."""
    if depth > MAX_DEPTH or not isinstance(certificate, dict):
        raise Refused("a certificate that is none, or too deep a one")
    if "split" in certificate:
        d = book.text(certificate["split"])
        if d.den or d.constant is not None:
            raise Refused(f"a case by the sign of {certificate['split']}")
        for side, sign in (("above", d), ("below", -d)):
            within = dict(region)
            strengthen(within, sign, side == "above")
            check(book, resolved(k, d, side == "above"), within, certificate[side], strict, depth + 1)
    elif "root" in certificate:
        degree, new, old = certificate["degree"], certificate["name"], book.text(certificate["root"])
        (i, *others) = terms.inside(old)
        x, v = term({i: 1}), of_atom(("kernel", new))
        if others or old.moves() or terms.atom(i)[0] not in ("kernel", "name") or old not in (x, ONE - x):
            raise Refused(f"a root of {certificate['root']}")
        if not {scaled(x)[1], scaled(ONE - x)[1]} <= region.keys() or new in book.letters:
            raise Refused(f"{certificate['root']} is not known to lie in [0, 1]")
        if type(degree) is not int or not 2 <= degree <= 12 or not new.isidentifier():
            raise Refused("a root of a degree that is none")
        table = {i: v**degree if old == x else ONE - v**degree}
        within = {scaled(v)[1]: False, scaled(ONE - v)[1]: False}
        for key, positive in region.items():
            strengthen(within, put(key, table, ""), positive)
        inner = book.with_letters({new: "kernel"})
        check(inner, put(k, table, ""), within, certificate["then"], strict, depth + 1)
    else:
        total, positive = _sum(book, certificate["empty" if "empty" in certificate else "sum"], region)
        if "empty" in certificate:
            if total.constant != -1 and not (total.zero and positive):
                raise Refused("a case that is said to be empty is not shown to be")
        elif k.den or scaled(k)[1] != scaled(total)[1]:
            raise Refused("a sum of nonnegative terms is not what it should be")
        elif strict and not positive:
            raise Refused("a sum is nonnegative, but not seen to be positive")


def _sum(book: Book, written: Any, region: Mapping[Ratio, bool]) -> tuple[Ratio, bool]:
    """A sum of nonnegative terms, and whether one of them is seen to be positive."""
    total, positive = ZERO, False
    for coefficient, factors, squares in written:
        weight, strict = book.text(coefficient), not squares
        if weight.constant is None or weight.constant <= 0:
            raise Refused(f"the weight {coefficient} is not positive")
        part = weight
        for text in factors:
            factor = book.text(text)
            known = region.get(scaled(factor)[1])
            if known is None:
                raise Refused(f"{text} is not known to be nonnegative there")
            part, strict = part * factor, strict and known
        for text in squares:
            part = part * book.text(text) ** 2
        total, positive = total + part, positive or strict
    return total, positive


def resolved(k: Ratio, d: Ratio, above: bool) -> Ratio:
    """k where d > 0 (``above``), or where d <= 0: with the indicators and positive parts that this settles."""
    here, there = scaled(d)[1], scaled(-d)[1]
    table = {}
    for i in terms.below(k):
        kind, *parts = terms.atom(i)
        if kind in ("ind", "pos") and parts[0] == (there if above else here):
            table[i] = ZERO
        elif kind in ("ind", "pos") and parts[0] in (here, there) and (above or kind == "pos"):
            table[i] = ONE if kind == "ind" else parts[0]
    return put(k, table, d.moves() or None, balanced_too=False)
