"""Moves that put in what is known without taking anything apart: means of shares and of powers of the rate, errors at
the highest threshold, and losses at rates that are the same however these are read.

What they cite is in `workbench.deciding.value_citations`."""

from __future__ import annotations

from sympy import Dummy, Expr, Rational, S

from workbench.symbolic.expansion import cancelled
from workbench.symbolic.notation import (
    ClassMean,
    ExpectedLoss,
    LossAtRates,
    R,
    RateMethod,
    ScoreMethod,
    error,
    macro_error,
    pav,
    pi0,
    pi1,
    posterior,
    s,
    u,
)
from workbench.symbolic.rules import INVERTIBLE_RATE, canonical, rule


@rule()
def readings_agree(line: Expr) -> Expr:
    """However rates are read, a rate of 0 passes no example and one of 1 all; and a uniform rate, read as the nearest
    one that is attained, loses as much as on the ROC curve joined by straight lines."""

    def read(e: Expr) -> Expr:
        method, density, condition, reading = e.args
        if method == RateMethod(u) and reading.name == "nearest":
            return ExpectedLoss(method, density, condition)
        ends = {RateMethod(S.Zero): ScoreMethod(S.NegativeOne), RateMethod(S.One): ScoreMethod(S.One)}
        return ExpectedLoss(ends[method], density, condition) if method in ends else e

    return line.replace(lambda e: isinstance(e, LossAtRates), read)


@rule()
def errors_at_one(line: Expr) -> Expr:
    """At the threshold 1 all examples are told to be of class 0, so that those of class 1 are wrong."""
    return line.xreplace({error(S.One): pi1, macro_error(S.One): S.Half})


@rule(INVERTIBLE_RATE)
def rate_against_itself(line: Expr) -> Expr:
    """E[R(s)**j] = 1/(j + 1): passing all examples, the rate runs through [0, 1] evenly."""
    line = canonical(line)
    put = {}
    for j in rate_powers(line):
        first, second = ClassMean(0, R(s) ** j), ClassMean(1, R(s) ** j)
        if line.has(second):
            put[first] = (Rational(1, j + 1) - pi1 * second) / pi0
    return canonical(line.xreplace(put)) if put else line


def rate_powers(line: Expr) -> list[int]:
    """The exponents j of the means E_0[R(s)**j] in a line.

    >>> rate_powers(ClassMean(0, R(s) ** 3) + ClassMean(1, R(s)))
    [3]
    """
    powers = (mean.args[1].as_base_exp() for mean in line.atoms(ClassMean) if mean.args[0] == 0)
    return sorted(int(j) for base, j in powers if base == R(s) and j.is_Integer and j > 0)


@rule()
def shares_agree_on_blocks(line: Expr) -> Expr:
    """E[P(1|s) g(p)] = E[p g(p)], both being pi1 E_1[g(p)], over examples of either class (class 2 stands for both)."""

    def within(e: Expr) -> Expr:
        k, body = e.args
        g = cancelled(body / posterior(s))
        return ClassMean(2, pav(s) * g) if k == 2 and not g.xreplace({pav(s): Dummy()}).has(s) else e

    return canonical(line.replace(ClassMean, lambda k, body: within(ClassMean(k, body))))


@rule()
def shares_have_mean_pi1(line: Expr) -> Expr:
    """E[P(1|s)] = E[p] = pi1: the share of class 1 among the examples of a score, or of a block, adds up to its own."""
    line = canonical(line)
    shares = [x for x in (posterior(s), pav(s)) if line.has(ClassMean(0, x)) and line.has(ClassMean(1, x))]
    return canonical(line.xreplace({ClassMean(0, x): pi1 * (1 - ClassMean(1, x)) / pi0 for x in shares}))
