"""One report decided: can printed figures be true together, or are they those of the data?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from workbench.errors import InputError, NotSupported
from workbench.feasible import one_threshold, plain_bounds
from workbench.feasible.auc_intervals import AucInterval
from workbench.feasible.delong_bounds import DelongInterval
from workbench.feasible.fold_plans import Part
from workbench.feasible.folds import decide_folds
from workbench.feasible.linear_forms import ONE_SIDED_KS
from workbench.feasible.matrices import MOST_EXAMPLES, Matrices, matrices
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.feasible.score_sizes import scan_sizes
from workbench.feasible.scores import ScoreVerdict, decide_scores, ruled_out
from workbench.limits import Limit, Work
from workbench.numbers.certified import Real
from workbench.numbers.printed import EXACTLY, Interval, narrowed, printed_as
from workbench.reports.assumed_readings import AP, assumed, without
from workbench.reports.figures_read import canonical, out_of_range
from workbench.reports.of_predicted import beside_predicted
from workbench.reports.on_data import has_interval, on_sample, values_of
from workbench.reports.over_folds import linear_means, may_lack_a_class, on_folds
from workbench.reports.paper_file import Report
from workbench.reports.power import power
from workbench.reports.readings import KS, NEITHER, by_printed_names, has_two_sides, other_readings, way_of
from workbench.reports.recomputed import (
    beside,
    cells_told,
    counts_give,
    matrix_told,
    misprints,
    printed_twice,
    values_told,
)
from workbench.reports.results import CheckResult
from workbench.reports.slips import nearest, slips
from workbench.reports.spreads import not_over_folds, said
from workbench.samples.sample import Sample

MOST_SIZES, SMALL = 300, 24
_LITTLE = 0.5
FOR_POWER = 0.5
"""The share of a check's seconds that may be spent on what its verdict is worth."""
COUNTS = ("tp", "fn", "fp", "tn")
_OF_BOTH = {AP, "AUC", "GINI", "AUCH", "KS", ONE_SIDED_KS, "MER", "BS", "sqrt(BS)", "MAE", "LL"}
"""Figures that are the same where classes and scores are mirrored, but for the average precision itself."""


def _silent(part: str) -> None:
    """Nobody is told what is looked for."""


def decide_report(report: Report, seconds: float, tell: Callable[[str], None] = _silent) -> CheckResult:
    """Whether the figures are those of the report's sample or, without one, of any data set at all.

    A consistent report comes with the power of the test; an inconsistent one with the slips that would explain it and,
    for known class sizes, the nearest figures that are possible. The searches for a data set, for slips and for
    figures end after so many ``seconds`` of work each (`workbench.limits`), and ``tell`` hears which begins. What is
    not supported is undecided; `InputError` says what is wrong, and where.
    """
    understood = _sizes_understood(report)
    for name, printed in report.figures.items():
        understood[canonical(name)] = f"{printed}{beside(report, name)}{way_of(report, name)}"
    if report.mcnemar is not None:
        understood[report.mcnemar.name] = report.mcnemar.text
    understood |= {each.name: each.text for each in report.stated}
    understood |= {said(name, how): str(x) for name, of in report.spreads.items() for how, x in of.items()}
    try:
        found = _explained(report, seconds, tell)
    except NotSupported as reason:
        found = CheckResult(report.where, "undecided", str(reason))
    except InputError as error:
        raise InputError(f"{report.where}: {error}") from None
    report, found = beside_predicted(report, found, _printed_again(report), seconds)
    skipped = (*found.not_checked, *report.not_checked, *(() if report.plan else not_over_folds(report.spreads)))
    found = unless_wrong(found, report.wrong)
    return replace(found, not_checked=skipped, understood=understood, positive=report.positive)


def _sizes_understood(report: Report) -> dict[str, str]:
    """The class sizes, and how folds are dealt."""
    if len(report.plan) > 1:
        return {f"data set {i}": str(part) for i, part in enumerate(report.plan, 1)}
    of = report.plan[0] if report.plan else report
    found = {name: str(size) for name in ("n", "n0", "n1") if (size := getattr(of, name)) is not None}
    return found | ({"folds": of.dealt} if isinstance(of, Part) else {})


