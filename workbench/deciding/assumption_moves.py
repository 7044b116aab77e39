"""The moves that the assumptions of a statement allow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sympy import Poly, expand

from workbench.language.syntax import Assumption
from workbench.symbolic import assumptions, rules
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.normal_forms import FOLD_AUC, Move
from workbench.symbolic.notation import pi0

EQUAL_PROPORTIONS = Assumption("pi0", "==", Fraction(1, 2))


def granted(given: Sequence[Assumption]) -> list[Move]:
    """The moves that the assumptions of a statement allow, with their reasons."""
    named = {a.name for a in given if a.relation is None}
    moves: list[Move] = []
    if named >= {"calibrated", "no_ties"}:
        moves.append(Move(assumptions.scores_are_classes, "the score of an example is its class"))
    if "evenly_spaced" in named:
        moves.append(Move(assumptions.shares_are_certain_when_evenly_spaced, "no two scores are equal"))
        moves.append(Move(assumptions.rates_beside_scores, "an example is passed evenly, its score standing still"))
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
        elif (share := _share_of(a)) is not None:
            moves.append(Move(assumptions.class_proportion(share, str(a)), f"{a} is assumed"))
    return moves


def _share_of(a: Assumption) -> Fraction | None:
    """The proportion of class 0 that an equation of sizes and class proportions gives.

    >>> from workbench.language.statements import parse_statement
    >>> _share_of(*parse_statement("BS <= MAE given n1 == 2*n0").given)
    Fraction(1, 3)
    """
    from workbench.deciding.readings import assumed_gap, in_proportions, n

    if a.sides is None or a.relation != "==":
        return None
    gap = in_proportions(assumed_gap(a))
    if not gap.is_polynomial(n, pi0) or gap.free_symbols - {n, pi0} or not gap.has(pi0):
        return None
    flat = expand(cancelled(gap / n)) if gap.has(n) else expand(gap)
    if flat.has(n) or not flat.is_polynomial(pi0) or Poly(flat, pi0).degree() != 1:
        return None
    share = -flat.coeff(pi0, 0) / flat.coeff(pi0, 1)
    return Fraction(int(share.p), int(share.q)) if share.is_Rational and 0 < share < 1 else None


_AT_CUTPOINTS = (
    Move(assumptions.loss_at_cutpoints, "each cutpoint is as likely as the others"),
    Move(rules.loss_at_a_threshold, "write the loss out"),
    Move(assumptions.cutpoints_are_examples, "passing an example moves the rates on a straight line"),
    Move(rules.moments, "take the mean over the operating condition"),
    Move(rules.class_against_itself, "a class ranked against itself scores one half"),
    Move(rules.ranking_both_ways, "read the ranking from the other class"),
)
