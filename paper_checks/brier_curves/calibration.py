"""Calibration, and the conclusions."""

from __future__ import annotations

from fractions import Fraction

from workbench.calibration.isotonic import isotonic
from workbench.curves.cost_curves import (
    cost_curve,
)
from workbench.numbers.written import as_json
from workbench.papers.claims import (
    Claim,
    Computed,
    Data,
    Finding,
    NotCheckable,
)
from workbench.papers.engines import defined, exact
from workbench.papers.general_claims import Statement

from .given import E15, A, B, C, samples

VOTE_TRAIN = Data.read("vote_nb_train.csv")
VOTE_RAW = Data.read("vote_nb_test_raw.csv")
VOTE_PAV = Data.read("vote_nb_test_pav.csv")


def scores_are_pav() -> Finding:
    """Pool adjacent violators on the training half, applied to the raw test scores, against the calibrated ones."""
    found = isotonic(VOTE_TRAIN.sample, "rank").apply(VOTE_RAW.sample)
    unit = Fraction(1, 10**12)
    printed = VOTE_PAV.sample.map_scores(lambda x: round(x, 12))
    rounded = found.map_scores(lambda x: round(x / unit) * unit)
    numeric = {"data": VOTE_PAV.name, "distinct scores": len(printed.scores)}
    return Finding.of(rounded == printed, numeric=numeric, note="new scores between two blocks spread evenly")


def calibration_improves_brier() -> Finding:
    """The Brier score of naive Bayes on the test half, before and after calibration."""
    return _improves("BS", -1)


def calibration_improves_roc() -> Finding:
    """The area under the ROC curve of naive Bayes on the test half, before and after calibration."""
    return _improves("AUC", 1)


def _improves(name: str, sign: int) -> Finding:
    before, after = (exact(data.sample, name) for data in (VOTE_RAW, VOTE_PAV))
    others = [defined(data.sample, name) for data in (VOTE_RAW, VOTE_PAV)]
    numeric = {"data": f"{VOTE_RAW.name}, {VOTE_PAV.name}", "before": as_json(before), "after": as_json(after)}
    symbolic = {"before": as_json(others[0]), "after": as_json(others[1])}
    return Finding.of(sign * (after - before) > 0, agree=others == [before, after], symbolic=symbolic, numeric=numeric)


def calibration_on_its_own_data() -> Finding:
    """On the calibration data PAV turns the ROC curve into its hull and the Brier curve into the optimal one.

    Neither is worse then: the areas are proved not to be, the curves compared as a whole on each sample.
    """
    proofs = [Statement(text).run() for text in ("AUC <= AUCH", "loss(optimal) <= loss(score_driven)")]
    tried = (VOTE_TRAIN.sample, *(data.sample for data in (A, B, C, E15)), *samples())
    right = all(found.verdict == "holds" for found in proofs)
    for sample in tried:
        after = isotonic(sample).apply(sample)
        right &= after.roc() == sample.hull()
        right &= cost_curve(after, "score_driven") == cost_curve(sample, "optimal")
    parts = {key: [x for found in proofs for x in (found.symbolic or {})[key]] for key in ("given", "steps", "proof")}
    return Finding.of(right, symbolic=parts, numeric={"samples": len(tried)})


claims = (
    Claim(
        "000.cal.1",
        "Calibration",
        "ROC and Brier curves of naive Bayes on the vote data before and after calibration.",
        "text",
        NotCheckable("a figure without printed numbers"),
        expected="not checkable",
    ),
    Claim(
        "000.cal.1.pav",
        "Calibration",
        "The calibrated scores of the vote data come from PAV on the training half.",
        "example",
        Computed(scores_are_pav),
        note="these files were made after the slides: the split that gives their credit figures, applied to the votes",
    ),
    Claim(
        "000.cal.2.brier",
        "Calibration",
        "Calibration improves the Brier curve.",
        "text",
        Computed(calibration_improves_brier),
        note="by the area under it, the Brier score, on the test half",
    ),
    Claim(
        "000.cal.2.roc",
        "Calibration",
        "Calibration improves the ROC curve.",
        "text",
        Computed(calibration_improves_roc),
        expected="fails",
        note="by the area under it, on the test half",
    ),
    Claim(
        "000.cal.2.roc.corrected",
        "Calibration",
        "Calibration makes neither curve worse on the data that it was learned from.",
        "text",
        Computed(calibration_on_its_own_data),
        note="the ROC curve becomes its hull, the Brier curve the optimal cost curve",
    ),
    Claim(
        "000.cal.2.range",
        "Calibration",
        "Calibration has failed between 0.2 and 0.4.",
        "text",
        NotCheckable("it is read off a figure, and what fails there is not said in numbers"),
        expected="not checkable",
    ),
    Claim(
        "000.con.1",
        "Conclusions and future work",
        "Brier curves summarise most of the information about the performance of a classifier.",
        "text",
        NotCheckable("an opinion, and plans for future work"),
        expected="not checkable",
    ),
)
