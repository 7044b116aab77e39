"""Metrics and expected losses of a continuous model, each with a proven error, and models read from text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from workbench import methods, metrics
from workbench.continuous.model_losses import Model
from workbench.continuous.models import METRICS, value
from workbench.continuous.named_distributions import WANTED, distribution
from workbench.continuous.polynomials import ModelError
from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Records, Row
from workbench.language.statements import definition, parse_expression
from workbench.numbers.certified import DIGITS, Real, working_digits
from workbench.numbers.written import as_json

MOST_DIGITS = 1_000
_SHARE = re.compile(r"pi([01])\s*=\s*(\S+)")


def parse_model(text: str) -> Model:
    """The model that a text says: the scores of class 0, those of class 1, and ``pi0`` or ``pi1``, else 1/2.

    Raises `ModelError` where it says none.

    >>> parse_model("normal(0, 1), beta(1/2, 3), pi1 = 0.1").pi0
    Fraction(9, 10)
    >>> parse_model("normal(0, 1), norml(1, 1)")
    Traceback (most recent call last):
    workbench.continuous.polynomials.ModelError: norml is no distribution of scores; did you mean normal?
    """
    parts = [part.strip() for part in re.split(r",(?![^()]*\))", text)]
    shares = [found for part in parts if (found := _SHARE.fullmatch(part))]
    classes = [part for part in parts if not _SHARE.fullmatch(part)]
    if len(classes) != 2 or len(shares) > 1:
        raise ModelError(f"{shown(text)}: {WANTED}")
    share: Any = Fraction(1, 2)
    if shares:
        which, written = shares[0].groups()
        try:
            share = Fraction(written) if which == "0" else 1 - Fraction(written)
        except (ValueError, ZeroDivisionError):
            raise ModelError(f"pi{which} is {shown(written)}; it must be a number between 0 and 1") from None
    return Model(distribution(classes[0]), distribution(classes[1]), share, text.strip())


@dataclass(frozen=True)
class ModelEvaluation(Records):
    """Values on a model: of metrics, of losses for cost proportions and for skews, and of expressions.

    Each is a fraction, or a ball whose radius is below ``10**-digits``; None where there is none, with the reason in
    ``notes``.
    """

    model: Model
    digits: int
    metrics: dict[str, Real | None]
    losses: dict[str, Real | None]
    skew_losses: dict[str, Real | None]
    expressions: dict[str, Real | None] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"{self.model.name or self.model}: AUC {self.in_digits(self.metrics['AUC'])}"

    def in_digits(self, x: Real | None) -> str:
        """A value with all its digits, or as a fraction."""
        if x is None or isinstance(x, Fraction):
            return "none" if x is None else str(x)
        with working_digits(self.digits + 20):
            return str(x.str(self.digits, radius=False))

    def to_json(self) -> dict[str, Any]:
        """The values by name, each exact or with its error, and in all its digits."""

        def told(values: dict[str, Real | None]) -> dict[str, Any]:
            return {key: x and {**(as_json(x) or {}), "digits": self.in_digits(x)} for key, x in values.items()}

        plain: dict[str, Any] = {"model": self.model.name or str(self.model), "digits": self.digits}
        plain |= {"metrics": told(self.metrics), "losses": told(self.losses), "skew_losses": told(self.skew_losses)}
        return plain | {"expressions": told(self.expressions), "notes": self.notes}

    @property
    def rows(self) -> list[Row]:
        """One row a value."""
        kinds = {"metric": self.metrics, "loss": self.losses, "skew loss": self.skew_losses}
        kinds["expression"] = self.expressions
        return [
            {"kind": kind, "name": name, "value": self.in_digits(x)}
            for kind, values in kinds.items()
            for name, x in values.items()
        ]


def evaluate_model(
    model: Model | str, expressions: Iterable[str] | str = (), *, digits: int = DIGITS, figures: bool = True
) -> ModelEvaluation:
    """Every metric and expected loss of a continuous model to so many digits, and the values of expressions.

    Without ``figures`` of expressions alone. Raises `ModelError` for what is no model, and `InputError` for what is no
    expression, or digits below 1.

    >>> found = evaluate_model("beta(1, 2), beta(2, 1)", "BS - MAE", digits=20)
    >>> found.metrics["AUC"], found.losses["rate_driven"], found.expressions["BS - MAE"]
    (Fraction(5, 6), Fraction(1, 6), Fraction(-1, 6))
    >>> found = evaluate_model("normal(0, 1), normal(1, 1)", "MER", digits=30, figures=False)
    >>> found.in_digits(found.expressions["MER"])
    '0.308537538725986896362295389392'
    """
    if isinstance(model, str):
        model = parse_model(model)
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MOST_DIGITS:
        raise InputError(f"digits {shown(digits)}: a whole number from 1 to {MOST_DIGITS} is wanted")
    notes: dict[str, str] = {}

    def at(text: str) -> Real | None:
        try:
            return value(model, parse_expression(text), digits)
        except (ModelError, NotSupported) as reason:
            notes[text] = str(reason)
            return None

    asked = [expressions] if isinstance(expressions, str) else list(expressions)
    read = {text: parse_expression(text) for text in asked}
    names = [name for name in metrics.CATALOGUE if name in METRICS or definition(name)] if figures else []
    calls = [entry.call(name) for name, entry in methods.CATALOGUE.items()] if figures else []
    return ModelEvaluation(
        model,
        digits,
        {name: at(name) for name in names},
        {call: at(f"loss({call})") for call in calls},
        {call: at(f"loss({call}, condition=skew)") for call in calls},
        {text: at(text) for text in read},
        notes,
    )
