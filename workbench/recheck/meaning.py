"""What an expression means: its tree brought to normal form, with what must hold for it to have a value.

`put` is how anything is put for an atom: an equation wherever the atom stands, a value for a variable only where that
variable is free, and nothing that moves with a variable below what binds that variable.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

from workbench.recheck import terms
from workbench.recheck.language import Refused, Tree, expression, need, with_names
from workbench.recheck.terms import ALWAYS, HALF, ONE, ZERO, Ratio, name, number, of_atom, of_number, term

Law: TypeAlias = tuple[Any, ...]

NAMES, MAX_PRIME = frozenset({"n", "n0", "n1", "pi0", "pi1", "s", "c", "u"}), 100
WORDS = {"condition": ("cost", "skew"), "rates": ("interpolated", "step", "nearest", "cutpoints")}
UNIFORM: Law = ("uniform",)
LL = number(("name", "LL"))
FINITE = (term({LL: 1}), "positive", ZERO)  # what is demanded where log loss stands
OTHERS = {"error": 1, "macro_error": 1, "least_loss": 1, "threshold_at": 1, "h_measure": 2, "Qc": 2, "Qz": 2}


@cache
def table(file: str) -> dict[str, Any]:
    """One of the two files beside this one: definitions, axioms."""
    return tomllib.loads((Path(__file__).parent / f"{file}.toml").read_text("utf-8"))


def is_parameter(x: str) -> bool:
    """Whether a name is that of a free parameter: a lower-case letter, perhaps with a digit."""
    return len(x) <= 2 and "a" <= x[0] <= "z" and x[1:] in ("", *"0123456789") and x not in NAMES


@dataclass
class Book:
    """What the reader knows beside the text, and what the text demands.

    ``letters`` of a document; ``always``, what is positive at all class proportions, as shapes of Beta are; ``known``,
    what was shown to be >= 0 (> 0: True); ``demands``: what must be so for all to have a value; ``met``: those of a
    mean over the condition that are met inside of its cells; ``densities``, and what each demands; ``own``: which of
    two score functions, a or b, is the one whose figures have no prefix; ``masses`` of weights, each a number times a
    density.
    """

    letters: Mapping[str, str] = field(default_factory=dict)
    always: Mapping[Ratio, bool] = field(default_factory=lambda: ALWAYS)
    known: dict[Ratio, bool] = field(default_factory=dict)
    demands: dict[tuple[str, Any], None] = field(default_factory=dict)
    densities: dict[Ratio, dict[tuple[str, Any], None]] = field(default_factory=dict)
    met: set[tuple[Any, ...]] = field(default_factory=set)
    own: str = "a"
    masses: Mapping[Tree, Tree] = field(default_factory=dict)

    def with_letters(self, letters: Mapping[str, str]) -> Book:
        """The same book with some more letters."""
        return replace(self, letters={**self.letters, **letters})

    def apart(self) -> Book:
        """The same book with no demands, and knowing only what it knows of parameters."""
        return replace(self, demands={}, known={x: strict for x, strict in self.known.items() if alone(x)})

    def demand(self, kind: str, *each: Ratio) -> None:
        """Note that something must be ``nonzero``, ``positive`` or ``nonnegative`` for a line to have a value."""
        self.demands.update({(kind, x): None for x in each if not terms.shows(kind, x, self.always)})

    def demand_share(self, *each: Ratio) -> None:
        """A rate and a share lie in [0, 1]; the letter for a rate does."""
        rates = [of_atom("law", x) for x, kind in self.letters.items() if kind == "rate"]
        self.demand("nonnegative", *(y for g in each if g not in rates for y in (g, ONE - g)))

    def shows(self, kind: str, x: Any) -> bool:
        """Whether x is seen, or was shown, to be ``nonzero``, ``positive``, ``nonnegative``; ``inside``: in a mean."""
        known = {**self.known, **self.always}
        return x in self.met or self.shows(*x[1:3]) if kind == "inside" else terms.shows(kind, x, known)

    def note_log_loss(self, high: Ratio) -> None:
        """Where log loss is infinite, so is the greater side, and the statement is true, if that is a positive multiple
        of it and what is finite; so what is shown where log loss is finite holds."""
        slope = with_atoms(high, {LL: ONE}) - (rest := with_atoms(high, {LL: ZERO}))
        self.met |= {FINITE} if self.shows("positive", slope) and high == rest + slope * term({LL: 1}) else set()

    def text(self, text: str) -> Ratio:
        """The normal form of a text."""
        return self.read(expression(text))

    def read(self, tree: Tree) -> Ratio:
        """The normal form of an expression."""
        kind, *inner = tree
        if kind == "number":
            return of_number(inner[0])
        if kind in ("name", "call") and inner[0][1:2] == ".":
            own, figure = inner[0][0] == self.own, (kind, inner[0][2:], *inner[1:])
            need(kind == "call" or figure[1] in table("definitions")["metrics"], f"{inner[0]} is no figure of a model")
            return self.read(figure) if own else replace(self, own="")._elsewhere(figure, other)
        if kind in ("name", "call"):
            return (self._name if kind == "name" else self._call)(*inner)
        need(kind in ("negative", "+", "-", "*", "/", "**"), f"a {kind} stands where an expression should")
        x, *others = map(self.read, inner)
        y = others[0] if others else ZERO
        if kind == "/":
            self.demand("nonzero", y)
            return x.over(y)
        if kind == "**":
            exponent = Fraction(-1 if y.constant is None else y.constant)
            need(exponent >= 0, "an exponent that is no number, or negative")
            self.demand("nonnegative", *([x] if exponent.denominator != 1 else []))
            return terms.power(x, exponent)
        return -x if kind == "negative" else x + y if kind == "+" else x - y if kind == "-" else x * y

    def _name(self, x: str) -> Ratio:
        kind = {"rate": "law"}.get(self.letters.get(x, ""), self.letters.get(x))
        if kind in ("law", "letter", "kernel"):
            return of_atom(kind, x)
        known = is_parameter(x) or x in NAMES or x in table("definitions")["metrics"]
        need(known and not kind, f"{x} is no number that the reader knows")
        self.demands |= {("inside", FINITE): None} if x == "LL" else {}
        return name(x)

    def _call(self, function: str, arguments: tuple[Tree, ...], keywords: tuple[tuple[str, Tree], ...]) -> Ratio:
        if function == "loss":
            return self._loss(arguments, dict(keywords))
        need(not keywords, f"{function} takes no argument by name")
        if function == "indicator":
            ((tag, relation, left, right),) = arguments
            need(tag == "relation" and relation in ("<", ">", "<=", ">="), "an indicator of what is no <, <=, > or >=")
            low, high = map(self.read, (right, left) if relation in (">", "<=") else (left, right))
            return terms.ind(high - low) if len(relation) == 1 else ONE - terms.ind(high - low)
        if function == "balanced":
            (argument,) = arguments
            return self._elsewhere(argument, balanced)
        if function == "scored":
            argument, scores = arguments
            return self._elsewhere(argument, partial(scored, h=self.scores(scores)))
        if function == "Ec":
            within, law = replace(self, demands={}), self.density(*arguments[1:]) if arguments[1:] else UNIFORM
            whole = over_condition(law, within.read(arguments[0]))
            means = [i for i in terms.inside(whole) if terms.atom(i)[0] == "condition"] or [-1]
            self.demands.update({("inside", (law, *x, i)): None for x in within.demands for i in means})
            return whole
        inner = [self.read(a) for a in (_spread(function, arguments) if function in ("min", "max") else arguments)]
        if function in ("min", "max") and inner:
            return terms.largest(inner) if function == "max" else -terms.largest([-x for x in inner])
        if OTHERS.get(function) == len(inner):
            self.demand("positive", *(inner if function == "h_measure" else ()))
            self.demand_share(*(inner if function == "threshold_at" else ()))
            return of_atom("call", function, *inner)
        if function in ("pav", "posterior") and inner == [name("s")]:
            return of_atom("share", function)
        need(function in FUNCTIONS and len(inner) == 1, f"{function} is no function that the reader knows")
        self.demand("nonnegative", *(inner if function == "sqrt" else ()))
        self.demand("positive", *(inner if function == "log" else ()))
        return FUNCTIONS[function](*inner)

    def _elsewhere(self, tree: Tree, change: Callable[[Ratio], Ratio]) -> Ratio:
        """What it is on another sample; it must have a value there too, whatever is given about this one."""
        inside = replace(self, demands={}, known={})
        found = inside.read(tree)
        fits = all(_made_of(x, {"condition"}, {"s", "c", "u"}) for _, x in inside.demands)
        need(fits, "what is said of another sample is not seen to have a value")
        self.demands.update(inside.demands)
        return change(found)

    def scores(self, tree: Tree) -> Ratio:
        """Other scores: a function of s and of both shares, with values in [0, 1]."""
        h = self.read(tree)
        need(_made_of(h, {"share"}, {"s"}), "scores that are no function of s, pav(s) and posterior(s) alone")
        self.demand_share(h)
        return h

    def _loss(self, arguments: tuple[Tree, ...], given: dict[str, Tree]) -> Ratio:
        if scores := given.pop("scores", None):
            return self._call("scored", (("call", "loss", arguments, tuple(given.items())), scores), ())
        if weight := given.pop("weight", None):
            mass, times = self.masses[weight], self.read(self.masses[weight])
            need("cost" not in given and not times.moves(), "a weight beside a cost, or a mass that moves")
            law = ("call", "density", (("/", weight, mass),), ()) if weight != mass else ("name", "uniform")
            return times * self._loss(arguments, {**given, "cost": law})
        words = [given.get(x, ("name", each[0])) for x, each in WORDS.items()]
        good = all(w in [("name", x) for x in each] for w, each in zip(words, WORDS.values(), strict=True))
        need(good and len(arguments) == 1 and set(given) <= {"cost", *WORDS}, "a loss takes a method, cost, condition")
        law, density = self.method(arguments[0]), self.density(given.get("cost", ("name", "uniform")))
        return of_atom("loss", law, density, words[0][1], words[1][1] if _on_rates(law) else "interpolated")

    def method(self, tree: Tree) -> Law:
        """The law of a threshold choice method."""
        match tree:
            case ("name", "optimal"):
                return ("optimal",)
            case ("call", "mix", (share, first, second), ()):
                q = self.read(share)
                need(not q.moves(), "a share that moves")
                self.demand_share(q)
                return ("mix", q, self.method(first), self.method(second))
            case ("call", "score" | "rate" | "fpr" | "tpr" as function, (law,), ()):
                g = self.read(law)
                need("s" not in g.moves(), "a law that depends on the score")
                self.demand_share(*([] if function == "score" else [g]))
                return (function, g)
        function, arguments = _called(tree)
        need(function in table("definitions")["methods"], f"{function} is no threshold choice method")
        named, law = table("definitions")["methods"][function]
        pairs = [p.strip().partition("=") for p in named.split(",") if p]
        values = [*arguments, *(expression(default) for _, _, default in pairs[len(arguments) :])]
        if len(values) == 2:
            self.demand("positive", self.read(values[1]) - self.read(values[0]))
        if len(values) == 1:
            self.demand_share(self.read(values[0]))
        return self.method(with_names(expression(law), {x: v for (x, _, _), v in zip(pairs, values, strict=True)}))

    def density(self, tree: Tree) -> Law:
        """A density of the operating condition."""
        function, arguments = _called(tree)
        kind = "density alone" if function == "any" else self.letters.get(function, "")
        if kind.startswith("density") and tree[0] == "name":
            return ("letter", of_atom("letter" if kind == "density alone" else "of sample", function))
        within, bound = (replace(self, demands={}), {"c"}) if function == "density" else (self, set[str]())
        values = tuple(map(within.read, arguments))
        need(all(v.moves() <= bound for v in values), f"{function}: a density in a variable that it does not have")
        match function, values:
            case "uniform", (low, high):
                self.demand("nonnegative", low, ONE - high)
                self.demand("positive", high - low)
                return UNIFORM if (low, high) == (ZERO, ONE) else ("uniform", low, high)
            case "beta", (_, _):
                self.demand("positive", *values)
            case "point", (q,):
                self.demand_share(q)
            case "density", (f,):
                need(alone((f, *within.demands)), "a density that depends on the sample")
                self.densities.setdefault(f, {}).update(within.demands)
            case _ if (function, values) != ("uniform", ()):
                raise Refused(f"{function} is no density that the reader knows")
        return (function, *values)


def _called(tree: Tree) -> tuple[str, tuple[Tree, ...]]:
    need(tree[0] == "name" or (tree[0] == "call" and not tree[3]), "a method or a density must stand there")
    return tree[1], tree[2] if tree[0] == "call" else ()


def _each(part: Any, change: Callable[[Ratio], Ratio]) -> Any:
    """A part of an atom with its expressions changed."""
    if isinstance(part, Ratio):
        return change(part)
    return tuple(_each(x, change) for x in part) if isinstance(part, tuple) else part


def balanced(x: Ratio) -> Ratio:
    """x with both class proportions put to 1/2; what is below its denominator is positive at all proportions."""
    need(not any(terms.atom(i)[:2] == ("mean", 2) for i in terms.below(x)), "a mean over all examples below balanced")
    same = ({"condition", "cdf", "mean"}, {*"scu", "AUC", "AUCH", "KS"}), ({"cdf", "mean"}, {"s", "pi0"})
    each = {i: term({i: 1}) for i in terms.inside(x)}
    kept = {i: of_atom("balanced", a) for i, a in each.items() if not any(_made_of(a, *words) for words in same)}
    return put(with_atoms(x, kept), {number(("name", "pi0")): HALF}, balanced_too=False)


def other(x: Ratio) -> Ratio:
    """x of the other score function; the classes, and what mentions nothing of the sample, are the same."""
    figures = [term({i: 1}) for i in terms.below(x) if terms.atom(i)[0] not in ("ind", "pos", "power", "exp", "log")]
    figures = [a for a in figures if not _made_of(a, {"condition"}, {"n", "pi0", "s", "c", "u"})]
    need(not x.moves() and all(terms.atom(i)[0] != "other" for i in terms.below(x)), "no figure of a score function")
    return put(x, {i: of_atom("other", a) for a in figures for i in terms.inside(a)})


def scored(x: Ratio, h: Ratio) -> Ratio:
    """x of the same examples with the scores h: a mean of a function of the score alone as that of a function of h."""
    need(not x.moves() and all(terms.atom(i)[0] != "other" for i in terms.below(x)), "no figure of a score function")
    at, each = {number(("name", "s")): h}, {i: term({i: 1}) for i in terms.inside(x)}
    known = {i for i, a in each.items() if _made_of(a, {"condition", "mean"}, {*"scun", "pi0"})}
    return with_atoms(x, {i: put(a, at) if i in known else of_atom("scored", a, h) for i, a in each.items()})


def _spread(function: str, arguments: Iterable[Tree]) -> Iterator[Tree]:
    """The arguments, those of a maximum in a maximum among them, or of a minimum in a minimum."""
    for a in arguments:
        yield from _spread(function, a[2]) if a[:2] == ("call", function) and a[2] and not a[3] else (a,)


def _on_rates(law: Law) -> bool:
    return law[0] == "rate" or (law[0] == "mix" and any(map(_on_rates, law[2:])))


def alone(part: Any) -> bool:
    """Whether a law, a density or an expression mentions nothing of the sample."""
    return _made_of(part, {"condition"}, {"c", "u"})


def _made_of(part: Any, kinds: set[str], names: set[str]) -> bool:
    """Whether there is nothing but numbers, parameters, functions of them, and some kinds of atoms and names."""
    allowed = {"name", "letter", "ind", "pos", "power", "exp", "log", *kinds}
    atoms = [terms.atom(i) for i in terms.below(part)]
    return all(a[0] in allowed and (a[0] != "name" or a[1] in names or is_parameter(a[1])) for a in atoms)


def _split(x: Ratio, bound: str) -> list[tuple[Ratio, dict[int, int]]]:
    """A sum as pairs of what does not move with the bound variables, and a product of atoms that do."""
    found: dict[terms.Monomial, Ratio] = {}
    for m, a in x.num.items():
        moving = tuple((i, e) for i, e in m if not terms.moves(i).isdisjoint(bound))
        found[moving] = found.get(moving, ZERO) + Ratio({tuple(x for x in m if x not in moving): a}, dict(x.den))
    return [(fixed, dict(moving)) for moving, fixed in found.items()]


def mean(k: int, x: Ratio) -> Ratio:
    """The mean of x over class k: linear, also over what moves, and of a number the number."""
    over = Ratio({(): 1}, {d: e for d, e in x.den.items() if "s" in Ratio(dict(d)).moves()})
    parts = _split(Ratio(x.num, {d: e for d, e in x.den.items() if d not in over.den}), "s")
    return sum((a * (ONE if (y := term(m) * over) == ONE else of_atom("mean", k, y)) for a, m in parts), ZERO)


def cdf(k: int, x: Ratio) -> Ratio:
    """The proportion of class k up to x, ties with the score itself passed evenly."""
    good = ("s" not in x.moves() or x == name("s")) and terms.places_in(x) in ([], [x])
    need(good, "F0, F1 and R are taken at the score itself, or at what stands still")
    return of_atom("cdf", k, x)


def over_condition(density: Law, x: Ratio) -> Ratio:
    """The mean of x over c with a density and over u, uniform and independent of c: linear, and what moves with c
    alone apart from what moves with u alone; at a point c is that point; E[c**j] = 1/(j + 1) where c is uniform."""
    if density[0] == "point":
        need(all(terms.atom(i)[0] != "law" for i in terms.below(x)), "an unknown law at a known operating condition")
        x, density = value_at(x, "c", density[1]), UNIFORM
    if any(d.moves() & {"c", "u"} for d, _ in x.below()):
        return of_atom("condition", density, x)
    total, at = ZERO, number(("name", "c"))
    for fixed, powers in _split(x, "cu"):
        in_c, in_u = ({i: e for i, e in powers.items() if terms.moves(i) & {"c", "u"} == {v}} for v in "cu")
        if len(in_c) + len(in_u) < len(powers):
            found, in_u = of_atom("condition", density, term(powers)), {}
        elif in_c.keys() <= {at} and (density == UNIFORM or not in_c):
            found = of_number(Fraction(1, in_c.get(at, 0) + 1))
        else:
            found = of_atom("condition", density, term(in_c))
        total = total + fixed * found * (over_condition(UNIFORM, value_at(term(in_u), "u", name("c"))) if in_u else ONE)
    return total


def exponential(x: Ratio) -> Ratio:
    """exp(x), with exp(-x) as 1/exp(x)."""
    turned = x.num and x.num[terms.leading(x.num)] < 0
    return ONE.over(of_atom("exp", -x)) if turned else of_atom("exp", x) if x.num else ONE


def logarithm(x: Ratio) -> Ratio:
    """log(x), x > 0, with a number in front of x taken apart into small primes."""
    lead, rest = terms.scaled(x)
    found, left = ZERO if rest == ONE else of_atom("log", rest), Fraction(lead)
    for prime, k in product(range(2, MAX_PRIME), (1, -1)):
        while (left**k).numerator % prime == 0:
            left, found = left * Fraction(prime) ** -k, found + of_atom("log", of_number(prime)) * of_number(k)
    return found if left == 1 else found + of_atom("log", of_number(left))


def _of_all(by_class: Callable[[int, Ratio], Ratio], x: Ratio) -> Ratio:
    return name("pi0") * by_class(0, x) + name("pi1") * by_class(1, x)


FUNCTIONS: dict[str, Callable[[Ratio], Ratio]] = {"exp": exponential, "log": logarithm}
FUNCTIONS |= {"abs": lambda x: terms.largest([x, -x]), "sqrt": lambda x: terms.power(x, Fraction(1, 2))}
FUNCTIONS |= {"E0": partial(mean, 0), "E1": partial(mean, 1), "E": partial(_of_all, mean)}
FUNCTIONS |= {"F0": partial(cdf, 0), "F1": partial(cdf, 1), "R": partial(_of_all, cdf)}
_MAKERS: dict[str, Callable[..., Ratio]] = {"mean": mean, "cdf": cdf, "condition": over_condition, "balanced": balanced}
_MAKERS |= {"pos": terms.pos, "ind": terms.ind, "power": terms.power, "exp": exponential, "log": logarithm}


def made(kind: str, *parts: Any) -> Ratio:
    """An atom of changed parts."""
    return _MAKERS[kind](*parts) if kind in _MAKERS else of_atom(kind, *parts)


def with_atoms(x: Ratio, changed: Mapping[int, Ratio]) -> Ratio:
    """The expression with some of its atoms changed."""
    parts = (prod([changed.get(i, term({i: 1})) ** e for i, e in m], start=of_number(a)) for m, a in x.num.items())
    return reduce(lambda y, d: y.over(with_atoms(d[0], changed) ** d[1]), x.below(), sum(parts, ZERO))


def put(x: Ratio, values: Mapping[int, Ratio], free: bool = False, balanced_too: bool = True) -> Ratio:
    """x with atoms changed wherever they stand, also inside of other atoms.

    Each pair is an equation between an atom and its value; it may be one of this sample only, and then is not used
    below ``balanced``, and none is used below ``scored``. With ``free`` it gives a value to an atom wherever the
    variables of that are free: refused where what the value depends on is bound.
    """
    changed: dict[int, Ratio] = {}
    for i in terms.inside(x):
        kind, *inner = terms.atom(i)
        known = terms.below(tuple(inner)) & values.keys()
        hit = {j: values[j] for j in known if not free or terms.moves(i) >= terms.moves(j)}
        if i in values:
            changed[i] = values[i]
        elif hit and kind not in ("other", "scored") and (balanced_too or kind != "balanced"):
            caught = any((v.moves() - terms.moves(j)) & terms.BOUND.get(kind, set()) for j, v in hit.items())
            need(not free or not (kind == "balanced" or caught), "a value where it would mean something else")
            deeper = partial(put, values=hit, free=free, balanced_too=balanced_too)
            changed[i] = made(kind, *_each(tuple(inner), deeper))
    return with_atoms(x, changed) if changed else x


def value_at(x: Ratio, variable: str, value: Ratio) -> Ratio:
    """x with a variable put to a value."""
    return put(x, {number(("name", variable)): value}, free=True)
