"""The library compiled by Coq, and what its kernel says each theorem rests on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from workbench.errors import InputError
from workbench.kernel.library import FOLDER, Source, axioms, digest_of_axiom, quoted, reasons, sources, state
from workbench.language.grammar import suggestion

CLASSICAL_REALS = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
"""The axioms of Coq's real numbers, on which a theorem may rest."""

PROVED, REFUSED, NOT_YET = "proved in a kernel", "refused", "not proved yet"
OUT_OF_TIME = "out of time"
LIMIT = 300.0
"""The seconds that Coq may take for a file, where no others are given."""
UNSAID = "the kernel does not say what it rests on"
UNASKED = "Coq was stopped at its limit of time before it said what the theorem rests on"
_MARK = "theorem:"
_ASSUMED = re.compile(r"^([\w.']+)\s*(?::|$)", re.MULTILINE)

Advance = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Failure:
    """Why a file was not compiled, and the ``verdict`` of what stands in it.

    >>> Failure("Means.v, line 3: Error: no such assumption").verdict
    'refused'
    """

    why: str
    verdict: str = REFUSED


@dataclass(frozen=True)
class Certificate:
    """What came of one axiom: ``verdict`` and ``why``, the theorem's ``file``, ``statement`` and ``assumptions``,
    the ``seconds`` that its file took to compile, and ``says``, the hash of the axiom, where the comment above the
    theorem quotes the axiom as it is."""

    axiom: str
    verdict: str
    why: str = ""
    file: str | None = None
    statement: str | None = None
    assumptions: tuple[str, ...] = ()
    seconds: float | None = None
    says: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "assumptions": [*self.assumptions]}


@dataclass(frozen=True)
class Compiled:
    """What a run of Coq says: ``kernel``, its version; ``files``, the hash of each file of the library; the
    ``seconds``; ``state``, the hash of the whole library and of what the certificates are about beside."""

    kernel: str
    files: Mapping[str, str]
    seconds: float
    state: str

    @classmethod
    def since(cls, begun: float, coqc: str, library: Mapping[str, Source], state: str) -> Compiled:
        """Of the files of ``library``, from the time ``begun`` until now."""
        files = {f"{x.name}.v": sha256(x.text.encode()).hexdigest() for x in library.values()}
        return cls(version(coqc), files, perf_counter() - begun, state)

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "files": dict(self.files), "seconds": round(self.seconds, 2)}


@dataclass(frozen=True)
class Manifest:
    """``certificates`` of the axioms that were asked for, and of which run they are."""

    certificates: tuple[Certificate, ...]
    run: Compiled

    @property
    def verdict(self) -> str:
        """That of the whole: refused if one is, else out of time or not proved yet if one is, else proved."""
        return worst(self.certificates, NOT_YET, PROVED)

    def to_json(self) -> dict[str, Any]:
        return {"verdict": self.verdict, **self.run.to_json(), "axioms": [x.to_json() for x in self.certificates]}


def worst(certificates: Iterable[Any], lacking: str, done: str) -> str:
    """The verdict of several: refused if one is, else out of time, else ``lacking``, else ``done``.

    >>> worst([Failure("no such file"), Failure("no answer", OUT_OF_TIME)], NOT_YET, PROVED)
    'refused'
    """
    found = {x.verdict for x in certificates}
    return next((x for x in (REFUSED, OUT_OF_TIME, lacking) if x in found), done)


def kernel() -> str | None:
    """Where coqc is, if it is there."""
    return shutil.which("coqc")


def version(coqc: str) -> str:
    """What the kernel calls itself."""
    done = subprocess.run([coqc, "--print-version"], capture_output=True, text=True, check=False)
    return f"Coq {(done.stdout.split() or ['of an unknown version'])[0]}"


def chosen(names: Iterable[str]) -> list[str]:
    """The axioms of these names, all of them where none is named. `InputError` for a name that is none.

    >>> chosen(["maximum"])
    ['maximum']
    >>> chosen(["maximun"])
    Traceback (most recent call last):
    workbench.errors.InputError: there is no axiom 'maximun'; did you mean maximum?
    """
    known = list(axioms())
    for name in (names := list(dict.fromkeys(names))):
        if name not in known:
            hint = suggestion(name, known) or "; workbench docs axioms lists them"
            raise InputError(f"there is no axiom {name!r}{hint}")
    return names or known


def certify(
    names: Iterable[str],
    coqc: str,
    folder: Path = FOLDER,
    advance: Advance = lambda name, done, total: None,
    limit: float = LIMIT,
) -> Manifest:
    """Compile the library and ask the kernel what the theorem of each axiom rests on.

    Nothing is taken from earlier runs: the files with these theorems, and those that they need, are compiled anew in a
    temporary folder. coqc accepts a theorem whose
    proof was given up, so that files that could do so are refused before, and what each theorem rests on is compared
    with `CLASSICAL_REALS` after. What takes more seconds than the ``limit``, for a file, is stopped and out of time:
    it is neither proved nor refused.
    """
    begun, names, library = perf_counter(), chosen(names), sources(folder)
    whole = state(library)
    refused = {name: Failure(why) for name, x in library.items() if (why := x.refusal)}
    homes = {t: x for x in library.values() for t in x.theorems if t in names}
    library = needed(library, {x.name for x in homes.values()} | (refused.keys() if len(homes) < len(names) else set()))
    with TemporaryDirectory() as place:
        for x in library.values():
            (Path(place) / f"{x.name}.v").write_text(x.text, "utf-8")
        seconds = compiled(library, refused, coqc, place, advance, limit)
        found = [name for name in names if name in homes and homes[name].name not in refused]
        rests = assumptions({name: f"{homes[name].name}.{name}" for name in found}, coqc, place, limit)
    explained = reasons(folder)
    return Manifest(
        tuple(certificate(name, homes.get(name), refused, rests, seconds, explained) for name in names),
        Compiled.since(begun, coqc, library, whole),
    )


