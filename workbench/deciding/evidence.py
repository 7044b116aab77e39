"""Numbers for and against an equality: exact samples with ties, and continuous models.

The symbolic layer proposes, the numeric engines decide: both sides are put into the words of the
statement language and evaluated by `exact` (fractions on data) and `models` (balls with a proven
radius). Equal means equal fractions, or balls of 30 digits that overlap.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache

from sympy import Basic, Expr, Function, Integer, Max, Min, Rational, S, Symbol, log

from workbench.continuous import models
from workbench.errors import NotSupported
from workbench.language import statements, syntax
from workbench.losses import exact
from workbench.losses.densities import DensityError
from workbench.losses.reals import Undefined
from workbench.numbers.certified import TRIED_DIGITS, Real, agree
from workbench.numbers.written import approximation
from workbench.samples.sample import Sample
from workbench.symbolic import laws, loss, translation
from workbench.symbolic.assumptions import (
    CALIBRATED,
    EVEN_SCORES,
    EVENLY_SPACED,
    MATCHED,
    NO_TIES,
    UNIFORM_RATE,
    log_odds_cut,
    share_given,
)
from workbench.symbolic.notation import (
    ANY,
    SKEW,
    UNIFORM,
    Balanced,
    Below,
    BetaDensity,
    Clip,
    ConditionMean,
    Density,
    ExpectedLoss,
    ExplicitDensity,
    LossAtCutpoints,
    Operator,
    Qc,
    Qz,
    ScoreMethod,
    UniformDensity,
    c,
    s,
    t,
    tau,
    u,
)
from workbench.symbolic.rules import EQUAL_CLASSES, UNIFORM_COST, UNIT_SCORES, Hypothesis

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
        tested: tuple[Sample | models.Model, ...] = samples_that_meet(given)
        if with_models and number < INSTANCES_ON_MODELS:
            tested = (*tested, *models_that_meet(given))
        if not (_about_scores(one) or _about_scores(other)):
            tested = tested[:1]
        for testbed in tested:
            outcome = _compared(testbed, one, other)
            tried += outcome is not None
            if outcome:
                failures.append(f"{outcome} on {testbed}{setting}")
    return Trial(tried, failures)


def _about_scores(e: Expr) -> bool:
    """Whether the value of ``e`` may differ from one sample to the other: it is not made of laws alone."""
    of_laws = Below | Clip | ConditionMean
    if any(_of_sample(x) for x in e.free_symbols):
        return True
    return not all(isinstance(x, of_laws) for x in e.atoms(Function, Operator))


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
    open_densities = (None,) if not both.has(type(ANY)) else (UNIFORM,) if UNIFORM_COST in given else DENSITIES
    free = sorted((x for x in both.free_symbols if not _of_sample(x)), key=str)
    values = _settings(tuple(x.name for x in free))
    cuts = [cut for density in both.atoms(ExplicitDensity) if (cut := log_odds_cut(density)) is not None]
    laws_left_open = [
        (d, m) for d in open_densities for m in (methods_that_meet(given, d) if both.has(tau) else (None,))
    ]
    for density, method in laws_left_open:
        for chosen in values:
            put = dict(zip(free, chosen, strict=True))
            if not all(0 < cut.xreplace(put) < _HALF for cut in cuts):
                continue
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


_BOUND = frozenset({c, s, t, u})


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
    if not _BOUND & put.keys():
        return e.xreplace(put)
    free = e.free_symbols
    present = {k: v for k, v in put.items() if k in free}
    if not present:
        return e
    if e in present:
        return present[e]
    return e.func(*(_substituted(a, present) for a in e.args))


# --- what meets the hypotheses ------------------------------------------------------------------------

_SHARES = (Fraction(1, 2), Fraction(2, 3), Fraction(2, 5))
_SCORE_IS_SHARE = tuple(
    models.Model(models.Beta(a, b + 1), models.Beta(a + 1, b), Fraction(b, a + b), f"Beta({a}, {b}) calibrated")
    for a, b in ((2, 1), (1, 2), (2, 2), (3, 2), (1, 3))
)


def methods_that_meet(given: frozenset[Hypothesis], density: Density | None) -> tuple[Expr, ...]:
    """Threshold laws tau(c, u) for which the hypotheses on them hold, under a density or the uniform one.

    >>> methods_that_meet(frozenset({UNIFORM_RATE}), None)
    (u, c, 1 - c, 1 - u)
    """
    found: tuple[Expr, ...] = METHODS
    if MATCHED in given:
        found = (c, laws.mean_condition(UNIFORM if density is None else density))
    if UNIFORM_RATE in given:
        found = tuple(x for x in found if x in (u, c, 1 - c, 1 - u) and density in (None, UNIFORM))
    return found


def samples_that_meet(given: frozenset[Hypothesis]) -> tuple[Sample, ...]:
    """The samples on which all hypotheses hold: those of `samples`, and others made for these hypotheses.

    >>> samples_that_meet(frozenset({CALIBRATED, EVENLY_SPACED}))
    ()
    """
    return _samples_that_meet(given & _ABOUT_DATA | frozenset(h for h in given if share_given(h) is not None))


_ABOUT_DATA = frozenset({CALIBRATED, EVENLY_SPACED, EVEN_SCORES, NO_TIES, UNIT_SCORES, EQUAL_CLASSES})


@cache
def _samples_that_meet(given: frozenset[Hypothesis]) -> tuple[Sample, ...]:
    shares = _shares(given)
    made = list(samples())
    for share in shares:
        made += [_at_share(x, share) for x in samples()]
    if CALIBRATED in given:
        made += [x for share in shares or _SHARES for x in _calibrated(share)]
    if given & {EVENLY_SPACED, NO_TIES}:
        rng = random.Random(0)
        settled = [(k * x.denominator, x) for x in shares for k in (1, 2, 3) if k * x.denominator <= _MOST_EXAMPLES]
        open_sizes = [] if shares else [(n, None) for n in (2, 3, 4, 5, 6, 7, 7)]
        for spaced in (True, False):
            made += [_strict(n, share, rng, spaced=spaced) for n, share in (*settled, *open_sizes)]
    return tuple(x for x in dict.fromkeys(made) if _meets(x, given))


@cache
def models_that_meet(given: frozenset[Hypothesis]) -> tuple[models.Model, ...]:
    """The continuous models on which all hypotheses hold."""
    made = models.MODELS + models.EVENLY_SPREAD * (EVEN_SCORES in given) + _SCORE_IS_SHARE * (CALIBRATED in given)
    made += tuple(replace(x, pi0=share) for share in _shares(given) for x in made)
    return tuple(x for x in dict.fromkeys(made) if _meets(x, given))


def _shares(given: frozenset[Hypothesis]) -> list[Fraction]:
    """The proportions of class 0 that hypotheses give and that a sample can have."""
    found = {share for h in given if (share := share_given(h)) is not None}
    return sorted(x for x in found | ({Fraction(1, 2)} if EQUAL_CLASSES in given else set()) if 0 < x < 1)


_MOST_EXAMPLES = 300


def _at_share(sample: Sample, share: Fraction) -> Sample:
    """The sample with its examples repeated so that class 0 has the proportion ``share``."""
    times0, times1 = share.numerator * sample.n1, (share.denominator - share.numerator) * sample.n0
    common = math.gcd(times0, times1)
    counts0, counts1 = (
        [times // common * x for x in counts] for times, counts in ((times0, sample.counts0), (times1, sample.counts1))
    )
    return Sample.of_counts(sample.scores, counts0, counts1)


def _calibrated(share: Fraction) -> Iterator[Sample]:
    """Samples with class 0 in the proportion ``share`` and at each score s a proportion s of class 1."""
    centre = 1 - share
    reach = min(centre, share)
    for offsets in ((0,), (-1, 1), (-1, 0, 1), (-2, 1, 1), (-1, -1, 2), (-2, -1, 0, 1, 2)):
        for step in (reach / max(1, *offsets, *(-x for x in offsets)), reach / 5):
            scores = [centre + x * step for x in offsets]
            size = math.lcm(*(x.denominator for x in scores))
            yield Sample.of_counts(scores, [int((1 - x) * size) for x in scores], [int(x * size) for x in scores])


def _strict(n: int, share: Fraction | None, rng: random.Random, *, spaced: bool) -> Sample:
    """A sample without ties, its scores at (i - 1/2)/n or anywhere on a finer grid."""
    n0 = int(share * n) if share is not None else rng.randint(1, n - 1)
    classes = [0] * n0 + [1] * (n - n0)
    rng.shuffle(classes)
    grid = range(n) if spaced else sorted(rng.sample(range(3 * n), n))
    return Sample.of(classes, [Fraction(2 * i + 1, 2 * len(grid) * (1 if spaced else 3)) for i in grid])


@cache
def _meets(testbed: Sample | models.Model, given: frozenset[Hypothesis]) -> bool:
    if UNIT_SCORES in given and not testbed.probabilistic:
        return False
    if EQUAL_CLASSES in given and testbed.pi0 != testbed.pi1:
        return False
    if any(share_given(h) not in (None, testbed.pi0) for h in given):
        return False
    found = _sample_meets if isinstance(testbed, Sample) else _model_meets
    return all(found(testbed, h) for h in given)  # type: ignore[arg-type]


def _sample_meets(sample: Sample, hypothesis: Hypothesis) -> bool:
    if hypothesis == CALIBRATED:
        counts = zip(sample.scores, sample.counts0, sample.counts1, strict=True)
        return all(score * (a + b) == b for score, a, b in counts)
    if hypothesis == EVENLY_SPACED:
        return sample.scores == tuple(Fraction(2 * i + 1, 2 * sample.n) for i in range(sample.n))
    if hypothesis == NO_TIES:
        return len(sample.scores) == sample.n
    return hypothesis != EVEN_SCORES


def _model_meets(model: models.Model, hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis is proven to hold on a model; those on examples never do."""
    if hypothesis in (NO_TIES, EVENLY_SPACED):
        return False
    distance = {CALIBRATED: "CL", EVEN_SCORES: "E((R(s) - s)**2)"}.get(hypothesis)
    if distance is None:
        return True
    if not model.probabilistic:
        return False
    return models.value(model, statements.parse_expression(distance)) == Fraction(0)


