"""Both engines on samples: what each finds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from sympy import Expr

from workbench.language.statements import parse_expression
from workbench.losses.exact import value
from workbench.papers import empirical
from workbench.papers.claims import Finding
from workbench.papers.data_claims import CELLS
from workbench.samples.sample import Sample
from workbench.symbolic.translation import to_sympy

Points: TypeAlias = list[tuple[Fraction, Fraction]]


@lru_cache(maxsize=4096)
def exact(sample: Sample, text: str) -> Fraction:
    """The rational value of an expression by the exact engine.

    >>> sample = Sample.of([0, 1, 0, 1], ["0.1", "0.3", "0.6", "0.9"])
    >>> exact(sample, "AUCH - AUC"), defined(sample, "AUCH - AUC")
    (Fraction(1, 8), Fraction(1, 8))
    """
    found = value(sample, parse_expression(text))
    assert isinstance(found, Fraction)
    return found


@lru_cache(maxsize=4096)
def defined(sample: Sample, text: str) -> Fraction:
    """The rational value of an expression by the definitions in sympy."""
    return rational(_counted(sample).value(_read(text)))


@lru_cache(maxsize=64)
def _counted(sample: Sample) -> empirical.Examples:
    return empirical.of(*sample.examples())


@lru_cache(maxsize=1024)
def _read(text: str) -> Expr:
    return to_sympy(parse_expression(text))


def rational(number: Expr) -> Fraction:
    """A rational number of sympy as a fraction."""
    return Fraction(int(number.p), int(number.q))


@lru_cache(maxsize=1024)
def defined_roc(sample: Sample) -> Points:
    """The points (FPR, TPR) by the definitions of both rates, at a threshold below all scores and at each.

    >>> defined_roc(Sample.of([0, 1], [0, 1])) == [(0, 0), (0, 1), (1, 1)]
    True
    """
    thresholds = (sample.scores[0] - 1, *sample.scores)
    cells = [[CELLS[name].format(t=t) for name in ("FPR", "TPR")] for t in thresholds]
    return [(defined(sample, fpr), defined(sample, tpr)) for fpr, tpr in cells]


def tried(holds: bool, agree: bool, samples: int, **numeric: Any) -> Finding:
    """The verdict on what both engines compute on samples, and neither proves.

    >>> tried(True, True, 200).note
    'tried on 200 samples by both engines; not proved'
    """
    note = f"tried on {samples} samples by both engines; not proved" if holds else ""
    evidence = {"samples": samples}
    return Finding.of(holds, agree, symbolic=evidence, numeric={**evidence, **numeric}, note=note)
