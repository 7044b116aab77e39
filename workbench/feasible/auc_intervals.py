"""Printed confidence intervals of AUC by the formula of Hanley and McNeil: of which values of AUC they can be.

With ``a`` for AUC, ``m`` examples of the class that is the event and ``k`` of the other, the interval is
``a -+ z*sqrt(v)`` with

``v = (a*(1 - a) + (m - 1)*(a/(2 - a) - a**2) + (k - 1)*(2*a**2/(1 + a) - a**2))/(m*k)``

and ``z`` the quantile of the standard normal distribution at ``(1 + level)/2``. Which class is the event is not told
with the figures, and programs have 1.96 for ``z``, and at other levels its first decimals: all are allowed. An interval
is cut off at 0 and 1, unless one is printed that goes beyond.

With known class sizes AUC is ``1 - d/(2*n0*n1)`` for a whole number ``d``. Ranges of ``d`` are halved until each lies
in or out, in ball arithmetic; what is not known to be out stays in.

Hanley and McNeil, The meaning and use of the area under a receiver operating characteristic (ROC) curve (1982).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import ClassVar, TypeAlias

import flint

from workbench.feasible.confidence_intervals import quantile, quantiles
from workbench.numbers.certified import lift, working_digits
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import about, decimal

KINDS = ("hanley-mcneil", "hanley", "hanley_mcneil", "hanley-and-mcneil")
"""What this kind of interval is called."""
DIGITS = 30
_MOST = 100_000
Span: TypeAlias = "tuple[int, int]"
Way: TypeAlias = "Callable[[Fraction, Fraction], bool | None]"
"""Whether the intervals of all AUC between two print so, in one way to make them; None where that is not known."""


def is_kind(name: str) -> bool:
    """Whether a name means this kind of interval, in any case of letters.

    >>> is_kind("Hanley McNeil"), is_kind("DeLong")
    (True, False)
    """
    return name.strip().lower().replace(" ", "-").replace("&", "and") in KINDS


@dataclass(frozen=True)
class AucInterval:
    """An interval of Hanley and McNeil as printed beside an AUC.

    >>> interval = AucInterval(Printed("0.70"), Printed("0.88"))
    >>> [str(x) for x in interval.within(Printed("0.79").values, 50, 50)], interval.allows(Fraction("0.79"), 50, 80)
    (['[1963/2500, 3967/5000]'], False)
    """

    low: Printed
    high: Printed
    level: Fraction = Fraction(19, 20)
    kind: ClassVar[str] = "Hanley-McNeil"

    def __str__(self) -> str:
        return f"({self.low} to {self.high}, {self.kind}, {float(100 * self.level):g} %)"

    def allows(self, auc: Fraction, n0: int, n1: int) -> bool:
        """Whether the interval of this AUC may print so."""
        return any(way(auc, auc) is not False for way in self._ways(n0, n1))

    def within(self, figure: Interval, n0: int, n1: int) -> tuple[Interval, ...]:
        """The values of AUC among those of the figure whose interval may print so, as intervals in order."""
        pairs = 2 * n0 * n1
        ds = figure.moved(-pairs, pairs).integers(0, pairs)
        found: list[Span] = []
        for way in self._ways(n0, n1):
            found += _spans(ds, pairs, way)
        return tuple(Interval(1 - Fraction(b, pairs), 1 - Fraction(a, pairs)) for a, b in reversed(_joined(found)))

    def ends(self, auc: Fraction, m: int, k: int) -> tuple[float, float]:
        """The ends of the interval of an AUC, ``m`` examples being of the event.

        >>> low, high = AucInterval(Printed("0.70"), Printed("0.88")).ends(Fraction("0.79"), 50, 50)
        >>> f"{low:.4f} {high:.4f}"
        '0.7009 0.8791'
        """
        with working_digits(DIGITS):
            low, high = (end.mid() for end in self._ends(auc, auc, m, k, quantile(self.level)))
            return float(low), float(high)

    def words(self, auc: Fraction, n0: int, n1: int) -> str:
        """What the interval of an AUC is."""
        low, high = self.ends(auc, n0, n1)
        return f"the interval of {about(auc)} is {decimal(low, 4)} to {decimal(high, 4)}"

    def _ways(self, n0: int, n1: int) -> Iterator[Way]:
        """The ways to make the interval: which class is the event, and the quantile."""
        for m, k in sorted({(n0, n1), (n1, n0)}):
            for z in self._zs():
                yield partial(self._inside, m, k, z)

    def _zs(self) -> tuple[flint.arb, ...]:
        return quantiles(self.level)

    def _inside(self, m: int, k: int, z: flint.arb, least: Fraction, most: Fraction) -> bool | None:
        """Whether the intervals of all AUC between two print so; False where none does, None where it is not known."""
        with working_digits(DIGITS):
            ends = self._ends(least, most, m, k, z)
            sure = True
            for end, printed in zip(ends, (self.low.values, self.high.values), strict=True):
                low, high = (None if x is None else lift(x) for x in (printed.low, printed.high))
                if (low is not None and end < low) or (high is not None and end > high):
                    return False
                sure = sure and (low is None or end >= low) and (high is None or end <= high)
        return True if sure else None

    def _ends(self, least: Fraction, most: Fraction, m: int, k: int, z: flint.arb) -> list[flint.arb]:
        """Balls with the ends of the intervals of all AUC between two."""
        if least == most:
            v, a = lift(_variance(least, m, k)), lift(least)
        else:
            a = lift(least).union(lift(most))
            q, r = a / (2 - a), 2 * a * a / (1 + a)
            v = ((a * (1 - a) + (m - 1) * (q - a * a) + (k - 1) * (r - a * a)) / (m * k)).nonnegative_part()
        half = z * v.sqrt()
        ends = [a - half, a + half]
        if self.low.number < 0 or self.high.number > 1:
            return ends
        return [end.max(lift(Fraction(0))).min(lift(Fraction(1))) for end in ends]


def _spans(ds: range, pairs: int, way: Way) -> Iterator[Span]:
    """Ranges of ``d`` from the first to the second whose intervals may print so."""
    waiting, tried = [(ds[0], ds[-1])] if ds else [], 0
    while waiting:
        a, b = waiting.pop()
        tried += 1
        inside = way(1 - Fraction(b, pairs), 1 - Fraction(a, pairs))
        if inside or (inside is None and (a == b or tried > _MOST)):
            yield a, b
        elif inside is None:
            middle = (a + b) // 2
            waiting += [(a, middle), (middle + 1, b)]


@lru_cache(maxsize=4096)
def _variance(a: Fraction, m: int, k: int) -> Fraction:
    """The variance of AUC by the formula; it is never negative."""
    q, r = a / (2 - a), 2 * a * a / (1 + a)
    return (a * (1 - a) + (m - 1) * (q - a * a) + (k - 1) * (r - a * a)) / (m * k)


def _joined(spans: list[Span]) -> list[Span]:
    """The same numbers, in order, as ranges that do not touch."""
    found: list[Span] = []
    for a, b in sorted(spans):
        if found and a <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], b)
        else:
            found.append((a, b))
    return found
