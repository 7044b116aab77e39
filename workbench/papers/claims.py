"""Claims of papers as values, and the checks that find out whether they hold.

A `Claim` says where in the paper it stands, what it says there, and which check decides it; the check's
``run`` computes a `Finding` from both engines. A verdict is never written down: ``expected`` is what an
honest check is known to find, so that an erratum (expected ``fails`` or ``inconsistent``) is a test of
the checker too. The checks:

``Value``         an expression on printed data against the digits that the paper prints
``SameFigure``    two printed numbers for one quantity
``Possible``      printed numbers that some data set has together, shown by one
``Computed``      a named function, for what has no words
``NotCheckable``  a missing figure, or an opinion

and, in `general_claims`, ``Statement`` and ``Formula`` for what is said of every sample.

A check that has it in symbols tells it as its ``statement``. Fields of a check that hold printed numbers, which
one unit more or less in the last place would make wrong, are annotated as `Figures`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from typing import Annotated, Any, Protocol, TypeAlias

from workbench.errors import InputError, shown
from workbench.formats import Answer
from workbench.installed import Kinds, refuse_unfit, tuple_of
from workbench.language import syntax
from workbench.language.statements import parse_expression, suggestion
from workbench.losses import exact
from workbench.numbers.certified import Real, agree, lift
from workbench.numbers.printed import Printed
from workbench.numbers.written import as_json, significant
from workbench.papers import empirical
from workbench.samples.sample import Sample
from workbench.symbolic import laws, rules
from workbench.symbolic.proof import KINDS as KINDS_IN_PROOFS
from workbench.symbolic.translation import Untranslatable

VERDICTS = ("holds", "fails", "consistent", "inconsistent", "undecided", "not checkable")
TRUE, WRONG = ("holds", "consistent"), ("fails", "inconsistent")
KINDS = ("theorem", "definition", "value", "table", "example", "text")
PRINTED = "each number in the text is printed, and the verdict depends on its last digit"
Figures: TypeAlias = Annotated[str, PRINTED]
DISAGREEMENT = "THE TWO ENGINES DISAGREE"


@dataclass(frozen=True)
class Finding(Answer):
    """A verdict with what each engine has to say for it; ``note`` is one plain sentence."""

    _compared = ".verdict == 'holds'"

    verdict: str
    symbolic: dict[str, Any] | None = None
    numeric: dict[str, Any] | None = None
    note: str = ""

    def __post_init__(self) -> None:
        _known(self.verdict, VERDICTS, "verdict")

    @classmethod
    def of(cls, holds: bool, agree: bool = True, **evidence: Any) -> Finding:
        """``holds`` or ``fails``, provided that both engines ``agree``.

        >>> Finding.of(True).verdict, Finding.of(True, agree=False).note
        ('holds', 'THE TWO ENGINES DISAGREE')
        """
        if not agree:
            return cls("undecided", evidence.get("symbolic"), evidence.get("numeric"), DISAGREEMENT)
        return cls("holds" if holds else "fails", **evidence)


class Check(Protocol):
    """What decides a claim."""

    def run(self) -> Finding:
        """The verdict and its evidence, computed."""
        ...


@dataclass(frozen=True)
class Claim:
    """One thing that a paper says: its id, place and words, and the check that decides it.

    A ``misreading`` is what a paper is commonly read to say, or what it says without its assumption: false so, and
    no erratum of the paper, which does not print it.

    >>> Claim("004.T6", "Theorem 6", "...", "theorme", NotCheckable("..."))
    Traceback (most recent call last):
    ValueError: 004.T6: unknown kind 'theorme'; did you mean theorem?
    """

    id: str
    where: str
    says: str
    kind: str
    check: Check
    expected: str = "holds"
    note: str = ""
    misreading: bool = False

    def __post_init__(self) -> None:
        _known(self.kind, KINDS, "kind", self.id)
        _known(self.expected, VERDICTS, "verdict", self.id)
        if self.misreading is True and self.expected not in WRONG:
            raise InputError(f"{self.id}: a misreading is false, and it is expected that it {self.expected}")
        if not hasattr(self.check, "run"):
            hint = f"; Statement({self.check!r}) would be" if isinstance(self.check, str) else ""
            raise InputError(f"{self.id}: {shown(self.check)} is no check of a claim{hint}")
        refuse_unfit(self, f"the claim {shown(self.id)}")
        if is_dataclass(self.check):
            refuse_unfit(self.check, f"the {type(self.check).__name__} of the claim {shown(self.id)}", _KINDS)

    @property
    def statement(self) -> str:
        """What is checked, in symbols where the check has it so, otherwise empty."""
        return str(getattr(self.check, "statement", ""))

    @property
    def latex(self) -> str:
        """What is checked, in LaTeX where it is a formula, otherwise empty."""
        return str(getattr(self.check, "latex", ""))


@dataclass(frozen=True)
class Paper:
    """A paper and its claims, in the order of its text; every id begins with the paper's key and a dot."""

    key: str
    title: str
    authors: str
    year: int | None
    claims: tuple[Claim, ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        if isinstance(self.claims, Claim):
            raise InputError(f"{self.key}: claims is one claim; a tuple of it ends in a comma, (claim,)")
        refuse_unfit(self, f"the paper {shown(self.key)}", {"tuple[Claim, ...]": tuple_of(Claim, "claims")})
        for claim in self.claims:
            if not claim.id.startswith(f"{self.key}."):
                raise InputError(f"{claim.id} is no id of a claim of the paper {self.key}; {self.key}.T1 would be")
            if claim.id in seen:
                raise InputError(f"two claims are called {claim.id}; each needs an id of its own")
            seen.add(claim.id)

    @property
    def byline(self) -> str:
        """The authors and the year, as far as they are told."""
        return ", ".join(str(part) for part in (self.authors, self.year) if part)

    @property
    def citation(self) -> str:
        """The authors, the title and the year, as far as they are told.

        >>> Paper("mine", "On thresholds", "", 2026, ()).citation
        'On thresholds (2026)'
        """
        return ", ".join(part for part in (self.authors, self.title) if part) + f" ({self.year})" * bool(self.year)


def _known(word: str, words: tuple[str, ...], what: str, where: str = "") -> None:
    if word not in words:
        place = f"{where}: " if where else ""
        hint = suggestion(word, words) or f"; one of {', '.join(words)}"
        raise ValueError(f"{place}unknown {what} {word!r}{hint}")


# --- data and numbers as papers print them ----------------------------------------------------------


@dataclass(frozen=True)
class Data:
    """Scores and classes as a paper prints them; the digits are kept as text.

    Class 0 is the positive one. Where a higher score means class 0, both engines see ``1 - s`` for a score ``s``.
    """

    name: str
    classes: tuple[int, ...]
    scores: tuple[str, ...]
    higher_means: int = 1

    @classmethod
    def of(cls, name: str, classes: str, scores: str, higher_means: int = 1) -> Data:
        """The data in two printed rows.

        >>> Data.of("tiny", "0 1", "0.20 0.7").sample
        Sample(n=2, n0=1, n1=1, distinct scores 2 in [1/5, 7/10])
        >>> Data.of("tiny", "1 0", "0.20 0.7", higher_means=0).sample
        Sample(n=2, n0=1, n1=1, distinct scores 2 in [3/10, 4/5])
        """
        return cls(name, tuple(map(int, classes.split())), tuple(scores.split()), higher_means)

    @classmethod
    def tallied(cls, name: str, *levels: tuple[str, int, int]) -> Data:
        """The data with so many examples of class 0 and of class 1 at each score.

        >>> Data.tallied("tiny", ("0.2", 2, 0), ("0.7", 0, 1)).classes
        (0, 0, 1)
        """
        examples = [(k, score) for score, a, b in levels for k in [0] * a + [1] * b]
        return cls(name, tuple(k for k, _ in examples), tuple(score for _, score in examples))

    @classmethod
    def read(cls, name: str) -> Data:
        """The data in a CSV file that comes with the papers, columns ``score`` and ``class``."""
        text = (files("workbench.paper_checks") / "data" / name).read_text("utf-8")
        rows = list(csv.DictReader(text.splitlines()))
        return cls(name, tuple(int(row["class"]) for row in rows), tuple(row["score"] for row in rows))

    @cached_property
    def beliefs(self) -> tuple[Fraction, ...]:
        """The scores as beliefs in class 1, exactly."""
        scores = map(Fraction, self.scores)
        return tuple(scores) if self.higher_means else tuple(1 - s for s in scores)

    @cached_property
    def sample(self) -> Sample:
        """The data for the exact engine."""
        return Sample.of(self.classes, self.beliefs)

    def tally(self) -> dict[str, list[Any]]:
        """How many examples of each class have each score, as plain values.

        >>> Data.of("tiny", "0 1 0", "0.20 0.7 0.2").tally()
        {'scores': ['1/5', '7/10'], 'class 0': [2, 0], 'class 1': [0, 1]}
        """
        sample = self.sample
        return {
            "scores": share_json(sample.scores),
            "class 0": list(sample.counts0),
            "class 1": list(sample.counts1),
        }

    def exact(self, expression: syntax.Expression) -> Real:
        """The value of an expression by the exact engine."""
        return exact.value(self.sample, expression)

    def symbolic(self, expression: syntax.Expression, parameters: Mapping[str, Fraction] | None = None) -> Real | None:
        """The value by the definitions in sympy; None where no definition leads to a rational number."""
        try:
            found = empirical.value(expression, self.classes, self.beliefs, parameters)
        except (Untranslatable, laws.NoClosedForm, rules.RuleFails):
            return None
        return Fraction(int(found.p), int(found.q)) if found.is_Rational else None


_KINDS: Kinds = {
    "Figures": (lambda x: isinstance(x, str), "text, as it is printed"),
    "Data": (lambda x: isinstance(x, Data), "data, as Data.of makes them"),
    "Data | None": (lambda x: x is None or isinstance(x, Data), "data, as Data.of makes them, or None"),
    "Callable[[], Finding]": (callable, "a function"),
    "tuple[tuple[str, Figures], ...]": (
        lambda x: isinstance(x, tuple) and all(isinstance(y, tuple) and tuple(map(type, y)) == (str, str) for y in x),
        "a tuple of names and figures, such as (('AUC', '0.79'),)",
    ),
    **{kind: KINDS_IN_PROOFS[kind] for kind in ("Expr", "tuple[Rule, ...]", "frozenset[Hypothesis]")},
}


@dataclass(frozen=True)
class Rounded:
    """A printed number, rounded to the nearest, and a half up or to the even digit.

    0.2315 is 0.232 either way, and 0.5625 is 0.563 or 0.562.

    >>> Rounded("0.244").interval
    (Fraction(487, 2000), Fraction(489, 2000))
    >>> [Rounded(text).allows(Fraction("0.2315")) for text in ("0.231", "0.232")]
    [False, True]
    """

    text: str

    @cached_property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value that can print as the text."""
        figure = Printed(self.text)
        return figure.number - figure.unit / 2, figure.number + figure.unit / 2

    def to_json(self) -> dict[str, Any]:
        """The text and its interval, as plain values."""
        return {"printed": self.text, "interval": share_json(self.interval)}

    def allows(self, value: Real) -> bool:
        """Whether the value can have been printed so."""
        return any(Printed(self.text, way).allows(value) for way in ("half-up", "half-even"))

    def remark(self, value: Real) -> str:
        """What is to be said of a value that prints so.

        >>> Rounded("0.563").remark(Fraction("0.5625")), Rounded("0.562").remark(Fraction("0.5625"))
        ('only if a half is rounded up', 'only if a half is rounded to the even digit')
        >>> Rounded("0.232").remark(Fraction("0.2315"))
        'a half, rounded up or to the even digit alike'
        """
        low, high = self.interval
        if value == high:
            return "only if a half is rounded to the even digit"
        if value != low:
            return ""
        even = self.text[-1] in "02468"
        return "a half, rounded up or to the even digit alike" if even else "only if a half is rounded up"


def share_json(values: Iterable[Fraction]) -> list[str]:
    """Exact fractions as text."""
    return [str(x) for x in values]


# --- printed numbers ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Value:
    """An expression on data against the digits that the paper prints.

    >>> data = Data.of("tiny", "0 1", "0.20 0.7")
    >>> Value("BS", data, "0.07").run().verdict, Value("BS", data, "0.08").run().verdict
    ('holds', 'fails')
    """

    expression: str
    data: Data
    printed: Figures

    @property
    def statement(self) -> str:
        """The expression, the data and the digits."""
        return f"{self.expression} on {self.data.name} is printed as {self.printed}"

    def run(self) -> Finding:
        """Compute it twice and compare with the rounding interval."""
        node, printed = parse_expression(self.expression), Rounded(self.printed)
        number, other = self.data.exact(node), self.data.symbolic(node)
        numeric = {
            "expression": self.expression,
            "data": self.data.name,
            **(as_json(number) or {}),
            **printed.to_json(),
        }
        symbolic = as_json(other)
        if other is not None and not agree(number, other):
            return Finding("undecided", symbolic, numeric, DISAGREEMENT)
        if printed.allows(number):
            return Finding("holds", symbolic, numeric, printed.remark(number))
        return Finding("fails", symbolic, numeric, f"it is {significant(lift(number).mid())}")


@dataclass(frozen=True)
class SameFigure:
    """Two printed numbers that are said to be one quantity: can one value be printed as both?

    >>> SameFigure("0.33", "0.328").run().verdict, SameFigure("0.24", "0.231").run().verdict
    ('consistent', 'inconsistent')
    """

    first: Figures
    second: Figures

    @property
    def statement(self) -> str:
        """The two figures."""
        return f"one quantity is printed as {self.first} and as {self.second}"

    def run(self) -> Finding:
        """Intersect the two rounding intervals."""
        both = Rounded(self.first), Rounded(self.second)
        low, high = max(x.interval[0] for x in both), min(x.interval[1] for x in both)
        numeric = {"figures": [x.to_json() for x in both]}
        if low > high or (low == high and not all(x.allows(low) for x in both)):
            return Finding("inconsistent", None, numeric, f"no value prints as {self.first} and as {self.second}")
        note = "only if a half is rounded up in one place and to the even digit in the other" if low == high else ""
        return Finding("consistent", None, {**numeric, "both": share_json((low, high))}, note)


@dataclass(frozen=True)
class Possible:
    """Printed numbers, by expression, that one data set has together; ``witness`` is such a data set."""

    reported: tuple[tuple[str, Figures], ...]
    witness: Data

    @property
    def statement(self) -> str:
        """Each expression with its digits."""
        figures = ", ".join(f"{expression} as {printed}" for expression, printed in self.reported)
        return f"some data have, as printed, {figures}"

    def run(self) -> Finding:
        """Compute each on the witness, twice, and compare with its rounding interval."""
        found = {e: Value(e, self.witness, printed).run() for e, printed in self.reported}
        wrong = [printed for e, printed in self.reported if found[e].verdict != "holds"]
        numeric = {
            "witness": self.witness.tally(),
            "figures": [finding.numeric for finding in found.values()],
        }
        symbolic = {"figures": [{"expression": e, **(finding.symbolic or {})} for e, finding in found.items()]}
        note = f"the witness does not have {', '.join(wrong)}" if wrong else ""
        if any(finding.note == DISAGREEMENT for finding in found.values()):
            note = DISAGREEMENT
        return Finding("undecided" if wrong else "consistent", symbolic, numeric, note)


@dataclass(frozen=True)
class Computed:
    """A named function that computes the finding: for what the statement language has no words for.

    What is only tried out says so: a claim that holds without symbolic evidence is about the data that
    its numbers name, or gets a note on how many samples it was tried.

    >>> Computed(lambda: Finding("holds", numeric={"samples": 8})).run().note
    'tried on 8 samples; not proved'
    >>> Computed(lambda: Finding("holds", numeric={"data": "A and B"})).run().note
    ''
    """

    function: Callable[[], Finding]

    @property
    def statement(self) -> str:
        """What the function says of itself."""
        return " ".join((self.function.__doc__ or "").split())

    def run(self) -> Finding:
        """Call the function."""
        found = self.function()
        numeric = found.numeric or {}
        if found.verdict != "holds" or found.symbolic is not None or "data" in numeric:
            return found
        tried = f"tried on {numeric['samples']} samples" if "samples" in numeric else "tried out"
        return replace(found, note="; ".join(part for part in (f"{tried}; not proved", found.note) if part))


@dataclass(frozen=True)
class NotCheckable:
    """Nothing that can be computed: ``reason`` says why."""

    reason: str

    def run(self) -> Finding:
        """The reason."""
        return Finding("not checkable", note=self.reason)
