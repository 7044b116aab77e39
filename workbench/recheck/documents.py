"""A proof document read from its first line to its last, and the certificates of signs in it.

A certificate that an expression is nonnegative (positive) wherever some constraints hold is a tree: ``split`` looks at
both signs of a difference, ``sum`` writes the expression as a sum of positive numbers times products of constraints
times squares, and ``empty`` shows that a branch has no point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from workbench.recheck import integrals, language, terms
from workbench.recheck.axioms import Theorem, axiom
from workbench.recheck.language import Refused, Tree, assumptions, expression, need, parsed, parts, statement
from workbench.recheck.meaning import NAMES, Book, balanced, is_parameter, mean, other, put, scored, table, with_atoms
from workbench.recheck.terms import HALF, ONE, ZERO, Ratio, name, note, number, of_atom, of_number, scaled, term

Cuts: TypeAlias = tuple[tuple[Ratio, bool], ...]
KINDS = {True: ("equality", "derivation"), False: ("inequality",)}  # whether it says ==
ASSUMED = {"calibrated", "evenly_spaced", "no_ties", "even_scores", "matched", "uniform_rate"}
LETTERS = {"T": ("law", "rate"), "w": ("density", "density alone")}
WRONGLY_WRITTEN = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError, MemoryError)
COUNTED = ("step", "nearest", "cutpoints")  # readings of the rates that change when examples are repeated
PLAIN = {"min", "max", "abs", "sqrt", "exp", "log", "indicator"}
SOURCES = {"integral", "given", "document", "definition", "axiom", "theorem"}
FUNCTIONS = {"x": "s", "y": "R(s)", "p": "pav(s)", "q": "posterior(s)", "f": "F0(s)", "g": "F1(s)"}
ANY, CALIBRATED = ("name", "any"), ("name", "calibrated")
Texts: TypeAlias = Mapping[str, str]
NONE: Texts = {}
EQUAL_CLASSES, MAX_DEPTH = "pi0 == 1/2", 60
PI0, N, S, LL = (number(("name", x)) for x in ("pi0", "n", "s", "LL"))
FIRST = 1 + max(PI0, N, S, integrals.C, integrals.U, integrals.Y)  # the number of atoms that every document has


def recheck(document: Any) -> str:
    """The statement that a document proves, or `Refused`."""
    try:
        own = document.get("own", "a")
        need(repr(document["format"]) == "1" and own in ("a", "b"), "no proof document of format 1")
        need(own == "a" or _whose(document["statement"]), "which of two score functions a figure is of is not said")
        terms.forget(FIRST)
        theorems: dict[str, Theorem] = {}
        for cited in document.get("theorems", ()):
            need(cited["name"] not in theorems, f"two theorems called {cited['name']}")
            theorems[cited["name"]] = _checked(cited, theorems, own)
        _checked(document, theorems, own)
    except WRONGLY_WRITTEN as problem:
        why = f"not written as a proof document is: {type(problem).__name__} {problem}"
        raise problem if isinstance(problem, Refused) else Refused(why) from None
    return str(document["statement"])


def _whose(text: str) -> bool:
    """Whether each figure of a statement is said to be that of a or that of b, and nothing is given of one of them."""
    rest = language.changed(sum(statement(text), ()), lambda x: ("number", 1) if str(x[1])[1:2] == "." else None)
    said = {x[1] for x in parts(rest) if x[:1] in (("name",), ("call",))}
    return all(x in NAMES | PLAIN or is_parameter(x) for x in said)


def _checked(document: Mapping[str, Any], theorems: Mapping[str, Theorem], own: str) -> Theorem:
    """What a document says, once all of it was read."""
    (_, sign, left, right), given = statement(document["statement"])
    kind, letters = document["kind"], dict(document.get("letters", {}))
    written = tuple(x for text in document.get("given", ()) for x in assumptions(text))
    need(written == given, "what is given is not what the statement says")
    fits = all(which in LETTERS[x] for x, which in letters.items()) and kind in KINDS[sign == "=="]
    fits = fits and not (letters and any(x[0] == "for all" for x in given))  # a letter may stand for a level
    need(fits, "a letter or a document of a kind that is none")
    betas = (part for part in parts((left, right)) if part[:2] == ("call", "beta"))
    shapes = {a[1] for part in betas for a in part[2] if a[0] == "name" and is_parameter(a[1]) and a[1] not in "trq"}
    theorem = Theorem(letters, left, sign, right, given, shapes=frozenset(shapes))
    masses = {expression(f): expression(mass) for f, mass in document.get("masses", {}).items()}
    book = Book(letters, {**terms.ALWAYS, **{name(x): True for x in shapes}}, own=own, masses=masses)
    proof = Proof(book, given, theorems, theorem.shapes)
    proof.note_given()
    proof.note_defined(document.get("defined", ()))
    low, high = map(proof.book.read, (right, left) if sign in (">", ">=") else (left, right))
    need(not low.moves() | high.moves(), "a variable stands outside of the mean that binds it")
    inside = [x[2:] for x in parts((left, right)) if x[:1] in (("/",), ("call",))]  # one over infinite is zero
    # infinite less infinite is no number, of whichever score functions
    once = [x[1][-2:] for x in parts((left, right, given, *inside)) if x[:1] == ("name",)].count("LL") == 1
    proof.book.note_log_loss(high if once and sign not in ("==", "!=") else ZERO)
    if "at_each" in document:
        proof.averaged(document, theorem)
    elif "parts" in document:
        found = [(x.relation, x.left, x.right) for x in map(proof.inner, document["parts"])]
        need(sign == "==" and not letters and found == [("<=", left, right), ("<=", right, left)], "no parts of it")
    elif sign == "==":
        line = proof.followed(document, low, document["steps"], None)
        need(line and _vanishes(line - high), "the last line is not the right side")
    else:
        first = proof.book.text(document["steps"][0]["line"])
        fits = first - (high - low) == ZERO or (sign == "!=" and first - (low - high) == ZERO)
        need(fits, "the first line is not the difference of both sides")
        line = proof.followed(document, first, document["steps"][1:], sign in ("<", ">", "!="))
        need(line is None, "the last line is not shown to be nonnegative")
    proof.show_densities(document.get("densities", ()))
    proof.show_demands()
    return theorem


@dataclass
class Proof:
    """What holds while the steps of a document are read."""

    book: Book
    given: tuple[Tree, ...]
    theorems: Mapping[str, Theorem]
    shapes: frozenset[str]

    def sides(self, tree: Tree) -> tuple[Ratio, Ratio]:
        """Both sides of something given, the lesser first."""
        sides = tree[:1:-1] if tree[1] in (">", ">=") else tree[2:]
        low, high = (name("AUC") if x == ("name", "auc") else self.book.read(x) for x in sides)
        return low, high

    def note_given(self) -> None:
        """Note what is given among what is known."""
        names = {x[1] for x in self.given if x[0] == "name"}
        need(names <= ASSUMED, f"no assumption: {', '.join(sorted(names - ASSUMED))}")
        for tree in (x for x in self.given if x[0] != "name"):
            low, high = map(settled, self.sides(tree[-1] if tree[0] == "for all" else tree))
            need(not low.moves() | high.moves(), "an assumption that moves with a score or a condition")
            if tree[0] == "relation" and tree[1] != "!=" and low != high:
                note(self.book.known, high - low, tree[1] in ("<", ">"))
                if tree[1] == "==":
                    note(self.book.known, low - high, False)

    def note_defined(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Note the signs that are shown so that all has a value, each on the strength of those before it."""
        for entry in entries:
            if "certificate" in entry:
                x, strict = self.book.text(entry["expression"]), bool(entry.get("strict", True))
                self._signed(x, entry["certificate"], strict)
            else:
                said, less, more = self._lemma(entry)
                need(not (entry.get("other") and entry.get("given")), "what need not hold of other scores")
                x, strict = other(more - less) if entry.get("other") else more - less, said == "<"
            self.show_demands()
            note(self.book.known, x, strict)

    def show_demands(self) -> None:
        """Refuse what was read so far unless all of it is shown to have a value."""
        need(all(self.book.shows(*x) for x in self.book.demands), "what must hold for all to have a value is not shown")

    def show_densities(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Refuse a density(f) that is not shown to be one; what it is at 0 and at 1 does not matter."""
        known = {**self.book.known, name("c"): True, ONE - name("c"): True}
        within = replace(self, book=replace(self.book, known=known))
        for entry in entries:
            f = self.book.density(expression(f"density({entry['density']})"))[1]
            need(integrals.added_up(self.book, ("uniform",), f, [], entry["cells"]) == ONE, "its integral is not 1")
            within._signed(f, entry["sign"], False)
            need(all(within.book.shows(*x) for x in self.book.densities.pop(f)), "a density that may have no value")
        need(not self.book.densities, "a density that is not shown to be one")

    def averaged(self, document: Mapping[str, Any], said: Theorem) -> None:
        """Refuse what is said of a law of the condition unless it is shown at each one, and linear in its losses."""
        level, law = ("name", document["condition"]), expression(document.get("law", "any"))
        drawn, given = law == ("name", "u"), [x for x in said.given if x[:2] != ("for all", level[1])]
        point = level if drawn else ("call", "point", (level,), ())
        heads = {y for x in parts((said.left, said.right, *given)) for y in (x, x[:2])}
        need(level[1] in {*"trq"} and {level, *{ANY} - {law}}.isdisjoint(heads), "no parameter of its own")
        need(("call", "Ec") not in heads, "what is linear in losses says nothing of other means over the condition")
        at = self.inner(document["at_each"], level=level[1])
        wanted, shown = (("relation", x.relation, x.left, x.right) for x in (said, at))
        each = language.changed(wanted, {law: point}.get)
        need(shown == each and said.relation != "!=", "another statement is shown at each condition")
        gap, mark = self.book.read(each[3]) - self.book.read(each[2]), number(level)
        hit = [[terms.bare(i) for i, e in m if mark in terms.below(term({i: 1})) for _ in range(e)] for m in gap.num]
        good = [a[0] == "loss" and (a[4] == "interpolated" if drawn else a[2][0] == "point") for m in hit for a in m]
        inner = {terms.bare(i)[0] for m in hit for a in m for i in terms.below(a[1])} & terms.BOUND.keys()
        below = mark in terms.below(tuple(d for d, _ in gap.below()))
        need(all(good) and not inner and all(len(m) <= 1 for m in hit) and not below, "it is not linear in losses")

    def inner(self, entry: Mapping[str, Any], balanced: bool = False, level: str = "") -> Theorem:
        """What a document inside of this one says, under no more than is given here; ``balanced``, of equal classes;
        at a ``level`` for all of which something is given."""
        found = _checked(entry, self.theorems, self.book.own)
        given = {parsed(EQUAL_CLASSES)} if balanced else set(self.given)
        given |= {x[2] for x in self.given if level and x[:2] == ("for all", level)}
        need(set(found.given) <= given and not found.letters and found.shapes <= self.shapes, "needs more than given")
        return found

    def _lemma(self, entry: Mapping[str, Any], balanced: bool = False) -> tuple[str, Ratio, Ratio]:
        """The same as a relation, == or < or <=, and both sides."""
        found = self.inner(entry, balanced)
        need(found.relation in ("==", "<", "<="), "what is shown apart is neither == nor < nor <=")
        return found.relation, self.book.read(found.left), self.book.read(found.right)

    def followed(self, part: Mapping[str, Any], line: Ratio, steps: list[Any], strict: bool | None) -> Ratio | None:
        """The last line of an equality (``strict`` is None); None once the sign of a difference is shown."""
        last = part["steps"][-1]["line"] if part["steps"] else None
        need(isinstance(steps, list) and part.get("ends") == last, "no list of steps that ends with the last line")
        for i, step in enumerate(steps, start=len(part["steps"]) - len(steps) + 1):
            try:
                if "cases" in step["by"] or "sign" in step["by"]:
                    need(step is steps[-1] and strict is not None, "a sign before the last step, or in an equality")
                    (self._in_cases if "cases" in step["by"] else self._by_sign)(step, line, bool(strict))
                    return None
                line = self._next(step, line, strict is not None)
            except Refused as reason:
                raise Refused(f"step {i}: {reason}") from None
        return line

    def _next(self, step: Mapping[str, Any], line: Ratio, unequal: bool) -> Ratio:
        """The line that a step gives: equal to the one before, or for an inequality no more than it."""
        after = self.book.text(step["line"])
        gap, solved, balanced_too = line - after, list[tuple[dict[int, Ratio], bool]](), True

        def substituted(x: Ratio) -> Ratio:
            for equation, too in solved:
                x = put(x, equation, balanced_too=too)
            return x

        for use in step["by"]["uses"]:
            sign, left, right, everywhere = self._used(use)
            if "times" in use:
                times = self.book.text(use["times"])
                still = not left.moves() | right.moves() | times.moves()
                need(still and (sign == "==" or unequal), "a multiple that moves, or an inequality in an equality")
                need(sign == "==" or self.book.shows("nonnegative", times), "a multiple that may be negative")
                gap = gap - times * (right - left)
                continue
            need(sign == "==", "an inequality is used without how many times")
            left, right, balanced_too = substituted(left), substituted(right), balanced_too and everywhere
            if left - right != ZERO:
                equation = _solved(left, right, self.book.text(use["for"]) if "for" in use else None)
                solved.append((equation, balanced_too))
        need(_vanishes(substituted(gap)), f"{step['line'][:80]} does not follow")
        return after

    def _used(self, use: Mapping[str, Any]) -> tuple[str, Ratio, Ratio, bool]:
        """The relation that an entry brings, == or <=, its sides, and whether it holds for other class proportions."""
        book, apart, everywhere = self.book, self.book.apart(), False
        need(len(SOURCES & use.keys()) == 1, f"an entry has one of {', '.join(sorted(SOURCES))}")
        if "integral" in use:
            sign, low, high, everywhere = "==", *integrals.evaluated(use, apart), True
        elif "given" in use:
            tree = parsed(use["given"])
            need(tree in self.given and tree[0] == "relation", f"{use['given']} is not given")
            sign, low, high = tree[1], *self.sides(tree)
        elif "document" in use:
            sign, low, high = self._lemma(use["document"], bool(use.get("balanced")))
            everywhere = bool(use.get("balanced")) or not use["document"].get("given")
        elif "definition" in use:
            text = table("definitions")["metrics"][use["definition"]]
            sign, low, high, everywhere = "==", name(use["definition"]), book.text(text), True
        else:
            cited = self._cited(use)
            for tree in cited.positive:
                note(book.known, book.read(tree), True)
            sign, everywhere = cited.relation, not cited.given
            need(sign in ("==", "<", "<="), "a theorem that says neither == nor < nor <=")
            low, high = apart.read(cited.left), apart.read(cited.right)
        book.demands.update(apart.demands)
        need(sign != "!=", "what says != is no line")
        everywhere = everywhere and not apart.demands and LL not in terms.below((low, high))
        need(everywhere or not (use.get("other") or "scores" in use), "what need not hold of other scores")
        if "scores" in use:  # it holds of the same examples with any other scores
            h = book.scores(expression(use["scores"]))
            low, high, everywhere = scored(low, h), scored(high, h), False
        if use.get("balanced"):  # it holds too where examples are repeated until both classes are equally frequent
            counted = [i for i in terms.below((low, high)) if i == N or terms.atom(i)[-1] in COUNTED]
            need(everywhere and not counted, "what need not hold at other class proportions")
            low, high = balanced(low), balanced(high)
        low, high = (other(low), other(high)) if use.get("other") else (low, high)
        return "==" if sign == "==" else "<=", low, high, everywhere

    def _cited(self, use: Mapping[str, Any]) -> Theorem:
        """An axiom or a theorem with its letters filled, whose hypotheses are given, or relations that are shown."""
        written = self.theorems[use["theorem"]] if "theorem" in use else axiom(use["axiom"])
        letters, shown = use.get("letters", {}), use.get("shown", ())
        places = any("threshold_at" in x for x in letters.values())  # of whichever score function
        need("axiom" in use or not places, "a letter of a theorem for what may be a place among ties and no number")
        cited = written.filled(letters, self.book.letters)
        for x in (letters[x] for x, kind in written.letters.items() if kind == "rate"):
            self.book.text(f"balanced(loss(rate({x})))")  # it lies in [0, 1] at all class proportions
        words = {x[1] for x in cited.given if x[0] == "name"}
        fits = "axiom" in use or not {"matched", "uniform_rate"} & words
        need(fits and cited.shapes <= self.shapes, f"{use} is about a law or a shape of its own")
        given = {x[1] for x in self.given if x[0] == "name"}
        given |= {"no_ties"} if "evenly_spaced" in given else set()
        given |= {"equal_classes"} if parsed(EQUAL_CLASSES) in self.given else set()
        need(words <= given, f"it needs {', '.join(sorted(words - given))}")
        wanted = [x for x in cited.given if x[0] != "name" and (shown or x not in self.given)]
        need(len(shown) == len(wanted), f"{len(wanted)} hypotheses are to be shown, not {len(shown)}")
        for hypothesis, certificate in zip(wanted, shown, strict=True):
            ranked = {hypothesis[1]: "kernel"} if hypothesis[0] == "for all" else {}
            _, sign, low, high = hypothesis[2] if ranked else hypothesis
            need(sign in ("<", "<="), "a hypothesis that is neither < nor <=")
            book = self.book.with_letters(ranked)
            x = book.read(high) - book.read(low)
            if "statement" in certificate:
                said, less, more = self._lemma(certificate)
                need(more - less == x and said in ("<", sign), "what is shown apart is another hypothesis")
            else:
                self._signed(x, certificate, sign == "<", ranked)
        return cited

    def _region(self, atoms: Iterable[int]) -> dict[Ratio, bool]:
        """What is known: what is given or was shown, and the bounds of the atoms."""
        found = dict(self.book.known)
        for i in {*atoms, PI0}:
            (low, high), x = terms.bounds_of_atom(i), term({i: 1})
            least = 0 if low is None and x in self.book.always else low
            _bounded(found, x, (least, high), not least and terms.shows("positive", x, self.book.always), i == PI0)
            if i == N:
                for each, strict in ((x, True), (name("n0") - ONE, False), (name("n1") - ONE, False)):
                    note(found, each, strict)
        return found

    def _signed(self, x: Ratio, certificate: Any, strict: bool, letters: Texts = NONE, numbers: Texts = NONE) -> None:
        """Refuse x unless the certificate shows its sign, at every value of its atoms; a letter for a number lies
        where that does."""
        top = terms.turned(settled(x), {**self.book.known, **self.book.always})
        if top is None:
            raise Refused("the sign of a denominator is not known")
        region = self._region(terms.below(top) | {number((kind, v)) for v, kind in letters.items()})
        for v, text in numbers.items():
            _bounded(region, of_atom("letter", v), terms.bounds(self.book.text(text)))
        _check(self.book.with_letters(letters), top, region, certificate, strict)

    def _in_cases(self, step: Mapping[str, Any], line: Ratio, strict: bool) -> None:
        """The sign of a line in two cases, by the sign of a difference of figures of the sample."""
        d, difference = settled(self.book.text(step["by"]["cases"])), expression(step["by"]["cases"])
        need(not d.moves() and d.constant is None, f"cases by the sign of {step['by']['cases']}")
        for side, sign in (("above", ">"), ("below", "<=")):
            branch, case = step["by"][side], ("relation", sign, difference, ("number", 0))
            book = replace(self.book, known=dict(self.book.known), met={*self.book.met})  # a mean may have a value here
            inner = replace(self, book=book, given=(*self.given, case))
            inner.note_given()
            need(inner.followed(branch, resolved(line, d, sign == ">"), branch["steps"], strict) is None, "open case")

    def _by_sign(self, step: Mapping[str, Any], line: Ratio, strict: bool) -> None:
        """The last step: the line is a mean of the expression that is written, whose sign a certificate shows."""
        by = step["by"]
        names, numbers, written = by.get("names", list(FUNCTIONS)), by.get("numbers", {}), expression(step["line"])
        fits = len(names) == len(FUNCTIONS) and len({*names, *numbers}) == len(names) + len(numbers)
        need(fits and all(map(is_parameter, (*names, *numbers))), "a name for two things, or none for one of them")
        letters = dict.fromkeys({"pair": names, "group": names, "number": ()}[by["sign"]], "kernel")
        if by["sign"] == "group":
            used = {"classes_share_scores", *(("calibrated", "calibrated_hull") if CALIBRATED in self.given else ())}
            need(all(map(axiom, used)) and used <= {*by["axioms"]}, "an axiom by which a line is a mean is not named")
            line = self._of_all(line - self.book.read(self._meant(written, names, numbers)))
            need(line == ZERO, f"the mean of {step['line'][:80]} is not the line before")
            letters |= dict.fromkeys(numbers, "letter")
            line = self.book.with_letters(letters).read(written)
        elif by["sign"] == "pair":
            line = _kernel(line, *(of_atom("kernel", v) for v in names[:2]))
        need(self.book.with_letters(letters).read(written) == line, f"{step['line'][:80]} is not what the line means")
        self._signed(line, by["certificate"], strict, letters, numbers if by["sign"] == "group" else {})

    def _meant(self, written: Tree, names: Iterable[str], numbers: Texts) -> Tree:
        """The mean over all examples of an expression in letters for functions of the score, and for some numbers."""
        need({x[1] for x in parts(written) if x[:1] == ("call",)} <= PLAIN, "what depends on the sample, of a letter")
        values = {x: expression(text) for x, text in numbers.items()}
        need(not any(settled(self.book.read(x)).moves() for x in values.values()), "what stands for a number moves")
        values |= {x: expression(text) for x, text in zip(names, FUNCTIONS.values(), strict=True)}
        return ("call", "E", (language.with_names(written, values),), ())

    def _of_all(self, x: Ratio) -> Ratio:
        """x with its means over a class as means over all: a share of the examples of each score is of class 1."""
        shares, calibrated = [number(("share", f)) for f in ("pav", "posterior")], CALIBRATED in self.given
        share = name("s") if calibrated else term({shares[1]: 1})
        weights, table = ((ONE - share).over(name("pi0")), share.over(name("pi1"))), dict[int, Ratio]()
        for i in terms.inside(x):
            if terms.atom(i)[0] == "mean":
                _, k, body = terms.atom(i)
                value = put(body, dict.fromkeys(shares, share), balanced_too=False) if calibrated else body
                table[i] = mean(2, value * weights[k])
        x = put(x, table, balanced_too=False)
        return put(x, {i: name("pi1") for i in terms.inside(mean(2, share))}, balanced_too=False)


def _bounded(region: dict[Ratio, bool], x: Ratio, span: Any, above: bool = False, below: bool = False) -> None:
    """Note between which numbers, if any, x lies, and whether above the one and below the other."""
    for end, side, strict in zip(span, (ONE, -ONE), (above, below), strict=True):
        if end is not None:
            note(region, (x - of_number(end)) * side, strict)


def settled(x: Ratio) -> Ratio:
    """x, which is a number: a threshold at a rate may be a place among ties, on both sides of what is equal to it."""
    need(not terms.places_in(x), "the sign of what depends on the threshold of a rate, which may be a place among ties")
    return x


def _solved(left: Ratio, right: Ratio, target: Ratio | None) -> dict[int, Ratio]:
    """An equation as an atom and what it equals: the target, or the one atom of the left side, or else some mean."""
    wanted, gap = target or left, left - right
    atoms = {i for m in wanted.num for i, _ in m}
    if target is None or len(wanted.num) != 1 or len(atoms) != 1:
        atoms -= {PI0, N}
    means = sorted(i for m in gap.num for i, _ in m if terms.atom(i)[0] == "mean") if target is None else []
    need(len(atoms) == 1 or means, "an equation that is not solved for one part of a line")
    for index in dict.fromkeys(atoms if len(atoms) == 1 else means):
        (low, high), ends = ([with_atoms(x, {index: y}) for x in (left, right)] for y in (ZERO, ONE))
        slope, rest = (ends[0] - low) - (ends[1] - high), high - low
        if slope.num and slope * term({index: 1}) - rest - gap == ZERO and terms.shows("nonzero", Ratio(slope.num)):
            return {index: rest.over(slope)}
    raise Refused("an equation that is not linear in what it is solved for, or divided by what may be zero")


def _vanishes(x: Ratio) -> bool:
    """Whether x is seen to be zero: as it stands or, where quotients are averaged, over pairs of examples."""
    quotients = [i for i in terms.inside(x) if terms.atom(i)[0] == "mean" and terms.atom(i)[2].den]
    return x == ZERO or bool(quotients and _kernel(x, *(of_atom("kernel", v) for v in "xy")) == ZERO)


def _kernel(line: Ratio, x: Ratio, y: Ratio) -> Ratio:
    """What the line is a mean of over pairs of an example of class 0, of score x, and one of class 1, of score y."""
    ahead, total = (ONE + terms.ind(y - x) - terms.ind(x - y)) * HALF, ZERO
    for m, a in line.num.items():
        part, used = of_number(a), [0, 0]
        for i, e in m:
            kind, k, *body = terms.atom(i)
            if kind != "mean":
                part = part * term({i: e})
                continue
            (powers,) = map(dict, body[0].num)
            rank = powers.pop(number(("cdf", 1 - k, name("s"))), 0)
            value = put(term(powers) * Ratio({(): 1}, dict(body[0].den)), {S: y if k else x}, free=True)
            rest = [i for i in terms.below(value) if terms.atom(i)[0] in ("cdf", "share")]
            need("s" not in value.moves() and not rest and rank <= 1, "a mean of more than scores")
            used[k], used[1 - k] = used[k] + e, used[1 - k] + e * rank
            part = part * (value * ((ahead if k else ONE - ahead) if rank else ONE)) ** e
        need(max(used) <= 1, "two examples of one class in a mean")
        total = total + part
    return total * Ratio({(): 1}, dict(line.den))


def _check(book: Book, k: Ratio, region: Mapping[Ratio, bool], certificate: Any, strict: bool, cuts: Cuts = ()) -> None:
    """Refuse unless the certificate shows that k >= 0 (k > 0) where the keys of the region are (True: > 0)."""
    need(len(cuts) <= MAX_DEPTH and isinstance(certificate, dict), "a certificate that is none, or too deep a one")
    if "split" in certificate:
        d = settled(book.text(certificate["split"]))
        need(not d.den and d.constant is None, f"a case by the sign of {certificate['split']}")
        for side, sign in (("above", d), ("below", -d)):
            within, made, left = dict(region), ((d, side == "above"), *cuts), k
            note(within, sign, side == "above")
            for cut, above in made:  # the new one may have brought to light what an old one settles
                left = resolved(left, cut, above)
            _check(book, left, within, certificate[side], strict, made)
    elif "empty" in certificate:
        total, positive = _sum(book, certificate["empty"], region)
        need(total == -ONE or (total == ZERO and positive), "a case that is said to be empty is not shown to be")
    else:
        total, positive = _sum(book, certificate["sum"], region)
        need(not k.den and scaled(k)[1] == scaled(total)[1], "a sum of nonnegative terms is not what it should be")
        need(positive or not strict, "a sum is nonnegative, but not seen to be positive")


def _sum(book: Book, written: Any, region: Mapping[Ratio, bool]) -> tuple[Ratio, bool]:
    """A sum of nonnegative terms, and whether one of them is seen to be positive."""
    total, positive = ZERO, False
    for coefficient, factors, squares in written:
        part, strict = book.text(coefficient), not squares
        need((part.constant or 0) > 0, f"the weight {coefficient} is not positive")
        for text in factors:
            factor = settled(book.text(text))
            known = region.get(scaled(factor)[1])
            need(known is not None, f"{text} is not known to be nonnegative there")
            part, strict = part * factor, strict and bool(known)
        for text in squares:
            part = part * settled(book.text(text)) ** 2
        total, positive = total + part, positive or strict
    return total, positive


def resolved(k: Ratio, d: Ratio, above: bool) -> Ratio:
    """k where d > 0 (``above``), or where d <= 0: with the indicators and positive parts that this settles."""
    here, there, table = scaled(d)[1], scaled(-d)[1], dict[int, Ratio]()
    for i in terms.below(k):
        kind, x, *_ = (*terms.atom(i), None)
        if kind in ("ind", "pos") and x == (there if above else here):
            table[i] = ZERO
        elif kind in ("ind", "pos") and x in (here, there) and (above or kind == "pos"):
            table[i] = ONE if kind == "ind" else x
    return put(k, table, bool(d.moves()), balanced_too=False)
