"""Classifiers combined, exactly: by a random choice, by averaging, by the operating condition, or with themselves.

Two probabilistic classifiers can be combined by choosing one at random for each prediction, by averaging their
probabilities, or by switching between them where their cost curves cross: Hernández-Orallo, Flach and Ferri, Brier
curves: a new cost-based visualisation of classifier performance (2011). One classifier can be improved by repairing
the concavities of its ROC curve: Flach and Wu, Repairing concavities in ROC curves (2005).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from workbench.curves.cost_curves import cost_curve, read_method
from workbench.curves.curve import Curve, combined, lowest
from workbench.curves.roc import RocCurve, proportion
from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Row, Table, nearest
from workbench.language.statements import FUNCTIONS, law
from workbench.language.syntax import Apply, Loss, Method, Name, Node, children
from workbench.metrics import AUC, BS
from workbench.numbers.algebraic import Algebraic, real
from workbench.numbers.certified import Real
from workbench.numbers.given import number
from workbench.numbers.piecewise import polynomial
from workbench.numbers.totals import total
from workbench.numbers.written import as_json, plain
from workbench.samples.columns import as_list, event_column
from workbench.samples.sample import Sample, checked_sample


def _check_named(given: object, what: str) -> None:
    """See that ``given`` has something for each of several names."""
    if not isinstance(given, Mapping):
        raise InputError(f"{what} are {shown(given)}; a mapping by the names of the classifiers is needed")
    for name in given:
        if not isinstance(name, str):
            raise InputError(f"the name {shown(name)} of a classifier is no text")


# --- several classifiers on the same examples --------------------------------------------------------


def _scores(column: Iterable[Any], what: str) -> list[Any]:
    return as_list(event_column(column, what), what)


def _samples(y_true: Iterable[Any], columns: Mapping[str, Iterable[Any]]) -> tuple[list[Any], dict[str, list[Any]]]:
    """The classes and each classifier's scores, seen to be samples of probabilities."""
    _check_named(columns, "the scores")
    if not columns:
        raise InputError("there are no scores; one classifier is needed at least")
    try:
        classes = as_list(y_true, "y_true")
        scores = {name: _scores(column, f"the scores of {name}") for name, column in columns.items()}
    except ValueError as error:
        raise InputError(str(error)) from None
    for name, column in scores.items():
        try:
            sample = Sample.of(classes, column)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        if not sample.probabilistic:
            outside = sample.scores[0] if sample.scores[0] < 0 else sample.scores[-1]
            raise InputError(f"{name}: the score {shown(outside)} is no probability; it must lie in [0, 1]")
    return classes, scores


def _weights(names: Iterable[str], weights: Mapping[str, Any] | None) -> dict[str, Fraction]:
    """Weights that add up to 1, equal ones unless given; a double is taken as the shortest decimal that prints it."""
    listed = list(names)
    if weights is None:
        return {name: Fraction(1, len(listed)) for name in listed}
    _check_named(weights, "the weights")
    if set(weights) != set(listed):
        raise InputError(f"weights of {', '.join(weights)}; there must be one for each of {', '.join(listed)}")
    exact = {name: proportion(weights[name], f"the weight of {name}") for name in listed}
    exact |= {name: number(repr(float(w))) for name, w in weights.items() if isinstance(w, float)}
    if sum(exact.values()) != 1:
        hint = "; text such as '1/3' is taken exactly" if any(isinstance(w, float) for w in weights.values()) else ""
        words = ", ".join(map(str, exact.values()))
        raise InputError(f"the weights {words} add up to {sum(exact.values())}, not to 1{hint}")
    return exact


@dataclass(frozen=True, repr=False)
class RandomChoice:
    """One of several classifiers chosen at random for each prediction: the expected cost curve and Brier score."""

    weights: dict[str, Fraction]
    curve: Curve
    brier: Fraction

    def __repr__(self) -> str:
        return f"RandomChoice of {_listed(self.weights)}, expected Brier score {self.brier}"

    def to_json(self) -> dict[str, Any]:
        """The probabilities, the expected curve and the expected Brier score."""
        weights = {name: as_json(weight) for name, weight in self.weights.items()}
        return {"weights": weights, "curve": self.curve.to_json(), "brier": as_json(self.brier)}