def unless_wrong(found: CheckResult, wrong: Sequence[str]) -> CheckResult:
    """What is found of a report or table; if something in it is wrong, the rest does not make it consistent."""
    if found.verdict != "consistent" or not wrong:
        return found
    because = f"{wrong[0]}; of the other figures, {found.because}"
    return replace(found, verdict="undecided", because=because, found_out=None)


def _explained(report: Report, seconds: float, tell: Callable[[str], None]) -> CheckResult:
    """The verdict with its power, or with the slips and the nearest figures."""
    if report.mcnemar is not None and not (report.mcnemar.fits and report.figures):
        because, verdict = str(report.mcnemar), verdict_of(report, seconds)
        return CheckResult(report.where, verdict, because, violated=None if report.mcnemar.fits else because)
    if not report.figures:
        return CheckResult(report.where, "undecided", "none of the figures can be checked")
    tell("the figures together")
    read, found = _as_printed(report, seconds)
    if found.verdict == "consistent" and report.sample is None:
        tell("what the verdict is worth")
        return replace(found, found_out=power(report, verdict_of, FOR_POWER * seconds))
    if found.verdict != "inconsistent":
        return found
    silent = report.sample is not None or report.again or report.has_bounds
    tell("the nearest figures")
    near = found.nearest or ({} if silent else _nearest(read, seconds))
    tell("usual slips")
    return replace(found, slips=tuple(slips(read, verdict_of, seconds)), nearest=near)


def decide_once(report: Report, seconds: Limit) -> CheckResult:
    """The verdict with a witness, without its power, slips and nearest figures."""
    return _as_printed(report, seconds)[1]


def _as_printed(report: Report, seconds: Limit) -> tuple[Report, CheckResult]:
    """What is found of the report, and of which reading: a figure that is read in one of its ways accuses nobody."""
    read, found = _in_its_readings(report, seconds)
    if found.verdict != "inconsistent" or not (ways := assumed(read)):
        return read, found
    rest = without(read)
    of_rest = None if rest is None else _in_its_readings(rest, seconds)
    if of_rest is not None and of_rest[1].verdict == "inconsistent":
        return of_rest
    because = f"it is impossible ({found.because}) if {' and '.join(ways.values())}, which the report does not tell"
    return read, CheckResult(report.where, "undecided", because, not_checked=found.not_checked)


def _in_its_readings(report: Report, seconds: Limit) -> tuple[Report, CheckResult]:
    """With the reading of the report that is found possible, or else the usual one."""
    found = _decided(report, seconds)
    if found.verdict == "consistent":
        return report, found
    undecided, instead = "", None
    for other, words in other_readings(report):
        again = _decided(other, seconds)
        if again.verdict == "consistent":
            computed, inferred = by_printed_names(again.computed, report), by_printed_names(again.inferred, report)
            because = f"{again.because}; {words}"
            return other, replace(again, because=because, computed=computed, inferred=inferred)
        undecided = words if again.verdict == "undecided" else undecided
        blamed = any(found.because.startswith(f"{name} ") for name in report.figures if name not in other.figures)
        if instead is None and blamed and again.verdict == "inconsistent" and "prevalence" not in other.figures:
            instead = other, replace(again, because=f"{again.because}; {words}")
    if found.verdict == "undecided":
        return report, found
    if not undecided and instead is not None and KS not in found.because:
        return instead
    if not undecided:
        neither = NEITHER if has_two_sides(report) and KS in found.because else ""
        return report, replace(found, because=f"{found.because}{neither}")
    because = f"it is impossible ({found.because}) unless {undecided.replace(' then', '')}, which was not decided"
    return report, CheckResult(report.where, "undecided", because, not_checked=found.not_checked)


def _nearest(report: Report, seconds: float) -> dict[str, tuple[str, ...]]:
    if report.plan and (report.spreads or any(part.open for part in report.plan)):
        return {}
    if report.plan:
        linear, _ = linear_means(report)
        if may_lack_a_class(report, linear):
            return {}
        found = decide_folds(linear, report.plan, seconds=seconds) if linear else None
        values: Mapping[str, Sequence[Real]] = {}
        if found is not None and found.verdict == "inconsistent":
            values = found.nearest(seconds)
    elif not report.of_scores:
        fitting = _matrices(report, seconds)
        values = {name: fitting.nearest(name) for name, x in report.figures.items() if x.rounding != EXACTLY}
    elif report.n0 is None or report.n1 is None:
        return {}
    else:
        return nearest(report, verdict_of, seconds)
    texts = {name: tuple(str(printed_as(x, report.figures[name])) for x in near) for name, near in values.items()}
    return {name: near for name, near in texts.items() if near}


