"""Two models compared, as a notebook shows it: what was found in words, the losses, and who loses less where."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from workbench.formats import MOST_ROWS, Row, counted, exactly, html_table, notebook_html
from workbench.numbers.algebraic import real
from workbench.numbers.written import decimal, shortest

if TYPE_CHECKING:
    from workbench.curves.curve import Stretch
    from workbench.inference.model_comparison import ModelComparison

WIDEST = 22
_PLACES = {"cost": "cost proportions", "skew": "skews"}


def comparison_html(found: ModelComparison) -> str:
    """The sentences, the table of losses, and that of the regions.

    >>> from workbench.inference.model_comparison import compare_models
    >>> shown = compare_models([0, 1, 0, 1], [1, 2, 3, 4], [1, 3, 2, 4], names=("a", "b"), resamples=40)._repr_html_()
    >>> shown.count("<caption>"), "<td>1/8</td>" in shown, "<td>0.125000</td>" in shown
    (2, True, True)
    """
    first, *others = found.in_words
    points = "".join(f"<li>{escape(text)}</li>" for text in others)
    said = f"<p><b>{escape(first)}</b></p>" + (f"<ul>{points}</ul>" if points else "")
    tables = html_table(list(_losses(found)), f"Expected loss: {found.method}, {_law(found)}")
    if found.regions:
        rows = [_region(found, x) for x in found.regions[:MOST_ROWS]]
        more = len(found.regions) - MOST_ROWS
        tables += html_table(rows, f"Who loses less, by {_PLACES[found.condition]}")
        tables += f"<p>and {counted(more, 'more region')}</p>" if more > 0 else ""
    return notebook_html(f'{said}<div class="data">{tables}</div>')


def _law(found: ModelComparison) -> str:
    return f"{_PLACES[found.condition]} {found.cost}"


def _losses(found: ModelComparison) -> Iterator[Row]:
    """The losses and their difference, with the interval of the difference where there is one."""
    interval = found.interval
    level = "" if interval is None else f"{100 * interval.level:g}% interval"
    for name, loss in zip(found.names, found.losses, strict=True):
        yield {"": name, "loss": decimal(loss), "exact": exactly(loss, WIDEST)} | ({level: ""} if level else {})
    said = {} if interval is None else {level: f"[{decimal(interval.low)}, {decimal(interval.high)}]"}
    difference = f"{found.names[1]} − {found.names[0]}"
    yield {"": difference, "loss": decimal(found.difference), "exact": exactly(found.difference, WIDEST), **said}


def _region(found: ModelComparison, x: Stretch) -> Row:
    ends = f"{'[' if x.has_low else '('}{shortest(real(x.low))}, {shortest(real(x.high))}{']' if x.has_high else ')'}"
    if x.low == x.high:
        ends = shortest(real(x.low))
    less = {-1: found.names[0], 0: "both the same", 1: found.names[1]}[x.sign]
    return {_PLACES[found.condition]: ends, "loses less": less}
