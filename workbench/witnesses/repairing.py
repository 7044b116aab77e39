"""Samples changed so that what is assumed to be equal is equal: by counts, by one score, or by two along a line.

A figure is looked at on a few changed samples, and what it is on the others follows from its form. In the number of
examples that are added at a score, the means over examples, and the rates and areas of a class, are a quotient
``(a + b m)/(c + m)``; three samples tell ``a``, ``b`` and ``c``, and so where it has the value that is asked for. In
a score, the Brier score and other means are polynomials of degree 2 as long as the order stays, with a root that may
be rational. From a sample that has the value already, a line in two scores leads to one other such sample, and its
place is rational. What is made is held against all that is assumed; where a figure is of another form, it is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import isqrt

from workbench.language.statements import of_assumption
from workbench.language.syntax import Assumption, Expression, Name, Number
from workbench.losses import exact
from workbench.losses.reals import Undefined
from workbench.samples.sample import Sample
from workbench.witnesses.fitting import NO_VALUE, Entry, Given, entries_of, fitted

SLOPES = tuple(
    Fraction(a, b) * sign for a, b in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)) for sign in (1, -1)
)
NEAR = Fraction(1, 64)
MOST_EXAMPLES = 5_000
MOST_DIGITS = 10**4


@dataclass(frozen=True)
class Equality:
    """An assumption that two sides are equal, and the others."""

    left: Expression
    right: Expression
    others: Given

    @classmethod
    def of(cls, given: Given) -> list[Equality]:
        """The equalities of figures without parameters among the assumptions.

        >>> from workbench.language.statements import parse_statement
        >>> given = parse_statement("AUC <= 1 given BS == 1/8, pi0 == 1/2, auc == 1/2, KS >= t").given
        >>> [(str(x.left), len(x.others)) for x in Equality.of(given)]
        [('BS', 3), ('AUC', 3)]
        """
        found = []
        for i, a in enumerate(given):
            sides = _sides(a)
            if sides is not None:
                found.append(cls(*sides, (*given[:i], *given[i + 1 :])))
        return found

    def gap(self, sample: Sample | None) -> Fraction | None:
        """The left side less the right one; None where that is no fraction."""
        if sample is None or not sample.probabilistic:
            return None
        try:
            one, other = exact.value(sample, self.left), exact.value(sample, self.right)
        except (*NO_VALUE, Undefined):
            return None
        return one - other if isinstance(one, Fraction) and isinstance(other, Fraction) else None


def _sides(a: Assumption) -> tuple[Expression, Expression] | None:
    if a.relation != "==" or a.for_all or of_assumption(a):
        return None
    if a.sides is not None:
        return a.sides
    return (Name("AUC"), Number(a.value)) if a.name == "auc" and a.value is not None else None


def repaired(
    given: Given, entries: list[Entry], *, by_scores: bool, spend: Callable[[int], None] = lambda _: None
) -> Iterator[Sample]:
    """Samples that meet the assumptions, made of entries on which one of the equalities may fail.

    ``spend`` is told how many samples are looked at.

    >>> from workbench.language.statements import parse_statement
    >>> given = parse_statement("AUC <= 1 given BS == 1/10, pi0 == 1/2").given
    >>> found = next(repaired(given, [(Fraction(1, 2), 1, 1)], by_scores=True))
    >>> found.scores, found.counts0, found.counts1
    ((Fraction(0, 1), Fraction(1, 2), Fraction(1, 1)), (3, 2, 0), (0, 2, 3))
    """
    for equality in Equality.of(given):
        base = fitted(equality.others, entries)
        spend(1)
        if base is not None:
            yield from _by_counts(given, equality, entries_of(base), spend)
            if by_scores:
                yield from _by_a_score(given, equality, entries_of(base), spend)


def _by_counts(
    given: Given, equality: Equality, entries: list[Entry], spend: Callable[[int], None]
) -> Iterator[Sample]:
    """Some examples more at an end, so many that both sides are equal."""
    share = next((a.value for a in given if a.name == "pi0" and a.relation == "=="), None)
    ends = Fraction(0), Fraction(1)
    if share is None:
        units = [[(x, 1, 0)] for x in ends] + [[(x, 0, 1)] for x in ends]
    else:
        of0, whole = share.as_integer_ratio()
        units = [[(x, of0, 0), (y, 0, whole - of0)] for x, y in product(ends, ends)]

    start = equality.gap(fitted(equality.others, entries))
    spend(1)
    for unit in units if start is not None else ():
        gaps = [equality.gap(fitted(equality.others, _with(entries, unit, Fraction(m)))) for m in (1, 3)]
        spend(2)
        one, three = gaps
        if start is None or one is None or three is None:
            continue
        more = _root_of_quotient(start, one, three)
        if more is None or more <= 0:
            continue
        made = _with(entries, unit, more)
        if sum(a + b for _, a, b in made) <= MOST_EXAMPLES and (sample := fitted(given, made)) is not None:
            yield sample


def _with(entries: list[Entry], unit: list[Entry], more: Fraction) -> list[Entry]:
    """The entries, and so often a unit more; all of it repeated where that takes whole numbers.

    >>> _with([(Fraction(1, 2), 1, 2)], [(Fraction(0), 1, 0)], Fraction(3, 2))
    [(Fraction(1, 2), 2, 4), (Fraction(0, 1), 3, 0)]
    """
    top, bottom = more.as_integer_ratio()
    return [
        *((s, bottom * a, bottom * b) for s, a, b in entries),
        *((s, top * a, top * b) for s, a, b in unit),
    ]


def _root_of_quotient(start: Fraction, one: Fraction, three: Fraction) -> Fraction | None:
    """Where ``(a + b m)/(c + m)`` is 0, which is known at 0, 1 and 3; or a line in ``m``.

    >>> f = lambda m: Fraction(3 - 2*m, 5 + m)
    >>> _root_of_quotient(f(0), f(1), f(3))
    Fraction(3, 2)
    """
    bend = three + 2 * start - 3 * one
    if bend == 0:
        return None if one == start else start / (start - one)
    bottom = 3 * (one - three) / bend
    slope = (one - start) * bottom + one
    return None if slope == 0 else -start * bottom / slope


def _by_a_score(
    given: Given, equality: Equality, entries: list[Entry], spend: Callable[[int], None]
) -> Iterator[Sample]:
    """One score moved to where both sides are equal, if that is a rational root of a polynomial of degree 2."""
    for i, (score, a, b) in enumerate(entries):
        others = entries[:i] + entries[i + 1 :]
        step = NEAR if score < Fraction(1, 2) else -NEAR
        gaps = [equality.gap(fitted(equality.others, [*others, (score + step * m, a, b)])) for m in (0, 1, 2)]
        spend(3)
        for m in _roots(gaps):
            moved = score + step * m
            if m and 0 <= moved <= 1 and moved.denominator <= MOST_DIGITS:
                sample = fitted(given, [*others, (moved, a, b)])
                spend(1)
                if sample is not None:
                    yield sample


def _roots(values: list[Fraction | None]) -> list[Fraction]:
    """The rational roots of the polynomial of degree 2 with these values at 0, 1 and 2.

    >>> [str(x) for x in _roots([Fraction((x - 5) * (2 * x + 1)) for x in range(3)])]
    ['-1/2', '5']
    >>> _roots([Fraction(x * x - 2) for x in range(3)]), _roots([Fraction(x - 7) for x in range(3)])
    ([], [Fraction(7, 1)])
    """
    start, one, two = values
    if start is None or one is None or two is None:
        return []
    square = (two - 2 * one + start) / 2
    slope = one - start - square
    if square == 0:
        return [-start / slope] if slope else []
    root = _root(slope**2 - 4 * square * start)
    return [] if root is None else sorted({(-slope + sign * root) / (2 * square) for sign in (1, -1)})


def _root(x: Fraction) -> Fraction | None:
    """The square root, if it is rational."""
    if x < 0:
        return None
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(top, bottom) if top**2 == x.numerator and bottom**2 == x.denominator else None


def along_lines(
    given: Given, sample: Sample, *, spend: Callable[[int], None] = lambda _: None
) -> Iterator[list[Entry]]:
    """From a sample on which what is assumed holds: the others on lines through it along which two scores move.

    >>> from workbench.language.statements import parse_statement
    >>> given = parse_statement("AUC <= 1 given BS == 1/10").given
    >>> found = list(along_lines(given, Sample.of([0, 1], ["2/5", "4/5"])))
    >>> [tuple(map(str, fitted(given, entries).scores)) for entries in found][:2]
    [('1/5', '3/5'), ('11/25', '23/25')]
    """
    entries = entries_of(sample)
    for equality in Equality.of(given):
        for (i, one), (j, other) in combinations(enumerate(entries), 2):
            for slope in SLOPES:
                ways = (one[0], Fraction(1)), (other[0], slope)

                def at(m: Fraction, i: int = i, j: int = j, slope: Fraction = slope) -> list[Entry]:
                    moved = list(entries)
                    for k, way in ((i, Fraction(1)), (j, slope)):
                        moved[k] = (moved[k][0] + way * m, *moved[k][1:])
                    return moved

                step = next((s for s in (NEAR, -NEAR) if all(0 <= x + 2 * s * way <= 1 for x, way in ways)), None)
                if step is None:
                    continue
                gaps = [equality.gap(fitted(equality.others, at(step * m))) for m in (1, 2)]
                spend(2)
                for m in _roots([Fraction(0), *gaps]):
                    moved = at(step * m)
                    if m and all(0 <= s <= 1 and s.denominator <= MOST_DIGITS for s, _, _ in moved):
                        yield moved
