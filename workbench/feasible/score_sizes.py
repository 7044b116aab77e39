"""For which class sizes printed figures of a scoring classifier can be true together.

The range of ``pi0`` that is told is proved: beyond it the facts exclude the figures, for all sizes that are asked
about. Ranges of ``pi0`` are excluded at once by facts that hold for any sizes (`workbench.feasible.any_sizes`), and
then, where the number of examples is known, pairs of sizes one by one from both ends inward.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import ceil, floor

from workbench.errors import InputError, NotSupported, shown
from workbench.feasible.any_sizes import FINEST, OpenShares, open_shares
from workbench.feasible.class_losses import Shares
from workbench.feasible.intervals import Contradiction
from workbench.feasible.linear_forms import ClassSizes
from workbench.feasible.scores import ScoreVerdict, decide_scores, ruled_out
from workbench.limits import Limit, Work
from workbench.numbers.printed import Interval, Printed

FEW_EXAMPLES = 60
MOST_SCANNED = 1_000_000
_QUICK = 0.2
_DIGITS = 10**4
_TIMES, _PARTS = (4, 40), [Fraction(i, 8) for i in (4, 0, 8, 2, 6, 1, 7, 3, 5)]
"""How many times more examples are tried, and which parts of a range of class proportions."""

Pair = tuple[int, int]


@dataclass(frozen=True)
class SizesVerdict:
    """The answer when class sizes are unknown: *consistent* with a data set of the first sizes that were found.

    ``open_sizes`` are the pairs ``(n0, n1)`` that were not excluded, and ``pi0`` is a range of class proportions beyond
    which the facts exclude all sizes, not only those tried; ``found`` is the verdict with a data set. Where the number
    of examples is unknown, smaller ones are tried first. *inconsistent* only where all sizes are excluded, by
    ``violated``.
    """

    verdict: str
    because: str
    open_sizes: tuple[Pair, ...]
    pi0: Interval | None = None
    found: ScoreVerdict | None = None
    violated: str | None = None

    @property
    def smallest(self) -> Pair | None:
        """The sizes of the data set that was found."""
        witness = self.found.witness if self.found else None
        return (witness.n0, witness.n1) if witness else None


def scan_sizes(
    figures: Mapping[str, Printed],
    *,
    n: int | None = None,
    n0: int | None = None,
    n1: int | None = None,
    calibrated: bool = False,
    few: int = FEW_EXAMPLES,
    most: int | None = None,
    seconds: Limit = 10.0,
) -> SizesVerdict:
    """For which sizes a data set can have these figures: with ``n`` examples, or where that is unknown some, not many.

    Where it is unknown, all sizes of up to ``few`` examples are tried, and where none of them are seen to do, some of
    up to 40 times as many; none of more than ``most``, where that is given. ``n0`` or ``n1`` may be known. `InputError`
    for sizes that leave no pair.

    >>> figures = {"AUC": Printed("0.79"), "BS": Printed("0.33"), "loss(rate_driven)": Printed("0.188")}
    >>> scan_sizes(figures, n=11).verdict, scan_sizes(figures, n=12).smallest
    ('inconsistent', (6, 6))
    >>> found = scan_sizes(figures, few=4)
    >>> found.verdict, str(found.pi0)
    ('consistent', '[2163/5000, 5673/10000]')
    """
    if n is not None and n > MOST_SCANNED and n0 is None and n1 is None:
        raise NotSupported(
            f"n = {n}: the class sizes of more than {MOST_SCANNED} examples are not tried; give n0 and n1"
        )
    if n is None and n0 is not None and n1 is not None:
        n = n0 + n1
    pairs = list(_pairs(n, n0, n1, few if most is None else min(few, most)))
    if not pairs:
        raise InputError(f"n = {shown(n)}, n0 = {shown(n0)}, n1 = {shown(n1)} leave no class sizes from 1 on")
    return _Scan(figures, pairs, n, calibrated, most, Work.of(seconds)).verdict()


class _Scan:
    """The scan of pairs of sizes; ``n`` is None where more examples than those of ``pairs`` are possible."""

    def __init__(
        self,
        figures: Mapping[str, Printed],
        pairs: list[Pair],
        n: int | None,
        calibrated: bool,
        most: int | None,
        work: Work,
    ) -> None:
        self.figures = figures
        self.pairs = pairs
        self.n = n
        self.calibrated = calibrated
        self.most = most
        self.first = work.share(1 / 2)
        self.work = work

    def verdict(self) -> SizesVerdict:
        shares = [_share(pair) for pair in self.pairs]
        within = None if self.n is None else Shares(min(shares), max(shares))
        finest = FINEST if self.n is None else max(FINEST, Fraction(1, 2 * self.n))
        found = open_shares(self.figures, calibrated=self.calibrated, within=within, finest=finest, work=self.first)
        if found.pi0 is None:
            return self._excluded(found)
        low, high = found.pi0.low, found.pi0.high
        left = [pair for pair, share in zip(self.pairs, shares, strict=True) if low <= share <= high]
        if self.n is None:
            proved = Interval(Fraction(floor(low * _DIGITS), _DIGITS), Fraction(ceil(high * _DIGITS), _DIGITS))
            return self._tried(left, proved, chain(_twice(left), ((pair, True) for pair in self._larger(found.pi0))))
        left.sort()
        against = [self._trimmed(left, last) for last in (True, False)]
        if not left:
            return self._excluded(OpenShares(None, against[0] or against[1] or found.against))
        return self._tried(left, Interval(_share(left[0]), _share(left[-1])), _twice(_spread(left)))

    def _larger(self, pi0: Shares) -> Iterator[Pair]:
        """Some pairs of more examples than those of ``pairs``, with class proportions all over a range."""
        if len({a for a, _ in self.pairs}) == 1 or len({b for _, b in self.pairs}) == 1:
            return
        few = max(map(sum, self.pairs))
        for n in (few * times for times in _TIMES):
            if self.most is not None and n > self.most:
                return
            for part in _PARTS:
                a = min(max(round(n * (pi0.low + part * (pi0.high - pi0.low))), 1), n - 1)
                if pi0.low <= Fraction(a, n) <= pi0.high:
                    yield a, n - a

    def _trimmed(self, left: list[Pair], last: bool) -> Contradiction | None:
        """Take away pairs at one end that the facts rule out, with half of the work; what they say of the last one."""
        against = None
        while left and not self.first.over:
            pair = left[-1 if last else 0]
            error = ruled_out(self.figures, *pair, calibrated=self.calibrated, work=self.first)
            if error is None:
                break
            against = error
            left.pop(-1 if last else 0)
        return against

    def _excluded(self, found: OpenShares) -> SizesVerdict:
        middle = self.pairs[len(self.pairs) // 2]
        against = None if self.n is None else ruled_out(self.figures, *middle, calibrated=self.calibrated)
        sizes = "no class sizes allow" if self.n is None else f"no class sizes with {self.n} examples allow"
        where = "" if against is None else f"with n0 = {middle[0]}, "
        against = against or found.against
        because = f"{sizes} these figures" + (f"; {where}{against.because}" if against else "")
        return SizesVerdict("inconsistent", because, (), None, violated=against.violated if against else None)

    def _tried(self, left: list[Pair], pi0: Interval, turns: Iterator[tuple[Pair, bool]]) -> SizesVerdict:
        """Pairs in turn, with a little work each and then with more."""
        closed: set[Pair] = set()
        reason = None
        for pair, again in turns:
            if self.work.over:
                break
            if pair in closed:
                continue
            share = self.work.share(most=1.0 if again else _QUICK)
            found = decide_scores(self.figures, *pair, calibrated=self.calibrated, seconds=share)
            if found.verdict == "consistent":
                because = f"a data set of {pair[0]} and {pair[1]} examples has these figures"
                return SizesVerdict("consistent", because, self._open(left, closed), pi0, found)
            if found.verdict == "inconsistent":
                closed.add(pair)
                reason = reason or (pair, found)
        open_sizes = self._open(left, closed)
        if self.n is not None and not open_sizes:
            assert reason is not None
            (n0, _), found = reason
            because = f"no class sizes with {self.n} examples allow these figures; with n0 = {n0}, {found.because}"
            return SizesVerdict("inconsistent", because, (), None, violated=found.violated)
        reach = f"{self.n} examples" if self.n is not None else f"up to {max(map(sum, self.pairs))} examples"
        many = f"{len(open_sizes)} of {len(self.pairs)} sizes are open"
        because = f"no data set of {reach} with these figures was found; {many}"
        return SizesVerdict("undecided", because, open_sizes, pi0)

    def _open(self, left: list[Pair], closed: set[Pair]) -> tuple[Pair, ...]:
        return tuple(pair for pair in left if pair not in closed)


def _share(pair: Pair) -> Fraction:
    return Fraction(pair[0], sum(pair))


def _twice(pairs: list[Pair]) -> Iterator[tuple[Pair, bool]]:
    """Every pair, and every pair again."""
    for again in (False, True):
        for pair in pairs:
            yield pair, again


def _spread(pairs: list[Pair]) -> list[Pair]:
    """The middle, both ends, the middles of what is between, and so on.

    >>> _spread([(i, 8 - i) for i in range(1, 8)])
    [(4, 4), (1, 7), (7, 1), (2, 6), (5, 3), (3, 5), (6, 2)]
    """
    last = len(pairs) - 1
    places = [last // 2, 0, last]
    parts = [(0, last // 2), (last // 2, last)]
    while parts:
        middles = [((low + high) // 2, low, high) for low, high in parts if high - low > 1]
        places += [middle for middle, _, _ in middles]
        parts = [part for middle, low, high in middles for part in ((low, middle), (middle, high))]
    return [pairs[i] for i in dict.fromkeys(places)]


def _pairs(n: int | None, n0: int | None, n1: int | None, few: int) -> Iterator[tuple[int, int]]:
    """Class sizes from 1 on, the fewest examples first and the most equal classes among these."""
    for name, size in (("n", n), ("n0", n0), ("n1", n1)):
        if size is not None:
            ClassSizes(size, 1) if name == "n0" else ClassSizes(1, size)
    for size in [n] if n is not None else range(2, few + 1):
        if n0 is not None or n1 is not None:
            firsts = [size - n1] if n0 is None and n1 is not None else [n0]
        else:
            firsts = sorted(range(1, size), key=lambda a: (abs(2 * a - size), a))
        yield from ((a, size - a) for a in firsts if a and 1 <= a < size and n1 in (None, size - a))
