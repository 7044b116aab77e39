"""The H-measure never exceeds KS: what it promises over all costs, one threshold keeps.

At each cost the hull loses at least the share 1 - K of what the better constant classifier does, with K its greatest
distance above the diagonal, as no threshold has 1 - F0 + F1 < 1 - K. Equality needs that what is not told apart for
certain is not told apart at all: calibrated scores of 0, pi1 and 1.
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="H-measure and KS",
    says="The H-measure is at most KS.",
    means=(
        "A classifier with an H-measure of 0.4 has a threshold at which the rates of both classes are at least 0.4 "
        "apart; and where the rates are nowhere more than 0.4 apart, no H-measure above 0.4 can be reported."
    ),
    statement="H <= KS",
    sharp=(
        Attained.at(("0", 1, 0), ("1/2", 1, 1), ("1", 0, 1)),
        Attained.at(("0", 2, 0), ("1/2", 4, 2), ("1", 0, 1)),
    ),
    source="not in the sources of this project; Hand, Measuring classifier performance (2009), defines H",
)
