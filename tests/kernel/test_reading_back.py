"""Claims of files of Coq as the second reader reads them, against what was meant, and what must be refused."""

import re

import pytest

from tests.kernel.examples import (
    EVEN,
    EXPORTED,
    KINDS,
    document,
    sign,
    unequal,
)
from workbench.continuous.models import EVENLY_SPREAD, value
from workbench.kernel.differences import difference
from workbench.kernel.exporting import written
from workbench.kernel.statements import Read, Unreadable, read_back, says_nothing_else
from workbench.language.statements import parse_expression
from workbench.recheck import recheck

# --- what is written and read back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXPORTED)
def test_a_claim_is_read_back(name: str) -> None:
    found = document(name)
    other, compared = difference(read_back(written(found)), found["statement"])
    assert not other
    assert compared >= 20


@pytest.mark.parametrize("name", EVEN)
def test_a_claim_about_populations_is_read_back_and_compared_on_models(name: str) -> None:
    found = document(name)
    text = written(found)
    assert "(l : population)" in text
    other, compared = difference(read_back(text), found["statement"])
    assert not other
    assert compared >= 6


def test_scores_of_the_models_of_populations_are_even() -> None:
    even = parse_expression("E((R(s) - s)**2)")
    assert [value(model, even) for model in EVENLY_SPREAD] == [0] * len(EVENLY_SPREAD)
    assert len({(value(x, parse_expression("AUC")), x.pi0) for x in EVENLY_SPREAD}) == 6


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        ("AUC", "(l : population)", "(l : sample)", "a claim about a population"),
        ("AUC", "  evenly_spread l p ->\n", "", "a claim about a population"),
        ("AUC", "  calibrated_scores l p ->\n", "", "other assumptions"),
        ("AUC", "  proportions p ->", "  proportions p ->\n  no_score_twice l ->", "the hypothesis"),
        ("AUC", "(5 / 6)", "(4 / 5)", "the right side is another number, on the model"),
        ("AUC", "(AUC_of l p)", "(Ek l false (fun s a => (F l true s a)))", "the left side is another number"),
        ("AUC", "(AUC_of l p)", "(E l p (fun s a => (posterior l p s)))", "posterior l p s of a population"),
        ("AUC", "(AUC_of l p)", "(error_rate l p (1 / 2))", "error_rate l p"),
        ("AUC", "Ek l true", "Ek l false", "the left side is another number"),
        ("AUC", "AUC_of (l : population)", "AUC_of (l : sample)", "the definition of AUC"),
        ("BS", "(Loss l p interpolated uniform (on_rates (fun c u => c)))", "(1 / 6)", "the right side"),
        ("BS", "(on_rates (fun c u => c))", "(on_scores (fun c u => u))", "the right side is another number"),
        ("BS", "(on_rates (fun c u => c))", "(on_fpr (fun c u => c))", "on a population"),
        ("BS", "(on_rates (fun c u => c))", "optimal", "on a population"),
        ("BS", "interpolated", "step", "of a population"),
    ],
)
def test_another_claim_about_populations_is_seen(name: str, old: str, new: str, why: str) -> None:
    found = document({"AUC": "Calibrated and evenly spread: AUC", "BS": "Evenly spread scores: BS"}[name])
    text, mark, proof = written(found).rpartition("\nProof.")
    assert old in text
    try:
        said, _ = difference(read_back(text.replace(old, new) + mark + proof), found["statement"])
    except Unreadable as reason:
        said = str(reason)
    assert why in said


@pytest.mark.parametrize("name", [*EXPORTED, *EVEN])
def test_a_file_says_nothing_else(name: str) -> None:
    says_nothing_else(written(document(name)))


