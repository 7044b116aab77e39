"""``workbench certify``: axioms and proof documents, proved by Coq's kernel."""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any

from workbench.commands.common import FAILS, HOLDS, UNDECIDED, new_command, number_of_seconds


def add(commands: Any) -> None:
    certify = new_command(
        commands,
        "certify",
        "prove axioms and proof documents in Coq's kernel",
        "Compile the library of Coq in proofs/coq, whose theorems are called as the axioms of the reader of\n"
        "proofs (workbench docs axioms), and ask the kernel what each of them rests on; and write theorems,\n"
        "results and proof documents as theorems of Coq, compile them, and read their statements back. Coq and\n"
        "Coquelicot must be installed (apt-get install coq libcoq-coquelicot).",
        "examples:\n"
        "  workbench certify maximum isotonic\n"
        "  workbench certify --all -o manifest.json\n"
        '  workbench certify "Mean rank" "Brier score decomposition"\n'
        '  workbench prove "BS == CL + RL" --proof proof.json\n'
        "  workbench certify proof.json\n"
        "  workbench certify --theorems --keep coq/\n"
        "  workbench certify --theorems --draw 5\n"
        "\nverdicts: an axiom is proved in a kernel, a document certified; refused; out of time;\n"
        "not proved yet or not exported.\n"
        "\nlevels of a result: proved and read again; axioms proved in a kernel; whole certified.\n"
        "\nExit code 0 all that were asked for are proved in a kernel, 1 a file is refused or a theorem rests on\n"
        "more than the classical reals, 2 there is no such axiom, theorem or document, 3 some are not proved or\n"
        "exported yet, or Coq was stopped at its limit of time, or no kernel is found.\n"
        "\nWhat was found is kept among the user's caches, or in the folder WORKBENCH_CACHE (nowhere if that\n"
        "is empty), for workbench verify, which shows the level that each result has reached.",
    )
    certify.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="an axiom, a theorem or result of proofs/, a proof document FILE.json; all axioms where none is named",
    )
    certify.add_argument("--all", action="store_true", help="all axioms")
    certify.add_argument("--theorems", action="store_true", help="all theorems and results of proofs/")
    certify.add_argument(
        "--draw",
        type=number_of_documents,
        metavar="N",
        help="of the theorems and results no more than N, drawn by the day",
    )
    certify.add_argument("--keep", metavar="FOLDER", help="also write the files of Coq for documents into a folder")
    certify.add_argument(
        "--seconds",
        type=number_of_seconds,
        metavar="N",
        default=300.0,
        help="stop Coq after so many seconds for a file, which is then out of time, not refused (default: 300)",
    )
    certify.add_argument("-o", "--output", metavar="FILE", help="also write the manifest as JSON")


def run(given: argparse.Namespace) -> int:
    from workbench.errors import InputError
    from workbench.formats import json_text
    from workbench.kernel import certifying, levels
    from workbench.kernel.library import axioms as axiom_names
    from workbench.papers.cache import default_folder
    from workbench.writing import checked_place, put

    if given.names and given.all:
        raise InputError("--all and the names of axioms; either all axioms or those that are named")
    if given.csv or given.toml:
        raise InputError("certify prints lines or --json; there is no --csv or --toml of it")
    if given.draw and not given.theorems:
        raise InputError("--draw without --theorems; it says how many of these")
    known = axiom_names()
    named = [x for x in given.names if not (x in known or x.endswith(".json") or x in _theorems(x))]
    axioms = [x for x in given.names if x in known]
    if named:
        raise InputError(_unknown(named[0], [*known, *_theorems()]))
    others = [x for x in given.names if x not in axioms]
    place = checked_place(given.output) if given.output else None
    keep = Path(given.keep) if given.keep else None
    if keep is not None and not keep.is_dir():
        raise InputError(f"{given.keep}: there is no such folder")
    coqc = certifying.kernel()
    if coqc is None:
        print(
            json_text({"verdict": "not certified", "why": "no kernel found"})
            if given.json
            else "not certified: no kernel found"
        )
        return UNDECIDED
    from workbench.terminal.layout import progress

    documents = _documents([*others, *(drawn(_theorems(), given.draw) if given.theorems else [])])
    manifests: list[Any] = []
    if axioms or given.all or not (others or given.theorems):
        with progress("compiling") as advance:
            manifests.append(certifying.certify(axioms, coqc, advance=advance, limit=given.seconds))
    if others or given.theorems:
        from workbench.kernel.documents import certify_documents

        with progress("compiling") as advance:
            manifests.append(certify_documents(documents, coqc, advance=advance, keep=keep, limit=given.seconds))
    told: dict[str, Any] = {}
    for x in manifests:
        known = {y["axiom"]: y for y in (*told.get("axioms", ()), *x.to_json()["axioms"])}
        told = {**told, **x.to_json(), "axioms": [*known.values()], "files": {**told.get("files", {}), **x.run.files}}
    verdicts = {x.verdict for x in manifests}
    told["verdict"] = next((x for x in _WORST if x in verdicts), manifests[0].verdict)
    if place is not None:
        put(place, json_text(told) + "\n")
    if folder := default_folder():
        levels.keep(folder, told)
    print(json_text(told) if given.json else "\n".join(line for x in manifests for line in _lines(x)))
    if certifying.REFUSED in verdicts:
        print("workbench certify: a file or a theorem is refused", file=sys.stderr)
    return FAILS if certifying.REFUSED in verdicts else HOLDS if not verdicts & {*_WORST} else UNDECIDED


