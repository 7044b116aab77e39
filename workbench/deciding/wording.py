"""Proofs in words: each step with its reason, its rule and what it gives, in the statement language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sympy import Expr

from workbench.deciding.functionals import AUC, at_extremes
from workbench.symbolic.latex import latex
from workbench.symbolic.notation import ClassMean, R
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Theorem
from workbench.symbolic.translation import Untranslatable, to_syntax

if TYPE_CHECKING:
    from workbench.deciding.inequalities import Inequality


def steps_as_json(proof: Theorem | Inequality) -> list[dict[str, str]]:
    """The steps of a proof: why, by which rule, what it gives, in words and in LaTeX.

    A proof of an inequality begins with the difference of its sides and ends with what is seen to be
    nonnegative (positive).
    """
    if isinstance(proof, Theorem):
        return [_step(step.why, str(step.by), in_words(step.gives), latex(step.gives)) for step in proof.proof]
    divisor = [] if proof.divisor is None else [_divided(proof.divisor), *steps_as_json(proof.divisor)]
    left = proof.theorem.left
    begin = _step("the difference of both sides", "algebra", in_words(left), latex(left))
    steps = steps_as_json(proof.theorem) if left != proof.theorem.right else []
    return [*divisor, begin, *steps, *_of_cases(proof)]


def _divided(divisor: Inequality) -> dict[str, str]:
    gap = divisor.gap
    return _step("what it is divided by is positive", "division", f"0 < {in_words(gap)}", f"0 < {latex(gap)}")


def _of_cases(proof: Inequality) -> Iterator[dict[str, str]]:
    sign, sign_latex = ("<", "<") if proof.strict else ("<=", r"\le")
    for case in proof.cases:
        prefix = "".join(f"where {in_words(switch)} is {in_words(part)}: " for switch, part in case.chosen)
        for bound in case.bounds:
            gives = f">= {in_words(bound.gives)}", rf"\ge {latex(bound.gives)}"
            yield _step(f"{prefix}no less, since {bound.because}", bound.says, *gives)
        yield _least(prefix, sign, sign_latex, case.last, proof)


def _least(prefix: str, sign: str, sign_latex: str, last: Expr, proof: Inequality) -> dict[str, str]:
    """The last line of a case: what is left, where it is least."""
    if last.is_number:
        why, shown = "what is left is a number", last
    elif last.has(R):
        why, shown = "it is least where class 0 takes the rates that count negatively, and is found exactly there", last
    else:
        shown = at_extremes(last, proof.claim.domain)
        means = last.atoms(ClassMean)
        if all(mean == AUC for mean in means):
            why = "its sign is found exactly on its whole range"
        elif any(mean.args[0] == 2 for mean in means):
            why = "it is least where all examples have one score x and one share p of class 1; its sign is found there"
        else:
            area = ", so that AUC is 1, 1/2 or 0 as x is below, at or above y" if AUC in means else ""
            why = f"it is least where class 0 has one score x and class 1 one score y{area}; its sign is found there"
    return _step(f"{prefix}{why}", "least value", f"0 {sign} {in_words(shown)}", f"0 {sign_latex} {latex(shown)}")


def _step(why: str, by: str, gives: str, in_latex: str) -> dict[str, str]:
    return {"why": why, "by": by, "gives": gives, "latex": in_latex}


def in_words(expression: Expr) -> str:
    """The expression in the statement language, or where it has no words there, in plain text like it."""
    try:
        return str(to_syntax(expression))
    except Untranslatable:
        return plain(expression)
