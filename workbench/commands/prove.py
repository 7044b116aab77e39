"""``workbench prove``: a statement proved, or refuted by a small data set."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.commands.common import (
    FAILS,
    HOLDS,
    LANGUAGE,
    UNDECIDED,
    add_limit,
    add_proof,
    new_command,
    printed,
    write_proof,
)


def add(commands: Any) -> None:
    prove = new_command(
        commands,
        "prove",
        "prove a statement, or refute it by a small data set",
        "Prove a statement about metrics and expected losses, with steps that a checker\n"
        "reads again, or refute it by the smallest data set found, or say that it is\n"
        "undecided. A statement holds when it is true for every finite sample with both\n"
        "classes and scores in [0, 1], and for all values of its free parameters, which\n"
        "are single lower-case letters, perhaps with a digit; t, r and q lie in [0, 1],\n"
        "and the shapes of beta(a, b) are positive.",
        "statements:\n"
        "  EXPRESSION == != <= < >= > EXPRESSION [given ASSUMPTION, ...]\n"
        "assumptions:\n"
        "  calibrated evenly_spaced no_ties, and any relation between numbers, class\n"
        "  proportions, metrics and parameters: pi0 == 1/2, auc >= 0.8, t > MAE**2\n"
        "two models on the same examples:\n"
        "  a. and b. before metrics, losses, means and figures; what is assumed of\n"
        "  them may end in for all t: a.error(t) <= b.error(t) for all t\n"
        f"{LANGUAGE}\n"
        "examples:\n"
        '  workbench prove "loss(score_driven) == BS"\n'
        '  workbench prove "loss(optimal) <= loss(score_fixed(t))"\n'
        '  workbench prove "MAE == 2*BS given calibrated"\n'
        '  workbench prove "BS == loss(rate_driven) given evenly_spaced"\n'
        '  workbench prove "MER*KS <= t*MER given KS <= t"\n'
        '  workbench prove "a.AUC >= b.AUC given a.BS <= b.BS"\n'
        "\nExit code 0 proved, 1 refuted, 3 undecided.",
    )
    prove.add_argument("statement", metavar="STATEMENT", help="a statement, in quotes")
    add_limit(prove)
    add_proof(prove)


def run(given: argparse.Namespace) -> int:
    from workbench.deciding.decide import prove
    from workbench.terminal import layout, proofs

    with layout.waiting("deciding"):
        found = prove(given.statement, given.seconds)
    write_proof(given.proof, found.document)
    if not printed(given, found):
        proofs.show_decision(found)
    return {"proved": HOLDS, "refuted": FAILS, "undecided": UNDECIDED}[found.verdict]
