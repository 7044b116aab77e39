"""Samples made to break the arithmetic of arrays: every figure as by one loop of integers over the ordered scores."""

import random
from fractions import Fraction
from itertools import pairwise
from math import gcd

import numpy as np
import pytest

from tests import naive
from tests.samples import by_sorting
from workbench.errors import NotSupported
from workbench.losses.evaluation import evaluate_sample
from workbench.metrics import CATALOGUE
from workbench.numbers.piecewise import rational
from workbench.samples import limbs, ordered, roc_path
from workbench.samples.columnar import MOST_DECIMALS, SPARSE
from workbench.samples.decimals import BITS, ROWS, Decimals, of_decimals
from workbench.samples.doubles import InDoubles
from workbench.samples.sample import Sample, SampleError
from workbench.samples.turned import turned

F = Fraction
UNIT = 2**25


def expanded(groups, bottom, seed=0):
    """The examples of some groups, as arrays in a random order."""
    m, a, b = (np.array(column) for column in zip(*groups, strict=True))
    scores = np.concatenate((np.repeat(m / bottom, a), np.repeat(m / bottom, b)))
    classes = np.repeat(np.array([0, 1], dtype=np.uint8), [a.sum(), b.sum()])
    turn = np.random.default_rng(seed).permutation(len(scores))
    return classes[turn], scores[turn]


def check(found, groups, bottom, both=True):
    """The table of figures, also with the classes balanced and with the scores turned round."""
    metrics, costs, skews = by_sorting.figures(groups, bottom)
    got = evaluate_sample(found)
    inside = groups[0][0] >= 0 and groups[-1][0] <= bottom
    for given, wanted in ((got.metrics, metrics), (got.losses, costs), (got.skew_losses, skews)):
        assert given.keys() >= wanted.keys()
        for name, figure in wanted.items():
            assert given[name] == figure or (given[name] is None and not inside), name
        if inside:
            assert None not in map(given.get, wanted)
    if both:
        n0, n1 = got.n0, got.n1
        check(found.balanced(), [(m, a * n1, b * n0) for m, a, b in groups], bottom, both=False)
        shift = bottom if inside else 0
        check(turned(found), [(shift - m, a, b) for m, a, b in reversed(groups)], bottom, both=False)


def check_arrays(classes, scores):
    found = Sample.of(classes, scores)
    check(found, *by_sorting.grouped(classes.tolist(), scores.tolist()))
    return found


def check_groups(groups, bottom=UNIT, both=True):
    found = Sample.of(*expanded(groups, bottom))
    check(found, groups, bottom, both)
    return found


def check_order(ones, both=True):
    """Examples in this order of classes, at scores of their own."""
    return check_groups([(i, 1 - x, x) for i, x in enumerate(np.asarray(ones).tolist(), 1)], UNIT, both)


def test_the_loop_over_ordered_scores_agrees_with_the_definitions():
    draw = random.Random(1)
    uniform = naive.DENSITIES["uniform"]
    for _ in range(40):
        data = [(F(draw.randint(0, 8), 8), y) for y in [0, 1, *draw.choices([0, 1], k=draw.choice([0, 1, 4, 9]))]]
        groups, bottom = by_sorting.grouped([y for _, y in data], [s for s, _ in data])
        metrics, *losses = by_sorting.figures(groups, bottom)
        in_evaluations = {name: metric for name, metric in naive.METRICS.items() if CATALOGUE[name].summary}
        assert metrics == {name: metric(data) for name, metric in in_evaluations.items()}
        for found, condition in zip(losses, ("cost", "skew"), strict=True):
            assert found == {
                "score_fixed(1/2)": naive.score_fixed(data, F(1, 2), uniform, condition),
                "score_uniform": naive.score_uniform(data, F(0), F(1), uniform, condition),
                "score_driven": naive.score_driven(data, uniform, condition),
                "rate_fixed(1/2)": naive.rate_fixed(data, F(1, 2), uniform, condition),
                "rate_uniform": naive.rate_uniform(data, uniform, condition),
                "rate_driven": naive.rate_driven(data, uniform, condition),
                "optimal": naive.optimal(data, uniform, condition),
            }


# --- the hull ---------------------------------------------------------------------------------------------------


def many_sides(longest):
    """The sides (a, b) of the hull with the most corners for its length: all directions up to ``a + b = longest``."""
    sides = [(a, b) for a in range(longest + 1) for b in range(longest + 1 - a) if gcd(a, b) == 1]
    return sorted(sides, key=lambda side: F(side[1], sum(side)))


