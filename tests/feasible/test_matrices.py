"""Printed metrics of confusion matrices, against all matrices listed, with metrics and rounding of their own."""

import decimal
import random
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice, product

import pytest

from workbench.errors import InputError
from workbench.feasible.lattice_points import Polygon, floor_sum
from workbench.feasible.matrices import matrices
from workbench.feasible.matrix_metrics import CATALOGUE, COUNTS, Matrix, known, named
from workbench.feasible.matrix_proportions import class_share
from workbench.feasible.matrix_regions import Region
from workbench.numbers.printed import ROUNDINGS, Interval, Printed, as_printed

CONTEXT = decimal.Context(prec=70, Emax=10**6, Emin=-(10**6))
UP, DOWN, EVEN = decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_HALF_EVEN
DIRECTIONS = {
    "half": (UP, DOWN, EVEN),
    "half-even": (EVEN,),
    "half-up": (UP,),
    "down": (decimal.ROUND_DOWN,),
    "up": (decimal.ROUND_UP,),
    "any": (UP, DOWN, EVEN, decimal.ROUND_DOWN, decimal.ROUND_UP),
}


def root(x: Fraction) -> Decimal:
    return CONTEXT.sqrt(CONTEXT.divide(Decimal(x.numerator), Decimal(x.denominator)))


def rate(top: int, bottom: int) -> Fraction:
    return Fraction(top, bottom)


def prevalence_threshold(tpr: Fraction, fpr: Fraction) -> Decimal:
    return CONTEXT.divide(root(fpr), CONTEXT.add(root(tpr), root(fpr)))


NAIVE = {
    "tp": lambda a, b, c, d: Fraction(a),
    "fn": lambda a, b, c, d: Fraction(b),
    "fp": lambda a, b, c, d: Fraction(c),
    "tn": lambda a, b, c, d: Fraction(d),
    "n0": lambda a, b, c, d: Fraction(a + b),
    "n1": lambda a, b, c, d: Fraction(c + d),
    "n": lambda a, b, c, d: Fraction(a + b + c + d),
    "prevalence": lambda a, b, c, d: rate(a + b, a + b + c + d),
    "accuracy": lambda a, b, c, d: rate(a + d, a + b + c + d),
    "error": lambda a, b, c, d: 1 - rate(a + d, a + b + c + d),
    "sensitivity": lambda a, b, c, d: rate(a, a + b),
    "specificity": lambda a, b, c, d: rate(d, c + d),
    "fpr": lambda a, b, c, d: 1 - rate(d, c + d),
    "fnr": lambda a, b, c, d: 1 - rate(a, a + b),
    "precision": lambda a, b, c, d: rate(a, a + c),
    "npv": lambda a, b, c, d: rate(d, b + d),
    "fdr": lambda a, b, c, d: 1 - rate(a, a + c),
    "for": lambda a, b, c, d: 1 - rate(d, b + d),
    "f1": lambda a, b, c, d: rate(2 * a, 2 * a + b + c),
    "negative_f1": lambda a, b, c, d: rate(2 * d, 2 * d + b + c),
    "macro_f1": lambda a, b, c, d: (rate(2 * a, 2 * a + b + c) + rate(2 * d, 2 * d + b + c)) / 2,
    "weighted_f1": lambda a, b, c, d: (
        rate(a + b, a + b + c + d) * rate(2 * a, 2 * a + b + c)
        + rate(c + d, a + b + c + d) * rate(2 * d, 2 * d + b + c)
    ),
    "macro_precision": lambda a, b, c, d: (rate(a, a + c) + rate(d, b + d)) / 2,
    "weighted_precision": lambda a, b, c, d: (
        rate(a + b, a + b + c + d) * rate(a, a + c) + rate(c + d, a + b + c + d) * rate(d, b + d)
    ),
    "fbeta(2)": lambda a, b, c, d: rate(5 * a, 5 * a + 4 * b + c),
    "fbeta(1/2)": lambda a, b, c, d: rate(5 * a, 5 * a + b + 4 * c),
    "balanced_accuracy": lambda a, b, c, d: (rate(a, a + b) + rate(d, c + d)) / 2,
    "informedness": lambda a, b, c, d: rate(a, a + b) - rate(c, c + d),
    "kappa": lambda a, b, c, d: agreement(a, b, c, d),
    "jaccard": lambda a, b, c, d: rate(a, a + b + c),
    "lr+": lambda a, b, c, d: rate(a, a + b) / rate(c, c + d),
    "lr-": lambda a, b, c, d: rate(b, a + b) / rate(d, c + d),
    "lift": lambda a, b, c, d: rate(a, a + c) / rate(a + b, a + b + c + d),
    "prevalence_threshold": lambda a, b, c, d: prevalence_threshold(rate(a, a + b), rate(c, c + d)),
    "mcc": lambda a, b, c, d: correlation(a, b, c, d),
    "g_mean": lambda a, b, c, d: root(rate(a, a + b) * rate(d, c + d)),
    "fowlkes_mallows": lambda a, b, c, d: root(rate(a, a + c) * rate(a, a + b)),
    "markedness": lambda a, b, c, d: rate(a, a + c) + rate(d, b + d) - 1,
    "dor": lambda a, b, c, d: rate(a, b) / rate(c, d) if d else rate(0, b * c),
}


