"""Statements about two score functions that follow from what is proved of one, whatever the figures of the other are.

The reader of proofs knows one score function, so that they are undecided, and a note says what is proved. Figures of
the other that are proved to lie in [0, 1] become levels ``t``, ``r`` and ``q``, which stand for any number there:
``a.AUC - b.AUC <= 1`` follows from ``AUC - t <= 1``. What is assumed for all levels is not used.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from workbench.deciding.proving import IN_NO_PROOF, proof_of
from workbench.language.models import MODELS, changed, figures, sides
from workbench.language.statements import at_one_condition, parameters
from workbench.language.syntax import Expression, Name, Number, Of, Statement, names
from workbench.limits import Work
from workbench.witnesses import search
from workbench.words import IN_UNIT_INTERVAL


def reduced(statement: Statement, work: Work) -> str | None:
    """A statement about one score function that is proved and from which this one follows, and how, in words.

    >>> from workbench.language.statements import parse_statement
    >>> reduced(parse_statement("a.BS <= a.MAE + b.BS", two_models=True), Work.of(5))  # doctest: +NORMALIZE_WHITESPACE
    'the reader of proofs accepts one of BS <= MAE + t for all t in [0, 1], where t stands for b.BS, which is proved to
     lie there; that this follows is in no proof'
    """
    known: dict[Expression, bool] = {}
    for replaced in (frozenset({MODELS[1]}), frozenset({MODELS[0]}), frozenset(MODELS)):
        found = _with_levels(statement, replaced, known, work)
        if found is not None:
            return found
    return None


def _with_levels(
    statement: Statement, replaced: frozenset[str], known: dict[Expression, bool], work: Work
) -> str | None:
    """What is proved with levels for all figures of some models."""
    asked = list(dict.fromkeys(figure for figure in figures(_used(statement)) if figure.model in replaced))
    free = sorted(IN_UNIT_INTERVAL - parameters(statement) - _letters(statement), key="trq".index)
    if len(asked) > len(free):
        return None
    letters = dict(zip(asked, free, strict=False))

    def written(figure: Of) -> Expression:
        return Name(letters[figure]) if figure in letters else figure.figure

    alone = changed(_used(statement), written)
    if search.quick(at_one_condition(alone)) is not None:
        return None
    if not all(_within(figure.figure, known, work) for figure in asked):
        return None
    if proof_of(alone, work.share(1 / 3))[0] is None:
        return None
    stands = ", ".join(f"{letter} stands for {figure}" for figure, letter in letters.items())
    levels = ", ".join(letters.values())
    each = f" for all {levels} in [0, 1], where {stands}, which is proved to lie there" if letters else ""
    return f"the reader of proofs accepts one of {alone}{each}; that this follows {IN_NO_PROOF}"


def _used(statement: Statement) -> Statement:
    """The statement without what is assumed for all levels."""
    return replace(statement, given=tuple(a for a in statement.given if not a.for_all))


def _letters(statement: Statement) -> frozenset[str]:
    return frozenset().union(*map(names, sides(statement)))


def _within(figure: Expression, known: dict[Expression, bool], work: Work) -> bool:
    """Whether a figure is proved to lie in [0, 1]."""
    if figure not in known:
        ends = ((">=", Fraction(0)), ("<=", Fraction(1)))
        known[figure] = all(
            proof_of(Statement(figure, relation, Number(end)), work.share(1 / 6))[0] is not None
            for relation, end in ends
        )
    return known[figure]
