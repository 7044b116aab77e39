"""Statements decided: what is proved is true, what is refuted has a data set, and proofs that lie are seen."""

import pickle
import random
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import Expr, Rational, Symbol

from workbench.certificates.cell_points import UNIT, OutOfTime, sample_points
from workbench.deciding import documents, domain, facts
from workbench.deciding.accepting import objection
from workbench.deciding.assumption_moves import granted
from workbench.deciding.bounds import Reason
from workbench.deciding.decide import prove
from workbench.deciding.domain import Domain
from workbench.deciding.functionals import negative_sample
from workbench.deciding.inequalities import prove_positive
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided, is_positive, negative_point
from workbench.deciding.proving import proof_of
from workbench.deciding.rank_statistics import lower_bound
from workbench.language import statements
from workbench.language.statements import parse_statement
from workbench.losses import exact
from workbench.numbers.certified import lift
from workbench.samples.sample import Sample
from workbench.symbolic import rules
from workbench.symbolic.assumptions import calibrated_scores
from workbench.symbolic.normal_forms import Move
from workbench.symbolic.notation import E0, E1, Below, R, metric, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.translation import to_sympy, to_syntax
from workbench.terminal import proofs
from workbench.witnesses.fitting import orders
from workbench.witnesses.numeric_trials import samples
from workbench.witnesses.search import refutes

PROVED = (
    "loss(score_driven) == BS",
    "loss(score_fixed(t)) == error(t)",
    "loss(rate_driven, condition=skew) == 7/12 - AUC/2",
    "loss(rate_uniform, cost=beta(a, b)) == pi0*pi1*(1 - 2*AUC) + a/(a + b)*pi0 + b/(a + b)*pi1",
    "loss(mix(q, rate_driven, rate_uniform)) == loss(rate_uniform) - q/6",
    "loss(optimal) == RLH",
    "1 - H == loss(optimal, cost=beta(2, 2))/(pi0*(4*pi1**3 - 3*pi1**4) + pi1*(1 - 6*pi1**2 + 8*pi1**3 - 3*pi1**4))",
    "BS == CL + RL",
    "MAE - BS == E(s*(1 - s))",
    "BS <= MAE",
    "MAE**2 <= BS",
    "MAE <= sqrt(BS)",
    "AUC <= AUCH",
    "AUCH <= (1 + AUC)/2",
    "max(AUC, 1/2) <= AUCH",
    "RL <= RLH",
    "RLH <= BS",
    "RLH <= pi0*pi1",
    "RLH <= MER",
    "MER <= min(pi0, pi1)",
    "BS >= pi0*pi1*(1 - AUC)",
    "error(t) >= min(pi0, pi1)*(1 - AUC)",
    "BS <= 1 - min(pi0, pi1)*AUC",
    "loss(optimal) <= loss(score_fixed(t))",
    "loss(optimal, cost=beta(2, 2)) <= loss(rate_driven, cost=beta(2, 2), rates=step)",
    "loss(rate_driven) < loss(rate_uniform)",
    "loss(rate_driven, cost=beta(2, 1)) <= loss(rate(1 - c), cost=beta(2, 1))",
    "loss(rate_driven, cost=beta(2, 1), condition=skew) <= loss(rate(1 - c), cost=beta(2, 1), condition=skew)",
    "BS != MAE + 1",
    "pi0*pi1 <= 1/4",
    "n0*n1 == n**2*pi0*pi1",
    "log(n) > 0",
    "AUC/AUCH <= 1",
    "RL*AUCH >= 0",
    "E1((s - 1)**2) >= 0",
    "q*a**2 >= 0",
    "min(BS0, BS1) <= BS",
    "MAE == 2*BS given calibrated",
    "loss(score_driven, cost=beta(2, 1)) == loss(optimal, cost=beta(2, 1)) given calibrated",
    "AUC == AUCH given calibrated",
    "MAE == loss(rate_uniform) given evenly_spaced",
    "BS == loss(rate_driven) - 1/(12*n**2) given evenly_spaced",
    "RL == 0 given no_ties",
    "loss(rate_uniform, rates=cutpoints) == n/(n + 1)*pi0*pi1*(1 - 2*AUC) + 1/2 given no_ties",
    "MAE == MMAE given pi0 == 1/2",
    "loss(optimal) == loss(optimal, condition=skew) given pi0 == 1/2",
    "pi0*pi1 <= 2/9 given pi0 <= 1/3",
    "loss(rate_uniform) <= 1/2 given auc >= 1/2",
    "loss(rate_uniform) < 1/2 given auc > 1/2",
    "BS >= pi0*pi1/2 given auc <= 1/2",
    "CL <= MAE given error(t) >= 1/2",
    "error(t) <= pi0 + RLH given error(t) <= pi0",
)
REFUTED = (
    "MAE == BS",
    "BS < MAE",
    "loss(score_driven) <= loss(score(c**2))",
    "BS >= pi0*pi1*(1 - AUC) + 1/1000",
    "loss(score_driven) == BS + 1/10**30",
    "AUCH <= AUC",
    "BS == loss(rate_driven) given evenly_spaced",
    "MAE == 2*BS",
    "loss(optimal, condition=skew) == loss(score_driven, condition=skew) given calibrated",
    "loss(score_fixed(t)) <= 9/10",
    "E0(s - s**2) < E0(1/4)",
    "E(s - 1/2) >= 0",
    "a*MAE >= 0",
    "GINI >= 0",
    "pi0 >= 1/200",
    "loss(rate_uniform) < 1/2 given auc >= 1/2",
    "pi0 > 1/3 given pi0 > 1/4, pi0 >= 1/3",
    "RL > 0",
    "BS > 0 given calibrated",
    "BS == 3 given pi0 == 1/3",
    "AUCH == MAE given pi0 == 1/2",
    "BS >= 1/8 given pi0 == 1/2, auc > 1/2",
    "AUC == 1/3 given auc == 1/2",
    "MAE == 2*BS1 given calibrated, pi0 == 1/2",
    "loss(rate_driven, cost=beta(2, 13/12)) >= 1/9 given pi0 >= 2/3",
    "loss(rate_uniform) <= 1/3 given auc == 1/2, pi0 == 1/2",
)
UNDECIDED = (
    "sqrt(AUC - 1/2) >= 0",
    "1/(AUC - 1/2) == 1/(AUC - 1/2)",
    "loss(score_driven, cost=point(a)) == loss(score_driven, cost=point(a))",
)


