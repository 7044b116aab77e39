"""The Brier score is calibration loss plus refinement loss, grouped by distinct score."""

from workbench.symbolic.notation import E0, E1, metric, pi0, pi1, posterior, s
from workbench.symbolic.proof import Step, Theorem
from workbench.symbolic.rules import classes_share_scores, definition

BS, BS0, BS1, CL, RL = map(metric, ("BS", "BS0", "BS1", "CL", "RL"))
p = posterior(s)


def E(body):
    """The mean over both classes."""
    return pi0 * E0(body) + pi1 * E1(body)


theorem = Theorem(
    name="Brier score decomposition",
    says="The Brier score is the calibration loss plus the refinement loss.",
    left=BS,
    right=CL + RL,
    proof=(
        Step(why="the errors of both classes", by=definition("BS"), gives=pi0 * BS0 + pi1 * BS1),
        Step(why="the squared error of class 0", by=definition("BS0"), gives=pi0 * E0(s**2) + pi1 * BS1),
        Step(
            why="the squared error of class 1",
            by=definition("BS1"),
            gives=pi0 * E0(s**2) + pi1 * E1((1 - s) ** 2),
        ),
        Step(
            why="of the examples with score s a share p is of class 1: (1-p)s^2 + p(1-s)^2 = (s-p)^2 + p(1-p)",
            by=classes_share_scores,
            gives=E((s - p) ** 2) + E(p * (1 - p)),
        ),
        Step(why="the calibration loss", by=definition("CL"), gives=CL + E(p * (1 - p))),
        Step(why="the refinement loss", by=definition("RL"), gives=CL + RL),
    ),
    source="Murphy, A new vector partition of the probability score (1973)",
)
