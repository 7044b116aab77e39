"""Axioms tried: their letters filled at random, with what their kinds allow, on populations that meet what is given."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from flint import fmpq

from tests.recheck.axiom_instances import TOLERANCE, Env, Reading, Tree, free
from tests.recheck.axiom_populations import NoValue, Place, Population, drawn, matched_law
from workbench.recheck import axioms
from workbench.recheck.axioms import Theorem
from workbench.recheck.language import expression, with_names

Entry = Mapping[str, Any]

NUMBERS = ("0", "1", "2", "1/2", "1/3", "3/4", "-1", "-2/3", "5/2")
PARAMETERS = ("t", "r", "q", "a", "k1")
FIGURES = (
    "pi0",
    "pi1",
    "AUC",
    "BS",
    "RLH",
    "MER",
    "E0(s)",
    "E1(s**2)",
    "E(pav(s)*s)",
    "E1(F0(s)**2)",
    "F0(1/3)",
    "R(t)",
    "error(1/2)",
    "loss(rate_driven)",
    "loss(optimal, cost=beta(2, 2))",
    "loss(score_driven, scores=pav(s))",
    "loss(rate_driven, scores=(1 - s)**2)",
    "Ec(c*indicator(c < 1/3))",
    "balanced(BS)",
    "least_loss(1/3)",
)
AT_SCORE = ("s", "F0(s)", "F1(s)", "R(s)", "posterior(s)", "pav(s)")
CONDITION = ("c", "u", "1 - c", "c*u", "c**2")
LAWS = (
    *("c", "u", "c", "u", "1 - c", "1 - u", "(c + u)/2", "c**2", "u**2", "min(c, u)", "max(c, u)", "q*c + (1 - q)*u"),
    *("t", "1/3", "c/2 + 1/4", "indicator(c < 1/2)", "indicator(u < 1/3)*c", "pi0", "c*pi1", "F0(c)", "E0(s)", "R(u)"),
    *("c*(1 - c)", "abs(c - u)", "1/4 + indicator(1/2 <= c)/2", "c*u"),
)
BEYOND = ("2*c - 1/2", "c - u", "2", "-1", "a*c", "3*u - 1", "t - pi0")
RISING = ("value", "value**2", "(value + 1)/2", "value/3 + 1/4", "(value**3 + value)/2", "min(value, value*value)")
LAWS_OF_U = (
    "u",
    "u",
    "1 - u",
    "u**2",
    "u/2 + 1/4",
    "t",
    "1/3",
    "indicator(u < q)",
    "F1(u)",
    "pi0*u",
    "u*(1 - u)",
    "E1(s)",
)
DENSITIES = (
    *("uniform", "uniform", "uniform(1/4, 3/4)", "beta(2, 1)", "beta(2, 2)", "beta(1, 3)", "point(1/3)", "point(t)"),
    *("density(2*c)", "density(4*min(c, 1 - c))", "uniform(0, t/2 + 1/4)", "point(1)", "density(3*(1 - c)**2)"),
)
OF_THE_SAMPLE = (
    "point(pi1)",
    "uniform(0, pi0)",
    "beta(1 + pi0, 2)",
    "beta(3/2, 1/2)",
    "density(2*pi0*c + 2*pi1*(1 - c))",
)
RATES = ("interpolated", "step", "nearest", "cutpoints")
WIDE = (
    "indicator(c < s)",
    "indicator(u < F0(s))",
    "max(c - s, 0)",
    "min(c, pav(s))",
    "indicator(s <= (c + u)/2)",
    "abs(u - R(s))",
)
MATCHED = (
    ("c", "uniform"),
    ("1/2", "uniform"),
    ("1/4 + indicator(1/2 <= c)/2", "uniform"),
    ("c", "beta(2, 1)"),
    ("2/3", "beta(2, 1)"),
    ("indicator(u < 1/3)*c + indicator(1/3 <= u)/2", "beta(2, 2)"),
    ("t", "point(t)"),
)
UNIFORM_RATES = ("c", "u", "1 - c", "1 - u", "2*abs(c - 1/2)", "2*min(u, 1 - u)", "u + c - indicator(1 <= u + c)")

_BOUND = ("E1(value)", "value*E(value)", "Ec(value*c)", "Ec(value*u)", "loss(score(value))", "balanced(value)")
_WITHOUT_SCORES = ("s", "1 - F0(s)", "F1(s)**2", "t*R(s)", "posterior(s)", "pav(s)", "indicator(s < t)", "s*E0(s)")
_OF_THE_SAMPLE = ("pi0", "E0(s)", "AUC", "n/(n + 1)", "F0(1/2)", "error(1/2)", "loss(optimal)", "least_loss(1/2)")
IMPROPER: dict[str, tuple[str, ...]] = {
    "class": ("2", "-1", "1/2", "s", "k", "pi0", "0 + 1", "both"),
    "class or both": ("2", "-1", "1/2", "s", "k", "pi0", "0 + 1", "all"),
    "whole number": ("0", "-1", "1/2", "a", "n", "1 + 1", "1000"),
    "expression": (*_WITHOUT_SCORES, "T", "c", "u", "1 - c", "c*E0(s)", "indicator(c < 1/2)", "Ec(c)*u"),
    "function of value": (
        *_BOUND,
        *_WITHOUT_SCORES,
        "s*value",
        "c*value",
        "T*value",
        "value + u",
        "max(value, pav(s))",
    ),
    "function of value alone": (*_BOUND, "s*value", *(f"value*{x}" for x in _OF_THE_SAMPLE)),
    "function of the score and value alone": (
        *(*_BOUND, "F0(s)", "F1(s)*value", "s*R(s)", "posterior(s)", "pav(s)", "s*E0(s)", "c*value", "s*u", "T*s"),
        *(f"s*{x}" for x in _OF_THE_SAMPLE),
    ),
    "function of the score": ("T", "c", "u", "s*c", "indicator(u < s)"),
    "increasing function of the score": (
        *("1 - s", "-s", "s - 1/2", "posterior(s)", "-1", "indicator(s < 1/2)", "s*(1 - s)", "abs(s - 1/2)", "c", "u"),
        *("min(s, -1)", "E(s)*s", "indicator(c < s)", "indicator(s <= s)", "s**(-1)", "a*s", "F0(1 - s)", "s/2 - s"),
    ),
    "strictly increasing function of value": (
        *("1/2", "1 - value", "min(value, 1/2)", "max(value, 1/2)", "indicator(1/2 < value)", "value*s", "value - 1/2"),
        *(
            "value + pav(s)",
            "0*value",
            "value*indicator(0 < value)",
            "abs(value)",
            "s",
            "value**0",
            "-value",
            "a*value",
        ),
        *("value/2 - value", "E(value)", "value + indicator(value <= s)", "F0(value)", "value*E0(s)", "value**(-1)"),
    ),
    "function of the score and value": (*_BOUND, "T*value", "c", "c*value", "s*u"),
    "threshold": (*_WITHOUT_SCORES, "c*s"),
    "law": (*_WITHOUT_SCORES, "c*s"),
    "rate": (*_WITHOUT_SCORES, "c*s"),
    "law of u": (*_WITHOUT_SCORES, "T", "c", "c*u", "min(c, u)", "u + Ec(c)*c"),
    "condition": ("skews", "c", "1", "uniform"),
    "rates": ("rate", "linear", "1", "cost"),
    "method": ("score(s)", "rate(F0(s))", "score_fixed(s)", "score_fixed(c)", "mix(s, optimal, optimal)"),
    "method alone": tuple(f"score({x})" for x in _OF_THE_SAMPLE),
    "method of ranks alone": (
        *("score_driven", "score(c)", "score_fixed(t)", "score_uniform", "mix(q, rate_driven, score_fixed(1/2))"),
        *(f"rate({x})" for x in _OF_THE_SAMPLE),
    ),
    "density": ("point(s)", "point(c)", "uniform(u, 1)", "density(s)", "beta(1, c)"),
    "density alone": tuple(f"beta(1, 1 + {x})" for x in _OF_THE_SAMPLE),
}


@dataclass
class Letters:
    """Text of each kind, at random; some is of no kind and should be refused, or be harmless where it is not."""

    rng: random.Random
    improper: float = 0.0

    def text(self, atoms: tuple[str, ...], depth: int) -> str:
        """An expression in some atoms, numbers, parameters and figures of the sample."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            others = (rng.choice(NUMBERS), rng.choice(PARAMETERS), rng.choice(FIGURES))
            return rng.choice([*others, *([rng.choice(atoms)] * 5 if atoms else ())])
        a, b = self.text(atoms, depth - 1), self.text(atoms, depth - 1)
        shapes = [f"({a} + {b})", f"({a} - {b})", f"({a})*({b})", f"({a})*({b})", f"({a})**2", f"({a})/3"]
        shapes += [f"max({a}, {b})", f"min({a}, {b})", f"abs({a})", f"indicator({a} < {b})", f"indicator({a} <= {b})"]
        return rng.choice(shapes if rng.random() < 0.98 else [f"sqrt(abs({a}))", f"({a})/(1 + ({b})**2)"])

    def law(self, laws: tuple[str, ...] = LAWS, beyond: float = 0.1) -> str:
        return self.rng.choice(
            (BEYOND if laws == LAWS else ("2", "-1/3", "3*u - 1")) if self.rng.random() < beyond else laws
        )

    def method(self, alone: bool = False, depth: int = 1, kind: str = "method alone") -> str:
        rng = self.rng
        while True:
            which = rng.randrange(9)
            if which == 0 and depth:
                parts = self.method(alone, 0, kind), self.method(alone, 0, kind)
                return f"mix({rng.choice(['q', '1/3', '1'])}, {parts[0]}, {parts[1]})"
            found = (
                rng.choice(["optimal", "score_driven", "rate_driven", "rate_uniform", "score_uniform"]),
                f"score({self.law()})",
                f"rate({self.law(beyond=0)})",
                f"{rng.choice(['fpr', 'tpr'])}({self.law(beyond=0)})",
                f"score_fixed({rng.choice(['t', '1/2', '0', 'BS'])})",
                f"rate_fixed({rng.choice(['r', '1/2', '1', 'AUC'])})",
                "score_uniform(t/3, 2/3)",
                "score_uniform(1/4, 3/4)",
            )[which % 8]
            if not alone or self.seen_alone("M", kind, found):
                return found

    def density(self, alone: bool = False) -> str:
        if alone or self.rng.random() < 0.8:
            return self.rng.choice(DENSITIES)
        return self.rng.choice(OF_THE_SAMPLE)

    @staticmethod
    def seen_alone(x: str, kind: str, text: str) -> bool:
        try:
            axioms.letter(x, kind, text, {})
        except ValueError:
            return False
        return True

    def of_kind(self, kind: str) -> str:
        """Text that may stand for a letter."""
        rng, depth = self.rng, self.rng.choice([0, 1, 1, 2, 2, 3])
        if kind in IMPROPER and rng.random() < self.improper:
            return rng.choice(IMPROPER[kind])
        made: dict[str, Callable[[], str]] = {
            "class": lambda: rng.choice("01"),
            "class or both": lambda: rng.choice(["0", "1", "both"]),
            "whole number": lambda: str(rng.randint(1, 6)),
            "expression": lambda: self.text((), depth),
            "function of value": lambda: self.text(("value",), depth),
            "function of value alone": lambda: self.text(("value",), depth),
            "function of the score": lambda: self.text(AT_SCORE, depth),
            "increasing function of the score": lambda: self.increasing(depth),
            "function of the score and value": lambda: self.text((*AT_SCORE, *["value"] * 5), depth),
            "function of the score and value alone": lambda: self.text((*["s"] * 3, *["value"] * 2), depth),
            "function of everything": self.wide,
            "threshold": lambda: rng.choice([self.law(), self.law(beyond=1), f"threshold_at({self.law()})"]),
            "law": self.law,
            "rate": lambda: self.law(beyond=0.05),
            "law of u": lambda: self.law(LAWS_OF_U),
            "condition": lambda: rng.choice(["cost", "skew"]),
            "rates": lambda: rng.choice(RATES),
            "method": self.method,
            "method alone": lambda: self.method(alone=True),
            "method of ranks alone": lambda: self.method(alone=True, kind="method of ranks alone"),
            "strictly increasing function of value": lambda: rng.choice(RISING if rng.random() < 0.9 else ("2*value",)),
            "density": self.density,
            "density alone": lambda: self.density(alone=True),
        }
        return made[kind]()

    def increasing(self, depth: int) -> str:
        """An increasing function of the score: sums, products, greatest and least ones of ranks, and indicators."""
        rng = self.rng
        if depth == 0:
            return rng.choice(("s", "F0(s)", "F1(s)", "R(s)", "pav(s)", "1/3", f"indicator({rng.choice(NUMBERS)} < s)"))
        a, b = self.increasing(depth - 1), self.increasing(depth - 1)
        shapes = [f"({a} + {b})", f"({a})*({b})", f"({a})**2", f"max({a}, {b})", f"min({a}, {b})", f"2*({a})"]
        shapes.append(f"sqrt({a})")
        return rng.choice([*shapes, f"indicator({self.text((), 1)} <= {a})"])

    def wide(self) -> str:
        """A function of the score and of the operating condition."""
        rng = self.rng
        parts = [self.text(AT_SCORE, rng.choice([0, 1, 1])), self.text(CONDITION, rng.choice([0, 1])), rng.choice(WIDE)]
        return rng.choice(["({0})*({1})", "{2}", "({2})*({1})", "({0}) + ({1})*({2})", "max({0}, {1})"]).format(*parts)

    def filled(self, entry: Entry) -> dict[str, str]:
        """Each letter of an axiom filled; half of the time so that what is given of them holds."""
        rates = "threshold_at" in f"{entry['left']}{entry['right']}"
        kinds = {x: "rate" if rates and kind == "threshold" else kind for x, kind in entry.get("letters", {}).items()}
        found = {x: self.of_kind(kind) for x, kind in kinds.items()}
        if self.rng.random() < 0.5 and any(not g.isidentifier() for g in entry.get("given", ())):
            self.meet(found, " ".join(entry["given"]))
        if entry.get("for_all"):
            self.meet_at_ranks(found)
        return found

    def meet_at_ranks(self, found: dict[str, str]) -> None:
        """g below 0 and h, often just so; alone, g up to 1/(1 - value)."""
        rng = self.rng
        if "h" not in found:
            below = ["1", "1 + value", "1 + value + value**2 + value**3", "1/(1 - value)", "1/max(1 - value, 1/9)"]
            less = rng.choice(["{0} - ({1})**2", "min({0}, {1})", "{0} - abs({1})", "({0})*abs(pi0)", "{0}"])
            found["g"] = less.format(rng.choice(below), found["g"])
            return
        kind = rng.randrange(10)
        if kind < 4:
            shape = rng.choice(
                ["-abs({0})", "-abs({0}*value)", "-indicator(value < {0})", "{0} - 1", "-indicator({0} < value)"]
            )
            found["h"] = shape.format(rng.choice((*FIGURES, "value", *NUMBERS)))
        low = ("min(0, {0})", "min(0, {0}) - ({1})**2", "-abs({1}) + min(0, {0})")[0 if kind < 6 else rng.randrange(3)]
        if kind < 9:
            found["g"] = low.format(f"({found['h']})", f"({self.text(('value',), 1)})")

    def meet(self, found: dict[str, str], given: str) -> None:
        """What is given between letters, met."""
        positive = f"(abs({found.get('x', '0')}) + 1/3)"
        if "y**2 <= x" in given:
            found["x"] = f"({found['y']})**2 + abs({self.text((), 1)})"
        elif "x <= y**2" in given:
            found["y"] = f"abs({found['y']})"
            found["x"] = f"min(({found['y']})**2, {positive})"
        elif "x <= 0" in given:
            found["x"] = f"1/3 - {positive}"
        elif "0 < x" in given:
            found.update(x=positive, y=f"(({found['y']})**2 + 1/100)")


