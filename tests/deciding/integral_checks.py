"""A reader of integral certificates that shares nothing with what finds them: standard library only, no searching.

`check_cells` reads the cells of a mean over c, `check_square` the patches and levels of one over c and u. Both raise
`Refused`. The sign of a function on a box is read off the Bernstein coefficients of a polynomial.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, lcm
from typing import Any, TypeAlias

from tests.deciding.tiny_algebra import NOT_NEGATIVE, ONE, ZERO, Atom, Form, inside_of, logarithm, number, power, single

Tree: TypeAlias = tuple[Any, ...]


class Refused(ValueError):
    """The certificate does not show what it is to show."""


def demand(condition: bool, message: str) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refused(message)


# --- reading -----------------------------------------------------------------------------------------------------

_TOKEN = re.compile(r"\s*(\d+|[A-Za-z_]\w*|\*\*|[-+*/(),<])")


def parse(text: str) -> Tree:
    """An expression of the statement language as a tree.

    >>> parse("1 - c**2")
    ('-', ('number', 1), ('**', ('name', 'c'), ('number', 2)))
    """
    words, at = [], 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        demand(found is not None, f"no expression: {text}")
        assert found is not None
        words.append(found[1])
        at = found.end()
    tree, rest = _sum([*words, ""])
    demand(rest == [""], f"no expression: {text}")
    return tree


def _chain(words: list[str], signs: Sequence[str], inner: Callable[[list[str]], tuple[Tree, list[str]]]) -> Any:
    tree, words = inner(words)
    while words[0] in signs:
        right, rest = inner(words[1:])
        tree, words = (words[0], tree, right), rest
    return tree, words


def _sum(words: list[str]) -> tuple[Tree, list[str]]:
    return _chain(words, ("+", "-"), _product)  # type: ignore[no-any-return]


def _product(words: list[str]) -> tuple[Tree, list[str]]:
    return _chain(words, ("*", "/"), _signed)  # type: ignore[no-any-return]


def _signed(words: list[str]) -> tuple[Tree, list[str]]:
    if words[0] == "-":
        tree, rest = _signed(words[1:])
        return ("-", ("number", 0), tree), rest
    tree, rest = _atom(words)
    if rest[0] == "**":
        exponent, rest = _signed(rest[1:])
        tree = ("**", tree, exponent)
    return tree, rest


def _atom(words: list[str]) -> tuple[Tree, list[str]]:
    word, rest = words[0], words[1:]
    if word.isdigit():
        return ("number", int(word)), rest
    if word == "(":
        tree, rest = _sum(rest)
        demand(rest[0] == ")", "a bracket is not closed")
        return tree, rest[1:]
    demand(word.isidentifier(), f"no expression at {word!r}")
    if rest[0] != "(":
        return ("name", word), rest
    arguments = []
    while rest[0] in ("(", ",", "<"):
        tree, rest = _sum(rest[1:])
        arguments.append(tree)
    demand(rest[0] == ")", "a bracket is not closed")
    return (word, *arguments), rest[1:]


# --- signs ---------------------------------------------------------------------------------------------------------

C, U, V, T, Y = (("variable", name) for name in ("c", "u", "v", "t", "y"))


@dataclass(frozen=True)
class Box:
    """A set of points: c (or y) between two numbers, and in a patch u between two functions of c."""

    along: Atom
    low: Fraction
    high: Fraction
    bottom: Form = ZERO
    top: Form = ONE

    def sign(self, e: Form, part: Box | None = None) -> int | None:
        """The sign inside: 1, -1, 0 for zero throughout; None where that is not plain to see."""
        if U in e.atoms:
            e = e.put({U: (self.bottom + single(T) * (self.top - self.bottom), 1)})
        e, low, high = without_roots(e, self.along, self.low, self.high)
        e = e.put({V: (number(low) + number(high - low) * single(V), 1)})
        demand(set(e.atoms) <= {V, T}, "a sign that is not known")
        found = bernstein(e.above), bernstein(e.below)
        signs = [0 if not any(x) else 1 if min(x) >= 0 else -1 if max(x) <= 0 else None for x in found]
        return None if None in signs else signs[0] * signs[1]  # type: ignore[operator]

    def ends(self) -> Iterator[Box]:
        """The two ends, as boxes."""
        yield replace(self, high=self.low)
        yield replace(self, low=self.high)

    def same_sign(self, e: Form, *, closed: bool) -> int:
        """The sign of what is nowhere zero inside, or at the ends either if ``closed``."""
        found = self.sign(e)
        demand(found in (1, -1), "a sign is not plain to see, or it is zero")
        demand(not closed or all(end.sign(e) == found for end in self.ends()), "zero at an end")
        return found or 0


def without_roots(e: Form, along: Atom, low: Fraction, high: Fraction) -> tuple[Form, Fraction, Fraction]:
    """A form in the root of a variable, or of a linear form in it, and rational bounds of that root."""
    rooted = [a for a in e.atoms if a[0] == "root"]
    degree = lcm(*(x.denominator for a, xs in e.atoms.items() if a in (along, *rooted) for x in xs))
    if not rooted:
        return e.put({along: (single(V), degree)}), root_below(low, degree), -root_below(high, degree, -1)
    demand(len(rooted) == 1, "more than one root")
    form = inside_of(rooted[0])
    slope, start = form.slope(along[1]).number, form.put({along: (ZERO, 1)}).number
    demand(slope is not None and start is not None, "a root of what is not linear")
    assert slope
    assert start is not None
    back = (single(V).whole_power(degree) - number(start)) / number(slope)
    first, last = sorted(start + slope * x for x in (low, high))
    e = e.put({along: (back, 1), rooted[0]: (single(V), degree)})
    return e, root_below(first, degree), -root_below(last, degree, -1)


def root_below(x: Fraction, degree: int, side: int = 1, fine: int = 10**6) -> Fraction:
    """The root of a number, or a rational number a little below; with side -1, minus what is a little above.

    >>> root_below(Fraction(1, 4), 2), root_below(Fraction(1, 2), 2), root_below(Fraction(1, 2), 2, -1)
    (Fraction(1, 2), Fraction(1414213, 2000000), Fraction(-707107, 1000000))
    """
    if degree == 1:
        return side * x
    demand(x >= 0, "a root of a negative number")
    whole = x.numerator * x.denominator ** (degree - 1) * fine**degree
    low, high = 0, whole + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= whole else (low, middle)
    return side * Fraction(low + (side < 0 and low**degree < whole), x.denominator * fine)


def bernstein(p: Mapping[Any, Fraction]) -> list[Fraction]:
    """The Bernstein coefficients of a polynomial in V and T on the unit square."""
    terms = []
    for monomial, x in p.items():
        powers = dict(monomial)
        pair = [powers.get(a, Fraction(0)) for a in (V, T)]
        demand(all(e.denominator == 1 and e >= 0 for e in pair), "no polynomial")
        terms.append((int(pair[0]), int(pair[1]), x))
    m, n = (max((term[i] for term in terms), default=0) for i in (0, 1))
    return [
        sum((x * Fraction(comb(i, k) * comb(j, l), comb(m, k) * comb(n, l)) for k, l, x in terms), Fraction(0))  # noqa: E741
        for i in range(m + 1)
        for j in range(n + 1)
    ]


# --- expressions on a box ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """How an expression is read: what its names stand for, which letters are free, what its roots are.

    On a box, what is divided by and what a logarithm is of is found to keep its sign, at the ends too if ``closed``,
    and what stands under a root not to be negative. Without a box nothing of the kind is looked at.
    """

    box: Box | None
    names: Mapping[str, Form]
    roots: Sequence[Form] = ()
    closed: bool = False

    def chosen(self, tree: Tree) -> Tree:
        """The expression without maxima, minima, absolute values and indicators, by their signs on the box."""
        if tree[0] in ("number", "name"):
            return tree
        found = [self.chosen(x) for x in tree[1:]]
        if tree[0] not in ("max", "min", "abs", "indicator"):
            return (tree[0], *found)
        if tree[0] == "abs":
            found.append(("-", ("number", 0), found[0]))
        demand(self.box is not None, "a choice that is not known")
        assert self.box is not None
        forms, signs = [self.form(x) for x in found], {}
        for i, j in itertools.combinations(range(len(found)), 2):
            signs[i, j] = self.box.sign(forms[j] - forms[i])
            demand(signs[i, j] is not None, f"it is not known which is which in {tree[0]}")
        if tree[0] == "indicator":
            return ("number", int(signs[0, 1] == 1))
        best = 0
        for j in range(1, len(found)):
            best = j if signs[best, j] == (-1 if tree[0] == "min" else 1) else best
        return found[best]

    def form(self, tree: Tree | str) -> Form:
        """The normal form."""
        if isinstance(tree, str):
            tree = self.chosen(parse(tree))
        if tree[0] == "number":
            return number(tree[1])
        if tree[0] == "name":
            demand(tree[1] in self.names, f"an unknown letter {tree[1]}")
            return self.names[tree[1]]
        found = [self.form(x) for x in tree[1:]]
        if tree[0] in "+-*":
            return {"+": Form.__add__, "-": Form.__sub__, "*": Form.__mul__}[tree[0]](*found)
        if tree[0] == "/":
            self._not_zero(found[1])
            return found[0] / found[1]
        if tree[0] in ("**", "sqrt"):
            exponent = found[1].number if tree[0] == "**" else Fraction(1, 2)
            demand(exponent is not None, "an exponent that is no number")
            assert exponent is not None
            if exponent < 0:
                self._not_zero(found[0])
            return self._power(found[0], exponent)
        demand(tree[0] == "log", f"an unknown word {tree[0]}")
        demand(self._not_zero(found[0]) == 1, "a logarithm of what is not positive")
        return logarithm(found[0])

    def _not_zero(self, e: Form) -> int:
        value = e.number
        demand(value != 0, "a division by zero")
        if value is None and self.box is not None:
            return self.box.same_sign(e, closed=self.closed)
        return -1 if value is not None and value < 0 else 1

    def _power(self, e: Form, exponent: Fraction) -> Form:
        if exponent.denominator > 1 and e.number is None and self.box is not None:
            known = any(q.whole_power(exponent.denominator) == e for q in self.roots)
            demand(known or self.box.sign(e) in (0, 1), "a root of what is negative")
        above_zero = {Y} if self.box is not None and self.box.along == Y and self.box.low >= 0 else set()
        return power(e, exponent, self.roots, NOT_NEGATIVE | above_zero)


def sign_of_number(e: Form) -> int:
    """The sign of a number with roots of rational numbers, which is not to be zero."""
    below, above = Fraction(0), Fraction(0)
    for monomial, x in e.above.items():
        bounds = [x, x]
        for atom, exponent in monomial:
            demand(atom[0] == "prime", "a number that is not known")
            whole, degree = Fraction(atom[1]) ** exponent.numerator, exponent.denominator
            roots = root_below(whole, degree), -root_below(whole, degree, -1)
            bounds = [bounds[0] * roots[x < 0], bounds[1] * roots[x > 0]]
        below, above = below + bounds[0], above + bounds[1]
    demand(len(e.below) == 1 and () in e.below, "a number that is not known")
    demand(below > 0 or above < 0, "a number too near to zero")
    return (1 if below > 0 else -1) * (1 if e.below[()] > 0 else -1)


def rational(e: str | Form) -> Fraction:
    """A number."""
    found = (Reading(None, {}).form(e) if isinstance(e, str) else e).number
    demand(found is not None, f"{e} is no rational number")
    assert found is not None
    return found


# --- one variable ---------------------------------------------------------------------------------------------------


def inverse_of(reading: Reading, g: Form, words: Mapping[str, Any], v: Atom) -> Reading | None:
    """The reading of the inverse of g in ``v``, which is checked; None where g is constant in ``v``."""
    if words["inverse"] is None:
        demand(g.slope(v[1]) == ZERO, "no inverse of what is not constant")
        return None
    assert reading.box is not None
    roots = [reading.form(x) for x in words["roots"]]
    demand(all(reading.box.sign(q) in (0, 1) for q in roots), "a root that is negative")
    found = replace(reading, names={**reading.names, "y": g}, roots=roots)
    demand(found.form(words["inverse"]) == single(v), "no inverse")
    return found


def ends_of(box: Box, g: Tree, wall: str | None = None, **letters: Form) -> list[Form]:
    """What a function of c, or of c and u along a wall, is at the ends of an interval."""
    found = []
    for x in (box.low, box.high):
        at = Reading(None, {**letters, "c": number(x)})
        found.append((at if wall is None else Reading(None, {**at.names, "u": at.form(wall)})).form(g))
    return found


def check_cells(
    density: str,
    support: tuple[str, str],
    moving: str,
    g: str | None,
    cells: Sequence[Mapping[str, Any]],
    letters: Sequence[str] = (),
) -> list[int | None]:
    """Refuse unless the cells show the mean of moving * indicator(g < y) under a density on its support.

    For each cell 1 where g rises, -1 where it falls; None where it is constant or there is no event.
    """
    demand(bool(cells) and (cells[0]["from"], cells[-1]["to"]) == support, "not all of the support")
    demand(all(a["to"] == b["from"] for a, b in itertools.pairwise(cells)), "a gap between the cells")
    free = {x: single(("variable", x)) for x in letters}
    found: list[int | None] = []
    for cell in cells:
        box = Box(C, rational(cell["from"]), rational(cell["to"]))
        demand(box.low < box.high, "a cell without width")
        inside = Reading(box, {"c": single(C), **free})
        whole = replace(inside, closed=True)
        integrand = inside.form(density) * inside.form(moving)
        demand(whole.form(cell["antiderivative"]).slope("c") == integrand, "no antiderivative")
        level = None if g is None else whole.chosen(parse(g))
        if level is None or inverse_of(whole, whole.form(level), cell, C) is None:
            found.append(None)
            continue
        first, last = ends_of(box, level, None, **free)
        found.append(sign_of_number(last - first))
    return found


# --- two variables ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Patch:
    """A patch that was read: its words, and the threshold at the ends of its lower and of its higher edge."""

    words: Mapping[str, Any]
    interval: Box
    edges: tuple[tuple[Mapping[str, Any], Fraction, Fraction], tuple[Mapping[str, Any], Fraction, Fraction]]

    def below(self, edge: int, box: Box) -> tuple[str, str] | None:
        """Where an edge, 0 the lower, is below y, for y in a box that holds no level of the patch inside."""
        words, first, last = self.edges[edge]
        if box.low >= max(first, last):
            return self.words["from"], self.words["to"]
        if box.high <= min(first, last):
            return None
        demand(min(first, last) <= box.low and box.high <= max(first, last), "a level between the levels")
        ends = self.words["from"], words["inverse"], self.words["to"]
        return ends[:2] if first < last else ends[1:]

    def mass(self, box: Box) -> Form:
        """The mean over the part of the patch below y, y in the box."""
        some, full = self.below(0, box), self.below(1, box)
        total = ZERO if full is None else increment(self.words["whole"], full, box)
        if some is None or some == full or self.words["section"] is None:
            return total
        if full is None:
            return total + increment(self.words["section"], some, box)
        demand(some[0] == full[0] or some[1] == full[1], "parts that do not fit")
        part = (full[1], some[1]) if some[0] == full[0] else (some[0], full[0])
        return total + increment(self.words["section"], part, box)


def increment(text: str, ends: tuple[str, str], box: Box) -> Form:
    """What an expression in c and y grows by between two functions of y."""
    y = {"y": single(Y)}
    first, last = (Reading(box, {**y, "c": Reading(box, y).form(end)}).form(text) for end in ends)
    return last - first


def read_ground(words: Mapping[str, Any]) -> tuple[Reading, Reading, Form, Form]:
    """The reading along c and the reading inside of a patch, its bottom and its top."""
    interval = Box(C, rational(words["from"]), rational(words["to"]))
    along = Reading(interval, {"c": single(C)}, closed=True)
    bottom, top = (replace(along, closed=False).form(words[x]) for x in ("bottom", "top"))
    demand(interval.low < interval.high and interval.sign(top - bottom) == 1, "a patch without height")
    return along, Reading(replace(interval, bottom=bottom, top=top), {"c": single(C), "u": single(U)}), bottom, top


def check_cover(patches: Sequence[Mapping[str, Any]], support: tuple[str, str]) -> None:
    """Refuse unless the patches fill the part of the square over the support."""
    demand(bool(patches), "no patches")
    ends = [(rational(p["from"]), rational(p["to"])) for p in patches]
    cuts = sorted({x for pair in ends for x in pair})
    demand([cuts[0], cuts[-1]] == [rational(x) for x in support], "not all of the support")
    for low, high in itertools.pairwise(cuts):
        standing = [p for p, (left, right) in zip(patches, ends, strict=True) if left <= low < high <= right]
        wall = "0"
        for _ in range(len(standing)):
            above = [p for p in standing if p["bottom"] == wall]
            demand(len(above) == 1, "a gap between the patches")
            wall = above[0]["top"]
        demand(wall == "1", "a gap between the patches")


def read_patch(density: str, moving: str, g: str, words: Mapping[str, Any]) -> Patch:
    """Refuse unless everything on a patch is as its words say."""
    along, inside, bottom, top = read_ground(words)
    interval = replace(inside.box, bottom=ZERO, top=ONE) if inside.box else Box(C, Fraction(0), Fraction(1))
    tree = inside.chosen(parse(g))
    sheet = inverse_of(inside, inside.form(tree), words, U)
    walls = [replace(along, names={"c": single(C), "u": wall}) for wall in (bottom, top)]
    levels = [wall.form(tree) for wall in walls]
    for wall, level, edge in zip(walls, levels, words["edges"], strict=True):
        inverse_of(wall, level, edge, C)
    weight = inside.form(density) * inside.form(moving)
    demand(along.form(words["whole"]).slope("c") == weight * (top - bottom), "no antiderivative of the whole height")
    rises = interval.sign(levels[1] - levels[0])
    if sheet is None:
        demand(words["section"] is None, "a section of what is constant")
    else:
        demand(rises in (1, -1), "it is not known whether the threshold rises")
        sheet.form(words["section"])
        formal = Reading(None, {"c": single(C), "y": single(Y)})
        turn = formal.form(words["inverse"])
        height = turn - bottom if rises == 1 else top - turn
        demand(formal.form(words["section"]).slope("c") == weight * height, "no antiderivative of the section")
    ends = [map(rational, ends_of(interval, tree, words[wall])) for wall in ("bottom", "top")]
    edges = [(edge, *pair) for edge, pair in zip(words["edges"], ends, strict=True)]
    return Patch(words, interval, (edges[1], edges[0]) if rises == -1 else (edges[0], edges[1]))  # type: ignore[arg-type]


def check_square(density: str, support: tuple[str, str], moving: str, g: str, found: Mapping[str, Any]) -> None:
    """Refuse unless patches and levels show the mean of moving * indicator(g < y) under a density on its support."""
    patches = [read_patch(density, moving, g, words) for words in found["patches"]]
    check_cover([p.words for p in patches], support)
    corners = sorted({x for p in patches for _, *ends in p.edges for x in ends})
    places = [(rational(x["low"]), rational(x["high"]), x["mass"]) for x in found["levels"]]
    demand(all(a[1] == b[0] for a, b in itertools.pairwise(places)), "a gap between the levels")
    ends = [corners[0], corners[-1]] if len(corners) > 1 else []
    demand([x[0] for x in places[:1]] + [x[1] for x in places[-1:]] == ends, "not all of the levels")
    for low, high, mass in places:
        demand(low < high, "a level without width")
        for first, last in itertools.pairwise([low, *(x for x in corners if low < x < high), high]):
            box = Box(Y, first, last)
            below = sum((p.mass(box) for p in patches), ZERO)
            demand(Reading(box, {"y": single(Y)}).form(mass) == below, "another mass")
        check_ends(Box(Y, low, high), Reading(Box(Y, low, high), {"y": single(Y)}).form(mass))


def check_ends(box: Box, mass: Form) -> None:
    """Refuse unless the mass is continuous up to its ends, where 0 log 0 is 0."""
    demand(all(a[0] != "log" for k in mass.below for a, _ in k), "a division by a logarithm")
    for atom in (a for a in mass.atoms if a[0] == "log"):
        factor = Form.of(
            {tuple(x for x in k if x[0] != atom): x for k, x in mass.above.items() if (atom, 1) in k}, mass.below
        )
        demand(mass.atoms[atom] == {Fraction(1)}, "a power of a logarithm")
        for end in box.ends():
            demand(end.sign(inside_of(atom)) == 1 or end.sign(factor) == 0, "no value at a level")
    for end in box.ends():
        demand(end.sign(Form(mass.below, ONE.below)) in (1, -1), "a pole at a level")


def check_blocks(density: str, support: tuple[str, str], moving: str, patches: Sequence[Mapping[str, Any]]) -> Form:
    """The mean of a function of c and u, refused unless the patches show it."""
    check_cover(patches, support)
    total = ZERO
    for words in patches:
        along, inside, bottom, top = read_ground(words)
        tree = inside.chosen(parse(moving))
        demand(inside.form(words["inner"]).slope("u") == inside.form(tree), "no antiderivative in u")
        first, last = (
            replace(along, names={"c": single(C), "u": wall}, closed=False).form(words["inner"])
            for wall in (bottom, top)
        )
        outer = along.form(words["outer"])
        demand(outer.slope("c") == inside.form(density) * (last - first), "no antiderivative in c")
        low, high = (Reading(None, {"c": number(rational(words[x]))}).form(words["outer"]) for x in ("from", "to"))
        total += high - low
    return total
