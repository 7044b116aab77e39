"""The moves that the assumptions of a statement allow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from workbench.language.syntax import Assumption
from workbench.symbolic import assumptions, rules
from workbench.symbolic.normal_forms import FOLD_AUC, Move

EQUAL_PROPORTIONS = Assumption("pi0", "==", Fraction(1, 2))


def granted(given: Sequence[Assumption]) -> list[Move]:
    """The moves that the assumptions of a statement allow, with their reasons."""
    named = {a.name for a in given if a.relation is None}
    moves: list[Move] = []
    if "evenly_spaced" in named:
        moves.append(Move(assumptions.shares_are_certain_when_evenly_spaced, "no two scores are equal"))
        moves.append(Move(assumptions.evenly_spaced_moments, "the scores are evenly spaced"))
    if "no_ties" in named:
        moves += _AT_CUTPOINTS
        moves.append(Move(assumptions.shares_are_certain, "no two scores are equal"))
    if "calibrated" in named:
        moves.append(FOLD_AUC)
        moves.append(Move(assumptions.calibrated_scores, "the scores are calibrated"))
    for a in given:
        if a.name == "pi0" and a.relation == "==" and a.value is not None and 0 < a.value < 1:
            if 2 * a.value == 1:
                moves.append(Move(assumptions.balanced_already, "the classes are equally frequent"))
            moves.append(Move(assumptions.class_proportion(a.value), f"{a} is assumed"))
    return moves


_AT_CUTPOINTS = (
    Move(assumptions.loss_at_cutpoints, "each cutpoint is as likely as the others"),
    Move(rules.loss_at_a_threshold, "write the loss out"),
    Move(assumptions.cutpoints_are_examples, "passing an example moves the rates on a straight line"),
    Move(rules.moments, "take the mean over the operating condition"),
    Move(rules.class_against_itself, "a class ranked against itself scores one half"),
    Move(rules.ranking_both_ways, "read the ranking from the other class"),
)
