"""Facts about losses of rates however these are read: one for each law of the rate, made where it is asked for."""

from __future__ import annotations

from workbench.deciding.fact import Fact, Line, by
from workbench.deciding.facts import LEAST

_ABOVE = "indicator(1/2 < pav(s))"
_least_error_at_equal_costs = Fact(
    "MER",
    "loss(optimal, cost=point(1/2))",
    "at equal costs the optimal threshold has the least error rate",
    steps=(
        (
            f"pi0*E0({_ABOVE}) - pi1*E1({_ABOVE}) + pi1 - {LEAST}",
            "class 1 is predicted where p is more than 1/2",
            ({"theorem": "Reduction at calibrated scores", "letters": {"w": "point(1/2)"}}, by("least_error")),
        ),
    ),
)


def least_error_of_reading(law: str, loss: str, rates: str, costs: str = "uniform") -> Fact:
    """The least error rate is no more than the loss of a rate that ignores the condition, however it is read.

    >>> print(least_error_of_reading("r", "loss(rate_fixed(r), rates=step)", "step"))
    MER <= loss(rate_fixed(r), rates=step)
    """
    ignored = (by("condition_ignored", T=law, w=w, d="cost", v=rates) for w in (costs, "point(1/2)"))
    method = f"rate({law})"
    least = by("optimal_is_least", M=method, w="point(1/2)", d="cost", v=rates, times="1")
    steps: tuple[Line, ...] = (
        (
            f"loss({method}, cost=point(1/2), rates={rates}) - MER",
            "what ignores the condition loses as much under any costs of mean 1/2",
            tuple(ignored),
        ),
        ("loss(optimal, cost=point(1/2)) - MER", "optimal thresholds lose least", (least,)),
        ("0", "at equal costs this is the least error rate", ({"fact": _least_error_at_equal_costs, "times": "1"},)),
    )
    return Fact("MER", loss, "a threshold that ignores the condition errs no less than the best one", steps=steps)
