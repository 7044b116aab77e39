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
from workbench.recheck.language import Refused, Tree, expression, with_names
from workbench.recheck.language import parts as parts_of
from workbench.recheck.terms import HALF, ONE, ZERO, Ratio, name, number, of_atom, of_number, scaled, term

Law: TypeAlias = tuple[Any, ...]

HERE = Path(__file__).parent
NAMES = frozenset({"n", "n0", "n1", "pi0", "pi1", "s", "c", "u"})
WORDS = {"condition": ("cost", "skew"), "rates": ("interpolated", "step", "nearest", "cutpoints")}
UNIFORM: Law = ("uniform",)


@cache
def table(file: str) -> dict[str, Any]:
    """One of the two files beside this one: definitions, axioms."""
    return tomllib.loads((HERE / f"{file}.toml").read_text("utf-8"))


def is_parameter(x: str) -> bool:
    """Whether a name is that of a free parameter: a lower-case letter, perhaps with a digit.

    >>> [is_parameter(x) for x in ("a", "k1", "s", "n0", "AUC")]
    [True, True, False, False, False]
    """
    return len(x) <= 2 and "a" <= x[0] <= "z" and x[1:] in ("", *"0123456789") and x not in NAMES


def strengthen(known: dict[Ratio, bool], x: Ratio, strict: bool) -> None:
    """Note that x >= 0, or x > 0."""
    key = scaled(x)[1]
    known[key] = strict or known.get(key, False)


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

    def takes(self, other: Book) -> bool:
        """Take the demands of another book; whether there are none."""
        self.demands.update(other.demands)
        return not other.demands

    def demand(self, kind: str, *each: Ratio) -> None:
        """Note that something must be ``nonzero``, ``positive`` or ``nonnegative`` for a line to have a value."""
        self.demands.update({(kind, x): None for x in each if not terms.seen(x, kind != "nonnegative")})

    def shows(self, kind: str, x: Ratio) -> bool:
        """Whether x is seen, or was shown, to be ``nonzero``, ``positive`` or ``nonnegative``."""
        if kind == "nonzero":
            return self.sign(x) != 0
        strict, known = kind == "positive", self.known.get(scaled(x)[1])
        if known or (known is not None and not strict) or terms.seen(x, strict, self._positive_atoms()):
            return True
        gaps = ((x - other).constant for other, sure in self.known.items() if sure and not other.den)
        return any(gap is not None and gap > 0 for gap in gaps)

    def _positive_atoms(self) -> list[int]:
        """The shapes of Beta densities, and what else is known to be positive by itself."""
        alone_ = [
            next(iter(x.num.items())) for x, strict in self.known.items() if strict and not x.den and len(x.num) == 1
        ]
        single = [m[0][0] for m, a in alone_ if a > 0 and len(m) == 1 and m[0][1] == 1]
        return [*single, *(number(("name", x)) for x in self.shapes)]

    def sign(self, x: Ratio) -> int:
        """The sign of x, 1 or -1, as a product of what is shown to be positive; 0 where it is not seen."""
        rest = x.num
        for other, strict in self.known.items():
            while strict and not other.den and len(other.num) > 1 and (less := terms.divided(rest, other.num)):
                rest = less
        return next((k for k in (1, -1) if self.shows("positive", of_number(k) * Ratio(rest))), 0)

    # --- expressions ------------------------------------------------------------------------------------

    def text(self, text: str) -> Ratio:
        """The normal form of a text."""
        if text not in self.texts:
            self.texts[text] = self.read(expression(text))
        return self.texts[text]

    def read(self, tree: Tree) -> Ratio:
        """The normal form of an expression."""
        kind, *parts = tree
        if kind == "number":
            return of_number(parts[0])
        if kind == "name":
            return self._name(parts[0])
        if kind == "call":
            return self._call(*parts)
        if kind not in ("negative", "+", "-", "*", "/", "**"):
            raise Refused(f"a {kind} stands where an expression should")
        x, *others = map(self.read, parts)
        if kind == "negative":
            return -x
        (y,) = others
        if kind == "/":
            self.demand("nonzero", y)
            return x.over(y)
        if kind == "**":
            return self.power(x, y)
        return x + y if kind == "+" else x - y if kind == "-" else x * y

    def _name(self, x: str) -> Ratio:
        kind = {"rate": "law", "number": "letter"}.get(self.letters.get(x, ""), self.letters.get(x))
        if kind in ("law", "letter", "kernel"):
            return of_atom((kind, x))
        if kind:
            raise Refused(f"{x} is a {kind} and no number")
        if not (is_parameter(x) or x in NAMES or x in table("definitions")["metrics"]):
            raise Refused(f"{x} is no name that the reader knows")
        return name(x)

    def power(self, base: Ratio, exponent: Ratio) -> Ratio:
        value = exponent.constant
        if value is None:
            return exponential(exponent * self.log(base))
        if value < 0:
            self.demand("nonzero", base)
            return ONE.over(self.power(base, -exponent))
        if value.denominator != 1:
            self.demand("nonnegative", base)
        whole, part = divmod(value, 1)
        return base ** int(whole) * terms.root(base, part)

    def log(self, x: Ratio) -> Ratio:
        self.demand("positive", x)
        return logarithm(x)

    def _call(self, function: str, arguments: tuple[Tree, ...], keywords: tuple[tuple[str, Tree], ...]) -> Ratio:
        if function == "loss":
            return self._loss(arguments, dict(keywords))
        if keywords:
            raise Refused(f"{function} takes no argument by name")
        if function == "indicator":
            ((tag, relation, left, right),) = arguments
            if tag != "relation" or relation not in ("<", ">", "<=", ">="):
                raise Refused("an indicator of what is no comparison by <, <=, > or >=")
            low, high = map(self.read, (right, left) if relation in (">", "<=") else (left, right))
            return terms.ind(high - low) if len(relation) == 1 else ONE - terms.ind(high - low)
        if function == "balanced":
            return self._read_balanced(*arguments)
        if function == "Ec":
            body, *density = arguments
            return over_condition(self.density(*density) if density else UNIFORM, self.read(body))
        inner = [self.read(a) for a in arguments]
        if function in ("min", "max") and inner:
            return terms.largest(inner) if function == "max" else -terms.largest([-x for x in inner])
        if OTHERS.get(function) == len(inner):
            self.demand("positive", *(inner if function == "h_measure" else ()))
            self.demand_rate(*(inner if function == "threshold_at" else ()))
            return of_atom(("call", function, *inner))
        if function in ("pav", "posterior") and inner == [name("s")]:
            return of_atom(("share", function))
        if function not in FUNCTIONS or len(inner) != 1:
            raise Refused(f"{function} is no function of {len(inner)} that the reader knows")
        return FUNCTIONS[function](self, *inner)

    # --- losses ---------------------------------------------------------------------------------------------

    def _loss(self, arguments: tuple[Tree, ...], given: dict[str, Tree]) -> Ratio:
        words = [given.get(x, ("name", good[0])) for x, good in WORDS.items()]
        if len(arguments) != 1 or any(w[0] != "name" for w in words) or not set(given) <= {"cost", *WORDS}:
            raise Refused("a loss takes a method, cost, condition and rates")
        if any(w[1] not in good for w, good in zip(words, WORDS.values(), strict=True)):
            raise Refused("a condition or a reading of the rates that is none")
        law = self.method(arguments[0])
        density = self.density(given["cost"]) if "cost" in given else UNIFORM
        return of_atom(("loss", law, density, words[0][1], words[1][1] if _on_rates(law) else "interpolated"))

    def method(self, tree: Tree) -> Law:
        """The law of a threshold choice method."""
        function, arguments = _called(tree)
        known = table("definitions")["methods"].get(function)
        if function == "optimal" and not arguments:
            return ("optimal",)
        if function == "mix" and len(arguments) == 3:
            q = self.read(arguments[0])
            self.demand("nonnegative", q, ONE - q)
            return ("mix", q, self.method(arguments[1]), self.method(arguments[2]))
        if function in ("score", "rate") and len(arguments) == 1:
            g = self.read(arguments[0])
            if "s" in g.moves():
                raise Refused("a law that depends on the score")
            self.demand_rate(*([g] if function == "rate" else []))
            return (function, g)
        if known is None:
            raise Refused(f"{function} is no threshold choice method that the reader knows")
        names, _, defaults = zip(*(p.partition("=") for p in known[0].replace(" ", "").split(",")), strict=True)
        values = [*arguments, *(expression(d) for d in defaults[len(arguments) :])] if known[0] else list(arguments)
        if len(values) != len(names) and (known[0] or values):
            raise Refused(f"{function} with {len(arguments)} parameters")
        if len(arguments) == 2:
            self.demand("positive", self.read(arguments[1]) - self.read(arguments[0]))
        return self.method(with_names(expression(known[1]), dict(zip(names, values, strict=False))))

    def density(self, tree: Tree) -> Law:
        """A density of the operating condition."""
        function, arguments = _called(tree)
        if self.letters.get(function, "").startswith("density"):
            return ("letter", function, self.letters[function])
        values = tuple(self.read(a) for a in arguments)
        if any(v.moves() - ({"c"} if function == "density" else set()) for v in values):
            raise Refused(f"{function}: a density in a variable that it does not have")
        match function, values:
            case "uniform", ():
                return UNIFORM
            case "uniform", (low, high):
                self.demand("nonnegative", low, ONE - high)
                self.demand("positive", high - low)
                return UNIFORM if (low, high) == (ZERO, ONE) else ("uniform", low, high)
            case "beta", (_, _):
                shapes = [("name", x) for x in self.shapes]
                self.demand("positive", *(v for a, v in zip(arguments, values, strict=True) if a not in shapes))
            case "point", (q,):
                self.demand("nonnegative", q, ONE - q)
            case "density", (f,):
                self.densities.append(f)
            case _:
                raise Refused(f"{function} is no density that the reader knows")
        return (function, *values)

    def demand_rate(self, *each: Ratio) -> None:
        """A rate lies in [0, 1]; that of a letter for rates does."""
        rates = [of_atom(("law", x)) for x, kind in self.letters.items() if kind == "rate"]
        self.demand("nonnegative", *(y for g in each if g not in rates for y in (g, ONE - g)))

    # --- class proportions put to 1/2 -------------------------------------------------------------------------

    def _read_balanced(self, tree: Tree) -> Ratio:
        """``balanced(x)``: x must have a value at other class proportions too, whatever is given about these."""
        inside = replace(self, demands={}, known={})
        x = inside.read(tree)
        if not all(alone(demanded) for _, demanded in inside.demands):
            raise Refused("what stands below balanced is not seen to have a value")
        self.demands.update(inside.demands)
        return self.balanced(x)

    def balanced(self, x: Ratio) -> Ratio:
        changed = {i: self._balanced_atom(i) for i in terms.inside(x)}
        self.demand("nonzero", *(_with(d, changed) for d, _ in x.below()))
        return _with(x, changed)

    def _balanced_atom(self, i: int) -> Ratio:
        kind, *parts = terms.atom(i)
        if terms.atom(i) == ("name", "pi0"):
            return HALF
        if kind == "letter" or (kind == "name" and (parts[0] in ("c", "u") or is_parameter(parts[0]))):
            return term({i: 1})
        if terms.atom(i) == ("name", "s") or (kind == "condition" and alone(tuple(parts))):
            return term({i: 1})
        if kind == "cdf" and _made_of(parts[1], {"cdf"}, {"s"}):
            return term({i: 1})
        if kind == "mean" and _made_of(parts[1], {"cdf"}, {"s", "pi0"}):
            return mean(parts[0], self.balanced(parts[1]))
        if kind not in ("pos", "ind", "power", "exp", "log", "condition") or _has_letter(parts[0]):
            return of_atom(("balanced", term({i: 1})))
        inner = _each(tuple(parts), self.balanced)
        if kind in ("power", "log"):
            self.demand("nonnegative" if kind == "power" else "positive", inner[0])
        return made(kind, *inner)


