"""Proven bounds of what lies on the ROC curve and its convex hull, for class weights that are known or in a range.

Class weights ``w0 + w1 = 1`` are the class proportions, or one half each for skews; ``wmin <= wmax``. A point of the
curve joined by straight lines has the misses ``x = w0 (1 - F0)`` and the alarms ``y = w1 F1``.

**Optimal losses.** Let ``p`` be the calibrated score of the hull, with the weights, and ``m = min(p, 1 - p)``. The
least error is ``e = mean m``: the minimum error rate MER, and ``(1 - K)/2`` for skews, with ``K = max(F0 - F1)``.
The optimal loss for uniform operating conditions is ``r = mean m(1 - m)``: RLH, and ``loss(optimal,
condition=skew)``. That for Beta(2, 2) is ``l = mean v + v^2`` with ``v = p(1 - p)``, as ``2 E[min(c(1 - p), (1 -
c)p)] = v + v^2``; one minus the H-measure is ``l/(w + w^2)``, ``w = w0 w1``. Hence

- ``e/2 <= r <= e(1 - e)``, as ``1/2 <= 1 - m`` and ``m(1 - m)`` is concave (Jensen);
- ``5/4*e/2 <= l <= f(e(1 - e))``, ``f(r) = r + r^2``: ``v + v^2`` is concave in ``m`` (its second derivative is
  ``-12 v``) and is 5/16 at ``m = 1/2``;
- ``r + r^2 <= l <= 5/4 r`` (Jensen, and ``v <= 1/4``). Where ``q = 1 - r/wmin <= 1/2``, also ``l <= r + r q(1 -
  q)``. Proof. Let ``wmin = w1`` (else exchange the classes), so that ``mean p = w1`` and ``mean p^2 = w1 - r = w1
  q``. The cubic ``p(1 - p)^2`` minus its tangent at ``q`` is ``(p - q)^2 (p + 2q - 2) <= 0`` on [0, 1]; times ``p``,
  the mean of ``v^2`` is at most ``w1 q(1 - q)^2 = r q(1 - q)``.

**Least optimal loss for an AUC.** ``r >= wmin wmax delta/N`` and ``l >= r1 + r1^2/N`` with ``r1 = wmin wmax
delta/N``, ``N = wmax + wmin delta``, for ``delta = 1 - AUC`` and for ``delta = 2 (1 - AUCH)``. Proof for the loss of
any density ``d``: its cost of a block ``g(a, b)`` is concave, homogeneous and has the derivatives ``l0(p) = int_0^p
2c d`` and ``l1(p) = int_p^1 2(1 - c) d``. As for the Brier score (`workbench.feasible.bounds`), two blocks are left
of a minimiser at most, with ``x`` and ``y`` of the classes misplaced; along ``x y`` constant, ``dg/dx = 2/(1 - q)
int_{p1}^{p2} (q - c) d(c) dc``, ``q = y/(x + y)``. Where the integral is zero, ``x`` times its derivative is ``-2q(1
- q) int d - d(p2) p2 (p2 - q)^2/q - d(p1) (1 - p1) (q - p1)^2/(1 - q) < 0``: a maximum. So one block is left; there
``a b`` is given and the derivative ``a l0 - b l1`` along it has the sign of ``p - 1/2`` for the uniform and the
Beta(2, 2) density, as ``l0(p)/p = h(p)``, ``l1(p)/(1 - p) = h(1 - p)`` with ``h(p) = p`` or ``4p^2 - 3p^3``, which is
beyond ``h(1/2)`` exactly for ``p > 1/2``; so the least cost is where one class is whole, and ``a + b`` greatest. For
AUCH the area of two blocks is linear in ``(x, y)`` and the cost concave, which leaves one block as well.

**Two class weights.** A block costs ``w0 w1 a b/(w0 a + w1 b)``, and ``(a + b)/2`` is between ``(w0 a + w1 b)/(2
wmax)`` and the same with ``wmin``; so ``2 wmin S <= RLH <= 2 wmax S`` for the skew-optimal loss ``S``. Likewise
``wmin (1 - K) <= MER <= wmax (1 - K)``, as ``x + y`` is between ``wmin`` and ``wmax`` times ``1 - F0 + F1``.

**K, AUC and AUCH.** The hull contains a triangle of height ``K`` and lies below ``F0 - F1 = K``: ``(1 + K)/2 <= AUCH
<= 1 - (1 - K)^2/2``. An ascending curve through ``(f, f + K)`` has the area ``(1 - f)(f + K) >= K`` at least, so ``K
<= AUC``, and by mirroring ``max(F1 - F0) <= 1 - AUC``: a greater KS is ``K``. The hull stays where ``x + y >= MER``:
``MER^2 <= 2 w0 w1 (1 - AUCH)``.

**Rate-fixed loss.** At the rate ``r`` the loss is ``E = x + y``, and ``x - y = w0 - r``; so ``|w0 - r| <= E <= 1 -
|w1 - r|``. The curve ascends, so ``(1 - F0) F1 <= 1 - AUC`` and ``F0 (1 - F1) <= AUC``, that is ``E^2 <= (w0 - r)^2
+ 4 w (1 - AUC)`` and ``(1 - E)^2 <= (w1 - r)^2 + 4 w AUC``. ``F0 - F1 = 1 - x/w0 - y/w1`` is from ``-KS`` to ``K``:
``2 w (1 - K) <= E + (w0 - r)(w1 - w0) <= 2 w (1 + KS)``. As ``x`` falls and ``y`` rises with the rate, two losses
differ by no more than their rates.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from workbench.feasible.bounds import root_above
from workbench.feasible.intervals import Intervals
from workbench.feasible.linear_forms import K
from workbench.language.statements import law, parse_expression
from workbench.language.syntax import Loss, Number
from workbench.numbers.printed import Interval

SKEW_OPTIMAL = "loss(optimal, condition=skew)"
BETA_OPTIMAL = "loss(optimal, cost=beta(2, 2))"
SKEW_BETA_OPTIMAL = "loss(optimal, cost=beta(2, 2), condition=skew)"
HULL_FIGURES = (K, SKEW_OPTIMAL, BETA_OPTIMAL, SKEW_BETA_OPTIMAL)
_HALF = Fraction(1, 2)
_QUARTER = Fraction(1, 4)


@dataclass(frozen=True)
class Shares:
    """Between which values the weight of class 0 lies.

    >>> shares = Shares(Fraction(1, 3), Fraction(2, 3))
    >>> print(shares.least, shares.products)
    [1/3, 1/2] [2/9, 1/4]
    """

    low: Fraction
    high: Fraction

    @property
    def least(self) -> Interval:
        """The weight of the lighter class."""
        ends = [min(x, 1 - x) for x in (self.low, self.high)]
        return Interval(min(ends), _HALF if self.low <= _HALF <= self.high else max(ends))

    @property
    def products(self) -> Interval:
        """The product of the weights."""
        low, high = ends(self.least)
        return Interval(low * (1 - low), high * (1 - high))


def ends(interval: Interval) -> tuple[Fraction, Fraction]:
    """Both ends of a bounded interval."""
    assert interval.low is not None
    assert interval.high is not None
    return interval.low, interval.high


EQUAL = Shares(_HALF, _HALF)


@dataclass(frozen=True)
class Optimal:
    """The names of the least error and of the optimal losses, for uniform and Beta(2, 2) operating conditions."""

    error: str
    loss: str
    beta: str


COSTS = Optimal("MER", "RLH", BETA_OPTIMAL)
SKEWS = Optimal(K, SKEW_OPTIMAL, SKEW_BETA_OPTIMAL)


def least_losses(least: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
    """The least optimal losses, for uniform and Beta(2, 2) operating conditions, with ``1 - AUC = delta``.

    >>> [str(x) for x in least_losses(Fraction(1, 2), Fraction(1, 5))]
    ['1/12', '41/432']
    """
    size = 1 - least + least * delta
    loss = least * (1 - least) * delta / size
    return loss, loss + loss**2 / size


def most_beta(loss: Fraction, least: Fraction) -> Fraction:
    """The greatest optimal loss for Beta(2, 2), where that for uniform operating conditions is ``loss``.

    >>> most_beta(Fraction(1, 8), Fraction(1, 2)), most_beta(Fraction(1, 4), Fraction(1, 2))
    (Fraction(5, 32), Fraction(5, 16))
    """
    share = 1 - loss / least if loss < least else Fraction(0)
    return loss + loss * (_QUARTER if share > _HALF else share * (1 - share))


def narrow_by_curve(known: Intervals, shares: Shares) -> None:
    """Apply the facts of the module's docstring on the hull and on points of the curve."""
    _largest_gap(known, shares)
    for names, weights in ((COSTS, shares), (SKEWS, EQUAL)):
        _optimal(known, weights, names)
    _between_weights(known, shares)
    _hand(known, shares)


