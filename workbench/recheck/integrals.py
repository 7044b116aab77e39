"""Means over the operating condition: cells, each with an antiderivative and the inverse of what is compared.

For ``Ec(m, w)`` with at most one ``indicator(g(c) < y)`` in the product m, y standing still: on a cell from a to b let P
be continuous with P' = w m. Where g is constant, the cell adds 1{g < y} (P(b) - P(a)). Where h(g(c)) = c, g is
monotone, and with Y = y put between g(a) and g(b) the cell adds P(h(Y)) - P(a) if g rises and P(b) - P(h(Y)) if it falls.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import Refused, Tree, expression
from workbench.recheck.meaning import Book, rebuilt, terms_at
from workbench.recheck.terms import Ratio, name, of_atom, of_number

C = name("c")
Y = of_atom(("letter", "y"))


def evaluated(use: dict[str, Any], book: Book) -> tuple[int, Ratio]:
    """The mean that an entry is about, as an atom, and what its cells add up to."""
    tree = expression(use["integral"])
    whole = book.read(tree)
    atoms = sorted(terms.inside(whole))
    if len(atoms) != 1 or whole != of_atom(terms.atom(atoms[0])) or terms.atom(atoms[0])[0] != "condition":
        raise Refused(f"{use['integral']} is no mean of a product over the condition")
    _, density, body = terms.atom(atoms[0])
    if "u" in body.moves():
        raise Refused(f"{use['integral']}: a mean over c and u together")
    compared = _event(tree[2][0], book)
    event = (
        None if compared is None else terms.ind(compared[1] - compared[0] if compared[2] else compared[0] - compared[1])
    )
    if event is not None:
        body = _without(body, event)
    return atoms[0], added_up(book, density, body, compared, use["cells"])


def added_up(book: Book, density: Any, body: Ratio, compared: Any, cells: Any) -> Ratio:
    """The sum over the cells, which must cover the support of the density."""
    low, high = (
        (density[1], density[2]) if density[0] == "uniform" and len(density) == 3 else (of_number(0), of_number(1))
    )
    if not isinstance(cells, list) or not cells:
        raise Refused("an integral without cells")
    total, end = of_number(0), low
    for cell in cells:
        left, right = (book.read(expression(cell[side])) for side in ("from", "to"))
        if left != end or not book.positive(right - left):
            raise Refused(f"the cells do not go on from {cell['from']} to {cell['to']}")
        total = total + _Cell(book, left, right, cell).part(density_at(density) * body, compared)
        end = right
    if end != high:
        raise Refused(f"the cells end at {cells[-1]['to']}")
    return total


def _event(tree: Tree, book: Book) -> tuple[Ratio, Ratio, bool] | None:
    """``(g, y, True)`` for a factor indicator(g < y), ``(g, y, False)`` for indicator(y < g), g moving with c alone."""
    found = []

    def look(part: Any) -> None:
        if not isinstance(part, tuple):
            return
        if part[:2] == ("call", "indicator"):
            ((_, relation, left, right),) = part[2]
            low, high = book.read(left), book.read(right)
            if relation in (">", ">="):
                low, high = high, low
            movers = [x for x in (low, high) if "c" in x.moves()]
            still = [x for x in (low, high) if "c" not in x.moves()]
            if len(movers) == 1 and still[0].constant is None:
                if relation in ("<=", ">="):
                    raise Refused("an indicator of <= in an integral; write 1 minus that of <")
                found.append((movers[0], still[0], movers[0] is low))
            return
        for inner in part:
            look(inner)

    look(tree)
    if len(found) > 1:
        raise Refused("two indicators that move with the condition")
    return found[0] if found else None


def _without(body: Ratio, event: Ratio) -> Ratio:
    """The product without the indicator, which must stand in it once."""
    ((m, a),) = event.num.items()
    ((product, b),) = body.num.items()
    left = dict(product)
    if a != 1 or len(m) != 1 or left.pop(m[0][0], 0) != 1:
        raise Refused("an indicator that is not a factor")
    return Ratio({tuple(sorted(left.items())): b}, dict(body.den))


class _Cell:
    """One cell, from a to b."""

    def __init__(self, book: Book, left: Ratio, right: Ratio, cell: dict[str, Any]) -> None:
        self.book, self.left, self.right, self.cell = book, left, right, cell
        a, b = left.constant, right.constant
        self.box = None if a is None or b is None else (a, b)

    def part(self, integrand: Ratio, compared: tuple[Ratio, Ratio, bool] | None) -> Ratio:
        primitive = replace(self.book, demands=[]).read(expression(self.cell["antiderivative"]))
        self._continuous(primitive)
        if not (derivative(primitive) - _without_inverses(self._resolved(integrand))).zero:
            raise Refused(
                f"{self.cell['antiderivative']} is no antiderivative from {self.cell['from']} to {self.cell['to']}"
            )
        first, last = (terms_at(primitive, "c", end) for end in (self.left, self.right))
        if compared is None:
            return last - first
        g, y, below = self._resolved(compared[0]), *compared[1:]
        if "c" not in g.moves():
            return (terms.ind(y - g) if below else terms.ind(g - y)) * (last - first)
        part = self._below(g, y, primitive, first, last)
        return part if below else last - first - part

    def _below(self, g: Ratio, y: Ratio, primitive: Ratio, first: Ratio, last: Ratio) -> Ratio:
        """The integral over {g < y}; over {g <= y} it is the same."""
        book = replace(self.book.with_letters({"y": "number"}), demands=[])
        inverse = book.read(expression(self.cell["inverse"]))
        self._continuous(g)
        back = rebuilt(inverse, lambda i: g if terms.atom(i) == ("letter", "y") else None)
        if not (self._rooted(back) - C).zero:
            raise Refused(f"{self.cell['inverse']} does not solve for c from {self.cell['from']} to {self.cell['to']}")
        low, high = (terms_at(g, "c", end) for end in (self.left, self.right))
        rises = self.book.positive(high - low)
        if not rises and not self.book.positive(low - high):
            raise Refused("it is not seen whether what is compared rises or falls")
        if not rises:
            low, high = high, low
        within = -terms.largest([-high, -terms.largest([low, y])])
        at = rebuilt(inverse, lambda i: within if terms.atom(i) == ("letter", "y") else None)
        between = terms_at(primitive, "c", at)
        return between - first if rises else last - between

    def _sign(self, x: Ratio) -> int:
        """1 where x >= 0 on the whole cell, -1 where x <= 0, else 0."""
        if self.box is None or x.den or any(terms.atom(i) != ("name", "c") for i in terms.inside(x)):
            low, high = terms.span(x)
            ends = [terms_at(x, "c", end) for end in (self.left, self.right)]
            for sign in (1, -1) if self._affine(x) else ():
                if all(e.zero or self.book.positive(e if sign > 0 else -e) for e in ends):
                    return sign
        else:
            values = terms.bernstein(x.num, {terms.number(("name", "c")): self.box})
            low, high = min(values), max(values)
        return 1 if low is not None and low >= 0 else -1 if high is not None and high <= 0 else 0

    def _affine(self, x: Ratio) -> bool:
        c = terms.number(("name", "c"))
        return not x.den and all(
            dict(m).get(c, 0) <= 1 and all(i == c or "c" not in terms.moves(i) for i, _ in m) for m in x.num
        )

    def _resolved(self, x: Ratio) -> Ratio:
        """x with the maxima and indicators in c alone taken as they are on the cell, up to its ends."""

        def change(i: int) -> Ratio | None:
            kind, *parts = terms.atom(i)
            if kind not in ("ind", "pos") or "c" not in parts[0].moves():
                return None
            sign = self._sign(parts[0])
            if not sign or (kind == "ind" and sign > 0 and not self._hardly_zero(parts[0])):
                raise Refused(f"a switch inside the cell from {self.cell['from']} to {self.cell['to']}")
            return of_number(0) if sign < 0 else of_number(1) if kind == "ind" else parts[0]

        return rebuilt(x, change)

    def _hardly_zero(self, x: Ratio) -> bool:
        """Whether x >= 0 is zero at single places of the cell at most."""
        if self.box is not None and not x.den and all(terms.atom(i) == ("name", "c") for i in terms.inside(x)):
            return not x.zero
        ends = [terms_at(x, "c", end) for end in (self.left, self.right)]
        return self._positive(x) or (self._affine(x) and any(map(self.book.positive, ends)))

    def _continuous(self, x: Ratio) -> None:
        """Refuse what may jump or have no value on the closed cell."""
        for d in x.den:
            below = Ratio(dict(d))
            if "c" in below.moves() and not self._positive(below) and not self._positive(-below):
                raise Refused("a denominator that may vanish on a cell")
        for i in terms.inside(x):
            kind, *parts = terms.atom(i)
            if "c" not in terms.moves(i) or terms.atom(i) == ("name", "c"):
                continue
            if (kind == "power" and self._sign(parts[0]) == 1) or (kind == "log" and self._positive(parts[0])):
                self._continuous(parts[0])
            else:
                raise Refused(f"a part of kind {kind} is not seen to be continuous on a cell")

    def _positive(self, x: Ratio) -> bool:
        if self.box is None or any(terms.atom(i) != ("name", "c") for i in terms.inside(x)) or x.den:
            ends = [terms_at(x, "c", end) for end in (self.left, self.right)]
            return self.book.positive(x) or (self._affine(x) and all(map(self.book.positive, ends)))
        return min(terms.bernstein(x.num, {terms.number(("name", "c")): self.box})) > 0

    def _rooted(self, x: Ratio) -> Ratio:
        """x with the square roots of squares that the cell lists."""
        known = [self.book.read(expression(text)) for text in self.cell.get("roots", ())]

        def change(i: int) -> Ratio | None:
            kind, *parts = terms.atom(i)
            if kind != "power" or parts[1] != Fraction(1, 2):
                return None
            return next((q for q in known if self._sign(q) == 1 and (q * q - parts[0]).zero), None)

        return rebuilt(x, change)


def _without_inverses(x: Ratio) -> Ratio:
    return rebuilt(x, lambda i: of_number(1).over(terms.atom(i)[1]) if terms.atom(i)[0] == "inverse" else None)


def density_at(density: Any) -> Ratio:
    """The density as a function of c on its support."""
    kind, *values = density
    if kind == "uniform":
        return of_number(1).over(values[1] - values[0]) if values else of_number(1)
    if kind == "density":
        return values[0]  # type: ignore[no-any-return]
    shapes = [v.constant for v in values]
    if kind != "beta" or None in shapes:
        raise Refused("a density without a formula")
    a, b = shapes
    whole = of_number(1)
    other, times = (a, b) if b.denominator == 1 else (b, a)
    if times.denominator != 1 or times > 60 or min(a, b) <= 0:
        raise Refused("a Beta density without a whole shape")
    for i in range(int(times)):
        whole = whole * of_number((other + i) / max(i, 1))
    return whole * _power(C, a - 1) * _power(of_number(1) - C, b - 1)


def _power(x: Ratio, exponent: Fraction) -> Ratio:
    whole, part = divmod(abs(exponent), 1)
    found = x ** int(whole) * terms.root(x, part)
    return found if exponent >= 0 else of_number(1).over(found)


def derivative(x: Ratio) -> Ratio:
    """The derivative by c."""
    total = _derivative_of_sum(x.num)
    below = of_number(1)
    for d, e in x.den.items():
        inner = Ratio(dict(d))
        below = below * inner**e
        total = total - Ratio(x.num) * of_number(e) * _derivative_of_sum(inner.num).over(inner)
    return total.over(below)


def _derivative_of_sum(p: terms.Poly) -> Ratio:
    total = of_number(0)
    for m, a in p.items():
        for place, (i, e) in enumerate(m):
            inner = _derivative_of_atom(i)
            if not inner.zero:
                rest = Ratio({m[:place] + m[place + 1 :]: a * e})
                total = total + rest * Ratio({((i, 1),): Fraction(1)}) ** (e - 1) * inner
    return total


def _derivative_of_atom(i: int) -> Ratio:
    kind, *parts = terms.atom(i)
    if "c" not in terms.moves(i):
        return of_number(0)
    if terms.atom(i) == ("name", "c"):
        return of_number(1)
    inner = derivative(parts[0])
    if kind == "power":
        return of_number(parts[1]) * Ratio({((i, 1),): Fraction(1)}).over(parts[0]) * inner
    if kind == "log":
        return inner.over(parts[0])
    raise Refused(f"the derivative of a part of kind {kind}")
