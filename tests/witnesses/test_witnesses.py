"""The search for witnesses: false statements are refuted by the smallest data sets, true ones by none."""

import itertools
import json
import pickle
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.reports.test_check import busy
from workbench import limits
from workbench.deciding import proving
from workbench.deciding.decide import prove
from workbench.language.statements import parse_statement
from workbench.language.syntax import Statement
from workbench.limits import TimeIsUp, Work
from workbench.losses import exact
from workbench.numbers.certified import lift
from workbench.samples.sample import Sample
from workbench.witnesses import fitting, search
from workbench.witnesses.search import quick, refutes, shrunk, thorough
from workbench.witnesses.witness import Witness

HALF = Fraction(1, 2)
SECONDS = 20.0

# how many examples the smallest witness has, and a statement that is false
FALSE = """
2 MAE == BS
2 AUC == AUCH
2 RL == RLH
2 BS >= 1/5
2 BS <= 1/5
2 MAE == 2*BS
2 MAE == 2*BS given evenly_spaced
2 AUC <= 1/2
2 AUC < AUCH
2 BS < MAE
2 RLH < RL
2 GINI >= 0
2 MER < 1/2
2 KS > 0
2 H < 1
2 CL == 0
2 BS == CL
2 BS == RL
2 BS0 == BS1
2 MAE0 + MAE1 == 1
2 AUC >= 1/2
2 AUC == 1/2 + H/2
2 AUC > 1/2 given calibrated
3 MBS == BS
3 MMAE == MAE
3 pi0 == 1/2
3 pi0 >= 1/2
3 n0 == n1
3 n == 2
4 n <= 3
3 RL >= 1/4 given calibrated, pi0 != 1/2
2 loss(score_fixed(t)) <= 9/10
2 loss(score_fixed(t)) == error(1 - t)
3 loss(score_fixed(t)) == macro_error(t)
2 loss(score_driven) <= loss(score(c**2))
2 loss(score_driven) <= loss(score(sqrt(c)))
2 loss(score_uniform(1/4, 3/4)) == MAE
2 loss(score_uniform(1/4, 3/4)) <= MAE
2 loss(score_uniform) <= loss(score_driven)
2 loss(score_driven, cost=beta(2, 2)) == BS
2 loss(score_driven, cost=beta(2, 1)) == loss(score_driven, cost=beta(1, 2))
2 loss(score_driven, cost=uniform(1/4, 3/4)) <= BS
2 loss(score_driven, cost=beta(a, 1)) <= 9/10
2 loss(score(sqrt(c)), cost=beta(1/2, 1/2)) <= 1/2
2 loss(mix(q, score_driven, score_uniform)) == q*BS
3 loss(score_driven, condition=skew) == BS
3 loss(rate_uniform) == 3/4 - AUC/2
3 loss(rate_driven) == 7/12 - AUC/2
2 loss(rate_driven, rates=step) == loss(rate_driven)
2 loss(rate_uniform, rates=cutpoints) == loss(rate_uniform)
2 loss(rate_fixed(r)) <= 9/10
2 loss(rate_driven) <= loss(optimal)
2 loss(rate_driven) <= loss(score_driven)
2 loss(score_driven) <= loss(rate_driven)
2 loss(optimal) == BS
3 loss(rate_driven) == 1/3 - GINI/4
2 BS == loss(rate_driven) given evenly_spaced
3 BS == loss(rate_driven) - 1/(3*n**3)*2/4 given evenly_spaced
2 MAE == loss(rate_driven) given evenly_spaced
2 E0(s) <= E1(s)
2 E0(s*(1 - s)) <= 1/5
2 E(R(s)) >= 3/5
2 E1(indicator(s <= t)) <= 1/2
2 max(BS0, BS1) <= 99/100
2 abs(MAE - 1/3) >= 1/1000
2 error(t) == error(1 - t)
2 a*MAE >= 0
2 a*q <= 9
2 MAE != 1/4
6 AUC != 9/10
4 AUC != 3/8
7 AUC <= 9/10 given pi0 == 2/7
4 BS <= 1/100 given auc >= 9/10, pi0 == 1/4
15 BS == 2 given auc == 79/100
51 pi0 >= 1/50
51 pi1 >= 1/50
11 n <= 10
101 max(pi0, pi1) <= 99/100
"""

