"""Random statements: no verdict is wrong, by an evaluator of its own; and the evaluator and the judge are tested."""

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from tests import mutants, naive
from tests.benchmarks import cross_check, plain_reader
from tests.benchmarks.plain_evaluator import Data, meets, value, verdict
from tests.benchmarks.plain_numbers import NotCovered, NoValue, compared, holds, power, roots
from tests.benchmarks.plain_samples import examples
from tests.benchmarks.random_statements import judge, main, parameters, report, settings, table
from tests.benchmarks.statement_source import Source
from tests.witnesses.test_confirmation import GIVEN
from workbench.errors import InputError
from workbench.samples.sample import Sample
from workbench.witnesses.witness import Witness

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FOUR = Data([(Fraction(1, 5), 1, 0), (Fraction(2, 5), 0, 1), (Fraction(3, 5), 1, 0), (Fraction(9, 10), 0, 1)])
TIED = Data([(Fraction(0), 2, 1), (HALF, 1, 1), (Fraction(1), 0, 2)])


def of(data, text, **free):
    return value(data, plain_reader.expression(text), {name: Fraction(x) for name, x in free.items()})


def drawn(rng, n):
    labels = [0, 1, *(rng.randint(0, 1) for _ in range(n - 2))]
    return [(Fraction(rng.randint(0, 8), 8), label) for label in labels]


# --- the benchmark ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [0, *(pytest.param(x, marks=pytest.mark.slow) for x in range(15, 60, 15))])
def test_no_wrong_verdict_in_a_small_run(start, capsys):
    given = ["15", "--from", str(start), "--cross", "10", "--seconds", "0.3", "--samples", "40"]
    assert main(given) == 0
    said = capsys.readouterr().out
    assert "WRONG: 0" in said
    assert "30 values by the plain evaluator and by the engine: " in said


@pytest.mark.slow
def test_no_wrong_verdict_in_thousands(capsys):
    assert main(["10000", "--jobs", "2", "--seconds", "1.5"]) == 0, capsys.readouterr().out


@pytest.mark.slow
def test_the_evaluator_and_the_engine_agree_on_thousands():
    found = cross_check.compared(1, 10_000)
    assert not [one for one in found if one.differs], cross_check.report(found)


@pytest.mark.always
def test_the_evaluator_and_the_engine_agree():
    found = cross_check.compared(0, 100)
    assert not [one for one in found if one.differs], cross_check.report(found)
    assert sum(one.outcome == "same" for one in found) > 0.95 * len(found)


# --- the reader -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-2**2", -4),
        ("2**-1", HALF),
        ("2**3**2", 512),
        ("1 - 2 - 3", -4),
        ("8/2/2", 2),
        ("2*3 + 4*5", 26),
        ("-(1 - 3)*2", 4),
        ("1e1 + .5 + 2.", Fraction(25, 2)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("max(1, 2, 3) - min(4, 5)", -1),
    ],
)
def test_the_reader_knows_which_operation_comes_first(text, expected):
    assert of(FOUR, text) == expected


@pytest.mark.parametrize(
    "text", ["", "AUC", "AUC <=", "AUC <= 1 given", "AUC <= (1", "1 & 2 == 3", "AUC <= 1 given n + 1"]
)
def test_what_is_no_statement_is_not_read(text):
    with pytest.raises(plain_reader.CannotRead):
        plain_reader.statement(text)


def test_a_statement_is_read_with_its_assumptions_and_parameters():
    said = plain_reader.statement(
        "loss(mix(q, score_fixed(t), optimal), cost=beta(a, 2), rates=step) <= k1*E0(s) given calibrated, pi0 >= 1/3"
    )
    assert said.given == (("calibrated", None, None), ("pi0", ">=", THIRD))
    assert parameters(said) == {"q", "t", "a", "k1"}


# --- the evaluator ----------------------------------------------------------------------------------------------


def test_values_by_hand():
    assert of(FOUR, "AUC") == Fraction(3, 4)
    assert of(FOUR, "BS") == (Fraction(1, 25) + Fraction(9, 25) + Fraction(9, 25) + Fraction(1, 100)) / 4
    assert of(FOUR, "E1(F0(s))") == Fraction(3, 4)
    assert of(FOUR, "KS") == of(FOUR, "1 - 2*MER") == HALF
    assert of(FOUR, "AUCH") == Fraction(7, 8)
    assert of(FOUR, "error(t)", t=Fraction(2, 5)) == HALF
    assert of(FOUR, "loss(rate_driven)") == of(FOUR, "pi0*pi1*(1 - 2*AUC) + 1/3")
    assert of(TIED, "RL") == (3 * Fraction(1, 3) * Fraction(2, 3) + 2 * Fraction(1, 4)) / 7
    assert of(TIED, "E(pav(s))") == of(TIED, "pi1") == Fraction(4, 7)
    assert of(TIED, "E0(F0(s)**2)") == THIRD
    assert of(TIED, "E0(max(F0(s), 1/2))") == Fraction(5, 8)


