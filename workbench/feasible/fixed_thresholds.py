"""Printed figures of the counts at fixed thresholds alone, such as net benefit: decided exactly, with a data set.

With ``a`` examples of class 0 and ``b`` of class 1 that are scored above a threshold, such a figure is
``constant + x*a/n0 + y*b/n1``, and so each ``a`` leaves it a range of ``b``. At a lower threshold no count is less. Of
the counts at one threshold, those with the least ``b`` for each ``a`` leave the most room below it. So from the
highest threshold down every possibility is seen, and scores at the thresholds and at 1 have the counts that are found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from workbench.feasible.linear_forms import ClassSizes, Form
from workbench.language.about import folded
from workbench.language.statements import parse_expression
from workbench.language.syntax import Apply, Comparison, Name, Number
from workbench.limits import Work
from workbench.numbers.printed import Interval
from workbench.samples.sample import Sample

COUNTS = "all numbers of examples above the threshold"
_EACH = 12.0
Counts: TypeAlias = tuple[int, int]
"""How many examples of class 0 and of class 1 are scored above a threshold."""


class NotOfCounts(Exception):
    """Some figure has more in it than the counts at one threshold, or there was too little work."""


def sample_of(figures: Sequence[tuple[Form, Interval]], sizes: ClassSizes, work: Work) -> Sample | None:
    """A data set whose figures lie in these intervals; None where there is none.

    `NotOfCounts` where a figure is of something else, or where the work ends first.

    >>> sizes = ClassSizes(3, 4)
    >>> form = sizes.form(parse_expression("net_benefit(1/4)"))
    >>> sample_of([(form, Interval(Fraction(1, 2), Fraction(4, 7)))], sizes, Work.of(1.0)).counts1
    (0, 4)
    """
    every: dict[Fraction, list[tuple[Form, Interval]]] = {}
    for form, values in figures:
        thresholds = {_threshold(name) for name in form.terms}
        if len(thresholds) != 1 or None in thresholds:
            raise NotOfCounts
        every.setdefault(next(t for t in thresholds if t is not None), []).append((form, values))
    levels = sorted(every)
    best: list[dict[int, Counts]] = []
    for t in reversed(levels):
        best.append(_least(every[t], t, sizes, best[-1] if best else None, t == levels[0], work))
        if not best[-1]:
            return None
    found: list[Counts] = []
    a = min(best[-1])
    for each in reversed(best):
        b, above = each[a]
        found.append((a, b))
        a = above
    ends = [(sizes.n0, sizes.n1), *found, (0, 0)]
    scores = [*(min(max(t, Fraction(0)), Fraction(1)) for t in levels), Fraction(1)]
    return Sample.of_counts(scores, *([x[k] - y[k] for x, y in pairwise(ends)] for k in (0, 1)))


def _least(
    figures: Sequence[tuple[Form, Interval]],
    t: Fraction,
    sizes: ClassSizes,
    above: Mapping[int, Counts] | None,
    lowest: bool,
    work: Work,
) -> dict[int, Counts]:
    """For each possible ``a`` at a threshold the least ``b``, and the ``a`` at the threshold above with which it is so.

    One is enough at the lowest threshold.
    """
    n0, n1 = sizes.n0, sizes.n1
    found: dict[int, Counts] = {}
    least, of = (0, 0) if above is None else (n1 + 1, 0)
    for a in range(n0 + 1):
        work.spend(_EACH * len(figures))
        if work.over:
            raise NotOfCounts
        if above is not None and a in above and above[a][0] < least:
            least, of = above[a][0], a
        if (t < 0 and a < n0) or (t >= 1 and a):
            continue
        first, last = max(least, n1 if t < 0 else 0), 0 if t >= 1 else n1
        for form, values in figures:
            rest, slope = form.constant, Fraction(0)
            for name, x in form.terms.items():
                rest, slope = (rest + x * Fraction(a, n0), slope) if name.startswith("E0") else (rest, slope + x)
            if slope:
                within = values.moved(n1 / slope, -rest * n1 / slope).integers(first, last)
                first, last = within.start, within.stop - 1
            elif rest not in values:
                last = -1
        if first <= last:
            found[a] = first, of
            if lowest:
                break
    return found


def _threshold(name: str) -> Fraction | None:
    """The threshold of a term that is the share of a class above it."""
    if not name.startswith(("E0(", "E1(")):
        return None
    match parse_expression(name):
        case Apply(function="E0" | "E1", arguments=(Apply(function="indicator", arguments=(inside,)),)):
            if isinstance(inside, Comparison) and inside.relation == "<" and inside.right == Name("s"):
                left = folded(inside.left)
                return left.value if isinstance(left, Number) else None
    return None
