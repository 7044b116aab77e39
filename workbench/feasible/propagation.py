"""What printed figures imply for each other: intervals, narrowed by proven facts until nothing moves.

Every figure has an interval of possible values and, for both ends, the reason for it. A fact is an identity or an
inequality that holds on every data set with scores in [0, 1] (`workbench.feasible.bounds` has the proofs of those
that are not elementary). Where an interval gets empty the figures contradict each other, and the two reasons say why.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor, lcm

from workbench import metrics
from workbench.feasible.bounds import (
    BrierBound,
    errors,
    least_brier,
    least_brier_finite,
    least_precision,
    least_precision_at,
    root_above,
)
from workbench.feasible.class_losses import (
    HULL_FIGURES,
    SKEW_OPTIMAL,
    Shares,
    narrow_by_curve,
    narrow_rate_fixed,
    rate_fixed,
)
from workbench.feasible.functions_of_forms import of_forms, quotients
from workbench.feasible.intervals import Contradiction, Intervals, Linear, Reason, less, scaled
from workbench.feasible.linear_forms import ClassSizes, Form, K, basic, constant, most_lost, parts
from workbench.language.statements import parse_expression
from workbench.language.syntax import Apply, Number
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import about

_HALF = Fraction(1, 2)
_UNIT = Interval(Fraction(0), Fraction(1))
_FROM_ZERO = Interval(Fraction(0))
_ZERO = Interval(Fraction(0), Fraction(0))
_ROUNDS = 12
_CALIBRATED = "as the scores are calibrated"
_MEANS = {"BS": "MAE", "MBS": "MMAE"}
AVERAGE_PRECISION = "AP <= 1 - min(pi0, pi1)*(1 - AUC)"
EVENT_LAST = "AP is least where all of the event are last"


class Knowledge(Intervals):
    """Intervals of figures and the reasons for their ends, for given class sizes.

    ``figures`` are linear forms with what is printed for them; `settle` applies all facts.

    >>> sizes = ClassSizes(50, 50)
    >>> known = Knowledge(sizes, {"AUC": (basic("AUC"), Printed("0.79")), "BS": (basic("BS"), Printed("0.05"))})
    >>> known.settle()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    workbench.feasible.intervals.Contradiction: BS is at least about 0.0851311, as ...
    """

    def __init__(
        self, sizes: ClassSizes, figures: Mapping[str, tuple[Form, Printed]], *, calibrated: bool = False
    ) -> None:
        super().__init__()
        self.sizes = sizes
        said = [Linear(f"{name} is printed as {x}", form, x.values, True) for name, (form, x) in figures.items()]
        forms = [gathered(fact.form, sizes.pi0) for fact in said]
        thresholds = sorted({name for form in forms for name in form.terms if threshold_of(name) is not None})
        self.said = [Linear(fact.says, form, fact.allowed, True) for fact, form in zip(said, forms, strict=True)]
        self.facts = [*self._identities(), *inequalities(), *at_thresholds(thresholds)]
        self.thresholds = thresholds
        named = {name for form in forms for name in form.terms}
        self.functions = list({x.name: x for form in forms for x in of_forms(form, sizes)}.values())
        self.quotients = list({x.name: x for form in forms for x in quotients(form, sizes)}.values())
        self.rate_fixed = [loss for loss in map(rate_fixed, sorted(named)) if loss is not None]
        self.shares = Shares(sizes.pi0, sizes.pi0)
        self.precise = "AP" in named
        if calibrated:
            self.facts += self._calibrated()

    def copy(self) -> Knowledge:
        """The same knowledge, to be narrowed on its own."""
        other = Knowledge.__new__(Knowledge)
        other.__dict__ = {**self.__dict__, "ranges": dict(self.ranges), "reasons": dict(self.reasons)}
        return other

    # --- the facts ----------------------------------------------------------------------------------

    def _identities(self) -> list[Linear]:
        facts = [("BS = CL + RL", basic("BS"), basic("CL") + basic("RL"))]
        for words, name, kind, weight in (
            ("BS = pi0*BS0 + pi1*BS1", "BS", "BS", self.sizes.pi0),
            ("MAE = pi0*MAE0 + pi1*MAE1", "MAE", "MAE", self.sizes.pi0),
            ("MBS = (BS0 + BS1)/2", "MBS", "BS", _HALF),
            ("MMAE = (MAE0 + MAE1)/2", "MMAE", "MAE", _HALF),
        ):
            facts.append((words, basic(name), parts(weight, kind)))
        least = min(self.sizes.pi0, 1 - self.sizes.pi0)
        precision = basic("AP").times(Fraction(-1)) + basic("AUC").times(least) + constant(1 - least)
        return [*(equal(*fact) for fact in facts), Linear(AVERAGE_PRECISION, precision, _FROM_ZERO)]

    def _calibrated(self) -> list[Linear]:
        pi0 = self.sizes.pi0
        equal_parts = [(f"pi{k}*MAE{k} = BS", basic(f"MAE{k}").times(w)) for k, w in enumerate((pi0, 1 - pi0))]
        return [*calibration(), *(equal(f"{words}, {_CALIBRATED}", part, basic("BS")) for words, part in equal_parts)]

    def settle(self) -> None:
        """Apply every fact until no interval moves; `Contradiction` where one gets empty."""
        for _ in range(_ROUNDS):
            self.moved = False
            for fact in self.said:
                self.apply(fact)
            self._auc()
            self._briers()
            self._errors()
            self._refinement()
            if self.precise:
                self._precision()
            narrow_by_curve(self, self.shares)
            narrow_rate_fixed(self, self.shares, self.rate_fixed)
            for fact in self.facts:
                self.apply(fact)
            self._all_or_nothing()
            self._multiples()
            self._functions()
            self._quotients()
            if not self.moved:
                break
        self._auc()

    def at_first(self, name: str) -> Interval:
        if name in metrics.CATALOGUE:
            return metrics.CATALOGUE[name].values
        if _in_unit_interval(name):
            return _UNIT
        most = most_lost(name, self.shares.low, self.shares.high)
        return Interval() if most is None else Interval(Fraction(0), most)

    @property
    def doubled(self) -> range:
        """The possible values of ``2D``, twice the number of misordered pairs."""
        whole = 2 * self.sizes.pairs
        return self.span("AUC").moved(-whole, whole).integers(0, whole)

    def possible(self, form: Form) -> Interval:
        """The values that a form can have by what is known of its terms."""
        form = gathered(form, self.sizes.pi0)
        if len(form.terms) == 1:
            ((name, x),) = form.terms.items()
            return self.span(name).moved(x, form.constant)
        spans = [scaled(self.span(name), x) for name, x in form.terms.items()]
        lows, highs = zip(*spans, strict=True) if spans else ((), ())
        low, high = (less(Fraction(0), list(ends)) for ends in (lows, highs))
        return Interval(None if low is None else -low, None if high is None else -high).moved(1, form.constant)

    # --- facts that are not linear ----------------------------------------------------------------------

    def _auc(self) -> None:
        """AUC is a multiple of ``1/(2 n0 n1)``."""
        doubled = self.doubled
        if not doubled:
            n0, n1 = self.sizes.n0, self.sizes.n1
            says = f"AUC is a multiple of 1/(2*n0*n1) = 1/{2 * self.sizes.pairs}"
            why = self.reasons.get(("AUC", False)), self.reasons.get(("AUC", True))
            raise Contradiction(
                f"no ranking of {n0} and {n1} examples has an AUC {self._words('AUC')}, as {says}; "
                + " and ".join(dict.fromkeys(str(x) for x in why if x)),
                [Reason(says)],
            )
        low, high = self.sizes.auc(doubled[-1]), self.sizes.auc(doubled[0])
        self.narrow("AUC", Interval(low, high), "AUC is a multiple of 1/(2*n0*n1)")

    def _precision(self) -> None:
        """The least average precision, whichever class is its event."""
        self.at_least("AP", least_precision(self.sizes.n0, self.sizes.n1), EVENT_LAST)
        self.at_least("AP", *least_precision_at(self.shares.least.low or _HALF, self.low("AUC")), ["AUC"])

    def _multiples(self) -> None:
        """Errors are counted in examples, differences of rates in pairs of them, areas of a hull in half pairs."""
        n0, n1 = self.sizes.n0, self.sizes.n1
        for name in ("KS", "MER", "AUCH", *self.thresholds, K):
            whole = denominator(name, self.sizes)
            if whole is None or name not in self.ranges:
                continue
            says = f"{name} is a multiple of 1/{whole}"
            found = self.span(name).moved(whole).integers(0, whole)
            if not found:
                why = [self.why(name, above) for above in (False, True)]
                sizes = f"no {n0} and {n1} examples have a {name} {self._words(name)}"
                raise Contradiction(f"{sizes}, as {says}; {' and '.join(dict.fromkeys(map(str, why)))}", [Reason(says)])
            self.narrow(name, Interval(Fraction(found[0], whole), Fraction(found[-1], whole)), says)

    def _functions(self) -> None:
        """A figure that is a function of a linear form, and that form."""
        for each in self.functions:
            form = gathered(each.form, self.sizes.pi0)
            if each.nonnegative and ((low := self.possible(form).low) is None or low < 0):
                continue
            says = f"{each.says}, {each.name} {self._words(each.name)}"
            self.apply(Linear(says, form, each.arguments(self.span(each.name))))
            self.narrow(each.name, each.values(self.possible(form)), each.says, sorted(form.terms))

    def _quotients(self) -> None:
        """``low*D <= N <= high*D`` for a quotient ``N/D`` from ``low`` to ``high`` with ``D`` not negative."""
        for each in self.quotients:
            if (least := self.possible(each.bottom).low) is None or least < 0:
                continue
            values = self.span(each.name)
            for end, sign in ((values.low, 1), (values.high, -1)):
                if end is not None:
                    form = (each.top + each.bottom.times(-end)).times(Fraction(sign))
                    says = f"{each.name} {self._words(each.name)}"
                    self.apply(Linear(says, gathered(form, self.sizes.pi0), _FROM_ZERO))

    def _briers(self) -> None:
        doubled = self.doubled
        whole = 2 * self.sizes.pairs
        # D misordered pairs, half of the tied ones among them, are ceil(D) pairs that are misordered or tied
        high_auc = self.sizes.auc(doubled[0] + doubled[0] % 2)
        low_auc = 1 - self.sizes.auc(whole - doubled[-1] + (whole - doubled[-1]) % 2)
        for brier, absolute in _MEANS.items():
            weight = self.sizes.pi0 if brier == "BS" else _HALF
            words = ("pi0", "pi1") if brier == "BS" else ("1/2", "1/2")
            known = least_brier_finite(self.sizes, weight, doubled[0])
            bound = BrierBound(
                weight, low_auc, high_auc, known, least_brier_finite(self.sizes, weight, whole - doubled[-1])
            )
            least = "{0}*{1}*(1 - AUC)/(max({0}, {1}) + min({0}, {1})*(1 - AUC))".format(*words)
            self.at_least(brier, least_brier(weight, high_auc), f"{brier} >= {least}", ["AUC"])
            for loss in (brier, "RLH" if brier == "BS" else SKEW_OPTIMAL):
                says = f"{loss} is at least that of blocks of whole examples with so many misordered pairs"
                self.at_least(loss, known, says, ["AUC"])
            least_error, most_error = errors(self.sizes, weight, doubled[0], doubled[-1])
            cut = "the error rate of a cut that the misordered pairs allow"
            self.at_most(brier, most_error, f"{brier} is at most {cut}", ["AUC"])
            says = f"{absolute} is at least and at most {cut}"
            self.narrow(absolute, Interval(least_error, most_error), says, ["AUC"])
            low, high = self.low(absolute), self.high(absolute)
            nearest = min(max(2 * bound.least, low), high)
            joint = f"{bound.inequality(nearest, brier, absolute)}, h the least for this AUC"
            self.at_least(brier, bound.at(nearest), joint, ["AUC", absolute])
            self.narrow(absolute, Interval(*bound.absolute(self.high(brier))), joint, ["AUC", brier])
        for k in (0, 1):
            low, high = self.low(f"MAE{k}"), self.high(f"BS{k}")
            says = f"MAE{k}^2 <= BS{k}"
            self.at_least(f"BS{k}", low * low, says, [f"MAE{k}"])
            self.at_most(f"MAE{k}", root_above(high), says, [f"BS{k}"])
        for eighths in range(1, 8):
            weight = Fraction(eighths, 8)
            form = parts(weight, "BS")
            says = f"{form} >= {weight}*{1 - weight}*(1 - AUC)/(wmax + wmin*(1 - AUC))"
            self.apply(Linear(says, form, Interval(least_brier(weight, high_auc))))

    def _refinement(self) -> None:
        pi0 = self.sizes.pi0
        pi1 = 1 - pi0
        low, high = self.low("AUC"), self.high("AUC")
        self.at_least("RLH", least_brier(pi0, high), "RLH >= h, the least Brier score for this AUC", ["AUC"])
        hull = max(Fraction(0), 2 * self.high("AUCH") - 1)
        self.at_least("RLH", least_brier(pi0, hull), "RLH >= h with 1 - AUC = 2*(1 - AUCH)", ["AUCH"])
        spread = pi0 * pi1 * (2 * max(self.low("AUCH"), _HALF) - 1)
        says = "RLH <= pi0*pi1 - 3*(pi0*pi1*(2*AUCH - 1))^2"
        self.at_most("RLH", pi0 * pi1 - 3 * spread**2, says, ["AUCH"])
        spread = pi0 * pi1 * max(2 * low - 1, 1 - 2 * high, Fraction(0))
        says = "RL <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))^2"
        self.at_most("RL", pi0 * pi1 - 3 * spread**2, says, ["AUC"])
        self._means()

    def _means(self) -> None:
        """Brier score and mean absolute error together, by the optimal loss."""
        for brier, absolute, loss in (("BS", "MAE", "RLH"), ("MBS", "MMAE", SKEW_OPTIMAL)):
            least = self.low(loss)
            low, high = self.low(absolute), self.high(absolute)
            if 4 * least < 1 and high <= _HALF:
                gap = min(max(2 * least, low), high) - 2 * least
                says = f"{brier} >= r + ({absolute} - 2*r)^2/(1 - 4*r), r = {loss}"
                self.at_least(brier, least + gap**2 / (1 - 4 * least), says, [loss, absolute])

    def _errors(self) -> None:
        sizes, doubled = self.sizes, self.doubled
        self.at_most("MER", min(sizes.pi0, 1 - sizes.pi0), "MER <= min(pi0, pi1)")
        self.at_most("MER", root_above(Fraction(doubled[-1])) / sizes.n, "(n*MER)^2 <= 2*D", ["AUC"])
        most = errors(sizes, sizes.pi0, doubled[0], doubled[-1])
        self.at_least("MER", most[0], "MER is the error rate of a cut that the misordered pairs allow", ["AUC"])
        for name in self.thresholds:
            weight = _HALF if name.startswith("macro") else sizes.pi0
            says = f"{name} is the error rate of a cut that the misordered pairs allow"
            self.narrow(name, Interval(*errors(sizes, weight, doubled[0], doubled[-1])), says, ["AUC"])

    def _all_or_nothing(self) -> None:
        """BS = MAE only where all scores are 0 or 1: then it is an error rate, and the errors give the AUC."""
        value = self.low("BS")
        if value < self.high("MAE"):
            return
        n0, n1, doubled = self.sizes.n0, self.sizes.n1, self.doubled
        wrong = value * self.sizes.n
        says = "BS = MAE only when all scores are 0 or 1, and then AUC = 1 - (misses/n0 + alarms/n1)/2"
        least, most = max(0, ceil(wrong) - n1), min(n0, floor(wrong))
        # misses*n1 + (wrong - misses)*n0 is 2*D
        if wrong.denominator > 1 or not any(m * n1 + int(wrong - m) * n0 in doubled for m in range(least, most + 1)):
            why = f"{self.why('BS', False)} and {self.why('MAE', True)}"
            because = f"BS and MAE are both {about(value)}, as {why}; {says}"
            raise Contradiction(because, [Reason(says)])


def denominator(name: str, sizes: ClassSizes) -> int | None:
    """The number that a figure is always a multiple of one over; None for a figure that has none.

    >>> [denominator(name, ClassSizes(4, 6)) for name in ("AUC", "KS", "MER", "macro_error(1/2)", "RL")]
    [48, 12, 10, 24, None]
    """
    n0, n1 = sizes.n0, sizes.n1
    if threshold_of(name) is not None:
        return 2 * lcm(n0, n1) if name.startswith("macro") else n0 + n1
    return {"AUC": 2 * n0 * n1, "AUCH": 2 * n0 * n1, "KS": lcm(n0, n1), K: lcm(n0, n1), "MER": n0 + n1}.get(name)


def gathered(form: Form, pi0: Fraction) -> Form:
    """The form with class parts in the proportions of a mean written as that mean."""
    for name, absolute in _MEANS.items():
        weight = pi0 if name == "BS" else _HALF
        for kind, mean in (("BS", name), ("MAE", absolute)):
            first, second = (form.terms.get(f"{kind}{k}", Fraction(0)) for k in (0, 1))
            if first and first * (1 - weight) == second * weight:
                whole = first / weight
                form = form + parts(weight, kind).times(-whole) + basic(mean).times(whole)
    brier = form.terms.get("BS")
    if brier and form.terms.get("RL") == -brier:
        form = form + (basic("RL") + basic("BS").times(Fraction(-1)) + basic("CL")).times(brier)
    return form


def equal(says: str, left: Form, right: Form) -> Linear:
    return Linear(says, left + right.times(Fraction(-1)), _ZERO)


def calibration() -> list[Linear]:
    """What calibrated scores add for all class proportions."""
    equations = [
        ("CL = 0", basic("CL"), constant(Fraction(0))),
        ("RL = RLH", basic("RL"), basic("RLH")),
        ("AUC = AUCH", basic("AUC"), basic("AUCH")),
        ("MAE = 2*BS", basic("MAE"), basic("BS").times(Fraction(2))),
    ]
    return [equal(f"{words}, {_CALIBRATED}", left, right) for words, left, right in equations]


def inequalities() -> list[Linear]:
    """Linear inequalities, each as a form that is not negative."""
    found = []
    inequalities: dict[str, dict[str, Fraction | int]] = {
        "BS <= MAE": {"MAE": 1, "BS": -1},
        "BS0 <= MAE0": {"MAE0": 1, "BS0": -1},
        "BS1 <= MAE1": {"MAE1": 1, "BS1": -1},
        "MBS <= MMAE": {"MMAE": 1, "MBS": -1},
        "RLH <= BS": {"BS": 1, "RLH": -1},
        "RL <= RLH": {"RLH": 1, "RL": -1},
        "RLH <= MER": {"MER": 1, "RLH": -1},
        "MER <= 2*RLH": {"RLH": 2, "MER": -1},
        "MER <= MAE": {"MAE": 1, "MER": -1},
        "AUC <= AUCH": {"AUCH": 1, "AUC": -1},
        "AUCH <= (1 + AUC)/2": {"AUC": _HALF, "AUCH": -1, "": _HALF},
        "AUCH >= 1/2": {"AUCH": 1, "": -_HALF},
        f"{SKEW_OPTIMAL} <= MBS": {"MBS": 1, SKEW_OPTIMAL: -1},
        f"(1 - {K})/2 <= MMAE": {"MMAE": 2, K: 1, "": -1},
        "MMAE <= (1 + KS)/2": {"MMAE": -2, "KS": 1, "": 1},
        "MAE0 + MAE1 >= 1 - AUC": {"MAE0": 1, "MAE1": 1, "AUC": 1, "": -1},
        "MAE0 + MAE1 <= 2 - AUC": {"MAE0": -1, "MAE1": -1, "AUC": -1, "": 2},
        "LL >= MAE + BS/2": {"LL": 1, "MAE": -1, "BS": -_HALF},
        "LL >= 2*BS": {"LL": 1, "BS": -2},
    }
    for says, terms in inequalities.items():
        form = Form(Fraction(terms.get("", 0)), {name: Fraction(x) for name, x in terms.items() if name})
        found.append(Linear(says, form, _FROM_ZERO))
    return found


def at_thresholds(names: list[str]) -> list[Linear]:
    """What the error rate at a threshold ``t`` says of the scores: an error costs more than what is no error."""
    facts = []
    for name in names:
        t = threshold_of(name)
        assert t is not None
        balanced = name.startswith("macro")
        near, far = min(t, 1 - t), max(t, 1 - t)
        if balanced:
            twice = basic(name).times(Fraction(2)) + constant(Fraction(-1))
            facts.append(Linear(f"(1 - {K})/2 <= {name}", twice + basic(K), _FROM_ZERO))
            facts.append(Linear(f"{name} <= (1 + KS)/2", basic("KS") + twice.times(Fraction(-1)), _FROM_ZERO))
        else:
            facts.append(Linear(f"MER <= {name}", basic(name) + basic("MER").times(Fraction(-1)), _FROM_ZERO))
        for mean, power in (("MMAE", 1), ("MBS", 2)) if balanced else (("MAE", 1), ("BS", 2)):
            least = basic(mean) + basic(name).times(-(near**power))
            facts.append(Linear(f"{mean} >= {near**power}*{name}", least, _FROM_ZERO))
            most = constant(far**power) + basic(name).times(1 - far**power) + basic(mean).times(Fraction(-1))
            facts.append(Linear(f"{mean} <= {far**power} + {1 - far**power}*{name}", most, _FROM_ZERO))
    return facts


def threshold_of(name: str) -> Fraction | None:
    """The threshold in [0, 1] at which a figure is an error rate; None for another figure.

    >>> threshold_of("error(1/4)"), threshold_of("BS")
    (Fraction(1, 4), None)
    """
    if not name.startswith(("error(", "macro_error(")):
        return None
    expression = parse_expression(name)
    if not isinstance(expression, Apply) or not isinstance(expression.arguments[0], Number):
        return None
    t = expression.arguments[0].value
    return t if 0 <= t <= 1 else None


def _in_unit_interval(name: str) -> bool:
    return name in HULL_FIGURES or threshold_of(name) is not None or rate_fixed(name) is not None
