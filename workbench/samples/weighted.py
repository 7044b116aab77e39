"""Samples of examples with weights, in groups, or with their classes put into another proportion.

The counts of such a sample stand for the weights, in whole numbers, so that all its metrics and losses are those of the
weighted examples: a mean over class 0 is ``sum(w f(s))/sum(w)`` over the examples of class 0, and ``pi1`` is their
share of all weights that class 1 has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from workbench.errors import InputError, shown
from workbench.numbers.given import number
from workbench.samples.columns import as_list, class_of, event_column
from workbench.samples.design import Cell, Design
from workbench.samples.labels import advice_on
from workbench.samples.sample import Sample, SampleError


def weighted_sample(
    y_true: Iterable[Any],
    y_score: Iterable[Any],
    *,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    prior: Any = None,
) -> Sample:
    """The sample of examples that count by ``weights``, belong to ``groups``, or represent another population.

    ``weights`` are exact numbers from 0 on, one an example; an example of weight 0 takes no part. ``groups`` tell by
    equal entries which examples belong together: resamples draw whole groups. ``prior`` is the proportion of class 1
    in deployment, inside (0, 1), to which the classes are reweighted. `SampleError` names the first entry that is
    wrong, examples counted from 1; `InputError` is for the prior.

    >>> found = weighted_sample([0, 0, 1], ["0.1", "0.4", "0.9"], weights=["0.5", 1, "2.5"])
    >>> found
    Sample(n=3, n0=2, n1=1, distinct scores 3 in [1/10, 9/10], weighted)
    >>> found.pi1, found.counts0, found.counts1
    (Fraction(5, 8), (1, 2, 0), (0, 0, 5))
    """
    try:
        given = {"y_true": y_true, "y_score": event_column(y_score), "weights": weights, "groups": groups}
        columns = {name: as_list(column, name) for name, column in given.items() if column is not None}
    except ValueError as error:
        raise SampleError(str(error)) from None
    size = len(columns["y_score"])
    for name, column in columns.items():
        if len(column) != size:
            raise SampleError(f"{name} has {len(column)} entries and y_score {size}; every example needs both")
    found = of_columns(*(columns.get(name) for name in given))
    return found if prior is None else at_prior(found, prior)


def of_columns(classes: Any, scores: Any, weights: Any, groups: Any) -> Sample:
    """`weighted_sample` of lists of one length."""
    try:
        labels = _read("class", classes, class_of, ";")
    except SampleError as error:
        raise SampleError(advice_on(classes, scores) or str(error)) from None
    exact = _read("score", scores, number)
    return _weighted(labels, exact, None if weights is None else _read("weight", weights, weight_of), groups)


def _read(what: str, column: Iterable[Any], of: Callable[[Any], Any], mark: str = "") -> list[Any]:
    found = []
    for position, entry in enumerate(column, 1):
        try:
            found.append(of(entry))
        except (ValueError, TypeError) as error:
            raise SampleError(f"{what} {shown(entry)} of example {position}{mark} {error}") from None
    return found


def _weighted(
    classes: Sequence[int], scores: Sequence[Fraction], weights: Sequence[Fraction] | None, groups: Sequence[Any] | None
) -> Sample:
    every = [Fraction(1)] * len(scores) if weights is None else weights
    kept = [i for i, weight in enumerate(every) if weight]
    sizes = Counter(classes[i] for i in kept)
    if len(sizes) < 2:
        if every and not kept:
            raise SampleError(f"all {len(every)} weights are 0; an example of each class must have another")
        those = "with a weight above 0 " if len(kept) < len(every) else ""
        only = f"are of class {next(iter(sizes))}" if sizes else "are missing"
        raise SampleError(f"all {len(kept)} examples {those}{only}; both classes must be present")
    distinct = sorted({scores[i] for i in kept})
    place = {score: i for i, score in enumerate(distinct)}
    common = lcm(*(every[i].denominator for i in kept))
    sums = [0] * len(distinct), [0] * len(distinct)
    for i in kept:
        sums[classes[i]][place[scores[i]]] += int(every[i] * common)
    if weights is not None:
        divisor = gcd(*sums[0], *sums[1])
        sums = [x // divisor for x in sums[0]], [x // divisor for x in sums[1]]
    if groups is not None:
        groups = _read("group", groups, group_of)
    named = [(classes[i], scores[i], every[i]) if groups is None else groups[i] for i in kept]
    if groups is not None and len(set(named)) == 1:
        raise SampleError(f"all examples are in the group {shown(named[0])}; resamples need two groups at least")
    number_of = {name: unit for unit, name in enumerate(dict.fromkeys(named))}
    cells = [Cell(number_of[name], classes[i], place[scores[i]], every[i]) for name, i in zip(named, kept, strict=True)]
    if groups is None:
        units, cells = list(Counter(named).values()), list(dict.fromkeys(cells))
    else:
        units = [1] * len(number_of)
    design = Design(sizes[0], sizes[1], weights is not None, units, cells, None if groups is None else len(units))
    return _designed(distinct, tuple(sums[0]), tuple(sums[1]), design)


def _designed(scores: Iterable[Fraction], counts0: tuple[int, ...], counts1: tuple[int, ...], design: Design) -> Sample:
    found = Sample(tuple(scores), counts0, counts1)
    found.__dict__["design"] = design
    return found


def weight_of(given: Any) -> Fraction:
    """A weight: an exact number from 0 on. `ValueError` with the reason when it is none.

    >>> weight_of("0.25")
    Fraction(1, 4)
    >>> weight_of(-1)
    Traceback (most recent call last):
    ValueError: is negative; weights are numbers from 0 on
    """
    found = number(given)
    if found < 0:
        raise ValueError("is negative; weights are numbers from 0 on")
    return found


def group_of(given: Any) -> Any:
    """A group as it is given, without blanks around it. `ValueError` where it is missing.

    >>> group_of(" a "), group_of(3)
    ('a', 3)
    """
    name = given.strip() if isinstance(given, str) else given
    if name is None or name == "" or name != name:
        raise ValueError("is missing")
    return name


def prior_of(given: Any) -> Fraction:
    """A proportion of class 1, inside (0, 1); a double is taken as the shortest decimal that prints it.

    >>> prior_of(0.02)
    Fraction(1, 50)
    >>> prior_of("1")
    Traceback (most recent call last):
    workbench.errors.InputError: the prior '1' lies outside (0, 1); it is the proportion of class 1
    """
    try:
        binary = isinstance(given, float) or getattr(getattr(given, "dtype", None), "kind", "") == "f"
        found = number(str(given) if binary else given)
    except (ValueError, TypeError) as error:
        raise InputError(f"the prior {shown(given)} {error}") from None
    if isinstance(given, bool) or not 0 < found < 1:
        raise InputError(f"the prior {shown(given)} lies outside (0, 1); it is the proportion of class 1")
    return found


def at_prior(sample: Sample, prior: Any) -> Sample:
    """The sample with its classes reweighted, so that class 1 has the proportion ``prior``, inside (0, 1).

    Within each class nothing changes: ``AUC``, ``KS`` and skew losses stay, and ``BS`` is ``(1 - P) BS0 + P BS1``.
    `InputError` when the prior is no such number.

    >>> found = at_prior(Sample.of([0, 1, 1], ["0.2", "0.4", "0.9"]), "0.1")
    >>> found.pi1, found.counts0, found.counts1, found.design.n1
    (Fraction(1, 10), (18, 0, 0), (0, 1, 1), 2)
    """
    share = prior_of(prior)
    times0, times1 = (share.denominator - share.numerator) * sample.n1, share.numerator * sample.n0
    common = gcd(times0 * gcd(*sample.counts0), times1 * gcd(*sample.counts1))
    counts0 = tuple(times0 * count // common for count in sample.counts0)
    counts1 = tuple(times1 * count // common for count in sample.counts1)
    return _designed(sample.scores, counts0, counts1, replace(sample.design or counted(sample), prior=share))


def counted(sample: Sample) -> Design:
    """The design of plain examples: each is a unit."""
    there = [(k, i, count) for k in (0, 1) for i, count in enumerate(sample.counts(k)) if count]
    cells = [Cell(unit, k, i, Fraction(1)) for unit, (k, i, _) in enumerate(there)]
    return Design(sample.n0, sample.n1, False, [count for *_, count in there], cells)
