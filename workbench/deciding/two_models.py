"""Statements about two score functions on the same examples, proved as statements about one.

Figures of the other become letters: ``t``, ``r`` and ``q`` stand for any number in [0, 1], where those are proved
to lie, and other letters for any number. What is proved of these figures among themselves, such as ``b.BS <= b.MAE``,
is given beside. Once the statement about one score function is proved, its document with figures for the letters is
one about both, which the reader accepts or not. What is given for all levels is used where the claim is about any law
of the operating condition: it is given then at each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

from sympy import Add, Dummy, Expr, S, Symbol, linsolve, symbols

from workbench.deciding import facts
from workbench.deciding.accepting import objection
from workbench.deciding.at_levels import as_losses, at_levels, figures_assumed
from workbench.deciding.bounds import simplified
from workbench.deciding.consequences import leaning
from workbench.deciding.document_words import spoken
from workbench.deciding.documents import Document
from workbench.deciding.inequality import Inequality, Lemma
from workbench.deciding.proving import OBSTACLES, Proved, proof_of
from workbench.deciding.wording import lines, sections
from workbench.language import statements
from workbench.language.about import is_share
from workbench.language.models import MODELS, changed, figures, models_of, sides, with_figures
from workbench.language.statements import at_one_condition, parameters, parse_expression
from workbench.language.syntax import (
    Apply,
    Assumption,
    Comparison,
    Cost,
    Expression,
    Loss,
    Name,
    Node,
    Number,
    Of,
    Statement,
    children,
    exchanged,
    names,
    substitute,
)
from workbench.limits import Work
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.normal_forms import normal_form
from workbench.symbolic.notation import ClassMean
from workbench.symbolic.proof import Theorem
from workbench.symbolic.translation import parameter, to_sympy, to_syntax
from workbench.witnesses import search
from workbench.words import SAMPLE_QUANTITIES

Shown: TypeAlias = "tuple[Theorem | Inequality | Lemma, ...]"
_LEVELS = ("t", "r", "q")
_OTHERS = tuple(f"{x}{k}" for x in "km" for k in range(1, 5))
_NOT_FORMULAS = {"why", "axiom", "axioms", "theorem", "name", "names", "kind", "relation", "sign"}
_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))
_ANY, _PLAIN = Cost("any"), Cost("uniform")
_UNIFORM, _HALF = Cost("uniform", (_ZERO, _ONE)), Cost("point", (Number(Fraction(1, 2)),))
_MEANS: dict[Cost | Name, dict[str, str]] = {
    Name("u"): {"MAE": "loss(score(u))", "MMAE": "loss(score(u), condition=skew)"},
    _UNIFORM: {"BS": "loss(score_driven)", "MBS": "loss(score_driven, condition=skew)", "RLH": "loss(optimal)"},
}
"""Metrics as means over the threshold, or over the condition."""


def proved(statement: Statement, work: Work) -> tuple[Proved | None, str]:
    """A proof that the reader has accepted, and what its letters stand for; else None and what is proved of one.

    >>> from workbench.language.statements import parse_statement
    >>> found, note = proved(parse_statement("a.BS <= a.MAE + b.BS", two_models=True), Work.of(5))
    >>> found.document["statement"], note
    ('a.BS <= a.MAE + b.BS', 'in the proof t stands for b.BS')
    """
    levels = frozenset(a.for_all for a in statement.given if a.for_all)
    if not levels:
        return _with_letters(statement, work)
    of_losses = all(isinstance(x.figure, Loss) for a in statement.given if a.for_all for x in figures_assumed(a))
    first, second = (_under_laws, _at_levels) if of_losses else (_at_levels, _under_laws)
    found, note = first(statement, levels, work)
    return (found, note) if found is not None else second(statement, levels, work)


def _at_levels(statement: Statement, levels: frozenset[str], work: Work) -> tuple[Proved | None, str]:
    """The proof from what is given for all levels at those of the claim."""
    said, told = at_levels(statement)
    found, note = (None, "") if said is None else _with_letters(said, work.share(1 / 3), taken=levels)
    return found, f"{told}; {note}" if found is not None else note


def _under_laws(statement: Statement, levels: frozenset[str], work: Work) -> tuple[Proved | None, str]:
    """The proof without what is given for all levels, or with what it says of laws of the condition."""
    said, told = as_losses(statement)
    if len(levels) > 1:
        return _with_letters(said, work, taken=levels)
    (level,) = levels
    if at_one_condition(said) != said:
        found, note = _at_each(said, level, _ANY, work)
    else:
        found, note = _with_letters(said, work.share(1 / 3), taken=levels)
        found, note = (found, note) if found is not None else _by_laws(said, level, work)
    return found, f"{told}; {note}" if told and found is not None else note


def _by_laws(statement: Statement, level: str, work: Work) -> tuple[Proved | None, str]:
    """The proof from what holds at each condition, or threshold, averaged over a law of it."""
    others = tuple(a for a in statement.given if not a.for_all)
    for law, link in dict.fromkeys((*_as_given(statement, level), *_as_claimed(statement))):
        if level in parameters(link):
            continue
        if link.relation in (">", ">="):
            link = replace(link, left=link.right, relation=link.relation.replace(">", "<"), right=link.left)
        mean = Assumption("", link.relation, sides=(link.left, link.right))
        about = replace(statement, given=(*others, mean))
        found, note = _with_letters(about, work.share(1 / 3), taken=frozenset({level}))
        own = "" if found is None else found.document.get("own", MODELS[0])
        shown, _ = (None, "") if found is None else _at_each(link, level, law, work, own)
        if found is None or shown is None:
            continue
        document = leaning(found.document, ((str(mean), shown.document),), statement.given)
        if objection(document) is None:
            at = "threshold" if isinstance(law, Name) else "condition"
            return Proved(found.parts, document), f"{mean}, as the mean of what is given at each {at}; {note}"
    return None, ""


def _as_given(statement: Statement, level: str) -> Iterator[tuple[Cost | Name, Statement]]:
    """What is given at each condition, under laws of it."""
    each = next(a for a in statement.given if a.for_all)
    point = Cost("point", (Name(level),))
    own = (law for side in (statement.left, statement.right) for law in _laws(side) if law.arguments)
    for law in dict.fromkeys((*own, _UNIFORM, _HALF)):
        low, high = (exchanged(side, point, law) for side in each.sides or (_ZERO, _ZERO))
        if each.sides != (low, high):
            yield law, Statement(low, each.relation or "", high, given=statement.given)


def _as_claimed(statement: Statement) -> Iterator[tuple[Cost | Name, Statement]]:
    """The claim of metrics that are means over the condition, or the threshold, as one of such means."""
    for law, means in _MEANS.items():
        plain = {name: parse_expression(loss) for name, loss in means.items()}
        losses = {name: loss if isinstance(law, Name) else exchanged(loss, _PLAIN, law) for name, loss in plain.items()}

        def as_mean(figure: Of, losses: dict[str, Expression] = losses) -> Of:
            return replace(figure, figure=losses.get(str(figure.figure), figure.figure))

        left, right = (with_figures(side, as_mean) for side in (statement.left, statement.right))
        if (left, right) != (statement.left, statement.right):
            yield law, replace(statement, left=left, right=right)


def _laws(node: Node) -> Iterator[Cost]:
    """The laws of the condition that losses speak of, or figures that are made of such: at a threshold, that level."""
    match node:
        case Cost():
            yield node
        case Name(name="H"):
            yield Cost("beta", (Number(Fraction(2)), Number(Fraction(2))))
        case Apply(function="h_measure", arguments=shapes):
            yield Cost("beta", shapes)  # type: ignore[arg-type]
        case Comparison(left=level, right=Name(name="s")) if is_share(level):
            yield Cost("point", (level,))
    for child in children(node):
        yield from _laws(child)


def _at_each(
    statement: Statement, level: str, law: Cost | Name, work: Work, own: str = ""
) -> tuple[Proved | None, str]:
    """The proof of a statement about a law, shown at each condition, where what is given for all levels is given.

    Where the law is the name u, the level is that of a threshold instead, which is drawn evenly."""
    if level in parameters(statement):
        return None, ""
    given = tuple(replace(a, for_all="") if a.for_all else a for a in statement.given)
    point = Name(level) if isinstance(law, Name) else Cost("point", (Name(level),))
    left, right = (exchanged(side, law, point) for side in (statement.left, statement.right))
    here = replace(statement, left=left, right=right, given=given)
    found, note = _with_letters(here, work, own)
    if found is None:
        return None, note
    beside = {key: x for key, x in found.document.items() if key in ("theorems", "kind", "own", "defined", "densities")}
    inner = {key: x for key, x in found.document.items() if key not in ("format", "theorems", "own")}
    about: Document = {"statement": str(statement), "given": [str(a) for a in statement.given], "condition": level}
    about |= {} if law == _ANY else {"law": str(law)}
    document = {"format": 1, **about, **beside, "at_each": inner}
    return (Proved(found.parts, document), note) if objection(document) is None else (None, "")


def _with_letters(
    statement: Statement, work: Work, own: str = "", taken: frozenset[str] = frozenset()
) -> tuple[Proved | None, str]:
    """The same without what is given for all levels; ``own``: the score function whose figures keep their names.

    No letter is ``taken`` from those of what is said.
    """
    used = replace(statement, given=tuple(a for a in statement.given if not a.for_all))
    known, note = _Known(work), ""
    for replaced in (frozenset({MODELS[1]}), frozenset({MODELS[0]}), frozenset(MODELS)):
        if replaced & models_of(used):
            lettered = _Lettered(statement, used, replaced, known, work, taken)
            found, said = (None, "") if own not in ("", lettered.own) else lettered.proof()
            note = note or said
            if found is not None:
                return found, said
    return None, note


@dataclass
class _Known:
    """Relations between figures of one score function that are proved, with their documents."""

    work: Work
    found: dict[Statement, Document | None] = field(default_factory=dict)

    def document(self, said: Statement) -> Document | None:
        if said not in self.found:
            alone = None if search.at_sight(said) else proof_of(said, self.work.share(1 / 12))[0]
            self.found[said] = None if alone is None else alone.document
        return self.found[said]


@dataclass
class _Lettered:
    """A statement with letters for the figures of some score functions."""

    statement: Statement
    used: Statement
    replaced: frozenset[str]
    known: _Known
    work: Work
    taken: frozenset[str]
    letters: dict[Of, str] = field(default_factory=dict)
    lemmas: dict[str, Document] = field(default_factory=dict)
    theorems: dict[str, Any] = field(default_factory=dict)

    @property
    def own(self) -> str:
        """The score function whose figures keep their names, if there is one."""
        return MODELS[0] if MODELS[0] not in self.replaced or len(self.replaced) == len(MODELS) else MODELS[1]

    def proof(self) -> tuple[Proved | None, str]:
        """The proof that the reader accepts, and a note."""
        asked = list(dict.fromkeys(figure for figure in figures(self.used) if figure.model in self.replaced))
        if not self._name(asked):
            return None, ""
        alone = spoken(changed(self.used, lambda x: Name(self.letters[x]) if x in self.letters else x.figure))
        known = tuple(self._lemmas(asked))
        found = self._found(alone, known)
        if found is None:
            more = (*self._facts(asked), *self._equations(asked))
            known = (*known, *more)
            found = self._found(alone, known) if more else None
        if found is None:
            return None, ""
        stands = ", ".join(f"{letter} stands for {figure}" for figure, letter in self.letters.items())
        document = self._document(found.document, alone)
        if objection(document) is None:
            named = set(_named(found.document))
            return Proved(found.parts, document), self._told(
                found.parts, alone.given, [a for a in known if str(a) in named] or known
            )
        return (
            None,
            f"{alone} is proved, where {stands}; that the claim follows is not accepted by the reader of proofs",
        )

    def _found(self, alone: Statement, known: tuple[Assumption, ...]) -> Proved | None:
        """The proof of the statement about one score function where so much is known of the letters."""
        with_known = replace(alone, given=(*alone.given, *known))
        if search.quick(at_one_condition(with_known)) is not None:
            return None
        return proof_of(with_known, self.work.share(1 / 3))[0]

    def _told(self, parts: Shown, given: Sequence[Assumption], known: Sequence[Assumption]) -> str:
        """What the letters of a proof stand for, and what is given and known of these, in words."""
        occur = {x.name for line in _lines(parts) for x in line.free_symbols}
        letters = set(self.letters.values())
        used: list[Assumption] = []
        for _ in letters:
            used = [a for a in (*given, *known) if _letters_of(a) & letters & occur]
            occur |= set().union(*map(_letters_of, used))
        named = ((letter, figure) for figure, letter in self.letters.items() if letter in occur)
        listed = ", ".join(f"{letter} stands for {figure}" for letter, figure in named)
        told = [f"{a} is given" for a in given if a in used]
        told += [f"{a} is known, by {self.lemmas[str(a)]['statement']}" for a in known if a in used]
        return "; ".join([f"in the proof {listed}", *told]) if listed else ""

    def _name(self, asked: list[Of]) -> bool:
        """Choose the letters: levels for what is proved to lie in [0, 1]."""
        taken = self.taken.union(parameters(self.statement), *map(names, sides(self.statement)))
        taken |= {a.for_all for a in self.statement.given}
        levels, others = ([x for x in each if x not in taken] for each in (_LEVELS, _OTHERS))
        del levels[2:]
        for figure in asked:
            ends = Statement(_ZERO, "<=", figure.figure), Statement(figure.figure, "<=", _ONE)
            among = levels if levels and all(map(self.known.document, ends)) else others
            if not among:
                return False
            self.letters[figure] = among.pop(0)
        return True

    def _lemmas(self, asked: list[Of]) -> Iterator[Assumption]:
        """What is known of the figures that letters stand for, as if it were given of these."""
        for figure in asked:
            if self.letters[figure] not in _LEVELS:
                yield from self._lemma(_ZERO, figure)
                yield from self._lemma(figure, _ONE)
        for low, high in permutations(asked, 2):
            if low.model == high.model:
                yield from self._lemma(low, high)

    def _lemma(self, low: Of | Number, high: Of | Number) -> Iterator[Assumption]:
        model = next(x.model for x in (low, high) if isinstance(x, Of))
        figures = (x.figure if isinstance(x, Of) else x for x in (low, high))
        sides = (Name(self.letters[x]) if isinstance(x, Of) else x for x in (low, high))
        yield from self._known_of(Statement(next(figures), "<=", next(figures)), model, (next(sides), next(sides)))

    def _facts(self, asked: list[Of]) -> Iterator[Assumption]:
        """What is known of two metrics and more, and of the square of one, as if it were given of their letters."""
        for model in MODELS:
            own = {str(x.figure): Name(self.letters[x]) for x in asked if x.model == model}
            known = [statements.parse_statement(str(fact)) for fact in facts.CATALOGUE.values() if not fact.given]
            unordered = (x for x in permutations(own, 2) if f"{own[x[0]]} <= {own[x[1]]}" not in self.lemmas)
            known += [statements.parse_statement(f"{low}**2 <= {high}") for low, high in unordered]
            for said in known:
                about = (names(said.left) | names(said.right)) - SAMPLE_QUANTITIES
                sides = _with(said.left, own), _with(said.right, own)
                if len(about) > 1 and about <= own.keys() and str(Assumption("", "<=", sides=sides)) not in self.lemmas:
                    yield from self._known_of(said, model, sides)

    def _equations(self, asked: list[Of]) -> Iterator[Assumption]:
        """What a figure is in terms of others, as if it were given of their letters."""
        for model in MODELS:
            lines = dict[Of, Expr]()
            for x in asked:
                with suppress(*OBSTACLES):
                    lines |= {x: simplified(normal_form(to_sympy(x.figure))[0])} if x.model == model else {}
            own = [*lines]
            means = sorted({mean for line in lines.values() for mean in line.atoms(ClassMean)}, key=str)
            letters = {mean: Dummy() for mean in means}
            own.sort(key=lambda x: len(lines[x].atoms(ClassMean)))
            back: dict[str, Node] = {self.letters[x]: x.figure for x in own}
            for x, e in _dependent({x: lines[x].xreplace(letters) for x in own}, [*letters.values()]):
                sides = Name(self.letters[x]), to_syntax(e({y: parameter(self.letters[y]) for y in own}))
                for low, high in (sides, sides[::-1]):
                    said = Statement(_with(low, back), "<=", _with(high, back))
                    if str(Assumption("", "<=", sides=(low, high))) not in self.lemmas:
                        yield from self._known_of(said, model, (low, high))

    def _known_of(self, said: Statement, model: str, sides: tuple[Expression, Expression]) -> Iterator[Assumption]:
        document = self.known.document(said)
        if document is not None:
            known = Assumption("", "<=", sides=sides)
            self.theorems |= {x["name"]: x for x in document.get("theorems", ())}
            lemma = {key: x for key, x in document.items() if key != "theorems"}
            self.lemmas[str(known)] = lemma if model == self.own else {**lemma, "other": True}
            yield known

    def _document(self, document: Document, alone: Statement) -> Document:
        """The document of the statement about one score function as one about both."""
        given = {str(a): str(b) for a, b in zip(alone.given, self.used.given, strict=True)}
        found = self._figures(document, {letter: str(figure) for figure, letter in self.letters.items()}, given)
        own: Document = {} if self.own == MODELS[0] else {"own": self.own}
        theorems = {x["name"]: x for x in found.get("theorems", ())} | self.theorems
        own |= {"theorems": list(theorems.values())} if theorems else {}
        said: Document = {"statement": str(self.statement), "given": [str(a) for a in self.statement.given]}
        if "parts" in found:
            sides = self.statement.left, self.statement.right
            either = (replace(self.statement, left=x, relation="<=", right=y) for x, y in (sides, sides[::-1]))
            parts = zip(found["parts"], either, strict=True)
            own |= {"parts": [{**part, "statement": str(one), "given": said["given"]} for part, one in parts]}
        return {**found, **own, **said}

    def _figures(self, part: Any, letters: Mapping[str, str], given: Mapping[str, str]) -> Any:
        """A part of a document with figures for letters, and documents for what is only known."""
        if isinstance(part, str):
            words = rf"(?<![\w.])({'|'.join(letters)})(?!\w)"
            return re.sub(words, lambda found: letters[found[1]], part) if letters else part
        if isinstance(part, list):
            return [self._figures(x, letters, given) for x in part]
        if not isinstance(part, dict):
            return part
        found = {x: v if x in _NOT_FORMULAS else self._figures(v, letters, given) for x, v in part.items()}
        said = part.get("given")
        if isinstance(said, str):
            del found["given"]
            if said not in self.lemmas:
                return {"given": given.get(said, said), **found}
            lemma = self.lemmas[said]
            inner = {key: x for key, x in lemma.items() if key != "other"}
            return {"document": inner, **({"other": True} if "other" in lemma else {}), **found}
        if "statement" in part:
            found["given"] = [given.get(x, x) for x in said or () if x not in self.lemmas]
            head = self._figures(part["statement"].partition(" given ")[0], letters, given)
            found["statement"] = head + f" given {', '.join(found['given'])}" * bool(found["given"])
            known = [self.lemmas[x] for x in said or () if x in self.lemmas]
            found["defined"] = [*known, *found.get("defined", ())]
        return found


def _dependent(
    lines: Mapping[Of, Expr], letters: Sequence[Symbol]
) -> Iterator[tuple[Of, Callable[[Mapping[Of, Expr]], Expr]]]:
    """Figures that are sums of multiples of those before them, linear in some letters, and which they are."""
    still = dict.fromkeys(letters, S.Zero)
    before: dict[Of, list[Expr]] = {}
    for x, line in lines.items():
        slopes = [line.diff(v) for v in letters]
        if any(slope.has(*letters) for slope in slopes) or not any(slopes):
            continue
        times = symbols(f"x:{len(before)}", cls=Dummy) if before else ()
        sums = (sum(t * f[i] for t, f in zip(times, before.values(), strict=True)) for i in range(len(letters)))
        found = (
            next(iter(linsolve([a - b for a, b in zip(sums, slopes, strict=True)], *times)), None) if times else None
        )
        if found is None:
            before[x] = slopes
            continue
        shares = {
            y: cancelled(share.xreplace(dict.fromkeys(times, S.Zero))) for y, share in zip(before, found, strict=True)
        }

        def in_others(values: Mapping[Of, Expr], line: Expr = line, shares: Mapping[Of, Expr] = shares) -> Expr:
            parts = (share * (values[y] - lines[y].xreplace(still)) for y, share in shares.items())
            return simplified(cancelled(line.xreplace(still) + Add(*parts)))

        yield x, in_others


def _with(side: Expression, values: Mapping[str, Node]) -> Any:
    """A side with other expressions for names."""
    return substitute(side, values)


def _named(part: Any) -> Iterator[str]:
    """What steps of a document use of what is given."""
    if isinstance(part, dict):
        if isinstance(part.get("given"), str):
            yield part["given"]
        part = list(part.values())
    for inner in part if isinstance(part, list) else ():
        yield from _named(inner)


def _letters_of(assumption: Assumption) -> set[str]:
    return set().union(*map(names, assumption.sides or ()))


def _lines(parts: Shown) -> Iterator[Expr]:
    for _, section in sections(parts):
        for part in section:
            yield from (line.gives for line in lines(part))


__all__ = ["proved"]
