"""A user's own paper as a TOML file: the data it prints, the figures it reports, what it claims."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from workbench.errors import InputError, shown
from workbench.feasible.auc_intervals import AucInterval
from workbench.feasible.confidence_intervals import PrintedInterval
from workbench.feasible.fold_plans import Part
from workbench.feasible.fold_spreads import Spreads
from workbench.feasible.matrices import MOST_EXAMPLES
from workbench.feasible.matrix_metrics import known
from workbench.language.grammar import StatementError
from workbench.language.statements import parse_cost, parse_expression, parse_method, parse_statement, suggestion
from workbench.numbers.certified import Real
from workbench.numbers.notations import noted
from workbench.numbers.printed import Bound, Interval, Printed
from workbench.reports import delong_p
from workbench.reports.class_matrix import CountedReport
from workbench.reports.class_report import ClassReport
from workbench.reports.delong_p import DelongP, aucs_of
from workbench.reports.figures_read import FiguresRead, Quotient, out_of_range, threshold_beyond
from workbench.reports.mcnemar import McNemar, discordant
from workbench.reports.pairs import pairs_of, short_name, size_names, whole_number, with_size_names
from workbench.reports.paper_samples import sample_of
from workbench.reports.unsigned import ways
from workbench.samples.sample import Sample

_SIZES = ("n", "n0", "n1")
_MISSING = ("", "-", "–", "—")
_BESIDE = ("level", "interval", "spread", "discordant", "aucs", "event")
_FOLDS = ("folds", "stratified", "even", "repeats")
_MENDS = {
    "Unescaped": "; sentences are plain text, and between single quotes a backslash is one",
    "Cannot declare": "; each entry of a list begins with two brackets, such as [[claim]]",
    "Invalid value": "; text stands between quotes",
}
"""What helps where a file is no TOML, by what the reader of TOML says."""

_MARKS = ("where", "id", "in_words", "expected", "note")
_KEYS = {
    "the file": {"paper", "sample", "reported", "table", "claim", "derivation"},
    "paper": {"title", "key", "authors", "year"},
    "sample": {"name", "scores", "classes", "file", "higher_means", "event"},
    "reported": {
        *(*_MARKS, "sample", *_SIZES, *_FOLDS, "datasets", "calibrated", "rounding", "zero_division", "values"),
        *("level", "interval", "spread", "discordant", "aucs", "event"),
    },
    "table": {
        *(*_MARKS, *_SIZES, "calibrated", "rounding", "zero_division", "level", "interval", "event", "columns", "rows"),
    },
    "datasets": {*_SIZES, *_FOLDS},
    "claim": {*_MARKS, "says", "sample"},
    "derivation": {*_MARKS, "method", "cost", "condition", "closed_form"},
}
_ID = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")


class NoToml(InputError):
    """A text that is no TOML."""


@dataclass(frozen=True)
class Marks:
    """What a file says of an entry: its id, a sentence in plain words, the verdict that it expects, and a note."""

    id: str = ""
    in_words: str = ""
    expected: str = ""
    note: str = ""


@dataclass(frozen=True)
class Stated:
    """What a printout says that is no figure here, and its value by the counts of the printout.

    It is wrong where that is none of the ``values`` that are printed as ``text``.
    """

    name: str
    text: str
    values: Interval
    value: Real = field(compare=False)

    @property
    def wrong(self) -> bool:
        """Whether the counts give another value."""
        return self.value not in self.values


@dataclass(frozen=True)
class Report:
    """Printed figures that are said to be of one data set: the sample, or any with these class sizes.

    With a ``plan`` of folds they are means over them. ``zero_division`` is what may have been printed for a figure
    without a value, 0 or 1 or either; empty where nothing was. ``not_checked`` is what is printed beside them, and why
    it is not decided; ``again`` are further prints of some of the figures, and ``stated`` is what a printout says
    of its counts beside. ``positive`` is how a printout calls class 0, the positive one, and ``negative`` the other.
    ``intervals`` are printed beside some figures, of a kind that is decided, and ``spreads`` stand beside means over
    folds (`FiguresRead.spreads`). ``marks`` are what the file says of the entry beside its figures. ``wrong`` says what
    is wrong with figures that were left out, so that the others alone do not make the report possible. ``assumed`` says
    how figures that have several definitions are read. ``mcnemar`` is a p value of two models with the numbers of
    examples that decide it, or one by DeLong that is impossible. ``event`` is the class that average
    precision and net benefit take for the event, where that is told. ``unsigned`` is that of `FiguresRead`.
    """

    where: str
    figures: Mapping[str, Printed]
    sample: Sample | None = None
    n: int | None = None
    n0: int | None = None
    n1: int | None = None
    calibrated: bool = False
    plan: tuple[Part, ...] = ()
    zero_division: tuple[int, ...] = (0,)
    not_checked: tuple[tuple[str, str], ...] = ()
    again: tuple[tuple[str, Printed], ...] = ()
    stated: tuple[Stated, ...] = ()
    positive: str | None = None
    negative: str | None = None
    marks: Marks = Marks()
    intervals: Mapping[str, PrintedInterval | AucInterval] = field(default_factory=dict)
    of_predicted: tuple[tuple[str, str, PrintedInterval], ...] = ()
    spreads: Spreads = field(default_factory=dict)
    wrong: tuple[str, ...] = ()
    assumed: Mapping[str, str] = field(default_factory=dict)
    mcnemar: McNemar | DelongP | None = None
    event: int | None = None
    unsigned: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.figures and not self.not_checked and self.mcnemar is None:
            raise InputError(f"{self.where}: no figures are reported")
        if self.calibrated and self.plan:
            raise InputError(f"{self.where}: calibrated says something of one data set, not of folds")
        if self.sample is None and (why := next(filter(None, map(threshold_beyond, self.of_scores)), None)):
            raise InputError(f"{self.where}: {why}")
        metrics: dict[str, str] = {}
        for name in self.figures:
            metric = known(name)
            key = metric.name if metric is not None else str(parse_expression(name))
            if key in metrics:
                raise InputError(
                    f"{self.where}: {shown(metrics[key])} and {shown(name)} are one quantity; give it once"
                )
            metrics[key] = name

    @property
    def of_matrix(self) -> dict[str, Printed]:
        """The figures of a confusion matrix at one threshold."""
        return {name: printed for name, printed in self.figures.items() if known(name) is not None}

    @property
    def has_bounds(self) -> bool:
        """Whether a figure is printed as a bound, such as ``>0.9``."""
        return any(isinstance(printed, Bound) for printed in self.figures.values())

    @property
    def of_proportions(self) -> dict[str, PrintedInterval]:
        """The intervals beside figures of a confusion matrix."""
        return {name: x for name, x in self.intervals.items() if isinstance(x, PrintedInterval)}

    @property
    def of_auc(self) -> AucInterval | None:
        """The interval beside AUC."""
        return next((x for x in self.intervals.values() if isinstance(x, AucInterval)), None)

    @property
    def of_scores(self) -> dict[str, Printed]:
        """The figures of the scores."""
        return {name: printed for name, printed in self.figures.items() if known(name) is None}


@dataclass(frozen=True)
class SharedTable:
    """Rows of figures that are said to be of one test set, whose class sizes are known or not."""

    where: str
    rows: tuple[Report, ...]
    n: int | None = None
    n0: int | None = None
    n1: int | None = None
    marks: Marks = Marks()


@dataclass(frozen=True)
class StatedClaim:
    """A sentence of the statement language and where it stands: about every sample, or about one."""

    where: str
    says: str
    about: str = ""
    sample: Sample | None = None
    marks: Marks = Marks()

    def __post_init__(self) -> None:
        if parse_statement(self.says).given and self.sample is not None:
            raise InputError(f"{self.says} is said of the sample {self.about}; it has no given")


@dataclass(frozen=True)
class PaperFile:
    """What a paper prints: reports, tables of rows, claims, reports of several classes, each kind in its order."""

    title: str = ""
    key: str = ""
    authors: str = ""
    year: int | None = None
    reports: tuple[Report, ...] = ()
    tables: tuple[SharedTable, ...] = ()
    claims: tuple[StatedClaim, ...] = ()
    samples: Mapping[str, Sample] = field(default_factory=dict)
    of_classes: tuple[ClassReport | CountedReport, ...] = ()


def text_of(path: str | Path) -> str:
    """What stands in a file, or "-" for standard input; `InputError` says what is wrong.

    >>> text_of("no_such_file.toml")
    Traceback (most recent call last):
    workbench.errors.InputError: no_such_file.toml: there is no such file
    """
    try:
        return sys.stdin.read() if str(path) == "-" else Path(path).read_text("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: its text is not UTF-8, from byte {error.start + 1} on; save it as UTF-8") from None
    except IsADirectoryError:
        raise InputError(f"{path}: it is a folder; a file is needed") from None
    except OSError as error:
        raise InputError(f"{path}: it cannot be read: {error.strerror}") from None


def paper_of(text: str, folder: Path = Path()) -> PaperFile:
    """The paper in the text of a TOML file, whose other files are in ``folder``.

    >>> paper = paper_of('[[reported]]\\nwhere = "Table 1"\\nn0 = 5\\nn1 = 5\\nvalues = {AUC = "0.79"}')
    >>> paper.reports[0].of_scores
    {'AUC': Printed(text='0.79', rounding='half')}
    """
    try:
        document = tomllib.loads(text, parse_float=str)
    except RecursionError:
        raise NoToml("this is no TOML that can be read: it is nested too deeply") from None
    except ValueError as error:
        mend = next((mend for sign, mend in _MENDS.items() if sign in str(error)), "")
        why = "a number has too many digits" if "integer string conversion" in str(error) else f"{error}{mend}"
        raise NoToml(f"this is no TOML that can be read: {why}") from None
    _check_keys(document, "the file", "the file")
    samples: dict[str, Sample] = {}
    for where, entry in _entries(document, "sample"):
        name = _text(entry, "name", where)
        if name in samples:
            raise InputError(f"{where}: there are two samples called {shown(name)}")
        samples[name] = sample_of(entry, where, folder)
    reports = tuple(_report(entry, where, samples) for where, entry in _entries(document, "reported"))
    tables = tuple(_table(entry, where) for where, entry in _entries(document, "table"))
    claims = tuple(_claims(document, samples))
    paper = document.get("paper", {})
    _check_keys(paper, "paper", "[paper]")
    title, key, authors = (_text(paper, name, "[paper]", default="") for name in ("title", "key", "authors"))
    if key and not _ID.fullmatch(key):
        raise InputError(f"[paper]: key is {shown(key)}; it must be made of letters, digits, - and _")
    year = paper.get("year")
    if year is not None and (isinstance(year, bool) or not isinstance(year, int)):
        raise InputError(f"[paper]: year is {shown(year)}; it must be a whole number")
    if not reports and not tables and not claims:
        raise InputError("there is nothing to check; [[reported]] and [[table]] have figures and [[claim]] a statement")
    return PaperFile(title, key, authors, year, reports, tables, claims, samples)


def _claims(document: Mapping[str, Any], samples: Mapping[str, Sample]) -> Iterator[StatedClaim]:
    """The claims, then the derivations, which claim what a method's expected loss is."""
    for where, entry in _entries(document, "claim"):
        says, about, sample = _text(entry, "says", where), "", None
        if "sample" in entry:
            about = _text(entry, "sample", where)
            sample = _known_sample(about, where, samples)
        yield _claim(entry, where, says, about, sample)
    for where, entry in _entries(document, "derivation"):
        method, closed_form = (_text(entry, name, where) for name in ("method", "closed_form"))
        for name, read in (("method", parse_method), ("cost", parse_cost), ("closed_form", parse_expression)):
            try:
                read(_text(entry, name, where, default="uniform"))
            except StatementError as error:
                raise InputError(f"{where}: {name}: {error}") from None
        options = "".join(f", {name}={_text(entry, name, where)}" for name in ("cost", "condition") if name in entry)
        yield _claim(entry, where, f"loss({method}{options}) == {closed_form}")


