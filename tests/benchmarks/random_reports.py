"""Reports that are true: figures of random data, printed in every way of rounding."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor

import flint

from workbench.errors import InputError
from workbench.feasible.matrix_metrics import CATALOGUE, Matrix, named
from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.numbers.certified import Real
from workbench.numbers.piecewise import exact_middle
from workbench.numbers.printed import ROUNDINGS, Printed
from workbench.reports.paper_file import Report
from workbench.samples.sample import Sample

HALF = Fraction(1, 2)
WAYS: dict[str, tuple[str, ...]] = {
    "half": ("half-up", "half-down"),
    "any": ("half-up", "half-down", "half-even", "down", "up"),
    "half-even": ("half-even",),
    "half-up": ("half-up",),
    "down": ("down",),
    "up": ("up",),
}
ROUND: dict[str, Callable[[Fraction], int]] = {
    "half-up": lambda x: floor(x + HALF),
    "half-down": lambda x: ceil(x - HALF),
    "half-even": round,
    "down": floor,
    "up": ceil,
}

_METHODS = (
    *("score_fixed(1/3)", "score_fixed(1/2)", "score_uniform", "score_uniform(1/4, 3/4)", "score_driven"),
    *("score(1 - c)", "rate_fixed(1/4)", "rate_fixed(1/2)", "rate_uniform", "rate_driven", "rate(1 - c)", "optimal"),
    *("mix(1/3, rate_driven, score_driven)", "mix(1/4, rate_driven, rate_uniform)"),
)
_COSTS = ("", ", cost=beta(2, 2)", ", cost=beta(2, 3)", ", cost=point(1/3)", ", cost=uniform(1/4, 2/3)")
_CONDITIONS = ("", ", condition=skew")
LOSSES = [f"loss({''.join(parts)})" for parts in product(_METHODS, _COSTS, _CONDITIONS)]
RATE_LOSSES = [x for x in LOSSES if x.startswith(("loss(rate", "loss(optimal"))]
READINGS = [f"loss(rate_driven, rates={x})" for x in ("step", "cutpoints", "nearest")]
OF_ORDER = ["AUC", "AUC", "AUC", "GINI", "AUCH", "RL", "RLH", "H", "KS", "MER", "h_measure(2, 3)", "1 - AUC", "AUC**2"]
OF_SCORES = [
    *("AUC", "AUC", "AUC", "BS", "BS", "BS", "MAE", "MAE", "BS0", "BS1", "MBS", "MAE0", "MAE1", "MMAE", "CL"),
    *("error(1/2)", "error(1/3)", "macro_error(1/2)", "MAE - BS", "CL + RL", "BS*AUC", "BS/(pi0*pi1)"),
    *("2*AUC*pi0", "sqrt(BS)", "loss(score_driven) - loss(optimal)", "(AUC + KS)/2", "max(AUC, 1 - AUC)"),
    *("loss(score_driven)", "loss(score_uniform)", "loss(rate_driven)", "loss(rate_uniform)", "MBS - MMAE"),
]
OF_MATRIX = [*(metric.name for metric in CATALOGUE), "fbeta(2)", "fbeta(1/2)"]
KINDS = {"order": 15, "scores": 40, "calibrated": 12, "matrix": 15, "matrix and scores": 12, "sizes unknown": 3}


class TieOfRounding(ArithmeticError):
    """A ball that is not known well enough to be rounded."""


@dataclass(frozen=True)
class TrueReport:
    """A report, the data that it is true of, and which group of figures it belongs to."""

    number: int
    kind: str
    report: Report
    sample: Sample

    def __str__(self) -> str:
        """What a paper's file says, after the data."""
        sample, report = self.sample, self.report
        data = ", ".join(
            f"{s}: {a} + {b}" for s, a, b in zip(sample.scores, sample.counts0, sample.counts1, strict=True)
        )
        sizes = [f"{name} = {size}" for name in ("n", "n0", "n1") if (size := getattr(report, name)) is not None]
        lines = [
            f"# number {self.number}, {self.kind}; scores with examples of class 0 + class 1: {data}",
            "[[reported]]",
            *sizes,
            *(["calibrated = true"] if report.calibrated else []),
            "[reported.values]",
        ]
        for name, printed in report.figures.items():
            lines.append(f'"{name}" = {{printed = "{printed}", rounding = "{printed.rounding}"}}')
        return "\n".join(lines)


