"""A proof document written as a theorem of Coq: its claim about samples, then its lines one after the other.

The lines are written in the normal form of the reader of proofs; what brings one to the next is what the document
cites. Nothing of this has to be believed: the kernel proves the theorem, and `statements` reads it back. What cannot
be written yet is `NotExported`, with the kind of step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from workbench.kernel.averages import ranked
from workbench.kernel.citing import Citing
from workbench.kernel.claims import Document
from workbench.kernel.inequalities import CLOSING, NAME, Equation, sides
from workbench.kernel.lemmas import Lemmas, OfPopulations
from workbench.kernel.terms import (
    NotExported,
    inner_parts,
    means_move,
    outside_of_means,
    places,
    with_scores,
)
from workbench.recheck import language, terms
from workbench.recheck.axioms import Theorem, axiom
from workbench.recheck.documents import FIRST, PI0, _solved
from workbench.recheck.language import Refused, Tree, expression, parsed, statement
from workbench.recheck.meaning import UNIFORM, balanced, put, table
from workbench.recheck.terms import ONE, ZERO, Ratio, of_number, term

HALF = "assert (HT : halves true = 1 - halves false) by (unfold halves; lra)."
PLACES = {"s": ("forall s a, scored l s -> 0 < a < 1 -> ", "s a X A"), "c": ("forall c u, conditions c u -> ", "c u D")}


def written(document: Document) -> str:
    """The file of Coq for a document; `NotExported` where it has a step that cannot be written yet."""
    terms.forget(FIRST)
    try:
        return Exporter.of(document).file()
    except Refused as refused:
        raise NotExported(f"the reader refuses it: {refused}") from None


class Exporter(Citing):
    """The lines of a document, and what it cites."""

    # --- the lines -----------------------------------------------------------------------------------------------

    def proof(self, document: Document) -> str:
        """A script that proves the claim of a document, or of one that is cited."""
        (_, sign, left, right), given = statement(document["statement"])
        if any(
            kind not in ("law", "density", "density alone", "rate") for kind in document.get("letters", {}).values()
        ):
            raise NotExported("a letter for a kernel or another density")
        if "at_each" in document:
            raise NotExported("at_each")
        if not set(given) <= set(self.given):
            raise NotExported("a theorem that is given more")
        if "parts" in document:
            return "apply Rle_antisym. " + " ".join(f"{{ {self.proof(x)} }}" for x in document["parts"])
        self.note_densities(document)
        if sign != "==":
            return self.unequal(document)
        known, held = dict(self.book.known), len(self.held)
        for use in (use for step in document["steps"] for use in step["by"]["uses"] if "cells" in use):
            self.note_range(use)
        line, lines = self.book.read(left), [*self.noted(), *(self.shown(x) for x in document.get("defined", ()))]
        begun = self.fresh("L")
        lines.append(
            f"assert ({begun} : {self.write.tree(left)} = {self.write(line)}). {{ {self.normal(left, line)} }}"
        )
        before = document["statement"].partition(" == ")[0]
        for step in document["steps"]:
            script, line = self.brought(before, step, line, "=")
            lines.append(script.replace(NAME, self.fresh("S")))
            before = step["line"]
        ended = self.fresh("L")
        last = self.book.read(right)
        lines.append(
            f"assert ({ended} : {self.write.tree(right)} = {self.write(last)}). {{ {self.normal(right, last)} }}"
        )
        lines.append(f"assert (Z : {self.write(line)} = {self.write(last)}) by fld.")
        lines.append("congruence.")
        self.book.known = known
        del self.held[held:]
        return "\n".join(lines)

    def fresh(self, letter: str) -> str:
        self.made += 1
        return f"{letter}{self.made}"

    def step(self, step: Mapping[str, Any], line: Ratio) -> tuple[str, Ratio]:
        """What brings a line to the next, and that."""
        by, after = step["by"], self.book.text(step["line"])
        if any("times" in use for use in by["uses"]):
            return self.by_multiples(by["uses"], line, after), after
        scripts: list[str] = []
        solved: list[Equation] = []
        for use in by["uses"]:
            found = self.equation(use, solved)
            if found:
                scripts.append(found[0])
                solved.append(found[1])
        before, one = self.put(line, solved)
        behind, other = self.put(after, solved)
        said = f"assert ({NAME} : {self.write(line)} = {self.write(after)})."
        way = (
            f"transitivity ({self.write(one)}). {{ {before} }} transitivity ({self.write(other)}). {{ fld. }} "
            f"symmetry. {behind}"
        )
        return f"{' '.join(scripts)}\n{said} {{ {way} }}", after

    def by_multiples(self, uses: Sequence[Mapping[str, Any]], line: Ratio, after: Ratio) -> str:
        """A script for a line = the next, which differ by multiples of the differences of equal sides."""
        scripts, total, known = list[str](), list[str](), list[str]()
        for use in uses:
            relation, low, high, why = self.related(use)
            if relation != "==" or "times" not in use:
                raise NotExported("a multiple of an inequality in an equality, or one beside another equation")
            one, other = self.book.read(low), high if isinstance(high, Ratio) else self.book.read(high)
            said = [self.write(x) for x in (one, other)]
            texts = [self.write.tree(low), said[1] if isinstance(high, Ratio) else self.write.tree(high)]
            if said[0] == said[1]:
                continue
            known.append(self.fresh("M"))
            total.append(f"{self.write(self.book.text(use['times']))} * ({said[1]} - {said[0]})")
            begun, ended = (
                self.normal(low, one),
                "reflexivity." if isinstance(high, Ratio) else self.normal(high, other),
            )
            scripts.append(
                f"assert ({known[-1]} : {said[0]} = {said[1]}). {{ transitivity {texts[0]}. {{ symmetry. {begun} }} "
                f"transitivity {texts[1]}. {{ {why} }} {ended} }}"
            )
        turned = f"rewrite {', '.join(known)}. " if known else ""
        return (
            f"{' '.join(scripts)}\nassert ({NAME} : {self.write(line)} = {self.write(after)}). "
            f"{{ apply Rminus_diag_uniq. transitivity ({' + '.join(total) or '0'}). {{ fld. }} {turned}ring. }}"
        )

    def put(self, line: Ratio, solved: Sequence[Equation]) -> tuple[str, Ratio]:
        """A script for line = what it is once some equations are put in, and that."""
        script = ""
        for equation in solved:
            after = put(line, {equation.atom: equation.value})
            script += f"transitivity ({self.write(after)}). {{ {self.changed(line, equation)} }} "
            line = after
        return script + "reflexivity.", line

    def changed(self, line: Ratio, equation: Equation) -> str:
        """A script for line = the line with a value put for an atom."""
        script, rewritten, i, value = "", list[str](), equation.atom, equation.value
        for j in sorted(terms.inside(line)):
            after = put(term({j: 1}), {i: value})
            if after == term({j: 1}):
                continue
            if j == i:
                at = "" if equation.here else " ".join(PLACES[v][1] for v in places(term({i: 1})))
                rewritten.append(f"({equation.name} {at})")
                continue
            known = self.fresh("K")
            script += f"assert ({known} : {self.write.atom(j)} = {self.write(after)}). "
            script += f"{{ {self.inner(j, after, equation)} }} "
            rewritten.append(known)
        parts = (terms.atom(j)[0] for j in terms.inside(line) - {i})
        nested = len(rewritten) > 1 and (i == PI0 or "pos" in parts)
        if nested:  # what is outside of what else is rewritten comes first
            return script + "".join(f"rewrite ?{x}. " for x in reversed(rewritten)) + "fld."
        return script + "".join(f"rewrite !{x}. " for x in rewritten) + "fld."

    def inner(self, j: int, after: Ratio, equation: Equation) -> str:
        """The same for one atom, inside of which the other stands."""
        kind, *inside = terms.atom(j)
        i, value = equation.atom, equation.value
        if kind == "mean":
            k, body = inside
            return self.mean(k, self.write(body), put(body, {i: value}), self.changed(body, equation), after)
        if kind == "condition":
            density, body = inside
            pointwise = self.changed(body, equation)
            return self.condition(density, self.write(body), put(body, {i: value}), pointwise, after)
        within = self.write(put(inside[0], {i: value})) if kind in ("ind", "pos") else ""
        if within and self.write(after) in (f"(above {within})", f"(Rmax {within} 0)"):
            outer = "above" if kind == "ind" else "(fun z => Rmax z 0)"
            return f"refine (f_equal {outer} _). {self.changed(inside[0], equation)}"
        if within and kind == "pos":
            same = f"refine (f_equal (fun z => Rmax z 0) _). {self.changed(inside[0], equation)}"
            bounds = self.bounds(after, put(inside[0], {i: value}))
            return f"transitivity (Rmax {within} 0). {{ {same} }} {bounds}extremes."
        if kind in ("cdf", "call") and not equation.name:
            return f"apply {'F' if kind == 'cdf' else inside[0]}_rate_even; first [assumption | rated]."
        if kind in ("ind", "cdf", "call"):
            return "repeat f_equal; fld."
        if kind == "balanced" and equation.at_halves and self.book.read(equation.left) == inside[0] == term({i: 1}):
            right = equation.right
            with self.write.balanced():
                text = self.write.tree(right)
            said = self.leaf(("call", "balanced", (right,), ()), after)
            return f"transitivity {text}. {{ {equation.at_halves} }} {said}"
        raise NotExported(f"an equation inside of a part of kind {kind}")

    def normal(self, tree: Tree, value: Ratio, halves: bool = False) -> str:
        """A script for what is written = its normal form."""
        return self.rewritten(tree) + "fld."

    def rewritten(self, tree: Tree) -> str:
        """A script that puts the normal forms of what a tree is made of in their places."""
        script, rewritten = "", list[tuple[int, str]]()
        for leaf in dict.fromkeys(self.leaves(tree)):
            known, found = self.fresh("N"), self.book.read(leaf)
            if self.write.tree(leaf) == self.write(found):
                continue
            script += (
                f"assert ({known} : {self.write.tree(leaf)} = {self.write(found)}). {{ {self.leaf(leaf, found)} }} "
            )
            rewritten.append((len(self.write.tree(leaf)), known))
        return script + "".join(f"rewrite ?{x}. " for _, x in sorted(rewritten, reverse=True))  # the greater ones first

    def bounds(self, *each: Ratio) -> str:
        """A script that brings between which numbers lie the parts of what stands in a maximum or a minimum."""
        known, left, atoms = "try ranks_known. " * any(map(ranked, each)), [*each], set[int]()
        while left:
            found = terms.inside(left.pop()) - atoms
            atoms |= found
            left += [terms.atom(i)[1] for i in found if terms.atom(i)[0] in ("pos", "ind", "power")]
        return known + "".join(map(self.told, sorted(atoms)))

    def leaves(self, tree: Tree) -> Iterable[Tree]:
        """The parts of a tree that are not numbers, names and sums, products and powers of these."""
        kind, *inner = tree
        if kind == "call":
            if inner[0] == "threshold_at":
                yield from self.leaves(inner[1][0])
                return
            if inner[0] in ("posterior", "pav") or (inner[0] in ("F0", "F1") and inner[1] == (("name", "s"),)):
                return
            yield tree
        elif kind not in ("number", "name"):
            for part in inner[:1] if kind == "**" else inner:
                yield from self.leaves(part)

    def leaf(self, tree: Tree, value: Ratio) -> str:
        _, function, arguments, _ = tree
        if function in ("E0", "E1"):
            (body,) = arguments
            inner = self.book.read(body)
            return self.mean(int(function[1]), self.write.tree(body), inner, self.normal(body, inner), value)
        if function == "E":
            (body,) = arguments
            each = [("call", f"E{k}", (body,), ()) for k in (0, 1)]
            known, script = list[str](), "rewrite E_both. "
            for part in each:
                found = self.book.read(part)
                if self.write.tree(part) == self.write(found):
                    continue
                known.append(self.fresh("N"))
                said = f"{self.write.tree(part)} = {self.write(found)}"
                script += f"assert ({known[-1]} : {said}). {{ {self.leaf(part, found)} }} "
            return script + "".join(f"rewrite {x}. " for x in known) + "fld."
        if function == "Ec":
            body, *density = arguments
            law, inner = self.book.density(density[0]) if density else UNIFORM, self.book.read(body)
            if law[0] == "point" and "u" not in inner.moves() and means_move(body):
                there = language.with_names(body, {"c": density[0][2][0]})
                functions = f"(fun c u => {self.write.tree(body)})"
                goals = f"{{ intros; reflexivity. }} {{ intros u U. cbv beta. {self.normal(there, value)} }}"
                at = f"{self.write(law[1])} {functions} {functions} {self.write(value)}"
                return f"apply (Ec_at_cost {at}). {{ within_unit. }} {goals}"
            if law[0] == "point" and "u" not in inner.moves():
                return self.at_point(law[1], self.write.tree(body), inner, self.normal(body, inner), value)
            pointwise, text = self.normal(body, inner), self.write.tree(body)
            on_range = self.on_a_range(self.write.density(law), text, inner, pointwise)
            return on_range or self.condition(law, text, inner, pointwise, value)
        if function == "balanced":
            script, shown = "", list[str]()
            with self.write.balanced():
                for leaf in dict.fromkeys(self.leaves(arguments[0])):
                    which, read = self.fresh("N"), self.book.read(leaf)
                    found = balanced(read)
                    if self.write.tree(leaf) != self.write(found):
                        text, way = f"{self.write.tree(leaf)} = {self.write(found)}", self.leaf(leaf, read)
                        if self.write(read) != self.write(found):
                            way = f"transitivity {self.write(read)}. {{ {way} }} {self.at_one_half(read, found)}"
                        script += f"assert ({which} : {text}). {{ {HALF} {way} }} "
                        shown.append(which)
            with self.write.balanced():  # AUC does not see the class proportions
                same = (
                    "try change (AUC_of l halves) with (AUC_of l p). "
                    if "AUC_of" in self.write.tree(arguments[0])
                    else ""
                )
            return script + "".join(f"rewrite ?{x}. " for x in shown) + f"{same}unfold halves. fld."
        if function == "scored":
            means = with_scores(*arguments)
            if means == arguments[0]:
                return "fld."
            return f"transitivity {self.write.tree(means)}. {{ other_means. reflexivity. }} {self.normal(means, value)}"
        if function == "R":
            if arguments == (("name", "s"),):
                return "rewrite Rate_both. fld."
            raise NotExported("R at a threshold")
        if function == "indicator":
            ((_, _, low, high),) = arguments
            if any(x[:2] == ("call", "threshold_at") for x in (low, high)):
                return "unfold past. first [fld | f_equal; fld]."
            sides = "".join(map(self.rewritten, (low, high)))
            return f"{sides}rewrite ?lt_above, ?le_above. signs."
        if function in ("log", "sqrt"):
            (x,) = arguments
            inner = self.book.read(x)
            if function == "log" and inner == ONE:
                return f"rewrite <- ln_1. apply (f_equal ln). {self.normal(x, inner)}"
            if value.den or not any(
                terms.atom(i)[:2] in (("log", inner), ("power", inner)) for i in terms.inside(value)
            ):
                raise NotExported(f"{'a logarithm' if function == 'log' else 'a root'} that is taken")
            return f"apply (f_equal {'ln' if function == 'log' else function}). {self.normal(x, self.book.read(x))}"
        if function in ("min", "max", "abs"):
            sides = "".join(self.rewritten(x) for x in inner_parts(tree))
            return f"{sides}{self.bounds(*map(self.book.read, outside_of_means(tree)))}extremes."
        if function in ("F0", "F1", "error", "macro_error", "Qc", "Qz", "least_loss"):
            if any(list(self.leaves(a)) for a in arguments):
                raise NotExported(f"{function} of what has parts")
            return "f_equal; fld."
        raise NotExported(function)

    def at_one_half(self, read: Ratio, found: Ratio) -> str:
        """A script for what is said at class proportions of one half each = the same with 1/2 for them."""
        half = self.resolving(PI0, of_number(Fraction(1, 2)))
        put, value = self.put(read, [half])
        if self.write(value) != self.write(found):
            return "halves_alike. fld."
        return f"assert ({half.name} : (halves false) = 1 / 2) by reflexivity. {put}"

    # --- what is cited ---------------------------------------------------------------------------------------------

    def equation(self, use: Mapping[str, Any], solved: Sequence[Equation]) -> tuple[str, Equation] | None:
        """A script for an equation between an atom and its value, and these; None where it is one already."""
        if use.get("axiom") == "even_thresholds":
            return self.threshold_is_rate(use)
        left, right, why = self.cited(use)
        begun = self.below_h(use, right) if use.get("axiom") == "h_measure" else ""
        if use.get("balanced"):
            if isinstance(right, Ratio) or "theorem" not in use or not self.theorems[use["theorem"]].get("letters"):
                raise NotExported("a balanced equation other than a theorem with letters")
            left, right = (("call", "balanced", (x,), ()) for x in (left, right))
        one, other = self.book.read(left), right if isinstance(right, Ratio) else self.book.read(right)
        said = self.write(right) if isinstance(right, Ratio) else self.write.tree(right)
        ends = "reflexivity." if isinstance(right, Ratio) else self.normal(right, other)
        first, low = self.put(one, solved)
        second, high = self.put(other, solved)
        if low - high == ZERO:
            return None
        ((i, value),) = _solved(low, high, self.book.text(use["for"]) if "for" in use else None).items()
        atom = term({i: 1})
        slope = (low - high).over(atom - value)
        at = places(one, other)
        if at != places(atom):
            raise NotExported("an equation that is solved for what stands still, or moves less")
        point = "".join(PLACES[v][0] for v in at)
        which = self.fresh("U")
        script = (
            f"{begun}assert ({which} : {point}{self.write(atom)} = {self.write(value)}). "
            f"{{ intros {' '.join(PLACES[v][1] for v in at)}. "
            f"assert (W : {self.write.tree(left)} = {said}). {{ {why} }} "
            f"assert (WL : {self.write.tree(left)} = {self.write(one)}). {{ {self.normal(left, one)} }} "
            f"assert (WR : {said} = {self.write(other)}). {{ {ends} }} "
            f"assert (CL : {self.write(one)} = {self.write(low)}). {{ {first} }} "
            f"assert (CR : {self.write(other)} = {self.write(high)}). {{ {second} }} "
            f"assert (G : {self.write(low)} = {self.write(high)}) by congruence. "
            f"apply Rminus_diag_uniq. transitivity (({self.write(low)} - {self.write(high)}) / {self.write(slope)}). "
            f"{{ fld. }} rewrite G. unfold Rdiv. ring. }}"
        )
        halves = self.at_halves(use)
        tree = ("number", 0) if isinstance(right, Ratio) else right
        return script, Equation(which, i, value, left, tree, halves)

    def threshold_is_rate(self, use: Mapping[str, Any]) -> tuple[str, Equation]:
        """That the threshold of a rate is that rate, which is used where functions of that threshold stand."""
        rate = expression(use["letters"]["r"])
        threshold = ("call", "threshold_at", (rate,), ())
        (i,) = terms.inside(self.book.read(threshold))
        return "", Equation("", i, self.book.read(rate), threshold, rate)

    def below_h(self, use: Mapping[str, Any], right: Tree | Ratio) -> str:
        """A script for: what the H-measure is divided by, 1 - loss / below, is positive."""
        below = right[2][2] if isinstance(right, tuple) else ()
        found, a, b = self.book.read(below), *(self.write.tree(expression(use["letters"][x])) for x in "ab")
        same, sure = self.fresh("N"), self.fresh("D")
        return (
            f"assert ({same} : {self.write.tree(below)} = {self.write(found)}). {{ {self.normal(below, found)} }} "
            f"assert ({sure} : 0 < {self.write(found)}) by "
            f"(rewrite <- {same}; exact (h_of_below l p {a} {b} B P ltac:(lra) ltac:(lra) pav V)). "
        )

    def brought(self, before: str, step: Mapping[str, Any], line: Ratio, sign: str) -> tuple[str, Ratio]:
        """A script for a line = the next, or no less, and that; by what is balanced alone if not otherwise."""
        try:
            return self.step(step, line) if sign == "=" else self.descent(step, line)
        except NotExported:
            script = self.in_balanced(before, step, sign)
            if not script:
                raise
            return script, self.book.text(step["line"])

    def cited(self, use: Mapping[str, Any]) -> tuple[Tree, Tree | Ratio, str]:
        """The equation that an entry of a step brings, and a script for it."""
        if "definition" in use:
            x = use["definition"]
            return ("name", x), expression(table("definitions")["metrics"][x]), "reflexivity."
        if "given" in use:
            tree = parsed(use["given"])
            return tree[2], tree[3], f"exact G{self.given.index(tree)}."
        if "theorem" in use:
            if self.theorems[use["theorem"]].get("letters"):
                return self.instance(use)
            (_, _, left, right), _ = statement(self.theorems[use["theorem"]]["statement"])
            return left, right, self.proof(self.theorems[use["theorem"]])
        if "integral" in use:
            return self.integral(use)
        if "document" in use:
            if "scores" in use:
                return self.on_other_scores(use)
            (_, _, left, right), _ = statement(use["document"]["statement"])
            return left, right, self.proof(use["document"])
        return self.of_axiom(use)[1:]

    def of_axiom(self, use: Mapping[str, Any]) -> tuple[str, Tree, Tree, str]:
        """The relation that an axiom brings, its sides, and a script for it."""
        letters = use.get("letters", {})
        filled = axiom(use["axiom"]).filled(letters, self.book.letters)
        lemmas = (OfPopulations if self.population else Lemmas)(
            self.write, self.book, self.law, self.rates, self.valued, self.at_cutpoints, self.word, self.has_value
        )
        low, high, script = lemmas.axiom(use["axiom"], {x: expression(text) for x, text in letters.items()}, filled)
        return filled.relation, low, high, script + self.premises(filled, use.get("shown", ()))

    def premises(self, cited: Theorem, shown: Sequence[Mapping[str, Any]]) -> str:
        """Scripts for the relations that an axiom is given: what is given here too, or is shown by certificates."""
        scripts, certificates = "", iter(shown)
        for tree in cited.given:
            if tree[0] == "name":
                continue
            if not shown and tree in self.given:
                scripts += f" {{ exact G{self.given.index(tree)}. }}"
                continue
            certificate = next(certificates)
            if tree[0] != "relation" or "statement" in certificate:
                raise NotExported("a hypothesis that is shown for each rank, or by a document")
            _, sign, low, high = tree
            x, same, sure = self.book.read(high) - self.book.read(low), self.fresh("N"), self.fresh("D")
            difference = ("-", high, low)
            scripts += (
                f" {{ assert ({same} : {self.write.tree(difference)} = {self.write(x)}). "
                f"{{ {self.normal(difference, x)} }} "
                f"assert ({sure} : 0 {sign} {self.write(x)}). {{ {self.signed(x, certificate, sign == '<')} }} "
                f"exact ({CLOSING[sign]} _ _ _ {same} {sure}). }}"
            )
        return scripts

    def related(self, use: Mapping[str, Any]) -> tuple[str, Tree, Tree | Ratio, str]:
        """The relation that an entry brings, == or <=, its sides, and a script for it."""
        if "given" in use:
            sign, low, high = sides(use["given"])
            turned = {"<": "apply Rlt_le. ", ">": "apply Rlt_le, Rgt_lt. ", ">=": "apply Rge_le. "}.get(sign, "")
            exact = f"{turned}exact G{self.given.index(parsed(use['given']))}."
            return "==" if sign == "==" else "<=", low, high, exact
        inner = use.get("document") or self.theorems.get(use.get("theorem", ""), {})
        if inner and not inner.get("letters"):
            (_, sign, left, right), _ = statement(inner["statement"])
            if sign not in ("==", "<", "<="):
                raise NotExported("a document that says neither == nor < nor <=")
            return "==" if sign == "==" else "<=", left, right, "apply Rlt_le. " * (sign == "<") + self.proof(inner)
        return self.of_axiom(use) if "axiom" in use else ("==", *self.cited(use))
