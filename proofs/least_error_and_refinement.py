"""The least error rate alone bounds how far from certain the calibrated scores can be.

With p the calibrated score of an example and m = min(p, 1 - p), p (1 - p) = m (1 - m) is concave in m, and the means
of both are the refinement loss of the hull and the least error rate: Jensen. It is attained where m is the same for
all examples.
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="Least error and refinement",
    says="The refinement loss of the convex hull is at most MER (1 - MER).",
    means=(
        "If the best single threshold errs on one example in ten, the Brier score after recalibration by PAV on the "
        "same data is at most 0.09."
    ),
    statement="RLH <= MER*(1 - MER)",
    sharp=(Attained.at(("1/5", 3, 1), ("4/5", 1, 3)), Attained.at(("1/5", 3, 1), ("4/5", 2, 6))),
    source=(
        "not in the sources of this project; for true probabilities in place of calibrated scores, it is how Cover and "
        "Hart (1967) bound the error of the nearest neighbour"
    ),
)
