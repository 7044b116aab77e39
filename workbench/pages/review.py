"""The answers of a check to be kept with a review: one page, or a document of LaTeX that compiles by itself.

Both say what the terminal says (`workbench.reports.told`). The page is in the style of that of a verification and
reads without scripts.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from workbench.errors import InputError, shown
from workbench.formats import Rows, Told
from workbench.pages.elements import Element, element, written
from workbench.reports.check import Checked
from workbench.reports.results import CheckResult
from workbench.reports.told import told, understood
from workbench.typesetting.document import preamble
from workbench.typesetting.signs import escaped, warn_of_signs
from workbench.typesetting.style import style
from workbench.writing import checked_place, put

MOST_SIGNS = 70
"""Of a line of a table that stands in LaTeX as wide as it is."""
_TITLE = "Printed figures checked"
_TONES = {"consistent": "true", "proved": "true", "inconsistent": "wrong", "refuted": "wrong"}
_FOR_TABLES = ("array", "longtable")
_SETTINGS = r"\setlength{\parskip}{4pt}\setlength{\tabcolsep}{3pt}\sloppy"


def write_review(found: Checked | CheckResult, file: str | Path) -> None:
    """Write what `check` or `check_report` found as a page, ``.html``, or as a document of LaTeX, ``.tex``.

    Both have each verdict with its reason, what was understood, the witness, and what was not checked. The page loads
    nothing, and the document compiles by itself. `workbench.errors.InputError` where the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from workbench import check_report
    >>> with TemporaryDirectory() as folder:
    ...     page = Path(folder, "review.html")
    ...     write_review(check_report("n0=50 n1=50 sensitivity=0.8571"), page)
    ...     "sensitivity 0.8571" in page.read_text("utf-8")
    True
    """
    if not isinstance(found, Checked | CheckResult):
        raise InputError(f"{shown(found)} is nothing to write; what check or check_report found is")
    place = review_place(str(file))
    every = Checked("", (found,)) if isinstance(found, CheckResult) else found
    put(place, review_page(every) if str(file).endswith(".html") else review_document(every))


def review_place(name: str) -> Path:
    """The file that a review is to be written to. `InputError` where its name ends in neither .html nor .tex.

    >>> review_place("review.pdf")
    Traceback (most recent call last):
    workbench.errors.InputError: 'review.pdf' ends neither in .html nor in .tex
    """
    if not name.endswith((".html", ".tex")):
        raise InputError(f"{shown(name)} ends neither in .html nor in .tex")
    return checked_place(name)


# --- the page ---------------------------------------------------------------------------------------------------


def review_page(found: Checked) -> str:
    """The page of these answers."""
    title = found.title or _TITLE
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
    main = element("main", _scrolling(summary), *wrong, *entries)
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


def _part(part: Told) -> Element:
    if isinstance(part, str):
        return element("p", part, class_="note")
    kinds = [None if words else "figure" for words in part.of_words]
    head = (element("th", x, scope="col", class_=kind) for x, kind in zip(part.header, kinds, strict=True))
    rows = [
        element("tr", *(element("td", x, class_=kind) for x, kind in zip(row, kinds, strict=True))) for row in part.rows
    ]
    return _scrolling(element("table", element("thead", element("tr", *head)), element("tbody", *rows)))


def _scrolling(table: Element) -> Element:
    return element("div", table, class_="table wide")


# --- the document -----------------------------------------------------------------------------------------------


def review_document(found: Checked) -> str:
    """The article of LaTeX with these answers."""
    title = _text(found.title or _TITLE)
    parts = [preamble(title, style(document=True), packages=_FOR_TABLES) + _SETTINGS]
    parts.append(_table(Rows(("where", "verdict"), tuple((x.where, x.verdict) for x in found.results))))
    parts += [rf"\par {_text(each)}" for each in found.wrong]
    for result in found.results:
        parts.append(rf"\section*{{\raggedright {_text(result.where)}: {result.verdict}}}")
        parts += [rf"\par {_text(read)}" for read in [understood(result)] if read]
        parts += [_table(part) if isinstance(part, Rows) else rf"\par {_text(part)}" for part in told(result)]
    warn_of_signs(parts)
    return "\n".join([*parts, r"\end{document}", ""])


def _text(text: str) -> str:
    """Escaped, with places to break long names."""
    return re.sub(r"\\_|(?<=[,(/=])(?=\S)", lambda found: rf"{found[0]}\allowbreak{{}}", escaped(text))


def _table(table: Rows) -> str:
    """A table of its own width, or of the width of the page where its cells have to be broken."""
    rows = [table.header, *table.rows]
    if sum(max(map(len, column)) + 2 for column in zip(*rows, strict=True)) <= MOST_SIGNS:
        columns = "".join("l" if words else "r" for words in table.of_words)
    else:
        share = rf"{0.98 / len(table.header):.3f}\linewidth"
        columns = rf">{{\raggedright\arraybackslash}}p{{\dimexpr {share}-2\tabcolsep}}" * len(table.header)
    lines = [" & ".join(map(_text, row)) + r" \\" for row in rows]
    body = "\n".join([lines[0], r"\hline\noalign{\vskip 2pt}\endhead", *lines[1:]])
    return rf"\begin{{longtable}}[l]{{{columns}}}" + f"\n{body}\n" + r"\end{longtable}"
