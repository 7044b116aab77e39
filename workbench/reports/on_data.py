"""Printed figures compared with those of data that the paper prints too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from workbench.errors import NotSupported
from workbench.feasible.auc_intervals import AucInterval
from workbench.feasible.delong_bounds import DelongInterval
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.losses.reals import Undefined
from workbench.numbers.certified import Real
from workbench.numbers.printed import Printed, as_printed
from workbench.reports.assumed_readings import AP
from workbench.reports.paper_file import Report
from workbench.reports.results import CheckResult
from workbench.samples.sample import Sample

DATA_HAVE_THEM = "the data have these figures"


def values_of(report: Report, matrix: Matrix) -> dict[str, Real]:
    """The figures of a confusion matrix that are defined for this one."""
    found = {name: named(name).value(matrix) for name in report.of_matrix}
    by_counts = {each.name: each.value for each in report.stated}
    return {name: value for name, value in found.items() if value is not None} | by_counts


def on_sample(report: Report, sample: Sample) -> CheckResult:
    """Each figure against the data that the paper prints."""
    computed: dict[str, Real] = {}
    wrong, skipped = [], []
    for name, printed in report.of_scores.items():
        try:
            of = sample.swapped() if name == AP and report.event == 0 else sample
            computed[name] = exact.value(of, parse_expression(name))
        except (Undefined, NotSupported, exact.NeedsProbabilities) as reason:
            skipped.append((name, str(reason)))
            continue
        if not printed.allows(computed[name]):
            wrong.append(f"{name} is {as_printed(computed[name], _finer(printed))}, not {printed}")
    if report.of_auc is not None and "AUC" in computed and not has_interval(report.of_auc, computed["AUC"], sample):
        wrong.append(f"the interval of AUC is not {report.of_auc}")
    if report.calibrated and (missed := _not_calibrated(sample)):
        wrong.append(missed)
    matrix = None
    if report.of_matrix:
        found = [cut for cut in _cuts(sample) if _has(cut, report)]
        matrix = found[0] if found else None
        if matrix is None:
            wrong.append(f"no threshold has {_listed(report.of_matrix)}")
        else:
            computed |= values_of(report, matrix)
    rounded = any(report.figures[name].only_by_rounding(value) for name, value in computed.items())
    if wrong:
        return CheckResult(
            report.where, "inconsistent", f"the data do not have them: {'; '.join(wrong)}", None, wrong[0], computed,
            not_checked=tuple(skipped),
        )  # fmt: skip
    if not computed:
        because = "none of the figures can be computed on the data"
        return CheckResult(report.where, "undecided", because, not_checked=tuple(skipped))
    return CheckResult(
        report.where, "consistent", DATA_HAVE_THEM, matrix, None, computed, {}, rounded,
        not_checked=tuple(skipped),
    )  # fmt: skip


def has_interval(interval: AucInterval, auc: Real, sample: Sample) -> bool:
    """Whether the interval is that of the data; what has no variance has every one."""
    if not isinstance(auc, Fraction):
        return True
    if not isinstance(interval, DelongInterval):
        return interval.allows(auc, sample.n0, sample.n1)
    from workbench.inference.delong import delong_of

    variance = delong_of(sample).variance
    return variance is None or interval.has(auc, variance)


def _not_calibrated(sample: Sample) -> str | None:
    """Where the score is not the fraction of class 1 among the examples that have it; None where it is everywhere."""
    for score, a, b in zip(sample.scores, sample.counts0, sample.counts1, strict=True):
        if score * (a + b) != b:
            return f"the scores are not calibrated, for at {score} the fraction of class 1 is {Fraction(b, a + b)}"
    return None


def _finer(printed: Printed) -> Printed:
    mantissa, e, exponent = printed.text.lower().partition("e")
    return Printed(f"{mantissa}{'00' if '.' in mantissa else '.00'}{e}{exponent}")


def _cuts(sample: Sample) -> Iterator[Matrix]:
    yield Matrix(0, sample.n0, 0, sample.n1)
    for a, b in zip(sample.cumulative0, sample.cumulative1, strict=True):
        yield Matrix(a, sample.n0 - a, b, sample.n1 - b)


def _has(matrix: Matrix, report: Report) -> bool:
    figures, intervals = report.of_matrix, report.of_proportions
    return all(named(name).has(matrix, printed.values) for name, printed in figures.items()) and all(
        intervals[name].allows(*named(name).ratio(*matrix)) for name in intervals
    )


def _listed(figures: Mapping[str, Printed]) -> str:
    return ", ".join(f"{name} {printed}" for name, printed in figures.items())
