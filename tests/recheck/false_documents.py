"""False theorems with documents built by hand, each with the trick that it tries on the reader of proof documents.

`FALSE` holds a document by name, and what is wrong with it. None of them may be accepted: the statement is false on
some sample, has no value on one, or is no statement of the language.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Document: TypeAlias = dict[str, Any]
Use: TypeAlias = dict[str, Any]


def equality(statement: str, *lines: tuple[Any, ...], given: tuple[str, ...] = (), **more: Any) -> Document:
    """A document of kind equality; each line is its text and the uses that lead to it."""
    steps = [{"line": line, "by": {"uses": list(uses)}, "why": "a trick"} for line, *uses in lines]
    return _document("equality", statement, steps, given, more)


def inequality(
    statement: str, first: str, *lines: tuple[Any, ...], given: tuple[str, ...] = (), **more: Any
) -> Document:
    """A document of kind inequality: the difference, then lines with the uses, the sign or the cases that lead on."""
    steps = [{"line": first, "by": {"uses": []}, "why": "the difference"}]
    for line, *uses in lines:
        alone = len(uses) == 1 and ("sign" in uses[0] or "cases" in uses[0])
        steps.append({"line": line, "by": uses[0] if alone else {"uses": list(uses)}, "why": "a trick"})
    return _document("inequality", statement, steps, given, more)


def _document(kind: str, statement: str, steps: list[Any], given: tuple[str, ...], more: Document) -> Document:
    text = statement + f" given {', '.join(given)}" * bool(given)
    ends = steps[-1]["line"] if steps else None
    return {"format": 1, "statement": text, "given": list(given), "kind": kind, "steps": steps, "ends": ends, **more}


def sign(reading: str, *terms: Any, tree: Any = None) -> Use:
    """A last step's sign: the terms of a sum, or a whole certificate."""
    named = {"axioms": ["classes_share_scores", "calibrated", "calibrated_hull"]} if reading == "group" else {}
    return {"sign": reading, "certificate": tree or {"sum": [list(term) for term in terms]}, **named}


def axiom(name: str, solved_for: str = "", times: str = "", shown: Any = None, **letters: str) -> Use:
    """An axiom with its letters."""
    more = {"letters": letters, "for": solved_for, "times": times, "shown": shown}
    return {"axiom": name, **{key: value for key, value in more.items() if value}}


def theorem(**letters: str) -> Use:
    """The theorem called lemma."""
    return {"theorem": "lemma", "letters": letters}


def lemma(document: Document) -> Document:
    """What a document has beside its steps that cites another one."""
    return {"theorems": [{**document, "name": "lemma"}]}


def letters(**kinds: str) -> Document:
    """What a document has beside its steps that is about letters."""
    return {"letters": {x: kind.replace("_", " ") for x, kind in kinds.items()}}


def as_bound(x: str) -> Document:
    """``x <= 1`` where x lies in [0, 1]: right for a parameter or a metric, wrong for a letter of that name."""
    return inequality(f"{x} <= 1", f"1 - {x}", (f"1 - {x}", sign("number", ["1", [f"1 - {x}"], []])))


NOTHING = ("0", sign("number"))
ANY = "number_alone"
AREA = ({"definition": "AUC"}, axiom("cdf_is_uniform", k="0", h="value"), axiom("cdf_is_uniform", k="1", h="value"))
AHEAD = "(1 - indicator(x < y) + indicator(y < x))/2"
ORDERS = {
    "split": "x - y",
    "above": {"sum": []},
    "below": {"split": "y - x", "above": {"sum": []}, "below": {"sum": []}},
}
FIVE = ("0", {**theorem(a="5"), "times": "1"})
FALSE: dict[str, tuple[Document, str]] = {}


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


# --- letters ------------------------------------------------------------------------------------------------

