"""What one threshold says of figures of all thresholds, whatever the class sizes.

At a threshold t of sensitivity F0(t) and specificity 1 - F1(t), a pair of which neither is misclassified is ordered
well, and one of which both are is not; and KS is the greatest distance of both cdfs, or the greatest of F0 above F1
where it is one-sided. Each bound is a statement that
`workbench.deciding.decide.prove` proves. Of the two rates only their sum may be known, by the informedness or by the
balanced accuracy: their product is then least where one of them is as great as it can be, as it is concave on the line
of one sum. What other figures of the threshold ask of them is in `workbench.feasible.implied_figures`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from workbench.feasible.implied_figures import AT_LEAST, implied
from workbench.feasible.linear_forms import ONE_SIDED_KS
from workbench.feasible.matrix_metrics import known
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import decimal

STATEMENTS = (
    "(1 - E0(indicator(t < s)))*E1(indicator(t < s)) <= AUC",
    "AUC <= 1 - E0(indicator(t < s))*(1 - E1(indicator(t < s)))",
    "E1(indicator(t < s)) - E0(indicator(t < s)) <= KS",
    "E0(indicator(t < s)) - E1(indicator(t < s)) <= KS",
    f"E1(indicator(t < s)) - E0(indicator(t < s)) <= {ONE_SIDED_KS}",
    "(1 + E1(indicator(t < s)) - E0(indicator(t < s)))/2 <= AUCH",
)
Span: TypeAlias = "tuple[Fraction, Fraction]"
_ZERO, _ONE = Fraction(0), Fraction(1)
_RATES = {
    "sensitivity": ("sensitivity", 1, 0),
    "fnr": ("sensitivity", -1, 1),
    "specificity": ("specificity", 1, 0),
    "fpr": ("specificity", -1, 1),
    "informedness": ("sum", 1, 1),
    "balanced_accuracy": ("sum", 2, 0),
}
"""Of which rate, or of the sum of both, a figure tells the value, as ``slope*figure + offset``."""
_ASKING = {name for name, *_ in AT_LEAST} - {*_RATES}
"""Figures that ask something of these rates."""
_AREAS = {"AUC": (_ONE, _ZERO), "GINI": (Fraction(2), Fraction(-1))}
"""A figure as ``slope*AUC + offset``."""
_PRODUCT = "AUC is no less than sensitivity*specificity", "AUC is no less than sensitivity + specificity - 1"
_BOTH_WRONG = (
    "AUC is no more than 1 - (1 - sensitivity)*(1 - specificity)",
    "AUC is no more than sensitivity + specificity",
)
"""In words; and where of sensitivity and specificity only the sum is known."""


def violated(figures: Mapping[str, Printed]) -> str | None:
    """Why figures cannot be true together at any class sizes; None where these bounds do not say so.

    >>> violated({x: Printed(text) for x, text in (("AUC", "0.60"), ("sensitivity", "0.90"), ("specificity", "0.90"))})
    'AUC is at least 0.801, as AUC is no less than sensitivity*specificity, but it is printed as 0.60'
    >>> violated({"AUC": Printed("0.60"), "kappa": Printed("0.90")})
    'AUC is at least 0.802, as AUC is no less than sensitivity*specificity beside kappa 0.90, but it is printed as 0.60'
    >>> violated({"KS": Printed("0.30"), "balanced_accuracy": Printed("0.90")})
    'KS is at least 0.790, as KS is no less than the distance of sensitivity and 1 - specificity, but it is printed ...
    """
    told = {"sensitivity": (_ZERO, _ONE), "specificity": (_ZERO, _ONE), "sum": (_ZERO, Fraction(2))}
    printed_of = [(metric, x.values) for name, x in figures.items() if (metric := known(name)) is not None]
    product, others = _ZERO, [f"{name} {x}" for name, x in figures.items() if (y := known(name)) and y.name in _ASKING]
    for metric, values in (*printed_of, *implied(printed_of)):
        if metric.name in _RATES:
            of, slope, offset = _RATES[metric.name]
            told[of] = _both(told[of], values.moved(slope, offset))
        elif metric.name == "g_mean" and values.low is not None and values.low > 0:
            product = max(product, values.low**2)
    first, second = told["sensitivity"], told["specificity"]
    total = max(told["sum"][0], first[0] + second[0]), min(told["sum"][1], first[1] + second[1])
    if any(low > high for low, high in (first, second, total)):
        return None
    one, other = ((1 - high, 1 - low) for low, high in (first, second))
    least = max(product, _least_product(first, second, total[0]))
    most = 1 - _least_product(one, other, 2 - total[1])
    distance = max(total[0] - 1, 1 - total[1], _ZERO)
    alone = first == second == (_ZERO, _ONE) and not product
    beside = f" beside {' and '.join(others)}" if others else ""
    bounds = [
        *((name, True, slope * least + offset, _PRODUCT[alone]) for name, (slope, offset) in _AREAS.items()),
        *((name, False, slope * most + offset, _BOTH_WRONG[alone]) for name, (slope, offset) in _AREAS.items()),
        ("KS", True, distance, "KS is no less than the distance of sensitivity and 1 - specificity"),
        (ONE_SIDED_KS, True, total[0] - 1, "max(tpr - fpr) is no less than sensitivity + specificity - 1"),
        ("AUCH", True, total[0] / 2, "AUCH is no less than (sensitivity + specificity)/2"),
    ]
    for name, is_least, bound, because in bounds:
        if name in figures and (figures[name].values & (Interval(bound) if is_least else Interval(high=bound))).empty:
            end = f"at least {_thousandths(floor, bound)}" if is_least else f"at most {_thousandths(ceil, bound)}"
            return f"{name} is {end}, as {because}{beside}, but it is printed as {figures[name]}"
    return None


def _both(span: Span, values: Interval) -> Span:
    """What lies in both, from a number to a lesser one where nothing does."""
    low, high = span
    return low if values.low is None else max(low, values.low), high if values.high is None else min(high, values.high)


def _least_product(one: Span, other: Span, total: Fraction) -> Fraction:
    """The least product of two numbers in these spans whose sum is ``total`` at least."""
    x = max(one[0], total - other[1])
    y = max(other[0], total - one[1])
    return min(x * max(other[0], total - x), y * max(one[0], total - y))


def _thousandths(rounded: Callable[[Fraction], int], x: Fraction) -> str:
    return decimal(rounded(1000 * x) / 1000, 3)
