"""The answers of a check as an article of LaTeX that compiles by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.reports.told import Rows, told, understood
from workbench.typesetting.document import preamble
from workbench.typesetting.signs import escaped, warn_of_signs
from workbench.typesetting.style import style

if TYPE_CHECKING:
    from workbench.reports.check import Checked

_FOR_TABLES = ("array", "longtable")
_SETTINGS = r"\setlength{\parskip}{4pt}\setlength{\tabcolsep}{3pt}\sloppy"


def review_document(found: Checked) -> str:
    """The document of these answers."""
    title = _text(found.title or "Printed figures checked")
    parts = [preamble(title, style(document=True), packages=_FOR_TABLES) + _SETTINGS]
    parts.append(_table(("where", "verdict"), [(x.where, x.verdict) for x in found.results]))
    parts += [rf"\par {_text(each)}" for each in found.wrong]
    for result in found.results:
        parts.append(rf"\section*{{\raggedright {_text(result.where)}: {result.verdict}}}")
        parts += [rf"\par {_text(read)}" for read in [understood(result)] if read]
        parts += [
            _table(part.header, part.rows) if isinstance(part, Rows) else rf"\par {_text(part)}"
            for part in told(result)
        ]
    warn_of_signs(parts)
    return "\n".join([*parts, r"\end{document}", ""])


def _text(text: str) -> str:
    """Escaped, with places to break long names."""
    return re.sub(r"\\_|(?<=[,(/=])(?=\S)", lambda found: rf"{found[0]}\allowbreak{{}}", escaped(text))


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    share = 0.98 / len(header)
    column = rf">{{\raggedright\arraybackslash}}p{{\dimexpr {share:.3f}\linewidth-2\tabcolsep}}"
    lines = [" & ".join(map(_text, row)) + r" \\" for row in (header, *rows)]
    body = "\n".join([lines[0], r"\hline\noalign{\vskip 2pt}\endhead", *lines[1:]])
    return rf"\begin{{longtable}}[l]{{{column * len(header)}}}" + f"\n{body}\n" + r"\end{longtable}"
