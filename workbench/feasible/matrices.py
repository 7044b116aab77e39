"""Which confusion matrices have metrics that print as these figures do: all of them, one, or why there is none.

Without the class sizes they are searched for, the smallest first. The same question is treated with intervals of
floats by Fazekas and Kovács, Testing the consistency of performance scores reported for binary classification
problems (2024).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import count, islice
from math import ceil, floor, inf
from typing import NamedTuple, TypeAlias

from workbench.errors import InputError, shown
from workbench.feasible.confidence_intervals import SIZES, PrintedInterval, shares
from workbench.feasible.matrix_metrics import CATALOGUE, COUNTS, Matrix, MatrixMetric, no_two_alike
from workbench.feasible.matrix_proportions import class_share
from workbench.feasible.matrix_regions import EFFORT, Constraint, Region, Survey
from workbench.limits import Limit, Work
from workbench.numbers.certified import Real
from workbench.numbers.printed import Interval, Printed, as_printed, percentage

_FEW_SIZES, _SOME_SIZES, _MANY_SIZES = 200, 2_000, 10_000
_LITTLE = 1_000
_ASIDE = 1.0
_SHARE, _INTERVAL = 1_000.0, 30.0
MOST_EXAMPLES = 10**12
_SIZES = ("n0", "n1", "n")
_NOWHERE = Interval(Fraction(2), Fraction(2))

Span: TypeAlias = "tuple[int, int | None]"
"""From the first to the second; without end where that is None."""


class Range(NamedTuple):
    """From ``low`` to ``high``; both are attained where ``exact``, otherwise nothing is known to lie beyond them."""

    low: Real
    high: Real
    exact: bool


@dataclass(frozen=True)
class Sizes:
    """The class sizes that are possible: each within its span, and their sum and ``n0/n`` too."""

    n0: Span
    n1: Span
    n: Span
    share: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))

    @property
    def single(self) -> tuple[int, int] | None:
        """The sizes, where there is only one possibility."""
        first = list(islice(self, 2)) if self.finite else []
        return first[0] if len(first) == 1 else None

    @property
    def finite(self) -> bool:
        """Whether there are finitely many."""
        return self.n[1] is not None

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Pairs ``(n0, n1)``, those with the smallest sum first."""
        (low0, high0), (low1, high1), (low, high) = self.n0, self.n1, self.n
        if any(end is not None and end < start for start, end in (self.n0, self.n1, self.n)):
            return
        few, many = self.share
        ends = [high, high0 / few if high0 and few else None, high1 / (1 - many) if high1 and many < 1 else None]
        last = min((floor(end) for end in ends if end is not None), default=None)
        for n in count(low) if last is None else range(low, last + 1):
            least = max(low0, ceil(few * n), 0 if high1 is None else n - high1)
            most = min(n - low1, floor(many * n), n if high0 is None else high0)
            yield from ((n0, n - n0) for n0 in range(least, most + 1))

    def __str__(self) -> str:
        if self.single:
            return "n0 = {}, n1 = {}".format(*self.single)
        if (self.n0, self.n1, self.n) == ((1, None), (1, None), (2, None)):
            return "whatever the class sizes"
        named = zip(_SIZES, (self.n0, self.n1, self.n), strict=True)
        return ", ".join(
            f"{name} = {low}" if low == high else f"{name} from {low}{'' if high is None else f' to {high}'}"
            for name, (low, high) in named
        )


