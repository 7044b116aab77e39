"""Random expressions of the statement language, as text: figures, means, losses, and what is made of them."""

import random
from collections.abc import Sequence
from fractions import Fraction

METRICS = (
    "AUC",
    "AUCH",
    "GINI",
    "BS",
    "BS0",
    "BS1",
    "MBS",
    "MAE",
    "MAE0",
    "MAE1",
    "MMAE",
    "RL",
    "CL",
    "RLH",
    "H",
    "KS",
    "MER",
)
SIZES = ("pi0", "pi1", "n", "n0", "n1")
NUMBERS = ("0", "1", "2", "3", "1/2", "1/3", "2/3", "1/4", "3/4", "-1", "5", "1/10", "7/5", "0.3")
LEVELS = ("0", "1", "1/2", "1/3", "1/4", "3/4", "2/5", "9/10", "t", "r", "q")
OF_THE_SCORE = ("s", "F0(s)", "F1(s)", "R(s)", "posterior(s)", "pav(s)")
COSTS = (
    "uniform",
    "uniform(0, 1/2)",
    "uniform(1/4, 3/4)",
    "uniform(1/3, 1)",
    "beta(2, 2)",
    "beta(2, 1)",
    "beta(1, 3)",
    "beta(3, 2)",
    "point(0)",
    "point(1)",
    "point(1/2)",
    "point(1/3)",
    "point(t)",
    "density(2*c)",
    "density(3*(1 - c)**2)",
    "density(12*c**2*(1 - c))",
    "density(4*min(c, 1 - c))",
    "density(2 - 4*abs(c - 1/2))",
    "density(2*indicator(c <= 1/2))",
)
MIXED_COSTS = (
    "mixture(1/3, uniform, point(1/2))",
    "mixture(t, beta(2, 1), point(t))",
    "points(1/4, 1/2, 3/4, 1/2)",
    "points(0, 1/3, t, 2/3)",
    "mixture(1/2, points(1/3, 1), mixture(pi0, uniform(0, 1/2), beta(1, 2)))",
)
RARE_COSTS = ("beta(1/2, 1/2)", "beta(3/2, 2)", "beta(1, 1/3)", "beta(1 + pi1, 1 + pi0)", "point(pi0)", "point(AUC)")
SCORES = (
    "c",
    "u",
    "1 - c",
    "c**2",
    "c/2 + u/2",
    "c + u - 1/2",
    "1/4 + u/2",
    "max(c, 1/2)",
    "min(c, 1/3)",
    "abs(c - 1/2)",
    "1 - u",
    "u**2",
    "2*c - 1/3",
    "c*(1 - c)",
    "t",
    "pi0",
    "max(u, 1/2)",
    "c/3 + 1/3",
    "(1 - c)**2",
    "1/2",
)
RARE_SCORES = ("sqrt(c)", "c*u", "max(c, u)", "sqrt(u)", "c**3 - c", "1/(1 + c)")
RATES = ("c", "u", "1 - c", "c**2", "c/2 + u/2", "max(c, 1/2)", "min(c, 1/3)", "1 - u", "c/3 + 1/3", "r", "pi1", "1/2")
RARE_RATES = ("sqrt(c)", "c*u", "2*c", "u**2", "c*(1 - c)", "max(u, 1/2)", "AUC")
READINGS = ("interpolated", "step", "nearest", "cutpoints")