_s = equality("BS0 == s**2", ("s**2", {"definition": "BS0"}), **letters(s=ANY))
_is_false("letter called s", "the s that a mean binds is read as a letter", _s)
_is_false(
    "letter called s, filled", "BS0 is 1 on no usual sample", equality("BS0 == 1", ("1", theorem(s="1")), **lemma(_s))
)
_is_false("mean of a letter", "a mean is no number", equality("E0(s) == E1(s)", **letters(s=ANY)))
for _x in ("t", "AUC", "KS"):
    _inner = {"document": as_bound(_x), "times": "1"}
    _document_of_letter = inequality(f"{_x} <= 1", f"1 - {_x}", ("0", _inner), NOTHING, **letters(**{_x: ANY}))
    _is_false(f"letter called {_x}", "shown for what lies in [0, 1], then said of any number", _document_of_letter)
    _is_false(
        f"letter called {_x}, filled",
        "5 is more than 1",
        inequality(
            "5 <= 1", "-4", ("0", {**theorem(**{_x: "5"}), "times": "1"}), NOTHING, **lemma(_document_of_letter)
        ),
    )
_is_false(
    "letter called KS, by an axiom",
    "the axiom is about the distance, not about a letter",
    inequality(
        "KS <= max(AUC, 1 - AUC)",
        "max(AUC, 1 - AUC) - KS",
        ("0", axiom("distance_below_area", times="1")),
        NOTHING,
        **letters(KS=ANY),
    ),
)
_one = [
    inequality("max(t, 1) <= 1", "1 - max(t, 1)", NOTHING),
    inequality("1 <= max(t, 1)", "max(t, 1) - 1", NOTHING),
]
_parts = {"format": 1, "statement": "max(t, 1) == 1", "given": [], "kind": "equality", "parts": _one}
_is_false(
    "letters of both parts",
    "the parts are about a parameter in [0, 1], not about a letter",
    equality("5 == 1", ("1", {**theorem(t="5"), "times": "-1"}), **lemma({**_parts, **letters(t=ANY)})),
)
_is_false(
    "parts under what is no assumption",
    "nonsense is no assumption",
    {**_parts, "statement": "max(t, 1) == 1 given nonsense", "given": ["nonsense"]},
)
_is_false(
    "letter called rank",
    "the rank that for_all binds is read as the letter",
    inequality(
        "0 <= pi0*(E0(R(s)) - 5)",
        "pi0*(E0(R(s)) - 5)",
        ("0", {**theorem(rank="5"), "times": "1"}),
        NOTHING,
        **lemma(
            inequality(
                "0 <= pi0*(E0(R(s)) - rank)",
                "pi0*(E0(R(s)) - rank)",
                ("0", axiom("rates_of_class_0", h="value - rank", g="0", times="1", shown=[{"sum": []}, {"sum": []}])),
                NOTHING,
                **letters(rank=ANY),
            )
        ),
    ),
)
_is_false(
    "what is given about a letter",
    "a <= 1 is given about the parameter a, and used about 5",
    inequality(
        "5 <= 1",
        "-4",
        FIVE,
        NOTHING,
        given=("a <= 1",),
        **lemma(
            inequality(
                "a <= 1",
                "1 - a",
                ("0", {"given": "a <= 1", "times": "1"}),
                NOTHING,
                given=("a <= 1",),
                **letters(a=ANY),
            )
        ),
    ),
)
_is_false(
    "density letter below balanced",
    "a density may depend on the class proportions",
    equality(
        "3/7 == (2 - pi0)/(4 - pi0)",
        ("Ec(c, beta(3/2, 2))", axiom("beta_moments", a="3/2", b="2", j="1")),
        ("Ec(c, beta(2 - pi0, 2))", {**theorem(w="beta(2 - pi0, 2)"), "for": "Ec(c, beta(3/2, 2))"}),
        ("(2 - pi0)/(4 - pi0)", axiom("beta_moments", a="2 - pi0", b="2", j="1")),
        **lemma(equality("balanced(Ec(c, w)) == Ec(c, w)", **letters(w="density"))),
    ),
)
_is_false(
    "method letter taken for one alone",
    "the threshold pi0 is balanced too",
    equality(
        "loss(score(pi0), condition=skew) == balanced(loss(score(pi0)))",
        ("balanced(loss(score(pi0)))", theorem(m="score(pi0)")),
        **lemma(
            equality(
                "loss(m, condition=skew) == balanced(loss(m))",
                ("balanced(loss(m))", axiom("skews_balance_classes", M="m", w="uniform")),
                **letters(m="method"),
            )
        ),
    ),
)
_is_false(
    "law letter as a rate",
    "the law of a rate lies in [0, 1], and -5 does not",
    inequality(
        "0 <= Ec(2*c*pi0 - 10*(1 - c) - 2*pi0 + 2*pi0*E0(indicator(-5 < R(s))))",
        "pi0 - 5",
        ("0", {**theorem(T="-5"), "times": "1"}),
        NOTHING,
        **lemma(
            inequality(
                "0 <= Ec(2*c*pi0 + 2*(1 - c)*T - 2*pi0 + 2*pi0*E0(indicator(T < R(s))))",
                "Ec(2*c*pi0 + 2*(1 - c)*T - 2*pi0 + 2*pi0*E0(indicator(T < R(s))))",
                (
                    "loss(rate(T))",
                    axiom("loss_on_rates", T="T", w="uniform"),
                    axiom("loss_at_threshold", t="threshold_at(T)", b="c"),
                    axiom("false_positives_at_a_rate", r="T"),
                    axiom("cdf_is_a_mean", k="0", t="threshold_at(T)"),
                    axiom("thresholds_are_rates", r="T"),
                ),
                ("loss(rate(T))", sign("number", ["1", ["loss(rate(T))"], []])),
                **letters(T="law"),
            )
        ),
    ),
)

