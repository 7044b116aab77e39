"""Proofs in words: each step with its reason, its rule and what it gives, in the statement language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sympy import Expr

from workbench.latex import latex
from workbench.notation import R
from workbench.plain import plain
from workbench.proof import Theorem
from workbench.translation import Untranslatable, to_syntax

if TYPE_CHECKING:
    from workbench.inequalities import Inequality


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
        least = _LEAST_NUMBER if case.last.is_number else _LEAST_RANK if case.last.has(R) else _LEAST_SCORE
        gives = f"0 {sign} {in_words(case.last)}", f"0 {sign_latex} {latex(case.last)}"
        yield _step(f"{prefix}{least}", "least value", *gives)


_LEAST_NUMBER = "what is left is a number"
_LEAST_SCORE = "where it is least each class has one score only, and there its sign is found exactly"
_LEAST_RANK = "where it is least class 0 takes the rates that count negatively, and there its sign is found exactly"


def _step(why: str, by: str, gives: str, in_latex: str) -> dict[str, str]:
    return {"why": why, "by": by, "gives": gives, "latex": in_latex}


def in_words(expression: Expr) -> str:
    """The expression in the statement language, or where it has no words there, in plain text like it."""
    try:
        return str(to_syntax(expression))
    except Untranslatable:
        return plain(expression)
