"""False theorems by letters for means, by what is said of an example, and by what holds of repeated examples."""

from __future__ import annotations

from tests.recheck.false_documents import FALSE, NOTHING, Document, Use, axiom, equality, inequality, sign


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
    inequality("E(R(s)) <= E(s)", "E(s) - E(R(s))", ("0", _group(names=["x", "x", "p", "q"]))),
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
        axiom("cauchy_schwarz", times="1", f="pav(s)", g="1"),
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

TRUE = (_SHARE, _EXAMPLES, _CUT, _REFINED)
"""What the last ones lean on, which is right."""
