"""The assumptions that a statement may be given, and the rules of proof that need them.

Like `workbench.rules`, whose catalogue this extends: a rule's docstring is its theorem, its ``needs`` are
the hypotheses. Each assumption of the statement language is a `Hypothesis` here.
"""

from __future__ import annotations

from fractions import Fraction

from sympy import Expr, Rational

from workbench.notation import pi0, pi1
from workbench.rules import Hypothesis, Rule

CALIBRATED = Hypothesis("CALIBRATED", "at each score s the proportion of class 1 is s")
EVENLY_SPACED = Hypothesis("EVENLY_SPACED", "the sorted scores are (i - 1/2)/n")
NO_TIES = Hypothesis("NO_TIES", "no two scores are equal")


def given_class_proportion(share: Fraction) -> Hypothesis:
    """The hypothesis that class 0 has the proportion ``share``.

    >>> given_class_proportion(Fraction(1, 3)).says
    'class 0 has the proportion 1/3'
    """
    return Hypothesis(f"PI0_{share}", f"class 0 has the proportion {share}")


def class_proportion(share: Fraction) -> Rule:
    """The rule that puts the class proportions to ``share`` and 1 - ``share``, where that is given.

    >>> class_proportion(Fraction(1, 3)).rewrite(pi0 + 2 * pi1)
    5/3
    """
    value = Rational(share.numerator, share.denominator)

    def put(line: Expr) -> Expr:
        return line.xreplace({pi0: value, pi1: 1 - value})

    says = f"pi0 = {share} and pi1 = {1 - share}."
    return Rule("class_proportion", says, frozenset({given_class_proportion(share)}), put, share)


CATALOGUE = {r.name: r for r in list(globals().values()) if isinstance(r, Rule)}
