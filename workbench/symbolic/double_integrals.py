"""Means over the operating condition and over u as patches: what a reader needs to check them without searching.

The square of (c, u) is cut into patches, c between two numbers and u between two functions of c. On a patch the
threshold g(c, u) is strictly monotone in u, with an inverse, or does not move with u; along its bottom and its top it
is strictly monotone in c, with inverses, or constant. For y between two neighbours among its values at the corners the
part of a patch below y is then known: all heights where the higher edge is below y, none where the lower edge is above
y, and between them the section up to where g is y. Two antiderivatives in c, of the weighted height and of the weighted
section, give the mean as a formula in y between any two levels.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from sympy import (
    Add,
    Expr,
    S,
    diff,
    expand,
    log,
    simplify,
)

from workbench.symbolic.antiderivatives import NoClosedForm, antiderivative, size, vanishes
from workbench.symbolic.integrals import check_inverse, conditions, moving_side, spread, still_side
from workbench.symbolic.inverting import Inverse, Y, inverted, positive
from workbench.symbolic.laws import explicit
from workbench.symbolic.monotone_parts import SHARES, Patch, between, choices, ordered, patches, switches
from workbench.symbolic.notation import Below, Clip, Density, PointMass, UniformDensity, c, tau, u
from workbench.symbolic.patch_signs import Undecided, delicate_on, resolved, sign_on, signed
from workbench.symbolic.plain import plain
from workbench.symbolic.smooth_parts import regular, settled, sign, smooth_parts, turns
from workbench.symbolic.translation import to_syntax

MAX_BISECTIONS = 6


# --- sheets ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Edge:
    """The threshold along the bottom or the top of a patch, a function of c; its inverse, None where it is constant."""

    level: Expr
    inverse: Inverse | None

    def at(self, place: Expr) -> Expr:
        """The threshold at an end."""
        return self.level.xreplace({c: place})

    def below(self, patch: Patch, middle: Expr) -> tuple[Expr, Expr] | None:
        """Where the edge is below y, for y between two levels around ``middle``."""
        first, last = self.at(patch.left), self.at(patch.right)
        if middle > max(first, last):
            return patch.left, patch.right
        if self.inverse is None or middle < min(first, last):
            return None
        return (patch.left, self.inverse.formula) if first < last else (self.inverse.formula, patch.right)


@dataclass(frozen=True)
class Sheet:
    """A patch with the threshold there, its edges at bottom and top, and the antiderivatives in c of the weighted
    height and of the weighted section, None where the threshold does not move with u."""

    patch: Patch
    g: Expr
    inverse: Inverse | None
    edges: tuple[Edge, Edge]
    whole: Expr
    section: Expr | None

    @property
    def corners(self) -> set[Expr]:
        """The values of the threshold at the corners."""
        return {edge.at(end) for edge in self.edges for end in (self.patch.left, self.patch.right)}

    def between(self, middle: Expr) -> tuple[tuple[Expr, Expr] | None, tuple[Expr, Expr] | None]:
        """Where the whole height is below y, and where a section is, for y between two levels around ``middle``."""
        point = self.patch.points[0]
        low, high = sorted(self.edges, key=lambda edge: size(edge.level, point))
        full, some = high.below(self.patch, middle), low.below(self.patch, middle)
        if full is None or some is None or full == some:
            return full, None if full == some else some
        return full, (full[1], some[1]) if full[0] == some[0] else (some[0], full[0])

    def mass(self, middle: Expr) -> Expr:
        """The mean over the part of the patch below y, for y between two levels around ``middle``."""
        return Add(
            *(
                _increment(e, *ends)
                for e, ends in zip((self.whole, self.section), self.between(middle), strict=True)
                if ends and e is not None
            )
        )

    def words(self) -> dict[str, Any]:
        """The sheet in the statement language."""
        patch = self.patch
        ends = {"from": patch.left, "to": patch.right, "bottom": patch.bottom, "top": patch.top}
        return {
            **{name: str(to_syntax(e)) for name, e in ends.items()},
            **_inverse_words(self.inverse),
            "edges": [_inverse_words(edge.inverse) for edge in self.edges],
            "whole": str(to_syntax(self.whole)),
            "section": None if self.section is None else str(to_syntax(self.section)),
        }


def _increment(e: Expr, low: Expr, high: Expr) -> Expr:
    return e.xreplace({c: high}) - e.xreplace({c: low})


def _inverse_words(inverse: Inverse | None) -> dict[str, Any]:
    if inverse is None:
        return {"inverse": None, "roots": []}
    return {"inverse": str(to_syntax(inverse.formula)), "roots": [str(to_syntax(x)) for x in inverse.roots]}


def _sheets(weighted: Expr, g: Expr, patch: Patch, bisections: int) -> Iterator[Sheet]:
    try:
        found = [_sheet(weighted, resolved(g, part), part) for part in _between_turns(g, patch)]
    except Undecided:
        if not bisections:
            raise
        for part in _halves(patch):
            yield from _sheets(weighted, g, part, bisections - 1)
    else:
        yield from found


def _halves(patch: Patch) -> tuple[Patch, Patch]:
    middle = (patch.left + patch.right) / 2
    return replace(patch, right=middle), replace(patch, left=middle)


def _edges(g: Expr, patch: Patch) -> list[Expr]:
    smooth = resolved(g, patch)
    return [simplify(smooth.xreplace({u: wall})) for wall in (patch.bottom, patch.top)]


def _between_turns(g: Expr, patch: Patch) -> Iterator[Patch]:
    """The parts of a patch on which the edges are monotone in c."""
    cuts = {patch.left, patch.right}
    for level in _edges(g, patch):
        cuts |= set(turns(level, patch.left, patch.right))
    for left, right in itertools.pairwise(sorted(cuts)):
        for ends in settled(_edge_conditions(g, replace(patch, left=left, right=right)), left, right):
            yield replace(patch, left=ends[0], right=ends[1])


def _edge_conditions(g: Expr, patch: Patch) -> list[Expr]:
    found = [patch.top - patch.bottom]
    for level in _edges(g, patch):
        found += conditions(level, _edge(level, patch).inverse)
    return found


def _edge(level: Expr, patch: Patch) -> Edge:
    points = [{c: between(patch.left, patch.right, share)} for share in SHARES]
    return Edge(level, None if not level.has(c) else inverted(level, c, points))


def _sheet(weighted: Expr, g: Expr, patch: Patch) -> Sheet:
    first, last = (_edge(level, patch) for level in _edges(g, patch))
    for edge in (first, last):
        check_inverse(edge.level, edge.inverse, patch.left, patch.right)
    point = patch.points[0]
    whole = antiderivative(weighted * (patch.top - patch.bottom), c, point)
    if not regular(whole, patch.left, patch.right):
        raise NoClosedForm(f"{plain(whole)} is not continuous from {plain(patch.left)} to {plain(patch.right)}")
    for x in delicate_on(g):
        signed(x, patch)
    if vanishes(diff(g, u)):
        return Sheet(patch, g, None, (first, last), whole, None)
    inverse = inverted(g, u, patch.points)
    for x in inverse.divisors + inverse.roots:
        if x.has(c, u):
            signed(x, patch)
    rises = size(first.level, point) < size(last.level, point)
    section = inverse.formula - patch.bottom if rises else patch.top - inverse.formula
    return Sheet(
        patch, g, inverse, (first, last), whole, antiderivative(weighted * section, c, {**point, Y: g.xreplace(point)})
    )


# --- levels ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Level:
    """The mean over the part of the square below y as a formula in y, for y between ``low`` and ``high``."""

    low: Expr
    high: Expr
    mass: Expr

    def at(self, y: Expr, above: Expr = S.One, below: Expr = S.One) -> Expr:
        """The formula at ``y``; 0 log 0 is written as 0 log 1.

        ``above`` is one if ``y`` is above the lower level and else zero, ``below`` the like.
        """
        put = {}
        for e in self.mass.atoms(log):
            for end, inside in ((self.low, above), (self.high, below)):
                if vanishes(e.args[0].xreplace({Y: end})):
                    put[e] = log(e.args[0] + 1 - inside)
        return self.mass.xreplace(put).xreplace({Y: y})

    def check(self) -> None:
        """Raise `NoClosedForm` unless the formula is continuous from level to level."""
        for e in self.mass.atoms(log):
            coefficient = expand(self.mass).coeff(e)
            for end in (self.low, self.high):
                if vanishes(e.args[0].xreplace({Y: end})) and not vanishes(coefficient.xreplace({Y: end})):
                    raise NoClosedForm(f"{plain(self.mass)} has no value at {plain(end)}")
        for found in (self.at(self.low, above=S.Zero), self.at(self.high, below=S.Zero)):
            size(found, {})

    def words(self) -> dict[str, str]:
        """The level in the statement language."""
        return {name: str(to_syntax(e)) for name, e in (("low", self.low), ("high", self.high), ("mass", self.mass))}


@dataclass(frozen=True)
class Law:
    """The mean over the part of the square where g < y, for every y."""

    sheets: tuple[Sheet, ...]
    levels: tuple[Level, ...]

    @property
    def total(self) -> Expr:
        """The mean over the whole square."""
        return Add(*(_increment(x.whole, x.patch.left, x.patch.right) for x in self.sheets))

    @cached_property
    def jumps(self) -> dict[Expr, Expr]:
        """By how much the mean grows at a level."""
        ends = [(x.low, x.at(x.low, above=S.Zero), x.at(x.high, below=S.Zero)) for x in self.levels]
        if not ends:
            (level,) = self.sheets[0].corners
            return {level: self.total}
        starts = [*ends, (self.levels[-1].high, self.total, S.Zero)]
        before = [S.Zero, *(end for _, _, end in ends)]
        found = {level: simplify(start - end) for (level, start, _), end in zip(starts, before, strict=True)}
        return {level: jump for level, jump in found.items() if jump != 0}

    def below(self, y: Expr) -> Expr:
        """The mean where g < y, without the jumps."""
        found = S.Zero
        for x in self.levels:
            found += x.at(Clip(y, x.low, x.high), Below(x.low, y), Below(y, x.high)) - x.at(x.low, above=S.Zero)
        return found


@lru_cache(maxsize=256)
def sheets(density: Density, moving: Expr, g: Expr) -> tuple[Sheet, ...]:
    """The patches of a threshold g(c, u), weighted by ``moving``, a function of c. Raises `NoClosedForm`."""
    if moving.has(u):
        raise NoClosedForm("an event times a function of u")
    weight, low, high = _weight(density, moving * g)
    slopes = {expand(diff(x, u)) for x in choices(g)}
    return tuple(
        sheet
        for left, right, (smooth,) in smooth_parts((weight * moving,), low, high)
        for patch in patches(switches(g) | slopes, left, right)
        for sheet in _sheets(smooth, g, _rational(patch), MAX_BISECTIONS)
    )


@lru_cache(maxsize=256)
def law(density: Density, moving: Expr, g: Expr) -> Law:
    """The law of a threshold g(c, u), weighted by ``moving``, a function of c. Raises `NoClosedForm`."""
    found = sheets(density, moving, g)
    irrational = [x for sheet in found for x in sheet.corners if not x.is_Rational]
    if irrational:
        raise NoClosedForm(f"{plain(g)} is irrational at a corner: {plain(irrational[0])}")
    places = ordered(set().union(*(sheet.corners for sheet in found)))
    levels: list[Level] = []
    for first, last in itertools.pairwise(places):
        middle = (first + last) / 2
        for sheet in found:
            _check_section(sheet, first, last)
        mass = Add(*(sheet.mass(middle) for sheet in found))
        mass = spread(positive(mass) if first >= 0 else mass)
        if levels and vanishes(levels[-1].mass - mass):
            first, mass = levels[-1].low, levels.pop().mass
        levels.append(Level(first, last, mass))
    for level in levels:
        level.check()
    return Law(found, tuple(levels))


def _weight(density: Density, e: Expr) -> tuple[Expr, Expr, Expr]:
    """The density as a function of c, and its support; ``e`` is to be a function of c and u."""
    if e.has(tau) or not e.free_symbols <= {c, u}:
        raise NoClosedForm(f"{plain(e)} is no function of c and u alone")
    if isinstance(density, PointMass) or density.free_symbols:
        raise NoClosedForm(f"no patches under {plain(density)}")
    ends = density.args if isinstance(density, UniformDensity) else (S.Zero, S.One)
    return explicit(density), *ends


def _rational(patch: Patch) -> Patch:
    if not (patch.left.is_Rational and patch.right.is_Rational):
        raise NoClosedForm("the threshold changes its course at an irrational number")
    return patch


def _check_section(sheet: Sheet, low: Expr, high: Expr) -> None:
    """Raise `NoClosedForm` unless the antiderivative of the section is smooth on the part of a patch between two
    levels, and continuous up to the ends of its interval."""
    part = sheet.between((low + high) / 2)[1]
    if part is None or sheet.section is None:
        return
    for x, strict in delicate_on(sheet.section).items():
        signs = [sign_on(x.xreplace({Y: sheet.g}), sheet.patch)]
        for end in part:
            if end.has(Y):
                level = next(edge.level for edge in sheet.edges if edge.inverse and edge.inverse.formula == end)
                signs.append(sign(x.xreplace({Y: level}), sheet.patch.left, sheet.patch.right))
            else:
                signs.append(sign(x.xreplace({c: end}).xreplace({Y: c}), low, high))
        if signs[0] not in (1, -1) or any(found not in (signs[0], signs[0] if strict else 0) for found in signs):
            raise NoClosedForm(f"the sign of {plain(x)} is not plain to see")


def square(density: Density, moving: Expr, event: Below) -> dict[str, Any]:
    """The patches and the levels of E[moving * event], ``moving`` in c alone, one side of the event in c and u.

    Raises `NoClosedForm`.

    >>> from workbench.symbolic.notation import UNIFORM, s
    >>> found = square(UNIFORM, S.One, Below(c * u, s))
    >>> found["patches"][0]["inverse"], found["patches"][0]["section"], found["levels"]
    ('y/c', 'y*log(c)', [{'low': '0', 'high': '1', 'mass': 'y - y*log(y)'}])
    """
    found = law(density, moving, moving_side(event))
    return {"patches": [x.words() for x in found.sheets], "levels": [x.words() for x in found.levels]}


def square_value(density: Density, moving: Expr, event: Below) -> Expr:
    """What the levels of `square` add up to.

    Raises `NoClosedForm`.

    >>> from workbench.symbolic.notation import UNIFORM, s
    >>> square_value(UNIFORM, S.One, Below((c + u) / 2, s))
    2*Clip(s, 0, 1/2)**2 - 2*Clip(s, 1/2, 1)**2 + 4*Clip(s, 1/2, 1) - 3/2
    """
    found, y = law(density, moving, moving_side(event)), still_side(event)
    if event.args[1] == y:
        return spread(found.below(y) + Add(*(jump * Below(level, y) for level, jump in found.jumps.items())))
    late = Add(*(jump * (1 - Below(y, level)) for level, jump in found.jumps.items()))
    return spread(found.total - found.below(y) - late)


# --- means without an event ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A patch with an antiderivative in u of what is averaged, and one in c of its weighted increments."""

    patch: Patch
    inner: Expr
    outer: Expr

    def words(self) -> dict[str, str]:
        """The block in the statement language."""
        patch = self.patch
        ends = {"from": patch.left, "to": patch.right, "bottom": patch.bottom, "top": patch.top}
        return {name: str(to_syntax(e)) for name, e in {**ends, "inner": self.inner, "outer": self.outer}.items()}