def agreement(a: int, b: int, c: int, d: int) -> Fraction:
    n = a + b + c + d
    chance = rate(a + b, n) * rate(a + c, n) + rate(c + d, n) * rate(b + d, n)
    return (rate(a + d, n) - chance) / (1 - chance)


def correlation(a: int, b: int, c: int, d: int) -> Decimal:
    """Pearson's correlation of the two indicators."""
    n = a + b + c + d
    covariance = rate(a, n) - rate(a + b, n) * rate(a + c, n)
    spread = rate((a + b) * (c + d), n * n) * rate((a + c) * (b + d), n * n)
    size = root(covariance**2 / spread)
    return size if covariance >= 0 else -size


def value(name: str, matrix: tuple[int, int, int, int]) -> Decimal | None:
    try:
        found = NAIVE[name](*matrix)
    except (ZeroDivisionError, decimal.InvalidOperation):
        return None
    if isinstance(found, Fraction):
        found = CONTEXT.divide(Decimal(found.numerator), Decimal(found.denominator))
    return CONTEXT.quantize(found, Decimal("1e-55"))


def texts(found: Decimal | None, places: int, rounding: str) -> set[str]:
    """What a value is printed as; zero never with a sign."""
    if found is None:
        return set()
    printed = {str(found.quantize(Decimal(1).scaleb(-places), rounding=way)) for way in DIRECTIONS[rounding]}
    return {text if Decimal(text) else text.lstrip("-") for text in printed}


def all_matrices(n0: int, n1: int) -> Iterator[Matrix]:
    for tp, fp in product(range(n0 + 1), range(n1 + 1)):
        yield Matrix(tp, n0 - tp, fp, n1 - fp)


def prints(matrix: Matrix, report: dict[str, Printed]) -> bool:
    return all(
        figure.text in texts(value(name, matrix), len(figure.text.partition(".")[2]), figure.rounding)
        for name, figure in report.items()
    )


def random_report(rng: random.Random, names: list[str], sizes: tuple[int, int]) -> dict[str, Printed]:
    """Figures of a random matrix, now and then one of them one unit off, in one kind of rounding."""
    n0, n1 = sizes
    tp, fp = rng.randint(0, n0), rng.randint(0, n1)
    rounding, report = rng.choice(ROUNDINGS), {}
    for name in rng.sample(names, rng.randint(1, 4)):
        places = 0 if name in COUNTS else rng.randint(1, 3)
        shown = texts(value(name, (tp, n0 - tp, fp, n1 - fp)), places, rounding)
        text = rng.choice(sorted(shown)) if shown else f"{rng.random():.{places}f}"
        if rng.random() < 0.3:
            other = str(Decimal(text) + Decimal(rng.choice([-1, 1])).scaleb(-places))
            metric = named(name)
            inside = metric.low <= Fraction(other) <= (metric.high or 100)
            text = other if inside and Decimal(other) else text
        report[name] = Printed(text, rounding)
    return report


