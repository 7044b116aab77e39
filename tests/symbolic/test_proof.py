"""The checker is tested with false claims: every step perturbed, every hypothesis dropped, rules that lie.

A theorem is checked by the document that is written of it, so documents are attacked too: lines, uses, hypotheses.
"""

from dataclasses import replace
from typing import Any

import pytest
from sympy import Expr, Rational, Symbol

from workbench.deciding import evidence
from workbench.deciding.accepting import accepted_equality, check, document_of, objection
from workbench.symbolic import rules
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
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.rules import (
    INVERTIBLE_RATE,
    UNIFORM_COST,
    UNIT_SCORES,
    Hypothesis,
    Rule,
    algebra,
    balance_classes,
)

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


LIES = (lambda line: 2 * line, lambda line: line + pi0, lambda line: -line)


@pytest.mark.parametrize(("name", "i"), STEPS)
def test_a_step_that_lies_is_refused(name: str, i: int) -> None:
    """By very little, and by much: in one of three ways, in turn."""
    theorem = ALL[name]
    line = theorem.proof[i].gives
    for lie in (line + TINY, LIES[STEPS.index((name, i)) % len(LIES)](line)):
        assert refused(with_step(theorem, i, gives=lie)), lie


@pytest.mark.slow
@pytest.mark.parametrize(("name", "i"), STEPS)
def test_a_step_that_lies_by_much_in_any_way_is_refused(name: str, i: int) -> None:
    theorem = ALL[name]
    for lie in LIES:
        assert refused(with_step(theorem, i, gives=lie(theorem.proof[i].gives))), lie


def lines_of(document: dict[str, Any]) -> list[str]:
    return [step["line"] for step in document["steps"]]


@pytest.mark.parametrize("name", ALL)
def test_a_step_by_another_rule_is_refused_or_its_rule_does_not_matter(name: str) -> None:
    theorem = ALL[name]
    statement, lines = document_of(theorem)["statement"], lines_of(document_of(theorem))
    for i, step in enumerate(theorem.proof):
        for other in (algebra, rules.rate_is_weighted, rules.uniform_condition, rules.definition("GINI")):
            named_otherwise = with_step(theorem, i, by=other)
            document = accepted_equality(named_otherwise) if other != step.by else None
            if document is not None:  # the same lines, which follow without that rule
                assert document["statement"] == statement
                assert document["ends"] == lines[-1]
                assert set(lines_of(document)) <= {*lines, *map(plain, (x.gives for x in theorem.proof))}


def test_most_steps_are_refused_by_another_rule() -> None:
    alone = [name for name, theorem in ALL.items() if theorem.proof[-1].by not in (algebra, balance_classes)]
    refused_ones = [name for name in alone if refused(with_step(ALL[name], len(ALL[name].proof) - 1, by=algebra))]
    assert len(alone) > 30
    assert refused_ones == alone


# --- documents that lie -------------------------------------------------------------------------------------


def said(document: dict[str, Any], statement: str, given: list[str]) -> dict[str, Any]:
    text = statement + f" given {', '.join(given)}" * bool(given)
    return document | {"statement": text, "given": given}


def with_line(document: dict[str, Any], i: int, **changes: object) -> dict[str, Any]:
    steps = [{**step, **changes} if k == i else step for k, step in enumerate(document["steps"])]
    return document | {"steps": steps, "ends": steps[-1]["line"]}


@pytest.mark.parametrize("name", ALL)
def test_a_document_of_another_statement_is_refused(name: str) -> None:
    document = document_of(ALL[name])
    assert objection(document) is None
    equation = document["statement"].split(" given ")[0]
    left, right = equation.split(" == ")
    for lie in (f"{left} == {right} + 1/10**20", f"{left} == 2*({right}) + 1", f"{left} + pi0 == {right}"):
        assert objection(said(document, lie, document["given"])), lie
    assert objection(document | {"steps": document["steps"][:-1]})
    assert objection(document | {"steps": []})
    assert objection(document | {"format": 2})
    assert objection(document | {"kind": "hearsay"})


@pytest.mark.parametrize("name", ALL)
def test_a_line_of_a_document_that_lies_is_refused(name: str) -> None:
    document = document_of(ALL[name])
    for i, line in enumerate(lines_of(document)):
        for lie in (f"{line} + 1/10**20", f"2*({line}) + 1", f"{line} - pi0"):
            assert objection(with_line(document, i, line=lie)), lie


@pytest.mark.parametrize("name", ALL)
def test_an_assumption_of_a_document_is_needed(name: str) -> None:
    document = document_of(ALL[name])
    equation = document["statement"].split(" given ")[0]
    for word in document["given"]:
        rest = [x for x in document["given"] if x != word]
        assert objection(document | {"given": rest}), word
        if "<" not in word and ">" not in word:
            assert objection(said(document, equation, rest)), word


