"""A proof document read from its first line to its last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from workbench.recheck import axioms, integrals, terms
from workbench.recheck.language import Refused, Tree, expression, relation, statement
from workbench.recheck.meaning import Book, atoms_below, is_parameter, mean, rebuilt, up_to_factor
from workbench.recheck.signs import Signs, above, below, scaled, with_constraint
from workbench.recheck.terms import Ratio, name, of_atom, of_number

KINDS = ("equality", "inequality", "derivation")
WORDS = ("calibrated", "evenly_spaced", "no_ties", "even_scores", "matched", "uniform_rate")
IMPLIED = {"evenly_spaced": ("no_ties",)}
LETTERS = {"T": ("law", "rate"), "w": ("density", "density alone")}
ZERO = ("number", Fraction(0))
HALF = of_number(Fraction(1, 2))
TURNED = {">": "<", ">=": "<="}


@dataclass(frozen=True)
class Theorem:
    """What an accepted document says."""

    letters: Mapping[str, str]
    left: Tree
    relation: str
    right: Tree
    given: frozenset[Tree]
    shapes: frozenset[str]


@dataclass
class Proof:
    """What holds while the steps of a document are read."""

    book: Book
    given: list[Tree]
    theorems: Mapping[str, Theorem]
    definitions: Mapping[str, str]


def recheck(document: Any) -> str:
    """The statement that a document proves, or `Refused`."""
    if not isinstance(document, dict) or document.get("format") != 1 or document["format"] is True:
        raise Refused("no proof document of format 1")
    terms.Budget.spent = 0
    try:
        theorems: dict[str, Theorem] = {}
        for cited in document.get("theorems", ()):
            if cited["name"] in theorems:
                raise Refused(f"two theorems called {cited['name']}")
            theorems[cited["name"]] = _checked(cited, theorems)
        _checked(document, theorems)
    except (
        LookupError,
        TypeError,
        AttributeError,
        ValueError,
        ArithmeticError,
        RecursionError,
        MemoryError,
    ) as problem:
        if isinstance(problem, Refused):
            raise
        raise Refused(f"not written as a proof document is: {type(problem).__name__} {problem}") from None
    return str(document["statement"])


def _checked(document: Mapping[str, Any], theorems: Mapping[str, Theorem], outer: Iterable[Tree] = ()) -> Theorem:
    """What a document says, once all of it was read."""
    said, given = statement(document["statement"])
    if [x for text in document.get("given", ()) for x in _assumptions(text)] != list(given):
        raise Refused("what is given is not what the statement says")
    letters = dict(document.get("letters", {}))
    if any(kind not in LETTERS.get(x, ()) for x, kind in letters.items()) or document["kind"] not in KINDS:
        raise Refused("a letter or a document of a kind that is none")
    _, sign, left, right = said
    if "parts" in document:
        if letters or document["kind"] != "equality":
            raise Refused("letters beside parts")
        _note_given(Proof(_book(said, {}), list(given), theorems, axioms.definitions()[0]))
        _two_parts(document, theorems, said, given)
        return Theorem(letters, left, sign, right, frozenset(given), _shapes((left, right)))
    book = _book(said, letters)
    proof = Proof(book, list(given), theorems, axioms.definitions()[0])
    sides = [book.read(x) for x in (left, right)]
    if any(x.moves() for x in sides):
        raise Refused("a variable stands outside of the mean that binds it")
    _note_defined(document, proof, theorems)
    _note_given(proof)
    if sign == "==":
        line = _followed(document, sides[0], proof, steps=document["steps"], strict=None)
        if line is None or not (line - sides[1]).zero:
            raise Refused("the last line is not the right side")
    else:
        low, high = reversed(sides) if sign in TURNED else sides
        if document["kind"] != "inequality":
            raise Refused("an inequality in a document of another kind")
        first = book.read(expression(document["steps"][0]["line"]))
        if not (first - (high - low)).zero and not (sign == "!=" and (first - (low - high)).zero):
            raise Refused("the first line is not the difference of both sides")
        strict = TURNED.get(sign, sign) in ("<", "!=")
        if _followed(document, first, proof, steps=document["steps"][1:], strict=strict) is not None:
            raise Refused("the last line is not shown to be nonnegative")
    _all_defined(proof)
    _densities(document, proof)
    return Theorem(letters, left, sign, right, frozenset(given), _shapes((left, right)))


def _assumptions(text: str) -> tuple[Tree, ...]:
    from workbench.recheck.language import assumptions

    return assumptions(text)


def _book(said: Tree, letters: Mapping[str, str]) -> Book:
    metrics, methods = axioms.definitions()
    return Book(methods, frozenset(metrics), letters, _shapes(said[2:]))


def _shapes(trees: tuple[Tree, ...]) -> frozenset[str]:
    """The parameters that are themselves a shape of a Beta density in the statement, and so positive."""
    found: set[str] = set()

    def look(part: Any) -> None:
        if isinstance(part, tuple):
            if part[:2] == ("call", "beta"):
                found.update(a[1] for a in part[2] if a[0] == "name" and is_parameter(a[1]) and a[1] not in "trq")
            for inner in part:
                look(inner)

    look(trees)
    return frozenset(found)


def _two_parts(
    document: Mapping[str, Any], theorems: Mapping[str, Theorem], said: Tree, given: tuple[Tree, ...]
) -> None:
    """An equality by both inequalities."""
    _, sign, left, right = said
    found = [_checked(part, theorems) for part in document["parts"]]
    wanted = [("<=", left, right), ("<=", right, left)]
    if sign != "==" or [(x.relation, x.left, x.right) for x in found] != wanted:
        raise Refused("the parts are not both inequalities of an equality")
    if any(not x.given <= set(given) or x.letters or not x.shapes <= _shapes((left, right)) for x in found):
        raise Refused("a part that needs more than is given")


# --- what has a value -----------------------------------------------------------------------------------------


def _note_defined(document: Mapping[str, Any], proof: Proof, theorems: Mapping[str, Theorem]) -> None:
    """Keep what the document shows to be positive or nonnegative."""
    for entry in document.get("defined", ()):
        if "certificate" in entry:
            x = proof.book.read(expression(entry["expression"]))
            strict = bool(entry.get("strict", True))
            _signed(x, proof, entry["certificate"], strict)
            _note(proof, x, strict)
        else:
            sign, low, high = _lemma(entry, proof)
            if sign == "==":
                raise Refused("an equality shows no sign")
            _note(proof, high - low, sign == "<")


def _lemma(entry: Mapping[str, Any], proof: Proof) -> tuple[str, Ratio, Ratio]:
    """What a document inside of this one says, under no more than is given here."""
    found = _checked(entry, proof.theorems)
    if not found.given <= set(proof.given) or found.letters or not found.shapes <= proof.book.shapes:
        raise Refused("what is shown apart needs more than is given")
    if found.relation not in ("==", "<", "<="):
        raise Refused("what is shown apart is neither == nor < nor <=")
    return found.relation, proof.book.read(found.left), proof.book.read(found.right)


def _note(proof: Proof, x: Ratio, strict: bool) -> None:
    proof.book.known[up_to_factor(x)] = strict or proof.book.known.get(up_to_factor(x), False)


def _note_given(proof: Proof) -> None:
    for tree in proof.given:
        if tree[0] == "relation" and any(_read_given(proof, x).moves() for x in tree[2:]):
            raise Refused("an assumption that moves with a score or a condition")
        if tree[0] == "relation" and tree[1] in ("<", "<=", ">", ">="):
            low, high = (_read_given(proof, x) for x in (tree[2:] if tree[1] in ("<", "<=") else tree[:1:-1]))
            if not (high - low).zero:
                _note(proof, high - low, tree[1] in ("<", ">"))
        elif tree[0] == "name" and tree[1] not in WORDS:
            raise Refused(f"{tree[1]} is no assumption")


def _read_given(proof: Proof, tree: Tree) -> Ratio:
    return name("AUC") if tree == ("name", "auc") else proof.book.read(tree)


def _all_defined(proof: Proof) -> None:
    """Each denominator, logarithm and root is defined on every sample."""
    strictly = proof.book.positive_atoms()
    for kind, x in proof.book.demands:
        known = proof.book.known.get(up_to_factor(x))
        if known or (kind == "nonnegative" and known is not None) or proof.book.positive(x):
            continue
        if kind == "nonzero" and (
            proof.book.known.get(up_to_factor(-x)) or terms.positive_at_sight(-x, strictly) or _sign_by_known(proof, x)
        ):
            continue
        if kind == "nonnegative" and terms.nonnegative_at_sight(x, strictly):
            continue
        raise Refused(f"{shown(x)} is not shown to be {kind}")


def _sign_by_known(proof: Proof, x: Ratio) -> int:
    """The sign of x, 1 or -1, as a product of what is positive, of numbers and of pi0, pi1, n; 0 where it is not seen."""
    rest = Ratio(x.num)
    for (num, den), strict in proof.book.known.items():
        if strict and not den and len(num) > 1:
            while (quotient := terms.divided(rest.num, dict(num))) is not None:
                rest = Ratio(quotient)
    return 1 if proof.book.positive(rest) else -1 if proof.book.positive(-rest) else 0


def _densities(document: Mapping[str, Any], proof: Proof) -> None:
    """Each density(f) is shown to be one."""
    shown_ones = []
    for entry in document.get("densities", ()):
        (f,) = proof.book.density(expression(f"density({entry['density']})"))[1:]
        total = integrals.added_up(proof.book, ("uniform",), f, None, entry["cells"])
        if total.constant != 1:
            raise Refused(f"density({entry['density']}) does not integrate to 1")
        _signed(f, proof, entry["sign"], strict=False)
        shown_ones.append(f)
    for f in proof.book.densities:
        if f not in shown_ones:
            raise Refused(f"density({shown(f)}) is not shown to be a density")


def shown(x: Ratio) -> str:
    """An expression in a message, cut short."""

    def atom(i: int) -> str:
        kind, *parts = terms.atom(i)
        return str(parts[0]) if kind in ("name", "kernel", "letter", "law", "share") else f"{kind}(...)"

    text = " + ".join(
        "*".join([str(a), *(atom(i) + (f"**{e}" if e > 1 else "") for i, e in m)]) for m, a in x.num.items()
    )
    return text[:120] or "0"


# --- steps -----------------------------------------------------------------------------------------------------


def _followed(
    part: Mapping[str, Any], line: Ratio, proof: Proof, steps: list[Any], strict: bool | None
) -> Ratio | None:
    """The last line of an equality (``strict`` is None); None once the sign of a difference is shown."""
    written = part["steps"][-1]["line"] if part["steps"] else None
    if part.get("ends") != written:
        raise Refused("the last line is not what it ends with")
    for i, step in enumerate(steps, start=len(part["steps"]) - len(steps) + 1):
        try:
            by = step["by"]
            if "cases" in by or "sign" in by:
                if strict is None or step is not steps[-1]:
                    raise Refused("a sign before the last step")
                (_in_cases if "cases" in by else _by_sign)(step, line, proof, strict)
                return None
            line = _next(step, line, proof, strict)
        except Refused as reason:
            raise Refused(f"step {i}: {reason}") from None
    return line


def _next(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool | None) -> Ratio:
    """The line that a step gives: equal to the one before, or for an inequality no more than it."""
    after = proof.book.read(expression(step["line"]))
    gap, put = line - after, _Substitution()
    for use in step["by"]["uses"]:
        sign, left, right, target, everywhere = _used(use, proof)
        if "times" in use:
            if (left.moves() | right.moves()) or (sign != "==" and strict is None):
                raise Refused("an inequality in an equality, or one that moves with a score")
            times = proof.book.read(expression(use["times"]))
            if times.moves():
                raise Refused("a multiplier that moves with a score or a condition")
            if sign != "==":
                _multiplier(times, use, proof)
            gap = gap - put(times * (right - left))
        elif sign != "==":
            raise Refused("an inequality is used without how many times")
        else:
            left, right = put(left), put(right)
            if not (left - right).zero:
                put.also(*_solved(left, right, target), everywhere)
                gap = put.last(gap)
    if not gap.zero:
        raise Refused(f"{step['line'][:80]} does not follow")
    return after


class _Substitution:
    """Equations solved for an atom each, put one after the other."""

    def __init__(self) -> None:
        self.pairs: list[tuple[int, Ratio, bool]] = []

    def also(self, index: int, value: Ratio, everywhere: bool) -> None:
        self.pairs.append((index, value, everywhere))

    def last(self, x: Ratio) -> Ratio:
        index, value, everywhere = self.pairs[-1]
        return rebuilt(x, lambda i: value if i == index else None, everywhere)

    def __call__(self, x: Ratio) -> Ratio:
        for index, value, everywhere in self.pairs:
            x = rebuilt(x, lambda i, index=index, value=value: value if i == index else None, everywhere)  # type: ignore[misc]
        return x


def _multiplier(times: Ratio, use: Mapping[str, Any], proof: Proof) -> None:
    strictly = proof.book.positive_atoms()
    if terms.nonnegative_at_sight(times, strictly) or up_to_factor(times) in proof.book.known:
        return
    if "sign" not in use:
        raise Refused(f"{use['times'][:60]} is not seen to be nonnegative")
    if "steps" in use["sign"]:
        sign, low, high = _lemma(use["sign"], proof)
        if sign == "==" or not (high - low - times).zero:
            raise Refused("the sign that is shown is not that of the multiplier")
        return
    _signed(times, proof, use["sign"], strict=False)


def _solved(left: Ratio, right: Ratio, target: Ratio | None) -> tuple[int, Ratio]:
    """An equation as an atom and what it equals; the atom is the left side, up to a factor, or the target."""
    wanted = target if target is not None else left
    alone = [(m, i) for m in wanted.num for i, _ in m if terms.atom(i) not in (("name", "pi0"), ("name", "n"))]
    if target is not None and len(wanted.num) == 1 and len(next(iter(wanted.num))) == 1:
        alone = [(m, i) for m in wanted.num for i, _ in m]
    if len({i for _, i in alone}) != 1:
        raise Refused("an equation that is not solved for one part of a line")
    index = alone[0][1]
    if index in terms.inside(right):
        left, right = left - right, of_number(0)
    for d, e in left.den.items():
        if index in terms.inside(Ratio(dict(d))):
            raise Refused("an equation with a quotient by what it is solved for")
        right = right * Ratio(dict(d)) ** e
    slope, rest = of_number(0), -right
    for m, a in left.num.items():
        powers = dict(m)
        e = powers.pop(index, 0)
        if e > 1:
            raise Refused("an equation that is not linear in what it is solved for")
        term = Ratio({tuple(sorted(powers.items())): a})
        slope, rest = (slope + term, rest) if e else (slope, rest + term)
    if slope.zero or not (terms.positive_at_sight(slope) or terms.positive_at_sight(-slope)):
        raise Refused("an equation is divided by what is not seen to be nonzero")
    return index, -rest.over(slope)


def _used(use: Mapping[str, Any], proof: Proof) -> tuple[str, Ratio, Ratio, Ratio | None, bool]:
    """The relation that an entry brings: its sign and sides, what it is solved for, and whether it also holds for
    other class proportions."""
    target = proof.book.read(expression(use["for"])) if "for" in use else None
    if "integral" in use:
        try:
            index, value = integrals.evaluated(dict(use), replace(proof.book, known={}))
            everywhere = True
        except Refused:
            index, value = integrals.evaluated(dict(use), proof.book)
            everywhere = False
        return "==", of_atom(terms.atom(index)), value, target, everywhere
    if "at_sight" in use:
        x = proof.book.read(expression(use["at_sight"]))
        if x.moves():
            raise Refused("what is nonnegative at sight moves with a score or a condition")
        if not terms.nonnegative_at_sight(x) and up_to_factor(x) not in proof.book.known:
            raise Refused(f"{use['at_sight'][:60]} is not seen to be nonnegative")
        return "<=", of_number(0), x, target, False
    if "given" in use:
        tree = relation(use["given"])
        if tree not in proof.given:
            raise Refused(f"{use['given']} is not given")
        sign, left, right = tree[1], *(_read_given(proof, x) for x in tree[2:])
        if sign == "!=":
            raise Refused("an assumption of != is no line")
        if sign in (">", ">="):
            left, right = right, left
        return "==" if sign == "==" else "<=", left, right, target, False
    if "document" in use:
        sign, left, right = _lemma(use["document"], proof)
        return "==" if sign == "==" else "<=", left, right, target, False
    if "definition" in use:
        found = proof.definitions.get(use["definition"])
        if not found:
            raise Refused(f"{use['definition']} has no definition")
        return "==", name(use["definition"]), proof.book.read(expression(found)), target, True
    instance = _cited(use, proof) if "theorem" in use else axioms.instance(use["axiom"], use.get("letters", {}))
    _hypotheses(instance, use, proof)
    for tree in instance.positive:
        _note(proof, proof.book.read(tree), True)
    demanded = len(proof.book.demands)
    left, right = proof.book.read(instance.left), proof.book.read(instance.right)
    everywhere = not (instance.given or instance.shown) and len(proof.book.demands) == demanded
    return instance.relation, left, right, target, everywhere


def _cited(use: Mapping[str, Any], proof: Proof) -> axioms.Instance:
    cited = proof.theorems.get(use["theorem"])
    if cited is None:
        raise Refused(f"there is no theorem called {use['theorem']} before this")
    letters = use.get("letters", {})
    if set(letters) != set(cited.letters) or not cited.shapes <= proof.book.shapes:
        raise Refused(f"{use['theorem']} has other letters, or shapes that are not known to be positive")
    words = tuple(x[1] for x in cited.given if x[0] == "name")
    if {"matched", "uniform_rate"} & set(words):
        raise Refused("a theorem about a law of its own")
    others = [x for x in cited.given if x[0] != "name"]
    if any(x not in proof.given for x in others) or (others and letters):
        raise Refused(f"{use['theorem']} needs more than is given")
    for x, kind in cited.letters.items():
        if kind == "rate":
            g = proof.book.read(axioms.letter(x, kind, letters[x]))
            proof.book.demand_rate(g)
    found = axioms.filled(cited.letters, letters, cited.left, cited.relation, cited.right, words)
    if found.relation not in ("==", "<=", "<", ">=", ">"):
        raise Refused(f"{use['theorem']} is neither an equality nor an inequality")
    sides = (found.right, found.left) if found.relation in TURNED else (found.left, found.right)
    return axioms.Instance(
        sides[0],
        "==" if found.relation == "==" else "<=",
        sides[1],
        (*found.given, *(["given"] if others else [])),
    )


def _hypotheses(instance: axioms.Instance, use: Mapping[str, Any], proof: Proof) -> None:
    words = {x[1] for x in proof.given if x[0] == "name"}
    words |= {y for x in words for y in IMPLIED.get(x, ())} | {"given"}
    if any(
        x[:2] == ("relation", "==") and {_read_given(proof, y) for y in x[2:]} == {name("pi0"), HALF}
        for x in proof.given
    ):
        words.add("equal_classes")
    if missing := set(instance.given) - words:
        raise Refused(f"it needs {', '.join(sorted(missing))}")
    shown_ones = list(use.get("shown", ()))
    if len(shown_ones) != len(instance.shown) + len(instance.for_all):
        raise Refused("not everything that is needed is shown")
    for tree, entry in zip((*instance.shown, *instance.for_all), shown_ones, strict=True):
        _, sign, low, high = tree
        ranked = {"rank": "kernel"} if tree in instance.for_all else {}
        book = proof.book.with_letters(ranked)
        gap = book.read(high) - book.read(low)
        strict = sign == "<"
        if isinstance(entry, dict) and "steps" in entry and tree in instance.shown:
            said, below_, above_ = _lemma(entry, proof)
            if said not in ("<", sign) or not (above_ - below_ - gap).zero:
                raise Refused("something else is shown than is needed")
        else:
            _signed(gap, proof, entry, strict, ranked)


# --- signs -------------------------------------------------------------------------------------------------------


def region(atoms: Iterable[int], proof: Proof) -> dict[Any, bool]:
    """What is known of the atoms: their bounds, and what is given."""
    found: dict[Any, bool] = {}
    pi0, n = name("pi0"), name("n")
    every = set(atoms) | {terms.number(("name", "pi0"))}
    for i in every:
        low, high = terms.span_of_atom(i)
        x, strict = of_atom(terms.atom(i)), terms.atom(i) == ("name", "pi0")
        shape = terms.atom(i)[0] == "name" and terms.atom(i)[1] in proof.book.shapes
        strict_low = strict or terms.atom(i)[0] == "exp" or shape
        if shape:
            low = Fraction(0)
        if low is not None:
            found = with_constraint(found, x - of_number(low), strict_low)
        if high is not None:
            found = with_constraint(found, of_number(high) - x, strict)
        if terms.atom(i) == ("name", "n"):
            found = with_constraint(found, n, True)
            for share in (pi0, of_number(1) - pi0):
                found = with_constraint(found, n * share - of_number(1), False)
    for tree in proof.given:
        if tree[0] == "relation" and tree[1] != "!=":
            low_side, high_side = (_read_given(proof, x) for x in (tree[:1:-1] if tree[1] in (">", ">=") else tree[2:]))
            gap = high_side - low_side
            if not gap.den and gap.constant is None:
                found = with_constraint(found, gap, tree[1] in ("<", ">"))
                if tree[1] == "==":
                    found = with_constraint(found, -gap, False)
    return found


def _signed(x: Ratio, proof: Proof, certificate: Any, strict: bool, letters: Mapping[str, str] | None = None) -> None:
    """Raise `Refused` unless the certificate shows the sign of x at every value of its atoms."""
    top = _numerator(x, proof)
    book = proof.book.with_letters(letters or {})
    every = terms.inside(top) | {j for i in terms.inside(top) for j in _below(i)}
    every |= {terms.number(("kernel", x)) for x in letters or ()}
    Signs(book, strict).check(top, region(every, proof), certificate)


def _below(i: int) -> set[int]:
    """The atoms inside an indicator, a positive part or a root."""
    if terms.atom(i)[0] not in ("ind", "pos", "power"):
        return set()
    direct = terms.inside(terms.atom(i)[1])
    return direct.union(*(_below(j) for j in direct), set())


def _numerator(x: Ratio, proof: Proof) -> Ratio:
    """x times what it is divided by, which must have a sign that is known."""
    found = Ratio(x.num)
    for d, e in x.den.items():
        below_ = Ratio(dict(d))
        sign = 1 if e % 2 == 0 else _sign_by_known(proof, below_)
        if not sign:
            raise Refused(f"the sign of the denominator {shown(below_)} is not known")
        found = found if sign > 0 else -found
    return found


def _in_cases(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool) -> None:
    """The sign of a line in two cases, by the sign of a difference of figures of the sample."""
    d = proof.book.read(expression(step["by"]["cases"]))
    if d.den or d.moves() or d.constant is not None:
        raise Refused(f"cases by the sign of {step['by']['cases']}")
    difference = expression(step["by"]["cases"])
    for part, sign, change in (("above", ">", above), ("below", "<=", below)):
        branch = step["by"][part]
        book = replace(proof.book, known=dict(proof.book.known))
        inner = replace(proof, book=book, given=[*proof.given, ("relation", sign, difference, ZERO)])
        _note_given(inner)
        if not branch["steps"]:
            raise Refused("a case without steps")
        if _followed(branch, change(line, d), inner, branch["steps"], strict) is not None:
            raise Refused("a case that does not end with a sign")


def _by_sign(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool) -> None:
    """The last step: the line is a mean of the expression that is written, whose sign a certificate shows."""
    by = step["by"]
    names = by.get("names", ["x", "y", "p", "q"])
    if len(set(names)) != 4 or any(not isinstance(x, str) or not x.isidentifier() for x in names):
        raise Refused("the names of the variables")
    top = Ratio(line.num)
    variables = [of_atom(("kernel", x)) for x in names]
    if by["sign"] == "pair":
        top = _pair(top, *variables[:2])
    elif by["sign"] == "group":
        line, top = of_number(1), _group(line, variables, ("name", "calibrated") in proof.given)
    elif by["sign"] != "number":
        raise Refused(f"{by['sign']} is no way to read a line")
    book = proof.book.with_letters(dict.fromkeys(names, "kernel") if by["sign"] != "number" else {})
    whole = Ratio(dict(top.num), dict(line.den))
    if not (book.read(expression(step["line"])) - whole).zero:
        raise Refused(f"{step['line'][:80]} is not what the line is a mean of")
    top = _numerator(whole, proof)
    every = terms.inside(top) | {j for i in terms.inside(top) for j in _below(i)}
    every |= {terms.number(("kernel", x)) for x in names if by["sign"] != "number"}
    Signs(book, strict).check(top, region(every, proof), by["certificate"])


def _pair(line: Ratio, x: Ratio, y: Ratio) -> Ratio:
    """What the line is a mean of over pairs of an example of class 0, of score x, and one of class 1, of score y."""
    ahead = (of_number(1) + terms.ind(y - x) - terms.ind(x - y)) * HALF
    total = of_number(0)
    for m, a in line.num.items():
        term, used = of_number(a), [0, 0]
        for i, e in m:
            kind, *parts = terms.atom(i)
            if kind != "mean":
                term = term * Ratio({((i, e),): Fraction(1)})
                continue
            k, body = parts
            ((product, one),) = body.num.items()
            crossed = terms.number(("cdf", 1 - k, name("s")))
            powers = dict(product)
            rank = powers.pop(crossed, 0)
            used[k] += e
            used[1 - k] += e * rank
            if body.den or rank > 1:
                raise Refused("a power of a rank, or a quotient, in a mean over pairs")
            put = _at_scores(Ratio({tuple(sorted(powers.items())): one}), x if k == 0 else y)
            if rank:
                put = put * (ahead if k == 1 else of_number(1) - ahead)
            term = term * put**e
        if max(used) > 1:
            raise Refused("two examples of one class in a mean over pairs")
        total = total + term
    return total


def _at_scores(body: Ratio, x: Ratio, shares: Mapping[str, Ratio] | None = None) -> Ratio:
    """A function of the score, and of shares of class 1 if they are given, at a score."""

    def at(i: int) -> Ratio | None:
        kind, *parts = terms.atom(i)
        if (kind, *parts) == ("name", "s"):
            return x
        return (shares or {}).get(parts[0]) if kind == "share" else None

    put = rebuilt(body, at, variables=frozenset("s"))
    if "s" in put.moves() or any(terms.atom(i)[0] in ("cdf", "share") for i in atoms_below(put)):
        raise Refused("a mean of more than the score and what is said of it")
    return put


def _group(whole: Ratio, variables: list[Ratio], calibrated: bool) -> Ratio:
    """What the line is a mean of over all examples: of score x, calibrated score p, share q of class 1."""
    x, _, p, q = variables
    if calibrated:
        p = q = x
    pi0 = name("pi0")

    total = of_number(0)
    for m, a in whole.num.items():
        term, means = Ratio({(): a}, dict(whole.den)), 0
        for i, e in m:
            kind, *parts = terms.atom(i)
            if kind != "mean":
                term = term * Ratio({((i, e),): Fraction(1)})
                continue
            means += e
            body = _at_scores(parts[1], x, {"pav": p, "posterior": q})
            if body.den:
                raise Refused("a quotient in a mean over all examples")
            term = term * body
            term = (term * (of_number(1) - q)).over(pi0) if parts[0] == 0 else (term * q).over(of_number(1) - pi0)
        if means > 1:
            raise Refused("a product of means over all examples")
        total = total + term
    if total.den:
        raise Refused("a mean over one class that is not weighted by its proportion")
    share = terms.number(("name", "pi0"))
    found = of_number(0)
    for m, a in total.num.items():
        powers = dict(m)
        e = powers.pop(share, 0)
        if e > 1 or (
            e and any(terms.atom(j)[0] == "kernel" for i in powers for j in (i, *atoms_below(terms.atom(i)[1:])))
        ):
            raise Refused("a product of a class proportion and a mean")
        term = Ratio({tuple(sorted(powers.items())): a})
        found = found + (term * (of_number(1) - q) if e else term)
    return found


__all__ = ["Refused", "mean", "recheck", "scaled"]