# --- the catalogue ------------------------------------------------------------------------------------------


def test_every_metric_is_what_it_is() -> None:
    assert {metric.name for metric in CATALOGUE} | {"fbeta(2)", "fbeta(1/2)"} == set(NAIVE)
    for n0, n1 in product(range(1, 6), repeat=2):
        for matrix in all_matrices(n0, n1):
            for name in NAIVE:
                expected, found = value(name, matrix), named(name).value(matrix)
                assert (expected is None) is (found is None), (name, matrix)
                if expected is not None and found is not None:
                    exact = found if isinstance(found, Fraction) else Fraction(str(found.mid().str(30, radius=False)))
                    assert abs(exact - Fraction(expected)) < Fraction(1, 10**14), (name, matrix)
                    metric = named(name)
                    assert metric.low <= exact
                    assert metric.high is None or exact <= metric.high


def test_every_metric_moves_one_way() -> None:
    """At fixed class sizes, and with free ones but for the few that are known."""
    for name in NAIVE:
        metric = named(name)
        for n0, n1 in product(range(1, 6), repeat=2):
            for m in all_matrices(n0, n1):
                steps = [Matrix(m.tp + 1, m.fn - 1, m.fp, m.tn), Matrix(m.tp, m.fn, m.fp - 1, m.tn + 1)]
                if name not in (*COUNTS, "prevalence", "kappa", "lift", "weighted_f1", "weighted_precision"):
                    steps += [m._replace(tp=m.tp + 1), m._replace(fn=m.fn - 1), m._replace(fp=m.fp - 1)]
                    steps += [m._replace(tn=m.tn + 1)]
                for better in steps:
                    real = min(better) >= 0 and better.n0 and better.n1
                    if real and metric.defined(m) and metric.defined(better):
                        change = Fraction(*metric.ratio(*better)) - Fraction(*metric.ratio(*m))
                        assert change >= 0 if metric.rises else change <= 0, (name, m, better)


def test_lines_are_lines() -> None:
    for metric in (named(name) for name in NAIVE):
        for n0, n1 in ((3, 5), (7, 2)):
            at = {(x, y): metric.ratio(x, n0 - x, y, n1 - y) for x, y in product(range(3), repeat=2)}
            straight = all(
                at[x, y][i] == at[0, 0][i] + x * (at[1, 0][i] - at[0, 0][i]) + y * (at[0, 1][i] - at[0, 0][i])
                for x, y in at
                for i in (0, 1)
            )
            assert straight or metric.needs is not None, metric.name


