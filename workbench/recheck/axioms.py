"""Axioms: read from their file, their letters filled, each with what its kind allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.recheck.language import Tree, changed, expression, need, parts, relation, with_names
from workbench.recheck.meaning import WORDS, is_parameter, table

MAX_WHOLE = 100
AT_SCORE = {"F0", "F1", "R", "posterior", "pav"}
_EXAMPLE, _CONDITION = {"s", *AT_SCORE}, {"c", "u"}
BINDERS = dict.fromkeys(("E0", "E1", "E"), _EXAMPLE)
BINDERS |= dict.fromkeys(("Ec", "loss", "score", "rate", "mix", "density"), _CONDITION)
ALONE = {"c", "u", "value", "score", "rate", "mix", "optimal", "uniform", "beta", "point", "density"}
ALONE |= {"min", "max", "abs", "sqrt", "exp", "log", "indicator", *table("definitions")["methods"]}
KINDS = {
    x: set[str]() for x in ("expression", "number", "function of value", "method", "density")
}  # who moves with what
KINDS |= dict.fromkeys(("threshold", "law", "rate"), _CONDITION) | {"law of u": {"u"}}
KINDS |= dict.fromkeys(("function of the score", "function of the score and value"), _EXAMPLE)
KINDS |= {"function of everything": _EXAMPLE | _CONDITION}


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


def axioms() -> dict[str, dict[str, Any]]:
    """The axioms by name."""
    return table("axioms")


def instance(name: str, letters: Mapping[str, str], own: Mapping[str, str] | None = None) -> Instance:
    """An axiom with its letters filled; ``own``: the letters of the document that cites it.

    >>> instance("hull_is_calibrated", {"g": "value**2"}).left[2][1]
    'E1'
    >>> instance("hull_is_calibrated", {"g": "s*value"})
    Traceback (most recent call last):
    workbench.recheck.language.Refused: s cannot stand in g, a function of value
    """
    need(name in axioms(), f"there is no axiom called {name}")
    entry = axioms()[name]
    sides = expression(entry["left"]), entry.get("relation", "=="), expression(entry["right"])
    hypotheses = (entry.get(x, ()) for x in ("given", "for_all", "positive"))
    return filled(entry.get("letters", {}), letters, own or {}, *sides, *hypotheses)


def filled(
    kinds: Mapping[str, str],
    letters: Mapping[str, str],
    own: Mapping[str, str],
    left: Tree,
    sign: str,
    right: Tree,
    *more: Iterable[str],
) -> Instance:
    """A relation with its letters filled, each after its kind was looked at; ``more``: given, for_all, positive."""
    need(
        set(letters) == set(kinds), f"the letters are {', '.join(kinds) or 'none'}, not {', '.join(letters) or 'none'}"
    )
    values = {x: letter(x, kinds[x], text, own) for x, text in letters.items()}
    digit = next((str(values[x][1]) for x, kind in kinds.items() if kind == "class"), "k")
    classes = {f"{f}k": f"{f}{digit}" for f in ("E", "F", "pi")}

    def change(part: Tree) -> Tree | None:
        kind, word, *rest = part
        if kind == "name" and not (word in values and "value" in kinds[word]):
            return values.get(word) or ("name", classes.get(word, word))
        if kind != "call":
            return None
        arguments = tuple(changed(a, change) for a in rest[0])
        if word in values and "value" in kinds[word]:
            (argument,) = arguments
            return with_names(values[word], {"value": argument})
        return ("call", classes.get(word, word), arguments, tuple((k, changed(a, change)) for k, a in rest[1]))

    given, for_all, positive = (*more, (), (), ())[:3]
    shown, every = ([relation(g) for g in each if not g.isidentifier()] for each in (given, for_all))
    trees = [tuple(changed(tree, change) for tree in each) for each in (shown, every, map(expression, positive))]
    words = tuple(g for g in given if g.isidentifier())
    return Instance(changed(left, change), sign, changed(right, change), words, *trees)


def letter(x: str, kind: str, text: str, own: Mapping[str, str]) -> Tree:
    """What a letter stands for, if that is of its kind."""
    tree, (plain, _, rest) = expression(text), kind.partition(" alone")
    if kind in ("class", *WORDS):
        allowed = text in {"class": ("0", "1"), **WORDS}[kind]
    elif kind == "whole number":
        allowed = tree[0] == "number" and tree[1].denominator == 1 and 1 <= tree[1] <= MAX_WHOLE
    else:
        need(plain in KINDS and not rest, f"{kind} is no kind of letter")
        for name in sorted(free(tree) & (_EXAMPLE | _CONDITION) - KINDS[plain]):
            need(False, f"{name} cannot stand in {x}, a {kind}")
        calls = [part for part in parts(tree) if part[:1] == ("call",)]
        bound = [part for part in calls if part[1] in {*BINDERS, "balanced"} and ("name", "value") in parts(part)]
        need(not bound, f"value stands in a mean or a loss in {x}")
        names = {part[1] for part in parts(tree) if part[:1] == ("name",)} | {part[1] for part in calls}
        allowed = plain == kind or all(
            own.get(name, kind) == kind and (name in ALONE or is_parameter(name)) for name in names
        )
    need(allowed, f"{text} cannot stand for {x}, a {kind}")
    return tree


def free(tree: Tree) -> set[str]:
    """The names and functions at the score that no mean or loss binds; T stands for a law, an expression in c and u.

    >>> sorted(free(expression("E0(s*t) + c")))
    ['c', 't']
    """
    if tree[0] == "name":
        return {"T", *_CONDITION} if tree[1] == "T" else {tree[1]}
    inner = (*tree[2], *(a for _, a in tree[3])) if tree[0] == "call" else tree[1:]
    found = set[str]().union(*(free(part) for part in inner if isinstance(part, tuple)))
    own = {tree[1]} if tree[0] == "call" and tree[1] in AT_SCORE and "s" in found else set[str]()
    return (found | own) - (BINDERS.get(tree[1], set()) if tree[0] == "call" else set())