def _called(tree: Tree) -> tuple[str, tuple[Tree, ...]]:
    if tree[0] not in ("name", "call") or tree[3:] not in ((), ((),)):
        raise Refused("a threshold choice method or a density must stand there")
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
    return any(x[:1] == ("letter",) and x[-1] == "density" for x in parts_of(part))


# --- atoms made, and made anew -------------------------------------------------------------------------------


def exponential(x: Ratio) -> Ratio:
    """exp(x), with exp(-x) as 1/exp(x)."""
    if x.zero:
        return ONE
    return ONE.over(of_atom(("exp", -x))) if x.num[terms.leading(x.num)] < 0 else of_atom(("exp", x))


def logarithm(x: Ratio) -> Ratio:
    for i in terms.inside(x):
        if terms.atom(i)[0] == "exp" and x == term({i: 1}):
            return terms.atom(i)[1]  # type: ignore[no-any-return]
    return ZERO if x.constant == 1 else of_atom(("log", x))


def _split(x: Ratio, bound: str) -> list[tuple[Ratio, dict[int, int]]]:
    """A sum as pairs of what does not move with the bound variables, and a product of atoms that do."""
    fixed, moving = ONE, dict[int, int]()
    for d, e in x.below():
        if d.moves() & set(bound):
            moving[number(("inverse", d))] = e
        else:
            fixed = fixed.over(d**e)
    found: dict[terms.Monomial, Ratio] = {}
    for m, a in x.num.items():
        still = tuple((i, e) for i, e in m if terms.moves(i).isdisjoint(bound))
        powers = dict(moving)
        for i, e in m:
            if not terms.moves(i).isdisjoint(bound):
                powers[i] = powers.get(i, 0) + e
        key = tuple(sorted(powers.items()))
        found[key] = found.get(key, ZERO) + Ratio({still: a})
    return [(fixed * coefficient, dict(key)) for key, coefficient in found.items()]


