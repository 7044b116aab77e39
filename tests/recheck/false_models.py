"""False theorems about two score functions: figures of one taken for the other's, and what is not given for all levels.

`TRUE_OF_TWO` holds what they are made of, which is right.
"""

from __future__ import annotations

from tests.recheck.false_conditions import at_each
from tests.recheck.false_documents import FALSE, NOTHING, Document, axiom, equality, inequality, sign


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


# --- what is right --------------------------------------------------------------------------------------------

LOSS = "loss(score_driven, cost=point({}))"
NO_MORE = f"a.{LOSS} <= b.{LOSS}"


def dominated(level: str) -> Document:
    """That a loses no more than b at a level, as is given."""
    given = NO_MORE.format(level, level)
    gap = f"b.{LOSS} - a.{LOSS}".format(level, level)
    return inequality(given, gap, ("0", {"given": given, "times": "1"}), NOTHING, given=(given,))


ANY = NO_MORE.replace("point({})", "any")
DOMINANCE = at_each(ANY, dominated("t"), given=(f"{NO_MORE.format('t', 't')} for all t",))
BELOW = inequality(
    "BS <= MAE",
    "MAE - BS",
    (
        "pi0*E0(s*(1 - s)) + pi1*E1(s*(1 - s))",
        *({"definition": x} for x in ("BS", "BS0", "BS1", "MAE", "MAE0", "MAE1")),
    ),
    ("x*(1 - x)", sign("group", ["1", ["x", "1 - x"], []])),
)
BOTH = inequality(
    "a.BS - b.MAE <= a.MAE - b.BS",
    "a.MAE - b.BS - a.BS + b.MAE",
    ("0", {"document": BELOW, "times": "1"}, {"document": BELOW, "other": True, "times": "1"}),
    NOTHING,
)
FROM_GIVEN = inequality(
    "a.BS <= b.MAE",
    "b.MAE - a.BS",
    ("b.BS - a.BS", {"document": BELOW, "other": True, "times": "1"}),
    ("b.BS - a.BS", sign("number", ["1", ["b.BS - a.BS"], []])),
    given=("a.BS <= b.BS",),
)
DEFINED = inequality(
    "a.BS <= 1 + b.MAE - b.BS",
    "1 + b.MAE - b.BS - a.BS",
    ("1 + b.MAE - b.BS - a.BS", sign("number", ["1", ["b.MAE - b.BS"], []], ["1", ["1 - a.BS"], []])),
    defined=[{**BELOW, "other": True}],
)
OWN_B = {
    **inequality(
        "b.BS <= b.MAE + a.AUC",
        "MAE + a.AUC - BS",
        ("a.AUC", {"document": BELOW, "times": "1"}),
        ("a.AUC", sign("number", ["1", ["a.AUC"], []])),
    ),
    "own": "b",
}
AREAS = equality(
    "b.AUC - a.AUC == b.E1(F0(s)) - a.E1(F0(s))",
    ("b.E1(F0(s)) - a.E1(F0(s))", {"definition": "AUC", "other": True}, {"definition": "AUC"}),
)
MAXIMUM = equality("max(b.AUC, 1 - b.AUC) == 1 - b.E(min(AUC, 1 - AUC))", ("1 - min(b.AUC, 1 - b.AUC)",))
TRUE_OF_TWO = (DOMINANCE, BOTH, FROM_GIVEN, DEFINED, OWN_B, AREAS, MAXIMUM)

# --- one for the other --------------------------------------------------------------------------------------------

for _own in ("a", "b", "c", "", None):
    _is_false(
        f"the same figure of both, own {_own}",
        "two score functions differ",
        {**equality("a.BS == b.BS", ("b.BS",)), "own": _own},
    )
_is_false(
    "a definition of the other, used of the own",
    "the areas differ",
    equality("b.AUC == a.E1(F0(s))", ("a.E1(F0(s))", {"definition": "AUC", "other": True})),
)
_is_false(
    "a definition of the own, used of the other",
    "the areas differ",
    equality("b.AUC == a.E1(F0(s))", ("a.E1(F0(s))", {"definition": "AUC"})),
)
_is_false(
    "the own score inside of the other's mean",
    "the mean of a's scores is not that of b's",
    equality("b.E0(a.s) == a.E0(s)", ("a.E0(s)",)),
)
_is_false("the other score", "a score is no figure", equality("E0(b.s) == E0(s)", ("E0(s)",)))
for _x in ("a.AUC", "b.AUC"):
    _is_false(
        f"{_x} inside of a figure of b",
        "the mean of a number is that number, whosever it is",
        equality(f"b.E0({_x}) - a.AUC == b.AUC - a.AUC", ("b.AUC - a.AUC",)),
    )
