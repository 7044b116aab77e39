"""Figures without a value that were printed all the same: programs print 0, or 1, for what is divided by zero.

Where no example is predicted positive, precision is 0/0, and where none is predicted negative, so is the negative
predictive value; the correlation of Matthews has no value in either case. scikit-learn, for one, prints 0 and warns.
A mean of precision over the classes then has 0, or 1, in the place of the one that has no value, or leaves it out; and
what is made of precision, as 1 less it, markedness, lift or Fowlkes and Mallows' index, may be made of that number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from workbench.feasible.matrix_metrics import FILLED, RECIPROCALS, Matrix, named
from workbench.numbers.printed import Bound, Interval, Printed, narrowed
from workbench.reports.figures_read import canonical
from workbench.reports.paper_file import Report

_EMPTY = (
    ("no example is predicted positive", Matrix(0, 1, 0, 1), ("tp", "fp")),
    ("no example is predicted negative", Matrix(1, 0, 1, 0), ("fn", "tn")),
    ("there is no false positive", Matrix(1, 1, 0, 1), ("fp",)),
    ("there is no false negative", Matrix(1, 0, 1, 1), ("fn",)),
    ("there is no true negative", Matrix(1, 1, 1, 0), ("tn",)),
)
"""Why figures have no value, with a matrix and the counts that are zero."""
_ALWAYS_ZERO = ("mcc", "fowlkes_mallows")
"""What is printed as 0 without a value, whatever the others are printed as: so does scikit-learn for the first; the
second is the root of a product with sensitivity, which is 0 then."""
_COMPLEMENTS = ("fdr", "for")
"""One less what may be printed as 0 or 1."""


def _of_lift(lift: Interval, put: int) -> Interval | None:
    """What ``put/pi0`` leaves of ``pi0``."""
    if not put or lift.low is None or lift.low <= 0 or lift.high is None:
        return None
    return Interval(1 / lift.high, 1 / lift.low, lift.high_closed, lift.low_closed)


_OF_PREVALENCE: dict[tuple[str, str], Callable[[Interval, int], Interval | None]] = {
    ("markedness", "tp"): lambda values, put: values.moved(-1, put),
    ("markedness", "fn"): lambda values, put: values.moved(1, 1 - put),
    ("lift", "tp"): _of_lift,
}
"""What a figure that is made of a number in place of precision or NPV says of the prevalence, where none is predicted
positive (tp = 0) or negative (fn = 0): markedness is ``put + pi1 - 1`` or ``pi0 + put - 1``, lift ``put/pi0``."""


def without_values(report: Report) -> Iterator[tuple[Report, str]]:
    """The report with counts that are zero, in each of the ways that leave figures without a value, and a sentence.

    Figures that have no value then and are printed as `Report.zero_division` are left out, and in means it stands in
    the place of what has none; the counts that are zero then stand in the report. Nothing where no figure has no value,
    or one is printed as another number.

    >>> from workbench.reports.paper_file import report_of
    >>> [(other, words)] = without_values(report_of("n0=10 n1=90 precision=0.00 accuracy=0.90"))
    >>> list(other.figures), words
    (['accuracy', 'tp', 'fp'], 'precision 0.00 then stands for a division by zero, as no example is predicted positive')
    """
    if report.plan:
        return
    for why, example, counts in _EMPTY:
        undefined = {name: x for name, x in report.of_matrix.items() if not named(name).defined(example)}
        means = {name: x for name, x in undefined.items() if (named(name).name, None) in FILLED}
        zeros = {count: report.figures.get(count, Printed("0")) for count in counts}
        if not undefined or any(Fraction(0) not in x.values for x in zeros.values()):
            continue
        made = {name: x for name, x in undefined.items() if (named(name).name, counts[0]) in _OF_PREVALENCE}
        for of_put in (dict(some) for k in range(len(made) + 1) for some in combinations(made.items(), k)):
            alone = {name: x for name, x in undefined.items() if name not in means and name not in of_put}
            prints = [*alone.items(), *((name, x) for name, x in report.again if name in alone)]
            if not all(any(put in x.values for put in without_value(name, report)) for name, x in prints):
                continue
            figures = {name: x for name, x in report.figures.items() if name not in undefined}
            for put in (report.zero_division or (None,)) if means or of_put else (None,):
                filled = {FILLED[named(name).name, put].name: x for name, x in means.items()}
                shares = _prevalence(figures, of_put, counts[0], put)
                if shares is None:
                    continue
                put_in = means | of_put
                said = _stand(alone) + ([f"{_listed(put_in)} {_counts_it(put, len(put_in))}"] if put_in else [])
                again = tuple(each for each in report.again if each[0] not in undefined)
                other = replace(report, figures=figures | filled | zeros | shares, again=again)
                yield other, f"{' and '.join(said)}, as {why}"


def _prevalence(
    figures: Mapping[str, Printed], made: Mapping[str, Printed], count: str, put: int | None
) -> dict[str, Printed] | None:
    """The prevalence that figures made of a number in place of another leave; None where they leave none."""
    if not made:
        return {}
    name = next((name for name in figures if canonical(name) == "prevalence"), "prevalence")
    printed = figures.get(name, Bound("0"))
    values = printed.values & named(name).values
    for of, x in made.items():
        found = None if put is None else _OF_PREVALENCE[named(of).name, count](x.values, put)
        if found is None:
            return None
        values = values & found
    return None if values.empty else {name: narrowed(printed, values)}


def _stand(alone: Mapping[str, Printed]) -> list[str]:
    return [f"{_listed(alone)} then stand{'s' * (len(alone) == 1)} for a division by zero"] if alone else []


def _counts_it(put: int | None, many: int) -> str:
    if put is None:
        return f"then leave{'s' * (many == 1)} out what is divided by zero"
    return f"then {'has' if many == 1 else 'have'} {put} for a division by zero"


def _listed(figures: Mapping[str, Printed]) -> str:
    *others, last = (f"{name} {x}" for name, x in figures.items())
    return f"{', '.join(others)} and {last}" if others else last


def without_value(name: str, report: Report) -> tuple[int, ...]:
    """What may have been printed for a figure without a value; a ratio that is printed as infinite is not without."""
    if named(name) in RECIPROCALS.values():
        return ()
    metric, puts = named(name).name, report.zero_division
    more = tuple(1 - put for put in puts) if metric in _COMPLEMENTS else (0,) if metric in _ALWAYS_ZERO else ()
    return (*puts, *more)
