"""Checks of what a paper states in general: a sentence of the statement language, or a formula.

Each is proved by the symbolic engine and tried out by the numeric one; only what is proved and not
refuted holds. A proof beside a counterexample is a fault of the workbench and is called undecided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from sympy import Dummy, Expr

from workbench.deciding import evidence, proving, two_models
from workbench.deciding.accepting import accepted_equality, check, document_of, rests_on
from workbench.deciding.derivation import derive
from workbench.deciding.derived import Derivation, how_proper
from workbench.deciding.documents import Document
from workbench.deciding.proving import Proved
from workbench.deciding.restatements import shown_otherwise
from workbench.deciding.weighted import samples
from workbench.deciding.wording import Written, matches, sections, written
from workbench.language import syntax
from workbench.language.models import models_of
from workbench.language.statements import at_one_condition, parse_expression, parse_statement, suggestion
from workbench.limits import Work
from workbench.losses.exact import value
from workbench.numbers.certified import agree
from workbench.numbers.written import as_json
from workbench.papers.claims import DISAGREEMENT, Data, Finding
from workbench.symbolic import rules
from workbench.symbolic.antiderivatives import vanishes
from workbench.symbolic.cases import on_intervals
from workbench.symbolic.latex import latex, latex_of_statement
from workbench.symbolic.library import theorems
from workbench.symbolic.notation import ANY, UNIFORM, s
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import Hypothesis, Rule
from workbench.symbolic.translation import in_words, to_sympy
from workbench.witnesses import fitting, numeric_trials
from workbench.witnesses.two_models import refuted_by_two

TRIED, SECONDS = 2.0, 15.0
_ODDS = Dummy("odds", positive=True)


@dataclass(frozen=True)
class Statement:
    """A sentence of the statement language.

    With ``data`` it is about those examples and both engines compute both sides. Otherwise it is about
    every sample with scores in [0, 1] on which both sides have a value: it fails when a sample or model
    refutes it, holds when it is also proved, and is undecided in between. Its free parameters t, r and q
    lie in [0, 1], others may be any number.

    The proof is the named ``theorem``, which must say the same, or one found by `decide`.
    """

    text: str
    theorem: str = ""
    data: Data | None = None

    @property
    def statement(self) -> str:
        """The sentence and what it is about."""
        return f"{self.text}, on {self.data.name}" if self.data else self.text

    @cached_property
    def parsed(self) -> syntax.Statement:
        """The sentence as a value."""
        return parse_statement(self.text, two_models=True)

    @property
    def latex(self) -> str:
        """The sentence in LaTeX."""
        return latex_of_statement(self.parsed)

    def run(self) -> Finding:
        """Prove it and try it out."""
        if self.data is not None:
            return _on_data(self.parsed, self.data)
        if models_of(self.parsed):
            return _of_two(self.parsed)
        proved, obstacle = _proved(self)
        tried = at_one_condition(self.parsed)
        trial = numeric_trials.try_out(tried)
        if proved is not None and trial.witness is not None:
            return Finding("undecided", proved, trial.to_json(), f"{DISAGREEMENT}: proved and refuted")
        if trial.witness is not None:
            return _refuted(tried, trial)
        if proved is not None and trial.samples:
            return Finding("holds", proved, trial.to_json(), _reservation(trial))
        return Finding("undecided", proved, trial.to_json(), obstacle or "no sample meets the assumptions")


def proof_of(statement: syntax.Statement) -> tuple[Proved | None, str]:
    """The proof of a sentence, about one score function or about two, and a note on it or why there is none."""
    if models_of(statement):
        return two_models.proved(statement, Work.of(SECONDS))
    found, note = proving.proof_of(statement)
    other = shown_otherwise(statement, None)[0] if found is None else found
    return (other, "") if isinstance(other, Proved) else (None, note)


def _of_two(statement: syntax.Statement) -> Finding:
    """A sentence about two score functions: tried with the scores of both, then proved."""
    witness = refuted_by_two(at_one_condition(statement), Work.of(TRIED))
    if witness is not None:
        return Finding("fails", None, {"witness": witness.to_json()}, "refuted by the witness")
    found, note = proof_of(statement)
    if found is None:
        return Finding("undecided", None, None, note or "no proof was found")
    return Finding("holds", _steps(statement, found), None, f"no scores of two models refute it; {note}")


def _reservation(trial: numeric_trials.Trial) -> str:
    return "wherever both sides have a value" if trial.without_value else ""


def _refuted(statement: syntax.Statement, trial: numeric_trials.Trial) -> Finding:
    """Both sides on the witness once more, by their definitions, where these lead to rational numbers."""
    witness = trial.witness or {}
    if "classes" not in witness:  # a model
        return Finding("fails", None, trial.to_json(), "refuted by the witness")
    data = Data("the witness", tuple(witness["classes"]), tuple(witness["scores"]))
    at = {name: Fraction(value) for name, value in witness["parameters"].items()}
    sides = {"left": data.symbolic(statement.left, at), "right": data.symbolic(statement.right, at)}
    if None in sides.values():
        return Finding("fails", None, trial.to_json(), "refuted by the witness")
    symbolic = {name: as_json(value) for name, value in sides.items()}
    agreed = symbolic == {name: witness[name] for name in sides}
    return Finding(
        "fails" if agreed else "undecided",
        symbolic,
        trial.to_json(),
        "refuted by the witness" if agreed else DISAGREEMENT,
    )


def _on_data(statement: syntax.Statement, data: Data) -> Finding:
    sides = statement.left, statement.right
    numbers, others = [data.exact(e) for e in sides], [data.symbolic(e) for e in sides]
    numeric = {"data": data.name, "left": as_json(numbers[0]), "right": as_json(numbers[1])}
    symbolic = None if None in others else {"left": as_json(others[0]), "right": as_json(others[1])}
    if symbolic is not None and numeric != {"data": data.name, **symbolic}:
        return Finding("undecided", symbolic, numeric, DISAGREEMENT)
    return Finding.of(fitting.holds(numbers[0], statement.relation, numbers[1]), symbolic=symbolic, numeric=numeric)


def _proved(claim: Statement) -> tuple[dict[str, Any] | None, str]:
    """What the symbolic engine has for a statement, or why it has nothing."""
    if claim.theorem:
        return _by_theorem(claim.parsed, claim.theorem)
    found, obstacle = proof_of(claim.parsed)
    if found is None:
        return None, obstacle
    return _steps(claim.parsed, found), ""


def _steps(statement: syntax.Statement, found: Proved) -> dict[str, Any]:
    parts = (part for _, section in sections(found.parts) for part in section)
    theorems_used = [part if isinstance(part, Theorem) else part.theorem for part in parts]
    given = {h.says for theorem in theorems_used for h in theorem.given}
    return _evidence("", given, written(found.parts, statement), found.document)


def _evidence(theorem: str, given: Iterable[str], proof: Written, document: Document) -> dict[str, Any]:
    """A proof as plain values, step by step: the reasons alone, and in full; its axioms, and its document."""
    steps = [step["why"] for step in proof.steps]
    known = {"theorem": theorem or None, "given": sorted(given), "steps": steps, "proof": proof.steps}
    return known | {"begins": proof.begins, "axioms": list(rests_on(document)), "document": document}


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
    if statement.relation != "==" or not any(matches(a, sides[0]) and matches(b, sides[1]) for a, b in said):
        return None, f"{name} says something else"
    return _checked(theorem, statement)


def _checked(theorem: Theorem, statement: syntax.Statement | None = None) -> tuple[dict[str, Any] | None, str]:
    found = check(theorem)
    if not found.holds:
        return None, f"{theorem} is refused: {found.objections[0]}"
    given = (h.says for h in theorem.given)
    return _evidence(theorem.name, given, written((theorem,), statement), document_of(theorem)), ""


@dataclass(frozen=True)
class ScoringRule:
    """Thresholds ``t = c`` under a weight are the scoring rule ``l0``, ``l1``, expressions in the score s.

    It is about scores between 0 and 1, where the rule has a value, and holds when `derive` has a proof of a rule that
    is the same in each of its cases, and losses on samples are what it says. With ``proper`` the rule is also said to
    be proper, or strictly proper, as `workbench.deciding.derived.how_proper` has it.
    """

    weight: str
    l0: str
    l1: str
    proper: str = ""

    @property
    def rule(self) -> syntax.Statement:
        """The loss and what it is said to be."""
        return parse_statement(f"loss(score_driven, weight={self.weight}) == pi0*E0({self.l0}) + pi1*E1({self.l1})")

    @property
    def statement(self) -> str:
        """The equation, and how the rule is said to be."""
        said = f", which is {self.proper}" if self.proper else ""
        return f"{self.rule}, for scores between 0 and 1{said}"

    @property
    def latex(self) -> str:
        """The equation in LaTeX."""
        return latex_of_statement(self.rule)

    def run(self) -> Finding:
        """Derive the rule, compare it with what is said, and try that out."""
        numeric = self._tried()
        if "witness" in numeric:
            return Finding("fails", None, numeric, "refuted by the witness")
        found = derive("score_driven", weight=self.weight)
        if found.proof is None or found.document is None:
            return Finding("undecided", None, numeric, found.notes.get("closed_form", ""))
        if not self._is(found):
            return Finding("undecided", None, numeric, "the rule that is derived is not seen to be this one")
        proof = _evidence("", ("scores between 0 and 1",), found.proof, found.document)
        if self.proper and how_proper(found) != self.proper:
            return Finding("fails", proof, numeric, f"the rule is {how_proper(found)}")
        return Finding("holds", proof, numeric)

    def _is(self, found: Derivation) -> bool:
        said = [to_sympy(parse_expression(text, ("s",))) for text in (self.l0, self.l1)]
        known = [to_sympy(parse_expression(str(text), ("s",))) for text in (found.l0, found.l1)]
        gaps = [one - other for one, other in zip(said, known, strict=True)]
        inside = _ODDS / (1 + _ODDS)  # any number between 0 and 1
        return all(vanishes(x.xreplace({s: inside})) for gap in gaps for x in on_intervals(gap, s) or [gap])

    def _tried(self) -> dict[str, Any]:
        for sample in samples():
            sides = [value(sample, side) for side in (self.rule.left, self.rule.right)]
            if not agree(*sides):
                classes, scores = sample.examples()
                places = {"classes": list(classes), "scores": [str(x) for x in scores], "parameters": {}}
                return {"witness": places | {x: as_json(y) for x, y in zip(("left", "right"), sides, strict=True)}}
        return {"samples": len(samples())}


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
    by: tuple[Rule, ...] = ()
    given: frozenset[Hypothesis] = field(default_factory=frozenset)
    tried: str = ""

    @property
    def statement(self) -> str:
        """The equation in words."""
        return f"{in_words(self.left)} == {in_words(self.right)}"

    @property
    def latex(self) -> str:
        """The equation in LaTeX."""
        return f"{latex(self.left)} = {latex(self.right)}"

    def run(self) -> Finding:
        """Prove it and compare both sides on samples and models."""
        proved, obstacle = self._proved()
        if self.tried:
            found = numeric_trials.try_out(parse_statement(self.tried))
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
        if not (found.given <= self.given and matches(self.left, found.left) and matches(self.right, found.right)):
            return None, f"{self.theorem} says something else"
        return _checked(found)

    def _rewritten(self) -> tuple[dict[str, Any] | None, str]:
        needs = frozenset[Hypothesis]().union(*(rule.needs for rule in self.by))
        if missing := sorted(h.name for h in needs - self.given):
            return None, f"the rules need {', '.join(missing)}, which is not given"
        if idle := sorted(h.name for h in self.given - needs):
            return None, f"no rule needs {', '.join(idle)}"
        left, right = self.left, self.right
        for rule in self.by:
            try:
                left, right = rule.rewrite(left), rule.rewrite(right)
            except rules.RuleFails as reason:
                return None, f"{rule} does not apply: {reason}"
        if not rules.same(left, right):
            return None, "the rules do not lead from one side to the other"
        theorem = self.as_theorem()
        document = accepted_equality(theorem)
        if document is None:
            return None, "the rules lead from one side to the other, but the reader does not accept it"
        return _evidence("", (h.says for h in self.given), written((theorem,)), document), ""

    def as_theorem(self) -> Theorem:
        """The equation with its proof: the left side rewritten, then the right side backwards.

        Rules that change nothing are left out.
        """
        sides: list[list[Step]] = []
        for side in (self.left, self.right):
            line, steps = side, []
            for rule in self.by:
                after = rule.rewrite(line)
                steps.append(Step(" ".join(rule.says.split()).removesuffix("."), rule, after))
                line = after
            sides.append(steps)
        forward, backward = sides
        lines = [self.right, *(step.gives for step in backward)]
        back = [replace(step, gives=line) for step, line in reversed(list(zip(backward, lines, strict=False)))]
        met = Step("the same terms", rules.algebra, lines[-1])
        whole = (*forward, met, *back)
        before = (self.left, *(step.gives for step in whole))
        proof = tuple(step for step, line in zip(whole, before, strict=False) if step.gives != line) or whole[-1:]
        return Theorem("", "", self.left, self.right, proof, self.given)
