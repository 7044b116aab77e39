"""Proof documents that the tests of the kernel are about, and such as are made for them."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from workbench.deciding.decide import prove
from workbench.deciding.derivation import derive
from workbench.deciding.documents import of_theorem
from workbench.papers.selection import library

EXPORTED = (
    "Absolute against squared error",
    "Brier score decomposition",
    "Calibrated scores: MAE",
    "Evenly spaced data: BS",
    "Lemma 1, loss",
    "Mean rank",
    "Reduction to a scoring rule",
    "Regret of a forecast",
    "Score-driven under any density",
    "Theorem 2",
    "Theorem 4",
    "Theorem 6",
    "Corollary 3",
    "Corollary 7",
    "Theorem 8",
    "Theorem 10",
    "Corollary 9",
    "Calibrated scores, optimal thresholds",
    "Optimal is refinement loss",
    "Rate-fixed",
    "Rate-uniform under any density",
    "Rate-uniform under any density of skews",
    "Reduction at calibrated scores",
    "Reduction to a rank statistic",
    "Threshold at the reversed cost proportion",
    "Uniform rates, driven with probability q",
    "Uniform rates, the worst",
    "Score-driven under Beta(2, 2)",
    "H-measure as a loss",
    "H-measure on the hull",
    "Uniform false positive rates",
    "Threshold at the squared cost proportion",
    "Log loss",
    "Score-uniform thresholds are not proper",
)
EVEN = (
    "Rates are evenly spread scores",
    "Evenly spread scores: MAE",
    "Evenly spread scores: BS by AUC",
    "Calibrated and evenly spread: class proportions",
    "Calibrated and evenly spread: AUC",
    "Calibrated and evenly spread: MAE",
)
"""Theorems about populations."""


@cache
def text_of(name: str) -> str:
    """A theorem's document as text, so that it can be changed."""
    names = [
        x for x in library().theorems if x.replace(",", "").replace(":", "") == name.replace(",", "").replace(":", "")
    ]
    return json.dumps(of_theorem(library().theorems[names[0]]))


def changed(document: Any, *changes: tuple[str, str]) -> dict[str, Any]:
    """A document, or its text, with other words in it."""
    text = document if isinstance(document, str) else json.dumps(document)
    for old, new in changes:
        assert old in text, (text[:200], old)
        text = text.replace(old, new)
    found: dict[str, Any] = json.loads(text)
    return found


def document(name: str, *changes: tuple[str, str]) -> dict[str, Any]:
    return changed(text_of(name), *changes)