@pytest.mark.parametrize("text", PROVED)
def test_what_is_true_is_proved(text: str) -> None:
    found = prove(text, 20)
    assert found.verdict == "proved", found.note
    row = found.to_json()
    assert row["proof"]
    assert row["witness"] is None
    assert all(set(step) == {"why", "by", "gives", "latex"} for step in row["proof"])


@pytest.mark.parametrize("text", REFUTED)
def test_what_is_false_is_refuted_by_a_data_set(text: str) -> None:
    found = prove(text, 20)
    assert found.verdict == "refuted", found.note
    assert found.witness is not None
    assert refutes(found.statement, found.witness.sample, found.witness.parameters) is not None
    assert found.to_json()["proof"] is None


@pytest.mark.parametrize("text", UNDECIDED)
def test_what_has_no_value_or_no_sample_is_neither(text: str) -> None:
    assert prove(text, 2).verdict == "undecided"


@pytest.mark.parametrize("text", REFUTED)
def test_no_proof_is_found_of_what_is_false(text: str) -> None:
    assert proof_of(parse_statement(text))[0] is None


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("KS == 3/2", "no sample has KS == 3/2; KS lies in [0, 1]"),
        ("BS < 0", "no sample has BS < 0; BS lies in [0, 1]"),
        ("2 <= AUC", "no sample has 2 <= AUC; AUC lies in [0, 1]"),
        ("RLH > 1/5, RLH <= 1/6", "no sample has RLH > 1/5 and RLH <= 1/6; RLH lies in [0, 1/4]"),
        ("AP <= 0", r"no sample has AP <= 0; AP lies in (0, 1]"),
        ("sensitivity(t) > 1", "no sample has sensitivity(t) > 1; sensitivity(t) lies in [0, 1]"),
        ("loss(rate_driven, condition=skew) < 0", "lies in [0, oo)"),
    ],
)
def test_figures_assumed_where_they_cannot_lie_are_refused(given: str, why: str) -> None:
    with pytest.raises(statements.StatementError, match=f"^column 16: .*{re.escape(why)}$|{re.escape(why)}$"):
        prove(f"BS >= KS given {given}")