def test_names() -> None:
    names = [name for metric in CATALOGUE for name in (metric.name, *metric.synonyms)]
    assert len(set(names)) == len(names)
    assert named("Hit Rate") is named("recall") is named("True-Positive Rate") is named("sensitivity")
    assert named("F1-score") is named("fbeta(1)") is named("f_1") is named("Dice") is named("f1")
    assert named("f2") is named("F_beta(2)") is named("fbeta(2.0)")
    assert named("Cohen's kappa") is named("kappa")
    assert [known(x) for x in ("AUC", "BS", "MER", "f0", "fbeta(1/0)", "fbeta(x)", "f", "")][:6] == [None] * 6


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("acuracy", "; did you mean accuracy?"),
        ("AUC", ""),
        ("fbeta(-1)", ""),
        ("recal", "did you mean recall"),
        ("", ""),
    ],
)
def test_unknown_names_are_refused(name: str, hint: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"unknown matrix metric {name!r}")) as caught:
        matrices({name: Printed("0.5")}, n0=5, n1=5)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("figures", "sizes", "reason"),
    [
        ({"recall": "0.5", "TPR": "0.5"}, {}, "'recall' and 'TPR' are both sensitivity"),
        ({"f1": "0.5", "fbeta(1)": "0.5"}, {}, "are both f1"),
        ({"n0": "5"}, {"n0": 5}, "n0 is given as 5 and as the figure 5"),
        ({"accuracy": "1.2"}, {}, "'accuracy' is 1.2; it must lie in [0, 1]"),
        ({"mcc": "-1.2"}, {}, "it must lie in [-1, 1]"),
        ({"lr+": "-0.1"}, {}, "it must lie in [0, oo)"),
        ({"tp": "-3"}, {}, "it must lie in [0, oo)"),
        ({"accuracy": "0.5"}, {"n0": 0}, "n0 is 0; it must be a whole number from 1 to 10^12"),
        ({"accuracy": "0.5"}, {"n1": 2.0}, "n1 is 2.0; it must be"),
        ({"accuracy": "0.5"}, {"n": True}, "n is True; it must be a whole number from 2 to 10^12"),
        ({"accuracy": "0.5"}, {"n0": 2, "n1": 3, "n": 6}, "n is 6, but n0 + n1 is 2 + 3 = 5"),
        ({"accuracy": "0.5"}, {"n0": 5, "n": 5}, "n0 is 5 of n = 5; both classes must have examples"),
    ],
)
def test_wrong_input_is_refused(figures: dict[str, str], sizes: dict[str, int], reason: str) -> None:
    with pytest.raises(InputError, match=re.escape(reason)) as caught:
        matrices({name: Printed(text) for name, text in figures.items()}, **sizes)
    assert "\n" not in str(caught.value)


# --- against all matrices -----------------------------------------------------------------------------------


def test_known_sizes_against_all_matrices() -> None:
    rng = random.Random(1)
    possible = many = 0
    for _ in range(2500):
        sizes = rng.randint(1, 9), rng.randint(1, 9)
        report = random_report(rng, list(NAIVE), sizes)
        given = {k: x for k, x in zip(("n0", "n1"), sizes, strict=True) if k not in report}
        found = matrices(report, **given)
        expected = [m for m in all_matrices(*sizes) if prints(m, report)] if given.keys() == {"n0", "n1"} else None
        if expected is None:
            assert found.matrix is None or prints(found.matrix, report)
            continue
        assert list(found.matrices()) == expected, report
        assert found.count == (len(expected), len(expected))
        assert found.possible is bool(expected)
        assert (found.matrix in expected) if expected else (found.matrix is None)
        exactly = [m for m in expected if all(value(k, m) == Decimal(x.text) for k, x in report.items())]
        assert found.only_by_rounding is (bool(expected) and not exactly)
        assert list(found.sizes()) == [sizes] * bool(expected)
        possible, many = possible + bool(expected), many + (len(expected) > 3)
    assert 500 < possible < 2200
    assert many > 200


@pytest.mark.slow
def test_unknown_sizes_against_all_matrices() -> None:
    rng = random.Random(2)
    names = [name for name in NAIVE if name != "n"]
    verdicts = set()
    for _ in range(250):
        sizes = rng.randint(1, 5), rng.randint(1, 5)
        n = sum(sizes)
        report = random_report(rng, names, sizes)
        pairs = [(n0, n - n0) for n0 in range(1, n)]
        expected = [m for pair in pairs for m in all_matrices(*pair) if prints(m, report)]
        found = matrices(report, n=n)
        assert found.possible is bool(expected), report
        assert list(found.matrices()) == expected
        assert list(found.sizes()) == sorted({(m.n0, m.n1) for m in expected})
        free = matrices(report, effort=300)
        verdicts.add(free.possible)
        if free.matrix is not None:
            assert prints(free.matrix, report)
            smaller = [(a, s - a) for s in range(2, sum(free.matrix)) for a in range(1, s) if s < 9]
            assert not any(prints(m, report) for pair in smaller for m in all_matrices(*pair)), report
        else:
            assert not expected, report
    assert verdicts == {True, False, None}


