"""What printed figures say of the class proportion alone, whatever the class sizes: facts for a range of it.

Over a range of ``pi0`` a figure is a linear form whose coefficients are intervals, and each fact of
`workbench.feasible.propagation` and `workbench.feasible.class_losses` that doesn't need the sizes is applied with
the worst ``pi0`` of the range. A range in which the figures contradict each other is excluded for all data sets, of
any size; what `open_shares` leaves at the ends of [0, 1] is found by halving.

The bounds of `workbench.feasible.bounds` with ``h = w0 w1 (1 - AUC)/(wmax + wmin (1 - AUC))`` hold with every
smaller ``h``, and ``h`` increases with ``wmin``: ``w(1 - w)/(1 - k w)`` has a derivative of the sign of ``1 - 2w + k
w^2``, which is positive for ``w < 1/2``. The error rate of a cut of misses ``x`` and alarms ``y`` has ``w0 w1 (1 -
AUC) <= x w1 + y w0 <= wmax (x + y)``, so it is at least ``wmin (1 - AUC)``, and by mirroring at most ``1 - wmin
AUC``; MAE is a mean of such rates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import inf

from workbench.feasible.bounds import least_brier, least_precision_at, least_precision_of_share
from workbench.feasible.class_losses import Shares, ends, narrow_by_curve, narrow_rate_fixed, rate_fixed
from workbench.feasible.functions_of_forms import argument_of
from workbench.feasible.intervals import Contradiction, Reason
from workbench.feasible.linear_forms import LOG_LOSS, WITHOUT_DEFINITION, ClassSizes, basic, is_log_loss
from workbench.feasible.propagation import (
    AVERAGE_PRECISION,
    EVENT_LAST,
    Knowledge,
    at_thresholds,
    calibration,
    equal,
    gathered,
    inequalities,
    threshold_of,
)
from workbench.language.statements import definition, parse_expression
from workbench.language.syntax import Apply, Arithmetic, Expression, Loss, Name, Negative, Number
from workbench.limits import Work
from workbench.numbers.piecewise import Polynomial, coefficients, polynomial
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import about

_HALF = Fraction(1, 2)
_NODES = 97
FINEST = Fraction(1, 2**14)
_ROUNDS = 3


@dataclass(frozen=True)
class LooseForm:
    """``constant + sum of terms[name] * name``, where the numbers are known up to intervals."""

    constant: Interval
    terms: Mapping[str, Interval]


@dataclass(frozen=True)
class ShareForm:
    """The same with polynomials in ``pi0``."""

    constant: Polynomial
    terms: Mapping[str, Polynomial]

    def over(self, shares: Shares) -> LooseForm:
        """The form for all ``pi0`` of a range."""
        return LooseForm(spread(self.constant, shares), {name: spread(p, shares) for name, p in self.terms.items()})


def spread(p: Polynomial, shares: Shares) -> Interval:
    """An interval with all values of the polynomial on a range, by its Bernstein coefficients.

    >>> print(spread(polynomial(0, 1, -1), Shares(Fraction(0), Fraction(1, 2))))
    [0, 1/4]
    """
    powers = coefficients(p(polynomial(shares.low, shares.high - shares.low)))
    degree = len(powers) - 1
    found = []
    for j in range(degree + 1):
        # binomial(j, i)/binomial(degree, i), for i from 0 to j
        weights = [Fraction(1)]
        for i in range(1, j + 1):
            weights.append(weights[-1] * (j - i + 1) / (degree - i + 1))
        found.append(sum((w * x for w, x in zip(weights, powers, strict=False)), Fraction(0)))
    return Interval(min(found, default=Fraction(0)), max(found, default=Fraction(0)))


def share_form(expression: Expression) -> ShareForm | None:
    """The linear form of a figure for every class proportion; None where it depends on the sizes otherwise.

    Its coefficients are polynomials of a known degree, so that their values at enough proportions tell them: those of
    the losses are linear in the class weights and their product (`ClassSizes.form`).

    >>> form = share_form(parse_expression("loss(rate_driven)"))
    >>> {name: coefficients(p) for name, p in form.terms.items()}
    {'AUC': [Fraction(0, 1), Fraction(-2, 1), Fraction(2, 1)]}
    """
    if is_log_loss(expression):
        return ShareForm(polynomial(0), {LOG_LOSS: polynomial(1)})
    degree = _degree(expression)
    if degree is None:
        return None
    nodes = [(2 * i + 1, _NODES - 2 * i - 1) for i in range(degree + 3)]
    sizes = [ClassSizes(*pair) for pair in nodes]
    forms = [gathered(each.form(expression), each.pi0) for each in sizes]
    if any(form.terms.keys() != forms[0].terms.keys() for form in forms):
        return None
    at = [each.pi0 for each in sizes]
    return ShareForm(
        _through(at, [form.constant for form in forms]),
        {name: _through(at, [form.terms[name] for form in forms]) for name in forms[0].terms},
    )


def _degree(node: Expression) -> int | None:
    """The greatest degree in ``pi0`` of the coefficients of an expression; None where they are no polynomials."""
    match node:
        case Number():
            return 0
        case Name(name="n" | "n0" | "n1"):
            return None
        case Name(name=name):
            told = None if name in WITHOUT_DEFINITION else definition(name)
            return 1 if told is None else _degree(told)
        case Negative(operand=operand):
            return _degree(operand)
        case Loss():
            return 2
        case Apply(function="error" | "macro_error" | "E0" | "E1"):
            return 0
        case Apply(function="E"):
            return 1
        case Arithmetic(operator=operator, left=left, right=right):
            one, other = _degree(left), _degree(right)
            if one is None or other is None or (operator == "/" and not isinstance(right, Number)):
                return None
            return one + other if operator in "*/" else max(one, other) if operator in "+-" else None
    return None


def _through(at: list[Fraction], values: list[Fraction]) -> Polynomial:
    """The polynomial with these values, by Newton's divided differences."""
    table, found, factor = list(values), polynomial(0), polynomial(1)
    for i, x in enumerate(at):
        found += factor * polynomial(table[0])
        factor *= polynomial(-x, 1)
        table = [(b - a) / (at[i + 1 + j] - at[j]) for j, (a, b) in enumerate(pairwise(table))]
    return found


