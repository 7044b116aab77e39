"""Sign certificates: found for what is true, read by a reader that shares nothing with the search."""

import copy
import json
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from sympy import Abs, Expr, Integer, Max, Min, Rational, Symbol, exp, expand, sqrt, symbols, sympify

from tests.certificates.certificate_checks import Refused, check
from workbench.certificates.search import Region, Work, certificate
from workbench.symbolic.notation import Below, Clip

x, y, z, w, t, pi0, n, a, b = symbols("x y z w t pi0 n a b")
HALF = Rational(1, 2)
ANYWHERE, ABOVE, UNIT = (None, None), (Fraction(0), None), (Fraction(0), Fraction(1))
SIDES = dict.fromkeys((x, y, z, w, t, pi0), UNIT) | dict.fromkeys((a, b), ANYWHERE) | {n: (Fraction(2), None)}
SHARES = (pi0, 1 - pi0)
SIZES = (n * pi0 - 1, n * (1 - pi0) - 1)
AUC = (1 + Below(x, y) - Below(y, x)) / 2
LEAST = Min(pi0, 1 - pi0)


def region_of(f: Expr, constraints: tuple[Expr, ...] = (), positive: tuple[Expr, ...] = (), **sides: Any) -> Region:
    """The usual sides of the variables that occur, but for those given."""
    named = {Symbol(name): side for name, side in sides.items()}
    used = set(f.free_symbols).union(*(g.free_symbols for g in (*constraints, *positive)))
    return Region({v: side for v, side in (SIDES | named).items() if v in used}, constraints, positive)


def accept(found: Any, f: Expr, region: Region, *, strict: bool = False) -> None:
    """Raise `Refused` unless the certificate is right."""
    bounds = {str(v): side for v, side in region.bounds.items()}
    check(found, str(f), bounds, list(map(str, region.constraints)), list(map(str, region.positive)), strict=strict)


