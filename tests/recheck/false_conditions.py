"""False theorems about any law of the operating condition, about places among ties, and given what has no value."""

from __future__ import annotations

import re
from typing import Any

from tests.recheck.false_documents import FALSE, NOTHING, Document, axiom, equality, inequality


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


# --- any law of the operating condition -----------------------------------------------------------------------


def at_each(statement: str, shown: Document, condition: str = "t", given: tuple[str, ...] = ()) -> Document:
    """The document of a statement about ``any``, shown where that is a point."""
    text = statement + f" given {', '.join(given)}" * bool(given)
    inner = {key: x for key, x in shown.items() if key not in ("format", "theorems")}
    found = {"format": 1, "statement": text, "given": list(given), "kind": shown["kind"], "condition": condition}
    return {**found, "at_each": inner}


def same(x: str, given: tuple[str, ...] = ()) -> Document:
    """What is equal to itself."""
    return equality(f"{x} == {x}", (x,), given=given)


_BRIER, _LEAST = "loss(score(c), cost={})", "loss(optimal, cost={})"
_is_false(
    "a parameter of the statement is the condition",
    "the condition would be known",
    at_each(f"{_BRIER.format('any')} == {_BRIER.format('point(t)')}", same(_BRIER.format("point(t)"))),
)
_is_false(
    "a parameter of what is given is the condition",
    "the same, in what is given",
    at_each(
        f"{_BRIER.format('any')} == {_LEAST.format('any')}",
        equality(
            f"{_BRIER.format('point(t)')} == {_LEAST.format('point(t)')}",
            (
                _LEAST.format("point(t)"),
                {"given": f"{_BRIER.format('point(t)')} == {_LEAST.format('point(t)')}", "times": "-1"},
            ),
            given=(f"{_BRIER.format('point(t)')} == {_LEAST.format('point(t)')}",),
        ),
        given=(f"{_BRIER.format('point(t)')} == {_LEAST.format('point(t)')}",),
    ),
)
_never_more = inequality(
    f"{_LEAST.format('point(t)')} <= {_BRIER.format('point(t)')}",
    f"{_BRIER.format('point(t)')} - {_LEAST.format('point(t)')}",
    ("0", axiom("optimal_is_least", times="1", M="score(c)", w="point(t)", d="cost", v="interpolated")),
    NOTHING,
)
ALWAYS = at_each(f"{_LEAST.format('any')} <= {_BRIER.format('any')}", _never_more)
"""What the false ones are made of: it is accepted."""
_is_false(
    "strictly less at any law, shown as no more at each condition",
    "calibrated scores lose the same",
    {**ALWAYS, "statement": f"{_LEAST.format('any')} < {_BRIER.format('any')}"},
)
_is_false(
    "equal at any law, shown as no more at each condition",
    "most scores lose more",
    {**ALWAYS, "statement": f"{_LEAST.format('any')} == {_BRIER.format('any')}", "kind": "equality"},
)
_is_false(
    "the other way at any law",
    "most scores lose more",
    {**ALWAYS, "statement": f"{_BRIER.format('any')} <= {_LEAST.format('any')}"},
)
_is_false(
    "at two laws, shown at one condition",
    "a uniform condition is no point",
    {**ALWAYS, "statement": f"{_LEAST.format('uniform')} <= {_BRIER.format('any')}"},
)
for _letter in ("a", "n", "s", "trq", "any", "w"):
    _is_false(
        f"the condition {_letter}",
        "it is no parameter in [0, 1]",
        {**ALWAYS, "condition": _letter, "statement": f"{_LEAST.format('any')} <= {_BRIER.format('any')}/2"},
    )
_LOSS = "loss(score(c), cost=point(t))"
_WITHIN = "loss(score({}), cost=point(1/3))"
BEYOND = [
    at_each(
        "0 <= loss(score(c), cost=any)**2",
        inequality(
            f"0 <= {_LOSS}**2",
            f"{_LOSS}**2",
            (f"{_LOSS}**2", {"sign": "number", "certificate": {"sum": [["1", [], [_LOSS]]]}}),
        ),
    ),
    at_each(
        f"0 <= {_WITHIN.format(_LEAST.format('any'))}",
        inequality(
            f"0 <= {_WITHIN.format(_LEAST.format('point(t)'))}",
            _WITHIN.format(_LEAST.format("point(t)")),
            (
                "0",
                axiom(
                    "loss_is_not_negative",
                    times="1",
                    M=f"score({_LEAST.format('point(t)')})",
                    w="point(1/3)",
                    d="cost",
                    v="interpolated",
                ),
            ),
            NOTHING,
        ),
    ),
]
"""True, but not by what holds at each condition: a square of a loss, and a law that depends on one."""

