"""False theorems by letters for means, by what is said of an example, and by what holds of repeated examples."""

from __future__ import annotations

from typing import Any

from tests.recheck.false_documents import (
    FALSE,
    NOTHING,
    Document,
    Use,
    axiom,
    equality,
    inequality,
    lemma,
    letters,
    sign,
    theorem,
)
from tests.recheck.false_values import cell, integral


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


def _group(*terms: list[object], numbers: dict[str, str] | None = None, names: list[str] | None = None) -> Use:
    return {**sign("group", *terms), **({"numbers": numbers} if numbers else {}), **({"names": names} if names else {})}


# --- letters for numbers --------------------------------------------------------------------------------------

_is_false(
    "a letter for what moves",
    "the score is no number",
    inequality(
        "E(s) <= E(s**2)", "E(s**2) - E(s)", ("x**2 - 2*m*x + m**2", _group(["1", [], ["x - m"]], numbers={"m": "s"}))
    ),
)
_is_false(
    "a letter that is not known to be nonnegative",
    "E(s) may be below 1/2",
    inequality("1/2 <= E(s)", "E(s) - 1/2", ("m", _group(["1", ["m"], []], numbers={"m": "E(s) - 1/2"}))),
)
_is_false(
    "a letter that is not known to be at most one",
    "the mean of 2*s may be 2",
    inequality("E(2*s) <= 1", "1 - E(2*s)", ("1 - m", _group(["1", ["1 - m"], []], numbers={"m": "E(2*s)"}))),
)
_is_false(
    "a number that is a sum of two means taken for one of them",
    "E(s) + E0(s) lies in [0, 2]",
    inequality(
        "E(s) + E0(s) <= 1", "1 - E(s) - E0(s)", ("1 - m", _group(["1", ["1 - m"], []], numbers={"m": "E(s) + E0(s)"}))
    ),
)
_is_false(
    "a number that is a difference of means taken for nonnegative",
    "E1(s) - E0(s) lies in [-1, 1]",
    inequality("E1(s) >= E0(s)", "E1(s) - E0(s)", ("m", _group(["1", ["m"], []], numbers={"m": "E1(s) - E0(s)"}))),
)
_is_false(
    "a letter for a number that is one for a score too",
    "x is the score",
    inequality("E(s) <= BS", "BS - E(s)", ("0", _group(numbers={"x": "BS"}))),
)
_is_false(
    "a letter for a metric",
    "KS is a letter there, for what may be negative",
    inequality("AUC >= 1", "AUC - 1", ("KS", _group(["1", ["KS"], []], numbers={"KS": "AUC - 1"}))),
)
_is_false(
    "a letter for a proportion",
    "pi0 is a letter there",
    inequality("1 <= AUC", "AUC - 1", ("pi0", _group(["1", ["pi0"], []], numbers={"pi0": "AUC - 1"}))),
)
_is_false(
    "a plane that is no plane",
    "the mean of (x - m)**2 is the variance",
    inequality(
        "E(s**2) <= E(s)**2", "E(s)**2 - E(s**2)", ("(x - m)**2", _group(["1", [], ["x - m"]], numbers={"m": "E(s)"}))
    ),
)

# --- what is said of an example ---------------------------------------------------------------------------------

_is_false(
    "a mean of a letter for a score",
    "the mean over class 0 of x is not x",
    inequality("E(s) <= E0(s)", "E0(s) - E(s)", ("E0(x) - x", _group())),
)
_is_false(
    "a balanced letter for a score",
    "the same",
    inequality("E(s) <= balanced(E(s))", "balanced(E(s)) - E(s)", ("balanced(x) - x", _group())),
)
_is_false(
    "a cdf of a letter for a score",
    "F0 at the score itself is passed evenly",
    inequality("E(F0(s)) <= E(s)", "E(s) - E(F0(s))", ("x - F0(x)", _group(["1", ["x - F0(x)"], []]))),
)
_is_false(
    "the rate is the score",
    "not without even scores",
    inequality("E(R(s)) <= E(s)", "E(s) - E(R(s))", ("0", _group(names=["x", "x", "p", "q", "f", "g"]))),
)
_is_false(
    "the share is the calibrated score",
    "only in the mean over a block",
    inequality("E(posterior(s)**2) <= E(pav(s)**2)", "E(pav(s)**2) - E(posterior(s)**2)", ("p**2 - q**2", _group())),
)
_is_false(
    "every example has the share pi1",
    "they have it in the mean",
    inequality("E(posterior(s)**2) <= pi1**2", "pi1**2 - E(posterior(s)**2)", ("pi1*q - q**2", _group())),
)
_is_false(
    "calibrated without being given",
    "s is not the share",
    inequality("E(s) <= pi1", "pi1 - E(s)", ("0", _group())),
)
_is_false(
    "the mean of the calibrated score weighed by the score",
    "among examples of a block the share is p, not beside the score",
    inequality("E(s*pav(s)) <= E(s*posterior(s))", "E(s*posterior(s)) - E(s*pav(s))", ("x*q - x*p", _group())),
)