def _claim(
    entry: Mapping[str, Any], where: str, says: str, about: str = "", sample: Sample | None = None
) -> StatedClaim:
    marks = _marks(entry, where, ("holds", "fails", "undecided"))
    place = _text(entry, "where", where, default=where)
    try:
        return StatedClaim(place, says, about, sample, marks)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _marks(entry: Mapping[str, Any], where: str, verdicts: tuple[str, ...]) -> Marks:
    marks = Marks(*(_text(entry, name, where, default="") for name in _MARKS[1:]))
    if marks.id and not _ID.fullmatch(marks.id):
        raise InputError(f"{where}: id is {shown(marks.id)}; it must be made of letters, digits, dots, - and _")
    if marks.expected and marks.expected not in verdicts:
        raise InputError(f"{where}: expected is {shown(marks.expected)}; it must be one of {', '.join(verdicts)}")
    return marks


def _known_sample(name: str, where: str, samples: Mapping[str, Sample]) -> Sample:
    if name not in samples:
        raise InputError(f"{where}: there is no sample {shown(name)}{suggestion(name, samples)}")
    return samples[name]


def report_of(text: str, rounding: str = "half") -> Report:
    """A report in one line: figures, class sizes and how folds are dealt, as ``name=value`` with blanks between.

    What stands between a value and the next name belongs to the value: ``AUC=0.79 (0.75-0.83) BS=33%``.

    >>> report = report_of("n0=50 n1=50 AUC=0.79 loss(rate_driven)=0.188")
    >>> report.n0, list(report.figures)
    (50, ['AUC', 'loss(rate_driven)'])
    """
    told: dict[str, Any] = {}
    pairs = list(pairs_of(text))
    names, texts = [x for x, _ in pairs], [[y] for _, y in pairs]
    pairs = [(name, value) for name, [value] in zip(size_names(names, texts), texts, strict=True)]
    how = ways([(name, [value]) for name, value in pairs])
    beside = {name: value for name, value in pairs if name in _BESIDE}
    level, spread = _level(beside, "the report"), _spread(beside, "the report")
    counts = discordant(beside["discordant"]) if "discordant" in beside else None
    aucs = aucs_of(beside["aucs"]) if "aucs" in beside else None
    event = _event(beside, "the report")
    read = FiguresRead(rounding, level, beside.get("interval", ""), spread, discordant=counts, aucs=aucs, event=event)
    for (name, value), way in zip(pairs, how, strict=True):
        if name in told:
            raise InputError(f"{shown(name)} is given twice")
        if name in beside:
            continue
        if name in (*_SIZES, "folds", "repeats"):
            if (whole := whole_number(value)) is None:
                raise InputError(f"{shown(f'{name}={value}')}: {name} must be a whole number")
            told[name] = whole
        elif name in ("stratified", "even"):
            told[name] = {"true": True, "false": False}.get(value, value)
        elif name == "zero_division":
            told[name] = _zero_division("the report", value)
        else:
            try:
                read.add(name, value, way=way)
            except InputError:
                if (other := short_name(value)) is None:
                    raise
                raise InputError(f"{shown(other)} is to be written as {'='.join(other.split())}") from None
    read.not_checked += read.unused()
    return report_with("the report", read, told, zero_division=told.pop("zero_division", (0,)))


