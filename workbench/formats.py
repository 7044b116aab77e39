"""Results as text for other programs and for notebooks: JSON, TOML, CSV, HTML.

A result that has `Records` gives its values by ``to_json`` and itself as a table by ``rows``, flat dicts from which
``pandas.DataFrame`` makes a table too.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from workbench.numbers.certified import Real

Row: TypeAlias = Mapping[str, Any]
Figure = TypeVar("Figure")

MOST_ROWS = 500
LONGEST = 40
"""Of rows and of exact values in a notebook; what is written has all."""
SMALL = 1e-4
_NUMBER = re.compile(r"[-−±[(]?\.?\d|$|-$")


class Named(dict[str, Figure]):
    """Values by name; asking for one that is not there says which may have been meant.

    >>> Named(BS=1)["brier"]
    Traceback (most recent call last):
    KeyError: "'brier'; did you mean 'BS'?"
    """

    def __missing__(self, name: object) -> Figure:
        word = likely(str(name), self)
        raise KeyError(f"{name!r}; did you mean {word!r}?" if word else name)


def likely(name: str, known: Collection[str]) -> str | None:
    """The known name that may have been meant: what is called so elsewhere, or the nearest one by its letters.

    >>> likely("brier", ["AUC", "BS"]), likely("score_drivn", ["score_driven"]), likely("x", ["AUC"])
    ('BS', 'score_driven', None)
    """
    from workbench.language.elsewhere import called_elsewhere
    from workbench.language.grammar import nearest

    metric = called_elsewhere(name)
    return metric if metric is not None and metric in known else next(iter(nearest(name, known)), None)


class Hinting:
    """What says of an attribute that is not there which may have been meant."""

    __slots__ = ()

    if not TYPE_CHECKING:  # for type checkers nothing else is there

        def __getattr__(self, name: str) -> Any:
            """An error for what is not there, with what may have been meant: an attribute, or a value by its name."""
            found = None
            if not name.startswith("_"):
                own = getattr(self, "__dict__", {})
                found = next((of for of, x in own.items() if isinstance(x, str) and x == name), None)
                found = found or likely(name, [x for x in dir(self) if not x.startswith("_")])
                tables = ((of, likely(name, x)) for of, x in own.items() if isinstance(x, Named))
                found = found or next((f"{of}[{key!r}]" for of, key in tables if key), None)
            hint = f"; did you mean {found}?" if found else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{hint}")


class Answer:
    """A result that says whether something holds, and is no truth value: ``assert prove(...)`` would always pass.

    ``_compared`` is what to ask of it instead.
    """

    __slots__ = ()
    _compared = ".verdict == 'proved'"

    def __bool__(self) -> Literal[False]:
        raise TypeError(f"{type(self).__name__} is neither true nor false; ask for {self._compared}")


class Records(Hinting):
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


@dataclass(frozen=True)
class Rows:
    """A table as it is shown, whose cells are text."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def of_words(self) -> tuple[bool, ...]:
        """Which columns begin at the left: the first, and all that hold more than numbers.

        >>> Rows(("score", "class 0", "why"), (("1/2", "3", "a tie"),)).of_words
        (True, False, True)
        """
        others = (all(map(_NUMBER.match, column)) for column in zip(*self.rows, strict=True))
        return tuple(not (number and at) for at, number in enumerate(others))


Told: TypeAlias = "str | Rows"
"""What is said of a result: a sentence, or a table."""


class Table(Records):
    """A result that notebooks show as a table, below its `repr`."""

    def _repr_html_(self) -> str:
        rows = [_brief(row) for row in self.rows]
        more = f"<p>and {counted(len(rows) - MOST_ROWS, 'more row')}</p>" if len(rows) > MOST_ROWS else ""
        return f"<p>{escape(repr(self))}</p>{html_table(rows[:MOST_ROWS])}{more}"


def json_text(value: Any) -> str:
    """Plain values as JSON, which has no infinity: a double that is none of the real numbers is null.

    >>> print(json_text({"AUC": "3/4", "high": math.inf}))
    {
      "AUC": "3/4",
      "high": null
    }
    """
    try:
        return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), indent=2, ensure_ascii=False)


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _finite(x) for key, x in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(x) for x in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


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