def test_a_document_without_what_its_steps_rest_on_is_refused() -> None:
    needed = free = 0
    for theorem in ALL.values():
        document = document_of(theorem)
        assert objection(document | {"theorems": []}) or not any(
            "theorem" in use for step in document["steps"] for use in step["by"]["uses"]
        )
        for i, step in enumerate(document["steps"]):
            if step["by"]["uses"]:
                bare = objection(with_line(document, i, by={"uses": []}))
                needed, free = needed + (bare is not None), free + (bare is None)
    assert needed > 120
    assert free < 10


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


# --- rules are tactics: one that lies is harmless ------------------------------------------------------------


def lying(line: Expr) -> Expr:
    return line + TINY


def test_a_rule_that_is_not_in_the_book_is_refused() -> None:
    made_up = Rule("made_up", "1 = 1 + 1e-20", frozenset(), lying)
    theorem = Theorem("false", "", metric("BS"), metric("BS") + TINY, (Step("so it is", made_up, metric("BS") + TINY),))
    assert check(theorem).objections[0].endswith("does not follow")


def test_a_step_that_is_refused_has_its_number_in_the_proof() -> None:
    theorem = ALL["Theorem 10"]  # its second step changes nothing that a document says
    wrong = replace(theorem.proof[2], gives=theorem.proof[2].gives + TINY)
    broken = replace(theorem, proof=(*theorem.proof[:2], wrong, *theorem.proof[3:]))
    assert check(broken).objections[0].startswith("step 3: ")


def test_a_rule_under_a_false_name_is_refused() -> None:
    for name in ("algebra", "moments", "hull_is_calibrated", "balance_classes"):
        disguised = replace(rules.CATALOGUE[name], rewrite=lambda line: line * 0)
        theorem = Theorem("false", "", metric("BS"), metric("AUC"), (Step("so it is", disguised, metric("AUC")),))
        assert check(theorem).objections[0].endswith("does not follow")


def test_a_rule_of_the_book_that_lies_by_very_little_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    slightly = Rule("slightly", "", frozenset(), lambda line: line.subs(metric("BS"), metric("MAE") + TINY))
    monkeypatch.setitem(rules.CATALOGUE, "slightly", slightly)
    theorem = Theorem("false", "", metric("BS"), metric("MAE") + TINY, (Step("", slightly, metric("MAE") + TINY),))
    assert check(theorem).objections[0].endswith("does not follow")


@pytest.mark.parametrize(
    "name", ["algebra", "moments", "hull_is_calibrated", "balance_classes", "class_against_itself"]
)
def test_nothing_false_is_accepted_when_a_rule_lies(name: str) -> None:
    honest = rules.CATALOGUE[name]
    for lie in (lying, lambda line: 2 * line, lambda line: line + pi0):
        liar = replace(honest, rewrite=lie)
        for left in (metric("BS"), metric("AUC"), ExpectedLoss(ScoreMethod(c))):
            after = liar.rewrite(left)
            assert accepted_equality(Theorem("false", "", left, after, (Step("", liar, after),))) is None


def test_a_citation_of_a_false_theorem_is_refused() -> None:
    false = Theorem("false", "", metric("BS"), metric("MAE"), (Step("", algebra, metric("MAE")),))
    leaning = Theorem("leaning", "", metric("BS"), metric("MAE"), (Step("", cite(false), metric("MAE")),))
    assert "theorems" in document_of(leaning)
    assert "does not follow" in check(leaning).objections[0]
    without_proof = replace(false, proof=())
    assert refused(Theorem("leaning", "", metric("BS"), metric("MAE"), (Step("", cite(without_proof), metric("MAE")),)))


def test_theorems_that_cite_each_other_are_refused() -> None:
    false = Theorem("false", "", metric("BS"), metric("MAE"), (Step("", algebra, metric("MAE")),))
    document = document_of(Theorem("one", "", metric("BS"), metric("MAE"), (Step("", cite(false), metric("MAE")),)))
    assert document["steps"][0]["by"]["uses"] == [{"theorem": "false"}]
    circle = {**document, "name": "false"}
    inner = {key: x for key, x in circle.items() if key != "theorems"}
    assert objection(circle)
    assert objection({**circle, "theorems": [inner]})
    assert objection({**circle, "theorems": [{**inner, "name": "other"}, inner]})


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
    assert refused(Theorem("false", "", loss, balanced, (step,)))


def test_means_inside_means_are_not_confused() -> None:
    nested = ConditionMean(UNIFORM, c * E0(s) * E1(s))
    for captured in (E0(E1(ConditionMean(UNIFORM, c * s * s))), E0(E1(nested / E1(s) * s)), E0(s * E1(s**2)) / 2):
        assert refused(Theorem("false", "", nested, captured, (Step("", rules.swap_means, captured),)))
    outside = E0(E1(nested))  # the mean of what does not move
    assert not refused(Theorem("true", "", nested, outside, (Step("", rules.swap_means, outside),)))
