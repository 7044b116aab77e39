r"""Displayed formulas: broken where they are too long, with their relations below each other.

A formula is broken before a relation, a plus or a minus, outside brackets where that is possible. Brackets that
reach over two lines get a fixed size, since ``\left`` and ``\right`` must stand on one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.typesetting.folding import INDENTED, foldable, pieces, without_wide_parts
from workbench.typesetting.style import ARTICLE
from workbench.typesetting.widths import Symbol, is_tall, symbols, width, width_of_text

NOTE = 0.28
"""The share of a line that the notes beside a proof take."""

BELOW = 0.88
"""The share of a line that the notes below the formulas of a proof take."""

NUMBER = 25.0
"""The width that the number of a formula takes, in points."""

_BETWEEN = 20.0
_SHORT = 0.13
_INDENT = r"\qquad "
_UNDER = r"& \quad "
_BREAKING = r"{\allowdisplaybreaks"
_LETTER = 4.1
_GIVEN = r" \quad\text{given }"
_BRACE = 15.0
_RELATION = re.compile(r"=|<|>|\\le|\\ge|\\ne")
_THIN = r"\,"
_DENSITY = re.compile(r"(w|f)(_[01cz])?")
_HEAD = re.compile(r"\\(int|min|max|log|exp|sum|text|quad)(?![a-z])|(\\mathrm\{)?[EP]\b")


@dataclass(frozen=True)
class Row:
    """One line of a proof: the formula, the relation to what stands above it, and the note beside it, in LaTeX."""

    formula: str
    relation: str = ""
    note: str = ""


def broken(formula: str, room: float, first: float | None = None) -> list[str]:
    r"""A formula in lines that are no wider than ``room``, the first one than ``first``, where that is possible.

    >>> broken("a + b + c", 40)
    ['a + b', '\\qquad {} + c']
    >>> broken(r"q \left(\frac{1}{2} + x + y\right)", 63)
    ['q \\biggl(\\frac{1}{2} + x', '\\qquad {} + y\\biggr)']
    """
    left = [x for whole in symbols(without_wide_parts(formula, room)) for x in pieces(whole, room - INDENTED)]
    lines: list[list[Symbol]] = []
    available = room if first is None else first
    while left:
        at = _outside(left, _break_at(left, available), available, room - INDENTED)
        lines.append(left[:at])
        left = left[at:]
        available = room - INDENTED
    return list(_written(lines))


def _outside(line: Sequence[Symbol], at: int, room: float, rest: float) -> int:
    """The last break outside brackets rather than one within, where what follows it then fits on the next line.

    It is one between terms, or else between factors.
    """
    if at == len(line) or not line[at].depth:
        return at
    outside = [i for i in range(1, len(line)) if not line[i].depth]
    terms = [i for i in outside if _is_listed(line, i) or _is_summed(line[i])]
    end = next((i for i in terms if i > at), len(line))
    for breaks in (terms, [i for i in outside if _is_factor(line, i)]):
        before = [i for i in breaks if i < at and sum(x.width for x in line[:i]) <= room]
        if before and sum(x.width for x in line[before[-1] : end]) <= rest:
            return before[-1]
    return at


def _break_at(line: Sequence[Symbol], room: float) -> int:
    """How many of the symbols go on the first line: up to the outermost of the breaks that fit, or the last.

    A list is broken behind its commas rather than in what it lists. What stands in brackets is broken only where it is
    too long for half a line, and what stands in braces not at all, if there is another way. Where no such list or sum
    can be broken, a product is, between its factors; and where nothing else is, a number between its digits, a name
    behind an underscore, or an integral before its density.
    """
    taken = 0.0
    before = [taken := taken + x.width for x in line]
    if taken <= room:
        return len(line)
    breaks = [at for at in range(1, len(line)) if _is_listed(line, at) or _is_summed(line[at])]
    factors = [at for at in range(1, len(line)) if _is_factor(line, at) and not _is_in_braces(line, at)]
    fitting = [at for at in breaks if before[at - 1] <= room]
    outside = [at for at in fitting if not _is_in_braces(line, at)]
    products = [at for at in factors if before[at - 1] <= room]
    wide = [at for at in outside if before[at - 1] >= room / 4] or outside
    long = [at for at in wide if not line[at].depth or _bracketed(line, at) >= room / 2]
    late = [at for at in products if before[at - 1] >= room / 4]
    if not long and not late:
        late = [at for at in products if line[at].kind == "opening" and line[at - 1].kind == "closing"]
    if not long and (late or (products and not outside)):
        outermost = min(line[at].depth for at in late or products)
        return [at for at in late or products if line[at].depth == outermost][-1]
    if not outside:
        parts = [at for at, x in enumerate(line) if x.kind == "continued" and before[at - 1] <= room]
        densities = [at for at in range(1, len(line)) if line[at - 1].kind == "closing" and _is_density(line, at)]
        close = [at for at in densities if before[at - 1] <= room]
        last = parts[-1:] or fitting[-1:] or close[-1:] or sorted([*breaks, *factors, *densities])[:1]
        return last[0] if last else len(line)
    long = long or wide
    outermost = min(line[at].depth for at in long)
    chosen = [at for at in long if line[at].depth == outermost]
    return max([at for at in chosen if _is_listed(line, at)] or chosen)


def _is_listed(line: Sequence[Symbol], at: int) -> bool:
    """Whether a symbol stands behind a comma."""
    return line[at - 1].kind == "punctuation"


def _is_summed(x: Symbol) -> bool:
    """Whether a symbol is a relation, or a plus or a minus between two terms."""
    return x.kind in ("binary", "relation") and x.text != r"\cdot"


def _is_factor(line: Sequence[Symbol], at: int) -> bool:
    """Whether a factor begins that may stand on another line than what it multiplies.

    That is no argument of a function, no sum, not what stands behind an integral sign, no density, and no differential.
    """
    x, last = line[at], line[at - 1]
    if x.kind not in ("ordinary", "opening") or (last.kind == "space" and last.text != _THIN):
        return False
    if last.kind not in ("ordinary", "closing", "space") or not (x.spaced or last.kind == "space"):
        return False
    measure = _is_density(line, at) or (x.text == "d" and x.spaced and last.kind == "space")
    head = line[at - 2] if last.kind == "space" and at > 1 else last
    return not (measure or _HEAD.match(head.text) or x.text.startswith((r"\text", r"\sum")))


def _is_density(line: Sequence[Symbol], at: int) -> bool:
    """Whether a density begins, which belongs to what is integrated before it."""
    return bool(_DENSITY.fullmatch(line[at].text)) and at + 1 < len(line) and line[at + 1].text == "("


def _is_in_braces(line: Sequence[Symbol], at: int) -> bool:
    """Whether a symbol stands in the braces of an indicator."""
    enclosing = line[at].depth
    for x in reversed(line[:at]):
        if x.kind == "opening" and x.depth < enclosing:
            if x.text.endswith(r"\{"):
                return True
            enclosing = x.depth
    return False


def _bracketed(line: Sequence[Symbol], at: int) -> float:
    """The width of what stands in the innermost brackets around a symbol, as far as it is on this line."""
    depth = line[at].depth
    start = max((i for i in range(at) if line[i].depth < depth), default=-1)
    end = min((i for i in range(at, len(line)) if line[i].depth < depth), default=len(line))
    return sum(x.width for x in line[start + 1 : end])


def _written(lines: list[list[Symbol]]) -> Iterator[str]:
    """The lines in LaTeX; brackets that are open at the end of a line have a fixed size."""
    every = [(number, x) for number, line in enumerate(lines) for x in line]
    texts = [f"{' ' * x.spaced}{x.text}" for _, x in every]
    opened: list[int] = []
    for at, (number, x) in enumerate(every):
        if x.kind == "opening":
            opened.append(at)
        elif x.kind == "closing" and opened:
            start = opened.pop()
            if every[start][0] != number and every[start][1].text.startswith(r"\left"):
                size = "bigg" if is_tall("".join(texts[start + 1 : at])) else "big"
                texts[start] = texts[start].replace(r"\left", rf"\{size}l", 1)
                texts[at] = texts[at].replace(r"\right", rf"\{size}r", 1)
    for number, line in enumerate(lines):
        text = "".join(texts[at] for at, (of, _) in enumerate(every) if of == number).strip()
        text = text.removesuffix(_THIN).rstrip() if number < len(lines) - 1 else text
        goes_on = line[0].kind in ("binary", "relation", "continued") or lines[number - 1][-1].kind == "punctuation"
        goes_on = goes_on or _is_density(line, 0)
        dot = "" if goes_on else r"\cdot "
        yield text if not number else rf"{_INDENT}{{}} {dot}{text}"


def equation(formula: str, line: float = ARTICLE, label: str = "") -> str:
    r"""A formula displayed by itself, in one line if it fits, else broken with its relations below each other.

    >>> print(equation("x = y"))
    \begin{equation*}
    x = y
    \end{equation*}
    >>> print(equation("x = y", label=r"\label{eq:x}"))
    \begin{equation}\label{eq:x}
    x = y
    \end{equation}
    """
    room = line - (NUMBER if label else 0.0)
    if width(formula) <= room - _BETWEEN:
        return _numbered(formula, label)
    stated, given, assumed = formula.partition(_GIVEN)
    if given and width(stated) <= room - _BETWEEN:
        first, *more = broken(rf"\text{{given }} {assumed}", room - _BETWEEN, room - _BETWEEN - INDENTED)
        return aligned([f"& {stated}", rf"& {_INDENT}{{}} {first}", *(f"& {text}" for text in more)], label)
    sides = _sides(stated)
    if len(sides) == 1:
        return aligned([f"& {text}" for text in broken(formula, room - _BETWEEN)], label)
    rows = [Row(text, relation) for relation, text in sides[1:]]
    if given:
        rows.append(Row(f"{_INDENT}{{}}{given}{assumed}", ""))
    return aligned(chain_lines(sides[0][1], rows, room), label)


def _numbered(formula: str, label: str) -> str:
    star = "" if label else "*"
    return f"\\begin{{equation{star}}}{label}\n{formula}\n\\end{{equation{star}}}"


def in_cases(label: str, parts: Sequence[tuple[str, str]], line: float = ARTICLE) -> str:
    r"""What a letter is in each of several cases, displayed; empty where that is wider than a line.

    >>> print(in_cases("f", [("0", "where $s < 0$"), ("s", "where $0 \\le s$")]))
    \begin{equation*}
    f = \begin{cases}
    0 & \text{where $s < 0$} \\
    s & \text{where $0 \le s$}
    \end{cases}
    \end{equation*}
    """
    widest = max(width(formula) for formula, _ in parts) + max(width_of_text(where) for _, where in parts)
    if width(f"{label} =") + _BRACE + widest > line - _BETWEEN:
        return ""
    rows = " \\\\\n".join(rf"{formula} & \text{{{where}}}" for formula, where in parts)
    return _numbered(f"{label} = \\begin{{cases}}\n{rows}\n\\end{{cases}}", "")


def aligned(lines: Sequence[str], label: str = "") -> str:
    r"""Lines below each other, with one number if with a label; a page may end between those that have a ``\tag``."""
    if not label:
        return environment("align*", lines)
    if label.startswith(r"\tag"):
        return environment("align*", [*lines[:-1], f"{lines[-1]} {label}"])
    rows = " \\\\\n".join(line.strip() for line in lines)
    return _numbered(f"\\begin{{aligned}}\n{rows}\n\\end{{aligned}}", label)


def _sides(formula: str) -> list[tuple[str, str]]:
    """The sides of an equation or inequality, each with the relation before it."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for x in symbols(formula):
        if x.kind == "relation" and not x.depth and _RELATION.fullmatch(x.text):
            found.append((x.text, []))
        else:
            found[-1][1].append(f"{' ' * x.spaced}{x.text}")
    return [(relation, "".join(texts).strip()) for relation, texts in found]