@lru_cache(maxsize=256)
def blocks(density: Density, moving: Expr) -> tuple[Block, ...]:
    """The blocks of the mean of a function of c and u that is no product of two in one each. Raises `NoClosedForm`."""
    weight, low, high = _weight(density, moving)
    return tuple(
        block
        for left, right, (smooth,) in smooth_parts((weight,), low, high)
        for patch in patches(switches(moving), left, right)
        for block in _blocks(smooth, moving, _rational(patch), MAX_BISECTIONS)
    )


def _blocks(weight: Expr, moving: Expr, patch: Patch, bisections: int) -> Iterator[Block]:
    try:
        yield _block(weight, resolved(moving, patch), patch)
    except Undecided:
        if not bisections:
            raise
        for part in _halves(patch):
            yield from _blocks(weight, moving, part, bisections - 1)


def _block(weight: Expr, moving: Expr, patch: Patch) -> Block:
    point = patch.points[0]
    inner = antiderivative(moving, u, point)
    for x, strict in delicate_on(inner).items():
        found = signed(x, patch)
        ends = [sign(x.xreplace({u: wall}), patch.left, patch.right) for wall in (patch.bottom, patch.top)]
        if any(end not in (found, found if strict else 0) for end in ends):
            raise NoClosedForm(f"the sign of {plain(x)} is not plain to see")
    outer = antiderivative(weight * (inner.xreplace({u: patch.top}) - inner.xreplace({u: patch.bottom})), c, point)
    if not regular(outer, patch.left, patch.right):
        raise NoClosedForm(f"{plain(outer)} is not continuous from {plain(patch.left)} to {plain(patch.right)}")
    return Block(patch, inner, outer)


def square_mean(density: Density, moving: Expr) -> dict[str, Any]:
    """The patches of E[moving], a function of c and u, without an event.

    Raises `NoClosedForm`.

    >>> from sympy import Max
    >>> from workbench.symbolic.notation import UNIFORM
    >>> [(x["bottom"], x["top"], x["inner"], x["outer"]) for x in square_mean(UNIFORM, Max(c, u))["patches"]]
    [('0', 'c', 'c*u', 'c**3/3'), ('c', '1', 'u**2/2', 'c/2 - c**3/6')]
    """
    return {"patches": [block.words() for block in blocks(density, moving)]}


def square_mean_value(density: Density, moving: Expr) -> Expr:
    """What the patches of `square_mean` add up to.

    Raises `NoClosedForm`.

    >>> from sympy import Max
    >>> from workbench.symbolic.notation import UNIFORM
    >>> square_mean_value(UNIFORM, Max(c, u))
    2/3
    """
    found = blocks(density, moving)
    return spread(Add(*(_increment(x.outer, x.patch.left, x.patch.right) for x in found)))
