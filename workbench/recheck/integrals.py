"""Means over the operating condition: cells, each with an antiderivative and the inverse of what is compared.

For ``Ec(m, w)`` with at most one ``indicator(g(c) < y)`` in the product m, y standing still: on a cell from a to b let
P be continuous with P' = w m. Where g is constant, the cell adds 1{g < y} (P(b) - P(a)). Where h(g(c)) = c, g is
monotone, and with Y = y put between g(a) and g(b) the cell adds P(h(Y)) - P(a) if g rises, else P(b) - P(h(Y)).

Means over c and u together go by patches: on each c lies between two numbers, u between two functions of c.

For ``Ec(f, w)`` with at most one ``indicator(g(c, u) < y)``, y standing still. In a patch ``h(c, g(c, u)) = u``, so g
is strictly monotone in u, or does not move with u. Along the edges, u = bottom and u = top, ``e(g(c)) = c``, so g is
strictly monotone in c, or constant: an edge is below y for all c, for none, or for those on one side of e(y). Let F be
an antiderivative of f in u and, y standing still (where g falls with u, the like from the top),

    dW/dc = w (F(c, top) - F(c, bottom)),    dS/dc = w (F(c, h(c, y)) - F(c, bottom)).

Below y lies the growth of S where the lower edge is below y, and that of W - S where the higher one is: a formula in y
between any two neighbours among the levels, the values of g at the corners. At a level the mean may jump.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb, prod
from types import MappingProxyType
from typing import Any, TypeAlias

from workbench.recheck import terms
from workbench.recheck.language import Tree, expression, need
from workbench.recheck.meaning import UNIFORM, Book, Law, made, put, value_at
from workbench.recheck.terms import ONE, ZERO, Q, Ratio, ind, name, number, of_number, power, term

Box: TypeAlias = Mapping[int, tuple[Q, Q]]

C, U, Y = number(("name", "c")), number(("name", "u")), number(("letter", "y"))


def evaluated(use: Mapping[str, Any], book: Book) -> tuple[Ratio, Ratio]:
    """The mean that an entry is about, and what its cells, or its patches, add up to."""
    whole, density, body, events = mean_of(use, book)
    if "patches" in use:
        return whole, _patched(book, density, body, events, use["patches"])
    need("u" not in body.moves().union(*(x.moves() for e in events for x in e[:2])), "a mean over c and u together")
    (own := replace(book, demands={})).text(use["integral"])
    book.met.update(inside := {x for kind, x in own.demands if kind == "inside"})
    return whole, added_up(book, density, body, events, use["cells"], inside)


def mean_of(use: Mapping[str, Any], book: Book) -> tuple[Ratio, Law, Ratio, list[tuple[Ratio, Ratio, bool]]]:
    """The mean that an entry is about; its density, what it is a mean of, and the event apart, if there is one."""
    whole, (_, function, (inner, *density), _) = book.text(use["integral"]), expression(use["integral"])
    need(function == "Ec", f"{use['integral']} is no mean over the condition")
    quiet = replace(book, demands={})  # what this mean demands is noted
    body, events = quiet.read(inner), _events(inner, quiet)
    need(len(events) <= 1, "two indicators that move with the condition")
    for low, high, _ in events:
        body = body.over(ind(high - low))
        need(terms.inside(ind(high - low)).isdisjoint(terms.inside(body)), "an indicator that is not a factor")
    return whole, book.density(*density) if density else UNIFORM, body, events


def _events(tree: Tree, book: Book) -> list[tuple[Ratio, Ratio, bool]]:
    """``(low, high, whether low moves)`` for each indicator(low < high) of which just one side moves with c or u."""
    if tree[:2] != ("call", "indicator"):
        return [event for part in tree if isinstance(part, tuple) for event in _events(part, book)]
    ((_, relation, *sides),) = tree[2]
    low, high = map(book.read, sides[::-1] if relation in (">", ">=") else sides)
    moving, still = (low, high) if low.moves() & {"c", "u"} else (high, low)
    if not moving.moves() & {"c", "u"} or still.moves() & {"c", "u"} or still.constant is not None:
        return []
    need(relation in ("<", ">"), "an indicator of <= in an integral; write 1 minus that of <")
    return [(low, high, moving is low)]


def added_up(book: Book, density: Law, body: Ratio, events: Any, cells: Any, demands: Any = ()) -> Ratio:
    """The sum over the cells, which must cover the support of the density; inside of each the demands must be met."""
    (weight, end, last), total = density_at(density), ZERO
    for written in cells:
        left, right = book.text(written["from"]), book.text(written["to"])
        need(left == end and book.shows("positive", right - left), f"the cells do not go on from {written['from']}")
        total, end = total + _of_cell(book, written, (left, right), weight * body, events, demands), right
    need(end == last, "the cells do not cover the condition")
    return total


def _of_cell(book: Book, written: Mapping[str, Any], span: Any, integrand: Ratio, events: Any, demands: Any) -> Ratio:
    """The mean over one cell."""

    def known(x: Ratio) -> int:
        return book.shows("positive", x) - book.shows("positive", -x)

    def side(x: Ratio, i: int = C, span: Any = span) -> int:
        """1 (-1) if x is seen to be positive (negative) while c, or y, is strictly between the ends, else 0."""
        plain = not x.den and all(e == 1 if j == i else i not in terms.below(term({j: 1})) for m in x.num for j, e in m)
        unit = i == C or all(0 <= (-1 if end.constant is None else end.constant) <= 1 for end in span)
        if not plain and unit and all(j == i or terms.atom(j)[0] == "power" for j in terms.below(x)):
            return sign(x, {i: (0, 1)})
        signs = {known(y) for y in (put(x, {i: end}, free=True) for end in span if plain) if y.num}
        return signs.pop() if len(signs) == 1 else 0

    def at_ends(x: Ratio, i: int = C, span: Any = span) -> list[Ratio]:
        """What x is at the ends; refused if it may jump or have no value between or at them."""
        smooth(x, partial(side, i=i, span=span))
        ends = [partial(put, values={i: end}, free=True) for end in span]
        for end in ends:
            smooth(x, known, end)
        return [end(x) for end in ends]

    inner = [(kind, resolved(x, side)) for _, kind, x, _ in demands]
    fits = all(side(x) > 0 or (kind == "nonzero" and side(x) < 0) or book.shows(kind, x) for kind, x in inner)
    need(fits, "what has a mean over the condition may have no value")
    primitive = written_in(book, written["antiderivative"])
    first, last = at_ends(primitive)
    need(derivative(primitive) - resolved(integrand, side) == ZERO, f"{written['antiderivative']} is no antiderivative")
    if not events:
        return last - first
    low, high, rising = events[0]
    g, y = resolved(low if rising else high, side), high if rising else low
    if "c" not in g.moves():
        return ind(y - g if rising else g - y) * (last - first)
    levels = at_ends(g)
    rises = known(levels[1] - levels[0])
    need(rises, "it is not seen whether what is compared rises or falls")
    inverse = solved(book, written, g, "c", side)
    at_ends(inverse, Y, levels)
    between = value_at(primitive, "c", put(inverse, {Y: clipped(y, *levels[::rises])}, free=True))
    part = between - first if rises > 0 else last - between  # where g < y; where g <= y it is the same
    return part if rising else last - first - part


def clipped(y: Ratio, low: Ratio, high: Ratio) -> Ratio:
    """y put between two numbers."""
    return -terms.largest([-high, -terms.largest([low, y])])


def written_in(book: Book, text: str) -> Ratio:
    """What is written, for it to be seen elsewhere that what moves in it has a value."""
    book = replace(book, demands={})
    found = book.text(text)
    still = [(kind, x) for kind, x in book.demands if terms.below(x).isdisjoint({C, U, Y})]
    need(all(book.shows(kind, x) for kind, x in still), f"{text[:60]} may have no value")
    return found


def solved(book: Book, written: Mapping[str, Any], g: Ratio, variable: str, side: Callable[[Ratio], int]) -> Ratio:
    """The inverse that is written, in y and what stands still, once it is seen to solve y = g for a variable."""
    inverse = written_in(replace(book, letters={"y": "letter"}), written["inverse"])
    back = rooted(put(inverse, {Y: g}, free=True), map(book.text, written.get("roots", ())), side)
    need(variable not in inverse.moves() and back - name(variable) == ZERO, f"{written['inverse']} is no inverse")
    return inverse


def rooted(x: Ratio, roots: Iterable[Ratio], side: Callable[[Ratio], int]) -> Ratio:
    """x with the roots of powers of what is nonnegative taken."""
    for q in roots:
        found = [(i, *terms.atom(i)[1:]) for i in terms.below(x) if terms.atom(i)[0] == "power"]
        known = {i: q**e.numerator for i, base, e in found if q**e.denominator == base and side(q) > 0}
        x = put(x, known, free=True)
    return x


def resolved(x: Ratio, side: Callable[[Ratio], int]) -> Ratio:
    """x with its maxima and indicators as they are where the sign of each difference is known."""
    found = dict[int, Ratio]()
    for i in sorted(terms.below(x)):
        kind, d, *_ = (*terms.atom(i), None)
        if kind in ("ind", "pos") and terms.moves(i) & {"c", "u"}:
            d = put(d, found, free=True)
            need(not d.num or side(d), "a switch inside of a cell or a patch")
            found[i] = ZERO if not d.num or side(d) < 0 else ONE if kind == "ind" else d
    return put(x, found, free=True)


def smooth(x: Ratio, side: Callable[[Ratio], int], at: Callable[[Ratio], Ratio] = lambda x: x) -> None:
    """Refuse unless what x divides by, and takes roots and logarithms of, has a sign at a place; roots also of 0."""
    moving = {C, U, Y}
    need(all(side(at(d)) for d, _ in x.below()), "a denominator that may vanish")
    for i in terms.inside(x) - moving:
        kind, inner, *_ = terms.atom(i)
        if terms.below(term({i: 1})) & moving:
            fits = kind in ("power", "log") and (side(at(inner)) > 0 or (kind == "power" and at(inner) == ZERO))
            need(fits, f"{kind} of what moves with the condition, in an integral")
            smooth(inner, side, at)


def density_at(density: Law) -> tuple[Ratio, Ratio, Ratio]:
    """The density as a function of c on its support, and the ends of that."""
    kind, *values = density
    if kind == "uniform":
        low, high = values or (ZERO, ONE)
        return ONE.over(high - low), low, high
    if kind == "density":
        return values[0], ZERO, ONE
    need(kind == "beta", "a density without a formula")
    a, b = (v.constant or 0 for v in values)
    other, whole = (a, b) if b.denominator == 1 else (b, a)
    need(min(a, b) > 0 and whole.denominator == 1 and whole <= 60, "a Beta density without a whole shape")
    scale = of_number(prod(Fraction(other + i) / max(i, 1) for i in range(int(whole))))
    found = power(name("c"), a).over(name("c")) * power(ONE - name("c"), b).over(ONE - name("c"))
    return scale * found, ZERO, ONE


def derivative(x: Ratio, v: str = "c") -> Ratio:
    """The derivative by a variable."""
    total = ZERO
    for m, a in x.num.items():
        for i, e in m:
            if v in terms.moves(i):
                total = total + Ratio({terms.joined(m, ((i, 1),), -1): a * e}) * _derivative_of_atom(i, v)
    below = sum((derivative(d, v).over(d) * of_number(e) for d, e in x.below()), ZERO)
    return (total - Ratio(x.num) * below) * Ratio({(): 1}, dict(x.den))


def _derivative_of_atom(i: int, v: str) -> Ratio:
    kind, inner, *exponent = terms.atom(i)
    if kind == "name":
        return ONE
    need(kind in ("power", "log"), f"the derivative of a part of kind {kind}")
    return derivative(inner, v).over(inner) * (term({i: 1}) * of_number(exponent[0]) if kind == "power" else ONE)


# --- patches ----------------------------------------------------------------------------------------------------


def _patched(book: Book, density: Law, f: Ratio, events: list[Any], entries: Iterable[Mapping[str, Any]]) -> Ratio:
    """The sum over the patches, which fill the square over the support of the density."""
    (low, high, rising), *_ = [*events, (ZERO, ZERO, True)]
    weight, *support = density_at(density)
    patches = [_Patch(book, weight, f, low if rising else high, words) for words in entries]
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
    return found if rising else total - found


def _below(patches: list[_Patch], total: Ratio, y: Ratio, strict: bool) -> Ratio:
    """The mean over g < y (g <= y): each mass at y put between its levels, and the jumps."""
    levels = sorted({x for p in patches for edge in p.edges for x in edge[1:]}, key=lambda x: _bounds(x, {}))
    need(all(sign(b - a) > 0 for a, b in pairwise(levels)), "the order of the levels is not known")
    pieces, found, before = list[tuple[Ratio, Ratio, Ratio]](), ZERO, ZERO
    for k, (low, high) in enumerate(pairwise(levels), start=1):
        box = {Y: (_bounds(low, {})[0], _bounds(high, {})[1])}
        mass = sum((p.mass(levels[:k], box) for p in patches), ZERO)
        mass = rooted(mass, [term({Y: 1})], partial(sign, box=box))
        if pieces and pieces[-1][0] - mass == ZERO:
            _at(mass, low)  # it has a value there, too
            low = pieces.pop()[1]
        pieces.append((mass, low, high))
    for mass, low, high in [*pieces, (total, levels[-1], levels[-1])]:
        (first, vanishing), (last, too) = _at(mass, low), _at(mass, high)
        guards = {i: ONE - ind(y - low) for i in vanishing}
        guards |= {i: guards.get(i, ZERO) + ONE - ind(high - y) for i in too}
        between = put(mass, {i: made("log", terms.atom(i)[1] + x) for i, x in guards.items()}, free=True)
        between = put(between, {Y: clipped(y, low, high)}, free=True)
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
            found = solved(book, entry, x, v, side)
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
        places, total, side = dict[tuple[Ratio, Ratio], int](), ZERO, partial(sign, box=box)
        growing = ((self.section, 1),), ((self.section, -1), (self.whole, 1))
        for (turn, *levels), parts in zip(self.edges, growing, strict=True):
            start, end = (x if level in passed else turn for x, level in zip(self.ends, levels, strict=True))
            for part, k in parts if {*levels} & {*passed} else ():
                places[part, end] = places.get((part, end), 0) + k
                places[part, start] = places.get((part, start), 0) - k
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
