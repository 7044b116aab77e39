"""Sets given by polynomial constraints: their sides, their points, and coordinates in which they are simple.

A `Cone` is named after what it is for: sums, with positive weights, of products of its constraints and of squares
are nonnegative at each of its points. Polynomials are flint's, with rational coefficients.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import flint

from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.float64]
else:
    np = Lazily("numpy")  # which a product of constraints does not need

Polynomial: TypeAlias = Any
Key: TypeAlias = tuple[tuple[tuple[int, ...], Any], ...]

_SIDES = {1: 65, 2: 17, 3: 9, 4: 5, 5: 3, 6: 3}
_SCATTERED = 200
_STEPS = 1024
_NEAR = 1e-11


def key(p: Polynomial) -> Key:
    """The terms of a polynomial: equal for equal polynomials."""
    return tuple(p.to_dict().items())


def primitive(p: Polynomial) -> tuple[Any, Polynomial]:
    """A positive number and a polynomial with coprime integer coefficients whose product is ``p``, which is not zero.

    >>> x, y = flint.fmpq_mpoly_ctx.get(("x", "y"), flint.Ordering.lex).gens()
    >>> primitive(x / 2 - y / 3)
    (1/6, 3*x - 2*y)
    """
    above = math.gcd(*(int(a.p) for a in p.coeffs()))
    below = math.lcm(*(int(a.q) for a in p.coeffs()))
    scale = flint.fmpq(above, below)
    return scale, p / scale


class Numeric:
    """A polynomial with floating-point coefficients, to be evaluated at many points at once.

    >>> x, y = flint.fmpq_mpoly_ctx.get(("x", "y"), flint.Ordering.lex).gens()
    >>> Numeric(x * y - 1)(np.array([[2.0, 3.0], [0.0, 1.0]])).tolist()
    [5.0, -1.0]
    """

    def __init__(self, p: Polynomial) -> None:
        terms = p.to_dict()
        self.exponents = np.array(list(terms), dtype=np.int64)
        self.coefficients = np.array([float(a) for a in terms.values()])

    def __call__(self, points: Array) -> Array:
        """The values at the rows of ``points``."""
        values = np.ones((len(points), len(self.coefficients)))
        for i in range(points.shape[1] if len(self.coefficients) else 0):
            top = int(self.exponents[:, i].max())
            if top:
                powers = points[:, i, None] ** np.arange(top + 1)
                values *= powers[:, self.exponents[:, i]]
        result: Array = values @ self.coefficients
        return result


@dataclass(frozen=True)
class Constraint:
    """A polynomial with coprime integer coefficients that is >= 0, or > 0."""

    polynomial: Polynomial
    strict: bool = False

    @cached_property
    def key(self) -> Key:
        """Its terms."""
        return key(self.polynomial)

    @cached_property
    def numeric(self) -> Numeric:
        """The same in floating point."""
        return Numeric(self.polynomial)

    @cached_property
    def variables(self) -> frozenset[int]:
        """The places of the variables in it."""
        return frozenset(i for i, d in enumerate(self.polynomial.degrees()) if d > 0)

    @cached_property
    def side(self) -> tuple[int, bool, Fraction] | None:
        """The variable, whether it is bounded from below, and by what, where one variable is bounded by a number."""
        if self.polynomial.total_degree() != 1 or len(self.variables) != 1:
            return None
        (i,) = self.variables
        unit = tuple(int(j == i) for j in range(len(self.polynomial.degrees())))
        terms = self.polynomial.to_dict()
        slope, start = terms[unit], terms.get(tuple(0 for _ in unit), flint.fmpq(0))
        end = -start / slope
        return i, slope > 0, Fraction(int(end.p), int(end.q))


@dataclass(frozen=True, eq=False)
class Cone:
    """A set: all constraints hold. The order of the constraints does not change when another is added."""

    context: Any
    constraints: tuple[Constraint, ...]

    def put(self, p: Polynomial, strict: bool) -> Cone:
        """The part on which ``p`` is nonnegative, or positive."""
        return Cone(self.context, (*self.constraints, Constraint(primitive(p)[1], strict)))

    @cached_property
    def variables(self) -> tuple[Polynomial, ...]:
        """The variables as polynomials."""
        return tuple(self.context.gens())

    @cached_property
    def ends(self) -> tuple[tuple[int | None, int | None], ...]:
        """For each variable which constraints bound it most closely, from below and from above."""
        found: list[list[int | None]] = [[None, None] for _ in self.variables]
        for j, g in enumerate(self.constraints):
            if g.side is None:
                continue
            i, below, end = g.side
            other = found[i][not below]
            if other is not None:
                _, _, known = self.constraints[other].side or (0, False, end)
                closer = end > known if below else end < known
                if not (closer or (end == known and g.strict and not self.constraints[other].strict)):
                    continue
            found[i][not below] = j
        return tuple((low, high) for low, high in found)

    @cached_property
    def box(self) -> tuple[tuple[Fraction | None, Fraction | None], ...]:
        """The interval of each variable."""

        def end(j: int | None) -> Fraction | None:
            side = None if j is None else self.constraints[j].side
            return None if side is None else side[2]

        return tuple((end(low), end(high)) for low, high in self.ends)

    @cached_property
    def live(self) -> tuple[int, ...]:
        """The constraints that say something that no other says."""
        closest = {j for pair in self.ends for j in pair}
        chosen: dict[Key, int] = {}
        for j, g in enumerate(self.constraints):
            if (g.side is not None and j not in closest) or not g.variables:
                continue
            known = chosen.get(g.key)
            if known is None or (g.strict and not self.constraints[known].strict):
                chosen[g.key] = j
        return tuple(sorted(chosen.values()))

    @cached_property
    def equal(self) -> tuple[int, int] | None:
        """Two constraints that together say that a polynomial is zero, one linear in some variable."""
        places = {g.key: j for j, g in enumerate(self.constraints) if not g.strict}
        for j, g in enumerate(self.constraints):
            other = places.get(key(-g.polynomial))
            if other is not None and not g.strict and self.solved(g.polynomial) is not None:
                return j, other
        return None

    def solved(self, p: Polynomial) -> tuple[int, Polynomial] | None:
        """A variable and the polynomial in the others that it is where ``p`` is zero."""
        for i in reversed(range(len(self.variables))):
            if p.degrees()[i] == 1:
                slope = p.derivative(i)
                if slope.is_constant():
                    return i, self.variables[i] - p / slope.leading_coefficient()
        return None

    # --- coordinates ------------------------------------------------------------------------------------

    @cached_property
    def _affine(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """a, b with ``v = a + b u`` for each variable v, where u lies in [0, 1], in [0, oo) or anywhere."""
        found = []
        for low, high in self.box:
            if low is not None and high is not None and low < high:
                found.append((low, high - low))
            elif low is not None:
                found.append((low, Fraction(1)))
            else:
                found.append((Fraction(0), Fraction(1)) if high is None else (high, Fraction(-1)))
        return tuple(found)

    def unit(self, p: Polynomial) -> Polynomial:
        """``p`` in coordinates in which each interval begins at 0, and ends at 1 if it has two ends."""
        return p.compose(
            *(rational(a) + rational(b) * v for (a, b), v in zip(self._affine, self.variables, strict=True))
        )

    def back(self, p: Polynomial) -> Polynomial:
        """What `unit` undoes."""
        return p.compose(
            *((v - rational(a)) / rational(b) for (a, b), v in zip(self._affine, self.variables, strict=True))
        )

    def to_unit(self, points: Array) -> Array:
        """Points in the coordinates of `unit`."""
        start, width = (np.array([float(pair[i]) for pair in self._affine]) for i in (0, 1))
        result: Array = (points - start) / width
        return result

    def from_unit(self, points: Array) -> Array:
        """What `to_unit` undoes."""
        start, width = (np.array([float(pair[i]) for pair in self._affine]) for i in (0, 1))
        result: Array = start + points * width
        return result

    # --- points -----------------------------------------------------------------------------------------

    @cached_property
    def _lattice(self) -> tuple[NDArray[np.int64], Array]:
        """Points of the set in steps of 1/1024 of the unit cube, and what they are in floating point."""
        k = len(self.variables)
        if not k:
            return np.zeros((1, 0), dtype=np.int64), np.zeros((1, 0))
        side = _SIDES.get(k, 2)
        axis = np.linspace(0, _STEPS, side).astype(np.int64)
        grid = np.array(list(itertools.product(axis, repeat=k)) if k <= 8 else [], dtype=np.int64).reshape(-1, k)
        scattered = np.random.default_rng(0).integers(0, _STEPS // 16 + 1, (_SCATTERED * k, k)) * 16
        steps = np.concatenate([grid, scattered])
        points = np.empty(steps.shape)
        for i, (low, high) in enumerate(self.box):
            if low is None or high is None:
                steps[:, i] = np.clip(steps[:, i], 1, _STEPS - 1)
            start, width = (float(e) for e in self._affine[i])
            points[:, i] = start + width * _spread(steps[:, i] / _STEPS, low is not None, high is not None)
        inside = np.ones(len(points), dtype=bool)
        for j in self.live:
            values = self.constraints[j].numeric(points)
            inside &= values > _NEAR if self.constraints[j].strict else values >= -_NEAR
        for low, high in self.box:
            if low is not None and high is not None and low > high:
                inside[:] = False
        return steps[inside], points[inside]

    @property
    def points(self) -> Array:
        """Some points of the set, as rows."""
        return self._lattice[1]

    def exact_point(self, row: int) -> list[Fraction]:
        """A row of `points`, exactly."""
        place = []
        for i, (low, high) in enumerate(self.box):
            step = Fraction(int(self._lattice[0][row, i]), _STEPS)
            start, width = self._affine[i]
            place.append(start + width * _spread(step, low is not None, high is not None))
        return place

    def has(self, place: Sequence[Fraction]) -> bool:
        """Whether a point is one of the set, exactly."""
        values = ((value(g.polynomial, place), g.strict) for g in self.constraints)
        return all(x > 0 if strict else x >= 0 for x, strict in values)

    def lowest(self, p: Polynomial, starts: int) -> Array:
        """Points of the set, in the coordinates of `unit`, at which ``p`` has local minima, as rows.

        Newton's method from the lowest of `points`; coordinates stay where they meet a side from which ``p`` rises.
        """
        points = self.to_unit(self.points)
        q = self.unit(p)
        function = Numeric(q)
        order = np.argsort(function(points), kind="stable")
        chosen: list[Array] = []
        for row in order:
            if all(np.abs(points[row] - other).max() > 0.1 for other in chosen):
                chosen.append(points[row])
            if len(chosen) == starts:
                break
        others = [Numeric(self.unit(self.constraints[j].polynomial)) for j in self.live]
        descent = _Descent(q, function, others, [(low is not None, high is not None) for low, high in self.box])
        found = np.array([descent.least(start) for start in chosen]).reshape(-1, len(self.variables))
        result: Array = found[np.isfinite(found).all(axis=1)]
        return result


class _Descent:
    """Newton's method for a polynomial on a part of a box."""

    def __init__(self, q: Polynomial, function: Numeric, others: list[Numeric], sides: list[tuple[bool, bool]]) -> None:
        k = len(sides)
        self.function, self.others = function, others
        self.slopes = [Numeric(q.derivative(i)) for i in range(k)]
        self.bends = [[Numeric(q.derivative(i).derivative(j)) for j in range(i + 1)] for i in range(k)]
        self.low = np.array([0.0 if low or high else -np.inf for low, high in sides])
        self.high = np.array([1.0 if low and high else np.inf for low, high in sides])

    def inside(self, point: Array) -> bool:
        return all(g(point[None])[0] >= -_NEAR for g in self.others)

    def least(self, point: Array) -> Array:
        """A point from which the polynomial does not fall any more."""
        k = len(point)
        best = self.function(point[None])[0]
        for _ in range(40):
            slope = np.array([g(point[None])[0] for g in self.slopes])
            bend = np.zeros((k, k))
            for i, j in itertools.product(range(k), repeat=2):
                bend[i, j] = self.bends[max(i, j)][min(i, j)](point[None])[0]
            held = ((point <= self.low) & (slope > 0)) | ((point >= self.high) & (slope < 0))
            free = np.flatnonzero(~held)
            if not free.size:
                break
            curve, axes = np.linalg.eigh(bend[np.ix_(free, free)])
            along = axes.T @ slope[free]
            step = np.zeros(k)
            step[free] = -axes @ np.where(np.abs(along) > 1e-14, along / np.maximum(np.abs(curve), 1e-7), 0.0)
            if np.abs(step).max() < 1e-5:
                return np.asarray(np.clip(point + step, self.low, self.high))
            size = 1.0
            while size > 1e-6:
                there = np.clip(point + size * step, self.low, self.high)
                now = self.function(there[None])[0]
                if now < best and self.inside(there):
                    break
                size /= 2
            else:
                break
            point, best = there, now
        return point