_skew, _balanced = "loss(score_driven, cost=w, condition=skew)", "balanced(loss(score_driven, cost=w))"
_lemma = equality(
    f"{_skew} == {_balanced}",
    (_balanced, axiom("skews_balance_classes", M="score_driven", w="w")),
    **letters(w="density"),
)
_is_false("a density letter taken for one alone", "w may be beta(1 + pi0, 2)", _lemma)
_is_false(
    "a density letter taken for one alone, filled",
    "balanced puts pi0 to 1/2 in the density too",
    equality(
        f"{_skew} == {_balanced}".replace("=w", "=beta(1 + pi0, 2)"),
        (_balanced.replace("=w", "=beta(1 + pi0, 2)"), theorem(w="beta(1 + pi0, 2)")),
        **lemma(_lemma),
    ),
)
_is_false(
    "a density letter taken for one alone, by a theorem",
    "the theorem is about densities alone",
    equality(
        f"{_skew} == {_balanced}",
        (_balanced, theorem(w="w")),
        **letters(w="density"),
        **lemma({**_lemma, "letters": {"w": "density alone"}}),
    ),
)
_is_false(
    "a law letter in a method alone",
    "T may be pi0",
    equality(
        "loss(score(T), condition=skew) == balanced(loss(score(T)))",
        ("balanced(loss(score(T)))", axiom("skews_balance_classes", M="score(T)", w="uniform")),
        **letters(T="law"),
    ),
)
for _x in ("x", "rank", "value", "y"):
    _is_false(
        f"a law called {_x}",
        "only T is a law, and only w a density",
        equality(f"Ec(c*{_x}) == Ec(c)*Ec({_x})", **{"letters": {_x: "law"}}),
    )

# --- bound variables that are captured ------------------------------------------------------------------------

_is_false(
    "a mean in a function of ranks",
    "E0(F1(s)) has lost its own s",
    equality("E0(F1(s)) == 1/2", ("1/2", axiom("cdf_is_uniform", k="1", h="E0(value)"))),
)
_is_false(
    "a mean in a function of rates",
    "the same, for rates",
    equality(
        "AUC == 1/2",
        ("E1(F0(s))", AREA[0]),
        (
            "1/2",
            axiom("rate_is_uniform", "E0(F1(s))", h="E0(value)"),
            axiom("rate_is_uniform", "E1(F0(s))", h="value"),
            *AREA[1:],
        ),
    ),
)
_is_false(
    "a mean in a function of shares",
    "the mean over class 0 of what is 1 in class 1",
    equality(
        "0 == 1",
        ("E1(E0(posterior(s)))", axiom("no_ties", k="0", g="value")),
        ("1", axiom("no_ties", k="1", g="E0(value)")),
        given=("no_ties",),
    ),
)
_is_false(
    "a mean in a function of rates, by bounds",
    "the bound is shown of each rank, not of a mean over class 1",
    inequality(
        "-1/2 <= pi0*E0(E1(R(s)) - 1)",
        "pi0*E0(E1(R(s)) - 1) + 1/2",
        (
            "Ec(c - 1) + 1/2",
            axiom(
                "rates_of_class_0",
                h="E1(value) - 1",
                g="value - 1",
                times="1",
                shown=[{"sum": []}, {"sum": [["1", ["1 - rank"], []]]}],
            ),
        ),
        NOTHING,
    ),
)
_is_false(
    "the condition in a function of a law",
    "c and the threshold are not independent",
    equality(
        "Ec(c*T) == 1/3",
        ("1/3", axiom("uniform_rate", "Ec(c*T)", h="Ec(c*value)")),
        given=("uniform_rate",),
        **letters(T="law"),
    ),
)
for _reading, _mean in (("pair", "E0"), ("group", "E")):
    _body = f"{_mean}(max(s - E1(s), 0))"
    _is_false(
        f"a mean inside of a maximum, by {_reading}",
        "the s of the inner mean is another one",
        inequality(f"{_body} <= 0", f"-{_body}", ("0", sign(_reading))),
    )
