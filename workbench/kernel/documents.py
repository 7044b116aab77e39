"""Proof documents certified: each written as a theorem of Coq, compiled, and its statement read back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from workbench.errors import InputError
from workbench.kernel.certifying import (
    CLASSICAL_REALS,
    LIMIT,
    OUT_OF_TIME,
    PROVED,
    REFUSED,
    UNASKED,
    UNSAID,
    Advance,
    Certificate,
    Compiled,
    Failure,
    assumptions,
    certificate,
    compiled,
    needed,
    worst,
)
from workbench.kernel.differences import difference
from workbench.kernel.exporting import written
from workbench.kernel.levels import CERTIFIED, IN_KERNEL, NO_LEVEL, READ_AGAIN, WHOLE
from workbench.kernel.library import FOLDER, Source, axioms, digest, reasons, sources, state
from workbench.kernel.statements import Unreadable, read_back, says_nothing_else
from workbench.kernel.terms import NotExported
from workbench.recheck import Refused, recheck

NOT_EXPORTED = "not exported"


@dataclass(frozen=True)
class Certified:
    """What came of one document: ``verdict`` and ``why``; the ``level`` that its result reached; the ``statement``,
    that in the ``file`` (``claimed``), the ``hash`` of the file, on how many samples or models both were ``compared``,
    what the theorem rests on, and the hash of the ``document``."""

    name: str
    statement: str
    verdict: str
    level: str
    why: str = ""
    claimed: str | None = None
    hash: str | None = None
    compared: int = 0
    assumptions: tuple[str, ...] = ()
    seconds: float | None = None
    document: str = ""
    file: str | None = None


@dataclass(frozen=True)
class Documents:
    """``certificates`` of documents; ``axioms``, those of the axioms that they cite; and of which ``run`` they are."""

    certificates: tuple[Certified, ...]
    axioms: tuple[Certificate, ...]
    run: Compiled

    @property
    def verdict(self) -> str:
        """That of the whole: refused if one is, else out of time or not exported if one is, else certified."""
        return worst(self.certificates, NOT_EXPORTED, CERTIFIED)

    def to_json(self) -> dict[str, Any]:
        return {
            "verdict": self.verdict,
            **self.run.to_json(),
            "documents": [{**vars(x), "assumptions": [*x.assumptions]} for x in self.certificates],
            "axioms": [x.to_json() for x in self.axioms],
        }


def certify_documents(
    documents: Mapping[str, Mapping[str, Any]],
    coqc: str,
    folder: Path = FOLDER,
    advance: Advance = lambda name, done, total: None,
    keep: Path | None = None,
    limit: float = LIMIT,
) -> Documents:
    """Certify documents by their names; with ``keep``, the files of Coq are also written there; Coq is
    stopped at ``limit`` seconds for a file.

    A document is certified if the reader of documents accepts it, the file that says what it says is compiled and has
    nothing in it that goes past the kernel, the theorem rests on Coq's reals alone, and its statement, read back from
    the file, has the values of the document's.
    """
    begun, library = perf_counter(), sources(folder)
    whole = state(library)
    refused = {name: Failure(why) for name, x in library.items() if (why := x.refusal)}
    texts: dict[str, str] = {}
    whynot: dict[str, str] = {}
    for name, document in documents.items():
        try:
            recheck(document)
            texts[name] = written(document)
        except Refused as reason:
            whynot[name] = f"the reader of documents refuses it: {reason}"
        except NotExported as reason:
            whynot[name] = str(reason)
    cited = {name: _axioms(document) for name, document in documents.items()}
    homes = {t: x.name for x in library.values() for t in x.theorems}
    files = {name: Source(f"Document{i}", text) for i, (name, text) in enumerate(texts.items())}
    wanted = {y for x in files.values() for y in x.needs} | {
        homes[x] for each in cited.values() for x in each & homes.keys()
    }
    library = needed(library, wanted)
    together = {**library, **{x.name: x for x in files.values()}}
    refused |= {x.name: Failure(why) for x in files.values() if (why := x.refusal)}
    with TemporaryDirectory() as place:
        for x in together.values():
            (Path(place) / f"{x.name}.v").write_text(x.text, "utf-8")
        seconds = compiled(together, refused, coqc, place, advance, limit)
        asked = {
            x: f"{homes[x]}.{x}"
            for each in cited.values()
            for x in each
            if homes.get(x) in seconds and homes[x] not in refused
        }
        asked |= {x.name: f"{x.name}.claim" for x in files.values() if x.name not in refused}
        rests = assumptions(asked, coqc, place, limit)
    if keep is not None:
        for x in files.values():
            (keep / f"{x.name}.v").write_text(x.text, "utf-8")
    lost = {x: why for x, why in refused.items() if x in library}
    explained = reasons(folder)
    judged = [
        certificate(x, library.get(homes.get(x, "")), lost, rests, seconds, explained)
        for x in sorted(set().union(*cited.values()) & axioms().keys())
    ]
    sound = {x.axiom for x in judged if x.verdict == PROVED}
    found = []
    for name, document in documents.items():
        one = Certified(name, str(document["statement"]), NOT_EXPORTED, READ_AGAIN, whynot.get(name, ""))
        one = replace(one, document=digest(document))
        if one.why.startswith("the reader"):
            one = replace(one, verdict=REFUSED, level=NO_LEVEL)
        elif cited[name] <= sound and "even_scores" not in document.get("given", ()):  # axioms are proved of samples
            one = replace(one, level=IN_KERNEL)
        if name in files:
            one = replace(one, file=f"{files[name].name}.v")
            one = _judged(one, files[name], refused, rests, seconds)
        found.append(one)
    return Documents(
        tuple(found),
        tuple(judged),
        Compiled.since(begun, coqc, library, whole),
    )


def _judged(
    one: Certified,
    file: Source,
    refused: Mapping[str, Failure],
    rests: Mapping[str, tuple[str, ...]] | None,
    seconds: Mapping[str, float],
) -> Certified:
    """A document whose file was compiled, or was not."""
    one = replace(one, verdict=REFUSED, hash=sha256(file.text.encode()).hexdigest())
    if file.name in refused:
        failure = refused[file.name]
        why = f"Coq does not accept its script: {failure.why}" if failure.verdict == REFUSED else failure.why
        return replace(one, verdict=failure.verdict, why=why)
    one = replace(one, seconds=round(seconds[file.name], 2))
    if rests is None:
        return replace(one, verdict=OUT_OF_TIME, why=UNASKED)
    one = replace(one, assumptions=rests.get(file.name, ()))
    if file.name not in rests:
        return replace(one, why=UNSAID)
    if more := [x for x in rests[file.name] if x not in CLASSICAL_REALS]:
        return replace(one, why=f"it rests on {', '.join(more)}")
    try:
        says_nothing_else(file.text)
        read = read_back(file.text)
        other, compared = difference(read, one.statement)
    except (Unreadable, InputError) as reason:
        return replace(one, why=f"its statement cannot be read back: {reason}")
    one = replace(one, claimed=str(read), compared=compared)
    if other:
        alike = "is another" if compared or not other.startswith("no ") else "cannot be compared"
        return replace(one, why=f"its statement, read back, {alike}: {other}")
    return replace(one, verdict=CERTIFIED, level=WHOLE)


def _axioms(document: Any) -> set[str]:
    """The axioms that a document, or one in it, cites."""
    parts = [*_parts(document)]
    return {x["axiom"] for x in parts if isinstance(x.get("axiom"), str)} | {
        y for x in parts for y in x.get("axioms", ())
    }


def _parts(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    inner: Iterable[Any] = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for x in inner:
        yield from _parts(x)


__all__ = ["CERTIFIED", "NOT_EXPORTED", "PROVED", "Certified", "Documents", "certify_documents"]
