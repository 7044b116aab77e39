"""Printed figures of a scoring classifier: can one data set have them all?

The figures are any expressions of the statement language that a sample has a value for. `decide_scores` answers for
given class sizes: *consistent* with a data set on which the exact engine finds every figure as printed,
*inconsistent* with the proven fact that the figures break, or *undecided*. Scores are estimates of P(class 1), in
[0, 1]; ``D`` is the number of misordered pairs of one example of each class, a tied pair counting one half.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice, pairwise
from math import gcd
from typing import NamedTuple, TypeAlias

from workbench.errors import InputError
from workbench.feasible import fixed_thresholds
from workbench.feasible.annealing import annealed, distance_calibrated, random_order
from workbench.feasible.annealing import calibrated as calibrated_sample
from workbench.feasible.approximate import distance_of_orders
from workbench.feasible.enumeration import Exclusion, few_orders
from workbench.feasible.intervals import Contradiction
from workbench.feasible.linear_forms import ClassSizes, K, basic, of_order
from workbench.feasible.orders import MOST_CUTS, Order, around_cut, enlarged, in_two_blocks, number_of_orders, with_rise
from workbench.feasible.propagation import Knowledge, denominator
from workbench.feasible.search import Figure, attempt, computed, orders_of, price
from workbench.language.statements import parameters, parse_expression, quantities, suggestion
from workbench.language.syntax import Name
from workbench.limits import Limit, Work
from workbench.numbers.certified import Real
from workbench.numbers.printed import Interval, Printed
from workbench.samples.sample import Sample

Counts: TypeAlias = tuple[int, int, int, int]
"""A confusion matrix ``(tp, fn, fp, tn)``; class 0 is positive."""

ENUMERATION = "every weak order of the examples"
_CUT = "fn*fp <= D <= fn*n1 + fp*n0 - fn*fp"
_GAPS = basic("KS"), basic(K)
_ROUNDS = (0, 8, 32)
_CLIMB = 400
_WALK = 1500
_FEW = 100
_SEED = 0
_APART = 10**9
_DRAWN, _PLAIN, _LISTED = 4.0, 30.0, 2.0


@dataclass(frozen=True)
class ScoreVerdict:
    """The answer: ``verdict`` is consistent, inconsistent or undecided, and ``because`` says why in a sentence.

    ``witness`` is a sample with every figure as printed, ``computed`` its exact values and ``matrix`` its confusion
    matrix at one threshold, where such were given; ``violated`` is the fact that the figures break. ``inferred`` has
    the values that the facts leave to figures. ``rests_on`` says what an inconsistency rests on besides proven facts.
    """

    verdict: str
    because: str
    violated: str | None = None
    witness: Sample | None = None
    computed: Mapping[str, Real] = field(default_factory=dict)
    matrix: Counts | None = None
    inferred: Mapping[str, Interval] = field(default_factory=dict)
    rests_on: str | None = None


def decide_scores(
    figures: Mapping[str, Printed],
    n0: int,
    n1: int,
    *,
    calibrated: bool = False,
    matrices: Iterable[Counts] | None = None,
    seconds: Limit = 1.0,
) -> ScoreVerdict:
    """Whether any ``n0`` examples of class 0 and ``n1`` of class 1, with scores in [0, 1], have these figures.

    With ``calibrated``, every score is the fraction of class 1 among the examples that have it; with ``matrices``,
    one of these confusion matrices must be that of a threshold. The search for a data set ends after so many
    ``seconds`` of work.
    `InputError` for what is no figure of a data set, no class size or a matrix of other sizes.

    >>> figures = {"AUC": Printed("0.79"), "BS": Printed("0.33"), "loss(rate_driven)": Printed("0.188")}
    >>> found = decide_scores(figures, 6, 6)
    >>> found.verdict, found.computed["AUC"]
    ('consistent', Fraction(19, 24))
    >>> decide_scores(figures, 6, 6, calibrated=True).verdict
    'inconsistent'
    """
    asked, known = _known(figures, ClassSizes(n0, n1), calibrated)
    work = Work.of(seconds)
    against = _against(known, work)
    if against is not None:
        return ScoreVerdict("inconsistent", against.because, against.violated, inferred=_told(known, asked))
    asked = [replace(x, aim=x.printed.values & known.possible(x.form)) for x in asked]
    for figure in asked:
        if figure.form in _GAPS and next(in_two_blocks(n0, n1, figure.aim), None) is None:
            because = f"{figure.name} {figure.printed} is no |F0 - F1| that {n0} and {n1} examples can have"
            return ScoreVerdict("inconsistent", because, because, inferred=_told(known, asked))
    search = _Search(asked, known, calibrated, work)
    if matrices is None and not calibrated and (found := search.at_thresholds()) is not None:
        return found
    return search.verdict() if matrices is None else search.with_matrices(matrices)


def ruled_out(
    figures: Mapping[str, Printed], n0: int, n1: int, *, calibrated: bool = False, work: Work | None = None
) -> Contradiction | None:
    """What the facts alone say against these figures; None where they allow them."""
    _, known = _known(figures, ClassSizes(n0, n1), calibrated)
    return _against(known, work)


def _against(known: Knowledge, work: Work | None = None) -> Contradiction | None:
    """What the facts say against what is known, after they have been applied."""
    before = known.spent if known.steps else 0.0
    try:
        known.settle()
    except Contradiction as error:
        return error
    finally:
        if work is not None:
            work.spend(known.spent - before)
    return None


class Room(NamedTuple):
    """The values that are left to a figure; where ``step`` is known, they are ``start`` plus multiples of it."""

    values: Interval
    start: Fraction = Fraction(0)
    step: Fraction | None = None


def left_open(
    figures: Mapping[str, Printed],
    name: str,
    n0: int,
    n1: int,
    *,
    calibrated: bool = False,
    work: Work | None = None,
) -> Room | None:
    """The values that the facts leave to the figure ``name`` when the others are as printed; None where they break one.

    >>> room = left_open({"AUC": Printed("0.79"), "GINI": Printed("0.4")}, "GINI", 50, 50)
    >>> print(room.values, room.start, room.step)
    [57/100, 59/100] -1 1/2500
    """
    others = {other: printed for other, printed in figures.items() if other != name}
    sizes = ClassSizes(n0, n1)
    _, known = _known(others, sizes, calibrated)
    form = sizes.form(parse_expression(name))
    if _against(known, work) is not None:
        return None
    terms = [(x, denominator(term, sizes)) for term, x in form.terms.items()]
    step = Fraction(abs(terms[0][0]), terms[0][1]) if len(terms) == 1 and terms[0][1] else None
    return Room(known.possible(form), form.constant, step)


def _known(figures: Mapping[str, Printed], sizes: ClassSizes, calibrated: bool) -> tuple[list[Figure], Knowledge]:
    asked = [_figure(name, printed, sizes) for name, printed in figures.items()]
    return asked, Knowledge(sizes, {x.name: (x.form, x.printed) for x in asked}, calibrated=calibrated)


def _figure(name: str, printed: Printed, sizes: ClassSizes) -> Figure:
    expression = parse_expression(name)
    unknown = sorted(parameters(expression))
    if unknown:
        where = "" if unknown[0] == name else f" in {name}"
        raise InputError(f"{unknown[0]}{where} is no figure of a data set{suggestion(unknown[0], quantities(True))}")
    return Figure(name, expression, sizes.form(expression), printed, printed.values)


def _told(known: Knowledge, figures: Sequence[Figure]) -> dict[str, Interval]:
    """What is known of the figures that were asked about, of AUC, and of the calibration loss beside a Brier score."""
    forms = {"AUC": basic("AUC")} | {figure.name: figure.form for figure in figures}
    if any(name.startswith("BS") for form in forms.values() for name in form.terms):
        forms["CL"] = known.sizes.form(Name("CL"))
    return {name: known.possible(form) for name, form in forms.items()}


class _Search:
    """The search for a data set, once the facts leave room for one.

    It is ``enumerable`` when there are few enough orders to go through all.
    """

    def __init__(self, figures: list[Figure], known: Knowledge, calibrated: bool, work: Work) -> None:
        self.figures = figures
        self.known = known
        self.calibrated = calibrated
        self.work = work
        self.chance = random.Random(_SEED)
        self.effort = 0
        self.enumerable = few_orders(known.sizes, range(0)) is not None
        if self.enumerable:
            work.spend(_LISTED * number_of_orders(known.sizes.n0, known.sizes.n1))

    def verdict(self) -> ScoreVerdict:
        for order in self.orders():
            witness = self.tried(order, self.effort)
            if witness is not None:
                return self.consistent(witness)
            if self.work.over:
                break
        return self.enumerated()

    def at_thresholds(self) -> ScoreVerdict | None:
        """The verdict on figures of the counts at fixed thresholds alone; None for others."""
        try:
            sizes, asked = self.known.sizes, [(x.form, x.printed.values) for x in self.figures]
            witness = fixed_thresholds.sample_of(asked, sizes, self.work)
        except fixed_thresholds.NotOfCounts:
            return None
        if witness is not None:
            return self.consistent(witness)
        names = " and ".join(f"{x.name} {x.printed}" for x in self.figures)
        because = f"{names} can be of no {sizes.n0} and {sizes.n1} examples"
        inferred = _told(self.known, self.figures)
        return ScoreVerdict("inconsistent", because, because, inferred=inferred, rests_on=fixed_thresholds.COUNTS)

    def tried(self, order: Order, effort: int = 1) -> Sample | None:
        """A sample with all figures on this order; None where there was none to find."""
        if not self.calibrated:
            return attempt(order, self.figures, self.chance, effort, self.work)
        sample = calibrated_sample(order)
        return sample if self.has_all(sample) else None

    def has_all(self, sample: Sample) -> bool:
        self.work.spend(price(sample, self.figures))
        return computed(sample, self.figures) is not None

    def consistent(self, witness: Sample, matrix: Counts | None = None) -> ScoreVerdict:
        values = computed(witness, self.figures)
        assert values is not None
        because = f"a data set of {witness.n0} and {witness.n1} examples has these figures"
        inferred = _told(self.known, self.figures)
        return ScoreVerdict("consistent", because, None, witness, values, matrix, inferred)

    def undecided(self) -> ScoreVerdict:
        because = "no fact forbids these figures, and no data set with them was found"
        return ScoreVerdict("undecided", because, inferred=_told(self.known, self.figures))

    # --- which orders ---------------------------------------------------------------------------------

    def orders(self) -> Iterator[Order]:
        """Orders to try, the promising ones first."""
        plain = self._plain()
        if self.calibrated:
            return annealed(plain, distance_calibrated(self.figures, self.work), self.chance, _CLIMB, self.work)
        named = {name for figure in self.figures for name in figure.form.terms if of_order(name)}
        if named <= {"AUC"}:
            return chain(self._with_precision(), plain)
        distance = distance_of_orders(self.figures, self.known, self.work)
        walks = annealed(self._many(plain), distance, self.chance, _WALK, self.work)
        return chain(
            self._with_a_gap(), self._with_precision(), (enlarged(order, self.known.sizes.n) for order in walks)
        )

    def _with_a_gap(self) -> Iterator[Order]:
        """Some orders that have a printed KS, of two tie blocks or with an AUC that is left."""
        n0, n1 = self.known.sizes.n0, self.known.sizes.n1
        doubled = self.known.doubled
        for figure in [figure for figure in self.figures if figure.form in _GAPS][:1]:
            self.work.spend(_PLAIN * min(n1, MOST_CUTS))
            few = islice(in_two_blocks(n0, n1, figure.aim), _FEW)
            mirrored = range(2 * n0 * n1 - doubled[-1], 2 * n0 * n1 - doubled[0] + 1)
            rising = with_rise(n0, n1, figure.aim, doubled)
            falling = (order[::-1] for order in with_rise(n0, n1, figure.aim, mirrored))
            for order in chain(few, islice(rising, _FEW), islice(falling, _FEW) if figure.form == _GAPS[0] else ()):
                self.work.spend(_PLAIN)
                yield order

    def _with_precision(self) -> Iterator[Order]:
        """Some orders with a printed average precision, in which all of class 1 is tied."""
        n0, n1 = self.known.sizes.n0, self.known.sizes.n1
        if all(figure.form != basic("AP") for figure in self.figures):
            return
        within = self.known.span("AP")
        shares = Interval(within.high and n1 / within.high, within.low and n1 / within.low).moved(1, -n1)
        for above in islice(shares.integers(0, n0), _FEW):
            # 2D is n1*(2*above - tied)
            least, most = (Fraction(2 * above) - Fraction(self.known.doubled[i], n1) for i in (-1, 0))
            for a in islice(Interval(least, most).integers(0, above), _FEW):
                self.work.spend(_PLAIN)
                blocks = ((n0 - above, 0), (a, n1), (above - a, 0))
                yield tuple(block for block in blocks if any(block))

    def _many(self, plain: Iterator[Order]) -> Iterator[Order]:
        """The first plain orders among random ones, which are by turns of as few examples as can be multiplied."""
        if self.enumerable:
            yield from plain
            return
        sizes, doubled = self.known.sizes, self.known.doubled
        common = gcd(sizes.n0, sizes.n1)
        factor = max(g for g in range(1, common + 1) if common % g == 0 and (g == 1 or sizes.n >= _FEW * g))
        few = ClassSizes(sizes.n0 // factor, sizes.n1 // factor)
        while not self.work.over:
            for each in (few, sizes):
                self.work.spend(_DRAWN * each.n)
                yield random_order(each, float(sizes.auc(self.chance.choice(doubled))), self.chance)
            yield from islice(plain, 1)

    def _plain(self) -> Iterator[Order]:
        """Orders with the right number of misordered pairs, with more effort in each round."""
        seen: set[Order] = set()
        rounds = _ROUNDS[:1] if self.enumerable else _ROUNDS
        for self.effort, tries in enumerate(rounds):
            seen.clear()
            for twice in _spread(self.known.doubled):
                for order in orders_of(self.known.sizes, twice, self.chance, tries):
                    self.work.spend(_PLAIN)
                    if self.work.over:
                        return
                    if order not in seen:
                        seen.add(order)
                        yield order

    def enumerated(self, cuts: Sequence[Counts] | None = None) -> ScoreVerdict:
        """The verdict by every weak order, where there are few enough; with one of ``cuts`` where they are given."""
        possible = few_orders(self.known.sizes, self.known.doubled)
        if possible is None:
            return self.undecided()
        closed, excluded = 0, Exclusion(self.known, self.calibrated, self.figures, self.work)
        for order in possible:
            if self.work.over:
                return self.undecided()
            if order in excluded or not (cuts is None or any(self.can_have(order, cut) for cut in cuts)):
                closed += 1
            elif found := self.found(order, cuts):
                return found
        if closed < len(possible):
            return self.undecided()
        says = f"none of the {len(possible)} weak orders that the AUC allows can have these figures"
        return ScoreVerdict("inconsistent", says, says, inferred=_told(self.known, self.figures), rests_on=ENUMERATION)

    def refused(self, fn: int, fp: int) -> tuple[str, str] | None:
        """Why no threshold can have these errors, and the fact that forbids it; None where none does."""
        sizes, doubled = self.known.sizes, self.known.doubled
        at = f"with fn = {fn} and fp = {fp}"
        least, most = 2 * fn * fp, 2 * (fn * sizes.n1 + fp * sizes.n0 - fn * fp)
        if most < doubled[0] or least > doubled[-1]:
            because = (
                f"{_CUT} is {Fraction(least, 2)} <= D <= {Fraction(most, 2)} {at}, "
                f"but D is from {Fraction(doubled[0], 2)} to {Fraction(doubled[-1], 2)}"
            )
            return because, _CUT
        if all(figure.form.terms.keys() <= {"AUC"} for figure in self.figures):
            return None
        known, gap = self.known.copy(), 1 - Fraction(fn, sizes.n0) - Fraction(fp, sizes.n1)
        try:
            known.at_least("KS", abs(gap), f"KS is at least the |F0 - F1| of the threshold {at}")
            known.at_least(K, gap, f"{K} is at least the F0 - F1 of the threshold {at}")
            known.at_least("AUCH", (1 + gap) / 2, f"the hull is beyond the threshold {at}")
            known.at_most("MER", Fraction(fn + fp, sizes.n), f"MER is at most the error rate of the threshold {at}")
        except Contradiction as error:
            return error.because, error.violated
        against = _against(known, self.work)
        return None if against is None else (against.because, against.violated)

    def can_have(self, order: Order, cut: Counts) -> bool:
        """Whether a sample on this order can have a threshold with this confusion matrix."""
        if self.calibrated:
            return _with_cut(calibrated_sample(order), cut[1], cut[2], True) is not None
        return _can_part(order, cut[1], cut[2])

    def found(self, order: Order, cuts: Sequence[Counts] | None = None) -> ScoreVerdict | None:
        """The verdict where a sample on this order has all figures, and a threshold with one of ``cuts``."""
        witness = self.tried(order)
        if witness is None or cuts is None:
            return None if witness is None else self.consistent(witness)
        for cut in cuts:
            parted = _with_cut(witness, cut[1], cut[2], self.calibrated)
            if parted is not None and self.has_all(parted):
                return self.consistent(parted, cut)
        return None

    # --- with a confusion matrix ------------------------------------------------------------------------

    def with_matrices(self, matrices: Iterable[Counts]) -> ScoreVerdict:
        """The verdict when one of the matrices must be that of a threshold."""
        doubled, against = self.known.doubled, None
        cuts: list[Counts] = []
        n0, n1 = self.known.sizes.n0, self.known.sizes.n1
        for cut in matrices:
            tp, fn, fp, tn = cut
            if min(cut) < 0 or (tp + fn, fp + tn) != (n0, n1):
                raise InputError(f"tp, fn, fp, tn = {tp}, {fn}, {fp}, {tn} do not have {n0} and {n1} examples")
            self.work.spend(_PLAIN)
            if self.work.over:
                return self.undecided()
            if refused := self.refused(fn, fp):
                against = against or refused
                continue
            cuts.append(cut)
            least, most = 2 * fn * fp, 2 * (fn * n1 + fp * n0 - fn * fp)
            for twice in _spread(range(max(least, doubled[0]), min(most, doubled[-1]) + 1)):
                parts = around_cut(n0, n1, fn, fp, twice)
                assert parts is not None
                if found := self.found(parts[0] + parts[1], [cut]):
                    return found
        if not cuts:
            because, violated = against or ("no confusion matrix was given", _CUT)
            return ScoreVerdict("inconsistent", because, violated, inferred=_told(self.known, self.figures))
        if not self.enumerable:
            for order in self.orders():
                if found := self.found(order, [cut for cut in cuts if self.can_have(order, cut)]):
                    return found
                if self.work.over:
                    break
        return self.enumerated(cuts)


def _can_part(order: Order, fn: int, fp: int) -> bool:
    """Whether a threshold with these errors lies between blocks of the order, or in a block of one class."""
    misses, alarms = sum(a for a, _ in order), 0
    for a, b in order:
        if (
            misses - a <= fn <= misses
            and alarms <= fp <= alarms + b
            and (not (a and b) or (fn, fp) in ((misses, alarms), (misses - a, alarms + b)))
        ):
            return True
        misses, alarms = misses - a, alarms + b
    return False


def _with_cut(sample: Sample, fn: int, fp: int, as_it_is: bool = False) -> Sample | None:
    """The sample with a threshold that has these errors, if need be by parting a score of one class; None if none.

    A sample that is wanted ``as_it_is``, because its scores are calibrated, is not parted.
    """
    at = sample.n0 - fn, fp
    below = list(zip(sample.cumulative0, sample.cumulative1, strict=True))
    if at in below:
        return sample
    if as_it_is:
        return None
    for i, (start, stop) in enumerate(pairwise(below)):
        pure = start[0] == stop[0] or start[1] == stop[1]
        if pure and start[0] <= at[0] <= stop[0] and start[1] <= at[1] <= stop[1]:
            low = sample.scores[i]
            above = sample.scores[i + 1] if i + 1 < len(sample.scores) else Fraction(1)
            beneath = sample.scores[i - 1] if i else Fraction(0)
            parted = (low, low + (above - low) / _APART) if above > low else (low - (low - beneath) / _APART, low)
            levels = [*sample.scores[:i], *parted, *sample.scores[i + 1 :]]
            cuts = [*below[: i + 1], at, *below[i + 1 :]]
            counts = [[b[k] - a[k] for a, b in pairwise(cuts)] for k in (0, 1)]
            return Sample.of_counts(levels, *counts)
    return None


def _spread(values: range) -> list[int]:
    """The middle, the ends and what is between."""
    last = len(values) - 1
    places = (last // 2, 0, last, last // 4, 3 * last // 4, 1, last - 1, 2, last - 2)
    return [values[i] for i in dict.fromkeys(places) if 0 <= i <= last]
