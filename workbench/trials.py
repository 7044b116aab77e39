"""A statement put to the test: exact samples with ties and continuous models that meet its assumptions.

A sample on which the statement is false refutes it, and is kept as the witness. Samples are tried from
the smallest on, the same ones every time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from workbench import evidence, exact, models
from workbench.certified import DIGITS, Real, agree, as_json, lift, working_digits
from workbench.densities import DensityError
from workbench.errors import NotSupported
from workbench.reals import Undefined
from workbench.sample import Sample
from workbench.statements import parameters, quantities
from workbench.syntax import Apply, Assumption, Cost, Method, Name, Node, Statement, children

NO_VALUE = (Undefined, NotSupported, exact.NeedsProbabilities, models.ModelError, DensityError)
LEVELS = (*(Fraction(k, 8) for k in range(9)), Fraction(1, 3))
INSIDE = (*LEVELS, Fraction(9, 10))
ANYWHERE = (*INSIDE, *(Fraction(k, 2) for k in (-4, -2, -1, 3, 4, 6, 20)), Fraction(-1, 5))
SAMPLES = 200
SETTINGS = 2


@dataclass(frozen=True)
class Trial:
    """How many samples and models a statement was tried on, and the first sample that refutes it.

    ``without_value`` counts the settings of free parameters at which a side had no value on some sample.
    """

    samples: int = 0
    models: int = 0
    witness: dict[str, Any] | None = field(default=None, compare=False)
    without_value: int = 0

    def to_json(self) -> dict[str, Any]:
        """The trial as plain values."""
        skipped = {"without value": self.without_value} if self.without_value else {}
        return {"samples": self.samples, "models": self.models, **skipped, "witness": self.witness}


def holds(left: Real, relation: str, right: Real) -> bool:
    """Whether the two numbers can stand in this relation: false is certain, true is possible for balls.

    >>> holds(Fraction(1, 2), "<=", Fraction(1, 3)), holds(Fraction(1, 2), "!=", Fraction(1, 2))
    (False, False)
    """
    if relation in (">", ">="):
        return holds(right, "<" if relation == ">" else "<=", left)
    if relation == "==":
        return agree(left, right)
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return {"!=": left != right, "<": left < right, "<=": left <= right}[relation]
    if relation == "!=":
        return True
    with working_digits(2 * DIGITS):
        return not lift(left) > lift(right)


def try_out(statement: Statement) -> Trial:
    """The statement on exact samples, and on continuous models where nothing refutes it before.

    >>> from workbench.statements import parse_statement
    >>> refuted = try_out(parse_statement("MAE == BS"))
    >>> refuted.witness["scores"], refuted.witness["classes"]
    (['0', '1/8'], [1, 0])
    """
    tried = skipped = 0
    free = sorted(parameters(statement))
    rng = random.Random(0)
    for sample in _samples(statement.given):
        defined = False
        for setting in _settings(free, rng):
            outcome = _outcome(statement, lambda e, sample=sample, at=setting: exact.value(sample, e, at))
            if outcome is None:
                skipped += 1
                continue
            defined = True
            if not holds(outcome[0], statement.relation, outcome[1]):
                return Trial(tried + 1, 0, _witness(sample, setting, *outcome), skipped)
        tried += defined
    done = 0
    for model in models.MODELS if _fits_models(statement) else ():
        if not model.probabilistic or not all(_relation_holds(a, model.pi0) for a in statement.given):
            continue
        defined = False
        for setting in _settings(free, rng)[:1]:
            outcome = _outcome(statement, lambda e, model=model, at=setting: models.value(model, e, parameters=at))
            if outcome is None:
                continue
            defined = True
            if not holds(outcome[0], statement.relation, outcome[1]):
                left, right = map(as_json, outcome)
                shown = {name: str(value) for name, value in setting.items()}
                witness = {"model": str(model), "parameters": shown, "left": left, "right": right}
                return Trial(tried, done + 1, witness, skipped)
        done += defined
    return Trial(tried, done, None, skipped)


def _settings(free: list[str], rng: random.Random) -> list[dict[str, Fraction]]:
    """Values for free parameters: t, r and q lie in [0, 1], its ends included, and others anywhere."""
    if not free:
        return [{}]
    return [
        {name: rng.choice(INSIDE if name in ("t", "r", "q") else ANYWHERE) for name in free} for _ in range(SETTINGS)
    ]


def _outcome(statement: Statement, value: Callable[..., Real]) -> tuple[Real, Real] | None:
    try:
        return value(statement.left), value(statement.right)
    except NO_VALUE:
        return None


def _witness(sample: Sample, setting: dict[str, Fraction], left: Real, right: Real) -> dict[str, Any]:
    scores: list[str] = []
    classes: list[int] = []
    for score, a, b in zip(sample.scores, sample.counts0, sample.counts1, strict=True):
        scores += [str(score)] * (a + b)
        classes += [0] * a + [1] * b
    return {
        "scores": scores,
        "classes": classes,
        "parameters": {name: str(value) for name, value in setting.items()},
        "left": as_json(left),
        "right": as_json(right),
    }


# --- samples that meet assumptions ------------------------------------------------------------------


def samples() -> tuple[Sample, ...]:
    """The samples without assumptions, the smallest first: scores in [0, 1], many of them tied."""
    return _drawn(frozenset())


def _samples(given: tuple[Assumption, ...]) -> list[Sample]:
    """Samples with scores in [0, 1] that meet the assumptions, the smallest first."""
    named = frozenset(a.name for a in given if a.relation is None)
    related = [a for a in given if a.relation is not None]
    return [x for x in _drawn(named) if all(_relation_holds(a, x.pi0) for a in related) and _auc_holds(related, x)]


@cache
def _drawn(named: frozenset[str]) -> tuple[Sample, ...]:
    rng = random.Random(len(named))
    found = {x for x in evidence.samples() if x.probabilistic}
    found |= {_draw(rng, named) for _ in range(SAMPLES * (1 + len(named)))}
    kept = [x for x in found if _has(x, named)]
    return tuple(sorted(kept, key=lambda x: (x.n, len(x.scores), x.scores, x.counts0)))


def _draw(rng: random.Random, named: frozenset[str]) -> Sample:
    n = rng.randint(2, 7)
    classes = [0, 1, *(rng.randint(0, 1) for _ in range(n - 2))]
    rng.shuffle(classes)
    if "calibrated" in named:
        blocks = {}
        for _ in range(rng.randint(1, 3)):
            a, b = rng.randint(0, 3), rng.randint(0, 3)
            if a + b:
                blocks[Fraction(b, a + b)] = a, b
        blocks.setdefault(Fraction(1, 2), (1, 1))
        return Sample.of_counts(blocks, *zip(*blocks.values(), strict=True))
    if "evenly_spaced" in named:
        return Sample.of(classes, [Fraction(2 * i + 1, 2 * n) for i in range(n)])
    if "no_ties" in named:
        return Sample.of(classes, rng.sample(LEVELS, n))
    return Sample.of(classes, [rng.choice(LEVELS) for _ in classes])


def _has(sample: Sample, named: frozenset[str]) -> bool:
    counts = list(zip(sample.scores, sample.counts0, sample.counts1, strict=True))
    meets = {
        "no_ties": lambda: len(counts) == sample.n,
        "calibrated": lambda: all(score * (a + b) == b for score, a, b in counts),
        "evenly_spaced": lambda: sample.scores == tuple(Fraction(2 * i + 1, 2 * sample.n) for i in range(sample.n)),
    }
    return all(meets[name]() for name in named)


def _relation_holds(assumption: Assumption, pi0: Fraction) -> bool:
    if assumption.name != "pi0" or assumption.relation is None or assumption.value is None:
        return True
    return holds(pi0, assumption.relation, assumption.value)


def _auc_holds(related: list[Assumption], sample: Sample) -> bool:
    return all(
        holds(exact.value(sample, Name("AUC")), a.relation or "==", a.value or Fraction(0))
        for a in related
        if a.name == "auc"
    )


def _fits_models(statement: Statement) -> bool:
    """Whether a continuous model can meet the assumptions by its class proportions alone, and every law is
    free of what belongs to a sample."""
    plain = all(a.name == "pi0" for a in statement.given)
    return plain and not any(map(_has_moving_law, (statement.left, statement.right)))


def _has_moving_law(node: Node, inside: bool = False) -> bool:
    if inside and ((isinstance(node, Name) and node.name in quantities()) or isinstance(node, Apply)):
        return True
    inside = inside or isinstance(node, Method | Cost)
    return any(_has_moving_law(child, inside) for child in children(node))
