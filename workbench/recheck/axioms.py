"""Axioms: read from their file, their letters filled, each with what its kind allows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from workbench.recheck import meaning
from workbench.recheck.language import Refused, Tree, changed, expression, relation, with_names

HERE = Path(__file__).parent
AT_SCORE = {"F0", "F1", "R", "posterior", "pav"}
BINDERS = {"E0": "s", "E1": "s", "E": "s", "Ec": "cu", "loss": "cu"}
MAX_WHOLE = 100


@dataclass(frozen=True)
class Instance:
    """``left relation right`` with letters filled; ``shown`` must be shown of the sample, ``for_all`` for every x."""

    left: Tree
    relation: str
    right: Tree
    given: tuple[str, ...] = ()
    shown: tuple[Tree, ...] = ()
    for_all: tuple[Tree, ...] = ()
    positive: tuple[Tree, ...] = ()


@cache
def axioms() -> dict[str, dict[str, Any]]:
    """The axioms by name."""
    with open(HERE / "axioms.toml", "rb") as file:
        return tomllib.load(file)


@cache
def definitions() -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """The metrics by their definitions, and the threshold choice methods by their parameters and laws."""
    with open(HERE / "definitions.toml", "rb") as file:
        found = tomllib.load(file)
    methods = {}
    for name, (parameters, law) in found["methods"].items():
        pairs = [p.partition("=") for p in parameters.replace(" ", "").split(",") if p]
        methods[name] = {
            "parameters": [p for p, _, _ in pairs],
            "defaults": [expression(d) for _, _, d in pairs if d],
            "law": expression(law),
        }
    return found["metrics"], methods


def instance(name: str, letters: Mapping[str, str]) -> Instance:
    """An axiom with its letters filled.

    >>> instance("hull_is_calibrated", {"g": "value**2"}).left[2][1]
    'E1'
    >>> instance("hull_is_calibrated", {"g": "s*value"})
    Traceback (most recent call last):
    workbench.recheck.language.Refused: hull_is_calibrated: s cannot stand in g, a function of value
    """
    entry = axioms().get(name)
    if entry is None:
        raise Refused(f"there is no axiom called {name}")
    kinds = entry.get("letters", {})
    if set(letters) != set(kinds):
        raise Refused(f"{name} has the letters {', '.join(kinds) or 'none'}, not {', '.join(letters) or 'none'}")
    try:
        return filled(
            kinds,
            letters,
            expression(entry["left"]),
            entry.get("relation", "=="),
            expression(entry["right"]),
            entry.get("given", ()),
            entry.get("for_all", ()),
            entry.get("positive", ()),
        )
    except Refused as reason:
        raise Refused(f"{name}: {reason}") from None


def filled(
    kinds: Mapping[str, str],
    letters: Mapping[str, str],
    left: Tree,
    sign: str,
    right: Tree,
    given: Any = (),
    for_all: Any = (),
    positive: Any = (),
) -> Instance:
    """A relation with its letters filled, each after its kind was looked at."""
    values = {x: letter(x, kinds[x], text) for x, text in letters.items()}

    def put(tree: Tree) -> Tree:
        return _filled(tree, kinds, values)

    words = tuple(g for g in given if g.isidentifier())
    shown = tuple(put(relation(g)) for g in given if not g.isidentifier())
    return Instance(
        put(left),
        sign,
        put(right),
        words,
        shown,
        tuple(put(relation(g)) for g in for_all),
        tuple(put(expression(g)) for g in positive),
    )


def letter(x: str, kind: str, text: str) -> Tree:
    """What a letter stands for, if that is of its kind."""
    tree = expression(text)
    if kind == "class":
        allowed = text in ("0", "1")
    elif kind == "whole number":
        allowed = tree[0] == "number" and tree[1].denominator == 1 and 1 <= tree[1] <= MAX_WHOLE
    elif kind == "condition":
        allowed = text in ("cost", "skew")
    elif kind == "rates":
        allowed = text in ("interpolated", "step", "nearest", "cutpoints")
    else:
        variables, at_score = _variables(kind)
        if kind.startswith("function of") and "value" in kind and _bound_value(tree):
            raise Refused(f"value stands in a mean or a loss in {x}")
        for name in sorted(free(tree)):
            if name in ("s", "c", "u", *AT_SCORE) and name not in variables and not (at_score and name in AT_SCORE):
                raise Refused(f"{name} cannot stand in {x}, a {kind}")
        allowed = not kind.endswith(" alone") or _alone(tree)
    if not allowed:
        raise Refused(f"{text} cannot stand for {x}, a {kind}")
    return tree


def _bound_value(tree: Any, inside: bool = False) -> bool:
    """Whether the formal variable of a function stands below what binds the variable that it is put for."""
    if not isinstance(tree, tuple):
        return False
    if tree == ("name", "value"):
        return inside
    binds = tree[:1] == ("call",) and tree[1] in {*BINDERS, "score", "rate", "mix", "density", "balanced"}
    return any(_bound_value(part, inside or binds) for part in tree)


def _variables(kind: str) -> tuple[set[str], bool]:
    """The bound variables that a kind of letter may mention, and whether it may mention ranks and shares."""
    known: dict[str, tuple[set[str], bool]] = {
        "expression": (set(), False),
        "number": (set(), False),
        "number alone": (set(), False),
        "function of value": (set(), False),
        "function of the score": ({"s"}, True),
        "function of the score and value": ({"s"}, True),
        "function of everything": ({"s", "c", "u"}, True),
        "threshold": ({"c", "u"}, False),
        "law": ({"c", "u"}, False),
        "rate": ({"c", "u"}, False),
        "function of value alone": (set(), False),
        "law of u": ({"u"}, False),
        "method": (set(), False),
        "method alone": (set(), False),
        "density": (set(), False),
        "density alone": (set(), False),
    }
    if kind not in known:
        raise Refused(f"{kind} is no kind of letter")
    return known[kind]


def free(tree: Tree) -> set[str]:
    """The names and functions at the score that no mean or loss binds.

    >>> sorted(free(expression("E0(s*t) + c")))
    ['c', 't']
    """
    if tree[0] == "name":
        return {tree[1]}
    if tree[0] == "call":
        inner = set().union(*(free(a) for a in tree[2]), *(free(a) for _, a in tree[3]), set())
        if tree[1] in AT_SCORE:
            return inner | {tree[1]} if "s" in inner else inner
        if tree[1] in ("score", "rate", "mix", "density"):
            return inner - {"c", "u"}
        if tree[1] in ("E0", "E1", "E"):
            return inner - {"s"} - AT_SCORE
        return inner - set(BINDERS.get(tree[1], ""))
    return set().union(*(free(part) for part in tree if isinstance(part, tuple)), set())


def _alone(tree: Tree) -> bool:
    """Whether nothing is mentioned but parameters, the operating condition, and words of methods and densities."""
    words = {"c", "u", "value", "score", "rate", "mix", "optimal", "uniform", "beta", "point", "density"}
    words |= {"min", "max", "abs", "sqrt", "exp", "log", "indicator", *definitions()[1]}
    return all(x in words or meaning.is_parameter(x) for x in _all_names(tree))


def _all_names(tree: Any) -> set[str]:
    if not isinstance(tree, tuple):
        return set()
    own = {tree[1]} if tree and tree[0] in ("name", "call") else set()
    return own.union(*(_all_names(part) for part in tree), set())


def _filled(tree: Tree, kinds: Mapping[str, str], values: Mapping[str, Tree]) -> Tree:
    digit = next((values[x][1] for x, kind in kinds.items() if kind == "class"), None)
    functions = {x: _formal(kind) for x, kind in kinds.items() if _formal(kind)}

    def change(part: Tree) -> Tree | None:
        if part[0] == "name":
            if digit is not None and part[1] == "pik":
                return ("name", f"pi{digit}")
            return None if part[1] in functions else values.get(part[1])
        if part[0] != "call":
            return None
        arguments = tuple(changed(a, change) for a in part[2])
        if part[1] in functions:
            (argument,) = arguments
            return with_names(values[part[1]], {functions[part[1]]: argument})
        function = f"{part[1][0]}{digit}" if digit is not None and part[1] in ("Ek", "Fk") else part[1]
        return ("call", function, arguments, tuple((k, changed(a, change)) for k, a in part[3]))

    return changed(tree, change)


def _formal(kind: str) -> str:
    """The variable in which a letter of a kind is a function; empty where it is used without argument."""
    return "value" if kind.startswith("function of ") and "value" in kind else ""


__all__ = ["Instance", "axioms", "definitions", "filled", "instance", "meaning"]