_MEAN = "max(0, min(1, Ec(c, {0})))"
_AT_MEAN = f"loss(score(c), cost=point({_MEAN})) == loss(score(c), cost={{0}})"
_ONE = {"sum": [["1", [], []]]}
_NIL: Document = {"sum": []}
_is_false(
    "a loss at the mean of any law",
    "that of c**2 is no square; at each condition, the law that has it alone, both are the same",
    {
        **at_each(
            _AT_MEAN.format("any"),
            equality(_AT_MEAN.format("point(t)"), ("loss(score(c), cost=point(t))",)),
        ),
        "defined": [
            {
                "expression": _MEAN.format("any"),
                "strict": False,
                "certificate": {
                    "split": "Ec(c, any)",
                    "above": {
                        "split": "Ec(c, any) - 1",
                        "above": _ONE,
                        "below": {"sum": [["1", ["Ec(c, any)"], []]]},
                    },
                    "below": {"split": "Ec(c, any) - 1", "above": _ONE, "below": _NIL},
                },
            },
            {
                "expression": f"1 - {_MEAN.format('any')}",
                "strict": False,
                "certificate": {
                    "split": "Ec(c, any)",
                    "above": {
                        "split": "Ec(c, any) - 1",
                        "above": _NIL,
                        "below": {"sum": [["1", ["1 - Ec(c, any)"], []]]},
                    },
                    "below": {
                        "split": "Ec(c, any) - 1",
                        "above": {"empty": [["1", ["Ec(c, any) - 1"], []], ["1", ["-Ec(c, any)"], []]]},
                        "below": _ONE,
                    },
                },
            },
        ],
    },
)

_LAW = "beta(2, 1)"


def under(document: Any, law: str = _LAW) -> Any:
    """A document about any law as one about the one that is named; what it shows at each condition stays the same."""
    if isinstance(document, str):
        return re.sub(r"\bany\b", law, document)
    if isinstance(document, list):
        return [under(x, law) for x in document]
    if not isinstance(document, dict):
        return document
    found = {key: x if key in ("at_each", "condition") else under(x, law) for key, x in document.items()}
    return {**found, "law": law} if "at_each" in document else found


UNDER = under(ALWAYS)
BEYOND += [under(document) for document in BEYOND]
for _name, (_document, _why) in list(FALSE.items()):
    if "at_each" in _document:
        _is_false(f"{_name}, under {_LAW}", _why, under(_document))
_is_false(
    "another law than the one that is named",
    "what holds at each condition holds under the law that is named, and another is in what is said",
    {**UNDER, "statement": f"{_LEAST.format(_LAW)} <= {_BRIER.format('point(1/2)')}"},
)
_is_false(
    "a law with the condition in it",
    "it is another law at each condition",
    under({**ALWAYS, "statement": f"{_LEAST.format('any')} <= {_BRIER.format('any')}/2"}, "beta(1 + t, 1)"),
)
for _both in ("any", _LAW):
    _is_false(
        f"any law beside one, {_both} of which is named",
        "there are two laws, and one condition",
        {
            **under(ALWAYS, _both),
            "statement": f"{_LEAST.format('any')} + {_LEAST.format(_LAW)} <= {_BRIER.format('any')}",
        },
    )

# --- places among ties ----------------------------------------------------------------------------------------

_PLACE = "indicator(threshold_at(1/4) < {})"
_CONSTANT = "E0(indicator(1/4 < R(s)))*E0(R(s))"
_is_false(
    "a place beside the share of class 1",
    "3/16 and 1/8 where a score 0 is of class 0 and a score 1 of class 1: an example is partly below a place",
    equality(
        f"E0(indicator(1/4 < R(s))*R(s)) == {_CONSTANT}",
        (
            _CONSTANT,
            axiom("thresholds_are_rates", "indicator(1/4 < R(s))", r="1/4"),
            axiom("calibrated", "posterior(s)"),
            axiom("no_ties", times="-1", k="0", g=f"{_PLACE.format('value')}*R(s)"),
            axiom("no_ties", times="E0(R(s))", k="0", g=_PLACE.format("value")),
        ),
        given=("calibrated", "no_ties"),
    ),
)
for _name, _body in {
    "less than a place": "indicator({} < threshold_at(1/4))",
    "a place and a half": "indicator(threshold_at(1/4)/2 < {})",
    "the greater of a place": "max(threshold_at(1/4), {})",
    "a proportion up to half a place": "F0(threshold_at(1/4)/2)*{}",
}.items():
    for _k in "01":
        _line = f"E{_k}({_body.format('posterior(s)')}*R(s))"
        _is_false(
            f"{_name}, class {_k}",
            "a place is no number",
            equality(
                f"{_line} == E{_k}(R(s))*({_body.format(_k)})",
                (f"E{_k}(R(s))*({_body.format(_k)})", axiom("no_ties", k=_k, g=f"{_body.format('value')}*R(s)")),
                given=("no_ties",),
            ),
        )

# --- given what has no value -------------------------------------------------------------------------------------

for _given in (
    "log(AUC) <= 0",
    "1/(AUC - 1/2) >= 5",
    "sqrt(GINI) >= 0",
    "loss(rate_fixed(2)) <= 0",
    "Ec(c, density(5)) <= 0",
):
    _part = inequality("AUC <= AUC", "AUC - AUC", NOTHING)
    _is_false(
        f"parts given {_given}",
        "it has no value on some sample",
        {
            "format": 1,
            "statement": f"AUC == AUC given {_given}",
            "given": [_given],
            "kind": "equality",
            "parts": [_part, _part],
        },
    )
