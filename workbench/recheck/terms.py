"""The normal form: quotients of polynomials over the rational numbers, in atoms.

An atom is what is not taken apart further: a name, a mean of a product, an indicator, a maximum, a root, an expected
loss. Two expressions with the same normal form are equal on every sample on which both have a value, by

* arithmetic of fractions, ``pi0 + pi1 = 1``, ``n0 = n pi0``, ``n1 = n pi1``;
* means being linear, ``E = pi0 E0 + pi1 E1``, ``R = pi0 F0 + pi1 F1``, c and u being independent;
* ``ind(d)``, one where d > 0 and else zero, and ``pos(d) = d ind(d)``: both stay the same, or scale, with a positive
  factor of d, ``pos(-d) = pos(d) - d``, and two of them that differ by a number imply one another;
* ``(x**a)**b = x**(a b)`` for x >= 0;
* ``balanced(x)`` being x with both class proportions put to 1/2 and each class keeping its own scores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from workbench.recheck.language import Refused

Atom: TypeAlias = tuple[Any, ...]
Monomial: TypeAlias = tuple[tuple[int, int], ...]
Poly: TypeAlias = dict[Monomial, Fraction]
Frozen: TypeAlias = tuple[tuple[Monomial, Fraction], ...]

MAX_TERMS = 60_000
MAX_WORK = 4_000_000
MAX_BITS = 20_000
MAX_GRID = 20_000
MAX_POWER = 120
MAX_PRIME = 2_000
ONE = Fraction(1)

_ATOMS: list[Atom] = []
_NUMBERS: dict[Atom, int] = {}
_MOVES: list[frozenset[str]] = []
_SPECIAL: set[int] = set()
_SPANS: dict[int, tuple[Fraction | None, Fraction | None]] = {}
VARIABLES = frozenset({"s", "c", "u"})
UNIT = frozenset(
    [
        "s",
        "c",
        "u",
        "pi0",
        "t",
        "r",
        "q",
        "AUC",
        "AUCH",
        "BS",
        "BS0",
        "BS1",
        "MBS",
        "MAE",
        "MAE0",
        "MAE1",
        "MMAE",
        "RL",
        "CL",
        "RLH",
        "H",
        "KS",
        "MER",
    ]
)  # names that lie in [0, 1]


class Budget:
    """How much one document may cost: products of terms, and coefficients on grids."""

    spent = 0

    @classmethod
    def spend(cls, units: int) -> None:
        cls.spent += units
        if cls.spent > MAX_WORK:
            raise Refused("the document takes too much work to read")


def number(atom: Atom) -> int:
    """The number under which an atom is kept: equal atoms have the same."""
    found = _NUMBERS.get(atom)
    if found is None:
        found = _NUMBERS[atom] = len(_ATOMS)
        _ATOMS.append(atom)
        _MOVES.append(_moves_with(atom))
        if atom[0] in ("ind", "pos", "power"):
            _SPECIAL.add(found)
    return found


def atom(index: int) -> Atom:
    return _ATOMS[index]


def moves(index: int) -> frozenset[str]:
    """The bound variables (s, c, u) that an atom depends on."""
    return _MOVES[index]


def _moves_with(a: Atom) -> frozenset[str]:
    if a[0] == "name":
        return frozenset({a[1]}) & VARIABLES
    if a[0] == "law":
        return frozenset("cu")
    if a[0] == "share":
        return frozenset("s")
    inner: frozenset[str] = frozenset().union(*(_MOVES[i] for i in inside(a)))
    return inner - {"mean": {"s"}, "condition": {"c", "u"}, "loss": {"c", "u"}}.get(a[0], set())


def inside(part: Any) -> set[int]:
    """The atoms of which an atom, or a part of it, is made."""
    if isinstance(part, Ratio):
        found = {i for m in part.num for i, _ in m}
        return found.union(*(({i for m, _ in d for i, _ in m}) for d in part.den))
    if isinstance(part, tuple):
        return set().union(*(inside(x) for x in part))
    return set()


class Ratio:
    """A quotient of polynomials; the denominator as powers of polynomials with leading coefficient one."""

    __slots__ = ("_key", "den", "num")

    def __init__(self, num: Poly, den: dict[Frozen, int] | None = None) -> None:
        self.num, self.den, self._key = num, den or {}, None
        if self.den:
            self._cancel()

    def _cancel(self) -> None:
        for d in list(self.den):
            while self.den[d] and (quotient := divided(self.num, dict(d))) is not None:
                self.num = quotient
                self.den[d] -= 1
            if not self.den[d]:
                del self.den[d]

    @property
    def key(self) -> Any:
        if self._key is None:
            self._key = frozen(self.num), tuple(sorted((d, e) for d, e in self.den.items()))
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __add__(self, other: Ratio) -> Ratio:
        if not other.den and not self.den:
            return Ratio(_sum(self.num, other.num))
        den = {d: max(self.den.get(d, 0), other.den.get(d, 0)) for d in {**self.den, **other.den}}
        return Ratio(_sum(self._over(den), other._over(den)), den)

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
        den = dict(self.den)
        for d, e in other.den.items():
            den[d] = den.get(d, 0) + e
        return Ratio(times(self.num, other.num), den)

    def over(self, other: Ratio) -> Ratio:
        """The quotient; what it is divided by must be shown not to be zero elsewhere."""
        if not other.num:
            raise Refused("a division by zero")
        turned = Ratio(ONE_POLY)
        for d, e in other.den.items():
            for _ in range(e):
                turned = turned * Ratio(dict(d))
        common = _content(other.num)
        rest = {_less(m, common): q for m, q in other.num.items()}
        lead = rest[leading(rest)]
        rest = {m: q / lead for m, q in rest.items()}
        den: dict[Frozen, int] = {(((((i, 1),), ONE)),): e for i, e in common}
        if rest != ONE_POLY:
            den[frozen(rest)] = den.get(frozen(rest), 0) + 1
        return self * turned * Ratio({(): 1 / lead}, den)

    def __pow__(self, exponent: int) -> Ratio:
        bits = max((a.numerator.bit_length() + a.denominator.bit_length() for a in self.num.values()), default=1)
        if exponent > MAX_POWER or exponent * bits > MAX_BITS:
            raise Refused(f"the power {exponent} is too large")
        found = Ratio(ONE_POLY)
        for _ in range(exponent):
            found = found * self
        return found

    @property
    def constant(self) -> Fraction | None:
        """The number that it is, if it is one."""
        return self.num.get((), Fraction(0)) if not self.den and set(self.num) <= {()} else None

    def moves(self) -> frozenset[str]:
        return frozenset().union(*(_MOVES[i] for i in inside(self)))

    @property
    def zero(self) -> bool:
        return not self.num


ONE_POLY: Poly = {(): ONE}


def frozen(p: Poly) -> Frozen:
    return tuple(sorted(p.items()))


def of_number(q: Fraction | int) -> Ratio:
    return Ratio({(): Fraction(q)} if q else {})


def of_atom(a: Atom) -> Ratio:
    return Ratio({((number(a), 1),): ONE})


def name(x: str) -> Ratio:
    """A name that stands for a number: of the sample, a metric, a letter, a bound variable."""
    if x == "pi1":
        return of_number(1) - name("pi0")
    if x in ("n0", "n1"):
        return name("n") * name(f"pi{x[1]}")
    return of_atom(("name", x))


def _sum(p: Poly, q: Poly) -> Poly:
    found = dict(p)
    for m, a in q.items():
        total = found.get(m, 0) + a
        if total:
            found[m] = total
        else:
            found.pop(m, None)
    return found


def _joined(m: Monomial, k: Monomial) -> Monomial:
    if not m or not k:
        return m or k
    powers = dict(m)
    for i, e in k:
        powers[i] = powers.get(i, 0) + e
    return tuple(sorted(powers.items()))


def _less(m: Monomial, k: Monomial) -> Monomial:
    powers = dict(m)
    for i, e in k:
        powers[i] -= e
    return tuple((i, e) for i, e in sorted(powers.items()) if e)


def _content(p: Poly) -> Monomial:
    """The product of atoms that divides every term."""
    terms = [dict(m) for m in p]
    return tuple((i, e) for i in sorted(terms[0]) if (e := min(t.get(i, 0) for t in terms)))


def times(p: Poly, q: Poly) -> Poly:
    if len(p) * len(q) > MAX_TERMS:
        raise Refused("a product of too many terms")
    Budget.spend(1 + len(p) * len(q))
    found: Poly = {}
    for (m, a), (k, b) in product(p.items(), q.items()):
        joined = _joined(m, k)
        for monomial, factor in _reduced(joined) if any(i in _SPECIAL for i, _ in joined) else ((joined, ONE),):
            total = found.get(monomial, 0) + a * b * factor
            if total:
                found[monomial] = total
            else:
                found.pop(monomial, None)
    return found


def leading(p: Poly) -> Monomial:
    """The greatest product of atoms, in an order that multiplication keeps."""
    return max(p, key=lambda m: tuple((-i, e) for i, e in m))


def divided(p: Poly, d: Poly) -> Poly | None:
    """The polynomial p/d, or None where that is none."""
    lead, rest, found = leading(d), dict(p), {}
    while rest:
        m = leading(rest)
        if not _divides(lead, m) or len(found) > MAX_TERMS:
            return None
        k, a = _less(m, lead), rest[m] / d[lead]
        found[k] = a
        for j, b in d.items():
            term = _joined(k, j)
            left = rest.get(term, 0) - a * b
            if left:
                rest[term] = left
            else:
                del rest[term]
    return found


def _divides(m: Monomial, k: Monomial) -> bool:
    powers = dict(k)
    return all(powers.get(i, 0) >= e for i, e in m)


# --- indicators, positive parts and roots ---------------------------------------------------------------


def _reduced(m: Monomial) -> Iterable[tuple[Monomial, Fraction]]:
    """A product in which indicators, positive parts and roots stand once each, as a sum of such products."""
    special = [(i, e) for i, e in m if i in _SPECIAL]
    for i, e in special:
        kind, d, *rest = _ATOMS[i]
        if kind == "ind" and e > 1:
            return _again(m, i, e, {((i, 1),): ONE})
        if kind == "pos" and e > 1:
            return _again(m, i, e, times({((i, 1),): ONE}, (d ** (e - 1)).num)) if not d.den else ((m, ONE),)
        if kind == "power" and e * rest[0] >= 1:
            whole, part = divmod(e * rest[0], 1)
            inner = d ** int(whole) * root(d, part)
            return _again(m, i, e, inner.num) if not inner.den else ((m, ONE),)
    for (i, _), (j, _) in product(special, special):
        if i != j and (less := _product_of(i, j)) is not None:
            return tuple(times({_less(m, tuple(sorted(((i, 1), (j, 1))))): ONE}, less).items())
    return ((m, ONE),)


def _again(m: Monomial, i: int, e: int, p: Poly) -> Iterable[tuple[Monomial, Fraction]]:
    return tuple(times({_less(m, ((i, e),)): ONE}, p).items())


def _product_of(i: int, j: int) -> Poly | None:
    """The product of two indicators or positive parts, of which i holds wherever j does; None if that is not seen."""
    (kind, d, *_), (other, e, *_) = _ATOMS[i], _ATOMS[j]
    if kind == "power" or other == "power" or d.den or e.den:
        return None
    if (gap := (d - e).constant) is not None and (gap > 0 or (gap == 0 and (kind, other) == ("ind", "pos"))):
        return times(d.num if kind == "pos" else ONE_POLY, {((j, 1),): ONE})
    if (sum_ := (d + e).constant) is not None and sum_ <= 0:
        return {}
    return None


def _scaled(d: Ratio) -> tuple[Fraction, Ratio]:
    """``(q, e)`` with d = q e, q > 0, the greatest coefficient but that of 1 being 1 or -1."""
    if d.den or d.constant is not None:
        return ONE, d
    lead = abs(d.num[leading(d.num)])
    return lead, Ratio({m: a / lead for m, a in d.num.items()})


def ind(d: Ratio) -> Ratio:
    """One where d > 0, else zero."""
    low, high = narrow(d)
    if low is not None and low > 0:
        return of_number(1)
    if high is not None and high <= 0:
        return of_number(0)
    return of_atom(("ind", _scaled(d)[1]))


def pos(d: Ratio) -> Ratio:
    """max(d, 0)."""
    low, high = narrow(d)
    if low is not None and low >= 0:
        return d
    if high is not None and high <= 0:
        return of_number(0)
    scale, d = _scaled(d)
    lead = d.num[leading(d.num)]
    if lead < 0:
        return of_number(scale) * (pos(-d) + d)
    beside = d.num.get((), Fraction(0))
    only = [m for m in d.num if m]
    if not d.den and beside <= 0 and len(only) == 1 and len(only[0]) == 1 and only[0][0][1] == 1:
        kind, *parts = _ATOMS[only[0][0][0]]
        if kind == "pos":
            return of_number(scale) * pos(parts[0] + of_number(beside))
    return of_number(scale) * of_atom(("pos", d))


def largest(parts: list[Ratio]) -> Ratio:
    found, *others = sorted(set(parts), key=lambda x: x.key)
    for other in others:
        found = other + pos(found - other)
    return found


def root(x: Ratio, exponent: Fraction) -> Ratio:
    """x**exponent for 0 <= exponent < 1 and x >= 0."""
    if exponent == 0:
        return of_number(1)
    value = x.constant
    if value is not None:
        return _root_of_number(value, exponent)
    if x.den:
        top, bottom = root(Ratio(x.num), exponent), of_number(1)
        for d, e in x.den.items():
            bottom = bottom * root(Ratio(dict(d)) ** e, exponent)
        return top.over(bottom)
    common = tuple(
        (i, e)
        for i, e in _content(x.num)
        if (span_of_atom(i)[0] or Fraction(0)) >= 0 and span_of_atom(i)[0] is not None
    )
    found, rest = of_number(1), Ratio({_less(m, common): a for m, a in x.num.items()})
    for i, e in common:
        kind, *parts = _ATOMS[i]
        whole, part = divmod(e * exponent * (parts[1] if kind == "power" else 1), 1)
        base = parts[0] if kind == "power" else Ratio({((i, 1),): ONE})
        found = found * base ** int(whole)
        if part:
            found = found * of_atom(("power", base, part))
    lead = abs(rest.num[leading(rest.num)])
    found = found * _root_of_number(lead, exponent)
    rest = Ratio({m: a / lead for m, a in rest.num.items()})
    return found if rest.constant == 1 else found * of_atom(("power", rest, exponent))


def _root_of_number(q: Fraction, exponent: Fraction) -> Ratio:
    """q**exponent as a product of roots of primes; what is left of a large number stays as it is."""
    if q < 0:
        raise Refused(f"a root of {q}")
    if q.denominator > 1:
        below = _root_of_number(Fraction(q.denominator), 1 - exponent)
        return _root_of_number(Fraction(q.numerator), exponent) * below * of_number(Fraction(1, q.denominator))
    found, rest, prime = of_number(1), q.numerator, 2
    if rest == 0:
        return of_number(0)
    while rest > 1:
        prime = rest if prime > MAX_PRIME or prime * prime > rest else prime
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        whole, part = divmod(power * exponent, 1)
        found = found * of_number(Fraction(prime) ** int(whole))
        found = found * of_atom(("power", of_number(prime), part)) if part else found
        prime += 1
    return found


# --- bounds that are seen at once -----------------------------------------------------------------------

Span: TypeAlias = tuple[Fraction | None, Fraction | None]


def span_of_atom(i: int) -> Span:
    """Bounds of an atom that hold on every sample."""
    if i not in _SPANS:
        _SPANS[i] = _span_of_atom(i)
    return _SPANS[i]


def _span_of_atom(i: int) -> Span:
    kind, *parts = _ATOMS[i]
    zero, one = Fraction(0), ONE
    if kind == "name":
        return (Fraction(2), None) if parts[0] == "n" else (zero, one) if parts[0] in UNIT else (None, None)
    if kind in ("ind", "cdf", "share", "kernel"):
        return zero, one
    if kind == "pos":
        high = span(parts[0])[1]
        return zero, None if high is None else max(high, zero)
    if kind == "power":
        high = span(parts[0])[1]
        return zero, one if high is not None and high <= 1 else None
    if kind == "exp":
        return zero, None
    if kind == "mean":
        return span(parts[1])
    if kind == "loss":
        return zero, Fraction(2)
    return None, None


def span(x: Ratio) -> Span:
    """Bounds of an expression, term by term; None where there is none."""
    if x.den:
        return (Fraction(0), None) if _signs_alike(x) else (None, None)
    low: Fraction | None = Fraction(0)
    high: Fraction | None = Fraction(0)
    for m, a in x.num.items():
        ends = _span_of_product(m)
        down, up = ends if a > 0 else ends[::-1]
        low = None if low is None or down is None else low + a * down
        high = None if high is None or up is None else high + a * up
    return low, high


def _signs_alike(x: Ratio) -> bool:
    return all(a > 0 and (_span_of_product(m)[0] is not None) for m, a in x.num.items()) and all(
        positive_at_sight(Ratio(dict(d))) for d in x.den
    )


def _span_of_product(m: Monomial) -> Span:
    low: Fraction | None = ONE
    high: Fraction | None = ONE
    for i, e in m:
        a, b = span_of_atom(i)
        if a is None or a < 0:
            if a is not None and b is not None and len(m) == 1:
                return (min(a**e, b**e) if e % 2 else Fraction(0)), max(a**e, b**e)
            return (Fraction(0), None) if e % 2 == 0 and len(m) == 1 else (None, None)
        low = None if low is None else low * a**e
        high = None if high is None or b is None else high * b**e
    return low, high


def least(x: Ratio) -> Fraction | None:
    return span(x)[0]


def positive_at_sight(x: Ratio, strictly: Iterable[int] = ()) -> bool:
    """Whether an expression is seen to be positive: ``strictly`` are atoms that are; pi0, 1 - pi0 and n are."""
    inside_unit = number(("name", "pi0"))
    strict = {inside_unit, number(("name", "n")), *strictly, *(i for i in inside(x) if _ATOMS[i][0] == "exp")}
    p = dict(x.num)
    if not p or not all(positive_at_sight(Ratio(dict(d)), strictly) for d in x.den):
        return False
    p = {_less(m, tuple((i, e) for i, e in _content(p) if i in strict)): a for m, a in p.items()}
    other = {(): ONE, ((inside_unit, 1),): -ONE}
    while len(p) > 1 and (quotient := divided(p, other)) is not None:
        p = quotient
    known = {m: all(i in strict for i, _ in m) or (_span_of_product(m)[0] or 0) > 0 for m in p}
    if any(known.values()) and all(a > 0 and (known[m] or _span_of_product(m)[0] is not None) for m, a in p.items()):
        return True
    low = enclosed(Ratio(p))[0]
    return low is not None and low > 0


def nonnegative_at_sight(x: Ratio, strictly: Iterable[int] = ()) -> bool:
    low = span(x)[0]
    if x.zero or (low is not None and low >= 0) or positive_at_sight(x, strictly):
        return True
    if x.den:
        return all(positive_at_sight(Ratio(dict(d)), strictly) for d in x.den) and nonnegative_at_sight(Ratio(x.num))
    known = {number(("name", "pi0")), *strictly}
    if all(
        a > 0 and all(i in known or e % 2 == 0 or (span_of_atom(i)[0] or -1) >= 0 for i, e in m)
        for m, a in x.num.items()
    ):
        return True
    low = enclosed(x)[0]
    return low is not None and low >= 0


def enclosed(x: Ratio) -> Span:
    """Bounds by the Bernstein coefficients in the atoms that lie between two numbers; sharper than `span`."""
    if x.den or not x.num:
        return span(x)
    atoms = sorted({i for m in x.num for i, _ in m})
    ends = [span_of_atom(i) for i in atoms]
    if len(atoms) > 4 or any(a is None or b is None for a, b in ends):
        return span(x)
    found = bernstein(x.num, dict(zip(atoms, ends, strict=True)))  # type: ignore[arg-type]
    return min(found), max(found)


def narrow(x: Ratio) -> Span:
    """`span` where it tells the sign, else `enclosed`."""
    low, high = span(x)
    return (low, high) if (low is not None and low >= 0) or (high is not None and high <= 0) else enclosed(x)


def bernstein(p: Poly, box: dict[int, tuple[Fraction, Fraction]]) -> list[Fraction]:
    """The Bernstein coefficients of a polynomial on a box: its values there lie between the least and the greatest."""
    atoms = sorted(box)
    size = 1
    for i in atoms:
        size *= 1 + max((dict(m).get(i, 0) for m in p), default=0)
    if size > MAX_GRID:
        raise Refused("a polynomial of too high a degree")
    Budget.spend(size)
    grid = {tuple(dict(m).get(i, 0) for i in atoms): a for m, a in p.items()}
    for axis, i in enumerate(atoms):
        low, high = box[i]
        degree = max(e[axis] for e in grid)
        rows: dict[tuple[int, ...], list[Fraction]] = {}
        for e, a in grid.items():
            rows.setdefault((*e[:axis], *e[axis + 1 :]), [Fraction(0)] * (degree + 1))[e[axis]] += a
        grid = {}
        for e, row in rows.items():
            for j, a in enumerate(_bernstein_row(row, low, high)):
                grid[(*e[:axis], j, *e[axis:])] = a
    return list(grid.values())


def _bernstein_row(row: list[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    """One variable: x = low + (high - low) v, then powers of v in Bernstein's basis."""
    moved: list[Fraction] = []
    for a in reversed(row):
        shifted = [Fraction(0), *(x * (high - low) for x in moved)]
        moved = [x + low * y for x, y in zip(shifted, [*moved, Fraction(0)], strict=True)]
        moved[0] += a
    n = len(row) - 1
    return [
        sum((Fraction(_choose(j, k), _choose(n, k)) * moved[k] for k in range(j + 1)), Fraction(0))
        for j in range(n + 1)
    ]


def _choose(n: int, k: int) -> int:
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


# --- expressions changed ----------------------------------------------------------------------------------


def mapped(x: Ratio, change: Callable[[int], Ratio | None]) -> Ratio:
    """The expression with each atom for which ``change`` has another put in its place."""
    found = Ratio({})
    for m, a in x.num.items():
        term = of_number(a)
        for i, e in m:
            other = change(i)
            term = term * (Ratio({((i, e),): ONE}) if other is None else other**e)
        found = found + term
    for d, e in x.den.items():
        below = mapped(Ratio(dict(d)), change)
        for _ in range(e):
            found = found.over(below)
    return found
