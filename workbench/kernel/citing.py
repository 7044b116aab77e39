"""Documents that a document cites as lemmas before its claim: with their letters filled, at equal class proportions, of
the same examples with other scores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from workbench.kernel.claims import EVEN_SCORES, FIGURES, SPREAD, Claim, Document
from workbench.kernel.inequalities import NAME
from workbench.kernel.terms import ANY, LEVELS, NotExported, inside_balanced, other_scores
from workbench.recheck import language
from workbench.recheck.axioms import Theorem
from workbench.recheck.language import Tree, expression


class Citing(Claim):
    """What a document cites."""

    def at_halves(self, use: Mapping[str, Any]) -> str:
        """A script for the same equation at class proportions of one half each, where there is one."""
        if "definition" in use:
            return "reflexivity."
        if self.population:
            return ""
        if use.get("axiom") == "error":
            if use["letters"]["t"].startswith("threshold_at"):
                return ""
            return f"exact (error l halves {self.write.tree(expression(use['letters']['t']))})."
        if "theorem" in use and not use.get("balanced"):
            letters = self.theorems[use["theorem"]].get("letters")
            return self.instance({**use, "balanced": True})[2] if letters else self.plain(use["theorem"])[2]
        return ""

    def plain(self, which: str, laws: Iterable[tuple[str, str, str]] = ()) -> tuple[Tree, Tree, str]:
        """A cited theorem without letters, at class proportions of one half each: a lemma, if it is about no more than
        what is known of some ``laws``."""
        if which not in self.lemmas:
            lemma: Claim = type(self).of(self.theorems[which], self.theorems, self.population)
            lemma.lemmas = dict(self.lemmas)
            lemma.note_densities(self.theorems[which])
            for key in laws:
                lemma.write.parameters |= set(re.findall(r"\bx_\w+", " ".join(key)))
                lemma.write.levels |= {x for x in LEVELS if re.search(rf"^\(at_cost .*\b{x}\b", key[1])}
                lemma.known(*key)
            try:
                lemma.script()
            except NotExported:
                return lemma.left, lemma.right, ""
            if lemma.sign != "==" or lemma.given or lemma.write.letters or lemma.write.counted:
                return lemma.left, lemma.right, ""
            self.lemmas.update(lemma.lemmas)
            self.lemmas[which] = (f"cited_{len(self.lemmas)}", lemma)
        name_of, lemma = self.lemmas[which]
        return lemma.left, lemma.right, self.at_equal_classes(name_of, lemma)

    def at_equal_classes(self, name_of: str, lemma: Claim) -> str:
        """A script for a lemma at class proportions of one half each."""
        self.units |= lemma.units | lemma.write.levels
        self.write.letters |= lemma.write.letters & {"AUCH", "KS"}
        hull, begun = "", ""
        if "pav" in lemma.write.letters:
            hull, begun = "vh ", "destruct (pav_exists l halves B halves_proportions) as [vh VH]. "
        numbers = [x for x in FIGURES if x in lemma.write.letters] + lemma.parameters()
        laws = {name: key for key, (name, why) in lemma.lawful.items() if not why}
        known = []
        for which, _ in lemma.conditions():
            if which in laws:
                known.append(self.known(*laws[which]))
            elif which[0] == "G":
                known.append("(ltac:(unfold halves; lra))")
            else:
                known.append("VH" if which == "V" else which)
        proved = f"{name_of} l halves {hull}{' '.join(numbers)} B US halves_proportions {' '.join(known)}"
        return f"{begun}exact ({proved})."

    def lemma(self, document: Document) -> tuple[str, Claim]:
        """A document as a lemma before the claim, and what it is called."""
        which = document["statement"]
        if which not in self.lemmas:
            found = type(self).of(document, self.theorems, self.population)
            found.lemmas = self.lemmas
            found.script()
            self.lemmas[which] = (f"cited_{len(self.lemmas)}", found)
        return self.lemmas[which]

    def halved(self, use: Mapping[str, Any]) -> tuple[str, Tree, Tree, str]:
        """The relation that an inequality brings at equal class proportions, its sides, and a script."""
        name_of, lemma = self.lemma(use["document"])
        assumed = {x for tree in lemma.given for x in language.parts(tree) if x[:1] == ("name",)}
        if assumed - {("name", "pi0"), ("name", "pi1")} or lemma.write.letters & {"MER", ANY} or lemma.write.counted:
            raise NotExported("an inequality at equal class proportions that is about more than these")
        if lemma.sign not in ("==", "<="):
            raise NotExported("a document that says neither == nor <=")
        low, high = (("call", "balanced", (x,), ()) for x in (lemma.left, lemma.right))
        return lemma.sign, low, high, self.at_equal_classes(name_of, lemma)

    def on_other_scores(self, use: Mapping[str, Any]) -> tuple[Tree, Tree, str]:
        """An equality of any sample, of the same examples with other scores: a lemma of its own before the claim."""
        (name_of, lemma), h = self.lemma(use["document"]), expression(use["scores"])
        if lemma.sign != "==" or lemma.given or lemma.write.letters or lemma.write.counted:
            raise NotExported("what is shown of other scores is about more than these")
        scores = self.write.tree(h)
        lies = {"(pav s)": "scored_pav l p pav s B P V", "(posterior l p s)": "unit_posterior l p s B P"}.get(scores)
        if lies is None:
            raise NotExported("scores that are neither calibrated scores nor shares")
        known = [self.known(*key) for key, (_, why) in lemma.lawful.items() if not why]
        self.units |= lemma.units | lemma.write.levels
        units = [f"U{x[2:]}" for x in sorted(lemma.units | lemma.write.levels)]
        unit = f"(unit_others l _ (fun s => {lies}))"
        proved = (
            f"{name_of} {other_scores(scores)} p {' '.join(lemma.parameters())} (rescored_classes l _ B) {unit} P "
            f"{' '.join([*units, *known])}"
        )
        left, right = (("call", "scored", (x, h), ()) for x in (lemma.left, lemma.right))
        return left, right, f"exact ({proved})."

    def in_balanced(self, before: str, step: Mapping[str, Any], sign: str) -> str:
        """The same where the lines differ in what is balanced alone: a lemma about any class proportions, at those of
        one half each; nothing where it is none."""
        one, other = inside_balanced(before), inside_balanced(step["line"])
        if not one or not other or (one[0], one[2]) != (other[0], other[2]):
            return ""
        which = f"balanced: {before}; {step['line']}"
        steps = [{"line": other[1], "by": step["by"]}]
        signs = {x: self.document[x] for x in ("densities", "defined") if x in self.document}
        statement = f"{one[1]} == {other[1]}"
        self.theorems[which] = {"statement": statement, "kind": "equality", "steps": steps, **signs}
        left, right, proof = self.plain(which, self.lawful)
        if not proof:
            return ""
        trees = first, second = expression(before), expression(step["line"])
        texts = [self.write.tree(x) for x in trees]
        low, high = map(self.book.read, trees)
        same = self.fresh("K")
        with self.write.balanced():
            said = f"{self.write.tree(left)} = {self.write.tree(right)}"
        claim, turn = f"{self.write(low)} = {self.write(high)}", ""
        if sign == "<=":
            claim, turn = f"{self.write(high)} <= {self.write(low)}", "apply Req_le. symmetry. "
        return (
            f"assert ({NAME} : {claim}). {{ {turn}assert ({same} : {said}). {{ {proof} }} "
            f"transitivity {texts[0]}. {{ symmetry. {self.normal(first, low)} }} "
            f"transitivity {texts[1]}. {{ rewrite {same}. reflexivity. }} {self.normal(second, high)} }}"
        )

    def instance(self, use: Mapping[str, Any]) -> tuple[Tree, Tree, str]:
        """A cited theorem with its letters filled: a lemma of its own before the claim."""
        which = use["theorem"]
        if which not in self.lemmas:
            lemma: Claim = type(self).of(self.theorems[which], self.theorems, self.population)
            lemma.lemmas = self.lemmas
            lemma.script()
            if (
                lemma.sign != "=="
                or not set(lemma.given) <= set(self.given)
                or any(x[0] != "name" for x in lemma.given)
                or lemma.write.letters - ({"pav"} if not use.get("balanced") else set())
                or lemma.write.parameters
                or lemma.write.counted
            ):
                raise NotExported("a theorem with letters that is about more than these")
            self.lemmas[which] = (f"cited_{len(self.lemmas)}", lemma)
        name_of, lemma = self.lemmas[which]
        trees = {x: expression(text) for x, text in use["letters"].items()}
        laws = {x for x, kind in lemma.letters.items() if kind in ("law", "rate")}
        letters = {
            x: self.write.plainly(self.book.read(t)) if x in laws else use["letters"][x] for x, t in trees.items()
        }
        filled = Theorem(lemma.letters, lemma.left, "==", lemma.right).filled(letters, self.book.letters)
        given = [
            self.write.density(self.book.density(trees[x]))
            if kind == "density"
            else f"(fun c u => {self.write(self.book.read(trees[x]))})"
            for x, kind in lemma.letters.items()
        ]
        own = dict(zip(lemma.letters, given, strict=True))
        known = []
        for (predicate, w, law), (_, why) in lemma.lawful.items():
            if why:
                continue
            if "T" in lemma.letters and law not in ("", "(fun c u => (T c u))"):
                raise NotExported("a theorem about two laws")
            known.append(self.known(predicate, own.get(w, w), own["T"] if "(T c u)" in law else law))
        p, own_p = ("halves", "halves_proportions") if use.get("balanced") else ("p", "P")
        if "pav" in lemma.write.letters:
            self.write.letters.add("pav")
            p, own_p = "p pav", "P V"
        unsaid = self.population and EVEN_SCORES not in lemma.given
        known = [*[SPREAD] * unsaid, *(self.word(x[1]) for x in lemma.given), *known]
        proved = f"{name_of} l {p} {' '.join(given)} B US {own_p} {' '.join(known)}"
        return filled.left, filled.right, f"exact ({proved})."
