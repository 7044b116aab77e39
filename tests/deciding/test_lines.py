"""Claims about means of any functions of the score: lines read at their bounds, in ranks, products, cases, roots."""

from itertools import pairwise

import pytest

from workbench.deciding.decide import prove
from workbench.deciding.wording import by_cases, written
from workbench.language.statements import parse_statement
from workbench.losses.exact import value
from workbench.recheck import Refused, recheck
from workbench.samples.sample import Sample

CORRELATED = [
    "(E(s*posterior(s)) - E(s)*pi1)**2 <= (E(s**2) - E(s)**2)*(E(posterior(s)**2) - pi1**2)",
    "E1(s*F0(s))**2 <= E1(s**2)*E1(F0(s)**2)",
    "E0(s**2)**2 <= E0(s)*E0(s**3)",
    "E(s*pav(s))**2 <= E(s)*E(s*pav(s)**2)",
    "E0(F1(s)*pav(s)**2)**2 <= E0(F1(s)*pav(s)**3)*E0(F1(s)*pav(s))",
    "AUC**2 <= E1(F0(s)**2)",
]
READ = [
    "E1(F0(s)**2)*E1(s*pav(s)) <= E1(s*pav(s))",
    "E1(F0(s)**2) <= AUC",
    "E(s*F0(s)) <= E(F0(s))",
    "E0(R(s)**2) <= E0(R(s))",
    "E1((1 - F0(s))*(1 - F1(s))) >= 1/2 - AUC",
    "loss(optimal)*loss(score_driven) >= 0",
    "BS*AUC <= BS",
    "(MAE - BS)*(AUC - 1) <= 0",
    "AUC >= 9/10 given GINI >= 4/5",
    "BS == RL given CL == 0",
    "BS <= RL + 1/100 given CL <= 1/100",
]
ROOTS = [
    "E1(s) - E0(s) <= sqrt((E(s**2) - E(s)**2)/(pi0*pi1))",
    "abs(E1(s) - E0(s)) <= sqrt((E(s**2) - E(s)**2)/(pi0*pi1))",
    "E0(s) >= 1 - sqrt(E0((1 - s)**2))",
    "sqrt(pi0*BS0)*sqrt(pi0) == pi0*sqrt(BS0)",
    "sqrt(BS0/pi1)*sqrt(pi1) == sqrt(BS0)",
    "BS <= sqrt(BS)",
]
LEVELS = [
    "loss(score_fixed(t), cost=point(pi1)) == 4*pi0*pi1*macro_error(t)",
    "loss(score_fixed(BS)) == error(BS)",
    "loss(mix(AUC, optimal, optimal)) == RLH",
    "loss(score_driven, cost=uniform(0, q)) >= loss(optimal, cost=uniform(0, q)) given q > 0",
    "loss(rate_fixed(pi0)) >= 0",
    "loss(rate_fixed(1/2)) <= 1",
]


@pytest.mark.parametrize("text", [*CORRELATED, *READ, *ROOTS, *LEVELS])
def test_it_is_proved(text: str) -> None:
    assert prove(text).verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "(E(s*posterior(s)) - E(s)*pi1)**2 <= (E(s**2) - E(s)**2)*(E(posterior(s)**2) - pi1**2)/2",
        "E1(s*F0(s))**2 <= E0(s**2)*E1(F0(s)**2)",
        "E1(s*F0(s))**2 <= E(s**2)*E(F0(s)**2)",
        "E0(s**2)**2 <= E0(s**2)*E0(s**3)",
        "AUC**2 < E1(F0(s)**2)",
        "E1(F0(s)**2) <= AUC**2",
        "E1(s*pav(s)) <= E0(s)",
        "pi1*E1(s*pav(s)) == E(s*pav(s)**2)",
        "pi1*E1(s*pav(s)) == E(s*pav(s)**2) given pi0 == 1/2, auc >= 9/10",
        "E(s*F0(s)) <= E(F0(s))/2",
        "E1(s) - E0(s) <= sqrt(E(s**2) - E(s)**2)",
        "E1(s) - E0(s) <= sqrt(E(s**2) - E(s)**2)/pi1",
        "abs(E1(s) - E0(s)) <= sqrt(pi0*pi1*(E(s**2) - E(s)**2))",
        "E0(s) >= 1 - E0((1 - s)**2)",
        "sqrt(pi0*BS0)*sqrt(pi1) == pi0*sqrt(BS0)",
        "sqrt(BS0/pi1)*sqrt(pi0) == sqrt(BS0)",
        "(MAE - BS)*(AUC - 1/2) >= 0",
        "BS <= RL + 1/100 given CL <= 1/50",
        "BS == RL given CL <= 1/100",
        "loss(score_fixed(pi0), condition=skew) == macro_error(1/2)",
        "loss(score_fixed(t), cost=point(pi1), condition=skew) == 4*pi0*pi1*macro_error(t)",
        "loss(score_driven, cost=point(pi0), condition=skew) == loss(score_driven, cost=point(1/2), condition=skew)",
        "loss(mix(AUC, optimal, score_driven)) == RLH",
        "loss(rate_fixed(pi0)) > 0",
    ],
)
def test_what_is_near_it_and_false_is_refuted(text: str) -> None:
    found = prove(text)
    assert found.verdict == "refuted"
    assert found.witness is not None


@pytest.mark.parametrize(
    "text", ["AUC + " * 3000 + "AUC >= 0", "1e400*BS**2 + AUC <= 1e400*MAE*BS + AUC*AUCH + 1"], ids=["terms", "digits"]
)
def test_what_is_too_much_is_undecided_with_a_note(text: str) -> None:
    found = prove(text, 1)
    assert found.verdict == "undecided"
    assert found.note


