"""Best constants and ranges: what is known is found, every claim survives an attack, and nothing more is claimed."""

import itertools
import json
import time
from fractions import Fraction
from pathlib import Path

import pytest

from workbench import Sample, discover, limits
from workbench.cli import main
from workbench.deciding import best_constants, end_formulas
from workbench.deciding.best_constants import BestConstant, best_constant
from workbench.deciding.constant_questions import Question
from workbench.deciding.decide import Decision, prove
from workbench.deciding.discover_questions import kind_of
from workbench.deciding.end_facts import ends_by_facts
from workbench.deciding.ranges import Range, assumed, value_range
from workbench.errors import InputError
from workbench.language.statements import parse_expression, parse_statement
from workbench.losses.exact import value
from workbench.numbers.simplest import simplest
from workbench.recheck import recheck
from workbench.witnesses import search
from workbench.witnesses.extremes import NoDirection, Reached
from workbench.witnesses.fitting import meets

ATTAINED = {
    "BS <= k*MAE": "1",
    "RLH >= k*MER": "1/2",
    "loss(score_driven, cost=beta(2, 2)) <= k*BS": "4/3",
    "error(1/2) <= k*BS": "4",
    "loss(optimal, cost=beta(2, 2)) <= k*RLH": "5/4",
    "loss(score_driven, cost=uniform(1/4, 3/4)) <= k*BS": "16/9",
    "loss(rate_driven) - loss(optimal) <= k": "1/3",
    "loss(optimal, condition=skew) <= k": "1/4",
    "MAE - BS <= k": "1/4",
    "loss(score_driven, cost=beta(2, 2)) <= k*MAE": "256/243",
    "MAE <= k*BS given calibrated": "2",
    "k*(1 + AUC) >= AUCH": "1/2",
    "BS >= k*MAE**2": "1",
    "BS - k <= a*MAE given a >= 1": "0",
    "loss(score_driven) + t*BS <= k*BS": "2",
}
APPROACHED = {
    "RLH <= k*MER": "1",
    "GINI <= k*KS": "2",
    "loss(optimal) <= k*loss(score_fixed(t))": "1",
    "E(s**3*(1 - s)) <= k*E(s*(1 - s))": "1",
}


def refuted_there(statement: str, constant: Fraction, found: BestConstant) -> bool:
    """Whether the exact engine finds the statement false with this constant on the witness."""
    assert found.witness is not None
    asked = Question.of(statement).at(constant)
    return search.refutes(asked, found.witness.sample, found.witness.parameters) is not None


@pytest.mark.parametrize("statement", ATTAINED)
def test_what_is_known_is_found_and_attained(statement: str) -> None:
    found = best_constant(statement)
    known = Fraction(ATTAINED[statement])
    assert (found.verdict, found.constant, found.best, found.attained) == ("proved", known, True, True)
    assert found.document is not None
    assert recheck(found.document) == str(Question.of(statement).at(known))
    assert found.witness is not None
    assert found.witness.left == found.witness.right
    better = -1 if found.sense == "least" else 1
    assert refuted_there(statement, known + better * Fraction(1, 10**12), found)
    assert not refuted_there(statement, known, found)
    assert not found.sequence


@pytest.mark.parametrize("statement", APPROACHED)
def test_what_is_approached_is_not_called_the_best(statement: str) -> None:
    found = best_constant(statement)
    known = Fraction(APPROACHED[statement])
    assert (found.verdict, found.constant, found.best, found.attained) == ("proved", known, False, False)
    assert found.beyond is not None
    assert 0 < known - found.beyond < Fraction(1, 1000)
    assert found.within == known - found.beyond
    assert "best to within" in found.note
    assert "approaches" in found.note
    assert refuted_there(statement, found.beyond - Fraction(1, 10**15), found)
    needed = [x.needed for x in found.sequence]
    assert len(needed) > 2
    assert needed == sorted(set(needed))
    question = Question.of(statement)
    for member in found.sequence:
        sides = search.values(question.at(member.needed), member.sample, member.parameters)
        assert sides is not None
        assert sides[0] == sides[1]


def test_without_a_bound_none_is_claimed() -> None:
    found = best_constant("BS <= k*loss(score_driven, cost=beta(2, 2))")
    assert (found.verdict, found.constant, found.best, found.within) == ("undecided", None, False, None)
    assert found.note.startswith("no finite k was found")
    assert found.unbounded
    needed = [x.needed for x in found.sequence]
    assert needed == sorted(set(needed))
    assert needed[-1] > 10**6
    assert refuted_there("BS <= k*loss(score_driven, cost=beta(2, 2))", Fraction(10**6), found)


