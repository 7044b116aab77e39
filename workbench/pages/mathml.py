r"""MathML of what `workbench.symbolic.latex` writes: one notation, for papers and for browsers.

The reader knows that notation and nothing else. It tells products from applications, which LaTeX leaves to the eye
and a screen reader needs to be told: between the factors of a product stands an invisible times (U+2062), between a
function and its arguments an invisible application (U+2061). MathML Core (2024) is all that is needed.
"""

from __future__ import annotations

import re
from functools import cache

from workbench import methods
from workbench.pages.elements import Element, element
from workbench.symbolic.latex import method_letters

APPLICATION, TIMES = "\u2061", "\u2062"

_TOKEN = re.compile(r"\\(?:text|mathrm|mathit|mathbf)\{[^}]*\}|\\[a-zA-Z]+|\\.|[0-9]+(?:\.[0-9]+)?|\S")
_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
    "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "ell": "ℓ",
}  # fmt: skip
_OPERATORS = {
    "+": "+", "-": "−", "/": "/", "=": "=", "<": "<", ">": ">", ",": ",", ";": ";",
    r"\cdot": "⋅", r"\ne": "≠", r"\le": "≤", r"\ge": "≥", r"\sim": "∼", r"\mid": "∣", r"\dots": "…",
    r"\mapsto": "↦",
}  # fmt: skip
_CLOSING = {"(": ")", "[": "]", r"\{": r"\}", r"\langle": r"\rangle", "|": "|", ".": "|"}
_BRACKETS = {r"\{": "{", r"\}": "}", r"\langle": "⟨", r"\rangle": "⟩"}
_FUNCTIONS = frozenset({r"\min", r"\max", r"\log", r"\exp"})
_HEADS = _FUNCTIONS | {
    "E", "F", "P", "Q", "R", "U", r"\hat", r"\overline", r"\mathbf{1}", r"\mathrm{err}", r"\mathrm{Beta}",
    r"\mathrm{Cov}",
}  # fmt: skip


class NotWritten(ValueError):
    """The text is not in the notation of `workbench.symbolic.latex`."""


def mathml(latex: str, *, display: bool = False) -> Element:
    r"""A formula as a ``math`` element, with ``display`` as large as one that stands alone.

    Raises `NotWritten` for what `workbench.symbolic.latex` does not write.

    >>> from workbench.pages.elements import written
    >>> print(written(mathml(r"\pi_0 \le 1")))
    <math><msub><mi>π</mi><mn>0</mn></msub><mo>≤</mo><mn>1</mn></math>
    """
    reader = _Reader(latex)
    return element("math", *reader.whole(), displaystyle="true" if display else None)