def _zero_division(where: str, value: Any) -> tuple[int, ...]:
    if isinstance(value, bool) or str(value) not in ("0", "1", "nan"):
        raise InputError(f'{where}: zero_division is {shown(value)}; it must be 0, 1 or "nan"')
    return () if value == "nan" else (int(value),)


def report_with(where: str, read: FiguresRead, told: Mapping[str, Any], **more: Any) -> Report:
    """The report of these figures; ``told`` has the class sizes and the folds."""
    beside: dict[str, Any] = {
        "not_checked": tuple(read.not_checked),
        "intervals": read.intervals,
        "of_predicted": tuple(read.of_predicted),
        "spreads": read.spreads,
    }
    beside |= {"event": read.event, "assumed": read.assumed, "mcnemar": read.mcnemar, "again": tuple(read.again)}
    beside |= {"unsigned": read.unsigned}
    figures, more = read.figures, {**beside, **more}
    if any(key in told for key in ("datasets", *_FOLDS)):
        more |= {"again": _synonyms(read), "not_checked": (*more["not_checked"], *_quotients(read))}
        return Report(where, figures, plan=_plan(where, told), **more)
    for name, size in told.items():
        least = 2 if name == "n" else 1
        if isinstance(size, bool) or not isinstance(size, int) or not least <= size <= MOST_EXAMPLES:
            raise InputError(f"{where}: {name} is {shown(size)}; it must be a whole number from {least} to 10^12")
    n, n0, n1 = (told.get(name) for name in _SIZES)
    if n is not None:
        n0 = n - n1 if n0 is None and n1 is not None else n0
        n1 = n - n0 if n1 is None and n0 is not None else n1
        if n0 is not None and n1 is not None and (n0 + n1 != n or min(n0, n1) < 1):
            raise InputError(f"{where}: n0 = {n0} and n1 = {n1} do not make up n = {n}")
    if read.delong is not None and read.aucs is not None:
        found, why = delong_p.decide(*read.delong, read.aucs, n0, n1)
        more["mcnemar"] = found or more["mcnemar"]
        more["not_checked"] += ((" ".join(read.delong), why),) if found is None else ()
    return Report(where, figures, n=n, n0=n0, n1=n1, **more)


