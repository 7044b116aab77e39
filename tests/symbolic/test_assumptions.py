"""The rules under assumptions: both sides agree on what meets them, and false uses are refused."""

from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import Expr, Integer, Rational, Symbol

from workbench.continuous import models
from workbench.deciding import evidence
from workbench.deciding.accepting import accepted_equality, check
from workbench.language.statements import parse_expression
from workbench.losses import exact
from workbench.symbolic import assumptions, rules
from workbench.symbolic.assumptions import (
    CALIBRATED,
    EVEN_SCORES,
    EVENLY_SPACED,
    MATCHED,
    NO_TIES,
    UNIFORM_RATE,
    calibrated_scores,
    class_proportion,
    condition_matches_threshold,
    cutpoints_are_examples,
    even_scores,
    evenly_spaced_moments,
    given_class_proportion,
    log_odds_cut,
    log_odds_density,
    log_odds_moments,
    n,
    scores_are_classes,
    shares_are_certain,
    shares_are_certain_when_evenly_spaced,
    uniform_rate,
)
from workbench.symbolic.loss import skew
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    SKEW,
    UNIFORM,
    Balanced,
    Below,
    BetaDensity,
    ClassMean,
    ConditionMean,
    CutpointMean,
    ExpectedLoss,
    ExplicitDensity,
    LossAtCutpoints,
    Qc,
    R,
    RateMethod,
    ScoreMethod,
    ThresholdAtRate,
    c,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
    s,
    t,
    tau,
    u,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import INVERTIBLE_RATE, UNIFORM_COST, UNIT_SCORES, Hypothesis, Rule, RuleFails, same

p = posterior(s)
AUC, BS, MAE, RL, CL = map(metric, ("AUC", "BS", "MAE", "RL", "CL"))
THIRD = Fraction(1, 3)


def E(body: Expr) -> ClassMean:
    return ClassMean(2, body)


def unfolded(e: Expr) -> Expr:
    for name in ("RL", "CL", "RLH", "MAE", "BS", "MAE0", "MAE1", "BS0", "BS1", "AUC"):
        e = rules.definition(name).rewrite(e)
    return e


LINES = {
    calibrated_scores: [
        E0(s**2) + 3 * E1(s),
        E0(p * (1 - p)),
        E1(pav(s) ** 3) - E(p),
        E0(F1(s)) + E1(s * R(s)),
        E0(Below(Rational(1, 3), s)),
        pi1 + E(s),
        unfolded(RL + 2 * CL + MAE + BS),
    ],
    evenly_spaced_moments: [
        E0(R(s)),
        E1(R(s)),
        E0(s**2),
        E1(s**2) + E1(R(s) ** 2),
        E0(R(s) ** 3) - E1(R(s) ** 5),
        E(s**4) + E(R(s) ** 4) + E(s) + E1(s**7),
        E0(F1(s)) + E1(F1(s)),
        E0(R(s) ** 2 * s) + E1(s * F0(s)),
        unfolded(MAE + BS),
    ],
    shares_are_certain: [
        E0(p**2 + s),
        E1(p * (1 - p) * s + p**3),
        E(p * s + p**2) + E(s),
        E0(2**p),
        unfolded(RL + CL),
    ],
    scores_are_classes: [E0(s**2 + p) + E1(pav(s) * s), E1(s * F0(s)) + E(s * R(s)), unfolded(MAE + CL)],
    shares_are_certain_when_evenly_spaced: [E(p * s + (s - p) ** 2), unfolded(RL + CL)],
    even_scores: [
        E0(R(s)) + E1(R(s) ** 2),
        E0(s) - E1(s**3),
        E(s**5) + E(R(s)),
        E0(R(s) * s) + E1(F0(s)),
        E0(R(s) * (1 - s)) + E0(F1(s)),
    ],
    class_proportion(THIRD): [pi0 + 3 * pi1, E0(pi0 * s) + pi1 * E1(R(s)), Balanced(pi0) + pi0, Balanced(BS) * pi1],
}
USES = [(rule, line) for rule, lines in LINES.items() for line in lines]