CHANGED = {  # what would change what the theorem means, or which theorem the kernel is asked about
    "a section": ("\n\nTheorem claim", "\nSection A.\nHypothesis X : False.\nTheorem claim"),
    "a word of the library": (
        "\n\nTheorem claim",
        "\nDefinition proportions (p : bool -> R) : Prop := False.\nTheorem claim",
    ),
    "a word as of a figure": ("\n\nTheorem claim", "\nDefinition h_of (l : sample) : R := 0.\nTheorem claim"),
    "a notation": ("\n\nTheorem claim", '\nLocal Notation "x = y" := True : type_scope.\nTheorem claim'),
    "another theorem": ("\n\nTheorem claim", "\nLemma claim : True. Proof. exact I. Qed.\nTheorem claim"),
    "a text": ("  intros B", '  idtac "x".\n  intros B'),
    "a command in a script": ("  intros B", "  Fail idtac.\n  intros B"),
    "a command at a brace": ("  intros B", "  {Definition halves (k : bool) : R := 1. }\n  intros B"),
    "a command behind a bullet": ("  intros B", "  - Fail idtac.\n  intros B"),
    "a command for a goal": ("  intros B", "  1: Fail idtac.\n  intros B"),
    "a word behind a figure": (
        "\nTheorem claim",
        "\nDefinition X_of (l : sample) : R := 0. Definition halves (k : bool) : R := 1.\nTheorem claim",
    ),
    "a command behind a brace": ("  intros B", "  { Fail idtac. }\n  intros B"),
    "an attribute": ("\nTheorem claim", "\n#[local] Theorem claim"),
    "what is needed": ("Open Scope R_scope.", "Open Scope R_scope.\nRequire Import Other."),
    "what follows": ("\nQed.\n", "\nQed.\nReset claim.\n"),
    "what follows in a line": ("\nQed.\n", "\nQed. Lemma more : True. Proof. exact I.\nQed.\n"),
}


@pytest.mark.parametrize("change", CHANGED)
def test_a_file_that_says_more_is_refused(change: str) -> None:
    text = written(document("Mean rank"))
    says_nothing_else(text)
    assert CHANGED[change][0] in text
    with pytest.raises(Unreadable, match=r"a file of more than|is no tactic"):
        says_nothing_else(text.replace(*CHANGED[change]))


@pytest.mark.parametrize(
    ("name", "assumed", "why"),
    [
        ("Evenly spread scores: BS by AUC", "lawful uniform (fun c u => (1 / c))", "is assumed of"),
        ("Theorem 6", "lawful uniform (fun c u => (1 - c))", "is assumed of"),
        ("Theorem 6", "lawful w (fun c u => c)", "is assumed of"),
        ("Mean rank", "p = own l", "the class proportions of the sample alone"),
    ],
)
def test_what_is_assumed_besides_is_seen(name: str, assumed: str, why: str) -> None:
    found = document(name)
    text, mark, proof = written(found).rpartition("\nProof.")
    changed = text.replace("  proportions p ->", f"  proportions p ->\n  {assumed} ->")
    try:
        said, _ = difference(read_back(changed + mark + proof), found["statement"])
    except Unreadable as reason:
        said = str(reason)
    assert why in said


def test_means_of_a_letter_for_a_density_are_compared_under_more_than_points() -> None:
    found = document("Reduction to a rank statistic")
    text, mark, proof = written(found).rpartition("\nProof.")
    mean = "(Ec w (fun c u => ((1 - c) * (T c u))))"
    assert mean in text
    changed = text.replace(mean, "((Ec w (fun c u => (1 - c))) * (Ec w (fun c u => (T c u))))")
    assert "another number" in difference(read_back(changed + mark + proof), found["statement"])[0]