_is_false(
    "a mean over the condition at a point",
    "the inner c is bound by its own mean: 1/6",
    equality("Ec(c*Ec(c, beta(2, 2)), point(1/3)) == 1/9"),
)
_is_false(
    "a loss at a point",
    "the threshold of score_driven moves with its own condition",
    equality("Ec(c*loss(score_driven), point(1/3)) == loss(score(1/3))/3"),
)
_is_false(
    "a mean over u in a mean over u",
    "the inner u is bound by its own mean: 1/2 and 1/6",
    equality("Ec(indicator(u < Ec(indicator(c < u)))) == Ec(indicator(u < Ec(c*indicator(c < u))))"),
)
_is_false(
    "cases by a score",
    "the sign of s - t is not that of every score at once",
    inequality(
        "E0(indicator(t < s)) <= E0(indicator(t < s))**2",
        "E0(indicator(t < s))**2 - E0(indicator(t < s))",
        (
            "E0(indicator(t < s))**2 - E0(indicator(t < s))",
            sign("number", tree={"split": "s - t", "above": {"sum": []}, "below": {"sum": []}}),
        ),
    ),
)
_is_false(
    "a root of a score that a mean binds",
    "sqrt(s - E0(s)) has no value where s is below the mean",
    inequality(
        "E0(sqrt(s - E0(s)))**2 <= 0",
        "-E0(sqrt(s - E0(s)))**2",
        ("0", axiom("cauchy_schwarz", k="0", f="sqrt(s - E0(s))", g="1", times="1")),
        NOTHING,
        defined=[
            {
                "expression": "s - E0(s)",
                "strict": False,
                "certificate": {"root": "s", "degree": 2, "name": "v", "then": {"sum": []}},
            }
        ],
    ),
)
_is_false(
    "what is given about a score",
    "s is bound by no mean in an assumption",
    equality("E0(s) == 1/2", ("1/2", {"given": "s == 1/2", "for": "s"}), given=("s == 1/2",)),
)

# --- relations of another kind ----------------------------------------------------------------------------------

_greater = inequality("1 >= 0", "1", ("1", sign("number", ["1", [], []])))
_other = inequality("0 != -1", "1", ("1", sign("number", ["1", [], []])))
_used = ("0", {"theorem": "lemma", "times": "1"})
_is_false("a theorem >= used as <=", "turned round", inequality("1 <= 0", "-1", _used, NOTHING, **lemma(_greater)))
_is_false("a theorem != used as <=", "no order", inequality("0 <= -1", "-1", _used, NOTHING, **lemma(_other)))
_is_false(
    "given != used as <=",
    "no order is given",
    inequality(
        "pi0 <= 1/2",
        "1/2 - pi0",
        ("0", {"given": "pi0 != 1/2", "times": "1"}),
        NOTHING,
        given=("pi0 != 1/2",),
    ),
)
_is_false(
    "what is given negative taken for positive",
    "a < 0 is given",
    inequality(
        "0 <= a*((1 + AUC)/2 - AUCH)",
        "a*((1 + AUC)/2 - AUCH)",
        ("0", axiom("hull_gain", times="a")),
        NOTHING,
        given=("a < 0",),
    ),
)
_is_false(
    "an indicator of ==",
    "indicator(s == t) is no indicator of the language, and not indicator(s >= t)",
    equality("E0(indicator(s == t)) == E0(indicator(s >= t))"),
)
_is_false(
    "an indicator of !=",
    "indicator(s != t) is no indicator of the language",
    equality("E0(indicator(s != t)) == E0(indicator(s >= t))"),
)

# --- rates and ranks ----------------------------------------------------------------------------------------------

