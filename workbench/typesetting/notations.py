"""The two notations of means beside each other: expectations, and the integrals of the papers."""

from __future__ import annotations

from sympy import Expr

from workbench.symbolic.latex import latex, mean_of, written
from workbench.symbolic.letters import NOTATIONS, means_as
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    UNIFORM,
    ClassMean,
    ConditionMean,
    ExpectedLoss,
    LeastLoss,
    Qc,
    ScoreMethod,
    ThresholdAtRate,
    c,
    s,
    tau,
    u,
)
from workbench.typesetting.entries import Entry, Writer
from workbench.typesetting.style import Style

OF_THE_SCORE, OF_THE_CONDITION = written("g(s)"), written("g(c)")
_T = tau(c, u)
_MEANS: dict[str, Expr] = {
    "over class 0": E0(OF_THE_SCORE),
    "over class 1": E1(OF_THE_SCORE),
    "over all examples": ClassMean(2, OF_THE_SCORE),
    "area under the ROC curve": E1(F0(s)),
    "over the operating condition": ConditionMean(ANY, OF_THE_CONDITION),
    "where that is uniform": ConditionMean(UNIFORM, OF_THE_CONDITION),
    "loss, thresholds on scores": ConditionMean(ANY, Qc(_T, c)),
    "loss, thresholds on rates": ConditionMean(ANY, Qc(ThresholdAtRate(_T), c)),
    "loss, optimal thresholds": ConditionMean(ANY, LeastLoss(c)),
    "expected loss": ExpectedLoss(ScoreMethod(_T)),
}
REMARK = (
    r"On data, where classes have no densities, an integral over a class is the mean over its examples; inside it "
    r"$F_0(s)$, $F_1(s)$ and $R(s)$ count half of a tie. A $T$ that is random at an operating condition is averaged "
    r"over as well."
)


def rows() -> list[tuple[str, str, str]]:
    """What is written, as an expectation and as an integral, in LaTeX."""
    found = []
    for says, e in _MEANS.items():
        texts = []
        for notation in NOTATIONS:
            with means_as(notation):
                texts.append(latex(e))
        found.append((says, *texts))
    return [(says, one, other) for says, one, other in found]


def letter_of(mean: str) -> str:
    """How a mean is named: of a function g, where it is an integral."""
    return latex(ConditionMean(ANY, OF_THE_CONDITION)) if mean == "Ec" else mean_of(mean, latex(OF_THE_SCORE))


def notations(style: Style) -> Entry:
    """A table of both notations."""
    page = Writer(style)
    page.heading("Notation", "Means are written as expectations or, as in the papers, as integrals.")
    page.table(("mean", "expectations", "integrals"), [(says, f"${a}$", f"${b}$") for says, a, b in rows()], "lll")
    page.sentence(REMARK)
    return page.entry("notation", "table")
