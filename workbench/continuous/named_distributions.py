"""Distributions of scores as texts say them: ``normal(0, 1)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from workbench.continuous.distributions import (
    Beta,
    Distribution,
    Exponential,
    Normal,
    Triangular,
    Uniform,
)
from workbench.continuous.polynomials import ModelError, rational
from workbench.errors import shown
from workbench.language.grammar import suggestion


def power(k: object) -> Beta:
    """The power distribution, density k s**(k-1) on [0, 1].

    >>> power(2).cdf(Fraction(1, 2))
    Fraction(1, 4)
    """
    return Beta(rational(k, "the power"), Fraction(1))


def mirrored_power(k: object) -> Beta:
    """The mirror image of `power`, density k (1-s)**(k-1) on [0, 1]."""
    return Beta(Fraction(1), rational(k, "the power"))


DISTRIBUTIONS: dict[str, Callable[..., Distribution]] = {
    "normal": Normal,
    "beta": Beta,
    "uniform": Uniform,
    "exponential": Exponential,
    "triangular": Triangular,
    "power": power,
    "mirrored_power": mirrored_power,
}
_CALL = re.compile(r"(\w+)\s*(?:\(([^()]*)\))?")
WANTED = "a model is two distributions and a class proportion: normal(0, 1), normal(1, 1), pi0 = 1/2"


def distribution(text: str) -> Distribution:
    """The distribution of scores that a text says.

    >>> distribution("beta(11, 7)")
    Beta(a=Fraction(11, 1), b=Fraction(7, 1))
    """
    found = _CALL.fullmatch(text.strip())
    if found is None:
        raise ModelError(f"{shown(text)} is no distribution of scores; {WANTED}")
    name, inside = found.groups()
    if name not in DISTRIBUTIONS:
        raise ModelError(f"{name} is no distribution of scores{suggestion(name, DISTRIBUTIONS)}")
    arguments = [x.strip() for x in inside.split(",")] if inside and inside.strip() else []
    try:
        return DISTRIBUTIONS[name](*arguments)
    except TypeError:
        raise ModelError(f"{shown(text)}: {name} does not take {len(arguments)} parameters") from None
