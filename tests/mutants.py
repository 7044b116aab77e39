"""True statements of the language, mutants of them, and an oracle that decides a mutant by brute force.

The oracle knows nothing of how a proof or a witness is searched for. It evaluates both sides, in floating
point and over thousands of samples at once (`Batch`), on every weak order of up to six examples with
several scores each and on larger random samples; the samples that look worst are then evaluated by
the exact engine, whose word is final.

    python -m tests.mutants [N] [--seconds S] [--jobs J] [--show TEXT]

judges the verdicts of ``workbench.prove`` on the true statements and on N mutants, as a table.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np

from workbench.deciding.decide import prove
from workbench.errors import InputError
from workbench.language import statements, syntax
from workbench.language.statements import parse_cost, parse_method, parse_statement
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Comparison,
    Loss,
    Method,
    Name,
    Negative,
    Number,
    Statement,
)
from workbench.losses import exact
from workbench.losses.densities import density
from workbench.losses.reals import Undefined
from workbench.losses.thresholds import Steps, certainly_within_unit_interval, law_of
from workbench.numbers.certified import lift
from workbench.samples.sample import Sample

F = Fraction
HALF = F(1, 2)

# --- true statements -------------------------------------------------------------------------------

IDENTITIES = """
AUC == E1(F0(s))
AUC == 1 - E0(F1(s))
GINI == 2*AUC - 1
BS == pi0*BS0 + pi1*BS1
MAE == pi0*E0(s) + pi1*E1(1 - s)
MBS == (BS0 + BS1)/2
MMAE == (MAE0 + MAE1)/2
BS == CL + RL
RL == E(posterior(s)*(1 - posterior(s)))
CL == E((s - posterior(s))**2)
RLH == E(pav(s)*(1 - pav(s)))
BS0 == E0(s**2)
BS1 == E1((1 - s)**2)
MAE - BS == E(s*(1 - s))
pi0 + pi1 == 1
n0 + n1 == n
n*pi0 == n0
n0*n1 == n**2*pi0*pi1
E(R(s)) == 1/2
E0(F0(s)) == 1/2
E1(F1(s)) == 1/2
E0(R(s)) == pi0/2 + pi1*(1 - AUC)
E1(R(s)) == pi0*AUC + pi1/2
E(s) == pi0*E0(s) + pi1*E1(s)
E(s**2) == pi0*BS0 + pi1*E1(s**2)
E(posterior(s)) == pi1
E(pav(s)) == pi1
RL == pi0*E0(posterior(s))
RLH == pi1*(1 - E1(pav(s)))
H == h_measure(2, 2)
error(1) == pi1
macro_error(1) == 1/2
error(t) == pi0*E0(indicator(s > t)) + pi1*E1(indicator(s <= t))
macro_error(t) == (E0(indicator(t < s)) + E1(indicator(t >= s)))/2
k*AUC + k == k*(AUC + 1)
(AUC + BS)**2 == AUC**2 + 2*AUC*BS + BS**2
abs(AUC - BS) == max(AUC, BS) - min(AUC, BS)
"""

LOSSES = """
loss(score_fixed(t)) == error(t)
loss(score_fixed(t), condition=skew) == macro_error(t)
loss(score_fixed(t), cost=beta(2, 2)) == error(t)
loss(score_fixed(t), cost=point(1/4)) == pi0*E0(indicator(s > t))/2 + 3/2*pi1*E1(indicator(s <= t))
loss(score_fixed(1/3), cost=uniform(0, 1/2)) == pi0*E0(indicator(s > 1/3))/2 + 3/2*pi1*E1(indicator(s <= 1/3))
loss(score_uniform) == MAE
loss(score_uniform, condition=skew) == MMAE
loss(score_uniform, cost=beta(2, 1)) == 4/3*pi0*E0(s) + 2/3*pi1*E1(1 - s)
loss(score_uniform(1/4, 3/4)) == pi0*E0(min(max(2*s - 1/2, 0), 1)) + pi1*(1 - E1(min(max(2*s - 1/2, 0), 1)))
loss(score_driven) == BS
loss(score_driven, condition=skew) == MBS
loss(score_driven, cost=beta(2, 2)) == pi0*E0(4*s**3 - 3*s**4) + pi1*E1(1 - 6*s**2 + 8*s**3 - 3*s**4)
loss(score_driven, cost=density(2*c)) == 4/3*pi0*E0(s**3) + pi1*E1(2/3 - 2*s**2 + 4/3*s**3)
loss(score_driven, cost=point(1/3)) == loss(score_fixed(1/3), cost=point(1/3))
loss(score_driven, cost=beta(2, 2), condition=skew) == E0(4*s**3 - 3*s**4)/2 + E1(1 - 6*s**2 + 8*s**3 - 3*s**4)/2
loss(score(c**2)) == pi0*E0(s) + pi1*E1((1 - sqrt(s))**2)
loss(score(1 - c)) == pi0*E0(2*s - s**2) + pi1*E1(1 - s**2)
loss(rate_uniform) == pi0*pi1*(1 - 2*AUC) + 1/2
loss(rate_uniform, condition=skew) == 3/4 - AUC/2
loss(rate_driven) == pi0*pi1*(1 - 2*AUC) + 1/3
loss(rate_driven, condition=skew) == 7/12 - AUC/2
loss(rate(1 - c)) == pi0*pi1*(1 - 2*AUC) + 2/3
loss(rate_uniform, cost=beta(3, 1)) == pi0*pi1*(1 - 2*AUC) + 3/4*pi0 + pi1/4
loss(rate_uniform, cost=point(1/3)) == pi0*pi1*(1 - 2*AUC) + pi0/3 + 2/3*pi1
loss(rate_uniform, cost=density(2*c)) == pi0*pi1*(1 - 2*AUC) + 2/3*pi0 + pi1/3
loss(rate_driven, cost=beta(2, 1)) == 1/3 - 2/3*pi0 + 2*pi0*E0(R(s)**2)
loss(rate_driven) == loss(rate_uniform) - 1/6
loss(rate_driven, condition=skew) == loss(rate_uniform, condition=skew) - 1/6
loss(rate_fixed(r), cost=beta(2, 2)) == loss(rate_fixed(r))
loss(rate_fixed(0)) == pi0
loss(rate_fixed(1)) == pi1
loss(rate_fixed(0), rates=nearest) == pi0
loss(rate_fixed(1), rates=step) == pi1
loss(rate_uniform, rates=nearest) == loss(rate_uniform)
loss(optimal) == RLH
loss(optimal, cost=beta(2, 1)) == pi0*E0(4/3*pav(s)**3) + pi1*E1(2/3 - 2*pav(s)**2 + 4/3*pav(s)**3)
1 - H == loss(optimal, cost=beta(2, 2))/(pi0*(4*pi1**3 - 3*pi1**4) + pi1*(1 - 6*pi1**2 + 8*pi1**3 - 3*pi1**4))
loss(mix(q, rate_driven, rate_uniform)) == pi0*pi1*(1 - 2*AUC) + 1/2 - q/6
loss(mix(q, rate(c), rate(u))) == loss(rate_uniform) - q/6
loss(mix(q, score_driven, optimal)) == q*BS + (1 - q)*RLH
loss(mix(1/4, score_driven, score_uniform)) == BS/4 + 3/4*MAE
loss(mix(q, score_fixed(t), rate_driven)) == q*error(t) + (1 - q)*loss(rate_driven)
loss(rate_uniform, rates=cutpoints, condition=skew) == n/(n + 1)*(1 - 2*AUC)/4 + 1/2 given no_ties
loss(rate_uniform, rates=cutpoints) == n/(n + 1)*pi0*pi1*(1 - 2*AUC) + 1/2 given no_ties
"""

INEQUALITIES = """
AUC <= AUCH
AUCH <= (1 + AUC)/2
AUCH >= 1/2
AUCH >= max(AUC, 1/2)
RL <= RLH
RLH <= BS
RLH <= MAE
BS <= MAE
MAE**2 <= BS
BS <= sqrt(BS)
CL <= BS
RL <= 1/4
RLH <= pi0*pi1
pi0*pi1 <= 1/4
n0*n1 <= n**2/4
BS0 <= MAE0
MAE1**2 <= BS1
E0(s)**2 <= BS0
min(BS0, BS1) <= MBS
BS <= max(BS0, BS1)
MER <= 1/2
MER <= min(pi0, pi1)
RLH <= MER
RLH >= MER/2
abs(GINI) <= 1
H >= 0
H <= 1
MAE - BS <= 1/4
exp(-BS) <= 1
loss(optimal) <= error(t)
loss(optimal) <= loss(rate_fixed(r))
loss(optimal) <= loss(rate_driven)
loss(optimal) <= loss(score_driven)
loss(optimal) <= loss(rate_driven, rates=step)
loss(optimal, cost=beta(2, 2)) <= loss(score_driven, cost=beta(2, 2))
loss(optimal, condition=skew) <= loss(rate_uniform, condition=skew)
loss(optimal, cost=uniform(1/4, 3/4)) <= loss(score_uniform, cost=uniform(1/4, 3/4))
loss(score_driven) <= loss(score_uniform)
loss(score_driven) <= loss(score(1 - c))
loss(rate_driven) <= loss(rate_uniform)
loss(mix(q, rate_driven, rate_uniform)) >= loss(rate_driven)
loss(rate_uniform) >= 1/4
loss(rate_uniform) <= 3/4
loss(rate_driven) >= 1/12
loss(rate_driven, condition=skew) >= 1/12
BS >= pi0*pi1*(1 - AUC)
BS >= pi0*pi1*(1 - AUC)/(1 - min(pi0, pi1)*AUC)
MAE >= min(pi0, pi1)*(1 - AUC)
MAE <= 1 - min(pi0, pi1)*AUC
error(t) >= min(pi0, pi1)*(1 - AUC)
error(t) <= 1 - min(pi0, pi1)*AUC
error(1/2)/4 <= BS
BS <= (1 + 3*error(1/2))/4
"""

STRICT = """
loss(rate_driven) < loss(rate_uniform)
loss(rate_driven) < loss(rate(1 - c))
loss(rate_uniform) != loss(rate_driven)
pi0 > 0
pi0 < 1
pi0*pi1 > 0
pi0 != 0
1/(12*n**2) > 0
BS < 3/2 + AUC
RLH < 1/3
loss(rate_driven, condition=skew) > 0
AUC != 2
BS - 2 < AUC
log(n) > 0
loss(optimal) < 1/2
"""

GIVEN = """
MAE == 2*BS given calibrated
BS == RL given calibrated
BS == RLH given calibrated
CL == 0 given calibrated
E(s) == pi1 given calibrated
BS == pi0*E0(s) given calibrated
BS == pi1*(1 - E1(s)) given calibrated
AUC == AUCH given calibrated
E1(s) - E0(s) == 1 - BS/(pi0*pi1) given calibrated
loss(score_driven) == loss(optimal) given calibrated
loss(score_driven, cost=beta(2, 2)) == loss(optimal, cost=beta(2, 2)) given calibrated
loss(score_uniform) == 2*loss(optimal) given calibrated
AUC >= 1/2 given calibrated
BS <= pi0*pi1 given calibrated
BS <= 1/4 given calibrated
error(1/2) <= 2*BS given calibrated
MAE <= 1/2 given calibrated
BS <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))**2 given calibrated
2*pi0*pi1*(1 - AUC)/(max(pi0, pi1) + 2*min(pi0, pi1)*(1 - AUC)) <= BS given calibrated
MAE == pi0*pi1*(1 - 2*AUC) + 1/2 given evenly_spaced
BS == loss(rate_driven) - 1/(12*n**2) given evenly_spaced
MAE == loss(rate_uniform) given evenly_spaced
BS < loss(rate_driven) given evenly_spaced
E(s) == 1/2 given evenly_spaced
E(s**2) == 1/3 - 1/(12*n**2) given evenly_spaced
BS >= loss(rate_driven) - 1/48 given evenly_spaced
MAE <= 1/2 given evenly_spaced, auc >= 1/2
BS == 7/12 - AUC/2 - 1/(12*n**2) given evenly_spaced, pi0 == 1/2
RL == 0 given evenly_spaced
RL == 0 given no_ties
CL == BS given no_ties
AUC + E0(F1(s)) == 1 given no_ties
MBS == BS given pi0 == 1/2
MMAE == MAE given pi0 == 1/2
error(t) == macro_error(t) given pi0 == 1/2
loss(optimal) == loss(optimal, condition=skew) given pi0 == 1/2
loss(rate_driven) == 7/12 - AUC/2 given pi0 == 1/2
loss(rate_uniform) == 13/18 - 4/9*AUC given pi0 == 1/3
BS == (BS0 + 2*BS1)/3 given pi0 == 1/3
pi1 <= 2/3 given pi0 >= 1/3
pi0*pi1 <= 2/9 given pi0 >= 2/3
loss(rate_driven) >= 1/9 given pi0 >= 2/3
MER <= 1/3 given pi0 <= 1/3
loss(rate_uniform) <= 1/2 given auc >= 1/2
loss(rate_uniform) < 1/2 given auc > 1/2
loss(rate_driven) == 1/3 given auc == 1/2
loss(rate_driven) <= 1/3 given auc >= 1/2, pi0 >= 1/3
AUCH >= 3/4 given auc >= 3/4
AUCH <= 7/8 given auc <= 3/4
BS >= pi0*pi1/2 given auc <= 1/2
BS >= 1/8 given auc <= 1/2, pi0 == 1/2
RLH <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))**2 given auc >= 1/2
MAE == 2*RLH given calibrated, pi0 == 1/2
BS == E0(s)/2 given calibrated, pi0 == 1/2
"""

TRUE = tuple(
    line for text in (IDENTITIES, LOSSES, INEQUALITIES, STRICT, GIVEN) for line in text.splitlines() if line.strip()
)

# --- mutants ---------------------------------------------------------------------------------------

SEED = 20_240_607
METRICS = ("AUC", "AUCH", "GINI", "BS", "BS0", "BS1", "MBS", "MAE", "MAE0", "MAE1", "MMAE", "RL", "CL", "RLH", "H")
METRICS = (*METRICS, "KS", "MER", "pi0", "pi1", "n", "n0", "n1")
RELATIONS = ("==", "!=", "<=", "<", ">=", ">")
MEANS = ("E0", "E1", "E")
RANKS = ("F0", "F1", "R", "posterior", "pav")
EXTREMES = ("min", "max")
ERRORS = ("error", "macro_error")
METHODS = tuple(
    parse_method(text)
    for text in (
        "score_driven",
        "score_uniform",
        "score_uniform(1/4, 3/4)",
        "score_fixed(1/2)",
        "score_fixed(t)",
        "rate_driven",
        "rate_uniform",
        "rate_fixed(1/2)",
        "rate_fixed(r)",
        "optimal",
        "score(c**2)",
        "score(1 - c)",
        "score(c/2 + u/2)",
        "rate(1 - c)",
        "rate(c**2)",
        "mix(1/2, score_driven, rate_driven)",
        "mix(q, optimal, score_uniform)",
    )
)
COSTS = tuple(
    parse_cost(text)
    for text in (
        "uniform",
        "uniform(0, 1/2)",
        "uniform(1/4, 3/4)",
        "beta(2, 2)",
        "beta(2, 1)",
        "beta(1, 3)",
        "point(1/2)",
        "point(1/3)",
        "density(2*c)",
        "density(3*(1 - c)**2)",
    )
)
ASSUMPTIONS = tuple(
    parse_statement(f"BS == 1 given {text}").given[0]
    for text in (
        "calibrated",
        "evenly_spaced",
        "no_ties",
        "pi0 == 1/2",
        "pi0 >= 1/3",
        "pi0 < 1/2",
        "auc >= 1/2",
        "auc == 3/4",
        "auc < 1/2",
    )
)


def _mutated(node: Any) -> Iterator[Any]:
    """Every change of ``node`` itself, its parts left as they are."""
    match node:
        case Number():
            v = node.value
            for other in (v + F(1, 12), v - F(1, 12), -v, 2 * v, v / 2, v + 1, v - 1):
                if other != v:
                    yield Number(other)
        case Name(name=("s" | "c" | "u")):
            yield Arithmetic("-", Number(F(1)), node)
        case Name() if node.name in METRICS:
            yield from (Name(other) for other in METRICS if other != node.name)
            yield Arithmetic("+", node, Number(F(1, 12)))
        case Name():
            yield Arithmetic("-", Number(F(1)), node)
            yield Arithmetic("/", node, Number(F(2)))
        case Negative():
            yield node.operand
        case Arithmetic():
            swap = {"+": "-*", "-": "+*", "*": "/+", "/": "*", "**": "*"}[node.operator]
            yield from (replace(node, operator=other) for other in swap)
            if node.operator in ("-", "/"):
                yield replace(node, left=node.right, right=node.left)
            yield node.left
            yield node.right
            yield Negative(node)
        case Comparison():
            yield from (replace(node, relation=other) for other in ("<", "<=", ">", ">=") if other != node.relation)
        case Apply():
            for family in (MEANS, RANKS, EXTREMES, ERRORS):
                if node.function in family:
                    yield from (replace(node, function=other) for other in family if other != node.function)
        case Method():
            yield from (other for other in METHODS if other != node)
            if node.name == "mix":
                q, first, second = node.arguments
                yield replace(node, arguments=(q, second, first))
                yield first
        case Loss():
            yield replace(node, condition="skew" if node.condition == "cost" else "cost")
            yield from (replace(node, cost=other) for other in COSTS if other != node.cost)
            yield from (replace(node, rates=other) for other in statements.RATES if other != node.rates)


def _everywhere(node: Any) -> Iterator[Any]:
    """``node`` with one change, at any place in it."""
    yield from _mutated(node)
    parts = list(syntax.children(node))
    for place, part in enumerate(parts):
        for other in _everywhere(part):
            new = iter([*parts[:place], other, *parts[place + 1 :]])
            yield syntax.rebuilt(node, lambda _, new=new: next(new))


def _neighbours(statement: Statement) -> Iterator[Statement]:
    """``statement`` with one change."""
    yield from (replace(statement, relation=other) for other in RELATIONS if other != statement.relation)
    yield from (replace(statement, left=other) for other in _everywhere(statement.left))
    yield from (replace(statement, right=other) for other in _everywhere(statement.right))
    given = statement.given
    for place, assumption in enumerate(given):
        rest = given[:place] + given[place + 1 :]
        yield replace(statement, given=rest)
        others = list(ASSUMPTIONS)
        if assumption.value is not None and assumption.relation is not None:
            others += [replace(assumption, value=assumption.value + step) for step in (F(1, 12), F(-1, 12))]
            others += [replace(assumption, relation=other) for other in ("==", "<=", ">=", "<", ">")]
        yield from (replace(statement, given=(*rest, other)) for other in others if other not in given)
    if len(given) < 2:
        yield from (replace(statement, given=(*given, other)) for other in ASSUMPTIONS if other not in given)


def _has_meaning(statement: Statement) -> bool:
    """Whether both sides have a value on some sample, for some parameters."""
    probes = (Sample.of([0, 1], ["1/4", "3/4"]), Sample.of([0, 1, 1], ["1/2", "1/4", "3/4"]))
    names = sorted(statements.parameters(statement))
    for sample in probes:
        for level in (HALF, F(1, 3)):
            try:
                exact.value(sample, statement.left, dict.fromkeys(names, level))
                exact.value(sample, statement.right, dict.fromkeys(names, level))
            except (InputError, ArithmeticError):
                continue
            return True
    return False


@cache
def mutants(count: int = 2_400, seed: int = SEED) -> tuple[str, ...]:
    """``count`` distinct mutants of the true statements, parseable and with a meaning; always the same ones.

    One in six has two changes. The first ones are spread over all true statements.
    """
    dice = random.Random(seed)
    sources = [parse_statement(text) for text in TRUE]
    seen = {str(source) for source in sources}
    queues = []
    for source in sources:
        near = list({str(other): other for other in _neighbours(source)}.values())
        dice.shuffle(near)
        queues.append(near)
    found: list[str] = []
    while len(found) < count and any(queues):
        order = [queue for queue in queues if queue]
        dice.shuffle(order)
        for queue in order:
            mutant = queue.pop()
            if dice.random() < 1 / 6:
                mutant = dice.choice(list(_neighbours(mutant)))
            text = str(mutant)
            if text in seen:
                continue
            seen.add(text)
            try:
                again = parse_statement(text)
            except statements.StatementError:
                continue
            if str(again) == text and _has_meaning(again):
                found.append(text)
    return tuple(found[:count])


# --- samples ---------------------------------------------------------------------------------------

Blocks = tuple[tuple[Fraction, int, int], ...]  # distinct scores, ascending, with their examples of class 0 and 1

GRID = sorted({*(F(k, 12) for k in range(13)), *(F(k, 10) for k in range(11)), F(1, 100), F(99, 100), F(1, 7)})


def weak_orders(size: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every weak order of ``size`` examples: tie blocks of ``(a, b)`` examples, both classes present."""

    def rest(left: int) -> Iterator[tuple[tuple[int, int], ...]]:
        if not left:
            yield ()
        for here in range(1, left + 1):
            for a in range(here + 1):
                for after in rest(left - here):
                    yield ((a, here - a), *after)

    for blocks in rest(size):
        if any(a for a, _ in blocks) and any(b for _, b in blocks):
            yield blocks


