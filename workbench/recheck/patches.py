"""Means over c and u together, by patches: on each c lies between two numbers, u between two functions of c.

For ``Ec(f, w)`` with at most one ``indicator(g(c, u) < y)``, y standing still. In a patch ``h(c, g(c, u)) = u``, so g
is strictly monotone in u, or does not move with u. Along the edges, u = bottom and u = top, ``e(g(c)) = c``, so g is
strictly monotone in c, or constant: an edge is below y for all c, for none, or for those on one side of e(y). Let F be
an antiderivative of f in u and, y standing still (where g falls with u, the like from the top),

    dW/dc = w (F(c, top) - F(c, bottom)),    dS/dc = w (F(c, h(c, y)) - F(c, bottom)).

Below y lies the growth of S where the lower edge is below y, and that of W - S where the higher one is: a formula in y
between any two neighbours among the levels, the values of g at the corners. At a level the mean may jump.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb, prod
from types import MappingProxyType
from typing import Any, TypeAlias

from workbench.recheck import integrals, terms
from workbench.recheck.integrals import C, U, Y, derivative, resolved, smooth, written_in
from workbench.recheck.language import need
from workbench.recheck.meaning import Book, made, put, value_at
from workbench.recheck.terms import ONE, ZERO, Q, Ratio, ind, name, number, of_number, term

Box: TypeAlias = Mapping[int, tuple[Q, Q]]


def evaluated(use: Mapping[str, Any], book: Book) -> tuple[Ratio, Ratio]:
    """The mean that an entry is about, and what its patches add up to; they fill the square over the support."""
    mean, density, f, events = integrals.mean_of(use, book)
    (low, high, rising), *_ = [*events, (ZERO, ZERO, True)]
    weight, *support = integrals.density_at(density)
    patches = [_Patch(book, weight, f, low if rising else high, words) for words in use["patches"]]
    cuts = sorted({x for p in patches for x in p.span})
    need([*map(of_number, (cuts[0], cuts[-1]))] == support, "the patches do not cover the condition")
    for left, right in pairwise(cuts):
        column, wall = [p.walls for p in patches if p.span[0] <= left and right <= p.span[1]], ZERO
        above = dict(column)
        for _ in column:
            wall = above.pop(wall)
        need(wall == ONE, "the patches do not fill a column")
    total = sum((p.total for p in patches), ZERO)
    found = _below(patches, total, high if rising else low, rising) if events else total
    return mean, found if rising else total - found


def _below(patches: list[_Patch], total: Ratio, y: Ratio, strict: bool) -> Ratio:
    """The mean over g < y (g <= y): each mass at y put between its levels, and the jumps."""
    levels = sorted({x for p in patches for edge in p.edges for x in edge[1:]}, key=lambda x: _bounds(x, {}))
    need(all(sign(b - a) > 0 for a, b in pairwise(levels)), "the order of the levels is not known")
    pieces, found, before = list[tuple[Ratio, Ratio, Ratio]](), ZERO, ZERO
    for k, (low, high) in enumerate(pairwise(levels), start=1):
        box = {Y: (_bounds(low, {})[0], _bounds(high, {})[1])}
        mass = sum((p.mass(levels[:k], box) for p in patches), ZERO)
        mass = integrals.rooted(mass, [term({Y: 1})], partial(sign, box=box))
        if pieces and pieces[-1][0] - mass == ZERO:
            _at(mass, low)  # it has a value there, too
            low = pieces.pop()[1]
        pieces.append((mass, low, high))
    for mass, low, high in [*pieces, (total, levels[-1], levels[-1])]:
        (first, vanishing), (last, too) = _at(mass, low), _at(mass, high)
        guards = {i: ONE - ind(y - low) for i in vanishing}
        guards |= {i: guards.get(i, ZERO) + ONE - ind(high - y) for i in too}
        between = put(mass, {i: made("log", terms.atom(i)[1] + x) for i, x in guards.items()}, free=True)
        between = put(between, {Y: integrals.clipped(y, low, high)}, free=True)
        passed = ind(y - low) if strict else ONE - ind(low - y)
        found, before = found + between - first + (first - before) * passed, last
    return found


def _at(mass: Ratio, level: Ratio) -> tuple[Ratio, list[int]]:
    """A mass at one of its levels, 0 log(0) being 0, and the logarithms of what vanishes there."""
    at = partial(put, values={Y: level}, free=True)
    gone = [i for i in terms.inside(mass) if terms.atom(i)[0] == "log" and at(terms.atom(i)[1]) == ZERO]
    rest = put(mass, dict.fromkeys(gone, ZERO), free=True)
    smooth(rest, sign, at)
    for i in gone:
        less, inner = put(mass, {i: ZERO}, free=True), terms.atom(i)[1]
        factor = put(mass, {i: ONE}, free=True) - less
        smooth(factor, sign, at)
        fits = mass - less - factor * term({i: 1}) == ZERO and at(factor) == ZERO
        need(fits and all(terms.atom(j)[0] != "log" for j in terms.below((factor, inner))), "no value at a level")
    return at(rest), gone


class _Patch:
    """A patch, refused unless everything on it is as its words say."""

    def __init__(self, book: Book, weight: Ratio, f: Ratio, g: Ratio, words: Mapping[str, Any]) -> None:
        book = replace(book, letters={"y": "letter"})
        left, right, bottom, top = (written_in(book, words[x]) for x in ("from", "to", "bottom", "top"))
        inner, self.whole, self.section = (written_in(book, words.get(x) or "0") for x in ("inner", "whole", "section"))
        self.span, self.ends, self.walls = (left.constant or 0, right.constant or 0), (left, right), (bottom, top)
        height, box = bottom + (top - bottom) * name("u"), {C: self.span, U: (0, 1)}  # u as a share of the height

        def side(x: Ratio) -> int:
            return sign(value_at(x, "u", height), box)

        def inverse(entry: Mapping[str, Any], x: Ratio, v: str) -> Ratio:
            found = integrals.solved(book, entry, x, v, side)
            for part in (found, self.section):
                smooth(part, side, partial(put, values={Y: x}, free=True))
            return found

        need(self.ends == tuple(map(of_number, self.span)), "a patch that does not end at two numbers")
        need(all("u" not in x.moves() for x in (bottom, top, self.whole)), "u stands where only c may")
        weight, f, g = (resolved(x, side) for x in (weight, f, g))
        for x in (bottom, top, self.whole, inner, g):
            smooth(x, side)
        need(self.span[0] < self.span[1] and sign(top - bottom, box) > 0, "a patch without width or height")
        walls = [partial(value_at, variable="u", value=x) for x in self.walls]
        ends = [partial(value_at, variable="c", value=x) for x in self.ends]
        for wall in walls:
            smooth(inner, side, wall)
            smooth(g, side, wall)
            for end in ends:
                smooth(wall(g), sign, end)
                smooth(self.whole, sign, end)
        (first, last), (start, total) = (wall(inner) for wall in walls), (end(self.whole) for end in ends)
        fits = derivative(inner, "u") - f == ZERO and derivative(self.whole) - weight * (last - first) == ZERO
        need(fits, f"no antiderivatives on the patch from {words['from']}")
        self.total, self.edges = total - start, list[Any]()
        for wall, entry in zip(walls, words.get("edges", ({}, {})), strict=True):
            turn = inverse(entry, wall(g), "c") if "c" in wall(g).moves() else ZERO
            self.edges.append((turn, *(end(wall(g)) for end in ends)))
        if "u" in g.moves():
            rise = sign(sum(self.edges[1][1:], ZERO) - sum(self.edges[0][1:], ZERO))
            part = value_at(inner, "u", inverse(words, g, "u"))
            grows = part - first if rise > 0 else last - part
            fits = rise != 0 and derivative(self.section) - weight * grows == ZERO
            need(fits, f"no antiderivative of the section on the patch from {words['from']}")
            self.edges = self.edges[::rise]  # the lower one first

    def mass(self, passed: list[Ratio], box: Box) -> Ratio:
        """The mean over the part below y, y above the levels passed and below the others."""
        places, total, side = Counter[tuple[Ratio, Ratio]](), ZERO, partial(sign, box=box)
        growing = ((self.section, 1),), ((self.section, -1), (self.whole, 1))
        for (turn, *levels), parts in zip(self.edges, growing, strict=True):
            start, end = (x if level in passed else turn for x, level in zip(self.ends, levels, strict=True))
            for part, k in parts if {*levels} & {*passed} else ():
                places[part, end] += k
                places[part, start] -= k
        for (part, place), k in places.items():
            if k:
                smooth(place, side)
                smooth(part, side, partial(value_at, variable="c", value=place))
                total = total + value_at(part, "c", place) * of_number(k)
        return total


def sign(x: Ratio, box: Box = MappingProxyType({})) -> int:
    """1 (-1) if x is seen to be positive (negative) inside of a box, else 0."""
    ends = [_bounds(part, box) for part in (Ratio(x.num), *(d for d, e in x.below() if e % 2))]
    return prod((1 if low >= 0 < high else -1 if high <= 0 > low else 0) for low, high in ends)


def _bounds(x: Ratio, box: Box) -> tuple[Q, Q]:
    """The least and the greatest Bernstein coefficient: inside of the box x lies between, or it is both.

    They are those of a polynomial in t, up to binomials, where (low + high t)/(1 + t) is put for each variable. A root
    lies between 1 and what it is of.
    """
    need(not x.den, "the bounds of a quotient")
    ranges = {i: box[i] for i in terms.inside(x) & box.keys()}
    for i in terms.inside(x) - box.keys():
        kind, base, *_ = terms.atom(i)
        low, high = _bounds(base, box) if kind == "power" else (-1, -1)
        need(low >= 0, f"the sign of a part of kind {kind} is not known")
        ranges[i] = min(low, 1), max(high, 1)
    total, degrees = ZERO, {i: max(dict(m).get(i, 0) for m in x.num) for i in ranges}
    for m, a in x.num.items():
        part = of_number(a)
        for i, (low, high) in ranges.items():
            e, t = dict(m).get(i, 0), term({number(("kernel", i)): 1})
            part = part * (of_number(low) + of_number(high) * t) ** e * (ONE + t) ** (degrees[i] - e)
        total = total + part
    found = [Fraction(a) / prod(comb(degrees[terms.atom(j)[1]], e) for j, e in m) for m, a in total.num.items()]
    found += [0] if len(found) < prod(n + 1 for n in degrees.values()) else []  # type: ignore[list-item]
    return min(found), max(found)
