"""Results of the workbench's own: a sentence of the statement language, and data on which it is sharp.

A `Proposition` is a value of a module of ``proofs/``, as a theorem is (`workbench.symbolic.proof`), but it holds no
steps: its proof is found anew whenever it is verified, as ``workbench prove`` finds it, and read by the second program.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from workbench.errors import shown
from workbench.formats import Hinting
from workbench.installed import Kinds, refuse_unfit, tuple_of
from workbench.lazily import Lazily

_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it

Level: TypeAlias = tuple[str, int, int]


def _is_level(x: object) -> bool:
    return isinstance(x, tuple) and tuple(map(type, x)) == (str, int, int)


_KINDS: Kinds = {
    "tuple[Level, ...]": (
        lambda x: isinstance(x, tuple) and all(map(_is_level, x)),
        "a tuple of levels, such as ('1/4', 3, 1)",
    ),
    "Fraction": (lambda x: isinstance(x, Fraction), "a Fraction"),
}


@dataclass(frozen=True)
class Attained:
    """Data on which the sides of a statement are exactly ``gap`` apart: examples of class 0 and 1 at each score.

    >>> Attained.at(("1/4", 3, 1), ("3/4", 1, 3)).levels[0]
    ('1/4', 3, 1)
    """

    levels: tuple[Level, ...]
    gap: Fraction = Fraction(0)

    @classmethod
    def at(cls, *levels: Level, gap: str = "0") -> Attained:
        """So many examples of class 0 and of class 1 at each score."""
        return cls(levels, Fraction(gap))


@dataclass(frozen=True, repr=False)
class Proposition(Hinting):
    """A ``statement`` of the statement language that holds for every sample, and what it ``means`` to a practitioner.

    ``sharp`` are data sets on which both sides are equal, or a sequence of them on which they come nearer and nearer,
    each time to half of the gap before or less. ``source`` names relatives, ``remark`` says what else is to be said.
    """

    name: str
    says: str
    means: str
    statement: str
    sharp: tuple[Attained, ...]
    source: str = "not in the sources of this project"
    remark: str = ""

    def __post_init__(self) -> None:
        what = f"the result {shown(self.name)}"
        refuse_unfit(self, what, {"tuple[Attained, ...]": tuple_of(Attained, "data sets")})
        for number, attained in enumerate(self.sharp, 1):
            refuse_unfit(attained, f"the data set {number} of {what}", _KINDS)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{self.name}: {self.says}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_proposition(self))
