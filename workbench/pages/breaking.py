"""Long formulas on the page, with places where a line may end; MathML itself is broken nowhere by browsers.

Lines end before relations, plus and minus first. A term that is too long for a line by itself is broken inside of its
brackets, behind commas and between factors, as in LaTeX (`workbench.typesetting.folding`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from workbench.pages.elements import Element, element
from workbench.pages.mathml import TIMES, mathml
from workbench.typesetting.folding import without_wide_parts

FITS = 24
"""Signs that have a line on a phone."""
ROOM = 300.0
"""The points of a line on a wide screen; a fraction wider than that is written as a product."""
TALL = "1.8em"
"""Of brackets around fractions that stand on several lines, and so cannot grow with what is in them."""
_BEFORE = frozenset("=≠<≤>≥∼+−⋅")
_BEHIND = frozenset((",", ";", TIMES))
_BRACKETS = frozenset("()[]{}⟨⟩|")
_HIGH = frozenset(("mfrac", "munder"))


def displayed(latex: str) -> Element:
    r"""A formula that stands alone: a ``math`` element, or where it is long a ``span`` of several of them.

    Raises `workbench.pages.mathml.NotWritten` for what `workbench.symbolic.latex` does not write.

    >>> displayed(r"\pi_0 \le 1").tag
    'math'
    >>> [x.tag for x in displayed(r"\alpha + \beta = 123456789 + 987654321 + 123456789")][:4]
    ['math', 'wbr', 'math', 'wbr']
    """
    formula = mathml(without_wide_parts(latex, ROOM), display=True)
    return formula if _length([formula]) <= FITS else _box(_terms(formula))


def _terms(formula: Element) -> Iterator[Element]:
    """What stands between relations, plus and minus; what is long of it with places inside where a line may end."""
    for at, term in enumerate(_cut(formula, factors=False)):
        yield from [element("wbr")] * bool(at)
        inner = [term] if _length(term) <= FITS else list(_cut(_opened(term), factors=True))
        parts = [element("math", *part, **formula.attrib) for part in inner]
        yield parts[0] if len(parts) == 1 else _box(x for part in parts for x in (part, element("wbr")))


def _box(parts: Iterable[Element]) -> Element:
    return element("span", *parts, class_="term")


def _cut(row: Iterable[Element], *, factors: bool) -> Iterator[list[Element]]:
    """The pieces of a row; between ``factors`` and behind commas, too, or not."""
    part: list[Element] = []
    for child in row:
        sign = child.text if child.tag == "mo" else None
        if part and sign in _BEFORE and child.get("form") != "prefix" and (factors or sign != "⋅"):
            child.set("form", "infix")
            yield part
            part = []
        part.append(child)
        if factors and sign in _BEHIND:
            yield part
            part = []
    if part:
        yield part


def _opened(row: Iterable[Element]) -> Iterator[Element]:
    """What stands in a row and in its long brackets, whose signs have a fixed size and bear what stands above them."""
    for child in row:
        raised = child.tag in ("msup", "msub", "msubsup") and _is_bracketed(child[0])
        inner = child[0] if raised else child
        if inner.tag != "mrow" or _length([inner]) <= FITS:
            yield child
            continue
        parts = list(inner)
        if _is_bracketed(inner):
            fixed = {"minsize": TALL, "maxsize": TALL} if _is_high(inner) else {"stretchy": "false"}
            for sign in (parts[0], parts[-1]):
                if sign.tag == "mo" and sign.text in _BRACKETS:
                    sign.attrib.update(fixed, form="prefix" if sign is parts[0] else "postfix")
        if raised:
            parts[-1] = element(child.tag, parts[-1], *child[1:])
        yield from _opened(parts)


def _is_bracketed(inner: Element) -> bool:
    return inner.tag == "mrow" and len(inner) > 1 and inner[-1].tag == "mo" and inner[-1].text in _BRACKETS


def _is_high(inner: Element) -> bool:
    return any(x.tag in _HIGH for x in inner.iter())


def _length(row: Sequence[Element]) -> int:
    return sum(len("".join(x.itertext())) for x in row)
