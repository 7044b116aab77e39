"""What was found already while one statement is decided: the same expression is asked for by many searches.

What a search found is taken again; one that found nothing is not tried again with no more work, and one that is under
way finds nothing of what it is itself asked for: no proof leans on what it proves. `forget` comes before each
statement, so that what is found of one never depends on those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from workbench.deciding.domain import Place
    from workbench.deciding.inequality import Inequality
    from workbench.limits import Work

Found: TypeAlias = "Inequality | Place | None"

_known: dict[Hashable, tuple[Found, float]] = {}
_sought: set[Hashable] = set()


def forget() -> None:
    """Begin with nothing known."""
    _known.clear()
    _sought.clear()


def once(key: Hashable, work: Work | None, search: Callable[[], Found]) -> Found:
    """What a search finds of what the key says, or found with as much work before.

    >>> forget()
    >>> once("x", None, lambda: None), once("x", None, lambda: 1 / 0)
    (None, None)
    >>> once("y", None, lambda: once("y", None, lambda: 1 / 0)) is None
    True
    """
    units = inf if work is None else work.left
    if key in _known:
        found, tried = _known[key]
        if found is not None or units <= tried:
            return found
    if key in _sought:
        return None
    _sought.add(key)
    try:
        found = search()
    finally:
        _sought.discard(key)
    _known[key] = found, units
    return found
