"""Inequalities between the H-measure and other metrics that hold for every sample (see `workbench.deciding.facts`).

H is one less the optimal loss under Beta(2, 2) over that of the best constant classifier, pi0 pi1 (1 + pi0 pi1).
"""

from __future__ import annotations

from typing import Any

from workbench.deciding.fact import Fact, by, defined

_CONSTANT = "pi0*pi1*(1 + pi0*pi1)"
_LOSS = "loss(optimal, cost=beta(2, 2))"
_AS_LOSS = {"theorem": "H-measure as a loss", "for": "H"}
_CONSTANT_LOSES = {
    "expression": "1 + pi0*pi1",
    "strict": True,
    "certificate": {"sum": [["1", [], []], ["1", ["pi0", "pi1"], []]]},
}
_best_constant = Fact(
    _LOSS,
    _CONSTANT,
    "optimal thresholds lose no more than the best constant classifier",
    steps=(
        (
            f"{_CONSTANT} - E(pav(s)*(1 - pav(s))*(1 + pav(s)*(1 - pav(s))))",
            "the optimal loss in calibrated scores",
            (_AS_LOSS, {"theorem": "H-measure on the hull", "for": _LOSS}),
        ),
    ),
    defined=(_CONSTANT_LOSES,),
)
_HULL_LOSES = "E(pav(s)*(1 - pav(s))*(1 + pav(s)*(1 - pav(s))))"
_HALF_AWAY = "(1 + pi0*pi1)/2*E(abs(pav(s) - pi1))"


def _below_the_hull(lower: str, because: str, bound: dict[str, Any]) -> Fact:
    """The optimal loss lies above the chords from its value for one group to the ends, where it is 0."""
    return Fact(
        f"(1 - ({lower}))*{_CONSTANT}",
        _LOSS,
        because,
        steps=(
            (
                f"{_HULL_LOSES} - (1 - ({lower}))*{_CONSTANT}",
                "the optimal loss in calibrated scores",
                (_AS_LOSS, {"theorem": "H-measure on the hull", "for": _LOSS}),
            ),
            (f"{_HULL_LOSES} - {_CONSTANT} + {_HALF_AWAY}", because, (bound,)),
            (
                f"{_HULL_LOSES} - {_CONSTANT} + {_HALF_AWAY} + (1 + pi0*pi1)*(pi1 - 1/2)*(E(pav(s)) - pi1)",
                "calibrated scores have the mean pi1",
                (by("hull_is_calibrated", g="1", times="(1 + pi0*pi1)*(1/2 - pi1)"),),
            ),
        ),
        defined=(_CONSTANT_LOSES,),
    )


def _h_below(upper: str, because: str, bound: dict[str, Any]) -> Fact:
    over = f"({_LOSS} - (1 - ({upper}))*{_CONSTANT})/({_CONSTANT})"
    return Fact(
        "H",
        upper,
        because,
        steps=(
            (over, "the optimal loss over that of the best constant", (_AS_LOSS,)),
            ("0", because, ({"fact": _below_the_hull(upper, because, bound), "times": f"1/({_CONSTANT})"},)),
        ),
        defined=(_CONSTANT_LOSES,),
    )


h_distance = _h_below(
    "KS",
    "at each cost the hull loses the share 1 - KS of what the better constant classifier does, at least",
    by("distance_of_hull", times="(1 + pi0*pi1)/2"),
)
h_area = _h_below(
    "2*AUCH - 1",
    "below the hull lies the triangle of its ends and the point farthest above the diagonal",
    by("triangle_of_hull", times="(1 + pi0*pi1)/2"),
)
_WITHOUT_H = (_AS_LOSS, {"theorem": "H-measure on the hull", "for": _LOSS}, defined("RLH"))
_SPREAD = "E(pav(s)*(1 - pav(s)))"
h_at_least = Fact(
    "(1 - H)*pi0*pi1",
    "5/4*RLH",
    "p(1 - p) is at most 1/4",
    steps=(
        (
            f"(5/4*(1 + pi0*pi1)*{_SPREAD} - {_HULL_LOSES})/(1 + pi0*pi1)",
            "the optimal losses in calibrated scores",
            _WITHOUT_H,
        ),
    ),
    defined=(_CONSTANT_LOSES,),
)
h_at_most = Fact(
    "pi0*pi1 - RLH",
    "(1 + pi0*pi1)*H",
    "the optimal loss bends at least so much between one group and the ends",
    steps=(
        (
            f"({_CONSTANT} - {_HULL_LOSES})/(pi0*pi1) - pi0*pi1 + {_SPREAD}",
            "the optimal losses in calibrated scores",
            _WITHOUT_H,
        ),
        (
            f"({_CONSTANT} - {_HULL_LOSES} + (1 - 2*pi1)*(1 + pi0*pi1)*(E(pav(s)) - pi1))/(pi0*pi1) - pi0*pi1 "
            f"+ {_SPREAD}",
            "calibrated scores have the mean pi1",
            (by("hull_is_calibrated", g="1", times="(2*pi1 - 1)*(1 + pi0*pi1)/(pi0*pi1)"),),
        ),
    ),
    defined=(_CONSTANT_LOSES,),
)
h_positive = Fact(
    "0",
    "H",
    "optimal thresholds lose no more than the best constant classifier",
    steps=(
        (f"({_CONSTANT} - {_LOSS})/({_CONSTANT})", "the optimal loss over that of the best constant", (_AS_LOSS,)),
        ("0", "the best constant loses no less", ({"fact": _best_constant, "times": f"1/({_CONSTANT})"},)),
    ),
    defined=(_CONSTANT_LOSES,),
)
h_bounded = Fact(
    "H",
    "1",
    "an expected loss is not negative",
    steps=(
        (f"{_LOSS}/({_CONSTANT})", "the optimal loss over that of the best constant", (_AS_LOSS,)),
        (
            "0",
            "a loss is not negative",
            (
                by(
                    "loss_is_not_negative",
                    M="optimal",
                    w="beta(2, 2)",
                    d="cost",
                    v="interpolated",
                    times=f"1/({_CONSTANT})",
                ),
            ),
        ),
    ),
    defined=(_CONSTANT_LOSES,),
)
