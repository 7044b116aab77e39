"""Evaluations of parts of a table of examples: of its folds, and of each of several classes against the rest.

For folds every figure is given twice: *pooled*, of all examples together, and *averaged*, the plain mean over the folds
with the standard deviation (divisor ``k - 1``) beside it. These differ for all that is no mean over examples (Forman
and Scholz, Apples-to-apples in cross-validation studies, 2010). Weights count examples within a fold and in the pool,
and every fold counts once in the mean, whatever its weights sum to. A prior is put into each fold by itself, and into
the pool, so both are of the deployment that it stands for. For classes, each is class 1 against all others; *macro* is
the plain mean over the classes, *weighted* that by their proportions, by weight where there are weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from workbench.errors import InputError, shown
from workbench.formats import Row, Table
from workbench.language.syntax import Expression
from workbench.losses.evaluation import Evaluation, evaluate_sample
from workbench.losses.reals import add, multiply, subtract
from workbench.numbers.certified import Real, lift
from workbench.numbers.written import as_json
from workbench.samples.columns import as_list
from workbench.samples.labels import distinct, labelled
from workbench.samples.sample import Sample, SampleError
from workbench.samples.weighted import at_prior, of_columns, prior_of, weight_of

SECTIONS = ("metrics", "losses", "skew_losses", "expressions")
Means: TypeAlias = "Mapping[str, Mapping[str, Real | None]]"
"""A mean of each figure, by its section and its name."""


@dataclass(frozen=True, repr=False)
class EvaluationByPart(Table):
    """An evaluation of each part, by its name, and means over the parts by what they are called.

    ``by`` is "fold" or "class"; ``pooled`` is the evaluation of all folds together, None for classes.
    """

    by: str
    parts: Mapping[str, Evaluation]
    pooled: Evaluation | None
    means: Mapping[str, Means]

    def __repr__(self) -> str:
        names = ", ".join(self.parts)
        return f"{len(self.parts)} {'folds' if self.by == 'fold' else 'classes'}: {names}"

    def to_json(self) -> dict[str, Any]:
        """The parts as evaluations, and each mean by section and figure."""
        found: dict[str, Any] = {
            "by": self.by,
            "parts": {name: part.to_json() for name, part in self.parts.items()},
        }
        if self.pooled is not None:
            found["pooled"] = self.pooled.to_json()
        for name, means in self.means.items():
            found[name] = {
                section: {key: as_json(x) for key, x in row.items()} for section, row in means.items() if row
            }
        return found

    @property
    def rows(self) -> list[Row]:
        """One row a figure of a part or a mean: what it is of, its section and name, and its value."""
        evaluations = {**self.parts, **({} if self.pooled is None else {"pooled": self.pooled})}
        every = {name: {x: getattr(one, x) for x in SECTIONS} for name, one in evaluations.items()} | dict(self.means)
        return [
            {self.by: name, "part": section, "figure": key, **(as_json(x) or {"exact": None, "value": None})}
            for name, sections in every.items()
            for section, row in sections.items()
            for key, x in row.items()
        ]


def evaluate_folds(
    y_true: Iterable[Any],
    y_score: Iterable[Any],
    folds: Iterable[Any],
    *,
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    prior: Any = None,
    expressions: str | Expression | Iterable[str | Expression] = (),
) -> EvaluationByPart:
    """The evaluation of each fold, of all of them pooled, and the means and standard deviations over folds.

    ``folds`` tells by equal entries which examples are in one fold; the other arguments are those of
    `workbench.evaluate`. ``weights`` count within folds and in the pool, while each fold counts once in the mean;
    ``prior`` becomes the proportion of class 1 in each fold and in the pool. `InputError` when there is one fold only,
    or one lacks a class.

    >>> found = evaluate_folds([0, 1, 0, 1], ["0.1", "0.4", "0.5", "0.9"], [1, 1, 2, 2])
    >>> found.pooled.metrics["AUC"], found.means["averaged"]["metrics"]["AUC"]
    (Fraction(3, 4), Fraction(1, 1))
    """
    classes, scores = labelled(y_true, pos_label, y_score)
    given = {"y_true": classes, "y_score": scores, "folds": folds}
    classes, scores, names, *others = _columns(given if weights is None else {**given, "weights": weights})
    each = _weights(*others) if others else None
    share = None if prior is None else prior_of(prior)
    missing = next((i for i, name in enumerate(names, 1) if _missing(name)), None)
    if missing is not None:
        raise InputError(f"the fold of example {missing} is missing")
    keys = list(map(str, names))
    order = distinct(keys)
    if len(order) < 2:
        where = f"all examples are in the fold {shown(order[0])}" if order else "there are no examples"
        raise InputError(f"{where}; there must be two folds at least")
    pooled = evaluate_sample(_sample(classes, scores, each, share), expressions=expressions)
    parts = {}
    for fold in order:
        kept = [i for i, key in enumerate(keys) if key == fold]
        columns = ([column[i] for i in kept] for column in (classes, scores, each or ()) if column)
        parts[fold] = _part("fold", fold, *columns, expressions=expressions, prior=share)
    shares = [Fraction(1, len(parts))] * len(parts)
    mean = _mean(parts, shares)
    return EvaluationByPart("fold", parts, pooled, {"averaged": mean, "standard_deviation": _deviation(parts)})


def evaluate_classes(
    y_true: Iterable[Any],
    y_scores: Mapping[Any, Iterable[Any]],
    *,
    weights: Iterable[Any] | None = None,
    expressions: str | Expression | Iterable[str | Expression] = (),
) -> EvaluationByPart:
    """Each of several classes against the rest: class 1 is the class in question, by scores of its own.

    ``y_scores`` has a column of scores for each label in ``y_true``, such as ``dict(zip(model.classes_,
    model.predict_proba(X).T))``. *macro* is the mean over the classes, *weighted*
    that by their proportions. ``weights`` are those of `workbench.evaluate`, and count in the proportions too; there is
    no prior, as each class would need its own. `InputError` for a label without scores, or scores without examples.

    >>> scores = {"a": ["0.7", "0.2", "0.1"], "b": ["0.2", "0.5", "0.4"], "c": ["0.1", "0.3", "0.5"]}
    >>> found = evaluate_classes(["a", "b", "c"], scores)
    >>> found.parts["b"].metrics["BS"], found.means["macro"]["metrics"]["AUC"]
    (Fraction(3, 20), Fraction(1, 1))
    """
    if not isinstance(y_scores, Mapping):
        what = "each label with its column of scores, such as dict(zip(model.classes_, model.predict_proba(X).T))"
        raise InputError(f"the scores are {type(y_scores).__name__}; a mapping is wanted, of {what}")
    labels = _columns({"y_true": y_true})[0]
    keys = [label.strip() if isinstance(label, str) else str(label) for label in labels]
    columns = {str(label): _columns({f"the scores of {label}": column})[0] for label, column in y_scores.items()}
    if len(columns) < len(y_scores):
        raise InputError(
            f"two of the labels {_named(map(str, y_scores))} are written alike; each needs a name of its own"
        )
    present = distinct(keys)
    for label in present:
        if label not in columns:
            raise InputError(f"the class {shown(label)} has no scores; there are scores of {_named(columns)}")
    for label, column in columns.items():
        if label not in present:
            raise InputError(f"no example is of the class {shown(label)}; the classes are {_named(present)}")
        if len(column) != len(keys):
            raise InputError(
                f"{len(keys)} classes and {len(column)} scores of {shown(label)}; every example needs both"
            )
    each = None if weights is None else _weights(_columns({"y_true": labels, "weights": weights})[1])
    parts = {
        label: _part("class", label, [int(key == label) for key in keys], column, each, expressions=expressions)
        for label, column in columns.items()
    }
    plain = [Fraction(1, len(parts))] * len(parts)
    whole: dict[str, Fraction] = dict.fromkeys(parts, Fraction(0))
    for key, weight in zip(keys, each or [Fraction(1)] * len(keys), strict=True):
        whole[key] += weight
    weighted = [weight / sum(whole.values()) for weight in whole.values()]
    return EvaluationByPart("class", parts, None, {"macro": _mean(parts, plain), "weighted": _mean(parts, weighted)})


def _part(
    by: str,
    name: str,
    classes: Sequence[Any],
    scores: Sequence[Any],
    weights: Sequence[Fraction] | None = None,
    *,
    expressions: Any,
    prior: Fraction | None = None,
) -> Evaluation:
    try:
        return evaluate_sample(_sample(classes, scores, weights, prior), expressions=expressions)
    except SampleError as error:
        raise InputError(f"{by} {shown(name)}: {error}") from None


def _sample(
    classes: Sequence[Any], scores: Sequence[Any], weights: Sequence[Fraction] | None, prior: Fraction | None
) -> Sample:
    found = Sample.of(classes, scores) if weights is None else of_columns(classes, scores, weights, None)
    return found if prior is None else at_prior(found, prior)


def _weights(column: Sequence[Any]) -> list[Fraction]:
    found = []
    for place, weight in enumerate(column, 1):
        try:
            found.append(weight_of(weight))
        except (ValueError, TypeError) as error:
            raise InputError(f"weight {shown(weight)} of example {place} {error}") from None
    return found


def _columns(given: Mapping[str, Iterable[Any]]) -> list[list[Any]]:
    try:
        found = [as_list(column, name) for name, column in given.items()]
    except ValueError as error:
        raise InputError(str(error)) from None
    sizes = dict(zip(given, map(len, found), strict=True))
    if len(set(sizes.values())) > 1:
        raise InputError(f"{' and '.join(f'{name} has {n} entries' for name, n in sizes.items())}; each needs as many")
    return found


def _missing(name: Any) -> bool:
    return name is None or name != name or str(name).strip() == ""


def _named(labels: Iterable[str]) -> str:
    return ", ".join(map(shown, list(labels)[:10]))


# --- means ------------------------------------------------------------------------------------------------


def _mean(parts: Mapping[str, Evaluation], shares: Sequence[Fraction]) -> Means:
    """The mean of each figure; None where a part has no value."""
    return _each(parts, lambda column: _sum([multiply(w, x) for w, x in zip(shares, column, strict=True)]))


def _deviation(parts: Mapping[str, Evaluation]) -> Means:
    """The standard deviation over the parts, with the divisor ``k - 1``."""

    def deviation(column: Sequence[Real]) -> Real:
        mean = _sum([multiply(Fraction(1, len(column)), x) for x in column])
        squares = _sum([multiply(d, d) for d in (subtract(x, mean) for x in column)])
        variance = multiply(squares, Fraction(1, len(column) - 1))
        if isinstance(variance, Fraction):
            return Fraction(0) if not variance else lift(variance).sqrt()
        return variance.sqrt()

    return _each(parts, deviation)


def _sum(terms: Sequence[Real]) -> Real:
    found: Real = Fraction(0)
    for term in terms:
        found = add(found, term)
    return found


def _each(parts: Mapping[str, Evaluation], of: Any) -> Means:
    found = {}
    for section in SECTIONS:
        tables = [getattr(part, section) for part in parts.values()]
        found[section] = {
            key: None if any(table[key] is None for table in tables) else of([table[key] for table in tables])
            for key in tables[0]
        }
    return found
