"""A glance at a line before work is spent on it: what is negative on one of a dozen small samples bounds nothing.

It only ever ends a search sooner; what it lets pass is proved, or not, by others. Numbers are floats, and a line is
called negative where they say so clearly.
"""

from __future__ import annotations

import math
from functools import lru_cache

from sympy import Abs, Add, Expr, Max, Min, Mul, Number, Pow, Symbol, exp, log

from workbench.deciding.bounds import Claim
from workbench.deciding.evidence import on_sample
from workbench.errors import InputError
from workbench.language.about import of_assumption
from workbench.language.syntax import Assumption
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample
from workbench.symbolic.notation import Operator, error, h_measure
from workbench.symbolic.translation import Untranslatable
from workbench.witnesses.fitting import NO_VALUE, meets, standard

LOOKED_AT = 12
CLEARLY = 1e-9
KEPT = 8192


class _Unseen(ValueError):
    """What has no number here: a parameter, or a figure without a value."""


def is_negative(line: Expr, claim: Claim) -> bool:
    """Whether a line is clearly negative on one of a dozen samples that meet the assumptions.

    >>> from workbench.symbolic.notation import metric
    >>> [is_negative(gap, Claim()) for gap in (metric("AUC") - metric("KS"), metric("MAE") - metric("BS"))]
    [True, False]
    """
    return any(_number(line, sample) < -CLEARLY for sample in _samples(claim.assumed))


@lru_cache(64)
def _samples(assumed: tuple[Assumption, ...]) -> tuple[Sample, ...]:
    """Some samples that meet the assumptions; none where a parameter stands in these."""
    if any(map(of_assumption, assumed)):
        return ()
    found = [sample for sample in standard(assumed) if meets(assumed, sample, {})]
    return tuple(found[:: max(len(found) // LOOKED_AT, 1)][-LOOKED_AT:])


def _number(e: Expr, sample: Sample) -> float:
    """The value of an expression; infinite where it has none, or a parameter stands in it."""
    try:
        return _value(e, sample)
    except (ArithmeticError, ValueError):
        return math.inf


def _value(e: Expr, sample: Sample) -> float:
    if isinstance(e, Number):
        return float(e)
    if isinstance(e, (Operator, error, h_measure, Symbol)):
        return _figure(e, sample)
    parts = [_value(part, sample) for part in e.args]
    match e:
        case Add():
            return math.fsum(parts)
        case Mul():
            return math.prod(parts)
        case Pow():
            return math.pow(*parts)
        case Max() | Min():
            return (max if isinstance(e, Max) else min)(parts)
        case Abs():
            return abs(*parts)
        case exp():
            return math.exp(*parts)
        case log():
            return math.log(*parts)
    raise _Unseen(str(e))


@lru_cache(KEPT)
def _figure(e: Expr, sample: Sample) -> float:
    try:
        return float(approximation(on_sample(e, sample))[0])
    except (*NO_VALUE, InputError, Untranslatable) as reason:
        raise _Unseen(str(e)) from reason
