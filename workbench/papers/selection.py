"""The papers that come with the workbench, and the theorems, results and claims that names select."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from workbench.errors import InputError
from workbench.language.statements import suggestion
from workbench.papers.claims import Claim, Paper
from workbench.symbolic.library import propositions, shelf, theorems
from workbench.symbolic.proof import Theorem
from workbench.symbolic.proposition import Proposition


@cache
def papers() -> tuple[Paper, ...]:
    """The papers that come with the workbench and those of other packages, by their keys."""
    found: dict[str, Paper] = {}
    for paper in shelf("paper_checks", Paper, "workbench.papers"):
        found.setdefault(paper.key, paper)
    return tuple(found[key] for key in sorted(found))


@cache
def claims() -> dict[str, tuple[Paper, Claim]]:
    """The claims by their ids, in the order of the papers."""
    return {claim.id: (paper, claim) for paper in papers() for claim in paper.claims}


def chosen(names: Iterable[str] = ()) -> tuple[list[Theorem], list[Proposition], list[tuple[Paper, Claim]]]:
    """The theorems, results and claims that the names select; the name of a theorem or result is looked for first.

    >>> [[len(found) for found in chosen(names)] for names in (["Theorem 6"], ["Theorem 6", "004.T6"])]
    [[1, 0, 0], [1, 0, 1]]
    """
    wanted = list(names)
    known = [*theorems(), *propositions()]
    named = {name: [x for x in known if x == name or x.startswith(f"{name},")] for name in wanted}
    kept = {name for found in named.values() for name in found}
    rest = [name for name in wanted if not named[name]]
    return (
        [x for name, x in theorems().items() if not wanted or name in kept],
        [x for name, x in propositions().items() if not wanted or name in kept],
        select(rest) if rest or not wanted else [],
    )


def select(names: Iterable[str] = ()) -> list[tuple[Paper, Claim]]:
    """The claims that the names select, each once, in the order of the papers.

    >>> [claim.id for _, claim in select(["000.tab.2"])]
    ['000.tab.2.AUC', '000.tab.2.AUCH', '000.tab.2.BS']
    >>> select(["004.T66"])
    Traceback (most recent call last):
    workbench.errors.InputError: no theorem, result, paper or claim is called 004.T66; did you mean 004.T6?
    """
    every = list(claims().values())
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
                known |= {*theorems(), *propositions()}
                raise InputError(f"no theorem, result, paper or claim is called {part}{suggestion(part, known)}")
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
        if span is None or int(span[3]) < int(span[2]):
            yield part
        else:
            yield from (f"{span[1]}{k}" for k in range(int(span[2]), int(span[3]) + 1))


def _beginnings(claim_id: str) -> Iterator[str]:
    parts = claim_id.split(".")
    return (".".join(parts[:end]) for end in range(1, len(parts) + 1))
