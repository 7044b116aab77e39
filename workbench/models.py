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
    crossing,
    evaluate,
    integrate,
    kinks,
    pieces,
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
        return p.arithmetic.share(pi1 * p.d(1), pi0 * p.d(0))

    def loss(self, c: Any, f0: Any, f1: Any) -> Any:
        """Q at a cost proportion and a point (F0, F1) of the ROC curve."""
        pi0, pi1 = self.shares
        return 2 * (c * (1 - f0)) * pi0 + 2 * ((1 - c) * f1) * pi1

    def loss_of(self, p: Point, c: Any) -> Any:
        """Q at a cost proportion and a point of an integral."""
        pi0, pi1 = (p.number(2 * share) for share in self.shares)
        return pi0 * c * (1 - p.cdf(0)) + pi1 * (1 - c) * p.cdf(1)


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
    free = sorted(names(chosen) & {"c", "u"})
    if not free:
        at = evaluate(chosen, Exact(), None)  # type: ignore[arg-type]
        f0, f1 = _at_score(model, at) if method.name == "score" else _at_rate(model, at)
        return model.loss(quotient(mean), f0, f1)
    if len(free) > 1:
        raise NotSupported(f"{method} draws its threshold from c and u at once")
    variable = next(iter(free))
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
        return model.loss_of(p, c) * p.d(2)

    if polynomial == X:
        return integrate(direct, pieces((*model.classes, law_of), within=_range(law_of)), engine)
    breaks = kinks(chosen, variable)
    if polynomial is not None:
        ends_of = {b for d in model.classes for b in d.breaks}
        breaks |= {fraction(root) for b in ends_of for root, _ in (polynomial - quotient(b)).roots()}

    def through(p: Point) -> Any:
        t = evaluate(chosen, p.arithmetic, lambda leaf: p.x)
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
    """The cdf at a value of the point's arithmetic; a polynomial must stay between two break points."""
    if not isinstance(p.arithmetic, Polynomials):
        return distribution.cdf(t, p.arithmetic.analytic) if isinstance(t, acb) else distribution.cdf(t)
    low, high = (
        sorted(p.arithmetic.ends) if all(isinstance(e, fmpq) for e in p.arithmetic.ends) else (None, None)
    )
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
    point = piece.at(y)
    gap = model.rate(point) - r
    slack = [0 if gap == 0 else arb(0, (abs(arb(gap)) / share).upper()) for share in model.shares]
    return point.cdf(0) + slack[0], point.cdf(1) + slack[1]


def _threshold(model: Model, r: Any) -> tuple[Piece, Any]:
    """The piece and the y on it at which R = r; where balls can't tell a break point from it, the break point."""
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


def _rate_loss(
    model: Model, chosen: Node, variable: str, law_of: Distribution, mean: Any, engine: str
) -> Any:
    """The integral over v of Q(t; c) for R(t) = g(v), with g(v) = a + b v**m and v = ((R(t) - a)/b)**(1/m)."""
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
    if power > 1 and (a, b) not in ((0, 1), (1, -1)):
        raise NotSupported(f"rate({chosen}): with a power of {variable} the rate must run over all of [0, 1]")
    costs = _Costs(law_of, mean)

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


class _Costs:
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
    if distribution.breaks != (0, 1) or not distribution.densities:
        return _cdf(distribution, v, p)
    return _horner(distribution.cumulated[0], v, p)


def _horner(polynomial: fmpq_poly, v: Any, p: Point) -> Any:
    """A rational polynomial at a value of the point's arithmetic."""
    result = p.number(fmpq(0))
    for coefficient in reversed(polynomial.coeffs()):
        result = result * v + p.number(coefficient)
    return result


def _exact_cdf(distribution: Distribution, x: Any) -> Any:
    if not isinstance(x, fmpq):
        return distribution.cdf(x)
    result = distribution.cdf(fraction(x))
    return quotient(result) if isinstance(result, Fraction) else result


