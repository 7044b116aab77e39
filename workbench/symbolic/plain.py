"""Expressions of the theory as text, in the words of proof documents.

What the statement language has words for is written in them; beyond it, ``Ec(f, DENSITY)`` is the mean over the
operating condition c and over u, ``balanced(x)`` the value with class proportions 1/2, ``threshold_at(r)`` the
threshold of rate r, ``least_loss(c)`` the least loss over thresholds, T an arbitrary law and w an arbitrary density.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Basic
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from workbench.symbolic.notation import UNIFORM


class _Printer(StrPrinter):  # type: ignore[misc]
    def _call(self, name: str, *arguments: Basic) -> str:
        return f"{name}({', '.join(self._print(a) for a in arguments)})"

    def _print_Pow(self, e: Any, rational: bool = False) -> str:
        if e.exp.is_Number and e.exp.is_negative and e.exp != -1:
            return f"1/{self.parenthesize(e.base**-e.exp, PRECEDENCE['Mul'], strict=True)}"
        printed: str = super()._print_Pow(e, rational)
        return printed

    def _print_ClassMean(self, e: Any) -> str:
        return self._call({0: "E0", 1: "E1", 2: "E"}[int(e.args[0])], e.args[1])

    def _print_ConditionMean(self, e: Any) -> str:
        density, body = e.args
        return self._call("Ec", body) if density == UNIFORM else self._call("Ec", body, density)

    def _print_Balanced(self, e: Any) -> str:
        return self._call("balanced", e.args[0])

    def _print_CutpointMean(self, e: Any) -> str:
        return self._call(f"mean over the cutpoints from {e.args[0]} of ", e.args[1])

    def _print_LossAtCutpoints(self, e: Any) -> str:
        start, density, condition = e.args
        return self._loss("rate(u)", density, condition, "step" if start == 1 else "cutpoints")

    def _loss(self, method: str, density: Basic, condition: Any, rates: str = "") -> str:
        cost = "" if density == UNIFORM else f", cost={self._print(density)}"
        words = ", condition=skew" * (condition.name == "skew") + f", rates={rates}" * bool(rates)
        return f"loss({method}{cost}{words})"

    def _print_LossAtRates(self, e: Any) -> str:
        method, density, condition, reading = e.args
        return self._loss(self._print(method), density, condition, reading.name)

    def _print_Below(self, e: Any) -> str:
        return f"indicator({self._print(e.args[0])} < {self._print(e.args[1])})"

    def _print_Clip(self, e: Any) -> str:
        x, low, high = map(self._print, e.args)
        return f"min(max({x}, {low}), {high})"

    def _print_Width(self, e: Any) -> str:
        return f"({self._print(e.args[1])} - {self._print(e.args[0])})"

    def _print_LeastLoss(self, e: Any) -> str:
        return self._call("least_loss", e.args[0])

    def _print_ThresholdAtRate(self, e: Any) -> str:
        return self._call("threshold_at", e.args[0])

    def _print_Exp1(self, e: Any) -> str:
        return "exp(1)"

    def _print_tau(self, e: Any) -> str:
        return "T"

    def _print_ExpectedLoss(self, e: Any) -> str:
        method, density, condition = e.args
        return self._loss(self._print(method), density, condition)

    def _print_ScoreMethod(self, e: Any) -> str:
        return self._call("score", *e.args)

    def _print_RateMethod(self, e: Any) -> str:
        return self._call("rate", *e.args)

    def _print_FalsePositiveRateMethod(self, e: Any) -> str:
        return self._call("fpr", *e.args)

    def _print_TruePositiveRateMethod(self, e: Any) -> str:
        return self._call("tpr", *e.args)

    def _print_MixedMethod(self, e: Any) -> str:
        return self._call("mix", *e.args)

    def _print_OptimalMethod(self, e: Any) -> str:
        return "optimal"

    def _print_AnyDensity(self, e: Any) -> str:
        return "w"

    def _print_EveryDensity(self, e: Any) -> str:
        return "any"

    def _print_UniformDensity(self, e: Any) -> str:
        return "uniform" if e.args == (0, 1) else self._call("uniform", *e.args)

    def _print_BetaDensity(self, e: Any) -> str:
        return self._call("beta", *e.args)

    def _print_PointMass(self, e: Any) -> str:
        return self._call("point", *e.args)

    def _print_ExplicitDensity(self, e: Any) -> str:
        return self._call("density", *e.args)

    def _print_Min(self, e: Any) -> str:
        return self._call("min", *e.args)

    def _print_Max(self, e: Any) -> str:
        return self._call("max", *e.args)

    def _print_Abs(self, e: Any) -> str:
        return self._call("abs", *e.args)


_PRINTER = _Printer()


@lru_cache(maxsize=4096)
def plain(expression: Basic) -> str:
    """The expression in plain text.

    >>> from workbench.symbolic.notation import UNIFORM, Below, ConditionMean, E0, c, pi0, s
    >>> plain(pi0 * E0(ConditionMean(UNIFORM, 2 * c * Below(c, s))))
    'pi0*E0(Ec(2*c*indicator(c < s)))'
    """
    return str(_PRINTER.doprint(expression))