def test_wide_regions_are_counted_and_bounded_by_listing() -> None:
    rng = random.Random(3)
    for _ in range(40):
        sizes = rng.randint(20, 45), rng.randint(20, 45)
        names = rng.sample([name for name in NAIVE if name not in COUNTS], 2)
        tp, fp = rng.randint(1, sizes[0] - 1), rng.randint(1, sizes[1] - 1)
        matrix = Matrix(tp, sizes[0] - tp, fp, sizes[1] - fp)
        report = {k: Printed(sorted(texts(value(k, matrix), 1, "any"))[0], "any") for k in names}
        expected = [m for m in all_matrices(*sizes) if prints(m, report)]
        found = matrices(report, *sizes)
        assert list(found.matrices()) == expected
        assert found.count == (len(expected), len(expected))
        assert matrix in expected


def test_inferred_ranges_by_listing() -> None:
    rng = random.Random(4)
    for _ in range(60):
        n = rng.randint(4, 9)
        n0 = rng.randint(1, n - 1)
        report = random_report(rng, [x for x in NAIVE if x not in ("n0", "n1", "n")], (n0, n - n0))
        known_sizes = {"n0": n0, "n1": n - n0} if rng.random() < 0.6 else {"n": n}
        found = matrices(report, **known_sizes)
        compatible = list(found.matrices())
        inferred = found.inferred()
        for metric in CATALOGUE:
            values = [metric.value(m) for m in compatible if metric.defined(m)]
            assert (metric.name in inferred) is bool(values)
            if values:
                low, high, exact = inferred[metric.name]
                assert exact
                assert float(low) == min(map(float, values)), metric.name
                assert float(high) == max(map(float, values)), metric.name


def test_a_conflict_cannot_be_spared() -> None:
    rng = random.Random(5)
    seen = set()
    for _ in range(1_200):
        sizes = rng.randint(2, 7), rng.randint(2, 7)
        report = random_report(rng, [x for x in NAIVE if x not in ("n0", "n1", "n")], sizes)
        found = matrices(report, *sizes)
        assert (found.violated is None) is (found.possible is True) is (found.conflict == ())
        if found.conflict:
            assert found.violated is not None
            assert all(f"{name} {report[name]}" in found.violated for name in found.conflict)
            seen.add(len(found.conflict))
            for spared in (None, *found.conflict):
                kept = {name: report[name] for name in found.conflict if name != spared}
                assert any(prints(m, kept) for m in all_matrices(*sizes)) is (spared is not None)
    assert {1, 2, 3} <= seen


def test_what_is_violated_is_told_with_the_nearest_values() -> None:
    found = matrices({"sensitivity": Printed("0.8571")}, n0=50, n1=50)
    assert found.violated == (
        "sensitivity 0.8571, which stands for 0.85705 to 0.85715, is impossible with n0 = 50, n1 = 50: "
        "the nearest values are 0.840000 and 0.860000"
    )
    undefined = matrices({"tp": Printed("0"), "fp": Printed("0"), "precision": Printed("0.5")}, n0=5, n1=5)
    assert undefined.conflict == ("tp", "fp", "precision") or undefined.possible is False
    alone = matrices({"fn": Printed("0"), "dor": Printed("1.0")}, n0=5, n1=5)
    assert alone.violated is not None
    assert alone.violated.endswith("it is undefined, fn = 0 or fp = 0")


def test_an_undefined_metric_is_no_value_at_all() -> None:
    for text, rounding in product(("0.00", "0.50", "1.00"), ROUNDINGS):
        report = {
            "precision": Printed(text, rounding),
            "sensitivity": Printed("0", "down"),
            "fpr": Printed("0.0", "up"),
        }
        found = list(matrices(report, n0=4, n1=4).matrices())
        assert all(m.tp + m.fp > 0 for m in found)
    assert (
        list(
            matrices({"npv": Printed("0.5", "any"), "fpr": Printed("1.00"), "recall": Printed("1.00")}, 3, 3).matrices()
        )
        == []
    )


