"""Printed means over folds, or over data sets: can they be true together?

A figure is the unweighted mean of a metric over the folds of a cross-validation, as it is mostly printed, or the mean
over data sets of such means. A metric that is linear in the counts of the confusion matrix at given class sizes, or in
AUC, makes a condition that is linear in the sums over all folds of one shape: an integer program, solved exactly. The
other metrics are refused. Predictions of all folds pooled into one confusion matrix are not meant: that is one matrix.

Forman and Scholz, Apples-to-apples in cross-validation studies: pitfalls in classifier performance measurement (2010),
has both. Fazekas and Kovács, Testing the consistency of performance scores reported for binary classification problems
(2024), treats accuracy, sensitivity, specificity and balanced accuracy with linear programming in floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from workbench.errors import InputError
from workbench.feasible.fold_figures import FoldFigure, read
from workbench.feasible.fold_plans import Part
from workbench.feasible.fold_program import SOLVER
from workbench.feasible.fold_question import Fold, Question
from workbench.limits import Limit, Work
from workbench.numbers.printed import Interval, Printed, as_printed

__all__ = ["RESTS_ON", "Fold", "FoldsVerdict", "decide_folds"]

RESTS_ON = f"the integer program was found infeasible by {SOLVER}"
_ANY = Printed("0")
_LITTLE = 1.0


@dataclass(frozen=True)
class FoldsVerdict:
    """The answer: ``verdict`` is consistent, inconsistent or undecided, and ``because`` says why in a sentence.

    ``folds`` have the printed means, and ``computed`` are these means, exactly. ``violated`` is one sentence on the
    figures in ``conflict``, none of which can be spared. ``rests_on`` says what an inconsistency rests on besides
    arithmetic.
    """

    verdict: str
    because: str
    violated: str | None = None
    conflict: tuple[str, ...] = ()
    folds: tuple[Fold, ...] = ()
    computed: Mapping[str, Fraction] = field(default_factory=dict)
    rests_on: str | None = None
    question: Question | None = field(default=None, repr=False)

    def inferred(self, names: Iterable[str] | None = None, seconds: Limit = 5.0) -> dict[str, Interval]:
        """The least and the greatest mean of each metric given the figures; of the figures' own without ``names``.

        Only where both are certain after so many ``seconds`` of work; empty where the figures are not consistent.

        >>> found = decide_folds({"accuracy": Printed("0.94")}, [Part(25, 25, folds=5)])
        >>> print(found.inferred(["sensitivity"])["sensitivity"])
        [22/25, 1]
        """
        if self.question is None or self.verdict != "consistent":
            return {}
        work, found = Work.of(seconds), {}
        own = {figure.name: figure for figure in self.question.figures}
        for name in own if names is None else names:
            figure = own.get(name) or read({name: _ANY})[0]
            figures = self.question.figures + (() if name in own else (figure,))
            asked = Question(figures, self.question.plan).asked(figures, {} if name in own else {name: Interval()})
            low, high = (asked.extreme(figure, sign, Interval(), work) for sign in (-1, 1))
            if low and high:
                found[name] = Interval(low[0], high[0])
        return found

    def nearest(self, seconds: Limit = 5.0) -> dict[str, list[Fraction]]:
        """For each figure, the nearest means below and above that are possible with the others as printed.

        Figures for which they are not certain after so many ``seconds`` of work, or for which there are none, are left
        out.
        """
        if self.question is None:
            return {}
        work, found, figures = Work.of(seconds), {}, self.question.figures
        for figure in figures:
            others = [x for x in figures if x is not figure]
            near = _nearest(self.question, [*others, figure], work)
            if near:
                found[figure.name] = near
        return found

    @cached_property
    def only_by_rounding(self) -> bool:
        """Whether the figures are consistent, but for certain no folds have the printed numbers themselves."""
        if self.question is None or self.verdict != "consistent":
            return False
        points = {x.name: Interval(x.printed.number, x.printed.number) for x in self.question.figures}
        return self.question.solve(_LITTLE, self.question.figures, points) == (None, True)


def decide_folds(
    figures: Mapping[str, Printed],
    plan: Sequence[Part],
    *,
    seconds: Limit = 5.0,
    called: str = "these means",
    put: int | None = None,
) -> FoldsVerdict:
    """Whether folds of this plan can have these means: over the folds of each part, and then over the parts.

    The figures are metrics of confusion matrices that are linear in their counts at given class sizes, and expressions
    of the language of statements that are linear in AUC. In a fold, the confusion matrix is that of a threshold on the
    scores that have its AUC. The search ends after so many ``seconds`` of work. `InputError` for an unknown name, a
    figure out of its range and a plan in which a mean is undefined; `NotSupported` for a mean that is not linear, and
    without OR-tools. The figures are ``called`` so in the sentence that says what was found. With ``put``, folds
    may lack a class, and that is taken for its rate there.

    >>> folds = [Part(50, 50, folds=10)]
    >>> found = decide_folds({"sensitivity": Printed("0.86"), "AUC": Printed("0.93")}, folds)
    >>> found.verdict, found.computed["sensitivity"], len(found.folds)
    ('consistent', Fraction(43, 50), 10)
    >>> print(decide_folds({"sensitivity": Printed("0.857")}, folds).because)
    the mean sensitivity 0.857 over 10 stratified folds of 50 + 50 is impossible: the nearest values are 0.8400 and ...
    """
    question = Question(read(figures, put), tuple(plan))
    if not question.figures or not question.plan:
        raise InputError(f"no {'parts of a plan' if question.figures else 'figures'} are given; give one at least")
    within = Work.of(seconds).seconds
    folds, certain = question.solve(seconds, question.figures)
    if folds is None and certain:
        return _inconsistent(question, seconds)
    if folds is None:
        because = f"neither folds with {called} nor a proof that there are none were found within {within:g} seconds"
        if question not in question.attempts:
            because = f"no folds with {called} were found, and there are too many class sizes of folds to try them all"
        return FoldsVerdict("undecided", because, question=question)
    computed = {figure.name: question.mean(figure, folds) for figure in question.figures}
    assert all(figure.printed.allows(computed[figure.name]) for figure in question.figures)
    because = f"{question} can have {called}"
    return FoldsVerdict("consistent", because, folds=folds, computed=computed, question=question)


def _inconsistent(question: Question, seconds: Limit) -> FoldsVerdict:
    conflict = _needed(question, seconds)
    *others, last = conflict
    given = f" with {', '.join(f'{x.name} {x.printed}' for x in others)}" if others else ""
    because = f"the mean {last.name} {last.printed} over {question} is impossible{given}"
    like = _finer(last.printed)
    near = [as_printed(x, like) for x in _nearest(question, conflict, Work.of(seconds).share(most=_LITTLE))]
    left = question.asked(conflict, {last.name: Interval()}).narrowed[-1].values
    if near:
        because += f": the nearest value{'s are' if near[1:] else ' is'} {' and '.join(near)}"
    elif left.low is not None and left.high is not None and not left.empty:
        because += f": they leave it from {as_printed(left.low, like)} to {as_printed(left.high, like)}"
    names = tuple(figure.name for figure in conflict)
    rests_on = None if question.asked(conflict).refuted() else RESTS_ON
    return FoldsVerdict("inconsistent", because, because, names, rests_on=rests_on, question=question)


def _needed(question: Question, seconds: Limit) -> tuple[FoldFigure, ...]:
    """Figures that cannot be true together, none of which can be spared as far as there was work left to try."""
    work = Work.of(seconds)
    left = question.figures
    for figure in question.figures:
        fewer = tuple(x for x in left if x is not figure)
        if fewer and question.solve(work, fewer) == (None, True):
            left = fewer
    return left


def _nearest(question: Question, figures: Sequence[FoldFigure], work: Work) -> list[Fraction]:
    """The means of the last figure next to its printed values, below and above; empty where they are not certain."""
    last = figures[-1]
    values, found = last.printed.values, list[Fraction]()
    asked = question.asked(figures, {last.name: Interval()})
    below = Interval(high=values.low, high_closed=not values.low_closed)
    above = Interval(low=values.high, low_closed=not values.high_closed)
    for sign, side in ((1, below), (-1, above)):
        end = asked.extreme(last, sign, side, work)
        if end is None:
            return []
        found += end
    return found


def _finer(printed: Printed) -> Printed:
    """A number with one digit more."""
    return Printed(f"0.{'0' * len(str(printed.unit.denominator))}")