def _largest_gap(known: Intervals, shares: Shares) -> None:
    low, high = known.low("AUC"), known.high("AUC")
    known.at_most("KS", max(high, 1 - low), "KS <= max(AUC, 1 - AUC)", ["AUC"])
    farthest = max(low, 1 - high)
    known.at_least("KS", 1 - root_above(2 * (1 - farthest)), "(1 - KS)^2 <= 2*(1 - max(AUC, 1 - AUC))", ["AUC"])
    known.at_most(K, known.high("KS"), f"{K} <= KS", ["KS"])
    known.at_most(K, known.high("AUC"), f"{K} <= AUC", ["AUC"])
    if known.low("KS") > 1 - known.low("AUC"):
        known.at_least(K, known.low("KS"), f"max(F1 - F0) <= 1 - AUC, so that KS = {K}", ["KS", "AUC"])
    known.at_most("KS", max(known.high(K), 1 - known.low("AUC")), f"KS <= max({K}, 1 - AUC)", [K, "AUC"])
    known.at_least("KS", known.low(K), f"{K} <= KS", [K])
    known.at_least("AUC", known.low(K), f"{K} <= AUC", [K])
    known.at_least("AUCH", (1 + known.low(K)) / 2, f"AUCH >= (1 + {K})/2", [K])
    known.at_most(K, max(Fraction(0), 2 * known.high("AUCH") - 1), f"AUCH >= (1 + {K})/2", ["AUCH"])
    says = f"AUCH <= 1 - (1 - {K})^2/2"
    known.at_most("AUCH", 1 - (1 - known.high(K)) ** 2 / 2, says, [K])
    known.at_least(K, 1 - root_above(2 * (1 - known.low("AUCH"))), says, ["AUCH"])
    product_most = ends(shares.products)[1]
    says = "MER^2 <= 2*pi0*pi1*(1 - AUCH)"
    known.at_most("MER", root_above(2 * product_most * (1 - known.low("AUCH"))), says, ["AUCH"])
    if product_most:
        known.at_most("AUCH", 1 - known.low("MER") ** 2 / (2 * product_most), says, ["MER"])


