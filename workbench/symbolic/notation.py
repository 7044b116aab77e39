"""The letters and the operators of the theory as sympy expressions, written once.

Three operators bind variables and are kept unevaluated until a rule says what they are:

``ClassMean(k, g)``      E_k[g]: the mean of ``g`` over the scores ``s`` of class ``k``; of both for k = 2
``ConditionMean(w, h)``  the mean of ``h`` over the operating condition ``c`` with density ``w`` and over
                         ``u``, uniform on [0, 1] and independent of ``c``
``Balanced(x)``          ``x`` for the same class-conditional scores with class proportions 1/2

``s`` belongs to the first and ``c``, ``u`` to the second, always. Every joint law of (c, t) is
``t = tau(c, u)`` for some function ``tau`` (draw ``t`` by its conditional quantiles), so a threshold
choice method is an expression in ``c`` and ``u``, and an abstract one is `tau`.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, Function, Integer, Max, Min, S, Symbol
from sympy.core.symbol import Str
from sympy.core.sympify import _sympify as exact

c = Symbol("c", nonnegative=True)
u = Symbol("u", nonnegative=True)
s = Symbol("s", real=True)
t = Symbol("t", real=True)
r = Symbol("r", nonnegative=True)
z = Symbol("z", nonnegative=True)
pi0 = Symbol("pi0", positive=True)
pi1 = Symbol("pi1", positive=True)

COST = Str("cost")
SKEW = Str("skew")


class F0(Function):  # type: ignore[misc]
    """F0(x), the proportion of class 0 with score at most x: the true positive rate at threshold x."""


class F1(Function):  # type: ignore[misc]
    """F1(x), the proportion of class 1 with score at most x: the false positive rate at threshold x."""


class R(Function):  # type: ignore[misc]
    """R(x) = pi0 F0(x) + pi1 F1(x), the predicted positive rate at threshold x."""


class ThresholdAtRate(Function):  # type: ignore[misc]
    """R^{-1}(rho), the threshold whose predicted positive rate is rho."""


class Below(Function):  # type: ignore[misc]
    """1{a < b}: one if a is below b, else zero."""


class Clip(Function):  # type: ignore[misc]
    """Clip(x, low, high): x put into [low, high], that is min(max(x, low), high)."""

    @classmethod
    def eval(cls, x: Expr, low: Expr, high: Expr) -> Expr | None:
        """The number, once all three are numbers; a number times or beside x is taken out."""
        if x.is_number and low.is_number and high.is_number:
            return Min(Max(x, low), high)
        beside, rest = x.as_coeff_Add(rational=True)
        times, rest = rest.as_coeff_Mul(rational=True)
        if (beside, times) == (0, 1) or not low.is_number or not high.is_number:
            return None
        ends = (low - beside) / times, (high - beside) / times
        return beside + times * cls(rest, *(ends if times > 0 else reversed(ends)))


class Width(Function):  # type: ignore[misc]
    """Width(a, b) = b - a, the width of an interval [a, b] that is not empty; no number when it is."""

    is_positive = True
    is_real = True

    @classmethod
    def eval(cls, a: Expr, b: Expr) -> Expr | None:
        """The number, once both are numbers."""
        if a.is_number and b.is_number:
            return b - a if (b - a).is_positive else S.NaN
        return None


class posterior(Function):  # type: ignore[misc]
    """P(class 1 | s), the proportion of class 1 among the examples with score s."""


class pav(Function):  # type: ignore[misc]
    """The score calibrated by pool adjacent violators: the slope of the ROC convex hull as a probability."""


class tau(Function):  # type: ignore[misc]
    """An arbitrary threshold or rate tau(c, u): the abstract threshold choice method."""


class error(Function):  # type: ignore[misc]
    """error(x), the error rate at threshold x."""

    is_real = True
    is_number = False


class macro_error(Function):  # type: ignore[misc]
    """macro_error(x), the mean of the two classes' error rates at threshold x."""

    is_real = True
    is_number = False


class h_measure(Function):  # type: ignore[misc]
    """h_measure(a, b), the H-measure for Beta(a, b) operating conditions; no number that is known."""

    is_real = True
    is_number = False


class Qc(Function):  # type: ignore[misc]
    """Q_c(t; c), the loss at threshold t and cost proportion c."""


class Qz(Function):  # type: ignore[misc]
    """Q_z(t; z), the loss at threshold t and skew z."""


class LeastLoss(Function):  # type: ignore[misc]
    """min_t Q_c(t; c), the least loss over all thresholds at cost proportion c."""


class Operator(Expr):  # type: ignore[misc]
    """An operator with a bound variable; a real number once its free symbols have values."""

    is_commutative = True
    is_real = True
    bound: frozenset[Symbol] = frozenset()

    @property
    def body(self) -> Expr:
        """The expression under the operator."""
        return self.args[-1]

    @property
    def free_symbols(self) -> set[Basic]:
        """The symbols that the value depends on."""
        inner: set[Basic] = set().union(*(a.free_symbols for a in self.args))
        return inner - self.bound


class ClassMean(Operator):
    """E_k[g(s)], the mean of g over the scores of class k."""

    bound = frozenset({s})

    def __new__(cls, k: Any, body: Any) -> ClassMean:
        return Expr.__new__(cls, Integer(k), exact(body))  # type: ignore[no-any-return]


