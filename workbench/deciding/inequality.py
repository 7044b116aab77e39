"""An inequality that is proved: what it was rewritten to, the cases, and how each of them ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sympy import Expr

from workbench.symbolic import rules
from workbench.symbolic.normal_forms import COLLECTED, shortened
from workbench.symbolic.proof import Step, Theorem

if TYPE_CHECKING:
    from workbench.deciding.bounds import Bound, Claim
    from workbench.deciding.readings import Ending


@dataclass(frozen=True)
class Case:
    """One choice for each maximum, minimum and absolute value, the bounds used then, and the end."""

    chosen: tuple[tuple[Expr, Expr], ...]
    bounds: tuple[Bound, ...]
    ending: Ending


@dataclass(frozen=True)
class Inequality:
    """``0 <= gap``, or ``<``: the theorem rewrites it, and in each case what is left is nonnegative.

    Where the gap is a quotient, the theorem is about its numerator, and ``divisor`` shows that what it is divided
    by is positive. Where it is less than the difference that is asked for, that is ``above``, with the reason.
    """

    theorem: Theorem
    cases: tuple[Case, ...]
    claim: Claim
    gap: Expr
    divisor: Inequality | None = None
    above: tuple[Expr, str] | None = None

    @classmethod
    def of(
        cls,
        gap: Expr,
        claim: Claim,
        bounds: tuple[Bound, ...],
        ending: Ending,
        line: Expr | None = None,
        steps: Sequence[Step] = (),
    ) -> Inequality:
        """One without cases; ``steps`` lead from the gap to the ``line`` that is bounded, if that is another."""
        return cls.in_cases(gap, claim, (Case((), bounds, ending),), line, steps)

    @classmethod
    def in_cases(
        cls, gap: Expr, claim: Claim, cases: tuple[Case, ...], line: Expr | None = None, steps: Sequence[Step] = ()
    ) -> Inequality:
        """One of which each case is shown."""
        line = gap if line is None else line
        if not steps or steps[-1].gives != line:
            steps = [*steps, Step(why=COLLECTED, by=rules.algebra, gives=line)]
        needs = frozenset().union(*(step.by.needs for step in steps))
        theorem = Theorem(name="", says="", left=gap, right=line, proof=shortened(gap, list(steps)), given=needs)
        return cls(theorem, cases, claim, gap)

    @property
    def strict(self) -> bool:
        """Whether the expression is positive, not only nonnegative."""
        return self.claim.strict


@dataclass(frozen=True)
class Lemma:
    """What is shown, in one part or two, before the rest of a proof leans on it."""

    says: str
    parts: tuple[Theorem | Inequality, ...]
