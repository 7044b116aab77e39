"""What decisions cost where each example has costs of its own, as a loan has its amount.

An example of class 1, the event, that is not treated costs ``miss``, one of class 0 that is treated ``false_alarm``,
and right decisions ``hit`` and ``correct_rejection``; each is one number or a column of them, and gains are negative.
The cost of a rule is the sum over the examples. Beside treating nobody, everybody, and the best possible, which knows
the classes, there are

* thresholds: who has a score above t is treated; the best one is the best of the sample, and of several of one cost the
  one that treats the fewest;
* each example's own threshold: treated is who has ``s miss + (1 - s) correct_rejection`` above ``s hit + (1 - s)
  false_alarm``, the score s in [0, 1] being the probability of the event (Elkan, The foundations of cost-sensitive
  learning, 2001). Where right decisions cost nothing, the example brings the cost proportion ``c = false_alarm/(miss +
  false_alarm)`` and the magnitude ``miss + false_alarm``: that is `score_driven` under the costs of the examples.

Savings are what a rule saves of the cost of the better of nobody and everybody, as a share of that (Bahnsen, Aouada and
Ottersten, Example-dependent cost-sensitive decision trees, 2015, as commonly stated).

An example of weight w counts as w of them: costs per case are sums of weights times costs over the sum of the weights.
One of weight 0 takes no part.

Where events have another proportion P in deployment, examples of class 1 count P n/n1 times and the others (1 - P) n/n0
times, with sums of weights for n, n1 and n0, and own thresholds take scores as moved to it: their odds are multiplied
by those of P over those of n1/n. Where only some cases can be treated, thresholds that treat more are no choice, own
thresholds treat those first of whom most is expected to be saved, and savings are those beside treating nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from workbench.curves.operating_costs import notes_on_costs
from workbench.errors import InputError, NotSupported, shown
from workbench.formats import Row, Table, told_html
from workbench.inference.bootstrap import Interval, Plan, Seed
from workbench.inference.choosing import note_on_auc
from workbench.inference.costs_resampled import AS_SAMPLED, FIGURES, Deployment, Examples, rule_intervals
from workbench.lazily import Lazily
from workbench.numbers.given import as_written, number, told
from workbench.numbers.short_decimals import in_full, short_decimal
from workbench.numbers.written import as_json, decimal
from workbench.samples.columns import as_list, class_of
from workbench.samples.labels import labelled
from workbench.samples.sample import Sample
from workbench.samples.weighted import weight_of, weighted_sample

_words = Lazily("workbench.inference.told")

NET = ("miss", "hit"), ("false_alarm", "correct_rejection")
"""What errors cost beyond right decisions."""
OWN, MOST = "above their own", "who saves most"
MIXED = (
    "groups with examples of both classes have no resamples at a prior under costs by example, as each would have "
    "another proportion of events; leave out the groups or the prior"
)
COSTS = {"miss": "miss", "false_alarm": "false alarm", "hit": "hit", "correct_rejection": "correct rejection"}


class RuleCost(NamedTuple):
    """A rule: whom it treats, what that costs in all and per example, how many it treats, and what share it saves.

    ``savings`` is None where treating all alike costs nothing above 0, ``treated_share`` the proportion of cases that
    are treated in deployment.
    """

    treat: str
    what: str
    total: Fraction
    per_case: Fraction
    treated: int
    savings: Fraction | None
    treated_share: Fraction

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        numbers = ("total", "per_case", "savings", "treated_share")
        return {name: as_json(x) if name in numbers and x is not None else x for name, x in self._asdict().items()}


class Cut(NamedTuple):
    """Treating who has this score or a higher one, the next lower one being ``below``, None where there is none.

    ``per_case`` is what that costs, ``treated_share`` whom it treats in deployment, as a proportion; ``counts`` are the
    examples of class 0 and of class 1 that have this score.
    """

    score: Fraction
    below: Fraction | None
    per_case: Fraction
    treated_share: Fraction
    counts: tuple[int, int]


@dataclass(frozen=True, repr=False)
class CostsByExample(Table):
    """What rules cost, by `costs_by_example`; ``threshold`` is the best one of the sample.

    ``cuts`` are all thresholds, from the highest score down, for `workbench.plot_choice`. Where low scores of a file
    speak for the event, these are ``shift - s`` for a score s of the file, and ``threshold`` is one of the file, below
    which cases are treated.
    ``weight`` is the sum of the weights, None where all examples count alike. Where resamples are asked for,
    ``intervals`` has by each rule those of ``total``, ``per_case`` and ``savings``, and
    ``plan`` tells how they were drawn.
    """

    n: int
    events: int
    rules: tuple[RuleCost, ...]
    threshold: Fraction | None
    notes: tuple[str, ...] = ()
    intervals: Mapping[str, Mapping[str, Interval]] = field(default_factory=dict)
    plan: Plan | None = None
    deployment: Deployment = AS_SAMPLED
    weight: Fraction | None = None
    cuts: Sequence[Cut] = field(default=(), compare=False)
    shift: int | None = None

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return told_html(_words.by_example(self))

    def __getitem__(self, what: str) -> RuleCost:
        """A rule by what it is: ``nobody``, ``everybody``, ``best threshold`` and so on."""
        for rule in self.rules:
            if rule.what == what:
                return rule
        raise InputError(f"there is no rule {shown(what)}; there are {', '.join(rule.what for rule in self.rules)}")

    @property
    def sentence(self) -> str:
        """The best of the rules that can be followed, treating all alike where none is better, and what it saves."""
        capacity = self.deployment.capacity
        followed = [x for x in self.rules if x.what != "best possible" and x.treated_share <= capacity]
        best = min(followed, key=lambda rule: (rule.total, rule.what not in ("nobody", "everybody")))
        others = "all alike" if capacity == 1 else "nobody"
        saved = "" if not best.savings else f", {decimal(100 * float(best.savings), 1)}% less than treating {others}"
        whom = {
            OWN: "each example above its own threshold",
            MOST: "those first of whom most is expected to be saved",
        }.get(best.treat, best.treat)
        cost = best.per_case
        told = f"costs {decimal(cost)}" if cost >= 0 else f"gains {decimal(-cost)}"
        return f"treat {whom}: {told} per case{saved}"

    @property
    def rows(self) -> list[Row]:
        """The rules, one a row."""
        return [
            {
                "treat": rule.treat,
                "what": rule.what,
                "total": str(rule.total),
                "per_case": float(rule.per_case),
                "treated": rule.treated,
                "treated_share": float(rule.treated_share),
                "savings": None if rule.savings is None else float(rule.savings),
                **self._ends(rule.what),
            }
            for rule in self.rules
        ]

    def _ends(self, what: str) -> dict[str, float | None]:
        """The ends of the intervals of a rule, where there are resamples."""
        if self.plan is None:
            return {}
        found = self.intervals.get(what, {})
        ends = [(figure, end) for figure in FIGURES for end in ("low", "high")]
        return {f"{figure}_{end}": getattr(found.get(figure), end, None) for figure, end in ends}

    def to_json(self) -> dict[str, Any]:
        """All rules as plain values."""
        return {
            "n": self.n,
            "events": self.events,
            "threshold": None if self.threshold is None else as_json(self.threshold),
            "rules": [rule.to_json() | self._as_json(rule.what) for rule in self.rules],
            "prior": None if self.deployment.prior is None else as_json(self.deployment.prior),
            "capacity": as_json(self.deployment.capacity),
            **({} if self.weight is None else {"weight": as_json(self.weight)}),
            "notes": list(self.notes),
            **({} if self.plan is None else self.plan.printed),
        }

    def _as_json(self, what: str) -> dict[str, Any]:
        """The intervals of a rule as pairs of their ends."""
        found = self.intervals.get(what, {})
        pairs = {figure: [found[figure].low, found[figure].high] for figure in found}
        return {"intervals": pairs} if pairs else {}


def costs_by_example(
    y_true: Iterable[Any],
    y_score: Iterable[Any],
    *,
    miss: Any,
    false_alarm: Any,
    hit: Any = 0,
    correct_rejection: Any = 0,
    thresholds: Iterable[Any] = (),
    prior: Any = None,
    capacity: Any = None,
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    resamples: int | None = None,
    level: Any = 0.95,
    stratified: bool = True,
    seed: Seed = 0,
) -> CostsByExample:
    """What rules cost where the examples have costs of their own; each cost is a number or one for each example.

    Class 1 is the event, or ``pos_label``. A cost that is a float is the decimal that prints it. ``thresholds`` are
    more rules to look at; one that is a float is that float, as scores are. ``prior`` is the proportion of events in
    deployment, and ``capacity`` the greatest proportion of cases that can be treated there. Examples count by
    ``weights``, exact numbers from 0 on. ``resamples`` adds intervals at ``level`` of totals, costs per case and
    savings; see `workbench.inference.costs_resampled`. They are drawn class by class, or in whole ``groups``.
    `InputError` says which entry is wrong, examples counted from 1.

    >>> found = costs_by_example([1, 0, 1, 0], ["0.9", "0.4", "0.2", "0.1"], miss=[100, 20, 10, 50], false_alarm=5)
    >>> [(rule.what, str(rule.total)) for rule in found.rules]  # doctest: +NORMALIZE_WHITESPACE
    [('own thresholds', '20'), ('best threshold', '5'), ('nobody', '110'), ('everybody', '10'), ('best possible', '0')]
    >>> found["best threshold"].treat, found["own thresholds"].savings
    ('when score > 0.1', Fraction(-1, 1))
    """
    plan = None if resamples is None else Plan(resamples, level, stratified, seed)
    deployment = Deployment.of(prior, capacity)
    given = {"miss": miss, "false_alarm": false_alarm, "hit": hit, "correct_rejection": correct_rejection}
    read = exact_examples(y_true, y_score, given, pos_label, weights, groups)
    named: dict[str, Fraction] = {}
    for t in thresholds:
        if named.setdefault(name := _threshold_name(t), exact := _threshold(t)) != exact:
            raise InputError(
                f"the thresholds {name} as a float and as a decimal are two, of one name; take one of them"
            )
    return rules_of(read, named, plan, deployment)


def _threshold(given: Any) -> Fraction:
    try:
        return as_written(given) if isinstance(given, bool) else number(given)
    except ValueError as error:
        raise InputError(f"the threshold {shown(given)} {error}") from None


def _threshold_name(given: Any) -> str:
    """As it is given; a float as Python prints it."""
    exact = _threshold(given)
    return str(float(given)) if isinstance(given, float) else in_full(exact)


class CostlyExamples(NamedTuple):
    """Columns of classes, scores and each of the costs that are given, all exact; perhaps of weights and groups.

    ``shift`` is None, or the scores are it less those of a file, whose low scores speak for the event.
    """

    probabilistic: bool
    classes: Sequence[int]
    scores: Sequence[Fraction]
    costs: Mapping[str, Sequence[Fraction]]
    weights: Sequence[Fraction] | None = None
    groups: Sequence[Any] | None = None
    shift: int | None = None

    @property
    def taking_part(self) -> CostlyExamples:
        """Those with a weight above 0; `InputError` where they are not of both classes."""
        kept = range(len(self.classes)) if self.weights is None else [i for i, w in enumerate(self.weights) if w]
        if len({self.classes[i] for i in kept}) < 2:
            raise InputError("examples of both classes must have a weight above 0")
        if len(kept) == len(self.classes):
            return self

        def of(column: Sequence[Any]) -> list[Any]:
            return [column[i] for i in kept]

        weights, groups = (None if column is None else of(column) for column in (self.weights, self.groups))
        costs = {name: of(column) for name, column in self.costs.items()}
        return CostlyExamples(self.probabilistic, of(self.classes), of(self.scores), costs, weights, groups, self.shift)


def exact_examples(
    y_true: Iterable[Any],
    y_score: Iterable[Any],
    given: Mapping[str, Any],
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
) -> CostlyExamples:
    """The columns of examples and each of the costs that are ``given``.

    >>> exact_examples([0, 1], ["0.1", 0.5], {"miss": 3, "false_alarm": [1, "0.5"]}).costs["false_alarm"]
    [Fraction(1, 1), Fraction(1, 2)]
    """
    labels, y_score = labelled(y_true, pos_label, y_score)
    sample = Sample.of(labels, y_score)
    classes = [class_of(y) for y in as_list(labels, "y_true")]
    scores = [number(s) for s in as_list(y_score, "y_score")]
    more = {"weights": weights, "groups": groups}
    columns = {name: None if column is None else _listed(name, column) for name, column in more.items()}
    for name, column in columns.items():
        if column is not None and len(column) != len(scores):
            raise InputError(f"{name} has {len(column)} entries and y_score {len(scores)}; every example needs both")
    costs = {name: _column(COSTS[name], x, len(scores)) for name, x in given.items()}
    counted = None if columns["weights"] is None else [_weight(w, i) for i, w in enumerate(columns["weights"], 1)]
    return CostlyExamples(sample.probabilistic, classes, scores, costs, counted, columns["groups"])


def _weight(given: Any, position: int) -> Fraction:
    try:
        return weight_of(given)
    except (ValueError, TypeError) as error:
        raise InputError(f"weight {shown(given)} of example {position} {error}") from None


def rules_of(
    examples: CostlyExamples,
    thresholds: Mapping[str, Fraction] = MappingProxyType({}),
    plan: Plan | None = None,
    deployment: Deployment = AS_SAMPLED,
) -> CostsByExample:
    """`costs_by_example` of exact columns."""
    probabilistic, classes, scores, costs, weights, groups, shift = examples.taking_part
    n, zeros = len(classes), [Fraction(0)] * len(classes)
    each = [Fraction(1)] * n if weights is None else weights
    sums = [sum((w for y, w in zip(classes, each, strict=True) if y == k), Fraction(0)) for k in (0, 1)]
    times, whole = deployment.weights(*sums), sums[0] + sums[1]
    rows = list(zip(*(costs.get(name, zeros) for name in COSTS), strict=True))
    size = [times[y] * w for y, w in zip(classes, each, strict=True)]
    treated = [w * (hit if y else alarm) for y, w, (_, alarm, hit, _) in zip(classes, size, rows, strict=True)]
    spared = [w * (miss if y else rejection) for y, w, (miss, _, _, rejection) in zip(classes, size, rows, strict=True)]
    changes = [t - u for t, u in zip(treated, spared, strict=True)]
    nobody, everybody = sum(spared, Fraction(0)), sum(treated, Fraction(0))
    room, least = deployment.capacity * whole, nobody if deployment.capacity < 1 else min(nobody, everybody)
    columns: dict[str, list[Fraction]] = {}
    found: list[RuleCost] = []
    net = [[x - y for x, y in zip(costs[wrong], costs.get(right, zeros), strict=True)] for wrong, right in NET]
    notes = [*notes_on_costs(*net), *note_on_auc(weighted_sample(classes, scores, weights=each))]

    def add(treat: str, what: str, shares: Sequence[Fraction | bool]) -> None:
        """The rule that treats such a share of each example."""
        columns[what] = [u + share * change for share, u, change in zip(shares, spared, changes, strict=True)]
        total = sum(columns[what], Fraction(0))
        treats = sum((x * w for x, w in zip(shares, size, strict=True)), Fraction(0))
        saved = 1 - total / least if least > 0 else None
        found.append(RuleCost(treat, what, total, total / whole, sum(map(bool, shares)), saved, treats / whole))

    if probabilistic:
        expected = []
        for s, (miss, alarm, hit, rejection) in zip(scores, rows, strict=True):
            event, other = s * times[1], (1 - s) * times[0]
            expected.append((event * (miss - hit) - other * (alarm - rejection)) / (event + other))
        own = _first(expected, size, room)
        add(OWN if own == [x > 0 for x in expected] else MOST, "own thresholds", own)
    else:
        notes.append("scores outside [0, 1] are no probabilities: examples have no thresholds of their own")
    every = list(_cuts(classes, scores, changes, size, nobody, whole))
    threshold, total = _best(every, nobody / whole, deployment.capacity)
    least_score = every[-1].score
    whom = "nobody" if threshold is None else "everybody" if threshold < least_score else _when(threshold, shift)
    add(whom, "best threshold", [threshold is not None and s > threshold for s in scores])
    assert found[-1].per_case == total
    for name, t in thresholds.items():
        add(f"when score > {name}", f"threshold {name}", [s > t for s in scores])
    add("nobody", "nobody", [False] * n)
    add("everybody", "everybody", [True] * n)
    add("whom it helps", "best possible", _filled([-x / w for x, w in zip(changes, size, strict=True)], size, room))
    intervals: dict[str, dict[str, Interval]] = {}
    if plan is not None:
        try:
            drawn = Examples(classes, scores, changes, size, each, groups)
            intervals, plan = rule_intervals(drawn, columns, deployment, plan)
        except NotSupported as reason:
            notes.append(f"no interval: {reason}")
    weight = None if weights is None else whole
    given = threshold if threshold is None or shift is None else shift - threshold
    told = tuple(found), given, tuple(notes), intervals, plan, deployment, weight
    return CostsByExample(n, sum(classes), *told, cuts=every, shift=shift)


def _when(threshold: Fraction, shift: int | None) -> str:
    """Who is treated, by the scores that were given."""
    return f"when score > {in_full(threshold)}" if shift is None else f"when score < {in_full(shift - threshold)}"


def _first(gains: Sequence[Fraction], size: Sequence[Fraction], room: Fraction) -> list[bool]:
    """Those of the greatest gains above 0 that have room; of equal gains all or none.

    >>> _first([Fraction(3), Fraction(1), Fraction(1), Fraction(-1)], [Fraction(1)] * 4, Fraction(2))
    [True, False, False, False]
    """
    least, whole = None, Fraction(0)
    order = sorted((i for i, gain in enumerate(gains) if gain > 0), key=lambda i: gains[i], reverse=True)
    for gain, together in groupby(order, key=lambda i: gains[i]):
        whole += sum((size[i] for i in together), Fraction(0))
        if whole > room:
            break
        least = gain
    return [least is not None and gain >= least for gain in gains]


def _filled(gains: Sequence[Fraction], size: Sequence[Fraction], room: Fraction) -> list[Fraction]:
    """What share of each has room, the greatest gains above 0 first.

    >>> _filled([Fraction(1), Fraction(3), Fraction(-1)], [Fraction(1)] * 3, Fraction(3, 2))
    [Fraction(1, 2), Fraction(1, 1), Fraction(0, 1)]
    """
    found = [Fraction(0)] * len(gains)
    for i in sorted((i for i, gain in enumerate(gains) if gain > 0), key=lambda i: gains[i], reverse=True):
        found[i] = min(size[i], room) / size[i]
        room -= found[i] * size[i]
    return found


def _cuts(
    classes: Sequence[int],
    scores: Sequence[Fraction],
    changes: Sequence[Fraction],
    size: Sequence[Fraction],
    nobody: Fraction,
    whole: Fraction,
) -> Iterator[Cut]:
    """What every threshold costs per case, from the highest score down; treating nobody costs ``nobody`` in all."""
    order = sorted(range(len(scores)), key=lambda i: scores[i], reverse=True)
    runs = [(s, list(together)) for s, together in groupby(order, key=lambda i: scores[i])]
    total, treated = nobody, Fraction(0)
    for place, (s, together) in enumerate(runs):
        total += sum((changes[i] for i in together), Fraction(0))
        treated += sum((size[i] for i in together), Fraction(0))
        events = sum(classes[i] for i in together)
        below = runs[place + 1][0] if place + 1 < len(runs) else None
        yield Cut(s, below, total / whole, treated / whole, (len(together) - events, events))


def _best(cuts: Sequence[Cut], nobody: Fraction, capacity: Fraction) -> tuple[Fraction | None, Fraction]:
    """The threshold of least cost within the capacity, None for treating nobody, and what that costs per case."""
    allowed = [cut for cut in cuts if cut.treated_share <= capacity]
    best = min(allowed, key=lambda cut: cut.per_case, default=None)
    if best is None or best.per_case >= nobody:
        return None, nobody
    return best.score - 1 if best.below is None else short_decimal(best.below, best.score), best.per_case


def _column(what: str, given: Any, n: int) -> list[Fraction]:
    """A cost of each example: the same for all, or one each."""
    if isinstance(given, str | int | float | Fraction) or not hasattr(given, "__iter__"):
        return [told(f"the cost {shown(given)} of a {what}", given)] * n
    column = _listed(f"the cost of a {what}", given)
    if len(column) != n:
        raise InputError(f"the cost of a {what} has {len(column)} entries and y_score {n}; every example needs both")
    return [told(f"the cost {shown(x)} of a {what} of example {i}", x) for i, x in enumerate(column, 1)]


def _listed(what: str, column: Iterable[Any]) -> list[Any]:
    try:
        return as_list(column, what)
    except ValueError as error:
        raise InputError(str(error)) from None


# --- as weights ---------------------------------------------------------------------------------------


def cost_sample(
    y_true: Iterable[Any],
    y_score: Iterable[Any],
    *,
    miss: Any,
    false_alarm: Any,
    hit: Any = 0,
    correct_rejection: Any = 0,
    own_thresholds: bool = True,
    pos_label: Any = None,
    weights: Iterable[Any] | None = None,
    groups: Iterable[Any] | None = None,
    prior: Any = None,
) -> Sample:
    """The sample in which each example weighs what its error costs more than the right decision, for curves in costs.

    Its expected losses are costs in units of the mean cost at stake, at a cost proportion c as if misses cost 2(1 - c)
    times and false alarms 2c times as much as said: as said at c = 1/2. With ``own_thresholds`` the score s becomes
    ``s m/(s m + (1 - s) f)``, with the net costs m of a miss and f of a false alarm of the example, so that a threshold
    of 1/2 is the example's own. So the Brier curve (`workbench.cost_curve` of ``score_driven``), its band and every
    other curve and figure are those of costs by example, and ``1 - error(1/2)/min(pi0, pi1)`` are the savings.
    Net costs must not be negative. ``weights`` multiply what examples weigh. ``prior`` is the proportion of events in
    deployment: either class weighs as it occurs there, scores are moved to it where examples have their own thresholds,
    and bands are of resamples class by class.

    >>> found = cost_sample([1, 0, 1, 0], ["0.9", "0.4", "0.2", "0.1"], miss=[100, 20, 90, 5], false_alarm=5)
    >>> found.scores[-1], found.counts1, found.pi1
    (Fraction(180, 181), (0, 0, 18, 20), Fraction(19, 20))
    """
    given = {"miss": miss, "false_alarm": false_alarm, "hit": hit, "correct_rejection": correct_rejection}
    return weighed(exact_examples(y_true, y_score, given, pos_label, weights, groups), own_thresholds, prior)


def weighed(examples: CostlyExamples, own_thresholds: bool = True, prior: Any = None) -> Sample:
    """`cost_sample` of exact columns."""
    probabilistic, classes, scores, costs, weights, groups, _ = examples
    net = []
    for wrong, right in NET[::-1]:
        column = [x - y for x, y in zip(costs[wrong], costs[right], strict=True)]
        net.append(column)
        for i, x in enumerate(column, 1):
            if x < 0:
                raise InputError(
                    f"a {COSTS[wrong]} of example {i} costs {costs[wrong][i - 1]} and a {COSTS[right]} "
                    f"{costs[right][i - 1]}; a curve needs errors that cost no less than right decisions"
                )
    if own_thresholds and not probabilistic:
        raise InputError("scores outside [0, 1] are no probabilities: examples have no thresholds of their own")
    each = [Fraction(1)] * len(classes) if weights is None else weights
    sums = [sum((w for y, w in zip(classes, each, strict=True) if y == k), Fraction(0)) for k in (0, 1)]
    if not all(sums):
        raise InputError("examples of both classes must have a weight above 0")
    times = Deployment.of(prior, None).weights(*sums)
    if own_thresholds:
        tops = [(s * m * times[1], (1 - s) * f * times[0]) for s, f, m in zip(scores, *net, strict=True)]
        scores = [top / (top + rest) if top else top for top, rest in tops]
    weighs = [times[y] * w * net[y][i] for i, (y, w) in enumerate(zip(classes, each, strict=True))]
    found = weighted_sample(classes, scores, weights=weighs, groups=groups)
    if prior is not None and groups is not None and found.design is not None and not found.design.pure:
        raise InputError(MIXED)
    return found
