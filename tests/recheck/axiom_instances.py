"""What the words of axioms mean, straight from their definitions, by plain loops over exact fractions.

A `Population` is a row of groups, from low to high scores: examples tied at one score, or spread evenly from one score
to another, with the share of either class that they are. `Reading` evaluates the trees that the reader of documents
makes of text. A mean over a group is the mean over its part passed, v, uniform on [0, 1] and the same for both classes;
a mean over the operating condition is an integral. Integrals are taken between breaks, where an indicator, a maximum or
a step may switch. What is a polynomial between two breaks is integrated exactly: it is interpolated, and must meet two
more values. Anything else (roots, quotients, breaks that are irrational) is integrated by Gauss's rule on cells halved
until two orders agree to 1e-12, `MOST_ASKED` values at most; `Reading.exact` then turns false, and what is compared is
compared to `TOLERANCE`. A break that was not seen, close to the end of a cell, shows when there are more ``cells``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, pairwise
from typing import Any

import mpmath
from flint import fmpq

from tests.recheck.axiom_integrals import (
    AREAS,
    BITS,
    DEGREE,
    HALVINGS,
    TINY,
    Function,
    bisected,
    exact_root,
    exactly,
    halved,
    irrational,
    newton,
    powers_of,
    real,
    roots_of_small_degree,
    rounded,
)
from tests.recheck.axiom_populations import METRICS, NotAsked, NoValue, Place, Population
from workbench.recheck.language import expression

Tree = tuple[Any, ...]

ZERO, HALF, ONE = fmpq(0), fmpq(1, 2), fmpq(1)
TOLERANCE = fmpq(1, 10**9)
MOST_ASKED = 5_000
UNIT = frozenset({ZERO, ONE})
UNIFORM: Tree = ("name", "uniform")
RANKS = ("F0", "F1", "R")
AT_THRESHOLD = (*RANKS, "error", "macro_error", "Qc", "Qz", "at the score")
BOUND = {x: {"s", "v"} for x in ("E0", "E1", "E", "scored")} | {"Ec": {"c", "u"}, "loss": {"s", "v", "c", "u"}}
MOVING = frozenset({"s", "v", "c", "u", "T", "rank"})


@cache
def free(tree: Tree) -> frozenset[str]:
    """The variables that no mean binds: s, v where ranks of s stand, c, u, and other names."""
    if tree[0] == "name":
        return frozenset({tree[1]})
    if tree[0] != "call":
        return frozenset().union(*(free(part) for part in tree if isinstance(part, tuple)))
    inner = frozenset().union(*(free(a) for a in tree[2]), *(free(a) for _, a in tree[3]))
    if tree[1] in RANKS and tree[2] == (("name", "s"),):
        return inner | {"v"}
    if tree[1] == "indicator" and "s" in inner and any(is_place(a) for a in tree[2][0][2:]):
        return inner | {"v"}
    return inner - BOUND.get(tree[1], set())


def is_place(tree: Tree) -> bool:
    return tree[:2] == ("call", "threshold_at")


def said(tree: Tree, keyword: str) -> str:
    """The word after a keyword of a call, or the one that is meant without it."""
    found = dict(tree[3]).get(keyword)
    return found[1] if found else {"condition": "cost", "rates": "interpolated"}[keyword]


def number(x: fmpq) -> Tree:
    return ("number", x)


@dataclass
class Doubt:
    """Whether all was exact so far, and how many values Gauss's rule has asked for."""

    exact: bool = True
    asked: int = 0


Env = Mapping[str, Any]
METHODS = {
    "score_fixed": lambda t: ("score", t),
    "rate_fixed": lambda r: ("rate", r),
    "score_driven": lambda: ("score", expression("c")),
    "rate_driven": lambda: ("rate", expression("c")),
    "rate_uniform": lambda: ("rate", expression("u")),
    "score": lambda t: ("score", t),
    "rate": lambda r: ("rate", r),
    "fpr": lambda r: ("fpr", r),
    "tpr": lambda r: ("tpr", r),
}


