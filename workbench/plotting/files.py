"""Pictures written to files: the same picture gives the same bytes, and a file is there whole or not at all."""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from workbench.errors import InputError, shown
from workbench.formats import Records, Row
from workbench.plotting.drawn import Picture
from workbench.plotting.samples import printable
from workbench.plotting.style import figure_of, styled
from workbench.writing import checked_place, put

SUFFIXES = ("svg", "png", "pdf")


class PlotError(InputError):
    """The picture cannot be written; the message names the file."""


@dataclass(frozen=True)
class Written(Records):
    """A picture in a file: its curves, exactly, or as the points of their lines."""

    picture: Picture
    file: str

    def to_json(self) -> dict[str, Any]:
        """The curves as plain values."""
        curves = [{"name": x.name, **x.to_json()} for x in self.picture.drawn]
        return {"curve": self.picture.kind.name, "file": self.file, "curves": curves}

    @property
    def rows(self) -> list[Row]:
        """One row a point of a line."""
        lines = ((x.name, x.line.get_xdata(), x.line.get_ydata()) for x in self.picture.drawn)
        return [
            {"name": name, "x": float(x), "y": float(y)} for name, *line in lines for x, y in zip(*line, strict=True)
        ]


def suffix_of(path: str) -> str:
    """The suffix that says how to write the picture.

    >>> suffix_of("roc.SVG")
    'svg'
    >>> suffix_of("roc.gif")
    Traceback (most recent call last):
    workbench.plotting.files.PlotError: 'roc.gif': a picture ends in .svg, .png or .pdf
    """
    suffix = Path(path).suffix.lower().lstrip(".")
    if suffix not in SUFFIXES:
        raise PlotError(f"{shown(path)}: a picture ends in .svg, .png or .pdf")
    return suffix


def check_place(path: str) -> Path:
    """The file that a picture goes to; refused before anything is drawn, if it cannot be written."""
    suffix_of(path)
    return checked_place(path)


def rendered(picture: Picture, suffix: str) -> bytes:
    """The picture in the format of a suffix; warnings tell of letters that the font does not have."""
    figure = figure_of(picture.axes)
    title, words = printable(picture.axes.get_title(loc="left") or picture.kind.title), printable(picture.words)
    metadata: dict[str, Any] = {
        "svg": {"Date": None, "Title": title, "Description": words},
        "png": {"Software": None, "Title": title, "Description": words},
        "pdf": {"CreationDate": None, "Title": title, "Subject": words},
    }
    found = io.BytesIO()
    with styled():
        figure.savefig(found, format=suffix, metadata=metadata[suffix])
    if suffix != "svg":
        return found.getvalue()
    text = found.getvalue().decode()
    named = f"<title>{escape(title)}</title>"
    labelled = f'<title id="title">{escape(title)}</title>\n <desc id="desc">{escape(words)}</desc>'
    text = text.replace(named, labelled, 1)
    return text.replace("<svg ", '<svg role="img" aria-labelledby="title desc" ', 1).encode()


def write(picture: Picture, path: str) -> list[str]:
    """Write the picture to ``path``, whose suffix says how, and return what there is to say about it."""
    suffix = suffix_of(path)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.filterwarnings("always", "Glyph", UserWarning)
        content = rendered(picture, suffix)
    put(check_place(path), content)
    glyphs = (re.match(r"Glyph (\d+)", str(warning.message)) for warning in caught)
    missing = dict.fromkeys(chr(int(glyph[1])) for glyph in glyphs if glyph)
    return [f"the font has no {' '.join(missing)}"] if missing else []
