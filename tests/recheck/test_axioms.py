"""Each axiom is attacked: random instances on random populations that meet its hypotheses, and the axiom changed.

pytest tests/recheck/test_axioms.py                 some instances of each axiom
pytest tests/recheck/test_axioms.py -m slow -n 2    thousands, and every mutant
"""

import random
from collections import Counter
from contextlib import suppress

import pytest
from flint import fmpq

from tests.recheck.axiom_documents import MISUSED
from tests.recheck.axiom_instances import TOLERANCE, Reading
from tests.recheck.axiom_integrals import exactly
from tests.recheck.axiom_letters import AT_SCORE, FIGURES, IMPROPER, RATES, Letters, outcome, setting, trial
from tests.recheck.axiom_mutants import Mutant, attacked, mutants
from tests.recheck.axiom_populations import METRICS, NotAsked, NoValue, Population, drawn
from workbench import methods, metrics
from workbench.figures import NAMED as WRITTEN_OUT
from workbench.language.statements import parse_expression, parse_statement
from workbench.losses import exact
from workbench.losses.reals import Infinite
from workbench.numbers.certified import lift
from workbench.recheck import axioms, recheck, terms
from workbench.recheck.language import Refused, expression, parsed
from workbench.recheck.meaning import table
from workbench.samples.sample import Sample
from workbench.witnesses.constructions import samples

AXIOMS = table("axioms")
FAST, ALL, CONSTRUCTED = 12, 1_500, 150
KEYS = {"letters", "given", "for_all", "positive", "left", "relation", "right", "because", "source"}
NAMED = ("calibrated", "no_ties", "evenly_spaced")


def attack(axiom: str, tries: int, seed: str = "", most: int = 6, among: list[Population] | None = None) -> int:
    """How many random instances were seen to hold; none of them may be false."""
    rng, seen = random.Random(axiom + seed), 0
    for _ in range(tries):
        try:
            one = trial(axiom, AXIOMS[axiom], rng, most, rng.choice(among) if among else None)
        except Refused:
            continue
        found = outcome(one)
        assert not found.wrong, found.wrong
        seen += found.seen
    return seen


# --- every axiom holds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_axiom_holds_where_it_is_tried(axiom: str) -> None:
    assert attack(axiom, FAST) >= FAST // 4


