"""What the facts behind `check` leave to a figure when others have a known value, whatever the class sizes.

No figure is printed here: what is assumed is exact where it is a decimal, and else an interval of a width of 1e-12
around it. The class proportions are gone through in parts, so that what holds of each part holds of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from workbench.errors import InputError
from workbench.feasible.any_sizes import ShareForm, ShareKnowledge, plus, share_form, times
from workbench.feasible.class_losses import Shares
from workbench.feasible.intervals import Contradiction
from workbench.language.syntax import Assumption, Expression, Name, Number
from workbench.limits import Work
from workbench.numbers.piecewise import polynomial
from workbench.numbers.printed import Interval, Printed

PARTS = 32
DIGITS = 12


class Left(NamedTuple):
    """The interval that is left to a figure, and the facts that bound it on either side."""

    values: Interval
    low: str = ""
    high: str = ""


def left_by_facts(
    figure: Expression, given: Sequence[Assumption], within: tuple[Fraction, Fraction], work: Work
) -> Left | None:
    """What is left to the figure by the assumptions that a figure equals a number, or that scores are calibrated.

    ``within`` is where the proportion of class 0 lies. None where the figure is no linear form of those that `check`
    knows facts of, or where nothing is left.

    >>> from workbench.language.statements import parse_expression, parse_statement
    >>> given = parse_statement("AUC <= 1 given MER == 1/4").given
    >>> found = left_by_facts(parse_expression("RLH"), given, (Fraction(0), Fraction(1)), Work.of(1))
    >>> print(found.values, found.high)
    [1/8, 3/16] e = MER: e/2 <= RLH <= e*(1 - e)
    """
    asked = ShareForm(polynomial(0), {figure.name: polynomial(1)}) if isinstance(figure, Name) else _form(figure)
    if asked is None or not asked.terms:
        return None
    known: dict[str, tuple[ShareForm, Printed]] = {}
    for assumption in given:
        said = _equality(assumption)
        if said is not None:
            form = _form(said[0])
            if form is not None:
                known[str(said[0])] = form, _as_printed(said[1])
    calibrated = any(a.name == "calibrated" for a in given)
    low, high = within
    parts = PARTS if low < high else 1
    cuts = [low + (high - low) * Fraction(i, parts) for i in range(parts + 1)]
    lows: list[tuple[Fraction, str]] = []
    highs: list[tuple[Fraction, str]] = []
    for i in range(parts):
        if work.over:
            return None
        facts = ShareKnowledge(Shares(cuts[i], cuts[i + 1]), known, calibrated=calibrated)
        try:
            facts.settle()
        except Contradiction:
            continue
        finally:
            work.spend(facts.spent)
        span = _spread(asked, facts)
        if span.low is None or span.high is None:
            return None
        reasons = [facts.reasons.get((str(figure), upper)) for upper in (False, True)]
        words = ["" if reason is None else reason.says for reason in reasons]
        lows.append((span.low, words[0]))
        highs.append((span.high, words[1]))
    if not lows:
        return None
    least, most = min(lows, key=lambda x: x[0]), max(highs, key=lambda x: x[0])
    return Left(Interval(least[0], most[0]), least[1], most[1])


def _spread(form: ShareForm, facts: ShareKnowledge) -> Interval:
    """All values of a linear form, by what is known of its figures."""
    loose = form.over(facts.shares)
    found = loose.constant
    for name, factor in loose.terms.items():
        found = plus(found, times(factor, facts.span(name)))
    return found


def _equality(assumption: Assumption) -> tuple[Expression, Fraction] | None:
    """The figure and the number that it is assumed to equal."""
    if assumption.relation != "==":
        return None
    if assumption.sides is None:
        return None if assumption.name != "auc" or assumption.value is None else (Name("AUC"), assumption.value)
    left, right = assumption.sides
    if isinstance(left, Number):
        left, right = right, left
    return (left, right.value) if isinstance(right, Number) else None


def _form(figure: Expression) -> ShareForm | None:
    try:
        return share_form(figure)
    except InputError:
        return None


def _as_printed(value: Fraction) -> Printed:
    """The number as a decimal that stands for it alone, or for little more."""
    scaled = abs(value) * 10**DIGITS
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    digits = f"{whole:0{DIGITS + 1}d}"
    text = f"{'-' if value < 0 else ''}{digits[:-DIGITS]}.{digits[-DIGITS:]}"
    return Printed(text, "down") if rest else Printed(text).exactly
