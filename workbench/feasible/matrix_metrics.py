"""The catalogue of metrics of one confusion matrix: how each is called, what it is, and its exact value.

A matrix counts the examples at one threshold; class 0 is positive: ``tp`` and ``fn`` of the ``n0`` examples of class 0
are predicted positive and negative, ``fp`` and ``tn`` of the ``n1`` of class 1. Both classes are present.

A metric is told by a ``ratio`` of two whole numbers, and where the ratio's lower number is zero the metric is
undefined: 0/0 is no value, and neither is an infinite one. A metric with a square root has the ratio of what the
root is taken of. At fixed class sizes every metric moves one way as ``tp`` grows and the other way as ``fp`` does,
which is what makes inverting them easy.

Powers, Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and correlation (2011);
Chicco and Jurman, The advantages of the Matthews correlation coefficient over F1 score and accuracy (2020);
Balayla, Prevalence threshold and the geometry of screening curves (2020).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeAlias

import flint

from workbench import metrics
from workbench.errors import InputError, shown
from workbench.language.grammar import suggestion
from workbench.numbers.certified import DIGITS, Real, lift, working_digits
from workbench.numbers.given import number
from workbench.numbers.printed import Interval

Ratio: TypeAlias = "Callable[[int, int, int, int], tuple[int, int]]"
"""From ``tp, fn, fp, tn`` to the upper and the lower number, which is never negative."""
Needs: TypeAlias = "Callable[[int, int, int, int], tuple[int, ...]]"


class Matrix(NamedTuple):
    """A confusion matrix; class 0 is positive."""

    tp: int
    fn: int
    fp: int
    tn: int

    @property
    def n0(self) -> int:
        """The number of examples of class 0."""
        return self.tp + self.fn

    @property
    def n1(self) -> int:
        """The number of examples of class 1."""
        return self.fp + self.tn


@dataclass(frozen=True)
class MatrixMetric:
    """A metric of a confusion matrix.

    ``rises``: it does not fall as ``tp`` grows or ``fp`` falls at fixed class sizes; otherwise it does not rise.
    ``form``: its value is the ratio (``"ratio"``), or its square root with the ratio's sign (``"root"``), or
    ``sqrt(x)/(sqrt(x) + sqrt(1 - x))`` of the ratio ``x`` (``"threshold"``). ``needs`` are numbers all of which must
    be positive for it to be defined, linear in the counts at fixed class sizes; without them it is the ratio's lower
    one, and both numbers of the ratio are linear so. A ``high`` of None is no bound; what is ``within`` its ends does
    not reach them.
    """

    name: str
    synonyms: tuple[str, ...]
    formula: str
    ratio: Ratio
    undefined: str = "never"
    rises: bool = True
    form: str = "ratio"
    low: Fraction = Fraction(0)
    high: Fraction | None = Fraction(1)
    needs: Needs | None = None
    within: bool = False

    @property
    def values(self) -> Interval:
        """The values that it can have.

        >>> print(named("mcc").values, named("prevalence").values, named("lr+").values)
        [-1, 1] (0, 1) [0, oo)
        """
        return Interval(self.low, self.high, not self.within, not self.within)

    def value(self, matrix: Matrix) -> Real | None:
        """The exact value: a fraction, or a ball where a root is irrational; None where it is undefined.

        >>> named("mcc").value(Matrix(4, 1, 1, 4)), named("precision").value(Matrix(0, 5, 0, 5))
        (Fraction(3, 5), None)
        """
        return self.of_ratio(Fraction(*self.ratio(*matrix))) if self.defined(matrix) else None

    def of_ratio(self, ratio: Fraction) -> Real:
        """The metric at this ratio."""
        if self.form == "ratio":
            return ratio
        root = _root(abs(ratio))
        if self.form == "root":
            return root if ratio >= 0 else -root
        rest = _root(1 - ratio)
        if isinstance(root, Fraction) and isinstance(rest, Fraction):
            return root / (root + rest)
        with working_digits(DIGITS):
            return lift(root) / (lift(root) + lift(rest))

    def defined(self, matrix: tuple[int, int, int, int]) -> bool:
        """Whether the matrix has this metric."""
        return all(x > 0 for x in (self.needs(*matrix) if self.needs else self.ratio(*matrix)[1:]))

    def has(self, matrix: Matrix, values: Interval) -> bool:
        """Whether the metric is defined and its value lies among these; decided without a root.

        >>> named("mcc").has(Matrix(5, 1, 2, 6), Interval(Fraction("0.5773"), Fraction("0.5774")))
        True
        """
        return self.defined(matrix) and Fraction(*self.ratio(*matrix)) in self.ratios(values)

    def ratios(self, values: Interval) -> Interval:
        """The ratios whose metric lies among these values."""
        low, high = (None if x is None else self.as_ratio(x) for x in (values.low, values.high))
        return Interval(low, high, values.low_closed, values.high_closed)

    def as_ratio(self, value: Fraction) -> Fraction:
        """The ratio at which the metric has this value; it increases strictly, beyond the metric's range too."""
        if self.form == "ratio":
            return value
        if self.form == "root":
            return value * abs(value)
        return value * value / (value * value + (1 - value) ** 2) if 0 <= value <= 1 else value


