"""Exact curves and algebraic numbers against brute force: plain fractions, and square roots compared by squaring."""

import copy
import json
import pickle
import random
from fractions import Fraction
from itertools import pairwise

import flint
import pytest

from workbench.curves.curve import Curve, combined, lowest
from workbench.errors import InputError
from workbench.numbers.algebraic import Root, between, reduced, roots, sign_at, value_at
from workbench.numbers.piecewise import polynomial

F = Fraction
CHANCE = random.Random(20)
SQUARES = [F(1, 2), F(1, 3), F(2, 5), F(3, 7)]


class Place:
    """A break: a rational number, or the square root of one that is no square."""

    def __init__(self, value, squared=False):
        self.value, self.squared = value, squared

    def side(self, x):
        """-1, 0 or 1 as the fraction ``x`` (not negative) is below, at or above."""
        y = x * x if self.squared else x
        return (y > self.value) - (y < self.value)

    @property
    def exact(self):
        if not self.squared:
            return self.value
        (found,) = roots(flint.fmpq_poly([flint.fmpq(-self.value.numerator, self.value.denominator), 0, 1]), F(0))
        return found

    @property
    def ball(self):
        value = flint.arb(flint.fmpq(self.value.numerator, self.value.denominator))
        return value.sqrt() if self.squared else value


ENDS = Place(F(0)), Place(F(1))


def horner(numbers, x):
    result = 0 * x
    for a in reversed(numbers):
        result = result * x + (flint.fmpq(a.numerator, a.denominator) if isinstance(x, flint.arb) else a)
    return result


class Naive:
    """A piecewise polynomial on [0, 1]: coefficients between its breaks and at each of them."""

    def __init__(self, breaks, pieces, here):
        self.breaks, self.pieces, self.here = breaks, pieces, here

    @classmethod
    def random(cls, degree=2):
        inner = [Place(F(k, 6)) for k in CHANCE.sample(range(1, 6), CHANCE.randint(0, 2))]
        inner += [Place(square, True) for square in CHANCE.sample(SQUARES, CHANCE.randint(0, 2))]
        breaks = [ENDS[0], *sorted(inner, key=lambda p: float(p.ball)), ENDS[1]]

        def numbers():
            return [F(CHANCE.randint(-3, 3), CHANCE.choice([1, 1, 2, 3])) for _ in range(CHANCE.randint(1, degree + 1))]

        pieces = [numbers() for _ in breaks[1:]]
        here = [CHANCE.choice([numbers(), pieces[min(i, len(pieces) - 1)], pieces[i - 1]]) for i in range(len(breaks))]
        return cls(breaks, pieces, here)

    @property
    def curve(self):
        return Curve.of(
            [b.exact for b in self.breaks], [polynomial(*p) for p in self.pieces], [polynomial(*p) for p in self.here]
        )

    def __call__(self, x):
        for i, place in enumerate(self.breaks):
            if place.side(x) == 0:
                return horner(self.here[i], x)
            if place.side(x) < 0:
                return horner(self.pieces[i - 1], x)
        raise AssertionError(x)

    def limits(self, place):
        """The values left of, at and right of a break, as balls of 300 bits."""
        i = self.breaks.index(place)
        around = self.pieces[max(i - 1, 0)], self.here[i], self.pieces[min(i, len(self.pieces) - 1)]
        if i == 0:
            around = self.here[i], self.here[i], self.pieces[0]
        if i == len(self.pieces):
            around = self.pieces[-1], self.here[i], self.here[i]
        return [horner(numbers, place.ball) for numbers in around]


def points(*curves):
    """Rational points: the rational breaks, and several between all of the breaks."""
    places = {(p.value, p.squared): p for curve in curves for p in curve.breaks}.values()
    marks = sorted({F(round(float(p.ball) * 2**40), 2**40) for p in places})
    found = {p.value for p in places if not p.squared}
    for a, b in pairwise(marks):
        found |= {a + (b - a) * F(k, 7) for k in range(1, 7)}
    return sorted(found)