# --- an axiom tried ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """An instance of an axiom, where it is tried."""

    axiom: str
    letters: Mapping[str, str]
    instance: Theorem
    population: Population
    env: Env

    def __str__(self) -> str:
        letters = ", ".join(f"{x} = {text}" for x, text in self.letters.items())
        names = sorted(set().union(*map(free, (self.instance.left, self.instance.right))))
        known = [f"{x} = {self.env[x]}" for x in names if x in self.env]
        return f"{self.axiom} with {letters or 'no letters'}\n    on {self.population}\n    {', '.join(known)}"


def trial(axiom: str, entry: Entry, rng: random.Random, most: int = 6, chosen: Population | None = None) -> Trial:
    """Letters and a population at random; a matched threshold and one of uniform rates are laws known to be so."""
    letters = Letters(rng, 0.02).filled(entry)
    given = frozenset(g for g in entry.get("given", ()) if g.isidentifier())
    population, laws = chosen or drawn(rng, given, rng.choice([most, most // 2])), {}
    if "cutpoints" in letters.values() or "cutpoints" in str(entry["left"]):
        while population.n is None or population.n > 9:
            population = drawn(rng, given, 4)
    words = str(entry["left"]) + str(entry["right"])
    if "Ec" in words and axiom == "matched":
        if rng.random() < 0.4:
            laws["T"], laws["w"] = rng.choice(MATCHED if "matched" in given else [(rng.choice(LAWS), "uniform")])
        else:
            population = replace(population, joint=matched_law(rng))
    if axiom == "uniform_rate":
        laws["T"] = rng.choice(UNIFORM_RATES if "uniform_rate" in given else LAWS)
    if {"a", "b"} <= set(letters) and rng.random() < 0.8:
        shapes = ["1", "2", "3", "1/2", "7/3", "1 + pi0"]
        letters.update(a=rng.choice(shapes), b=rng.choice(shapes))
    left, right = (expression(x) if isinstance(x, str) else x for x in (entry["left"], entry["right"]))
    found = replace(axioms.of_entry({**entry, "left": "0", "right": "0"}), left=left, right=right).filled(letters, {})
    if laws:
        trees = {x: expression(text) for x, text in laws.items()}
        found = replace(found, left=with_names(found.left, trees), right=with_names(found.right, trees))
    return Trial(axiom, {**letters, **laws}, found, population, setting(rng, population))


def setting(rng: random.Random, p: Population) -> dict[str, Any]:
    """The free names: t, r and q in [0, 1], c and u too, s at an example; others are any numbers."""
    inside = [
        *p.edges,
        *p.calibrated,
        *p.rates,
        fmpq(0),
        fmpq(1),
        *(fmpq(rng.randint(1, 96), 97) for _ in "abc"),
    ]
    found: dict[str, Any] = {x: rng.choice(inside) for x in ("t", "r", "q", "c", "u")}
    found.update({x: fmpq(rng.randint(-12, 24), rng.randint(1, 6)) for x in ("a", "k1")})
    found["s"] = Place(rng.randrange(len(p.groups)), fmpq(rng.randint(1, 96), 97))
    return found


CELLS = 1, 3, 24
"""Into how many parts integrals are cut: what is false is false by each of them."""


@dataclass(frozen=True)
class Outcome:
    """What came out; not ``seen`` where a side has no value, which the reader refuses, or where a hypothesis fails."""

    wrong: str | None = None
    seen: bool = False
    exact: bool = True


def outcome(one: Trial) -> Outcome:
    """Whether an instance holds where it is tried; if not, the axiom, the letters, the sample and both sides."""
    found = Outcome()
    for cells in CELLS:
        found = read(one, Reading(one.population, cells=cells))
        if found.wrong is None:
            break
    return found


def read(one: Trial, reading: Reading) -> Outcome:
    """The same by one way of taking integrals."""
    try:
        if not all(_holds(reading, x, one.env) for x in one.instance.given if x[0] == "relation"):
            return Outcome()
        if not all(_holds_at_every_rank(reading, x[2], one.env) for x in one.instance.given if x[0] == "for all"):
            return Outcome()
        left, right = (reading.value(x, one.env) for x in (one.instance.left, one.instance.right))
        signs = [reading.value(x, one.env) for x in one.instance.positive]
    except NoValue:
        return Outcome()
    if _related(one.instance.relation, left, right, reading.exact) and all(x > 0 for x in signs):
        return Outcome(None, True, reading.exact)
    sides = (f"{name} {x} = {float(x):.12g}" for name, x in (("left", left), ("right", right)))
    return Outcome(f"{one}\n    {', '.join(sides)}", True, reading.exact)


def _related(relation: str, left: Any, right: Any, exact: bool = True) -> bool:
    slack = 0 if exact else TOLERANCE * (1 + abs(left) + abs(right))
    if relation == "==":
        return bool(abs(left - right) <= slack)
    if relation == "<":
        return bool(left < right)
    return bool(left <= right + slack) if relation == "<=" else bool(left + slack >= right)


def _holds(reading: Reading, relation: Tree, env: Env) -> bool:
    _, sign, left, right = relation
    return _related(sign, reading.value(left, env), reading.value(right, env))


def _holds_at_every_rank(reading: Reading, relation: Tree, env: Env) -> bool:
    """On a grid of [0, 1], where a side switches, and between."""
    places = sorted({fmpq(k, 24) for k in range(25)} | reading.breaks(relation, "rank", env))
    places += [(x + y) / 2 for x, y in pairwise(places)]
    return all(_holds(reading, relation, {**env, "rank": x}) for x in places)


__all__ = ["Letters", "Outcome", "Trial", "outcome", "trial"]
