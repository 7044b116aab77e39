"""What is printed beside means over folds, decided: standard deviations and errors, least and greatest values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from workbench.feasible.fold_plans import Part
from workbench.feasible.fold_question import Fold
from workbench.feasible.fold_spreads import SPREADS, Spread, Spreads, decide_spreads
from workbench.feasible.folds import RESTS_ON, FoldsVerdict
from workbench.limits import Limit, Work
from workbench.numbers.certified import Real
from workbench.numbers.printed import Printed
from workbench.reports.figures_read import UNTOLD, canonical

_LITTLE = 1.0
_Pair: TypeAlias = "tuple[str, str]"
"""A figure, and what is printed of it over folds."""


@dataclass(frozen=True)
class SpreadsFound:
    """What is ``violated``, or else folds that have what is printed beside the means, and what was not decided."""

    violated: str | None = None
    folds: tuple[Fold, ...] = ()
    computed: Mapping[str, Real] = field(default_factory=dict)
    not_checked: tuple[tuple[str, str], ...] = ()


def said(name: str, how: str) -> str:
    """What something printed of a figure over folds is called.

    >>> said("accuracy", "sd"), said("accuracy", UNTOLD)
    ('sd(accuracy)', 'accuracy ±')
    """
    return f"{name} {how}" if how == UNTOLD else f"{how}({name})"


def not_over_folds(spreads: Spreads) -> tuple[tuple[str, str], ...]:
    """That these are decided over folds alone."""
    return _left(_every(spreads), "it is decided over folds, where folds= says how many; the figure itself is checked")


def spreads_found(spreads: Spreads, found: FoldsVerdict, plan: Sequence[Part], seconds: Limit) -> SpreadsFound:
    """Whether folds that have the means can have these spreads."""
    every = _every(spreads)
    if found.verdict != "consistent" or found.question is None:
        return SpreadsFound(not_checked=_left(every, "the means alone are not known to be possible"))
    if len(plan) > 1 or plan[0].size * plan[0].repeats < 2:
        return SpreadsFound(not_checked=_left(every, "it is decided over the folds of one data set, of two at least"))
    names = {canonical(figure.name): figure.name for figure in found.question.figures}
    lone = {pair: x for pair, x in every.items() if pair[0] not in names}
    told = {pair: x for pair, x in every.items() if pair[0] in names and pair[1] != UNTOLD}
    left = _left(lone, "the mean of the figure over the folds is not given")
    work = Work.of(seconds)

    def possible(pairs: Mapping[_Pair, Printed]) -> Spread:
        assert found.question is not None
        asked: dict[str, dict[str, Printed]] = {}
        for (name, how), x in pairs.items():
            asked.setdefault(names[name], {})[how] = x
        return decide_spreads(found.question, found.folds, asked, work.share(1 / 2))

    best = possible(told) if told else Spread(True, found.folds)
    if best.possible is False:
        for pair in list(told):
            fewer = {other: x for other, x in told.items() if other != pair}
            if fewer and possible(fewer).possible is False:
                told = fewer
        return SpreadsFound(_violated(told, found, plan[0]))
    if best.possible is None:
        left += _left(told, "neither folds with it nor a proof that there are none were found; the mean is checked")
    for (name, how), x in every.items():
        if how == UNTOLD and name in names:
            one = {(name, "sd"): x}
            as_sd = {True: "possible", False: "impossible", None: "not decided"}[possible(one).possible]
            why = f"spread=sd or spread=se says what it is; as a standard deviation over the folds it is {as_sd}"
            left += _left({(name, how): x}, why)
    return SpreadsFound(None, best.folds or found.folds, best.computed, left)


def _violated(pairs: Mapping[_Pair, Printed], found: FoldsVerdict, part: Part) -> str:
    """One sentence on spreads none of which can be spared."""
    *others, last = (f"the {SPREADS[how]} {x} of {name}" for (name, how), x in pairs.items())
    listed = f"{', '.join(others)} and {last}" if others else last
    of_squares = any(how in ("sd", "se") for _, how in pairs)
    k, r = part.size, part.repeats
    if k > 1 < r:
        of = f", over all {k * r} folds or over the means of the {r} repetitions"
        divided = f"{of}, the squares divided by their number or by one less" if of_squares else of
    else:
        divided = f", the squares divided by {k * r - 1} or by {k * r}" if of_squares else ""
    means = ", ".join(f"{figure.name} {figure.printed}" for figure in found.question.figures) if found.question else ""
    return f"{found.question} can have the means {means}, but not with {listed}{divided} ({RESTS_ON})"


def _every(spreads: Spreads) -> dict[_Pair, Printed]:
    return {(name, how): x for name, of in spreads.items() for how, x in of.items()}


def _left(pairs: Mapping[_Pair, Printed], why: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"{said(*pair)} {x}", why) for pair, x in pairs.items())
