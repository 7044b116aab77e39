"""The moves by which proofs are found and written.

A rule rewrites an expression into an equal one, and its ``needs`` are the hypotheses that this takes. Nothing here is
believed: which axioms justify a step is said in `workbench.deciding.citations`, and a second program checks it. A rule
may be used in either direction. To add a rule, write a function and put `rule` above it, and say there what it cites.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce

from sympy import (
    Add,
    Basic,
    Dummy,
    Expr,
    Function,
    Integer,
    Mul,
    Pow,
    Rational,
    S,
    default_sort_key,
    exp,
    expand,
)

from workbench import metrics
from workbench.language import statements
from workbench.symbolic import laws, loss, translation
from workbench.symbolic.expansion import cancelled, expanded, is_expanded
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    SKEW,
    UNIFORM,
    AnyDensity,
    Balanced,
    Below,
    BetaDensity,
    ClassMean,
    ConditionMean,
    EveryDensity,
    ExpectedLoss,
    LeastLoss,
    LossAtCutpoints,
    LossAtRates,
    MixedMethod,
    Operator,
    OptimalMethod,
    PointMass,
    Qc,
    Qz,
    R,
    RateMethod,
    ThresholdAtRate,
    c,
    error,
    h_measure,
    macro_error,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
    s,
    u,
    z,
)


@dataclass(frozen=True)
class Hypothesis:
    """An assumption that a theorem may be given and a rule may need."""

    name: str
    says: str


UNIFORM_COST = Hypothesis("UNIFORM_COST", "the operating condition is uniform on [0, 1]")
UNIT_SCORES = Hypothesis("UNIT_SCORES", "the scores lie in [0, 1]")
INVERTIBLE_RATE = Hypothesis("INVERTIBLE_RATE", "every rate is attained; on data, the ROC curve is interpolated")
EQUAL_CLASSES = Hypothesis("EQUAL_CLASSES", "the two classes are equally frequent")


class RuleFails(ValueError):
    """The rule cannot be applied to this line."""


@dataclass(frozen=True)
class Rule:
    """A legal move: ``rewrite`` maps a line to an equal one whenever the hypotheses ``needs`` hold."""

    name: str
    says: str
    needs: frozenset[Hypothesis]
    rewrite: Callable[[Expr], Expr] = field(compare=False, repr=False)
    argument: object = None

    def __str__(self) -> str:
        if self.argument is None:
            return self.name
        shown = ", ".join(self.argument) if isinstance(self.argument, tuple) else self.argument
        return f"{self.name}({shown})"


def rule(*needs: Hypothesis) -> Callable[[Callable[[Expr], Expr]], Rule]:
    """The function below as a `Rule` that needs the given hypotheses."""

    def made(function: Callable[[Expr], Expr]) -> Rule:
        return Rule(function.__name__, (function.__doc__ or "").strip(), frozenset(needs), function)

    return made


# --- what counts as the same line ---------------------------------------------------------------------


@lru_cache(maxsize=4096)
def canonical(expression: Expr) -> Expr:
    """``expression`` expanded, with every mean written as a sum of means of single products.

    Means are linear and the mean of a constant is the constant; an indicator is its own square.

    >>> canonical(E0(2 * s + pi0) - 2 * E0(s))
    pi0
    """
    if not expression.args:
        return expression
    if isinstance(expression, ClassMean):
        k, body = expression.args
        return _linear(canonical(body), {s}, lambda moving: ClassMean(k, moving))
    if isinstance(expression, ConditionMean):
        density, body = expression.args
        return _linear(canonical(body), {c, u}, lambda moving: ConditionMean(density, moving))
    if isinstance(expression, Balanced):
        return Balanced(canonical(expression.body))
    if isinstance(expression, Operator):
        return expression
    return _with_plain_indicators(expanded(expression.func(*(canonical(a) for a in expression.args))))


def _with_plain_indicators(e: Expr) -> Expr:
    if not e.has(Below):
        return e
    return e.replace(
        lambda x: isinstance(x, Pow) and isinstance(x.base, Below) and x.exp.is_Integer and x.exp > 0,
        lambda x: x.base,
    )


def _linear(body: Expr, bound: set[Expr], mean: Callable[[Expr], Expr]) -> Expr:
    total = S.Zero
    for term in Add.make_args(body):
        factors = Mul.make_args(term)
        fixed = Mul(*(f for f in factors if not f.free_symbols & bound))
        moving = Mul(*(f for f in factors if f.free_symbols & bound))
        total += fixed if moving == 1 else fixed * mean(moving)
    return total if is_expanded(total) else expand(total)


@lru_cache(maxsize=4096)
def same(left: Expr, right: Expr) -> bool:
    """Whether two lines are equal by algebra, linearity of means, and pi0 + pi1 = 1.

    >>> same(pi0**2 + 2 * pi0 * pi1 + pi1**2, Integer(1)), same(E0(s), E1(s))
    (True, False)
    """
    difference = canonical(left) - canonical(right)
    difference = canonical(difference.xreplace({pi1: 1 - pi0}))
    return bool(difference == 0) or (_somewhere(difference) == 0 and bool(cancelled(difference) == 0))


def _somewhere(e: Expr) -> Expr:
    """The value where what ``e`` is a rational function of has some values or other; zero where it has none.

    Powers of e are no letters of their own, as they are powers of one another.
    """
    if e.has(exp):
        return S.Zero
    letters = sorted(e.atoms(Function, Operator) | e.free_symbols, key=default_sort_key)
    found = e.xreplace({x: Rational(7 * k + 3, 5 * k + 11) for k, x in enumerate(letters)})
    return found if found.is_Rational else S.Zero


# --- definitions --------------------------------------------------------------------------------------


@rule()
def algebra(line: Expr) -> Expr:
    """Terms are expanded and collected, means are linear, and pi0 + pi1 = 1."""
    return line


@rule()
def expected_loss(line: Expr) -> Expr:
    """An expected loss is the mean of the loss at the threshold that the method sets."""

    def written(e: Expr) -> Expr:
        return e if e.args[2] == SKEW or isinstance(e.args[0], MixedMethod) else loss.written_out(e)

    return _everywhere(line, ExpectedLoss, written)


@rule()
def mixture(line: Expr) -> Expr:
    """The expected loss of a mixture of methods is the mixture of their expected losses."""

    def split(e: Expr) -> Expr:
        if not isinstance(e.args[0], MixedMethod):
            return e
        q, first, second = e.args[0].args
        return q * split(ExpectedLoss(first, *e.args[1:])) + (1 - q) * split(ExpectedLoss(second, *e.args[1:]))

    return _everywhere(line, ExpectedLoss, split)


@rule()
def loss_at_a_threshold(line: Expr) -> Expr:
    """Q_c(t; c) = 2 {c pi0 (1 - F0(t)) + (1 - c) pi1 F1(t)} and Q_z(t; z) = z (1 - F0(t)) + (1 - z) F1(t)."""
    line = _everywhere(line, Qc, lambda e: loss.loss_at(*e.args))
    return _everywhere(line, Qz, lambda e: loss.loss_at_skew(*e.args))


@rule()
def skew_of_cost_proportion(line: Expr) -> Expr:
    """The skew of cost proportion c is z = c pi0 / (c pi0 + (1 - c) pi1)."""
    return line.xreplace({z: loss.skew(c)})


@rule()
def rate_is_weighted(line: Expr) -> Expr:
    """R(x) = pi0 F0(x) + pi1 F1(x)."""
    return _everywhere(line, R, lambda e: pi0 * F0(e.args[0]) + pi1 * F1(e.args[0]))


def definition(name: str | tuple[str, ...]) -> Rule:
    """The rule that replaces a named metric by its definition, or several, one after the other."""
    if isinstance(name, tuple):
        each = [definition(x) for x in name]
        says = f"The definitions of {', '.join(name)}."
        return Rule("definition", says, frozenset(), lambda line: reduce(lambda e, r: r.rewrite(e), each, line), name)
    meaning: dict[str, Callable[[Expr], Expr]] = {
        "error": lambda line: _everywhere(line, error, lambda e: error_at(e.args[0])),
        "macro_error": lambda line: _everywhere(line, macro_error, lambda e: macro_error_at(e.args[0])),
        "h_measure": lambda line: _everywhere(line, h_measure, _written_h_measure),
        "H": lambda line: line.xreplace({metric("H"): h_measure(2, 2)}),
    }
    if name in meaning:
        return Rule("definition", f"The definition of {name}.", frozenset(), meaning[name], name)
    unfolded = unfold(name)
    replace_it: Callable[[Expr], Expr] = lambda line: line.xreplace({metric(name): unfolded})  # noqa: E731
    return Rule("definition", f"The definition of {metrics.CATALOGUE[name].title}.", frozenset(), replace_it, name)


@cache
def unfold(name: str) -> Expr:
    """The definition of a named metric as an expression, one level deep.

    `RuleFails` where it has none, and `translation.Untranslatable` where no proof can follow it.

    >>> unfold("MAE")
    MAE0*pi0 + MAE1*pi1
    """
    found = statements.definition(name)
    if found is None:
        raise RuleFails(f"{name} has no definition by class means")
    try:
        return translation.to_sympy(found)
    except translation.Untranslatable as problem:
        whose = metrics.CATALOGUE.whose(name)
        raise translation.Untranslatable(f"the definition of the metric {name}: {problem}{whose}") from None


def unfolds(name: str) -> bool:
    """Whether a metric has a definition that proofs can follow; else it is a word to them.

    >>> unfolds("MAE"), unfolds("KS")
    (True, False)
    """
    try:
        unfold(name)
    except (RuleFails, translation.Untranslatable):
        return False
    return True


def error_at(threshold: Expr) -> Expr:
    """The error rate at a threshold: pi0 E0[1{t < s}] + pi1 E1[1{t >= s}]."""
    return pi0 * E0(Below(threshold, s)) + pi1 * E1(1 - Below(threshold, s))


def macro_error_at(threshold: Expr) -> Expr:
    """The mean of the two classes' error rates at a threshold."""
    return (E0(Below(threshold, s)) + E1(1 - Below(threshold, s))) / 2