def random_choice(
    y_true: Iterable[Any],
    columns: Mapping[str, Iterable[Any]],
    weights: Mapping[str, Any] | None = None,
    method: str = "score_driven",
    condition: str = "cost",
) -> RandomChoice:
    """Each prediction by a classifier drawn with the probabilities ``weights``, independently of the others.

    Losses and Brier scores are means over the examples, so their expectations are the weighted means of those of the
    classifiers. That holds where the threshold does not depend on the other predictions; `NotSupported` for methods on
    rates and the optimal one, whose thresholds move with the whole ranking, and for thresholds such as AUC.
    `InputError` where a score is no probability, the columns differ in length, or the weights do not add up to 1. A
    weight of 0.1 is 1/10: doubles are taken as the shortest decimals that print them.

    >>> random_choice([0, 1], {"A": [0, 1], "B": ["1/2", "1/2"]}, {"A": "1/4", "B": "3/4"})
    RandomChoice of 1/4 A, 3/4 B, expected Brier score 3/16
    """
    called = read_method(method)
    if not _free_of_scores(law(called)):
        raise NotSupported(f"the thresholds of {shown(method)} depend on more than the condition; {_INSTEAD}")
    classes, scores = _samples(y_true, columns)
    exact = _weights(scores, weights)
    samples = {name: Sample.of(classes, column) for name, column in scores.items()}
    first, *others = (cost_curve(samples[name], called, condition) * weight for name, weight in exact.items())
    brier = total(weight * BS.exact(samples[name]) for name, weight in exact.items())
    return RandomChoice(exact, sum(others, first), brier)


_INSTEAD = "'score_driven' and 'score_fixed(1/2)' would do"
_GIVEN = {"c", "u", "n", "n0", "n1", "pi0", "pi1"}


def _free_of_scores(node: Node) -> bool:
    """Whether a law sets thresholds by the operating condition and the numbers of examples alone."""
    if isinstance(node, Name):
        return node.name in _GIVEN
    if isinstance(node, Method) and node.name not in ("score", "mix"):
        return False
    if isinstance(node, Loss) or (isinstance(node, Apply) and node.function not in {*FUNCTIONS, "indicator"}):
        return False
    return all(map(_free_of_scores, children(node)))


@dataclass(frozen=True, repr=False)
class Average:
    """The weighted mean of the probabilities of several classifiers, and why its Brier score is as low as it is.

    ``brier = mean_brier - ambiguity``. ``scores`` are in the order of the examples, ``briers`` the Brier scores of
    the classifiers.
    """

    weights: dict[str, Fraction]
    scores: tuple[Fraction, ...]
    sample: Sample
    briers: dict[str, Fraction]
    ambiguity: Fraction

    @property
    def brier(self) -> Fraction:
        """The Brier score of the averaged probabilities."""
        found: Fraction = BS.exact(self.sample)
        return found

    @property
    def mean_brier(self) -> Fraction:
        """The weighted mean of the Brier scores: the expected one of a random choice."""
        return sum((weight * self.briers[name] for name, weight in self.weights.items()), Fraction(0))

    def __repr__(self) -> str:
        parts = f"Brier score {self.brier} = {self.mean_brier} - {self.ambiguity}"
        return f"Average of {_listed(self.weights)}, {parts}"

    def to_json(self) -> dict[str, Any]:
        """The weights, the scores, and the parts of the Brier score."""
        return {
            "weights": {name: as_json(weight) for name, weight in self.weights.items()},
            "scores": [as_json(score) for score in self.scores],
            "briers": {name: as_json(brier) for name, brier in self.briers.items()},
            **{name: as_json(getattr(self, name)) for name in ("brier", "mean_brier", "ambiguity")},
        }


