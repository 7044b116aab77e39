"""Theorems, results and papers that come with the workbench, found by walking their folders, and others' packages.

They are packages of their own that lean on `workbench` and are never imported by it; this module finds
them when they are asked for.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TypeVar

from workbench.errors import InputError
from workbench.installed import offered
from workbench.symbolic.proof import Theorem
from workbench.symbolic.proposition import Proposition

T = TypeVar("T")


def shelf(folder: str, kind: type[T], group: str, called: Callable[[T], str]) -> dict[str, T]:
    """Every value of a kind that a module of ``workbench.<folder>`` binds, as it is ``called``, module by module.

    Then those that other packages offer under the ``group`` of entry points (`workbench.installed`).
    """
    package = importlib.import_module(f"workbench.{folder}")
    found: dict[str, T] = {}
    for entry in sorted(pkgutil.iter_modules(package.__path__), key=lambda entry: entry.name):
        for value in vars(_loaded(f"{package.__name__}.{entry.name}")).values():
            if isinstance(value, kind) and found.setdefault(called(value), value) is not value:
                raise InputError(f"{entry.name}.py in {folder} has another {kind.__name__} called {called(value)}")
    return {**found, **{name: x.value for name, x in offered(group, kind, own=found, called=called).items()}}


def _loaded(name: str) -> ModuleType:
    """The module; `InputError` names that which cannot be loaded."""
    try:
        return importlib.import_module(name)
    except InputError:
        raise
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(f"{name} cannot be loaded: {what}") from error


def theorem_in(module: str) -> Theorem:
    """The theorem of one of the modules that come with the workbench; the others are not loaded.

    >>> theorem_in("theorem_6") is theorems()["Theorem 6"]
    True
    """
    found: Theorem = importlib.import_module(f"workbench.proofs.{module}").theorem
    return found


@cache
def theorems() -> dict[str, Theorem]:
    """The theorems by name: those that a source numbers in its order, then the others.

    >>> list(theorems())[1:5]
    ['Lemma 1, loss', 'Theorem 2', 'Corollary 3', 'Theorem 4']
    >>> theorems()["Theorem 6"].says
    'With score-driven thresholds, expected loss under uniform cost proportions is the Brier score.'
    """
    found = shelf("proofs", Theorem, "workbench.proofs", lambda theorem: theorem.name)
    return dict(sorted(found.items(), key=lambda entry: _number(entry[1])))


def _number(theorem: Theorem) -> float:
    found = re.match(r"[A-Z][a-z]+ (\d+)\b", theorem.name)
    return float("inf") if found is None else int(found[1])


@cache
def propositions() -> dict[str, Proposition]:
    """The results of the workbench's own by name.

    >>> propositions()["Discrimination slope and KS"].statement
    'E1(s) - E0(s) <= KS'
    """
    return shelf("proofs", Proposition, "workbench.proofs", lambda proposition: proposition.name)