def _quotients(read: FiguresRead) -> tuple[tuple[str, str], ...]:
    """What is checked where any data set will do alone: quotients of counts beside figures, and DeLong's p."""
    why = "beside means over folds, or beside data, it is not checked"
    delong = (" ".join(read.delong),) if read.delong is not None else ()
    quotients = (f"{name} {printed}" for name, printed in read.again if isinstance(printed, Quotient))
    return tuple((what, why) for what in (*quotients, *delong))


def _synonyms(read: FiguresRead) -> tuple[tuple[str, Printed], ...]:
    """The second prints of figures that are not quotients of counts."""
    return tuple((name, printed) for name, printed in read.again if not isinstance(printed, Quotient))


def _plan(where: str, told: Mapping[str, Any]) -> tuple[Part, ...]:
    if "datasets" not in told:
        return (_part(where, told),)
    if len(told) > 1:
        raise InputError(f"{where}: class sizes and folds stand in datasets, or there are no datasets")
    parts = told["datasets"]
    if not isinstance(parts, list) or not parts:
        raise InputError(f"{where}: datasets is {shown(parts)}; it must be a list such as [{{n0 = 5, n1 = 5}}]")
    found = []
    for i, part in enumerate(parts, 1):
        place = f"{where}: data set {i}"
        part = with_size_names(part, place) if isinstance(part, dict) else part
        _check_keys(part, "datasets", place)
        found.append(_part(place, part))
    return tuple(found)