def true_report(seed: int, number: int) -> TrueReport:
    """The report of this number: it depends on the seed and the number alone."""
    rng = random.Random(f"{seed}:{number}")
    while True:
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        few = kind == "sizes unknown"
        n0, n1 = (rng.randint(1, 6) if few else _size(rng) for _ in range(2))
        sample = random_sample(rng, n0, n1)
        if kind == "calibrated":
            sample = recalibrated(sample, rng.random() < 0.5)
        figures = dict(_figures(rng, kind, sample))
        if figures:
            break
    given: dict[str, int] = {"n0": n0, "n1": n1}
    if few or (kind == "matrix" and rng.random() < 0.4):
        given = rng.choices([{"n": n0 + n1}, {"n0": n0}, {}], [40, 1, 1] if few else [1, 1, 1])[0]
    figures = {name: printed for name, printed in figures.items() if name not in given}
    if not figures:
        figures = {"AUC": Printed(rounded(value(sample, parse_expression("AUC")), 2, "half", rng))}
    calibrated = kind == "calibrated" or (few and _is_calibrated(sample))
    return TrueReport(number, kind, Report(f"report {number}", figures, calibrated=calibrated, **given), sample)


def _size(rng: random.Random) -> int:
    return rng.randint(1, rng.choice([1, 3, 3, 5, 5, 12, 12, 40, 200]))


# --- data ---------------------------------------------------------------------------------------------------


def random_sample(rng: random.Random, n0: int, n1: int) -> Sample:
    """Scores in [0, 1] of one of many kinds, most with ties, for classifiers from inverted to perfect."""
    classes = [0] * n0 + [1] * n1
    draw = rng.choice([_uniform, _grid, _grid, _beta, _tied, _separated, _zero_or_one, _single])
    scores = draw(rng, classes)
    if rng.random() < 0.15:
        scores = [1 - s for s in scores]
    sample = Sample.of(classes, scores)
    return recalibrated(sample, rng.random() < 0.5) if rng.random() < 0.1 else sample


def recalibrated(sample: Sample, pooled: bool) -> Sample:
    """Scores replaced by the fraction of class 1 among equal scores, or in the block of pool adjacent violators."""
    if pooled:
        scores = [b.calibrated for b in sample.blocks]
        return Sample.of_counts(scores, [b.count0 for b in sample.blocks], [b.count1 for b in sample.blocks])
    found: dict[Fraction, list[int]] = {}
    for a, b in zip(sample.counts0, sample.counts1, strict=True):
        group = found.setdefault(Fraction(b, a + b), [0, 0])
        group[0] += a
        group[1] += b
    scores = sorted(found)
    return Sample.of_counts(scores, [found[s][0] for s in scores], [found[s][1] for s in scores])


def _is_calibrated(sample: Sample) -> bool:
    groups = zip(sample.scores, sample.counts0, sample.counts1, strict=True)
    return all(s == Fraction(b, a + b) for s, a, b in groups)


def _uniform(rng: random.Random, classes: list[int]) -> list[Fraction]:
    return [Fraction(rng.randrange(10**6 + 1), 10**6) for _ in classes]


def _grid(rng: random.Random, classes: list[int]) -> list[Fraction]:
    """Rounded scores: the greatest or the least of some draws, by class."""
    steps, draws = rng.choice([2, 3, 4, 5, 8, 10, 20, 100]), rng.choice([1, 2, 2, 3, 6])
    return [
        Fraction((max if y else min)(rng.randint(0, steps) for _ in range(draws)), steps) for y in classes
    ]  # fmt: skip


def _beta(rng: random.Random, classes: list[int]) -> list[Fraction]:
    shape, digits = rng.choice([0.3, 1.0, 3.0]), rng.choice([2, 4])
    drawn = [rng.betavariate(shape + y, shape + 1 - y) for y in classes]
    return [Fraction(round(s * 10**digits), 10**digits) for s in drawn]


def _tied(rng: random.Random, classes: list[int]) -> list[Fraction]:
    score = Fraction(rng.randint(0, 4), 4)
    return [score for _ in classes]