def _between_weights(known: Intervals, shares: Shares) -> None:
    least = ends(shares.least)[0]
    for name, other, factor in (("RLH", SKEW_OPTIMAL, 2), ("MER", f"1 - {K}", 1)):
        low, high = known.low(SKEW_OPTIMAL), known.high(SKEW_OPTIMAL)
        if name == "MER":
            low, high = 1 - known.high(K), 1 - known.low(K)
        about = [SKEW_OPTIMAL if factor == 2 else K]
        says = f"{factor}*min(pi0, pi1)*({other}) <= {name} <= {factor}*max(pi0, pi1)*({other})".replace("1*m", "m")
        known.narrow(name, Interval(factor * least * low, factor * (1 - least) * high), says, about)
        most = known.high(name) / (factor * least) if least else Fraction(1)
        back = Interval(known.low(name) / (factor * (1 - least)), most)
        known.narrow(about[0], back if factor == 2 else back.moved(-1, 1), says, [name])


def _hand(known: Intervals, shares: Shares) -> None:
    """``H = 1 - loss/(w + w^2)``."""
    low, high = (w + w * w for w in ends(shares.products))
    says = f"H = 1 - {BETA_OPTIMAL}/(w + w^2), w = pi0*pi1"
    known.at_least("H", 1 - known.high(BETA_OPTIMAL) / low if low else Fraction(0), says, [BETA_OPTIMAL])
    known.at_most("H", 1 - known.low(BETA_OPTIMAL) / high if high else Fraction(1), says, [BETA_OPTIMAL])
    known.narrow(BETA_OPTIMAL, Interval((1 - known.high("H")) * low, (1 - known.low("H")) * high), says, ["H"])