@pytest.mark.parametrize("statement", ["MAE <= k*RLH", "error(t) <= k*MAE", "BS <= k*(2*AUC - 1)"])
def test_a_data_set_that_no_constant_helps_is_told(statement: str) -> None:
    found = best_constant(statement)
    assert (found.verdict, found.constant, found.beyond) == ("refuted", None, None)
    assert found.note.startswith("no k will do")
    assert found.impossible
    for constant in (-1000, 0, 1, 1000):
        assert refuted_there(statement, Fraction(constant), found)


def test_an_equality_of_nothing_attains_nothing() -> None:
    """Both sides of RLH <= k*MER are 0 on a perfect ranking whatever k is."""
    found = best_constant("RLH <= k*MER")
    assert found.witness is not None
    assert found.witness.right != 0


def undecided(statement: object, seconds: float) -> Decision:
    parsed = parse_statement(statement) if isinstance(statement, str) else statement
    return Decision(parsed, "undecided")  # type: ignore[arg-type]


def test_what_is_not_proved_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_constants, "prove", undecided)
    found = best_constant("BS <= k*MAE", seconds=10)
    assert (found.verdict, found.constant, found.best, found.beyond) == ("undecided", None, False, 1)
    assert found.note == (
        "no k was proved; every smaller k than 1 is refuted by a data set, and none was found that goes beyond"
    )


def test_a_weaker_constant_is_not_called_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    def weakly(statement: object, seconds: float) -> Decision:
        return undecided(statement, seconds) if str(statement) == "BS <= MAE" else prove(str(statement), seconds)

    monkeypatch.setattr(best_constants, "prove", weakly)
    found = best_constant("BS <= k*MAE")
    assert found.verdict == "proved"
    assert found.constant is not None
    assert found.constant > 1
    assert (found.best, found.attained, found.beyond) == (False, False, 1)
    assert "not seen to be attained" in found.note


def test_a_sequence_that_stops_on_the_way_approaches_nothing() -> None:
    sample = Sample.of([0, 1], [0, 1])
    near, stuck = (
        tuple(Reached(sample, {}, Fraction(x), 1) for x in values)
        for values in (("1/2", "9/10", "999999/1000000"), ("98/100", "981/1000", "982/1000"))
    )
    assert best_constants.approached(Fraction(1), near)
    assert not best_constants.approached(Fraction(1), stuck)
    assert not best_constants.approached(Fraction(2), near)
    assert not best_constants.approached(Fraction(1), ())


