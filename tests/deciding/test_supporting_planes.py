"""Inequalities between means over all examples, and between metrics: proved, and not where they are too strong."""

from __future__ import annotations

import pytest
from sympy import S, Symbol

from workbench.deciding.decide import prove
from workbench.deciding.grid_weights import fitted
from workbench.symbolic.notation import Clip

TRUE = [
    "E(s*pav(s)) >= pi1*E1(s)",
    "RL <= E(min(posterior(s), 1 - posterior(s)))",
    "E(min(posterior(s), 1 - posterior(s))) <= 2*RL",
    "RLH <= MER*(1 - MER)",
    "E(s*pav(s)**2) >= E(s*posterior(s)*pav(s))",
    "E(posterior(s)*sqrt(s)) <= E(pav(s)*sqrt(s))",
    "E(posterior(s)*s*sqrt(s)) <= E(pav(s)*s**(3/2))",
    "E(posterior(s)*(s + 1)**(7/5)) <= E(pav(s)*(s + 1)**(7/5))",
    "pi0*E0(sqrt(s)) >= E((1 - pav(s))*sqrt(s))",
    "E(posterior(s)*sqrt(s)*max(R(s), 1/3)) <= E(pav(s)*sqrt(s)*max(R(s), 1/3))",
    "E(posterior(s)*R(s)**3) <= E(pav(s)*R(s)**3)",
    "E(posterior(s)*s*R(s)**2) <= E(pav(s)*s*R(s)**2)",
    "E((posterior(s) - pav(s))**2) == RLH - RL",
    "CL >= E((posterior(s) - pav(s))**2) + E((s - pav(s))**2)",
    "BS >= RLH + (E(s) - pi1)**2",
    "(E(s) - pi1)**2 <= CL",
    "E(abs(s - posterior(s)))**2 <= CL",
    "RLH <= pi0*pi1 - E(abs(pav(s) - pi1))**2",
    "E((s - t)**2) >= E(s**2) - E(s)**2",
    "E1(s) >= E0(s) given calibrated",
    "loss(optimal, cost=point(1/4)) >= MER/2",
    "loss(optimal, cost=point(t)) <= 2*max(t, 1 - t)*MER",
    "loss(optimal, cost=point(t)) == 2*E(min(t*(1 - pav(s)), (1 - t)*pav(s)))",
    "loss(optimal, cost=density(4*min(c, 1 - c))) >= RLH",
    "loss(optimal, cost=beta(2, 2)) <= pi0*pi1*(1 + pi0*pi1)",
    "loss(score_driven, cost=uniform(1/4, 3/4)) <= 16/9*BS",
    "(1 - t)**2*RLH <= BS - t*MAE + t**2/4",
    "E(R(s)*(1 - R(s))) == 1/6",
    "E(abs(R(s) - 1/2)) == 1/4",
    "E((1 - R(s))**4) == 1/5",
    "loss(rate_fixed(0)) == pi0",
    "E1(s) - E0(s) <= KS",
    "MMAE <= (1 + KS)/2",
    "macro_error(t) >= (1 - KS)/2",
    "AUC <= 1 - (1 - KS)**2/2",
    "MER >= 2*pi0*pi1*(1 - AUCH)",
    "MER**2 <= 2*pi0*pi1*(1 - AUCH)",
    "loss(rate_uniform) >= min(pi0, pi1)*(1 - KS)",
    "GINI >= KS given calibrated",
    "GINI <= 2*KS - KS**2 given calibrated",
    "BS <= pi0*pi1 - 4*(pi0*pi1*KS)**2 given calibrated",
    "pi0*pi1*KS == E(max(s - pi1, 0)) given calibrated",
    "loss(optimal, condition=skew) <= 1/4",
    "MBS >= loss(optimal, condition=skew)",
    "loss(optimal, condition=skew) <= loss(optimal, cost=point(1/2), condition=skew)",
    "loss(optimal, condition=skew) >= 1/2 - AUCH/2",
    "loss(optimal, condition=skew) >= (1 - KS)/4",
    "loss(optimal, cost=point(1/2), condition=skew) >= (1 - KS)/2",
]
FALSE = [
    "E(s*pav(s)) <= pi1*E1(s)",
    "E(s**2*pav(s)) <= E(s**2*posterior(s)) given auc >= 9/10",
    "E(posterior(s)*sqrt(s)) >= E(pav(s)*sqrt(s))",
    "E(posterior(s)*(s + 1)**(7/5)) == E(pav(s)*(s + 1)**(7/5))",
    "E(posterior(s)*R(s)**3) >= E(pav(s)*R(s)**3)",
    "E(posterior(s)*(1 - R(s))**3) <= E(pav(s)*(1 - R(s))**3)",
    "E(posterior(s)*s*R(s)**2) >= E(pav(s)*s*R(s)**2)",
    "pi0*E0(sqrt(s)) <= E((1 - pav(s))*sqrt(s))",
    "E(posterior(s)*sqrt(s)*max(R(s), 1/3)) >= E(pav(s)*sqrt(s)*max(R(s), 1/3))",
    "E(posterior(s)*(s - 1)**2) <= E(pav(s)*(s - 1)**2)",
    "E(posterior(s)*sqrt(1 - s)) <= E(pav(s)*sqrt(1 - s))",
    "E(posterior(s)*(2 - s)**(3/2)) <= E(pav(s)*(2 - s)**(3/2))",
    "E(posterior(s)*s*(1 - sqrt(s))) <= E(pav(s)*s*(1 - sqrt(s)))",
    "RL <= 9/10*E(min(posterior(s), 1 - posterior(s)))",
    "E(min(posterior(s), 1 - posterior(s))) <= 19/10*RL",
    "RLH <= 9/10*MER*(1 - MER)",
    "CL == E((posterior(s) - pav(s))**2) + E((s - pav(s))**2)",
    "BS >= RLH + 11/10*(E(s) - pi1)**2",
    "(E(s) - pi1)**2 <= RL",
    "RLH <= pi0*pi1 - 2*E(abs(pav(s) - pi1))**2",
    "E1(s) >= E0(s)",
    "loss(optimal, cost=point(t)) <= 2*min(t, 1 - t)*MER",
    "loss(optimal, cost=density(4*min(c, 1 - c))) <= RLH",
    "loss(score_driven, cost=uniform(1/4, 3/4)) <= 7/4*BS",
    "E(R(s)**2) == 1/4",
    "loss(rate_fixed(0)) == pi1",
    "E1(s) - E0(s) <= KS/2",
    "MMAE <= (1 - KS)/2",
    "macro_error(t) >= (1 - KS)/2 + 1/100",
    "AUC <= 1 - 3/4*(1 - KS)**2",
    "MER >= 3*pi0*pi1*(1 - AUCH)",
    "MER**2 <= 3/2*pi0*pi1*(1 - AUCH)",
    "loss(rate_uniform) >= max(pi0, pi1)*(1 - KS)",
    "GINI >= KS",
    "GINI <= KS given calibrated",
    "BS <= pi0*pi1 - 4*(pi0*pi1*KS)**2",
    "pi0*pi1*KS == E(max(s - pi1, 0))",
    "loss(optimal, condition=skew) <= pi0*pi1",
    "RLH <= loss(optimal, condition=skew)",
    "RLH <= pi0*pi1 - 4*(pi0*pi1*(2*AUCH - 1))**2",
    "loss(optimal, condition=skew) >= 3/5 - AUCH/2",
    "loss(optimal, condition=skew) >= (1 - KS)/3",
    "loss(optimal) >= (1 - KS)/4",
]


def some(statements: list[str], step: int) -> list[object]:
    """All of them, of which one in so many is quick enough to be tried each time."""
    return [x if i % step == 0 else pytest.param(x, marks=pytest.mark.slow) for i, x in enumerate(statements)]


@pytest.mark.parametrize("statement", some(TRUE, 4))
def test_what_is_true_is_proved(statement: str) -> None:
    assert prove(statement).verdict == "proved"


@pytest.mark.parametrize("statement", some(FALSE, 6))
def test_what_is_too_strong_is_not_proved(statement: str) -> None:
    assert prove(statement, 4).verdict in ("refuted", "undecided")


def test_weights_are_fitted_to_what_is_clipped() -> None:
    y = Symbol("y")
    assert next(fitted(Clip(y, S.Zero, S.Half), [(y, True)], {y: (0.0, 1.0)})) == (0,)
