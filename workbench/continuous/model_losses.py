"""A continuous score model, and the expected loss of a threshold choice method on it, from the definition.

A model is a distribution of scores for each class and the share of class 0. Class 0 is predicted when
the score is at most the threshold t, so with the cdfs F0, F1 and the cost proportion c

    Q(t; c) = 2 {c pi0 (1 - F0(t)) + (1 - c) pi1 F1(t)}

Every expected loss is the integral of Q(T(c); c) w(c), after a change of variable to the threshold; no
theorem about expected losses is used, so agreement with one is evidence for it. Skews are costs with
both class shares put to 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from flint import acb, arb, fmpq

from workbench.continuous.arithmetics import Exact, as_polynomial, compiled, evaluate, kinks, no_leaf
from workbench.continuous.cost_laws import (
    Costs,
    Density,
    Written,
    cdf_at,
    condition_density,
    in_flint,
    number,
    of_engine,
)
from workbench.continuous.distributions import Beta, Distribution, Parameter, Uniform
from workbench.continuous.hulls import hull, least
from workbench.continuous.infinite_weights import loss_of_infinite
from workbench.continuous.named_distributions import distribution
from workbench.continuous.places import at_level, loss_by_regions
from workbench.continuous.polynomials import ModelError, X, fraction, quotient, rational
from workbench.continuous.quadrature import Point, integrate, pieces
from workbench.continuous.spread import PARTS, spread_out
from workbench.continuous.threshold_laws import UNIT, regions, through
from workbench.errors import NotSupported
from workbench.language import statements
from workbench.language.syntax import Apply, Cost, Loss, Method, Name, Node, Number, children, names, substitute
from workbench.losses import densities
from workbench.losses.domains import worked_out
from workbench.losses.thresholds import certainly_within_unit_interval
from workbench.losses.thresholds import law_of as threshold_law
from workbench.losses.weights import unbounded, weight_of
from workbench.numbers.certified import DIGITS, Real, working_digits
from workbench.samples.sample import Sample

BENT = ("min", "max", "abs", "indicator")
NONE: Mapping[str, Fraction] = MappingProxyType({})


@dataclass(frozen=True)
class Model:
    """The scores of class 0 and class 1 and the share ``pi0`` of class 0, strictly between 0 and 1.

    >>> Model(Beta(1, 2), Beta(2, 1), Fraction(1, 2)).pi1
    Fraction(1, 2)
    >>> Model(Beta(1, 2), Beta(2, 1), 1)
    Traceback (most recent call last):
    workbench.continuous.polynomials.ModelError: pi0 is 1; it must lie strictly between 0 and 1
    """

    class0: Distribution
    class1: Distribution
    pi0: Parameter = Fraction(1, 2)
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for name in ("class0", "class1"):
            part = getattr(self, name)
            if isinstance(part, str):  # a density of the operating condition, as Beta(2, 2), or its text
                object.__setattr__(self, name, distribution(part))
            elif not isinstance(part, Distribution):
                raise ModelError(f"{part!r} is not a distribution of scores")
        object.__setattr__(self, "pi0", rational(self.pi0, "pi0"))
        if not 0 < self.pi0 < 1:
            raise ModelError(f"pi0 is {self.pi0}; it must lie strictly between 0 and 1")

    @property
    def pi1(self) -> Fraction:
        """The share of class 1."""
        return Fraction(1 - self.pi0)

    @property
    def classes(self) -> tuple[Distribution, Distribution]:
        """The two score distributions."""
        return self.class0, self.class1

    @cached_property
    def shares(self) -> tuple[Any, Any]:
        """The class shares as flint's rationals."""
        return quotient(self.pi0), quotient(self.pi1)

    @property
    def probabilistic(self) -> bool:
        """Whether all scores lie in [0, 1], so that they can be read as probabilities of class 1."""
        return all(
            low is not None and high is not None and low >= 0 and high <= 1
            for low, high in (d.support for d in self.classes)
        )

    def as_sample(self, parts: int = PARTS) -> Sample:
        """So many examples that no eye sees a difference, of which curves of the model are drawn.

        >>> from workbench.continuous.distributions import Normal
        >>> Model(Normal(0, 1), Normal(1, 1)).as_sample(parts=100).n
        1000000000000
        """
        return spread_out(self.classes, self.pi0, parts)

    def rate(self, p: Point) -> Any:
        """The predicted positive rate R = pi0 F0 + pi1 F1 at a point."""
        return p.number(self.shares[0]) * p.cdf(0) + p.number(self.shares[1]) * p.cdf(1)

    def drate(self, p: Point) -> Any:
        """dR = pi0 dF0 + pi1 dF1."""
        return p.number(self.shares[0]) * p.d(0) + p.number(self.shares[1]) * p.d(1)

    def posterior(self, p: Point) -> Any:
        """P(class 1 | score) at a point."""
        pi0, pi1 = (p.number(share) for share in self.shares)
        first, second = p.ratio()
        return p.arithmetic.share(pi1 * second, pi0 * first)

    def loss(self, c: Any, f0: Any, f1: Any) -> Any:
        """Q at a cost proportion and a point (F0, F1) of the ROC curve."""
        pi0, pi1 = self.shares
        return 2 * (c * (1 - f0)) * pi0 + 2 * ((1 - c) * f1) * pi1

    def loss_of(self, p: Point, c: Any) -> Any:
        """Q at a cost proportion and a point of an integral."""
        pi0, pi1 = (p.number(2 * share) for share in self.shares)
        return pi0 * c * (1 - p.cdf(0)) + pi1 * (1 - c) * p.cdf(1)


