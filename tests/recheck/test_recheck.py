"""Tests of the reader of proof documents: what must be refused."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

import tests.recheck.false_places  # noqa: F401
from tests.recheck import false_names
from tests.recheck.false_conditions import ALWAYS, BEYOND, UNDER
from tests.recheck.false_documents import FALSE, equality
from tests.recheck.false_log_loss import TRUE_OF_LOG_LOSS
from tests.recheck.false_models import TRUE_OF_TWO
from tests.recheck.false_planes import TRUE, Document
from tests.recheck.false_quotients import TRUE_OF_QUOTIENTS
from tests.recheck.false_scores import TRUE_OF_SCORES
from tests.recheck.false_thresholds import EVENLY, NOT_OF_THRESHOLDS
from tests.recheck.false_weights import OF_A_WEIGHT
from workbench.recheck import Refused, recheck
from workbench.recheck.__main__ import main
from workbench.recheck.language import parsed


@pytest.mark.parametrize("name", FALSE)
def test_false_theorems_are_refused(name: str) -> None:
    document, why = FALSE[name]
    try:
        said = recheck(document)
    except Refused:
        return
    pytest.fail(f"accepted {said[:100]}: {why}")


def test_what_holds_at_each_condition_holds_for_any_law() -> None:
    assert recheck(ALWAYS) == ALWAYS["statement"]
    assert recheck(UNDER) == UNDER["statement"]
    assert recheck(EVENLY) == EVENLY["statement"]


@pytest.mark.parametrize("document", false_names.RIGHT, ids=lambda document: str(document["statement"]))
def test_what_is_like_false_theorems_and_right_is_accepted(document: Document) -> None:
    assert recheck(document) == document["statement"]


def test_a_weight_is_its_mass_times_a_density() -> None:
    assert recheck(OF_A_WEIGHT) == OF_A_WEIGHT["statement"]


@pytest.mark.parametrize("document", TRUE_OF_LOG_LOSS, ids=lambda document: str(document["statement"]))
def test_log_loss_is_read_where_the_greater_side_is_infinite_with_it(document: Document) -> None:
    assert recheck(document) == document["statement"]


@pytest.mark.parametrize("document", TRUE_OF_QUOTIENTS, ids=lambda document: str(document["statement"]))
def test_means_of_quotients_are_read_where_they_have_a_value(document: Document) -> None:
    assert recheck(document) == document["statement"]


@pytest.mark.parametrize("document", BEYOND + NOT_OF_THRESHOLDS, ids=lambda document: str(document["statement"]))
def test_what_is_not_linear_in_losses_is_not_shown_at_each_condition(document: Document) -> None:
    with pytest.raises(Refused, match="not linear in losses"):
        recheck(document)


@pytest.mark.parametrize(
    "statement",
    [
        "max(max(BS, MAE), RL) == max(BS, MAE, RL)",
        "min(BS, min(MAE, min(RL, CL))) == min(RL, CL, MAE, BS)",
        "E(min(min(s, 1/2), pav(s))) == E(min(s, 1/2, pav(s)))",
        "E(abs(s - t)**2) == E((s - t)**2)",
        "E(abs(s - t)**3) == E(abs(s - t)*(s - t)**2)",
        "E(max(s - t, 0)**2) == E((s - t)*max(s - t, 0))",
        "sqrt(error(t)**2) == error(t)",
        "E(s*indicator(s < 1/2)**2*indicator(s < t)**3) == E(indicator(s < t)*indicator(s < 1/2)*s)",
        "log(2)/log(2) + AUC/(1 + log(3)) == AUC/(log(3) + 1) + 1",
    ],
)
def test_what_has_one_normal_form_is_equal(statement: str) -> None:
    assert recheck(equality(statement, (statement.rpartition(" == ")[2],))) == statement


@pytest.mark.parametrize(
    "statement",
    [
        "max(min(BS, MAE), RL) == max(BS, MAE, RL)",
        "max(max(BS, MAE, x=1), RL) == max(BS, MAE, RL)",
        "max(max(), BS) == BS",
        "max(max(BS, MAE), RL) == max(BS, RL)",
        "abs(max(BS, MAE), RL) == max(BS, MAE, RL)",
        "E(indicator(s < 1/2)*indicator(s < t)) == E(indicator(s < t))",
        "E(max(s, 1/2)**2) == E(max(s, 1/2))",
        "E(abs(s - t)**3) == E((s - t)**3)",
        "E(max(s - t, 0)**2) == E((s - t)**2)",
        "E(max(s - t, 0)**3) == E((s - t)*max(s - t, 0))",
        "sqrt((error(t) - 1/2)**2) == error(t) - 1/2",
        "log(1)/log(1) == 1",
        "log(-2)/log(-2) == 1",
        "log(0)/log(0) == 1",
    ],
)
def test_what_has_another_normal_form_is_refused(statement: str) -> None:
    with pytest.raises(Refused):
        recheck(equality(statement, (statement.rpartition(" == ")[2],)))


def test_steps_that_are_no_list_are_refused() -> None:
    with pytest.raises(Refused, match="no list"):
        recheck({**equality("BS == BS"), "steps": {}})


def test_a_key_that_stands_twice_is_no_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another reader of JSON might take the other of the two."""
    written = json.dumps(equality("BS == BS", ("BS",)))
    file = tmp_path / "proof.json"
    file.write_text(written)
    assert main([str(file)]) == 0
    file.write_text(written.replace("{", '{"statement": "BS == 0", ', 1))
    assert main([str(file)]) == 2
    assert "each key once" in capsys.readouterr().err


