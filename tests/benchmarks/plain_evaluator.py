"""The value of expressions of the statement language on a few examples, straight from the definitions.

Nothing is shared with the workbench: an own reader, plain fractions, brute force. Examples of class 0 with low
scores and of class 1 with high ones are right; at threshold t an example is predicted to be of class 0 when its score
is at most t. `NoValue` where there is no value, `NotCovered` where this evaluator does not know it.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from tests.benchmarks import plain_functions
from tests.benchmarks.plain_densities import density_of
from tests.benchmarks.plain_losses import expected_loss, optimal_loss
from tests.benchmarks.plain_numbers import (
    NotCovered,
    NoValue,
    Poly,
    Value,
    add,
    divide,
    exponential,
    holds,
    less,
    logarithm,
    multiply,
    negative,
    power,
    square_root,
    total,
)
from tests.benchmarks.plain_reader import Node, Said, nodes, substituted

HALF = Fraction(1, 2)
UNIFORM: Node = ("name", "uniform")
RANKS = ("F0", "F1", "R")


class Data:
    """Examples: the distinct scores in order, and how many examples of class 0 and of class 1 have each."""

    def __init__(self, groups: Iterable[tuple[Fraction, int, int]]) -> None:
        pooled: dict[Fraction, tuple[int, int]] = {}
        for score, a, b in groups:
            before = pooled.get(score, (0, 0))
            if a or b:
                pooled[score] = before[0] + a, before[1] + b
        self.groups = [(score, *pooled[score]) for score in sorted(pooled)]
        self.n0 = sum(a for _, a, _ in self.groups)
        self.n1 = sum(b for _, _, b in self.groups)
        self.n = self.n0 + self.n1
        self.known: dict[object, Value] = {}

    def __repr__(self) -> str:
        return "; ".join(f"{score}: {a}, {b}" for score, a, b in self.groups)

    @cached_property
    def shares(self) -> tuple[Fraction, Fraction]:
        """``(pi0, pi1)``."""
        return Fraction(self.n0, self.n), Fraction(self.n1, self.n)

    def rates(self, t: Value) -> tuple[Fraction, Fraction]:
        """``(F0, F1)`` at a threshold."""
        below = [(a, b) for score, a, b in self.groups if not less(t, score)]
        return Fraction(sum(a for a, _ in below), self.n0), Fraction(sum(b for _, b in below), self.n1)

    @cached_property
    def points(self) -> list[tuple[Fraction, Fraction]]:
        """``(F0, F1)`` at every threshold, from all predicted to be of class 1 to none."""
        return [(Fraction(0), Fraction(0)), *(self.rates(score) for score, _, _ in self.groups)]

    @cached_property
    def posteriors(self) -> list[Fraction]:
        """The share of class 1 at each distinct score."""
        return [Fraction(b, a + b) for _, a, b in self.groups]

    @cached_property
    def calibrated(self) -> list[Fraction]:
        """The isotonic regression of the class on the score, by its max-min formula."""
        k = len(self.groups)
        best = [Fraction(0)] * k
        for i in range(k):
            a = b = 0
            means = []
            for _, more0, more1 in self.groups[i:]:
                a, b = a + more0, b + more1
                means.append(Fraction(b, a + b))
            least = Fraction(1)
            for j in range(k - 1, i - 1, -1):
                least = min(least, means[j - i])
                best[j] = max(best[j], least)
        return best

    def over(self, k: int, values: Iterable[Fraction]) -> Fraction:
        """The mean over class ``k`` of values at the distinct scores."""
        counted = zip(self.groups, values, strict=True)
        return sum((group[1 + k] * x for group, x in counted), Fraction(0)) / (self.n1 if k else self.n0)


# --- metrics --------------------------------------------------------------------------------------------------


def metric(data: Data, name: str) -> Fraction:
    """A named figure of the examples."""
    pi0, pi1 = data.shares
    scores = [score for score, _, _ in data.groups]
    match name:
        case "n" | "n0" | "n1":
            return Fraction(getattr(data, name))
        case "pi0" | "pi1":
            return pi0 if name == "pi0" else pi1
        case "AUC":
            found = Fraction(0)
            for low, a, _ in data.groups:
                for high, _, b in data.groups:
                    found += a * b * (1 if low < high else HALF if low == high else 0)
            return found / (data.n0 * data.n1)
        case "GINI":
            return 2 * metric(data, "AUC") - 1
        case "AUCH":
            return _hull_area(data)
        case "MAE0" | "BS0":
            return data.over(0, [s if name == "MAE0" else s * s for s in scores])
        case "MAE1" | "BS1":
            return data.over(1, [1 - s if name == "MAE1" else (1 - s) ** 2 for s in scores])
        case "MAE" | "BS":
            return pi0 * metric(data, f"{name}0") + pi1 * metric(data, f"{name}1")
        case "MMAE" | "MBS":
            return (metric(data, f"{name[1:]}0") + metric(data, f"{name[1:]}1")) / 2
        case "RL" | "RLH":
            values = [p * (1 - p) for p in (data.posteriors if name == "RL" else data.calibrated)]
            return pi0 * data.over(0, values) + pi1 * data.over(1, values)
        case "CL":
            values = [(s - p) ** 2 for s, p in zip(scores, data.posteriors, strict=True)]
            return pi0 * data.over(0, values) + pi1 * data.over(1, values)
        case "KS":
            return max(abs(f0 - f1) for f0, f1 in data.points)
        case "MER":
            return min(pi0 * (1 - f0) + pi1 * f1 for f0, f1 in data.points)
        case "AP":
            found = Fraction(0)
            for score, _, b in data.groups:
                above = [(a, ones) for other, a, ones in data.groups if other >= score]
                hits = sum(ones for _, ones in above)
                found += Fraction(b * hits, hits + sum(a for a, _ in above)) if b else 0
            return found / data.n1
    raise NotCovered(name)


def _hull_area(data: Data) -> Fraction:
    """The area below the upper hull: from each corner to the point seen in the highest direction, the farthest one."""
    points = [(f1, f0) for f0, f1 in data.points]
    area, (x, y) = Fraction(0), points[0]
    while x < 1 or y < 1:
        best = points[-1]
        for a, b in points:
            ahead = (a - x, b - y)
            if max(ahead) > 0 and min(ahead) >= 0:
                turn = ahead[1] * (best[0] - x) - ahead[0] * (best[1] - y)
                if turn > 0 or (turn == 0 and ahead > (best[0] - x, best[1] - y)):
                    best = (a, b)
        area += (best[0] - x) * (y + best[1]) / 2
        x, y = best
    return area


# --- expressions ----------------------------------------------------------------------------------------------


def value(data: Data, node: Node, parameters: dict[str, Fraction] | None = None) -> Value:
    """The value of an expression on the examples: a fraction, or an interval where it is irrational."""
    return _value(data, substituted(node, parameters) if parameters else node, {})


def _value(data: Data, node: Node, here: dict[Node, Value]) -> Value:
    if node in here:
        return here[node]
    match node:
        case ("number", x):
            return x
        case ("name", name):
            if name not in data.known:
                data.known[name] = _value(data, _H, {}) if name == "H" else metric(data, name)
            return data.known[name]
        case ("negative", x):
            return negative(_value(data, x, here))
        case ("+" | "-" | "*" | "/" | "**" as sign, x, y):
            left, right = _value(data, x, here), _value(data, y, here)
            if sign == "-":
                return add(left, negative(right))
            return {"+": add, "*": multiply, "/": divide, "**": power}[sign](left, right)
        case ("call", "indicator", ((relation, x, y),), ()):
            found = holds(_value(data, x, here), relation, _value(data, y, here))
            if found is None:
                raise NotCovered("an indicator that cannot be decided")
            return Fraction(found)
        case ("call", "loss", (method,), keywords):
            if node not in data.known:
                data.known[node] = _loss(data, method, dict(keywords))
            return data.known[node]
        case ("call", "E0" | "E1" | "E" as name, (body,), ()):
            if node not in data.known:
                data.known[node] = _mean(data, name, body)
            return data.known[node]
        case ("call", name, parts, ()):
            return _called(data, name, [_value(data, part, here) for part in parts])
    raise NotCovered(str(node))


def _called(data: Data, name: str, found: list[Value]) -> Value:
    match name:
        case "min" | "max":
            best = found[0]
            for other in found[1:]:
                if less(other, best) if name == "min" else less(best, other):
                    best = other
            return best
        case "abs":
            return negative(found[0]) if less(found[0], Fraction(0)) else found[0]
        case "sqrt":
            return square_root(found[0])
        case "log":
            return logarithm(found[0])
        case "exp":
            return exponential(found[0])
        case "error" | "macro_error":
            f0, f1 = data.rates(found[0])
            pi0, pi1 = data.shares if name == "error" else (HALF, HALF)
            return pi0 * (1 - f0) + pi1 * f1
        case "h_measure":
            if not all(isinstance(x, Fraction) for x in found):
                raise NotCovered("irrational shapes")
            weight = density_of(("call", "beta", tuple(("number", x) for x in found), ()), lambda node: node[1])
            ends = [data.points[0], data.points[-1]]
            best, worst = (optimal_loss(points, data.shares, weight) for points in (data.points, ends))
            return add(Fraction(1), negative(divide(best, worst)))
    raise NotCovered(name)


_H: Node = ("call", "h_measure", (("number", Fraction(2)), ("number", Fraction(2))), ())


def _loss(data: Data, method: Node, keywords: dict[str, Node]) -> Value:
    condition = keywords.get("condition", ("name", "cost"))[1]
    rates = keywords.get("rates", ("name", "interpolated"))[1]

    def closed(node: Node) -> Value:
        return _value(data, node, {})

    cost = keywords.get("cost", UNIFORM)
    if cost[:2] in (("call", "mixture"), ("call", "points")):
        parts = [(q, {**keywords, "cost": part}) for q, part in _laws(cost)]
        return total([multiply(closed(q), _loss(data, method, inner)) for q, inner in parts])
    weight = density_of(cost, closed)
    weights = data.shares if condition == "cost" else (HALF, HALF)
    return expected_loss(data.points, data.groups, weights, method, weight, rates, closed)


def _laws(cost: Node) -> list[tuple[Node, Node]]:
    """The laws that a mixture of costs, or points, is made of, each with its probability."""
    arguments = cost[2]
    if cost[1] == "points":
        pairs = zip(arguments[::2], arguments[1::2], strict=True)
        return [(weight, ("call", "point", (place,), ())) for place, weight in pairs]
    q, first, second = arguments
    return [(q, first), (("-", ("number", Fraction(1)), q), second)]


def _mean(data: Data, name: str, body: Node) -> Value:
    """The mean over a class or all; the examples of a tie are passed uniformly, F0, F1 and R moving together."""
    used = set(nodes(body))
    ranked = any(_of_score(function) in used for function in RANKS)
    found: list[Value] = []
    size = {"E0": data.n0, "E1": data.n1, "E": data.n}[name]
    for i, (score, a, b) in enumerate(data.groups):
        count = {"E0": a, "E1": b, "E": a + b}[name]
        if not count:
            continue
        here: dict[Node, Value] = {("name", "s"): score}
        for function, shares in (("posterior", "posteriors"), ("pav", "calibrated")):
            if _of_score(function) in used:
                here[_of_score(function)] = getattr(data, shares)[i]
        part = Fraction(count, size)
        if not ranked:
            found.append(multiply(part, _value(data, body, here)))
            continue
        before, after = data.points[i], data.points[i + 1]
        lines = {k: [x, y - x] for k, (x, y) in enumerate(zip(before, after, strict=True))}
        pi0, pi1 = data.shares
        leaves: dict[Node, Poly] = {
            _of_score("F0"): lines[0],
            _of_score("F1"): lines[1],
            _of_score("R"): [pi0 * x + pi1 * y for x, y in zip(lines[0], lines[1], strict=True)],
        }

        def closed(node: Node, here: dict[Node, Value] = here) -> Value:
            return _value(data, node, here)

        found.append(multiply(part, plain_functions.mean(body, leaves, closed)))
    return total(found)


def _of_score(name: str) -> Node:
    return ("call", name, (("name", "s"),), ())


# --- statements -----------------------------------------------------------------------------------------------


def meets(data: Data, said: Said, parameters: dict[str, Fraction] | None = None) -> bool:
    """Whether the examples meet the assumptions, by their definitions; without parameters those that have none."""
    if not data.n0 or not data.n1 or any(not 0 <= score <= 1 for score, _, _ in data.groups):
        return False
    for name, relation, number in said.given:
        if name == "calibrated":
            fine = all(score == p for (score, _, _), p in zip(data.groups, data.posteriors, strict=True))
        elif name == "no_ties":
            fine = all(a + b == 1 for _, a, b in data.groups)
        elif name == "evenly_spaced":
            fine = [s for s, a, b in data.groups for _ in range(a + b)] == [
                Fraction(2 * i + 1, 2 * data.n) for i in range(data.n)
            ]
        elif isinstance(number, tuple):
            fine = _related(data, str(relation), number, parameters)
        elif name in ("pi0", "auc") and relation is not None and number is not None:
            figure = metric(data, "pi0" if name == "pi0" else "AUC")
            fine = bool(holds(figure, relation, number))
        else:
            raise NotCovered(f"the assumption {name}")
        if not fine:
            return False
    return True


def _related(data: Data, relation: str, sides: tuple[Node, Node], parameters: dict[str, Fraction] | None) -> bool:
    try:
        low, high = (value(data, side, parameters or {}) for side in sides)
    except NoValue:
        return False
    except NotCovered:
        if parameters is None:  # it may be met by some
            return True
        raise
    return bool(holds(low, relation, high))


def verdict(data: Data, said: Said, parameters: dict[str, Fraction]) -> bool | None:
    """Whether the statement is true of the examples; None where intervals do not tell."""
    left, right = value(data, said.left, parameters), value(data, said.right, parameters)
    return holds(left, said.relation, right)


def is_without_value(data: Data, node: Node, parameters: dict[str, Fraction]) -> bool:
    """Whether the expression has no value on the examples."""
    try:
        value(data, node, parameters)
    except NoValue:
        return True
    return False
