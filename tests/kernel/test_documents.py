"""Proof documents in Coq: what is written, what is read back, what the kernel accepts, and what must be refused."""

import json
import random
import re
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.benchmarks.random_documents import judged, loss, polynomial
from workbench.cli import main
from workbench.continuous.models import EVENLY_SPREAD, value
from workbench.deciding.decide import prove
from workbench.deciding.documents import of_theorem
from workbench.kernel import documents
from workbench.kernel.certifying import CLASSICAL_REALS, REFUSED, Failure, assumptions, compiled, needed
from workbench.kernel.differences import difference
from workbench.kernel.documents import CERTIFIED, NOT_EXPORTED, WHOLE, certify_documents
from workbench.kernel.exporting import written
from workbench.kernel.library import Source, sources
from workbench.kernel.statements import Read, Unreadable, read_back, says_nothing_else
from workbench.kernel.terms import NotExported
from workbench.language.statements import parse_expression
from workbench.papers.selection import library
from workbench.recheck import recheck

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQC is None, reason="there is no coqc")

EXPORTED = (
    "Absolute against squared error",
    "Brier score decomposition",
    "Calibrated scores: MAE",
    "Evenly spaced data: BS",
    "Lemma 1, loss",
    "Mean rank",
    "Reduction to a scoring rule",
    "Regret of a forecast",
    "Score-driven under any density",
    "Theorem 2",
    "Theorem 4",
    "Theorem 6",
    "Corollary 3",
    "Corollary 7",
    "Theorem 8",
    "Theorem 10",
    "Corollary 9",
    "Calibrated scores, optimal thresholds",
    "Optimal is refinement loss",
    "Rate-fixed",
    "Rate-uniform under any density",
    "Rate-uniform under any density of skews",
    "Reduction at calibrated scores",
    "Reduction to a rank statistic",
    "Threshold at the reversed cost proportion",
    "Uniform rates, driven with probability q",
    "Uniform rates, the worst",
    "Score-driven under Beta(2, 2)",
    "H-measure as a loss",
    "H-measure on the hull",
    "Uniform false positive rates",
    "Threshold at the squared cost proportion",
    "Score-uniform thresholds are not proper",
)
EVEN = (
    "Rates are evenly spread scores",
    "Evenly spread scores: MAE",
    "Evenly spread scores: BS by AUC",
    "Calibrated and evenly spread: class proportions",
    "Calibrated and evenly spread: AUC",
    "Calibrated and evenly spread: MAE",
)
"""Theorems about populations."""


@cache
def text_of(name: str) -> str:
    """A theorem's document as text, so that it can be changed."""
    names = [
        x for x in library().theorems if x.replace(",", "").replace(":", "") == name.replace(",", "").replace(":", "")
    ]
    return json.dumps(of_theorem(library().theorems[names[0]]))


def document(name: str, *changes: tuple[str, str]) -> dict[str, Any]:
    text = text_of(name)
    for old, new in changes:
        assert old in text, (name, old)
        text = text.replace(old, new)
    changed: dict[str, Any] = json.loads(text)
    return changed