@dataclass
class Reading:
    """Expressions read on a population."""

    population: Population
    cells: int = 1
    doubt: Doubt = field(default_factory=Doubt)
    known: dict[Tree, fmpq] = field(default_factory=dict)

    @cached_property
    def balanced(self) -> Reading:
        """The same on the population with both classes equally frequent."""
        return Reading(self.population.balanced(), self.cells, self.doubt)

    def scored(self, scores: Tree, env: Env) -> Reading:
        """The same on the examples with other scores in [0, 1]; equal ones are tied."""
        p, found = self.population, dict[fmpq, tuple[fmpq, fmpq]]()
        for i, (low, high, a, b) in enumerate(p.groups):
            if low < high:
                raise NotAsked("other scores of examples that are spread")
            x = self.value(scores, {**env, "s": Place(i, HALF)})
            if not 0 <= x <= 1:
                raise NoValue("a score outside of [0, 1]")
            before = found.get(x, (ZERO, ZERO))
            found[x] = before[0] + a, before[1] + b
        groups = tuple((x, x, *found[x]) for x in sorted(found))
        return Reading(Population(groups, p.pi0, p.n, p.joint), self.cells, self.doubt)

    @property
    def exact(self) -> bool:
        return self.doubt.exact

    # --- values ----------------------------------------------------------------------------------------------

    def value(self, tree: Tree, env: Env) -> fmpq:
        """The value of an expression; ``env`` has those of s (a `Place`), c, u and the free names.

        The other free names keep their values, so that what does not move is evaluated once.
        """
        kind = tree[0]
        if kind == "call" or (kind == "name" and tree[1][0].isupper()):
            if free(tree) & MOVING:
                return self._name(tree[1], env) if kind == "name" else self._call(tree, env)
            if tree not in self.known:
                self.known[tree] = self._name(tree[1], env) if kind == "name" else self._call(tree, env)
            return self.known[tree]
        if kind == "number":
            return exactly(tree[1])
        if kind == "name":
            return self._name(tree[1], env)
        if kind == "negative":
            return -self.value(tree[1], env)
        left, right = self.value(tree[1], env), self.value(tree[2], env)
        if kind == "+":
            return left + right
        if kind == "-":
            return left - right
        if kind == "*":
            return left * right
        if kind == "/":
            if right == 0:
                raise NoValue("a division by zero")
            return left / right
        return self._power(left, right)

    def _name(self, x: str, env: Env) -> fmpq:
        p = self.population
        if x == "s":
            return p.score(env["s"])
        if x in env:
            return env[x]  # type: ignore[no-any-return]
        if x in ("pi0", "pi1"):
            return p.of_class(int(x[2]))
        if x in ("n", "n0", "n1"):
            if p.n is None:
                raise NotAsked("the number of examples of a population")
            return p.n if x == "n" else p.n * p.of_class(int(x[1]))
        if x == "H":
            return self._hand(fmpq(2), fmpq(2))
        if x == "LL":
            return self._log_loss()
        if x not in METRICS:
            raise NotAsked(f"the name {x}")
        return METRICS[x](p)

    def _power(self, base: fmpq, exponent: fmpq) -> fmpq:
        if exponent.q == 1:
            if base == 0 and exponent < 0:
                raise NoValue("a negative power of zero")
            return base ** int(exponent.p)
        if base < 0 or (base == 0 and exponent < 0):
            raise NoValue("a root of a negative number")
        root = exact_root(base) if exponent.q == 2 else None
        if root is not None:
            return root ** int(exponent.p)
        self.doubt.exact = False
        return irrational("power", base, exponent)

    def _call(self, tree: Tree, env: Env) -> fmpq:
        _, function, arguments, keywords = tree
        p = self.population
        if function in RANKS:
            t = self.threshold(arguments[0], env)
            at = [p.passed(k, t) if isinstance(t, Place) else p.at_most(k, t) for k in (0, 1)]
            return p.pi0 * at[0] + (1 - p.pi0) * at[1] if function == "R" else at[int(function[1])]
        if function in ("posterior", "pav"):
            if arguments != (("name", "s"),):
                raise NotAsked(f"{function} elsewhere than at the score")
            i = env["s"].group
            return p.share(i, i) if function == "posterior" else p.calibrated[i]
        if function == "indicator":
            return ONE if self._holds(arguments[0], env) else ZERO
        if function in ("E0", "E1", "E"):
            return self._mean(function[1:], arguments[0], env)
        if function == "Ec":
            return self._over_condition(arguments[0], arguments[1] if len(arguments) > 1 else UNIFORM, env)
        if function == "balanced":
            return self.balanced.value(arguments[0], env)
        if function == "scored":
            return self.scored(arguments[1], env).value(arguments[0], env)
        if function == "loss" and "scores" in dict(keywords):
            rest = tuple((key, x) for key, x in keywords if key != "scores")
            return self.scored(dict(keywords)["scores"], env).value(("call", "loss", arguments, rest), env)
        if function == "loss":
            density = dict(keywords).get("cost", UNIFORM)
            return self._loss(arguments[0], density, said(tree, "condition"), said(tree, "rates"), env)
        if function == "threshold_at":
            if any(g[0] == g[1] for g in p.groups):
                raise NotAsked("the score at a rate where scores are tied")
            return p.score(self.threshold(tree, env))
        if function in ("error", "macro_error"):
            return self._errors(self.threshold(arguments[0], env), function == "macro_error")
        if function in ("Qc", "Qz", "at the score"):
            t, c = self.threshold(arguments[0], env), self.value(arguments[1], env)
            at = [p.passed(k, t) if isinstance(t, Place) else p.at_most(k, t) for k in (0, 1)]
            return p.cost(*at, c, "skew" if function == "Qz" else said(tree, "condition"))
        if function == "at the rate":
            r, c = (self.value(a, env) for a in arguments)
            return p.cost(*p.point_at(r, said(tree, "rates"), said(tree, "condition")), c, said(tree, "condition"))
        inner = [self.value(a, env) for a in arguments]
        if function in ("at the fpr", "at the tpr"):
            return p.cost(*p.point_at_class(int(function[-3:] == "fpr"), inner[0]), inner[1], said(tree, "condition"))
        if function == "least_loss":
            return p.least_cost(inner[0], said(tree, "condition"))
        if function == "h_measure":
            return self._hand(*inner)
        return self._elementary(function, inner)

    def _elementary(self, function: str, inner: list[fmpq]) -> fmpq:
        if function in ("min", "max"):
            return min(inner) if function == "min" else max(inner)
        (x,) = inner
        if function == "abs":
            return abs(x)
        if function == "sqrt":
            return self._power(x, HALF)
        if function == "exp" and x == 0:
            return ONE
        if function not in ("exp", "log") or abs(x) > 10**4:
            raise NotAsked(f"{function} of {float(x)}")
        if function == "log" and x <= 0:
            raise NoValue("the logarithm of what is not positive")
        self.doubt.exact = False
        return irrational(function, x)

    def threshold(self, tree: Tree, env: Env) -> fmpq | Place:
        """A threshold: a score, or the place of an example or of a rate."""
        if tree == ("name", "s"):
            place: Place = env["s"]
            return place
        return self.population.at_rate(self.value(tree[2][0], env)) if is_place(tree) else self.value(tree, env)

    def _holds(self, comparison: Tree, env: Env) -> bool:
        _, sign, *sides = comparison
        places = any(map(is_place, sides))
        left, right = (self.threshold(x, env) if places else self.value(x, env) for x in sides)
        if places:
            if not (isinstance(left, Place) and isinstance(right, Place)):
                raise NotAsked("the threshold of a rate beside a number")
            left, right = left.order, right.order
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]  # type: ignore[operator]

    def _errors(self, t: fmpq | Place, macro: bool) -> fmpq:
        p, missed, alarms = self.population, ZERO, ZERO
        for i, (low, high, a, b) in enumerate(p.groups):
            if isinstance(t, Place):
                part = min(max(t.order - i, ZERO), ONE)
            else:
                part = ONE if high <= t else ZERO if t <= low else (t - low) / (high - low)
            missed, alarms = missed + a * (1 - part), alarms + b * part
        return (missed + alarms) / 2 if macro else p.pi0 * missed + (1 - p.pi0) * alarms

    def _hand(self, a: fmpq, b: fmpq) -> fmpq:
        p, weight = self.population, ("call", "beta", (number(a), number(b)), ())
        best = self._loss(("name", "optimal"), weight, "cost", "interpolated", {})
        nothing, everything = p.cost(ZERO, ZERO, ONE), p.cost(ONE, ONE, ZERO)
        where = everything / (nothing + everything)
        worst = self.under(weight, lambda c: min(c * nothing, (1 - c) * everything), {where}, {})
        return 1 - best / worst

    def _log_loss(self) -> fmpq:
        p, found = self.population, ZERO
        for low, high, a, b in p.groups:
            for mass, down, up in ((p.pi0 * a, 1 - high, 1 - low), ((1 - p.pi0) * b, low, high)):
                if mass and down == up == 0:
                    raise NotAsked("where log loss is infinite it is no less than anything")
                found += mass * self._mean_of_log(down, up) if mass else ZERO
        return found

    def _mean_of_log(self, down: fmpq, up: fmpq) -> fmpq:
        """The mean of -log(x) for x uniform between two ends."""
        at_up, at_down = (x * self._elementary("log", [x]) if x else ZERO for x in (up, down))
        return 1 - (at_up - at_down) / (up - down) if down < up else -self._elementary("log", [up])

    # --- means ---------------------------------------------------------------------------------------------------

    def _mean(self, which: str, body: Tree, env: Env) -> fmpq:
        if not free(body) & {"s", "v"}:
            return self.value(body, env)
        whole = ZERO
        for i, (low, high, *masses) in enumerate(self.population.groups):
            mass = masses[int(which)] if which else self.population.size(i)
            if mass:
                whole += mass * self._over_group(body, i, env, low < high)
        return whole

    def _over_group(self, body: Tree, i: int, env: Env, spread: bool) -> fmpq:
        here = {**env, "s": Place(i, HALF)}
        if not spread and "v" not in free(body):
            return self.value(body, here)
        return self.integral(
            lambda x: self.value(body, {**env, "s": Place(i, x)}), ZERO, ONE, self.breaks(body, "v", here)
        )

    def _over_condition(self, body: Tree, density: Tree, env: Env) -> fmpq:
        if self.population.joint:
            return sum((w * self.value(body, {**env, "c": c, "T": t}) for c, t, w in self.population.joint), ZERO)
        names = free(body)
        if "u" not in names:
            if "c" not in names:
                return self.value(body, env)
            return self.under(density, lambda c: self.value(body, {**env, "c": c}), self._lazy(body, "c", env), env)
        if "c" not in names:
            return self._over_u(body, env)
        inner = lambda c: self._over_u(body, {**env, "c": c})  # noqa: E731
        cuts = set().union(*(self.breaks(body, "c", {**env, "u": u}) for u in self.levels(body, "u", "c", env)))
        return self.under(density, inner, cuts, env)

    def _over_u(self, body: Tree, env: Env) -> fmpq:
        return self.integral(lambda u: self.value(body, {**env, "u": u}), ZERO, ONE, self.breaks(body, "u", env))

    def _lazy(self, body: Tree, x: str, env: Env) -> Callable[[], set[fmpq]]:
        return lambda: self.breaks(body, x, env)

    def under(self, density: Tree, f: Function, cuts: set[fmpq] | Callable[[], set[fmpq]], env: Env) -> fmpq:
        """The mean of f(c) with a density of c, f being smooth between the cuts."""
        kind, arguments = (density[1], ()) if density[0] == "name" else (density[1], density[2])
        if kind == "density":
            weight = arguments[0]
            places = (cuts() if callable(cuts) else cuts) | self.breaks(weight, "c", env)
            return self.integral(lambda c: f(c) * self.value(weight, {**env, "c": c}), ZERO, ONE, places)
        values = [self.value(a, env) for a in arguments]
        if kind == "point":
            if not 0 <= values[0] <= 1:
                raise NoValue("a point outside of [0, 1]")
            return f(values[0])
        places = cuts() if callable(cuts) else cuts
        if kind == "uniform":
            low, high = values or (ZERO, ONE)
            if not 0 <= low < high <= 1:
                raise NoValue("an interval that is none")
            return self.integral(f, low, high, places) / (high - low)
        a, b = values
        if a <= 0 or b <= 0:
            raise NoValue("a shape that is not positive")
        if a + b > 100:
            raise NotAsked("large shapes")
        return self._under_beta(a, b, f, places)

    def _under_beta(self, a: fmpq, b: fmpq, f: Function, places: set[fmpq]) -> fmpq:
        if a.q == b.q == 1 and a + b <= 8:
            top = self.integral(lambda c: c ** int(a - 1) * (1 - c) ** int(b - 1) * f(c), ZERO, ONE, places)
            return top / self.integral(lambda c: c ** int(a - 1) * (1 - c) ** int(b - 1), ZERO, ONE, set())
        self.doubt.exact = False
        whole = mpmath.mpf(0)
        for low, high in pairwise(sorted({ZERO, ONE, *(x for x in places if 0 < x < 1)})):
            found = newton(f, low, high, DEGREE, TINY)
            if found is None:
                raise NotAsked("a root or a quotient under a Beta density with shapes that are not whole")
            with mpmath.workprec(BITS):
                x0, x1 = map(real, (low, high))
                p, q = map(real, (a, b))
                terms = powers_of(found)
                for j in range(len(terms)):  # of ((c - low)/(high - low))**j: as a polynomial in c
                    for i in range(j + 1):
                        part = terms[j] * (-low) ** (j - i) / (high - low) ** j
                        scale = real(part) * mpmath.binomial(j, i)
                        whole += scale * mpmath.betainc(p + i, q, x0, x1) / mpmath.beta(p, q) if scale else 0
        return rounded(whole)

    def _loss(self, method: Tree, density: Tree, condition: str, rates: str, env: Env) -> fmpq:
        kind, arguments = (method[1], ()) if method[0] == "name" else (method[1], method[2])
        c, words = ("name", "c"), (("condition", ("word", condition)), ("rates", ("word", rates)))
        if kind == "mix":
            q = self.value(arguments[0], env)
            if not 0 <= q <= 1:
                raise NoValue(f"a probability of {q}")
            one, two = (self._loss(m, density, condition, rates, env) for m in arguments[1:])
            return q * one + (1 - q) * two
        if kind == "optimal":
            tree: Tree = ("call", "least_loss", (c,), words)
        else:
            if kind == "score_uniform":
                low, high = arguments or (number(ZERO), number(ONE))
                if not self.value(low, env) < self.value(high, env):
                    raise NoValue("thresholds from nowhere to nowhere")
                across = ("*", ("-", high, low), ("name", "u"))
                way, law = "score", ("+", low, across)
            else:
                way, law = METHODS[kind](*arguments)
            tree = ("call", f"at the {way}", (law, c), words)
        return self._over_condition(tree, density, env)

    # --- integrals --------------------------------------------------------------------------------------------------

    def integral(self, f: Function, low: fmpq, high: fmpq, breaks: set[fmpq]) -> fmpq:
        """The integral of f, smooth between the breaks."""
        whole, cells = ZERO, {low + (high - low) * i / self.cells for i in range(self.cells + 1)}
        for a, b in pairwise(sorted({*cells, *(x for x in breaks if low < x < high)})):
            found = newton(f, a, b, DEGREE, ZERO if self.exact else TINY)
            if found is None:
                self.doubt.exact = False
                found = newton(f, a, b, 3, TINY)
            if found is None:
                whole += halved(self._counted(f), a, b, HALVINGS)
            else:
                whole += (b - a) * sum((x * y for x, y in zip(found, AREAS, strict=False)), ZERO)
        return whole if self.exact else rounded(whole)

    def _counted(self, f: Function) -> Function:
        """The same function, given up where one trial would take minutes: roots over c and u at once."""

        def value(x: fmpq) -> fmpq:
            self.doubt.asked += 1
            if self.doubt.asked > MOST_ASKED:
                raise NoValue("an integral that takes too long")
            return f(x)

        return value

    def levels(self, body: Tree, y: str, x: str, env: Env, ends: frozenset[fmpq] = UNIT) -> set[fmpq]:
        """Values of y, from end to end, between and at which to look where, in x, the body switches."""
        found = [self.breaks(body, y, self._put(env, x, fmpq(a, 97))) for a in (31, 83)]
        inside = (v for v in found[0] & found[1] if min(ends) < v < max(ends))
        at = sorted({*ends, *inside})
        return {*at, *((a + b) / 2 for a, b in pairwise(at) if len(at) > 2)}

    def support(self, density: Tree, env: Env) -> frozenset[fmpq]:
        """The ends of what a density covers, and where it switches."""
        kind, arguments = (density[1], ()) if density[0] == "name" else (density[1], density[2])
        if kind == "density":
            return UNIT | self.breaks(arguments[0], "c", env)
        return frozenset(self.value(a, env) for a in arguments) if arguments and kind != "beta" else UNIT

    def _put(self, env: Env, x: str, value: fmpq) -> Env:
        return {**env, "s": Place(env["s"].group, value)} if x == "v" else {**env, x: value}

    def breaks(self, tree: Tree, x: str, env: Env) -> set[fmpq]:
        """Where in (0, 1) an expression may switch as x moves: c, u, or v, the part passed of the group of s."""
        if not free(tree) & ({"s", "v"} if x == "v" else {x}):
            return set()
        if tree[0] != "call":
            return set().union(*(self.breaks(part, x, env) for part in tree if isinstance(part, tuple)))
        _, function, arguments, _ = tree
        if function in ("E0", "E1", "E", "Ec"):
            return self._breaks_below(tree, x, env)
        if function == "balanced":
            return self.balanced.breaks(arguments[0], x, env)
        found = set().union(*(self.breaks(a, x, env) for a in arguments))
        return found.union(*(self._crossings(gap, levels, found) for gap, levels in self._switches(tree, x, env)))

    def _switches(self, tree: Tree, x: str, env: Env) -> list[tuple[Function, Iterable[fmpq]]]:
        """Functions of x, and the values of them at which a call may switch."""
        _, function, arguments, _ = tree
        p = self.population
        first = arguments[0]
        pairs: list[tuple[Tree, Tree]] = []
        levels: Iterable[fmpq] = (ZERO,)
        if function == "indicator":
            pairs = [first[2:]]
        elif function in ("min", "max"):
            pairs = list(combinations(arguments, 2))
        elif function == "abs":
            pairs = [(first, number(ZERO))]
        elif is_place(tree):
            pairs, levels = [(first, number(ZERO))], p.rates
        elif function in AT_THRESHOLD and not is_place(first) and first != ("name", "s"):
            pairs, levels = [(first, number(ZERO))], p.edges
        elif function == "at the rate":
            pairs, levels = [(first, number(ZERO))], p.breaks_of_rates(said(tree, "rates"), said(tree, "condition"))
        elif function in ("at the fpr", "at the tpr"):
            pairs, levels = [(first, number(ZERO))], sorted({point[int(function[-3:] == "fpr")] for point in p.cuts})
        elif function == "least_loss":
            pairs, levels = [(first, number(ZERO))], p.turns(said(tree, "condition"))

        def gap(a: Tree, b: Tree) -> Function:
            value = self._order if is_place(a) or is_place(b) else self.value
            return lambda y: value(a, self._put(env, x, y)) - value(b, self._put(env, x, y))

        moving = {"s", "v"} if x == "v" else {x}
        return [(gap(a, b), levels) for a, b in pairs if (free(a) | free(b)) & moving]

    def _order(self, tree: Tree, env: Env) -> fmpq:
        place = self.threshold(tree, env)
        if not isinstance(place, Place):
            raise NotAsked("the threshold of a rate beside a number")
        return place.order

    def _breaks_below(self, tree: Tree, x: str, env: Env) -> set[fmpq]:
        """The same for a mean: where its body switches with the inner variable at an end or at a break of its own."""
        body = tree[2][0]
        names = free(body)
        found: set[fmpq] = set()
        if tree[1] == "Ec":
            ends = self.support(tree[2][1] if len(tree[2]) > 1 else UNIFORM, env)
            for c in self.levels(body, "c", x, {**env, "u": fmpq(2, 5)}, ends) if "c" in names else {HALF}:
                for u in self.levels(body, "u", x, {**env, "c": c}) if "u" in names else {HALF}:
                    found |= self.breaks(body, x, {**env, "c": c, "u": u})
            return found
        for i, (low, high, *_) in enumerate(self.population.groups):
            for v in (ZERO, ONE) if low < high or "v" in names else (HALF,):
                found |= self.breaks(body, x, {**env, "s": Place(i, v)})
        return found

    def _crossings(self, gap: Function, levels: Iterable[fmpq], known: set[fmpq]) -> set[fmpq]:
        """Where a function, smooth between what is known, has one of some values."""
        found: set[fmpq] = set()
        for low, high in pairwise(sorted({ZERO, ONE, *known})):
            form = newton(gap, low, high, 5, ZERO if self.exact else TINY)
            terms = [] if form is None else powers_of(form)
            while terms and not terms[-1]:
                terms.pop()
            if form is not None and len(terms) <= 1:
                continue
            for level in levels:
                if len(terms) in (2, 3):
                    places, exact = roots_of_small_degree([terms[0] - level, *terms[1:]])
                    self.doubt.exact &= exact
                else:
                    places = self._bisected(gap, level, low, high)
                found |= {low + (high - low) * v for v in places if 0 < v < 1}
        return found

    def _bisected(self, gap: Function, level: fmpq, low: fmpq, high: fmpq) -> list[fmpq]:
        self.doubt.exact = False
        return bisected(lambda y: gap(y) - level, low, high)
