"""What the claims of several parts share: data, letters, checks."""

from __future__ import annotations

from sympy import Symbol

from workbench.samples.sample import Sample
from workbench.symbolic.notation import (
    pi0,
    pi1,
)
from workbench.symbolic.rules import (
    expected_loss,
    loss_at_a_threshold,
    moments,
)

# Costs of a misclassified example of class 0 and of class 1, and the normalised product of the first.
COST0, COST1 = Symbol("a", positive=True), Symbol("b", positive=True)
PC = COST0 * pi0 / (COST0 * pi0 + COST1 * pi1)
Q = Symbol("q", nonnegative=True)


# The definition of expected loss, down to the errors of both classes.
DOWN_TO_ERRORS = (expected_loss, loss_at_a_threshold, moments)
TABLE_2 = {
    ("fixed", "A"): "0.510",
    ("fixed", "B"): "0.375",
    ("score-driven", "A"): "0.328",
    ("score-driven", "B"): "0.231",
    ("rate-driven", "A"): "0.188",
    ("rate-driven", "B"): "0.248",
}


def words(sample: Sample) -> str:
    classes, scores = sample.examples()
    return f"classes {' '.join(map(str, classes))} with scores {' '.join(map(str, scores))}"