@pytest.mark.parametrize(
    "given", ["KS == 1", "BS <= 0", "AP > 0", "RLH >= 1/4", "KS >= 1/2, KS <= 1/2", "KS != 2", "GINI < 0"]
)
def test_figures_assumed_where_they_can_lie_are_not_refused(given: str) -> None:
    domain.refuse_figures_out_of_range(parse_statement(f"BS >= KS given {given}"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("BS <= MAE + 10**100000", "column 13: 10**100000 is a number of more than 4000 bits"),
        ("BS <= MAE + 1/2**(5000)", "column 15: 2**5000 is a number of more than 4000 bits"),
        ("BS <= MAE given BS <= 10**100000", "column 23: 10**100000 is a number of more than 4000 bits"),
        ("BS <= MAE + 0.1e-5000", "column 13: the number 0.1e-5000 has an exponent beyond 400"),
    ],
)
def test_numbers_that_are_too_long_are_refused(text: str, why: str) -> None:
    with pytest.raises(statements.StatementError, match=re.escape(why)):
        prove(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("net_benefit(t) <= 1", "t < 1"),
        ("precision(t) <= 1", "E(indicator(t < s)) < 1"),
        ("npv(t) <= 1", "E(indicator(t < s)) > 0"),
        ("AUC >= 1/2 - 1/(1 - t)**2", "t < 1"),
    ],
)
def test_a_side_without_a_value_is_told_with_what_would_give_it_one(text: str, given: str) -> None:
    found = prove(text, 4)
    assert found.verdict == "undecided"
    assert found.note.endswith(f" is not seen to have a value on every sample; it has one given {given}")
    assert found.note.startswith(text.partition(" <= ")[0]) or "/(1 - t)**2" in found.note
    assert prove(f"{text} given {given}").verdict == "proved"


@pytest.mark.slow
def test_assumptions_that_are_proved_to_be_met_by_no_sample_are_told() -> None:
    found = prove("AUC >= MAE given BS < RLH", 4)
    assert (found.verdict, found.note) == ("undecided", "no sample has BS < RLH: that BS >= RLH is proved")


@pytest.mark.parametrize(
    "given",
    ["pi0 == 2", "pi0 <= 0", "auc > 1", "auc >= 2", "pi0 > 1/2, pi0 < 1/3", "pi0 > 1/3, pi0 == 1/3", "pi0 == 1"],
)
def test_assumptions_that_no_sample_meets_are_refused(given: str) -> None:
    with pytest.raises(statements.StatementError, match="no sample has"):
        prove(f"BS == BS given {given}")


@pytest.mark.parametrize(
    "text",
    [
        "E0(indicator(s<t) + indicator(s>t)) + (1-t)**2 > 0",
        "E0(indicator(s<x) + indicator(s>x)) + 1000*(x-3/7)**2 >= 1/100",
        "E0(indicator(s<pi0) + indicator(s>pi0)) + 1000*(pi0-3/7)**2 > 0",
        "indicator(1/n < pi0) + (n-37)**2 > 0",
        "E0(indicator(s <= x)) <= E0(indicator(s < x)) + (x-3/7)**2*1000 + 9/10",
        "indicator(x<y) + indicator(y<x) == 1",
        "indicator(t<r) + indicator(r<t) + 1 - t >= 1",
        "E(indicator(s<x)) + E(indicator(s>x)) == 1",
        "E0(indicator(s <= x)) - E0(indicator(s < x)) <= 0",
        "E0(indicator(s<t)+indicator(s>t)+max(0,1-10*s)) >= 1",
        "E0(indicator(s<pi0)+indicator(s>pi0)) == 1 given pi0 >= 1/10",
        "indicator(1/n < pi0) == 1",
        "indicator(1/n < 1/2) + pi0 >= 1",
        "E0(indicator(x<s)) + indicator(0<x) >= 1",
    ],
)
def test_jumps_are_not_passed_over(text: str) -> None:
    assert proof_of(parse_statement(text))[0] is None


