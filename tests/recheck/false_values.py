"""False theorems about values: integrals, densities, what has no value, numbers and texts."""

from __future__ import annotations

from typing import Any

from tests.recheck.false_documents import (
    ANY,
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


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


def cell(low: str, high: str, antiderivative: str, inverse: str | None = None, *roots: str) -> dict[str, Any]:
    """A cell of an integral."""
    found: dict[str, Any] = {"from": low, "to": high, "antiderivative": antiderivative}
    return {**found, **({"inverse": inverse} if inverse else {}), **({"roots": list(roots)} if roots else {})}


def integral(text: str, *cells: dict[str, Any]) -> Use:
    """An integral by its cells."""
    return {"integral": text, "cells": list(cells)}


def _integral(name: str, why: str, text: str, value: str, *cells: dict[str, Any], **more: Any) -> None:
    _is_false(name, why, equality(f"{text} == {value}", (value, integral(text, *cells)), **more))


def _density(name: str, why: str, f: str, value: str, *cells: dict[str, Any], certificate: Any, **more: Any) -> None:
    shown = [{"density": f, "cells": list(cells), "sign": certificate}]
    _is_false(name, why, equality(f"Ec(1, density({f})) == {value}", densities=shown, **more))


# --- integrals ------------------------------------------------------------------------------------

_SQUARE = "Ec(indicator(c**2 < s))"
_integral(
    "a gap", "from 1/3 to 1/2", "Ec(sqrt(c))", "5", cell("0", "1/3", "2*c**(3/2)/3"), cell("1/2", "1", "2*c**(3/2)/3")
)
_integral("an overlap", "twice", "Ec(sqrt(c))", "5", cell("0", "2/3", "2*c**(3/2)/3"), cell("1/3", "1", "2*c**(3/2)/3"))
_integral("beyond the support", "up to 2", "Ec(sqrt(c))", "2*2**(3/2)/3", cell("0", "2", "2*c**(3/2)/3"))
_integral("short of the support", "up to 1/4", "Ec(sqrt(c))", "1/12", cell("0", "1/4", "2*c**(3/2)/3"))
_integral("backwards", "from 1 to 0", "Ec(sqrt(c))", "-2/3", cell("1", "0", "2*c**(3/2)/3"))
_integral(
    "a cell with a variable end",
    "c moves",
    "Ec(sqrt(c))",
    "2/3",
    cell("0", "c", "2*c**(3/2)/3"),
    cell("c", "1", "2*c**(3/2)/3"),
)
_integral("another antiderivative", "the derivative is another", "Ec(sqrt(c))", "1", cell("0", "1", "c**(3/2)"))
for _inverse, _value in (("-sqrt(y)", "-sqrt(s)"), ("y", "s"), ("1 - sqrt(y)", "1 - sqrt(s)")):
    _is_false(
        f"the inverse {_inverse}",
        "c**2 < s is c < sqrt(s)",
        equality(f"E0({_SQUARE}) == E0({_value})", (f"E0({_value})", integral(_SQUARE, cell("0", "1", "c", _inverse)))),
    )
_PARABOLA = "Ec(indicator((c - 1/2)**2 < s))"
for _roots in ((), ("c - 1/2",), ("1/2 - c",)):
    _is_false(
        f"a curve that falls and rises, roots {_roots}",
        "two branches in one cell",
        equality(
            f"E0({_PARABOLA}) == E0(1/2 + sqrt(min(s, 1/4)))",
            ("E0(1/2 + sqrt(min(s, 1/4)))", integral(_PARABOLA, cell("0", "1", "c", "1/2 + sqrt(y)", *_roots))),
        ),
    )
_integral("a pole", "1/(c - 1/2)**2 is not integrable", "Ec(1/(c - 1/2)**2)", "-4", cell("0", "1", "-1/(c - 1/2)"))
_integral("a pole at the end", "1/c is not integrable", "Ec(1/sqrt(c**3))", "-2", cell("0", "1", "-2/sqrt(c)"))
_integral("a logarithm of a modulus", "1/(c - 1/2)", "Ec(1/(c - 1/2))", "0", cell("0", "1", "log(abs(c - 1/2))"))
_integral("a logarithm through 0", "1/c", "Ec(1/c)", "0", cell("0", "1", "log(c)"))
_integral(
    "a jump in an antiderivative",
    "a step of 1",
    "Ec(sqrt(c))",
    "5/3",
    cell("0", "1", "2*c**(3/2)/3 + indicator(1/2 < c)"),
)
_integral(
    "a jump out of a logarithm", "a step", "Ec(sqrt(c))", "5/3", cell("0", "1", "2*c**(3/2)/3 + (c - 1/2)/abs(c - 1/2)")
)
_integral("a switch inside a cell", "c < 1/3", "Ec(indicator(c < 1/3))", "1", cell("0", "1", "c"))
_integral(
    "an indicator of what is 0 on a part of the cell",
    "zero up to 1/2, positive at 1",
    "Ec(sqrt(c)*indicator(0 < max(c - 1/2, 0)))",
    "2/3",
    cell("0", "1", "2*c**(3/2)/3"),
)
_integral(
    "an indicator of what is 0 inside of the cell",
    "zero between 1/3 and 2/3, positive at both ends",
    "Ec(sqrt(c)*indicator(0 < max(c - 2/3, 0) + max(1/3 - c, 0)))",
    "2/3",
    cell("0", "1", "2*c**(3/2)/3"),
)
_integral(
    "a maximum of what is no line",
    "c**2 - c + 1/8 is positive at both ends, and negative between",
    "Ec(sqrt(c)*indicator(0 < c**2 - c + 1/8))",
    "2/3",
    cell("0", "1", "2*c**(3/2)/3"),
)
_integral("an indicator of what may be 0", "t may be 0", "Ec(indicator(0 < t*c))", "1", cell("0", "1", "c"))
_integral(
    "a mean that is taken for a number",
    "F0 moves with c",
    "Ec(c*E0(indicator(c < s)))",
    "E0(indicator(1 < s))/2",
    cell("0", "1", "c**2*E0(indicator(c < s))/2"),
)
_is_false(
    "an indicator at its jump",
    "where two scores are equal < and <= differ",
    equality("E0(indicator(s < t)) == E0(indicator(s <= t))"),
)
_is_false(
    "ties by pairs",
    "a tie counts one half",
    inequality(
        "E1(F0(s)) <= 0",
        "-E1(F0(s))",
        (
            "-(1 + indicator(x < y) - indicator(y < x))/2",
            sign("pair", tree={"split": "x - y", "above": {"sum": []}, "below": {"sum": []}}),
        ),
    ),
)

# --- densities ------------------------------------------------------------------------------------

for _w in (
    "density(5)",
    "beta(-1, -1)",
    "beta(0, 1)",
    "beta(2, a - a)",
    "uniform(1, 0)",
    "uniform(1/2, 1/2)",
    "uniform(-1, 1)",
    "uniform(0, 2)",
    "uniform(t, r)",
    "point(2)",
    "point(-1)",
    "density(2*c - 1/2 + 1/2 - 1)",
    "density(s)",
    "point(s)",
):
    _is_false(f"{_w} is no density", "a mean over no density", equality(f"Ec(1, {_w}) == 1"))
    _is_false(
        f"a loss under {_w}",
        "a mean over no density",
        equality(f"loss(score_driven, cost={_w}) - loss(score_driven, cost={_w}) == 0"),
    )
_density("a density of mass 5", "5", "5", "1", cell("0", "1", "5*c"), certificate={"sum": [["5", [], []]]})
_density(
    "a density with a negative part",
    "3*c - 1/2",
    "3*c - 1/2",
    "1",
    cell("0", "1", "3*c**2/2 - c/2"),
    certificate={"sum": [["3", ["c"], []]]},
)
_density(
    "a negative part that is cut off",
    "of another function",
    "3*c - 1/2",
    "1",
    cell("0", "1", "3*c**2/2 - c/2"),
    certificate={"split": "3*c - 1/2", "above": {"sum": [["1", ["3*c - 1/2"], []]]}, "below": {"sum": []}},
)
_is_false(
    "a parameter that is a shape elsewhere",
    "a need not be positive here",
    inequality(
        "0 <= a",
        "a",
        (
            "0",
            {
                "document": inequality("0 <= a + 0*Ec(c, beta(a, 2))", "a", ("a", sign("number", ["1", ["a"], []]))),
                "times": "1",
            },
        ),
        NOTHING,
    ),
)
_is_false(
    "a parameter that is a shape in a theorem",
    "the same",
    inequality(
        "0 <= a",
        "a",
        ("0", {"theorem": "lemma", "times": "1"}),
        NOTHING,
        **lemma(inequality("0 <= a + 0*Ec(c, beta(a, 2))", "a", ("a", sign("number", ["1", ["a"], []])))),
    ),
)
_is_false(
    "a shape of a definition",
    "b may be negative",
    equality("h_measure(2, b) == h_measure(2, b) + 0*Ec(c, beta(2, -b))"),
)

# --- what has no value ----------------------------------------------------------------------------

for _side, _other in (
    ("(AUC**2 - 1)/(AUC - 1)", "AUC + 1"),
    ("0/(AUC - AUC)", "0"),
    ("AUC/AUC", "1"),
    ("0/a", "0"),
    ("0*log(GINI)", "0"),
    ("log(AUC) - log(AUC)", "0"),
    ("log(0) - log(0)", "0"),
    ("sqrt(GINI) - sqrt(GINI)", "0"),
    ("sqrt(-1) - sqrt(-1)", "0"),
    ("sqrt(GINI)**2", "GINI"),
    ("a**(1/2)*0", "0"),
    ("a**a - a**a", "0"),
    ("AUC**(-1)*AUC", "1"),
    ("E0(1/s) - E0(1/s)", "0"),
    ("E0(sqrt(s - 1/2)) - E0(sqrt(s - 1/2))", "0"),
    ("0*(1/MAE0)", "0"),
    ("1/(1/0)", "0"),
    ("1/(BS - RL)*0", "0"),
    ("balanced(1/(pi0 - 1/2))*0", "0"),
    ("h_measure(-1, 2) - h_measure(-1, 2)", "0"),
    ("loss(rate_fixed(2)) - loss(rate_fixed(2))", "0"),
    ("loss(mix(2, score_driven, rate_driven))*0", "0"),
):
    _is_false(f"{_side} without a value", "no value on some sample", equality(f"{_side} == {_other}"))
_is_false(
    "defined under more than is given",
    "GINI may be negative",
    equality(
        "sqrt(GINI)**2 == GINI",
        defined=[
            inequality("0 <= GINI", "GINI", ("0", {"given": "GINI >= 0", "times": "1"}), NOTHING, given=("GINI >= 0",))
        ],
    ),
)
_is_false(
    "the sign of a denominator",
    "a may be negative",
    inequality("0 <= 1/a", "1/a", ("1/a", sign("number", ["1", [], []])), given=("a != 0",)),
)
_is_false(
    "a negative denominator",
    "AUC - 2 is negative",
    inequality("0 <= 1/(AUC - 2)", "1/(AUC - 2)", ("1/(AUC - 2)", sign("number", ["1", [], []]))),
)
_is_false(
    "an equation divided by what may be 0",
    "t may be 0",
    equality("a == b", ("b", {"given": "t*a == t*b", "for": "a"}), given=("t*a == t*b",)),
)
_is_false(
    "solved for a part whose factor vanishes",
    "pi0 (F0 - F1) says nothing of pi0 where F0 = F1",
    equality(
        "pi0 == 1",
        ("1", {"given": "pi0*(AUC - AUCH) == AUC - AUCH", "for": "pi0"}),
        given=("pi0*(AUC - AUCH) == AUC - AUCH",),
    ),
)
_VANISHES = "(n - 2)*(n - 4)*(n - 6)*(n - 7)*(n - 8)"
_is_false(
    "a quantity that vanishes on many sizes",
    "not on all",
    equality(
        f"{_VANISHES}*pi1*E1(s*pav(s)) == {_VANISHES}*E(s*pav(s)**2)",
        (f"{_VANISHES}*E(s*pav(s)**2)", axiom("hull_is_calibrated", g="s*value")),
    ),
)
for _word in ("n", "E(s)", "error(1/2)", "h_measure(2, 2)"):
    _is_false(
        f"balanced {_word}, times what vanishes",
        "not on all sizes",
        equality(f"{_VANISHES}*(balanced({_word}) - {_word}) == 0"),
    )
_is_false(
    "the hull and the score",
    "g is a function of the calibrated score alone",
    equality(
        "pi1*E1(s*pav(s)) == E(s*pav(s)**2)",
        ("E(s*pav(s)**2)", axiom("hull_is_calibrated", g="s*value")),
        given=("pi0 == 1/2", "auc >= 9/10"),
    ),
)
_is_false(
    "nothing is like that",
    "AUC is at most 1, so nothing is shown about samples",
    inequality("5 <= 1", "-4", ("-4", sign("number", tree={"empty": []})), given=("auc >= 2",)),
)

_steep = "Ec(sqrt(c)*indicator(0 < (pi0 - 3/4)*c))"
_wrong = "balanced(E0(max(posterior(s) - 2/3, 0)))"
_is_false(
    "an integral under what is given, below balanced",
    "below balanced pi0 is 1/2",
    equality(
        f"balanced(E0(max(posterior(s) - {_steep}, 0))) == {_wrong}",
        (_wrong, integral(_steep, cell("0", "1", "2*c**(3/2)/3"))),
        given=("pi0 > 3/4",),
    ),
)
for _text in ("log(pi0 - 3/4)*BS", "loss(rate(pi0 - 3/4))", "Ec(c, beta(pi0 - 3/4, 2))", "h_measure(pi0 - 3/4, 2)"):
    _is_false(
        f"balanced({_text}) without a value",
        "below balanced pi0 is 1/2",
        equality(f"0*balanced({_text}) == 0", given=("pi0 > 3/4",)),
    )
_is_false(
    "a rate below 0",
    "there is no threshold of the rate -5",
    inequality(
        "MER <= loss(rate(-5))", "loss(rate(-5)) - MER", ("0", axiom("no_rate_errs_less", T="-5", times="1")), NOTHING
    ),
)
_is_false("a mean of three arguments", "the last is no part of it", equality("Ec(c, uniform, 5) == 1/2"))

for _text in (
    "E0(1/(s - pi0 + 1/2))",
    "E0(log(s + pi0 - 1/2))",
    "E0(sqrt(s - pi0))",
    "E0(1/(posterior(s) + pi0 - 1/2))",
    "E0(1/(pi0 - 1/2))",
    "E0(s**(pi0 - 3/4))",
    "E0(F0(s)/(pi0 - 1/2))",
    "E0(Ec(sqrt(c), beta(pi0 - 3/4, 2)))",
    "E0(Ec(sqrt(c), uniform(pi0 - 3/4, 1)))",
    "E0(s*threshold_at(pi0 - 3/4))",
    "E0(s*Ec(c, point(pi0 - 3/4)))",
    "1/(AUC + pi0 - 1/2)",
):
    _is_false(
        f"balanced({_text}) without a value",
        "below balanced pi0 is 1/2",
        equality(f"0*balanced({_text}) == 0", given=("pi0 > 3/4", "auc > 0")),
    )
_is_false(
    "a density of the class proportions below balanced",
    "below balanced it is negative",
    equality(
        "0*balanced(Ec(sqrt(c), density(1 + 8*(pi0 - 3/4)*(2*c - 1)))) == 0",
        given=("pi0 > 3/4", "pi0 < 7/8"),
        densities=[
            {
                "density": "1 + 8*(pi0 - 3/4)*(2*c - 1)",
                "cells": [cell("0", "1", "c + 8*(pi0 - 3/4)*(c**2 - c)")],
                "sign": {"sum": [["8", ["7/8 - pi0"], []], ["16", ["pi0 - 3/4", "c"], []]]},
            }
        ],
    ),
)


def _shown(expression: str, *terms: list[Any]) -> dict[str, Any]:
    return {"expression": expression, "strict": False, "certificate": {"sum": list(terms)}}


_is_false(
    "roots of quotients of what is negative",
    "a product of two roots of negative numbers is no root of their product",
    equality(
        "sqrt(t/(2 - AUC))*sqrt(t/(3 - AUC)) == -sqrt(t*t/(2 - AUC)/(3 - AUC))",
        defined=[
            _shown("t/(2 - AUC)", ["1", ["t"], []]),
            _shown("t/(3 - AUC)", ["1", ["t"], []]),
            _shown("t*t/(2 - AUC)/(3 - AUC)", ["1", ["t", "t"], []]),
        ],
    ),
)
_root = ["1", [], ["sqrt(-AUC)"]]
_is_false(
    "defined by a root of itself",
    "-AUC is shown to have a root by the square of that root",
    inequality("AUC <= 0", "-AUC", ("-AUC", sign("number", _root)), defined=[_shown("-AUC", _root)]),
)
_is_false(
    "defined by a root of the other",
    "in a circle of two",
    inequality(
        "AUC <= 0",
        "-AUC",
        ("-AUC", sign("number", _root)),
        defined=[_shown("-AUC/2", ["1/2", [], ["sqrt(-2*AUC)"]]), _shown("-2*AUC", ["2", [], ["sqrt(-AUC/2)"]])],
    ),
)
for _text in (
    "loss(score_uniform(2))",
    "loss(score_uniform(1/2, 1/3))",
    "loss(mix(c, score_driven, rate_driven))",
    "E0(loss(mix(s, score_driven, rate_driven)))",
    "loss(score_driven, cost=uniform, cost=beta(2, 2))",
):
    _is_false(f"{_text}", "no method, or no loss", equality(f"0*{_text} == 0"))

# --- numbers and texts ----------------------------------------------------------------------------

for _weight in (
    float("inf"),
    float("nan"),
    -1,
    "-1",
    "0",
    "-0",
    "1/0",
    "nan",
    "inf",
    "-1e-20",
    None,
    "",
    "1" * 5000,
    ["1"],
    {},
    "AUC",
):
    _is_false(
        f"the weight {str(_weight)[:20]!r} of type {type(_weight).__name__}",
        "no positive number",
        inequality("AUC <= 0", "-AUC", ("-AUC", sign("number", [_weight, ["AUC"], []]))),
    )
for _text in (
    "AUC == ",
    "== AUC",
    "AUC == AUC == AUC",
    "AUC = AUC",
    "accuracy == accuracy",
    "AUC == AUC given",
    "AUC == AUC given nonsense",
    "AUC == AUC given calibrated given calibrated",
    "AUC == AUC given calibrated,",
    "AUC\x00 == AUC",
    "AUC == \u0410UC",
    "E0(s == E0(s)",
    "__import__('os') == 1",
    "AUC == AUC; 1 == 2",
    "s == s",
    "c == c",
    "pav(s) == pav(s)",
    "E0(pav(t)) == E0(pav(t))",
    "E0(s, s) == E0(s, s)",
    "loss(score(s)) == loss(score(s))",
    "(" * 5000 + "1" + ")" * 5000 + " == 1",
    "+".join(["1"] * 20000) + " == 20001",
    "-" * 9999 + "1 == 1",
    "",
):
    _is_false(f"the text {_text[:30]!r} of {len(_text)}", "no statement, or a false one", equality(_text))
for _key, _value in (
    ("format", 2),
    ("format", "1"),
    ("format", None),
    ("kind", "theorem"),
    ("kind", None),
    ("ends", "1"),
    ("steps", None),
    ("steps", {}),
    ("given", ["calibrated"]),
    ("letters", {"a": "function of value"}),
    ("letters", 5),
    ("theorems", 5),
    ("defined", [5]),
):
    _is_false(
        f"{_key} = {_value!r}",
        "not written as a document is",
        {**equality("AUC == E1(F0(s))", ("E1(F0(s))", {"definition": "AUC"})), _key: _value},
    )
_circle = {**equality("AUC == 1/2", ("1/2", {"theorem": "lemma"})), "name": "lemma"}
_is_false("a theorem that cites itself", "a circle", {**_circle, "theorems": [_circle]})
_second = {**equality("AUC == 1/2", ("1/2", {"theorem": "second"})), "name": "lemma"}
_is_false(
    "two theorems that cite one another", "a circle", {**_circle, "theorems": [_second, {**_circle, "name": "second"}]}
)
_good = {**equality("1 == 1"), "name": "lemma"}
_is_false("two theorems of one name", "which of them?", {**_circle, "theorems": [_good, _good]})
_is_false(
    "a theorem under more than is given",
    "calibrated is not given",
    equality(
        "BS == RL", ("RL", theorem()), **lemma(equality("BS == RL", ("RL", axiom("calibrated")), given=("calibrated",)))
    ),
)
_is_false(
    "a letter of another kind", "k is a class", equality("AUC == 1", ("1", axiom("cdf_is_uniform", k="2", h="value")))
)
_is_false("a letter without a name", "x is no letter of it", equality("BS == RL", ("RL", axiom("calibrated", x="1"))))
_is_false("no steps", "the sides differ", equality("AUC == AUCH"))
_LEAD, _K = "AUC - 1/2", {"sum": [["1", ["k"], []]]}
_MORE = {"sum": [["1", [], []], ["1", ["k"], []]]}
_AHEAD = {"steps": [{"line": _LEAD, "by": sign("number", ["1", [_LEAD], []])}], "ends": _LEAD}
_is_false(
    "a case that is left out",
    "below is missing",
    inequality(
        f"0 <= {_LEAD}",
        _LEAD,
        (_LEAD, {"cases": _LEAD, "above": _AHEAD}),
    ),
)
_is_false(
    "a case on the other side",
    "a is negative below",
    inequality(
        f"0 <= {_LEAD}",
        _LEAD,
        (_LEAD, {"cases": _LEAD, "above": _AHEAD, "below": _AHEAD}),
    ),
)
_is_false(
    "a case of a parameter",
    "where k is negative the mean has no value",
    inequality(
        "0 <= max(k, 0)*Ec(1/(c + k))",
        "max(k, 0)*Ec(1/(c + k))",
        (
            "k",
            {
                "cases": "k",
                "above": {
                    "steps": [
                        {
                            "line": "k*(log(1 + k) - log(k))",
                            "by": {
                                "uses": [
                                    {
                                        "integral": "Ec(1/(c + k))",
                                        "cells": [{"from": "0", "to": "1", "antiderivative": "log(c + k)"}],
                                    }
                                ]
                            },
                        },
                        {
                            "line": "k*(1 - k/(1 + k))",
                            "by": {
                                "uses": [
                                    axiom(
                                        "logarithms",
                                        times="k",
                                        x="k",
                                        y="1 + k",
                                        shown=[_K, {"sum": [["1", [], []], ["1", ["k"], []]]}],
                                    )
                                ]
                            },
                        },
                        {"line": "k*(1 - k/(1 + k))", "by": sign("number", ["1", ["k"], []])},
                    ],
                    "ends": "k*(1 - k/(1 + k))",
                },
                "below": {"steps": [{"line": "0", "by": sign("number")}], "ends": "0"},
            },
        ),
    ),
)
_is_false("a letter that moves", "T moves with the condition", equality("Ec(c*T) == Ec(c)*Ec(T)", **letters(T="law")))
_is_false(
    "a number that is none",
    "a letter is any number",
    inequality(
        "a <= max(AUC, 1 - AUC)",
        "max(AUC, 1 - AUC) - a",
        ("0", axiom("distance_below_area", times="1")),
        NOTHING,
        **letters(a=ANY),
    ),
)

# --- divided by what is 0 on some samples -------------------------------------------------------------------

_I, _J, _K = "indicator(1/2 < AUC)", "indicator(1/2 < E1(F0(s)))", "indicator(1/2 < BS)"
_HIDDEN = f"(1 - {_I} - {_J} + 2*{_I}*{_J})"  # 1, since AUC is E1(F0(s)); times i - j it is 0
_ROOT = f"Ec(sqrt(c + {_I}))"
_GROWN = f"2/3*((1 + {_I})*sqrt(1 + {_I}) - {_I}*sqrt({_I}))"


def _mean_is(text: str, value: str, antiderivative: str, inverse: str | None = None, **more: str) -> Document:
    use = {**integral(text, cell("0", "1", antiderivative, inverse)), **more}
    return equality(f"{text} == {value}", (value, use))


_TWICE = _mean_is(
    _ROOT, f"{_GROWN} + {_HIDDEN}", f"(({_I} - {_J})*c + {_I} - {_I}*{_J})*2/3*sqrt(c + {_I})/({_I} - {_J})"
)
_ONCE = _mean_is(_ROOT, _GROWN, f"(c + {_I})*2/3*sqrt(c + {_I})")
_ONE_IS_ZERO = equality(
    "1 == 0", ("0", {"document": _TWICE, "times": "1"}, {"document": _ONCE, "times": "-1"}, {"definition": "AUC"})
)
_is_false("an antiderivative divided by what may be 0", "i - j is 0", _ONE_IS_ZERO)
_is_false(
    "a multiple of what follows from a division by 0",
    "the same, times AUC",
    inequality(
        "AUC <= 1/2",
        "1/2 - AUC",
        ("1/2", {"document": _ONE_IS_ZERO, "times": "AUC"}),
        ("1/2", sign("number", ["1", [], []])),
    ),
)
_BELOW = f"Ec(indicator((1 + {_I})*c < s))"
_PART = f"E0(-max(-1 - {_I}, -max(0, s)))*(1 - {_I}/2) + {_HIDDEN}"
_is_false(
    "an inverse divided by what may be 0",
    "i - j is 0",
    equality(
        f"E0({_BELOW}) == {_PART}",
        (_PART, integral(_BELOW, cell("0", "1", "c", f"y*({_I}/2 - {_J} + {_I}*{_J}/2)/({_I} - {_J})"))),
    ),
)
_BASE = f"({_I} + {_K}*c)"
_WHOLE = f"({_I} + {_K})*sqrt({_I} + {_K}) - {_I}*sqrt({_I})"
_NEITHER = f"(1 - {_I})*(1 - {_K})"
_is_false(
    "a derivative divided by what may be 0",
    "the base of the power is 0 on the whole cell where i = k = 0",
    equality(
        f"{_NEITHER}/2 == 0",
        (
            "0",
            *(
                {
                    "document": _mean_is(f"Ec(3/2*{_K}*sqrt{_BASE}{rest})", _WHOLE, f"{_BASE}*sqrt{_BASE}", times="-1"),
                    "times": times,
                }
                for rest, times in ((f" + {_NEITHER}*c", "-1"), ("", "1"))
            ),
        ),
    ),
)

_D, _E = "(AUC - 1/2)", "(BS - 1/4)"
_P, _Q = f"sqrt({_D}**2)", f"sqrt({_E}**2)"
_DIVISOR = f"({_P} - {_D} + {_Q} + {_E})"  # times what follows it is 0, and it is 0 where AUC >= 1/2 and BS <= 1/4
_ADDED = f"({_P} + {_D})*({_Q} - {_E})"
_is_false(
    "an antiderivative divided by roots of squares",
    "p - d and q + e are 0",
    {
        **_mean_is(
            f"Ec(sqrt(c + {_P}))",
            f"{_ADDED} + 2/3*((1 + {_P})*sqrt(1 + {_P}) - {_P}*sqrt({_P}))",
            f"({_DIVISOR}*c + {_D}**2 - {_D}*{_P} + {_P}*{_Q} + {_P}*{_E})*2/3*sqrt(c + {_P})/{_DIVISOR}",
        ),
        "defined": [
            {"expression": f"{x}**2", "certificate": {"sum": [["1", [], [x]]]}, "strict": False} for x in (_D, _E)
        ],
    },
)

for _name, _body, _value in (
    ("a root", "sqrt(c - 1/2)**2 - (c - 1/2)", "0"),
    ("a quotient", "indicator(c > 1/2)/indicator(c > 1/2)", "1"),
    ("the difference of two quotients", "1/indicator(c > 1/2) - 1/indicator(c > 1/2)", "0"),
    ("the difference of two logarithms", "log(c - 1/2) - log(c - 1/2)", "0"),
):
    _upper = {"integral": f"Ec({_body}, uniform(1/2, 1))", "cells": [cell("1/2", "1", f"{_value}*2*c")]}
    _is_false(
        f"{_name} that has a value under another density alone",
        "it has none where c < 1/2",
        equality(f"Ec({_body}) == {_value}", (_value, _upper)),
    )