@pytest.mark.parametrize(("rule", "line"), USES, ids=[f"{rule.name}-{line}" for rule, line in USES])
def test_a_rule_gives_an_equal_number_wherever_its_needs_are_met(rule: Rule, line: Expr) -> None:
    rewritten = rule.rewrite(line)
    trial = evidence.compare(line, rewritten, rule.needs)
    assert trial.tried >= (1 if rule is scores_are_classes else 5)  # calibrated without ties are only 0 and 1
    assert not trial.failures
    assert same(rule.rewrite(rewritten), rewritten)


@pytest.mark.parametrize(("rule", "line"), USES, ids=[f"{rule.name}-{line}" for rule, line in USES])
def test_a_line_off_by_little_is_not_the_same(rule: Rule, line: Expr) -> None:
    tiny = Rational(1, 10**20)
    for wrong in (line + tiny, line + E1(s**3) * tiny, line + pi0 * tiny, line + metric("KS")):
        assert not same(rule.rewrite(line), rule.rewrite(wrong))


FALSE = [
    (calibrated_scores, E0(s), E1(s)),
    (calibrated_scores, MAE, BS),
    (calibrated_scores, E0(s**2), E(s**2 * (1 - s))),
    (calibrated_scores, E0(R(s)), E0(s)),
    (calibrated_scores, E(s**2), pi1**2),
    (calibrated_scores, Balanced(BS), Balanced(RL)),
    (evenly_spaced_moments, E0(R(s) ** 2), E0(s**2)),
    (evenly_spaced_moments, E0(R(s) ** 2 * s), E0(s**3)),
    (evenly_spaced_moments, E0(R(s) ** 2), E0(s**2) + 1 / (12 * n)),
    (evenly_spaced_moments, E(s**2), Rational(1, 3)),
    (evenly_spaced_moments, E0(s), Rational(1, 2)),
    (evenly_spaced_moments, E0(F0(s) ** 2), Rational(1, 2)),
    (evenly_spaced_moments, Balanced(E0(R(s))), Balanced(E0(s))),
    (shares_are_certain, E0(p), E1(p)),
    (shares_are_certain, E0(s), Integer(0)),
    (shares_are_certain, E0(pav(s)), Integer(0)),
    (shares_are_certain, E(p), pi0),
    (scores_are_classes, E0(F1(s)), Rational(1, 2)),
    (scores_are_classes, E1(s * F0(s)), E0(s)),
    (scores_are_classes, MAE, pi0),
    (even_scores, E0(s), Rational(1, 2)),
    (even_scores, E0(F0(s)), E0(s)),
    (even_scores, E1(s**2), Rational(1, 3)),
    (class_proportion(THIRD), Balanced(pi0), Rational(1, 3)),
    (class_proportion(THIRD), pi0, Rational(2, 3)),
]


@pytest.mark.parametrize(("rule", "left", "right"), FALSE, ids=[f"{r.name}-{a}-{b}" for r, a, b in FALSE])
def test_a_false_equality_is_refused_by_the_rule_and_by_the_numbers(rule: Rule, left: Expr, right: Expr) -> None:
    assert not same(rule.rewrite(unfolded(left)), rule.rewrite(unfolded(right)))
    trial = evidence.compare(left, right, rule.needs)
    assert trial.tried
    assert trial.failures


def test_what_does_not_survive_other_proportions_is_left_alone_below_balanced() -> None:
    for rule, body in (
        (calibrated_scores, E0(p) + E1(s)),
        (evenly_spaced_moments, E0(R(s)) + E1(s**2)),
        (even_scores, E0(R(s))),
        (class_proportion(THIRD), pi0 * E0(s)),
    ):
        assert rule.rewrite(Balanced(body)) == Balanced(body)
        assert rule.rewrite(pi1 + Balanced(body)).has(Balanced(body))


def test_a_balanced_expression_with_a_bound_variable_is_refused() -> None:
    with pytest.raises(RuleFails):
        calibrated_scores.rewrite(E0(Balanced(posterior(s))))