# --- sizes --------------------------------------------------------------------------------------------------


def test_sizes_follow_from_counts() -> None:
    counts = {name: Printed(str(x)) for name, x in zip(("tp", "fn", "fp", "tn"), (40, 10, 3, 47), strict=True)}
    assert matrices(counts).sizes_asked.single == (50, 50)
    assert matrices({**counts, "accuracy": Printed("0.88")}).possible is False
    assert matrices({**counts, "accuracy": Printed("0.87")}).matrix == (40, 10, 3, 47)
    rounded = matrices({"n": Printed("1.2e3"), "sensitivity": Printed("0.8123"), "accuracy": Printed("0.777")})
    assert rounded.matrix is not None
    assert 1150 <= sum(rounded.matrix) <= 1250


def test_impossible_whatever_the_sizes_are() -> None:
    apart = {"accuracy": Printed("0.9"), "sensitivity": Printed("0.5"), "specificity": Printed("0.6")}
    found = matrices(apart)
    assert found.possible is False
    assert set(found.conflict) == set(apart)
    assert matrices({"f1": Printed("0.85"), "accuracy": Printed("0.7"), "mcc": Printed("0.8")}).possible is False


@pytest.mark.parametrize("printed", [Printed("1", "down"), Printed("0", "up")])
def test_a_prevalence_of_one_class_alone_is_out_of_range(printed: Printed) -> None:
    with pytest.raises(InputError, match=r"it must lie in \(0, 1\)"):
        matrices({"prevalence": printed})


@pytest.mark.slow
def test_the_class_share_of_a_matrix_is_never_ruled_out() -> None:
    rng = random.Random(6)
    narrow = 0
    for _ in range(300):
        matrix = Matrix(*(rng.choice([0, 1, 2, 5, 30, 1000]) for _ in range(4)))
        if not matrix.n0 or not matrix.n1:
            continue
        rates = [named(name) for name in NAIVE if name not in COUNTS]
        constraints = []
        for metric in rng.sample(rates, 3):
            found = metric.value(matrix)
            if found is not None:
                constraints.append((metric, Printed(as_printed(found, Printed("0.00"))).values))
        share = class_share(constraints)
        assert share is not None
        assert share[0] <= Fraction(matrix.n0, sum(matrix)) <= share[1]
        narrow += share[1] - share[0] < Fraction(1, 2)
    assert narrow > 50


def test_a_search_that_ends_early_says_so() -> None:
    report = {"sensitivity": Printed("0.123456789"), "specificity": Printed("0.987654321")}
    found = matrices(report, effort=500)
    assert found.possible is None
    assert found.violated is None
    assert found.conflict == ()
    assert found.count == (0, None)


# --- large samples ------------------------------------------------------------------------------------------

USUAL = [
    ("accuracy", "sensitivity", "specificity"),
    ("f1", "accuracy"),
    ("mcc", "f1"),
    ("kappa", "mcc", "precision"),
    ("g_mean", "accuracy"),
    ("markedness", "mcc"),
    ("dor", "accuracy"),
    ("fowlkes_mallows", "balanced_accuracy", "npv"),
    ("prevalence_threshold", "jaccard", "f1"),
]


@pytest.mark.parametrize("names", USUAL)
@pytest.mark.parametrize("places", [4, 8])
def test_three_million_examples(names: tuple[str, ...], places: int) -> None:
    true = Matrix(1_245_000, 255_000, 180_123, 1_319_878)
    report = {}
    for name in names:
        shown = texts(value(name, true), places, "half-even")
        report[name] = Printed(shown.pop(), "half-even")
    found = matrices(report, n0=true.n0, n1=true.n1)
    assert found.possible is True
    assert found.matrix is not None
    assert prints(found.matrix, report)
    assert all(prints(m, report) for m in islice(found.matrices(), 20))
    least, most = found.count
    assert most is not None
    assert 1 <= least <= most
    last = names[-1]
    off = as_printed(report[last].number + Fraction(1, 20), report[last])
    wrong = matrices({**report, last: Printed(off)}, n0=true.n0, n1=true.n1)
    assert wrong.possible is False
    assert last in wrong.conflict


