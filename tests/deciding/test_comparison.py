"""Threshold choice methods compared: who is never worse, data sets for those who are, and what a gap is worth."""

import pytest

from workbench import methods
from workbench.deciding.comparison import compare, compare_all
from workbench.language.statements import parse_statement
from workbench.witnesses.search import refutes

PAIRS = (
    ("score_uniform", "score_driven", "second", "E(s*(1 - s))"),
    ("rate_driven", "rate_uniform", "first", "1/6"),
    ("rate(1 - c)", "rate_uniform", "second", "1/6"),
    ("optimal", "score_driven", "first", "BS - RLH"),
    ("score(u)", "score_uniform", "equal", "0"),
    ("score_driven", "rate_driven", "neither", "pi0*pi1*(1 - 2*AUC) - BS + 1/3"),
    ("score_driven", "score(c**2)", "neither", "pi0*E0(s*(1 - s)) + pi1*E1(3*s - 2*sqrt(s) - s**2)"),
    ("score_fixed(1/2)", "score_driven", "neither", None),
    ("rate_fixed(1/2)", "rate_uniform", "neither", None),
)


@pytest.mark.parametrize(("first", "second", "verdict", "gap"), PAIRS)
def test_a_pair(first: str, second: str, verdict: str, gap: str | None) -> None:
    found = compare(first, second)
    assert found.verdict == verdict, found.sentence
    assert gap is None or found.gap == gap
    for decision in (found.first_better, found.second_better):
        if decision.verdict == "refuted":
            assert decision.witness is not None
            assert refutes(decision.statement, decision.witness.sample, decision.witness.parameters) is not None
    turned = compare(second, first)
    assert turned.verdict == {"first": "second", "second": "first"}.get(verdict, verdict)
    if verdict in ("first", "second", "equal"):
        assert turned.gap == found.gap


@pytest.mark.parametrize(("cost", "condition"), [("beta(2, 1)", "cost"), ("uniform", "skew"), ("density(2*c)", "skew")])
def test_knowing_the_condition_never_harms_a_rate(cost: str, condition: str) -> None:
    found = compare("rate_driven", "rate(1 - c)", cost, condition)
    assert found.verdict == "first"


def test_the_gap_is_a_statement_that_holds() -> None:
    found = compare("score_uniform", "score_driven", "beta(2, 2)")
    statement = parse_statement(f"{found.gap_of} == {found.gap}")
    assert str(statement.left) == found.gap_of
    assert found.proof is not None


def test_every_method_against_every_other() -> None:
    found = compare_all(seconds=10)
    shown = [entry.call(name) for name, entry in methods.CATALOGUE.items()]
    assert list(found.methods) == shown
    row = found.to_json()
    for one in shown:
        assert row["matrix"][one][one] == "="
        assert one == "optimal" or row["matrix"]["optimal"][one] == "<="
        for other in shown:
            turned = {"<=": ">=", ">=": "<="}
            relation = row["matrix"][one][other]
            assert row["matrix"][other][one] == turned.get(relation, relation)
            assert relation != "?"
