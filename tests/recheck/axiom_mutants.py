"""Axioms changed in one place: a sign, a factor, a class, a comparison, a hypothesis or a kind of letter."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.recheck.axiom_instances import Tree
from tests.recheck.axiom_letters import RATES, Entry, outcome, trial
from workbench.recheck.language import Refused, expression

TRIES = 250

NAMES = {
    "pi0": ("pi1",),
    "pi1": ("pi0",),
    "pik": ("pi0", "pi1"),
    "AUC": ("AUCH", "1 - AUC"),
    "AUCH": ("AUC", "1 - AUCH"),
    "KS": ("MER", "1 - KS"),
    "MER": ("RLH", "1 - MER"),
    "RLH": ("RL", "MER"),
    "H": ("H - 1/100", "1 - H", "AUC"),
    "n": ("n0", "n + 1"),
    "j": ("j + 1",),
    "k": ("1 - k",),
    "T": ("u", "1 - T"),
    "u": ("c", "u**2"),
    "x": ("y", "-x"),
    "y": ("x", "-y"),
    "a": ("b",),
    "b": ("a", "1 - b"),
    "q": ("1 - q",),
    "r": ("1 - r",),
    "A": ("B",),
    "B": ("A",),
    "optimal": ("score_driven", "rate_driven"),
    "rate_uniform": ("rate_driven", "score_uniform"),
}
CALLS = {
    "E0": ("E1", "E"),
    "E1": ("E0", "E"),
    "E": ("E0", "E1"),
    "Ek": ("E", "E0"),
    "F0": ("F1", "R"),
    "F1": ("F0", "R"),
    "R": ("F0", "F1"),
    "Fk": ("R", "F1"),
    "pav": ("posterior",),
    "posterior": ("pav",),
    "Qc": ("Qz",),
    "Qz": ("Qc",),
    "min": ("max",),
    "max": ("min",),
    "error": ("macro_error",),
    "macro_error": ("error",),
    "score": ("rate",),
    "rate": ("score", "fpr"),
    "fpr": ("tpr", "rate"),
    "tpr": ("fpr", "rate"),
}
WITHOUT = ("sqrt", "exp", "log", "balanced", "threshold_at", "g", "h")
WIDER = {
    "function of value": ("function of the score and value",),
    "function of value alone": ("function of value",),
    "function of the score and value alone": ("function of the score and value",),
    "expression": ("function of the score",),
    "threshold": ("function of the score",),
    "law": ("function of everything",),
    "law of u": ("law",),
    "method alone": ("method",),
    "method of ranks alone": ("method alone",),
    "strictly increasing function of value": ("function of value alone",),
    "density alone": ("density",),
}


@dataclass(frozen=True)
class Mutant:
    """An axiom with a change, said in words."""

    axiom: str
    change: str
    entry: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.axiom}: {self.change}"


def mutants(axiom: str, entry: Entry) -> Iterator[Mutant]:
    """Each change of an axiom in one place."""
    relation = entry.get("relation", "==")
    whole = {**entry, "left": expression(entry["left"]), "right": expression(entry["right"])}
    for side in ("left", "right"):
        times: Counter[str] = Counter()
        for what, tree in changed(whole[side]):
            times[what] += 1
            again = f" ({times[what]})" if times[what] > 1 else ""
            yield Mutant(axiom, f"{side}, {what}{again}", {**whole, side: tree})
    more = ("*", ("number", Fraction(101, 100)), whole["left"])
    yield Mutant(axiom, "left times 101/100", {**whole, "left": more})
    if relation == "<=":
        yield Mutant(axiom, "sides exchanged", {**whole, "left": whole["right"], "right": whole["left"]})
        yield Mutant(axiom, "== for <=", {**whole, "relation": "=="})
    for key in ("given", "for_all"):
        for i, dropped in enumerate(entry.get(key, ())):
            rest = [x for j, x in enumerate(entry[key]) if j != i]
            yield Mutant(axiom, f"{dropped} dropped", {**whole, key: rest})
    for x, kind in entry.get("letters", {}).items():
        for wider in WIDER.get(kind, ()):
            yield Mutant(axiom, f"{x} a {wider}", {**whole, "letters": {**entry["letters"], x: wider}})


def changed(tree: Tree) -> Iterator[tuple[str, Tree]]:
    """The tree with one of its parts changed, and which."""
    yield from _changed_here(tree)
    if tree[0] == "call":
        for i, part in enumerate(tree[2]):
            for what, new in changed(part):
                yield what, ("call", tree[1], (*tree[2][:i], new, *tree[2][i + 1 :]), tree[3])
        return
    if tree[0] in ("name", "number"):
        return
    for i, part in enumerate(tree):
        if isinstance(part, tuple):
            for what, new in changed(part):
                yield what, (*tree[:i], new, *tree[i + 1 :])


def _changed_here(tree: Tree) -> Iterator[tuple[str, Tree]]:
    kind = tree[0]
    if kind == "number":
        yield f"{tree[1]} + 1", ("number", tree[1] + 1)
        if tree[1] not in (0, 1):
            yield f"half of {tree[1]}", ("number", tree[1] / 2)
    elif kind == "name":
        for other in NAMES.get(tree[1], ()):
            yield f"{other} for {tree[1]}", expression(other)
    elif kind == "negative":
        yield "no minus", tree[1]
    elif kind in ("+", "-", "*", "/"):
        others = {"+": "-", "-": "+", "*": "+", "/": "*"}
        yield f"{others[kind]} for {kind}", (others[kind], *tree[1:])
        if kind != "/":
            yield f"nothing after {kind}", tree[1]
            yield f"nothing before {kind}", tree[2] if kind != "-" else ("negative", tree[2])
    elif kind == "**":
        yield "no power", tree[1]
    elif kind == "relation":
        other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[tree[1]]
        yield f"{other} for {tree[1]}", ("relation", other, *tree[2:])
        yield f"{tree[1]} turned", ("relation", tree[1], tree[3], tree[2])
    elif kind == "call":
        yield from _other_calls(tree)


def _other_calls(tree: Tree) -> Iterator[tuple[str, Tree]]:
    _, function, arguments, keywords = tree
    for other in CALLS.get(function, ()):
        yield f"{other} for {function}", ("call", other, arguments, keywords)
    if function in WITHOUT:
        yield f"no {function}", arguments[0]
    if function == "Ec" and len(arguments) > 1:
        yield "no density", ("call", "Ec", arguments[:1], ())
    if function in ("h_measure", "beta", "Qc", "Qz"):
        yield f"{function} with its arguments exchanged", ("call", function, arguments[::-1], ())
    if function == "least_loss":
        yield "a fixed threshold", ("call", "Qc", (("number", Fraction(1, 2)), *arguments), ())
    if function == "loss":
        for i, (key, value) in enumerate(keywords):
            rest = (*keywords[:i], *keywords[i + 1 :])
            yield f"no {key}", ("call", "loss", arguments, rest)
            for word in RATES if key == "rates" and value[1] in RATES else ():
                if word != value[1]:
                    yield f"{word} rates", ("call", "loss", arguments, (*rest, ("rates", ("name", word))))
        if not any(key == "condition" for key, _ in keywords):
            skew = (*keywords, ("condition", ("name", "skew")))
            yield "skews", ("call", "loss", arguments, skew)


@dataclass(frozen=True)
class Attacked:
    """What an attack on a mutant found: an instance that is false, or how many were seen to be true."""

    mutant: Mutant
    wrong: str | None
    seen: int


def attacked(mutant: Mutant, tries: int = TRIES) -> Attacked:
    """Random instances of a mutant until one is false."""
    rng, seen = random.Random(mutant.name), 0
    for _ in range(tries):
        try:
            found = outcome(trial(mutant.axiom, mutant.entry, rng, 4))
        except (Refused, KeyError):
            continue
        seen += found.seen
        if found.wrong:
            return Attacked(mutant, found.wrong, seen)
    return Attacked(mutant, None, seen)
