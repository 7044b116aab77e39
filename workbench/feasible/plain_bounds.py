"""Figures that lie between two others, or are a mean of them, whatever the class sizes: the plainest contradictions.

Accuracy is the mean of sensitivity and specificity weighted by the class proportions, and that of precision and NPV
weighted by those of the predicted. F1 is the harmonic mean of precision and sensitivity. The mean of squares of numbers
in [0, 1] is no less than the square of their mean, and no greater than their mean. `STATEMENTS` are proved by
`workbench.deciding.decide.prove`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from workbench.feasible.matrix_metrics import known
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import decimal

BRIER = {"BS": "MAE", "BS0": "MAE0", "BS1": "MAE1", "MBS": "MMAE"}
"""Each mean square with the mean of what is squared."""
STATEMENTS = (
    "min(sensitivity(t), specificity(t)) <= accuracy(t)",
    "accuracy(t) <= max(sensitivity(t), specificity(t))",
    *(statement for brier, mean in BRIER.items() for statement in (f"{mean}**2 <= {brier}", f"{brier} <= {mean}")),
)
RMSE = "sqrt(BS)"
_UNIT = Interval(Fraction(0), Fraction(1))
_OfTwo: TypeAlias = "Callable[[Fraction, Fraction], Fraction]"


def _mean(x: Fraction, y: Fraction) -> Fraction:
    return (x + y) / 2


def _harmonic(x: Fraction, y: Fraction) -> Fraction:
    return 2 * x * y / (x + y) if x + y else Fraction(0)


_BETWEEN: tuple[tuple[str, str, str, _OfTwo, _OfTwo, str], ...] = (
    ("accuracy", "sensitivity", "specificity", min, max, "lies between"),
    ("accuracy", "precision", "npv", min, max, "lies between"),
    ("balanced_accuracy", "sensitivity", "specificity", _mean, _mean, "is the mean of"),
    ("f1", "precision", "sensitivity", _harmonic, _harmonic, "is the harmonic mean of"),
)
"""A figure, two others, and the least and the greatest value that these leave it; all increase with both."""


def violated(figures: Mapping[str, Printed]) -> str | None:
    """Why figures cannot be true together at any class sizes; None where these bounds do not say so.

    >>> violated({"sens": Printed("0.821"), "spec": Printed("0.713"), "accuracy": Printed("0.902")})
    'accuracy is at most 0.8215, as it lies between sens 0.821 and spec 0.713, but it is printed as 0.902'
    >>> violated({"BS": Printed("0.1"), "MAE": Printed("0.8")})
    'BS is at least 0.562, as it lies between MAE 0.8 and its square, but it is printed as 0.1'
    """
    called = {metric.name if (metric := known(name)) is not None else name: name for name in figures}
    for of, one, other, least, most, words in _BETWEEN:
        if {of, one, other} <= called.keys():
            names = called[one], called[other]
            (low, high), (from_, to) = (_ends(figures[name]) for name in names)
            beside = " and ".join(f"{name} {figures[name]}" for name in names)
            found = _beyond(called[of], figures, least(low, from_), most(high, to), f"it {words} {beside}")
            if found is not None:
                return found
    for brier, mean in BRIER.items():
        if mean in figures and (brier in figures or (brier == "BS" and RMSE in figures)):
            (low, high), beside = _ends(figures[mean]), f"{mean} {figures[mean]}"
            found = _beyond(brier, figures, low**2, high, f"it lies between {beside} and its square")
            if found is None and brier == "BS":
                found = _beyond(RMSE, figures, low, Fraction(1), f"it is no less than {beside}", "RMSE")
            if found is None and brier == "BS" and RMSE in figures:
                because = f"it is no less than the square of RMSE {figures[RMSE]}"
                found = _beyond(mean, figures, _ends(figures[RMSE])[0] ** 2, Fraction(1), because)
            if found is not None:
                return found
    return None


def _ends(printed: Printed) -> tuple[Fraction, Fraction]:
    """From which number to which a figure in [0, 1] is; one that is printed otherwise may be any."""
    values = printed.values & _UNIT
    return (Fraction(0), Fraction(1)) if values.empty else (values.low or Fraction(0), _above(values))


def _above(values: Interval) -> Fraction:
    return Fraction(1) if values.high is None else values.high


def _beyond(
    name: str, figures: Mapping[str, Printed], low: Fraction, high: Fraction, because: str, called: str = ""
) -> str | None:
    """The sentence on a figure that lies wholly below or above what is left to it; None for another one."""
    if name not in figures:
        return None
    printed = figures[name]
    if (printed.values & Interval(low)).empty:
        end = f"at least {_digits(floor, low, printed)}"
    elif (printed.values & Interval(high=high)).empty:
        end = f"at most {_digits(ceil, high, printed)}"
    else:
        return None
    return f"{called or name} is {end}, as {because}, but it is printed as {printed}"


def _digits(rounded: Callable[[Fraction], int], x: Fraction, printed: Printed) -> str:
    """The number with two digits more than are printed, at least three and at most nine."""
    places = min(max(len(printed.text.partition(".")[2]) + 2, 3), 9)
    text = decimal(Fraction(rounded(x * 10**places), 10**places), places)
    return text.rstrip("0").rstrip(".")