TRUE = """
BS <= MAE
AUC <= AUCH
RL <= RLH
loss(score_driven) <= loss(score(1 - c))
loss(score_driven) == BS
loss(score_uniform) == MAE
loss(rate_uniform) == pi0*pi1*(1 - 2*AUC) + 1/2
loss(optimal) <= loss(score(c**2))
loss(score_fixed(t)) == error(t)
BS == CL + RL
BS == loss(rate_driven) - 1/(12*n**2) given evenly_spaced
MAE == 2*BS given calibrated
BS == RL given calibrated
AUC >= 1/2 given calibrated, pi0 == 1/3
loss(rate_uniform, rates=cutpoints, condition=skew) == n/(n + 1)*(1 - 2*AUC)/4 + 1/2 given no_ties
AUC >= 3/4 given auc > 3/4, pi0 < 1/3
BS == 2 given calibrated, evenly_spaced
BS == 2 given pi0 == 2
BS == 2 given auc == 1/3, calibrated
a/(a + b) == (1 + b/a)**(-1)
loss(score(sqrt(c)), cost=beta(1/2, 1/2)) <= 2
loss(rate_fixed(r), rates=step) <= 1
"""

GRID = [Fraction(k, 4) for k in range(5)]
ANY = [Fraction(-1), Fraction(0), HALF, Fraction(1), Fraction(2)]


def cases(text: str) -> list[str]:
    return text.strip().splitlines()


def recheck(text: str, witness: Witness) -> None:
    """Without the search's own judgement: the sample is built anew, both sides are compared as fractions or balls."""
    statement = parse_statement(text)
    shown = witness.to_json()
    sample = Sample.of(shown["classes"], shown["scores"])
    setting = {name: Fraction(value) for name, value in shown["parameters"].items()}
    left, right = (exact.value(sample, side, setting) for side in (statement.left, statement.right))
    assert all(0 <= setting[name] <= 1 for name in setting if name in "trq")
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = lift(left), lift(right)
    assert {"==": left != right, "!=": left == right, "<=": left > right, "<": left >= right}.get(
        statement.relation, left < right if statement.relation == ">=" else left <= right
    )
    counts = list(zip(sample.scores, sample.counts0, sample.counts1, strict=True))
    for given in statement.given:
        if given.name == "calibrated":
            assert all(score == Fraction(b, a + b) for score, a, b in counts)
        elif given.name == "evenly_spaced":
            assert list(sample.scores) == [(i - HALF) / sample.n for i in range(1, sample.n + 1)]
        elif given.name == "no_ties":
            assert len(counts) == sample.n
        else:
            figure = sample.pi0 if given.name == "pi0" else sum(b * (sum(
                a for s0, a, _ in counts if s0 < s1) + HALF * sum(a for s0, a, _ in counts if s0 == s1))
                for s1, _, b in counts) / (sample.n0 * sample.n1)  # fmt: skip
            assert in_relation(figure, given.relation, given.value)


def in_relation(left: Fraction, relation: str | None, right: Fraction | None) -> bool:
    assert right is not None
    less, equal = left < right, left == right
    return {"==": equal, "!=": not equal, "<": less, "<=": less or equal, ">": not (less or equal)}.get(
        str(relation), not less
    )


