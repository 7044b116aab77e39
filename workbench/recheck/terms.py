"""The normal form: quotients of polynomials over the rational numbers, in atoms.

An atom is what is not taken apart further: a name, a mean of a product, an indicator, a maximum, a root, an expected
loss. Two expressions with the same normal form are equal on every sample on which both have a value, by

* arithmetic of fractions, ``pi0 + pi1 = 1``, ``n0 = n pi0``, ``n1 = n pi1``;
* means being linear, ``E = pi0 E0 + pi1 E1``, ``R = pi0 F0 + pi1 F1``, c and u being independent;
* ``ind(d)``, one where d > 0 and else zero, and ``pos(d) = d ind(d)``: both stay the same, or scale, with a positive
  factor of d, and ``pos(-d) = pos(d) - d``;
* ``(x**a)**b = x**(a b)`` for x >= 0;
* ``balanced(x)`` being x with both class proportions put to 1/2 and each class keeping its own scores.

This file has the arithmetic, the atoms of numbers (ind, pos, power), and the bounds that are seen at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Any, TypeAlias

from workbench.recheck.language import need

Q: TypeAlias = Fraction | int
Atom: TypeAlias = tuple[Any, ...]
Monomial: TypeAlias = tuple[tuple[int, int], ...]
Poly: TypeAlias = dict[Monomial, Q]
Frozen: TypeAlias = tuple[tuple[Monomial, Q], ...]
Span: TypeAlias = tuple[Q | None, Q | None]

MAX_TERMS, MAX_WORK, MAX_GRID, MAX_POWER, MAX_BITS, MAX_PRIME = 60_000, 300_000, 20_000, 120, 20_000, 2_000
VARIABLES = frozenset("scu")
BOUND = {"mean": frozenset("s"), "condition": frozenset("cu"), "loss": frozenset("cu")}
UNIT = {"s", "c", "u", "pi0", "t", "r", "q", "AUC", "AUCH", "BS", "BS0", "BS1", "MBS", "MAE", "MAE0", "MAE1", "MMAE"}
UNIT |= {"RL", "CL", "RLH", "H", "KS", "MER"}  # the names of what lies in [0, 1]

_ATOMS: list[Atom] = []
_NUMBERS: dict[Atom, int] = {}
_MOVES: list[frozenset[str]] = []
_BELOW: list[frozenset[int]] = []
_SPECIAL: set[int] = set()
WORK = [0]

atom: Callable[[int], Atom] = _ATOMS.__getitem__
moves: Callable[[int], frozenset[str]] = _MOVES.__getitem__  # those of s, c, u that are free in an atom


def spend(work: int, most: int) -> None:
    """Count the work that a document takes, and refuse too much of it."""
    WORK[0] += 1 + work
    need(work <= most and WORK[0] <= MAX_WORK, "an expression, or a document, takes too much work to read")


def number(a: Atom) -> int:
    """The number under which an atom is kept: equal atoms have the same."""
    found = _NUMBERS.get(a)
    if found is None:
        found = _NUMBERS[a] = len(_ATOMS)
        own = {"law": frozenset("cu"), "share": frozenset("s"), "name": frozenset(a[1:2])}.get(a[0], frozenset[str]())
        _MOVES.append(own.union(*(_MOVES[i] for i in inside(a))) & VARIABLES - BOUND.get(a[0], frozenset()))
        _BELOW.append(below(a) | {found})
        _ATOMS.append(a)
        if a[0] in ("ind", "pos", "power"):
            _SPECIAL.add(found)
    return found


def inside(part: Any) -> set[int]:
    """The atoms of which an atom, or a part of it, is made."""
    if isinstance(part, Ratio):
        found = {i for m in part.num for i, _ in m}
        return found.union(*({i for m, _ in d for i, _ in m} for d in part.den)) if part.den else found
    return set().union(*map(inside, part)) if isinstance(part, tuple) else set()


def below(part: Any) -> frozenset[int]:
    """The same, and all atoms inside of these."""
    return frozenset().union(*(_BELOW[i] for i in inside(part)))


def _quotient(a: Q, b: Q) -> Q:
    found = Fraction(a) / b
    return found.numerator if found.denominator == 1 else found


class Ratio:
    """A quotient of polynomials; the denominator as powers of polynomials with leading coefficient one."""

    __slots__ = ("_key", "den", "num")

    def __init__(self, num: Poly, den: dict[Frozen, int] | None = None) -> None:
        self.num, self.den = num, den or {}
        self._key: Any = None
        for d in list(self.den):
            while self.den[d] and (quotient := divided(self.num, dict(d))) is not None:
                self.num = quotient
                self.den[d] -= 1
            if not self.den[d]:
                del self.den[d]

    @property
    def key(self) -> Any:
        if self._key is None:
            self._key = _frozen(self.num), tuple(sorted(self.den.items()))
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and self.num == other.num and self.den == other.den

    def __hash__(self) -> int:
        return hash(self.key)

    def __add__(self, other: Ratio) -> Ratio:
        den = {d: max(self.den.get(d, 0), other.den.get(d, 0)) for d in {**self.den, **other.den}}
        found, more = dict(self._over(den)), other._over(den)
        for m, a in more.items():
            _add(found, m, a)
        return Ratio(found, den)

    def _over(self, den: dict[Frozen, int]) -> Poly:
        num = self.num
        for d, e in den.items():
            for _ in range(e - self.den.get(d, 0)):
                num = times(num, dict(d))
        return num

    def __neg__(self) -> Ratio:
        return Ratio({m: -q for m, q in self.num.items()}, dict(self.den))

    def __sub__(self, other: Ratio) -> Ratio:
        return self + -other

    def __mul__(self, other: Ratio) -> Ratio:
        den = {d: self.den.get(d, 0) + other.den.get(d, 0) for d in {**self.den, **other.den}}
        return Ratio(times(self.num, other.num), den)

    def over(self, other: Ratio) -> Ratio:
        """The quotient; what it is divided by must be shown not to be zero elsewhere."""
        need(other.num, "a division by zero")
        common = _content(other.num)
        for i, e in common:
            if _ATOMS[i][0] == "power" and not _ATOMS[i][1].den:
                lift = term({i: -e % _ATOMS[i][2].denominator})
                return (self * lift).over(other * lift)
        rest = {_joined(m, common, -1): q for m, q in other.num.items()}
        lead = rest[leading(rest)]
        rest = {m: _quotient(q, lead) for m, q in rest.items()}
        den: dict[Frozen, int] = {((((i, 1),), 1),): e for i, e in common} | (
            {_frozen(rest): 1} if rest != {(): 1} else {}
        )
        found = self * Ratio({(): _quotient(1, lead)}, den)
        for d, e in other.below():
            found = found * d**e
        return found

    def __pow__(self, exponent: int) -> Ratio:
        bits = max((a.numerator.bit_length() + a.denominator.bit_length() for a in self.num.values()), default=1)
        need(exponent <= MAX_POWER and exponent * bits <= MAX_BITS, f"the power {exponent} is too large")
        return prod([self] * exponent, start=ONE)

    @property
    def constant(self) -> Q | None:
        """The number that it is, if it is one."""
        return self.num.get((), 0) if not self.den and self.num.keys() <= {()} else None

    def moves(self) -> frozenset[str]:
        return frozenset().union(*(_MOVES[i] for i in inside(self)))

    def below(self) -> list[tuple[Ratio, int]]:
        """The factors of the denominator with their powers."""
        return [(Ratio(dict(d)), e) for d, e in self.den.items()]


def of_number(q: Q) -> Ratio:
    return Ratio({(): q} if q else {})


ZERO, ONE, HALF = of_number(0), of_number(1), of_number(Fraction(1, 2))


def term(powers: Mapping[int, int], q: Q = 1) -> Ratio:
    """A number times a product of powers of atoms."""
    return Ratio({tuple(sorted(powers.items())): q})


def of_atom(*a: Any) -> Ratio:
    return term({number(a): 1})


def name(x: str) -> Ratio:
    """A name that stands for a number: of the sample, a metric, a letter, a variable."""
    if x in ("n0", "n1"):
        return name("n") * name(f"pi{x[1]}")
    return ONE - name("pi0") if x == "pi1" else of_atom("name", x)


def same(x: Ratio, y: Ratio) -> bool:
    return not (x - y).num


def scaled(x: Ratio) -> tuple[Q, Ratio]:
    """``(q, e)`` with x = q e, q > 0, the leading coefficient of e being 1 or -1."""
    lead = x.num[leading(x.num)] if x.num else 1
    lead = max(lead, -lead)
    return lead, x if lead == 1 else Ratio({m: _quotient(a, lead) for m, a in x.num.items()}, dict(x.den))


def _frozen(p: Poly) -> Frozen:
    return tuple(sorted(p.items()))


def _add(p: Poly, m: Monomial, a: Q) -> None:
    if total := p.get(m, 0) + a:
        p[m] = total
    else:
        p.pop(m, None)


def _joined(m: Monomial, k: Monomial, sign: int = 1) -> Monomial:
    """m times k, or divided by it."""
    if not k or (not m and sign == 1):
        return m or k
    powers = dict(m)
    for i, e in k:
        powers[i] = powers.get(i, 0) + sign * e
    return tuple(sorted([(i, e) for i, e in powers.items() if e]))


def _content(p: Poly) -> Monomial:
    """The product of atoms that divides every term."""
    first, *others = map(dict, p)
    least = {i: min([e, *(t.get(i, 0) for t in others)]) for i, e in first.items()}
    return tuple((i, e) for i, e in sorted(least.items()) if e)


def times(p: Poly, q: Poly) -> Poly:
    spend(len(p) * len(q), MAX_TERMS)
    found: Poly = {}
    for m, a in p.items():
        for k, b in q.items():
            joined = _joined(m, k)
            if _SPECIAL.isdisjoint([i for i, _ in joined]):
                _add(found, joined, a * b)
            else:
                for monomial, factor in _reduced(joined):
                    _add(found, monomial, a * b * factor)
    return found


def leading(p: Poly) -> Monomial:
    """The greatest product of atoms, in an order that multiplication keeps."""
    return max(p, key=lambda m: [(-i, e) for i, e in m]) if len(p) > 1 else next(iter(p))


def divided(p: Poly, d: Poly) -> Poly | None:
    """The polynomial p/d, or None where that is none."""
    lead, rest, found = leading(d), dict(p), dict[Monomial, Q]()
    while rest:
        spend(len(d), MAX_TERMS)
        m = leading(rest)
        k = _joined(m, lead, -1)
        if any(e < 0 for _, e in k) or len(found) > MAX_TERMS:
            return None
        found[k] = a = _quotient(rest[m], d[lead])
        for j, b in d.items():
            _add(rest, _joined(k, j), -a * b)
    return found


@lru_cache(20_000)
def _reduced(m: Monomial) -> Frozen:
    """A product in which each indicator and positive part stands once, and each root less than its degree, as a sum."""
    for i, e in m:
        kind, d, *rest = _ATOMS[i]
        if kind == "power" and e * rest[0] >= 1:
            other = power(d, e * rest[0])
        elif kind in ("ind", "pos") and e > 1:
            other = term({i: 1}) * (d ** (e - 1) if kind == "pos" else ONE)
        else:
            continue
        return ((m, 1),) if other.den else _frozen(times({_joined(m, ((i, e),), -1): 1}, other.num))
    return ((m, 1),)


def power(x: Ratio, exponent: Q) -> Ratio:
    whole, part = divmod(exponent, 1)
    return x ** int(whole) * root(x, part)


def ind(d: Ratio) -> Ratio:
    """One where d > 0, else zero."""
    low, high = narrow(d)
    if low is not None and low > 0:
        return ONE
    return ZERO if high is not None and high <= 0 else of_atom("ind", scaled(d)[1])


def pos(d: Ratio) -> Ratio:
    """max(d, 0)."""
    low, high = narrow(d)
    if low is not None and low >= 0:
        return d
    scale, e = scaled(d)
    if high is not None and high <= 0:
        return ZERO
    return pos(-d) + d if e.num[leading(e.num)] < 0 else of_number(scale) * of_atom("pos", e)


def largest(parts: Iterable[Ratio]) -> Ratio:
    found, *others = sorted(set(parts), key=lambda x: x.key)
    for other in others:
        found = other + pos(found - other)
    return found


def root(x: Ratio, exponent: Q) -> Ratio:
    """x**exponent for 0 <= exponent < 1 and x >= 0."""
    value = 1 if exponent == 0 else x.constant
    if value is not None:
        return _root_of_number(value, exponent)
    signs = [1 if e % 2 == 0 or seen(d, False) else -1 if seen(-d, False) else 0 for d, e in x.below()]
    if x.den and all(signs):
        below = [root((d * of_number(k)) ** e, exponent) for (d, e), k in zip(x.below(), signs, strict=True)]
        return root(Ratio(x.num) * of_number(prod(signs)), exponent).over(prod(below, start=ONE))
    if x.den:
        return of_atom("power", x, exponent)
    common = tuple((i, e) for i, e in _content(x.num) if _nonnegative(i))
    lead, rest = scaled(Ratio({_joined(m, common, -1): a for m, a in x.num.items()}))
    found = _root_of_number(lead, exponent) * (ONE if rest == ONE else of_atom("power", rest, exponent))
    for i, e in common:
        base, inner = _ATOMS[i][1:] if _ATOMS[i][0] == "power" else (term({i: 1}), 1)
        whole, part = divmod(e * exponent * inner, 1)
        found = found * base ** int(whole) * (of_atom("power", base, part) if part else ONE)
    return found


def _root_of_number(q: Q, exponent: Q) -> Ratio:
    """q**exponent as a product of roots of primes."""
    need(q >= 0, f"a root of {q}")
    if q.denominator > 1:
        top, bottom = _root_of_number(q.numerator, exponent), _root_of_number(q.denominator, 1 - exponent)
        return top * bottom * of_number(Fraction(1, q.denominator))
    found = of_number(1 if q else 0)
    for prime, power in factors(q.numerator or 1):
        whole, part = divmod(power * exponent, 1)
        found = found * of_number(prime ** int(whole)) * (of_atom("power", of_number(prime), part) if part else ONE)
    return found


def factors(n: int) -> Iterator[tuple[int, int]]:
    """The primes of which a number is a product, with their powers; what is left of a large number stays as it is."""
    prime = 2
    while n > 1:
        prime, power = n if prime > MAX_PRIME or prime * prime > n else prime, 0
        while n % prime == 0:
            n, power = n // prime, power + 1
        if power:
            yield prime, power
        prime += 1


@lru_cache(20_000)
def span_of_atom(i: int) -> Span:
    """Bounds of an atom that hold on every sample."""
    kind, inner, *parts = _ATOMS[i]
    if kind == "name":
        return (2, None) if inner == "n" else (0, 1) if inner in UNIT else (None, None)
    if kind in ("pos", "power"):
        high = span(inner)[1]
        return 0, None if high is None else max(high, 0) if kind == "pos" else 1 if high <= 1 else None
    if kind == "mean":
        return span(parts[0])
    high = 1 if kind in ("ind", "cdf", "share", "kernel") else 2 if kind == "loss" else None
    return (0, high) if high or kind == "exp" else (None, None)


def _nonnegative(i: int) -> bool:
    low, _ = span_of_atom(i)
    return low is not None and low >= 0


def span(x: Ratio) -> Span:
    """Bounds of an expression, term by term; None where there is none."""
    if x.den:
        return (0, None) if seen(x, False) else (None, None)
    low: Q | None = 0
    high: Q | None = 0
    for m, a in x.num.items():
        ends = _span_of_product(m)
        down, up = ends if a > 0 else ends[::-1]
        low = None if low is None or down is None else low + a * down
        high = None if high is None or up is None else high + a * up
    return low, high


def _span_of_product(m: Monomial) -> Span:
    low: Q = 1
    high: Q | None = 1
    for i, e in m:
        a, b = span_of_atom(i)
        if a is None or a < 0:
            if e % 2:
                return None, None
            a, b = 0, None
        low, high = low * a**e, None if high is None or b is None else high * b**e
    return low, high


def enclosed(x: Ratio) -> Span:
    """Bounds by the Bernstein coefficients in the atoms that lie between two numbers; sharper than `span`."""
    box = {i: span_of_atom(i) for i in inside(x)}
    if x.den or not 1 <= len(box) <= 4 or any(None in ends for ends in box.values()):
        return span(x)
    found = bernstein(x.num, box)  # type: ignore[arg-type]
    return min(found), max(found)


@lru_cache(20_000)
def narrow(x: Ratio) -> Span:
    """`span` where it tells the sign, else `enclosed`."""
    low, high = span(x)
    return (low, high) if (low is not None and low >= 0) or (high is not None and high <= 0) else enclosed(x)


def seen(x: Ratio, strict: bool, known: Iterable[int] = ()) -> bool:
    """Whether x is seen to be positive (nonnegative unless ``strict``); pi0, 1 - pi0, n, exp, ``known`` atoms are."""
    if not x.num or not all(seen(d, True, known) for d, _ in x.below()):
        return not x.num and not strict
    pi0 = number(("name", "pi0"))
    positive = {pi0, number(("name", "n")), *known, *(i for i in inside(x) if _ATOMS[i][0] == "exp")}
    common = tuple((i, e) for i, e in _content(x.num) if i in positive)
    p = {_joined(m, common, -1): a for m, a in x.num.items()}
    while len(p) > 1 and (quotient := divided(p, {(): 1, ((pi0, 1),): -1})) is not None:
        p = quotient
    parts = all(a > 0 and all(e % 2 == 0 or i in positive or _nonnegative(i) for i, e in m) for m, a in p.items())
    sure = any({i for i, _ in m} <= positive or (_span_of_product(m)[0] or 0) > 0 for m in p)
    low = enclosed(Ratio(p))[0]
    return (parts and (sure or not strict)) or (low is not None and (low > 0 if strict else low >= 0))


def bernstein(p: Poly, box: Mapping[int, tuple[Q, Q]]) -> list[Q]:
    """The Bernstein coefficients of a polynomial on a box: its values there lie between the least and the greatest."""
    atoms = sorted(box)
    spend(prod(1 + max((dict(m).get(i, 0) for m in p), default=0) for i in atoms), MAX_GRID)
    grid = {tuple(dict(m).get(i, 0) for i in atoms): a for m, a in p.items()}
    for axis, i in enumerate(atoms):
        low, high = box[i]
        n = max(e[axis] for e in grid)
        rows: dict[tuple[tuple[int, ...], tuple[int, ...]], list[Q]] = {}
        for e, a in grid.items():
            rows.setdefault((e[:axis], e[axis + 1 :]), [0] * (n + 1))[e[axis]] += a
        grid = {}
        for (before, after), row in rows.items():
            moved: list[Q] = []  # the coefficients in v, where x = low + (high - low) v
            for a in reversed(row):
                moved = [(high - low) * x + low * y for x, y in zip([0, *moved], [*moved, 0], strict=True)]
                moved[0] += a
            for j in range(n + 1):
                grid[(*before, j, *after)] = sum(Fraction(comb(j, k), comb(n, k)) * moved[k] for k in range(j + 1))
    return list(grid.values())
