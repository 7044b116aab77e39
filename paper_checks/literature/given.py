"""What the claims of several parts share: how a work is cited, and the checks."""

from __future__ import annotations

from fractions import Fraction

from workbench.papers.claims import Check, Claim, NotCheckable
from workbench.papers.general_claims import ScoringRule, Statement
from workbench.samples.sample import Sample


def cited(work: str) -> str:
    """A work of which neither page nor number is given."""
    return f"{work}, as commonly stated"


def claim(
    row: str,
    work: str,
    says: str,
    check: str | Check,
    expected: str = "holds",
    note: str = "",
    misreading: bool = False,
) -> Claim:
    """What a work says, decided by a statement or by another check."""
    made = Statement(check) if isinstance(check, str) else check
    return Claim(f"lit.{row}", work, says, "theorem", made, expected, note, misreading)


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
    misreading: bool = False,
) -> Claim:
    """What a work says of thresholds ``t = c`` under a weight as a scoring rule."""
    return Claim(f"lit.{row}", work, says, "theorem", ScoringRule(weight, l0, l1, proper), expected, note, misreading)


def samples() -> tuple[Sample, ...]:
    """The samples on which is tried what has no words: small ones, some of them with ties."""
    return (
        Sample.of([1, 0], ["1/3", "1/2"]),
        Sample.of([0, 1, 1], ["1/4", "1/4", "1/2"]),
        Sample.of([0, 1, 0, 1], ["0", "1/3", "3/5", "1"]),
        Sample.of([1, 0, 0, 1, 1, 0, 0], ["1/100", "1/5", "2/5", "2/5", "7/9", "7/9", "99/100"]),
        Sample.of(
            [0, 0, 0, 1, 0, 1, 0, 1, 1, 1], ["0.1", "0.1", "0.2", "0.3", "0.3", "0.3", "0.5", "0.6", "0.6", "0.9"]
        ),
        *(
            Sample.of([(i * i // 2 + i) % 2 for i in range(n)], [Fraction(7 * i * i % 11, 11) for i in range(n)])
            for n in range(5, 12)
        ),
    )


def unsaid(row: str, work: str, says: str, reason: str) -> Claim:
    """What a work says, and why the statement language cannot say it."""
    return Claim(f"lit.{row}", work, says, "text", NotCheckable(reason), expected="not checkable")
