"""``workbench certify``: the axioms of the reader of proofs, proved by Coq's kernel."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from workbench.commands.common import FAILS, HOLDS, UNDECIDED, new_command


def add(commands: Any) -> None:
    certify = new_command(
        commands,
        "certify",
        "prove the axioms of the reader of proofs in Coq's kernel",
        "Compile the library of Coq in proofs/coq, whose theorems are called as the axioms of the reader of\n"
        "proofs (workbench docs axioms), and ask the kernel what each of them rests on. Coq and Coquelicot must\n"
        "be installed (apt-get install coq libcoq-coquelicot).",
        "examples:\n"
        "  workbench certify maximum isotonic\n"
        "  workbench certify --all -o manifest.json\n"
        "\nExit code 0 all that were asked for are proved in a kernel, 1 a file is refused or a theorem rests on\n"
        "more than the classical reals, 2 there is no such axiom, 3 some are not proved yet, or no kernel is found.",
    )
    certify.add_argument("names", nargs="*", metavar="NAME", help="an axiom; all where none is named")
    certify.add_argument("--all", action="store_true", help="all axioms")
    certify.add_argument("-o", "--output", metavar="FILE", help="also write the manifest as JSON")


def run(given: argparse.Namespace) -> int:
    from workbench.errors import InputError
    from workbench.formats import json_text
    from workbench.kernel import certifying
    from workbench.writing import checked_place, put

    if given.names and given.all:
        raise InputError("--all and the names of axioms; either all axioms or those that are named")
    if given.csv or given.toml:
        raise InputError("certify prints lines or --json; there is no --csv or --toml of it")
    certifying.chosen(given.names)
    place = checked_place(given.output) if given.output else None
    coqc = certifying.kernel()
    if coqc is None:
        print(
            json_text({"verdict": "not certified", "why": "no kernel found"})
            if given.json
            else "not certified: no kernel found"
        )
        return UNDECIDED
    from workbench.terminal.layout import progress

    with progress("compiling") as advance:
        manifest = certifying.certify(given.names, coqc, advance=advance)
    if place is not None:
        put(place, json_text(manifest.to_json()) + "\n")
    if given.json:
        print(json_text(manifest.to_json()))
    else:
        for x in manifest.certificates:
            told = f"{x.file}, {len(x.assumptions)} axioms of Coq's reals, {x.seconds} s" if not x.why else x.why
            print(f"{x.axiom}: {x.verdict} ({told})")
        proved = sum(x.verdict == certifying.PROVED for x in manifest.certificates)
        print(f"{proved} of {len(manifest.certificates)} proved in a kernel, {manifest.kernel}")
    if manifest.verdict == certifying.REFUSED:
        print("workbench certify: a file or a theorem is refused", file=sys.stderr)
    return {certifying.PROVED: HOLDS, certifying.REFUSED: FAILS}.get(manifest.verdict, UNDECIDED)
