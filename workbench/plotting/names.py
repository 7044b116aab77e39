"""The names of curves in a legend: broken into lines between words, the middle left out of very long ones."""

from __future__ import annotations

import re
from collections.abc import Iterable

LINES = 3

SHARES = (0.5, 0.25, 0.75, 0.0, 1.0)
"""How much of the words that are kept stands before those left out, tried in turn."""


def in_lines(names: Iterable[str], width: int) -> dict[str, str]:
    """Each name in lines of up to ``width`` letters, in three of them unless names became equal by that.

    >>> print(*in_lines(["tree_of_the_first_fold_seed_1", "tree_of_the_first_fold_seed_2"], 10).values(), sep="\\n\\n")
    tree_of_
    the_…fold_
    seed_1
    <BLANKLINE>
    tree_of_
    the_…fold_
    seed_2
    """
    words = {name: _words(name, width - 1) for name in names}
    for share in SHARES:
        found = {name: _shortened(parts, width, share) for name, parts in words.items()}
        if len(set(found.values())) == len(found):
            return found
    shown = list(found.values())
    return {
        name: text if shown.count(text) == 1 else "\n".join(_lines(words[name], width)) for name, text in found.items()
    }


def _words(name: str, most: int) -> list[str]:
    """The words of a name, each with what stands behind it, those of more than ``most`` letters in parts."""
    return re.findall(rf"[^\s_/-]{{1,{most}}}[\s_/-]?|[\s_/-]", name)


def _lines(words: Iterable[str], width: int) -> list[str]:
    """The words in lines."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word.rstrip()) > width:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]


def _shortened(words: list[str], width: int, share: float) -> str:
    """The name, or as many of its first and last words as fit in the lines."""
    found = _lines(words, width)
    if len(found) <= LINES:
        return "\n".join(found)
    best = ["…"]
    for kept in range(1, len(words)):
        before = round(share * kept)
        tried = _lines([*words[:before], "…", *words[len(words) - kept + before :]], width)
        if len(tried) > LINES:
            break
        best = tried
    return "\n".join(best)
