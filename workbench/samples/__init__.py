"""Samples: scores with their classes, reduced once to what every figure needs. It never imports sympy."""

from decimal import Decimal
from typing import Any

from workbench.samples import columnar as columnar
from workbench.samples.sample import QUICKER, Sample


def _of_texts(y_true: Any, classes: list[Any], scores: list[Any]) -> Sample | None:
    """Of the classes as they are given where they are an array, and else of their list."""
    if set(map(type, scores)) not in ({str}, {Decimal}):
        return None
    from workbench.samples.texts import of_texts

    return of_texts(y_true if hasattr(y_true, "dtype") else classes, scores)


def _of_columns(y_true: Any, y_score: Any) -> Sample | None:
    if type(y_score).__module__.partition(".")[0] not in ("pyarrow", "pandas", "polars"):
        return None
    from workbench.samples.arrow_columns import of_columns

    return of_columns(y_true, y_score)


QUICKER.update(texts=_of_texts, columns=_of_columns)
