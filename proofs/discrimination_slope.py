"""Tjur's coefficient of discrimination, the difference of the mean scores, is at most the distance of both cdfs.

The mean of 1 - F is that of the scores, so E1[s] - E0[s] is the mean of F0 - F1 over all thresholds in [0, 1].
"""

from workbench.symbolic.proposition import Attained, Proposition

result = Proposition(
    name="Discrimination slope and KS",
    says="The mean score of class 1 is at most KS above that of class 0.",
    means=(
        "Tjur's coefficient of discrimination promises a threshold: if it is 0.4, at some threshold the rates of "
        "positives among both classes differ by 0.4 or more."
    ),
    statement="E1(s) - E0(s) <= KS",
    sharp=(Attained.at(("0", 3, 1), ("1", 1, 3)), Attained.at(("0", 1, 0), ("1", 1, 2))),
    source="not in the sources of this project; the coefficient is that of Tjur (2009)",
)