def _part(where: str, told: Mapping[str, Any]) -> Part:
    if "folds" not in told and (others := told.keys() - set(_SIZES)):
        raise InputError(f"{where}: {min(others)} says how folds are dealt; folds is missing")
    dealt = {key: told.get(key, False) for key in ("stratified", "even")}
    for key, value in dealt.items():
        if not isinstance(value, bool):
            raise InputError(f"{where}: {key} is {shown(value)}; it must be true or false")
    try:
        return Part(**{"folds": 1, **told, **dealt})
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _report(entry: Mapping[str, Any], where: str, samples: Mapping[str, Sample], of_table: bool = False) -> Report:
    marks = _marks(entry, where, ("consistent", "inconsistent", "undecided"))
    where = _text(entry, "where", where, default=where)
    rounding = _text(entry, "rounding", where, default="half")
    values = entry.get("values")
    if not isinstance(values, dict):
        raise InputError(f'{where}: values = {{AUC = "0.79"}} or a table [reported.values] is missing')
    told = {name: entry[name] for name in (*_SIZES, *_FOLDS, "datasets") if name in entry}
    calibrated = entry.get("calibrated", False)
    if not isinstance(calibrated, bool):
        raise InputError(f"{where}: calibrated is {shown(calibrated)}; it must be true or false")
    zero_division = _zero_division(where, entry.get("zero_division", 0))
    interval, spread = _text(entry, "interval", where, default=""), _spread(entry, where)
    try:
        counts = discordant(entry["discordant"]) if "discordant" in entry else None
        aucs = aucs_of(entry["aucs"]) if "aucs" in entry else None
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    event = _event(entry, where)
    read = FiguresRead(rounding, _level(entry, where), interval, spread, discordant=counts, aucs=aucs, event=event)
    texts = [[str(x.get("printed") if isinstance(x, dict) else x)] for x in values.values()]
    for called, (name, value) in zip(size_names(list(values), texts), values.items(), strict=True):
        try:
            if called == name or called not in _SIZES:
                read.add(name, value)
            elif (whole := whole_number(str(value))) is None:
                raise InputError(f"{name} is {shown(value)}; it must be a whole number")
            elif told.setdefault(called, whole) != whole:
                raise InputError(f"{name} is {whole}, but {called} is {shown(told[called])}")
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
    for name, printed in read.figures.items():
        if (wrong := out_of_range(name, printed)) is not None:
            raise InputError(f"{where}: {wrong}")
    if not of_table:
        read.not_checked += read.unused()
    if "sample" not in entry:
        return report_with(where, read, told, calibrated=calibrated, zero_division=zero_division, marks=marks)
    for key in told:
        if key not in _SIZES:
            raise InputError(f"{where}: {key} goes with class sizes, not with a sample")
    called = _text(entry, "sample", where)
    sample = _known_sample(called, where, samples)
    for name, size in told.items():
        if getattr(sample, name) != size:
            raise InputError(f"{where}: {name} is {shown(size)}, but the sample {called} has {getattr(sample, name)}")
    return Report(
        where, read.figures, sample, sample.n, sample.n0, sample.n1, calibrated, zero_division=zero_division,
        not_checked=(*read.not_checked, *_quotients(read)), marks=marks, intervals=read.intervals, spreads=read.spreads,
        assumed=read.assumed, mcnemar=read.mcnemar, again=_synonyms(read), event=read.event,
    )  # fmt: skip


