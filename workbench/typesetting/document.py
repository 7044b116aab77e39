r"""LaTeX of whatever the workbench knows by name: fragments for papers, or a document that compiles by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from workbench.deciding.decide import Decision
from workbench.deciding.derived import Derivation
from workbench.errors import InputError, shown
from workbench.formats import Records, Row
from workbench.papers.claims import Paper
from workbench.papers.own import of_module
from workbench.papers.verification import Progress
from workbench.symbolic.letters import EXPECTATIONS, means_as
from workbench.symbolic.proof import Theorem
from workbench.symbolic.proposition import Proposition
from workbench.typesetting.entries import Entry
from workbench.typesetting.folding import foldable
from workbench.typesetting.lookup import Names
from workbench.typesetting.prose import prose
from workbench.typesetting.signs import warn_of_signs
from workbench.typesetting.style import PAGE, Style, style

_FEW = 3
_SEPARATION = 20
_TITLE = 1.8
"""How much larger the title is than the text."""

Section = tuple[str, Sequence[Entry]]

_PREAMBLE = r"""\documentclass[10pt,a4paperCOLUMNS]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage{textcomp}
\usepackage{microtype}
\usepackage{amsmath}
THEOREMS\usepackage[a4paper,width=WIDTHpt,height=700pt]{geometry}
\usepackage[hidelinks]{hyperref}
\setlength{\emergencystretch}{3em}
\setlength{\parindent}{0pt}
\setlength{\columnsep}{20pt}
\raggedbottom
\title{TITLE}
\author{AUTHOR}
\date{}
\begin{document}
\maketitle
"""
_CONVENTIONS = """Class 0 is the positive class and class 1 the negative one; a higher score is a stronger belief in
class 1, and an example is predicted to be of class 0 when its score is at most the threshold. Costs add up to 2. Every
proof below is one that the workbench has checked, every loss one that it has derived, and every verdict one that it
has computed.
"""
_INTRODUCTIONS = {
    "Theorems": "Each line of a proof stands with its reason, and the rule or theorem that leads to it, on the right.",
    "Results of the workbench": "What no source of this project has. Each is proved anew when this is written, and "
    "stands with data on which its sides are equal or come near to each other.",
    "Claims of papers": "A claim holds when it is proved and not refuted, or when its printed digits are right; it "
    "fails when a data set or a model refutes it, or when printed digits are wrong; what is only tried out says so. "
    "Printed figures are consistent when some data have them together.",
}


Known: TypeAlias = str | Theorem | Proposition | Paper
Named: TypeAlias = Known | Derivation | Decision | ModuleType


def latex(
    names: Named | Iterable[Named] = (),
    *more: Named,
    document: bool = False,
    cost: str | None = None,
    condition: str | None = None,
    weight: str | None = None,
    columns: int = 1,
    environment: str | None = None,
    label: str | None = None,
    notation: str = EXPECTATIONS,
    line: float | None = None,
    jobs: int = 1,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> str:
    r"""LaTeX of what the names stand for, or of everything without a name.

    A name is a letter of the theory (``Q_c``), a metric (``AUC``), a threshold choice method, a theorem or result or
    its file, a statement in quotes, a paper, a claim, or the beginning of several, ``table``, ``notation`` or
    ``errata``; several are arguments or a list. The call of a method, or a method with ``cost``, ``weight`` or
    ``condition`` as `derive` takes them, is its derived loss, and so is what `derive` returned; what `prove` returned
    is its statement; a `Theorem`, a `Paper`, or a module that binds such, is itself. Fragments need amsmath alone; with
    ``document`` they stand in one that compiles by itself.

    Formulas are broken for one of so many ``columns``, 1 or 2, of LaTeX's article class, or for a ``line`` of 160 to
    2000 points; in two columns reasons stand below their formulas. Theorems, results, proved statements and
    derived losses stand in the ``environment`` of that name, which fragments leave to your preamble to define.
    With the prefix ``label`` each has a ``\label``, and so has the first formula of a definition and of a claim, and
    of a theorem without an environment: ``thm:theorem_10``. The ``notation`` of means is ``expectations``,
    ``E_0[g(s)]``, or ``integrals``, ``\int g(s) f_0(s)\, ds``. `workbench.errors.InputError` for a name that is not
    known and for what is wrong in these.

    >>> print(latex("BS0"))
    \par\medskip\noindent\textbf{Brier score of class 0}\textbf{.} $\mathrm{BS}_0$, in $[0, 1]$.
    \begin{equation*}
    \mathrm{BS}_0 = E_0\left[s^{2}\right]
    \end{equation*}
    See Brier, Verification of forecasts expressed in terms of probability (1950).
    <BLANKLINE>
    """
    given = list(names) if isinstance(names, Iterable) and not (isinstance(names, str) or more) else [names, *more]
    wanted = [known for name in given for known in _known(name)]
    wished = style(
        columns=columns, environment=environment, label=label, notation=notation, line=line, document=document
    )
    found = sections(
        wanted, wished, cost=cost, condition=condition, weight=weight, jobs=jobs, cache=cache, progress=progress
    )
    return as_document(found, wished) if document else as_fragments(found)


def _known(given: object) -> list[Known]:
    """What is to be written, or its name."""
    if isinstance(given, str | Theorem | Proposition | Paper):
        return [given]
    if isinstance(given, ModuleType):
        shelf = of_module(given)
        papers = {paper.key: paper for paper, _ in shelf.claims.values()}
        return [*shelf.theorems.values(), *shelf.propositions.values(), *papers.values()]
    if isinstance(given, Derivation):
        return [given.name]
    if isinstance(given, Decision):
        return [given.said]
    raise InputError(
        f"{shown(given)} has no LaTeX; what has is a name such as 'Theorem 10', a theorem, a result, a paper, "
        "a module with such, or what derive or prove found"
    )


def sections(
    names: Sequence[Known],
    style: Style,
    *,
    cost: str | None = None,
    condition: str | None = None,
    weight: str | None = None,
    jobs: int = 1,
    cache: Path | None = None,
    progress: Progress | None = None,
) -> list[Section]:
    """The entries that names stand for, without a title; or everything, in sections."""
    known = Names(style, cost, condition, weight, jobs, cache, progress)
    found: list[Section]
    with means_as(style.notation):
        if names:
            found = [("", [entry for name in dict.fromkeys(names) for entry in known.entries(name)])]
        elif any(x is not None for x in (cost, condition, weight)):
            raise InputError("a cost, a weight or a condition is for methods that are named")
        else:
            found = list(known.everything())
    warn_of_signs([entry.latex for _, entries in found for entry in entries])
    return found


@dataclass(frozen=True)
class Fragments(Records):
    """The entries as data."""

    sections: Sequence[Section]

    def to_json(self) -> dict[str, Any]:
        """Each fragment by its name and kind."""
        return {"fragments": self.rows}

    @property
    def rows(self) -> list[Row]:
        """One row a fragment."""
        return [entry.to_json() for _, entries in self.sections for entry in entries]


def as_fragments(found: Sequence[Section]) -> str:
    """The entries one after the other, with the titles of sections as comments."""
    parts = []
    for title, entries in found:
        parts += [f"% {title}\n"] * bool(title)
        parts += [entry.latex for entry in entries]
    return "\n".join(parts)


def _title(found: Sequence[Section]) -> str:
    """The title of one's own paper, if all of it is of one; the names of what is written, where they are few."""
    entries = [entry for _, entries in found for entry in entries]
    own = [entry.title for entry in entries if entry.kind == "paper"]
    if len(own) == 1 and all(entry.author for entry in entries):
        return foldable(own[0], PAGE / 2, _TITLE)
    names = [entry.title or prose(entry.name) for title, entries in found for entry in entries if not title]
    names = [foldable(name, PAGE / 2, _TITLE) for name in names]
    return ", ".join(names) if 0 < len(names) <= _FEW else "Threshold choice methods, losses and metrics"


