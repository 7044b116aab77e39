"""LaTeX of the theory's expressions, in the notation of the main paper; amsmath is all it needs."""

from __future__ import annotations

from typing import Any

from sympy import Expr
from sympy.printing.latex import LatexPrinter

from workbench import metrics
from workbench.notation import (
    SKEW,
    AnyDensity,
    BetaDensity,
    Density,
    ExplicitDensity,
    MixedMethod,
    OptimalMethod,
    PointMass,
    RateMethod,
    ScoreMethod,
    UniformDensity,
    metric,
)

_GREEK = {"pi0": r"\pi_0", "pi1": r"\pi_1"}


class _Printer(LatexPrinter):  # type: ignore[misc]
    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        if expr.name in _GREEK:
            return _GREEK[expr.name]
        if expr.name in metrics.CATALOGUE:
            stem, digit = (expr.name[:-1], expr.name[-1]) if expr.name[-1] in "01" else (expr.name, "")
            return rf"\mathrm{{{stem}}}" + (f"_{digit}" if digit else "")
        return str(super()._print_Symbol(expr))

    def _mean(self, under: str, body: Expr) -> str:
        return rf"E_{{{under}}}\left[{self._print(body)}\right]"

    def _print_ClassMean(self, expr: Any) -> str:
        return self._mean({0: "0", 1: "1", 2: ""}[int(expr.args[0])], expr.body)

    def _print_ConditionMean(self, expr: Any) -> str:
        return self._mean("c", expr.body)

    def _print_CutpointMean(self, expr: Any) -> str:
        start, body = expr.args
        return rf"\frac{{1}}{{{self._print(metric('n') + 1 - start)}}} \sum_{{t}} \left({self._print(body)}\right)"

    def _print_LossAtCutpoints(self, expr: Any, exp: Any = None) -> str:
        start, density, condition = expr.args
        letter = "z" if condition == SKEW else "c"
        name = rf"L^{{t_{{{start}}}, \dots, t_n}}_{{{self._density(density, letter)}}}"
        return name if exp is None else rf"\left({name}\right)^{{{exp}}}"

    def _print_Balanced(self, expr: Any) -> str:
        return rf"\left.{self._print(expr.body)}\right|_{{\pi_0 = \pi_1 = 1/2}}"

    def _print_Below(self, expr: Any) -> str:
        left, right = map(self._print, expr.args)
        return rf"\mathbf{{1}}\{{{left} < {right}\}}"

    def _print_Clip(self, expr: Any, exp: Any = None) -> str:
        x, low, high = map(self._print, expr.args)
        return self._raised(rf"\min\left(\max\left({x}, {low}\right), {high}\right)", exp)

    def _applied(self, head: str, expr: Any, exp: Any) -> str:
        inside = ", ".join(map(self._print, expr.args))
        power = f"^{{{exp}}}" if exp is not None else ""
        return rf"{head}{power}\left({inside}\right)"

    def _print_F0(self, expr: Any, exp: Any = None) -> str:
        return self._applied("F_0", expr, exp)

    def _print_F1(self, expr: Any, exp: Any = None) -> str:
        return self._applied("F_1", expr, exp)

    def _print_R(self, expr: Any, exp: Any = None) -> str:
        return self._applied("R", expr, exp)

    def _print_tau(self, expr: Any, exp: Any = None) -> str:
        return "T" if exp is None else f"T^{{{exp}}}"

    def _print_ThresholdAtRate(self, expr: Any, exp: Any = None) -> str:
        return self._applied("R^{-1}", expr, None)

    def _print_posterior(self, expr: Any, exp: Any = None) -> str:
        return self._raised(r"P(1 \mid s)", exp)

    def _print_pav(self, expr: Any, exp: Any = None) -> str:
        return self._raised("p", exp)

    def _raised(self, text: str, exp: Any) -> str:
        return text if exp is None else f"{text}^{{{exp}}}"

    def _print_Qc(self, expr: Any) -> str:
        return rf"Q_c\left({self._print(expr.args[0])}; {self._print(expr.args[1])}\right)"

    def _print_Qz(self, expr: Any) -> str:
        return rf"Q_z\left({self._print(expr.args[0])}; {self._print(expr.args[1])}\right)"

    def _print_LeastLoss(self, expr: Any) -> str:
        return rf"\min_t Q_c\left(t; {self._print(expr.args[0])}\right)"

    def _print_error(self, expr: Any, exp: Any = None) -> str:
        return self._applied(r"\mathrm{err}", expr, exp)

    def _print_macro_error(self, expr: Any, exp: Any = None) -> str:
        return self._applied(r"\overline{\mathrm{err}}", expr, exp)

    def _print_h_measure(self, expr: Any, exp: Any = None) -> str:
        return self._applied("H", expr, exp)

    def _print_ExpectedLoss(self, expr: Any, exp: Any = None) -> str:
        method, density, condition = expr.args
        letter = "z" if condition == SKEW else "c"
        name = rf"L^{{{self._method(method)}}}_{{{self._density(density, letter)}}}"
        return name if exp is None else rf"\left({name}\right)^{{{exp}}}"

    def _method(self, method: Any) -> str:
        if isinstance(method, OptimalMethod):
            return "o"
        if isinstance(method, ScoreMethod):
            return rf"t = {self._print(method.args[0])}"
        if isinstance(method, RateMethod):
            return rf"\rho = {self._print(method.args[0])}"
        assert isinstance(method, MixedMethod)
        q, first, second = method.args
        return rf"{self._print(q)}\,({self._method(first)}) + (1 - {self._print(q)})\,({self._method(second)})"

    def _density(self, density: Density, letter: str) -> str:
        inside = ", ".join(map(self._print, density.args))
        if isinstance(density, AnyDensity):
            return f"w({letter})"
        if isinstance(density, UniformDensity):
            return f"U({letter})" if density.args == (0, 1) else f"U({inside})"
        if isinstance(density, BetaDensity):
            return rf"\mathrm{{Beta}}({inside})"
        if isinstance(density, PointMass):
            return f"{letter} = {inside}"
        assert isinstance(density, ExplicitDensity)
        return f"w({letter}) = {inside}"


_PRINTER = _Printer()


def latex(expression: Expr) -> str:
    r"""The expression in LaTeX, without delimiters.

    >>> from workbench.notation import E0, metric, pi0, pi1, s
    >>> print(latex(pi0 * pi1 * (1 - 2 * metric("AUC"))))
    \pi_0 \pi_1 \left(1 - 2 \mathrm{AUC}\right)
    """
    return str(_PRINTER.doprint(expression))
