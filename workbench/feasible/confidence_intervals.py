"""Printed confidence intervals of proportions: of which numbers of examples they can be.

A proportion ``k/m`` counts ``k`` of ``m`` examples, ``z`` is the quantile of the standard normal distribution at
``(1 + level)/2``, exactly or as people write it (1.96, 1.645, 2.576, 2.58), and ``alpha = 1 - level``. The kinds:

``wald``             ``p -+ z*sqrt(p*(1 - p)/m)`` for ``p = k/m``
``wilson``           where ``|p - x| = z*sqrt(x*(1 - x)/m)``
``wilson-cc``        Wilson's lower end of ``max(k - 1/2, 0)`` and upper end of ``min(k + 1/2, m)``, corrected for
                     continuity; of ``k = m/2`` Wilson's too, which ``prop.test`` of R prints there
``agresti-coull``    Wald's of ``k + z**2/2`` of ``m + z**2`` examples
``clopper-pearson``  where ``k`` or more, or ``k`` or fewer, of ``m`` have the probability ``alpha/2``

An interval is cut off at 0 and 1, unless one is printed that goes beyond. Each end rises with ``k``, so that a
printed interval leaves a span of ``k`` for each ``m``. And it tells how great ``m`` can be: an end that lies ``d``
away from the figure needs ``m <= (z/(2*d))**2`` for Wald's and Wilson's interval, where this is corrected
``d <= z/(2*sqrt(m)) + 1/(2*m)``, ``m <= (z/d)**2`` for Agresti and Coull's, and by Hoeffding's inequality
``m <= log(2/alpha)/(2*d**2)`` for Clopper and Pearson's.

Brown, Cai and DasGupta, Interval Estimation for a Binomial Proportion (2001).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

import flint

from workbench.numbers.certified import lift, working_digits
from workbench.numbers.printed import Interval, Printed

_DIGITS = 30
_MOST_COUNTS = 20_000
_MOST_SUMMED, _SURE, _SMALL, _NOTHING, _LEAST_TAIL = 10**6, 1e-6, 1e-17, 1e-290, 1e-100
KINDS = {
    "wald": ("normal", "asymptotic"),
    "wilson": ("score",),
    "wilson-cc": ("wilson_cc", "prop.test", "prop-test", "score-cc"),
    "agresti-coull": ("agresti_coull", "agresti"),
    "clopper-pearson": ("clopper_pearson", "exact", "binomial"),
}
"""The kinds that are decided, with their synonyms."""
EVERY_KIND = tuple(name for kind, others in KINDS.items() for name in (kind, *others))
SIZES = {
    **{"sensitivity": "n0", "fnr": "n0", "specificity": "n1", "fpr": "n1"},
    **{"accuracy": "n", "error": "n", "prevalence": "n"},
}
"""The proportions that are decided, each with the number of examples of which it is one."""
PREDICTED = ("precision", "npv", "fdr", "for")
"""The proportions of the examples that are predicted positive, or negative, whose number a confusion matrix tells."""


def kind_called(name: str) -> str | None:
    """The kind of interval that a name means, in any case of letters; None for one that is not decided.

    >>> kind_called("Wilson"), kind_called("exact"), kind_called("bootstrap")
    ('wilson', 'clopper-pearson', None)
    """
    plain = name.strip().lower().replace(" ", "-")
    return next((kind for kind, others in KINDS.items() if plain in (kind, *others)), None)


@dataclass(frozen=True)
class PrintedInterval:
    """A confidence interval as printed.

    >>> wilson = PrintedInterval(Printed("0.69"), Printed("0.90"), "wilson")
    >>> print(wilson, wilson.shares(50, Printed("0.82").values), wilson.shares(90, Printed("0.82").values))
    (0.69 to 0.90, Wilson, 95 %) [41/50, 41/50] None
    >>> wilson.most(Printed("0.82").values)
    68
    """

    low: Printed
    high: Printed
    kind: str
    level: Fraction = Fraction(19, 20)

    def __str__(self) -> str:
        return f"({self.low} to {self.high}, {self.called}, {float(100 * self.level):g} %)"

    @property
    def called(self) -> str:
        """The kind in words."""
        return "Wilson corrected for continuity" if self.kind == "wilson-cc" else self.kind.title()

    def shares(self, m: int, figure: Interval) -> Interval | None:
        """From the least to the greatest ``k/m`` among those of the figure whose interval may print so; or None."""
        counts = figure.moved(m).integers(0, m)
        zs = quantiles(self.level) if self.kind != "clopper-pearson" else (quantile(self.level),)
        with working_digits(_DIGITS):
            found = [x for z in zs for x in (self._beyond if self._goes_beyond else self._between)(counts, m, z)]
        if self.kind == "wilson-cc" and m % 2 == 0 and m // 2 in counts and self._plain.allows(m // 2, m):
            found.append(m // 2)
        return Interval(Fraction(min(found), m), Fraction(max(found), m)) if found else None

    @property
    def _plain(self) -> PrintedInterval:
        """The same as Wilson's, not corrected."""
        return replace(self, kind="wilson")

    def _beyond(self, counts: range, m: int, z: flint.arb) -> Sequence[int]:
        """The counts whose interval, which is not cut off, may print so."""
        return [k for k in counts if self._prints_so(k, m, z)] if len(counts) <= _MOST_COUNTS else counts

    def _between(self, counts: range, m: int, z: flint.arb) -> Sequence[int]:
        """The counts whose interval may print so."""
        first, last = 0, len(counts)
        for upper, printed in ((False, self.low.values), (True, self.high.values)):
            first = max(first, self._first(counts, m, upper, printed.low, z, least=0))
            last = min(last, self._first(counts, m, upper, printed.high, z, least=1))
        return counts[first:last]

    @property
    def _goes_beyond(self) -> bool:
        """Whether it is not cut off at 0 and 1; its lower end then falls as the first counts rise."""
        return self.low.number < 0 or self.high.number > 1

    def _prints_so(self, k: int, m: int, z: flint.arb) -> bool:
        """Whether both ends may be printed so."""
        ends = ((False, self.low.values), (True, self.high.values))
        return all(
            (x.low is None or self._sign(k, m, upper, x.low, z) >= 0)
            and (x.high is None or self._sign(k, m, upper, x.high, z) <= 0)
            for upper, x in ends
        )

    def _first(self, counts: range, m: int, upper: bool, x: Fraction | None, z: flint.arb, least: int) -> int:
        """The first of the counts whose end is at least at ``x`` as far as is known, or surely beyond it."""
        if x is None:
            return 0 if least == 0 else len(counts)
        return bisect_left(counts, True, key=lambda k: self._sign(k, m, upper, x, z) >= least)

    def allows(self, k: int, m: int) -> bool:
        """Whether the interval of ``k/m`` may print so."""
        return self.shares(m, Interval(Fraction(k, m), Fraction(k, m))) is not None

    def ends(self, k: int, m: int) -> tuple[Fraction, Fraction]:
        """The ends of the interval of this kind and level of ``k/m``, each within 2**-40.

        >>> low, high = PrintedInterval(Printed("0.69"), Printed("0.90"), "wilson").ends(41, 50)
        >>> f"{float(low):.6f} {float(high):.6f}"
        '0.692039 0.902298'
        """
        with working_digits(_DIGITS):
            low, high = (self._end(k, m, upper) for upper in (False, True))
        return low, high

    def _end(self, k: int, m: int, upper: bool) -> Fraction:
        low, high, z = Fraction(0), Fraction(1), quantile(self.level)
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self._sign(k, m, upper, middle, z) > 0 else (low, middle)
        return high if self._sign(k, m, upper, Fraction(1), z) == 0 else low

    def most(self, figure: Interval) -> int | None:
        """No more examples than so many can have this interval around a figure; None where nothing is known."""
        gaps = []
        if figure.low is not None and self.low.values.high is not None:
            gaps.append(figure.low - self.low.values.high)
        if figure.high is not None and self.high.values.low is not None:
            gaps.append(self.high.values.low - figure.high)
        gap = max(gaps, default=Fraction(0))
        if gap <= 0:
            return None
        with working_digits(_DIGITS):
            z, d = lift(max(Fraction(float(x.upper())) for x in quantiles(self.level))), lift(gap)
            if self.kind == "clopper-pearson":
                most = (2 / (1 - lift(self.level))).log() / (2 * d * d)
            elif self.kind == "agresti-coull":
                most = (z / d) ** 2
            elif self.kind == "wilson-cc":
                most = (2 / ((z * z + 8 * d).sqrt() - z)) ** 2
            else:
                most = (z / (2 * d)) ** 2
            return ceil(float(most.upper())) + 1

    def _sign(self, k: int, m: int, upper: bool, x: Fraction, z: flint.arb) -> int:
        """The sign of an end of the interval of ``k/m``, minus ``x``; 0 where it is not known, or they are equal."""
        if self.kind == "clopper-pearson":
            return _sign_of_exact(k, m, upper, x, (1 - self.level) / 2)
        if self.kind in ("wilson", "wilson-cc"):
            by = Fraction(1 if upper else -1, 2) if self.kind == "wilson-cc" else Fraction(0)
            j = min(max(k + by, Fraction(0)), Fraction(m))
            if by and j == (m if upper else 0):
                return _sign(lift(int(upper)) - lift(x))
            half = z * (lift(j * (m - j) / m) + z * z / 4).sqrt()
            end = (lift(j) + z * z / 2 + (half if upper else -half)) / (m + z * z)
        else:
            more = z * z if self.kind == "agresti-coull" else lift(0)
            p, n = (k + more / 2) / (m + more), m + more
            half = z * (p * (1 - p) / n).sqrt() if 0 < k < m or self.kind == "agresti-coull" else lift(0)
            end = p + half if upper else p - half
        if not self._goes_beyond and (end < 0 or end > 1):
            end = lift(0 if end < 0 else 1)
        return _sign(end - lift(x))


