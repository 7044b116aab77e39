"""What one threshold says of figures of all thresholds, whatever the class sizes.

At a threshold t of sensitivity F0(t) and specificity 1 - F1(t), a pair of which neither is misclassified is ordered
well, and one of which both are is not; and KS is the greatest distance of both cdfs. Each bound is a statement that
`workbench.deciding.decide.prove` proves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor

from workbench.feasible.matrix_metrics import known
from workbench.numbers.printed import Interval, Printed

STATEMENTS = (
    "(1 - E0(indicator(t < s)))*E1(indicator(t < s)) <= AUC",
    "AUC <= 1 - E0(indicator(t < s))*(1 - E1(indicator(t < s)))",
    "E1(indicator(t < s)) - E0(indicator(t < s)) <= KS",
    "E0(indicator(t < s)) - E1(indicator(t < s)) <= KS",
)
_UNIT = Interval(Fraction(0), Fraction(1))
_ONE_LESS = {"fnr": "sensitivity", "fpr": "specificity"}


def violated(figures: Mapping[str, Printed]) -> str | None:
    """Why figures cannot be true together at any class sizes; None where these bounds do not say so.

    >>> violated({x: Printed(text) for x, text in (("AUC", "0.60"), ("sensitivity", "0.90"), ("specificity", "0.90"))})
    'AUC is at least 0.801, as it is no less than sensitivity*specificity, but it is printed as 0.60'
    """
    rates: dict[str, tuple[Fraction, Fraction]] = {}
    for name, printed in figures.items():
        metric = known(name)
        low, high = _ends(printed.values)
        if metric is not None and metric.name in _ONE_LESS:
            rates[_ONE_LESS[metric.name]] = (1 - high, 1 - low)
        elif metric is not None and metric.name in _ONE_LESS.values():
            rates[metric.name] = (low, high)
    if len(rates) < 2:
        return None
    (a, b), (c, d) = rates["sensitivity"], rates["specificity"]
    distance = max(a + c - 1, 1 - b - d, Fraction(0))
    bounds = (
        ("AUC", a * c, None, "no less than sensitivity*specificity"),
        ("AUC", None, 1 - (1 - b) * (1 - d), "no more than 1 - (1 - sensitivity)*(1 - specificity)"),
        ("KS", distance, None, "no less than the distance of sensitivity and 1 - specificity"),
    )
    for name, least, most, because in bounds:
        if name not in figures:
            continue
        low, high = _ends(figures[name].values)
        if (least is not None and high < least) or (most is not None and low > most):
            end = f"at most {_thousandths(ceil, most)}" if least is None else f"at least {_thousandths(floor, least)}"
            return f"{name} is {end}, as it is {because}, but it is printed as {figures[name]}"
    return None


def _thousandths(rounded: Callable[[Fraction], int], x: Fraction | None) -> str:
    return f"{rounded(1000 * (x or Fraction(0))) / 1000:.3f}"


def _ends(values: Interval) -> tuple[Fraction, Fraction]:
    """Where a figure lies that is printed so and lies in [0, 1]."""
    within = values & _UNIT
    return within.low or Fraction(0), Fraction(1) if within.high is None else within.high
