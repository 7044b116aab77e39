"""Normal forms: every expected loss and every metric as class means of scores, calibrated scores or ranks.

`normal_form` applies the moves that lead there, in order, and keeps them as the steps of a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from sympy import Dummy, Expr

from workbench import metrics
from workbench.symbolic import rules, values
from workbench.symbolic.library import theorem_in
from workbench.symbolic.notation import (
    E0,
    E1,
    F0,
    F1,
    ConditionMean,
    ExpectedLoss,
    OptimalMethod,
    metric,
    s,
)
from workbench.symbolic.proof import Step, cite, cite_for_uniform_costs
from workbench.symbolic.rules import Rule, RuleFails, canonical, same

COLLECTED = "collect the terms; pi1 = 1 - pi0"
_REDUCTIONS = {
    "reduction_to_scoring_rule": "a threshold on scores is a scoring rule",
    "reduction_to_rank_statistic": "trade the false positives for the rate",
    "reduction_at_false_positive_rates": "class 0 is ranked against class 1",
    "reduction_at_true_positive_rates": "class 1 is ranked against class 0",
    "reduction_at_calibrated_scores": "optimal thresholds are score-driven at calibrated scores",
}


@dataclass(frozen=True)
class Move:
    """A rule to apply with its reason; ``forward`` where the rule is read from right to left."""

    rule: Rule
    why: str
    forward: Callable[[Expr], Expr] | None = None

    def apply(self, line: Expr) -> Expr:
        """The line that the move gives; the same where it changes nothing."""
        after = (self.forward or self.rule.rewrite)(line)
        return line if after == line else canonical(after)


BY_SHARE = (
    Move(rules.hull_is_calibrated, "split by the share of each class"),
    Move(rules.classes_share_scores, "split by the share of each class"),
)
WITHIN_BLOCKS = Move(values.shares_agree_on_blocks, "shares agree on the blocks of the hull")
FOLD_AUC = Move(
    rules.definition("AUC"),
    "the definition of area under the ROC curve",
    lambda line: canonical(line).xreplace({E1(F0(s)): metric("AUC")}),
)
FROM_CLASS_0 = Move(
    rules.ranking_both_ways,
    "read the ranking from class 0",
    lambda line: canonical(line).xreplace({E1(F0(s)): 1 - E0(F1(s))}),
)
RATE_AGAINST_ITSELF = Move(values.rate_against_itself, "the rate runs through [0, 1] evenly")
VALUES = (
    Move(values.errors_at_one, "at the highest threshold class 1 is wrong"),
    Move(values.shares_have_mean_pi1, "the mean share of class 1 is its proportion"),
    RATE_AGAINST_ITSELF,
    Move(rules.class_against_itself, "a class ranked against itself scores one half"),
)
"""What is known of means without taking them apart."""
CONDITION_IGNORED = Move(rules.condition_ignored, "a rate that ignores the condition loses what is linear in it")
ERROR_RATES = tuple(Move(rules.definition(x), "the definition of the error rate") for x in ("error", "macro_error"))
UNIFORM_OPTIMAL = "optimal_is_refinement_loss"


def _moves(keep: frozenset[str]) -> Iterator[Move]:
    """The rules worth trying on a line, in order, each with its reason."""
    for name in ("H", "h_measure"):
        if name not in keep:
            yield Move(rules.definition(name), f"the definition of {name}")
    yield Move(rules.mixture, "a mixture has the mixed loss")
    yield Move(values.readings_agree, "this rate loses the same however it is read")
    yield Move(rules.skews_balance_classes, "Lemma 1 at each skew")
    for module, why in _REDUCTIONS.items():
        yield Move(cite(theorem_in(module)), why)
    yield Move(rules.moments, "take the mean over the operating condition")
    yield Move(rules.moments_on_unit_scores, "take the mean over the operating condition; scores lie in [0, 1]")
    yield from ERROR_RATES
    for name in _outermost_first():
        if name not in keep:
            yield Move(rules.definition(name), f"the definition of {metrics.CATALOGUE[name].title}")
    if "R" not in keep:
        yield Move(rules.rate_is_weighted, "the rate counts both classes")
    yield Move(rules.class_against_itself, "a class ranked against itself scores one half")
    yield Move(rules.ranking_both_ways, "read the ranking from the other class")
    yield Move(rules.balance_classes, "both classes count one half")


@cache
def _outermost_first() -> tuple[str, ...]:
    """The names of the metrics that unfold, each before those it is defined by."""
    inner = {
        name: {str(x) for x in rules.unfold(name).free_symbols if str(x) in metrics.CATALOGUE}
        for name in metrics.CATALOGUE
        if rules.unfolds(name)
    }
    order: list[str] = []
    while inner:
        free = [name for name in inner if not any(name in others for others in inner.values())]
        order += free
        for name in free:
            del inner[name]
    return tuple(order)


def normal_form(line: Expr, given: Sequence[Move] = (), keep: frozenset[str] = frozenset()) -> tuple[Expr, list[Step]]:
    """The normal form of an expression and the steps that lead to it.

    ``given`` are further moves, such as assumptions allow. The metrics ``keep``, and the rate R if it is among
    them, are left as they are, and so are expected losses of optimal thresholds when there is any.

    >>> from workbench.symbolic.notation import metric
    >>> normal_form(metric("MAE0") - metric("RL"), keep=frozenset({"RL"}))[0]
    -RL + ClassMean(0, s)
    """
    reduced, steps = _reduced(line, keep)
    return continued(reduced, steps, given)


@lru_cache(maxsize=1024)
def _reduced(line: Expr, keep: frozenset[str]) -> tuple[Expr, tuple[Step, ...]]:
    steps: list[Step] = []
    hidden: dict[Expr, Expr] = {}
    if keep:
        hull = Move(cite_for_uniform_costs(theorem_in(UNIFORM_OPTIMAL)), "the refinement loss of the hull")
        line = _applied(line, hull, steps, hidden)
        optimal = [e for e in line.atoms(ExpectedLoss) if isinstance(e.args[0], OptimalMethod)]
        hidden = {e: Dummy(real=True) for e in optimal}
        line = line.xreplace(hidden)
    for move in _moves(keep):
        if move.rule is not rules.moments or not _clips_scores(line):
            line = _applied(line, move, steps, hidden)
    return _shown(line, hidden), tuple(steps)


def shortened(left: Expr, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The same proof in fewer steps: definitions that follow one another are one, and detours are cut.

    >>> from workbench.symbolic.notation import metric
    >>> mae = metric("MAE")
    >>> len(normal_form(mae)[1]), [str(step.by) for step in shortened(mae, normal_form(mae)[1])]
    (3, ['definition(MAE, MAE0, MAE1)'])
    """
    found: list[Step] = []
    for step in steps:
        last = found[-1] if found else None
        if last is not None and last.by.name == step.by.name == "definition":
            names = dict.fromkeys((*_names(last.by), *_names(step.by)))
            found[-1] = Step("the definitions", rules.definition(tuple(names)), step.gives)
        elif last is not None and step.by == rules.algebra and last.by != rules.algebra:
            found[-1] = Step(last.why, last.by, step.gives)
        else:
            found.append(step)
        lines = [left, *(x.gives for x in found[:-1])]
        if found[-1].gives in lines:
            del found[lines.index(found[-1].gives) :]
    return tuple(found)


def _names(rule: Rule) -> tuple[str, ...]:
    return rule.argument if isinstance(rule.argument, tuple) else (str(rule.argument),)


def continued(line: Expr, steps: Sequence[Step], moves: Sequence[Move]) -> tuple[Expr, list[Step]]:
    """A line and its steps after further moves."""
    found = list(steps)
    for move in moves:
        line = _applied(line, move, found, {})
    return line, found


def _applied(line: Expr, move: Move, steps: list[Step], hidden: dict[Expr, Expr]) -> Expr:
    try:
        after = move.apply(line)
    except RuleFails:
        return line
    if after == line or same(line, after):
        return line
    steps.append(Step(why=move.why, by=move.rule, gives=_shown(after, hidden)))
    return after


def _shown(line: Expr, hidden: dict[Expr, Expr]) -> Expr:
    return line.xreplace({letter: e for e, letter in hidden.items()})


def _clips_scores(line: Expr) -> bool:
    """Whether the mean over the operating condition depends on the scores lying in [0, 1]."""
    if not line.has(ConditionMean):
        return False
    try:
        return bool(rules.moments.rewrite(line) != rules.moments_on_unit_scores.rewrite(line))
    except RuleFails:
        return False