_five = "1 - pi0*F0(threshold_at(5)) - pi1*F1(threshold_at(5))"
_is_false(
    "a rate above 1",
    "there is no threshold of the rate 5",
    inequality(
        "5 <= 1",
        "-4",
        (_five, axiom("false_positives_at_a_rate", r="5")),
        (
            _five,
            sign(
                "number",
                ["1", ["pi0", "1 - F0(threshold_at(5))"], []],
                ["1", ["1 - pi0", "1 - F1(threshold_at(5))"], []],
            ),
        ),
    ),
)
_is_false(
    "ranks at another place",
    "F0(s) passes a tie evenly, F0 at a number does not",
    equality(
        "E0(indicator(0 < s)) == 1/2",
        ("1 - E0(F0(0))", axiom("cdf_is_a_mean", k="0", t="0")),
        ("1 - E0(F0(posterior(s)))", axiom("no_ties", "E0(F0(posterior(s)))", k="0", g="F0(value)")),
        ("1 - E0(F0(s))", axiom("calibrated")),
        ("1/2", axiom("cdf_is_uniform", k="0", h="value")),
        given=("calibrated", "no_ties"),
    ),
)
_bend = f"max({AHEAD} - 3/4, 0) - max({AHEAD} - 1/2, 0)/2"
_is_false(
    "a rank inside of a maximum, by pairs",
    "a rank is a mean over the other class, which cannot be moved into a maximum",
    inequality(
        "E0(max(F1(s) - 1/2, 0))/2 <= E0(max(F1(s) - 3/4, 0))",
        "E0(max(F1(s) - 3/4, 0)) - E0(max(F1(s) - 1/2, 0))/2",
        (_bend, sign("pair", tree=ORDERS)),
    ),
)
_is_false(
    "the square of a rank, by pairs",
    "two examples of the other class",
    inequality(
        "E0(F1(s)) <= E0(F1(s)**2)",
        "E0(F1(s)**2) - E0(F1(s))",
        (f"({AHEAD})**2 - {AHEAD}", sign("pair", tree=ORDERS)),
    ),
)
_is_false(
    "two examples of a class, by pairs",
    "the square of a mean is no mean of squares",
    inequality("E0(s**2) <= E0(s)**2", "E0(s)**2 - E0(s**2)", ("0", sign("pair"))),
)
_is_false(
    "a share and a function that is no polynomial, by groups",
    "pi0 E(exp(s)) is not pi0 E0(exp(s))",
    inequality("pi0*E(exp(s)) <= pi0*E0(exp(s))", "pi0*E0(exp(s)) - pi0*E(exp(s))", ("0", sign("group"))),
)
_is_false(
    "the square of a share, by groups",
    "pi0**2 is no mean of (1 - q)**2",
    inequality("E((1 - posterior(s))**2) <= pi0**2", "pi0**2 - E((1 - posterior(s))**2)", ("0", sign("group"))),
)

# --- class proportions put to 1/2 ---------------------------------------------------------------------------------

