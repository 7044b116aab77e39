"""What kappa, Matthews' correlation and others ask of further figures of a confusion matrix, whatever the class sizes.

Let ``d = tp tn - fn fp``. Where it is positive

- kappa is ``2 d/(2 d + (fn + fp) n)``, no greater than F1, ``2 tp/(2 tp + fn + fp)``, as ``d <= tp n``, and so for the
  other class; as ``d`` is no greater than ``tp tn``, and that than the square of half of both together, kappa is
  bounded by accuracy; and it is no greater than Matthews' correlation, whose denominator is the geometric mean of the
  two products that kappa has the arithmetic mean of;
- Matthews' correlation is no greater than the root of sensitivity, specificity, precision and NPV multiplied, and its
  square is informedness times markedness, neither greater than 1;
- the square of Fowlkes and Mallows' index is sensitivity times precision, F1 no greater than it, their harmonic mean in
  place of the geometric one, and no less than ``2 x/(1 + x)`` for their product x;
- of a mean, a sum or a product of two numbers up to 1, each is bounded by what it is with the other at 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

from workbench.feasible.matrix_metrics import named
from workbench.feasible.matrix_regions import Constraint
from workbench.numbers.printed import Interval

Ends: TypeAlias = "Callable[[Fraction], Fraction]"
_FINE = 10**12
_RATES, _PREDICTED = ("sensitivity", "specificity"), ("precision", "npv")


def _same(x: Fraction) -> Fraction:
    return x


def _square(x: Fraction) -> Fraction:
    return x * x


def _of_product(x: Fraction) -> Fraction:
    """The least harmonic mean of two numbers up to 1 whose geometric mean is x."""
    return 2 * x * x / (1 + x * x)


def _of_harmonic_mean(x: Fraction) -> Fraction:
    return x / (2 - x)


def _of_kappa(x: Fraction) -> Fraction:
    """The least accuracy, or a little less: ``a**2 >= k*(1 - a)`` for ``k = 2*x/(1 - x)``."""
    if x >= 1:
        return Fraction(1)
    k = 2 * x / (1 - x)
    whole = (k * k + 4 * k) * _FINE**2
    return (Fraction(isqrt(whole.numerator // whole.denominator), _FINE) - k) / 2


def _of_mean(x: Fraction) -> Fraction:
    return 2 * x - 1


AT_LEAST: tuple[tuple[str, tuple[str, ...], Ends], ...] = (
    ("kappa", ("f1", "negative_f1", "mcc"), _same),
    ("kappa", ("accuracy",), _of_kappa),
    ("mcc", (*_RATES, *_PREDICTED, "informedness", "markedness"), _square),
    ("mcc", ("f1", "negative_f1"), _of_product),
    ("mcc", ("fowlkes_mallows", "g_mean"), _same),
    ("fowlkes_mallows", ("sensitivity", "precision"), _square),
    ("fowlkes_mallows", ("f1",), _of_product),
    ("f1", ("fowlkes_mallows",), _same),
    ("f1", ("sensitivity", "precision"), _of_harmonic_mean),
    ("negative_f1", ("specificity", "npv"), _of_harmonic_mean),
    ("g_mean", _RATES, _square),
    ("informedness", _RATES, _same),
    ("markedness", _PREDICTED, _same),
    ("balanced_accuracy", _RATES, _of_mean),
    ("macro_f1", ("f1", "negative_f1"), _of_mean),
)
"""A figure that is at least x, above 0, and those that are then at least a function of x that increases."""


def implied(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """What figures between these values leave to others, and what that leaves to others again.

    >>> from workbench.numbers.printed import Printed
    >>> found = implied([(named("kappa"), Printed("0.9").values)])
    >>> {metric.name: str(values) for metric, values in found if metric.name in ("f1", "sensitivity")}
    {'f1': '[17/20, oo)', 'sensitivity': '[17/23, oo)'}
    """
    least: dict[str, tuple[Fraction, bool]] = {}
    left = [(metric.name, values.low, values.low_closed) for metric, values in constraints if values.low is not None]
    while left:
        name, low, closed = left.pop()
        if low <= 0:
            continue
        for of, others, function in AT_LEAST:
            for other in others if of == name else ():
                bound = function(low), not closed
                if bound[0] > 0 and (other not in least or least[other] < bound):
                    least[other] = bound
                    left.append((other, bound[0], closed))
    for name, (low, is_open) in least.items():
        yield named(name), Interval(low, None, not is_open)