@pytest.mark.parametrize("hypothesis", [CALIBRATED, EVENLY_SPACED, EVEN_SCORES, NO_TIES, given_class_proportion(THIRD)])
def test_one_hypothesis_does_not_stand_for_another(hypothesis: Hypothesis) -> None:
    every = [*assumptions.CATALOGUE.values(), class_proportion(THIRD)]
    for rule in (r for r in every if r.needs and hypothesis not in r.needs):
        for line in LINES.get(rule, []):
            after = rule.rewrite(line)
            step = Step("", rule, after)
            theorem = Theorem("false", "", line, after, (step,), frozenset({hypothesis}))
            assert not check(theorem).holds
            if hypothesis == EVENLY_SPACED and rule.needs == {NO_TIES}:
                continue  # evenly spaced scores have no ties
            if hypothesis == NO_TIES and rule is assumptions.shares_are_certain_when_evenly_spaced:
                continue  # it holds wherever no two scores are equal
            assert accepted_equality(theorem) is None, (rule, line)


def test_rules_are_idle_where_they_have_nothing_to_say() -> None:
    mixed = E0(s * F0(s)) + E1(s**2 * R(s)) + E0(Below(t, s))
    assert evenly_spaced_moments.rewrite(mixed) == rules.canonical(mixed)
    assert shares_are_certain.rewrite(E0(s) + E1(pav(s))) == E0(s) + E1(pav(s))
    assert even_scores.rewrite(ThresholdAtRate(u) + R(t)) == u + R(t)


def test_a_share_of_nothing_has_no_reciprocal() -> None:
    with pytest.raises(RuleFails):
        shares_are_certain.rewrite(E0(1 / p))


# --- laws ---------------------------------------------------------------------------------------------

x = Symbol("x", real=True)
T = tau(c, u)


def mean(body: Expr, density: Expr = ANY) -> ConditionMean:
    return ConditionMean(density, body)


@pytest.mark.parametrize("body", [c, c * T, c * Below(T, x), c * T**2 * Below(T, x), 2 * (1 - c) * Below(T, x)])
def test_the_operating_condition_is_replaced_by_the_threshold_that_it_matches(body: Expr) -> None:
    after = condition_matches_threshold.rewrite(mean(body))
    assert after != rules.canonical(mean(body))
    trial = evidence.compare(mean(body), after, {MATCHED})
    assert trial.tried >= 5
    assert not trial.failures


@pytest.mark.parametrize("body", [c**2, c * u, c * Below(c, x), c * Below(u, x), c**2 * T, T**2, Below(T, x)])
def test_only_the_first_power_given_the_threshold_alone_is_replaced(body: Expr) -> None:
    assert condition_matches_threshold.rewrite(mean(body)) == rules.canonical(mean(body))
    assert condition_matches_threshold.rewrite(mean(c * T, UNIFORM)) == mean(c * T, UNIFORM)


def test_the_laws_that_meet_a_hypothesis() -> None:
    skewed = BetaDensity(Integer(2), Integer(1))
    assert evidence.methods_that_meet(frozenset({MATCHED}), skewed) == (c, Rational(2, 3))
    assert evidence.compare(mean(c * Below(T, x)), mean(T * Below(T, x)), {UNIFORM_COST}).failures
    assert evidence.methods_that_meet(frozenset({UNIFORM_RATE, UNIFORM_COST}), UNIFORM) == (u, c, 1 - c, 1 - u)
    assert evidence.methods_that_meet(frozenset({UNIFORM_RATE}), skewed) == ()


@pytest.mark.parametrize("body", [T, T**3, c**2, T + c])
def test_uniform_rates_have_uniform_moments(body: Expr) -> None:
    given = {UNIFORM_RATE, UNIFORM_COST}
    for line in (mean(body), mean(body, UNIFORM), E0(mean(Below(T, R(s)) + body))):
        after = uniform_rate.rewrite(line)
        assert not after.has(tau)
        trial = evidence.compare(line, after, given)
        assert trial.tried
        assert not trial.failures


