"""``workbench choose``: the operating threshold for costs in the user's own units."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.commands.common import (
    HOLDS,
    add_columns,
    add_costs,
    columns_of_costs,
    costs_given,
    new_command,
    printed,
    read_costs,
    with_point,
)
from workbench.errors import InputError, installing, shown

if TYPE_CHECKING:
    from workbench.inference.choosing import ChosenThreshold
    from workbench.inference.costs_by_example import CostsByExample


def add(commands: Any) -> None:
    choose = new_command(
        commands,
        "choose",
        "the operating threshold for costs in the user's own units",
        "The threshold of least expected cost per case, for what a miss and a false alarm\n"
        "cost in any unit, the proportion of events in deployment, and the greatest\n"
        "proportion of cases that can be treated. The event is class 1, and a case is\n"
        "treated, as if the event were there, when its score is above the threshold.",
        "A miss is an event that is not treated, a false alarm a treated case without the\n"
        "event; hits and correct rejections cost nothing unless said. Gains are negative\n"
        "costs (write --hit=-1/2 for a negative fraction). In the matrix, tp, fn, fp, tn\n"
        "are proportions of cases in deployment, the event being positive.\n\n"
        "Of thresholds of one cost the one is taken at which the fewest are treated, and\n"
        "between two neighbouring scores the decimal of the fewest digits. Beside it\n"
        "stands the theoretical threshold, which is best when scores are calibrated\n"
        "probabilities, and what the choice would cost too much if the ratio of the costs\n"
        "were another.\n\n"
        "examples:\n"
        "  workbench choose scores.csv --miss 5 --false-alarm 1\n"
        "  workbench choose scores.csv --miss 5 --false-alarm 1 --prior 0.02\n"
        "  workbench choose scores.csv --miss 800 --false-alarm 30 --capacity 0.1\n"
        "  workbench choose scores.csv --miss 5 --false-alarm 1 --resamples 10000\n"
        "  workbench choose scores.csv --miss 5 --false-alarm 1 --weights w\n"
        "  workbench choose scores.csv --miss 5 --false-alarm 1 -o cost.svg\n"
        "  workbench choose loans.csv --miss amount --false-alarm 30 --resamples 10000\n"
        "  workbench choose loans.csv --miss amount --false-alarm 30 --capacity 0.2\n"
        "\nWhere a cost is the name of a column, each example has costs of its own: the\n"
        "best threshold stands beside treating each example above a threshold of its own,\n"
        "and what each saves of the cost of treating all alike, or with --capacity of\n"
        "that of treating nobody.\n"
        "\nThe score is the belief in class 1. A file whose higher scores mean class 0\n"
        "needs --higher-means 0; those with scores below the threshold are treated then.\n"
        f"Pictures need matplotlib: {installing('plot')}.",
    )
    choose.add_argument("file", metavar="FILE", help="CSV, .csv.gz, ARFF, Parquet or Feather file; - is standard input")
    add_columns(choose)
    choose.add_argument("--weights", metavar="COLUMN", help="a column of weights from 0 on, by which examples count")
    costs = choose.add_argument_group("costs, in any unit")
    add_costs(costs)
    deployment = choose.add_argument_group("deployment")
    deployment.add_argument(
        "--prior", type=with_point, metavar="P", help="proportion of events (default: that of the file)"
    )
    deployment.add_argument(
        "--capacity", type=with_point, metavar="R", help="greatest proportion of cases that can be treated"
    )
    spread = choose.add_argument_group("intervals")
    spread.add_argument(
        "--resamples", type=int, metavar="N", help="intervals of the cost and the threshold, from N resamples"
    )
    spread.add_argument("--level", metavar="P", help="level of the intervals (default: 0.95)")
    spread.add_argument("--groups", metavar="COLUMN", help="a column of groups, which resamples draw as a whole")
    spread.add_argument("--seed", type=int, metavar="N", help="seed of the resamples (default: 0)")
    choose.add_argument(
        "-o", "--output", metavar="PICTURE", help="also draw the cost of each threshold: .svg, .png or .pdf"
    )


def _sampling(given: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(given, name) for name in ("level", "seed") if getattr(given, name) is not None}


def run(given: argparse.Namespace) -> int:
    from workbench.inference import told
    from workbench.inference.bootstrap import Plan
    from workbench.inference.choosing import choose_on, operation_of
    from workbench.reading.datafile import read_sample
    from workbench.terminal import layout

    sampling = _sampling(given)
    if given.resamples is None:
        alone = sampling if given.groups is None else {**sampling, "groups": given.groups}
        for name, value in alone.items():
            raise InputError(f"--{name} {shown(value)} is for intervals, which only --resamples N adds")
    if columns_of_costs(given):
        return _by_example(given)
    operation = operation_of(
        given.miss, given.false_alarm, given.hit or 0, given.correct_rejection or 0, given.prior, given.capacity
    )
    _check_output(given)
    plan = None if given.resamples is None else Plan(given.resamples, **sampling)
    columns = {"score": given.score, "label": given.label, "event": given.event}
    columns |= {"weights": given.weights, "groups": given.groups}
    with layout.progress("reading") as advance:
        sample = read_sample(given.file, **columns, progress=advance)
    with layout.progress("resampling") as advance:
        counted = None if plan is None else replace(plan, progress=partial(advance, given.file))
        found = choose_on(sample, operation, counted, given.higher_means)
    _draw(given, found)
    if not printed(given, found):
        layout.show(told.chosen(found, given.file), bold=True)
        if given.output is not None:
            print(f"{given.output} is written")
    return HOLDS


def _check_output(given: argparse.Namespace) -> None:
    if given.output is not None:
        from workbench.plotting.files import check_place
        from workbench.plotting.style import need_matplotlib

        need_matplotlib()
        check_place(given.output)


def _draw(given: argparse.Namespace, found: ChosenThreshold | CostsByExample) -> None:
    if given.output is not None:
        from workbench.plotting.choosing import picture_of_choice
        from workbench.plotting.files import write

        for remark in write(picture_of_choice(found), given.output):
            print(f"workbench choose: {remark}", file=sys.stderr)


def _by_example(given: argparse.Namespace) -> int:
    """`run` where examples have costs of their own."""
    from workbench.inference import told
    from workbench.inference.bootstrap import Plan
    from workbench.inference.costs_by_example import rules_of
    from workbench.inference.costs_resampled import Deployment
    from workbench.terminal import layout

    costs_given(given)
    _check_output(given)
    plan = None if given.resamples is None else Plan(given.resamples, **_sampling(given))
    deployment = Deployment.of(given.prior, given.capacity)
    with layout.progress("reading") as advance:
        found = read_costs(given, given.file, advance)
    with layout.progress("resampling") as advance:
        counted = None if plan is None else replace(plan, progress=partial(advance, given.file))
        rules = rules_of(found, plan=counted, deployment=deployment)
    _draw(given, rules)
    if not printed(given, rules):
        layout.show(told.by_example(rules, given.file), bold=True)
        if given.output is not None:
            print(f"{given.output} is written")
    return HOLDS
