r"""Displayed formulas: broken where they are too long, with their relations below each other.

A formula is broken before a relation, a plus or a minus, outside brackets where that is possible. Brackets that
reach over two lines get a fixed size, since ``\left`` and ``\right`` must stand on one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.typesetting.folding import INDENTED, foldable, pieces, without_wide_fractions
from workbench.typesetting.widths import Symbol, is_tall, symbols, width

ARTICLE = 345.0
"""The width of a line of LaTeX's article class, in points."""

NOTE = 0.28
"""The share of a line that the notes beside a proof take."""

_BETWEEN = 20.0
_SHORT = 0.13
_INDENT = r"\qquad "
_LETTER = 4.1
_GIVEN = r" \quad\text{given }"
_RELATION = re.compile(r"=|<|>|\\le|\\ge|\\ne")


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
    left = [x for whole in symbols(without_wide_fractions(formula, room)) for x in pieces(whole, room - INDENTED)]
    lines: list[list[Symbol]] = []
    available = room if first is None else first
    while left:
        at = _break_at(left, available)
        lines.append(left[:at])
        left = left[at:]
        available = room - INDENTED
    return list(_written(lines))


def _break_at(line: Sequence[Symbol], room: float) -> int:
    """How many of the symbols go on the first line: up to the outermost of the breaks that fit, or the last.

    What stands in brackets is broken only where it is too long for half a line, and what stands in braces not at all,
    if there is another way. Where no sum can be broken, a product is, before a factor in brackets; and where nothing
    else is, a number between its digits, or a name behind an underscore.
    """
    taken = 0.0
    before = [taken := taken + x.width for x in line]
    if taken <= room:
        return len(line)
    breaks = [at for at, x in enumerate(line) if at and x.kind in ("binary", "relation") and x.text != r"\cdot"]
    fitting = [at for at in breaks if before[at - 1] <= room]
    outside = [at for at in fitting if not _is_in_braces(line, at)]
    if not outside:
        factors = [at for at, x in enumerate(line) if x.kind == "opening" and not x.depth and _is_product(line, at)]
        parts = [at for at, x in enumerate(line) if x.kind == "continued" and before[at - 1] <= room]
        last = [at for at in factors if before[at - 1] <= room][-1:] or fitting[-1:] or parts[-1:] or breaks[:1]
        return last[0] if last else len(line)
    wide = [at for at in outside if before[at - 1] >= room / 4] or outside
    long = [at for at in wide if not line[at].depth or _bracketed(line, at) >= room / 2] or wide
    outermost = min(line[at].depth for at in long)
    return max(at for at in long if line[at].depth == outermost)


def _is_product(line: Sequence[Symbol], at: int) -> bool:
    """Whether a bracket is a factor, and not what a function is applied to."""
    return at > 0 and (line[at].spaced or line[at - 1].kind == "space")


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
    for number, _ in enumerate(lines):
        text = "".join(texts[at] for at, (line, _) in enumerate(every) if line == number).strip()
        dot = "" if lines[number][0].kind in ("binary", "relation", "continued") else r"\cdot "
        yield text if not number else rf"{_INDENT}{{}} {dot}{text}"


def equation(formula: str, line: float = ARTICLE) -> str:
    r"""A formula displayed by itself, in one line if it fits, else broken with its relations below each other.

    >>> print(equation("x = y"))
    \begin{equation*}
    x = y
    \end{equation*}
    """
    room = line - _BETWEEN
    if width(formula) <= room:
        return f"\\begin{{equation*}}\n{formula}\n\\end{{equation*}}"
    stated, given, assumed = formula.partition(_GIVEN)
    sides = _sides(stated)
    if len(sides) == 1:
        return environment("align*", [f"& {text}" for text in broken(formula, room)])
    rows = [Row(text, relation) for relation, text in sides[1:]]
    if given:
        rows.append(Row(f"{_INDENT}{{}}{given}{assumed}", ""))
    return chain(sides[0][1], rows, line)


def _sides(formula: str) -> list[tuple[str, str]]:
    """The sides of an equation or inequality, each with the relation before it."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for x in symbols(formula):
        if x.kind == "relation" and not x.depth and _RELATION.fullmatch(x.text):
            found.append((x.text, []))
        else:
            found[-1][1].append(f"{' ' * x.spaced}{x.text}")
    return [(relation, "".join(texts).strip()) for relation, texts in found]


def chain(begin: str, rows: Sequence[Row], line: float = ARTICLE) -> str:
    """A chain of equations or inequalities that begins with a formula; with the notes at the right margin."""
    noted = any(row.note for row in rows)
    return environment("flalign*" if noted else "align*", chain_lines(begin, rows, line))


def chain_lines(begin: str, rows: Sequence[Row], line: float = ARTICLE) -> list[str]:
    """The lines of a chain, without the environment around them."""
    noted = any(row.note for row in rows)
    room = (line * (1 - NOTE) if noted else line) - _BETWEEN
    lines: list[str] = []
    beside = width(begin)
    if not begin or (beside <= _SHORT * line * (1 if noted else 2) and rows and rows[0].relation):
        room -= beside
        begin = f"{begin} "
    else:
        lines += [f"& {text}" for text in broken(begin, room)]
        begin = ""
    for row in rows:
        relation = f"{row.relation} " if row.relation else ""
        texts = broken(row.formula, room, room - (width(row.relation) + 5.6 if relation else 0.0))
        note = f" && {_parbox(row.note, line, len(texts) - 1)}" if row.note else ""
        lines.append(f"{begin}& {relation}{texts[0]}{note}")
        lines += [f"& {text}" for text in texts[1:]]
        begin = ""
    return lines


def _parbox(note: str, line: float, rows_below: int) -> str:
    """A note in its column; where the formula goes on below, it may hang beside these rows."""
    note = foldable(note, NOTE * line, 0.8)
    box = rf"\parbox[t]{{{NOTE:g}\linewidth}}{{\raggedright\footnotesize {note}}}"
    rows = len(re.sub(r"\\[a-zA-Z]+|[{}$]", "", note)) * _LETTER / (NOTE * line) + 1
    return rf"\smash[b]{{{box}}}" if rows_below and rows * 9.5 <= 10 + 15 * rows_below else box


def environment(name: str, lines: Sequence[str]) -> str:
    r"""Lines below each other, between which a page may end.

    >>> print(environment("align*", ["x & = y", "& = z"]))
    {\allowdisplaybreaks
    \begin{align*}
    x & = y \\
    & = z
    \end{align*}}%
    """
    rows = " \\\\\n".join(line.strip() for line in lines)
    text = f"\\begin{{{name}}}\n{rows}\n\\end{{{name}}}"
    return f"{{\\allowdisplaybreaks\n{text}}}%" if len(lines) > 1 else text
