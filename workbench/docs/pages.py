"""The pages of the documentation by name, with their tables put in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.docs.tables import TABLES, Form
from workbench.errors import InputError, shown
from workbench.formats import Row, Table

FOLDER = Path(__file__).parent
FIRST = "index"

_MARK = re.compile(r"^<!-- (\w+) -->$", re.MULTILINE)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_LISTED = re.compile(r"^```\{toctree\}$(.*?)^```$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^(```+)\{(?:image|figure)\} *\S+\n.*?^\1$\n", re.MULTILINE | re.DOTALL)


def source(name: str) -> Path:
    """The file of a page. `InputError` where there is none of that name.

    >>> source("language").name
    'language.md'
    >>> source("langage")
    Traceback (most recent call last):
    workbench.errors.InputError: there is no page 'langage'; did you mean language?
    """
    if name not in (known := names()):
        from workbench.language.grammar import suggestion

        others = suggestion(name, known) or f"; there are {', '.join(known)}"
        raise InputError(f"there is no page {shown(name)}{others}")
    return FOLDER / f"{name}.md"


def names() -> list[str]:
    """The pages in the order of the first one, which lists the others."""
    listed = [
        line
        for block in _LISTED.findall((FOLDER / f"{FIRST}.md").read_text("utf-8"))
        for line in map(str.strip, block.splitlines())
        if line and not line.startswith(":")
    ]
    others = sorted({path.stem for path in FOLDER.glob("*.md")} - {FIRST, *listed})
    return [FIRST, *listed, *others]


def filled(text: str, form: Form) -> str:
    """Markdown with the tables in place of their marks.

    >>> filled("<!-- figures -->", "plain").splitlines()[2]
    '| `accuracy(t)` | `1 - error(t)` |'
    """

    def table(mark: re.Match[str]) -> str:
        made = TABLES.get(mark[1])
        return mark[0] if made is None else made(form)

    return _MARK.sub(table, text)


@dataclass(frozen=True)
class Page(Table):
    """A page: its name, its title, and its Markdown, as it is read in a terminal."""

    name: str

    @property
    def _written(self) -> str:
        return source(self.name).read_text("utf-8")

    @property
    def title(self) -> str:
        """The first heading."""
        found = _TITLE.search(self._written)
        return self.name if found is None else found[1]

    @property
    def markdown(self) -> str:
        """The page as plain Markdown: with its tables, without what only the site shows."""
        text = _FENCE.sub("", _LISTED.sub("", self._written))
        return re.sub(r"\n{3,}", "\n\n", filled(text, "plain"))

    def __repr__(self) -> str:
        return f"{self.name}: {self.title}"

    @property
    def rows(self) -> list[Row]:
        """One row: name, title, Markdown."""
        return [self.to_json()]

    def to_json(self) -> dict[str, Any]:
        """Name, title, Markdown."""
        return {"name": self.name, "title": self.title, "markdown": self.markdown}


@dataclass(frozen=True)
class Pages(Table):
    """The pages that there are, and the folder in which they can be read offline."""

    pages: tuple[Page, ...]
    folder: Path = FOLDER

    @classmethod
    def of(cls, found: Iterable[str]) -> Pages:
        """Those of these names."""
        return cls(tuple(map(Page, found)))

    def __repr__(self) -> str:
        return f"{len(self.pages)} pages in {self.folder}"

    @property
    def rows(self) -> list[Row]:
        """One row a page: its name, title and file."""
        return [{"name": page.name, "title": page.title, "file": str(source(page.name))} for page in self.pages]

    def to_json(self) -> dict[str, Any]:
        """The folder, and the pages with their titles and files."""
        return {"folder": str(self.folder), "pages": self.rows}
