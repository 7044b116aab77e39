"""``workbench discover``: a closed form conjectured from exact samples, then proved or dropped."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.commands.common import HOLDS, UNDECIDED, add_method, add_proof, new_command, printed, write_proof


def add(commands: Any) -> None:
    discover = new_command(
        commands,
        "discover",
        "a closed form of an expected loss, conjectured from samples and then proved",
        "Compute the expected loss of a threshold choice method exactly on small samples,\n"
        "look for named metrics that it is a combination of on all of them, and prove\n"
        "what was found, or drop it.",
        "methods and costs as in workbench derive --help\n\n"
        "examples:\n"
        '  workbench discover "score(1 - c)"\n'
        '  workbench discover "mix(q, score_driven, rate_uniform)"\n'
        "\nExit code 0 a conjecture is proved, 3 undecided.",
    )
    add_method(discover)
    add_proof(discover)


def run(given: argparse.Namespace) -> int:
    from workbench import tables
    from workbench.deciding.discovery import discover

    with tables.waiting("looking for closed forms"):
        found = discover(given.method, given.cost, given.condition, seconds=given.seconds)
    write_proof(given.proof, found.document if found.verdict == "proved" else None)
    if not printed(given, found):
        tables.show_discovery(found)
    return HOLDS if found.verdict == "proved" else UNDECIDED
