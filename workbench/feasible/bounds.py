"""Proven bounds between figures of one data set, for given class sizes or class weights.

Write ``u`` for the score of an example of class 0 and ``v`` for one minus the score of an example of class 1, so
that the Brier score is the mean of ``u^2`` and ``v^2`` and the mean absolute error that of ``u`` and ``v``. A pair
is misordered or tied exactly when ``u + v >= 1``. The classes have weights ``w0 + w1 = 1``, their proportions, or one
half each for the macro-averaged figures; ``wmax`` is the greater one, ``wmin`` the other. ``D`` is the number of
misordered pairs, a tied pair counting one half, and ``delta = D/(n0 n1) = 1 - AUC``; the proofs hold for the share of
pairs that are misordered or tied too, which are ``ceil(D)`` at least.

**Least Brier score.** ``BS >= h``, ``h = w0 w1 delta/(wmax + wmin delta)``. Proof. For a given order, pooling
adjacent violators leaves blocks ``k = 1..K`` of masses ``a_k``, ``b_k`` of the two classes at scores ``p_k = b_k/(a_k
+ b_k)``, increasing in ``k``. A pure block of class 0 can only be the first and one of class 1 only the last: they
cost nothing, are in no misordered pair and are left out. So ``BS >= sum g(a_k, b_k)`` with ``g(a, b) = a b/(a + b)``,
and the misordered mass is at most ``T = sum a_k (b_1 + ... + b_k)``. Minimise over all real masses with ``T >= w0 w1
delta``, ``sum a <= w0``, ``sum b <= w1`` and ``p_k`` not decreasing, for all ``K`` up to the number of examples; take
a minimiser with the fewest blocks. It has no pure block, and no two ``p_k`` are equal, for such blocks could be merged:
same cost, greater ``T``. For fixed ``b`` the cost is concave in ``a``, while ``T``, the limit and the order of the
``p_k`` (``b_k a_{k+1} <= b_{k+1} a_k``) are linear in it, so some vertex is a minimiser too. Only ``T`` and ``sum a``
can be tight there, which leaves two blocks at most, and with two ``sum a = w0``; likewise, from there, ``sum b = w1``.
*Two blocks:* put ``x = a_1``, ``y = b_2``; then ``T = w0 w1 - x y``. As ``dg/da = p^2`` and ``dg/db = (1 - p)^2``, the
cost has along ``x y`` constant the derivative ``(p_2 - p_1) (y (2 - p_1 - p_2)/x - p_1 - p_2)`` in ``x``, whose
second factor is zero where ``q = y/(x + y)`` is the mean of ``p_1`` and ``p_2``. There it decreases: ``x dq = -2 q (1
- q) dx`` and ``x dp_i >= -p_i (1 - p_i) dx``, so ``2q - p_1 - p_2`` changes by at most ``-4q(1 - q) + p_1(1 - p_1) +
p_2(1 - p_2) <= -2q(1 - q) < 0`` in units of ``dx/x``. So the cost rises, then falls, on each interval of ``x`` where
``p_1 <= p_2``, and is least at an end of it: ``x = w0`` or ``y = w1``, which makes a block pure, or ``p_1 = p_2``. One
block does as well, against the choice of the minimiser. *One block:* ``a b = w0 w1 delta``, the cost is ``a b/(a +
b)``, and ``a + b`` is greatest where one of them is ``wmax``.

**Finite samples.** `least_brier_finite`. Let the blocks have ``a_k`` and ``b_k`` *examples*, of masses ``w0/n0`` and
``w1/n1`` each, at a cost ``g``; now ``T >= d = ceil(D)``. (i) As ``g`` increases in both masses and is homogeneous, two
blocks, or one with 2 examples of each class, cost at least ``2 g(1, 1)``; else there is one block, of ``1`` and ``d``
examples at least. (ii) With whole ``b_k`` and real ``a_k`` the argument above leaves one block with ``a b = d``, or two
with ``a_1 + a_2 = n0`` and ``T = d``. One block: ``a + b``, in masses, is convex in ``b``, so ``b`` is the least or
the greatest possible, ``ceil(d/n0)`` or ``n1``. Two with ``b_1 + b_2 = m``: along ``x y = n0 m - d`` the cost is least
where ``y`` is ``m`` (one block), where ``p_1 = p_2`` (the block of ``n0`` and ``m``, dearer than that of ``d/m`` and
``m``) or where ``y`` is the least whole number from ``m - d/n0`` on, so ``b_1 = f``, ``d = f n0 + r``, ``0 <= r <
n0``. This leaves ``(n0 - r/y, f)`` before ``(r/y, y)``, where ``p_1 <= p_2`` is ``n0 y^2 >= r (y + f)``. The
derivative in ``y`` has the sign of ``p_1^2 + p_2 - 2 p_2^2``, which decreases wherever it is zero, as ``p_1``
decreases, ``p_2`` increases and is ``1/2`` at least there: the cost rises, then falls, and ``y`` is the least or the
greatest possible (``f = 0`` or ``r = 0`` is one block). (iii) The same with the classes exchanged.

**The Brier scores for one D.** The Brier scores that an order allows lie between its ``RLH`` and the greatest error
rate of its cuts, and all between are attained, the scores being a convex set. All orders allow what is between ``pi0
pi1`` and ``max(pi0, pi1)``, by nearly equal scores, so for given ``D`` the Brier scores form one interval. Its ends do
not decrease in ``D``. The lower: of an order with ``D > 0`` either a tie block is mixed, of ``a`` and ``b``, and can be
replaced by an order of its examples with ``D`` less by one half, or a block of class 1 stands next below one of class
0, and one example of each can be tied; scores optimal before are pooled there, so the new order allows them in the
limit. The upper: see `errors`; where ``(misses, alarms)`` no longer has ``D <= misses n1 + alarms n0 - misses alarms``
for a ``D`` greater by one half, ``(misses + 1, alarms)`` is possible.

**Brier score and mean absolute error.** Put ``u - m`` for ``u`` with ``m < 1/2``: a pair is misordered or tied exactly
when ``(u - m)/(1 - 2m) + (v - m)/(1 - 2m) >= 1``, and nothing above used that ``u >= 0``. Hence ``BS - 2 m MAE + m^2
>= (1 - 2m)^2 h``, and with the best ``m``, ``(MAE - 2h)/(1 - 4h)``: ``BS >= h + (MAE - 2h)^2/(1 - 4h)`` for ``MAE <=
1/2``. Here ``RLH``, the least mean of squares for any real scores in this order, may stand for ``h``, and any lower
bound of it, as the right side increases with ``h``: its derivative is ``(1 - 2m)^2``.
For ``MAE < 2h`` scores in [0, 1] say more. Minimise ``BS + r MAE`` with ``r > 0``. The best score of a block is ``P (1
+ r) - r/2``, ``P = b/(a + b)``, clipped to [0, 1], which still increases with ``P``; its cost is still homogeneous,
concave, zero for pure blocks, and has derivatives ``s^2 + r s`` in ``a``, ``(1 - s)^2 + r (1 - s)`` in ``b``, for the
clipped score ``s``. So the proof holds up to two blocks, where the second factor is now zero if ``q`` is the mean of
``z_i = (s_i + r/2)/(1 + r)``. This is ``p_i`` or a constant, ``x dz_i >= -z_i (1 - z_i) dx``, and the sign stays. One
block: the cost is ``(1 + r)^2 a b/(a + b) - r^2 (a + b)/4`` or, clipped, ``(1 + r) min(a, b)``; for given ``a b`` it is
least where one is ``wmax``, the other ``b = wmin delta``. With the best ``r``, ``2 (wmax + b) (2h - MAE)/(wmax -
b)^2``, it is not clipped for ``MAE >= b``, the least one, and ``BS >= h + (MAE - 2h)^2 (wmax + b)/(wmax - b)^2``.
All scores replaced by one minus themselves, misordered and ordered pairs trade places, MAE becomes ``1 - MAE`` and BS
becomes ``BS + 1 - 2 MAE``; this gives the bound for ``MAE > 1/2``. In ``MAE`` the bound falls up to ``2h``, then rises,
with a slope of one at most before 1/2 and so of one at least beyond; in ``delta`` it does not decrease, as each of the
inequalities that it is the best of does not.

**Greatest Brier score, and errors.** BS and MAE are convex in the scores, so their greatest values on an order are at
scores 0 and 1, where they are the error rate of a cut, and MAE, being linear, is least at one too. A cut with
``misses`` of class 0 above and ``alarms`` of class 1 below has ``misses alarms <= D <= misses n1 + alarms n0 -
misses alarms``, for of the pairs across it those are surely misordered and all but those may be, and every such cut
occurs (`workbench.feasible.orders.around_cut`).

**Log loss.** An example costs ``-ln(1 - u)``, and ``-ln(1 - u) = u + u^2/2 + u^3/3 + ...``; and ``-ln(1 - u) - 2
u^2`` is zero at 0 and has the derivative ``(1 - 2u)^2/(1 - u)``. So ``LL >= MAE + BS/2`` and ``LL >= 2 BS``.
**Average precision.** Above an example of class 1, or level with it, are ``J`` of class 1, itself among them, and ``M``
of class 0: one minus its precision is ``M/(J + M) >= M/n``. The mean of ``M`` is ``n0 (1 - AUC)`` at least, a tied pair
being counted whole, so ``AP <= 1 - pi0 (1 - AUC)``. Which class the event of a printed AP is, is not always told: the
lesser proportion holds for both.
*Least.* The ``j``-th example of class 1 from the top has ``J >= j`` and ``M <= n0``, and ``J/(J + M)`` grows with
``J`` and falls with ``M``: ``AP >= (1/n1) sum j/(j + n0)``, that of the order with all of class 1 last, none of them
tied. It is ``1 - (n0/n1) sum 1/i`` over ``i`` from ``n0 + 1`` to ``n``, and as ``1/x`` is convex, ``1/i`` is at most
the integral of ``1/x`` from ``i - 1/2`` to ``i + 1/2``: the sum is at most ``ln((n + 1/2)/(n0 + 1/2))``. As ``j/(j +
n0)`` grows with ``j``, the mean is at least the integral of ``x/(x + w)`` over [0, 1], ``w = n0/n1``: ``1 - w ln(1 +
1/w)``, which falls as ``w`` grows.
*Beside AUC.* Counting those of class 0 that are level half, an example of class 1 has ``m >= M/2`` above it, and the
mean of ``m/n0`` is ``1 - AUC``; so that of ``u = M/n0`` is ``2 (1 - AUC)`` at most. With ``x = j/n1`` the precision is
at least ``x/(x + w u)``, and for any ``k > 0``, ``x/(x + w u) + k w u`` is at least ``2 sqrt(k x) - k x``, its least
value over all ``u`` (where ``k (x + w u)^2 = x``), and for ``k x >= 1`` at least 1, its value at ``u = 0``. The former
grows with ``x`` as long as ``k x <= 1``, so that the mean over ``j`` is at least the integral: with ``t = 2 w (1 -
AUC)``, ``AP >= 4 sqrt(k)/3 - k/2 - k t`` for ``k <= 1`` and ``AP >= 1 - 1/(6 k) - k t`` for ``k >= 1``. The best ``k``
gives ``8/(9 (1 + 2 t))`` for ``t >= 1/6`` and ``1 - sqrt(2 t/3)`` for less. Both fall as ``w`` grows, and the greater
one of ``n0/n1`` and ``n1/n0`` holds for either event.

**Refinement loss.** With the mid-rank ``r`` of an example, in [0, 1], and the share ``p`` of class 1 at its score,
``Cov(p, r) = Cov(y, r) = pi0 pi1 (2 AUC - 1)/2``, and ``Var r <= 1/12``, as ``r`` is the mean of a uniform number over
the block; by Cauchy-Schwarz ``RL = pi0 pi1 - Var p <= pi0 pi1 - 3 (pi0 pi1 (2 AUC - 1))^2``. For the blocks of the hull
this is ``RLH`` and AUCH.
**Hull.** Inside a block the misordered pairs are at most all, so ``1 - AUC <= 2 (1 - AUCH)``. ``RLH`` is the cost
above with ``T' = 2 w0 w1 (1 - AUCH) = sum a_k (2 (b_1 + ... + b_{k-1}) + b_k)``; merging blocks of equal ``p`` leaves
``T'`` as it is, so again two blocks are left at most, and two have ``sum a = w0``, ``sum b = w1``. Then ``T' = 2 w0 w1
- w0 y - w1 x`` and the cost is concave in ``(x, y)``, so least at an end of the line; there ``x = w0`` or ``y = w1``,
as ``T' <= w0 w1``. This is a single block: ``RLH >= h`` with ``delta = 2 (1 - AUCH)``.
In a block ``p (1 - p) <= min(p, 1 - p) <= 2 p (1 - p)``, and the middle one is its part of MER.
**Least error.** At all points of the ROC curve ``FN + FP >= e = n MER``; beyond it lies a right triangle with legs ``e
<= min(n0, n1)``, so ``D >= e^2/2``. Likewise ``1 - AUC >= (1 - KS)^2/2``. The curve passes through some ``(x, x + KS)``
(or the mirrored one does), so ``AUC >= (x + KS)(1 - x) >= KS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import isqrt, lcm

import numpy as np

from workbench.feasible.linear_forms import ClassSizes
from workbench.numbers.certified import lift, working_digits
from workbench.numbers.piecewise import exact_middle

_HALF = Fraction(1, 2)
_FINE = 10**12
_MANY = 2_000_000
_SUMMED, _DIGITS = 1_000, 40


def least_brier(weight0: Fraction, auc: Fraction) -> Fraction:
    """``w0 w1 (1 - AUC)/(wmax + wmin (1 - AUC))``: no Brier score with these class weights is less.

    >>> least_brier(Fraction(1, 2), Fraction(4, 5))
    Fraction(1, 12)
    """
    least, most = sorted((weight0, 1 - weight0))
    return least * most * (1 - auc) / (most + least * (1 - auc))


def least_brier_finite(sizes: ClassSizes, weight0: Fraction, least_twice: int) -> Fraction:
    """A bound for these class sizes, at least `least_brier`: no Brier score is less when ``2D >= least_twice``.

    It is the infimum where the classes have their proportions and ``D <= max(n0, n1)``.

    >>> [str(least_brier_finite(ClassSizes(8, 2), Fraction(4, 5), 2 * d)) for d in (1, 8, 9)]
    ['1/20', '4/45', '11/80']
    """
    pairs = -(-least_twice // 2)
    if not pairs:
        return Fraction(0)
    n0, n1 = sizes.n0, sizes.n1
    mass0, mass1 = weight0 / n0, (1 - weight0) / n1
    narrow = [2 * _mixed(mass0, mass1)]
    if pairs <= n0:
        narrow.append(_mixed(pairs * mass0, mass1))
    if pairs <= n1:
        narrow.append(_mixed(mass0, pairs * mass1))
    return max(min(narrow), _half_whole(n0, n1, mass0, mass1, pairs), _half_whole(n1, n0, mass1, mass0, pairs))


def _mixed(a: Fraction, b: Fraction) -> Fraction:
    """What a block with these masses of the two classes costs."""
    return a * b / (a + b)


def _half_whole(n0: int, n1: int, mass0: Fraction, mass1: Fraction, pairs: int) -> Fraction:
    """The least cost of blocks with a whole number of examples of class 1 and any share of those of class 0."""
    full, rest = divmod(pairs, n0)
    found = [_mixed(Fraction(pairs, b) * mass0, b * mass1) for b in (-(-pairs // n0), n1)]
    if rest and full:
        y = max(1, (rest + isqrt(rest * (rest + 4 * n0 * full))) // (2 * n0))
        while n0 * y * y < rest * (y + full):
            y += 1
        for b in (y, n1 - full) if y <= n1 - full else ():
            a = Fraction(rest, b)
            found.append(_mixed((n0 - a) * mass0, full * mass1) + _mixed(a * mass0, b * mass1))
    return min(found)


@dataclass(frozen=True)
class BrierBound:
    """What the Brier score is at least, given the mean absolute error, for AUC between two values.

    ``known`` is a lower bound of RLH with these weights on all orders in question, such as `least_brier_finite`, not
    one of the Brier score of certain scores; ``known_reversed`` is one for the reversed orders.

    >>> bound = BrierBound(Fraction(1, 2), Fraction(0), Fraction(1, 2))
    >>> [str(bound.at(Fraction(x, 12))) for x in (3, 4, 6, 9)]
    ['1/4', '1/6', '1/4', '9/16']
    """

    weight0: Fraction
    low_auc: Fraction
    high_auc: Fraction
    known: Fraction = Fraction(0)
    known_reversed: Fraction = Fraction(0)

    @cached_property
    def _formula(self) -> Fraction:
        return least_brier(self.weight0, self.high_auc)

    @cached_property
    def least(self) -> Fraction:
        """The least Brier score, at a mean absolute error of twice as much."""
        return max(self._formula, self.known)

    @cached_property
    def reversed(self) -> BrierBound:
        """The bound for the reversed orders, which have MAE and BS of one minus the scores."""
        return BrierBound(self.weight0, 1 - self.high_auc, 1 - self.low_auc, self.known_reversed, self.known)

    def at(self, absolute: Fraction) -> Fraction:
        """The least Brier score at a mean absolute error."""
        if absolute > _HALF:
            return 2 * absolute - 1 + self.reversed.at(1 - absolute)
        return max(self._any_scores(absolute), self._scores_from_zero(absolute))

    def _any_scores(self, absolute: Fraction) -> Fraction:
        least = self.least
        return least if least == Fraction(1, 4) else least + (absolute - 2 * least) ** 2 / (1 - 4 * least)

    def _scores_from_zero(self, absolute: Fraction) -> Fraction:
        least, most = self._formula, max(self.weight0, 1 - self.weight0)
        fewest = (1 - most) * (1 - self.high_auc)
        if absolute >= 2 * least or fewest == most:
            return least
        return least + (2 * least - absolute) ** 2 * (most + fewest) / (most - fewest) ** 2

    def inequality(self, absolute: Fraction, brier: str = "BS", mean: str = "MAE") -> str:
        """The inequality that `at` applies there, to the reversed orders for MAE beyond 1/2.

        ``h`` is `least`; beside ``m``, the greater weight, and ``b``, the other one times ``1 - AUC`` (reversed: times
        AUC), it is ``m b/(m + b)``.

        >>> bound = BrierBound(Fraction(1, 2), Fraction(3, 5), Fraction(3, 5))
        >>> for x in (5, 2, 7):
        ...     print(bound.inequality(Fraction(x, 10)))
        BS >= h + (MAE - 2*h)^2/(1 - 4*h)
        BS >= h + (MAE - 2*h)^2*(m + b)/(m - b)^2
        BS + 1 - 2*MAE >= h + (1 - MAE - 2*h)^2*(m + b)/(m - b)^2
        """
        if absolute > _HALF:
            return self.reversed.inequality(1 - absolute, f"{brier} + 1 - 2*{mean}", f"1 - {mean}")
        any_scores = self._any_scores(absolute) >= self._scores_from_zero(absolute)
        factor = "/(1 - 4*h)" if any_scores else "*(m + b)/(m - b)^2"
        return f"{brier} >= h + ({mean} - 2*h)^2{factor}"

    def absolute(self, brier: Fraction) -> tuple[Fraction, Fraction]:
        """Between which values the mean absolute error is, when the Brier score is at most ``brier``."""
        return _absolute(self, brier)


@lru_cache(maxsize=4096)
def _absolute(bound: BrierBound, brier: Fraction) -> tuple[Fraction, Fraction]:
    bottom = 2 * bound.least
    return (
        _reach(bottom, Fraction(0), lambda x: bound.at(x) <= brier),
        _reach(bottom, Fraction(1), lambda x: bound.at(x) <= brier),
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


@lru_cache(maxsize=4096)
def least_precision(n0: int, n1: int) -> Fraction:
    """No average precision is less, whichever class is the event; the least one, to 1e-12, up to a thousand examples.

    >>> least_precision(30, 30) == least_precision_of_share(Fraction(1, 2)), least_precision(1, 1)
    (False, Fraction(1, 2))
    >>> float(least_precision(30, 30)), float(least_precision(10**9, 10**9))
    (0.3151..., 0.3068...)
    """
    if n0 + n1 > _SUMMED:
        return min(_last_of(Fraction(n0), Fraction(n1)), _last_of(Fraction(n1), Fraction(n0)))
    pairs = ((n0, n1), (n1, n0))
    return min(Fraction(sum(_FINE * j // (j + others) for j in range(1, m + 1)), m * _FINE) for others, m in pairs)


def least_precision_of_share(least: Fraction) -> Fraction:
    """The same for all class sizes where the lesser proportion is ``least``.

    >>> float(least_precision_of_share(Fraction(1, 2))), float(least_precision_of_share(Fraction(0)))
    (0.3068..., 0.0)
    """
    return _last_of(1 - least, least, Fraction(0)) if least else Fraction(0)


def _last_of(others: Fraction, event: Fraction, half: Fraction = _HALF) -> Fraction:
    """``1 - w ln((n + half)/(n0 + half))`` of so many of both classes, rounded downward."""
    with working_digits(_DIGITS):
        logarithm = lift((others + event + half) / (others + half)).log()
        return max(exact_middle((1 - lift(others / event) * logarithm).lower()), Fraction(0))


def least_precision_at(least: Fraction, auc: Fraction) -> tuple[Fraction, str]:
    """No average precision is less for this AUC, where the lesser proportion is ``least``; and the inequality.

    >>> least_precision_at(Fraction(1, 2), Fraction(1, 2))
    (Fraction(8, 27), 'AP >= 8/(9 + 36*w*(1 - AUC)), w = max(pi0, pi1)/min(pi0, pi1)')
    """
    ratio = "w = max(pi0, pi1)/min(pi0, pi1)"
    t = 2 * (1 - least) / least * (1 - auc)
    if 6 * t >= 1:
        return 8 / (9 * (1 + 2 * t)), f"AP >= 8/(9 + 36*w*(1 - AUC)), {ratio}"
    return 1 - root_above(2 * t / 3), f"AP >= 1 - sqrt(4*w*(1 - AUC)/3), {ratio}"


@lru_cache(maxsize=4096)
def errors(sizes: ClassSizes, weight0: Fraction, least_twice: int, most_twice: int) -> tuple[Fraction, Fraction]:
    """The least and greatest weighted error rate of a cut, for ``2D`` between two values.

    ``w0 misses/n0 + w1 alarms/n1`` over all cuts that such an order can have; from 0 to 1 for more than millions of
    examples, where they are too many to go through.

    >>> [str(x) for x in errors(ClassSizes(3, 2), Fraction(3, 5), 4, 4)]
    ['1/5', '3/5']
    """
    cost0, cost1 = weight0 / sizes.n0, (1 - weight0) / sizes.n1
    scale = lcm(cost0.denominator, cost1.denominator)
    price0, price1 = int(cost0 * scale), int(cost1 * scale)
    # the array is over the smaller class, so the two are named by size
    few, many, price_few, price_many = sizes.n1, sizes.n0, price1, price0
    if few > many:
        few, many, price_few, price_many = many, few, price0, price1
    if few > _MANY or max(4 * few * many, price_few * few + price_many * many) >= 2**62:
        return Fraction(0), Fraction(1)
    i = np.arange(few + 1)
    j = np.maximum(0, -(-(least_twice - 2 * i * many) // np.maximum(1, 2 * (few - i))))
    highest = np.minimum(many, most_twice // np.maximum(1, 2 * i))
    highest[0] = many
    reach = j <= highest
    if not reach.any():
        return Fraction(1), Fraction(0)
    least, most = (price_few * i + price_many * j)[reach].min(), (price_few * i + price_many * highest)[reach].max()
    return Fraction(int(least), scale), Fraction(int(most), scale)
