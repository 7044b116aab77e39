"""What the claims of several parts share: how a work is cited, and the checks."""

from __future__ import annotations

from workbench.papers.claims import Check, Claim, NotCheckable
from workbench.papers.general_claims import ScoringRule, Statement


def cited(work: str) -> str:
    """A work of which neither page nor number is given."""
    return f"{work}, as commonly stated"


def claim(row: str, work: str, says: str, check: str | Check, expected: str = "holds", note: str = "") -> Claim:
    """What a work says, decided by a statement or by another check."""
    made = Statement(check) if isinstance(check, str) else check
    return Claim(f"lit.{row}", work, says, "theorem", made, expected, note)


def rule(
    row: str,
    work: str,
    says: str,
    weight: str,
    l0: str,
    l1: str,
    proper: str = "",
    expected: str = "holds",
    note: str = "",
) -> Claim:
    """What a work says of thresholds ``t = c`` under a weight as a scoring rule."""
    return Claim(f"lit.{row}", work, says, "theorem", ScoringRule(weight, l0, l1, proper), expected, note)


def unsaid(row: str, work: str, says: str, reason: str) -> Claim:
    """What a work says, and why the statement language cannot say it."""
    return Claim(f"lit.{row}", work, says, "text", NotCheckable(reason), expected="not checkable")
