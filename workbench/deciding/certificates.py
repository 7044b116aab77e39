"""Sign certificates: why an expression is nonnegative, or positive, at every point of a set.

A certificate is a tree. At its inner nodes the set is cut along the sign of a polynomial, so that indicators, maxima,
minima and absolute values become polynomials, or a variable becomes a power, so that its roots do. At its leaves a
polynomial is a sum, with positive rational weights, of products of what is nonnegative there and of squares; or the
leaf has no point, for such a sum is -1. It is plain JSON, and reading it needs no search:

    {"split": "x - y", "above": certificate, "below": certificate}      x - y > 0, and y - x >= 0
    {"root": "x", "degree": 2, "name": "v", "then": certificate}        x := v**2; with "1 - x", x := 1 - v**2
    {"sum": [["3/2", ["x", "1 - x"], ["x - y"]], ...]}                  3/2 * x * (1 - x) * (x - y)**2 + ...
    {"empty": [...]}                                                    such terms, whose sum is -1, or 0 with a strict one

This module looks for certificates; floating point may lead the search, but every identity is exact. Whoever gets one
should check it without this module.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

import flint
import numpy as np
from sympy import Abs, Expr, Max, Min, Pow, Symbol

from workbench.deciding.cones import Cone, Constraint, Key, Numeric, Polynomial, key, primitive, put, text, value
from workbench.deciding.linear_programs import OutOfWork, Work
from workbench.deciding.product_programs import Sum
from workbench.deciding.sums_of_products import contradiction, nonnegative
from workbench.symbolic.notation import Below, Clip

Certificate: TypeAlias = dict[str, Any]

MAX_DEGREE = 60
MAX_SWITCHES = 16
MAX_CUTS = 6
SWITCHES = (Below, Clip, Max, Min, Abs)


@dataclass(frozen=True)
class Region:
    """A set: intervals of the variables, polynomials that are nonnegative on it, polynomials that are positive."""

    bounds: Mapping[Symbol, tuple[Fraction | None, Fraction | None]]
    constraints: tuple[Expr, ...] = ()
    positive: tuple[Expr, ...] = ()


def certificate(f: Expr, region: Region, *, strict: bool = False, work: Work | None = None) -> Certificate | None:
    """Why ``f`` is nonnegative on a region, or positive with ``strict``; None when no reason is found.

    ``f`` is made of polynomials with rational coefficients, `Max`, `Min`, `Abs`, `Clip` and `Below` of such, and roots
    of v or of 1 - v for a variable v that lies within [0, 1]. ``work`` bounds the search, and nothing else
    does, so that the same question has the same answer everywhere.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> unit = (Fraction(0), Fraction(1))
    >>> certificate(x - x * y, Region({x: unit, y: unit}))
    {'sum': [['1', ['x', '1 - y'], []]]}
    >>> certificate(Abs(x - y), Region({x: unit, y: unit}))["split"]
    'x - y'
    >>> certificate(x - y, Region({x: unit, y: unit})) is None
    True
    >>> certificate(x * (1 - x), Region({x: unit}), strict=True) is None
    True
    """
    try:
        return _Tree(_Reading(f, region), strict, work or Work()).certificate()
    except (_NotFound, OutOfWork):
        return None


class _NotFound(Exception):
    """There is no certificate, or none is found, or the expression is of another kind."""


# --- reading --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Switch:
    """A letter for an indicator that a polynomial is positive, or for the greatest or the least of some."""

    letter: int
    kind: str
    parts: tuple[Polynomial, ...]

    def put(self, values: Mapping[int, Polynomial]) -> _Switch:
        return replace(self, parts=tuple(put(p, values) for p in self.parts))


@dataclass(frozen=True)
class _Root:
    """A variable of which there are roots: it, or one less it, is the power of another letter."""

    variable: Symbol
    of: Expr
    degree: int
    name: str


class _Reading:
    """An expression as a polynomial in variables and in letters for its switches, and the set as a cone."""

    def __init__(self, f: Expr, region: Region) -> None:
        self.region = region
        variables = sorted(_linked(f, region), key=lambda v: str(v.name))
        names = [str(v.name) for v in variables]
        if len(set(names)) < len(names) or not all(isinstance(v, Symbol) for v in variables):
            raise _NotFound
        self.roots = _roots(f, region, names)
        self.names = tuple(self.roots[v].name if v in self.roots else str(v.name) for v in variables)
        found = {e for e in f.atoms(*SWITCHES)}
        count = sum(2 if isinstance(e, Clip) else 1 for e in found)
        if count > MAX_SWITCHES:
            raise _NotFound
        letters = tuple(f"switch {i}" for i in range(count))
        self.wide = flint.fmpq_mpoly_ctx.get((*self.names, *letters), flint.Ordering.lex)
        self.narrow = flint.fmpq_mpoly_ctx.get(self.names, flint.Ordering.lex)
        self.switches: list[_Switch] = []
        gens = self.wide.gens()
        self.meaning: dict[Expr, Polynomial] = {}
        for v, letter in zip(variables, gens, strict=False):
            root = self.roots.get(v)
            power = letter if root is None else letter**root.degree
            self.meaning[v] = power if root is None or root.of == v else 1 - power
        self.places = {v: i for i, v in enumerate(variables)}
        self.body = self.polynomial(f)
        self.cone = self.set()

    def polynomial(self, e: Expr) -> Polynomial:
        """An expression as a polynomial; its switches become letters."""
        if e not in self.meaning:
            self.meaning[e] = self._polynomial(e)
            if self.meaning[e].total_degree() > MAX_DEGREE:
                raise _NotFound
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
                return self.letter("least", self.letter("greatest", parts[0], parts[1]), parts[2])
            if isinstance(e, Abs):
                return self.letter("greatest", parts[0], -parts[0])
            return self.letter("greatest" if isinstance(e, Max) else "least", *parts)
        raise _NotFound

    def letter(self, kind: str, *parts: Polynomial) -> Polynomial:
        """A letter for a switch."""
        place = len(self.names) + len(self.switches)
        self.switches.append(_Switch(place, kind, parts))
        return self.wide.gens()[place]

    def narrowed(self, p: Polynomial) -> Polynomial:
        """A polynomial without letters for switches, in the variables alone."""
        k = len(self.names)
        return self.narrow.from_dict({e[:k]: a for e, a in p.to_dict().items()})

    def set(self) -> Cone:
        """The region as a cone in the variables."""
        own = set(self.places)
        count = len(self.switches)
        above = [self.narrowed(self.polynomial(g)) for g in self.region.positive if g.free_symbols & own]
        least = [self.narrowed(self.polynomial(g)) for g in self.region.constraints if g.free_symbols & own]
        if len(self.switches) > count:
            raise _NotFound
        strict = {key(primitive(p)[1]) for p in above if not p.is_zero()}
        for v, (low, high) in self.region.bounds.items():
            if v in own:
                least += self.sides(v, low, high, strict)
        constraints = [Constraint(primitive(p)[1], True) for p in above if not p.is_zero()]
        constraints += [Constraint(q, key(q) in strict) for q in (primitive(p)[1] for p in least if not p.is_zero())]
        return Cone(self.narrow, tuple({(g.key, g.strict): g for g in constraints}.values()))

    def sides(self, v: Symbol, low: Fraction | None, high: Fraction | None, strict: set[Key]) -> list[Polynomial]:
        """The constraints that say where a variable lies; ``strict`` grows by the sides of a root that are."""
        root = self.roots.get(v)
        letter = self.narrow.gens()[self.places[v]]
        if root is None or low is None or high is None:
            return [letter - _q(low)] * (low is not None) + [_q(high) - letter] * (high is not None)
        if root.of != v:
            low, high = 1 - high, 1 - low
        found = []
        for end, sign in ((low, 1), (high, -1)):
            whole = sign * (letter**root.degree - _q(end))
            exact = _root_of(end, root.degree)
            if exact is None:
                found.append(whole)
            side = sign * (letter - _q(exact if exact is not None else Fraction(sign < 0)))
            found.append(side)
            if exact is not None and key(primitive(whole)[1]) in strict:
                strict.add(key(primitive(side)[1]))
        return found


def _q(x: Fraction | None) -> Any:
    return flint.fmpq(x.numerator, x.denominator) if x is not None else flint.fmpq(0)


def _root_of(x: Fraction, degree: int) -> Fraction | None:
    """The root of a nonnegative number, if it is rational."""
    parts = []
    for number in (x.numerator, x.denominator):
        near = round(number ** (1 / degree))
        exact = next((k for k in (near - 1, near, near + 1) if k >= 0 and k**degree == number), None)
        if exact is None:
            return None
        parts.append(exact)
    return Fraction(*parts)


def _linked(f: Expr, region: Region) -> set[Symbol]:
    """The variables of an expression, and those that constraints tie to them."""
    linked = set(f.free_symbols)
    while True:
        ties = (g.free_symbols for g in (*region.constraints, *region.positive))
        reached = linked.union(*(tie for tie in ties if tie & linked))
        if reached == linked:
            return linked
        linked = reached


def _roots(f: Expr, region: Region, names: list[str]) -> dict[Symbol, _Root]:
    """The variables of which there are roots."""
    bases: dict[Symbol, tuple[Expr, list[int]]] = {}
    for power in f.atoms(Pow):
        if power.exp.is_Rational and not power.exp.is_Integer:
            v = next((v for v in power.base.free_symbols if power.base in (v, 1 - v)), None)
            if v is None or bases.setdefault(v, (power.base, []))[0] != power.base:
                raise _NotFound
            bases[v][1].append(int(power.exp.q))
    free = (name for name in (f"{a}{i}" for i in range(1, 10) for a in "vwz") if name not in names)
    roots = {}
    for v in sorted(bases, key=str):
        low, high = region.bounds.get(v, (None, None))
        if low is None or high is None or low < 0 or high > 1:
            raise _NotFound
        roots[v] = _Root(v, bases[v][0], math.lcm(*bases[v][1]), next(free))
    return roots


# --- the tree -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Branch:
    """What is left to do: a polynomial in variables and switches, the part of the set, and the cuts so far."""

    body: Polynomial
    switches: tuple[_Switch, ...]
    cone: Cone
    cuts: Mapping[Key, bool]

    def cut(self, d: Polynomial, above: bool) -> _Branch:
        """The part where ``d`` is positive, or the part where it is not."""
        cone = self.cone.put(d if above else -d, above)
        return replace(self, cone=cone, cuts={**self.cuts, key(d): above})


class _Tree:
    """The search for a certificate."""

    def __init__(self, reading: _Reading, strict: bool, work: Work) -> None:
        self.reading = reading
        self.strict = strict
        self.work = work

    def certificate(self) -> Certificate:
        """The certificate; raises `_NotFound` and `OutOfWork`."""
        reading = self.reading
        found = self.branch(_Branch(reading.body, tuple(reading.switches), reading.cone, {}))
        for root in reversed(reading.roots.values()):
            of = text(reading.narrow.gens()[0], [root.variable.name]) if False else str(root.variable.name)
            of = of if root.of == root.variable else f"1 - {of}"
            found = {"root": of, "degree": root.degree, "name": root.name, "then": found}
        return found

    def branch(self, branch: _Branch) -> Certificate:
        """The certificate of a branch: cut until no switch is left."""
        self.work.branch()
        branch, differences = self.resolved(branch)
        if not differences:
            return self.leaf(self.reading.narrowed(branch.body), branch.cone, 0)
        d = self.next_cut(differences, branch.cone)
        sides = {}
        for name, above in (("above", True), ("below", False)):
            side = branch.cut(d, above)
            sides[name] = self.empty(side.cone, 1) or self.branch(side)
        return {"split": text(d), **sides}

    def empty(self, cone: Cone, effort: int) -> Certificate | None:
        """The certificate that there is no point, unless there is one or it is not seen."""
        if len(cone.points):
            return None
        found = contradiction(cone, self.work, effort)
        return None if found is None else {"empty": self.terms(found, cone)}

    def terms(self, found: Sum, cone: Cone) -> list[list[Any]]:
        """Terms as JSON."""
        return [
            [str(t.weight), [text(cone.constraints[j].polynomial) for j in t.factors], [text(s) for s in t.squares]]
            for t in found
        ]

    # --- switches ---------------------------------------------------------------------------------------

    def resolved(self, branch: _Branch) -> tuple[_Branch, list[Polynomial]]:
        """The branch without the switches that the cuts decide, and the differences that decide the next ones."""
        while True:
            active = self.active(branch)
            differences: list[Polynomial] = []
            for switch in active:
                if any(self.letters(p) for p in switch.parts):
                    continue
                chosen, open_ones = self.decided(switch, branch)
                if chosen is not None:
                    values = {switch.letter: chosen}
                    rest = tuple(s.put(values) for s in active if s is not switch)
                    branch = replace(branch, body=put(branch.body, values), switches=rest)
                    break
                differences += open_ones
            else:
                return replace(branch, switches=tuple(active)), differences

    def letters(self, p: Polynomial) -> set[int]:
        """The letters for switches in a polynomial."""
        return {i for i, d in enumerate(p.degrees()) if d > 0 and i >= len(self.reading.names)}

    def active(self, branch: _Branch) -> list[_Switch]:
        """The switches that the polynomial depends on."""
        needed = self.letters(branch.body)
        for switch in reversed(branch.switches):
            if switch.letter in needed:
                needed = needed.union(*(self.letters(p) for p in switch.parts))
        return [switch for switch in branch.switches if switch.letter in needed]

    def decided(self, switch: _Switch, branch: _Branch) -> tuple[Polynomial | None, list[Polynomial]]:
        """What a switch is, or the differences whose sign decides that."""
        if switch.kind == "indicator":
            d = self.difference(switch.parts[0])
            above = d > 0 if isinstance(d, int) else self.is_above(d, branch, equal=False)
            return (None, [d]) if above is None else (self.reading.wide.constant(int(above)), [])
        open_ones = []
        best = switch.parts[0]
        for p, q in itertools.combinations(switch.parts, 2):
            d = self.difference(p - q)
            if not isinstance(d, int) and self.is_above(d, branch, equal=True) is None:
                open_ones.append(d)
        if open_ones:
            return None, open_ones
        for q in switch.parts[1:]:
            d = self.difference(q - best)
            above = d > 0 if isinstance(d, int) else bool(self.is_above(d, branch, equal=True))
            best = q if above == (switch.kind == "greatest") else best
        return best, []

    def difference(self, p: Polynomial) -> Polynomial | int:
        """A polynomial in the variables up to a positive factor, or the sign of a number."""
        if p.is_zero():
            return 0
        if p.is_constant():
            return 1 if p.leading_coefficient() > 0 else -1
        return primitive(self.reading.narrowed(p))[1]

    def is_above(self, d: Polynomial, branch: _Branch, *, equal: bool) -> bool | None:
        """Whether the cuts say that ``d`` is positive (with ``equal``, it does not matter what is said where it is zero)."""
        same, turned = key(d), key(-d)
        for cut, above in branch.cuts.items():
            if cut == same:
                return above
            if cut == turned and (above or equal):
                return not above
        return None

    def next_cut(self, differences: list[Polynomial], cone: Cone) -> Polynomial:
        """The difference to cut along: one with the same sign everywhere, or the one that decides most."""
        count: dict[Key, int] = {}
        for d in differences:
            for k in (key(d), key(-d)):
                count[k] = count.get(k, 0) + 1

        def rank(d: Polynomial) -> tuple[Any, ...]:
            values = Numeric(d)(cone.points)
            one_sided = bool(np.all(values > 0) or np.all(values <= 0))
            return not one_sided, -count[key(d)], d.total_degree(), len(d.to_dict()), text(d)

        return min(differences, key=rank)

    # --- leaves -----------------------------------------------------------------------------------------

    def leaf(self, p: Polynomial, cone: Cone, cuts: int) -> Certificate:
        """The certificate of a polynomial: a sum, or the set is empty, or cut it once more."""
        self.refute(p, cone)
        found = nonnegative(p, cone, self.work, strict=self.strict, effort=1)
        if found is None and cuts == 0 and not p.is_constant():
            self.refute_nearby(p, cone)
            found = nonnegative(p, cone, self.work, strict=self.strict, effort=2)
        if found is not None:
            return {"sum": self.terms(found, cone)}
        empty = self.empty(cone, 2)
        if empty is not None:
            return empty
        if cuts >= MAX_CUTS:
            raise _NotFound
        d = self.cut(p, cone)
        self.work.branch()
        sides = {"above": cone.put(d, True), "below": cone.put(-d, False)}
        return {"split": text(d), **{name: self.leaf(p, side, cuts + 1) for name, side in sides.items()}}

    def refute(self, p: Polynomial, cone: Cone) -> None:
        """Raises `_NotFound` where a point is seen at which ``p`` is negative, or zero and should be positive."""
        values = Numeric(p)(cone.points)
        low = 1e-9 if self.strict else -1e-12
        for row in np.argsort(values)[:5]:
            if values[row] <= low:
                self.refute_at(p, cone, cone.exact_point(int(row)))

    def refute_nearby(self, p: Polynomial, cone: Cone) -> None:
        """The same with points at which ``p`` has local minima."""
        for place in cone.from_unit(cone.lowest(p, 6)):
            for most in (64, 10**4, 10**9):
                self.refute_at(p, cone, [Fraction(float(a)).limit_denominator(most) for a in place])

    def refute_at(self, p: Polynomial, cone: Cone, place: list[Fraction]) -> None:
        """The same at one point."""
        exact = value(p, place)
        if (exact < 0 or (self.strict and exact == 0)) and cone.has(place):
            raise _NotFound

    def cut(self, p: Polynomial, cone: Cone) -> Polynomial:
        """Where to cut a set on which no sum is found: two variables that may change places, or one less a number."""
        degrees = p.degrees()
        gens = cone.variables
        for i, j in itertools.combinations([i for i, d in enumerate(degrees) if d], 2):
            d = gens[i] - gens[j]
            if degrees[i] == degrees[j] and p == put(p, {i: gens[j], j: gens[i]}):
                values = Numeric(d)(cone.points)
                if (values > 0).any() and (values < 0).any():
                    return d
        best: tuple[float, Polynomial] | None = None
        for i, degree in enumerate(degrees):
            if degree == 0:
                continue
            low, high = cone.box[i]
            if low is not None and high is not None:
                middle = (low + high) / 2
            elif low is not None:
                middle = low + max(abs(low), Fraction(1))
            else:
                middle = Fraction(0) if high is None else high - max(abs(high), Fraction(1))
            d = primitive(cone.variables[i] - _q(middle))[1]
            gain = sum(_least_coefficient(p, side) for side in (cone.put(d, True), cone.put(-d, False)))
            if best is None or gain > best[0] + 1e-9:
                best = gain, d
        if best is None:
            raise _NotFound
        return best[1]


def _least_coefficient(p: Polynomial, cone: Cone) -> float:
    """The least Bernstein coefficient of a polynomial on the box of a cone, zero if none is negative."""
    q = cone.unit(p)
    shape = [d + 1 for d in q.degrees()]
    table = np.zeros(shape)
    for e, a in q.to_dict().items():
        table[e] = float(a)
    for axis, size in enumerate(shape):
        n = size - 1
        change = np.array(
            [[math.comb(i, j) / math.comb(n, j) if j <= i else 0.0 for j in range(size)] for i in range(size)]
        )
        table = np.moveaxis(np.tensordot(change, table, axes=(1, axis)), 0, axis)
    return min(float(table.min()), 0.0)
