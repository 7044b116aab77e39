"""What is said in other words before it is proved says the same, where laws, costs and weights move with the sample."""

import pytest

from workbench.deciding.accepting import rests_on
from workbench.deciding.decide import prove
from workbench.recheck import recheck

RARE = "max(0, 1 - abs(7*k - 1000003))"
"""A factor that is zero on nearly all samples of parameters, so that numbers alone find nothing wrong."""
LOSS = "loss(score_driven)"
ACCEPTED = " is proved, which says the same "
FALSE = (
    (f"loss(score_fixed({LOSS}), scores=s**2)", f"(1 - pi1*E1(indicator({LOSS} < s**2)))", ""),
    (f"loss(rate_fixed({LOSS}), scores=s**2)", f"loss(rate_fixed({LOSS}))", f" given {LOSS} <= 1"),
    (f"loss(mix({LOSS}, rate_driven, rate_uniform), scores=s**2)", f"loss(mix({LOSS}, rate_driven, rate_uniform))", ""),
    (f"loss(optimal, cost=beta(1 + t*{LOSS}, 1), scores=s**2)", f"loss(optimal, cost=beta(1 + t*{LOSS}, 1))", ""),
    ("loss(score(E(s*s2, s2)), scores=s**2)", "(pi0*E0(indicator(E(s)**2 < s**2)) + pi1)", ""),
)


@pytest.mark.parametrize(("left", "right", "given"), FALSE)
def test_a_law_or_a_cost_of_the_sample_is_that_of_the_other_scores(left, right, given):
    assert prove(f"{left}*{RARE} == {right}*{RARE}{given}", 2.0).verdict != "proved"


TRUE_BUT_NOT_OF_RANKS = (
    "loss(optimal, cost=point(BS), scores=sqrt(s/2)) > 0 given pi0 == 1/2, AUC == 0, BS <= 3/4",
    f"loss(rate_fixed({LOSS}), scores=sqrt(s/2)) < 1/2 given pi0 == 1/2, AUC == 1, BS >= 1/10",
)


@pytest.mark.parametrize("statement", TRUE_BUT_NOT_OF_RANKS)
def test_it_is_not_found_by_the_ranks_of_irrational_scores(statement):
    assert prove(statement, 2.0).verdict != "refuted"


def test_what_has_other_words_is_still_proved():
    """But it is undecided: that both say the same is in no document."""
    found = prove("loss(optimal, weight=1/c, scores=s**2) <= loss(score_driven, weight=1/c)")
    assert (found.verdict, found.document) == ("undecided", None)
    assert ACCEPTED in found.note


OF_OTHER_SCORES = (
    "loss(rate_driven, scores=pav(s)) == pi0*pi1*(1 - 2*AUCH) + 1/3",
    "loss(rate_driven, condition=skew, scores=pav(s)) == 7/12 - AUCH/2",
    "loss(score_driven, scores=pav(s)) == RLH",
    "loss(score_driven, scores=pav(s)**2) >= RLH",
    "loss(score_driven, cost=beta(2, 2), scores=pav(s)) == loss(optimal, cost=beta(2, 2))",
    "loss(optimal, scores=pav(s)) == RLH",
    "loss(optimal, cost=any, condition=skew, scores=pav(s)) == loss(optimal, cost=any, condition=skew)",
    "loss(optimal, scores=posterior(s)) == RL",
    "loss(score_driven, scores=posterior(s)) < BS + 1",
    "loss(score_driven, scores=(s + 1/3)/2) >= RLH",
    "loss(score_driven, scores=pav(s)) == BS given calibrated",
    "loss(rate_driven, rates=step, scores=s**2) == loss(rate_driven, rates=step)",
    "loss(mix(q, rate_driven, score_driven), scores=pav(s)) == q*(pi0*pi1*(1 - 2*AUCH) + 1/3) + (1 - q)*RLH",
    "1 > loss(rate_driven, scores=pav(s)) + loss(score_driven, scores=pav(s))",
)


@pytest.mark.parametrize("statement", OF_OTHER_SCORES)
def test_losses_on_other_scores_are_proved(statement):
    found = prove(statement)
    assert found.verdict == "proved"
    assert recheck(found.document) == statement
    assert found.note.startswith(("it says that ", "either side is "))
    assert found.to_json()["proof"]


@pytest.mark.parametrize(
    "statement",
    [
        "loss(rate_driven, scores=pav(s)) == pi0*pi1*(1 - 2*AUC) + 1/3",
        "loss(rate_driven, condition=skew, scores=pav(s)) == 7/12 - AUC/2",
        "loss(score_driven, scores=pav(s)) == BS",
        "loss(score_driven, scores=posterior(s)) == RLH",
        "loss(optimal, scores=posterior(s)) == RLH",
        "loss(rate_driven, scores=1 - s) == loss(rate_driven)",
        "loss(rate_driven, scores=min(s, 1/2)) == loss(rate_driven)",
        "loss(score_driven, scores=s**2) == loss(score_driven)",
    ],
)
def test_their_false_twins_are_refuted(statement):
    assert prove(statement).verdict == "refuted"


