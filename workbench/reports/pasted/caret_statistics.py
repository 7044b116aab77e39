"""What caret prints beside the figures of a confusion matrix: of which prevalence, and what else the counts give.

The p value of the accuracy is the probability that so many examples or more are classified right where each is so with
the no-information rate, by R's ``binom.test``; that of McNemar is by R's ``mcnemar.test``, with its correction for
continuity. The rate is the share of the larger class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from workbench.feasible.matrix_metrics import Matrix, named
from workbench.numbers.certified import Real, lift, working_digits
from workbench.numbers.printed import Interval, Printed

_DIGITS = 40


def prevalence_given(matrix: Matrix, prevalence: Printed, predictive: Mapping[str, Printed]) -> bool:
    """Whether the prevalence was given to the function and is not that of the matrix, as far as can be told.

    ``predictive`` has what is printed of precision and npv. The prevalence may be printed like that of the matrix and
    be another one: so it is where these are those of a prevalence that is printed so, and not those of the matrix.

    >>> of_this = {"precision": Printed("1"), "npv": Printed("0.32")}
    >>> prevalence_given(Matrix(17, 2, 0, 1), Printed("0.95"), of_this)
    True
    >>> prevalence_given(Matrix(17, 2, 0, 1), Printed("0.95"), {"npv": Printed("0.53")})
    False
    """
    if not named("prevalence").has(matrix, prevalence.values):
        return True
    if all(named(name).has(matrix, printed.values) for name, printed in predictive.items()):
        return False
    of0, of1 = Fraction(matrix.tp, matrix.n0), Fraction(matrix.fp, matrix.n1)
    ratios = {  # the upper and the lower number, each at the prevalences 0 and 1, between which it is linear
        "precision": ((Fraction(0), of0), (of1, of0)),
        "npv": ((1 - of1, Fraction(0)), (1 - of1, 1 - of0)),
    }
    left = prevalence.values & Interval(Fraction(0), Fraction(1))
    for name, printed in predictive.items():
        (top0, top1), (bottom0, bottom1) = ratios[name]
        for end, sign in ((printed.values.low, 1), (printed.values.high, -1)):
            if end is not None:
                left &= _not_negative(sign * (top0 - end * bottom0), sign * (top1 - end * bottom1))
    return not left.empty


def _not_negative(at0: Fraction, at1: Fraction) -> Interval:
    """Where the line with these values at 0 and 1 is not negative."""
    if at0 == at1:
        return Interval() if at0 >= 0 else Interval(Fraction(1), Fraction(0))
    root = at0 / (at0 - at1)
    return Interval(low=root) if at1 > at0 else Interval(high=root)


def _of_accuracy(matrix: Matrix) -> Real:
    """The p value of an accuracy above the no-information rate."""
    right, n = matrix.tp + matrix.tn, sum(matrix)
    if right == 0:
        return Fraction(1)
    with working_digits(_DIGITS):
        rate = lift(Fraction(max(matrix.n0, matrix.n1), n))
        found: Real = rate.beta_lower(right, n - right + 1, regularized=True)
        return found


def _of_mcnemar(matrix: Matrix) -> Real | None:
    """The p value of McNemar's test; None where all examples are classified right."""
    apart, both = abs(matrix.fn - matrix.fp), matrix.fn + matrix.fp
    if both == 0:
        return None
    if apart == 0:
        return Fraction(1)
    with working_digits(_DIGITS):
        found: Real = (lift(Fraction((apart - 1) ** 2, 2 * both))).sqrt().erfc()
        return found


STATISTICS: dict[str, Callable[[Matrix], Real | None]] = {
    "No Information Rate": lambda m: Fraction(max(m.n0, m.n1), sum(m)),
    "P-Value [Acc > NIR]": _of_accuracy,
    "Mcnemar's Test P-Value": _of_mcnemar,
    "Detection Rate": lambda m: Fraction(m.tp, sum(m)),
    "Detection Prevalence": lambda m: Fraction(m.tp + m.fp, sum(m)),
}
"""What the counts give, by caret's own names; none of them depends on a prevalence that was given."""
