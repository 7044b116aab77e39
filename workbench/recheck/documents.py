"""A proof document read from its first line to its last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.recheck import axioms, integrals, signs, terms
from workbench.recheck.language import Refused, Tree, assumptions, expression, parts, relation, statement
from workbench.recheck.meaning import Book, is_parameter, put, strengthen, table
from workbench.recheck.terms import HALF, ONE, ZERO, Ratio, ind, name, number, of_atom, of_number, term

KINDS = ("equality", "inequality", "derivation")
ASSUMED = ("calibrated", "evenly_spaced", "no_ties", "even_scores", "matched", "uniform_rate")
LETTERS = {"T": ("law", "rate"), "w": ("density", "density alone")}
PI0, N = number(("name", "pi0")), number(("name", "n"))


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
    given: tuple[Tree, ...]
    theorems: Mapping[str, Theorem]


def recheck(document: Any) -> str:
    """The statement that a document proves, or `Refused`."""
    try:
        if type(document["format"]) is not int or document["format"] != 1:
            raise Refused("no proof document of format 1")
        terms.begin()
        theorems: dict[str, Theorem] = {}
        for cited in document.get("theorems", ()):
            if cited["name"] in theorems:
                raise Refused(f"two theorems called {cited['name']}")
            theorems[cited["name"]] = _checked(cited, theorems)
        _checked(document, theorems)
    except Refused:
        raise
    except (
        LookupError,
        TypeError,
        AttributeError,
        ValueError,
        ArithmeticError,
        RecursionError,
        MemoryError,
    ) as problem:
        raise Refused(f"not written as a proof document is: {type(problem).__name__} {problem}") from None
    return str(document["statement"])


def _checked(document: Mapping[str, Any], theorems: Mapping[str, Theorem]) -> Theorem:
    """What a document says, once all of it was read."""
    said, given = statement(document["statement"])
    letters, (_, sign, left, right) = dict(document.get("letters", {})), said
    if [x for text in document.get("given", ()) for x in assumptions(text)] != list(given):
        raise Refused("what is given is not what the statement says")
    if any(kind not in LETTERS[x] for x, kind in letters.items()) or document["kind"] not in KINDS:
        raise Refused("a letter or a document of a kind that is none")
    theorem = Theorem(letters, left, sign, right, frozenset(given), _shapes((left, right)))
    proof = Proof(Book(letters, theorem.shapes), given, theorems)
    _note_given(proof)
    if "parts" in document:
        found = [_inner(part, proof) for part in document["parts"]]
        wanted = [("<=", left, right), ("<=", right, left)]
        if (
            sign != "=="
            or letters
            or document["kind"] != "equality"
            or [(x.relation, x.left, x.right) for x in found] != wanted
        ):
            raise Refused("the parts are not both inequalities of an equality")
        return theorem
    low, high = map(proof.book.read, (right, left) if sign in (">", ">=") else (left, right))
    if low.moves() | high.moves():
        raise Refused("a variable stands outside of the mean that binds it")
    for entry in document.get("defined", ()):
        strict, x = bool(entry.get("strict", True)), None
        if "certificate" in entry:
            x = proof.book.text(entry["expression"])
            _signed(x, proof, entry["certificate"], strict)
        else:
            shown, less, more = _lemma(entry, proof)
            strict, x = shown == "<", more - less
            if shown == "==":
                raise Refused("an equality shows no sign")
        strengthen(proof.book.known, x, strict)
    if sign == "==":
        line = _followed(document, low, proof, document["steps"], None)
        if line is None or line != high:
            raise Refused("the last line is not the right side")
    else:
        first = proof.book.text(document["steps"][0]["line"])
        if document["kind"] != "inequality" or not (first == high - low or (sign == "!=" and first == low - high)):
            raise Refused("the first line is not the difference of both sides")
        if _followed(document, first, proof, document["steps"][1:], sign in ("<", ">", "!=")) is not None:
            raise Refused("the last line is not shown to be nonnegative")
    _densities(document, proof)
    for kind, x in proof.book.demands:
        if not proof.book.shows(kind, x):
            raise Refused(f"{shown_as(x)} is not shown to be {kind}")
    return theorem


def _shapes(sides: tuple[Tree, Tree]) -> frozenset[str]:
    """The parameters that are themselves a shape of a Beta density in the statement, and so positive."""
    shapes = {a for part in parts(sides) if part[:2] == ("call", "beta") for a in part[2] if a[0] == "name"}
    return frozenset(x for _, x in shapes if is_parameter(x) and x not in "trq")


def _inner(entry: Mapping[str, Any], proof: Proof) -> Theorem:
    """What a document inside of this one says, under no more than is given here."""
    found = _checked(entry, proof.theorems)
    if not found.given <= set(proof.given) or found.letters or not found.shapes <= proof.book.shapes:
        raise Refused("what is shown apart needs more than is given")
    return found


def _lemma(entry: Mapping[str, Any], proof: Proof) -> tuple[str, Ratio, Ratio]:
    """The same as a relation, == or < or <=, and both sides."""
    found = _inner(entry, proof)
    if found.relation not in ("==", "<", "<="):
        raise Refused("what is shown apart is neither == nor < nor <=")
    return found.relation, proof.book.read(found.left), proof.book.read(found.right)


def _sides(proof: Proof, tree: Tree) -> tuple[Ratio, Ratio]:
    """Both sides of something given, the lesser first."""
    low, high = tree[:1:-1] if tree[1] in (">", ">=") else tree[2:]
    low, high = (("name", "AUC") if x == ("name", "auc") else x for x in (low, high))
    return proof.book.read(low), proof.book.read(high)


def _note_given(proof: Proof) -> None:
    for tree in proof.given:
        if tree[0] == "relation":
            low, high = _sides(proof, tree)
            if low.moves() | high.moves():
                raise Refused("an assumption that moves with a score or a condition")
            if tree[1] not in ("==", "!=") and low != high:
                strengthen(proof.book.known, high - low, tree[1] in ("<", ">"))
        elif tree[1] not in ASSUMED:
            raise Refused(f"{tree[1]} is no assumption")


def _densities(document: Mapping[str, Any], proof: Proof) -> None:
    """Each density(f) is shown to be one."""
    good = []
    for entry in document.get("densities", ()):
        (f,) = proof.book.density(expression(f"density({entry['density']})"))[1:]
        if integrals.added_up(proof.book, ("uniform",), f, None, entry["cells"]) != ONE:
            raise Refused(f"density({entry['density']}) does not integrate to 1")
        _signed(f, proof, entry["sign"], False)
        good.append(f)
    for f in proof.book.densities:
        if f not in good:
            raise Refused(f"density({shown_as(f)}) is not shown to be a density")


def shown_as(x: Ratio) -> str:
    """An expression in a message, cut short."""
    parts = [[str(a), *(f"{terms.atom(i)[1]}**{e}"[:40] for i, e in m)] for m, a in x.num.items()]
    return " + ".join(map("*".join, parts))[:120] or "0"


# --- steps -----------------------------------------------------------------------------------------------------


def _followed(
    part: Mapping[str, Any], line: Ratio, proof: Proof, steps: list[Any], strict: bool | None
) -> Ratio | None:
    """The last line of an equality (``strict`` is None); None once the sign of a difference is shown."""
    if part.get("ends") != (part["steps"][-1]["line"] if part["steps"] else None):
        raise Refused("the last line is not what it ends with")
    for i, step in enumerate(steps, start=len(part["steps"]) - len(steps) + 1):
        try:
            if "cases" in step["by"] or "sign" in step["by"]:
                if strict is None or step is not steps[-1]:
                    raise Refused("a sign before the last step")
                (_in_cases if "cases" in step["by"] else _by_sign)(step, line, proof, strict)
                return None
            line = _next(step, line, proof, strict)
        except Refused as reason:
            raise Refused(f"step {i}: {reason}") from None
    return line


def _next(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool | None) -> Ratio:
    """The line that a step gives: equal to the one before, or for an inequality no more than it."""
    after = proof.book.text(step["line"])
    gap, solved = line - after, list[tuple[dict[int, Ratio], bool]]()

    def substituted(x: Ratio) -> Ratio:
        for equation, everywhere in solved:
            x = put(x, equation, balanced_too=everywhere)
        return x

    for use in step["by"]["uses"]:
        sign, left, right, everywhere = _used(use, proof)
        if "times" in use:
            if (left.moves() | right.moves()) or (sign != "==" and strict is None):
                raise Refused("an inequality in an equality, or one that moves with a score")
            times = proof.book.text(use["times"])
            if times.moves():
                raise Refused("a multiplier that moves with a score or a condition")
            if sign != "==" and not proof.book.shows("nonnegative", times):
                _multiplier(times, use["sign"], proof)
            gap = gap - substituted(times * (right - left))
        elif sign != "==":
            raise Refused("an inequality is used without how many times")
        elif (left := substituted(left)) != (right := substituted(right)):
            solved.append((_solved(left, right, proof.book.text(use["for"]) if "for" in use else None), everywhere))
            gap = put(gap, solved[-1][0], balanced_too=everywhere)
    if not gap.zero:
        raise Refused(f"{step['line'][:80]} does not follow")
    return after


def _multiplier(times: Ratio, sign: Mapping[str, Any], proof: Proof) -> None:
    """Refuse what is not shown to be nonnegative."""
    if "steps" not in sign:
        return _signed(times, proof, sign, False)
    relation_, low, high = _lemma(sign, proof)
    if relation_ == "==" or high - low != times:
        raise Refused("the sign that is shown is not that of the multiplier")
    return None


def _solved(left: Ratio, right: Ratio, target: Ratio | None) -> dict[int, Ratio]:
    """An equation as an atom and what it equals; the atom is the left side, up to a factor, or the target."""
    wanted = target or left
    alone = {i for m in wanted.num for i, _ in m}
    if target is None or len(wanted.num) != 1 or len(alone) != 1:
        alone -= {PI0, N}
    (index,) = alone
    if index in terms.inside(right):
        left, right = left - right, ZERO
    for d, e in left.below():
        if index in terms.inside(d):
            raise Refused("an equation with a quotient by what it is solved for")
        right = right * d**e
    slope, rest = ZERO, -right
    for m, a in left.num.items():
        powers = dict(m)
        e = powers.pop(index, 0)
        if e > 1:
            raise Refused("an equation that is not linear in what it is solved for")
        slope, rest = (slope + term(powers, a), rest) if e else (slope, rest + term(powers, a))
    if not (terms.seen(slope, True) or terms.seen(-slope, True)):
        raise Refused("an equation is divided by what is not seen to be nonzero")
    return {index: -rest.over(slope)}


def _used(use: Mapping[str, Any], proof: Proof) -> tuple[str, Ratio, Ratio, bool]:
    """The relation that an entry brings: == or <=, its sides, and whether it also holds for other class proportions."""
    book = proof.book
    if "integral" in use:
        apart = book.apart()
        left, right = integrals.evaluated(use, apart)
        return "==", left, right, book.takes(apart)
    if "at_sight" in use:
        x = book.text(use["at_sight"])
        if x.moves() or not book.shows("nonnegative", x):
            raise Refused(f"{use['at_sight'][:60]} is not seen to be nonnegative")
        return "<=", ZERO, x, False
    if "given" in use:
        tree = relation(use["given"])
        if tree not in proof.given or tree[1] == "!=":
            raise Refused(f"{use['given']} is not given")
        return "==" if tree[1] == "==" else "<=", *_sides(proof, tree), False
    if "document" in use:
        sign, low, high = _lemma(use["document"], proof)
        return "==" if sign == "==" else "<=", low, high, False
    if "definition" in use:
        return "==", name(use["definition"]), book.text(table("definitions")["metrics"][use["definition"]]), True
    instance = _cited(use, proof) if "theorem" in use else axioms.instance(use["axiom"], use.get("letters", {}))
    _hypotheses(instance, use, proof)
    for tree in instance.positive:
        strengthen(book.known, book.read(tree), True)
    sign, apart = instance.relation, book.apart()
    low, high = map(
        apart.read, (instance.right, instance.left) if sign in (">", ">=") else (instance.left, instance.right)
    )
    if sign == "!=":
        raise Refused("what says != is no line")
    everywhere = book.takes(apart) and not (instance.given or instance.shown)
    return "==" if sign == "==" else "<=", low, high, everywhere


def _cited(use: Mapping[str, Any], proof: Proof) -> axioms.Instance:
    cited, letters = proof.theorems[use["theorem"]], use.get("letters", {})
    if set(letters) != set(cited.letters) or not cited.shapes <= proof.book.shapes:
        raise Refused(f"{use['theorem']} has other letters, or shapes that are not known to be positive")
    word = tuple(x[1] for x in cited.given if x[0] == "name")
    relations = {x for x in cited.given if x[0] == "relation"}
    if {"matched", "uniform_rate"} & set(word) or (letters and relations) or not relations <= set(proof.given):
        raise Refused(f"{use['theorem']} is about a law of its own, or needs more than is given")
    sides = cited.left, cited.relation, cited.right
    found = axioms.filled(cited.letters, letters, *sides, (*word, *(["given"] if relations else [])))
    proof.book.demand_rate(*(proof.book.text(letters[x]) for x, kind in cited.letters.items() if kind == "rate"))
    return found


def _hypotheses(instance: axioms.Instance, use: Mapping[str, Any], proof: Proof) -> None:
    words = {x[1] for x in proof.given if x[0] == "name"} | {"given"}
    if "evenly_spaced" in words:
        words.add("no_ties")
    equations = [_sides(proof, x) for x in proof.given if x[:2] == ("relation", "==")]
    if any({*x} == {name("pi0"), HALF} for x in equations):
        words.add("equal_classes")
    if missing := set(instance.given) - words:
        raise Refused(f"it needs {', '.join(sorted(missing))}")
    wanted = [*((x, {}) for x in instance.shown), *((x, {"rank": "kernel"}) for x in instance.for_all)]
    for ((_, sign, low, high), ranked), entry in zip(wanted, use.get("shown", ()), strict=True):
        book = proof.book.with_letters(ranked)
        gap = book.read(high) - book.read(low)
        if "steps" in entry and not ranked:
            said, less, more = _lemma(entry, proof)
            if said not in ("<", sign) or more - less != gap:
                raise Refused("something else is shown than is needed")
        else:
            _signed(gap, proof, entry, sign == "<", ranked)


# --- signs -------------------------------------------------------------------------------------------------------


def _region(atoms: Iterable[int], proof: Proof) -> dict[Ratio, bool]:
    """What is known of the atoms: their bounds, and what is given."""
    found: dict[Ratio, bool] = {}
    pi0, n = term({PI0: 1}), term({N: 1})
    for i in {*atoms, PI0}:
        (low, high), (kind, which, *_) = terms.span_of_atom(i), terms.atom(i)
        shape = kind == "name" and which in proof.book.shapes
        if low is not None or shape:
            strengthen(found, term({i: 1}) - of_number(low or 0), i == PI0 or kind == "exp" or shape)
        if high is not None:
            strengthen(found, of_number(high) - term({i: 1}), i == PI0)
        if i == N:
            strengthen(found, n, True)
            strengthen(found, n * pi0 - ONE, False)
            strengthen(found, n * (ONE - pi0) - ONE, False)
    for tree in proof.given:
        if tree[0] == "relation" and tree[1] != "!=":
            low_side, high_side = _sides(proof, tree)
            gap = high_side - low_side
            if not gap.den and gap.constant is None:
                strengthen(found, gap, tree[1] in ("<", ">"))
                if tree[1] == "==":
                    strengthen(found, -gap, False)
    return found


def _signed(x: Ratio, proof: Proof, certificate: Any, strict: bool, letters: Mapping[str, str] | None = None) -> None:
    """Raise `Refused` unless the certificate shows the sign of x, at every value of its atoms."""
    top = Ratio(x.num)
    for d, e in x.below():
        sign = proof.book.sign(d) if e % 2 else 1
        if not sign:
            raise Refused(f"the sign of the denominator {shown_as(d)} is not known")
        top = top * of_number(sign)
    atoms = {j for i in terms.inside(top) for j in _below(i)} | {number(("kernel", x)) for x in letters or ()}
    signs.check(proof.book.with_letters(letters or {}), top, _region(atoms, proof), certificate, strict)


def _below(i: int) -> set[int]:
    """An atom, and those inside of it if it is an indicator, a positive part or a root."""
    kind, d, *_ = terms.atom(i)
    return {i}.union(*map(_below, terms.inside(d))) if kind in ("ind", "pos", "power") else {i}


def _in_cases(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool) -> None:
    """The sign of a line in two cases, by the sign of a difference of figures of the sample."""
    d, difference = proof.book.text(step["by"]["cases"]), expression(step["by"]["cases"])
    if d.den or d.moves() or d.constant is not None:
        raise Refused(f"cases by the sign of {step['by']['cases']}")
    for side, sign in (("above", ">"), ("below", "<=")):
        branch = step["by"][side]
        case = ("relation", sign, difference, ("number", 0))
        inner = replace(proof, book=replace(proof.book, known=dict(proof.book.known)), given=(*proof.given, case))
        _note_given(inner)
        line_ = signs.resolved(line, d, side == "above")
        if not branch["steps"] or _followed(branch, line_, inner, branch["steps"], strict) is not None:
            raise Refused("a case that does not end with a sign")


def _by_sign(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool) -> None:
    """The last step: the line is a mean of the expression that is written, whose sign a certificate shows."""
    by = step["by"]
    names = by.get("names", ["x", "y", "p", "q"])
    if len(set(names)) != 4 or not all(x.isidentifier() for x in names):
        raise Refused("the names of the variables")
    letters = dict.fromkeys(names, "kernel") if by["sign"] != "number" else {}
    x, y, p, q = (of_atom(("kernel", x)) for x in names)
    if by["sign"] == "pair":
        line = _pair(line, x, y)
    elif by["sign"] == "group":
        line = _group(line, x, *((x, x) if ("name", "calibrated") in proof.given else (p, q)))
    elif by["sign"] != "number":
        raise Refused(f"{by['sign']} is no way to read a line")
    if proof.book.with_letters(letters).text(step["line"]) != line:
        raise Refused(f"{step['line'][:80]} is not what the line is a mean of")
    _signed(line, proof, by["certificate"], strict, letters)


def _at_score(body: Ratio, values: Mapping[int, Ratio]) -> Ratio:
    """The body of a mean at one example."""
    found = put(body, values, "s")
    if found.den or "s" in found.moves() or any(terms.atom(i)[0] in ("cdf", "share") for i in terms.below(found)):
        raise Refused("a mean of more than the score")
    return found


def _pair(line: Ratio, x: Ratio, y: Ratio) -> Ratio:
    """What the line is a mean of over pairs of an example of class 0, of score x, and one of class 1, of score y."""
    ahead = (ONE + ind(y - x) - ind(x - y)) * HALF
    total = ZERO
    for m, a in line.num.items():
        part, used = of_number(a), [0, 0]
        for i, e in m:
            kind, k, *body = terms.atom(i)
            if kind != "mean":
                part = part * term({i: e})
                continue
            ((product, _),) = body[0].num.items()
            powers = dict(product)
            rank = powers.pop(number(("cdf", 1 - k, name("s"))), 0)
            used[k], used[1 - k] = used[k] + e, used[1 - k] + e * rank
            if body[0].den or rank > 1:
                raise Refused("a power of a rank, or a quotient, in a mean over pairs")
            value = _at_score(term(powers), {number(("name", "s")): y if k else x})
            part = part * (value * ((ahead if k else ONE - ahead) if rank else ONE)) ** e
        if max(used) > 1:
            raise Refused("two examples of one class in a mean over pairs")
        total = total + part
    return Ratio(total.num, dict(line.den))


def _group(line: Ratio, x: Ratio, p: Ratio, q: Ratio) -> Ratio:
    """What the line is a mean of over all examples: of score x, calibrated score p, share q of class 1."""
    values = {number(("name", "s")): x, number(("share", "pav")): p, number(("share", "posterior")): q}
    pi0, total = name("pi0"), ZERO
    for m, a in line.num.items():
        part, means = Ratio({(): a}, dict(line.den)), 0
        for i, e in m:
            kind, k, *body = terms.atom(i)
            means += e if kind == "mean" else 0
            share = q.over(ONE - pi0) if k else (ONE - q).over(pi0)
            part = part * (term({i: e}) if kind != "mean" else _at_score(body[0], values) * share)
        if means > 1:
            raise Refused("a product of means over all examples")
        total = total + part
    if total.den:
        raise Refused("a mean over one class that is not weighted by its proportion")
    found = ZERO
    for m, a in total.num.items():
        powers = dict(m)
        e = powers.pop(PI0, 0)
        if e > 1 or (e and any(terms.atom(i)[0] == "kernel" for i in terms.below(term(powers)))):
            raise Refused("a product of a class proportion and a mean")
        found = found + term(powers, a) * (ONE - q if e else ONE)
    return found
