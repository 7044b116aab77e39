"""``workbench derive``: the expected loss of a threshold choice method, with its proof."""

from __future__ import annotations

import argparse
from typing import Any

from workbench.commands.common import HOLDS, UNDECIDED, add_method, add_proof, new_command, printed, write_proof


def add(commands: Any) -> None:
    derive = new_command(
        commands,
        "derive",
        "the expected loss of a threshold choice method, with its proof",
        "The expected loss of a threshold choice method in closed form: its scoring rule\n"
        "(l0, l1) or rank statistic (constant, H), the named metrics it amounts to,\n"
        "whether it is proper, and the proof.",
        "methods:\n"
        "  score_fixed(t) score_uniform score_uniform(1/4, 3/4) score_driven\n"
        "  rate_fixed(r) rate_uniform rate_driven optimal\n"
        "  score(g) rate(g)        g is an expression in the operating condition c\n"
        "                          and in u, uniform on [0, 1] and independent of c\n"
        "  fpr(g) tpr(g)           the rate of one class: F1 is g, F0 is g\n"
        "  mix(q, METHOD, METHOD)  the first with probability q\n"
        "costs:\n"
        "  uniform uniform(a, b) beta(a, b) point(c0) density(f)   f is in c\n"
        "  mixture(q, COST, COST)  the first with probability q\n"
        "  points(c1, w1, ...)     the condition c1 with probability w1, and so on\n"
        "  --weight f              for the cost: f in c, whose integral need not be 1\n\n"
        "examples:\n"
        "  workbench derive rate_driven\n"
        '  workbench derive score_driven --cost "beta(2, 2)" --condition skew\n'
        '  workbench derive "score(c**2)"\n'
        '  workbench derive score_driven --weight "1/(2*c*(1 - c))"\n'
        "\nExit code 3 means that no rule leads to a result; it may still exist.",
    )
    add_method(derive)
    derive.add_argument("--weight", metavar="F", help="in place of a cost: an expression in c, integrable or not")
    add_proof(derive)


def run(given: argparse.Namespace) -> int:
    from workbench.deciding.derivation import derive
    from workbench.terminal import layout, proofs

    with layout.waiting("deriving"):
        found = derive(given.method, given.cost, given.condition, weight=given.weight, seconds=given.seconds)
    write_proof(given.proof, found.document)
    if not printed(given, found):
        proofs.show_derivation(found)
    return HOLDS if found.proved else UNDECIDED
