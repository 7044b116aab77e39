"""What a document says before its steps, in words that the reader knows: what is given, and what its letters are."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from sympy import Basic, Expr, S, Symbol

from workbench.language import statements
from workbench.language.syntax import Method, Name, Node, Statement, names, rebuilt
from workbench.methods import CATALOGUE
from workbench.symbolic import assumptions, rules
from workbench.symbolic.notation import (
    ANY,
    SKEW,
    UNIFORM,
    Balanced,
    ClassRateMethod,
    Clip,
    ConditionMean,
    ExpectedLoss,
    RateMethod,
    ThresholdAtRate,
    UniformDensity,
    Width,
    tau,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Theorem
from workbench.words import IN_UNIT_INTERVAL

_WORDS = {
    assumptions.CALIBRATED: "calibrated",
    assumptions.EVENLY_SPACED: "evenly_spaced",
    assumptions.EVEN_SCORES: "even_scores",
    assumptions.NO_TIES: "no_ties",
    assumptions.MATCHED: "matched",
    assumptions.UNIFORM_RATE: "uniform_rate",
    rules.EQUAL_CLASSES: "pi0 == 1/2",
}


@cache
def _known_to_reader() -> tuple[frozenset[str], frozenset[str]]:
    """The metrics and the threshold choice methods that the reader knows by name."""
    found = tomllib.loads((files("workbench.recheck") / "definitions.toml").read_text("utf-8"))
    return frozenset(found["metrics"]), frozenset(found["methods"])


def spoken(statement: Statement) -> Statement:
    """A statement in words that the reader knows.

    Other methods stand there by their laws, other metrics by their definitions.

    >>> str(spoken(statements.parse_statement("loss(score_driven) == BS")))
    'loss(score_driven) == BS'
    """
    given = tuple(replace(a, sides=tuple(map(_spoken, a.sides))) if a.sides else a for a in statement.given)
    return replace(statement, left=_spoken(statement.left), right=_spoken(statement.right), given=given)


def refuse_unfollowed(*nodes: Node) -> None:
    """`Untranslatable` where a metric is named whose definition no proof can follow; the message says which."""
    for name in sorted(frozenset().union(*map(names, nodes))):
        definition = statements.definition(name)
        if definition is not None:
            refuse_unfollowed(definition)
            rules.unfold(name)


def _spoken(node: Any) -> Any:
    metrics, methods = _known_to_reader()
    if isinstance(node, Method) and node.name in CATALOGUE and node.name not in {*methods, "optimal"}:
        return _spoken(statements.law(node))
    definition = statements.definition(node.name) if isinstance(node, Name) and node.name not in metrics else None
    if definition is not None:
        return _spoken(definition)
    return rebuilt(node, _spoken)


def renamed(theorem: Theorem) -> dict[Basic, Basic]:
    """What is written otherwise in the document of a theorem than in its lines."""
    put: dict[Basic, Basic] = {ANY: UNIFORM} if rules.UNIFORM_COST in theorem.given else {}
    for density in theorem.left.atoms(UniformDensity):
        low, high = density.args  # letters, if they are any, are said to be in order and in [0, 1]
        put |= {Clip(S.Zero, low, high): low, Clip(S.One, low, high): high} if density.free_symbols else {}
    return put | _letters_renamed([theorem.left, *(step.gives for step in theorem.proof)])


def _letters_renamed(lines: Sequence[Expr]) -> dict[Basic, Basic]:
    """Letters that mean something else in a document, or are too long there, as other ones."""
    free = {x.name: x for x in _free(lines)}
    if "c" in free and any(line.has(ConditionMean, ExpectedLoss) for line in lines):
        return {}
    others = {"c": Symbol("b", nonnegative=True), "eta": Symbol("y", real=True)}
    return {free[name]: other for name, other in others.items() if name in free}


def given(hypotheses: Iterable[rules.Hypothesis], lines: Sequence[Expr]) -> list[str]:
    """What is given: the hypotheses of a theorem, and what its letters are."""
    found = [word for h in sorted(hypotheses, key=str) if (word := _word(h))]
    found += [word for x in sorted(_free(lines), key=str) for word in _known_of(x)]
    found += [f"{plain(w.args[1])} > {plain(w.args[0])}" for w in sorted(_widths(lines), key=str)]
    return found + _uniform_ends(lines)


def _free(lines: Sequence[Expr]) -> set[Symbol]:
    return set().union(*(line.free_symbols for line in lines))


def _uniform_ends(lines: Sequence[Expr]) -> list[str]:
    """What is said of the ends of uniform densities that are letters."""
    found: list[str] = []
    for density in sorted(set().union(*(line.atoms(UniformDensity) for line in lines)), key=str):
        low, high = density.args
        if density.free_symbols:
            found += [f"{plain(low)} >= 0", f"{plain(high)} > {plain(low)}", f"{plain(high)} <= 1"]
    return found


def _widths(lines: Sequence[Expr]) -> set[Width]:
    return set().union(*(line.atoms(Width) for line in lines))


def _known_of(x: Symbol) -> list[str]:
    """What is said of a letter by its symbol, beyond what is always so."""
    if x == Symbol("b", nonnegative=True):
        return ["b >= 0", "b <= 1"]
    if x.name in statements.quantities() or x.name in IN_UNIT_INTERVAL | {"s", "c", "u", "z"}:
        return []
    cut = ["e < 1/2"] if x.name == "e" and x.is_positive else []
    return [f"{x} > 0", *cut] if x.is_positive else []


def _word(hypothesis: rules.Hypothesis) -> str | None:
    """How a document says a hypothesis; None for what is always so there."""
    share = assumptions.share_given(hypothesis)
    return f"pi0 == {share}" if share is not None else _WORDS.get(hypothesis)


def letters(lines: Sequence[Expr]) -> dict[str, str]:
    """The letters of a theorem: an arbitrary law or rate T, an arbitrary density w."""
    found: dict[str, str] = {}
    if any(line.has(tau) for line in lines):
        rates = {e for line in lines for e in line.atoms(RateMethod, ClassRateMethod, ThresholdAtRate) if e.has(tau)}
        found["T"] = "rate" if rates else "law"
    if any(line.has(type(ANY)) for line in lines):
        skews = any(line.has(Balanced) or any(e.args[2] == SKEW for e in line.atoms(ExpectedLoss)) for line in lines)
        found["w"] = "density alone" if skews else "density"
    return found
