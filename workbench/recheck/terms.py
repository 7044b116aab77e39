"""The normal form: quotients of polynomials over the rational numbers, in atoms.

An atom is what is not taken apart further: a name, a mean of a product or of one over what moves, an indicator, a
maximum, a root, an expected loss. Two expressions with the same normal form are equal on every sample on which both
have a value, by

* arithmetic of fractions, ``pi0 + pi1 = 1``, ``n0 = n pi0``, ``n1 = n pi1``;
* means being linear, ``E = pi0 E0 + pi1 E1``, ``R = pi0 F0 + pi1 F1``, c and u being independent;
* ``ind(d)``, one where d > 0 and else zero, its own square, and ``pos(d)``, the greater of d and zero, whose square is
  ``d pos(d)``: both stay the same, or scale, with a positive factor of d, and ``pos(-d) = pos(d) - d``;
* ``(x**a)**b = x**(a b)`` and ``x**a x**b = x**(a + b)`` for x >= 0, and ``log(q x) = log(q) + log(x)`` for numbers
  q > 0;
* ``balanced(x)`` being x with both class proportions put to 1/2 and each class keeping its own scores;
* ``scored(x, h)`` being x of the same examples with the scores h, so that of a mean of f(s) it is that of f(h).

This file has the arithmetic, the atoms of numbers (ind, pos, power), and the signs that are seen at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from heapq import heappop, heappush
from itertools import product
from math import ceil, inf, prod
from typing import Any, TypeAlias

from workbench.recheck.language import need

Q: TypeAlias = Fraction | int
Atom: TypeAlias = tuple[Any, ...]
Monomial: TypeAlias = tuple[tuple[int, int], ...]
Poly: TypeAlias = dict[Monomial, Q]
Frozen: TypeAlias = tuple[tuple[Monomial, Q], ...]
Span: TypeAlias = tuple[Q | None, Q | None]

MAX_TERMS, MAX_WORK, MAX_POWER, MAX_BITS, MAX_ATOMS = 60_000, 300_000, 120, 20_000, 6
VARIABLES = frozenset("scu")
BOUND = {"mean": frozenset("s"), "scored": frozenset("s"), "condition": frozenset("cu"), "loss": frozenset("cu")}
UNIT = {"s", "c", "u", "pi0", "t", "r", "q", "AUC", "AUCH", "BS", "BS0", "BS1", "MBS", "MAE", "MAE0", "MAE1", "MMAE"}
UNIT |= {"RL", "CL", "RLH", "H", "KS", "MER", "AP", "h_measure", "error", "macro_error"}  # what lies in [0, 1]

_ATOMS: list[Atom] = []
_NUMBERS: dict[Atom, int] = {}
_MOVES: list[frozenset[str]] = []
_BELOW: list[frozenset[int]] = []
_REDUCED: set[int] = set()  # roots, indicators and positive parts, high powers of which are something else
WORK = [0]

atom: Callable[[int], Atom] = _ATOMS.__getitem__
moves: Callable[[int], frozenset[str]] = _MOVES.__getitem__  # those of s, c, u that are free in an atom


def number(a: Atom) -> int:
    """The number under which an atom is kept: equal atoms have the same."""
    found = _NUMBERS.get(a)
    if found is None:
        found = len(_ATOMS)
        own = {"law": "cu", "share": "s", "name": a[1]}.get(a[0], "")
        inner = frozenset({own} if a[0] == "name" else own).union(*(_MOVES[i] for i in inside(a)))
        _MOVES.append(inner & VARIABLES - BOUND.get(a[0], frozenset()))
        _BELOW.append(below(a) | {found})
        _ATOMS.append(a)
        _NUMBERS[a] = found  # last: what could not be read to its end leaves no number behind
        if a[0] in ("power", "ind", "pos"):
            _REDUCED.add(found)
    return found


def forget(first: int) -> None:
    """Forget all atoms but the first ones, so that a document is read the same way whatever was read before."""
    for a in [a for a, i in _NUMBERS.items() if i >= first]:
        del _NUMBERS[a]
    del _ATOMS[first:], _MOVES[first:], _BELOW[first:]
    _REDUCED.clear()
    WORK[0] = 0
    for remembered in (ind, pos, bounds, bounds_of_atom, _reduced):
        remembered.cache_clear()


def bare(i: int) -> Atom:
    """An atom, or that of which it is the same of the other score function, or of other scores."""
    return bare(*inside(_ATOMS[i][1])) if _ATOMS[i][0] in ("other", "scored") else _ATOMS[i]


def inside(part: Any) -> set[int]:
    """The atoms of which an atom, or a part of it, is made."""
    if isinstance(part, Ratio):
        return {i for p in (part.num, *map(dict, part.den)) for m in p for i, _ in m}
    return set().union(*map(inside, part)) if isinstance(part, tuple) else set()


def below(part: Any) -> frozenset[int]:
    """The same, and all atoms inside of these."""
    return frozenset().union(*(_BELOW[i] for i in inside(part)))


class Ratio:
    """A quotient of polynomials; the denominator as powers of polynomials with leading coefficient one."""

    def __init__(self, num: Poly, den: dict[Frozen, int] | None = None) -> None:
        self.num, self.den = num, den or {}
        for d in list(self.den):
            while self.den[d] and (quotient := divided(self.num, dict(d))) is not None:
                self.num = quotient
                self.den[d] -= 1
        self.den = {d: e for d, e in self.den.items() if e}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and self.num == other.num and self.den == other.den

    def __hash__(self) -> int:
        return hash(frozenset(self.num.items()))

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
        roots = [(i, e) for i, e in common if _ATOMS[i][0] == "power" and not _ATOMS[i][1].den]
        if lift := {i: -e % _ATOMS[i][2].denominator for i, e in roots}:
            return (self * term(lift)).over(other * term(lift))
        rest = {joined(m, common, -1): q for m, q in other.num.items()}
        lead = rest[leading(rest)]
        den: dict[Frozen, int] = {((((i, 1),), 1),): e for i, e in common}
        if len(rest) > 1:
            den[tuple(sorted((m, _quotient(q, lead)) for m, q in rest.items()))] = 1
        return prod((d**e for d, e in other.below()), start=self * Ratio({(): _quotient(1, lead)}, den))

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
    _short(q)
    return Ratio({(): q} if q else {})


def _short(*numbers: Q) -> None:
    """Refuse numbers of more digits than a reader has time for."""
    need(all(a.numerator.bit_length() + a.denominator.bit_length() <= MAX_BITS for a in numbers), "too long a number")


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


def scaled(x: Ratio) -> tuple[Q, Ratio]:
    """``(q, e)`` with x = q e, q > 0, the leading coefficient of e being 1 or -1."""
    lead = max(q := x.num[leading(x.num)], -q) if x.num else 1
    return lead, x if lead == 1 else Ratio({m: _quotient(a, lead) for m, a in x.num.items()}, dict(x.den))


def _quotient(a: Q, b: Q) -> Q:
    found = Fraction(a) / b
    return found.numerator if found.denominator == 1 else found


def _add(p: Poly, m: Monomial, a: Q) -> None:
    if total := p.get(m, 0) + a:
        p[m] = total
    else:
        p.pop(m, None)


def joined(m: Monomial, k: Monomial, sign: int = 1) -> Monomial:
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


def spend(work: int) -> None:
    """Count work; refused if there is too much of it at once, or in all."""
    WORK[0] += 1 + work
    need(work <= MAX_TERMS and WORK[0] <= MAX_WORK, "a document takes too much work to read")


def times(p: Poly, q: Poly) -> Poly:
    spend(len(p) * len(q))
    found: Poly = {}
    for m, a in p.items():
        for k, b in q.items():
            both = joined(m, k)
            if _REDUCED.isdisjoint([i for i, _ in both]):
                _add(found, both, a * b)
            else:
                for monomial, factor in _reduced(both).items():
                    _add(found, monomial, a * b * factor)
    _short(*found.values())
    return found


def _order(m: Monomial) -> tuple[Any, ...]:
    """An order of products of atoms that multiplication keeps; the greatest comes first."""
    return (*((i, -e) for i, e in m), (inf,))


def leading(p: Poly) -> Monomial:
    """The greatest product of atoms."""
    return min(p, key=_order)


def divided(p: Poly, d: Poly) -> Poly | None:
    """The polynomial p/d, or None where that is none."""
    lead, rest, found = leading(d), dict(p), dict[Monomial, Q]()
    heap = sorted((_order(m), m) for m in rest)
    while rest:
        spend(len(d))
        m = heappop(heap)[1]
        if m not in rest:
            continue
        k = joined(m, lead, -1)
        if any(e < 0 for _, e in k):
            return None
        found[k] = a = _quotient(rest[m], d[lead])
        for j, b in d.items():
            m = joined(k, j)
            if m not in rest:
                heappush(heap, (_order(m), m))
            _add(rest, m, -a * b)
    return found


@lru_cache(20_000)
def _reduced(m: Monomial) -> Poly:
    """A product in which each root stands less often than its degree, each indicator and positive part once."""
    for i, e in m:
        if e > 1 and (_ATOMS[i][0] == "ind" or (_ATOMS[i][0] == "pos" and not _ATOMS[i][1].den)):
            return times({joined(m, ((i, 1),), -1): 1}, (ONE if _ATOMS[i][0] == "ind" else _ATOMS[i][1]).num)
        if _ATOMS[i][0] == "power":
            same = tuple(x for x in m if _ATOMS[x[0]][:2] == _ATOMS[i][:2])
            other = power(_ATOMS[i][1], sum(k * _ATOMS[j][2] for j, k in same))
            if not other.den and other.num != {same: 1}:
                return times({joined(m, same, -1): 1}, other.num)
    return {m: 1}


def power(x: Ratio, exponent: Q) -> Ratio:
    """x**exponent for exponent >= 0, and x >= 0 unless that is whole."""
    if exponent.denominator == 1 or not x.num:
        return x ** ceil(exponent)
    if whole := int(exponent):
        return x**whole * power(x, exponent - whole)
    if not x.den and list(x.num.values()) == [1]:
        (m,) = x.num
        if all(_nonnegative(i) and (e * exponent).denominator == 1 for i, e in m):
            return prod([term({i: 1}) ** int(e * exponent) for i, e in m], start=ONE)
    for d in (y for factor, _ in x.below() for y in (factor, -factor) if shows("positive", y)):
        return power(x * d, exponent).over(power(d, exponent))  # the root of what is positive, apart
    for d in (y for y in (name("pi0"), name("pi1")) if y != x and divided(x.num, y.num)):
        return power(x.over(d), exponent) * power(d, exponent)
    return term({number(("power", x, Fraction(1, exponent.denominator))): exponent.numerator})


def _nonnegative(i: int) -> bool:
    low, _ = bounds_of_atom(i)
    return low is not None and low >= 0


def places_in(part: Any) -> list[Ratio]:
    """The thresholds of rates in a part of an atom, each a place that may be among ties, and no number."""
    return [term({i: 1}) for i in below(part) if _ATOMS[i][:2] == ("call", "threshold_at")]


@lru_cache(20_000)
def ind(d: Ratio) -> Ratio:
    """One where d > 0, else zero; the threshold of a rate may be a place among ties, and is compared with s alone."""
    e = scaled(d)[1]
    if places := places_in(e):
        need(e in (name("s") - places[0], places[0] - name("s")), "the threshold of a rate is compared with s alone")
    return ONE if shows("positive", d) else ZERO if shows("nonnegative", -d) else of_atom("ind", e)


@lru_cache(20_000)
def pos(d: Ratio) -> Ratio:
    """max(d, 0)."""
    need(not places_in(d), "the threshold of a rate is compared with s alone")
    if shows("nonnegative", d) or shows("nonnegative", -d):
        return d if shows("nonnegative", d) else ZERO
    scale, e = scaled(d)
    return pos(-d) + d if e.num[leading(e.num)] < 0 else of_number(scale) * of_atom("pos", e)


def largest(parts: Iterable[Ratio]) -> Ratio:
    inner = sorted(set(parts), key=lambda x: (sorted(x.num.items()), sorted(x.den.items())))
    return reduce(lambda found, other: other + pos(found - other), inner)


@lru_cache(20_000)
def bounds_of_atom(i: int) -> Span:
    """Bounds of an atom that hold on every sample."""
    kind, inner, *parts = _ATOMS[i]
    if kind == "name":
        return (2, None) if inner == "n" else (0, 1) if inner in UNIT else (None, None)
    if kind in ("pos", "power"):
        high = bounds(inner)[1]
        return 0, None if high is None else max(high, 0) if kind == "pos" else 1 if high <= 1 else None
    if kind in ("mean", "other", "scored"):
        return bounds(parts[0] if kind == "mean" else inner)
    if kind == "log" and inner.constant:
        return 1 - Fraction(1) / inner.constant, inner.constant - 1
    unit = kind in ("ind", "cdf", "share", "kernel") or (kind == "call" and inner in UNIT)
    return 0 if unit or kind in ("exp", "loss") else None, 1 if unit else None


@lru_cache(20_000)
def bounds(x: Ratio) -> Span:
    """Bounds of an expression: term by term, or where that does not tell the sign at the corners."""
    low: Q | None = None if x.den else 0
    high: Q | None = low
    for m, a in x.num.items():
        down, up = _bounds_of_product(m)[:: 1 if a > 0 else -1]
        low = None if low is None or down is None else low + a * down
        high = None if high is None or up is None else high + a * up
    box = {i: bounds_of_atom(i) for i in inside(x)}
    affine = not x.den and all(e == 1 for m in x.num for _, e in m)  # so least and greatest at corners
    if not affine or len(box) > MAX_ATOMS or any(None in ends for ends in box.values()):
        return low, high
    corners = [dict(zip(box, ends, strict=True)) for ends in product(*box.values())]
    found = [sum(a * prod(at[i] or 0 for i, _ in m) for m, a in x.num.items()) for at in corners]
    return min(found), max(found)


def _bounds_of_product(m: Monomial) -> Span:
    low: Q = 1
    high: Q | None = 1
    for i, e in m:
        a, b = bounds_of_atom(i)
        if a is None or a < 0:
            return None, None
        low, high = low * a**e, None if high is None or b is None else high * b**e
    return low, high


def note(known: dict[Ratio, bool], x: Ratio, strict: bool) -> None:
    """Note among what is known that x >= 0, or x > 0."""
    known[scaled(x)[1]] = strict or known.get(scaled(x)[1], False)


ALWAYS = {name(x): True for x in ("pi0", "pi1", "n")}


def turned(x: Ratio, known: Mapping[Ratio, bool] = ALWAYS) -> Ratio | None:
    """The numerator of x, or its opposite, with the sign of x; None where that of a denominator is not seen."""
    p = Ratio(x.num)
    for d, e in x.below():
        if e % 2 and not shows("positive", d, known):
            if not shows("positive", -d, known):
                return None
            p = -p
    return p


def shows(kind: str, x: Ratio, known: Mapping[Ratio, bool] = ALWAYS) -> bool:
    """Whether x, where it has a value, is seen to be ``nonzero``, ``positive`` or ``nonnegative``.

    What is known is nonnegative, or where it says True positive.
    """
    if kind == "nonzero":
        return shows("positive", x, known) or shows("positive", -x, known)
    p, strict = turned(x, known), kind == "positive"
    if not x.num or p is None:
        return not x.num and not strict
    positive = [d for d, sure in known.items() if sure and not d.den and d.constant is None]
    for d in positive:
        while rest := divided(p.num, d.num):
            p = Ratio(rest)
    gaps = [((scaled(p)[1] - d).constant, sure) for d, sure in known.items()]
    if any(gap is not None and (gap > 0 or (gap == 0 and sure >= strict)) for gap, sure in gaps):
        return True
    low, single = bounds(p)[0], {i for d in positive for i in inside(d) if d == term({i: 1})}
    single |= {i for i in inside(p) if bare(i)[0] == "exp" or (i in _REDUCED and shows("positive", bare(i)[1], known))}
    parts = all(a > 0 and all(e % 2 == 0 or i in single or _nonnegative(i) for i, e in m) for m, a in p.num.items())
    sure = any({i for i, _ in m} <= single or (_bounds_of_product(m)[0] or 0) > 0 for m in p.num)
    return (parts and (sure or not strict)) or (low is not None and (low > 0 if strict else low >= 0))
