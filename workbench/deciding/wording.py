"""Proofs in words: each step with its reason, its rule and what it gives, in the statement language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, cast

from sympy import Abs, Add, Expr, Max, Min

from workbench.deciding.bounds import OF_THE_SQUARES, Bound
from workbench.deciding.inequality import Case, Inequality, Lemma
from workbench.deciding.lemmas import apart_in_words, fact_in_words, with_lemmas
from workbench.language.syntax import Expression, Node, Rescored, Statement, children
from workbench.metrics import CATALOGUE
from workbench.symbolic import rules
from workbench.symbolic.latex import latex, latex_of
from workbench.symbolic.notation import ClassMean, pi0, pi1
from workbench.symbolic.proof import Step, Theorem, as_stated
from workbench.symbolic.translation import Untranslatable, in_words, to_sympy


@dataclass(frozen=True)
class Line:
    """A line of a proof: why, by which rule, and what it gives.

    ``sign`` stands before what it gives where that is no equality; ``where`` are the maxima, minima and absolute
    values of the case that the line is about, each with what it is there; ``letters`` in it stand for means.
    """

    why: str
    by: str
    gives: Expr
    sign: str = ""
    where: tuple[tuple[Expr, Expr], ...] = ()
    letters: tuple[tuple[Expr, Expr], ...] = ()

    @property
    def reason(self) -> str:
        """Why, in which case, and what letters stand for."""
        cases = "".join(f"where {in_words(kink)} is {in_words(part)}: " for kink, part in self.where)
        return cases + self.why + "".join(f", {in_words(x)} being {in_words(mean)}" for x, mean in self.letters)


_CALLED = {
    "moments": "integration over c and u",
    "moments_on_unit_scores": "integration over c and u, with s in [0, 1]",
    "swap_means": "exchange of means",
}


def called(rule: str) -> str:
    """The name of a rule without arguments, in words.

    >>> called("ranking_both_ways"), called("moments")
    ('ranking both ways', 'integration over c and u')
    """
    return _CALLED.get(rule, rule.replace("_", " "))


def rule_in_words(by: str) -> str:
    """A rule of a proof as a sentence names it.

    >>> rule_in_words("moments_on_unit_scores"), rule_in_words("definition(BS)"), rule_in_words("theorem(Theorem 6)")
    ('integration over c and u, with s in [0, 1]', 'definition of BS', 'Theorem 6')
    """
    if any(sign in by for sign in "<=>"):
        return by
    name, bracket, rest = by.removesuffix(")").partition("(")
    if name == "definition":
        return f"definition of {rest}"
    if name == "theorem":
        return rest
    return f"{called(name)}{bracket}{rest}{')' * bool(bracket)}"


_SIGNS = {"": "", "0 <": "0 < ", "0 <=": r"0 \le ", ">=": r"\ge "}


def steps_as_json(proof: Theorem | Inequality) -> list[dict[str, str]]:
    """The steps of a proof: why, by which rule, what it gives, in words and in LaTeX.

    The reason of each step of one of several cases begins with the case (`by_cases`).
    """
    if isinstance(proof, Theorem) or len(proof.cases) == 1:
        return [_as_json(line) for line in lines(proof)]
    shared = before_cases(proof)
    found = [_as_json(line) for line in shared]
    for case in proof.cases:
        told = " and ".join(_in_case(kink, part, shared[-1].gives) for kink, part in case.chosen)
        for line in in_its_case(case, strict=proof.strict):
            step = _as_json(line)
            found.append({**step, "why": f"where {told}: {step['why']}"})
    return found


def _in_case(kink: Expr, part: Expr, whole: Expr) -> str:
    """The condition of a case, in which a maximum, a minimum or an absolute value of the ``whole`` is a part of it."""
    if isinstance(kink, Abs):
        return f"{in_words(part)} >= 0"
    alone = len(whole.atoms(type(kink))) == 1
    return f"{f'the {EXTREMES[type(kink)]}' if alone else in_words(kink)} is {in_words(part)}"


EXTREMES = {Max: "maximum", Min: "minimum"}


def in_its_case(case: Case, *, strict: bool) -> Iterator[Line]:
    """The lines of one of several cases, without what the case is about."""
    for line in of_case(case, strict=strict):
        yield replace(line, where=tuple(x for x in line.where if x not in case.chosen))


def _as_json(line: Line) -> dict[str, str]:
    return {
        "why": line.reason,
        "by": line.by,
        "gives": f"{line.sign} {in_words(line.gives)}".strip(),
        "latex": _SIGNS[line.sign] + latex(line.gives),
    }


@dataclass(frozen=True)
class InCase:
    """Steps of a proof that follow each other in one of its cases, which is said in words; "" outside of cases."""

    case: str
    steps: list[dict[str, str]]


def by_cases(steps: Sequence[Mapping[str, str]]) -> list[InCase]:
    """The steps of a proof, those of each case together, and their reasons without the words of the case.

    >>> from workbench.deciding.decide import prove
    >>> [(part.case, len(part.steps)) for part in by_cases(prove("abs(GINI) <= 1").to_json()["proof"])]
    [('', 2), ('2*E1(F0(s)) - 1 >= 0', 2), ('1 - 2*E1(F0(s)) >= 0', 2)]
    """
    return [
        InCase(case, [{**step, "why": step["why"].removeprefix(f"where {case}: ")} for step in same])
        for case, same in groupby(steps, key=lambda step: "".join(_CASE.findall(step["why"])))
    ]


_CASE = re.compile(r"^where (.+?): ")


def without_repetitions(steps: Sequence[Mapping[str, str]]) -> list[list[Mapping[str, str]]]:
    """The steps of a proof, those that give the same formula one after the other in one list.

    >>> [[step["why"] for step in same] for same in without_repetitions([
    ...     {"why": "a", "latex": "x"}, {"why": "b", "latex": "x"}, {"why": "c", "latex": "y"}])]
    [['a', 'b'], ['c']]
    """
    return [list(same) for _, same in groupby(steps, key=lambda step: step["latex"])]


WAYS = ("the left side is no greater", "the left side is no less")
"""What the two parts of a proof of an equality by inequalities show, in their order."""
OF_EACH = ("with the first of both", "with the second of both")
"""The same of an inequality with a maximum or a minimum of two."""


def ways(parts: Sequence[Theorem | Inequality]) -> tuple[str, str]:
    """What the two parts of a proof show, or where."""
    inequalities = [part for part in parts if isinstance(part, Inequality)]
    if len(inequalities) < len(parts):
        return OF_EACH
    one, other = ({str(a) for a in part.claim.assumed} for part in inequalities)
    match [*(one - other)], [*(other - one)]:
        case [first], [second]:
            return f"where {first}", f"where {second}"
    return WAYS if inequalities[0].gap == -inequalities[1].gap else OF_EACH


def sections(parts: Sequence[Theorem | Inequality | Lemma]) -> list[tuple[str, list[Theorem | Inequality]]]:
    """The lemmas of a proof, each with what it says, and the rest of it."""
    parts = with_lemmas(parts)
    lemmas = [(part.says, list(part.parts)) for part in parts if isinstance(part, Lemma)]
    return [*lemmas, ("", [part for part in parts if not isinstance(part, Lemma)])]


def parts_as_json(parts: Sequence[Theorem | Inequality | Lemma]) -> list[dict[str, str]]:
    """The steps of a proof in one part, or in two, each of which begins by saying which, after those of its lemmas.

    Where both are about a case, each step says which.
    """
    every = list[dict[str, str]]()
    for says, section in sections(parts):
        found = [steps_as_json(part) for part in section]
        for way, steps in zip(ways(section), found, strict=True) if len(found) == 2 else ():
            for step in steps if way.startswith("where ") else steps[:1]:
                step["why"] = f"{way}: {step['why']}"
        begins = f"{'then' if every else 'first'} that {says}: " if says else "then " * bool(every)
        found[0][0]["why"] = begins + found[0][0]["why"]
        every += [step for steps in found for step in steps]
    return every


@dataclass(frozen=True)
class Written:
    """A proof as it is shown: the side with which that of an equality begins, in words and in LaTeX, and its steps."""

    steps: list[dict[str, str]]
    begins: dict[str, str] | None = None


def written(parts: Sequence[Theorem | Inequality | Lemma], statement: Statement | None = None) -> Written:
    """A proof from one side to the other, both as the ``statement`` has them where it is the one that is proved.

    >>> from workbench.deciding.decide import prove
    >>> found = prove("loss(score_driven) == BS")
    >>> shown = written(found.proof, found.statement)
    >>> shown.begins["gives"], shown.steps[-1]["gives"]
    ('loss(score_driven)', 'BS')
    """
    [*others, last] = parts
    on_others = statement is not None and any(map(_on_other_scores, (statement.left, statement.right)))
    if others or not isinstance(last, Theorem):
        steps = parts_as_json(parts)
        return Written([{**steps[0], "why": f"{steps[0]['why']}, {OTHER_WORDS}"}, *steps[1:]] if on_others else steps)
    theorem = as_stated(last)
    if statement is not None and on_others:
        return _from_other_scores(theorem, statement)
    found = None if statement is None else _between(theorem, statement)
    if found is not None:
        return found
    return Written(steps_as_json(theorem), {"gives": in_words(theorem.left), "latex": latex(theorem.left)})


OTHER_WORDS = "losses on other scores in other words"


def _on_other_scores(node: Node) -> bool:
    return isinstance(node, Rescored) or any(map(_on_other_scores, children(node)))


def _from_other_scores(theorem: Theorem, statement: Statement) -> Written:
    """The proof of an equality about losses on other scores, from and to what it says in other words."""

    def side(node: Expression) -> dict[str, str]:
        return {"gives": str(node), "latex": latex_of(node)}

    because = {"why": OTHER_WORDS, "by": "other scores"}
    first = {"gives": in_words(theorem.left), "latex": latex(theorem.left)}
    steps = [step for step in steps_as_json(theorem) if step["gives"] != first["gives"]]
    last = [{**because, **side(statement.right)}] if _on_other_scores(statement.right) else []
    begins = side(statement.left)
    found = [{**because, **first}, *steps, *last] if begins["gives"] != first["gives"] else [*steps, *last]
    if not last and found:
        found[-1] = {**found[-1], **side(statement.right)}
    return Written(found, begins)


def _between(theorem: Theorem, statement: Statement) -> Written | None:
    """The proof between the sides of a statement; None where the theorem is not about these."""
    for first, last in ((statement.left, statement.right), (statement.right, statement.left)):
        try:
            left, right = to_sympy(first), to_sympy(last)
        except Untranslatable:
            return None
        if matches(left, theorem.left) and matches(right, theorem.right):
            proof = (*_defined(left, theorem.left), *theorem.proof, *_defined(theorem.right, right))
            steps = steps_as_json(replace(theorem, proof=proof))
            steps[-1] |= {"gives": str(last), "latex": latex_of(last)}
            if len(steps) == 1 and str(first) == str(last):
                return Written(steps)
            return Written(steps, {"gives": str(first), "latex": latex_of(first)})
    return None


def _defined(line: Expr, other: Expr) -> Iterator[Step]:
    """The step from a line to one with other metrics, by their definitions."""
    if not rules.same(line, other):
        apart = {x.name for x in line.free_symbols ^ other.free_symbols}
        names = sorted(x for x in apart if x in CATALOGUE and rules.unfolds(x))
        yield Step("the definitions", rules.definition(tuple(names)), other)


def matches(one: Expr, other: Expr) -> bool:
    """Whether two expressions are the same, at sight or once their metrics are unfolded."""
    return rules.same(one, other) or rules.same(_unfolded(one), _unfolded(other))


def _unfolded(e: Expr) -> Expr:
    for name in CATALOGUE:
        if any(x.name == name for x in e.free_symbols) and rules.unfolds(name):
            return _unfolded(rules.definition(name).rewrite(e))
    return e


def lines(proof: Theorem | Inequality) -> list[Line]:
    """The lines of a proof, from the second on for an equality.

    A proof of an inequality begins with the difference of its sides and ends with what is seen to be
    nonnegative (positive).
    """
    if isinstance(proof, Theorem):
        return [Line(step.why, str(step.by), step.gives) for step in proof.proof]
    return [*before_cases(proof), *(line for case in proof.cases for line in of_case(case, strict=proof.strict))]


def before_cases(proof: Inequality) -> list[Line]:
    """The lines of a proof of an inequality that all of its cases share."""
    divisor = [] if proof.divisor is None else _divided(proof.divisor)
    left = proof.theorem.left
    first, because = proof.above or (left, "")
    begin = Line("the difference of both sides", "algebra", first)
    lower = [Line(f"no less, since {because}", "log_loss", left, ">=")] if because else []
    steps = lines(proof.theorem) if left != proof.theorem.right else []
    return [*divisor, begin, *lower, *steps]


def _divided(divisor: Inequality) -> list[Line]:
    """The lines that what is divided by is positive; one where its sign is seen at sight."""
    first, *rest = lines(divisor)
    said = Line("what it is divided by is positive", "division", divisor.gap, "0 <")
    if len(rest) == 1 and rest[0].gives == first.gives == divisor.gap:
        return [replace(said, by=rest[0].by)]
    return [said, first, *rest]


def squares(bound: Bound) -> tuple[Expr, Expr] | None:
    """The lesser and the greater side of an inequality of squares by which a root is compared; None for another bound.

    A bound that says what is to be shown would be no reason for it.
    """
    if bound.because != OF_THE_SQUARES:
        return None
    ((_, reason),) = bound.reasons
    letters = dict(reason.letters)
    inner, other = cast(Expr, letters["x"]), cast(Expr, letters["y"])
    return (other**2, inner) if reason.axiom == "root_above" else (inner, other**2)


def cited(bound: Bound) -> str:
    """What a bound is said to use, in the statement language."""
    found = squares(bound)
    reason = bound.reasons[0][1] if bound.gives == 0 and len(bound.reasons) == 1 else None
    if reason is not None and reason.fact is not None:
        return reason.fact.axiom or fact_in_words(reason.fact)
    if reason is not None and reason.balanced:
        return apart_in_words(reason)
    return bound.says if found is None else " <= ".join(in_words(_over_all(side)) for side in found)


def _over_all(e: Expr) -> Expr:
    """Means over both classes that are weighted by their proportions, as the mean over all examples."""

    def joined(total: Expr) -> Expr:
        for mean in total.atoms(ClassMean):
            parts = pi0 * ClassMean(0, mean.body), pi1 * ClassMean(1, mean.body)
            if {*parts} <= {*total.args}:
                total = total - Add(*parts) + ClassMean(2, mean.body)
        return total

    return e.replace(lambda part: isinstance(part, Add), joined)


def _used(uses: Sequence[Mapping[str, Any]]) -> str:
    """What a line rests on, by the entries of a document: axioms, definitions, theorems and facts by their names."""
    if all("definition" in use for use in uses) and uses:
        return f"definition({', '.join(use['definition'] for use in uses)})"
    if len(uses) == 1 and "theorem" in uses[0]:
        return f"theorem({uses[0]['theorem']})"
    names = (
        fact_in_words(use["fact"])
        if "fact" in use
        else next((use[key] for key in ("axiom", "definition", "theorem") if key in use), "moments")
        for use in uses
    )
    return ", ".join(dict.fromkeys(names)) or "algebra"


def of_case(case: Case, *, strict: bool) -> Iterator[Line]:
    """The lines of one of the cases, each with what the case is about."""
    sign = "0 <" if strict else "0 <="
    last = None
    for bound in case.bounds:
        last = bound.gives
        yield Line(f"no less, since {bound.because}", cited(bound), last, ">=", case.chosen)
    for line in case.ending.before:
        last = line.gives
        yield Line(line.why, _used(line.uses), last, ">=" * (line.relation == ">="), case.chosen)
    if last != 0:
        yield Line(case.ending.why, "certificate", case.ending.kernel, sign, case.chosen, case.ending.numbers)