def _root(x: Fraction) -> Real:
    """The square root: a fraction where it is one, else a ball.

    >>> _root(Fraction(4, 9)), _root(Fraction(2))
    (Fraction(2, 3), [1.41421356237310 +/- 4.96e-15])
    """
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    if top * top == x.numerator and bottom * bottom == x.denominator:
        return Fraction(top, bottom)
    with working_digits(DIGITS):
        root: flint.arb = lift(x).sqrt()
        return root


def _count(name: str, of: Callable[[int, int, int, int], int], rises: bool, formula: str) -> MatrixMetric:
    return MatrixMetric(name, (), formula, lambda *m: (of(*m), 1), rises=rises, high=None)


def _f(beta: Fraction) -> MatrixMetric:
    p, q = beta.numerator**2, beta.denominator**2
    return MatrixMetric(
        "f1" if beta == 1 else f"fbeta({beta})",
        ("f", "f_score", "f_measure", "dice", "f1_score") if beta == 1 else (),
        "(1 + beta^2) tp/((1 + beta^2) tp + beta^2 fn + fp)".replace("beta", str(beta)) if beta != 1 else _F1,
        lambda tp, fn, fp, tn: ((p + q) * tp, (p + q) * tp + p * fn + q * fp),
    )


def _phi(tp: int, fn: int, fp: int, tn: int) -> tuple[int, int]:
    top = tp * tn - fp * fn
    return top * abs(top), (tp + fn) * (fp + tn) * (tp + fp) * (fn + tn)


def _marked(tp: int, fn: int, fp: int, tn: int) -> tuple[int, int]:
    return tp * tn - fp * fn, (tp + fp) * (fn + tn)


def _macro_f1(tp: int, fn: int, fp: int, tn: int) -> tuple[int, int]:
    of0, of1 = 2 * tp + fn + fp, 2 * tn + fn + fp
    return tp * of1 + tn * of0, of0 * of1


def _weighted_f1(tp: int, fn: int, fp: int, tn: int) -> tuple[int, int]:
    of0, of1 = 2 * tp + fn + fp, 2 * tn + fn + fp
    return 2 * ((tp + fn) * tp * of1 + (fp + tn) * tn * of0), (tp + fn + fp + tn) * of0 * of1


def _mean_precision(weighted: bool, put: int | None = None) -> Ratio:
    """The mean of precision and npv; the one that is 0/0 counts as ``put``, or not at all where that is None."""

    def ratio(tp: int, fn: int, fp: int, tn: int) -> tuple[int, int]:
        means = []
        for top, bottom, size in ((tp, tp + fp, tp + fn), (tn, fn + tn, fp + tn)):
            filled = (top, bottom) if bottom else (put or 0, 1)
            means.append((*filled, 0 if not bottom and put is None else size if weighted else 1))
        (x0, y0, w0), (x1, y1, w1) = means
        return w0 * x0 * y1 + w1 * x1 * y0, (w0 + w1) * y0 * y1

    return ratio


def _both_predicted(tp: int, fn: int, fp: int, tn: int) -> tuple[int, ...]:
    return tp + fp, fn + tn


COUNTS = ("tp", "fn", "fp", "tn", "n0", "n1", "n")

