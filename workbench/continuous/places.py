"""Places of examples on a continuous model: scores, predicted positive rates, the rates of one class, posteriors.

Each place increases with the score, the posterior where the ROC curve is its own hull, so that the scores with places
in an interval are an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from flint import acb, arb, fmpq

from workbench.continuous.cost_laws import in_flint
from workbench.continuous.hulls import CORNER, ORIGIN, Corner, slope
from workbench.continuous.polynomials import fraction, quotient
from workbench.continuous.quadrature import Piece, Point, TailPoint, along, crossing, end_signs, integrate, pieces
from workbench.continuous.threshold_laws import Errors, Region, at_place
from workbench.errors import NotSupported

Place: TypeAlias = "Callable[[Point], Any]"

PLACES: dict[str, Callable[[Any], Place]] = {
    "score": lambda model: lambda p: p.x,
    "rate": lambda model: model.rate,
    "fpr": lambda model: lambda p: p.cdf(1),
    "tpr": lambda model: lambda p: p.cdf(0),
    "posterior": lambda model: model.posterior,
}


def loss_by_regions(
    model: Any, kind: str, regions: Sequence[Region], engine: str, parts: Sequence[Piece] | None = None
) -> Any:
    """``pi0 E0[l0(x)] + pi1 E1[l1(x)]`` at the places x of a kind, on all scores or on given pieces of them.

    On a stretch where a rate stays at the end of a region the threshold is the best one: with the false positive
    rate given the greatest, so that the stretch is below the end, with the true positive rate the least.
    """
    place = PLACES[kind](model)
    if parts is None:
        levels = (r.low for r in regions if isinstance(r.low, fmpq)) if kind == "score" else ()
        parts = pieces(model.classes, breaks=[fraction(level) for level in levels])
    try:
        cut = _by_region(model, kind, regions, parts)
    except NotSupported:  # balls can't tell at which place a piece passes from one region to the next
        return integrate(_form(model, place, lambda x, p: at_place(regions, x, p)), parts, engine)
    total: Any = fmpq(0)
    for region, here in zip(regions, cut, strict=True):
        outer = region.low is None or region.high is None
        total += integrate(_form(model, place, region.errors, outer), here, engine)
    return total


def _by_region(model: Any, kind: str, regions: Sequence[Region], parts: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces of each region."""
    found, rest = [], list(parts)
    for region in regions[:-1]:
        here, rest = split(model, rest, region.high, kind)
        found.append(here)
    return [*found, rest]


def _form(model: Any, place: Place, errors: Errors, on_tails: bool = False) -> Callable[[Point], Any]:
    """What examples lose; on a tail at most 2 each, unless the errors are known ``on_tails`` too."""

    def form(p: Point) -> Any:
        if isinstance(p, TailPoint) and not on_tails:
            missed = alarmed = acb(arb(0).union(arb(2)))
        else:
            missed, alarmed = errors(place(p), p)
        pi0, pi1 = (p.number(share) for share in model.shares)
        return pi0 * missed * p.d(0) + pi1 * alarmed * p.d(1)

    return form


def split(model: Any, parts: Sequence[Piece], level: Any, kind: str) -> tuple[list[Piece], list[Piece]]:
    """The pieces with places up to a level, and those above it; `NotSupported` where balls can't tell the two apart."""
    if kind != "score" and (level <= 0 or level >= 1):
        return ([], list(parts)) if level <= 0 else (list(parts), [])
    for i, piece in enumerate(parts):
        if piece.tail is not None and piece.left is None and kind != "score":
            continue
        start, end = _signs(model, piece, level, kind)
        if end is not None and end <= 0 and not (kind == "tpr" and start == 0):
            continue
        if start is not None and start >= 0:
            if i and parts[i - 1].tail is not None and kind != "score":
                raise NotSupported(f"the rate {level} lies too close to 0 or 1")
            return list(parts[:i]), list(parts[i:])
        contrast = _contrast(model, piece, level, kind)
        y = crossing(piece, contrast)
        if start is None:
            start = _sign(along(piece, contrast, (piece.lower + y) / 2))
        if end is None:
            end = _sign(along(piece, contrast, (piece.upper + y) / 2))
        if start != -1 or end != 1:
            raise NotSupported(f"the place {level} can't be told from a break point")
        return [*parts[:i], piece.cut(upper=y)], [piece.cut(lower=y), *parts[i + 1 :]]
    return list(parts), []


def _signs(model: Any, piece: Piece, level: Any, kind: str) -> tuple[int | None, int | None]:
    """The signs of a place less a level at the two ends of a piece; None where balls can't tell."""
    if kind == "score":
        ends = [None if end is None else end - level for end in (piece.left, piece.right)]
        return (-1 if ends[0] is None else _sign(ends[0])), (1 if ends[1] is None else _sign(ends[1]))
    if piece.tail is not None:
        return 1, 1
    if kind == "posterior":
        return end_signs(piece, _contrast(model, piece, level, kind))
    start = _at_end_of(model, piece, kind, piece.left, piece.lower)
    end = _at_end_of(model, piece, kind, piece.right, piece.upper)
    return _sign(start - level), _sign(end - level)


