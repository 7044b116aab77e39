"""False theorems about figures of other scores, and losses on them; `TRUE_OF_SCORES` is what they are made of."""

from __future__ import annotations

from typing import Any

from tests.recheck.false_conditions import at_each
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
from tests.recheck.false_models import BELOW


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[f"other scores: {name}"] = document, why


def of(scores: Any, **use: Any) -> Use:
    """What is used, of other scores."""
    return {**use, "scores": scores}


def kept(h: str, method: str = "rate_driven", w: str = "uniform", d: str = "cost", v: str = "interpolated") -> Use:
    return axiom("order_kept", M=method, h=h, w=w, d=d, v=v)


def hull(h: str = "value", w: str = "uniform", d: str = "cost") -> Use:
    return axiom("hull_of_the_hull", h=h, w=w, d=d)


AREA = axiom("scores_of_the_hull", h="value")
SHARES = axiom("best_thresholds_of_shares", h="value", w="uniform")
LEAST = axiom("optimal_is_least", M="score_driven", w="uniform", d="cost", v="interpolated")
SQUARED = "pi0*E0(s**4) + pi1*E1((1 - s**2)**2)"
BRIER = tuple(of("s**2", definition=x) for x in ("BS", "BS0", "BS1"))

TRUE_OF_SCORES = [
    equality(f"scored(BS, s**2) == {SQUARED}", (SQUARED, *BRIER)),
    equality("scored(BS, 1/2) == 1/4", ("1/4", *(of("1/2", definition=x) for x in ("BS", "BS0", "BS1")))),
    equality("scored(BS, s) == BS", ("BS", *(of("s", definition=x) for x in ("BS", "BS0", "BS1")),
                                     *({"definition": x} for x in ("BS", "BS0", "BS1")))),
    equality("loss(rate_driven, scores=s**2) == loss(rate_driven)", ("loss(rate_driven)", kept("value**2"))),
    equality("loss(optimal, scores=sqrt(s)/2) == loss(optimal)", ("loss(optimal)", kept("sqrt(value)/2", "optimal"))),
    equality("scored(AUC, pav(s)) == AUCH", ("AUCH", AREA)),
    equality("loss(optimal, scores=pav(s)**2) == loss(optimal)", ("loss(optimal)", hull("value**2"))),
    equality("scored(2*AUC - BS/3, s**3) == 2*scored(AUC, s**3) - scored(BS, s**3)/3",
             ("2*scored(AUC, s**3) - scored(BS, s**3)/3",)),
    inequality(
        "scored(BS, s**2) <= scored(MAE, s**2)",
        "scored(MAE, s**2) - scored(BS, s**2)",
        ("0", of("s**2", document=BELOW, times="1")),
        NOTHING,
    ),
    inequality("scored(BS, pav(s)*posterior(s)) <= 1", "1 - scored(BS, pav(s)*posterior(s))",
               ("1 - scored(BS, pav(s)*posterior(s))",
                sign("number", ["1", ["1 - scored(BS, pav(s)*posterior(s))"], []]))),
]  # fmt: skip
LOSS = "loss(score_driven, cost={0}, scores=s/2)"
OF_ANY = at_each(
    "0 <= loss(score_driven, cost=any, scores=s/2)",
    inequality(f"0 <= {LOSS.format('point(t)')}", LOSS.format("point(t)"),
               (LOSS.format("point(t)"), sign("number", ["1", [LOSS.format("point(t)")], []]))),
)  # fmt: skip
TRUE_OF_SCORES.append(OF_ANY)


def _same(name: str, why: str, statement: str, *uses: Use, **more: Any) -> None:
    """That the right side follows from the left by what is used."""
    _is_false(name, why, equality(statement, (statement.rpartition(" == ")[2], *uses), **more))


def _at_most(name: str, why: str, small: str, *factors: str, **more: Any) -> None:
    """That ``small`` is at most 1 by what is known."""
    document = inequality(
        f"{small} <= 1", f"1 - ({small})", (f"1 - ({small})", sign("number", ["1", list(factors), []])), **more
    )
    _is_false(name, why, document)


# --- the order of scores ----------------------------------------------------------------------------------------

