"""Papers of one's own: a Python module, a TOML file, or a folder of them, read where they lie.

``my_paper.py`` binds papers, theorems and results as the modules of ``paper_checks/`` and ``proofs/`` do; it is run,
as any module that is imported. ``my_paper.toml`` is data that ``workbench check`` reads too: nothing in it is run.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from workbench.errors import InputError
from workbench.papers.claims import Claim, Paper
from workbench.papers.printed_claims import paper_from_toml
from workbench.symbolic.proof import Theorem
from workbench.symbolic.proposition import Proposition

T = TypeVar("T")

AT = "::"
_KINDS = (".toml", ".py")
_read: dict[str, Shelf] = {}
_numbers = count()


@dataclass(frozen=True)
class Shelf:
    """Theorems and results by their names, and papers with their claims by their ids."""

    theorems: Mapping[str, Theorem] = field(default_factory=dict)
    propositions: Mapping[str, Proposition] = field(default_factory=dict)
    claims: Mapping[str, tuple[Paper, Claim]] = field(default_factory=dict)

    @classmethod
    def of(cls, theorems: list[Theorem], propositions: list[Proposition], papers: list[Paper]) -> Shelf:
        """These theorems, results and papers. `InputError` where two have one name."""
        for what, names in (
            ("theorems", [x.name for x in theorems]),
            ("results", [x.name for x in propositions]),
            ("papers", [x.key for x in papers]),
        ):
            for name in names:
                if names.count(name) > 1:
                    hint = "; [paper] key = ... gives one of them another" if what == "papers" else ""
                    raise InputError(f"two {what} are called {name}{hint}")
        return cls(
            {x.name: x for x in theorems},
            {x.name: x for x in propositions},
            {claim.id: (paper, claim) for paper in papers for claim in paper.claims},
        )


def place_in(name: str) -> str:
    """The file or folder that a name such as ``my_paper.toml`` or ``my_paper.toml::T1`` begins with; else empty.

    >>> place_in("my_paper.toml::T1"), place_in("papers/"), place_in("004.T6")
    ('my_paper.toml', 'papers/', '')
    """
    place = name.partition(AT)[0]
    marked = place.endswith((*_KINDS, "/", os.sep)) or place.startswith(("./", "../", "/", "~"))
    return place if marked or Path(place).is_dir() else ""


def read(place: str) -> Shelf:
    """What a file or folder has, read anew; `InputError` for what it has not, or what is wrong in it."""
    path = Path(place)
    if not path.exists():
        raise InputError(f"{place}: there is no such file or folder")
    _read[place] = _of_folder(path) if path.is_dir() else _of_file(path)
    return _read[place]


def at(place: str) -> Shelf:
    """What a file or folder had when it was read last; it is read where it was not yet."""
    return _read[place] if place in _read else read(place)


def of_module(module: ModuleType) -> Shelf:
    """The papers, theorems and results that a module binds; `InputError` where it binds none of its own."""
    return _shelf([module], [], f"{module.__name__}: it binds no Paper, Theorem or Proposition of its own")


def _of_folder(folder: Path) -> Shelf:
    if (folder / "__init__.py").exists():
        package = _module(folder / "__init__.py", folder)
        names = sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
        modules = [package, *(_imported(f"{package.__name__}.{name}", folder / f"{name}.py") for name in names)]
    else:
        modules = [_module(path) for path in sorted(folder.glob("*.py"))]
    papers = [paper_from_toml(path) for path in sorted(folder.glob("*.toml"))]
    return _shelf(modules, papers, f"{folder}: no .py or .toml file in it has a paper, theorem or result")


def _of_file(path: Path) -> Shelf:
    if path.suffix == ".toml":
        return Shelf.of([], [], [paper_from_toml(path)])
    if path.suffix != ".py":
        raise InputError(f"{path}: a paper of one's own is a .py or a .toml file, or a folder of them")
    return _shelf([_module(path)], [], f"{path}: it binds no Paper, Theorem or Proposition")


def _shelf(modules: list[ModuleType], papers: list[Paper], if_empty: str) -> Shelf:
    theorems, propositions = _bound(modules, Theorem), _bound(modules, Proposition)
    papers = [*_bound(modules, Paper), *papers]
    if not theorems and not propositions and not papers:
        raise InputError(if_empty)
    return Shelf.of(theorems, propositions, papers)


def _bound(modules: list[ModuleType], kind: type[T]) -> list[T]:
    """The values of a kind that the modules bind and that do not come with the workbench, each once."""
    ours = [module for name, module in sys.modules.items() if name.startswith("workbench.")]
    found = {id(x): x for module in modules for x in vars(module).values() if isinstance(x, kind)}
    known = {id(x) for module in ours for x in vars(module).values()}
    return [x for name, x in found.items() if name not in known]


def _module(path: Path, package: Path | None = None) -> ModuleType:
    """The module in a file, or the package in a folder, under a name that no other has."""
    name = f"paper_{next(_numbers)}_{re.sub(r'[^A-Za-z0-9_]', '_', (package or path).stem)}"
    places = None if package is None else [str(package)]
    spec = spec_from_file_location(name, path, submodule_search_locations=places)
    if spec is None or spec.loader is None:
        raise InputError(f"{path}: it cannot be read as a Python module")
    module = module_from_spec(spec)
    sys.modules[name] = module
    with _beside(path), _told(path):
        spec.loader.exec_module(module)
    return module


def _imported(name: str, path: Path) -> ModuleType:
    with _told(path):
        return import_module(name)


@contextmanager
def _beside(path: Path) -> Iterator[None]:
    """Modules in the same folder can be imported, as beside a script."""
    folder = str(path.parent.absolute())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What goes wrong in a module is told in a line, with the place in the file where it went wrong."""
    try:
        yield
    except (Exception, SystemExit) as error:
        line, trace = 0, error.__traceback__
        while trace is not None:
            if Path(trace.tb_frame.f_code.co_filename) == path.absolute():
                line = trace.tb_lineno
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and Path(error.filename or "") == path.absolute():
            line = error.lineno or 0
        where = f"{path}, line {line}" if line else path
        raise InputError(f"{where}: {type(error).__name__}: {' '.join(str(error).split())[:200]}") from None
