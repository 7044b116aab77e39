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
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import prod
from typing import Any, TypeAlias

from workbench.recheck import terms
from workbench.recheck.integrals import C, Y, density_at, derivative, mean_of, solved, support, with_roots
from workbench.recheck.language import need
from workbench.recheck.meaning import Book, logarithm, put, value_at
from workbench.recheck.terms import ONE, ZERO, Q, Ratio, ind, name, number, of_number, same, term

U = number(("name", "u"))
Box: TypeAlias = Mapping[int, tuple[Q, Q]]


def evaluated(use: Mapping[str, Any], book: Book) -> tuple[Ratio, Ratio]:
    """The mean that an entry is about, and what its patches add up to; they fill the square over the support."""
    mean, density, f, events = mean_of(use, book)
    (low, high, rising), *_ = [*events, (ZERO, ZERO, True)]
    patches = [_Patch(book, density_at(density), f, low if rising else high, words) for words in use["patches"]]
    cuts = sorted({x for p in patches for x in p.span})
    need([*map(of_number, (cuts[0], cuts[-1]))] == [*support(density)], "the patches do not cover the condition")
    for left, right in pairwise(cuts):
        column, wall = [p.walls for p in patches if p.span[0] <= left and right <= p.span[1]], ZERO
        above = dict(column)
        for _ in column:
            wall = above.pop(wall)
        need(wall == ONE, "the patches do not fill a column")
    total = sum((p.total for p in patches), ZERO)
    found = _below(patches, total, high if rising else low, rising) if events else total
    return mean, with_roots(found if rising else total - found, use, book, lambda q: book.shows("nonnegative", q))


def _below(patches: list[_Patch], total: Ratio, y: Ratio, strict: bool) -> Ratio:
    """The mean over g < y (g <= y): each mass at y put between its levels, and the jumps."""
    levels = sorted({x for p in patches for edge in p.edges for x in edge[1:]}, key=lambda x: _bounds(x, {}))
    need(all(sign(b - a, {}) > 0 for a, b in pairwise(levels)), "the order of the levels is not known")
    pieces, found, before = list[tuple[Ratio, Ratio, Ratio]](), ZERO, ZERO
    for k, (low, high) in enumerate(pairwise(levels), start=1):
        mass = sum((p.mass(levels[:k], {Y: (_bounds(low, {})[0], _bounds(high, {})[1])}) for p in patches), ZERO)
        pieces.append((mass, pieces.pop()[1] if pieces and pieces[-1][0] == mass else low, high))
    for mass, low, high in [*pieces, (total, levels[-1], levels[-1])]:
        (first, vanishing), (last, too) = _at(mass, low), _at(mass, high)
        guards = {i: ONE - ind(y - low) for i in vanishing}
        guards |= {i: guards.get(i, ZERO) + ONE - ind(high - y) for i in too}
        between = put(mass, {i: logarithm(terms.atom(i)[1] + x) for i, x in guards.items()}, "")
        between = put(between, {Y: -terms.largest([-high, -terms.largest([low, y])])}, "")
        passed = ind(y - low) if strict else ONE - ind(low - y)
        found, before = found + between - first + (first - before) * passed, last
    return found


def _at(mass: Ratio, level: Ratio) -> tuple[Ratio, list[int]]:
    """A mass at one of its levels, 0 log(0) being 0, and the logarithms of what vanishes there."""
    at = partial(put, values={Y: level}, free="")
    gone = [i for i in terms.inside(mass) if terms.atom(i)[0] == "log" and not at(terms.atom(i)[1]).num]
    rest = put(mass, dict.fromkeys(gone, ZERO), "")
    smooth(rest, {}, at)
    for i in gone:
        less, inner = put(mass, {i: ZERO}, ""), terms.atom(i)[1]
        factor = put(mass, {i: ONE}, "") - less
        smooth(factor, {}, at)
        fits = same(mass, less + factor * term({i: 1})) and at(factor) == ZERO
        need(fits and all(terms.atom(j)[0] != "log" for j in terms.below((factor, inner))), "no value at a level")
    return at(rest), gone


