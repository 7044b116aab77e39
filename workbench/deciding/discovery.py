"""Closed forms conjectured from exact samples, then proved or dropped.

The expected loss of a method is computed exactly on small random samples, ties among them, and written as

    p0 + p1 X1 + p2 X2,

where X1 and X2 are named metrics and the p are polynomials of degree 3, or 4 with one metric, in the class proportions
and the free parameters, with the coefficients that solve the linear equations of the samples; there are more samples
than coefficients, so that few coincidences survive. What survives is a conjecture, for
`workbench.deciding.decide.prove`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any

import flint

from workbench import metrics
from workbench.deciding.decide import Decision, prove
from workbench.deciding.derivation import SECONDS, derive
from workbench.deciding.derived import Derivation
from workbench.errors import InputError, NotSupported
from workbench.formats import Answer, Records, Row, markdown
from workbench.language import statements, syntax
from workbench.lazily import Lazily
from workbench.limits import TimeIsUp, Work, at_most, net
from workbench.losses.effort import effort
from workbench.losses.exact import value
from workbench.losses.reals import Undefined
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import rational
from workbench.samples.sample import Sample

SPARE = 8
DEGREES = (4, 4, 3)
COEFFICIENT, REFUTED = 3.0, 3e5
_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it


@dataclass(frozen=True)
class Discovery(Records, Answer):
    """What `closed_form` found: what `derive` says, the conjecture, and the decision on it.

    ``verdict`` is ``proved`` or ``undecided``; a conjecture that is refuted is dropped. Without a conjecture the
    verdict is undecided, and ``note`` says why.
    """

    derivation: Derivation
    conjecture: str | None = None
    decision: Decision | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the conjecture is proved."""
        return "undecided" if self.decision is None else self.decision.verdict

    @property
    def document(self) -> dict[str, Any] | None:
        """The proof of the conjecture as a document, or that of the derivation where there is none."""
        proved = self.decision is not None and self.verdict == "proved"
        return self.decision.document if proved and self.decision is not None else self.derivation.document

    def __repr__(self) -> str:
        found = self.derivation if self.decision is None else self.decision
        return f"{found}" + f" ({self.note})" * bool(self.note)

    def _repr_html_(self) -> str:
        return str(_notebooks.of_discovery(self))

    def _repr_markdown_(self) -> str:
        shown = self.derivation if self.decision is None else self.decision
        return f"{shown._repr_markdown_()}" + f" ({markdown(self.note)})" * bool(self.note)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain values, its closed form a proved conjecture where it has none of its own."""
        found = self.derivation.to_json()
        if self.decision is not None and self.verdict == "proved" and found["closed_form"] is None:
            decided = self.decision.to_json()
            found |= {"closed_form": self.conjecture, "latex": decided["latex"], "proof": decided["proof"]}
        note = {"note": self.note} if self.note else {}
        return found | {"conjecture": self.conjecture, "verdict": self.verdict} | note

    @property
    def rows(self) -> list[Row]:
        """The rows of the derivation, and those of the conjecture."""
        found = {"conjecture": self.conjecture, "verdict": self.verdict}
        return [*self.derivation.rows, *({"field": key, "value": x} for key, x in found.items())]


def closed_form(method: str, cost: str = "uniform", condition: str = "cost", *, seconds: float = SECONDS) -> Discovery:
    """A closed form of the expected loss of a threshold choice method, found on samples and then proved.

    Raises what `derive` raises where the input says nothing. After so many ``seconds`` of work the verdict is
    undecided.

    >>> found = closed_form("rate_driven")
    >>> found.conjecture, found.verdict
    ('1/3 + pi0*pi1 - 2*pi0*pi1*AUC', 'proved')
    >>> closed_form("score(c**2)").conjecture is None
    True
    """
    derivation = derive(method, cost, condition, seconds=net(seconds))
    loss = f"loss({derivation.method}, cost={derivation.cost}, condition={condition})"
    note = "no combination of two named metrics has this loss on the samples"
    work = Work.of(seconds)
    try:
        with at_most(net(seconds)):
            for found in _conjectures(loss, derivation):
                if isinstance(found, str):
                    decision = prove(f"{loss} == {found}", seconds)
                    if decision.verdict != "refuted":
                        return Discovery(derivation, found, decision)
                work.spend(REFUTED if isinstance(found, str) else found)
                if work.over:
                    raise TimeIsUp
    except TimeIsUp:
        note = f"no result within {seconds:g} seconds"
    except (Undefined, NotSupported) as obstacle:
        note = f"the loss has no exact value on the samples: {obstacle}"
    return Discovery(derivation, note=note)


def _conjectures(loss: str, derivation: Derivation) -> Iterator[str | float]:
    """Expressions that equal the loss on all samples, those of few metrics first.

    Before each piece of work stand the units that it costs.
    """
    target = statements.parse_expression(loss)
    free = sorted(statements.parameters(target))
    in_proportions = derivation.condition == "cost"
    most = max((1 + size) * len(_monomials(free, in_proportions, degree)) for size, degree in enumerate(DEGREES))
    points = list(_points(free, most + SPARE))
    yield _price(target, points)
    right = _column(target, points)
    if right is None:
        raise NotSupported(f"{loss} is irrational")
    figures = {}
    for name in _names(target):
        figure = statements.parse_expression(name)
        yield _price(figure, points)
        with suppress(InputError):  # one that has no value on some sample is in no conjecture
            column = _column(figure, points)
            if column is not None:
                figures[name] = column
    for size, degree in enumerate(DEGREES):
        shapes = {
            text: _column(statements.parse_expression(text), points) or []
            for text in _monomials(free, in_proportions, degree)
        }
        for chosen in combinations(figures, size):
            columns = {
                (shape, name): [x * y for x, y in zip(column, figures[name], strict=True)] if name else column
                for name in ("", *chosen)
                for shape, column in shapes.items()
            }
            yield COEFFICIENT * len(columns) * len(points)
            found = _solution(list(columns.values()), right)
            if found is None:
                continue
            terms = {key: x for key, x in zip(columns, found, strict=True) if x}
            if all(any(name == used for _, used in terms) for name in chosen):
                yield _written(terms)


def _monomials(free: list[str], in_proportions: bool, degree: int) -> list[str]:
    """Products of powers of the free parameters and of the class proportions, up to a degree in all."""
    proportions = ["", "pi0", "pi0*pi1", "pi0**2*pi1", "pi0**2*pi1**2"] if in_proportions else [""]
    return [
        "*".join(filter(None, (first, *rest))) or "1"
        for power, first in enumerate(proportions)
        for size in range(degree - power + 1)
        for rest in combinations_with_replacement(free, size)
    ]


def _names(loss: syntax.Expression) -> Iterator[str]:
    """The metrics; the errors at a fixed threshold and the H-measure of a Beta density, where the loss has such."""
    yield from metrics.CATALOGUE
    parts = list(dict.fromkeys(_losses(loss)))
    law = statements.law(parts[0].method)
    if law.name == "score" and not syntax.names(law.arguments[0]) & {"c", "u"}:
        yield from (f"error({law.arguments[0]})", f"macro_error({law.arguments[0]})")
    for part in parts:
        if part.cost.name == "beta":
            yield f"h_measure({', '.join(map(str, part.cost.arguments))})"


def _losses(node: syntax.Node) -> Iterator[syntax.Loss]:
    """The expected losses in an expression: several where the cost is a mixture."""
    if isinstance(node, syntax.Loss):
        yield node
    else:
        for child in syntax.children(node):
            yield from _losses(child)


def _points(free: list[str], count: int) -> Iterator[tuple[Sample, dict[str, Fraction]]]:
    """Random samples with ties, and values in [0, 1] of the free parameters; the same ones every time."""
    draw = random.Random(0)
    for _ in range(count):
        classes = [0, 1, *(draw.randrange(2) for _ in range(draw.randrange(1, 7)))]
        sample = Sample.of(classes, [Fraction(draw.randrange(0, 12), 11) for _ in classes])
        yield sample, {name: Fraction(draw.randrange(0, 14), 13) for name in free}


def _price(expression: syntax.Expression, points: Sequence[tuple[Sample, Mapping[str, Fraction]]]) -> float:
    """The units of work that a column costs."""
    each = effort(expression)
    return sum(each.on(sample) for sample, _ in points)


def _column(
    expression: syntax.Expression, points: Sequence[tuple[Sample, Mapping[str, Fraction]]]
) -> list[Fraction] | None:
    """The values at all points; None where one is irrational."""
    found = [value(sample, expression, setting) for sample, setting in points]
    return [x for x in found if isinstance(x, Fraction)] if all(isinstance(x, Fraction) for x in found) else None


def _solution(columns: list[list[Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """Coefficients with which the columns add up to the right side; free ones are zero."""
    rows = [[rational(x) for x in row] for row in zip(*columns, right, strict=True)]
    width = len(columns)
    reduced, rank = flint.fmpq_mat(len(rows), width + 1, [x for row in rows for x in row]).rref()
    found = [Fraction(0)] * width
    for i in range(rank):
        pivot = next(j for j in range(width + 1) if reduced[i, j] != 0)
        if pivot == width:
            return None
        found[pivot] = fraction(reduced[i, width])
    return found


def _written(terms: Mapping[tuple[str, str], Fraction]) -> str:
    """A sum in the statement language, of coefficients by their monomials and metrics."""
    shown = ""
    for (shape, name), x in sorted(terms.items(), key=lambda term: term[1] < 0):
        size = "" if abs(x) == 1 else str(abs(x))
        body = "*".join(filter(None, (size, "" if shape == "1" else shape, name))) or "1"
        shown += f" {'-' if x < 0 else '+'} {body}" if shown else f"{'-' if x < 0 else ''}{body}"
    return shown or "0"