def average(
    y_true: Iterable[Any], columns: Mapping[str, Iterable[Any]], weights: Mapping[str, Any] | None = None
) -> Average:
    """The classifier that predicts the weighted mean ``a = sum w_k s_k`` of the probabilities, all alike by default.

    Its Brier score is the weighted mean of theirs minus the ambiguity, the mean over the examples of
    ``sum w_k (s_k - a)^2``, which is never negative and for two classifiers ``w (1 - w)`` times the mean of
    ``(s_1 - s_2)^2``: Krogh and Vedelsby, Neural network ensembles, cross validation, and active learning (1995).
    `InputError` as for `random_choice`.

    >>> average([0, 1], {"A": [0, "1/2"], "B": ["1/2", 1]})
    Average of 1/2 A, 1/2 B, Brier score 1/16 = 1/8 - 1/16
    """
    classes, scores = _samples(y_true, columns)
    exact = _weights(scores, weights)
    rows = list(zip(*([number(score) for score in scores[name]] for name in exact), strict=True))
    means = [total(w * s for w, s in zip(exact.values(), row, strict=True)) for row in rows]
    spread = total(
        w * (s - a) ** 2 for row, a in zip(rows, means, strict=True) for w, s in zip(exact.values(), row, strict=True)
    )
    briers = {name: BS.exact(Sample.of(classes, column)) for name, column in scores.items()}
    return Average(exact, tuple(means), Sample.of(classes, means), briers, spread / len(rows))


