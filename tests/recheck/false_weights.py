"""False theorems about losses under weights: masses that are none, that move, or that are of another weight."""

from __future__ import annotations

from tests.recheck.false_documents import FALSE, Document, equality

_LINEAR = {
    "density": "2*c",
    "cells": [{"from": "0", "to": "1", "antiderivative": "c**2"}],
    "sign": {"sum": [["2", ["c"], []]]},
}


def same_loss(weight: str, times: str, masses: dict[str, str], density: Document = _LINEAR, **more: str) -> Document:
    """That a loss under a weight is so many times that under a density, which is what the reader makes of it."""
    left = more.pop("left", f"loss(score(c), weight={weight})")
    right = f"{times}*loss(score(c), cost=density({density['density']}))"
    return equality(f"{left} == {right}", (right,), masses=masses, densities=[density])


OF_A_WEIGHT = same_loss("c", "1/2", {"c": "1/2"})
"""What the false ones are made of: it is accepted."""
_FALSE = {
    "a weight with the mass of another": ("the mass of c is 1/2", same_loss("c", "1", {"c": "1"})),
    "a weight without a mass": ("nothing says what it is a multiple of", same_loss("c", "1/2", {})),
    "a weight whose mass is that of another text": ("c**2 is not c", same_loss("c**2", "1/2", {"c": "1/2"})),
    "a weight of mass zero": ("the mass is 1/2", same_loss("c", "0", {"c": "0"})),
    "a weight beside a cost": (
        "the loss would be under two laws",
        same_loss("c", "1/2", {"c": "1/2"}, left="loss(score(c), weight=c, cost=uniform)"),
    ),
    "a mass that moves with the condition": (
        "the mean of 2 c is 1, but the weight is not uniform",
        equality(
            "Ec(loss(score(c), weight=2*c)) == loss(score(c))", ("loss(score(c))",), masses={"2*c": "2*c"}, densities=[]
        ),
    ),
    "a weight below zero": (
        "a loss under a weight that is negative somewhere is none",
        same_loss(
            "4*c - 1",
            "1",
            {"4*c - 1": "1"},
            {
                "density": "4*c - 1",
                "cells": [{"from": "0", "to": "1", "antiderivative": "2*c**2 - c"}],
                "sign": {"sum": [["4", ["c"], []]]},
            },
        ),
    ),
    "a weight that depends on the sample": (
        "2 c AUC has the mass AUC, and no mass on samples of AUC 0",
        same_loss("2*c*AUC", "AUC", {"2*c*AUC": "AUC"}),
    ),
}
FALSE.update({name: (document, why) for name, (why, document) in _FALSE.items()})