def chain(begin: str, rows: Sequence[Row], line: float = ARTICLE, *, below: bool = False) -> str:
    """A chain of equations or inequalities that begins with a formula; its notes at the right margin, or ``below``."""
    beside = not below and any(row.note for row in rows)
    return environment("flalign*" if beside else "align*", chain_lines(begin, rows, line, below=below))


def below_each_other(equations: Iterable[tuple[str, str]], line: float = ARTICLE, label: str = "") -> str:
    """Equations displayed below each other, of two sides each; on a narrow line their left sides share it, or none."""
    chains = [(left, [Row(right, "=")]) for left, right in equations]
    room = line - (NUMBER if label else 0.0)
    widths = [(width(left), rows) for left, rows in chains]
    column = max((x for x, rows in widths if _is_narrow(line) or _shares_its_line(x, rows, room)), default=0.0)
    alone = _is_narrow(line) and not all(_shares_its_line(column, rows, room) for _, rows in widths)
    column = 0.0 if alone else column
    return aligned(
        [x for left, rows in chains for x in chain_lines(left, rows, room, column=column, alone=alone)], label
    )


def chain_lines(
    begin: str,
    rows: Sequence[Row],
    line: float = ARTICLE,
    *,
    below: bool = False,
    column: float = 0.0,
    alone: bool = False,
) -> list[str]:
    """The lines of a chain, without the environment around them.

    Its beginning stands in a left ``column`` of this width at least, or ``alone`` on its line.
    """
    noted = any(row.note for row in rows)
    beside = noted and not below
    room = (line * (1 - NOTE) if beside else line) - _BETWEEN
    lines: list[str] = []
    first = max(column, width(begin))
    alone = alone or (below and noted) or not (rows and rows[0].relation)
    shares = not alone and _shares_its_line(first, rows, line, beside)
    room -= first if shares else column
    if not begin or shares:
        begin = f"{begin} "
    else:
        lines += [f"& {text}" for text in broken(begin, room)]
        begin = ""
    for row in rows:
        relation = f"{row.relation} " if row.relation else ""
        texts = broken(row.formula, room, room - (width(row.relation) + 5.6 if relation else 0.0))
        found = [f"{begin}& {relation}{texts[0]}", *(f"& {text}" for text in texts[1:])]
        if row.note and below:
            found.append(_note_below(row.note, line))
        elif row.note:
            _put_beside(row.note, line, found)
        lines += found
        begin = ""
    return lines