def _optimal(known: Intervals, shares: Shares, names: Optimal) -> None:
    loss, beta = names.loss, names.beta
    skew = names is SKEWS
    says = f"e = (1 - {K})/2: " if skew else "e = MER: "

    def of_error(low: Fraction, high: Fraction, fact: str, about: str) -> None:
        known.narrow(names.error, Interval(1 - 2 * high, 1 - 2 * low) if skew else Interval(low, high), fact, [about])

    low, high = known.low(names.error), min(known.high(names.error), Fraction(1) if skew else _HALF)
    if skew:
        low, high = (1 - high) / 2, (1 - low) / 2
    fact = f"{says}e/2 <= {loss} <= e*(1 - e)"
    known.narrow(loss, Interval(low / 2, high * (1 - high)), fact, [names.error])
    least, most = known.low(loss), min(known.high(loss), _QUARTER)
    of_error((1 - root_above(max(1 - 4 * least, Fraction(0)))) / 2, 2 * most, fact, loss)
    fact = f"{says}5/8*e <= {beta} <= f + f^2, f = e*(1 - e)"
    top = high * (1 - high)
    known.narrow(beta, Interval(low * Fraction(5, 8), top + top**2), fact, [names.error])
    of_error(Fraction(0), known.high(beta) * Fraction(8, 5), fact, beta)
    fact = f"r + r^2 <= {beta} <= r + r*q*(1 - q), r = {loss}, q = 1 - r/min(w0, w1) or 1/2 if less"
    known.narrow(beta, Interval(least + least**2, most_beta(most, ends(shares.least)[1])), fact, [loss])
    span = Interval(known.low(beta) * Fraction(4, 5), (root_above(1 + 4 * known.high(beta)) - 1) / 2)
    known.narrow(loss, span, fact, [beta])
    _by_area(known, shares, names)


def _by_area(known: Intervals, shares: Shares, names: Optimal) -> None:
    """The optimal losses by AUC and AUCH, and these by the losses."""
    loss, least = names.loss, ends(shares.least)[0]
    for area, factor in (("AUC", 1), ("AUCH", 2)):
        delta = min(factor * (1 - known.high(area)), Fraction(1))
        says = f"{{}} is at least that of one mixed block with 1 - AUC = {f'{factor}*' * (factor > 1)}(1 - {area})"
        for name, bound in zip((loss, names.beta), least_losses(least, delta), strict=True):
            known.at_least(name, bound, says.format(name), [area])
        most = known.high(loss)
        if least and most < 1 - least:
            widest = most * (1 - least) / (least * (1 - least - most)) / factor
            known.at_least(area, 1 - widest, says.format(loss), [loss])
    says = f"{loss} <= w - 3*(w*(2*AUCH - 1))^2, w = {'1/4' if names is SKEWS else 'pi0*pi1'}"
    low, high = ends(shares.products)
    spread = 2 * max(known.low("AUCH"), _HALF) - 1
    best = min(max(1 / (6 * spread**2), low), high) if spread else high
    known.at_most(loss, best - 3 * (best * spread) ** 2, says, ["AUCH"])
    bottom = known.low(loss)
    best = min(max(2 * bottom, low), high)
    if best:
        squared = max((best - bottom) / (3 * best**2), Fraction(0))
        known.at_most("AUCH", (1 + root_above(squared)) / 2, says, [loss])


