"""Every weak order of a few examples, and which of them the printed figures exclude."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf

from workbench.feasible.annealing import calibrated as calibrated_sample
from workbench.feasible.intervals import Contradiction
from workbench.feasible.linear_forms import ORDER_FIGURES, ClassSizes, of_order
from workbench.feasible.orders import Order, all_orders, number_of_orders, twice_misordered
from workbench.feasible.propagation import Knowledge
from workbench.feasible.search import Figure, order_figures, price, refuted
from workbench.limits import Work
from workbench.numbers.printed import Interval

MOST_ORDERS = 30_000
_ORDER = 400.0


@lru_cache(maxsize=64)
def _by_misordered(n0: int, n1: int) -> dict[int, list[Order]]:
    found: dict[int, list[Order]] = {}
    for order in all_orders(n0, n1):
        found.setdefault(twice_misordered(order), []).append(order)
    return found


def few_orders(sizes: ClassSizes, doubled: range) -> list[Order] | None:
    """All orders with ``2D`` in ``doubled``; None where they are too many to go through.

    >>> few_orders(ClassSizes(2, 1), range(3, 5))
    [((1, 1), (1, 0)), ((0, 1), (1, 0), (1, 0)), ((0, 1), (2, 0))]
    """
    if sizes.n > 30 or number_of_orders(sizes.n0, sizes.n1) > MOST_ORDERS:
        return None
    table = _by_misordered(sizes.n0, sizes.n1)
    return [order for twice in doubled for order in table[twice]]


@lru_cache(maxsize=MOST_ORDERS)
def _own_figures(order: Order) -> tuple[tuple[str, Fraction], ...]:
    """The figures of an order, and the greatest error rate of a cut."""
    misses = sum(a for a, _ in order)
    n, alarms = misses + sum(b for _, b in order), 0
    worst = misses
    for a, b in order:
        misses, alarms = misses - a, alarms + b
        worst = max(worst, misses + alarms)
    return (*order_figures(order, ORDER_FIGURES).items(), ("worst", Fraction(worst, n)))


class Exclusion:
    """Which orders the facts exclude once the figures of the order, such as RLH and MER, are exact."""

    def __init__(self, known: Knowledge, calibrated: bool, figures: Sequence[Figure], work: Work | None = None) -> None:
        self.known = known
        self.calibrated = calibrated
        self.figures = figures
        self.work = work or Work(inf)
        self.seen: dict[tuple[tuple[str, Fraction], ...], bool] = {}

    def __contains__(self, order: Order) -> bool:
        if self.calibrated:
            sample = calibrated_sample(order)
            figures = [figure for figure in self.figures if "AP" not in figure.form.terms]  # its event may be class 0
            self.work.spend(price(sample, figures))
            return refuted(sample, figures)
        self.work.spend(_ORDER)
        own = _own_figures(order)
        if own not in self.seen:
            self.seen[own] = self._contradicted(own)
        return self.seen[own] or self._other_figures(order)

    def _other_figures(self, order: Order) -> bool:
        """Whether a figure that the order alone decides is not as printed."""
        figures = [figure for figure in self.figures if all(map(of_order, figure.form.terms))]
        values = order_figures(order, {name for figure in figures for name in figure.form.terms})
        known = (figure for figure in figures if figure.form.terms.keys() <= values.keys())
        return not all(figure.printed.allows(figure.form.at(values)) for figure in known)

    def _contradicted(self, own: tuple[tuple[str, Fraction], ...]) -> bool:
        pinned = self.known.copy()
        try:
            for name, x in own:
                if name == "worst":
                    pinned.at_most("BS", x, "no cut of the order has more errors")
                    pinned.at_most("MAE", x, "no cut of the order has more errors")
                else:
                    pinned.narrow(name, Interval(x, x), f"{name} of the order is {x}")
            pinned.settle()
        except Contradiction:
            return True
        finally:
            self.work.spend(pinned.spent - self.known.spent)
        return False
