"""Methods that set the rate of one class, fpr(g) and tpr(g), in derivations, proofs and refutations."""

from __future__ import annotations

import pytest

from workbench.deciding.decide import prove
from workbench.deciding.derivation import derive
from workbench.errors import NotSupported
from workbench.language.grammar import StatementError
from workbench.language.statements import parse_expression, parse_statement
from workbench.language.syntax import Apply, Name, substitute


@pytest.mark.parametrize(
    ("method", "cost", "condition", "closed"),
    [
        ("fpr(u)", "uniform", "cost", "pi0*(1 - AUC) + pi1/2"),
        ("tpr(u)", "uniform", "cost", "pi1*(1 - AUC) + pi0/2"),
        ("fpr(1 - u)", "uniform", "cost", "pi0*(1 - AUC) + pi1/2"),
        ("fpr(u)", "beta(2, 3)", "cost", "4/5*pi0*(1 - AUC) + 3/5*pi1"),
        ("tpr(u)", "point(1/3)", "cost", "4/3*pi1*(1 - AUC) + pi0/3"),
        ("fpr(u)", "uniform", "skew", "(1 - AUC)/2 + 1/4"),
        ("mix(1/3, fpr(u), tpr(u))", "uniform", "cost", "(pi0*(1 - AUC) + pi1/2)/3 + 2/3*(pi1*(1 - AUC) + pi0/2)"),
        ("fpr(u)", "mixture(q, point(0), point(1))", "cost", "2*(1 - q)*pi0*(1 - AUC) + q*pi1"),
    ],
)
def test_a_uniform_rate_of_one_class_is_linear_in_auc(method: str, cost: str, condition: str, closed: str) -> None:
    found = derive(method, cost, condition)
    assert found.closed_form is not None
    loss = f"loss({method}, cost={cost}, condition={condition})"
    assert prove(f"{loss} == {found.closed_form}").verdict == "proved"
    assert prove(f"{found.closed_form} == {closed}").verdict == "proved"


@pytest.mark.parametrize("method", ["fpr(c)", "tpr(c)", "fpr(c*u)", "tpr(1 - c**2)", "fpr(1/4 + u/2)", "tpr(1/2)"])
def test_other_laws_are_means_over_the_other_class(method: str) -> None:
    found = derive(method)
    assert found.family == method[:3]
    assert found.constant is not None
    assert found.H is not None
    rank = Apply("F1" if found.family == "fpr" else "F0", (Name("s"),))
    body = substitute(parse_expression(found.H, ("r",)), {"r": rank})
    mean = "pi0*E0" if found.family == "fpr" else "pi1*E1"
    assert prove(f"loss({method}) == {found.constant} + 2*{mean}({body})").verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "loss(fpr(1)) == pi1",
        "loss(tpr(0)) == pi0",
        "loss(fpr(1/2)) == pi1/2 + pi0*E0(indicator(1/2 < F1(s)))",
        "loss(tpr(1/2)) == pi0/2 + pi1*E1(indicator(F0(s) < 1/2))",
        "loss(fpr(c)) == pi1/3 + pi0*E0(F1(s)**2)",
        "loss(tpr(c)) == pi0/3 + pi1*E1((1 - F0(s))**2)",
        "loss(fpr(c)) <= loss(fpr(u))",
        "loss(optimal, cost=beta(2, 2)) <= loss(tpr(c*u), cost=beta(2, 2))",
        "loss(optimal, condition=skew) <= loss(fpr(sqrt(c)), condition=skew)",
        "loss(fpr(u)) == loss(tpr(u)) given pi0 == 1/2",
        "loss(fpr(1/4 + u/2)) == pi1/2 + 2*pi0*E0(min(max(F1(s), 1/4), 3/4)) - pi0/2",
        "loss(fpr(u)) == pi1/2 given AUC == 1",
    ],
)
def test_true_claims_are_proved(text: str) -> None:
    assert prove(text).verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "loss(fpr(u)) == loss(rate_uniform)",
        "loss(fpr(u)) == loss(tpr(u))",
        "loss(fpr(u)) == pi1*(1 - AUC) + pi0/2",
        "loss(tpr(u)) == pi0*(1 - AUC) + pi1/2",
        "loss(fpr(c)) >= loss(fpr(u))",
        "loss(fpr(0)) == pi0",
        "loss(tpr(1)) == pi1",
        "loss(fpr(1/2)) == pi1/2 + pi0*E0(indicator(1/2 <= F1(s)))",
        "loss(tpr(1/2)) == pi0/2 + pi1*E1(indicator(F0(s) <= 1/2))",
        "loss(fpr(c)) == pi1/3 + pi0*E0(F1(s))**2",
        "loss(fpr(t), cost=point(t)) <= 1",
    ],
)
def test_false_claims_are_refuted(text: str) -> None:
    assert prove(text).verdict == "refuted"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("loss(fpr(u), rates=step) >= 0", "fpr(u) sets the rate of one class"),
        ("loss(mix(1/2, optimal, tpr(c)), rates=nearest) >= 0", "tpr(c) sets the rate of one class"),
        ("loss(fpr) >= 0", "fpr takes 1 argument"),
        ("loss(fpr(s)) >= 0", "s has a meaning inside"),
        ("fpr(1/2) >= 0", "loss(fpr(...))"),
    ],
)
def test_what_says_nothing_is_refused(text: str, why: str) -> None:
    with pytest.raises(StatementError) as error:
        parse_statement(text)
    assert why in str(error.value)


def test_a_rate_beyond_one_is_none() -> None:
    with pytest.raises(NotSupported, match="not seen to stay in"):
        derive("fpr(2*c)")
    assert prove("loss(fpr(2*c)) >= 0").verdict == "undecided"