NONNEGATIVE: list[tuple[Expr, dict[str, Any]]] = [
    (Integer(0), {}),
    (Rational(3, 2), {}),
    (x - x * y, {}),
    (x - x**3, {}),
    (x**2 - 2 * x * y + y**2, {}),
    ((2 * x**2 - 1) ** 2 * x, {}),
    (x**4 - x + Rational(19, 40), {}),
    (expand((2 * x**2 - 1) ** 2 * (x - 3) ** 2 * (x**2 + x + 1)), {}),
    (Rational(4, 27) - x**2 * (1 - x), {}),
    (pi0 * x**2 - pi0 * y**2 + 2 * pi0 * y - pi0 + y**2 - 2 * y + 1, {}),
    (-2 * pi0 * x**2 + 2 * pi0 * x + 2 * pi0 * y**2 - 2 * pi0 * y - 2 * y**2 + 2 * y, {}),
    (expand(pi0 * x**2 + (1 - pi0) * y**2 - (pi0 * x + (1 - pi0) * y) ** 2), {}),
    ((x**2 + y**2) * (z**2 + w**2) - (x * z + y * w) ** 2, {}),
    (x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1, {}),
    ((x + y + z) ** 3 - 27 * x * y * z, {}),
    (x**4 + y**4 + z**4 + w**4 - 4 * x * y * z * w, {}),
    (x * (x - y) * (x - z) + y * (y - x) * (y - z) + z * (z - x) * (z - y), {}),
    (expand((x**2 - y) ** 2 + (y - z) ** 2 * x), {}),
    (expand((x**2 - HALF) ** 2 + (y**2 - x) ** 2), {}),
    (expand((3 * x - 2) ** 2 * x**2 + (3 * y - 1) ** 2 * y + (3 * x + 3 * y - 3) ** 2 * y * (1 - x)), {}),
    (Rational(1, 27) - x * y * z, {"constraints": (1 - x - y - z,)}),
    (x**3 - 3 * x * y**2 + 2 * y**3, {"constraints": (x - y,)}),
    (x * z - y * w, {"constraints": (x - y, z - w)}),
    (x - y, {"constraints": (x - y, y - x)}),
    (x - HALF, {"pi0": (HALF, HALF), "x": (Fraction(1, 2), Fraction(1, 2))}),
    # switches
    (Max(x, y) - Min(x, y), {}),
    (Max(x, y, z) - (x + y + z) / 3, {}),
    (Max(x, Min(y, 1 - x)) - Min(x, y), {}),
    (Abs(x - y) + Abs(y - z) - Abs(x - z), {}),
    (Abs(Abs(x - y) - z) + z - Abs(x - y), {}),
    (Clip(x, Rational(1, 4), Rational(3, 4)) * (1 - Clip(x, Rational(1, 4), Rational(3, 4))) - Rational(3, 16), {}),
    (Clip(x, y, z) - Min(y, z), {}),
    (Min(Rational(3, 4), Max(x, Rational(1, 4))) - Rational(1, 4), {}),
    (Below(x, y) + Below(y, x) - Below(x, z) * Below(z, y), {}),
    (Below(t, x) * x - t * Below(t, x) + Max(t - x, 0) - Abs(x - t), {}),
    (-Below(1, x), {}),
    (LEAST - Min(pi0 * x, (1 - pi0) * y) - Min(pi0 * (1 - x), (1 - pi0) * (1 - y)), {}),
    (pi0 * x + pi0 * y - pi0 - y + AUC * LEAST - LEAST + 1, {}),
    (-pi0 * x - pi0 * y + pi0 + y - AUC * LEAST, {}),
    (pi0 * Below(t, x) + pi0 * Below(t, y) - pi0 + AUC * LEAST - Below(t, y) - LEAST + 1, {}),
    (-(pi0**2) * AUC + pi0**2 + pi0 * x**2 - pi0 * y**2 + 2 * pi0 * y + pi0 * AUC - 2 * pi0 + y**2 - 2 * y + 1, {}),
    # roots
    ((1 + x) / 2 - sqrt(x), {}),
    (1 - x / 2 - sqrt(1 - x), {}),
    (x ** Rational(1, 3) - sqrt(x), {}),
    ((x + y) / 2 - sqrt(x) * sqrt(y), {}),
    (Max(sqrt(x), y) - x * y, {}),
    # unbounded variables
    (a**2 - a * b + b**2, {}),
    (a**2 - a * x + x**2 / 4, {}),
    (a**4 - a**2 * b + b**2, {}),
    (expand(pi0 * (a - x) ** 2 + (1 - pi0) * (a - y) ** 2 - pi0 * (1 - pi0) * (x - y) ** 2), {}),
    (expand(pi0 * (1 - pi0) * (a + x - y) ** 2 + x * y), {}),
    ((a + b) ** 2 - 4 * a * b * pi0, {"a": ABOVE, "b": ABOVE}),
    (a**3 + 2 - 3 * a, {"a": ABOVE}),
    (a**3 + b**3 + 1 - 3 * a * b, {"a": ABOVE, "b": ABOVE}),
    (n**2 * pi0 * (1 - pi0) - n + 1, {"constraints": SIZES, "positive": (*SHARES, n)}),
    (12 * n**2 * pi0 * (1 - pi0) * x * (1 - x) - 11 * (n - 1) * x * (1 - x), {"constraints": SIZES}),
]

POSITIVE: list[tuple[Expr, dict[str, Any]]] = [
    (Rational(1, 6), {}),
    (pi0 * (1 - pi0) * (1 + x), {"positive": SHARES}),
    (x + y - x * y, {"positive": (x, y)}),
    (x**2 - y**2, {"positive": (x - y,)}),
    ((x - 2) ** 2 * (y + 1) * pi0, {"positive": (pi0,)}),
    (x**2 - x + Rational(1, 3), {}),
    (x**4 - x + Rational(4726, 10000), {}),
    (a**2 - a + 1, {}),
    (Max(x, 1 - x) - Rational(49, 100), {}),
    (-pi0 * x**2 + pi0 * y**2 - 2 * pi0 * y + pi0 - y**2 + 2 * y + AUC + HALF, {"positive": SHARES}),
    (sqrt(x), {"positive": (x, 1 - x)}),
    (n**2 * (x - y) ** 2 + 12 * n * x * y * pi0 + 1, {"constraints": SIZES}),
]

