"""Numbers, always: the samples that confirm meet the assumptions, and what is false is found out without a search."""

import os
import subprocess
import sys
from fractions import Fraction
from itertools import accumulate

import pytest

from tests import mutants
from workbench.language.statements import parse_statement
from workbench.samples.sample import Sample
from workbench.witnesses import constructions, search
from workbench.witnesses.confirmation import LEAST, confirmed, described, trials

# assumptions; how many samples of how many sizes there are at least
GIVEN = {
    "": (250, 90),
    "calibrated": (250, 150),
    "evenly_spaced": (200, 50),
    "no_ties": (200, 50),
    "pi0 == 1/2": (200, 50),
    "pi0 >= 999/1000": (200, 50),
    "pi0 < 1/50": (200, 50),
    "pi0 == 499/1000": (200, 30),
    "pi0 == 499/1000, no_ties": (20, 1),
    "pi0 > 1/3, pi0 < 1/2, pi0 != 2/5": (200, 50),
    "auc >= 99/100": (200, 80),
    "auc == 3/4": (200, 80),
    "auc == 0": (200, 60),
    "auc == 1": (200, 60),
    "auc < 1/50": (200, 80),
    "auc > 2/5, auc < 1/2": (200, 80),
    "auc == 5/7, pi0 == 2/5": (200, 10),
    "pi0 == 1/2, auc >= 9/10": (200, 50),
    "pi0 != 1/2, auc != 1/2": (200, 80),
    "no_ties, auc >= 99/100": (200, 50),
    "no_ties, auc == 1/2, pi0 == 1/3": (150, 10),
    "no_ties, pi0 >= 99/100": (100, 3),
    "evenly_spaced, auc >= 9/10": (150, 50),
    "evenly_spaced, auc >= 9/10, pi0 == 1/2": (100, 25),
    "calibrated, pi0 == 1/3": (200, 100),
    "calibrated, auc >= 9/10": (200, 100),
    "calibrated, auc == 3/4": (200, 100),
    "calibrated, auc <= 3/5": (200, 100),
    "calibrated, pi0 == 1/3, auc >= 9/10": (200, 100),
    "calibrated, pi0 == 1/3, auc == 2/3": (100, 50),
    "calibrated, pi0 >= 9/10": (200, 50),
}

FALSE = """
CL == E((posterior(s) - pav(s))**2) + E((s - pav(s))**2) given pi0 == 1/2, auc >= 19/20
E(s*pav(s)**2) <= pi1*E1(s*pav(s)) given pi0 == 1/2, auc >= 9/10
AUC != 1/2 given no_ties, pi0 == 1/3
h_measure(2, 1) == h_measure(1, 2) given pi0 == 1/2
loss(score_fixed(t)) < 1
1/n0 + 1/n1 <= 4/n
E(indicator(s < 1)) == 1 given no_ties
E(pav(s)**2) == E(posterior(s)**2) given auc >= 99/100
BS == loss(rate_driven) - 1/(12*n) given evenly_spaced
E((posterior(s) - pav(s))*s**2) == 0 given auc >= 9/10
KS >= 9/10 given auc >= 99/100
MER == 2*RLH given calibrated
MBS == BS given calibrated
RLH <= MER*(1 - MER)*(1 - 1/n**2) given calibrated
2*n0*n1*AUC != 1
MER/(1 - AUC) <= 1 given auc < 1
E1(1/(2 - s)) <= 1/(2 - E1(s)) given evenly_spaced
2*loss(optimal, cost=point(1/2), condition=skew) == 1 - KS given auc >= 3/5
GINI == KS given calibrated
MAE <= sqrt(CL)
CL <= E(abs(s - posterior(s)))/2
loss(optimal, cost=uniform(1/4, 3/4)) <= 5/4*RLH
BS >= RLH + E(abs(s - pav(s)))
AUC <= 1 - 3/4*(1 - KS)**2
MER >= max(pi0, pi1)*(1 - KS)
RLH <= loss(optimal, condition=skew)
MBS >= (1 - AUC)/2
error(1/2) <= 5/2*loss(score_driven, cost=uniform(1/4, 3/4))
loss(score_driven, cost=uniform(1/4, 3/4)) <= 7/4*BS
loss(score_driven, cost=point(t)) <= 2*min(t*pi0, (1 - t)*pi1)
loss(mix(q, score_driven, score_uniform)) <= BS
error(t) <= 1 - MER
k*BS >= 0
exp(BS - 1) < 1
loss(score_driven, cost=beta(a, 1)) <= 9/10
pi0*error(t) <= pi1 + 1/2
loss(rate_fixed(r), rates=step) == loss(rate_fixed(r))
"""

