"""Plans of folds: what is known of the class sizes of the folds that printed means are over.

A fold's shape is its class sizes ``(n0, n1)``. A plan leaves shapes open, and how many folds have each of them: then
these numbers are integers with linear conditions, which hold in every repetition of a cross-validation.

Kohavi, A study of cross-validation and bootstrap for accuracy estimation and model selection (1995), has stratified
folds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from workbench.errors import InputError, NotSupported, shown

Shape: TypeAlias = "tuple[int, int]"
"""How many examples of class 0 and of class 1."""
Sum: TypeAlias = "tuple[tuple[int, ...], int | Shape]"
"""A coefficient for each shape, and what the numbers of folds sum to with them, or from what to what."""


_MOST = 100_000


@dataclass(frozen=True)
class Layout:
    """The ``shapes`` that folds can have, from how many to how many folds have each, and what these numbers sum to.

    A sum of which only the ends are known is the same in each of the ``repetitions``. The numbers may be those of more
    than one repetition, where these can always be told apart afterwards.
    """

    shapes: tuple[Shape, ...]
    spans: tuple[tuple[int, int], ...]
    sums: tuple[Sum, ...] = ()
    repetitions: int = 1


@dataclass(frozen=True)
class Part:
    """The folds of one data set, or data sets that are folds of a plan.

    ``folds`` lists the class sizes ``(n0, n1)`` of each fold, or it is the number of folds that ``n`` examples, ``n0``
    and ``n1`` of the classes, are dealt into. They are dealt so that the class sizes of two folds differ by one at
    most when ``stratified``, and if ``even`` their sizes do too, as scikit-learn and Weka deal them; when not
    stratified only their sizes do. Of the class sizes ``n`` alone may be known; then stratified folds have no `layout`.
    ``repeats`` is how often this is done, with folds of its own each time. `InputError` for what is impossible.

    >>> Part(5, 7, folds=2).size, Part(folds=[(2, 4), (3, 3)]).class_sizes
    (2, (5, 7))
    >>> Part(5, 7, folds=13)
    Traceback (most recent call last):
    workbench.errors.InputError: 12 examples are too few for 13 folds
    """

    n0: int | None = None
    n1: int | None = None
    n: int | None = None
    folds: int | Sequence[Shape] = 1
    stratified: bool = True
    repeats: int = 1
    even: bool = False

    def __post_init__(self) -> None:
        for name, value in (("n0", self.n0), ("n1", self.n1), ("n", self.n), ("repeats", self.repeats)):
            if value is not None:
                _counted(name, value, 1)
        if self.even and not (self.stratified and isinstance(self.folds, int)):
            raise InputError("even says how stratified folds are dealt; it goes with stratified and a number of folds")
        if isinstance(self.folds, int):
            _counted("folds", self.folds, 1)
            self._dealt(self.folds)
        else:
            self._listed(self.folds)
        if self.size * self.repeats > _MOST:
            raise NotSupported(f"{self.size * self.repeats} folds are too many; at most {_MOST}")

    def _dealt(self, k: int) -> None:
        n0, n1 = self.class_sizes or (None, None)
        n = self.examples
        if n is None:
            raise InputError(f"{self._given()} tells too little: give n0 and n1, or n")
        if n0 is not None and n1 is not None and (n0 + n1 != n or min(n0, n1) < 1):
            raise InputError(f"{self._given()} cannot be: n is the sum of n0 and n1, both from 1 on")
        if k > n:
            raise InputError(f"{n} examples are too few for {k} folds")
        if not self.stratified and n // k > _MOST:
            raise NotSupported(f"folds of {n // k} examples are too large where they are not stratified")

    def _listed(self, folds: Sequence[Shape]) -> None:
        if not isinstance(folds, tuple | list) or not folds:
            raise InputError(f"folds is {shown(folds)}; it must be a number, or a pair (n0, n1) for each fold")
        for fold in folds:
            if not isinstance(fold, tuple | list) or len(fold) != 2:
                raise InputError(f"{shown(fold)} is no fold; a fold is a pair (n0, n1)")
            for name, value in zip(("n0", "n1"), fold, strict=True):
                _counted(f"{name} of a fold", value, 0)
            if sum(fold) == 0:
                raise InputError("a fold has no examples; a fold is a pair (n0, n1) with one at least")
        total0, total1 = (sum(fold[k] for fold in folds) for k in (0, 1))
        for name, given, total in (("n0", self.n0, total0), ("n1", self.n1, total1), ("n", self.n, total0 + total1)):
            if given is not None and given != total:
                raise InputError(f"{name} is {given}, but it is {total} in all folds together")

    def _given(self) -> str:
        known = (("n0", self.n0), ("n1", self.n1), ("n", self.n))
        return ", ".join(f"{name} = {x}" for name, x in known if x is not None) or "a plan without class sizes"

    @property
    def size(self) -> int:
        """The number of folds in each repetition."""
        return self.folds if isinstance(self.folds, int) else len(self.folds)

    @property
    def class_sizes(self) -> Shape | None:
        """``n0`` and ``n1`` of each repetition, where they are known."""
        if not isinstance(self.folds, int):
            return sum(a for a, _ in self.folds), sum(b for _, b in self.folds)
        if self.n0 is not None and self.n1 is not None:
            return self.n0, self.n1
        if self.n is None or (self.n0 is None and self.n1 is None):
            return None
        return (self.n0, self.n - self.n0) if self.n0 is not None else (self.n - (self.n1 or 0), self.n1 or 0)

    @property
    def open(self) -> bool:
        """Whether the folds are stratified by classes whose sizes are not known."""
        return isinstance(self.folds, int) and self.stratified and self.class_sizes is None

    @property
    def examples(self) -> int | None:
        """``n``."""
        return self.n if self.class_sizes is None or self.n is not None else sum(self.class_sizes)

    @property
    def dealt(self) -> str:
        """The number of folds and how they are dealt.

        >>> Part(50, 50, folds=10, repeats=3).dealt, Part(folds=[(2, 4), (3, 3)]).dealt
        ('10 stratified 3 times', '2 of 2 + 4, 3 + 3')
        """
        times = f" {self.repeats} times" if self.repeats > 1 else ""
        if not isinstance(self.folds, int):
            return f"{self.size} of {self._few()}{times}"
        return f"{self.folds}{' even' * self.even}{' stratified' * self.stratified}{times}"

    def _few(self) -> str:
        listed = () if isinstance(self.folds, int) else self.folds
        return f"{', '.join(f'{a} + {b}' for a, b in listed[:4])}{', ...' * (len(listed) > 4)}"

    def __str__(self) -> str:
        times = f", {self.repeats} times" if self.repeats > 1 else ""
        if not isinstance(self.folds, int):
            return f"{self.size} fold{'s' * (self.size > 1)} of {self._few()}{times}"
        sizes = f"{self.examples}" if self.class_sizes is None else "{} + {}".format(*self.class_sizes)
        dealt = ("even " if self.even else "") + ("stratified " if self.stratified else "")
        folds = "1 fold" if self.folds == 1 else f"{self.folds} {dealt}folds"
        return f"{folds} of {sizes}{times}"

    def layout(self, allowed: Callable[[Shape], bool]) -> Layout:
        """The shapes of the folds, of those that are ``allowed``. `InputError` where a fold must have another."""
        if self.open:
            raise NotSupported(f"{self._given()} tells too little of stratified folds: give n0 and n1")
        if not isinstance(self.folds, int):
            found = Counter((a, b) for a, b in self.folds)
            spans = [(times * self.repeats, times * self.repeats) for times in found.values()]
            layout = Layout(tuple(found), tuple(spans))
        else:
            alone = self.folds == 1 and self.class_sizes is not None
            dealt = self.stratified or alone
            layout = self._stratified(self.folds) if dealt else self._free(self.folds, allowed)
        kept = [i for i, shape in enumerate(layout.shapes) if allowed(shape)]
        for i in sorted(set(range(len(layout.shapes))) - set(kept)):
            without = (total and not any(weights[i] for i in kept) for weights, total in layout.sums)
            if layout.spans[i][0] or any(without):
                raise InputError(f"a printed mean is undefined in a fold with {_examples(layout.shapes[i])}")
        return Layout(
            tuple(layout.shapes[i] for i in kept),
            tuple(layout.spans[i] for i in kept),
            tuple((tuple(weights[i] for i in kept), total) for weights, total in layout.sums),
            layout.repetitions,
        )

    def _stratified(self, k: int) -> Layout:
        """At most four shapes; any numbers with these sums can be told apart into those of the repetitions.

        With ``j`` folds in which both classes are the larger, the others are ``s0 - j``, ``s1 - j`` and
        ``k - s0 - s1 + j`` for the remainders ``s0``, ``s1`` of ``n0/k``, ``n1/k``: one integer in a range, and a sum
        of such integers takes every value in the sum of their ranges.
        """
        n0, n1 = self.class_sizes or (0, 0)
        (low0, more0), (low1, more1) = divmod(n0, k), divmod(n1, k)
        r, margins = self.repeats, [(i, j) for i in (0, 1) for j in (0, 1) if (more0 or not i) and (more1 or not j)]
        spans = []
        for i, j in margins:
            with0, with1 = more0 if i else k - more0, more1 if j else k - more1
            spans.append((r * max(0, with0 + with1 - k), r * min(with0, with1)))
            if self.even and i == j == 1:
                spans[-1] = (spans[-1][0], spans[-1][0])
        sums = tuple(
            (tuple(int(margin[c] == larger) for margin in margins), r * (more if larger else k - more))
            for c, more in enumerate((more0, more1))
            for larger in (0, 1)
        )
        return Layout(tuple((low0 + i, low1 + j) for i, j in margins), tuple(spans), sums)

    def _free(self, k: int, allowed: Callable[[Shape], bool]) -> Layout:
        """Every composition of the two sizes of folds."""
        n, n0 = self.examples or 0, self.class_sizes and self.class_sizes[0]
        size, more = divmod(n, k)
        shapes: list[Shape] = []
        spans: list[tuple[int, int]] = []
        sums: list[tuple[int, int, int]] = []
        for each, folds in ((size, k - more), (size + 1, more)):
            if folds:
                start = len(shapes)
                shapes += [(a, each - a) for a in range(each + 1) if allowed((a, each - a))]
                spans += [(0, folds)] * (len(shapes) - start)
                sums.append((start, len(shapes), folds))
        if not all(stop > start for start, stop, _ in sums):
            raise InputError(f"{n} examples are too few for {k} folds in each of which the printed means are defined")
        least = sum(folds * min(a for a, _ in shapes[start:stop]) for start, stop, folds in sums)
        most = sum(folds * max(a for a, _ in shapes[start:stop]) for start, stop, folds in sums)
        if n0 is not None and not least <= n0 <= most:
            raise InputError(f"a printed mean is undefined: {k} folds cannot all have a class of {min(n0, n - n0)}")
        if n0 is None and (most < 1 or least > n - 1):
            raise InputError(f"a printed mean is undefined: all examples of the {k} folds would be of one class")
        of_sizes = [(tuple(int(start <= i < stop) for i in range(len(shapes))), folds) for start, stop, folds in sums]
        return Layout(
            tuple(shapes),
            tuple(spans),
            (*of_sizes, (tuple(a for a, _ in shapes), (1, n - 1) if n0 is None else n0)),
            repetitions=self.repeats,
        )


def in_repetition(layout: Layout, counts: Sequence[int], r: int, repeats: int) -> list[int]:
    """How many folds of each shape belong to repetition ``r``, of the numbers for all of them.

    With four shapes the numbers are a two by two table with known margins, told by its first entry: that is shared
    out evenly. Otherwise they are known, and the same in each repetition.

    >>> layout = Part(5, 5, folds=3, repeats=2).layout(any)
    >>> layout.shapes, [in_repetition(layout, (1, 1, 1, 3), r, 2) for r in (0, 1)]
    (((1, 1), (1, 2), (2, 1), (2, 2)), [[0, 1, 1, 1], [1, 0, 0, 2]])
    """
    if len(counts) < 4 or not layout.sums:
        return [count // repeats for count in counts]
    first = counts[0] * (r + 1) // repeats - counts[0] * r // repeats
    row, column = (counts[0] + counts[1]) // repeats, (counts[0] + counts[2]) // repeats
    return [first, row - first, column - first, sum(counts) // repeats - row - column + first]


def _examples(shape: Shape) -> str:
    return "{} examples of class 0 and {} of class 1".format(*shape)


def _counted(name: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{name} is {shown(value)}; it must be a whole number from {least} on")
