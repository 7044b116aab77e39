"""The levels that results reach by what `workbench certify` found.

A certificate counts for what was certified alone: for an axiom that says the same, for the very document, and while the
library of Coq and what judges it are those that they were (`workbench.kernel.library.state`). Whatever is stale counts
for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import InputError, shown
from workbench.formats import counted, json_text
from workbench.kernel.certifying import OUT_OF_TIME, PROVED
from workbench.kernel.library import FOLDER, axioms, digest_of_axiom, sources, state
from workbench.writing import checked_place, put

CERTIFIED = "certified"
READ_AGAIN, IN_KERNEL, WHOLE, NO_LEVEL = (
    "proved and read again",
    "axioms proved in a kernel",
    "whole certified",
    "not proved",
)
LEVELS = (READ_AGAIN, IN_KERNEL, WHOLE)
BRIEFLY = {READ_AGAIN: "read", IN_KERNEL: "axioms", WHOLE: "whole"}
"""The levels in the column of a table, which leaves room for sentences."""
OF_POPULATIONS = frozenset({"even_scores", "even_thresholds"})
"""Axioms about what no sample has; beside them others, which are proved of samples, show nothing."""
HOW = "workbench certify --all has Coq's kernel prove them, and certify --theorems whole theorems and results"
KEPT = 8


@dataclass(frozen=True)
class Certificates:
    """What counts now: the names of ``axioms`` proved in a kernel, and the hashes of ``documents`` that are certified.

    None at all, where nothing was certified, leaves each result at the first level.
    """

    axioms: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()

    def level(self, document: str, rests_on: Iterable[str]) -> str:
        """That of a document that the reader has accepted, by its hash and the axioms that it rests on.

        >>> found = Certificates(frozenset({"maximum"}), frozenset({"4f1a"}))
        >>> found.level("9c02", ["maximum"]), found.level("4f1a", ["maximum"])
        ('axioms proved in a kernel', 'whole certified')
        >>> found.level("4f1a", ["isotonic", "maximum"]), Certificates().level("9c02", [])
        ('proved and read again', 'proved and read again')
        >>> Certificates(frozenset({"even_scores", "maximum"})).level("9c02", ["even_scores", "maximum"])
        'proved and read again'
        """
        axioms = frozenset(rests_on)
        if self == Certificates() or not axioms <= self.axioms:
            return READ_AGAIN
        if document in self.documents:
            return WHOLE
        return READ_AGAIN if axioms & OF_POPULATIONS else IN_KERNEL


def certificates_of(manifest: Mapping[str, Any], folder: Path = FOLDER) -> Certificates:
    """What counts of a manifest of `workbench certify` now. ValueError, TypeError, KeyError where it is none."""
    proved = [x for x in manifest["axioms"] if x["verdict"] == PROVED]
    documents = [x["document"] for x in manifest.get("documents", ()) if x["verdict"] == CERTIFIED]
    if manifest["state"] != _state(folder):
        return Certificates()
    known = axioms()
    sound = {x["axiom"] for x in proved if x["axiom"] in known and x["says"] == digest_of_axiom(known[x["axiom"]])}
    return Certificates(frozenset(sound), frozenset(documents))


def _state(folder: Path) -> str | None:
    """That of the library as it is now; None where there is no library."""
    try:
        return state(sources(folder))
    except InputError:
        return None


def read(place: Path) -> Certificates:
    """What counts of a file that `workbench certify -o` wrote. `InputError` where it is no such file."""
    try:
        return certificates_of(json.loads(place.read_text("utf-8")))
    except OSError as problem:
        raise InputError(f"{shown(str(place))}: {problem.strerror}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(f"{shown(str(place))}: no manifest; workbench certify --all -o FILE writes one") from None


def place_of(folder: Path, made_in: str | None) -> Path:
    """Where a folder keeps the certificates of a state, so that those of another version of the workbench stay."""
    return folder / f"certified-{(made_in or '')[:16]}.json"


def kept(folder: Path | None) -> Certificates:
    """What counts of the certificates that are kept in a folder."""
    if folder is not None:
        with suppress(InputError):
            return read(place_of(folder, _state(FOLDER)))
    return Certificates()


def summary(reached: Sequence[int], every: bool = False) -> Iterator[str]:
    """How many results have reached each level, or a higher one, in words; with ``every``, what takes them there.

    >>> print(*summary((240, 96, 41)))
    a second program read and accepted 240 proofs; Coq's kernel proved the axioms of 96 and certified 41 as a whole
    >>> print(*summary((1, 1, 0)))
    a second program read and accepted 1 proof
    >>> list(summary((0, 0, 0)))
    []
    """
    read_again, in_kernel, whole = reached
    accepted = f"a second program read and accepted {counted(read_again, 'proof')}"
    if in_kernel and (whole or every):
        certified = f" and certified {whole} as a whole" if whole else ""
        yield f"{accepted}; Coq's kernel proved the axioms of {in_kernel}{certified}"
    elif read_again:
        yield f"{accepted}; the axioms are not certified yet: {HOW}" if every else accepted


def keep(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Keep a manifest in a folder, beside what earlier ones of the same state have; what is refused now is no longer
    kept as proved, what ran out of time leaves what was. Nothing is kept where the folder can't be written. The files
    of the latest states stay."""
    whole, named = dict(manifest), {"axioms": "axiom", "documents": "document"}
    known: dict[str, dict[str, Any]] = {part: {} for part in named}
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        found = json.loads(place_of(folder, manifest["state"]).read_text("utf-8"))
        if found["state"] == manifest["state"]:
            known = {part: {x[name]: x for x in found[part]} for part, name in named.items()}
    for part, name in named.items():
        new = {x[name]: x for x in manifest.get(part, ()) if x["verdict"] != OUT_OF_TIME}
        whole[part] = [*(known[part] | new).values()]
    with suppress(OSError, InputError):
        folder.mkdir(parents=True, exist_ok=True)
        put(checked_place(str(place_of(folder, manifest["state"]))), json_text(whole) + "\n")
        for path in sorted(folder.glob("certified-*.json"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            path.unlink(missing_ok=True)