@lru_cache(maxsize=100_000)
def _sign_of_exact(k: int, m: int, upper: bool, x: Fraction, tail: Fraction) -> int:
    """The sign of an end of Clopper and Pearson's interval minus ``x``."""
    if k == (m if upper else 0):
        return _sign(lift(k // m if k else 0) - lift(x))
    if not 0 < x < 1:
        return 1 if x <= 0 else -1
    if m <= _MOST_SUMMED and tail > _LEAST_TAIL:
        times = (at_most(k, m, x) if upper else at_most(m - k, m, 1 - x)) / float(tail)
        if abs(times - 1) > _SURE:
            return 1 if (times > 1) == upper else -1
    if upper:  # the probability of k or fewer falls as x grows
        return _sign(1 - lift(x).beta_lower(k + 1, m - k, regularized=True) - lift(tail))
    return _sign(lift(tail) - lift(x).beta_lower(k, m - k + 1, regularized=True))


def at_most(k: int, m: int, x: Fraction) -> float:
    """The probability that ``k`` or fewer of ``m`` are so, each with probability ``x``, of a relative error below 1e-8.

    The terms are added up from ``k`` down, each by its quotient to the one before, to a few units in the last place of
    a float; what is left out is less than ``m`` times the last. So it is for ``m`` up to a million.

    >>> f"{at_most(1, 3, Fraction(1, 2)):.12f}", at_most(0, 10**5, Fraction(1, 2))
    ('0.500000000000', 0.0)
    """
    ways = lift(m + 1).lgamma() - lift(k + 1).lgamma() - lift(m - k + 1).lgamma()
    term = float((ways + k * lift(x).log() + (m - k) * lift(1 - x).log()).exp())
    mean, odds, total = float(m * x), float((1 - x) / x), 0.0
    if term < _NOTHING:
        return 0.0 if k <= mean else 1.0
    while k >= 0 and (k > mean or term > _SMALL * total):
        total += term
        term *= k / (m - k + 1) * odds
        k -= 1
    return total


def _sign(x: flint.arb) -> int:
    return 1 if x > 0 else -1 if x < 0 else 0


@lru_cache(maxsize=100_000)
def shares(interval: PrintedInterval, m: int, figure: Interval) -> Interval | None:
    """`PrintedInterval.shares`, remembered."""
    return interval.shares(m, figure)


@lru_cache
def quantile(level: Fraction) -> flint.arb:
    """The quantile of the standard normal distribution at ``(1 + level)/2``."""
    with working_digits(2 * _DIGITS):
        return flint.arb(2).sqrt() * lift(level).erfinv()


@lru_cache
def quantiles(level: Fraction) -> tuple[flint.arb, ...]:
    """The quantile, and it with three decimals and with two, which people write.

    >>> [f"{float(z.mid()):.6f}" for z in quantiles(Fraction(9, 10))]
    ['1.644854', '1.645000', '1.640000', '1.650000']
    """
    exact = quantile(level)
    thousandths = floor(1000 * float(exact.mid()) + 0.5)
    hundredths = {floor(100 * float(exact.mid()) + 0.5), (thousandths + 5) // 10}
    decimals = dict.fromkeys((Fraction(thousandths, 1000), *(Fraction(x, 100) for x in sorted(hundredths))))
    with working_digits(2 * _DIGITS):
        return exact, *map(lift, decimals)
