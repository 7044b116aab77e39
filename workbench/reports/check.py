"""Printed figures checked: can they be true together, do they fit the data, and are the claims true?"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from workbench.errors import InputError, refuse_no_text, shown
from workbench.formats import Answer, Row, Table
from workbench.language.statements import is_statement, parse_statement
from workbench.lazily import Lazily
from workbench.losses import exact
from workbench.reports import class_report, counted
from workbench.reports.class_matrix import CountedReport
from workbench.reports.class_report import ClassReport
from workbench.reports.pairs import are_figures
from workbench.reports.paper_file import (
    NoToml,
    PaperFile,
    Report,
    SharedTable,
    StatedClaim,
    paper_of,
    report_of,
    text_of,
)
from workbench.reports.pasted.printout import with_positive
from workbench.reports.pasted.reading import Printout, reports_of
from workbench.reports.power import power
from workbench.reports.reported import FOR_POWER, decide_report
from workbench.reports.results import CheckResult
from workbench.reports.shared import decide_table, shared_table
from workbench.samples.sample import Sample
from workbench.witnesses import fitting

if TYPE_CHECKING:
    from workbench.deciding.accepting import Checked as CheckedTheorem
    from workbench.symbolic.proof import Theorem

Progress = Callable[[str, int, int], None]
_Entry: TypeAlias = "Report | SharedTable | StatedClaim | ClassReport | CountedReport"

_LIKE_TOML = re.compile(r"""^\s*(?:[\[{]|[\w.'"-]+\s*=)""", re.MULTILINE)
_NO_HEADER = (
    "is no header of a table; that has names of figures, such as AUC, accuracy, sensitivity, precision, F1 or Brier "
    "score, or they stand in the first column, and cells are apart by commas, semicolons, tabs or two blanks"
)
_notebooks = Lazily("workbench.pages.notebooks")


@dataclass(frozen=True)
class Checked(Table, Answer):
    """All results, in the order of the file; ``wrong`` says what was wrong in a pasted table and so not checked."""

    _compared = ".counts, or the .verdict of each of its .results"

    title: str
    results: tuple[CheckResult, ...]
    wrong: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many results have each verdict."""
        return dict(sorted(Counter(result.verdict for result in self.results).items()))

    def __repr__(self) -> str:
        title = f"{self.title}: " if self.title else ""
        return f"{title}{', '.join(f'{count} {verdict}' for verdict, count in self.counts.items())}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_reports(self))

    def to_json(self) -> dict[str, Any]:
        """The results as plain values."""
        return {"results": [result.to_json() for result in self.results], "counts": self.counts}

    @property
    def rows(self) -> list[Row]:
        """One row a result."""
        names = ("where", "verdict", "because", "violated", "only_by_rounding", "power")
        return [{name: getattr(result, name) for name in names} for result in self.results]


@overload
def check(path: Theorem) -> CheckedTheorem: ...
@overload
def check(
    path: Path,
    progress: Progress | None = None,
    seconds: float = 5.0,
    one_test_set: bool = False,
    positive: str | None = None,
) -> Checked: ...
@overload
def check(
    path: str,
    progress: Progress | None = None,
    seconds: float = 5.0,
    one_test_set: bool = False,
    positive: str | None = None,
) -> Checked | CheckedTheorem: ...
def check(
    path: str | Path | Theorem,
    progress: Progress | None = None,
    seconds: float = 5.0,
    one_test_set: bool = False,
    positive: str | None = None,
) -> Checked | CheckedTheorem:
    """Every report and claim of a file; each search has ``seconds`` of work. `InputError` for wrong input.

    A theorem, or its name where no file is called so, has its proof read by the second program, and its lines compared
    as numbers (`deciding.accepting.check`).

    The file is TOML, or a printout or table that `workbench.reports.pasted` reads, told by its content; with
    ``one_test_set`` the rows of a table are of the same test set, whose class sizes are theirs in common. ``positive``
    is the label of the positive class of a printout of two classes.
    """
    if not isinstance(path, str | Path):
        return _of_theorem(path)
    if isinstance(path, str) and (theorem := _theorem_called(path)) is not None:
        return _of_theorem(theorem)
    if isinstance(path, str) and is_statement(path) and not os.path.exists(path):
        raise InputError(f"{shown(path)} is a statement; workbench prove decides it")
    if isinstance(path, str) and are_figures(path):
        told = "check_report (workbench check --reported) takes figures as text"
        raise InputError(f"{shown(path)}: there is no such file; {told}")
    text = text_of(path)
    try:
        reports = reports_of(text)
        if positive is not None:
            reports = _with_positive(reports, positive)
        if one_test_set:
            if reports is None:
                raise InputError("rows of one test set are those of a table; in TOML they stand in [[table]]")
            rows = [row for row in reports if isinstance(row, Report)]
            if len(rows) < len(reports):
                raise InputError("rows of one test set are those of a table; this is a report of several classes")
            paper = PaperFile(tables=(shared_table(rows),))
        elif reports is None:
            try:
                paper = paper_of(text, Path(path).parent)
            except NoToml as error:
                if text.strip() and not _LIKE_TOML.search(text):
                    if (sentence := _in_words(text)) is not None:
                        return check_paper(PaperFile(reports=(sentence,)), progress, seconds)
                    raise InputError(f"{shown(text.strip().splitlines()[0])} {_NO_HEADER}") from None
                raise InputError(f"{error}; nor is it a table or a printout that is known") from None
        else:
            of_classes = tuple(each for each in reports if not isinstance(each, Report))
            paper = PaperFile(reports=tuple(x for x in reports if isinstance(x, Report)), of_classes=of_classes)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    wrong = tuple(f"{path}: {x.where}: {why}" for x in reports or () if isinstance(x, Report) for why in x.wrong)
    return replace(check_paper(paper, progress, seconds), wrong=wrong)


def _in_words(text: str) -> Report | None:
    """The report in a text that is a sentence with names and numbers; None where that cannot be read."""
    try:
        return report_of(" ".join(text.split()))
    except InputError:
        return None


def _with_positive(reports: Sequence[Printout] | None, label: str) -> Sequence[Printout]:
    """The reports of a printout with this class as class 0."""
    if reports is None or not all(isinstance(each, Report) for each in reports):
        raise InputError(f"positive {shown(label)} is for a printout of two classes, whose names it has")
    return [with_positive(each, label) for each in reports if isinstance(each, Report)]


def _theorem_called(name: str) -> Theorem | None:
    """The theorem of the library with this name; None where there is none, or a file that is called so."""
    if "." in name or "/" in name or name == "-" or os.path.exists(name):
        return None
    from workbench.symbolic.library import theorems

    return theorems().get(name)


def _of_theorem(given: Theorem) -> CheckedTheorem:
    from workbench.deciding.accepting import check
    from workbench.symbolic.proof import Theorem

    if not isinstance(given, Theorem):
        raise InputError(f"{shown(given)} is nothing to check; a file of reports and claims is, or a theorem")
    return check(given)


def check_report(
    text: str, rounding: str = "half", seconds: float = 5.0, progress: Progress | None = None
) -> CheckResult:
    """A report in one line: ``name=value`` with blanks between, class sizes among them.

    >>> found = check_report("n0=6 n1=6 AUC=0.79 BS=0.33 loss(rate_driven)=0.188")
    >>> found.verdict, found.computed["AUC"]
    ('consistent', Fraction(19, 24))
    >>> check_report("n0=50 n1=50 sensitivity=0.8571").verdict
    'inconsistent'
    """
    refuse_no_text(text, "report", "n0=6 n1=6 AUC=0.79")
    tell = progress or (lambda name, done, total: None)
    return decide_report(report_of(text, rounding), seconds, lambda part: tell(part, 0, 1))


def check_paper(paper: PaperFile, progress: Progress | None = None, seconds: float = 5.0) -> Checked:
    """Every report, table and claim of a paper."""
    tell = progress or (lambda name, done, total: None)
    every: list[_Entry] = [*paper.reports, *paper.tables, *paper.claims, *paper.of_classes]
    results = []
    for done, entry in enumerate(every):
        tell(entry.where, done, len(every))
        if isinstance(entry, Report):
            part = partial(_part, tell, entry.where, done, len(every))
            results.append(decide_report(entry, seconds, part))
        else:
            results.append(_of(entry, seconds))
    return Checked(paper.title, tuple(results))


def _part(tell: Progress, where: str, done: int, total: int, part: str) -> None:
    tell(f"{where}: {part}", done, total)


def _of(entry: SharedTable | StatedClaim | ClassReport | CountedReport, seconds: float) -> CheckResult:
    if isinstance(entry, ClassReport):
        return _of_classes(entry, seconds)
    if isinstance(entry, CountedReport):
        return _counted(entry)
    return _claimed(entry, seconds) if isinstance(entry, StatedClaim) else decide_table(entry, seconds)


def _of_classes(report: ClassReport, seconds: float) -> CheckResult:
    """A report of several classes, with the power of its check where it is consistent."""
    found = class_report.decide(report, seconds)
    worth = None
    if found.verdict == "consistent":
        worth = power(report, class_report.verdict_of, FOR_POWER * seconds)
    understood = {f"{name}: support": str(m) for name, m in report.supports.items()}
    understood |= {name: str(x) for name, x in report.figures.items()}
    return CheckResult(
        report.where, found.verdict, found.because, found.witness, found.violated, found.computed, {},
        found.only_by_rounding, worth, report.not_checked, understood=understood,
    )  # fmt: skip


def _counted(report: CountedReport) -> CheckResult:
    """A report of several classes with its confusion matrix, and the power of its check where it is consistent."""
    found = counted.decide(report)
    worth = counted.power(report) if found.verdict == "consistent" else None
    return CheckResult(
        report.where, found.verdict, found.because, found.witness, found.violated, found.computed, {},
        found.only_by_rounding, worth, report.not_checked, understood=report.understood,
    )  # fmt: skip


def _claimed(claim: StatedClaim, seconds: float) -> CheckResult:
    if claim.sample is not None:
        return _on_sample(claim, claim.sample)
    from workbench.deciding.decide import prove

    found = prove(claim.says, seconds)
    because = {
        "proved": f"{claim.says} is proved for every sample",
        "refuted": f"{claim.says} is false on a data set",
        "undecided": found.note or f"{claim.says} is neither proved nor refuted",
    }[found.verdict]
    if found.witness is None:
        return CheckResult(claim.where, found.verdict, because)
    computed = {"left": found.witness.left, "right": found.witness.right}
    return CheckResult(claim.where, found.verdict, because, found.witness.sample, claim.says, computed)


def _on_sample(claim: StatedClaim, sample: Sample) -> CheckResult:
    """Whether a statement is true of the data that the paper prints."""
    statement = parse_statement(claim.says)
    try:
        left, right = (exact.value(sample, side) for side in (statement.left, statement.right))
    except fitting.NO_VALUE as reason:
        return CheckResult(claim.where, "undecided", f"{claim.says} has no value on {claim.about}: {reason}")
    except InputError as error:
        raise InputError(f"{claim.where}: {error}") from None
    true = fitting.holds(left, statement.relation, right)
    because = f"{claim.says} is {'true' if true else 'false'} of {claim.about}"
    violated = None if true else claim.says
    return CheckResult(
        claim.where, "consistent" if true else "inconsistent", because, None, violated, {"left": left, "right": right}
    )
