"""Sentences on the page: their formulas are set as mathematics, and the plain text is kept to be searched."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.pages.elements import Child, Element, element
from workbench.pages.mathml import NotWritten, mathml
from workbench.typesetting.prose import prose
from workbench.typesetting.signs import escaped

_FORMULA = re.compile(r"(?<!\\)\$(.*?)(?<!\\)\$")
_LONG = 20  # signs
_BREAKS = frozenset("=≠<≤>≥+−")


def sentence(text: str, **attributes: str | None) -> Element:
    """A paragraph; what is set as mathematics in it is kept as plain text in ``data-plain``.

    >>> from workbench.pages.elements import written
    >>> print(written(sentence("Whatever s is.", class_="says")))
    <p class="says" data-plain="Whatever s is.">Whatever <math><mi>s</mi></math> is.</p>
    """
    parts = pieces(text)
    return element("p", *parts, **attributes, data_plain=None if parts == [text] else text)


def pieces(text: str) -> list[Child]:
    """The words and formulas of a sentence in their order; the whole of it in words where a formula has no notation.

    >>> [part if isinstance(part, str) else part.tag for part in pieces("With pi0 + pi1 = 1, AUC is 50%.")]
    ['With ', 'span', ' ', 'math', ' is 50%.']
    """
    words = " ".join(text.split())
    parts = _FORMULA.split(prose(words))
    signs = {escaped(sign): sign for sign in words} | {"~": " "} | ({"``": '"'} if '"' in words else {})
    sign = re.compile("|".join(map(re.escape, sorted(signs, key=len, reverse=True))) or "$")
    found: list[Child] = []
    at = 0
    try:
        for between, part in enumerate(parts):
            if between % 2:
                found.extend(parted(mathml(part)))
            elif part:
                plain = sign.sub(lambda match: signs[match[0]], part)
                at = words.index(plain, at) + len(plain)
                found.extend(_joined(found, plain))
    except (NotWritten, ValueError):
        return [text]
    return found


def _joined(before: list[Child], words: str) -> Iterator[str]:
    """The words after a formula, which takes a comma that begins them to itself, so that no line begins with it."""
    comma = re.match(r"[,.;:)]*", words)
    if comma and comma[0] and before and not isinstance(before[-1], str):
        before[-1] = element("span", before[-1], comma[0], class_="joined")
        words = words.removeprefix(comma[0])
    if words:
        yield words


def parted(formula: Element, *, inside: bool = True) -> Iterator[Element]:
    """A formula, with places where a line may end if it is long: before an operator, between a slash and a bracket.

    Brackets stay whole unless a line may end ``inside`` of them, where they do not grow with what they hold.
    """
    if not _is_long(formula):
        yield formula
        return
    part = element("math", **formula.attrib)
    for child in _flat(formula) if inside else formula:
        operator = child.tag == "mo" and child.text in _BREAKS and child.get("form") != "prefix"
        if len(part) and (operator or (child.tag == "mrow" and part[-1].text == "/")):
            if operator:
                child.set("form", "infix")
            yield part
            yield element("wbr")
            part = element("math", **formula.attrib)
        part.append(child)
    yield part


def _flat(row: Element) -> Iterator[Element]:
    """What stands in a row, and in the long rows of which it consists."""
    for child in row:
        if child.tag == "mrow" and _is_long(child):
            yield from _flat(child)
        else:
            yield child


def _is_long(formula: Element) -> bool:
    return len("".join(formula.itertext())) > _LONG
