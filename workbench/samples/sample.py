"""A sample: scores with their classes, exactly, reduced once to what every metric needs.

Class 0 is positive and a low score means class 0: at threshold ``t`` an example is predicted to be of
class 0 when its score is at most ``t``. Scores are exact fractions and ties are exact equality.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any, TypeAlias

import flint

from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Hinting, Row
from workbench.numbers.given import fraction, number
from workbench.numbers.piecewise import rational
from workbench.numbers.totals import sum_of_calibrated, total_of
from workbench.numbers.written import as_json, shortest
from workbench.samples.columns import as_list, class_of, event_column
from workbench.samples.design import Design
from workbench.samples.labels import advice_on
from workbench.samples.pooling import Block, pool_adjacent_violators


class SampleError(InputError):
    """These scores and classes are no sample; the message shows the offending value and its place."""


QUICKER: dict[str, Callable[..., Sample | None]] = {}
"""Ways to keep a sample that are quicker than fractions, by what it is made of; None where one does not fit."""


def quicker(kind: str, *columns: Any) -> Sample | None:
    """The sample of some columns, kept in a quicker way than fractions, where there is one."""
    return QUICKER[kind](*columns) if kind in QUICKER else None


@dataclass(frozen=True, repr=False, eq=False)
class Sample(Hinting):
    """Distinct scores, ascending, and how many examples of each class have them.

    Build one with `Sample.of` or `Sample.of_counts`, which check their input. A sample of arrays is kept as arrays
    (`workbench.samples.columnar`) and makes these three tuples when they are asked for.

    >>> sample = Sample.of([0, 1, 0, 1], ["0.1", "0.4", "0.4", "0.9"])
    >>> sample
    Sample(n=4, n0=2, n1=2, distinct scores 3 in [1/10, 9/10])
    >>> sample.scores, sample.counts0, sample.counts1
    ((Fraction(1, 10), Fraction(2, 5), Fraction(9, 10)), (1, 1, 0), (0, 1, 1))
    """

    scores: tuple[Fraction, ...]
    counts0: tuple[int, ...]
    counts1: tuple[int, ...]

    @classmethod
    def of(cls, y_true: Iterable[Any], y_score: Iterable[Any]) -> Sample:
        """The sample with classes ``y_true`` and scores ``y_score``, example by example.

        Lists, numpy arrays and columns of pandas or polars will do. `SampleError` names the first
        value that is no class or no finite number; examples are counted from 1.

        >>> Sample.of([0, 1, 1], [0.25, float("nan"), 1])
        Traceback (most recent call last):
        workbench.samples.sample.SampleError: score nan of example 2 is not a finite number
        """
        try:
            y_score = event_column(y_score)
        except ValueError as error:
            raise SampleError(str(error)) from None
        fast = quicker("arrays", y_true, y_score) or quicker("columns", y_true, y_score)
        if fast is not None:
            return _both_classes(fast)
        try:
            classes, scores = as_list(y_true, "y_true"), as_list(y_score, "y_score")
        except ValueError as error:
            raise SampleError(str(error)) from None
        fast = quicker("lists", classes, scores) or quicker("texts", y_true, classes, scores)
        if fast is not None:
            return _both_classes(fast)
        if len(classes) != len(scores):
            raise SampleError(f"{len(classes)} classes and {len(scores)} scores; every example needs both")
        try:
            return of_examples(classes, scores)
        except SampleError as error:
            advice = advice_on(classes, scores) if str(error).startswith("class") else None
            raise error if advice is None else SampleError(advice) from None

    @classmethod
    def of_counts(cls, scores: Iterable[Any], counts0: Iterable[int], counts1: Iterable[int]) -> Sample:
        """The sample with ``counts0[i]`` examples of class 0 and ``counts1[i]`` of class 1 at ``scores[i]``.

        >>> Sample.of_counts(["0.2", "0.7"], [3, 1], [0, 2])
        Sample(n=6, n0=4, n1=2, distinct scores 2 in [1/5, 7/10])
        """
        columns = [list(scores), list(counts0), list(counts1)]
        if len({len(column) for column in columns}) != 1:
            raise SampleError("{} scores, {} and {} counts; all must be as many".format(*map(len, columns)))
        counts: dict[tuple[int, int], tuple[int, int]] = {}
        for position, (score, a, b) in enumerate(zip(*columns, strict=True), 1):
            try:
                ratio = number(score).as_integer_ratio()
            except ValueError as error:
                raise SampleError(f"score {shown(score)} of entry {position} {error}") from None
            for count in (a, b):
                if not (isinstance(count, int) or hasattr(count, "__index__")) or count < 0:
                    raise SampleError(f"count {shown(count)} of entry {position} is not a whole number from 0 on")
            before = counts.get(ratio, (0, 0))
            counts[ratio] = before[0] + int(a), before[1] + int(b)
        return _checked({ratio: (a, b) for ratio, (a, b) in counts.items() if a or b})

    @cached_property
    def design(self) -> Design | None:
        """What weights, groups or another proportion of the classes make of the examples; None for plain ones."""
        return None

    # --- sizes ------------------------------------------------------------------------------------

    @cached_property
    def n0(self) -> int:
        """The number of examples of class 0."""
        return sum(self.counts0)

    @cached_property
    def n1(self) -> int:
        """The number of examples of class 1."""
        return sum(self.counts1)

    @cached_property
    def n(self) -> int:
        """The number of examples."""
        return self.n0 + self.n1

    @property
    def pi0(self) -> Fraction:
        """The proportion of class 0, in (0, 1)."""
        return Fraction(self.n0, self.n)

    @property
    def pi1(self) -> Fraction:
        """The proportion of class 1, in (0, 1)."""
        return Fraction(self.n1, self.n)

    @property
    def distinct_scores(self) -> int:
        """The number of distinct scores."""
        return len(self.scores)

    @property
    def extremes(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest score."""
        return self.scores[0], self.scores[-1]

    @cached_property
    def probabilistic(self) -> bool:
        """Whether every score lies in [0, 1], so that it can be an estimate of P(class 1)."""
        low, high = self.extremes
        return low >= 0 and high <= 1

    @property
    def route(self) -> str:
        """How the examples were put in order: by fractions, or as `workbench.samples.columnar` says."""
        return "fractions"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sample):
            return NotImplemented
        return self.scores == other.scores and self.counts0 == other.counts0 and self.counts1 == other.counts1

    def __hash__(self) -> int:
        return hash((self.scores, self.counts0, self.counts1))

    def __reduce__(self) -> tuple[Any, ...]:
        return Sample, (self.scores, self.counts0, self.counts1)

    def counts(self, k: int) -> tuple[int, ...]:
        """The examples of class ``k`` at each distinct score."""
        if k not in (0, 1):
            raise SampleError(f"there is no class {shown(k)}; classes are 0 and 1")
        return self.counts1 if k else self.counts0

    def __repr__(self) -> str:
        low, high = map(shortest, self.extremes)
        sizes, where = self.design or self, f"distinct scores {self.distinct_scores} in [{low}, {high}]"
        counted = "" if self.design is None or self.design.counted else f", {self.design.changed}"
        return f"Sample(n={sizes.n0 + sizes.n1}, n0={sizes.n0}, n1={sizes.n1}, {where}{counted})"

    def to_json(self) -> dict[str, Any]:
        """The distinct scores, and the examples of each class at them."""
        scores = [as_json(score) for score in self.scores]
        return {"scores": scores, "counts0": list(self.counts0), "counts1": list(self.counts1)}

    @property
    def rows(self) -> list[Row]:
        """One row a distinct score, with the examples of each class."""
        columns = zip(map(str, self.scores), self.counts0, self.counts1, strict=True)
        return [{"score": score, "class 0": a, "class 1": b} for score, a, b in columns]

    # --- the order of the examples ------------------------------------------------------------------

    @cached_property
    def cumulative0(self) -> tuple[int, ...]:
        """``cumulative0[i]`` examples of class 0 have one of the first ``i`` distinct scores."""
        return tuple(accumulate(self.counts0, initial=0))

    @cached_property
    def cumulative1(self) -> tuple[int, ...]:
        """``cumulative1[i]`` examples of class 1 have one of the first ``i`` distinct scores."""
        return tuple(accumulate(self.counts1, initial=0))

    @property
    def passed(self) -> tuple[Any, Any]:
        """`cumulative0` and `cumulative1` as arrays, of Python's integers where these are too large for others."""
        import numpy as np

        kind = np.int64 if self.n < 1 << 63 else object
        return np.array(self.cumulative0, dtype=kind), np.array(self.cumulative1, dtype=kind)

    def score(self, i: int) -> Fraction:
        """The ``i``-th distinct score, from 0 on."""
        return self.scores[i]

    def cdf0(self, t: Any) -> Fraction:
        """``F0(t)``, the proportion of class 0 with a score of at most ``t``: the true positive rate.

        >>> Sample.of([0, 0, 1], [0, 0.5, 0.5]).cdf0("0.3")
        Fraction(1, 2)
        """
        return Fraction(self._at_most(t)[0], self.n0)

    def cdf1(self, t: Any) -> Fraction:
        """``F1(t)``, the proportion of class 1 with a score of at most ``t``: the false positive rate."""
        return Fraction(self._at_most(t)[1], self.n1)

    def rate(self, t: Any) -> Fraction:
        """``R(t) = pi0 F0(t) + pi1 F1(t)``, the proportion of examples predicted positive."""
        return Fraction(sum(self._at_most(t)), self.n)

    def _at_most(self, t: Any) -> tuple[int, int]:
        try:
            return self.counts_at_most(number(t))
        except ValueError as error:
            raise SampleError(f"the threshold {shown(t)} {error}") from None

    def counts_at_most(self, t: Fraction) -> tuple[int, int]:
        """How many examples of class 0, and of class 1, have a score of at most ``t``."""
        place = bisect_right(self.scores, t)
        return self.cumulative0[place], self.cumulative1[place]

    def roc(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The points ``(F1, F0)`` of the ROC curve, one for each cut between distinct scores.

        >>> [tuple(map(str, point)) for point in Sample.of([0, 1, 0], [0, 1, 2]).roc()]
        [('0', '0'), ('0', '1/2'), ('1', '1/2'), ('1', '1')]
        """
        pairs = zip(self.cumulative1, self.cumulative0, strict=True)
        return tuple((Fraction(b, self.n1), Fraction(a, self.n0)) for b, a in pairs)

    def hull(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The vertices ``(F1, F0)`` of the convex hull of the ROC curve, no three on a line."""
        corners = [0, *(block.stop for block in self.blocks)]
        return tuple((Fraction(self.cumulative1[i], self.n1), Fraction(self.cumulative0[i], self.n0)) for i in corners)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the pool-adjacent-violators partition, which are the sides of the ROC convex hull.

        The fraction of class 1 increases strictly from block to block.

        >>> [tuple(block) for block in Sample.of([0, 1, 0, 1], [1, 2, 3, 4]).blocks]
        [(0, 1, 1, 0), (1, 3, 1, 1), (3, 4, 0, 1)]
        """
        return pool_adjacent_violators(self.counts0, self.counts1).blocks

    @property
    def sides(self) -> tuple[tuple[int, int], ...]:
        """The examples of class 0 and of class 1 in each block: the sides of the ROC convex hull."""
        return tuple((block.count0, block.count1) for block in self.blocks)

    @property
    def ordered_pairs(self) -> int:
        """Twice the number of pairs of an example of class 0 and one of class 1 with a higher score; ties count half.

        >>> Sample.of([0, 1, 1], [0.5, 0.5, 0.7]).ordered_pairs
        3
        """
        below = zip(self.cumulative0, self.counts0, self.counts1, strict=False)
        return sum(b * (2 * c + a) for c, a, b in below)

    @property
    def greatest_gap(self) -> int:
        """The greatest ``|A n1 - B n0|`` where ``A`` examples of class 0 and ``B`` of class 1 are passed."""
        cuts = zip(self.cumulative0, self.cumulative1, strict=True)
        return max(abs(a * self.n1 - b * self.n0) for a, b in cuts)

    @property
    def ties(self) -> dict[int, int]:
        """The sum of ``a*b`` over the scores that ``a`` and ``b`` examples of the classes share, by ``a + b``.

        >>> Sample.of([0, 1, 1, 0, 1], [1, 1, 1, 2, 2]).ties
        {3: 2, 2: 1}
        """
        products: dict[int, int] = {}
        for a, b in zip(self.counts0, self.counts1, strict=True):
            if a and b:
                products[a + b] = products.get(a + b, 0) + a * b
        return products

    @property
    def spread(self) -> flint.fmpq:
        """The sum of ``a*b/(a + b)`` over the distinct scores: of p(1 - p) over the examples."""
        if ("spread",) not in self.remembered:
            self.remembered["spread",] = total_of(self.ties)
        found: flint.fmpq = self.remembered["spread",]
        return found

    # --- sums over the scores -----------------------------------------------------------------------

    @cached_property
    def _ratios(self) -> tuple[tuple[int, int], ...]:
        return tuple(score.as_integer_ratio() for score in self.scores)

    @cached_property
    def _power_sums(self) -> dict[tuple[int, int, int, int], Fraction]:
        return {}

    def power_sum(self, k: int, degree: int, start: int = 0, stop: int | None = None) -> Fraction:
        """The sum of ``s**degree`` over class ``k``, from the distinct scores ``start`` to ``stop - 1``.

        >>> Sample.of([0, 1, 1], ["0.5", "0.5", "1/3"]).power_sum(1, 2)
        Fraction(13, 36)
        """
        stop = len(self.scores) if stop is None else stop
        key = k, degree, start, stop
        if key not in self._power_sums:
            tops: dict[int, int] = {}
            terms = zip(self._ratios[start:stop], self.counts(k)[start:stop], strict=True)
            for (top, bottom), count in terms:
                if count:
                    tops[bottom] = tops.get(bottom, 0) + count * top**degree
            one = {1: sum(tops.values())} if degree == 0 else {bottom**degree: top for bottom, top in tops.items()}
            self._power_sums[key] = fraction(total_of(one))
        return self._power_sums[key]

    def power_sums(
        self, k: int, degree: int, low: Fraction | None = None, high: Fraction | None = None, from_low: bool = False
    ) -> list[flint.fmpq]:
        """`power_sum` of every degree up to this one, over the scores in (low, high]; None is no bound.

        Over those in [low, high) when ``from_low``.

        >>> Sample.of([0, 1, 1], ["0.5", "0.5", "1/3"]).power_sums(1, 2)
        [2, 5/6, 13/36]
        """
        find = bisect_left if from_low else bisect_right
        start = 0 if low is None else find(self.scores, low)
        stop = len(self.scores) if high is None else find(self.scores, high)
        return [rational(self.power_sum(k, i, start, max(start, stop))) for i in range(degree + 1)]

    def error_sums(self, degree: int) -> tuple[flint.fmpq, flint.fmpq]:
        """The sums of ``|s - k|**degree`` over class k = 0 and over class 1, for the degree 1 or 2 and s in [0, 1].

        >>> Sample.of([0, 1, 1], ["0.5", "0.5", "1/3"]).error_sums(1)
        (1/2, 7/6)
        """
        found: dict[int, tuple[flint.fmpq, flint.fmpq]] | None = self.remembered.get(("errors",))
        if found is None:
            _, first0, second0 = self.power_sums(0, 2)
            count, first1, second1 = self.power_sums(1, 2)
            away = count - first1
            found = self.remembered["errors",] = {1: (first0, away), 2: (second0, second1 - first1 + away)}
        return found[degree]

    total = staticmethod(total_of)
    """The sum of ``top/bottom**power`` over a mapping from bottoms to tops."""

    @cached_property
    def cumulative(self) -> tuple[int, ...]:
        """``cumulative[i]`` examples have one of the first ``i`` distinct scores."""
        return tuple(a + b for a, b in zip(self.cumulative0, self.cumulative1, strict=True))

    @cached_property
    def _rank_sums(self) -> dict[tuple[int, int, int, int], Fraction]:
        return {}

    def rank_sum(self, k: int, degree: int, start: int = 0, stop: int | None = None) -> Fraction:
        """The sum of ``R(s)**degree`` over class ``k``, where tied examples share their ranks.

        Within a tie ``R`` is uniform between the rates before and after it. The sum is over the distinct
        scores ``start`` to ``stop - 1``.

        >>> Sample.of([0, 1], [1, 1]).rank_sum(0, 2)
        Fraction(1, 3)
        """
        stop = len(self.scores) if stop is None else stop
        key = k, degree, start, stop
        if key not in self._rank_sums:
            ends = zip(self.cumulative[start:stop], self.cumulative[start + 1 : stop + 1], strict=True)
            terms = zip(self.counts(k)[start:stop], ends, strict=True)
            if degree == 0:
                top = sum(self.counts(k)[start:stop])
            elif degree == 1:
                top = sum(count * (low + high) for count, (low, high) in terms)
            elif degree == 2:
                top = sum(count * (low * (low + high) + high * high) for count, (low, high) in terms)
            else:
                top = sum(
                    count * (high ** (degree + 1) - low ** (degree + 1)) // (high - low)
                    for count, (low, high) in terms
                    if count
                )
            self._rank_sums[key] = Fraction(top, (degree + 1) * self.n**degree)
        return self._rank_sums[key]

    def rank_sums(
        self, k: int, degree: int, low: Fraction | None = None, high: Fraction | None = None
    ) -> list[flint.fmpq]:
        """`rank_sum` of every degree up to this one, from the rate ``low`` to ``high``, of ties there in part too.

        Both lie in [0, 1]; None is its end.

        >>> Sample.of([0, 1, 1], [1, 1, 2]).rank_sums(1, 1, Fraction(1, 3))
        [3/2, 13/12]
        """
        return [self._rank_sum_between(k, i, low, high) for i in range(degree + 1)]

    def _rank_sum_between(self, k: int, degree: int, low: Fraction | None, high: Fraction | None) -> flint.fmpq:
        low, high = Fraction(low or 0), Fraction(1 if high is None else high)
        start = bisect_left(self.cumulative, low * self.n)
        stop = max(bisect_right(self.cumulative, high * self.n) - 1, 0)
        whole = self.rank_sum(k, degree, start, stop) if start < stop else Fraction(0)
        for i in {max(start - 1, 0), min(stop, len(self.scores) - 1)} - {*range(start, stop)}:
            left, right = (Fraction(end, self.n) for end in self.cumulative[i : i + 2])
            first, last = max(left, low), min(right, high)
            if first < last:
                rise = (last ** (degree + 1) - first ** (degree + 1)) / (degree + 1)
                whole += self.counts(k)[i] * rise / (right - left)
        return rational(whole)

    def calibrated_sums(
        self, degree: int, low: Fraction | None = None, high: Fraction | None = None
    ) -> list[flint.fmpq]:
        """The sums of ``p**i`` up to ``i = degree`` over the examples whose PAV-calibrated score p is in (low, high].

        None is no bound.

        >>> Sample.of([0, 1, 0, 1], [1, 2, 3, 4]).calibrated_sums(2)
        [4, 2, 3/2]
        """
        found: list[flint.fmpq] | None = self.remembered.get(("calibrated", low, high))
        if found is None:
            found = [flint.fmpq(self.n), flint.fmpq(self.n1)] if low is None and high is None else []
            self.remembered["calibrated", low, high] = found
        if len(found) <= degree:
            inside = self.sides
            if low is not None:
                top, bottom = low.as_integer_ratio()
                inside = tuple((a, b) for a, b in inside if b * bottom > top * (a + b))
            if high is not None:
                top, bottom = high.as_integer_ratio()
                inside = tuple((a, b) for a, b in inside if b * bottom <= top * (a + b))
            found += [sum_of_calibrated(inside, i) for i in range(len(found), degree + 1)]
        return found[: degree + 1]

    @cached_property
    def remembered(self) -> dict[tuple[object, ...], Any]:
        """Sums over the examples that several figures share."""
        return {}

    # --- other samples made from this one -------------------------------------------------------------

    def _with_counts(self, times0: int, times1: int) -> Sample:
        other = Sample(self.scores, tuple(times0 * a for a in self.counts0), tuple(times1 * b for b in self.counts1))
        other.__dict__["blocks"] = tuple(
            Block(start, stop, times0 * a, times1 * b) for start, stop, a, b in self.blocks
        )
        return other

    def balanced(self) -> Sample:
        """The same scores within each class, and as many examples of either: ``pi0 = pi1 = 1/2``.

        >>> Sample.of([0, 1, 1], [0, 1, 2]).balanced().counts0
        (2, 0, 0)
        """
        if ("balanced",) not in self.remembered:
            self.remembered["balanced",] = self._with_counts(self.n1, self.n0)
        found: Sample = self.remembered["balanced",]
        return found

    def replicated(self, times: int) -> Sample:
        """Every example ``times`` times."""
        if isinstance(times, bool) or not hasattr(times, "__index__") or times < 1:
            raise SampleError(f"a sample cannot be taken {shown(times)} times, but a whole number of times from 1 on")
        return self._with_counts(int(times), int(times))

    def swapped(self) -> Sample:
        """The classes exchanged and each score ``s`` replaced by ``1 - s``."""
        return Sample(tuple(1 - s for s in reversed(self.scores)), self.counts1[::-1], self.counts0[::-1])

    def map_scores(self, change: Callable[[Fraction], Any]) -> Sample:
        """Each score ``s`` replaced by ``change(s)``; scores that become equal are pooled."""
        return Sample.of_counts(map(change, self.scores), self.counts0, self.counts1)

    def examples(self) -> tuple[list[int], list[Fraction]]:
        """The classes and the scores, example by example, in the order of the scores."""
        classes: list[int] = []
        scores: list[Fraction] = []
        for score, a, b in zip(self.scores, self.counts0, self.counts1, strict=True):
            classes += [0] * a + [1] * b
            scores += [score] * (a + b)
        return classes, scores


def of_examples(classes: Iterable[Any], scores: Iterable[Any]) -> Sample:
    """The sample of as many classes as scores, one by one: what `Sample.of` does where arrays do not help."""
    known: dict[tuple[type, object], tuple[int, int]] = {}
    counts: dict[tuple[int, int], list[int]] = {}
    for position, (label, score) in enumerate(zip(classes, scores, strict=True), 1):
        try:
            label = class_of(label)
        except ValueError as error:
            raise SampleError(f"class {shown(label)} of example {position}; {error}") from None
        try:
            ratio = known.get((type(score), score))
            if ratio is None:
                ratio = known[type(score), score] = number(score).as_integer_ratio()
        except ValueError as error:
            raise SampleError(f"score {shown(score)} of example {position} {error}") from None
        except TypeError:
            raise SampleError(f"score {shown(score)} of example {position} is not a number") from None
        counts.setdefault(ratio, [0, 0])[label] += 1
    return _checked({ratio: (a, b) for ratio, (a, b) in counts.items()})


def checked_sample(given: object, what: str) -> Sample:
    """``given``, seen to be a sample; `SampleError` tells who calls ``what`` with something else how to make one.

    >>> checked_sample([0, 1], "cost_curve")
    Traceback (most recent call last):
    workbench.samples.sample.SampleError: cost_curve takes a Sample, not [0, 1]; Sample.of(y_true, y_score) makes one
    """
    if not isinstance(given, Sample):
        raise SampleError(f"{what} takes a Sample, not {shown(given)}; Sample.of(y_true, y_score) makes one")
    return given


def only_counted(sample: Sample, what: str) -> Sample:
    """The sample; `NotSupported` if its counts stand for weights or a prior, for ``what`` counts examples."""
    if sample.design is None or sample.design.counted:
        return sample
    raise NotSupported(f"{what} counts examples, but these are {sample.design.changed}")


_Entry: TypeAlias = tuple[Fraction, int, int]


def _checked(counts: Mapping[tuple[int, int], tuple[int, int]]) -> Sample:
    """The sample with these scores and counts; `SampleError` when a class has no example."""
    fast = quicker("ratios", counts)
    if fast is not None:
        return _both_classes(fast)
    ordered = _ascending([(Fraction(*ratio), a, b) for ratio, (a, b) in counts.items()])
    scores, counts0, counts1 = (tuple(map(itemgetter(i), ordered)) for i in range(3))
    return _both_classes(Sample(scores, counts0, counts1))


def _both_classes(sample: Sample) -> Sample:
    if not sample.n:
        raise SampleError("there are no examples; a sample needs one of each class at least")
    if not sample.n0 or not sample.n1:
        only = 1 if sample.n1 else 0
        raise SampleError(f"all {sample.n} examples are of class {only}; both classes must be present")
    return sample


def _ascending(entries: list[_Entry]) -> list[_Entry]:
    """``entries`` in order: by their nearest doubles, and exactly where these are equal."""
    try:
        keyed = sorted(((float(entry[0]), entry) for entry in entries), key=itemgetter(0))
    except OverflowError:
        return sorted(entries)
    ordered: list[_Entry] = []
    for _, run in groupby(keyed, key=itemgetter(0)):
        equal = [entry for _, entry in run]
        ordered += sorted(equal) if len(equal) > 1 else equal
    return ordered
