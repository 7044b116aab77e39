"""How many reports are left undecided, kind by kind: true ones, and those with one last digit changed.

``python -m tests.benchmarks.undecided --reports 20`` prints the shares, each with the work that `check` may do.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from multiprocessing import Pool

import numpy as np

from workbench.errors import InputError
from workbench.losses.evaluation import evaluate
from workbench.reports.paper_file import report_of
from workbench.reports.reported import verdict_of
from workbench.samples.sample import Sample

SECONDS = 5.0
SIZES = (8, 20, 50, 100, 300, 1000, 2000)


def sample(rng: random.Random) -> Sample:
    """Scores of a model that tells the classes apart more or less, in hundredths."""
    n0, n1 = (round(rng.choice(SIZES) * rng.uniform(0.6, 1.6)) for _ in range(2))
    chance, apart = np.random.default_rng(rng.randrange(2**32)), rng.uniform(0.2, 2.5)
    logits = np.concatenate([chance.normal(-apart, 1.5, n0), chance.normal(apart, 1.5, n1)])
    scores = [Fraction(round(100 / (1 + np.exp(-x))), 100) for x in logits]
    return Sample.of([0] * n0 + [1] * n1, scores)


def text_of(kind: str, rng: random.Random) -> str:
    """A true report of this kind."""
    if kind == "folds":
        return _folds(rng)
    data, digits = sample(rng), rng.choice((2, 3))
    metrics = evaluate(*data.examples()).metrics
    threshold = Fraction(rng.randint(20, 80), 100)
    tp = sum(a for s, a in zip(data.scores, data.counts0, strict=True) if s <= threshold)
    fp = sum(b for s, b in zip(data.scores, data.counts1, strict=True) if s <= threshold)
    values = {name: float(metrics[name]) for name in ("AUC", "BS", "KS", "MER")}
    values |= {"sensitivity": tp / data.n0, "specificity": 1 - fp / data.n1, "RMSE": values["BS"] ** 0.5}
    known = f"n0={data.n0} n1={data.n1} "
    names, sizes = {
        "AUC and Brier, sizes unknown": (("AUC", "BS"), ""),
        "rates, AUC and Brier, sizes unknown": (("AUC", "BS", "sensitivity", "specificity"), ""),
        "rates and AUC, n known": (("AUC", "sensitivity", "specificity"), f"n={data.n} "),
        "RMSE and AUC": (("AUC", "RMSE"), known),
        "KS alone": (("KS",), known),
        "KS and AUC": (("KS", "AUC"), known),
        "MER alone": (("MER",), known),
    }[kind]
    digits += kind == "KS alone" and data.n > 100
    return sizes + " ".join(f"{name}={values[name]:.{digits}f}" for name in names)


def _folds(rng: random.Random) -> str:
    k, stratified = rng.choice((5, 10)), rng.random() < 0.5
    n0, n1 = (round(k * rng.choice((5, 10, 30)) * rng.uniform(1, 1.5)) for _ in range(2))
    if stratified:
        folds = [(n0 // k + (i < n0 % k), n1 // k + (i >= k - n1 % k)) for i in range(k)]
    else:
        classes = [0] * n0 + [1] * n1
        rng.shuffle(classes)
        ends = [0]
        for i in range(k):
            ends.append(ends[-1] + len(classes) // k + (i < len(classes) % k))
        dealt = [classes[a:b] for a, b in pairwise(ends)]
        folds = [(each.count(0), each.count(1)) for each in dealt]
    tp, tn = ([rng.randint(m // 2, m) for m in side] for side in zip(*folds, strict=True))
    figures = {
        "sensitivity": sum(x / a for x, (a, _) in zip(tp, folds, strict=True)) / k,
        "specificity": sum(y / b for y, (_, b) in zip(tn, folds, strict=True)) / k,
        "accuracy": sum((x + y) / (a + b) for x, y, (a, b) in zip(tp, tn, folds, strict=True)) / k,
    }
    names = rng.sample(list(figures), rng.randint(1, 3))
    told = " stratified=true" * stratified
    return f"n0={n0} n1={n1} folds={k}{told} " + " ".join(f"{name}={figures[name]:.3f}" for name in names)


KINDS = (
    "AUC and Brier, sizes unknown", "rates, AUC and Brier, sizes unknown", "rates and AUC, n known", "RMSE and AUC",
    "KS alone", "KS and AUC", "MER alone", "folds",
)  # fmt: skip


def verdict(case: tuple[str, int, bool]) -> tuple[str, bool, str, str]:
    """What is said of the report of this kind and number, or of the one whose last digit is another."""
    kind, number, true = case
    rng = random.Random(f"{kind}:{number}")
    text = text_of(kind, rng)
    if not true:
        text = text[:-1] + rng.choice("0123456789".replace(text[-1], ""))
    try:
        return kind, true, verdict_of(report_of(text), SECONDS), text
    except InputError:
        return kind, true, "inconsistent", text


def shares(reports: int, jobs: int, tell: Callable[[str], None] = lambda text: None) -> Counter[tuple[str, bool, str]]:
    """How many reports of each kind, true or not, get each verdict; no true one may be called inconsistent."""
    cases = [(kind, number, true) for number in range(reports) for kind in KINDS for true in (True, False)]
    counted: Counter[tuple[str, bool, str]] = Counter()
    with Pool(jobs) as pool:
        for kind, true, found, text in pool.imap_unordered(verdict, cases):
            assert not (true and found == "inconsistent"), text
            counted[kind, true, found] += 1
            if found == "undecided":
                tell(text)
    return counted


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tell", action="store_true", help="the reports that are undecided too")
    given = parser.parse_args(arguments)
    counted = shares(given.reports, given.jobs, print if given.tell else lambda text: None)
    for kind in KINDS:
        open_ = [counted[kind, true, "undecided"] / given.reports for true in (True, False)]
        print(f"{kind:38} undecided of true ones {open_[0]:4.0%}, of changed ones {open_[1]:4.0%}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
