"""A reader of sign certificates that shares nothing with the search: texts, dictionaries and fractions.

`check` raises `Refused` unless a certificate shows that an expression is nonnegative, or positive, on a set. A
polynomial is a dictionary from monomials, sorted pairs of a name and an exponent, to its coefficients; what the cuts do
not decide is a name of its own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

Tree: TypeAlias = tuple[Any, ...]
Polynomial: TypeAlias = dict[tuple[tuple[str, int], ...], Fraction]
Bounds: TypeAlias = Mapping[str, tuple[Fraction | None, Fraction | None]]

ONE: Polynomial = {(): Fraction(1)}
_TOKEN = re.compile(r"\s*(\d+|[A-Za-z_]\w*|\*\*|[-+*/(),])")


class Refused(Exception):
    """The certificate does not show it."""


# --- text -----------------------------------------------------------------------------------------------


def parse(text: str) -> Tree:
    """Text as nested tuples: ("number", 3), ("name", "x"), ("+", a, b), ("call", "max", [a, b]).

    >>> parse("2*x**2")
    ('*', ('number', 2), ('**', ('name', 'x'), ('number', 2)))
    """
    tokens: list[str] = []
    place = 0
    while place < len(text.rstrip()):
        found = _TOKEN.match(text, place)
        if found is None:
            raise Refused(f"{text!r} cannot be read")
        tokens.append(found[1])
        place = found.end()
    reader = _Reader([*reversed(tokens)])
    tree = reader.sum()
    if reader.tokens:
        raise Refused(f"{reader.tokens[-1]!r} is too much in {text!r}")
    return tree


@dataclass
class _Reader:
    tokens: list[str]

    def take(self, *wanted: str) -> str | None:
        return self.tokens.pop() if self.tokens and self.tokens[-1] in wanted else None

    def sum(self) -> Tree:
        left = self.product()
        while sign := self.take("+", "-"):
            left = (sign, left, self.product())
        return left

    def product(self) -> Tree:
        left = self.signed()
        while sign := self.take("*", "/"):
            left = (sign, left, self.signed())
        return left

    def signed(self) -> Tree:
        return ("-", ("number", 0), self.signed()) if self.take("-") else self.power()

    def power(self) -> Tree:
        base = self.atom()
        return ("**", base, self.signed()) if self.take("**") else base

    def atom(self) -> Tree:
        token = self.tokens.pop() if self.tokens else ""
        if token.isdigit():
            return "number", int(token)
        if token == "(":
            args = self.arguments()
            if len(args) == 1:
                return args[0]
        elif token.isidentifier():
            return ("call", token.lower(), self.arguments()) if self.take("(") else ("name", token)
        raise Refused(f"{token!r} cannot be read")

    def arguments(self) -> list[Tree]:
        args = [self.sum()]
        while self.take(","):
            args.append(self.sum())
        if not self.take(")"):
            raise Refused("a bracket is open")
        return args


# --- polynomials ----------------------------------------------------------------------------------------


def plus(p: Polynomial, q: Polynomial, times: int = 1) -> Polynomial:
    """``p + times * q``."""
    total = dict(p)
    for m, a in q.items():
        total[m] = total.get(m, Fraction(0)) + times * a
    return {m: a for m, a in total.items() if a}


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    """``p * q``."""
    total: Polynomial = {}
    for m, a in p.items():
        for k, b in q.items():
            powers = dict(m)
            for v, e in k:
                powers[v] = powers.get(v, 0) + e
            both = tuple(sorted(powers.items()))
            total[both] = total.get(both, Fraction(0)) + a * b
    return {m: a for m, a in total.items() if a}


def single(name: str, exponent: int = 1) -> Polynomial:
    """A name to a power."""
    return {((name, exponent),): Fraction(1)}


def minus(p: Polynomial) -> Polynomial:
    """``-p``."""
    return {m: -a for m, a in p.items()}


def number(p: Polynomial) -> Fraction | None:
    """The number that a polynomial is, if it is one."""
    return p.get((), Fraction(0)) if set(p) <= {()} else None


def proportional(p: Polynomial, q: Polynomial) -> bool:
    """Whether ``p`` is a positive number times ``q``, neither being zero."""
    if not p or p.keys() != q.keys():
        return False
    ratios = {a / q[m] for m, a in p.items()}
    return len(ratios) == 1 and ratios.pop() > 0


# --- certificates ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Place:
    """Where the reader is: what variables are powers of, the cuts so far, constraints with whether they are strict."""

    roots: tuple[tuple[str, bool, str, int], ...] = ()
    cuts: tuple[tuple[Polynomial, bool], ...] = ()
    constraints: tuple[tuple[Polynomial, bool], ...] = ()

    def polynomial(self, tree: Tree) -> Polynomial:
        kind = tree[0]
        if kind == "number":
            return {(): Fraction(tree[1])} if tree[1] else {}
        if kind == "name":
            for name, turned, letter, degree in self.roots:
                if name == tree[1]:
                    power = single(letter, degree)
                    return plus(ONE, power, -1) if turned else power
            return single(tree[1])
        if kind == "call":
            return self.call(tree[1], tree[2])
        left, right = self.polynomial(tree[1]), self.polynomial(tree[2])
        if kind in "+-":
            return plus(left, right, 1 if kind == "+" else -1)
        if kind == "*":
            return product(left, right)
        by = number(right)
        if by is None or (kind == "/" and by == 0):
            raise Refused("a quotient, or an exponent that is no number")
        return product(left, {(): 1 / by}) if kind == "/" else self.power(left, by)

    def power(self, base: Polynomial, exponent: Fraction) -> Polynomial:
        for _, _, letter, degree in self.roots:
            if exponent.denominator > 1 and base == single(letter, degree):
                exponent, base = exponent * degree, single(letter)
        if exponent.denominator > 1 or exponent < 0:
            raise Refused("a root is left")
        result = ONE
        for _ in range(int(exponent)):
            result = product(result, base)
        return result

    def call(self, name: str, args: Sequence[Tree]) -> Polynomial:
        parts = [self.polynomial(a) for a in args]
        if name == "sqrt":
            return self.power(parts[0], Fraction(1, 2))
        if name == "below":
            d = plus(parts[1], parts[0], -1)
            above = self.above(d, at_zero=False)
            return single(f"indicator of {sorted(d.items())}") if above is None else dict(ONE) if above else {}
        if name == "abs":
            return self.greatest(parts[0], minus(parts[0]))
        if name == "clip":
            return minus(self.greatest(minus(self.greatest(parts[0], parts[1])), minus(parts[2])))
        if name not in ("max", "min"):
            raise Refused(f"{name} is not known")
        result, *others = parts if name == "max" else map(minus, parts)
        for p in others:
            result = self.greatest(result, p)
        return result if name == "max" else minus(result)

    def greatest(self, p: Polynomial, q: Polynomial) -> Polynomial:
        d = plus(p, q, -1)
        above = self.above(d, at_zero=True)
        if above is None:
            return plus(q, single(f"positive part of {sorted(d.items())}"))
        return p if above else q

    def above(self, d: Polynomial, *, at_zero: bool) -> bool | None:
        """Whether the first cut that says something of ``d`` says that it is positive, or that it is not."""
        value = number(d)
        if value is not None:
            return value > 0
        for cut, above in self.cuts:
            if proportional(d, cut):
                return above
            if proportional(minus(d), cut) and (above or at_zero):
                return not above
        return None

    def cut(self, d: Polynomial, above: bool) -> _Place:
        constraint = d if above else minus(d)
        return replace(self, cuts=(*self.cuts, (d, above)), constraints=(*self.constraints, (constraint, above)))

    def terms(self, written: Any) -> tuple[Polynomial, bool, bool]:
        """The sum, whether a term has only strict constraints, and whether one that is no number has."""
        total: Polynomial = {}
        positive = factored = False
        for weight, factors, squares in written:
            term = {(): Fraction(weight)}
            if Fraction(weight) <= 0:
                raise Refused(f"the weight {weight}")
            strict = not squares
            for text in factors:
                p = self.polynomial(parse(text))
                known = [is_strict for g, is_strict in self.constraints if proportional(p, g)]
                if not known:
                    raise Refused(f"{text} is no constraint")
                strict = strict and any(known)
                term = product(term, p)
            for text in squares:
                p = self.polynomial(parse(text))
                term = product(term, product(p, p))
            total = plus(total, term)
            positive, factored = positive or strict, factored or (strict and bool(factors))
        return total, positive, factored


def check(
    certificate: Any,
    f: str,
    bounds: Bounds,
    constraints: Sequence[str] = (),
    positive: Sequence[str] = (),
    *,
    strict: bool = False,
) -> None:
    """Raise `Refused` unless a certificate shows that f >= 0, or f > 0 with ``strict``.

    >>> check({"sum": [["1", ["x", "1 - x"], []]]}, "x - x**2", {"x": (Fraction(0), Fraction(1))})
    """
    place = _Place()
    known: list[tuple[Polynomial, bool]] = []
    for v, (low, high) in bounds.items():
        known += [(plus(single(v), {(): low}, -1), False)] if low is not None else []
        known += [(plus({(): high}, single(v), -1), False)] if high is not None else []
    known += [(place.polynomial(parse(g)), False) for g in constraints]
    known += [(place.polynomial(parse(g)), True) for g in positive]
    place = _with_roots(parse(f), replace(place, constraints=tuple(known)), bounds)
    _read(certificate, parse(f), place, bounds, strict)


def _read(certificate: Any, f: Tree, place: _Place, bounds: Bounds, strict: bool) -> None:
    kind = set(certificate)
    if kind == {"split", "above", "below"}:
        d = place.polynomial(parse(certificate["split"]))
        for side in ("above", "below"):
            _read(certificate[side], f, place.cut(d, side == "above"), bounds, strict)
    elif kind == {"sum"}:
        total, positive, _ = place.terms(certificate["sum"])
        if total != place.polynomial(f):
            raise Refused("the sum is another polynomial")
        if strict and not positive:
            raise Refused("the sum is not seen to be positive")
    elif kind == {"empty"}:
        total, _, factored = place.terms(certificate["empty"])
        if number(total) != -1 and not (not total and factored):
            raise Refused("it is not seen that there is no point")
    else:
        raise Refused(f"{kind} is no certificate")


def _roots(tree: Any) -> Iterator[tuple[str, bool, int]]:
    """Variables, whether it is one less them, and degrees, of which there are roots."""
    if isinstance(tree, list | tuple):
        if tree[:1] == ("**",) or tree[:2] == ("call", "sqrt"):
            exponent = _Place().polynomial(tree[2]) if tree[0] == "**" else {(): Fraction(1, 2)}
            base, degree = tree[1] if tree[0] == "**" else tree[2][0], (number(exponent) or Fraction(1)).denominator
            if degree > 1:
                yield base[-1][-1] if base[0] == "-" else base[-1], base[0] == "-", degree
        for part in tree:
            yield from _roots(part)


def _with_roots(f: Tree, place: _Place, bounds: Bounds) -> _Place:
    """The variables of which there are roots put to powers of other letters, whose bounds are known."""
    found: dict[str, tuple[bool, int]] = {}
    for v, turned, degree in _roots(f):
        if bounds.get(v) != (0, 1) or found.get(v, (turned, 1))[0] != turned:
            raise Refused("a root of what is not known to lie in [0, 1]")
        found[v] = turned, math.lcm(degree, found.get(v, (turned, 1))[1])
    for v, (turned, degree) in found.items():
        letter = f"root of {v}"
        moved = _Place(roots=(*place.roots, (v, turned, letter, degree)))
        inner = moved.polynomial(("name", v))
        constraints = [(single(letter), False), (plus(ONE, single(letter), -1), False)]
        for g, strict in place.constraints:
            total: Polynomial = {}
            for m, a in g.items():
                term = {(): a}
                for w, e in m:
                    for _ in range(e):
                        term = product(term, inner if w == v else single(w))
                total = plus(total, term)
            constraints.append((total, strict))
        place = replace(moved, constraints=tuple(constraints))
    return place
