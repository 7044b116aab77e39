"""The theorems and papers that come with the workbench, found by walking their folders.

They are packages of their own that lean on `workbench` and are never imported by it; this module finds
them when they are asked for.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TypeVar

from workbench.symbolic.proof import Theorem

T = TypeVar("T")


def shelf(folder: str, kind: type[T]) -> list[T]:
    """Every value of a kind that a module of ``workbench.<folder>`` binds, in the order of the modules."""
    package = importlib.import_module(f"workbench.{folder}")
    found: list[T] = []
    for entry in sorted(pkgutil.iter_modules(package.__path__), key=lambda entry: entry.name):
        module = importlib.import_module(f"{package.__name__}.{entry.name}")
        found += [x for x in vars(module).values() if isinstance(x, kind) and not any(x is y for y in found)]
    return found


@cache
def theorems() -> dict[str, Theorem]:
    """The theorems by name.

    >>> theorems()["Theorem 6"].says
    'With score-driven thresholds, expected loss under uniform cost proportions is the Brier score.'
    """
    return {theorem.name: theorem for theorem in shelf("proofs", Theorem)}
