"""An inequality that is proved: what it was rewritten to, the cases, and how each of them ends."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr

from workbench.deciding.bounds import Bound, Claim
from workbench.deciding.readings import Ending
from workbench.symbolic.proof import Theorem


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
    by is positive.
    """

    theorem: Theorem
    cases: tuple[Case, ...]
    claim: Claim
    gap: Expr
    divisor: Inequality | None = None

    @property
    def strict(self) -> bool:
        """Whether the expression is positive, not only nonnegative."""
        return self.claim.strict