def _placements(k: int, dice: random.Random) -> list[list[Fraction]]:
    """Scores for ``k`` tie blocks: spread, at the ends, on the grid, crowded below, above and at both ends."""
    if k == 1:
        return [[x] for x in (HALF, F(0), F(1), F(1, 3), F(3, 4))]
    found = [
        [F(2 * i + 1, 2 * k) for i in range(k)],
        [F(i, k - 1) for i in range(k)],
        [F(i, 100) for i in range(k)],
        [1 - F(k - 1 - i, 100) for i in range(k)],
    ]
    split = dice.randrange(1, k)
    found.append([F(i, 100) if i < split else 1 - F(k - 1 - i, 100) for i in range(k)])
    found.append([HALF + F(2 * i - k + 1, 24) for i in range(k)])
    found += [sorted(dice.sample(GRID, k)) for _ in range(3)]
    return found


def _calibrated(pairs: Iterable[tuple[int, int]]) -> Blocks:
    """The examples of ``pairs`` at the proportion of class 1 in their pair; equal proportions pooled."""
    pooled: dict[Fraction, tuple[int, int]] = {}
    for a, b in pairs:
        before = pooled.get(F(b, a + b), (0, 0))
        pooled[F(b, a + b)] = before[0] + a, before[1] + b
    return tuple((s, a, b) for s, (a, b) in sorted(pooled.items()))


