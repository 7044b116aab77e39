"""Random statements put to `prove`, its verdicts judged by an evaluator that shares nothing with the workbench.

    python -m tests.benchmarks.random_statements [N] [--seed K] [--jobs J] [--seconds S] [--cross N]

First the evaluator (`tests.benchmarks.plain_evaluator`) and the exact engine are compared on random expressions. Then
N statements are decided: what is proved is evaluated on some hundreds of samples that meet the assumptions, with
parameters at random and at their ends, and a sample without a value counts as one on which it is false; what is refuted
must be false, by the evaluator, at the witness, and the witness must meet the assumptions. A table says how many of
each kind had which verdict; 1 when a verdict is wrong, or when the evaluator and the engine differ. Interrupted, it
says what was found so far.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any

from tests.benchmarks import cross_check
from tests.benchmarks.plain_evaluator import Data, meets, verdict
from tests.benchmarks.plain_numbers import NotCovered, NoValue
from tests.benchmarks.plain_reader import Said, nodes, statement
from tests.benchmarks.plain_samples import MANY, examples
from tests.benchmarks.statement_source import Source
from workbench.errors import InputError

Prover = Callable[[str, float], Any]

INSIDE = frozenset("tqr")
ENDS = {True: (Fraction(0), Fraction(1)), False: (Fraction(0), Fraction(1), Fraction(-1), Fraction(7, 2))}
SHAPES = (*map(Fraction, (1, 2, 3, 5)), Fraction(1, 2), Fraction(7, 3))
ANYWHERE = (*map(Fraction, (2, -2, 10, -30, 1000)), *(Fraction(k, 6) for k in (-7, -1, 1, 5, 13)))
LAWS = ("uniform", "beta(2, 1)", "point(1/3)", "points(0, 1/4, 1/2, 1/4, 2/3, 1/2)")
VERDICTS = ("proved", "refuted", "undecided", "refused")
ENOUGH_SECONDS = 8.0
FEWEST = 60
AT_ONCE = 8


@dataclass
class Judged:
    """A verdict, what is wrong with it if anything, and how much it was tried."""

    kind: str
    text: str
    verdict: str
    true: bool
    seconds: float
    wrong: str = ""
    tried: int = 0
    unsure: Counter[str] = field(default_factory=Counter)

    @property
    def unchecked(self) -> bool:
        """Whether the verdict could not be checked on a single sample."""
        return self.verdict in ("proved", "refuted") and not self.tried and not self.wrong


# --- judging --------------------------------------------------------------------------------------------------


def judged(seed: int, number: int, seconds: float, many: int = MANY, prover: Prover | None = None) -> Judged:
    """The statement of this number, decided and judged on so many samples."""
    kind, text, true = Source(seed, number).statement()
    return judge(kind, text, true, prover or _prove, seconds, many)


def _prove(text: str, seconds: float) -> Any:
    from workbench.deciding.decide import prove

    return prove(text, seconds)


def judge(kind: str, text: str, true: bool, prover: Prover, seconds: float, many: int = MANY) -> Judged:
    """The verdict of ``prover`` on a statement; ``true`` when it is known to hold."""
    said = statement(text)
    start = time.process_time()
    try:
        found = prover(text, seconds)
    except InputError as error:
        wrong = f"refused, though it is true: {error}" if true and examples(said.given) else ""
        return Judged(kind, text, "refused", true, time.process_time() - start, wrong)
    except Exception as error:
        return Judged(kind, text, "crash", true, time.process_time() - start, f"{type(error).__name__}: {error}")
    result = Judged(kind, text, found.verdict, true, time.process_time() - start)
    if found.verdict == "proved":
        for law in LAWS if "cost=any" in text else ("any",):
            _hold_against_samples(result, _under(text, law), many)
    elif found.verdict == "refuted":
        beside = set(found.witness.parameters if found.witness else ()) - parameters(said)
        _hold_against_witness(result, _under(text, f"point({beside.pop()})" if beside else "any"), found.witness)
    elif found.verdict != "undecided":
        result.wrong = f"the verdict is {found.verdict!r}"
    return result


def _under(text: str, law: str) -> Said:
    """The statement with a law of the operating condition for any."""
    return statement(text.replace("cost=any", f"cost={law}"))


def _hold_against_samples(result: Judged, said: Said, many: int) -> None:
    """A proof is wrong where the statement is false, or a side has no value, on examples that meet the assumptions."""
    rng = random.Random(result.text)
    free = parameters(said)
    shapes = shape_parameters(said)
    found = list(examples(said.given, many))
    few, rest = found[:FEWEST], found[FEWEST:]
    rng.shuffle(rest)
    start = time.process_time()
    for count, data in enumerate(few + rest):
        if count > FEWEST and time.process_time() - start > ENOUGH_SECONDS:
            break
        for setting in settings(free, shapes, data, rng, ends=count < 6):
            if not meets(data, said, setting):
                continue
            try:
                holds = verdict(data, said, setting)
            except NoValue as reason:
                result.wrong = f"proved, but there is no value ({reason}) on {data} {shown(setting)}"
                return
            except NotCovered as reason:
                result.unsure[str(reason)] += 1
                continue
            if holds is False:
                result.wrong = f"proved, but it is false on {data} {shown(setting)}"
                return
            result.tried += 1
        data.known.clear()


def _hold_against_witness(result: Judged, said: Said, witness: Any) -> None:
    """A refutation is wrong when the witness breaks an assumption, or the statement is true or has no value there."""
    if witness is None:
        result.wrong = "refuted without a witness"
        return
    sample = witness.sample
    data = Data(zip(sample.scores, sample.counts0, sample.counts1, strict=True))
    setting = {name: Fraction(x) for name, x in witness.parameters.items()}
    place = f"the witness {data} {shown(setting)}"
    outside = [name for name, x in setting.items() if name in INSIDE and not 0 <= x <= 1]
    outside += [name for name in shape_parameters(said) if setting.get(name, 1) <= 0]
    missing = parameters(said) - set(setting)
    if outside or missing or not meets(data, said, setting):
        result.wrong = f"refuted, but {place} has parameters out of range or none, or does not meet the assumptions"
        return
    try:
        holds = verdict(data, said, setting)
    except NoValue as reason:
        result.wrong = f"refuted, but there is no value ({reason}) at {place}"
        return
    except NotCovered as reason:
        result.unsure[str(reason)] += 1
        return
    if holds is None:
        result.unsure["intervals overlap"] += 1
    elif holds:
        result.wrong = f"refuted, but it is true at {place}"
    else:
        result.tried += 1


def parameters(said: Said) -> set[str]:
    """The free parameters: lower-case names that are not part of the language."""
    assumed = [side for _, _, sides in said.given if isinstance(sides, tuple) for side in sides]
    names = {node[1] for side in (said.left, said.right, *assumed) for node in nodes(side) if node[0] == "name"}
    return {name for name in names if len(name.rstrip("0123456789")) == 1 and name.islower()} - {
        *("s", "c", "u", "n", "n0", "n1")
    }


def shape_parameters(said: Said) -> set[str]:
    """The parameters that are directly a shape of a Beta density."""
    calls = [node for side in (said.left, said.right) for node in nodes(side) if node[:2] == ("call", "beta")]
    return {x[1] for call in calls for x in call[2] if x[0] == "name"} & parameters(said)


def settings(
    free: set[str], shapes: set[str], data: Data, rng: random.Random, ends: bool
) -> Iterator[dict[str, Fraction]]:
    """Values of the parameters: at random, at the scores and rates of the examples, and all ends of their ranges."""
    names = sorted(free)
    if ends:
        among = [SHAPES[:2] if name in shapes else ENDS[name in INSIDE] for name in names]
        yield from (dict(zip(names, values, strict=True)) for values in islice(product(*among), AT_ONCE))
    for _ in range(2 if names else 1 - ends):
        setting = {}
        for name in names:
            own = [rng.choice(data.groups)[0], *rng.choice(data.points), Fraction(rng.randint(0, 60), 60)]
            setting[name] = rng.choice(SHAPES if name in shapes else own if name in INSIDE else ANYWHERE)
        yield setting


def shown(setting: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} = {x}" for name, x in setting.items())


# --- reports ----------------------------------------------------------------------------------------------------


def table(found: Iterable[Judged]) -> str:
    """Counts by kind and verdict; ``unchecked`` counts verdicts that no sample was found for, or none was covered."""
    found = list(found)
    kinds = sorted({one.kind for one in found})
    heads = [*VERDICTS, "wrong", "unchecked", "true, open"]
    lines = [f"{'':20}" + "".join(f"{head:>12}" for head in heads)]
    for kind in [*kinds, "all"]:
        own = [one for one in found if kind in (one.kind, "all")]
        counts: list[int] = [sum(one.verdict == name for one in own) for name in VERDICTS]
        counts += [sum(bool(one.wrong) for one in own), sum(one.unchecked for one in own)]
        counts.append(sum(one.true and one.verdict == "undecided" for one in own))
        lines.append(f"{kind:20}" + "".join(f"{count:12}" for count in counts))
    return "\n".join(lines)


def report(found: Sequence[Judged]) -> str:
    """The table, and what is wrong, in full."""
    lines = [table(found)]
    tried = [one.tried for one in found if one.verdict == "proved"]
    if tried:
        lines.append(f"\nproved: tried on {statistics.median(tried):g} settings in the middle, least {min(tried)}")
    unsure = sum((one.unsure for one in found), Counter[str]())
    if unsure:
        lines.append(f"not covered: {', '.join(f'{reason} {count}' for reason, count in unsure.most_common(8))}")
    times = sorted(one.seconds for one in found)
    if times:
        lines.append(f"seconds each: {statistics.median(times):.2f} in the middle, most {times[-1]:.1f}")
    wrong = [one for one in found if one.wrong]
    lines.append(f"WRONG: {len(wrong)}")
    lines += [f"  [{one.verdict}] {one.text}\n      {one.wrong}" for one in wrong]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the comparison and the report; 1 when a verdict is wrong, or the evaluator and the engine differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.random_statements", description=main.__doc__)
    parser.add_argument("count", nargs="?", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each statement (default 5)")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first number")
    parser.add_argument("--cross", type=int, default=3_000, help="expressions compared with the engine first")
    parser.add_argument("--samples", type=int, default=MANY, help=f"for each proof at most (default {MANY})")
    parser.add_argument("--kind", help="only statements of this kind, as the table names them")
    parser.add_argument("--open", action="store_true", help="print what is true and undecided, too")
    given = parser.parse_args(arguments)
    compared = cross_check.compared(given.seed, given.cross)
    print(cross_check.report(compared), "\n")
    work = partial(judged, given.seed, seconds=given.seconds, many=given.samples)
    numbers: Sequence[int] = range(given.start, given.start + given.count)
    if given.kind:
        numbers = [number for number in numbers if Source(given.seed, number).statement()[0] == given.kind]
    found: list[Judged] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        try:
            for one in pool.map(work, numbers, chunksize=10) if given.jobs > 1 else map(work, numbers):
                found.append(one)
                if sys.stderr.isatty():
                    print(f"\r{len(found)} of {len(numbers)}", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    print(f"\n{report(found)}")
    if given.open:
        print("\n".join(["", *(f"open: {one.text}" for one in found if one.true and one.verdict == "undecided")]))
    return int(any(one.wrong for one in found) or any(one.differs for one in compared))


if __name__ == "__main__":
    sys.exit(main())
