"""Means over c and u with their patches, changed at random, and what they are by the midpoint rule.

A changed entry that the reader of proof documents accepts must still give the mean that it is about.
"""

from __future__ import annotations

import copy
import math
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from workbench.deciding.double_integral_words import patches
from workbench.language.statements import parse_cost, parse_expression
from workbench.recheck import terms
from workbench.recheck.integrals import evaluated
from workbench.recheck.meaning import Book
from workbench.recheck.terms import Ratio
from workbench.symbolic.notation import Below, s
from workbench.symbolic.translation import to_density, to_sympy

Use = dict[str, Any]
SIDE = 1500
PLACES = (-0.31, 0.0, 0.07, 0.21, 0.25, 0.43, 0.5, 0.68, 0.75, 0.89, 1.0, 1.21)
MEANS = (
    ("1", "c*u", "uniform"), ("c", "c*u", "beta(2, 2)"), ("1", "(c + u)/2", "uniform"),
    ("c", "c + u/2", "uniform(1/4, 3/4)"),
    ("c", "max(c, u)", "uniform"), ("1", "abs(c - u)", "uniform"),
    ("c", "u**2*c", "uniform"), ("1", "sqrt(u*c)", "uniform"),
    ("c", "max(c*u, 1/4)", "uniform"), ("1", "c + u*(1 - c)", "uniform"), ("1", "u*(c - 1/2) + 1/2", "uniform"),
    ("c", "1/4 + u*c/2", "uniform"), ("c", "4*c*(1 - c)*u", "uniform"), ("1", "c - u", "uniform"),
    ("c", "u/(1 + c)", "uniform"),
    ("1", "c*abs(u - 1/2)", "uniform"), ("c", "min(c, u)", "density(4*min(c, 1 - c))"),
    ("1", "indicator(c < u)*c/2 + u/4", "uniform"),
    ("1", "max(c - 1/2, 0)*u", "uniform"), ("c", "c*u", "beta(1/2, 1)"), ("1", "sqrt(c + u)/2", "uniform"),
)  # fmt: skip
PLAIN = ("max(c, u)", "abs(c - u)*c", "max(c, u)*u", "max(c*u, 1/4)", "sqrt(c + u)/2")
DENSITIES = {
    "uniform": lambda c: np.ones_like(c),
    "uniform(1/4, 3/4)": lambda c: 2.0 * ((c > 1 / 4) & (c < 3 / 4)),
    "beta(2, 2)": lambda c: 6 * c * (1 - c),
    "beta(1/2, 1)": lambda c: 0.5 / np.sqrt(c),
    "density(4*min(c, 1 - c))": lambda c: 4 * np.minimum(c, 1 - c),
}
NAMES = {"max": np.maximum, "min": np.minimum, "abs": np.abs, "sqrt": np.sqrt, "indicator": lambda x: 1.0 * x}


def expression(text: str) -> Any:
    return to_sympy(parse_expression(text, ("c", "u")))


@cache
def entries() -> tuple[tuple[str, str, str, Use], ...]:
    """Each mean with its factor, event and density: of what is below k, of what is above, and without an event."""
    found = []
    for moving, g, cost in MEANS:
        for event, sides in ((f"{g} < k", 1), (f"k < {g}", -1)):
            below = Below(*[expression(g), s][::sides])
            words = patches(to_density(parse_cost(cost)), expression(moving), below)
            text = f"Ec(({moving})*indicator({event}), {cost})"
            found.append((moving, event, cost, {"integral": text, "patches": words}))
    for g in PLAIN:
        words = patches(to_density(parse_cost("uniform")), expression(g), None)
        found.append((g, "", "uniform", {"integral": f"Ec({g})", "patches": words}))
    return tuple(found)


@cache
def by_midpoints(moving: str, event: str, cost: str, k: float) -> float:
    """The mean by the midpoint rule on a grid of small squares; towards c = 0 the squares grow thin."""
    roots = (np.arange(SIDE) + 0.5) / SIDE
    c, u = np.meshgrid(roots**2, (np.arange(SIDE) + 0.5) / SIDE)
    put = {**NAMES, "c": c, "u": u, "k": k, "__builtins__": {}}
    value = eval(compile(moving, "", "eval"), put) * (eval(compile(event, "", "eval"), put) if event else 1.0)
    return float(np.mean(value * DENSITIES[cost](c) * 2 * np.sqrt(c)))


