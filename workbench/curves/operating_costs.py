"""What decisions at a threshold cost, in the user's own units, where some cases can be acted upon: the best cut.

The event is class 1, and a case is treated, as if the event were there, when its score is above the threshold. With
``P`` the proportion of events in deployment, ``T`` the hit rate and ``F`` the false alarm rate at a threshold (the
shares of class 1 and of class 0 above it, ``1 - F1`` and ``1 - F0``), a case costs

    P (hit T + miss (1 - T)) + (1 - P) (false_alarm F + correct_rejection (1 - F)),

gains being negative costs. Only two differences matter to the choice, ``miss - hit`` and ``false_alarm -
correct_rejection``, the net costs of a miss and of a false alarm. Where both are positive the cost is that of a perfect
classifier plus half their sum times ``Q_c``, at the cost proportion ``c`` and the class proportions of deployment.

Elkan, The foundations of cost-sensitive learning (2001); Provost and Fawcett, Robust classification for imprecise
environments (2001).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from workbench.errors import InputError, shown
from workbench.lazily import Lazily
from workbench.numbers.given import told
from workbench.samples.sample import Sample

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Counts: TypeAlias = npt.NDArray[Any]
    """Integers of 64 bits, or Python's where these are too large for others."""
else:
    Counts, np = Any, Lazily("numpy")

BITS = 62
STEP = 1 << 16
"""Cuts of a sample that are looked at together."""


@dataclass(frozen=True)
class Costs:
    """What a case costs by what is done about it, in any unit; gains are negative."""

    miss: Fraction
    false_alarm: Fraction
    hit: Fraction = Fraction(0)
    correct_rejection: Fraction = Fraction(0)

    @property
    def net_miss(self) -> Fraction:
        """What a case with the event costs more when it is not treated."""
        return self.miss - self.hit

    @property
    def net_false_alarm(self) -> Fraction:
        """What a case without the event costs more when it is treated."""
        return self.false_alarm - self.correct_rejection

    @property
    def proportion(self) -> Fraction | None:
        """The cost proportion ``c = c0/(c0 + c1)``; errors of class 0 are false alarms and those of class 1 misses.

        Calibrated scores are best cut there. None where a net cost is negative, or both are zero.

        >>> Costs(Fraction(4), Fraction(1)).proportion
        Fraction(1, 5)
        """
        c0, c1 = self.net_false_alarm, self.net_miss
        return c0 / (c0 + c1) if min(c0, c1) >= 0 and c0 + c1 else None


def notes_on_costs(missed: Collection[Fraction], alarmed: Collection[Fraction]) -> Iterator[str]:
    """What is always best, whatever the scores say, by the net costs of a miss and of a false alarm, of each example.

    >>> next(notes_on_costs([Fraction(-1)], [Fraction(2)])).partition(",")[2]
    ' so treating nobody is always best, whatever the scores say'
    """
    if not any(missed) and not any(alarmed):
        yield "these costs are the same whatever is done, so nobody needs to be treated"
    elif max(missed) <= 0 <= min(alarmed):
        yield "a miss costs no more than a hit, so treating nobody is always best, whatever the scores say"
    elif max(alarmed) <= 0 <= min(missed):
        yield "a false alarm costs no more than a correct rejection, so treating is always best, as far as it can be"
    elif max(missed) < 0 and max(alarmed) < 0:
        yield (
            "with these costs it pays to treat those without the event and not those with it; is the event the other "
            "class (--event, --higher-means)?"
        )


def capacity_of(given: Any) -> Fraction:
    """The greatest proportion of cases that can be treated, in (0, 1]; 1 where none is given.

    >>> capacity_of("0.2"), capacity_of(None)
    (Fraction(1, 5), Fraction(1, 1))
    """
    if given is None:
        return Fraction(1)
    rate = told(f"the capacity {shown(given)}", given)
    if not rate:
        raise InputError(f"the capacity {shown(given)} means that nobody can be treated; there is no choice")
    if not 0 < rate <= 1:
        what = "it is the proportion of cases that can be treated"
        raise InputError(f"the capacity {shown(given)} lies outside (0, 1]; {what}")
    return rate


class Form(NamedTuple):
    """``(of0 A + of1 B)/scale`` of the ``A`` examples of class 0 and the ``B`` of class 1 below a cut, in integers."""

    of0: int
    of1: int
    scale: int

    @classmethod
    def of(cls, of0: Fraction, of1: Fraction) -> Form:
        """That of two fractions."""
        scale = lcm(of0.denominator, of1.denominator)
        return cls(int(of0 * scale), int(of1 * scale), scale)

    def tops(self, below0: Counts, below1: Counts, n0: int, n1: int) -> Counts:
        """The numerators at several cuts of ``n0`` and ``n1`` examples."""
        if (abs(self.of0) * n0 + abs(self.of1) * n1).bit_length() > BITS:
            below0, below1 = below0.astype(object), below1.astype(object)
        found: Counts = self.of0 * below0 + self.of1 * below1
        return found