FALSE: list[tuple[Expr, dict[Symbol, Any]]] = [
    (x - y, {x: 0, y: 1}),
    (x - 2 * x**2, {x: 1}),
    (x**2 - x + Rational(1, 4) - Rational(1, 10**6), {x: HALF}),
    (x**4 - x + Rational(472, 1000), {x: Rational(63, 100)}),
    (x**2 - x * y + y**2 / 4 - Rational(1, 10**5), {x: HALF, y: 1}),
    ((x + y + z) ** 3 - Rational(2701, 100) * x * y * z, {x: 1, y: 1, z: 1}),
    (expand((x**2 - y) ** 2 + (y - z) ** 2 * x) - Rational(1, 10**6), {x: HALF, y: Rational(1, 4), z: Rational(1, 4)}),
    (expand((3 * x - 2) ** 2 * x**2 + (3 * y - 1) ** 2 * y) - Rational(1, 10**6), {x: Rational(2, 3), y: 0}),
    (a**2 - a * x + x**2 / 4 - Rational(1, 10**4), {a: HALF, x: 1}),
    (Max(x, 1 - x) - HALF - Rational(1, 10**6), {x: HALF}),
    (Abs(x - y) + Abs(y - z) - Rational(1001, 1000) * Abs(x - z), {x: 0, y: HALF, z: 1}),
    (Below(x, y) - Below(x, z), {x: 0, y: 0, z: 1}),
    (Below(x, y) + Below(y, x) - HALF, {x: 1, y: 1}),
    (sqrt(x) - Rational(11, 10) * x, {x: 1}),
    (pi0 * x + (1 - pi0) * y - AUC, {pi0: HALF, x: 0, y: HALF}),
]


@pytest.mark.parametrize(("f", "given"), NONNEGATIVE, ids=lambda v: str(v)[:60])
def test_nonnegative(f: Expr, given: dict[str, Any]) -> None:
    region = region_of(f, **given)
    found = certificate(f, region)
    assert json.loads(json.dumps(found)) == found
    accept(found, f, region)


@pytest.mark.parametrize(("f", "given"), POSITIVE, ids=lambda v: str(v)[:60])
def test_positive(f: Expr, given: dict[str, Any]) -> None:
    region = region_of(f, **given)
    accept(certificate(f, region, strict=True), f, region, strict=True)


@pytest.mark.parametrize(("f", "point"), FALSE, ids=lambda v: str(v)[:60])
def test_false(f: Expr, point: dict[Symbol, Any]) -> None:
    there = f.subs(point).replace(Below, lambda low, high: Integer(bool(low < high)))
    assert there < 0
    assert certificate(f, region_of(f)) is None


@pytest.mark.parametrize(
    "f",
    [x * (1 - x), x + y, (x - y) ** 2, x**2 - x + Rational(1, 4), Abs(x - y), Max(pi0, 1 - pi0) - 2 * pi0 * (1 - pi0)],
)
def test_not_positive_everywhere(f: Expr) -> None:
    region = region_of(f)
    accept(certificate(f, region), f, region)
    assert certificate(f, region, strict=True) is None


@pytest.mark.parametrize("f", [exp(x), 1 / (1 + x), sqrt(x * y), sqrt(x) + sqrt(1 - x), sqrt(a), sqrt(2) * x])
def test_other_expressions_are_refused(f: Expr) -> None:
    assert certificate(f, region_of(f)) is None


def test_work_bounds_the_search() -> None:
    f = expand((x**2 - y) ** 2 + (y - z) ** 2 * x)
    assert certificate(f, region_of(f), work=Work(programs=1)) is None
    assert certificate(f, region_of(f), work=Work(entries=10)) is None
    assert certificate(Abs(x - y), region_of(f), work=Work(branches=1)) is None


def test_the_order_of_the_bounds_does_not_matter() -> None:
    f = expand((3 * x - 2) ** 2 * x**2 + (3 * y - 1) ** 2 * y) + Abs(x - y)
    one, other = Region({x: UNIT, y: UNIT}, (x, y)), Region({y: UNIT, x: UNIT}, (y, x))
    assert certificate(f, one) == certificate(f, other)


def test_random_sums_of_squares() -> None:
    rng = random.Random(3)
    for _ in range(12):
        zero = {v: Rational(rng.randint(1, 5), 6) for v in (x, y)}
        f = Integer(0)
        for _ in range(rng.randint(1, 3)):
            form = sum((rng.randint(-2, 2) * (v - place) for v, place in zero.items()), Integer(0))
            f += rng.choice([Integer(1), x, 1 - y, x * (1 - x)]) * form**2 * rng.randint(1, 3)
        f = expand(f)
        region = region_of(f)
        accept(certificate(f, region), f, region)
        assert certificate(f - Rational(1, 1000), region_of(f + x + y)) is None


