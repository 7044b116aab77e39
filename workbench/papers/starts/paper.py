"""A paper as Python: claims that are computed, and theorems of one's own, stand here beside those of a TOML file.

workbench verify my_paper.py            all of it, by both engines
workbench verify my_paper.py::T1        one claim, whole
workbench verify my_paper.py --report my_paper.html
workbench latex my_paper.py --document -o my_paper.tex

This file is run as it is read. Replace the examples, and take out what you do not need.
"""

from workbench.papers.claims import Claim, Data, NotCheckable, Paper, Possible, SameFigure, Value
from workbench.papers.general_claims import Statement

FOUR = Data.of("four examples", "0 1 0 1", "0.2 0.4 0.6 0.9")  # class 0 is the positive one; it has the lower scores

paper = Paper(
    key="mine",  # ids of claims begin with it
    title="On reflected thresholds",
    authors="You",
    year=2026,
    claims=(
        # what is claimed of every sample: proved, or refuted by a small data set
        Claim(
            "mine.T1",
            "Theorem 1",
            "Reflected thresholds lose 2 MAE - BS.",
            "theorem",
            Statement("loss(score(1 - c)) == 2*MAE - BS"),
        ),
        # what is known to be wrong as printed is expected to fail; its correction stands beside it
        Claim(
            "mine.T2",
            "Theorem 2, as printed",
            "They never lose more than the Brier score.",
            "theorem",
            Statement("loss(score(1 - c)) <= BS"),
            expected="fails",
        ),
        Claim(
            "mine.T2.corrected",
            "Theorem 2",
            "They never lose less than the Brier score.",
            "theorem",
            Statement("loss(score(1 - c)) >= BS"),
        ),
        # printed numbers: on data, twice in the paper, and together
        Claim("mine.V1", "Table 1", "On four examples, AUC is 0.75.", "value", Value("AUC", FOUR, "0.75")),
        Claim(
            "mine.V2",
            "Table 1 and the text",
            "AUC is printed twice.",
            "value",
            SameFigure("0.75", "0.754"),
            expected="consistent",
        ),
        Claim(
            "mine.V3",
            "Table 2",
            "AUC and the Brier score.",
            "value",
            Possible((("AUC", "0.75"), ("BS", "0.19")), FOUR),
            expected="consistent",
        ),
        Claim(
            "mine.O1",
            "Section 5",
            "Reflected thresholds are worth a study.",
            "text",
            NotCheckable("an opinion"),
            expected="not checkable",
        ),
    ),
)
