"""The most that thresholds by rates can lose against the best ones: a third, and less the better the ranking is.

The refinement loss of the hull is at least pi0 pi1 (1 - AUC): the area above the hull counts the ties within its
blocks, and the hull gains at most half of what the curve lacks.
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="What ranks lack at most",
    says="Under uniform costs rate-driven thresholds lose at most 1/3 - pi0 pi1 AUC more than optimal ones.",
    means=(
        "Whoever knows ranks and no probabilities, and predicts class 0 for a share of cases that is the cost "
        "proportion, loses at most 1/3 more than the best thresholds do, and at most 0.109 more if AUC is 0.9 and both "
        "classes are equally frequent."
    ),
    statement="loss(rate_driven) - loss(optimal) <= 1/3 - pi0*pi1*AUC",
    sharp=(Attained.at(("1/4", 0, 1), ("3/4", 1, 0)), Attained.at(("1/4", 2, 0), ("3/4", 0, 1))),
)