def climbing_first(sides):
    """The classes along the sides, as far above the straight lines as they can be."""
    return [x for a, b in sides for x in [1] * b + [0] * a]


def rounds(groups):
    """How many times all corners that are not strictly convex can be deleted at once."""
    x, y = (np.cumsum([0, *column]) for column in ([a for _, a, _ in groups], [b for _, _, b in groups]))
    count, keep = -1, np.ones(len(x), dtype=bool)
    while count < 0 or not keep.all():
        x, y, count = x[keep], y[keep], count + 1
        dx, dy = np.diff(x), np.diff(y)
        keep = np.concatenate(([True], dy[:-1] * dx[1:] < dy[1:] * dx[:-1], [True]))
    return count


def as_groups(sides):
    return [(i, a, b) for i, (a, b) in enumerate(sides, 1)]


@pytest.mark.parametrize("longest", [40, 100])
def test_a_hull_of_the_most_sides(longest):
    sides = many_sides(longest)
    size = sum(map(sum, sides))
    assert len(sides) > 0.85 * size ** (2 / 3)
    assert check_groups(as_groups(sides)).sides == tuple(sides)
    if longest < 50:
        assert check_order(climbing_first(sides)).sides == tuple(sides)


@pytest.mark.parametrize("end", ["last", "first"])
def test_a_cascade_of_pooling(end):
    """A long side at an end undoes a convex chain corner by corner, and only one can be deleted at a time."""
    sides = many_sides(80)
    half = len(sides) // 2
    groups = as_groups([*sides, (sum(map(sum, sides)), 0)] if end == "last" else [(0, sum(map(sum, sides))), *sides])
    assert rounds(groups) > half
    check_groups(groups)


@pytest.mark.slow
@pytest.mark.parametrize("end", ["last", "first"])
def test_a_cascade_of_seven_thousand_rounds(end):
    sides = many_sides(200)
    long = 3 * sum(map(sum, sides))
    groups = as_groups([*sides, (long, 0)] if end == "last" else [(0, long), *sides])
    assert rounds(groups) > 7000
    check_groups(groups)
    order = climbing_first(sides)
    check_order([*order, *[0] * len(order)] if end == "last" else [*[1] * len(order), *order], both=False)


@pytest.mark.slow
def test_the_greatest_hulls():
    for longest in (180, 220):
        sides = many_sides(longest)
        assert len(sides) > 0.87 * sum(map(sum, sides)) ** (2 / 3)
        assert check_groups(as_groups(sides), both=False).sides == tuple(sides)
    check_order(climbing_first(many_sides(150)), both=False)


def test_sides_that_differ_by_the_least_slope():
    """Neighbouring fractions b/a with a and b near 10**6: products of counts differ by one in 10**12."""
    a, b = 1_000_003, 1_000_000
    c = pow(b, -1, a)
    d = (b * c - 1) // a
    for sides in ([(c, d), (a, b)], [(a, b), (c, d)], [(a, b), (a, b)], [(a, b), (2 * c, 2 * d), (a, b)]):
        check_groups(as_groups(sides), both=False)


