"""What every complaint about input has in common: its type, and how it shows what is wrong."""

from __future__ import annotations

import sys
import warnings


class InputError(ValueError):
    """The input is wrong: one line that shows the offending value, where it stands, and what would be right."""


class NotSupported(InputError):
    """A well-formed question that an engine has no certified way to answer."""


def installing(extra: str) -> str:
    """How what an extra brings is installed; the workbench comes as a clone, and is on no index of packages.

    >>> installing("plot")
    "pip install '.[plot]' in the clone"
    """
    return f"pip install '.[{extra}]' in the clone"


def warn_user(message: str) -> None:
    """A warning that points at the line outside of the workbench from which it came."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "workbench":
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)


def refuse_no_text(value: object, what: str, example: str) -> None:
    """`TypeError` for what is no text.

    >>> refuse_no_text(3, "statement", "BS <= MAE")
    Traceback (most recent call last):
    TypeError: 3 is no statement; text such as 'BS <= MAE' is
    """
    if not isinstance(value, str):
        raise TypeError(f"{shown(value)} is no {what}; text such as {example!r} is")


def shown(value: object) -> str:
    """``value`` for a message: one line, at most some 40 characters, nothing unprintable.

    >>> print(shown("a\\nb"), shown(2.5), shown("x" * 1000))
    'a\\nb' 2.5 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'...
    """
    if isinstance(value, str):
        return repr(value[:40]) + "..." * (len(value) > 40)
    try:
        text = str(value)
    except ValueError:  # an integer too long to print
        text = "a number of many digits"
    text = "".join(x if x.isprintable() else " " for x in text[:41])
    return text[:40] + "..." * (len(text) > 40)


def reason(error: object) -> str:
    """What a library says is wrong: one line, at most some 300 characters, nothing unprintable.

    >>> print(reason(ValueError("Invalid Error:\\n  no such column")))
    Invalid Error: no such column
    """
    text = " ".join("".join(x if x.isprintable() else " " for x in str(error)[:2_000]).split())
    return text[:300] + "..." * (len(text) > 300)
