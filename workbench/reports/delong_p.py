"""The p value of DeLong's test of two models on the same examples: what both AUC and the class sizes say against it.

The statistic is ``z = |A - B|/sqrt(v)`` with ``v = Var(A) - 2*Cov(A, B) + Var(B)``. The covariances are those of the
placements of both models, so that ``sqrt(v) <= sqrt(Var(A)) + sqrt(Var(B))``, and each variance has a bound
(`workbench.feasible.delong_bounds`). So ``p = erfc(z/sqrt(2))`` has a greatest value, and a printed one beyond it is
wrong, also that of models on different examples of these class sizes, whose covariance is 0, and a one-sided one in
the direction of the difference, which is half. There is no least value: where the placements differ by a constant ``v``
is 0. What is not beyond depends on the scores.

DeLong, DeLong and Clarke-Pearson, Comparing the areas under two or more correlated receiver operating characteristic
curves: a nonparametric approach (1988).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from workbench.errors import InputError, shown
from workbench.feasible.delong_bounds import greatest_variance
from workbench.numbers.certified import lift, working_digits
from workbench.numbers.notations import noted
from workbench.numbers.printed import Interval, Printed
from workbench.numbers.written import significant
from workbench.reports.mcnemar import values_of

NAMES = ("delong_p", "p_delong")
_DIGITS = 30
_UNIT = Interval(Fraction(0), Fraction(1))


def aucs_of(given: Any) -> tuple[Printed, Printed]:
    """The printed AUC of both models; `InputError` for what is none.

    >>> aucs_of("0.80,0.85"), aucs_of(["80%", "85%"])[1].text
    ((Printed(text='0.80', rounding='half'), Printed(text='0.85', rounding='half')), '0.85')
    """
    texts = given.replace(";", ",").split(",") if isinstance(given, str) else given
    if not isinstance(texts, list) or len(texts) != 2 or not all(isinstance(text, str) for text in texts):
        raise InputError(f"aucs is {shown(given)}; it must be the AUC of both models, such as 0.80,0.85")
    try:
        one, other = (Printed(noted(text.strip(), "share").text) for text in texts)
    except InputError as error:
        raise InputError(f"aucs: {error}") from None
    for printed in (one, other):
        if (printed.values & _UNIT).empty:
            raise InputError(f"aucs has {printed}; an AUC must lie in [0, 1]")
    return one, other


def greatest_p(aucs: tuple[Printed, Printed], n0: int, n1: int) -> Fraction | None:
    """No p value is greater; None where nothing is known.

    >>> float(round(greatest_p((Printed("0.80"), Printed("0.90")), 200, 200), 3))
    0.076
    """
    one, other = (printed.values & _UNIT for printed in aucs)
    assert one.low is not None
    assert one.high is not None
    assert other.low is not None
    assert other.high is not None
    apart = max(other.low - one.high, one.low - other.high)
    with working_digits(_DIGITS):
        variances = [greatest_variance(x, y, n0, n1) for x, y in ((one.low, one.high), (other.low, other.high))]
        if apart <= 0 or any(v is None for v in variances):
            return None
        reach = sum((v.sqrt() for v in variances if v is not None), start=lift(Fraction(0)))
        p = (lift(apart) / (reach * lift(Fraction(2)).sqrt())).erfc()
        return Fraction(float(p.upper())) * (1 + Fraction(1, 10**12)) if p.is_finite() else None


@dataclass(frozen=True)
class DelongP:
    """A printed p value, ``text``, beyond the greatest that both AUC allow; nothing ``fits`` it."""

    text: str
    aucs: tuple[Printed, Printed]
    sizes: tuple[int, int]
    most: Fraction
    name: ClassVar[str] = "DeLong's p"
    fits: ClassVar[tuple[str, ...]] = ()

    def __str__(self) -> str:
        (one, other), (n0, n1) = self.aucs, self.sizes
        given = f"of AUC {one} and {other} with n0 = {n0} and n1 = {n1}"
        return f"{given} DeLong's p is at most {significant(self.most, 4)}, whatever the scores, not {self.text}"


def decide(
    name: str, value: str, aucs: tuple[Printed, Printed], n0: int | None, n1: int | None
) -> tuple[DelongP | None, str]:
    """What is wrong with a printed p value, or why it is not decided; `InputError` for what is none.

    >>> print(decide("delong_p", "0.21", aucs_of("0.80,0.90"), 200, 200)[0])
    of AUC 0.80 and 0.90 with n0 = 200 and n1 = 200 DeLong's p is at most 0.07579, whatever the scores, not 0.21
    >>> decide("delong_p", "0.01", aucs_of("0.80,0.90"), 200, 200)
    (None, 'no bound of the variances forbids it, which depend on the scores of both models')
    """
    values = values_of(value)
    if values is None or (values & _UNIT).empty:
        raise InputError(f"{name} is {shown(value)}; it must be a number from 0 to 1, or one such as <0.001")
    if n0 is None or n1 is None:
        return None, "it is decided where both class sizes are told"
    most = greatest_p(aucs, n0, n1)
    if most is not None and values.low is not None and values.low > most:
        return DelongP(value, aucs, (n0, n1), most), ""
    return None, "no bound of the variances forbids it, which depend on the scores of both models"
