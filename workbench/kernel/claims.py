"""The claim of a proof document as a theorem of Coq: its letters, what they are, what is given, what has a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from workbench.kernel.averages import EVEN, TPR, said
from workbench.kernel.densities import Densities
from workbench.kernel.inequalities import KEPT
from workbench.kernel.terms import ANY, OWN, NotExported, Writer, figures_of
from workbench.recheck.language import Tree, statement
from workbench.recheck.meaning import Book

Document: TypeAlias = Mapping[str, Any]
WORDS = {
    "calibrated": "calibrated_scores l p",
    "evenly_spaced": "evenly_spaced_scores l",
    "no_ties": "no_score_twice l",
    "matched": "matched_threshold w T",
    "uniform_rate": "uniform_law T",
}
RELATIONS = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
FILES = "Integral Sums Sample Pav Shares Ranks Least Means Spaced Losses Distances Hull Areas Misorders Lines Averages"
MORE = {
    " Conditions Cutpoints Rates": r"(?:rescored|on_rates|on_[ft]pr|F_rate|past|even_rank|mix|rank_unit|optimal|beta_of"
    r"|uniform_on|with_density|h_of|lawful_at_cost_of_u|matched_threshold|uniform_law|no_score_twice)\b",
    " ClassRates": r"(?:on_[ft]pr|lawful_tpr)\b",
    " Beta Shapes": r"(?:beta_of|h_of|uniform_on|with_density)\b",
    " Ranges": r"(?:uniform_on|with_density)\b",
    " Densities": r"with_density\b",
    " Places Signs": r"(?:rescored|unit\.|nonnegative\.|by_difference|unit_number"
    r"|sign_of_quotient|strict_sign_of_quotient)",
    " Rescored Scores": r"rescored\b",
    " Roots": r"sqrt\b",
}
"""Further files, in this order, by the words of theirs that may stand in a file."""
EVEN_SCORES: Tree = ("name", "even_scores")
SPREAD = "SPREAD"
POPULATION = " Conditions Places Rates Signs Populations Spread"
"""The files of the library that a claim about populations, which is given even scores, needs beside the first ones."""
FIGURES = {"AUCH": "is_auch l AUCH", "KS": "is_ks l KS", "MER": "is_least (error_rate l p) MER"}


@dataclass
class Claim(Densities):
    """The claim of a document as a theorem, with what it is restricted to; ``lemmas`` come before it. One that is given
    even scores is about a ``population``, since no sample has them, and so are its lemmas."""

    document: Document
    left: Tree
    sign: str
    right: Tree
    theorems: dict[str, Document]
    made: int = 0
    lemmas: dict[str, tuple[str, Claim]] = field(default_factory=dict)
    population: bool = False

    @classmethod
    def of(
        cls, document: Document, theorems: Mapping[str, Document] | None = None, population: bool | None = None
    ) -> Self:
        (_, sign, left, right), given = statement(document["statement"])
        cited = {x["name"]: x for x in document.get("theorems", ())} if theorems is None else dict(theorems)
        book = Book(dict(document.get("letters", {})))
        spread = EVEN_SCORES in given if population is None else population
        return cls(given, document, left, sign, right, cited, population=spread, write=Writer(book=book), book=book)

    @property
    def letters(self) -> Mapping[str, str]:
        return self.book.letters

    @property
    def about(self) -> str:
        """What the claim is about."""
        return "population" if self.population else "sample"

    def file(self) -> str:
        """All of it: what is needed, the definitions of figures, the theorem."""
        proof = self.proof(self.document)
        claim = self.relation(self.sign, self.left, self.right)
        claimed = Writer(book=self.book, forms=self.write.forms)
        claimed.tree(self.left), claimed.tree(self.right)
        valued = [self.has(x) for x in claimed.losses.values()]
        shown = "".join(f"split. {{ {script} }} " for _, script in valued)
        claim = "".join(f"{x} /\\\n  " for x, _ in valued) + claim
        lemmas = "".join(
            f"Lemma {name} {x.hypotheses()}\n  {x.relation(x.sign, x.left, x.right)}.\nProof.\n{x.script()}\nQed.\n\n"
            for name, x in self.lemmas.values()
        )
        hypotheses = self.hypotheses()
        every = {x for e in (self, *(e for _, e in self.lemmas.values())) for x in e.write.figures}
        figures = dict.fromkeys(y for x in sorted(every) for y in figures_of(x))
        body = f"{lemmas}Theorem claim {hypotheses}\n  {claim}.\nProof.\n{self.script(proof, shown)}\nQed.\n"
        text = "".join(self.write.definition(x, self.about) + "\n" for x in figures) + f"\n{body}"
        more = "".join(files for files, words in MORE.items() if re.search(rf"\b(?:{words})", text))
        if self.population:
            more = POPULATION
            self.of_population(text)
        return (
            "Require Import Reals Lra List Psatz.\nFrom Coquelicot Require Import Coquelicot.\n"
            f"From Workbench Require Import {FILES}{more}.\nImport ListNotations.\nOpen Scope R_scope.\n\n{text}"
        )

    def of_population(self, text: str) -> None:
        """`NotExported` where a file has in it what the library has of samples alone."""
        every = [self, *(x for _, x in self.lemmas.values())]
        if any(x.write.letters - {ANY} or x.write.counted for x in every):
            raise NotExported("the hull, KS, MER or the number of examples of a population")
        if any(x in (TPR, EVEN) or w.startswith("(") for claim in every for x, w, _ in claim.lawful):
            raise NotExported("u, or a density other than a letter and the uniform one, for a population")
        said = re.sub(r"\nProof\..*?\nQed\.", "", text, flags=re.DOTALL)
        if "posterior" in (said if ("name", "calibrated") in self.given else text) or "sqrt" in text:
            raise NotExported("posteriors, or roots, of a population")

    def script(self, proof: str | None = None, shown: str = "") -> str:
        """The whole of a proof."""
        proof = self.proof(self.document) if proof is None else proof
        shown_laws = {which: why for which, why in self.lawful.values() if why}
        kept = f"B US P P0 P1 PT{self.names()}"
        laws = "".join(f"{why}\n" for why in shown_laws.values()).replace(KEPT, kept)
        kept = " ".join([kept, *shown_laws])
        return f"  intros B US P{self.names()}.\n  opened.\n{laws}{shown}{proof.replace(KEPT, kept)}"

    # --- the claim -----------------------------------------------------------------------------------------------

    def parameters(self) -> list[str]:
        """The letters for numbers in all lines."""
        return sorted(self.write.parameters)

    def conditions(self) -> list[tuple[str, str]]:
        """What the claim is restricted to: a name of the hypothesis, and what it says."""
        spread = (SPREAD, "evenly_spread l p")
        found = [spread] * (self.population and EVEN_SCORES not in self.given)
        if self.write.counted or any(x == ("name", "evenly_spaced") for x in self.given):
            found.append(("PO", f"p = {OWN}"))
        if "pav" in self.write.letters:
            found.append(("V", "is_pav l p pav"))
        found += [(f"H{x}", FIGURES[x]) for x in FIGURES if x in self.write.letters]
        found += [(f"U{x[2:]}", f"unit_number {x}") for x in sorted(self.units | self.write.levels)]
        for i, tree in enumerate(self.given):
            if tree == EVEN_SCORES:
                found.append(spread)
                continue
            if tree[0] == "name":
                if tree[1] not in WORDS or (self.population and tree[1] != "calibrated"):
                    raise NotExported(f"given {tree[1]}{' of a population' * self.population}")
                found.append((f"G{i}", WORDS[tree[1]]))
            else:
                found.append((f"G{i}", self.relation(*tree[1:])))
        laws = [(name, said(*key)) for key, (name, why) in self.lawful.items() if not why]
        return [*found, *laws]

    def word(self, word: str) -> str:
        return SPREAD if ("name", word) == EVEN_SCORES and self.population else super().word(word)

    def names(self) -> str:
        return "".join(f" {x}" for x, _ in self.conditions())

    def hypotheses(self) -> str:
        """The variables and hypotheses of the theorem."""
        for tree in self.given:  # letters that stand there alone are bound, too
            if tree[0] != "name":
                self.relation(*tree[1:])
        every = ["both_classes l", "unit_scores l", "proportions p", *(x for _, x in self.conditions())]
        numbers = [*(x for x in FIGURES if x in self.write.letters), *self.parameters()]
        return (
            f"(l : {self.about}) (p : bool -> R)"
            + " (pav : R -> R)" * ("pav" in self.write.letters)
            + "".join(
                f" ({x} : {'density' if kind.startswith('density') else 'R -> R -> R'})"
                for x, kind in self.letters.items()
            )
            + f" ({ANY} : density)" * (ANY in self.write.letters)
            + f" ({' '.join(numbers)} : R)" * bool(numbers)
            + " :\n  "
            + "".join(f"{x} ->\n  " for x in every).rstrip()
        )

    def relation(self, sign: str, left: Tree, right: Tree) -> str:
        return f"{self.write.tree(left)} {RELATIONS[sign]} {self.write.tree(right)}"