@dataclass(frozen=True)
class Matrices:
    """The confusion matrices whose metrics print as ``figures`` do, for all class sizes that fit what is ``given``.

    >>> figures = {"accuracy": "0.62", "sensitivity": "0.22", "specificity": "0.86", "f1": "0.30"}
    >>> found = matrices({name: Printed(text) for name, text in figures.items()}, n0=530, n1=902)
    >>> found.possible, found.count, found.matrix
    (True, (36, 36), Matrix(tp=116, fn=414, fp=127, tn=775))
    >>> found = matrices({"sensitivity": Printed("0.8571")}, n0=50, n1=50)
    >>> print(found.violated)
    sensitivity 0.8571, which stands for 0.85705 to 0.85715, is impossible with n0 = 50, n1 = 50: the nearest ...
    """

    figures: Mapping[str, Printed]
    metrics: Mapping[str, MatrixMetric]
    given: Mapping[str, int]
    effort: int = EFFORT
    seconds: Limit = inf
    intervals: Mapping[str, PrintedInterval] = field(default_factory=dict)

    # --- the verdict ------------------------------------------------------------------------------------

    @property
    def possible(self) -> bool | None:
        """Whether there is one; None where the search ended before an answer."""
        matrix, complete = self._first
        return True if matrix else False if complete else None

    @property
    def matrix(self) -> Matrix | None:
        """One of them, with the smallest number of examples."""
        return self._first[0]

    def _work(self, most: float = inf) -> Work:
        """The work of a search that begins now; what is told besides the verdict is given no more than ``most``."""
        return Work.of(self.seconds).share(most=inf if self.seconds == inf else most)

    @cached_property
    def _first(self) -> tuple[Matrix | None, bool]:
        return self._search(self.figures)

    def _search(
        self, names: Iterable[str], exactly: bool = False, effort: int | None = None, work: Work | None = None
    ) -> tuple[Matrix | None, bool]:
        """A matrix with these figures, and whether the search for it was complete."""
        names, complete = tuple(names), True
        left, work = effort or self.effort, self._work() if work is None else work
        for name, (_, values) in zip(names, self._constraints(names, exactly), strict=True):
            low, high = self._counted_of(name, self._asked(names))
            if low == high and not values.moved(low).integers(0, low):
                return None, True
        work.spend(0.0 if self._asked(names).single else _SHARE * len(names))
        for size in self._open(names, exactly, work):
            if left <= 0 or work.over:
                return None, False
            found = self.region(*size, names, exactly, work).survey(left, first=True)
            if found.matrix:
                return found.matrix, True
            left -= found.parts
            complete = complete and not found.at_most
        return None, complete

    @cached_property
    def sizes_asked(self) -> Sizes:
        """The class sizes that the given ones and the figures that are counts leave."""
        return self._asked(self.figures)

    def _asked(self, names: Iterable[str]) -> Sizes:
        counts = {self.metrics[name].name: self.figures[name] for name in names if self.metrics[name].name in COUNTS}
        bounds = {
            SIZES[self.metrics[name].name]: most
            for name in names
            if name in self.intervals and (most := self.intervals[name].most(self.figures[name].values)) is not None
        }
        return _sizes(self.given, counts, bounds)

    def _open(self, names: Iterable[str], exactly: bool = False, work: Work | None = None) -> Iterable[tuple[int, int]]:
        """The sizes that the figures of these names leave open at first sight."""
        names = tuple(names)
        sizes = self._asked(names)
        if sizes.single:
            return sizes
        if not all(self._has_interval(name, sizes, work) for name in names if name in self.intervals):
            return ()
        share = class_share(self._constraints(names, exactly), work)
        return replace(sizes, share=share) if share else ()

    @cached_property
    def _sizes(self) -> Iterable[tuple[int, int]]:
        return self._open(self.figures, work=self._work())

    def region(
        self, n0: int, n1: int, names: Iterable[str] | None = None, exactly: bool = False, work: Work | None = None
    ) -> Region:
        """The matrices of these sizes with the figures of these names; ``exactly``: not rounded at all."""
        names = tuple(self.figures if names is None else names)
        if work is not None:
            work.spend(_INTERVAL * len(self.intervals))
        sizes = {"n0": n0, "n1": n1, "n": n0 + n1}
        spans = tuple(
            (metric, shares(self.intervals[name], sizes[SIZES[metric.name]], self.figures[name].values) or _NOWHERE)
            for name in names
            if name in self.intervals and (metric := self.metrics[name])
        )
        return Region(n0, n1, (*self._constraints(names, exactly), *spans), work=work)

    def _constraints(self, names: Iterable[str], exactly: bool) -> tuple[Constraint, ...]:
        """What the figures of these names ask for whatever the class sizes."""
        return tuple(
            (self.metrics[name], _point(self.figures[name]) if exactly else self.figures[name].values) for name in names
        )

    def _has_interval(self, name: str, sizes: Sizes, work: Work | None) -> bool:
        """Whether some number of examples within its span, if it has an end, gives a figure its printed interval."""
        low, high = {"n0": sizes.n0, "n1": sizes.n1, "n": sizes.n}[SIZES[self.metrics[name].name]]
        values = self.figures[name].values
        if high is None or high - low > _SOME_SIZES:
            return True
        for m in range(low, high + 1):
            if work is not None:
                work.spend(_INTERVAL)
            if (work is not None and work.over) or shares(self.intervals[name], m, values) is not None:
                return True
        return False

    def _counted_of(self, name: str, sizes: Sizes) -> Span:
        """The numbers of examples that a proportion may be of; any for other figures."""
        size = SIZES.get(self.metrics[name].name)
        found: Span = getattr(sizes, size) if size else (0, None)
        return found

    def _printed(self, name: str) -> str:
        """A figure as it is printed, with its interval."""
        return f"{name} {self.figures[name]}" + (f" {self.intervals[name]}" if name in self.intervals else "")

    @cached_property
    def only_by_rounding(self) -> bool:
        """Whether there are some, but for certain none that has the printed numbers themselves."""
        return bool(self.possible) and self._search(self.figures, exactly=True, work=self._work(_ASIDE)) == (None, True)

    # --- all of them ------------------------------------------------------------------------------------

    def open_sizes(self, most: int) -> tuple[list[tuple[int, int]], bool]:
        """The first class sizes that are not excluded, ``most`` at most, and whether these are all of them."""
        found: list[tuple[int, int]] = []
        work = self._work()
        for i, size in enumerate(self._sizes):
            if i == self.effort or len(found) == most or work.over:
                return found, False
            if self.region(*size, work=work).survey(first=True).at_most:
                found.append(size)
        return found, True

    def sizes(self) -> Iterator[tuple[int, int]]:
        """The class sizes ``(n0, n1)`` with some, the smallest sum first, of the first ``effort`` sizes."""
        return (size for size in islice(self._sizes, self.effort) if self.region(*size).survey(first=True).matrix)

    def matrices(self) -> Iterator[Matrix]:
        """Each of them, one after the other, of the first ``effort`` sizes."""
        return (matrix for size in islice(self._sizes, self.effort) for matrix in self.region(*size).matrices())

    @cached_property
    def count(self) -> tuple[int, int | None]:
        """At least and at most so many; None where the sizes have no end, or were too many to try."""
        least, most, work = 0, 0, self._work(_ASIDE)
        for i, size in enumerate(self._sizes):
            if i == self.effort or work.over:
                return least, None
            found: Survey = self.region(*size, work=work).survey()
            least, most = least + found.at_least, most + found.at_most
        return least, most

    def inferred(self, names: Iterable[str] | None = None) -> dict[str, Range]:
        """The least and the greatest value that each metric has among them; all of the catalogue without ``names``.

        Metrics that are undefined for all of them are left out. Empty where there are none, or too many sizes.
        """
        sizes = list(islice(self._sizes, _FEW_SIZES + 1))
        if len(sizes) > _FEW_SIZES or not self.possible:
            return {}
        metrics = no_two_alike(m.name for m in CATALOGUE) if names is None else no_two_alike(names)
        printed = {self.metrics[name].name: self.figures[name].values for name in self.figures}
        found, work = {}, self._work(_ASIDE)
        regions = [self.region(*size, work=work) for size in sizes]
        for name, metric in metrics.items():
            ends = []
            for sign in (-1, 1):
                each = [region.extreme(metric, sign, printed.get(metric.name)) for region in regions]
                some = [end for end in each if end]
                if some:
                    ratio = (max if sign > 0 else min)(end[0] for end in some)
                    ends.append((metric.of_ratio(ratio), all(exact for _, exact in some)))
            if ends:
                (low, one), (high, other) = ends
                found[name] = Range(low, high, one and other)
        return found

    # --- why there is none ------------------------------------------------------------------------------

    @cached_property
    def conflict(self) -> tuple[str, ...]:
        """Figures that cannot be true together, none of which can be spared; empty where there are matrices.

        Where the sizes are many, a figure that can be spared may be among them.
        """
        if self.possible is not False:
            return ()
        names, work = tuple(self.figures), self._work()
        for name in self.figures:
            fewer = tuple(x for x in names if x != name)
            if self._search(fewer, effort=_LITTLE, work=work) == (None, True):
                names = fewer
        return names

    @cached_property
    def violated(self) -> str | None:
        """One sentence on what cannot be; None where there are matrices."""
        if self.possible is not False:
            return None
        *others, last = self.conflict
        given = "".join(f"{self._printed(name)}, " for name in others)
        sizes = self._asked(others)
        printed, metric = self.figures[last], self.metrics[last]
        meaning = "" if metric.name in COUNTS else _stands_for(printed)
        beside = f" with {given}{sizes}" if given or sizes.finite else f", {sizes}"
        sentence = f"{self._printed(last)}{meaning} is impossible{beside}"
        if last in self.intervals:
            return sentence + self._interval_of(last, sizes)
        values_near, exact = self._nearest(last, others)
        if not exact:
            return sentence
        near = [str(value) if metric.name in COUNTS else _decimal(value, printed, 2) for value in values_near]
        least, most = self._counted_of(last, sizes)
        whole = least if least == most else None
        if sizes.single is None:
            near = [f"{_quotient(x, whole)}{text}" for x, text in zip(values_near, near, strict=True)]
        if not near:
            return f"{sentence}: it is undefined, {metric.undefined}"
        return f"{sentence}: the nearest value{f's are {near[0]} and {near[1]}' if near[1:] else f' is {near[0]}'}"

    def _interval_of(self, name: str, sizes: Sizes) -> str:
        """The interval that the figure has where its class sizes are known, as far as it can be computed."""
        if sizes.single is None:
            return ""
        n0, n1 = sizes.single
        m = {"n0": n0, "n1": n1, "n": n0 + n1}[SIZES[self.metrics[name].name]]
        counts, interval = self.figures[name].values.moved(m).integers(0, m), self.intervals[name]
        if not counts:
            return ""
        places = Printed(f"0.{'0' * max(len(interval.low.text), len(interval.high.text))}")
        ends = " to ".join(as_printed(x, places) for x in interval.ends(counts[0], m))
        return f": the {interval.called} interval of {counts[0]}/{m} is {ends}"

    def nearest(self, name: str) -> tuple[Real, ...]:
        """The nearest values below and above a figure that its metric has among the matrices with the other figures.

        Empty where there are none, or many class sizes, or where an interval is printed beside the figure.
        """
        if name in self.intervals:
            return ()
        values, exact = self._nearest(name, tuple(other for other in self.figures if other != name))
        return values if exact else ()

    def _nearest(self, name: str, others: Iterable[str]) -> tuple[tuple[Real, ...], bool]:
        """The nearest values of all class sizes, and whether they are attained; None are where the sizes are many."""
        metric, values, work = self.metrics[name], self.figures[name].values, self._work(_ASIDE)
        below = Interval(high=values.low, high_closed=not values.low_closed)
        above = Interval(low=values.high, low_closed=not values.high_closed)
        least, most = self._counted_of(name, self._asked(others))
        if not others and most is not None and most - least <= _MANY_SIZES:
            every = range(least, most + 1)
            found = []
            for of, pick, i in ((below, max, -1), (above, min, 0)):
                near = [Fraction(k[i], m) for m in every if (k := (of & metric.values).moved(m).integers(0, m))]
                found += [pick(near)] if near else []
            return tuple(found), True
        sizes = list(islice(self._asked(others), _SOME_SIZES + 1))
        if len(sizes) > _SOME_SIZES:
            return (), False
        extremes, exact = list[Real](), True
        for sign, within in ((1, below), (-1, above)):
            each = []
            for size in sizes:
                work.spend(_INTERVAL)
                if work.over:
                    return (), False
                each.append(self.region(*size, others, work=work).extreme(metric, sign, within))
            ends = [end for end in each if end]
            exact = exact and all(attained for _, attained in ends)
            if ends:
                extremes.append(metric.of_ratio((max if sign > 0 else min)(ratio for ratio, _ in ends)))
        return tuple(extremes), exact


