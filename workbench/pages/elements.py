"""Elements of a page as values of `xml.etree`; all text is escaped when they are written."""

from __future__ import annotations

import re
from typing import TypeAlias
from xml.etree import ElementTree

Element: TypeAlias = ElementTree.Element
Child: TypeAlias = "Element | str | None"

_TAG = re.compile("<[^>]*>")


def element(name: str, *children: Child, **attributes: str | None) -> Element:
    """An element with children in order; None is left out, and ``class_``, ``aria_label`` are class, aria-label.

    >>> written(element("p", "a < b", element("b", "c"), None, class_="x", title=None))
    '<p class="x">a &lt; b<b>c</b></p>'
    """
    given = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None}
    made = ElementTree.Element(name, given)
    last: Element | None = None
    for child in children:
        if isinstance(child, str):
            if last is None:
                made.text = (made.text or "") + child
            else:
                last.tail = (last.tail or "") + child
        elif child is not None:
            made.append(child)
            last = child
    return made


def written(made: Element) -> str:
    """The element as HTML; no attribute says ``<``, so that text which holds elements ends with its own end tag only.

    >>> written(element("noscript", element("b", title="</noscript >")))
    '<noscript><b title="&lt;/noscript &gt;"></b></noscript>'
    """
    text = ElementTree.tostring(made, encoding="unicode", method="html")
    return _TAG.sub(lambda tag: "<" + tag[0][1:].replace("<", "&lt;"), text)