_is_false(
    "a rank statistic with class proportions, for skews",
    "balanced puts pi0 to 1/2 in h, not in g",
    inequality(
        "1/4 <= pi0",
        "pi0 - 1/4",
        (
            "0",
            axiom(
                "rates_of_class_0_for_skews",
                h="-pi0",
                g="-pi0",
                times="1",
                shown=[{"sum": []}, {"sum": [["1", ["pi0"], []]]}],
            ),
        ),
        NOTHING,
    ),
)
_is_false(
    "a root below balanced",
    "BS >= 1/4 is given of the sample, not of the balanced one",
    inequality(
        "1/4 <= balanced(BS)",
        "balanced(BS) - 1/4",
        ("balanced(BS) - 1/4", sign("number", ["1", [], ["balanced(sqrt(BS - 1/4))"]])),
        given=("BS >= 1/4",),
    ),
)
_left = "balanced(E0(max(posterior(s) - indicator(3/4 < pi0), 0)))"
_right = "balanced(E0(posterior(s)))*(1 - indicator(3/4 < pi0))"
_ends = {"steps": [{"line": "0", "by": sign("number"), "why": "equal"}], "ends": "0"}
_is_false(
    "cases that reach below balanced",
    "below balanced pi0 is 1/2, whatever it is outside",
    inequality(
        f"{_left} <= {_right}",
        f"{_right} - {_left}",
        ("0", {"cases": "pi0 - 3/4", "above": _ends, "below": _ends}),
    ),
)
_is_false(
    "a split that reaches below balanced",
    "the same, in a certificate",
    inequality(
        f"{_left} <= {_right}",
        f"{_right} - {_left}",
        (
            f"{_right} - {_left}",
            sign("number", tree={"split": "pi0 - 3/4", "above": {"sum": []}, "below": {"sum": []}}),
        ),
    ),
)
_is_false("balanced size", "n is not balanced", equality("balanced(n) == n"))
_is_false("balanced mean", "E has class proportions", equality("balanced(E(s)) == E(s)"))
_is_false("balanced error", "so has the error rate", equality("balanced(error(1/2)) == error(1/2)"))
for _name, _axiom in (
    ("calibrated", axiom("calibrated")),
    ("no_ties", axiom("no_ties", k="1", g="value")),
    ("pi0 == 1/3", {"given": "pi0 == 1/3", "for": "pi0"}),
):
    _text = "balanced(E1(posterior(s)*pi0))"
    _put = {"calibrated": "E1(s)/2", "no_ties": "1/2", "pi0 == 1/3": "balanced(E1(posterior(s)))/3"}[_name]
    _is_false(
        f"{_name} below balanced",
        "the assumption is about the sample, not about the balanced one",
        equality(f"{_text} == {_put}", (_put, _axiom), given=(_name,)),
    )

_is_false(
    "what is given, put into a definition below balanced",
    "below balanced pi0 is 1/2, not 1/3",
    equality(
        "balanced(BS) == balanced(BS0)/3 + 2*balanced(BS1)/3",
        ("balanced(BS0)/3 + 2*balanced(BS1)/3", {"given": "pi0 == 1/3", "for": "pi0"}, {"definition": "BS"}),
        given=("pi0 == 1/3",),
    ),
)

# --- signs ----------------------------------------------------------------------------------------------------------

_is_false(
    "a variable called like a shape",
    "the shape x is positive, a score need not be",
    inequality("0 < E0(s) + 0*Ec(c, beta(x, 1))", "E0(s)", ("x", sign("pair", ["1", ["x"], []]))),
)
_is_false(
    "the square of what has no value",
    "the root of a negative number",
    inequality("AUC <= 0", "-AUC", ("-AUC", sign("number", ["1", [], ["sqrt(-AUC)"]]))),
)
_is_false("strictness", "AUC may be 0", inequality("0 < AUC", "AUC", ("AUC", sign("number", ["1", ["AUC"], []]))))
_is_false(
    "a negative multiplier",
    "an inequality turned round",
    inequality("(1 + AUC)/2 <= AUCH", "AUCH - (1 + AUC)/2", ("0", axiom("hull_gain", times="-1")), NOTHING),
)
_is_false(
    "an inequality in an equality",
    "AUCH is below (1 + AUC)/2",
    equality("AUCH == (1 + AUC)/2", ("(1 + AUC)/2", axiom("hull_gain"))),
)
_is_false(
    "an inequality in an equality, so many times",
    "the same",
    equality("AUCH == (1 + AUC)/2", ("(1 + AUC)/2", axiom("hull_gain", times="1"))),
)
_is_false(
    "a lie by very little",
    "more than zero",
    inequality(
        "AUC <= 1 - 1/10**20",
        "1 - 1/10**20 - AUC",
        ("1 - 1/10**20 - AUC", sign("number", ["1", ["1 - AUC"], []])),
    ),
)


# --- roots, shares and functions of the score -------------------------------------------------------------------

for _left, _right in (
    ("sqrt(BS0/pi1)*sqrt(pi0)", "sqrt(BS0)"),
    ("sqrt(pi0*BS0)", "pi0*sqrt(BS0)"),
    ("sqrt(pi0*pi1)", "sqrt(pi0)*pi1"),
    ("sqrt(pi0**2)", "sqrt(pi0)"),
    ("sqrt(BS0/pi1**3)", "sqrt(BS0)/(pi1*sqrt(pi0))"),
    ("sqrt((AUC - 1/2)**2)", "AUC - 1/2"),
    ("sqrt(n)*sqrt(pi0)", "sqrt(n1)"),
):
    _is_false(f"{_left} as {_right}", "a root of another share", equality(f"{_left} == {_right}", (_right,)))