def test_what_the_prover_refutes_counts_as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that stops too early leads to a false constant, which the prover refutes."""
    extremes = best_constants.Climb.extremes

    def early(climb: best_constants.Climb) -> best_constants.Extremes:
        reached = climb.reached(Sample.of([0, 1], ["1/2", 1]), {})
        assert extremes is not None
        return best_constants.Extremes(reached)

    monkeypatch.setattr(best_constants.Climb, "extremes", early)
    found = best_constant("BS <= k*MAE")
    assert (found.constant, found.beyond) == (1, 1)
    assert found.best


RANGES = {
    ("AUCH", ""): ("1/2", "1"),
    ("BS", "calibrated"): ("0", "1/4"),
    ("AUC", "KS == 1/2"): ("1/8", "7/8"),
    ("RLH", "MER == 1/4"): ("1/8", "3/16"),
    ("BS", "MAE == 1/3"): ("1/9", "1/3"),
    ("2*AUC - 1", ""): ("-1", "1"),
    ("MAE - BS", "pi0 == 1/3"): ("0", "1/4"),
}


@pytest.mark.parametrize("asked", RANGES)
def test_a_range_is_proved_and_attained(asked: tuple[str, str]) -> None:
    figure, given = asked
    low, high = RANGES[asked]
    found = value_range(figure, given)
    assert (found.verdict, found.interval) == ("proved", f"[{low}, {high}]")
    for end, reached in ((found.low, low), (found.high, high)):
        assert end.attained
        assert end.document is not None
        recheck(end.document)
        assert end.witness is not None
        assert meets(found.given, end.witness.sample)
        assert value(end.witness.sample, found.figure) == Fraction(reached)


def test_an_end_may_follow_from_a_formula() -> None:
    question = Question.of("RLH <= k given MER == 1/4")
    decision = end_formulas.by_formula(question, Fraction(3, 16), limits.Work.of(8))
    assert decision is not None
    assert (str(decision.statement), decision.verdict) == ("RLH <= MER - MER**2", "proved")
    assert end_formulas.by_formula(question, Fraction(1, 5), limits.Work.of(8)) is None
    assert end_formulas.by_formula(Question.of("RLH <= k"), Fraction(1, 4), limits.Work.of(8)) is None


@pytest.mark.slow
def test_an_end_may_be_irrational() -> None:
    found = value_range("KS", "AUC == 3/4", seconds=20)
    assert found.high.beyond == Fraction(3, 4)
    assert found.high.attained
    assert found.interval == "(1 - sqrt(1/2), 3/4]"
    assert found.ends_told == ["1 - sqrt(1/2) is irrational, and no data set attains it"]
    assert found.low.constant is not None
    assert not found.low.attained
    assert "attains it" in found.low.note
    assert found.low.document is not None
    recheck(found.low.document)
    assert (1 - found.low.constant) ** 2 > Fraction(1, 2)
    assert (1 - found.low.constant - Fraction(1, 10**5)) ** 2 < Fraction(1, 2)
    assert found.low.beyond is not None
    assert found.low.beyond > found.low.constant
    told = found.to_json()
    assert (told["low"]["exactly"], told["low"]["attainment"]) == ("1 - sqrt(1/2)", "never")
    assert (told["high"]["exactly"], told["high"]["attainment"]) == (None, "attained")


@pytest.mark.slow
def test_an_end_that_the_facts_leave_is_not_called_proved_where_less_is() -> None:
    found = value_range("KS", "MER == 1/4, pi0 == 1/2", seconds=12)
    assert found.facts is not None
    assert (found.facts.values.low, found.facts.values.high) == (Fraction(1, 2), Fraction(1, 2))
    assert found.verdict == ("proved" if found.interval == "[1/2, 1/2]" else "undecided")
    if found.verdict == "undecided":
        assert "the facts of check leave less" in found.ends_told[0]


EXACT = {
    ("RL", "BS == 1/8"): ("0", "1/8"),
    ("AUC", "BS == 1/4"): ("0", "1"),
    ("AUC", "MER == 1/10, pi0 == 1/2"): ("4/5", "49/50"),
    ("loss(optimal, condition=skew)", "KS == 1/2"): ("1/8", "1/4"),
}


@pytest.mark.slow
@pytest.mark.parametrize("asked", EXACT)
def test_data_sets_that_meet_an_equality_attain_the_ends(asked: tuple[str, str]) -> None:
    figure, given = asked
    low, high = EXACT[asked]
    found = value_range(figure, given)
    assert (found.verdict, found.interval) == ("proved", f"[{low}, {high}]")
    for end, reached in ((found.low, low), (found.high, high)):
        assert end.document is not None
        recheck(end.document)
        assert end.witness is not None
        assert meets(found.given, end.witness.sample)
        assert value(end.witness.sample, found.figure) == Fraction(reached)


SOLVED = {
    ("KS", "AUC == 3/4", False): ["1 - sqrt(1/2)", "1/4"],
    ("KS", "AUC == 3/4", True): ["3/4"],
    ("MER", "RLH == 3/16", False): ["1/4", "3/16"],
    ("RL", "BS == 1/8", True): ["1/8"],
    ("BS", "calibrated, KS == 1/2", True): ["3/16"],
}


@pytest.mark.parametrize("asked", SOLVED)
def test_facts_are_solved_for_a_figure(asked: tuple[str, str, bool]) -> None:
    figure, given, upper = asked
    found = ends_by_facts(parse_expression(figure), assumed(given), upper=upper)
    assert list(dict.fromkeys(end.written for end in found))[: len(SOLVED[asked])] == SOLVED[asked]
    for end in found:
        beyond = end.bound + (1 if upper else -1) * Fraction(1, 1000)
        assert not end.allows(beyond)
        assert end.allows(end.bound - (1 if upper else -1) * Fraction(1, 1000))


@pytest.mark.parametrize("asked", ["LL", "net_benefit(1/3)", "accuracy(1/2)", "f1(1/4)"])
def test_figures_that_the_help_names_are_figures(asked: str) -> None:
    assert kind_of(asked) == "figure"


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["error(1/3) <= k*MAE", "loss(score_fixed(1/4)) <= k*loss(score_uniform)"])
def test_a_sequence_comes_near_a_threshold(asked: str) -> None:
    found = best_constant(asked)
    assert found.verdict == "proved"
    assert not found.attained
    assert found.constant is not None
    gaps = [found.constant - member.needed for member in found.sequence]
    assert len(gaps) > 2
    assert gaps == sorted(gaps, reverse=True)
    assert 0 < gaps[-1] < Fraction(1, 10**6)


def test_nothing_meets_what_is_given() -> None:
    found = value_range("AUC", "KS == 2", seconds=4)
    assert (found.verdict, found.low.beyond, found.low.witness) == ("undecided", None, None)
    assert found.low.note == "no data set was found that meets what is given and has a value"


# --- what is asked --------------------------------------------------------------------------------------------------


LINEAR = [
    "loss(optimal) <= k*MER + t",
    "(k + BS)/2 - 3*k*MAE >= 2*(AUC - k*(pi0 - 1))/n",
    "-k <= BS*(1 - k)",
    "BS >= k/3",
    "(BS + 1)*(k*AUC - 2*k) <= MAE",
]


@pytest.mark.parametrize("text", LINEAR)
def test_the_statement_is_a_line_in_its_constant(text: str) -> None:
    question = Question.of(text)
    sample = Sample.of([0, 1, 1, 0], ["0.2", "0.7", "0.2", "0.9"])
    setting = {"t": Fraction(1, 3)}
    start, slope = (value(sample, x, setting) for x in (question.start, question.slope))
    for constant in (Fraction(-2), Fraction(0), Fraction(1), Fraction(7, 3)):
        at = question.at(constant)
        left, right = (value(sample, x, setting) for x in (at.left, at.right))
        gap = right - left if at.relation == "<=" else left - right
        assert gap == start + slope * constant


WRONG = {
    "BS <= MAE": "no constant to find",
    "BS == k*MAE": "not ==",
    "BS < k*MAE": "not <",
    "BS <= MAE**k": "k stands in MAE**k",
    "BS <= k*MAE*k": "a factor by itself",
    "BS <= MAE/k": "a factor by itself",
    "BS <= a*MAE + b": "which of a, b is the constant",
    "error(t) <= BS": "t, r and q lie in [0, 1]",
    "AUC <= k given KS <= k": "cannot be in what is assumed",
    "BS <= k*MEA": "MAE",
    "BS <= k*MAE given pi0 == 2": "pi0 == 2",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_asks_for_no_constant_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(InputError, match=r".") as error:
        best_constant(text)
    assert WRONG[text] in str(error.value)


def test_a_constant_of_no_direction_is_refused() -> None:
    with pytest.raises(NoDirection, match=r"weaker with a greater one on .* m = .*, and stronger on .* m = "):
        best_constant("BS <= k*m")


def test_the_kind_is_told_by_the_text() -> None:
    kinds = {
        "score_driven": "method",
        "score(1 - c)": "method",
        "mix(q, score_driven, optimal)": "method",
        "BS": "figure",
        "2*AUC - 1": "figure",
        "loss(optimal, cost=beta(2, 2))": "figure",
        "E(indicator(s <= 1/2))": "figure",
        "(BS)": "figure",
        "BS <= k*MAE": "inequality",
        "error(1/2) >= k": "inequality",
    }
    assert {text: kind_of(text) for text in kinds} == kinds
    for name in ("nonsense", "Auc", "score_drivn(1)"):
        with pytest.raises(InputError, match=f"{name.partition('(')[0]} is neither"):
            kind_of(name)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"asked": "score_driven", "given": "calibrated"}, "nothing is given"),
        ({"asked": "AUC", "cost": "beta(2, 2)"}, "goes with a method"),
        ({"asked": "AUC", "given": "KS = 1"}, "what is given, column 4"),
        ({"asked": "AUC", "given": "KS == t"}, "t has no value"),
        ({"asked": "error(t)"}, "t has no value"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        discover(**arguments)


def test_what_is_given_joins_what_the_statement_assumes() -> None:
    found = discover("MAE <= k*BS given pi0 == 1/2", given="calibrated")
    assert isinstance(found, BestConstant)
    assert str(found.statement) == "MAE <= 2*BS given pi0 == 1/2, calibrated"
    assert found.best


def test_the_simplest_fraction_is_the_one_of_the_least_denominator() -> None:
    for low, high in (("0.61", "0.62"), ("3/7", "3/7"), ("-0.35", "-0.3"), ("2.1", "2.9"), ("-1", "1"), ("5", "7")):
        a, b = Fraction(low), Fraction(high)
        found = simplest(a, b)
        assert a <= found <= b
        for size in range(1, found.denominator):
            assert not any(a <= Fraction(top, size) <= b for top in range(-8 * size, 8 * size))


# --- as a command ---------------------------------------------------------------------------------------------------


def test_the_command_finds_a_constant(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "proof.json"
    assert main(["discover", "RLH >= k*MER", "--json", "--proof", str(place)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["sense"], found["best"], found["attained"]) == ("proved", "greatest", True, True)
    assert found["constant"] == found["refuted_beyond"] == {"exact": "1/2", "value": 0.5}
    assert found["witness"]["left"] == found["witness"]["right"]
    assert set(found["witness"]) == {"scores", "classes", "parameters", "left", "right"}
    assert {"why", "by", "gives", "latex"} <= set(found["proof"][0])
    assert main(["recheck", str(place)]) == 0
    assert "accepted RLH >= 1/2*MER" in capsys.readouterr().out
    assert main(["discover", "RLH <= k*MER"]) == 0
    out = capsys.readouterr().out
    assert "best to within" in out
    assert "a sequence of data sets" in out


def test_the_command_finds_a_range(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "proof.json"
    assert main(["discover", "AUCH", "--json", "--proof", str(place)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["figure"], found["given"], found["range"]) == ("AUCH", [], "[1/2, 1]")
    assert found["low"]["constant"]["exact"] == "1/2"
    assert found["high"]["attained"]
    places = [str(tmp_path / f"proof.{end}.json") for end in ("low", "high")]
    assert main(["recheck", *places]) == 0
    assert capsys.readouterr().out.splitlines() == ["accepted AUCH >= 1/2", "accepted AUCH <= 1"]
    for kind in ("--csv", "--toml"):
        assert main(["discover", "BS", "--given", "calibrated", kind]) == 0
        assert "1/4" in capsys.readouterr().out
    assert main(["discover", "BS", "--given", "calibrated"]) == 0
    assert "1/4 is the greatest value" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "verdict", "code"),
    [("MAE <= k*RLH", "refuted", 1), ("BS <= k*loss(score_driven, cost=beta(2, 2))", "undecided", 3)],
)
def test_the_command_says_what_is_not_proved(
    asked: str, verdict: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["discover", asked]) == code
    out = capsys.readouterr().out
    assert out.startswith(verdict)
    assert "data set" in out
    assert main(["discover", asked, "--json"]) == code
    found = json.loads(capsys.readouterr().out)
    assert (found["constant"], found["best"], found["proof"], found["proved"]) == (None, False, None, None)
    assert found["witness"]["scores"]


@pytest.mark.parametrize("asked", [*WRONG, "nonsense", "2*"])
def test_the_command_refuses_in_one_line(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discover", asked]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1


def test_no_clock_has_a_say(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(seconds: float) -> list[object]:
        asked = ["RLH <= k*MER", "loss(score_driven, cost=beta(2, 2)) <= k*BS", "h_measure(1, 1) <= k*(2*AUCH - 1)"]
        return [best_constant(text, seconds=seconds).to_json() for text in asked]

    here = found(2)
    hours = itertools.count(0.0, 3600.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(hours))
    monkeypatch.setattr(limits, "process_time", lambda: 0.0)
    assert found(2) == here


def test_little_work_is_told() -> None:
    found = best_constant("loss(score_driven, cost=beta(2, 2)) <= k*BS", seconds=0.01)
    assert found.verdict == "undecided"
    assert not found.best
    ranged = discover("AUC", given="KS == 1/2", seconds=0.05)
    assert isinstance(ranged, Range)
    assert ranged.verdict == "undecided"


def test_a_figure_without_a_bound() -> None:
    found = value_range("n", seconds=4)
    assert found.low.beyond == 2
    assert found.high.constant is None


def test_expressions_of_a_question_are_those_of_the_language() -> None:
    question = Question.of("k*(2*AUCH - 1) >= (BS + k)/2")
    for part in (question.start, question.slope):
        assert str(parse_expression(str(part))) == str(part)
