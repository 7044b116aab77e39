"""Every weak order of a few examples and its figures, by plain loops: no line in common with `workbench`.

An order is a tuple of tie blocks ``(a, b)`` of examples of class 0 and class 1, lowest score first.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple, TypeAlias

Order: TypeAlias = tuple[tuple[int, int], ...]
Figure: TypeAlias = Callable[[Order], Fraction]
HALF = Fraction(1, 2)


def weak_orders(n0: int, n1: int) -> Iterator[Order]:
    """All of them."""
    if n0 == n1 == 0:
        yield ()
    for a in range(n0 + 1):
        for b in range(n1 + 1):
            if a + b:
                yield from (((a, b), *rest) for rest in weak_orders(n0 - a, n1 - b))


def sizes(order: Order) -> tuple[int, int]:
    return sum(a for a, _ in order), sum(b for _, b in order)


def cuts(order: Order) -> list[tuple[int, int]]:
    """The examples of each class at or below every threshold."""
    found = [(0, 0)]
    for a, b in order:
        found.append((found[-1][0] + a, found[-1][1] + b))
    return found


def pooled(order: Order, cost0: Fraction, cost1: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The masses of the two classes in the blocks that pool adjacent violators leaves; each costs so much."""
    pools: list[tuple[Fraction, Fraction]] = []
    for a, b in order:
        x, y = a * cost0, b * cost1
        while pools and pools[-1][1] * (x + y) >= y * sum(pools[-1]):
            before = pools.pop()
            x, y = x + before[0], y + before[1]
        pools.append((x, y))
    return pools


def weights(order: Order, skew: bool) -> tuple[Fraction, Fraction]:
    """What an example of each class counts."""
    n0, n1 = sizes(order)
    return (HALF / n0, HALF / n1) if skew else (Fraction(1, n0 + n1), Fraction(1, n0 + n1))


# --- figures of the order -----------------------------------------------------------------------------------


def auc(order: Order) -> Fraction:
    n0, n1 = sizes(order)
    return sum((b * (c + Fraction(a, 2)) for (a, b), (c, _) in zip(order, cuts(order), strict=False)), Fraction(0)) / (
        n0 * n1
    )


def hull_area(order: Order) -> Fraction:
    return auc(tuple((int(a), int(b)) for a, b in pooled(order, Fraction(1), Fraction(1))))


def refinement(order: Order) -> Fraction:
    return sum(Fraction(a * b, a + b) for a, b in order) / sum(sizes(order))


def optimal(order: Order, skew: bool) -> Fraction:
    """The optimal loss with uniform costs: the refinement loss of the hull."""
    return sum((x * y / (x + y) for x, y in pooled(order, *weights(order, skew))), Fraction(0))


