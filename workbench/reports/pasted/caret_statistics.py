"""What caret prints beside the figures of a confusion matrix: of which prevalence, and what else the counts give.

The p value of the accuracy is the probability that so many examples or more are classified right where each is so with
the no-information rate, by R's ``binom.test``; that of McNemar is by R's ``mcnemar.test``, with its correction for
continuity. The rate is the share of the largest class. Of several classes that test is Bowker's, of the symmetry of the
matrix: chi-squared is the sum of ``(a - b)**2/(a + b)`` over the pairs of classes, which are confused ``a`` times one
way and ``b`` times the other, with as many degrees of freedom as there are pairs.

Bowker, A test for symmetry in contingency tables (1948).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from workbench.feasible.matrix_metrics import Matrix, named
from workbench.numbers.certified import Real, lift, working_digits
from workbench.numbers.printed import Interval, Printed

_DIGITS = 40
OF_CLASS = {
    "Sensitivity": "sensitivity",
    "Specificity": "specificity",
    "Pos Pred Value": "precision",
    "Neg Pred Value": "npv",
    "Precision": "precision",
    "Recall": "sensitivity",
    "F1": "f1",
    "Prevalence": "prevalence",
    "Balanced Accuracy": "balanced_accuracy",
}
"""The figures of one class against the rest, by caret's own names."""
OF_PREVALENCE = ("Prevalence", "Pos Pred Value", "Neg Pred Value")
GIVEN = "the prevalence is not that of the matrix, so that one was given"


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
    return some_prevalence(matrix, prevalence, predictive)


def some_prevalence(matrix: Matrix, prevalence: Printed, predictive: Mapping[str, Printed]) -> bool:
    """Whether some prevalence that is printed so has these predictive values with the rates of the matrix.

    >>> some_prevalence(Matrix(17, 2, 0, 1), Printed("0.95"), {"precision": Printed("1"), "npv": Printed("0.32")})
    True
    """
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


def p_of_accuracy(right: int, n: int, largest: int) -> Real:
    """The p value of an accuracy above the no-information rate, that of the largest class.

    >>> f"{float(p_of_accuracy(8, 10, 5)):.4f}", p_of_accuracy(5, 5, 5)
    ('0.0547', Fraction(1, 1))
    """
    if right == 0 or largest == n:
        return Fraction(1)
    with working_digits(_DIGITS):
        rate = lift(Fraction(largest, n))
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


def p_of_bowker(rows: Sequence[Sequence[int]]) -> Real | None:
    """The p value of Bowker's test; None where two classes are never confused, for which R has none.

    >>> f"{float(p_of_bowker([[17, 2, 1], [3, 9, 3], [0, 4, 11]])):.4f}"
    '0.7190'
    """
    pairs = [(rows[i][j], rows[j][i]) for i, j in combinations(range(len(rows)), 2)]
    if any(a + b == 0 for a, b in pairs):
        return None
    chi = sum((Fraction((a - b) ** 2, a + b) for a, b in pairs), Fraction(0))
    if chi == 0:
        return Fraction(1)
    with working_digits(_DIGITS):
        found: Real = lift(chi / 2).gamma_upper(lift(Fraction(len(pairs), 2)), regularized=True)
        return found


STATISTICS: dict[str, Callable[[Matrix], Real | None]] = {
    "No Information Rate": lambda m: Fraction(max(m.n0, m.n1), sum(m)),
    "P-Value [Acc > NIR]": lambda m: p_of_accuracy(m.tp + m.tn, sum(m), max(m.n0, m.n1)),
    "Mcnemar's Test P-Value": _of_mcnemar,
    "Detection Rate": lambda m: Fraction(m.tp, sum(m)),
    "Detection Prevalence": lambda m: Fraction(m.tp + m.fp, sum(m)),
}
"""What the counts give, by caret's own names; none of them depends on a prevalence that was given."""
