"""False theorems by what is used at another place than where it was shown: below a binder, a level, other shares."""

from __future__ import annotations

from typing import Any

from tests.recheck.false_documents import (
    FALSE,
    NOTHING,
    Document,
    axiom,
    equality,
    inequality,
    lemma,
    letters,
    sign,
    theorem,
)
from tests.recheck.false_patches import over, patch
from tests.recheck.false_values import cell, integral


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


# --- a mean inside of a mean --------------------------------------------------------------------------------

_INNER = "Ec(c*indicator(c < 1/2))"  # 1/8
_CELLS = cell("0", "1/2", "c**2/2 + c/2"), cell("1/2", "1", "c**2/2")
_SUM = f"Ec(c + {_INNER})"
_is_false("a mean inside of a cell", "it is 5/8", equality(f"{_SUM} == 3/4", ("3/4", integral(_SUM, *_CELLS))))
_is_false(
    "one is nothing",
    "the same, beside the mean itself",
    equality(
        "1 == 0",
        (
            "0",
            {**integral(_SUM, *_CELLS), "times": "8"},
            {**integral(_INNER, cell("0", "1/2", "c**2/2"), cell("1/2", "1", "0")), "times": "-8"},
        ),
    ),
)
_MAX = f"Ec(max(c, u) + {_INNER})"
_is_false(
    "a mean inside of a patch",
    "it is 2/3 + 1/8",
    equality(
        f"{_MAX} == 2/3 + 1/4",
        (
            "2/3 + 1/4",
            over(
                _MAX,
                patch("c*u + u/2", "c**3/3 + c**2/4", top="c", to="1/2"),
                patch("u**2/2 + u/2", "c/2 - c**3/6 + (c - c**2/2)/2", bottom="c", to="1/2"),
                patch("c*u", "c**3/3", top="c", **{"from": "1/2"}),
                patch("u**2/2", "c/2 - c**3/6", bottom="c", **{"from": "1/2"}),
                times="-1",
            ),
        ),
    ),
)

# --- a level between two pieces -----------------------------------------------------------------------------

_D = "((AUC - 1/2)/2)"
_P = f"sqrt({_D}**2)"
_E = f"(1/2 + ({_P} - {_D})/8)"
_BELOW = f"Ec(indicator(c < {_E}))"
_Y = "y*(2*y - 1)/(sqrt(2*y) - 1)/(sqrt(2*y) + 1)"
_is_false(
    "a formula that has no value at a level",
    "at AUC = 1 the left side is 1/2",
    equality(
        f"{_BELOW} == {_E} + {_P} + {_D}",
        (
            f"{_E} + {_P} + {_D}",
            over(
                _BELOW,
                patch("u", "c", to="1/2", edges=("y", "y")),
                patch("u", "c", edges=(_Y, _Y), **{"from": "1/2"}),
                times="-1",
            ),
        ),
        defined=[{"expression": f"{_D}**2", "strict": False, "certificate": {"sum": [["1", [], [_D]]]}}],
    ),
)

# --- a rate below balanced ----------------------------------------------------------------------------------

_RATES = (
    axiom("thresholds_are_rates", "indicator(T < R(s))", r="T"),
    *(axiom("cdf_is_a_mean", f"E{k}(indicator(threshold_at(T) < s))", k=k, t="threshold_at(T)") for k in "01"),
    axiom("false_positives_at_a_rate", r="T"),
)
_UP_TO = equality(
    "Ec(E(indicator(T < R(s)))) == 1 - Ec(T)",
    ("Ec(E(indicator(threshold_at(T) < s)))", _RATES[0]),
    ("Ec(1 - pi0*F0(threshold_at(T)) - pi1*F1(threshold_at(T)))", *_RATES[1:3]),
    ("1 - Ec(T)", _RATES[3]),
    **letters(T="rate"),
)
_FAR = "E1(indicator(pi0 - 3/4 < R(s)))"
_OTHER = "balanced(max((7/4 - pi0 - pi0*E0(indicator(pi0 - 3/4 < R(s))))/pi1 - AUC, 0))"
_is_false(
    "a rate that is one at the proportions of the sample",
    "balanced, it is negative",
    equality(
        f"balanced(max({_FAR} - AUC, 0)) == 3/2 - AUC",
        (_OTHER, {**theorem(T="pi0 - 3/4"), "for": _FAR}),
        ("3/2 - AUC", {"definition": "AUC"}),
        given=("pi0 > 3/4",),
        **lemma(_UP_TO),
    ),
)
_LEFT = "balanced(max(Ec(E1(indicator(T < R(s)))) - AUC, 0))"
_RIGHT = "balanced(max((1 - Ec(T) - pi0*Ec(E0(indicator(T < R(s)))))/pi1 - AUC, 0))"
_is_false(
    "a rate below balanced in what is cited",
    "balanced, it is negative",
    equality(
        f"{_LEFT} == 3/2 - AUC".replace("T <", "pi0 - 3/4 <"),
        (_OTHER, {**theorem(T="pi0 - 3/4"), "times": "-1"}),
        ("3/2 - AUC", {"definition": "AUC"}),
        given=("pi0 > 3/4",),
        **lemma(equality(f"{_LEFT} == {_RIGHT}", (_RIGHT, *_RATES), **letters(T="rate"))),
    ),
)