def best_constant_loss(density: BetaDensity) -> Expr:
    """The expected loss of the better constant classifier: the mean of min(2 c pi0, 2 (1 - c) pi1).

    >>> best_constant_loss(UNIFORM)
    pi0*pi1**2 + pi1*(pi1**2 - 2*pi1 + 1)
    """
    at_most = {event: laws.condition_mean(density, event, unit_scores=True).xreplace({s: pi1}) for event in _EVENTS}
    return pi0 * at_most[_EVENTS[0]] + pi1 * at_most[_EVENTS[1]]


_EVENTS = (2 * c * Below(c, s), 2 * (1 - c) * (1 - Below(c, s)))


def _written_h_measure(e: Expr) -> Expr:
    density = BetaDensity(*e.args)
    if not all(x.is_Integer and x > 0 for x in e.args):
        raise RuleFails(f"{e} has no definition by powers")
    return 1 - ExpectedLoss(OptimalMethod(), density) / best_constant_loss(density)


# --- means ------------------------------------------------------------------------------------------


@rule()
def cdfs_are_class_means(line: Expr) -> Expr:
    """F_k(x) = 1 - E_k[1{x < s}] for every threshold x."""

    def written(e: Expr) -> Expr:
        x = e.args[0]
        return e if x.has(s) else 1 - ClassMean(0 if isinstance(e, F0) else 1, Below(x, s))

    return _everywhere(_everywhere(line, F0, written), F1, written)


