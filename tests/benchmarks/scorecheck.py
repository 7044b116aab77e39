"""The same question put to the package mlscorecheck, which answers with intervals of floats.

Fazekas and Kovács, Testing the consistency of performance scores reported for binary classification problems (2024).
Its positive class is our class 0, and its uncertainty half a unit in the last printed place.
"""

import logging
from collections.abc import Mapping
from typing import Any

from workbench.numbers.printed import Printed

NAMES = {
    "accuracy": "acc",
    "error": "err",
    "sensitivity": "sens",
    "specificity": "spec",
    "fpr": "fpr",
    "fnr": "fnr",
    "precision": "ppv",
    "npv": "npv",
    "fdr": "fdr",
    "for": "for_",
    "f1": "f1p",
    "fbeta(2)": "fbp",
    "balanced_accuracy": "bacc",
    "informedness": "bm",
    "markedness": "mk",
    "kappa": "kappa",
    "mcc": "mcc",
    "jaccard": "ji",
    "lr+": "lrp",
    "lr-": "lrn",
    "dor": "dor",
    "g_mean": "gm",
    "fowlkes_mallows": "fm",
    "prevalence_threshold": "pt",
}
"""Ours and theirs."""


COMPLEMENTS = {"err": "acc", "fpr": "spec", "fnr": "sens", "fdr": "ppv", "for_": "npv"}


def scorecheck(
    figures: Mapping[str, Printed], n0: int, n1: int, eps: float | None = None, **more: Any
) -> dict[str, Any]:
    """What the package says of these figures, with the uncertainty ``eps`` where one is given."""
    from mlscorecheck.check.binary import check_1_testset_no_kfold

    logging.getLogger("mlscorecheck").setLevel(logging.ERROR)
    scores = {NAMES[name]: float(printed.number) for name, printed in figures.items()}
    around = {NAMES[name]: float(printed.unit / 2) if eps is None else eps for name, printed in figures.items()}
    around |= {COMPLEMENTS[name]: half for name, half in around.items() if name in COMPLEMENTS}
    if "fbp" in scores:
        scores["beta_positive"], around["beta_positive"] = 2.0, 0.0
    found: dict[str, Any] = check_1_testset_no_kfold({"p": n0, "n": n1}, scores, around, **more)
    return found
