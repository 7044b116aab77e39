"""Verdicts on confusion matrices beside those of the package mlscorecheck; where they differ, who is right and why.

A matrix that is said to exist is shown and its metrics are printed with decimals of their own; where none is said to
exist, all matrices are gone through. What mlscorecheck then accepts in its evidence falls into a few categories.
"""

import importlib
import logging
import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from mlscorecheck.check.bundles import retina, skinlesion

from tests.benchmarks.random_reports import TieOfRounding, rounded
from tests.benchmarks.scorecheck import NAMES, scorecheck
from tests.feasible.test_matrices import texts, value
from workbench.feasible.matrices import matrices
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.numbers.printed import Printed

OURS = {theirs: ours for ours, theirs in NAMES.items()}
COMPLEMENTS = [
    ("accuracy", "error"),
    ("sensitivity", "fnr"),
    ("specificity", "fpr"),
    ("precision", "fdr"),
    ("npv", "for"),
]
TOLERANCE = Fraction(2, 10**6)
OVERWRITTEN = "of a metric and its complement the last alone is looked at"
UNDEFINED = "an undefined metric is let pass"
WITHIN = "within its numerical tolerance"
DIVIDED = "a metric is let pass where its solution divides by zero"
WIDE = "its intervals are wider than the values in them"
CELLS = 1_000_000
CHUNKS, REPORTS = 4, 110


# --- documented examples -------------------------------------------------------------------------------------


def printed(scores, eps):
    """Scores with an uncertainty of one unit in the last place: it is not known how they were rounded."""
    digits = {1e-2: 2, 1e-4: 4}[eps]
    return {OURS[name]: Printed(f"{x:.{digits}f}", "any") for name, x in scores.items() if name in OURS}


README = [
    ({"acc": 0.9567, "sens": 0.8545, "spec": 0.9734}, 1e-4, 100, 200, True),
    ({"acc": 0.62, "sens": 0.22, "spec": 0.86, "f1p": 0.3, "fm": 0.32}, 1e-2, 530, 902, False),
    ({"acc": 0.92, "sens": 0.22, "spec": 0.86, "f1p": 0.3, "fm": 0.32}, 1e-2, 530, 902, True),
]


@pytest.mark.parametrize(("scores", "eps", "n0", "n1", "inconsistent"), README)
def test_its_documented_examples_get_the_same_verdict(scores, eps, n0, n1, inconsistent):
    figures = printed(scores, eps)
    assert scorecheck(figures, n0, n1, eps=eps)["inconsistency"] is inconsistent
    assert matrices(figures, n0=n0, n1=n1).possible is not inconsistent


BUNDLED = {
    "check_isic2016": (skinlesion, {"acc": 0.7916, "sens": 0.2933, "spec": 0.9145}, {}),
    "check_isic2017": (
        skinlesion,
        {"acc": 0.6183, "sens": 0.4957, "ppv": 0.2544, "f1p": 0.3362},
        {"target": "M", "against": ["SK", "N"]},
    ),
    "check_drishti_gs_segmentation_image": (
        retina,
        {"acc": 0.5966, "sens": 0.3, "spec": 0.6067, "f1p": 0.0468},
        {"image_identifier": "053", "confidence": 0.75, "target": "OD"},
    ),
    "check_stare_vessel_image": (
        retina,
        {"acc": 0.4699, "npv": 0.8993, "f1p": 0.134},
        {"image_identifier": "im0235", "annotator": "ah"},
    ),
    "check_hrf_vessel_image": (
        retina,
        {"acc": 0.5562, "sens": 0.5049, "spec": 0.5621},
        {"image_identifier": "13_h"},
    ),
    "check_drive_vessel_image": (
        retina,
        {"acc": 0.9633, "sens": 0.7406, "spec": 0.9849},
        {"image_identifier": "01", "annotator": 1},
    ),
    "check_diaretdb1_class": (
        retina,
        {"acc": 0.3115, "sens": 1.0, "spec": 0.0455, "f1p": 0.4474},
        {"subset": "test", "class_name": ["hardexudates", "softexudates"], "confidence": 0.75},
    ),
    "check_diaretdb1_segmentation_image": (
        retina,
        {"acc": 0.5753, "sens": 0.0503, "spec": 0.6187, "f1p": 0.0178},
        {"image_identifier": "005", "class_name": ["hardexudates", "softexudates"], "confidence": 0.75},
    ),
    "check_chasedb1_vessel_image": (
        retina,
        {"acc": 0.4457, "sens": 0.0051, "spec": 0.4706},
        {"image_identifier": "11R", "annotator": "manual1"},
    ),
}


