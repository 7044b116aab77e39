"""The threshold workbench: expected losses of threshold choice methods, derived, verified, evaluated.

>>> from workbench import derive, evaluate
>>> derive("score_driven").closed_form
'BS'
>>> evaluate([0, 1, 1], ["0.2", "0.4", "0.9"]).losses["score_driven"]
Fraction(41, 300)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.derivation import derive
    from workbench.evaluation import evaluate
    from workbench.sample import Sample
    from workbench.verification import verify

__all__ = ["Sample", "derive", "evaluate", "verify"]

_HOME = {"Sample": "sample", "derive": "derivation", "evaluate": "evaluation", "verify": "verification"}


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first used, so that evaluating data never loads sympy."""
    if name not in _HOME:
        raise AttributeError(f"module 'workbench' has no attribute {name!r}")
    return getattr(importlib.import_module(f"workbench.{_HOME[name]}"), name)
