"""Continuous score models and the certified values of losses, metrics and expressions on them.

A model is a distribution of scores for each class and the share of class 0. Class 0 is predicted when
the score is at most the threshold t, so with the cdfs F0, F1 and the cost proportion c

    Q(t; c) = 2 {c pi0 (1 - F0(t)) + (1 - c) pi1 F1(t)}

Every expected loss is the integral of Q(T(c); c) w(c), after a change of variable to the threshold; no
theorem about expected losses is used, so agreement with one is evidence for it. A result is a
`fractions.Fraction` where the integral is rational by rule, else a ball with a proven radius. Skews are
costs with both class shares put to 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

import flint
import mpmath
from flint import acb, arb, fmpq, fmpq_poly

from workbench import syntax
from workbench.certified import DIGITS, Real, lift, working_digits
from workbench.distributions import (
    Beta,
    Distribution,
    Exponential,
    Histogram,
    ModelError,
    Normal,
    Polynomial,
    Triangular,
    Uniform,
    X,
    fraction,
    quotient,
    rational,
    sign_between,
)
from workbench.hulls import CORNER, ORIGIN, Chord, Hull, hull, least
from workbench.quadrature import (
    Balls,
    Exact,
    Form,
    NotPolynomial,
    NotSupported,
    Piece,
    Point,
    Polynomials,
    as_polynomial,
    constant,
    evaluate,
    integrate,
    kinks,
    pieces,
    sign_change,
)
from workbench.statements import law
from workbench.syntax import Cost, Loss, Method, Name, Node, Number, names, substitute

__all__ = [
    "MODELS",
    "Beta",
    "Disagreement",
    "Exponential",
    "Histogram",
    "Model",
    "ModelError",
    "Normal",
    "NotSupported",
    "Triangular",
    "Uniform",
    "closed_form",
    "confirmed",
    "expected_loss",
    "metric",
    "value",
]

Density: TypeAlias = "Distribution | Fraction"
NONE: Mapping[str, Fraction] = MappingProxyType({})
UNIT = Uniform()


class Disagreement(ArithmeticError):
    """Two independent evaluations of one number exclude each other: a bug, never a rounding error."""


@dataclass(frozen=True)
class Model:
    """The scores of class 0 and class 1 and the share ``pi0`` of class 0, strictly between 0 and 1.

    >>> Model(Beta(1, 2), Beta(2, 1), Fraction(1, 2)).pi1
    Fraction(1, 2)
    >>> Model(Beta(1, 2), Beta(2, 1), 1)
    Traceback (most recent call last):
    workbench.distributions.ModelError: pi0 is 1; it must lie strictly between 0 and 1
    """

    class0: Distribution
    class1: Distribution
    pi0: Fraction = Fraction(1, 2)
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for part in (self.class0, self.class1):
            if not isinstance(part, Distribution):
                raise ModelError(f"{part!r} is not a distribution of scores")
        object.__setattr__(self, "pi0", rational(self.pi0, "pi0"))
        if not 0 < self.pi0 < 1:
            raise ModelError(f"pi0 is {self.pi0}; it must lie strictly between 0 and 1")

    @property
    def pi1(self) -> Fraction:
        """The share of class 1."""
        return 1 - self.pi0

    @property
    def classes(self) -> tuple[Distribution, Distribution]:
        """The two score distributions."""
        return self.class0, self.class1

    @property
    def shares(self) -> tuple[Any, Any]:
        """The class shares as flint's rationals."""
        return quotient(self.pi0), quotient(self.pi1)

    @property
    def has_probabilities(self) -> bool:
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
        return p.arithmetic.share(pi1 * p.d(1), pi0 * p.d(0))

    def loss(self, c: Any, f0: Any, f1: Any) -> Any:
        """Q at a cost proportion and a point (F0, F1) of the ROC curve."""
        pi0, pi1 = self.shares
        return 2 * (c * (1 - f0)) * pi0 + 2 * ((1 - c) * f1) * pi1


# --- balls of promised size -------------------------------------------------------------------------------


def _settled(compute: Callable[[], Any], digits: int) -> Real:
    """The value at a precision that leaves a radius below 10**-digits."""
    for attempt in (digits + 5, 2 * digits + 15, 4 * digits + 30):
        with working_digits(attempt):
            result = compute()
            if isinstance(result, fmpq):
                return fraction(result)
            if isinstance(result, int):
                return Fraction(result)
            if result.is_finite() and result.rad() < arb(10) ** -digits:
                return result
    raise NotSupported(f"no ball of radius 10**-{digits} was found; the best was {result}")


def _number(node: Node, what: str) -> Fraction:
    result = constant(node)
    if result is None:
        raise NotSupported(f"{what} is {node}; it must be a rational number")
    return result


