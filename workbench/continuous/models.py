"""Continuous score models: the certified values of metrics and expressions on them, and a test bed of nine.

A result is a `fractions.Fraction` where it is rational by rule, else a ball with a proven radius. The
distributions, the `Model` and `expected_loss` are offered here as well, so that this is the one module
to import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import flint
import mpmath
from flint import arb, fmpq

from workbench import metrics
from workbench.continuous.arithmetics import (
    Exact,
    evaluate,
    no_leaf,
)
from workbench.continuous.cost_laws import Costs, Density, condition_density, in_flint
from workbench.continuous.distributions import (
    Beta,
    Distribution,
    Exponential,
    Histogram,
    Normal,
    Polynomial,
    Triangular,
    Uniform,
)
from workbench.continuous.hulls import hull, least
from workbench.continuous.means import loss_at_other_scores, mean
from workbench.continuous.model_losses import NONE, Model, at_score, closed, expected_loss, optimal, settled
from workbench.continuous.named_distributions import mirrored_power, power
from workbench.continuous.polynomials import ModelError, quotient
from workbench.continuous.quadrature import Piece, Point, integrate, pieces
from workbench.errors import NotSupported
from workbench.language import syntax
from workbench.language.statements import definition
from workbench.language.syntax import Cost, Loss, Name, Node, Number
from workbench.numbers.certified import DIGITS, Real, lift, working_digits

__all__ = [
    "EVENLY_SPREAD",
    "METRICS",
    "MODELS",
    "Beta",
    "Disagreement",
    "Distribution",
    "Exponential",
    "Histogram",
    "Model",
    "ModelError",
    "Normal",
    "NotSupported",
    "Polynomial",
    "Triangular",
    "Uniform",
    "closed_form",
    "confirmed",
    "expected_loss",
    "metric",
    "mirrored_power",
    "power",
    "value",
]


class Disagreement(ArithmeticError):
    """Two independent evaluations of one number exclude each other: a bug, never a rounding error."""


# --- metrics ----------------------------------------------------------------------------------------

_SIMPLE: dict[str, tuple[str, str]] = {
    "MAE": ("s", "1 - s"),
    "BS": ("s**2", "(1 - s)**2"),
}


def metric(model: Model, name: str, digits: int = DIGITS, engine: str = "exact") -> Real:
    """A metric of the model by name, with the meaning it has on samples:

    ``AUC`` = P(s0 < s1), ``GINI`` = 2 AUC - 1, ``AUCH`` the area under the ROC convex hull;
    ``AP`` the mean over class 1 of the share of class 1 among all scores at least as high;
    ``MAE0 MAE1 MAE MMAE`` and ``BS0 BS1 BS MBS`` mean absolute and squared errors of class 0, class 1,
    all, and the mean of the two classes; ``RL`` = E[p(1-p)] and ``CL`` = E[(s-p)**2] with the posterior p;
    ``RLH`` the refinement loss on the convex hull; ``H`` the H-measure with Beta(2,2);
    ``KS`` = max |F0 - F1|; ``MER`` the least error rate; ``pi0``, ``pi1``.

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
    if name in probability_metrics() and not model.probabilistic:
        raise ModelError(f"{name} needs scores in [0, 1]; {model.name or model} has others")
    told = None if name in METRICS else definition(name)
    if told is not None:
        return value(model, told, digits, engine=engine)
    if name not in METRICS:
        raise ModelError(f"{name} is not a metric of a continuous model; {', '.join(METRICS)} are")
    return settled(lambda: METRICS[name](model, engine), digits)


