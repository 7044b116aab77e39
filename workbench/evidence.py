"""Numbers for and against an equality: exact samples with ties, and continuous models.

The symbolic layer proposes, the numeric engines decide: both sides are put into the words of the
statement language and evaluated by `exact` (fractions on data) and `models` (balls with a proven
radius). Equal means equal fractions, or balls of 30 digits that overlap.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from sympy import Expr, Integer, Max, Min, Rational, Symbol

from workbench import exact, laws, loss, models, statements, translation
from workbench.certified import Real, agree, approximation
from workbench.densities import DensityError
from workbench.errors import NotSupported
from workbench.notation import (
    ANY,
    UNIFORM,
    Balanced,
    BetaDensity,
    Clip,
    ConditionMean,
    ExplicitDensity,
    Qc,
    Qz,
    UniformDensity,
    c,
    tau,
    u,
)
from workbench.reals import Undefined
from workbench.rules import EQUAL_CLASSES, UNIFORM_COST, UNIT_SCORES, Hypothesis
from workbench.sample import Sample

_HALF = Rational(1, 2)
METHODS = (u, c, 1 - c, _HALF, u / 2 + Rational(1, 4), 1 - u)
DENSITIES = (
    UNIFORM,
    BetaDensity(Integer(2), Integer(1)),
    BetaDensity(Integer(2), Integer(2)),
    ExplicitDensity(3 * (1 - c) ** 2),
    UniformDensity(Rational(1, 4), Rational(3, 4)),
)
INSTANCES_ON_MODELS = 4
LEVELS = (Integer(0), Rational(1, 4), Rational(2, 3), Integer(1))
ANYWHERE = (*LEVELS, Integer(-1), Integer(2), Rational(-1, 2), Rational(7, 2))
PARAMETERS = (Rational(1, 3), Rational(1, 2), Rational(4, 5))


@dataclass(frozen=True)
class Trial:
    """How many comparisons were made, and each that failed, in words."""

    tried: int
    failures: list[str]


@cache
def samples() -> tuple[Sample, ...]:
    """Small exact samples: ties within and across classes, scores 0 and 1, one score for all, few and
    unbalanced examples, misranked classes, and scores beyond [0, 1]."""
    tables = (
        ([0, 1], ["0.2", "0.7"]),
        ([1, 0], ["0", "1"]),
        ([0, 1, 0, 1], ["0.5", "0.5", "0.5", "0.5"]),
        ([0, 0, 1, 0, 1, 1], ["0", "0.25", "0.25", "0.5", "0.75", "1"]),
        ([0, 1, 0, 0, 1, 1, 0, 1], ["0.1", "0.1", "0.3", "0.4", "0.4", "0.9", "0.9", "0.9"]),
        ([0, 1, 1, 1, 1, 1, 1], ["0.6", "0.1", "0.2", "0.6", "0.6", "0.8", "1/3"]),
        ([0, 1, 0, 0, 0, 0, 0, 0], ["0.05", "0.15", "0.16", "0.18", "0.2", "0.2", "0.45", "0.55"]),
        ([1, 0, 1, 0, 1, 0, 0, 1], ["-2", "-1", "0", "0.5", "0.5", "3", "7/2", "7/2"]),
    )
    return tuple(Sample.of(classes, scores) for classes, scores in tables)


def compare(left: Expr, right: Expr, given: Iterable[Hypothesis], *, with_models: bool = True) -> Trial:
    """Both sides on every sample and model that satisfies the hypotheses, for several methods, densities
    and parameter values where the sides leave them open."""
    given = frozenset(given)
    tried, failures = 0, []
    for number, (one, other, setting) in enumerate(_instances(left, right, given)):
        testbeds: list[Sample | models.Model] = [x for x in samples() if _meets(x, given)]
        if with_models and number < INSTANCES_ON_MODELS:
            testbeds += [x for x in models.MODELS if _meets(x, given)]
        for testbed in testbeds:
            outcome = _compared(testbed, one, other)
            tried += outcome is not None
            if outcome:
                failures.append(f"{outcome} on {testbed}{setting}")
    return Trial(tried, failures)


def _compared(testbed: Sample | models.Model, left: Expr, right: Expr) -> str | None:
    """None when a side has no value there, else the difference in words, empty for none."""
    value = on_sample if isinstance(testbed, Sample) else on_model
    try:
        one, other = value(left, testbed), value(right, testbed)  # type: ignore[arg-type]
    except _NO_VALUE:
        return None
    return "" if agree(one, other) else f"{_shown(one)} is not {_shown(other)}"


_NO_VALUE = (
    translation.Untranslatable,
    laws.NoClosedForm,
    NotSupported,
    exact.NeedsProbabilities,
    models.ModelError,
    Undefined,
    DensityError,
)


def _shown(value: Real) -> str:
    return str(value) if isinstance(value, Fraction) else f"about {approximation(value)[0]}"


def _instances(left: Expr, right: Expr, given: frozenset[Hypothesis]) -> Iterator[tuple[Expr, Expr, str]]:
    both = left + right if left != right else left
    open_methods = METHODS if both.has(tau) else (None,)
    open_densities = (None,) if not both.has(type(ANY)) else (UNIFORM,) if UNIFORM_COST in given else DENSITIES
    free = sorted((x for x in both.free_symbols if not _of_sample(x)), key=str)
    values = _settings(tuple(x.name for x in free))
    for density, method in itertools.product(open_densities, open_methods):
        for chosen in values:
            put = dict(zip(free, chosen, strict=True))
            words = [f"threshold law {method}"] * (method is not None) + [f"density {density}"] * (density is not None)
            words += [f"{name} = {value}" for name, value in put.items()]

            def made(
                e: Expr,
                method: Expr | None = method,
                density: Expr | None = density,
                put: dict[Expr, Expr] = put,
            ) -> Expr:
                if method is not None:
                    e = e.replace(tau, lambda *_: method)
                if density is not None:
                    e = e.xreplace({ANY: density})
                return _substituted(e, put)

            yield made(left), made(right), f" with {', '.join(words)}" if words else ""


def _of_sample(symbol: Symbol) -> bool:
    return symbol.name in statements.quantities()


@cache
def _settings(names: tuple[str, ...]) -> tuple[tuple[Rational, ...], ...]:
    """Values for free parameters: t, r and q lie in [0, 1], others anywhere; the same ones every time."""
    if not names:
        return ((),)
    rng = random.Random(0)
    found = [tuple(PARAMETERS[(i + k) % 3] for i in range(len(names))) for k in range(3)]
    found += [tuple(rng.choice(LEVELS if name in "trq" else ANYWHERE) for name in names) for _ in range(7)]
    return tuple(dict.fromkeys(found))


def _substituted(e: Expr, put: dict[Expr, Expr]) -> Expr:
    """Free symbols replaced by numbers, bound ones left alone."""
    present = {k: v for k, v in put.items() if k in e.free_symbols}
    if not present:
        return e
    if e in present:
        return present[e]
    return e.func(*(_substituted(a, present) for a in e.args))


def _meets(testbed: Sample | models.Model, given: frozenset[Hypothesis]) -> bool:
    if UNIT_SCORES in given and not testbed.probabilistic:
        return False
    return EQUAL_CLASSES not in given or testbed.pi0 == testbed.pi1


def on_sample(e: Expr, sample: Sample) -> Real:
    """The value of an expression without free parameters on a sample, by the exact engine.

    >>> from workbench.notation import ExpectedLoss, ScoreMethod, metric
    >>> sample = Sample.of([0, 1, 1], ["0.2", "0.4", "0.9"])
    >>> on_sample(ExpectedLoss(ScoreMethod(c), UNIFORM), sample), on_sample(metric("BS"), sample)
    (Fraction(41, 300), Fraction(41, 300))
    """
    e = e.replace(lambda x: isinstance(x, Balanced), lambda x: _rational(on_sample(x.body, sample.balanced())))
    return exact.value(sample, translation.to_syntax(_in_words(e)))


def on_model(e: Expr, model: models.Model) -> Real:
    """The value of an expression without free parameters on a continuous model, as a ball."""
    if e.has(Balanced):
        raise translation.Untranslatable("a balanced expression inside another")
    e = _in_words(e)
    if e.has(Clip, Min, Max):
        raise translation.Untranslatable("kinks, which spoil quadrature; the samples see them exactly")
    return models.value(model, translation.to_syntax(e))


def _rational(value: Real) -> Rational:
    if not isinstance(value, Fraction):
        raise translation.Untranslatable("a balanced value that is not rational")
    return Rational(value.numerator, value.denominator)


def _in_words(e: Expr) -> Expr:
    e = e.replace(lambda x: isinstance(x, Qc), lambda x: loss.loss_at(*x.args))
    e = e.replace(lambda x: isinstance(x, Qz), lambda x: loss.loss_at_skew(*x.args))
    return e.replace(
        lambda x: isinstance(x, ConditionMean),
        lambda x: laws.condition_mean(x.args[0], x.body, unit_scores=False),
    )