class _Patch:
    """A patch, refused unless everything on it is as its words say."""

    def __init__(self, book: Book, weight: Ratio, f: Ratio, g: Ratio, words: Mapping[str, Any]) -> None:
        book = replace(book, letters={"y": "number"}, demands={})
        left, right, bottom, top = (book.text(words[x]) for x in ("from", "to", "bottom", "top"))
        inner, self.whole, self.section = (book.text(words.get(x) or "0") for x in ("inner", "whole", "section"))
        self.span = (left.constant or 0, right.constant or 0)
        self.ends, self.walls, self.edges = (left, right), (bottom, top), list[Any]()
        along, height = {C: self.span}, bottom + (top - bottom) * name("u")
        box = {**along, U: (0, 1)}  # u as a share of the height
        weight, f, g = (resolved(x, lambda d: sign(value_at(d, "u", height), box)) for x in (weight, f, g))

        def inverse(entry: Mapping[str, Any], x: Ratio, v: str) -> Ratio:
            found = solved(book, entry, x, v, lambda q: sign(value_at(q, "u", height), box) > 0)
            for part in (found, self.section):
                smooth(part, box, lambda d: value_at(put(d, {Y: x}, ""), "u", height))
            return found

        need(self.ends == tuple(map(of_number, self.span)), "a patch that does not end at two numbers")
        need(self.span[0] < self.span[1] and sign(top - bottom, along) > 0, "a patch without width or height")
        first, last = (value_at(inner, "u", wall) for wall in self.walls)
        start, end = (value_at(self.whole, "c", x) for x in self.ends)
        self.total = end - start
        need(all("u" not in x.moves() for x in (bottom, top, self.whole)), "u stands where only c may")
        for x in (bottom, top, self.whole):
            smooth(x, along)
        for x in (inner, g):
            smooth(x, box, lambda d: value_at(d, "u", height))
            for wall in self.walls:
                smooth(x, along, partial(value_at, variable="u", value=wall))
        for place in self.ends:
            smooth(self.whole, {}, partial(value_at, variable="c", value=place))
        fits = same(derivative(inner, "u"), f) and same(derivative(self.whole), weight * (last - first))
        need(fits, f"no antiderivatives on the patch from {words['from']}")
        for wall, entry in zip(self.walls, words.get("edges", ({}, {})), strict=True):
            edge = value_at(g, "u", wall)
            for place in self.ends:
                smooth(edge, {}, partial(value_at, variable="c", value=place))
            turn = inverse(entry, edge, "c") if "c" in edge.moves() else ZERO
            self.edges.append((turn, *(value_at(edge, "c", x) for x in self.ends)))
        if "u" in g.moves():
            rise = sign(sum(self.edges[1][1:], ZERO) - sum(self.edges[0][1:], ZERO), {})
            part = value_at(inner, "u", inverse(words, g, "u"))
            fits = rise != 0 and same(derivative(self.section), weight * (part - first if rise > 0 else last - part))
            need(fits, f"no antiderivative of the section on the patch from {words['from']}")
            self.edges = self.edges[::rise]  # the lower one first

    def mass(self, passed: list[Ratio], box: Box) -> Ratio:
        """The mean over the part below y, y above the levels passed and below the others."""
        places, total = Counter[tuple[Ratio, Ratio]](), ZERO
        growing = ((self.section, 1),), ((self.section, -1), (self.whole, 1))
        for (turn, *levels), parts in zip(self.edges, growing, strict=True):
            start, end = (x if level in passed else turn for x, level in zip(self.ends, levels, strict=True))
            for part, k in parts if {*levels} & {*passed} else ():
                places[part, end] += k
                places[part, start] -= k
        for (part, place), k in places.items():
            if k:
                smooth(place, box)
                smooth(part, box, partial(value_at, variable="c", value=place))
                total = total + value_at(part, "c", place) * of_number(k)
        return total


def sign(x: Ratio, box: Box) -> int:
    """1 (-1) if x is seen to be positive (negative) inside of a box, else 0."""
    ends = [_bounds(part, box) for part in (Ratio(x.num), *(d for d, e in x.below() if e % 2))]
    return prod((1 if low >= 0 < high else -1 if high <= 0 > low else 0) for low, high in ends)


def _bounds(x: Ratio, box: Box) -> tuple[Q, Q]:
    """The least and the greatest Bernstein coefficient: inside of the box x lies between, or it is both. A root lies
    between 1 and what it is of."""
    ranges = dict(box)
    for i in terms.inside(x) - box.keys():
        kind, base, *_ = terms.atom(i)
        low, high = _bounds(base, box) if kind == "power" else (-1, -1)
        need(low >= 0, f"the sign of a part of kind {kind} is not known")
        ranges[i] = min(low, 1), max(high, 1)
    need(not x.den, "the bounds of a quotient")
    found = terms.bernstein(x.num, ranges) if x.num else [0]
    return min(found), max(found)


def smooth(x: Ratio, box: Box, at: Callable[[Ratio], Ratio] = lambda x: x) -> None:
    """Refuse unless what x divides by, and takes roots and logarithms of, has a sign inside of a box, once a place is
    put ``at`` it; nothing has cancelled before that. A root may be of 0."""
    need(all(sign(at(d), box) for d, _ in x.below()), "a denominator that may vanish on a patch")
    for i in terms.inside(x) - {C, U, Y}:
        kind, inner, *_ = terms.atom(i)
        fits = kind in ("power", "log") and (sign(at(inner), box) > 0 or (kind == "power" and at(inner) == ZERO))
        need(fits, f"a part of kind {kind} that may have no value")
        smooth(inner, box, at)


def resolved(x: Ratio, side: Callable[[Ratio], int]) -> Ratio:
    """x with its maxima and indicators as they are where the sign of each difference is known."""
    found = dict[int, Ratio]()
    for i in sorted(terms.below(x)):
        kind, d, *_ = (*terms.atom(i), None)
        need(kind in ("name", "ind", "pos", "power", "log"), f"a part of kind {kind} on a patch")
        if kind in ("ind", "pos"):
            d = put(d, found, "")
            need(not d.num or side(d), "a switch inside of a patch")
            found[i] = ZERO if not d.num or side(d) < 0 else ONE if kind == "ind" else d
    return put(x, found, "")
