"""Reading columns of scores and classes, whatever holds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workbench.errors import shown, warn_user
from workbench.lazily import Lazily
from workbench.numbers.given import number

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazily("numpy")

_CLASSES: dict[object, int] = {0: 0, 1: 1, "0": 0, "1": 1, "0.0": 0, "1.0": 1}

ROUNDED = 1e-3
"""How far two probabilities may be from the sum 1 that are rounded."""


def class_of(value: object) -> int:
    """The class, 0 or 1, that ``value`` says; `ValueError` when it says neither.

    >>> class_of("1"), class_of(False), class_of(1.0), class_of("1.00")
    (1, 0, 1, 1)
    """
    try:
        found = _CLASSES.get(value.strip() if isinstance(value, str) else value)
        if found is None and isinstance(value, str):
            found = _CLASSES.get(number(value))
    except (TypeError, ValueError):
        found = None
    if found is None:
        raise ValueError("classes are 0 and 1")
    return found


def as_list(column: Iterable[object], what: str) -> list[object]:
    """The entries of a list, an array, or a column of pandas or polars, ``what`` says of what.

    An array of one column only is as good as its column; what has no order, or more than one column, is not.

    >>> as_list({0.5}, "y_score")
    Traceback (most recent call last):
    ValueError: y_score is a set, whose values have no order; a list or an array would do
    """
    shape = getattr(column, "shape", None)
    if isinstance(column, set | frozenset | Mapping):
        raise ValueError(
            f"{what} is a {type(column).__name__}, whose values have no order; a list or an array would do"
        )
    if hasattr(type(column), "columns"):
        names = _names_of(column)
        listed = ", ".join(map(shown, names[:5])) + ", ..." * (len(names) > 5)
        raise ValueError(
            f"{what} is a table with the columns {listed}; give one of them, such as table[{shown(names[0])}]"
            if names
            else f"{what} is a table without columns"
        )
    if getattr(getattr(column, "dtype", None), "kind", "") in ("m", "M"):
        raise ValueError(f"{what} holds times ({column.dtype}); scores and classes are numbers")  # type: ignore[attr-defined]
    if isinstance(column, str | bytes) or not hasattr(column, "__iter__") or shape == ():
        raise ValueError(f"{what} {shown(column)} is not a column of values")
    if isinstance(shape, tuple) and len(shape) > 1:
        if len(shape) != 2 or shape[1] != 1:
            raise ValueError(f"{what} has the shape {shape}; it must be one column")
        return [entry for (entry,) in column.tolist()]  # type: ignore[attr-defined]
    for way in ("tolist", "to_list", "to_pylist"):
        if hasattr(column, way):
            try:
                entries = getattr(column, way)()
            except (NotImplementedError, ValueError) as error:
                raise ValueError(f"{what} has entries that cannot be read: {error}") from None
            return entries if isinstance(entries, list) else [entries]
    return list(column)


def event_column(
    scores: Any, what: str = "y_score", place: int = 1, event: str = "class 1", labels: Sequence[Any] = (0, 1)
) -> Any:
    """The column of ``event`` of two that sum to 1, as ``predict_proba`` gives; it warns.

    They stand in an array, a list of rows or a table. The columns of a table that are called as the ``labels`` are
    taken by name; else it is the one at ``place``, the labels being in order. What is not of several columns stays as
    it is. `ValueError` where two columns are none of one model, and where there are more.

    >>> import numpy as np
    >>> event_column(np.array([[0.75, 0.5], [0.25, 0.5]]))
    Traceback (most recent call last):
    ValueError: y_score has two columns, which sum to 1.25 in example 1; those of predict_proba sum to 1
    """
    table = columns_in(scores)
    if table is None:
        return scores
    if table.shape[1] > 2:
        raise ValueError(
            f"{what} has {table.shape[1]} columns; of several classes each is taken against the rest by "
            f"evaluate_classes(y_true, dict(zip(model.classes_, {what}.T)))"
        )
    plain = table.dtype.kind in "biuf" and not isinstance(table, np.ma.MaskedArray)
    sums = table.sum(axis=1).tolist() if plain else [_sum_of(row) for row in table.tolist()]
    wrong = next((i for i, x in enumerate(sums) if not abs(x - 1) <= ROUNDED), None)
    if wrong is not None:
        raise ValueError(
            f"{what} has two columns, which sum to {sums[wrong]:g} in example {wrong + 1}; those of predict_proba "
            "sum to 1"
        )
    called = [str(name) for name in _names_of(scores)] if hasattr(type(scores), "columns") else []
    if sorted(called) == sorted(map(str, labels)):
        place = called.index(str(labels[place]))
    taken = shown(called[place]) if called else place
    warn_user(f"{what} has two columns; column {taken}, the probability of {event}, is taken")
    return table[:, place]


def columns_in(scores: Any) -> Any:
    """An array of several columns: one, a list of rows of one length, or a table of two columns; None of all else.

    >>> columns_in([["0.75", "0.25"]]).shape, columns_in([0.1, 0.2]) is None
    ((1, 2), True)
    """
    if isinstance(scores, list | tuple):
        if not scores or not all(isinstance(row, list | tuple) for row in scores):
            return None
        width = len(scores[0])
        if width < 2 or any(len(row) != width for row in scores):
            return None
        found = np.empty((len(scores), width), dtype=object)
        found[:] = scores
        return found
    shape = getattr(scores, "shape", None)
    if not isinstance(shape, tuple) or len(shape) != 2 or shape[1] < 2:
        return None
    if hasattr(type(scores), "columns") and not (shape[1] == 2 and hasattr(scores, "__array__")):
        return None
    return scores if isinstance(scores, np.ma.MaskedArray) else np.asarray(scores)


def _sum_of(row: list[Any]) -> float:
    """The sum of two entries; no number where one of them is none."""
    try:
        return float(sum(map(number, row)))
    except (ValueError, TypeError):
        return float("nan")


def _names_of(table: Any) -> list[object]:
    """The names of the columns of a table; a polars LazyFrame has to be asked for its schema."""
    if hasattr(type(table), "collect_schema"):
        return list(table.collect_schema().names())
    return list(table.column_names if hasattr(type(table), "column_names") else table.columns)
