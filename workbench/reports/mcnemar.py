"""The p value of McNemar's test of two models on the same examples, by the numbers that one of them alone gets right.

Papers mean several tests by this name: that of chi-squared with one degree of freedom, corrected for continuity or not,
where the difference is lessened by 1 or 1/2 (some programs do so where it is 0), the exact test of the binomial
distribution and its mid-p value. A printed p value, which is two-sided, is wrong where it is that of none of them.

McNemar, Note on the sampling error of the difference between correlated proportions or percentages (1947); Fagerland,
Lydersen and Laake, The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact
conditional (2013).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from workbench.errors import InputError, shown
from workbench.numbers.certified import Real, lift, working_digits
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import significant

_DIGITS = 40
_MOST = 10**9
_BOUND = re.compile(r"([<>≤≥]|[<>]=)\s*(\S+)")
_TWO = re.compile(r"([-+]?\d{1,40})\s*[,;/:]\s*([-+]?\d{1,40})", re.ASCII)


def values_of(text: str) -> Interval | None:
    """The numbers that are printed so, also ``< 2.2e-16`` or ``>0.05``; None for what is no number.

    >>> print(values_of("0.65"), values_of("NA"), float(values_of("<2e-16").high), values_of("≥0.5"))
    [129/200, 131/200] None 2.5e-16 [9/20, oo)
    """
    bound = _BOUND.fullmatch(text.strip())
    try:
        values = Printed(bound[2] if bound else text).values
    except InputError:
        return None
    if bound is None:
        return values
    return Interval(high=values.high) if bound[1][0] in "<≤" else Interval(low=values.low)


def is_bound(text: str) -> bool:
    """Whether a number stands after a sign such as ``<``.

    >>> is_bound("< .001"), is_bound("0.001")
    (True, False)
    """
    return _BOUND.fullmatch(text.strip()) is not None


def sign_of(text: str) -> tuple[str, str]:
    """The sign before a number, one of ``<>≤≥`` or none, and the number.

    >>> sign_of(">=0.9"), sign_of("< 1%"), sign_of("0.9")
    (('≥', '0.9'), ('<', '1%'), ('', '0.9'))
    """
    found = re.fullmatch(r"([<>]=?|[≤≥])\s*(?=[^<>≤≥=])(.+)", text.strip())
    return (found[1].replace("<=", "≤").replace(">=", "≥"), found[2]) if found else ("", text)


def discordant(given: Any) -> tuple[int, int]:
    """How many examples the first model alone gets right, and the second alone; `InputError` for what is none.

    >>> discordant("12, 5"), discordant([12, 5])
    ((12, 5), (12, 5))
    """
    found = _TWO.fullmatch(given.strip()) if isinstance(given, str) else None
    counts = list(map(int, found.groups())) if found is not None else given
    if not isinstance(counts, list) or len(counts) != 2:
        raise InputError(f"discordant is {shown(given)}; it must be two whole numbers such as 12,5")
    for count in counts:
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= _MOST:
            raise InputError(f"discordant has {shown(count)}; it must be a whole number from 0 to 10^9")
    return counts[0], counts[1]


def p_values(one: int, other: int) -> dict[str, Real]:
    """The p value by each of the tests; empty where both models are right on the same examples.

    >>> {name: f"{float(p):.4f}" for name, p in p_values(12, 5).items() if "1/2" not in name}
    {'chi-squared': '0.0896', 'chi-squared corrected for continuity': '0.1456', 'exact': '0.1435', 'mid-p': '0.0963'}
    """
    n, apart, least = one + other, abs(one - other), min(one, other)
    if not n:
        return {}
    less = {"": Fraction(0), " corrected for continuity": Fraction(1), " corrected by 1/2": Fraction(1, 2)}
    with working_digits(_DIGITS):
        found: dict[str, Real] = {}
        for words, by in less.items():
            found[f"chi-squared{words}"] = lift((apart - by) ** 2 / (2 * n)).sqrt().erfc()
        # so many or fewer of n have half the exact p value, by the incomplete beta integral at 1/2
        half = lift(Fraction(1, 2)).beta_lower(n - least, least + 1, regularized=True)
        at = (lift(n + 1).lgamma() - lift(least + 1).lgamma() - lift(n - least + 1).lgamma() - n * lift(2).log()).exp()
        found["exact"] = 2 * half if apart else Fraction(1)
        found["mid-p"] = 2 * half - at if apart else 1 - at / 2
    return found


@dataclass(frozen=True)
class McNemar:
    """A printed p value, ``text``, which has these ``values``, beside the two numbers of examples."""

    text: str
    values: Interval
    counts: tuple[int, int]
    name: ClassVar[str] = "McNemar's p"
    ways: dict[str, Real] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ways", p_values(*self.counts))

    @property
    def fits(self) -> tuple[str, ...]:
        """The tests that may print so."""
        return tuple(name for name, p in self.ways.items() if p in self.values)

    def __str__(self) -> str:
        one, other = self.counts
        given = f"of {one} and {other} examples that one model alone gets right McNemar's p"
        if self.fits:
            return f"{given} is {self.text} ({' or '.join(self.fits)})"
        said = ", ".join(f"{significant(p, 4)} ({name})" for name, p in self.ways.items())
        return f"{given} is {said}, not {self.text}"
