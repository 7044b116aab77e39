"""Assumptions that relate figures, numbers and parameters: what follows from them, and what does not."""

import json
from fractions import Fraction

import pytest

from workbench.deciding.decide import prove
from workbench.language.statements import parse_statement
from workbench.recheck import Refused, recheck
from workbench.samples.sample import Sample
from workbench.symbolic.latex import latex_of_statement
from workbench.witnesses.confirmation import trials
from workbench.witnesses.fitting import meets

TRUE = [
    "BS <= t given t >= BS",
    "BS <= a*MAE given a >= 1",
    "BS == 0 given MAE == 0",
    "a*BS <= b*MAE given 0 <= a, a <= b",
    "1/t >= 1 given t > 0",
    "log(a) <= a - 1 given a > 0",
    "MAE <= BS/t + t given t > 0",
    "pi1 - t/(1 - t)*pi0 <= 1 given t < 1",
    "t*(1 - t) > 0 given t > 0, t < 1",
    "sqrt(KS - 1/2) >= 0 given KS >= 1/2",
    "AUC >= 1/2 given AUC - KS/2 >= 1/2",
    "AUC == 1/2 given KS == 0",
    "E0(s) == 1 - E1(s) given E(s) == 1/2, pi0 == 1/2",
    "loss(score_driven) <= a given BS <= a",
    "MER <= KS given KS >= 1/2",
    "a*MAE + BS <= b + t given BS <= t, a*MAE <= b",
    "H >= a given loss(optimal, cost=beta(2, 2)) <= t, t <= (1 - a)*pi0*pi1*(1 + pi0*pi1)",
    "KS >= 2*t - 1 - a given E1(indicator(r < s)) >= t, 1 - E0(indicator(r < s)) >= t - a",
]
FALSE = [
    "BS <= t given t >= MAE/2",
    "BS <= a*MAE given a >= 1/2",
    "1/t > 1 given t > 0",
    "MER <= 1/4 given KS >= 1/2",
    "AUC >= 3/5 given KS >= 1/5",
    "E1(s) >= E0(s) given E(s) == 1/2",
    "MER == pi1 given KS == 0",
    "a*BS <= b*BS given a >= b",
    "KS <= 2*AUC - 1 given AUC >= 1/2",
    "error(1/2) < 1/4 given BS <= 1/16",
    "H >= a given loss(optimal, cost=beta(2, 2)) <= t, t <= (1 - a)*pi0*pi1*(1 + 2*pi0*pi1)",
    "KS >= 2*t - 9/10 - a given E1(indicator(r < s)) >= t, 1 - E0(indicator(r < s)) >= t - a",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_follows_is_proved(text):
    found = prove(text)
    assert (found.verdict, found.note) == ("proved", "")
    assert recheck(found.document) == str(parse_statement(text))


@pytest.mark.parametrize("text", FALSE)
def test_what_does_not_follow_is_refuted_where_the_assumptions_hold(text):
    found, statement = prove(text), parse_statement(text)
    assert found.verdict == "refuted"
    assert meets(statement.given, found.witness.sample, found.witness.parameters)


@pytest.mark.parametrize("text", TRUE)
def test_without_its_assumptions_it_is_not_proved(text):
    statement, _, given = text.partition(" given ")
    document = json.loads(json.dumps(prove(text).document).replace(f" given {parse_statement(text).given[0]}", ""))
    with pytest.raises(Refused):
        recheck({**document, "statement": statement, "given": []})
    assert prove(statement).verdict != "proved" or text == "MER <= KS given KS >= 1/2", given


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("BS <= error(t) given t > 1", "no sample has t > 1: that t <= 1 is proved"),
        ("1/BS >= 0 given MAE >= 0", "1/BS is not seen to have a value on every sample; it has one given BS > 0"),
    ],
)
def test_what_no_sample_meets_and_what_has_no_value_is_undecided(text, note):
    assert (prove(text).verdict, prove(text).note) == ("undecided", note)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BS <= 1 given 1/2<=pi0", "BS <= 1 given pi0 >= 1/2"),
        ("BS <= 1 given pi1 < 1/4", "BS <= 1 given pi0 > 3/4"),
        ("BS <= 1 given AUC == 3/4", "BS <= 1 given auc == 3/4"),
        ("BS <= 1 given max(KS, 1/2) >= t, no_ties", "BS <= 1 given max(KS, 1/2) >= t, no_ties"),
        ("BS <= 1 given 1/2 < t", "BS <= 1 given t > 1/2"),
    ],
)
def test_what_is_assumed_is_said_in_one_way(text, said):
    assert str(parse_statement(text)) == said
    assert parse_statement(said) == parse_statement(text)


def test_what_is_tried_meets_what_is_assumed_of_the_parameters():
    statement = parse_statement("BS <= 1 given t > BS, a*t <= 1/2")
    tried = list(trials(statement))
    assert len(tried) > 100
    assert all(meets(statement.given, sample, setting) for sample, setting in tried)
    assert not meets(statement.given, Sample.of([0, 1], [1, 0]), {"t": Fraction(1), "a": Fraction(0)})


def test_an_assumption_in_latex():
    said = latex_of_statement(parse_statement("BS <= t given t >= MAE**2, 0 < a"))
    assert said.endswith(r"\quad\text{given } t \ge \mathrm{MAE}^{2},\; a > 0")


@pytest.mark.parametrize(
    "text",
    [
        "GINI*error(t) <= t*error(t) given GINI <= t",
        "GINI*k**2 <= t*k**2 given GINI <= t",
        "a*n <= b*n given a >= 0, a <= b",
        "CL <= MBS + abs(GINI) given CL <= MBS",
        "E0(s) <= H + E1(s*pav(s)) given E0(s) < H",
        "GINI <= MER + E(s**2) given GINI <= MER",
        "RLH/t >= RLH given t > 0",
        "BS < t given t > MAE",
    ],
)
def test_a_multiple_of_an_assumption_and_what_holds_besides(text):
    assert prove(text).verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "GINI*k <= t*k given GINI <= t",
        "a*n <= b*n given a <= b + 1/9",
        "CL <= MBS + GINI given CL <= MBS",
        "E0(s) < H + E1(s*pav(s)) - 1 given E0(s) < H",
        "BS <= t given t > MAE - 1/9",
    ],
)
def test_not_any_multiple_of_an_assumption(text):
    assert prove(text).verdict == "refuted"
