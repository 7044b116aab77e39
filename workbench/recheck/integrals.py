"""Means over the operating condition: cells, each with an antiderivative and the inverse of what is compared.

For ``Ec(m, w)`` with at most one ``indicator(g(c) < y)`` in the product m, y standing still: on a cell from a to b let
P be continuous with P' = w m. Where g is constant, the cell adds 1{g < y} (P(b) - P(a)). Where h(g(c)) = c, g is
monotone, and with Y = y put between g(a) and g(b) the cell adds P(h(Y)) - P(a) if g rises, else P(b) - P(h(Y)).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import Tree, expression, need
from workbench.recheck.meaning import UNIFORM, Book, Law, put, value_at
from workbench.recheck.terms import HALF, ONE, ZERO, Ratio, ind, name, number, of_number, power, same, term

C, Y = number(("name", "c")), number(("letter", "y"))


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
        (factor,) = ind(high - low).num
        ((product, b),) = body.num.items()
        need(len(factor) == 1 and factor[0] in product, "an indicator that is not a factor")
        body = Ratio({tuple(x for x in product if x != factor[0]): b}, dict(body.den))
    return whole, book.density(*density) if density else UNIFORM, body, events


def _events(tree: Tree, book: Book) -> list[tuple[Ratio, Ratio, bool]]:
    """``(low, high, whether low moves)`` for each indicator(low < high) of which just one side moves with c."""
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
    (end, last), total, integrand = support(density), ZERO, density_at(density) * body
    for written in cells:
        cell = _Cell(book, book.text(written["from"]), book.text(written["to"]), written)
        fits = cell.left == end and book.shows("positive", cell.right - cell.left)
        need(fits, f"the cells do not go on from {written['from']} to {written['to']}")
        total, end = total + cell.part(integrand, events), cell.right
    need(end == last, "the cells do not cover the condition")
    return total


@dataclass
class _Cell:
    """One cell, from left to right."""

    book: Book
    left: Ratio
    right: Ratio
    written: dict[str, Any]

    def part(self, integrand: Ratio, events: list[tuple[Ratio, Ratio, bool]]) -> Ratio:
        primitive = self._written("antiderivative", {})
        self._continuous(primitive)
        integrand = self._resolved(integrand)
        fits = same(derivative(primitive), integrand)
        need(fits, f"{self.written['antiderivative']} is no antiderivative up to {self.written['to']}")
        first, last = self._at_ends(primitive)
        if not events:
            return last - first
        low, high, rising = events[0]
        g, y = (self._resolved(low), high) if rising else (self._resolved(high), low)
        if "c" not in g.moves():
            return ind(y - g if rising else g - y) * (last - first)
        part = self._below(g, y, primitive)
        return part if rising else last - first - part

    def _written(self, which: str, values: Mapping[int, Ratio]) -> Ratio:
        """The normal form of what is written, of y where that has a value; refused if it may have no value."""
        book = replace(self.book, letters={"y": "number"} if values else self.book.letters, demands={})
        found = book.text(self.written[which])
        for kind, x in book.demands:
            x = put(x, values, "")
            signs = (x, -x) if kind == "nonzero" else (x,)
            fits = any(self._shows("nonnegative" if kind == "nonnegative" else "positive", e) for e in signs)
            fits = fits or ("c" not in x.moves() and self.book.shows(kind, x))
            need(fits, f"the {which} {self.written[which]} may have no value")
        return found

    def _at_ends(self, x: Ratio) -> tuple[Ratio, Ratio]:
        return value_at(x, "c", self.left), value_at(x, "c", self.right)

    def _below(self, g: Ratio, y: Ratio, primitive: Ratio) -> Ratio:
        """The integral over {g < y}; over {g <= y} it is the same."""
        self._continuous(g)
        self._written("inverse", {Y: g})
        book = replace(self.book, letters={"y": "number"}, demands={})
        inverse = solved(book, self.written, g, "c", lambda q: self._shows("nonnegative", q))
        low, high = self._at_ends(g)
        rises = self.book.shows("positive", high - low)
        need(rises or self.book.shows("positive", low - high), "it is not seen whether what is compared rises or falls")
        low, high = (low, high) if rises else (high, low)
        at = put(inverse, {Y: -terms.largest([-high, -terms.largest([low, y])])}, "")
        first, last = self._at_ends(primitive)
        between = value_at(primitive, "c", at)
        return between - first if rises else last - between

    def _in_c_alone(self, x: Ratio) -> bool:
        """Whether x is a polynomial in c, and the cell one between numbers."""
        return terms.inside(x) == {C} and not x.den and None not in (self.left.constant, self.right.constant)

    def _shows(self, kind: str, x: Ratio, ends: Any = all) -> bool:
        """Whether x is seen to be positive (nonnegative) on the whole closed cell; an affine x if at all ends."""
        if self._in_c_alone(x):
            least = min(terms.bernstein(x.num, {C: (self.left.constant or 0, self.right.constant or 0)}))
            return least > 0 or (least == 0 and kind == "nonnegative")
        affine = not x.den and all(e <= 1 if i == C else "c" not in terms.moves(i) for m in x.num for i, e in m)
        return self.book.shows(kind, x) or (affine and ends(self.book.shows(kind, e) for e in self._at_ends(x)))

    def _resolved(self, x: Ratio) -> Ratio:
        """x with the maxima and indicators in c alone taken as they are on the cell, up to single places."""
        found = dict[int, Ratio]()
        for i in sorted(terms.below(x)):
            kind, d, *_ = (*terms.atom(i), None)
            if kind in ("ind", "pos") and "c" in terms.moves(i):
                d = put(d, found, "c")
                below, above = self._shows("nonnegative", -d), self._shows("nonnegative", d)
                if kind == "ind" and above and not self._in_c_alone(d):  # not zero but at single places
                    above = self._shows("positive", d, any)
                need(above or below, f"a switch inside of the cell to {self.written['to']}")
                found[i] = d if kind == "pos" and above else ONE if above else ZERO
        return put(x, found, "c")

    def _continuous(self, x: Ratio) -> None:
        """Refuse what may jump or have no value on the closed cell."""
        for d, _ in x.below():
            shown = "c" not in d.moves() or self._shows("positive", d) or self._shows("positive", -d)
            need(shown, "a denominator that may vanish on a cell")
        for i in terms.inside(x) - {C}:
            kind, inner, *_ = terms.atom(i)
            if "c" in terms.moves(i):
                shown = kind in ("power", "log") and self._shows("positive", inner)
                if kind == "power" and not shown:  # of what is zero at single places only
                    shown = self._shows("nonnegative", inner) and (
                        self._in_c_alone(inner) or self._shows("positive", inner, any)
                    )
                need(shown, f"a part of kind {kind} is not seen to be continuous on a cell")
                self._continuous(inner)


def support(density: Law) -> tuple[Ratio, Ratio]:
    """Where the density is not zero."""
    low, high = density[1:] if density[0] == "uniform" and len(density) == 3 else (ZERO, ONE)
    return low, high


def solved(book: Book, written: Mapping[str, Any], g: Ratio, variable: str, shown: Callable[[Ratio], bool]) -> Ratio:
    """The inverse that is written, in y and what stands still, once it is seen to solve y = g for a variable."""
    inverse = book.text(written["inverse"])
    back = with_roots(put(inverse, {Y: g}, ""), written, book, shown)
    fits = variable not in inverse.moves() and back == name(variable)
    need(fits, f"{written['inverse']} does not solve for {variable}")
    return inverse


def with_roots(x: Ratio, written: Mapping[str, Any], book: Book, shown: Callable[[Ratio], bool]) -> Ratio:
    """x with the roots of squares of what is nonnegative, ``roots``, taken."""
    known: dict[int, Ratio] = {}
    for q in map(book.text, written.get("roots", ())):
        root = terms.power(q * q, HALF.constant or 0)
        rests = {i: put(root, {i: ONE}, "") for i in terms.inside(root)}
        known |= {i: q.over(x) for i, x in rests.items() if x.constant and x * term({i: 1}) == root and shown(q)}
    return put(x, known, "")


def density_at(density: Law) -> Ratio:
    """The density as a function of c on its support."""
    kind, *values = density
    if kind == "uniform":
        return ONE.over(values[1] - values[0]) if values else ONE
    if kind == "density":
        return values[0]  # type: ignore[no-any-return]
    need(kind == "beta", "a density without a formula")
    a, b = (v.constant or 0 for v in values)
    other, whole = (a, b) if b.denominator == 1 else (b, a)
    need(min(a, b) > 0 and whole.denominator == 1 and whole <= 60, "a Beta density without a whole shape")
    found = power(name("c") if a >= 1 else ONE.over(name("c")), abs(a - 1))
    found = found * power(ONE - name("c") if b >= 1 else ONE.over(ONE - name("c")), abs(b - 1))
    for i in range(int(whole)):
        found = found * of_number(other + i).over(of_number(max(i, 1)))
    return found


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
