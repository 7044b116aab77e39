r"""Fragments of LaTeX, and what they are made of: a heading, sentences, displayed formulas, proofs and tables.

A fragment needs amsmath and nothing else. Beside its text it keeps every formula that it displays with the
expression or the statement that the formula was made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from sympy import Add, Expr, Mul, Pow, fraction

from workbench.deciding.inequality import Inequality
from workbench.deciding.wording import Line, lines
from workbench.errors import InputError
from workbench.language import syntax
from workbench.language.statements import parse_statement
from workbench.symbolic.latex import latex, latex_of, latex_of_statement, symbol
from workbench.symbolic.letters import NOTATION, RELATIONS
from workbench.symbolic.proof import Theorem
from workbench.symbolic.rules import Hypothesis
from workbench.typesetting.displays import ARTICLE, Row, chain, chain_lines, environment, equation
from workbench.typesetting.folding import foldable
from workbench.typesetting.prose import escaped, prose

Source: TypeAlias = Expr | syntax.Node | syntax.Statement

_MANY = 4
_WIDE = 0.3
_METRIC = {"h_measure": "H"}
_QED = r"~\hfill\rule{0.8ex}{0.8ex}"
_LOOSE = r"{\tolerance=9999 \setlength{\emergencystretch}{3em}"
_CITED = re.compile(r"(theorem|theorem for uniform costs)\((.*)\)")


@dataclass(frozen=True)
class Shown:
    """A formula as it is shown, in one line, and what it was made from.

    ``label`` is what it is said to be, and ``in_table`` whether it stands in a table and not displayed by itself.
    """

    latex: str
    source: Source = field(repr=False)
    label: str = ""
    in_table: bool = False


@dataclass(frozen=True)
class Entry:
    """A fragment by its name and kind, with the formulas that it displays in their order.

    ``title`` is its name in LaTeX, where that is more than the name as it is given.
    """

    name: str
    kind: str
    latex: str
    shown: tuple[Shown, ...] = ()
    title: str = ""

    def to_json(self) -> dict[str, str]:
        """Name, kind and LaTeX."""
        return {"name": self.name, "kind": self.kind, "latex": self.latex}


@dataclass(frozen=True)
class Arranged:
    """LaTeX with its terms in an order of their own, and the expression that it stands for."""

    latex: str
    expression: Expr


class Writer:
    """A fragment as it is written, part by part, for lines of so many points."""

    def __init__(self, line: float = ARTICLE) -> None:
        self.line = line
        self.parts: list[str] = []
        self.shown: list[Shown] = []

    def entry(self, name: str, kind: str, *, loose: bool = False, title: str = "") -> Entry:
        """What was written, as an entry; with wider spaces between words where long names leave no other way."""
        text = "\n".join(self.parts)
        loose = loose or r"\allowbreak" in text
        return Entry(name, kind, f"{_LOOSE}\n{text}\n\\par}}\n" if loose else f"{text}\n", tuple(self.shown), title)

    def _foldable(self, text: str) -> str:
        return foldable(text, _WIDE * self.line)

    def heading(self, title: str, sentence: str = "", aside: str = "") -> None:
        """A title in bold, an aside in parentheses, and a sentence, all in LaTeX."""
        behind = f" ({aside})" if aside else ""
        text = rf"\par\medskip\noindent\textbf{{{title}}}{behind}\textbf{{.}} {sentence}".rstrip()
        self.parts.append(self._foldable(text))

    def sentence(self, text: str) -> None:
        """A sentence in LaTeX that goes on in the paragraph."""
        if text:
            self.parts.append(self._foldable(text))

    def assumed(self, hypotheses: Iterable[Hypothesis]) -> None:
        """What is assumed, numbered where it is more than one thing."""
        said = sorted(prose(hypothesis.says) for hypothesis in hypotheses)
        if len(said) > 1:
            said = [f"({number}) {text}" for number, text in enumerate(said, start=1)]
        if said:
            self.sentence(f"Assumed: {'; '.join(said)}.")

    def display(self, left: str, source: Source, label: str = "") -> None:
        """A formula by itself; with a label, what is equal to it."""
        text = f"{label} = {left}" if label else left
        self.shown.append(Shown(left, source, label))
        self.parts.append(equation(text, self.line))

    def equality(self, left: Expr, right: Expr) -> None:
        """An equation displayed by itself."""
        self.equalities([(Arranged(latex(left), left), Arranged(latex(right), right))])

    def equalities(self, equations: Sequence[tuple[Arranged, Arranged]]) -> None:
        """Equations displayed below each other."""
        self.shown += [Shown(side.latex, side.expression) for sides in equations for side in sides]
        if len(equations) == 1:
            (left, right), *_ = equations
            self.parts.append(equation(f"{left.latex} = {right.latex}", self.line))
        else:
            self._below_each_other((left.latex, right.latex) for left, right in equations)

    def statement(self, statement: syntax.Statement) -> None:
        """A statement displayed by itself, with what it assumes beside it."""
        text = latex_of_statement(statement)
        self.shown.append(Shown(text, statement))
        self.parts.append(equation(text, self.line))

    def together(self, labelled: Iterable[tuple[str, syntax.Node | Expr]]) -> None:
        """Several equations, each of a letter and what it is, below each other."""
        found = [Shown(formula_of(source), source, label) for label, source in labelled]
        self.shown += found
        self._below_each_other((shown.label, shown.latex) for shown in found)

    def _below_each_other(self, equations: Iterable[tuple[str, str]]) -> None:
        lines = [x for left, right in equations for x in chain_lines(left, [Row(right, "=")], self.line)]
        self.parts.append(environment("align*", lines))

    def proof(self, *parts: Theorem | Inequality) -> None:
        """A proof of an equality, or of one inequality or two: a chain of lines each, with the reasons beside."""
        self.parts.append(r"\par\noindent\textit{Proof.}")
        for number, part in enumerate(parts, start=1):
            self._chained(part, _QED if number == len(parts) else "")

    def _chained(self, part: Theorem | Inequality, end: str) -> None:
        begin = part.left if isinstance(part, Theorem) else None
        if begin is not None:
            self.shown.append(Shown(latex(begin), begin))
        rows = []
        found = [replace(line, gives=_over_common_denominators(line.gives)) for line in lines(part)]
        for number, line in enumerate(found, start=1):
            self.shown.append(Shown(latex(line.gives), line.gives))
            equal = "=" if begin is not None or number > 1 else ""
            rows.append(_row(line, equal, end if number == len(found) else ""))
        self.parts.append(chain("" if begin is None else latex(begin), rows, self.line))

    def rests_on(self, axioms: Sequence[str]) -> None:
        """The axioms that a proof leans on, by their names."""
        if axioms:
            names = ", ".join(name.replace("_", " ") for name in axioms)
            self.parts.append(rf"\par\noindent{{\footnotesize Rests on: {names}.}}\par")

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], columns: str) -> None:
        """A table of cells in LaTeX, with lines above and below its head and at its end."""
        body = " \\\\\n".join(" & ".join(row) for row in rows)
        self.parts.append(
            "\\par\\nopagebreak\\medskip\n{\\centering\\small\\renewcommand{\\arraystretch}{1.25}%\n"
            f"\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\hline\n"
            f"{' & '.join(header)} \\\\\n\\hline\n{body} \\\\\n\\hline\n"
            "\\end{tabular}\\par}\\medskip\\noindent"
        )

    def cell(self, source: Source) -> str:
        """A formula in a cell of a table."""
        written = formula_of(source)
        self.shown.append(Shown(written, source, in_table=True))
        return f"${written}$"


def formula_of(source: Source) -> str:
    """What a formula looks like."""
    if isinstance(source, syntax.Statement):
        return latex_of_statement(source)
    return latex(source) if isinstance(source, Expr) else latex_of(source)


def _row(line: Line, equal: str, end: str) -> Row:
    where = "".join(f"where ${latex(kink)} = {latex(part)}$: " for kink, part in line.where)
    why, rule = prose(line.why.replace("of h_measure", "of the H-measure")), rule_words(line.by)
    if why.startswith("the definition of") or rule in why:
        rule = ""
    note = where + why + (rf" (\textit{{{rule}}})" if rule else "") + end
    if line.sign.startswith("0"):
        return Row(rf"0 {RELATIONS[line.sign[2:]]} {latex(line.gives)}", "", note)
    return Row(latex(line.gives), RELATIONS[line.sign] if line.sign else equal, note)


def _over_common_denominators(e: Expr) -> Expr:
    """A sum whose fractions with the same denominator stand together, where they are many."""
    if not isinstance(e, Add):
        return e
    above: dict[Expr, list[Expr]] = {}
    for term in e.args:
        numerator, denominator = fraction(term)
        above.setdefault(denominator, []).append(numerator)
    if all(len(terms) < _MANY or below.is_number for below, terms in above.items()):
        return e
    return Add(*(Mul(Add(*terms), Pow(below, -1), evaluate=False) for below, terms in above.items()))


def rule_words(by: str) -> str:
    r"""A rule of a proof in LaTeX, as it is called in words.

    >>> print(rule_words("ranking_both_ways"), rule_words("theorem(Theorem 6)"), sep="; ")
    ranking both ways; Theorem 6
    >>> print(rule_words("definition(BS)"), rule_words("definition(BS, RL)"), sep="; ")
    definition of $\mathrm{BS}$; definitions of $\mathrm{BS}$, $\mathrm{RL}$
    """
    cited = _CITED.fullmatch(by)
    if cited is not None:
        return prose(cited[2])
    name, _, argument = by.removesuffix(")").partition("(")
    if name == "definition":
        names = [f"${NOTATION.get(x, symbol(_METRIC.get(x, x)))}$" for x in argument.split(", ")]
        return f"definition{'s' * (len(names) > 1)} of {', '.join(names)}"
    if any(relation in by for relation in RELATIONS):
        try:
            return f"${latex_of_statement(parse_statement(by))}$"
        except InputError:
            return prose(by)
    return _spaced(name) + (f" {prose(argument)}" if argument else "")


def _spaced(name: str) -> str:
    return escaped(name.replace("_", " "))