@pytest.mark.parametrize(
    "line", [mean(c * T), mean(u), mean(T, BetaDensity(Integer(2), Integer(2))), mean(Below(T, x))]
)
def test_what_a_uniform_rate_does_not_settle_is_left_alone(line: Expr) -> None:
    assert uniform_rate.rewrite(line) == line


E_CUT = Symbol("e", positive=True)


@pytest.mark.parametrize("cut", [E_CUT, Rational(1, 10), Rational(2, 5)])
@pytest.mark.parametrize("body", [c, Below(c, s), c * Below(c, s), 2 * (1 - c) * (1 - Below(c, s))])
def test_uniform_log_odds_have_logarithms_as_moments(cut: Expr, body: Expr) -> None:
    before = E0(mean(body, log_odds_density(cut)))
    after = log_odds_moments.rewrite(before)
    assert not after.has(ConditionMean)
    trial = evidence.compare(before, after, (), with_models=False)
    assert trial.tried >= 5
    assert not trial.failures
    assert evidence.compare(before, after + Rational(1, 10**20), (), with_models=False).failures


@pytest.mark.parametrize("body", [c**2, u, c * u, Below(u, s), Below(1 - c, s), c**2 * Below(c, s), Below(c, s) / c])
def test_other_moments_of_uniform_log_odds_are_left_alone(body: Expr) -> None:
    line = rules.canonical(E0(mean(body, log_odds_density(E_CUT))))
    assert log_odds_moments.rewrite(line) == line


def test_only_the_density_itself_has_uniform_log_odds() -> None:
    density = log_odds_density(E_CUT)
    assert log_odds_cut(density) == E_CUT
    for other in (
        UNIFORM,
        ANY,
        ExplicitDensity(2 * density.args[0]),
        ExplicitDensity(density.args[0] * c),
        log_odds_density(c / 3),
    ):
        assert log_odds_cut(other) is None


def test_no_loss_is_computed_for_a_cut_that_leaves_nothing() -> None:
    sample = evidence.samples()[3]
    for cut in (Rational(2, 3), Rational(-1, 2), Rational(1, 2)):
        with pytest.raises(evidence.translation.Untranslatable):
            evidence.on_sample(ExpectedLoss(ScoreMethod(c), log_odds_density(cut)), sample)
    for loss in (
        ExpectedLoss(ScoreMethod(c), log_odds_density(Rational(1, 3)), SKEW),
        ExpectedLoss(RateMethod(c), log_odds_density(Rational(1, 3))),
    ):
        with pytest.raises(evidence.translation.Untranslatable):
            evidence.on_sample(loss, sample)


# --- cutpoints ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [0, 1])
def test_means_over_cutpoints_are_those_of_the_definition(start: int) -> None:
    for sample in evidence.samples_that_meet(frozenset({NO_TIES})):
        places = [sample.scores[0] - 1, *sample.scores][start:]
        for F, cdf in ((F0, sample.cdf0), (F1, sample.cdf1)):
            found = cutpoints_are_examples.rewrite(CutpointMean(start, 3 * F(t) - 1))
            assert evidence.on_sample(found, sample) == 3 * sum(map(cdf, places)) / len(places) - 1


@pytest.mark.parametrize("body", [F0(t) ** 2, F0(t) * F1(t), F0(t / 2), R(t), t * F0(t), E0(Below(t, s))])
def test_only_what_is_linear_in_the_rates_is_a_mean_over_examples(body: Expr) -> None:
    with pytest.raises(RuleFails):
        cutpoints_are_examples.rewrite(CutpointMean(0, body))


def test_cutpoints_are_left_alone_at_other_proportions() -> None:
    below = Balanced(CutpointMean(0, F0(t)))
    assert cutpoints_are_examples.rewrite(below) == below


def test_the_loss_at_cutpoints_has_no_value_where_it_would_be_another_loss() -> None:
    (sample, *_) = evidence.samples_that_meet(frozenset({NO_TIES}))
    with pytest.raises(evidence.translation.Untranslatable):
        evidence.on_sample(LossAtCutpoints(1, UNIFORM, SKEW), sample)
    with pytest.raises(evidence.translation.Untranslatable):
        evidence.on_model(LossAtCutpoints(0, UNIFORM), models.MODELS[0])


