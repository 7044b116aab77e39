"""The catalogue of metrics: what each one is, how it is written, and its exact value on a sample.

An entry's ``definition`` is text in the statement language, where the metric can be said there; its
``exact``, where it has one, computes the value from what is `Ordered`, counts and power sums of a sample, on another
way, so that each checks the other. To add a metric, add an entry: every value of this module that is a
`Metric` is in `CATALOGUE` under its own name, and so is what other packages offer (`workbench.installed`).

Class 0 is positive and low scores mean class 0; the score ``s`` of a probabilistic classifier
estimates the probability of class 1, and ``y`` is the class.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate
from typing import Any, Protocol

from workbench.errors import InputError
from workbench.installed import Catalogue, refuse_unfit
from workbench.numbers.given import fraction
from workbench.numbers.interval import Interval


def by_definition(sample: Any) -> Fraction:
    """Stands where a metric has no exact value of its own: `workbench.losses.exact.value` reads its definition."""
    raise NotImplementedError


@dataclass(frozen=True)
class Metric:
    """A metric of a scoring classifier on a sample.

    It has a ``definition`` in the statement language, or an ``exact`` value of its own, a fraction of Python or flint
    as a function of the sample, or both, so that each checks the other. ``ends`` are the least and the greatest value
    that it can have, as two numbers or, where an end does not belong to them or there is none, as an interval in text:
    ``(0, 1]``, ``[1, oo)``. ``balanced`` names the metric that this one turns into when the classes get equal weight
    while each keeps its own examples; None where that has no name. One that is best on its own sample, or counts its
    ties, is ``shifted`` by resampling. One that is no ``summary`` is shown where it is asked for, since exact values of
    large data take long. ``synonyms`` are what printed reports call it, in lower case and with ``_`` between words.
    """

    title: str
    latex: str
    reference: str
    definition: str | None = None
    exact: Callable[[Any], Any] = by_definition
    needs_probabilities: bool = False
    ends: tuple[Fraction, Fraction] | str = (Fraction(0), Fraction(1))
    balanced: str | None = None
    shifted: bool = False
    summary: bool = True
    synonyms: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        what = f"the metric {self.title!r}"
        refuse_unfit(self, what)
        if self.definition is None and self.exact is by_definition:
            raise InputError(f"{what} has neither a definition nor an exact value")
        try:
            self.values  # noqa: B018
        except InputError as error:
            raise InputError(f"the ends of {what}: {error}") from None

    @cached_property
    def values(self) -> Interval:
        """The values that it can have: ``[0, 1]``."""
        return Interval.of(self.ends)

    def refuse_beside(self, known: Container[str]) -> None:
        """`InputError` where it turns into a metric that is not among the ``known`` ones."""
        if self.balanced is not None and self.balanced not in known:
            raise InputError(f"the metric {self.title!r} is balanced as {self.balanced}, and there is no such metric")


class Ordered(Protocol):
    """What the exact value of a metric may ask of a `workbench.samples.sample.Sample`, which says more."""

    n: int
    n0: int
    n1: int
    counts1: tuple[int, ...]
    cumulative0: tuple[int, ...]
    cumulative1: tuple[int, ...]
    ordered_pairs: int
    greatest_gap: int
    sides: tuple[tuple[int, int], ...]
    spread: Any
    error_sums: Callable[[int], tuple[Any, Any]]
    calibrated_sums: Callable[[int], list[Any]]
    total: Callable[[dict[int, int], int], Any]


def _auc(sample: Ordered) -> Fraction:
    return Fraction(sample.ordered_pairs, 2 * sample.n0 * sample.n1)


def _auch(sample: Ordered) -> Fraction:
    area = before = 0
    for a, b in sample.sides:
        area += b * (2 * before + a)
        before += a
    return Fraction(area, 2 * sample.n0 * sample.n1)


def _class_mean(degree: int, k: int, sample: Ordered) -> Fraction:
    return fraction(sample.error_sums(degree)[k] / (sample.n1 if k else sample.n0))


def _micro_mean(degree: int, sample: Ordered) -> Fraction:
    error0, error1 = sample.error_sums(degree)
    return fraction((error0 + error1) / sample.n)


def _macro_mean(degree: int, sample: Ordered) -> Fraction:
    error0, error1 = sample.error_sums(degree)
    return fraction((error0 / sample.n0 + error1 / sample.n1) / 2)


def _hull_refinement(sample: Ordered) -> Fraction:
    return fraction((sample.n1 - sample.calibrated_sums(2)[2]) / sample.n)


def _calibration(sample: Ordered) -> Fraction:
    """The mean of ``(s - p)**2 = s**2 - 2*s*p + p - p*(1 - p)``."""
    return fraction((sum(sample.error_sums(2)) - sample.spread) / sample.n)


def _h(sample: Ordered) -> Fraction:
    """The optimal Beta(2, 2) loss of a group of ``a`` and ``b`` examples is ``b - b**3*(2*a + b)/(a + b)**3``."""
    tops: dict[int, int] = {}
    for a, b in sample.sides:
        m = a + b
        tops[m] = tops.get(m, 0) + b * b * b * (m + a)
    n, n0, n1 = sample.n, sample.n0, sample.n1
    constant = sample.total({n: n1**3 * (n + n0)}, 3)
    return fraction((sample.total(tops, 3) - constant) / (n1 - constant))


def _ks(sample: Ordered) -> Fraction:
    return Fraction(sample.greatest_gap, sample.n0 * sample.n1)


def _least_error(sample: Ordered) -> Fraction:
    """At a corner of the convex hull, where every linear function of the rates has its least value."""
    wrong = accumulate([b - a for a, b in sample.sides], initial=sample.n0)
    return Fraction(min(wrong), sample.n)


def _average_precision(sample: Ordered) -> Fraction:
    """With A and B of the classes at and above each score, and b of class 1 there, the sum of b/n1 * B/(A + B)."""
    tops: dict[int, int] = {}
    below = zip(sample.counts1, sample.cumulative0, sample.cumulative1, strict=False)
    for b, passed0, passed1 in below:
        if b:
            above = sample.n1 - passed1
            size = sample.n0 - passed0 + above
            tops[size] = tops.get(size, 0) + b * above
    return fraction(sample.total(tops, 1) / sample.n1)


_FAWCETT = "Fawcett, An introduction to ROC analysis (2006)"
_BRIER = "Brier, Verification of forecasts expressed in terms of probability (1950)"
_MURPHY = "Murphy, A new vector partition of the probability score (1973)"
_PAPER = "Hernández-Orallo, Flach and Ferri, Threshold Choice Methods: the Missing Link"

AUC = Metric(
    title="area under the ROC curve",
    definition="E1(F0(s))",
    latex=r"\mathrm{AUC} = \int F_0 \, dF_1",
    exact=_auc,
    reference=_FAWCETT,
    balanced="AUC",
    synonyms=(
        "auc",
        "auroc",
        "roc_auc",
        "auc_roc",
        "auc_score",
        "roc_auc_score",
        "roc_area",
        "area_under_roc",
        "area_under_the_roc_curve",
        "area_under_the_curve",
        "c_statistic",
        "c_index",
        "concordance_index",
    ),
)

AUCH = Metric(
    title="area under the ROC convex hull",
    latex=r"\mathrm{AUCH} = P(\hat{p}(s_0) < \hat{p}(s_1)) + \frac{1}{2} P(\hat{p}(s_0) = \hat{p}(s_1)),"
    r"\quad s_k \text{ of class } k",
    exact=_auch,
    reference="Provost and Fawcett, Robust classification for imprecise environments (2001)",
    ends=(Fraction(1, 2), Fraction(1)),
    balanced="AUCH",
    shifted=True,
)

GINI = Metric(
    title="Gini coefficient",
    definition="2*AUC - 1",
    latex=r"\mathrm{Gini} = 2\,\mathrm{AUC} - 1",
    exact=lambda sample: Fraction(sample.ordered_pairs - sample.n0 * sample.n1, sample.n0 * sample.n1),
    reference=_FAWCETT,
    ends=(Fraction(-1), Fraction(1)),
    balanced="GINI",
    synonyms=("gini", "gini_coefficient", "somers_d"),
)

BS = Metric(
    title="Brier score",
    definition="pi0*BS0 + pi1*BS1",
    latex=r"\mathrm{BS} = \pi_0\,\mathrm{BS}_0 + \pi_1\,\mathrm{BS}_1",
    exact=partial(_micro_mean, 2),
    reference=_BRIER,
    needs_probabilities=True,
    balanced="MBS",
    synonyms=("brier", "brier_score", "brier_score_loss", "brier_loss"),
)

BS0 = Metric(
    title="Brier score of class 0",
    definition="E0(s**2)",
    latex=r"\mathrm{BS}_0 = \int s^2 \, dF_0",
    exact=partial(_class_mean, 2, 0),
    reference=_BRIER,
    needs_probabilities=True,
    balanced="BS0",
)

BS1 = Metric(
    title="Brier score of class 1",
    definition="E1((1 - s)**2)",
    latex=r"\mathrm{BS}_1 = \int (1 - s)^2 \, dF_1",
    exact=partial(_class_mean, 2, 1),
    reference=_BRIER,
    needs_probabilities=True,
    balanced="BS1",
)

MBS = Metric(
    title="macro-averaged Brier score",
    definition="(BS0 + BS1)/2",
    latex=r"\mathrm{MBS} = \tfrac12 (\mathrm{BS}_0 + \mathrm{BS}_1)",
    exact=partial(_macro_mean, 2),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MBS",
)

MAE = Metric(
    title="mean absolute error",
    definition="pi0*MAE0 + pi1*MAE1",
    latex=r"\mathrm{MAE} = \pi_0\,\mathrm{MAE}_0 + \pi_1\,\mathrm{MAE}_1",
    exact=partial(_micro_mean, 1),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MMAE",
    synonyms=("mae", "mean_absolute_error"),
)

MAE0 = Metric(
    title="mean absolute error of class 0",
    definition="E0(s)",
    latex=r"\mathrm{MAE}_0 = \int s \, dF_0",
    exact=partial(_class_mean, 1, 0),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MAE0",
)

MAE1 = Metric(
    title="mean absolute error of class 1",
    definition="E1(1 - s)",
    latex=r"\mathrm{MAE}_1 = \int (1 - s) \, dF_1",
    exact=partial(_class_mean, 1, 1),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MAE1",
)

MMAE = Metric(
    title="macro-averaged mean absolute error",
    definition="(MAE0 + MAE1)/2",
    latex=r"\mathrm{MMAE} = \tfrac12 (\mathrm{MAE}_0 + \mathrm{MAE}_1)",
    exact=partial(_macro_mean, 1),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MMAE",
)

RL = Metric(
    title="refinement loss",
    definition="E(posterior(s)*(1 - posterior(s)))",
    latex=r"\mathrm{RL} = \mathrm{E}\,[\,p(s)(1 - p(s))\,],\quad p(s) = P(\text{class } 1 \mid s)",
    exact=lambda sample: fraction(sample.spread / sample.n),
    reference=_MURPHY,
    ends=(Fraction(0), Fraction(1, 4)),
    shifted=True,
)

CL = Metric(
    title="calibration loss",
    definition="E((s - posterior(s))**2)",
    latex=r"\mathrm{CL} = \mathrm{E}\,[\,(s - p(s))^2\,],\quad p(s) = P(\text{class } 1 \mid s)",
    exact=_calibration,
    reference=_MURPHY,
    needs_probabilities=True,
    shifted=True,
)

RLH = Metric(
    title="refinement loss of the ROC convex hull",
    definition="E(pav(s)*(1 - pav(s)))",
    latex=r"\mathrm{RL}_H = \mathrm{E}\,[\,\hat p(s)(1 - \hat p(s))\,],\quad \hat p \text{ from PAV}",
    exact=_hull_refinement,
    reference="Flach and Matsubara, A simple lexicographic ranker and probability estimator (2007)",
    ends=(Fraction(0), Fraction(1, 4)),
    shifted=True,
)

H = Metric(
    title="H-measure",
    latex=r"H = 1 - L_o / L_{\max},\quad c \sim \mathrm{Beta}(2, 2)",
    exact=_h,
    reference="Hand, Measuring classifier performance (2009)",
    shifted=True,
    synonyms=("h_measure",),
)

KS = Metric(
    title="Kolmogorov-Smirnov statistic",
    latex=r"\mathrm{KS} = \max_t |F_0(t) - F_1(t)|",
    exact=_ks,
    reference="Hand, Measuring classifier performance (2009)",
    balanced="KS",
    shifted=True,
    synonyms=("ks", "ks_statistic", "kolmogorov_smirnov", "kolmogorov_smirnov_statistic"),
)

MER = Metric(
    title="minimum error rate",
    latex=r"\mathrm{MER} = \min_t \{\pi_0 (1 - F_0(t)) + \pi_1 F_1(t)\}",
    exact=_least_error,
    reference="Hand, Measuring classifier performance (2009)",
    ends=(Fraction(0), Fraction(1, 2)),
    shifted=True,
)

AP = Metric(
    title="average precision",
    latex=r"\mathrm{AP} = \mathrm{E}_1\,[\,P(\text{class } 1 \mid s' \ge s)\,],\quad s' \text{ of any example}",
    exact=_average_precision,
    reference="Buckley and Voorhees, Evaluating evaluation measure stability (2000)",
    ends="(0, 1]",
    summary=False,
    synonyms=("average_precision", "average_precision_score"),
)

CATALOGUE = Catalogue(Metric, "[A-Z][A-Za-z0-9_]*", globals(), "workbench.metrics", Metric.refuse_beside)
