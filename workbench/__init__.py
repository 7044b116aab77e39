"""The threshold workbench: expected losses of threshold choice methods, derived, verified, evaluated.

>>> from workbench import Beta, ThresholdChoice, derive, evaluate, prove
>>> derive("score_driven").closed_form
'BS'
>>> prove(f"loss(optimal, cost={Beta(2, 2)}) <= loss({ThresholdChoice.score('c')}, cost={Beta(2, 2)})").verdict
'proved'
>>> evaluate([0, 1, 1], ["0.2", "0.4", "0.9"]).losses["score_driven"]
Fraction(41, 300)
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

_STUB = Path(__file__).with_suffix(".pyi").read_text("utf-8")
_HOME = {name: module for module, name in re.findall(r"from ([\w.]+) import \w+ as (\w+)", _STUB)}
"""Where each public name is, from the stub beside this file: the one list of them, which type checkers read, too."""

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first used, so that evaluating data never loads sympy."""
    if name not in _HOME:
        from workbench.language.grammar import suggestion

        first = re.match("[A-Z][a-z]+(?=[A-Z])", name)
        alike = [known for known in _HOME if first and known.startswith(first.group())]
        hint = "" if name.startswith("_") else suggestion(name, alike) or suggestion(name, _HOME)
        raise AttributeError(f"module 'workbench' has no attribute {name!r}{hint}")
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