@rule()
def swap_means(line: Expr) -> Expr:
    """Means of bounded functions may be exchanged (Fubini): the examples do not depend on the operating
    condition."""

    def swapped(e: Expr) -> Expr:
        density, total = e.args[0], S.Zero
        for term in Add.make_args(canonical(e.body)):
            factors = Mul.make_args(term)
            inner = [f for f in factors if isinstance(f, ClassMean)]
            if len(inner) > 1:
                raise RuleFails("a product of class means")
            if inner:
                rest = Mul(*(f for f in factors if f is not inner[0]))
                if s in rest.free_symbols:
                    raise RuleFails("a mean over scores inside another")
                total += ClassMean(inner[0].args[0], ConditionMean(density, rest * inner[0].body))
            else:
                total += ConditionMean(density, term)
        return total

    return _everywhere(line, ConditionMean, swapped)


def _moments(line: Expr, unit_scores: bool) -> Expr:
    def taken(e: Expr) -> Expr:
        try:
            return laws.condition_mean(e.args[0], e.body, unit_scores=unit_scores)
        except laws.NoClosedForm as reason:
            raise RuleFails(str(reason)) from None

    return _everywhere(line, ConditionMean, taken)


@rule()
def moments(line: Expr) -> Expr:
    """The mean over the operating condition c and over u, uniform and independent of c, is an integral
    of powers over an interval."""
    return _moments(line, unit_scores=False)


@rule(UNIT_SCORES)
def moments_on_unit_scores(line: Expr) -> Expr:
    """The mean over c and u, where an event u < s or c < s ends at s itself, since s lies in [0, 1]."""
    return _moments(line, unit_scores=True)


