"""What may have happened when printed figures cannot be true together: the usual slips, and the nearest figures.

A slip is a change of the report that an author may have made unawares: the classes exchanged, a loss of another
method, a percentage. It explains the figures when the changed report is possible. That two digits are exchanged is a
guess: it is told only where no slip explains the figures, and where the numbers beside the one that is meant would not
do as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise
from math import ceil
from typing import TypeAlias, TypeVar

from workbench import metrics
from workbench.errors import InputError
from workbench.feasible.matrix_metrics import known
from workbench.feasible.scores import Room, left_open
from workbench.language.statements import parse_expression
from workbench.language.syntax import Loss
from workbench.limits import Limit, Work
from workbench.numbers.printed import EXACTLY, Interval, Printed, printed_as
from workbench.reports.paper_file import Report
from workbench.reports.undefined import without_values

Slip: TypeAlias = "tuple[str, Report]"
"""In words, "it would be possible if ...", and the report without it."""
Guess: TypeAlias = "tuple[str, str, Printed]"
"""In words, the figure that may be misprinted, and as what it is meant."""
Decide: TypeAlias = "Callable[[Report, Work], str]"
"""The verdict on a report with so much work."""

_Any = TypeVar("_Any")
_TRY, _NEAR, _REPORT = 0.5, 1.0, 300.0
_STEPS = 12
_BESIDE, _MOST_BESIDE = 4, 2
"""How many numbers on each side of a guess are tried, and how many of all of them may be possible too."""
_NAMES = (("AUC", "GINI"), ("BS", "MAE"), ("AUC", "AUCH"), ("RL", "RLH"), ("BS", "MBS"), ("MAE", "MMAE"))
_METHODS = (("rate_driven", "rate_uniform"), ("score_driven", "score_uniform"), ("score_driven", "rate_driven"))
_METRICS = (("sensitivity", "specificity"), ("sensitivity", "precision"), ("specificity", "npv"), ("precision", "npv"))


def limits(name: str) -> tuple[Fraction, Fraction]:
    """Between which values a figure is looked for: those of the catalogue, [0, 1] where that has not two ends.

    >>> limits("GINI"), limits("loss(rate_driven)")
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(1, 1)))
    """
    metric = metrics.CATALOGUE.get(name) or known(name)
    if metric is None or metric.values.low is None or metric.values.high is None:
        return Fraction(0), Fraction(1)
    return metric.values.low, metric.values.high


def slips(report: Report, decide: Decide, seconds: Limit) -> Iterator[str]:
    """Each slip after whose correction the figures are possible, or else guesses at a misprint that say something.

    The search ends after ``seconds`` of work. None where intervals or counts are printed beside figures, as which of
    them would be changed with a figure is not known, and none where figures are bounds.
    """
    if report.intervals or report.again or report.has_bounds:
        return
    work, explained = Work.of(seconds), False
    for words, changed in _changes(report):
        if work.over:
            return
        if verdict_on(changed, decide, work, _TRY) == "consistent":
            explained = True
            yield words
    for words, name, meant in () if explained or report.spreads else (*_small_percent(report), *_digits(report)):
        if work.over:
            return
        if _verdict_with(report, name, meant, decide, work) == "consistent":
            beside = (_verdict_with(report, name, x, decide, work) for x in _beside(meant, report.figures[name]))
            if sum(verdict not in ("inconsistent", "wrong input") for verdict in beside) <= _MOST_BESIDE:
                yield words


def _verdict_with(report: Report, name: str, printed: Printed, decide: Decide, work: Work) -> str:
    """The verdict on the report with another number in the place of a figure."""
    return verdict_on(replace(report, figures={**report.figures, name: printed}), decide, work, _TRY)


def _beside(meant: Printed, printed: Printed) -> Iterator[Printed]:
    """The numbers beside one that is meant, without the one that is printed.

    >>> [str(x) for x in _beside(Printed("0.12"), Printed("0.10"))]
    ['0.08', '0.09', '0.11', '0.13', '0.14', '0.15', '0.16']
    """
    for i in range(-_BESIDE, _BESIDE + 1):
        other = printed_as(meant.number + i * meant.unit, meant)
        if i and other.number != printed.number:
            yield other


def nearest(report: Report, decide: Decide, seconds: Limit) -> dict[str, tuple[str, ...]]:
    """For each figure of scores, the nearest printed values below and above with which the report was found possible.

    They are looked for from where the facts leave room. A figure for which none was found is left out.
    """
    work, found = Work.of(seconds), {}
    assert report.n0 is not None
    assert report.n1 is not None
    for name in report.of_scores:
        room = left_open(report.of_scores, name, report.n0, report.n1, calibrated=report.calibrated, work=work)
        near = [_next(report, name, sign, room, decide, work) for sign in (-1, 1)] if room else []
        if some := tuple(text for text in near if text is not None):
            found[name] = some
    return found


def _next(report: Report, name: str, sign: int, room: Room, decide: Decide, work: Work) -> str | None:
    """The first value in one direction that is found possible, of some that come first in the room."""
    printed = report.figures[name]
    for value in islice(_outward(printed, sign, limits(name), room), _STEPS):
        changed = printed_as(value, printed)
        if work.over:
            return None
        if sign * (changed.number - printed.number) > 0:
            figures = {**report.figures, name: changed}
            if verdict_on(replace(report, figures=figures), decide, work, _NEAR) == "consistent":
                return str(changed)
    return None


def _outward(printed: Printed, sign: int, ends: tuple[Fraction, Fraction], room: Room) -> Iterator[Fraction]:
    """Values in one direction, the nearest first: those that the figure can have, or printed numbers if denser."""
    within = room.values & Interval(*ends)
    near, far = (within.low, within.high) if sign > 0 else (within.high, within.low)
    assert near is not None
    assert far is not None
    start, step = (printed.number, printed.unit)
    if room.step is not None and room.step > step:
        start, step = room.start, room.step
    first = max(sign * near, sign * printed.number)
    k = ceil((first - sign * start) / step) - 1
    while (value := sign * start + k * step) <= sign * far:
        yield sign * value
        k += 1


def verdict_on(report: _Any, decide: Callable[[_Any, Work], str], work: Work, most: float) -> str:
    """The verdict with a part of the work, of at most so many seconds; "wrong input" for what is refused."""
    work.spend(_REPORT)
    try:
        return decide(report, work.share(most=most))
    except InputError:
        return "wrong input"


# --- the usual slips --------------------------------------------------------------------------------------


def _changes(report: Report) -> Iterator[Slip]:
    yield from _classes(report)
    yield from _folds(report)
    yield from _without_values(report)
    for kind in (_names, _losses, _other_class, _brier, _labels, _percent, _rounding):
        for words, figures in kind(report):
            if not figures:
                continue
            try:
                changed = replace(report, figures=figures)
            except InputError:
                continue
            yield words, changed


def _classes(report: Report) -> Iterator[Slip]:
    if report.sample is not None:
        turned = report.sample.map_scores((lambda s: 1 - s) if report.sample.probabilistic else (lambda s: -s))
        yield "a higher score means class 0", replace(report, sample=turned)
        yield "the classes are exchanged", replace(report, sample=report.sample.swapped())
    elif report.n0 != report.n1:
        yield "the class sizes are exchanged", replace(report, n0=report.n1, n1=report.n0)


def _folds(report: Report) -> Iterator[Slip]:
    if any(part.stratified for part in report.plan):
        plan = tuple(replace(part, stratified=False, even=False) for part in report.plan)
        yield "the folds are not stratified", replace(report, plan=plan)
    if len(report.plan) == 1 and report.plan[0].class_sizes is not None and not report.spreads:
        n0, n1 = report.plan[0].class_sizes
        yield "the predictions of all folds are pooled", replace(report, plan=(), n0=n0, n1=n1)


def _without_values(report: Report) -> Iterator[Slip]:
    for put in {0, 1}.difference(report.zero_division):
        filled = replace(report, zero_division=(put,))
        if any(without_values(filled)):
            yield f"{put} is printed for a figure without a value", filled


def _names(report: Report) -> Iterator[tuple[str, Mapping[str, Printed]]]:
    metrics = {metric.name: name for name in report.figures if (metric := known(name)) is not None}
    for old, new in (*_both(_NAMES), *_both(_METRICS)):
        name = metrics.get(old, old)
        if name in report.figures:
            yield f"{name} stands for {new}", _renamed(report.figures, {name: new})


def _losses(report: Report) -> Iterator[tuple[str, Mapping[str, Printed]]]:
    losses = {name: x for name in report.of_scores if isinstance(x := parse_expression(name), Loss)}
    for old, new in _both(_METHODS):
        for name, loss in losses.items():
            if loss.method.name == old:
                meant = str(replace(loss, method=replace(loss.method, name=new)))
                yield f"{name} stands for {meant}", _renamed(report.figures, {name: meant})
    for condition, meant in (("cost", "skew"), ("skew", "cost")):
        read = {name: str(replace(x, condition=meant)) for name, x in losses.items() if x.condition == condition}
        if read:
            means = {"cost": "cost proportions", "skew": "skews"}[meant]
            yield f"the losses are means over {means}", _renamed(report.figures, read)
    if losses:
        steps = {name: str(replace(x, rates="step")) for name, x in losses.items()}
        yield "the rates are read off the steps of the ROC curve", _renamed(report.figures, steps)


def _other_class(report: Report) -> Iterator[tuple[str, Mapping[str, Printed]]]:
    for name in ("AUC", "AUCH"):
        if name in report.figures:
            yield f"{name} is that of the other class", _renamed(report.figures, {name: f"1 - {name}"})


def _brier(report: Report) -> Iterator[tuple[str, Mapping[str, Printed]]]:
    for name in ("BS", "MBS"):
        if name in report.figures:
            yield f"{name} is summed over both classes", _renamed(report.figures, {name: f"2*{name}"})
            yield f"{name} is halved", _renamed(report.figures, {name: f"{name}/2"})
            yield f"{name} is its square root", _renamed(report.figures, {name: f"sqrt({name})"})


def _labels(report: Report) -> Iterator[tuple[str, Mapping[str, Printed]]]:
    if "AUC" in report.figures and len(report.figures) > 1:
        meant = _renamed(report.figures, {"AUC": "balanced_accuracy"})
        yield "AUC is that of the predicted classes, the balanced accuracy", meant


def _percent(report: Report) -> Iterator[tuple[str, Mapping[str, Printed]]]:
    for name, printed in report.figures.items():
        if printed.number > 1 and (percent := _hundredth(printed)) is not None:
            yield f"{name} {printed} is a percentage", {**report.figures, name: percent}


def _hundredth(printed: Printed) -> Printed | None:
    """The number as a percentage, of one that may be one."""
    if "e" in printed.text.lower() or "." not in printed.text:
        return None
    return Printed(f"{printed.text}e-2", printed.rounding)


def _small_percent(report: Report) -> Iterator[Guess]:
    for name, printed in report.figures.items():
        if printed.number <= 1 and (percent := _hundredth(printed)) is not None:
            yield f"{name} {printed} is a percentage", name, percent


def _digits(report: Report) -> Iterator[Guess]:
    for name, printed in report.figures.items():
        places = [i for i, x in enumerate(printed.text) if x.isdigit()]
        for i, j in pairwise(places):
            digits = list(printed.text)
            digits[i], digits[j] = digits[j], digits[i]
            if digits[i] != digits[j]:
                turned = Printed("".join(digits), printed.rounding)
                yield f"{name} {printed} is {turned} with two digits exchanged", name, turned


def _rounding(report: Report) -> Iterator[tuple[str, Mapping[str, Printed]]]:
    if any(printed.rounding != "any" for printed in report.figures.values()):
        loose = {name: x if x.rounding == EXACTLY else Printed(x.text, "any") for name, x in report.figures.items()}
        yield "the figures are cut off, or rounded in another way", loose


def _both(pairs: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str]]:
    for one, other in pairs:
        yield from ((one, other), (other, one))


def _renamed(figures: Mapping[str, Printed], new: Mapping[str, str]) -> dict[str, Printed]:
    found = {new.get(name, name): printed for name, printed in figures.items()}
    return found if len(found) == len(figures) else {}
