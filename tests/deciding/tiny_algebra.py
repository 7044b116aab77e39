"""Rational functions over Q in variables, roots and logarithms: as little algebra as it takes to read certificates.

Standard library only, nothing of workbench. A polynomial is a dictionary from monomials to coefficients, a monomial a
sorted tuple of (atom, exponent), an atom a variable, a prime, a polynomial under a root or what a logarithm is of.
Exponents of c, u, primes and roots may be fractions: these are nowhere negative. Two expressions with the same normal
form are equal where both have a value; the converse is not claimed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Any, TypeAlias

Atom: TypeAlias = tuple[Any, ...]
Monomial: TypeAlias = tuple[tuple[Atom, Fraction], ...]
Polynomial: TypeAlias = dict[Monomial, Fraction]

NOT_NEGATIVE = {("variable", "c"), ("variable", "u")}


class Unreadable(ValueError):
    """Nothing is known about such an expression."""


# --- polynomials ---------------------------------------------------------------------------------------------


def _collected(terms: Iterable[tuple[Monomial, Fraction]]) -> Polynomial:
    total: Polynomial = {}
    for monomial, x in terms:
        total[monomial] = total.get(monomial, Fraction(0)) + x
    return {monomial: x for monomial, x in total.items() if x}


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    return _collected((_merged(m, k), x * y) for m, x in a.items() for k, y in b.items())


def _merged(a: Monomial, b: Monomial) -> Monomial:
    powers = dict(a)
    for atom, e in b:
        powers[atom] = powers.get(atom, Fraction(0)) + e
    return tuple(sorted(((atom, e) for atom, e in powers.items() if e), key=repr))


def _reduced(a: Polynomial) -> Polynomial:
    """Whole powers of primes and of roots are multiplied out."""
    total: Polynomial = {}
    for monomial, x in a.items():
        part: Polynomial = {(): x}
        for atom, e in monomial:
            whole = e.numerator // e.denominator if atom[0] in ("prime", "root") else 0
            if e != whole:
                part = _times(part, {((atom, e - whole),): Fraction(1)})
            if whole and atom[0] == "prime":
                part = _times(part, {(): Fraction(atom[1]) ** whole})
            for _ in range(whole if atom[0] == "root" else 0):
                part = _times(part, dict(atom[1]))
        total = _collected([*total.items(), *part.items()])
    return total if total == a else _reduced(total)


# --- rational functions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Form:
    """A quotient of polynomials."""

    above: Polynomial
    below: Polynomial

    @classmethod
    def of(cls, above: Polynomial, below: Polynomial) -> Form:
        """The quotient, with common factors that are monomials taken away."""
        above, below = _reduced(above), _reduced(below)
        if not below:
            raise Unreadable("a division by zero")
        common = [dict(m) for m in (*above, *below)]
        least = {a: min(m.get(a, Fraction(0)) for m in common) for a in common[0]}
        for m in common:
            least |= {a: min(Fraction(0), min(k.get(a, Fraction(0)) for k in common)) for a in m if a not in least}
        shift = tuple((a, -e) for a, e in least.items() if e)
        lead = next(iter(sorted(below.items(), key=repr)))[1]
        above, below = ({_merged(m, shift): x / lead for m, x in p.items()} for p in (above, below))
        return cls(above, below)

    def __add__(self, other: Form) -> Form:
        if self.below == other.below:
            return Form.of(_collected([*self.above.items(), *other.above.items()]), self.below)
        left, right = _times(self.above, other.below), _times(other.above, self.below)
        return Form.of(_collected([*left.items(), *right.items()]), _times(self.below, other.below))

    def __neg__(self) -> Form:
        return Form({m: -x for m, x in self.above.items()}, self.below)

    def __sub__(self, other: Form) -> Form:
        return self + -other

    def __mul__(self, other: Form) -> Form:
        return Form.of(_times(self.above, other.above), _times(self.below, other.below))

    def __truediv__(self, other: Form) -> Form:
        return Form.of(_times(self.above, other.below), _times(self.below, other.above))

    def whole_power(self, n: int) -> Form:
        return prod([self if n > 0 else ONE / self] * abs(n), start=ONE)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and not (self - other).above

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> tuple[Any, ...]:
        """The same for the same normal form."""
        return tuple(tuple(sorted(p.items(), key=repr)) for p in (self.above, self.below))

    @property
    def number(self) -> Fraction | None:
        """The rational number that it is, if it is one."""
        if set(self.above) | set(self.below) <= {()}:
            return self.above.get((), Fraction(0)) / self.below[()]
        return None

    @property
    def atoms(self) -> dict[Atom, set[Fraction]]:
        """The atoms, with their exponents."""
        found: dict[Atom, set[Fraction]] = {}
        for monomial in (*self.above, *self.below):
            for atom, e in monomial:
                found.setdefault(atom, set()).add(e)
        return found

    def put(self, values: Mapping[Atom, tuple[Form, int]]) -> Form:
        """With (form, n) for an atom: the atom is the n-th power of the form."""

        def image(atom: Atom, e: Fraction) -> Form:
            if atom in values:
                form, n = values[atom]
                if (e * n).denominator != 1:
                    raise Unreadable("a root")
                return form.whole_power(int(e * n))
            if atom[0] in ("root", "log") and any(a in inside_of(atom).atoms for a in values):
                raise Unreadable("something in a root or a logarithm")
            return single(atom, e)

        sides = []
        for p in (self.above, self.below):
            total = ZERO
            for monomial, x in p.items():
                total += prod((image(a, e) for a, e in monomial), start=number(x))
            sides.append(total)
        return sides[0] / sides[1]

    def slope(self, v: str) -> Form:
        """The derivative in a variable."""
        above, below = _slope(self.above, v), _slope(self.below, v)
        top, bottom = Form(self.above, {(): Fraction(1)}), Form(self.below, {(): Fraction(1)})
        return (above * bottom - top * below) / (bottom * bottom)


def inside_of(atom: Atom) -> Form:
    """What stands under a root or a logarithm."""
    return Form(dict(atom[1]), {(): Fraction(1)}) if atom[0] == "root" else Form(*map(dict, atom[1]))


def _slope(p: Polynomial, v: str) -> Form:
    total = ZERO
    for monomial, x in p.items():
        for atom, e in monomial:
            if atom[0] == "variable":
                inner = ONE / single(atom) if atom[1] == v else ZERO
            elif atom[0] == "prime":
                inner = ZERO
            else:
                inside = inside_of(atom)
                inner = inside.slope(v) / (inside if atom[0] == "root" else inside * single(atom, Fraction(1)))
            total += inner * number(e) * Form.of({monomial: x}, {(): Fraction(1)})
    return total


def single(atom: Atom, e: Fraction = Fraction(1)) -> Form:
    """A power of an atom."""
    return Form.of({((atom, e),): Fraction(1)}, {(): Fraction(1)})


def number(x: Fraction | int) -> Form:
    """A rational number."""
    return Form({(): Fraction(x)} if x else {}, {(): Fraction(1)})


ZERO, ONE = number(0), number(1)


def primes(n: int) -> dict[int, int]:
    """The prime factors of a positive number.

    >>> primes(12)
    {2: 2, 3: 1}
    """
    found: dict[int, int] = {}
    p = 2
    while n > 1:
        while n % p == 0:
            found[p], n = found.get(p, 0) + 1, n // p
        p = p + 1 if p * p <= n else max(n, p + 1)
    return found


def logarithm(e: Form) -> Form:
    """log(e), that of a rational number by its prime factors."""
    x = e.number
    if x is None:
        return single(("log", e.key), Fraction(1))
    if x <= 0:
        raise Unreadable("a logarithm of what is not positive")
    total = ZERO
    for sign, n in ((1, x.numerator), (-1, x.denominator)):
        for p, times in primes(n).items():
            total += number(sign * times) * single(("log", number(p).key), Fraction(1))
    return total


def power(
    e: Form, exponent: Fraction, roots: Iterable[Form] = (), not_negative: Collection[Atom] = NOT_NEGATIVE
) -> Form:
    """e**exponent; a root is one of the ``roots``, which are nowhere negative, if its power is what the root is of."""
    if exponent.denominator == 1:
        return e.whole_power(int(exponent))
    if not e.above:
        return ZERO
    m = exponent.denominator
    for q in roots:
        if q.whole_power(m) == e:
            return q.whole_power(exponent.numerator)
    if exponent < 0:
        return ONE / power(e, -exponent, roots, not_negative)
    if len(e.below) > 1 or any(a not in not_negative for k in e.below for a, _ in k):
        raise Unreadable("a root of a quotient")
    ((under, y),) = e.below.items()
    content = Fraction(gcd(*(x.numerator for x in e.above.values())), lcm(*(x.denominator for x in e.above.values())))
    common = dict(next(iter(e.above)))
    for k in e.above:
        common = {a: min(x, dict(k)[a]) for a, x in common.items() if a in dict(k)}
    outside = tuple((a, x) for a, x in common.items() if a in not_negative or a[0] == "root")
    rest = {_merged(k, tuple((a, -x) for a, x in outside)): x / content for k, x in e.above.items()}
    found = _single_power(outside, exponent) / _single_power(under, exponent) * _rational_power(content / y, exponent)
    ((only, x),) = rest.items() if len(rest) == 1 else (((), Fraction(0)),)
    if len(rest) == 1 and x == 1 and (not only or (len(only) == 1 and only[0][1] == 1)):
        return found * _single_power(only, exponent)
    return found * single(("root", tuple(sorted(rest.items(), key=repr))), exponent)


def _single_power(monomial: Monomial, exponent: Fraction) -> Form:
    return Form.of({tuple((a, x * exponent) for a, x in monomial): Fraction(1)}, {(): Fraction(1)})


def _rational_power(x: Fraction, exponent: Fraction) -> Form:
    if x <= 0:
        raise Unreadable("a root of a negative number")
    found = ONE
    for sign, n in ((1, x.numerator), (-1, x.denominator)):
        for p, times in primes(n).items():
            found *= single(("prime", p), sign * times * exponent)
    return found
