"""What names stand for: definitions, metrics, methods, theorems, results, losses, statements, papers and claims."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from workbench import figures, methods, metrics
from workbench.errors import InputError
from workbench.language import statements, syntax
from workbench.language.elsewhere import called_elsewhere
from workbench.language.grammar import brief, suggestion
from workbench.language.mends import mended
from workbench.papers import own
from workbench.papers.claims import Paper
from workbench.papers.selection import claims, library, papers, select, titled, titles
from workbench.papers.verification import Progress, Result, Verification, verify
from workbench.symbolic.library import propositions, theorems
from workbench.symbolic.proof import Theorem
from workbench.symbolic.proposition import Proposition
from workbench.typesetting import notations, results, theory, verdicts
from workbench.typesetting.entries import Entry
from workbench.typesetting.signs import escaped
from workbench.typesetting.style import Style

TABLE, ERRATA, NOTATION = "table", "errata", "notation"
_OPERATOR = re.compile(r"[-+*/]")
_RELATION = re.compile(r"==|!=|<=|>=|<|>")
_DERIVED_FOR = (("uniform", "cost"), ("uniform", "skew"), ("beta(2, 2)", "cost"))


def _loss(method: str, cost: str, condition: str, weight: str | None = None) -> syntax.Loss:
    law = statements.parse_cost(cost)
    if weight is not None:
        law = syntax.Cost("weight", (statements.parse_expression(weight, ("c",)),))
    return syntax.Loss(statements.parse_method(method), law, condition)


def _is_relation(name: str) -> bool:
    """Whether it says that two things are related, which a method with a relation in its brackets does not."""
    outside = name
    while outside != (outside := re.sub(r"\([^()]*\)", "", outside)):
        pass
    return bool(_RELATION.search(outside))


def _is_expression(name: str) -> bool:
    """Whether it is an expression of the language, as a figure at a threshold is, and no method."""
    with suppress(InputError):
        statements.parse_expression(name)
        return True
    return False


class Names:
    """Finds entries by name, and writes them in a style; claims are verified as `verify` does it."""

    def __init__(
        self, style: Style, cost: str | None, condition: str | None, weight: str | None, jobs: int,
        cache: Path | None, progress: Progress | None,
    ) -> None:  # fmt: skip
        self.style = style
        self.cost = cost
        self.condition = condition
        self.weight = weight
        self.jobs = jobs
        self.cache = cache
        self.progress = progress

    def verified(self, names: Iterable[str]) -> Verification:
        """The outcome of the named claims and theorems."""
        return verify(names, self.progress, jobs=self.jobs, cache=self.cache)

    def entries(self, name: str | Theorem | Proposition | Paper) -> list[Entry]:
        """The entries that a name stands for; `InputError` when there is none."""
        if isinstance(name, Paper):
            run = [Result(name, claim, claim.check.run()) for claim in name.claims]
            return _by_authors(by_paper(run, self.style, proofs=True), name)
        if not isinstance(name, str):
            return [_of_library(name, self.style)]
        if not name.strip():
            raise InputError("a name is empty; workbench latex --help says what can be named")
        if any(x is not None for x in (self.cost, self.weight, self.condition)):
            return [self._derived(name)]
        style = self.style
        if own.place_in(name):
            return self._own(name)
        if name in theory.DEFINITIONS:
            return [theory.definition_of(name, style)]
        if name in metrics.CATALOGUE:
            return [theory.metric_of(name, style)]
        if name in figures.SAYS:
            return [theory.figure_of(name, style)]
        if name in methods.CATALOGUE:
            return [theory.method_of(name, style)]
        if name == TABLE:
            return [results.table_of_methods(style)]
        if name == NOTATION:
            return [notations.notations(style)]
        if name == ERRATA:
            return [verdicts.errata_of(self.verified([*(paper.key for paper in papers())]).results, style)]
        found, keys = _called(name), titled(name, library())
        if found or keys:
            return [*(_of_library(x, style) for x in found), *(entry for key in keys for entry in self._claims(key))]
        if _is_relation(name):
            return [results.statement_of(name, style)]
        if "(" in name:
            loss = statements.parse_expression(name) if name.startswith("loss(") else None
            if isinstance(loss, syntax.Loss):
                return [results.derivation_of(loss, style)]
            return [theory.expression_of(name, style) if _is_expression(name) else self._derived(name)]
        if _OPERATOR.search(name) and _is_expression(name):
            return [theory.expression_of(name, style)]
        return self._claims(name)

    def _derived(self, name: str) -> Entry:
        if name in methods.CATALOGUE:
            name = theory.call_with_letters(name)
        elif "(" not in name or _is_relation(name):
            options = {"--cost": self.cost, "--weight": self.weight, "--condition": self.condition}
            option = next(name for name, given in options.items() if given is not None)
            meant = suggestion(name, methods.CATALOGUE)
            raise InputError(f"{option} is for the loss of a method, and {brief(name)} is none{meant}")
        if self.cost is not None and self.weight is not None:
            raise InputError(f"cost {brief(self.cost)} and weight {brief(self.weight)} are both given; give one")
        loss = _loss(name, self.cost or "uniform", self.condition or "cost", self.weight)
        return results.derivation_of(loss, self.style)

    def _claims(self, name: str) -> list[Entry]:
        try:
            chosen = [claim.id for _, claim in select([name])]
        except InputError:
            meant = mended(name, statements.parse_statement)
            better = f"; did you mean {meant}?" if meant else _nearest(name)
            raise InputError(f"nothing is called {brief(name)}{better}") from None
        found = self.verified(chosen).results
        if name in chosen:
            return [verdicts.claim_of(result, self.style) for result in found]
        return by_paper(found, self.style, name)

    def _own(self, name: str) -> list[Entry]:
        """What stands in a file of one's own: its theorems and results, then its claims."""
        found = self.verified([name])
        library: list[Theorem | Proposition] = [x.theorem for x in found.theorems]
        library += [x.proposition for x in found.propositions]
        papers = list(dict.fromkeys(result.paper for result in found.results))
        if len(found.results) == 1 and not library:
            return _by_authors([verdicts.claim_of(found.results[0], self.style)], *papers)
        entries = [*(_of_library(x, self.style) for x in library), *by_paper(found.results, self.style, proofs=True)]
        return _by_authors(entries, *papers)

    def everything(self) -> Iterator[tuple[str, Sequence[Entry]]]:
        """The sections of all there is, each with its entries."""
        style, tell = self.style, self.progress or _silent
        defined = [theory.definition_of(name, style) for name in theory.DEFINITIONS]
        yield "Notation", [*defined, notations.notations(style)]
        yield "Metrics", [theory.metric_of(name, style) for name in metrics.CATALOGUE]
        yield "Figures", [theory.figure_of(name, style) for name in figures.SAYS]
        yield "Threshold choice methods", [theory.method_of(name, style) for name in methods.CATALOGUE]
        tell(TABLE, 0, 1)
        yield "Methods, losses and metrics", [results.table_of_methods(style)]
        yield "Theorems", _told(theorems().values(), lambda x: results.theorem_of(x, style), str, tell)
        yield "Results of the workbench", _told(propositions().values(), lambda x: _of_library(x, style), str, tell)
        cases = [(theory.call_with_letters(name), *x) for name in methods.CATALOGUE for x in _DERIVED_FOR]
        yield "Derived losses", _told(cases, lambda x: results.derivation_of(_loss(*x), style), lambda x: x[0], tell)
        found = self.verified([paper.key for paper in papers()]).results
        yield "Claims of papers", by_paper(found, style)
        yield "Errata", [verdicts.errata_of(found, style)]