@pytest.mark.parametrize("name", BUNDLED)
def test_its_bundled_examples_get_the_same_verdict(name, monkeypatch):
    package, scores, options = BUNDLED[name]
    logging.getLogger("mlscorecheck").setLevel(logging.ERROR)
    bundle = importlib.import_module(getattr(package, name).__module__)
    asked = []

    def listening(**given):
        found = decide(**given)
        asked.append((given["testset"], found["inconsistency"]))
        return found

    decide = bundle.check_1_testset_no_kfold
    monkeypatch.setattr(bundle, "check_1_testset_no_kfold", listening)
    getattr(package, name)(scores=scores, eps=1e-4, **options)
    assert asked
    for testset, inconsistent in asked:
        found = matrices(printed(scores, 1e-4), n0=int(testset["p"]), n1=int(testset["n"]))
        assert found.possible is not inconsistent


# --- random reports ------------------------------------------------------------------------------------------


def random_report(seed):
    """Two to five figures: true ones, with one of them moved, or with one of another matrix of the same sizes."""
    chance = random.Random(seed)
    most = chance.choice([3, 10, 30, 100, 300, 1000, 10_000])
    n0, n1 = chance.randint(1, most), chance.randint(1, most)

    def any_matrix():
        tp, fp = (chance.choice([0, n, chance.randint(0, n), chance.randint(0, n), n // 2]) for n in (n0, n1))
        return Matrix(tp, n0 - tp, fp, n1 - fp)

    kind, digits = chance.choice(["true", "moved", "mixed"]), chance.choice([1, 2, 2, 3, 3, 4])
    matrix, other = any_matrix(), any_matrix()
    names = chance.sample(list(NAMES), chance.randint(2, 5))
    figures = {}
    for i, name in enumerate(names):
        metric = named(name)
        x = metric.value(other if kind == "mixed" and i == 0 else matrix)
        if x is None:
            continue
        try:
            text = Printed(rounded(x, digits, "half", chance))
        except TieOfRounding:
            continue
        if kind == "moved" and i == 0:
            x = text.number + chance.choice([-2, -1, 1, 2]) * text.unit
            if x >= metric.low and (metric.high is None or x <= metric.high):
                text = Printed(rounded(x, digits, "half", chance))
        figures[name] = text
    return kind, n0, n1, figures


def prints_so(name, matrix, figure):
    """By decimals of the test, not by the workbench."""
    found = texts(value(name, matrix), len(figure.text.partition(".")[2]), "half")
    return any(Decimal(text) == Decimal(figure.text) for text in found)


FLOATS = {
    "accuracy": lambda a, b, c, d: (a + d) / (a + b + c + d),
    "error": lambda a, b, c, d: (b + c) / (a + b + c + d),
    "sensitivity": lambda a, b, c, d: a / (a + b),
    "specificity": lambda a, b, c, d: d / (c + d),
    "fpr": lambda a, b, c, d: c / (c + d),
    "fnr": lambda a, b, c, d: b / (a + b),
    "precision": lambda a, b, c, d: a / (a + c),
    "npv": lambda a, b, c, d: d / (b + d),
    "fdr": lambda a, b, c, d: c / (a + c),
    "for": lambda a, b, c, d: b / (b + d),
    "f1": lambda a, b, c, d: 2 * a / (2 * a + b + c),
    "fbeta(2)": lambda a, b, c, d: 5 * a / (5 * a + 4 * b + c),
    "balanced_accuracy": lambda a, b, c, d: (a / (a + b) + d / (c + d)) / 2,
    "informedness": lambda a, b, c, d: a / (a + b) - c / (c + d),
    "markedness": lambda a, b, c, d: a / (a + c) + d / (b + d) - 1,
    "kappa": lambda a, b, c, d: 2 * (a * d - b * c) / ((a + c) * (c + d) + (a + b) * (b + d)),
    "mcc": lambda a, b, c, d: (a * d - b * c) / np.sqrt((a + b) * (c + d) * (a + c) * (b + d)),
    "jaccard": lambda a, b, c, d: a / (a + b + c),
    "lr+": lambda a, b, c, d: a * (c + d) / (c * (a + b)),
    "lr-": lambda a, b, c, d: b * (c + d) / (d * (a + b)),
    "dor": lambda a, b, c, d: a * d / (b * c),
    "g_mean": lambda a, b, c, d: np.sqrt(a / (a + b) * d / (c + d)),
    "fowlkes_mallows": lambda a, b, c, d: a / np.sqrt((a + c) * (a + b)),
    "prevalence_threshold": lambda a, b, c, d: np.sqrt(c / (c + d)) / (np.sqrt(a / (a + b)) + np.sqrt(c / (c + d))),
}


def some_matrix(figures, n0, n1):
    """A matrix that prints so, or None, by going through all: floats leave few, decimals decide.

    What is undefined is infinite or no number in floats, which no comparison lets pass.
    """
    step = 1 + CELLS // (n1 + 1)
    for start in range(0, n0 + 1, step):
        tp, fp = np.arange(start, min(start + step, n0 + 1), dtype=float)[:, None], np.arange(n1 + 1.0)[None, :]
        left = np.ones((len(tp), n1 + 1), dtype=bool)
        with np.errstate(divide="ignore", invalid="ignore"):
            for name, figure in figures.items():
                x, middle = FLOATS[name](tp, n0 - tp, fp, n1 - fp), float(figure.number)
                left &= np.abs(x - middle) <= float(figure.unit / 2) + 1e-9 * (1 + abs(middle))
        for i, j in np.argwhere(left):
            matrix = Matrix(start + int(i), n0 - start - int(i), int(j), n1 - int(j))
            if all(prints_so(name, matrix, figure) for name, figure in figures.items()):
                return matrix
    return None


def asked(figures, n0, n1):
    """Its answer, and whether it fails with pairs of scores looked at first, as it does of its own accord."""
    try:
        return scorecheck(figures, n0, n1), ""
    except AttributeError as error:
        return scorecheck(figures, n0, n1, prefilter_by_pairs=False), str(error)


def category(figures, n0, n1, evidence):
    """Why it accepts a matrix that doesn't print so; None where there is no such reason."""
    for one, other in COMPLEMENTS:
        if one in figures and other in figures:
            for name in (one, other):
                rest = {x: figure for x, figure in figures.items() if x != name}
                if matrices(rest, n0=n0, n1=n1).possible:
                    return OVERWRITTEN
    matrix = Matrix(evidence["tp"], n0 - evidence["tp"], n1 - evidence["tn"], evidence["tn"])
    if min(matrix) < 0:
        return "a count beyond the class's size"
    values = {name: value(name, matrix) for name in figures}
    if None in values.values():
        return UNDEFINED
    wrong = {}
    for name, x in values.items():
        excess = abs(Fraction(x) - figures[name].number) - figures[name].unit / 2
        if excess > Fraction(1, 10**50):
            wrong[name] = excess
    if not wrong:
        return None
    if max(wrong.values()) <= TOLERANCE:
        return WITHIN
    zero = any(figures[name].number <= figures[name].unit / 2 + TOLERANCE for name in wrong)
    if 0 in matrix or zero:
        return DIVIDED
    return WIDE


def compared(seed):
    """What became of a report: agreed, a category of difference, or unexplained."""
    kind, n0, n1, figures = random_report(seed)
    if not figures:
        return Counter()
    found = matrices(figures, n0=n0, n1=n1)
    theirs, failed = asked(figures, n0, n1)
    differ = found.possible is theirs["inconsistency"]
    counted = Counter([f"{kind}: ours {found.possible}"])
    if failed:
        counted[f"it fails with its default options: {failed}"] += 1
    assert found.possible is not None
    assert found.possible or kind != "true"
    if found.possible:
        assert all(prints_so(name, found.matrix, figure) for name, figure in figures.items()), figures
    elif differ or (n0 + 1) * (n1 + 1) <= CELLS:
        counted["none among all matrices"] += 1
        assert some_matrix(figures, n0, n1) is None, figures
    if not differ:
        why = "agreed"
    elif found.possible:
        why = "it refuses a matrix that prints so"
    else:
        why = category(figures, n0, n1, theirs["evidence"]) or "unexplained"
    counted[why] += 1
    return counted


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_difference_on_random_reports_is_explained(chunk):
    counted = sum((compared(seed) for seed in range(chunk * REPORTS, (chunk + 1) * REPORTS)), Counter())
    print(*(f"{times:5d}  {what}" for what, times in sorted(counted.items())), sep="\n")
    assert not counted["unexplained"]
    assert counted["agreed"] >= 0.7 * REPORTS
    assert counted["none among all matrices"] > 10


@pytest.mark.parametrize(
    ("why", "n0", "n1", "values"),
    [
        (OVERWRITTEN, 16, 81, {"sensitivity": "0.01", "fnr": "1.00"}),
        (UNDEFINED, 2, 3, {"mcc": "0.6124", "f1": "0.5714"}),
        (WITHIN, 306, 705, {"informedness": "-0.60567", "fnr": "1.00000", "mcc": "-0.56335"}),
        (DIVIDED, 6, 2, {"kappa": "0.0002"}),
        (WIDE, 27, 16, {"fdr": "0.471", "prevalence_threshold": "0.549"}),
    ],
)
def test_what_it_accepts_although_no_matrix_prints_so(why, n0, n1, values):
    figures = {name: Printed(text) for name, text in values.items()}
    theirs = scorecheck(figures, n0, n1)
    assert not theirs["inconsistency"]
    assert category(figures, n0, n1, theirs["evidence"]) == why
    assert matrices(figures, n0=n0, n1=n1).possible is False
    assert some_matrix(figures, n0, n1) is None


def test_all_matrices_are_gone_through():
    """A true report of few examples has a matrix among all."""
    reports = [report for report in map(random_report, range(200)) if report[0] == "true" and report[3]]
    few = [(figures, n0, n1) for _, n0, n1, figures in reports if n0 * n1 <= 20_000]
    assert len(few) > 30
    assert all(some_matrix(*report) for report in few)
