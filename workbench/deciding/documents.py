"""Proofs as documents: what a second program reads, `workbench.recheck`.

A theorem is written line by line, each with the axioms, definitions, theorems and integrals that it rests on.
Steps that say nothing new are left out, definitions that follow one another are one step, and a line without words in a
document is passed over.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from sympy import Abs, Basic, Expr, Max, Min, Pow, S, Symbol, expand, factor, log

from workbench.deciding import citations, guards, readings, supporting_planes
from workbench.deciding.bounds import KEPT, Reason
from workbench.deciding.facts import Fact
from workbench.deciding.functionals import Domain
from workbench.deciding.inequalities import prove_positive
from workbench.deciding.inequality import Case, Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.language import statements
from workbench.language.syntax import Assumption, Method, Name, Statement, rebuilt
from workbench.methods import CATALOGUE
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic import assumptions, rules
from workbench.symbolic.integrals import density_cells
from workbench.symbolic.library import theorems
from workbench.symbolic.normal_forms import Move, continued, normal_form
from workbench.symbolic.notation import (
    ANY,
    SKEW,
    UNIFORM,
    Balanced,
    Clip,
    ConditionMean,
    CutpointMean,
    ExpectedLoss,
    ExplicitDensity,
    Operator,
    RateMethod,
    ThresholdAtRate,
    UniformDensity,
    Width,
    c,
    pi0,
    pi1,
    s,
    tau,
    u,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Step, Theorem

Document: TypeAlias = dict[str, Any]

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
    """A statement in names that the reader knows: other methods by their laws, other metrics by their definitions.

    >>> str(spoken(statements.parse_statement("loss(score_driven) == BS")))
    'loss(score_driven) == BS'
    """
    return replace(statement, left=_spoken(statement.left), right=_spoken(statement.right))


def _spoken(node: Any) -> Any:
    metrics, methods = _known_to_reader()
    if isinstance(node, Method) and node.name in CATALOGUE and node.name not in {*methods, "optimal"}:
        return _spoken(statements.law(node))
    definition = METRICS[node.name].definition if isinstance(node, Name) and node.name in METRICS else None
    if definition is not None and node.name not in metrics:
        return _spoken(statements.parse_expression(definition))
    return rebuilt(node, _spoken)


def of_theorem(theorem: Theorem) -> Document:
    """The document of a theorem, with those of the theorems that it cites."""
    cited: dict[str, Document] = {}
    found = _written(theorem, cited)
    return {**found, **({"theorems": list(cited.values())} if cited else {})}


def _written(theorem: Theorem, cited: dict[str, Document]) -> Document:
    put: dict[Basic, Basic] = {ANY: UNIFORM} if rules.UNIFORM_COST in theorem.given else {}
    for density in theorem.left.atoms(UniformDensity):
        low, high = density.args  # letters, if they are any, are said to be in order and in [0, 1]
        put |= {Clip(S.Zero, low, high): low, Clip(S.One, low, high): high} if density.free_symbols else {}
    put |= _renamed([theorem.left, *(step.gives for step in theorem.proof)])
    lines = [e.xreplace(put) for e in (theorem.left, *(step.gives for step in theorem.proof))]
    steps = [Step(step.why, step.by, gives) for step, gives in zip(theorem.proof, lines[1:], strict=True)]
    given = [word for h in sorted(theorem.given, key=str) if (word := given_word(h))]
    letters = _letters([*lines, theorem.right.xreplace(put)])
    given += [word for x in sorted(_free(lines), key=str) for word in _known_of(x)]
    given += [f"{plain(w.args[1])} > {plain(w.args[0])}" for w in sorted(_widths(lines), key=str)]
    given += _uniform_ends(lines)
    text = f"{plain(lines[0])} == {plain(theorem.right.xreplace(put))}" + (f" given {', '.join(given)}" * bool(given))
    found: Document = {
        "format": 1,
        "name": theorem.name,
        "statement": text,
        "given": given,
        "kind": "equality",
        **({"letters": letters} if letters else {}),
        "steps": written_steps(lines[0], steps, cited, apart=True),
    }
    if not found["steps"]:
        raise NotDecided(f"{theorem.name} has no proof")
    found["ends"] = found["steps"][-1]["line"]
    return found | beside(lines)


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
    if x.name in statements.quantities() or x.name in ("s", "c", "u", "t", "r", "q", "z"):
        return []
    cut = ["e < 1/2"] if x.name == "e" and x.is_positive else []
    return [f"{x} > 0", *cut] if x.is_positive else []


def given_word(hypothesis: rules.Hypothesis) -> str | None:
    """How a document says a hypothesis; None for what is always so there."""
    share = assumptions.share_given(hypothesis)
    return f"pi0 == {share}" if share is not None else _WORDS.get(hypothesis)


def _letters(lines: Sequence[Expr]) -> dict[str, str]:
    """The letters of a theorem: an arbitrary law or rate T, an arbitrary density w."""
    found: dict[str, str] = {}
    if any(line.has(tau) for line in lines):
        rates = {e for line in lines for e in line.atoms(RateMethod, ThresholdAtRate) if e.has(tau)}
        found["T"] = "rate" if rates else "law"
    if any(line.has(type(ANY)) for line in lines):
        skews = any(line.has(Balanced) or any(e.args[2] == SKEW for e in line.atoms(ExpectedLoss)) for line in lines)
        found["w"] = "density alone" if skews else "density"
    return found


def _renamed(lines: Sequence[Expr]) -> dict[Basic, Basic]:
    """Letters that mean something else in a document, or are too long there, as other ones."""
    free = {x.name: x for x in _free(lines)}
    if "c" in free and any(line.has(ConditionMean, ExpectedLoss) for line in lines):
        return {}
    others = {"c": Symbol("b", nonnegative=True), "eta": Symbol("y", real=True)}
    return {free[name]: other for name, other in others.items() if name in free}


def written_steps(
    line: Expr, steps: Iterable[Step], cited: dict[str, Document], *, apart: bool = False
) -> list[dict[str, Any]]:
    """The steps of a proof, from a first line on; definitions that follow one another as one, unless ``apart``."""
    found: list[dict[str, Any]] = []
    waiting: list[citations.Use] = []
    before_kind = ""
    for step in steps:
        new = citations.uses(step, line)
        for theorem in (step.by.argument,) if isinstance(step.by.argument, Theorem) else ():
            cite(theorem, cited)
        line = step.gives
        waiting += [use for use in new if use not in waiting]
        if line.has(CutpointMean):
            continue
        kind = step.by.name
        text = plain(line)
        if not apart and found and kind == before_kind == "definition":
            last = found[-1]
            last["by"]["uses"] += [use for use in waiting if use not in last["by"]["uses"]]
            last["line"] = text
            last["why"] = "the definitions"
        elif not found or text != found[-1]["line"]:
            found.append({"line": text, "by": {"uses": waiting}, "why": step.why})
        before_kind, waiting = kind, []
    return found


def written_ending(ending: readings.Ending) -> list[dict[str, Any]]:
    """The last steps of a proof of an inequality."""
    steps = [
        {"line": plain(x.gives), "by": {"uses": list(x.uses)}, "why": x.why, "relation": x.relation}
        for x in ending.before
    ]
    by: dict[str, Any] = {"sign": ending.reading, "certificate": ending.certificate}
    if ending.axioms:
        by["axioms"] = list(ending.axioms)
    if ending.names != readings.NAMES:
        by["names"] = list(ending.names)
    if ending.numbers:
        by["numbers"] = {str(letter): plain(mean) for letter, mean in ending.numbers}
    return [*steps, {"line": plain(ending.kernel), "by": by, "why": ending.why}]


def cite(theorem: Theorem, cited: dict[str, Document]) -> None:
    """Put a theorem's document, after those that it leans on, among those that are cited."""
    if theorem.name not in cited:
        written = _written(theorem, cited)
        cited[theorem.name] = written


