"""Statements proved: an equality by normal forms, an inequality by `workbench.deciding.inequalities`.

An equality is proved by bringing both sides to normal form, so that the moves of the left side, followed by those of
the right side backwards, are its steps. What is found is written as a document, which the reader must accept, and is
evaluated on samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any

from sympy import Abs, Add, Expr, I, Max, Min, Pow, nan, oo, zoo
from sympy.polys.polyerrors import BasePolynomialError

from workbench.certificates.cell_points import OutOfTime
from workbench.deciding import bounding, documents
from workbench.deciding.accepting import Proof, accepted, accepted_equality, objection
from workbench.deciding.assumption_moves import granted
from workbench.deciding.consequences import by_consequences, may_help
from workbench.deciding.definedness import defined, without_value
from workbench.deciding.document_words import refuse_unfollowed, spoken
from workbench.deciding.documents import Document
from workbench.deciding.domain import Domain, Place, domain_of
from workbench.deciding.each_of_two import by_each_of_two
from workbench.deciding.inequality import Inequality, Lemma
from workbench.deciding.part_by_part import part_by_part
from workbench.deciding.search_memory import forget
from workbench.language.grammar import brief
from workbench.language.pairs import pair_means
from workbench.language.statements import at_one_condition, parse_expression, spare_level
from workbench.language.syntax import Node, Statement, children
from workbench.limits import Work
from workbench.losses.exact import LOG_LOSS
from workbench.symbolic import rules
from workbench.symbolic.normal_forms import (
    BY_SHARE,
    CONDITION_IGNORED,
    ERROR_RATES,
    RATE_AGAINST_ITSELF,
    WITHIN_BLOCKS,
    Move,
    continued,
    normal_form,
    shortened,
)
from workbench.symbolic.notation import (
    Below,
    Clip,
    LossAtCutpoints,
    LossAtRates,
    R,
    error,
    macro_error,
    pav,
    posterior,
    s,
)
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import same
from workbench.symbolic.translation import Untranslatable, to_sympy
from workbench.witnesses.confirmation import confirmed
from workbench.witnesses.search import quick

MAY_BE_INFINITE = (
    "log loss may be infinite; proofs bound it from below, by its series, where it stands once, in a positive multiple "
    "of it on the greater side"
)
MAX_TERMS = 5_000
ALONE_SHARE = 0.4
OBSTACLES = (ValueError, Untranslatable, BasePolynomialError, OutOfTime, NotImplementedError)
TOO_MUCH = {OverflowError: "numbers too large for the search", RecursionError: "too many terms for the search"}


class Settled(str):
    """A note on why there is no proof, where none is found however long one looks.

    >>> from workbench.language.statements import parse_statement
    >>> isinstance(proof_of(parse_statement("E(s*s2, s2) <= 1"))[1], Settled)
    True
    """

    __slots__ = ()


@dataclass(frozen=True)
class Proved:
    """A proof, in one part or several, and its document, which the reader has accepted."""

    parts: tuple[Theorem | Inequality | Lemma, ...]
    document: Document


def proof_of(statement: Statement, work: Work | None = None) -> tuple[Proved | None, str]:
    """The proof of a statement that the reader has accepted; None if there is none, and then why not.

    >>> from workbench.language.statements import parse_statement
    >>> proof_of(parse_statement("sqrt(AUC - 2) <= 1"))
    (None, 'sqrt(AUC - 2) is not seen to have a value on every sample')
    """
    found, note = proved(statement, work)
    return (found, "") if isinstance(found, Proved) else (None, note or "no proof was found")


def prove_statement(statement: Statement) -> Proved | None:
    """The proof of a statement that the reader has accepted; None if none is found."""
    return proof_of(statement)[0]


def proved(statement: Statement, work: Work | None) -> tuple[Proved | Place | None, str]:
    """A proof that is accepted, or an extreme sample at which the statement should be false, or why there is neither.

    A side without a value on some sample is not related to anything there, so both sides must be seen to be
    defined: no denominator that may vanish, no logarithm or root of what may be negative. What the reader accepts is
    also evaluated on samples that meet the assumptions.
    """
    forget()
    try:
        refuse_unfollowed(statement.left, statement.right, *(side for a in statement.given for side in a.sides or ()))
    except Untranslatable as reason:
        return None, Settled(str(reason))
    statement = spoken(statement)
    bounding.forget()
    for pairs in pair_means(statement):
        return None, Settled(f"{brief(pairs)} is a mean over pairs, of which no proof speaks")
    more = _without_assumptions(statement, work)
    if more is not None:
        return more, ""
    at_one = at_one_condition(statement)
    if at_one == statement:
        return _proved(statement, work)
    found, note = _proved(statement, work)
    level = spare_level(statement)
    if isinstance(found, Proved) or level is None:
        return found, note
    each, why = _proved(at_one, work)
    if not isinstance(each, Proved):
        return each, why or note
    document = documents.at_each_condition(statement, level, each.document)
    refused = objection(document)
    return (Proved(each.parts, document), "") if refused is None else (None, note or refused)


def _without_assumptions(statement: Statement, work: Work | None) -> Proved | None:
    """A proof of what is not seen to be false where nothing is assumed: it holds where something is."""
    alone = replace(statement, given=())
    if not statement.given or any(a.for_all for a in statement.given) or quick(at_one_condition(alone)) is not None:
        return None
    if not all(defined(side, domain_of(alone), ()) for side in (alone.left, alone.right)):
        return None
    found, _ = _proved(alone, None if work is None else work.share(ALONE_SHARE))
    if not isinstance(found, Proved):
        return None
    document = {**found.document, "statement": str(statement), "given": [str(a) for a in statement.given]}
    return Proved(found.parts, document) if objection(document) is None else None


def _proved(statement: Statement, work: Work | None) -> tuple[Proved | Place | None, str]:
    """`proved` of a statement whose costs are known, or with axioms about any."""
    try:
        for side in (statement.left, statement.right):
            if not defined(side, domain_of(statement), statement.given):
                without = Settled(without_value(side, statement))
                return None, MAY_BE_INFINITE if _has_log_loss(side) else without
        left, right = to_sympy(statement.left), to_sympy(statement.right)
        if any(_is_vast(side) for side in (left, right)):
            return None, "a power of a sum is too long to be written out"
        found = _by_consequences(left, right, statement, work) if may_help(statement) else None
        found = found or _by_relation(left, right, statement, work) or _by_each_of_two(statement, work)
        if found is None or isinstance(found, Place | Proved):
            return _tried(statement, found)
        parts = found if isinstance(found, tuple) else (found,)
        document, why = accepted(statement, parts, granted(statement.given))
        if document is None:
            other = _by_relation(left, right, statement, work, choosy=True)
            if isinstance(other, Place | Proved):
                return _tried(statement, other)
            if other is not None:
                parts = other if isinstance(other, tuple) else (other,)
                document, _ = accepted(statement, parts, granted(statement.given))
    except OBSTACLES as reason:
        return None, str(reason)
    except tuple(TOO_MUCH) as reason:
        return None, TOO_MUCH[type(reason)]
    return (None, why) if document is None else _tried(statement, Proved(parts, document))


def _tried(statement: Statement, found: Proved | Place | None) -> tuple[Proved | Place | None, str]:
    """What is found, unless the numbers speak against a proof."""
    against = confirmed(at_one_condition(statement)) if isinstance(found, Proved) else None
    return (found, "") if against is None else (None, against)


def _has_log_loss(node: Node) -> bool:
    return node == LOG_LOSS or any(map(_has_log_loss, children(node)))


def _is_vast(e: Expr) -> bool:
    """Whether writing out the powers of sums would take too many terms."""
    powers = [p for p in e.atoms(Pow) if isinstance(p.base, Add) and p.exp.is_Integer]
    return any(comb(abs(int(p.exp)) + len(p.base.args), len(p.base.args)) > MAX_TERMS for p in powers)


def _by_relation(
    left: Expr, right: Expr, statement: Statement, work: Work | None, *, choosy: bool = False, soon: bool = False
) -> Theorem | Inequality | Proof | Proved | Place | None:
    """The first proof that is found or, ``choosy``, the first of which the reader accepts each part; ``soon``: one
    that is soon found, or none."""
    moves = granted(statement.given)
    said = statement
    if statement.relation in (">", ">="):
        left, right = right, left
        relation = statement.relation.replace(">", "<")
        said = replace(statement, left=statement.right, relation=relation, right=statement.left)
    if said.relation in ("==", "<="):
        equal = _equality(left, right, says=str(statement), given=moves)
        if equal is not None and not (choosy and accepted(statement, (equal,), moves)[0] is None):
            return equal
        perhaps = _equality(left, right, says=str(statement), given=moves, kinks=True)
        if perhaps is not None and accepted(statement, (perhaps,), moves)[0] is not None:
            return perhaps
    if said.relation == "==" and not soon:
        alike = _by_parts(left, right, said, work)
        if alike is not None:
            return alike
    return _by_inequalities(right - left, said, domain_of(statement), work, choosy=choosy, soon=soon)


def _by_parts(left: Expr, right: Expr, said: Statement, work: Work | None) -> Proved | None:
    """The equality of sides whose parts are the same."""

    def shown(part: Statement) -> Document | None:
        found, _ = _proved(part, None if work is None else work.share(ALONE_SHARE))
        return found.document if isinstance(found, Proved) else None

    document = part_by_part(said, shown)
    if document is None:
        return None
    lines = [to_sympy(parse_expression(step["line"])) for step in document["steps"]]
    steps = zip(document["steps"], lines, strict=True)
    proof = tuple(Step(step["why"], rules.algebra, gives) for step, gives in steps)
    return Proved((Theorem("", str(said), left, right, proof),), document)


def _by_each_of_two(statement: Statement, work: Work | None) -> Proved | None:
    """An inequality with the greater, or the lesser, of two on one side, by each of them."""

    def shown(part: Statement) -> tuple[Proof, Document] | None:
        if quick(at_one_condition(part)) is not None:
            return None
        found, _ = _proved(part, None if work is None else work.share(ALONE_SHARE))
        return _without_lemmas(found)

    found = by_each_of_two(statement, shown)
    return None if found is None else Proved(*found)


def _without_lemmas(found: Proved | Place | None) -> tuple[Proof, Document] | None:
    parts = found.parts if isinstance(found, Proved) else ()
    rest = tuple(part for part in parts if not isinstance(part, Lemma))
    return (rest, found.document) if isinstance(found, Proved) and len(rest) == len(parts) else None


def _by_consequences(
    left: Expr, right: Expr, statement: Statement, work: Work | None
) -> Theorem | Inequality | Proof | Proved | Place | None:
    """What is soon seen, or is seen by what follows from the assumptions."""

    def shown(part: Statement) -> tuple[Proof, Document] | None:
        if quick(part) is not None:
            return None
        sides = to_sympy(part.left), to_sympy(part.right)
        found = _by_relation(*sides, part, work, soon=True)
        if found is None or isinstance(found, Place | Proved):
            return _without_lemmas(found)
        parts = found if isinstance(found, tuple) else (found,)
        document, _ = accepted(part, parts, granted(part.given))
        return None if document is None else (parts, document)

    found = _by_relation(left, right, statement, work, soon=True)
    if found is not None:
        return found
    more = by_consequences(statement, shown)
    return None if more is None else Proved(*more)


def _by_inequalities(
    gap: Expr, said: Statement, domain: Domain, work: Work | None, *, choosy: bool, soon: bool
) -> Inequality | Proof | Place | None:
    """By the gap being nonnegative or positive; for an equality its opposite too, and for ``!=`` either of them.

    The gap is that of the right side of ``said``.
    """
    from workbench.deciding.inequalities import prove_where_assumed

    moves = granted(said.given)
    about: dict[str, Any] = {"domain": domain, "given": moves, "assumed": said.given, "work": work}

    def positive(e: Expr, one: Statement, *, strict: bool) -> Inequality | Place | None:
        one = replace(one, relation="<" if strict else "<=")

        def is_read(found: Inequality) -> bool:
            return accepted(one, (found,), moves)[0] is not None

        return prove_where_assumed(e, strict=strict, accept=is_read if choosy else None, soon=soon, **about)

    turned = replace(said, left=said.right, right=said.left)
    if said.relation == "!=":
        either = (positive(e, one, strict=True) for e, one in ((gap, said), (-gap, turned)))
        return next((found for found in either if isinstance(found, Inequality)), None)
    first = positive(gap, said, strict=said.relation == "<")
    if said.relation != "==" or not isinstance(first, Inequality):
        return first
    second = positive(-gap, turned, strict=False)
    return (first, second) if isinstance(second, Inequality) else second


# --- equalities -----------------------------------------------------------------------------------------


_KINKS = (Max, Min, Abs, Clip, Below)


def _is_bent(e: Expr) -> bool:
    """Whether there is something in it that the reader brings to one form, and that is not compared here."""
    bent = any(not x.exp.is_Integer or (x.exp.is_negative and x.base.has(s)) for x in e.atoms(Pow))
    return bent or bool(e.has(*_KINKS))


def prove_equality(left: Expr, right: Expr, *, name: str = "", says: str = "") -> Theorem | None:
    """A theorem that ``left == right`` for scores in [0, 1] and attained rates, once the reader has accepted it.

    None means undecided, not false.

    >>> from workbench.symbolic.notation import metric, s, E0, E1, pi0, pi1
    >>> gap = metric("MAE") - metric("BS")
    >>> found = prove_equality(gap, pi0 * E0(s * (1 - s)) + pi1 * E1(s * (1 - s)))
    >>> [step.why for step in found.proof]
    ['the definitions']
    >>> prove_equality(metric("MAE"), metric("BS")) is None
    True
    """
    for kinks in (False, True):
        found = _equality(left, right, name=name, says=says, kinks=kinks)
        if found is not None and accepted_equality(found) is not None:
            return found
    return None


def _equality(
    left: Expr,
    right: Expr,
    *,
    name: str = "",
    says: str = "",
    given: Sequence[Move] = (),
    kinks: bool = False,
) -> Theorem | None:
    """A theorem that ``left == right``, which is not read yet; ``given`` are moves that assumptions allow.

    With ``kinks``, whether maxima, minima, indicators and roots on both sides are the same is left to the reader.
    """
    if any(side.has(zoo, nan, oo, I) for side in (left, right)):
        return None
    if left == right:
        same_line = Step(why="both sides are the same", by=rules.algebra, gives=right)
        return Theorem(name, says, left, right, (same_line,))
    for search in (_equality_by_errors, _equality_of_rates):
        found = search(left, right, name=name, says=says, given=given)
        if found is not None:
            return found
    one, forward = normal_form(left, given)
    other, backward = normal_form(right, given)
    shares = [move for move, share in zip(BY_SHARE, (pav, posterior), strict=True) if (one + other).has(share)]
    if shares and not same(one, other):
        one, forward = continued(one, forward, (*shares, *given))
        other, backward = continued(other, backward, (*shares, *given))
    if len(shares) == 2 and not same(one, other):
        one, forward = continued(one, forward, (WITHIN_BLOCKS,))
        other, backward = continued(other, backward, (WITHIN_BLOCKS,))
    if not same(one, other) and (one + other).has(LossAtRates, LossAtCutpoints):
        one, forward = continued(one, forward, (CONDITION_IGNORED,))
        other, backward = continued(other, backward, (CONDITION_IGNORED,))
    if not same(one, other) and not (kinks and (_is_bent(one) or _is_bent(other))):
        return None
    return _joined(left, right, (one, forward), (other, backward), name, says)


def _equality_by_errors(left: Expr, right: Expr, *, name: str, says: str, given: Sequence[Move]) -> Theorem | None:
    """A theorem that takes the definitions of error rates at thresholds alone."""
    if not (left + right).atoms(error, macro_error):
        return None
    one, other = (continued(side, [], ERROR_RATES) for side in (left, right))
    return _joined(left, right, one, other, name, says) if same(one[0], other[0]) else None


def _equality_of_rates(left: Expr, right: Expr, *, name: str, says: str, given: Sequence[Move]) -> Theorem | None:
    """A theorem about means of powers of the rate, which are not taken apart by class."""
    if not (left.has(R) or right.has(R)):
        return None
    moves = (RATE_AGAINST_ITSELF, *given)
    one, other = (continued(*normal_form(side, given, frozenset({"R"})), moves) for side in (left, right))
    return _joined(left, right, one, other, name, says) if same(one[0], other[0]) else None


def _joined(
    left: Expr, right: Expr, first: tuple[Expr, list[Step]], second: tuple[Expr, list[Step]], name: str, says: str
) -> Theorem:
    """The theorem whose steps lead from the left side to its normal form, and from that of the right side back."""
    (one, forward), (other, backward) = first, second
    steps = list(forward)
    if one != other:
        steps.append(Step(why="the same terms", by=rules.algebra, gives=other))
    if forward and backward and forward[-1].why == backward[-1].why and forward[-1].by.name != "definition":
        backward = [*backward[:-1], replace(backward[-1], why=f"{backward[-1].why}, backwards from the right side")]
    lines = [right, *(step.gives for step in backward)]
    steps += [replace(step, gives=line) for step, line in reversed(list(zip(backward, lines, strict=False)))]
    needs = frozenset().union(*(step.by.needs for step in steps))
    return Theorem(name, says, left, right, shortened(left, steps), needs)