@pytest.mark.parametrize(
    "scores", ["s + loss(optimal)", f"s*{LOSS}", "s + E(s, s2)", f"s + loss({'optimal'}, scores=s)"]
)
def test_scores_made_of_figures_are_no_wrong_input(scores):
    assert prove(f"loss(optimal, scores={scores}) >= 0", 1.0).verdict in ("undecided", "proved")


def test_no_weight_at_all_does_not_excuse_scores_outside_of_the_unit_interval():
    beyond = "s*(1 + max(0, 1 - abs(k - 1000003)))"
    assert prove(f"loss(score_driven, weight=0, scores={beyond}) == 0", 1.0).verdict == "undecided"


@pytest.mark.parametrize("law", ["mix(sqrt(2), optimal, score_driven)", "score_uniform(sqrt(1/2), 1/2)"])
def test_a_law_that_is_none_proves_nothing(law):
    assert prove(f"loss({law}) <= 2", 1.0).verdict == "undecided"


def test_a_loss_that_may_be_infinite_is_an_integral_over_the_operating_condition():
    found = prove("LL >= loss(optimal, weight=1/(2*c*(1 - c)))")
    assert found.verdict == "undecided"
    assert ACCEPTED in found.note
    assert "at each operating condition, of which both sides are integrals" in found.note


@pytest.mark.parametrize(
    "statement",
    [
        "LL >= MAE",
        "2*LL >= MAE + BS",
        "a.LL >= a.BS",
        pytest.param("12/5*BS <= LL", marks=pytest.mark.slow),
        pytest.param("LL/pi0 - AUC >= RLH/pi0 - 1", marks=pytest.mark.slow),
        "RLH + MER/4 < LL + 1/1000 given calibrated",
    ],
)
def test_log_loss_is_no_less_than_its_series(statement):
    found = prove(statement)
    assert found.verdict == "proved"
    assert "log_loss" in rests_on(found.document)


@pytest.mark.parametrize(
    "statement",
    ["AUC*LL >= 0", "LL - LL == 0", "t*LL >= 0", "LL/(1 + LL) <= 1", "LL >= (1 - 2*pi0)**2*LL", "BS/LL <= 1"],
)
def test_where_log_loss_may_be_infinite_in_other_ways_nothing_is_proved(statement):
    assert prove(statement, 2.0).verdict == "undecided"


@pytest.mark.parametrize("statement", ["LL > BS", "LL <= 100", "BS >= LL/3", "LL >= 3*BS given calibrated"])
def test_log_loss_is_not_above_or_below_more_than_that(statement):
    assert prove(statement).verdict != "proved"


def test_log_loss_against_more_than_that_is_refuted():
    assert {prove(text).verdict for text in ("LL >= 2*MAE", "LL >= 5/2*BS", "LL >= MAE + RLH")} == {"refuted"}


def test_figures_of_two_models_on_other_scores():
    assert prove("a.loss(score_driven, scores=pav(s)) <= b.BS + 1").verdict == "undecided"
    assert prove("a.BS <= b.BS given b.loss(score_driven, scores=pav(s)) <= 1/10").verdict == "refuted"
    assert ACCEPTED in prove("a.LL >= a.loss(optimal, weight=1/(2*c*(1 - c)))").note


def test_the_note_says_for_which_costs_it_is_false():
    found = prove("loss(optimal, cost=any) + t + r + q <= t + r + q")
    assert found.note.startswith("it is false for uniform costs: ")


UNDER_ONE_LAW = (
    "loss(optimal, cost=beta(1 + pi1, 1 + pi0)) <= 2*MER",
    "loss(optimal, cost=beta(a, b)) <= 2*MER given a > 0, b > 0",
)


@pytest.mark.parametrize("statement", UNDER_ONE_LAW)
def test_what_holds_at_each_condition_holds_under_a_law(statement):
    found = prove(statement)
    assert found.verdict == "proved"
    assert recheck(found.document) == statement
    assert "and so in the mean under beta" in found.note


@pytest.mark.parametrize(
    "statement",
    [
        "loss(optimal, cost=beta(1/2, 1/2)) <= 2/3*MER",
        "loss(optimal, cost=beta(a, b)) <= MER given a > 0, b > 0",
        "loss(optimal, cost=beta(1/2, 1/2)) < 2*RLH",
        "loss(optimal, cost=beta(1/2, 1/2)) >= RLH",
        "loss(optimal, cost=beta(1/2, 1/2))**2 <= 2*MER**2",
    ],
)
def test_what_does_not_hold_under_a_law_is_not_shown_at_each_condition(statement):
    assert prove(statement, 3.0).verdict != "proved"
