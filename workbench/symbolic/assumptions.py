"""The assumptions that a statement may be given, and the rules of proof that need them.

Like `workbench.symbolic.rules`, whose catalogue this extends: a rule's docstring is its theorem, its ``needs`` are
the hypotheses. Each assumption of the statement language is a `Hypothesis` here. An assumption about the
scores of all examples does not survive a change of the class proportions, so nothing under a `Balanced` is
touched by these rules.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from sympy import Add, Dummy, Expr, Max, Mul, Pow, Rational, S, binomial, expand, log, nan, oo, zoo

from workbench.symbolic import rules
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
    ClassMean,
    Clip,
    ConditionMean,
    CutpointMean,
    Density,
    ExplicitDensity,
    LossAtCutpoints,
    Qc,
    Qz,
    R,
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
from workbench.symbolic.rules import INVERTIBLE_RATE, UNIFORM_COST, Hypothesis, Rule, RuleFails, canonical, rule

CALIBRATED = Hypothesis("CALIBRATED", "at each score s the proportion of class 1 is s")
EVENLY_SPACED = Hypothesis("EVENLY_SPACED", "the sorted scores are (i - 1/2)/n")
EVEN_SCORES = Hypothesis("EVEN_SCORES", "the scores of all examples are uniform on [0, 1], R(s) = s")
NO_TIES = Hypothesis("NO_TIES", "no two scores are equal")
MATCHED = Hypothesis("MATCHED", "given the threshold t the operating condition has mean t, E[c | t] = t")
UNIFORM_RATE = Hypothesis("UNIFORM_RATE", "the rate is uniform on [0, 1]")
ABOUT_THE_LAW = frozenset({MATCHED, UNIFORM_RATE})

MAX_DEGREE = 40
n = metric("n")


def given_class_proportion(share: Fraction) -> Hypothesis:
    """The hypothesis that class 0 has the proportion ``share``.

    >>> given_class_proportion(Fraction(1, 3)).says
    'class 0 has the proportion 1/3'
    """
    return Hypothesis(f"PI0_{share}", f"class 0 has the proportion {share}")


def share_given(hypothesis: Hypothesis) -> Fraction | None:
    """The proportion of class 0 that a hypothesis gives; None when it is about something else.

    >>> share_given(given_class_proportion(Fraction(1, 3))), share_given(NO_TIES)
    (Fraction(1, 3), None)
    """
    head, _, share = hypothesis.name.partition("_")
    return Fraction(share) if head == "PI0" else None


def survives_other_proportions(hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis still holds when the same examples are weighed by other class proportions.

    >>> survives_other_proportions(NO_TIES), survives_other_proportions(CALIBRATED)
    (True, False)
    """
    return hypothesis not in (CALIBRATED, EVENLY_SPACED, EVEN_SCORES) and share_given(hypothesis) is None


