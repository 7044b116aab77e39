"""Class labels of any kind: text, -1 and 1, truth values. One of two is the event that high scores speak for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Number
from typing import Any

from workbench.errors import InputError, shown
from workbench.numbers.given import number
from workbench.samples.columns import as_list, class_of, columns_in, event_column

MOST_SHOWN = 10
AGAINST_THE_REST = (
    "workbench evaluate takes each against the rest, by --class-score LABEL=COLUMN (in Python evaluate_classes)"
)


def is_label(label: Any, event: Any) -> bool:
    """Whether a label is the event; blanks around text do not matter.

    >>> is_label(" yes", "yes"), is_label(1, "1"), is_label("no", "yes")
    (True, True, False)
    """
    given, wanted = (x.strip() if isinstance(x, str) else x for x in (label, event))
    return _same(given, wanted)


def classes_of(labels: Iterable[Any], event: Any) -> list[int]:
    """1 for each label that is the event, and 0 for each that is the other one.

    A label is the event where it equals it, or where both are written in the same way. `InputError` where the event
    is not among the labels, or there are more than two.

    >>> classes_of(["no", "yes", "no"], "yes"), classes_of([-1, 1], "1")
    ([0, 1, 0], [0, 1])
    >>> classes_of(["no", "yes"], "maybe")
    Traceback (most recent call last):
    workbench.errors.InputError: the classes are 'no', 'yes'; the event 'maybe' and one other are needed
    """
    given = [label.strip() if isinstance(label, str) else label for label in labels]
    wanted = event.strip() if isinstance(event, str) else event
    found = [int(_same(label, wanted)) for label in given]
    others = distinct(label for label, is_event in zip(given, found, strict=True) if not is_event)
    missing = next((i for i, label in enumerate(given) if is_missing(label)), None)
    if missing is not None:
        raise InputError(f"the class of example {missing + 1} is missing")
    if not any(found) or len(others) > 1:
        said = f"the classes are {_named(distinct(given))}; the event {shown(wanted)} and one other are needed"
        raise InputError(f"{said}; {AGAINST_THE_REST}" if any(found) else said)
    return found


def labelled(y_true: Iterable[Any], pos_label: Any, *scores: Any) -> tuple[Any, ...]:
    """``y_true`` as it is where no ``pos_label`` says which of its labels is class 1, else its classes; and the scores.

    Of an array of scores with two columns, which stand in the order of the labels, that of class 1 is taken.

    >>> labelled(["ham", "spam"], "spam", ["0.1", "0.7"])
    ([0, 1], ['0.1', '0.7'])
    """
    try:
        if pos_label is None:
            return y_true, *map(event_column, scores)
        labels = as_list(y_true, "y_true")
        return classes_of(labels, pos_label), *(scores_of(labels, pos_label, column) for column in scores)
    except ValueError as error:
        raise InputError(str(error)) from None


def scores_of(labels: list[Any], event: Any, scores: Any) -> Any:
    """The scores as they are, and of two columns, which stand in the order of the labels, the event's."""
    if columns_in(scores) is None:
        return scores
    names = distinct(labels)
    try:
        names = sorted(names)
        place = int(not _same(names[0], event))
    except TypeError:
        raise ValueError(f"the labels {_named(names)} have no order, so y_score must be one column") from None
    return event_column(scores, "y_score", place, shown(event), names)


def distinct(labels: Iterable[Any]) -> list[Any]:
    """The labels, each once, in the order in which they occur."""
    return list({str(label): label for label in labels}.values())


def two_others(labels: Iterable[Any]) -> str | None:
    """What to do about two labels, neither 0 nor 1, or -1 and 1, where nothing says which is the event; else None.

    >>> two_others(["no", "yes", "no"])
    "the classes are 'no', 'yes'; say which one high scores speak for, with --event (in Python pos_label)"
    >>> two_others(["0", "1"]) is None, two_others(["0", "1", "x"]) is None
    (True, True)
    """
    found = distinct(label.strip() if isinstance(label, str) else label for label in labels)
    known = {str(label) for label in found} == {"-1", "1"} or not any(map(_is_class, found))
    fits = all(isinstance(label, str | Number) and not is_missing(label) for label in found)
    if len(found) != 2 or not known or not fits:
        return None
    return f"the classes are {_named(found)}; say which one high scores speak for, with --event (in Python pos_label)"


def several(labels: Iterable[Any]) -> str | None:
    """What to do about more than two classes that have names; else None.

    >>> several(["cat", "dog", "cow", "cat"])  # doctest: +ELLIPSIS
    "the classes are 'cat', 'dog', 'cow', more than two: workbench evaluate takes each against the rest, by ..."
    >>> several(["yes", "no"]) is None, several(["0", "1", "x"]) is None
    (True, True)
    """
    found = distinct(label.strip() if isinstance(label, str) else label for label in labels)
    fits = all(isinstance(label, str) and not is_missing(label) and not _is_number(label) for label in found)
    if not (2 < len(found) <= MOST_SHOWN and fits):
        return None
    return f"the classes are {_named(found)}, more than two: {AGAINST_THE_REST}"


def advice_on(classes: Sequence[Any], scores: Iterable[Any]) -> str | None:
    """What may be wrong with classes that are none: the scores in their place, or labels of two or more other kinds."""
    return exchanged(classes, scores) or two_others(classes) or several(classes)


def exchanged(classes: Iterable[Any], scores: Iterable[Any]) -> str | None:
    """What to look at where all scores are 0 or 1 and the classes are other numbers; else None.

    >>> exchanged(["0.2", "0.4", "0.9"], [0, 1, 1])
    'all scores are 0 or 1 and the classes are other numbers: have the two been exchanged?'
    >>> exchanged([0, 1, 2], [0, 1, 1]), exchanged(["a", "b"], [0, 1]), exchanged([0, 1], ["0.2", "0.4"])
    (None, None, None)
    """
    labels = distinct(classes)
    few = 2 * sum(map(_is_class, labels)) < len(labels)
    if not few or not all(map(_is_number, labels)) or not all(map(_is_class, scores)):
        return None
    if all(number(label).denominator == 1 for label in labels):
        return None  # several classes
    return "all scores are 0 or 1 and the classes are other numbers: have the two been exchanged?"


def _is_number(label: Any) -> bool:
    try:
        number(label)
    except (ValueError, TypeError):
        return False
    return True


def is_missing(label: Any) -> bool:
    """Whether nothing is said of the class.

    >>> is_missing("?"), is_missing("no")
    (True, False)
    """
    return label is None or str(label) in ("", "?", "nan", "NaN", "None", "<NA>", "NaT")


def _same(label: Any, event: Any) -> bool:
    return str(label) == str(event) or bool(label == event)


def _is_class(label: Any) -> bool:
    try:
        class_of(label)
    except ValueError:
        return False
    return True


def _named(labels: list[Any]) -> str:
    return ", ".join(map(shown, labels[:MOST_SHOWN])) + ", ..." * (len(labels) > MOST_SHOWN)
