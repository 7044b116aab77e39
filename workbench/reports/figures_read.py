"""Figures as reports write them, with their names: which figure of the workbench each is, and the printed number.

A name may be a usual synonym, in any case of letters and with blanks or hyphens between words. What stands beside a
number, an interval or a spread, is not decided, and neither are figures that have several definitions: they are listed
with the reason.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, cached_property, reduce
from operator import and_
from typing import Any

from workbench import metrics
from workbench.errors import InputError, shown
from workbench.feasible.auc_intervals import AucInterval
from workbench.feasible.confidence_intervals import EVERY_KIND, PREDICTED, SIZES, PrintedInterval, kind_called
from workbench.feasible.delong_bounds import AUC_KINDS, auc_kind
from workbench.feasible.fold_spreads import SPREADS
from workbench.feasible.linear_forms import ONE_SIDED_KS
from workbench.feasible.matrix_metrics import CATALOGUE, COUNTS, RECIPROCALS, known
from workbench.figures import CATALOGUE as FIGURES
from workbench.language.about import folded
from workbench.language.grammar import Call, Infix, nearest, suggestion
from workbench.language.meaning import expression, raw
from workbench.language.statements import parse_expression
from workbench.language.syntax import Name, Number, names
from workbench.losses import exact
from workbench.losses.own_values import SMALL
from workbench.losses.reals import Undefined
from workbench.numbers.notations import Kind, Noted, noted
from workbench.numbers.printed import EXACTLY, ROUNDINGS, Bound, Interval, Printed, percentage
from workbench.reports.delong_p import NAMES as DELONG
from workbench.reports.mcnemar import McNemar, sign_of, values_of
from workbench.samples.sample import Sample

_EXPRESSIONS = {
    "rmse": "sqrt(BS)",
    "root_mean_squared_error": "sqrt(BS)",
    "log_loss": "LL",
    "logloss": "LL",
    "cross_entropy": "LL",
    "max(tpr_fpr)": ONE_SIDED_KS,
    **dict.fromkeys(("brier_skill_score", "bss", "ipa", "index_of_prediction_accuracy"), "1 - BS/(pi0*pi1)"),
    **dict.fromkeys(("scaled_brier", "scaled_brier_score", "brier_scaled"), "1 - BS/(pi0*pi1)"),
}
_CASED = {"Se": "sensitivity", "Sp": "specificity"}
"""Names in these cases of letters alone; ``SE`` is a standard error."""
_NET_BENEFIT = re.compile(r"(?:net[ _-]?benefit|NB)(?P<event>0?)\s*\((?P<t>[^()]+)\)", re.IGNORECASE)
ASSUMED = {
    "1 - BS/(pi0*pi1)": "the Brier skill score is relative to the class proportion",
    "AP": "class 1 is the event of AP",
}
"""What is assumed of figures that have several definitions, by their names here."""
_PR_AREA = "the area under the precision-recall curve has several definitions; AP is the average precision"
_P_VALUE = "a p value of a comparison needs the predictions of both models"
_NO_AUCS = "DeLong's p is checked by aucs=0.80,0.85, those of both models, and both class sizes"
OPEN = {
    **dict.fromkeys(("auprc", "pr_auc", "auc_pr", "aucpr", "prc_area"), _PR_AREA),
    **dict.fromkeys(("p", "p_value", "pvalue"), _P_VALUE),
    **dict.fromkeys(DELONG, _NO_AUCS),
}
"""Figures that are read and not checked, and why."""
MCNEMAR = ("mcnemar_p", "p_mcnemar")
_NO_COUNTS = "McNemar's p is decided by discordant=12,5, the numbers that one model alone gets right"
_SPREAD_WORDS = {
    **dict.fromkeys(("sd", "std", "stdev", "standard deviation"), "sd"),
    **dict.fromkeys(("se", "sem", "stderr", "standard error"), "se"),
    **dict.fromkeys(("least", "min", "minimum"), "least"),
    **dict.fromkeys(("greatest", "max", "maximum"), "greatest"),
}
_WORDS = "|".join(word.replace(" ", "[ _]") for word in _SPREAD_WORDS)
_OVER_FOLDS = re.compile(
    rf"(?P<before>{_WORDS})\s*\(\s*(?P<inside>[^,()]+(?:\([^()]*\))?)\s*\)|(?P<figure>.+?)[ _-](?P<after>{_WORDS})",
    re.IGNORECASE,
)
"""What is printed of a figure over folds: ``sd(accuracy)``, ``accuracy_sd``, ``AUC max``."""
PERCENT, SHARE = "a percentage without its sign", "a share"
UNTOLD = "±"
"""A spread of which nobody says whether it is a standard deviation or an error."""
_COUNTS = re.compile(r"\s*[(\[]\s*(?P<part>[0-9]{1,12})\s*(?:/|of|out of)\s*(?P<whole>[0-9]{1,12})\s*[)\]]")
_QUOTIENT = re.compile(r"(?P<counts>[0-9]{1,12}\s*/\s*[0-9]{1,12})(?:\s*[(\[](?P<point>[^()\[\]/]+)[)\]])?")
_KINDS_APART = re.compile(r"[,;+/]| and (?!mc)", re.IGNORECASE)
_ITSELF = "the figure itself is checked"
_INFINITE = re.compile(r"\+?(?:inf|infinity|infinite|∞)(?:\s*(?P<beside>[(\[±+].*))?", re.IGNORECASE)


@dataclass(frozen=True)
class Quotient(Printed):
    """A figure that is printed as a quotient of two counts beside its digits, which it is exactly.

    >>> print(Quotient("0.82", counts=(41, 50)), Quotient("0.82", counts=(41, 50)).values)
    41/50 [41/50, 41/50]
    """

    counts: tuple[int, int] = (0, 1)

    def __str__(self) -> str:
        return f"{self.counts[0]}/{self.counts[1]}"

    @cached_property
    def values(self) -> Interval:
        """The quotient alone."""
        return Interval(Fraction(*self.counts), Fraction(*self.counts))


@dataclass(frozen=True)
class Synonym(Printed):
    """A figure that is printed once more under another name, with other digits."""

    called: str = ""


@dataclass
class FiguresRead:
    """Figures as they are read, one after the other; what is not checked stands beside them with the reason.

    ``spreads`` are printed over folds, by figure and the keys of `fold_spreads.SPREADS` or `UNTOLD`; ``spread``, ``sd``
    or ``se``, says what stands after ``±``. ``again`` has the quotients that stand beside figures, and their
    prints under other names. ``assumed`` says how figures with several definitions are read, and ``unsigned`` which are
    percentages without a sign and which are shares beside them (`workbench.reports.unsigned`). ``names`` has
    those under which each figure was given, and ``event`` is the class that is told to be the event.
    ``wrong`` says what was left by `add_or_leave` because it was wrong.
    """

    rounding: str = "half"
    level: str = ""
    interval: str = ""
    spread: str = ""
    figures: dict[str, Printed] = field(default_factory=dict)
    intervals: dict[str, PrintedInterval | AucInterval] = field(default_factory=dict)
    of_predicted: list[tuple[str, str, PrintedInterval]] = field(default_factory=list)
    spreads: dict[str, dict[str, Printed]] = field(default_factory=dict)
    not_checked: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    discordant: tuple[int, int] | None = None
    mcnemar: McNemar | None = None
    aucs: tuple[Printed, Printed] | None = None
    delong: tuple[str, str] | None = None
    assumed: dict[str, str] = field(default_factory=dict)
    unsigned: dict[str, str] = field(default_factory=dict)
    again: list[tuple[str, Printed]] = field(default_factory=list)
    names: dict[str, set[str]] = field(default_factory=dict)
    event: int | None = None

    def add(self, name: str, value: Any, percent: bool = False, way: str = "") -> None:
        """Read one figure, a percentage too without its sign where ``percent``, or where ``way`` is `PERCENT`.

        A figure under a second name with other digits stands in ``again``.
        `InputError` for an unknown name, for what is no number, and for a name given twice.

        >>> read = FiguresRead()
        >>> read.add("auroc", "79%"), read.add("recall", "0.8 (0.7-0.9)")
        (None, None)
        >>> {name: str(x) for name, x in read.figures.items()}, [value for value, _ in read.not_checked]
        ({'AUC': '0.79', 'recall': '0.8'}, ['recall (0.7-0.9)'])
        """
        rounding, percent = self.rounding, percent or way == PERCENT
        if isinstance(value, dict):
            if extra := value.keys() - {"printed", "rounding"}:
                raise InputError(f"{name} has the unknown key {shown(min(extra))}; printed and rounding are known")
            if "printed" not in value:
                raise InputError(f'{name} has no printed = "..."')
            value, rounding = value["printed"], value.get("rounding", rounding)
        if rounding not in ROUNDINGS:
            raise InputError(
                f"rounding {shown(rounding)}{suggestion(str(rounding), ROUNDINGS)}; it is one of {', '.join(ROUNDINGS)}"
            )
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise InputError(f"{name} is {shown(value)}; it must be a number as printed, in quotes")
        if plain(name) in MCNEMAR:
            self._add_mcnemar(name, str(value))
            return
        if plain(name) in DELONG and self.aucs is not None:
            if self.delong is not None:
                raise InputError("DeLong's p is given twice")
            self.delong = name, str(value)
            return
        if plain(name) in OPEN:
            self.not_checked.append((f"{name} {value}", OPEN[plain(name)]))
            return
        if (of := over_folds(name)) is not None:
            self._add_spread(*of, str(value), rounding, percent)
            return
        called = figure_name(name)
        if self.event == 0:
            called = of_class0(called)
        called = next((x for x in self.figures if canonical(x) == canonical(called)), called)
        if plain(name) in self.names.get(called, ()):
            raise InputError(f"{shown(called)} and {shown(name)} are one quantity; give it once")
        if self._is_infinite(called, str(value)):
            return
        sign, bare = sign_of(str(value))
        if sign and (why := no_bound(called)):
            self.not_checked.append((f"{name} {value}", why))
            return
        text, counts = _counts_beside(called, bare)
        if other := _of_packages(called):
            self.assumed[called] = other
        try:
            found = noted(text, kind_of(called), percent)
            printed = Printed(found.text, "any" if found.is_float else rounding)
            self._keep(called, name, _bound(called, printed, sign) if sign else printed)
            if called in ASSUMED and (self.event is None if called == "AP" else called != name):
                self.assumed[called] = ASSUMED[called]
            if way:
                self.unsigned[called] = way
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        metric = known(called)
        if counts is not None and (metric is None or metric.name not in (*SIZES, "precision", "npv")):
            self.not_checked.append((f"{name} {counts[0]}/{counts[1]}", "it is no proportion of examples"))
        elif counts is not None:
            self.again.append((called, Quotient(self.figures[called].text, counts=counts)))
        if found.what == "interval" and self._is_decided(called, found, rounding):
            return
        if found.what == "spread" and found.ends:
            how = _SPREAD_WORDS.get(found.level, self.spread or UNTOLD)
            self._keep_spread(called, how, _beside(name, found.ends[0], rounding))
        elif found.what:
            self.not_checked.append((f"{name} {found.beside}", self._why(called, found)))
            self._keep_predicted(called, f"{name} {found.beside}", found, rounding)

    def _keep_predicted(self, called: str, what: str, found: Noted, rounding: str) -> None:
        """Keep an interval of a proportion of the predicted, which confusion matrices may decide later."""
        metric = known(called)
        kind = next((each for x in _KINDS_APART.split(self.interval) if x and (each := kind_called(x))), None)
        if found.what == "interval" and found.ends and metric is not None and metric.name in PREDICTED and kind:
            low, high = (_beside(called, end, rounding) for end in found.ends)
            if low.number > high.number:
                raise InputError(f"{called}: the interval {found.beside} ends before it begins")
            level = Fraction(noted(found.level or self.level or "95%").text)
            self.of_predicted.append((called, what, PrintedInterval(low, high, kind, level)))

    def _keep(self, called: str, name: str, printed: Printed) -> None:
        """A figure, or another print of one under a second name, which must be able to be the same value."""
        first = self.figures.setdefault(called, printed)
        self.names.setdefault(called, set()).add(plain(name))
        if first is printed or first.values == printed.values:
            return
        if (why := out_of_range(called, printed)) is not None:
            raise InputError(why)
        if called in (*ASSUMED, "KS"):
            self.not_checked.append((f"{name} {printed}", f"{called} {first} may be of another definition"))
        else:
            second = printed if isinstance(printed, Bound) else Synonym(printed.text, printed.rounding, name)
            prints = (first, *(x for of, x in self.again if of == called and not isinstance(x, Quotient)))
            if reduce(and_, (each.values for each in (*prints, second))).empty:
                raise InputError(f"{called} {first} and {name} {printed} are one figure, which has one value; give one")
            self.again.append((called, second))

    def _add_mcnemar(self, name: str, value: str) -> None:
        if self.mcnemar is not None:
            raise InputError("McNemar's p is given twice")
        values = values_of(value)
        if values is None or (values & Interval(Fraction(0), Fraction(1))).empty:
            raise InputError(f"{name} is {shown(value)}; it must be a number from 0 to 1, or one such as <0.001")
        if self.discordant is None:
            self.not_checked.append((f"{name} {value}", _NO_COUNTS))
        elif not any(self.discordant):
            self.not_checked.append((f"{name} {value}", "it has no value where no model alone gets an example right"))
        else:
            self.mcnemar = McNemar(value, values, self.discordant)

    def _add_spread(self, called: str, how: str, value: str, rounding: str, percent: bool) -> None:
        found = noted(value, kind_of(called), percent)
        if found.what:
            raise InputError(f"{how}({called}) is {shown(value)}; it must be a number alone")
        try:
            self._keep_spread(called, how, Printed(found.text, "any" if found.is_float else rounding))
        except InputError as error:
            raise InputError(f"{how}({called}): {error}") from None

    def _keep_spread(self, called: str, how: str, printed: Printed) -> None:
        called = canonical(called)
        if self.spreads.get(called, {}).get(how, printed) != printed:
            raise InputError(f"{how}({called}) is given twice")
        if how not in ("least", "greatest") and (printed.values & Interval(Fraction(0))).empty:
            raise InputError(f"the spread of {called} is {printed}; it cannot be negative")
        self.spreads.setdefault(called, {})[how] = printed

    def add_or_leave(self, name: str, value: str, percent: bool = False, way: str = "") -> None:
        """Read one figure of a table; what is no number, or out of range, is left with the reason.

        >>> read = FiguresRead()
        >>> read.add_or_leave("recall", "0.8"), read.add_or_leave("f1", "1.2"), read.add_or_leave("npv", "O.8")
        (None, None, None)
        >>> list(read.figures), [value for value, _ in read.not_checked]
        (['recall'], ['f1 1.2', 'npv O.8'])
        """
        before, again = dict(self.figures), list(self.again)
        try:
            self.add(name, value, percent, way)
            why = next((x for key in self.figures.keys() - before if (x := out_of_range(key, self.figures[key]))), None)
        except InputError as error:
            why = str(error)
        if why is not None:
            self.figures, self.again = before, again
            self.intervals = {key: x for key, x in self.intervals.items() if key in before}
            self.not_checked = [
                (what, because) for what, because in self.not_checked if not what.startswith(f"{name} ")
            ]
            self.not_checked.append((f"{name} {value}", why))
            self.wrong.append(why)

    def _is_infinite(self, name: str, value: str) -> bool:
        """Keep a ratio that is printed as infinite as its reciprocal, which is exactly 0."""
        reciprocal, found = RECIPROCALS.get(canonical(name)), _INFINITE.fullmatch(value.strip())
        before = next((x for x in self.figures if canonical(x) in (canonical(name), f"1/{canonical(name)}")), None)
        both_finite = found is None and before is not None and canonical(before) == canonical(name)
        if reciprocal is not None and before is not None and not both_finite:
            raise InputError(f"{shown(before)} and {shown(name)} are one quantity; give it once")
        if reciprocal is None or found is None:
            return False
        self.figures[reciprocal.name] = Printed("0", EXACTLY)
        if found["beside"]:
            self.not_checked.append((f"{name} {found['beside']}", "it stands beside what is infinite"))
        return True

    def _is_decided(self, name: str, found: Noted, rounding: str) -> bool:
        """Keep an interval whose kind is told and decided."""
        metric, told = (
            known(name),
            [x for x in _KINDS_APART.split(self.interval) if x],
        )
        kind = next((each for x in told if (each := kind_called(x)) is not None), None)
        for other in told:
            if (
                kind_called(other) is None
                and auc_kind(other) is None
                and (hint := suggestion(other.strip(), (*EVERY_KIND, *AUC_KINDS)))
            ):
                raise InputError(f"{name}: interval is {shown(other)}{hint}")
        of_auc = next((of for x in told if name == "AUC" and (of := auc_kind(x)) is not None), None)
        if not found.ends or not (of_auc or (metric is not None and metric.name in SIZES and kind is not None)):
            return False
        low, high = (_beside(name, end, rounding) for end in found.ends)
        level = Fraction(noted(found.level or self.level or "95%").text)
        if low.number > high.number:
            raise InputError(f"{name}: the interval {found.beside} ends before it begins")
        interval: PrintedInterval | AucInterval | None = None
        if of_auc is not None:
            interval = of_auc(low, high, level)
        elif kind is not None:
            interval = PrintedInterval(low, high, kind, level)
        return interval is not None and self.intervals.setdefault(name, interval) == interval

    def unused(self) -> list[tuple[str, str]]:
        """What is told of intervals where none stands beside a figure."""
        told = {"interval": self.interval, "level": self.level}
        if self.intervals or self.of_predicted or any("interval" in why for _, why in self.not_checked):
            return []
        return [(f"{key} {text}", "no interval stands beside a figure") for key, text in told.items() if text]

    def _why(self, name: str, found: Noted) -> str:
        if found.what == "spread":
            return "it is not told whether the spread is a percentage; the figure itself is checked"
        if "delong" in self.interval.lower():
            return "DeLong's interval depends on the whole order of the scores; the figure itself is checked"
        level = f" of level {self.level}" * bool(self.level)
        kind = f" ({self.interval})" * bool(self.interval)
        metric = known(name)
        of_examples = metric is not None and metric.name in (*SIZES, *PREDICTED)
        kinds = "wilson, wilson-cc, wald, exact or agresti-coull" if of_examples else ""
        if metric is not None and metric.name in PREDICTED and any(map(kind_called, _KINDS_APART.split(self.interval))):
            return f"it is decided where few confusion matrices have the figures; {_ITSELF}"
        if metric is not None and metric.name in ("lr+", "lr-", "dor"):
            return f"an interval of a ratio of rates{level}{kind} is not decided, as its kinds are not; {_ITSELF}"
        kinds = "hanley-mcneil or delong" if name == "AUC" else kinds
        mend = f" (interval={kinds} would be)" * bool(kinds)
        of = "" if kinds else f" of {name}"
        return f"an interval{of}{level}{kind} is not decided{mend}; the figure itself is checked"


def _counts_beside(name: str, text: str) -> tuple[str, tuple[int, int] | None]:
    """What is printed of a proportion but for its quotient of counts, and the quotient, where there is one.

    >>> [_counts_beside("recall", text) for text in ("82% (41/50)", "41/50 (82%)", "0.8")]
    [('82%', (41, 50)), ('82%', (41, 50)), ('0.8', None)]
    """
    first = _QUOTIENT.fullmatch(text.strip())
    if first is not None and first["point"] is None:
        raise InputError(f"{name}: {shown(text)} has no digits; write its printed value too, as in 0.82 (41/50)")
    if first is not None:
        text = f"{first['point']} ({first['counts']})"
    found = [] if kind_of(name) == "count" else list(_COUNTS.finditer(text))
    if len(found) != 1:
        return text, None
    part, whole = int(found[0]["part"]), int(found[0]["whole"])
    if part > whole:
        raise InputError(f"{name}: {part}/{whole} in {shown(text)} is no share of examples")
    return f"{text[: found[0].start()]}{text[found[0].end() :]}".strip(), (part, whole) if whole else None


def _beside(name: str, text: str, rounding: str) -> Printed:
    """A number that stands beside a figure."""
    try:
        return Printed(text, rounding)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def no_bound(name: str) -> str:
    """Why a bound of a figure is not decided; empty where it is.

    >>> no_bound("AUC"), no_bound("lr+"), no_bound("loss(rate_driven)")
    ('', '', 'a bound of a figure of scores is decided where it has a least and a greatest value')
    """
    if known(name) is None and (range_of(name).low is None or range_of(name).high is None):
        return "a bound of a figure of scores is decided where it has a least and a greatest value"
    return ""


def _bound(name: str, printed: Printed, sign: str) -> Bound:
    """The figure as a bound, which some value must meet."""
    found = Bound(printed.text, printed.rounding, range_of(name), sign)
    if found.exactly.values.empty:
        raise InputError(f"no value is so, as it lies in {range_of(name)}")
    return found


def over_folds(name: str) -> tuple[str, str] | None:
    """The figure that a name is about and what of it over folds, a key of `fold_spreads.SPREADS`; None for other names.

    >>> over_folds("accuracy_sd"), over_folds("max(AUROC)"), over_folds("min(AUC, BS)"), over_folds("accuracy")
    (('accuracy', 'sd'), ('AUC', 'greatest'), None, None)
    """
    found = _OVER_FOLDS.fullmatch(name.strip())
    if found is None or not is_figure(of := found["inside"] or found["figure"]):
        return None
    how = _SPREAD_WORDS[(found["before"] or found["after"]).lower().replace("_", " ")]
    assert how in SPREADS
    return figure_name(of), how


def figure_name(name: str) -> str:
    """What a figure is called here; metrics of a confusion matrix keep the name that they are given.

    `InputError` with the nearest names for an unknown one.

    >>> figure_name("ROC AUC"), figure_name("RMSE"), figure_name("PPV"), figure_name("loss(rate_driven)")
    ('AUC', 'sqrt(BS)', 'PPV', 'loss(rate_driven)')
    >>> figure_name("sensitivty")
    Traceback (most recent call last):
    workbench.errors.InputError: 'sensitivty' is neither a metric of a confusion matrix nor an expression; did you ...
    """
    if known(name) is not None:
        return name
    if (found := _NET_BENEFIT.fullmatch(name.strip())) is not None:
        name = f"net_benefit{found['event']}({found['t']})"
    if name.strip().rstrip(".") in _CASED:
        return _CASED[name.strip().rstrip(".")]
    synonym = _synonyms().get(plain(name))
    if synonym is not None and name not in metrics.CATALOGUE:
        return synonym
    try:
        parse_expression(name)
    except InputError as error:
        words = re.fullmatch(r"[\w\s+-]+", name) and ("unknown name" in str(error) or len(name.split()) > 1)
        hint = _nearest(name) if words else ""
        wrong = f"{shown(name)} is neither a metric of a confusion matrix nor an expression"
        raise InputError(f"{wrong}{hint or f': {error}'}") from None
    return name


def of_class0(name: str) -> str:
    """The figure of net benefit with class 0 as the event; another figure as it is.

    >>> of_class0("net_benefit(1/4)"), of_class0("AUC")
    ('net_benefit0(1/4)', 'AUC')
    """
    return name.replace("net_benefit(", "net_benefit0(", 1) if name.startswith("net_benefit(") else name


def _nearest(name: str) -> str:
    pool = [*metrics.CATALOGUE, *_synonyms(), *(x for m in CATALOGUE for x in (m.name, *m.synonyms)), *OPEN, *MCNEMAR]
    near = (_synonyms().get(x, x).replace(" ", "") for x in nearest(plain(name), pool, 3))
    *others, last = dict.fromkeys(near) or ("",)
    return f"; did you mean {', '.join(others)}{' or ' * bool(others)}{last}?" if last else ""


def misspelt(name: str) -> str | None:
    """The figure whose name is written with a letter or two wrong; None for what is some other name.

    >>> misspelt("acuracy"), misspelt("Params"), misspelt("MAPE"), misspelt("Threshold")
    ('accuracy', None, None, None)
    """
    pool = [*_synonyms(), *(x for m in CATALOGUE for x in (m.name, *m.synonyms))]
    near = get_close_matches(plain(name), [x for x in pool if len(x) > 3], 1, 0.87)
    return _synonyms().get(near[0], near[0]) if near else None


def canonical(name: str) -> str:
    """The one name of a figure: that of the metric of a confusion matrix, where it is one.

    >>> canonical("recall"), canonical("AUC")
    ('sensitivity', 'AUC')
    """
    metric = known(name)
    return name if metric is None else metric.name


def is_figure(name: str) -> bool:
    """Whether a name is that of a figure, or of one that is read and not checked."""
    try:
        return plain(name) in (*OPEN, *MCNEMAR) or bool(figure_name(name))
    except InputError:
        return False


def kind_of(name: str) -> Kind:
    """What kind of number a figure is."""
    metric = known(name)
    if metric is not None:
        return "count" if metric.name in COUNTS else "number" if metric.high is None else "share"
    return "count" if name in ("n", "n0", "n1") else "share" if name in metrics.CATALOGUE else "number"


def range_of(name: str) -> Interval:
    """The values that a figure can have, as far as they are known.

    >>> print(range_of("recall"), range_of("mcc"), range_of("AUCH"))
    [0, 1] [-1, 1] [1/2, 1]
    """
    metric, other = known(name), metrics.CATALOGUE.get(name)
    return metric.values if metric is not None else other.values if other is not None else Interval()


def out_of_range(name: str, printed: Printed) -> str | None:
    """One sentence on a figure that is out of its range; None for one that is not.

    >>> out_of_range("recall", Printed("1.2")), out_of_range("recall", Printed("0.12"))
    ('recall is 1.2; it must lie in [0, 1]; if it is a percentage, write 1.2%', None)
    """
    within = range_of(name)
    if not (printed.values & within).empty:
        return None
    percent = percentage(printed) if within.high == 1 else ""
    return f"{name} is {printed}; it must lie in {within}{percent}"


def threshold_beyond(name: str) -> str | None:
    """One sentence on a threshold that no probability is; None where there is none.

    >>> threshold_beyond("1 - error(2)"), threshold_beyond("error(1)")
    ('t of error is 2; it must lie in [0, 1]', None)
    """
    inside: list[Any] = [raw(name)]
    for part in inside:
        inside += part.operands if isinstance(part, Infix) else part.arguments if isinstance(part, Call) else ()
        if isinstance(part, Call) and part.function in ("error", "macro_error", *FIGURES) and len(part.arguments) == 1:
            t = folded(expression(part.arguments[0], frozenset()))
            if isinstance(t, Number) and not 0 <= t.value <= 1:
                return f"t of {part.function} is {t}; it must lie in [0, 1]"
    return None


def plain(name: str) -> str:
    """A name in lower case with ``_`` between words.

    >>> plain("Brier score"), plain("F1-Score")
    ('brier_score', 'f1_score')
    """
    return re.sub(r"[-\s]+", "_", name.strip().rstrip(".").lower())


def _of_packages(name: str) -> str:
    """See that the metrics of packages in a figure are what they say; a sentence on one called as a figure is."""
    if known(name) is not None:
        return ""
    for inner in sorted(names(parse_expression(name))):
        if metrics.CATALOGUE.whose(inner):
            with suppress(Undefined):
                exact.value(Sample.of(*SMALL[0]), Name(inner))
    whose, figure = metrics.CATALOGUE.whose(name).removeprefix("; it is "), known(name.lower())
    return f"{name} is the metric {whose}; {figure.name} is the figure" if whose and figure is not None else ""


@cache
def _synonyms() -> dict[str, str]:
    """Each synonym with the metric that has it, the first where several have."""
    last_first = reversed([*metrics.CATALOGUE.items()])
    return {synonym: name for name, entry in last_first for synonym in entry.synonyms} | _EXPRESSIONS