def verdict_of(report: Report, seconds: Limit) -> str:
    """The verdict alone, without its power, slips and nearest figures."""
    if report.mcnemar is not None and not (report.mcnemar.fits and report.figures):
        return "consistent" if report.mcnemar.fits else "inconsistent"
    if report.plan:
        return _decided(report, seconds, aside=False).verdict
    if report.of_scores or report.sample is not None:
        return _as_printed(report, seconds)[1].verdict
    if printed_twice(report) is not None or any(each.wrong for each in report.stated):
        return "inconsistent"
    once = _printed_again(report)
    readings = (once, *(other for other, _ in other_readings(once)))
    possible = []
    for reading in readings:
        possible.append(_matrices(reading, seconds).possible)
        if possible[0] is None or possible[-1]:
            break
    return "consistent" if True in possible else "undecided" if None in possible else "inconsistent"


def _printed_again(report: Report) -> Report:
    """The report whose figures are what all their prints, which are not `printed_twice`, can be."""
    figures = dict(report.figures)
    for name, printed in ((name, printed) for name, printed in report.again if name in figures):
        within = figures[name].values & printed.values
        figures[name] = narrowed(figures[name], within)
    return replace(report, figures=figures, again=())


def _matrices(report: Report, seconds: Limit) -> Matrices:
    return matrices(report.of_matrix, report.n0, report.n1, report.n, seconds=seconds, intervals=report.of_proportions)


def _decided(report: Report, seconds: Limit, aside: bool = True) -> CheckResult:
    _refuse_out_of_range(report)
    if report.plan or report.sample is not None:
        if (twice := printed_twice(report)) is not None:
            return CheckResult(report.where, "inconsistent", twice[0], violated=twice[0])
        report = _printed_again(report)
    if report.plan:
        return on_folds(report, seconds, aside)
    if report.sample is not None:
        return on_sample(report, report.sample)
    if report.event == 0 and AP in report.figures:
        return _of_class0(report, seconds)
    return _on_any(report, seconds)


def _of_class0(report: Report, seconds: Limit) -> CheckResult:
    """With the average precision of class 0, that of class 1 of the mirrored data."""
    if not report.figures.keys() <= _OF_BOTH:
        found = _on_any(report, seconds)
        if found.verdict == "inconsistent":
            return found
        rest = replace(report, figures={name: x for name, x in report.figures.items() if name != AP})
        why = "with class 0 as the event it was compared with AUC alone, which allows it"
        found = _on_any(rest, seconds)
        return replace(found, not_checked=(*found.not_checked, (f"{AP} {report.figures[AP]}", why)))
    found = _on_any(replace(report, n0=report.n1, n1=report.n0), seconds)
    if not isinstance(found.witness, Sample):
        return replace(found, inferred={})
    witness = found.witness.swapped()
    because = f"a data set of {witness.n0} and {witness.n1} examples has these figures"
    return replace(found, because=because, witness=witness, inferred={})


def _refuse_out_of_range(report: Report) -> None:
    for name, printed in report.of_matrix.items() if not report.plan else ():
        if named(name).name in COUNTS and not printed.values.integers(0, MOST_EXAMPLES):
            raise InputError(f"{name} is {printed}; it must be a whole number from 0 to 10^12")
    for name, printed in report.of_scores.items():
        if (why := out_of_range(name, printed)) is not None:
            raise InputError(why)


def _on_any(report: Report, seconds: Limit) -> CheckResult:
    """Is there any data set at all?"""
    if report.of_auc is not None:
        return _by_auc_interval(report, report.of_auc, seconds)
    cells = cells_told(report)
    if cells and (wrong := misprints(report, cells)):
        return _misprinted(report, cells, wrong)
    if (twice := printed_twice(report)) is not None:
        because, near = twice
        return CheckResult(report.where, "inconsistent", because, violated=because, nearest=near)
    told = matrix_told(report)
    report = _printed_again(report if told is None else _with_sizes(report, told))
    impossible = plain_bounds.violated(report.figures) or one_threshold.violated(report.figures)
    if impossible is not None:
        because = f"for all class sizes {impossible}"
        return CheckResult(report.where, "inconsistent", because, violated=impossible)
    of_matrix = _matrices(report, seconds) if report.of_matrix else None
    if of_matrix is not None and (of_matrix.possible is False or not report.of_scores):
        return _by_matrices(report, of_matrix)
    if report.n0 is not None and report.n1 is not None:
        return _by_scores(report, report.n0, report.n1, of_matrix, seconds)
    return _by_sizes(report, of_matrix, seconds)