# --- optimal thresholds --------------------------------------------------------------------------------------


def _optimal(model: Model, density: Density, engine: str) -> Any:
    """The integral over c of the least Q over thresholds.

    The least Q at c is the sum over the ROC hull of min(2 c pi0 dF0, 2 (1-c) pi1 dF1), class 0 predicted
    where the share p of class 1 is below c; the integral over c of that is done first.
    """
    over = hull(*model.classes)
    pi0, pi1 = model.shares
    if isinstance(density, Fraction):
        c = quotient(density)
        return least(over, 2 * c * pi0, 2 * (1 - c) * pi1)
    costs = _Costs(density)

    def form(p: Point) -> Any:
        share = model.posterior(p)
        return costs.below(share, p) * p.d(0) * p.number(pi0) + costs.above(share, p) * p.d(1) * p.number(pi1)

    total = integrate(form, over.curve, engine)
    for chord in over.chords:
        a, b = chord.masses
        total += costs.pooled(pi0 * a, pi1 * b)
    return total


# --- means, metrics --------------------------------------------------------------------------------------------


def _mean(model: Model, k: int, of: Node, engine: str) -> Any:
    """The mean over class k of an expression in s."""
    polynomial = as_polynomial(of, "s")
    if polynomial is not None and engine == "exact":
        moments = (c * quotient(model.classes[k].moment(j)) for j, c in enumerate(polynomial.coeffs()))
        return sum(moments, start=fmpq(0))
    total: Any = fmpq(0)
    for part, pooled in _parts(model, of):

        def form(p: Point, pav: Any = pooled) -> Any:
            return evaluate(of, p.arithmetic, lambda leaf: _leaf(model, p, leaf, pav)) * p.d(k)

        total += integrate(form, [part], engine)
    return total


def _parts(model: Model, of: Node) -> list[tuple[Piece, Any]]:
    """The pieces to integrate over, each with the share of class 1 in its pooled block if it has one."""
    if not _mentions(of, "pav"):
        return [(p, None) for p in pieces(model.classes, breaks=kinks(of, "s"))]
    over = hull(*model.classes)
    blocks = [(piece, _share(model, chord)) for chord in over.chords for piece in chord.pieces]
    return [*((p, None) for p in over.curve), *blocks]


def _mentions(node: Node, function: str) -> bool:
    return (isinstance(node, syntax.Apply) and node.function == function) or any(
        _mentions(child, function) for child in syntax.children(node)
    )


def _share(model: Model, chord: Chord) -> Any:
    a, b = (share * mass for share, mass in zip(model.shares, chord.masses, strict=True))
    return b / (a + b)


def _leaf(model: Model, p: Point, leaf: Any, pav: Any) -> Any:
    name = leaf.function if isinstance(leaf, syntax.Apply) else str(leaf)
    if name == "s":
        return p.x
    if name in ("F0", "F1"):
        return p.cdf(int(name[1]))
    if name == "R":
        return model.rate(p)
    if name == "posterior" or (name == "pav" and pav is None):
        return model.posterior(p)
    if name == "pav":
        return p.number(pav)
    raise NotSupported(f"{leaf} has no value inside a mean on a continuous model")


_SIMPLE: dict[str, tuple[str, str]] = {
    "MAE": ("s", "1 - s"),
    "BS": ("s**2", "(1 - s)**2"),
}


