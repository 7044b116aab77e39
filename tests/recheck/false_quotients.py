"""False theorems about means over the condition of quotients, roots and logarithms of what moves with it.

`TRUE_OF_QUOTIENTS` are their neighbours that hold, so that the false ones are refused for no other reason.
"""

from __future__ import annotations

from typing import Any

from tests.recheck.false_documents import FALSE, Document, equality
from tests.recheck.false_values import cell, integral


def _document(text: str, value: str, *cells: dict[str, Any], given: tuple[str, ...] = (), **more: Any) -> Document:
    return equality(f"{text} == {value}", (value, integral(text, *cells)), given=given, **more)


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[f"quotients: {name}"] = document, why


_is_false("infinite", "the logarithm of 0", _document("Ec(1/c)", "5", cell("0", "1", "log(c)")))
_is_false("infinite at the other end", "too", _document("Ec(1/(1 - c))", "5", cell("0", "1", "-log(1 - c)")))
_is_false(
    "a pole inside", "nothing is continuous", _document("Ec(1/(c - 1/2)**2)", "-4", cell("0", "1", "-1/(c - 1/2)"))
)
_is_false(
    "a pole between cells",
    "infinite on both sides",
    _document("Ec(1/(c - 1/2)**2)", "-4", cell("0", "1/2", "-1/(c - 1/2)"), cell("1/2", "1", "-1/(c - 1/2)")),
)
_is_false(
    "two poles of a square",
    "c**2 - c + 1/5 has zeros",
    _document("Ec((2*c - 1)/(c**2 - c + 1/5)**2)", "0", cell("0", "1", "-1/(c**2 - c + 1/5)")),
)
_is_false("no value anywhere", "log(-c)", _document("Ec(log(-c)/log(-c))", "1", cell("0", "1", "c")))
_is_false("no root anywhere", "sqrt(-c)", _document("Ec(c*sqrt(-c)/sqrt(-c))", "1/2", cell("0", "1", "c**2/2")))
_is_false(
    "met elsewhere",
    "it is c/c that is shown to have a mean",
    equality("Ec(log(-c)/log(-c)) + Ec(c/c) == 2", ("2", integral("Ec(c/c)", cell("0", "1", "c")))),
)
_is_false("never integrated", "1/c has no mean", equality("Ec(1/c) == Ec(1/c)", ("Ec(1/c)",)))
_is_false("taken from itself", "1/c has no mean", equality("Ec(1/c) - Ec(1/c) == 0", ("0",)))
_is_false(
    "infinite at a parameter",
    "t may be 1",
    _document("Ec(1/(1 - c), uniform(0, t))", "-log(1 - t)/t", cell("0", "t", "-log(1 - c)/t"), given=("t > 0",)),
)
_is_false(
    "a pole at a parameter",
    "r may lie below t",
    _document(
        "Ec(1/(c - r)**2, uniform(0, t))",
        "1/(r*(r - t))",
        cell("0", "t", "-1/(c - r)/t"),
        given=("t > 0", "t < 1", "r > 0"),
    ),
)
_is_false(
    "another value",
    "half of it",
    _document("Ec(1/(1 - c), uniform(0, t))", "-log(1 - t)", cell("0", "t", "-log(1 - c)/t"), given=("t > 0", "t < 1")),
)
_is_false(
    "below balanced",
    "infinite",
    equality("balanced(Ec(1/c)) == Ec(1/c)", ("Ec(1/c)", integral("Ec(1/c)", cell("0", "1", "log(c)")))),
)
_is_false("over c and u", "infinite", equality("Ec(1/(c - u)**2) == Ec(1/(u - c)**2)", ("Ec(1/(u - c)**2)",)))


# --- densities, at whose ends c = 0 and c = 1 nothing needs a value ------------------------------------------------


def _under(density: str, primitive: str, sign: Any, value: str = "1", **more: Any) -> Document:
    """That the mean of a number under a density is what it is."""
    shown = {"density": density, "cells": [cell("0", "1", primitive)], "sign": sign}
    return equality(f"Ec({value}, density({density})) == {value}", (value,), densities=[shown], **more)