def _with_sizes(report: Report, told: Matrix) -> Report:
    """The class sizes of the matrix that its counts tell, in place of the figures that are these sizes."""
    figures = {name: x for name, x in report.figures.items() if canonical(name) not in ("n0", "n1", "n")}
    return replace(report, n0=told.n0, n1=told.n1, figures=figures)


def _by_auc_interval(report: Report, interval: AucInterval, seconds: Limit) -> CheckResult:
    """With what the interval beside AUC leaves of it, for the class sizes of the report."""
    printed = report.figures["AUC"]
    alone, told = replace(report, intervals=report.of_proportions), matrix_told(report)
    n0, n1 = (report.n0, report.n1) if told is None else (told.n0, told.n1)
    if n0 is None or n1 is None:
        found = _on_any(alone, seconds)
        why = "it is decided where both class sizes are told; the figure itself is checked"
        return replace(found, not_checked=(*found.not_checked, (f"AUC {interval}", why)))
    left = interval.within(printed.values, n0, n1)
    if not left:
        words = interval.words(printed.number, n0, n1)
        because = f"AUC {printed} {interval} is impossible with n0 = {n0}, n1 = {n1}: {words}"
        return CheckResult(report.where, "inconsistent", because, violated=because)
    every = []
    for within in left:
        figures = {**report.figures, "AUC": narrowed(printed, within)}
        every.append(_on_any(replace(alone, figures=figures), seconds))
        if every[-1].verdict == "consistent":
            break
    found = min(every, key=lambda found: ("consistent", "undecided", "inconsistent").index(found.verdict))
    if not isinstance(interval, DelongInterval) or found.verdict != "consistent":
        return found
    if isinstance(found.witness, Sample) and has_interval(interval, found.computed["AUC"], found.witness):
        return found
    why = "no bound of DeLong's variance forbids it, which depends on the whole order of the scores"
    return replace(found, not_checked=(*found.not_checked, (f"AUC {interval}", why)))


def _misprinted(report: Report, cells: Mapping[str, int], wrong: Mapping[str, tuple[str, Real | None]]) -> CheckResult:
    """The counts that stand in the report give other figures; the one that is wrong alone has a nearest value."""
    (name, (first, value)), *others = wrong.items()
    near = {}
    printed = report.figures.get(name)
    like = printed and printed.rounding != EXACTLY and not report.has_bounds
    if not others and value is not None and like and printed and not printed.allows(value):
        near = {name: (str(printed_as(value, printed)),)}
    because = counts_give(cells, wrong)
    computed = values_told(report, cells)
    return CheckResult(report.where, "inconsistent", because, None, f"the counts give {first}", computed, nearest=near)


def _by_matrices(report: Report, found: Matrices) -> CheckResult:
    unchecked = tuple((name, "the confusion matrix alone is impossible") for name in report.of_scores)
    if not found.possible:
        verdict = "undecided" if found.possible is None else "inconsistent"
        because = found.violated or "there are too many class sizes, or confusion matrices, to try them all"
        return CheckResult(report.where, verdict, because, violated=found.violated, not_checked=unchecked)
    matrix = found.matrix
    assert matrix is not None
    least, most = found.count
    if least == most == 1:
        many = "1 confusion matrix has these figures, namely"
    else:
        have = "matrix has" if least <= 1 else "matrices have"
        many = f"{'' if least == most else 'at least '}{max(least, 1)} confusion {have} these figures, such as"
    computed = values_of(report, matrix)
    inferred = {}
    for name, span in found.inferred(COUNTS).items():
        if isinstance(span.low, Fraction) and isinstance(span.high, Fraction):
            inferred[name] = Interval(span.low, span.high)
    because = f"{many} {_words(matrix)}"
    return CheckResult(
        report.where, "consistent", because, matrix, None, computed, inferred, found.only_by_rounding
    )  # fmt: skip


def _words(matrix: Matrix) -> str:
    return ", ".join(f"{name} = {count}" for name, count in matrix._asdict().items())


