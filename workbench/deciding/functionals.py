"""The least value of a combination of means over all samples, by its extreme samples.

A sample enters through the distributions M0 and M1 of its classes' scores and through pi0. When an
expression is affine in M0 and in M1, each for itself, or curved downwards, its least value is approached
where each class has one score only: ``x`` for class 0, ``y`` for class 1, so that AUC is 1, 1/2 or 0 as x lies
below, at or above y. An expression of means over all examples is likewise least where all examples have one
score and one share of class 1. What is left is a function on a box, whose sign `workbench.deciding.pointwise` finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Dummy, Expr, Poly, Rational, S, Symbol

from workbench.certificates.cell_points import UNIT, Interval
from workbench.deciding.domain import Domain, Place
from workbench.deciding.pointwise import NotDecided, is_positive, negative_point, value_at
from workbench.limits import Work
from workbench.metrics import CATALOGUE
from workbench.samples.sample import Sample
from workbench.symbolic.notation import E1, F0, F1, Below, ClassMean, Operator, R, Width, pav, pi0, pi1, posterior, s

AUC = E1(F0(s))
x, y, w, a, h = (Dummy(name, real=True) for name in ("x", "y", "w", "a", "h"))
_SIZES = {"n": 1 / h, "n0": pi0 / h, "n1": (1 - pi0) / h}


@dataclass(frozen=True)
class _Reduced:
    """A function on a box, with one case for each order of the scores of both classes."""

    f: Expr
    box: dict[Symbol, Interval]
    ordered: bool
    made: Callable[[Mapping[Symbol, Fraction]], Sample]

    def cases(self) -> Iterator[tuple[Expr, dict[Symbol, Interval], dict[str, Any]]]:
        """The function, its box and the part of it that counts, for each order of both scores."""
        if not self.ordered:
            yield self.f, self.box, _limits(self.box, None)
            return
        tied = {v: side for v, side in self.box.items() if v is not y}
        yield self.f.xreplace({a: Rational(1, 2), y: x}), tied, _limits(tied, None)
        for area, sign in ((S.One, 1), (S.Zero, -1)):
            yield self.f.xreplace({a: area}), self.box, _limits(self.box, sign)


def _limits(box: Mapping[Symbol, Interval], order: int | None) -> dict[str, Any]:
    """The part of a box on which y - x has a sign, and on which each class has an example at least."""
    positive = [] if order is None else [order * (y - x)]
    if h in box and pi0 in box:
        positive += [pi0 - h, 1 - pi0 - h]
    if not positive:
        return {}
    return {"where": lambda at: all(value_at(e, at) > 0 for e in positive), "borders": tuple(positive)}


def negative_sample(line: Expr, domain: Domain, work: Work | None = None) -> Place | None:
    """An extreme sample at which ``line`` is negative; None when it is nonnegative on every sample.

    ``line`` is in class means and class proportions. Raises `NotDecided`.

    >>> from workbench.symbolic.notation import E0
    >>> negative_sample(pi0 * E0(s * (1 - s)), Domain()) is None
    True
    >>> negative_sample(pi0 * E0(s**2) - pi1 * E1(s) / 4, Domain()).sample.scores
    (Fraction(1, 2),)
    """
    reduced = _reduced(line, domain, work)
    for f, box, limits in reduced.cases():
        point = negative_point(f, box, work, **limits)
        if point is not None:
            point.setdefault(y, point.get(x, Fraction(0)))
            parameters = {v.name: value for v, value in point.items() if v not in (x, y, w, a, h, pi0)}
            return Place(reduced.made(point), parameters)
    return None


def always_positive(line: Expr, domain: Domain, work: Work | None = None) -> bool:
    """Whether ``line`` is seen to be positive on every sample; false means not seen.

    >>> always_positive(Rational(1, 6) * pi0, Domain()), always_positive(pi0 - Rational(1, 2), Domain())
    (True, False)
    """
    reduced = _reduced(line, domain, work)
    inside = [v for v in (pi0, 1 - pi0, h) if v.free_symbols & reduced.box.keys()]
    for name, v in (("pi0", pi0), ("auc", a)):
        for end, sign in zip(("low", "high"), (1, -1), strict=True):
            limit = reduced.box.get(v, UNIT)[end == "high"]
            if f"{name} {end}" in domain.open_ends and v in reduced.box and limit is not None:
                inside.append(sign * (v - Rational(limit.numerator, limit.denominator)))
    return all(is_positive(f, box, inside, work, **limits) for f, box, limits in reduced.cases())


def _reduced(line: Expr, domain: Domain, work: Work | None) -> _Reduced:
    line = line.xreplace({pi1: 1 - pi0})
    line = line.xreplace({v: _SIZES[v.name] for v in line.free_symbols if v.name in _SIZES})
    line = line.replace(Width, lambda low, high: high - low)
    named = sorted(v.name for v in line.free_symbols if v.name in CATALOGUE)
    if named or any(not isinstance(e, ClassMean) for e in line.atoms(Operator)):
        raise NotDecided(f"{named[0] if named else 'an expected loss'} is no mean of a function of the score")
    means = sorted(line.atoms(ClassMean), key=str)
    if any(mean.body.has(ClassMean) for mean in means):
        raise NotDecided("a mean inside another")
    if any(mean.args[0] == 2 for mean in means):
        return _of_all(line, domain, work)
    if not means or means == [AUC]:
        box = {a: domain.auc, pi0: domain.pi0}
        return _Reduced(line.xreplace({AUC: a}), _box(line, box, domain), False, _ranked)
    return _of_two_classes(line, means, domain, work)


def _of_two_classes(line: Expr, means: list[Expr], domain: Domain, work: Work | None) -> _Reduced:
    if domain.calibrated:
        raise NotDecided("calibration ties both classes together")
    parts = {mean: (0, 1) if mean == AUC else (int(mean.args[0]),) for mean in means}
    for mean in means:
        if mean != AUC and mean.body.has(F0, F1, R, pav, posterior):
            raise NotDecided(f"{mean} depends on more than the score")
    _curved_downwards(line, parts, domain, work)
    put = {mean: a if mean == AUC else mean.body.xreplace({s: y if mean.args[0] == 1 else x}) for mean in means}
    box = _box(line, {pi0: domain.pi0, x: UNIT, y: UNIT}, domain)
    return _Reduced(line.xreplace(put), box, AUC in means, _of_points)


def _of_all(line: Expr, domain: Domain, work: Work | None) -> _Reduced:
    """Means over all examples of a function of the score and of the share of class 1 at it."""
    shares = set(line.atoms(pav, posterior))
    if any(mean.args[0] != 2 or mean.body.has(F0, F1, R) for mean in line.atoms(ClassMean)) or len(shares) > 1:
        raise NotDecided("means over a class beside means over all examples")
    share = s if domain.calibrated else next(iter(shares), None)
    if share is None or (shares and domain.calibrated):
        raise NotDecided("the share of class 1 is not known")
    bodies = [mean.body.xreplace({share: w}) for mean in line.atoms(ClassMean)]
    if share == pav(s) and any(body.has(s) for body in bodies):
        raise NotDecided("scores beside calibrated scores")
    line = line.xreplace({pi0: 1 - ClassMean(2, share)})
    _curved_downwards(line, dict.fromkeys(line.atoms(ClassMean), (2,)), domain, work)
    put = {mean: mean.body.xreplace({share: w}).xreplace({s: x}) for mean in line.atoms(ClassMean)}
    f = line.xreplace(put)
    return _Reduced(f, _box(f, {w: UNIT, x: UNIT}, domain), False, _of_share)


def _box(line: Expr, box: dict[Symbol, Interval], domain: Domain) -> dict[Symbol, Interval]:
    if line.has(h):
        if any(event.has(h, pi0) for event in line.atoms(Below)):
            raise NotDecided("an indicator that depends on the size of the sample")
        box[h] = (Fraction(0), Fraction(1, 2))
    known = {*box, x, y, w, a, h, pi0}
    return {**box, **{v: domain.of(v.name) for v in sorted(line.free_symbols - known, key=str)}}


def _curved_downwards(line: Expr, parts: Mapping[Expr, tuple[int, ...]], domain: Domain, work: Work | None) -> None:
    """Raise `NotDecided` unless the line is affine, or curved downwards, in each class for itself."""
    letters = {mean: Dummy() for mean in parts}
    flat = line.xreplace(letters)
    if not letters:
        return
    if not flat.is_polynomial(*letters.values()):
        raise NotDecided("a quotient of means")
    for exponents, coefficient in Poly(flat, *letters.values()).terms():
        degree = dict.fromkeys((0, 1, 2), 0)
        for mean, exponent in zip(letters, exponents, strict=True):
            for k in parts[mean]:
                degree[k] += exponent
        if max(degree.values()) <= 1:
            continue
        if sorted(exponents)[-1] != 2 or sum(exponents) != 2:
            raise NotDecided("a product of means of one class")
        box = _box(coefficient, {pi0: domain.pi0}, domain)
        if negative_point(-coefficient, box, work) is not None:
            raise NotDecided("the square of a mean, which curves upwards")


# --- samples ----------------------------------------------------------------------------------------------


def _counts(point: Mapping[Symbol, Fraction]) -> tuple[int, int]:
    share = point.get(pi0, Fraction(1, 2))
    share = min(max(share, Fraction(1, 10**6)), 1 - Fraction(1, 10**6))
    counts = share.numerator, share.denominator - share.numerator
    times = int(1 / (point[h] * share.denominator)) if point.get(h) else 1
    return counts[0] * max(times, 1), counts[1] * max(times, 1)


def _of_points(point: Mapping[Symbol, Fraction]) -> Sample:
    n0, n1 = _counts(point)
    return Sample.of_counts([point.get(x, UNIT[0]), point.get(y, UNIT[0])], [n0, 0], [0, n1])


def _ranked(point: Mapping[Symbol, Fraction]) -> Sample:
    """A sample with a given AUC: that part of class 1 above class 0, the rest below it."""
    n0, n1 = _counts(point)
    area = point.get(a, Fraction(1, 2))
    above, below = area.numerator * n1, (area.denominator - area.numerator) * n1
    places = [Fraction(k, 4) for k in (1, 2, 3)]
    return Sample.of_counts(places, [0, n0 * area.denominator, 0], [below, 0, above])


def _of_share(point: Mapping[Symbol, Fraction]) -> Sample:
    share = point.get(w, Fraction(1, 2))
    n1, n0 = share.numerator, share.denominator - share.numerator
    if not n0 or not n1:
        raise NotDecided("a class would be empty")
    return Sample.of_counts([point.get(x, share)], [n0], [n1])
