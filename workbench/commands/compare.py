"""``workbench compare``: which of two threshold choice methods is never worse."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.commands.common import (
    FAILS,
    HOLDS,
    UNDECIDED,
    add_limit,
    add_proof,
    new_command,
    printed,
    write_proof,
    write_proofs,
)
from workbench.errors import InputError
from workbench.formats import counted


def add(commands: Any) -> None:
    compare = new_command(
        commands,
        "compare",
        "which of two threshold choice methods is never worse",
        "Which of two threshold choice methods is never worse than the other, for any\n"
        "model and any class proportions; if neither, a data set for each direction. The\n"
        "difference of their expected losses, the value of what one knows more, in closed\n"
        "form. With --all, a matrix over the catalogue.",
        "methods and costs as in workbench derive --help\n\n"
        "examples:\n"
        "  workbench compare score_driven score_uniform\n"
        "  workbench compare rate_driven rate_uniform\n"
        '  workbench compare score_driven "score(c**2)" --cost "beta(2, 2)"\n'
        "  workbench compare --all\n"
        "\nExit code 0 one is never worse, 1 neither is, 3 undecided; 0 with --all.",
    )
    compare.add_argument("methods", nargs="*", metavar="METHOD", help="two threshold choice methods")
    compare.add_argument("--all", action="store_true", help="every method of the catalogue against every other")
    compare.add_argument("--cost", default="uniform", metavar="COST", help="density of the operating condition")
    compare.add_argument("--condition", choices=("cost", "skew"), default="cost", help="cost proportion or skew")
    add_limit(compare)
    add_proof(
        compare, "also write the proof as a document, for workbench recheck; with --all into a folder, one a pair"
    )


def run(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.deciding.comparison import compare, compare_all

    if given.all:
        if given.methods:
            raise InputError(f"{given.methods[0]}: --all compares the whole catalogue and takes no method")
        with tables.progress("comparing") as advance:
            every = compare_all(given.cost, given.condition, seconds=given.seconds, progress=advance)
        write_proofs("compare", given.proof, every.documents)
        if not printed(given, every):
            tables.show_comparisons(every)
        return HOLDS
    if len(given.methods) != 2:
        raise InputError(f"{counted(len(given.methods), 'method')} given; two are compared, or all with --all")
    with tables.waiting("comparing"):
        first, second = given.methods
        found = compare(first, second, given.cost, given.condition, seconds=given.seconds)
    write_proof(given.proof, found.document)
    if not printed(given, found):
        tables.show_comparison(found)
    return UNDECIDED if found.verdict == "undecided" else FAILS if found.verdict == "neither" else HOLDS
