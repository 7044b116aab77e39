"""Cost curves, ROC curves and decision curves of many resamples at once, as arrays: a row each, places in columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from workbench import methods
from workbench.errors import InputError, NotSupported, shown
from workbench.inference.resampled_losses import Statistic
from workbench.inference.resamples import AtCuts, Floats, Integers, Part, Reading, Resamples
from workbench.language.grammar import shortened
from workbench.language.statements import folded, law, parse_method, suggestion
from workbench.language.syntax import Method, Node, Number, names, substitute
from workbench.losses.formulas import as_piecewise
from workbench.numbers.piecewise import Piecewise, coefficients

# --- means and ranks -------------------------------------------------------------------------------------


def mean_of(k: int, function: Callable[[Floats], Floats]) -> Statistic:
    """The mean of ``function`` over the scores of class ``k``."""

    def total(part: Part) -> Floats:
        found: Floats = np.einsum("ij,j->i", part.floats[k], function(part.doubles))
        return found

    return lambda x: x.ask(total) / (x.n1 if k else x.n0)[:, 0]


def means_of(function: Callable[[Floats, int], Floats]) -> tuple[Statistic, Statistic]:
    """The means of ``function(score, class)`` over either class."""
    return mean_of(0, lambda s: function(s, 0)), mean_of(1, lambda s: function(s, 1))


def _area(part: Part) -> Integers:
    doubled: Integers = (part.counts1 * (part.cumulative0[:, 1:] + part.cumulative0[:, :-1])).sum(axis=1)
    return doubled


def auc(x: Resamples) -> Floats:
    found: Floats = x.ask(_area) / (2 * x.n0 * x.n1)[:, 0]
    return found


# --- curves -------------------------------------------------------------------------------------------


def curve_statistic(curve: str, condition: str, grid: Sequence[Fraction]) -> Statistic:
    """A curve of each resample at the places ``grid``: a function to an array of shape ``(resamples, places)``.

    ``curve`` is one of

    a method    its cost curve ``Q(c) = 2 {c pi0 (1 - F0(T(c))) + (1-c) pi1 F1(T(c))}``, for thresholds or rates that
                are functions of ``c`` or uniform, for ``optimal``, and mixtures of these;
    ``kendall``  the rate-driven curve minus that of a perfect ranking;
    ``roc``     the true positive rate at false positive rates ``grid``, on the ROC curve joined by straight lines,
                the upper end where it is vertical;
    ``det``     the false negative rate there, 1 less that;
    ``gains``   the true positive rate at predicted positive rates ``grid``;
    ``lift``    that over the predicted positive rate, at which the grid must not be 0;
    ``net_benefit``  that of treating above threshold probabilities ``grid``, which must not be 1; also ``decision``;
    ``standardized_net_benefit``  that over pi1, the most that there is;
    ``interventions_avoided``  how many fewer are treated than everybody at no loss, where the grid is neither 0 nor 1.

    >>> from workbench.samples.sample import Sample
    >>> sample = Sample.of([0, 1, 0, 1], [0.25, 0.5, 0.5, 1])
    >>> curve_statistic("roc", "cost", [Fraction(0), Fraction(1, 4)])(Resamples.of(sample))
    array([[0.5 , 0.75]])
    """
    if not isinstance(curve, str):
        raise InputError(f"{shown(curve)} is not the name of a curve; text such as score_driven or roc is")
    if condition not in ("cost", "skew"):
        raise InputError(f"condition {shortened(str(condition))}; it is cost or skew")
    if curve in RATES:
        return _in_rates(curve, grid)
    if curve in MEASURES:
        return _net_benefits(curve, grid)
    if curve == "kendall":
        return lambda x: _driven(x, condition, grid, grid) - _perfect(x, condition, grid)
    if curve.isidentifier() and curve not in methods.CATALOGUE:
        known = (*RATES, "kendall", *MEASURES)
        hint = (
            suggestion(curve, {*known, *methods.CATALOGUE})
            or f"; there are {', '.join(known)}, and that of each method"
        )
        raise InputError(f"there is no curve {shown(curve)}{hint}")
    return cost_curve_statistic(law(parse_method(curve)), condition, grid)


RATES = ("roc", "det", "gains", "lift")
MEASURES = ("net_benefit", "decision", "standardized_net_benefit", "interventions_avoided")
ENDLESS = {"lift": (0,), "interventions_avoided": (0, 1)} | dict.fromkeys(MEASURES[:3], (1,))
"""Ends of the grid at which a curve has no value."""


def _net_benefits(curve: str, grid: Sequence[Fraction]) -> Statistic:
    """``pi1 (1 - F1(t)) - t/(1 - t) pi0 (1 - F0(t))``; that over pi1; or ``pi0 F0(t) - (1 - t)/t pi1 F1(t)``."""
    if 1 in grid:
        raise InputError("place 1 of the grid; the net benefit at a threshold probability of 1 is no number")
    if curve == "interventions_avoided" and 0 in grid:
        raise InputError("place 0 of the grid; at a threshold probability of 0 no number of interventions is avoided")
    odds = np.array([float(t / (1 - t)) for t in grid])

    def found(x: Resamples) -> Floats:
        w0, w1 = x.weights("cost")
        tpr, fpr = at_cuts(x, [x.scores.cut(t) for t in grid])
        benefits: Floats
        if curve == "interventions_avoided":
            benefits = w0 * tpr - w1 * fpr / odds
            return benefits
        benefits = w1 * (1 - fpr) - odds * w0 * (1 - tpr)
        return benefits / w1 if curve == "standardized_net_benefit" else benefits

    return found


def parts_of(mix: Method) -> tuple[float, Method, Method]:
    q, first, second = mix.arguments
    if not isinstance(q, Number):
        raise NotSupported(f"{mix} of many resamples; the probability must be a number")
    assert isinstance(first, Method)
    assert isinstance(second, Method)
    return float(q.value), first, second


def cost_curve_statistic(method: Method, condition: str, grid: Sequence[Fraction]) -> Statistic:
    if method.name == "mix":
        q, first, second = parts_of(method)
        left, right = cost_curve_statistic(first, condition, grid), cost_curve_statistic(second, condition, grid)
        return lambda x: q * left(x) + (1 - q) * right(x)
    if method.name == "optimal":
        return lambda x: _envelope(x, condition, grid)
    (g,) = method.arguments
    assert not isinstance(g, Method)
    free = names(g)
    if method.name == "tpr" or (method.name == "fpr" and "u" in free):
        what = f"the cost curve of {method} is not drawn for many resamples"
        raise NotSupported(f"{what}; where the rate of one class is set, that of fpr(g) with g in c is")
    if free == {"c", "u"}:
        each = [cost_curve_statistic(_at(method, g, c), condition, [c]) for c in grid]
        return lambda x: np.concatenate([one(x) for one in each], axis=1)
    variable = "u" if "u" in free else "c"
    place = as_piecewise(g, variable) if free <= {variable} else None
    if place is None:
        raise NotSupported(f"{method} of many resamples; it must be a polynomial in c, or linear in u, with numbers")
    if variable == "u":
        low, high = _ends(method, place)
        if method.name == "score":
            return _uniform_scores(condition, low, high, grid)
        return lambda x: _uniform_rates(x, condition, grid)
    places = [_value(method, place, c) for c in grid]
    if method.name == "score":
        return _thresholds(condition, places, grid)
    if not all(0 <= rate <= 1 for rate in places):
        raise InputError(f"{method} leaves [0, 1], so it is no rate")
    if method.name == "fpr":
        shares = np.array([float(place) for place in places])
        return lambda x: _lines(x, condition, Reading("roc", tuple(places)).of(x)[0] / x.n0, shares, grid)
    return lambda x: _driven(x, condition, places, grid)


def _at(method: Method, g: Node, c: Fraction) -> Method:
    """The method at an operating condition, where only u is left."""
    there: Any = substitute(g, {"c": Number(c)})
    there = folded(there)
    return replace(method, arguments=(there,))


def _value(method: Method, function: Piecewise, c: Fraction) -> Fraction:
    found = function.at(c)
    if found != function.at(c, from_right=True):
        raise NotSupported(f"{method} jumps at {c}; take another grid")
    return found


def _ends(method: Method, function: Piecewise) -> tuple[Fraction, Fraction]:
    line = [] if function.only is None else coefficients(function.only)
    if len(line) != 2:
        raise NotSupported(f"{method} of many resamples; it must be linear in u")
    low, high = sorted((line[0], line[0] + line[1]))
    if method.name == "rate" and (low != 0 or high != 1):
        raise NotSupported(f"{method} of many resamples; a random rate must be uniform on [0, 1]")
    return low, high


def _lines(x: Resamples, condition: str, tpr: Floats, fpr: Floats, grid: Sequence[Fraction]) -> Floats:
    """``2 {c w0 (1 - F0) + (1 - c) w1 F1}``."""
    w0, w1 = x.weights(condition)
    c = np.array([float(place) for place in grid])
    return 2 * (c * w0 * (1 - tpr) + (1 - c) * w1 * fpr)


def at_cuts(x: Resamples, cuts: Sequence[int]) -> tuple[Floats, Floats]:
    """The true and the false positive rates where so many of the lowest scores are predicted positive."""
    a, b = x.ask(AtCuts(tuple(cuts)))
    return a / x.n0, b / x.n1


def _thresholds(condition: str, thresholds: Sequence[Fraction], grid: Sequence[Fraction]) -> Statistic:
    return lambda x: _lines(x, condition, *at_cuts(x, [x.scores.cut(t) for t in thresholds]), grid)


def _uniform_scores(condition: str, low: Fraction, high: Fraction, grid: Sequence[Fraction]) -> Statistic:
    missed = means_of(lambda s, k: np.clip((s - float(low)) / float(high - low), 0, 1))
    return lambda x: _lines(x, condition, 1 - missed[0](x)[:, None], 1 - missed[1](x)[:, None], grid)


def _uniform_rates(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    w0, w1 = x.weights(condition)
    right = auc(x)[:, None]
    return _lines(x, condition, w0 / 2 + w1 * right, w1 / 2 + w0 * (1 - right), grid)


def _driven(x: Resamples, condition: str, rates: Sequence[Fraction], grid: Sequence[Fraction]) -> Floats:
    a, b = Reading(condition, tuple(rates)).of(x)
    return _lines(x, condition, a / x.n0, b / x.n1, grid)


def _perfect(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    """The rate-driven curve of a ranking with all of class 0 first."""
    w0, w1 = x.weights(condition)
    c = np.array([float(place) for place in grid])
    return _lines(x, condition, np.minimum(c / w0, 1), np.maximum(c - w0, 0) / w1, grid)


def _in_rates(curve: str, grid: Sequence[Fraction]) -> Statistic:
    if curve in ("roc", "det"):
        start, sign = (0, 1) if curve == "roc" else (1, -1)
        return lambda x: start + sign * (Reading("roc", tuple(grid)).of(x)[0] / x.n0)
    if curve == "lift" and not grid[0]:
        raise InputError("place 0 of the grid; the lift at a predicted positive rate of 0 is no number")
    shares = np.array([float(place) for place in grid]) if curve == "lift" else 1
    return lambda x: Reading("cost", tuple(grid)).of(x)[0] / x.n0 / shares


def block_weights(x: Resamples, condition: str) -> tuple[Floats, Floats]:
    w0, w1 = x.weights(condition)
    rows = x.blocks.rows
    return (w0 / x.n0)[rows, 0] * x.blocks.counts0, (w1 / x.n1)[rows, 0] * x.blocks.counts1


def _envelope(x: Resamples, condition: str, grid: Sequence[Fraction]) -> Floats:
    """Each block of the hull goes to the class that costs less, and a threshold does so for all of them."""
    a, b = block_weights(x, condition)
    found = np.empty((len(x.n0), len(grid)))
    for place, c in enumerate(map(float, grid)):
        found[:, place] = 2 * x.blocks.sums(np.minimum(c * a, (1 - c) * b))
    return found