def _error(power: int, k: int | None, balanced: bool = False) -> Callable[[Model, str], Any]:
    """The mean of |s - y|**power over class k, over all, or over both classes in equal shares."""

    def of(model: Model, engine: str) -> Any:
        s = Name("s")
        gap: dict[int, Any] = {0: s, 1: syntax.Arithmetic("-", Number(Fraction(1)), s)}
        both = [
            mean(model, j, syntax.Arithmetic("**", gap[j], Number(Fraction(power))), engine)
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
    return 1 - optimal(model, density, engine) / Costs(density).pooled(*model.shares)


def _average_precision(model: Model, engine: str) -> Any:
    def form(p: Point) -> Any:
        rest = [p.number(share) * (1 - p.cdf(k)) for k, share in enumerate(model.shares)]
        return p.arithmetic.share(rest[1], rest[0]) * p.d(1)

    return integrate(form, pieces(model.classes), engine)


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
        "AP": _average_precision,
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


@cache
def probability_metrics() -> frozenset[str]:
    """The metrics that have a value on models of probabilities alone."""
    return frozenset(name for name, metric in metrics.CATALOGUE.items() if metric.needs_probabilities)


def closed_form(model: Model, name: str, digits: int = DIGITS) -> Real | None:
    """The metric by a formula without quadrature where there is one, else None.

    ``AUC GINI`` of two normals, Phi((mu1 - mu0)/sqrt(sigma0**2 + sigma1**2)), and of two exponentials,
    rate0/(rate0 + rate1); the errors of probabilities, by exact moments; ``KS`` and, at equal shares,
    ``MER`` of two normals of equal deviation, 2 Phi(|mu1 - mu0|/(2 sigma)) - 1 and (1 - KS)/2.

    >>> closed_form(Model(Exponential(2), Exponential(1)), "AUC")
    Fraction(2, 3)
    """
    first, second = model.classes
    if name in probability_metrics() - {"CL"}:
        return metric(model, name, digits) if model.probabilistic else None
    if name == "GINI":
        area = closed_form(model, "AUC", digits + 1)
        return None if area is None else settled(lambda: 2 * in_flint(area) - 1, digits)
    if isinstance(first, Exponential) and isinstance(second, Exponential) and name == "AUC":
        return Fraction(first.rate / (first.rate + second.rate))
    if not (isinstance(first, Normal) and isinstance(second, Normal)):
        return None
    gap = quotient(second.mean - first.mean)
    if name == "AUC":
        spread = quotient(first.deviation**2 + second.deviation**2)
        return settled(lambda: UNIT_NORMAL.cdf(gap / arb(spread).sqrt()), digits)
    if first.deviation == second.deviation and gap >= 0:
        half = gap / quotient(2 * first.deviation)
        if name == "KS":
            return settled(lambda: 2 * UNIT_NORMAL.cdf(arb(half)) - 1, digits)
        if name == "MER" and model.pi0 == Fraction(1, 2):
            return settled(lambda: 1 - UNIT_NORMAL.cdf(arb(half)), digits)
    return None


UNIT_NORMAL = Normal()


# --- expressions of the statement language ------------------------------------------------------------


def value(
    model: Model,
    expression: Node,
    digits: int = DIGITS,
    parameters: Mapping[str, Fraction] = NONE,
    engine: str = "exact",
) -> Real:
    """The value of an expression of the statement language on the model.

    >>> from workbench.language.statements import parse_expression
    >>> model = Model(Beta(1, 2), Beta(2, 1))
    >>> value(model, parse_expression("pi0*pi1*(1 - 2*AUC) + 1/3 - loss(rate_driven)"))
    Fraction(0, 1)
    >>> value(model, parse_expression("E1(indicator(s <= t))"), parameters={"t": Fraction(1, 2)})
    Fraction(1, 4)
    """
    given = closed(expression, parameters, model)

    def compute() -> Any:
        inner = int(flint.ctx.prec / 3.33) - 9

        def leaf(node: Any) -> Any:
            return in_flint(_quantity(model, node, inner, engine))

        try:
            return evaluate(given, Exact(), leaf)
        except ZeroDivisionError:
            raise ModelError(f"{expression} divides by zero") from None

    return settled(compute, digits, spare=5)


def _quantity(model: Model, node: Any, digits: int, engine: str) -> Real:
    if isinstance(node, Loss):
        return expected_loss(model, node, digits, engine=engine)
    if isinstance(node, Name):
        return metric(model, node.name, digits, engine)
    if isinstance(node, syntax.Rescored):
        return loss_at_other_scores(model, node, digits, engine)
    if isinstance(node, syntax.PairMean):
        raise NotSupported(f"{node}, a mean over pairs, is not computed on a continuous model")
    if not isinstance(node, syntax.Apply):
        raise NotSupported(f"{node} has no value on a continuous model")
    return _applied(model, node, digits, engine)


@lru_cache(maxsize=4096)
def _applied(model: Model, node: syntax.Apply, digits: int, engine: str) -> Real:
    def compute() -> Any:
        if node.function in ("error", "macro_error"):
            pi0, pi1 = model.shares if node.function == "error" else (fmpq(1, 2), fmpq(1, 2))
            f0, f1 = at_score(model, evaluate(node.arguments[0], Exact(), no_leaf))
            return pi0 * (1 - f0) + pi1 * f1
        if node.function == "h_measure":
            return _h_measure(model, condition_density(Cost("beta", node.arguments)), engine)  # type: ignore[arg-type]
        if node.function in ("E0", "E1"):
            return mean(model, int(node.function[1]), node.arguments[0], engine)
        if node.function == "E":
            return mean(model, 2, node.arguments[0], engine)
        raise NotSupported(f"{node.function} has no value on a continuous model")

    return settled(compute, digits)


def confirmed(model: Model, expression: Node, digits: int = 15, parameters: Mapping[str, Fraction] = NONE) -> Real:
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
EVENLY_SPREAD: tuple[Model, ...] = (
    Model(mirrored_power(2), power(2), name="calibrated and evenly spread"),
    Model(Triangular(0, 0, 1), Triangular(0, 1, 1), name="triangles at both ends"),
    Model(Polynomial((0, 1), (2, -2)), Polynomial((0, 1), (0, 2)), name="straight lines"),
    Model(Triangular(0, 0, 1), power(2), name="a triangle and a power"),
    Model(mirrored_power(2), Polynomial((0, 1), (0, 2)), name="a power and a line"),
    Model(Polynomial((0, 1), (2, -2)), Triangular(0, 1, 1), name="a line and a triangle"),
    Model(mirrored_power(2), Polynomial((0, 1), ("1/3", "4/3")), "2/5", "flatter class 1"),
    Model(Polynomial((0, 1), (0, 6, -6)), Polynomial((0, 1), (2, -6, 6)), "1/2", "valley"),
    Model(power(3), Polynomial((0, 1), ("3/2", 0, "-3/2")), "1/3", "misranked"),
    Model(Uniform(0, 1), Uniform(0, 1), Fraction(1, 3), "both uniform"),
    Model(
        Histogram((0, "1/2", 1), ("3/4", "1/4")), Histogram((0, "1/2", 1), ("5/12", "7/12")), Fraction(1, 4), "steps"
    ),
)
"""Models whose scores are uniform on [0, 1], so that R(s) = s."""
