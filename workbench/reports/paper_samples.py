"""The data of a paper of one's own, from a table [[sample]] of its file: printed, or in a file beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.errors import InputError, shown
from workbench.reading.datafile import read_sample
from workbench.samples.labels import classes_of
from workbench.samples.sample import Sample


def sample_of(entry: Mapping[str, Any], where: str, folder: Path) -> Sample:
    """The sample of a table with ``scores`` and ``classes``, or with a ``file``.

    ``event`` is the label of class 1 where labels are not 0 and 1, and ``higher_means`` the class that a higher score
    speaks for. `InputError` says where what is wrong.

    >>> entry = {"scores": ["0.2", "0.7"], "classes": ["no", "yes"], "event": "yes"}
    >>> sample_of(entry, "sample 1", Path())
    Sample(n=2, n0=1, n1=1, distinct scores 2 in [1/5, 7/10])
    >>> sample_of(entry | {"event": "maybe"}, "sample 1", Path())
    Traceback (most recent call last):
    workbench.errors.InputError: sample 1: ...
    """
    higher_means, event = entry.get("higher_means", 1), entry.get("event")
    if higher_means not in (0, 1) or isinstance(higher_means, bool):
        raise InputError(f"{where}: higher_means is {shown(higher_means)}; it must be 0 or 1")
    if event is not None and (isinstance(event, bool) or not isinstance(event, str | int)):
        raise InputError(f'{where}: event is {shown(event)}; it must be the label of class 1, such as "yes"')
    if ("file" in entry) == ("scores" in entry or "classes" in entry):
        raise InputError(f"{where}: a sample has scores and classes, or a file")
    for key, kind, what in (("file", str, "text"), ("classes", list, "a list"), ("scores", list, "a list")):
        if not isinstance(entry.get(key, kind()), kind):
            raise InputError(f"{where}: {key} is {shown(entry[key])}; it must be {what}")
    try:
        if "file" in entry:
            told = None if event is None else str(event)
            return read_sample(folder / entry["file"], higher_means=higher_means, event=told)
        classes = entry.get("classes", ())
        sample = Sample.of(classes if event is None else classes_of(classes, event), entry.get("scores", ()))
    except InputError as error:
        said = str(error).replace("--event (in Python pos_label)", 'the key event, such as event = "yes"')
        raise InputError(said if "file" in entry else f"{where}: {said}") from None
    if higher_means == 1:
        return sample
    return sample.map_scores((lambda s: 1 - s) if sample.probabilistic else (lambda s: -s))