_RATES = "loss(rate_driven, scores={}) == loss(rate_driven)"
_same("turned round", "the order is the other way round", _RATES.format("1 - s"), kept("1 - value"))
_same("cut off", "scores above 1/2 are tied", _RATES.format("min(s, 1/2)"), kept("min(value, 1/2)"))
_same("cut off from below", "scores below 1/2 are tied", _RATES.format("max(s, 1/2)"), kept("max(value, 1/2)"))
_same("low ones tied", "they are 0", _RATES.format("s*indicator(1/2 < s)"), kept("value*indicator(1/2 < value)"))
_same("all tied", "one score for all", _RATES.format("1/2"), kept("1/2"))
_same("times zero", "one score for all", _RATES.format("0*s"), kept("0*value"))
_same("a power of zero", "one score for all", _RATES.format("s**0"), kept("value**0"))
_same("of the hull", "blocks are tied", _RATES.format("pav(s)"), kept("value"))
_same("of the hull, by its function", "s is no value", _RATES.format("pav(s)"), kept("pav(s)"))
_same("with the hull", "s stands in h", _RATES.format("(s + posterior(s))/2"), kept("(value + posterior(s))/2"))
_same("a difference", "it is no sum", _RATES.format("s - s**2"), kept("value - value**2"))
_same("a parameter", "it may be 0", _RATES.format("t*s"), kept("t*value"))
_same("beyond 1", "2 s is no score", _RATES.format("2*s"), kept("2*value"))
_same("a method of scores", "thresholds do not move", "loss(score_driven, scores=s**2) == loss(score_driven)",
      kept("value**2", "score_driven"))  # fmt: skip
_same("a fixed threshold", "it does not move", "loss(score_fixed(1/2), scores=s**2) == loss(score_fixed(1/2))",
      kept("value**2", "score_fixed(1/2)"))  # fmt: skip
_same("a law of scores", "it does not move", "loss(score(u**2), scores=s**2) == loss(score(u**2))",
      kept("value**2", "score(u**2)"))  # fmt: skip
_same("a mixture with one of scores", "one of its parts moves",
      "loss(mix(1/2, rate_driven, score_driven), scores=s**2) == loss(mix(1/2, rate_driven, score_driven))",
      kept("value**2", "mix(1/2, rate_driven, score_driven)"))  # fmt: skip
_same("a rate that is a figure", "of other scores it is another one",
      "loss(rate_fixed(BS), scores=s**2) == loss(rate_fixed(BS))", kept("value**2", "rate_fixed(BS)"))  # fmt: skip
_same("costs that are a figure", "of other scores they are others",
      "loss(rate_fixed(1/3), cost=point(BS), scores=s**2) == loss(rate_fixed(1/3), cost=point(BS))",
      kept("value**2", "rate_fixed(1/3)", "point(BS)"))  # fmt: skip
_same("a share that is a figure", "of other scores it is another one",
      "loss(mix(BS, optimal, rate_uniform), scores=s**2) == loss(mix(BS, optimal, rate_uniform))",
      kept("value**2", "mix(BS, optimal, rate_uniform)"))  # fmt: skip
_same("another method", "optimal is not rate-driven", "loss(optimal, scores=s**2) == loss(rate_driven)",
      kept("value**2"))  # fmt: skip
_same("another condition", "skews are no costs", "loss(rate_driven, condition=skew, scores=s**2) == loss(rate_driven)",
      kept("value**2"), kept("value**2", d="skew"))  # fmt: skip

# --- the hull and shares ------------------------------------------------------------------------------------------

_same("the area of shares", "shares are ordered otherwise", "scored(AUC, posterior(s)) == AUCH", AREA)
_same("the area of the scores", "s is not the hull", "scored(AUC, s**2) == AUCH", AREA)
_same("the area turned round", "1 - pav(s) falls", "scored(AUC, 1 - pav(s)) == AUCH",
      axiom("scores_of_the_hull", h="1 - value"))  # fmt: skip
_same("the area cut off", "blocks are tied", "scored(AUC, min(pav(s), 1/2)) == AUCH",
      axiom("scores_of_the_hull", h="min(value, 1/2)"))  # fmt: skip
_same("rates along the hull", "rates between its corners differ", _RATES.format("pav(s)"), hull())
_same("optimal on shares", "shares are ordered otherwise", "loss(optimal, scores=posterior(s)) == loss(optimal)",
      hull(), SHARES)  # fmt: skip
