"""Sign certificates: why an expression is nonnegative, or positive, at every point of a set.

A certificate is a tree. At its inner nodes the set is cut along the sign of a polynomial, so that indicators, maxima,
minima and absolute values become polynomials. At its leaves a polynomial, in variables and in roots of them, is a sum,
with positive rational weights, of products of what is nonnegative there and of squares; or the leaf has no point, for
such a sum is -1. It is plain JSON, and reading it needs no search:

    {"split": "x - y", "above": certificate, "below": certificate}      x - y > 0, and y - x >= 0
    {"sum": [["3/2", ["x", "1 - x"], ["x - y"]], ...]}                  3/2 * x * (1 - x) * (x - y)**2 + ...
    {"empty": [...]}                                                    terms with the sum -1, or 0 and one is strict

This module looks for certificates; floating point may lead the search, but every identity is exact. Whoever gets one
should check it without this module.
"""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from sympy import Expr

from workbench.certificates.cones import Cone, Key, Numeric, Polynomial, key, primitive, put, rational, text, value
from workbench.certificates.linear_programs import OutOfWork, Work
from workbench.certificates.product_programs import Sum
from workbench.certificates.sums_of_products import contradiction, nonnegative
from workbench.certificates.switches import NotPolynomial, Reading, Region, Switch
from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazily("numpy")  # which a certificate that is seen does not need

__all__ = ["Certificate", "Region", "Work", "certificate"]

Certificate: TypeAlias = dict[str, Any]

MAX_CUTS = 6
MAX_CORNERS = 64


