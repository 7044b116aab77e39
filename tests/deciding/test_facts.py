"""The inequalities that `check` leans on: each sentence says its coefficients, and `prove` proves it."""

import random
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from workbench.deciding.decide import prove
from workbench.feasible.intervals import Linear
from workbench.feasible.propagation import K, at_thresholds, inequalities
from workbench.language.statements import parse_expression, parse_statement
from workbench.losses import exact
from workbench.samples.sample import Sample

FACTS = [*inequalities(), *at_thresholds(["error(1/4)", "macro_error(1/4)", "error(1)"])]
SAID = [fact for fact in FACTS if K not in fact.says]
NOT_LINEAR = [
    "KS <= max(AUC, 1 - AUC)",
    "(1 - KS)**2 <= 2*(1 - AUC)",
    "(1 - KS)**2 <= 2*AUC",
    "MER**2 <= 2*pi0*pi1*(1 - AUC)",
    "MAE0**2 <= BS0",
    "MAE1**2 <= BS1",
    "RLH <= pi0*pi1 - 3*(pi0*pi1*(2*AUCH - 1))**2",
    "RL <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))**2",
    "pi0*pi1*(1 - AUC) <= RLH*(1 - min(pi0, pi1)*AUC)",
    "2*pi0*pi1*(1 - AUCH) <= RLH*(1 - min(pi0, pi1)*(2*AUCH - 1))",
    "(1 - t)**2*RLH <= BS - t*MAE + t**2/4",
]
"""What intervals are narrowed by that is not linear, for any class sizes: the last one with the best t."""


def drawn(rng: random.Random) -> Sample:
    size = rng.randint(2, 9)
    labels = [0, 1, *(rng.randint(0, 1) for _ in range(size - 2))]
    return Sample.of(labels, [rng.randint(0, 8) / 8 for _ in labels])


@pytest.mark.parametrize("fact", SAID, ids=lambda fact: fact.says)
def test_a_fact_has_the_coefficients_that_its_sentence_says(fact: Linear) -> None:
    rng = random.Random(1)
    ratios = set()
    for _ in range(12):
        sample, text = drawn(rng), fact.says
        if "LL" in fact.form.terms:  # no fraction: any numbers in place of the metrics have the same coefficients
            figures: dict[str, Any] = {name: Fraction(rng.randint(1, 99), 100) for name in fact.form.terms}
            figures["LL"] += 2
            for name, figure in figures.items():
                text = re.sub(rf"\b{name}\b", f"({figure})", text)
        else:
            figures = {name: exact.value(sample, parse_expression(name)) for name in fact.form.terms}
        said = parse_statement(text)
        left, right = (exact.value(sample, side) for side in (said.left, said.right))
        gap = right - left if said.relation == "<=" else left - right
        value = fact.form.at(figures)
        assert value >= 0
        assert (value == 0) == (gap == 0)
        ratios |= {value / gap} if gap else set()
    assert len(ratios) == 1
    assert ratios.pop() > 0


@pytest.mark.slow
@pytest.mark.parametrize("fact", SAID, ids=lambda fact: fact.says)
def test_a_fact_is_proved(fact: Linear) -> None:
    """Facts about the log loss, which is an integral over operating conditions, are proved at each of them."""
    said = parse_statement(fact.says)
    assert prove(said).verdict == "proved"


@pytest.mark.parametrize("statement", [pytest.param(x, marks=pytest.mark.slow) for x in NOT_LINEAR])
def test_what_is_not_linear_is_proved(statement: str) -> None:
    assert prove(statement).verdict == "proved"


def test_a_fact_that_says_something_else_is_found_out() -> None:
    fact = next(fact for fact in FACTS if fact.says == "MER <= 2*RLH")
    with pytest.raises(AssertionError):
        test_a_fact_has_the_coefficients_that_its_sentence_says(replace(fact, says="MER <= 3*RLH"))
    assert prove("MER <= 3/2*RLH").verdict == "refuted"
