"""The area below the hull alone bounds the refinement loss: the more area, the less is left to lose.

With a = pi0 pi1 (2 AUCH - 1), twice the covariance of the calibrated score with its rate, whose variance is 1/12, the
refinement loss is at most pi0 pi1 - 3 a^2 by Cauchy and Schwarz, and the bound exceeds that by 3 (a - 1/6)^2. Equality
needs calibrated scores that are spread evenly over [0, 1]: 2, 4, 8 blocks come nearer and nearer.
"""

from workbench.symbolic.proposition import Attained, Proposition


def evenly(blocks: int, gap: str) -> Attained:
    """Blocks of equal size whose shares of class 1 are 1/(2m), 3/(2m), ..., (2m - 1)/(2m) for so many, m."""
    size = 2 * blocks
    return Attained.at(*((f"{k}/{size}", size - k, k) for k in range(1, size, 2)), gap=gap)


result = Proposition(
    name="Area and refinement",
    says="The refinement loss of the convex hull is at most 2 pi0 pi1 (1 - AUCH) + 1/12.",
    means=(
        "If both classes are equally frequent and the convex hull has an area of 0.9, the Brier score after "
        "recalibration by PAV on the same data is at most 0.134."
    ),
    statement="RLH <= 2*pi0*pi1*(1 - AUCH) + 1/12",
    sharp=(evenly(2, "1/48"), evenly(4, "1/192"), evenly(8, "1/768")),
    source=(
        "not in the sources of this project; a relative of the bound of Gini's mean difference by the standard "
        "deviation"
    ),
)
