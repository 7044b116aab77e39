"""How much the loss behind Hand's H-measure can differ from the refinement loss: by a quarter.

At a calibrated score p the losses are p (1 - p) (1 + p (1 - p)) and p (1 - p), and p (1 - p) is at most 1/4.
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="Refinement and Beta(2, 2) costs",
    says="Under Beta(2, 2) costs optimal thresholds lose at most 5/4 of the refinement loss of the convex hull.",
    means=(
        "To judge the best thresholds by Beta(2, 2) costs, as the H-measure does, in place of uniform ones raises "
        "their loss by a quarter at most."
    ),
    statement="loss(optimal, cost=beta(2, 2)) <= 5/4*RLH",
    sharp=(Attained.at(("1/2", 1, 1)), Attained.at(("0", 2, 0), ("1/2", 1, 1), ("1", 0, 1))),
)