_same("optimal turned round", "1 - pav(s) falls", "loss(optimal, scores=1 - pav(s)) == loss(optimal)",
      hull("1 - value"))  # fmt: skip
_same("thresholds of the scores", "the scores are not calibrated",
      "loss(optimal, scores=s) == loss(score_driven, scores=s)", SHARES)  # fmt: skip
_same("thresholds of shares for skews", "classes are weighted otherwise",
      "loss(optimal, condition=skew, scores=posterior(s)) == loss(score_driven, condition=skew, scores=posterior(s))",
      {**SHARES, "letters": {"h": "value", "w": "uniform", "d": "skew"}})  # fmt: skip
_same("thresholds of shares under costs of the sample", "of other scores these are others",
      "loss(optimal, cost=beta(1 + BS, 1), scores=posterior(s)**2)"
      " == loss(score_driven, cost=beta(1 + BS, 1), scores=posterior(s))",
      axiom("best_thresholds_of_shares", h="value**2", w="beta(1 + BS, 1)"))  # fmt: skip

# --- what is said of the scores used of others, and the other way round ---------------------------------------------

_OWN = tuple({"definition": x} for x in ("BS", "BS0", "BS1"))
_same("a definition of the scores", "it is not of their squares",
      "scored(BS, s**2) == pi0*E0(s**2) + pi1*E1((1 - s)**2)", *_OWN)  # fmt: skip
_same("a definition of others", "BS is of the scores", f"BS == {SQUARED}", *BRIER)
_same("a definition of others still", "s**3 is not s**2", f"scored(BS, s**3) == {SQUARED}", *BRIER)
_same("the area where it is not", "AUC is of the scores", "AUC == AUCH", AREA)
_same("ranks at the values", "F0 of other scores is another function", "scored(AUC, s**2) == E1(F0(s**2))",
      of("s**2", definition="AUC"))  # fmt: skip
_same("ranks at the scores", "F0 of other scores is another function", "scored(AUC, 1 - s) == E1(F0(s))",
      of("1 - s", definition="AUC"))  # fmt: skip
_same("ranks at a number", "F0 of other scores is another function", "scored(AUC, 1/2) == F0(1/2)",
      of("1/2", definition="AUC"))  # fmt: skip
_same("shares at the scores", "ties share them otherwise", "scored(E(posterior(s)**2), 1/2) == E(posterior(s)**2)")
_same("the hull at the scores", "another order has another hull", "scored(E(pav(s)**2), 1 - s) == E(pav(s)**2)")
_same("KS of one score", "it is 0", "scored(KS, 1/2) == KS")
_same("an error of squares", "the threshold does not move", "scored(error(1/2), s**2) == error(1/2)",
      axiom("error", t="1/2"))  # fmt: skip
_same("H of squares turned round", "another hull", "scored(H, 1 - s) == H", {"definition": "H"})
_same("a place among others", "the rates of others", "scored(F1(threshold_at(1/2)), 1 - s) == F1(threshold_at(1/2))",
      axiom("false_positives_at_a_rate", r="1/2"))  # fmt: skip
_is_false(
    "the best of the scores against others",
    "others may be in a better order",
    inequality(
        "loss(optimal) <= loss(score_driven, scores=1 - s)",
        "loss(score_driven, scores=1 - s) - loss(optimal)",
        ("0", of("1 - s", times="1", **LEAST)),
        NOTHING,
    ),
)  # fmt: skip
_is_false(
    "a bound of others against the scores",
    "MAE is of the scores",
    inequality("scored(BS, 1 - s) <= MAE", "MAE - scored(BS, 1 - s)",
               ("0", of("1 - s", document=BELOW, times="1")), NOTHING),
)  # fmt: skip
_is_false(
    "a bound of the scores, of others beside the steps",
    "what is noted is noted of the scores",
    inequality("0 <= scored(MAE, s) - scored(BS, s**2)", "scored(MAE, s) - scored(BS, s**2)",
               ("scored(MAE, s) - scored(BS, s**2)",
                sign("number", ["1", ["scored(MAE, s) - scored(BS, s**2)"], []])),
               defined=[of("s**2", **BELOW)]),
)  # fmt: skip