@lru_cache(maxsize=4096)
def on_sample(e: Expr, sample: Sample) -> Real:
    """The value of an expression without free parameters on a sample, by the exact engine.

    It is kept for a while, as the left side of a theorem meets every line of its proof.

    >>> from workbench.symbolic.notation import ExpectedLoss, ScoreMethod, metric
    >>> sample = Sample.of([0, 1, 1], ["0.2", "0.4", "0.9"])
    >>> on_sample(ExpectedLoss(ScoreMethod(c), UNIFORM), sample), on_sample(metric("BS"), sample)
    (Fraction(41, 300), Fraction(41, 300))
    """
    if any(_has_log_odds(x) for x in e.atoms(ExpectedLoss)):
        e = e.replace(_has_log_odds, lambda x: _by_log_odds(x, sample))
    node, parts = _prepared(e)
    values = {name: _of_part(part, sample) for name, part in parts}
    return exact.value(sample, node, values)


@lru_cache(maxsize=2048)
def _prepared(e: Expr) -> tuple[syntax.Expression, tuple[tuple[str, Expr], ...]]:
    """An expression with names for the parts that the exact engine doesn't know, and these parts."""
    parts: dict[Expr, Symbol] = {}

    def named(x: Basic) -> Basic:
        if isinstance(x, Balanced | LossAtCutpoints):
            return parts.setdefault(x, Symbol(f"part{len(parts)}"))
        arguments = tuple(map(named, x.args))
        return x if arguments == x.args else x.func(*arguments)

    node = _syntax(_in_words(named(e)))
    return node, tuple((name.name, part) for part, name in parts.items())