def matrices(
    figures: Mapping[str, Printed],
    n0: int | None = None,
    n1: int | None = None,
    n: int | None = None,
    effort: int = EFFORT,
    seconds: Limit = inf,
    intervals: Mapping[str, PrintedInterval] | None = None,
) -> Matrices:
    """The confusion matrices, class 0 positive, in which each metric is defined and prints as its figure does.

    ``n0`` and ``n1`` are the numbers of examples of the classes and ``n`` is their sum, as far as they are known;
    figures may tell them too, rounded or not. ``intervals`` are printed beside some of the figures. Otherwise the
    sizes are searched, the smallest sum first, until there is a matrix, or ``effort`` sizes and parts of regions
    have been tried, or so many ``seconds`` of work are done. The names are those of
    `workbench.feasible.matrix_metrics.named`. `InputError` for a name that is none of them, for two names of one
    metric, for a figure out of its metric's range, and for sizes that are no numbers of examples.

    >>> found = matrices({"accuracy": Printed("0.943"), "recall": Printed("0.9167"), "mcc": Printed("0.87")}, n=35)
    >>> found.possible, list(found.sizes()), list(found.matrices())
    (True, [(12, 23)], [Matrix(tp=11, fn=1, fp=1, tn=22)])
    """
    metrics = no_two_alike(figures)
    for name, metric in metrics.items():
        if (figures[name].values & metric.values).empty:
            percent = percentage(figures[name]) if metric.high == 1 else ""
            raise InputError(f"{shown(name)} is {figures[name]}; it must lie in {metric.values}{percent}")
    given = {"n0": n0, "n1": n1, "n": n}
    counted = {metric.name: figures[name] for name, metric in metrics.items()}
    for name, value in given.items():
        if value is None:
            continue
        least = 2 if name == "n" else 1
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_EXAMPLES:
            raise InputError(f"{name} is {shown(value)}; it must be a whole number from {least} to 10^12")
        if name in counted:
            raise InputError(f"{name} is given as {value} and as the figure {counted[name]}; give it once")
    for name, size in (("n0", n0), ("n1", n1)):
        if n is not None and size is not None and size >= n:
            raise InputError(f"{name} is {size} of n = {n}; both classes must have examples")
    if n is not None and n0 is not None and n1 is not None and n0 + n1 != n:
        raise InputError(f"n is {n}, but n0 + n1 is {n0} + {n1} = {n0 + n1}")
    known = {name: x for name, x in given.items() if x is not None}
    beside = {name: x for name, x in (intervals or {}).items() if name in figures}
    return Matrices(dict(figures), metrics, known, effort, seconds, beside)