def _table(entry: Mapping[str, Any], where: str) -> SharedTable:
    where = _text(entry, "where", where, default=where)
    columns, rows = entry.get("columns"), entry.get("rows")
    if not isinstance(columns, list) or not columns or not all(isinstance(name, str) for name in columns):
        raise InputError(f'{where}: columns is {shown(columns)}; it must be a list of names such as ["AUC"]')
    if not isinstance(rows, dict) or not rows:
        raise InputError(f'{where}: rows is {shown(rows)}; it must be a table such as {{"model A" = ["0.79"]}}')
    shared = {key: entry[key] for key in entry if key not in ("where", "columns", "rows")}
    reports = []
    for label, cells in rows.items():
        place = f"{where}: row {shown(label)}"
        if not isinstance(cells, list) or len(cells) != len(columns):
            has = f"has {len(cells)} cells" if isinstance(cells, list) else f"is {shown(cells)}"
            raise InputError(f"{place} {has}; the table has {len(columns)} columns")
        printed = [(name, cell) for name, cell in zip(columns, cells, strict=True) if cell not in _MISSING]
        if len({name for name, _ in printed}) < len(printed):
            raise InputError(f"{where}: a column stands twice in columns")
        reports.append(replace(_report({**shared, "values": dict(printed)}, place, {}, of_table=True), where=label))
    first, *others = [row for row in reports if (row.n, row.n0, row.n1) != (None, None, None)] or reports
    for row in others:
        if (row.n, row.n0, row.n1) != (first.n, first.n0, first.n1):
            raise InputError(f"{where}: {row.where} has other class sizes than {first.where}; one test set has one")
    return SharedTable(where, tuple(reports), first.n, first.n0, first.n1, first.marks)


def _level(entry: Mapping[str, Any], where: str) -> str:
    """The level of printed intervals, such as 0.95 or 95 %."""
    level = entry.get("level", "")
    share = noted(str(level)).text if isinstance(level, str | int) and not isinstance(level, bool) else "wrong"
    try:
        if level == "" or Printed(share).number < 1 < 100 * Printed(share).number:
            return str(level)
    except InputError:
        pass
    raise InputError(f"{where}: level is {shown(level)}; it must be a share between 0 and 1, such as 0.95")


def _spread(entry: Mapping[str, Any], where: str) -> str:
    """What stands after the sign ±."""
    found = entry.get("spread", "")
    if found in ("", "sd", "se"):
        return str(found)
    raise InputError(f"{where}: spread is {shown(found)}; it must be sd, a standard deviation, or se, a standard error")


def _event(entry: Mapping[str, Any], where: str) -> int | None:
    """The class that is the event of average precision and of net benefit, where that is told."""
    found = entry.get("event")
    if found is not None and (isinstance(found, bool) or str(found) not in ("0", "1")):
        raise InputError(f"{where}: event is {shown(found)}; it must be 0 or 1, the class that is the event")
    return None if found is None else int(found)


def _entries(document: Mapping[str, Any], kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The tables of a kind, each with what it is called in messages."""
    entries = document.get(kind, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InputError(f"{kind} is not a list of tables; each begins with [[{kind}]]")
    for i, entry in enumerate(entries, 1):
        where = f"{kind} {i}"
        named = with_size_names(entry, where) if kind in ("reported", "table") else entry
        _check_keys(named, kind, where)
        yield where, named


def _check_keys(table: Any, kind: str, where: str) -> None:
    if not isinstance(table, dict):
        raise InputError(f"{where} is {shown(table)}; it must be a table")
    for key in table:
        if key not in _KEYS[kind]:
            hint = suggestion(key, _KEYS[kind]) or f"; known are {', '.join(sorted(_KEYS[kind]))}"
            raise InputError(f"{where}: unknown key {shown(key)}{hint}")


def _text(table: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    found = table.get(key, default)
    if not isinstance(found, str):
        raise InputError(f"{where}: {key} is {'missing' if found is None else shown(found)}; it must be text")
    return found