def metric(model: Model, name: str, digits: int = DIGITS, engine: str = "exact") -> Real:
    """A metric of the model by name, with the meaning it has on samples:

    ``AUC`` = P(s0 < s1), ``GINI`` = 2 AUC - 1, ``AUCH`` the area under the ROC convex hull;
    ``MAE0 MAE1 MAE MMAE`` and ``BS0 BS1 BS MBS`` mean absolute and squared errors of class 0, class 1,
    all, and the mean of the two classes; ``RL`` = E[p(1-p)] and ``CL`` = E[(s-p)**2] with the posterior p;
    ``RLH`` the refinement loss on the convex hull; ``H`` the H-measure with Beta(2,2); ``KS`` = max |F0 - F1|;
    ``MER`` the least error rate; ``pi0``, ``pi1``.

    Errors of probabilities need scores in [0, 1].

    >>> evenly = Model(Beta(1, 2), Beta(2, 1))
    >>> [str(metric(evenly, name)) for name in ("AUC", "BS", "MAE", "CL", "RLH", "MER", "KS")]
    ['5/6', '1/6', '1/3', '0', '1/6', '1/4', '1/2']
    """
    return _metric(model, name, digits, engine)


@lru_cache(maxsize=4096)
def _metric(model: Model, name: str, digits: int, engine: str) -> Real:
    if name in ("pi0", "pi1"):
        return model.pi0 if name == "pi0" else model.pi1
    if name in ("n", "n0", "n1"):
        raise ModelError(f"{name} has no meaning on a continuous model; only a sample has a size")
    if name not in METRICS:
        raise ModelError(f"{name} is not a metric of a continuous model; {', '.join(METRICS)} are")
    if name in PROBABILITY_METRICS and not model.probabilistic:
        raise ModelError(f"{name} needs scores in [0, 1]; {model.name or model} has others")
    return _settled(lambda: METRICS[name](model, engine), digits)


def _error(power: int, k: int | None, balanced: bool = False) -> Callable[[Model, str], Any]:
    """The mean of |s - y|**power over class k, over all, or over both classes in equal shares."""

    def of(model: Model, engine: str) -> Any:
        s = Name("s")
        gap: dict[int, Any] = {0: s, 1: syntax.Arithmetic("-", Number(Fraction(1)), s)}
        both = [
            _mean(model, j, syntax.Arithmetic("**", gap[j], Number(Fraction(power))), engine)
            for j in ((0, 1) if k is None else (k,))
        ]
        if k is not None:
            return both[0]
        shares = (fmpq(1, 2), fmpq(1, 2)) if balanced else model.shares
        return both[0] * shares[0] + both[1] * shares[1]

    return of


def _auc(model: Model, engine: str) -> Any:
    return integrate(lambda p: p.cdf(0) * p.d(1), pieces(model.classes), engine)


def _auch(model: Model, engine: str) -> Any:
    over = hull(*model.classes)
    total = integrate(lambda p: p.cdf(0) * p.d(1), over.curve, engine)
    for chord in over.chords:
        total += (chord.start[0] + chord.end[0]) * chord.masses[1] / 2
    return total


def _refinement(model: Model, over: tuple[Piece, ...], engine: str) -> Any:
    def form(p: Point) -> Any:
        return p.number(model.shares[0]) * p.d(0) * model.posterior(p)

    return integrate(form, over, engine)


def _calibration(model: Model, engine: str) -> Any:
    def form(p: Point) -> Any:
        gap = p.x - model.posterior(p)
        return gap * gap * model.drate(p)

    return integrate(form, pieces(model.classes), engine)


def _hull_refinement(model: Model, engine: str) -> Any:
    over = hull(*model.classes)
    total = _refinement(model, over.curve, engine)
    for chord in over.chords:
        a, b = (share * mass for share, mass in zip(model.shares, chord.masses, strict=True))
        total += a * b / (a + b)
    return total


def _h_measure(model: Model, density: Density, engine: str) -> Any:
    if isinstance(density, Fraction):
        raise NotSupported("the H-measure needs a density of costs")
    return 1 - _optimal(model, density, engine) / _Costs(density).pooled(*model.shares)


def _kolmogorov(model: Model, engine: str) -> Any:
    half = fmpq(1, 2)
    gaps = [1 - 2 * least(hull(*pair), half, half) for pair in (model.classes, model.classes[::-1])]
    return Exact().elementary("max", *gaps)