@cache
def every(n: int) -> list[Sample]:
    """Every sample of n examples with scores in the grid, and the evenly spaced and the calibrated ones."""
    found = []
    for classes in itertools.product((0, 1), repeat=n):
        if 0 < sum(classes) < n:
            found.append(Sample.of(classes, [Fraction(2 * i + 1, 2 * n) for i in range(n)]))
            for scores in itertools.product(GRID, repeat=n):
                found.append(Sample.of(classes, scores))
                groups = {s: [k for k, x in zip(classes, scores, strict=True) if x == s] for s in set(scores)}
                found.append(Sample.of(classes, [Fraction(sum(groups[s]), len(groups[s])) for s in scores]))
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("case", cases(FALSE))
def test_a_false_statement_is_refuted_by_the_smallest_sample(case: str) -> None:
    size, text = case.split(" ", 1)
    statement = parse_statement(text)
    witness = thorough(statement, SECONDS)
    assert witness is not None
    recheck(text, witness)
    assert witness.sample.n == int(size)
    for n in range(2, min(witness.sample.n, 5)):
        names = sorted(witness.parameters)
        for values in itertools.product(*(GRID if name in "trq" else ANY for name in names)):
            setting = dict(zip(names, values, strict=True))
            assert not any(refutes(statement, sample, setting) for sample in every(n))


@pytest.mark.parametrize("case", cases(FALSE))
def test_the_quick_search_refutes_it_too(case: str) -> None:
    text = case.split(" ", 1)[1]
    witness = quick(parse_statement(text))
    assert witness is not None
    recheck(text, witness)


@pytest.mark.parametrize("case", [case for case in cases(FALSE) if case.startswith("2 ")])
def test_a_witness_of_two_examples_is_always_found(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "QUICK_SECONDS", 0.0)
    witness = quick(parse_statement(case.split(" ", 1)[1]))
    assert witness is not None
    assert witness.sample.n == 2