def beside(lines: Sequence[Expr], about: About | None = None) -> Document:
    """What a document shows beside its steps: that densities are densities, and that its lines have a value."""
    densities = sorted({e.args[0] for line in lines for e in line.atoms(ExplicitDensity)}, key=str)
    found: Document = {}
    if densities:
        found["densities"] = [_density(f) for f in densities]
    defined = [_defined(e, strict, about) for e, strict in _needed(lines)]
    cuts = [e for f in densities if (e := assumptions.log_odds_cut(ExplicitDensity(f))) is not None]
    defined = [x for e in cuts for x in _log_odds_defined(e)] or [*defined, *guards.defined(lines)]
    return found | ({"defined": [x for x in defined if x]} if any(defined) else {})


def _density(f: Expr) -> Document:
    """Why an expression is a density."""
    e = assumptions.log_odds_cut(ExplicitDensity(f))
    if e is None:
        return {"density": plain(f), "cells": density_cells(f), "sign": readings.sign_of_density(f)}
    inside = {"split": plain(1 - e - c), "above": {"sum": [["1", [], []]]}, "below": {"sum": []}}
    sign = {"split": plain(c - e), "above": inside, "below": {"sum": []}}
    return {"density": plain(f), "cells": citations.log_odds_cells(e, log(c) - log(1 - c)), "sign": sign}


