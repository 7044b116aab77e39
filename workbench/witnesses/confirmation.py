"""Numbers, always: what a prover believes is also evaluated, both sides, on samples that meet the assumptions.

A proof that is wrong is seldom wrong everywhere, so the samples are some hundreds, of many sizes, with ties and
without, of one example in a class, with scores 0 and 1, in long runs and on fine grids; some are drawn anew for each
statement. They meet the assumptions by construction (`workbench.witnesses.constructions`), also those that samples
hardly ever meet. A sample on which a side has no value speaks against a statement like one on which it is false.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product

from workbench.language.statements import of_assumption, parameters, shapes
from workbench.language.syntax import Statement, literals
from workbench.limits import SECOND as SECOND_OF_WORK
from workbench.losses import exact
from workbench.losses.effort import effort
from workbench.samples.sample import Sample
from workbench.witnesses.constructions import beside, fresh, samples
from workbench.witnesses.fitting import NO_VALUE, holds, meets
from workbench.witnesses.witness import Witness
from workbench.words import IN_UNIT_INTERVAL

INSIDE = (*(Fraction(k, 8) for k in range(9)), Fraction(1, 3), Fraction(1, 1000), Fraction(99, 100))
SHAPES = (*map(Fraction, (1, 2, 3, 10)), Fraction(1, 2), Fraction(7, 3))
ANYWHERE = (*map(Fraction, (0, 1, -1, 2, -2, 3, 10, -50, 1000)), *(Fraction(k, 7) for k in (-9, -1, 1, 3, 22)))
ENDS = {"inside": INSIDE[:9:8], "shape": SHAPES[:2], "anywhere": ANYWHERE[:4]}

FRESH = 6
REDRAWN = 6
NUMBERS = 5
FIRST = 12
SECOND = 80
LEAST = 120
WORK = 0.25 * SECOND_OF_WORK
MOST_FOR_ONE = WORK / 20
LONGEST = 12


def confirmed(statement: Statement) -> str | None:
    """None when nothing speaks against the statement; else one sentence: the sample, and both sides there.

    A side without a value on a sample speaks against it, and so does it when no sample was found that meets the
    assumptions. The same statement is always tried on the same samples.

    >>> from workbench.language.statements import parse_statement
    >>> print(confirmed(parse_statement("BS <= MAE")))
    None
    >>> print(confirmed(parse_statement("RL == RLH given pi0 == 1/2, auc >= 9/10")))  # doctest: +ELLIPSIS
    it is false on ... examples, ...: the left side is ... and the right side ...
    >>> confirmed(parse_statement("BS == 0 given calibrated, evenly_spaced"))
    'no sample that meets the assumptions was found'
    """
    sample = None
    for sample, setting in trials(statement):
        try:
            left, right = (exact.extended(sample, side, setting) for side in (statement.left, statement.right))
        except NO_VALUE as reason:
            return f"a side has no value on {described(sample, setting)}: {reason}"
        if not holds(left, statement.relation, right):
            said = Witness(sample, {}, left, right).sentence.partition(", ")[2]
            return f"it is false on {described(sample, setting)}: {said}"
    return "no sample that meets the assumptions was found" if sample is None else None


def described(sample: Sample, setting: Mapping[str, Fraction]) -> str:
    """The sample and the parameters in words.

    >>> described(Sample.of([0, 1], ["0.5", 1]), {"t": Fraction(1, 3)})
    '2 examples, scores 1/2, 1 of classes 0, 1, t = 1/3'
    """
    shown: str
    if sample.n <= LONGEST:
        classes, scores = sample.examples()
        shown = f"scores {', '.join(map(str, scores))} of classes {', '.join(map(str, classes))}"
    else:
        entries = list(zip(sample.scores, sample.counts0, sample.counts1, strict=True))
        more = f" and {len(entries) - LONGEST} more scores" if len(entries) > LONGEST else ""
        counted = ", ".join(f"{score} ({a} and {b})" for score, a, b in entries[:LONGEST])
        shown = f"scores (with examples of class 0 and 1) {counted}{more}"
    return f"{sample.n} examples, {shown}" + "".join(f", {name} = {x}" for name, x in setting.items())


# --- what is tried --------------------------------------------------------------------------------------------


def trials(statement: Statement) -> Iterator[tuple[Sample, dict[str, Fraction]]]:
    """The samples with values of the free parameters; where each takes long, fewer of them, and those of few scores."""
    rng = random.Random(0)
    both = effort(statement.left), effort(statement.right)
    ranges = {name: _range(name, statement) for name in sorted(parameters(statement))}
    found = samples(statement.given)
    own = fresh(statement.given, str(statement), FRESH) if found else []
    written = literals(statement.left) | literals(statement.right)
    for place in sorted(x for x in written if 0 < x < 1)[:NUMBERS]:
        own += beside(statement.given, place)
    bound = any(map(of_assumption, statement.given))
    spent, left = 0.0, []
    tried = 0
    for count, sample in enumerate((*found[:FIRST], *own, *found[FIRST:])):
        cost = sum(side.on(sample) for side in both)
        if count >= FIRST + len(own) and (cost > MOST_FOR_ONE or spent + cost > WORK):
            left.append(sample)
            continue
        chosen = list(_ends(ranges)) if count < FIRST else []
        chosen += [_setting(ranges, sample, rng) for _ in range(1 + (count < SECOND) if ranges else not chosen)]
        chosen += [_setting(ranges, sample, rng) for _ in range(REDRAWN if bound else 0)]
        chosen = [setting for setting in chosen if not bound or meets(statement.given, sample, setting)]
        spent += cost * len(chosen)
        tried += 1
        yield from ((sample, setting) for setting in chosen)
    left.sort(key=lambda sample: len(sample.scores))
    rest = ((sample, _setting(ranges, sample, rng)) for sample in left[: max(LEAST - tried, 0)])
    yield from ((sample, setting) for sample, setting in rest if not bound or meets(statement.given, sample, setting))


def _range(name: str, statement: Statement) -> str:
    """Where a free parameter ranges: inside [0, 1], over the shapes of a Beta density, or anywhere."""
    if name in IN_UNIT_INTERVAL:
        return "inside"
    return "shape" if name in shapes(statement) else "anywhere"


def _ends(ranges: Mapping[str, str]) -> Iterator[dict[str, Fraction]]:
    """The parameters at the ends of their ranges, in some combinations."""
    among = [ENDS[kind] for kind in ranges.values()]
    return (dict(zip(ranges, values, strict=True)) for values in islice(product(*among), 8))


def _setting(ranges: Mapping[str, str], sample: Sample, rng: random.Random) -> dict[str, Fraction]:
    """Parameters at random: those in [0, 1] also at the scores and at the rates of the sample."""
    found = {}
    for name, kind in ranges.items():
        if kind == "inside":
            own = rng.choice(sample.scores), Fraction(rng.choice(sample.cumulative), sample.n)
            found[name] = rng.choice([rng.choice(INSIDE), *own, Fraction(rng.randint(0, 97), 97)])
        else:
            anywhere = [rng.choice(ANYWHERE), Fraction(rng.randint(-400, 400), rng.randint(1, 40))]
            found[name] = rng.choice(SHAPES) if kind == "shape" else rng.choice(anywhere)
    return found
