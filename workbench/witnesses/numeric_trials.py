"""A statement put to the test: exact samples with ties and continuous models that meet its assumptions.

A sample on which the statement is false refutes it, and is kept as the witness. Samples are tried from
the smallest on, the same ones every time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from workbench.continuous import models
from workbench.language.statements import parameters, quantities
from workbench.language.syntax import Apply, Assumption, Cost, Method, Name, Node, PairMean, Statement, children
from workbench.numbers.certified import TRIED_DIGITS, Real
from workbench.numbers.written import as_json
from workbench.samples.sample import Sample
from workbench.witnesses import fitting, search
from workbench.witnesses.witness import Witness

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


def samples() -> tuple[Sample, ...]:
    """The samples without assumptions, the smallest first: scores in [0, 1], many of them tied."""
    return _samples(())


def try_out(statement: Statement) -> Trial:
    """The statement on exact samples, and on continuous models where nothing refutes it before.

    >>> from workbench.language.statements import parse_statement
    >>> refuted = try_out(parse_statement("MAE == BS"))
    >>> refuted.witness["scores"], refuted.witness["classes"]
    (['1/4', '1/4'], [0, 1])
    """
    tried = skipped = 0
    free = sorted(parameters(statement))
    rng = random.Random(0)
    for sample in _samples(statement.given):
        defined = False
        for setting in _settings(free, rng):
            if not fitting.meets(statement.given, sample, setting):
                continue
            sides = search.values(statement, sample, setting)
            if sides is None:
                skipped += 1
                continue
            defined = True
            if not fitting.holds(sides[0], statement.relation, sides[1]):
                return Trial(tried + 1, 0, Witness(sample, setting, *sides).to_json(), skipped)
        tried += defined
    done = 0
    for model in models.MODELS if _fits_models(statement) else ():
        if not model.probabilistic or not all(_allows(a, model) for a in statement.given):
            continue
        setting = _settings(free, rng)[0]
        sides = _on_model(statement, model, setting)
        if sides is not None and not fitting.holds(sides[0], statement.relation, sides[1]):
            shown = {name: str(value) for name, value in setting.items()}
            left, right = map(as_json, sides)
            witness = {"model": str(model), "parameters": shown, "left": left, "right": right}
            return Trial(tried, done + 1, witness, skipped)
        done += sides is not None
    return Trial(tried, done, None, skipped)


def _allows(assumption: Assumption, model: models.Model) -> bool:
    return fitting.holds(model.pi0, assumption.relation or "==", assumption.value or Fraction(0))


def _on_model(statement: Statement, model: models.Model, setting: dict[str, Fraction]) -> tuple[Real, Real] | None:
    try:
        left, right = (models.value(model, e, TRIED_DIGITS, setting) for e in (statement.left, statement.right))
    except (*fitting.NO_VALUE, models.ModelError):
        return None
    return left, right


def _samples(given: tuple[Assumption, ...]) -> tuple[Sample, ...]:
    return fitting.standard(given)


def _settings(free: list[str], rng: random.Random) -> list[dict[str, Fraction]]:
    return search.settings(free, rng, SETTINGS, search.INSIDE, search.ANYWHERE)


def _fits_models(statement: Statement) -> bool:
    """Whether a continuous model can meet the assumptions by its class proportions alone, and every law is
    free of what belongs to a sample."""
    plain = all(a.name == "pi0" for a in statement.given)
    return plain and not any(map(_has_moving_law, (statement.left, statement.right)))


def _has_moving_law(node: Node, inside: bool = False) -> bool:
    if inside and ((isinstance(node, Name) and node.name in quantities()) or isinstance(node, Apply | PairMean)):
        return True
    inside = inside or isinstance(node, Method | Cost)
    return any(_has_moving_law(child, inside) for child in children(node))
