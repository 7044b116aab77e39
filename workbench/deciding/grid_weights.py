"""How often known inequalities and equations are to be used, so that what is left is nowhere negative.

A linear program on a grid says so: the fewest weights after which a function, less its columns times these, is not
negative at any point; the grid is refined where it still is between points. Floating point leads the search only: what
is found is rounded to simple fractions, and whoever uses them has to prove what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any

from sympy import Expr, Function, Mul, Symbol, lambdify

from workbench.certificates.cell_points import Interval
from workbench.lazily import Lazily
from workbench.limits import SECOND, Work
from workbench.symbolic.notation import Below

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazily("numpy")

STEPS, POINTS, SOME, ROUNDS, WORST = 8, 1_500, 150, 6, 60
DENOMINATORS = (2, 9, 60)
INSIDE = Fraction(1, 64), Fraction(63, 64)
"""Where a class proportion is tried, which is neither 0 nor 1."""
AROUND = Fraction(-3), Fraction(4)
"""Where a number is tried that may be any."""
COST = SECOND / 2e6
_TINY = 1e-9
_SLACK = 1e-5
_FINE = 997


def inside(proportion: Interval) -> tuple[Fraction, Fraction]:
    """Where a class proportion that lies in an interval is tried."""
    (low, high), (least, most) = proportion, INSIDE
    return max(low or least, least), min(most if high is None else high, most)


def fitted(
    target: Expr,
    columns: Sequence[tuple[Expr, bool]],
    ranges: Mapping[Symbol, tuple[float, float]],
    work: Work | None = None,
) -> Iterator[tuple[Fraction, ...]]:
    """Weights w with ``target - sum of w*column >= 0`` on grids, the simplest first; ``True``: w must not be negative.

    >>> x = Symbol("x")
    >>> next(fitted(x**2 - x + 1, [(x - 1, False)], {x: (0, 2)}))
    (Fraction(0, 1),)
    >>> next(fitted(x**2, [(x - 1, False), (x + 1, True)], {x: (0, 1)}))
    (Fraction(0, 1), Fraction(0, 1))
    """
    if not columns:
        return
    functions = [target, *(column for column, _ in columns)]
    signed = [sign for _, sign in columns]
    rng = np.random.default_rng(list(str(target).encode()))
    values = _values(functions, ranges, _grid(list(ranges.values()), rng))
    for _ in range(ROUNDS):
        if work is not None:
            work.spend(values.size * COST)
            if work.over:
                return
        found = _least(values, signed)
        if found is None:
            return
        for finest in DENOMINATORS:
            yield tuple(Fraction(w).limit_denominator(finest) for w in found)
        finer = _values(functions, ranges, _drawn(list(ranges.values()), rng, _FINE))
        left = np.array([1.0, *(-w for w in found)]) @ finer
        worst = np.argsort(left)[:WORST]
        below = finer[:, worst[left[worst] < -_TINY]]
        if not below.size:
            return
        values = np.hstack([values, below])


@lru_cache(maxsize=4096)
def _numeric(e: Expr) -> tuple[tuple[Symbol, ...], Callable[..., Any]]:
    """A function of the symbols of an expression, which are named first."""
    below = Function("below")
    names = {"below": lambda a, b: np.where(a < b, 1.0, 0.0), "Clip": np.clip}
    variables = tuple(sorted(e.free_symbols, key=str))
    return variables, lambdify(variables, e.replace(Below, below), modules=[names, "numpy"])


def _values(functions: Sequence[Expr], variables: Iterable[Symbol], points: Any) -> Any:
    """The values of functions, a row each, at the points at which all have one; factors are evaluated once."""
    at = dict(zip(variables, points.T, strict=True))
    known: dict[Expr, Any] = {}

    def values(e: Expr) -> Any:
        if e not in known:
            if isinstance(e, Mul):
                known[e] = reduce(np.multiply, map(values, e.args))
            else:
                own, f = _numeric(e)
                known[e] = np.broadcast_to(np.asarray(f(*(at[v] for v in own)), dtype=float), len(points))
        return known[e]

    with np.errstate(all="ignore"):
        found = np.array([values(f) for f in functions])
    return found[:, np.isfinite(found).all(axis=0)]


def _grid(sides: Sequence[tuple[float, float]], rng: np.random.Generator) -> Any:
    """All points of a grid, or some of them where they are too many."""
    if (STEPS + 1) ** len(sides) > POINTS:
        return _drawn(sides, rng, STEPS)
    axes = [np.linspace(low, high, STEPS + 1) for low, high in sides]
    return np.stack([m.ravel() for m in np.meshgrid(*axes, indexing="ij")], axis=1)


def _drawn(sides: Sequence[tuple[float, float]], rng: np.random.Generator, steps: int) -> Any:
    low, high = np.array(sides, dtype=float).T
    return low + (high - low) * rng.integers(0, steps, (POINTS, len(sides)), endpoint=True) / steps


def _least(values: Any, signed: Sequence[bool]) -> list[float] | None:
    """The least weights after which the first row, less the others, is nowhere negative.

    Some points first, then those besides at which it is most negative: few of all decide.
    """
    from scipy.optimize import linprog  # a third of what it takes to start, and not needed by every proof

    free = [j for j, sign in enumerate(signed) if not sign]
    matrix = np.vstack([values[1:], -values[1:][free]])
    costs = [1 + j / 1024 for j in (*range(len(signed)), *free)]
    among = np.zeros(values.shape[1], dtype=bool)
    among[:: max(1, among.size // SOME)] = True

    def least(slack: float) -> Any:
        limits = values[0][among] + slack
        return linprog(costs, A_ub=matrix.T[among], b_ub=limits, bounds=(0, None), method="highs-ds")

    while True:
        found = least(_TINY)
        if found.status != 0 and not among.all() and least(_SLACK).status == 0:
            among[:] = True  # within the tolerance of the solver
            found = least(_TINY)
        if found.status != 0:
            return None
        left = values[0] + 2 * _TINY - found.x @ matrix
        left[among] = 0
        worst = np.argsort(left)[:WORST]
        below = worst[left[worst] < 0]
        if not below.size:
            break
        among[below] = True
    weights = list(found.x[: len(signed)])
    for j, w in zip(free, found.x[len(signed) :], strict=True):
        weights[j] -= w
    return weights