def _closed(node: Any, parameters: Mapping[str, Fraction]) -> Any:
    """``node`` with its parameters replaced by their values."""
    from workbench.statements import parameters as free

    given = {name: Number(rational(v, f"the parameter {name}")) for name, v in parameters.items()}
    closed = substitute(node, given)
    missing = sorted(free(closed))
    if missing:
        raise ModelError(f"no value is given for {', '.join(missing)}")
    return closed


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

    >>> from workbench.statements import parse_expression
    >>> model = Model(Beta(1, 2), Beta(2, 1))
    >>> expected_loss(model, parse_expression("loss(rate_driven)"))
    Fraction(1, 6)
    """
    if loss.rates == "cutpoints":
        raise NotSupported("cutpoints need a finite sample; a continuous model has none")
    closed = _closed(loss, parameters)
    if closed.condition == "skew":
        model = replace(model, pi0=Fraction(1, 2))
    return _expected_loss(model, law(closed.method), closed.cost, digits, engine)


@lru_cache(maxsize=4096)
def _expected_loss(model: Model, method: Method, cost: Cost, digits: int, engine: str) -> Real:
    density = condition_density(cost)
    return _settled(lambda: _loss(model, method, density, engine), digits)


def condition_density(cost: Cost) -> Density:
    """The distribution of the operating condition, or the point that holds all of it.

    >>> from workbench.statements import parse_cost
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
        return _optimal(model, density, engine)
    chosen: Any = method.arguments[0]
    if isinstance(density, Fraction):
        chosen = substitute(chosen, {"c": Number(density)})
        mean = density
    else:
        mean = density.moment(1)
    free = names(chosen) & {"c", "u"}
    if not free:
        at = evaluate(chosen, Exact(), None)  # type: ignore[arg-type]
        f0, f1 = _at_score(model, at) if method.name == "score" else _at_rate(model, at)
        return model.loss(quotient(mean), f0, f1)
    if len(free) > 1:
        raise NotSupported(f"{method} draws its threshold from c and u at once")
    variable = free.pop()
    law_of = density if variable == "c" else UNIT
    assert isinstance(law_of, Distribution)
    known = None if variable == "c" else quotient(mean)
    integral = _score_loss if method.name == "score" else _rate_loss
    return integral(model, chosen, variable, law_of, known, engine)


def _at_score(model: Model, t: Any) -> tuple[Any, Any]:
    if isinstance(t, fmpq):
        values = [d.cdf(fraction(t)) for d in model.classes]
        f0, f1 = (quotient(v) if isinstance(v, Fraction) else v for v in values)
        return f0, f1
    return model.class0.cdf(t), model.class1.cdf(t)


def _score_loss(
    model: Model, chosen: Node, variable: str, law_of: Distribution, mean: Any, engine: str
) -> Any:
    """The integral over the variable v of Q(g(v); c) for t = g(v), where c is v, or of known mean and free of v."""
    polynomial = as_polynomial(chosen, variable)
    if variable == "u" and polynomial is not None and polynomial.degree() == 1:
        ends = sorted(fraction(polynomial(fmpq(v))) for v in (0, 1))
        law_of, polynomial = Uniform(*ends), X

    def direct(p: Point) -> Any:
        c = p.x if mean is None else p.number(mean)
        return model.loss(c, p.cdf(0), p.cdf(1)) * p.d(2)

    if polynomial == X:
        return integrate(direct, pieces((*model.classes, law_of), within=_range(law_of)), engine)
    breaks = kinks(chosen, variable)
    if polynomial is not None:
        ends_of = {b for d in model.classes for b in d.breaks}
        breaks |= {fraction(root) for b in ends_of for root, _ in (polynomial - quotient(b)).roots()}

    def through(p: Point) -> Any:
        t = evaluate(chosen, p.arithmetic, lambda leaf: p.x)
        c = p.x if mean is None else p.number(mean)
        return model.loss(c, _cdf(model.class0, t, p), _cdf(model.class1, t, p)) * p.d(0)

    return integrate(through, pieces((law_of,), breaks=breaks, within=_range(law_of)), engine)


def _range(distribution: Distribution) -> tuple[Fraction, Fraction]:
    low, high = distribution.support
    assert low is not None
    assert high is not None
    return low, high


def _cdf(distribution: Distribution, t: Any, p: Point) -> Any:
    """The cdf at a value of the point's arithmetic; a polynomial must stay between two break points."""
    if not isinstance(p.arithmetic, Polynomials):
        return distribution.cdf(t, p.arithmetic.analytic) if isinstance(t, acb) else distribution.cdf(t)
    low, high = sorted(p.arithmetic.ends) if all(isinstance(e, fmpq) for e in p.arithmetic.ends) else (None, None)
    if low is None or not distribution.densities:
        raise NotPolynomial
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
    if piece.tail is not None:
        return piece.tail[0][0].real, piece.tail[0][1].real
    point = piece.at(y)
    gap = abs(arb(model.rate(point)) - r) if not isinstance(y, fmpq) else fmpq(0)
    slack = [arb(0, (gap / share).upper()) if gap != 0 else 0 for share in model.shares]
    return point.cdf(0) + slack[0], point.cdf(1) + slack[1]


def _threshold(model: Model, r: Any) -> tuple[Piece, Any]:
    """The piece and the y on it at which R = r; where balls can't tell a break point from it, the break point."""
    parts = pieces(model.classes)
    for piece in parts:
        if piece.tail is not None:
            if piece.right is None or model.rate(Point(lambda curve: curve, _ended(piece), Exact())) > r:
                return piece, None
            continue
        reached = model.rate(piece.at(piece.upper))
        if reached > r:
            return piece, sign_change(lambda y, on=piece: model.rate(on.at(y)) - r, piece.lower, piece.upper)  # type: ignore[misc]
        if not reached < r:
            return piece, piece.upper
    return parts[-1], parts[-1].upper
