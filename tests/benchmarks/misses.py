"""Reports on a few examples, true and false ones, decided and compared with every weak order gone through."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from time import perf_counter

from tests.benchmarks.false_alarms import decided
from tests.benchmarks.random_reports import rounded, texts
from tests.benchmarks.weak_orders import (
    OF_CUT,
    OF_ORDER,
    ON_SCORES,
    Order,
    calibrated_scores,
    cuts,
    of_cut,
    weak_orders,
)
from workbench.numbers.printed import ROUNDINGS, Interval, Printed
from workbench.reports.paper_file import Report
from workbench.samples.sample import Sample

KINDS = {"order": 5, "order and scores": 5, "calibrated": 4, "order and matrix": 4, "sizes unknown": 1}
_CLIPPED = (Fraction(0), Fraction(1))


@dataclass(frozen=True)
class Comparison:
    """What was said of a report and what is true; ``wrong`` says in words where they contradict each other."""

    kind: str
    verdict: str
    true: bool
    seconds: float
    wrong: str = ""


def comparisons(
    reports: int, seed: int, most: int, seconds: float, tell: Callable[[], None] = lambda: None
) -> Iterator[Comparison]:
    """So many random reports on at most ``most`` examples of each class."""
    for number in range(reports):
        yield comparison(seed, number, most, seconds)
        tell()


def comparison(seed: int, number: int, most: int, seconds: float) -> Comparison:
    """The report of this number, decided twice."""
    rng = random.Random(f"misses {seed}:{number}")
    kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
    known = kind != "sizes unknown"
    n0, n1 = (rng.randint(1, most if known else min(most, 3)) for _ in range(2))
    figures = _drawn(rng, kind, n0, n1)
    given = {"n0": n0, "n1": n1} if known else {"n": n0 + n1}
    report = Report(f"report {number}", figures, calibrated=kind == "calibrated", **given)
    pairs = [(n0, n1)] if known else [(k, n0 + n1 - k) for k in range(1, n0 + n1)]
    true = any(_possible(kind, *pair, figures) for pair in pairs)
    start = perf_counter()
    found = decided(report, seconds)
    took = perf_counter() - start
    wrong = ""
    if found.verdict != "undecided" and (found.verdict == "consistent") != true:
        wrong = f"called {found.verdict} ({found.because})"
    elif isinstance(found.witness, Sample) and not _has(found.witness, kind, figures):
        wrong = f"{found.witness.examples()} does not have them"
    told = {name: (x.text, x.rounding) for name, x in figures.items()}
    text = f"number {number}, {kind}, {given}, {told}: {wrong}" if wrong else ""
    return Comparison(kind, found.verdict, true, took, text)


# --- by every weak order ------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _orders(n0: int, n1: int) -> tuple[Order, ...]:
    return tuple(weak_orders(n0, n1))


@lru_cache(maxsize=2048)
def _values(name: str, n0: int, n1: int) -> tuple[Fraction, ...]:
    return tuple(OF_ORDER[name](order) for order in _orders(n0, n1))


@lru_cache(maxsize=2048)
def _spans(name: str, n0: int, n1: int) -> tuple[tuple[Fraction, Fraction, bool, bool], ...]:
    return tuple(ON_SCORES[name].span(order) for order in _orders(n0, n1))


@lru_cache(maxsize=2048)
def _calibrated(name: str, n0: int, n1: int) -> tuple[Fraction | None, ...]:
    """The value at calibrated scores, for the orders that have such scores."""
    found = []
    for order in _orders(n0, n1):
        scores = calibrated_scores(order)
        found.append(None if scores is None else _at(name, order, scores))
    return tuple(found)


def _at(name: str, order: Order, scores: Sequence[Fraction]) -> Fraction:
    return OF_ORDER[name](order) if name in OF_ORDER else ON_SCORES[name].at(order, scores)


def _possible(kind: str, n0: int, n1: int, figures: dict[str, Printed]) -> bool:
    """Whether some order has all figures."""
    left = list(range(len(_orders(n0, n1))))
    of_cuts = {name: printed for name, printed in figures.items() if name in OF_CUT}
    for name, printed in figures.items():
        if name in of_cuts:
            continue
        if kind == "calibrated":
            exact = _calibrated(name, n0, n1)
            left = [i for i in left if (x := exact[i]) is not None and _prints(x, printed)]
        elif name in OF_ORDER:
            values = _values(name, n0, n1)
            left = [i for i in left if _prints(values[i], printed)]
        else:
            spans = _spans(name, n0, n1)
            left = [i for i in left if not (Interval(*spans[i]) & printed.values).empty]
    orders = _orders(n0, n1)
    return any(not of_cuts or _some_cut(orders[i], n0, n1, of_cuts) for i in left)


def _some_cut(order: Order, n0: int, n1: int, figures: dict[str, Printed]) -> bool:
    for cut in cuts(order):
        exact = [(of_cut(name, n0, n1, cut), printed) for name, printed in figures.items()]
        if all(x is not None and _prints(x, printed) for x, printed in exact):
            return True
    return False


@lru_cache(maxsize=100_000)
def _prints(x: Fraction, printed: Printed) -> bool:
    return printed.text.lstrip("-") in {text.lstrip("-") for text in texts(x, _digits(printed), printed.rounding)} and (
        printed.number == 0 or (printed.number > 0) == (x > 0)
    )


def _digits(printed: Printed) -> int:
    return len(printed.text.partition(".")[2])


def _has(sample: Sample, kind: str, figures: dict[str, Printed]) -> bool:
    """Whether the data set has the figures."""
    order = tuple(zip(sample.counts0, sample.counts1, strict=True))
    if kind == "calibrated" and calibrated_scores(order) != list(sample.scores):
        return False
    of_cuts = {name: printed for name, printed in figures.items() if name in OF_CUT}
    rest = all(_prints(_at(name, order, sample.scores), x) for name, x in figures.items() if name not in of_cuts)
    return rest and (not of_cuts or _some_cut(order, sample.n0, sample.n1, of_cuts))


# --- random reports -----------------------------------------------------------------------------------------


def _drawn(rng: random.Random, kind: str, n0: int, n1: int) -> dict[str, Printed]:
    """Figures of one order, of two, or nearly so."""
    orders = _orders(n0, n1)
    if kind == "calibrated":
        orders = tuple(order for order in orders if calibrated_scores(order) is not None)
    order, other = rng.choice(orders), rng.choice(orders)
    pool = [*OF_ORDER, "AUC", "AUC", "KS", "MER"] + ([*ON_SCORES] if kind == "calibrated" else [])
    names = list(dict.fromkeys(rng.choice(pool) for _ in range(rng.choice([1, 2, 2, 3]))))
    if kind == "order and scores":
        names.append(rng.choice(list(ON_SCORES)))
    cut, other_cut = rng.choice(cuts(order)), rng.choice(cuts(order))
    if kind == "order and matrix":
        names += rng.sample(list(OF_CUT), rng.choice([1, 2]))
    digits, rounding = rng.randint(1, 3), rng.choice(ROUNDINGS)
    found = {}
    for name in names:
        of = other if rng.random() < 0.2 else order
        x: Fraction | None
        if name in OF_CUT:
            x = of_cut(name, n0, n1, other_cut if rng.random() < 0.2 else cut)
        elif kind == "calibrated":
            scores = calibrated_scores(of)
            assert scores is not None
            x = _at(name, of, scores)
        elif name in OF_ORDER:
            x = OF_ORDER[name](of)
        else:
            low, high, _, _ = ON_SCORES[name].span(of)
            x = low + (high - low) * rng.choice([0, 1, Fraction(rng.randint(-20, 120), 100)])
            x = min(max(x, _CLIPPED[0]), _CLIPPED[1])
        if x is None:
            continue
        if rng.random() < 0.15 and name not in ("GINI", "AUCH"):
            x = min(max(x + Fraction(rng.choice([-2, -1, 1, 2]), 10**digits), _CLIPPED[0]), _CLIPPED[1])
        found[name] = Printed(rounded(x, digits, rounding, rng), rounding)
    return found or {"AUC": Printed("0.5")}
