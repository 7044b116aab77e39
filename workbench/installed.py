"""Methods, metrics, theorems, results and papers of other installed packages, found by their entry points.

A package says in its ``pyproject.toml`` where it keeps them, as a module or as one value::

    [project.entry-points."workbench.metrics"]
    mine = "my_package.metrics"

The groups are ``workbench.methods``, ``workbench.metrics``, ``workbench.proofs`` and ``workbench.papers``.
"""

from __future__ import annotations

import re
import sys
from collections import UserDict
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import fields
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

from workbench.errors import InputError, reason, shown, warn_user
from workbench.words import RESERVED

T = TypeVar("T")

GROUPS = ("workbench.methods", "workbench.metrics", "workbench.proofs", "workbench.papers")


def offered(
    group: str,
    kind: type[T],
    named: str = "",
    own: Mapping[str, T] | None = None,
    called: Callable[[T], str] | None = None,
) -> dict[str, Offered[T]]:
    """The values of a kind that installed packages offer under a group, by their names.

    A value is ``called`` as it says itself, else as its module calls it, or as its entry point where that names the
    value itself. What cannot be loaded, or is not called as the pattern ``named`` says, or has the name of an ``own``
    value or of a word of the statement language, is left out with a warning.
    """
    taken: dict[str, T] = dict(own or {})
    found: dict[str, Offered[T]] = {}
    for point in points(group):
        where = _place(point)
        if point.module in _LOADING:
            continue
        _LOADING.add(point.module)
        try:
            loaded = point.load()
        except (Exception, SystemExit) as problem:
            said = ": ".join(filter(None, (type(problem).__name__, reason(problem))))
            warn_user(f"{where} cannot be loaded: {reason(problem) if isinstance(problem, InputError) else said}")
            _UNLOADED.setdefault(group, {})[where] = None
            continue
        finally:
            _LOADING.discard(point.module)
        values = vars(loaded) if isinstance(loaded, ModuleType) else {point.name: loaded}
        for name, value in values.items():
            if not isinstance(value, kind) or any(value is x for x in taken.values()):
                continue
            name = name if called is None else called(value)
            if name in taken:
                warn_user(f"{where}: there is a {kind.__name__} called {name} already")
            elif called is None and name in RESERVED:
                warn_user(f"{where}: {name} is a word of the statement language")
            elif named and not re.fullmatch(named, name):
                warn_user(f"{where}: {name} is no name of a {kind.__name__}; {named} is")
            else:
                taken[name] = value
                found[name] = Offered(value, where)
    return found


_LOADING: set[str] = set()
"""Modules of packages that are being loaded, of which no value is there yet."""
_UNLOADED: dict[str, dict[str, None]] = {}
"""The entries of packages that could not be loaded, by their groups."""


def _place(point: EntryPoint) -> str:
    """Which entry of which package."""
    package = f" of the package {point.dist.name}" if point.dist is not None else ""
    return f"{point.name} = {point.value} of the group {point.group}{package}"


class Offered(NamedTuple, Generic[T]):
    """A value that a package offers, and under which entry of which package."""

    value: T
    where: str