def _shares_its_line(first: float, rows: Sequence[Row], line: float, beside: bool = False) -> bool:
    """Whether the beginning of a chain, of this width, stands on one line with what it is equal to."""
    if _is_narrow(line):
        return first <= _SHORT * line or all(first + width(row.formula) + _BETWEEN * 2 <= line for row in rows)
    return first <= _SHORT * line * (1 if beside else 2)


def _is_narrow(line: float) -> bool:
    return line < 0.9 * ARTICLE


def _put_beside(note: str, line: float, rows: list[str]) -> None:
    """A note in its column: beside the first of the rows of a formula if it ends with them, else beside the last."""
    note = foldable(note, NOTE * line, 0.8)
    box = rf"\parbox[t]{{{NOTE:g}\linewidth}}{{\raggedright\footnotesize {note}}}"
    lines = len(re.sub(r"\\[a-zA-Z]+|[{}$]", "", note)) * _LETTER / (NOTE * line) + 1
    if len(rows) > 1 and lines * 9.5 <= 10 + 15 * (len(rows) - 1):
        rows[0] += rf" && \smash[b]{{{box}}}"
    else:
        rows[-1] += f" && {box}"


def _note_below(note: str, line: float) -> str:
    """A note in a row of its own."""
    note = foldable(note, BELOW * line, 0.8)
    return rf"{_UNDER}\parbox[b]{{{BELOW:g}\linewidth}}{{\raggedright\footnotesize {note}\strut}}"


