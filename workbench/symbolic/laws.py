"""Moments of a joint law: what is left of a threshold choice method once its mean is taken.

The loss is affine in the operating condition, so a law (c, t) enters an expected loss through its
partial moments E[1{t < x}] and E[c 1{t < x}] alone. `condition_mean` finds them in closed form from
the expression g of the threshold in c and u, uniform on [0, 1]:

* the square of (c, u) is cut into strips on which g is smooth, monotone in u, and monotone in c along
  its two edges (`workbench.symbolic.monotone_parts`);
* between two neighbours among the values of g at the corners, the part of a strip below a level y lies
  between fixed edges and the section u = g(c, .)^{-1}(y), and is integrated over c by the power rule;
* where g is constant on a strip, the law has an atom.

The moments are continuous but for the atoms, so cell by cell the closed forms add up to

    sum of mass 1{level < x}  +  sum of F_j(Clip(x, level_j, level_{j+1})) - F_j(level_j).

It never guesses: what it cannot do raises `NoClosedForm`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from sympy import (
    Add,
    Dummy,
    Expr,
    Mul,
    Poly,
    Pow,
    S,
    Symbol,
    diff,
    expand,
    expand_log,
    factor,
    factorial,
    log,
    nan,
    oo,
    rf,
    zoo,
)

from workbench.symbolic.antiderivatives import NoClosedForm, antiderivative, linear, number, radicals, size, vanishes
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.monotone_parts import (
    NoInverse,
    Patch,
    between,
    choices,
    chosen,
    inverse,
    ordered,
    patches,
    switches,
    zeros,
)
from workbench.symbolic.notation import (
    F0,
    F1,
    UNIFORM,
    AnyDensity,
    Below,
    BetaDensity,
    Clip,
    ConditionMean,
    Density,
    EveryDensity,
    ExplicitDensity,
    PointMass,
    R,
    UniformDensity,
    Width,
    c,
    pav,
    posterior,
    s,
    tau,
    u,
)
from workbench.symbolic.plain import plain

__all__ = ["NoClosedForm", "condition_mean", "explicit", "mean_condition", "without_guards"]

MAX_SHAPE = 40

_Y = Symbol("y", positive=True)
_TURNED = Dummy("turned", nonnegative=True)
"""One less a score or a rate in [0, 1]."""


@lru_cache(maxsize=4096)
def condition_mean(density: Density, body: Expr, *, unit_scores: bool) -> Expr:
    """E[body] over the operating condition c with ``density`` and u uniform on [0, 1], in closed form.

    ``body`` is a sum of products of functions of c and u with at most one indicator ``Below(g, x)``. With
    ``unit_scores`` the score s is known to lie in [0, 1]; otherwise it is clipped. Under an arbitrary
    density the moments of c itself stay as they are.

    Raises `NoClosedForm`.

    >>> from workbench.symbolic.notation import UNIFORM
    >>> condition_mean(UNIFORM, 2 * c * Below(c, s), unit_scores=True)
    s**2
    >>> condition_mean(UNIFORM, 2 * c * Below(u * c, s), unit_scores=True)
    -s**2 + 2*s
    >>> condition_mean(UNIFORM, Below(4 * c * (1 - c), s), unit_scores=True)
    1 - sqrt(1 - s)
    """
    if isinstance(density, PointMass):
        density, body = UNIFORM, body.xreplace({c: density.args[0]})
    total = S.Zero
    for term in Add.make_args(expand(body)):
        fixed, moving, event = _split(term)
        total += fixed * (_mean(density, moving) if event is None else _below(density, moving, event, unit_scores))
    return expand(total)


def _split(term: Expr) -> tuple[Expr, Expr, Below | None]:
    """A product as (free of c and u, in c and u, the indicator that moves with them)."""
    fixed, moving, event = S.One, S.One, None
    for part in Mul.make_args(term):
        base = part.base if isinstance(part, Pow) and isinstance(part.base, Below) else part
        if not part.has(c, u):
            fixed *= part
        elif isinstance(base, Below) and not base.args[1].is_number:
            if event is not None and event != base:
                raise NoClosedForm("a product of two events")
            event = base
        else:
            moving *= part
    return fixed, moving, event


# --- means without an event -----------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _mean(density: Density, moving: Expr) -> Expr:
    """E[moving], a product of functions of c and u."""
    in_c, in_u = moving.as_independent(u, as_Add=False)
    if not in_u.has(c):
        return _mean_of_condition(density, in_c) * _mean_of_condition(UNIFORM, in_u.xreplace({u: c}))
    weight, total = _weight(density), S.Zero
    for patch in patches(switches(moving) | switches(weight.formula), *weight.ends):
        inner = antiderivative(chosen(moving, patch.points[0]), u, patch.points[0])
        over_u = inner.xreplace({u: patch.top}) - inner.xreplace({u: patch.bottom})
        total += weight.integral(over_u, patch.left, patch.right, patch.points[0])
    return total


def _mean_of_condition(density: Density, moving: Expr) -> Expr:
    if not moving.has(c):
        return moving
    if isinstance(density, AnyDensity | EveryDensity):
        return ConditionMean(density, moving)
    if isinstance(density, BetaDensity) and moving.is_polynomial(c):
        a, b = density.args
        return Add(*(x * rf(a, k) / rf(a + b, k) for (k,), x in Poly(moving, c).terms()))
    weight, total = _weight(density), S.Zero
    if not weight.bounds and (weight.formula * moving).is_polynomial(c):
        rising = Poly(weight.formula * moving, c).integrate()
        low, high = map(rising.eval, weight.ends)
        return high - low
    for patch in patches(switches(moving) | switches(weight.formula), *weight.ends):
        total += weight.integral(chosen(moving, patch.points[0]), patch.left, patch.right, patch.points[0])
    return total


# --- densities --------------------------------------------------------------------------------------------------


def explicit(density: Density) -> Expr:
    """The density as an expression in c, on its support.

    >>> from sympy import Integer
    >>> explicit(BetaDensity(Integer(2), Integer(2)))
    6*c*(1 - c)
    """
    if isinstance(density, UniformDensity):
        return 1 / (density.args[1] - density.args[0])
    if isinstance(density, BetaDensity):
        a, b = density.args
        if not (a.is_Rational and b.is_Rational and (a.is_Integer or b.is_Integer) and a + b <= MAX_SHAPE):
            raise NoClosedForm(f"no rule integrates a part of the density {plain(density)}")
        whole = rf(a, b) / factorial(b - 1) if b.is_Integer else rf(b, a) / factorial(a - 1)
        return whole * c ** (a - 1) * (1 - c) ** (b - 1)
    if isinstance(density, ExplicitDensity):
        return density.args[0]
    raise NoClosedForm("the density of the operating condition is not known")


@dataclass(frozen=True)
class _Weight:
    """A density as a formula that holds between ``ends``, and, where these are parameters, between ``bounds``."""

    formula: Expr
    ends: tuple[Expr, Expr] = (S.Zero, S.One)
    bounds: tuple[Expr, ...] = ()

    def integral(self, e: Expr, left: Expr, right: Expr, point: Mapping[Expr, Expr]) -> Expr:
        """The integral of ``e`` against the density from ``left`` to ``right``; ``point`` lies between."""
        left, right = self._within(left), self._within(right)
        if left == right:
            return S.Zero
        primitive = antiderivative(e * chosen(self.formula, point), c, point)
        found = primitive.xreplace({c: right}) - primitive.xreplace({c: left})
        if found.has(nan, zoo, oo):
            raise NoClosedForm(f"no rule gives the improper integral of {plain(e)}")
        return found

    def _within(self, x: Expr) -> Expr:
        if not self.bounds:
            return x
        return self.bounds[int(x)] if x in self.ends else Clip(x, *self.bounds)


def _weight(density: Density) -> _Weight:
    formula = explicit(density)
    if not isinstance(density, UniformDensity):
        return _Weight(formula)
    return _Weight(formula, bounds=density.args) if density.free_symbols else _Weight(formula, density.args)


def mean_condition(density: Density) -> Expr:
    """mu = E[c].

    >>> from sympy.abc import a, b
    >>> mean_condition(BetaDensity(a, b))
    a/(a + b)
    """
    return condition_mean(density, c, unit_scores=False)


# --- strips --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Strip:
    """A patch on which ``g`` is smooth and monotone in u, and monotone in c along bottom and top."""

    patch: Patch
    g: Expr
    weight: _Weight

    @cached_property
    def points(self) -> list[dict[Expr, Expr]]:
        """Points inside, each with its level."""
        return [{**point, _Y: self.g.xreplace(point)} for point in self.patch.points]

    @cached_property
    def edges(self) -> tuple[Expr, Expr]:
        """``g`` along bottom and top, as functions of c."""
        return self.g.xreplace({u: self.patch.bottom}), self.g.xreplace({u: self.patch.top})

    @cached_property
    def rises(self) -> bool:
        """Whether ``g`` is lower at the bottom than at the top."""
        return bool(size(self.edges[0], self.points[0]) <= size(self.edges[1], self.points[0]))

    @cached_property
    def levels(self) -> frozenset[Expr]:
        """The values of ``g`` at the corners."""
        return frozenset(edge.xreplace({c: end}) for edge in self.edges for end in (self.patch.left, self.patch.right))

    @cached_property
    def height(self) -> Expr:
        return self.patch.top - self.patch.bottom

    @cached_property
    def section(self) -> Expr:
        """How much of the height lies where ``g < y``, as a function of c and y."""
        turn = inverse(self.g, u, _Y, self.patch.points)
        return turn - self.patch.bottom if self.rises else self.patch.top - turn

    def below(self, edge: Expr, middle: Expr) -> tuple[Expr, Expr] | None:
        """Where ``g`` along an edge is below y, for y in the cell around ``middle``."""
        ends = self.patch.left, self.patch.right
        first, last = (size(edge, {c: end}) for end in ends)
        if middle > max(first, last):
            return ends
        if middle < min(first, last):
            return None
        turn = inverse(edge, c, _Y, self.patch.points)
        return (ends[0], turn) if first < last else (turn, ends[1])

    def measure(self, moving: Expr, middle: Expr) -> Expr:
        """E[moving; g < y] on this strip, for y in the cell around ``middle``."""

        def integral(length: Expr, left: Expr, right: Expr) -> Expr:
            return self.weight.integral(length * moving, left, right, self.points[0])

        low, high = self.edges if self.rises else self.edges[::-1]
        whole, part = self.below(high, middle), self.below(low, middle)
        total = integral(self.height, *whole) if whole else S.Zero
        if part is None or part == whole:
            return total
        if whole is not None:
            part = (whole[1], part[1]) if whole[0] == part[0] else (part[0], whole[0])
        return total + integral(self.section, *part)


def _strips(density: Density, g: Expr) -> Iterator[_Strip]:
    weight, slopes = _weight(density), {expand(diff(x, u)) for x in choices(g)}
    for patch in patches(switches(g) | switches(weight.formula) | slopes, *weight.ends):
        point = patch.points[0]
        whole = _Strip(patch, chosen(g, point), weight)
        if any(number(e, point) is None for e in (whole.g, *whole.edges)):
            raise NoClosedForm(f"{plain(g)} has no value around c = {point[c]}")
        turns = {x for edge in whole.edges for x in zeros(diff(edge, c))}
        cuts = ordered({patch.left, patch.right} | turns)
        inside = cuts[cuts.index(patch.left) : cuts.index(patch.right) + 1]
        for ends in itertools.pairwise(inside):
            yield replace(whole, patch=Patch(*ends, patch.bottom, patch.top))


# --- laws ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Cell:
    """E[moving; g < y] for y between two levels, up to a constant.

    ``vanishing`` is what its logarithms are of where it is zero at the lower and at the upper level.
    """

    low: Expr
    high: Expr
    formula: Expr
    vanishing: tuple[frozenset[Expr], frozenset[Expr]] = (frozenset(), frozenset())

    def at(self, y: Expr, above: Expr = S.One, below: Expr = S.One) -> Expr:
        """The formula at ``y``; 0 log 0 is written as 0 log 1.

        ``above`` is one if ``y`` is above the lower level and else zero, ``below`` the like.
        """
        put = {
            log(x): log(x + 1 - inside) for inside, xs in zip((above, below), self.vanishing, strict=True) for x in xs
        }
        return self.formula.xreplace(put).xreplace({_Y: y})


def without_guards(e: Expr) -> Expr:
    """``e`` where nothing that it has a logarithm of is zero.

    >>> without_guards(s * log(s + 1 - Below(0, s)))
    s*log(s)
    """
    return e.replace(log, lambda x: log(x.xreplace(dict.fromkeys(x.atoms(Below), S.One))))


@dataclass(frozen=True)
class _Law:
    """E[moving; g < y] as atoms (level, mass) and cells, in the variable y + ``shift`` > 0."""

    atoms: tuple[tuple[Expr, Expr], ...]
    cells: tuple[_Cell, ...]
    shift: Expr

    def below(self, x: Expr, start: Expr, scale: Expr, unit_scores: bool) -> Expr:
        """E[moving; start + scale g < x]."""

        def place(level: Expr) -> Expr:
            return expand(start + scale * (level - self.shift))

        total = S.Zero
        for level, mass in self.atoms:
            total += mass * _step(place(level), x, unit_scores)
        for cell in self.cells:
            low, high = place(cell.low), place(cell.high)
            y = expand((_clipped(x, low, high, unit_scores) - start) / scale + self.shift)
            inside = (_step(low, x, unit_scores), _step(x, high, unit_scores))
            total += cell.at(y, *inside) - cell.at(cell.low, above=S.Zero)
        return total


def _in_unit_interval(x: Expr, unit_scores: bool) -> bool:
    return isinstance(x, R | F0 | F1 | pav | posterior) or x == _TURNED or (x == s and unit_scores)


def _step(low: Expr, high: Expr, unit_scores: bool) -> Expr:
    """1{low < high}, where one side is a score or a rate."""
    if _in_unit_interval(high, unit_scores) and low.is_number and not 0 <= low < 1:
        return S.One if low < 0 else S.Zero
    if _in_unit_interval(low, unit_scores) and high.is_number and not 0 < high <= 1:
        return S.One if high > 1 else S.Zero
    return Below(low, high)


def _clipped(x: Expr, low: Expr, high: Expr, unit_scores: bool) -> Expr:
    """Clip(x, low, high), in fewer words for an ``x`` in [0, 1]."""
    if _in_unit_interval(x, unit_scores):
        if high.is_nonpositive or (low - 1).is_nonnegative:
            return high if high.is_nonpositive else low
        if low.is_nonpositive and (high - 1).is_nonnegative:
            return x
    return Clip(x, low, high)


@lru_cache(maxsize=4096)
def _below(density: Density, moving: Expr, event: Below, unit_scores: bool) -> Expr:
    """E[moving; g < x] for an event ``Below(g, x)``."""
    g, x = event.args
    if g.has(tau):
        raise NoClosedForm("the threshold choice method is not known")
    if x.has(c, u) and not g.has(c, u):
        return _above(density, moving, event, unit_scores)
    if x.has(c, u):
        raise NoClosedForm("both sides of an event move with the operating condition")
    if moving.has(u):
        raise NoClosedForm("an event times a function of u")
    factor = S.One
    if not g.has(c):
        factor, moving, density, g = _mean(density, moving), S.One, UNIFORM, g.xreplace({u: c})
    start, scale, shape = standard(g)
    try:
        law = _law(density, moving, shape)
    except NoInverse:
        raise NoClosedForm(f"no rule solves {plain(event.args[0])} = y, where y is what the method sets") from None
    found = factor * law.below(x, start, scale, unit_scores)
    return expand(found).xreplace({w: w.args[1] - w.args[0] for w in found.atoms(Width)})


def _above(density: Density, moving: Expr, event: Below, unit_scores: bool) -> Expr:
    """E[moving; x < g] for x in [0, 1], as E[moving; 1 - g < 1 - x].

    >>> from workbench.symbolic.notation import F0
    >>> _above(UNIFORM, S.One, Below(F0(s), u), unit_scores=True)
    1 - F0(s)
    """
    x, g = event.args
    if not _in_unit_interval(x, unit_scores):
        raise NoClosedForm(f"{plain(x)} is not known to lie in [0, 1]")
    found = _below(density, moving, Below(1 - g, _TURNED), unit_scores)

    def turned_event(low: Expr, high: Expr) -> Expr:
        return Below(x, 1 - low) if high == _TURNED else Below(1 - high, x) if low == _TURNED else Below(low, high)

    def turned_clip(y: Expr, low: Expr, high: Expr) -> Expr:
        return 1 - Clip(x, 1 - high, 1 - low) if y == _TURNED else Clip(y, low, high)

    return expand(found.replace(Below, turned_event).replace(Clip, turned_clip).xreplace({_TURNED: 1 - x}))


def standard(g: Expr) -> tuple[Expr, Expr, Expr]:
    """``(a, b, h)`` with g = a + b h, b > 0 and no parameters in h.

    >>> from sympy.abc import a, b
    >>> standard(a + Width(a, b) * c**2)
    (a, Width(a, b), c**2)
    """
    if g.free_symbols <= {c, u}:
        return S.Zero, S.One, g
    start, rest = expand(g).as_independent(c, u, as_Add=True)
    scale, shape = factor(rest).as_independent(c, u, as_Add=False)
    if scale.is_negative:
        scale, shape = -scale, -shape
    if not scale.is_positive or not shape.free_symbols <= {c, u}:
        raise NoClosedForm(f"it is not known how {plain(g)} moves with the operating condition")
    return start, scale, shape


@lru_cache(maxsize=256)
def _law(density: Density, moving: Expr, g: Expr) -> _Law:
    strips = list(_strips(density, g))
    levels = ordered({level for strip in strips for level in strip.levels})
    if levels[0].is_negative:
        return replace(_law(density, moving, g - levels[0]), shift=-levels[0])
    atoms: dict[Expr, Expr] = {}
    for strip in strips:
        if len(strip.levels) == 1:
            (level,) = strip.levels
            atoms[level] = atoms.get(level, S.Zero) + strip.measure(moving, level + 1)
    moving_strips = [strip for strip in strips if len(strip.levels) > 1]
    cells: list[_Cell] = []
    for low, high in itertools.pairwise(levels):
        middle = between(low, high)
        formula = _tidy(Add(*(strip.measure(moving, middle) for strip in moving_strips)))
        if cells and cells[-1].formula == formula:
            low = cells.pop().low
        cells.append(_Cell(low, high, formula))
    found = tuple(_guarded(cell) for cell in cells if cell.formula.has(_Y))
    return _Law(tuple((level, mass) for level, mass in atoms.items() if mass != 0), found, S.Zero)


def _tidy(formula: Expr) -> Expr:
    """A sum of rational functions of y, of one root of a linear form in y, times logarithms."""
    rooted = radicals(formula, _Y)
    form, degree = rooted.popitem() if len(rooted) == 1 else (_Y, 1)
    shape = linear(form, _Y)
    if shape is None or formula.has(Clip) or rooted:
        return expand(formula)
    root, (slope, constant) = Dummy("root", positive=True), shape
    turned = expand_log(formula.xreplace({_Y: (root**degree - constant) / slope}))
    found = Add(*(cancelled(coefficient) * logarithms for logarithms, coefficient in _by_logarithms(turned)))
    back = found.xreplace({root: form ** (S.One / degree)})
    return expand(back.replace(log, _unit_log))


def _unit_log(x: Expr) -> Expr:
    """log(x), y > 0: the leading coefficient of a polynomial apart, and one of p - q, q a root, where (p - q) (p + q)
    is a power of y, by those of y and of p + q.

    >>> _unit_log(2 * _Y - 1)
    log(y - 1/2) + log(2)
    """
    x = expand(x)
    if x.is_polynomial(_Y) and x.has(_Y):
        lead = abs(Poly(x, _Y).LC())
        return log(expand(x / lead)) + log(lead)
    roots = [r for r in x.atoms(Pow) if r.exp == S.Half and r.has(_Y)]
    if len(roots) == 1 and x.coeff(roots[0]).is_negative:
        other = expand(x - 2 * x.coeff(roots[0]) * roots[0])
        both, power = expand(x * other).as_independent(_Y, as_Add=False)
        base, exponent = power.as_base_exp()
        if base == _Y and both.is_positive:
            return log(both) + exponent * log(_Y) - log(other)
    return log(x)


def _by_logarithms(formula: Expr) -> Iterable[tuple[Expr, Expr]]:
    """The products of logarithms in a sum, each with its coefficient."""
    terms: dict[Expr, Expr] = {}
    for term in Add.make_args(expand(formula)):
        coefficient, logarithms = term.as_independent(log, as_Add=False)
        terms[logarithms] = terms.get(logarithms, S.Zero) + coefficient
    return terms.items()


def _guarded(cell: _Cell) -> _Cell:
    """The cell with what is to be known of its logarithms; it has a value at both of its levels."""
    failure = NoClosedForm(f"no rule gives the value of {plain(cell.formula)} at the ends of its interval")
    vanishing: tuple[set[Expr], set[Expr]] = (set(), set())
    for logarithms, coefficient in _by_logarithms(cell.formula):
        for (end, found), e in itertools.product(
            zip((cell.low, cell.high), vanishing, strict=True), logarithms.atoms(log)
        ):
            if vanishes(e.args[0].xreplace({_Y: end})):
                if not vanishes(coefficient.xreplace({_Y: end})):
                    raise failure
                found.add(e.args[0])
    guarded = replace(cell, vanishing=(frozenset(vanishing[0]), frozenset(vanishing[1])))
    if any(e.has(nan, zoo, oo) for e in (guarded.at(cell.low, above=S.Zero), guarded.at(cell.high, below=S.Zero))):
        raise failure
    return guarded
