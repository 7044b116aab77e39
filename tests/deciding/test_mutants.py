"""No wrong verdict on true statements and thousands of mutants; few without a verdict.

pytest tests/deciding/test_mutants.py                       the true statements and the first mutants
pytest tests/deciding/test_mutants.py -m slow -n 2          all of them
python -m tests.mutants [N]                        the same as a table
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests import mutants, naive
from tests.mutants import TRUE, Batch, Blocks, Found, Judged, judge, truth
from workbench.deciding.decide import prove
from workbench.deciding.proving import proof_of
from workbench.errors import InputError
from workbench.language import syntax
from workbench.language.statements import parse_expression, parse_statement
from workbench.limits import TimeIsUp, Work, at_most
from workbench.losses import exact
from workbench.numbers.certified import lift
from workbench.witnesses import search
from workbench.witnesses.witness import Witness

F = Fraction
FAST, SOME = 120, 60
ALL = 2_400
CHUNK = 50
SECONDS = 10
FAST_SECONDS = 3
LONG, BRIEF = 8, 0.5
"""Of every so many false mutants a proof is searched with all its work, of the others with that of so many seconds."""
SEARCH_SECONDS = 0.3


def nothing_wrong(found: Sequence[Judged]) -> None:
    wrong = [f"[{one.verdict}] {one.text}\n    {one.wrong}" for one in found if one.wrong]
    assert not wrong, "\n".join([f"{len(wrong)} wrong", *wrong])


def few_undecided(found: Sequence[Judged], share_of_false: float = 0.05, share_of_true: float = 0.15) -> None:
    print(mutants.report(found))
    for which, most in (("false", share_of_false), ("true?", share_of_true)):
        share, open_ones = mutants.share_undecided(found, which)
        assert share < most, "\n".join([f"{share:.1%} of those that are {which} are undecided:", *open_ones])


# --- the verdicts ----------------------------------------------------------------------------------


@pytest.fixture
def brief_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search for a data set that follows when no proof is found takes part of a second; slow tests let it go on."""
    thorough = search.thorough

    def brief(statement: syntax.Statement, work: Work) -> Witness | None:
        return thorough(statement, work.share(most=SEARCH_SECONDS))

    monkeypatch.setattr(search, "thorough", brief)


@pytest.mark.usefixtures("brief_search")
def test_true_statements_are_not_refuted_and_most_are_proved() -> None:
    found = [judge(text, prove, FAST_SECONDS) for text in TRUE[::11]]
    nothing_wrong(found)
    few_undecided(found)


@pytest.mark.slow
def test_true_statements_are_not_refuted_by_a_long_search() -> None:
    found = [judge(text, prove, SECONDS) for text in TRUE]
    nothing_wrong(found)
    few_undecided(found)


@pytest.mark.parametrize("which", range(FAST, FAST + SOME))
@pytest.mark.usefixtures("brief_search")
def test_no_wrong_verdict_on_some_mutants(which: int) -> None:
    nothing_wrong([judge(mutants.mutants(ALL)[which], prove, FAST_SECONDS)])


@pytest.mark.slow
@pytest.mark.usefixtures("brief_search")
def test_no_wrong_verdict_on_the_first_mutants() -> None:
    found = [judge(text, prove, FAST_SECONDS) for text in mutants.mutants(ALL)[:FAST]]
    nothing_wrong(found)
    few_undecided(found, 0.10, 0.25)  # of some 90 and 30


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, ALL, CHUNK))
def test_no_wrong_verdict_on_any_mutant(start: int) -> None:
    nothing_wrong([judge(text, prove, SECONDS) for text in mutants.mutants(ALL)[start : start + CHUNK]])