def environment(name: str, lines: Sequence[str]) -> str:
    r"""Lines below each other, between which a page may end.

    >>> print(environment("align*", ["x & = y", "& = z", "& = t"]))
    {\allowdisplaybreaks
    \begin{align*}
    x & = y \\*
    & = z \\
    & = t
    \end{align*}}%

    It does not end behind the first line, nor before a reason.
    """
    rows = lines[0].strip()
    for at, line in enumerate(lines[1:], 1):
        rows += f" \\\\{'*' * (at == 1 or line.startswith(_UNDER))}\n{line.strip()}"
    text = f"\\begin{{{name}}}\n{rows}\n\\end{{{name}}}"
    return f"{_BREAKING}\n{text}}}%" if len(lines) > 1 else text


def kept_with_next(text: str) -> str:
    r"""Lines of an `environment` that end a text, from the last of which no page parts what follows.

    >>> print(kept_with_next(environment("align*", ["x & = y", "& = z"])))
    {\allowdisplaybreaks\postdisplaypenalty=10000
    \begin{align*}
    x & = y \\*
    & = z\interdisplaylinepenalty=10000
    \end{align*}}%
    """
    before, begins, lines = text.rpartition(f"{_BREAKING}\n")
    body, ends, after = lines.rpartition("\n\\end{")
    if not begins or not re.fullmatch(r"\w+\*\}\}%", after):
        return text
    return f"{before}{_BREAKING}\\postdisplaypenalty=10000\n{body}\\interdisplaylinepenalty=10000{ends}{after}"
