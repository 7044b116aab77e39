"""Results as text for other programs and for notebooks: JSON, TOML, CSV, HTML.

A result that has `Records` gives its values by ``to_json`` and itself as a table by ``rows``, flat dicts from which
``pandas.DataFrame`` makes a table too.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypeAlias

Row: TypeAlias = Mapping[str, Any]


class Records:
    """A result that can be written as JSON, TOML or CSV."""

    def to_json(self) -> dict[str, Any]:
        """The result as plain values for ``json.dumps``."""
        raise NotImplementedError

    @property
    def rows(self) -> Sequence[Row]:
        """The result as a table: rows by the names of their columns."""
        raise NotImplementedError

    def to_csv(self) -> str:
        """`rows` as CSV, as `csv_text` writes it."""
        return csv_text(self.rows)

    def to_toml(self) -> str:
        """`to_json` as TOML, as `toml_text` writes it."""
        return toml_text(self.to_json())


class Table(Records):
    """A result that notebooks show as a table."""

    def _repr_html_(self) -> str:
        return html_table(self.rows)


def json_text(value: Any) -> str:
    """Plain values as JSON.

    >>> print(json_text({"AUC": "3/4"}))
    {
      "AUC": "3/4"
    }
    """
    return json.dumps(value, indent=2, ensure_ascii=False)


def toml_text(value: Mapping[str, Any]) -> str:
    """Plain values as TOML, which has no null: a key without a value is left out, and in a list it is empty text.

    >>> print(toml_text({"AUC": {"exact": "3/4", "value": 0.75}, "BS": None, "inferred": [None, "1/2"]}), end="")
    inferred = [
        "",
        "1/2",
    ]
    <BLANKLINE>
    [AUC]
    exact = "3/4"
    value = 0.75
    """
    import tomli_w

    return tomli_w.dumps(_without_null(value))


def _without_null(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _without_null(x) for key, x in value.items() if x is not None}
    if isinstance(value, list | tuple):
        return ["" if x is None else _without_null(x) for x in value]
    return value


def columns_of(rows: Sequence[Row]) -> list[str]:
    """The names of the columns that some row has, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))


def csv_text(rows: Sequence[Row]) -> str:
    """Rows as CSV with a line of names; what a row does not have is empty.

    >>> print(csv_text([{"figure": "AUC", "exact": "3/4"}, {"figure": "BS, all", "exact": None}]), end="")
    figure,exact
    AUC,3/4
    "BS, all",
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns_of(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def html_table(rows: Sequence[Row]) -> str:
    """Rows as an HTML table.

    >>> html_table([{"figure": "a < b", "value": 0.5}]).count("<td>")
    2
    """
    names = columns_of(rows)
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in names)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    return "" if value is None else escape(f"{value:.6f}" if isinstance(value, float) else str(value))
