"""Means over the operating condition: cells, each with an antiderivative and the inverse of what is compared.

For ``Ec(m, w)`` with at most one ``indicator(g(c) < y)`` in the product m, y standing still: on a cell from a to b let
P be continuous with P' = w m. Where g is constant, the cell adds 1{g < y} (P(b) - P(a)). Where h(g(c)) = c, g is
monotone, and with Y = y put between g(a) and g(b) the cell adds P(h(Y)) - P(a) if g rises, else P(b) - P(h(Y)).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import Refused, Tree, expression
from workbench.recheck.meaning import Book, Law, put, value_at
from workbench.recheck.terms import HALF, ONE, ZERO, Q, Ratio, ind, name, number, of_number, term

C, Y = number(("name", "c")), number(("letter", "y"))


def evaluated(use: Mapping[str, Any], book: Book) -> tuple[Ratio, Ratio]:
    """The mean that an entry is about, an atom, and what its cells add up to."""
    whole = book.text(use["integral"])
    i, *others = terms.inside(whole)
    if others or whole != term({i: 1}) or terms.atom(i)[0] != "condition":
        raise Refused(f"{use['integral']} is no mean of a product over the condition")
    _, density, body = terms.atom(i)
    if "u" in body.moves():
        raise Refused(f"{use['integral']}: a mean over c and u together")
    event = _event(expression(use["integral"])[2][0], book)
    if event:
        low, high, _ = event
        ((one, a),) = ind(high - low).num.items()
        ((product, b),) = body.num.items()
        left = dict(product)
        if a != 1 or len(one) != 1 or left.pop(one[0][0], 0) != 1:
            raise Refused("an indicator that is not a factor")
        body = Ratio(term(left, b).num, dict(body.den))
    return whole, added_up(book, density, body, event, use["cells"])


def added_up(book: Book, density: Law, body: Ratio, event: Any, cells: list[dict[str, Any]]) -> Ratio:
    """The sum over the cells, which must cover the support of the density."""
    end, last = density[1:] if density[0] == "uniform" and len(density) == 3 else (ZERO, ONE)
    total = ZERO
    for cell in cells:
        left, right = book.text(cell["from"]), book.text(cell["to"])
        if left != end or not book.shows("positive", right - left):
            raise Refused(f"the cells do not go on from {cell['from']} to {cell['to']}")
        total, end = total + _Cell(book, left, right, cell).part(density_at(density) * body, event), right
    if end != last:
        raise Refused("the cells do not cover the condition")
    return total


def _event(tree: Tree, book: Book) -> tuple[Ratio, Ratio, bool] | None:
    """``(low, high, whether low moves)`` for a factor indicator(low < high) of which one side moves with c."""
    found = []

    def look(part: Any) -> None:
        if isinstance(part, tuple) and part[:2] == ("call", "indicator"):
            ((_, relation, *sides),) = part[2]
            low, high = map(book.read, sides[::-1] if relation in (">", ">=") else sides)
            moving, still = (low, high) if "c" in low.moves() else (high, low)
            if "c" in moving.moves() and "c" not in still.moves() and still.constant is None:
                if relation in ("<=", ">="):
                    raise Refused("an indicator of <= in an integral; write 1 minus that of <")
                found.append((low, high, moving is low))
        elif isinstance(part, tuple):
            for inner in part:
                look(inner)

    look(tree)
    if len(found) > 1:
        raise Refused("two indicators that move with the condition")
    return found[0] if found else None


class _Cell:
    """One cell, from a to b."""

    def __init__(self, book: Book, left: Ratio, right: Ratio, cell: dict[str, Any]) -> None:
        self.book, self.ends, self.cell = book, (left, right), cell
        self.where = f"from {cell['from']} to {cell['to']}"

    def part(self, integrand: Ratio, event: tuple[Ratio, Ratio, bool] | None) -> Ratio:
        primitive = replace(self.book, demands={}).text(self.cell["antiderivative"])
        self._continuous(primitive)
        integrand = self._resolved(integrand)
        inverses = {i: ONE.over(terms.atom(i)[1]) for i in terms.below(integrand) if terms.atom(i)[0] == "inverse"}
        if not (derivative(primitive) - put(integrand, inverses, "c")).zero:
            raise Refused(f"{self.cell['antiderivative']} is no antiderivative {self.where}")
        first, last = self._at_ends(primitive)
        if event is None:
            return last - first
        low, high, rising = event
        g, y = (self._resolved(low), high) if rising else (self._resolved(high), low)
        if "c" not in g.moves():
            return ind(y - g if rising else g - y) * (last - first)
        part = self._below(g, y, primitive)
        return part if rising else last - first - part

    def _at_ends(self, x: Ratio) -> list[Ratio]:
        return [value_at(x, "c", end) for end in self.ends]

    def _below(self, g: Ratio, y: Ratio, primitive: Ratio) -> Ratio:
        """The integral over {g < y}; over {g <= y} it is the same."""
        inverse = replace(self.book.with_letters({"y": "number"}), demands={}).text(self.cell["inverse"])
        self._continuous(g)
        back = put(inverse, {Y: g}, "")
        roots: dict[int, Ratio] = {}
        for q in map(self.book.text, self.cell.get("roots", ())):
            squares = [i for i in terms.below(back) if terms.atom(i) == ("power", q * q, HALF.constant)]
            roots |= {i: q for i in squares if self._shows("nonnegative", q)}
        if put(back, roots, "c") != name("c"):
            raise Refused(f"{self.cell['inverse']} does not solve for c {self.where}")
        low, high = self._at_ends(g)
        rises = self.book.shows("positive", high - low)
        if not rises and not self.book.shows("positive", low - high):
            raise Refused("it is not seen whether what is compared rises or falls")
        low, high = (low, high) if rises else (high, low)
        at = put(inverse, {Y: -terms.largest([-high, -terms.largest([low, y])])}, "")
        first, between, last = (value_at(primitive, "c", x) for x in (self.ends[0], at, self.ends[1]))
        return between - first if rises else last - between

    def _sign(self, x: Ratio) -> int:
        """1 where x >= 0 on the whole cell, -1 where x <= 0, else 0."""
        return next((sign for sign in (1, -1) if self._shows("nonnegative", x if sign > 0 else -x)), 0)

    def _shows(self, kind: str, x: Ratio) -> bool:
        """Whether x is seen to be positive (nonnegative) on the whole closed cell."""
        a, b = (end.constant for end in self.ends)
        if self._in_c_alone(x) and a is not None and b is not None:
            least = min(terms.bernstein(x.num, {C: (a, b)}))
            return least > 0 or (least == 0 and kind == "nonnegative")
        return self.book.shows(kind, x) or (_affine(x) and all(self.book.shows(kind, e) for e in self._at_ends(x)))

    def _in_c_alone(self, x: Ratio) -> bool:
        return terms.inside(x) == {C} and not x.den and all(end.constant is not None for end in self.ends)

    def _hardly_zero(self, x: Ratio) -> bool:
        """Whether x >= 0 is zero at single places of the cell at most."""
        if self._in_c_alone(x):
            return not x.zero
        return self.book.shows("positive", x) or (
            _affine(x) and any(self.book.shows("positive", e) for e in self._at_ends(x))
        )

    def _resolved(self, x: Ratio) -> Ratio:
        """x with the maxima and indicators in c alone taken as they are on the cell, up to its ends."""
        found = {}
        for i in terms.below(x):
            kind, d, *_ = (*terms.atom(i), None)
            if kind in ("ind", "pos") and "c" in terms.moves(i):
                sign = self._sign(d)
                if not sign or (kind == "ind" and sign > 0 and not self._hardly_zero(d)):
                    raise Refused(f"a switch inside the cell {self.where}")
                found[i] = ZERO if sign < 0 else ONE if kind == "ind" else d
        return put(x, found, "c")

    def _continuous(self, x: Ratio) -> None:
        """Refuse what may jump or have no value on the closed cell."""
        for d, _ in x.below():
            if "c" in d.moves() and not self._shows("positive", d) and not self._shows("positive", -d):
                raise Refused("a denominator that may vanish on a cell")
        for i in terms.inside(x) - {C}:
            kind, inner, *_ = terms.atom(i)
            if "c" in terms.moves(i):
                wanted = {"power": "nonnegative", "log": "positive"}.get(kind)
                if not wanted or not self._shows(wanted, inner):
                    raise Refused(f"a part of kind {kind} is not seen to be continuous on a cell")
                self._continuous(inner)


def _affine(x: Ratio) -> bool:
    return not x.den and all(e <= 1 if i == C else "c" not in terms.moves(i) for m in x.num for i, e in m)


def density_at(density: Law) -> Ratio:
    """The density as a function of c on its support."""
    kind, *values = density
    if kind == "uniform":
        return ONE.over(values[1] - values[0]) if values else ONE
    if kind == "density":
        return values[0]  # type: ignore[no-any-return]
    if kind != "beta" or any(v.constant is None or v.constant <= 0 for v in values):
        raise Refused("a density without a formula")
    a, b = (v.constant for v in values)
    other, whole = (a, b) if b.denominator == 1 else (b, a)
    if whole.denominator != 1 or whole > 60:
        raise Refused("a Beta density without a whole shape")
    found = _power(name("c"), a - 1) * _power(ONE - name("c"), b - 1)
    for i in range(int(whole)):
        found = found * of_number(other + i).over(of_number(max(i, 1)))
    return found


def _power(x: Ratio, exponent: Q) -> Ratio:
    whole, part = divmod(max(exponent, -exponent), 1)
    found = x ** int(whole) * terms.root(x, part)
    return found if exponent >= 0 else ONE.over(found)


def derivative(x: Ratio) -> Ratio:
    """The derivative by c."""
    total, below = ZERO, ONE
    for m, a in x.num.items():
        for i, e in m:
            if "c" in terms.moves(i):
                total = total + term({**dict(m), i: e - 1} if e > 1 else {j: f for j, f in m if j != i}, a * e) * _of(i)
    for d, e in x.below():
        below = below * d**e
        total = total - Ratio(x.num) * of_number(e) * derivative(d).over(d)
    return total.over(below)


def _of(i: int) -> Ratio:
    kind, inner, *exponent = terms.atom(i)
    if i == C:
        return ONE
    if kind not in ("power", "log"):
        raise Refused(f"the derivative of a part of kind {kind}")
    return derivative(inner).over(inner) * (term({i: 1}) * of_number(exponent[0]) if kind == "power" else ONE)
