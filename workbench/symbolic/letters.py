r"""The letters of the theory in LaTeX, those of the main paper: the one place to change them.

`NOTATION` has the LaTeX of each letter by its name in the workbench; everything that is written looks it up
there. The symbols of metrics and of threshold choice methods stand in their catalogues, `workbench.metrics` and
`workbench.methods`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

NOTATION = {
    # the sample
    "n": "n",
    "n0": "n_0",
    "n1": "n_1",
    "pi0": r"\pi_0",
    "pi1": r"\pi_1",
    # the cdfs of the classes, that of all scores, and its inverse
    "F0": "F_0",
    "F1": "F_1",
    "R": "R",
    "inverse of R": "R^{-1}",
    # means over a class, over all examples, over the operating condition
    "E0": "E_0",
    "E1": "E_1",
    "E": "E",
    "Ec": "E_c",
    # the score of the second of two examples
    "s2": "s'",
    # shares of class 1 at a score, on the data and calibrated
    "posterior": r"P(1 \mid s)",
    "pav": r"\hat{p}(s)",
    # the operating condition, its density, the method's threshold and rate
    "cost": "c",
    "skew": "z",
    "density": "w",
    "uniform": "U",
    "beta": r"\mathrm{Beta}",
    "method": "T",
    "threshold": "t",
    "rate": r"\rho",
    # the loss at a threshold, and the expected loss
    "loss at a cost proportion": "Q_c",
    "loss at a skew": "Q_z",
    "expected loss": "L",
    # functions
    "error": r"\mathrm{err}",
    "macro_error": r"\overline{\mathrm{err}}",
    "indicator": r"\mathbf{1}",
    "min": r"\min",
    "max": r"\max",
    "log": r"\log",
    "exp": r"\exp",
}
"""The LaTeX of each letter; what stands for a function is written before its argument."""

RELATIONS = {"==": "=", "!=": r"\ne", "<=": r"\le", ">=": r"\ge", "<": "<", ">": ">"}


def expected_loss(method: str, condition: str) -> str:
    """L with the method above and the distribution of the operating condition below.

    >>> print(expected_loss("sd", "U(c)"))
    L^{sd}_{U(c)}
    """
    return rf"{NOTATION['expected loss']}^{{{method}}}_{{{condition}}}"


EXPECTATIONS, INTEGRALS = "expectations", "integrals"
NOTATIONS = (EXPECTATIONS, INTEGRALS)
_OF_MEANS: ContextVar[str] = ContextVar("notation", default=EXPECTATIONS)


@contextmanager
def means_as(notation: str) -> Iterator[None]:
    """Means are written as ``expectations``, or as ``integrals`` over a density or a cdf, for as long as this lasts."""
    before = _OF_MEANS.set(notation)
    try:
        yield
    finally:
        _OF_MEANS.reset(before)


def as_integrals() -> bool:
    """Whether means are written as integrals now."""
    return _OF_MEANS.get() == INTEGRALS