_F1 = "2 tp/(2 tp + fn + fp)"
_NONE_POSITIVE, _NONE_NEGATIVE = "tp + fp = 0", "fn + tn = 0"
_ONE_SIDED = f"{_NONE_POSITIVE} or {_NONE_NEGATIVE}"
_SIGNED = Fraction(-1)

CATALOGUE: tuple[MatrixMetric, ...] = (
    _count("tp", lambda tp, fn, fp, tn: tp, True, "tp"),
    _count("fn", lambda tp, fn, fp, tn: fn, False, "fn"),
    _count("fp", lambda tp, fn, fp, tn: fp, False, "fp"),
    _count("tn", lambda tp, fn, fp, tn: tn, True, "tn"),
    _count("n0", lambda tp, fn, fp, tn: tp + fn, True, "tp + fn"),
    _count("n1", lambda tp, fn, fp, tn: fp + tn, True, "fp + tn"),
    _count("n", lambda *m: sum(m), True, "tp + fn + fp + tn"),
    MatrixMetric("prevalence", ("pi0",), "n0/n", lambda *m: (m[0] + m[1], sum(m)), within=True),
    MatrixMetric(
        "accuracy", ("acc", "weighted_recall", "correct_classification_rate", "ccr"), "(tp + tn)/n",
        lambda *m: (m[0] + m[3], sum(m)),
    ),
    MatrixMetric(
        "error", ("err", "error_rate", "misclassification_rate"), "(fn + fp)/n", lambda *m: (m[1] + m[2], sum(m)),
        rises=False,
    ),
    MatrixMetric(
        "sensitivity", ("sens", "recall", "tpr", "tp_rate", "true_positive_rate", "hit_rate"), "tp/n0",
        lambda tp, fn, fp, tn: (tp, tp + fn),
    ),
    MatrixMetric(
        "specificity", ("spec", "tnr", "tn_rate", "true_negative_rate", "selectivity"), "tn/n1",
        lambda tp, fn, fp, tn: (tn, fp + tn),
    ),
    MatrixMetric(
        "fpr", ("fp_rate", "false_positive_rate", "fall_out", "fallout"), "fp/n1", lambda tp, fn, fp, tn: (fp, fp + tn),
        rises=False,
    ),
    MatrixMetric(
        "fnr", ("fn_rate", "false_negative_rate", "miss_rate"), "fn/n0", lambda tp, fn, fp, tn: (fn, tp + fn),
        rises=False,
    ),
    MatrixMetric(
        "precision", ("prec", "ppv", "positive_predictive_value", "pos_pred_value"), "tp/(tp + fp)",
        lambda tp, fn, fp, tn: (tp, tp + fp), _NONE_POSITIVE,
    ),
    MatrixMetric(
        "npv", ("negative_predictive_value", "neg_pred_value"), "tn/(fn + tn)",
        lambda tp, fn, fp, tn: (tn, fn + tn), _NONE_NEGATIVE,
    ),
    MatrixMetric(
        "fdr", ("false_discovery_rate",), "fp/(tp + fp)", lambda tp, fn, fp, tn: (fp, tp + fp), _NONE_POSITIVE,
        rises=False,
    ),
    MatrixMetric(
        "for", ("for_", "false_omission_rate"), "fn/(fn + tn)", lambda tp, fn, fp, tn: (fn, fn + tn), _NONE_NEGATIVE,
        rises=False,
    ),
    _f(Fraction(1)),
    MatrixMetric(
        "negative_f1", ("f1_negative", "f1n"), "2 tn/(2 tn + fn + fp)",
        lambda tp, fn, fp, tn: (2 * tn, 2 * tn + fn + fp),
    ),
    MatrixMetric(
        "macro_f1", ("f1_macro", "macro_f1_score", "macro_f"), "(f1 + negative_f1)/2", _macro_f1,
        needs=lambda tp, fn, fp, tn: (1,),
    ),
    MatrixMetric(
        "weighted_f1", ("f1_weighted", "weighted_f1_score", "weighted_f"), "(n0 f1 + n1 negative_f1)/n", _weighted_f1,
        needs=lambda tp, fn, fp, tn: (1,),
    ),
    MatrixMetric(
        "macro_precision", ("precision_macro", "macro_prec"), "(precision + npv)/2", _mean_precision(False), _ONE_SIDED,
        needs=_both_predicted,
    ),
    MatrixMetric(
        "weighted_precision", ("precision_weighted", "weighted_prec"), "(n0 precision + n1 npv)/n",
        _mean_precision(True), _ONE_SIDED, needs=_both_predicted,
    ),
    MatrixMetric(
        "balanced_accuracy", ("bacc", "bac", "ba", "bal_acc", "macro_accuracy", "macro_recall"), "(tp/n0 + tn/n1)/2",
        lambda tp, fn, fp, tn: (tp * (fp + tn) + tn * (tp + fn), 2 * (tp + fn) * (fp + tn)),
    ),
    MatrixMetric(
        "informedness", ("bm", "bookmaker_informedness", "youden", "youdens_j", "youden_j", "youden_index"),
        "tp/n0 + tn/n1 - 1",
        lambda tp, fn, fp, tn: (tp * (fp + tn) - fp * (tp + fn), (tp + fn) * (fp + tn)), low=_SIGNED,
    ),
    MatrixMetric(
        "kappa", ("cohen_kappa", "cohens_kappa"),
        "2 (tp tn - fn fp)/((tp + fp)(fp + tn) + (tp + fn)(fn + tn))",
        lambda tp, fn, fp, tn: (2 * (tp * tn - fn * fp), (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)), low=_SIGNED,
    ),
    MatrixMetric(
        "jaccard", ("csi", "threat_score", "critical_success_index", "iou", "ji"), "tp/(tp + fn + fp)",
        lambda tp, fn, fp, tn: (tp, tp + fn + fp),
    ),
    MatrixMetric(
        "lr+", ("lrp", "plr", "positive_likelihood_ratio"), "(tp/n0)/(fp/n1)",
        lambda tp, fn, fp, tn: (tp * (fp + tn), fp * (tp + fn)), "fp = 0", high=None,
    ),
    MatrixMetric(
        "lr-", ("lrn", "nlr", "negative_likelihood_ratio"), "(fn/n0)/(tn/n1)",
        lambda tp, fn, fp, tn: (fn * (fp + tn), tn * (tp + fn)), "tn = 0", rises=False, high=None,
    ),
    MatrixMetric(
        "lift", (), "(tp/(tp + fp))/(n0/n)", lambda *m: (m[0] * sum(m), (m[0] + m[2]) * (m[0] + m[1])),
        _NONE_POSITIVE, high=None,
    ),
    MatrixMetric(
        "prevalence_threshold", ("pt",), "sqrt(fpr)/(sqrt(tpr) + sqrt(fpr))",
        lambda tp, fn, fp, tn: (fp * (tp + fn), fp * (tp + fn) + tp * (fp + tn)), _NONE_POSITIVE, rises=False,
        form="threshold",
    ),
    MatrixMetric(
        "mcc", ("phi", "matthews", "matthews_correlation", "matthews_correlation_coefficient"),
        "(tp tn - fn fp)/sqrt((tp + fn)(fp + tn)(tp + fp)(fn + tn))", _phi, _ONE_SIDED, form="root", low=_SIGNED,
        needs=_both_predicted,
    ),
    MatrixMetric(
        "g_mean", ("gmean", "gm", "geometric_mean"), "sqrt((tp/n0)(tn/n1))",
        lambda tp, fn, fp, tn: (tp * tn, (tp + fn) * (fp + tn)), form="root",
        needs=lambda tp, fn, fp, tn: (1,),
    ),
    MatrixMetric(
        "fowlkes_mallows", ("fm", "fowlkes_mallows_index"), "tp/sqrt((tp + fp)(tp + fn))",
        lambda tp, fn, fp, tn: (tp * tp, (tp + fp) * (tp + fn)), _NONE_POSITIVE, form="root",
        needs=lambda tp, fn, fp, tn: (tp + fp,),
    ),
    MatrixMetric(
        "markedness", ("mk", "delta_p"), "tp/(tp + fp) + tn/(fn + tn) - 1", _marked, _ONE_SIDED, low=_SIGNED,
        needs=_both_predicted,
    ),
    MatrixMetric(
        "dor", ("diagnostic_odds_ratio", "odds_ratio"), "(tp tn)/(fn fp)", lambda tp, fn, fp, tn: (tp * tn, fn * fp),
        "fn = 0 or fp = 0", high=None, needs=lambda tp, fn, fp, tn: (fn, fp),
    ),
)  # fmt: skip