_is_false(
    "a figure of none beside one of b, own b",
    "a figure of none is that of a",
    {**equality("BS == b.BS", ("b.BS",)), "own": "b"},
)
_is_false(
    "calibrated, own b",
    "it is not given of which score function",
    {
        **equality(
            "b.RL == b.E(s*(1 - s))",
            ("E(s*(1 - s))", {"definition": "RL"}, axiom("calibrated", "posterior(s)")),
            given=("calibrated",),
        ),
        "own": "b",
    },
)
_is_false(
    "own another one inside",
    "a document inside of one about a is about a",
    inequality(
        "a.BS <= b.BS",
        "b.BS - BS",
        ("0", {"document": {**equality("BS == b.BS", ("BS",)), "own": "b"}, "times": "1"}),
        NOTHING,
    ),
)
_is_false(
    "own another one in a theorem",
    "the same, cited",
    inequality(
        "a.BS <= b.BS",
        "b.BS - BS",
        ("0", {"theorem": "lemma", "times": "1"}),
        NOTHING,
        theorems=[{**equality("BS == b.BS", ("BS",)), "own": "b", "name": "lemma"}],
    ),
)

# --- a prefix before what is no figure -----------------------------------------------------------------------------

for _own in ("a", "b"):
    _is_false(
        f"the score of {_own} for a number",
        "F0 at the score itself is no number, and passes ties evenly",
        {
            **equality(
                "AUC == 1",
                ("E1(F0(s))", {"definition": "AUC"}),
                ("1", axiom("cdf_is_a_mean", "F0(s)", k="0", t=f"{_own}.s")),
            ),
            "own": _own,
        },
    )
_is_false(
    "the score of a for a number in an increasing function",
    "the mean of those of at most 1/2 falls with the score",
    inequality(
        "0 <= E(s*indicator(s <= 1/2)) - E(s)*E(indicator(s <= 1/2))",
        "E(s*indicator(s <= 1/2)) - E(s)*E(indicator(s <= 1/2))",
        ("0", axiom("association", times="1", k="both", f="s", g="indicator(a.s <= 1/2)")),
        NOTHING,
    ),
)
_TO_A = "loss(score(a.t), cost={0}) == loss(score(c), cost={0})"
_is_false(
    "the condition under the name of a's",
    "a threshold that ignores the condition does not follow it",
    at_each(
        _TO_A.format("any"),
        equality(
            _TO_A.format("point(t)"),
            ("Qc(t, t)", axiom("loss_on_scores", T="t", w="point(t)")),
            ("loss(score(c), cost=point(t))", axiom("loss_on_scores", "Qc(t, t)", T="c", w="point(t)")),
        ),
    ),
)

# --- what is given of one -----------------------------------------------------------------------------------------