@pytest.mark.always
def test_what_is_found_is_right() -> None:
    """Random expressions, true or not: what is certified is accepted by the reader."""
    rng = random.Random(8)
    pieces = [
        x,
        y,
        1 - x,
        x * y,
        Max(x, y),
        Min(x, 1 - y),
        Abs(x - y),
        Below(x, y),
        x**2,
        Rational(1, 3),
        Clip(x, y, HALF),
    ]
    found = 0
    for _ in range(30):
        f = sympify(sum(rng.randint(-2, 3) * rng.choice(pieces) * rng.choice(pieces) for _ in range(3)))
        region = region_of(f)
        shown = certificate(f, region)
        if shown is not None:
            found += 1
            accept(shown, f, region)
    assert found > 4


# --- the reader -----------------------------------------------------------------------------------------


def nodes(found: Any) -> Iterator[Any]:
    """All nodes of a certificate."""
    yield found
    for name in ("above", "below"):
        if name in found:
            yield from nodes(found[name])


def changed(found: Any) -> Iterator[Any]:
    """Certificates with one thing changed that cannot be right any more."""
    for i, node in enumerate(nodes(found)):
        changes: list[Any] = []
        for kind in ("sum", "empty"):
            terms = node.get(kind, [])
            for j, (weight, factors, squares) in enumerate(terms):
                others = [*terms[:j], *terms[j + 1 :]]
                changes += [{kind: [*others, [str(Fraction(weight) + 1), factors, squares]]}] if kind == "sum" else []
                changes += [
                    {kind: [*others, [f"-{weight}", factors, squares]]},
                    {kind: [*others, ["0", factors, squares]]},
                    {kind: [*others, [weight, [*factors, "7 - 3*x"], squares]]},
                    {kind: [*others, [weight, [f"-({text})" for text in factors] or ["-1"], squares]]},
                    {kind: [*others, [weight, factors, [*squares, "5*x + 3"]]]},
                ]
                changes += [{kind: others}] if kind == "sum" or len(others) == 1 else []
        if "split" in node:
            changes += [{"split": node["split"], "above": node["above"]}, node["above"], {**node, "split": "x + 2"}]
        changes += [{"empty": []}, {"sum": [["1", [], ["x + 11"]]]}, {}]
        for change in changes:
            other = copy.deepcopy(found)
            place = list(nodes(other))[i]
            place.clear()
            place.update(copy.deepcopy(change))
            yield other


TAMPERED = [
    x - x**3,
    Abs(x - y),
    Max(x, y) - x * y,
    -Below(1, x),
    (1 + x) / 2 - sqrt(x),
    x - y + Abs(x - y),
    2 - x - y**2,
]


@pytest.mark.parametrize("f", TAMPERED, ids=str)
def test_changed_certificates_are_refused(f: Expr) -> None:
    region = region_of(f)
    found = certificate(f, region)
    accept(found, f, region)
    for other in changed(found):
        with pytest.raises(Refused):
            accept(other, f, region)


@pytest.mark.parametrize(("f", "given"), NONNEGATIVE[2::5], ids=lambda v: str(v)[:60])
def test_certificates_of_other_expressions_are_refused(f: Expr, given: dict[str, Any]) -> None:
    region = region_of(f, **given)
    found = certificate(f, region)
    for other in (f - Rational(1, 1000), f - x / 1000):
        with pytest.raises(Refused):
            accept(found, other, region_of(other, **given))


def test_strict_certificates_need_a_positive_term() -> None:
    region = region_of(x)
    for terms in ([["1", ["x", "1 - x"], []]], [["1", ["x"], ["1"]], ["1", ["x"], ["x"]]]):
        with pytest.raises(Refused):
            accept({"sum": terms}, x * (1 - x), region, strict=True)
    accept({"sum": [["1", ["x", "1 - x"], []]]}, x * (1 - x), region_of(x, positive=(x, 1 - x)), strict=True)


def test_an_empty_branch_needs_a_contradiction() -> None:
    region = region_of(x)
    for terms in ([["1", ["x"], []], ["1", ["1 - x"], []]], [["1", [], []]], []):
        with pytest.raises(Refused):
            accept({"empty": terms}, -x, region)