def _least_error(model: Model, engine: str) -> Any:
    return least(hull(*model.classes), *model.shares)


METRICS: Mapping[str, Callable[[Model, str], Any]] = MappingProxyType(
    {
        "AUC": _auc,
        "GINI": lambda model, engine: 2 * _auc(model, engine) - 1,
        "AUCH": _auch,
        "MAE0": _error(1, 0),
        "MAE1": _error(1, 1),
        "MAE": _error(1, None),
        "MMAE": _error(1, None, balanced=True),
        "BS0": _error(2, 0),
        "BS1": _error(2, 1),
        "BS": _error(2, None),
        "MBS": _error(2, None, balanced=True),
        "RL": lambda model, engine: _refinement(model, pieces(model.classes), engine),
        "CL": _calibration,
        "RLH": _hull_refinement,
        "H": lambda model, engine: _h_measure(model, Beta(Fraction(2), Fraction(2)), engine),
        "KS": _kolmogorov,
        "MER": _least_error,
    }
)
PROBABILITY_METRICS = frozenset(("MAE0", "MAE1", "MAE", "MMAE", "BS0", "BS1", "BS", "MBS", "CL"))


def closed_form(model: Model, name: str, digits: int = DIGITS) -> Real | None:
    """The metric by a formula without quadrature where there is one, else None.

    ``AUC GINI`` of two normals, Phi((mu1 - mu0)/sqrt(sigma0**2 + sigma1**2)), and of two exponentials,
    rate0/(rate0 + rate1); the errors of probabilities, by exact moments; ``KS`` and, at equal shares,
    ``MER`` of two normals of equal deviation, 2 Phi(|mu1 - mu0|/(2 sigma)) - 1 and (1 - KS)/2.

    >>> closed_form(Model(Exponential(2), Exponential(1)), "AUC")
    Fraction(2, 3)
    """
    first, second = model.classes
    if name in PROBABILITY_METRICS - {"CL"}:
        return metric(model, name, digits) if model.probabilistic else None
    if name == "GINI":
        area = closed_form(model, "AUC", digits + 1)
        return (
            _settled(lambda: 2 * area - 1 if isinstance(area, arb) else quotient(2 * area - 1), digits)
            if area
            else None
        )
    if isinstance(first, Exponential) and isinstance(second, Exponential) and name == "AUC":
        return first.rate / (first.rate + second.rate)
    if not (isinstance(first, Normal) and isinstance(second, Normal)):
        return None
    gap = quotient(second.mean - first.mean)
    if name == "AUC":
        spread = quotient(first.deviation**2 + second.deviation**2)
        return _settled(lambda: UNIT_NORMAL.cdf(gap / arb(spread).sqrt()), digits)
    if first.deviation == second.deviation and gap >= 0:
        half = gap / quotient(2 * first.deviation)
        if name == "KS":
            return _settled(lambda: 2 * UNIT_NORMAL.cdf(arb(half)) - 1, digits)
        if name == "MER" and model.pi0 == Fraction(1, 2):
            return _settled(lambda: 1 - UNIT_NORMAL.cdf(arb(half)), digits)
    return None


UNIT_NORMAL = Normal()


# --- expressions of the statement language ---------------------------------------------------------------------


def value(
    model: Model,
    expression: Node,
    digits: int = DIGITS,
    parameters: Mapping[str, Fraction] = NONE,
    engine: str = "exact",
) -> Real:
    """The value of an expression of the statement language on the model.

    >>> from workbench.statements import parse_expression
    >>> model = Model(Beta(1, 2), Beta(2, 1))
    >>> value(model, parse_expression("pi0*pi1*(1 - 2*AUC) + 1/3 - loss(rate_driven)"))
    Fraction(0, 1)
    >>> value(model, parse_expression("E1(indicator(s <= t))"), parameters={"t": Fraction(1, 2)})
    Fraction(1, 4)
    """
    closed = _closed(expression, parameters)

    def compute() -> Any:
        inner = int(flint.ctx.prec / 3.33) - 4

        def leaf(node: Any) -> Any:
            result = _quantity(model, node, inner, engine)
            return quotient(result) if isinstance(result, Fraction) else result

        try:
            return evaluate(closed, Exact(), leaf)
        except ZeroDivisionError:
            raise ModelError(f"{expression} divides by zero") from None

    return _settled(compute, digits)


