"""Statements decided: proved with steps that are checked, refuted by a data set, or undecided.

A search for a small data set on which the statement is false comes first, then the proofs: an equality by
bringing both sides to normal form, so that the moves of the left side, followed by those of the right side
backwards, are its steps; an inequality by `workbench.deciding.inequalities`. Undecided is an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import comb
from typing import Any

from sympy import Abs, Add, Expr, I, Max, Min, Pow, nan, oo, zoo
from sympy.polys.polyerrors import BasePolynomialError

from workbench.deciding import witness_search
from workbench.deciding.accepting import Proof, accepted, accepted_equality, rests_on
from workbench.deciding.cell_points import UNIT, Interval, OutOfTime
from workbench.deciding.confirmation import confirmed
from workbench.deciding.definedness import defined, refuse_false_densities, shapes
from workbench.deciding.document_words import spoken
from workbench.deciding.documents import Document
from workbench.deciding.functionals import Domain, Place
from workbench.deciding.inequality import Inequality
from workbench.deciding.witness import Witness
from workbench.formats import Records, Row, markdown, markdown_table
from workbench.language import statements
from workbench.language.syntax import Assumption, Statement
from workbench.limits import TimeIsUp, Work, at_most, net
from workbench.symbolic import assumptions, rules
from workbench.symbolic.normal_forms import BY_SHARE, FOLD_AUC, Move, continued, normal_form, shortened
from workbench.symbolic.notation import Below, Clip, pav, posterior
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import same
from workbench.symbolic.translation import Untranslatable, to_sympy

SECONDS = 30.0
SEARCH_WITHOUT_VALUE = 1.0
WITHOUT_VALUE = "is not seen to have a value on every sample"
MAX_TERMS = 5_000
OBSTACLES = (ValueError, Untranslatable, BasePolynomialError, OutOfTime, NotImplementedError)
TOO_MUCH = {OverflowError: "numbers too large for the search", RecursionError: "too many terms for the search"}


@dataclass(frozen=True)
class Proved:
    """A proof, in one part or several, and its document, which the reader has accepted."""

    parts: Proof
    document: Document


@dataclass(frozen=True)
class Decision(Records):
    """What `prove` found of a statement: ``verdict`` is proved, refuted or undecided.

    ``proof`` is the checked proof of a statement that is proved, in one part or several, ``witness`` the data set
    that refutes one that is refuted, ``note`` says why nothing was decided.
    """

    statement: Statement
    verdict: str
    proof: Proof = ()
    witness: Witness | None = None
    note: str = field(default="", compare=False)
    document: Document | None = field(default=None, compare=False, repr=False)

    @property
    def latex(self) -> str:
        """The statement in LaTeX."""
        from workbench.symbolic.latex import latex_of_statement

        return latex_of_statement(self.statement)

    def __repr__(self) -> str:
        return f"{self.statement}: {self.verdict}"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$ ({self.verdict})"

    def _repr_markdown_(self) -> str:
        """The statement and the verdict, and the data set that refutes it."""
        said = f"$\\displaystyle {self.latex}$ is **{self.verdict}**"
        if self.witness is None:
            return f"{said}: {markdown(self.note)}" if self.note else said
        return f"{said}: {self.witness.sentence}\n\n{markdown_table(self.witness.rows)}"

    def to_json(self) -> dict[str, Any]:
        """The decision as plain values: the proof step by step, or the data set with the value of both sides."""
        from workbench.deciding.wording import parts_as_json

        return {
            "statement": str(self.statement),
            "verdict": self.verdict,
            "latex": self.latex,
            "proof": parts_as_json(self.proof) if self.proof else None,
            "witness": None if self.witness is None else self.witness.to_json(),
            **({"axioms": list(rests_on(self.document))} if self.document else {}),
            **({"note": self.note} if self.note else {}),
        }

    @property
    def rows(self) -> list[Row]:
        """One row a step of the proof, or an example of the data set that refutes."""
        found = self.to_json()
        same = {"statement": found["statement"], "verdict": self.verdict}
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
        statement = statements.parse_statement(statement)
    _refuse_what_no_sample_meets(statement)
    for side in (statement.left, statement.right):
        refuse_false_densities(side)
    witness = witness_search.quick(statement)
    if witness is not None:
        return Decision(statement, "refuted", witness=witness)
    half = seconds / 2
    try:
        with at_most(net(half)):
            found, note = _proved(statement, Work.of(half))
    except TimeIsUp:
        found, note = None, f"no proof within {seconds:g} seconds"
    if isinstance(found, Proved):
        return Decision(statement, "proved", proof=found.parts, document=found.document)
    work = Work.of(min(half, SEARCH_WITHOUT_VALUE) if WITHOUT_VALUE in note else half)
    witness = (found and _at_place(statement, found, work)) or witness_search.thorough(statement, work)
    if witness is not None:
        return Decision(statement, "refuted", witness=witness)
    return Decision(statement, "undecided", note=note or "no proof and no counterexample was found")


def _at_place(statement: Statement, place: Place, work: Work) -> Witness | None:
    found = witness_search.refutes(statement, place.sample, place.parameters)
    return None if found is None else witness_search.shrunk(statement, found, work)


def proof_of(statement: Statement, work: Work | None = None) -> tuple[Proved | None, str]:
    """The proof of a statement that the reader has accepted; None if there is none, and then why not.

    >>> proof_of(statements.parse_statement("sqrt(AUC - 1) <= 1"))
    (None, 'sqrt(AUC - 1) is not seen to have a value on every sample')
    """
    found, note = _proved(statement, work)
    return (found, "") if isinstance(found, Proved) else (None, note or "no proof was found")


def prove_statement(statement: Statement) -> Proved | None:
    """The proof of a statement that the reader has accepted; None if none is found."""
    return proof_of(statement)[0]


def _proved(statement: Statement, work: Work | None) -> tuple[Proved | Place | None, str]:
    """A proof that is accepted, or an extreme sample at which the statement should be false, or why there is neither.

    A side without a value on some sample is not related to anything there, so both sides must be seen to be
    defined: no denominator that may vanish, no logarithm or root of what may be negative. What the reader accepts is
    also evaluated on samples that meet the assumptions.
    """
    statement = spoken(statement)
    try:
        for side in (statement.left, statement.right):
            if not defined(side, domain_of(statement), statement.given):
                return None, f"{side} {WITHOUT_VALUE}"
        left, right = to_sympy(statement.left), to_sympy(statement.right)
        if any(_is_vast(side) for side in (left, right)):
            return None, "a power of a sum is too long to be written out"
        found = _by_relation(left, right, statement, work)
        if found is None or isinstance(found, Place):
            return found, ""
        parts = found if isinstance(found, tuple) else (found,)
        document, why = accepted(statement, parts, granted(statement.given))
    except OBSTACLES as reason:
        return None, str(reason)
    except tuple(TOO_MUCH) as reason:
        return None, TOO_MUCH[type(reason)]
    if document is None:
        return None, why
    against = confirmed(statement)
    return (Proved(parts, document), "") if against is None else (None, against)


def _is_vast(e: Expr) -> bool:
    """Whether writing out the powers of sums would take too many terms."""
    powers = [p for p in e.atoms(Pow) if isinstance(p.base, Add) and p.exp.is_Integer]
    return any(comb(abs(int(p.exp)) + len(p.base.args), len(p.base.args)) > MAX_TERMS for p in powers)


def _by_relation(
    left: Expr, right: Expr, statement: Statement, work: Work | None
) -> Theorem | Inequality | Proof | Place | None:
    relation = statement.relation
    moves, domain = granted(statement.given), domain_of(statement)
    if relation in (">", ">="):
        left, right, relation = right, left, relation.replace(">", "<")
    if relation in ("==", "<="):
        equal = _equality(left, right, says=str(statement), given=moves)
        if equal is not None:
            return equal
        perhaps = _equality(left, right, says=str(statement), given=moves, kinks=True)
        if perhaps is not None and accepted(statement, (perhaps,), moves)[0] is not None:
            return perhaps
    return _by_inequalities(right - left, relation, moves, domain, statement.given, work)


def _by_inequalities(
    gap: Expr,
    relation: str,
    moves: Sequence[Move],
    domain: Domain,
    assumed: Sequence[Assumption],
    work: Work | None,
) -> Inequality | Proof | Place | None:
    """By the gap being nonnegative or positive; for an equality its opposite too, and for ``!=`` either of them."""
    from workbench.deciding.inequalities import prove_positive

    def positive(e: Expr, strict: bool) -> Inequality | Place | None:
        return prove_positive(e, strict=strict, domain=domain, given=moves, assumed=assumed, work=work)

    if relation == "!=":
        either = (positive(e, strict=True) for e in (gap, -gap))
        return next((found for found in either if isinstance(found, Inequality)), None)
    first = positive(gap, strict=relation == "<")
    if relation != "==" or not isinstance(first, Inequality):
        return first
    second = positive(-gap, strict=False)
    return (first, second) if isinstance(second, Inequality) else second


# --- assumptions ----------------------------------------------------------------------------------------


def granted(given: Sequence[Assumption]) -> list[Move]:
    """The moves that the assumptions of a statement allow, with their reasons."""
    named = {a.name for a in given if a.relation is None}
    moves: list[Move] = []
    if "evenly_spaced" in named:
        moves.append(Move(assumptions.shares_are_certain_when_evenly_spaced, "no two scores are equal"))
        moves.append(Move(assumptions.evenly_spaced_moments, "the scores are evenly spaced"))
    if "no_ties" in named:
        moves += _AT_CUTPOINTS
        moves.append(Move(assumptions.shares_are_certain, "no two scores are equal"))
    if "calibrated" in named:
        moves.append(FOLD_AUC)
        moves.append(Move(assumptions.calibrated_scores, "the scores are calibrated"))
    for a in given:
        if a.name == "pi0" and a.relation == "==" and a.value is not None and 0 < a.value < 1:
            if 2 * a.value == 1:
                moves.append(Move(assumptions.balanced_already, "the classes are equally frequent"))
            moves.append(Move(assumptions.class_proportion(a.value), f"{a} is assumed"))
    return moves


_AT_CUTPOINTS = (
    Move(assumptions.loss_at_cutpoints, "each cutpoint is as likely as the others"),
    Move(rules.loss_at_a_threshold, "write the loss out"),
    Move(assumptions.cutpoints_are_examples, "passing an example moves the rates on a straight line"),
    Move(rules.moments, "take the mean over the operating condition"),
    Move(rules.class_against_itself, "a class ranked against itself scores one half"),
    Move(rules.ranking_both_ways, "read the ranking from the other class"),
)


def domain_of(statement: Statement) -> Domain:
    """Where the assumptions of a statement let the class proportion and AUC lie."""
    sides = {name: _side(name, statement.given) for name in ("pi0", "auc")}
    calibrated = any(a.name == "calibrated" for a in statement.given)
    ends = {">": 0, "<": 1}
    open_ends = frozenset(
        f"{a.name} {('low', 'high')[ends[a.relation]]}"
        for a in statement.given
        if a.relation in ends and a.value is not None and sides[a.name][ends[a.relation]] == a.value
    )
    return Domain(sides["pi0"], sides["auc"], calibrated, shapes(statement), open_ends)


def _refuse_what_no_sample_meets(statement: Statement) -> None:
    domain = domain_of(statement)
    for name, (low, high), is_open in (("pi0", domain.pi0, True), ("auc", domain.auc, False)):
        assert low is not None
        assert high is not None
        ends = {f"{name} low", f"{name} high"} & domain.open_ends
        if low > high or (low == high and (ends or (is_open and low in (0, 1)))):
            said = [a for a in statement.given if a.name == name]
            raise statements.StatementError(
                f"column {said[-1].column}: no sample has {' and '.join(map(str, said))}; "
                + ("class proportions lie between 0 and 1" if is_open else "AUC lies in [0, 1]")
            )


def _side(name: str, given: Sequence[Assumption]) -> Interval:
    low, high = UNIT
    assert low is not None
    assert high is not None
    for a in given:
        if a.name == name and a.value is not None:
            if a.relation in (">", ">=", "=="):
                low = max(low, a.value)
            if a.relation in ("<", "<=", "=="):
                high = min(high, a.value)
    return low, high


# --- equalities -----------------------------------------------------------------------------------------


_KINKS = (Max, Min, Abs, Clip, Below)
"""What the reader brings to one form that is not compared here."""


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
    found = _equality(left, right, name=name, says=says)
    return found if found is not None and accepted_equality(found) is not None else None


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

    With ``kinks``, whether maxima, minima and indicators on both sides are the same is left to the reader.
    """
    if any(side.has(zoo, nan, oo, I) for side in (left, right)):
        return None
    if left == right:
        same_line = Step(why="both sides are the same", by=rules.algebra, gives=right)
        return Theorem(name, says, left, right, (same_line,))
    one, forward = normal_form(left, given)
    other, backward = normal_form(right, given)
    shares = [move for move, share in zip(BY_SHARE, (pav, posterior), strict=True) if (one + other).has(share)]
    if shares and not same(one, other):
        one, forward = continued(one, forward, (*shares, *given))
        other, backward = continued(other, backward, (*shares, *given))
    if not same(one, other) and not (kinks and one.has(*_KINKS) and other.has(*_KINKS)):
        return None
    steps = list(forward)
    if one != other:
        steps.append(Step(why="the same terms", by=rules.algebra, gives=other))
    lines = [right, *(step.gives for step in backward)]
    steps += [replace(step, gives=line) for step, line in reversed(list(zip(backward, lines, strict=False)))]
    needs = frozenset().union(*(step.by.needs for step in steps))
    return Theorem(name, says, left, right, shortened(left, steps), needs)
