"""Printed means over folds, against every fold's confusion matrices and orders listed."""

import decimal
import random
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, combinations_with_replacement, product
from math import lcm
from operator import add

import pytest
from sklearn.model_selection import StratifiedKFold

from workbench.errors import InputError, NotSupported
from workbench.feasible.fold_plans import Part
from workbench.feasible.fold_program import LIMIT, Linear, Program, least_overlap
from workbench.feasible.folds import RESTS_ON, FoldsVerdict, decide_folds
from workbench.feasible.matrices import matrices
from workbench.feasible.orders import all_orders, twice_misordered
from workbench.numbers.printed import ROUNDINGS, Interval, Printed, as_printed

CONTEXT = decimal.Context(prec=60)
UP, DOWN, EVEN = decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_HALF_EVEN
DIRECTIONS = {
    "half": (UP, DOWN, EVEN),
    "half-even": (EVEN,),
    "half-up": (UP,),
    "down": (decimal.ROUND_DOWN,),
    "up": (decimal.ROUND_UP,),
    "any": (UP, DOWN, EVEN, decimal.ROUND_DOWN, decimal.ROUND_UP),
}

# of n0, n1, fn, fp and twice the misordered pairs; a mean is undefined where a denominator is zero
MATRIX = {
    "tp": lambda n0, n1, fn, fp, u: Fraction(n0 - fn),
    "fn": lambda n0, n1, fn, fp, u: Fraction(fn),
    "prevalence": lambda n0, n1, fn, fp, u: Fraction(n0, n0 + n1),
    "accuracy": lambda n0, n1, fn, fp, u: Fraction(n0 - fn + n1 - fp, n0 + n1),
    "error": lambda n0, n1, fn, fp, u: Fraction(fn + fp, n0 + n1),
    "sensitivity": lambda n0, n1, fn, fp, u: Fraction(n0 - fn, n0),
    "specificity": lambda n0, n1, fn, fp, u: Fraction(n1 - fp, n1),
    "fpr": lambda n0, n1, fn, fp, u: Fraction(fp, n1),
    "fnr": lambda n0, n1, fn, fp, u: Fraction(fn, n0),
    "balanced_accuracy": lambda n0, n1, fn, fp, u: (Fraction(n0 - fn, n0) + Fraction(n1 - fp, n1)) / 2,
    "informedness": lambda n0, n1, fn, fp, u: Fraction(n0 - fn, n0) - Fraction(fp, n1),
}
RANKS = {
    "AUC": lambda n0, n1, fn, fp, u: 1 - Fraction(u, 2 * n0 * n1),
    "GINI": lambda n0, n1, fn, fp, u: 1 - Fraction(u, n0 * n1),
    "loss(rate_driven)": lambda n0, n1, fn, fp, u: (
        Fraction(n0 * n1, (n0 + n1) ** 2) * (1 - 2 * (1 - Fraction(u, 2 * n0 * n1))) + Fraction(1, 3)
    ),
    "2*AUC - 1/3": lambda n0, n1, fn, fp, u: 2 - Fraction(u, n0 * n1) - Fraction(1, 3),
}
NAIVE = MATRIX | RANKS
FOUR = ["accuracy", "sensitivity", "specificity", "balanced_accuracy"]
NOT_NEGATIVE = set(NAIVE) - {"informedness", "GINI", "2*AUC - 1/3"}


@lru_cache(maxsize=100_000)
def texts(found: Fraction, places: int, rounding: str) -> set[str]:
    """What a value is printed as; zero never with a sign."""
    exact = CONTEXT.divide(Decimal(found.numerator), Decimal(found.denominator))
    printed = {str(exact.quantize(Decimal(1).scaleb(-places), rounding=way)) for way in DIRECTIONS[rounding]}
    return {text if Decimal(text) else text.lstrip("-") for text in printed}


# --- every plan and every fold, listed ----------------------------------------------------------------------


@cache
def states(n0: int, n1: int, ranks: bool) -> tuple[tuple[int, int, int], ...]:
    """Errors and twice the misordered pairs: at every cut of every weak order."""
    if not ranks:
        return tuple((fn, fp, 0) for fn in range(n0 + 1) for fp in range(n1 + 1))
    found = set()
    for order in all_orders(n0, n1):
        for cut in range(len(order) + 1):
            fn, fp = n0 - sum(a for a, _ in order[:cut]), sum(b for _, b in order[:cut])
            found.add((fn, fp, twice_misordered(order)))
    return tuple(sorted(found))