def near(found, ball):
    return flint.arb(found if isinstance(found, flint.arb) else flint.fmpq(*found.as_integer_ratio())).overlaps(ball)


@pytest.fixture(autouse=True)
def precise():
    with flint.ctx.workprec(300):
        yield


# --- one curve ---------------------------------------------------------------------------------------


def test_values_and_limits() -> None:
    for _ in range(120):
        naive = Naive.random()
        curve = naive.curve
        for x in points(naive):
            assert curve(x) == naive(x)
        for place in naive.breaks:
            x = place.exact
            for found, ball in zip((curve.left(x), curve(x), curve.right(x)), naive.limits(place), strict=True):
                assert near(found, ball)


def test_jumps() -> None:
    jumping = 0
    for _ in range(120):
        naive = Naive.random()
        found = {jump.at: jump for jump in naive.curve.jumps}
        for place in naive.breaks:
            left, value, right = naive.limits(place)
            jumps = not (left.overlaps(value) and value.overlaps(right))
            assert jumps == (place.exact in found)
            if jumps:
                jump = found[place.exact]
                assert near(jump.left, left)
                assert near(jump.value, value)
                assert near(jump.right, right)
                jumping += 1
        assert len(found) <= len(naive.breaks)
    assert jumping > 50


def test_area_and_mean() -> None:
    for _ in range(120):
        naive = Naive.random()
        curve = naive.curve
        start, stop = sorted(CHANCE.sample([*ENDS, *(Place(F(k, 11)) for k in range(1, 11)), Place(F(1, 2), True)], 2),
                             key=lambda p: float(p.ball))  # fmt: skip
        whole = flint.arb(0)
        for (low, high), numbers in zip(pairwise(naive.breaks), naive.pieces, strict=True):
            a, b = low.ball.max(start.ball), high.ball.min(stop.ball)
            if b > a:
                primitive = [F(0), *(x / (k + 1) for k, x in enumerate(numbers))]
                whole += horner(primitive, b) - horner(primitive, a)
        assert near(curve.area(start.exact, stop.exact), whole)
        assert near(curve.area(stop.exact, start.exact), -whole)
        assert near(curve.mean(start.exact, stop.exact), whole / (stop.ball - start.ball))
        if not any(p.squared for p in naive.breaks):
            assert isinstance(curve.area(), Fraction)
        assert curve.mean("1/3", "1/3") == curve("1/3")
        assert curve.area("1/3", "1/3") == 0


def test_areas_stay_sharp_at_the_default_precision() -> None:
    curve = Curve.of([0, Place(F(1, 2), True).exact, 1], [polynomial(0, 1), polynomial(1)])
    with flint.ctx.workprec(53):
        assert curve.area().rad() < 1e-25
        assert curve.mean(0, Place(F(1, 2), True).exact).rad() < 1e-25


def test_equal_functions_are_equal_values() -> None:
    root = Place(F(1, 2), True).exact
    square, half = polynomial(0, 0, 1), polynomial(F(1, 2))
    assert Curve.of((0, root, 1), [half, half], [half, square, half]) == Curve.line(F(1, 2), F(1, 2))
    with_break = Curve.of((0, F(1, 2), 1), [polynomial(0, 1), polynomial(0, 1)], [half, half, half])
    assert with_break.breaks == (0, 1)
    assert with_break.jumps[0].at == 0
    other = Curve.of((0, F(1, 2), 1), [polynomial(0, 1)] * 2, [half, polynomial(0, 1), polynomial(0, F(1, 2))])
    assert other == with_break
    spot = Curve.of((0, F(1, 2), 1), [polynomial(0)] * 2, [polynomial(0), half, polynomial(0)])
    assert spot("1/2") == F(1, 2)
    assert len(spot.jumps) == 1
    assert spot.area() == 0
    for _ in range(60):
        a, b = Naive.random().curve, Naive.random().curve
        assert a + b == b + a
        assert a - a == 0 * a
        assert (a - b) + b == a
        assert -1 * -a == a


