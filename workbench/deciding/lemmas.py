"""What a proof leans on, told with its own steps where it is all there is to show.

A bound after which nothing is left says the claim itself, or all of it but a factor: a reader who is told no more than
that it holds learns nothing. A fact that is the claim is told by its steps in its place, and what is shown apart, or is
a fact about something else, comes first with its proof.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeAlias

from sympy import Add, Expr, expand

from workbench.deciding import readings
from workbench.deciding.assumption_moves import granted
from workbench.deciding.bounds import Bound, Claim, Reason, of_difference
from workbench.deciding.domain import Domain
from workbench.deciding.fact import Fact
from workbench.deciding.inequality import Inequality, Lemma
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import Before, Ending
from workbench.language.statements import parse_statement
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic.notation import Operator
from workbench.symbolic.proof import Theorem
from workbench.symbolic.translation import in_words

Parts: TypeAlias = "Sequence[Theorem | Inequality | Lemma]"
DEPTH = 3
"""How many lemmas deep a proof is told."""


def with_lemmas(parts: Parts) -> list[Theorem | Inequality | Lemma]:
    """The parts of a proof with those of the lemmas that say all of a claim, each before what leans on it.

    >>> from workbench.deciding.decide import prove
    >>> [part.says for part in with_lemmas(prove("pi0*RL <= pi0*BS").proof) if isinstance(part, Lemma)]
    ['0 <= BS - RL']
    """
    found: dict[str, Lemma] = {}
    told: list[Theorem | Inequality | Lemma] = []
    for part in parts:
        if isinstance(part, Lemma):
            inner = tuple(_told(x, found, DEPTH) for x in part.parts)
            told += [*found.values(), replace(part, parts=inner)]
            found = {}
        else:
            told.append(_told(part, found, DEPTH))
    lemmas = [part for part in told if isinstance(part, Lemma)]
    return [*lemmas, *found.values(), *(part for part in told if not isinstance(part, Lemma))]


def _told(part: Theorem | Inequality, found: dict[str, Lemma], depth: int) -> Theorem | Inequality:
    """A part of a proof, what it leans on being put among what is ``found``."""
    if isinstance(part, Theorem) or not depth:
        return part
    part = _by_own_steps(part)
    for bound in (bound for case in part.cases for bound in case.bounds):
        for said, reason in _all_there_is(bound):
            proof = None if said in found else _proof(reason, part.claim)
            if proof is not None:
                found[said] = Lemma(said, (_told(proof, found, depth - 1),))
    for fact in _facts(part):
        if fact_in_words(fact) not in found and not fact.axiom:
            found[fact_in_words(fact)] = Lemma(fact_in_words(fact), (_told(of_fact(fact), found, depth - 1),))
    return part


def _by_own_steps(part: Inequality) -> Inequality:
    """A proof by a fact that says the claim itself, by the steps of this fact."""
    (case, *others) = part.cases
    facts = [reason.fact for bound in case.bounds for _, reason in bound.reasons]
    if others or len(facts) != 1 or facts[0] is None or facts[0].axiom or part.divisor or part.above:
        return part
    if case.bounds[0].gives != 0 or expand(part.gap - of_difference(facts[0])) != 0:
        return part
    return replace(of_fact(facts[0]), claim=part.claim)


def _all_there_is(bound: Bound) -> Iterator[tuple[str, Reason]]:
    """The reason of a bound after which nothing is left, and what it says, where that has a proof of its own."""
    if bound.gives != 0 or len(bound.reasons) != 1:
        return
    ((_, reason),) = bound.reasons
    if reason.fact is not None and not reason.fact.axiom:
        yield fact_in_words(reason.fact), reason
    elif reason.shown and not reason.axiom and _tells_more(reason.shown[0]):
        yield apart_in_words(reason), reason


def _tells_more(e: Expr) -> bool:
    """Whether that an expression is not negative is more than that a figure or a mean is not."""
    return isinstance(e, Add) and _is_about_figures(e)


def _is_about_figures(e: Expr) -> bool:
    return bool(e.atoms(Operator)) or any(v.name in METRICS for v in e.free_symbols)


def _proof(reason: Reason, claim: Claim) -> Inequality | None:
    if reason.fact is not None:
        return of_fact(reason.fact)
    assumed = claim.assumed
    if reason.alone:
        assumed = tuple(a for a in assumed if not a.sides)
    about = (claim.domain, tuple(claim.given), assumed)
    if reason.balanced is not None:
        about = (claim.domain.assuming(reason.balanced), tuple(granted(reason.balanced)), reason.balanced)
    return _found(reason.shown[0], *about)


@lru_cache(maxsize=256)
def _found(e: Expr, domain: Domain, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Inequality | None:
    from workbench.deciding.inequalities import prove_positive

    found = prove_positive(e, domain=domain, given=given, assumed=assumed)
    return found if isinstance(found, Inequality) else None


def apart_in_words(reason: Reason) -> str:
    """What is shown apart, in the statement language, and what is given for it alone."""
    given = ", ".join(map(str, reason.balanced or ()))
    return f"0 <= {in_words(reason.shown[0])}" + f" given {given}" * bool(given)


def fact_in_words(fact: Fact) -> str:
    """A fact in the statement language."""
    return str(parse_statement(str(fact)))


@lru_cache(maxsize=256)
def of_fact(fact: Fact) -> Inequality:
    """The proof of a fact that follows from axioms.

    >>> from workbench.deciding import facts
    >>> [str(line.gives) for line in of_fact(facts.hull_area).cases[0].ending.before]
    ['1/2 - AUC/2']
    """
    from workbench.deciding import supporting_planes

    before = tuple(
        Before(readings.parsed(line), uses, why, ">=" if any(map(_is_bound, uses)) else "==")
        for line, why, uses in fact.steps
    )
    domain = Domain(calibrated=fact.given == "calibrated" and "(s)" in fact.steps[-1][0])
    try:
        ending: Ending = readings.ending(before[-1].gives, domain)
    except NotDecided:
        ending = supporting_planes.ending(before[-1].gives, domain)
    ending = replace(ending, before=(*before, *ending.before))
    return Inequality.of(of_difference(fact), Claim(domain=domain), (), ending)


def _is_bound(use: dict[str, Any]) -> bool:
    """Whether an entry of a document says that something is no less than something else, not that both are equal."""
    return "fact" in use or use.get("axiom") in _bounds()


@lru_cache(maxsize=1)
def _bounds() -> frozenset[str]:
    read = tomllib.loads((files("workbench.recheck") / "axioms.toml").read_text("utf-8"))
    return frozenset(name for name, entry in read.items() if entry.get("relation") == "<=")


def _facts(part: Inequality) -> Iterator[Fact]:
    """The facts that the last lines of a proof lean on."""
    for case in part.cases:
        for line in case.ending.before:
            yield from (use["fact"] for use in line.uses if "fact" in use)
