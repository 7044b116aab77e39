"""Mistakes that people make get the sentence that they meant, and nothing that is no sentence is offered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.language.mends import mended
from workbench.language.statements import (
    StatementError,
    parse_cost,
    parse_expression,
    parse_method,
    parse_statement,
)

MEANT = {
    "BS = MAE": "BS == MAE",
    "BS^2 <= MAE": "BS**2 <= MAE",
    "2 BS <= MAE": "2*BS <= MAE",
    "2BS <= 2(1 - E(s))": "2*BS <= 2*(1 - E(s))",
    "BS ≤ MAE": "BS <= MAE",
    "BS − MAE ≠ 0": "BS - MAE != 0",
    "2π₁·BS ≥ ½": "2*pi1*BS >= 1/2",
    "loss(score-driven) == BS": "loss(score_driven) == BS",
    "loss(Score driven) = BS": "loss(score_driven) == BS",
    "BS <= MAE if calibrated and no ties": "BS <= MAE given calibrated, no_ties",
    "BS <= MAE, calibrated": "BS <= MAE given calibrated",
    "BS =< MAE": "BS <= MAE",
    "BS < = MAE": "BS <= MAE",
    "BS <> MAE": "BS != MAE",
    "E[s] <= max{AUC, 1/2}": "E(s) <= max(AUC, 1/2)",
    "|E_1(s) - pi_1| <= 1": "abs(E1(s) - pi1) <= 1",
    "loss(optimal, beta(2, 2)) <= 1": "loss(optimal, cost=beta(2, 2)) <= 1",
    "loss(optimal, w=uniform) = RLH": "loss(optimal, cost=uniform) == RLH",
    "(1 - pi1) pi1 = RL": "(1 - pi1)*pi1 == RL",
    "loss(score_driven cost=beta(2, 2)) <= 1": "loss(score_driven, cost=beta(2, 2)) <= 1",
    "sqrt BS >= MAE": "sqrt(BS) >= MAE",
    "√BS >= MAE": "sqrt(BS) >= MAE",
    "√(BS) >= √2*MAE": "sqrt(BS) >= sqrt(2)*MAE",
    "ln(BS) <= 0": "log(BS) <= 0",
    "log2(BS/(1 - E(s))) <= 0": "log(BS/(1 - E(s)))/log(2) <= 0",
    "0,5 <= BS": "0.5 <= BS",
    "E(abs(s - s_2), s_2) <= 1": "E(abs(s - s2), s2) <= 1",
    "AUC >= max(BS, 0.5) - 50%": "AUC >= max(BS, 0.5) - 50/100",
    r"$BS \le MAE$": "BS <= MAE",
    r"\(\pi_{0} BS_1^{2} \neq \sqrt{MAE}\)": "pi0*BS1**2 != sqrt(MAE)",
    r"\frac12 \mathrm{BS} \cdot \frac{RL + CL}{2} \geq 0": "(1/2)*BS * ((RL + CL)/(2)) >= 0",
    "BS ≥ 0 given calibrated": "BS >= 0 given calibrated",
    "BS <=> MAE": "BS == MAE",
    "BS is at most MAE.": "BS <= MAE",
    "(BS <= MAE": "BS <= MAE",
    "(BS <= MAE)": "BS <= MAE",
    "BS) <= MAE": "BS <= MAE",
    "AUC + 1)/2 <= MAE": "(AUC + 1)/2 <= MAE",
    "loss(score_driven <= MAE": "loss(score_driven) <= MAE",
    "E(indicator(s <= 1/2) <= 1": "E(indicator(s <= 1/2)) <= 1",
    "2*(BS + max(RL, MAE >= 0 given calibrated": "2*(BS + max(RL, MAE)) >= 0 given calibrated",
    "min(BS MAE) <= 1": "min(BS, MAE) <= 1",
    "RL <= max(BS 1/2 MAE)": "RL <= max(BS, 1/2, MAE)",
    "BS <= MAE given not (pi0 = 1/2)": "BS <= MAE given pi0 != 1/2",
    "BS <= MAE given not pi0 < 1/2": "BS <= MAE given pi0 >= 1/2",
    "loss(optimal; cost=beta(2, 2)) <= BS": "loss(optimal, cost=beta(2, 2)) <= BS",
    "loss(probabilistic) <= 1": "loss(score_driven) <= 1",
    "loss(rate_fixed) >= 0": "loss(rate_fixed(r)) >= 0",
    "loss(score_fixed, 1/2, beta(2, 2)) <= 1": "loss(score_fixed(1/2), cost=beta(2, 2)) <= 1",
    "L(rate_driven) <= 1": "loss(rate_driven) <= 1",
    "if no ties then BS <= MAE": "BS <= MAE given no_ties",
    "calibrated ⇒ BS = RL": "BS == RL given calibrated",
    "P0(s <= t) >= 0": "E0(indicator(s <= t)) >= 0",
    "for all t: error(t) <= 1": "error(t) <= 1",
    "BS <= MAE for all calibrated": "BS <= MAE given calibrated",
    "BS <= MAE for calibrated scores": "BS <= MAE given calibrated",
    "BS <= MAE given evenly spaced scores, pi0 = 1/2": "BS <= MAE given evenly_spaced, pi0 == 1/2",
    "E(abs(s - s2), s2) <= 2 MAE, calibrated, no ties": "E(abs(s - s2), s2) <= 2*MAE given calibrated, no_ties",
    "RL <= BS if the scores are calibrated": "RL <= BS given calibrated",
    "AUC == P(s_1 > s_0)": "AUC == E1(F0(s))",
    "AUC == P(s0 < s1)": "AUC == E1(F0(s))",
    "score-driven == BS": "loss(score_driven) == BS",
    "rate uniform >= loss(optimal) + BS": "loss(rate_uniform) >= loss(optimal) + BS",
    "BS <= k MAE": "BS <= k*MAE",
    "log loss >= Brier score": "LL >= BS",
    "2 cross-entropy >= ROC AUC": "2*LL >= AUC",
    "KS statistic <= 1": "KS <= 1",
    "H-measure <= 1": "H <= 1",
    "misclassification rate <= 1": "error(t) <= 1",
    "1 - FPR(1/4) <= False Positive Rate(q)": "1 - (1 - specificity(1/4)) <= (1 - specificity(q))",
}
SEVERAL = {
    "BS ≥ MAE and RL <= BS": "two statements, BS >= MAE and RL <= BS",
    "BS >= MAE or RL <= BS": "two statements, BS >= MAE and RL <= BS",
    "MAE <= BS || BS <= 1": "two statements, MAE <= BS and BS <= 1",
    "2 BS <= MAE; RL <= BS;": "two statements, 2*BS <= MAE and RL <= BS",
    "0 ≤ RL ≤ BS ≤ 1": "three statements, 0 <= RL, RL <= BS and BS <= 1",
    "BS = 0 iff MAE = 0": "two statements, BS == 0 given MAE == 0 and MAE == 0 given BS == 0",
    "BS = 0 if and only if MAE = 0": "two statements, BS == 0 given MAE == 0 and MAE == 0 given BS == 0",
    "BS <= MAE and RL <= BS given calibrated": (
        "two statements, BS <= MAE given calibrated and RL <= BS given calibrated"
    ),
}
UNKNOWN = {
    "brier_score <= MAE": "BS",
    "log_loss >= BS": "LL",
    "recall(t) <= 1": "sensitivity",
    "logloss >= BS": "LL",
    "LogLoss >= BS": "LL",
    "MSE == BS": "BS",
    "RMSE <= 1": r"sqrt\(BS\)\?$",
    "TPR(1/2) <= 1": r"sensitivity\(t\)",
    "FPR <= 1": r"1 - specificity\(t\)\?$",
    "BrierScore <= 1": "BS",
    "Gini <= 1": "GINI",
    "bs <= MAE": "BS",
    "mean(s) <= 1": "E",
    "E(S) <= 1": r"s\?",
    "E(s_2) <= 1": r"s2, the score of a second example, in a mean over pairs such as E\(abs\(s - s2\), s2\)\?$",
    "k_1*BS <= k_1": r"k1\?$",
    "E(score) <= 1": r"s, the score of an example\?$",
}


@pytest.mark.parametrize("text", MEANT)
def test_the_sentence_that_was_meant_is_offered(text):
    with pytest.raises(StatementError) as error:
        parse_statement(text)
    assert str(error.value).startswith("column ")
    assert str(error.value).endswith(f"; did you mean {MEANT[text]}?")
    parse_statement(MEANT[text])


@pytest.mark.parametrize("text", SEVERAL)
def test_several_statements_are_told_apart(text):
    with pytest.raises(StatementError) as error:
        parse_statement(text)
    assert str(error.value).startswith("column ")
    assert str(error.value).endswith(f"; did you mean {SEVERAL[text]}, each for itself?")


@pytest.mark.parametrize(
    ("text", "fails", "always"),
    [
        ("not BS <= MAE", "BS <= MAE", "BS > MAE"),
        ("!(BS = MAE, no ties)", "BS == MAE given no_ties", "BS != MAE given no_ties"),
    ],
)
def test_a_statement_that_is_denied(text, fails, always):
    with pytest.raises(StatementError, match="a statement is not denied") as error:
        parse_statement(text)
    assert str(error.value).endswith(f"{fails} is refuted where it fails once, and {always} says that it always fails")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("CL = 0 iff calibrated", "; did you mean CL == 0 given calibrated? The converse is no statement"),
        (
            "CL <= BS given not calibrated",
            "; an assumption is not denied; CL <= BS is about all samples, with what is assumed and without",
        ),
    ],
)
def test_an_equivalence_and_an_assumption_that_is_denied(text, said):
    with pytest.raises(StatementError, match="cannot stand here") as error:
        parse_statement(text)
    assert str(error.value).endswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ECE <= 1", "ECE depends on how scores are binned"),
        ("Expected calibration error <= 1", "ECE depends on how scores are binned"),
        ("MCC <= 1", "MCC is a figure at a threshold that workbench check knows"),
    ],
)
def test_what_the_language_has_nothing_for(text, said):
    with pytest.raises(StatementError, match=said) as error:
        parse_statement(text)
    assert str(error.value).count(said) == 1


@pytest.mark.parametrize(
    "text", ["AUC >= P(s1 > s0 + 1/10)", "loss(optimal) <= loss(score_driven) for all costs", "BS <= MAE for all laws"]
)
def test_what_would_say_something_else_is_not_offered(text):
    with pytest.raises(StatementError) as error:
        parse_statement(text)
    assert "did you mean" not in str(error.value)


def test_a_condition_is_no_method():
    with pytest.raises(StatementError, match=r"did you mean score\(c\*\*2\), which sets thresholds, or rate\(c\*\*2\)"):
        parse_method("c^2")


def test_for_all_levels_is_not_dropped_from_an_assumption():
    with pytest.raises(StatementError, match=r"cannot stand here$"):
        parse_statement("BS <= MAE given calibrated for all t")


@pytest.mark.parametrize("text", UNKNOWN)
def test_names_from_elsewhere_are_known(text):
    with pytest.raises(StatementError, match=f"did you mean {UNKNOWN[text]}"):
        parse_statement(text)


@pytest.mark.parametrize(
    ("parse", "text", "meant"),
    [
        (parse_expression, "2 AUC − 1", "2*AUC - 1"),
        (parse_method, "rate-driven", "rate_driven"),
        (parse_cost, "density(6c*(1 - c))", "density(6*c*(1 - c))"),
    ],
)
def test_expressions_methods_and_costs_too(parse, text, meant):
    with pytest.raises(StatementError, match="did you mean") as error:
        parse(text)
    assert str(error.value).endswith(f"did you mean {meant}?")


def test_another_relation_is_no_chain():
    with pytest.raises(StatementError) as error:
        parse_statement("BS <> MAE")
    assert str(error.value) == "column 5: '>' cannot stand here; did you mean BS != MAE?"


def test_a_chain_is_two_statements():
    with pytest.raises(StatementError, match="column 12: '<=' cannot stand here; a statement has one relation; did"):
        parse_statement("1/2 <= AUC <= 1")


@pytest.mark.parametrize(
    ("parse", "text", "says"),
    [
        (parse_statement, "BS * < MAE", "column 6: '<' cannot stand here"),
        (parse_statement, "BS(s) <= 1", "column 1: BS is a metric, one number of the sample, and takes no argument"),
        (parse_expression, "BS <= MAE", "column 4: '<=' cannot stand here; an expression has no relation"),
        (parse_expression, "BS = MAE", "column 4: '=' cannot stand here; an expression has no relation"),
        (
            parse_statement,
            "BS <= ∞",
            "column 7: the character '∞' (U+221E) is not part of the language; infinity is no",
        ),
        (parse_statement, "<= BS", "column 1: '<=' cannot stand here; a statement has an expression on each side"),
        (
            parse_statement,
            "2*(BS * <= MAE",
            "column 9: '<=' cannot stand here; the parenthesis of column 3 is not closed",
        ),
        (parse_statement, "BS <= )*2", "column 7: ')' cannot stand here; the parenthesis of column 7 closes none"),
        (parse_statement, "score-driven", "column 13: the text ends too early; a statement has a relation, and score_"),
        (parse_method, "sd", "column 1: unknown threshold choice method sd; methods are optimal, rate_driven, "),
    ],
)
def test_what_cannot_be_mended_says_what_is_wrong(parse, text, says):
    with pytest.raises(StatementError) as error:
        parse(text)
    assert str(error.value).startswith(says)
    assert "did you mean" not in str(error.value)


@given(st.text("BSMAE01 2^=<>≤|{}[]();,-*/π₀½$\\", max_size=30))
def test_what_is_offered_is_a_sentence(text):
    better = mended(text, parse_statement)
    if better is not None:
        assert parse_statement(better) is not None


@pytest.mark.parametrize("text", MEANT.values())
def test_a_sentence_is_left_as_it_is(text):
    assert mended(text, parse_statement) is None
