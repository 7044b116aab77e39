r"""Fragments of LaTeX, and what they are made of: a heading, sentences, displayed formulas, proofs and tables.

A fragment needs amsmath and nothing else. Beside its text it keeps every formula that it displays with the
expression or the statement that the formula was made from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias, cast

from sympy import Abs, Add, Basic, Expr, Mul, Pow, S, fraction

from workbench.deciding.inequality import Inequality, Lemma
from workbench.deciding.wording import (
    EXTREMES,
    Line,
    before_cases,
    called,
    cited,
    in_its_case,
    lines,
    sections,
    squares,
    ways,
)
from workbench.errors import InputError
from workbench.language import syntax
from workbench.language.models import sides
from workbench.language.statements import parse_statement
from workbench.symbolic import notation
from workbench.symbolic.latex import (
    by_names,
    density_at,
    density_scripts,
    latex,
    latex_of,
    latex_of_statement,
    symbol,
)
from workbench.symbolic.letters import NOTATION, RELATIONS, as_integrals
from workbench.symbolic.proof import Theorem, as_stated
from workbench.symbolic.rules import Hypothesis
from workbench.typesetting.displays import (
    BELOW,
    NOTE,
    Row,
    below_each_other,
    chain,
    equation,
    in_cases,
    kept_with_next,
)
from workbench.typesetting.folding import foldable, holds_together
from workbench.typesetting.prose import prose
from workbench.typesetting.style import Style
from workbench.typesetting.widths import width, width_of_text

Source: TypeAlias = Expr | syntax.Node | syntax.Statement

_MANY = 4
_WIDE = 0.3
_BEGINS = "the difference of both sides"
_WEAK = ("=", r"\ge")
_REVERSED = {r"0 \le": r"\ge", "0 <": ">"}
_METRIC = {"h_measure": "H"}
_QED = r"~\hfill\rule{0.8ex}{0.8ex}"
_LEAST = 60.0
_LONG = 3
"""Lines that a formula for equally frequent classes may take, on the way to both classes counting one half."""
_SHORT = 0.4
_FOOTNOTE = 0.8
_LOOSE = r"\begingroup\tolerance=9999 \setlength{\emergencystretch}{3em}"
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

    ``title`` is its name in LaTeX, where that is more than the name as it is given; ``author`` are the authors, in
    LaTeX, of what stands in a paper of one's own.
    """

    name: str
    kind: str
    latex: str
    shown: tuple[Shown, ...] = ()
    title: str = ""
    author: str = ""

    def to_json(self) -> dict[str, str]:
        """Name, kind and LaTeX."""
        return {"name": self.name, "kind": self.kind, "latex": self.latex}


@dataclass(frozen=True)
class Arranged:
    """LaTeX with its terms in an order of their own, and the expression that it stands for."""

    latex: str
    expression: Expr