@rule()
def condition_ignored(line: Expr) -> Expr:
    """However it is read, a rate that ignores the condition c sets the same threshold at each, and loses what is linear
    in c: with the mean m of c, it is m times the loss at c = 1 and 1 - m times that at c = 0."""

    def split(e: Expr) -> Expr:
        method, density, *rest = e.args
        ends = [e.func(method, PointMass(end), *rest) for end in (S.One, S.Zero)]
        ignores = isinstance(e, LossAtCutpoints) or (isinstance(method, RateMethod) and not method.has(c))
        if e in ends or not ignores or isinstance(density, AnyDensity | EveryDensity):
            return e
        mean = _moments(ConditionMean(density, c), unit_scores=False)
        return mean * ends[0] + (1 - mean) * ends[1]

    kinds = (LossAtRates, LossAtCutpoints)
    return canonical(line.replace(lambda e: isinstance(e, kinds), split))


@rule(UNIFORM_COST)
def uniform_condition(line: Expr) -> Expr:
    """w(c) = 1 on [0, 1]."""
    return line.xreplace({ANY: UNIFORM})


# --- rates and rankings -------------------------------------------------------------------------------


@rule(INVERTIBLE_RATE)
def false_positives_from_rate(line: Expr) -> Expr:
    """At the threshold of rate rho, pi1 F1 = rho - pi0 F0, since R = pi0 F0 + pi1 F1 is there rho."""

    def traded(e: Expr) -> Expr:
        x = e.args[0]
        return (x.args[0] - pi0 * F0(x)) / pi1 if isinstance(x, ThresholdAtRate) else e

    return _everywhere(line, F1, traded)


@rule(INVERTIBLE_RATE)
def thresholds_as_rates(line: Expr) -> Expr:
    """R^{-1}(rho) < s exactly when rho < R(s): the rate increases with the threshold."""

    def moved(e: Expr) -> Expr:
        x, score = e.args
        return Below(x.args[0], R(score)) if isinstance(x, ThresholdAtRate) else e

    return _everywhere(line, Below, moved)


@rule(INVERTIBLE_RATE)
def class_against_itself(line: Expr) -> Expr:
    """E_k[F_k(s)**j] = 1/(j + 1): a class ranked against itself scores one half (a tie counts one half)."""
    line = canonical(line)
    return line.xreplace({mean: 1 / (power + 1) for mean, power in ranked_against_itself(line)})


def ranked_against_itself(line: Expr) -> list[tuple[ClassMean, Integer]]:
    """The means E_k[F_k(s)**j] in a line, each with j.

    >>> ranked_against_itself(E0(F0(s) ** 2) + E1(F0(s)))
    [(ClassMean(0, F0(s)**2), 2)]
    """
    means = sorted(line.atoms(ClassMean), key=default_sort_key)
    powers = [(mean, *mean.args[1].as_base_exp()) for mean in means]
    ranks = [(Integer(0), F0(s)), (Integer(1), F1(s))]
    return [(m, j) for m, base, j in powers if (m.args[0], base) in ranks and j.is_Integer and j > 0]


@rule(INVERTIBLE_RATE)
def ranking_both_ways(line: Expr) -> Expr:
    """E_0[F_1(s)] = 1 - E_1[F_0(s)]: of two examples, one of each class, one is ranked below the other
    (a tie counts one half)."""
    return canonical(line).xreplace({E0(F1(s)): 1 - E1(F0(s))})


# --- the hull -----------------------------------------------------------------------------------------


@rule()
def hull_attains_least_loss(line: Expr) -> Expr:
    """min_t Q_c(t; c) = 2 c pi0 E_0[1{c < p}] + 2 (1 - c) pi1 E_1[1{c >= p}], p the calibrated score.

    Let y be the class. Then Q_c(t; c) = 2 (1 - c) pi1 + 2 E[(c - y) 1{t < s}]. The calibrated score p
    is the isotonic regression of y on s, so E[(y - p) 1_A] <= 0 for every upper set A of scores, with
    equality when A is a union of blocks of equal p. Hence E[(c - y) 1_A] >= E[(c - p) 1_A] >=
    E[(c - p) 1{p > c}] = E[(c - y) 1{p > c}], and {p > c} is {s > t} for some t.
    """
    calibrated = loss.loss_at(c, c).xreplace({F0(c): 1 - E0(Below(c, pav(s))), F1(c): 1 - E1(Below(c, pav(s)))})
    return line.xreplace({LeastLoss(c): calibrated})


