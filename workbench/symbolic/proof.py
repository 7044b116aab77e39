"""Theorems with their proofs, line by line, and the rule that a theorem gives to later ones.

A `Theorem` says that ``left`` equals ``right`` for every model that satisfies ``given``; its proof is a
tuple of steps, each with its reason, its rule and the whole line that results. Nothing is believed here: a proof is
written as a document (`workbench.deciding.documents`), which a program of its own reads (`workbench.recheck`).
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from sympy import Expr

from workbench.errors import shown
from workbench.formats import Hinting
from workbench.installed import Kinds, refuse_unfit, tuple_of
from workbench.lazily import Lazily
from workbench.symbolic import assumptions, rules
from workbench.symbolic.notation import ANY, UNIFORM, ExpectedLoss, c, tau, u, well_formed
from workbench.symbolic.rules import UNIFORM_COST, Hypothesis, Rule

_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it


@dataclass(frozen=True)
class Step:
    """One line of a proof: ``why`` in words, ``by`` which rule, and what it ``gives``, in full."""

    why: str
    by: Rule
    gives: Expr


@dataclass(frozen=True, repr=False)
class Theorem(Hinting):
    """``left == right`` for every model that satisfies the hypotheses ``given``."""

    name: str
    says: str
    left: Expr
    right: Expr
    proof: tuple[Step, ...]
    given: frozenset[Hypothesis] = frozenset()
    source: str = ""

    def __post_init__(self) -> None:
        what = f"the theorem {shown(self.name)}"
        refuse_unfit(self, what, KINDS)
        for number, step in enumerate(self.proof, 1):
            refuse_unfit(step, f"the step {number} of {what}", KINDS)
            refuse_unfit(step.by, f"the rule of the step {number} of {what}", KINDS)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{self.name}: {self.says}" if self.says else f"{self.name or 'a theorem'}: {self.left} == {self.right}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_theorem(self))


KINDS: Kinds = {
    "Expr": (lambda x: isinstance(x, Expr) and well_formed(x), "an expression of workbench.symbolic.notation"),
    "Rule": (lambda x: isinstance(x, Rule), "a rule of workbench.symbolic.rules"),
    "tuple[Rule, ...]": tuple_of(Rule, "rules"),
    "object": (lambda x: not isinstance(x, tuple) or all(isinstance(y, str) for y in x), "a tuple of texts"),
    "Callable[[Expr], Expr]": (callable, "a function"),
    "tuple[Step, ...]": tuple_of(Step, "steps"),
    "frozenset[Hypothesis]": (
        lambda x: isinstance(x, frozenset) and all(isinstance(y, Hypothesis) for y in x),
        "a frozenset of hypotheses",
    ),
}


def in_its_case(e: Expr, given: frozenset[Hypothesis]) -> Expr:
    """An expression as it is to be read under hypotheses: with the uniform law of costs for any, where that is given.

    >>> from workbench.symbolic.notation import ScoreMethod
    >>> in_its_case(ExpectedLoss(ScoreMethod(c)), frozenset({UNIFORM_COST})).args[1]
    UniformDensity(0, 1)
    """
    return e.xreplace({ANY: UNIFORM}) if UNIFORM_COST in given else e


def as_stated(theorem: Theorem) -> Theorem:
    """The theorem and its proof, `in_its_case`: for reading, not for citing."""
    steps = tuple(replace(step, gives=in_its_case(step.gives, theorem.given)) for step in theorem.proof)
    left, right = (in_its_case(side, theorem.given) for side in (theorem.left, theorem.right))
    return replace(theorem, left=left, right=right, proof=steps)


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
    """The rule of that name, made anew; None when there is none."""
    citing = {"theorem": cite, "theorem for uniform costs": cite_for_uniform_costs}.get(cited.name)
    if citing is not None:
        return citing(cited.argument) if isinstance(cited.argument, Theorem) else None
    if cited.name == "definition":
        return rules.definition(cited.argument) if isinstance(cited.argument, str | tuple) else None
    if cited.name == "class_proportion":
        share, said = cited.argument if isinstance(cited.argument, tuple) else (cited.argument, "")
        return assumptions.class_proportion(Fraction(share), said) if isinstance(share, Fraction | str) else None
    return rules.CATALOGUE.get(cited.name) or assumptions.CATALOGUE.get(cited.name)


def _made_again(name: str, argument: object) -> Rule:
    found = trusted(Rule(name, "", frozenset(), lambda line: line, argument))
    if found is None:
        raise ValueError(f"{name} is no rule of this workbench")
    return found


# a rule is a function of its own making, so it is pickled by its name and made anew where it is read
copyreg.pickle(Rule, lambda rule: (_made_again, (rule.name, rule.argument)))
