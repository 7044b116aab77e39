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
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

from flint import acb, arb, fmpq, fmpq_poly

from workbench.continuous.arithmetics import (
    Exact,
    NotPolynomial,
    Polynomials,
    as_polynomial,
    compiled,
    constant,
    evaluate,
    kinks,
    no_leaf,
)
from workbench.continuous.distributions import Beta, Distribution, Parameter, Polynomial, Uniform
from workbench.continuous.hulls import CORNER, ORIGIN, hull, least
from workbench.continuous.named_distributions import distribution
from workbench.continuous.polynomials import ModelError, X, fraction, quotient, rational, sign_between
from workbench.continuous.quadrature import Piece, Point, crossing, integrate, pieces
from workbench.errors import NotSupported
from workbench.language import statements
from workbench.language.syntax import Cost, Loss, Method, Node, Number, names, substitute
from workbench.numbers.certified import DIGITS, Real, working_digits
from workbench.words import OF_ONE_CLASS

Density: TypeAlias = "Distribution | Fraction"
NONE: Mapping[str, Fraction] = MappingProxyType({})
UNIT = Uniform()


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


def in_flint(value: Real) -> Any:
    """A `Real` in flint's types, which mix freely."""
    return quotient(value) if isinstance(value, Fraction) else value


def _number(node: Node, what: str) -> Fraction:
    result = constant(node)
    if result is None:
        raise NotSupported(f"{what} is {node}; it must be a rational number")
    return result


def closed(node: Any, parameters: Mapping[str, Fraction]) -> Any:
    """``node`` with its parameters replaced by their values."""
    given = {name: Number(rational(v, f"the parameter {name}")) for name, v in parameters.items()}
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
    given = closed(loss, parameters)
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
        low, high = (_number(a, f"a bound of {method}") for a in ends)
        if low >= high:
            raise ModelError(f"{method} is empty; the first bound must be below the second")


@lru_cache(maxsize=4096)
def _expected_loss(model: Model, method: Method, cost: Cost, digits: int, engine: str) -> Real:
    density = condition_density(cost)
    return settled(lambda: _loss(model, method, density, engine), digits)


def condition_density(cost: Cost) -> Density:
    """The distribution of the operating condition, or the point that holds all of it.

    >>> from workbench.language.statements import parse_cost
    >>> condition_density(parse_cost("beta(2, 2)"))
    Beta(a=Fraction(2, 1), b=Fraction(2, 1))
    """
    if cost.name == "density":
        polynomial = as_polynomial(cost.arguments[0], "c")
        if polynomial is None:
            raise NotSupported(f"the density {cost.arguments[0]} is not a polynomial in c")
        return Polynomial.of([(Fraction(0), Fraction(1), polynomial)])
    given = [_number(a, f"an argument of {cost.name}") for a in cost.arguments]
    if cost.name == "beta":
        return Beta(*given)
    if any(not 0 <= v <= 1 for v in given):
        raise ModelError(f"{cost}: operating conditions lie in [0, 1]")
    return given[0] if cost.name == "point" else Uniform(*given)


def _loss(model: Model, method: Method, density: Density, engine: str) -> Any:
    if method.name == "mix":
        share, first, second = method.arguments
        assert isinstance(first, Method)
        assert isinstance(second, Method)
        q = _number(share, "the probability of mix")
        if not 0 <= q <= 1:
            raise ModelError(f"the probability of mix is {q}; it must lie in [0, 1]")
        one, other = (_loss(model, m, density, engine) for m in (first, second))
        return one * quotient(q) + other * (1 - quotient(q))
    if method.name == "optimal":
        return optimal(model, density, engine)
    if method.name in OF_ONE_CLASS:
        raise NotSupported(f"{method} sets the rate of one class; a continuous model knows scores and predicted rates")
    chosen: Any = method.arguments[0]
    if isinstance(density, Fraction):
        chosen = substitute(chosen, {"c": Number(density)})
        mean = density
    else:
        mean = density.moment(1)
    free = sorted(names(chosen) & {"c", "u"})
    if not free:
        at = evaluate(chosen, Exact(), no_leaf)
        f0, f1 = at_score(model, at) if method.name == "score" else _at_rate(model, at)
        return model.loss(quotient(mean), f0, f1)
    if len(free) > 1:
        raise NotSupported(f"{method} draws its threshold from c and u at once")
    variable = next(iter(free))
    law_of = density if variable == "c" else UNIT
    assert isinstance(law_of, Distribution)
    known = None if variable == "c" else quotient(mean)
    integral = _score_loss if method.name == "score" else _rate_loss
    return integral(model, chosen, variable, law_of, known, engine)


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
        missed, alarmed = 1 - _cdf(model.class0, t, p), _cdf(model.class1, t, p)
        return (pi0 * c * missed + pi1 * (1 - c) * alarmed) * p.d(0)

    return integrate(through, pieces((law_of,), breaks=breaks, within=_range(law_of)), engine)