def test_figures_are_those_of_plain_loops():
    rng = random.Random(1)
    for _ in range(60):
        examples = drawn(rng, rng.randint(2, 9))
        data = Data((score, 1 - label, label) for score, label in examples)
        for name, slowly in naive.METRICS.items():
            assert of(data, name) == slowly(examples), (name, data)


def test_losses_are_those_of_plain_loops():
    rng = random.Random(2)
    for cost, weight in naive.DENSITIES.items():
        for _ in range(2):
            examples = drawn(rng, rng.randint(2, 7))
            data = Data((score, 1 - label, label) for score, label in examples)
            for skew in ("cost", "skew"):
                words = f"cost={cost}, condition={skew}"
                assert of(data, f"loss(score_fixed(1/3), {words})") == naive.score_fixed(examples, THIRD, weight, skew)
                assert of(data, f"loss(score_uniform, {words})") == naive.score_uniform(
                    examples, Fraction(0), Fraction(1), weight, skew
                )
                assert of(data, f"loss(score_driven, {words})") == naive.score_driven(examples, weight, skew)
                assert of(data, f"loss(optimal, {words})") == naive.optimal(examples, weight, skew)
                for reading in ("interpolated", "step", "nearest", "cutpoints"):
                    own = f"{words}, rates={reading}"
                    assert of(data, f"loss(rate_fixed(1/2), {own})") == naive.rate_fixed(
                        examples, HALF, weight, skew, reading
                    )
                    assert of(data, f"loss(rate_uniform, {own})") == naive.rate_uniform(examples, weight, skew, reading)
                    assert of(data, f"loss(rate_driven, {own})") == naive.rate_driven(examples, weight, skew, reading)


@pytest.mark.parametrize(
    "text",
    [
        "1/(AUC - 3/4)",
        "log(AUC - 1)",
        "sqrt(-BS)",
        "(AUC - 1)**(1/2)",
        "0**-1 + AUC",
        "loss(score_fixed(k))",
        "loss(score_driven, cost=beta(-1, 2))",
        "loss(score_driven, cost=beta(k, 2) )",
        "loss(score_driven, cost=point(k))",
        "loss(score_driven, cost=density(3*c))",
        "loss(score_driven, cost=density(6*c**2 - 2*c))",
        "loss(score_driven, cost=uniform(1/2, 1/3))",
        "loss(rate(2*c))",
        "loss(mix(k, optimal, optimal))",
        "E0(1/(s - 1/5))",
        "E1(sqrt(F0(s) - 2))",
    ],
)
def test_what_has_no_value_has_none(text):
    with pytest.raises(NoValue):
        of(FOUR, text, k=-2)


def test_what_is_not_covered_is_said():
    for text in ("loss(score(c*u))", "E1(max(sqrt(F0(s)), R(s)))", "unknown(1)"):
        with pytest.raises(NotCovered):
            of(TIED, text)


def test_irrational_values_are_intervals():
    root = of(FOUR, "sqrt(2)*sqrt(2)")
    assert compared(root, Fraction(2)) is None
    assert holds(root, "<", Fraction(2) + Fraction(1, 10**40))
    assert holds(root, "==", Fraction(2)) is None
    left, right = of(FOUR, "loss(score(c**2))"), of(FOUR, "pi0*E0(s) + pi1*E1((1 - sqrt(s))**2)")
    assert compared(left, right) is None
    assert compared(left, of(FOUR, "MAE")) in (-1, 1)
    assert power(Fraction(4, 9), HALF) == Fraction(2, 3)


def test_roots_are_found_in_order():
    p = [Fraction(x) for x in (-6, 11, -6, 1)]  # (x - 1)(x - 2)(x - 3)
    assert roots(p, Fraction(0), Fraction(5)) == [(1, True), (2, True), (3, True)]
    ((place, exact),) = roots([Fraction(-2), Fraction(0), Fraction(0), Fraction(1)], Fraction(0), Fraction(2))
    assert not exact
    assert abs(place**3 - 2) < Fraction(1, 10**50)


@pytest.mark.parametrize("text", GIVEN)
def test_samples_of_its_own_meet_the_assumptions(text):
    said = plain_reader.statement("AUC <= 1" + (f" given {text}" if text else ""))
    found = examples(said.given, 40)
    assert len(found) >= 20
    assert all(meets(data, said) for data in found)
    assert all(sum(a for _, a, _ in data.groups) == data.n0 > 0 < data.n1 for data in found)


