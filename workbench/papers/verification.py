"""Every theorem, every result, and every claim of every paper, verified: what ``workbench verify`` does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from workbench.deciding.accepting import Checked, document_of, rests_on
from workbench.deciding.wording import written
from workbench.errors import InputError
from workbench.formats import Answer, Records, Row, counted
from workbench.kernel.levels import LEVELS, Certificates
from workbench.kernel.library import digest
from workbench.lazily import Lazily
from workbench.papers import cache as storage
from workbench.papers import own, workers
from workbench.papers.claims import WRONG, Claim, Finding, Paper
from workbench.papers.exhibits import counted_verdicts
from workbench.papers.general_claims import Statement
from workbench.papers.propositions import Judged
from workbench.papers.selection import chosen
from workbench.symbolic.proof import Theorem, as_stated
from workbench.symbolic.proposition import Proposition
from workbench.symbolic.translation import in_words

Progress: TypeAlias = Callable[[str, int, int], None]
_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it


KNOWN = {
    "erratum": ("errata", "wrong as printed"),
    "misreading": ("misreadings", "false as commonly read, or without their assumption"),
}
"""The kinds of claims that are known to be wrong: of several, and how they are."""


@dataclass(frozen=True)
class Result(Answer):
    """A claim of a paper and what was found; ``broke_off`` when its check ended in an error, which the note tells;
    the ``level`` of its proof, where it holds by one."""

    _compared = ".as_expected, or for .finding.verdict == 'holds'"

    paper: Paper
    claim: Claim
    finding: Finding
    broke_off: bool = False
    level: str | None = None

    @property
    def as_expected(self) -> bool:
        """Whether the computed verdict is the expected one."""
        return self.finding.verdict == self.claim.expected and not self.broke_off

    @property
    def known_as(self) -> str:
        """An ``erratum`` or a ``misreading``, where the claim is known to be wrong and was found to be; else empty."""
        wrong = self.as_expected and self.claim.expected in WRONG
        return ("misreading" if self.claim.misreading else "erratum") if wrong else ""

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        claim, finding = self.claim, self.finding
        return {
            "id": claim.id,
            "paper": self.paper.title,
            "authors": self.paper.authors,
            "year": self.paper.year,
            "where": claim.where,
            "says": claim.says,
            "statement": claim.statement,
            "kind": claim.kind,
            "verdict": finding.verdict,
            "expected": claim.expected,
            "misreading": claim.misreading,
            "level": self.level,
            "symbolic": _without_document(finding.symbolic),
            "numeric": finding.numeric,
            "note": "; ".join(note for note in (claim.note, finding.note) if note),
        }


def known_wrong(results: Iterable[Result]) -> Iterator[str]:
    """How many claims are known to be wrong, kind by kind."""
    counts = Counter(result.known_as for result in results)
    for one, (some, how) in KNOWN.items():
        if counts[one]:
            are = f"is a known {one}" if counts[one] == 1 else f"are known {some}"
            yield f"{counted(counts[one], 'claim')} {are}, {how}"


@dataclass(frozen=True)
class Verification(Records, Answer):
    """The theorems and the results that were checked, and the claims in the order of the papers.

    ``cached`` tells how many of these outcomes an earlier run had found, ``of_theorems`` the level of each theorem that
    holds (`workbench.kernel.levels`).
    """

    _compared = ".ok"

    theorems: tuple[Checked, ...]
    results: tuple[Result, ...]
    cached: int = 0
    propositions: tuple[Judged, ...] = ()
    of_theorems: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether every theorem and result holds and every verdict is the expected one."""
        known = (*(found.holds for found in self.theorems), *(found.holds for found in self.propositions))
        return all(known) and not self.surprises

    @property
    def surprises(self) -> tuple[Result, ...]:
        """The results whose verdict is not the expected one."""
        return tuple(result for result in self.results if not result.as_expected)

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have each verdict."""
        return dict(sorted(Counter(result.finding.verdict for result in self.results).items()))

    @property
    def reached(self) -> tuple[int, ...]:
        """How many theorems, results and claims reached each of `LEVELS`, or a higher one.

        >>> found = verify(["004.T6", "Theorem 6"])
        >>> found, found.reached
        (1 theorem checked, 1 claim (1 holds), all as expected, (2, 0, 0))
        """
        own, claims = (x.level for x in self.propositions), (x.level for x in self.results)
        ranks = [LEVELS.index(level) for level in (*self.of_theorems.values(), *own, *claims) if level]
        return tuple(sum(rank >= least for rank in ranks) for least in range(len(LEVELS)))

    def __repr__(self) -> str:
        parts = [f"{counted(len(self.theorems), 'theorem')} checked"] if self.theorems else []
        parts += [f"{counted(len(self.propositions), 'result')} proved anew"] if self.propositions else []
        claims = f"{counted(len(self.results), 'claim')} ({counted_verdicts(self.counts)})"
        parts += [claims] if self.results else []
        return ", ".join([*parts, "all as expected" if self.ok else "not all as expected"])

    def _repr_html_(self) -> str:
        return str(_notebooks.of_verification(self))

    def to_json(self) -> dict[str, Any]:
        """The verification as plain values."""
        return {
            "theorems": self._library(),
            "claims": [result.to_json() for result in self.results],
            "counts": self.counts,
            "cached": self.cached,
        }

    @property
    def rows(self) -> list[Row]:
        """One row a theorem, a result and a claim."""
        names = ("id", "paper", "where", "kind", "says", "statement", "verdict", "expected", "note")
        theorems = ({"kind": "theorem", "expected": "holds"} | found for found in self._library())
        proved = [{name: found.get("name" if name == "id" else name) for name in names} for found in theorems]
        claims = (result.to_json() for result in self.results)
        return [*proved, *({name: found[name] for name in names} for found in claims)]

    def _library(self) -> list[dict[str, Any]]:
        """What stands in ``proofs/``: the theorems, then the results."""
        theorems = [theorem_as_json(x) | {"level": self.of_theorems.get(x.theorem.name)} for x in self.theorems]
        return [*theorems, *(found.to_json() for found in self.propositions)]

    @property
    def documents(self) -> dict[str, dict[str, Any]]:
        """The proof documents of what holds of the library and of the claims that are proved, by their names."""
        found = {x.theorem.name: document_of(x.theorem) for x in self.theorems if x.holds}
        found |= {x.proposition.name: (x.finding.symbolic or {})["document"] for x in self.propositions if x.holds}
        for result in self.results:
            document = (result.finding.symbolic or {}).get("document")
            if document is not None:
                found[result.claim.id] = document
        return found


def _without_document(symbolic: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if symbolic is None else {key: x for key, x in symbolic.items() if key != "document"}


def theorem_as_json(found: Checked) -> dict[str, Any]:
    """A theorem, its proof and what the checker found, as plain values."""
    theorem = found.theorem
    stated = as_stated(theorem)
    return {
        "name": theorem.name,
        "says": theorem.says,
        "statement": f"{in_words(stated.left)} == {in_words(stated.right)}",
        "source": theorem.source,
        "given": sorted(hypothesis.says for hypothesis in theorem.given),
        "verdict": "holds" if found.holds else "fails",
        "steps": len(theorem.proof),
        "numbers_compared": found.tried,
        "objections": list(found.objections),
        "axioms": list(rests_on(document_of(theorem))) if found.holds else [],
        "proof": written((theorem,)).steps,
    }


def verify(
    names: str | Theorem | Iterable[str | Theorem] = (),
    progress: Progress | None = None,
    *,
    jobs: int = 1,
    cache: Path | None = None,
    fresh: bool = False,
    certificates: Certificates = Certificates(),  # noqa: B008  # one that nothing can change
) -> Verification:
    """Check the theorems, results and claims that ``names`` select, all of them without a name.

    A theorem of the library stands for its name. A name is that of a theorem or a result, a paper's key or title, a
    claim's id, or the beginning of ids up to a dot. A file ``my_paper.py`` or ``my_paper.toml`` or a folder of them is
    a paper of one's own, and ``my_paper.toml::NAME`` a part of it (`workbench.papers.own`).
    ``progress`` is called with the name of what is being checked, how many are done and how many there are.
    Up to ``jobs`` processes share the work; a script that asks for more than one needs the usual
    ``if __name__ == "__main__"``. What an earlier run of the same sources found is read from the folder
    ``cache`` unless ``fresh``, and what is found is kept there. What holds by a proof has a level, by ``certificates``
    of ``workbench certify`` (`workbench.kernel.levels.read`); without any, all are at the first.
    `workbench.errors.InputError` for a name that selects nothing, or less than one job.

    A check that breaks off leaves its claim or result undecided, or its theorem not proved, and says why; its verdict
    is never the expected one.

    >>> found = verify(["004.T6"])
    >>> [(result.claim.id, result.finding.verdict) for result in found.results], found.ok
    ([('004.T6', 'holds')], True)
    """
    if jobs < 1:
        raise InputError(f"jobs={jobs}: there must be at least 1")
    shelf = chosen(map(str, [names] if isinstance(names, str | Theorem) else names))
    units = [("theorem", name) for name in shelf.theorems]
    units += [("proposition", name) for name in shelf.propositions]
    units += [("claim", name) for name in shelf.claims]
    key = storage.key() if cache else ""
    kept = storage.read(cache, key) if cache and not fresh else {}
    kept_as = {unit: name for unit in units if (name := _kept_as(unit, shelf)) is not None}
    found = {unit: kept[name] for unit, name in kept_as.items() if name in kept}
    cached = len(found)
    left = dict.fromkeys(unit for unit in units if unit not in found)
    with closing(workers.outcomes(list(left), jobs)) as outcomes:
        _tell(progress, left, len(units))
        for unit, outcome in outcomes:
            found[unit] = outcome
            del left[unit]
            _tell(progress, left, len(units))
    kept = {kept_as[unit]: outcome for unit, outcome in found.items() if unit in kept_as}
    if cache and len(kept) > cached and storage.key() == key:
        storage.keep(cache, key, kept)
    return Verification(
        tuple(_checked(theorem, found["theorem", name]) for name, theorem in shelf.theorems.items()),
        tuple(_result(*claim, found["claim", name], certificates) for name, claim in shelf.claims.items()),
        cached,
        tuple(_tested(x, found["proposition", name], certificates) for name, x in shelf.propositions.items()),
        {
            name: certificates.level(outcome["document"], outcome["axioms"])
            for name in shelf.theorems
            if "document" in (outcome := found["theorem", name])
        },
    )


def _kept_as(unit: workers.Unit, shelf: own.Shelf) -> workers.Unit | None:
    """The name under which an outcome is kept; None for one that depends on a file of one's own.

    A sentence of such a file has the same outcome wherever it stands, unless it names a theorem of that file.
    """
    kind, name = unit
    if own.AT not in name:
        return unit
    check = shelf.claims[name][1].check if kind == "claim" else None
    return ("sentence", repr(check)) if type(check) is Statement and not check.theorem else None


def _tell(progress: Progress | None, left: Iterable[workers.Unit], total: int) -> None:
    """The first that is not done is being checked."""
    names = [name for _, name in left]
    if progress is not None and names:
        progress(names[0], total - len(names), total)


def _checked(theorem: Theorem, outcome: workers.Outcome) -> Checked:
    if "error" in outcome:
        return Checked(theorem, (outcome["error"],))
    return Checked(theorem, tuple(outcome["objections"]), outcome["tried"])


def _tested(proposition: Proposition, outcome: workers.Outcome, certificates: Certificates) -> Judged:
    broke_off = {"verdict": "undecided", "note": outcome.get("error", "")}
    finding = Finding(**(broke_off if "error" in outcome else outcome))
    return Judged(proposition, finding, _level(finding, certificates))


def _result(paper: Paper, claim: Claim, outcome: workers.Outcome, certificates: Certificates) -> Result:
    if "error" in outcome:
        return Result(paper, claim, Finding("undecided", note=outcome["error"]), broke_off=True)
    finding = Finding(**outcome)
    return Result(paper, claim, finding, level=_level(finding, certificates))


def _level(finding: Finding, certificates: Certificates) -> str | None:
    """The level of what holds by a document that the reader accepted."""
    symbolic = finding.symbolic or {}
    if finding.verdict != "holds" or symbolic.get("document") is None:
        return None
    return certificates.level(digest(symbolic["document"]), symbolic["axioms"])
