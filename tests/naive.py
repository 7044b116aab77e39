"""Metrics and expected losses straight from their definitions, by plain loops over fractions.

Slow on purpose, and without a line in common with the engine: it never sees `workbench`. Data is a list
of pairs (score, class). A density is a list of pieces ``(low, high, coefficients)``, or one fraction for
an operating condition that is known.
"""

from fractions import Fraction
from itertools import pairwise

HALF = Fraction(1, 2)
DENSITIES = {
    "uniform": [(Fraction(0), Fraction(1), [1])],
    "uniform(1/4, 2/3)": [(Fraction(1, 4), Fraction(2, 3), [Fraction(12, 5)])],
    "beta(2, 2)": [(Fraction(0), Fraction(1), [0, 6, -6])],
    "beta(3, 1)": [(Fraction(0), Fraction(1), [0, 0, 3])],
    "point(1/3)": Fraction(1, 3),
    "density(12*c**2*(1 - c))": [(Fraction(0), Fraction(1), [0, 0, 12, -12])],
    "density(4*min(c, 1 - c))": [(Fraction(0), HALF, [0, 4]), (HALF, Fraction(1), [4, -4])],
}


# --- counting --------------------------------------------------------------------------------------


def share(data, k, accept):
    """The proportion of class ``k`` whose score is accepted."""
    scores = [s for s, y in data if y == k]
    return Fraction(sum(1 for s in scores if accept(s)), len(scores))


def proportions(data, condition="cost"):
    """``(pi0, pi1)``, or one half each for skews."""
    ones = Fraction(sum(y for _, y in data), len(data))
    return (1 - ones, ones) if condition == "cost" else (HALF, HALF)


def roc(data):
    """``(F0, F1)`` at every threshold, from predicting nothing positive to everything."""
    points = [(Fraction(0), Fraction(0))]
    for t in sorted({s for s, _ in data}):
        points.append((share(data, 0, lambda s, t=t: s <= t), share(data, 1, lambda s, t=t: s <= t)))
    return points


def cost(c, point, weights):
    """``2 {c pi0 (1 - F0) + (1 - c) pi1 F1}``."""
    return 2 * (c * weights[0] * (1 - point[0]) + (1 - c) * weights[1] * point[1])


# --- integrating -----------------------------------------------------------------------------------


