"""What the Brier score, the loss under uniform costs, promises when costs follow a Beta(2, 2) density.

An example of class 0 loses 4 s^3 - 3 s^4 against s^2: the quotient 4 s - 3 s^2 is greatest at s = 2/3, where it is 4/3;
one of class 1 is its mirror image.
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="Brier score and Beta(2, 2) costs",
    says="Under Beta(2, 2) costs score-driven thresholds lose at most 4/3 of the Brier score.",
    means=(
        "A Brier score of 0.15 promises a loss of at most 0.2 to whoever sets thresholds by the scores when extreme "
        "costs are rarer than moderate ones, as Beta(2, 2) has it."
    ),
    statement="loss(score_driven, cost=beta(2, 2)) <= 4/3*BS",
    sharp=(
        Attained.at(("1/3", 0, 1), ("2/3", 1, 0)),
        Attained.at(("0", 1, 0), ("1/3", 0, 1), ("2/3", 1, 0), ("1", 0, 1)),
    ),
)
