"""The axioms that documents cite, each with the script that applies its theorem of the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from workbench.kernel.averages import RATES, TPR, ranked
from workbench.kernel.terms import HALVES, NotExported, Writer
from workbench.recheck.axioms import Theorem
from workbench.recheck.language import Tree, expression, with_names
from workbench.recheck.meaning import UNIFORM, Book, Law

DIRECTLY = {
    "hull_gain": "l AUCH B HAUCH",
    "hull_misorders": "l p pav AUCH B P V HAUCH",
    "triangle_of_hull": "l p pav AUCH B P V HAUCH",
    "squared_errors": "l p AUCH MER B P HAUCH HMER",
    "misordered_pairs": "l p MER B P HMER",
    "distance_of_hull": "l p pav KS B P V HKS",
    "distance_of_shares": "l p KS B P HKS",
    "area_below_distance": "l AUCH KS B HAUCH HKS",
    "area_above_distance": "l KS B HKS",
    "distance_below_area": "l KS B HKS",
}
"""Axioms without letters: of what their theorems are."""


@dataclass(frozen=True)
class Lemmas:
    """Scripts for axioms; ``law`` names what says that the means of a law under a density have values, ``word`` a
    hypothesis, and ``has_value`` shows that the mean of a tree over a density has one."""

    write: Writer
    book: Book
    law: Callable[[str, str], str]
    rates: Callable[..., str]
    valued: Callable[[str, Law, str], str]
    at_cutpoints: Callable[[str, str, str], str]
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
                g = write(with_names(letters["g"], {"value": expression("pav(s)")}))
                proved = f"evenly_spaced l {k} {letters['j'][1]} (fun s => {g}) B {self.word(which)}"
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
                method = self.book.method(letters["M"])
                if method[0] == "score":
                    law = f"(fun c u => {self.write(method[1])})"
                    return f"exact (proj2 (Loss_for_skews_on_scores l interpolated {w} {law} B {self.law(w, law)}))."
                value = self.valued(w, method, "halves")
                return f"exact (proj2 (Loss_for_skews_is l {w} {self.write.law(method)} B {value}))."
            case "means_exchanged" if ranked(self.book.read(letters["f"])):
                return self.exchanged_ranks(letters, k)
            case "loss_on_rates":
                w = self.write.density(self.book.density(letters["w"]))
                law = f"(fun c u => {self.write(self.book.read(letters['T']))})"
                p, known = self.proportions
                return f"exact (proj2 (Loss_on_rates l {p} {w} {law} B {known} {self.rates(w, law)}))."
            case "random_example" | "random_cutpoint" | "random_cutpoint_for_skews":
                self.write.counted = True
                w = self.write.density(self.book.density(letters["w"]))
                kind = "Loss_for_skews" if which.endswith("skews") else "Loss"
                rates = "step" if which == "random_example" else "cutpoints"
                return f"exact (proj2 {self.at_cutpoints(kind, w, rates)})."
            case "loss_at_false_positive_rates" | "loss_at_true_positive_rates":
                w = self.write.density(self.book.density(letters["w"]))
                law, (p, known) = f"(fun c u => {self.write(self.book.read(letters['T']))})", self.proportions
                rate, which = ("fpr", RATES) if "false" in which else ("tpr", TPR)
                return f"exact (proj2 (Loss_on_{rate} {w} {law} {self.rates(w, law, which)} l {p} B {known}))."
            case "uniform_rate":
                h = f"(fun value => {write(letters['h'])})"
                pieces = "first [apply piecewise_lt | rank_pieces]"
                if ranked(self.book.read(with_names(letters["h"], {"value": ("name", "c")}))):
                    self.rates("uniform", "(fun c u => c)")
                return f"refine (Ec_uniform_rate T {h} {self.word(which)} _). {pieces}."
            case "matched":
                g = f"(fun value => {write(letters['g'])})"
                timed = ("*", ("name", "c"), with_names(letters["g"], {"value": ("name", "T")}))
                value = self.has_value(self.book.density(("name", "w")), timed)
                return f"refine (Ec_matched w T {g} {self.word(which)} _). {value}"
            case "false_positives_at_a_rate":
                return "apply F_rate_true; [assumption | assumption | rated]."
            case "thresholds_are_rates":
                return "unfold past. rewrite lt_above. reflexivity."
            case "loss_at_threshold" | "cdf_is_a_mean" | "error" if letters["t"][:2] == ("call", "threshold_at"):
                if which == "loss_at_threshold":
                    return "reflexivity."
                lemma = "F_rate_mean" if which == "cdf_is_a_mean" else "error_at_rate_mean"
                return f"apply {lemma}; [assumption | assumption | rated]."
            case "loss_of_optimal":
                w = self.write.density(self.book.density(letters["w"]))
                return f"exact {self.valued(w, ('optimal',), self.write.proportions).replace('(proj1', '(proj2', 1)}."
            case "least_loss":
                self.write.letters.add("pav")
                return "exact (Least_loss_is l p pav c B P V (proj1 D))."
            case "loss_of_mixture":
                return self.mixture(letters)
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
            case "distance_of_calibrated":
                return f"exact (distance_of_calibrated l p KS B P HKS {self.word('calibrated')})."
            case _ if which in DIRECTLY:
                self.write.letters.update(x for x in ("pav",) if " V" in DIRECTLY[which])
                return f"exact ({which} {DIRECTLY[which]})."
            case "logarithms" | "root_above" | "root_below" | "exponential_of_negative":
                return f"apply ({which} {' '.join(write(letters[x]) for x in 'xy' if x in letters)})."
            case "maximum":
                return f"exact (Rmax_l {write(letters['x'])} {write(letters['y'])})."
            case "isotonic":
                return f"refine (isotonic l p pav (fun s a => {write(letters['h'])}) B P V _ _); [increasing|meanable]."
            case "cauchy_schwarz" | "association":
                means = " ".join(f"(fun s a => {write(letters[x])})" for x in "fg")
                which_class = "None" if letters["k"] == ("name", "both") else f"(Some {k})"
                both = "_ _ _" if which == "cauchy_schwarz" else "_ _ _ _ _"
                ends = "meanable" if which == "cauchy_schwarz" else "[increasing|increasing|meanable|meanable|meanable]"
                return f"refine ({which} l p {which_class} {means} B P {both}); {ends}."
            case "scores_of_the_hull" if letters["h"] == ("name", "value"):
                increasing = "(fun x z _ _ (Q : pav (score x) < pav (score z)) => Q)"
                return f"exact (scores_of_the_hull l p pav (fun value => value) AUCH B P V HAUCH {increasing})."
            case "optimal_for_skews":
                self.write.letters.add("pav")
                density, w = self.book.density(letters["w"]), self.write.density(self.book.density(letters["w"]))
                least = "E(min(c*pi1*(1 - pav(s)), (1 - c)*pi0*pav(s)))"
                return (
                    f"refine (optimal_for_skews_is l p pav {w} B P V _). {self.has_value(density, expression(least))}"
                )
            case "distance_of_thresholds" if letters["T"][:2] != ("call", "threshold_at"):
                at, x = write(letters["T"]), letters["x"]
                distance = self.has_value(
                    UNIFORM, ("*", x, ("-", *(("call", f"F{k}", (letters["T"],), ()) for k in "01")))
                )
                size = self.has_value(UNIFORM, ("call", "abs", (x,), ()))
                of = f"l KS (fun u => {at}) (fun u => {write(x)})"
                return f"refine (Ec_distance {of} B HKS _ _). {{ {distance} }} {{ {size} }}"
            case "beta_moments":
                a, b, j = (write(letters[x]) for x in "abj")
                moment = f"Ec_beta_moment {a} {b} {j}%nat ltac:(lra) ltac:(lra) ltac:(lia)"
                return f"pose proof ({moment}) as M. simpl INR in M. cbn [Nat.sub] in M. exact M."
            case "h_measure":
                self.write.letters.add("pav")
                a, b = (write(letters[x]) for x in "ab")
                return f"exact (h_of_is l p {a} {b} B P ltac:(lra) ltac:(lra) pav V)."
            case "optimal_is_least" | "loss_is_not_negative" if letters["v"] == ("name", "interpolated"):
                return self.least(which, letters)
        raise NotExported(f"axiom {which}")

    def least(self, which: str, letters: Mapping[str, Tree]) -> str:
        """That optimal thresholds lose least, or that a loss is not negative."""
        w, (p, known) = self.write.density(self.book.density(letters["w"])), self.proportions
        method = self.book.method(letters["M"])
        if method[0] == "mix":
            raise NotExported("a mixture and the thresholds that lose least")
        if letters["d"] != ("name", "cost"):
            if which == "loss_is_not_negative":
                raise NotExported("that no loss for skews is negative")
            values = f"{self.valued(w, ('optimal',), 'halves')} {self.valued(w, method, 'halves')}"
            return f"exact (Loss_for_skews_optimal_is_least l {w} {self.write.law(method)} B I {values})."
        value, text = self.valued(w, method, p), self.write.law(method)
        if which == "loss_is_not_negative":
            return f"exact (Loss_ge0 l {p} {w} {text} B {known} I {value})."
        best = self.valued(w, ("optimal",), p)
        return f"exact (Loss_optimal_is_least l {p} {w} {text} B {known} I {best} {value})."

    @property
    def proportions(self) -> tuple[str, str]:
        p = self.write.proportions
        return p, "halves_proportions" if p == HALVES else "P"

    def exchanged_ranks(self, letters: Mapping[str, Tree], k: str) -> str:
        """Means exchanged of what is one where a rate passes that of a place, or is passed by it, perhaps times c."""
        f, timed = letters["f"], ""
        if f[:2] == ("*", ("name", "c")):
            f, timed = f[2], "_c"
        match f:
            case ("call", "indicator", ((_, "<", T, ("call", ("R" | "F0" | "F1") as of, (("name", "s"),), _)),), _):
                which = RATES
            case ("call", "indicator", ((_, "<", ("call", ("F0" | "F1") as of, (("name", "s"),), _), T),), _):
                which = TPR
            case _:
                raise NotExported("an exchange of means of another function of ranks")
        w = self.write.density(self.book.density(letters["w"]))
        law = f"(fun c u => {self.write(self.book.read(T))})"
        known = f"{w} {law} {self.rates(w, law, which).split()[1]}"
        p, proportions = self.proportions
        one = "true" if of == "F1" else "false"
        v = f"(weight l {p})" if of == "R" else f"(share l {one})"
        counts = f"(weight_counts l {p} B {proportions})" if of == "R" else f"(share_counts l {one} B)"
        kind, each = ("rate", f"l {v} {k} {counts}") if which == RATES else ("tpr", f"l {one} B {k}")
        passes = "above" if which == RATES else "below"
        values = f"ltac:(exact ({kind}_Ec_Ek{timed} {known} {each})) ltac:(exact ({kind}_Ec{timed}_{passes} {known} _))"
        return f"exchanged ({kind}{timed}_exchanged {known} {each}) {values}."

    def mixture(self, letters: Mapping[str, Tree]) -> str:
        if letters["d"] != ("name", "cost"):
            raise NotExported("a mixture for skews")
        w = self.write.density(self.book.density(letters["w"]))
        p, known = self.proportions
        first, second = (self.book.method(letters[x]) for x in "AB")
        values = f"{self.valued(w, first, p)} {self.valued(w, second, p)}"
        q = self.write(self.book.read(letters["q"]))
        parts = f"{self.write.law(first)} {self.write.law(second)}"
        return f"exact (proj2 (Loss_of_mixture l {p} {w} {q} {parts} B {known} {values}))."


class OfPopulations(Lemmas):
    """Scripts for axioms about populations of even scores."""

    def script(self, which: str, letters: Mapping[str, Tree]) -> str:
        match which:
            case "even_scores":
                return "exact (Rate_even l p s a X)."
            case "calibrated":
                return "reflexivity."
            case "means_exchanged":
                return self.switch_exchanged(letters)
            case "false_positives_at_a_rate":
                return "apply F_rate_true; first [assumption | rated]."
            case "cdf_is_a_mean" if letters["t"][:2] == ("call", "threshold_at"):
                return "apply F_rate_mean; first [assumption | rated]."
            case (
                "classes_share_scores"
                | "loss_on_scores"
                | "loss_on_rates"
                | "loss_at_threshold"
                | "cdf_is_a_mean"
                | "thresholds_are_rates"
            ):
                return super().script(which, letters)
        raise NotExported(f"axiom {which} of a population")

    def switch_exchanged(self, letters: Mapping[str, Tree]) -> str:
        """Means exchanged of what is one where the threshold is below the score or its rate, perhaps times c."""
        f, times = letters["f"], 0
        if f[:2] == ("*", ("name", "c")):
            f, times = f[2], 1
        match f:
            case ("call", "indicator", ((_, "<", T, ("name", "s")),), _):
                known = self.law
            case ("call", "indicator", ((_, "<", T, ("call", "R", (("name", "s"),), _)),), _):
                known = self.rates
            case _:
                raise NotExported("an exchange of means over a population of another function")
        w = self.write.density(self.book.density(letters["w"]))
        law = f"(fun c u => {self.write(self.book.read(T))})"
        of = f"{w} {law} {known(w, law).split()[-1]} l p {times} {_class(letters)}"
        return f"refine (Ec_Ek {of} (fun s a c u => {self.write.tree(letters['f'])}) _). same_switch."


def _class(letters: Mapping[str, Tree]) -> str:
    return "true" if letters.get("k", ("number", 0))[1] else "false"


def _ranks(which: str, k: str, j: int) -> str:
    """That the mean of the rank to the power j is 1/(j + 1)."""
    ranks = which == "cdf_is_uniform"
    lemma, same = (f"Ek_ranks l {k} {j} B", f"Ek_same l {k}") if ranks else (f"E_ranks l p {j} B P", "E_same l p")
    return (
        f"pose proof ({lemma}) as R. simpl INR in R. etransitivity; [|etransitivity; [exact R|field]]. "
        f"apply ({same}). intros. cbn [pow]. ring."
    )


def _power(h: Tree) -> int:
    """j, where h is value**j."""
    match h:
        case ("name", "value"):
            return 1
        case ("**", ("name", "value"), ("number", int() as j)):
            return j
    raise NotExported("the mean of a function of ranks that is no power")