def at_these_proportions(line: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """``change(line)``, which does not see what stands under a `Balanced`."""
    held: dict[Expr, Expr] = {}

    def hold(e: Expr) -> Expr:
        if e.free_symbols & {s, c, u}:
            raise RuleFails("a balanced expression with a bound variable")
        held[e] = held.get(e) or Dummy("balanced", real=True)
        return held[e]

    outside = change(_held(line, hold))
    return outside.xreplace({dummy: e for e, dummy in held.items()})


def _held(e: Expr, hold: Callable[[Expr], Expr]) -> Expr:
    if isinstance(e, Balanced):
        return hold(e)
    if not e.has(Balanced):
        return e
    return e.func(*(_held(a, hold) for a in e.args))


def class_proportion(share: Fraction, said: str = "") -> Rule:
    """The rule that puts the class proportions to ``share`` and 1 - ``share``, where that is given; ``said``: how.

    >>> class_proportion(Fraction(1, 3)).rewrite(pi0 + 2 * pi1)
    5/3
    """
    value = Rational(share.numerator, share.denominator)

    def put(line: Expr) -> Expr:
        return at_these_proportions(line, lambda e: e.xreplace({pi0: value, pi1: 1 - value}))

    says = f"pi0 = {share} and pi1 = {1 - share}."
    argument = (str(share), said) if said else share
    return Rule("class_proportion", says, frozenset({given_class_proportion(share)}), put, argument)


@rule(given_class_proportion(Fraction(1, 2)))
def balanced_already(line: Expr) -> Expr:
    """Classes that are equally frequent need no balancing."""
    return line.replace(lambda e: isinstance(e, Balanced), lambda e: e.body)


# --- calibration --------------------------------------------------------------------------------------


@rule(CALIBRATED)
def calibrated_scores(line: Expr) -> Expr:
    """P(1|s) = s, so pi1 E_1[g(s)] = E[s g(s)] and pi0 E_0[g(s)] = E[(1 - s) g(s)]; with g = 1, E[s] = pi1.

    Shares that increase with the score pool nowhere, so the score is its own calibration by pool adjacent
    violators.
    """

    def calibrated(e: Expr) -> Expr:
        over_all = rules.classes_share_scores.rewrite(e).xreplace({posterior(s): s, pav(s): s})
        return canonical(over_all).xreplace({ClassMean(2, s): pi1})

    return at_these_proportions(line, calibrated)


# --- evenly spread scores -----------------------------------------------------------------------------


def _power_of(base: Expr, body: Expr) -> int:
    """The exponent j >= 1 of ``body = base**j``; 0 for any other expression and for large j."""
    if body == base:
        return 1
    if isinstance(body, Pow) and body.base == base and body.exp.is_Integer and 1 < body.exp <= MAX_DEGREE:
        return int(body.exp)
    return 0


def _rank_moment(j: int) -> Expr:
    """((s + h)**(j + 1) - (s - h)**(j + 1))/(2 h (j + 1)) with h = 1/(2 n), the mean of R**j over the score s."""
    return s**j + sum(
        (binomial(j + 1, 2 * m + 1) * s ** (j - 2 * m) / (4 * n**2) ** m / (j + 1) for m in range(1, j // 2 + 1)),
        S.Zero,
    )


@cache
def _spaced_moment(j: int) -> Expr:
    """The mean of ((i - 1/2)/n)**j over i = 1..n, from E[R**j] = 1/(j + 1).

    >>> _spaced_moment(2)
    1/3 - 1/(12*n**2)
    """
    rest = expand(_rank_moment(j) - s**j)
    return expand(Rational(1, j + 1) - sum(rest.coeff(s, i) * (_spaced_moment(i) if i else 1) for i in range(j)))


_MEAN_RANK_OF_CLASS_0 = pi0 / 2 + pi1 * (1 - E1(F0(s)))


def _by_rank(line: Expr, rank_moment: Callable[[int], Expr], moment: Callable[[int], Expr]) -> Expr:
    """Means of single powers of s and R(s), written by E_0[s**j] for j > 1 and by E_1[F_0(s)]."""

    def written(e: Expr) -> Expr:
        k, body = e.args
        if j := _power_of(R(s), body):
            return canonical(ClassMean(k, rank_moment(j))).replace(lambda x: isinstance(x, ClassMean), written)
        if not (j := _power_of(s, body)):
            return e
        if k == 2:
            return moment(j)
        of_class_0 = _MEAN_RANK_OF_CLASS_0 if j == 1 else E0(s**j)
        return of_class_0 if k == 0 else (moment(j) - pi0 * of_class_0) / pi1

    ranked = rules.ranking_both_ways.rewrite(rules.class_against_itself.rewrite(line))
    return canonical(ranked.replace(lambda e: isinstance(e, ClassMean), written))


@rule(EVENLY_SPACED, INVERTIBLE_RATE)
def evenly_spaced_moments(line: Expr) -> Expr:
    """On the i-th of n examples with sorted scores s = (i - 1/2)/n the interpolated rate R passes uniformly
    from s - 1/(2n) to s + 1/(2n).

    Hence E_k[R**j] is E_k of ((s + h)**(j+1) - (s - h)**(j+1))/(2 h (j+1)) with h = 1/(2n), a polynomial in s:
    E_k[R] = E_k[s], E_k[R**2] = E_k[s**2] + 1/(12 n**2). Over all examples R is uniform, pi0 E_0[R**j] +
    pi1 E_1[R**j] = 1/(j+1), which gives E_1[s**j] from E_0[s**j]; and E_0[R] = pi0/2 + pi1 (1 - E_1[F_0]), by
    the mean rank of class 0 among itself and among class 1.
    """
    return at_these_proportions(line, lambda e: _by_rank(e, _rank_moment, _spaced_moment))


@rule(EVENLY_SPACED)
def rates_beside_scores(line: Expr) -> Expr:
    """R passes each example evenly from s - 1/(2n) to s + 1/(2n), while functions of the score and the calibrated score
    stand still: E_k[R g(s)] = E_k[s g(s)]."""

    def beside(e: Expr) -> Expr:
        found = powers_of_rates(e.args[1])
        return e if found is None else canonical(ClassMean(e.args[0], expand(_rank_moment(found[0]) * found[1])))

    return at_these_proportions(line, lambda e: canonical(e).replace(lambda x: isinstance(x, ClassMean), beside))


def powers_of_rates(body: Expr) -> tuple[int, Expr] | None:
    """A product of a power of R(s) and of what depends on the score alone and is no number."""
    rates = [x for x in Mul.make_args(body) if x.has(R(s))]
    j = _power_of(R(s), rates[0]) if len(rates) == 1 else 0
    rest = body / rates[0] if j else S.One
    return (j, rest) if rest.has(s) and not rest.has(F0, F1, R) else None


@rule(EVEN_SCORES)
def even_scores(line: Expr) -> Expr:
    """R(s) = s and R^{-1}(rho) = rho for scores uniform on [0, 1].

    Hence pi0 E_0[s**j] + pi1 E_1[s**j] = E[s**j] = 1/(j+1), which gives E_1[s**j] from E_0[s**j]; and
    E_0[s] = E_0[R] = pi0/2 + pi1 (1 - E_1[F_0]), by the mean rank of class 0 among itself and among class 1.
    """

    def even(e: Expr) -> Expr:
        e = e.xreplace({R(s): s}).replace(lambda x: isinstance(x, ThresholdAtRate), lambda x: x.args[0])
        return _by_rank(e, lambda j: s**j, lambda j: Rational(1, j + 1))

    return at_these_proportions(line, even)


# --- strict rankings ----------------------------------------------------------------------------------


def _certain(line: Expr) -> Expr:
    def at(k: int, body: Expr) -> Expr:
        return ClassMean(k, body.xreplace({posterior(s): S(k)}))

    def split(e: Expr) -> Expr:
        k, body = e.args
        parts = pi0 * at(0, body) + pi1 * at(1, body) if k == 2 else at(int(k), body)
        if parts.has(nan, oo, zoo):
            raise RuleFails(f"{body} has no value where the share of a class is 0 or 1")
        return parts

    return canonical(line.replace(lambda e: isinstance(e, ClassMean), split))


@rule(NO_TIES)
def shares_are_certain(line: Expr) -> Expr:
    """P(1|s) is the class itself where no two examples share a score: E_0[g(P(1|s))] = g(0), E_1[g(P(1|s))] =
    g(1), and E[g] = pi0 E_0[g] + pi1 E_1[g]."""
    return _certain(line)


@rule(CALIBRATED, NO_TIES)
def scores_are_classes(line: Expr) -> Expr:
    """P(1|s) is both the score and the class: E_0[g(s)] = g(0) and E_1[g(s)] = g(1), ranks of s aside."""
    ranks = {rank: Dummy() for rank in (F0(s), F1(s), R(s))}
    back = {letter: rank for rank, letter in ranks.items()}

    def classes(e: Expr) -> Expr:
        shares = canonical(e).xreplace({pav(s): posterior(s), **ranks}).xreplace({s: posterior(s)})
        return _certain(shares.xreplace({posterior(posterior(s)): posterior(s), **back}))

    return at_these_proportions(line, classes)


@rule(EVENLY_SPACED)
def shares_are_certain_when_evenly_spaced(line: Expr) -> Expr:
    """P(1|s) is the class itself on evenly spaced scores, no two of which are equal."""
    return _certain(line)


@rule()
def loss_at_cutpoints(line: Expr) -> Expr:
    """The expected loss at equally likely cutpoints is the mean of the loss over operating conditions and
    cutpoints."""

    def written(e: Expr) -> Expr:
        start, density, condition = e.args
        return ConditionMean(density, CutpointMean(start, Qz(t, c) if condition == SKEW else Qc(t, c)))

    return line.replace(lambda e: isinstance(e, LossAtCutpoints), written)


@rule(NO_TIES, INVERTIBLE_RATE)
def cutpoints_are_examples(line: Expr) -> Expr:
    """The mean of F_k(t) over the n + 1 cutpoints of a strict ranking is (n E[F_k(s)] + 1/2)/(n + 1).

    Passing an example moves F_k on a straight line from one cutpoint to the next, and its middle is the mean of
    F_k(s) on that example. By the trapezoid rule the middles add up to the sum over the cutpoints less half of
    its two ends, F_k = 0 and F_k = 1. Without the first cutpoint, where F_k = 0, the mean is over n.
    """

    def examples(e: Expr) -> Expr:
        start, body = e.args
        total = S.Zero
        for term in Add.make_args(canonical(body)):
            moving = [f for f in Mul.make_args(term) if t in f.free_symbols]
            if not moving:
                total += term
            elif moving in ([F0(t)], [F1(t)]):
                at_score = moving[0].func(s)
                over_all = pi0 * E0(at_score) + pi1 * E1(at_score)
                total += term / moving[0] * (n * over_all + Rational(1, 2)) / (n + 1 - start)
            else:
                raise RuleFails(f"{term} is not linear in F0 and F1 at the cutpoint")
        return total

    return at_these_proportions(line, lambda x: x.replace(lambda e: isinstance(e, CutpointMean), examples))


# --- laws ---------------------------------------------------------------------------------------------


def _means(line: Expr, densities: tuple[Density, ...], change: Callable[[Expr, Expr], Expr]) -> Expr:
    """``change(density, body)`` for each mean over these operating conditions, its body a single product."""

    def changed(e: Expr) -> Expr:
        density, body = e.args
        return change(density, body) if density in densities else e

    return canonical(canonical(line).replace(lambda e: isinstance(e, ConditionMean), changed))


@rule(MATCHED)
def condition_matches_threshold(line: Expr) -> Expr:
    """E[c g(t)] = E[t g(t)] when E[c | t] = t, for every function g."""
    threshold, hidden = tau(c, u), Dummy("threshold", real=True)

    def matched(density: Density, body: Expr) -> Expr:
        rest = (body / c).xreplace({threshold: hidden})
        return ConditionMean(density, body if rest.free_symbols & {c, u} else threshold * body / c)

    return _means(line, (ANY,), matched)


@rule(UNIFORM_RATE, UNIFORM_COST)
def uniform_rate(line: Expr) -> Expr:
    """Both the operating condition c and the rate rho are uniform on [0, 1]: E[rho**j] = E[c**j] = 1/(j+1), and
    E[1{rho < x}] = E[1{c < x}] = x for a rate or a probability x."""
    uniform = (tau(c, u), c)

    def taken(density: Density, body: Expr) -> Expr:
        if isinstance(body, Below) and body.args[0] in uniform and isinstance(body.args[1], R | pav | posterior):
            return body.args[1]
        for x in uniform:
            if j := _power_of(x, body):
                return Rational(1, j + 1)
        return ConditionMean(density, body)

    return _means(line, (ANY, UNIFORM), taken)


def log_odds_density(e: Expr) -> ExplicitDensity:
    """The density of a c in [e, 1 - e] whose log odds are uniform, for 0 < e < 1/2.

    It is the weight 1/(2 c (1 - c)) of log loss, which is no density on [0, 1], cut off at e and 1 - e and
    divided by its integral there, log(1 - e) - log(e); max(c, e) and max(1 - c, e) are c and 1 - c there.
    """
    within = Below(e, c) * Below(c, 1 - e)
    return ExplicitDensity(within / (2 * Max(c, e) * Max(1 - c, e) * (log(1 - e) - log(e))))


def log_odds_cut(density: Density) -> Expr | None:
    """The e of which a density is `log_odds_density`, multiplied out or not; None for other densities."""
    if not isinstance(density, ExplicitDensity):
        return None
    cuts = {x.args[0] for x in density.atoms(Below) if x.args[1] == c and not x.args[0].has(c, u)}
    whole = expand(density.args[0])
    return next((e for e in sorted(cuts, key=str) if whole == expand(log_odds_density(e).args[0])), None)


@rule()
def log_odds_moments(line: Expr) -> Expr:
    """Under `log_odds_density` with 0 < e < 1/2, let m = log(1 - e) - log(e) and y be x put into [e, 1 - e].

    Then 2 m E[c 1{c < x}] = int_e^y 1/(1 - c) dc = log(1 - e) - log(1 - y), and 2 m E[1{c < x}] is that and
    int_e^y 1/c dc = log(y) - log(e). By symmetry E[c] = 1/2.
    """

    def taken(mean: Expr) -> Expr:
        density, body = mean.args
        e = log_odds_cut(density)
        if e is None:
            return mean
        if body == c:
            return Rational(1, 2)
        event, rest = (body, S.One) if isinstance(body, Below) else (body / c, c)
        if not isinstance(event, Below) or event.args[0] != c or event.args[1].has(c, u):
            return mean
        y = Clip(event.args[1], e, 1 - e)
        total = log(1 - e) - log(1 - y) + (log(y) - log(e) if rest == 1 else 0)
        return total / (2 * (log(1 - e) - log(e)))

    return canonical(canonical(line).replace(lambda x: isinstance(x, ConditionMean), taken))


CATALOGUE = {r.name: r for r in list(globals().values()) if isinstance(r, Rule)}
