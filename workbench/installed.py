"""Methods, metrics, theorems, results and papers of other installed packages, found by their entry points.

A package says in its ``pyproject.toml`` where it keeps them, as a module or as one value::

    [project.entry-points."workbench.metrics"]
    mine = "my_package.metrics"

The groups are ``workbench.methods``, ``workbench.metrics``, ``workbench.proofs`` and ``workbench.papers``.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import UserDict
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

from workbench.errors import InputError
from workbench.words import RESERVED

T = TypeVar("T")

GROUPS = ("workbench.methods", "workbench.metrics", "workbench.proofs", "workbench.papers")


def offered(group: str, kind: type[T], named: str = "", own: Mapping[str, T] | None = None) -> dict[str, T]:
    """The values of a kind that installed packages offer under a group, by their names.

    A value is called as its module calls it, or as its entry point where that names the value itself. What cannot be
    loaded, or is not called as the pattern ``named`` says, or has the name of an ``own`` value or of a word of the
    statement language, is left out with a warning.
    """
    taken: dict[str, T] = dict(own or {})
    found: dict[str, T] = {}
    for point in points(group):
        where = f"{point.name} = {point.value} of the group {group}"
        try:
            loaded = point.load()
        except Exception as problem:
            warnings.warn(f"{where} cannot be loaded: {type(problem).__name__}: {problem}", stacklevel=2)
            continue
        values = vars(loaded) if isinstance(loaded, ModuleType) else {point.name: loaded}
        for name, value in values.items():
            if not isinstance(value, kind) or any(value is x for x in taken.values()):
                continue
            if name in taken:
                warnings.warn(f"{where}: there is a {kind.__name__} called {name} already", stacklevel=2)
            elif name in RESERVED:
                warnings.warn(f"{where}: {name} is a word of the statement language", stacklevel=2)
            elif named and not re.fullmatch(named, name):
                warnings.warn(f"{where}: {name} is no name of a {kind.__name__}; {named} is", stacklevel=2)
            else:
                found[name] = taken[name] = value
    return found


class Catalogue(UserDict[str, T]):
    """The values of a kind in a module, by their names, and those that other packages offer.

    These are loaded at the first look, so that one module of a package may offer several kinds.

    >>> sorted(Catalogue(int, "[A-Z]+", {"AUC": 1, "title": "x"}, "workbench.numbers"))
    ['AUC']
    """

    def __init__(self, kind: type[T], named: str, module: Mapping[str, object], group: str) -> None:
        self._own = own(kind, named, module)
        self._offered = partial(offered, group, kind, named, self._own)

    @cached_property
    def data(self) -> dict[str, T]:  # type: ignore[override]
        return {**self._own, **self._offered()}


def own(kind: type[T], named: str, module: Mapping[str, object]) -> dict[str, T]:
    """The values of a kind in a module, by their names.

    `InputError` for a name that is a word of the statement language, or not as the pattern ``named`` says.

    >>> own(int, "[A-Z]+", {"AUC": 1, "title": "x"})
    {'AUC': 1}
    """
    found = {name: value for name, value in module.items() if isinstance(value, kind)}
    for name in found:
        if name in RESERVED:
            raise InputError(f"{name} is a word of the statement language; a {kind.__name__} needs another name")
        if not re.fullmatch(named, name):
            raise InputError(f"{name} is no name of a {kind.__name__}; {named} is")
    return found


def sources() -> Iterator[Path]:
    """The folders of the packages from which something comes, and the files of modules that are in no package."""
    for name in sorted({point.module.partition(".")[0] for group in GROUPS for point in points(group)}):
        spec = find_spec(name)
        if spec is not None:
            yield from map(Path, spec.submodule_search_locations or [spec.origin or name])


@cache
def points(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group, in the order of their names; their reader is slow to load, so it is asked late."""
    if not _said(f"[{group}]".encode()):
        return ()
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=group), key=lambda point: (point.name, point.value)))


def _said(heading: bytes) -> bool:
    """Whether a package has a heading among its entry points."""
    return any(heading in text for text in _written())


@cache
def _written() -> tuple[bytes, ...]:
    places = (file for folder in sys.path for file in Path(folder).glob("*.*-info/entry_points.txt"))
    return tuple(file.read_bytes() for file in places)