_WORST = ("refused", "out of time", "not proved yet", "not exported")


def _lines(manifest: Any) -> list[str]:
    """What is printed of a manifest of axioms, or of documents."""
    from workbench.kernel import certifying
    from workbench.kernel.documents import CERTIFIED, Documents

    if isinstance(manifest, Documents):
        lines = []
        for x in manifest.certificates:
            on = "models" if "even_scores" in str(x.claimed) else "samples"
            why = f"{x.seconds} s, read back on {x.compared} {on}" if x.verdict == CERTIFIED else x.why
            lines.append(f"{x.name}: {x.verdict}{': ' if x.why else ' ('}{why}{'' if x.why else ')'}; {x.level}")
        done = sum(x.verdict == CERTIFIED for x in manifest.certificates)
        return [*lines, f"{done} of {len(manifest.certificates)} certified, {manifest.run.kernel}"]
    lines = []
    for x in manifest.certificates:
        told = f"{x.file}, {len(x.assumptions)} axioms of Coq's reals, {x.seconds} s" if not x.why else x.why
        lines.append(f"{x.axiom}: {x.verdict} ({told})")
    proved = sum(x.verdict == certifying.PROVED for x in manifest.certificates)
    return [*lines, f"{proved} of {len(manifest.certificates)} proved in a kernel, {manifest.run.kernel}"]


def _unknown(name: str, known: list[str]) -> str:
    """What is said of a name of nothing.

    >>> _unknown("Mean ranks", ["maximum", "Mean rank"])
    "there is no axiom 'Mean ranks', nor a theorem or result of that name; did you mean Mean rank?"
    """
    from workbench.errors import shown
    from workbench.language.grammar import suggestion

    hint = suggestion(name, known)
    if name and not hint and Path(name).exists():
        hint = "; a proof document is a .json file, which prove --proof writes"
    lists = "; workbench docs axioms lists axioms, workbench verify theorems and results"
    return f"there is no axiom {shown(name)}, nor a theorem or result of that name{hint or lists}"


def _theorems(name: str = "") -> list[str]:
    """The theorems and results of proofs/; none where what is named can be no such."""
    if name and " " not in name and not name[:1].isupper():
        return []
    from workbench.papers.selection import library

    return [*library().theorems, *library().propositions]


def number_of_documents(text: str) -> int:
    """How many documents; at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of documents, such as 5")
    return int(text)


def drawn(names: list[str], most: int | None, day: str = "") -> list[str]:
    """No more names than ``most``, drawn by the day, today if none is given.

    >>> drawn(["a", "b", "c"], 2, "2000-01-01")
    ['b', 'c']
    >>> drawn(["a", "b", "c"], None)
    ['a', 'b', 'c']
    """
    if most is None:
        return names
    return random.Random(day or time.strftime("%F")).sample(names, min(most, len(names)))


def _documents(names: list[str]) -> dict[str, Any]:
    """The proof documents that are meant, by their names."""
    import json

    from workbench.deciding.documents import of_theorem
    from workbench.errors import InputError
    from workbench.papers.propositions import decision
    from workbench.papers.selection import library

    found: dict[str, Any] = {}
    for name in dict.fromkeys(names):
        if name.endswith(".json"):
            try:
                document = json.loads(Path(name).read_text("utf-8-sig"))
            except (OSError, ValueError, RecursionError) as problem:
                raise InputError(
                    f"{name}: {getattr(problem, 'strerror', None) or 'no JSON that can be read'}"
                ) from None
            known = document.get("format") == 1 if isinstance(document, dict) else False
            if not known or not isinstance(document.get("statement"), str):
                raise InputError(f"{name}: no proof document of format 1; prove --proof writes one")
            found[name] = document
        elif name in library().theorems:
            found[name] = of_theorem(library().theorems[name])
        else:
            document = decision(library().propositions[name]).document
            if document is None:
                raise InputError(f"{name}: it was not proved, so that there is no document of it")
            found[name] = document
    return found
