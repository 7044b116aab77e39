"""Checks of what a paper states in general: a sentence of the statement language, or a formula.

Each is proved by the symbolic engine and tried out by the numeric one; only what is proved and not
refuted holds. A proof beside a counterexample is a fault of the workbench and is called undecided.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Expr, Rational

from workbench import decide, evidence, laws, proof, rules, syntax, trials
from workbench.certified import as_json
from workbench.claims import DISAGREEMENT, Data, Finding
from workbench.library import theorems
from workbench.metrics import CATALOGUE
from workbench.notation import ANY, UNIFORM, ClassMean, Operator, pi0, pi1, s
from workbench.proof import Theorem
from workbench.signs import evidently_nonnegative
from workbench.statements import parse_expression, parse_statement, suggestion
from workbench.translation import Untranslatable, to_sympy

NO_TIES = "no two scores are equal"
TRAPEZOID_RULE = (
    "the mean of the error over cutpoints is a mean over examples (trapezoid rule): passing an example moves "
    "the error on a straight line, whose middle is pi0 (1 - F0(s)) + pi1 F1(s) at its score s"
)
LEAST = "at each operating condition the optimal method has, by its definition, the least loss of all thresholds"


@dataclass(frozen=True)
class Statement:
    """A sentence of the statement language.

    With ``data`` it is about those examples and both engines compute both sides. Otherwise it is about
    every sample with scores in [0, 1] on which both sides have a value: it fails when a sample or model
    refutes it, holds when it is also proved, and is undecided in between. Its free parameters t, r and q
    lie in [0, 1], others may be any number.

    The proof is the named ``theorem``, which must say the same, or one found by `decide`. An inequality is
    proved by its ``gap``, an expression that is seen to be nonnegative and proved to be the difference of
    the two sides; that optimal thresholds do best needs no gap.
    """

    text: str
    theorem: str = ""
    data: Data | None = None
    gap: str = ""

    @cached_property
    def parsed(self) -> syntax.Statement:
        """The sentence as a value."""
        return parse_statement(self.text)

    def run(self) -> Finding:
        """Prove it and try it out."""
        if self.data is not None:
            return _on_data(self.parsed, self.data)
        proved, obstacle = _proved(self)
        trial = trials.try_out(self.parsed)
        if proved is not None and trial.witness is not None:
            return Finding("undecided", proved, trial.to_json(), f"{DISAGREEMENT}: proved and refuted")
        if trial.witness is not None:
            return Finding("fails", None, trial.to_json(), "refuted by the witness")
        if proved is not None and trial.samples:
            return Finding("holds", proved, trial.to_json(), _reservation(trial))
        return Finding("undecided", proved, trial.to_json(), obstacle or "no sample meets the assumptions")


def _reservation(trial: trials.Trial) -> str:
    return "wherever both sides have a value" if trial.without_value else ""


def _on_data(statement: syntax.Statement, data: Data) -> Finding:
    sides = statement.left, statement.right
    numbers, others = [data.exact(e) for e in sides], [data.symbolic(e) for e in sides]
    numeric = {"data": data.name, "left": as_json(numbers[0]), "right": as_json(numbers[1])}
    symbolic = None if None in others else {"left": as_json(others[0]), "right": as_json(others[1])}
    if symbolic is not None and numeric != {"data": data.name, **symbolic}:
        return Finding("undecided", symbolic, numeric, DISAGREEMENT)
    return Finding.of(trials.holds(numbers[0], statement.relation, numbers[1]), symbolic=symbolic, numeric=numeric)


def _proved(claim: Statement) -> tuple[dict[str, Any] | None, str]:
    """What the symbolic engine has for a statement, or why it has nothing."""
    statement = claim.parsed
    if claim.theorem:
        return _by_theorem(statement, claim.theorem)
    try:
        if statement.relation == "==":
            return _equality(statement, statement.left, statement.right), "no proof was found"
        if statement.relation in ("<=", ">="):
            low, high = statement.left, statement.right
            return _inequality(statement, *((low, high) if statement.relation == "<=" else (high, low)), claim.gap)
    except (Untranslatable, laws.NoClosedForm, rules.RuleFails) as reason:
        return None, f"no proof: {reason}"
    return None, f"no proof of a statement with {statement.relation} is tried"


def _equality(statement: syntax.Statement, left: syntax.Expression, right: syntax.Expression) -> dict[str, Any] | None:
    """A proof of an equality; what is done to the sides before they are proved equal is its first steps."""
    sides = _interpolated(left, statement), _interpolated(right, statement)
    one, other = map(to_sympy, sides)
    given, before = [], []
    if sides != (left, right):
        given.append(NO_TIES)
        before.append(TRAPEZOID_RULE)
    for assumption in statement.given:
        if assumption.name == "no_ties":
            continue
        if (assumption.name, assumption.relation) != ("pi0", "==") or _depends_on_classes(one + other):
            raise Untranslatable(f"no proof is tried under the assumption {assumption}")
        assert assumption.value is not None
        share = Rational(assumption.value.numerator, assumption.value.denominator)
        one, other = (e.xreplace({pi0: share, pi1: 1 - share}) for e in (one, other))
        given.append(str(assumption))
        before.append(f"put pi0 to {share} and pi1 to {1 - share}, as is assumed")
    if one == other:
        return {"theorem": None, "given": given, "steps": [*before, "both sides are the same by definition"]}
    found = _shown(decide.prove_equality(one, other, says=str(statement)))
    if found is None:
        return None
    return {**found, "given": [*given, *found["given"]], "steps": [*before, *found["steps"]]}


def _depends_on_classes(e: Expr) -> bool:
    """Whether class proportions can hide in ``e`` under another name than pi0 and pi1."""
    return bool(e.atoms(Operator)) or any(x.name in CATALOGUE for x in e.free_symbols)


def _inequality(
    statement: syntax.Statement, low: syntax.Expression, high: syntax.Expression, gap: str
) -> tuple[dict[str, Any] | None, str]:
    if isinstance(low, syntax.Loss) and low.method.name == "optimal" and isinstance(high, syntax.Loss):
        same = (low.cost, low.condition) == (high.cost, high.condition) and low.rates == "interpolated"
        if same:
            return {"theorem": None, "given": [], "steps": [LEAST]}, ""
    if not gap:
        return None, "no gap is given that would prove the inequality"
    difference = parse_expression(gap)
    found = _equality(statement, syntax.Arithmetic("-", high, low), difference)
    if found is None:
        return None, f"the gap is not proved to be {gap}"
    expression = to_sympy(difference)
    if not evidently_nonnegative(expression):
        return None, f"{gap} is not seen to be nonnegative"
    steps = [
        *found["steps"],
        f"the larger side less the smaller one is {gap}, which has no negative part",
    ]
    given = sorted({*found["given"], *_given_by_sign(expression)})
    return {**found, "given": given, "steps": steps, "gap": gap}, ""


def _given_by_sign(e: Expr) -> list[str]:
    """What the sign of an expression rests on: where its parameters and its scores lie."""
    known = {x.name for x in e.free_symbols}
    probabilities = any(CATALOGUE[name].needs_probabilities for name in known & CATALOGUE.keys())
    scores = probabilities or any(s in mean.body.free_symbols for mean in e.atoms(ClassMean))
    inside = [f"{name} lies in [0, 1]" for name in sorted(known & {"t", "r", "q"})]
    return [*([rules.UNIT_SCORES.says] if scores else []), *inside]


def _interpolated(node: syntax.Expression, statement: syntax.Statement) -> syntax.Expression:
    """Losses at the cutpoints of a strict ranking as means over its examples, by `TRAPEZOID_RULE`.

    Passing an example moves the error rate (for skews, the macro-average) on a straight line, whose
    middle is pi0 (1 - F0(s)) + pi1 F1(s) at that example's score. The sum over the cutpoints 0..n or 1..n
    is the sum of the middles up to the ends, pi0 and pi1 (1/2 for skews).
    """

    def change(e: syntax.Node) -> syntax.Node:
        if not isinstance(e, syntax.Loss) or e.rates == "interpolated":
            return syntax.rebuilt(e, change)
        strict = any(a.name == "no_ties" for a in statement.given)
        if strict and str(e.method) == "rate_uniform" and e.cost == syntax.UNIFORM:
            middle = "(1 - F0(s) + F1(s))/2" if e.condition == "skew" else "pi0*(1 - F0(s)) + pi1*F1(s)"
            if e.rates == "cutpoints":
                return parse_expression(f"(n*E({middle}) + 1/2)/(n + 1)")
            if e.rates == "step" and e.condition == "cost":
                return parse_expression(f"E({middle}) + (pi1 - pi0)/(2*n)")
        raise Untranslatable(f"{e} has no population formula")

    changed = change(node)
    assert not isinstance(changed, syntax.Comparison | syntax.Method | syntax.Cost)
    return changed


def _by_theorem(statement: syntax.Statement, name: str) -> tuple[dict[str, Any] | None, str]:
    known = theorems()
    if name not in known:
        return None, f"there is no theorem called {name}{suggestion(name, known)}"
    theorem = known[name]
    granted = {rules.UNIFORM_COST, rules.UNIT_SCORES, rules.INVERTIBLE_RATE}
    if not theorem.given <= granted:
        return None, f"{name} has hypotheses that the statement does not grant"
    sides = [theorem.left, theorem.right]
    if rules.UNIFORM_COST in theorem.given:
        sides = [e.xreplace({ANY: UNIFORM}) for e in sides]
    left, right = to_sympy(statement.left), to_sympy(statement.right)
    said = [(left, right), (right, left)]
    if statement.relation != "==" or not any(_match(a, sides[0]) and _match(b, sides[1]) for a, b in said):
        return None, f"{name} says something else"
    return _checked(theorem)


def _match(one: Expr, other: Expr) -> bool:
    """Whether two expressions are the same, at sight or once their metrics are unfolded."""
    return rules.same(one, other) or rules.same(_unfolded(one), _unfolded(other))


def _unfolded(e: Expr) -> Expr:
    for name in CATALOGUE:
        if CATALOGUE[name].definition is not None and any(x.name == name for x in e.free_symbols):
            return _unfolded(rules.definition(name).rewrite(e))
    return e


def _checked(theorem: Theorem) -> tuple[dict[str, Any] | None, str]:
    found = proof.check(theorem)
    return (_shown(theorem), "") if found.holds else (None, f"{theorem} is refused: {found.objections[0]}")


def _shown(theorem: Theorem | None) -> dict[str, Any] | None:
    if theorem is None:
        return None
    needs = sorted(h.says for h in theorem.given)
    return {"theorem": theorem.name or None, "given": needs, "steps": [step.why for step in theorem.proof]}


@dataclass(frozen=True)
class Formula:
    """``left == right`` in the symbols of `notation`.

    The proof is the named theorem, or rewriting both sides by the rules ``by`` in turn, whose needs must be
    among the hypotheses ``given``. What has no words in the statement language (R^-1) is tried out as the
    statement ``tried``.
    """

    left: Expr
    right: Expr
    theorem: str = ""
    by: tuple[rules.Rule, ...] = ()
    given: frozenset[rules.Hypothesis] = field(default_factory=frozenset)
    tried: str = ""

    def run(self) -> Finding:
        """Prove it and compare both sides on samples and models."""
        proved, obstacle = self._proved()
        if self.tried:
            found = trials.try_out(parse_statement(self.tried))
            note = _reservation(found)
            numeric, refuted = {**found.to_json(), "statement": self.tried}, found.witness is not None
            tried = found.samples
        else:
            trial = evidence.compare(self.left, self.right, self.given)
            numeric, refuted = {"tried": trial.tried, "witness": trial.failures[:1]}, bool(trial.failures)
            tried, note = trial.tried, ""
        if refuted:
            return Finding("undecided" if proved else "fails", proved, numeric, DISAGREEMENT if proved else "")
        if proved is not None and tried:
            return Finding("holds", proved, numeric, note)
        return Finding("undecided", proved, numeric, obstacle or "no sample or model could be tried")

    def _proved(self) -> tuple[dict[str, Any] | None, str]:
        if not self.theorem:
            return self._rewritten()
        found = theorems().get(self.theorem)
        if found is None:
            return None, f"there is no theorem called {self.theorem}{suggestion(self.theorem, theorems())}"
        if not (found.given <= self.given and _match(self.left, found.left) and _match(self.right, found.right)):
            return None, f"{self.theorem} says something else"
        return _checked(found)

    def _rewritten(self) -> tuple[dict[str, Any] | None, str]:
        needs = frozenset[rules.Hypothesis]().union(*(rule.needs for rule in self.by))
        if missing := sorted(h.name for h in needs - self.given):
            return None, f"the rules need {', '.join(missing)}, which is not given"
        if idle := sorted(h.name for h in self.given - needs):
            return None, f"no rule needs {', '.join(idle)}"
        left, right, steps = self.left, self.right, []
        for rule in self.by:
            try:
                after = rule.rewrite(left), rule.rewrite(right)
            except rules.RuleFails as reason:
                return None, f"{rule} does not apply: {reason}"
            if after != (left, right) or rule == rules.algebra:
                steps.append(" ".join(rule.says.split()))
            left, right = after
        if not rules.same(left, right):
            return None, "the rules do not lead from one side to the other"
        return {"theorem": None, "given": sorted(h.says for h in self.given), "steps": steps}, ""