def by_paper(found: Sequence[Result], style: Style, name: str = "", *, proofs: bool = False) -> list[Entry]:
    """The claims of each paper as an entry."""
    keys = dict.fromkeys(result.paper.key for result in found)
    return [verdicts.paper_of([x for x in found if x.paper.key == key], style, name, proofs=proofs) for key in keys]


def _by_authors(entries: list[Entry], *of: Paper) -> list[Entry]:
    """The entries with the authors of the paper of one's own that they are of, if of one."""
    return [replace(entry, author=escaped(of[0].authors)) for entry in entries] if len(of) == 1 else entries


def _silent(what: str, done: int, total: int) -> None:
    pass


def _told(items: Iterable[object], made: Callable[..., Entry], name: Callable[..., str], tell: Progress) -> list[Entry]:
    every, found = list(items), []
    for number, item in enumerate(every):
        tell(name(item), number, len(every))
        found.append(made(item))
    return found


def _of_library(x: Theorem | Proposition, style: Style) -> Entry:
    return results.theorem_of(x, style) if isinstance(x, Theorem) else results.proposition_of(x, style)


def _called(name: str) -> list[Theorem | Proposition]:
    """The theorem or result of that name, those whose names begin with it up to a comma, or those of that file."""
    known: dict[str, Theorem | Proposition] = {**theorems(), **propositions()}
    named = [x for x in known.values() if x.name == name or x.name.startswith(f"{name},")]
    if named:
        return named
    stem = name.removeprefix("proofs/").removesuffix(".py")
    package = importlib.import_module("workbench.proofs")
    if stem not in {entry.name for entry in pkgutil.iter_modules(package.__path__)}:
        return []
    module = importlib.import_module(f"workbench.proofs.{stem}")
    return [x for x in known.values() if any(x is y for y in vars(module).values())]


def _nearest(name: str) -> str:
    known = {*theory.DEFINITIONS, *metrics.CATALOGUE, *figures.SAYS, *methods.CATALOGUE, *theorems(), *propositions()}
    known |= {TABLE, ERRATA, NOTATION}
    known |= {x for paper in papers() for x in (paper.key, *titles(paper))} | set(claims())
    if (meant := called_elsewhere(name)) in known:
        return f"; did you mean {meant}?"
    hint = suggestion(name, known)
    lower = {x.lower(): x for x in sorted(known)}
    if not hint and (close := suggestion(name.lower(), lower)):
        word = close.removeprefix("; did you mean ").removesuffix("?")
        return f"; did you mean {lower[word]}?"
    return hint or "; workbench latex --help says what can be named"