FILLED: dict[tuple[str, int | None], MatrixMetric] = {
    (name, put): MatrixMetric(
        f"{name} with {'nothing' if put is None else put} for 0/0", (), f"{name}, 0/0 as {put}",
        _mean_precision(name.startswith("weighted"), put), needs=lambda tp, fn, fp, tn: (1,),
    )
    for name in ("macro_precision", "weighted_precision")
    for put in (0, 1, None)
}  # fmt: skip
"""Means over the classes of a figure that has no value for one of them: what is put in its place, None for nothing."""

RECIPROCALS = {
    "lr+": MatrixMetric(
        "1/lr+", (), "(fp/n1)/(tp/n0)", lambda tp, fn, fp, tn: (fp * (tp + fn), tp * (fp + tn)), "tp = 0", rises=False,
        high=None,
    ),
    "lr-": MatrixMetric(
        "1/lr-", (), "(tn/n1)/(fn/n0)", lambda tp, fn, fp, tn: (tn * (tp + fn), fn * (fp + tn)), "fn = 0", high=None
    ),
    "dor": MatrixMetric(
        "1/dor", (), "(fn fp)/(tp tn)", lambda tp, fn, fp, tn: (fn * fp, tp * tn), "tp = 0 or tn = 0", rises=False,
        high=None, needs=lambda tp, fn, fp, tn: (tp, tn),
    ),
}  # fmt: skip
"""What is exactly 0 where the metric is infinite, by the metric's name."""