def _author(found: Sequence[Section]) -> str:
    """The authors of one's own paper, if all of it is of one."""
    authors = {entry.author for _, entries in found for entry in entries}
    return authors.pop() if len(authors) == 1 and "" not in authors else "The threshold workbench"


def preamble(title: str, style: Style, author: str = "The threshold workbench", packages: Sequence[str] = ()) -> str:
    """What stands before the entries of a document, which may need more packages."""
    name = style.environment
    theorems = f"\\usepackage{{amsthm}}\n\\newtheorem{{{name}}}{{{name.capitalize()}}}\n" if name else ""
    theorems += "".join(f"\\usepackage{{{package}}}\n" for package in packages)
    texts = {
        "COLUMNS": ",twocolumn" * (style.columns > 1),
        "WIDTH": f"{style.columns * (style.line + _SEPARATION) - _SEPARATION:g}",
        "THEOREMS": theorems,
        "TITLE": title,
        "AUTHOR": author,
    }
    return re.sub("|".join(texts), lambda found: texts[found[0]], _PREAMBLE)


def as_document(found: Sequence[Section], style: Style) -> str:
    """The entries in a document, for lines of the style's width."""
    parts = [preamble(_title(found), style, _author(found))]
    if len(found) > 1:
        parts += [_CONVENTIONS, "\\tableofcontents\n"]
    for title, entries in found:
        if title:
            parts.append(f"\\section{{{title}}}\n{_INTRODUCTIONS.get(title, '')}")
        parts += [entry.latex for entry in entries]
    return "\n".join([*parts, "\\end{document}\n"])
