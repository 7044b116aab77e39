"""A proof document read from its first line to its last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from workbench.recheck import axioms, integrals, patches, signs, terms
from workbench.recheck.language import Refused, Tree, assumptions, expression, need, parts, relation, statement
from workbench.recheck.meaning import Book, is_parameter, put, strengthen, table
from workbench.recheck.terms import HALF, ONE, ZERO, Ratio, ind, name, number, of_atom, of_number, same, term

KINDS = ("equality", "inequality", "derivation")
ASSUMED = ("calibrated", "evenly_spaced", "no_ties", "even_scores", "matched", "uniform_rate")
LETTERS = {"T": ("law", "rate"), "w": ("density", "density alone")}
WRONGLY_WRITTEN = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError, MemoryError)
PI0, N, S = (number(("name", x)) for x in ("pi0", "n", "s"))


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
        need(type(document["format"]) is int and document["format"] == 1, "no proof document of format 1")
        terms.WORK[0] = 0
        theorems: dict[str, Theorem] = {}
        for cited in document.get("theorems", ()):
            need(cited["name"] not in theorems, f"two theorems called {cited['name']}")
            theorems[cited["name"]] = _checked(cited, theorems)
        _checked(document, theorems)
    except Refused:
        raise
    except WRONGLY_WRITTEN as problem:
        raise Refused(f"not written as a proof document is: {type(problem).__name__} {problem}") from None
    return str(document["statement"])


def _checked(document: Mapping[str, Any], theorems: Mapping[str, Theorem]) -> Theorem:
    """What a document says, once all of it was read."""
    (_, sign, left, right), given = statement(document["statement"])
    kind, letters = document["kind"], dict(document.get("letters", {}))
    written = [x for text in document.get("given", ()) for x in assumptions(text)]
    need(written == list(given), "what is given is not what the statement says")
    fits = all(which in LETTERS[x] for x, which in letters.items()) and kind in KINDS
    need(fits, "a letter or a document of a kind that is none")
    betas = (part for part in parts((left, right)) if part[:2] == ("call", "beta"))
    shapes = {a[1] for part in betas for a in part[2] if a[0] == "name" and is_parameter(a[1]) and a[1] not in "trq"}
    theorem = Theorem(letters, left, sign, right, frozenset(given), frozenset(shapes))
    proof = Proof(Book(letters, theorem.shapes), given, theorems)
    _note_given(proof)
    if "parts" in document:
        found = [(x.relation, x.left, x.right) for x in (_inner(part, proof) for part in document["parts"])]
        fits = kind == "equality" and sign == "==" and found == [("<=", left, right), ("<=", right, left)]
        need(fits and not letters, "the parts are not both inequalities of an equality")
        return theorem
    for entry in document.get("defined", ()):
        if "certificate" in entry:
            x, strict = proof.book.text(entry["expression"]), bool(entry.get("strict", True))
            _signed(x, proof, entry["certificate"], strict)
        else:
            shown, less, more = _lemma(entry, proof)
            need(shown != "==", "an equality shows no sign")
            x, strict = more - less, shown == "<"
        _demanded(proof)
        strengthen(proof.book.known, x, strict)
    low, high = map(proof.book.read, (right, left) if sign in (">", ">=") else (left, right))
    need(not low.moves() | high.moves(), "a variable stands outside of the mean that binds it")
    if sign == "==":
        line = _followed(document, low, proof, document["steps"], None)
        need(line and same(line, high), "the last line is not the right side")
    else:
        first = proof.book.text(document["steps"][0]["line"])
        fits = kind == "inequality" and (same(first, high - low) or (sign == "!=" and same(first, low - high)))
        need(fits, "the first line is not the difference of both sides")
        line = _followed(document, first, proof, document["steps"][1:], sign in ("<", ">", "!="))
        need(line is None, "the last line is not shown to be nonnegative")
    _densities(document, proof)
    _demanded(proof)
    return theorem


def _demanded(proof: Proof) -> None:
    """Refuse what was read so far unless all of it is shown to have a value."""
    for kind, x in proof.book.demands:
        need(proof.book.shows(kind, x), f"{shown_as(x)} is not shown to be {kind}")


def _inner(entry: Mapping[str, Any], proof: Proof) -> Theorem:
    """What a document inside of this one says, under no more than is given here."""
    found = _checked(entry, proof.theorems)
    fits = found.given <= set(proof.given) and not found.letters and found.shapes <= proof.book.shapes
    need(fits, "what is shown apart needs more than is given")
    return found


def _lemma(entry: Mapping[str, Any], proof: Proof) -> tuple[str, Ratio, Ratio]:
    """The same as a relation, == or < or <=, and both sides."""
    found = _inner(entry, proof)
    need(found.relation in ("==", "<", "<="), "what is shown apart is neither == nor < nor <=")
    return found.relation, proof.book.read(found.left), proof.book.read(found.right)


def _sides(proof: Proof, tree: Tree) -> tuple[Ratio, Ratio]:
    """Both sides of something given, the lesser first."""
    sides = tree[:1:-1] if tree[1] in (">", ">=") else tree[2:]
    low, high = (name("AUC") if x == ("name", "auc") else proof.book.read(x) for x in sides)
    return low, high


def _note_given(proof: Proof) -> None:
    for tree in proof.given:
        if tree[0] == "name":
            need(tree[1] in ASSUMED, f"{tree[1]} is no assumption")
            continue
        low, high = _sides(proof, tree)
        need(not low.moves() | high.moves(), "an assumption that moves with a score or a condition")
        if tree[1] not in ("==", "!=") and low != high:
            strengthen(proof.book.known, high - low, tree[1] in ("<", ">"))


def _densities(document: Mapping[str, Any], proof: Proof) -> None:
    """Each density(f) is shown to be one."""
    good = []
    for entry in document.get("densities", ()):
        (f,) = proof.book.density(expression(f"density({entry['density']})"))[1:]
        total = integrals.added_up(proof.book, ("uniform",), f, [], entry["cells"])
        need(total == ONE, f"density({entry['density']}) does not integrate to 1")
        _signed(f, proof, entry["sign"], False)
        good.append(f)
    for f in proof.book.densities:
        need(f in good, f"density({shown_as(f)}) is not shown to be a density")


def shown_as(x: Ratio) -> str:
    """An expression in a message, cut short."""
    products = [[str(a), *(f"{terms.atom(i)[1]}**{e}"[:40] for i, e in m)] for m, a in x.num.items()]
    return " + ".join(map("*".join, products))[:120] or "0"


def _followed(
    part: Mapping[str, Any], line: Ratio, proof: Proof, steps: list[Any], strict: bool | None
) -> Ratio | None:
    """The last line of an equality (``strict`` is None); None once the sign of a difference is shown."""
    last = part["steps"][-1]["line"] if part["steps"] else None
    need(part.get("ends") == last, "the last line is not what it ends with")
    for i, step in enumerate(steps, start=len(part["steps"]) - len(steps) + 1):
        try:
            if "cases" in step["by"] or "sign" in step["by"]:
                need(step is steps[-1], "a sign before the last step")
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
            times = proof.book.text(use["times"])
            need(not left.moves() | right.moves() | times.moves(), "a multiple that moves with a score or a condition")
            need(sign == "==" or strict is not None, "an inequality in an equality")
            if sign != "==" and not proof.book.shows("nonnegative", times):
                _shown(times, proof, use["sign"], False)
            gap = gap - substituted(times * (right - left))
            continue
        need(sign == "==", "an inequality is used without how many times")
        left, right = substituted(left), substituted(right)
        everywhere = everywhere and all(each for _, each in solved)
        if not same(left, right):
            solved.append((_solved(left, right, proof.book.text(use["for"]) if "for" in use else None), everywhere))
            gap = put(gap, solved[-1][0], balanced_too=everywhere)
    need(gap == ZERO, f"{step['line'][:80]} does not follow")
    return after


def _solved(left: Ratio, right: Ratio, target: Ratio | None) -> dict[int, Ratio]:
    """An equation as an atom and what it equals; the atom is the left side, up to a factor, or the target."""
    wanted = target or left
    alone = {i for m in wanted.num for i, _ in m}
    if target is None or len(wanted.num) != 1 or len(alone) != 1:
        alone -= {PI0, N}
    need(len(alone) == 1, "an equation that is not solved for one part of a line")
    (index,) = alone
    if index in terms.inside(right):
        left, right = left - right, ZERO
    for d, e in left.below():
        need(index not in terms.inside(d), "an equation with a quotient by what it is solved for")
        right = right * d**e
    slope, rest = ZERO, right
    for m, a in left.num.items():
        powers = dict(m)
        e = powers.pop(index, 0)
        need(e <= 1, "an equation that is not linear in what it is solved for")
        slope, rest = (slope + term(powers, a), rest) if e else (slope, rest - term(powers, a))
    need(terms.seen(slope, True) or terms.seen(-slope, True), "an equation divided by what is not seen to be nonzero")
    return {index: rest.over(slope)}


def _used(use: Mapping[str, Any], proof: Proof) -> tuple[str, Ratio, Ratio, bool]:
    """The relation that an entry brings: == or <=, its sides, and whether it also holds for other class proportions."""
    book, apart, everywhere = proof.book, proof.book.apart(), False
    if "integral" in use:
        mean = patches.evaluated(use, apart) if "patches" in use else integrals.evaluated(use, apart)
        sign, low, high, everywhere = "==", *mean, True
    elif "at_sight" in use:
        sign, low, high = "<=", ZERO, book.text(use["at_sight"])
        need(
            not high.moves() and book.shows("nonnegative", high),
            f"{use['at_sight'][:60]} is not seen to be nonnegative",
        )
    elif "given" in use:
        tree = relation(use["given"])
        need(tree in proof.given, f"{use['given']} is not given")
        sign, low, high = tree[1], *_sides(proof, tree)
    elif "document" in use:
        sign, low, high = _lemma(use["document"], proof)
    elif "definition" in use:
        text = table("definitions")["metrics"][use["definition"]]
        sign, low, high, everywhere = "==", name(use["definition"]), book.text(text), True
    else:
        letters = use.get("letters", {})
        instance = _cited(use, proof) if "theorem" in use else axioms.instance(use["axiom"], letters, book.letters)
        _hypotheses(instance, use, proof)
        for tree in instance.positive:
            strengthen(book.known, book.read(tree), True)
        sign, everywhere = instance.relation, not (instance.given or instance.shown)
        turned = sign in (">", ">=")
        low, high = map(apart.read, (instance.right, instance.left) if turned else (instance.left, instance.right))
    book.demands.update(apart.demands)
    need(sign != "!=", "what says != is no line")
    return "==" if sign == "==" else "<=", low, high, everywhere and not apart.demands


def _cited(use: Mapping[str, Any], proof: Proof) -> axioms.Instance:
    cited, letters = proof.theorems[use["theorem"]], use.get("letters", {})
    words = [x[1] for x in cited.given if x[0] == "name"]
    relations = {x for x in cited.given if x[0] == "relation"}
    fits = not {"matched", "uniform_rate"} & set(words) and not (letters and relations)
    fits = fits and relations <= set(proof.given) and cited.shapes <= proof.book.shapes
    need(fits, f"{use['theorem']} is about a law of its own, or needs more than is given")
    words += ["given"] if relations else []
    found = axioms.filled(cited.letters, letters, proof.book.letters, cited.left, cited.relation, cited.right, words)
    proof.book.demand_rate(*(proof.book.text(letters[x]) for x, kind in cited.letters.items() if kind == "rate"))
    return found


def _hypotheses(instance: axioms.Instance, use: Mapping[str, Any], proof: Proof) -> None:
    """Refuse an instance unless its hypotheses are given or shown."""
    words = {x[1] for x in proof.given if x[0] == "name"} | {"given"}
    equations = [_sides(proof, x) for x in proof.given if x[:2] == ("relation", "==")]
    words |= {"no_ties"} if "evenly_spaced" in words else set()
    words |= {"equal_classes"} if any({*x} == {name("pi0"), HALF} for x in equations) else set()
    need(words.issuperset(instance.given), f"it needs {', '.join(sorted(set(instance.given) - words))}")
    wanted = [*((x, {}) for x in instance.shown), *((x, {"rank": "kernel"}) for x in instance.for_all)]
    for ((_, sign, low, high), ranked), entry in zip(wanted, use.get("shown", ()), strict=True):
        book = proof.book.with_letters(ranked)
        _shown(book.read(high) - book.read(low), proof, entry, sign == "<", ranked)


def _region(atoms: Iterable[int], proof: Proof) -> dict[Ratio, bool]:
    """What is known of the atoms: their bounds, and what is given."""
    found: dict[Ratio, bool] = {}
    pi0, n = term({PI0: 1}), term({N: 1})
    for i in {*atoms, PI0}:
        (low, high), (kind, which, *_), x = terms.span_of_atom(i), terms.atom(i), term({i: 1})
        shape = kind == "name" and which in proof.book.shapes
        if low is not None or shape:
            strengthen(found, x - of_number(low or 0), i == PI0 or kind == "exp" or shape)
        if high is not None:
            strengthen(found, of_number(high) - x, i == PI0)
        if i == N:
            strengthen(found, n, True)
            strengthen(found, n * pi0 - ONE, False)
            strengthen(found, n * (ONE - pi0) - ONE, False)
    for tree in proof.given:
        if tree[0] == "relation" and tree[1] != "!=":
            low_side, high_side = _sides(proof, tree)
            gap = high_side - low_side
            for x in (gap, -gap) if tree[1] == "==" else (gap,):
                if not x.den and x.constant is None:
                    strengthen(found, x, tree[1] in ("<", ">"))
    return found


def _shown(
    x: Ratio, proof: Proof, entry: Mapping[str, Any], strict: bool, letters: Mapping[str, str] | None = None
) -> None:
    """Refuse x unless a document, or else a certificate, shows its sign."""
    if "steps" not in entry or letters:
        return _signed(x, proof, entry, strict, letters)
    said, low, high = _lemma(entry, proof)
    fits = same(high - low, x) and said in (("<",) if strict else ("<", "<="))
    return need(fits, "another sign is shown than is needed")


def _signed(x: Ratio, proof: Proof, certificate: Any, strict: bool, letters: Mapping[str, str] | None = None) -> None:
    """Refuse x unless the certificate shows its sign, at every value of its atoms."""
    top = Ratio(x.num)
    for d, e in x.below():
        sign = proof.book.sign(d) if e % 2 else 1
        need(sign, f"the sign of the denominator {shown_as(d)} is not known")
        top = top * of_number(sign)
    atoms = {j for i in terms.inside(top) for j in _below(i)} | {number(("kernel", v)) for v in letters or ()}
    signs.check(proof.book.with_letters(letters or {}), top, _region(atoms, proof), certificate, strict)


def _below(i: int) -> set[int]:
    """An atom, and those inside of it if it is an indicator, a positive part or a root."""
    kind, d, *_ = terms.atom(i)
    return {i}.union(*map(_below, terms.inside(d))) if kind in ("ind", "pos", "power") else {i}


def _in_cases(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool | None) -> None:
    """The sign of a line in two cases, by the sign of a difference of figures of the sample."""
    d, difference = proof.book.text(step["by"]["cases"]), expression(step["by"]["cases"])
    fits = strict is not None and not d.den and not d.moves() and d.constant is None
    need(fits, f"cases by the sign of {step['by']['cases']}")
    for side, sign in (("above", ">"), ("below", "<=")):
        branch = step["by"][side]
        case = ("relation", sign, difference, ("number", 0))
        inner = Proof(replace(proof.book, known=dict(proof.book.known)), (*proof.given, case), proof.theorems)
        _note_given(inner)
        ended = _followed(branch, signs.resolved(line, d, side == "above"), inner, branch["steps"], strict)
        need(branch["steps"] and ended is None, "a case that does not end with a sign")


def _by_sign(step: Mapping[str, Any], line: Ratio, proof: Proof, strict: bool | None) -> None:
    """The last step: the line is a mean of the expression that is written, whose sign a certificate shows."""
    by = step["by"]
    names = by.get("names", ["x", "y", "p", "q"])
    fits = strict is not None and len(set(names)) == 4 and all(x.isidentifier() for x in names)
    need(fits and by["sign"] in ("pair", "group", "number"), "a sign in an equality, names, or a way to read a line")
    letters = dict.fromkeys(names, "kernel") if by["sign"] != "number" else {}
    x, y, p, q = (of_atom("kernel", v) for v in names)
    if by["sign"] == "pair":
        line = _pair(line, x, y)
    elif by["sign"] == "group":
        line = _group(line, x, *((x, x) if ("name", "calibrated") in proof.given else (p, q)))
    written = proof.book.with_letters(letters).text(step["line"])
    need(same(written, line), f"{step['line'][:80]} is not what the line is a mean of")
    _signed(line, proof, by["certificate"], bool(strict), letters)


def _at_score(body: Ratio, values: Mapping[int, Ratio]) -> Ratio:
    """The body of a mean at one example."""
    found = put(body, values, "s")
    rest = [i for i in terms.below(found) if terms.atom(i)[0] in ("cdf", "share")]
    need(not found.den and "s" not in found.moves() and not rest, "a mean of more than the score")
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
            (product,) = body[0].num
            powers = dict(product)
            rank = powers.pop(number(("cdf", 1 - k, name("s"))), 0)
            used[k], used[1 - k] = used[k] + e, used[1 - k] + e * rank
            need(not body[0].den and rank <= 1, "a power of a rank, or a quotient, in a mean over pairs")
            value = _at_score(term(powers), {S: y if k else x})
            part = part * (value * ((ahead if k else ONE - ahead) if rank else ONE)) ** e
        need(max(used) <= 1, "two examples of one class in a mean over pairs")
        total = total + part
    return Ratio(total.num, dict(line.den))


def _group(line: Ratio, x: Ratio, p: Ratio, q: Ratio) -> Ratio:
    """What the line is a mean of over all examples: of score x, calibrated score p, share q of class 1."""
    values = {S: x, number(("share", "pav")): p, number(("share", "posterior")): q}
    pi0, total, found = name("pi0"), ZERO, ZERO
    for m, a in line.num.items():
        part, means = Ratio({(): a}, dict(line.den)), 0
        for i, e in m:
            kind, k, *body = terms.atom(i)
            means += e if kind == "mean" else 0
            share = q.over(ONE - pi0) if k else (ONE - q).over(pi0)
            part = part * (term({i: e}) if kind != "mean" else _at_score(body[0], values) * share)
        need(means <= 1, "a product of means over all examples")
        total = total + part
    need(not total.den, "a mean over one class that is not weighted by its proportion")
    for m, a in total.num.items():
        powers = dict(m)
        e = powers.pop(PI0, 0)
        kernels = [i for i in terms.below(term(powers)) if terms.atom(i)[0] == "kernel"]
        need(e == 0 or (e == 1 and not kernels), "a product of a class proportion and a mean")
        found = found + term(powers, a) * (ONE - q if e else ONE)
    return found