class Writer:
    """A fragment as it is written in a style, part by part."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.line = style.line
        self.label = ""
        self.parts: list[str] = []
        self.shown: list[Shown] = []
        self.cited: dict[str, str] = {}
        self.squares: dict[str, Inequality] = {}
        self.averages_over_u = False
        self.scripts: dict[str, str] = {}
        """Densities below the L of a loss, in LaTeX, that are written as w(c) alone."""
        self.names_densities = True
        self.letters: dict[Expr, str] = {}
        """Expressions that are written in letters of their own, in LaTeX."""

    def entry(self, name: str, kind: str, *, loose: bool = False, title: str = "") -> Entry:
        """What was written, as an entry; with wider spaces between words where long names leave no other way."""
        text = "\n".join(self.parts)
        loose = loose or self.style.narrow or r"\allowbreak" in text or r"\penalty800" in text
        written = f"{_LOOSE}\n{text}\n\\par\\endgroup\n" if loose else f"{text}\n"
        return Entry(name, kind, written, tuple(self.shown), title)

    def _foldable(self, text: str) -> str:
        return foldable(text, _WIDE * self.line)

    def heading(self, title: str, sentence: str = "", aside: str = "") -> None:
        """A title in bold, an aside in parentheses, and a sentence, all in LaTeX."""
        self.scripts = {}
        behind = f" ({aside})" if aside else ""
        text = rf"\par\medskip\noindent\textbf{{{title}}}{behind}\textbf{{.}} {sentence}".rstrip()
        self.parts.append(self._foldable(text))

    def begin(self, name: str, title: str, sentence: str = "", aside: str = "") -> None:
        """What is stated and then proved, until `end`: in its environment, or with a heading."""
        if not self.style.environment:
            self.labelled(name)
            self.heading(title, sentence, aside)
            return
        short = bool(title) and width_of_text(title) <= _SHORT * self.line
        head = f"[{{{title}}}]" if short else ""
        self.parts.append(rf"\begin{{{self.style.environment}}}{head}{self.style.label_of(name)}")
        behind = "; ".join(filter(None, ("" if short else title, aside)))
        self.sentence(rf"\textup{{({behind})}}" if behind else "")
        self.sentence(sentence)

    def end(self) -> None:
        """The end of what is stated."""
        if self.style.environment:
            self.parts.append(rf"\end{{{self.style.environment}}}")

    def labelled(self, name: str) -> None:
        """The next formula that is displayed gets a number and the label of a name, if labels are wanted."""
        self.label = self.style.label_of(name)

    def _label(self) -> str:
        label, self.label = self.label, ""
        return label

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
        with self._densities_named(source) as named:
            self.parts.append(equation(named(text), self.line, self._label()))

    def equality(self, left: Expr, right: Expr) -> None:
        """An equation displayed by itself."""
        self.equalities([(Arranged(self._latex(left), left), Arranged(self._latex(right), right))])

    def _latex(self, e: Expr) -> str:
        return self.letters.get(e) or latex(e)

    def equalities(self, equations: Sequence[tuple[Arranged, Arranged]]) -> None:
        """Equations displayed below each other."""
        self.shown += [Shown(side.latex, side.expression) for sides in equations for side in sides]
        if len(equations) == 1:
            (left, right), *_ = equations
            with self._densities_named(left.expression, right.expression) as named:
                text = named(f"{left.latex} = {right.latex}")
                self.parts.append(equation(text, self.line, self._label()))
        else:
            pairs = [(left.latex, right.latex) for left, right in equations]
            self.parts.append(below_each_other(pairs, self.line, self._label()))
        self._averaging(side.expression for sides in equations for side in sides)

    def _averaging(self, expressions: Iterable[Expr]) -> None:
        """That a mean over the operating condition is over u as well, once, where one is."""
        if not self.averages_over_u and any(map(_is_over_u, expressions)) and not as_integrals():
            self.averages_over_u = True
            c, u, mean = NOTATION["cost"], latex(notation.u), NOTATION["Ec"]
            self.sentence(
                f"${mean}$ is the mean over ${u}$ as well, which is uniform on $[0, 1]$ and independent of ${c}$."
            )

    def _integrating(self, expressions: Iterable[Expr]) -> None:
        """Over which density the means over the operating condition are integrals, where that has a name."""
        densities = {x.args[0] for e in expressions for x in e.atoms(notation.ConditionMean)}
        if as_integrals() and len(densities) == 1:
            self.sentence(_density_in_words(densities.pop()))

    def statement(self, statement: syntax.Statement) -> None:
        """A statement displayed by itself, with what it assumes beside it."""
        text = latex_of_statement(statement)
        self.shown.append(Shown(text, statement))
        with self._densities_named(*sides(statement)) as named:
            self.parts.append(equation(named(text), self.line, self._label()))

    @contextmanager
    def _densities_named(self, *sources: Source) -> Iterator[Callable[[str], str]]:
        """How a formula is written in which the density of its losses, if it is a fraction, is named, and what it is.

        A fraction would be too small below an L. It has no name where losses have several densities.
        """
        found = dict(script for source in sources for script in density_scripts(source))
        new = {script: x for script, x in found.items() if r"\frac" in script and script not in self.scripts}
        if len(found) != 1 or not self.names_densities:
            new = {}
        self.scripts |= {script: letter for script, (letter, _) in new.items()}
        yield self._named
        for letter, body in new.values():
            self.parts.append("where")
            self.shown.append(Shown(formula_of(body), body, letter))
            self.parts.append(equation(f"{letter} = {formula_of(body)}", self.line))

    def _named(self, text: str) -> str:
        for script, letter in self.scripts.items():
            text = text.replace(f"_{{{script}}}", f"_{{{letter}}}")
        return text

    def together(self, labelled: Iterable[tuple[str, syntax.Node | Expr]]) -> None:
        """Several equations, each of a letter and what it is, below each other."""
        found = [Shown(formula_of(source), source, label) for label, source in labelled]
        self.shown += found
        pairs = [(shown.label, shown.latex) for shown in found]
        self.parts.append(below_each_other(pairs, self.line, self._label()))

    def by_cases(self, label: str, cases: Sequence[tuple[str, syntax.Node | Expr]]) -> None:
        """What a letter is by cases, each with its condition beside it, or below it where a line is too narrow."""
        shown = [Shown(formula_of(source), source, "" if place else label) for place, (_, source) in enumerate(cases)]
        self.shown += shown
        told = [(x.latex, prose(f"where {where}")) for x, (where, _) in zip(shown, cases, strict=True)]
        rows = [Row(formula, "=", where) for formula, where in told]
        beside = in_cases(label, told, self.line)
        self.parts.append(beside or chain(label, rows, self.line, below=self.style.narrow))

    def proof(self, *parts: Theorem | Inequality | Lemma) -> None:
        """A proof of an equality, or of one inequality or two: a chain of lines each, with the reasons beside.

        In a proof by cases each has a chain. For skews, the longest lines on the way to where both classes count one
        half are left to the document of the proof; their reasons stand with those of the next line. A formula of a
        reason that no line of the reasons can hold stands before the chain, numbered (A1), (A2) and so on; so does an
        inequality of squares that a root is compared by, with its own proof. Lemmas come first.
        """
        self.parts.append(r"\par\noindent\textit{Proof.}")
        found = sections(parts)
        gives = [line.gives for _, section in found for part in section for line in lines(part)]
        self._averaging(gives)
        self._integrating(gives)
        for place, (says, section) in enumerate(found):
            if len(found) > 1:
                begins = "Then" if place else "First"
                self.parts += [f"{begins} that", self._displayed(says)] if says else ["Then what is claimed."]
            for number, part in enumerate(section, start=1):
                if len(section) == 2:
                    which = prose(ways(section)[number - 1])
                    self.parts.append(f"{which[0].upper()}{which[1:]}:")
                self._part(part, _QED if number == len(section) and not says else "")

    def _displayed(self, says: str) -> str:
        """What a lemma says, without a number."""
        statement = cited_statement(says)
        if statement is None:
            return f"{prose(says)}."
        text = latex_of_statement(statement)
        self.shown.append(Shown(text, statement))
        return equation(text, self.line)

    def _part(self, part: Theorem | Inequality, end: str) -> None:
        if isinstance(part, Theorem):
            stated = as_stated(part)
            same = [step.gives for step in stated.proof] == [stated.left]
            self._chained(lines(stated), None if same else stated.left, end)
            return
        self.squares |= _squares(part)
        if len(part.cases) == 1:
            self._chained(lines(part), None, end)
        else:
            self._by_cases(part, end)

    def _by_cases(self, part: Inequality, end: str) -> None:
        shared = before_cases(part)
        self._chained(shared, None, "")
        whole = shared[-1].gives
        for number, case in enumerate(part.cases, start=1):
            found = [*in_its_case(case, strict=part.strict)]
            begin = whole.xreplace(dict(case.chosen))
            closing = end if number == len(part.cases) else ""
            zero = not found or begin == 0
            where = " and ".join(_chosen(kink, value, whole) for kink, value in case.chosen)
            left = f"; nothing is left.{closing}" if zero else "."
            self.sentence(rf"\par\noindent\textit{{Case {number}:}} {where}{left}")
            if not zero:
                self._chained(found, begin, closing)

    def _chained(self, steps: Sequence[Line], first: Expr | None, end: str) -> None:
        """A chain of lines that begins with an expression, if with one."""
        begin = "" if first is None else latex(first)
        found = [
            line if line.gives in self.letters else replace(line, gives=_over_common_denominators(line.gives))
            for line in steps
        ]
        rows_of = [(self._row(line), line.gives) for line in found]
        skipped = [
            isinstance(gives, notation.Balanced) and width(row.formula) > _LONG * self.line for row, gives in rows_of
        ]
        written = _without_repetitions(rows_of, begin, skipped)
        if first is not None:
            self.shown.append(Shown(begin, first))
        self.shown += [Shown(row.formula, gives) for row, gives in written]
        rows = [replace(row, formula=self._named(row.formula)) for row, _ in written]
        begin = self._named(begin)
        if not begin and rows[0].relation == "=":
            rows[0] = replace(rows[0], relation="")
        rows[-1] = replace(rows[-1], note=rows[-1].note + end)
        self.parts.append(chain(begin, rows, self.line, below=self.style.narrow))

    def _row(self, line: Line) -> Row:
        where = "".join(f"where ${latex(kink)} = {latex(part)}$: " for kink, part in line.where)
        why, rule = prose(line.why.replace("of h_measure", "of the H-measure")), rule_words(line.by)
        if why.startswith("the definition of") or rule in why:
            rule = ""
        letters = "".join(f", ${latex(x)} = {latex(mean)}$" for x, mean in line.letters)
        note = where + why + letters + (f" {self._cited(line.by, rule)}" if rule else "")
        if line.sign.startswith("0"):
            return Row(latex(line.gives), f"0 {RELATIONS[line.sign[2:]]}", note)
        equal = "" if line.why == _BEGINS else "="
        return Row(self._latex(line.gives), RELATIONS[line.sign] if line.sign else equal, note)

    def _cited(self, by: str, rule: str) -> str:
        """A rule in brackets; the number of a formula, displayed before the chain, that is too wide for a reason."""
        room = (BELOW if self.style.narrow else NOTE) * self.line / _FOOTNOTE
        statement, shown = cited_statement(by), self.squares.get(by)
        if statement is None or not (shown or holds_together(latex_of_statement(statement), room)):
            return rf"(\textit{{{rule}}})"
        if by not in self.cited:
            self.cited[by] = f"A{len(self.cited) + 1}"
            text = latex_of_statement(statement)
            self.shown.append(Shown(text, statement))
            self.sentence("It uses")
            self.parts.append(equation(text, self.line, rf"\tag{{{self.cited[by]}}}"))
            if shown is not None:
                self.sentence("which holds since")
                self._part(shown, "")
        return f"({self.cited[by]})"

    def rests_on(self, axioms: Sequence[str]) -> None:
        """The axioms that a proof leans on, by their names."""
        if axioms:
            names = ", ".join(name.replace("_", " ") for name in axioms)
            self.parts[-1:] = map(kept_with_next, self.parts[-1:])
            self.parts.append(rf"\par\noindent{{\footnotesize Rests on: {names}.}}\par")

    def table(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        columns: str,
        shares: Mapping[int, float] = MappingProxyType({}),
    ) -> None:
        """A table of cells in LaTeX, with lines above and below its head and at its end.

        The columns with ``shares`` take these of the line, their text in several lines. A table that is too wide for
        a narrow column is written row by row.
        """
        if self.style.narrow and self._width_of_table([header, *rows], shares) > self.line:
            self._row_by_row(header, rows)
            return
        cells = [[_folded_in(x, shares[at]) if at in shares else x for at, x in enumerate(row)] for row in rows]
        body = " \\\\\n".join(" & ".join(row) for row in cells)
        self.parts.append(
            "\\par\\nopagebreak\\medskip\n{\\centering\\small\\renewcommand{\\arraystretch}{1.25}%\n"
            f"\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\hline\n"
            f"{' & '.join(header)} \\\\\n\\hline\n{body} \\\\\n\\hline\n"
            "\\end{tabular}\\par}\\medskip\\noindent"
        )

    def _width_of_table(self, rows: Sequence[Sequence[str]], shares: Mapping[int, float]) -> float:
        if any(share * self.line < _LEAST for share in shares.values()):
            return float("inf")
        widths = [max(map(width_of_text, column)) for column in zip(*rows, strict=True)]
        widths = [shares[at] * self.line if at in shares else x for at, x in enumerate(widths)]
        return sum(widths) + 12.0 * (len(widths) - 1)

    def _row_by_row(self, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self.parts.append(r"\par\medskip")
        for first, *rest in rows:
            said = "; ".join(f"{head}: {cell}" for head, cell in zip(header[1:], rest, strict=True))
            self.parts.append(rf"\noindent\textbf{{{first}}}. {self._foldable(said)}.\par")
        self.parts.append(r"\medskip\noindent")

    def cell(self, source: Source) -> str:
        """A formula in a cell of a table."""
        written = formula_of(source)
        self.shown.append(Shown(written, source, in_table=True))
        return f"${written}$"


def _squares(part: Inequality) -> dict[str, Inequality]:
    """The proofs of the inequalities of squares that a proof uses, by how they are cited; not those of numbers."""
    from workbench.deciding.inequalities import prove_positive

    claim, found = part.claim, dict[str, Inequality]()
    about: dict[str, Any] = {"domain": claim.domain, "given": claim.given, "assumed": claim.assumed}
    for bound in (bound for case in part.cases for bound in case.bounds):
        sides = squares(bound)
        if sides is not None and not all(side.is_number for side in sides):
            proved = prove_positive(sides[1] - sides[0], **about)
            if isinstance(proved, Inequality):
                found[cited(bound)] = proved
    return found


def _folded_in(text: str, share: float) -> str:
    """Text in a cell that takes a share of the line."""
    return rf"\parbox[t]{{{share:g}\linewidth}}{{\raggedright {text}\strut}}"


def _density_in_words(density: Basic) -> str:
    """What a named density is, where means are integrals over it; empty for one that is uniform on [0, 1], or any."""
    c, w = NOTATION["cost"], density_at(NOTATION["cost"])
    match density:
        case notation.UniformDensity(args=(low, high)) if density != notation.UNIFORM:
            height, low, high = (latex(x) for x in (1 / (high - low), low, high))
            return rf"In the integrals ${w} = {height}$ where ${low} \le {c} \le {high}$, and 0 elsewhere."
        case notation.BetaDensity(args=(a, b)):
            shape = latex(notation.c ** (a - 1) * (1 - notation.c) ** (b - 1))
            return rf"In the integrals ${w} = {shape} / \mathrm{{B}}({latex(a)}, {latex(b)})$."
        case notation.PointMass(args=(place,)):
            return rf"In the integrals all of the mass of ${w}$ is at ${c} = {latex(place)}$."
    return ""


def _is_over_u(e: Expr) -> bool:
    means = (mean.body for mean in e.atoms(notation.ConditionMean))
    return any(notation.u in body.free_symbols and not body.has(notation.tau) for body in means)


def formula_of(source: Source) -> str:
    """What a formula looks like."""
    if isinstance(source, syntax.Statement):
        return latex_of_statement(source)
    return latex(source) if isinstance(source, Expr) else latex_of(source)


def _chosen(kink: Expr, part: Expr, whole: Expr) -> str:
    """The condition of a case, in which a maximum, a minimum or an absolute value is a part of it."""
    if isinstance(kink, Abs):
        return rf"${latex(part)} \ge 0$"
    alone = len(whole.atoms(type(kink))) == 1
    return f"the {EXTREMES[type(kink)]} is ${latex(part)}$" if alone else f"${latex(kink)} = {latex(part)}$"


def _without_repetitions(
    lines: Sequence[tuple[Row, Expr]], begin: str, skipped: Sequence[bool]
) -> list[tuple[Row, Expr]]:
    """The lines of a proof of which none repeats the one above: its reason stands before that of the next one.

    So does the reason of a line that is ``skipped``. What was shown to be a number has its sign at the end.
    """
    found: list[tuple[Row, Expr]] = []
    before, reasons = begin, ""
    for number, (row, gives) in enumerate(lines):
        again = row.formula == before
        if (skipped[number] or (again and row.relation in _WEAK)) and number < len(lines) - 1:
            reasons += f"{row.note}; "
            continue
        row = replace(row, note=reasons + row.note)
        last = found[-1][0] if found else Row("")
        if again and row.relation in _REVERSED and last.relation not in _REVERSED:
            row, gives = replace(row, formula="0", relation=_REVERSED[row.relation]), S.Zero
        elif row.relation in _REVERSED and gives == 0 and found and last.relation not in _REVERSED:
            row = replace(row, relation="=")
        if found and row.formula == last.formula and row.relation in ("=", last.relation):
            gives = found.pop()[1]
            row = replace(last, note=f"{last.note}; {row.note}")
        found.append((row, gives))
        before, reasons = row.formula, ""
    return found


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
    whole = above.pop(S.One, [])
    return Add(*whole, *(Mul(Add(*terms), Pow(below, -1), evaluate=False) for below, terms in above.items()))


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
        every = (f"${NOTATION.get(x, symbol(_METRIC.get(x, x)))}$" for x in argument.split(", "))
        names = list(dict.fromkeys(every))
        return f"definition{'s' * (len(names) > 1)} of {', '.join(names)}"
    statement = cited_statement(by)
    if statement is not None:
        return f"${latex_of_statement(statement)}$"
    return prose(called(name)) + (f" {prose(argument)}" if argument else "")


def cited_statement(by: str) -> syntax.Statement | None:
    """The statement that a rule of a proof is, its methods by their names; None for another rule.

    >>> print(cited_statement("loss(optimal) <= loss(score(t))"), cited_statement("algebra"))
    loss(optimal) <= loss(score_fixed(t)) None
    """
    if not any(relation in by for relation in RELATIONS):
        return None
    try:
        found = parse_statement(by, two_models=True)
        left, right = (cast(syntax.Expression, by_names(side)) for side in (found.left, found.right))
        return replace(found, left=left, right=right)
    except InputError:
        return None
