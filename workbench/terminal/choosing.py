"""What ``workbench choose`` prints for people: what to do, what it costs beside others, and how firm that is."""

from __future__ import annotations

from fractions import Fraction

from rich.text import Text

from workbench.formats import fraction
from workbench.inference.bootstrap import Interval
from workbench.inference.choosing import ChosenThreshold, Decision
from workbench.inference.costs_by_example import CostsByExample
from workbench.numbers.written import decimal, plain, significant, text
from workbench.terminal.layout import new_console, table_of

WIDEST, NARROW = 20, 9


def show(found: ChosenThreshold, name: str) -> None:
    """Print the decision, what others cost, the matrix, what a wrong ratio of costs costs, and the intervals."""
    console = new_console()
    sample, operation = found.sample, found.operation
    console.print(Text(found.sentence, style="bold"))
    sizes, design = found.sizes, sample.design
    weighted = ", weighted" * (design is not None and design.weighted)
    events = f"{sizes.n0 + sizes.n1} examples{weighted}, {sizes.n1} with the event"
    deployed = f"in deployment {_percent(operation.prior)} have it"
    capacity = operation.capacity
    at_most = f", at most {_percent(capacity)} can be treated" * (capacity < 1)
    console.print(Text(f"{name}: {events}; {deployed}{at_most}"))
    rows = [
        _row(found.decision, "the chosen threshold"),
        *([] if found.theoretical is None else [_row(found.theoretical, "best if scores are calibrated", capacity)]),
        *([] if found.unbounded == found.decision else [_row(found.unbounded, "best without the capacity")]),
        ("nobody", *_cost(operation.of_nobody), "0%", ""),
        ("everybody", *_cost(operation.of_everybody), "100%", "beyond the capacity" * (capacity < 1)),
        ("", *_cost(operation.of_the_best_possible), "", "the best possible"),
    ]
    console.print(table_of(("treat when", "cost a case", "exact", "treated", ""), rows))
    m, counts = found.matrix, found.counts
    cells = {key: f"{decimal(m[key])} ({counts[key]})" for key in m}
    rows_of_matrix = [("event", cells["tp"], cells["fn"]), ("no event", cells["fp"], cells["tn"])]
    console.print(table_of(("of all cases (examples)", "treated", "not treated"), rows_of_matrix))
    if found.misjudged:
        regrets = [(str(x.factor), _figure(x.regret), _whom(x.best), _exact(x.regret)) for x in found.misjudged]
        console.print(Text("if a miss costs so many times as much beside a false alarm, net of right decisions:"))
        console.print(table_of(("times", "regret a case", "best then", "exact"), regrets))
    if operation.costs.proportion is not None:
        console.print(Text(f"cost proportion c = {_short(operation.costs.proportion)}"))
    _show_spread(console.print, found)
    for note in found.notes:
        console.print(Text(note))


def show_by_example(found: CostsByExample, name: str) -> None:
    """Print what rules cost and save, where examples have costs of their own."""
    console = new_console()
    console.print(Text(found.sentence, style="bold"))
    prior, capacity = found.deployment
    weighted = ", weighted" * (found.weight is not None)
    deployed = "" if prior is None else f"; in deployment {_percent(prior)} have it"
    at_most = f"{';' if prior is None else ','} at most {_percent(capacity)} can be treated" * (capacity < 1)
    console.print(Text(f"{name}: {found.n} examples{weighted}, {found.events} with the event{deployed}{at_most}"))
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
    console.print(table_of(("rule", "treat", "cost a case", "treated", "saves", "exact"), rows))
    if any(rule.treated_share > capacity for rule in found.rules):
        console.print(Text("* beyond the capacity"))
    show_intervals_by_example(found)
    for note in found.notes:
        console.print(Text(note))


def show_intervals_by_example(found: CostsByExample) -> None:
    """Print the intervals of rules, where there are resamples."""
    if found.plan is None or not found.intervals:
        return
    console, plan = new_console(), found.plan.printed
    how = f"{plan['resamples']} resamples, seed {plan['seed']}"
    console.print(Text(f"{100 * plan['level']:g}% intervals from {how}:"))
    rows = [
        (what, _ends(of["per_case"]), _ends(of["total"]), _ends(of["savings"], 100, "%") if "savings" in of else "")
        for what, of in found.intervals.items()
    ]
    console.print(table_of(("rule", "cost a case", "total", "saves"), rows))


def _ends(found: Interval, times: int = 1, unit: str = "") -> str:
    low, high = (significant(times * end) if times == 1 else decimal(times * end, 1) for end in (found.low, found.high))
    return f"{low} to {high}{unit}"


def _show_spread(put: object, found: ChosenThreshold) -> None:
    assert callable(put)
    if found.spread is None:
        return
    (low, high), (first, last), optimism, plan = found.spread
    put(Text(f"{100 * plan['level']:g}% intervals from {plan['resamples']} resamples, seed {plan['seed']}:"))
    put(Text(f"cost a case {decimal(low)} to {decimal(high)}, threshold {significant(first)} to {significant(last)}"))
    better = "a threshold looks better on the examples that chose it than on new cases"
    put(Text(f"{better}, by {decimal(optimism)} a case here"))


def _row(x: Decision, what: str, capacity: Fraction = Fraction(1)) -> tuple[str, ...]:
    return (
        _whom(x),
        *_cost(x.expected_cost),
        _percent(x.treated),
        f"{what}{', beyond the capacity' * (x.treated > capacity)}",
    )


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
