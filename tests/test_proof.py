"""The checker is tested with false claims: every step perturbed, every hypothesis dropped, rules that lie."""

from dataclasses import replace

import pytest
from sympy import Expr, Rational, Symbol

from workbench.symbolic import evidence, rules
from workbench.symbolic.library import theorems
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    SKEW,
    UNIFORM,
    Balanced,
    Below,
    ConditionMean,
    ExpectedLoss,
    RateMethod,
    ScoreMethod,
    c,
    metric,
    pi0,
    pi1,
    s,
    tau,
    u,
)
from workbench.symbolic.proof import Step, Theorem, check, cite
from workbench.symbolic.rules import INVERTIBLE_RATE, UNIFORM_COST, UNIT_SCORES, Hypothesis, Rule, algebra

ALL = theorems()
TINY = Rational(1, 10**20)
STEPS = [(name, i) for name, theorem in ALL.items() for i in range(len(theorem.proof))]


def with_step(theorem: Theorem, i: int, **changes: object) -> Theorem:
    steps = list(theorem.proof)
    steps[i] = replace(steps[i], **changes)
    return replace(theorem, proof=tuple(steps))


def refused(theorem: Theorem) -> bool:
    return not check(theorem).holds


def test_the_theorems_of_the_main_paper_are_there() -> None:
    paper = {f"Theorem {k}" for k in (2, 4, 6, 8, 10)} | {f"Corollary {k}" for k in (3, 5, 7, 9, 11)}
    reductions = {
        "Reduction to a scoring rule",
        "Reduction to a rank statistic",
        "Reduction at calibrated scores",
    }
    lemma = {"Lemma 1, skew", "Lemma 1, loss"}
    assert paper | reductions | lemma | {"Optimal is refinement loss"} <= set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_every_theorem_holds(name: str) -> None:
    found = check(ALL[name])
    assert found.holds, found.objections
    assert found.tried > 5


@pytest.mark.parametrize(("name", "i"), STEPS)
def test_a_step_that_lies_is_refused(name: str, i: int) -> None:
    theorem = ALL[name]
    line = theorem.proof[i].gives
    for lie in (line + TINY, 2 * line, line + pi0, -line):
        assert refused(with_step(theorem, i, gives=lie)), lie


@pytest.mark.parametrize(("name", "i"), STEPS)
def test_a_step_by_another_rule_is_refused(name: str, i: int) -> None:
    theorem = ALL[name]
    step = theorem.proof[i]
    for other in (algebra, rules.rate_is_weighted, rules.uniform_condition, rules.definition("GINI")):
        if other != step.by:
            assert refused(with_step(theorem, i, by=other)), other


@pytest.mark.parametrize(("name", "hypothesis"), [(n, h) for n, t in ALL.items() for h in t.given])
def test_a_hypothesis_dropped_is_refused(name: str, hypothesis: Hypothesis) -> None:
    theorem = ALL[name]
    assert refused(replace(theorem, given=theorem.given - {hypothesis}))


@pytest.mark.parametrize("name", ALL)
def test_a_hypothesis_that_is_never_used_is_refused(name: str) -> None:
    theorem = ALL[name]
    idle = {rules.EQUAL_CLASSES, INVERTIBLE_RATE, UNIFORM_COST, UNIT_SCORES} - theorem.given
    assert refused(replace(theorem, given=theorem.given | {sorted(idle, key=str)[0]}))


@pytest.mark.parametrize("name", ALL)
def test_another_conclusion_is_refused(name: str) -> None:
    theorem = ALL[name]
    assert refused(replace(theorem, right=theorem.right + TINY))
    assert refused(replace(theorem, proof=theorem.proof[:-1]))
    assert refused(replace(theorem, proof=()))


def lying(line: Expr) -> Expr:
    return line + TINY


def test_a_rule_that_is_not_in_the_book_is_refused() -> None:
    made_up = Rule("made_up", "1 = 1 + 1e-20", frozenset(), lying)
    theorem = Theorem("false", "", metric("BS"), metric("BS") + TINY, (Step("so it is", made_up, metric("BS") + TINY),))
    assert check(theorem).objections[0].endswith("made_up is no rule of this workbench")


