"""The value that an entry of the catalogue of metrics computes by itself: in fractions of Python and of flint."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import pytest

from workbench import metrics
from workbench.language.statements import parse_expression
from workbench.limits import TimeIsUp
from workbench.losses.exact import value
from workbench.losses.own_values import WrongEntry, own_value
from workbench.losses.reals import Undefined
from workbench.metrics import Metric
from workbench.samples.sample import Sample

SAMPLE = Sample.of([0, 1, 1], ["1/5", "3/5", "9/10"])


def added(exact: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(metrics.CATALOGUE._own, "OWN", Metric("own", "O", "a trial", exact=exact))


@pytest.mark.parametrize(
    ("exact", "expected"),
    [
        (lambda sample: sum(sample.error_sums(2)) / sample.n, Fraction(7, 100)),
        (lambda sample: Fraction(7, 100), Fraction(7, 100)),
        (lambda sample: flint.fmpq(14, 200), Fraction(7, 100)),
        (lambda sample: flint.fmpz(1), Fraction(1)),
        (lambda sample: 1, Fraction(1)),
    ],
)
def test_an_exact_value_is_a_fraction_of_python_or_flint(
    exact: Callable[[Any], Any], expected: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(exact, monkeypatch)
    found = own_value("OWN", SAMPLE)
    assert (type(found), found) == (Fraction, expected)
    assert value(SAMPLE, parse_expression("OWN - 1/100")) == expected - Fraction(1, 100)


@pytest.mark.parametrize("wrong", [0.5, True, None, "1/2", flint.arb(1)])
def test_anything_else_is_refused(wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    added(lambda sample: wrong, monkeypatch)
    with pytest.raises(WrongEntry, match="which is no Fraction, fmpq or int"):
        own_value("OWN", SAMPLE)


def ending(error: type[Exception]) -> Callable[[Sample], Any]:
    def exact(sample: Sample) -> Any:
        raise error

    return exact


@pytest.mark.parametrize(
    ("error", "told"), [(OSError, WrongEntry), (ZeroDivisionError, Undefined), (TimeIsUp, TimeIsUp)]
)
def test_what_ends_with_an_error_is_no_entry_but_time_may_end(
    error: type[Exception], told: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    added(ending(error), monkeypatch)
    with pytest.raises(told):
        own_value("OWN", SAMPLE)