def mean(k: int, x: Ratio) -> Ratio:
    """The mean of x over class k: linear, and of a number the number."""
    total = ZERO
    for fixed, powers in _split(x, "s"):
        total = total + (fixed * of_atom(("mean", k, term(powers))) if powers else fixed)
    return total


def cdf(k: int, x: Ratio) -> Ratio:
    if "s" in x.moves() and x != name("s"):
        raise Refused("F0, F1 and R are taken at the score itself, or at what does not move with it")
    return of_atom(("cdf", k, x))


def over_condition(density: Law, x: Ratio) -> Ratio:
    """The mean of x over c with a density and over u, uniform and independent of c: linear, and what moves with c
    alone apart from what moves with u alone; at a point c is that point; E[c**j] = 1/(j + 1) where c is uniform."""
    if density[0] == "point":
        if any(terms.atom(i)[0] == "law" for i in terms.below(x)):
            raise Refused("an unknown law at a known operating condition")
        x, density = value_at(x, "c", density[1]), UNIFORM
    total = ZERO
    for fixed, powers in _split(x, "cu"):
        apart = {v: {i: e for i, e in powers.items() if terms.moves(i) & {"c", "u"} == {v}} for v in "cu"}
        if len(apart["c"]) + len(apart["u"]) < len(powers):
            found = of_atom(("condition", density, term(powers)))
        else:
            found = _over_one(density, apart["c"], "c") * _over_one(UNIFORM, apart["u"], "u")
        total = total + fixed * found
    return total