def h_measure(order: Order) -> Fraction:
    def loss(blocks: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
        found = Fraction(0)
        for a, b in blocks:
            p = b / (a + b)
            found += a * (4 * p**3 - 3 * p**4) + b * (1 - 6 * p**2 + 8 * p**3 - 3 * p**4)
        return found

    n0, n1 = map(Fraction, sizes(order))
    return 1 - loss(pooled(order, Fraction(1), Fraction(1))) / loss([(n0, n1)])


def kolmogorov_smirnov(order: Order) -> Fraction:
    n0, n1 = sizes(order)
    return max(abs(Fraction(a, n0) - Fraction(b, n1)) for a, b in cuts(order))


def least_error(order: Order) -> Fraction:
    n0, n1 = sizes(order)
    return min(Fraction(n0 - a + b, n0 + n1) for a, b in cuts(order))


def rate_loss(order: Order, skew: bool, density: Callable[[Fraction], Fraction]) -> Fraction:
    """``integral 2 {m w0 (1 - F0) + (1 - m) w1 F1} d rho``, where ``m(rho)`` is the mean cost at this rate.

    On the segments of the ROC curve the integrand is of degree two, which Simpson's rule integrates exactly.
    """
    cost0, cost1 = weights(order, skew)
    n0, _ = sizes(order)

    def integrand(rate: Fraction, a: Fraction, b: Fraction) -> Fraction:
        mean = density(rate)
        return 2 * (mean * cost0 * (n0 - a) + (1 - mean) * cost1 * b)

    found = Fraction(0)
    for (a, b), (c, d) in pairwise(cuts(order)):
        low, high = a * cost0 + b * cost1, c * cost0 + d * cost1
        middle = integrand((low + high) / 2, Fraction(a + c, 2), Fraction(b + d, 2))
        ends = integrand(low, Fraction(a), Fraction(b)) + integrand(high, Fraction(c), Fraction(d))
        found += (high - low) * (ends + 4 * middle) / 6
    return found


def rate_fixed(order: Order, skew: bool, rate: Fraction) -> Fraction:
    """The error rate where the predicted positive rate is this."""
    cost0, cost1 = weights(order, skew)
    n0, _ = sizes(order)
    for (a, b), (c, d) in pairwise(cuts(order)):
        low, high = a * cost0 + b * cost1, c * cost0 + d * cost1
        if low <= rate <= high:
            part = (rate - low) / (high - low)
            return cost0 * (n0 - a - part * (c - a)) + cost1 * (b + part * (d - b))
    raise ValueError(rate)


def by_condition(name: str, figure: Callable[[Order, bool], Fraction]) -> dict[str, Figure]:
    """A loss for cost proportions and for skews."""
    return {
        f"loss({name})": lambda order: figure(order, False),
        f"loss({name}, condition=skew)": lambda order: figure(order, True),
    }


OF_ORDER: dict[str, Figure] = {
    "AUC": auc,
    "GINI": lambda order: 2 * auc(order) - 1,
    "AUCH": hull_area,
    "RL": refinement,
    "RLH": lambda order: optimal(order, False),
    "H": h_measure,
    "KS": kolmogorov_smirnov,
    "MER": least_error,
    **by_condition("optimal", optimal),
    **by_condition("rate_uniform", lambda order, skew: rate_loss(order, skew, lambda rate: HALF)),
    **by_condition("rate_driven", lambda order, skew: rate_loss(order, skew, lambda rate: rate)),
    **by_condition("rate(1 - c)", lambda order, skew: rate_loss(order, skew, lambda rate: 1 - rate)),
    **by_condition("rate_fixed(1/3)", lambda order, skew: rate_fixed(order, skew, Fraction(1, 3))),
}


# --- figures of the scores ----------------------------------------------------------------------------------


class Scored(NamedTuple):
    """``w0 E0[s^k] + w1 E1[(1-s)^k]``; None stands for the class's proportion."""

    weight0: Fraction | None
    weight1: Fraction | None
    power: int

    def costs(self, order: Order) -> tuple[Fraction, Fraction]:
        """What an example of each class counts."""
        n0, n1 = sizes(order)
        own = Fraction(1, n0 + n1)
        return (
            own if self.weight0 is None else self.weight0 / n0,
            own if self.weight1 is None else self.weight1 / n1,
        )

    def at(self, order: Order, scores: Sequence[Fraction]) -> Fraction:
        """The value for one score a block."""
        cost0, cost1 = self.costs(order)
        return sum(
            (
                cost0 * a * s**self.power + cost1 * b * (1 - s) ** self.power
                for (a, b), s in zip(order, scores, strict=True)
            ),
            Fraction(0),
        )

    def span(self, order: Order) -> tuple[Fraction, Fraction, bool, bool]:
        """The least and the greatest value over all scores in [0, 1] that ascend strictly, and whether they occur.

        These scores are the points of a simplex, whose corners are the cuts, without the sides on which two scores
        are equal. A linear figure (power 1) is extreme at the face of its best corners, and this face has a point
        with strictly ascending scores exactly when all the cuts between blocks are among them. With power 2 and
        two positive weights it is strictly convex: greatest at corners only, least at the pooled means only.
        """
        cost0, cost1 = self.costs(order)
        n0, _ = sizes(order)
        corners = [cost0 * (n0 - a) + cost1 * b for a, b in cuts(order)]
        low, high, inner = min(corners), max(corners), corners[1:-1]
        if self.power == 1:
            return low, high, all(x == low for x in inner), all(x == high for x in inner)
        pools = pooled(order, cost0, cost1)
        least = sum((x * y / (x + y) for x, y in pools), Fraction(0))
        strict_corner = not inner or (len(inner) == 1 and inner[0] == high)
        return least, high, len(pools) == len(order), strict_corner


ZERO, ONE = Fraction(0), Fraction(1)
ON_SCORES = {
    "MAE": Scored(None, None, 1),
    "MMAE": Scored(HALF, HALF, 1),
    "MAE0": Scored(ONE, ZERO, 1),
    "MAE1": Scored(ZERO, ONE, 1),
    "BS": Scored(None, None, 2),
    "MBS": Scored(HALF, HALF, 2),
    "loss(score_uniform)": Scored(None, None, 1),
    "loss(score_uniform, condition=skew)": Scored(HALF, HALF, 1),
    "loss(score_driven)": Scored(None, None, 2),
    "loss(score_driven, condition=skew)": Scored(HALF, HALF, 2),
}


def calibrated_scores(order: Order) -> list[Fraction] | None:
    """The fraction of class 1 in each block where that ascends strictly; else None: no scores are calibrated."""
    scores = [Fraction(b, a + b) for a, b in order]
    return scores if all(s < t for s, t in pairwise(scores)) else None


# --- figures of a threshold ---------------------------------------------------------------------------------


OF_CUT: dict[str, Callable[[int, int, int, int], Fraction]] = {
    "accuracy": lambda tp, fn, fp, tn: Fraction(tp + tn, tp + fn + fp + tn),
    "sensitivity": lambda tp, fn, fp, tn: Fraction(tp, tp + fn),
    "specificity": lambda tp, fn, fp, tn: Fraction(tn, fp + tn),
    "precision": lambda tp, fn, fp, tn: Fraction(tp, tp + fp),
    "npv": lambda tp, fn, fp, tn: Fraction(tn, fn + tn),
    "f1": lambda tp, fn, fp, tn: Fraction(2 * tp, 2 * tp + fn + fp),
    "jaccard": lambda tp, fn, fp, tn: Fraction(tp, tp + fn + fp),
    "balanced_accuracy": lambda tp, fn, fp, tn: (Fraction(tp, tp + fn) + Fraction(tn, fp + tn)) / 2,
    "lr+": lambda tp, fn, fp, tn: Fraction(tp, tp + fn) / Fraction(fp, fp + tn),
}


def of_cut(name: str, n0: int, n1: int, cut: tuple[int, int]) -> Fraction | None:
    """The metric of the confusion matrix; None where it is undefined."""
    tp, fp = cut
    try:
        return OF_CUT[name](tp, n0 - tp, fp, n1 - fp)
    except ZeroDivisionError:
        return None
