"""Random statements, many of them true by construction, many of them false by little.

Each kind starts from what is known to be true (the statements of `tests.mutants` and families with free parts), or
from what is known to be false, and composes: equal things are added to both sides, both are multiplied by what is not
negative, an inequality is weakened, an equal replaces its equal, parameters are put to their ends, an assumption is
added. `near miss` then changes one thing or two. What is drawn depends on the seed and the number alone.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests import mutants
from tests.benchmarks.plain_numbers import Poly, composed, minus, primitive, product, scaled, trimmed
from tests.benchmarks.random_expressions import COSTS, MIXED_COSTS, READINGS, Expressions
from workbench.language import statements

EQUALS = (
    ("AUC", "E1(F0(s))", "(1 - E0(F1(s)))", "(GINI + 1)/2"),
    ("BS", "(CL + RL)", "loss(score_driven)", "(pi0*BS0 + pi1*BS1)", "(E(s**2) - 2*pi1*E1(s) + pi1)"),
    ("RLH", "loss(optimal)", "E(pav(s)*(1 - pav(s)))", "pi1*(1 - E1(pav(s)))", "pi0*E0(pav(s))"),
    ("MAE", "loss(score_uniform)", "(pi0*E0(s) + pi1*E1(1 - s))", "(BS + E(s*(1 - s)))"),
    ("pi1", "(1 - pi0)", "E(posterior(s))", "E(pav(s))", "error(1)", "n1/n"),
    ("RL", "E(posterior(s)*(1 - posterior(s)))", "pi0*E0(posterior(s))"),
    ("loss(rate_driven)", "(pi0*pi1*(1 - 2*AUC) + 1/3)", "(loss(rate_uniform) - 1/6)"),
    ("H", "h_measure(2, 2)"),
    ("MBS", "(BS0 + BS1)/2", "loss(score_driven, condition=skew)"),
    ("1/2", "E(R(s))", "E0(F0(s))", "E1(F1(s))"),
    ("1/3", "E(R(s)**2)", "E0(F0(s)**2)"),
)
NONNEGATIVE = (
    "pi0",
    "pi1",
    "n",
    "BS",
    "AUC",
    "(1 - AUC)",
    "RL",
    "RLH",
    "H",
    "KS",
    "MER",
    "abs(GINI)",
    "E(s**2)",
    "k**2",
    "error(t)",
    "loss(rate_uniform)",
    "loss(optimal, cost=beta(2, 2))",
    "max(AUC - BS, 0)",
    "E1(s*pav(s))",
)
POSITIVE = (
    "pi0",
    "pi1",
    "n",
    "(1 + BS)",
    "1/n0",
    "(2 - AUC)",
    "loss(rate_driven, condition=skew)",
    "(k**2 + 1)",
    "exp(BS)",
)
FIGURES = ("AUC", "AUCH", "GINI", "BS", "MAE", "RL", "CL", "RLH", "H", "KS", "MER", "MBS", "pi0", "error(t)", "E0(s)")
GIVEN = (
    "calibrated",
    "evenly_spaced",
    "no_ties",
    "pi0 == 1/2",
    "pi0 == 1/3",
    "pi0 >= 1/3",
    "pi0 < 1/2",
    "pi0 >= 9/10",
    "auc >= 1/2",
    "auc == 3/4",
    "auc < 1/2",
    "auc >= 9/10",
    "auc >= 99/100",
    "auc <= 3/5",
    "auc > 1/2",
    "KS >= 1/2",
    "MER < 1/4",
    "BS <= MAE/2",
    "AUCH >= 3/4",
    "E(s) <= pi1",
    "t > 0",
)
PAIRS = (
    ("no_ties", "auc >= 9/10"),
    ("pi0 == 1/2", "auc >= 9/10"),
    ("calibrated", "pi0 == 1/3"),
    ("calibrated", "auc >= 4/5"),
    ("evenly_spaced", "auc >= 9/10"),
    ("no_ties", "pi0 == 1/3"),
    ("evenly_spaced", "pi0 == 1/2"),
)
SELDOM_MET = (
    ("no_ties", "auc >= 9/10"),
    ("pi0 == 1/2", "auc >= 9/10"),
    ("evenly_spaced", "auc >= 9/10"),
    ("pi0 == 1/2", "auc >= 19/20"),
    ("auc >= 99/100",),
    ("evenly_spaced", "pi0 == 1/2", "auc >= 4/5"),
)
RISING = (
    "s",
    "s**2",
    "s**3",
    "max(s, 1/2)",
    "min(s, 1/3)",
    "indicator(s > 1/2)",
    "pav(s)",
    "s*pav(s)",
    "s + pav(s)**2",
    "sqrt(s)",
)
SHARES = ("posterior(s)", "pav(s)", "s")
LEVELS = ("0", "1", "1/2", "1/3", "3/4")
OPPOSITE = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "==", "!=": "!="}


@dataclass(frozen=True)
class Sides:
    """``left relation right given ...``; ``true`` when that is known."""

    left: str
    relation: str
    right: str
    given: tuple[str, ...] = ()
    true: bool = True

    def __str__(self) -> str:
        given = f" given {', '.join(self.given)}" if self.given else ""
        return f"{self.left} {self.relation} {self.right}{given}".strip()


def sides_of(text: str) -> Sides:
    """A statement of the catalogue of true ones, in its parts."""
    body, _, given = text.partition(" given ")
    left, relation, right = re.split(r" (==|!=|<=|>=|<|>) (?![^()]*\))", body, maxsplit=1)
    return Sides(left, relation, right, tuple(filter(None, given.split(", "))))


TRUE = tuple(map(sides_of, mutants.TRUE))


class Source:
    """Draws the statement of this number of a seed."""

    def __init__(self, seed: int, number: int) -> None:
        self.rng = random.Random(f"statements {seed}:{number}")
        self.usual = Expressions(self.rng, rare=False)
        self.wild = Expressions(self.rng)

    def statement(self) -> tuple[str, str, bool]:
        """The kind, the text, and whether it is true for sure."""
        kinds: dict[str, tuple[int, Callable[[], Sides]]] = {
            "specialised": (6, lambda: self.specialised(self.known())),
            "composed": (16, self.composed),
            "hull": (10, self.hull),
            "means": (9, self.means),
            "losses": (14, self.losses),
            "given": (7, self.assumed),
            "related": (8, self.related),
            "quotients, powers": (7, self.powers),
            "vanishing": (4, self.vanishing),
            "near miss": (22, self.near_miss),
            "random": (5, self.anything),
        }
        while True:
            kind = self.rng.choices(list(kinds), [weight for weight, _ in kinds.values()])[0]
            drawn = kinds[kind][1]()
            try:
                text = str(statements.parse_statement(str(drawn)))
            except statements.StatementError:
                continue
            if len(text) <= 400:
                return kind, text, drawn.true

    # --- what is true ---------------------------------------------------------------------------------------------

    def known(self) -> Sides:
        return self.rng.choice(TRUE)

    def specialised(self, sides: Sides) -> Sides:
        """Parameters at numbers, and assumptions added."""
        left, right = sides.left, sides.right
        for name in "tqrk":
            if self.rng.random() < 0.5:
                level = self.rng.choice(LEVELS)
                left, right = (re.sub(rf"\b{name}\b", level, side) for side in (left, right))
        return Sides(left, sides.relation, right, self.more(sides.given), sides.true)

    def more(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """The assumptions, and perhaps others that can be met together with them."""
        rng = self.rng
        if given or rng.random() < 0.4:
            return given
        return rng.choice(PAIRS + SELDOM_MET) if rng.random() < 0.5 else (rng.choice(GIVEN),)

    def composed(self) -> Sides:
        found = self.known() if self.rng.random() < 0.6 else self.rng.choice([self.hull, self.means, self.losses])()
        for _ in range(self.rng.randint(1, 3)):
            found = self.step(found)
        return self.specialised(found) if self.rng.random() < 0.4 else found

    def step(self, sides: Sides) -> Sides:
        """Another statement that follows."""
        rng = self.rng
        left, relation, right, given, true = sides.left, sides.relation, sides.right, sides.given, sides.true
        kind = rng.randrange(9)
        if kind == 0 or relation == "!=":
            added = self.usual.figure()
            return Sides(f"{left} + {added}", relation, f"{right} + {added}", given, true)
        if kind == 1:
            first, second = rng.sample(rng.choice([x for x in EQUALS if len(x) > 1]), 2)
            return Sides(f"({left}) - {first}", relation, f"({right}) - {second}", given, true)
        if kind == 2:
            factor = rng.choice(POSITIVE if relation in "<>" else NONNEGATIVE)
            return Sides(f"{factor}*({left})", relation, f"({right})*{factor}", given, true)
        if kind == 3 and relation != "==":
            more = rng.choice(NONNEGATIVE)
            sign = "+" if relation[0] == "<" else "-"
            return Sides(left, relation, f"({right}) {sign} {more}", given, true)
        if kind == 4:
            return Sides(self.replaced(left), relation, self.replaced(right), given, true)
        if kind == 5:
            other = self.known()
            if (other.given and given) or other.relation != relation:
                return Sides(right, OPPOSITE[relation], left, given, true)
            return Sides(
                f"({left}) + ({other.left})", relation, f"({right}) + ({other.right})", given or other.given, true
            )
        if kind == 6 and relation in ("<=", ">=", "=="):
            figure, name = rng.choice(FIGURES), rng.choice(["min", "max"])
            return Sides(f"{name}({left}, {figure})", relation, f"{name}({right}, {figure})", given, true)
        if kind == 7:
            factor = rng.choice(POSITIVE)
            return Sides(f"({left})/({factor})", relation, f"({right})/({factor})", given, true)
        if relation == "==":
            return Sides(left, rng.choice(["<=", ">="]), right, given, true)
        return Sides(f"{left} - ({right})", relation, "0", given, true)

    def replaced(self, side: str) -> str:
        """Names replaced by what they equal."""
        for names in EQUALS:
            if names[0].isalnum() and self.rng.random() < 0.7:
                side = re.sub(rf"\b{names[0]}\b(?!\()", f"({self.rng.choice(names)})", side, count=1)
        return side

    # --- families -------------------------------------------------------------------------------------------------

    def function(self, letters: tuple[str, ...], depth: int = 2) -> str:
        """A polynomial, maximum, minimum or distance in these."""
        rng = self.rng
        if depth == 0:
            return rng.choice((*letters, *letters, "1", "1/2", "2"))
        x, y = self.function(letters, depth - 1), self.function(letters, depth - 1)
        return rng.choice(
            [f"({x})*({y})", f"({x} + {y})", f"({x})**2", f"({x} - {y}/2)", f"max({x}, {y})", f"abs({x} - ({y}))"]
        )

    def hull(self) -> Sides:
        """Calibrated scores beside scores and shares."""
        rng = self.rng
        kind = rng.randrange(8)
        given = self.more(()) if rng.random() < 0.6 else ()
        if kind == 0:
            g = self.function(("pav(s)",))
            return Sides(f"pi1*E1({g})", "==", f"E(pav(s)*({g}))", given)
        if kind == 1:
            letters = ("pav(s)", "s", "F0(s)", "posterior(s)", "R(s)")
            g = self.function(letters, rng.randint(0, 2))
            if rng.random() < 0.6:
                g = "*".join(["pav(s)", *sorted(rng.choices(letters, k=rng.randint(1, 3)))])
            given = given if rng.random() < 0.2 else rng.choice(SELDOM_MET)
            return Sides(f"pi1*E1({g})", "==", f"E(pav(s)*({g}))", given, False)
        if kind == 2:
            g = self.function(("posterior(s)", "s", "pav(s)", "F1(s)"))
            return Sides(f"pi1*E1({g})", "==", f"E(posterior(s)*({g}))", given)
        if kind == 3:
            h = rng.choice(RISING)
            return Sides(f"E(posterior(s)*({h}))", "<=", f"E(pav(s)*({h}))", given)
        if kind == 4:
            h = rng.choice(RISING)
            return Sides(f"pi1*E1({h})", rng.choice(["<=", "=="]), f"E(s*({h}))", given, False)
        if kind == 5:
            g = self.function(("pav(s)",), 1)
            return Sides(f"E((posterior(s) - pav(s))*({g}))", "==", "0", given)
        if kind == 6:
            cost = rng.choice(COSTS)
            bound = rng.choice(["KS", "MER", "RLH", "AUCH", "GINI"])
            return Sides(
                f"loss(optimal, cost={cost})", rng.choice(["<=", ">="]), f"{rng.choice('12')}*{bound}", given, False
            )
        return Sides("E((s - pav(s))**2) + RLH", ">=", rng.choice(["CL", "RLH", "CL + RL", "BS"]), given, False)

    def means(self) -> Sides:
        """Means of functions of scores, ranks and shares."""
        rng = self.rng
        kind = rng.randrange(7)
        letters = ("s", "F0(s)", "F1(s)", "R(s)", "posterior(s)", "pav(s)")
        f = self.function(tuple(rng.sample(letters, 2)))
        given = self.more(()) if rng.random() < 0.3 else ()
        if kind == 0:
            return Sides(f"E({f})", "==", f"pi0*E0({f}) + pi1*E1({f})", given)
        if kind == 1:
            x = self.function(("s", "pav(s)", "R(s)"), 1)
            return Sides(f"E({x})**2", "<=", f"E(({x})**2)", given)
        if kind == 2:
            g = self.function(("s", "posterior(s)"), 1)
            return Sides(f"E0(abs({f} - ({g})))", ">=", f"abs(E0({f}) - E0({g}))", given)
        if kind == 3:
            k = rng.randint(1, 5)
            name, mean = rng.choice([("F0", "E0"), ("F1", "E1"), ("R", "E")])
            return Sides(f"{mean}({name}(s)**{k})", "==", f"1/{k + 1}", given)
        if kind == 4:
            level = rng.choice(("t", "1/2", "1/3", "pi1"))
            x = rng.choice(("s", "pav(s)", "posterior(s)"))
            f = f"indicator({x} {rng.choice(['<', '<='])} {level})"
            return Sides(f"E({f}*({x}))", "<=", f"{level}*E({f})", given)
        if kind == 5:
            return Sides(f"E(max({f}, 1/2)) + E(min({f}, 1/2))", "==", f"E({f}) + 1/2", given)
        relation = rng.choice(["<=", ">=", "==", "<"])
        return Sides(f"E1({f})", relation, f"E0({self.function(letters, 1)})", given, False)

    def related(self) -> Sides:
        """What follows, or does not, from a relation of figures, numbers and parameters."""
        rng = self.rng
        low, high, more = rng.choice(FIGURES), rng.choice(FIGURES), rng.choice(NONNEGATIVE)
        known = self.known()
        kind = rng.randrange(8)
        if kind == 0:
            return Sides(low, "<=", f"{high} + {more}", (f"{low} {rng.choice(['<=', '<', '=='])} {high}",))
        if kind == 1:
            return Sides(f"a*{more}", "<=", f"b*{more}", ("0 <= a", "a <= b"))
        if kind == 2:
            return Sides(f"{more}/t", ">=", more, ("t > 0",))
        if kind == 3:
            return Sides(f"{low}*{more}", "<=", f"t*{more}", (f"{low} <= t",))
        if kind == 4 and not known.given:
            return Sides(known.left, known.relation, known.right, (f"{low} >= {rng.choice(LEVELS)}",), known.true)
        if kind == 5:
            return Sides(low, "<=", high, (f"{rng.choice(FIGURES)} >= {rng.choice(LEVELS)}",), False)
        if kind == 6:
            return Sides(
                f"a*{low}", rng.choice(["<=", "<"]), f"b*{high}", (f"a {rng.choice(['<', '<=', '>'])} b",), False
            )
        return Sides(low, "<=", rng.choice(LEVELS), (f"{low} <= {high}", f"{high} <= {rng.choice(LEVELS)}"), False)

    def losses(self) -> Sides:
        """Losses of methods, in closed form or compared with each other."""
        rng = self.rng
        kind = rng.randrange(9)
        cost = rng.choice(COSTS) if rng.random() < 0.8 else rng.choice(("any", "any", *MIXED_COSTS))
        words = f"cost={cost}" + rng.choice(["", "", ", condition=skew"])
        given = self.more(()) if rng.random() < 0.25 else ()
        if kind == 0:
            return self.scoring_rule()
        if kind == 1:
            method, reading = self.usual.method(), f", rates={rng.choice(READINGS)}"
            other = f"loss({method}, {words}{'' if 'pr(' in method else reading})"
            return Sides(f"loss(optimal, {words})", "<=", other, given, "rate(" not in other)
        if kind == 2:
            first, second = self.usual.method(1), self.usual.method(1)
            q = rng.choice(("q", "1/2", "1/3", "0", "1"))
            mixed = f"{q}*loss({first}, {words}) + (1 - {q})*loss({second}, {words})"
            return Sides(f"loss(mix({q}, {first}, {second}), {words})", "==", mixed, given)
        if kind == 3:
            method = self.usual.method()
            both = f"loss({method}, cost=beta(2, 1)) + loss({method}, cost=beta(1, 2))"
            return Sides(both, "==", f"2*loss({method})", given)
        if kind == 4:
            method = self.usual.method()
            return Sides(
                f"loss({method}, cost={cost})", "==", f"loss({method}, cost={cost}, condition=skew)", ("pi0 == 1/2",)
            )
        if kind == 5:
            return Sides(
                f"loss(score_driven, {words})", "==", f"loss(optimal, {words})", ("calibrated",), "skew" not in words
            )
        if kind == 6:
            level = rng.choice(("1/3", "t", "1/2", "0", "1"))
            left, right = (f"loss({m}, cost=point({level}))" for m in ("score_driven", f"score_fixed({level})"))
            return Sides(left, "==", right, given)
        if kind == 7:
            left, right = (f"loss({self.usual.method()}, {words})" for _ in range(2))
            return Sides(left, rng.choice(["<=", ">=", "<", "=="]), right, given, False)
        level = rng.choice(("r", "1/2", "0", "1", "1/3"))
        other = rng.choice(["MER", "loss(optimal)", "min(pi0, pi1)*(1 - KS)", "RLH"])
        return Sides(f"loss(rate_fixed({level}), rates={rng.choice(READINGS)})", ">=", other, given)

    def scoring_rule(self) -> Sides:
        """The loss of a threshold that moves on a line, as means of polynomials."""
        rng = self.rng
        name, weight = rng.choice(
            [("uniform", [1]), ("beta(2, 2)", [0, 6, -6]), ("beta(1, 2)", [2, -2]), ("density(3*c**2)", [0, 0, 3])]
        )
        w = [Fraction(x) for x in weight]
        c: Poly = [Fraction(0), Fraction(1)]
        whole, first = primitive(w), primitive(product(w, c))
        mean = sum(first, Fraction(0))
        kind = rng.randrange(3)
        if kind == 0:  # t = c
            below, weighted, law = whole, first, "c"
        elif kind == 1:  # t = 1 - c, so that t < s when c > 1 - s
            turned: Poly = [Fraction(1), Fraction(-1)]
            below, law = minus([sum(whole, Fraction(0))], composed(whole, turned)), "1 - c"
            weighted = minus([mean], composed(first, turned))
        else:  # t = u
            below, weighted, law = c, scaled(c, mean), "u"
        missed = scaled(weighted, Fraction(2))
        alarmed = scaled(minus(minus([1 - mean], below), scaled(weighted, Fraction(-1))), Fraction(2))
        l0, l1 = (_written(trimmed(p)) for p in (missed, alarmed))
        if rng.random() < 0.3:
            return Sides(f"loss(score({law}), cost={name}, condition=skew)", "==", f"(E0({l0}) + E1({l1}))/2")
        return Sides(f"loss(score({law}), cost={name})", "==", f"pi0*E0({l0}) + pi1*E1({l1})")

    def assumed(self) -> Sides:
        """What holds under an assumption, and is false without it."""
        rng = self.rng
        f, g = self.function(("s", "pav(s)"), 1), self.function(("s", "posterior(s)"))
        kind = rng.randrange(8)
        if kind == 0:
            return Sides(f"pi1*E1({f})", "==", f"E(s*({f}))", ("calibrated",))
        if kind == 1:
            return Sides(f"E1(R(s)*({g}))", "==", f"E1(s*({g}))", ("evenly_spaced",))
        if kind == 2:
            return Sides(f"E(posterior(s)*({g}))", "==", f"pi1*E1({g.replace('posterior(s)', '1')})", ("no_ties",))
        if kind == 3:
            return Sides(f"E0({f}) + E1({f})", "==", f"2*E({f})", ("pi0 == 1/2",))
        if kind == 4:
            return Sides(f"3*E({f})", "==", f"E0({f}) + 2*E1({f})", ("pi0 == 1/3",))
        if kind == 5:
            return Sides(f"E({f.replace('pav(s)', 's')})", "==", f"E({f})", ("calibrated",))
        if kind == 6:
            return Sides(f"AUCH + E({f})", ">=", f"9/10 + E({f})", ("auc >= 9/10",))
        return Sides(
            "RL", rng.choice(["==", "<=", ">="]), "RLH", (rng.choice(["calibrated", "auc == 1", "no_ties"]),), False
        )

    def powers(self) -> Sides:
        """Quotients, powers and roots, with and without a value everywhere."""
        rng = self.rng
        x, y = rng.choice(FIGURES), rng.choice((*FIGURES, "n", "pi1"))
        sides = self.known()
        kind = rng.randrange(8)
        if kind == 0:
            return Sides(f"({x}**2 - {y}**2)/({x} + {y} + 2)", "<=", f"abs({x} - {y})*abs({x} + {y})", (), False)
        if kind == 1:
            return Sides(f"({x}**2 - 1)/({x} - 1)", "==", f"{x} + 1", self.more(()), False)
        if kind == 2:
            return Sides(f"sqrt({x}**2)", "==", f"abs({x})", self.more(()))
        if kind == 3:
            return Sides(f"{x}/{y}", rng.choice(["<=", ">="]), f"{rng.choice('123')}", self.more(()), False)
        if kind == 4:
            return Sides(f"({x} + {y})**3", "==", f"{x}**3 + 3*{x}**2*{y} + 3*{x}*{y}**2 + {y}**3")
        if kind == 5:
            return Sides(f"2*{x}*{y}", "<=", f"{x}**2 + {y}**2")
        if kind == 6 and sides.relation != "!=":
            return Sides(f"({sides.left})*(k**2 + 1)**2", sides.relation, f"({sides.right})*(1 + k**2)**2", sides.given)
        return Sides(f"sqrt(E({rng.choice(SHARES)}**2))", ">=", f"E({rng.choice(SHARES)})", (), False)

    def vanishing(self) -> Sides:
        """What is false, times what is zero on many samples."""
        rng = self.rng
        sizes = rng.sample(range(2, 12), rng.randint(2, 6))
        factor = "*".join(f"(n - {size})" for size in sorted(sizes))
        if rng.random() < 0.3:
            factor = rng.choice(
                ["(AUC - 1)*AUC*(2*AUC - 1)", "(pi0 - 1/2)*(3*pi0 - 1)*(3*pi0 - 2)", "(n0 - 1)*(n1 - 1)*(n0 - n1)"]
            )
        false = rng.choice([self.hull, self.means, self.losses])
        for _ in range(20):
            sides = false()
            if not sides.true:
                break
        return Sides(f"{factor}*({sides.left})", "==", f"{factor}*({sides.right})", sides.given, False)

    # --- what is false --------------------------------------------------------------------------------------------

    def near_miss(self) -> Sides:
        """One of the others with one change, or two."""
        rng = self.rng
        makers = (self.known, self.composed, self.hull, self.means, self.losses, self.assumed, self.scoring_rule)
        for _ in range(20):
            try:
                found = statements.parse_statement(str(rng.choice(makers)()))
                for _ in range(1 + (rng.random() < 0.2)):
                    found = rng.choice(list(mutants._neighbours(found)))
                return Sides(str(found), "", "", (), False)
            except (statements.StatementError, IndexError):
                continue
        return self.anything()

    def anything(self) -> Sides:
        rng = self.rng
        left, right = self.wild.expression(rng.randint(0, 2)), self.wild.expression(rng.randint(0, 1))
        if rng.random() < 0.4:
            right = f"{right} + {rng.choice('123')}"
        return Sides(left, rng.choice(mutants.RELATIONS), right, self.more(()) if rng.random() < 0.3 else (), False)


def _written(p: Poly) -> str:
    """A polynomial in s as text."""
    return " + ".join(f"({x})*s**{i}" if i else f"({x})" for i, x in enumerate(p)) or "0"
