"""The figures of an order of scores in binary floats, fast: to be led by, not to be believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log1p
from typing import NamedTuple

from workbench.feasible.class_losses import BETA_OPTIMAL, SKEW_BETA_OPTIMAL, SKEW_OPTIMAL, RateFixed, rate_fixed
from workbench.feasible.forms import ORDER_FIGURES, of_order
from workbench.feasible.orders import Order, with_scores
from workbench.feasible.propagation import Knowledge
from workbench.feasible.search import Figure, basic_values

_HULL = (*ORDER_FIGURES, SKEW_OPTIMAL, BETA_OPTIMAL, SKEW_BETA_OPTIMAL)
_NEAR = 1e-10


def order_floats(order: Order, rates: Sequence[RateFixed] = ()) -> dict[str, float]:
    """All figures of an order that are catalogued, the optimal losses and some rate-fixed ones.

    >>> found = order_floats(((1, 0), (1, 1), (0, 1)))
    >>> found["AUC"], found["KS"], found["MER"], found["RLH"]
    (0.875, 0.5, 0.25, 0.125)
    """
    n0 = sum(a for a, _ in order)
    n1 = sum(b for _, b in order)
    n = n0 + n1
    below0 = below1 = area = gap = 0
    fewest, refinement = min(n0, n1), 0.0
    pools: list[tuple[int, int]] = []
    for a, b in order:
        area += a * (2 * below1 + b)
        below0 += a
        below1 += b
        distance = below0 * n1 - below1 * n0
        gap = max(gap, distance, -distance)
        fewest = min(fewest, n0 - below0 + below1)
        refinement += a * b / (a + b)
        while pools and pools[-1][1] * a >= b * pools[-1][0]:
            before = pools.pop()
            a, b = a + before[0], b + before[1]
        pools.append((a, b))
    found = {"AUC": 1 - area / (2 * n0 * n1), "KS": gap / (n0 * n1), "MER": fewest / n, "RL": refinement / n}
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


class Target(NamedTuple):
    """A linear form of figures of the order, the interval that it is wanted in, and its unit."""

    terms: tuple[tuple[str, float], ...]
    low: float
    high: float
    unit: float


def distance_of_orders(figures: Sequence[Figure], known: Knowledge) -> Callable[[Order], float]:
    """How far an order is from what is printed of it and from what the facts leave its figures; zero where it fits.

    A sum of ``log(1 + distance)`` in units of the last place, so that no far figure drowns the others.
    """
    rates: list[RateFixed] = []
    slow: list[str] = []
    targets = []
    for figure in figures:
        names = figure.form.terms.keys()
        if not names or not all(map(of_order, names)):
            continue
        at_rates = {name: rate_fixed(name) for name in names}
        rates += [x for x in at_rates.values() if x is not None]
        slow += [name for name in names if name not in _HULL and at_rates[name] is None]
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

    def distance(order: Order) -> float:
        values = order_floats(order, rates)
        if slow:
            values |= {name: float(x) for name, x in basic_values(with_scores(order), slow).items()}
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