@cache
def _letters() -> frozenset[str]:
    """The letters of the methods of the catalogue, such as sd."""
    return frozenset(letters for name in methods.CATALOGUE if (letters := method_letters(name)).isalpha())


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = [*_TOKEN.findall(text), ""]
        self.at = 0
        self.method_at = self.cost_at = -1  # where a method or a density stands, above and below an L

    @property
    def next(self) -> str:
        return self.tokens[self.at]

    def take(self, wanted: str = "") -> str:
        token = self.next
        if not token or (wanted and token != wanted):
            raise NotWritten(f"{token or 'the end'!r} where {wanted or 'more'!r} should stand")
        self.at += 1
        return token

    def whole(self) -> list[Element]:
        found = self.row("")
        if self.next:
            raise NotWritten(f"{self.next!r} cannot stand here")
        return found

    # --- rows -----------------------------------------------------------------------------------------

    def row(self, *ends: str) -> list[Element]:
        """What stands until one of ``ends``, which is left."""
        found: list[Element] = []
        after_operand = False
        while self.next not in ends:
            token = self.next
            if token in _OPERATORS:
                found.append(self.operator(prefix=token == "-" and not after_operand))
            elif token == r"\sum":
                found.append(self.sum())
            elif token == r"\int":
                self.take()
                found.append(self.scripts(element("mo", "∫")))
            elif token == r"\quad":
                self.take()
                found.append(element("mspace", width="1em"))
            elif token == r"\;":
                self.take()
                found.append(element("mspace", width="0.28em"))
            elif token.startswith(r"\text{"):
                found.append(element("mtext", self.take()[6:-1].replace(" ", "\u00a0")))
            elif token == r"\,":
                self.take()
                continue
            else:
                operand = self.operand()
                if after_operand:
                    found.append(_times(found[-1], operand))
                found.append(operand)
                after_operand = True
                continue
            after_operand = False
        return found

    def operator(self, prefix: bool) -> Element:
        token = self.take()
        if token == "/":
            return element("mo", "/", lspace="0", rspace="0")
        return element("mo", _OPERATORS[token], form="prefix" if prefix else None)

    def sum(self) -> Element:
        self.take(r"\sum")
        self.take("_")
        return element("munder", element("mo", "∑"), self.group())

    # --- operands -------------------------------------------------------------------------------------

    def operand(self) -> Element:
        """A letter, number or bracket with its scripts; a function with its arguments, and their exponent."""
        if self.tokens[self.at + 1 : self.at + 4] == ["{", ".", "}"]:  # a figure of one of two score functions
            model = _identifier(self.take())
            self.at += 3
            return element("mrow", model, element("mo", ".", lspace="0", rspace="0"), self.operand())
        token = self.next
        head = token in _HEADS or (token == "w" and self.at == self.cost_at)
        base = self.scripts(self.atom(), of_loss=token == "L")
        if head and (self.next in _CLOSING or self.next == r"\left"):
            return self.scripts(element("mrow", base, element("mo", APPLICATION), self.atom()))
        if token in _FUNCTIONS:
            return element("mrow", base, element("mo", APPLICATION), self.operand())
        return base

    def scripts(self, base: Element, of_loss: bool = False) -> Element:
        """``base`` with what stands above and below it."""
        if self.next == "'":
            self.take()
            base = element("msup", base, element("mo", "′"))
        above = below = None
        while self.next in ("^", "_"):
            if self.take() == "^":
                above = self.group(method=of_loss)
            else:
                self.cost_at = self.at + 1 if of_loss else -1
                below = self.group()
        if above is not None and below is not None:
            return element("msubsup", base, below, above)
        if above is not None:
            return element("msup", base, above)
        return base if below is None else element("msub", base, below)

    def group(self, method: bool = False) -> Element:
        """What stands in braces, or one token, as one element."""
        if self.next != "{":
            return self.atom()
        self.take("{")
        found = self.method("}") if method else self.row("}")
        self.take("}")
        return found[0] if len(found) == 1 else element("mrow", *found)

    def method(self, *ends: str) -> list[Element]:
        """What stands above the L of an expected loss."""
        self.method_at = self.at
        for length in (2, 1):
            word = "".join(self.tokens[self.at : self.at + length])
            if word in _letters() and self.tokens[self.at + length] in ("}", ")", "[", ",", r"\right"):
                self.at += length
                applied = [element("mo", APPLICATION)] if self.next == "[" else []
                return [element("mi", word, class_="word" if length > 1 else None), *applied, *self.row(*ends)]
        return self.row(*ends)

    def atom(self) -> Element:
        token = self.take()
        if token[0].isdigit():
            return element("mn", token)
        if token == r"\frac":
            return element("mfrac", self.group(), self.group())
        if token == r"\sqrt":
            return element("msqrt", self.group())
        if token in (r"\overline", r"\hat"):
            mark = {r"\overline": "¯", r"\hat": "^"}[token]
            kind = "bar" if token == r"\overline" else None
            return element("mover", self.group(), element("mo", mark), accent="true", class_=kind)
        if token == "{":
            self.at -= 1
            return self.group()
        if token == r"\left" or token in _CLOSING:
            return self.fenced(token)
        return _identifier(token)

    def fenced(self, token: str) -> Element:
        """What stands in brackets of any kind; they grow with it after ``\\left`` only."""
        start = self.at - 1
        grows = token == r"\left"
        opening = self.take() if grows else token
        closing = _CLOSING.get(opening)
        if closing is None:
            raise NotWritten(f"{opening!r} is no bracket")
        end = r"\right" if grows else closing
        before = self.tokens[start - 1] if start else ""
        a_method = start == self.method_at or before == r"\," or before.startswith(r"\text{ else")
        found = self.method(end) if a_method else self.row(end)
        self.take(end)
        if grows:
            self.take(closing)
        fixed = None if grows else "false"
        marks = [None if x == "." else element("mo", _BRACKETS.get(x, x), stretchy=fixed) for x in (opening, closing)]
        return element("mrow", marks[0], *found, marks[1])


def _identifier(token: str) -> Element:
    kind, _, rest = token.partition("{")
    name = rest.removesuffix("}").replace(r"\_", "_")
    if kind == r"\mathbf" and name == "1":
        return element("mi", "𝟏")
    if kind == r"\mathrm" and name:
        return element("mi", name, mathvariant="normal" if len(name) == 1 else None)
    if kind == r"\mathit" and name:
        return element("mi", name, class_="word")
    if token in _FUNCTIONS:
        return element("mi", token[1:])
    if token[1:] in _GREEK and token[0] == "\\":
        return element("mi", _GREEK[token[1:]])
    if len(token) == 1 and token.isalpha():
        return element("mi", token)
    raise NotWritten(f"{token!r} is not part of the notation")


def _times(left: Element, right: Element) -> Element:
    wide = _is_word(left) or _is_word(right)
    return element("mo", TIMES, lspace="0.17em" if wide else None)


def _is_word(side: Element) -> bool:
    """Whether an operand begins with a name of several letters, so that a factor beside it needs some room."""
    base = side
    while base.tag in ("mrow", "msub", "msup", "msubsup"):
        base = base[0]
    return base.tag == "mi" and len(base.text or "") > 1