@pytest.mark.parametrize("text", ["n*pi0*pi1 <= 1000", "E0(s*(1 - s)) + E1(s**2*(1 - s)) <= 39/100", "101*pi0 <= 100"])
def test_no_clock_has_a_say(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    statement = parse_statement(text)
    found = quick(statement), thorough(statement, 1.0)
    hours = itertools.count(0.0, 3600.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(hours))
    monkeypatch.setattr(time, "perf_counter", lambda: next(hours))
    monkeypatch.setattr(limits, "process_time", lambda: 0.0)
    assert (quick(statement), thorough(statement, 1.0)) == found


@pytest.mark.slow
def test_the_same_statement_gets_the_same_verdict_on_a_busy_machine() -> None:
    texts = ["E0(s*(1 - s)) + E1(s**2*(1 - s)) <= 397/1000", "pi0 >= 1/700", "AUC + 1/AUC <= 1000"]
    code = (
        "import json; from workbench.deciding.decide import prove;"
        f" print(json.dumps([prove(text, 2).to_json() for text in {texts!r}]))"
    )
    here = [prove(text, 2).to_json() for text in texts]
    assert [prove(text, 2).to_json() for text in texts] == here
    with busy():
        there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(there.stdout) == here


def test_both_searches_have_their_share_when_no_proof_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = []

    def endless(statement: Statement, work: Work) -> tuple[None, str]:
        shares.append(work.seconds)
        raise TimeIsUp

    def searched(statement: Statement, work: Work) -> Witness | None:
        shares.append(work.seconds)
        return found(statement, work)

    found = search.thorough
    monkeypatch.setattr(search, "quick", lambda statement: None)
    monkeypatch.setattr(search, "thorough", searched)
    monkeypatch.setattr(proving, "proved", endless)
    refuted = prove("MAE == BS", 3)
    assert (refuted.verdict, refuted.witness.sample.n) == ("refuted", 2)
    undecided = prove("BS <= MAE", 3)
    assert (undecided.verdict, undecided.note) == ("undecided", "no proof within 3 seconds")
    assert shares == [1.5] * 4


def test_more_work_finds_more() -> None:
    statement = parse_statement("E0(s*(1 - s)) + E1(s**2*(1 - s)) <= 39/100")
    assert thorough(statement, 0.01) is None
    assert thorough(statement, SECONDS) is not None


@pytest.mark.parametrize("seconds", [0.6, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("text", cases(TRUE))
def test_a_true_statement_is_refuted_by_nothing(text: str, seconds: float) -> None:
    work = Work.of(seconds)
    assert quick(parse_statement(text)) is None
    assert thorough(parse_statement(text), work) is None
    assert work.seconds < seconds


@pytest.mark.parametrize(
    "text",
    [
        "n*pi0*pi1 <= 1000",
        "BS + n0/(n*10) <= 1",
        "E0(s*(1 - s)) + E1(s**2*(1 - s)) <= 397/1000",
        "q*AUC + (1 - q)*BS + t*MAE*(1 - t) <= 11/10",
        "pi0 >= 1/700",
        "loss(rate_fixed(r)) <= 99/100 given pi0 < 1/20",
        "AUC <= 1 - 1/500",
    ],
)
def test_what_is_false_in_a_corner_is_found(text: str) -> None:
    witness = thorough(parse_statement(text), SECONDS)
    assert witness is not None
    recheck(text, witness)


def test_a_witness_is_made_smaller() -> None:
    statement = parse_statement("error(t) <= BS")
    sample = Sample.of([0, 0, 1, 1, 0, 1, 1], ["0.13", "0.61", "0.62", "0.17", "0.61", "0.93", "0.93"])
    large = refutes(statement, sample, {"t": Fraction(61, 100)})
    if large is None:
        large = refutes(statement, sample, {"t": Fraction(1)})
    assert large is not None
    small = shrunk(statement, large, SECONDS)
    assert small.sample.n == 2
    assert small.sample.scores + tuple(small.parameters.values()) < (HALF, Fraction(1), Fraction(1))
    assert shrunk(statement, large, 0.0) == large


def test_what_breaks_an_assumption_is_no_witness() -> None:
    statement = parse_statement("BS == 2 given calibrated, pi0 == 1/2")
    assert refutes(statement, Sample.of([0, 1], [HALF, HALF]), {}) is not None
    assert refutes(statement, Sample.of([0, 1], [0, HALF]), {}) is None
    assert refutes(statement, Sample.of([0, 0, 1], ["1/3"] * 3), {}) is None
    assert refutes(parse_statement("BS == 2"), Sample.of([0, 1], [0, 2]), {}) is None
    assert refutes(parse_statement("t <= 1"), Sample.of([0, 1], [0, 1]), {"t": Fraction(2)}) is None
    assert refutes(parse_statement("1/a == 2"), Sample.of([0, 1], [0, 1]), {"a": Fraction(0)}) is None


def test_balls_that_overlap_refute_nothing() -> None:
    third = exact.value(Sample.of([0, 1], [0, 1]), parse_statement("sqrt(2) == 1").left)
    assert fitting.holds(third, "==", third)
    assert fitting.holds(third, "<", third)
    assert not fitting.holds(third, "<=", Fraction(7, 5))


@pytest.mark.parametrize("given", ["calibrated", "no_ties, auc == 3/4", "pi0 == 2/7, auc >= 4/5", "auc == 79/100"])
def test_standard_samples_meet_the_assumptions(given: str) -> None:
    assumed = parse_statement(f"BS == 0 given {given}").given
    found = fitting.standard(assumed)
    assert len(found) > 20
    assert all(fitting.meets(assumed, sample) for sample in found)


def test_a_search_finds_the_same_again() -> None:
    statement = parse_statement("E0(s*(1 - s)) + E1(s**2*(1 - s)) <= 39/100")
    first = thorough(statement, SECONDS)
    assert first == thorough(statement, SECONDS)
    assert pickle.loads(pickle.dumps(first)) == first
    assert len({first, first}) == 1


def test_the_search_knows_no_sympy() -> None:
    wanted = "workbench.witnesses.search, workbench.witnesses.numeric_trials"
    code = f"import sys, {wanted}; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_no_example_is_ranked_where_a_class_proportion_takes_billions(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    value = search.values

    def watched(statement: Statement, sample: Sample, *rest: Any) -> Any:
        tried.append(sample.n)
        return value(statement, sample, *rest)

    monkeypatch.setattr(search, "values", watched)
    text = "loss(rate_fixed(1/3), rates=cutpoints) >= MER given pi0 == 1/2, auc >= 9/10"
    assert search.thorough(parse_statement(text), 1.0) is None
    assert 2 < max(tried) <= search.MOST_EXAMPLES