@dataclass(frozen=True)
class LooseLinear:
    """A fact: a loose form of figures, the value of what is ``called`` so, is in an interval, for some ``pi0``."""

    says: str
    form: LooseForm
    allowed: Interval
    printed: bool = False
    called: str = "it"


@dataclass(frozen=True)
class Implied:
    """What a printed number leaves to that of which its figure is a function, which is ``called`` so."""

    text: str
    values: Interval
    called: str = "it"

    def __str__(self) -> str:
        return self.text


class ShareKnowledge(Knowledge):
    """Intervals of figures and the reasons for their ends, for all sizes with ``pi0`` in a range.

    >>> figures = {x: (share_form(parse_expression(x)), Printed(y)) for x, y in (("AUC", "0.9"), ("BS", "0.9"))}
    >>> ShareKnowledge(Shares(Fraction(2, 5), _HALF), figures).settle()
    Traceback (most recent call last):
    workbench.feasible.intervals.Contradiction: BS is at least 0.85, as BS is printed as 0.9, ...
    """

    def __init__(
        self, shares: Shares, figures: Mapping[str, tuple[ShareForm, Printed | Implied]], *, calibrated: bool = False
    ) -> None:
        self.ranges: dict[str, Interval] = {}
        self.reasons: dict[tuple[str, bool], Reason] = {}
        self.moved = False
        self.steps = 0
        self.shares = shares
        named = sorted({name for form, _ in figures.values() for name in form.terms})
        self.precise = "AP" in named
        self.thresholds = [name for name in named if threshold_of(name) is not None]
        self.rate_fixed = [loss for loss in map(rate_fixed, named) if loss is not None]
        self.loose = [
            LooseLinear(f"{name} is printed as {x}", form.over(shares), x.values, True, getattr(x, "called", "it"))
            for name, (form, x) in figures.items()
        ]
        zero, minus = Interval(Fraction(0), Fraction(0)), Interval(Fraction(-1), Fraction(-1))
        low, high = shares.low, shares.high
        own, rest = Interval(low, high), Interval(1 - high, 1 - low)
        equations = [(f"{x} = pi0*{x}0 + pi1*{x}1", {x: minus, f"{x}0": own, f"{x}1": rest}) for x in ("BS", "MAE")]
        if calibrated:
            equations += [
                (f"pi{k}*MAE{k} = BS, as the scores are calibrated", {"BS": minus, f"MAE{k}": weight})
                for k, weight in enumerate((own, rest))
            ]
        self.loose += [LooseLinear(words, LooseForm(zero, terms), zero) for words, terms in equations]
        fewest, most = ends(shares.least)
        precision = LooseForm(Interval(1 - most, 1 - fewest), {"AP": minus, "AUC": Interval(fewest, most)})
        self.loose.append(LooseLinear(AVERAGE_PRECISION, precision, Interval(Fraction(0))))
        half = {x: basic(f"{x}0").times(_HALF) + basic(f"{x}1").times(_HALF) for x in ("BS", "MAE")}
        self.facts = [
            equal("BS = CL + RL", basic("BS"), basic("CL") + basic("RL")),
            equal("MBS = (BS0 + BS1)/2", basic("MBS"), half["BS"]),
            equal("MMAE = (MAE0 + MAE1)/2", basic("MMAE"), half["MAE"]),
            *inequalities(),
            *at_thresholds(self.thresholds),
            *(calibration() if calibrated else ()),
        ]

    def settle(self) -> None:
        """Apply every fact until no interval moves; `Contradiction` where one gets empty."""
        for _ in range(_ROUNDS):
            self.moved = False
            for loose in self.loose:
                self._apply_loose(loose)
            self._means()
            self._by_size_free()
            narrow_by_curve(self, self.shares)
            narrow_rate_fixed(self, self.shares, self.rate_fixed)
            for fact in self.facts:
                self.apply(fact)
            if not self.moved:
                break

    def _apply_loose(self, fact: LooseLinear) -> None:
        """Narrow each figure by the others, for the worst coefficients."""
        form, names = fact.form, list(fact.form.terms)
        total = fact.form.constant
        parts = {name: times(x, self.span(name)) for name, x in form.terms.items()}
        whole = total
        for part in parts.values():
            whole = plus(whole, part)
        if (whole & fact.allowed).empty:
            range_of = f"from {about(whole.low)} to {about(whole.high)}"
            shares = f"pi0 from {about(self.shares.low)} to {about(self.shares.high)}"
            raise Contradiction(f"{fact.says}, but {fact.called} is {range_of} for {shares}", [Reason(fact.says)])
        for name, x in form.terms.items():
            rest = total
            for other in names:
                if other != name:
                    rest = plus(rest, parts[other])
            left = plus(Interval(fact.allowed.low, fact.allowed.high), rest.moved(-1))
            bottom, top = ends(x)
            if bottom > 0 or top < 0:
                others = [other for other in names if other != name]
                self.narrow(name, times(Interval(1 / top, 1 / bottom), left), fact.says, others, fact.printed)
                parts[name] = times(x, self.span(name))

    def _by_size_free(self) -> None:
        self.at_most("MER", ends(self.shares.least)[1], "MER <= min(pi0, pi1)")
        low, high = self.low("AUC"), self.high("AUC")
        least = ends(self.shares.least)[0]
        for name, absolute, weight, words in (
            ("BS", "MAE", least, "min(pi0, pi1)"),
            ("MBS", "MMAE", _HALF, "1/2"),
        ):
            fewest, most = weight * (1 - high), 1 - weight * low
            says = f"{absolute} is from {words}*(1 - AUC) to 1 - {words}*AUC"
            self.narrow(absolute, Interval(fewest, most), says, ["AUC"])
            self.at_most(name, most, f"{name} <= 1 - {words}*AUC", ["AUC"])
            bottom, mirrored = least_brier(weight, high), least_brier(weight, 1 - low)
            self.at_least(name, bottom, f"{name} >= h, the least Brier score for this AUC", ["AUC"])
            joint = f"{name} >= h + ({absolute} - 2*h)^2/(1 - 4*h), h the least Brier score for this AUC"
            first, last = self.low(absolute), self.high(absolute)
            if _HALF >= first > 2 * bottom and bottom < Fraction(1, 4):
                self.at_least(name, bottom + (first - 2 * bottom) ** 2 / (1 - 4 * bottom), joint, ["AUC", absolute])
            if last < 2 * bottom:
                self.at_least(name, bottom + (last - 2 * bottom) ** 2 / (1 - 4 * bottom), joint, ["AUC", absolute])
            if first > _HALF:
                other = max(1 - first, Fraction(0))
                gap = max(2 * mirrored - other, other - 2 * mirrored) if 4 * mirrored < 1 else Fraction(0)
                turned = mirrored + (gap**2 / (1 - 4 * mirrored) if gap else 0) if other < _HALF else mirrored
                self.at_least(name, 2 * first - 1 + turned, f"mirrored, {joint}", ["AUC", absolute])
        fewest, most = least * (1 - high), 1 - least * low
        self.at_least("MER", fewest, "MER >= min(pi0, pi1)*(1 - AUC)", ["AUC"])
        for name in self.thresholds:
            weight = _HALF if name.startswith("macro") else least
            self.narrow(name, Interval(weight * (1 - high), 1 - weight * low), f"{name} allows this AUC", ["AUC"])
        if self.precise:
            self.at_least("AP", least_precision_of_share(least), EVENT_LAST)
            if least:
                self.at_least("AP", *least_precision_at(least, low), ["AUC"])
        low_product, high_product = ends(self.shares.products)
        distance = max(2 * low - 1, 1 - 2 * high, Fraction(0))
        best = min(max(1 / (6 * distance**2), low_product), high_product) if distance else high_product
        says = "RL <= w - 3*(w*(2*AUC - 1))^2, w = pi0*pi1"
        self.at_most("RL", best - 3 * (best * distance) ** 2, says, ["AUC"])