def short(statement: str, *steps: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A document of a few lines."""
    line = steps[-1]["line"] if steps else None
    given = statement.partition(" given ")[2]
    return {
        "format": 1,
        "statement": statement,
        "given": [x.strip() for x in given.split(",")] if given else [],
        "kind": "equality",
        "steps": list(steps),
        "ends": line,
        **more,
    }


def step(line: str, *uses: Mapping[str, Any]) -> dict[str, Any]:
    return {"line": line, "by": {"uses": list(uses)}}


COST_LINE = step(
    "z*(1 - F0(t)) + (1 - z)*F1(t)", {"axiom": "loss_at_threshold_for_skews", "letters": {"t": "t", "b": "z"}}
)


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
    ("found", "why"),
    [
        (
            lambda: short(
                "loss(optimal) == Ec(least_loss(c)) given even_scores",
                step("Ec(least_loss(c))", {"axiom": "loss_of_optimal", "letters": {"w": "uniform"}}),
            ),
            "axiom loss_of_optimal of a population",
        ),
        (
            lambda: unequal("0 < E0(s*(1 - s))", "E0(s*(1 - s))", sign("x*(1 - x)", "pair", [])),
            "a mean that is positive",
        ),
        (lambda: document("Log loss"), "a hypothesis that is shown"),
        (
            lambda: {
                **document(
                    "Evenly spread scores: BS",
                    ("BS == loss(rate(c)) given even", "BS == loss(rate(c)) given no_ties, even"),
                ),
                "given": ["no_ties", "even_scores"],
            },
            "given no_ties of a population",
        ),
        (
            lambda: {
                **document(
                    "Brier score decomposition",
                    ('"statement": "BS == CL + RL"', '"statement": "BS == CL + RL given even_scores"'),
                ),
                "given": ["even_scores"],
            },
            "of a population",
        ),
        (lambda: decided("loss(rate_driven, rates=step) >= 0"), "rates step of another law than u"),
    ],
)
def test_what_is_not_exported_is_told(found: Any, why: str) -> None:
    with pytest.raises(NotExported, match=why):
        written(found())


def test_wrong_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "x.json"
    place.write_text("[]", encoding="utf-8")
    if COQC is not None:
        assert main(["certify", str(place)]) == 2
        assert "no proof document" in capsys.readouterr().err
    assert main(["certify", "--draw", "2"]) == 2
    assert "--draw without --theorems" in capsys.readouterr().err
    assert main(["certify", "--theorems", "--keep", str(tmp_path / "none")]) == 2
    assert "no such folder" in capsys.readouterr().err


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


# --- in the kernel --------------------------------------------------------------------------------------------------


def mixture(rest: str) -> dict[str, Any]:
    """A document that says what a mixture loses, its second method with this share."""
    line = f"q*loss(score(c)) + {rest}*loss(rate(u))"
    letters = {"q": "q", "A": "score(c)", "B": "rate(u)", "w": "uniform", "d": "cost"}
    return short(
        f"loss(mix(q, score(c), rate(u))) == {line}", step(line, {"axiom": "loss_of_mixture", "letters": letters})
    )


def unequal(statement: str, line: str, *steps: Mapping[str, Any]) -> dict[str, Any]:
    """A document of an inequality, whose first line is the difference of both sides."""
    return short(statement, step(line), *steps, kind="inequality")


def sign(line: str, of: str, certificate: Any) -> dict[str, Any]:
    """The last step of an inequality."""
    shown = certificate if isinstance(certificate, dict) else {"sum": certificate}
    by = {"sign": of, "certificate": shown, "axioms": ["classes_share_scores"]}
    return {"line": line, "by": by}


def apart(line: str) -> dict[str, Any]:
    """The step by which shares lie apart as far as KS says."""
    return step(line, {"axiom": "distance_of_shares", "times": "1"})


IMPOSSIBLE = {"empty": [["1", ["-b"], []], ["1", ["b - 1"], []]]}
QUARTER = "1/4 - E(pav(s)*(1 - pav(s)))"
CASES = {
    "split": "p - 1/2",
    "above": {"sum": [["1", [], ["p - 1/2"]]]},
    "below": {"sum": [["1", [], ["1/2 - p"]]]},
}
MERGED = "BS - RLH - E((s - pav(s))**2)"
ISOTONIC = {
    "line": "2*pi0*E1(s) - 2*E1(s) + 2*E(s*posterior(s))",
    "by": {
        "uses": [
            *({"definition": x} for x in ("BS", "RLH", "BS0", "BS1")),
            {"axiom": "hull_is_calibrated", "letters": {"g": "1"}, "times": "-1"},
            {"axiom": "isotonic", "letters": {"h": "s"}, "times": "2"},
        ]
    },
}
HALF = {"axiom": "rate_is_uniform", "letters": {"h": "value"}, "for": "E0(F1(s))"}
OWN = [{"axiom": "cdf_is_uniform", "letters": {"k": k, "h": "value"}} for k in "01"]
KINDS: dict[str, tuple[Any, Any]] = {  # for each kind of step a document that is true, and one that is not
    "ring": (
        short("E(s*(1 - s)) == E(s) - E(s**2)", step("E(s) - E(s**2)")),
        short("E(s*(1 - s)) == E(s) + E(s**2)", step("E(s) + E(s**2)")),
    ),
    "definition": (
        short("MAE0 == 1 - E0(1 - s)", step("E0(s)", {"definition": "MAE0"}), step("1 - E0(1 - s)")),
        short("MAE0 == E0(1 - s)", step("E0(s)", {"definition": "MAE0"}), step("E0(1 - s)")),
    ),
    "ranks": (
        short("E0(R(s)) == pi0/2 + pi1*(1 - E1(F0(s)))", step("pi0/2 + pi1*(1 - E1(F0(s)))", *OWN, HALF)),
        short("E0(R(s)) == pi0/2 + pi1*E1(F0(s))", step("pi0/2 + pi1*E1(F0(s))", *OWN, HALF)),
    ),
    "shares": (
        short(
            "pi1*E1(s) == E(s*posterior(s))",
            step("E(s*posterior(s))", {"axiom": "classes_share_scores", "letters": {"f": "s"}}),
        ),
        short(
            "pi1*E1(s) == E(posterior(s))",
            step("E(posterior(s))", {"axiom": "classes_share_scores", "letters": {"f": "s"}}),
        ),
    ),
    "hull": (
        short(
            "pi1*E1(pav(s)) == E(pav(s)**2)",
            step("E(pav(s)**2)", {"axiom": "hull_is_calibrated", "letters": {"g": "value"}}),
        ),
        short(
            "pi1*E1(pav(s)) == E(pav(s))", step("E(pav(s))", {"axiom": "hull_is_calibrated", "letters": {"g": "value"}})
        ),
    ),
    "under a mean": (
        short("E(posterior(s)**2) == E(s**2) given calibrated", step("E(s**2)", {"axiom": "calibrated"})),
        short("E(posterior(s)**2) == E(s) given calibrated", step("E(s)", {"axiom": "calibrated"})),
    ),
    "given": (
        short("pi1 == 1/2 given pi0 == 1/2", step("1/2", {"given": "pi0 == 1/2", "for": "pi0"})),
        short("pi1 == 1/3 given pi0 == 1/2", step("1/3", {"given": "pi0 == 1/2", "for": "pi0"})),
    ),
    "cost line": (
        short("Qz(t, z) == F1(t) + (1 - F0(t) - F1(t))*z", COST_LINE),
        short("Qz(t, z) == F1(t) + (1 - F0(t) + F1(t))*z", COST_LINE),
    ),
    "theorem": (document, ("Evenly spaced data: MAE", ("(1 - AUC)", "AUC"))),
    "letters, exchanged means": (
        document,
        (
            "Reduction to a scoring rule",
            ("pi1*E1(Ec((1 - indicator(T < s))*(2 - 2*c), w))", "pi1*E1(Ec((1 - indicator(T < s))*(2 - c), w))"),
        ),
    ),
    "integral": (document, ("Theorem 6", ("pi0*E0(s**2)", "pi0*E0(s**3)"))),
    "rates": (document, ("Theorem 8", ("2*pi0*E0(R(s)) - pi0 + 1/2", "2*pi0*E0(R(s)) - pi0 + 1/3"))),
    "places of a rate": (document, ("Rate-fixed", ("pi1*E1(1 - indicator(r < R(s)))", "pi1*E1(indicator(r < R(s)))"))),
    "letters, optimal": (
        document,
        (
            "Reduction at calibrated scores",
            (
                "pi1*E1(Ec((1 - indicator(c < pav(s)))*(2 - 2*c), w))",
                "pi1*E1(Ec((1 - indicator(c < pav(s)))*(2 - c), w))",
            ),
        ),
    ),
    "mixture": (mixture("(1 - q)"), mixture("(2 - q)")),
    "balanced": (document, ("Corollary 7", ("BS0/2 + BS1/2", "BS0/2 - BS1/2"))),
    "sum": (
        unequal("AUC <= 1", "1 - AUC", sign("1 - AUC", "number", [["1", ["1 - AUC"], []]])),
        unequal("AUC <= 1/2", "1/2 - AUC", sign("1/2 - AUC", "number", [["1", ["1/2 - AUC"], []]])),
    ),
    "square": (
        unequal("b*(2 - b) <= 1", "b**2 - 2*b + 1", sign("b**2 - 2*b + 1", "number", [["1", [], ["1 - b"]]])),
        unequal("b*(2 - b) <= 1/2", "b**2 - 2*b + 1/2", sign("b**2 - 2*b + 1/2", "number", [["1", [], ["1 - b"]]])),
    ),
    "strict sum": (
        unequal("0 < pi0*pi1", "pi0*pi1", sign("pi0*pi1", "number", [["1", ["pi0", "pi1"], []]])),
        unequal("0 < pi0*AUC", "pi0*AUC", sign("pi0*AUC", "number", [["1", ["pi0", "AUC"], []]])),
    ),
    "empty": (
        unequal("b <= 5 given b <= 0, b >= 1", "5 - b", sign("5 - b", "number", IMPOSSIBLE)),
        unequal("b <= -5 given b <= 0, b >= -1", "-5 - b", sign("-5 - b", "number", IMPOSSIBLE)),
    ),
    "pairs": (
        unequal("E0(s**2) <= E0(s)", "E0(s) - E0(s**2)", sign("x*(1 - x)", "pair", [["1", ["x", "1 - x"], []]])),
        unequal("E0(s) <= E0(s**2)", "E0(s**2) - E0(s)", sign("-x*(1 - x)", "pair", [["1", ["x", "1 - x"], []]])),
    ),
    "split": (
        unequal("E(pav(s)*(1 - pav(s))) <= 1/4", QUARTER, sign("p**2 - p + 1/4", "group", CASES)),
        unequal("E(pav(s)*(1 - pav(s))) <= 1/8", QUARTER + " - 1/8", sign("p**2 - p + 1/8", "group", CASES)),
    ),
    "a line that is less": (
        unequal("BS >= RLH + E((s - pav(s))**2)", MERGED, ISOTONIC, sign("0", "group", [])),
        unequal("BS >= RLH + 2*E((s - pav(s))**2)", MERGED, ISOTONIC, sign("0", "group", [])),
    ),
}


def decided(statement: str, *changes: tuple[str, str]) -> dict[str, Any]:
    """The document of what is proved, changed."""
    text = json.dumps(prove(statement).document)
    for old, new in changes:
        assert old in text, (statement, old)
        text = text.replace(old, new)
    changed: dict[str, Any] = json.loads(text)
    return changed


AWAY, LESS = "E(abs(posterior(s) - pi1))", "-pi0*pi1*KS"
LOGARITHM = {"integral": "Ec(1/(1 - c), uniform(0, t))", "times": "-t"}
CELL = {"from": "0", "to": "t", "antiderivative": "-log(1 - c)/t"}
HALVED = {"integral": "Ec(indicator(c < 1/2), uniform(t, 1/2))", "times": "-pi1*(1/2 - t)"}
HALF_CELL = {"from": "t", "to": "1/2", "antiderivative": "c/(1/2 - t)"}
KINDS |= {
    "a logarithm": (
        short(
            "t*Ec(1/(1 - c), uniform(0, t)) == -log(1 - t) given t > 0, t < 1",
            step("-log(1 - t)", {**LOGARITHM, "cells": [CELL]}),
        ),
        short(
            "t*Ec(1/(1 - c), uniform(0, t)) == log(1 - t) given t > 0, t < 1",
            step("log(1 - t)", {**LOGARITHM, "cells": [CELL]}),
        ),
    ),
    "a switch between the ends": (
        short(
            "pi1*(1/2 - t)*Ec(indicator(c < 1/2), uniform(t, 1/2)) == pi1*(1/2 - t) given t > 0, t < 1/2",
            step("pi1*(1/2 - t)", {**HALVED, "cells": [HALF_CELL]}),
        ),
        short(
            "pi1*(1/2 - t)*Ec(indicator(c < 1/2), uniform(t, 1/2)) == pi1*(1/3 - t) given t > 0, t < 1/2",
            step("pi1*(1/3 - t)", {**HALVED, "cells": [HALF_CELL]}),
        ),
    ),
    "Beta": (document, ("Score-driven under Beta(2, 2)", ("4*s**3", "5*s**3"))),
    "H-measure": (document, ("H-measure as a loss", ("/(pi0*pi1*(pi0*pi1 + 1))", "/(pi0*pi1*(pi0*pi1 + 2))"))),
    "balanced, a step": (decided, ("loss(rate_driven, condition=skew) == 7/12 - AUC/2", ("7/12", "5/12"))),
    "equal classes": (decided, ("loss(optimal, condition=skew) <= 1/4", ("1/4", "1/5"))),
    "any density": (decided, ("loss(score_driven, cost=any) >= loss(optimal, cost=any)", (">=", "<="))),
    "other scores": (decided, ("loss(rate_driven, scores=pav(s)) == pi0*pi1*(1 - 2*AUCH) + 1/3", ("1/3", "1/4"))),
    "false positive rates": (document, ("Uniform false positive rates", ("(1 - AUC)", "(1 + AUC)"))),
    "true positive rates": (document, ("Uniform true positive rates", ("(1 - AUC)", "(1 + AUC)"))),
    "uniform rates": (document, ("Uniform rates, against rate-driven", ("Ec((c - T)**2)", "Ec((c - T)**2/2)"))),
    "matched": (document, ("Properness criterion", ("(-2*y + 2*T)", "(-2*x + 2*T)"))),
    "cutpoints": (document, ("Random cutpoint, costs", ("(1 - 2*AUC)/(n + 1)", "(1 - 2*AUC)/(n + 2)"))),
    "examples": (document, ("Random example as threshold, costs", ("(-pi0 + pi1)/(2*n)", "(-pi0 + pi1)/n"))),
    "a range of costs": (
        decided,
        (
            "loss(score_driven, cost=uniform(1/4, 3/4))/2 == pi0*E0(min(max(s, 1/4), 3/4)**2 - 1/16) "
            "+ pi1*E1((1 - min(max(s, 1/4), 3/4))**2 - 1/16)",
            ("1/16) + pi1", "1/15) + pi1"),
        ),
    ),
    "shares and KS": (
        unequal(f"2*pi0*pi1*KS <= {AWAY}", f"{AWAY} - 2*pi0*pi1*KS", apart("0"), sign("0", "number", [])),
        unequal(f"3*pi0*pi1*KS <= {AWAY}", f"{AWAY} - 3*pi0*pi1*KS", apart(LESS), sign(LESS, "number", [])),
    ),
    "even scores": (document, ("Evenly spread scores: BS by AUC", ("pi1*(1 - 2*AUC) + 1/3", "pi1*(1 - 2*AUC) + 1/4"))),
    "thresholds of even scores": (
        document,
        ("Rates are evenly spread scores", ("Ec(Qc(T, c), w)", "Ec(Qc(T, 1 - c), w)")),
    ),
    "calibrated and even": (document, ("Calibrated and evenly spread: AUC", ("5/6", "4/5"))),
    "a root": (document, ("Threshold at the squared cost proportion", ("pi0*E0(s)", "pi0*E0(s**2)"))),
    "u under any density": (
        document,
        ("Score-uniform thresholds are not proper", ("(-2*y + 2*Ec(c, w))", "(-y + 2*Ec(c, w))")),
    ),
    "a point of cost": (
        decided,
        ("loss(score_driven, cost=point(1/2)) == error(1/2)", ("== error", "== macro_error")),
    ),
    "u at a point of cost": (
        decided,
        ("loss(rate_uniform, cost=point(q)) == q*pi0**2 + (1 - q)*pi1**2 + 2*pi0*pi1*(1 - AUC)", ("1 - AUC", "AUC")),
    ),
    "skews, least": (
        decided,
        (
            "loss(optimal, cost=point(t), condition=skew) <= loss(rate_driven, cost=point(t), condition=skew)",
            ("<=", ">="),
        ),
    ),
}


@pytest.mark.parametrize("kind", ["ring", "shares", "hull", "under a mean"])
def test_nothing_is_shown_to_be_itself(kind: str) -> None:
    """Coq refuses to rewrite by such an equation."""
    said = re.findall(r"assert \(N\d+ : (.*?)\)\. \{", written(KINDS[kind][0]))
    halves = [(x[: (len(x) - 3) // 2], x[(len(x) - 3) // 2 + 3 :]) for x in said]
    assert said
    assert all(one != other for one, other in halves)


def both(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    true, false = KINDS[kind]
    return (true, false) if isinstance(true, dict) else (true(false[0]), true(*false))


@pytest.fixture(scope="module")
def kernel() -> dict[str, str]:
    """Why the files of the documents, by kind and whether true, are refused, or nothing; all compiled at once."""
    files = {}
    for i, kind in enumerate(KINDS):
        for truth, found in zip((True, False), both(kind), strict=True):
            files[f"{kind} {truth}"] = Source(f"Document{i}{truth}", written(found))
    lib = needed(sources(), {x for file in files.values() for x in file.needs})
    together = {**lib, **{x.name: x for x in files.values()}}
    refused: dict[str, Failure] = {}
    with TemporaryDirectory() as place:
        for x in together.values():
            (Path(place) / f"{x.name}.v").write_text(x.text, "utf-8")
        compiled(together, refused, str(COQC), place, lambda *_: None)
        rests = assumptions(
            {x.name: f"{x.name}.claim" for x in files.values() if x.name not in refused}, str(COQC), place
        )
    assert rests is not None
    assert all(set(x) <= CLASSICAL_REALS for x in rests.values())
    assert not refused.keys() & lib.keys()
    why = {name: x.why for name, x in refused.items()}
    return {key: why.get(x.name, "" if x.name in rests else "?") for key, x in files.items()}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_kernel_accepts_what_is_true_and_refuses_its_false_twin(kind: str, kernel: dict[str, str]) -> None:
    recheck(both(kind)[0])
    assert kernel[f"{kind} True"] == ""
    assert "Document" in kernel[f"{kind} False"]


@needs_coq
@pytest.mark.slow
def test_documents_are_certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is certified, one that is not exported, one that the reader refuses, and files that cheat."""
    true = KINDS["ring"][0]
    cheats = {
        "given up": lambda text: text.replace("Proof.\n", "Proof.\nAdmitted.\n(*") + "*)",
        "assumed": lambda text: f"Variable no : False.\n{text.partition('Proof.')[0]}Proof. destruct no. Qed.\n",
        "another claim": lambda text: (
            text.partition("Theorem claim")[0]
            + "Theorem claim (l : sample) (p : bool -> R) :\n  both_classes l ->\n  unit_scores l ->\n"
            "  proportions p ->\n  (p false) = (p false).\nProof.\nreflexivity.\nQed.\n"
        ),
    }
    marked = {name: {**true, "name": name} for name in ("fine", *cheats)}
    monkeypatch.setattr(documents, "written", lambda x: cheats.get(x.get("name", ""), lambda text: text)(written(x)))
    marked |= {"rates": document("Log loss"), "wrong": KINDS["ring"][1]}
    found = certify_documents(marked, str(COQC), keep=tmp_path)
    verdicts = {x.name: x.verdict for x in found.certificates}
    assert verdicts == {"fine": CERTIFIED, **dict.fromkeys(cheats, REFUSED), "rates": NOT_EXPORTED, "wrong": REFUSED}
    why = {x.name: x.why for x in found.certificates}
    assert "Admitted may not stand there" in why["given up"]
    assert "it rests on" in why["assumed"]
    assert "read back" in why["another claim"]
    assert "a hypothesis that is shown" in why["rates"]
    assert found.certificates[0].level == WHOLE
    assert found.certificates[0].compared > 20
    assert set(found.certificates[0].assumptions) <= CLASSICAL_REALS
    assert found.verdict == REFUSED
    assert (tmp_path / "Document0.v").read_text("utf-8").count("Theorem claim") == 1


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(("kind", "least"), [(polynomial, 6), (loss, 3)])
def test_random_documents_are_certified_and_no_false_twin(
    kind: Callable[[random.Random], dict[str, Any]], least: int
) -> None:
    rng = random.Random(kind.__name__)
    counted, wrong = judged({f"document {i}": kind(rng) for i in range(6)}, str(COQC))
    assert not wrong
    assert counted[CERTIFIED] >= least