def short(statement: str, *steps: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A document of a few lines."""
    line = steps[-1]["line"] if steps else None
    given = statement.partition(" given ")[2]
    return {
        "format": 1,
        "statement": statement,
        "given": [x.strip() for x in given.split(",")] if given else [],
        "kind": "equality",
        "steps": list(steps),
        "ends": line,
        **more,
    }


def step(line: str, *uses: Mapping[str, Any]) -> dict[str, Any]:
    return {"line": line, "by": {"uses": list(uses)}}


COST_LINE = step(
    "z*(1 - F0(t)) + (1 - z)*F1(t)", {"axiom": "loss_at_threshold_for_skews", "letters": {"t": "t", "b": "z"}}
)


def mixture(rest: str) -> dict[str, Any]:
    """A document that says what a mixture loses, its second method with this share."""
    line = f"q*loss(score(c)) + {rest}*loss(rate(u))"
    letters = {"q": "q", "A": "score(c)", "B": "rate(u)", "w": "uniform", "d": "cost"}
    return short(
        f"loss(mix(q, score(c), rate(u))) == {line}", step(line, {"axiom": "loss_of_mixture", "letters": letters})
    )


def unequal(statement: str, line: str, *steps: Mapping[str, Any]) -> dict[str, Any]:
    """A document of an inequality, whose first line is the difference of both sides."""
    return short(statement, step(line), *steps, kind="inequality")


def sign(line: str, of: str, certificate: Any) -> dict[str, Any]:
    """The last step of an inequality."""
    shown = certificate if isinstance(certificate, dict) else {"sum": certificate}
    by = {"sign": of, "certificate": shown, "axioms": ["classes_share_scores"]}
    return {"line": line, "by": by}


def apart(line: str) -> dict[str, Any]:
    """The step by which shares lie apart as far as KS says."""
    return step(line, {"axiom": "distance_of_shares", "times": "1"})


IMPOSSIBLE = {"empty": [["1", ["-b"], []], ["1", ["b - 1"], []]]}
QUARTER = "1/4 - E(pav(s)*(1 - pav(s)))"
CASES = {
    "split": "p - 1/2",
    "above": {"sum": [["1", [], ["p - 1/2"]]]},
    "below": {"sum": [["1", [], ["1/2 - p"]]]},
}
MERGED = "BS - RLH - E((s - pav(s))**2)"
ISOTONIC = {
    "line": "2*pi0*E1(s) - 2*E1(s) + 2*E(s*posterior(s))",
    "by": {
        "uses": [
            *({"definition": x} for x in ("BS", "RLH", "BS0", "BS1")),
            {"axiom": "hull_is_calibrated", "letters": {"g": "1"}, "times": "-1"},
            {"axiom": "isotonic", "letters": {"h": "s"}, "times": "2"},
        ]
    },
}
HALF = {"axiom": "rate_is_uniform", "letters": {"h": "value"}, "for": "E0(F1(s))"}
OWN = [{"axiom": "cdf_is_uniform", "letters": {"k": k, "h": "value"}} for k in "01"]
KINDS: dict[str, tuple[Any, Any]] = {  # for each kind of step a document that is true, and one that is not
    "ring": (
        short("E(s*(1 - s)) == E(s) - E(s**2)", step("E(s) - E(s**2)")),
        short("E(s*(1 - s)) == E(s) + E(s**2)", step("E(s) + E(s**2)")),
    ),
    "definition": (
        short("MAE0 == 1 - E0(1 - s)", step("E0(s)", {"definition": "MAE0"}), step("1 - E0(1 - s)")),
        short("MAE0 == E0(1 - s)", step("E0(s)", {"definition": "MAE0"}), step("E0(1 - s)")),
    ),
    "ranks": (
        short("E0(R(s)) == pi0/2 + pi1*(1 - E1(F0(s)))", step("pi0/2 + pi1*(1 - E1(F0(s)))", *OWN, HALF)),
        short("E0(R(s)) == pi0/2 + pi1*E1(F0(s))", step("pi0/2 + pi1*E1(F0(s))", *OWN, HALF)),
    ),
    "shares": (
        short(
            "pi1*E1(s) == E(s*posterior(s))",
            step("E(s*posterior(s))", {"axiom": "classes_share_scores", "letters": {"f": "s"}}),
        ),
        short(
            "pi1*E1(s) == E(posterior(s))",
            step("E(posterior(s))", {"axiom": "classes_share_scores", "letters": {"f": "s"}}),
        ),
    ),
    "hull": (
        short(
            "pi1*E1(pav(s)) == E(pav(s)**2)",
            step("E(pav(s)**2)", {"axiom": "hull_is_calibrated", "letters": {"g": "value"}}),
        ),
        short(
            "pi1*E1(pav(s)) == E(pav(s))", step("E(pav(s))", {"axiom": "hull_is_calibrated", "letters": {"g": "value"}})
        ),
    ),
    "under a mean": (
        short("E(posterior(s)**2) == E(s**2) given calibrated", step("E(s**2)", {"axiom": "calibrated"})),
        short("E(posterior(s)**2) == E(s) given calibrated", step("E(s)", {"axiom": "calibrated"})),
    ),
    "given": (
        short("pi1 == 1/2 given pi0 == 1/2", step("1/2", {"given": "pi0 == 1/2", "for": "pi0"})),
        short("pi1 == 1/3 given pi0 == 1/2", step("1/3", {"given": "pi0 == 1/2", "for": "pi0"})),
    ),
    "cost line": (
        short("Qz(t, z) == F1(t) + (1 - F0(t) - F1(t))*z", COST_LINE),
        short("Qz(t, z) == F1(t) + (1 - F0(t) + F1(t))*z", COST_LINE),
    ),
    "theorem": (document, ("Evenly spaced data: MAE", ("(1 - AUC)", "AUC"))),
    "letters, exchanged means": (
        document,
        (
            "Reduction to a scoring rule",
            ("pi1*E1(Ec((1 - indicator(T < s))*(2 - 2*c), w))", "pi1*E1(Ec((1 - indicator(T < s))*(2 - c), w))"),
        ),
    ),
    "integral": (document, ("Theorem 6", ("pi0*E0(s**2)", "pi0*E0(s**3)"))),
    "rates": (document, ("Theorem 8", ("2*pi0*E0(R(s)) - pi0 + 1/2", "2*pi0*E0(R(s)) - pi0 + 1/3"))),
    "places of a rate": (document, ("Rate-fixed", ("pi1*E1(1 - indicator(r < R(s)))", "pi1*E1(indicator(r < R(s)))"))),
    "letters, optimal": (
        document,
        (
            "Reduction at calibrated scores",
            (
                "pi1*E1(Ec((1 - indicator(c < pav(s)))*(2 - 2*c), w))",
                "pi1*E1(Ec((1 - indicator(c < pav(s)))*(2 - c), w))",
            ),
        ),
    ),
    "mixture": (mixture("(1 - q)"), mixture("(2 - q)")),
    "balanced": (document, ("Corollary 7", ("BS0/2 + BS1/2", "BS0/2 - BS1/2"))),
    "sum": (
        unequal("AUC <= 1", "1 - AUC", sign("1 - AUC", "number", [["1", ["1 - AUC"], []]])),
        unequal("AUC <= 1/2", "1/2 - AUC", sign("1/2 - AUC", "number", [["1", ["1/2 - AUC"], []]])),
    ),
    "square": (
        unequal("b*(2 - b) <= 1", "b**2 - 2*b + 1", sign("b**2 - 2*b + 1", "number", [["1", [], ["1 - b"]]])),
        unequal("b*(2 - b) <= 1/2", "b**2 - 2*b + 1/2", sign("b**2 - 2*b + 1/2", "number", [["1", [], ["1 - b"]]])),
    ),
    "strict sum": (
        unequal("0 < pi0*pi1", "pi0*pi1", sign("pi0*pi1", "number", [["1", ["pi0", "pi1"], []]])),
        unequal("0 < pi0*AUC", "pi0*AUC", sign("pi0*AUC", "number", [["1", ["pi0", "AUC"], []]])),
    ),
    "empty": (
        unequal("b <= 5 given b <= 0, b >= 1", "5 - b", sign("5 - b", "number", IMPOSSIBLE)),
        unequal("b <= -5 given b <= 0, b >= -1", "-5 - b", sign("-5 - b", "number", IMPOSSIBLE)),
    ),
    "pairs": (
        unequal("E0(s**2) <= E0(s)", "E0(s) - E0(s**2)", sign("x*(1 - x)", "pair", [["1", ["x", "1 - x"], []]])),
        unequal("E0(s) <= E0(s**2)", "E0(s**2) - E0(s)", sign("-x*(1 - x)", "pair", [["1", ["x", "1 - x"], []]])),
    ),
    "pairs, strict": (
        unequal("0 < 1 + E0(s)", "1 + E0(s)", sign("1 + x", "pair", [["1", [], []], ["1", ["x"], []]])),
        unequal("0 < E0(s)", "E0(s)", sign("x", "pair", [["1", ["x"], []]])),
    ),
    "a mean that is positive": (
        unequal("E(s) < 2", "2 - E(s)", sign("2 - x", "group", [["1", [], []], ["1", ["1 - x"], []]])),
        unequal("E(s) < 1", "1 - E(s)", sign("1 - x", "group", [["1", ["1 - x"], []]])),
    ),
    "split": (
        unequal("E(pav(s)*(1 - pav(s))) <= 1/4", QUARTER, sign("p**2 - p + 1/4", "group", CASES)),
        unequal("E(pav(s)*(1 - pav(s))) <= 1/8", QUARTER + " - 1/8", sign("p**2 - p + 1/8", "group", CASES)),
    ),
    "a line that is less": (
        unequal("BS >= RLH + E((s - pav(s))**2)", MERGED, ISOTONIC, sign("0", "group", [])),
        unequal("BS >= RLH + 2*E((s - pav(s))**2)", MERGED, ISOTONIC, sign("0", "group", [])),
    ),
}


def decided(statement: str, *changes: tuple[str, str]) -> dict[str, Any]:
    """The document of what is proved, changed."""
    return changed(prove(statement).document, *changes)


def derived(method: str, cost: str, *changes: tuple[str, str]) -> dict[str, Any]:
    """The document of what a threshold choice method loses, changed."""
    return changed(derive(method, cost).document, *changes)


LOGARITHMS = document("Log loss")["defined"][0]
"""That 0 < log(1 - e) - log(e), where e is less than 1/2, by the axiom about logarithms, whose hypotheses are shown."""
AWAY, LESS = "E(abs(posterior(s) - pi1))", "-pi0*pi1*KS"
ROOT = {"integral": "Ec(1/(2*sqrt(c)*(1 - c)**(3/2)), uniform(0, t))", "times": "-t"}
ROOT_CELL = {"from": "0", "to": "t", "antiderivative": "(sqrt(c)/sqrt(1 - c))/t"}
LOGARITHM = {"integral": "Ec(1/(1 - c), uniform(0, t))", "times": "-t"}
CELL = {"from": "0", "to": "t", "antiderivative": "-log(1 - c)/t"}
HALVED = {"integral": "Ec(indicator(c < 1/2), uniform(t, 1/2))", "times": "-pi1*(1/2 - t)"}
HALF_CELL = {"from": "t", "to": "1/2", "antiderivative": "c/(1/2 - t)"}
KINDS |= {
    "a logarithm": (
        short(
            "t*Ec(1/(1 - c), uniform(0, t)) == -log(1 - t) given t > 0, t < 1",
            step("-log(1 - t)", {**LOGARITHM, "cells": [CELL]}),
        ),
        short(
            "t*Ec(1/(1 - c), uniform(0, t)) == log(1 - t) given t > 0, t < 1",
            step("log(1 - t)", {**LOGARITHM, "cells": [CELL]}),
        ),
    ),
    "a switch between the ends": (
        short(
            "pi1*(1/2 - t)*Ec(indicator(c < 1/2), uniform(t, 1/2)) == pi1*(1/2 - t) given t > 0, t < 1/2",
            step("pi1*(1/2 - t)", {**HALVED, "cells": [HALF_CELL]}),
        ),
        short(
            "pi1*(1/2 - t)*Ec(indicator(c < 1/2), uniform(t, 1/2)) == pi1*(1/3 - t) given t > 0, t < 1/2",
            step("pi1*(1/3 - t)", {**HALVED, "cells": [HALF_CELL]}),
        ),
    ),
    "Beta": (document, ("Score-driven under Beta(2, 2)", ("4*s**3", "5*s**3"))),
    "H-measure": (document, ("H-measure as a loss", ("/(pi0*pi1*(pi0*pi1 + 1))", "/(pi0*pi1*(pi0*pi1 + 2))"))),
    "balanced, a step": (decided, ("loss(rate_driven, condition=skew) == 7/12 - AUC/2", ("7/12", "5/12"))),
    "equal classes": (decided, ("loss(optimal, condition=skew) <= 1/4", ("1/4", "1/5"))),
    "any density": (decided, ("loss(score_driven, cost=any) >= loss(optimal, cost=any)", (">=", "<="))),
    "other scores": (decided, ("loss(rate_driven, scores=pav(s)) == pi0*pi1*(1 - 2*AUCH) + 1/3", ("1/3", "1/4"))),
    "false positive rates": (document, ("Uniform false positive rates", ("(1 - AUC)", "(1 + AUC)"))),
    "true positive rates": (document, ("Uniform true positive rates", ("(1 - AUC)", "(1 + AUC)"))),
    "uniform rates": (document, ("Uniform rates, against rate-driven", ("Ec((c - T)**2)", "Ec((c - T)**2/2)"))),
    "matched": (document, ("Properness criterion", ("(-2*y + 2*T)", "(-2*x + 2*T)"))),
    "cutpoints": (document, ("Random cutpoint, costs", ("(1 - 2*AUC)/(n + 1)", "(1 - 2*AUC)/(n + 2)"))),
    "examples": (document, ("Random example as threshold, costs", ("(-pi0 + pi1)/(2*n)", "(-pi0 + pi1)/n"))),
    "a range of costs": (
        decided,
        (
            "loss(score_driven, cost=uniform(1/4, 3/4))/2 == pi0*E0(min(max(s, 1/4), 3/4)**2 - 1/16) "
            "+ pi1*E1((1 - min(max(s, 1/4), 3/4))**2 - 1/16)",
            ("1/16) + pi1", "1/15) + pi1"),
        ),
    ),
    "shares and KS": (
        unequal(f"2*pi0*pi1*KS <= {AWAY}", f"{AWAY} - 2*pi0*pi1*KS", apart("0"), sign("0", "number", [])),
        unequal(f"3*pi0*pi1*KS <= {AWAY}", f"{AWAY} - 3*pi0*pi1*KS", apart(LESS), sign(LESS, "number", [])),
    ),
    "even scores": (document, ("Evenly spread scores: BS by AUC", ("pi1*(1 - 2*AUC) + 1/3", "pi1*(1 - 2*AUC) + 1/4"))),
    "thresholds of even scores": (
        document,
        ("Rates are evenly spread scores", ("Ec(Qc(T, c), w)", "Ec(Qc(T, 1 - c), w)")),
    ),
    "calibrated and even": (document, ("Calibrated and evenly spread: AUC", ("5/6", "4/5"))),
    "a root": (document, ("Threshold at the squared cost proportion", ("pi0*E0(s)", "pi0*E0(s**2)"))),
    "u under any density": (
        document,
        ("Score-uniform thresholds are not proper", ("(-2*y + 2*Ec(c, w))", "(-y + 2*Ec(c, w))")),
    ),
    "a point of cost": (
        decided,
        ("loss(score_driven, cost=point(1/2)) == error(1/2)", ("== error", "== macro_error")),
    ),
    "u at a point of cost": (
        decided,
        ("loss(rate_uniform, cost=point(q)) == q*pi0**2 + (1 - q)*pi1**2 + 2*pi0*pi1*(1 - AUC)", ("1 - AUC", "AUC")),
    ),
    "a density that is written out": (document, ("Log loss", ("pi1*E1(log(min", "pi0*E1(log(min"))),
    "a density in cells": (
        derived("score(c)", "density(4*min(c, 1 - c))"),
        derived("score(c)", "density(4*min(c, 1 - c))", ("10/3", "11/3")),
    ),
    "a density that is not bounded": (
        derived("score(c)", "density(1/(2*sqrt(c)))"),
        derived("score(c)", "density(1/(2*sqrt(c)))", ("4/3", "5/3")),
    ),
    "rates under a density in cells": (
        derived("rate(1 - c)", "density(4*min(c, 1 - c))"),
        derived("rate(1 - c)", "density(4*min(c, 1 - c))", ("7/12", "5/12")),
    ),
    "a logarithm that is shown to be greater": (LOGARITHMS, changed(LOGARITHMS, ("e < 1/2", "e < 2/3"))),
    "roots": (
        short(
            "t*Ec(1/(2*sqrt(c)*(1 - c)**(3/2)), uniform(0, t)) == sqrt(t)/sqrt(1 - t) given t > 0, t < 1",
            step("sqrt(t)/sqrt(1 - t)", {**ROOT, "cells": [ROOT_CELL]}),
        ),
        short(
            "t*Ec(1/(2*sqrt(c)*(1 - c)**(3/2)), uniform(0, t)) == sqrt(t)/sqrt(2 - t) given t > 0, t < 1",
            step("sqrt(t)/sqrt(2 - t)", {**ROOT, "cells": [ROOT_CELL]}),
        ),
    ),
    "u on a range": (
        derived("score(u)", "uniform(1/4, 1)"),
        derived("score(u)", "uniform(1/4, 1)", ("5*MAE0", "4*MAE0")),
    ),
    "c above a number, on a range": (
        derived("score(1 - c)", "uniform(0, 1/2)"),
        derived("score(1 - c)", "uniform(0, 1/2)", ("- 3/2", "- 5/2")),
    ),
    "rates on a range": (
        derived("rate(3*c/4)", "uniform(0, 1/2)"),
        derived("rate(3*c/4)", "uniform(0, 1/2)", ("+ 1/4", "+ 1/5")),
    ),
    "what ranks pass": (decided, ("loss(fpr(u/2)) == pi0*E0(2*min(F1(s), 1/2)) + pi1/4", ("pi1/4", "pi1/5"))),
    "skews, least": (
        decided,
        (
            "loss(optimal, cost=point(t), condition=skew) <= loss(rate_driven, cost=point(t), condition=skew)",
            ("<=", ">="),
        ),
    ),
}


def both(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    true, false = KINDS[kind]
    return (true, false) if isinstance(true, dict) else (true(false[0]), true(*false))
