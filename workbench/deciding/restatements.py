"""What of a statement is proved in other words: a note for what is undecided where no document says both are the same.

A mean over pairs of examples as means over one (`workbench.language.pairs`), losses on other scores and under weights
as other losses (`workbench.deciding.rewritten_losses`), and sums of losses at each operating condition, whose integrals
they are (`workbench.deciding.each_condition`). That losses on other scores are others has documents
(`workbench.deciding.losses_on_other_scores`), and so has what is shown at each condition of a law
(`workbench.deciding.under_one_law`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from workbench.deciding.below_log_loss import by_less_than_log_loss
from workbench.deciding.document_words import spoken
from workbench.deciding.domain import Place
from workbench.deciding.each_condition import at_each_condition
from workbench.deciding.losses_on_other_scores import by_other_words
from workbench.deciding.proving import Proved, Settled, proved
from workbench.deciding.rewritten_losses import lowered
from workbench.deciding.under_one_law import by_each_condition
from workbench.errors import InputError, NotSupported
from workbench.language.grammar import brief
from workbench.language.pairs import in_means, pair_means
from workbench.language.syntax import Statement
from workbench.limits import Work


def in_other_words(statement: Statement, work: Work | None) -> tuple[Proved | Place | None, str]:
    """A proof by other words; what is proved in other words, in a sentence, or why nothing is; or a sample at which it
    should be false.

    >>> from workbench.language.statements import parse_statement
    >>> in_other_words(parse_statement("E(s*s2, s2) == E(s)**2"), None)[1]
    'E(s)**2 == E(s)**2 is proved, which says the same in other words; a proof that both say the same is missing'
    >>> in_other_words(parse_statement("BS == MAE"), None)
    (None, '')
    """
    statement = spoken(statement)
    shown, why = shown_otherwise(statement, work)
    if shown is not None:
        return shown, why
    said = _said(statement)
    for pairs in pair_means(said):
        return None, f"{brief(pairs)}, a mean over pairs, is not seen to be made of means over one example"
    found, note = proved(said, work) if said != statement else (None, "")
    if isinstance(found, Proved):
        return None, _accepted(said, "in other words")
    each = at_each_condition(statement)
    if each is not None and isinstance(proved(each, work)[0], Proved):
        return None, _accepted(each, "at each operating condition, of which both sides are integrals")
    return found, note


def shown_otherwise(statement: Statement, work: Work | None) -> tuple[Proved | Place | None, str]:
    """A proof with a document by other words for losses on other scores, by less than log loss, or at each condition of
    a law; and a note on it.

    >>> from workbench.language.statements import parse_statement
    >>> shown_otherwise(parse_statement("LL >= BS"), None)[0].document["statement"]
    'LL >= BS'
    """
    searches = (search(statement, work) for search in (by_other_words, by_less_than_log_loss, by_each_condition))
    return next((found for found in searches if found[0] is not None), (None, ""))


def _said(statement: Statement) -> Statement:
    """A statement without losses on other scores and without means over pairs, where these have other words."""
    with suppress(InputError, NotSupported):
        statement = lowered(statement)
    given = tuple(replace(a, sides=tuple(map(in_means, a.sides))) if a.sides else a for a in statement.given)
    return replace(statement, left=in_means(statement.left), right=in_means(statement.right), given=given)


def _accepted(said: Statement, where: str) -> Settled:
    return Settled(f"{said} is proved, which says the same {where}; a proof that both say the same is missing")