def plus(one: Interval, other: Interval) -> Interval:
    """All sums."""
    low = None if one.low is None or other.low is None else one.low + other.low
    high = None if one.high is None or other.high is None else one.high + other.high
    return Interval(low, high)


def times(factor: Interval, other: Interval) -> Interval:
    """All products with a bounded factor."""
    low, high = ends(factor)
    if other.low is None or other.high is None:
        if low <= 0:
            return Interval()
        bottom = None if other.low is None else min(low * other.low, high * other.low)
        top = None if other.high is None else max(low * other.high, high * other.high)
        return Interval(bottom, top)
    corners = [a * b for a, b in product((low, high), (other.low, other.high))]
    return Interval(min(corners), max(corners))


def _implied(inner: Expression, printed: Printed, values: Interval) -> Implied:
    """What it leaves to an inner expression, told beside the number that is printed."""
    low, high = (None if x is None else about(x) for x in (values.low, values.high))
    span = f"from {low} to {high}" if low and high else f"at least {low}" if low else f"at most {high}" if high else ""
    asked = f", which asks for {inner} {span}" if span else ""
    return Implied(f"{printed}{asked}", values, str(inner))


# --- which class proportions are open --------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenShares:
    """The range of ``pi0`` beyond which the facts rule out all data sets; None where they rule out all.

    ``against`` is what they say against the whole range or, where that takes several parts, against its middle.
    """

    pi0: Shares | None
    against: Contradiction | None


