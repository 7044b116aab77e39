"""What the commands share: exit codes, the language as help shows it, a parser each, and JSON."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from workbench.errors import InputError, shown
from workbench.formats import Records, json_text

if TYPE_CHECKING:
    from workbench.inference.costs_by_example import CostlyExamples
    from workbench.language.syntax import Cost

HOLDS, FAILS, WRONG_INPUT, UNDECIDED = 0, 1, 2, 3
UNFORESEEN = 70

WIDTH = 80
"""No line of help is longer."""

LANGUAGE = (
    "expressions:\n"
    "  numbers 1/3 0.25, + - * / **, min max abs sqrt log exp\n"
    "  n n0 n1 pi0 pi1, every metric, LL (log loss), h_measure(a, b)\n"
    "  error(t) macro_error(t) accuracy(t) sensitivity(t) specificity(t)\n"
    "  precision(t) npv(t) f1(t)\n"
    "                      at a threshold t: class 0 is positive, predicted at s <= t\n"
    "  net_benefit(t)      of treating at s > t, class 1 being the event; t < 1\n"
    "  net_benefit0(t)     of treating at 1 - s >= t, class 0 being the event\n"
    "  E0(f) E1(f) E(f)    means of an expression f in the score s\n"
    "  E(f, s2)            over pairs of examples, with scores s and s2\n"
    "  loss(METHOD, cost=COST, condition=cost|skew,\n"
    "       rates=interpolated|step|nearest|cutpoints, scores=EXPR)\n"
    "                      EXPR in s, pav(s), posterior(s) in place of the scores\n"
    "  METHOD and COST as in workbench derive --help\n"
    "  weight=f            for the cost: f in c, whose integral need not be 1\n"
    "  cost=any            in a statement: every law of the condition at once\n"
)


def refilled(text: str) -> str:
    """Paragraphs of help with a line of more than 80 letters, filled anew; lines that are indented stay as they are.

    >>> refilled("word " * 20 + "\\nend\\n  an example").splitlines()[1:]
    ['word word word word end', '  an example']
    """
    blocks = groupby(text.split("\n"), key=lambda line: bool(line) and not line.startswith(" "))
    told = [(flows, list(lines)) for flows, lines in blocks]
    return "\n".join(
        fill(" ".join(" ".join(lines).split()), WIDTH, break_long_words=False, break_on_hyphens=False)
        if flows and max(map(len, lines)) > WIDTH
        else "\n".join(lines)
        for flows, lines in told
    )


def new_command(commands: Any, name: str, summary: str, description: str, epilog: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=refilled(description),
        epilog=refilled(epilog),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    formats = command.add_mutually_exclusive_group()
    for name in ("json", "csv", "toml"):
        formats.add_argument(f"--{name}", action="store_true", help=f"print the result as {name.upper()}")
    return command


def add_proof(
    command: argparse.ArgumentParser, text: str = "also write the proof as a document, for workbench recheck"
) -> None:
    """Where to write what is proved."""
    command.add_argument("--proof", metavar="FILE", help=text)


def write_proof(place: str | None, document: Any) -> None:
    """Write a proof document, if that is asked for and there is one; else say that there is none."""
    if place is None:
        return
    if document is None:
        print(f"workbench: no proof was written to {place}: nothing is proved", file=sys.stderr)
        return
    from workbench.writing import checked_place, put

    put(checked_place(place), json_text(document) + "\n")


def write_proofs(command: str, folder: str | None, documents: Mapping[str, Any]) -> None:
    """Write proof documents into a folder by their names, if that is asked for, and say how many."""
    if folder is None:
        return
    from workbench.writing import put_all

    written = put_all(folder, {f"{name}.json": json_text(x) + "\n" for name, x in documents.items()})
    print(f"workbench {command}: {written} proof documents are in {folder}", file=sys.stderr)


def add_limit(command: argparse.ArgumentParser, seconds: float = 30.0) -> None:
    text = f"undecided after work of so many seconds of processor time (default: {seconds:g})"
    command.add_argument("--seconds", type=number_of_seconds, default=seconds, metavar="N", help=text)


def number_of_seconds(text: str) -> float:
    """The seconds of an option.

    >>> number_of_seconds("2.5")
    2.5
    """
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1e6:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number of seconds above 0, and below 10^6")
    return found


def names_of(files: Sequence[str]) -> list[str]:
    """What the files are called, or where that is the same name, all of their paths.

    >>> names_of(["a/trees.csv", "b/trees.csv"]), names_of(["a/trees.csv", "-"])
    (['a/trees.csv', 'b/trees.csv'], ['trees', 'standard input'])
    """
    stems = ["standard input" if file == "-" else Path(file.removesuffix(".gz")).stem for file in files]
    return stems if len(set(stems)) == len(stems) else list(files)


def add_columns(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """The columns of a file of scores, and what a higher score means."""
    command.add_argument("--score", default="score", metavar="COLUMN", help="the column of scores (default: score)")
    command.add_argument(
        "--class", dest="label", default="class", metavar="COLUMN", help="the column of classes (default: class)"
    )
    command.add_argument(
        "--higher-means", type=int, choices=(0, 1), default=1, help="the class a higher score speaks for (default: 1)"
    )
    command.add_argument("--event", metavar="LABEL", help="the label of class 1, where labels are not 0 and 1")


def add_design(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """How the examples of a file count, and which are drawn together."""
    command.add_argument("--weights", metavar="COLUMN", help="a column of weights from 0 on, by which examples count")
    command.add_argument("--groups", metavar="COLUMN", help="a column of groups, which resamples draw as a whole")
    command.add_argument("--prior", metavar="P", help="the proportion of class 1 in deployment: classes are reweighted")


def columns_of(given: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `workbench.reading.datafile.read_sample` that are given."""
    names = ("score", "label", "higher_means", "event", "weights", "groups", "prior")
    return {name: getattr(given, name) for name in names}