def size(x: Ratio, k: float) -> float:
    """An expression of the reader as a number, the parameter k being one."""
    above = sum(float(a) * math.prod(_size(i, k) ** e for i, e in m) for m, a in x.num.items())
    return above / math.prod(size(d, k) ** e for d, e in x.below())


def _size(i: int, k: float) -> float:
    kind, inner, *more = terms.atom(i)
    if kind == "name":
        assert inner == "k", inner
        return k
    value = size(inner, k)
    return {
        "ind": lambda: float(value > 0),
        "pos": lambda: max(value, 0.0),
        "log": lambda: math.log(value),
        "power": lambda: value ** float(more[0]),
    }[kind]()


def is_right(moving: str, event: str, cost: str, use: Use) -> bool:
    """Whether what the reader makes of an entry is the mean, at many places; Refused if it does not accept it."""
    _, found = evaluated(use, Book())
    for k in PLACES:
        expected = by_midpoints(moving, event, cost, k)
        if abs(size(found, k) - expected) > 4e-3:
            return False
    return True


def texts(part: Any) -> Iterator[tuple[Any, Any]]:
    """Where the texts and the numbers of an entry stand."""
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(inner, dict | list):
            yield from texts(inner)
        else:
            yield part, key


def changed(use: Use, dice: random.Random) -> Use:
    """The entry with one or two changes in its patches."""
    found = copy.deepcopy(use)
    for _ in range(dice.choice((1, 1, 1, 2))):
        _change(found, dice)
    return found


def _change(use: Use, dice: random.Random) -> None:
    words, kind = use["patches"], dice.random()
    if kind < 0.08 and len(words) > 1:
        del words[dice.randrange(len(words))]
    elif kind < 0.12:
        words.append(copy.deepcopy(dice.choice(words)))
    elif kind < 0.17:
        one, other = dice.choice(words), dice.choice(words)
        key = dice.choice(list(one))
        one[key], other[key] = other.get(key), one[key]
    elif kind < 0.21 and "edges" in words[0]:
        dice.choice(words)["edges"].reverse()
    elif kind < 0.24:
        one = dice.choice(words)
        one["bottom"], one["top"] = one["top"], one["bottom"]
    elif kind < 0.27:
        one, middle = dice.choice(words), dice.choice(("1/2", "1/3", "9/10"))
        words.append({**copy.deepcopy(one), "from": middle})
        one["to"] = middle
    else:
        place, key = dice.choice([x for x in texts(words) if isinstance(x[0][x[1]], str | None)])
        place[key] = _text(place[key], [p[k] for p, k in texts(words)], dice)


def _text(text: str | None, others: list[Any], dice: random.Random) -> str | None:
    more = ("0", "1", "c", "u", "y", "y/c", "1 - y", "c*y", "sqrt(y)", "-log(c)", None, dice.choice(others))
    if text is None or dice.random() < 0.15:
        return dice.choice(more)
    numbers, signs = list(re.finditer(r"\d+", text)), list(re.finditer(r"[-+*/]", text))
    kind = dice.random()
    if numbers and kind < 0.4:
        at = dice.choice(numbers)
        new = str(max(0, dice.choice((int(at[0]) + 1, int(at[0]) - 1, 2 * int(at[0]), 0))))
        return text[: at.start()] + new + text[at.end() :]
    if signs and kind < 0.6:
        at = dice.choice(signs)
        return text[: at.start()] + dice.choice("+-*/") + text[at.end() :]
    if kind < 0.7:
        return re.sub(r"\b[cuy]\b", lambda at: dice.choice((at[0], "c", "u", "y")), text)
    after = dice.choice(
        ("1/10", "y", "c", "y*log(c)", "log(y)", "y**2", "u", "sqrt(c)", "0*log(c)", "indicator(c < 1/2)/9")
    )
    return f"{dice.choice(('', '-', '2*'))}({text}) {dice.choice('+-')} {after}" if kind < 0.95 else f"-({text})"
