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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.deciding.comparison import compare
    from workbench.deciding.decide import prove
    from workbench.language.choices import Beta, Density, Point, ThresholdChoice, Uniform
    from workbench.numeric.evaluation import evaluate
    from workbench.numeric.sample import Sample
    from workbench.papers.verification import verify
    from workbench.symbolic.derivation import derive

__all__ = [
    "Beta",
    "Density",
    "Point",
    "Sample",
    "ThresholdChoice",
    "Uniform",
    "compare",
    "derive",
    "evaluate",
    "prove",
    "verify",
]

_HOME = {
    "Beta": "language.choices",
    "Density": "language.choices",
    "Point": "language.choices",
    "Sample": "numeric.sample",
    "ThresholdChoice": "language.choices",
    "Uniform": "language.choices",
    "compare": "deciding.comparison",
    "derive": "symbolic.derivation",
    "evaluate": "numeric.evaluation",
    "prove": "deciding.decide",
    "verify": "papers.verification",
}


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first used, so that evaluating data never loads sympy."""
    if name not in _HOME:
        raise AttributeError(f"module 'workbench' has no attribute {name!r}")
    return getattr(importlib.import_module(f"workbench.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