def _quantity(model: Model, node: Any, digits: int, engine: str) -> Real:
    if isinstance(node, Loss):
        return expected_loss(model, node, digits, engine=engine)
    if isinstance(node, Name):
        return metric(model, node.name, digits, engine)
    assert isinstance(node, syntax.Apply)
    return _applied(model, node, digits, engine)


@lru_cache(maxsize=4096)
def _applied(model: Model, node: syntax.Apply, digits: int, engine: str) -> Real:
    def compute() -> Any:
        if node.function in ("error", "macro_error"):
            pi0, pi1 = model.shares if node.function == "error" else (fmpq(1, 2), fmpq(1, 2))
            f0, f1 = _at_score(model, evaluate(node.arguments[0], Exact(), None))  # type: ignore[arg-type]
            return pi0 * (1 - f0) + pi1 * f1
        if node.function == "h_measure":
            return _h_measure(model, condition_density(Cost("beta", node.arguments)), engine)  # type: ignore[arg-type]
        if node.function in ("E0", "E1"):
            return _mean(model, int(node.function[1]), node.arguments[0], engine)
        if node.function == "E":
            return sum(
                (share * _mean(model, k, node.arguments[0], engine) for k, share in enumerate(model.shares)),
                start=fmpq(0),
            )
        raise NotSupported(f"{node.function} has no value on a continuous model")

    return _settled(compute, digits)


def confirmed(
    model: Model, expression: Node, digits: int = 15, parameters: Mapping[str, Fraction] = NONE
) -> Real:
    """`value`, after mpmath at two working precisions and without charts has agreed to ``digits`` digits.

    Raises `Disagreement` when either differs from the exact engine by more than 10**-digits.
    """
    certified = value(model, expression, digits, parameters)
    with working_digits(2 * digits + 20):
        tolerance = arb(10) ** -digits
        for working in (2 * digits + 10, 3 * digits + 10):
            with mpmath.workdps(working):
                second = value(model, expression, digits, parameters, engine="mpmath")
            if abs(lift(certified) - lift(second)) > tolerance:
                raise Disagreement(f"{expression} on {model}: {certified} by balls, {second} by mpmath")
    return certified


MODELS: tuple[Model, ...] = (
    Model(Beta(2, 5), Beta(5, 2), Fraction(1, 2), "mirrored Betas"),
    Model(Beta(2, 3), Beta(3, 2), Fraction(1, 3), "overlapping Betas"),
    Model(Uniform(0, "3/4"), Uniform("1/4", 1), Fraction(2, 5), "overlapping uniforms"),
    Model(Beta(1, 2), Beta(2, 1), Fraction(1, 2), "calibrated and evenly spaced"),
    Model(Triangular(0, "1/4", 1), Triangular(0, "3/4", 1), Fraction(1, 3), "triangles"),
    Model(
        Histogram((0, "1/4", "1/2", 1), ("1/2", "1/8", "3/8")),
        Histogram((0, "1/4", "1/2", 1), ("1/4", "1/2", "1/4")),
        Fraction(3, 5),
        "histograms with a falling likelihood ratio",
    ),
    Model(Beta("1/2", "1/2"), Beta(2, 1), Fraction(1, 2), "arcsine and power"),
    Model(Normal(0, 1), Normal(1, 2), Fraction(1, 2), "binormal with unequal deviations"),
    Model(Exponential(2), Exponential(1), Fraction(1, 3), "exponentials"),
)
