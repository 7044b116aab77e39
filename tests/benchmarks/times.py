"""How long an answer takes, and how long mlscorecheck takes for the same reports, one after the other."""

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib.util import find_spec
from time import perf_counter
from typing import NamedTuple

from tests.benchmarks.random_reports import random_sample, rounded
from tests.benchmarks.scorecheck import scorecheck
from workbench.feasible.matrices import matrices
from workbench.feasible.matrix_metrics import Matrix, named
from workbench.feasible.scores import decide_scores
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.numbers.printed import Printed

MATRIX_SIZES, SCORE_SIZES = (100, 10_000, 3_000_000), (10, 50, 1000)
_OF_MATRIX = ("accuracy", "sensitivity", "specificity", "precision", "npv", "f1", "balanced_accuracy", "mcc", "jaccard")
_OF_SCORES = ("AUC", "BS", "MAE", "KS", "H", "RLH", "MER", "loss(rate_driven)", "loss(score_uniform)", "error(1/2)")


class Took(NamedTuple):
    """Seconds for one report; ``theirs`` is None where mlscorecheck has no answer."""

    ours: float
    theirs: float | None = None


def installed() -> bool:
    """Whether mlscorecheck is there."""
    return find_spec("mlscorecheck") is not None


def of_matrices(n: int, reports: int, seed: int) -> Iterator[Took]:
    """Three figures of ``n`` examples, true ones and, every other time, with one of them moved."""
    rng = random.Random(f"matrix times {n}:{seed}")
    beside = installed()
    if beside:
        scorecheck({"accuracy": Printed("0.5"), "mcc": Printed("0.5")}, 3, 3)  # its first call loads data
    for number in range(reports):
        n0 = rng.randint(n // 10, n // 2)
        tp, fp = rng.randint(n0 // 2, n0), rng.randint(0, (n - n0) // 2)
        matrix = Matrix(tp, n0 - tp, fp, n - n0 - fp)
        figures = {}
        for name in rng.sample(_OF_MATRIX, 3):
            x = named(name).value(matrix)
            assert x is not None
            figures[name] = Printed(rounded(x, rng.choice([3, 4]), "half", rng))
        if number % 2:
            name, printed = rng.choice(list(figures.items()))
            moved = max(printed.number - 3 * printed.unit, Fraction(0))
            figures[name] = Printed(rounded(moved, len(printed.text) - 2, "half", rng))
        start = perf_counter()
        _ = matrices(figures, n0=n0, n1=n - n0).possible
        ours = perf_counter() - start
        yield Took(ours, _theirs(figures, n0, n - n0) if beside else None)


def _theirs(figures: Mapping[str, Printed], n0: int, n1: int) -> float | None:
    start = perf_counter()
    try:
        scorecheck(figures, n0, n1)
    except AttributeError:
        return None
    return perf_counter() - start


def of_scores(n: int, reports: int, seed: int) -> Iterator[Took]:
    """Three figures of a sample of ``n`` examples, true ones and, every other time, with one of them moved."""
    rng = random.Random(f"score times {n}:{seed}")
    for number in range(reports):
        n0 = rng.randint(max(1, n // 5), n // 2)
        sample = random_sample(rng, n0, n - n0)
        figures = {}
        for name in rng.sample(_OF_SCORES, 3):
            x = value(sample, parse_expression(name))
            if number % 2 and not figures:
                assert isinstance(x, Fraction)
                x = abs(x - Fraction(1, 20))
            figures[name] = Printed(rounded(x, 3, "half", rng))
        start = perf_counter()
        decide_scores(figures, n0, n - n0)
        yield Took(perf_counter() - start)
