"""The area below the hull alone bounds the refinement loss: the more area, the less is left to lose.

pi0 pi1 (2 AUCH - 1) is twice the covariance of the calibrated score with its rate, whose variance is 1/12: Cauchy and
Schwarz. Equality needs calibrated scores that are spread evenly over an interval, and 2, 4, 8 blocks come nearer and
nearer.
"""

from workbench.symbolic.proposition import Attained, Proposition


def evenly(blocks: int, gap: str) -> Attained:
    """Blocks of equal size whose shares of class 1 are 1/(2m), 3/(2m), ..., (2m - 1)/(2m) for so many, m."""
    size = 2 * blocks
    return Attained.at(*((f"{k}/{size}", size - k, k) for k in range(1, size, 2)), gap=gap)


result = Proposition(
    name="Area and refinement",
    says="The refinement loss of the convex hull is at most pi0 pi1 - 3 (pi0 pi1 (2 AUCH - 1))^2.",
    means=(
        "If both classes are equally frequent and the convex hull has an area of 0.8, the Brier score after "
        "recalibration by PAV is at most 0.1825."
    ),
    statement="RLH <= pi0*pi1 - 3*(pi0*pi1*(2*AUCH - 1))**2",
    sharp=(evenly(2, "1/64"), evenly(4, "5/1024"), evenly(8, "21/16384")),
    source=(
        "not in the sources of this project; for any distribution it is the bound of the standard deviation by Gini's "
        "mean difference"
    ),
)
