"""The figures of an order of scores in binary floats, fast: to be led by, not to be believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf, log1p
from typing import NamedTuple

from workbench.errors import InputError
from workbench.feasible.class_losses import BETA_OPTIMAL, SKEW_BETA_OPTIMAL, SKEW_OPTIMAL, RateFixed, rate_fixed
from workbench.feasible.linear_forms import ORDER_FIGURES, K, of_order
from workbench.feasible.orders import Order, with_scores
from workbench.feasible.propagation import Knowledge
from workbench.feasible.search import Figure
from workbench.language.statements import parse_expression
from workbench.language.syntax import Expression
from workbench.limits import Work
from workbench.losses.effort import effort
from workbench.losses.exact import value
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample

_HULL = (*ORDER_FIGURES, SKEW_OPTIMAL, BETA_OPTIMAL, SKEW_BETA_OPTIMAL)
_NEAR = 1e-10
_ORDER, _BLOCK, _ANEW = 12.0, 1.5, 0.2
"""What an order costs, a block of it, and the part of the rates of an order that no order before it had."""


def order_floats(order: Order, rates: Sequence[RateFixed] = ()) -> dict[str, float]:
    """All figures of an order that are catalogued, the optimal losses and some rate-fixed ones.

    >>> found = order_floats(((1, 0), (1, 1), (0, 1)))
    >>> found["AUC"], found["KS"], found["MER"], found["RLH"]
    (0.875, 0.5, 0.25, 0.125)
    """
    n0 = sum(a for a, _ in order)
    n1 = sum(b for _, b in order)
    n = n0 + n1
    below0 = below1 = area = gap = above = 0
    fewest, refinement = min(n0, n1), 0.0
    pools: list[tuple[int, int]] = []
    for a, b in order:
        area += a * (2 * below1 + b)
        below0 += a
        below1 += b
        distance = below0 * n1 - below1 * n0
        gap, above = max(gap, distance, -distance), max(above, distance)
        fewest = min(fewest, n0 - below0 + below1)
        refinement += a * b / (a + b)
        while pools and pools[-1][1] * a >= b * pools[-1][0]:
            before = pools.pop()
            a, b = a + before[0], b + before[1]
        pools.append((a, b))
    found = {"AUC": 1 - area / (2 * n0 * n1), "KS": gap / (n0 * n1), "MER": fewest / n, "RL": refinement / n}
    found[K] = above / (n0 * n1)
    hull = below1 = 0
    for a, b in pools:
        hull += a * (2 * below1 + b)
        below1 += b
    found["AUCH"] = 1 - hull / (2 * n0 * n1)
    for weight0, weight1, loss, beta in (
        (1 / n, 1 / n, "RLH", BETA_OPTIMAL),
        (0.5 / n0, 0.5 / n1, SKEW_OPTIMAL, SKEW_BETA_OPTIMAL),
    ):
        first = second = 0.0
        for a, b in pools:
            if a and b:
                size = weight0 * a + weight1 * b
                part = weight0 * a * weight1 * b / size
                first += part
                second += part * part / size
        found[loss], found[beta] = first, first + second
    product = n0 * n1 / n**2
    found["H"] = 1 - found[BETA_OPTIMAL] / (product + product**2)
    for loss_at in rates:
        found[loss_at.name] = _at_rate(order, n0, n1, loss_at)
    return found


def _at_rate(order: Order, n0: int, n1: int, loss: RateFixed) -> float:
    weight0, weight1 = (0.5 / n0, 0.5 / n1) if loss.skew else (1 / (n0 + n1), 1 / (n0 + n1))
    rest, misses, alarms = float(loss.rate), weight0 * n0, 0.0
    for a, b in order:
        x, y = weight0 * a, weight1 * b
        part = min(1.0, rest / (x + y))
        misses, alarms, rest = misses - part * x, alarms + part * y, rest - (x + y)
        if rest <= 0:
            break
    return misses + alarms


def _exactly(sample: Sample, figures: Mapping[str, Expression]) -> dict[str, float]:
    """Figures of a sample by the exact engine, irrational ones too; those that it has not are left out."""
    found = {}
    for name, expression in figures.items():
        with suppress(InputError):
            found[name] = approximation(value(sample, expression))[0]
    return found


class Target(NamedTuple):
    """A linear form of figures of the order, the interval that it is wanted in, and its unit."""

    terms: tuple[tuple[str, float], ...]
    low: float
    high: float
    unit: float


def distance_of_orders(figures: Sequence[Figure], known: Knowledge, work: Work) -> Callable[[Order], float]:
    """How far an order is from what is printed of it and from what the facts leave its figures; zero where it fits.

    A sum of ``log(1 + distance)`` in units of the last place, so that no far figure drowns the others; infinite where
    the order has no value for a figure. What each costs is spent of the ``work``.
    """
    rates: list[RateFixed] = []
    slow: dict[str, Expression] = {}
    targets = []
    for figure in figures:
        names = figure.form.terms.keys()
        if not names or not all(map(of_order, names)):
            continue
        at_rates = {name: rate_fixed(name) for name in names}
        rates += [x for x in at_rates.values() if x is not None]
        slow |= {name: parse_expression(name) for name in names if name not in _HULL and at_rates[name] is None}
        offset, within = float(figure.form.constant), figure.printed.values
        assert within.low is not None
        assert within.high is not None
        terms = tuple((name, float(x)) for name, x in figure.form.terms.items())
        targets.append(
            Target(terms, float(within.low) - offset, float(within.high) - offset, float(figure.printed.unit))
        )
    for name in ("AUC", "RL", "RLH", "MER", "AUCH", "KS", SKEW_OPTIMAL):
        low, high = float(known.low(name)), float(known.high(name))
        if not any(target.terms[0][0] == name for target in targets):
            targets.append(Target(((name, 1.0),), low, high, max(high - low, 1e-3) / 10))

    efforts = [effort(x) for x in slow.values()]

    def distance(order: Order) -> float:
        work.spend(_ORDER + _BLOCK * len(order))
        values = order_floats(order, rates)
        if slow:
            sample = with_scores(order)
            work.spend(sum(x.on(sample, _ANEW) for x in efforts))
            values |= _exactly(sample, slow)
            if not slow.keys() <= values.keys():
                return inf
        found = 0.0
        for terms, low, high, unit in targets:
            x = 0.0
            for name, weight in terms:
                x += weight * values[name]
            beyond = max(low - x, x - high)
            if beyond > _NEAR:
                found += log1p(beyond / unit)
        return found

    return distance
