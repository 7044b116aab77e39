"""The value that an entry of the catalogue of metrics computes by itself, refused where it is no number."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

import flint

from workbench import metrics
from workbench.errors import InputError, reason, shown
from workbench.limits import TimeIsUp
from workbench.losses.reals import Undefined
from workbench.numbers.certified import Real, lift
from workbench.numbers.given import fraction
from workbench.numbers.written import shortest
from workbench.samples.sample import Sample

SMALL = (
    ([0, 1], ["1/5", "3/5"]),
    ([1, 0], ["0", "1"]),
    ([0, 1, 1], ["1/2", "1/2", "1/2"]),
    ([0, 0, 1, 0, 1, 1], ["0", "1/3", "1/3", "1/2", "3/4", "1"]),
)
"""Classes and scores on which an entry from outside is confronted with itself before it is used."""


class WrongEntry(InputError):
    """An entry of a catalogue is not what it says; the message names it, and the package that it is from."""


def own_value(name: str, sample: Sample) -> Fraction:
    """The exact value of a metric on a sample, as its entry computes it.

    An entry may give a fraction of Python or of flint, or a whole number. `Undefined` where it divides by zero,
    `WrongEntry` where it ends with another error or gives anything else.

    >>> own_value("AUC", Sample.of(*SMALL[3]))
    Fraction(5, 6)
    """
    try:
        found = metrics.CATALOGUE[name].exact(sample)
    except (InputError, TimeIsUp):
        raise
    except ZeroDivisionError:
        raise Undefined(f"{name} has no value here, as something is divided by zero") from None
    except (Exception, SystemExit) as error:
        said = f"ends with {type(error).__name__}: {reason(error)}".removesuffix(": ")
        raise WrongEntry(f"the exact value of the metric {name} {said}{metrics.CATALOGUE.whose(name)}") from None
    if isinstance(found, flint.fmpq | flint.fmpz):
        return fraction(flint.fmpq(found))
    if isinstance(found, bool) or not isinstance(found, int | Fraction):
        said = f"is {shown(found)}, which is no Fraction, fmpq or int"
        raise WrongEntry(f"the exact value of the metric {name} {said}{metrics.CATALOGUE.whose(name)}")
    return Fraction(found)


_CONFRONTED: set[str] = set()


def confront(name: str, by_definition: Callable[[Sample], Real] | None) -> None:
    """See once that what another package offers is, on small samples, within its ends and as it is defined.

    `WrongEntry` where the exact value of a metric is another than by its definition, or lies beyond its ends.
    """
    if name in _CONFRONTED or not metrics.CATALOGUE.whose(name):
        return
    metric, whose = metrics.CATALOGUE[name], metrics.CATALOGUE.whose(name)
    for sample in (Sample.of(classes, scores) for classes, scores in SMALL):
        found: list[Real] = []
        with suppress(Undefined):
            found += [] if metric.exact is metrics.by_definition else [own_value(name, sample)]
        with suppress(Undefined):
            found += [] if by_definition is None else [by_definition(sample)]
        where = " ".join(f"{score}:{k}" for k, score in zip(*sample.examples(), strict=True))
        if len(found) == 2 and not lift(found[0]).overlaps(lift(found[1])):
            own, told = map(shortest, found)
            said = f"has the exact value {own} and by its definition {told}"
        elif beyond := next((x for x in found if x not in metric.values), None):
            said = f"has the value {shortest(beyond)}, which is beyond its ends {metric.values},"
        else:
            continue
        raise WrongEntry(f"the metric {name} {said} on the scores and classes {where}{whose}")
    _CONFRONTED.add(name)
