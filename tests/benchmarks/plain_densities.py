"""Densities of the operating condition for the plain evaluator: integrals of polynomials against them."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from tests.benchmarks.plain_functions import Piece, cut, integral, pieces
from tests.benchmarks.plain_numbers import (
    NotCovered,
    NoValue,
    Poly,
    Value,
    at,
    mp,
    multiply,
    of_float,
    product,
    raised,
    roots,
    scaled,
    total,
    widened,
)
from tests.benchmarks.plain_reader import Node

ZERO, ONE = Fraction(0), Fraction(1)
C: Node = ("name", "c")
LARGEST_SHAPE = 60


@dataclass(frozen=True)
class Point:
    """The operating condition is known."""

    at: Fraction

    @property
    def mean(self) -> Value:
        return self.at


@dataclass(frozen=True)
class Pieces:
    """A piecewise polynomial; ``exact`` when its ends are fractions."""

    cells: list[Piece]
    exact: bool = True

    @property
    def ends(self) -> list[Fraction]:
        """Where its formula changes, from the first place on at which it is positive to the last."""
        return sorted({x for low, high, weight in self.cells if any(weight) for x in (low, high)})

    def integral(self, p: Poly, low: Fraction, high: Fraction) -> Value:
        """The integral of a polynomial in c between two places."""
        found = ZERO
        for left, right, weight in self.cells:
            start, stop = max(left, low), min(right, high)
            if start < stop:
                found += integral(product(p, weight), start, stop)
        return found if self.exact else widened(found)

    @property
    def mean(self) -> Value:
        return self.integral([ZERO, ONE], ZERO, ONE)


@dataclass(frozen=True)
class Beta:
    """A Beta density whose shapes are not both whole."""

    a: Fraction
    b: Fraction

    @property
    def ends(self) -> list[Fraction]:
        return [ZERO, ONE]

    def moment(self, k: int) -> Fraction:
        found = ONE
        for i in range(k):
            found *= (self.a + i) / (self.a + self.b + i)
        return found

    def integral(self, p: Poly, low: Fraction, high: Fraction) -> Value:
        """The integral of a polynomial in c between two places, in some forty digits."""
        if (low, high) == (ZERO, ONE):
            return sum((x * self.moment(k) for k, x in enumerate(p)), ZERO)
        found: list[Value] = []
        for k, x in enumerate(p):
            a, b, start, stop = (mp.mpf(y.numerator) / y.denominator for y in (self.a + k, self.b, low, high))
            part = mp.betainc(a, b, start, stop, regularized=True)
            found.append(multiply(x * self.moment(k), of_float(part, mp.mpf(10) ** -30)))
        return total(found)

    @property
    def mean(self) -> Value:
        return self.moment(1)


Density = Point | Pieces | Beta
UNIFORM = Pieces([(ZERO, ONE, [ONE])])


def density_of(cost: Node, closed: Callable[[Node], Value]) -> Density:
    """The density that the words name; ``closed`` gives the value of numbers in it. `NoValue` for what is none."""
    name = cost[1]
    arguments: tuple[Node, ...] = cost[2] if cost[0] == "call" else ()
    if name == "density":
        return _of_formula(arguments[0], closed)
    numbers = []
    for argument in arguments:
        number = closed(argument)
        if not isinstance(number, Fraction):
            raise NotCovered("an irrational number in a density")
        numbers.append(number)
    match name, numbers:
        case "uniform", []:
            return UNIFORM
        case "uniform", [low, high]:
            if not 0 <= low < high <= 1:
                raise NoValue("no uniform density")
            return Pieces([(low, high, [1 / (high - low)])])
        case "point", [place]:
            if not 0 <= place <= 1:
                raise NoValue("a point outside [0, 1]")
            return Point(place)
        case "beta", [a, b]:
            if a <= 0 or b <= 0:
                raise NoValue("no Beta density")
            if a.denominator > 1 or b.denominator > 1 or a + b > LARGEST_SHAPE:
                return Beta(a, b)
            shape = product(raised([ZERO, ONE], int(a) - 1), raised([ONE, -ONE], int(b) - 1))
            return Pieces([(ZERO, ONE, scaled(shape, Fraction(int(a) * comb(int(a + b) - 1, int(a)))))])
    raise NotCovered(f"the density {name}")


def _of_formula(formula: Node, closed: Callable[[Node], Value]) -> Density:
    cells, exact = pieces(formula, {C: [ZERO, ONE]}, closed, ZERO, ONE)
    for low, high, p in cells:
        for left, right, _ in cut([(low, high, p)], [x for x, _ in roots(p, low, high)]):
            if at(p, (left + right) / 2) < 0:
                raise NoValue("a negative density")
    found = Pieces(cells, exact)
    whole = found.integral([ONE], ZERO, ONE)
    if not isinstance(whole, Fraction):
        raise NotCovered("a density with irrational corners")
    if whole != 1:
        raise NoValue(f"a density with the integral {whole}")
    return found
