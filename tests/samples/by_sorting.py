"""Every figure of a sample of many examples, by one loop over its scores in order, with integers of Python.

For samples too large for `tests.naive`, and like it without a line in common with the engine. Data is a list of
groups ``(m, a, b)`` in ascending order: ``a`` examples of class 0 and ``b`` of class 1 share the score ``m/bottom``.
"""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

HALF = Fraction(1, 2)


def grouped(classes, scores):
    """The groups of some doubles, and their denominator, a power of two."""
    doubles = Counter(zip(map(float, scores), map(int, classes), strict=True))
    bottom = max(x.as_integer_ratio()[1] for x, _ in doubles)
    counts = Counter()
    for (x, y), count in doubles.items():
        top, own = x.as_integer_ratio()
        counts[top * (bottom // own), y] += count
    return [(m, counts[m, 0], counts[m, 1]) for m in sorted({m for m, _ in counts})], bottom


def tree(terms):
    """The sum of fractions, two by two."""
    terms = list(terms) or [Fraction(0)]
    while len(terms) > 1:
        terms = [sum(terms[i : i + 2]) for i in range(0, len(terms), 2)]
    return terms[0]


def over(tops):
    """The sum of ``top/bottom`` over a counter of tops by bottoms."""
    return tree(Fraction(top, bottom) for bottom, top in tops.items())


def corners(points):
    """The corners of the convex hull of ROC points ``(A, B)`` above the diagonal, by a chain in one pass."""
    chain = []
    for a, b in points:
        while len(chain) > 1:
            (c, d), (e, f) = chain[-2:]
            if (e - c) * (b - d) > (a - c) * (f - d):
                break
            chain.pop()
        chain.append((a, b))
    return chain


def optimal(chain, w0, w1, beta=False):
    """The least expected loss over the corners, where an example of a class weighs ``w0`` or ``w1``, integers.

    Between the costs at which two sides are level the loss is that of the corner between them, whose antiderivative
    is ``miss * g(c) + alarm * h(c)``; for uniform costs, or for costs of the density 6c(1 - c).
    """
    n0, n1 = chain[-1]
    degree = 4 if beta else 2
    tops = Counter()
    for (a, b), (c, d) in pairwise(chain):
        up, right = w0 * (c - a), w1 * (d - b)
        x, y = right, up + right  # the cost is x/y
        if beta:
            g, h = 4 * x**3 * y - 3 * x**4, 6 * x**2 * y**2 - 8 * x**3 * y + 3 * x**4
        else:
            g, h = x**2, 2 * x * y - x**2
        tops[y**degree] += up * g - right * h
    return (over(tops) + w1 * n1) / (w0 * n0 + w1 * n1)


def figures(groups, bottom):
    """The metrics and the losses for uniform costs and for uniform skews, by their names in the catalogues."""
    n0, n1 = sum(a for _, a, _ in groups), sum(b for _, _, b in groups)
    n = n0 + n1
    sums = [0, 0], [0, 0]
    points = [(0, 0)]
    pairs = gap = 0
    least = n0
    refinement, calibration = Counter(), Counter()
    for m, a, b in groups:
        before0, before1 = points[-1]
        for k, count in enumerate((a, b)):
            sums[k][0] += count * m
            sums[k][1] += count * m * m
        pairs += b * (2 * before0 + a)
        refinement[a + b] += a * b
        calibration[a + b] += ((a + b) * m - b * bottom) ** 2
        points.append((before0 + a, before1 + b))
        gap = max(gap, abs((before0 + a) * n1 - (before1 + b) * n0))
        least = min(least, n0 - before0 - a + before1 + b)
    chain = corners(points)
    mean0, mean1 = (Fraction(sums[k][0], size * bottom) for k, size in enumerate((n0, n1)))
    bs0 = Fraction(sums[0][1], n0 * bottom**2)
    bs1 = Fraction(n1 * bottom**2 - 2 * bottom * sums[1][0] + sums[1][1], n1 * bottom**2)
    pooled = Counter()
    for (a, b), (c, d) in pairwise(chain):
        pooled[c + d - a - b] += (c - a) * (d - b)
    trivial = optimal([(0, 0), (n0, n1)], 1, 1, beta=True)
    auc = Fraction(pairs, 2 * n0 * n1)
    metrics = {
        "AUC": auc,
        "AUCH": Fraction(sum((d - b) * (a + c) for (a, b), (c, d) in pairwise(chain)), 2 * n0 * n1),
        "GINI": 2 * auc - 1,
        "BS": (n0 * bs0 + n1 * bs1) / n,
        "BS0": bs0,
        "BS1": bs1,
        "MBS": (bs0 + bs1) / 2,
        "MAE": (n0 * mean0 + n1 * (1 - mean1)) / n,
        "MAE0": mean0,
        "MAE1": 1 - mean1,
        "MMAE": (mean0 + 1 - mean1) / 2,
        "RL": over(refinement) / n,
        "CL": over(calibration) / (n * bottom**2),
        "RLH": over(pooled) / n,
        "H": 1 - optimal(chain, 1, 1, beta=True) / trivial,
        "KS": Fraction(gap, n0 * n1),
        "MER": Fraction(least, n),
    }
    at_half = next((points[i] for i in range(len(groups), 0, -1) if 2 * groups[i - 1][0] <= bottom), (0, 0))
    losses = []
    for w0, w1 in ((1, 1), (n1, n0)):
        share = Fraction(w0 * n0, w0 * n0 + w1 * n1)
        losses.append(
            {
                "score_fixed(1/2)": share * Fraction(n0 - at_half[0], n0) + (1 - share) * Fraction(at_half[1], n1),
                "score_uniform": share * mean0 + (1 - share) * (1 - mean1),
                "score_driven": share * bs0 + (1 - share) * bs1,
                **by_rates(points, w0, w1),
                "optimal": optimal(chain, w0, w1),
            }
        )
    return metrics, *losses


def by_rates(points, w0, w1):
    """The losses of the methods on rates: each side of the curve by Simpson's rule, which is exact for them."""
    n0, n1 = points[-1]
    whole = w0 * n0 + w1 * n1
    uniform = driven = 0
    fixed = None
    for (a, b), (c, d) in pairwise(points):
        low, high = w0 * a + w1 * b, w0 * c + w1 * d
        misses, alarms = w0 * (n0 - a), w1 * b  # in units of 1/whole, as the rates are
        missed, alarmed = w0 * (n0 - c), w1 * d
        uniform += (high - low) * (misses + alarms + missed + alarmed)
        ends = low * misses + (whole - low) * alarms + high * missed + (whole - high) * alarmed
        middle = (low + high) * (misses + missed) + (2 * whole - low - high) * (alarms + alarmed)
        driven += (high - low) * (ends + middle)
        if fixed is None and 2 * high >= whole:
            part = Fraction(whole - 2 * low, 2 * (high - low))
            fixed = (misses + alarms + part * (missed + alarmed - misses - alarms)) / whole
    return {
        "rate_fixed(1/2)": fixed,
        "rate_uniform": Fraction(uniform, 2 * whole**2),
        "rate_driven": Fraction(driven, 3 * whole**3),
    }
