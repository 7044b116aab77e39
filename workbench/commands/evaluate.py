"""``workbench evaluate``: every metric and expected loss of a file of scores, exactly."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from workbench.commands.common import (
    HOLDS,
    LANGUAGE,
    add_columns,
    add_costs,
    add_design,
    add_smooth,
    columns_of,
    costs_given,
    law_given,
    new_command,
    printed,
    read_costs,
)
from workbench.errors import InputError, shown

if TYPE_CHECKING:
    from workbench.inference.costs_by_example import CostsByExample
    from workbench.language.syntax import Cost


FEW = 1_000_000
"""Fewer examples take less memory in this program than DuckDB takes by itself."""


def add(commands: Any) -> None:
    evaluate = new_command(
        commands,
        "evaluate",
        "every metric and expected loss of a file of scores, exactly",
        "Every metric, and the expected loss of every threshold choice method for\n"
        "uniform cost proportions and uniform skews, as exact fractions. Decimal text is\n"
        "taken as written: 0.1 is 1/10.",
        f"{LANGUAGE}\n"
        "examples:\n"
        "  workbench evaluate scores.csv\n"
        "  workbench evaluate scores.csv --score p_spam --class spam --json\n"
        '  workbench evaluate scores.csv --evaluate "MAE - BS"\n'
        '  workbench evaluate scores.csv --evaluate "loss(score(c**2), cost=beta(2, 2))"\n'
        "  workbench evaluate scores.csv --resamples 10000\n"
        "  workbench evaluate scores.csv --weights w --groups site --prior 0.02\n"
        "  workbench evaluate scores.csv --cost costs.csv --smooth auto\n"
        "  workbench evaluate loans.csv --miss amount --false-alarm 30 --resamples 10000\n"
        "  workbench evaluate scores.csv --folds fold --weights w\n"
        "  workbench evaluate kinds.csv --class kind --class-score a=p_a \\\n"
        "      --class-score b=p_b --class-score c=p_c\n"
        "  workbench evaluate large.parquet --memory 2GB\n"
        "  workbench evaluate results.duckdb --table scored\n"
        '  workbench evaluate --model "normal(0, 1), normal(1, 1), pi0 = 1/2" \\\n'
        "      --digits 50\n"
        "\nThe score is the belief in class 1. A file whose higher scores mean class 0\n"
        "needs --higher-means 0.",
    )
    evaluate.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="CSV, .csv.gz, ARFF, Parquet, Feather or DuckDB file of scores and classes; - is standard input",
    )
    evaluate.add_argument(
        "--model", metavar="MODEL", help="in place of a file: two distributions of scores and pi0, as below"
    )
    evaluate.add_argument("--digits", type=int, metavar="N", help="digits of the values of a model (default: 30)")
    add_columns(evaluate)
    add_design(evaluate)
    evaluate.add_argument(
        "--cost", metavar="COST", help="also losses under a law of costs: as in derive, or a file of costs"
    )
    add_smooth(evaluate)
    add_costs(evaluate.add_argument_group("costs by example: what rules cost and save"))
    evaluate.add_argument("--folds", metavar="COLUMN", help="a column of folds: pooled, averaged, and each by itself")
    evaluate.add_argument(
        "--class-score",
        dest="class_scores",
        action="append",
        default=[],
        metavar="LABEL=COLUMN",
        help="the scores of one of several classes, against the rest; for each of them",
    )
    evaluate.add_argument(
        "--evaluate",
        dest="expressions",
        action="append",
        default=[],
        metavar="EXPRESSION",
        help="also the value of an expression; may be repeated",
    )
    evaluate.add_argument(
        "--resamples", type=int, metavar="N", help="also a bootstrap interval of each figure, from N resamples"
    )
    evaluate.add_argument(
        "--memory", metavar="SIZE", help="sort and count by DuckDB in so much memory, such as 2GB: for large files"
    )
    evaluate.add_argument("--table", metavar="NAME", help="the table of a DuckDB file, if it has more than one")
    evaluate.add_argument("--level", metavar="P", help="level of the intervals (default: 0.95)")
    evaluate.add_argument("--seed", type=int, metavar="N", help="seed of the resamples (default: 0)")
    evaluate.add_argument(
        "--verbose", action="store_true", help="say on standard error how long it took, and by which route"
    )


def run(given: argparse.Namespace) -> int:
    from workbench.losses.evaluation import evaluate_sample
    from workbench.losses.told import evaluated
    from workbench.reading.databases import MEMORY, is_database, read_grouped
    from workbench.reading.datafile import read_sample
    from workbench.samples.sample import Sample
    from workbench.samples.weighted import at_prior, of_columns
    from workbench.terminal import layout

    if given.file is not None and not os.path.exists(given.file):
        from workbench.language.statements import is_expression

        if is_expression(given.file):
            raise InputError(f"{shown(given.file)} is an expression and no file; --evaluate takes expressions")
    if given.model is not None or given.file is None:
        return _of_model(given)
    if given.digits is not None:
        raise InputError(f"--digits {shown(given.digits)} is for --model; what is read from a file is exact")
    sampling = {name: getattr(given, name) for name in ("level", "seed") if getattr(given, name) is not None}
    if sampling and given.resamples is None:
        name, value = next(iter(sampling.items()))
        raise InputError(f"--{name} {shown(value)} is for intervals, which only --resamples N adds")
    if given.folds is not None or given.class_scores:
        return _parts(given)
    if given.groups is not None and given.resamples is None:
        raise InputError(f"--groups {shown(given.groups)} is for resamples, which only --resamples N adds")
    by_example = _costs_wanted(given)
    law = _law_wanted(given)
    rules: CostsByExample | None = None
    start = perf_counter()
    with layout.progress("evaluating") as advance:
        advance(given.file, 0, 1)
        if given.memory is not None or given.table is not None or is_database(given.file):
            for option in ("weights", "groups", "prior"):
                if getattr(given, option) is not None:
                    raise InputError(f"--{option} is for files that are read in memory, without --memory and --table")
            columns = {"score": given.score, "label": given.label, "higher_means": given.higher_means}
            columns["pos_label"] = given.event
            memory = given.memory or MEMORY
            sample = read_grouped(given.file, **columns, table=given.table, memory=memory, progress=advance)
        elif by_example:
            examples = read_costs(given, given.file, advance)
            columns_read = examples.classes, examples.scores
            others = examples.weights, examples.groups
            sample = Sample.of(*columns_read) if others == (None, None) else of_columns(*columns_read, *others)
            sample = sample if given.prior is None else at_prior(sample, given.prior)
        else:
            sample = read_sample(given.file, **columns_of(given), progress=advance)
        read = perf_counter()
        found = evaluate_sample(sample, expressions=given.expressions, progress=advance)
    if given.memory is not None and found.n < FEW and not is_database(given.file):
        remark = f"--memory does not pay for {found.n} examples, which take less memory and time without it"
        print(f"workbench evaluate: {remark}", file=sys.stderr)
    if given.verbose:
        times = f"read in {read - start:.3f} s (route: {sample.route}), figures in {perf_counter() - read:.3f} s"
        print(f"workbench evaluate: {found.n} examples {times}", file=sys.stderr)
    if given.resamples is None and not by_example and law is None:
        if not printed(given, found):
            layout.show(evaluated(found, given.file))
        return HOLDS

    from workbench.inference import told
    from workbench.inference.bootstrap import Plan
    from workbench.inference.costs_by_example import rules_of
    from workbench.inference.costs_resampled import Deployment
    from workbench.inference.evaluation_intervals import EvaluationWithIntervals, evaluation_intervals
    from workbench.inference.losses_under import losses_under

    plan = spread = under = None
    with layout.progress("resampling") as advance:
        if given.resamples is not None:
            plan = Plan(given.resamples, **sampling, progress=partial(advance, given.file))
            spread = evaluation_intervals(sample, found, plan)
        if law is not None:
            under = losses_under(sample, law, plan=plan)
        if by_example:
            rules = rules_of(examples, plan=plan, deployment=Deployment.of(given.prior, None))
    whole = EvaluationWithIntervals(found, spread, rules, under)
    if not printed(given, whole):
        layout.show(told.with_intervals(whole, given.file))
    return HOLDS


def _of_model(given: argparse.Namespace) -> int:
    """A continuous model in place of a file."""
    from workbench.continuous.evaluation import evaluate_model
    from workbench.continuous.named_distributions import WANTED
    from workbench.numbers.certified import DIGITS
    from workbench.terminal import continuous_models, layout

    if given.model is None:
        raise InputError("a FILE of scores, or a --model, is needed")
    if given.file is not None:
        raise InputError(f"{given.file} and --model do not go together; {WANTED}")
    for option in OF_FILES:
        if getattr(given, option):
            raise InputError(f"--{option} and --model do not go together")
    with layout.waiting("evaluating"):
        digits = DIGITS if given.digits is None else given.digits
        found = evaluate_model(given.model, given.expressions, digits=digits, figures=not given.expressions)
    if not printed(given, found):
        continuous_models.show_model(found)
    return HOLDS


OF_FILES = (
    *("event", "weights", "groups", "prior", "cost", "smooth", "miss", "folds", "class_scores", "resamples"),
    *("memory", "table", "level", "seed"),
)


def _law_wanted(given: argparse.Namespace) -> str | Cost | None:
    """The law of costs of ``--cost``, seen to be one."""
    from workbench.language.statements import parse_cost

    if given.cost is None:
        if given.smooth is not None:
            raise InputError(f"--smooth {shown(given.smooth)} is for a cost that is a file: --cost FILE")
        return None
    law = law_given(given)
    return parse_cost(law) if isinstance(law, str) else law


def _costs_wanted(given: argparse.Namespace) -> bool:
    """Whether what rules cost is asked for too; `InputError` for what does not go with it."""
    if not costs_given(given):
        return False
    for option in ("memory", "table"):
        if getattr(given, option) is not None:
            raise InputError(f"--{option} and --miss do not go together")
    return True


ALONE = ("miss", "cost", "groups", "resamples", "memory", "table")
"""Options that parts of a file do not have."""
EACH = "each class would have a prior of its own"
DEPENDENT = "folds share what their models were trained on; without --folds the intervals are of all folds pooled"
WHY = {("prior", "--class-score"): EACH, ("resamples", "--folds"): DEPENDENT}


def _parts(given: argparse.Namespace) -> int:
    """The folds of a file, or several classes."""
    from workbench.losses.evaluation import read_expressions
    from workbench.losses.parts import evaluate_classes, evaluate_folds
    from workbench.reading.datafile import read_examples, read_scores_of_classes
    from workbench.terminal import layout, parts

    parted = "--class-score" if given.class_scores else "--folds"
    others: dict[str, Any] = {}
    if given.class_scores:
        others = {"event": given.event, "folds": given.folds}
        others |= {"prior": given.prior, "score": None if given.score == "score" else given.score}
        others |= {"higher-means": None if given.higher_means == 1 else given.higher_means}
    for name, value in {**{name: getattr(given, name) for name in ALONE}, **others}.items():
        if value is not None:
            why = WHY.get((name, parted))
            raise InputError(f"--{name} and {parted} do not go together" + (f": {why}" if why else ""))
    with layout.progress("reading") as advance:
        if given.class_scores:
            columns = dict(_label_and_column(text) for text in given.class_scores)
            if len(columns) != len(given.class_scores):
                raise InputError(f"--class-score {shown(given.class_scores[-1])}: a class has one column of scores")
            labels, scores, weights = read_scores_of_classes(given.file, given.label, columns, advance, given.weights)
        else:
            names = ("score", "label", "higher_means", "event", "folds")
            wanted: dict[str, Any] = {name: getattr(given, name) for name in names}
            wanted |= {"numbers": {} if given.weights is None else {"weights": given.weights}}
            examples = read_examples(given.file, **wanted, progress=advance)
    read_expressions(given.expressions)
    with layout.waiting("evaluating"):
        try:
            if given.class_scores:
                found = evaluate_classes(labels, scores, weights=weights, expressions=given.expressions)
            else:
                design = {"weights": (examples.numbers or {}).get("weights"), "prior": given.prior}
                columns_read = examples.classes, examples.scores, examples.folds or ()
                found = evaluate_folds(*columns_read, **design, expressions=given.expressions)
        except InputError as error:
            raise InputError(f"{given.file}: {error}") from None
    if not printed(given, found):
        parts.show(found, given.file)
    return HOLDS


def _label_and_column(text: str) -> tuple[str, str]:
    label, equals, column = text.partition("=")
    if not (label.strip() and equals and column):
        raise InputError(f"--class-score {shown(text)} is not LABEL=COLUMN")
    return label.strip(), column
