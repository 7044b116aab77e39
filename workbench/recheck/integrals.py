"""Means over the operating condition: cells, each with an antiderivative and the inverse of what is compared.

For ``Ec(m, w)`` with at most one ``indicator(g(c) < y)`` in the product m, y standing still: on a cell from a to b let
P be continuous with P' = w m. Where g is constant, the cell adds 1{g < y} (P(b) - P(a)). Where h(g(c)) = c, g is
monotone, and with Y = y put between g(a) and g(b) the cell adds P(h(Y)) - P(a) if g rises, else P(b) - P(h(Y)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import Tree, expression, need
from workbench.recheck.meaning import UNIFORM, Book, Law, put, value_at
from workbench.recheck.terms import ONE, ZERO, Ratio, ind, name, number, of_number, power, term

C, U, Y = number(("name", "c")), number(("name", "u")), number(("letter", "y"))


def evaluated(use: Mapping[str, Any], book: Book) -> tuple[Ratio, Ratio]:
    """The mean that an entry is about, and what its cells add up to."""
    whole, density, body, events = mean_of(use, book)
    need("u" not in body.moves().union(*(x.moves() for e in events for x in e[:2])), "a mean over c and u together")
    return whole, added_up(book, density, body, events, use["cells"])


def mean_of(use: Mapping[str, Any], book: Book) -> tuple[Ratio, Law, Ratio, list[tuple[Ratio, Ratio, bool]]]:
    """The mean that an entry is about; its density, what it is a mean of, and the event apart, if there is one."""
    whole, (_, function, (inner, *density), _) = book.text(use["integral"]), expression(use["integral"])
    need(function == "Ec", f"{use['integral']} is no mean over the condition")
    body, events = book.read(inner), _events(inner, book)
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


def added_up(book: Book, density: Law, body: Ratio, events: Any, cells: list[dict[str, Any]]) -> Ratio:
    """The sum over the cells, which must cover the support of the density."""
    (weight, end, last), total = density_at(density), ZERO
    for written in cells:
        left, right = book.text(written["from"]), book.text(written["to"])
        fits = left == end and book.shows("positive", right - left)
        need(fits, f"the cells do not go on from {written['from']} to {written['to']}")
        total, end = total + _of_cell(book, written, (left, right), weight * body, events), right
    need(end == last, "the cells do not cover the condition")
    return total


def _of_cell(book: Book, written: Mapping[str, Any], span: Any, integrand: Ratio, events: Any) -> Ratio:
    """The mean over one cell."""

    def sign(x: Ratio) -> int:
        return book.shows("positive", x) - book.shows("positive", -x)

    def side(x: Ratio, i: int = C, span: Any = span) -> int:
        """1 (-1) if x is seen to be positive (negative) while c, or y, is strictly between the ends, else 0."""
        affine = not x.den and all(
            e == 1 if j == i else i not in terms.below(term({j: 1})) for m in x.num for j, e in m
        )
        found = [put(x, {i: end}, free=True) for end in span if affine]
        signs = {sign(end) for end in found if end.num}
        return signs.pop() if len(signs) == 1 else 0

    def at_ends(x: Ratio, i: int = C, span: Any = span) -> list[Ratio]:
        """What x is at the ends; refused if it may jump or have no value between or at them."""
        smooth(x, partial(side, i=i, span=span))
        ends = [partial(put, values={i: end}, free=True) for end in span]
        for end in ends:
            smooth(x, sign, end)
        return [end(x) for end in ends]

    primitive = written_in(book, written["antiderivative"])
    first, last = at_ends(primitive)
    fits = derivative(primitive) - resolved(integrand, side) == ZERO
    need(fits, f"{written['antiderivative']} is no antiderivative")
    if not events:
        return last - first
    low, high, rising = events[0]
    g, y = resolved(low if rising else high, side), high if rising else low
    if "c" not in g.moves():
        return ind(y - g if rising else g - y) * (last - first)
    levels = at_ends(g)
    rises = sign(levels[1] - levels[0])
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
    fits = variable not in inverse.moves() and back - name(variable) == ZERO
    need(fits, f"{written['inverse']} does not solve for {variable}")
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
            need(fits, f"a {kind} that may have no value")
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
    found = power(name("c"), a).over(name("c")) * power(ONE - name("c"), b).over(ONE - name("c"))
    for i in range(int(whole)):
        found = found * of_number(other + i).over(of_number(max(i, 1)))
    return found, ZERO, ONE


def derivative(x: Ratio, v: str = "c") -> Ratio:
    """The derivative by a variable."""
    total, below = ZERO, ONE
    for m, a in x.num.items():
        for i, e in m:
            if v in terms.moves(i):
                rest = {**dict(m), i: e - 1} if e > 1 else {j: f for j, f in m if j != i}
                total = total + term(rest, a * e) * _derivative_of_atom(i, v)
    for d, e in x.below():
        below = below * d**e
        total = total - Ratio(x.num) * of_number(e) * derivative(d, v).over(d)
    return total.over(below)


def _derivative_of_atom(i: int, v: str) -> Ratio:
    kind, inner, *exponent = terms.atom(i)
    if kind == "name":
        return ONE
    need(kind in ("power", "log"), f"the derivative of a part of kind {kind}")
    return derivative(inner, v).over(inner) * (term({i: 1}) * of_number(exponent[0]) if kind == "power" else ONE)