# --- what is given ----------------------------------------------------------------------------------------------------

_same("a figure that is given", "of other scores it is another one", "scored(BS, 1 - s) == 0",
      {"given": "BS == 0"}, given=("BS == 0",))  # fmt: skip
_same("a figure that is given, of others", "it is given of the scores", "scored(BS, 1 - s) == 0",
      of("1 - s", given="BS == 0"), given=("BS == 0",))  # fmt: skip
_same("an equation that is given, below others", "it is given of the scores",
      "scored(AUC, 1 - s) == scored(AUCH, 1 - s)", {"given": "AUC == AUCH"}, given=("AUC == AUCH",))  # fmt: skip
_same("calibrated, of others", "squares are not calibrated", "scored(E(posterior(s)**2), s**2) == E(s**4)",
      of("s**2", axiom="calibrated"), given=("calibrated",))  # fmt: skip
_same("calibrated, below others", "squares are not calibrated",
      "scored(E(posterior(s)*F0(s)), s**2) == scored(E(s*F0(s)), s**2)", {"axiom": "calibrated"},
      given=("calibrated",))  # fmt: skip
_same("no ties, of others", "one score for all is a tie", "scored(E1(posterior(s)**2), 1/2) == 1",
      of("1/2", **axiom("no_ties", k="1", g="value**2")), given=("no_ties",))  # fmt: skip
_same("no ties, below others", "one score for all is a tie", "scored(E1(posterior(s)**2), 1/2) == 1",
      axiom("no_ties", k="1", g="value**2"), given=("no_ties",))  # fmt: skip
_same("evenly spaced, of others", "squares are not evenly spaced", "scored(E0(R(s)), s**2) == E0(s**2)",
      of("s**2", **axiom("evenly_spaced", k="0", j="1", g="1")), given=("evenly_spaced",))  # fmt: skip
_GIVEN = inequality(
    "BS <= 1/10", "1/10 - BS", ("0", {"given": "BS <= 1/10", "times": "1"}), NOTHING, given=("BS <= 1/10",)
)
_is_false(
    "a document under what is given, of others",
    "it is given of the scores",
    inequality("scored(BS, 1 - s) <= 1/10", "1/10 - scored(BS, 1 - s)",
               ("0", of("1 - s", document=_GIVEN, times="1")), NOTHING, given=("BS <= 1/10",)),
)  # fmt: skip
_CALIBRATED = equality("E(posterior(s)**2) == E(s**2)", ("E(s**2)", {"axiom": "calibrated"}), given=("calibrated",))
_same("a theorem under what is given, of others", "squares are not calibrated",
      "scored(E(posterior(s)**2), s**2) == E(s**4)", of("s**2", **theorem()), given=("calibrated",),
      **lemma(_CALIBRATED))  # fmt: skip

# --- what scores may be -----------------------------------------------------------------------------------------------

for _h in ("2*s", "s + 1/2", "s - 1/2", "-s", "a*s", "1/s", "log(s)", "exp(s)", "3*pav(s)*(1 - s)", "sqrt(s - 1/2)"):
    _at_most(f"no score, {_h}", "it may be outside of [0, 1]", f"scored(BS, {_h})", f"1 - scored(BS, {_h})")
_at_most(
    "no score, under what is given", "a may be negative", "scored(BS, a*s)", "1 - scored(BS, a*s)", given=("a <= 1",)
)
for _h in ("E(s)", "AUC*s", "F0(s)", "R(s)", "c*s", "u", "threshold_at(1/2)", "indicator(s < threshold_at(1/2))", "n",
           "scored(BS, s)", "s < 1", "(s, s)", "optimal", "T", "value", "x"):  # fmt: skip
    _same(
        f"scores that are no function of the score, {_h}",
        "they are none",
        f"scored(AUC, {_h}) == scored(AUC, {_h}) + 0*x1",
    )
for _text in ("scored(BS)", "scored(BS, s, s)", "scored(BS, scores=s)", "scored()", "scored(s, s)", "scored(c, s)",
              "scored(F0(s), s)", "scored(b.AUC, s)", "loss(optimal, scores=s, weight=1)", "loss(scores=s)",
              "loss(optimal, scores=s, condition=skews)"):  # fmt: skip
    _same(f"wrongly written, {_text}", "it is no figure", f"{_text} == {_text}")
