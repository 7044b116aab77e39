r"""LaTeX in the notation of the main paper: of statements, and of the expressions that proofs go through.

A statement is written as it stands, nothing reordered. An expression of sympy is first put into the words
of the statement language; what has none there is written by the table `_UNSPOKEN`, so each quantity has one
notation. The symbol of a metric or of a threshold choice method is the one in its catalogue. The operating
condition is $c$, and $z$ in a loss under skews; amsmath is all that is needed. Means are integrals where
`workbench.symbolic.letters.means_as` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

import sympy
from sympy import Abs, Add, Basic, Expr, Max, Min, Mul, Pow, Rational, Symbol, Wild

from workbench import figures, methods, metrics
from workbench.language import syntax
from workbench.symbolic import notation
from workbench.symbolic.letters import NOTATION, RELATIONS, as_integrals, expected_loss
from workbench.symbolic.notation import (
    F0,
    F1,
    Below,
    ClassMean,
    Clip,
    R,
    Width,
    error,
    h_measure,
    macro_error,
    pav,
    posterior,
)
from workbench.symbolic.translation import LAWS, Untranslatable, to_method, to_syntax

_SAMPLE = frozenset({"n", "n0", "n1", "pi0", "pi1"})
_MEANS = frozenset({"E0", "E1", "E"})
_SHARES = frozenset({"posterior", "pav"})
_DRAWN = {"score": "threshold", "rate": "rate", "fpr": "F1", "tpr": "F0"}
_ASSUMPTIONS = {"calibrated": "calibrated scores", "evenly_spaced": "evenly spaced scores", "no_ties": "no ties"}
_GREEK = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
})  # fmt: skip
_TALL = re.compile(r"\\frac|\\left|\\sqrt|\\sum|\\int|\\overline|\\hat|\^")
_RATES = frozenset({"F0", "F1", "R"})
_MEASURES = {"E0": "F0", "E1": "F1", "E": "R"}
_INTEGRAL = re.compile(r"\\int.*\\, d(?:(?!\\right)\S)+$")
_AMBIGUOUS_AS_BASE = frozenset({"min", "max", "log", "exp"})

# a name that begins with one of these is LaTeX already, the second kind not fit to carry an exponent; both
# come after all letters, where a product is put in order
_WRITTEN = "\x7e"
_WRITTEN_OPEN = "\x7f"


# --- names ----------------------------------------------------------------------------------------------


def symbol(name: str) -> str:
    r"""The symbol of a quantity of the sample, a metric, a variable or a parameter.

    A parameter ``z`` is primed, since $z$ is the skew.

    >>> print(symbol("pi0"), symbol("BS0"), symbol("q"), symbol("alpha"), symbol("q1"), symbol("mean"), symbol("z"))
    \pi_0 \mathrm{BS}_0 q \alpha q_{1} \mathit{mean} z'
    """
    if name[0] in (_WRITTEN, _WRITTEN_OPEN):
        return name[1:]
    if name in _SAMPLE:
        return NOTATION[name]
    if name in metrics.CATALOGUE:
        return metrics.CATALOGUE[name].latex.partition(" =")[0]
    if name in figures.NAMED:
        return figures.SAYS[name][1]
    if name == syntax.SECOND:
        return NOTATION[name]
    parts = re.fullmatch(r"([a-z]+)([0-9]*)", name)
    if parts is not None:
        stem, digits = parts.groups()
        letter = rf"\{stem}" if stem in _GREEK else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
        return (letter + (f"_{{{digits}}}" if digits else "")) if name != "z" else "z'"
    escaped = name.replace("_", r"\_")
    return rf"\mathit{{{escaped}}}"


@cache
def method_letters(name: str) -> str:
    """The letters of a method of the catalogue, those above the T in its symbol.

    >>> method_letters("score_driven"), method_letters("optimal")
    ('sd', 'o')
    """
    found = re.match(r"T\^\{?([^}]+)\}?", methods.CATALOGUE[name].latex)
    return found[1] if found else rf"\text{{{methods.CATALOGUE[name].title}}}"


# --- the statement language -----------------------------------------------------------------------------


def _brackets(text: str) -> str:
    return rf"\left({text}\right)" if _TALL.search(text) else f"({text})"


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value)
    return rf"{'-' * (value < 0)}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _script(node: syntax.Node, c: str) -> str:
    """``node`` in an exponent or an index, where a fraction of numbers has a slash."""
    return str(node.value) if isinstance(node, syntax.Number) else _text(node, c)


def _is_sum(node: syntax.Node) -> bool:
    return isinstance(node, syntax.Arithmetic) and node.operator in "+-"


def _text(node: syntax.Node, c: str = NOTATION["cost"]) -> str:
    """``node`` with the operating condition written as ``c``."""
    if isinstance(node, syntax.Number):
        return _number(node.value)
    if isinstance(node, syntax.Name):
        return c if node.name == "c" else symbol(node.name)
    if isinstance(node, syntax.Arithmetic):
        return _arithmetic(node, c)
    if isinstance(node, syntax.Negative):
        inner = _text(node.operand, c)
        return f"-{_brackets(inner) if _is_sum(node.operand) or inner.startswith('-') else inner}"
    if isinstance(node, syntax.Comparison):
        return f"{_text(node.left, c)} {RELATIONS[node.relation]} {_text(node.right, c)}"
    if isinstance(node, syntax.Apply):
        return _call(node, c)
    if isinstance(node, syntax.Loss):
        return _loss(node)
    if isinstance(node, syntax.PairMean):
        return _mean(NOTATION[node.function], _text(node.body, c))
    if isinstance(node, syntax.Of):
        return f"{node.model}{{.}}{_text(node.figure, c)}"
    if isinstance(node, syntax.Rescored):
        return _loss(node.loss, rf",\,s \mapsto {_script(node.scores, c)}")
    if isinstance(node, syntax.Method):
        return rf"{NOTATION['method']}^{{{_method(node, c)}}}"
    return _cost(node, c)


def _arithmetic(node: syntax.Arithmetic, c: str) -> str:
    left, right = _text(node.left, c), _text(node.right, c)
    if node.operator == "/":
        return rf"\frac{{{left}}}{{{right}}}"
    if node.operator == "**":
        bare = _carries_an_exponent(node.left) and not _INTEGRAL.match(left)
        base = left if bare else _brackets(left)
        return f"{base}^{{{_script(node.right, c)}}}"
    if right.startswith("-") or (node.operator != "+" and _is_sum(node.right)):
        right = _brackets(right)
    if node.operator != "*":
        return f"{left} {node.operator} {right}"
    if _is_sum(node.left) or _INTEGRAL.search(left):
        left = _brackets(left)
    dot = right[0].isdigit() or (right.startswith(r"\frac") and re.search(r"(^-?|[ {(])[0-9]+$", left))
    if dot:
        return rf"{left} \cdot {right}"
    named = _is_word(_factor(node.left, "right")) or _is_word(_factor(node.right, "left"))
    return rf"{left}\,{right}" if named else f"{left} {right}"


def _factor(node: syntax.Node, side: str) -> syntax.Node:
    """The factor of a product that stands on one of its sides, without its exponent."""
    if isinstance(node, syntax.Negative):
        return _factor(node.operand, side)
    if isinstance(node, syntax.Arithmetic) and node.operator in ("*", "**"):
        return _factor(node.left if node.operator == "**" or side == "left" else node.right, side)
    return node


def _is_word(node: syntax.Node) -> bool:
    """Whether a factor is a name of several letters, which another beside it would run into."""
    if isinstance(node, syntax.Apply):
        return "mathrm" in NOTATION.get(node.function, "")
    return isinstance(node, syntax.Name) and symbol(node.name).startswith((r"\mathrm", r"\mathit"))


def _carries_an_exponent(node: syntax.Node) -> bool:
    if isinstance(node, syntax.Number):
        return node.value >= 0 and node.value.denominator == 1
    if isinstance(node, syntax.Name):
        return node.name[0] != _WRITTEN_OPEN
    return isinstance(node, syntax.Apply) and node.function not in _AMBIGUOUS_AS_BASE


def _call(node: syntax.Apply, c: str) -> str:
    if node.function in _SHARES:
        shown = NOTATION[node.function]
        second = node.arguments == (syntax.Name(syntax.SECOND),)
        return shown.replace("s)", f"{NOTATION[syntax.SECOND]})") if second else shown
    if node.function == "h_measure":
        return rf"{symbol('H')}_{{{', '.join([_script(a, c) for a in node.arguments])}}}"
    inside = ", ".join([_text(a, c) for a in node.arguments])
    if node.function in _MEANS and as_integrals() and len(node.arguments) == 1:
        return _class_integral(node.function, node.arguments[0], inside)
    if node.function in _MEANS:
        return _mean(NOTATION[node.function], inside)
    if node.function == "abs":
        return rf"\left|{inside}\right|"
    if node.function == "sqrt":
        return rf"\sqrt{{{inside}}}"
    if node.function == "indicator":
        left, right = (r"\left", r"\right") if r"\frac" in inside else ("", "")
        return rf"{NOTATION['indicator']}{left}\{{{inside}{right}\}}"
    letters = figures.SAYS[node.function][1] if node.function in figures.CATALOGUE else NOTATION[node.function]
    return letters + _brackets(inside)


def _mean(operator: str, body: str) -> str:
    return rf"{operator}\left[{body}\right]" if _TALL.search(body) else f"{operator}[{body}]"


def _class_integral(mean: str, of: syntax.Node, inside: str) -> str:
    """A mean over the scores: over a density, or over a cdf where it is of a rate, or over all examples."""
    measure = NOTATION[_MEASURES[mean]]
    if isinstance(of, syntax.Apply) and of.function in _RATES and mean != "E" and inside.endswith("(s)"):
        return rf"\int {inside.removesuffix('(s)')}\, d{measure}"
    factor = _factor_of_an_integral(inside, of)
    if mean == "E" or any(NOTATION[x] in inside for x in _RATES):
        return rf"\int {factor}\, d{measure}(s)"
    return rf"\int {factor} {_class_density(mean)}(s)\, ds"


def mean_of(mean: str, inside: str) -> str:
    r"""The mean over a class, or over all examples for ``E``, of a function of the score that is LaTeX already.

    >>> from workbench.symbolic.letters import means_as
    >>> print(mean_of("E0", "g(s)"))
    E_0[g(s)]
    >>> with means_as("integrals"):
    ...     print(mean_of("E0", "g(s)"), mean_of("E1", "g(F_0(s))"), mean_of("E", "g(s)"), sep="; ")
    \int g(s) f_0(s)\, ds; \int g(F_0(s))\, dF_1(s); \int g(s)\, dR(s)
    """
    if as_integrals():
        return _class_integral(mean, syntax.Name("s"), inside)
    return _mean(NOTATION[mean], inside)


def _class_density(mean: str) -> str:
    return f"f_{mean[1:]}"


def _factor_of_an_integral(inside: str, of: syntax.Node) -> str:
    """What is integrated, in brackets where what follows would not seem to belong to it."""
    return _brackets(inside) if _is_sum(of) or inside.startswith("-") or _INTEGRAL.search(inside) else inside


def _loss(node: syntax.Loss, scores: str = "") -> str:
    c = NOTATION[node.condition]
    return _expected_loss(_method(node.method, c) + scores, _cost(node.cost, c), node.rates)


def _expected_loss(method: str, cost: str, rates: str) -> str:
    marked = "" if rates == "interpolated" else rf",\,\text{{{rates}}}"
    return expected_loss(f"{method}{marked}", cost)


def _method(method: syntax.Method, c: str) -> str:
    """What stands above the L of an expected loss."""
    if method.name == "mix":
        return _mixture(method, c)
    inside = ", ".join([_script(a, c) for a in method.arguments])
    if method.name in _DRAWN:
        return f"{NOTATION[_DRAWN[method.name]]} = {inside}"
    return method_letters(method.name) + (f"[{inside}]" if inside else "")


def _mixture(method: syntax.Method, c: str) -> str:
    q, *parts = method.arguments
    first, second = (_brackets(_method(part, c)) for part in parts if isinstance(part, syntax.Method))
    if isinstance(q, syntax.Number):
        return rf"{q.value}\,{first} + {1 - q.value}\,{second}"
    if isinstance(q, syntax.Name):
        return rf"{_text(q, c)}\,{first} + (1 - {_text(q, c)})\,{second}"
    return rf"{first} \text{{ with probability }} {_text(q, c)}, \text{{ else }} {second}"


def _cost(cost: syntax.Cost, c: str) -> str:
    """What stands below the L of an expected loss: how the operating condition is distributed."""
    if cost.name == "any":
        return density_at(c)
    if cost.name == "mixture":
        q, first, second = (_cost(a, c) if isinstance(a, syntax.Cost) else _script(a, c) for a in cost.arguments)
        return rf"{first} \text{{ with probability }} {q}, \text{{ else }} {second}"
    if cost.name == "points":
        places = zip(*(iter([_script(a, c) for a in cost.arguments]),) * 2, strict=True)
        return r",\; ".join(rf"P({c} = {place}) = {weight}" for place, weight in places)
    inside = ", ".join([_script(a, c) for a in cost.arguments])
    if cost.name == "uniform":
        return rf"{c} \sim {NOTATION['uniform']}({inside})" if inside else f"{NOTATION['uniform']}({c})"
    if cost.name == "point":
        return f"{c} = {inside}"
    if cost.name in ("density", "weight"):
        return f"{density_at(c)} = {inside}"
    return rf"{c} \sim {NOTATION[cost.name]}{_brackets(inside)}"


def density_at(c: str) -> str:
    """The density of the operating condition, whose index says of which where means are integrals."""
    return f"{NOTATION['density']}_{c}({c})" if as_integrals() else f"{NOTATION['density']}({c})"


def density_scripts(source: Expr | syntax.Node) -> Iterator[tuple[str, tuple[str, Expr | syntax.Node]]]:
    """What stands below the L of each loss whose operating condition has a density, its letters, and the density.

    >>> from workbench.language.statements import parse_expression
    >>> [(x, str(y)) for x, (_, y) in density_scripts(parse_expression("loss(optimal, weight=c/3) + BS"))]
    [('w(c) = \\\\frac{c}{3}', 'c/3')]
    """
    if isinstance(source, Expr):
        for loss in source.atoms(notation.ExpectedLoss, notation.LossAtRates):
            density, c = loss.args[1], NOTATION[loss.args[2].name]
            if isinstance(density, notation.AnyDensity | notation.EveryDensity | notation.ExplicitDensity):
                yield _density(density, c), (density_at(c), (density.args or (density,))[0])
        return
    if isinstance(source, syntax.Loss) and source.cost.name in ("any", "density", "weight"):
        c = NOTATION[source.condition]
        yield _cost(source.cost, c), (density_at(c), (source.cost.arguments or (source.cost,))[0])
    for child in syntax.children(source):
        yield from density_scripts(child)


def _assumption(given: syntax.Assumption) -> str:
    if given.relation is not None and given.sides is not None:
        left, right = map(_text, given.sides)
        every = rf" \text{{ for all }} {symbol(given.for_all)}" if given.for_all else ""
        return f"{left} {RELATIONS[given.relation]} {right}{every}"
    if given.relation is None or given.value is None:
        return rf"\text{{{_ASSUMPTIONS.get(given.name, given.name.replace('_', ' '))}}}"
    name = "AUC" if given.name == "auc" else given.name
    return f"{symbol(name)} {RELATIONS[given.relation]} {_number(given.value)}"


def latex_of(node: syntax.Node, condition: str = "cost") -> str:
    r"""A node of the statement language in LaTeX, without delimiters.

    Nothing is reordered or simplified; parentheses stand where the value needs them. Outside of expected losses,
    which have their own, the operating condition is a cost proportion, or a skew where ``condition`` says so.

    >>> from workbench.language.statements import parse_expression
    >>> print(latex_of(parse_expression("(1 - pi0)*loss(score_driven, condition=skew)**2/3")))
    \frac{(1 - \pi_0) \left(L^{sd}_{U(z)}\right)^{2}}{3}
    >>> print(latex_of(parse_expression("loss(mix(q, score(c**2), rate_uniform), cost=beta(2, 2))")))
    L^{q\,\left(t = c^{2}\right) + (1 - q)\,(ru)}_{c \sim \mathrm{Beta}(2, 2)}
    """
    return _text(node, NOTATION[condition])


def latex_of_statement(statement: syntax.Statement) -> str:
    r"""A statement in LaTeX, without delimiters.

    >>> from workbench.language.statements import parse_statement
    >>> print(latex_of_statement(parse_statement("MAE == 2*E(s**2) given calibrated, pi0 <= 1/2")))
    \mathrm{MAE} = 2 E\left[s^{2}\right] \quad\text{given } \text{calibrated scores},\; \pi_0 \le \frac{1}{2}
    """
    text = f"{_text(statement.left)} {RELATIONS[statement.relation]} {_text(statement.right)}"
    if statement.given:
        given = r",\; ".join(map(_assumption, statement.given))
        text += rf" \quad\text{{given }} {given}"
    return text


# --- expressions of sympy -------------------------------------------------------------------------------

_SPOKEN = (
    Add, Mul, Pow, Symbol, Rational, ClassMean, Below, Clip, Width, Max, Min, Abs, sympy.log, sympy.exp,
    posterior, pav, error, macro_error, h_measure, R,
)  # fmt: skip
_DENSITIES: Mapping[type[Basic], str] = {
    notation.UniformDensity: "uniform",
    notation.BetaDensity: "beta",
    notation.PointMass: "point",
    notation.ExplicitDensity: "density",
}


def written(text: str, *, carries_an_exponent: bool = True) -> Symbol:
    """A symbol that is written as the given LaTeX."""
    return Symbol((_WRITTEN if carries_an_exponent else _WRITTEN_OPEN) + text, real=True)


def _skeleton(e: Expr) -> Expr:
    """``e`` with symbols, LaTeX for their names, in place of what has no words in the statement language."""
    if e == notation.z:
        return written(NOTATION["skew"])
    if isinstance(e, _SPOKEN) or (isinstance(e, F0 | F1) and e.args[0] == notation.s):
        inner = tuple(_skeleton(a) for a in e.args)
        return e if inner == e.args else e.func(*inner)
    for kind, (write, carries) in _UNSPOKEN.items():
        if isinstance(e, kind):
            return written(write(e), carries_an_exponent=carries)
    return written(sympy.latex(e), carries_an_exponent=False)


def _called(letter: str) -> Callable[[Any], str]:
    return lambda e: NOTATION[letter] + _brackets(", ".join(latex(a) for a in e.args))


def _loss_words(method: Basic, density: Basic, condition: Any, rates: str = "interpolated") -> str:
    c = NOTATION[condition.name]
    return _expected_loss(_method(_method_words(method), c), _density(density, c), rates)


def _density(density: Basic, c: str) -> str:
    if isinstance(density, notation.AnyDensity | notation.EveryDensity):
        return density_at(c)
    arguments = () if density == notation.UNIFORM else tuple(_words(a) for a in density.args)
    return _cost(syntax.Cost(_DENSITIES[type(density)], arguments), c)


def _method_words(method: Basic) -> syntax.Method:
    """A method by its name in the catalogue where it has one, else by its law."""
    if isinstance(method, notation.MixedMethod):
        q, first, second = method.args
        return syntax.Method("mix", (_words(q), _method_words(first), _method_words(second)))
    for law, name in _catalogued().items():
        found = method.match(law)
        if found is not None:
            return syntax.Method(name, tuple(_words(x) for x in found.values()))
    kind = next(name for name, kind in LAWS.items() if isinstance(method, kind))
    return syntax.Method(kind, (_words(method.args[0]),))


@cache
def _catalogued() -> dict[Basic, str]:
    """The law of each method that takes no argument, or one, whose place a wildcard has, where it can be followed."""
    found: dict[Basic, str] = {}
    for name, entry in methods.CATALOGUE.items():
        with suppress(Untranslatable):
            if len(entry.parameters) == len(entry.defaults):
                found[to_method(syntax.Method(name))] = name
            elif len(entry.parameters) == 1:
                law = to_method(syntax.Method(name, (syntax.Name("x"),)))
                found[law.xreplace({Symbol("x", real=True): Wild("x", exclude=(notation.c, notation.u))})] = name
    return found


def by_names(node: syntax.Node) -> syntax.Node:
    """A node in which each method that the catalogue has is called by its name there.

    >>> from workbench.language.statements import parse_expression
    >>> print(by_names(parse_expression("loss(score(t)) - loss(rate(c)) + loss(score(c**2))")))
    loss(score_fixed(t)) - loss(rate_driven) + loss(score(c**2))
    """
    if isinstance(node, syntax.Method):
        return _method_words(to_method(node))
    return syntax.rebuilt(node, by_names)


def _cutpoint_mean(e: Any) -> str:
    start, body = e.args
    count = latex(notation.metric("n") + 1 - start)
    summed = _brackets(latex(body)) if isinstance(body, Add) else latex(body)
    return rf"\frac{{1}}{{{count}}} \sum_{{{NOTATION['threshold']}}} {summed}"


def _loss_at_cutpoints(e: Any) -> str:
    """The rate-uniform loss whose rates are cutpoints or, from the second cutpoint on and for costs, steps."""
    start, density, condition = e.args
    if start == 0 or condition == notation.COST:
        rates = "cutpoints" if start == 0 else "step"
        return _loss_words(notation.RateMethod(notation.u), density, condition, rates)
    t, n = NOTATION["threshold"], NOTATION["n"]
    return expected_loss(rf"{t}_{{{start}}}, \dots, {t}_{n}", _density(density, NOTATION["skew"]))


def _at(letter: str, threshold: Expr, condition: Expr) -> str:
    return f"{NOTATION[letter]}({latex(threshold)}; {latex(condition)})"


def _least_loss(e: Any) -> str:
    return rf"{NOTATION['min']}_{NOTATION['threshold']} {_at('loss at a cost proportion', notation.t, e.args[0])}"


def _method_at(_: Any) -> str:
    """The threshold or rate that an abstract method sets, at the operating condition where means are integrals."""
    return f"{NOTATION['method']}({NOTATION['cost']})" if as_integrals() else NOTATION["method"]


def _condition_mean(e: Any) -> str:
    """A mean over the operating condition; as an integral over its density and, where it stands in it, over u."""
    inside = latex(e.body)
    if not as_integrals():
        return _mean(NOTATION["Ec"], inside)
    c, free = NOTATION["cost"], e.body.free_symbols
    over_u = notation.u in free and not e.body.has(notation.tau)
    over_c = notation.c in free or not over_u
    factor = _factor_of_an_integral(inside, to_syntax(_skeleton(e.body)))
    if over_c:
        weight = "" if e.args[0] == notation.UNIFORM else rf"\, {density_at(c)}"
        factor = rf"\int_0^1 {factor}{weight}\, d{c}"
    return rf"\int_0^1 {factor}\, du" if over_u else factor


def _balanced(e: Any) -> str:
    return rf"\left[{latex(e.body)}\right]_{{{NOTATION['pi0']} = {NOTATION['pi1']} = 1/2}}"


_UNSPOKEN: dict[type[Basic], tuple[Callable[[Any], str], bool]] = {
    F0: (_called("F0"), True),
    F1: (_called("F1"), True),
    notation.ThresholdAtRate: (_called("inverse of R"), False),
    notation.tau: (_method_at, True),
    notation.Qc: (lambda e: _at("loss at a cost proportion", *e.args), True),
    notation.Qz: (lambda e: _at("loss at a skew", *e.args), True),
    notation.LeastLoss: (_least_loss, False),
    notation.ConditionMean: (_condition_mean, True),
    notation.CutpointMean: (_cutpoint_mean, False),
    notation.LossAtCutpoints: (_loss_at_cutpoints, False),
    notation.Balanced: (_balanced, False),
    notation.LossAtRates: (lambda e: _loss_words(e.args[0], e.args[1], e.args[2], e.args[3].name), False),
    notation.ExpectedLoss: (lambda e: _loss_words(*e.args), False),
}


def _words(e: Expr) -> syntax.Expression:
    return to_syntax(_skeleton(e))


def latex(expression: Expr) -> str:
    r"""An expression of the theory in LaTeX, without delimiters, in the order of the statement language.

    >>> from workbench.symbolic.notation import E0, UNIFORM, ConditionMean, ExpectedLoss, ScoreMethod, c, metric
    >>> from workbench.symbolic.notation import pi0, pi1, s
    >>> print(latex(pi0 * pi1 * (1 - 2 * metric("AUC"))))
    \pi_0 \pi_1 (1 - 2\,\mathrm{AUC})
    >>> print(latex(ExpectedLoss(ScoreMethod(c), UNIFORM)), latex(ExpectedLoss(ScoreMethod(c**3))))
    L^{sd}_{U(c)} L^{t = c^{3}}_{w(c)}
    """
    return _text(_words(expression))