def _log_odds_defined(e: Expr) -> list[Document]:
    """What log odds between e and 1 - e need: that log(1 - e) - log(e), max(c, e) and max(1 - c, e) are positive."""
    given = [f"{e} > 0", f"{e} < 1/2"]
    small, rest = {"sum": [["1", [plain(e)], []]]}, {"sum": [["1", ["1/2 - e"], []], ["1/2", [], []]]}
    uses = [
        {"axiom": "logarithms", "letters": {"x": plain(e), "y": plain(1 - e)}, "shown": [small, rest], "times": "1"}
    ]
    gap = log(1 - e) - log(e)
    left = plain(1 - e / (1 - e))
    steps = [
        {"line": plain(gap), "by": {"uses": []}, "why": "the difference of both sides"},
        {"line": left, "by": {"uses": uses}, "why": "the logarithm of e/(1 - e) lies below its tangent"},
        {"line": left, "by": {"sign": "number", "certificate": {"sum": [["2", ["1/2 - e"], []]]}}, "why": "e < 1/2"},
    ]
    lemma: Document = {
        "format": 1,
        "statement": f"0 < {plain(gap)} given {', '.join(given)}",
        "given": given,
        "kind": "inequality",
        "steps": steps,
        "ends": left,
    }
    found = [lemma]
    for x, above in ((c, ["c - e"]), (1 - c, [plain(1 - c - e)])):
        d = plain(x - e)
        whole = {"sum": [["1", above, []], ["1", [plain(e)], []]]}
        certificate = {"split": d, "above": whole, "below": small}
        found.append({"expression": plain(Max(x, e)), "certificate": certificate})
    never = {"empty": [["1", ["2*e - 1"], []], ["2", ["1/2 - e"], []]]}
    clipped, order = Clip(s, e, 1 - e), plain(s + e - 1)
    for x, inside, high, low in ((clipped, "s - e", rest, small), (1 - clipped, plain(1 - s - e), small, rest)):
        between = {"sum": [["1", [inside if x == clipped else plain(1 - e - s)], []], ["1", [plain(e)], []]]}
        upper = {"split": order, "above": high, "below": between}
        lower = {"split": "2*e - 1", "above": never, "below": low}
        found.append({"expression": plain(x), "certificate": {"split": "s - e", "above": upper, "below": lower}})
    return found


def _needed(lines: Sequence[Expr]) -> list[tuple[Expr, bool]]:
    """What must be nonnegative (positive) for the lines to have a value, where that is not plain."""
    found: dict[tuple[Expr, bool], None] = {}
    for line in lines:
        for e in sorted(line.atoms(Pow, log), key=str):
            inner = e.args[0]
            if inner.is_number or inner.is_Symbol or inner.free_symbols & {s, u}:
                continue
            if isinstance(e, log) or e.exp.is_negative:
                found[inner, True] = None
            elif not e.exp.is_integer:
                found[inner, False] = None
    return list(found)