def _range(distribution: Distribution) -> tuple[Fraction, Fraction]:
    low, high = distribution.support
    assert low is not None
    assert high is not None
    return low, high


def _cdf(distribution: Distribution, t: Any, p: Point) -> Any:
    """The cdf at a value of the point's arithmetic; a polynomial must stay between two break points.

    A ball that need not be one on which the cdf is analytic holds values at real points, and so real thresholds.
    """
    if isinstance(t, acb):
        real = not p.arithmetic.analytic and t.imag.contains(0)
        return acb(distribution.cdf(t.real)) if real else distribution.cdf(t, p.arithmetic.analytic)
    if not isinstance(p.arithmetic, Polynomials):
        return distribution.cdf(t)
    if not distribution.densities or not all(isinstance(end, fmpq) for end in p.arithmetic.ends):
        raise NotPolynomial
    low, high = sorted(p.arithmetic.ends)
    region = 0
    for end in distribution.breaks:
        sign = sign_between(t - quotient(end), low, high)
        if sign is None:
            raise NotPolynomial
        region += sign > 0
    if region in (0, len(distribution.breaks)):
        return fmpq_poly([region and 1])
    return distribution.cumulated[region - 1](t)


def _at_rate(model: Model, r: Any) -> tuple[Any, Any]:
    """(F0, F1) at the threshold whose predicted positive rate is ``r``."""
    if r <= 0:
        return ORIGIN
    if r >= 1:
        return CORNER
    piece, y = _threshold(model, r)
    point = piece.at(y)
    gap = model.rate(point) - r
    slack = [0 if gap == 0 else arb(0, (abs(arb(gap)) / share).upper()) for share in model.shares]
    return point.cdf(0) + slack[0], point.cdf(1) + slack[1]


def _threshold(model: Model, r: Any) -> tuple[Piece, Any]:
    """The piece and its y at which R = r; a break point where balls can't tell the two apart."""
    parts = [part for part in pieces(model.classes) if part.tail is None]
    for piece in parts:
        if piece is parts[0] and not model.rate(piece.at(piece.lower)) < r:
            break
        reached = model.rate(piece.at(piece.upper))
        if reached > r:
            return piece, _level(model, piece, r)
        if not reached < r:
            return piece, piece.upper
    raise NotSupported(f"the rate {r} lies too close to 0 or 1")


def _level(model: Model, piece: Piece, r: Any) -> Any:
    """The y on ``piece`` at which R = r."""
    rising = piece.lower < piece.upper
    return crossing(piece, lambda p: (model.rate(p) - p.number(r)) * (1 if rising else -1))


def _between(model: Model, low: Fraction, high: Fraction) -> list[Piece]:
    """The pieces, cut to the thresholds with predicted positive rates between ``low`` and ``high``."""
    parts = list(pieces(model.classes))
    for rate, keep_after in ((low, True), (high, False)):
        if not 0 < rate < 1:
            continue
        piece, y = _threshold(model, quotient(rate))
        if isinstance(y, fmpq) and model.rate(piece.at(y)) != quotient(rate):
            raise NotSupported(f"the threshold of rate {rate} can't be told from a break point")
        ends = [p.right for p in parts]
        index = ends.index(piece.right)
        if keep_after:
            parts = [parts[index].cut(lower=y), *parts[index + 1 :]]
        else:
            parts = [*parts[:index], parts[index].cut(upper=y)]
    return parts


