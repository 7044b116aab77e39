r"""A formula in LaTeX cut into its symbols, with an estimate of how wide TeX will set each of them.

The widths are those of Computer Modern at ten points, in display style. They decide where a long formula is
broken; they are a little too large rather than too small.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_DOLLAR = re.compile(r"(?<!\\)\$")
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[0-9]+|[^\s]")
_RELATIONS = frozenset({"=", "<", ">", r"\le", r"\ge", r"\ne", r"\sim", r"\mid"})
_BINARY = frozenset({"+", "-", r"\cdot"})
_OPENING = frozenset({"(", "[", r"\{"})
_CLOSING = frozenset({")", "]", r"\}"})
_MATH_SPACES = {r"\,": 1.7, r"\;": 2.8, r"\quad": 10.0, r"\qquad": 20.0}
_WORDS = {
    r"\min": 15.3, r"\max": 18.1, r"\log": 12.8, r"\exp": 15.8, r"\sum": 14.5, r"\dots": 13.4, r"\mid": 2.8,
    r"\int": 10.0, r"\cdot": 2.8, r"\{": 5.0, r"\}": 5.0,
}  # fmt: skip
_OPERATORS = frozenset({r"\min", r"\max", r"\log", r"\exp", r"\sum", r"\int"})
_WIDE = {"m": 8.8, "w": 7.4, "i": 3.5, "l": 3.2, "t": 3.7, "j": 4.8, "f": 6.0}
_DISPLAY, _TEXT, _SCRIPT, _SCRIPTSCRIPT = range(4)
_SCALE = (1.0, 1.0, 0.8, 0.68)
_THIN, _MEDIUM, _THICK = 1.67, 2.3, 2.8
_TALL = re.compile(r"\\frac|\\sum|\\int|\\left")


@dataclass(frozen=True)
class Symbol:
    r"""A symbol of a formula with all that hangs on it, such as ``\pi_0`` or a whole fraction.

    ``kind`` is ``relation``, ``binary``, ``opening``, ``closing``, ``punctuation``, ``space`` or ``ordinary``;
    ``depth`` tells how many brackets are open around it, ``width`` includes the space that its kind brings, and
    ``spaced`` tells whether a space stands before it in the formula.
    """

    text: str
    width: float
    kind: str
    depth: int
    spaced: bool


def symbols(formula: str) -> list[Symbol]:
    r"""The symbols of a formula, from left to right.

    >>> [(x.text, x.kind) for x in symbols(r"\pi_0 - \frac{1}{2} \left(-q\right)")]  # doctest: +NORMALIZE_WHITESPACE
    [('\\pi_0', 'ordinary'), ('-', 'binary'), ('\\frac{1}{2}', 'ordinary'), ('\\left(', 'opening'),
     ('-', 'ordinary'), ('q', 'ordinary'), ('\\right)', 'closing')]
    """
    return list(_Cutter(formula, _DISPLAY).symbols())


def width(formula: str, style: int = _DISPLAY) -> float:
    r"""The width of a formula in points.

    >>> round(width("x + y")), round(width(r"\frac{x}{x + y}")), round(width("x^{x + y}"))
    (23, 26, 21)
    """
    return sum(x.width for x in _Cutter(formula, style).symbols())


class _Cutter:
    """Reads a formula in one of TeX's styles, from display style to that of scripts in scripts."""

    def __init__(self, formula: str, style: int) -> None:
        self.tokens = [(found.start(), found.end(), found[0]) for found in _TOKEN.finditer(formula)]
        self.formula = formula
        self.style = style
        self.at = 0
        self.inner = 0.0

    @property
    def next(self) -> str:
        return self.tokens[self.at][2] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][2]

    def group(self) -> str:
        """What stands in the braces that begin here, or the one symbol without braces."""
        if self.next != "{":
            return self.take()
        start, depth = self.tokens[self.at][1], 0
        while True:
            token = self.take()
            depth += {"{": 1, "}": -1}.get(token, 0)
            if not depth:
                return self.formula[start : self.tokens[self.at - 1][0]]

    def symbols(self) -> Iterator[Symbol]:
        depth, before = 0, "opening"
        while self.at < len(self.tokens):
            start = self.tokens[self.at][0]
            kind, wide = self._nucleus(before)
            wide = wide * _SCALE[self.style] + self.inner + self._scripts()
            if kind == "closing":
                depth -= 1
            text = self.formula[start : self.tokens[self.at - 1][1]]
            yield Symbol(text, wide, kind, depth, self.formula[start - 1 : start].isspace())
            if kind == "opening":
                depth += 1
            before = kind

    def _nucleus(self, before: str) -> tuple[str, float]:
        """The kind and the width of the symbol that begins here, without its scripts and what it encloses."""
        self.inner = 0.0
        token = self.take()
        if token in (r"\left", r"\right"):
            kind = "opening" if token == r"\left" else "closing"
            return kind, 7.6 if self.take() in "()" else 6.0
        if token in _RELATIONS:
            return "relation", _WORDS.get(token, 7.8) + self._beside(2 * _THICK)
        if token in _BINARY:
            if before in ("opening", "relation", "binary", "punctuation"):
                return "ordinary", 7.8
            return "binary", _WORDS.get(token, 7.8) + self._beside(2 * _MEDIUM)
        if token in _OPENING or token in _CLOSING:
            return ("opening" if token in _OPENING else "closing"), {"(": 3.9, ")": 3.9}.get(token, 5.0)
        if token in (",", ";"):
            return "punctuation", 2.8 + self._beside(_THIN)
        if token in _MATH_SPACES:
            return "space", _MATH_SPACES[token]
        return "ordinary", self._ordinary(token)

    def _beside(self, space: float) -> float:
        return space if self.style <= _TEXT else 0.0

    def _ordinary(self, token: str) -> float:
        if token == r"\frac":
            smaller = min(self.style + 1, _SCRIPTSCRIPT)
            self.inner = max(width(self.group(), smaller) for _ in range(2))
            return 2.5
        if token in (r"\sqrt", r"\overline", r"\hat"):
            self.inner = width(self.group(), self.style)
            return 9.0 if token == r"\sqrt" else 0.0
        if token in (r"\mathrm", r"\mathit", r"\mathbf", r"\text"):
            return sum(_upright(letter) for letter in self.group())
        if token in _WORDS:
            extra = self._beside(_THIN) if token in _OPERATORS else 0.0
            return _WORDS[token] + extra
        if token.startswith("\\"):
            return 6.2
        if token.isdigit():
            return 5.0 * len(token)
        return 8.0 if token.isupper() else _WIDE.get(token, 5.4)

    def _scripts(self) -> float:
        """The width of the exponent and the index that follow, which stand above each other."""
        found = [0.0]
        smaller = _SCRIPT if self.style <= _TEXT else _SCRIPTSCRIPT
        while self.next in ("^", "_"):
            self.take()
            found.append(width(self.group(), smaller) + 0.6)
        while self.next == "'":
            self.take()
            found[0] += 3.0
        return max(found)


def _upright(letter: str) -> float:
    return {"m": 8.4, "w": 7.3, " ": 3.4, "M": 9.3, "W": 10.4}.get(letter, 7.6 if letter.isupper() else 5.2)


def is_tall(text: str) -> bool:
    """Whether brackets around the text must be higher than a line."""
    return _TALL.search(text) is not None


def width_of_text(text: str) -> float:
    r"""The width of text in small letters, with formulas between dollars, in points.

    >>> round(width_of_text(r"rate $\pi_0$"))
    35
    """
    words, formulas = _DOLLAR.split(text)[::2], _DOLLAR.split(text)[1::2]
    return sum(4.9 * len(x) for x in words) + sum(width(x, _TEXT) for x in formulas)