# --- examples repeated ---------------------------------------------------------------------------------------------


def _balanced(document: Document, times: str = "1") -> Use:
    return {"document": document, "balanced": True, "times": times}


_SHARE = inequality(
    "pi0 <= 1/2", "1/2 - pi0", ("1/2 - pi0", sign("number", ["1", ["1/2 - pi0"], []])), given=("pi0 <= 1/2",)
)
_is_false(
    "balanced, though something is given",
    "it holds for some proportions alone",
    inequality("1 <= 0", "-1", ("0", _balanced(_SHARE)), NOTHING, given=("pi0 <= 1/2",)),
)
_EXAMPLES = inequality("1 <= n0", "n0 - 1", ("n0 - 1", sign("number", ["1", ["n0 - 1"], []])))
_is_false(
    "balanced, about the number of examples",
    "which are more once they are repeated",
    inequality("2 <= n", "n - 2", ("0", _balanced(_EXAMPLES, "2")), NOTHING),
)
_CUT = inequality(
    "0 <= loss(rate_uniform, rates=cutpoints)",
    "loss(rate_uniform, rates=cutpoints)",
    ("0", axiom("loss_is_not_negative", times="1", M="rate_uniform", w="uniform", d="cost", v="cutpoints")),
    NOTHING,
)
_is_false(
    "balanced, about cutpoints",
    "there are more of them once examples are repeated",
    inequality(
        "0 <= balanced(loss(rate_uniform, rates=cutpoints)) - 1",
        "balanced(loss(rate_uniform, rates=cutpoints)) - 1",
        ("-1", _balanced(_CUT)),
        ("-1", sign("number")),
    ),
)
_REFINED = inequality(
    "0 <= pi0*pi1 - RLH",
    "pi0*pi1 - RLH",
    ("pi0*pi1 - E(pav(s)) + E(pav(s)**2)", {"definition": "RLH"}),
    ("pi0*pi1 - pi1 + E(pav(s)**2)", axiom("hull_is_calibrated", times="-1", g="1")),
    (
        "0",
        axiom("cauchy_schwarz", times="1", k="both", f="pav(s)", g="1"),
        axiom("hull_is_calibrated", times="E(pav(s)) + pi1", g="1"),
    ),
    NOTHING,
)
_is_false(
    "balanced on one side",
    "1/4 is the greatest refinement loss of equal classes, not pi0 pi1",
    inequality("balanced(RLH) <= pi0*pi1", "pi0*pi1 - balanced(RLH)", ("0", _balanced(_REFINED)), NOTHING),
)
_is_false(
    "a hull for other proportions",
    "the calibrated scores of equal classes are others",
    equality("balanced(RLH) == RLH", ("RLH", {"document": _REFINED, "balanced": True})),
)

# --- what is put below balanced, and places taken for numbers -----------------------------------------------------

_ZERO = "(E0(s) - E(s*(1 - posterior(s)))/pi0)*E0(s) + (E1(s) - E(s*posterior(s))/pi1)*E1(s)"
_MOVED = inequality(
    f"balanced(max(E(s), KS)) <= max(E(s), KS) + {_ZERO}",
    f"max(E(s), KS) + {_ZERO} - balanced(max(E(s), KS))",
    ("0", _group()),
)
_ABOVE = inequality(
    "E(s) <= max(E(s), KS)", "max(E(s), KS) - E(s)", ("0", axiom("maximum", times="1", x="E(s)", y="KS")), NOTHING
)
_is_false("means of classes put below balanced", "the mean over all changes with the proportions", _MOVED)
_is_false(
    "the same, in the language alone",
    "3/4 and 2/3 on three examples",
    inequality(
        "(E0(s) + E1(s))/2 <= max(E(s), KS)",
        "max(E(s), KS) - (E0(s) + E1(s))/2",
        (
            f"max(E(s), KS) - (E0(s) + E1(s))/2 + {_ZERO}",
            axiom("classes_share_scores", solved_for="E1(s*posterior(s))", f="s"),
        ),
        ("0", {"document": _MOVED, "times": "1"}, _balanced(_ABOVE)),
        NOTHING,
    ),
)
_is_false(
    "calibrated scores put below balanced",
    "a calibrated sample is not calibrated once its classes are balanced",
    inequality(
        "E(indicator(balanced(E0(posterior(s)*s)) < s)) <= E(indicator(E0(s**2) < s))",
        "E(indicator(E0(s**2) < s)) - E(indicator(balanced(E0(posterior(s)*s)) < s))",
        ("0", _group()),
        given=("calibrated",),
    ),
)


def _beyond(place: str, score: str) -> str:
    """How far a score lies beyond a place, or 1 where it doesn't: positive, if that is a number."""
    return f"({score} - {place})*indicator({place} < {score}) + indicator({score} <= {place})"


_PLACE = f"E({_beyond('threshold_at(0)', 's')})"
_HERE = {"split": "x - m", "above": {"sum": [["1", ["x - m"], []]]}, "below": {"sum": [["1", [], []]]}}
_is_false(
    "a letter for a place among ties",
    "on ties at the place the indicator is one, the difference nothing",
    inequality(
        f"0 < {_PLACE}",
        _PLACE,
        (_beyond("m", "x"), {**sign("group", tree=_HERE), "numbers": {"m": "threshold_at(0)"}}),
    ),
)


