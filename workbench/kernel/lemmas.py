"""The axioms that documents cite, each with the script that applies its theorem of the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from workbench.kernel.terms import NotExported, Writer
from workbench.recheck.axioms import Theorem
from workbench.recheck.language import Tree
from workbench.recheck.meaning import Book, Law


@dataclass(frozen=True)
class Lemmas:
    """Scripts for axioms; ``law`` names what says that the means of a law under a density have values, ``word`` a
    hypothesis, and ``has_value`` shows that the mean of a tree over a density has one."""

    write: Writer
    book: Book
    law: Callable[[str, str], str]
    word: Callable[[str], str]
    has_value: Callable[[Law, Tree], str]

    def axiom(self, which: str, letters: Mapping[str, Tree], filled: Theorem) -> tuple[Tree, Tree, str]:
        """Both sides of an axiom, and a script that proves it."""
        if which in ("cdf_is_uniform", "rate_is_uniform"):
            j = _power(letters["h"])
            return filled.left, ("number", Fraction(1, j + 1)), _ranks(which, _class(letters), j)
        return filled.left, filled.right, self.script(which, letters)

    def script(self, which: str, letters: Mapping[str, Tree]) -> str:
        """The same where both sides are those of the axiom."""
        write, k = self.write.tree, _class(letters)
        match which:
            case "classes_share_scores":
                return f"refine (classes_share_scores l p (fun s a => {write(letters['f'])}) B P _). meanable."
            case "hull_is_calibrated":
                return f"exact (hull_is_calibrated l p pav (fun value => {write(letters['g'])}) V)."
            case "calibrated":
                return f"destruct X as [x [X <-]]. exact (calibrated l p x {self.word(which)} X)."
            case "calibrated_hull":
                given = self.word("calibrated")
                return f"destruct X as [x [X <-]]. exact (calibrated_hull l p pav x B P V {given} X)."
            case "evenly_spaced":
                proved = f"evenly_spaced l {k} {letters['j'][1]} B {self.word(which)}"
                return (
                    f"rewrite PO. etransitivity; [etransitivity; [|exact ({proved})]|]; apply Ek_same; intros; "
                    "cbn [Nat.add]; simpl INR; cbn [pow]; first [reflexivity | field; side]."
                )
            case "loss_on_scores":
                w = self.write.density(self.book.density(letters["w"]))
                law = f"(fun c u => {self.write(self.book.read(letters['T']))})"
                return f"exact (proj2 (Loss_on_scores l p interpolated {w} {law} B {self.law(w, law)}))."
            case "skews_balance_classes":
                w = self.write.density(self.book.density(letters["w"]))
                law = self.write.law(self.book.method(letters["M"]))[len("(on_scores ") : -1]
                return f"exact (proj2 (Loss_for_skews_on_scores l interpolated {w} {law} B {self.law(w, law)}))."
            case "means_exchanged":
                density = self.book.density(letters["w"])
                lemma = f"Ec_Ek l {k} {self.write.density(density)} (fun s c u => {write(letters['f'])})"
                return f"apply Ec_is. refine ({lemma} _). intros s. {self.has_value(density, letters['f'])}"
            case "loss_at_threshold" | "loss_at_threshold_for_skews":
                own = "" if which.endswith("skews") else " p"
                return f"exact ({which} l{own} {write(letters['t'])} {write(letters['b'])})."
            case "cdf_is_a_mean":
                return f"exact (cdf_is_a_mean l {k} {write(letters['t'])} B)."
            case "error":
                return f"exact (error l p {write(letters['t'])})."
            case "macro_error":
                return f"exact (macro_error l {write(letters['t'])})."
            case "hull_area":
                return "exact (hull_area l p pav AUCH B P V HAUCH)."
            case "least_error":
                return "exact (is_least_one _ _ _ HMER (least_error l p pav B P V))."
        raise NotExported(f"axiom {which}")


def _class(letters: Mapping[str, Tree]) -> str:
    return "true" if letters.get("k", ("number", 0))[1] else "false"


def _ranks(which: str, k: str, j: int) -> str:
    """That the mean of the rank to the power j is 1/(j + 1)."""
    lemma, mean = (f"Ek_ranks l {k} {j} B", "Ek") if which == "cdf_is_uniform" else (f"E_ranks l p {j} B P", "E")
    return (
        f"pose proof ({lemma}) as R. simpl INR in R. etransitivity; [|etransitivity; [exact R|field]]. "
        f"apply {mean}_same. intros. cbn [pow]. ring."
    )


def _power(h: Tree) -> int:
    """j, where h is value**j."""
    match h:
        case ("name", "value"):
            return 1
        case ("**", ("name", "value"), ("number", int() as j)):
            return j
    raise NotExported("the mean of a function of ranks that is no power")