def E0(body: Any) -> ClassMean:
    """E_0[g(s)], the mean over class 0."""
    return ClassMean(0, body)


def E1(body: Any) -> ClassMean:
    """E_1[g(s)], the mean over class 1."""
    return ClassMean(1, body)


class Density(Basic):  # type: ignore[misc]
    """A density of the operating condition on [0, 1]."""


class AnyDensity(Density):
    """An arbitrary density w of the operating condition."""


class EveryDensity(Density):
    """``any``: a claim about every density of the operating condition at once, the same for every sample."""


class UniformDensity(Density):
    """Uniform on [a, b] within [0, 1]: arguments a, b."""


class BetaDensity(Density):
    """Beta(a, b): arguments a, b, both positive."""


class PointMass(Density):
    """All mass at one operating condition: argument c0."""


class ExplicitDensity(Density):
    """A density given by an expression in c."""

    @property
    def free_symbols(self) -> set[Basic]:
        """The symbols other than c."""
        return set(self.args[0].free_symbols) - {c}


ANY = AnyDensity()
UNIFORM = UniformDensity(Integer(0), Integer(1))


class ConditionMean(Operator):
    """The mean of h(c, u) over the operating condition c with the given density, and u uniform."""

    bound = frozenset({c, u})

    def __new__(cls, density: Density, body: Any) -> ConditionMean:
        return Expr.__new__(cls, density, exact(body))  # type: ignore[no-any-return]


class Balanced(Operator):
    """The value of x for the same class-conditional scores with pi0 = pi1 = 1/2."""

    def __new__(cls, body: Any) -> Balanced:
        return Expr.__new__(cls, exact(body))  # type: ignore[no-any-return]


class ScoreMethod(Basic):  # type: ignore[misc]
    """The threshold is g(c, u): argument g."""


class RateMethod(Basic):  # type: ignore[misc]
    """The predicted positive rate is g(c, u): argument g."""


class ClassRateMethod(Basic):  # type: ignore[misc]
    """The rate of one class is g(c, u), and of the thresholds that attain it the best is taken: argument g."""


class FalsePositiveRateMethod(ClassRateMethod):
    """F1 is g(c, u) at the threshold."""


class TruePositiveRateMethod(ClassRateMethod):
    """F0 is g(c, u) at the threshold."""


class MixedMethod(Basic):  # type: ignore[misc]
    """The first method with probability q, else the second: arguments q, first, second."""


class OptimalMethod(Basic):  # type: ignore[misc]
    """The threshold that minimises the loss at each operating condition."""


class ExpectedLoss(Operator):
    """L: the expected loss of a threshold choice method; arguments method, density, condition."""

    bound = frozenset({c, u})

    def __new__(cls, method: Basic, density: Density = ANY, condition: Str = COST) -> ExpectedLoss:
        return Expr.__new__(cls, method, density, condition)  # type: ignore[no-any-return]


class CutpointMean(Operator):
    """The mean of g(t) over the cutpoints t of a strict ranking, each as likely as the others: arguments k, g.

    With k = 0 over all n + 1 cutpoints, the one below all examples included; with k = 1 over the n others.
    """

    bound = frozenset({t})

    def __new__(cls, k: Any, body: Any) -> CutpointMean:
        return Expr.__new__(cls, Integer(k), exact(body))  # type: ignore[no-any-return]


class LossAtCutpoints(Operator):
    """The expected loss when the cutpoints of a strict ranking are equally likely thresholds, whatever the
    operating condition: arguments k as for `CutpointMean`, density, condition."""

    bound = frozenset({c, u})

    def __new__(cls, k: Any, density: Density = ANY, condition: Str = COST) -> LossAtCutpoints:
        return Expr.__new__(cls, Integer(k), density, condition)  # type: ignore[no-any-return]


class LossAtRates(Operator):
    """The expected loss of a method on rates when a rate that no threshold attains is read in another way than by
    interpolation, of which nothing more is known here: arguments method, density, condition, reading."""

    bound = frozenset({c, u})


_METHODS = (ScoreMethod, RateMethod, ClassRateMethod, MixedMethod, OptimalMethod)
_TAKES: dict[Any, tuple[Any, ...]] = {
    (ScoreMethod, RateMethod, ClassRateMethod, ExplicitDensity): (Expr,),
    (ClassMean, CutpointMean): (Integer, Expr),
    ConditionMean: (Density, Expr),
    MixedMethod: (Expr, _METHODS, _METHODS),
    ExpectedLoss: (_METHODS, Density, Str),
    LossAtCutpoints: (Integer, Density, Str),
}


def well_formed(e: object) -> bool:
    """Whether an expression is made of what its parts take, as sympy does not ask.

    >>> well_formed(ExpectedLoss(ScoreMethod(c))), well_formed(ExpectedLoss(c)), well_formed(ScoreMethod("c"))
    (True, False, False)
    """
    if not isinstance(e, Basic):
        return False
    for kinds, takes in _TAKES.items():
        if isinstance(e, kinds) and not (len(e.args) == len(takes) and all(map(isinstance, e.args, takes))):
            return False
    return all(map(well_formed, e.args))


def metric(name: str) -> Symbol:
    """The symbol of a named metric, such as AUC."""
    return Symbol(name, real=True)