def _separated(rng: random.Random, classes: list[int]) -> list[Fraction]:
    """Perfectly separated, some with ties inside the classes, at times touching at 1/2."""
    steps = rng.choice([1, 2, 10, 1000])
    lowest = rng.choice([0, 1])
    return [Fraction(rng.randint(lowest, steps) * (1 if y else -1) + steps, 2 * steps) for y in classes]


def _zero_or_one(rng: random.Random, classes: list[int]) -> list[Fraction]:
    wrong = rng.choice([0.0, 0.1, 0.3, 0.5])
    return [Fraction(y if rng.random() >= wrong else 1 - y) for y in classes]


def _single(rng: random.Random, classes: list[int]) -> list[Fraction]:
    """Two levels of scores besides 0 and 1."""
    levels = [Fraction(rng.randint(0, 12), 12) for _ in range(2)] + [Fraction(0), Fraction(1)]
    return [rng.choice(levels) for _ in classes]


# --- figures ------------------------------------------------------------------------------------------------


def _figures(rng: random.Random, kind: str, sample: Sample) -> Iterator[tuple[str, Printed]]:
    """Some figures of the sample as they are printed."""
    rounding, digits = rng.choice(ROUNDINGS), rng.randint(1, 4)
    mixed = rng.random() < 0.3
    for name, x in _values(rng, kind, sample):
        if mixed:
            rounding, digits = rng.choice(ROUNDINGS), rng.randint(1, 4)
        whole = isinstance(x, Fraction) and x.denominator == 1
        places = 0 if whole and rng.random() < 0.5 else digits
        try:
            yield name, Printed(rounded(x, places, rounding, rng), rounding)
        except TieOfRounding:
            continue


def _values(rng: random.Random, kind: str, sample: Sample) -> Iterator[tuple[str, Real]]:
    wanted = rng.choice([1, 2, 2, 3, 3, 4, 6])
    if kind in ("matrix", "matrix and scores") or (kind == "sizes unknown" and rng.random() < 0.3):
        cuts = list(zip(sample.cumulative0, sample.cumulative1, strict=True))
        tp, fp = rng.choice(cuts)
        matrix = Matrix(tp, sample.n0 - tp, fp, sample.n1 - fp)
        for name in rng.sample(OF_MATRIX, wanted):
            x = named(name).value(matrix)
            if x is not None:
                yield name, x
        if kind == "matrix":
            return
        wanted = rng.choice([1, 1, 2, 3])
    pools = {"order": [OF_ORDER, OF_ORDER, RATE_LOSSES]}.get(kind, [OF_SCORES, OF_SCORES, OF_ORDER, LOSSES, READINGS])
    weights = [1] * len(pools) if kind == "order" else [4, 4, 3, 4, 0.5]
    for name in dict.fromkeys(rng.choice(rng.choices(pools, weights)[0]) for _ in range(wanted)):
        try:
            yield name, value(sample, parse_expression(name))
        except InputError:
            continue


def rounded(x: Real, digits: int, rounding: str, rng: random.Random) -> str:
    """The number as it is printed; where the way of rounding leaves a choice, one of them."""
    scale = 10**digits
    return _text(x, ROUND[rng.choice(WAYS[rounding])](abs(_exact(x, scale)) * scale), digits)


def texts(x: Real, digits: int, rounding: str) -> set[str]:
    """All that the number can be printed as."""
    scale = 10**digits
    return {_text(x, ROUND[way](abs(_exact(x, scale)) * scale), digits) for way in WAYS[rounding]}


def _exact(x: Real, scale: int) -> Fraction:
    """The number, or the middle of a ball that no rounding parts."""
    if isinstance(x, Fraction):
        return x
    radius = Fraction(float(x.rad())) + Fraction(1, 10**15)
    middle = exact_middle(x)
    if floor((middle - radius) * 2 * scale) != floor((middle + radius) * 2 * scale):
        raise TieOfRounding(f"{x} is too near to one")
    return middle


def _text(x: Real, units: int, digits: int) -> str:
    text = f"{units:0{digits + 1}d}"
    point = f".{text[-digits:]}" if digits else ""
    negative = bool(x < (0 if isinstance(x, Fraction) else flint.arb(0)))
    return f"{'-' * negative}{text[: len(text) - digits]}{point}"
