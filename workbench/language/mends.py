"""What a text was meant to say that is no sentence of the language: relations, products and words as people write them.

Each mend is one habit. What comes out is offered only where it is a sentence of the language, by the one who reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from workbench import methods, metrics
from workbench.words import RESERVED

LONGEST = 200
"""No more characters than that are mended."""

_CHARACTERS = {
    **dict.fromkeys("≤⩽≦", "<="),
    **dict.fromkeys("≥⩾≧", ">="),
    **dict.fromkeys("−–—", "-"),
    **dict.fromkeys("·×∙⋅∗", "*"),
    **dict.fromkeys("[{", "("),
    **dict.fromkeys("]}", ")"),
    **dict.fromkeys("₀", "0"),
    **dict.fromkeys("₁", "1"),
    "≠": "!=",
    "÷": "/",
    "π": "pi",
    "²": "**2",
    "³": "**3",
    "½": "1/2",
    "⅓": "1/3",
    "¼": "1/4",
    "¾": "3/4",
    "∀": " for all ",
    "^": "**",
}
_COSTS = r"(?:uniform|beta|point|points|mixture|density|any)\b"
_HABITS: tuple[tuple[str, str], ...] = (
    (r"√\s*(\w[\w.]*)(?![\w(])", r"sqrt(\1)"),
    (r"√\s*", "sqrt"),
    (r"(?<![\w.,(])(\d+),(\d+)(?![\w.,(])", r"\1.\2"),
    (r"(?<![\w./])(\d+(?:\.\d+)?)\s*%", r"\1/100"),
    (r"\bln\b", "log"),
    (r"\blog(2|10)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", r"log(\2)/log(\1)"),
    (r"=\s*<(?!=)", "<="),
    (r"=\s*>", ">="),
    (r"<\s*>", "!="),
    (r"([<>=!])\s+=", r"\1="),
    (r"\|([^|]+)\|", r"abs(\1)"),
    (r"\b(pi|E|F)_([01])\b", r"\1\2"),
    (r"\bs_2\b", "s2"),
    (r"\b(?:assuming|if|when|where|provided that|provided)\b", "given"),
    (r",(?=[^()]*(?:\([^()]*\)[^()]*)*$)(?!.*\bgiven\b)(?<!given)", " given"),
    (r"\b(?:and|&&?)\b", ","),
    (rf"\bloss\(([^(),]+|\w+\([^()]*\)),\s*(?={_COSTS})", r"loss(\1, cost="),
    (r"\b(?:w|costs|density)\s*=(?!=)", "cost="),
    (r"(?<=[\w)])\s+(cost|condition|rates|scores|weight)\s*=(?!=)", r", \1="),
    (r"\b(sqrt|log|exp|abs)\s+([A-Z]\w*)(?![\w(])", r"\1(\2)"),
    (r"(?<![\w.])((?:\d+\.?\d*|\.\d+))\s*(?=[A-DF-Za-df-z(]|E[01A-Za-z(])", r"\1*"),
    (r"\)\s*(?=[\w(])(?!\s*(?:given|for)\b)", ")*"),
)


def mended(text: str, says: Callable[[str], object]) -> str | None:
    """A sentence of the language that ``text`` may have been meant to be; None where ``says`` refuses it too.

    >>> from workbench.language.statements import parse_statement
    >>> mended("2 BS² ≤ |MAE| if calibrated and no ties", parse_statement)
    '2*BS**2 <= abs(MAE) given calibrated, no_ties'
    >>> mended("BS = loss(score-driven, beta(2, 2))", parse_statement)
    'BS == loss(score_driven, cost=beta(2, 2))'
    >>> mended("BS <= GRIEF", parse_statement) is None
    True
    """
    if len(text) > LONGEST:
        return None
    better = "".join(_CHARACTERS.get(character, character) for character in text)
    better = _words().sub(_underscored, better)
    for habit, meant in _HABITS:
        better = re.sub(habit, meant, better)
    better = re.sub(r"\s+", " ", _compared(better)).replace(" ,", ",").strip()
    if better == text:
        return None
    try:
        says(better)
    except ValueError:
        return None
    return better


def method_alone(text: str) -> str | None:
    """The threshold choice method that is all that a text says, as it is called in a table of all methods.

    >>> method_alone("score-driven"), method_alone("score_driven <= 1")
    ('score_driven', None)
    """
    name = _words().sub(_underscored, text.strip())
    return methods.CATALOGUE[name].call(name) if name in methods.CATALOGUE else None


def _underscored(found: re.Match[str]) -> str:
    return re.sub(r"[\s-]+", "_", found.group().lower())


def _compared(text: str) -> str:
    """A sentence whose relation is a single =, outside of parentheses, with == in its place."""
    depth = 0
    for i, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        alone = character == "=" and text[i - 1 : i] not in ("<", ">", "=", "!", "") and text[i + 1 : i + 2] != "="
        if depth == 0 and alone:
            return f"{text[:i]}=={_compared(text[i + 1 :])}"
    return text


@cache
def _words() -> re.Pattern[str]:
    """The words of the language with an underscore in them, as they are written without."""
    known = sorted((w for w in RESERVED.union(methods.CATALOGUE, metrics.CATALOGUE) if "_" in w), key=len, reverse=True)
    apart = "|".join(known).replace("_", r"[\s-]+")
    return re.compile(rf"\b(?:{apart})\b", re.IGNORECASE)