# --- balls of promised size -------------------------------------------------------------------------------


def settled(compute: Callable[[], Any], digits: int, spare: int = 13) -> Real:
    """The value at a precision that leaves a radius below 10**-digits; quadrature loses some eleven digits."""
    for attempt in (digits + spare, 2 * digits + 15, 4 * digits + 30):
        with working_digits(attempt):
            result = compute()
            if isinstance(result, fmpq):
                return fraction(result)
            if isinstance(result, int):
                return Fraction(result)
            if result.is_finite() and result.rad() < arb(10) ** -digits:
                assert isinstance(result, arb)
                return result
            if not result.rad() < arb(10) ** (-digits // 4):
                break
    raise NotSupported(f"no ball of radius 10**-{digits} was found; the best was {result}")


def closed(node: Any, parameters: Mapping[str, Fraction], model: Model) -> Any:
    """``node`` with its parameters and the class proportions replaced by their values."""
    given = {name: Number(rational(v, f"the parameter {name}")) for name, v in parameters.items()}
    given |= {"pi0": Number(model.pi0), "pi1": Number(model.pi1)}
    result = substitute(node, given)
    missing = sorted(statements.parameters(result))
    if missing:
        raise ModelError(f"no value is given for {', '.join(missing)}")
    return result


# --- expected losses ---------------------------------------------------------------------------------------


def expected_loss(
    model: Model,
    loss: Loss,
    digits: int = DIGITS,
    parameters: Mapping[str, Fraction] = NONE,
    engine: str = "exact",
) -> Real:
    """The expected loss of a threshold choice method: the integral of Q(T(c); c) w(c) over c in [0, 1].

    ``engine`` is "exact" (rational where a rule allows, else a ball of radius below 10**-digits), "arb"
    (balls only) or "mpmath" (a second opinion without a proven radius). Raises `NotSupported` where there
    is no certified way and `ModelError` where there is no such quantity.

    >>> from workbench.language.statements import parse_expression
    >>> model = Model(Beta(1, 2), Beta(2, 1))
    >>> expected_loss(model, parse_expression("loss(rate_driven)"))
    Fraction(1, 6)
    """
    if loss.rates == "cutpoints":
        raise NotSupported("cutpoints need a finite sample; a continuous model has none")
    given = closed(loss, parameters, model)
    given = replace(given, method=worked_out(given.method), cost=worked_out(given.cost))
    _check_bounds(given.method)
    if given.condition == "skew":
        model = replace(model, pi0=Fraction(1, 2))
    return _expected_loss(model, statements.law(given.method), given.cost, digits, engine)


def _check_bounds(method: Method) -> None:
    """Thresholds that are uniform on an interval need one that is not empty."""
    for part in method.arguments:
        if isinstance(part, Method):
            _check_bounds(part)
    if ends := statements.interval(method):
        low, high = (number(a, f"a bound of {method}") for a in ends)
        if low >= high:
            raise ModelError(f"{method} is empty; the first bound must be below the second")


@lru_cache(maxsize=4096)
def _expected_loss(model: Model, method: Method, cost: Cost, digits: int, engine: str) -> Real:
    def compute() -> Any:
        if cost.name != "weight":
            density = condition_density(cost)
            return _loss(model, method, densities.density(cost), density, engine)
        weight = weight_of(cost)
        if weight.density is not None:
            law = of_engine(weight.density)
            return in_flint(weight.mass) * _loss(model, method, weight.density, law, engine)
        if not weight.measures:
            return fmpq(0)
        return loss_of_infinite(model, method, unbounded(cost), engine)

    return settled(compute, digits)


def _loss(model: Model, method: Method, given: densities.Density, density: Density, engine: str) -> Any:
    if method.name == "mix":
        share, first, second = method.arguments
        assert isinstance(first, Method)
        assert isinstance(second, Method)
        q = number(share, "the probability of mix")
        if not 0 <= q <= 1:
            raise ModelError(f"the probability of mix is {q}; it must lie in [0, 1]")
        one, other = (_loss(model, m, given, density, engine) for m in (first, second))
        return one * quotient(q) + other * (1 - quotient(q))
    if method.name == "optimal":
        return optimal(model, density, engine)
    chosen: Any = method.arguments[0]
    if isinstance(density, Fraction):
        chosen = substitute(chosen, {"c": Number(density)})
    mean = in_flint(density if isinstance(density, Fraction) else density.moment(1))
    free = sorted(names(chosen) & {"c", "u"})
    if not free:
        at = evaluate(chosen, Exact(), no_leaf)
        return model.loss(mean, *(at_score(model, at) if method.name == "score" else at_level(model, method.name, at)))
    if method.name != "score":
        if not certainly_within_unit_interval(threshold_law(chosen, given)):
            raise NotSupported(f"{method} leaves [0, 1], so it is no rate")
    elif len(free) == 1:
        if _bends(chosen):
            with suppress(NotSupported):  # where it is piecewise linear its parts are known
                return loss_by_regions(model, method.name, regions(chosen, given, density), engine)
        law_of = UNIT if free == ["u"] else density
        assert isinstance(law_of, Distribution)
        if not isinstance(law_of, Written) or law_of.bounded:
            return _score_loss(model, chosen, free[0], law_of, None if free == ["c"] else mean, engine)
    return loss_by_regions(model, method.name, regions(chosen, given, density), engine)


def _bends(node: Node) -> bool:
    """Whether a function of c and u has kinks or jumps by what it is made of."""
    return (isinstance(node, Apply) and node.function in BENT) or any(map(_bends, children(node)))


def at_score(model: Model, t: Any) -> tuple[Any, Any]:
    if isinstance(t, fmpq):
        return in_flint(model.class0.cdf(fraction(t))), in_flint(model.class1.cdf(fraction(t)))
    return model.class0.cdf(t), model.class1.cdf(t)


def _score_loss(model: Model, chosen: Node, variable: str, law_of: Distribution, mean: Any, engine: str) -> Any:
    """The integral over v of Q(g(v); c), where c is v itself, or free of v with a known mean."""
    polynomial = as_polynomial(chosen, variable)
    if variable == "u" and polynomial is not None and polynomial.degree() == 1:
        ends = sorted(fraction(polynomial(fmpq(v))) for v in (0, 1))
        law_of, polynomial = Uniform(*ends), X

    def direct(p: Point) -> Any:
        c = p.x if mean is None else p.number(mean)
        return model.loss_of(p, c) * p.d(2)

    if polynomial == X:
        return integrate(direct, pieces((*model.classes, law_of), within=_range(law_of)), engine)
    breaks = kinks(chosen, variable)
    if polynomial is not None:
        ends_of = {b for d in model.classes for b in d.breaks}
        breaks |= {fraction(root) for b in ends_of for root, _ in (polynomial - quotient(b)).roots()}

    threshold = compiled(chosen)

    def through(p: Point) -> Any:
        t = threshold(p.arithmetic, lambda leaf: p.x)
        c = p.x if mean is None else p.number(mean)
        pi0, pi1 = (p.number(2 * share) for share in model.shares)
        missed, alarmed = 1 - cdf_at(model.class0, t, p), cdf_at(model.class1, t, p)
        return (pi0 * c * missed + pi1 * (1 - c) * alarmed) * p.d(0)

    return integrate(through, pieces((law_of,), breaks=breaks, within=_range(law_of)), engine)


def _range(distribution: Distribution) -> tuple[Fraction, Fraction]:
    low, high = distribution.support
    assert low is not None
    assert high is not None
    return low, high


# --- optimal thresholds -----------------------------------------------------------------------------


def optimal(model: Model, density: Density, engine: str) -> Any:
    """The integral over c of the least Q over thresholds.

    The least Q at c is the sum over the ROC hull of min(2 c pi0 dF0, 2 (1-c) pi1 dF1), class 0 predicted
    where the share p of class 1 is below c; the integral over c of that is done first.
    """
    over = hull(*model.classes)
    pi0, pi1 = model.shares
    if isinstance(density, Fraction):
        c = quotient(density)
        return least(over, 2 * c * pi0, 2 * (1 - c) * pi1)
    costs = Costs(density)
    masses = (chord.masses for chord in over.chords)
    total: Any = sum((costs.pooled(pi0 * a, pi1 * b) for a, b in masses), start=fmpq(0))
    if len(density.breaks) > 2:
        return total + loss_by_regions(model, "posterior", through(Name("c"), "c", costs), engine, over.curve)

    def form(p: Point) -> Any:
        share = model.posterior(p)
        first, second = p.ratio()
        rest = p.arithmetic.share(first * p.number(pi0), second * p.number(pi1))  # 1 - share, without loss of digits
        inside = isinstance(share, acb) and not (share.contains(0) or rest.contains(0))
        if isinstance(density, Beta) and inside:
            missed, alarmed = density.tilted_cdfs(share, rest, p.arithmetic.analytic)
            below, above = missed * p.number(costs.missed), alarmed * p.number(costs.alarmed)
        else:
            below, above = costs.at(share, p)
        return below * p.d(0) * p.number(pi0) + above * p.d(1) * p.number(pi1)

    return total + integrate(form, over.curve, engine)