def test_a_rule_under_a_false_name_is_made_anew() -> None:
    disguised = replace(rules.algebra, rewrite=lambda line: line * 0)
    theorem = Theorem("false", "", metric("BS"), metric("AUC"), (Step("so it is", disguised, metric("AUC")),))
    assert refused(theorem)


def test_a_rule_of_the_book_that_lies_by_very_little_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    slightly = Rule("slightly", "", frozenset(), lambda line: line.subs(metric("BS"), metric("MAE") + TINY))
    monkeypatch.setitem(rules.CATALOGUE, "slightly", slightly)
    theorem = Theorem("false", "", metric("BS"), metric("MAE") + TINY, (Step("", slightly, metric("MAE") + TINY),))
    objections = check(theorem).objections
    assert objections
    assert all("is not" in objection for objection in objections)


def test_a_citation_of_a_false_theorem_is_refused() -> None:
    false = Theorem("false", "", metric("BS"), metric("MAE"), (Step("", algebra, metric("MAE")),))
    leaning = Theorem("leaning", "", metric("BS"), metric("MAE"), (Step("", cite(false), metric("MAE")),))
    assert "does not hold" in check(leaning).objections[0]


def test_a_citation_needs_the_hypotheses_of_the_theorem() -> None:
    ten = ALL["Theorem 10"]
    leaning = Theorem("leaning", "", ten.left, ten.right, (Step("", cite(ten), ten.right),), given=ten.given)
    assert check(leaning).holds
    for hypothesis in ten.given:
        assert refused(replace(leaning, given=ten.given - {hypothesis}))


def test_a_theorem_for_uniform_costs_is_not_applied_to_others() -> None:
    from sympy import Integer

    from workbench.symbolic.notation import BetaDensity

    skewed = ExpectedLoss(RateMethod(c), BetaDensity(Integer(2), Integer(1)))
    ten = ALL["Theorem 10"]
    assert refused(Theorem("false", "", skewed, ten.right, (Step("", cite(ten), ten.right),), given=ten.given))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (ExpectedLoss(RateMethod(u)), pi0 * pi1 * (1 - 2 * metric("AUC")) + Rational(1, 3)),
        (ExpectedLoss(RateMethod(c)), pi0 * pi1 * (1 - 2 * metric("AUC")) + Rational(1, 2)),
        (ExpectedLoss(ScoreMethod(u)), metric("BS")),
        (ExpectedLoss(ScoreMethod(tau(c, u))), metric("MAE")),
        (metric("RL"), metric("RLH")),
        (metric("GINI"), metric("AUC")),
        (E0(s) + E1(1 - s), metric("MAE")),
    ],
)
def test_numbers_alone_refute(left: Expr, right: Expr) -> None:
    trial = evidence.compare(left, right, {UNIFORM_COST, UNIT_SCORES, INVERTIBLE_RATE})
    assert trial.tried
    assert trial.failures


def test_numbers_tell_equality_from_a_tiny_difference() -> None:
    loss, given = ExpectedLoss(ScoreMethod(c), ANY), {UNIFORM_COST, UNIT_SCORES}
    assert not evidence.compare(loss, metric("BS"), given).failures
    failures = evidence.compare(loss, metric("BS") + TINY, given).failures
    assert any("Model" in f or "Beta" in f for f in failures)
    assert any("Sample" in f for f in failures)


def test_an_unknown_place_is_not_taken_to_lie_in_the_unit_interval() -> None:
    x = Symbol("x", real=True)
    event = ConditionMean(UNIFORM, Below(c, x))
    assert refused(Theorem("false", "", event, x, (Step("", rules.moments, x),)))


def test_a_method_that_depends_on_the_sample_is_not_balanced() -> None:
    loss = ExpectedLoss(ScoreMethod(pi0), UNIFORM, SKEW)
    balanced = Balanced(ExpectedLoss(ScoreMethod(pi0), UNIFORM))
    step = Step("", rules.skews_balance_classes, balanced)
    assert "depends on the sample" in check(Theorem("false", "", loss, balanced, (step,))).objections[0]


def test_means_inside_means_are_not_confused() -> None:
    nested = ConditionMean(UNIFORM, c * E0(s) * E1(s))
    step = Step("", rules.swap_means, E0(E1(nested)))
    assert refused(Theorem("false", "", nested, E0(E1(nested)), (step,)))
