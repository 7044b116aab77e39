"""Intervals of figures, each end with the reason for it, narrowed until one of them is empty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from workbench.feasible.linear_forms import Form
from workbench.numbers.printed import Interval
from workbench.numbers.written import about

_SET_UP, _STEP = 1500.0, 70.0
_FINEST = 10**15


@dataclass(frozen=True)
class Reason:
    """Why an end of an interval is where it is: a fact, and what it was applied to."""

    says: str
    given: str = ""
    printed: bool = False

    def __str__(self) -> str:
        return f"{self.says} ({self.given})" if self.given else self.says


@dataclass(frozen=True)
class Linear:
    """A fact: a linear form of figures lies in an interval."""

    says: str
    form: Form
    allowed: Interval
    printed: bool = False


class Contradiction(Exception):
    """No value is left for a figure; ``because`` is a sentence, ``violated`` the facts that it breaks."""

    def __init__(self, because: str, reasons: Iterable[Reason] = ()) -> None:
        super().__init__(because)
        self.because = because
        reasons = list(reasons)
        facts = [why.says for why in reasons if not why.printed] or [why.says for why in reasons]
        self.violated = " and ".join(dict.fromkeys(facts))


class Intervals:
    """The interval of possible values of each figure, and the reasons for its ends."""

    def __init__(self) -> None:
        self.ranges: dict[str, Interval] = {}
        self.reasons: dict[tuple[str, bool], Reason] = {}
        self.moved = False
        self.steps = 0

    def at_first(self, name: str) -> Interval:
        """Where a figure lies on every data set."""
        return Interval()

    @property
    def spent(self) -> float:
        """The work that was done, in units of `workbench.limits`."""
        return _SET_UP + _STEP * self.steps

    def span(self, name: str) -> Interval:
        """The values that a figure can have."""
        if name not in self.ranges:
            self.ranges[name] = self.at_first(name)
        return self.ranges[name]

    def low(self, name: str) -> Fraction:
        """The lower end, for a figure that lies in [0, 1]."""
        return self.span(name).low or Fraction(0)

    def high(self, name: str) -> Fraction:
        """The upper end, for a figure that lies in [0, 1]."""
        high = self.span(name).high
        return Fraction(1) if high is None else high

    def narrow(
        self, name: str, interval: Interval, says: str, about: Iterable[str] = (), printed: bool = False
    ) -> None:
        """Keep the part of a figure's interval that lies in another one, for a reason ``about`` other figures."""
        self.steps += 1
        old = self.span(name)
        new = old & _rounded_outward(interval)
        if new == old:
            return
        reason = Reason(says, ", ".join(f"{x} {self._words(x)}" for x in about), printed)
        if new.empty:
            raise self._contradiction(name, old, interval, reason)
        for end, (before, now) in enumerate(((old.low, new.low), (old.high, new.high))):
            if before != now:
                self.reasons[name, bool(end)] = reason
                self.moved |= before is None or now is None or abs(now - before) > Fraction(1, 10**9)
        self.ranges[name] = new

    def at_least(self, name: str, low: Fraction, says: str, about: Iterable[str] = ()) -> None:
        """`narrow` from below."""
        self.narrow(name, Interval(low), says, about)

    def at_most(self, name: str, high: Fraction, says: str, about: Iterable[str] = ()) -> None:
        """`narrow` from above."""
        self.narrow(name, Interval(None, high), says, about)

    def _words(self, name: str) -> str:
        found = self.span(name)
        return f"from {about(found.low)} to {about(found.high)}"

    def _contradiction(self, name: str, old: Interval, new: Interval, reason: Reason) -> Contradiction:
        if new.empty:
            return Contradiction(f"no value is left for {name}, as {reason}", [reason])
        above = old.high is not None and new.low is not None and new.low >= old.high
        known = self.why(name, above)
        low, why_low, high, why_high = new.low, reason, old.high, known
        if not above:
            low, why_low, high, why_high = old.low, known, new.high, reason
        says = f"{name} is at least {about(low)}, as {why_low}, and at most {about(high)}, as {why_high}"
        return Contradiction(says, [why_low, why_high])

    def apply(self, fact: Linear) -> None:
        """Narrow each figure of a linear fact by the intervals of the others."""
        terms = list(fact.form.terms.items())
        allowed = fact.allowed.moved(1, -fact.form.constant)
        if not terms:
            if Fraction(0) not in allowed:
                raise Contradiction(
                    f"{fact.says}, but it is {about(fact.form.constant)} for these sizes", [Reason(fact.says)]
                )
            return
        if len(terms) == 1:
            ((name, x),) = terms
            self.narrow(name, allowed.moved(1 / x), fact.says, printed=fact.printed)
            return
        spans = [scaled(self.span(name), x) for name, x in terms]
        for i, (name, x) in enumerate(terms):
            rest = spans[:i] + spans[i + 1 :]
            low = less(allowed.low, [high for _, high in rest])
            high = less(allowed.high, [low for low, _ in rest])
            if low is not None or high is not None:
                others = [other for other, _ in terms if other != name]
                self.narrow(name, Interval(low, high).moved(1 / x), fact.says, others, fact.printed)
                spans[i] = scaled(self.span(name), x)

    def why(self, name: str, high: bool) -> Reason:
        return self.reasons.get((name, high), Reason(f"{name} lies in {self.at_first(name)}"))


def scaled(interval: Interval, x: Fraction) -> tuple[Fraction | None, Fraction | None]:
    low, high = (None if end is None else end * x for end in (interval.low, interval.high))
    return (low, high) if x > 0 else (high, low)


def less(end: Fraction | None, ends: list[Fraction | None]) -> Fraction | None:
    """``end`` minus all of ``ends``; None where one is unknown."""
    known = [x for x in ends if x is not None]
    return None if end is None or len(known) < len(ends) else end - sum(known)


def _rounded_outward(interval: Interval) -> Interval:
    """The interval, or a slightly greater one where its ends are long fractions."""
    low, high = interval.low, interval.high
    if low is not None and low.denominator > _FINEST**2:
        low = Fraction(floor(low * _FINEST), _FINEST)
    if high is not None and high.denominator > _FINEST**2:
        high = Fraction(ceil(high * _FINEST), _FINEST)
    return Interval(low, high, interval.low_closed, interval.high_closed)