def test_decisions_can_be_kept() -> None:
    for text in ("loss(score_driven) == BS", "RLH <= loss(rate_driven)", "MAE == BS"):
        found = prove(text)
        assert pickle.loads(pickle.dumps(found)).to_json() == found.to_json()


def test_a_proof_stops_in_time() -> None:
    long = "(AUC + BS + MAE + RLH + H)**9"
    code = f"from workbench import prove; print(prove('{long} <= {long} + RLH*H*MER*KS*AUCH', 2).verdict)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() in ("proved", "undecided")


# --- proofs of inequalities that lie ----------------------------------------------------------------------

INEQUALITIES = (
    "RLH <= loss(rate_driven)",
    "max(AUC, 1/2) <= AUCH",
    "MAE**2 <= BS",
    "MER <= min(pi0, pi1)",
    "AUC/AUCH <= 1",
)


CERTIFICATES = ({"sum": []}, {"sum": [["1", [], []]]}, {"sum": [["-1", [], []]]}, {"empty": []}, None)


def inequality(text: str) -> Inequality:
    found = proof_of(parse_statement(text))[0]
    assert found is not None
    (part,) = found.parts
    assert isinstance(part, Inequality)
    return part


def refused(text: str, lie: Inequality, told: Inequality | None = None) -> bool:
    """Whether a proof cannot be written as a document of the statement, or the reader refuses the document.

    Or the document is that of the proof that was ``told``, which has no place for the lie.
    """
    statement = parse_statement(text)
    try:
        document = next(documents.of_inequality(statement, lie, granted(statement.given)))
    except (NotDecided, IndexError):
        return True
    same = told is not None and document == next(documents.of_inequality(statement, told, granted(statement.given)))
    return same or objection(document) is not None


@pytest.mark.parametrize("text", INEQUALITIES)
def test_lies_in_a_proof_are_refused(text: str) -> None:
    found = inequality(text)
    assert not refused(text, found)
    tiny = Rational(1, 10**20)
    case = found.cases[0]
    after = case.ending.before
    lies = [
        replace(found, gap=found.gap - tiny),
        replace(found, gap=-found.gap),
        replace(found, theorem=with_last_line(found.theorem, found.theorem.right + tiny)),
        replace(found, cases=found.cases[1:]),
    ]
    endings = [
        replace(case.ending, kernel=case.ending.kernel + tiny),
        replace(case.ending, kernel=case.ending.kernel * 2 + 1),
        *[replace(case.ending, certificate=x) for x in CERTIFICATES if x != case.ending.certificate],
        *([replace(case.ending, before=after[:-1])] if after else []),
        *([replace(case.ending, before=(replace(after[0], gives=after[0].gives + tiny), *after[1:]))] if after else []),
    ]
    cases = [replace(case, ending=ending) for ending in endings]
    if case.bounds:
        bound = case.bounds[0]
        (_, reason), *others = bound.reasons
        for changed in (
            replace(bound, times=-bound.times),
            replace(bound, times=2 * bound.times),
            replace(bound, reasons=()),
            replace(bound, reasons=((Rational(2), reason), *others)),
            replace(bound, reasons=((Rational(1), Reason(fact=facts.distance_bounded)), *others)),
            replace(bound, gives=bound.gives + tiny),
        ):
            cases.append(replace(case, bounds=(changed, *case.bounds[1:])))
        cases.append(replace(case, bounds=case.bounds[1:]))
    lies += [replace(found, cases=(changed, *found.cases[1:])) for changed in cases]
    if found.divisor is not None:
        lies.append(replace(found, divisor=None))
        lies.append(replace(found, divisor=replace(found.divisor, gap=-found.divisor.gap)))
    for lie in lies:
        assert refused(text, lie, found), lie