def test_the_axioms_of_a_mean_over_all_examples_are_named() -> None:
    found = prove("MER == E(min(s, 1 - s)) given calibrated").document
    assert found is not None
    last = [part["steps"][-1]["by"] for part in found["parts"]]
    assert {tuple(by["axioms"]) for by in last} == {("classes_share_scores", "calibrated", "calibrated_hull")}
    del last[0]["axioms"][1]
    with pytest.raises(Refused, match="not named"):
        recheck(found)


def test_a_beta_density_far_from_even_is_soon_integrated() -> None:
    """With shapes of 1 and 10,000 and its costs near 1, where the cdf is near 1."""
    sample = Sample.of([0] * 10_000 + [1], [0] * 10_000 + [1])
    assert value(sample, parse_statement("loss(optimal, cost=beta(n0, n1)) <= 1").left) == 0
    tied = Sample.of([0] * 10_000 + [1], [0] * 10_001)
    assert 0 < value(tied, parse_statement("loss(optimal, cost=beta(n1, n0)) <= 1").left) < 1


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("RL <= BS", "theorem(Brier score decomposition)"),
        pytest.param("KS <= max(AUC, 1 - AUC)", "distance_below_area", marks=pytest.mark.slow),
        pytest.param("H <= KS", "theorem(H-measure as a loss)", marks=pytest.mark.slow),
        pytest.param("AUC <= AUCH", "isotonic", marks=pytest.mark.slow),
    ],
)
def test_no_proof_rests_on_what_it_shows(text: str, by: str) -> None:
    found = prove(text)
    steps = found.to_json()["proof"]
    assert by in {step["by"] for step in steps}
    assert str(found.statement) not in {step["by"] for step in steps}


@pytest.mark.parametrize(
    ("text", "first", "because"),
    [
        pytest.param("pi0*RL <= pi0*BS", "0 <= BS - RL", "no factor is negative", marks=pytest.mark.slow),
        pytest.param(
            "loss(optimal, condition=skew) >= (1 - KS)/4",
            "0 <= KS/4 + loss(optimal) - 1/4 given pi0 == 1/2",
            "it holds for equal class proportions",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "H >= 1 - RLH/(pi0*pi1) given pi0 == 1/2",
            "0 <= pi0*pi1*H + RLH - pi0*pi1",
            "no factor is negative",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_is_shown_apart_comes_first_with_its_steps(text: str, first: str, because: str) -> None:
    steps = prove(text).to_json()["proof"]
    begins = [at for at, step in enumerate(steps) if f" that {first}: " in step["why"]]
    (use,) = [at for at, step in enumerate(steps) if because in step["why"]]
    assert steps[use]["by"] == first
    assert len(begins) == 1
    assert begins[0] + 2 <= use


@pytest.mark.slow
def test_letters_of_means_are_no_cases() -> None:
    steps = prove("(E(s) - pi1)**2 <= CL").to_json()["proof"]
    assert [part.case for part in by_cases(steps)] == [""]
    assert ", a being E(s)" in steps[-1]["why"]


@pytest.mark.slow
def test_a_sign_that_is_seen_at_sight_is_told_once() -> None:
    steps = prove("net_benefit(t) >= 0 given calibrated, t < 1").to_json()["proof"]
    assert [step["gives"] for step in steps if step["gives"] in ("0 < 1 - t", "1 - t")] == ["0 < 1 - t"]


@pytest.mark.slow
def test_a_loss_on_scores_in_the_same_order_ends_with_what_is_claimed() -> None:
    found = prove("loss(rate_driven, scores=s**2) == loss(rate_driven)")
    assert found.note == "either side is loss(rate_driven)"
    assert found.to_json()["proof"][-1]["gives"] == "loss(rate_driven)"


def test_cases_by_the_more_frequent_class_say_which_class_that_is():
    steps = prove("error(t) <= max(pi0, pi1)*(1 + KS)").to_json()["proof"]
    assert [part.case for part in by_cases(steps)] == ["pi0 > 1/2", "pi0 <= 1/2"]


@pytest.mark.parametrize(
    ("text", "why", "by"),
    [
        ("n0 + n1 == n", "collect the terms; pi1 = 1 - pi0; n0 = n*pi0, n1 = n*pi1", "algebra"),
        ("1 + pi0*pi1 > 0", "collect the terms; pi1 = 1 - pi0", "algebra"),
        ("pi0**2 + pi1**2 >= 1/2", "collect the terms; pi1 = 1 - pi0", "algebra"),
        ("E1(F0(s)) >= 0", "the definitions", "definition(AUC)"),
    ],
)
def test_the_area_is_named_where_it_stands(text: str, why: str, by: str) -> None:
    steps = prove(text).to_json()["proof"]
    assert (steps[1]["why"], steps[1]["by"]) == (why, by)


@pytest.mark.parametrize("text", ["accuracy(t) == 1 - error(t)", "BS == CL + RL", "MAE == MAE", "GINI <= 1"])
def test_no_step_repeats_a_line_or_a_reason(text: str) -> None:
    decision = prove(text)
    shown = written(decision.proof, decision.statement)
    lines = [step["gives"] for step in (*([shown.begins] if shown.begins else []), *shown.steps)]
    reasons = [(step["why"], step["by"]) for step in shown.steps]
    assert all(x != y for found in (lines, reasons) for x, y in pairwise(found))
