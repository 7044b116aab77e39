"""False theorems about a threshold that is drawn evenly, shown at each threshold."""

from __future__ import annotations

from tests.recheck.false_conditions import at_each, same
from tests.recheck.false_documents import FALSE, NOTHING, Document, axiom, equality, inequality, sign


def drawn(statement: str, shown: Document, given: tuple[str, ...] = ()) -> Document:
    """The document of a statement about a threshold u, shown where that is t."""
    return {**at_each(statement, shown, given=given), "law": "u"}


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


def _least(loss: str) -> Document:
    return inequality(
        f"MER <= {loss}", f"{loss} - MER", ("0", axiom("no_threshold_errs_less", times="1", T="t")), NOTHING
    )


_AT, _DRAWN = "loss(score(t))", "loss(score(u))"
EVENLY = drawn(f"MER <= {_DRAWN}", _least(_AT))
"""What the false ones are made of: it is accepted."""

_is_false(
    "more than the loss of a threshold that is drawn",
    "MER may be that loss",
    {**EVENLY, "statement": f"MER < {_DRAWN}"},
)
_is_false(
    "less than half of the loss of a threshold that is drawn",
    "the least error rate may be half",
    {**EVENLY, "statement": f"2*MER <= {_DRAWN}"},
)
_is_false(
    "a threshold that follows the condition, shown at each threshold",
    "that loses less than the least error rate",
    {**EVENLY, "statement": "MER <= loss(score(c))"},
)
_is_false(
    "a threshold that is drawn, and the level itself",
    "the level would be drawn as well",
    drawn(f"{_AT} == {_DRAWN}", same(_AT)),
)
_is_false(
    "what is given at one threshold",
    "nothing is given of the others",
    drawn(
        f"{_DRAWN} == 0",
        equality(f"{_AT} == 0", ("0", {"given": f"{_AT} == 0", "for": _AT}), given=(f"{_AT} == 0",)),
        given=(f"{_AT} == 0",),
    ),
)
_WITHIN = "a.loss(score({0}))*(2*a.loss(score({0})) - 1)"
_is_false(
    "either of two values at each threshold, and so of the mean",
    "two examples, one of each class, the scores 1/5 and 4/5: the error rate is 0 between them and 1/2 elsewhere",
    drawn(
        f"{_WITHIN.format('u')} == 0",
        equality(
            f"{_WITHIN.format('t')} == 0",
            ("0", {"given": f"{_WITHIN.format('t')} == 0", "times": "-1"}),
            given=(f"{_WITHIN.format('t')} == 0",),
        ),
        given=(f"{_WITHIN.format('t')} == 0 for all t",),
    ),
)
_QUOTIENT = "1/(1 + a.loss(score({0}))) + a.loss(score({0}))*2/3"
_is_false(
    "what an error rate of 0 and of 1/2 have in common, and so the mean",
    "the inverse of a mean is no mean of inverses",
    drawn(
        f"{_QUOTIENT.format('u')} == 1",
        equality(
            f"{_QUOTIENT.format('t')} == 1",
            ("1", {"given": f"{_QUOTIENT.format('t')} == 1", "times": "-1"}),
            given=(f"{_QUOTIENT.format('t')} == 1",),
        ),
        given=(f"{_QUOTIENT.format('t')} == 1 for all t",),
    ),
)


def _not_negative(loss: str, law: str = "t", rates: str = "interpolated") -> Document:
    words = "" if rates == "interpolated" else f", rates={rates}"
    method = loss.format(law)
    use = axiom("loss_is_not_negative", times="1", M=method, w="uniform", d="cost", v=rates)
    return inequality(f"0 <= loss({method}{words})", f"loss({method}{words})", ("0", use), NOTHING)


_SQUARE = f"{_AT}**2"
_NESTED = "score({0}*loss(score({0})))"
NOT_OF_THRESHOLDS = [
    drawn(
        f"0 <= {_DRAWN}**2",
        inequality(f"0 <= {_SQUARE}", _SQUARE, (_SQUARE, sign("number", ["1", [], [_AT]]))),
    ),
    drawn(f"0 <= loss({_NESTED.format('u')})", _not_negative(_NESTED)),
    drawn("0 <= loss(rate(u), rates=cutpoints)", _not_negative("rate({0})", rates="cutpoints")),
    drawn("0 <= loss(rate(u), rates=step)", _not_negative("rate({0})", rates="step")),
    *(
        drawn(f"0 <= {x.format(_DRAWN)}", inequality(f"0 <= {x.format(_AT)}", x.format(_AT), (x.format(_AT), shown)))
        for x, shown in (
            ("{0}/(1 + {0})", sign("number", ["1", [_AT], []])),
            ("sqrt({0})", sign("number", ["1", [f"sqrt({_AT})"], []])),
        )
    ),
]
"""True, but not by what holds at each threshold: only means of losses that are linear in them are."""