def _defined(e: Expr, strict: bool, about: About | None) -> Document | None:
    """A certificate or a document that an expression is nonnegative (positive), or that it is negative."""
    about = about or About(Domain(), (), (), {})
    for x in (e, -e) if strict else (e,):
        if not _has_means(x):
            found = readings.sign_of(x, about.domain, about.given, strict=strict)
            if found is not None:
                return {"expression": plain(readings.in_proportions(x)), "strict": strict, "certificate": found}
        else:
            with suppress(NotDecided):
                return about.lemma(x, strict)
    return None


def of_equality(statement: Statement, theorem: Theorem) -> Document:
    """The document of a statement by a theorem that its left side equals its right one."""
    cited: dict[str, Document] = {}
    steps = written_steps(theorem.left, theorem.proof, cited)
    if statement.relation != "==":
        steps = _as_difference(steps, plain(theorem.left), plain(theorem.right))
    found: Document = {
        "format": 1,
        "statement": str(statement),
        "given": [str(a) for a in statement.given],
        "kind": "equality" if statement.relation == "==" else "inequality",
        "steps": steps,
        "ends": steps[-1]["line"],
    }
    lines = [theorem.left, *(step.gives for step in theorem.proof)]
    return found | beside(lines) | ({"theorems": list(cited.values())} if cited else {})


def _as_difference(steps: list[dict[str, Any]], left: str, right: str) -> list[dict[str, Any]]:
    """The steps from one side of an inequality to the other, which it equals, as those of a difference that is 0."""
    first = {"line": f"{right} - ({left})", "by": {"uses": []}, "why": "the difference of both sides"}
    rest = [{**step, "line": f"{right} - ({step['line']})"} for step in steps]
    last = {"line": "0", "by": {"sign": "number", "certificate": {"sum": []}}, "why": "both sides are the same"}
    return [first, *rest, last]


