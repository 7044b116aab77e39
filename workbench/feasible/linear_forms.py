"""Printed figures as linear forms: what an expression is made of once the class sizes are known.

The Brier score is ``pi0 BS0 + pi1 BS1``, a rate-driven loss is linear in AUC, a score-uniform loss is the mean
absolute error: with ``n0`` and ``n1`` known, most figures are linear in a few basic ones, which other modules know
bounds for. What is not becomes a basic figure of its own, under its own text.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from workbench.errors import InputError, NotSupported, shown
from workbench.feasible.orders import misordering, with_scores
from workbench.language.interpreter import Interpreter
from workbench.language.statements import definition, law, parse_cost, parse_expression
from workbench.language.syntax import (
    UNIFORM,
    Apply,
    Arithmetic,
    Comparison,
    Expression,
    Loss,
    Method,
    Name,
    Node,
    Number,
    children,
    names,
)
from workbench.losses.densities import UNIFORM as UNIFORM_CONDITION
from workbench.losses.densities import density
from workbench.losses.exact import value
from workbench.losses.expectation import rule_of
from workbench.losses.formulas import as_piecewise
from workbench.losses.thresholds import Steps
from workbench.numbers.piecewise import coefficients
from workbench.words import INSIDE_MEAN, MEANS, OF_RATES

K = "max(F0 - F1)"
"""The one-sided `KS`: how far the ROC curve rises above the diagonal at most, 0 where it lies below; no name of the
statement language, where it is `ONE_SIDED_KS`."""
ONE_SIDED_KS = "1 - 2*loss(optimal, cost=point(1/2), condition=skew)"
ORDER_FIGURES = ("AUC", "AUCH", "RL", "RLH", "H", "KS", "MER", K)
LOG_LOSS = "LL"
SCORE_FIGURES = ("MAE0", "MAE1", "BS0", "BS1")
WITHOUT_DEFINITION = (*ORDER_FIGURES, *SCORE_FIGURES, "CL")
"""Figures that are not written out by their definitions, as facts are known of them."""
MOST_EXAMPLES = 10**9
_UNIT = (Fraction(0), Fraction(1))
_HALF = Fraction(1, 2)
_EVEN = parse_cost("point(1/2)")


@dataclass(frozen=True)
class Form:
    """``constant + sum of terms[name] * name``.

    >>> print(Form(Fraction(-1), {"AUC": Fraction(2)}))
    2*AUC - 1
    """

    constant: Fraction
    terms: Mapping[str, Fraction]

    def __add__(self, other: Form) -> Form:
        both = {**self.terms, **other.terms}
        zero = Fraction(0)
        terms = {name: self.terms.get(name, zero) + other.terms.get(name, zero) for name in both}
        return Form(self.constant + other.constant, {name: x for name, x in terms.items() if x})

    def times(self, factor: Fraction) -> Form:
        """The form multiplied by a number."""
        return Form(self.constant * factor, {name: x * factor for name, x in self.terms.items() if factor})

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """The value for these values of the basic figures."""
        return self.constant + sum(x * values[name] for name, x in self.terms.items())

    def __str__(self) -> str:
        text = ""
        for name, x in [*self.terms.items(), ("", self.constant)]:
            if x:
                size = f"{abs(x)}*{name}" if name and abs(x) != 1 else name or str(abs(x))
                text += (" - " if x < 0 else " + ") + size
        return text.removeprefix(" + ").replace(" - ", "-", 1) if text.startswith(" - ") else text[3:] or "0"


@lru_cache(maxsize=1024)
def is_log_loss(expression: Expression) -> bool:
    """Whether an expression is the log loss, which stands for its definition when it is read.

    >>> is_log_loss(parse_expression("LL")), is_log_loss(parse_expression("BS"))
    (True, False)
    """
    return expression == parse_expression(LOG_LOSS)


def basic(name: str) -> Form:
    """The basic figure itself."""
    return Form(Fraction(0), {name: Fraction(1)})


def constant(number: Fraction) -> Form:
    """A number."""
    return Form(number, {})


def parts(pi0: Fraction, name: str) -> Form:
    """``pi0 name0 + (1 - pi0) name1``: a mean over all examples from the means over the classes."""
    return basic(f"{name}0").times(pi0) + basic(f"{name}1").times(1 - pi0)


@dataclass(frozen=True)
class ClassSizes:
    """How many examples each class has; at least one."""

    n0: int
    n1: int

    def __post_init__(self) -> None:
        for name, size in (("n0", self.n0), ("n1", self.n1)):
            if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= MOST_EXAMPLES:
                raise InputError(f"{name} = {shown(size)}; a whole number from 1 to 10^9 is needed")

    @property
    def n(self) -> int:
        """All examples."""
        return self.n0 + self.n1

    @property
    def pi0(self) -> Fraction:
        """The proportion of class 0."""
        return Fraction(self.n0, self.n)

    @property
    def pairs(self) -> int:
        """``n0 n1``."""
        return self.n0 * self.n1

    def auc(self, twice: int) -> Fraction:
        """The AUC of ``twice/2`` misordered pairs."""
        return 1 - Fraction(twice, 2 * self.pairs)

    def form(self, expression: Expression) -> Form:
        """``expression`` as a linear form.

        >>> from workbench.language.statements import parse_expression
        >>> for text in ("loss(rate_driven)", "CL + RL", "loss(score_uniform)/2", "AUC**2", ONE_SIDED_KS):
        ...     print(ClassSizes(1, 2).form(parse_expression(text)))
        -4/9*AUC + 5/9
        1/3*BS0 + 2/3*BS1
        1/6*MAE0 + 1/3*MAE1
        AUC**2
        max(F0 - F1)
        """
        return basic(LOG_LOSS) if is_log_loss(expression) else _Forms(self).value(expression)

    def of_loss(self, node: Loss) -> Form | None:
        """The loss as a linear form, where it is one."""
        if node.rates != "interpolated":
            return None
        return self._by_law(node, law(node.method))

    def _by_law(self, node: Loss, method: Method) -> Form | None:
        """The form of the loss of ``method``, known where its law is a simple one."""
        if method.name == "mix":
            share, first, second = method.arguments
            assert isinstance(first, Method)
            assert isinstance(second, Method)
            one, other = self._by_law(node, first), self._by_law(node, second)
            if not isinstance(share, Number) or one is None or other is None:
                return None
            return one.times(share.value) + other.times(1 - share.value)
        weight = self.pi0 if node.condition == "cost" else _HALF
        uniform = node.cost == UNIFORM
        match method.name, _plain(method):
            case ("rate" | "fpr" | "tpr", "u" | "1 - u") if _numeric(node) or _mean(node) is not None:
                return self._linear_in_auc(Loss(method, node.cost, node.condition))
            case ("rate", "c" | "1 - c") if uniform:
                return self._linear_in_auc(Loss(method, node.cost, node.condition))
            case ("score", "u" | "1 - u") if uniform:
                return parts(weight, "MAE")
            case ("score", "c") if uniform:
                return parts(weight, "BS")
            case ("score", _) if uniform and isinstance(method.arguments[0], Number):
                name = "error" if node.condition == "cost" else "macro_error"
                return basic(str(Apply(name, (method.arguments[0],))))
            case ("score", _) if uniform and names(method) <= {"c", "u"}:
                with suppress(NotSupported):
                    return self._by_rule(method, weight)
            case ("rate", _) if (level := _level(method)) is not None and (mean := _mean(node)) is not None:
                skewed = ", condition=skew" if node.condition == "skew" else ""
                turned = constant((2 * mean - 1) * (weight - level))
                return basic(f"loss(rate_fixed({level}){skewed})") + turned
            case ("optimal", _) if node.condition == "skew" and node.cost == _EVEN:
                return Form(_HALF, {K: -_HALF})
            case ("optimal", _):
                plain = uniform and node.condition == "cost"
                return basic("RLH" if plain else str(Loss(Method("optimal"), node.cost, node.condition)))
        return None

    def _by_rule(self, method: Method, weight: Fraction) -> Form | None:
        """The loss of thresholds in [0, 1] whose rule, ``2 E[c; t < s]`` and ``2 E[1 - c; t >= s]``, is quadratic."""
        rule = rule_of(method, UNIFORM_CONDITION)
        if not isinstance(rule, Steps) or any(f.breaks != _UNIT for f in rule.errors):
            return None
        zero, one = (coefficients(f.pieces[1]) for f in rule.errors)
        ends = ((f.at(x), f.at(x, from_right=True)) for f in rule.errors for x in f.breaks)
        if max(len(zero), len(one)) > 3 or any(left != right for left, right in ends):
            return None
        first, second = _of_class0(zero), _of_class1(one)
        return first.times(2 * weight) + second.times(2 * (1 - weight))

    def _linear_in_auc(self, loss: Loss) -> Form | None:
        """The loss of a method with a uniform rate, of all or of one class, from its values at AUC 1 and 0.

        Where the marginal of the rate is uniform, only the mean rank of class 0 meets the data, so the loss is
        linear in AUC (Hernández-Orallo, Flach and Ferri, Threshold Choice Methods: the Missing Link, Theorems 8
        and 10; Hand, Measuring classifier performance, 2009).
        """
        ends = [value(with_scores(misordering(self.n0, self.n1, 2 * d)), loss) for d in (0, self.pairs)]
        best, worst = ends
        if not isinstance(best, Fraction) or not isinstance(worst, Fraction):
            return None
        return Form(worst, {"AUC": best - worst} if best != worst else {})


class _Forms(Interpreter[Form]):
    """Linear forms; what is none is a basic figure of its own."""

    def __init__(self, sizes: ClassSizes) -> None:
        self.sizes = sizes

    def number(self, value: Fraction) -> Form:
        return constant(value)

    def name(self, node: Name) -> Form:
        sizes, name = self.sizes, node.name
        known = {"n": Fraction(sizes.n), "n0": Fraction(sizes.n0), "n1": Fraction(sizes.n1)}
        known |= {"pi0": sizes.pi0, "pi1": 1 - sizes.pi0}
        if name in known:
            return constant(known[name])
        if name == "CL":
            return parts(sizes.pi0, "BS") + basic("RL").times(Fraction(-1))
        told = None if name in WITHOUT_DEFINITION else definition(name)
        return basic(name) if told is None else self.value(told)

    def negative(self, operand: Form) -> Form:
        return operand.times(Fraction(-1))

    def operate(self, node: Arithmetic, left: Form, right: Form) -> Form:
        match node.operator:
            case "+":
                return left + right
            case "-":
                return left + right.times(Fraction(-1))
            case "*" if not right.terms:
                return left.times(right.constant)
            case "*" if not left.terms:
                return right.times(left.constant)
            case "/" if not right.terms and right.constant:
                return left.times(1 / right.constant)
        return basic(str(node))

    def apply(self, node: Apply) -> Form:
        match node:
            case Apply(function="E0" | "E1" | "E", arguments=(body,)) if not isinstance(body, Comparison) and names(
                body
            ) <= {"s"}:
                return self._mean(node.function, body) or basic(str(node))
            case Apply(function="h_measure", arguments=(Number(value=a), Number(value=b))) if a == b and a in (1, 2):
                pi0 = self.sizes.pi0
                return basic("RLH").times(-1 / (pi0 * (1 - pi0))) + constant(Fraction(1)) if a == 1 else basic("H")
        return basic(str(node))

    def _mean(self, over: str, body: Expression) -> Form | None:
        """The mean of a polynomial of degree two at most in s, from MAE and BS of the classes; else None."""
        function = as_piecewise(body, "s")
        if function is None or function.only is None or len(coefficients(function.only)) > 3:
            return None
        first, second = (of(coefficients(function.only)) for of in (_of_class0, _of_class1))
        pi0 = self.sizes.pi0
        return {"E0": first, "E1": second, "E": first.times(pi0) + second.times(1 - pi0)}[over]

    def other(self, node: Node) -> Form:
        found = self.sizes.of_loss(node) if isinstance(node, Loss) else None
        return found or basic(str(node))


def _of_class0(terms: list[Fraction]) -> Form:
    """The mean over class 0 of a polynomial of degree two at most in s, the constant term first."""
    a, b, c = (*terms, *3 * (Fraction(0),))[:3]
    return constant(a) + basic("MAE0").times(b) + basic("BS0").times(c)


def _of_class1(terms: list[Fraction]) -> Form:
    """That over class 1, by means of 1 - s and its square: ``(a + b + c) - (b + 2c) (1 - s) + c (1 - s)^2``."""
    a, b, c = (*terms, *3 * (Fraction(0),))[:3]
    return constant(a + b + c) + basic("MAE1").times(-b - 2 * c) + basic("BS1").times(c)


@lru_cache(maxsize=1024)
def of_order(name: str) -> bool:
    """Whether a basic figure depends on the order of the scores alone.

    >>> [of_order(name) for name in ("KS", "BS0", "loss(rate_fixed(1/3))", "error(1/2)", "E0(pav(s))", "E0(s*R(s))")]
    [True, False, True, False, True, False]
    """
    if name in ORDER_FIGURES:
        return True
    expression = parse_expression(name)
    if isinstance(expression, Loss):
        return _ranks(law(expression.method))
    if not isinstance(expression, Apply):
        return False
    return expression.function == "h_measure" or (expression.function in MEANS and not _of_scores(expression))


def _of_scores(node: Node) -> bool:
    """Whether a mean looks at the scores, and not at ranks or at shares of scores alone."""
    if isinstance(node, Apply) and node.function in INSIDE_MEAN:
        return False
    return node == Name("s") or any(map(_of_scores, children(node)))


def _ranks(method: Method) -> bool:
    parts_of = [argument for argument in method.arguments if isinstance(argument, Method)]
    return method.name in ("optimal", *OF_RATES) or (method.name == "mix" and all(map(_ranks, parts_of)))


def _plain(method: Method) -> str:
    """The threshold or rate as it is written when linear in ``u`` or ``c`` alone."""
    for variable in ("u", "c"):
        if method.arguments and names(method.arguments[0]) == {variable}:
            function = as_piecewise(method.arguments[0], variable)
            if function is not None and function.only is not None:
                found = coefficients(function.only)
                return variable if found == [0, 1] else f"1 - {variable}" if found == [1, -1] else ""
    return ""


def _numeric(node: Loss) -> bool:
    return all(isinstance(argument, Number) for argument in node.cost.arguments)


def _level(method: Method) -> Fraction | None:
    """The rate, where it is a number in [0, 1]."""
    match method.arguments:
        case (Number(value=level),) if 0 <= level <= 1:
            return level
    return None


def most_lost(name: str, *pi0: Fraction) -> Fraction | None:
    """The most that can be lost at some proportions of class 0, for a basic figure that is a loss under costs of a
    known mean m.

    All examples wrong cost ``2*m*pi0 + 2*(1 - m)*pi1``, and for skews 1.

    >>> [str(most_lost(f"loss(score(c**3){x})", _HALF / 2)) for x in ("", ", cost=beta(2, 1)", ", cost=any")]
    ['1', '5/6', 'None']
    """
    node = parse_expression(name) if name.startswith("loss(") else None
    mean = _mean(node) if isinstance(node, Loss) else None
    if mean is None or not isinstance(node, Loss):
        return None
    shares = (_HALF,) if node.condition == "skew" else pi0
    return max(2 * mean * share + 2 * (1 - mean) * (1 - share) for share in shares)


def _mean(node: Loss) -> Fraction | None:
    """The mean operating condition, where it is known to be a fraction."""
    match node.cost.name, node.cost.arguments:
        case "uniform", ():
            return _HALF
        case "point", (Number(value=c),):
            return c
        case "beta", (Number(value=a), Number(value=b)):
            return a / (a + b)
        case "density" | "uniform", _ if names(node.cost) <= {"c"}:
            with suppress(InputError, NotSupported):
                mean = density(node.cost).mean
                return mean if isinstance(mean, Fraction) else None
    return None