def integral(f, low, high, degree):
    """The integral of a polynomial, from its values inside the interval by Newton's divided differences."""
    if low >= high:
        return Fraction(0)
    places = [low + (high - low) * Fraction(i + 1, degree + 2) for i in range(degree + 1)]
    table = [f(x) for x in places]
    for width in range(1, degree + 1):
        for i in range(degree, width - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (places[i] - places[i - width])
    poly = [Fraction(0)]
    for top, x in zip(reversed(table), reversed(places), strict=True):
        poly = [Fraction(0), *poly]
        for i in range(len(poly) - 1):
            poly[i] -= x * poly[i + 1]
        poly[0] += top
    return sum(a * (high ** (i + 1) - low ** (i + 1)) / (i + 1) for i, a in enumerate(poly))


def expectation(f, density, breaks, degree):
    """``E[f(c)]`` for a function that is a polynomial of this degree between the breaks."""
    if isinstance(density, Fraction):
        return f(density)
    result = Fraction(0)
    for low, high, coefficients in density:

        def weighted(c, coefficients=coefficients):
            return f(c) * sum(a * c**i for i, a in enumerate(coefficients))

        cuts = sorted({low, high, *(b for b in breaks if low < b < high)})
        for left, right in pairwise(cuts):
            result += integral(weighted, left, right, degree + len(coefficients) - 1)
    return result


# --- methods on scores -----------------------------------------------------------------------------


def at_threshold(data, t):
    return share(data, 0, lambda s: s <= t), share(data, 1, lambda s: s <= t)


def score_fixed(data, t, density, condition="cost"):
    weights = proportions(data, condition)
    return expectation(lambda c: cost(c, at_threshold(data, t), weights), density, [], 1)


def score_uniform(data, low, high, density, condition="cost"):
    cuts = sorted({low, high, *(s for s, _ in data if low < s < high)})
    whole = sum(
        (right - left) * score_fixed(data, (left + right) / 2, density, condition) for left, right in pairwise(cuts)
    )
    return whole / (high - low)


def score_driven(data, density, condition="cost", threshold=lambda c: c, back=lambda s: s):
    """``T(c) = threshold(c)``, whose inverse is ``back``."""
    weights = proportions(data, condition)
    breaks = [back(s) for s, _ in data]
    return expectation(lambda c: cost(c, at_threshold(data, threshold(c)), weights), density, breaks, 1)


# --- methods on rates ------------------------------------------------------------------------------


def at_rate(data, rate, rates, condition):
    """``(F0, F1)`` where the predicted positive rate is ``rate``."""
    points = roc(data)
    weights = proportions(data, condition)
    attained = [weights[0] * f0 + weights[1] * f1 for f0, f1 in points]
    if rates == "step":
        return next(point for point, r in zip(points, attained, strict=True) if r >= rate)
    if rates == "nearest":
        return min(zip(points, attained, strict=True), key=lambda pair: (abs(pair[1] - rate), pair[1]))[0]
    if rates == "cutpoints":
        size = len(data)
        rate = Fraction(min(int(rate * (size + 1)), size), size)
        own = proportions(data)
        attained = [own[0] * f0 + own[1] * f1 for f0, f1 in points]
    for (before, low), (after, high) in pairwise(zip(points, attained, strict=True)):
        if low <= rate <= high:
            part = (rate - low) / (high - low)
            return tuple(x + part * (y - x) for x, y in zip(before, after, strict=True))
    raise ValueError(rate)


def rate_breaks(data, condition):
    weights = proportions(data, condition)
    attained = [weights[0] * f0 + weights[1] * f1 for f0, f1 in roc(data)]
    size = len(data)
    return {
        *attained,
        *((low + high) / 2 for low, high in pairwise(attained)),
        *(Fraction(k, size + 1) for k in range(size + 2)),
    }


def rate_fixed(data, r, density, condition="cost", rates="interpolated"):
    weights = proportions(data, condition)
    point = at_rate(data, r, rates, condition)
    return expectation(lambda c: cost(c, point, weights), density, [], 1)


def rate_uniform(data, density, condition="cost", rates="interpolated"):
    cuts = sorted(rate_breaks(data, condition))
    return sum(
        integral(lambda r: rate_fixed(data, r, density, condition, rates), left, right, 1)
        for left, right in pairwise(cuts)
    )


def rate_driven(data, density, condition="cost", rates="interpolated", rate=lambda c: c, back=lambda r: r):
    """The rate is ``rate(c)``, whose inverse is ``back``."""
    weights = proportions(data, condition)
    breaks = [back(r) for r in rate_breaks(data, condition)]
    return expectation(lambda c: cost(c, at_rate(data, rate(c), rates, condition), weights), density, breaks, 2)


# --- methods on the rate of one class ---------------------------------------------------------------


def at_class_rate(data, k, rate):
    """``(F0, F1)`` where ``Fk`` is ``rate``: of the points of the ROC curve there the one with the fewest errors."""
    found = []
    for before, after in pairwise(roc(data)):
        if before[k] == after[k]:
            found += [point for point in (before, after) if point[k] == rate]
        elif before[k] <= rate <= after[k]:
            part = (rate - before[k]) / (after[k] - before[k])
            found.append(tuple(x + part * (y - x) for x, y in zip(before, after, strict=True)))
    return min(found, key=lambda point: point[1] - point[0])


def class_rate_fixed(data, k, rate, density, condition="cost"):
    weights, point = proportions(data, condition), at_class_rate(data, k, rate)
    return expectation(lambda c: cost(c, point, weights), density, [], 1)


def class_rate_uniform(data, k, density, condition="cost", low=Fraction(0), high=Fraction(1)):
    """The rate is uniform on [low, high]."""
    cuts = sorted({low, high, *(point[k] for point in roc(data) if low < point[k] < high)})
    return sum(
        integral(lambda r: class_rate_fixed(data, k, r, density, condition), left, right, 1)
        for left, right in pairwise(cuts)
    ) / (high - low)


def class_rate_driven(data, k, density, condition="cost", rate=lambda c: c, back=lambda r: r):
    weights = proportions(data, condition)
    breaks = [back(point[k]) for point in roc(data)]
    return expectation(lambda c: cost(c, at_class_rate(data, k, rate(c)), weights), density, breaks, 2)


# --- the optimal method ----------------------------------------------------------------------------


def optimal(data, density, condition="cost", points=None):
    weights = proportions(data, condition)
    points = points or roc(data)
    breaks = set()
    for one in points:
        for two in points:
            rise = cost(Fraction(1), one, weights) - cost(Fraction(1), two, weights)
            start = cost(Fraction(0), one, weights) - cost(Fraction(0), two, weights)
            if rise != start:
                breaks.add(start / (start - rise))
    return expectation(lambda c: min(cost(c, point, weights) for point in points), density, breaks, 1)


# --- metrics ---------------------------------------------------------------------------------------


def mean(values):
    values = list(values)
    return sum(values, Fraction(0)) / len(values)


def auc(data):
    pairs = [(s, t) for s, y in data if y == 0 for t, z in data if z == 1]
    return mean(Fraction(1) if s < t else HALF if s == t else Fraction(0) for s, t in pairs)


def hull_area(data):
    points = [(f1, f0) for f0, f1 in roc(data)]

    def height(x):
        best = max((y for a, y in points if a == x), default=Fraction(0))
        for a, y in points:
            for b, z in points:
                if a < x < b:
                    best = max(best, y + (z - y) * (x - a) / (b - a))
        return best

    places = sorted({x for x, _ in points})
    return sum((b - a) * (height(a) + height(b)) / 2 for a, b in pairwise(places))


def posterior(data, score):
    return mean(Fraction(y) for s, y in data if s == score)


def pav(data, score):
    """Isotonic regression by its minimax formula."""
    scores = sorted({s for s, _ in data})
    return max(
        min(mean(Fraction(y) for s, y in data if low <= s <= high) for high in scores if high >= score)
        for low in scores
        if low <= score
    )


def squares(data, k):
    return mean((s - y) ** 2 for s, y in data if y == k)


def distances(data, k):
    return mean(abs(s - y) for s, y in data if y == k)


def h_measure(data):
    constant = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))]
    weight = DENSITIES["beta(2, 2)"]
    return 1 - optimal(data, weight) / optimal(data, weight, points=constant)


