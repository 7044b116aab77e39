"""``workbench verify``: every claim of every paper through both engines."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from workbench.commands.common import FAILS, HOLDS, add_proof, new_command, printed, write_proofs
from workbench.errors import InputError


def add(commands: Any) -> None:
    verify = new_command(
        commands,
        "verify",
        "check theorems, results and what papers claim",
        "Check every theorem's proof, prove every result of the workbench's own anew and\n"
        "look at the data on which it is sharp, and run every claim of every paper through\n"
        "both engines: a symbolic proof on one side, exact numbers on data and certified\n"
        "numbers on models on the other.",
        "verdicts:\n"
        "  holds           proved and not refuted, or printed digits that are right\n"
        "  fails           refuted, or printed digits that are wrong\n"
        "  consistent      some data have the printed figures together\n"
        "  inconsistent    no data can have the printed figures together\n"
        "  undecided       neither proved nor refuted\n"
        "  not checkable   a figure or the data are missing, or it is an opinion\n\n"
        "examples:\n"
        "  workbench verify                  everything\n"
        "  workbench verify 004              one paper; also by its title\n"
        "  workbench verify 004.T10          one claim\n"
        '  workbench verify "Theorem 10"     one theorem\n'
        '  workbench verify "Area and refinement"   one result\n'
        "  workbench verify --report all.html\n"
        "  workbench verify my_paper.toml    one's own; also my_paper.py, a folder\n"
        "  workbench verify my_paper.toml::T1   one claim in it\n"
        "\nworkbench new paper my_paper.toml writes a start of such a paper, with comments.\n"
        "\nA claim that is known to be wrong as printed is expected to fail; exit code 0\n"
        "means that every verdict is the expected one.\n\n"
        "What was found is kept among the user's caches, or in the folder WORKBENCH_CACHE\n"
        "(nowhere if that is empty), and read again until a source, Python or a library\n"
        "changes.\n\n"
        "What holds by a proof is proved and read again; it has a higher level where\n"
        "workbench certify found its axioms proved in a kernel, and the whole certified;\n"
        "in the table of --all the proof is read, axioms or whole.",
    )
    verify.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="a paper, claim, theorem, result, or file of one's own; all without one",
    )
    verify.add_argument(
        "--all",
        action="store_true",
        help="list every verdict, and how far its proof was certified; many are counted by paper otherwise",
    )
    verify.add_argument("--report", metavar="FILE", help="also write what was found as one HTML page")
    verify.add_argument(
        "--manifest",
        metavar="FILE",
        help="the manifest of workbench certify -o, by which results have levels (default: what certify kept)",
    )
    add_proof(verify, "also write the proof documents into this folder, one a theorem, result or claim")
    verify.add_argument("--fresh", action="store_true", help="compute again what an earlier run found")
    verify.add_argument(
        "--jobs", type=_jobs, metavar="N", help="processes that share the work (default: one for each processor)"
    )


def run(given: argparse.Namespace) -> int:
    from workbench.kernel import levels
    from workbench.pages.page import page_of
    from workbench.papers import cache, workers
    from workbench.papers.verification import verify
    from workbench.terminal import layout, verification
    from workbench.writing import checked_place, put

    if given.report is not None and Path(given.report).suffix in (".pdf", ".tex", ".md", ".json"):
        raise InputError(f"--report {given.report}: the page is HTML; latex NAME --document -o FILE writes LaTeX")
    place = None if given.report is None else checked_place(given.report)
    folder = cache.default_folder()
    certificates = levels.kept(folder) if given.manifest is None else levels.read(Path(given.manifest))
    with layout.progress("verifying") as advance:
        found = verify(
            given.names,
            progress=advance,
            jobs=given.jobs or workers.available(),
            cache=folder,
            fresh=given.fresh,
            certificates=certificates,
        )
    if place is not None:
        put(place, page_of(found))
    if given.proof is not None:
        write_proofs("verify", given.proof, found.documents)
    if not printed(given, found):
        verification.show_verification(found, given.names, given.all)
        if place is not None:
            print(f"{given.report} is written")
    return HOLDS if found.ok else FAILS


def _jobs(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes from 1 to 999")
    return int(text)
