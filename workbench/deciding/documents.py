"""Proofs as documents: what a second program reads, `workbench.recheck`.

A theorem is written line by line, each with the axioms, definitions, theorems and integrals that it rests on.
Steps that say nothing new are left out, definitions that follow one another are one step, and a line without words in a
document is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice, permutations, product
from typing import TYPE_CHECKING, Any, TypeAlias

from sympy import Abs, Add, Basic, Expr, Min, Mul, Pow, expand, factor, fraction, log

from workbench.deciding import citations, definedness_in_documents, document_words
from workbench.deciding.assumption_moves import granted
from workbench.deciding.domain import Domain, Place, domain_of
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.value_citations import Use
from workbench.language.syntax import Arithmetic, Assumption, Cost, Loss, Method, Node, Number, Statement, children
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic import assumptions
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.library import theorems
from workbench.symbolic.normal_forms import Move, continued, normal_form
from workbench.symbolic.notation import CutpointMean, ExplicitDensity, Operator, pi0, pi1, s, u
from workbench.symbolic.plain import plain
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.translation import to_sympy

if TYPE_CHECKING:
    from workbench.deciding.bounds import Reason
    from workbench.deciding.fact import Fact
    from workbench.deciding.inequality import Case, Inequality
    from workbench.deciding.readings import Ending

Document: TypeAlias = dict[str, Any]
MOST_ORDERS = 60


def of_theorem(theorem: Theorem) -> Document:
    """The document of a theorem, with those of the theorems that it cites."""
    cited: dict[str, Document] = {}
    found = _written(theorem, cited)
    return {**found, **({"theorems": list(cited.values())} if cited else {})}


def _written(theorem: Theorem, cited: dict[str, Document]) -> Document:
    put = document_words.renamed(theorem)
    lines = [e.xreplace(put) for e in (theorem.left, *(step.gives for step in theorem.proof))]
    steps = [Step(step.why, step.by, gives) for step, gives in zip(theorem.proof, lines[1:], strict=True)]
    given = document_words.given(theorem.given, lines)
    letters = document_words.letters([*lines, theorem.right.xreplace(put)])
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


def numbers_of_steps(theorem: Theorem) -> list[int]:
    """Which step of a theorem each step of its document is: those that change nothing it says are left out there."""
    put, before, found = document_words.renamed(theorem), "", list[int]()
    for number, step in enumerate(theorem.proof, start=1):
        text = "" if step.gives.has(CutpointMean) else plain(step.gives.xreplace(put))
        if text and text != before:
            found.append(number)
            before = text
    return found


def written_steps(
    line: Expr, steps: Iterable[Step], cited: dict[str, Document], *, apart: bool = False
) -> list[dict[str, Any]]:
    """The steps of a proof, from a first line on; definitions that follow one another as one, unless ``apart``."""
    found: list[dict[str, Any]] = []
    waiting: list[Use] = []
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


def written_ending(ending: Ending) -> list[dict[str, Any]]:
    """The last steps of a proof of an inequality."""
    from workbench.deciding import readings

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


def at_each_condition(statement: Statement, level: str, shown: Document) -> Document:
    """The document of a statement about any law of the operating condition, shown where that is the parameter."""
    inner = {key: x for key, x in shown.items() if key not in ("format", "theorems")}
    kept: Document = {key: shown[key] for key in ("theorems", "given", "kind") if key in shown} | _shown(shown)
    return {"format": 1, "statement": str(statement), **kept, "condition": level, "at_each": inner}


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
        found["densities"] = [definedness_in_documents.of_density(f) for f in densities]
    defined = [why_defined(e, strict, about) for e, strict in _needed(lines)]
    cuts = [e for f in densities if (e := assumptions.log_odds_cut(ExplicitDensity(f))) is not None]
    defined = [x for e in cuts for x in definedness_in_documents.of_log_odds(e)] or [
        *defined,
        *definedness_in_documents.defined(lines),
    ]
    return found | ({"defined": [x for x in defined if x]} if any(defined) else {})


def _needed(lines: Sequence[Expr]) -> list[tuple[Expr, bool]]:
    """What must be nonnegative (positive) for the lines to have a value, where that is not plain."""
    found: dict[tuple[Expr, bool], None] = {}
    for line in lines:
        for e in sorted(line.atoms(Pow, log), key=str):
            inner = e.args[0]
            if inner.is_number or inner.is_Symbol or inner.free_symbols & {s, u}:
                continue
            if isinstance(e, log):
                found[inner, True] = None
            elif e.exp.is_negative:
                found[as_quotient(inner)[0], True] = None
            elif not e.exp.is_integer:
                found[inner, False] = None
    return list(found)


def why_defined(e: Expr, strict: bool, about: About | None) -> Document | None:
    """A certificate or a document that an expression is nonnegative (positive), or that it is negative."""
    from workbench.deciding import readings

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


def of_equality(statement: Statement, theorem: Theorem, moves: Sequence[Move] = ()) -> Document:
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
    about = About(domain_of(statement), statement.given, tuple(moves), cited)
    shown = beside([*lines, *gone(statement)], about)
    return found | shown | ({"theorems": list(cited.values())} if cited else {})


def gone(node: Statement | Node) -> list[Expr]:
    """What the sides of a statement say that may be gone from its lines: losses under a density, and one over what they
    are divided by, each as it stands there."""
    sides = (node.left, node.right) if isinstance(node, Statement) else children(node)
    found = [e for side in sides if not isinstance(side, Method | Cost) for e in gone(side)]
    if isinstance(node, Arithmetic) and node.operator == "/" and not isinstance(node.right, Number):
        found.append(1 / to_sympy(node.right))
    if isinstance(node, Loss) and node.cost.name == "density":
        found.append(to_sympy(node))
    return found


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
    found: dict[tuple[Any, ...], Inequality | Place | None] = field(default_factory=dict)
    order: int = 0
    said: str = ""

    def positive(self, e: Expr, strict: bool = False) -> Any:
        """Why an expression is nonnegative (positive): a certificate, or a document."""
        from workbench.deciding import readings

        found = None if _has_means(e) else readings.sign_of(e, self.domain, self.given, strict=strict)
        return found if found is not None else self.lemma(e, strict)

    def lemma(self, e: Expr, strict: bool) -> Document:
        """A document that an expression is nonnegative (positive)."""
        from workbench.deciding.inequalities import prove_positive
        from workbench.deciding.inequality import Inequality

        if (e, strict, self.given) not in self.found:
            about: dict[str, Any] = {"domain": self.domain, "given": self.moves, "assumed": self.given}
            self.found[e, strict, self.given] = prove_positive(e, strict=strict, **about)
        proved = self.found[e, strict, self.given]
        if not isinstance(proved, Inequality):
            raise NotDecided(f"{plain(e)} is not seen to be {'positive' if strict else 'nonnegative'}")
        words = [str(a) for a in self.given]
        statement = f"0 {'<' if strict else '<='} {plain(e)}" + f" given {', '.join(words)}" * bool(words)
        return self.inequality(statement, proved)

    def inequality(self, statement: str, proved: Inequality, besides: Sequence[Expr] = ()) -> Document:
        """The document of an inequality, without those of the theorems that it cites.

        It shows too that what stands ``besides`` has a value.
        """
        bottom = None if proved.divisor is None else proved.divisor.gap
        about = replace(self, lines=[], multiples=[], said=statement)
        start = proved.gap
        steps = [{"line": plain(start), "by": {"uses": []}, "why": "the difference of both sides"}]
        whole = {"line": plain(proved.theorem.left), "by": {"uses": []}, "why": "over one denominator"}
        if bottom is not None and _is_mean_over_figures(proved, bottom):
            steps += [_divided(whole, plain(bottom)), *self._numerator(proved, bottom)]
        else:
            steps += written_steps(proved.theorem.left, proved.theorem.proof, self.cited)
            if bottom is not None:
                steps[1:] = [{**step, "line": f"({step['line']})/({plain(bottom)})"} for step in steps[1:] or [whole]]
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
        shown = beside([*lines, *about.lines, *besides], self)
        if proved.divisor is not None:
            words = [str(a) for a in self.given]
            text = f"0 < {plain(proved.divisor.gap)}" + f" given {', '.join(words)}" * bool(words)
            shown.setdefault("defined", []).append(self.inequality(text, proved.divisor))
        multiples = [self.nonnegative(e) for e in dict.fromkeys(about.multiples)]
        shown |= {"defined": [*shown.get("defined", []), *multiples]} if multiples else {}
        return found | shown

    def _numerator(self, proved: Inequality, bottom: Expr) -> list[dict[str, Any]]:
        """The last steps of what is divided by figures: a reader is shown apart that the numerator is not negative."""
        words = [str(a) for a in self.given]
        said = f"0 <= {plain(proved.theorem.left)}" + f" given {', '.join(words)}" * bool(words)
        shown = self.inequality(said, replace(proved, gap=proved.theorem.left, divisor=None))
        use = {"document": shown, "times": f"1/({plain(bottom)})"}
        why = "no less, since it is a quotient of what is not negative"
        sign = {"line": "0", "by": {"sign": "number", "certificate": {"sum": []}}, "why": "its sign"}
        return [{"line": "0", "by": {"uses": [use]}, "why": why, "relation": ">="}, sign]

    def _cases(
        self, proved: Inequality, cases: list[Case], chosen: dict[Expr, Expr], bottom: Expr | None
    ) -> list[dict[str, Any]]:
        """The steps that show the sign in the cases that agree with what is chosen."""
        left = [case for case in cases if all(dict(case.chosen)[k] == v for k, v in chosen.items())]
        open_ones = [k for k, _ in left[0].chosen if k not in chosen]
        if not open_ones:
            below = None if bottom is None else bottom.xreplace(chosen)
            return self._bounded(left[0], proved.theorem.right.xreplace(chosen), below)
        switch = open_ones[0]

        def among(parts: tuple[Expr, ...]) -> list[dict[str, Any]]:
            if len(parts) == 1:
                return self._cases(proved, cases, {**chosen, switch: parts[0]}, bottom)
            first, second, *others = parts
            d = first if isinstance(switch, Abs) else first - second
            by: dict[str, Any] = {"cases": plain(d)}
            for name, part in zip(
                ("below", "above") if isinstance(switch, Min) else ("above", "below"), parts, strict=False
            ):
                steps = among((part, *others))
                by[name] = {"steps": steps, "ends": steps[-1]["line"]}
            return [{"line": plain(d), "by": by, "why": f"both signs of {plain(d)}"}]

        orders = _orders(switch, self.said)
        return among(orders[self.order % len(orders)])

    def _bounded(self, case: Case, before: Expr, bottom: Expr | None) -> list[dict[str, Any]]:
        """The steps of one case: bounds, then the sign of what is left."""
        from workbench.deciding.bounds import KEPT

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
        last = (case.ending.kernel, *(step.gives for step in case.ending.before))
        self.lines.extend(b.gives for b in case.bounds)
        self.multiples.extend(case.ending.besides)
        self.lines.extend(e for line in last for e in line.atoms(Pow) if e.free_symbols <= {pi0, pi1})
        steps += written_ending(case.ending)
        if bottom is None:
            return steps
        ended = len(case.ending.before) + 1
        if ended == 1 and case.ending.reading == "number":
            by_sign: dict[str, Any] = steps[-1]["by"]  # type: ignore[assignment]
            steps[-1] = {**steps[-1], "by": {**by_sign, **self._reduced(case.ending.kernel, bottom)}}
        return [*steps[:-ended], *(_divided(step, plain(bottom)) for step in steps[-ended:])]

    def _reduced(self, kernel: Expr, bottom: Expr) -> dict[str, Any]:
        """The certificate of what is left of a numerator where a reader cancels a part of it."""
        from workbench.deciding import readings

        whole = cancelled(readings.in_proportions(kernel / bottom))
        if expand(fraction(whole)[1] ** 2 - bottom**2) == 0:
            return {}
        with suppress(NotDecided):
            return {"certificate": readings.by_bounds(whole, self.domain, self.given).certificate}
        return {}

    def _reason(self, reason: Reason, times: Expr, bottom: Expr | None) -> dict[str, Any]:
        use: dict[str, Any]
        about = replace(self, given=tuple(a for a in self.given if not (reason.alone and a.sides)))
        if reason.given:
            use = {"given": reason.given}
        elif reason.fact is not None:
            use = self._fact(reason.fact)
        elif reason.axiom:
            letters = {x: plain(v) if isinstance(v, Basic) else v for x, v in reason.letters}
            use = {"axiom": reason.axiom, "letters": letters}
            strict = reason.axiom == "logarithms"
            if reason.shown:
                use["shown"] = [about.positive(e, strict) for e in reason.shown]
        else:
            (e,) = reason.shown
            if isinstance(e, Pow):
                raise NotDecided(f"no document says why {plain(e)} is not negative")
            if reason.balanced is not None:
                given, moves = reason.balanced, tuple(granted(reason.balanced))
                about = replace(self, given=given, moves=moves, domain=self.domain.assuming(given))
            use = {"document": about.lemma(e, strict=False)}
            use |= {} if reason.balanced is None else {"balanced": True}
        signs = times.is_nonnegative and all(x.is_nonnegative for x in times.free_symbols)
        equal = any(str(a) == reason.given and a.relation == "==" for a in self.given)
        if not (equal or times.is_number or signs or times in (pi0, pi1, 1 - pi0)):
            factors = Mul.make_args(factor(times).subs(pi0 - 1, -pi1))
            core = Mul(*(x for x in factors if x.as_base_exp()[0] not in (pi0, pi1)))
            self.multiples.append(core)  # a reader divides by class proportions, which are positive
        return {**use, "times": plain(factor(times if bottom is None else times / bottom))}

    def nonnegative(self, e: Expr) -> Document:
        """What a document notes of a multiple before its steps: that it is not negative."""
        from workbench.deciding import readings

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
        from workbench.deciding import readings, supporting_planes

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
        densities = beside([readings.parsed(first)]).get("densities")
        return {
            "format": 1,
            "statement": str(fact),
            "given": given,
            "kind": "inequality",
            **({"densities": densities} if densities else {}),
            **({"defined": [self._defining(x) for x in fact.defined]} if fact.defined else {}),
            "steps": steps,
            "ends": steps[-1]["line"],
        }

    def _with_fact(self, use: dict[str, Any]) -> dict[str, Any]:
        rest = {key: x for key, x in use.items() if key != "fact"}
        return {**self._fact(use["fact"]), **rest} if "fact" in use else use

    def _defining(self, entry: dict[str, Any]) -> dict[str, Any]:
        return self.of_fact(entry["fact"]) if "fact" in entry else entry


def _is_mean_over_figures(proved: Inequality, bottom: Expr) -> bool:
    """Whether what is divided by figures of the sample ends with a mean over all examples."""
    means = any(case.ending.reading == "group" for case in proved.cases)
    return means and not proved.strict and _has_means(bottom)


def _divided(step: dict[str, Any], by: str) -> dict[str, Any]:
    """A step of an inequality whose both sides, and all that is used, are divided."""
    found = {**step, "line": f"({step['line']})/({by})"}
    if "uses" in step["by"]:
        uses = [{**use, "times": f"({use['times']})/({by})"} if "times" in use else use for use in step["by"]["uses"]]
        found["by"] = {**step["by"], "uses": uses}
    return found


def _has_means(e: Expr) -> bool:
    return bool(e.atoms(Operator)) or any(v.name in METRICS for v in e.free_symbols)


def of_parts(statement: Statement, parts: Sequence[Inequality], moves: Sequence[Move]) -> Iterator[Document]:
    """The documents of an equality by both inequalities, one for each order of the arguments of maxima in either."""
    about = About(parts[0].claim.domain, statement.given, tuple(moves), {})
    sides = (statement.left, statement.right), (statement.right, statement.left)
    for orders in islice(product(*(range(_many_orders(part)) for part in parts)), MOST_ORDERS):
        cited: dict[str, Document] = {}
        written = [
            replace(about, cited=cited, order=order).inequality(
                str(Statement(low, "<=", high, statement.given)), part, gone(statement)
            )
            for (low, high), part, order in zip(sides, parts, orders, strict=True)
        ]
        yield {
            "format": 1,
            "statement": str(statement),
            "given": [str(a) for a in statement.given],
            "kind": "equality",
            "parts": written,
            **_shown(written[0]),
            **({"theorems": list(cited.values())} if cited else {}),
        }


def _many_orders(proved: Inequality) -> int:
    """In how many orders the arguments of its maxima may be compared."""
    switches = {switch for case in proved.cases for switch, _ in case.chosen}
    return max((len(_orders(switch, "")) for switch in switches), default=1)


def _shown(part: Document) -> Document:
    """What a document shows for all in it to have a value, which one with the same sides shows too."""
    return {key: part[key] for key in ("defined", "densities") if key in part}


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
        **_shown(first),
        **({"theorems": list(theorems.values())} if theorems else {}),
    }


def of_inequality(statement: Statement, proved: Inequality, moves: Sequence[Move]) -> Iterator[Document]:
    """The documents of a statement by the proof that the difference of its sides is nonnegative (positive).

    There is one for each order in which the arguments of a maximum may be compared: a reader has its own.
    """
    about, divisors = About(proved.claim.domain, statement.given, tuple(moves), {}), gone(statement)
    for order in range(_many_orders(proved)):
        cited: dict[str, Document] = {}
        found = replace(about, cited=cited, order=order).inequality(str(statement), proved, divisors)
        yield found | ({"theorems": list(cited.values())} if cited else {})


def _orders(switch: Expr, said: str) -> list[tuple[Expr, ...]]:
    """The orders in which the arguments of a maximum may be compared one after the other; which of the first two is
    named first is all the same. First comes that of the terms in them, as a reader meets these in what is said."""
    if isinstance(switch, Abs):
        return [(switch.args[0], -switch.args[0])]
    places = range(len(switch.args))
    among = islice((order for order in permutations(places) if order[0] < order[1]), MOST_ORDERS)
    first = sorted(switch.args, key=lambda e: _met(-e if isinstance(switch, Min) else e, said))
    return list(dict.fromkeys([tuple(first), *(tuple(switch.args[i] for i in order) for order in among)]))


def _met(e: Expr, said: str) -> list[tuple[list[tuple[int, int]], Expr]]:
    """The terms of an expression by where in a text what they are made of is met first, after the class proportion."""
    from workbench.deciding.readings import in_proportions

    found = []
    for term in Add.make_args(expand(in_proportions(e))):
        number, rest = term.as_coeff_Mul()
        parts = [x.as_base_exp() for x in Mul.make_args(rest) if x != 1]
        places = sorted((-1 if x == pi0 else _place(x, said), int(power)) for x, power in parts if power.is_Integer)
        found.append((places, number))
    return sorted(found)


def _place(e: Expr, said: str) -> int:
    """Where a text first says an expression; 0 if it does not."""
    found = re.search(rf"(?<!\w){re.escape(plain(e))}(?!\w)", said)
    return found.start() if found else 0
