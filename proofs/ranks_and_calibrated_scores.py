"""What it costs to let the cost proportion be the share of positives, and not the threshold at calibrated scores.

Under uniform costs the rate-driven loss exceeds E[q (1 - q)], with q the share of class 1 among the examples with the
same score, by the mean square of q - R; the isotonic inequality turns q into the calibrated score.
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="Ranks in place of calibrated scores",
    says=(
        "Under uniform costs rate-driven thresholds lose at least the mean squared distance of calibrated scores and "
        "rates more than optimal ones."
    ),
    means=(
        "To predict class 0 for a share of cases that is the cost proportion itself is as good as the best thresholds "
        "only if calibrated scores are spread evenly over [0, 1]; with 10% of class 1 it loses at least 0.16 more."
    ),
    statement="loss(rate_driven) - loss(optimal) >= E((pav(s) - R(s))**2)",
    sharp=(
        Attained.at(("1/5", 3, 1), ("4/5", 1, 3)),
        Attained.at(("0", 2, 0), ("1/2", 1, 1), ("1", 0, 1)),
        Attained.at(("0", 9, 0), ("1", 0, 1)),
    ),
    remark=(
        "Calibrated scores have the mean pi1 and rates the mean 1/2, so that the mean squared distance is at least "
        "(pi1 - 1/2)^2."
    ),
)