_is_false(
    "a root is not positive where what it is of may be zero",
    "MER may be 0",
    inequality("sqrt(MER) > 0", "sqrt(MER)", ("sqrt(MER)", sign("number", ["1", ["sqrt(MER)"], []]))),
)
for _line, _kernel in (("AUC - E1(F0(s)**2)", "q*f"), ("E1(F0(s)) - AUC**2", "q*f*(1 - f)/pi1")):
    _is_false(
        f"{_line} is negative",
        "not what the line is a mean of",
        inequality(f"0 <= -({_line})", f"-({_line})", (_kernel, sign("group", ["1", ["q", "f"], []]))),
    )
_is_false(
    "ranks in the other class",
    "f is the proportion of class 0, whose rates are not those of class 1",
    inequality("0 <= E1(F1(s)) - E1(F0(s))", "E1(F1(s)) - E1(F0(s))", ("q*(f - g)/pi1", sign("group"))),
)
_is_false(
    "a mean over both classes by none of the axioms",
    "the shares are not named, and are needed",
    inequality(
        "E(posterior(s)*s) <= pi1*E0(s)",
        "pi1*E0(s) - E(posterior(s)*s)",
        ("0", {"sign": "group", "certificate": {"sum": []}, "axioms": []}),
    ),
)
_is_false(
    "means of one class for those of both",
    "Cauchy and Schwarz in class 0 says nothing of class 1",
    inequality(
        "E1(s*F0(s))**2 <= E0(s**2)*E0(F0(s)**2)",
        "E0(s**2)*E0(F0(s)**2) - E1(s*F0(s))**2",
        ("0", axiom("cauchy_schwarz", k="0", f="s", g="F0(s)", times="1")),
        NOTHING,
    ),
)
_LONG = " == ".join(("*".join(f"({'+'.join(f'E{k}(s**{i})' for i in range(1, 101))})" for k in (0, 1)), "a"))
_is_false(
    "a long equation that says nothing of KS",
    "an equation of 10,000 terms is not solved for one mean after the other",
    equality("KS == 1", ("1", {"given": _LONG}), given=(_LONG,)),
)

# --- what is used of equally frequent classes -------------------------------------------------------------------


def _of_equal_classes(document: Document) -> Use:
    """What a document shows, used of the same examples repeated until both classes are equally frequent."""
    return {"document": document, "times": "1", "balanced": True}


for _given, _how, _low, _high in (
    (("pi0 == 1/3",), {"for": "pi0"}, "pi0", "1/3"),
    (("pi0 == 1/4", "pi0 <= 1/3"), {"times": "1"}, "pi0", "1/3"),
    (("a <= pi0",), {"times": "1"}, "a", "pi0"),
):
    _is_false(
        f"used of equal classes, and shown given {', '.join(_given)}",
        "equally frequent classes need not meet what is given",
        inequality(
            f"{_low} <= {_high}".replace("pi0", "1/2"),
            f"{_high} - {_low}".replace("pi0", "1/2"),
            (
                "0",
                _of_equal_classes(
                    inequality(
                        f"{_low} <= {_high}",
                        f"{_high} - {_low}",
                        ("0", {"given": _given[-1], **_how}),
                        NOTHING,
                        given=_given,
                    )
                ),
            ),
            NOTHING,
            given=_given,
        ),
    )
_is_false(
    "used of equal classes, and shown given calibrated",
    "scores are calibrated at other class proportions no more",
    equality(
        "E0(s) + E1(s) == 1",
        (
            "1",
            {
                "document": equality(
                    "pi0*E0(s) + pi1*E1(s) == pi1",
                    (
                        "pi1",
                        axiom("calibrated"),
                        axiom("classes_share_scores", "E0(s)", f="1"),
                    ),
                    given=("calibrated",),
                ),
                "balanced": True,
                "for": "E0(s)",
            },
        ),
        given=("calibrated",),
    ),
)
_is_false(
    "shown of equal classes, and used of any",
    "pi0 may be 1/3",
    equality(
        "pi0 == 1/2",
        (
            "1/2",
            {
                "document": equality(
                    "pi0 == 1/2", ("1/2", {"given": "pi0 == 1/2", "for": "pi0"}), given=("pi0 == 1/2",)
                ),
                "for": "pi0",
            },
        ),
    ),
)