def partitions(part: Part) -> list[list[tuple[int, int]]]:
    """Every way to deal the examples of a part once, by trying all class sizes of all folds."""
    if not isinstance(part.folds, int):
        return [list(part.folds)]
    k = part.folds
    n = part.n or part.n0 + part.n1
    found = []
    for shapes in combinations_with_replacement(list(product(range(n // k + 2), repeat=2)), k):
        first, second = [a for a, _ in shapes], [b for _, b in shapes]
        sizes = [a + b for a, b in shapes]
        if sum(sizes) != n or sum(first) in (0, n) or (part.n0 is not None and sum(first) != part.n0):
            continue
        dealt = [first, second] * part.stratified + [sizes] * (part.even or not part.stratified)
        if min(sizes) > 0 and all(max(x) - min(x) <= 1 for x in dealt):
            found.append(list(shapes))
    return found


def plans(plan: list[Part]) -> Iterator[list[tuple[Fraction, tuple[int, int]]]]:
    """Every list of folds with their weights."""
    every = []
    for part in plan:
        once = partitions(part)
        same = {}
        for shapes in once:
            same.setdefault(sum(a for a, _ in shapes), []).append(shapes)
        choices = [list(chain(*x)) for group in same.values() for x in product(group, repeat=part.repeats)]
        every.append([[(Fraction(1, len(plan) * len(folds)), shape) for shape in folds] for folds in choices])
    for combined in product(*every):
        yield sorted(chain(*combined))


def means(names: list[str], plan: list[Part]) -> set[tuple[Fraction, ...]]:
    """All vectors of means."""
    ranks = any(name in RANKS for name in names)
    found, seen = set(), set()
    for folds in plans(plan):
        if tuple(folds) in seen:
            continue
        seen.add(tuple(folds))
        try:
            each = [
                {tuple(weight * NAIVE[x](*shape, *state) for x in names) for state in states(*shape, ranks)}
                for weight, shape in folds
            ]
        except ZeroDivisionError:
            continue
        unit = lcm(*(x.denominator for values in each for vector in values for x in vector))
        sums = {(0,) * len(names)}  # in whole units
        for values in each:
            whole = {tuple(int(x * unit) for x in vector) for vector in values}
            sums = {tuple(map(add, a, b)) for a in sums for b in whole}
        found |= {tuple(Fraction(x, unit) for x in vector) for vector in sums}
    return found


def random_report(rng: random.Random, names: list[str], attained: list[tuple[Fraction, ...]]) -> dict[str, Printed]:
    """Figures near means that some folds have, in one kind of rounding."""
    rounding, report = rng.choice(ROUNDINGS), {}
    for name, exact in zip(names, rng.choice(attained), strict=True):
        places = rng.choice((1, 2, 2, 3, 3, 4))
        text = rng.choice(sorted(texts(exact, places, rounding)))
        if rng.random() < 0.35:
            text = str(Decimal(text) + Decimal(rng.choice([-1, 1])).scaleb(-places))
            text = text if Decimal(text) and (name not in NOT_NEGATIVE or Decimal(text) > 0) else "0.3"
            if name not in ("tp", "fn") and abs(Decimal(text)) > 1:
                text = "0.3"
        report[name] = Printed(text, rounding)
    return report


def can_be(report: dict[str, Printed], attained: set[tuple[Fraction, ...]]) -> bool:
    def fits(vector: tuple[Fraction, ...]) -> bool:
        return all(
            printed.text in texts(x, len(printed.text.partition(".")[2]), printed.rounding)
            for printed, x in zip(report.values(), vector, strict=True)
        )

    return any(map(fits, attained))


def confirm(found: FoldsVerdict, report: dict[str, Printed], plan: list[Part]) -> None:
    """The folds of a verdict belong to the plan and have the means."""
    totals = dict.fromkeys(report, Fraction(0))
    for i, part in enumerate(plan):
        of_class0 = {r: sum(x.n0 for x in found.folds if (x.part, x.repetition) == (i, r)) for r in range(part.repeats)}
        assert len(set(of_class0.values())) == 1
        for r in range(part.repeats):
            mine = [fold for fold in found.folds if (fold.part, fold.repetition) == (i, r)]
            assert len(mine) == part.size
            first, second = [fold.n0 for fold in mine], [fold.n1 for fold in mine]
            sizes = [fold.n0 + fold.n1 for fold in mine]
            if part.class_sizes:
                assert (sum(first), sum(second)) == part.class_sizes
            if not isinstance(part.folds, int):
                assert sorted(zip(first, second, strict=True)) == sorted(part.folds)
            else:
                assert sum(sizes) == part.examples
                for each in (first, second) if part.stratified else (sizes,):
                    assert max(each) - min(each) <= 1
    for fold in found.folds:
        fn, fp, u = (fold.matrix.fn, fold.matrix.fp, 0) if fold.matrix else (0, 0, 0)
        if fold.matrix:
            assert (fold.matrix.n0, fold.matrix.n1) == (fold.n0, fold.n1)
            assert min(fold.matrix) >= 0
        if fold.sample:
            order = tuple(zip(fold.sample.counts(0), fold.sample.counts(1), strict=True))
            assert tuple(map(sum, zip(*order, strict=True))) == (fold.n0, fold.n1)
            u = twice_misordered(order)
            cuts = [tuple(map(sum, zip((0, 0), *order[:i], strict=True))) for i in range(len(order) + 1)]
            assert not fold.matrix or (fold.n0 - fn, fp) in cuts
        part = plan[fold.part]
        for name in report:
            value = NAIVE[name](fold.n0, fold.n1, fn, fp, u)
            totals[name] += value / (len(plan) * part.size * part.repeats)
    assert totals == found.computed
    for name, printed in report.items():
        assert printed.text in texts(totals[name], len(printed.text.partition(".")[2]), printed.rounding)


def small_plans(rng: random.Random, ranks: bool) -> list[Part]:
    most = 3 if ranks else 5
    kind = rng.choice(("listed", "listed", "stratified", "stratified", "free", "unknown", "parts", "repeats", "again"))

    def listed(k: int, each: int) -> Part:
        return Part(folds=[(rng.randint(1, each), rng.randint(1, each)) for _ in range(k)])

    def dealt(k: int, each: int, **more: object) -> Part:
        return Part(rng.randint(k, k * each), rng.randint(k, k * each), folds=k, **more)

    match kind:
        case "listed":
            return [listed(rng.randint(1, 3), min(most, 3))]
        case "stratified":
            return [dealt(rng.randint(1, 3), 2, even=rng.random() < 0.5)]
        case "free":
            return [dealt(rng.randint(1, 3), 2, stratified=False)]
        case "unknown":
            return [Part(n=rng.randint(2, 6), folds=rng.randint(1, 2), stratified=False, repeats=rng.randint(1, 2))]
        case "parts":
            return [listed(rng.randint(1, 2), 2), dealt(rng.randint(1, 2), 2), listed(1, 3)]
        case "repeats":
            return [dealt(2, 1, repeats=2, stratified=rng.random() < 0.5)]
        case _:
            kind = rng.choice(({"stratified": False}, {}, {"even": True}))
            return [
                Part(3, 4, folds=2, repeats=2, **kind) if ranks or rng.random() < 0.5 else Part(5, 5, folds=3, **kind)
            ]


def compare(seed: int, count: int, ranks: bool) -> list[str]:
    rng, verdicts = random.Random(seed), []
    while len(verdicts) < count:
        plan = small_plans(rng, ranks)
        names = rng.sample(list(MATRIX), rng.randint(0 if ranks else 1, 2 if ranks else 4))
        if ranks:
            names += rng.sample(list(RANKS), rng.randint(1, 2))
        rng.shuffle(names)
        attained = means(names, plan)
        if not attained:
            with pytest.raises(InputError):
                decide_folds({name: Printed("0.5") for name in names}, plan)
            continue
        ordered = sorted(attained)
        for _ in range(12):
            report = random_report(rng, names, ordered)
            found = decide_folds(report, plan, seconds=20)
            expected = "consistent" if can_be(report, attained) else "inconsistent"
            assert found.verdict == expected, (report, plan, found)
            if found.verdict == "consistent":
                confirm(found, report, plan)
            else:
                assert found.violated == found.because
                assert found.rests_on in (None, RESTS_ON)
                nearest(found, report, attained)
                irreducible(found, report, attained)
            verdicts.append(found.verdict)
    return verdicts


def irreducible(found: FoldsVerdict, report: dict[str, Printed], attained: set[tuple[Fraction, ...]]) -> None:
    """None of the figures in the conflict can be spared."""

    def possible(names: set[str]) -> bool:
        places = [i for i, name in enumerate(report) if name in names]
        return can_be(
            {name: report[name] for name in report if name in names}, {tuple(v[i] for i in places) for v in attained}
        )

    conflict = set(found.conflict)
    assert not possible(conflict)
    assert all(possible(conflict - {name}) for name in conflict if len(conflict) > 1), found


def nearest(found: FoldsVerdict, report: dict[str, Printed], attained: set[tuple[Fraction, ...]]) -> None:
    """The values that are named as nearest are the nearest."""
    _, _, told = found.because.partition(": the nearest value")
    if not told:
        return
    names = list(report)
    *others, last = found.conflict
    places = [names.index(name) for name in others]
    kept = {x: report[x] for x in others}
    left = {v for v in attained if can_be(kept, {tuple(v[i] for i in places)})}
    values, low = {v[names.index(last)] for v in left}, report[last].number
    ends = [*sorted(x for x in values if x < low)[-1:], *sorted(x for x in values if x > low)[:1]]
    like = Printed("0." + "0" * (len(report[last].text.partition(".")[2]) + 1))
    assert told.split()[-2 * len(ends) + 1 :: 2] == [as_printed(x, like) for x in ends], (found, ends)


def test_against_every_matrix_of_every_fold() -> None:
    verdicts = compare(1, 1500, ranks=False)
    assert min(verdicts.count("consistent"), verdicts.count("inconsistent")) > 200


@pytest.mark.slow
def test_against_every_cut_of_every_order_of_every_fold() -> None:
    verdicts = compare(2, 500, ranks=True)
    assert min(verdicts.count("consistent"), verdicts.count("inconsistent")) > 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_more_against_every_matrix_and_order(seed: int) -> None:
    compare(seed, 2000, ranks=False)
    compare(seed, 700, ranks=True)


def test_rounded_conditions_are_never_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 7 bits most conditions of small plans have to be rounded: answers may be lost then, but none is wrong."""
    for name, value in (("LIMIT", 2**7), ("COARSE", 2**6), ("_FINE", 2)):
        monkeypatch.setattr(f"workbench.feasible.fold_program.{name}", value)
    monkeypatch.setattr("workbench.feasible.fold_question.Asked.refuted", lambda asked: False)
    rng, verdicts = random.Random(4), []
    while len(verdicts) < 240:
        plan = [Part(folds=[(rng.randint(2, 5), rng.randint(2, 4)) for _ in range(3)])]
        names = rng.sample(list(MATRIX), rng.randint(1, 3))
        attained = means(names, plan)
        for _ in range(10):
            report = random_report(rng, names, sorted(attained))
            found = decide_folds(report, plan)
            expected = "consistent" if can_be(report, attained) else "inconsistent"
            assert found.verdict in (expected, "undecided"), (report, plan, found)
            if found.verdict == "consistent":
                confirm(found, report, plan)
            verdicts.append(found.verdict)
    assert 0 < verdicts.count("undecided") < 120
    assert min(verdicts.count("consistent"), verdicts.count("inconsistent")) > 30


def dot(terms: dict[int, int], x: tuple[int, ...]) -> int:
    return sum(weight * x[i] for i, weight in terms.items())


def test_rows_rounded_outward_hold_and_inward_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(6)
    monkeypatch.setattr("workbench.feasible.fold_program._FINE", 4)
    apart = 0
    for _ in range(1000):
        program = Program()
        for _ in range(3):
            program.variable(low := rng.randint(0, 2), low + rng.randint(0, 4))
        terms = {i: Fraction(rng.randint(-9, 9), rng.randint(1, 9)) for i in range(3)}
        low = Fraction(rng.randint(-20, 20), rng.randint(1, 7))
        values = Interval(low, low + Fraction(rng.randint(0, 9), 3), rng.random() < 0.5, rng.random() < 0.5)
        row = Linear(terms, Fraction(rng.randint(-5, 5), 3), values)
        for limit in (LIMIT, 600):
            monkeypatch.setattr("workbench.feasible.fold_program.LIMIT", limit)
            monkeypatch.setattr("workbench.feasible.fold_program.COARSE", min(limit - 500, 2**44))
            held = []
            spans = [range(a, b + 1) for a, b in zip(program.low, program.high, strict=True)]
            for inward in (False, True):
                rows = list(program.rounded(row, inward))
                held.append({x for x in product(*spans) if all(a <= dot(t, x) <= b for t, a, b in rows)})
            true = {x for x in product(*spans) if row.at(x) in values}
            assert held[1] <= true <= held[0]
            assert limit < LIMIT or held[0] == held[1]
            apart += held[0] != held[1]
            start, step, whole = program.grid(row)
            assert {row.at(x) for x in product(*spans)} <= {start + step * i for i in whole}
    assert apart > 20


def test_least_overlap() -> None:
    for n0, n1, folds in ((2, 3, 3), (3, 3, 2), (1, 4, 3), (4, 5, 1), (1, 1, 4)):
        least: dict[tuple[int, int], int] = {}
        for fn in product(range(n0 + 1), repeat=folds):
            for fp in product(range(n1 + 1), repeat=folds):
                key, overlap = (sum(fn), sum(fp)), sum(a * b for a, b in zip(fn, fp, strict=True))
                least[key] = min(least.get(key, overlap), overlap)
        assert least == {key: least_overlap(n0, n1, folds, *key) for key in least}


# --- one fold, true reports, many folds ---------------------------------------------------------------------


def test_one_fold_is_one_confusion_matrix() -> None:
    rng = random.Random(8)
    verdicts = []
    for _ in range(160):
        n0, n1 = rng.randint(1, 40), rng.randint(1, 40)
        fn, fp = rng.randint(0, n0), rng.randint(0, n1)
        names = [x for x in rng.sample(list(MATRIX), rng.randint(1, 4)) if x not in ("tp", "fn", "prevalence")]
        report = random_report(rng, names, [tuple(MATRIX[name](n0, n1, fn, fp, 0) for name in names)]) if names else {}
        if not report:
            continue
        one = decide_folds(report, [Part(n0, n1, stratified=rng.random() < 0.5)])
        assert (one.verdict == "consistent") == matrices(report, n0=n0, n1=n1).possible
        verdicts.append(one.verdict)
    assert min(verdicts.count("consistent"), verdicts.count("inconsistent")) > 30


def true_report(rng: random.Random, plan: list[Part], names: list[str], places: int) -> dict[str, Printed]:
    """Means over folds dealt at random, of classifiers that are better than chance."""
    totals = dict.fromkeys(names, Fraction(0))
    for part in plan:
        for _ in range(part.repeats):
            for n0, n1 in part.folds if not isinstance(part.folds, int) else dealt(rng, part):
                fn, fp = (sum(rng.random() < 0.2 for _ in range(size)) for size in (n0, n1))
                u = rng.randint(2 * fn * fp, 2 * fn * fp + (fn * (n1 - fp) + fp * (n0 - fn)))
                for name in names:
                    totals[name] += NAIVE[name](n0, n1, fn, fp, u) / (len(plan) * part.size * part.repeats)
    rounding = rng.choice(ROUNDINGS)
    return {name: Printed(rng.choice(sorted(texts(x, places, rounding))), rounding) for name, x in totals.items()}


def dealt(rng: random.Random, part: Part) -> list[tuple[int, int]]:
    classes = [0] * part.n0 + [1] * part.n1
    if not part.stratified:
        rng.shuffle(classes)
    folds = [classes[i :: part.folds] for i in range(part.folds)]
    return [(fold.count(0), fold.count(1)) for fold in folds]


@pytest.mark.parametrize("seed", range(40))
def test_even_folds_are_those_of_scikit_learn(seed: int) -> None:
    rng = random.Random(seed)
    k = rng.randint(2, 9)
    n0, n1 = rng.randint(k, 40), rng.randint(k, 40)
    classes = [0] * n0 + [1] * n1
    rng.shuffle(classes)
    splits = StratifiedKFold(k, shuffle=True, random_state=seed).split(classes, classes)
    folds = [[classes[i] for i in chosen] for _, chosen in splits]
    found = Counter((fold.count(0), fold.count(1)) for fold in folds)
    layout = Part(n0, n1, folds=k, even=True).layout(lambda shape: True)
    assert found.keys() <= set(layout.shapes)
    for shape, (low, high) in zip(layout.shapes, layout.spans, strict=True):
        assert low <= found[shape] <= high
    with pytest.raises(InputError, match="even says how stratified folds are dealt"):
        Part(n0, n1, folds=k, stratified=False, even=True)


@pytest.mark.parametrize(
    "plan",
    [
        [Part(213, 287, folds=10)],
        [Part(213, 287, folds=5, stratified=False)],
        [Part(61, 139, folds=10, repeats=10)],
        [Part(folds=[(17 + 13 * i, 300 - 11 * i) for i in range(20)])],
        [Part(31 + 7 * i, 90 - 3 * i, folds=5 + 5 * (i % 2)) for i in range(20)],
        [Part(60, 140, folds=10, repeats=3, stratified=False), Part(43, 57)],
    ],
    ids=["stratified", "free", "repeated", "listed", "data sets", "parts"],
)
@pytest.mark.parametrize(
    "names", [["accuracy", "sensitivity", "specificity", "balanced_accuracy"], ["AUC", "error", "fpr"]]
)
def test_true_reports_are_not_inconsistent(plan: list[Part], names: list[str]) -> None:
    rng = random.Random(9)
    for places in (2, 3, 4):
        report = true_report(rng, plan, names, places)
        found = decide_folds(report, plan, seconds=10)
        assert found.verdict == "consistent", (report, found)
        confirm(found, report, plan)


def test_denominators_that_fit_in_no_machine_word() -> None:
    """Twenty data sets of sizes whose least common multiple has 40 digits; balanced accuracy settles it exactly."""
    sizes = [(101 + 2 * i, 211 + 2 * i) for i in range(20)]
    report = {"sensitivity": "0.8123", "specificity": "0.7001", "balanced_accuracy": "0.7563"}
    plan = [Part(folds=sizes)]
    closed = decide_folds({name: Printed(text) for name, text in report.items()}, plan)
    assert closed.verdict != "consistent"
    down = decide_folds({name: Printed(text, "half-up") for name, text in report.items()}, plan)
    assert (down.verdict, down.rests_on) == ("inconsistent", None)
    assert "they leave it from 0.75615 to 0.75625" in down.because
    report["balanced_accuracy"] = "0.7562"
    found = decide_folds({name: Printed(text) for name, text in report.items()}, plan)
    assert found.verdict == "consistent"


def test_coefficients_beyond_a_machine_word() -> None:
    """Conditions are rounded to a coarser unit whatever their size."""
    plan = [Part(folds=[(50 + i, 60 + i) for i in range(20)])]
    names = {f"{10**30}*AUC": "7.0e29", "AUC": "0.70", "accuracy": "0.6"}
    found = decide_folds({name: Printed(text) for name, text in names.items()}, plan)
    assert found.verdict == "consistent"
    assert found.computed[f"{10**30}*AUC"] == 10**30 * found.computed["AUC"]
    refused = decide_folds({name: Printed(text) for name, text in (names | {"AUC": "0.68"}).items()}, plan)
    assert refused.verdict == "inconsistent"
    assert set(refused.conflict) == {f"{10**30}*AUC", "AUC"}


def test_the_same_question_has_the_same_answer() -> None:
    plan = [Part(33, 48, folds=5), Part(20, 30, folds=5, stratified=False)]
    report = {"accuracy": Printed("0.813"), "sensitivity": Printed("0.75"), "AUC": Printed("0.88")}
    one, other = (decide_folds(report, plan) for _ in range(2))
    assert one.folds == other.folds
    assert one.because == other.because


def test_only_by_rounding_and_inferred() -> None:
    plan = [Part(4, 6, folds=2)]
    found = decide_folds({"sensitivity": Printed("0.7"), "accuracy": Printed("0.8")}, plan)
    assert found.verdict == "consistent"
    attained = means(["sensitivity", "accuracy", "specificity", "AUC"], plan)
    left = [v for v in attained if can_be({"a": Printed("0.7"), "b": Printed("0.8")}, {v[:2]})]
    inferred = found.inferred(["specificity", "AUC", "accuracy"]) | found.inferred()
    for i, name in enumerate(["sensitivity", "accuracy", "specificity", "AUC"]):
        values = {v[i] for v in left}
        assert inferred[name] == Interval(min(values), max(values))
    assert found.only_by_rounding
    assert not decide_folds({"sensitivity": Printed("0.75")}, plan).only_by_rounding


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"n0": 5, "n1": 5, "folds": 0}, "folds is 0"),
        ({"n0": 5, "n1": 5, "folds": 11}, "10 examples are too few for 11 folds"),
        ({"n0": 5, "n1": 5, "n": 11}, "n is the sum"),
        ({"n0": 5, "n": 5}, "n is the sum"),
        ({"n0": 10, "folds": 2}, "tells too little"),
        ({"n0": 10, "folds": 2, "stratified": False}, "tells too little"),
        ({"folds": 2}, "without class sizes"),
        ({"n0": 5, "n1": True}, "n1 is True"),
        ({"n0": 5, "n1": 5, "repeats": 0}, "repeats is 0"),
        ({"folds": []}, "a pair"),
        ({"folds": "ab"}, "a pair"),
        ({"folds": 2.5}, "a pair"),
        ({"folds": [(1, 2, 3)]}, "a pair"),
        ({"folds": [(1, -2)]}, "n1 of a fold is -2"),
        ({"folds": [(0, 0)]}, "no examples"),
        ({"folds": [(1, 2), (2, 2)], "n0": 4}, "n0 is 4, but it is 3"),
    ],
)
def test_impossible_plans(given: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        Part(**given)


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (["sensitivity"], Part(4, 16, folds=5)),
        (["specificity"], Part(16, 4, folds=5, stratified=False)),
        (["AUC"], Part(folds=[(3, 0), (2, 2)])),
        (["informedness"], Part(n=5, folds=3, stratified=False)),
        (["sensitivity"], Part(1, 1, folds=2)),
        (["sensitivity"], Part(n=2, folds=2, stratified=False)),
    ],
)
def test_undefined_means(names: list[str], part: Part) -> None:
    assert not means(names, [part])
    with pytest.raises(InputError, match=r"undefined|defined"):
        decide_folds({name: Printed("0.5") for name in names}, [part])


@pytest.mark.parametrize("name", ["f1", "precision", "mcc", "g_mean", "kappa", "BS", "KS", "loss(optimal)", "AUC**2"])
def test_means_that_are_not_linear(name: str) -> None:
    with pytest.raises(NotSupported, match="over folds is not linear"):
        decide_folds({name: Printed("0.5")}, [Part(5, 5, folds=2)])


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        ({"accuracy": Printed("1.2")}, r"it must lie in \[0, 1\]"),
        ({"accurracy": Printed("0.2")}, "accurracy"),
        ({"acc": Printed("0.2"), "accuracy": Printed("0.2")}, "give it once"),
        ({}, "no figures"),
    ],
)
def test_wrong_figures(figures: dict[str, Printed], says: str) -> None:
    with pytest.raises(InputError, match=says):
        decide_folds(figures, [Part(5, 5, folds=2)])


@pytest.mark.parametrize(
    ("figures", "part"),
    [
        (["accuracy"], {"n0": 10**30, "n1": 10**30}),
        (["AUC", "fpr"], {"n0": 10**10, "n1": 10**10, "folds": 10}),
        (["accuracy"], {"n0": 10**10, "n1": 10**10, "folds": 10, "stratified": False}),
        (["accuracy"], {"n0": 10**7, "n1": 10**7, "folds": 10**6}),
    ],
)
def test_too_large(figures: list[str], part: dict[str, int]) -> None:
    with pytest.raises(NotSupported, match=r"too (many|large)"):
        decide_folds({name: Printed("0.5") for name in figures}, [Part(**part)])


def test_many_compositions_of_folds() -> None:
    plan = [Part(6666, 13334, folds=5, stratified=False)]
    figures = {"accuracy": Printed("0.8512"), "sensitivity": Printed("0.8301"), "AUC": Printed("0.9012")}
    found = decide_folds(figures, plan)
    assert found.verdict == "consistent"
    confirm(found, figures, plan)
    beyond = decide_folds(figures | {"specificity": Printed("0.1")}, plan, seconds=2)
    assert (beyond.verdict, "too many class sizes" in beyond.because) == ("undecided", True)


def test_an_empty_plan() -> None:
    with pytest.raises(InputError, match="no parts"):
        decide_folds({"accuracy": Printed("0.2")}, [])


def test_without_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(NotSupported, match=r"pip install '\.\[folds\]'"):
        decide_folds({"accuracy": Printed("0.2")}, [Part(5, 5, folds=2)])


# --- beside mlscorecheck ------------------------------------------------------------------------------------

SHORT = {"acc": "accuracy", "sens": "sensitivity", "spec": "specificity", "bacc": "balanced_accuracy"}


@pytest.mark.parametrize(
    ("scores", "plan", "verdict"),
    [
        ({"acc": "0.573", "sens": "0.768", "bacc": "0.662"}, [Part(folds=[(52, 94), (74, 37)])], "consistent"),
        ({"acc": "0.90", "spec": "0.90", "sens": "0.60"}, [Part(398, 569, folds=4, repeats=2)], "inconsistent"),
        ({"acc": "0.573", "sens": "0.768", "bacc": "0.662"}, [Part(126, 131, folds=2, stratified=False)], "consistent"),
        (
            {"acc": "0.9000", "spec": "0.9000", "sens": "0.6000"},
            [Part(19, 97, folds=3, stratified=False)],
            "inconsistent",
        ),
        (
            {"acc": "0.6441", "sens": "0.6706", "spec": "0.3796", "bacc": "0.5251"},
            [Part(folds=[(349, 50), (478, 323), (324, 83), (123, 145)])],
            "consistent",
        ),
        (
            {"acc": "0.6441", "sens": "0.6756", "spec": "0.3796", "bacc": "0.5251"},
            [Part(folds=[(349, 50), (478, 323), (324, 83), (123, 145)])],
            "inconsistent",
        ),
        (
            {"acc": "0.610", "sens": "0.709", "spec": "0.461", "bacc": "0.585"},
            [Part(folds=[(22, 23), (96, 72)]), Part(folds=[(300, 200), (481, 223)])],
            "consistent",
        ),
        (
            {"acc": "0.710", "sens": "0.709", "spec": "0.461"},
            [Part(folds=[(22, 23), (96, 72)]), Part(folds=[(300, 200), (481, 223)])],
            "inconsistent",
        ),
    ],
)
def test_documented_examples_of_mlscorecheck(scores: dict[str, str], plan: list[Part], verdict: str) -> None:
    """Its uncertainty is one unit of the last place either way; the answers are those of its documentation."""
    found = decide_folds({SHORT[x]: Printed(text, "any") for x, text in scores.items()}, plan, seconds=20)
    assert found.verdict == verdict


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of its solver
def test_beside_mlscorecheck() -> None:
    """It has closed intervals and floats: with the intervals a little smaller or larger its answers are implied."""
    theirs = pytest.importorskip("mlscorecheck.check.binary")
    rng, verdicts = random.Random(12), []
    for _ in range(25):
        folds = [(rng.randint(3, 40), rng.randint(3, 60)) for _ in range(rng.randint(2, 8))]
        if rng.random() < 0.5:
            folds = folds[:1] * len(folds)
        plan = [Part(folds=folds)]
        report = {x: Printed(y.text, "any") for x, y in true_report(rng, plan, FOUR[: rng.randint(1, 4)], 3).items()}
        if rng.random() < 0.6:
            name = rng.choice(list(report))
            shifted = as_printed(report[name].number + Fraction(rng.choice([-3, -2, 2, 3]), 1000), report[name])
            report[name] = Printed(min(shifted, "1.000"), "any")
        found = decide_folds(report, plan)
        scores = {short: float(report[name].text) for short, name in SHORT.items() if name in report}
        for eps, implied in ((1e-3 - 1e-6, "inconsistent"), (1e-3 + 1e-6, "consistent")):
            if found.verdict == implied:
                answer = theirs.check_1_dataset_known_folds_mos(
                    dataset={"p": sum(a for a, _ in folds), "n": sum(b for _, b in folds)},
                    folding={"folds": [{"p": a, "n": b} for a, b in folds]},
                    scores=scores, eps=eps, verbosity=0, numerical_tolerance=1e-8,
                )  # fmt: skip
                assert answer["inconsistency"] == (implied == "inconsistent"), (report, plan, found)
        verdicts.append(found.verdict)
    assert min(verdicts.count("consistent"), verdicts.count("inconsistent")) > 5