def test_a_cdf_at_a_threshold_is_read_back() -> None:
    true, false = KINDS["cost line"]
    assert isinstance(true, dict)
    assert isinstance(false, dict)
    read = read_back(written(true))
    other, compared = difference(read, true["statement"])
    assert not other
    assert compared >= 20
    assert difference(read, false["statement"])[0].startswith("the right side is another number")
    other_class = true["statement"].replace("F1(t) +", "F0(t) +")
    assert difference(read, other_class)[0].startswith("the right side is another number")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("(MAE_of l p)", "(MAE_of l p) + 1 / 1000", "the right side is another number"),
        ("(MAE_of l p)", "(Ek l false (fun s a => s))", "the right side is another number"),
        ("fun c u => u)) /", "fun c u => c)) /", "nothing says that"),
        (") = (MAE_of", ") <= (MAE_of", "another relation"),
        (
            "MAE0_of (l : sample) (p : bool -> R) : R := (Ek l false",
            "MAE0_of (l : sample) (p : bool -> R) : R := (Ek l true",
            "right",
        ),
        ("  both_classes l ->", "  both_classes l ->\n  False ->", "False"),
        ("  proportions p ->", "  proportions p ->\n  p false = 1 / 2 ->", "other assumptions"),
        ("  unit_scores l ->\n", "", "unit_scores"),
        ("Theorem claim", "Theorem claim : True.\nProof. exact I. Qed.\nTheorem claim", "not one theorem"),
        ("(p : bool -> R) :\n", "(p : bool -> R) (q : R) :\n", "the letter q"),
        ("(p : bool -> R) :\n", "(p : bool -> R) (pav : R -> R) :\n", "pav without"),
    ],
)
def test_another_claim_is_seen(old: str, new: str, why: str) -> None:
    head, mark, tail = written(document("Theorem 4")).rpartition("Theorem claim")
    text = head + mark + tail
    assert old in text
    text = text.replace(old, new, 1) if old.startswith("MAE0") else head + (mark + tail).replace(old, new, 1)
    try:
        said, _ = difference(read_back(text), "loss(score(u)) == MAE")
    except Unreadable as reason:
        said = str(reason)
    assert why in said


@pytest.mark.parametrize(
    ("document", "same", "other"),
    [
        ("error(threshold_at(r))", "loss(rate_fixed(r))", "loss(score_fixed(r))"),
        ("balanced(error(threshold_at(r)))", "loss(rate_fixed(r), condition=skew)", "loss(rate_fixed(r))"),
        ("Qc(t, q)", "loss(score_fixed(t), cost=point(q))", "loss(score_fixed(t), cost=point(1 - q))"),
        (
            "Qz(t, q/2)",
            "loss(score_fixed(t), cost=point(q/2), condition=skew)",
            "loss(score_fixed(t), cost=point(q/2))",
        ),
        ("F0(t) - F1(t)", "sensitivity(t) + specificity(t) - 1", "sensitivity(t) - specificity(t)"),
    ],
)
def test_words_of_documents_are_compared_by_value(document: str, same: str, other: str) -> None:
    assert difference(Read(same, "==", "0", (), own=False), f"{document} == 0")[0] == ""
    assert difference(Read(other, "==", "0", (), own=False), f"{document} == 0")[0].startswith("the left side")


RATE = "rate_law (fun c u => x_r) -> has_loss l p interpolated uniform (on_rates (fun c u => x_r)) /\\ "
SAID = {
    "loss(rate(r)) == error(threshold_at(r))": (
        "(x_r : R)",
        f"{RATE}(Loss l p interpolated uniform (on_rates (fun c u => x_r))) = (error_at_rate l p x_r)",
        ("(error_at_rate l p x_r)", "(error_at_rate l halves x_r)"),
    ),
    "t*Ec(1/(1 - c), uniform(0, t)) == -log(1 - t) given t > 0, t < 1": (
        "(x_t : R)",
        "x_t > 0 -> x_t < 1 -> (x_t * (Ec (uniform_on 0 x_t) (fun c u => (1 / (1 - c))))) = (- (ln (1 - x_t)))",
        ("(1 / (1 - c))", "(1 / (1 + c))"),
    ),
    "t*Ec(c, uniform(0, t)) == t**2/2 given t > 0": (
        "(x_t : R)",
        "x_t > 0 -> (x_t * (Ec (uniform_on 0 x_t) (fun c u => c))) = ((x_t ^ 2) / 2)",
        ("uniform_on 0 x_t", "uniform_on 0 (x_t / 2)"),
    ),
    "E0((s - E(s))**2) == E0(s**2) - 2*E0(s)*E(s) + E(s)**2": (
        "",
        "(Ek l false (fun s a => ((s - (E l p (fun s a => s))) ^ 2))) = ((Ek l false (fun s a => (s ^ 2))) - "
        "((2 * (Ek l false (fun s a => s))) * (E l p (fun s a => s)))) + ((E l p (fun s a => s)) ^ 2)",
        ("(E l p (fun s a => s))", "(Ek l true (fun s a => s))"),
    ),
}


