"""``workbench new``: a start of what one may add."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from workbench.commands.common import HOLDS, new_command, printed
from workbench.errors import InputError, shown
from workbench.formats import Row, Table


def add(commands: Any) -> None:
    new = new_command(
        commands,
        "new",
        "a start of a paper of one's own",
        "A start of a paper of one's own, with comments: what it prints, its data, what it\n"
        "claims and derives. workbench verify checks it wherever it lies, and workbench\n"
        "latex writes it.",
        "examples:\n"
        "  workbench new paper my_paper.toml    as data\n"
        "  workbench new paper my_paper.py      in Python, for claims that are computed\n"
        "  workbench verify my_paper.toml\n",
    )
    new.add_argument("kind", choices=("paper",), help="what to begin")
    new.add_argument("file", metavar="FILE", help="the file to write, .toml or .py; it must not exist")


def run(given: argparse.Namespace) -> int:
    from importlib.resources import files
    from pathlib import Path

    from workbench.writing import checked_place, put

    kind = Path(given.file).suffix
    if kind not in (".toml", ".py"):
        raise InputError(f"{shown(given.file)}: a paper is a .toml or a .py file")
    if Path(given.file).exists():
        raise InputError(f"{shown(given.file)} is there already; nothing is written over it")
    put(checked_place(given.file), (files("workbench.papers.starts") / f"paper{kind}").read_text("utf-8"))
    if not printed(given, Begun(given.file)):
        print(f"{given.file} is written; workbench verify {given.file} checks it")
    return HOLDS


@dataclass(frozen=True)
class Begun(Table):
    """The file that was written."""

    file: str

    def to_json(self) -> dict[str, Any]:
        """The file as plain values."""
        return {"file": self.file}

    @property
    def rows(self) -> list[Row]:
        """One row, with the file."""
        return [self.to_json()]