def test_every_usual_report_is_impossible_when_a_matrix_is_shaved_off() -> None:
    """Printed to 12 digits there is one matrix only, and it is found among 2.25 * 10**12."""
    true = Matrix(1_245_000, 255_000, 180_123, 1_319_878)
    for names in (("accuracy", "f1"), ("mcc", "f1"), ("g_mean", "balanced_accuracy")):
        report = {name: Printed(texts(value(name, true), 12, "down").pop(), "down") for name in names}
        assert true in list(matrices(report, n0=true.n0, n1=true.n1).matrices())


def test_a_curve_that_is_too_long_is_counted_from_both_sides() -> None:
    found = matrices({"mcc": Printed("0.7")}, n0=200_000, n1=150_000)
    least, most = found.count
    assert most is not None
    assert 0 < least < most
    rows = {tp: len(ys) for tp, ys in islice(found.region(200_000, 150_000).columns(), 5)}
    region = Region(200_000, 150_000, ((named("mcc"), Printed("0.7").values),))
    for tp, size in rows.items():
        inside = [fp for fp in range(0, 3000) if named("mcc").has(region.matrix(tp, fp), Printed("0.7").values)]
        assert len(inside) == size


# --- lattice points -----------------------------------------------------------------------------------------


def test_lattice_points_by_listing() -> None:
    rng = random.Random(7)
    empty = 0
    for _ in range(4000):
        width, height = rng.randint(0, 12), rng.randint(0, 12)
        planes = [(0, 0, 1), (height, 0, -1)]
        planes += [(rng.randint(-30, 60), rng.randint(-9, 9), rng.randint(-9, 9)) for _ in range(rng.randint(0, 5))]
        polygon = Polygon.of(planes, 0, width)
        points = [
            (x, y)
            for x, y in product(range(width + 1), range(height + 1))
            if all(a + b * x + c * y >= 0 for a, b, c in planes)
        ]
        assert polygon.count == len(points)
        assert [(x, y) for x, ys in polygon.columns() for y in ys] == points
        assert polygon.first() == (points[0][0] if points else None)
        empty += not points
    assert 500 < empty < 3500


def test_thin_slivers() -> None:
    """Far apart points on nearly parallel lines are found without a walk."""
    rng = random.Random(8)
    for _ in range(200):
        slope = rng.randint(1, 10**6)
        planes = [(-1, -slope, 10**6 + 3), (rng.randint(1, 400), slope, -(10**6 + 3)), (0, 0, 1), (10**7, 0, -1)]
        polygon = Polygon.of(planes, 1, 10**5)
        points = [x for x in range(1, 10**5 + 1, 1) if polygon.column(x)] if polygon.count < 10 else None
        if points is not None:
            assert [x for x, _ in polygon.columns()] == points
            break
    assert points is not None


def test_floor_sums() -> None:
    rng = random.Random(9)
    for _ in range(3000):
        n, a, c, m = rng.randint(0, 15), rng.randint(-30, 30), rng.randint(-60, 60), rng.randint(1, 20)
        assert floor_sum(n, a, c, m) == sum((a * x + c) // m for x in range(n))


def test_open_ends_of_an_interval_are_out() -> None:
    half = Fraction(1, 2)
    for low_closed, high_closed in product((False, True), repeat=2):
        values = Interval(half, Fraction(3, 4), low_closed, high_closed)
        for name in ("sensitivity", "g_mean"):
            found = {
                m.tp
                for m in Region(4, 1, ((named(name), values), (named("fp"), Interval(high=Fraction(0))))).matrices()
            }
            ends = {"sensitivity": (2, 3), "g_mean": (1, 2.25)}[name]
            assert (ends[0] in found) is low_closed
            assert name == "g_mean" or (ends[1] in found) is high_closed