HULL = ("pi0 == 1/2, auc >= 9/10", "no_ties, auc >= 9/10", "evenly_spaced, auc >= 9/10", "auc >= 99/100", "pi0 == 1/3")
OF_THE_SCORE = (
    ("s*pav(s)", "s*pav(s)**2"),
    ("s**2*pav(s)", "s**2*pav(s)**2"),
    ("pav(s)**2*F0(s)", "pav(s)**3*F0(s)"),
)
EVENLY_SPACED_TOO = "evenly_spaced, no_ties, auc >= 9/10, pi0 == 1/2"
VANISHING = "*".join(f"(n - {k})" for k in (2, 4, 6, 7, 8))
OFTEN_VANISHING = "*".join(f"(n - {k})" for k in range(2, 60))
ZERO = (
    "pi1*E1(s*pav(s)) - E(s*pav(s)**2)",
    "loss(score_fixed(1/2), condition=skew) - error(1/2)",
    "MBS - BS",
    "loss(optimal, cost=beta(2, 2), condition=skew) - loss(optimal, cost=beta(2, 2))",
    "loss(score(c), condition=skew) - BS",
    "(MAE0 + 1 - MAE1)/2 - E(s)",
    "loss(rate_driven, condition=skew) - loss(rate_driven)",
)

WITHOUT_VALUE = """
(AUC**2 - 1)/(AUC - 1) == AUC + 1
BS/BS == 1
log(AUC) <= 0
sqrt(AUC - 1/2) <= 1
E(1/s) >= 0
E1(1/(1 - s)) >= 1
(2*AUC - 1)**(1/2) <= 1
1/(n - 37) <= 1
1/(AUC - 1) <= 0 given auc >= 9/10
1/RLH > 0 given calibrated
error(t)/t >= 0
1/k != 0
k/k == 1
loss(score_fixed(k)) <= 1
loss(score_driven, cost=point(k)) <= 1
loss(score_driven, cost=beta(a + 1, 2)) >= 0
loss(score_driven, cost=beta(3 - n, 2)) >= 0
loss(rate(2*c)) >= 0
loss(mix(k, optimal, score_driven)) >= 0
"""


def lines(text):
    return [line for line in text.splitlines() if line.strip()]


def given_of(text):
    return parse_statement("BS == BS" + (f" given {text}" if text else "")).given


def meets(sample, text):
    """Whether the sample meets the assumptions, by their definitions."""
    entries = list(zip(sample.scores, sample.counts0, sample.counts1, strict=True))
    n0, n1 = sum(sample.counts0), sum(sample.counts1)
    before = [0, *accumulate(sample.counts0)]
    area = Fraction(sum(b * (2 * low + a) for (_, a, b), low in zip(entries, before, strict=False)), 2 * n0 * n1)
    for assumption in filter(None, text.split(", ")):
        if assumption == "calibrated":
            fine = all(Fraction(b, a + b) == s for s, a, b in entries)
        elif assumption == "no_ties":
            fine = all(a + b == 1 for _, a, b in entries)
        elif assumption == "evenly_spaced":
            fine = [s for s, a, b in entries for _ in range(a + b)] == [
                (i - Fraction(1, 2)) / (n0 + n1) for i in range(1, n0 + n1 + 1)
            ]
        else:
            name, relation, number = assumption.split()
            fine = mutants.compare(relation, {"pi0": Fraction(n0, n0 + n1), "auc": area}[name], Fraction(number))
        if not fine:
            return False
    ordered = all(low < high for low, high in zip(sample.scores, sample.scores[1:], strict=False))
    return ordered and n0 > 0 < n1 and all(0 <= s <= 1 and a + b > 0 <= min(a, b) for s, a, b in entries)


# --- the samples ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", GIVEN)
def test_the_samples_meet_the_assumptions_and_are_many_of_many_sizes(text):
    found = constructions.samples(given_of(text))
    assert all(meets(sample, text) for sample in found)
    many, sizes = GIVEN[text]
    assert len({(x.scores, x.counts0, x.counts1) for x in found}) == len(found) >= many
    assert len({x.n for x in found}) >= sizes