def _by_scores(report: Report, n0: int, n1: int, of_matrix: Matrices | None, seconds: Limit) -> CheckResult:
    found = decide_scores(
        report.of_scores, n0, n1, calibrated=report.calibrated, seconds=seconds,
        matrices=None if of_matrix is None else of_matrix.matrices(),
    )  # fmt: skip
    exactly = {name: printed.exactly for name, printed in report.of_scores.items()}
    rounded = found.verdict == "consistent" and (
        ruled_out(exactly, n0, n1, calibrated=report.calibrated) is not None
        or (of_matrix is not None and of_matrix.only_by_rounding)
    )
    return replace(_told(report, found), only_by_rounding=rounded)


def _told(report: Report, found: ScoreVerdict) -> CheckResult:
    """The verdict on scores as a result."""
    computed = dict(found.computed)
    if found.matrix is not None:
        computed |= values_of(report, Matrix(*found.matrix))
    because = found.because + (f" (it rests on {found.rests_on})" if found.rests_on else "")
    return CheckResult(report.where, found.verdict, because, found.witness, found.violated, computed, found.inferred)


def _by_sizes(report: Report, of_matrix: Matrices | None, seconds: Limit) -> CheckResult:
    """Class sizes that are not known are tried, the smallest first."""
    if of_matrix is not None:
        return _by_sizes_of_matrices(report, of_matrix, seconds)
    few = max(SMALL, 2 * max(report.n0 or 0, report.n1 or 0))
    known_sizes = {"n": report.n, "n0": report.n0, "n1": report.n1}
    limit = seconds if isinstance(seconds, Work) else 2 * seconds
    scan = scan_sizes(report.of_scores, **known_sizes, calibrated=report.calibrated, few=few, seconds=limit)
    inferred = {} if scan.pi0 is None else {"pi0": scan.pi0}
    if scan.found is not None and scan.found.witness is not None:
        found = _told(report, scan.found)
        because = f"{scan.because}, the first class sizes for which one was found"
        return replace(found, because=because, inferred={**found.inferred, **inferred})
    if scan.verdict == "undecided" and (violated := _never_together(report)) is not None:
        return CheckResult(report.where, "inconsistent", f"for all class sizes {violated}", violated=violated)
    return CheckResult(report.where, scan.verdict, scan.because, violated=scan.violated, inferred=inferred)


def _by_sizes_of_matrices(report: Report, of_matrix: Matrices, seconds: Limit) -> CheckResult:
    """The class sizes of the confusion matrices that fit, the smallest first."""
    sizes, complete = of_matrix.open_sizes(MOST_SIZES)
    work, left = Work.of(seconds), 0
    for n0, n1 in sizes:
        if work.over:
            complete = False
            break
        if ruled_out(report.of_scores, n0, n1, calibrated=report.calibrated, work=work) is not None:
            continue
        found = _by_scores(report, n0, n1, _of_sizes(report, n0, n1), work.share(most=_LITTLE))
        if found.verdict == "consistent":
            because = f"{found.because}, the first class sizes for which one was found"
            return replace(found, because=because, only_by_rounding=False)
        left += found.verdict == "undecided"
    if complete and not left:
        because = f"none of the {len(sizes)} pairs of class sizes of a fitting confusion matrix allows these figures"
        return CheckResult(report.where, "inconsistent", because, violated=because)
    because = f"no data set was found for the first {len(sizes)} pairs of class sizes of a fitting confusion matrix"
    return CheckResult(report.where, "undecided", because)


def _of_sizes(report: Report, n0: int, n1: int) -> Matrices | None:
    """The fitting confusion matrices of these class sizes, which figures that are class sizes are known to allow."""
    figures = {name: x for name, x in report.of_matrix.items() if named(name).name not in ("n0", "n1", "n")}
    return matrices(figures, n0=n0, n1=n1, intervals=report.of_proportions) if figures else None


def _never_together(report: Report) -> str | None:
    """Two figures whose order is proved to be another one for every sample; None where there are none."""
    from workbench.deciding.decide import prove

    given = " given calibrated" if report.calibrated else ""
    for (one, first), (other, second) in permutations(report.of_scores.items(), 2):
        low, high = first.values, second.values
        apart = low.low is not None and high.high is not None and low.low > high.high
        if apart and prove(f"{one} <= {other}{given}", 2.0).verdict == "proved":
            return f"{one} <= {other}, but {one} is printed as {first} and {other} as {second}"
    return None
