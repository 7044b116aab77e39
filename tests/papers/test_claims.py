"""The testers tested: what is wrong must turn out wrong, whatever the checks are made of."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from workbench.language import statements
from workbench.losses import exact
from workbench.papers import claims as claims_module
from workbench.papers import empirical, general_claims
from workbench.papers.claims import (
    DISAGREEMENT,
    Claim,
    Computed,
    Data,
    Finding,
    NotCheckable,
    Paper,
    Possible,
    Rounded,
    SameFigure,
    Value,
)
from workbench.papers.general_claims import Formula, Statement
from workbench.papers.selection import papers, select
from workbench.papers.verification import verify
from workbench.samples.sample import Sample
from workbench.symbolic import rules
from workbench.symbolic.loss import skew
from workbench.symbolic.notation import Qc, Qz, c, pi0, pi1, t
from workbench.symbolic.rules import EQUAL_CLASSES
from workbench.witnesses import numeric_trials

TINY = Data.of("tiny", "0 1 0 1", "0.1 0.3 0.6 0.9")


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("loss(score_uniform) == MAE", "loss(score_uniform) == BS"),
        ("loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/3", "loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/2"),
        (
            "loss(rate_uniform) == loss(rate_driven) + 1/6",
            "loss(rate_uniform) == loss(rate_driven) + 0.1666667",
        ),
        ("E(R(s)) == 1/2", "E(R(s)) != 1/2"),
        ("1 - error(t) == 1 - error(t)", "error(t) == pi0*E0(indicator(s >= t)) + pi1*E1(indicator(s < t))"),
        (
            "loss(rate_uniform, rates=step) == loss(rate_uniform) + (1/2 - pi0)/n given no_ties",
            "loss(rate_uniform, rates=step) == loss(rate_uniform) + (1/2 - pi0)/n",
        ),
    ],
)
def test_a_changed_statement_turns(true, false):
    assert Statement(true).run().verdict == "holds"
    found = Statement(false).run()
    assert found.verdict == "fails"
    assert found.numeric["witness"]["left"] is not None


def test_a_flipped_inequality_is_refuted():
    assert Statement("BS <= MAE").run().verdict == "holds"
    assert Statement("BS >= MAE").run().verdict == "fails"
    assert Statement("BS < MAE").run().verdict == "fails"


@pytest.mark.parametrize("name", ["Theorem 4", "Theorem 66", "Corollary 7", "Reduction to a scoring rule"])
def test_a_wrong_theorem_proves_nothing(name):
    found = Statement("loss(score_driven) == BS", theorem=name).run()
    assert (found.verdict, found.symbolic) == ("undecided", None)


def test_a_formula_needs_its_hypothesis_and_its_theorem():
    equal = frozenset({EQUAL_CLASSES})
    assert Formula(skew(c), c, theorem="Lemma 1, skew", given=equal).run().verdict == "holds"
    assert Formula(skew(c), c, theorem="Lemma 1, skew").run().verdict == "fails"
    assert Formula(Qc(t, c), Qz(t, c), theorem="Lemma 1, skew", given=equal).run().verdict == "undecided"


def test_the_engines_must_agree_on_a_value(monkeypatch):
    truth = exact.value
    monkeypatch.setattr(claims_module.exact, "value", lambda *a: truth(*a) + Fraction(1, 10**40))
    found = Value("BS", TINY, "0.238").run()
    assert (found.verdict, found.note) == ("undecided", DISAGREEMENT)
    found = Statement("BS == BS", data=TINY).run()
    assert (found.verdict, found.note) == ("undecided", DISAGREEMENT)


def test_proved_and_refuted_is_undecided(monkeypatch):
    refuted = numeric_trials.Trial(1, 0, {"scores": ["0"]})
    monkeypatch.setattr(general_claims.numeric_trials, "try_out", lambda _: refuted)
    found = Statement("loss(score_driven) == BS", theorem="Theorem 6").run()
    assert found.verdict == "undecided"
    assert DISAGREEMENT in found.note


@pytest.mark.parametrize("text", ["a*MAE >= 0", "a >= 0", "a <= 1", "a*t >= 0", "n - a >= 0"])
def test_a_parameter_may_be_any_number(text):
    found = Statement(text).run()
    assert found.verdict == "fails"
    assert found.numeric["witness"]["parameters"]


@pytest.mark.parametrize("text", ["t*MAE >= 0", "r*q <= r"])
def test_thresholds_rates_and_proportions_lie_in_the_unit_interval(text):
    assert Statement(text).run().verdict == "holds"


def test_parameters_meet_the_ends_and_what_is_beyond():
    seen = [numeric_trials._settings(["a", "q"], random.Random(k)) for k in range(300)]
    drawn = {name: {setting[name] for settings in seen for setting in settings} for name in "aq"}
    assert {0, 1} < drawn["q"]
    assert {0, 1} < drawn["a"]
    assert min(drawn["q"]) == 0
    assert max(drawn["q"]) == 1
    assert min(drawn["a"]) < 0
    assert max(drawn["a"]) > 1


def test_what_has_no_value_somewhere_is_not_proved():
    loss = "loss(score_driven, cost=point(a))"
    for text in ("a/(a + b) == (1 + b/a)**(-1)", f"{loss} == {loss}"):
        found = Statement(text).run()
        assert found.verdict == "undecided"
        assert "not seen to have a value" in found.note


def test_the_steps_of_a_proof_are_told():
    found = Statement("loss(rate_uniform, rates=step) == loss(rate_uniform) + (1/2 - pi0)/n given no_ties").run()
    assert "passing an example moves the rates on a straight line" in found.symbolic["steps"]
    assert "no two scores are equal" in found.symbolic["given"]
    found = Statement("loss(optimal) <= loss(score_driven)").run()
    assert any("optimal thresholds lose least" in step for step in found.symbolic["steps"])
    found = Statement("pi0 == pi1 given pi0 == 1/2").run()
    assert (found.verdict, found.symbolic["given"]) == ("holds", ["class 0 has the proportion 1/2"])


def test_a_formula_states_what_its_rules_need():
    equal = frozenset({EQUAL_CLASSES})
    by = (rules.equal_class_proportions,)
    assert Formula(pi0, pi1, by=by, given=equal).run().verdict == "holds"
    unstated = Formula(pi0, pi1, by=by, tried="1 == 1").run()
    assert (unstated.verdict, unstated.note) == ("undecided", "the rules need EQUAL_CLASSES, which is not given")
    idle = Formula(pi0, pi0, by=(rules.algebra,), given=equal).run()
    assert (idle.verdict, idle.note) == ("undecided", "no rule needs EQUAL_CLASSES")


def test_what_is_only_tried_says_so(verified):
    assert Computed(lambda: Finding("holds", numeric={"samples": 3})).run().note == "tried on 3 samples; not proved"
    assert Computed(lambda: Finding("holds", note="so")).run().note == "tried out; not proved; so"
    assert not Computed(lambda: Finding("holds", {"proof": "p"}, {"samples": 3})).run().note
    assert not Computed(lambda: Finding("fails", numeric={"samples": 3})).run().note
    computed = [claim.id for paper in papers() for claim in paper.claims if isinstance(claim.check, Computed)][::4]
    results = [x for x in verify(computed, cache=verified).results if x.claim.id in computed]
    assert len(results) == len(computed) > 0
    assert not any(result.broke_off for result in results)
    for found in (result.finding for result in results):
        assert found.verdict != "holds" or found.symbolic or "data" in found.numeric or "not proved" in found.note


def test_nothing_tried_is_nothing_shown(monkeypatch):
    monkeypatch.setattr(general_claims.numeric_trials, "try_out", lambda _: numeric_trials.Trial())
    assert Statement("loss(score_driven) == BS", theorem="Theorem 6").run().verdict == "undecided"


def test_two_figures_and_a_witness():
    assert SameFigure("0.33", "0.328").run().verdict == "consistent"
    assert SameFigure("0.33", "0.336").run().verdict == "inconsistent"
    assert SameFigure("0.33", "0.335").run().verdict == "consistent"
    assert SameFigure("0.2", "0.3").run().verdict == "consistent"  # 0.25, rounded two ways
    assert SameFigure("0.1", "0.2").run().verdict == "inconsistent"  # 0.15 is 0.2 either way
    assert Possible((("AUC", "0.75"), ("BS", "0.218")), TINY).run().verdict == "consistent"
    assert Possible((("AUC", "0.75"), ("BS", "0.219")), TINY).run().verdict == "undecided"


@pytest.mark.parametrize(
    ("text", "value", "allowed"),
    [
        ("0.563", "0.5625", True),
        ("0.562", "0.5625", True),
        ("0.231", "0.2315", False),
        ("0.232", "0.2315", True),
        ("0.24", "0.2449999", True),
        ("0.24", "0.2450001", False),
        ("1", "1.5", False),
    ],
)
def test_rounding(text, value, allowed):
    assert Rounded(text).allows(Fraction(value)) is allowed


def test_unknown_words_are_refused():
    with pytest.raises(ValueError, match="'hold'; did you mean holds"):
        Claim("000.x", "", "", "text", NotCheckable(""), expected="hold")
    with pytest.raises(ValueError, match="unknown kind 'lemma'"):
        Claim("000.x", "", "", "lemma", NotCheckable(""))
    with pytest.raises(ValueError, match="unknown verdict 'true'"):
        Finding("true")
    with pytest.raises(ValueError, match="unknown verdict 'maybe'"):
        Computed(lambda: Finding("maybe")).run()


def test_a_paper_owns_its_claims():
    claim = Claim("000.x", "", "", "text", NotCheckable("no figure"))
    with pytest.raises(ValueError, match=r"two claims are called 000\.x"):
        Paper("000", "", "", 2011, (claim, claim))
    with pytest.raises(ValueError, match="no id of a claim of the paper 001"):
        Paper("001", "", "", 2011, (claim,))


def test_names_select_claims():
    ids = [claim.id for _, claim in select(["000.tab.2-3", "004.D5,eq13", "004.T8"])]
    assert ids[:6] == [f"000.tab.{k}.{name}" for k in (2, 3) for name in ("AUC", "AUCH", "BS")]
    assert ids[6:] == [
        "004.D5",
        "004.eq13",
        "004.T8",
        "004.T8.proof",
        "004.T8.header",
        "004.T8.header.corrected",
    ]
    assert select(["000", "000.bs"]) == select(["000"])
    for paper in papers():
        assert select([paper.title]) == select([paper.key])
    assert select(["Brier Curves"]) == select(["000"])
    assert len(select()) == sum(len(paper.claims) for paper in papers())
    with pytest.raises(ValueError, match=r"called 000\.tap; did you mean 000\.tab"):
        select(["000.tap"])


EXPRESSIONS = """AUC AUCH GINI BS MBS MAE MMAE RL CL RLH H KS MER error(1/2) macro_error(3/8) h_measure(3,1)
loss(score_fixed(1/2)) loss(score_uniform(1/4,3/4)) loss(score_driven,cost=beta(2,2)) loss(rate_fixed(1/3))
loss(rate_uniform,cost=beta(2,1)) loss(rate_driven,condition=skew) loss(optimal,condition=skew)
loss(mix(1/3,optimal,score(1-c))) loss(optimal,cost=point(1/3)) E0(F1(s)**2) E(R(s)*s)
E1(indicator(s<=1/2))"""


@pytest.mark.parametrize("text", EXPRESSIONS.split())
def test_the_second_engine_agrees_with_the_first(text):
    rng = random.Random(text)
    node = statements.parse_expression(text)
    for _ in range(12):
        classes = [0, 1, *(rng.randint(0, 1) for _ in range(rng.randint(0, 6)))]
        scores = [Fraction(rng.randint(0, 8), 8) for _ in classes]
        value = empirical.value(node, classes, scores)
        assert Fraction(int(value.p), int(value.q)) == exact.value(Sample.of(classes, scores), node)


@pytest.mark.parametrize("text", ["calibrated", "evenly_spaced", "no_ties", "pi0 == 1/2", "auc >= 1/2"])
def test_samples_meet_the_assumption(text):
    parsed = statements.parse_statement(f"BS == BS given {text}")
    found = numeric_trials._samples(parsed.given)
    assert len(found) > 20
    other = {
        "calibrated": "CL == 0",
        "evenly_spaced": "E(s) == 1/2",
        "no_ties": "RL == 0",
        "pi0 == 1/2": "pi0 == 1/2",
        "auc >= 1/2": "AUC >= 1/2",
    }[text]
    assert numeric_trials.try_out(statements.parse_statement(f"{other} given {text}")).witness is None
    assert numeric_trials.try_out(statements.parse_statement(other)).witness is not None
