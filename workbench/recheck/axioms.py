"""Axioms, read from their file, and theorems: their letters filled, each with what its kind allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.recheck.language import Tree, changed, expression, need, parsed, parts, with_names
from workbench.recheck.meaning import WORDS, is_parameter, table

_EXAMPLE, _CONDITION = {"s"}, {"c", "u"}
BINDERS = dict.fromkeys(("E0", "E1", "E", "scored"), _EXAMPLE) | {"loss": _EXAMPLE | _CONDITION}
BINDERS |= dict.fromkeys(("Ec", "score", "rate", "fpr", "tpr", "mix", "density"), _CONDITION)
ALONE = {"s", "c", "u", "value", "score", "rate", "fpr", "tpr", "mix", "optimal", "uniform", "beta", "point", "density"}
ALONE |= {"any", "min", "max", "abs", "sqrt", "exp", "log", "indicator", *table("definitions")["methods"]}
BY_SCORE = {name for name in ALONE if name.startswith("score")}
CLASSES = {"class": ("0", "1"), "class or both": ("0", "1", "both")}
KINDS = {x: set[str]() for x in ("expression", "function of value", "method", "method of ranks", "density")}
KINDS |= dict.fromkeys(("threshold", "law", "rate"), _CONDITION) | {"law of u": {"u"}}  # who moves with what
KINDS |= dict.fromkeys(("function of the score", "function of the score and value"), _EXAMPLE)
KINDS |= {"function of everything": _EXAMPLE | _CONDITION}


@dataclass(frozen=True)
class Theorem:
    """``left relation right``, whatever its letters stand for, where what is ``given`` holds.

    ``positive``: what is positive, too; ``shapes`` of Beta in it.
    """

    letters: Mapping[str, str]
    left: Tree
    relation: str
    right: Tree
    given: tuple[Tree, ...] = ()
    positive: tuple[Tree, ...] = ()
    shapes: frozenset[str] = frozenset()

    def filled(self, letters: Mapping[str, str], own: Mapping[str, str]) -> Theorem:
        """The same with its letters filled, each after its kind was looked at; ``own``: the letters of who cites it."""
        kinds = self.letters
        need(letters.keys() == kinds.keys(), f"the letters are {', '.join(kinds)}, not {', '.join(letters)}")
        values = {x: letter(x, kinds[x], text, own) for x, text in letters.items()}
        digit = next((str(values[x][1]) for x, kind in kinds.items() if kind in CLASSES), "k").replace("both", "")
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

        left, right = changed(self.left, change), changed(self.right, change)
        given, positive = (tuple(changed(x, change) for x in trees) for trees in (self.given, self.positive))
        return replace(self, left=left, right=right, given=given, positive=positive)


def axiom(name: str) -> Theorem:
    """An axiom with its letters.

    >>> axiom("hull_is_calibrated").filled({"g": "value**2"}, {}).left[2][1]
    'E1'
    >>> axiom("hull_is_calibrated").filled({"g": "s*value"}, {})
    Traceback (most recent call last):
    workbench.recheck.language.Refused: s cannot stand in g, a function of value
    """
    need(name in table("axioms"), f"there is no axiom called {name}")
    return of_entry(table("axioms")[name])


def of_entry(entry: Mapping[str, Any]) -> Theorem:
    """What an entry of the file of axioms says."""
    given, for_all, positive = (tuple(map(parsed, entry.get(x, ()))) for x in ("given", "for_all", "positive"))
    given += tuple(("for all", "rank", x) for x in for_all)
    left, right = expression(entry["left"]), expression(entry["right"])
    return Theorem(entry.get("letters", {}), left, entry.get("relation", "=="), right, given, positive)


def letter(x: str, kind: str, text: str, own: Mapping[str, str]) -> Tree:
    """What a letter stands for, if that is of its kind."""
    tree, (plain, _, rest), article = expression(text), kind.partition(" alone"), "an" if kind[0] in "aeio" else "a"
    if kind in CLASSES or kind in WORDS:
        allowed = text in {**CLASSES, **WORDS}[kind]
    elif kind in ("increasing function of the score", "strictly increasing function of value"):
        allowed = _rises(tree, "s") > 0 if "score" in kind else _rises(tree, "value") > 1 and "s" not in free(tree)
    elif kind == "whole number":
        allowed = tree[0] == "number" and tree[1].denominator == 1 and 1 <= tree[1] <= 100
    else:
        need(plain in KINDS and not rest, f"{kind} is no kind of letter")
        bad = sorted(free(tree) & (_EXAMPLE | _CONDITION) - KINDS[plain])
        need(not bad, f"{', '.join(bad)} cannot stand in {x}, {article} {kind}")
        calls = [part for part in parts(tree) if part[:1] == ("call",)]
        bound = [part for part in calls if _plain(part) in {*BINDERS, "balanced"} and ("name", "value") in parts(part)]
        need(not bound, f"value stands in a mean or a loss in {x}")
        names = {part[1] for part in parts(tree) if part[:1] == ("name",)} | {part[1] for part in calls}
        known = {name for name in names if (own.get(name) == kind if name in own else is_parameter(name))}
        allowed = plain == kind or names <= known | (ALONE - BY_SCORE if plain == "method of ranks" else ALONE)
    need(allowed, f"{text} cannot stand for {x}, {article} {kind}")
    return tree


def _rises(tree: Tree, x: str) -> int:
    """2 if an expression is seen to increase strictly with x, 1 if it is seen not to decrease, and 0 otherwise.

    It is made of x, F0(s), F1(s), R(s), pav(s) and numbers, none of which is negative."""
    match tree:
        case ("name", name) if name == x:
            return 2
        case ("*", first, ("number", q)) | ("*", ("number", q), first) | ("**" | "/", first, ("number", q)) if q > 0:
            return _rises(first, x)
        case ("number", _) | ("call", "F0" | "F1" | "R" | "pav", (("name", "s"),), ()):
            return 1
        case ("+" | "*" as sign, *both):
            least, most = sorted(_rises(each, x) for each in both)
            return most if least and sign == "+" else least
        case ("call", "min" | "max" | "sqrt", each, ()):
            return min(_rises(a, x) for a in each)
        case ("call", "indicator", (("relation", "<" | "<=", low, high),), ()):
            return int(not free(low) & {"T", x, *_EXAMPLE, *_CONDITION} and _rises(high, x) > 0)
    return 0


def free(tree: Tree) -> set[str]:
    """The names that no mean or loss binds; T stands for a law, an expression in c and u.

    >>> sorted(free(expression("E0(s*t) + c")))
    ['c', 't']
    """
    if tree[0] == "name":
        return {"T", *_CONDITION} if tree[1] == "T" else {tree[1]}
    inner = (*tree[2], *(a for _, a in tree[3])) if tree[0] == "call" else tree[1:]
    found = set[str]().union(*(free(part) for part in inner if isinstance(part, tuple)))
    return found - (BINDERS.get(_plain(tree), set()) if tree[0] == "call" else set())


def _plain(call: Tree) -> str:
    """What is called, of whichever score function it is."""
    return str(call[1]).rpartition(".")[2]
