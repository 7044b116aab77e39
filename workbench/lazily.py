"""Modules that are imported when something of theirs is asked for, so that a command that needs none starts sooner."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Lazily:
    """A module that is imported at the first look at one of its names.

    >>> fractions = Lazily("fractions")
    >>> fractions.Fraction("1/2")
    Fraction(1, 2)
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._module), name)
        setattr(self, name, found)
        return found