_fixed = "b.loss(score_fixed({}))"
_is_false(
    "an equation of this sample inside of the other's figure",
    "what is given is the area of a",
    equality(
        f"{_fixed.format('AUC')} == {_fixed.format('1/2')}",
        (_fixed.format("1/2"), {"given": "a.AUC == 1/2", "for": "AUC"}),
        given=("a.AUC == 1/2",),
    ),
)
_is_false(
    "what is given of the own, used of the other",
    "nothing is given of b",
    inequality(
        "1/2 <= b.AUC",
        "b.AUC - 1/2",
        ("0", {"given": "a.AUC >= 1/2", "other": True, "times": "1"}),
        NOTHING,
        given=("a.AUC >= 1/2",),
    ),
)
_is_false(
    "what is given of the own, known of the other",
    "the same, as a factor",
    inequality(
        "1/2 <= b.AUC",
        "b.AUC - 1/2",
        ("b.AUC - 1/2", sign("number", ["1", ["b.AUC - 1/2"], []])),
        given=("a.AUC >= 1/2",),
    ),
)
_is_false(
    "calibrated scores of the other",
    "a's are",
    equality(
        "b.E0(posterior(s)) == b.E0(s)",
        ("b.E0(s)", {**axiom("calibrated", "posterior(s)"), "other": True}),
        given=("calibrated",),
    ),
)
_ASSUMED = inequality(
    "1/2 <= AUC", "AUC - 1/2", ("0", {"given": "AUC >= 1/2", "times": "1"}), NOTHING, given=("AUC >= 1/2",)
)
_is_false(
    "a document under what is given, used of the other",
    "b's area may be less",
    inequality(
        "1/2 <= b.AUC",
        "b.AUC - 1/2",
        ("0", {"document": _ASSUMED, "other": True, "times": "1"}),
        NOTHING,
        given=("AUC >= 1/2",),
    ),
)
_is_false(
    "a document under what is given, noted of the other",
    "b's area may be less",
    inequality(
        "1/2 <= b.AUC",
        "b.AUC - 1/2",
        ("b.AUC - 1/2", sign("number", ["1", ["b.AUC - 1/2"], []])),
        given=("AUC >= 1/2",),
        defined=[{**_ASSUMED, "other": True}],
    ),
)
_is_false(
    "what has no value of the other",
    "all scores of b may be 0",
    equality("b.E0(s)/b.E0(s) == 1", ("1",), given=("a.E0(s) > 0",)),
)
_is_false(
    "a mean of the other with a letter for a value in it",
    "the value stands in a mean",
    equality(
        "pi1*E1(b.E1(pav(s))) == E(pav(s)*b.E1(pav(s)))",
        ("E(pav(s)*b.E1(pav(s)))", axiom("hull_is_calibrated", times="-1", g="b.E1(value)")),
    ),
)

# --- for all levels -------------------------------------------------------------------------------------------------

_at_one = NO_MORE.format("t", "t")
_is_false(
    "dominance at one level",
    "the curves may cross",
    {**DOMINANCE, "statement": f"{ANY} given {_at_one}", "given": [_at_one]},
)
_is_false(
    "dominance for all of another level",
    "t is a parameter then",
    {**DOMINANCE, "statement": f"{ANY} given {_at_one} for all r", "given": [f"{_at_one} for all r"]},
)
_is_false(
    "dominance for all levels, seen at one",
    "what holds for all t is no relation that is given",
    {**dominated("t"), "statement": f"{_at_one} given {_at_one} for all t", "given": [f"{_at_one} for all t"]},
)
_is_false(
    "dominance the other way",
    "b loses no less",
    {**DOMINANCE, "statement": f"{ANY.replace('<=', '>=')} given {_at_one} for all t"},
)
_is_false(
    "strict dominance",
    "both may lose the same",
    {**DOMINANCE, "statement": f"{ANY.replace('<=', '<')} given {_at_one} for all t"},
)
_is_false(
    "dominance for all of no level",
    "k is any number",
    {**DOMINANCE, "statement": f"{ANY} given {_at_one} for all k", "given": [f"{_at_one} for all k"], "condition": "k"},
)
_FOR_ALL = inequality(
    "BS <= AUC",
    "AUC - BS",
    ("0", {"given": "BS*t <= AUC*t for all t", "times": "1"}),
    NOTHING,
    given=("BS*t <= AUC*t for all t",),
)
_is_false("for all levels as a relation", "it is none", _FOR_ALL)
_is_false(
    "a theorem's hypothesis for all levels, left out",
    "it is not shown",
    inequality(
        "AUC <= BS",
        "BS - AUC",
        ("0", {"theorem": "lemma", "times": "1"}),
        NOTHING,
        theorems=[
            {
                **at_each(
                    "loss(optimal, cost=any) + AUC <= loss(optimal, cost=any) + BS",
                    inequality(
                        "loss(optimal, cost=point(t)) + AUC <= loss(optimal, cost=point(t)) + BS",
                        "BS - AUC",
                        ("0", {"given": "AUC <= BS", "times": "1"}),
                        NOTHING,
                        given=("AUC <= BS",),
                    ),
                    given=("AUC <= BS for all t",),
                ),
                "name": "lemma",
            }
        ],
    ),
)