@pytest.mark.parametrize("text", [*GIVEN, "calibrated, no_ties"])
def test_fresh_samples_meet_the_assumptions_and_differ_from_statement_to_statement(text):
    given = given_of(text)
    first, second = (constructions.fresh(given, statement, 6) for statement in ("one", "another"))
    assert all(meets(sample, text) for sample in first + second)
    assert len(first) == len(second) == 6 or "499" in text
    assert text == "calibrated, no_ties" or [x.scores for x in first] != [x.scores for x in second]


@pytest.mark.parametrize("text", ["", "no_ties", "pi0 == 1/3", "auc == 3/4"])
def test_scores_at_both_ends_and_few_examples_of_a_class_are_among_them(text):
    found = constructions.samples(given_of(text))
    assert any(sample.scores[0] == 0 and sample.scores[-1] == 1 for sample in found)
    if "pi0" not in text:
        alone = [(sample.n0, sample.n1) for sample in found if min(sample.n0, sample.n1) == 1 and sample.n > 9]
        assert {n0 == 1 for n0, _ in alone} == {True, False}


def test_without_assumptions_there_are_ties_and_none_and_all_areas():
    found = constructions.samples(())
    assert sum(len(x.scores) == x.n for x in found) > 30 < sum(len(x.scores) < x.n for x in found)
    areas = {constructions.area(list(zip(x.counts0, x.counts1, strict=True))) for x in found}
    assert {Fraction(0), Fraction(1)} < areas
    assert len(areas) > 80
    assert any(x.n > 500 for x in found)
    assert min(x.pi0 for x in found) < Fraction(1, 50) < Fraction(49, 50) < max(x.pi0 for x in found)


def test_there_is_one_calibrated_sample_without_ties_and_none_that_is_evenly_spaced():
    (only,) = constructions.samples(given_of("calibrated, no_ties"))
    assert (only.scores, only.counts0, only.counts1) == ((0, 1), (1, 0), (0, 1))
    for text in ("calibrated, evenly_spaced", "calibrated, auc < 1/2", "pi0 == 1/3, pi0 == 1/2", "no_ties, pi0 == 1"):
        assert constructions.samples(given_of(text)) == ()
        said = confirmed(parse_statement(f"BS == BS given {text}"))
        assert said == "no sample that meets the assumptions was found"


# --- what is false ----------------------------------------------------------------------------------------------


@pytest.fixture
def no_search(monkeypatch):
    def refuse(*arguments, **keywords):
        raise AssertionError("a witness is searched")

    for name in ("quick", "thorough", "shrunk", "standard"):
        monkeypatch.setattr(search, name, refuse)


@pytest.mark.parametrize("text", lines(FALSE))
@pytest.mark.usefixtures("no_search")
def test_what_is_false_is_found_out(text):
    assert confirmed(parse_statement(text)).startswith("it is false on ")


@pytest.mark.parametrize("given", [*HULL, EVENLY_SPACED_TOO])
@pytest.mark.parametrize("sides", OF_THE_SCORE)
@pytest.mark.usefixtures("no_search")
def test_the_hull_is_not_calibrated_for_functions_of_the_score(sides, given):
    said = confirmed(parse_statement(f"pi1*E1({sides[0]}) == E({sides[1]}) given {given}"))
    assert said.startswith("it is false on ")


@pytest.mark.parametrize(
    "given", ["", " given pi0 >= 3/5", " given no_ties, pi0 > 1/2", " given auc >= 9/10, pi0 < 1/2"]
)
@pytest.mark.parametrize("factor", [VANISHING, OFTEN_VANISHING, "(pi0 - 1/2)*(pi0 - 1/3)*(pi0 - 2/3)*AUC*(AUC - 1)"])
@pytest.mark.parametrize("zero", ZERO)
@pytest.mark.usefixtures("no_search")
def test_a_factor_that_vanishes_often_hides_nothing(zero, factor, given):
    said = confirmed(parse_statement(f"{factor}*({zero}) == 0{given}"))
    assert said.startswith("it is false on ")


@pytest.mark.parametrize("text", lines(WITHOUT_VALUE))
@pytest.mark.usefixtures("no_search")
def test_a_sample_without_a_value_is_not_skipped(text):
    assert confirmed(parse_statement(text)).startswith("a side has no value on ")


# --- what is true -----------------------------------------------------------------------------------------------