def test_two_thousand_million_examples_whose_slopes_hardly_differ():
    """Products of two counts near 2**60 that differ by 1, among enough corners for rounds over all of them."""
    a, b = 1_000_000_007, 500_000_000
    c = pow(b, -1, a)
    big = sorted([(a - c, b - (b * c - 1) // a), (c, (b * c - 1) // a)], key=lambda side: F(side[1], side[0]))
    small = many_sides(70)
    for steep in (big, big[::-1]):
        sides = [x for x in small if x[1] * a < b * x[0]] + steep + [x for x in small if x[1] * a > b * x[0]]
        ends, ones = (np.cumsum([0, *column]) for column in (map(sum, sides), [y for _, y in sides]))
        points = [(int(end - one), int(one)) for end, one in zip(ends, ones, strict=True)]
        path = roc_path.Path(ends, ones)
        walk = path.walk
        assert path.sides == [(x - u, y - v) for (u, v), (x, y) in pairwise(by_sorting.corners(points))]
        assert walk.area == sum((y - v) * (x + u) for (u, v), (x, y) in pairwise(points))
        assert walk.squares0 == sum((y - v) * (x * x + x * u + u * u) for (u, v), (x, y) in pairwise(points))
        assert walk.squares1 == sum((x - u) * (y * y + y * v + v * v) for (u, v), (x, y) in pairwise(points))
        gaps = [x * points[-1][1] - y * points[-1][0] for x, y in points]
        assert (walk.least, walk.greatest) == (min(gaps), max(gaps))


HULL = roc_path.FEW * roc_path.STEP


@pytest.mark.parametrize("part", [None, HULL + 1, 2 * HULL + 7])
@pytest.mark.parametrize("longest", [1, 4, 30, 10_000, 200_000])
def test_hulls_of_many_corners(monkeypatch, longest, part):
    """Counts of few bits and of more than 26, lines of many corners, and corners just at the end of a row or a part."""
    if part is not None:
        monkeypatch.setattr(roc_path, "PART", part)
    rng = np.random.default_rng(longest)
    for corners in (HULL, HULL + 1, HULL + roc_path.STEP - 1, 3 * HULL + 5):
        for share in (np.linspace(0.1, 0.9, corners), np.linspace(0.6, 0.5, corners), 0.3):
            whole = rng.integers(1, longest + 1, corners)
            ends = np.concatenate(([0], np.cumsum(whole)))
            ones = np.concatenate(([0], np.cumsum(rng.binomial(whole, share))))
            for column in (ones, ends - ones):
                points = [(int(x - y), int(y)) for x, y in zip(ends, column, strict=True)]
                path = roc_path.Path(ends, column)
                assert path.sides == [(x - u, y - v) for (u, v), (x, y) in pairwise(by_sorting.corners(points))]


def test_a_corner_just_below_a_long_line_of_corners():
    """By so little that doubles would not see it, among more corners than are compared with one line."""
    a, b = 8_388_617, 4_194_301
    c = pow(b, -1, a)
    d = (b * c - 1) // a
    line = [(a, b)] * (roc_path.STEP + 8)
    low, steep = sorted([(c, d), (a - c, b - d)], key=lambda side: F(side[1], side[0]))
    small = many_sides(130)
    before = [x for x in small if x[1] * a < b * x[0]]
    after = [x for x in small if x[1] * a > b * x[0]]
    for extra in range(0, roc_path.STEP, 5):
        sides = [(2**30, 0), *[(1, 0)] * extra, *before, *line, low, steep, *line, *after]
        ends, ones = (np.cumsum([0, *column]) for column in (map(sum, sides), [y for _, y in sides]))
        points = [(int(end - one), int(one)) for end, one in zip(ends, ones, strict=True)]
        assert len(points) > HULL
        assert 1 << 26 < ends[-1] < 1 << 31
        assert roc_path.Path(ends, ones).sides == [
            (x - u, y - v) for (u, v), (x, y) in pairwise(by_sorting.corners(points))
        ]


# --- sizes -----------------------------------------------------------------------------------------------------

SIZES = {
    "limbs of a table": ordered.TABLE_BLOCK,
    "limbs": ordered.LIMB_BLOCK,
    "decimals": ROWS,
    "corners": roc_path.CORNERS,
    "few": ordered.FEW,
    "runs": ordered.SHORTEST_RUN,
    "rows": limbs.LONGEST_ROW,
    "keys": ordered.BLOCK,
}


def near(size):
    return [size - 1, size, size + 1, size + 2]


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("kind", ["ulps", "ulps around 0", "ties", "alternating", "alternating ties"])
def test_as_many_examples_or_scores_as_a_block_has(name, kind):
    """What happens at the last example of a block and at the first one of the next."""
    size = SIZES[name]
    rng = np.random.default_rng(size)
    for n in near(size):
        classes, scores = rng.integers(0, 2, n), 0.5 + np.arange(n) * 2.0**-53
        if kind == "ulps around 0":
            scores = (np.arange(n) - n // 2) * 5e-324
        elif kind == "ties":  # a tie of both classes over the end of a block, and none elsewhere
            scores[size - 3 : size + 2] = scores[size - 3]
            classes[size - 3 : size + 2] = rng.permutation([0, 0, 1, 1, 1])[: len(classes[size - 3 :])]
        elif kind == "alternating":
            classes = np.arange(n) % 2
        elif kind == "alternating ties":
            classes, scores = np.arange(2 * n) % 2, np.repeat(scores, 2)
        turn = rng.permutation(len(scores))
        found = Sample.of(classes[turn], scores[turn])
        assert found.route == "packed keys"
        if kind == "ulps around 0":
            groups, bottom = by_sorting.grouped(classes, scores * 2.0**1000)
            check(found, groups, bottom << 1000, both=False)
        else:
            check(found, *by_sorting.grouped(classes, scores), both=False)


@pytest.mark.parametrize("n", near(roc_path.SPAN))
def test_runs_as_long_as_a_span(n):
    for groups in (
        [(1, n, 0), (2, 0, n), (3, 1, 0)],
        [(1, n // 3, n - n // 3), (2, n, 1), (3, 1, n)],
        [(1, n - 1, 1), (2, 1, 0), (3, 0, 1), (4, 0, n - 2)],
        [(1, 0, 1), (2, n - 2, 1), (3, 1, n - 1), (4, 1, 0)],
        [(1, 2 * n // 3, n // 3), (2, n // 3, 2 * n // 3)],
        [(1, 0, n), (2, n, 0)],
    ):
        check_groups(groups, both=False)


@pytest.mark.parametrize("n", near(roc_path.SPAN))
def test_one_block_of_the_path_as_long_as_a_span(n):
    """Where 3 int A**2 dB is greatest, with many corners and without ties."""
    third = n // 3
    check_order([0] * (n - third - 1) + [1] * third + [0], both=False)
    check_order([1] * (n - third) + [0] * third, both=False)


def test_the_corners_of_a_block_with_and_without_stairs():
    for count in (*near(roc_path.CORNERS), *near(2 * roc_path.CORNERS)):
        rng = np.random.default_rng(count)
        check_order(np.repeat(np.arange(2 * count) % 2, rng.integers(1, 3, 2 * count)), both=False)


def test_runs_of_ties_over_the_ends_of_blocks():
    rng = np.random.default_rng(3)
    for size in (ordered.LIMB_BLOCK, limbs.LONGEST_ROW, ordered.BLOCK):
        for lengths in ([size - 1, 1, size + 1, 2, size], [1, size, size, size - 2, 3], [2 * size + 1, size]):
            groups = []
            for i, length in enumerate(lengths):
                ones = int(rng.integers(0, length + 1))
                groups.append((UNIT // 2 + i * i, length - ones, ones))
            check_groups([*groups, (UNIT, 1, 1)])


# --- ties --------------------------------------------------------------------------------------------------------


def test_ties_of_all_sizes():
    sizes = [(a, b) for a in range(24) for b in range(24) if a + b]
    random.Random(4).shuffle(sizes)
    assert check_groups(as_groups(sizes)).route == "packed keys"
    found = check_groups([(i, a, b) for i, (a, b) in enumerate(sizes[:65])], 64)
    assert found.route == "packed keys"
    sizes = [(10**k, 10 ** (5 - k)) for k in range(6)] * 2
    assert check_groups(as_groups(sizes)).ties == {sum(x): 4 * 10**5 for x in sizes}


@pytest.mark.parametrize("score", [0.0, 5e-324, 0.1, 1.0, 0.3, -0.0, -7.25, 1e300])
def test_all_tied(score):
    for n0, n1 in ((1, 1), (1, 70_000), (40_000, 32_768), (2**15, 2**15 + 1)):
        classes = np.repeat([1, 0], [n1, n0])
        found = Sample.of(classes, np.full(n0 + n1, score))
        top, bottom = score.as_integer_ratio()
        check(found, [(top, n0, n1)], bottom)


@pytest.mark.parametrize(
    "decimals", [*range(4), *(pytest.param(k, marks=pytest.mark.slow) for k in (4, 5, MOST_DECIMALS))]
)
def test_as_few_examples_as_are_counted(decimals):
    """Around the least size, with every decimal there is for it, and with one that is none."""
    least = SPARSE * 10**decimals
    for n in (least - 1, least, least + 1) if decimals < 5 else (least,):
        grid = np.arange(n) % (10**decimals + 1)
        scores = grid / 10.0**decimals
        classes = np.random.default_rng(n).integers(0, 2, n)
        classes[:2] = 0, 1
        found = Sample.of(classes, scores)
        check(found, *by_sorting.grouped(classes.tolist(), scores.tolist()), both=decimals < 4)
        assert (found.route == "counting") == (n >= least or decimals == 0)
        for change in (np.nextafter(scores[-1], 0.5), -scores[1], 1 + 10.0**-decimals)[: 6 - decimals]:
            scores[-1] = change
            check(Sample.of(classes, scores), *by_sorting.grouped(classes.tolist(), scores.tolist()), both=False)


# --- magnitudes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3000, 40_000])
def test_scores_over_all_decades(n):
    rng = np.random.default_rng(n)
    for scores in (
        10.0 ** -np.linspace(0, 300, n),
        2.0 ** -rng.integers(0, 1075, n),
        np.concatenate((10.0 ** -np.linspace(0, 323, n // 2), np.zeros(n // 4), np.ones(n - n // 2 - n // 4))),
        10.0 ** rng.uniform(-150, 150, n) * rng.choice([-1.0, 1.0], n),
        np.where(rng.random(n) < 0.5, 1 - 2.0**-53, 5e-324),
    ):
        scores = scores[:n]
        check(Sample.of(classes := rng.integers(0, 2, n), scores), *by_sorting.grouped(classes, scores), both=False)
        if n < 5000:
            check_arrays(classes, scores)


@pytest.mark.parametrize("exponent", [0, 1, -52, -400, -947, -948, -999, -1000, -1001, -1021, -1022, -1074])
def test_neighbours_at_every_scale(exponent):
    """As many as the fast sums of rows take, so that the powers of two beyond their reach are asked too."""
    n = limbs.LONGEST_ROW + 3
    rng = np.random.default_rng(exponent + 2000)
    least = 2.0**exponent
    scores = least + np.sort(rng.integers(0, 2**20, n)) * np.spacing(least)
    check(Sample.of(classes := rng.integers(0, 2, n), scores), *by_sorting.grouped(classes, scores), both=False)


@pytest.mark.parametrize("spread", [13, 14, 15, 16, 17, 18, 22, 23, 44, 45, 46, 68, 69, 70, 71])
def test_rows_as_wide_as_they_may_be(spread):
    """The sums of rows at the greatest distances from their centres, and just beyond."""
    n = limbs.LONGEST_ROW
    rng = np.random.default_rng(spread)
    for low, high in ((2.0**-spread, 1.0), (1 - 2.0**-spread, 1.0), (0.5, 0.5 + 2.0**-spread)):
        grids = (
            np.linspace(low, high, n),
            np.sort(rng.uniform(low, high, n)),
            np.sort(np.where(rng.random(n) < 0.5, low, high)),
            np.repeat(np.linspace(low, high, n // limbs.PART), limbs.PART),
        )
        for scores in grids:
            check(Sample.of(classes := rng.integers(0, 2, n), scores), *by_sorting.grouped(classes, scores), both=False)


def test_runs_of_scores_that_end_at_zero():
    """Many scores of one exponent and sign, and many zeros, beside each other."""
    rng = np.random.default_rng(8)
    near = rng.integers(1000, 1 << 20, 3 * ordered.FEW) * 5e-324
    far = rng.uniform(0.5, 1, 2 * ordered.FEW)
    zeros = np.zeros(2 * ordered.FEW)
    for parts in (
        (-near, zeros, near),
        (-near, near),
        (zeros, near),
        (-near, zeros),
        (-far, zeros, far),
        (zeros, far),
        (-far, -near, zeros),
    ):
        scores = np.concatenate(parts)
        classes = rng.integers(0, 2, len(scores))
        found = Sample.of(classes, scores)
        assert found.route == "packed keys"
        for k in (0, 1):
            tops = [int(F(x) * 2**1074) for x in scores[classes == k].tolist()]
            sums = [F(f(tops), 2 ** (1074 * i)) for i, f in enumerate((sum, square_sum), 1)]
            assert found.power_sums(k, 2) == [len(tops), *map(rational, sums)]


@pytest.mark.parametrize(
    ("kind", "spread"),
    [*((np.int32, i) for i in range(16, 24)), *((np.int64, i) for i in (*range(16, 24), *range(42, 54)))],
)
def test_sums_modulo_a_power_of_two(kind, spread):
    """Squares whose sum is as great as may be, or greater, and rounds as badly as it can in doubles, or not at all."""
    rng = np.random.default_rng(spread)
    taken = 0
    for size in (1, 2, 255, 257, 5000, limbs.LONGEST_ROW, limbs.LONGEST_ROW + 1):
        for part in (0, 0.5, 0.9, 1):
            far = rng.random(size) < part
            codes = np.sort(
                np.where(far, 2**spread - rng.integers(1, 2 ** min(spread, 20), size), rng.integers(0, 2**spread, size))
            )
            keys = (codes << 1 | rng.integers(0, 2, size)).astype(kind)
            base = int(rng.integers(-(2**53), 2**53))
            found = limbs.LimbSums(ordered.LIMB_BLOCK, 0)
            if found.add_run(keys, base, 7):
                taken += 1
                scores, ones = [base + code for code in (codes - codes[0]).tolist()], (keys & 1).tolist()
                of_ones = [s for s, one in zip(scores, ones, strict=True) if one]
                assert found.sums == {7: [f(x) for f in (sum, square_sum) for x in (scores, of_ones)]}
    assert taken >= (28 if spread < 50 else 12)


def square_sum(values):
    return sum(x * x for x in values)


def test_all_scores_next_to_one():
    groups = [(2**53 - 1 - i, 30_000 - i, 20_000 + i) for i in range(9, -1, -1)]
    check_groups([*groups, (2**53, 12_345, 54_321)], 2**53)


@pytest.mark.slow
def test_ten_million_scores_next_to_one():
    groups = [(2**53 - 200 + i, 25_000 + i, 25_000 - i) for i in range(200)]
    check_groups([*groups, (2**53, 1, 1)], 2**53)
    check_groups([(2**53 - 1, 1, 5_000_000), (2**53, 5_000_000, 1)], 2**53)
    check_groups([(0, 5_000_000, 5_000_000), (10, 1, 1)], 10)


@pytest.mark.parametrize("n", [8, 1000])
@pytest.mark.parametrize("times", [2**52, 10**16, 10**19, 10**400])
def test_counts_beyond_integers_of_64_bits(n, times):
    rng = np.random.default_rng(n)
    sample = Sample.of(np.arange(n) % 2, rng.random(n))
    many, balanced = sample.replicated(times), sample.replicated(times).balanced()
    for found, each in ((many, times), (balanced, times * many.n0)):
        assert [column.tolist() for column in found.passed] == [
            [each * x for x in column] for column in (sample.cumulative0, sample.cumulative1)
        ]
    losses = [evaluate_sample(x).losses for x in (many, sample)]
    first, second = [{name: x for name, x in found.items() if isinstance(x, F)} for found in losses]
    assert first == second != {}
    with pytest.raises(NotSupported, match="examples are too many for floats"):
        InDoubles(sample.replicated(10**19))


def test_sums_over_what_is_not_there():
    for n in (8, 1000):
        sample = Sample.of(np.arange(n) % 2, np.random.default_rng(n).random(n))
        for k in (-1, 2, 5):
            for sums in (sample.power_sums, sample.rank_sums):
                for bounds in ((), (F(1, 3), F(1, 2))):
                    with pytest.raises(SampleError, match=f"there is no class {k}; classes are 0 and 1"):
                        sums(k, 1, *bounds)
        for k in (0, 1):
            assert sample.power_sums(k, 2, F(2, 3), F(1, 3)) == [0, 0, 0]
            assert sample.rank_sums(k, 0, F(2, 3), F(1, 3)) == [0]


# --- imbalance and separation ---------------------------------------------------------------------------------------


def uneven(rare, many, where):
    """One example of the rare class among, before, or after many others at some hundred scores."""
    counts = [many // 300 + i for i in range(199)]
    counts.append(many - sum(counts))
    groups = [(i, 0, count) if rare == 0 else (i, count, 0) for i, count in enumerate(counts, 1)]
    single = (1, 0) if rare == 0 else (0, 1)
    if where == "tied":
        i, a, b = groups[66]
        groups[66] = i, a + single[0], b + single[1]
        return groups
    m = {"first": 0, "last": 201}[where]
    return sorted([*groups, (m, *single)])


@pytest.mark.parametrize("rare", [0, 1])
@pytest.mark.parametrize("where", ["first", "tied", "last"])
def test_one_against_many(rare, where):
    check_groups(uneven(rare, 300_000, where))


@pytest.mark.slow
@pytest.mark.parametrize("rare", [0, 1])
@pytest.mark.parametrize("where", ["first", "tied", "last"])
def test_one_against_ten_million(rare, where):
    found = check_groups(uneven(rare, 10**7, where))
    assert min(found.n0, found.n1) == 1
    assert max(found.n0, found.n1) == 10**7


@pytest.mark.slow
def test_ten_million_separated_and_inverted():
    half = 5_000_000
    zeros = [(i, half // 500, 0) for i in range(1, 501)]
    ones = [(500 + i, 0, half // 500) for i in range(1, 501)]
    for groups in ([*zeros, *ones], [(m, b, a) for m, a, b in [*zeros, *ones]]):
        check_groups(groups)
    whole = np.zeros(2 * half, dtype=np.uint8)
    scores = np.arange(1, 2 * half + 1) / UNIT
    for classes, auc in ((whole.copy(), 1), (whole.copy(), 0)):
        classes[half:] = auc
        classes[:half] = 1 - auc
        found = evaluate_sample(Sample.of(classes, scores))
        low, high = (F(half + 1, 2 * UNIT), F(3 * half + 1, 2 * UNIT))
        assert (found.metrics["AUC"], found.metrics["KS"]) == (auc, 1)
        assert (found.metrics["MAE0"], 1 - found.metrics["MAE1"]) == ((low, high) if auc else (high, low))
        assert found.losses["optimal"] == (0 if auc else F(1, 4) * 2 / 2)
        assert found.losses["rate_driven"] == (F(1, 12) if auc else F(7, 12))


# --- decimals ------------------------------------------------------------------------------------------------------


def check_decimals(m, places, route):
    """Scores ``m / 10**places`` as they come from a file, with every second one in class 1, and some ties."""
    m, places = [*m, *m[: len(m) // 5]], [*places, *places[: len(m) // 5]]
    classes = [i % 2 for i in range(len(m))]
    packed = np.array([x << 1 | y for x, y in zip(m, classes, strict=True)], dtype=np.int64)
    most = max(places)
    counts = {}
    for x, k, y in zip(m, places, classes, strict=True):
        top = x * 10 ** (most - k)
        counts[top] = counts.get(top, (0, 0))[0] + 1 - y, counts.get(top, (0, 0))[1] + y
    half = len(m) // 2
    parts = [
        Decimals(packed[here], np.array(places[here], dtype=np.int16)) for here in (slice(half), slice(half, None))
    ]
    found = of_decimals(parts)
    assert found.route == route
    check(found, [(top, *counts[top]) for top in sorted(counts)], 10**most)


@pytest.mark.parametrize("n", near(ROWS))
def test_decimals_of_all_digits_nine(n):
    check_decimals([10**18 - 1 - i for i in range(n)], [18] * n, "decimal keys")
    check_decimals([(-1) ** i * (10**18 - 1 - i) for i in range(n)], [18] * n, "decimal keys")
    check_decimals([10**18 - 1 - i for i in range(n)], [18 + i % 4 for i in range(n)], "decimal keys")


@pytest.mark.parametrize("digits", BITS)
def test_decimals_over_all_the_bands_there_are(digits):
    """Up to the last band that fits beside so many digits, and none where one more is needed."""
    bands = 1 << (62 - BITS[digits])
    ends = [0, 1, 2, bands // 2, bands - 2, bands - 1]
    tops = [10 ** (digits - 1) + i for i in range(3)] + [10**digits - 1 - i for i in range(3)]
    pairs = [(sign * m, bands - 1 - band) for band in ends if band >= 0 for m in tops for sign in (1, -1)]
    check_decimals(*zip(*[*pairs, (0, 3), (1, bands - 1)], strict=True), "decimal keys")
    packed, places = np.array([2 * tops[0], 3]), np.array([0, bands], dtype=np.int16)
    assert of_decimals([Decimals(packed, places)]) is None


def test_integers_up_to_the_last_double():
    last = 2**53 - 1
    for m, route in (
        ([last, -last], "integer keys"),
        ([last + 1, 1], "decimal keys"),
        ([-last - 1, 1], "decimal keys"),
    ):
        check_decimals([*m, *range(last - 40, last - 20), 0, 7], [15] * 24, route)


def test_decimals_that_are_counted():
    n = 4 * 1030
    check_decimals([i % 1030 for i in range(n)], [3] * n, "counting")
    check_decimals([i % 1031 for i in range(n)], [3] * n, "counting")
    check_decimals([(i % 50) ** 2 for i in range(10**4)], [2 + i % 3 for i in range(10**4)], "integer keys")
    check_decimals([0] * 9 + [1] * 50_000, [0] * 50_009, "counting")