def _sizes(given: Mapping[str, int], counted: Mapping[str, Printed], bounds: Mapping[str, int]) -> Sizes:
    """What the given numbers, the figures that are counts and printed intervals leave of the sizes."""

    def span(name: str, least: int) -> Span:
        value = given.get(name)
        if value is not None:
            return value, value
        values = counted[name].values if name in counted else Interval()
        if values.high is None:
            return least, bounds.get(name)
        whole = values.integers(least, int(values.high) + 1)
        return (whole[0], whole[-1]) if whole else (least, None)

    tp, fn, fp, tn = (span(name, 0) for name in ("tp", "fn", "fp", "tn"))
    n0, n1 = _both(span("n0", 1), _sum(tp, fn)), _both(span("n1", 1), _sum(fp, tn))
    n = _both(span("n", 2), _sum(n0, n1))
    n0, n1 = _both(n0, _difference(n, n1)), _both(n1, _difference(n, n0))
    return Sizes(n0, n1, _both(n, _sum(n0, n1)))


def _both(one: Span, other: Span) -> Span:
    ends = [end for end in (one[1], other[1]) if end is not None]
    return max(one[0], other[0]), min(ends) if ends else None


def _sum(one: Span, other: Span) -> Span:
    return one[0] + other[0], None if one[1] is None or other[1] is None else one[1] + other[1]


