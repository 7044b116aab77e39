"""Reports of means over folds: those of figures that are linear in the counts, and then the others beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from workbench.errors import InputError, NotSupported
from workbench.feasible.fold_figures import read
from workbench.feasible.fold_matrices import ByMatrices, decide_by_matrices, pooled_is_impossible
from workbench.feasible.fold_question import Question
from workbench.feasible.fold_ways import decide_by_ways, may_lack
from workbench.feasible.folds import RESTS_ON, FoldsVerdict, decide_folds
from workbench.feasible.matrix_metrics import known
from workbench.limits import Limit, Work
from workbench.numbers.printed import EXACTLY, Bound, Interval, Printed
from workbench.reports.figures_read import canonical, out_of_range
from workbench.reports.paper_file import Report
from workbench.reports.results import CheckResult
from workbench.reports.spreads import SpreadsFound, spreads_found

_ASIDE, _EACH, _MOST_OPEN = 1.0, 0.5, 2_000
_UNTOLD = "how folds without a class would count is not told"


def linear_means(report: Report) -> tuple[dict[str, Printed], dict[str, str]]:
    """The figures that are linear in the counts or in AUC, and why others are not.

    >>> from workbench.reports.paper_file import report_of
    >>> linear_means(report_of("n0=5 n1=5 folds=5 accuracy=0.8 BS=0.1"))
    ({'accuracy': Printed(text='0.8', rounding='half')}, {'BS': 'the mean of BS over folds is not linear in AUC ...'})
    """
    linear, others = {}, {}
    for name, printed in report.figures.items():
        try:
            read({name: printed})[0].at((2, 2))
            linear[name] = printed
        except NotSupported as reason:
            others[name] = str(reason)
    return linear, others


def on_folds(report: Report, seconds: Limit, aside: bool = True) -> CheckResult:
    """Are there any folds with these means? ``aside``: with the ranges that they leave, where that is soon told."""
    if any(part.open for part in report.plan):
        return _of_open_sizes(report, seconds)
    linear, why = linear_means(report)
    others = {name: report.figures[name] for name in why if (x := known(name)) is not None and x.high is not None}
    skipped = [(name, reason) for name, reason in why.items() if name not in others]
    skipped += [
        (f"{name} {x}", "intervals of means over folds are not decided") for name, x in report.intervals.items()
    ]
    for name, printed in others.items():
        if (wrong := out_of_range(name, printed)) is not None:
            raise InputError(wrong)
    if not linear and not others:
        because = "none of the means can be checked"
        return CheckResult(report.where, "undecided", because, not_checked=tuple(skipped))
    named = [name for name in report.figures if name in linear or name in others]
    called = f"the mean {_listed(named)}" if len(named) < len(report.figures) else "these means"
    lacking = may_lack_a_class(report, linear)
    if lacking:
        found: FoldsVerdict | None = _lacking_a_class(report, linear, called, seconds)
    else:
        found = decide_folds(linear, report.plan, seconds=seconds, called=called) if linear else None
    if found is not None and found.verdict == "inconsistent":
        skipped += [(name, "the other means alone are impossible") for name in others]
        return _of_linear(report, found, skipped, seconds, aside)
    if not others:
        assert found is not None
        return _of_linear(report, found, skipped, seconds, aside)
    question = Question(read(linear), report.plan)
    counted = dict(others)
    if _loose(report):  # a fold may lack a class, and figures of it be divided by zero there
        counted |= {name: x for name, x in linear.items() if known(name) is not None}
    ranks = read({name: x for name, x in linear.items() if name not in counted})
    try:
        by = decide_by_matrices(ranks, counted, report.plan, report.zero_division, seconds)
        left = "neither folds with it nor a proof that there are none were found"
    except NotSupported as reason:
        by, left = ByMatrices(None), str(reason)
    if by.possible is False and _loose(report) and may_lack(ranks, report.plan):
        by, left = ByMatrices(None), f"folds without a class may be left out of the mean {ranks[0].name}"
    if by.possible is None:
        skipped += [(name, left) for name in others]
        if found is None:
            return CheckResult(report.where, "undecided", left, not_checked=tuple(skipped))
        found = replace(found, because=found.because.replace(called, f"the mean {_listed(list(linear))}"))
        return _of_linear(report, found, skipped, seconds, aside)
    if by.possible is False:
        return _impossible(report, question, others, tuple(skipped), seconds)
    beside, unlike = _spreads(report, found, by, others, seconds)
    if beside.violated is not None and may_lack_a_class(report, linear):
        return CheckResult(report.where, "undecided", f"{beside.violated}; {_UNTOLD}", not_checked=tuple(skipped))
    if beside.violated is not None:
        return CheckResult(report.where, "inconsistent", beside.violated, violated=beside.violated)
    because = f"{question} can have {called}{by.words}"
    return CheckResult(
        report.where, "consistent", because, by.folds, None, by.computed, not_checked=(*skipped, *unlike)
    )  # fmt: skip


def _of_open_sizes(report: Report, seconds: Limit) -> CheckResult:
    """Of stratified folds with ``n`` alone: the class sizes one after the other, the most equal first."""
    part, n = report.plan[0], report.plan[0].examples or 0
    if len(report.plan) > 1 or n > _MOST_OPEN:
        raise NotSupported(f"class sizes of stratified folds are tried for one data set of {_MOST_OPEN} at most")
    work, left, partly, against = Work.of(seconds), 0, None, None
    for n0 in sorted(range(1, n), key=lambda n0: abs(2 * n0 - n)):
        if work.over:
            left += 1
            break
        try:
            of = replace(report, plan=(replace(part, n0=n0, n1=n - n0),))
            found = on_folds(of, work.share(most=_EACH), aside=False)
        except InputError:
            if min(n0, n - n0) >= part.size:
                raise
            left += 1  # a mean is undefined in a fold without a class
            continue
        if found.verdict == "consistent":
            found = replace(found, because=f"{found.because}, the first class sizes for which folds were found")
            if not found.not_checked:
                return found
            partly = found if partly is None else partly
        left += found.verdict == "undecided"
        against = found if against is None else against
    if partly is not None:
        return partly
    if left or against is None:
        because = f"no folds with these means were found for any class sizes with {n} examples; some are open"
        return CheckResult(report.where, "undecided", because)
    because = (
        f"{part} cannot have these means, whatever the class sizes; of those that are most equal, {against.because}"
    )
    return CheckResult(report.where, "inconsistent", because, violated=because, not_checked=against.not_checked)


def _loose(report: Report) -> bool:
    return any(isinstance(part.folds, int) and part.folds > 1 and not part.stratified for part in report.plan)


def may_lack_a_class(report: Report, linear: Mapping[str, Printed]) -> bool:
    """Whether some figure may have no value in a fold, where folds are not stratified."""
    return _loose(report) and may_lack(read(linear), report.plan)


def _lacking_a_class(report: Report, linear: Mapping[str, Printed], called: str, seconds: Limit) -> FoldsVerdict:
    """What is found of means over folds of which some may lack a class: first of those that have both."""
    try:
        found = decide_folds(linear, report.plan, seconds=seconds, called=called)
        if found.verdict == "consistent":
            return found
        if 0 in report.zero_division:
            found = decide_folds(linear, report.plan, seconds=seconds, called=called, put=0)
            if found.verdict == "consistent":
                return replace(found, because=f"{found.because}; folds without a class count as 0 for its rate")
    except InputError:  # some fold must lack one
        pass
    by = decide_by_ways(read(linear), report.plan, report.zero_division, seconds)
    plan = Question((), report.plan)
    if by.possible:
        return FoldsVerdict("consistent", f"{plan} can have {called}; {by.words}", folds=by.folds, computed=by.computed)
    means = f"the mean{'s' * (len(linear) > 1)} {_listed([f'{name} {x}' for name, x in linear.items()])}"
    if by.possible is None:
        because = f"whether {plan} can have {means} depends on how folds without a class count, which is open"
        return FoldsVerdict("undecided", because)
    because = f"no {plan} can have {means}, however folds without a class count ({RESTS_ON})"
    return FoldsVerdict("inconsistent", because, because, tuple(linear))


def _of_linear(
    report: Report, found: FoldsVerdict, skipped: list[tuple[str, str]], seconds: Limit, aside: bool
) -> CheckResult:
    """What is found of figures that are linear in the counts, with what is printed beside their means."""
    because = found.because + (f" ({found.rests_on})" if found.rests_on else "")
    beside = spreads_found(report.spreads, found, report.plan, seconds)
    if beside.violated is not None and may_lack_a_class(report, {x: report.figures[x] for x in found.computed}):
        return CheckResult(report.where, "undecided", f"{beside.violated}; {_UNTOLD}", not_checked=tuple(skipped))
    if beside.violated is not None:
        violated = beside.violated
        return CheckResult(report.where, "inconsistent", violated, violated=violated, not_checked=tuple(skipped))
    inferred = found.inferred(seconds=Work.of(seconds).share(most=_ASIDE)) if aside else {}
    return CheckResult(
        report.where, found.verdict, because, beside.folds or found.folds or None, found.violated,
        {**found.computed, **beside.computed}, inferred, aside and found.only_by_rounding,
        not_checked=(*skipped, *beside.not_checked),
    )  # fmt: skip


def _spreads(
    report: Report, found: FoldsVerdict | None, by: ByMatrices, others: Mapping[str, Printed], seconds: Limit
) -> tuple[SpreadsFound, list[tuple[str, str]]]:
    """What is found of spreads beside the linear means, and what is left open of them beside the others."""
    of_others = {canonical(name) for name in others}
    linear = {name: x for name, x in report.spreads.items() if name not in of_others}
    unlike = [
        (f"{how}({name}) {x}", f"what is printed beside the mean {name} over folds is not decided; the mean is")
        for name, of in report.spreads.items() if name in of_others for how, x in of.items()
    ]  # fmt: skip
    if found is None or not linear:
        return SpreadsFound(), unlike
    beside = spreads_found(linear, replace(found, verdict="consistent", folds=by.folds), report.plan, seconds)
    told = {what for what, _ in beside.not_checked}
    why = (
        f"it is possible beside the means of {_listed(list(found.computed))}; beside {_listed(list(others))} it is open"
    )
    possible = [(f"{how}({name}) {x}", why) for name, of in linear.items() for how, x in of.items()]
    return beside, [*unlike, *beside.not_checked, *(each for each in possible if each[0] not in told)]


def _impossible(
    report: Report,
    question: Question,
    others: Mapping[str, Printed],
    skipped: tuple[tuple[str, str], ...],
    seconds: Limit,
) -> CheckResult:
    """No folds have these means: inconsistent, unless the figures may have been made in one of the other usual ways."""
    figures = {**{x.name: x.printed for x in question.figures}, **others}
    listed = _listed([f"{name} {x}" for name, x in figures.items()])
    because = f"no {question} can have the mean{'s' * (len(figures) > 1)} {listed} ({RESTS_ON})"
    ways = []
    ranks = [x for x in question.figures if x.metric is None]
    counted = {**others, **{x.name: x.printed for x in question.figures if x.metric is not None}}
    every = ((question.figures, others), (ranks, counted))
    if not all(
        pooled_is_impossible(means, pooled, report.plan, seconds, report.zero_division) for means, pooled in every
    ):
        ways.append(f"{_listed(list(others))} of the predictions of all folds pooled")
    if _of_means(figures, _several(report)) and not _means_apart(report, question, figures, seconds):
        ways.append("f1 of the mean precision and sensitivity")
    if not ways:
        violated = f"{because}, nor have they all folds pooled"
        return CheckResult(report.where, "inconsistent", violated, violated=violated, not_checked=skipped)
    because += f"; it may be {' or '.join(ways)}, which the report does not tell"
    return CheckResult(report.where, "undecided", because, not_checked=skipped)


def _several(report: Report) -> bool:
    return sum(part.repeats for part in report.plan) > 1


def _of_means(figures: Mapping[str, Printed], several: bool = False) -> bool:
    """Whether F1 may be that of the mean precision and the mean sensitivity, which lie in [0, 1] where not printed.

    Of ``several`` repetitions it may be the mean of those of each, which is at most as great, as F1 is concave, and at
    least the sum of the means less 1, as F1 is at least the lesser of both.

    >>> [_of_means({"recall": Printed("0.5"), "PPV": Printed("0.8"), "F1": Printed(x)}) for x in ("0.62", "0.72")]
    [True, False]
    """
    values = {canonical(name): printed.values for name, printed in figures.items()}
    if "f1" not in values:
        return False
    ends = [values[name] for name in ("precision", "sensitivity") if name in values]
    lows = [max(x.low or Fraction(0), Fraction(0)) for x in ends] + [Fraction(0)] * (2 - len(ends))
    highs = [min(x.high or Fraction(1), Fraction(1)) for x in ends] + [Fraction(1)] * (2 - len(ends))
    low, high = (2 * a * b / (a + b) if a + b else Fraction(0) for a, b in (lows, highs))
    low = max(sum(lows, Fraction(-1)), Fraction(0)) if several else low
    return not (Interval(low, high) & values["f1"]).empty


def _means_apart(report: Report, question: Question, figures: Mapping[str, Printed], seconds: Limit) -> bool:
    """Whether F1 is known not to be that of the mean precision and the mean sensitivity beside the linear means.

    It lies between the two and is at most ``2x/(1 + x)`` of either, which is concave: both are ``F1/(2 - F1)`` or more,
    one is at most F1 or, where it is the mean of those of several repetitions (`_of_means`), ``(1 + F1)/2``.
    """
    values = {canonical(name): printed.values for name, printed in figures.items()}
    low, high = values["f1"].low or Fraction(0), values["f1"].high
    if _loose(report) or high is None:
        return False
    work = Work.of(seconds)

    def apart(name: str, within: Interval) -> bool:
        if name in values:
            return (values[name] & within).empty
        asked = {name: Bound("0", EXACTLY, within & Interval(Fraction(0), Fraction(1)), "≥")}
        try:
            found = decide_by_matrices(question.figures, asked, report.plan, report.zero_division, work)
        except NotSupported:
            return False
        return found.possible is False

    both, most = ("precision", "sensitivity"), (1 + high) / 2 if _several(report) else high
    return all(apart(x, Interval(None, most)) for x in both) or any(apart(x, Interval(low / (2 - low))) for x in both)


def _listed(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
