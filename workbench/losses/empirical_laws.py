"""Laws of the operating condition from data: cost proportions, or pairs of costs, that have been seen.

The empirical law has each cost proportion c with its share of the weights: ``points(c1, w1, c2, w2, ...)``. A pair of
what a miss and a false alarm cost has ``c = false_alarm/(miss + false_alarm)`` and counts by its magnitude ``miss +
false_alarm``: with ``b`` for the magnitude and ``Q(c)`` for a loss at c, the expected cost of a case is ``E[b Q(c)]``
halved, which is ``E[b]/2`` times the loss under that law. Pairs of costs 0 say nothing and are left out.

Smoothed to the degree m, it is the density whose distribution function is the Bernstein polynomial of that of the
points: the mixture of Beta(k, m + 1 - k), k = 1, ..., m, with the shares of the points in ((k - 1)/m, k/m], and those
at 0 in the first. It is a polynomial, so that losses stay exact, and has no trouble with the ends of [0, 1]. Where it
is ``auto``, m is the least whole number from ``n**(2/5)`` on, n being the number of values: the order that is best for
the mean squared error (Vitale, A Bernstein polynomial approach to density function estimation, 1975; Babu, Canty and
Chaubey, Application of Bernstein polynomials for smooth estimation of a distribution and density function, 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any

from workbench.errors import InputError, shown
from workbench.language.syntax import Arithmetic, Cost, Expression, Name, Number
from workbench.numbers.given import as_written, number
from workbench.samples.columns import as_list
from workbench.samples.weighted import weight_of

MOST_SMOOTH = 100
AUTO = "auto"


def cost_law(
    proportions: Iterable[Any] | None = None,
    *,
    miss: Iterable[Any] | None = None,
    false_alarm: Iterable[Any] | None = None,
    weights: Iterable[Any] | None = None,
    smooth: Any = None,
) -> Cost:
    """The empirical law of cost proportions, or of pairs of costs, or its density smoothed to a degree.

    ``proportions`` lie in [0, 1], and ``miss`` and ``false_alarm`` are from 0 on; ``weights`` are numbers from 0 on.
    Floats are the decimals that print them. ``smooth`` is a degree, ``auto``, or None for the points as they are.
    `InputError` names the first entry that is wrong, counted from 1.

    >>> str(cost_law(["0.2", 0.2, "0.5"]))
    'points(1/5, 2/3, 1/2, 1/3)'
    >>> str(cost_law(miss=[4, 1], false_alarm=[1, 1]))
    'points(1/5, 5/7, 1/2, 2/7)'
    >>> str(cost_law(["0.2", "0.3"], smooth=2))
    'density(2 - 2*c)'
    """
    given = {"proportions": proportions, "miss": miss, "false_alarm": false_alarm, "weights": weights}
    columns: dict[str, list[Any]] = {}
    for name, column in given.items():
        if column is not None:
            try:
                columns[name] = as_list(column, name)
            except ValueError as error:
                raise InputError(str(error)) from None
    wanted = {"proportions"} if miss is None and false_alarm is None else {"miss", "false_alarm"}
    if columns.keys() - {"weights"} != wanted:
        raise InputError("a law of costs is of proportions, or of both miss and false_alarm")
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        told = " and ".join(f"{name} has {size} entries" for name, size in sizes.items())
        raise InputError(f"{told}; each value needs all of them")
    rows = [f"entry {i}" for i in range(1, 1 + max(sizes.values()))]
    return law_of_columns("the law of costs", rows, columns, as_written, smooth)


def law_of_columns(
    where: str, rows: Sequence[str], columns: dict[str, list[Any]], read: Callable[[Any], Fraction], smooth: Any
) -> Cost:
    """`cost_law` of columns of one length, whose rows are called ``rows``; errors name them."""
    exact: dict[str, list[Fraction]] = {}
    for name, column in columns.items():
        exact[name] = []
        for row, entry in zip(rows, column, strict=True):
            try:
                exact[name].append(_seen(name, entry, read))
            except (ValueError, TypeError) as error:
                raise InputError(f"{where}, {row}: {ONE[name]} {shown(entry)} {error}") from None
    weights = exact.get("weights") or [Fraction(1)] * len(rows)
    if "proportions" in exact:
        pairs = list(zip(exact["proportions"], weights, strict=True))
    else:
        costs = zip(exact["miss"], exact["false_alarm"], weights, strict=True)
        pairs = [(f / (m + f), w * (m + f)) for m, f, w in costs if m + f]
    shares: dict[Fraction, Fraction] = {}
    for c, w in pairs:
        if w:
            shares[c] = shares.get(c, Fraction(0)) + w
    if not shares:
        why = "has no values" if not rows else "has no value with a weight above 0"
        raise InputError(f"{where}: {why}; a law of costs needs one")
    whole = sum(shares.values(), Fraction(0))
    points = [(c, shares[c] / whole) for c in sorted(shares)]
    if smooth is None:
        return Cost("points", tuple(Number(Fraction(x)) for pair in points for x in pair))
    return _smoothed(points, degree_of(smooth, len(pairs)))


ONE = {"proportions": "the cost proportion", "miss": "miss", "false_alarm": "false alarm", "weights": "the weight"}


def _seen(name: str, entry: Any, read: Callable[[Any], Fraction]) -> Fraction:
    if name == "weights":
        return weight_of(entry)
    found = read(entry)
    if name == "proportions" and not 0 <= found <= 1:
        raise ValueError("lies outside [0, 1]; it is false_alarm/(miss + false_alarm)")
    if found < 0:
        raise ValueError("is negative; costs are numbers from 0 on")
    return found


def degree_of(smooth: Any, n: int) -> int:
    """The degree of smoothing for ``n`` values.

    >>> degree_of("auto", 100), degree_of("12", 100)
    (7, 12)
    """
    if smooth == AUTO:
        return min(next(m for m in range(1, MOST_SMOOTH + 1) if m**5 >= n**2 or m == MOST_SMOOTH), MOST_SMOOTH)
    try:
        found = number(smooth)
    except (ValueError, TypeError):
        found = Fraction(0)
    if isinstance(smooth, bool) or found.denominator != 1 or not 1 <= found <= MOST_SMOOTH:
        raise InputError(f"the degree {shown(smooth)} of smoothing is no whole number from 1 to {MOST_SMOOTH}, or auto")
    return int(found)


def _smoothed(points: Sequence[tuple[Fraction, Fraction]], m: int) -> Cost:
    """The mixture of Beta(k, m + 1 - k) with the shares of the points, as a polynomial in c."""
    shares = [Fraction(0)] * m
    for c, w in points:
        shares[max(-(-c.numerator * m // c.denominator) - 1, 0)] += w
    powers = [Fraction(0)] * m
    for k, share in enumerate(shares):
        for i in range(m - k):
            powers[k + i] += share * m * comb(m - 1, k) * comb(m - 1 - k, i) * (-1) ** i
    terms = [_term(a, k) for k, a in enumerate(powers) if a]
    return Cost("density", (reduce(_plus, terms),))


def _term(a: Fraction, k: int) -> Expression:
    if not k:
        return Number(a)
    power: Expression = Name("c") if k == 1 else Arithmetic("**", Name("c"), Number(Fraction(k)))
    return power if a == 1 else Arithmetic("*", Number(a), power)


def _plus(one: Expression, other: Expression) -> Expression:
    """The sum, with a minus where the other term is negative."""
    if isinstance(other, Arithmetic) and isinstance(other.left, Number) and other.left.value < 0:
        a = -other.left.value
        return Arithmetic("-", one, other.right if a == 1 else Arithmetic("*", Number(a), other.right))
    return Arithmetic("+", one, other)
