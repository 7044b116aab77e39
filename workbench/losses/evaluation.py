"""Every metric and every expected loss of a classifier's scores, exactly, in one call."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from typing import Any

from workbench import methods, metrics
from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Named, Row, Table, told_html
from workbench.language.grammar import Valueless
from workbench.language.statements import law, parse_expression, parse_method
from workbench.language.syntax import Apply, Comparison, Expression, Loss, Method, Name, Node, Number, children
from workbench.lazily import Lazily
from workbench.losses.densities import UNIFORM
from workbench.losses.exact import NeedsProbabilities, outside, value
from workbench.losses.expectation import loss_by_rule, rule_of
from workbench.losses.own_values import WrongEntry
from workbench.losses.reals import Infinite, Undefined
from workbench.losses.rescored import needs_probabilities
from workbench.losses.thresholds import Steps
from workbench.numbers.certified import Real
from workbench.numbers.short_decimals import in_full
from workbench.numbers.written import as_json, decimal, is_a_double
from workbench.samples.columns import as_list
from workbench.samples.design import Design
from workbench.samples.doubles import float_for
from workbench.samples.labels import labelled
from workbench.samples.sample import Sample
from workbench.samples.weighted import weighted_sample

_words = Lazily("workbench.losses.told")


@dataclass(frozen=True)
class Evaluation(Table):
    """What `evaluate` finds. A figure that does not exist is None, and ``notes`` says why; they
    also name the figures that are beyond the range of a double, which the JSON gives no ``"value"``.

    ``metrics`` are by the names of `workbench.metrics`, ``losses`` (under uniform cost proportions) and
    ``skew_losses`` (under uniform skews) by those of `workbench.methods`. ``n``, ``n0`` and ``n1`` are numbers of
    examples (with a weight above 0); ``design`` tells of weights, groups and a prior, and the ``pi1`` that they make.
    """

    n: int
    n0: int
    n1: int
    distinct_scores: int
    metrics: Mapping[str, Real | None]
    losses: Mapping[str, Real | None]
    skew_losses: Mapping[str, Real | None]
    expressions: Mapping[str, Real | None] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    design: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        named = (f", {name} {decimal(x)}" for name in ("AUC", "BS", "MAE") if (x := self.metrics.get(name)) is not None)
        return f"{self.n} examples, {self.n0} of class 0 and {self.n1} of class 1{''.join(named)}"

    def _repr_html_(self) -> str:
        return told_html(_words.evaluated(self, whole="to_json() has it"))

    def to_json(self) -> dict[str, Any]:
        """Plain values for ``json.dumps``: each figure with its exact fraction and the nearest double."""
        figures = {
            name: {key: as_json(figure) for key, figure in getattr(self, name).items()}
            for name in ("metrics", "losses", "skew_losses")
        }
        found: dict[str, Any] = {
            "n": self.n,
            "n0": self.n0,
            "n1": self.n1,
            "distinct_scores": self.distinct_scores,
            **figures,
        }
        if self.expressions:
            found["expressions"] = {key: as_json(figure) for key, figure in self.expressions.items()}
        if self.notes:
            found["notes"] = dict(self.notes)
        if self.design:
            found["design"] = {key: as_json(x) if isinstance(x, Fraction) else x for key, x in self.design.items()}
        return found

    @property
    def rows(self) -> list[Row]:
        """One row a figure: its part and name, its exact value as text, the nearest double, and the note if any."""
        return [
            {"part": part, "figure": key, **(as_json(x) or {"exact": None, "value": None}), "note": self.notes.get(key)}
            for part in ("metrics", "losses", "skew_losses", "expressions")
            for key, x in getattr(self, part).items()
        ]


def evaluate(
    y_true: Iterable[Any],
    y_score: Iterable[Any],
    *,
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    prior: Any = None,
    expressions: str | Expression | Iterable[str | Expression] = (),
    parameters: Mapping[str, Any] | None = None,
) -> Evaluation:
    """The metrics and expected losses of scores ``y_score`` for examples of classes ``y_true``.

    ``y_true`` holds 0 (positive) and 1, ``y_score`` a number for each: the higher, the stronger the belief
    in class 1. Where ``y_true`` holds other labels, ``pos_label`` is the one that high scores speak for, which is
    class 1 then. Lists, arrays and columns of pandas or polars will do. Floats are taken as stored, decimal
    text as written. ``weights``, ``groups`` and ``prior`` are those of `workbench.samples.weighted.weighted_sample`.
    ``expressions`` in the statement language are evaluated too, their free parameters
    given by ``parameters``. `workbench.samples.sample.SampleError` says what is wrong with the data.

    >>> found = evaluate([0, 0, 1, 1], ["0.1", "0.6", "0.4", "0.9"], expressions=["MAE - BS"])
    >>> found.metrics["AUC"], found.losses["score_driven"], found.expressions["MAE - BS"]
    (Fraction(3, 4), Fraction(37, 200), Fraction(33, 200))
    """
    classes, y_score = labelled(y_true, pos_label, y_score)
    if weights is None and groups is None and prior is None:
        sample = Sample.of(classes, y_score)
    else:
        sample = weighted_sample(classes, y_score, weights=weights, groups=groups, prior=prior)
    return evaluate_sample(sample, expressions=expressions, parameters=parameters)


def evaluate_two(
    y_true: Iterable[Any],
    first: Iterable[Any],
    second: Iterable[Any],
    expressions: str | Iterable[str],
    *,
    pos_label: Any = None,
    parameters: Mapping[str, Any] | None = None,
) -> dict[str, Real]:
    """Expressions about two score functions on the same examples, with ``a.`` and ``b.`` before figures, exactly.

    ``first`` are the scores of ``a.`` and ``second`` those of ``b.``, for examples of classes ``y_true`` as in
    `evaluate`; class sizes and proportions have no prefix. `InputError` for what is wrong in the data or the text,
    `workbench.losses.reals.Undefined` where an expression has no value.

    >>> evaluate_two([0, 0, 1, 1], ["0.1", "0.6", "0.4", "0.9"], [0, 0, 1, 1], "a.BS - b.BS + pi0")
    {'a.BS - b.BS + pi0': Fraction(137, 200)}
    """
    classes, first, second = labelled(y_true, pos_label, first, second)
    try:
        labels = as_list(classes, "y_true")
    except ValueError as error:
        raise InputError(str(error)) from None
    one, other = Sample.of(labels, first), Sample.of(labels, second)
    texts = [expressions] if isinstance(expressions, str) else list(expressions)
    return {text: value(one, parse_expression(text, two_models=True), parameters, other) for text in texts}


def evaluate_sample(
    sample: Sample,
    *,
    expressions: str | Expression | Iterable[str | Expression] = (),
    parameters: Mapping[str, Any] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Evaluation:
    """`evaluate` for data that is already a `Sample`; ``progress`` hears of each figure before it is computed.

    >>> evaluate_sample(Sample.of([0, 1], [2, 3])).notes["BS"]
    'needs scores in [0, 1]; the score 3 lies outside'
    """
    notes: dict[str, str] = {}
    wanted = read_expressions(expressions)
    count = sum(entry.summary for entry in metrics.CATALOGUE.values()) + 2 * len(methods.CATALOGUE) + len(wanted)
    done = itertools.count()
    sizes = sample.design or sample

    def noted(key: str, probabilities: bool, figure: Callable[[Sample], Real]) -> Real | None:
        if progress is not None:
            progress(key, next(done), count)
        try:
            if probabilities and not sample.probabilistic:
                raise NeedsProbabilities(outside(sample))
            found = figure(sample)
        except Infinite as endless:
            notes[key] = "is infinite"
            return endless.value
        except (NeedsProbabilities, Undefined, NotSupported, WrongEntry) as error:
            notes[key] = str(error).removeprefix(f"{key} ")
            return None
        if not is_a_double(found):
            notes[key] = "is beyond the range of a double"
        return found

    found = Evaluation(
        n=sizes.n0 + sizes.n1,
        n0=sizes.n0,
        n1=sizes.n1,
        distinct_scores=sample.distinct_scores,
        metrics=Named(
            (name, noted(name, entry.needs_probabilities, partial(value, expression=parse_expression(name))))
            for name, entry in metrics.CATALOGUE.items()
            if entry.summary
        ),
        losses=Named((key, noted(key, *loss)) for key, loss in _losses("cost").items()),
        skew_losses=Named((key, noted(key, *loss)) for key, loss in _losses("skew").items()),
        expressions=Named(
            (key, noted(key, False, partial(_of_sample, expression=node, parameters=parameters)))
            for key, node in wanted.items()
        ),
        notes=notes,
        design={} if sample.design is None else _told(sample, sample.design),
    )
    for key, node in wanted.items():
        for t in () if isinstance(node, Valueless) else _thresholds(node):
            score = float_for(sample, t)
            if score is not None and key not in notes:
                notes[key] = _beside(t, score)
    area = found.metrics["AUC"]
    if isinstance(area, Fraction) and area < Fraction(1, 2):
        notes["AUC"] = TURNED
    return found


TURNED = "is below 1/2: higher scores speak for class 0 here; is --higher-means (in Python pos_label) right?"


def is_turned(sample: Sample) -> bool:
    """Whether AUC is below 1/2, so that scores may be those of the other class.

    >>> is_turned(Sample.of([0, 1], [2, 1]))
    True
    """
    return bool(metrics.AUC.exact(sample) < Fraction(1, 2))


def _thresholds(node: Node) -> Iterator[Fraction]:
    """The numbers with which an expression compares scores."""
    if isinstance(node, Apply) and node.function in ("error", "macro_error"):
        compared: tuple[Any, ...] = node.arguments
    elif isinstance(node, Comparison) and Name("s") in (node.left, node.right):
        compared = node.left, node.right
    else:
        compared = node.arguments if isinstance(node, Method) and node.name == "score_fixed" else ()
    yield from (x.value for x in compared if isinstance(x, Number))
    for child in children(node):
        yield from _thresholds(child)


def _beside(t: Fraction, score: Fraction) -> str:
    """What a note says of a threshold that is next to a score which may be meant."""
    side = "above" if score > t else "below"
    return (
        f"compares scores with {t}, and some score is the float nearest to that, which lies {side} it; that float as a "
        f"threshold is {in_full(score)}, in Python a parameter t={float(score)!r}"
    )


def _told(sample: Sample, design: Design) -> dict[str, Any]:
    return {"weighted": design.weighted, "groups": design.groups, "prior": design.prior, "pi1": sample.pi1}


@cache
def _losses(condition: str) -> dict[str, tuple[bool, Callable[[Sample], Real]]]:
    """The expected losses of the catalogue, for uniform costs, by the calls in the table of all methods.

    Each with whether it needs probabilities.
    """
    methods_of_calls = {call: parse_method(call) for call in (m.call(name) for name, m in methods.CATALOGUE.items())}
    return {call: (needs_probabilities(law(m)), _loss(m, condition)) for call, m in methods_of_calls.items()}


def _loss(method: Method, condition: str) -> Callable[[Sample], Real]:
    """The expected loss of a method: by its rule, unless it may be irrational or may not exist."""
    written, loss = law(method), Loss(method, condition=condition)
    try:
        rule = None if written.name == "mix" else rule_of(written, UNIFORM)
    except NotSupported:
        rule = None
    if isinstance(rule, Steps) and rule.factors is None:
        return lambda sample: loss_by_rule(sample, written.name, rule, condition)
    return lambda sample: value(sample, loss)


def _of_sample(sample: Sample, expression: Expression | Valueless, parameters: Mapping[str, Any] | None) -> Real:
    if isinstance(expression, Valueless):
        raise Undefined(expression.why)
    return value(sample, expression, parameters)


def read_expressions(expressions: str | Expression | Iterable[str | Expression]) -> dict[str, Expression | Valueless]:
    """The expressions by their texts, or why they have no value on any data; one of them need not stand in a list.

    >>> print(read_expressions("net_benefit(3/2)")["net_benefit(3/2)"])
    column 1: net_benefit(3/2) has no value: t must lie in [0, 1), as it weighs false alarms by t/(1 - t)
    """
    if isinstance(expressions, str | Expression):
        expressions = (expressions,)
    if not isinstance(expressions, Iterable):
        raise InputError(f"{shown(expressions)} is not an expression; text such as AUC - BS is")
    found: dict[str, Expression | Valueless] = {}
    for x in expressions:
        if not isinstance(x, str | Expression):
            raise InputError(f"{shown(x)} is not an expression; text such as AUC - BS is")
        try:
            found[str(x)] = parse_expression(x) if isinstance(x, str) else x
        except Valueless as reason:
            found[str(x)] = reason
    return found