class Expressions:
    """Draws expressions; ``rare`` lets what is hard to evaluate, or has no value sometimes, occur."""

    def __init__(self, rng: random.Random, rare: bool = True) -> None:
        self.rng = rng
        self.rare = rare

    def among(self, usual: Sequence[str], rare: Sequence[str]) -> str:
        return self.rng.choice(rare if self.rare and self.rng.random() < 0.15 else usual)

    def number(self) -> str:
        rng = self.rng
        return rng.choice(NUMBERS) if rng.random() < 0.8 else str(Fraction(rng.randint(1, 30), rng.randint(1, 12)))

    def figure(self) -> str:
        """A named figure, a loss, a mean, or an error rate."""
        kind = self.rng.randrange(10)
        if kind < 4:
            return self.rng.choice((*METRICS, "pi0", "pi1"))
        if kind < 6:
            return self.loss()
        if kind < 9:
            return self.mean(self.rng.randint(1, 3))
        threshold = self.rng.choice((*LEVELS, "pi0"))
        return self.rng.choice(
            [f"error({threshold})", f"macro_error({threshold})", "h_measure(2, 1)", "h_measure(1, 1)"]
        )

    def loss(self) -> str:
        """A loss of any method, under any density, condition and reading of rates."""
        rng = self.rng
        words = [self.method()]
        if rng.random() < 0.6:
            words.append(f"cost={rng.choice(MIXED_COSTS) if rng.random() < 0.15 else self.among(COSTS, RARE_COSTS)}")
        if rng.random() < 0.35:
            words.append("condition=skew")
        if rng.random() < 0.35 and "pr(" not in words[0]:
            words.append(f"rates={rng.choice(READINGS)}")
        return f"loss({', '.join(words)})"

    def method(self, depth: int = 0) -> str:
        rng = self.rng
        level = rng.choice(LEVELS)
        kind = rng.randrange(12 if depth else 13)
        named = ("score_driven", "score_uniform", "rate_driven", "rate_uniform", "optimal", "optimal")
        if kind < 6:
            return named[kind]
        if kind == 6:
            return f"score_fixed({level})"
        if kind == 7:
            return f"rate_fixed({level})"
        if kind == 8:
            return "score_uniform(1/4, 3/4)"
        if kind == 9:
            return f"score({self.among(SCORES, RARE_SCORES)})"
        if kind == 10:
            return f"rate({self.among(RATES, RARE_RATES)})"
        if kind == 11:
            return f"{rng.choice(['fpr', 'tpr'])}({self.among(RATES, RARE_RATES)})"
        return f"mix({level}, {self.method(1)}, {self.method(1)})"

    def mean(self, depth: int) -> str:
        return f"{self.rng.choice(['E0', 'E1', 'E'])}({self.inner(depth)})"

    def inner(self, depth: int) -> str:
        """A function of the score, and of what belongs to it."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            return rng.choice((*OF_THE_SCORE, "s", "pav(s)", self.number(), rng.choice(["t", "pi1", "k", "1"])))
        kind = rng.randrange(12)
        x, y = self.inner(depth - 1), self.inner(depth - 1)
        if kind < 6:
            return f"({x}) {rng.choice('+-**')} ({y})"
        if kind == 6:
            return f"({x})**{rng.choice([2, 2, 3])}"
        if kind == 7:
            return f"{rng.choice(['min', 'max'])}({x}, {y})"
        if kind == 8:
            return f"abs({x} - ({y}))"
        if kind == 9:
            return f"indicator({x} {rng.choice(['<', '<=', '>', '>='])} {y})"
        if kind == 10:
            return f"({x})*(1 - ({x}))"
        return self.among(
            [f"({x})/2", f"({x}) - E1(s)"], [f"({x})/(1 + ({y}))", f"sqrt({x})", f"({x})**(1/2)", f"exp({x})"]
        )

    def expression(self, depth: int) -> str:
        """Any expression."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            kind = rng.randrange(8)
            if kind == 0:
                return self.number()
            return rng.choice(SIZES) if kind == 1 else rng.choice("tkqr") if kind == 2 else self.figure()
        kind = rng.randrange(14)
        x = self.expression(depth - 1)
        if kind < 9:
            return f"({x}) {rng.choice('+-*')} ({self.expression(depth - 1)})"
        if kind == 9:
            return f"({x})**{rng.choice(['2', '2', '3', '0', '-1', '(1/2)'])}"
        if kind == 10:
            return f"{rng.choice(['min', 'max'])}({x}, {self.expression(depth - 1)})"
        if kind == 11:
            return f"({x})/({self.expression(depth - 1)})"
        return f"{self.among(['abs', 'abs', 'sqrt'], ['log', 'exp'])}({x})"