def certificate(f: Expr, region: Region, *, strict: bool = False, work: Work | None = None) -> Certificate | None:
    """Why ``f`` is nonnegative on a region, or positive with ``strict``; None when no reason is found.

    ``f`` is made of polynomials with rational coefficients, `Max`, `Min`, `Abs`, `Clip` and `Below` of such, and roots
    of v or of 1 - v for a variable v with the interval [0, 1]. ``work`` bounds the search, and nothing else
    does, so that the same question has the same answer everywhere.

    >>> from sympy import Abs, symbols
    >>> x, y = symbols("x y")
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
        return _Tree(Reading(f, region), strict, work or Work()).certificate()
    except (_NotFound, NotPolynomial, OutOfWork):
        return None


class _NotFound(Exception):
    """There is no certificate, or none is found."""


# --- the tree -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Branch:
    """What is left to do: a polynomial in variables and switches, and the part of the set."""

    body: Polynomial
    switches: tuple[Switch, ...]
    cone: Cone


class _Tree:
    """The search for a certificate."""

    def __init__(self, reading: Reading, strict: bool, work: Work) -> None:
        self.reading = reading
        self.strict = strict
        self.work = work

    def certificate(self) -> Certificate:
        """The certificate; raises `_NotFound` and `OutOfWork`."""
        whole = _Branch(self.reading.body, tuple(self.reading.switches), self.reading.cone)
        return self.seen(whole) or self.searched(whole)

    def seen(self, whole: _Branch) -> Certificate | None:
        """The certificate of a polynomial without switches that is a product, or one at the ends of an interval.

        Raises `_NotFound` where it is negative at a corner.
        """
        if self.active(whole):
            return None
        p, cone = self.reading.narrowed(whole.body), whole.cone
        found = nonnegative(p, cone, None, strict=self.strict)
        if found is None:
            ends = ([end for end in side if end is not None] for side in cone.box)
            for corner in itertools.islice(itertools.product(*ends), MAX_CORNERS):
                self.refute_at(p, cone, list(corner))
            return None
        self.work.branch()
        return {"sum": self.terms(found, whole.cone)}

    def searched(self, whole: _Branch) -> Certificate:
        """The certificate that floating point leads to."""
        try:
            with np.errstate(all="ignore"):
                return self.branch(whole)
        except np.linalg.LinAlgError as error:
            raise _NotFound from error

    def text(self, p: Polynomial) -> str:
        """A polynomial as text, letters for roots written out."""
        found = text(p)
        for root in self.reading.roots.values():
            of = root.variable.name if root.of == root.variable else f"(1 - {root.variable.name})"
            found = re.sub(rf"\b{root.name}\b", f"({of}**(1/{root.degree}))", found)
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
            side = self.side(branch, d, above)
            sides[name] = self.empty(side.cone, 1) or self.branch(side)
        return {"split": self.text(d), **sides}

    def empty(self, cone: Cone, effort: int) -> Certificate | None:
        """The certificate that there is no point, unless there is one or it is not seen."""
        if len(cone.points):
            return None
        found = contradiction(cone, self.work, effort)
        return None if found is None else {"empty": self.terms(found, cone)}

    def terms(self, found: Sum, cone: Cone) -> list[list[Any]]:
        """Terms as JSON."""
        return [
            [
                str(t.weight),
                [self.text(cone.constraints[j].polynomial) for j in t.factors],
                [self.text(s) for s in t.squares],
            ]
            for t in found
        ]

    # --- switches ---------------------------------------------------------------------------------------

    def side(self, branch: _Branch, d: Polynomial, above: bool) -> _Branch:
        """The part where ``d`` is positive, or the part where it is not; what switches take note of it."""
        switches = (
            s if any(self.letters(p) for p in s.parts) else replace(s, cuts=(*s.cuts, (key(d), above)))
            for s in branch.switches
        )
        return _Branch(branch.body, tuple(switches), branch.cone.put(d if above else -d, above))

    def resolved(self, branch: _Branch) -> tuple[_Branch, list[Polynomial]]:
        """The branch without the switches that the cuts decide, and the differences that decide the next ones."""
        while True:
            active = self.active(branch)
            differences: list[Polynomial] = []
            for switch in active:
                if any(self.letters(p) for p in switch.parts):
                    continue
                found = self.undecided(switch)
                if not found and switch.rounds + 1 < self.rounds(switch):
                    again = replace(switch, rounds=switch.rounds + 1, chosen=self.decided(switch), cuts=())
                    active[active.index(switch)] = switch = again
                    found = self.undecided(switch)
                if not found:
                    values = {switch.letter: self.decided(switch)}
                    rest = tuple(s.put(values) for s in active if s is not switch)
                    branch = _Branch(put(branch.body, values), rest, branch.cone)
                    break
                differences += found
            else:
                return replace(branch, switches=tuple(active)), differences

    def letters(self, p: Polynomial) -> set[int]:
        """The letters for switches in a polynomial."""
        return {i for i, d in enumerate(p.degrees()) if d > 0 and i >= len(self.reading.names)}

    def active(self, branch: _Branch) -> list[Switch]:
        """The switches that the polynomial depends on."""
        needed = self.letters(branch.body)
        for switch in reversed(branch.switches):
            if switch.letter in needed:
                needed = needed.union(*(self.letters(p) for p in switch.parts))
        return [switch for switch in branch.switches if switch.letter in needed]

    def undecided(self, switch: Switch) -> list[Polynomial]:
        """The differences whose sign decides a switch, and of which the cuts say nothing."""
        parts = switch.parts
        pairs = parts if switch.kind == "indicator" else tuple(p - q for p, q in itertools.combinations(parts, 2))
        differences = (self.difference(d) for d in pairs)
        return [d for d in differences if not isinstance(d, int) and switch.above(d) is None]

    def decided(self, switch: Switch) -> Polynomial:
        """What a switch is, once its differences are decided."""
        if switch.chosen is not None:
            return switch.chosen
        if switch.kind == "indicator":
            d = self.difference(switch.parts[0])
            return self.reading.wide.constant(int(d > 0 if isinstance(d, int) else bool(switch.above(d))))
        best, *others = switch.parts
        for i, q in enumerate(others):
            d = self.difference(q - best)
            above = d > 0 if isinstance(d, int) else bool(switch.above(d))
            greatest = switch.kind == "greatest" or (switch.kind == "middle" and i == 0)
            best = q if above == greatest else best
        return best

    def rounds(self, switch: Switch) -> int:
        """How often the differences of a switch are to be cut."""
        if switch.kind == "middle" and isinstance(self.difference(switch.parts[2] - switch.parts[1]), int):
            return 1
        return max(len(switch.parts) - 1, 1)

    def difference(self, p: Polynomial) -> Polynomial | int:
        """A polynomial in the variables up to a positive factor, or the sign of a number."""
        if p.is_zero():
            return 0
        if p.is_constant():
            return 1 if p.leading_coefficient() > 0 else -1
        return primitive(self.reading.narrowed(p))[1]

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
        return {"split": self.text(d), **{name: self.leaf(p, side, cuts + 1) for name, side in sides.items()}}

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
            d = primitive(cone.variables[i] - rational(middle))[1]
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
