"""What is said of intervals and of a choice, sentence by sentence and table by table: for terminals and notebooks.

The first sentence is the answer. ``name`` is what the data are called, such as their file.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from workbench.formats import Rows, Told, exactly, fraction, in_decimals
from workbench.inference.bootstrap import Interval
from workbench.inference.choosing import ChosenThreshold, Decision
from workbench.inference.costs_by_example import CostsByExample
from workbench.inference.evaluation_intervals import EvaluationIntervals, EvaluationWithIntervals, shifted
from workbench.inference.losses_under import LossesUnder, told_law
from workbench.losses.told import AT_TERMINALS, evaluated
from workbench.numbers.written import decimal, plain, significant, text

WIDEST, NARROW = 20, 9


# --- intervals of an evaluation --------------------------------------------------------------------------


def with_intervals(found: EvaluationWithIntervals, name: str = "", whole: str = AT_TERMINALS) -> Iterator[Told]:
    """An evaluation, then its intervals, losses under a law, and what rules cost, where there are any."""
    yield from evaluated(found.found, name, whole)
    yield from () if found.intervals is None else intervals(found.intervals)
    yield from () if found.under is None else under_a_law(found.under)
    yield from () if found.costs is None else by_example(found.costs, name)


def intervals(found: EvaluationIntervals) -> Iterator[Told]:
    """The intervals of an evaluation, figure by figure."""
    plan = found.plan.printed
    yield f"{100 * plan['level']:g}% intervals from {plan['resamples']} resamples, seed {plan['seed']}"
    every = [x for part in found.parts.values() for x in part.values()]
    columns = "estimate", "low", "high", "standard_error"
    rows = [(x.name + " *" * shifted(x), *(decimal(getattr(x, name)) for name in columns)) for x in every]
    yield Rows(("figure", "value", "low", "high", "standard error"), tuple(rows))
    if any(map(shifted, every)):
        shifts = "* best on its own sample, or counting its ties: resampling shifts it, and the interval tells"
        yield f"{shifts} how resamples vary, not where the true value lies"
    yield from (f"{figure}: {reason}" for figure, reason in found.notes.items())


def under_a_law(found: LossesUnder) -> Iterator[Told]:
    """Losses under a law of costs, with their intervals."""
    yield f"under {told_law(found.cost)} cost proportions"
    ends = {key: (decimal(x.low), decimal(x.high)) for key, x in found.intervals.items()}
    rows = [(key, in_decimals(x), exactly(x, 22), *ends.get(key, ("", ""))) for key, x in found.losses.items()]
    yield Rows(("expected loss", "value", "exact", *(("low", "high") if ends else ("", ""))), tuple(rows))
    yield from (f"{key}: {reason}" for key, reason in found.notes.items())


def _called(name: str) -> str:
    return f"{name}: " if name else ""


# --- a choice -------------------------------------------------------------------------------------------


def chosen(found: ChosenThreshold, name: str = "") -> Iterator[Told]:
    """What to do, what others cost, the matrix, what a wrong ratio of costs costs, and the intervals.

    >>> from workbench.inference.choosing import choose
    >>> next(chosen(choose([0, 1], ["0.2", "0.8"], miss=1, false_alarm=1)))
    'treat when score > 0.5: costs 0 per case, 0.5 less than treating nobody and 0.5 less than treating everybody'
    """
    sample, operation = found.sample, found.operation
    yield found.sentence
    sizes, design = found.sizes, sample.design
    weighted = ", weighted" * (design is not None and design.weighted)
    events = f"{sizes.n0 + sizes.n1} examples{weighted}, {sizes.n1} with the event"
    deployed = f"in deployment {_percent(operation.prior)} have it"
    capacity = operation.capacity
    at_most = f", at most {_percent(capacity)} can be treated" * (capacity < 1)
    yield f"{_called(name)}{events}; {deployed}{at_most}"
    rows = [
        _row(found.decision, "the chosen threshold"),
        *([] if found.theoretical is None else [_row(found.theoretical, "best if scores are calibrated", capacity)]),
        *([] if found.unbounded == found.decision else [_row(found.unbounded, "best without the capacity")]),
        ("nobody", *_cost(operation.of_nobody), "0%", ""),
        ("everybody", *_cost(operation.of_everybody), "100%", "beyond the capacity" * (capacity < 1)),
        ("", *_cost(operation.of_the_best_possible), "", "the best possible"),
    ]
    yield Rows(("treat when", "cost a case", "exact", "treated", ""), tuple(rows))
    m, counts = found.matrix, found.counts
    cells = {key: f"{decimal(m[key])} ({counts[key]})" for key in m}
    of_matrix = ("event", cells["tp"], cells["fn"]), ("no event", cells["fp"], cells["tn"])
    yield Rows(("of all cases (examples)", "treated", "not treated"), of_matrix)
    if found.misjudged:
        what = "if a miss, compared with a false alarm, really costs so many times what was given"
        yield f"{what}, each less the cost of the right decision:"
        regrets = [(str(x.factor), _figure(x.regret), _whom(x.best), _exact(x.regret)) for x in found.misjudged]
        yield Rows(("times", "regret a case", "best then", "exact"), tuple(regrets))
    if operation.costs.proportion is not None:
        yield f"cost proportion c = {_short(operation.costs.proportion)}"
    if found.spread is not None:
        (low, high), (first, last), optimism, plan = found.spread
        yield f"{100 * plan['level']:g}% intervals from {plan['resamples']} resamples, seed {plan['seed']}:"
        yield f"cost a case {decimal(low)} to {decimal(high)}, {_between(found, first, last)}"
        better = "a threshold looks better on the examples that chose it than on new cases"
        yield f"{better}, by {decimal(optimism)} a case here"
    yield from found.notes


def _between(found: ChosenThreshold, first: float, last: float) -> str:
    """The interval of the threshold, in words where it ends at treating everybody or nobody."""
    ends = [found.treating(first), found.treating(last)]
    if ends[0] == ends[1]:
        return f"treating {ends[0]} throughout" if ends[0] in ("everybody", "nobody") else ends[0]
    if not {"everybody", "nobody"} & set(ends):
        return f"threshold {significant(first)} to {significant(last)}"
    return " to ".join(f"treating {end}" if end in ("everybody", "nobody") else end for end in ends)


def by_example(found: CostsByExample, name: str = "") -> Iterator[Told]:
    """What rules cost and save, where examples have costs of their own, and the intervals.

    >>> from workbench.inference.costs_by_example import costs_by_example
    >>> next(by_example(costs_by_example([1, 0], ["0.9", "0.2"], miss=[100, 20], false_alarm=5)))
    'treat each example above its own threshold: costs 0.000000 per case, 100.0% less than treating all alike'
    """
    yield found.sentence
    prior, capacity = found.deployment
    weighted = ", weighted" * (found.weight is not None)
    deployed = "" if prior is None else f"; in deployment {_percent(prior)} have it"
    at_most = f"{';' if prior is None else ','} at most {_percent(capacity)} can be treated" * (capacity < 1)
    yield f"{_called(name)}{found.n} examples{weighted}, {found.events} with the event{deployed}{at_most}"
    rows = [
        (
            rule.what,
            rule.treat,
            _figure(rule.per_case),
            f"{_percent(rule.treated_share)}{'*' * (rule.treated_share > capacity)}",
            "" if rule.savings is None else f"{decimal(100 * float(rule.savings), 1)}%",
            exact if len(exact := text(rule.per_case)) <= NARROW else "",
        )
        for rule in found.rules
    ]
    yield Rows(("rule", "treat", "cost a case", "treated", "saves", "exact"), tuple(rows))
    if any(rule.treated_share > capacity for rule in found.rules):
        yield "* beyond the capacity"
    if found.plan is not None and found.intervals:
        plan = found.plan.printed
        yield f"{100 * plan['level']:g}% intervals from {plan['resamples']} resamples, seed {plan['seed']}:"
        ends = [
            (what, _ends(of["per_case"]), _ends(of["total"]), _ends(of["savings"], 100, "%") if "savings" in of else "")
            for what, of in found.intervals.items()
        ]
        yield Rows(("rule", "cost a case", "total", "saves"), tuple(ends))
    yield from found.notes


def _ends(found: Interval, times: int = 1, unit: str = "") -> str:
    low, high = (significant(times * end) if times == 1 else decimal(times * end, 1) for end in (found.low, found.high))
    return f"{low} to {high}{unit}"


def _row(x: Decision, what: str, capacity: Fraction = Fraction(1)) -> tuple[str, ...]:
    beyond = ", beyond the capacity" * (x.treated > capacity)
    return _whom(x), *_cost(x.expected_cost), _percent(x.treated), f"{what}{beyond}"


def _cost(x: Fraction) -> tuple[str, str]:
    return _figure(x), _exact(x)


def _figure(x: Fraction) -> str:
    """To six decimals, or to six digits where these say nothing, or too much."""
    return decimal(x) if not x or 1e-3 <= abs(x) < 1e6 else significant(x)


def _whom(x: Decision) -> str:
    """Whom to treat, with a threshold that is no short decimal to six digits."""
    if x.treated in (0, 1):
        return "everybody" if x.treated else "nobody"
    if len(x.treat) <= WIDEST and "/" not in x.treat:
        return x.treat
    t = significant(x.threshold) if "/" in x.treat else plain(x.threshold)
    return f"{x.treat.rpartition(' ')[0]} {t}"


def _exact(x: Fraction) -> str:
    return fraction(text(x), WIDEST)


def _short(x: Fraction) -> str:
    exact = text(x)
    return exact if len(exact) <= WIDEST else _figure(x)


def _percent(x: Fraction) -> str:
    return f"{significant(100 * float(x), 4)}%"
