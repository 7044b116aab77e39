"""For which class sizes printed figures of a scoring classifier can be true together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from workbench.errors import InputError
from workbench.feasible.forms import ClassSizes
from workbench.feasible.scores import ScoreVerdict, decide_scores, ruled_out
from workbench.numeric.columns import shown
from workbench.numeric.printed import Interval, Printed

MOST_EXAMPLES = 60


@dataclass(frozen=True)
class SizesVerdict:
    """The answer when class sizes are unknown: *consistent* with the fewest examples that show it.

    ``open_sizes`` are the pairs ``(n0, n1)`` that the facts leave, ``pi0`` the range of their class proportions, and
    ``found`` the verdict for the smallest pair with a data set. *inconsistent* only where all sizes were gone through.
    """

    verdict: str
    because: str
    open_sizes: tuple[tuple[int, int], ...]
    pi0: Interval | None = None
    found: ScoreVerdict | None = None
    violated: str | None = None

    @property
    def smallest(self) -> tuple[int, int] | None:
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
    most: int = MOST_EXAMPLES,
    seconds: float = 10.0,
) -> SizesVerdict:
    """For which sizes a data set can have these figures: with ``n`` examples, or up to ``most`` where that is unknown.

    ``n0`` or ``n1`` may be known. `InputError` for sizes that leave no pair.

    >>> figures = {"AUC": Printed("0.79"), "BS": Printed("0.33"), "loss(rate_driven)": Printed("0.188")}
    >>> scan_sizes(figures, n=11).verdict, scan_sizes(figures, n=12).smallest
    ('inconsistent', (6, 6))
    """
    deadline = monotonic() + seconds
    pairs = list(_pairs(n, n0, n1, most))
    if not pairs:
        raise InputError(f"n = {shown(n)}, n0 = {shown(n0)}, n1 = {shown(n1)} leave no class sizes from 1 on")
    reasons = {pair: ruled_out(figures, *pair, calibrated=calibrated) for pair in pairs}
    left = tuple(pair for pair in pairs if reasons[pair] is None)
    shares = [Fraction(a, a + b) for a, b in left]
    pi0 = Interval(min(shares), max(shares)) if shares else None
    finite = n is not None or (n0 is not None and n1 is not None)
    undecided = False
    for pair in left:
        rest = deadline - monotonic()
        if rest <= 0:
            undecided = True
            break
        found = decide_scores(figures, *pair, calibrated=calibrated, seconds=min(1.0, rest))
        if found.verdict == "consistent":
            because = f"a data set of {pair[0]} and {pair[1]} examples has these figures"
            return SizesVerdict("consistent", because, left, pi0, found)
        undecided |= found.verdict == "undecided"
    if undecided or not finite:
        reach = f"{n} examples" if n is not None else f"up to {most} examples"
        because = f"no data set of {reach} with these figures was found; {len(left)} of {len(pairs)} sizes are open"
        return SizesVerdict("undecided", because, left, pi0)
    first = reasons[pairs[len(pairs) // 2]]
    because = f"no class sizes with {n} examples allow these figures"
    if first is not None:
        because += f"; with n0 = {pairs[len(pairs) // 2][0]}, {first.because}"
    return SizesVerdict("inconsistent", because, left, pi0, violated=first.violated if first else None)


def _pairs(n: int | None, n0: int | None, n1: int | None, most: int) -> Iterator[tuple[int, int]]:
    """Class sizes from 1 on, the fewest examples first and the most equal classes among these."""
    for name, size in (("n", n), ("n0", n0), ("n1", n1)):
        if size is not None:
            ClassSizes(size, 1) if name == "n0" else ClassSizes(1, size)
    for size in [n] if n is not None else range(2, most + 1):
        for first in sorted(range(1, size), key=lambda a: (abs(2 * a - size), a)):
            if n0 in (None, first) and n1 in (None, size - first):
                yield first, size - first