def _listed(weights: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{weight} {name}" for name, weight in weights.items())


# --- by operating condition --------------------------------------------------------------------------


class Choice(NamedTuple):
    """Operating conditions from ``low`` to ``high``, and the classifiers of least loss there, all equally good.

    In between they are the best at every point, but for single points at most.
    """

    low: Algebraic
    high: Algebraic
    best: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The ends and the names."""
        return {"low": as_json(real(self.low)), "high": as_json(real(self.high)), "best": list(self.best)}


@dataclass(frozen=True, repr=False)
class Hybrid(Table):
    """The best of several classifiers at each operating condition: its cost curve and who is best where.

    ``gains`` are the expected losses (uniform operating conditions) that it saves against each classifier alone.
    """

    curve: Curve
    choices: tuple[Choice, ...]
    gains: dict[str, Real]

    @property
    def loss(self) -> Real:
        """The expected loss: the area under the curve."""
        return self.curve.area()

    def __repr__(self) -> str:
        parts = (f"{' = '.join(best)} to {plain(high)}" for _, high, best in self.choices)
        return f"Hybrid of loss {plain(self.loss)}: {', '.join(parts)}"

    @property
    def rows(self) -> list[Row]:
        """One row a range of operating conditions."""
        choices = (nearest(choice.to_json()) for choice in self.choices)
        return [{**choice, "best": " = ".join(choice["best"])} for choice in choices]

    def to_json(self) -> dict[str, Any]:
        """The curve, the choices, the loss and the gains."""
        return {
            "curve": self.curve.to_json(),
            "choices": [choice.to_json() for choice in self.choices],
            "loss": as_json(self.loss),
            "gains": {name: as_json(gain) for name, gain in self.gains.items()},
        }


def hybrid(models: Mapping[str, Curve | Sample], method: str = "score_driven", condition: str = "cost") -> Hybrid:
    """The classifier that uses, at each operating condition, the one of the least loss.

    ``models`` are cost curves, or samples whose cost curves under ``method`` are meant; scores outside [0, 1] are
    taken as they are, see `cost_curve`.

    >>> hybrid({"A": Sample.of([0, 1], ["1/4", "1/2"]), "B": Sample.of([0, 1], ["1/2", "3/4"])})
    Hybrid of loss 1/16: A = B to 1/4, A to 1/2, B to 3/4, A = B to 1
    """
    curves = _curves(models, method, condition)
    envelope, _ = lowest(list(curves.values()))
    return Hybrid(envelope, _best(curves, envelope), {k: (curve - envelope).area() for k, curve in curves.items()})


class Mistake(NamedTuple):
    """Operating conditions at which ``better`` ones lose less than the one used, by ``excess`` as an area."""

    low: Algebraic
    high: Algebraic
    used: str
    better: tuple[str, ...]
    excess: Real

    def to_json(self) -> dict[str, Any]:
        """The ends, the names and the excess loss."""
        ends = {"low": as_json(real(self.low)), "high": as_json(real(self.high))}
        return {**ends, "used": self.used, "better": list(self.better), "excess": as_json(self.excess)}


@dataclass(frozen=True, repr=False)
class Proposal:
    """A hybrid by given intervals: its cost curve, where it uses the wrong classifier, and what that costs in all."""

    curve: Curve
    mistakes: tuple[Mistake, ...]
    excess: Real

    @property
    def loss(self) -> Real:
        """The expected loss: the area under the curve."""
        return self.curve.area()

    def __repr__(self) -> str:
        wrong = f"{len(self.mistakes)} mistake{'s' * (len(self.mistakes) != 1)}"
        return f"Proposal of loss {plain(self.loss)}, {wrong}, excess {plain(self.excess)}"

    def to_json(self) -> dict[str, Any]:
        """The curve, the mistakes, the loss and the excess."""
        return {
            "curve": self.curve.to_json(),
            "mistakes": [mistake.to_json() for mistake in self.mistakes],
            "loss": as_json(self.loss),
            "excess": as_json(self.excess),
        }


def evaluate_hybrid(
    models: Mapping[str, Curve | Sample],
    uses: Sequence[tuple[Any, Any, str]],
    otherwise: str,
    method: str = "score_driven",
    condition: str = "cost",
) -> Proposal:
    """The hybrid that uses a named classifier on each closed interval ``(low, high, name)``, else ``otherwise``.

    Where intervals meet or overlap the first of the list holds.

    >>> models = {"A": Sample.of([0, 1], ["1/4", "1/2"]), "B": Sample.of([0, 1], ["1/2", "3/4"])}
    >>> proposal = evaluate_hybrid(models, [("1/4", "5/8", "A")], "B")
    >>> proposal, [(str(low), str(high), *names) for low, high, *names, _ in proposal.mistakes]
    (Proposal of loss 15/128, 1 mistake, excess 7/128, [('1/2', '5/8', 'A', ('B',))])
    """
    curves = _curves(models, method, condition)
    names = list(curves)
    if not isinstance(uses, Iterable):
        raise InputError(f"{shown(uses)} is no list of uses; triples (low, high, name) are needed")
    intervals = [_interval(use, names) for use in uses]
    default = _known(otherwise, names)

    def used(c: Fraction) -> str:
        return next((name for low, high, name in intervals if low <= c <= high), default)

    cuts = sorted({Fraction(0), Fraction(1), *(end for low, high, _ in intervals for end in (low, high))})
    selector = Curve.of(
        cuts,
        [polynomial(names.index(used((a + b) / 2))) for a, b in pairwise(cuts)],
        [polynomial(names.index(used(c))) for c in cuts],
    )
    curve = combined([selector, *curves.values()], lambda which, *parts: parts[int(which(0))])
    envelope, _ = lowest(list(curves.values()))
    excess = curve - envelope
    mistakes = []
    choices = _best(curves, envelope)
    for a, b in pairwise(cuts):
        name = used((a + b) / 2)
        for choice in choices:
            start, stop = max(a, choice.low), min(b, choice.high)
            if start < stop and name not in choice.best:
                mistakes.append(Mistake(start, stop, name, choice.best, excess.area(start, stop)))
    return Proposal(curve, tuple(mistakes), excess.area())


def _curves(models: Mapping[str, Curve | Sample], method: str, condition: str) -> dict[str, Curve]:
    _check_named(models, "the models")
    if not models:
        raise InputError("there is no classifier; one is needed at least")
    curves = {
        name: cost_curve(model, method, condition) if isinstance(model, Sample) else model
        for name, model in models.items()
    }
    for name, curve in curves.items():
        if not isinstance(curve, Curve):
            raise InputError(f"the model {name} is {shown(curve)}; a Sample or a Curve is needed")
        if (curve.breaks[0], curve.breaks[-1]) != (Fraction(0), Fraction(1)):
            raise InputError(f"the curve of {name} is a {curve}; a cost curve is on [0, 1]")
    return curves


def _best(curves: Mapping[str, Curve], envelope: Curve) -> tuple[Choice, ...]:
    """The intervals on which the same curves attain the envelope."""
    begins: dict[Algebraic, set[str]] = {}
    ends: dict[Algebraic, set[str]] = {}
    for name, curve in curves.items():
        for low, high, sign in curve.regions(envelope):
            if not sign:
                begins.setdefault(low, set()).add(name)
                ends.setdefault(high, set()).add(name)
    found: list[Choice] = []
    holding: set[str] = set()
    for low, high in pairwise(sorted({*begins, *ends})):
        holding = (holding - ends.get(low, set())) | begins.get(low, set())
        best = tuple(name for name in curves if name in holding)
        start = found.pop().low if found and found[-1].best == best else low
        found.append(Choice(start, high, best))
    return tuple(found)


def _interval(use: Any, names: Sequence[str]) -> tuple[Fraction, Fraction, str]:
    if not isinstance(use, Sequence) or len(use) != 3:
        raise InputError(f"{shown(use)} is no use of a classifier; a triple (low, high, name) is one")
    low, high = (proportion(end, "the operating condition") for end in use[:2])
    name = _known(use[2], names)
    if high < low:
        raise InputError(f"the interval [{low}, {high}] of {name} ends before it starts")
    return low, high, name


def _known(name: str, names: Sequence[str]) -> str:
    if name not in names:
        raise InputError(f"there is no classifier {shown(name)}; there are {', '.join(names)}")
    return name


# --- one classifier repaired --------------------------------------------------------------------------


class Repair(NamedTuple):
    """Scores from ``low`` to ``high``, those of one segment of the ROC convex hull, and the area that was gained."""

    low: Fraction
    high: Fraction
    gain: Fraction


@dataclass(frozen=True, repr=False)
class Repaired:
    """A sample with new scores for the examples in concavities of its ROC curve."""

    sample: Sample
    repairs: tuple[Repair, ...]

    @property
    def auc(self) -> Fraction:
        """The area under the repaired ROC curve."""
        found: Fraction = AUC.exact(self.sample)
        return found

    def __repr__(self) -> str:
        return f"Repaired at {len(self.repairs)} of the hull's segments, AUC {self.auc}, {self.sample}"

    def to_json(self) -> dict[str, Any]:
        """The scores and counts of the new sample, its AUC, and what was repaired."""
        return {
            **self.sample.to_json(),
            "auc": as_json(self.auc),
            "repairs": [{name: as_json(x) for name, x in repair._asdict().items()} for repair in self.repairs],
        }


def repair_concavities(sample: Sample, how: str = "randomise", low: Any = None, high: Any = None) -> Repaired:
    """New scores for the concavities whose scores all lie in [low, high]: for all of them, unless said.

    A concavity is a segment of the ROC convex hull with points of the curve below it; ``how`` is

    ``"randomise"``  its examples are tied at their mean score, so the curve becomes the segment; for all concavities
                     AUC becomes AUCH;
    ``"invert"``     its distinct scores are exchanged, the lowest for the highest and so on, so the curve is turned
                     by 180 degrees about the middle of the segment; for all concavities AUC becomes 2 AUCH - AUC.

    The order against all other examples stays. `InputError` where ``low`` is above ``high``.

    >>> sample = Sample.of([0, 1, 0, 1], ["0.1", "0.2", "0.4", "0.9"])
    >>> [repair_concavities(sample, how).auc - AUC.exact(sample) for how in ("randomise", "invert")]
    [Fraction(1, 8), Fraction(1, 4)]
    """
    checked_sample(sample, "repair_concavities")
    if how not in ("randomise", "invert"):
        raise InputError(f"{shown(how)} is no way to repair a concavity; 'randomise' and 'invert' are")
    start = sample.scores[0] if low is None else _score(low)
    stop = sample.scores[-1] if high is None else _score(high)
    if low is not None and high is not None and start > stop:
        raise InputError(f"no score lies from {shown(low)} to {shown(high)}; the first must not be above the second")
    roc = RocCurve.of(sample)
    areas = {concavity.start: concavity.area for concavity in roc.concavities}
    scores, repairs = list(sample.scores), []
    for block, segment in zip(sample.blocks, roc.hull.segments, strict=True):
        part = sample.scores[block.start : block.stop]
        area = areas.get(segment.start)
        if area is None or part[0] < start or part[-1] > stop:
            continue
        if how == "invert":
            scores[block.start : block.stop] = part[::-1]
        else:
            sums = total(sample.power_sum(k, 1, block.start, block.stop) for k in (0, 1))
            scores[block.start : block.stop] = [sums / (block.count0 + block.count1)] * len(part)
        repairs.append(Repair(part[0], part[-1], area * (2 if how == "invert" else 1)))
    return Repaired(Sample.of_counts(scores, sample.counts0, sample.counts1), tuple(repairs))


def _score(value: Any) -> Fraction:
    try:
        return number(value)
    except ValueError as error:
        raise InputError(f"the score {shown(value)} {error}") from None
