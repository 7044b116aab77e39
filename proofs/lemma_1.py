"""Lemma 1: with equally frequent classes the skew is the cost proportion and both losses are one."""

from sympy import Rational

from workbench.symbolic.loss import loss_at, skew
from workbench.symbolic.notation import F0, F1, Qc, Qz, c, t
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import (
    EQUAL_CLASSES,
    equal_class_proportions,
    loss_at_a_threshold,
)

half = Rational(1, 2)

skew_is_cost_proportion = Theorem(
    name="Lemma 1, skew",
    says="If pi0 = pi1 then the skew equals the cost proportion.",
    given=frozenset({EQUAL_CLASSES}),
    left=skew(c),
    right=c,
    proof=(Step(why="put the class proportions to one half, which cancels", by=equal_class_proportions, gives=c),),
    source="Hernández-Orallo, Flach and Ferri, Lemma 1",
)

losses_agree = Theorem(
    name="Lemma 1, loss",
    says="If pi0 = pi1 then the loss at a skew equals the loss at that cost proportion.",
    given=frozenset({EQUAL_CLASSES}),
    left=Qc(t, c),
    right=Qz(t, c),
    proof=(
        Step(why="write the loss out", by=loss_at_a_threshold, gives=loss_at(t, c)),
        Step(
            why="put the class proportions to one half",
            by=equal_class_proportions,
            gives=c * (1 - F0(t)) + (1 - c) * F1(t),
        ),
        Step(why="this is the loss at skew c", by=loss_at_a_threshold, gives=Qz(t, c)),
    ),
    source="Hernández-Orallo, Flach and Ferri, Lemma 1",
)
