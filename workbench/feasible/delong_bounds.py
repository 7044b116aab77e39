"""Printed confidence intervals of AUC by DeLong's variance: what of them AUC and the class sizes alone decide.

The placement of an example is the share of the other class that is ranked correctly against it, a tie counting one
half (`workbench.inference.delong`), and DeLong's variance ``v`` is ``w0*Var(V0) + w1*Var(V1)`` for the variances of the
placements over the classes, divided by the sizes, and ``wk = 1/(nk - 1)``. It depends on the whole order of the scores,
but lies between bounds. Let ``r`` be one minus the placement of an example of class 0, ``c`` that of class 1, and ``a``
the mean of both, which is ``1 - AUC``; as all scores may be turned round, ``AUC`` may stand for ``a`` as well. With ``S
= w0*E(r^2) + w1*E(c^2)`` it is ``v = S - a^2*(w0 + w1)``.

**Least.** ``S >= sqrt(2*a^3*w0*w1)``. Proof. Draw the misordered pairs in the unit square, the examples of class 0
along ``x`` and those of class 1 along ``y``, each class sorted, so that they lie below a decreasing curve ``f``. A
block of tied scores with the shares ``p`` and ``q`` of the classes is a rectangle that the curve crosses along its
diagonal. Below the curve is the area ``a``. The ``r`` of a block is the mean of ``f`` over it, where ``f`` has the
variance ``q^2/12``, and likewise for ``c`` and the inverse ``g`` of ``f``. So ``S = C - T`` with ``C = w0*int f^2 +
w1*int g^2`` and ``T`` the sum of ``(w0*p*q^2 + w1*q*p^2)/12`` over the blocks. But ``r >= q/2`` and ``c >= p/2`` in a
block, so that ``S`` is at least the sum of ``(w0*p*q^2 + w1*q*p^2)/4``, which is ``3*T``, and ``S >= (3/4)*C``. And
``int g^2`` is ``int 2*x*f(x) dx``, so that for every ``k >= 0`` ``C - k*a = int (w0*f^2 + 2*w1*x*f - k*f) dx``, which
is at least ``-int max(k - 2*w1*x, 0)^2/(4*w0) dx = -k^3/(24*w0*w1)``; with ``k^2 = 8*a*w0*w1`` it is ``C >=
(4/3)*sqrt(2*a^3*w0*w1)``. With ``w0 <= w1`` a part of the weight of class 1 may be left to ``E(c^2) >= a^2`` alone:
with ``w0/(2*a)`` in the place of ``w1``, where that is less, ``v >= w0*a*(1/2 - a)``.

**Greatest.** ``v <= max(w0, w1)*a*(1 - a)``. Proof. With weights of 1 it is ``S = C - T <= C``, and ``f`` is at most 1.
As ``f`` decreases, ``int 2*x*f`` is the mean of ``min(f(x), f(y))`` over two places, and ``min(f, h)*(1 - max(f, h)) <=
f*(1 - f)`` says ``min(f, h) - f*h <= f*(1 - f)``: so ``C <= int f^2 + a^2 + int f*(1 - f) = a + a^2``, and the
variances of the placements sum up to at most ``a + a^2 - 2*a^2``.

The interval is ``AUC -+ z*sqrt(v)``, cut off at 0 and 1, or the same for the logit, ``z*sqrt(v)/(AUC*(1 - AUC))``
around it; nothing is said against an interval that is possible in either way. As some divide by ``nk`` and not by ``nk
- 1``, the lower bound is that of ``wk = 1/nk``.

DeLong, DeLong and Clarke-Pearson, Comparing the areas under two or more correlated receiver operating characteristic
curves: a nonparametric approach (1988).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import ClassVar

import flint

from workbench.feasible.auc_intervals import DIGITS, KINDS, AucInterval, Way, is_kind
from workbench.numbers.certified import lift, working_digits
from workbench.numbers.written import decimal

_DELONG = ("delong", "delong-et-al", "delong's")
AUC_KINDS = (*KINDS, *_DELONG)
"""What intervals of AUC that are decided are called."""
_HALF = Fraction(1, 2)


def auc_kind(name: str) -> type[AucInterval] | None:
    """The kind of interval of AUC that a name means, in any case of letters; None for one that is not decided.

    >>> auc_kind("DeLong"), auc_kind("bootstrap")
    (<class 'workbench.feasible.delong_bounds.DelongInterval'>, None)
    """
    if is_kind(name):
        return AucInterval
    return DelongInterval if name.strip().lower().replace(" ", "-").rstrip(".") in _DELONG else None


def least_variance(least: Fraction, most: Fraction, n0: int, n1: int) -> flint.arb:
    """No variance by DeLong is less, for an AUC between two numbers, whether it is divided by ``n`` or ``n - 1``.

    >>> with working_digits(15):
    ...     print(least_variance(Fraction("0.79"), Fraction("0.79"), 50, 50).str(4, radius=False))
    0.0009579
    """
    low, high = sorted((min(least, 1 - least), min(most, 1 - most)))
    a = _ball(low, _HALF if least < _HALF < most else high)
    w0, w1 = sorted((Fraction(1, n0), Fraction(1, n1)))
    if w0 < 2 * low * w1:
        found = lift(w0) * a * (lift(_HALF) - a)
    else:
        found = (2 * a**3 * lift(w0 * w1)).sqrt() - a**2 * lift(w0 + w1)
    return found.nonnegative_part()


def greatest_variance(least: Fraction, most: Fraction, n0: int, n1: int) -> flint.arb | None:
    """No variance by DeLong is greater; None where a class has a single example, and there is none.

    >>> with working_digits(15):
    ...     print(greatest_variance(Fraction("0.9"), Fraction("0.9"), 50, 10).str(4, radius=False))
    0.01000
    """
    a = _ball(least, most)
    return None if min(n0, n1) == 1 else (a * (1 - a) / (min(n0, n1) - 1)).nonnegative_part()


@dataclass(frozen=True)
class DelongInterval(AucInterval):
    """An interval by DeLong's variance as printed beside an AUC: what is left is not ruled out by the bounds.

    >>> from workbench.numbers.printed import Printed
    >>> DelongInterval(Printed("0.70"), Printed("0.88")).within(Printed("0.79").values, 50, 50) != ()
    True
    >>> DelongInterval(Printed("0.75"), Printed("0.83")).within(Printed("0.79").values, 50, 50)
    ()
    """

    kind: ClassVar[str] = "DeLong"

    def has(self, auc: Fraction, variance: Fraction) -> bool:
        """Whether the interval of this AUC and this variance may print so."""
        with working_digits(DIGITS):
            v = lift(variance)
            every = product(self._zs(), (False, True))
            return any(self._fits(auc, auc, z, (v, v), logit) is not False for z, logit in every)

    def words(self, auc: Fraction, n0: int, n1: int) -> str:
        """What the bounds say of the interval."""
        found = []
        with working_digits(DIGITS):
            for v in (least_variance(auc, auc, n0, n1), greatest_variance(auc, auc, n0, n1)):
                if v is not None:
                    half = Fraction(float((self._zs()[0] * v.sqrt()).mid()))
                    ends = max(auc - half, Fraction(0)), min(auc + half, Fraction(1))
                    found.append(" to ".join(decimal(x, 4) for x in ends))
        wide = " and at most as wide as ".join(found)
        return f"whatever the order of the scores, the interval is at least as wide as {wide}"

    def _ways(self, n0: int, n1: int) -> Iterator[Way]:
        for z, logit in product(self._zs(), (False, True)):
            yield partial(self._inside_bounds, n0, n1, z, logit)

    def _inside_bounds(
        self, n0: int, n1: int, z: flint.arb, logit: bool, least: Fraction, most: Fraction
    ) -> bool | None:
        """Whether the bounds allow the interval for all AUC between two; False where for none, None if not known."""
        with working_digits(DIGITS):
            within = least_variance(least, most, n0, n1), greatest_variance(least, most, n0, n1)
            return self._fits(least, most, z, within, logit)

    def _fits(
        self, least: Fraction, most: Fraction, z: flint.arb, within: tuple[flint.arb, flint.arb | None], logit: bool
    ) -> bool | None:
        """The same for variances within two: the half of the interval is to reach to both ends that are printed."""
        if logit and (least <= 0 or most >= 1):
            return False if least == most else None
        auc = _ball(least, most)
        centre, scale = ((auc / (1 - auc)).log(), auc * (1 - auc)) if logit else (auc, lift(1))
        beyond = self.low.number < 0 or self.high.number > 1
        at_least = [(0, z * within[0].sqrt() / scale)]
        at_most = [] if within[1] is None else [(0, z * within[1].sqrt() / scale)]
        for values, sign in ((self.low.values, -1), (self.high.values, 1)):
            for x, near in ((values.low, sign > 0), (values.high, sign < 0)):
                assert x is not None
                inside = 0 < x < 1
                if logit and near and not inside:
                    return False
                if inside or near or (beyond and not logit):
                    distance = sign * ((lift(x / (1 - x)).log() if logit else lift(x)) - centre)
                    (at_least if near else at_most).append((sign, distance))
        pairs = [(one, other) for (i, one), (j, other) in product(at_least, at_most) if i != j]
        if any(one > other for one, other in pairs):
            return False
        return True if all(one <= other for one, other in pairs) else None


def _ball(least: Fraction, most: Fraction) -> flint.arb:
    return lift(least) if least == most else lift(least).union(lift(most))