def with_last_line(theorem: Theorem, line: Expr) -> Theorem:
    *before, last = theorem.proof or (Step("", rules.algebra, theorem.right),)
    return replace(theorem, right=line, proof=(*before, replace(last, gives=line)))


@pytest.mark.parametrize("text", INEQUALITIES)
def test_a_line_that_is_read_as_something_else_is_refused(text: str) -> None:
    document = prove(text).document
    assert document is not None
    last = document["steps"][-1]
    while "cases" in last["by"]:
        last = last["by"]["below"]["steps"][-1]
    honest = last["by"]
    for by in ({**honest, "sign": "nothing"}, {"uses": []}, {}, {"certificate": honest["certificate"]}):
        last["by"] = by
        assert objection(document), by
    last["by"] = honest
    assert objection(document) is None


@pytest.mark.parametrize("text", INEQUALITIES)
def test_a_proof_of_another_statement_is_refused(text: str) -> None:
    found = inequality(text)
    for lie in (f"{text} - 1/10**20", f"{text} - pi0", text.replace("<=", ">="), text.replace("<=", "==")):
        assert refused(lie, found), lie


@pytest.mark.parametrize("text", [x for x in INEQUALITIES if "**" not in x])
def test_what_may_be_equal_is_not_shown_to_differ(text: str) -> None:
    found = inequality(text)
    for relation in ("<", "!="):
        strict = replace(found, claim=replace(found.claim, strict=True))
        assert refused(text.replace("<=", relation), strict)
        assert refused(text.replace("<=", relation), found)


def test_an_assumption_that_is_not_given_is_seen() -> None:
    text = "MAE <= 2*BS given calibrated"
    gap = to_sympy(statements.parse_expression("2*BS - MAE"))
    given = granted(parse_statement(text).given)
    found = prove_positive(gap, given=given, domain=Domain(calibrated=True))
    assert isinstance(found, Inequality)
    assert not refused(text, found)
    assert refused("MAE <= 2*BS", found)
    assert Move(calibrated_scores, "the scores are calibrated") in given


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("MAE == 2*BS given calibrated", "calibrated"),
        ("BS == loss(rate_driven) - 1/(12*n**2) given evenly_spaced", "evenly_spaced"),
        ("RL == 0 given no_ties", "no_ties"),
        ("MAE == MMAE given pi0 == 1/2", "pi0 == 1/2"),
        ("pi0*pi1 <= 2/9 given pi0 <= 1/3", "pi0 <= 1/3"),
        ("loss(rate_uniform) <= 1/2 given auc >= 1/2", "auc >= 1/2"),
        ("BS >= pi0*pi1/2 given auc <= 1/2", "auc <= 1/2"),
    ],
)
def test_a_document_without_its_assumption_is_refused(text: str, word: str) -> None:
    document = prove(text).document
    assert document is not None
    assert objection(document) is None
    equation = text.split(" given ")[0]
    assert objection({**document, "statement": equation, "given": []})
    for other in ("pi0 == 2/5", "auc >= 1/3", "no_ties"):
        if other != word:
            assert objection({**document, "statement": f"{equation} given {other}", "given": [other]}), other


