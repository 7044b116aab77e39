"""One inequality between metrics that holds for every sample, as `workbench.deciding.facts` lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Line: TypeAlias = tuple[str, str, tuple[dict[str, Any], ...]]


@dataclass(frozen=True, eq=False)
class Fact:
    """``lower <= upper`` for every sample that meets ``given``, a property of the statement language."""

    lower: str
    upper: str
    because: str
    given: str = ""
    axiom: str = ""
    steps: tuple[Line, ...] = ()
    defined: tuple[dict[str, Any], ...] = ()

    def __str__(self) -> str:
        given = f" given {self.given}" if self.given else ""
        return f"{self.lower} <= {self.upper}{given}"


def by(axiom: str, **more: Any) -> dict[str, Any]:
    """The entry of an axiom, with its letters and how often it is used."""
    solved_for, times, shown = (more.pop(x, None) for x in ("solved_for", "times", "shown"))
    letters = {"letters": more} if more else {}
    solved = {"for": solved_for} if solved_for else {}
    rest = {"shown": list(shown)} if shown else {}
    return {"axiom": axiom, **letters, **solved, **rest, **({"times": times} if times else {})}


def defined(name: str) -> dict[str, Any]:
    """The entry of a definition."""
    return {"definition": name}
