"""Losses under a weight of the operating condition that need not integrate to 1, and may not even be integrable.

    L = w0 E0[l0(x)] + w1 E1[l1(x)],   l0(x) = int 2 c f(c) 1{t < x} dc,   l1(x) = int 2 (1 - c) f(c) 1{t >= x} dc

A weight of finite mass is that mass times a density. Where the mass is infinite the two integrals are taken apart, that
of l0 against the measure ``c f(c)``, that of l1, with 1 - c for c, against ``c f(1 - c)``: either may be finite. What
no example needs does not matter: an infinite value of probability 0 counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

import flint

from workbench.errors import NotSupported
from workbench.language.grammar import brief
from workbench.language.syntax import Arithmetic, Cost, Expression, Loss, Method, Name, Node, Number, names, rebuilt
from workbench.losses.cut_densities import CutDensity, cut
from workbench.losses.densities import (
    UNIFORM,
    Density,
    DensityError,
    PolynomialDensity,
    negative_point,
    refuse_negative,
)
from workbench.losses.expectation import ONE, loss_by_law, placed, rule_of
from workbench.losses.formulas import as_piecewise, minus, over, times
from workbench.losses.reals import add, multiply, subtract
from workbench.losses.thresholds import Law, Steps, law_of
from workbench.numbers.certified import Real, is_finite
from workbench.numbers.piecewise import combined, polynomial, rational
from workbench.samples.sample import Sample

C, U = Name("c"), polynomial(1)
Errors = Callable[[Fraction, bool], "tuple[Real, Real]"]


@dataclass(frozen=True, eq=False)
class Weight:
    """A weight by its mass and its density, or by the measures ``c f(c)`` and ``c f(1 - c)`` where it has none."""

    mass: Real
    density: Density | None
    measures: tuple[CutDensity, CutDensity] | None = None


def loss_under_weight(sample: Sample, law: Method, cost: Cost, condition: str, rates: str) -> Real:
    """The loss of a method, given by its law, under a weight; infinite where its integral is.

    `NotSupported` where the integral cannot be had, `DensityError` for a weight that is negative somewhere.

    >>> from workbench.language.statements import parse_expression, parse_method
    >>> double = Cost("weight", (parse_expression("2", "c"),))
    >>> loss_under_weight(Sample.of([0, 1], [0, "1/2"]), parse_method("score(c)"), double, "cost", "interpolated")
    Fraction(1, 4)
    """
    weight = weight_of(cost)
    if weight.density is not None:
        return multiply(weight.mass, loss_by_law(sample, law, weight.density, condition, rates))
    return _unbounded(sample, law, weight, condition, rates) if weight.measures else Fraction(0)


def weight_of(cost: Cost) -> Weight:
    """The weight that ``cost`` says; `DensityError` or `NotSupported` where it is none, or not seen to be one.

    >>> from workbench.language.statements import parse_expression
    >>> [weight_of(Cost("weight", (parse_expression(f, "c"),))).mass for f in ("3", "sqrt(c)", "0")]
    [Fraction(3, 1), Fraction(2, 3), Fraction(0, 1)]
    """
    found = _weight(cost, flint.ctx.prec)
    if isinstance(found, Exception):
        raise found.with_traceback(None)
    return found


def unbounded(cost: Cost) -> tuple[CutDensity, CutDensity]:
    """The smooth parts of a weight of infinite mass, and of the same in 1 - c.

    >>> from workbench.language.statements import parse_expression
    >>> [str(x.parts[0][2]) for x in unbounded(Cost("weight", (parse_expression("1/(1 - c)", "c"),)))]
    ['1/(1 - c)', '1/c']
    """
    found = cut(cost.arguments[0])  # type: ignore[arg-type]
    assert found is not None
    return found, CutDensity(_mirrored(found.parts))


@lru_cache(maxsize=256)
def under_density(loss: Loss) -> tuple[Fraction, Loss] | None:
    """The rational mass of the weight of a loss, and the loss under the density that is the weight over its mass.

    None under a weight of another mass; of no mass, the density is uniform.

    >>> from workbench.language.statements import parse_expression
    >>> print(*under_density(parse_expression("loss(optimal, weight=c)")))
    1/2 loss(optimal, cost=density(2*c))
    """
    (f,), mass = loss.cost.arguments, weight_of(loss.cost).mass
    if not isinstance(mass, Fraction):
        return None
    level = isinstance(f, Number) or not mass
    return mass, replace(loss, cost=Cost("uniform") if level else Cost("density", (_divided(f, mass),)))


def _divided(f: Any, mass: Fraction) -> Any:
    """The quotient, with numbers that ``f`` is multiplied or divided by worked out."""
    match f:
        case Arithmetic("*", Number(number), rest):
            return _divided(rest, mass / number)
        case Arithmetic("/", rest, Number(number)):
            return _divided(rest, mass * number)
    return over(f, Number(mass)) if mass.denominator == 1 else times(Number(1 / mass), f)


@lru_cache(maxsize=256)
def _weight(cost: Cost, precision: int) -> Weight | DensityError | NotSupported:
    try:
        return _found(cost)
    except (DensityError, NotSupported) as reason:
        return reason


def _found(cost: Cost) -> Weight:
    (f,) = cost.arguments
    unbound = sorted(names(f) - {"c"})
    if unbound:
        raise DensityError(f"{brief(cost)} needs a value of the parameter {brief(', '.join(unbound))}")
    exact = as_piecewise(f, "c")
    if exact is not None:
        plain = PolynomialDensity(combined((exact, UNIFORM.weight), lambda p, q: p * q))
        refuse_negative(cost, negative_point(plain.weight))
        mass = plain.integral(U, Fraction(0), ONE)
        if not isinstance(mass, Fraction) or not mass:
            return Weight(Fraction(0), None)
        scale = rational(1 / mass)
        return Weight(mass, PolynomialDensity(plain.weight.map(lambda p: p * scale)))
    found = cut(f)  # type: ignore[arg-type]
    if found is None:
        raise NotSupported(f"{brief(cost)} is not seen to be made of smooth parts")
    refuse_negative(cost, found.negative_point())
    mass = found.integral(U, Fraction(0), ONE)
    if is_finite(mass) and mass > 0:
        return Weight(mass, replace(found, mass=mass))
    return Weight(mass, None, (_moment(found.parts), _moment(_mirrored(found.parts))))


Parts = tuple[tuple[Fraction, Fraction, Expression], ...]


def _moment(parts: Parts) -> CutDensity:
    return CutDensity(tuple((a, b, times(C, f)) for a, b, f in parts))


def _mirrored(parts: Parts) -> Parts:
    return tuple((1 - b, 1 - a, _turned(f)) for a, b, f in reversed(parts))  # type: ignore[misc]


def _turned(node: Node) -> Node:
    """A function of c at 1 - c."""
    other = minus(Number(ONE), C)
    return C if node == other else other if node == C else rebuilt(node, _turned)


# --- of infinite mass -----------------------------------------------------------------------------------------


def _unbounded(sample: Sample, law: Method, weight: Weight, condition: str, rates: str) -> Real:
    if law.name == "mix":
        q, *both = law.arguments
        if not isinstance(q, Number):
            raise NotSupported(f"the probability of {law} is not a rational number")
        first, second = (_unbounded(sample, x, weight, condition, rates) for x in both)  # type: ignore[arg-type]
        return add(multiply(q.value, first), multiply(1 - q.value, second))
    if law.name not in ("score", "rate", "optimal"):
        raise NotSupported(f"{law} under a weight of infinite mass")
    rule_of(law, UNIFORM)  # a rate stays in [0, 1]
    g = law.arguments[0] if law.arguments else C
    balanced = sample.balanced() if condition == "skew" else sample
    if law.name == "rate" and rates == "interpolated":
        stand, errors = balanced, _over_ties(weight, g, balanced)  # type: ignore[arg-type]
    else:
        stand, closed = placed(sample, balanced, law.name, rates)
        at = _errors(weight, g)  # type: ignore[arg-type]
        errors = (at(x, closed) for x in stand.scores)
    sums: list[list[Real]] = [[], []]
    for pair, counts in zip(errors, zip(stand.counts0, stand.counts1, strict=True), strict=True):
        for terms, error, count in zip(sums, pair, counts, strict=True):
            if count:
                terms.append(multiply(Fraction(count), error))
    miss, alarm = (reduce(add, terms) for terms in sums)
    return add(
        multiply(balanced.pi0 * Fraction(2, stand.n0), miss), multiply(balanced.pi1 * Fraction(2, stand.n1), alarm)
    )


def _laws(weight: Weight, g: Expression) -> tuple[Law, Law]:
    """The laws of a threshold g(c) against ``c f(c)``, and of 1 - g(1 - c) against ``c f(1 - c)``."""
    assert weight.measures is not None
    if {"c", "u"} <= names(g):
        raise NotSupported(f"{g}, a function of both c and u, under a weight of infinite mass")
    first = law_of(g, weight.measures[0])
    second = law_of(minus(Number(ONE), _turned(g)), weight.measures[1])
    if isinstance(first, Steps) or isinstance(second, Steps):
        raise NotSupported(f"{g} is the same at every c")
    return first, second


def _errors(weight: Weight, g: Expression) -> Errors:
    """Half of l0 and half of l1 at a place x, where ``t == x`` counts as below it when ``closed``."""
    if "c" not in names(g):
        plain, masses = law_of(g, UNIFORM), _masses(weight)

        def still(x: Fraction, closed: bool) -> tuple[Real, Real]:
            below = plain.moments(x, closed)[0]
            return multiply(masses[0], below), multiply(masses[1], subtract(ONE, below))

        return still
    first, second = _laws(weight, g)
    return lambda x, closed: (first.moments(x, closed)[0], second.moments(1 - x, not closed)[0])


def _masses(weight: Weight) -> tuple[Real, Real]:
    assert weight.measures is not None
    one, other = (measure.integral(U, Fraction(0), ONE) for measure in weight.measures)
    return one, other


def _over_ties(weight: Weight, g: Expression, sample: Sample) -> Iterable[tuple[Real, Real]]:
    """The means of both errors over the rates that the examples of a distinct score pass through."""
    if "c" not in names(g):
        plain, masses = law_of(g, UNIFORM), _masses(weight)
    else:
        plain, masses = None, None
    laws = (plain, plain) if plain is not None else _laws(weight, g)
    ends = [Fraction(end, sample.n) for end in sample.cumulative]
    for low, high in pairwise(ends):
        miss = _mean(laws[0], low, high)
        if masses is not None:
            yield multiply(masses[0], miss), multiply(masses[1], subtract(ONE, miss))
        else:
            yield miss, _mean(laws[1], 1 - high, 1 - low)


def _mean(law: Law, low: Fraction, high: Fraction) -> Real:
    """The mean of the measure of the thresholds below x, over the x from ``low`` to ``high``."""
    area = law.areas(high)[0]
    return multiply(subtract(area, law.areas(low)[0]), 1 / (high - low)) if is_finite(area) else area