def test_curves_can_be_copied_and_pickled() -> None:
    for _ in range(20):
        curve = Naive.random().curve
        again = pickle.loads(pickle.dumps(curve))
        assert again == curve
        assert copy.deepcopy(curve) == curve
        assert again.jumps == curve.jumps or any(isinstance(x, Root) for x in curve.breaks)


def test_what_is_no_point_is_refused() -> None:
    curve = Curve.line(F(0), F(1))
    for wrong, words in [("2", "lies outside \\[0, 1\\]"), (float("nan"), "nan is not"), ("x", "'x' is not"),
                         (None, "None is not a number")]:  # fmt: skip
        with pytest.raises(InputError, match=words):
            curve(wrong)
    with pytest.raises(InputError, match="curves on \\[0, 1\\] and \\[0, 2\\]"):
        curve + Curve.of((0, 2), [polynomial(1)])
    with pytest.raises(InputError, match="all must be on one interval"):
        lowest([curve, Curve.of((0, 2), [polynomial(1)])])
    with pytest.raises(ValueError, match="ascend"):
        Curve.of((0, 0), [polynomial(1)])
    with pytest.raises(ValueError, match="2 breaks, 0 pieces"):
        Curve((F(0), F(1)), (), (polynomial(1), polynomial(1)))


def test_drawing_and_json() -> None:
    curve = Curve.of(
        (0, "1/2", 1), [polynomial(0, 0, 1), polynomial(1)], [polynomial(0), polynomial(F(3, 4)), polynomial(2)]
    )
    drawn = curve.points(per_piece=4)
    assert drawn[:2] == [(0.0, 0.0), (0.125, 0.015625)]
    assert [y for x, y in drawn if x == 0.5] == [0.25, 0.75, 1.0]
    assert drawn[-2:] == [(1.0, 1.0), (1.0, 2.0)]
    small = curve.points(per_piece=4, small=0.8)
    assert small == [point for point in drawn if point not in {(0.5, 0.25), (0.5, 1.0)}]
    assert Curve.of((0, 1, 2), [polynomial(0)] * 2, [polynomial(x) for x in (0, 1, 0)]).points() == [
        *((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (1.0, 0.0), (2.0, 0.0))
    ]
    told = json.loads(json.dumps(curve.to_json()))
    assert told["pieces"] == [["0", "0", "1"], ["1"]]
    assert [x["exact"] for x in told["values"]] == ["0", "3/4", "2"]
    assert told["area"]["exact"] == "13/24"
    irrational = Curve.of((0, Place(F(1, 2), True).exact, 1), [polynomial(0), polynomial(1)])
    assert irrational.to_json()["breaks"][1]["exact"] is None
    assert repr(irrational) == "Curve on [0, 1] of 2 pieces, 1 jump, area 0.292893..."


# --- several curves ----------------------------------------------------------------------------------


def test_arithmetic() -> None:
    for _ in range(80):
        a, b = Naive.random(), Naive.random()
        one, two, factor = a.curve, b.curve, F(CHANCE.randint(-5, 5), 3)
        product = combined((one, two), lambda p, q: p * q)
        for x in points(a, b):
            assert (one + two)(x) == a(x) + b(x)
            assert (one - two)(x) == a(x) - b(x)
            assert (factor * one)(x) == (one * factor)(x) == factor * a(x)
            assert product(x) == a(x) * b(x)
        for place in a.breaks:
            for side in (Curve.left, Curve.__call__, Curve.right):
                x = place.exact
                both = [flint.arb(v if isinstance(v, flint.arb) else flint.fmpq(*v.as_integer_ratio()))
                        for v in (side(one, x), side(two, x))]  # fmt: skip
                assert near(side(one + two, x), both[0] + both[1])
                assert near(side(product, x), both[0] * both[1])


def test_lower_envelope() -> None:
    for _ in range(80):
        naives = [Naive.random(1) for _ in range(CHANCE.randint(1, 4))]
        envelope, chosen = lowest([naive.curve for naive in naives])
        for x in points(*naives):
            assert envelope(x) == min(naive(x) for naive in naives)
        assert (chosen[0][0], chosen[-1][1]) == (0, 1)
        assert all(one[1] == two[0] for one, two in pairwise(chosen))
        for low, high, k in chosen:
            inside = [x for x in points(*naives) if low < x < high]
            assert all(naives[k](x) == min(naive(x) for naive in naives) for x in [*inside, between(low, high)])
        for (_, where, one), (_, _, two) in pairwise(chosen):
            if one == two:
                assert sign_at(naives[one].curve.polynomial_at(where) - envelope.polynomial_at(where), where) > 0


def test_the_first_of_equal_curves_is_the_lowest() -> None:
    flat, tent = Curve.line(F(1), F(1)), Curve.of((0, "1/2", 1), [polynomial(0, 2), polynomial(2, -2)])
    assert lowest([flat, flat])[1] == ((0, 1, 0),)
    assert lowest([flat, tent])[1] == ((0, 1, 1),)
    assert lowest([tent, flat])[0] == tent


def test_an_envelope_knows_who_is_lowest_at_an_instant() -> None:
    dip = Curve.of((0, "1/2", 1), [polynomial(2)] * 2, [polynomial(2), polynomial(0), polynomial(2)])
    envelope, chosen = lowest([Curve.line(F(1), F(1)), dip])
    assert envelope("1/2") == 0
    assert chosen == ((0, F(1, 2), 0), (F(1, 2), 1, 0))


def test_regions() -> None:
    seen = set()
    for _ in range(150):
        a, b = Naive.random(), Naive.random()
        if CHANCE.random() < 0.4:
            b = Naive(a.breaks, [CHANCE.choice([p, q]) for p, q in zip(a.pieces, a.pieces[::-1], strict=True)], a.here)
        one, two = a.curve, b.curve
        found = one.regions(two)
        assert (found[0].low, found[-1].high) == (0, 1)
        assert all(left.high == right.low for left, right in pairwise(found))
        for region in found:
            inside = [x for x in points(a, b) if region.low < x < region.high]
            middle = between(region.low, region.high)
            inside += [between(region.low, middle), middle, between(middle, region.high)]
            assert {(a(x) > b(x)) - (a(x) < b(x)) for x in inside} == {region.sign}
            seen.add(region.sign)
        for left, right in pairwise(found):
            at = sign_at(one.polynomial_at(left.high) - two.polynomial_at(left.high), left.high)
            assert not left.sign == at == right.sign
            seen.add("touch" if left.sign == right.sign else "change")
        assert one.crossings(two) == tuple(region.low for region in found[1:])
        assert [(r.low, r.high, -r.sign) for r in found] == list(two.regions(one))
    assert seen == {-1, 0, 1, "touch", "change"}


def test_regions_of_touching_and_equal_curves() -> None:
    zero = Curve.line(F(0), F(0))
    touching = Curve.of((0, 1), [polynomial(F(1, 4), -1, 1)])
    assert touching.regions(zero) == ((0, F(1, 2), 1), (F(1, 2), 1, 1))
    irrational = Curve.of((0, 1), [polynomial(F(-1, 2), 0, 1) * polynomial(F(-1, 2), 0, 1)])
    (root,) = irrational.crossings(zero)
    assert root == Place(F(1, 2), True).exact
    assert [r.sign for r in irrational.regions(zero)] == [1, 1]
    assert zero.regions(zero) == ((0, 1, 0),)
    half = Curve.of((0, "1/2", 1), [polynomial(0), polynomial(1)], [polynomial(0)] * 2 + [polynomial(1)])
    assert half.regions(zero) == ((0, F(1, 2), 0), (F(1, 2), 1, 1))


# --- algebraic numbers ---------------------------------------------------------------------------------


def test_roots_of_products() -> None:
    x = polynomial(0, 1)
    for _ in range(150):
        rational = {F(CHANCE.randint(-6, 6), CHANCE.randint(1, 4)) for _ in range(CHANCE.randint(0, 3))}
        squares = set(CHANCE.sample([2, 3, 5, 6, 7], CHANCE.randint(0, 2)))
        p = polynomial(F(CHANCE.choice([-2, 1, 3]), 5))
        for r in rational:
            p *= (x - flint.fmpq(r.numerator, r.denominator)) ** CHANCE.randint(1, 2)
        for square in squares:
            p *= x * x - square
        found = roots(p)
        assert len(found) == len(rational) + 2 * len(squares)
        assert {r for r in found if isinstance(r, Fraction)} == rational
        assert all(a < b and not b < a and a != b for a, b in pairwise(found))
        for r in found:
            assert sign_at(p, r) == 0
            assert value_at(p, r) == 0
            if isinstance(r, Root):
                assert any(r.ball(60).overlaps(s * flint.arb(square).sqrt()) for square in squares for s in (1, -1))
        low, high = sorted(CHANCE.sample([F(k, 3) for k in range(-20, 21)], 2))
        assert roots(p, low, high) == [r for r in found if low < r < high]
        for a, b in pairwise(found):
            assert a < between(a, b) < b
            assert roots(p, a, b) == []


def test_one_number_of_many_equations() -> None:
    x = polynomial(0, 1)
    (first,) = roots(x**2 - 2, F(0))
    (second,) = roots(-3 * (x**2 - 2) ** 2 * (x**3 - 7) * flint.fmpq(1, 9), F(1), F(3, 2))
    assert first == second
    assert hash(first) == hash(second)
    assert not first < second
    assert reduced(x**3 - 2 * x, first) == 0
    assert reduced(x**2, first) == 2
    assert value_at(x**4 + x**2, first) == 6


def test_close_numbers_are_told_apart() -> None:
    x = polynomial(0, 1)
    close = F(14142135623730950488016887242096980785696718753769480731766797379907324784621, 10**76)
    root = roots(x**2 - 2)[1]
    assert close < root < close + F(1, 10**76)
    assert not root < close
    assert sign_at(x - flint.fmpq(*close.as_integer_ratio()), root) == 1
    assert close < between(close, root) < root
    (other,) = roots(x**2 - 2 - flint.fmpq(1, 10**70), F(0))
    assert root < other
    assert root < between(root, other) < other
    (cubic,) = roots(x**3 - 2)
    assert F(5, 4) < cubic < F(63, 50) < root
    assert float(cubic) == pytest.approx(2 ** (1 / 3))


def test_what_is_no_curve_is_refused() -> None:
    line = Curve.line(F(0), F(1))
    for call, message in (
        (lambda: line.regions(3), "3 is no Curve"),
        (lambda: line.crossings(None), "None is no Curve"),
        (lambda: line + 1, "1 is no Curve"),
        (lambda: lowest([]), "no curves are given; one is needed at least"),
        (lambda: lowest(line), "is no list of curves"),
        (lambda: lowest([line, "x"]), "'x' is no Curve"),
        (lambda: line * None, "the factor None is not a number"),
        (lambda: line * float("nan"), "the factor nan is not a finite number"),
    ):
        with pytest.raises(InputError, match=message):
            call()


def test_an_area_backwards_is_negative() -> None:
    line = Curve.line(F(0), F(1))
    assert line.area(1, 0) == -line.area() == F(-1, 2)


def test_regions_and_jumps_as_json() -> None:
    step = Curve.of([0, "1/2", 1], [polynomial(0), polynomial(1)])
    (jump,) = [json.loads(json.dumps(jump.to_json())) for jump in step.jumps]
    assert [jump[name]["exact"] for name in ("at", "left", "value", "right")] == ["1/2", "0", "1", "1"]
    square = Curve.of([0, 1], [polynomial(0, 0, 2)])
    regions = [json.loads(json.dumps(region.to_json())) for region in square.regions(Curve.line(F(1), F(1)))]
    assert [region["sign"] for region in regions] == [-1, 1]
    assert regions[0]["high"] == regions[1]["low"]
    assert regions[0]["high"]["exact"] is None
    assert regions[0]["high"]["value"] == pytest.approx(0.5**0.5)
