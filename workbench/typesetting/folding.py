r"""What is too wide for its place, with places where it may be broken.

TeX breaks a formula within a line of text before no comma, in no brackets of ``\left`` and ``\right`` and between no
factors, and a number or a name nowhere.
"""

from __future__ import annotations

import re
from dataclasses import replace

from workbench.typesetting.widths import Symbol, is_tall, symbols, width

INDENTED = 20.0
"""The indent of the lines on which a displayed formula goes on, in points."""

_DIGITS = 10
_BREAK = r"\allowbreak "
_BETWEEN_FACTORS = r"\penalty800 "
"""A worse place to break a formula than behind an operator, whose penalty is 700."""
_DOLLAR = re.compile(r"(?<!\\)\$")
_LONG_WORD = re.compile(r"(?:[A-Za-z0-9.()=,*/+-]|\\_){24,}")
_NAME = re.compile(r"(\\math(?:it|rm))\{((?:[^{}\\]|\\_)*)\}(.*)", re.S)
_NUMBER = re.compile(r"([0-9]{11,})(.*)", re.S)


def foldable(text: str, room: float, scale: float = 1.0) -> str:
    r"""Text in LaTeX, in which formulas wider than ``room`` points and long words may be broken.

    >>> print(foldable(r"as $\max(x + y, z)$ and $x$ are", 40))
    as $\max(x + y, \allowbreak z)$ and $x$ are
    """
    parts = _DOLLAR.split(text)
    parts[::2] = [_LONG_WORD.sub(_folded_word, part) for part in parts[::2]]
    parts[1::2] = [folded(part, room / scale) for part in parts[1::2]]
    return "$".join(parts)


def _folded_word(found: re.Match[str]) -> str:
    text = found[0].replace(r"\_", r"\_\allowbreak{}")
    return re.sub(rf"([0-9]{{{_DIGITS}}})(?=[0-9])", r"\1\\allowbreak{}", text)


def folded(formula: str, room: float) -> str:
    """A formula within a line of text; one that is wider than ``room`` can be broken wherever it makes sense."""
    if width(formula, 1) <= room:
        return formula
    written: list[str] = []
    opened: list[int] = []
    before = ""
    for x in (x for whole in symbols(without_wide_parts(formula, room)) for x in pieces(whole, room)):
        text = x.text
        if x.kind == "closing" and opened:
            start = opened.pop()
            if text.startswith(r"\right"):
                size = "bigg" if is_tall("".join(written[start + 1 :])) else "big"
                written[start] = written[start].replace(r"\left", rf"\{size}l", 1)
                text = text.replace(r"\right", rf"\{size}r", 1)
        factor = x.spaced and x.kind in ("ordinary", "opening") and before in ("ordinary", "closing")
        may_break = x.kind == "continued" or before == "punctuation"
        gap = _BREAK if may_break else _BETWEEN_FACTORS if factor or before == "space" else ""
        if x.kind == "opening":
            opened.append(len(written))
        written.append(f"{' ' * x.spaced}{gap}{text}")
        before = "ordinary" if x.kind == "continued" else x.kind
    return "".join(written)


def pieces(x: Symbol, room: float) -> list[Symbol]:
    r"""The parts of a number or a name that is wider than ``room``, all but the first ``continued``.

    >>> [x.text for symbol in symbols(r"\mathit{a\_b}_1 + 12345678901") for x in pieces(symbol, 20)]
    ['\\mathit{a\\_}', '\\mathit{b}_1', '+', '1234567890', '1']
    """
    name, number = _NAME.fullmatch(x.text), _NUMBER.fullmatch(x.text)
    if x.width <= room or not (name or number):
        return [x]
    if name is not None:
        texts = [rf"{name[1]}{{{part}}}" for part in re.findall(r"(?:[^\\]|\\(?!_))*(?:\\_|$)", name[2]) if part]
        texts[-1] += name[3]
    elif number is not None:
        texts = [number[1][at : at + _DIGITS] for at in range(0, len(number[1]), _DIGITS)]
        texts[-1] += number[2]
    return [
        replace(x, text=text, width=width(text), kind="continued" if at else x.kind, spaced=x.spaced and not at)
        for at, text in enumerate(texts)
    ]


def without_wide_parts(formula: str, room: float) -> str:
    r"""The formula with a fraction that is wider than a line written as a product, and a root as a power.

    >>> print(without_wide_parts(r"\sqrt{x + y} + \sqrt{x}", 40))
    (x + y)^{1/2} + \sqrt{x}
    """
    for begins, write in ((r"\frac{", _product), (r"\sqrt{", _power)):
        parts = []
        for x in symbols(formula):
            too_wide = x.width > room - INDENTED and x.text.startswith(begins)
            parts.append(f"{' ' * x.spaced}{write(x.text, room) if too_wide else x.text}")
        formula = "".join(parts)
    return formula


def _power(root: str, room: float) -> str:
    inside, scripts = _group(root.removeprefix(r"\sqrt"))
    if scripts:
        return root
    left, right = (r"\left(", r"\right)") if is_tall(inside) else ("(", ")")
    return f"{left}{inside}{right}^{{1/2}}"


def holds_together(formula: str, room: float) -> bool:
    r"""Whether a formula within a line of text has a part wider than ``room`` in which it cannot be broken, a root.

    >>> holds_together(r"x \le \sqrt{x + y}", 40), holds_together(r"x + y \le \sqrt{x}", 40)
    (True, False)
    """
    return any(x.width > room - INDENTED and x.text.startswith(r"\sqrt{") for x in symbols(formula))


def _product(quotient: str, room: float) -> str:
    above, rest = _group(quotient.removeprefix(r"\frac"))
    below, scripts = _group(rest)
    if scripts:
        return quotient
    if above.startswith("-") or any(x.kind == "binary" and x.text != r"\cdot" and not x.depth for x in symbols(above)):
        above = rf"\left({above}\right)"
    if width(below) > room - INDENTED:
        return rf"{above} \left({below}\right)^{{-1}}"
    number = re.match(r"([0-9]+)(?![\^0-9]) *(\\cdot|\\,)? *", above)
    if number is not None:
        return rf"\frac{{{number[1]}}}{{{below}}} {_after_a_fraction(above[number.end() :])}"
    return rf"\frac{{1}}{{{below}}} {_after_a_fraction(above)}"


def _after_a_fraction(factors: str) -> str:
    """Factors behind a fraction, with which a number would look like a mixed number."""
    return rf"\cdot {factors}" if factors[:1].isdigit() else factors


def _group(text: str) -> tuple[str, str]:
    """What stands in the braces with which a text begins, and what follows them."""
    depth = 0
    for at, sign in enumerate(text):
        escaped = at > 0 and text[at - 1] == "\\"
        depth += 0 if escaped else {"{": 1, "}": -1}.get(sign, 0)
        if not depth:
            return text[1:at], text[at + 1 :]
    raise ValueError(f"{text!r} has no closing brace")
