"""An expression with switches and roots as a polynomial in variables and in letters for the switches.

Indicators, maxima, minima, absolute values and clipped values are switches: each is a polynomial once the signs of
some differences are known. A variable of which there are roots is a power of another letter.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import flint
from sympy import Abs, Expr, Max, Min, Pow, Symbol

from workbench.certificates.cones import Cone, Constraint, Key, Polynomial, key, primitive, put, rational
from workbench.symbolic.notation import Below, Clip

MAX_DEGREE = 60
MAX_SWITCHES = 16
SWITCHES = (Below, Clip, Max, Min, Abs)


class NotPolynomial(ValueError):
    """An expression is not made of polynomials, switches and roots of a variable."""


@dataclass(frozen=True)
class Region:
    """A set: intervals of the variables, polynomials that are nonnegative on it, polynomials that are positive."""

    bounds: Mapping[Symbol, tuple[Fraction | None, Fraction | None]]
    constraints: tuple[Expr, ...] = ()
    positive: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Switch:
    """A letter for an indicator that a polynomial is positive, or for the greatest, the least or the middle of some.

    ``cuts`` are those made since nothing in it switches, for a reader applies a cut to what it then sees. The greatest
    of more than two is read as that of two, one of which is the greatest of two, and so on, in an order that is not
    known here; so the differences of all are cut, and cut again (``rounds``), until any order is decided.
    """

    letter: int
    kind: str
    parts: tuple[Polynomial, ...]
    cuts: tuple[tuple[Key, bool], ...] = ()
    rounds: int = 0
    chosen: Polynomial | None = None

    def put(self, values: Mapping[int, Polynomial]) -> Switch:
        return replace(self, parts=tuple(put(p, values) for p in self.parts))

    def above(self, d: Polynomial) -> bool | None:
        """Whether the cuts say that a polynomial is positive; for maxima it does not matter what is said of zero."""
        same, turned = key(d), key(-d)
        for cut, above in self.cuts:
            if cut == same:
                return above
            if cut == turned and (above or self.kind != "indicator"):
                return not above
        return None


@dataclass(frozen=True)
class Root:
    """A variable of which there are roots: it, or one less it, is the power of another letter."""

    variable: Symbol
    of: Expr
    degree: int
    name: str


class Reading:
    """An expression as a polynomial in variables and in letters for its switches, and the set as a cone."""

    def __init__(self, f: Expr, region: Region) -> None:
        region = Region(
            dict(sorted(region.bounds.items(), key=lambda side: str(side[0]))),
            *(
                tuple(sorted((g for g in given if g.is_polynomial(*g.free_symbols)), key=str))
                for given in (region.constraints, region.positive)
            ),
        )
        self.region = region
        variables = sorted(_linked(f, region), key=lambda v: str(v.name))
        names = [str(v.name) for v in variables]
        if len(set(names)) < len(names) or not all(isinstance(v, Symbol) for v in variables):
            raise NotPolynomial
        self.roots = _roots(f, region, names)
        self.names = tuple(self.roots[v].name if v in self.roots else str(v.name) for v in variables)
        count = len(f.atoms(*SWITCHES))
        if count > MAX_SWITCHES:
            raise NotPolynomial
        letters = tuple(f"switch {i}" for i in range(count))
        self.wide = flint.fmpq_mpoly_ctx.get((*self.names, *letters), flint.Ordering.lex)
        self.narrow = flint.fmpq_mpoly_ctx.get(self.names, flint.Ordering.lex)
        self.switches: list[Switch] = []
        gens = self.wide.gens()
        self.meaning: dict[Expr, Polynomial] = {}
        for v, letter in zip(variables, gens, strict=False):
            root = self.roots.get(v)
            power = letter if root is None else letter**root.degree
            self.meaning[v] = power if root is None or root.of == v else 1 - power
        self.places = {v: i for i, v in enumerate(variables)}
        self.body = self.polynomial(f)
        self.cone = self.region_as_cone()

    def polynomial(self, e: Expr) -> Polynomial:
        """An expression as a polynomial; its switches become letters."""
        if e not in self.meaning:
            self.meaning[e] = self._polynomial(e)
            if self.meaning[e].total_degree() > MAX_DEGREE:
                raise NotPolynomial
        return self.meaning[e]

    def _polynomial(self, e: Expr) -> Polynomial:
        if e.is_Rational:
            return self.wide.constant(flint.fmpq(int(e.p), int(e.q)))
        if e.is_Add or e.is_Mul:
            parts = [self.polynomial(a) for a in e.args]
            return sum(parts[1:], parts[0]) if e.is_Add else math.prod(parts[1:], start=parts[0])
        if isinstance(e, Pow) and e.exp.is_Rational and e.exp > 0 and e.exp.p <= MAX_DEGREE:
            if e.exp.is_Integer:
                return self.polynomial(e.base) ** int(e.exp)
            for v, root in self.roots.items():
                if e.base == root.of:
                    return self.wide.gens()[self.places[v]] ** int(e.exp * root.degree)
        if isinstance(e, SWITCHES):
            parts = [self.polynomial(a) for a in e.args]
            if isinstance(e, Below):
                return self.letter("indicator", parts[1] - parts[0])
            if isinstance(e, Clip):
                return self.letter("middle", *parts)
            if isinstance(e, Abs):
                return self.letter("greatest", parts[0], -parts[0])
            kind = "greatest" if isinstance(e, Max) else "least"
            return self.middle(kind, parts) or self.letter(kind, *parts)
        raise NotPolynomial

    def middle(self, kind: str, parts: list[Polynomial]) -> Polynomial | None:
        """The least of a number and the greatest of a lower one and something, or the other way round."""
        for inner, end in itertools.permutations(parts, 2) if len(parts) == 2 else ():
            switch = next((s for s in self.switches if inner == self.wide.gens()[s.letter]), None)
            if switch is not None and {kind, switch.kind} == {"greatest", "least"} and len(switch.parts) == 2:
                for x, other in itertools.permutations(switch.parts):
                    low, high = (other, end) if kind == "least" else (end, other)
                    width = high - low
                    if width.is_constant() and not width.is_zero() and width.leading_coefficient() > 0:
                        return self.letter("middle", x, low, high)
        return None

    def letter(self, kind: str, *parts: Polynomial) -> Polynomial:
        """A letter for a switch."""
        place = len(self.names) + len(self.switches)
        self.switches.append(Switch(place, kind, parts))
        return self.wide.gens()[place]

    def narrowed(self, p: Polynomial) -> Polynomial:
        """A polynomial without letters for switches, in the variables alone."""
        k = len(self.names)
        return self.narrow.from_dict({e[:k]: a for e, a in p.to_dict().items()})

    def region_as_cone(self) -> Cone:
        """The region as a cone in the variables."""
        own = set(self.places)
        above = [self.narrowed(self.polynomial(g)) for g in self.region.positive if g.free_symbols & own]
        least = [self.narrowed(self.polynomial(g)) for g in self.region.constraints if g.free_symbols & own]
        for v, (low, high) in self.region.bounds.items():
            if v in own:
                x = self.narrowed(self.meaning[v])
                least += [x - rational(low)] if low is not None else []
                least += [rational(high) - x] if high is not None else []
        least += [p for v in self.roots for p in (self.letter_of(v), 1 - self.letter_of(v))]
        strict = {key(primitive(p)[1]) for p in above if not p.is_zero()}
        constraints = [Constraint(primitive(p)[1], True) for p in above if not p.is_zero()]
        constraints += [Constraint(q, key(q) in strict) for q in (primitive(p)[1] for p in least if not p.is_zero())]
        return Cone(self.narrow, tuple({(g.key, g.strict): g for g in constraints}.values()))

    def letter_of(self, v: Symbol) -> Polynomial:
        """The letter for a variable, or for a root of it."""
        return self.narrow.gens()[self.places[v]]


def _linked(f: Expr, region: Region) -> set[Symbol]:
    """The variables of an expression, and those that constraints tie to them."""
    linked = set(f.free_symbols)
    while True:
        ties = (g.free_symbols for g in (*region.constraints, *region.positive))
        reached = linked.union(*(tie for tie in ties if tie & linked))
        if reached == linked:
            return linked
        linked = reached


def _roots(f: Expr, region: Region, names: list[str]) -> dict[Symbol, Root]:
    """The variables of which there are roots."""
    bases: dict[Symbol, tuple[Expr, list[int]]] = {}
    for power in f.atoms(Pow):
        if power.exp.is_Rational and not power.exp.is_Integer:
            v = next((v for v in power.base.free_symbols if power.base in (v, 1 - v)), None)
            if v is None or bases.setdefault(v, (power.base, []))[0] != power.base:
                raise NotPolynomial
            bases[v][1].append(int(power.exp.q))
    free = (name for name in (f"{a}{i}" for i in range(1, 10) for a in "vwz") if name not in names)
    roots = {}
    for v in sorted(bases, key=str):
        if region.bounds.get(v) != (Fraction(0), Fraction(1)):
            raise NotPolynomial
        roots[v] = Root(v, bases[v][0], math.lcm(*bases[v][1]), next(free))
    return roots
