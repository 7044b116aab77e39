"""Statements decided: proved with steps that are checked, refuted by a data set, or undecided.

A search for a small data set on which the statement is false comes first, then that for a proof
(`workbench.deciding.proving`, which is loaded only then), and then a thorough search for a data set. Undecided is an
answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from workbench.deciding.domain import (
    Place,
    refuse_false_densities,
    refuse_figures_out_of_range,
    refuse_long_numbers,
    refuse_what_no_sample_meets,
)
from workbench.errors import refuse_no_text
from workbench.formats import Answer, Records, Row, markdown, markdown_table
from workbench.language import statements
from workbench.language.models import changed, models_of, sides
from workbench.language.syntax import Statement
from workbench.lazily import Lazily
from workbench.limits import TimeIsUp, Work, at_most, net
from workbench.witnesses import search
from workbench.witnesses.witness import Witness

if TYPE_CHECKING:
    from workbench.deciding.documents import Document
    from workbench.deciding.inequality import Inequality, Lemma
    from workbench.symbolic.proof import Theorem

SECONDS = 30.0
SHORT_SEARCH = 1.0
FIRST_SEARCH = 2.0
_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it
NOT_OF_ANY = (
    "cost=any in an assumption alone is every law at once only where losses of a. and b. are compared, in multiples "
    "and sums and without a strict relation"
)
NO_REDUCTION = "no counterexample was found, and no proof by what is known of the figures of each model by itself"


_LIKE_OTHERS = {
    **dict.fromkeys(("p", "p0", "p1"), "the class proportions are pi0 and pi1"),
    **dict.fromkeys(("y", "y0", "y1"), "the class has no letter, and E0 and E1 are means over one class"),
    **dict.fromkeys(("s0", "s1", "x"), "s is the score of an example, and E0 and E1 are means over one class"),
}
"""Letters that have a meaning elsewhere and none here, and what is said instead."""


@dataclass(frozen=True)
class Decision(Records, Answer):
    """What `prove` found of a statement: ``verdict`` is proved, refuted or undecided.

    ``proof`` is the checked proof of a statement that is proved, in one part or several, ``witness`` the data set
    that refutes one that is refuted, ``note`` says why nothing was decided, or as what the statement was read.
    ``asked`` is the statement in the words in which it was asked, where it was text.
    """

    statement: Statement
    verdict: str
    proof: tuple[Theorem | Inequality | Lemma, ...] = ()
    witness: Witness | None = None
    note: str = field(default="", compare=False)
    document: Document | None = field(default=None, compare=False, repr=False)
    tested: Statement | None = field(default=None, compare=False, repr=False)
    asked: Statement | None = field(default=None, compare=False, repr=False)

    @property
    def said(self) -> str:
        """The statement in the words in which it was asked."""
        return str(self.asked or self.statement)

    @property
    def stand_for(self) -> dict[str, str]:
        """The words in it that stand for other expressions, which is what a proof is about."""
        return {} if self.asked is None else statements.stand_for(self.asked)

    @property
    def latex(self) -> str:
        """The statement in LaTeX."""
        from workbench.symbolic.latex import latex_of_statement

        return latex_of_statement(self.statement)

    def __repr__(self) -> str:
        return f"{self.said}: {self.verdict}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_decision(self))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$ ({self.verdict})"

    def _repr_markdown_(self) -> str:
        """The statement and the verdict, and the data set that refutes it."""
        said = f"$\\displaystyle {self.latex}$ is **{self.verdict}**"
        if self.witness is None:
            return f"{said}: {markdown(self.note)}" if self.note else said
        return f"{said}: {self.witness.sentence}\n\n{markdown_table(self.witness.rows)}"

    def to_json(self) -> dict[str, Any]:
        """The decision as plain values: the proof step by step, or the data set with the value of both sides.

        ``refuted`` is the statement at the costs for which it is false, where it is about any; ``stand_for`` says what
        the words of the statement stand for that the proof does not use.
        """
        from workbench.deciding.accepting import rests_on
        from workbench.deciding.wording import written

        return {
            "statement": self.said,
            "verdict": self.verdict,
            "latex": self.latex,
            "proof": written(self.proof, self.statement).steps if self.proof else None,
            "witness": None if self.witness is None else self.witness.to_json(),
            **({"stand_for": self.stand_for} if self.stand_for else {}),
            **({"refuted": str(self.tested)} if self.tested else {}),
            **({"axioms": list(rests_on(self.document))} if self.document else {}),
            **({"note": self.note} if self.note else {}),
        }

    @property
    def rows(self) -> list[Row]:
        """One row a step of the proof, or an example of the data set that refutes."""
        found = self.to_json()
        same = {"statement": found["statement"], "verdict": self.verdict}
        if self.witness is not None and self.witness.second is not None:
            return [{**same, **row} for row in self.witness.rows]
        if found["witness"]:
            examples = zip(found["witness"]["scores"], found["witness"]["classes"], strict=True)
            return [{**same, "score": score, "class": label} for score, label in examples]
        steps = [{key: step[key] for key in ("why", "by", "gives")} for step in found["proof"] or ()]
        return [{**same, **step} for step in steps] or [same]


def prove(statement: str | Statement, seconds: float = SECONDS) -> Decision:
    """Prove a statement, refute it by the smallest data set found, or leave it undecided.

    ``statement`` is text of the statement language. After so many ``seconds`` of work (`workbench.limits`) the answer
    is undecided; the search for a proof and that for a data set have half of it each. Raises
    `statements.StatementError` where the text says nothing, `densities.DensityError` for a density that is none.

    >>> prove("loss(score_driven) == BS").verdict
    'proved'
    >>> refuted = prove("MAE == BS")
    >>> refuted.verdict, refuted.witness.sample.n
    ('refuted', 2)
    """
    if isinstance(statement, str):
        asked = statements.as_asked(statement)
        return replace(_decided(statements.parse_statement(statement, two_models=True), seconds, asked), asked=asked)
    if not isinstance(statement, Statement):
        refuse_no_text(statement, "statement", "BS <= MAE")
    return _decided(statement, seconds, statement)


def _decided(statement: Statement, seconds: float, asked: Statement) -> Decision:
    """`prove` of a statement that is ``asked`` in other words, or in the same."""
    refuse_figures_out_of_range(asked)
    for side in sides(asked):
        refuse_long_numbers(side)
    each = statements.at_every_condition(statement)
    if each is None:
        return Decision(statement, "undecided", note=NOT_OF_ANY)
    statement = each
    if models_of(statement):
        return _of_two_models(statement, seconds, asked)
    refuse_what_no_sample_meets(statement)
    for side in (statement.left, statement.right):
        refuse_false_densities(side)
    tested = statements.at_one_condition(statement)
    witness = search.quick(tested)
    if witness is not None:
        return _refuted(statement, tested, witness, asked)
    from workbench.deciding.proving import Proved, Settled, proved
    from workbench.deciding.under_weights import with_densities

    half = seconds / 2
    try:
        with at_most(net(half)):
            for_proof = Work.of(half)
            said = with_densities(statement)
            found, note = proved(said.statement, for_proof)
            if found is None:
                from workbench.deciding.restatements import in_other_words

                found, words = in_other_words(said.statement, for_proof)
                note = words if isinstance(found, Proved) else words or note
            found, note = said.read_back(found, note)
    except TimeIsUp:
        found, note = None, f"no proof within {seconds:g} seconds"
    if isinstance(found, Proved):
        return Decision(statement, "proved", proof=found.parts, document=found.document, note=note)
    work = Work.of(min(half, SHORT_SEARCH) if isinstance(note, Settled) else half)
    witness = (found and _at_place(tested, found, work)) or search.thorough(tested, work)
    if witness is not None:
        return _refuted(statement, tested, witness, asked)
    from workbench.deciding.laws_of_packages import unfollowed
    from workbench.deciding.undecided import in_words_of, met_by_none

    note = unfollowed(statement) or met_by_none(statement, asked, seconds) or note
    return Decision(statement, "undecided", note=in_words_of(asked, note) or "no proof and no counterexample was found")


def _of_two_models(statement: Statement, seconds: float, asked: Statement) -> Decision:
    """`prove` of a statement about one or two score functions on the same examples."""
    from workbench.deciding.at_levels import as_losses
    from workbench.witnesses.two_models import MANY, refuted_by_two, untested

    refuse_what_no_sample_meets(statement)
    for side in sides(statement):
        refuse_false_densities(side)
    if len(models_of(statement)) == 1 and not any(a.for_all for a in statement.given):
        alone = changed(statement, lambda figure: figure.figure)
        found = prove(alone, seconds)
        one = changed(asked, lambda figure: figure.figure)
        note = found.note or f"it is about one score function: {one}"
        return replace(found, statement=statement, note=note)
    tested = statements.at_one_condition(statement)
    half = seconds / 2
    for_all = any(a.for_all for a in statement.given)
    searched = tested == statement or not for_all
    tried = as_losses(tested)[0]
    witness = refuted_by_two(tried, Work.of(min(half, FIRST_SEARCH))) if searched else None
    note = ""
    if witness is None:
        from workbench.deciding.two_models import proved
        from workbench.deciding.undecided import in_words_of
        from workbench.deciding.under_weights import with_densities

        try:
            with at_most(net(half)):
                said = with_densities(statement)
                shown, note = said.read_back(*proved(said.statement, Work.of(half)))
        except TimeIsUp:
            shown = None
        if shown is not None:
            note = in_words_of(asked, note)
            return Decision(statement, "proved", proof=shown.parts, document=shown.document, note=note)
    if not searched:
        return Decision(statement, "undecided", note="costs of any law beside an assumption for all levels")
    if witness is None and not note:
        witness = refuted_by_two(tried, Work.of(half), MANY)
    if witness is not None:
        return _refuted(statement, tested, witness, asked)
    unused = "; what is assumed for all levels is used in no proof" if for_all else ""
    why = untested(statement) or note or NO_REDUCTION + unused
    return Decision(statement, "undecided", note=in_words_of(asked, why))


def _refuted(statement: Statement, tested: Statement, witness: Witness, asked: Statement) -> Decision:
    law = "at one operating condition" if statements.spare_level(statement) else "for uniform costs"
    notes = [free] if (free := _of_parameters(statement)) else []
    if tested == statement:
        return Decision(statement, "refuted", witness=witness, note="; ".join(notes))
    notes.insert(0, f"it is false {law}: {statements.at_one_condition(asked)}")
    return Decision(statement, "refuted", witness=witness, note="; ".join(notes), tested=tested)


def _of_parameters(statement: Statement) -> str:
    """That letters which look like something of the sample are none, where that may have been missed.

    >>> _of_parameters(statements.parse_statement("p0 + p1 == 1"))
    'p0 and p1 are free parameters, any numbers; the class proportions are pi0 and pi1'
    """
    assumed = frozenset[str]().union(*map(statements.of_assumption, statement.given))
    letters = sorted(x for x in statements.parameters(statement) - assumed if x in _LIKE_OTHERS)
    if not letters:
        return ""
    are = "are free parameters, any numbers" if len(letters) > 1 else "is a free parameter, any number"
    return "; ".join((f"{' and '.join(letters)} {are}", *dict.fromkeys(_LIKE_OTHERS[x] for x in letters)))


def _at_place(statement: Statement, place: Place, work: Work) -> Witness | None:
    found = search.refutes(statement, place.sample, place.parameters)
    return None if found is None else search.shrunk(statement, found, work)
