"""The answers of a check as one page, which reads without scripts, in the style of the page of a verification."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from workbench.pages.elements import Element, element, written
from workbench.reports.told import Rows, told, understood

if TYPE_CHECKING:
    from workbench.reports.check import Checked

_TONES = {"consistent": "true", "proved": "true", "inconsistent": "wrong", "refuted": "wrong"}


def review_page(found: Checked) -> str:
    """The page of these answers."""
    title = found.title or "Printed figures checked"
    counts = ", ".join(f"{count} {verdict}" for verdict, count in found.counts.items())
    rows = [
        element(
            "tr",
            element("td", element("a", result.where, href=f"#r{i}"), class_="words"),
            element("td", _badge(result.verdict)),
        )
        for i, result in enumerate(found.results, 1)
    ]
    head = element("tr", element("th", "where", scope="col"), element("th", "verdict", scope="col"))
    summary = element("table", element("thead", head), element("tbody", *rows))
    entries = []
    for i, result in enumerate(found.results, 1):
        read = understood(result)
        parts = [_part(part) for part in told(result)]
        name = element("h2", result.where, " ", _badge(result.verdict))
        entries.append(
            element("article", name, element("p", read, class_="source") if read else None, *parts, id=f"r{i}")
        )
    wrong = [element("p", each, class_="note") for each in found.wrong]
    header = element("header", element("h1", title), element("p", f"{counts}."))
    main = element("main", element("div", summary, class_="table"), *wrong, *entries)
    styles = (files("workbench.pages") / "page.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"{written(element('title', title))}\n<style>\n{styles}</style>\n</head>\n<body>\n"
        f"{written(element('div', header, main, class_='layout'))}\n</body>\n</html>\n"
    )


def _badge(verdict: str) -> Element:
    return element("span", verdict, class_=f"badge {_TONES.get(verdict, 'open')}")


def _part(part: str | Rows) -> Element:
    if isinstance(part, str):
        return element("p", part, class_="note")
    head = element("tr", *(element("th", x, scope="col") for x in part.header))
    rows = (element("tr", *(element("td", x) for x in row)) for row in part.rows)
    return element("div", element("table", element("thead", head), element("tbody", *rows)), class_="table")
