"""Expressions written as terms of Coq: trees as they stand in a document, and normal forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from workbench.recheck import terms
from workbench.recheck.language import Tree, expression, parts, with_names
from workbench.recheck.meaning import UNIFORM, Book, Law, is_parameter, table
from workbench.recheck.terms import Q, Ratio

OWN, HALVES = "own l", "halves"
CLASS = ("false", "true")
LETTERS = {"AUCH", "KS", "MER"}
ANY = "any"
READINGS = ("interpolated", "step", "cutpoints")
LEVELS = ("x_t", "x_r", "x_q")


class NotExported(Exception):
    """What a document has in it that cannot be written in Coq yet."""


@dataclass
class Writer:
    """Writes terms, and notes what stands in them: ``letters`` that the theorem binds, ``parameters``, ``figures``;
    ``counted``, whether the number of examples does; ``proportions``, the class proportions that are meant; what
    ``stands`` for a letter of a certificate; the ``levels``, letters for numbers in [0, 1], that must be such; the
    ``forms`` of densities that are written out, as they stand in the document."""

    letters: set[str] = field(default_factory=set)
    parameters: set[str] = field(default_factory=set)
    figures: set[str] = field(default_factory=set)
    counted: bool = False
    proportions: str = "p"
    book: Book = field(default_factory=Book)
    losses: dict[str, tuple[str, str, str, Law, str, str]] = field(default_factory=dict)
    stands: dict[str, str] = field(default_factory=dict)
    levels: set[str] = field(default_factory=set)
    forms: dict[Ratio, str] = field(default_factory=dict)

    # --- normal forms ----------------------------------------------------------------------------------------------

    def __call__(self, x: Ratio) -> str:
        """A normal form; equal ones are written alike."""
        num = self.polynomial(sorted(x.num.items()))
        if not x.den:
            return num
        den = " * ".join(power(self.polynomial(d), e) for d, e in sorted(x.den.items()))
        return f"({num} / ({den}))"

    def polynomial(self, parts: Iterable[tuple[terms.Monomial, Q]]) -> str:
        written = [self.product(m, q) for m, q in parts]
        return f"({' + '.join(written)})" if len(written) > 1 else written[0] if written else "0"

    def product(self, m: terms.Monomial, q: Q) -> str:
        factors = [power(self.atom(i), e) for i, e in m]
        if q != 1 or not factors:
            factors.insert(0, number(q))
        return f"({' * '.join(factors)})" if len(factors) > 1 else factors[0]

    def atom(self, i: int) -> str:
        """What is not taken apart further."""
        kind, *inner = terms.atom(i)
        match kind, inner:
            case "name", [x]:
                return self.name(x)
            case (("kernel" | "letter"), [x]) if x in self.stands:
                return self.stands[x]
            case "mean", [_, body] if body.den:
                raise NotExported("a mean over a class of a quotient")
            case "mean", [2, body]:
                return f"(E l {self.proportions} (fun s a => {self(body)}))"
            case "mean", [k, body]:
                return f"(Ek l {CLASS[k]} (fun s a => {self(body)}))"
            case "cdf", [k, x] if rate := rate_of(x):
                return f"(F_rate l {self.proportions} {CLASS[k]} {self(rate)})"
            case "cdf", [k, x]:
                return self.cdf(CLASS[k], None if x == terms.name("s") else self(x))
            case "share", [f]:
                return self.share(f)
            case "ind", [d] if rate := rate_of(terms.name("s") - d):
                return f"(past l {self.proportions} {self(rate)} s a)"
            case "ind", [d]:
                return f"(above {self(d)})"
            case "pos", [d]:
                return f"(Rmax {self(d)} 0)"
            case "power", [x, e] if e == Fraction(1, 2):
                return f"(sqrt {self(x)})"
            case "exp" | "log", [x]:
                return f"({'ln' if kind == 'log' else 'exp'} {self(x)})"
            case "call", [function, x, *arguments] if rate := rate_of(x):
                return self.at_rate(function, self(rate), [self(x) for x in arguments])
            case "call", [function, *arguments]:
                return self.call(function, [self(x) for x in arguments])
            case "law", [x]:
                return f"({x} c u)"
            case "condition", [density, body]:
                return f"(Ec {self.density(density)} (fun c u => {self(body)}))"
            case "loss", [law, density, condition, rates]:
                return self.loss(law, density, condition, rates)
            case "balanced", [x]:
                with self.balanced():
                    return self(x)
            case "scored", [x, h]:
                return self.scored(self(h), lambda: self(x))
        raise NotExported(f"a part of kind {kind}")

    # --- trees -------------------------------------------------------------------------------------------------------

    def tree(self, tree: Tree) -> str:
        """An expression as it stands."""
        kind, *inner = tree
        match kind, inner:
            case "number", [q]:
                return number(q)
            case "name", [x]:
                return self.name(x)
            case "negative", [x]:
                return f"(- {self.tree(x)})"
            case "**", [x, e]:
                exponent = constant(e)
                if exponent and exponent > 0 and exponent.denominator == 2:
                    whole = f"{power(self.tree(x), int(exponent))} * " if exponent > 1 else ""
                    return f"({whole}sqrt {self.tree(x)})"
                if exponent is None or exponent.denominator != 1 or exponent < 0:
                    raise NotExported("a root of a degree other than 2")
                return f"({self.tree(x)} ^ {exponent})"
            case "+" | "-" | "*" | "/", [x, y]:
                return f"({self.tree(x)} {kind} {self.tree(y)})"
            case "call", ["loss", _, _]:
                return self(self.book.read(tree))
            case "call", [function, arguments, keywords]:
                if keywords:
                    raise NotExported(function)
                return self._called(function, arguments)
        raise NotExported(f"a {kind}")

    def _called(self, function: str, arguments: tuple[Tree, ...]) -> str:
        if arguments and arguments[0][:2] == ("call", "threshold_at"):
            (rate,), *rest = arguments[0][2], *map(self.tree, arguments[1:])
            return self.at_rate(function, self.tree(rate), rest)
        if function == "indicator":
            ((_, relation, left, right),) = arguments
            if relation == "<" and left[:2] == ("call", "threshold_at") and right == ("name", "s"):
                return f"(past l {self.proportions} {self.tree(left[2][0])} s a)"
            if relation == "<=" and right[:2] == ("call", "threshold_at") and left == ("name", "s"):
                return f"(1 - (past l {self.proportions} {self.tree(right[2][0])} s a))"
            low, high = map(self.tree, (right, left) if relation in (">", ">=") else (left, right))
            return f"(ind (R{'le' if '=' in relation else 'lt'}_dec {low} {high}))"
        if function == "balanced":
            with self.balanced():
                return self.tree(arguments[0])
        if function == "scored":
            return self.scored(self.tree(arguments[1]), lambda: self.tree(arguments[0]))
        if function == "Ec":
            body, *density = arguments
            law = self.book.density(density[0]) if density else UNIFORM
            return f"(Ec {self.density(law)} (fun c u => {self.tree(body)}))"
        written = [self.tree(x) for x in arguments]
        at_score = arguments == (("name", "s"),)
        match function:
            case "E0" | "E1":
                return f"(Ek l {CLASS[int(function[1])]} (fun s a => {written[0]}))"
            case "E":
                return f"(E l {self.proportions} (fun s a => {written[0]}))"
            case "F0" | "F1":
                return self.cdf(CLASS[int(function[1])], None if at_score else written[0])
            case "R":
                return f"(Rate l {self.proportions} {'s a' if at_score else f'{written[0]} 1'})"
            case "posterior" | "pav" if at_score:
                return self.share(function)
            case "min" | "max":
                *rest, found = written
                for x in reversed(rest):
                    found = f"(R{function} {x} {found})"
                return found
            case "abs" | "sqrt" | "exp" | "log":
                return f"({ {'abs': 'Rabs', 'log': 'ln'}.get(function, function) } {written[0]})"
        return self.call(function, written)

    # --- both --------------------------------------------------------------------------------------------------------

    def name(self, x: str) -> str:
        if x in self.stands:
            return self.stands[x]
        if x in ("pi0", "pi1"):
            return f"({self.proportions} {CLASS[int(x[2])]})"
        if x in ("n", "n0", "n1"):
            self.counted = True
            return "(INR (length l))" if x == "n" else f"(INR (length l) * {self.proportions} {CLASS[int(x[1])]})"
        if x in ("s", "c", "u", "value"):
            return x
        if self.book.letters.get(x) in ("law", "rate"):
            return f"({x} c u)"
        if x == "auc":
            x = "AUC"
        if x in LETTERS and (self.proportions == "p" or x != "MER"):
            self.letters.add(x)
            return x
        metrics = table("definitions")["metrics"]
        if metrics.get(x):
            self.figures.add(x)
            pav = " pav" * on_hull(x)
            if pav:
                self.share("pav")
            return f"({x}_of l {self.proportions}{pav})"
        if not is_parameter(x):
            raise NotExported(x)
        self.parameters.add(f"x_{x}")
        return f"x_{x}"

    def definition(self, x: str, of: str = "sample") -> str:
        """The definition of a figure."""
        body = Writer().tree(expression(table("definitions")["metrics"][x]))
        pav = " (pav : R -> R)" * on_hull(x)
        return f"Definition {x}_of (l : {of}) (p : bool -> R){pav} : R := {body}."

    def density(self, density: Law) -> str:
        """A density of the condition."""
        match density:
            case ("uniform",):
                return "uniform"
            case ("letter", x):
                ((i, _),) = next(iter(x.num))
                if (letter := str(terms.atom(i)[1])) in self.book.letters:
                    return letter
                if letter == ANY:
                    self.letters.add(ANY)
                    return ANY
                raise NotExported(f"density {letter}")
            case ("uniform", Ratio() as low, Ratio() as high):
                return f"(uniform_on {self(low)} {self(high)})"
            case ("point", Ratio() as q):
                written = self(q)
                self.levels |= {x for x in LEVELS if re.search(rf"\b{x}\b", written)}
                return f"(at_cost {written})"
            case ("beta", Ratio() as a, Ratio() as b):
                return f"(beta_of {self(a)} {self(b)})"
            case ("density", Ratio() as f):
                return f"(with_density (fun c => {self.forms.get(f) or self(f)}))"
        raise NotExported(f"density {density[0]}")

    def law(self, law: Law) -> str:
        """A threshold choice method."""
        match law:
            case ("score", g):
                return f"(on_scores (fun c u => {self(g)}))"
            case ("rate", g):
                return f"(on_rates (fun c u => {self(g)}))"
            case ("fpr" | "tpr" as rate, g):
                return f"(on_{rate} (fun c u => {self(g)}))"
            case ("optimal",):
                return "optimal"
            case ("mix", q, first, second):
                return f"(mix {self(q)} {self.law(first)} {self.law(second)})"
        raise NotExported(f"method {law[0]}")

    def loss(self, law: Law, density: Law, condition: str, rates: str) -> str:
        if rates not in READINGS:
            raise NotExported(f"rates {rates}")
        text, skew = f"{rates} {self.density(density)} {self.law(law)}", condition == "skew"
        found = f"(Loss_for_skews l {text})" if skew else f"(Loss l {self.proportions} {text})"
        kind = ("Loss_for_skews", "") if skew else ("Loss", self.proportions)
        self.losses[found] = (*kind, self.density(density), law, rates, "l")
        return found

    def scored(self, scores: str, inner: Callable[[], str]) -> str:
        """What is written of a sample, of the same examples with other scores, which are written as a function of s."""
        others, before = other_scores(scores), self.losses
        self.losses = {}
        text = of_sample(inner(), others)
        before |= {of_sample(x, others): (*of, others) for x, (*of, _) in self.losses.items()}  # type: ignore[misc]
        self.losses = before
        return text

    def plainly(self, x: Ratio) -> str:
        """A polynomial of letters in the statement language, which is written in Coq as its normal form is."""
        parts = []
        for m, q in sorted(x.num.items()):
            factors = [f"{terms.atom(i)[1]}**{e}" if e > 1 else str(terms.atom(i)[1]) for i, e in m]
            size = f"({abs(Fraction(q))})"
            factors = [f"(-{size})" if q < 0 else size, *factors] if q != 1 or not factors else factors
            parts.append("*".join(factors))
        text = " + ".join(parts) or "0"
        plain = not x.den and all(terms.atom(i)[0] in ("name", "law") for i in terms.inside(x))
        if not plain or self.tree(expression(text)) != self(x):
            raise NotExported("a law of the threshold of several terms that move")
        return text

    @contextmanager
    def balanced(self) -> Iterator[None]:
        """Class proportions of one half each."""
        before, self.proportions = self.proportions, HALVES
        try:
            yield
        finally:
            self.proportions = before

    def share(self, f: str) -> str:
        if f == "posterior":
            return f"(posterior l {self.proportions} s)"
        if self.proportions != "p":
            raise NotExported("the calibrated score at other class proportions")
        self.letters.add("pav")
        return "(pav s)"

    def cdf(self, k: str, at: str | None) -> str:
        return f"(F l {k} s a)" if at is None else f"(F_at l {k} {at})"

    def at_rate(self, function: str, rate: str, arguments: list[str]) -> str:
        """A function at the threshold of a rate."""
        match function, arguments:
            case (("F0" | "F1"), []):
                return f"(F_rate l {self.proportions} {CLASS[int(function[1])]} {rate})"
            case "Qc", [b]:
                return f"(Qc_rate l {self.proportions} {rate} {b})"
            case "error", []:
                return f"(error_at_rate l {self.proportions} {rate})"
        raise NotExported(f"{function} at the threshold of a rate")

    def call(self, function: str, arguments: list[str]) -> str:
        match function, arguments:
            case "least_loss", [c]:
                return f"(Least_loss l {self.proportions} {c})"
            case "error", [t]:
                return f"(error_rate l {self.proportions} {t})"
            case "macro_error", [t]:
                return f"(error_rate l halves {t})"
            case "Qc", [t, b]:
                return f"(Qc l {self.proportions} {t} {b})"
            case "Qz", [t, b]:
                return f"(Qz l {t} {b})"
            case "h_measure", [a, b]:
                return f"(h_of l {self.proportions} {a} {b})"
        raise NotExported(function)


def outside_of_means(tree: Tree) -> Iterator[Tree]:
    """The names and calls that a tree is made of, but for those that stand inside of a mean or of a loss.

    >>> [x[1] for x in outside_of_means(expression("max(E0(F1(s)), AUC) + pav(s)"))]
    ['max', 'E0', 'AUC', 'pav', 's']
    """
    if tree[0] in ("name", "call"):
        yield tree
    if tree[0] != "call" or tree[1] not in ("E", "E0", "E1", "Ec", "loss", "balanced", "scored"):
        for part in tree[2] if tree[0] == "call" else tree[1:]:
            if isinstance(part, tuple):
                yield from outside_of_means(part)


def inner_parts(tree: Tree) -> Iterable[Tree]:
    """What the maxima and minima of which an expression is one are of."""
    if tree[0] == "call" and tree[1] in ("min", "max", "abs"):
        for x in tree[2]:
            yield from inner_parts(x)
    else:
        yield tree


def means_move(tree: Tree) -> bool:
    """Whether what stands under a mean over examples in a tree moves with the condition."""
    means = (x for x in parts(tree) if x[:1] == ("call",) and x[1] in ("E0", "E1", "E"))
    return any(("name", "c") in parts(x) for x in means)


def with_scores(tree: Tree, h: Tree) -> Tree:
    """A tree with other scores in its means.

    >>> with_scores(expression("1 - E0(s**2)"), expression("pav(s)")) == expression("1 - E0(pav(s)**2)")
    True
    """
    if tree[0] == "call" and tree[1] in ("E0", "E1", "E"):
        return ("call", tree[1], tuple(with_names(x, {"s": h}) for x in tree[2]), tree[3])
    return tuple(with_scores(x, h) if isinstance(x, tuple) and x else x for x in tree)


def other_scores(scores: str) -> str:
    """The sample of the same examples with other scores.

    >>> other_scores("(posterior l p s)")
    '(rescored l (fun x => (posterior l p (score x))))'
    """
    at = re.sub(r"\bs\b", "(score x)", scores)
    return f"(rescored l (fun x => {at}))"


def of_sample(text: str, sample: str) -> str:
    """What is written of the sample l, of another."""
    return re.sub(r"\bl\b", lambda _: sample, text)


def inside_balanced(line: str) -> tuple[str, str, str] | None:
    """What stands before what is balanced, that, and what stands after it, if it is one thing.

    >>> inside_balanced("balanced(2*E0(s)) - 1/4"), inside_balanced("1/2")
    (('balanced(', '2*E0(s)', ') - 1/4'), None)
    """
    word = "balanced("
    begin = line.find(word) + len(word)
    if line.count(word) != 1:
        return None
    depth, end = 1, begin
    while depth:
        depth += {"(": 1, ")": -1}.get(line[end], 0)
        end += 1
    return line[:begin], line[begin : end - 1], line[end - 1 :]


def places(*each: Ratio) -> str:
    """At what an equation holds: each score, each condition."""
    moving = frozenset[str]().union(*(x.moves() for x in each))
    return "s" * ("s" in moving) + "c" * bool(moving & {"c", "u"})


def rate_of(x: object) -> Ratio | None:
    """The rate of which a threshold is, if x is one of a rate."""
    if not isinstance(x, Ratio) or terms.places_in(x) != [x]:
        return None
    ((i, _),) = next(iter(x.num))
    rate = terms.atom(i)[2]
    return rate if isinstance(rate, Ratio) else None


def number(q: Q) -> str:
    q = Fraction(q)
    top = str(abs(q.numerator)) if q.denominator == 1 else f"({abs(q.numerator)} / {q.denominator})"
    return f"(- {top})" if q < 0 else top


def power(x: str, e: int) -> str:
    return x if e == 1 else f"({x} ^ {e})"


def constant(tree: Tree) -> Fraction | None:
    """The number that a tree is, if it is made of numbers."""
    kind, *inner = tree
    if kind == "number":
        return Fraction(inner[0])
    if kind in ("+", "-", "*", "/"):
        x, y = map(constant, inner)
        if x is None or y is None or (kind == "/" and not y):
            return None
        return {"+": x + y, "-": x - y, "*": x * y, "/": x / (y or 1)}[kind]
    return None


@cache
def on_hull(x: str) -> bool:
    """Whether the calibrated score stands in the definition of a figure.

    >>> on_hull("RLH"), on_hull("BS")
    (True, False)
    """
    inner = Writer()
    inner.tree(expression(table("definitions")["metrics"][x]))
    return "pav" in inner.letters


def figures_of(x: str) -> list[str]:
    """A figure and those by which it is defined, each after what it needs."""
    inner = Writer()
    inner.tree(expression(table("definitions")["metrics"][x]))
    return [*dict.fromkeys(y for z in sorted(inner.figures - {x}) for y in figures_of(z)), x]