@pytest.mark.parametrize("statement", SAID)
def test_another_claim_in_words_of_documents_is_seen(statement: str) -> None:
    number, claim, change = SAID[statement]
    given = "both_classes l -> unit_scores l -> proportions p ->"
    text = f"Theorem claim (l : sample) (p : bool -> R) {number} :\n {given} {claim}.\nProof.\n"
    assert difference(read_back(text), statement)[0] == ""
    assert re.match("the |a mean over", difference(read_back(text.replace(*change, 1)), statement)[0])


def test_only_letters_that_lie_in_the_unit_interval_are_said_to() -> None:
    found = unequal("t*AUC <= t", "t*(1 - AUC)", sign("t*(1 - AUC)", "number", [["1", ["t", "1 - AUC"], []]]))
    recheck(found)
    text = written(found)
    assert "unit_number x_t ->" in text
    assert difference(read_back(text), found["statement"])[0] == ""
    with pytest.raises(Unreadable, match="unit_number x_b"):
        read_back(text.replace("x_t", "x_b"))


def test_a_greater_side_is_seen() -> None:
    text = written(KINDS["split"][0])
    assert difference(read_back(text), "E(pav(s)*(1 - pav(s))) <= 1/4")[0] == ""
    assert difference(read_back(text), "E(pav(s)*(1 - pav(s))) < 1/4")[0].startswith("another relation")
    assert difference(read_back(text), "E(pav(s)*(1 - pav(s))) <= 1/5")[0].startswith("the right side")


def test_what_is_given_is_compared() -> None:
    found = document("Lemma 1, loss")
    text = written(found)
    assert difference(read_back(text), found["statement"])[0] == ""
    stronger = text.replace("x_b <= 1 ->", "x_b <= 2 ->", 1)
    assert "what is given" in difference(read_back(stronger), found["statement"])[0]
    assert "assumptions" in difference(read_back(text.replace("  x_b <= 1 ->\n", "", 1)), found["statement"])[0]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("(on_rates (fun c u => u))) =", "(on_rates (fun c u => c))) =", "nothing says that"),
        ("interpolated uniform", "nearest uniform", "the term"),
        ("interpolated uniform", "cutpoints uniform", "the left side is another number"),
        ("(on_rates (fun c u => u))", "(on_tpr (fun c u => u))", "the left side is another number"),
        ("(on_rates (fun c u => u))", "(on_place (fun c u => u))", "the method"),
        ("  proportions p ->", "  proportions p ->\n  rate_law (fun c u => 2) ->", "of which no loss"),
        ("  proportions p ->", "  proportions p ->\n  even_rank uniform ->", "the hypothesis"),
        ("on_rates", "on_scores", "the left side is another number"),
    ],
)
def test_another_claim_about_rates_is_seen(old: str, new: str, why: str) -> None:
    head, mark, tail = written(document("Theorem 8")).rpartition("Theorem claim")
    claim, proof, rest = (mark + tail).partition("Proof.")
    assert old in claim
    changed = head + claim.replace(old, new, 1 if why.startswith(("nothing", "the hyp", "of")) else -1) + proof + rest
    try:
        said, _ = difference(read_back(changed), "loss(rate(u)) == pi0*pi1*(1 - 2*AUC) + 1/2")
    except Unreadable as reason:
        said = str(reason)
    assert why in said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(Rlt_dec u x_x)", "(Rlt_dec x_x u)"),
        ("(2 - (2 * c))", "(1 - (2 * c))"),
        ("(Ec w (fun c u => c))", "(Ec w (fun c u => c ^ 2))"),
        ("(Rmax x_x 0)", "x_x"),
    ],
)
def test_another_claim_about_means_of_c_and_u_is_seen(old: str, new: str) -> None:
    found = document("Score-uniform thresholds are not proper")
    text, mark, proof = written(found).rpartition("\nProof.")
    assert old in text
    assert "another number" in difference(read_back(text.replace(old, new) + mark + proof), found["statement"])[0]


