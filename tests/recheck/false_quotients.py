"""False theorems about means over the condition of quotients, roots and logarithms of what moves with it, about means
over a class of quotients by what moves with the score, and about products of roots.

`TRUE_OF_QUOTIENTS` are their neighbours that hold, so that the false ones are refused for no other reason.
"""

from __future__ import annotations

from typing import Any

from tests.recheck.false_documents import FALSE, Document, equality, inequality, sign
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
_is_false(
    "met by another mean",
    "c is not zero inside of both, but 1/c has no mean",
    equality("Ec(1/c) - Ec(1/c) + Ec(c/c) == 1", ("1", integral("Ec(c/c)", cell("0", "1", "c")))),
)
_is_false(
    "met by a mean of less",
    "1/c**2 has none where 1/sqrt(c) has one",
    equality(
        "Ec(1/c**2) - Ec(1/c**2) + Ec(sqrt(c)/c) == 2", ("2", integral("Ec(sqrt(c)/c)", cell("0", "1", "2*sqrt(c)")))
    ),
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


# --- means over a class of quotients, and roots of one base ----------------------------------------------------------


def _of_scores(left: str, right: str, *, given: tuple[str, ...] = (), **more: Any) -> Document:
    """That two means are the same, as it stands."""
    return equality(f"{left} == {right}", (right,), given=given, **more)


_POSITIVE = {"expression": "1 - min(s, 1/2)", "strict": True}
_HALF_LEFT = {
    "split": "s - 1/2",
    "above": {"sum": [["1/2", [], []]]},
    "below": {"sum": [["1/2", [], []], ["1", ["1/2 - s"], []]]},
}
for _left, _right, _why in (
    ("E0(1/s)", "E0(1/s)", "s may be 0"),
    ("E0(s/s)", "1", "s may be 0"),
    ("E0((s - 1/2)/(s - 1/2))", "1", "s may be 1/2"),
    ("E0(1/(1 - s)) - E0(s/(1 - s))", "1", "s may be 1"),
    ("E0(1/(s - 1/2)) - E0(1/(s - 1/2))", "0", "s may be 1/2"),
    ("E0(1/(1 - min(s, 1/2)))", "E0(1/(1 - min(s, 1/2)))", "that it has a value is not shown"),
    ("E0(1/(1 + s))", "1/(1 + E0(s))", "a mean is not inside of a quotient"),
    ("E0(1/(1 + s))*E0(s)", "E0(s/(1 + s))", "a product of means"),
    ("E0(1/(1 + s))**2", "E0(1/(1 + s)**2)", "a square of a mean"),
    ("E0(1/(1 + s))*E0(1/(1 + s)**2)", "E0(1/(1 + s)**3)", "two means over one class"),
    ("E0(1/(1 + s)) + E1(s/(1 + s))", "1", "two classes"),
    ("E0(1/(1 + s))*E1(s/(1 + s))", "E0(s/(1 + s)**2)", "a product over two classes"),
    ("E0(1/(1 + s))*E1(s/(1 + s))", "E1(1/(1 + s))*E0(s/(1 + s))", "the classes exchanged"),
    ("E0(s/(1 + s)) + E0(1/(1 + s))", "2", "it is 1"),
    ("E0(s**2/(1 + s))", "E0(s) - 1 + E1(1/(1 + s))", "another class at the end"),
    ("E0(1/(1 + F1(s)))", "E0(1/(1 + s))", "a rank is no score"),
    ("E0(F1(s)/(1 + F1(s))**2)", "E0(1/(1 + F1(s))) - E0(1/(1 + F1(s))**2) + 1 - E0(F1(s))", "1 - E0(F1(s)) too much"),
    ("E0(F1(s)/(1 + s))", "1/2 - E1(F0(s))/(1 + E0(s))", "what is compared is in the mean"),
    ("E0(1/(1 + F1(s)))", "1/(2 - E1(F0(s)))", "a rank in what is divided by"),
    ("E0(1/(1 + pav(s)))", "E0(1/(1 + posterior(s)))", "two shares"),
    ("balanced(E0(1/(1 + s*pi0)))", "E0(1/(1 + s*pi0))", "balanced has equal classes"),
    ("balanced(E0(1/(s + 2*pi0 - 1)))", "balanced(E0(1/(s + 2*pi0 - 1)))", "it may be 1/s"),
    ("scored(E0(1/(1 + s)), 1 - s)", "E0(1/(1 + s))", "of other scores"),
    ("scored(E0(1/s), s**2)", "scored(E0(1/s), s**2)", "s may be 0"),
    ("pi1*E1(1/(1 + s)) + pi0*E0(s/(1 + s))", "E(1/(1 + s))", "not the mean over all"),
    ("E0(sqrt(s)*s**(1/3))", "E0(s)", "it is s**(5/6)"),
    ("E0(sqrt(s)*s**(1/3))", "E0(s**(2/3))", "it is s**(5/6)"),
    ("E0((s**(1/4))**2)", "E0(s**(1/3))", "it is sqrt(s)"),
    ("E0((s**(1/6))**3)", "E0(s**(1/3))", "it is sqrt(s)"),
    ("E0((s**(1/4))**6)", "E0(s)", "it is s**(3/2)"),
    ("E0(sqrt(s)*(1 - s)**(1/4)*(1 - s)**(1/4))", "E0(sqrt(s)*(1 - s)**(1/4))", "roots of two bases"),
    ("E0((s - 1/2)**(1/4)*(s - 1/2)**(1/4))", "E0(sqrt(s - 1/2))", "s may be 0"),
):  # fmt: skip
    _is_false(f"{_left} == {_right}", _why, _of_scores(_left, _right))
_is_false(
    "shown of another score",
    "1 - s may be 0",
    _of_scores("E0(1/(1 - s)) - E0(s/(1 - s))", "1", defined=[{**_POSITIVE, "certificate": _HALF_LEFT}]),
)
_is_false(
    "a certificate of what may be 0",
    "1 - s is not positive",
    _of_scores(
        "E0(1/(1 - s)) - E0(s/(1 - s))",
        "1",
        defined=[{"expression": "1 - s", "strict": True, "certificate": {"sum": [["1", ["1 - s"], []]]}}],
    ),
)
for _line, _reading in (("y/(1 + y) - x/(1 + x)", "pair"), ("1/(1 + x) - 1/(1 + y)", "pair")):
    _is_false(
        f"a sign of {_line}",
        "either class may have the higher scores",
        inequality(
            "E0(s/(1 + s)) <= E1(s/(1 + s))",
            "E1(s/(1 + s)) - E0(s/(1 + s))",
            (_line, sign(_reading, ["1", ["y - x"], []])),
        ),
    )
_is_false(
    "a rank in what is divided by, over pairs",
    "F1(s) is no half",
    inequality(
        "E0(1/(1 + F1(s))) <= 2/3",
        "2/3 - E0(1/(1 + F1(s)))",
        ("2/3 - 1/(1 + 1/2)", sign("pair")),
    ),
)

_ODDS = "c**2/(2*c**2 - 2*c + 1)"
_BOTH_ROOTS = ["c/sqrt(2*c**2 - 2*c + 1)", "(1 - c)/sqrt(2*c**2 - 2*c + 1)"]
_SEEN = {
    "expression": "2*c**2 - 2*c + 1",
    "strict": True,
    "certificate": {"sum": [["1/2", [], []], ["2", [], ["c - 1/2"]]]},
}


def _at_odds(value: str, inverse: str, roots: list[str], primitive: str = "c", **more: Any) -> Document:
    """That thresholds whose odds are the squares of those of the condition lie below pi0 with some probability."""
    parts = cell("0", "1", primitive) | {"inverse": inverse, "roots": roots}
    text = f"Ec(indicator({_ODDS} < pi0))"
    return equality(f"{text} == {value}", (value, integral(text, parts)), **{"defined": [_SEEN], **more})


_ROOTED = "sqrt(pi0)/(sqrt(pi0) + sqrt(pi1))"
_FOUND = "sqrt(y)/(sqrt(y) + sqrt(1 - y))"
_WHOLE = {
    "expression": "sqrt(pi0) + sqrt(pi1)",
    "strict": True,
    "certificate": {"sum": [["1", [], []], *(["1", [f"sqrt({x})", f"1 - sqrt({x})"], []] for x in ("pi0", "pi1"))]},
}
for _name, _document_of_odds in {
    "an inverse with a pole at 1/2": _at_odds(
        "(pi0 - sqrt(pi0)*sqrt(pi1))/(2*pi0 - 1)", "(y - sqrt(y)*sqrt(1 - y))/(2*y - 1)", _BOTH_ROOTS
    ),
    "an inverse without a value at 0": _at_odds(
        "pi0/(pi0 + sqrt(pi0)*sqrt(pi1))", "y/(y + sqrt(y)*sqrt(1 - y))", _BOTH_ROOTS
    ),
    "the other root": _at_odds(
        "sqrt(pi0)/(sqrt(pi0) - sqrt(pi1))", "sqrt(y)/(sqrt(y) - sqrt(1 - y))", [_BOTH_ROOTS[0], "-" + _BOTH_ROOTS[1]]
    ),
    "roots exchanged": _at_odds(
        "sqrt(pi1)/(sqrt(pi0) + sqrt(pi1))", "sqrt(1 - y)/(sqrt(y) + sqrt(1 - y))", _BOTH_ROOTS, defined=[_SEEN, _WHOLE]
    ),
    "no roots given": _at_odds(_ROOTED, _FOUND, [], defined=[_SEEN, _WHOLE]),
    "another mean": _at_odds(f"{_ROOTED}**2", _FOUND, _BOTH_ROOTS, defined=[_SEEN, _WHOLE]),
    "that it has a value is not shown": _at_odds(_ROOTED, _FOUND, _BOTH_ROOTS, defined=[_WHOLE]),
}.items():
    _is_false(f"odds: {_name}", _name, _document_of_odds)

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
    _at_odds(_ROOTED, _FOUND, _BOTH_ROOTS, defined=[_SEEN, _WHOLE]),
    _of_scores("E0(s/(1 + s)) + E0(1/(1 + s))", "1"),
    _of_scores("E1(s**2/(1 + s))", "E1(s) - 1 + E1(1/(1 + s))"),
    _of_scores("E1((1 - s)**2/(1 + s)**2)", "1 - 4*E1(s/(s**2 + 2*s + 1))"),
    _of_scores("E1(1/(1 + s))*E0(1/(1 + s)) + E1(1/(1 + s))*E0(s/(1 + s))", "E1(1/(1 + s))"),
    _of_scores("E(1/(1 + s))", "1 - pi0*E0(s/(1 + s)) - pi1*E1(s/(1 + s))"),
    _of_scores("scored(E0(1/(1 + s)), 1 - s)", "E0(1/(2 - s))"),
    _of_scores("balanced(E(1/(1 + s)))", "E0(1/(1 + s))/2 + E1(1/(1 + s))/2"),
    _of_scores("E0(F1(s)/(1 + s)) - E0(F1(s)**2/(1 + s)**2)", "-E0(F1(s)**2/(1 + s)**2) + E0(F1(s)/(s + 1))"),
    _of_scores("E0(1/(1 - min(s, 1/2)))", "1 + E0(min(s, 1/2)/(1 - min(s, 1/2)))",
        defined=[{**_POSITIVE, "certificate": _HALF_LEFT}]),
    _of_scores("E0(sqrt(s)*s**(1/3))", "E0(s**(5/6))"),
    _of_scores("E0((1 - s**(1/4))**2)", "1 - 2*E0(s**(1/4)) + E0(sqrt(s))"),
    _of_scores("E0((s**(1/6))**3*s**(1/4)*sqrt(1 - s))", "E0(s**(3/4)*sqrt(1 - s))"),
]  # fmt: skip
