"""Platt scaling: a sigmoid of the score, fitted by maximum likelihood, whose parameters are proven.

Platt, Probabilistic outputs for support vector machines and comparisons to regularized likelihood methods (1999);
Lin, Lin and Weng, A note on Platt's probabilistic outputs for support vector machines (2007).

The fit has two parts. Newton's method with a line search finds the parameters in doubles; then Newton's method in
balls refines them and proves how far they are from the maximum. With ``g`` the gradient of the negative
log-likelihood at a point and ``k > 0`` a lower bound of the Hessian's eigenvalues within the distance ``r`` of it,
``|g| < k r`` puts the only minimum within ``|g|/k``: the slope outwards is at least ``k r - |g| > 0`` all around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import flint
import numpy as np
import numpy.typing as npt

from workbench.errors import InputError, NotSupported, shown
from workbench.numbers.certified import DIGITS, lift, working_digits
from workbench.numbers.given import number
from workbench.numbers.totals import total
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample, checked_sample, only_counted

_Vector: TypeAlias = "npt.NDArray[np.float64]"

_BEYOND = 800  # exp(-800) is less than the least positive double


@dataclass(frozen=True)
class Platt:
    """``g(s) = 1/(1 + exp(a s + b))``, an estimate of P(class 1 | s); ``a`` and ``b`` enclose the true parameters.

    It is increasing exactly when ``a < 0``.
    """

    a: flint.arb
    b: flint.arb
    smoothing: bool

    def __call__(self, score: Any) -> float:
        """``g(score)`` as a double, in [0, 1]; `InputError` when the score is no finite number.

        `NotSupported` when it cannot be computed to 20 digits.
        """
        try:
            exact = number(score)
        except ValueError as error:
            raise InputError(f"score {shown(score)} {error}") from None
        with working_digits(3 * DIGITS):
            x = self.a * lift(exact) + self.b
            if abs(x) > _BEYOND:
                return 0.0 if x > 0 else 1.0
            if not x.rad() < flint.arb("1e-20"):
                raise NotSupported(f"the value at {shown(score)} cannot be computed to 20 digits from these parameters")
            return float((1 / (1 + x.exp())).mid())

    def apply(self, sample: Sample) -> Sample:
        """The sample with scores ``g(s)``, each rounded to a double; scores that round to the same one are pooled."""
        return checked_sample(sample, "Platt.apply").map_scores(self)

    def to_json(self) -> dict[str, Any]:
        """The parameters, each with a bound of its error."""
        return {"a": as_json(self.a), "b": as_json(self.b), "smoothing": self.smoothing}


def platt(sample: Sample, smoothing: bool = True) -> Platt:
    """The maximum-likelihood fit of ``g(s) = 1/(1 + exp(a s + b))`` to the classes of ``sample``.

    It minimises ``- sum t log g(s) + (1 - t) log(1 - g(s))`` over all examples. With ``smoothing`` the targets are
    Platt's, ``t = (n1 + 1)/(n1 + 2)`` in class 1 and ``t = 1/(n0 + 2)`` in class 0, and without it ``t`` is the
    class. The sign of ``a`` is known beforehand: ``a < 0`` exactly when class 1 has the higher mean score.

    `InputError` when all scores are equal, so that ``a`` and ``b`` are not determined, and, without smoothing, when
    no score of one class lies strictly beyond the nearest of the other, so that the likelihood has no maximum (Albert
    and Anderson, On the existence of maximum likelihood estimates in logistic regression models, 1984).
    `NotSupported` when the maximum cannot be proven, or when smoothing meets weighted examples, which have no number.

    >>> fit = platt(Sample.of([0, 0, 1, 0, 1, 1], [-2, -1, 0, 1, 2, 3]), smoothing=False)
    >>> round(float(fit.a), 6), round(float(fit.b), 6), round(fit(0), 6)
    (-1.214028, 0.607014, 0.352741)
    >>> platt(Sample.of([0, 1], [1, 2]), smoothing=False)
    Traceback (most recent call last):
    workbench.errors.InputError: a threshold of 1 separates the classes up to ties: there is no maximum; use smoothing
    """
    checked_sample(sample, "platt")
    if not isinstance(smoothing, bool):
        raise InputError(f"smoothing {shown(smoothing)}; it is True or False")
    low, high = sample.scores[0], sample.scores[-1]
    if low == high:
        raise InputError(f"all scores are {shown(low)}; Platt scaling needs two distinct ones")
    if smoothing:
        only_counted(sample, "Platt's smoothing")
    else:
        _refuse_separable(sample)
    target0, target1 = (
        (Fraction(1, sample.n0 + 2), Fraction(sample.n1 + 1, sample.n1 + 2))
        if smoothing
        else (Fraction(0), Fraction(1))
    )
    problem = _Problem(
        [(score - low) / (high - low) for score in sample.scores],
        [a + b for a, b in zip(sample.counts0, sample.counts1, strict=True)],
        [a * target0 + b * target1 for a, b in zip(sample.counts0, sample.counts1, strict=True)],
    )
    with working_digits(3 * DIGITS):
        if sample.power_sum(0, 1) * sample.n1 == sample.power_sum(1, 1) * sample.n0:
            hits = total(problem.hits)
            return Platt(flint.arb(0), lift((sample.n - hits) / hits).log(), smoothing)
        slope, shift = problem.proven(*problem.by_newton())
        a = slope / lift(high - low)
        return Platt(a, shift - a * lift(low), smoothing)


def _refuse_separable(sample: Sample) -> None:
    ends = []
    for k in (0, 1):
        seen = [score for score, count in zip(sample.scores, sample.counts(k), strict=True) if count]
        ends.append((seen[0], seen[-1]))
    (low0, high0), (low1, high1) = ends
    if high0 <= low1 or high1 <= low0:
        cut = min(high0, high1)
        raise InputError(
            f"a threshold of {shown(cut)} separates the classes up to ties: there is no maximum; use smoothing"
        )


@dataclass(frozen=True)
class _Problem:
    """Places in [0, 1], their weights and their sums of targets; the sigmoid is ``1/(1 + exp(slope u + shift))``."""

    places: Sequence[Fraction]
    weights: Sequence[int]
    hits: Sequence[Fraction]

    def by_newton(self) -> tuple[float, float]:
        """The slope and shift of least loss in doubles, or where the line search gets no further."""
        u, weights, hits = (np.array([float(x) for x in column]) for column in (self.places, self.weights, self.hits))

        def loss(point: _Vector) -> float:
            x = point[0] * u + point[1]
            return float(hits @ np.logaddexp(0, x) + (weights - hits) @ np.logaddexp(0, -x))

        share = float(total(self.hits) / sum(self.weights))
        point = np.array([0.0, np.log1p(-share) - np.log(share)])
        best = loss(point)
        for _ in range(200):
            x = point[0] * u + point[1]
            p, q = np.exp(-np.logaddexp(0, x)), np.exp(-np.logaddexp(0, -x))
            residual, curvature = hits - weights * p, weights * p * q
            gradient = np.array([residual @ u, residual.sum()])
            mixed = curvature @ u
            hessian = np.array([[curvature @ u**2, mixed], [mixed, curvature.sum()]]) + 1e-12 * np.eye(2)
            move = -np.linalg.solve(hessian, gradient)
            size = 1.0
            while (after := loss(point + size * move)) > best + 1e-4 * size * (gradient @ move) and size > 1e-10:
                size /= 2
            if after >= best:
                break
            point, best = point + size * move, after
        return float(point[0]), float(point[1])

    def proven(self, slope: float, shift: float) -> tuple[flint.arb, flint.arb]:
        """Balls around the true slope and shift; `NotSupported` when Newton's method does not get to them."""
        point = flint.arb_mat([[slope], [shift]])
        for _ in range(30):
            gradient, hessian = self.derivatives(point)
            size = (abs(gradient[0, 0]) + abs(gradient[1, 0])).upper()
            radius = (2 * size / _least_eigenvalue(hessian)).upper()
            if radius < flint.arb(f"1e-{2 * DIGITS}"):
                _, around = self.derivatives(flint.arb_mat([[flint.arb(x, radius)] for x in point.entries()]))
                least = _least_eigenvalue(around)
                if least > 0 and size < least * radius:
                    first, second = (flint.arb(x, (size / least).upper()) for x in point.entries())
                    return first, second
            try:
                moved = point - hessian.solve(gradient)
            except ZeroDivisionError:
                break
            point = flint.arb_mat([[x.mid()] for x in moved.entries()])
        raise NotSupported("the maximum of the likelihood cannot be proven; the classes are too close to separated")

    def derivatives(self, point: flint.arb_mat) -> tuple[flint.arb_mat, flint.arb_mat]:
        """The gradient and the Hessian of the loss."""
        slope, shift = point.entries()
        g0 = g1 = h00 = h01 = h11 = flint.arb(0)
        for place, weight, hit in zip(self.places, self.weights, self.hits, strict=True):
            u = lift(place)
            p = 1 / (1 + (slope * u + shift).exp())
            residual, curvature = lift(hit) - weight * p, weight * p * (1 - p)
            g0, g1 = g0 + residual * u, g1 + residual
            h00, h01, h11 = h00 + curvature * u * u, h01 + curvature * u, h11 + curvature
        return flint.arb_mat([[g0], [g1]]), flint.arb_mat([[h00, h01], [h01, h11]])


def _least_eigenvalue(hessian: flint.arb_mat) -> flint.arb:
    """A lower bound of the least eigenvalue of a positive matrix of two rows: determinant by trace."""
    return (hessian.det() / hessian.trace()).lower()