def proved_without_a_search(start: int, count: int) -> list[str]:
    """The statements among some mutants that are false, or without a value, and have a proof all the same."""
    wrong = []
    for k, text in enumerate(mutants.mutants(ALL)[start : start + count], start):
        known = truth(text)
        if known.truth in ("false", "undefined"):
            work = None if k % LONG == 0 else Work.of(BRIEF)
            try:
                with at_most(SECONDS):
                    wrong += [text] * bool(proof_of(parse_statement(text), work)[0])
            except TimeIsUp:
                continue
    return wrong


@pytest.mark.parametrize("which", range(SOME))
def test_the_proofs_alone_prove_nothing_false(which: int) -> None:
    assert proved_without_a_search(which, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("start", range(SOME, ALL, CHUNK))
def test_the_proofs_alone_prove_no_false_mutant(start: int) -> None:
    assert proved_without_a_search(start, CHUNK) == []


@pytest.mark.slow
def test_few_mutants_are_undecided() -> None:
    few_undecided([judge(text, prove, SECONDS) for text in mutants.mutants(ALL)[::6]])


# --- the statements and the mutants ----------------------------------------------------------------


def test_true_statements_are_many_distinct_and_printed_as_read() -> None:
    assert len(TRUE) >= 80
    assert len({str(parse_statement(text)) for text in TRUE}) == len(TRUE)
    for text in TRUE:
        statement = parse_statement(text)
        assert parse_statement(str(statement)) == statement


@pytest.mark.parametrize("text", [pytest.param(x, marks=[pytest.mark.slow] * (k % 2)) for k, x in enumerate(TRUE)])
def test_the_oracle_finds_nothing_against_a_true_statement(text: str) -> None:
    assert truth(text) == Found("true?")


def test_mutants_are_many_distinct_and_always_the_same() -> None:
    found = mutants.mutants(ALL)
    assert len(found) == len(set(found)) == ALL
    assert not set(found) & {str(parse_statement(text)) for text in TRUE}
    mutants.mutants.cache_clear()
    assert mutants.mutants(ALL) == found
    assert mutants.mutants(60) == found[:60]


def test_mutants_change_everything() -> None:
    found = [parse_statement(text) for text in mutants.mutants(ALL)]
    assert {statement.relation for statement in found} == set(mutants.RELATIONS)
    assert {a.name for statement in found for a in statement.given} == {
        "calibrated",
        "evenly_spaced",
        "no_ties",
        "pi0",
        "auc",
    }
    losses = [node for statement in found for node in _nodes(statement) if isinstance(node, syntax.Loss)]
    assert {loss.cost.name for loss in losses} == {"uniform", "beta", "point", "density"}
    assert {loss.rates for loss in losses} == {"interpolated", "step", "nearest", "cutpoints"}
    assert {loss.method.name for loss in losses} >= {"score", "rate", "mix", "optimal", "score_fixed", "rate_fixed"}


def _nodes(node: Any) -> list[Any]:
    if isinstance(node, syntax.Statement):
        return [*_nodes(node.left), *_nodes(node.right)]
    return [node, *(x for child in syntax.children(node) for x in _nodes(child))]


# --- the oracle ------------------------------------------------------------------------------------


def test_every_weak_order_of_up_to_six_examples_is_there() -> None:
    """A weak order with two classes is a sequence of blocks; without one class there are 2**(n - 1) each."""
    series = [1]
    for n in range(1, 7):
        series.append(sum((size + 1) * series[n - size] for size in range(1, n + 1)))
    for n in range(2, 7):
        assert len(set(mutants.weak_orders(n))) == series[n] - 2 * 2 ** (n - 1)
    plain = {tuple((a, b) for _, a, b in blocks) for batch in mutants.batches(()) for blocks in batch.samples}
    assert {order for n in range(2, 7) for order in mutants.weak_orders(n)} <= plain


@pytest.mark.parametrize(
    "given",
    [
        "calibrated",
        "evenly_spaced",
        "no_ties",
        "pi0 == 1/2",
        "pi0 == 5/12",
        "pi0 >= 1/3",
        "auc >= 1/2",
        "auc == 3/4",
        "calibrated, pi0 == 1/2",
        "evenly_spaced, auc < 1/2",
        "no_ties, pi0 == 1/3, auc >= 3/4",
    ],
)
def test_samples_meet_the_assumptions(given: str) -> None:
    assumptions = parse_statement(f"BS == 1 given {given}").given
    samples = [blocks for batch in mutants.batches(assumptions) for blocks in batch.samples]
    assert len(samples) > 80
    for blocks in samples:
        data = [(s, k) for s, a, b in blocks for k, count in ((0, a), (1, b)) for _ in range(count)]
        scores = sorted(s for s, _ in data)
        assert {k for _, k in data} == {0, 1}
        assert 0 <= scores[0] <= scores[-1] <= 1
        for part in given.split(", "):
            match part.split():
                case ["calibrated"]:
                    assert all(naive.posterior(data, s) == s for s in set(scores))
                case ["evenly_spaced"]:
                    assert all(s * 2 * len(data) == 2 * i + 1 for i, s in enumerate(scores))
                case ["no_ties"]:
                    assert len(set(scores)) == len(scores)
                case [name, relation, number]:
                    left = naive.auc(data) if name == "auc" else naive.proportions(data)[0]
                    assert mutants.compare(relation, left, F(number))


def _rows(count: int) -> list[Blocks]:
    dice = random.Random(5)
    return [blocks for batch in mutants.batches(()) for blocks in dice.sample(list(batch.samples), count)]


def test_the_oracle_and_plain_loops_agree_on_metrics() -> None:
    rows = _rows(12)
    batch = Batch(rows)
    for name in ("AUC", "AUCH", "GINI", "BS", "BS0", "MBS", "MAE", "MAE1", "MMAE", "RL", "CL", "RLH", "KS", "MER"):
        found = batch.value(syntax.Name(name))
        for row, blocks in enumerate(rows):
            data = [(s, k) for s, a, b in blocks for k, count in ((0, a), (1, b)) for _ in range(count)]
            assert abs(float(naive.METRICS[name](data)) - found[row]) < 1e-12, (name, blocks)


def test_the_oracle_and_plain_loops_agree_on_losses() -> None:
    rows = [blocks for blocks in _rows(10) if sum(mutants.sizes(blocks)) <= 14]
    batch = Batch(rows)
    for cost, skew, rates in (
        ("uniform", "cost", "interpolated"),
        ("beta(2, 2)", "skew", "step"),
        ("point(1/3)", "cost", "nearest"),
        ("uniform(1/4, 2/3)", "skew", "interpolated"),
        ("density(12*c**2*(1 - c))", "cost", "cutpoints"),
    ):
        weight = naive.DENSITIES[cost]
        plain = {
            "score_fixed(1/3)": lambda data, w=weight, k=skew: naive.score_fixed(data, F(1, 3), w, k),
            "score_uniform": lambda data, w=weight, k=skew: naive.score_uniform(data, F(0), F(1), w, k),
            "score_driven": lambda data, w=weight, k=skew: naive.score_driven(data, w, k),
            "rate_fixed(1/2)": lambda data, w=weight, k=skew, r=rates: naive.rate_fixed(data, F(1, 2), w, k, r),
            "rate_uniform": lambda data, w=weight, k=skew, r=rates: naive.rate_uniform(data, w, k, r),
            "rate_driven": lambda data, w=weight, k=skew, r=rates: naive.rate_driven(data, w, k, r),
            "optimal": lambda data, w=weight, k=skew: naive.optimal(data, w, k),
        }
        for method, slowly in plain.items():
            node = parse_expression(f"loss({method}, cost={cost}, condition={skew}, rates={rates})")
            found = batch.value(node)
            for row, blocks in enumerate(rows):
                data = [(s, k) for s, a, b in blocks for k, count in ((0, a), (1, b)) for _ in range(count)]
                assert abs(float(slowly(data)) - found[row]) < 1e-9, (str(node), blocks)


def test_the_oracle_and_the_exact_engine_agree_on_mutants() -> None:
    dice = random.Random(8)
    rows = _rows(3)
    batch = Batch(rows)
    compared = 0
    for text in dice.sample(mutants.mutants(ALL), 250):
        statement = parse_statement(text)
        put = {name: syntax.Number(F(1, 3)) for name in mutants.assignments(statement)[0]}
        for side in (statement.left, statement.right):
            closed = syntax.substitute(side, put)
            try:
                with np.errstate(all="ignore"):
                    found = np.broadcast_to(np.asarray(batch.value(closed), float), (len(rows),))
            except mutants.Unsupported:
                continue
            for row, blocks in enumerate(rows):
                try:
                    value = exact.value(mutants.sample_of(blocks), closed)
                except InputError:
                    continue
                if np.isfinite(found[row]):
                    middle = float(lift(value).mid())
                    assert abs(middle - found[row]) < 1e-8 * (1 + abs(middle)), (str(closed), blocks)
                    compared += 1
    assert compared > 2_000


@pytest.mark.parametrize(
    "text",
    [
        "BS == loss(rate_driven) given evenly_spaced",
        "MAE <= BS",
        "loss(rate_fixed(r)) == error(r)",
        "BS == loss(rate_driven)",
        "AUCH <= 7/8 given auc <= 4/5",
        "AUC != 5/6",
        "BS < 1",
        "RLH < 1/4",
        "MER < 1/2 given pi0 == 1/2",
        "BS <= pi0*pi1 - 4*(pi0*pi1*(2*AUC - 1))**2 given calibrated",
        "loss(score_driven) <= loss(score(c**2))",
        "loss(rate_uniform, rates=cutpoints) == loss(rate_uniform) given no_ties",
        "error(pi0) <= error(pi1)",
        "exp(BS) < 2",
        "k*BS >= 0",
    ],
)
def test_the_oracle_refutes(text: str) -> None:
    found = truth(text)
    assert found.truth == "false"
    assert found.blocks is not None
    statement = parse_statement(text)
    assert mutants.meets(found.blocks, statement.given)
    assert mutants.outcome(statement, found.blocks, found.parameters) is False


def test_the_oracle_names_what_has_no_value_and_what_has_no_sample() -> None:
    assert truth("1/AUC >= 1").truth == "undefined"
    assert truth("BS == 1 given calibrated, evenly_spaced").truth == "vacuous"
    assert truth("BS == 1 given pi0 == 2").truth == "vacuous"


# --- the tester is tested ----------------------------------------------------------------------------


@dataclass
class Said:
    """What a prover answers."""

    verdict: str
    witness: Any = None

    def to_json(self) -> dict[str, Any]:
        return {"verdict": self.verdict}


WITNESS = {
    "scores": ["1/4", "3/4"],
    "classes": [0, 1],
    "parameters": {"t": "1/2", "r": "1/2", "q": "1/2", "k": "1"},
    "left": {"exact": "1/16", "value": 0.0625},
    "right": {"exact": "1/4", "value": 0.25},
}


def honest(text: str, seconds: float) -> Said:
    """The verdict of the oracle itself."""
    found = truth(text)
    if found.truth == "true?":
        return Said("proved")
    if found.truth != "false":
        return Said("undecided")
    assert found.blocks is not None
    statement = parse_statement(text)
    sample = mutants.sample_of(found.blocks)
    sides = []
    for side in (statement.left, statement.right):
        value = exact.value(sample, side, found.parameters)
        sides.append(
            {"exact": str(value) if isinstance(value, F) else None, "value": float(lift(value).mid())},
        )
    examples = [(s, k) for s, a, b in found.blocks for k, count in ((0, a), (1, b)) for _ in range(count)]
    witness = {
        "scores": [str(s) for s, _ in examples],
        "classes": [k for _, k in examples],
        "parameters": {name: str(x) for name, x in found.parameters.items()},
        "left": sides[0],
        "right": sides[1],
    }
    return Said("refuted", witness)


def said_to_be_true(text: str) -> Found:
    """What the oracle says of `TRUE`, as was seen above."""
    assert text in TRUE
    return Found("true?")


def test_an_honest_prover_is_found_right() -> None:
    found = [judge(text, honest) for text in [*TRUE[::5], *mutants.mutants(ALL)[:SOME]]]
    nothing_wrong(found)
    few_undecided(found)
    assert {one.verdict for one in found} >= {"proved", "refuted"}


def test_a_prover_that_proves_everything_is_caught() -> None:
    found = [judge(text, lambda text, seconds: Said("proved")) for text in mutants.mutants(ALL)[:SOME]]
    assert [bool(one.wrong) for one in found] == [one.truth in ("false", "undefined") for one in found]
    assert sum(bool(one.wrong) for one in found) > SOME / 3
    with pytest.raises(AssertionError, match="wrong"):
        nothing_wrong(found)


@pytest.mark.parametrize("witness", [None, WITNESS, {}, {**WITNESS, "classes": [0, 0]}, {**WITNESS, "scores": [2, 3]}])
def test_a_prover_that_refutes_everything_is_caught(witness: Any) -> None:
    found = [judge(text, lambda text, seconds: Said("refuted", witness), oracle=said_to_be_true) for text in TRUE]
    assert all(one.wrong for one in found)


def test_a_prover_that_decides_nothing_is_caught() -> None:
    found = [judge(text, lambda text, seconds: Said("undecided"), oracle=said_to_be_true) for text in TRUE[:20]]
    nothing_wrong(found)
    with pytest.raises(AssertionError, match=r"100.0% of those that are true\? are undecided"):
        few_undecided(found)


def test_a_prover_that_fails_is_caught() -> None:
    def crashes(text: str, seconds: float) -> Said:
        raise RecursionError("too deep")

    def refuses(text: str, seconds: float) -> Said:
        raise InputError("no")

    assert judge("BS <= MAE", crashes).wrong == "RecursionError: too deep"
    assert "refused" in judge("BS <= MAE", refuses).wrong
    assert judge("1/AUC >= 1", refuses).wrong == ""
    assert judge("BS <= MAE", lambda text, seconds: Said("perhaps")).wrong == "the verdict is 'perhaps'"
    assert "with a witness" in judge("BS <= MAE", lambda text, seconds: Said("undecided", WITNESS)).wrong


def test_witnesses_are_checked_in_full() -> None:
    def fault(text: str, **changes: Any) -> str:
        return mutants.fault_of_witness(parse_statement(text), {**WITNESS, **changes})

    assert fault("BS == MAE") == ""
    assert fault("BS == MAE", left={"exact": "1/15", "value": 1 / 15}) == "the witness says left = 1/15; it is 1/16"
    assert "says right" in fault("BS == MAE", right={"exact": None, "value": 0.3})
    assert "says right" in fault("BS == MAE", right=None)
    assert fault("BS == MAE given calibrated") == "the witness does not meet the assumptions"
    assert fault("BS == MAE given auc < 1/2") == "the witness does not meet the assumptions"
    assert fault("BS == MAE given evenly_spaced, pi0 == 1/2, no_ties") == ""
    assert "true at the witness" in fault("BS <= MAE")
    assert "outside [0, 1]" in fault("BS == MAE", parameters={"t": "3/2"})
    assert "no value" in fault("1/(AUC - 1) == BS")
    assert "no value" in fault("BS + w == 1")
    assert "cannot be read" in fault("BS == MAE", scores=["a", "b"])


def test_what_the_witness_of_the_prover_shows_wins_over_the_oracle() -> None:
    blind = replace(truth("BS == MAE"), truth="true?")
    found = judge("BS == MAE", lambda text, seconds: Said("refuted", WITNESS), oracle=lambda text: blind)
    assert (found.truth, found.wrong) == ("false", "")
