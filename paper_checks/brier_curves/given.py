"""What the claims of several parts share: data, letters, checks."""

from __future__ import annotations

from workbench.deciding import evidence
from workbench.papers.claims import (
    Claim,
    Data,
    Value,
)
from workbench.samples.sample import Sample
from workbench.witnesses import numeric_trials

E15 = Data.of(
    "the 15 examples",
    scores="0.05 0.15 0.16 0.18 0.20 0.20 0.45 0.55 0.70 0.70 0.70 0.85 0.90 0.90 0.95",
    classes="0 1 0 0 0 0 0 0 0 1 0 0 1 0 1",
)

CLASSES = "1 1 1 1 0 0 0 0 0 0"
A = Data.of("A", CLASSES, "0.70 0.80 0.80 0.70 0.80 0.75 0.10 0.55 0.80 0.15")
B = Data.of("B", CLASSES, "0.60 1.00 0.95 0.25 0.68 0.64 0.37 0.30 0.72 0.25")
C = Data.of("C", CLASSES, "0.00 1.00 0.93 0.91 0.78 0.83 0.78 0.95 1.00 0.87")
FIGURES = ("AUC", "AUCH", "BS")


def samples() -> tuple[Sample, ...]:
    """The samples on which general claims are tried out: small ones, many of them with ties."""
    return tuple(dict.fromkeys((*evidence.samples(), *numeric_trials.samples())))


def values(claim: str, where: str, title: str, data: Data, printed: str, note: str = "") -> tuple[Claim, ...]:
    """One claim each for the printed AUC, AUCH and BS."""
    return tuple(
        Claim(f"{claim}.{name}", where, f"{name} of {title} is {text}.", "value", Value(name, data, text), note=note)
        for name, text in zip(FIGURES, printed.split(), strict=True)
    )