# --- facts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", facts.CATALOGUE)
def test_a_fact_holds_on_every_small_weak_order(name: str) -> None:
    fact = facts.CATALOGUE[name]
    statement = parse_statement(str(fact))
    tight = 0
    rng = random.Random(0)
    for n0 in range(1, 5):
        for n1 in range(1, 6 - n0 + 1):
            for order in orders(n0, n1, False):
                scores = sorted(rng.sample([Fraction(k, 12) for k in range(13)], len(order)))
                if len(order) == 2 and (n0, n1) == (1, 1):
                    scores = [Fraction(0), Fraction(1)]
                if fact.given == "calibrated":
                    scores = [Fraction(b, a + b) for a, b in order]
                sample = Sample.of_counts(scores, *zip(*order, strict=True))
                assert refutes(statement, sample, {}) is None, sample
                sides = [exact.value(sample, side) for side in (statement.left, statement.right)]
                tight += sides[0] == sides[1]
    assert tight


# --- signs on boxes -----------------------------------------------------------------------------------------


def test_every_cell_is_visited() -> None:
    rng, visited = random.Random(5), 0
    for _ in range(60):
        sides = rng.choice([1, 2, 2, 3])
        polynomials = [
            {
                tuple(rng.randint(0, 2) for _ in range(sides)): Fraction(rng.randint(-4, 4), rng.randint(1, 4))
                for _ in range(rng.randint(2, 4))
            }
            for _ in range(rng.choice([1, 2]))
        ]

        def signs(place, polynomials=polynomials):
            values = []
            for p in polynomials:
                total = Fraction(0)
                for exponents, coefficient in p.items():
                    for x, e in zip(place, exponents, strict=True):
                        coefficient *= x**e
                    total += coefficient
                values.append((total > 0) - (total < 0))
            return tuple(values)

        try:
            seen = {signs(place) for place in sample_points(polynomials, [UNIT] * sides)}
        except OutOfTime:
            continue
        visited += 1
        drawn = {signs([Fraction(rng.randint(1, 996), 997) for _ in range(sides)]) for _ in range(200)}
        assert {x for x in drawn if 0 not in x} <= seen
    assert visited > 45


def test_jumps_and_roots_count() -> None:
    x, t = Symbol("x"), Symbol("t")
    assert negative_point(Below(0, x) - x, {x: UNIT}) is None
    assert negative_point(Below(0, x) - Rational(1, 10), {x: UNIT}) == {x: 0}
    assert negative_point(x ** Rational(1, 3) - x ** Rational(1, 2), {x: UNIT}) is None
    assert negative_point(x ** Rational(1, 2) - x ** Rational(1, 3), {x: UNIT}) is not None
    assert negative_point(Below(t, x) * (x - t), {x: UNIT, t: UNIT}) is None
    assert negative_point(Below(t, x) * (t - x), {x: UNIT, t: UNIT}) is not None
    assert negative_point(x + 1, {x: (None, Fraction(0))}) is not None
    with pytest.raises(NotDecided):
        negative_point(Below(x**2, x), {x: UNIT})
    half = Fraction(1, 2)
    assert negative_point(x - Rational(2, 3), {x: (half, half)}) == {x: half}
    assert negative_point(t - x, {x: (half, half), t: UNIT}) is not None
    with pytest.raises(ValueError, match="no inside"):
        list(sample_points([], [(half, half)]))
    assert is_positive(1 + x, {x: UNIT}, [], None)
    assert not is_positive(x, {x: UNIT}, [], None)


@pytest.mark.always
def test_extreme_samples_decide() -> None:
    rng = random.Random(3)
    parts = (1, s, s**2, s * (1 - s), Below(Rational(1, 2), s))
    decided = {True: 0, False: 0}
    for _ in range(60):
        weights = [Rational(rng.randint(-3, 4), rng.randint(1, 3)) for _ in range(5)]
        line = weights[0] * pi0 * E0(rng.choice(parts[1:])) + weights[1] * pi1 * E1(rng.choice(parts[1:]))
        line += weights[2] * metric("AUC").xreplace(
            {metric("AUC"): E1(to_sympy(statements.parse_expression("E1(F0(s))")).body)}
        )
        line += weights[3] * pi0 * pi1 + weights[4]
        place = negative_sample(line, Domain())
        words = to_syntax(line)
        decided[place is None] += 1
        if place is not None:
            assert exact.value(place.sample, words) < 0
        else:
            assert all(exact.value(x, words) >= 0 for x in samples()[:150])
    assert min(decided.values()) > 5