# --- the threshold at a rate, a place among ties ------------------------------------------------------------

_AT = "pi0*F0({0}) + pi1*F1({0})"
_is_false(
    "a threshold at a rate that is given as a number",
    "where all scores are 1/2 the rate there is 1",
    equality(
        f"{_AT.format('t')} == 1/2",
        (_AT.format("threshold_at(1/2)"), {"given": "t == threshold_at(1/2)", "for": "t"}),
        ("1/2", axiom("false_positives_at_a_rate", r="1/2")),
        given=("t == threshold_at(1/2)",),
    ),
)
_SAME = "threshold_at(1/3) == threshold_at(1/2)"
_is_false(
    "two thresholds that are given to be one",
    "where all scores are equal they are",
    equality(
        "1/3 == 1/2",
        (_AT.format("threshold_at(1/3)"), axiom("false_positives_at_a_rate", r="1/3")),
        (_AT.format("threshold_at(1/2)"), {"given": _SAME, "for": "threshold_at(1/3)"}),
        ("1/2", axiom("false_positives_at_a_rate", r="1/2")),
        given=(_SAME,),
    ),
)

_P, _Q = "threshold_at(1/2)", "threshold_at(1/3)"
_SIDES = tuple((f"{a} - {b}", f"{b} - {a}") for a, b in ((_P, "t"), ("t", _Q), ("x", _P), ("x", _Q)))


def _less(x: str) -> str:
    """The square of x - t, less what has the mean 0 if the rate of a threshold were that of a number."""
    above, below = f"max({_P} - t, 0)", f"max(t - {_Q}, 0)"
    between = f"(1 - indicator(t < {_P}))*(1 - indicator({_Q} < t))"
    beyond = f"{between}*(indicator({_P} < {x}) - indicator({_Q} < {x}) + 1/6)"
    near = f"({x} - t)**2 - {above}**2*indicator({_P} < {x}) - {below}**2*(1 - indicator({_Q} < {x}))"
    return f"{near} + {above}**2/2 + {below}**2/3 + {beyond}"


def _split(*taken: bool) -> dict[str, Any]:
    """The certificate of `_less`, by the sides of four differences."""
    if len(taken) < len(_SIDES):
        side = _SIDES[len(taken)][0]
        return {"split": side, "above": _split(*taken, True), "below": _split(*taken, False)}
    (a, b, c, d), said = taken, [pair[not above] for pair, above in zip(_SIDES, taken, strict=True)]
    if (not a and not b and d and not c) or (a and c and b and not d):
        return {"empty": [["1", [side], []] for side in said]}
    if not a and not b:
        return {"sum": [["1", [], ["x - t"]], ["7/6" if c and not d else "1/6", [], []]]}
    terms: list[Any] = [["1", [], ["x - t"]]]
    if a and c:
        terms = [["1", [], [f"x - {_P}"]], ["2", [said[2], said[0]], []]]
    elif b and not d:
        terms = [["1", [], [f"x - {_Q}"]], ["2", [said[3], said[1]], []]]
    terms += [["1/2", [said[0], said[0]], []]] if a else []
    return {"sum": terms + ([["1/3", [said[1], said[1]], []]] if b else [])}


_FAR = "E((s - t)**2)"
_PLACES = inequality(
    f"0 < {_FAR}",
    _FAR,
    (
        f"pi0*E0({_less('s')}) + pi1*E1({_less('s')})",
        *(axiom("cdf_is_a_mean", f"E{k}(indicator({t} < s))", k=k, t=t) for t in (_P, _Q) for k in "01"),
        *(axiom("false_positives_at_a_rate", r=r) for r in ("1/2", "1/3")),
    ),
    (_less("x"), {**sign("group", tree=_split()), "names": ["x", "y", "z1", "z2", "f", "g"]}),
)
_is_false("places in one tie told apart", "where all scores are t it is 0", _PLACES)
_is_false(
    "a mean of squares that vanishes below a fraction line",
    "it has no value where all scores are t",
    equality(f"{_FAR}/{_FAR} == 1", defined=[_PLACES]),
)
_NEAR = "E(s**2) - 2*t*E(s) + t**2"
_is_false(
    "one is at most nothing where all scores are t",
    "there what is given holds",
    inequality(
        "1 <= 0",
        "-1",
        ("0", {"given": f"{_NEAR} <= 0", "times": f"1/({_NEAR})"}),
        NOTHING,
        given=(f"{_NEAR} <= 0",),
        defined=[_PLACES],
    ),
)