def nothing_against(texts):
    said = {text: confirmed(parse_statement(text)) for text in texts}
    assert not {text: reason for text, reason in said.items() if reason}


def test_nothing_speaks_against_what_is_true():
    nothing_against(mutants.TRUE[::4])


@pytest.mark.slow
def test_nothing_speaks_against_any_of_what_is_true():
    nothing_against(mutants.TRUE)


@pytest.mark.parametrize(
    "text",
    [
        "loss(rate_uniform, cost=beta(a, b)) == pi0*pi1*(1 - 2*AUC) + a/(a + b)*pi0 + b/(a + b)*pi1",
        "loss(optimal, cost=point(t)) <= 2*max(t, 1 - t)*MER",
        "1/(1 - AUC) >= 1 given auc < 1",
        "1/(AUC - 1/2) >= 2 given calibrated, auc > 1/2",
        "MAE*k == k*MAE",
        "sqrt(BS) >= MAE",
        "AUC == 1 given calibrated, no_ties",
        "loss(score(c**2)) == pi0*E0(s) + pi1*E1((1 - sqrt(s))**2)",
        "log(n) > 0",
    ],
)
def test_nothing_speaks_against_true_statements_with_parameters_and_quotients(text):
    nothing_against([text])


# --- how it is tried --------------------------------------------------------------------------------------------


def test_parameters_are_at_their_ends_at_the_scores_and_anywhere():
    tried = list(trials(parse_statement("error(t)*loss(score_driven, cost=beta(a, 2)) <= k + t")))
    for name, wanted in (("t", {0, 1}), ("a", {Fraction(1, 2), 10}), ("k", {0, -1, 1000})):
        assert wanted <= {setting[name] for _, setting in tried}
    assert all(0 <= setting["t"] <= 1 and setting["a"] > 0 for _, setting in tried)
    assert any(setting["t"] in sample.scores and 0 < setting["t"] < 1 for sample, setting in tried)
    assert any(setting["k"] < -9 for _, setting in tried)
    assert any(setting["k"].denominator > 1 for _, setting in tried)


def test_numbers_of_the_statement_are_scores():
    tried = [sample for sample, _ in trials(parse_statement("error(5/13) <= BS given pi0 == 1/3"))]
    near = [sample for sample in tried if Fraction(5, 13) in sample.scores]
    assert {sample.counts1[0] > 0 for sample in near} == {True, False}
    assert all(meets(sample, "pi0 == 1/3") for sample in near)


@pytest.mark.parametrize(
    "text",
    [
        "E(max(F0(s), pav(s))*s) >= E(abs(F1(s) - R(s))/(1 + R(s)))",
        "E1(pav(s)**2*F0(s)) >= E(pav(s)**3*F0(s)) given evenly_spaced",
        "loss(score(c*u), cost=beta(3/2, 2)) <= loss(rate(c**2), rates=step) given no_ties",
    ],
)
def test_what_takes_long_is_tried_on_fewer_samples_but_of_many_sizes(text):
    tried = [sample for sample, _ in trials(parse_statement(text))]
    assert LEAST <= len({id(sample) for sample in tried}) < 220
    assert len({sample.n for sample in tried}) > 12


def test_the_same_statement_is_tried_on_the_same_samples_everywhere():
    code = (
        "import hashlib\n"
        "from workbench.witnesses.confirmation import trials\n"
        "from workbench.language.statements import parse_statement\n"
        "for given in ('', ' given auc == 3/4', ' given calibrated, pi0 >= 1/3', ' given evenly_spaced'):\n"
        "    found = trials(parse_statement(f'k*error(t) <= loss(score_fixed(1/3), cost=beta(a, 2)){given}'))\n"
        "    shown = [(x.scores, x.counts0, x.counts1, y) for x, y in found]\n"
        "    print(hashlib.sha256(repr(shown).encode()).hexdigest())\n"
    )
    said = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
        said.add(done.stdout)
    assert len(said) == 1


def test_a_large_sample_is_described_briefly():
    sample = Sample.of_counts([Fraction(i, 20) for i in range(20)], [5] * 20, [1] * 20)
    said = described(sample, {"t": Fraction(1, 2)})
    assert said.startswith("120 examples, scores (with examples of class 0 and 1) 0 (5 and 1), 1/20 (5 and 1), ")
    assert said.endswith("11/20 (5 and 1) and 8 more scores, t = 1/2")
