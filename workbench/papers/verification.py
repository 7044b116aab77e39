"""Every claim of every paper, verified: what ``workbench verify`` does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from workbench.errors import InputError
from workbench.language.statements import suggestion
from workbench.papers.claims import Claim, Finding, Paper
from workbench.symbolic.library import shelf, theorems
from workbench.symbolic.proof import Checked, check

Progress: TypeAlias = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Result:
    """A claim of a paper and what was found."""

    paper: Paper
    claim: Claim
    finding: Finding

    @property
    def as_expected(self) -> bool:
        """Whether the computed verdict is the expected one."""
        return self.finding.verdict == self.claim.expected

    def to_json(self) -> dict[str, Any]:
        """The result as plain values."""
        claim, finding = self.claim, self.finding
        return {
            "id": claim.id,
            "paper": self.paper.title,
            "where": claim.where,
            "says": claim.says,
            "kind": claim.kind,
            "verdict": finding.verdict,
            "expected": claim.expected,
            "symbolic": finding.symbolic,
            "numeric": finding.numeric,
            "note": "; ".join(note for note in (claim.note, finding.note) if note),
        }


@dataclass(frozen=True)
class Verification:
    """The theorems that were checked, and the claims in the order of the papers."""

    theorems: tuple[Checked, ...]
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether every theorem holds and every verdict is the expected one."""
        return all(found.holds for found in self.theorems) and not self.surprises

    @property
    def surprises(self) -> tuple[Result, ...]:
        """The results whose verdict is not the expected one."""
        return tuple(result for result in self.results if not result.as_expected)

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have each verdict."""
        return dict(sorted(Counter(result.finding.verdict for result in self.results).items()))

    def to_json(self) -> dict[str, Any]:
        """The verification as plain values."""
        return {
            "theorems": [
                {
                    "name": found.theorem.name,
                    "says": found.theorem.says,
                    "source": found.theorem.source,
                    "given": sorted(hypothesis.says for hypothesis in found.theorem.given),
                    "verdict": "holds" if found.holds else "fails",
                    "steps": len(found.theorem.proof),
                    "numbers_compared": found.tried,
                    "objections": list(found.objections),
                }
                for found in self.theorems
            ],
            "claims": [result.to_json() for result in self.results],
            "counts": self.counts,
        }


def verify(names: Iterable[str] = (), progress: Progress | None = None) -> Verification:
    """Check the theorems and claims that ``names`` select, all of them without a name.

    A name is a theorem's name, a paper's key, a claim's id, or the beginning of ids up to a dot.
    ``progress`` is called before each with its name, how many are done and how many there are.
    `workbench.errors.InputError` for a name that selects nothing.

    >>> found = verify(["004.T6"])
    >>> [(result.claim.id, result.finding.verdict) for result in found.results], found.ok
    ([('004.T6', 'holds')], True)
    """
    wanted = [names] if isinstance(names, str) else list(names)
    known = theorems()
    named = {name: [x for x in known if x == name or x.startswith(f"{name},")] for name in wanted}
    proofs = [known[name] for name in known if not wanted or any(name in found for found in named.values())]
    rest = [name for name in wanted if not named[name]]
    chosen = select(rest) if rest or not wanted else []
    count = len(proofs) + len(chosen)
    tell = progress or (lambda name, done, total: None)
    checked: list[Checked] = []
    for theorem in proofs:
        tell(theorem.name, len(checked), count)
        checked.append(check(theorem))
    results: list[Result] = []
    for paper, claim in chosen:
        tell(claim.id, len(checked) + len(results), count)
        results.append(Result(paper, claim, claim.check.run()))
    return Verification(tuple(checked), tuple(results))


@cache
def papers() -> tuple[Paper, ...]:
    """The papers that come with the workbench, by their keys."""
    return tuple(sorted(shelf("paper_checks", Paper), key=lambda paper: paper.key))


def select(names: Iterable[str] = ()) -> list[tuple[Paper, Claim]]:
    """The claims that the names select, each once, in the order of the papers.

    >>> [claim.id for _, claim in select(["000.tab.2"])]
    ['000.tab.2.AUC', '000.tab.2.AUCH', '000.tab.2.BS']
    >>> select(["004.T66"])
    Traceback (most recent call last):
    workbench.errors.InputError: no theorem, paper or claim is called 004.T66; did you mean 004.T6?
    """
    every = [(paper, claim) for paper in papers() for claim in paper.claims]
    wanted = list(names)
    if not wanted:
        return every
    kept: set[str] = set()
    for name in wanted:
        for part in _parts(name):
            found = {
                claim.id for paper, claim in every if part in (claim.id, paper.key) or claim.id.startswith(f"{part}.")
            }
            if not found:
                known = {beginning for _, claim in every for beginning in _beginnings(claim.id)}
                known |= set(theorems())
                raise InputError(f"no theorem, paper or claim is called {part}{suggestion(part, known)}")
            kept |= found
    return [(paper, claim) for paper, claim in every if claim.id in kept]


def _parts(name: str) -> Iterator[str]:
    """The ids that a name with a range or a comma stands for.

    >>> list(_parts("004.eq2-3")), list(_parts("004.D5,eq13"))
    (['004.eq2', '004.eq3'], ['004.D5', '004.eq13'])
    """
    first, *others = name.split(",")
    key = first.partition(".")[0]
    for part in (first, *(f"{key}.{other}" for other in others)):
        span = re.fullmatch(r"(.*?)(\d{1,3})-(\d{1,3})", part)
        if span is None:
            yield part
        else:
            yield from (f"{span[1]}{k}" for k in range(int(span[2]), int(span[3]) + 1))


def _beginnings(claim_id: str) -> Iterator[str]:
    parts = claim_id.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))
