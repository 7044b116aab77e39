"""``workbench recheck``: proof documents read again by the second program."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.recheck.__main__ import main


def add(commands: Any) -> None:
    recheck = commands.add_parser(
        "recheck",
        help="read proof documents again with the second program",
        description="Read proof documents with a program that shares no code with the prover and\n"
        "needs nothing but Python's standard library; python -m workbench.recheck is the\n"
        "same.",
        epilog="One line a file: accepted STATEMENT, or refused STATEMENT: why.\n\n"
        "examples:\n"
        '  workbench prove "BS <= MAE" --proof proof.json\n'
        "  workbench recheck proof.json\n"
        "\nExit code 0 all accepted, 1 some refused, 2 a file is no proof document.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    recheck.add_argument("files", nargs="+", metavar="FILE", help="a proof document, as --proof writes it")


def run(given: argparse.Namespace) -> int:
    return main(given.files)
