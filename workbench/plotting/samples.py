"""What is given to be drawn: samples, or classes with scores, one or several with their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.errors import InputError, shown
from workbench.samples.sample import Sample


def named_samples(data: Any, y_score: Any = None) -> dict[str, Sample]:
    """The samples to draw, by name.

    ``data`` is a `Sample` or a continuous `Model`, or ``y_true`` with its ``y_score``, as two arguments or as a pair; a
    mapping from names to any of these; or ``y_true`` with a mapping from names to scores.

    >>> named_samples([0, 1], {"A": ["0.1", "0.7"]})
    {'A': Sample(n=2, n0=1, n1=1, distinct scores 2 in [1/10, 7/10])}
    """
    if isinstance(data, Mapping):
        if y_score is not None:
            raise InputError("y_score is given beside a mapping, which has the scores already")
        given = dict(data)
    elif isinstance(y_score, Mapping):
        given = {name: (data, scores) for name, scores in y_score.items()}
    else:
        given = {"": data if y_score is None else (data, y_score)}
    if not given:
        raise InputError("there is nothing to draw; a sample is needed, or y_true and y_score")
    found = {}
    for name, entry in given.items():
        if not isinstance(name, str):
            raise InputError(f"the name {shown(name)} of a curve is no text")
        try:
            found[name] = _sample(entry)
        except InputError as error:
            raise type(error)(f"{printable(name)}: {error}" if name else str(error)) from None
    return {printable(name): sample for name, sample in found.items()}


def _sample(entry: Any) -> Sample:
    if isinstance(entry, Sample):
        return entry
    if isinstance(entry, tuple) and len(entry) == 2:
        return Sample.of(*entry)
    if is_model(entry):
        found: Sample = entry.as_sample()
        return found
    raise InputError(f"{shown(entry)} is no sample; a Sample is one, or the pair of y_true and y_score")


def is_model(entry: Any) -> bool:
    """Whether something is a continuous model, which can be had as a sample."""
    return hasattr(entry, "as_sample")


def printable(name: str) -> str:
    """``name`` on one line, without what no picture can show.

    >>> printable("a\\tb\\x00")
    'a b '
    """
    return "".join(x if x.isprintable() else " " for x in name)