def _over_one(density: Law, powers: dict[int, int], v: str) -> Ratio:
    at = number(("name", v))
    if density == UNIFORM and set(powers) <= {at}:
        return of_number(Fraction(1, powers.get(at, 0) + 1))
    body = term(powers)
    return of_atom(("condition", density, value_at(body, "u", name("c")) if v == "u" else body)) if powers else ONE


def _of_all(by_class: Callable[[int], Ratio]) -> Ratio:
    return name("pi0") * by_class(0) + name("pi1") * by_class(1)


FUNCTIONS: dict[str, Callable[[Book, Ratio], Ratio]] = {
    "abs": lambda _, x: terms.largest([x, -x]),
    "sqrt": lambda book, x: book.power(x, HALF),
    "exp": lambda _, x: exponential(x),
    "log": Book.log,
    "E0": lambda _, x: mean(0, x),
    "E1": lambda _, x: mean(1, x),
    "E": lambda _, x: _of_all(lambda k: mean(k, x)),
    "F0": lambda _, x: cdf(0, x),
    "F1": lambda _, x: cdf(1, x),
    "R": lambda _, x: _of_all(lambda k: cdf(k, x)),
}
OTHERS = {"error": 1, "macro_error": 1, "least_loss": 1, "threshold_at": 1, "h_measure": 2, "Qc": 2, "Qz": 2}
_MAKERS: dict[str, Callable[..., Ratio]] = {
    "mean": mean,
    "cdf": cdf,
    "condition": over_condition,
    "inverse": ONE.over,
    "pos": terms.pos,
    "ind": terms.ind,
    "power": terms.root,
    "exp": exponential,
    "log": logarithm,
    "balanced": lambda x: Book().balanced(x),
}