for _scores in (None, "", 1, "s = 1", ["s"], "1 - "):
    _same(f"used of no scores, {_scores!r}", "they are none", "scored(BS, s) == scored(pi0*BS0 + pi1*BS1, s)",
          of(_scores, definition="BS"))  # fmt: skip
_same("a quotient without a value", "BS of no errors is 0", "scored(BS/BS, s**2) == 1")
_same("a quotient whose value is given", "BS of others may be 0", "scored(1/BS, pav(s)) == scored(1/BS, pav(s))",
      given=("BS > 0",))  # fmt: skip
_at_most("twice AUC less 1", "it may be negative", "1 - scored(GINI, s)", "scored(GINI, s)")

# --- both classes equally frequent, two score functions, letters, cases -----------------------------------------------

_SKEW = axiom("skews_balance_classes", M="score_driven", w="uniform")
_same("calibrated scores of repeated examples", "they are others than those before",
      "loss(score_driven, condition=skew, scores=pav(s)) == balanced(loss(score_driven, scores=pav(s)))",
      {**_SKEW, "scores": "pav(s)"})  # fmt: skip
_same("repeated examples of others", "calibrated scores change with the proportions",
      "scored(balanced(BS), pav(s)) == balanced(scored(BS, pav(s)))")  # fmt: skip
_same("a relation of others, of repeated examples", "shares change with the proportions",
      "balanced(scored(BS, s**2)) == E0(s**4) + E1((1 - s**2)**2)",
      *({**x, "balanced": True} for x in BRIER))  # fmt: skip
_same("the other's figure", "a and b may be anything", "a.loss(rate_driven, scores=s**2) == b.loss(rate_driven)",
      kept("value**2"), {"other": True, **kept("value**2")})  # fmt: skip
_same("scores of both", "one of them is not the other", "scored(b.BS, s**2) == b.BS")
_same("the figure of the other, of others", "a and b may be anything",
      "a.loss(score_driven, scores=pav(s)) == b.loss(score_driven, scores=pav(s))")  # fmt: skip
_LAW = equality("scored(Ec(E0(indicator(T < s))), s**2) == Ec(E0(indicator(T < s**2)))",
                ("Ec(E0(indicator(T < s**2)))",), **letters(T="law"))  # fmt: skip
_is_false("a law that may be a figure", "of others it is another one", _LAW)
_same("a law that is a figure", "of others it is another one",
      "scored(Ec(E0(indicator(BS < s))), s**2) == Ec(E0(indicator(BS < s**2)))",
      {**theorem(T="BS"), "times": "-1"}, **lemma(_LAW))  # fmt: skip
_is_false(
    "a density that may be of the sample",
    "of others it is another one",
    equality("scored(Ec(c, w), s**2) == Ec(c, w)", ("Ec(c, w)",), **letters(w="density")),
)
_CLAIM = "scored(indicator(1/2 < BS), 1 - s)"
_is_false(
    "cases by a figure of the scores",
    "what is above 1/2 is not that of others",
    inequality(f"{_CLAIM} <= indicator(1/2 < BS)", f"indicator(1/2 < BS) - {_CLAIM}",
               (f"indicator(1/2 < BS) - {_CLAIM}",
                sign("number", tree={"split": "BS - 1/2",
                                     "above": {"sum": [["1", [f"1 - {_CLAIM}"], []]]},
                                     "below": {"sum": []}}))),
)  # fmt: skip
_is_false(
    "scores that are a letter for them",
    "x is a letter of the certificate",
    inequality("scored(BS, s) <= E(s)", "E(s) - scored(BS, s)",
               ("x - scored(BS, x)", sign("group", ["1", ["x - scored(BS, x)"], []]))),
)  # fmt: skip
_SQUARE = f"{LOSS.format('any')}**2"
_is_false(
    "a square at each condition",
    "the mean of squares is not the square of the mean",
    at_each(f"{_SQUARE} == scored({LOSS.format('any')}*0 + Ec(1), s)*{_SQUARE}",
            equality(f"{_SQUARE} == {_SQUARE}".replace("any", "point(t)"), (_SQUARE.replace("any", "point(t)"),))),
)  # fmt: skip
