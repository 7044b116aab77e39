"""The catalogue of metrics: what each one is, how it is written, and its exact value on a sample.

An entry's ``definition`` is text in the statement language, where the metric can be said there; its
``exact`` computes the value from the ordered counts and power sums of a `Sample`, on another way, so
that each checks the other. To add a metric, add an entry: every value of this module that is a
`Metric` is in `CATALOGUE` under its own name.

Class 0 is positive and low scores mean class 0; the score ``s`` of a probabilistic classifier
estimates the probability of class 1, and ``y`` is the class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from workbench.numeric.sample import Sample, total


@dataclass(frozen=True)
class Metric:
    """A metric of a scoring classifier on a sample.

    ``balanced`` names the metric that this one turns into when the classes get equal weight while
    each keeps its own examples; None where that has no name.
    """

    title: str
    latex: str
    exact: Callable[[Sample], Fraction]
    reference: str
    definition: str | None = None
    needs_probabilities: bool = False
    range: str = "[0, 1]"
    balanced: str | None = None

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value of the range."""
        low, high = self.range.strip("[]").split(", ")
        return Fraction(low), Fraction(high)


def _mean(sample: Sample, k: int, degree: int) -> Fraction:
    return sample.power_sum(k, degree) / (sample.n1 if k else sample.n0)


def _auc(sample: Sample) -> Fraction:
    below = zip(sample.cumulative0, sample.counts0, sample.counts1, strict=False)
    return Fraction(sum(b * (2 * c + a) for c, a, b in below), 2 * sample.n0 * sample.n1)


def _auch(sample: Sample) -> Fraction:
    area = before = 0
    for block in sample.blocks:
        area += block.count1 * (2 * before + block.count0)
        before += block.count0
    return Fraction(area, 2 * sample.n0 * sample.n1)


def _brier(sample: Sample, k: int) -> Fraction:
    second = _mean(sample, k, 2)
    return second - 2 * _mean(sample, k, 1) + 1 if k else second


def _absolute(sample: Sample, k: int) -> Fraction:
    return 1 - _mean(sample, k, 1) if k else _mean(sample, k, 1)


def _spread(pairs: Counter[tuple[int, int]], n: int) -> Fraction:
    """``sum a*b/(a + b)`` over groups of ``a`` and ``b`` examples, divided by ``n``: the mean of p(1 - p)."""
    tops: dict[int, int] = {}
    for (a, b), times in pairs.items():
        tops[a + b] = tops.get(a + b, 0) + times * a * b
    return total(Fraction(top, size) for size, top in tops.items()) / n


def _refinement(sample: Sample) -> Fraction:
    return _spread(Counter(zip(sample.counts0, sample.counts1, strict=True)), sample.n)


def _hull_refinement(sample: Sample) -> Fraction:
    return _spread(Counter((block.count0, block.count1) for block in sample.blocks), sample.n)


def _calibration(sample: Sample) -> Fraction:
    squares = sample.power_sum(0, 2) + sample.power_sum(1, 2) - 2 * sample.power_sum(1, 1)
    tops: dict[int, int] = {}
    for a, b in zip(sample.counts0, sample.counts1, strict=True):
        tops[a + b] = tops.get(a + b, 0) + b * b
    return (squares + total(Fraction(top, size) for size, top in tops.items())) / sample.n


def _h(sample: Sample) -> Fraction:
    def loss(groups: list[tuple[int, int]]) -> Fraction:
        """``sum a*l0(p) + b*l1(p)``: the optimal Beta(2, 2) loss, ``p = b/(a + b)`` in each group."""
        terms = []
        for a, b in groups:
            m = a + b
            miss = 4 * m * b**3 - 3 * b**4
            terms.append(Fraction(a * miss + b * (m**4 - 6 * m**2 * b**2 + 4 * m * b**3 + miss), m**4))
        return total(terms)

    worst = loss([(sample.n0, sample.n1)])
    return 1 - loss([(block.count0, block.count1) for block in sample.blocks]) / worst


def _ks(sample: Sample) -> Fraction:
    cuts = zip(sample.cumulative0, sample.cumulative1, strict=True)
    return Fraction(max(abs(a * sample.n1 - b * sample.n0) for a, b in cuts), sample.n0 * sample.n1)


def _least_error(sample: Sample) -> Fraction:
    cuts = zip(sample.cumulative0, sample.cumulative1, strict=True)
    return Fraction(min(sample.n0 - a + b for a, b in cuts), sample.n)


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
)

AUCH = Metric(
    title="area under the ROC convex hull",
    latex=r"\mathrm{AUCH}",
    exact=_auch,
    reference="Provost and Fawcett, Robust classification for imprecise environments (2001)",
    range="[1/2, 1]",
    balanced="AUCH",
)

GINI = Metric(
    title="Gini coefficient",
    definition="2*AUC - 1",
    latex=r"\mathrm{Gini} = 2\,\mathrm{AUC} - 1",
    exact=lambda sample: 2 * _auc(sample) - 1,
    reference=_FAWCETT,
    range="[-1, 1]",
    balanced="GINI",
)

