"""Documents that misuse an axiom by one of its letters: what each says is false, or not shown."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]
Use = dict[str, Any]


def document(statement: str, *steps: tuple[str, Any], **more: Any) -> Document:
    """A document of an equality, or with ``kind`` of an inequality: each line with what it follows by."""
    lines = [
        {"line": line, **({"by": by if isinstance(by, dict) else {"uses": by}} if by else {})} for line, by in steps
    ]
    ends = lines[-1]["line"] if lines else None
    return {"format": 1, "statement": statement, "kind": "equality", "steps": lines, "ends": ends, **more}


def difference(statement: str, first: str, *uses: Use, **more: Any) -> Document:
    """A document of an inequality: right minus left is what is used, and so not negative."""
    nothing = ("0", {"sign": "number", "certificate": {"sum": []}})
    return document(statement, (first, None), ("0", list(uses)), nothing, kind="inequality", **more)


def use(axiom: str, times: str = "", **letters: str) -> Use:
    return {"axiom": axiom, "letters": letters, **({"times": times} if times else {})}


def cite(theorem: str, times: str = "", **letters: str) -> Use:
    return {"theorem": theorem, "letters": letters, **({"times": times} if times else {})}


def with_theorem(theorem: Document, made: Document) -> Document:
    return {**made, "theorems": [{**theorem, "name": "a"}]}


BEYOND = "1 - pi0*F0(threshold_at(2)) - pi1*F1(threshold_at(2))"
OF_LAWS = difference(
    "MER <= loss(score(T))", "loss(score(T)) - MER", use("no_threshold_errs_less", "1", T="T"), letters={"T": "law"}
)
SKEWED = document(
    "loss(score_driven, cost=w, condition=skew) == balanced(loss(score_driven, cost=w))",
    ("balanced(loss(score_driven, cost=w))", [use("skews_balance_classes", M="score_driven", w="w")]),
    letters={"w": "density"},
)
SKEWED_METHODS = document(
    "loss(m, condition=skew) == balanced(loss(m))",
    ("balanced(loss(m))", [use("skews_balance_classes", M="m", w="uniform")]),
    letters={"m": "method"},
)
ABOVE = difference("AUCH <= (1 + AUC)/2", "(1 + AUC)/2 - AUCH", use("hull_gain", "1"), letters={"AUCH": "number alone"})
LEAST = difference(
    "loss(optimal) <= loss(score_driven)",
    "loss(score_driven) - loss(optimal)",
    use("optimal_is_least", "1", M="score_driven", w="uniform", d="cost", v="interpolated"),
    letters={"optimal": "method"},
)
ONE_MINUS_RANK = {"sum": [["1", ["1 - rank"], []]]}
RANKED = difference(
    "rank <= 1",
    "1 - rank",
    {**use("rates_of_class_0", "1", h="0", g="rank - 1"), "shown": [ONE_MINUS_RANK, ONE_MINUS_RANK]},
    letters={"rank": "number alone"},
)
LARGE = {"sum": [["1", ["pi0"], []]]}

MISUSED: dict[str, Document] = {
    "value in a mean of a class": document(
        "AUC == 1/2",
        ("E1(F0(s))", [{"definition": "AUC"}]),
        ("1/2", [use("cdf_is_uniform", k="0", h="E1(value)")]),
    ),
    "value in a mean of a class, rates": document(
        "E1(R(s)) == 1/2", ("1/2", [use("rate_is_uniform", "-1", h="E1(value)")])
    ),
    "value in a mean of a class, no ties": document(
        "0 == 1 given no_ties",
        ("1", [use("no_ties", k="1", g="value"), use("no_ties", "1", k="0", g="E1(value)")]),
        given=["no_ties"],
    ),
    "value in a mean over conditions": document(
        "Ec(T*c) == 1/3 given uniform_rate",
        ("1/3", [use("uniform_rate", h="Ec(value*c)")]),
        given=["uniform_rate"],
        letters={"T": "law"},
    ),
    "a law beside the value that it has": document(
        "Ec(T**2) == Ec(c*T) given uniform_rate",
        ("Ec(c*T)", [use("uniform_rate", h="T*value")]),
        given=["uniform_rate"],
        letters={"T": "law"},
    ),
    "a law of c and u as one of u": OF_LAWS,
    "a law of c and u as one of u, cited": with_theorem(
        OF_LAWS, difference("MER <= loss(score_driven)", "loss(score_driven) - MER", cite("a", "1", T="c"))
    ),
    "a rate that is none": document(
        "2 <= 1",
        ("-1", None),
        (BEYOND, [use("false_positives_at_a_rate", "-pi1", r="2")]),
        (
            BEYOND,
            {
                "sign": "number",
                "certificate": {
                    "sum": [
                        ["1", ["pi0", "1 - F0(threshold_at(2))"], []],
                        ["1", ["1 - pi0", "1 - F1(threshold_at(2))"], []],
                    ]
                },
            },
        ),
        kind="inequality",
    ),
    "a density that is not seen to be alone": SKEWED,
    "a method that is not seen to be alone": SKEWED_METHODS,
    "a density in a balanced mean": document("balanced(Ec(c**2, w)) == Ec(c**2, w)", letters={"w": "density"}),
    "proportions in what is balanced": difference(
        "balanced(pi0*E0(pi0)) <= pi0",
        "pi0 - 1/4",
        {**use("rates_of_class_0_for_skews", "1", h="-pi0", g="-pi0"), "shown": [{"sum": []}, LARGE]},
    ),
    "a letter called AUCH": ABOVE,
    "a letter called AUCH, cited": with_theorem(ABOVE, difference("1/2 <= 0", "-1/2", cite("a", "1", AUCH="0"))),
    "a letter called optimal": LEAST,
    "a letter called optimal, cited": with_theorem(
        LEAST,
        difference(
            "loss(rate_fixed(0)) <= loss(score_driven)",
            "loss(score_driven) - loss(rate_fixed(0))",
            cite("a", "1", optimal="rate_fixed(0)"),
        ),
    ),
    "a letter called rank": RANKED,
    "a letter called rank, cited": with_theorem(RANKED, difference("5 <= 1", "-4", cite("a", "1", rank="5"))),
}
