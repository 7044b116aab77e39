"""Between the statement language and sympy: one function each way.

`to_sympy` reads a `syntax` tree into expressions of `notation`; `to_syntax` writes such an expression
back, so that whatever the symbolic layer finds can be read, printed and evaluated on data by the
exact engine. What has no words in the language (a mean over an abstract law) raises `Untranslatable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import (
    Abs,
    Add,
    Basic,
    Expr,
    Integer,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    exp,
    log,
    sqrt,
)
from sympy.core.symbol import Str

from workbench import methods, metrics
from workbench.errors import InputError
from workbench.language import statements, syntax
from workbench.language.grammar import MAX_BITS, brief
from workbench.language.pairs import means_of
from workbench.symbolic import notation
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    Below,
    ClassMean,
    Clip,
    Density,
    ExpectedLoss,
    R,
    error,
    h_measure,
    macro_error,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
)
from workbench.symbolic.plain import plain


class Untranslatable(InputError):
    """The expression has no words in the other language."""


_VARIABLES = {"s": notation.s, "c": notation.c, "u": notation.u, "pi0": pi0, "pi1": pi1}
_ELEMENTARY: dict[str, Callable[..., Expr]] = {
    "min": Min, "max": Max, "abs": Abs, "sqrt": sqrt, "log": log, "exp": exp,
}  # fmt: skip
_NAMED = {
    "F0": F0, "F1": F1, "R": R, "posterior": posterior, "pav": pav,
    "error": error, "macro_error": macro_error, "h_measure": h_measure,
}  # fmt: skip


def parameter(name: str) -> Symbol:
    """The symbol of a free parameter or a size of the sample."""
    return Symbol(name, real=True)


_WORDS: dict[str, Any] = {
    name: kind for name, kind in [*_ELEMENTARY.items(), *_NAMED.items()] if isinstance(kind, type)
}


def to_sympy(node: syntax.Node) -> Expr:
    """The expression that ``node`` stands for.

    >>> to_sympy(statements.parse_expression("2*pi0*E0(s**2) - AUC"))
    -AUC + 2*pi0*ClassMean(0, s**2)
    """
    if isinstance(node, syntax.Number):
        return Rational(node.value.numerator, node.value.denominator)
    if isinstance(node, syntax.Name):
        return _name(node.name)
    if isinstance(node, syntax.Negative):
        return -to_sympy(node.operand)
    if isinstance(node, syntax.Arithmetic):
        left, right = to_sympy(node.left), to_sympy(node.right)
        if node.operator == "**":
            return _power(left, right)
        if node.operator == "/":
            if right == 0:
                raise Untranslatable(f"{brief(node)} divides by zero")
            return left / right
        return {"+": left + right, "-": left - right, "*": left * right}[node.operator]
    if isinstance(node, syntax.Loss):
        return _loss(node)
    if isinstance(node, syntax.Apply):
        return _call(node)
    if isinstance(node, syntax.PairMean):
        return _over_pairs(node)
    if isinstance(node, syntax.Rescored):
        raise Untranslatable(f"{brief(node)} is not seen to say the same as words about the scores themselves")
    raise Untranslatable(f"{node} is no expression")


def _over_pairs(node: syntax.PairMean) -> Expr:
    found = means_of(node)
    if found is None:
        raise Untranslatable(f"{brief(node)}, a mean over pairs, is not seen to be made of means over one example")
    return to_sympy(found)


LAWS = {
    "score": notation.ScoreMethod,
    "rate": notation.RateMethod,
    "fpr": notation.FalsePositiveRateMethod,
    "tpr": notation.TruePositiveRateMethod,
}
"""The kinds of law, each by its word."""


DENSITIES = {
    notation.UniformDensity: "uniform",
    notation.BetaDensity: "beta",
    notation.PointMass: "point",
    notation.ExplicitDensity: "density",
    notation.EveryDensity: "any",
}
"""The word for each kind of density."""


def _loss(node: syntax.Loss) -> Expr:
    if node.cost.name == "weight":
        raise Untranslatable(f"{brief(node)} is no loss under a density, and not seen to be a multiple of one")
    method, density, condition = to_method(node.method), to_density(node.cost), Str(node.condition)
    if node.rates == "interpolated" or not method.has(notation.RateMethod):
        return ExpectedLoss(method, density, condition)
    start = {"cutpoints": 0, "step": 1}.get(node.rates)
    if method == notation.RateMethod(notation.u) and start is not None and (start == 0 or node.condition == "cost"):
        return notation.LossAtCutpoints(start, density, condition)
    return notation.LossAtRates(method, density, condition, Str(node.rates))


def _name(name: str) -> Symbol:
    if name in metrics.CATALOGUE:
        return metric(name)
    return _VARIABLES.get(name) or parameter(name)


_MOST_BITS = 1_000_000


def _power(base: Expr, exponent: Expr) -> Expr:
    if not exponent.is_number:
        return Pow(base, exponent)
    bits = max(abs(base.p), base.q).bit_length() if base.is_Rational else MAX_BITS
    short = exponent.is_Integer and abs(exponent) * (bits - 1) <= MAX_BITS
    if not short and not (exponent.is_Rational and abs(exponent) <= 1000 and exponent.q <= 1000):
        raise Untranslatable(f"the exponent {brief(exponent)} is not a fraction between -1000 and 1000")
    if base == 0 and exponent < 0:
        raise Untranslatable("a negative power of zero")
    if base.is_Rational and max(abs(base.p), base.q).bit_length() * abs(exponent) > _MOST_BITS:
        raise Untranslatable(f"a power with the exponent {brief(exponent)} has more digits than are written out")
    return Pow(base, exponent)


def _call(node: syntax.Apply) -> Expr:
    if node.function == "indicator":
        comparison = node.arguments[0]
        assert isinstance(comparison, syntax.Comparison)
        left, right = to_sympy(comparison.left), to_sympy(comparison.right)
        return {
            "<": Below(left, right),
            ">": Below(right, left),
            "<=": 1 - Below(right, left),
            ">=": 1 - Below(left, right),
        }[comparison.relation]
    arguments = [to_sympy(a) for a in node.arguments]
    clip = _clip(node)
    if clip is not None:
        return clip
    if node.function == "E":
        return pi0 * E0(arguments[0]) + pi1 * E1(arguments[0])
    if node.function in ("E0", "E1"):
        return ClassMean(int(node.function[1]), arguments[0])
    return (_ELEMENTARY.get(node.function) or _NAMED[node.function])(*arguments)


def _clip(node: syntax.Apply) -> Expr | None:
    """min(max(x, low), high) with numbers low <= high, read as one operation."""
    if node.function != "min" or len(node.arguments) != 2:
        return None
    inner, high = node.arguments
    if not (isinstance(inner, syntax.Apply) and inner.function == "max" and len(inner.arguments) == 2):
        return None
    x, low = inner.arguments
    if not (isinstance(low, syntax.Number) and isinstance(high, syntax.Number) and low.value <= high.value):
        return None
    return Clip(to_sympy(x), to_sympy(low), to_sympy(high))


def to_method(method: syntax.Method) -> Basic:
    """The law of a threshold choice method as an expression in c and u.

    >>> to_method(statements.parse_method("score_uniform(0, 1/2)"))
    ScoreMethod(u/2)
    """
    law, whose = statements.law(method), methods.CATALOGUE.whose(method.name)
    if (ends := statements.interval(method)) and not whose:
        low, high = map(to_sympy, ends)
        names = tuple(map(syntax.Name, methods.CATALOGUE[method.name].parameters))
        lower, upper = map(to_sympy, names)
        between = to_method(statements.law(replace(method, arguments=names)))
        return between.xreplace({lower: low, upper: low + notation.Width(low, high)})
    if whose:
        try:
            return to_method(law)
        except Untranslatable as problem:
            raise Untranslatable(f"the law of the method {method.name}: {problem}{whose}") from None
    if law.name == "optimal":
        return notation.OptimalMethod()
    if law.name == "mix":
        q, first, second = law.arguments
        assert isinstance(first, syntax.Method)
        assert isinstance(second, syntax.Method)
        return notation.MixedMethod(to_sympy(q), to_method(first), to_method(second))
    return LAWS[law.name](to_sympy(law.arguments[0]))


def to_density(cost: syntax.Cost) -> Density:
    """The density of the operating condition.

    >>> to_density(statements.parse_cost("beta(2, 1)"))
    BetaDensity(2, 1)
    """
    arguments = [to_sympy(a) for a in cost.arguments]
    if cost.name == "uniform":
        return notation.UniformDensity(*arguments) if arguments else notation.UNIFORM
    return next(kind for kind, name in DENSITIES.items() if name == cost.name)(*arguments)


# --- back -------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def to_syntax(expression: Expr) -> syntax.Expression:
    """The words for ``expression``.

    Raises `Untranslatable`.

    >>> str(to_syntax(pi0 * E0(2 * notation.s - notation.s**2) + Rational(1, 3)))
    'pi0*E0(2*s - s**2) + 1/3'
    """
    if expression.is_Rational:
        return syntax.Number(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, Symbol):
        return syntax.Name(expression.name)
    if expression is S.Exp1:
        return syntax.Apply("exp", (syntax.Number(Fraction(1)),))
    if isinstance(expression, Add):
        return _sum(expression)
    if isinstance(expression, Mul):
        return _product(expression)
    if isinstance(expression, Pow):
        return _written_power(expression)
    if isinstance(expression, ClassMean):
        name = {0: "E0", 1: "E1", 2: "E"}[int(expression.args[0])]
        return syntax.Apply(name, (to_syntax(expression.body),))
    if isinstance(expression, Below):
        left, right = (to_syntax(a) for a in expression.args)
        return syntax.Apply("indicator", (syntax.Comparison("<", left, right),))
    if isinstance(expression, Clip):
        x, low, high = (to_syntax(a) for a in expression.args)
        return syntax.Apply("min", (syntax.Apply("max", (x, low)), high))
    if isinstance(expression, notation.Width):
        low, high = (to_syntax(a) for a in expression.args)
        return syntax.Arithmetic("-", high, low)
    if isinstance(expression, ExpectedLoss):
        method, density, condition = expression.args
        return syntax.Loss(method_words(method), density_words(density), condition.name)
    if isinstance(expression, F0 | F1) and not expression.has(notation.s):
        at_most = syntax.Comparison("<=", syntax.Name("s"), to_syntax(expression.args[0]))
        return syntax.Apply(f"E{expression.func.__name__[1]}", (syntax.Apply("indicator", (at_most,)),))
    for name, kind in _WORDS.items():
        if isinstance(expression, kind):
            numbers_last = sorted(expression.args, key=lambda a: bool(a.is_number)) if kind in (Max, Min) else ()
            return syntax.Apply(name, tuple(to_syntax(a) for a in numbers_last or expression.args))
    raise Untranslatable(f"{type(expression).__name__} has no words in the statement language")


def _sum(expression: Add) -> syntax.Expression:
    """A sum with its numbers last, begun by a term without a minus where there is one."""
    terms = sorted(expression.as_ordered_terms(), key=lambda term: bool(term.is_number))
    first = next((x for x in terms if not x.could_extract_minus_sign()), terms[0])
    result = to_syntax(first)
    for term in terms:
        if term != first:
            negative = term.could_extract_minus_sign()
            result = syntax.Arithmetic("-" if negative else "+", result, to_syntax(-term if negative else term))
    return result


def _product(expression: Mul) -> syntax.Expression:
    coefficient, rest = expression.as_coeff_Mul()
    factors = list(Mul.make_args(rest))
    turned = next((i for i, f in enumerate(factors) if isinstance(f, Add) and f.as_coeff_Add()[0] < 0), None)
    if coefficient < 0 and turned is not None:
        factors[turned] = -factors[turned]
        coefficient = -coefficient
    if coefficient < 0:
        return _negated(to_syntax(-expression))
    above: list[Expr] = []
    below: list[Expr] = []
    for factor in sorted(factors, key=_factor_order):
        base, exponent = factor.as_base_exp()
        if exponent.is_Rational and exponent < 0:
            below.append(base ** (-exponent))
        else:
            above.append(factor)
    if not coefficient.is_Rational:
        above = [coefficient, *above]
    else:
        above = [Integer(coefficient.p)] * (coefficient.p != 1) + above
        below = [Integer(coefficient.q)] * (coefficient.q != 1) + below
    numerator = _chain(above) if above else syntax.Number(Fraction(1))
    return syntax.Arithmetic("/", numerator, _chain(below)) if below else numerator


def _negated(product: syntax.Expression) -> syntax.Expression:
    """A product with a minus before its first factor."""
    if isinstance(product, syntax.Arithmetic) and product.operator in ("*", "/"):
        return replace(product, left=_negated(product.left))
    return syntax.Negative(product)


def _factor_order(factor: Expr) -> tuple[int, str]:
    """Class proportions, sizes and parameters first, then metrics, then the rest."""
    base = factor.as_base_exp()[0]
    kind = 2 if not isinstance(base, Symbol) else 1 if base.name in metrics.CATALOGUE else 0
    return kind, str(factor)


def _chain(factors: Iterable[Expr]) -> syntax.Expression:
    words = [to_syntax(f) for f in factors]
    result = words[0]
    for word in words[1:]:
        result = syntax.Arithmetic("*", result, word)
    return result


def _written_power(expression: Pow) -> syntax.Expression:
    base, exponent = expression.args
    if exponent == S.Half:
        return syntax.Apply("sqrt", (to_syntax(base),))
    if exponent.is_Rational and exponent < 0:
        return syntax.Arithmetic("/", syntax.Number(Fraction(1)), to_syntax(base ** (-exponent)))
    if isinstance(base, type(S.Exp1)):
        return syntax.Apply("exp", (to_syntax(exponent),))
    return syntax.Arithmetic("**", to_syntax(base), to_syntax(exponent))


def method_words(method: Basic) -> syntax.Method:
    """A threshold choice method by its law in words."""
    name = next((name for name, kind in LAWS.items() if isinstance(method, kind)), None)
    if name is not None:
        return syntax.Method(name, (to_syntax(method.args[0]),))
    if isinstance(method, notation.MixedMethod):
        q, first, second = method.args
        return syntax.Method("mix", (to_syntax(q), method_words(first), method_words(second)))
    return syntax.Method("optimal")


def density_words(density: Density) -> syntax.Cost:
    """A density of the operating condition in words."""
    if density == ANY:
        raise Untranslatable("an arbitrary density has no words in the statement language")
    if density == notation.UNIFORM:
        return syntax.UNIFORM
    return syntax.Cost(DENSITIES[type(density)], tuple(to_syntax(a) for a in density.args))


def in_words(expression: Basic) -> str:
    """The expression in the statement language, or where it has no words there, in plain text like it."""
    try:
        return str(to_syntax(expression))
    except Untranslatable:
        return plain(expression)