BS = Metric(
    title="Brier score",
    definition="pi0*BS0 + pi1*BS1",
    latex=r"\mathrm{BS} = \pi_0 \mathrm{BS}_0 + \pi_1 \mathrm{BS}_1",
    exact=lambda sample: sample.pi0 * _brier(sample, 0) + sample.pi1 * _brier(sample, 1),
    reference=_BRIER,
    needs_probabilities=True,
    balanced="MBS",
)

BS0 = Metric(
    title="Brier score of class 0",
    definition="E0(s**2)",
    latex=r"\mathrm{BS}_0 = \int s^2 \, dF_0",
    exact=lambda sample: _brier(sample, 0),
    reference=_BRIER,
    needs_probabilities=True,
    balanced="BS0",
)

BS1 = Metric(
    title="Brier score of class 1",
    definition="E1((1 - s)**2)",
    latex=r"\mathrm{BS}_1 = \int (1 - s)^2 \, dF_1",
    exact=lambda sample: _brier(sample, 1),
    reference=_BRIER,
    needs_probabilities=True,
    balanced="BS1",
)

MBS = Metric(
    title="macro-averaged Brier score",
    definition="(BS0 + BS1)/2",
    latex=r"\mathrm{MBS} = \tfrac12 (\mathrm{BS}_0 + \mathrm{BS}_1)",
    exact=lambda sample: (_brier(sample, 0) + _brier(sample, 1)) / 2,
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MBS",
)

MAE = Metric(
    title="mean absolute error",
    definition="pi0*MAE0 + pi1*MAE1",
    latex=r"\mathrm{MAE} = \pi_0 \mathrm{MAE}_0 + \pi_1 \mathrm{MAE}_1",
    exact=lambda sample: sample.pi0 * _absolute(sample, 0) + sample.pi1 * _absolute(sample, 1),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MMAE",
)

MAE0 = Metric(
    title="mean absolute error of class 0",
    definition="E0(s)",
    latex=r"\mathrm{MAE}_0 = \int s \, dF_0",
    exact=lambda sample: _absolute(sample, 0),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MAE0",
)

MAE1 = Metric(
    title="mean absolute error of class 1",
    definition="E1(1 - s)",
    latex=r"\mathrm{MAE}_1 = \int (1 - s) \, dF_1",
    exact=lambda sample: _absolute(sample, 1),
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MAE1",
)

MMAE = Metric(
    title="macro-averaged mean absolute error",
    definition="(MAE0 + MAE1)/2",
    latex=r"\mathrm{MMAE} = \tfrac12 (\mathrm{MAE}_0 + \mathrm{MAE}_1)",
    exact=lambda sample: (_absolute(sample, 0) + _absolute(sample, 1)) / 2,
    reference=_PAPER,
    needs_probabilities=True,
    balanced="MMAE",
)

RL = Metric(
    title="refinement loss",
    definition="E(posterior(s)*(1 - posterior(s)))",
    latex=r"\mathrm{RL} = \mathrm{E}\,[\,p(s)(1 - p(s))\,],\quad p(s) = P(\text{class } 1 \mid s)",
    exact=_refinement,
    reference=_MURPHY,
    range="[0, 1/4]",
)

CL = Metric(
    title="calibration loss",
    definition="E((s - posterior(s))**2)",
    latex=r"\mathrm{CL} = \mathrm{E}\,[\,(s - p(s))^2\,],\quad p(s) = P(\text{class } 1 \mid s)",
    exact=_calibration,
    reference=_MURPHY,
    needs_probabilities=True,
)

RLH = Metric(
    title="refinement loss of the ROC convex hull",
    definition="E(pav(s)*(1 - pav(s)))",
    latex=r"\mathrm{RL}_H = \mathrm{E}\,[\,\hat p(s)(1 - \hat p(s))\,],\quad \hat p \text{ from PAV}",
    exact=_hull_refinement,
    reference="Flach and Matsubara, A simple lexicographic ranker and probability estimator (2007)",
    range="[0, 1/4]",
)

H = Metric(
    title="H-measure",
    latex=r"H = 1 - L_o / L_{\max},\quad c \sim \mathrm{Beta}(2, 2)",
    exact=_h,
    reference="Hand, Measuring classifier performance (2009)",
)

KS = Metric(
    title="Kolmogorov-Smirnov statistic",
    latex=r"\mathrm{KS} = \max_t |F_0(t) - F_1(t)|",
    exact=_ks,
    reference="Hand, Measuring classifier performance (2009)",
    balanced="KS",
)

MER = Metric(
    title="minimum error rate",
    latex=r"\mathrm{MER} = \min_t \{\pi_0 (1 - F_0(t)) + \pi_1 F_1(t)\}",
    exact=_least_error,
    reference="Hand, Measuring classifier performance (2009)",
    range="[0, 1/2]",
)

CATALOGUE = {name: entry for name, entry in globals().items() if isinstance(entry, Metric)}
