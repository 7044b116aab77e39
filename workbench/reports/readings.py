"""The readings of a report: what is printed may have one of several definitions, and accuses nobody by one alone.

A figure without a value may have been printed as a number. KS is read as the greatest ``|F0 - F1|``; who computes
``max(tpr - fpr)``, as is usual with scikit-learn's ``roc_curve``, has the greatest ``F0 - F1``, which is less where the
ROC curve lies mostly below the diagonal, and 0 where all of it does. Average precision and net benefit have an event
class, class 1 or, where a report does not tell it, class 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from workbench.feasible.linear_forms import ONE_SIDED_KS
from workbench.language.statements import definition, parse_expression
from workbench.language.syntax import names, substitute
from workbench.numbers.notations import noted
from workbench.numbers.printed import Printed
from workbench.reports.assumed_readings import AP
from workbench.reports.figures_read import SHARE, of_class0
from workbench.reports.paper_file import Report
from workbench.reports.undefined import without_values

_Any = TypeVar("_Any")
KS = "KS"
NEITHER = "; nor is it possible with KS as the greatest tpr - fpr"


def other_readings(report: Report) -> Iterator[tuple[Report, str]]:
    """The report in each of its other readings, and what is different there, in words.

    >>> from workbench.reports.paper_file import report_of
    >>> [(list(other.figures), words) for other, words in other_readings(report_of("KS=0.00 AUC=0.3"))]
    [(['1 - 2*loss(optimal, cost=point(1/2), condition=skew)', 'AUC'], 'KS 0.00 is then the greatest tpr - fpr, ...')]
    """
    every: list[tuple[Report, list[str]]] = [(report, []), *((other, [words]) for other, words in of_shares(report))]
    if one_sided := _one_sided(report):
        printed = f" {report.figures[KS]}" if KS in report.figures else ""
        words = f"KS{printed} is then the greatest tpr - fpr, not the greatest distance of tpr and fpr"
        every += [(_renamed(each, one_sided), [*said, words]) for each, said in every]
    if events := _of_events(report):
        words = f"class 0 is then the event of {' and '.join(events)}"
        every += [(replace(_renamed(each, events), event=0), [*said, words]) for each, said in every]
    for each, said in every:
        if said:
            yield each, ", and ".join(said)
        yield from ((other, ", and ".join((more, *said))) for other, more in without_values(each))


def has_two_sides(report: Report) -> bool:
    """Whether it has a KS that may be of one side instead."""
    return bool(_one_sided(report))


def _one_sided(report: Report) -> dict[str, str]:
    """The figures that KS occurs in, and the same with that of one side, unless the report has it beside them.

    >>> from workbench.reports.paper_file import report_of
    >>> _one_sided(report_of("2*KS=0.8 AUC=0.8"))
    {'2*KS': '2*(1 - 2*loss(optimal, cost=point(1/2), condition=skew))'}
    """
    one, found = parse_expression(ONE_SIDED_KS), {}
    for name in {} if report.plan else report.of_scores:
        told = definition(name) or parse_expression(name)
        if told == one:
            return {}
        if KS in names(told):
            found[name] = ONE_SIDED_KS if name == KS else str(substitute(told, {KS: one}))
    return found


def _of_events(report: Report) -> dict[str, str]:
    """The figures with an event class that is not told, and what they are called where it is class 0."""
    if report.event is not None or report.plan:
        return {}
    names = {name: of_class0(name) for name in report.of_scores}
    of_data = {AP: AP} if AP in names and report.sample is not None else {}
    return of_data | {name: other for name, other in names.items() if other != name and other not in names}


def _renamed(report: Report, names: Mapping[str, str]) -> Report:
    again = tuple((names.get(name, name), x) for name, x in report.again)
    return replace(report, figures=_under(report.figures, names), again=again)


def by_printed_names(values: Mapping[str, _Any], report: Report) -> Mapping[str, _Any]:
    """Values of the figures of a reading by the names that they have in the report.

    >>> from workbench.reports.paper_file import report_of
    >>> by_printed_names({"net_benefit0(1/4)": 1, "AUC": 2}, report_of("net_benefit(1/4)=0.1 AUC=0.8"))
    {'net_benefit(1/4)': 1, 'AUC': 2}
    """
    others = _of_events(report) | _one_sided(report)
    return _under(values, {other: name for name, other in others.items()})


def _under(values: Mapping[str, _Any], names: Mapping[str, str]) -> dict[str, _Any]:
    return {names.get(name, name): value for name, value in values.items()}


def way_of(report: Report, name: str) -> str:
    """In which of its ways a figure is read, in parentheses; empty where it has one alone."""
    return "".join(f" ({of[name]})" for of in (report.assumed, report.unsigned) if name in of)


def of_shares(report: Report) -> Iterator[tuple[Report, str]]:
    """The report with some of its shares as percentages, and which these are, in words."""
    shares = [name for name, how in report.unsigned.items() if how == SHARE and name in report.figures]
    for many in range(1, len(shares) + 1):
        for chosen in combinations(shares, many):
            figures = {x: _hundredth(printed) if x in chosen else printed for x, printed in report.figures.items()}
            intervals = {x: interval for x, interval in report.intervals.items() if x not in chosen}
            again = tuple((x, printed) for x, printed in report.again if x not in chosen)
            spreads = {x: of for x, of in report.spreads.items() if x not in chosen}
            unsigned = {x: how for x, how in report.unsigned.items() if x not in chosen}
            other = replace(
                report, figures=figures, intervals=intervals, again=again, spreads=spreads, unsigned=unsigned
            )
            yield other, f"{' and '.join(chosen)} {'is' if many == 1 else 'are'} then printed as percentages"


def _hundredth(printed: Printed) -> Printed:
    return Printed(noted(f"{printed.text}%").text, printed.rounding)
