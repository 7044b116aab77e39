"""Proofs and the checker that believes none of them.

A `Theorem` says that ``left`` equals ``right`` for every model that satisfies ``given``; its proof is a
tuple of steps, each with its reason, its rule and the whole line that results. `check` runs every rule
again, demands what the rule needs, compares both sides as numbers on exact samples and on continuous
models, and accepts only if the last line is the theorem's right side. There is nothing to admit and no
stored result: a theorem is as good as its last check.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from sympy import Expr

from workbench.symbolic import assumptions, evidence, rules
from workbench.symbolic.notation import ANY, UNIFORM, ExpectedLoss, c, tau, u
from workbench.symbolic.rules import UNIFORM_COST, Hypothesis, Rule, RuleFails


@dataclass(frozen=True)
class Step:
    """One line of a proof: ``why`` in words, ``by`` which rule, and what it ``gives``, in full."""

    why: str
    by: Rule
    gives: Expr


@dataclass(frozen=True)
class Theorem:
    """``left == right`` for every model that satisfies the hypotheses ``given``."""

    name: str
    says: str
    left: Expr
    right: Expr
    proof: tuple[Step, ...]
    given: frozenset[Hypothesis] = frozenset()
    source: str = ""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Checked:
    """What the checker found: the theorem holds when there is no objection."""

    theorem: Theorem
    objections: tuple[str, ...]
    tried: int = 0

    @property
    def holds(self) -> bool:
        """Whether the proof was accepted."""
        return not self.objections


def cite(theorem: Theorem) -> Rule:
    """The rule that replaces the left side of a theorem by its right side.

    Where the theorem speaks of an arbitrary method (`notation.tau`) or an arbitrary density of the
    operating condition, the method or density at hand takes its place.
    """

    def applied(line: Expr) -> Expr:
        if isinstance(theorem.left, ExpectedLoss):
            return line.replace(lambda e: isinstance(e, ExpectedLoss), lambda e: _instance(theorem, e))
        return line.xreplace({theorem.left: theorem.right})

    return Rule("theorem", theorem.says, theorem.given, _where_it_holds(theorem, applied), theorem)


def cite_for_uniform_costs(theorem: Theorem) -> Rule:
    """The rule that a theorem about any loss under uniform costs gives for losses whose density is uniform."""

    def instance(e: ExpectedLoss) -> Expr:
        if e.args[1] != UNIFORM:
            return e
        found = _instance(replace(theorem, given=frozenset()), ExpectedLoss(e.args[0], ANY, e.args[2]))
        return e if isinstance(found, ExpectedLoss) else found.xreplace({ANY: UNIFORM})

    def applied(line: Expr) -> Expr:
        return line.replace(lambda e: isinstance(e, ExpectedLoss), instance)

    given = theorem.given - {UNIFORM_COST}
    return Rule("theorem for uniform costs", theorem.says, given, _where_it_holds(theorem, applied), theorem)


def _where_it_holds(theorem: Theorem, applied: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """The theorem applied, but not below a `Balanced` when a hypothesis is lost with the class proportions."""
    if all(map(assumptions.survives_other_proportions, theorem.given)):
        return applied
    return lambda line: assumptions.at_these_proportions(line, applied)


def _instance(theorem: Theorem, e: ExpectedLoss) -> Expr:
    method, density, condition = e.args
    abstract, any_density, same_condition = theorem.left.args
    if condition != same_condition or theorem.given & assumptions.ABOUT_THE_LAW:
        return e
    if density != any_density and (any_density != ANY or UNIFORM_COST in theorem.given):
        return e
    right = theorem.right
    if abstract.args == (tau(c, u),) and type(abstract) is type(method):
        right = right.replace(tau, lambda *_: method.args[0])
    elif abstract != method:
        return e
    return right.xreplace({any_density: density})


def trusted(cited: Rule) -> Rule | None:
    """The rule of that name that the checker knows, made anew; None when there is none."""
    citing = {"theorem": cite, "theorem for uniform costs": cite_for_uniform_costs}.get(cited.name)
    if citing is not None:
        return citing(cited.argument) if isinstance(cited.argument, Theorem) else None
    if cited.name == "definition":
        return rules.definition(cited.argument) if isinstance(cited.argument, str) else None
    if cited.name == "class_proportion":
        return assumptions.class_proportion(cited.argument) if isinstance(cited.argument, Fraction) else None
    return rules.CATALOGUE.get(cited.name) or assumptions.CATALOGUE.get(cited.name)


def _made_again(name: str, argument: object) -> Rule:
    found = trusted(Rule(name, "", frozenset(), lambda line: line, argument))
    if found is None:
        raise ValueError(f"{name} is no rule of this workbench")
    return found


# a rule is a function of its own making, so it is pickled by its name and made anew where it is read
copyreg.pickle(Rule, lambda rule: (_made_again, (rule.name, rule.argument)))


@cache
def check(theorem: Theorem, *, with_models: bool = True) -> Checked:
    """Check a proof from its first line to its last, and both sides as numbers.

    Both sides are compared on exact samples and, unless ``with_models`` is false, on continuous models, and
    so are those of the theorems that the proof cites; without models, of those the proofs alone are checked.
    Returns what was objected to, in the order in which it was found.
    """
    objections = list(objections_to_steps(theorem))
    if with_models:
        objections += [
            f"{cited} does not hold: {found.objections[0]}"
            for cited in _cited(theorem)
            if not (found := check(cited)).holds
        ]
    if objections:
        return Checked(theorem, tuple(objections))
    trial = evidence.compare(theorem.left, theorem.right, theorem.given, with_models=with_models)
    objections += trial.failures
    for number, step in enumerate(theorem.proof[:-1], start=1):
        objections += [
            f"step {number}: {f}"
            for f in evidence.compare(theorem.left, step.gives, theorem.given, with_models=False).failures
        ]
    if not trial.tried:
        objections.append("no sample or model could be tried")
    return Checked(theorem, tuple(objections), trial.tried)


def _cited(theorem: Theorem) -> tuple[Theorem, ...]:
    return tuple(step.by.argument for step in theorem.proof if isinstance(step.by.argument, Theorem))


@cache
def objections_to_steps(theorem: Theorem) -> tuple[str, ...]:
    """What is wrong with the steps of a proof, and with those of the theorems that it cites."""
    objections: list[str] = []
    if not theorem.proof:
        return ("there is no proof",)
    line = theorem.left
    for number, step in enumerate(theorem.proof, start=1):
        objection = _step_objection(theorem, line, step)
        if objection:
            objections.append(f"step {number}, {step.why}: {objection}")
        line = step.gives
    if line != theorem.right:
        objections.append(f"the last line is {line}, not {theorem.right}")
    used = frozenset().union(*(step.by.needs for step in theorem.proof))
    objections += [f"the hypothesis {idle.name} is never used" for idle in sorted(theorem.given - used, key=str)]
    return tuple(objections)


def _step_objection(theorem: Theorem, line: Expr, step: Step) -> str | None:
    known = trusted(step.by)
    if known is None or known != step.by:
        return f"{step.by} is no rule of this workbench"
    missing = known.needs - theorem.given
    if missing:
        return f"{step.by} needs {', '.join(sorted(h.name for h in missing))}"
    if isinstance(known.argument, Theorem) and (wrong := objections_to_steps(known.argument)):
        return f"{known.argument} does not hold: {wrong[0]}"
    try:
        before, after = known.rewrite(line), known.rewrite(step.gives)
    except RuleFails as reason:
        return f"{step.by} does not apply: {reason}"
    if not rules.same(before, after):
        return f"{step.by} does not give {step.gives}"
    if known.name == "algebra":
        return "nothing changes" if line == step.gives and len(theorem.proof) > 1 else None
    return f"{step.by} is idle" if rules.same(line, step.gives) else None