def _at_end_of(model: Any, piece: Piece, kind: str, score: Any, y: Any) -> Any:
    """A rate at the end of a piece, exact where a rule makes it rational at the score there."""
    if not isinstance(score, fmpq):
        return PLACES[kind](model)(piece.at(y))
    f0, f1 = (in_flint(d.cdf(fraction(score))) for d in piece.distributions[:2])
    return {"fpr": f1, "tpr": f0}.get(kind, f0 * model.shares[0] + f1 * model.shares[1])


def _sign(x: Any) -> int | None:
    return 1 if x > 0 else -1 if x < 0 else 0 if x == 0 else None


def _contrast(model: Any, piece: Piece, level: Any, kind: str) -> Callable[[Point], Any]:
    """A form that is positive, where masses are, above a level."""
    if kind == "posterior":
        return lambda p: p.d(1) * p.number((1 - level) * model.shares[1]) - p.d(0) * p.number(level * model.shares[0])
    sign, place = (1 if piece.lower < piece.upper else -1), PLACES[kind](model)
    return lambda p: (place(p) - p.number(level)) * sign


def at_level(model: Any, kind: str, r: Any) -> Corner:
    """(F0, F1) at the threshold at which a rate, that of all or of one class, is ``r``; the best one of several."""
    if kind == "rate":
        return _at_rate(model, r)
    if (kind == "tpr" and r <= 0) or (kind == "fpr" and r >= 1):
        return ORIGIN if kind == "tpr" else CORNER
    place = PLACES[kind](model)
    parts = [part for part in pieces(model.classes) if part.tail is None]
    before, after = split(model, parts, r, kind) if 0 < r < 1 else _at_end(parts, place, kind)
    found = after[0].at(after[0].lower) if after else before[-1].at(before[-1].upper)
    known = r if isinstance(r, fmpq) else arb(r)
    return (found.cdf(0), known) if kind == "fpr" else (known, found.cdf(1))


def _at_end(parts: Iterable[Piece], place: Place, kind: str) -> tuple[list[Piece], list[Piece]]:
    """The scores below the first with a false positive rate above 0, or those up to the first with a true one of 1."""
    level = 0 if kind == "fpr" else 1
    flat = [place(piece.at(piece.upper if kind == "fpr" else piece.lower)) == level for piece in parts]
    given = list(parts)
    cut = flat.index(kind == "tpr") if (kind == "tpr") in flat else len(given)
    return given[:cut], given[cut:]


def _at_rate(model: Any, r: Any) -> Corner:
    if r <= 0:
        return ORIGIN
    if r >= 1:
        return CORNER
    piece, y = _threshold(model, r)
    point = piece.at(y)
    gap = model.rate(point) - r
    slack = [0 if gap == 0 else arb(0, (abs(arb(gap)) / share).upper()) for share in model.shares]
    return point.cdf(0) + slack[0], point.cdf(1) + slack[1]


def _threshold(model: Any, r: Any) -> tuple[Piece, Any]:
    """The piece and its y at which R = r; a break point where balls can't tell the two apart."""
    parts = [part for part in pieces(model.classes) if part.tail is None]
    for piece in parts:
        if piece is parts[0] and not model.rate(piece.at(piece.lower)) < r:
            break
        reached = model.rate(piece.at(piece.upper))
        if reached > r:
            return piece, crossing(piece, _contrast(model, piece, r, "rate"))
        if not reached < r:
            return piece, piece.upper
    raise NotSupported(f"the rate {r} lies too close to 0 or 1")


def on_curve(model: Any, parts: Sequence[Piece], law: Any, engine: str) -> Any:
    """The optimal loss of the examples on pieces where the ROC curve is its own hull, by the operating condition.

    With the posterior p, the costs M and A of errors on either side of it, and for k either 0 or 1,

        int M pi0 dF0 + A pi1 dF1 = [M pi0 (F0 - k) + A pi1 (F1 - k)]
                                    + int 2 {(1 - p) pi1 (F1 - k) - p pi0 (F0 - k)} w(p) dp

    so that nothing but densities and cdfs stands in the integral.
    """
    total: Any = fmpq(0)
    for level in law.breaks[1:-1]:
        before, parts = split(model, parts, quotient(level), "posterior")
        total += sum((_on_piece(model, piece, law, engine) for piece in before), start=fmpq(0))
    return total + sum((_on_piece(model, piece, law, engine) for piece in parts), start=fmpq(0))


def _on_piece(model: Any, piece: Piece, law: Any, engine: str) -> Any:
    middle = piece.at((piece.lower + piece.upper) / 2)
    k = int(bool(middle.cdf(0) + middle.cdf(1) > 1))
    pi0, pi1 = model.shares
    ends = []
    for y in (piece.upper, piece.lower):
        point = piece.at(y)
        missed, alarmed = law.costs_at(arb(model.posterior(point)))
        ends.append(missed * pi0 * (point.cdf(0) - k) + alarmed * pi1 * (point.cdf(1) - k))

    def form(p: Point) -> Any:
        first, second = p.ratio()
        masses = p.number(pi0) * first, p.number(pi1) * second
        rest, share = (p.arithmetic.share(*pair) for pair in (masses, masses[::-1]))
        errors = rest * p.number(pi1) * (p.cdf(1) - k) - share * p.number(pi0) * (p.cdf(0) - k)
        return 2 * errors * law.density_at(share, p) * share * rest * slope(p)

    return ends[0] - ends[1] + integrate(form, [piece], engine)