def _of_part(part: Expr, sample: Sample) -> Fraction:
    balanced = isinstance(part, Balanced)
    found = on_sample(part.body, sample.balanced()) if balanced else _at_cutpoints(part, sample)
    if not isinstance(found, Fraction):
        raise translation.Untranslatable("a balanced value that is not rational")
    return found


def _at_cutpoints(e: LossAtCutpoints, sample: Sample) -> Real:
    start, density, condition = e.args
    if start == 1 and condition == SKEW:
        raise translation.Untranslatable("with skews the steps of the rate are not equally long")
    rates = "step" if start == 1 else "cutpoints"
    cost = translation.density_words(density)
    return exact.value(sample, syntax.Loss(syntax.Method("rate_uniform"), cost, condition.name, rates))


def _has_log_odds(e: Expr) -> bool:
    return isinstance(e, ExpectedLoss) and log_odds_cut(e.args[1]) is not None


def _by_log_odds(e: ExpectedLoss, sample: Sample) -> Expr:
    """The score-driven loss for `assumptions.log_odds_density`, interval by interval between the scores.

    From a to b, where no score lies between, pi0 (1 - F0)/(1 - c) + pi1 F1/c is to be integrated over c.
    """
    method, density, condition = e.args
    cut = log_odds_cut(density)
    if method != ScoreMethod(c) or condition == SKEW or cut is None or not 0 < cut < _HALF:
        raise translation.Untranslatable(f"{e} is not computed")
    low, high = Fraction(int(cut.p), int(cut.q)), 1 - Fraction(int(cut.p), int(cut.q))
    ends = [low, *(x for x in sample.scores if low < x < high), high]
    total = S.Zero
    for a, b in itertools.pairwise(ends):
        total += _rational(sample.pi0 * (1 - sample.cdf0(a))) * log(_rational((1 - a) / (1 - b)))
        total += _rational(sample.pi1 * sample.cdf1(a)) * log(_rational(b / a))
    return total / log(_rational(high / low))


def on_model(e: Expr, model: models.Model) -> Real:
    """The value of an expression without free parameters on a continuous model, as a ball."""
    if e.has(Balanced):
        raise translation.Untranslatable("a balanced expression inside another")
    e = _in_words(e)
    if e.has(Clip, Min, Max):
        raise translation.Untranslatable("kinks, which spoil quadrature; the samples see them exactly")
    return models.value(model, _syntax(e), TRIED_DIGITS)


def _rational(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


_syntax = lru_cache(maxsize=2048)(translation.to_syntax)  # the same sides meet many samples


@lru_cache(maxsize=2048)
def _in_words(e: Expr) -> Expr:
    arguments = tuple(map(_in_words, e.args))
    if isinstance(e, Qc | Qz):
        return (loss.loss_at if isinstance(e, Qc) else loss.loss_at_skew)(*arguments)
    e = e if arguments == e.args else e.func(*arguments)
    return laws.condition_mean(e.args[0], e.body, unit_scores=False) if isinstance(e, ConditionMean) else e