def _difference(one: Span, other: Span) -> Span:
    return 1 if other[1] is None else one[0] - other[1], None if one[1] is None else one[1] - other[0]


def _point(printed: Printed) -> Interval:
    return Interval(printed.number, printed.number)


def _quotient(value: Real, whole: int | None) -> str:
    """The value as a quotient before its decimals, of ``whole`` examples where it is one of them; empty for others."""
    if not isinstance(value, Fraction) or not 1 < value.denominator < 10**6:
        return ""
    top = value * (whole or value.denominator)
    return f"{top}/{whole or value.denominator} = " if top.denominator == 1 else f"{value} = "


def _decimal(value: Real, like: Printed, more: int) -> str:
    """The value with so many digits more than a printed number has."""
    places = len(str(like.unit.denominator)) - 1 + more
    return as_printed(value, Printed(f"0.{'0' * places}"))


def _stands_for(printed: Printed) -> str:
    """Between which numbers a printed one lies, with one digit more at most; empty for one that is not rounded.

    >>> _stands_for(Printed("0.79")), _stands_for(Printed("0.79", "down"))
    (', which stands for 0.785 to 0.795,', ', which stands for 0.790 to below 0.800,')
    """
    values = printed.values
    if values.low is None or values.high is None or values.low == values.high:
        return ""
    low, high = (_decimal(x, printed, 1) for x in (values.low, values.high))
    ends = f"{'' if values.low_closed else 'above '}{low} to {'' if values.high_closed else 'below '}{high}"
    return f", which stands for {ends},"