def least_error(data):
    thresholds = [min(s for s, _ in data) - 1, *(s for s, _ in data)]
    return min(mean(Fraction((s > t) != y) for s, y in data) for t in thresholds)


def average_precision(data):
    """Of each example of class 1 the precision where its score and all above are predicted to be of class 1."""
    found = []
    for s, y in data:
        if y == 1:
            above = [label for score, label in data if score >= s]
            found.append(Fraction(sum(above), len(above)))
    return sum(found) / len(found)


METRICS = {
    "AUC": auc,
    "AP": average_precision,
    "AUCH": hull_area,
    "GINI": lambda data: 2 * auc(data) - 1,
    "BS": lambda data: mean((s - y) ** 2 for s, y in data),
    "BS0": lambda data: squares(data, 0),
    "BS1": lambda data: squares(data, 1),
    "MBS": lambda data: (squares(data, 0) + squares(data, 1)) / 2,
    "MAE": lambda data: mean(abs(s - y) for s, y in data),
    "MAE0": lambda data: distances(data, 0),
    "MAE1": lambda data: distances(data, 1),
    "MMAE": lambda data: (distances(data, 0) + distances(data, 1)) / 2,
    "RL": lambda data: mean(posterior(data, s) * (1 - posterior(data, s)) for s, _ in data),
    "CL": lambda data: mean((s - posterior(data, s)) ** 2 for s, _ in data),
    "RLH": lambda data: mean(pav(data, s) * (1 - pav(data, s)) for s, _ in data),
    "H": h_measure,
    "KS": lambda data: max(abs(f0 - f1) for f0, f1 in roc(data)),
    "MER": least_error,
}


# --- costs in the user's own units -------------------------------------------------------------------


def cost_of_treating(data, treats, costs, prior):
    """The cost of a case, and how many are treated, example by example; ``costs`` are miss, false alarm, hit, and rest.

    Each class counts as much in all as it has in deployment.
    """
    weight = {k: share / sum(1 for _, y in data if y == k) for k, share in ((0, 1 - prior), (1, prior))}
    miss, false_alarm, hit, rejection = costs
    total, treated = Fraction(0), Fraction(0)
    for s, y in data:
        if treats(s):
            total, treated = total + weight[y] * (hit if y else false_alarm), treated + weight[y]
        else:
            total += weight[y] * (miss if y else rejection)
    return total, treated


def cheapest_threshold(data, costs, prior, capacity):
    """``(cost, treated, threshold)`` of the best threshold among all scores and one below them; the fewest treated."""
    scores = sorted({s for s, _ in data})
    tried = [(*cost_of_treating(data, lambda s, t=t: s > t, costs, prior), t) for t in [scores[0] - 1, *scores]]
    return min(entry for entry in tried if entry[1] <= capacity)


def cheapest_knowing_the_class(costs, prior, capacity):
    """The least cost over shares of either class that are treated: a linear program, so at a corner of its region."""
    miss, false_alarm, hit, rejection = costs
    shares = {(Fraction(0), Fraction(0))}
    for event in (0, prior, capacity, capacity - (1 - prior)):
        for other in (0, 1 - prior, capacity, capacity - prior, capacity - event):
            if 0 <= event <= prior and 0 <= other <= 1 - prior and event + other <= capacity:
                shares.add((Fraction(event), Fraction(other)))
    return min(
        event * hit + (prior - event) * miss + other * false_alarm + (1 - prior - other) * rejection
        for event, other in shares
    )


# --- pairs of examples -----------------------------------------------------------------------------------


def mean_over_pairs(data, f, classes=(0, 1)):
    """The mean of ``f(s, s2)`` over all pairs of examples of these classes, an example with itself among them."""
    scores = [s for s, y in data if y in classes]
    return sum((Fraction(f(s, s2)) for s in scores for s2 in scores), Fraction(0)) / len(scores) ** 2