def _sided(score: str, m: str) -> str:
    """No less than 1/2 if m is a number, on whatever side of 1/2 and of the score it lies."""
    ahead = f"(2*indicator({m} < 1/2) - 1)*(indicator({m} < {score}) - 1/2)"
    return f"(indicator({score} < 1/2) + indicator(1/2 < {score}) + {ahead})"


def _in_cases(todo: str, below_half: bool, found: tuple[bool, ...] = ()) -> dict[str, Any]:
    """Why the mean of this over pairs is no less than 1/2, by the order of both scores, 1/2 and m = Ec(T)."""
    if not todo:
        return {"sum": [["1", [share], []] for share, more in zip(("pi0", "1 - pi0"), found, strict=True) if more]}
    v, rest = todo[0], todo[1:]

    def leaf(tied: bool, below_score: bool) -> dict[str, Any]:
        if not tied or below_half == below_score:
            return _in_cases(rest, below_half, (*found, not tied and below_half == below_score))
        low = ("1/2 - Ec(T)", f"Ec(T) - {v}", f"{v} - 1/2")
        high = (f"{v} - Ec(T)", "Ec(T) - 1/2", f"1/2 - {v}")
        return {"empty": [["1", [x], []] for x in (low if below_half else high)]}

    apart, at_half = (
        {"split": f"{v} - Ec(T)", "above": leaf(tied, True), "below": leaf(tied, False)} for tied in (False, True)
    )
    return {
        "split": f"{v} - 1/2",
        "above": apart,
        "below": {"split": f"1/2 - {v}", "above": apart, "below": at_half},
    }


_ORDERS = {"split": "1/2 - Ec(T)", "above": _in_cases("xy", True), "below": _in_cases("xy", False)}
_MEAN = f"E({_sided('s', 'Ec(T)')})"
LAW = inequality(
    f"1/2 <= {_MEAN}",
    f"{_MEAN} - 1/2",
    (f"pi0*{_sided('x', 'Ec(T)')} + pi1*{_sided('y', 'Ec(T)')} - 1/2", sign("pair", tree=_ORDERS)),
    **letters(T="law"),
)
_NOT_TIED = "E(indicator(s < 1/2)) + E(indicator(1/2 < s))"
_HALF_ABOVE = (
    axiom("thresholds_are_rates", r="1/2"),
    axiom("rate_is_uniform", solved_for="E0(indicator(1/2 < R(s)))", h="indicator(1/2 < value)"),
    integral("Ec(indicator(1/2 < c))", cell("0", "1/2", "0"), cell("1/2", "1", "c")),
)
_is_false(
    "a law for a place among ties",
    "the theorem is about a number: two examples at 1/2",
    inequality(
        f"1/2 <= {_NOT_TIED}",
        f"{_NOT_TIED} - 1/2",
        (f"E({_sided('s', 'threshold_at(1/2)')}) - 1/2", *_HALF_ABOVE),
        ("0", {**theorem(T="threshold_at(1/2)"), "times": "1"}),
        NOTHING,
        **lemma(LAW),
    ),
)

TRUE = (_SHARE, _EXAMPLES, _CUT, _REFINED, _ABOVE, LAW)
"""What false ones lean on, which is right."""


# --- letters twice, and entries of two kinds ----------------------------------------------------------------------

for _names in (
    ["x", "x", "a", "b", "d", "e", "h"],
    ["x", "x", "p", "q", "f", "g"],
    "xxabdeh",
    ["x", "y", "p", "q", "f"],
):
    _is_false(
        f"one letter for both scores of a pair: {_names}",
        "scores of two examples are not the same",
        inequality(
            "E0(s) <= E1(s)", "E1(s) - E0(s)", ("0", {"sign": "pair", "certificate": {"sum": []}, "names": _names})
        ),
    )
_LAW = {"letters": {"T": "law", "w": "density"}}
for _given, _own in (("matched", {"letters": {"g": "1"}}), ("uniform_rate", {"letters": {"h": "value"}})):
    _line = "Ec(T, w)" if _given == "matched" else "Ec(c)"
    _said = "Ec(c, w) == Ec(T, w)" if _given == "matched" else "Ec(T) == Ec(c)"
    _what = _LAW if _given == "matched" else {"letters": {"T": "rate"}}
    _put = {"T": "0", "w": "uniform"} if _given == "matched" else {"T": "0"}
    _is_false(
        f"a theorem about a law that is {_given}, said to be an axiom too",
        "what holds of one law does not hold of all",
        inequality(
            "1 <= 0",
            "-1",
            ("0", {**theorem(**_put), "axiom": "least_loss", "times": "2" if _given == "matched" else "-2"}),
            ("0", sign("number")),
            given=(_given,),
            **_what,
            **lemma(equality(_said, (_line, {"axiom": _given, **_own}), given=(_given,), **_what)),
        ),
    )
