"""Figures of published tables, each with its source, as reports for `workbench.check_report`: no text of the papers.

``tables.csv`` says where each table was published, in which public collection its figures were read, and the sizes of
its test set: ``drive`` stands for the twenty test images of DRIVE, with the sizes of ``drive_images.csv`` for each
image, in the field of view and in all pixels, since papers seldom say which they took. ``figures.csv`` has the rows.
How they were rounded is not known, and so they are read with ``rounding="any"``.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

AS_TOLD = "as told"
"""The assumption about class sizes of a table that tells them."""


@dataclass(frozen=True)
class PublishedTable:
    """A table; ``rows`` has for each row a report under each assumption about its class sizes."""

    name: str
    published: str
    read: str
    rows: Mapping[str, Mapping[str, str]]


def tables() -> tuple[PublishedTable, ...]:
    """All of them.

    >>> first = tables()[0]
    >>> first.name, first.rows["01"]["all pixels"]
    ('meng2015', 'n0=29440 n1=300520 accuracy=0.9534 sensitivity=0.7928 specificity=0.9770')
    """
    images: dict[str, dict[str, str]] = {}
    for row in _rows("drive_images.csv"):
        images.setdefault(row["image"], {})[row["region"]] = f"n0={row['n0']} n1={row['n1']}"
    figures: dict[str, dict[str, str]] = {}
    for row in _rows("figures.csv"):
        figures.setdefault(row["table"], {})[row["row"]] = row["figures"]
    found = []
    for table in _rows("tables.csv"):
        reports = {}
        for name, printed in figures[table["table"]].items():
            sizes = images[name[:2]] if table["sizes"] == "drive" else {AS_TOLD: table["sizes"]}
            reports[name] = {assumption: f"{told} {printed}" for assumption, told in sizes.items()}
        found.append(PublishedTable(table["table"], table["published"], table["read"], reports))
    return tuple(found)


def _rows(name: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader((files(__package__) / name).read_text("utf-8").splitlines())