def test_a_cutpoint_less_is_refused() -> None:
    false = n / (n + 1) * pi0 * pi1 * (1 - 2 * AUC) + Rational(1, 2)
    assert evidence.compare(LossAtCutpoints(1, UNIFORM), false, {NO_TIES}).failures
    assert not evidence.compare(LossAtCutpoints(0, UNIFORM), false, {NO_TIES}).failures


# --- what is tried ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [None, THIRD, Fraction(3, 4)])
@pytest.mark.parametrize("hypothesis", [CALIBRATED, EVENLY_SPACED, NO_TIES, UNIT_SCORES])
def test_samples_meet_the_hypotheses_by_another_count(hypothesis: Hypothesis, share: Fraction | None) -> None:
    given = frozenset({hypothesis} | ({given_class_proportion(share)} if share else set()))
    found = evidence.samples_that_meet(given)
    assert len(found) >= 2
    for sample in found:
        classes, scores = sample.examples()
        assert share in (None, Fraction(classes.count(0), len(classes)))
        if hypothesis == NO_TIES:
            assert len(set(scores)) == len(scores)
        if hypothesis == EVENLY_SPACED:
            assert [2 * sample.n * x for x in scores] == list(range(1, 2 * sample.n, 2))
        if hypothesis == CALIBRATED:
            assert exact.value(sample, parse_expression("CL")) == 0
        if hypothesis == UNIT_SCORES:
            assert 0 <= min(scores) <= max(scores) <= 1


def test_models_meet_the_hypotheses() -> None:
    for model in evidence.models_that_meet(frozenset({EVEN_SCORES})):
        for score in (Fraction(1, 7), Fraction(2, 3)):
            assert model.pi0 * model.class0.cdf(score) + model.pi1 * model.class1.cdf(score) == score
    assert len({m.pi0 for m in evidence.models_that_meet(frozenset({CALIBRATED}))}) > 2
    assert not evidence.models_that_meet(frozenset({NO_TIES}))
    assert not evidence.models_that_meet(frozenset({EVENLY_SPACED}))


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1), Fraction(2), Fraction(-1, 2)])
def test_no_sample_has_an_impossible_share(share: Fraction) -> None:
    given = frozenset({given_class_proportion(share)})
    assert not evidence.samples_that_meet(given)
    assert not evidence.models_that_meet(given)


def test_a_hypothesis_that_nothing_meets_proves_nothing() -> None:
    given = frozenset({CALIBRATED, EVENLY_SPACED, INVERTIBLE_RATE})
    line = pi1 * E1(s)
    after = evenly_spaced_moments.rewrite(calibrated_scores.rewrite(line))
    steps = (Step("", calibrated_scores, calibrated_scores.rewrite(line)), Step("", evenly_spaced_moments, after))
    assert "no sample or model could be tried" in check(Theorem("empty", "", line, after, steps, given)).objections


def test_balanced_conditions_mention_nothing_of_the_sample() -> None:
    kept = ConditionMean(ANY, c) * pi0
    assert rules.balance_classes.rewrite(Balanced(kept)) == ConditionMean(ANY, c) / 2
    for body in (skew(c), c * F0(c), Qc(t, c), Below(c, E0(s)), Below(c, pi0), Below(c, AUC), Below(c, s)):
        with pytest.raises(RuleFails):
            rules.balance_classes.rewrite(Balanced(ConditionMean(ANY, body)))


def test_a_rule_under_a_false_need_is_refused() -> None:
    bare = replace(calibrated_scores, needs=frozenset())
    step = Step("", bare, pi1 * Integer(1))
    assert "calibrated" in check(Theorem("false", "", E(s), pi1, (step,))).objections[0]
    assert check(Theorem("true", "", E(s), pi1, (replace(step, by=calibrated_scores),), frozenset({CALIBRATED}))).holds