# --- inequalities ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class About:
    """What a document is about beside its statement: what is given, where figures lie, the moves that are allowed."""

    domain: Domain
    given: tuple[Assumption, ...]
    moves: tuple[Move, ...]
    cited: dict[str, Document]
    lines: list[Expr] = field(default_factory=list)
    multiples: list[Expr] = field(default_factory=list)

    def positive(self, e: Expr, strict: bool = False) -> Any:
        """Why an expression is nonnegative (positive): a certificate, or a document."""
        found = None if _has_means(e) else readings.sign_of(e, self.domain, self.given, strict=strict)
        return found if found is not None else self.lemma(e, strict)

    def lemma(self, e: Expr, strict: bool) -> Document:
        """A document that an expression is nonnegative (positive)."""
        proved = prove_positive(e, strict=strict, domain=self.domain, given=self.moves, assumed=self.given)
        if not isinstance(proved, Inequality):
            raise NotDecided(f"{plain(e)} is not seen to be {'positive' if strict else 'nonnegative'}")
        words = [str(a) for a in self.given]
        statement = f"0 {'<' if strict else '<='} {plain(e)}" + f" given {', '.join(words)}" * bool(words)
        return self.inequality(statement, proved)

    def inequality(self, statement: str, proved: Inequality) -> Document:
        """The document of an inequality, without those of the theorems that it cites."""
        bottom = None if proved.divisor is None else proved.divisor.gap
        about = replace(self, lines=[], multiples=[])
        start = proved.gap
        steps = [{"line": plain(start), "by": {"uses": []}, "why": "the difference of both sides"}]
        steps += written_steps(proved.theorem.left, proved.theorem.proof, self.cited)
        if bottom is not None:
            steps[1:] = [{**step, "line": f"({step['line']})/({plain(bottom)})"} for step in steps[1:]]
        steps += about._cases(proved, list(proved.cases), {}, bottom)
        lines = [start, proved.theorem.left, *(step.gives for step in proved.theorem.proof)]
        found: Document = {
            "format": 1,
            "statement": statement,
            "given": [str(a) for a in self.given],
            "kind": "inequality",
            "steps": steps,
            "ends": steps[-1]["line"],
        }
        shown = beside([*lines, *about.lines], self)
        if proved.divisor is not None:
            words = [str(a) for a in self.given]
            text = f"0 < {plain(proved.divisor.gap)}" + f" given {', '.join(words)}" * bool(words)
            shown.setdefault("defined", []).append(self.inequality(text, proved.divisor))
        multiples = [self.nonnegative(e) for e in dict.fromkeys(about.multiples)]
        shown |= {"defined": [*shown.get("defined", []), *multiples]} if multiples else {}
        return found | shown

    def _cases(
        self, proved: Inequality, cases: list[Case], chosen: dict[Expr, Expr], bottom: Expr | None
    ) -> list[dict[str, Any]]:
        """The steps that show the sign in the cases that agree with what is chosen."""
        left = [case for case in cases if all(dict(case.chosen)[k] == v for k, v in chosen.items())]
        open_ones = [k for k, _ in left[0].chosen if k not in chosen]
        if not open_ones:
            return self._bounded(left[0], proved.theorem.right.xreplace(chosen), bottom)
        switch = open_ones[0]
        parts = (switch.args[0], -switch.args[0]) if isinstance(switch, Abs) else switch.args
        if len(parts) != 2:
            raise NotDecided("more than two cases of a maximum or minimum")
        d = parts[0] if isinstance(switch, Abs) else parts[0] - parts[1]
        first, second = parts if not isinstance(switch, Min) else parts[::-1]
        by: dict[str, Any] = {"cases": plain(d)}
        for name, part in (("above", first), ("below", second)):
            steps = self._cases(proved, cases, {**chosen, switch: part}, bottom)
            by[name] = {"steps": steps, "ends": steps[-1]["line"]}
        return [{"line": plain(d), "by": by, "why": f"both signs of {plain(d)}"}]

    def _bounded(self, case: Case, before: Expr, bottom: Expr | None) -> list[dict[str, Any]]:
        """The steps of one case: bounds, then the sign of what is left."""
        steps = []
        for bound in case.bounds:
            uses: list[Any] = []
            line = bound.raw
            moved: list[Step] = []
            if expand(before - bound.times * bound.raw - bound.gives) != 0:
                _, moved = continued(*normal_form(bound.raw, self.moves, KEPT), bound.moves)
            before = bound.gives
            for step in moved:
                uses += [use for use in citations.uses(step, line) if use not in uses]
                if isinstance(step.by.argument, Theorem):
                    cite(step.by.argument, self.cited)
                line = step.gives
            uses += [self._reason(reason, bound.times * weight, bottom) for weight, reason in bound.reasons]
            text = plain(bound.gives) if bottom is None else f"({plain(bound.gives)})/({plain(bottom)})"
            steps.append(
                {"line": text, "by": {"uses": uses}, "why": f"no less, since {bound.because}", "relation": ">="}
            )
        self.lines.extend(b.gives for b in case.bounds)
        steps += written_ending(case.ending)
        if bottom is None:
            return steps
        ended = len(case.ending.before) + 1
        return [*steps[:-ended], *(_divided(step, plain(bottom)) for step in steps[-ended:])]

    def _reason(self, reason: Reason, times: Expr, bottom: Expr | None) -> dict[str, Any]:
        use: dict[str, Any]
        if reason.given:
            use = {"given": reason.given}
        elif reason.fact is not None:
            use = self._fact(reason.fact)
        elif reason.axiom:
            letters = {x: plain(v) if isinstance(v, Basic) else v for x, v in reason.letters}
            use = {"axiom": reason.axiom, "letters": letters}
            strict = reason.axiom == "logarithms"
            if reason.shown:
                use["shown"] = [self.positive(e, strict) for e in reason.shown]
        else:
            (e,) = reason.shown
            if isinstance(e, Pow):
                raise NotDecided(f"no document says why {plain(e)} is not negative")
            about = replace(self, given=tuple(a for a in self.given if not (reason.alone and a.sides)))
            if reason.balanced:
                about = replace(self, given=(), moves=(), domain=Domain(positive=self.domain.positive))
            use = {"document": about.lemma(e, strict=False)}
            use |= {"balanced": True} if reason.balanced else {}
        signs = times.is_nonnegative and all(x.is_nonnegative for x in times.free_symbols)
        if not (times.is_number or signs or times in (pi0, pi1, 1 - pi0)):
            self.multiples.append(factor(times))
        return {**use, "times": plain(factor(times if bottom is None else times / bottom))}

    def nonnegative(self, e: Expr) -> Document:
        """What a document notes of a multiple before its steps: that it is not negative."""
        found = None if _has_means(e) else readings.sign_of(e, self.domain, self.given)
        return (
            self.lemma(e, False) if found is None else {"expression": plain(e), "strict": False, "certificate": found}
        )

    def _fact(self, fact: Fact) -> dict[str, Any]:
        if fact.axiom:
            return {"axiom": fact.axiom}
        return {"document": self.of_fact(fact)}

    def of_fact(self, fact: Fact) -> Document:
        """The document of a fact that follows from axioms."""
        first = f"{fact.upper} - ({fact.lower})"
        given = [fact.given] if fact.given else []
        steps = [{"line": first, "by": {"uses": []}, "why": "the difference of both sides"}]
        for line, why, uses in fact.steps:
            for use in uses:
                if "theorem" in use:
                    cite(theorems()[use["theorem"]], self.cited)
            steps.append({"line": line, "by": {"uses": [self._with_fact(use) for use in uses]}, "why": why})
        domain = Domain(calibrated=fact.given == "calibrated" and "(s)" in fact.steps[-1][0])
        line = readings.parsed(fact.steps[-1][0])
        try:
            steps += written_ending(readings.ending(line, domain))
        except NotDecided:
            steps += written_ending(supporting_planes.ending(line, domain))
        return {
            "format": 1,
            "statement": str(fact),
            "given": given,
            "kind": "inequality",
            **({"defined": [self._defining(x) for x in fact.defined]} if fact.defined else {}),
            "steps": steps,
            "ends": steps[-1]["line"],
        }

    def _with_fact(self, use: dict[str, Any]) -> dict[str, Any]:
        rest = {key: x for key, x in use.items() if key != "fact"}
        return {**self._fact(use["fact"]), **rest} if "fact" in use else use

    def _defining(self, entry: dict[str, Any]) -> dict[str, Any]:
        return self.of_fact(entry["fact"]) if "fact" in entry else entry


