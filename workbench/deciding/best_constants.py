"""The least constant with which an inequality is proved, or the greatest, attacked from the other side.

Samples on which a statement ``start + slope*k >= 0`` needs an extreme ``k`` are found by the exact engine
(`workbench.witnesses.extremes`): every better constant is refuted on them. Simple fractions near what they need are
then put to `workbench.deciding.decide.prove`, the likeliest first; after one that is proved a stronger one, after one
that is not a weaker one. A proved constant is called the best only where a sample needs it exactly; else what lies
between it and the best sample is told, and a sequence of samples that comes nearer, where one was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from workbench.deciding.constant_questions import Question
from workbench.deciding.decide import SECONDS, Decision, prove
from workbench.deciding.documents import Document
from workbench.deciding.domain import refuse_false_densities, refuse_what_no_sample_meets
from workbench.deciding.mean_of_two import by_mean_of_two
from workbench.formats import Answer, Records, Row, counted, markdown, markdown_table
from workbench.language.syntax import Statement
from workbench.lazily import Lazily
from workbench.limits import SECOND, TimeIsUp, Work, at_most, net
from workbench.numbers.simplest import likeliest, likely_bounds
from workbench.numbers.written import as_json, shortest, significant
from workbench.witnesses import search
from workbench.witnesses.extremes import Climb, Extremes, Reached
from workbench.witnesses.witness import Witness

SEARCHED, PROVING = 1 / 4, 2 / 5
DECIDED = 1.5 * SECOND
ATTEMPTS = 6
LEAST_SECONDS = 0.2
CLOSE, NEARER = Fraction(1, 1000), 5
Otherwise: TypeAlias = "Callable[[Question, Fraction, Work], Decision | None]"
_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it
_SENSES = {1: "least", -1: "greatest"}


@dataclass(frozen=True)
class BestConstant(Records, Answer):
    """What was found of the constant of an inequality.

    ``verdict`` is proved where it is with some ``constant``, refuted where it is with every one on one data set, and
    else undecided.

    ``sense`` says whether the least or the greatest is meant; it is empty where no sample told. On the sample of
    ``witness`` both sides are equal with the constant ``beyond``, and every better constant is refuted there. The
    ``sequence`` has samples of which each needs more than the one before. The constant is called ``unbounded`` where
    they end so far beyond what most samples need that there is hardly a bound, which is no proof that there is none.
    ``decision`` is that on the statement with the constant put in, or on one from which it follows, and ``note`` says
    in a sentence what is known, and what is not. Where the end of a range is irrational, ``root`` is the end that is
    proved, in the statement language, and ``constant`` a fraction beyond it by a millionth at most.
    """

    question: Question
    sense: str = ""
    constant: Fraction | None = None
    beyond: Fraction | None = None
    witness: Witness | None = None
    sequence: tuple[Reached, ...] = ()
    decision: Decision | None = None
    unbounded: bool = False
    note: str = field(default="", compare=False)
    root: str = ""

    @property
    def verdict(self) -> str:
        """Whether the statement is proved with a constant, or refuted with every one."""
        return "refuted" if self.impossible else "undecided" if self.constant is None else "proved"

    @property
    def attained(self) -> bool:
        """Whether both sides are equal on the witness with the constant that is proved, and not with a better one."""
        return self.constant is not None and self.constant == self.beyond and _equal(self.witness)

    @property
    def best(self) -> bool:
        """Whether no better constant will do: one that is attained."""
        return self.attained

    @property
    def impossible(self) -> bool:
        """Whether the statement is false with every constant on the witness."""
        return self.beyond is None and self.witness is not None

    @property
    def within(self) -> Fraction | None:
        """How far the constant that is proved is from those that are refuted."""
        return None if self.constant is None or self.beyond is None else abs(self.constant - self.beyond)

    @property
    def document(self) -> Document | None:
        """The proof of the statement with the constant put in, as a document."""
        return None if self.decision is None else self.decision.document

    @property
    def statement(self) -> Statement:
        """The statement with the constant that is proved, or as it was asked."""
        return self.question.statement if self.constant is None else self.question.at(self.constant)

    def __repr__(self) -> str:
        return f"{self.statement}: {self.verdict} ({self.note})"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_constant(self))

    def _repr_markdown_(self) -> str:
        shown = f"${self.decision.latex}$" if self.decision is not None else markdown(str(self.statement))
        table = f"\n\n{markdown_table(self.witness.rows)}" if self.witness else ""
        return f"{shown} is **{self.verdict}**: {markdown(self.note)}{table}"

    def to_json(self) -> dict[str, Any]:
        """What was found as plain values."""
        decided = {} if self.decision is None else self.decision.to_json()
        return {
            "statement": str(self.question.statement),
            "verdict": self.verdict,
            "parameter": self.question.letter,
            "sense": self.sense or None,
            "constant": as_json(self.constant),
            "best": self.best,
            "attained": self.attained,
            "refuted_beyond": as_json(self.beyond),
            "within": as_json(self.within),
            "impossible": self.impossible,
            "unbounded": self.unbounded,
            "witness": None if self.witness is None else self.witness.to_json(),
            "sequence": [_as_json(x) for x in self.sequence],
            "proved": decided.get("statement"),
            "latex": decided.get("latex"),
            "proof": decided.get("proof"),
            **({"axioms": decided["axioms"]} if "axioms" in decided else {}),
            "note": self.note,
        }

    @property
    def rows(self) -> list[Row]:
        """One row a field that is a number or a word."""
        found = self.to_json()
        kept = ("statement", "verdict", "parameter", "sense", "constant", "best", "refuted_beyond", "within", "note")
        numbers = {key: x["exact"] if isinstance(x, dict) else x for key, x in found.items() if key in kept}
        return [{"field": key, "value": x} for key, x in numbers.items()]


def best_constant(
    statement: str | Statement,
    *,
    seconds: float = SECONDS,
    more: Iterable[Fraction] = (),
    otherwise: Otherwise | None = by_mean_of_two,
) -> BestConstant:
    """The least or greatest constant with which an inequality is proved, and how near data sets come to it.

    The constant is the letter k, or the only one beside t, r, q and shapes of Beta densities; whether the least or the
    greatest is meant says the direction in which the statement gets weaker. ``more`` are further constants to try, and
    ``otherwise`` is asked for the proof of a more general statement where that with an attained constant is undecided.
    After so many ``seconds`` of work what was found till then is told. Raises `StatementError` and `InputError` as
    `Question.of` does, and `NoDirection` where the statement gets weaker in neither direction.

    >>> found = best_constant("RLH >= k*MER")
    >>> found.sense, found.constant, found.best, found.witness.sample.n
    ('greatest', Fraction(1, 2), True, 2)
    >>> best_constant("MAE <= k*RLH").note
    'no k will do: the statement is false with every k on a data set of 2 examples'
    """
    question = Question.of(statement)
    tried = question.at(Fraction(1))
    refuse_what_no_sample_meets(tried)
    for side in (tried.left, tried.right):
        refuse_false_densities(side)
    work = Work.of(seconds)
    climb = Climb(question.start, question.slope, tried, work.share(SEARCHED))
    try:
        with at_most(net(seconds * SEARCHED)):
            found = climb.extremes()
    except TimeIsUp:
        found = Extremes(None)
    if found.hopeless is not None:
        return _hopeless(question, found)
    if found.best is None:
        return BestConstant(question, note="no data set was found that says anything of the constant")
    if found.unbounded:
        return _result(question, found, None)
    return _Attempts(question, found, work, tuple(more), otherwise).result()


class _Attempts:
    """Constants put to the prover, one after the other."""

    def __init__(
        self,
        question: Question,
        found: Extremes,
        work: Work,
        more: tuple[Fraction, ...],
        otherwise: Otherwise | None = None,
    ) -> None:
        assert found.best is not None
        self.question = question
        self.found = found
        self.best: Reached = found.best
        self.work = work
        self.more = more
        self.otherwise = otherwise
        self.proved: tuple[Fraction, Decision] | None = None
        self.decided: dict[Fraction, str] = {}

    def result(self) -> BestConstant:
        """Tries the likeliest constant first, then stronger or weaker ones, and tells what was found."""
        bounds = self.bounds()
        place, step = likeliest(bounds, self.reached), 1
        while len(self.decided) < ATTEMPTS and self.work.seconds > LEAST_SECONDS and 0 <= place < len(bounds):
            if bounds[place] in self.decided:
                break
            verdict = self.attempt(bounds[place])
            if verdict == "refuted":
                bounds = self.bounds()
                place = likeliest(bounds, self.reached)
            elif verdict == "undecided" and self.proved is None:
                known = (i for i in range(place + 1, len(bounds)) if step > 1 and bounds[i] in self.known())
                place, step = next(known, min(place + step, len(bounds) - 1)), 2 * step
            elif verdict == "undecided" or self.near_enough():
                break
            else:
                place -= 1
        left = self.work.seconds > LEAST_SECONDS
        if left and self.proved is None and self.more and bounds[-1] not in self.decided:
            self.attempt(bounds[-1])
        last = likely_bounds(self.reached)[-1]
        if self.work.seconds > LEAST_SECONDS and self.proved is None and last not in self.decided:
            self.attempt(last)
        return _result(self.question, self.found, self.proved)

    @property
    def reached(self) -> Fraction:
        """What the best sample needs, turned so that more is needed the greater it is."""
        return self.best.sense * self.best.needed

    def bounds(self) -> list[Fraction]:
        """The constants to try, turned likewise, the strongest first; none is weaker than all that are known."""
        known = self.known()
        weakest = max(known, default=None)
        return sorted({x for x in likely_bounds(self.reached) if weakest is None or x <= weakest} | known)

    def may_follow(self, bound: Fraction) -> bool:
        """Whether a more general statement may give the constant: one that is needed, or the strongest known."""
        return bound == self.reached or bound == min(self.known(), default=None)

    def known(self) -> set[Fraction]:
        """Constants that are known to be weak enough, or likely to be, turned likewise."""
        return {x for x in (self.best.sense * x for x in self.more) if x >= self.reached}

    def near_enough(self) -> bool:
        """Whether what is proved is needed or nearly so, or approached by a sequence."""
        assert self.proved is not None
        gap, scale = abs(self.proved[0] - self.best.needed), max(abs(self.proved[0]), Fraction(1))
        return gap < CLOSE / 100 * scale or approached(self.proved[0], self.found.sequence)

    def attempt(self, bound: Fraction) -> str:
        """The verdict on the statement with this constant; a data set against it counts as found."""
        constant = self.best.sense * bound
        share = self.work.share(PROVING)
        decision = prove(self.question.at(constant), share.seconds)
        self.work.spend(share.left if decision.verdict == "undecided" else min(DECIDED, share.left))
        if decision.verdict == "undecided" and self.otherwise is not None and self.may_follow(bound):
            general = self.otherwise(self.question, constant, self.work)
            decision = decision if general is None else general
        if decision.verdict == "proved":
            self.proved = constant, decision
        self.decided[bound] = decision.verdict
        if decision.witness is not None:
            climb = Climb(self.question.start, self.question.slope, decision.statement, Work.of(1.0))
            reached = climb.reached(decision.witness.sample, decision.witness.parameters)
            if reached is not None and reached.beats(self.best):
                self.best, self.found = reached, replace(self.found, best=reached)
        return decision.verdict


def _result(question: Question, found: Extremes, proved: tuple[Fraction, Decision] | None) -> BestConstant:
    assert found.best is not None
    best = found.best
    constant, decision = proved or (None, None)
    sides = search.values(question.at(best.needed), best.sample, best.parameters)
    witness = None if sides is None else Witness(best.sample, best.parameters, *sides)
    sequence = found.sequence if constant is None or approached(constant, found.sequence) else ()
    result = BestConstant(
        question, _SENSES[best.sense], constant, best.needed, witness, sequence, decision, found.unbounded
    )
    return replace(result, note=_sentence(result))


def approached(constant: Fraction, sequence: tuple[Reached, ...]) -> bool:
    """Whether the sequence comes near the constant, much nearer than where it began."""
    gaps = [abs(constant - x.needed) for x in sequence]
    return bool(gaps) and 0 < gaps[-1] < min(gaps[0] / NEARER, CLOSE * max(abs(constant), Fraction(1)))


def _sentence(found: BestConstant) -> str:
    """What is known of the constant, and what is not."""
    letter, sense, comparative = found.question.letter, found.sense, _COMPARATIVES[found.sense]
    refuted = f"every {comparative} {letter} than {shortest(found.beyond or Fraction(0))} is refuted by a data set"
    if found.constant is None and found.unbounded:
        grows = "needs ever more, up to" if found.sense == "least" else "allows ever less, down to"
        return f"no finite {letter} was found: a sequence of data sets {grows} {shortest(found.sequence[-1].needed)}"
    if found.constant is None:
        on = f"a sequence of data sets needs ever {'more' if found.sense == 'least' else 'less'}"
        further = f"and {on}" if found.sequence else "and none was found that goes beyond"
        return f"no {letter} was proved; {refuted}, {further}"
    by = None if found.decision is None else found.decision.statement
    is_proved = "is proved" if by in (None, found.statement) else f"is proved, as {by} is"
    if found.attained:
        return f"{found.constant} is the {sense} {letter}: it {is_proved}, and a data set attains it"
    assert found.within is not None
    if found.sequence:
        within = significant(found.within, 2)
        return (
            f"{letter} = {found.constant} {is_proved} and best to within {within}: a sequence of "
            "data sets approaches it, and none was found that attains it"
        )
    return (
        f"{letter} = {found.constant} {is_proved}, but not seen to be attained: {refuted}, and between the two nothing "
        "was proved or refuted"
    )


_COMPARATIVES = {"least": "smaller", "greatest": "greater"}


def _hopeless(question: Question, found: Extremes) -> BestConstant:
    assert found.hopeless is not None
    sample, setting = found.hopeless
    sides = search.values(question.at(Fraction(1)), sample, setting)
    witness = None if sides is None else Witness(sample, setting, *sides)
    note = (
        f"no {question.letter} will do: the statement is false with every {question.letter} on a data set of "
        f"{counted(sample.n, 'example')}"
    )
    return BestConstant(question, witness=witness, note=note)


def _equal(witness: Witness | None) -> bool:
    """Whether both sides are the same fraction."""
    return witness is not None and isinstance(witness.left, Fraction) and witness.left == witness.right


def _as_json(member: Reached) -> dict[str, Any]:
    """A member of a sequence as plain values, score by score, as it may have thousands of examples."""
    return {
        "n": member.sample.n,
        "scores": [str(score) for score in member.sample.scores],
        "counts0": list(member.sample.counts0),
        "counts1": list(member.sample.counts1),
        "parameters": {name: str(value) for name, value in member.parameters.items()},
        "needs": as_json(member.needed),
    }