# --- rate-fixed losses ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RateFixed:
    """The rate-fixed loss with its rate, for uniform operating conditions."""

    rate: Fraction
    skew: bool

    @property
    def name(self) -> str:
        """The loss in the statement language."""
        return f"loss(rate_fixed({self.rate}){', condition=skew' * self.skew})"


def rate_fixed(name: str) -> RateFixed | None:
    """The rate-fixed loss that a basic figure is; None for another one.

    >>> rate_fixed("loss(rate_fixed(1/3), condition=skew)"), rate_fixed("AUC")
    (RateFixed(rate=Fraction(1, 3), skew=True), None)
    """
    if not name.startswith("loss(rate_fixed("):
        return None
    node = parse_expression(name)
    assert isinstance(node, Loss)
    (level,) = law(node.method).arguments
    found = RateFixed(level.value, node.condition == "skew") if isinstance(level, Number) else None
    return found if found and found.name == name else None


def narrow_rate_fixed(known: Intervals, shares: Shares, losses: Iterable[RateFixed]) -> None:
    """Apply the facts on rate-fixed losses."""
    losses = sorted(losses, key=lambda loss: (loss.skew, loss.rate))
    for loss in losses:
        _at_rate(known, EQUAL if loss.skew else shares, loss)
    for one, other in (*pairwise(losses), *pairwise(losses[::-1])):
        if one.skew == other.skew:
            apart = abs(one.rate - other.rate)
            says = "two rate-fixed losses differ by no more than their rates"
            low, high = known.low(one.name), known.high(one.name)
            known.narrow(other.name, Interval(low - apart, high + apart), says, [one.name])


def _at_rate(known: Intervals, shares: Shares, loss: RateFixed) -> None:
    name, r = loss.name, loss.rate
    w0, w1 = ("1/2", "1/2") if loss.skew else ("pi0", "pi1")
    offsets = [shares.low - r, shares.high - r]
    farthest = max(abs(x) for x in offsets)
    nearest = Fraction(0) if offsets[0] <= 0 <= offsets[1] else min(abs(x) for x in offsets)
    mirrored = [1 - shares.high - r, 1 - shares.low - r]
    beyond = max(abs(x) for x in mirrored)
    close = Fraction(0) if mirrored[0] <= 0 <= mirrored[1] else min(abs(x) for x in mirrored)
    known.narrow(name, Interval(nearest, 1 - close), f"|{w0} - {r}| <= {name} <= 1 - |{w1} - {r}|")
    area = 4 * ends(shares.products)[1]
    above = f"{name}^2 <= ({w0} - {r})^2 + 4*{w0}*{w1}*(1 - AUC)"
    below = f"(1 - {name})^2 <= ({w1} - {r})^2 + 4*{w0}*{w1}*AUC"
    known.at_most(name, root_above(farthest**2 + area * (1 - known.low("AUC"))), above, ["AUC"])
    known.at_least(name, 1 - root_above(beyond**2 + area * known.high("AUC")), below, ["AUC"])
    if area:
        known.at_most("AUC", 1 - (known.low(name) ** 2 - farthest**2) / area, above, [name])
        known.at_least("AUC", ((1 - known.high(name)) ** 2 - beyond**2) / area, below, [name])
    says = f"2*{w0}*{w1}*(1 - {K}) <= {name} + ({w0} - {r})*({w1} - {w0}) <= 2*{w0}*{w1}*(1 + KS)"
    turns = [a * b for a, b in product(offsets, (1 - 2 * shares.low, 1 - 2 * shares.high))]
    low, high = (2 * x for x in ends(shares.products))
    span = Interval(low * (1 - known.high(K)) - max(turns), high * (1 + known.high("KS")) - min(turns))
    known.narrow(name, span, says, [K, "KS"])
    if low:
        known.at_least(K, 1 - (known.high(name) + max(turns)) / low, says, [name])
    if not loss.skew:
        known.at_least(name, known.low("MER"), f"MER <= {name}", ["MER"])
        known.at_most("MER", known.high(name), f"MER <= {name}", [name])