def with_point(text: str) -> str:
    """A number with a decimal comma, with a point in its place, where the comma can be nothing for thousands.

    >>> with_point("1,5"), with_point("-0,125"), with_point("1,500"), with_point("amount")
    ('1.5', '-0.125', '1,500', 'amount')
    """
    found = re.fullmatch(r"([+-]?)(\d*),(\d+)", text)
    if found is None or (len(found[3]) == 3 and 1 <= len(found[2]) <= 3 and found[2][0] != "0"):
        return text
    return f"{found[1]}{found[2] or 0}.{found[3]}"


def add_costs(costs: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """What errors and right decisions cost."""
    costs.add_argument(
        "--miss", type=with_point, metavar="X", help="of an event that is not treated: a number, or a column of costs"
    )
    costs.add_argument(
        "--false-alarm", type=with_point, metavar="Y", help="of treating a case without the event: the same"
    )
    costs.add_argument("--hit", type=with_point, metavar="X", help="of treating an event (default: 0)")
    costs.add_argument("--correct-rejection", type=with_point, metavar="Y", help="of leaving the others (default: 0)")


def costs_given(given: argparse.Namespace) -> bool:
    """Whether costs are given; `InputError` where those of a miss and of a false alarm are not among them."""
    from workbench.inference.choosing import WANTED
    from workbench.inference.costs_by_example import COSTS

    if all(getattr(given, name) is None for name in COSTS):
        return False
    if given.miss is None or given.false_alarm is None:
        raise InputError(WANTED)
    return True


def columns_of_costs(given: argparse.Namespace) -> dict[str, str]:
    """The costs that are no numbers and so columns, by their names."""
    return {name: getattr(given, name) for name, _ in _no_numbers(given)}


def _no_numbers(given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The costs that are no numbers, and why not."""
    from workbench.inference.costs_by_example import COSTS
    from workbench.numbers.given import as_written

    for name, what in COSTS.items():
        text = getattr(given, name)
        try:
            as_written("0" if text is None else text)
        except ValueError as reason:
            yield name, f"the cost {shown(text)} of a {what} {reason}, and "


def read_costs(given: argparse.Namespace, file: str, progress: Any) -> CostlyExamples:
    """The examples of a file, with what each costs, and their weights and groups where these are columns."""
    from workbench.inference.costs_by_example import COSTS, CostlyExamples
    from workbench.numbers.given import as_written
    from workbench.reading.datafile import read_examples
    from workbench.reading.delimited import NoColumn

    columns = columns_of_costs(given)
    names = ("score", "label", "event", "higher_means", "groups")
    wanted: dict[str, Any] = {name: getattr(given, name) for name in names}
    first: dict[str, str] = {}
    for key, column in columns.items():  # two costs may be in one column
        first.setdefault(column, key)
    numbers = {key: column for column, key in first.items()}
    numbers |= {} if given.weights is None else {"weights": given.weights}
    try:
        found = read_examples(file, **wanted, numbers=numbers, progress=progress)
    except NoColumn as error:
        reason = next((why for key, why in _no_numbers(given) if columns[key] == error.column), None)
        if reason is None:
            raise
        raise InputError(f"{reason}{error}") from None
    assert found.numbers is not None
    same = {name: as_written(getattr(given, name) or "0") for name in COSTS if name not in columns}
    costs = {
        key: found.numbers[first[columns[key]]] if key in columns else [same[key]] * len(found.classes) for key in COSTS
    }
    turned = int(found.sample.probabilistic) if given.higher_means == 0 else None
    more = found.numbers.get("weights"), found.groups, turned
    return CostlyExamples(found.sample.probabilistic, found.classes, found.scores, costs, *more)


def add_smooth(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """How a law of costs that a file has is smoothed."""
    command.add_argument(
        "--smooth", metavar="M", help="a cost that is a file: as a polynomial density of M Beta parts, or auto"
    )


def law_given(given: argparse.Namespace) -> str | Cost:
    """The law of costs: text of the language, or what a file has."""
    from workbench.reading.datafile import is_file_name, read_cost_law

    text: str = given.cost
    if text != "-" and is_file_name(text):
        return read_cost_law(text, given.smooth)
    if given.smooth is not None:
        raise InputError(f"--smooth {shown(given.smooth)} is for a cost that is a file, and {shown(text)} is none")
    return text


def add_method(command: argparse.ArgumentParser) -> None:
    """A threshold choice method, its operating condition, and a limit of time."""
    command.add_argument("method", metavar="METHOD", help="a threshold choice method")
    command.add_argument("--cost", default="uniform", metavar="COST", help="density of the operating condition")
    command.add_argument("--condition", choices=("cost", "skew"), default="cost", help="cost proportion or skew")
    add_limit(command)


def as_data(given: argparse.Namespace, found: Records) -> str | None:
    """The result as JSON, CSV or TOML, if one of them is asked for."""
    if given.json:
        return json_text(found.to_json()) + "\n"
    if given.csv:
        return found.to_csv()
    return found.to_toml() if given.toml else None


def printed(given: argparse.Namespace, found: Records) -> bool:
    """Print the result as data, if that is asked for."""
    text = as_data(given, found)
    if text is not None:
        print(text, end="")
    return text is not None
