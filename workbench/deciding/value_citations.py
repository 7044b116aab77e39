"""What justifies the moves of `workbench.symbolic.values`, and how an axiom is cited at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from sympy import Basic, Expr, S, Symbol

from workbench.symbolic.expansion import cancelled
from workbench.symbolic.notation import ClassMean, LossAtRates, RateMethod, error, macro_error, pav, posterior, s, u
from workbench.symbolic.plain import plain
from workbench.symbolic.rules import Rule, canonical
from workbench.symbolic.values import rate_powers

Use: TypeAlias = dict[str, Any]
Lines: TypeAlias = tuple[Expr, Expr]


def axiom(name: str, *, solved_for: str = "", **letters: object) -> Use:
    """An axiom with what its letters stand for."""
    filled = {x: plain(value) if isinstance(value, Basic) else str(value) for x, value in letters.items()}
    return {"axiom": name, **({"letters": filled} if filled else {}), **({"for": solved_for} if solved_for else {})}


def _readings_agree(_: Rule, lines: Lines) -> Iterator[Use]:
    for e in sorted(set().union(*(line.atoms(LossAtRates) for line in lines)), key=str):
        method, density, condition, reading = e.args
        ends = {RateMethod(S.Zero): "rate_of_nobody", RateMethod(S.One): "rate_of_everybody"}
        if method in ends:
            yield axiom(ends[method], w=density, d=condition.name, v=reading.name)
        elif method == RateMethod(u) and reading.name == "nearest":
            yield axiom("nearest_rates", w=density, d=condition.name)


def _errors_at_one(_: Rule, lines: Lines) -> Iterator[Use]:
    for name, e in (("error", error(S.One)), ("macro_error", macro_error(S.One))):
        if any(line.has(e) for line in lines):
            yield axiom(name, t=1)


def _rate_against_itself(_: Rule, lines: Lines) -> Iterator[Use]:
    for j in sorted({j for line in lines for j in rate_powers(canonical(line))}):
        yield axiom("rate_is_uniform", h=plain(Symbol("value") ** j))


def _shares_agree(_: Rule, lines: Lines) -> Iterator[Use]:
    for body in sorted({e.body for line in lines for e in canonical(line).atoms(ClassMean)}, key=str):
        g = cancelled(body / posterior(s))
        if not g.xreplace({pav(s): Symbol("value")}).has(s):
            yield axiom("classes_share_scores", f=g)
            yield axiom("hull_is_calibrated", g=g.xreplace({pav(s): Symbol("value")}))


def _mean_shares(_: Rule, lines: Lines) -> Iterator[Use]:
    lines = (canonical(lines[0]), canonical(lines[1]))
    for share, name, letter in ((posterior(s), "classes_share_scores", "f"), (pav(s), "hull_is_calibrated", "g")):
        if any(line.has(ClassMean(0, share)) for line in lines):
            yield {"axiom": name, "letters": {letter: "1"}}


KINDS: dict[str, Callable[[Rule, Lines], Iterator[Use]]] = {
    "readings_agree": _readings_agree,
    "errors_at_one": _errors_at_one,
    "rate_against_itself": _rate_against_itself,
    "shares_agree_on_blocks": _shares_agree,
    "shares_have_mean_pi1": _mean_shares,
}