class Catalogue(UserDict[str, T]):
    """The values of a kind in a module, by their names, and those that other packages offer.

    These are loaded at the first look for what is not the workbench's own, and never while modules of the workbench
    are, so that one module of a package may offer several kinds. One that cannot be read is found under its name and
    says there what is wrong; where all are gone through it is left out, with a warning. ``refuse_beside`` raises
    `InputError` for an entry that does not go with the names of all.

    >>> sorted(Catalogue(int, "[A-Z]+", {"AUC": 1, "title": "x"}, "workbench.numbers"))
    ['AUC']
    """

    def __init__(
        self,
        kind: type[T],
        named: str,
        module: Mapping[str, object],
        group: str,
        refuse_beside: Callable[[T, Container[str]], None] = lambda entry, known: None,
    ) -> None:
        self._own = own(kind, named, module)
        for entry in self._own.values():
            refuse_beside(entry, self._own)
        self._named, self._group = named, group
        self._offers = partial(offered, group, kind, named, self._own)
        self._found: dict[str, Offered[T]] | None = None
        self._refuse_beside = refuse_beside
        self._reader: Callable[[str], object] | None = None
        self._read: dict[str, T] | None = None

    @property
    def _offered(self) -> dict[str, Offered[T]]:
        if self._found is not None:
            return self._found
        complete = not any(point.module in _LOADING for point in points(self._group))
        found = self._offers()
        for name, (value, where) in list(found.items()):
            try:
                self._refuse_beside(value, {*self._own, *found})
            except InputError as problem:
                del found[name]
                warn_user(f"{where}: {problem}")
        if complete:
            self._found = found
        return found

    @property
    def data(self) -> dict[str, T]:  # type: ignore[override]
        offered = self._offered
        return {**self._own, **{name: x.value for name, x in offered.items()}} if offered else self._own

    def read_by(self, reader: Callable[[str], object]) -> None:
        """What raises `InputError` for an entry that cannot be read."""
        self._reader = reader

    def whose(self, name: str) -> str:
        """For the end of a message about an entry: which package it comes from, where it is not the workbench."""
        return f"; it is from {self._offered[name].where}" if name not in self._own and name in self else ""

    def missing(self) -> str:
        """For the end of a message about a name that is not there: where it may be, as that could not be loaded."""
        entries = _UNLOADED.get(self._group, ())
        return "".join(f"; or it is in {where}, which cannot be loaded" for where in entries)

    def __contains__(self, name: object) -> bool:
        return name in self._own or (self._may_be_offered(name) and name in self._offered)

    def __getitem__(self, name: str) -> T:
        if name in self._own:
            return self._own[name]
        if not self._may_be_offered(name):
            raise KeyError(name)
        return self._offered[name].value

    def _may_be_offered(self, name: object) -> bool:
        """Whether it is worth a look into other packages."""
        return isinstance(name, str) and name not in RESERVED and bool(re.fullmatch(self._named, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._readable)

    def __len__(self) -> int:
        return len(self._readable)

    @property
    def _readable(self) -> dict[str, T]:
        if self._reader is None or not self._offered:
            return self.data
        if self._read is None:
            self._read = self._own  # what a message may name while the others are read
            read = {name: x for name, x in self.data.items() if name in self._own or self._reads(name)}
            self._read = None if self._found is None else read
            return read
        return self._read

    def _reads(self, name: str) -> bool:
        assert self._reader is not None
        try:
            self._reader(name)
        except InputError as problem:
            warn_user(str(problem))
            return False
        return True


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


def tuple_of(kind: type, words: str) -> tuple[Callable[[Any], bool], str]:
    """What fits a field that is a tuple of values of a kind, which are called so in words."""
    return lambda x: isinstance(x, tuple) and all(isinstance(y, kind) for y in x), f"a tuple of {words}"


Kinds: TypeAlias = Mapping[str, tuple[Callable[[Any], bool], str]]
"""What fits a field of a type, and in words."""

_KINDS: Kinds = {
    "str": (lambda x: isinstance(x, str), "text"),
    "int | None": (lambda x: x is None or (isinstance(x, int) and not isinstance(x, bool)), "a whole number or None"),
    "str | None": (lambda x: x is None or isinstance(x, str), "text or None"),
    "tuple[str, ...]": tuple_of(str, "texts"),
    "bool": (lambda x: isinstance(x, bool), "True or False"),
    "Callable[[Any], Any]": (callable, "a function"),
}


def refuse_unfit(entry: Any, what: str, kinds: Kinds = MappingProxyType({})) -> None:
    """`InputError` for a field of an entry that is not of the kind that is due, and for LaTeX with an open brace.

    ``kinds`` are those of fields that only such entries have.

    >>> from workbench.metrics import Metric
    >>> Metric("lift", "L", "a source", definition="AUC/pi1", synonyms="gain")
    Traceback (most recent call last):
    workbench.errors.InputError: synonyms of the metric 'lift' is 'gain', not a tuple of texts
    """
    for field in fields(entry):
        fits, wanted = {**_KINDS, **kinds}.get(str(field.type), (None, ""))
        value = getattr(entry, field.name)
        if fits is not None and not fits(value):
            raise InputError(f"{field.name} of {what} is {shown(value)}, not {wanted}")
        if field.name == "latex" and not _braces_match(value):
            raise InputError(f"latex of {what} is {shown(value)}, whose braces do not match")


def _braces_match(latex: str) -> bool:
    braces = re.sub(r"\\.|[^{}]", "", latex, flags=re.DOTALL)
    while "{}" in braces:
        braces = braces.replace("{}", "")
    return not braces


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