def test_a_refused_document_leaves_nothing_behind() -> None:
    """One that breaks off in the middle of an atom, wherever that is, does not make others equal in the next."""
    for terms in range(750, 1000):
        deep = {"expression": "AUC" + " + 1" * terms, "certificate": {"sum": []}}
        with suppress(Refused):
            recheck({**equality("1 == 1"), "defined": [deep]})
        with pytest.raises(Refused):
            recheck(equality("BS == AUC"))


@pytest.mark.parametrize(
    "document", [*TRUE, *TRUE_OF_TWO, *TRUE_OF_SCORES], ids=lambda document: str(document["statement"])
)
def test_what_false_theorems_lean_on_is_accepted(document: Document) -> None:
    assert recheck(document) == document["statement"]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("-x**2*y", "(-(x**2))*y"),
        ("2**-x**2", "2**(-(x**2))"),
        ("a**b**c", "a**(b**c)"),
        ("a - b - c/d/e", "(a - b) - ((c/d)/e)"),
        ("a*-b + .5", "(a*(-b)) + 0.5"),
        ("loss(mix(q, M, N), cost=beta(1, 2)) < 1e-1", "(loss(mix(q, M, N), cost=beta(1, 2))) < 0.1"),
    ],
)  # fmt: skip
def test_operators_bind_as_in_the_statement_language(text: str, same: str) -> None:
    assert parsed(text) == parsed(same)


@pytest.mark.parametrize(
    "text",
    ["", "-", "a b", "2x", "1_0", "\uff11", "a < b < c", "a =< b", "(a, b)", "f(", "f()", "f(a,)", "f(a=1, a=2)",
     "f(1=a)", "a[0]", "x.BS", "a;b", "'a'", "lambda: a", "a\nb", "not a)", "(" * 300 + "a" + ")" * 300, "9" * 5000,
     "1" + "+1" * 199_000,
         "a.", "a.1", "a.b.BS", "aa.BS", "BS.a", "a. BS", "a.(BS)"],
)  # fmt: skip
def test_what_is_not_in_the_language_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        parsed(text)


@pytest.mark.parametrize("text", ["log(1e9999)", "1e9999*1e9999", "2**100*" * 300 + "1", "(1 + 1e-5000)*AUC"])
def test_numbers_that_are_too_long_are_refused_at_once(text: str) -> None:
    with pytest.raises(Refused, match="too long a number"):
        recheck(equality(f"{text} == 1", ("1",)))


@pytest.mark.parametrize("x", ["1/exp(BS)", "BS/exp(AUC - k)", "1/(exp(k) + exp(t))", "log(exp(BS))"])
def test_what_is_divided_by_an_exponential_has_a_value(x: str) -> None:
    assert recheck(equality(f"{x} == {x}", (x,))) == f"{x} == {x}"


@pytest.mark.parametrize("x", ["1/(exp(BS) - 1)", "1/log(exp(BS))", "log(exp(k) - 1)", "1/(exp(t)*BS)", "1/exp(1/k)"])
def test_what_is_divided_by_more_may_have_none(x: str) -> None:
    with pytest.raises(Refused):
        recheck(equality(f"{x} == {x}", (x,)))