@pytest.mark.slow
@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_axiom_holds_wherever_it_is_tried(axiom: str) -> None:
    assert attack(axiom, ALL, "all") + attack(axiom, ALL // 5, "large", 16) >= ALL // 4


@pytest.mark.slow
@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_axiom_holds_on_samples_that_are_constructed_for_what_is_given(axiom: str) -> None:
    entry = AXIOMS[axiom]
    given = [g for g in entry.get("given", ()) if g in NAMED]
    if "equal_classes" in entry.get("given", ()):
        given.append("pi0 == 1/2")
    if {"even_scores", "matched", "uniform_rate"} & set(entry.get("given", ())):
        pytest.skip("about populations and laws, not about samples")
    text = "AUC <= 1" + (" given " + ", ".join(given) if given else "")
    light = not any(word in entry["left"] + entry["right"] for word in ("loss", "Ec", "h_measure"))
    among = [Population.of(x) for x in samples(parse_statement(text).given) if len(x.scores) <= (40 if light else 8)]
    assert len(among) > 20 or "calibrated" in given
    assert attack(axiom, CONSTRUCTED, "constructed", among=among) >= CONSTRUCTED // 4


def test_what_is_tried_is_of_many_kinds() -> None:
    rng = random.Random(0)
    tried = [drawn(rng) for _ in range(400)]
    areas = [METRICS["AUC"](p) for p in tried]
    assert min(areas) == 0
    assert max(areas) == 1
    assert any(0 < x < fmpq(1, 10) for x in areas)
    assert any(fmpq(9, 10) < x < 1 for x in areas)
    assert any(min(p.pi0, 1 - p.pi0) < fmpq(1, 40) for p in tried)
    assert any(p.n and p.n * p.pi0 == 1 for p in tried)
    assert any(p.edges[0] == 0 and p.edges[-1] == 1 for p in tried)
    assert any(a and b for p in tried for low, high, a, b in p.groups if low == high)
    assert len({p.n for p in tried}) > 60


# --- axioms are written as they should be -----------------------------------------------------------------------


@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_axiom_says_what_it_takes_and_why(axiom: str) -> None:
    entry = AXIOMS[axiom]
    assert set(entry) <= KEYS
    assert len(entry["because"]) > 8
    assert entry["because"].rstrip().endswith(".")
    assert entry.get("relation", "==") in ("==", "<=")
    for kind in entry.get("letters", {}).values():
        assert Letters(random.Random(0)).of_kind(kind)
    for text in (*entry.get("given", ()), *entry.get("for_all", ())):
        assert text.isidentifier() or parsed(text)[0] == "relation"


@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_instance_is_the_text_with_its_letters_filled(axiom: str) -> None:
    entry, rng = AXIOMS[axiom], random.Random(axiom)
    kinds = entry.get("letters", {})
    letters = {x: Letters(rng).of_kind(kind) for x, kind in kinds.items()}
    found = axioms.axiom(axiom).filled(letters, {})
    assert found.relation == entry.get("relation", "==")
    assert [x[0] == "name" for x in found.given if x[0] != "for all"] == [
        x.isidentifier() for x in entry.get("given", ())
    ]
    assert [x[1] for x in found.given if x[0] == "for all"] == ["rank"] * len(entry.get("for_all", ()))
    with pytest.raises(Refused):
        axioms.axiom(axiom).filled({**letters, "another": "1"}, {})
    for x in letters:
        with pytest.raises(Refused):
            axioms.axiom(axiom).filled({y: text for y, text in letters.items() if y != x}, {})


# --- letters that are not of their kind ---------------------------------------------------------------------------


@pytest.mark.parametrize("axiom", AXIOMS)
def test_what_is_not_of_its_kind_is_refused(axiom: str) -> None:
    kinds = AXIOMS[axiom].get("letters", {})
    plain = {"class": "1", "class or both": "both", "whole number": "2"}
    plain |= {
        "strictly increasing function of value": "value",
        "condition": "skew",
        "rates": "step",
        "method": "optimal",
    }
    others = {
        x: plain.get(kind, "uniform" if "density" in kind else "optimal" if "method" in kind else "1/3")
        for x, kind in kinds.items()
    }
    assert axioms.axiom(axiom).filled(others, {})
    accepted = []
    for x, kind in kinds.items():
        for text in IMPROPER.get(kind, ()):
            try:
                axioms.axiom(axiom).filled({**others, x: text}, {})
            except Refused:
                continue
            accepted.append(f"{text} for {x}, a {kind}")
    assert not accepted, f"{axiom}: {'; '.join(accepted)}"


@pytest.mark.parametrize("misused", MISUSED)
def test_a_document_that_misuses_a_letter_is_refused(misused: str) -> None:
    with pytest.raises(Refused):
        recheck(MISUSED[misused])


# --- definitions ----------------------------------------------------------------------------------------------------

DEFINED, METHODS = table("definitions")["metrics"], table("definitions")["methods"]


def test_the_reader_has_the_definitions_of_the_catalogue() -> None:
    assert {x: text for x, text in DEFINED.items() if text} == {
        x: entry.definition for x, entry in metrics.CATALOGUE.items() if entry.definition and x in DEFINED
    } | {"H": "h_measure(2, 2)", "LL": WRITTEN_OUT["LL"]}
    assert set(DEFINED) - {"LL"} <= set(metrics.CATALOGUE)
    assert {"AUC", "AUCH", "H", "KS", "MER"} <= set(DEFINED)


def test_the_reader_has_the_methods_of_the_catalogue() -> None:
    assert {*METHODS, "optimal"} <= set(methods.CATALOGUE)
    for name, (parameters, law) in METHODS.items():
        entry = methods.CATALOGUE[name]
        pairs = [x.partition("=") for x in parameters.replace(" ", "").split(",") if x]
        assert tuple(x for x, _, _ in pairs) == entry.parameters
        assert tuple(x for _, _, x in pairs if x) == entry.defaults
        assert law == entry.law


@pytest.mark.parametrize("metric", [x for x, text in DEFINED.items() if text])
def test_a_definition_has_the_value_of_the_metric(metric: str) -> None:
    rng = random.Random(metric)
    for _ in range(12):
        reading = Reading(drawn(rng))
        with suppress(NotAsked):
            one, other = (reading.value(expression(text), {}) for text in (metric, DEFINED[metric]))
            assert abs(one - other) <= (0 if reading.doubt.exact else TOLERANCE)


@pytest.mark.parametrize("metric", sorted(terms.UNIT & set(METRICS)))
def test_what_the_reader_sees_to_lie_in_the_unit_interval_does(metric: str) -> None:
    rng = random.Random(metric)
    tried = 0
    for _ in range(80):
        with suppress(NotAsked):
            assert 0 <= METRICS[metric](drawn(rng)) <= 1
            tried += 1
    assert tried > 20


def test_the_h_measure_of_any_shapes_lies_where_the_reader_sees_it() -> None:
    rng = random.Random(6)
    for _ in range(40):
        reading = Reading(drawn(rng))
        for a, b in ((1, 1), (2, 3), (4, 1)):
            assert 0 <= reading.value(expression(f"h_measure({a}, {b})"), {}) <= 1


def test_losses_lie_where_the_reader_sees_them() -> None:
    rng = random.Random(3)
    letters = Letters(rng)
    for _ in range(60):
        text = f"loss({letters.method()}, cost={letters.density()}, condition={rng.choice(['cost', 'skew'])})"
        p = drawn(rng)
        try:
            assert 0 <= Reading(p).value(expression(text), setting(rng, p)) <= 2
        except NoValue:
            continue


# --- the evaluator itself ---------------------------------------------------------------------------------------------


def test_the_evaluator_agrees_with_the_engine() -> None:
    rng = random.Random(5)
    texts = [
        *(x for x in FIGURES if not x.startswith(("F0", "R(", "Ec", "bal", "least"))),
        *(x for x in DEFINED if x != "LL"),
        *(f"E({x}*{y})" for x in AT_SCORE for y in AT_SCORE),
    ]
    texts += ["loss(rate(c*u))", "loss(score(max(c, u)), cost=beta(3/2, 1))", "E1(max(F0(s) - 1/3, 0)*R(s)**2)"]
    texts += [f"loss(rate({x}), condition={y}, rates={z})" for x in "cu" for y in ("cost", "skew") for z in RATES]
    for text in texts:
        sample = tied(rng)
        reading = Reading(Population.of(sample))
        found, wanted = reading.value(expression(text), {}), exact.value(sample, parse_expression(text))
        if reading.exact:
            assert found == exactly(wanted), (text, sample)
        else:
            assert abs(float(found) - float(lift(wanted))) < 1e-9, (text, sample)


@pytest.mark.slow
def test_the_evaluator_knows_where_log_loss_is_infinite() -> None:
    rng, endless = random.Random(7), 0
    for _ in range(60):
        sample = tied(rng)
        reading = Reading(Population.of(sample))
        try:
            wanted = float(lift(exact.value(sample, parse_expression("LL"))))
        except Infinite:
            endless += 1
            with pytest.raises(NotAsked):
                reading.value(expression("LL"), {})
        else:
            assert abs(float(reading.value(expression("LL"), {})) - wanted) < 1e-9
    assert 0 < endless < 60


def tied(rng: random.Random) -> Sample:
    p = drawn(rng, ("equal_classes",), 4)
    counts = [[int(g[k] * p.n * p.of_class(k - 2)) for g in p.groups] for k in (2, 3)]
    return Sample.of_counts([str(g[0]) for g in p.groups], *counts)


def test_a_false_instance_is_said_with_its_letters_its_sample_and_both_sides() -> None:
    entry = {**AXIOMS["hull_is_calibrated"], "right": "E(posterior(s)*g(posterior(s)))"}
    found = attacked(Mutant("hull_is_calibrated", "posterior", entry)).wrong
    assert found
    for part in ("hull_is_calibrated with g = ", " (score: class 0, class 1) ", "left ", "right "):
        assert part in found


# --- axioms changed in one place -------------------------------------------------------------------------------

LEAST_SHARE = 0.85
FEW = 60


def quick(axiom: str) -> Mutant:
    """One mutant that is certainly false, where there is one."""
    wanted = "sides exchanged" if AXIOMS[axiom].get("relation") else "left times 101/100"
    return next(m for m in mutants(axiom, AXIOMS[axiom]) if m.change == wanted)


@pytest.mark.parametrize("axiom", [x for x in AXIOMS if x not in ("even_scores",)])
def test_an_axiom_with_its_sides_exchanged_or_a_factor_is_found_false(axiom: str) -> None:
    assert attacked(quick(axiom)).wrong


@pytest.mark.slow
def test_most_mutants_are_found_false() -> None:
    """What survives is printed: it is true after all, or the attack is too weak."""
    found = [attacked(m) for axiom in AXIOMS for m in mutants(axiom, AXIOMS[axiom])]
    meant = [x for x in found if x.seen or x.wrong]
    survivors = [x.mutant.name for x in meant if not x.wrong]
    print(f"{len(meant)} mutants, {len(survivors)} survive:", *survivors, sep="\n")
    by_axiom = Counter(x.mutant.axiom for x in meant if x.wrong)
    assert set(by_axiom) == set(AXIOMS)
    assert len(survivors) <= (1 - LEAST_SHARE) * len(meant)
    dropped = [x for x in survivors if "dropped" in x]
    assert len(dropped) <= FEW, dropped