def open_shares(
    figures: Mapping[str, Printed],
    *,
    calibrated: bool = False,
    within: Shares | None = None,
    finest: Fraction = FINEST,
    work: Work | None = None,
) -> OpenShares:
    """The least range of ``pi0`` that halving finds; where the ``work`` is over before, a greater one.

    >>> figures = {"AUC": Printed("0.79"), "loss(rate_driven)": Printed("0.188")}
    >>> found = open_shares(figures).pi0
    >>> float(found.low), float(found.high)
    (0.432..., 0.567...)
    """
    within, work = within or Shares(Fraction(0), Fraction(1)), work or Work(inf)
    forms = {}
    for name, printed in figures.items():
        expression, values = parse_expression(name), printed.values
        as_it_is = expression
        while (form := share_form(expression)) is None and (inner := argument_of(expression, values)) is not None:
            expression, values = inner
        if form is not None:
            whole = expression is as_it_is
            forms[name] = form, Implied(str(printed), values) if whole else _implied(expression, printed, values)
    against = None

    def excluded(shares: Shares) -> bool:
        nonlocal against
        known = ShareKnowledge(shares, forms, calibrated=calibrated)
        try:
            known.settle()
        except Contradiction as error:
            against = error
            return True
        finally:
            work.spend(known.spent)
        return False

    def end(start: Shares, last: bool) -> Shares | None:
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if work.over:
                return here
            if excluded(here):
                continue
            if here.high - here.low <= finest:
                return here
            middle = (here.low + here.high) / 2
            halves = [Shares(here.low, middle), Shares(middle, here.high)]
            waiting += halves if last else halves[::-1]
        return None

    if not work.over and excluded(within):
        return OpenShares(None, against)
    first = end(within, False)
    if first is None:
        middle = (within.low + within.high) / 2
        excluded(Shares(middle, middle))
        assert against is not None
        against.because = f"with pi0 = {about(middle)}, {against.because}, and likewise with every other pi0"
        return OpenShares(None, against)
    last = end(Shares(first.low, within.high), True)
    return OpenShares(Shares(first.low, last.high if last else first.high), against)
