"""Expected maximum profit as a gain of optimal thresholds, in the statement language; class 1 is the event.

A customer who is predicted to be an event brings the benefit b if that is so and else costs k > 0. At the benefit b the
profit of the threshold t is

    b pi1 (1 - F1(t)) - k pi0 (1 - F0(t)) = (b + k)/2 (2 (1 - c) pi1 - Q_c(t; c)),   c = k/(b + k),

the loss of treating nobody less that of t, in units of (b + k)/2: a law of benefits is a law of the cost proportion c
with a magnitude beside it, and only the weight f(c) = density(c) E[(b + k)/2 | c] matters, c < 1 where b > 0. The best
threshold at each benefit is the optimal one, so that

    expected maximum profit = loss(score_fixed(1), weight=f) - loss(optimal, weight=f).

Verbraken, Verbeke and Baesens, A novel profit maximizing metric for measuring classification performance of customer
churn prediction models (2013); Verbraken, Bravo, Weber and Baesens, Development and application of consumer credit
scoring models using profit-based classification measures (2014), both as commonly stated.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import factorial
from typing import TypeAlias

from workbench.errors import InputError, shown
from workbench.language.statements import parse_expression
from workbench.numbers.given import told

Quantity: TypeAlias = "int | float | Fraction | Decimal | str"

MOST_SHAPE = 100


def churn_profit(
    alpha: int = 6,
    beta: int = 14,
    value: Quantity = 200,
    incentive: Quantity = 10,
    contact: Quantity = 1,
) -> str:
    """Expected maximum profit per customer of offering an incentive to those who are predicted to leave (EMPC).

    Of those who would leave a share gamma ~ Beta(alpha, beta) takes the incentive and stays, which keeps ``value``:
    b = gamma (value - incentive) - contact and k = incentive + contact, all in the currency of ``value``. The shapes
    are whole numbers from 1 to 100. Raises `InputError` for other shapes, and unless ``incentive`` and ``contact`` are
    at least 0 and their sum between 0 and ``value``.

    >>> print(churn_profit(1, 1, 4, 1, 0))
    4*(loss(score_fixed(1), weight=1/24*indicator(c > 1/4)/c**3) - loss(optimal, weight=1/24*indicator(c > 1/4)/c**3))
    >>> from workbench.losses.evaluation import evaluate
    >>> text = churn_profit()
    >>> found = evaluate([0, 0, 0, 1, 1], ["0.1", "0.2", "0.3", "0.5", "0.9"], expressions=text).expressions[text]
    >>> format(float(found), ".4f")  # 0.4 E[max(b, 0)]: all who leave are ranked above all who stay
    '22.4000'
    """
    for name, shape in (("alpha", alpha), ("beta", beta)):
        if isinstance(shape, bool) or not isinstance(shape, int) or not 1 <= shape <= MOST_SHAPE:
            raise InputError(f"{name} {shown(shape)}: a shape is a whole number from 1 to {MOST_SHAPE}")
    given = {"value": value, "incentive": incentive, "contact": contact}
    whole, offer, call = (told(f"{name} {shown(x)}", x) for name, x in given.items())
    cost = offer + call
    if min(offer, call) < 0 or not 0 < cost < whole:
        raise InputError(
            f"incentive {offer}, contact {call}, value {whole}: incentive and contact are at least 0, and their sum "
            "is above 0 and below the value"
        )
    share = f"({call / (whole - offer)} + {cost / (whole - offer)}*(1 - c)/c)"  # gamma at c
    ways = Fraction(factorial(alpha + beta - 1), factorial(alpha - 1) * factorial(beta - 1))
    powers = [f"{base}**{n - 1}" for base, n in ((share, alpha), (f"(1 - {share})", beta)) if n > 1]
    scale = ways * cost**2 / (2 * whole * (whole - offer))
    return _written(f"{whole}*({_gain(scale, cost / whole, powers)})")


def credit_profit(nothing_lost: Quantity = "0.55", all_lost: Quantity = "0.1", interest: Quantity = "0.2644") -> str:
    """Expected maximum profit per unit of money lent, of refusing who is predicted to default (EMP of credit scoring).

    The share of the loan that a default loses is 0 with the probability ``nothing_lost``, 1 with ``all_lost``, else
    uniform in [0, 1]: that is b, and k is the return on investment, ``interest`` > 0. Raises `InputError` unless the
    probabilities are in [0, 1] with a sum of at most 1.

    >>> print(credit_profit(0, 1, "0.25"))
    5/8*(loss(score_fixed(1), cost=point(1/5)) - loss(optimal, cost=point(1/5)))
    """
    none, whole, k = (
        told(f"{name} {shown(x)}", x)
        for name, x in (("nothing_lost", nothing_lost), ("all_lost", all_lost), ("interest", interest))
    )
    if min(none, whole) < 0 or none + whole > 1 or k <= 0:
        raise InputError(
            f"nothing_lost {none}, all_lost {whole}, interest {k}: the probabilities are in [0, 1] with a sum of at "
            "most 1, and the interest is above 0"
        )
    low, between = k / (1 + k), 1 - none - whole
    point = f"cost=point({low})"
    at_most = f"{whole * (1 + k) / 2}*(loss(score_fixed(1), {point}) - loss(optimal, {point}))"
    parts = [at_most] if whole else []
    parts += [_gain(between * k**2 / 2, low, [])] if between else []
    return _written(" + ".join(parts) or "0")


def _gain(scale: Fraction, low: Fraction, factors: list[str]) -> str:
    """What optimal thresholds gain over treating nobody under ``scale * factors / c**3`` for c above ``low``."""
    weight = "*".join([f"({scale})*indicator(c > {low})", *factors]) + "/c**3"
    return f"loss(score_fixed(1), weight={weight}) - loss(optimal, weight={weight})"


def _written(text: str) -> str:
    return str(parse_expression(text))