_ROOT = {"sum": [["1/2", ["sqrt(c)"], []]]}
_LINE = {"sum": [["2", ["c"], []]]}
_is_false("a density of infinite mass", "1/c has none", _under("1/c", "log(c)", {"sum": [["1", [], []]]}))
_is_false(
    "a density below zero near an end", "2 - 9/2", _under("2/sqrt(c) - 9*sqrt(c)/2", "4*sqrt(c) - 3*c*sqrt(c)", _ROOT)
)
_is_false("a density of another mass", "it is 2", _under("1/sqrt(c)", "2*sqrt(c)", _ROOT))
_is_false("a density without a value anywhere", "sqrt(-c)", _under("2*c*sqrt(-c)/sqrt(-c)", "c**2", _LINE))
_is_false("a density without a value beyond t", "c may exceed t", _under("2*c*sqrt(t - c)/sqrt(t - c)", "c**2", _LINE))
_is_false("a density without a value at AUC 0", "AUC may be 0", _under("2*c*AUC/AUC", "c**2", _LINE))
_is_false(
    "what is divided by c beside a density",
    "1/c has no mean",
    _under("1/(2*sqrt(c))", "sqrt(c)", _ROOT) | {"statement": "Ec(1, density(1/(2*sqrt(c)))) + Ec(1/c) == 1 + Ec(1/c)"}
    | {"steps": [{"line": "1 + Ec(1/c)", "why": "", "by": {"uses": []}}], "ends": "1 + Ec(1/c)"},
)  # fmt: skip
_is_false(
    "what is divided by c at the point 0",
    "1/0",
    _under("1/(2*sqrt(c))", "sqrt(c)", _ROOT)
    | {"statement": "Ec(1, density(1/(2*sqrt(c)))) + Ec(c/c, point(0)) == 2"}
    | {"steps": [{"line": "2", "why": "", "by": {"uses": []}}], "ends": "2"},
)

_ROOTS = {"expression": "2*t**2 - 2*t + 1", "strict": True}
_BOTH = ("t > 0", "t < 1")
TRUE_OF_QUOTIENTS: list[Document] = [
    _under("1/(2*sqrt(c))", "sqrt(c)", _ROOT),
    _under("1/(2*sqrt(1 - c))", "-sqrt(1 - c)", {"sum": [["1/2", ["sqrt(1 - c)"], []]]}),
    _under("2*c", "c**2", _LINE),
    _document("Ec(1/(1 + c))", "log(2)", cell("0", "1", "log(1 + c)")),
    _document("Ec(1/sqrt(c))", "2", cell("0", "1", "2*sqrt(c)")),
    _document("Ec(1/(1 + s + c))", "log(2 + s) - log(1 + s)", cell("0", "1", "log(1 + s + c)"))
    | {"statement": "E0(Ec(1/(1 + s + c))) == E0(log(2 + s) - log(1 + s))"}
    | {"steps": [{"line": "E0(log(2 + s) - log(1 + s))", "why": "", "by": {"uses": [
        integral("Ec(1/(1 + s + c))", cell("0", "1", "log(1 + s + c)"))]}}], "ends": "E0(log(2 + s) - log(1 + s))"},
    _document("Ec(1/(1 - c), uniform(0, t))", "-log(1 - t)/t", cell("0", "t", "-log(1 - c)/t"), given=_BOTH),
    _document(
        "Ec(1/sqrt(2*c**2 - 2*c + 1)**3, uniform(0, t))",
        "(1 + (2*t - 1)/sqrt(2*t**2 - 2*t + 1))/t",
        cell("0", "t", "(2*c - 1)/sqrt(2*c**2 - 2*c + 1)/t"),
        given=_BOTH,
        defined=[{**_ROOTS, "certificate": {"sum": [["1/2", [], []], ["2", [], ["t - 1/2"]]]}}],
    ),
]  # fmt: skip