def made(kind: str, *parts: Any) -> Ratio:
    """An atom of changed parts."""
    return _MAKERS[kind](*parts) if kind in _MAKERS else of_atom((kind, *parts))


def _with(x: Ratio, changed: Mapping[int, Ratio]) -> Ratio:
    """The expression with some of its atoms changed."""
    num: terms.Poly = {}
    rest = ZERO
    for m, a in x.num.items():
        if changed.keys().isdisjoint([i for i, _ in m]):
            num[m] = a
            continue
        part = of_number(a)
        for i, e in m:
            part = part * (changed[i] ** e if i in changed else term({i: e}))
        rest = rest + part
    found = Ratio(num) + rest
    for d, e in x.below():
        found = found.over(_with(d, changed) ** e)
    return found


def put(x: Ratio, values: Mapping[int, Ratio], free: Iterable[str] | None = None, balanced_too: bool = True) -> Ratio:
    """x with atoms changed wherever they stand, also inside of other atoms.

    Without ``free`` each pair is an equation between an atom and its value; it may be one of this sample only, and then
    is not used below ``balanced``. With ``free`` it gives a value to an atom wherever these variables are free:
    refused where what the value depends on is bound.
    """
    changed: dict[int, Ratio] = {}
    for i in terms.inside(x):
        hit = terms.below(term({i: 1})) & values.keys()
        kind, *parts = terms.atom(i)
        if i in values:
            changed[i] = values[i]
        elif hit and (free is None or terms.moves(i).issuperset(free)):
            if kind == "balanced" and not balanced_too:
                continue
            bound = terms.BOUND.get(kind, frozenset())
            if free is not None and (
                kind == "balanced" or any((values[j].moves() - terms.moves(j)) & bound for j in hit)
            ):
                raise Refused("a value is put where it would mean something else")
            changed[i] = made(kind, *_each(tuple(parts), lambda part: put(part, values, free, balanced_too)))
    return _with(x, changed) if changed else x


def value_at(x: Ratio, variable: str, value: Ratio) -> Ratio:
    """x with a variable put to a value."""
    return put(x, {number(("name", variable)): value}, variable)
