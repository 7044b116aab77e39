"""Proven bounds between figures of one data set, for given class sizes or class weights.

Write ``u`` for the score of an example of class 0 and ``v`` for one minus the score of an example of class 1, so
that the Brier score is the mean of ``u^2`` and ``v^2`` and the mean absolute error that of ``u`` and ``v``. A pair
is misordered or tied exactly when ``u + v >= 1``, and ``delta = 1 - AUC``. The classes have weights ``w0 + w1 = 1``,
their proportions, or one half each for the macro-averaged figures; ``wmax`` is the greater one, ``wmin`` the other.

**Least Brier score.** ``BS >= h``, ``h = w0 w1 delta/(wmax + wmin delta)``. Proof. For a given order, pooling
adjacent violators leaves blocks ``k = 1..K`` of masses ``a_k``, ``b_k`` of the two classes at scores ``p_k = b_k/(a_k
+ b_k)``, increasing in ``k``, besides pure blocks that cost nothing; so ``BS >= sum g(a_k, b_k)`` with ``g(a, b) = a
b/(a + b)``, and the misordered mass is at most ``T = sum a_k (b_1 + ... + b_k)``. Minimise over all real masses with
``T >= w0 w1 delta``, ``sum a <= w0``, ``sum b <= w1``; take a minimiser with the fewest blocks. For fixed ``b`` the
cost is concave in ``a``, while ``T``, the limit and the order of the ``p_k`` are linear in it, so the minimum is at
a vertex. There no two ``p_k`` are equal (the blocks could be merged: same cost, greater ``T``) and no ``a_k`` is 0,
so at most one inequality besides ``T`` is tight, which leaves two blocks at most, and with two ``sum a = w0``; likewise
``sum b = w1``. Two blocks: put ``x = a_1``, ``y = b_2``; then ``T = w0 w1 - x y``, and along ``x y`` constant the
cost has the derivative ``(p_2 - p_1) (y (2 - p_1 - p_2)/x - p_1 - p_2)`` in ``x``, zero where ``q = y/(x + y)``
is the mean of ``p_1`` and ``p_2``; there the bracket decreases, for the change of ``2q - p_1 - p_2`` is at most
``-4q(1-q) + p_1(1-p_1) + p_2(1-p_2) < 0`` in units of ``x``. So a minimum lies at an end, where one block is
left. One block: ``a b = w0 w1 delta``, and ``a + b`` is greatest where one of them is ``wmax``.

**Brier score and mean absolute error.** Put ``u - m`` for ``u`` with ``m < 1/2``: a pair is misordered or tied exactly
when ``(u - m)/(1 - 2m) + (v - m)/(1 - 2m) >= 1``, and nothing above used that ``u >= 0``. Hence ``BS - 2 m MAE + m^2
>= (1 - 2m)^2 h``, and with the best ``m``: ``BS >= h + (MAE - 2h)^2/(1 - 4h)`` for ``MAE <= 1/2``. The refinement
loss of the hull may stand for ``h`` here. For ``MAE < 2h`` scores in [0, 1] say more: the proof goes through for the
cost ``u^2 + r u`` with ``r > 0`` and the scores clipped to [0, 1] (then ``2q = (p_1 + p_2)`` or with clipping ``p/2
+ r/(4 + 4r)``, and the sign stays), so that ``BS >= h + (MAE - 2h)^2 (wmax + b)/(wmax - b)^2`` with ``b = wmin delta``
the least MAE. All scores replaced by one minus themselves, misordered and ordered pairs trade places, MAE becomes
``1 - MAE`` and BS becomes ``BS + 1 - 2 MAE``; this gives the bound for ``MAE > 1/2``.

**Greatest Brier score, and errors.** BS and MAE are convex in the scores, so their greatest values on an order are at
scores 0 and 1, where they are the error rate of a cut, and MAE, being linear, is least at one too. A cut with
``misses`` of class 0 above and ``alarms`` of class 1 below has ``misses alarms <= D <= misses n1 + alarms n0 -
misses alarms``, and every such cut occurs (`workbench.feasible.orders.around_cut`).

**Refinement loss.** With the mid-rank ``r`` of an example and the calibrated score ``p``, ``Cov(p, r) = pi0 pi1 (2 AUC
- 1)/2`` and ``Var r <= 1/12``; by Cauchy-Schwarz ``RL = pi0 pi1 - Var p <= pi0 pi1 - 3 (pi0 pi1 (2 AUC - 1))^2``.
**Hull.** Inside a block the misordered pairs are at most all, so ``1 - AUC <= 2 (1 - AUCH)``; and ``RLH`` is the cost
above with ``2 pi0 pi1 (1 - AUCH) = sum a_k (2 (b_1 + ... + b_{k-1}) + b_k)``, which for two blocks with ``sum a =
w0``, ``sum b = w1`` is linear in ``(x, y)``: hence ``RLH >= h`` with ``delta = 2 (1 - AUCH)``.
**Least error.** The ROC curve stays where ``FN + FP >= n MER``, and the area beyond it is ``D >= (n MER)^2/2``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from workbench.feasible.forms import ClassSizes

_HALF = Fraction(1, 2)
_FINE = 10**12


def least_brier(weight0: Fraction, auc: Fraction) -> Fraction:
    """``w0 w1 (1 - AUC)/(wmax + wmin (1 - AUC))``: no Brier score with these class weights is less.

    >>> least_brier(Fraction(1, 2), Fraction(4, 5))
    Fraction(1, 12)
    """
    least, most = sorted((weight0, 1 - weight0))
    return least * most * (1 - auc) / (most + least * (1 - auc))


class BrierBound(NamedTuple):
    """What the Brier score is at least, given the mean absolute error, for AUC between two values.

    >>> bound = BrierBound(Fraction(1, 2), Fraction(0), Fraction(1, 2))
    >>> [str(bound.at(Fraction(x, 12))) for x in (3, 4, 6, 9)]
    ['1/4', '1/6', '1/4', '9/16']
    """

    weight0: Fraction
    low_auc: Fraction
    high_auc: Fraction

    @property
    def least(self) -> Fraction:
        """The least Brier score, at a mean absolute error of twice as much."""
        return least_brier(self.weight0, self.high_auc)

    def at(self, absolute: Fraction) -> Fraction:
        """The least Brier score at a mean absolute error."""
        if absolute > _HALF:
            mirrored = BrierBound(self.weight0, 1 - self.high_auc, 1 - self.low_auc)
            return 2 * absolute - 1 + mirrored.at(1 - absolute)
        least = self.least
        if absolute < 2 * least:
            most = max(self.weight0, 1 - self.weight0)
            fewest = (1 - most) * (1 - self.high_auc)
            if fewest < most:
                beyond = 2 * least - max(absolute, fewest)
                return least + beyond**2 * (most + fewest) / (most - fewest) ** 2
        return least + (absolute - 2 * least) ** 2 / (1 - 4 * least) if least != Fraction(1, 4) else least

    def absolute(self, brier: Fraction) -> tuple[Fraction, Fraction]:
        """Between which values the mean absolute error is, when the Brier score is at most ``brier``."""
        bottom = 2 * self.least
        return (
            _reach(bottom, Fraction(0), lambda x: self.at(x) <= brier),
            _reach(bottom, Fraction(1), lambda x: self.at(x) <= brier),
        )


def _reach(start: Fraction, end: Fraction, allowed: Callable[[Fraction], bool]) -> Fraction:
    """A number beyond which, toward ``end``, nothing is allowed any more, within 1e-9 of the best one."""
    if allowed(end):
        return end
    for _ in range(30):
        middle = Fraction(round((start + end) / 2 * _FINE), _FINE)
        start, end = (middle, end) if allowed(middle) else (start, middle)
    return end


def root_above(x: Fraction) -> Fraction:
    """A fraction from the square root of ``x`` on, within 1e-12."""
    return Fraction(isqrt(int(x * _FINE**2)) + 1, _FINE)


def errors(sizes: ClassSizes, weight0: Fraction, least_twice: int, most_twice: int) -> tuple[Fraction, Fraction]:
    """The least and greatest weighted error rate of a cut, for ``2D`` between two values.

    ``w0 misses/n0 + w1 alarms/n1`` over all cuts that such an order can have.

    >>> [str(x) for x in errors(ClassSizes(3, 2), Fraction(3, 5), 4, 4)]
    ['1/5', '3/5']
    """
    cost0, cost1 = weight0 / sizes.n0, (1 - weight0) / sizes.n1
    scale = cost0.denominator * cost1.denominator
    price0, price1 = int(cost0 * scale), int(cost1 * scale)
    # the loop runs over the smaller class, so the two are named by size
    few, many, price_few, price_many = sizes.n1, sizes.n0, price1, price0
    if few > many:
        few, many, price_few, price_many = many, few, price0, price1
    least, most = scale, 0
    for i in range(few + 1):
        below = -(-(least_twice - 2 * i * many) // (2 * (few - i))) if i < few else 0
        j = max(0, below)
        reach = i < few or least_twice <= 2 * i * many
        highest = min(many, most_twice // (2 * i)) if i else many
        if reach and j <= highest:
            least = min(least, price_few * i + price_many * j)
            most = max(most, price_few * i + price_many * highest)
    return Fraction(least, scale), Fraction(most, scale)
