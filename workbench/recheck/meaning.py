"""What an expression means: its tree brought to normal form, with what must hold for it to have a value.

`put` is how anything is put for an atom: an equation wherever the atom stands, a value for a variable only where that
variable is free, and nothing that moves with a variable below what binds that variable.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from workbench.recheck import terms
from workbench.recheck.language import Refused, Tree, expression, need, parts, with_names
from workbench.recheck.terms import HALF, ONE, ZERO, Ratio, name, number, of_atom, of_number, scaled, term

Law: TypeAlias = tuple[Any, ...]

NAMES = frozenset({"n", "n0", "n1", "pi0", "pi1", "s", "c", "u"})
WORDS = {"condition": ("cost", "skew"), "rates": ("interpolated", "step", "nearest", "cutpoints")}
UNIFORM: Law = ("uniform",)


@cache
def table(file: str) -> dict[str, Any]:
    """One of the two files beside this one: definitions, axioms."""
    return tomllib.loads((Path(__file__).parent / f"{file}.toml").read_text("utf-8"))


def is_parameter(x: str) -> bool:
    """Whether a name is that of a free parameter: a lower-case letter, perhaps with a digit.

    >>> [is_parameter(x) for x in ("a", "k1", "s", "n0", "AUC")]
    [True, True, False, False, False]
    """
    return len(x) <= 2 and "a" <= x[0] <= "z" and x[1:] in ("", *"0123456789") and x not in NAMES


def strengthen(known: dict[Ratio, bool], x: Ratio, strict: bool) -> None:
    """Note that x >= 0, or x > 0."""
    known[scaled(x)[1]] = strict or known.get(scaled(x)[1], False)


@dataclass
class Book:
    """What the reader knows beside the text: letters of a theorem, positive shapes of Beta, what was shown to be >= 0
    (> 0: True); and what the text demands: values that exist, densities that are some."""

    letters: Mapping[str, str] = field(default_factory=dict)
    shapes: frozenset[str] = frozenset()
    known: dict[Ratio, bool] = field(default_factory=dict)
    demands: dict[tuple[str, Ratio], None] = field(default_factory=dict)
    densities: list[Ratio] = field(default_factory=list)
    texts: dict[str, Ratio] = field(default_factory=dict, init=False)

    def with_letters(self, letters: Mapping[str, str]) -> Book:
        """The same book with some more letters."""
        return replace(self, letters={**self.letters, **letters})

    def apart(self) -> Book:
        """The same book with no demands, and knowing only what it knows of parameters."""
        return replace(self, demands={}, known={x: strict for x, strict in self.known.items() if alone(x)})

    def demand(self, kind: str, *each: Ratio) -> None:
        """Note that something must be ``nonzero``, ``positive`` or ``nonnegative`` for a line to have a value."""
        self.demands.update({(kind, x): None for x in each if not terms.seen(x, kind != "nonnegative")})

    def demand_rate(self, *each: Ratio) -> None:
        """A rate lies in [0, 1]; that of a letter for rates does."""
        rates = [of_atom("law", x) for x, kind in self.letters.items() if kind == "rate"]
        self.demand("nonnegative", *(y for g in each if g not in rates for y in (g, ONE - g)))

    def shows(self, kind: str, x: Ratio) -> bool:
        """Whether x is seen, or was shown, to be ``nonzero``, ``positive`` or ``nonnegative``."""
        if kind == "nonzero":
            return self.sign(x) != 0
        known = self.known.get(scaled(x)[1])
        sure = [other for other, strict in self.known.items() if strict and not other.den]
        single = [i for other in sure for i in terms.inside(other) if other == term({i: 1})]
        positive = [*single, *(number(("name", shape)) for shape in self.shapes)]
        if known or (known is not None and kind == "nonnegative") or terms.seen(x, kind == "positive", positive):
            return True
        return any((gap := (x - other).constant) is not None and gap > 0 for other in sure)

    def sign(self, x: Ratio) -> int:
        """The sign of x, 1 or -1, as a product of what is shown to be positive; 0 where it is not seen."""
        rest = x.num
        for other, strict in self.known.items():
            while strict and not other.den and len(other.num) > 1 and (less := terms.divided(rest, other.num)):
                rest = less
        return next((k for k in (1, -1) if self.shows("positive", of_number(k) * Ratio(rest))), 0)

    def text(self, text: str) -> Ratio:
        """The normal form of a text."""
        if text not in self.texts:
            self.texts[text] = self.read(expression(text))
        return self.texts[text]

    def read(self, tree: Tree) -> Ratio:
        """The normal form of an expression."""
        kind, *inner = tree
        if kind == "number":
            return of_number(inner[0])
        if kind == "name":
            return self._name(inner[0])
        if kind == "call":
            return self._call(*inner)
        need(kind in ("negative", "+", "-", "*", "/", "**"), f"a {kind} stands where an expression should")
        x, *others = map(self.read, inner)
        if kind == "negative":
            return -x
        (y,) = others
        if kind == "/":
            self.demand("nonzero", y)
            return x.over(y)
        return self.power(x, y) if kind == "**" else x + y if kind == "+" else x - y if kind == "-" else x * y

    def _name(self, x: str) -> Ratio:
        kind = {"rate": "law", "number": "letter"}.get(self.letters.get(x, ""), self.letters.get(x))
        if kind in ("law", "letter", "kernel"):
            return of_atom(kind, x)
        known = is_parameter(x) or x in NAMES or x in table("definitions")["metrics"]
        need(known and not kind, f"{x} is no number that the reader knows")
        return name(x)

    def power(self, base: Ratio, exponent: Ratio) -> Ratio:
        value = exponent.constant
        if value is None:
            return exponential(exponent * self.log(base))
        if value.denominator != 1:
            self.demand("nonnegative", base)
        if value < 0:
            self.demand("nonzero", base)
        return terms.power(base if value >= 0 else ONE.over(base), max(value, -value))

    def log(self, x: Ratio) -> Ratio:
        self.demand("positive", x)
        return logarithm(x)

    def _call(self, function: str, arguments: tuple[Tree, ...], keywords: tuple[tuple[str, Tree], ...]) -> Ratio:
        if function == "loss":
            need(len(dict(keywords)) == len(keywords), "an argument that stands twice")
            return self._loss(arguments, dict(keywords))
        need(not keywords, f"{function} takes no argument by name")
        if function == "indicator":
            ((tag, relation, left, right),) = arguments
            need(tag == "relation" and relation in ("<", ">", "<=", ">="), "an indicator of what is no <, <=, > or >=")
            low, high = map(self.read, (right, left) if relation in (">", "<=") else (left, right))
            return terms.ind(high - low) if len(relation) == 1 else ONE - terms.ind(high - low)
        if function == "balanced":  # must have a value at other class proportions too, whatever is given about these
            inside = replace(self, demands={}, known={})
            found = self.balanced(*map(inside.read, arguments))
            fits = all(_made_of(x, {"condition"}, {"s", "c", "u"}) for _, x in inside.demands)
            need(fits, "what stands below balanced is not seen to have a value")
            self.demands.update(inside.demands)
            return found
        if function == "Ec":
            body, *density = arguments
            return over_condition(self.density(*density) if density else UNIFORM, self.read(body))
        inner = [self.read(a) for a in arguments]
        if function in ("min", "max") and inner:
            return terms.largest(inner) if function == "max" else -terms.largest([-x for x in inner])
        if OTHERS.get(function) == len(inner):
            self.demand("positive", *(inner if function == "h_measure" else ()))
            self.demand_rate(*(inner if function == "threshold_at" else ()))
            return of_atom("call", function, *inner)
        if function in ("pav", "posterior") and inner == [name("s")]:
            return of_atom("share", function)
        need(function in FUNCTIONS and len(inner) == 1, f"{function} is no function that the reader knows")
        return FUNCTIONS[function](self, *inner)

    def _loss(self, arguments: tuple[Tree, ...], given: dict[str, Tree]) -> Ratio:
        need(len(arguments) == 1 and set(given) <= {"cost", *WORDS}, "a loss takes a method, cost, condition and rates")
        words = [given.get(x, ("name", good[0])) for x, good in WORDS.items()]
        good = all(w in [("name", x) for x in each] for w, each in zip(words, WORDS.values(), strict=True))
        need(good, "a condition or a reading of the rates that is none")
        law = self.method(arguments[0])
        density = self.density(given["cost"]) if "cost" in given else UNIFORM
        return of_atom("loss", law, density, words[0][1], words[1][1] if _on_rates(law) else "interpolated")

    def method(self, tree: Tree) -> Law:
        """The law of a threshold choice method."""
        match tree:
            case ("name", "optimal"):
                return ("optimal",)
            case ("call", "mix", (share, first, second), ()):
                q = self.read(share)
                need(not q.moves(), "a share that moves")
                self.demand("nonnegative", q, ONE - q)
                return ("mix", q, self.method(first), self.method(second))
            case ("call", "score" | "rate" as function, (law,), ()):
                g = self.read(law)
                need("s" not in g.moves(), "a law that depends on the score")
                self.demand_rate(*([g] if function == "rate" else []))
                return (function, g)
        function, arguments = _called(tree)
        need(function in table("definitions")["methods"], f"{function} is no threshold choice method")
        named, law = table("definitions")["methods"][function]
        pairs = [p.strip().partition("=") for p in named.split(",") if p]
        values = [*arguments, *(expression(default) for _, _, default in pairs[len(arguments) :])]
        need(len(values) == len(pairs), f"{function} with other parameters")
        if len(values) == 2:
            self.demand("positive", self.read(values[1]) - self.read(values[0]))
        if len(values) == 1:
            self.demand("nonnegative", self.read(values[0]), ONE - self.read(values[0]))
        return self.method(with_names(expression(law), {x: v for (x, _, _), v in zip(pairs, values, strict=True)}))

    def density(self, tree: Tree) -> Law:
        """A density of the operating condition."""
        function, arguments = _called(tree)
        if self.letters.get(function, "").startswith("density") and tree[0] == "name":
            return ("letter", function, self.letters[function])
        values = tuple(map(self.read, arguments))
        bound = {"c"} if function == "density" else set[str]()
        need(all(v.moves() <= bound for v in values), f"{function}: a density in a variable that it does not have")
        match function, values:
            case "uniform", ():
                pass
            case "uniform", (low, high):
                self.demand("nonnegative", low, ONE - high)
                self.demand("positive", high - low)
                return UNIFORM if (low, high) == (ZERO, ONE) else ("uniform", low, high)
            case "beta", (_, _):
                self.demand("positive", *(v for v in values if v not in map(name, self.shapes)))
            case "point", (q,):
                self.demand("nonnegative", q, ONE - q)
            case "density", (f,):
                need(alone(f), "a density that depends on the sample")
                self.densities.append(f)
            case _:
                raise Refused(f"{function} is no density that the reader knows")
        return (function, *values)

    def balanced(self, x: Ratio) -> Ratio:
        changed = {i: self._balanced_atom(i) for i in terms.inside(x)}
        self.demand("nonzero", *(_with(d, changed) for d, _ in x.below()))
        return _with(x, changed)

    def _balanced_atom(self, i: int) -> Ratio:
        kind, x, *more = terms.atom(i)
        if kind == "name" and x == "pi0":
            return HALF
        same = {"letter": True, "name": kind == "name" and (x in terms.VARIABLES or is_parameter(x))}
        same |= {"cdf": kind == "cdf" and _made_of(more[0], {"cdf"}, {"s"}), "condition": alone((x, *more))}
        if same.get(kind):
            return term({i: 1})
        if kind == "mean" and _made_of(more[0], {"cdf"}, {"s", "pi0"}):
            return mean(x, self.balanced(more[0]))
        if kind not in ("pos", "ind", "power", "exp", "log", "condition") or _has_letter(x):
            return of_atom("balanced", term({i: 1}))
        inner = _each((x, *more), self.balanced)
        self.demand("positive" if kind == "log" else "nonnegative", *(inner[:1] if kind in ("log", "power") else ()))
        return made(kind, *inner)


def _called(tree: Tree) -> tuple[str, tuple[Tree, ...]]:
    need(tree[0] == "name" or (tree[0] == "call" and not tree[3]), "a method or a density must stand there")
    return tree[1], tree[2] if tree[0] == "call" else ()


def _each(part: Any, change: Callable[[Ratio], Ratio]) -> Any:
    """A part of an atom with its expressions changed."""
    if isinstance(part, Ratio):
        return change(part)
    return tuple(_each(x, change) for x in part) if isinstance(part, tuple) else part


def _on_rates(law: Law) -> bool:
    return law[0] == "rate" or (law[0] == "mix" and any(map(_on_rates, law[2:])))


def alone(part: Any) -> bool:
    """Whether a law, a density or an expression mentions nothing of the sample."""
    return _made_of(part, {"condition"}, {"c", "u"})


def _made_of(part: Any, kinds: set[str], names: set[str]) -> bool:
    """Whether there is nothing but numbers, parameters, functions of them, and some kinds of atoms and names."""
    allowed = {"name", "letter", "ind", "pos", "power", "exp", "log", "inverse", *kinds}
    atoms = [terms.atom(i) for i in terms.below(part)]
    fits = all(a[0] in allowed and (a[0] != "name" or a[1] in names or is_parameter(a[1])) for a in atoms)
    return fits and not any(map(_has_letter, [part, *atoms]))


def _has_letter(part: Any) -> bool:
    """Whether a density is a letter that may mention the sample."""
    return any(x[:1] == ("letter",) and x[-1] == "density" for x in parts(part))


def exponential(x: Ratio) -> Ratio:
    """exp(x), with exp(-x) as 1/exp(x)."""
    if x == ZERO:
        return ONE
    return ONE.over(of_atom("exp", -x)) if x.num[terms.leading(x.num)] < 0 else of_atom("exp", x)


def logarithm(x: Ratio) -> Ratio:
    """log(x), x > 0, with a number in front of x taken apart into primes."""
    lead, rest = scaled(x)
    whole = [terms.atom(i)[1] for i in terms.inside(rest) if terms.atom(i)[0] == "exp" and rest == term({i: 1})]
    found = whole[0] if whole else ZERO if rest == ONE else of_atom("log", rest)
    primes = [(p, k * e) for n, k in ((lead.numerator, 1), (lead.denominator, -1)) for p, e in terms.factors(n)]
    return sum((of_atom("log", of_number(p)) * of_number(e) for p, e in primes), found)


def _split(x: Ratio, bound: str) -> list[tuple[Ratio, dict[int, int]]]:
    """A sum as pairs of what does not move with the bound variables, and a product of atoms that do."""
    fixed, moving = ONE, dict[int, int]()
    for d, e in x.below():
        if d.moves().isdisjoint(bound):
            fixed = fixed.over(d**e)
        else:
            moving[number(("inverse", d))] = e
    found: dict[terms.Monomial, Ratio] = {}
    for m, a in x.num.items():
        own = {i: e + moving.get(i, 0) for i, e in m if not terms.moves(i).isdisjoint(bound)}
        key = tuple(sorted((moving | own).items()))
        found[key] = found.get(key, ZERO) + term({i: e for i, e in m if i not in own}, a)
    return [(fixed * coefficient, dict(key)) for key, coefficient in found.items()]


def mean(k: int, x: Ratio) -> Ratio:
    """The mean of x over class k: linear, and of a number the number."""
    total = ZERO
    for fixed, powers in _split(x, "s"):
        total = total + (fixed * of_atom("mean", k, term(powers)) if powers else fixed)
    return total


def cdf(k: int, x: Ratio) -> Ratio:
    need("s" not in x.moves() or x == name("s"), "F0, F1 and R are taken at the score itself, or at what stands still")
    return of_atom("cdf", k, x)


def over_condition(density: Law, x: Ratio) -> Ratio:
    """The mean of x over c with a density and over u, uniform and independent of c: linear, and what moves with c
    alone apart from what moves with u alone; at a point c is that point; E[c**j] = 1/(j + 1) where c is uniform."""
    if density[0] == "point":
        need(all(terms.atom(i)[0] != "law" for i in terms.below(x)), "an unknown law at a known operating condition")
        x, density = value_at(x, "c", density[1]), UNIFORM
    total = ZERO
    for fixed, powers in _split(x, "cu"):
        in_c, in_u = ({i: e for i, e in powers.items() if terms.moves(i) & {"c", "u"} == {v}} for v in "cu")
        at = number(("name", "c"))
        if len(in_c) + len(in_u) < len(powers):
            found = of_atom("condition", density, term(powers))
        elif in_c.keys() <= {at} and (density == UNIFORM or not in_c):
            found = of_number(Fraction(1, in_c.get(at, 0) + 1))
        else:
            found = of_atom("condition", density, term(in_c))
        if in_u and len(in_c) + len(in_u) == len(powers):
            found = found * over_condition(UNIFORM, value_at(term(in_u), "u", name("c")))
        total = total + fixed * found
    return total


def _of_all(by_class: Callable[[int, Ratio], Ratio], x: Ratio) -> Ratio:
    return name("pi0") * by_class(0, x) + name("pi1") * by_class(1, x)


FUNCTIONS: dict[str, Callable[[Book, Ratio], Ratio]] = {
    "abs": lambda _, x: terms.largest([x, -x]),
    "sqrt": lambda book, x: book.power(x, HALF),
    "exp": lambda _, x: exponential(x),
    "log": Book.log,
    **{"E0": lambda _, x: mean(0, x), "E1": lambda _, x: mean(1, x), "E": lambda _, x: _of_all(mean, x)},
    **{"F0": lambda _, x: cdf(0, x), "F1": lambda _, x: cdf(1, x), "R": lambda _, x: _of_all(cdf, x)},
}
OTHERS = {"error": 1, "macro_error": 1, "least_loss": 1, "threshold_at": 1, "h_measure": 2, "Qc": 2, "Qz": 2}
_MAKERS: dict[str, Callable[..., Ratio]] = {
    **{"mean": mean, "cdf": cdf, "condition": over_condition, "balanced": lambda x: Book().balanced(x)},
    **{"pos": terms.pos, "ind": terms.ind, "power": terms.root, "inverse": ONE.over},
    **{"exp": exponential, "log": logarithm},
}


def made(kind: str, *parts: Any) -> Ratio:
    """An atom of changed parts."""
    return _MAKERS[kind](*parts) if kind in _MAKERS else of_atom(kind, *parts)


def _with(x: Ratio, changed: Mapping[int, Ratio]) -> Ratio:
    """The expression with some of its atoms changed."""
    found = Ratio({m: a for m, a in x.num.items() if changed.keys().isdisjoint([i for i, _ in m])})
    for m, a in x.num.items() - found.num.items():
        part = of_number(a)
        for i, e in m:
            part = part * (changed[i] ** e if i in changed else term({i: e}))
        found = found + part
    for d, e in x.below():
        for _ in range(e):
            found = found.over(_with(d, changed))
    return found


def put(x: Ratio, values: Mapping[int, Ratio], free: Iterable[str] | None = None, balanced_too: bool = True) -> Ratio:
    """x with atoms changed wherever they stand, also inside of other atoms.

    Without ``free`` each pair is an equation between an atom and its value; it may be one of this sample only, and then
    is not used below ``balanced``. With ``free`` it gives a value to an atom wherever these variables are free:
    refused where what the value depends on is bound.
    """
    changed: dict[int, Ratio] = {}
    for i in terms.inside(x):
        kind, *inner = terms.atom(i)
        if i in values:
            changed[i] = values[i]
        elif (hit := terms.below(tuple(inner)) & values.keys()) and (free is None or terms.moves(i).issuperset(free)):
            if kind == "balanced" and not balanced_too:
                continue
            caught = any((values[j].moves() - terms.moves(j)) & terms.BOUND.get(kind, set()) for j in hit)
            need(free is None or not (kind == "balanced" or caught), "a value where it would mean something else")
            changed[i] = made(kind, *_each(tuple(inner), lambda part: put(part, values, free, balanced_too)))
    return _with(x, changed) if changed else x


def value_at(x: Ratio, variable: str, value: Ratio) -> Ratio:
    """x with a variable put to a value."""
    return put(x, {number(("name", variable)): value}, variable)
