"""Proofs in words: each step with its reason, its rule and what it gives, in the statement language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sympy import Expr

from workbench.deciding.functionals import AUC, at_extremes
from workbench.symbolic.latex import latex
from workbench.symbolic.notation import ClassMean, R
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Theorem
from workbench.symbolic.translation import Untranslatable, to_syntax

if TYPE_CHECKING:
    from workbench.deciding.inequalities import Case, Inequality


@dataclass(frozen=True)
class Line:
    """A line of a proof: why, by which rule, and what it gives.

    ``sign`` stands before what it gives where that is no equality; ``where`` are the maxima, minima and absolute
    values of the case that the line is about, each with what it is there.
    """

    why: str
    by: str
    gives: Expr
    sign: str = ""
    where: tuple[tuple[Expr, Expr], ...] = ()

    @property
    def reason(self) -> str:
        """Why, and in which case."""
        return "".join(f"where {in_words(kink)} is {in_words(part)}: " for kink, part in self.where) + self.why


_SIGNS = {"": "", "0 <": "0 < ", "0 <=": r"0 \le ", ">=": r"\ge "}


def steps_as_json(proof: Theorem | Inequality) -> list[dict[str, str]]:
    """The steps of a proof: why, by which rule, what it gives, in words and in LaTeX."""
    return [
        {
            "why": line.reason,
            "by": line.by,
            "gives": f"{line.sign} {in_words(line.gives)}".strip(),
            "latex": _SIGNS[line.sign] + latex(line.gives),
        }
        for line in lines(proof)
    ]


def lines(proof: Theorem | Inequality) -> list[Line]:
    """The lines of a proof, from the second on for an equality.

    A proof of an inequality begins with the difference of its sides and ends with what is seen to be
    nonnegative (positive).
    """
    if isinstance(proof, Theorem):
        return [Line(step.why, str(step.by), step.gives) for step in proof.proof]
    divisor = [] if proof.divisor is None else [_divided(proof.divisor), *lines(proof.divisor)]
    left = proof.theorem.left
    begin = Line("the difference of both sides", "algebra", left)
    steps = lines(proof.theorem) if left != proof.theorem.right else []
    return [*divisor, begin, *steps, *_of_cases(proof)]


def _divided(divisor: Inequality) -> Line:
    return Line("what it is divided by is positive", "division", divisor.gap, "0 <")


def _of_cases(proof: Inequality) -> Iterator[Line]:
    for case in proof.cases:
        for bound in case.bounds:
            yield Line(f"no less, since {bound.because}", bound.says, bound.gives, ">=", case.chosen)
        yield _least(case, proof)


def _least(case: Case, proof: Inequality) -> Line:
    """The last line of a case: what is left, where it is least."""
    last = case.last
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
    return Line(why, "least value", shown, "0 <" if proof.strict else "0 <=", case.chosen)


def in_words(expression: Expr) -> str:
    """The expression in the statement language, or where it has no words there, in plain text like it."""
    try:
        return str(to_syntax(expression))
    except Untranslatable:
        return plain(expression)