def _divided(step: dict[str, Any], by: str) -> dict[str, Any]:
    """A step of an inequality whose both sides, and all that is used, are divided."""
    found = {**step, "line": f"({step['line']})/({by})"}
    if "uses" in step["by"]:
        uses = [{**use, "times": f"({use['times']})/({by})"} if "times" in use else use for use in step["by"]["uses"]]
        found["by"] = {**step["by"], "uses": uses}
    return found


def _has_means(e: Expr) -> bool:
    return bool(e.atoms(Operator)) or any(v.name in METRICS for v in e.free_symbols)


def of_parts(statement: Statement, parts: Sequence[Inequality], moves: Sequence[Move]) -> Document:
    """The document of an equality by both inequalities."""
    cited: dict[str, Document] = {}
    about = About(parts[0].claim.domain, statement.given, tuple(moves), cited)
    sides = (statement.left, statement.right), (statement.right, statement.left)
    written = [
        about.inequality(str(Statement(low, "<=", high, statement.given)), part)
        for (low, high), part in zip(sides, parts, strict=True)
    ]
    return {
        "format": 1,
        "statement": str(statement),
        "given": [str(a) for a in statement.given],
        "kind": "equality",
        "parts": written,
        **({"theorems": list(cited.values())} if cited else {}),
    }


def of_both(statement: Statement, first: Document, second: Document) -> Document:
    """The document that both sides of ``left <= right`` are equal, by the documents of this and of the converse."""
    theorems = {x["name"]: x for part in (first, second) for x in part.get("theorems", ())}
    parts = [{k: v for k, v in part.items() if k != "theorems"} for part in (first, second)]
    return {
        "format": 1,
        "statement": str(replace(statement, relation="==")),
        "given": first["given"],
        "kind": "equality",
        "parts": parts,
        **({"theorems": list(theorems.values())} if theorems else {}),
    }


def of_inequality(statement: Statement, proved: Inequality, moves: Sequence[Move]) -> Document:
    """The document of a statement by the proof that the difference of its sides is nonnegative (positive)."""
    cited: dict[str, Document] = {}
    about = About(proved.claim.domain, statement.given, tuple(moves), cited)
    found = about.inequality(str(statement), proved)
    return found | ({"theorems": list(cited.values())} if cited else {})