def html_table(rows: Sequence[Row], caption: str = "") -> str:
    """Rows as an HTML table, with a caption above it where there is one.

    >>> html_table([{"figure": "a < b", "value": 0.5}]).count("<td>")
    2
    >>> html_table([{"figure": "AUC"}], "On 4 examples").partition("<thead>")[0]
    '<table><caption>On 4 examples</caption>'
    """
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    names = columns_of(rows)
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in names)}</tr>" for row in rows)
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def told_html(parts: Iterable[Told]) -> str:
    """Sentences and tables for a notebook; the first is the answer, and columns of words begin at the left.

    >>> told_html(["two rows:", Rows(("a", "b"), (("1/2", "x"), ("3", "y")))]).count('<td class="word">')
    4
    """
    shown: list[str] = []
    for part in parts:
        if isinstance(part, str):
            said = escape(part)
            shown.append(f"<p>{said}</p>" if shown else f"<p><b>{said}</b></p>")
            continue
        words = [' class="word"' * word for word in part.of_words]
        head = "".join(f'<th scope="col"{word}>{escape(x)}</th>' for x, word in zip(part.header, words, strict=True))
        rows = ("".join(f"<td{w}>{escape(x)}</td>" for x, w in zip(row, words, strict=True)) for row in part.rows)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        shown.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    return notebook_html("".join(shown))


_STYLE = """
.threshold-workbench .data { display: flex; flex-wrap: wrap; gap: .2rem 2rem; align-items: flex-start; }
.threshold-workbench table { margin: 0 0 .75rem; }
.threshold-workbench caption { text-align: left; font-weight: bold; }
.threshold-workbench tr > :first-child, .threshold-workbench tr > .word { text-align: left; }
.threshold-workbench td { font-variant-numeric: tabular-nums; }
"""


def notebook_html(inside: str, style: str = "") -> str:
    """HTML for a notebook, in the style of all that the workbench shows there, and in one of its own beside that.

    >>> notebook_html("<p>1 claim</p>").endswith("</style><p>1 claim</p></div>")
    True
    """
    return f'<div class="threshold-workbench"><style>{_STYLE}{style}</style>{inside}</div>'


def markdown_table(rows: Sequence[Row]) -> str:
    """Rows as a table in Markdown.

    >>> print(markdown_table([{"score": "1/2", "class 0": 1}]))
    | score | class 0 |
    | --- | --- |
    | 1/2 | 1 |
    """
    names = columns_of(rows)
    lines = [names, ["---"] * len(names), *([_text(row.get(name)) for name in names] for row in rows)]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


def markdown(text: str) -> str:
    """Plain text as Markdown that shows it.

    >>> print(markdown("c*q"))
    c\\*q
    """
    return re.sub(r"([\\`*_<|$])", r"\\\1", text)


def nearest(row: Mapping[str, Any]) -> Row:
    """A row of plain values, where exact figures are their nearest doubles.

    >>> nearest({"score": {"exact": "1/4", "value": 0.25}, "count": 3})
    {'score': 0.25, 'count': 3}
    """
    return {name: x["value"] if isinstance(x, Mapping) else x for name, x in row.items()}


def figures(found: Mapping[str, Any]) -> list[Row]:
    """One row a figure of plain values; what is no single figure is left out.

    >>> figures({"AUC": {"exact": "3/4", "value": 0.75}, "level": 0.95, "points": []})
    [{'figure': 'AUC', 'exact': '3/4', 'value': 0.75}, {'figure': 'level', 'exact': None, 'value': 0.95}]
    """
    return [
        {"figure": name, "exact": None, **(x if isinstance(x, Mapping) else {"value": x})}
        for name, x in found.items()
        if x is not None and not isinstance(x, list)
    ]


def exactly(value: Real | None, width: int) -> str:
    """The fraction, where it fits; the error bound of a ball."""
    from workbench.numbers.written import approximation, infinite, text

    if value is None:
        return ""
    if isinstance(value, Fraction):
        return fraction(text(value), width)
    if infinite(value) is not None:
        return "infinite"
    error = approximation(value)[1]
    return f"± {error:.1e}" if math.isfinite(error) else "beyond a double"


def fraction(exact: str, width: int) -> str:
    """A fraction where it fits, else how many digits its longer part has.

    >>> fraction("2399/2704", 17), fraction(f"1/{10**40}", 17)
    ('2399/2704', '(41 digits)')
    """
    return exact if len(exact) <= width else f"({max(map(len, exact.lstrip('-').split('/')))} digits)"


def in_decimals(value: Real | None) -> str:
    """A number to six decimals, or a dash for what has no value."""
    from workbench.numbers.written import decimal

    return "-" if value is None else decimal(value)


def counted(count: int, what: str) -> str:
    """
    >>> counted(1, "example"), counted(3, "example")
    ('1 example', '3 examples')
    """
    return f"{count} {what}{'s' * (count != 1)}"


def _cell(value: Any) -> str:
    return escape(_text(value))


def _text(value: Any) -> str:
    from workbench.numbers.written import decimal, significant

    if isinstance(value, float):
        return decimal(value) if not 0 < abs(value) < SMALL else significant(value, 3)
    return "" if value is None else str(value)


def _brief(row: Row) -> Row:
    """The row, of an exact value that is too long to be read how many digits it has."""
    return {**row, "exact": fraction(str(row["exact"]), LONGEST)} if row.get("exact") else row