def rational(x: Fraction) -> Any:
    """A fraction as flint's."""
    return flint.fmpq(x.numerator, x.denominator)


def value(p: Polynomial, place: Iterable[Fraction]) -> Any:
    """The value of a polynomial at a point, exactly."""
    return p(*map(rational, place))


def _spread(step: Any, low: bool, high: bool) -> Any:
    """A number of [0, 1] brought to [0, 1], to [0, oo) or to the whole line."""
    if low and high:
        return step
    if low or high:
        return step / (1 - step)
    return (2 * step - 1) / (4 * step * (1 - step))


def text(p: Polynomial, names: Sequence[str] | None = None) -> str:
    """A polynomial in the statement language.

    >>> x, y = flint.fmpq_mpoly_ctx.get(("x", "y"), flint.Ordering.lex).gens()
    >>> text(1 - x), text(x**2 * y / 2 - 3 * y), text(-x - y), text(0 * x)
    ('1 - x', '1/2*x**2*y - 3*y', '-x - y', '0')
    """
    names = names or p.context().names()
    positive: list[str] = []
    negative: list[str] = []
    for exponents, a in p.to_dict().items():
        powers = [name if e == 1 else f"{name}**{e}" for name, e in zip(names, exponents, strict=True) if e]
        size = abs(a)
        parts = powers if size == 1 and powers else [str(size), *powers]
        (positive if a > 0 else negative).append("*".join(parts))
    if not positive:
        return "-" + " - ".join(negative) if negative else "0"
    return " - ".join([" + ".join(positive), *negative])


def put(p: Polynomial, values: Mapping[int, Polynomial]) -> Polynomial:
    """``p`` with polynomials of the same context in the places of some variables."""
    gens = p.context().gens()
    return p.compose(*(values.get(i, v) for i, v in enumerate(gens)))
