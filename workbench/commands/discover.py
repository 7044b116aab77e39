"""``workbench discover``: closed forms, best constants and ranges, found on exact samples and then proved."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from workbench.commands.common import (
    FAILS,
    HOLDS,
    LANGUAGE,
    UNDECIDED,
    add_limit,
    add_proof,
    new_command,
    printed,
    write_proof,
)

if TYPE_CHECKING:
    from workbench.deciding.best_constants import BestConstant
    from workbench.deciding.discovery import Discovery
    from workbench.deciding.documents import Document
    from workbench.deciding.ranges import Range


def add(commands: Any) -> None:
    discover = new_command(
        commands,
        "discover",
        "a closed form of a loss, the best constant of an inequality, the range of a figure",
        "Find on exact samples what may hold, and prove it or drop it.\n\n"
        "Of a threshold choice METHOD: the named metrics that its expected loss is a\n"
        "combination of. Of an inequality with a letter for a constant, k or the only one\n"
        "beside t, r and q: the least constant with which it is proved, or the greatest,\n"
        "whichever makes it strongest, and a data set that attains it or a sequence of data\n"
        "sets that approaches it. Of a FIGURE, any expression that is a number of the data\n"
        "set: its least and its greatest value over all data sets that meet what is given.\n"
        "A constant is called the best only where a data set attains it; else the bounds\n"
        "between which the best one lies are told. In a range, a round bracket is an end\n"
        "that no data set was found to attain; the line below says what is known of it.",
        f"{LANGUAGE}\n"
        "examples:\n"
        '  workbench discover "score(1 - c)"\n'
        '  workbench discover "mix(q, score_driven, rate_uniform)"\n'
        '  workbench discover "loss(score_driven, cost=beta(2, 2)) <= k*BS"\n'
        '  workbench discover "RLH >= k*MER"\n'
        '  workbench discover "AUC" --given "KS == 1/2"\n'
        '  workbench discover "BS" --given calibrated\n'
        "\nExit code 0 it is proved (of a range, both ends are), 1 a data set refutes the\n"
        "inequality with every constant, 3 undecided (of a range also where the facts of\n"
        "check leave less than is proved).",
    )
    discover.add_argument(
        "asked", metavar="METHOD|INEQUALITY|FIGURE", help="a threshold choice method, an inequality, or a figure"
    )
    discover.add_argument(
        "--given", default="", metavar="ASSUMPTIONS", help="what is assumed of the data sets, as after given in prove"
    )
    discover.add_argument(
        "--cost", default="uniform", metavar="COST", help="of a method: density of the operating condition"
    )
    discover.add_argument(
        "--condition", choices=("cost", "skew"), default="cost", help="of a method: cost proportion or skew"
    )
    add_limit(discover)
    add_proof(
        discover,
        "also write the proof as a document, for workbench recheck; of a range two of them,"
        " in FILE.low.json and FILE.high.json for FILE.json",
    )


def run(given: argparse.Namespace) -> int:
    from workbench.deciding.discover_questions import discover
    from workbench.terminal import discovery, layout

    with layout.waiting("searching"):
        found = discover(given.asked, given.cost, given.condition, given=given.given, seconds=given.seconds)
    for place, document in _documents(given.proof, found):
        write_proof(place, document)
    if not printed(given, found):
        discovery.show(found)
    return {"proved": HOLDS, "refuted": FAILS}.get(found.verdict, UNDECIDED)


def _documents(place: str | None, found: Discovery | BestConstant | Range) -> list[tuple[str | None, Document | None]]:
    """Where to write which proofs: of a range those of both ends, each in a file of its own."""
    from workbench.deciding.ranges import Range

    if not isinstance(found, Range):
        return [(place, found.document if found.verdict == "proved" else None)]
    stem, kind = os.path.splitext(place or "")
    return [
        (place and f"{stem}.{name}{kind}", end.document) for name, end in (("low", found.low), ("high", found.high))
    ]