_BY_NAME = {name: metric for metric in CATALOGUE for name in (metric.name, *metric.synonyms)}
_BY_NAME |= {metric.name.replace(" ", "_"): metric for metric in FILLED.values()}
_BY_NAME |= {metric.name: metric for metric in RECIPROCALS.values()}
_BETA = re.compile(r"f(?:_?beta\(([0-9./]+)\)|_?([0-9]+(?:\.[0-9]+)?)(?:_score)?)")


def named(name: str) -> MatrixMetric:
    """The metric that is called so, in whatever case and with spaces or hyphens between words.

    F scores are ``f1``, ``f2``, ``f0.5`` or ``fbeta(1/2)``. `InputError` for what is no metric of a matrix.

    >>> named("Matthews correlation").name, named("TPR").name, named("f0.5").name, named("LR-").name
    ('mcc', 'sensitivity', 'fbeta(1/2)', 'lr-')
    >>> named("sensitivty")
    Traceback (most recent call last):
    workbench.errors.InputError: unknown matrix metric 'sensitivty'; did you mean sensitivity?
    """
    found = known(name)
    if found is None:
        raise InputError(f"unknown matrix metric {shown(name)}{suggestion(_plain(str(name)), _BY_NAME)}")
    return found


def known(name: str) -> MatrixMetric | None:
    """The metric that is called so; None for what is no metric of a matrix, such as one of the catalogue of metrics."""
    if name in metrics.CATALOGUE:
        return None
    plain = _plain(name) if isinstance(name, str) else ""
    if plain in _BY_NAME:
        return _BY_NAME[plain]
    beta = _BETA.fullmatch(plain)
    if beta is None:
        return None
    try:
        found = number(beta[1] or beta[2])
    except ValueError:
        return None
    return _f_of(found) if 0 < found <= 1000 else None


@lru_cache(maxsize=64)
def _f_of(beta: Fraction) -> MatrixMetric:
    return _BY_NAME["f1"] if beta == 1 else _f(beta)


def _plain(name: str) -> str:
    return re.sub(r"(?<=\w)[-\s]+(?=\w)", "_", name.strip().rstrip(".").lower().replace("'", "").replace("’", ""))


def no_two_alike(names: Iterable[str]) -> dict[str, MatrixMetric]:
    """Each name with its metric; `InputError` where two are synonyms.

    >>> no_two_alike(["recall", "TPR"])
    Traceback (most recent call last):
    workbench.errors.InputError: 'recall' and 'TPR' are both sensitivity; give it once
    """
    found: dict[str, MatrixMetric] = {}
    for name in names:
        metric = named(name)
        for before, other in found.items():
            if other.name == metric.name:
                raise InputError(f"{shown(before)} and {shown(name)} are both {metric.name}; give it once")
        found[name] = metric
    return found
