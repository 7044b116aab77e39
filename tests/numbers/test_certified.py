"""Integrals over balls, interrupted."""

from itertools import count

import flint
import pytest

from workbench.limits import TimeIsUp, at_most
from workbench.numbers.certified import integral

ENDS = flint.acb(0), flint.acb(1)


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_what_a_function_raises_ends_its_integral(error: type[BaseException]) -> None:
    called = count()

    def wrong(z: flint.acb, check: bool) -> flint.acb:
        if next(called) == 3:
            raise error("the fourth time")
        return flint.acb(flint.arb.nan())

    with pytest.raises(error, match="the fourth time"):
        integral(wrong, *ENDS, eval_limit=10**4)
    assert next(called) == 4


def test_time_that_is_up_within_an_integral_is_told() -> None:
    """Also as a call of the function begins, where flint goes on with the exception set."""

    def slow(z: flint.acb, check: bool) -> flint.acb:
        return flint.acb(flint.arb.nan())

    def for_ever() -> None:
        while True:
            integral(slow, *ENDS, eval_limit=1000)

    for i in range(20):
        with pytest.raises(TimeIsUp), at_most(0.002 + i / 10_000):
            for_ever()
