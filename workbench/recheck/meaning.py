"""What an expression means: its tree brought to normal form, with what must hold for it to have a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import Refused, Tree, with_names
from workbench.recheck.terms import Ratio, name, of_atom, of_number

NAMES = frozenset({"n", "n0", "n1", "pi0", "pi1", "s", "c", "u"})
AT_SCORE = frozenset({"F0", "F1", "R", "pav", "posterior"})
FUNCTIONS = frozenset({"error", "macro_error", "h_measure", "Qc", "Qz", "least_loss", "threshold_at"})
_HALF = of_number(Fraction(1, 2))


def is_parameter(x: str) -> bool:
    """Whether a name is that of a free parameter: a lower-case letter, perhaps with a digit.

    >>> [is_parameter(x) for x in ("a", "k1", "s", "n0", "AUC")]
    [True, True, False, False, False]
    """
    return len(x) <= 2 and "a" <= x[0] <= "z" and x[1:] in ("", *"0123456789") and x not in NAMES


def up_to_factor(x: Ratio) -> Any:
    """An expression up to a positive factor, as a key."""
    lead = abs(x.num[terms.leading(x.num)]) if x.num else 1
    return Ratio({m: a / lead for m, a in x.num.items()}, dict(x.den)).key


@dataclass
class Book:
    """What the reader knows beside the text: methods, the names of metrics, and the letters of a theorem."""

    methods: Mapping[str, Mapping[str, Any]]
    metrics: frozenset[str]
    letters: Mapping[str, str] = field(default_factory=dict)
    shapes: frozenset[str] = frozenset()
    demands: list[tuple[str, Ratio]] = field(default_factory=list)
    known: dict[Any, bool] = field(default_factory=dict)
    densities: list[Ratio] = field(default_factory=list)

    def demand(self, kind: str, x: Ratio) -> None:
        """Note that x must be ``nonzero``, ``positive`` or ``nonnegative`` for a line to have a value."""
        if not (terms.positive_at_sight(x) or (kind == "nonnegative" and terms.nonnegative_at_sight(x))):
            self.demands.append((kind, x))

    def with_letters(self, letters: Mapping[str, str]) -> Book:
        """The same book with some more letters."""
        return replace(self, letters={**self.letters, **letters})

    def positive_atoms(self) -> list[int]:
        """The shapes of Beta densities, and what else is known to be positive by itself."""
        alone = [
            num[0][0]
            for (num, den), strict in self.known.items()
            if strict and not den and len(num) == 1 and num[0][1] > 0
        ]
        shown = [m[0][0] for m in alone if len(m) == 1 and m[0][1] == 1]
        return [*shown, *(terms.number(("name", x)) for x in self.shapes)]

    def positive(self, x: Ratio) -> bool:
        """Whether x is seen, or was shown, to be positive."""
        if terms.positive_at_sight(x, self.positive_atoms()) or self.known.get(up_to_factor(x)):
            return True
        others = (Ratio(dict(num)) for (num, den), strict in self.known.items() if not den)
        return any((rest := (x - other).constant) is not None and rest > 0 for other in others)

    # --- expressions ------------------------------------------------------------------------------------

    def read(self, tree: Tree) -> Ratio:
        """The normal form of an expression."""
        kind = tree[0]
        if kind == "number":
            return of_number(tree[1])
        if kind == "name":
            return self._name(tree[1])
        if kind == "negative":
            return -self.read(tree[1])
        if kind == "call":
            return self._call(tree)
        if kind not in ("+", "-", "*", "/", "**"):
            raise Refused(f"a {kind} stands where an expression should")
        left, right = self.read(tree[1]), self.read(tree[2])
        if kind == "/":
            self.demand("nonzero", right)
            return left.over(right)
        if kind == "**":
            return self._power(left, right)
        return left + right if kind == "+" else left - right if kind == "-" else left * right

    def _name(self, x: str) -> Ratio:
        kind = self.letters.get(x)
        if kind in ("law", "rate", "number", "kernel"):
            return of_atom(({"number": "letter", "rate": "law"}.get(kind, kind), x))
        if kind is not None:
            raise Refused(f"{x} is a {kind} and no number")
        if not (is_parameter(x) or x in NAMES or x in self.metrics):
            raise Refused(f"{x} is no name that the reader knows")
        return name(x)

    def _power(self, base: Ratio, exponent: Ratio) -> Ratio:
        value = exponent.constant
        if value is None:
            self.demand("positive", base)
            return exponential(exponent * self._logarithm(base))
        if value < 0:
            self.demand("nonzero", base)
            return of_number(1).over(self._power(base, of_number(-value)))
        if value.denominator != 1:
            self.demand("nonnegative", base)
        whole, part = divmod(value, 1)
        return base ** int(whole) * terms.root(base, part)

    def _logarithm(self, x: Ratio) -> Ratio:
        only = [terms.atom(i) for m in x.num for i, e in m if e == 1]
        if len(x.num) == 1 and not x.den and len(only) == 1 and only[0][0] == "exp" and x == of_atom(only[0]):
            return only[0][1]  # type: ignore[no-any-return]
        return of_number(0) if x.constant == 1 else of_atom(("log", x))

    def _call(self, tree: Tree) -> Ratio:
        _, function, arguments, keywords = tree
        if keywords and function != "loss":
            raise Refused(f"{function} takes no argument by name")
        if function == "loss":
            return self._loss(arguments, dict(keywords))
        if function == "indicator":
            ((tag, relation, left, right),) = arguments
            if tag != "relation" or relation not in ("<", "<=", ">", ">="):
                raise Refused("an indicator of what is no comparison by <, <=, > or >=")
            low, high = self.read(left), self.read(right)
            if relation in (">", "<="):
                low, high = high, low
            found = terms.ind(high - low)
            return found if relation in ("<", ">") else of_number(1) - found
        if function == "balanced":
            return self._read_balanced(arguments)
        if function == "Ec" and len(arguments) in (1, 2):
            density = self.density(arguments[1]) if len(arguments) > 1 else ("uniform",)
            return over_condition(density, self.read(arguments[0]))
        inner = [self.read(a) for a in arguments]
        return self._applied(function, inner)

    def _applied(self, function: str, inner: list[Ratio]) -> Ratio:
        if function in ("min", "max") and inner:
            return terms.largest(inner) if function == "max" else -terms.largest([-x for x in inner])
        (x, *others) = inner
        if function == "h_measure" and len(others) == 1:
            self.demand("positive", x)
            self.demand("positive", others[0])
            return of_atom(("call", function, x, *others))
        if function in ("Qc", "Qz") and len(others) == 1:
            return of_atom(("call", function, x, *others))
        if others:
            raise Refused(f"{function} takes one argument")
        if function == "abs":
            return terms.largest([x, -x])
        if function == "sqrt":
            return self._power(x, of_number(Fraction(1, 2)))
        if function == "exp":
            return exponential(x)
        if function == "log":
            self.demand("positive", x)
            return self._logarithm(x)
        if function in ("E0", "E1"):
            return mean(int(function[1]), x)
        if function == "E":
            return name("pi0") * mean(0, x) + name("pi1") * mean(1, x)
        if function in ("F0", "F1"):
            return _made("cdf", (int(function[1]), x))
        if function == "R":
            return name("pi0") * _made("cdf", (0, x)) + name("pi1") * _made("cdf", (1, x))
        if function == "threshold_at":
            self.demand_rate(x)
        if function in ("pav", "posterior") and x == name("s"):
            return of_atom(("share", function))
        if function in FUNCTIONS:
            return of_atom(("call", function, x))
        raise Refused(f"{function} is no function that the reader knows")

    # --- losses ---------------------------------------------------------------------------------------------

    def _loss(self, arguments: tuple[Tree, ...], given: dict[str, Tree]) -> Ratio:
        if len(arguments) != 1 or not set(given) <= {"cost", "condition", "rates"}:
            raise Refused("a loss takes a method, cost, condition and rates")
        words = [given.get("condition", ("name", "cost")), given.get("rates", ("name", "interpolated"))]
        allowed = ("cost", "skew"), ("interpolated", "step", "nearest", "cutpoints")
        if any(w[0] != "name" or w[1] not in good for w, good in zip(words, allowed, strict=True)):
            raise Refused("a condition or a reading of the rates that is none")
        density = self.density(given["cost"]) if "cost" in given else ("uniform",)
        law = self.method(arguments[0])
        rates = words[1][1] if _on_rates(law) else "interpolated"
        return of_atom(("loss", law, density, words[0][1], rates))

    def method(self, tree: Tree) -> tuple[Any, ...]:
        """The law of a threshold choice method."""
        function, arguments = (tree[1], ()) if tree[0] == "name" else (tree[1], tree[2])
        if tree[0] not in ("name", "call"):
            raise Refused("a threshold choice method must stand there")
        if self.letters.get(function, "").startswith("method"):
            return ("letter", function, self.letters[function])
        if function == "optimal":
            return ("optimal",)
        if function == "mix" and len(arguments) == 3:
            q = self.read(arguments[0])
            self.demand("nonnegative", q)
            self.demand("nonnegative", of_number(1) - q)
            return ("mix", q, self.method(arguments[1]), self.method(arguments[2]))
        if function in ("score", "rate") and len(arguments) == 1:
            g = self.read(arguments[0])
            if "s" in g.moves():
                raise Refused("a law that depends on the score")
            if function == "rate":
                self.demand_rate(g)
            return (function, g)
        known = self.methods.get(function)
        if known is None or not len(known["parameters"]) - len(known["defaults"]) <= len(arguments) <= len(
            known["parameters"]
        ):
            raise Refused(f"{function} is no threshold choice method that the reader knows")
        missing = len(known["parameters"]) - len(arguments)
        values = [*arguments, *known["defaults"][len(known["defaults"]) - missing :]]
        if len(arguments) == len(known["parameters"]) == 2:
            low, high = map(self.read, arguments)
            self.demand("positive", high - low)
        return self.method(with_names(known["law"], dict(zip(known["parameters"], values, strict=True))))

    def _is_rate(self, g: Ratio) -> bool:
        return any(kind == "rate" and g == of_atom(("law", x)) for x, kind in self.letters.items())

    def density(self, tree: Tree) -> tuple[Any, ...]:
        """A density of the operating condition."""
        function, arguments = (tree[1], ()) if tree[0] == "name" else (tree[1], tree[2])
        if self.letters.get(function, "").startswith("density"):
            return ("letter", function, self.letters[function])
        values = tuple(self.read(a) for a in arguments)
        if any(v.moves() - ({"c"} if function == "density" else set()) for v in values):
            raise Refused(f"{function}: a density in a variable that it does not have")
        if function == "uniform" and not values:
            return ("uniform",)
        if function == "uniform" and len(values) == 2:
            self.demand("nonnegative", values[0])
            self.demand("nonnegative", of_number(1) - values[1])
            self.demand("positive", values[1] - values[0])
            return ("uniform",) if values == (of_number(0), of_number(1)) else ("uniform", *values)
        if function == "beta" and len(values) == 2:
            for tree_, value in zip(arguments, values, strict=True):
                if tree_[0] != "name" or tree_[1] not in self.shapes:
                    self.demand("positive", value)
            return ("beta", *values)
        if function == "point" and len(values) == 1:
            self.demand("nonnegative", values[0])
            self.demand("nonnegative", of_number(1) - values[0])
            return ("point", *values)
        if function == "density" and len(values) == 1:
            self.densities.append(values[0])
            return ("density", *values)
        raise Refused(f"{function} is no density that the reader knows")

    def demand_rate(self, g: Ratio) -> None:
        """A rate lies in [0, 1]; that of a letter for rates does."""
        if not self._is_rate(g):
            self.demand("nonnegative", g)
            self.demand("nonnegative", of_number(1) - g)

    # --- class proportions put to 1/2 -------------------------------------------------------------------------

    def _read_balanced(self, arguments: tuple[Tree, ...]) -> Ratio:
        """``balanced(x)``: x must have a value at other class proportions too, whatever is given about these."""
        if len(arguments) != 1:
            raise Refused("balanced takes one argument")
        inside = replace(self, demands=[], known={})
        x = inside.read(arguments[0])
        for kind, demanded in inside.demands:
            if not alone(demanded):
                raise Refused(f"what stands below balanced is not seen to be {kind}")
            self.demands.append((kind, demanded))
        return self.balanced(x)

    def balanced(self, x: Ratio) -> Ratio:
        found = terms.mapped(x, self._balanced_atom)
        for d in x.den:
            self.demand("nonzero", terms.mapped(Ratio(dict(d)), self._balanced_atom))
        return found

    def _balanced_atom(self, i: int) -> Ratio | None:
        kind, *parts = terms.atom(i)
        if terms.atom(i) == ("name", "pi0"):
            return _HALF
        if kind == "letter" or (kind == "name" and (parts[0] in ("c", "u") or is_parameter(parts[0]))):
            return None
        if kind == "mean" and _made_of(parts[1], {"cdf"}, {"s", "pi0"}):
            return mean(parts[0], self.balanced(parts[1]))
        if (kind == "name" and parts[0] == "s") or (kind == "cdf" and class_wise(parts[1])):
            return None
        if kind == "condition" and alone(parts[0]) and alone(parts[1]):
            return None
        if kind in ("pos", "ind"):
            return (terms.pos if kind == "pos" else terms.ind)(self.balanced(parts[0]))
        if kind == "power":
            return terms.root(self.balanced(parts[0]), parts[1])
        if kind in ("exp", "log"):
            return _made(kind, (self.balanced(parts[0]),))
        if kind == "condition" and not _has_letter(parts[0]):
            return over_condition(_balanced_parts(self, parts[0]), self.balanced(parts[1]))
        return of_atom(("balanced", of_atom(terms.atom(i))))


def _balanced_parts(book: Book, part: Any) -> Any:
    if isinstance(part, Ratio):
        return book.balanced(part)
    return tuple(_balanced_parts(book, x) for x in part) if isinstance(part, tuple) else part


def _on_rates(law: tuple[Any, ...]) -> bool:
    return law[0] in ("rate", "letter") or (law[0] == "mix" and any(map(_on_rates, law[2:])))


def atoms_below(part: Any) -> set[int]:
    """The atoms of a part, and those inside of them."""
    direct = terms.inside(part)
    return direct.union(*(atoms_below(terms.atom(i)) for i in direct))


def class_wise(x: Ratio) -> bool:
    """Whether a function of the score sees its class only: no share of a class, no class proportion."""
    return _made_of(x, {"cdf"}, {"s"})


def alone(part: Any) -> bool:
    """Whether a law, a density or an expression mentions nothing of the sample."""
    return _made_of(part, {"condition"}, {"c", "u"})


def _made_of(part: Any, kinds: set[str], names: set[str]) -> bool:
    """Whether there is nothing but numbers, parameters, functions of them, and some kinds of atoms and names."""
    atoms = [terms.atom(i) for i in atoms_below(part)]
    return not _has_letter(part) and all(
        a[0] in {"name", "letter", "ind", "pos", "power", "exp", "log", "inverse", *kinds}
        and (a[0] != "name" or a[1] in names or is_parameter(a[1]))
        for a in atoms
    )


def _has_letter(part: Any) -> bool:
    """Whether a density or a method is a letter that may mention the sample."""
    if not isinstance(part, tuple):
        return False
    return (part[:1] == ("letter",) and not str(part[-1]).endswith("alone")) or any(map(_has_letter, part))


def exponential(x: Ratio) -> Ratio:
    """exp(x), with exp(-x) as 1/exp(x)."""
    if x.zero:
        return of_number(1)
    return of_number(1).over(of_atom(("exp", -x))) if x.num[terms.leading(x.num)] < 0 else of_atom(("exp", x))


# --- means ---------------------------------------------------------------------------------------------------


def _split(x: Ratio, bound: frozenset[str]) -> list[tuple[Ratio, dict[int, int]]]:
    """A sum as pairs of what does not move with the bound variables, and a product of atoms that do."""
    fixed = Ratio(terms.ONE_POLY)
    moving: dict[Any, int] = {}
    for d, e in x.den.items():
        below = Ratio(dict(d))
        if below.moves() & bound:
            moving[terms.number(("inverse", below))] = e
        else:
            for _ in range(e):
                fixed = fixed.over(below)
    found: dict[tuple[tuple[int, int], ...], Ratio] = {}
    for m, a in x.num.items():
        still = tuple((i, e) for i, e in m if not terms.moves(i) & bound)
        powers = {**moving}
        for i, e in m:
            if terms.moves(i) & bound:
                powers[i] = powers.get(i, 0) + e
        key = tuple(sorted(powers.items()))
        found[key] = found.get(key, Ratio({})) + Ratio({still: a})
    return [(fixed * coefficient, dict(key)) for key, coefficient in found.items()]


def mean(k: int, x: Ratio) -> Ratio:
    """The mean of x over class k: linear, and of a number the number."""
    total = Ratio({})
    for fixed, powers in _split(x, frozenset("s")):
        body = Ratio({tuple(sorted(powers.items())): Fraction(1)})
        total = total + (fixed * of_atom(("mean", k, body)) if powers else fixed)
    return total


def over_condition(density: tuple[Any, ...], x: Ratio) -> Ratio:
    """The mean of x over c with a density and over u, uniform and independent of c: linear, and what moves with c
    alone apart from what moves with u alone; at a point c is that point; E[c**j] = 1/(j + 1) where c is uniform."""
    if density[0] == "point":
        if any(terms.atom(i)[0] == "law" for i in atoms_below(x)):
            raise Refused("an unknown law at a known operating condition")
        x, density = terms_at(x, "c", density[1]), ("uniform",)
    total = Ratio({})
    for fixed, powers in _split(x, frozenset("cu")):
        apart = {v: {i: e for i, e in powers.items() if terms.moves(i) & {"c", "u"} == {v}} for v in "cu"}
        if len(apart["c"]) + len(apart["u"]) == len(powers):
            found = _over_one(density, apart["c"]) * _over_one(("uniform",), apart["u"], in_u=True)
        else:
            found = of_atom(("condition", density, _product(powers)))
        total = total + fixed * found
    return total


def _over_one(density: tuple[Any, ...], powers: dict[int, int], in_u: bool = False) -> Ratio:
    if not powers:
        return of_number(1)
    body = _product(powers)
    condition = terms.number(("name", "u" if in_u else "c"))
    if density == ("uniform",) and set(powers) == {condition}:
        return of_number(Fraction(1, powers[condition] + 1))
    return of_atom(("condition", density, terms_at(body, "u", name("c")) if in_u else body))


def _product(powers: dict[int, int]) -> Ratio:
    return Ratio({tuple(sorted(powers.items())): Fraction(1)})


def terms_at(x: Ratio, variable: str, value: Ratio) -> Ratio:
    """x with a bound variable put to a value."""
    return rebuilt(x, lambda i: value if terms.atom(i) == ("name", variable) else None, variables=frozenset({variable}))


def rebuilt(x: Ratio, change: Any, balanced_too: bool = True, variables: frozenset[str] = frozenset()) -> Ratio:
    """x with atoms changed wherever they stand, also inside other atoms; below ``balanced`` only where that is
    allowed, and only where the ``variables`` are not bound."""

    def other(i: int) -> Ratio | None:
        found = change(i)
        if found is not None:
            return found  # type: ignore[no-any-return]
        kind, *parts = terms.atom(i)
        if not variables <= terms.moves(i):
            return None
        if kind in ("name", "letter", "law", "share") or (kind == "balanced" and not balanced_too):
            return None
        inner = _rebuilt_part(tuple(parts), change, balanced_too, variables)
        return None if inner == tuple(parts) else _made(kind, inner)

    return terms.mapped(x, other)


def _rebuilt_part(part: Any, change: Any, balanced_too: bool, variables: frozenset[str]) -> Any:
    if isinstance(part, Ratio):
        return rebuilt(part, change, balanced_too, variables)
    return tuple(_rebuilt_part(x, change, balanced_too, variables) for x in part) if isinstance(part, tuple) else part


def _made(kind: str, parts: tuple[Any, ...]) -> Ratio:
    """An atom made anew of changed parts."""
    if kind == "mean":
        return mean(*parts)
    if kind == "condition":
        return over_condition(*parts)
    if kind == "inverse":
        return of_number(1).over(parts[0])
    if kind in ("pos", "ind"):
        return (terms.pos if kind == "pos" else terms.ind)(parts[0])
    if kind == "power":
        return terms.root(*parts)
    if kind == "exp":
        return exponential(parts[0])
    if kind == "log" and parts[0].constant == 1:
        return of_number(0)
    if kind == "cdf" and "s" in parts[1].moves() and parts[1] != name("s"):
        raise Refused("F0, F1 and R are taken at the score itself, or at what does not move with it")
    if kind == "balanced":
        return Book({}, frozenset()).balanced(parts[0])
    return of_atom((kind, *parts))