@dataclass(frozen=True)
class Operation:
    """Where decisions are made: their costs, the proportion of events, the greatest rate that can be acted upon."""

    costs: Costs
    prior: Fraction
    capacity: Fraction = Fraction(1)

    @property
    def of_nobody(self) -> Fraction:
        """The cost of a case when nobody is treated."""
        return self.prior * self.costs.miss + (1 - self.prior) * self.costs.correct_rejection

    @property
    def of_everybody(self) -> Fraction:
        """The cost of a case when everybody is treated, also where that is beyond the capacity."""
        return self.prior * self.costs.hit + (1 - self.prior) * self.costs.false_alarm

    @property
    def of_the_best_possible(self) -> Fraction:
        """The cost of a case when its class is known: treated first where that saves most, as far as the capacity goes.

        >>> Operation(Costs(Fraction(10), Fraction(1)), Fraction(1, 4), Fraction(1, 5)).of_the_best_possible
        Fraction(1, 2)
        """
        left, found = self.capacity, self.of_nobody
        savings = (self.costs.net_miss, self.prior), (-self.costs.net_false_alarm, 1 - self.prior)
        for saved, share in sorted(savings, reverse=True):
            if saved > 0:
                treated = min(share, left)
                left, found = left - treated, found - saved * treated
        return found

    @property
    def skew(self) -> Fraction | None:
        """``z = c pi0/(c pi0 + (1 - c) pi1)``, the cost proportion with the proportions of deployment; None as `c`."""
        c, p = self.costs.proportion, self.prior
        return None if c is None else c * (1 - p) / (c * (1 - p) + (1 - c) * p)

    def rates(self, below: tuple[int, int], sizes: tuple[int, int]) -> tuple[Fraction, Fraction]:
        """The hit rate and the false alarm rate, where so many examples of class 0 and 1 are below the cut."""
        (a, b), (n0, n1) = below, sizes
        return Fraction(n1 - b, n1), Fraction(n0 - a, n0)

    def cost(self, below: tuple[int, int], sizes: tuple[int, int]) -> Fraction:
        """The expected cost of a case at a cut.

        >>> Operation(Costs(Fraction(10), Fraction(1)), Fraction(1, 4)).cost((3, 1), (4, 2))
        Fraction(23, 16)
        """
        hits, alarms = self.rates(below, sizes)
        c, p = self.costs, self.prior
        event, other = c.hit * hits + c.miss * (1 - hits), c.false_alarm * alarms + c.correct_rejection * (1 - alarms)
        return p * event + (1 - p) * other

    def treated(self, below: tuple[int, int], sizes: tuple[int, int]) -> Fraction:
        """The proportion of cases that are treated in deployment at a cut."""
        hits, alarms = self.rates(below, sizes)
        return self.prior * hits + (1 - self.prior) * alarms

    def losses(self, n0: int, n1: int) -> Form:
        """The cost at a cut less that of treating everybody."""
        return Form.of(
            -(1 - self.prior) * self.costs.net_false_alarm / n0,
            self.prior * self.costs.net_miss / n1,
        )

    def spared(self, n0: int, n1: int) -> Form:
        """The proportion of cases that are not treated at a cut."""
        return Form.of((1 - self.prior) / n0, self.prior / n1)


@dataclass(frozen=True)
class BestCut:
    """The best of several cuts, in each row: the least numerator of `Operation.losses`, and the last cut that has it.

    Of cuts of one cost that is the one at which the fewest are treated. Cuts beyond the capacity are left out.
    """

    operation: Operation
    n0: int
    n1: int

    def of(self, below0: Counts, below1: Counts, start: int = 0) -> Counts:
        """Of arrays of the shape ``(rows, cuts)``; ``start`` is the place of the first. The shape is ``(2, rows)``."""
        losses = self.operation.losses(self.n0, self.n1)
        tops = losses.tops(below0, below1, self.n0, self.n1)
        if self.operation.capacity < 1:
            most = abs(losses.of0) * self.n0 + abs(losses.of1) * self.n1 + 1
            tops = np.where(self.within(below0, below1), tops, most)
        last = tops.shape[1] - 1 - np.argmin(tops[:, ::-1], axis=1)
        return np.stack((np.take_along_axis(tops, last[:, None], axis=1)[:, 0], (start + last).astype(tops.dtype)))

    def within(self, below0: Counts, below1: Counts) -> npt.NDArray[np.bool_]:
        """Whether no more are treated at each cut than the capacity allows."""
        spared = self.operation.spared(self.n0, self.n1)
        least = ceil((1 - self.operation.capacity) * spared.scale)
        found: npt.NDArray[np.bool_] = spared.tops(below0, below1, self.n0, self.n1) >= least
        return found

    @staticmethod
    def joined(left: Counts, right: Counts) -> Counts:
        """The better of two in each row; the second, which has later cuts, where they cost the same."""
        found: Counts = np.where(right[0] <= left[0], right, left)
        return found

    def of_sample(self, sample: Sample) -> int:
        """How many of the distinct scores of a sample are below the best cut."""
        below0, below1 = sample.passed
        found: Counts | None = None
        for start in range(0, len(below0), STEP):
            here = self.of(below0[None, start : start + STEP], below1[None, start : start + STEP], start)
            found = here if found is None else self.joined(found, here)
        assert found is not None
        return int(found[1, 0])