BASE = "(l : sample) (p : bool -> R){} :\n  both_classes l -> unit_scores l -> proportions p -> {}.\nProof.\n"
MEAN = "(Ec (with_density (fun c => (2 * c))) (fun c u => c))"


@pytest.mark.parametrize(
    ("letters", "claim"),
    [
        (" (x_s : R)", "(E l p (fun s a => x_s)) * (E l p (fun s a => x_s)) = (E l p (fun s a => x_s * x_s))"),
        (" (x_c : R)", "(Ec (with_density (fun c => (2 * x_c))) (fun c u => c)) = (1 / 2)"),
        (" (x_u : R)", "x_u = x_u"),
        (" (x_T : R)", "x_T = x_T"),
        (" (x_BS : R)", "x_BS = x_BS"),
        (" (x_n : R)", "x_n = x_n"),
    ],
)
def test_letters_that_mean_something_else_are_refused(letters: str, claim: str) -> None:
    with pytest.raises(Unreadable, match="the letter x_"):
        read_back("Theorem claim " + BASE.format(letters, claim))


def test_a_figure_is_not_taken_for_a_word_of_the_library() -> None:
    """The library has RLH; what a file defines is RLH_of."""
    figure = "Definition RLH_of (l : sample) (p : bool -> R) (pav : R -> R) : R := 2 * (E l p (fun s a => (pav s))).\n"
    claim = "is_pav l p pav -> ({} l p pav) = (E l p (fun s a => (pav s)))"
    said = [figure + "Theorem claim " + BASE.format(" (pav : R -> R)", claim.format(x)) for x in ("RLH_of", "RLH")]
    assert read_back(said[0]).left == "(2 * E(pav(s)))"
    with pytest.raises(Unreadable, match="RLH l p pav"):
        read_back(said[1])


@pytest.mark.parametrize(
    ("statement", "same"),
    [
        ("Ec(c, density(2*c)) + z1 == 4/3", False),
        ("2*Ec(c, density(2*c)) == 4/3", True),
        ("2*Ec(c, density(c + 1/2)) == 4/3", False),
        ("2*Ec(c, beta(2, 1)) == 4/3", False),
    ],
)
def test_means_under_a_density_that_is_written_out_are_compared(statement: str, same: bool) -> None:
    read = read_back("Theorem claim " + BASE.format("", f"(2 * {MEAN}) = (4 / 3)"))
    assert (difference(read, statement)[0] == "") == same


def test_a_density_that_is_none_is_seen() -> None:
    """Its law in the library is another."""
    read = read_back("Theorem claim " + BASE.format("", f"{MEAN.replace('2 * c', '3 * c')} = (1 / 2)"))
    assert "integrates to 3/2" in difference(read, "Ec(c, density(3*c)) == 1/2")[0]


def test_many_letters_beside_means_over_the_condition() -> None:
    read = read_back("Theorem claim " + BASE.format(" (x_q x_r : R)", f"x_q * x_r * {MEAN} = 2 * x_q * x_r / 3"))
    assert difference(read, "q*r*Ec(c, density(2*c)) == 2*q*r/3")[0] == ""


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Mean rank", " Averages", " Averages Spread"),
        ("Mean rank", "Lines Averages", "Averages Lines"),
        ("Log loss", " Densities", " Densities Populations"),
        ("Evenly spread scores: MAE", " Populations Spread", ""),
    ],
)
def test_files_that_are_needed_in_another_way_are_refused(name: str, old: str, new: str) -> None:
    text = written(document(name))
    says_nothing_else(text)
    head, end, rest = text.partition("Import ListNotations")
    assert old in head
    with pytest.raises(Unreadable):
        says_nothing_else(head.replace(old, new) + end + rest)
