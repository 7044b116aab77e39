"""The plain evaluator and the exact engine compared on random expressions and samples."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from tests.benchmarks.plain_evaluator import Data, value
from tests.benchmarks.plain_numbers import NotCovered, NoValue, interval, iv, widened
from tests.benchmarks.plain_numbers import compared as order_of
from tests.benchmarks.plain_reader import expression
from tests.benchmarks.random_expressions import Expressions
from workbench.errors import NotSupported
from workbench.language.statements import StatementError, parse_expression
from workbench.losses import exact
from workbench.losses.densities import DensityError
from workbench.losses.reals import Undefined
from workbench.samples.sample import Sample

SAMPLES = 3
SIZES = (0, 1, 2, 3, 4, 5, 7, 10)
GRIDS = (2, 4, 8, 10, 97)
LEVELS = tuple(map(Fraction, ("0", "1", "1/2", "1/3", "3/10")))


@dataclass(frozen=True)
class Compared:
    """What both said of an expression on some examples: ``same``, ``not covered``, ``not supported`` or ``differs``."""

    text: str
    data: str
    outcome: str
    plain: str = ""
    engine: str = ""

    @property
    def differs(self) -> bool:
        return self.outcome == "differs"


def compared(seed: int, count: int) -> list[Compared]:
    """Random expressions, each on a few samples."""
    rng = random.Random(f"cross-check {seed}")
    source = Expressions(rng)
    found: list[Compared] = []
    while len(found) < SAMPLES * count:
        kinds = (source.loss, source.figure, lambda: source.mean(3), lambda: source.expression(rng.randint(1, 3)))
        text = rng.choice(kinds)()
        try:
            parse_expression(text)
        except StatementError:
            continue
        for _ in range(SAMPLES):
            found.append(compare(text, drawn(rng), {name: rng.choice(LEVELS) for name in "tqrk"}))
    return found


def drawn(rng: random.Random) -> Data:
    """Some examples, with ties, both classes among them."""
    grid = rng.choice(GRIDS)
    labels = [0, 1, *(rng.randint(0, 1) for _ in range(rng.choice(SIZES)))]
    return Data((Fraction(rng.randint(0, grid), grid), 1 - label, label) for label in labels)


def compare(text: str, data: Data, parameters: dict[str, Fraction]) -> Compared:
    """One expression on some examples."""
    place = f"{data} {parameters}"
    try:
        plain: Any = value(data, expression(text), parameters)
    except NoValue:
        plain = None
    except NotCovered:
        return Compared(text, place, "not covered")
    scores, counts0, counts1 = zip(*data.groups, strict=True)
    try:
        engine: Any = exact.value(Sample.of_counts(scores, counts0, counts1), parse_expression(text), parameters)
    except (Undefined, DensityError):
        engine = None
    except NotSupported:
        return Compared(text, place, "not supported")
    if plain is None or engine is None:
        return Compared(text, place, "same" if plain is engine else "differs", str(plain), str(engine))
    return Compared(text, place, "same" if _agree(plain, engine) else "differs", str(plain), str(engine))


def _agree(plain: Any, engine: Any) -> bool:
    if isinstance(plain, Fraction) and isinstance(engine, Fraction):
        return plain == engine
    if isinstance(engine, flint.arb):
        ends = [engine.lower().str(60, radius=False), engine.upper().str(60, radius=False)]
        engine = iv.mpf(ends)
    return order_of(widened(plain), widened(interval(engine))) in (None, 0)


def report(found: Iterable[Compared]) -> str:
    """How many were the same, and those that differ in full."""
    found = list(found)
    counts = Counter(one.outcome for one in found)
    said = ", ".join(f"{count} {outcome}" for outcome, count in counts.most_common())
    lines = [f"{len(found)} values by the plain evaluator and by the engine: {said or 'none'}"]
    lines += [f"  {one.text}\n      on {one.data}: {one.plain}, {one.engine}" for one in found if one.differs]
    return "\n".join(lines)
