"""False theorems by names that mean two things: letters called like metrics, and log losses of two score functions."""

from __future__ import annotations

from tests.recheck.false_documents import FALSE, NOTHING, Document, axiom, equality, inequality, sign
from tests.recheck.false_thresholds import drawn


def _is_false(name: str, why: str, document: Document) -> None:
    FALSE[name] = document, why


def _of_all(line: str, **more: object) -> tuple[str, Document]:
    shown = sign("group", ["1", [line.replace("a.", "").replace("b.", "")], []])
    return line, {**shown, "axioms": ["classes_share_scores"], **more}


for _own, _metric in (("a", "BS"), ("b", "BS"), ("a", "MER")):
    _is_false(
        f"a number called {_metric}, and that of {_own} by its full name",
        "the number is 0, and the metric is not",
        inequality(
            f"{_own}.{_metric} <= 0", f"-{_own}.{_metric}", _of_all(f"-{_own}.{_metric}", numbers={_metric: "0"})
        )
        | {"own": _own},
    )
_is_false(
    "a score called GINI",
    "scores are not negative, and the Gini coefficient may be",
    inequality("0 <= GINI", "GINI", _of_all("a.GINI", names=["GINI", "y", "p", "q", "f", "g"])),
)
_POSITIVE = axiom("log_loss", times="1/2", shown=[{"sum": [["1", [], []]]}], g="0")
_is_false(
    "the same log loss, once by its full name",
    "infinite less infinite is no number",
    inequality("0 <= LL - a.LL/2", "LL/2", ("0", _POSITIVE), NOTHING),
)
# --- what u stands for -----------------------------------------------------------------------------------------

_zero = inequality("Ec(t**2) <= Ec(t)**2", "0", NOTHING)
_is_false("the mean of a square, at each u", "1/3 is more than 1/4", drawn("Ec(u**2) <= Ec(u)**2", _zero))
_is_false(
    "the mean of a square of an error rate, at each u",
    "error rates differ",
    drawn("Ec(error(u)**2) <= Ec(error(u))**2", inequality("Ec(error(t)**2) <= Ec(error(t))**2", "0", NOTHING)),
)
_is_false(
    "less than nothing",
    "by the mean of a square",
    inequality("1 <= 0", "-1", ("0", {"document": drawn("Ec(u**2) <= Ec(u)**2", _zero), "times": "12"}), NOTHING),
)
_APART = "1/100 <= (loss(score({})) - loss(score_uniform))**2"
_is_false(
    "a threshold that is drawn, by its name and by its law",
    "both are the same, but at each threshold they may differ",
    drawn(
        _APART.format("u"),
        inequality(
            _APART.format("t"),
            f"{_APART.format('t').partition(' <= ')[2]} - 1/100",
            ("0", {"given": _APART.format("t"), "times": "1"}),
            NOTHING,
            given=(_APART.format("t"),),
        ),
        given=(f"{_APART.format('t')} for all t",),
    ),
)
_is_false(
    "a threshold at the mean of u",
    "it is 1/2, and at each threshold both are the same",
    drawn(
        "loss(score(Ec(u))) == loss(score(u))", equality("loss(score(Ec(t))) == loss(score(t))", ("loss(score(t))",))
    ),
)
_is_false(
    "the mean of a square, under any law",
    "under a law that is no point, the condition varies",
    {
        **drawn("Ec(c**2, any) <= Ec(c, any)**2", inequality("Ec(c**2, point(t)) <= Ec(c, point(t))**2", "0", NOTHING)),
        "law": "any",
    },
)
_LEAST = axiom("loss_is_not_negative", times="1", M="score(t)", w="uniform", d="cost", v="interpolated")
RIGHT = [
    inequality("0 <= LL/2", "LL/2", ("0", _POSITIVE), NOTHING),
    drawn("0 <= loss(score(u))", inequality("0 <= loss(score(t))", "loss(score(t))", ("0", _LEAST), NOTHING)),
    inequality("-b.BS <= 0", "b.BS", ("b.BS", sign("number", ["1", ["b.BS"], []]))),
]
"""What is like them and right."""