# --- the statements ---------------------------------------------------------------------------------------------


def test_statements_known_to_be_true_are_true_on_samples():
    found = [Source(3, number).statement() for number in range(150)]
    assert len({text for _, text, _ in found}) > 140
    assert len({kind for kind, _, _ in found}) >= 10
    true = [text for _, text, known in found if known]
    assert len(true) > 50
    for text in true:
        said = plain_reader.statement(text)
        rng = random.Random(text)
        for data in examples(said.given, 40)[::4]:
            for setting in settings(parameters(said), set(), data, rng, ends=False):
                try:
                    met = meets(data, said, setting)
                    assert not met or verdict(data, said, setting) is not False, (text, data, setting)
                except NotCovered:
                    continue


# --- the judge --------------------------------------------------------------------------------------------------


@dataclass
class Said:
    verdict: str
    witness: Any = None


def says(verdict, witness=None):
    return lambda text, seconds: Said(verdict, witness)


def judged(text, prover, true=False, many=60):
    return judge("kind", text, true, prover, 1.0, many)


@pytest.mark.parametrize(
    "text",
    [
        "BS == RL",
        "pi1*E1(s*pav(s)) == E(s*pav(s)**2) given pi0 == 1/2, auc >= 9/10",
        "pi1*E1(pav(s)**2*F0(s)) == E(pav(s)**3*F0(s)) given evenly_spaced, auc >= 9/10",
        "(n - 2)*(n - 4)*(n - 6)*(n - 7)*(n - 8)*(MBS - BS) == 0",
        "(AUC**2 - 1)/(AUC - 1) == AUC + 1",
        "loss(score_fixed(t)) < 1",
        "k*BS >= 0",
        "loss(score_driven, cost=beta(a + 1, 2)) >= 0",
        "sqrt(AUC - 1/10) <= 1",
    ],
)
def test_a_prover_that_proves_everything_is_caught(text):
    assert judged(text, says("proved"), many=300).wrong.startswith("proved, but ")


@pytest.mark.parametrize("text", [*mutants.TRUE[::9], "loss(score_driven, cost=beta(a, b)) >= 0"])
def test_a_prover_of_what_is_true_is_not_accused(text):
    found = judged(text, says("proved"), true=True)
    assert not found.wrong
    assert found.tried >= 20


def test_witnesses_are_judged():
    tied, apart = Sample.of([0, 1], ["1/2", "1/2"]), Sample.of([0, 1], ["1/4", "3/4"])
    zero = Fraction(0)
    fine = judged("MAE == BS", says("refuted", Witness(tied, {}, zero, zero)))
    assert not fine.wrong
    assert fine.tried == 1
    for text, witness in (
        ("MAE >= BS", Witness(tied, {}, zero, zero)),
        ("MAE == BS given evenly_spaced", Witness(tied, {}, zero, zero)),
        ("MAE == BS given auc == 1/2", Witness(apart, {}, zero, zero)),
        ("1/(AUC - 1) == 2", Witness(apart, {}, zero, zero)),
        ("error(t) <= 1/2 + t", Witness(tied, {}, zero, zero)),
        ("error(t) <= t", Witness(tied, {"t": Fraction(-1)}, zero, zero)),
        ("loss(score_driven, cost=beta(a, 1)) >= 1", Witness(tied, {"a": Fraction(-1)}, zero, zero)),
        ("MAE == BS", None),
    ):
        assert judged(text, says("refuted", witness)).wrong, text


def test_crashes_refusals_and_strange_verdicts_are_judged():
    def crashes(text, seconds):
        raise RecursionError("too deep")

    def refuses(text, seconds):
        raise InputError("no")

    assert judged("BS <= MAE", crashes).wrong == "RecursionError: too deep"
    assert judged("BS <= MAE", refuses, true=True).wrong == "refused, though it is true: no"
    assert not judged("BS <= MAE given pi0 == 2", refuses, true=True).wrong
    assert judged("BS <= MAE", says("perhaps")).wrong == "the verdict is 'perhaps'"
    assert not judged("BS <= MAE", says("undecided")).wrong


def test_wrong_verdicts_are_counted_and_printed():
    found = [judged("BS == RL", says("proved")), judged("BS <= MAE", says("undecided"), true=True)]
    assert table(found).splitlines()[-1].split() == ["all", "1", "0", "1", "0", "1", "0", "1"]
    said = report(found)
    assert "WRONG: 1\n  [proved] BS == RL\n      proved, but it is false on " in said
