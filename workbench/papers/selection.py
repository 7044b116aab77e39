"""The papers that come with the workbench, and the theorems, results and claims that names select.

What is in a file of one's own is called by the file, two colons and its name: ``my_paper.toml::mine.T1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from workbench.errors import InputError, shown
from workbench.language.statements import is_statement, suggestion
from workbench.papers import own
from workbench.papers.claims import Claim, Paper
from workbench.symbolic.library import propositions, shelf, theorems

_FEW = 12
"""Names that are all told where there is none like the one that is asked for."""


@cache
def papers() -> tuple[Paper, ...]:
    """The papers that come with the workbench and those of other packages, by their keys."""
    found = shelf("paper_checks", Paper, "workbench.papers", lambda paper: paper.key)
    return tuple(found[key] for key in sorted(found))


@cache
def claims() -> dict[str, tuple[Paper, Claim]]:
    """The claims by their ids, in the order of the papers."""
    return {claim.id: (paper, claim) for paper in papers() for claim in paper.claims}


def library() -> own.Shelf:
    """What comes with the workbench and with other packages."""
    return own.Shelf(theorems(), propositions(), claims())


def shelf_of(name: str) -> tuple[own.Shelf, str]:
    """Where something with this name stands, and what it is called there."""
    place, _, rest = name.rpartition(own.AT)
    return (own.at(place), rest) if place else (library(), name)


def chosen(names: Iterable[str] = ()) -> own.Shelf:
    """The theorems, results and claims that the names select; the name of a theorem or result is looked for first.

    A file or folder of one's own stands for everything in it, and is read anew.

    >>> found = chosen(["Theorem 6", "004.T6"])
    >>> list(found.theorems), list(found.claims)
    (['Theorem 6'], ['004.T6'])
    """
    wanted = list(names)
    places = dict.fromkeys(place for name in wanted if (place := _place_in(name)))
    if not wanted:
        return library()
    parts = [_on(library(), here, "")] if (here := [name for name in wanted if not _place_in(name)]) else []
    for place in places:
        shelf = own.read(place)
        inner = [name[len(place) :].removeprefix(own.AT) for name in wanted if _place_in(name) == place]
        parts.append(_on(shelf, [] if "" in inner else [_whole(name, shelf) for name in inner], place + own.AT))
    keys: dict[str, Paper] = {}
    for paper in (paper for part in parts for paper, _ in part.claims.values()):
        if keys.setdefault(paper.key, paper) is not paper:
            raise InputError(f"two papers have the key {paper.key}; a paper of one's own needs another")
    return own.Shelf(
        {name: x for part in parts for name, x in part.theorems.items()},
        {name: x for part in parts for name, x in part.propositions.items()},
        {name: x for part in parts for name, x in part.claims.items()},
    )


def _place_in(name: str) -> str:
    """Where a name leads; that of a paper of the library never to a folder."""
    return "" if name in {paper.key for paper in papers()} else own.place_in(name)


def _whole(name: str, shelf: own.Shelf) -> str:
    """A claim's id with its paper's key, which may be left out."""
    keyed = (claim.id for paper, claim in shelf.claims.values() if claim.id == f"{paper.key}.{name}")
    return next(keyed, name)


def _on(shelf: own.Shelf, names: list[str], place: str) -> own.Shelf:
    """What the names select on one shelf, all without a name, with the place before each name."""
    known = [*shelf.theorems, *shelf.propositions]
    named = {name: [x for x in known if x == name or x.startswith(f"{name},")] for name in names}
    kept = {name for found in named.values() for name in found}
    rest = [name for name in names if not named[name] or titled(name, shelf)]
    claims = select(rest, shelf) if rest or not names else []
    return own.Shelf(
        {place + name: x for name, x in shelf.theorems.items() if not names or name in kept},
        {place + name: x for name, x in shelf.propositions.items() if not names or name in kept},
        {place + claim.id: (paper, claim) for paper, claim in claims},
    )


def titles(paper: Paper) -> tuple[str, str]:
    """What a paper is called: its title whole, and up to a colon or a bracket."""
    return paper.title, re.split(r":| \(", paper.title)[0]


def titled(name: str, shelf: own.Shelf) -> list[str]:
    """The keys of the papers with that title.

    >>> titled("Brier Curves", library())
    ['000']
    """
    return list(dict.fromkeys(paper.key for paper, _ in shelf.claims.values() if name in titles(paper)))


def select(names: Iterable[str] = (), shelf: own.Shelf | None = None) -> list[tuple[Paper, Claim]]:
    """The claims of a shelf, the library's if none is told, that the names select, in the order of the papers.

    A name is an id, a paper's key or title, or the beginning of ids up to a dot: a claim comes with its correction.

    >>> [claim.id for _, claim in select(["000.tab.2"])]
    ['000.tab.2.AUC', '000.tab.2.AUCH', '000.tab.2.BS']
    >>> select(["004.T66"])
    Traceback (most recent call last):
    workbench.errors.InputError: no theorem, result, paper or claim is called 004.T66; did you mean 004.T6?
    >>> select(["brier_curves"])
    Traceback (most recent call last):
    workbench.errors.InputError: no theorem, result, paper or claim is called brier_curves; did you mean Brier Curves?
    >>> select(["nothing"])
    Traceback (most recent call last):
    workbench.errors.InputError: no theorem, result, paper or claim is called nothing; the papers are 000, 001, 002, \
003, 004, lit
    """
    shelf = library() if shelf is None else shelf
    every = list(shelf.claims.values())
    wanted = list(names)
    if not wanted:
        return every
    kept: set[str] = set()
    for name in wanted:
        for part in titled(name, shelf) or _parts(name):
            found = {
                claim.id for paper, claim in every if part in (claim.id, paper.key) or claim.id.startswith(f"{part}.")
            }
            if not found:
                if is_statement(name):
                    raise InputError(f"{shown(name)} is a statement; workbench prove decides it")
                raise InputError(
                    f"no theorem, result, paper or claim is called {part}{_file_meant(name) or _meant(part, shelf)}"
                )
            kept |= found
    return [(paper, claim) for paper, claim in every if claim.id in kept]


def _meant(part: str, shelf: own.Shelf) -> str:
    """What may be meant by the name of nothing; ids of claims for what looks like one, else which papers there are."""
    every = list(shelf.claims.values())
    ids = {beginning for _, claim in every for beginning in _beginnings(claim.id)}
    known = {*shelf.theorems, *shelf.propositions} | {x for x in ids if ("." in x) == ("." in part)}
    known |= {title for paper, _ in every for title in titles(paper)}
    keys = dict.fromkeys(paper.key for paper, _ in every)
    nearest = suggestion(part, known)
    if not nearest and len(ids) <= _FEW:
        return f"; there are {', '.join(sorted(ids | known))}"
    return nearest or f"; the papers are {', '.join(keys)}"


def _file_meant(name: str) -> str:
    """The file that a name without its ending, or with one colon before a claim, may be meant to be; or nothing."""
    stem, _, claim = name.partition(":")
    claim = claim.strip(":")
    for place in (stem, f"{stem}.toml", f"{stem}.py"):
        if own.place_in(place) and Path(place).is_file():
            return f"; did you mean {place}{own.AT}{claim}?" if claim else f"; did you mean {place}?"
    return ""


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
