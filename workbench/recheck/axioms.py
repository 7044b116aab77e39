"""Axioms: read from their file, their letters filled, each with what its kind allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.recheck.language import Refused, Tree, changed, expression, parts, relation, with_names, words
from workbench.recheck.meaning import WORDS, is_parameter, table

MAX_WHOLE = 100
AT_SCORE = {"F0", "F1", "R", "posterior", "pav"}
_EXAMPLE, _CONDITION = {"s", *AT_SCORE}, {"c", "u"}
BINDERS = {"E0": _EXAMPLE, "E1": _EXAMPLE, "E": _EXAMPLE, "Ec": _CONDITION, "loss": _CONDITION}
BINDERS |= {"score": _CONDITION, "rate": _CONDITION, "mix": _CONDITION, "density": _CONDITION}
ALONE = {"c", "u", "value", "score", "rate", "mix", "optimal", "uniform", "beta", "point", "density"}
ALONE |= {"min", "max", "abs", "sqrt", "exp", "log", "indicator", *table("definitions")["methods"]}
KINDS: dict[str, set[str]] = {
    **{kind: set() for kind in ("expression", "number", "function of value", "method", "density")},
    "function of the score": _EXAMPLE,
    "function of the score and value": _EXAMPLE,
    "function of everything": _EXAMPLE | _CONDITION,
    "threshold": _CONDITION,
    "law": _CONDITION,
    "rate": _CONDITION,
    "law of u": {"u"},
}  # the variables that a letter of some kind may move with


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
    kinds, sides = entry.get("letters", {}), (expression(entry[side]) for side in ("left", "right"))
    if set(letters) != set(kinds):
        raise Refused(f"{name} has the letters {', '.join(kinds) or 'none'}, not {', '.join(letters) or 'none'}")
    more = {key: entry.get(key, ()) for key in ("given", "for_all", "positive")}
    try:
        left, right = sides
        return filled(kinds, letters, left, entry.get("relation", "=="), right, **more)
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
    digit = next((str(values[x][1]) for x, kind in kinds.items() if kind == "class"), "k")
    classes = {f"{f}k": f"{f}{digit}" for f in ("E", "F", "pi")}

    def change(part: Tree) -> Tree | None:
        kind, word, *rest = part
        if kind == "name":
            other = ("name", classes[word]) if word in classes else None
            return values[word] if word in values and "value" not in kinds[word] else other
        if kind != "call":
            return None
        arguments = tuple(changed(a, change) for a in rest[0])
        if word in values and "value" in kinds[word]:
            (argument,) = arguments
            return with_names(values[word], {"value": argument})
        return ("call", classes.get(word, word), arguments, tuple((k, changed(a, change)) for k, a in rest[1]))

    shown, every = ([relation(g) for g in each if not g.isidentifier()] for each in (given, for_all))
    sides = [tuple(changed(tree, change) for tree in each) for each in (shown, every, map(expression, positive))]
    return Instance(
        changed(left, change), sign, changed(right, change), tuple(g for g in given if g.isidentifier()), *sides
    )


def letter(x: str, kind: str, text: str) -> Tree:
    """What a letter stands for, if that is of its kind."""
    tree = expression(text)
    plain, _, only = kind.partition(" alone")
    if kind in ("class", *WORDS):
        allowed = text in {"class": ("0", "1"), **WORDS}[kind]
    elif kind == "whole number":
        allowed = tree[0] == "number" and tree[1].denominator == 1 and 1 <= tree[1] <= MAX_WHOLE
    elif plain not in KINDS or only:
        raise Refused(f"{kind} is no kind of letter")
    else:
        for name in sorted(free(tree) & {"s", "c", "u", *AT_SCORE} - KINDS[plain]):
            raise Refused(f"{name} cannot stand in {x}, a {kind}")
        for part in parts(tree):
            if part[:1] == ("call",) and part[1] in {*BINDERS, "balanced"} and ("name", "value") in parts(part):
                raise Refused(f"value stands in a mean or a loss in {x}")
        allowed = plain == kind or all(name in ALONE or is_parameter(name) for name in words(tree))
    if not allowed:
        raise Refused(f"{text} cannot stand for {x}, a {kind}")
    return tree


def free(tree: Tree) -> set[str]:
    """The names and functions at the score that no mean or loss binds.

    >>> sorted(free(expression("E0(s*t) + c")))
    ['c', 't']
    """
    if tree[0] == "name":
        return {"T", *_CONDITION} if tree[1] == "T" else {tree[1]}  # T is a law, where it is anything
    inner = (*tree[2], *(a for _, a in tree[3])) if tree[0] == "call" else tree[1:]
    found = set[str]().union(*(free(part) for part in inner if isinstance(part, tuple)))
    if tree[0] == "call" and tree[1] in AT_SCORE and "s" in found:
        found.add(tree[1])
    return found - BINDERS.get(tree[1], set()) if tree[0] == "call" else found
