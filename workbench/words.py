"""The words of the statement language with a meaning of their own, which name no metric and no method."""

from __future__ import annotations

from workbench.figures import CATALOGUE as FIGURES
from workbench.figures import NAMED

SAMPLE_QUANTITIES = frozenset({"n", "n0", "n1", "pi0", "pi1"})
FUNCTIONS = {"min": (1, None), "max": (1, None), "abs": (1, 1), "sqrt": (1, 1), "log": (1, 1), "exp": (1, 1)}
MEANS = frozenset({"E0", "E1", "E"})
AT_THRESHOLD = {"error": 1, "macro_error": 1, "h_measure": 2}
INSIDE_MEAN = frozenset({"F0", "F1", "R", "posterior", "pav"})
ASSUMPTIONS = frozenset({"calibrated", "evenly_spaced", "no_ties"})
CONDITIONS = ("cost", "skew")
RATES = ("interpolated", "step", "nearest", "cutpoints")
OF_LOSS = ("cost", "weight", "condition", "rates", "scores")
"""What is said by name of a loss, beside its method."""
COSTS = {"uniform": (0, 2), "beta": (2,), "point": (1,), "density": (1,), "any": (0,)}
MIXED_COSTS = ("mixture", "points")
"""Laws of the operating condition that are several, each with a probability."""
IN_UNIT_INTERVAL = frozenset({"t", "r", "q"})
LAWS = ("score", "rate", "fpr", "tpr")
"""The kinds of law: what a method sets, in terms of the operating condition."""
OF_ONE_CLASS = ("fpr", "tpr")
OF_RATES = ("rate", *OF_ONE_CLASS)
"""Those that set a rate, which lies in [0, 1], and of these the ones that set the rate of one class."""
METHODS = frozenset({*LAWS, "mix"})
RESERVED = frozenset({"s", "s2", "c", "u", "T", "given", "loss", "indicator", "Ec", "Eu", "Q_c", "Q_z"}).union(
    OF_LOSS,
    SAMPLE_QUANTITIES,
    FUNCTIONS,
    MEANS,
    AT_THRESHOLD,
    FIGURES,
    NAMED,
    INSIDE_MEAN,
    ASSUMPTIONS,
    CONDITIONS,
    RATES,
    COSTS,
    MIXED_COSTS,
    METHODS,
)
"""What cannot be the name of an entry of a catalogue."""
