"""Inequalities of proof documents as scripts of Coq: lines that are no greater, and certificates of signs.

The first line of such a document is the difference of both sides, each further line is no greater, and the last step
shows a sign: of a number, or of what stands under a mean, by a tree of cases and of sums of nonnegative terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import prod
from typing import Any

from workbench.kernel.averages import ASIDE, Averages
from workbench.kernel.terms import CLASS, LETTERS, NotExported, figures_of, number, power
from workbench.recheck import language, terms
from workbench.recheck.documents import FUNCTIONS, Cuts, _kernel, resolved
from workbench.recheck.language import Tree, expression, parsed, statement
from workbench.recheck.meaning import _split, is_parameter, mean, put, table
from workbench.recheck.terms import ONE, ZERO, Ratio, name, of_number, scaled, term

KEPT = "(*kept*)"
"""Where the names of the hypotheses of the theorem are put in, once all are known."""
NAME = "(*name*)"
"""Where the name of what is asserted is put in."""
ONE_OF_EACH = "pose proof (one_of_each l p false B PO). pose proof (one_of_each l p true B PO). rewrite PT in *. "
CLOSING = {
    "<=": "by_difference",
    ">=": "by_difference",
    "<": "by_difference_strictly",
    ">": "by_difference_strictly",
    "!=": "by_difference_unequal",
}


@dataclass(frozen=True)
class Equation:
    """The ``name`` of what is shown: an ``atom`` has a ``value``, which ``left`` == ``right`` says; ``at_halves``, a
    script for that at class proportions of one half each, if there is one; ``here``, whether it is shown for the score
    and the condition at hand, and not for each."""

    name: str
    atom: int
    value: Ratio
    left: Tree
    right: Tree
    at_halves: str = ""
    here: bool = False


@dataclass
class Inequalities(Averages):
    """``units`` are the letters for numbers in [0, 1] of which that is used; ``held``, the names of what was shown so
    that all has a value."""

    given: tuple[Tree, ...]
    units: set[str] = field(default_factory=set, kw_only=True)
    held: list[str] = field(default_factory=list, kw_only=True)

    def fresh(self, letter: str) -> str:
        raise NotImplementedError

    def put(self, line: Ratio, solved: Sequence[Equation]) -> tuple[str, Ratio]:
        """A script for line = what it is once some equations are put in, and that."""
        raise NotImplementedError

    def equation(self, use: Mapping[str, Any], solved: Sequence[Equation]) -> tuple[str, Equation] | None:
        raise NotImplementedError

    def related(self, use: Mapping[str, Any]) -> tuple[str, Tree, Tree | Ratio, str]:
        """The relation that an entry brings, == or <=, its sides, and a script for it."""
        raise NotImplementedError

    def brought(self, before: str, step: Mapping[str, Any], line: Ratio, sign: str) -> tuple[str, Ratio]:
        """A script for a line that is equal to the one before, or no greater, and that line."""
        raise NotImplementedError

    def leaves(self, tree: Tree) -> Iterable[Tree]:
        """The parts of a tree that are not numbers, names and sums, products and powers of these."""
        raise NotImplementedError

    def halved(self, use: Mapping[str, Any]) -> tuple[str, Tree, Tree, str]:
        """The same at class proportions of one half each."""
        raise NotImplementedError

    def word(self, word: str) -> str:
        """The hypothesis that a word is given."""
        if ("name", word) not in self.given:
            raise NotExported(f"{word} where it is not given")
        return f"G{self.given.index(('name', word))}"

    def proof(self, document: Mapping[str, Any]) -> str:
        """A script that proves the claim of a document."""
        raise NotImplementedError

    def resolving(self, atom: int, value: Ratio) -> Equation:
        """An equation that a case brings."""
        return Equation(self.fresh("U"), atom, value, ("number", 0), ("number", 0), here=True)

    # --- a document ----------------------------------------------------------------------------------------------

    def unequal(self, document: Mapping[str, Any]) -> str:
        """A script that proves the inequality that a document states."""
        (_, sign, left, right), _ = statement(document["statement"])
        less, more = (right, left) if sign in (">", ">=") else (left, right)
        strict, steps = sign in ("<", ">", "!="), document["steps"]
        first = self.book.text(steps[0]["line"])
        if first - (self.book.read(more) - self.book.read(less)) != ZERO:
            less, more = more, less  # of two numbers that are not equal
        known, held = dict(self.book.known), len(self.held)
        scripts = [*self.noted(), *(self.shown(x) for x in document.get("defined", ()))]
        difference = ("-", more, less)
        begun = self.fresh("L")
        said = f"{self.write.tree(more)} - {self.write.tree(less)} = {self.write(first)}"
        scripts.append(f"assert ({begun} : {said}). {{ {self.normal(difference, first)} }}")
        made, value = self.followed(steps[0]["line"], steps[1:], first, strict)
        self.book.known = known
        del self.held[held:]
        turn = {">=": "apply Rle_ge. ", ">": "apply Rlt_gt. "}.get(sign, "")
        if sign == "!=" and less != left:
            turn = "apply not_eq_sym. "
        return "\n".join([*scripts, *made]) + f"\n{turn}exact ({CLOSING[sign]} _ _ _ {begun} {value})."

    def noted(self) -> list[str]:
        """Scripts for the signs of what is given, in normal form where that is another."""
        scripts = []
        for i, tree in enumerate(self.given):
            if tree[0] != "relation" or tree[1] == "!=":
                continue
            low, high = tree[:1:-1] if tree[1] in (">", ">=") else tree[2:]
            one, other = (name("AUC") if y == ("name", "auc") else self.book.read(y) for y in (low, high))
            x, strict = other - one, tree[1] in ("<", ">")
            terms.note(self.book.known, x, strict)
            if tree[1] == "==" or not any(map(list, map(self.leaves, (low, high)))):
                continue
            same, which, difference = self.fresh("N"), self.fresh("G"), ("-", high, low)
            said, sign = self.write(x), "<" if strict else "<="
            scripts.append(
                f"assert ({same} : {self.write.tree(difference)} = {said}). {{ {self.normal(difference, x)} }} "
                f"assert ({which} : 0 {sign} {said}) by (rewrite <- {same}; clear - G{i}; lra)."
            )
            self.held.append(which)
        return scripts

    def followed(
        self, before: str, steps: Sequence[Mapping[str, Any]], line: Ratio, strict: bool
    ) -> tuple[list[str], str]:
        """Scripts for the lines that follow one, and a proof that it is nonnegative, or positive, by these."""
        scripts, lower = list[str](), list[str]()
        for step in steps:
            if "sign" in step["by"] or "cases" in step["by"]:
                break
            script, line = self.brought(before, step, line, "<=")
            before = step["line"]
            lower.append(self.fresh("S"))
            scripts.append(script.replace(NAME, lower[-1]))
        value, relation = self.fresh("Z"), "<" if strict else "<="
        end = self.in_cases(step, line, strict) if "cases" in step["by"] else self.ending(step, line, strict)
        scripts.append(f"assert ({value} : 0 {relation} {self.write(line)}). {{ {end} }}")
        for s in reversed(lower):
            value = f"(R{'lt_le' if strict else 'le'}_trans _ _ _ {value} {s})"
        return scripts, value

    def in_cases(self, step: Mapping[str, Any], line: Ratio, strict: bool) -> str:
        """A script for the sign of a line in two cases, by the sign of a difference."""
        text, lemma = step["by"]["cases"], "strict_sign_of_quotient" if strict else "sign_of_quotient"
        d, tree, which, same = self.book.text(text), expression(text), self.fresh("C"), self.fresh("N")
        branches, given, known = [], self.given, dict(self.book.known)
        for side, sign in (("above", ">"), ("below", "<=")):
            above = side == "above"
            after, case = resolved(line, d, above), f"G{len(given)}"
            self.given = (*given, ("relation", sign, tree, ("number", 0)))
            self.held.append(case)
            terms.note(self.book.known, d if above else -d, above)
            steps = step["by"][side]["steps"]
            scripts, value = self.followed("", steps, after, strict)
            turn = "" if above else f"apply Rnot_lt_le in {which}. "
            branches.append(
                f"{turn}assert ({same} : {self.write.tree(tree)} = {self.write(d)}). {{ {self.normal(tree, d)} }} "
                f"assert ({case} : {self.write.tree(tree)} {sign} 0) by (rewrite {same}; lra). "
                f"apply ({lemma} 1 _ {self.write(after)}). {{ lra. }} "
                f"{{ rewrite Rmult_1_r. {self.case(line, after, d, above)} }} {' '.join(scripts)} exact {value}."
            )
            self.given, self.book.known = given, dict(known)
            self.held.remove(case)
        return f"destruct (Rlt_dec 0 {self.write(d)}) as [{which}|{which}]. {{ {branches[0]} }} {{ {branches[1]} }}"

    def shown(self, entry: Mapping[str, Any]) -> str:
        """A script for a sign that is shown so that all has a value; nothing where it moves."""
        lemma, which = "certificate" not in entry, self.fresh("D")
        if lemma:
            (_, sign, left, right), _ = statement(entry["statement"])
            x, strict = self.book.read(right) - self.book.read(left), sign == "<"
        else:
            x, strict = self.book.text(entry["expression"]), bool(entry.get("strict", True))
        if x.moves() or x.constant is not None or entry.get("other"):
            return ""
        script = self.proof(entry) if lemma else self.signed(x, entry["certificate"], strict)
        told = f"0 {'<' if strict else '<='} {self.write(x)}"
        terms.note(self.book.known, x, strict)
        self.held.append(which)
        if not lemma:
            return f"assert ({which} : {told}). {{ {script} }}"
        whole, same, difference = self.fresh("D"), self.fresh("N"), ("-", right, left)
        return (
            f"assert ({whole} : {self.write.tree(left)} {sign.replace('==', '=')} {self.write.tree(right)}). "
            f"{{ {script} }} assert ({same} : {self.write.tree(difference)} = {self.write(x)}). "
            f"{{ {self.normal(difference, x)} }} assert ({which} : {told}) by (rewrite <- {same}; lra). "
            f"clear {whole} {same}."
        )

    def descent(self, step: Mapping[str, Any], line: Ratio) -> tuple[str, Ratio]:
        """What shows that the line of a step is no greater than the one before, and that line."""
        after = self.book.text(step["line"])
        scripts, solved, gaps = list[str](), list[Any](), list[tuple[str, Ratio]]()
        for use in step["by"]["uses"]:
            if "times" in use:
                script, value = self.multiple(use)
                gaps.append((self.fresh("M"), value))
                scripts.append(script.replace(NAME, gaps[-1][0]))
            elif found := self.equation(use, solved):
                scripts.append(found[0])
                solved.append(found[1])
        known, made = list[str](), list[Ratio]()
        for x in (line, after, *(value for _, value in gaps)):
            script, value = self.put(x, solved)
            made.append(value)
            known.append(self.fresh("Q"))
            scripts.append(f"assert ({known[-1]} : {self.write(x)} = {self.write(value)}). {{ {script} }}")
        if made[0] - made[1] - sum(made[2:], ZERO) != ZERO:
            raise NotExported("a step that uses an equation for some of its parts alone")
        total = self.added([self.write(value) for _, value in gaps])
        ends = self.added([self.write(value) for value in made[2:]])
        same = reduce(lambda x, y: f"(f_equal2 Rplus {x} {y})", known[2:]) if gaps else "eq_refl"
        scripts.append(
            f"assert ({NAME} : {self.write(after)} <= {self.write(line)}). {{ apply (by_difference _ _ {total}). "
            f"{{ refine (differ _ _ _ _ _ {ends} {known[0]} {known[1]} {same} _). fld. }} "
            f"{{ exact {summed([which for which, _ in gaps])}. }} }}"
        )
        return "\n".join(scripts), after

    def multiple(self, use: Mapping[str, Any]) -> tuple[str, Ratio]:
        """A script for 0 <= a multiple of the difference of both sides of a relation, and that."""
        if use.keys() & {"other", "scores"} or (use.get("balanced") and "document" not in use):
            raise NotExported("a multiple of a relation about other scores or class proportions")
        relation, low, high, why = self.halved(use) if use.get("balanced") else self.related(use)
        texts = [self.write(x) if isinstance(x, Ratio) else self.write.tree(x) for x in (low, high)]
        one, other = (x if isinstance(x, Ratio) else self.book.read(x) for x in (low, high))
        times = self.book.text(use["times"])
        value = times * (other - one)
        lemma, sure = "times_equal", ""
        if relation != "==":
            lemma, sure = "times_least", f"{{ {self.nonnegative(times)} }} "
        ends = "reflexivity." if isinstance(high, Ratio) else self.normal(high, other)
        return (
            f"assert ({NAME} : 0 <= {self.write(value)}). "
            f"{{ apply ({lemma} {self.write(times)} {texts[0]} {texts[1]} {self.write(one)} {self.write(other)}). "
            f"{sure}{{ {why} }} {{ {self.normal(low, one)} }} {{ {ends} }} {{ fld. }} }}"
        ), value

    @staticmethod
    def added(parts: Sequence[str]) -> str:
        return f"({' + '.join(parts)})" if parts else "0"

    # --- signs ---------------------------------------------------------------------------------------------------

    def ending(self, step: Mapping[str, Any], line: Ratio, strict: bool) -> str:
        """A script for the sign of the last line."""
        by, written = step["by"], expression(step["line"])
        names, numbers = by.get("names", list(FUNCTIONS)), by.get("numbers", {})
        if by["sign"] == "number":
            return self.signed(line, by["certificate"], strict)
        if by["sign"] == "pair":
            return self.of_pairs(by, line, names, strict)
        return self.of_all(by, written, line, names, numbers, strict)

    def of_pairs(self, by: Mapping[str, Any], line: Ratio, names: Sequence[str], strict: bool) -> str:
        """A script for 0 <= (0 <) a line that is a mean over pairs of an example of each class."""
        x, y = (terms.of_atom("kernel", v) for v in names[:2])
        ((i, _),), ((j, _),) = next(iter(x.num)), next(iter(y.num))
        whole = _kernel(line, x, y)
        parts, values = list[str](), ZERO
        stands = {names[0]: "x", names[1]: "y"}
        for m, a in whole.num.items():
            sides: tuple[dict[int, int], dict[int, int]] = {}, {}
            fixed = of_number(a)
            for k, e in m:
                hit = [v for v in (i, j) if v in terms.below(term({k: 1}))]
                if len(hit) == 2:
                    raise NotExported("a mean over pairs of what compares both scores")
                if hit:
                    sides[hit[0] == j][k] = e
                else:
                    fixed = fixed * term({k: e})
            for d, e in whole.below():
                fixed = fixed.over(d**e)
            f, g = (term(s) for s in sides)
            with self.standing(stands, {}):
                each = [self.write(put(z, {v: name("s")})) for z, v in ((f, i), (g, j))]
                parts.append(f"({self.write(fixed)}, (fun s => {each[0]}), (fun s => {each[1]}))")
            means = [mean(k, put(z, {v: name("s")})) for k, (z, v) in enumerate(((f, i), (g, j)))]
            values = values + fixed * means[0] * means[1]
        if values - line != ZERO:
            raise NotExported("a mean over pairs that is none of products")
        with self.standing(stands, dict.fromkeys(names[:2], "kernel")):
            shown, said = self.signed(whole, by["certificate"], strict, ("X", "Y"), names[:2]), self.write(whole)
        lemma, sign = ("pairs_gt0", "strict_sign_of_quotient") if strict else ("pairs_ge0", "sign_of_quotient")
        return (
            f"apply ({lemma} l [{'; '.join(parts)}] {self.write(line)} B). "
            f"{{ cbn [pairs_value]. cbv beta. rewrite ?(Ek_one l false B), ?(Ek_one l true B). fld. }} "
            f"intros x y X Y. cbn [pairs]. apply ({sign} 1 _ {said}). {{ lra. }} "
            f"{{ switches_alike. fld. }} {shown}"
        )

    def of_all(
        self,
        by: Mapping[str, Any],
        written: Tree,
        line: Ratio,
        names: Sequence[str],
        numbers: Mapping[str, str],
        strict: bool,
    ) -> str:
        """A script for 0 <= (0 <) a line that is a mean over all examples."""
        at = dict(zip(names, map(expression, FUNCTIONS.values()), strict=True))
        values = {x: expression(text) for x, text in numbers.items()}
        body = language.with_names(written, values | at)
        meant: Tree = ("call", "E", (body,), ())
        used = {x[1] for x in language.parts(written) if x[:1] == ("name",)}
        stands = {x: self.write.tree(y) for x, y in (values | at).items() if x in used}
        whole = self.book.read(meant)
        letters = dict.fromkeys(names, "kernel") | dict.fromkeys(numbers, "letter")
        text, script = self.write.tree(meant), self.normal(meant, whole)
        same = self.as_one(whole, line) if whole - line != ZERO else "fld."
        with self.standing(stands, letters):
            pointwise = self.book.read(written)
            normal, said = self.normal(written, pointwise), self.write(pointwise)
            stood = self.write.tree(written)
            local = ("X",) if strict else ("X", "A")
            shown = self.signed(pointwise, by["certificate"], strict, local, [x for x in names if x in used])
        lemma, sign = ("sign_of_quotient", "apply (E_ge0 l p _ B P). { meanable. } intros s a X A. ")
        if strict:
            if any(x in used and at[x][1] in ("R", "F0", "F1") for x in at):
                raise NotExported("a mean of a function of ranks that is positive")
            lemma, sign = f"strict_{lemma}", f"apply (E_gt0 l p (fun s => {stood}) B P). intros s X. "
        return (
            f"apply ({lemma} 1 _ {text}). {{ lra. }} "
            f"{{ rewrite Rmult_1_r. transitivity {self.write(whole)}. {{ {same} }} symmetry. {script} }} "
            f"{sign}cbv beta. apply ({lemma} 1 _ {said}). {{ lra. }} {{ rewrite Rmult_1_r. {normal} }} {shown}"
        )

    @contextmanager
    def standing(self, stands: Mapping[str, str], letters: Mapping[str, str]) -> Iterator[None]:
        """With what stands for the letters of a certificate."""
        before, book = self.write.stands, self.book
        self.write.stands, self.book = {**before, **stands}, book.with_letters(letters)
        self.write.book = self.book
        try:
            yield
        finally:
            self.write.stands, self.book, self.write.book = before, book, book

    def as_one(self, whole: Ratio, line: Ratio) -> str:
        """A script for line = whole, both with means over classes as means over all: a share of the examples of each
        score is of class 1."""
        calibrated = ("name", "calibrated") in self.given
        shares = [terms.number(("share", f)) for f in ("pav", "posterior")]
        share = name("s") if calibrated else term({shares[1]: 1})
        weights = (ONE - share).over(name("pi0")), share.over(name("pi1"))
        equal = f"rewrite ?(posterior_calibrated l p s {self.word('calibrated')} X). " if calibrated else ""
        equations, script = list[Any](), ""
        for i in sorted(terms.inside(whole) | terms.inside(line)):
            if terms.atom(i)[0] != "mean":
                continue
            _, k, body = terms.atom(i)
            once = put(body, dict.fromkeys(shares, share), balanced_too=False) if calibrated else body
            hull = f"rewrite ?(pav_calibrated l p pav s B P V {self.word('calibrated')} X). " if calibrated else ""
            hull *= shares[0] in terms.below(body)
            listed = "; ".join(
                f"({self.write(q)}, fun s a => {self.write(term(m))})" for q, m in _split(once * weights[k], "s")
            )
            found = self.resolving(i, mean(2, once * weights[k]))
            text = f"(fun s a => {self.write(body)})"
            equations.append(found)
            script += (
                f"assert ({found.name} : {self.write.atom(i)} = {self.write(found.value)}). "
                f"{{ refine (eq_trans (E_shared l p {CLASS[k]} {text} [{listed}] B P _ _ _) _). "
                f"{{ meanable. }} {{ {ASIDE}intros s a X A. cbv beta. cbn [combined shared]. {equal}{hull}fld. }} "
                "{ meanable. } cbn [combined_value]. rewrite ?(E_one l p B P). fld. } "
            )
        for i in terms.inside(mean(2, share)):
            found = self.resolving(i, name("pi1"))
            equations.append(found)
            lemma = f"E_calibrated l p B P {self.word('calibrated')}" if calibrated else "E_posterior l p B P"
            script += f"assert ({found.name} : {self.write.atom(i)} = {self.write(found.value)}). "
            script += f"{{ rewrite ({lemma}). fld. }} "
        (before, one), (behind, other) = self.put(line, equations), self.put(whole, equations)
        return (
            f"{script}transitivity {self.write(one)}. {{ {before} }} transitivity {self.write(other)}. {{ fld. }} "
            f"symmetry. {behind}"
        )

    def signed(
        self,
        x: Ratio,
        certificate: Mapping[str, Any],
        strict: bool,
        local: Iterable[str] = (),
        names: Iterable[str] = (),
    ) -> str:
        """A script for 0 <= x (0 < x) by a certificate, where some ``local`` hypotheses hold too."""
        known = {**self.book.known, **self.book.always}
        top = terms.turned(x, known)
        if top is None:
            raise NotExported("the sign of a denominator")
        begun = f"clear - {KEPT} {' '.join([*self.held, *local])}. "
        facts = self.facts(x, *(self.book.text(v) for v in names))
        tree = self.tree(top, certificate, strict, ())
        if not x.den:
            return begun + facts + tree
        parts = []
        for d, e in x.below():
            good = terms.shows("positive", d, known) or e % 2 == 0
            parts.append(power(self.write(d if good else -d), e))
        below = " * ".join(parts)
        lemma = "strict_sign_of_quotient" if strict else "sign_of_quotient"
        positive = "repeat apply Rmult_lt_0_compat; try apply pow_lt; first [assumption | lra | nra]."
        return f"{begun}{facts}apply ({lemma} ({below}) _ {self.write(top)}). {{ {positive} }} {{ fld. }} {tree}"

    def tree(self, k: Ratio, certificate: Mapping[str, Any], strict: bool, cuts: Cuts) -> str:
        """A script for 0 <= k (0 < k), of no denominator."""
        lemma = "strict_sign_of_quotient" if strict else "sign_of_quotient"
        if "split" in certificate:
            d = self.book.text(certificate["split"])
            which = self.fresh("C")
            branches = []
            for side in ("above", "below"):
                left, scripts = k, []
                made = ((d, side == "above"), *cuts)
                for cut, above in made:
                    after = resolved(left, cut, above)
                    if after - left != ZERO:
                        way = self.case(left, after, cut, above)
                        scripts.append(
                            f"apply ({lemma} 1 _ {self.write(after)}). {{ lra. }} {{ rewrite Rmult_1_r. {way} }} "
                        )
                    left = after
                turn = f"apply Rnot_lt_le in {which}. " if side == "below" else ""
                branches.append(turn + "".join(scripts) + self.tree(left, certificate[side], strict, made))
            return f"destruct (Rlt_dec 0 {self.write(d)}) as [{which}|{which}]. {{ {branches[0]} }} {{ {branches[1]} }}"
        if "empty" in certificate:
            total, text, script = self.total(certificate["empty"], True)
            end = f"assert (E0 : {text} = {self.write(total)}) by fld. lra."
            return f"exfalso. assert (SUM : 0 {'<=' if total.constant else '<'} {text}). {{ {script} }} {end}"
        total, text, script = self.total(certificate["sum"], strict)
        q = Fraction(scaled(k)[0]) / scaled(total)[0] if total.num else 1
        whole = f"({number(q)} * {text})" if q != 1 else text
        scale = "apply Rmult_lt_0_compat; [lra|]. " if strict else "apply Rmult_le_pos; [lra|]. "
        return f"apply ({lemma} 1 _ {whole}). {{ lra. }} {{ fld. }} {scale if q != 1 else ''}{script}"

    def case(self, k: Ratio, after: Ratio, d: Ratio, above: bool) -> str:
        """A script for k = what is left of it in a case."""
        here, there = scaled(d)[1], scaled(-d)[1]
        equations, script = list[Any](), ""
        for i in sorted(terms.below(k)):
            kind, x, *_ = (*terms.atom(i), None)
            if kind not in ("ind", "pos") or x not in (here, there) or (kind == "ind" and not above and x == there):
                continue
            up = above == (x == here)
            value = (ONE if kind == "ind" else x) if up else ZERO
            found = self.resolving(i, value)
            lemma = ("above_1" if up else "above_0") if kind == "ind" else ("Rmax_left" if up else "Rmax_right")
            script += f"assert ({found.name} : {self.write.atom(i)} = {self.write(value)}) by (apply {lemma}; lra). "
            equations.append(found)
        way, made = self.put(k, equations)
        if made - after != ZERO:
            raise NotExported("a case that is more than its indicators and positive parts")
        return script + way

    def total(self, written: Iterable[Any], strict: bool) -> tuple[Ratio, str, str]:
        """A sum of nonnegative terms, how it is written, and a script for 0 <= (0 <) that."""
        total, parts, scripts, shown = ZERO, list[str](), "", list[str]()
        for coefficient, factors, squares in written:
            q = self.book.text(coefficient)
            each, squared = ([self.book.text(x) for x in texts] for texts in (factors, squares))
            total = total + prod([*each, *(x**2 for x in squared)], start=q)
            part, script, proof, sure = self.product([q, *each], squared, strict)
            parts.append(part)
            shown.append(self.fresh("T"))
            scripts += f"{script}assert ({shown[-1]} : 0 {'<' if sure else '<='} {part}). {{ exact {proof}. }} "
        text = self.added(parts)
        return total, text, f"{scripts}{'lra' if strict else f'exact {summed(shown)}'}."

    def product(self, each: Iterable[Ratio], squared: Iterable[Ratio], strict: bool) -> tuple[str, str, str, bool]:
        """A product of what is nonnegative, and of squares, how it is written, what shows its factors to be that, a
        proof that it is, and whether that is strict."""
        script, shown, known = "", list[str](), [*each]
        strict = strict and not squared and all(map(self.positive, known))
        for x in known:
            shown.append(self.fresh("F"))
            script += f"{self.facts(x)}assert ({shown[-1]} : 0 {'<' if strict else '<='} {self.write(x)}) by "
            script += "first [assumption | lra | nra]. "
        shown += [f"(pow2_ge_0 {self.write(x)})" for x in squared]
        text = " * ".join([*map(self.write, known), *(f"({self.write(x)} ^ 2)" for x in squared)])
        lemma = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
        return text, script, reduce(lambda x, y: f"({lemma} _ _ {x} {y})", shown), strict

    def positive(self, x: Ratio) -> bool:
        """Whether x is known to be positive."""
        return terms.shows("positive", x, {**self.book.known, **self.book.always})

    def nonnegative(self, x: Ratio) -> str:
        """A script for 0 <= x, which is seen: a product of what is positive and a sum of nonnegative products."""
        known = {**self.book.known, **self.book.always}
        top = terms.turned(x, known)
        if top is None:
            raise NotExported("the sign of a denominator")
        factors, rest = list[Ratio](), top
        for d in (d for d, sure in known.items() if sure and not d.den and d.constant is None):
            while quotient := terms.divided(rest.num, d.num):
                rest = Ratio(quotient)
                factors.append(d)
        parts, scripts, shown = list[str](), "", list[str]()
        for m, a in rest.num.items():
            if a <= 0:
                raise NotExported("a multiple whose sign is seen by its bounds")
            each = [of_number(a), *factors, *(term({i: 1}) for i, e in m for _ in range(e))]
            part, script, proof, _ = self.product(each, (), False)
            parts.append(part)
            scripts += script
            shown.append(proof)
        text, ends = self.added(parts), f"exact {summed(shown)}."
        begun = f"clear - {KEPT} {' '.join(self.held)}. {scripts}"
        if not x.den:
            return f"{begun}apply (sign_of_quotient 1 _ {text}). {{ lra. }} {{ fld. }} {ends}"
        below = " * ".join(
            power(self.write(d if terms.shows("positive", d, known) or e % 2 == 0 else -d), e) for d, e in x.below()
        )
        positive = "repeat apply Rmult_lt_0_compat; try apply pow_lt; first [assumption | lra | nra]."
        return f"{begun}apply (sign_of_quotient ({below}) _ {text}). {{ {positive} }} {{ fld. }} {ends}"

    def facts(self, *each: Ratio) -> str:
        """A script that brings between which numbers atoms lie."""
        return "".join(map(self.told, sorted(set().union(*map(terms.inside, each)))))

    def told(self, i: int) -> str:
        """The same of one atom, if it is known of that; of the number of examples also that some are of each class."""
        fact = self.fact(i)
        script = f"assert ({self.fresh('A')} : {fact[0]}). {{ {fact[1]} }} " if fact else ""
        return script + ONE_OF_EACH * (terms.atom(i) == ("name", "n") and self.write.counted)

    def fact(self, i: int) -> tuple[str, str] | None:
        """Between which numbers an atom lies, and a script for that."""
        kind, *inner = terms.atom(i)
        x, between = self.write.atom(i), f"0 <= {self.write.atom(i)} <= 1"
        low, high = terms.bounds_of_atom(i)
        match kind, inner:
            case "name", ["AUCH"]:
                return between, "exact (unit_auch l AUCH B HAUCH)."
            case "name", ["n"]:
                return "2 <= (INR (length l))", "exact (two_examples l B)."
            case "name", ["KS"]:
                return between, "exact (ks_01 l KS B HKS)."
            case "name", ["MER"]:
                return between, "exact (unit_mer l p MER B P HMER)."
            case "name", [y] if is_parameter(y) and high is not None:
                self.units.add(f"x_{y}")
                return between, f"exact U{y}."
            case "name", [y] if table("definitions")["metrics"].get(y) and high is not None:
                unfolded = ", ".join(f"{z}_of" for z in reversed(figures_of(y)) if z not in LETTERS)
                return (
                    between,
                    f"unfold {unfolded}. {'apply h_of_unit; first [assumption | lra]' if y == 'H' else 'unit'}.",
                )
            case (("mean" | "cdf" | "ind" | "kernel" | "share"), _) if (low, high) == (0, 1):
                return between, "unit."
            case "loss", [law, density, "cost", "interpolated"] if law[0] != "mix":
                w, method, p = self.write.density(density), self.write.law(law), self.write.proportions
                known = "P" if p == "p" else "halves_proportions"
                value = self.valued(w, law, p)
                return f"0 <= {x}", f"exact (Loss_ge0 l {p} {w} {method} B {known} I {value})."
            case (("mean" | "pos" | "power"), _) if low is not None and low >= 0:
                return f"0 <= {x}", "nonnegative."
        return None


def summed(shown: Sequence[str]) -> str:
    """A proof that a sum is nonnegative, by proofs that its terms are."""
    return reduce(lambda x, y: f"(Rplus_le_le_0_compat _ _ {x} {y})", shown) if shown else "(Rle_refl 0)"


def sides(text: str) -> tuple[str, Tree, Tree]:
    """The relation of what is given, and its sides, the lesser first."""
    _, sign, left, right = parsed(text)
    return (sign, right, left) if sign in (">", ">=") else (sign, left, right)