def needed(library: Mapping[str, Source], wanted: Iterable[str]) -> dict[str, Source]:
    """Some files of the library, and all that they need."""
    found: dict[str, Source] = {}
    left = list(wanted)
    while left:
        name = left.pop()
        if name in library and name not in found:
            found[name] = library[name]
            left += library[name].needs
    return found


def certificate(
    name: str,
    home: Source | None,
    refused: Mapping[str, Failure],
    rests: Mapping[str, tuple[str, ...]] | None,
    seconds: Mapping[str, float],
    why: Mapping[str, str],
) -> Certificate:
    """What came of an axiom, whose theorem is in the file ``home``."""
    if home is None:
        if refused:  # the theorem may be in a file that could not be read
            failure = next(iter(refused.values()))
            return Certificate(name, failure.verdict, failure.why)
        return Certificate(name, NOT_YET, why.get(name, "no theorem of this name"))
    told = (f"{home.name}.v", home.theorems[name])
    if home.name in refused:
        return Certificate(name, refused[home.name].verdict, refused[home.name].why, *told)
    if rests is None:
        return Certificate(name, OUT_OF_TIME, UNASKED, *told)
    if name not in rests:
        return Certificate(name, REFUSED, UNSAID, *told)
    more = [x for x in rests[name] if x not in CLASSICAL_REALS]
    verdict, reason = (REFUSED, f"it rests on {', '.join(more)}") if more else (PROVED, "")
    axiom, comment = axioms()[name], home.quotes.get(name, "")
    says = digest_of_axiom(axiom) if quoted(comment, axiom) else None
    return Certificate(name, verdict, reason, *told, rests[name], round(seconds[home.name], 2), says)


def compiled(
    library: Mapping[str, Source],
    refused: dict[str, Failure],
    coqc: str,
    place: str,
    advance: Advance,
    limit: float = LIMIT,
) -> dict[str, float]:
    """The seconds for each file, each after those that it needs; what fails, or needs what failed, is refused."""
    order = TopologicalSorter({name: x.needs & library.keys() for name, x in library.items()})
    try:
        order.prepare()
    except CycleError as error:
        circle = Failure(f"files need each other in a circle: {', '.join(error.args[1])}")
        refused.update(dict.fromkeys(library, circle))
        return {}
    seconds: dict[str, float] = {}
    running: dict[Future[tuple[Failure | None, float]], str] = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while order.is_active():
            for name in order.get_ready():
                lost = sorted(library[name].needs & refused.keys())
                if lost and name not in refused:
                    refused[name] = refused[lost[0]]
                if name in refused:
                    order.done(name)
                else:
                    running[pool.submit(_compile, name, coqc, place, limit)] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done if running else ():
                name = running.pop(future)
                failure, seconds[name] = future.result()
                if failure:
                    refused[name] = failure
                order.done(name)
                advance(f"{name}.v", len(seconds), len(library))
    return seconds


def _compile(name: str, coqc: str, place: str, limit: float) -> tuple[Failure | None, float]:
    """Why a file does not compile, if it does not, and the seconds."""
    begun = perf_counter()
    try:
        done = _coqc(f"{name}.v", coqc, place, limit)
    except subprocess.TimeoutExpired:
        why = f"{name}.v: Coq was stopped after {limit:g} s, its limit of time, without an answer"
        return Failure(why, OUT_OF_TIME), perf_counter() - begun
    if done.returncode == 0:
        return None, perf_counter() - begun
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    at = next((i for i, line in enumerate(lines) if line.startswith("Error")), 0)
    where = re.search(r"line (\d+)", lines[at - 1]) if at else None
    what = " ".join(" ".join(lines[at : at + 3]).split())[:160]
    return Failure(f"{name}.v, line {where[1] if where else '?'}: {what}"), perf_counter() - begun


def _coqc(file: str, coqc: str, place: str, limit: float) -> subprocess.CompletedProcess[str]:
    command = [coqc, "-q", "-w", "none", "-Q", ".", "Workbench", file]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, timeout=limit)


def assumptions(
    theorems: Mapping[str, str], coqc: str, place: str, limit: float = LIMIT
) -> dict[str, tuple[str, ...]] | None:
    """What each theorem, called by its file and name, rests on, as the kernel prints it; None where Coq is stopped at
    the ``limit`` of seconds before it has said so."""
    if not theorems:
        return {}
    files = sorted({where.partition(".")[0] for where in theorems.values()})
    lines = [f"From Workbench Require {' '.join(files)}."]
    for name, where in theorems.items():
        lines += [f'Goal True. idtac "{_MARK} {name}". exact I. Qed.']
        lines += [f"Print Assumptions Workbench.{where}."]
    (Path(place) / "Asked.v").write_text("\n".join(lines) + "\n", "utf-8")
    try:
        told = _coqc("Asked.v", coqc, place, limit).stdout.split(f"{_MARK} ")[1:]
    except subprocess.TimeoutExpired:
        return None
    found: dict[str, tuple[str, ...]] = {}
    for part in told:
        name, _, text = part.partition("\n")
        head, _, listed = text.partition("\n")
        if text.startswith("Closed under the global context"):
            found[name.strip()] = ()
        elif head.strip() == "Axioms:":
            found[name.strip()] = tuple(dict.fromkeys(_ASSUMED.findall(listed)))
    return found
