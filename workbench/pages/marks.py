"""Verdicts as marks that do not tell by colour alone, and where on the page each claim, theorem and result is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from workbench.kernel.levels import LEVELS
from workbench.pages.elements import Element, element
from workbench.papers.claims import TRUE, WRONG
from workbench.papers.verification import Result, Verification

LIBRARY, OWN = "theorems", "results"
THEOREMS, RESULTS = "Theorems", "Results"
MARKS = {"holds": "✓", "consistent": "≈", "fails": "✗", "inconsistent": "≠", "undecided": "?", "not checkable": "–"}
CORRECTED = ".corrected"


def note_of(result: Result) -> str:
    """What the claim and its finding note, as a sentence; empty where there is nothing."""
    note = "; ".join(note for note in (result.claim.note, result.finding.note) if note)
    return f"{capitalised(note)}." if note else ""


def capitalised(sentence: str) -> str:
    """A sentence with a capital, unless it begins with a symbol.

    >>> [capitalised(text) for text in ("refuted", "a mean", "pi0 is 1/2", "r is tpr", "Q_c is 0")]
    ['Refuted', 'A mean', 'pi0 is 1/2', 'r is tpr', 'Q_c is 0']
    """
    first = sentence.partition(" ")[0].rstrip(":,;")
    is_word = first == "a" or (len(first) > 1 and first.replace("-", "").isalpha() and first.islower())
    return sentence[:1].upper() + sentence[1:] if is_word else sentence


def tone(verdict: str) -> str:
    """The class by which a verdict is coloured."""
    return "true" if verdict in TRUE else "wrong" if verdict in WRONG else "open"


def mark(verdict: str) -> Element:
    """The sign of a verdict, for eyes only."""
    return element("span", MARKS[verdict], aria_hidden="true", class_="mark")


def badge(result: Result) -> Element:
    """The verdict on a claim, and whether it is the expected one."""
    remark = f"known {result.known_as}" if result.known_as else ""
    if not result.as_expected:
        remark = "its check broke off" if result.broke_off else f"expected: {result.claim.expected}"
    return badge_of(result.finding.verdict, remark, surprising=not result.as_expected)


def badge_of(verdict: str, remark: str = "", *, surprising: bool = False) -> Element:
    """A verdict by its sign and in words."""
    kind = f"badge {tone(verdict)}" + " surprising" * surprising
    return element("span", mark(verdict), verdict, f", {remark}" if remark else None, class_=kind)


def level_of(level: str | None) -> Element | None:
    """The level that a proof has reached, by as many full signs and in words."""
    if level is None:
        return None
    reached = LEVELS.index(level) + 1
    signs = element("span", "●" * reached + "○" * (len(LEVELS) - reached), aria_hidden="true")
    return element("span", signs, " ", level, class_="level")


def count_of(number: int, one: str, several: str = "") -> str:
    """A number of things.

    >>> count_of(1, "claim"), count_of(2, "claim"), count_of(2, "erratum", "errata")
    ('1 claim', '2 claims', '2 errata')
    """
    return f"{number} {one if number == 1 else several or one + 's'}"


def resting(axioms: Sequence[str]) -> str:
    """What a proof rests on.

    >>> resting(["hull_area", "cdf_is_uniform"]), resting(["hull_area"]), resting([])
    ('it rests on the axioms hull area, cdf is uniform', 'it rests on the axiom hull area', 'it rests on no axiom')
    """
    names = ", ".join(name.replace("_", " ") for name in axioms)
    return f"it rests on the axiom{'s' * (len(axioms) > 1)} {names}" if axioms else "it rests on no axiom"


@dataclass(frozen=True)
class Index:
    """Where on the page everything is."""

    found: Verification

    @cached_property
    def results(self) -> dict[str, Result]:
        """The results by the ids of their claims."""
        return {result.claim.id: result for result in self.found.results}

    @cached_property
    def anchors(self) -> dict[tuple[str, str], str]:
        """The id on the page of each paper, claim, theorem and result, no two the same."""
        wanted = [("paper", result.paper.key, f"paper-{result.paper.key}") for result in self.found.results]
        wanted += [("claim", result.claim.id, result.claim.id) for result in self.found.results]
        wanted += [("theorem", x.theorem.name, f"theorem-{x.theorem.name.lower()}") for x in self.found.theorems]
        own = [x.proposition.name for x in self.found.propositions]
        wanted += [("proposition", name, f"result-{name.lower()}") for name in own]
        anchors: dict[tuple[str, str], str] = {}
        for kind, name, text in dict.fromkeys(wanted):
            anchor = re.sub(r"[^\w.]+", "-", text)
            while anchor in anchors.values():
                anchor += "-"
            anchors[kind, name] = anchor
        return anchors

    def link(self, kind: str, name: str) -> Element:
        """The name, as a link if it is on the page."""
        anchor = self.anchors.get((kind, name))
        if anchor is None:
            return element("span", name)
        return element("a", name, href=f"#{quote(anchor)}", class_="id" if kind == "claim" else None)

    def twin(self, result: Result) -> Result | None:
        """The correction of a claim, if there is one."""
        return self.results.get(f"{result.claim.id}{CORRECTED}")


def surprises(index: Index) -> list[Element]:
    """What did not come out as expected, an item each."""
    found = index.found
    rows = [("claim", x.claim.id, badge(x), x.finding.note) for x in found.surprises]
    refused = badge_of("fails", surprising=True)
    rows += [("theorem", x.theorem.name, refused, x.objections[0]) for x in found.theorems if not x.holds]
    own = [x for x in found.propositions if not x.holds]
    rows += [
        ("proposition", x.proposition.name, badge_of(x.finding.verdict, surprising=True), x.finding.note) for x in own
    ]
    return [element("li", index.link(kind, name), " ", told, " ", why) for kind, name, told, why in rows]