@rule()
def hull_is_calibrated(line: Expr) -> Expr:
    """pi1 E_1[g(p)] = E[p g(p)] and pi0 E_0[g(p)] = E[(1 - p) g(p)]: among the examples of calibrated
    score p the proportion of class 1 is p. With g = 1, E[p] = pi1."""
    return _by_share(line, pav(s), lambda body: not body.xreplace({pav(s): Dummy()}).has(s))


@rule()
def classes_share_scores(line: Expr) -> Expr:
    """pi1 E_1[g(s)] = E[P(1|s) g(s)] and pi0 E_0[g(s)] = E[(1 - P(1|s)) g(s)]: among the examples of
    score s the proportion of class 1 is P(1|s). With g = 1, E[P(1|s)] = pi1."""
    return _by_share(line, posterior(s), lambda _: True)


def _by_share(line: Expr, share: Expr, applies: Callable[[Expr], bool]) -> Expr:
    """Class means as means over all examples (class 2 stands for both), weighted by the share of a class."""

    def over_all(e: Expr) -> Expr:
        k, body = e.args
        if k == 2 or not applies(body):
            return e
        return ClassMean(2, (1 - share) * body) / pi0 if k == 0 else ClassMean(2, share * body) / pi1

    return canonical(_everywhere(canonical(line), ClassMean, over_all)).xreplace({ClassMean(2, share): pi1})


# --- from cost proportions to skews -------------------------------------------------------------------


@rule(EQUAL_CLASSES)
def equal_class_proportions(line: Expr) -> Expr:
    """pi0 = pi1 = 1/2."""
    return line.xreplace({pi0: Rational(1, 2), pi1: Rational(1, 2)})


@rule()
def skews_balance_classes(line: Expr) -> Expr:
    """An expected loss for skews is that for cost proportions with the class proportions put to 1/2,
    which is Lemma 1 at each operating condition."""

    def balanced(e: Expr) -> Expr:
        if e.args[2] != SKEW:
            return e
        if any(_of_sample(part) for part in e.args[:2]):
            raise RuleFails("the method or the density depends on the sample")
        return Balanced(ExpectedLoss(e.args[0], e.args[1]))

    return _everywhere(line, ExpectedLoss, balanced)


@rule()
def balance_classes(line: Expr) -> Expr:
    """Class proportions put to 1/2 leave alone what belongs to one class or compares the two classes'
    scores, and turn pi0 and pi1 into 1/2."""
    return _everywhere(line, Balanced, lambda e: _balanced(canonical(e.body)))


def _of_sample(part: Basic) -> bool:
    """Whether a law or a density mentions a quantity of the sample."""
    named = {x.name for x in part.free_symbols} & statements.quantities()
    return bool(named) or part.has(ClassMean, ExpectedLoss, error, macro_error, h_measure)


def _balanced(e: Expr) -> Expr:
    if e in (pi0, pi1):
        return Rational(1, 2)
    if e.is_Symbol:
        if e.name in metrics.CATALOGUE and not _class_wise(unfold(e.name)):
            raise RuleFails(f"{e.name} depends on the class proportions")
        return e
    if isinstance(e, ClassMean):
        halved = e.xreplace({pi0: Rational(1, 2), pi1: Rational(1, 2)})
        if not _class_wise(halved):
            raise RuleFails(f"{e} depends on the class proportions")
        return halved
    if isinstance(e, Add | Mul | Pow):
        return e.func(*(_balanced(a) for a in e.args))
    if isinstance(e, ConditionMean) and _of_condition(e):
        return e
    if e.is_number:
        return e
    raise RuleFails(f"no rule puts the class proportions of {type(e).__name__} to 1/2")


def _of_condition(mean: ConditionMean) -> bool:
    """Whether a mean over the operating condition mentions nothing of the sample or of its scores."""
    density, body = mean.args
    seen = body.atoms(Function) | body.atoms(Operator)
    return s not in mean.free_symbols and not _of_sample(density) and not _of_sample(body) and not seen


def _class_wise(e: Expr) -> bool:
    """Whether no class proportion enters: only class means of scores and of the classes' own cdfs."""
    if e.has(pi0, pi1, R, pav, posterior, ExpectedLoss, Balanced, ConditionMean):
        return False
    named = {x.name for x in e.free_symbols if x.name in metrics.CATALOGUE}
    return all(_class_wise(unfold(name)) for name in named)


def _everywhere(line: Expr, kind: type[Expr], change: Callable[[Expr], Expr]) -> Expr:
    """``line`` with each node of a kind replaced, from the inside out."""
    return line.replace(lambda e: isinstance(e, kind), change)


CATALOGUE = {r.name: r for r in list(globals().values()) if isinstance(r, Rule)}