def _untied(pairs: Iterable[tuple[int, int]], dice: random.Random) -> list[tuple[int, int]]:
    """The examples one by one, those of a pair in random order."""
    found = []
    for a, b in pairs:
        own = [(1, 0)] * a + [(0, 1)] * b
        dice.shuffle(own)
        found += own
    return found


def _random_pairs(dice: random.Random) -> list[tuple[int, int]]:
    """Tie blocks of 7 to about 40 examples: mixed, separated, inverted, or with one class rare."""
    kind = dice.randrange(5)
    k = dice.randint(1, 9)
    if kind == 0:
        pairs = [(dice.randint(0, 3), dice.randint(0, 3)) for _ in range(k)]
    elif kind == 1:
        pairs = [(dice.randint(1, 6), 0) for _ in range(k // 2 + 1)] + [(0, dice.randint(1, 6)) for _ in range(k // 2)]
        if dice.random() < 0.4:
            pairs.reverse()
    elif kind == 2:
        pairs = [(dice.randint(0, 9), 0) for _ in range(k)]
        pairs[dice.randrange(k)] = (dice.randint(0, 3), 1)
    elif kind == 3:
        pairs = [(0, dice.randint(0, 9)) for _ in range(k)]
        pairs[dice.randrange(k)] = (1, dice.randint(0, 3))
    else:
        high = dice.randint(1, 4)
        pairs = [(max(0, dice.randint(0, 5) - i), min(high, i + dice.randint(0, 2))) for i in range(k)]
    pairs = [pair for pair in pairs if sum(pair)]
    if not any(a for a, _ in pairs):
        pairs.append((dice.randint(1, 4), 0))
    if not any(b for _, b in pairs):
        pairs.append((0, dice.randint(1, 4)))
    return pairs


def _shaped(pairs: list[tuple[int, int]], given: frozenset[str], dice: random.Random) -> Iterator[Blocks]:
    """Samples with these tie blocks, or like them, that meet the assumptions by name."""
    if "calibrated" in given:
        if "no_ties" in given or "evenly_spaced" in given:
            pairs = [(1, 0), (0, 1)]
        blocks = _calibrated(pairs)
        if "evenly_spaced" not in given:
            yield blocks
        return
    if given:
        pairs = _untied(pairs, dice)
    if "evenly_spaced" in given:
        yield tuple((F(2 * i + 1, 2 * len(pairs)), a, b) for i, (a, b) in enumerate(pairs))
        return
    if len(pairs) > 30:
        places = [sorted(dice.sample([F(k, 240) for k in range(241)], len(pairs)))]
    elif len(pairs) > 12:
        places = [sorted(dice.sample([F(k, 60) for k in range(61)], len(pairs)))]
    else:
        places = _placements(len(pairs), dice)
    for scores in places:
        yield tuple((s, a, b) for s, (a, b) in zip(scores, pairs, strict=True))


def sizes(blocks: Blocks) -> tuple[int, int]:
    """``(n0, n1)``."""
    return sum(a for _, a, _ in blocks), sum(b for _, _, b in blocks)


def area(blocks: Blocks) -> Fraction:
    """The AUC, by counting pairs."""
    n0, n1 = sizes(blocks)
    ordered = sum(a * b for i, (_, a, _) in enumerate(blocks) for _, _, b in blocks[i + 1 :])
    return (ordered + F(sum(a * b for _, a, b in blocks), 2)) / (n0 * n1)


def compare(relation: str, left: Any, right: Any) -> bool | None:
    """Whether ``left relation right``, fractions or balls; None when balls do not tell."""
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = lift(left), lift(right)
        if relation in ("==", "!="):
            return None if left.overlaps(right) else relation == "!="
        if relation in (">", ">="):
            left, right, relation = right, left, relation.replace(">", "<")
        if relation == "<":
            return True if left < right else False if left >= right else None
        return True if left <= right else False if left > right else None
    return {
        "==": left == right,
        "!=": left != right,
        "<=": left <= right,
        "<": left < right,
        ">=": left >= right,
        ">": left > right,
    }[relation]


def meets(blocks: Blocks, given: Iterable[Assumption]) -> bool:
    """Whether a sample meets the assumptions, by their definitions."""
    n0, n1 = sizes(blocks)
    for assumption in given:
        match assumption.name:
            case "calibrated":
                found: bool | None = all(s == F(b, a + b) for s, a, b in blocks)
            case "no_ties":
                found = all(a + b == 1 for _, a, b in blocks)
            case "evenly_spaced":
                ends = [F(2 * i + 1, 2 * (n0 + n1)) for i in range(n0 + n1)]
                found = [s for s, a, b in blocks for _ in range(a + b)] == ends
            case "pi0":
                found = compare(str(assumption.relation), F(n0, n0 + n1), assumption.value)
            case "auc":
                found = compare(str(assumption.relation), area(blocks), assumption.value)
            case _:
                raise ValueError(assumption)
        if not found:
            return False
    return True


@cache
def _small(named: frozenset[str], size: int) -> tuple[Blocks, ...]:
    dice = random.Random(size)
    found: dict[Blocks, None] = {}
    for pairs in weak_orders(size):
        if named and "calibrated" not in named and any(sum(pair) != 1 for pair in pairs):
            continue
        found.update(dict.fromkeys(_shaped(list(pairs), named, dice)))
    return tuple(found)


@cache
def _large(named: frozenset[str], count: int) -> tuple[Blocks, ...]:
    dice = random.Random(99)
    found: dict[Blocks, None] = {}
    for _ in range(count):
        shaped = list(_shaped(_random_pairs(dice), named, dice))
        found.update(dict.fromkeys(dice.sample(shaped, min(2, len(shaped)))))
    return tuple(found)


def _of_share(share: Fraction, named: frozenset[str], dice: random.Random) -> Iterator[Blocks]:
    """Random samples in which class 0 has exactly this proportion."""
    if not 0 < share < 1:
        return
    for _ in range(120):
        times = dice.randint(1, max(1, 24 // share.denominator))
        labels = [0] * (share.numerator * times) + [1] * ((share.denominator - share.numerator) * times)
        if dice.random() < 0.7:
            dice.shuffle(labels)
        pairs: list[tuple[int, int]] = []
        tie = dice.random()
        for label in labels:
            one = (1 - label, label)
            if pairs and dice.random() < tie:
                pairs[-1] = (pairs[-1][0] + one[0], pairs[-1][1] + one[1])
            else:
                pairs.append(one)
        yield from _shaped(pairs, named, dice)


def _populations(given: tuple[Assumption, ...]) -> Iterator[list[Blocks]]:
    """Samples that meet the assumptions: of up to 4 examples, of 5 and 6, and larger."""
    named = frozenset(a.name for a in given if a.relation is None)
    compared = tuple(a for a in given if a.relation is not None)
    more: tuple[int, ...] = (7, 8, 9) if named & {"evenly_spaced", "no_ties", "calibrated"} else ()
    tiers = [
        [blocks for size in (2, 3, 4) for blocks in _small(named, size)],
        [blocks for size in (5, 6) for blocks in _small(named, size)],
    ]
    if "evenly_spaced" in named:
        tiers[1] += [blocks for size in more for blocks in _small(named, size)]
    elif "calibrated" in named and len(named) == 1:
        tiers[1] += list(_small(named, 7))
    last = list(_large(named, 1500))
    for assumption in compared:
        if assumption.name == "pi0" and assumption.relation in ("==", "<=", ">=") and assumption.value is not None:
            last += _of_share(assumption.value, named, random.Random(7))
    for tier in (*tiers, last):
        yield [blocks for blocks in tier if meets(blocks, compared)]


# --- evaluation in floating point, many samples at once ------------------------------------------------


class Unsupported(Exception):
    """This is not evaluated in floating point."""


class _Function:
    """A function of one number, vectorised: a piecewise polynomial, or a look-up of what was computed once."""

    def __init__(self, function: Any) -> None:
        self.breaks = np.array([float(b) for b in function.breaks])
        self.pieces = [[float(x.p) / float(x.q) for x in p.coeffs()] for p in function.pieces]

    def __call__(self, x: np.ndarray, closed: bool) -> np.ndarray:
        place = np.searchsorted(self.breaks, x, side="right" if closed else "left")
        found = np.zeros(x.shape)
        for i, terms in enumerate(self.pieces):
            here = place == i
            if here.any():
                value = np.zeros(int(here.sum()))
                for term in reversed(terms):
                    value = value * x[here] + term
                found[here] = value
        return found


MOST_PLACES = 160


def _looked_up(x: np.ndarray, find: Callable[[Fraction], tuple[Any, Any]], known: dict[float, tuple[float, float]]):
    """``find`` at every entry of ``x``; NaN where there are too many different ones."""
    values, places, counts = np.unique(x, return_inverse=True, return_counts=True)
    for index in np.argsort(-counts)[:MOST_PLACES]:
        key = float(values[index])
        if key not in known:
            try:
                first, second = find(F(key).limit_denominator(2_000))
                known[key] = float(lift(first).mid()), float(lift(second).mid())
            except InputError:
                known[key] = np.nan, np.nan
    table = np.array([known.get(float(v), (np.nan, np.nan)) for v in values])
    return table[places.reshape(x.shape), 0], table[places.reshape(x.shape), 1]


class _Law:
    """``A_k(x) = E[c**k ; t < x]`` and their integrals from 0, vectorised."""

    def __init__(self, g: Any, cost: syntax.Cost, rate: bool) -> None:
        try:
            law = law_of(g, density(cost))
            if rate and not certainly_within_unit_interval(law):
                raise Unsupported(f"{g} is no rate")
        except InputError as error:
            raise Unsupported(str(error)) from None
        self.law = law
        self.mean = float(lift(law.mean).mid())
        self._known: dict[Any, dict[float, tuple[float, float]]] = {}
        if isinstance(law, Steps):
            self._below = _Function(law.below), _Function(law.below.antiderivative())
            self._weighted = None
            if law.weighted:
                self._weighted = _Function(law.weighted), _Function(law.weighted.antiderivative())

    def _steps(self, x: np.ndarray, closed: bool, which: int) -> tuple[np.ndarray, np.ndarray]:
        first = self._below[which](x, closed)
        return first, self._weighted[which](x, closed) if self._weighted else self.mean * first

    def moments(self, x: np.ndarray, closed: bool) -> tuple[np.ndarray, np.ndarray]:
        if isinstance(self.law, Steps):
            return self._steps(x, closed, 0)
        law = self.law
        return _looked_up(x, lambda at: law.moments(at, closed), self._known.setdefault(closed, {}))

    def areas(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if isinstance(self.law, Steps):
            return self._steps(x, False, 1)
        return _looked_up(x, self.law.areas, self._known.setdefault("areas", {}))


@cache
def _law(g: Any, cost: syntax.Cost, rate: bool) -> _Law:
    return _Law(g, cost, rate)


class Batch:
    """Many samples: one row each, one column for each distinct score."""

    PLACES, WEIGHTS = np.polynomial.legendre.leggauss(10)

    def __init__(self, samples: Sequence[Blocks]) -> None:
        self.samples = samples
        width = max(map(len, samples))
        shape = (len(samples), width)
        self.s, self.a, self.b = np.ones(shape), np.zeros(shape), np.zeros(shape)
        self.pool0, self.pool1, self.below0 = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        for row, blocks in enumerate(samples):
            k = len(blocks)
            self.s[row, :k] = [float(s) for s, _, _ in blocks]
            self.a[row, :k] = [a for _, a, _ in blocks]
            self.b[row, :k] = [b for _, _, b in blocks]
            for start, stop, a, b, below in _pooled(blocks):
                self.pool0[row, start:stop] = a
                self.pool1[row, start:stop] = b
                self.below0[row, start:stop] = below
        self.present = self.a + self.b > 0
        self.m = np.where(self.present, self.a + self.b, 1)
        self.n0, self.n1 = self.a.sum(1), self.b.sum(1)
        self.n = self.n0 + self.n1
        self.high0, self.high1 = self.a.cumsum(1), self.b.cumsum(1)
        self.low0, self.low1 = self.high0 - self.a, self.high1 - self.b
        self._values: OrderedDict[Any, np.ndarray] = OrderedDict()

    def mean(self, k: int | None, values: np.ndarray) -> np.ndarray:
        """The mean of ``values``, one for each distinct score, over class ``k`` or over all."""
        counts = self.a if k == 0 else self.b if k == 1 else self.a + self.b
        safe = np.where(counts > 0, values, 0)
        return (counts * safe).sum(1) / (self.n0 if k == 0 else self.n1 if k == 1 else self.n)

    def metric(self, name: str) -> np.ndarray:
        pi0, pi1 = self.n0 / self.n, self.n1 / self.n
        p = self.b / self.m
        hull = self.pool1 / np.where(self.present, self.pool0 + self.pool1, 1)
        match name:
            case "n" | "n0" | "n1":
                return getattr(self, name)
            case "pi0":
                return pi0
            case "pi1":
                return pi1
            case "AUC" | "GINI":
                auc = (self.b * (self.low0 + self.a / 2)).sum(1) / (self.n0 * self.n1)
                return auc if name == "AUC" else 2 * auc - 1
            case "AUCH":
                return (self.b * (self.below0 + self.pool0 / 2)).sum(1) / (self.n0 * self.n1)
            case "BS0" | "MAE0":
                return self.mean(0, self.s**2 if name == "BS0" else self.s)
            case "BS1" | "MAE1":
                return self.mean(1, (1 - self.s) ** 2 if name == "BS1" else 1 - self.s)
            case "BS" | "MAE":
                return pi0 * self.metric(f"{name}0") + pi1 * self.metric(f"{name}1")
            case "MBS" | "MMAE":
                return (self.metric(f"{name[1:]}0") + self.metric(f"{name[1:]}1")) / 2
            case "RL":
                return self.mean(None, p * (1 - p))
            case "CL":
                return self.mean(None, (self.s - p) ** 2)
            case "RLH":
                return self.mean(None, hull * (1 - hull))
            case "H":
                return self.h_measure(2, 2)
            case "KS" | "MER":
                f0, f1 = self.high0 / self.n0[:, None], self.high1 / self.n1[:, None]
                if name == "KS":
                    return abs(f0 - f1).max(1)
                wrong = pi0[:, None] * (1 - f0) + pi1[:, None] * f1
                return np.minimum(wrong.min(1), pi0)
        raise Unsupported(name)

    def h_measure(self, x: float, y: float) -> np.ndarray:
        cost = syntax.Cost("beta", (Number(F(x)), Number(F(y))))
        law = _law(Name("c"), cost, False)
        pi0, pi1 = self.n0 / self.n, self.n1 / self.n
        a0, a1 = law.moments(pi1, False)
        worst = 2 * (pi0 * a1 + pi1 * (1 - law.mean - a0 + a1))
        return 1 - self.loss(Loss(Method("optimal"), cost)) / worst

    def loss(self, node: Loss) -> np.ndarray:
        return self._by_law(statements.law(node.method), node.cost, node.condition == "skew", node.rates)

    def _by_law(self, method: Method, cost: syntax.Cost, skew: bool, rates: str) -> np.ndarray:
        if method.name == "mix":
            q, first, second = method.arguments
            part = self.number(q)
            return part * self._by_law(first, cost, skew, rates) + (1 - part) * self._by_law(second, cost, skew, rates)
        ones = np.ones(len(self.n))
        w0, w1 = (ones / 2, ones / 2) if skew else (self.n0 / self.n, self.n1 / self.n)
        g = Name("c") if method.name == "optimal" else _folded(method.arguments[0])
        if syntax.names(g) - {"c", "u"}:
            raise Unsupported(f"{method} depends on the sample")
        law = _law(g, cost, method.name == "rate")
        if method.name == "score":
            below, missed = law.moments(self.s, False)
        elif method.name == "optimal":
            top, bottom = (self.pool1, self.pool0)
            if skew:
                top, bottom = top * self.n0[:, None], bottom * self.n1[:, None]
            place = top / np.where(self.present, top + bottom, 1)
            below, missed = law.moments(place, False)
        elif rates == "cutpoints":
            below, missed = self._cutpoints(law)
        else:
            if skew:
                whole = (2 * self.n0 * self.n1)[:, None]
                low, high = (
                    (x * self.n1[:, None] + y * self.n0[:, None]) / whole
                    for x, y in ((self.low0, self.low1), (self.high0, self.high1))
                )
            else:
                low, high = (self.low0 + self.low1) / self.n[:, None], (self.high0 + self.high1) / self.n[:, None]
            if rates == "step":
                below, missed = law.moments(low, True)
            elif rates == "nearest":
                below, missed = law.moments((low + high) / 2, True)
            else:
                width = np.where(self.present, high - low, 1)
                below, missed = ((y - x) / width for x, y in zip(law.areas(low), law.areas(high), strict=True))
        alarm = 1 - law.mean - below + missed
        return 2 * (w0 * self.mean(0, missed) + w1 * self.mean(1, alarm))

    def _cutpoints(self, law: _Law) -> tuple[np.ndarray, np.ndarray]:
        found = np.zeros(self.s.shape), np.zeros(self.s.shape)
        for n in np.unique(self.n):
            rows = self.n == n
            at = law.moments(np.arange(1, int(n) + 1) / (n + 1), False)
            low = (self.low0 + self.low1)[rows].astype(int)
            high = (self.high0 + self.high1)[rows].astype(int)
            for whole, values in zip(found, at, strict=True):
                sums = np.concatenate([[0], values.cumsum()])
                whole[rows] = (sums[high] - sums[low]) / self.m[rows]
        return found

    def number(self, node: Any) -> Any:
        """The value of a node without a variable."""
        return self.value(node)

    def value(self, node: Any) -> Any:
        """The value of a closed expression on every sample; a number, or one for each row."""
        match node:
            case Number():
                return float(node.value)
            case Negative():
                return -self.value(node.operand)
            case Arithmetic():
                return _operate(node.operator, self.value(node.left), self.value(node.right))
        if node not in self._values:
            self._values[node] = self._value(node)
            if len(self._values) > 300:
                self._values.popitem(last=False)
        else:
            self._values.move_to_end(node)
        return self._values[node]

    def _value(self, node: Any) -> Any:
        match node:
            case Name():
                return self.metric(node.name)
            case Loss():
                return self.loss(node)
            case Apply(function="E0" | "E1" | "E"):
                return self._mean(node)
            case Apply(function="error" | "macro_error"):
                t = np.asarray(self.value(node.arguments[0]), float).reshape(-1, 1)
                above = self.s > t + 1e-12
                miss, alarm = self.mean(0, above), self.mean(1, ~above)
                if node.function == "macro_error":
                    return (miss + alarm) / 2
                return (self.n0 * miss + self.n1 * alarm) / self.n
            case Apply(function="h_measure"):
                x, y = map(_folded, node.arguments)
                if not (isinstance(x, Number) and isinstance(y, Number)):
                    raise Unsupported(str(node))
                return self.h_measure(x.value, y.value)
            case Apply():
                return _call(node.function, [self.value(argument) for argument in node.arguments])
        raise Unsupported(str(node))

    def _mean(self, node: Apply) -> np.ndarray:
        k = {"E0": 0, "E1": 1, "E": None}[node.function]
        (inside,) = node.arguments
        ranked = _functions(inside) & {"F0", "F1", "R"}
        total: Any = 0
        steps = zip((self.PLACES + 1) / 2, self.WEIGHTS / 2, strict=True) if ranked else [(0.5, 1.0)]
        for place, weight in steps:
            f0 = (self.low0 + place * self.a) / self.n0[:, None]
            f1 = (self.low1 + place * self.b) / self.n1[:, None]
            here = {
                "s": self.s,
                "F0": f0,
                "F1": f1,
                "R": (self.n0[:, None] * f0 + self.n1[:, None] * f1) / self.n[:, None],
                "posterior": self.b / self.m,
                "pav": self.pool1 / np.where(self.present, self.pool0 + self.pool1, 1),
            }
            total = total + weight * np.broadcast_to(self._at(inside, here), self.s.shape)
        return self.mean(k, total)

    def _at(self, node: Any, here: dict[str, np.ndarray]) -> Any:
        match node:
            case Name(name="s"):
                return here["s"]
            case Negative():
                return -self._at(node.operand, here)
            case Arithmetic():
                return _operate(node.operator, self._at(node.left, here), self._at(node.right, here))
            case Apply(function="indicator"):
                (inner,) = node.arguments
                gap = self._at(inner.left, here) - self._at(inner.right, here)
                near = 1e-12
                tests = {"<": gap < -near, "<=": gap <= near, ">": gap > near, ">=": gap >= -near}
                return tests[inner.relation].astype(float)
            case Apply() if node.function in here:
                return here[node.function]
            case Apply() if node.function in ("min", "max", "abs", "sqrt", "log", "exp"):
                return _call(node.function, [self._at(argument, here) for argument in node.arguments])
        outer = self.value(node)
        return outer[:, None] if isinstance(outer, np.ndarray) else outer


def _folded(node: Any) -> Any:
    return statements.folded(node)


def _functions(node: Any) -> frozenset[str]:
    own = frozenset({node.function}) if isinstance(node, Apply) else frozenset()
    return own.union(*(_functions(child) for child in syntax.children(node)))


def _operate(operator: str, left: Any, right: Any) -> Any:
    left, right = np.asarray(left, float), np.asarray(right, float)
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*":
        return left * right
    if operator == "/":
        return left / np.where(abs(right) < 1e-14, np.nan, right)
    return left**right


def _call(function: str, values: list[Any]) -> Any:
    if function in ("min", "max"):
        pick = np.minimum if function == "min" else np.maximum
        found = values[0]
        for other in values[1:]:
            found = pick(found, other)
        return found
    return {"abs": np.abs, "sqrt": np.sqrt, "log": np.log, "exp": np.exp}[function](np.asarray(values[0], float))


def _pooled(blocks: Blocks) -> list[tuple[int, int, int, int, int]]:
    """The sides of the convex hull: ``(start, stop, a, b, examples of class 0 before)``."""
    stack: list[tuple[int, int, int, int, int]] = []
    before = 0
    for i, (_, a, b) in enumerate(blocks):
        side = (i, i + 1, a, b, before)
        before += a
        while stack and stack[-1][3] * (side[2] + side[3]) >= side[3] * (stack[-1][2] + stack[-1][3]):
            start, _, c, d, below = stack.pop()
            side = (start, i + 1, c + side[2], d + side[3], below)
        stack.append(side)
    return stack


# --- the oracle ------------------------------------------------------------------------------------

LEVELS = (F(1, 2), F(0), F(1), F(1, 3), F(3, 4), F(1, 100))
ANY_NUMBER = (F(1), F(0), F(-2), F(1, 3), F(5))
CONFIRMED_AT_MOST = 24


@dataclass(frozen=True)
class Found:
    """What the oracle found: ``truth`` is "false", "true?", "undefined" or "vacuous"."""

    truth: str
    blocks: Blocks | None = None
    parameters: dict[str, Fraction] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.blocks is None:
            return self.truth
        shown = " ".join(f"{s}:{a}+{b}" for s, a, b in self.blocks)
        return f"{self.truth} at {shown} {dict(sorted(self.parameters.items())) or ''}".rstrip()


def sample_of(blocks: Blocks) -> Sample:
    return Sample.of_counts(*zip(*blocks, strict=True))


def outcome(statement: Statement, blocks: Blocks, parameters: dict[str, Fraction]) -> bool | None:
    """Whether the statement is true there, by the exact engine; None when that cannot tell. `Undefined` may rise."""
    sample = sample_of(blocks)
    left, right = (exact.value(sample, side, parameters) for side in (statement.left, statement.right))
    return compare(statement.relation, left, right)


@cache
def _batches(given: tuple[Assumption, ...]) -> tuple[Batch, ...]:
    return tuple(Batch(tier) for tier in _populations(given) if tier)


def batches(given: Iterable[Assumption]) -> tuple[Batch, ...]:
    """The samples that meet the assumptions, whatever the order of these."""
    return _batches(tuple(sorted((replace(a, column=0) for a in given), key=str)))


def assignments(statement: Statement) -> list[dict[str, Fraction]]:
    """Values of the free parameters, ends included."""
    names = sorted(statements.parameters(statement))
    choices = [LEVELS if name in "trq" else ANY_NUMBER for name in names]
    found = [dict(zip(names, values, strict=True)) for values in product(*choices)]
    if len(found) > 20:
        found = found[:1] + random.Random(3).sample(found[1:], 19)
    return found


def _worst_first(statement: Statement, batch: Batch) -> tuple[list[int], list[int]]:
    """The rows that may be counterexamples, the most likely first, and rows without a value."""
    with np.errstate(all="ignore"):
        left, right = (np.asarray(batch.value(side), float) for side in (statement.left, statement.right))
        left, right = (np.broadcast_to(side, batch.n.shape) for side in (left, right))
        gap = left - right
        scale = 1e-11 * (1 + abs(left) + abs(right))
    lost = ~np.isfinite(gap)
    bad = {
        "==": abs(gap),
        "!=": -abs(gap),
        "<=": gap,
        "<": gap,
        ">=": -gap,
        ">": -gap,
    }[statement.relation]
    least = scale if statement.relation in ("==", "<=", ">=") else -scale
    with np.errstate(all="ignore"):
        rows = np.flatnonzero(~lost & (bad > least))
    order = rows[np.argsort(-bad[rows], kind="stable")]
    return [int(row) for row in order], [int(row) for row in np.flatnonzero(lost)]


def _slow_rows(batch: Batch) -> list[int]:
    step = max(1, len(batch.samples) // 250)
    return list(range(0, len(batch.samples), step))


def _moved(blocks: Blocks, dice: random.Random) -> Blocks:
    """A neighbour: one score moved, one example more or less, a block split or two joined, or all doubled."""
    items = [list(x) for x in blocks]
    place = dice.randrange(len(items))
    kind = dice.randrange(6)
    if kind == 0:
        step = dice.choice([F(1, 2), F(1, 8), F(1, 32), F(1, 100)])
        items[place][0] = min(F(1), max(F(0), items[place][0] + dice.choice([-1, 1]) * step))
    elif kind == 1:
        items[place][dice.choice([1, 2])] += dice.randint(1, 2)
    elif kind == 2:
        k = dice.choice([1, 2])
        items[place][k] = max(0, items[place][k] - 1)
    elif kind == 3:
        items[place][0] = dice.choice(GRID)
    elif kind == 4 and sum(sum(x[1:]) for x in items) <= 30:
        items = [[s, 2 * a, 2 * b] for s, a, b in items]
    else:
        items.append([dice.choice(GRID), dice.randint(0, 1), dice.randint(0, 1)])
    pooled: dict[Any, tuple[int, int]] = {}
    for s, a, b in items:
        before = pooled.get(s, (0, 0))
        pooled[s] = before[0] + a, before[1] + b
    found = tuple((s, a, b) for s, (a, b) in sorted(pooled.items()) if a or b)
    return found if all(sizes(found)) else blocks


def _climb(statement: Statement, closed: Statement, starts: list[Blocks], rounds: int) -> Iterator[Blocks]:
    """Samples towards a violation of an inequality, by small moves from the most promising ones."""
    dice = random.Random(11)
    named = frozenset(a.name for a in statement.given if a.relation is None)
    best = starts
    for _ in range(rounds):
        near: dict[Blocks, None] = dict.fromkeys(best)
        for blocks in best:
            for _ in range(40):
                moved = _moved(blocks, dice)
                if named:
                    moved = next(iter(_shaped([(a, b) for _, a, b in moved], named, dice)), moved)
                if len(moved) <= 40 and meets(moved, statement.given):
                    near[moved] = None
        if not near:
            return
        batch = Batch(list(near))
        relaxed = replace(closed, relation={"<=": "<", ">=": ">"}.get(closed.relation, closed.relation))
        with np.errstate(all="ignore"):
            left, right = (np.asarray(batch.value(x), float) for x in (relaxed.left, relaxed.right))
            gap = np.broadcast_to(left - right, batch.n.shape)
        gap = np.where(np.isfinite(gap), gap if relaxed.relation in ("<", "<=") else -gap, -np.inf)
        best = [batch.samples[int(row)] for row in np.argsort(-gap)[:8]]
        yield from best[:3]


def decide(statement: Statement, climb: int = 6) -> Found:
    """The word of brute force on ``statement``; the smaller samples come first.

    ``climb`` is the number of rounds of local search that follow for an inequality.
    """
    population = batches(statement.given)
    if not population:
        return Found("vacuous")
    undefined: Found | None = None
    promising: list[tuple[Statement, dict[str, Fraction], list[Blocks]]] = []
    for batch in population:
        for parameters in assignments(statement):
            put = {name: Number(x) for name, x in parameters.items()}
            closed = replace(
                statement,
                left=syntax.substitute(statement.left, put),
                right=syntax.substitute(statement.right, put),
            )
            slow = False
            try:
                rows, lost = _worst_first(closed, batch)
            except Unsupported:
                rows, lost, slow = _slow_rows(batch), [], True
            tries = rows if slow else rows[:CONFIRMED_AT_MOST]
            for row in [*tries, *lost[:4]]:
                blocks = batch.samples[row]
                try:
                    found = outcome(statement, blocks, parameters)
                except Undefined:
                    undefined = undefined or Found("undefined", blocks, parameters)
                    continue
                except InputError:
                    if slow:
                        undefined = undefined or Found("undefined", blocks, parameters)
                        break
                    continue
                if found is False:
                    return Found("false", blocks, parameters)
            if not slow and batch is population[-1] and statement.relation not in ("==", "!="):
                promising.append((closed, parameters, _tightest(closed, population)))
    for closed, parameters, starts in promising[:3]:
        try:
            for blocks in _climb(statement, closed, starts, climb):
                if outcome(statement, blocks, parameters) is False:
                    return Found("false", blocks, parameters)
        except (InputError, Unsupported):
            continue
    return undefined or Found("true?")


def _tightest(closed: Statement, population: Iterable[Batch]) -> list[Blocks]:
    """The samples of each batch where an inequality holds with the least room."""
    found: list[Blocks] = []
    for batch in population:
        with np.errstate(all="ignore"):
            gap = np.broadcast_to(
                np.asarray(batch.value(closed.left) - batch.value(closed.right), float), batch.n.shape
            )
        gap = np.where(np.isfinite(gap), gap if closed.relation in ("<", "<=") else -gap, -np.inf)
        found += [batch.samples[int(row)] for row in np.argsort(-gap)[:4]]
    return found


@cache
def truth(text: str) -> Found:
    """`decide` of the statement that ``text`` says."""
    return decide(parse_statement(text))


# --- judging the verdicts --------------------------------------------------------------------------

Prover = Callable[[str, float], Any]


@dataclass(frozen=True)
class Judged:
    """A verdict beside the word of the oracle; ``wrong`` says what is wrong with it, if anything."""

    text: str
    verdict: str
    truth: str
    seconds: float
    wrong: str = ""

    @property
    def undecided(self) -> bool:
        return self.verdict == "undecided"


def fault_of_witness(statement: Statement, witness: Any) -> str:
    """What is wrong with a witness against ``statement``; nothing when it refutes it."""
    if witness is None:
        return "refuted without a witness"
    shown = witness.to_json() if hasattr(witness, "to_json") else witness
    try:
        scores = [F(str(x)) for x in shown["scores"]]
        classes = [int(str(y)) for y in shown["classes"]]
        parameters = {str(name): F(str(x)) for name, x in (shown.get("parameters") or {}).items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return f"the witness cannot be read: {error!r}"
    if len(scores) != len(classes) or {*classes} != {0, 1}:
        return f"the witness has the classes {classes} for {len(scores)} scores"
    if not all(0 <= s <= 1 for s in scores):
        return "the witness has scores outside [0, 1]"
    if any(not 0 <= x <= 1 for name, x in parameters.items() if name in "trq"):
        return f"the witness has parameters outside [0, 1]: {parameters}"
    pooled: dict[Fraction, list[int]] = {}
    for s, y in zip(scores, classes, strict=True):
        pooled.setdefault(s, [0, 0])[y] += 1
    blocks = tuple((s, a, b) for s, (a, b) in sorted(pooled.items()))
    if not meets(blocks, statement.given):
        return "the witness does not meet the assumptions"
    try:
        found = outcome(statement, blocks, parameters)
        sample = sample_of(blocks)
        values = [exact.value(sample, side, parameters) for side in (statement.left, statement.right)]
    except InputError as error:
        return f"the witness has no value: {error}"
    if found is not False:
        return f"the statement is {'true' if found else 'not decided'} at the witness"
    for side, value in zip(("left", "right"), values, strict=True):
        printed = shown.get(side)
        said = printed.get("exact") if isinstance(printed, dict) else None
        if isinstance(value, Fraction) and said is not None and F(said) != value:
            return f"the witness says {side} = {said}; it is {value}"
        number = printed.get("value") if isinstance(printed, dict) else None
        if number is None or abs(number - float(lift(value).mid())) > 1e-9 * (1 + abs(number)):
            return f"the witness says {side} = {printed}; it is {value}"
    return ""


def judge(text: str, prove: Prover, seconds: float = 10, oracle: Callable[[str], Found] = truth) -> Judged:
    """The verdict of ``prove`` on a statement, held against the oracle."""
    statement = parse_statement(text)
    known = oracle(text)
    start = time.perf_counter()
    try:
        found = prove(text, seconds)
        verdict, witness = found.verdict, found.witness
        shown = found.to_json()
    except InputError as error:
        took = time.perf_counter() - start
        wrong = "" if known.truth in ("undefined", "vacuous") else f"refused, though it has a meaning: {error}"
        return Judged(text, "refused", known.truth, took, wrong)
    except Exception as error:
        return Judged(text, "crash", known.truth, time.perf_counter() - start, f"{type(error).__name__}: {error}")
    took = time.perf_counter() - start
    wrong = ""
    if verdict not in ("proved", "refuted", "undecided"):
        wrong = f"the verdict is {verdict!r}"
    elif shown.get("verdict") != verdict:
        wrong = f"to_json says {shown.get('verdict')!r}, the verdict is {verdict!r}"
    elif verdict == "refuted":
        wrong = fault_of_witness(statement, witness)
        if not wrong and known.truth != "false":
            known = replace(known, truth="false")  # the exact engine has just said so
    elif witness is not None:
        wrong = f"{verdict}, with a witness"
    elif verdict == "proved" and known.truth in ("false", "undefined"):
        wrong = f"proved, but {known}"
    return Judged(text, verdict, known.truth, took, wrong)


def share_undecided(found: Iterable[Judged], truth: str) -> tuple[float, list[str]]:
    """The share of the statements with this truth on which there is no verdict, and which they are."""
    concerned = [one for one in found if one.truth == truth]
    open_ones = [one.text for one in concerned if one.undecided]
    return (len(open_ones) / len(concerned) if concerned else 0.0), open_ones


def report(found: Sequence[Judged], slowest: int = 10) -> str:
    """Counts by verdict and truth, what is wrong, what is undecided, and what is slow."""
    truths = ["true?", "false", "undefined", "vacuous"]
    verdicts = ["proved", "refuted", "undecided", "refused", "crash"]
    counts = Counter((one.verdict, one.truth) for one in found)
    lines = [f"{'':12}" + "".join(f"{name:>11}" for name in truths)]
    lines += [f"{verdict:12}" + "".join(f"{counts[verdict, name]:11}" for name in truths) for verdict in verdicts]
    for name in ("true?", "false"):
        part, open_ones = share_undecided(found, name)
        lines += ["", f"undecided among {name}: {part:.1%}", *(f"  {text}" for text in open_ones)]
    times = sorted(one.seconds for one in found)
    if times:
        lines += ["", f"seconds: median {statistics.median(times):.3f}, most {times[-1]:.2f}, sum {sum(times):.1f}"]
        for one in sorted(found, key=lambda one: -one.seconds)[:slowest]:
            lines.append(f"  {one.seconds:8.2f}  {one.verdict:10} {one.text}")
    wrong = [one for one in found if one.wrong]
    lines += ["", f"WRONG: {len(wrong)}", *(f"  [{one.verdict}] {one.text}\n      {one.wrong}" for one in wrong)]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report on the true statements and N mutants; 1 when a verdict is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    parser.add_argument("count", nargs="?", type=int, default=2_400, metavar="N")
    parser.add_argument("--seconds", type=float, default=10, help="for each statement (default 10)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--from", dest="start", type=int, default=0, help="leave out the first mutants")
    parser.add_argument("--oracle", action="store_true", help="only the word of the oracle on each")
    parser.add_argument("--show", metavar="TEXT", help="only the word of the oracle on one statement")
    given = parser.parse_args(arguments)
    if given.show:
        print(truth(given.show))
        return 0
    start = time.perf_counter()
    texts = [*TRUE, *mutants(max(2_400, given.count + given.start))[given.start : given.start + given.count]]
    print(f"{len(TRUE)} true statements, {len(texts) - len(TRUE)} mutants ({time.perf_counter() - start:.1f} s)")
    if given.oracle:
        start = time.perf_counter()
        for text in texts:
            print(f"{truth(text).truth:10} {text}")
        print(f"oracle: {(time.perf_counter() - start) / len(texts) * 1000:.1f} ms each")
        return 0
    work = partial(judge, prove=prove, seconds=given.seconds)
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            found = list(pool.map(work, texts, chunksize=10))
    else:
        found = [work(text) for text in texts]
    print(report(found[: len(TRUE)], 5), "\n\n=== mutants ===\n", report(found[len(TRUE) :]), sep="\n")
    return int(any(one.wrong for one in found))


if __name__ == "__main__":
    sys.exit(main())