@pytest.mark.parametrize(
    "text",
    ["RL > 0", "RL > 0 given calibrated", "BS > 0 given calibrated", "RLH > 0", "MAE > 0", "AUC > 0", "AUCH < 1"],
)
def test_what_may_vanish_is_not_positive(text: str) -> None:
    assert proof_of(parse_statement(text))[0] is None


@pytest.mark.always
def test_the_least_rank_statistic_is_a_bound_and_is_approached() -> None:
    rng = random.Random(4)
    root = Rational(1, 2)
    parts = (R(s), R(s) ** 2, R(s) ** 3, Below(Rational(1, 3), R(s)))
    roots = (R(s) ** root, (1 - R(s)) ** root, (1 - R(s)) ** Rational(3, 2))
    n = 60
    rates = [Rational(2 * i + 1, 2 * n) for i in range(n)]
    for number in range(24):
        chosen = [*rng.sample(parts, 2), *([rng.choice(roots)] if number % 2 else [])]
        h = sum(Rational(rng.choice([-3, -2, -1, 1, 2, 3]), rng.randint(1, 3)) * part for part in chosen) + root
        line = pi0 * E0(h)
        bound = lower_bound(line, Domain())
        low = float(bound) if isinstance(bound, Fraction) else float(bound.lower())
        words = to_syntax(line)
        assert all(float(lift(exact.value(x, words)).mid()) >= low - 1e-9 for x in samples()[:60])
        at = [h.xreplace({R(s): r}).replace(Below, lambda p, q: 1 if p < q else 0) for r in rates]
        negative = [float(value) < 0 for value in at]
        if any(negative) and not all(negative):
            best = Sample.of([0 if below else 1 for below in negative], [Fraction(int(r.p), int(r.q)) for r in rates])
            assert abs(float(lift(exact.value(best, words)).mid()) - low) < 0.05


@pytest.mark.parametrize("statement", ["sqrt(t**2) == t", "max(t, r) == t + r - min(t, r)", "abs(AUC - 1) == 1 - AUC"])
def test_what_the_reader_brings_to_one_form_is_proved(statement):
    assert prove(statement, 4.0).verdict == "proved"


@pytest.mark.parametrize("statement", ["sqrt(x**2) == x", "max(t, r) == t + r", "abs(AUC - 1) == AUC - 1"])
def test_what_only_looks_alike_is_refuted(statement):
    assert prove(statement, 4.0).verdict == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("LL >= BS", marks=pytest.mark.slow),
        pytest.param("net_benefit(t) <= 1 given t < 1", marks=pytest.mark.slow),
        "precision(t) >= 2",
        pytest.param("npv(t) <= 1", marks=pytest.mark.slow),
        "AUC <= 3/4 given AUC == 3/4",
        pytest.param("a.BS <= b.BS + a.LL", marks=pytest.mark.slow),
    ],
)
def test_the_statement_is_told_in_the_words_in_which_it_was_asked(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = prove(text, 4)
    assert found.to_json()["statement"] == found.said == text
    assert repr(found).startswith(f"{text}: ")
    proofs.show_decision(found)
    assert text in capsys.readouterr().out.splitlines()[0]
    if found.document is not None:
        assert objection(found.document) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p0 + p1 == 1", "p0 and p1 are free parameters, any numbers; the class proportions are pi0 and pi1"),
        ("MAE == E(abs(y - s))", "y is a free parameter, any number; the class has no letter, "),
        ("loss(optimal, cost=any) <= y", "; y is a free parameter"),
        ("BS <= k*MAE", None),
        ("y <= 1 given y < 2", None),
    ],
)
def test_a_letter_that_looks_like_something_of_the_sample(text: str, said: str | None) -> None:
    found = prove(text)
    assert found.verdict == "refuted"
    assert found.note == "" if said is None else said in found.note
