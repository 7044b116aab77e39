"""Theorems about log loss that are false, or say nothing where it is infinite, or are not read there."""

from __future__ import annotations

from typing import Any

from tests.recheck.false_documents import FALSE, NOTHING, Document, axiom, equality, inequality, sign


def _below(times: str = "1", *, g: str = "0", shown: Any = None) -> Document:
    """So many times that log loss is no less than means of integrals of g."""
    return axiom("log_loss", times=times, g=g, shown=[shown or {"sum": [["1", [], []]]}])


def _mean(power: int, x: str) -> Document:
    cells = [{"from": "0", "to": "1", "antiderivative": f"c**{power + 1}/{power + 1}", "inverse": "y"}]
    return {"integral": f"Ec(c**{power}*indicator(c < {x}))", "cells": cells}


def of_log_loss(statement: str, first: str, times: str = "1", **more: Any) -> Document:
    """A document of an inequality by log loss being no less than 0, so many times."""
    return inequality(statement, first, ("0", _below(times)), NOTHING, **more)


_FIRST = (_mean(0, "s"), _mean(0, "1 - s"))
_MEANS = "pi0*E0(-log(1 - s)) + pi1*E1(-log(s))"
_RANK = {"sum": [["1", ["rank"], []]]}
TRUE_OF_LOG_LOSS = [
    of_log_loss("0 <= LL", "LL"),
    of_log_loss("LL >= 0", "LL"),
    of_log_loss("AUC <= AUC + 2*pi0*LL", "2*pi0*LL", "2*pi0"),
    of_log_loss("0 <= pi0*t*LL", "pi0*t*LL", "pi0*t", given=("t > 0",)),
    of_log_loss("0 <= LL/n", "LL/n", "1/n"),
    inequality(
        "MAE <= LL",
        "LL - MAE",
        (
            "0",
            _below(g="1", shown=_RANK),
            *_FIRST,
            {"definition": "MAE"},
            {"definition": "MAE0"},
            {"definition": "MAE1"},
        ),
        NOTHING,
    ),
]
"""What the false ones are made of: these are accepted."""

_FALSE = {
    "log loss less itself": ("infinite less infinite is no number", equality("LL - LL == 0", ("0",))),
    "no times log loss": ("log loss is read in inequalities alone", equality("0*LL == 0", ("0",))),
    "log loss equals itself and more": ("where it is infinite both sides are", equality("LL == LL", ("LL",))),
    "a multiple that may vanish": (
        "AUC may be 0 where log loss is infinite",
        of_log_loss("0 <= AUC*LL", "AUC*LL", "AUC"),
    ),
    "a square that may vanish": (
        "at equal classes the multiple is 0",
        of_log_loss("0 <= (1 - 2*pi0)**2*LL", "(1 - 2*pi0)**2*LL", "(1 - 2*pi0)**2"),
    ),
    "a parameter that may vanish": ("t may be 0", of_log_loss("0 <= t*LL", "t*LL", "t")),
    "log loss on the lesser side": (
        "infinite is not below what is finite",
        of_log_loss("0 - LL <= 0 - 0*LL", "LL"),
    ),
    "log loss beside itself": ("it stands there twice", of_log_loss("0 <= LL + LL", "LL + LL", "2")),
    "log loss divided by itself": ("infinite over infinite", of_log_loss("0 <= LL*LL/LL", "LL*LL/LL")),
    "log loss on both sides of what is given": (
        "where it is infinite that says nothing of k",
        of_log_loss("0 <= k*LL", "k*LL", "k", given=("LL <= LL + k - 1",)),
    ),
    "log loss that is given to be small": (
        "it is read in the claim alone",
        of_log_loss("0 <= LL", "LL", given=("LL <= 1",)),
    ),
    "one over one over log loss": (
        "one over infinite is zero, by which nothing is divided",
        of_log_loss("0 <= 1/(1/LL)", "1/(1/LL)", given=("MAE > 0",)),
    ),
    "log loss inside of a maximum of numbers": (
        "what is infinite stands inside",
        of_log_loss("0 <= max(LL, LL)", "max(LL, LL)"),
    ),
    "of the other one by what is said of one": (
        "what is infinite stands inside",
        inequality(
            "0 <= 2*b.LL + LL",
            "2*b.LL + LL",
            ("LL", {"document": of_log_loss("0 <= LL", "LL"), "other": True, "times": "2"}),
            ("0", _below()),
            NOTHING,
        ),
    ),
    "log loss taken away": ("the greater side is no number", of_log_loss("0 <= 2*LL - LL", "LL")),
    "log loss below": ("one over infinite", of_log_loss("0 <= 1/LL", "1/LL", "1/LL**2")),
    "log loss above and below": (
        "infinite over infinite",
        of_log_loss("0 <= LL/(1 + LL)", "LL/(1 + LL)", "1/(1 + LL)"),
    ),
    "log loss in a maximum": (
        "what is infinite stands inside",
        inequality("1 <= max(1, LL)", "max(1, LL) - 1", ("0", axiom("maximum", times="1", x="1", y="LL")), NOTHING),
    ),
    "the square of log loss": ("it is no multiple", of_log_loss("0 <= LL**2", "LL**2", "LL")),
    "more than log loss": (
        "LL is 0 where all scores are right",
        inequality("0 < LL", "LL", ("LL", sign("number", ["1", ["LL"], []]))),
    ),
    "a bound that is too great": (
        "2 is more than 1/(1 - c) at 0, and 2 MAE than log loss",
        inequality(
            "2*MAE <= LL",
            "LL - 2*MAE",
            (
                "0",
                _below(g="2", shown={"sum": [["2", ["rank"], []]]}),
                *_FIRST,
                {"definition": "MAE"},
                {"definition": "MAE0"},
                {"definition": "MAE1"},
            ),
            NOTHING,
        ),
    ),
    "log loss on the way": (
        "one step needs log loss to be a number, of which the statement says nothing",
        inequality("0 <= 0", "0", ("LL - LL", {"uses": []}), NOTHING),
    ),
    "log loss at equal classes": ("what is infinite stands inside", of_log_loss("0 <= balanced(LL)", "balanced(LL)")),
    "log loss on other scores": (
        "what is infinite stands inside",
        of_log_loss("0 <= scored(LL, s**2)", "scored(LL, s**2)"),
    ),
    "log loss of the other": ("what is infinite stands inside", of_log_loss("0 <= b.LL", "b.LL")),
    "log loss as it is defined": (
        "the logarithm of a score of 0 is no number",
        equality(
            "LL == pi0*E0(-log(1 - s)) + pi1*E1(-log(s))",
            ("pi0*E0(-log(1 - s)) + pi1*E1(-log(s))", {"definition": "LL"}),
        ),
    ),
}
FALSE.update({name: (document, why) for name, (why, document) in _FALSE.items()})