def _rate_loss(model: Model, chosen: Node, variable: str, law_of: Distribution, mean: Any, engine: str) -> Any:
    """The integral over v of Q(t; c) for R(t) = g(v) = a + b v**m, so v = ((R(t) - a)/b)**(1/m)."""
    polynomial = as_polynomial(chosen, variable)
    power = polynomial.degree() if polynomial is not None else 0
    low, high = _range(law_of)
    if polynomial is None or power < 1 or any(polynomial[k] != 0 for k in range(1, power)):
        raise NotSupported(f"rate({chosen}): the rate must be a + b*{variable}**m")
    a, b = polynomial[0], polynomial[power]
    ends = sorted(fraction(polynomial(quotient(v))) for v in (low, high))
    if ends[0] < 0 or ends[1] > 1:
        raise NotSupported(f"rate({chosen}) leaves [0, 1]")
    if power == 1 and law_of.densities:
        total: Any = fmpq(0)
        for left, right, density in law_of.densities:
            rates = sorted(fraction(polynomial(quotient(v))) for v in (left, right))

            def direct(p: Point, weight: fmpq_poly = density) -> Any:
                v = (model.rate(p) - p.number(a)) * p.number(1 / b)
                c = v if mean is None else p.number(mean)
                return model.loss_of(p, c) * _horner(weight, v, p) * model.drate(p) * p.number(1 / abs(b))

            total += integrate(direct, _between(model, *rates), engine)
        return total
    if power > 1 and [a, b] not in ([0, 1], [1, -1]):
        raise NotSupported(f"rate({chosen}): with a power of {variable} the rate must run over all of [0, 1]")
    costs = Costs(law_of, mean)

    def by_parts(p: Point) -> Any:
        v = (model.rate(p) - p.number(a)) * p.number(1 / b)
        if power > 1:
            v = p.arithmetic.power(v, Fraction(1, power))
        missed, alarmed = costs.below(v, p), costs.above(v, p)
        if b < 0:
            missed, alarmed = p.number(costs.missed) - missed, p.number(costs.alarmed) - alarmed
        pi0, pi1 = (p.number(share) for share in model.shares)
        return pi0 * missed * p.d(0) + pi1 * alarmed * p.d(1)

    return integrate(by_parts, pieces(model.classes), engine)


class Costs:
    """The costs of the operating conditions on one side of v: E[2c; V < v] for a missed example of class 0
    and E[2(1-c); V > v] for a false alarm, where c is V itself, or free of V with a known mean."""

    def __init__(self, law_of: Distribution, mean: Any = None) -> None:
        self.law_of, self.known = law_of, mean is not None
        self.mean = mean if self.known else quotient(law_of.moment(1))
        self.tilted = law_of if self.known else law_of.tilted()
        self.missed, self.alarmed = 2 * self.mean, 2 - 2 * self.mean

    def below(self, v: Any, p: Point) -> Any:
        return p.number(2 * self.mean) * _unit_cdf(self.tilted, v, p)

    def above(self, v: Any, p: Point) -> Any:
        mass, mean = _unit_cdf(self.law_of, v, p), _unit_cdf(self.tilted, v, p)
        return 2 * (1 - mass) - p.number(2 * self.mean) * (1 - mean)

    def pooled(self, a: Any, b: Any) -> Any:
        """The loss of a block with mass a of class 0 and b of class 1, thresholded as a whole."""
        if a + b == 0:
            return fmpq(0)
        p = b / (a + b)
        mass, mean = (_exact_cdf(d, p) for d in (self.law_of, self.tilted))
        return a * 2 * self.mean * mean + b * (2 * (1 - mass) - 2 * self.mean * (1 - mean))


def _unit_cdf(distribution: Distribution, v: Any, p: Point) -> Any:
    """The cdf at a value that is known to lie in [0, 1], where one polynomial may hold throughout."""
    if list(distribution.breaks) != [0, 1] or not distribution.densities:
        return _cdf(distribution, v, p)
    return _horner(distribution.cumulated[0], v, p)


def _horner(polynomial: fmpq_poly, v: Any, p: Point) -> Any:
    """A rational polynomial at a value of the point's arithmetic."""
    result = p.number(fmpq(0))
    for coefficient in reversed(polynomial.coeffs()):
        result = result * v + p.number(coefficient)
    return result


def _exact_cdf(distribution: Distribution, x: Any) -> Any:
    return in_flint(distribution.cdf(fraction(x) if isinstance(x, fmpq) else x))


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

    def form(p: Point) -> Any:
        share = model.posterior(p)
        first, second = p.ratio()
        rest = p.arithmetic.share(first * p.number(pi0), second * p.number(pi1))  # 1 - share, without loss of digits
        inside = isinstance(share, acb) and not (share.contains(0) or rest.contains(0))
        if isinstance(density, Beta) and inside:
            missed, alarmed = density.tilted_cdfs(share, rest, p.arithmetic.analytic)
            below, above = missed * p.number(costs.missed), alarmed * p.number(costs.alarmed)
        else:
            below, above = costs.below(share, p), costs.above(share, p)
        return below * p.d(0) * p.number(pi0) + above * p.d(1) * p.number(pi1)

    total = integrate(form, over.curve, engine)
    for chord in over.chords:
        a, b = chord.masses
        total += costs.pooled(pi0 * a, pi1 * b)
    return total
