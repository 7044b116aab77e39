"""What a notebook and a terminal show of each result, when it is the last value of a cell."""

import csv
import io
import json
import pickle
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from workbench.proofs import theorem_10

from tests.test_formats import Cells
from workbench import (
    Beta,
    Gains,
    RocDisplay,
    Sample,
    ThresholdChoice,
    band,
    bootstrap,
    check,
    check_report,
    choose,
    compare,
    compare_models,
    compare_samples,
    corp,
    cost_curve,
    delong,
    delong_test,
    derive,
    discover,
    equal_width,
    evaluate,
    formats,
    hybrid,
    isotonic,
    paired_band,
    paired_difference,
    plot_cost,
    plot_roc,
    prove,
    rate_distribution,
    read_sample,
    reliability,
    verify,
)
from workbench.deciding.accepting import document_of, rests_on
from workbench.deciding.wording import parts_as_json
from workbench.formats import MOST_ROWS, Rows, Table, Told, columns_of
from workbench.inference import told as words
from workbench.inference.bootstrap import Plan
from workbench.inference.evaluation_intervals import EvaluationIntervals, EvaluationWithIntervals, evaluation_intervals
from workbench.losses import told as words_of_losses
from workbench.losses.evaluation import Evaluation, evaluate_sample
from workbench.symbolic.proof import Theorem
from workbench.symbolic.proposition import Attained, Proposition

LONGEST = 300
THEOREM = theorem_10.theorem
SAMPLE = read_sample("paper_checks/data/credit_a_pruned_test.csv")
OTHER = read_sample("paper_checks/data/credit_a_unpruned_laplace_test.csv")
CLASSES, SCORES = SAMPLE.examples()


@cache
def evaluated() -> Evaluation:
    return evaluate_sample(SAMPLE, expressions=["MAE - BS"])


@cache
def with_intervals() -> EvaluationIntervals:
    return evaluation_intervals(SAMPLE, evaluated(), Plan(50))


TABLES: dict[str, Callable[[], Table]] = {
    "evaluation": evaluated,
    "evaluation without values": lambda: evaluate([0, 1], [2, 3]),
    "intervals": with_intervals,
    "evaluation with intervals": lambda: EvaluationWithIntervals(evaluated(), with_intervals()),
    "choice": lambda: choose(CLASSES, SCORES, miss=4, false_alarm=1, capacity="0.5", resamples=50),
    "choice without intervals": lambda: choose([0, 1], [2, 3], miss=1, false_alarm=0),
    "two models": lambda: compare_models(CLASSES, SCORES, SCORES[::-1], resamples=50),
    "two samples": lambda: compare_samples(SAMPLE, OTHER, resamples=50),
    "consistent report": lambda: check_report("n0=6 n1=6 AUC=0.79"),
    "inconsistent report": lambda: check_report("n0=50 n1=50 AUC=0.79 loss(rate_uniform)=0.188"),
    "verification": lambda: verify("004.T10"),
    "witness": lambda: prove("loss(score_fixed(t)) == BS").witness,
    "reliability": lambda: reliability(SAMPLE, equal_width(5)),
    "corp": lambda: corp(SAMPLE),
    "isotonic": lambda: isotonic(SAMPLE),
    "gains": lambda: Gains.of(SAMPLE),
    "hybrid": lambda: hybrid({"A": SAMPLE, "B": OTHER}),
    "delong": lambda: delong(CLASSES, SCORES),
    "delong without spread": lambda: delong([0, 1], [0, 1]),
    "delong test": lambda: delong_test(CLASSES, SCORES, SCORES[::-1]),
    "distribution": lambda: rate_distribution((10, 20)),
}
MODELS = ("two models", "two samples")
SAID: dict[str, Callable[[Any], Iterator[Told]]] = {
    "evaluation": words_of_losses.evaluated,
    "evaluation without values": words_of_losses.evaluated,
    "evaluation with intervals": words.with_intervals,
    "choice": words.chosen,
    "choice without intervals": words.chosen,
}
REPORTS = ("consistent report", "inconsistent report")
TEXTS: dict[str, Callable[[], Any]] = {
    "sample": lambda: SAMPLE,
    "proved": lambda: prove("BS <= MAE"),
    "refuted": lambda: prove("BS == MAE"),
    "derived": lambda: derive("rate_driven", Beta(2, 1)),
    "comparison": lambda: compare("rate_driven", "rate_uniform"),
    "discovered": lambda: discover("rate_driven"),
    "constant": lambda: discover("BS <= k*MAE"),
    "constant without bound": lambda: discover("MAE <= k*RLH"),
    "range": lambda: discover("AUCH"),
    "interval": lambda: bootstrap(SAMPLE, "BS", resamples=50),
    "band": lambda: band(SAMPLE, resamples=50),
    "difference": lambda: paired_difference(CLASSES, SCORES, SCORES[::-1], "BS", resamples=50),
    "difference band": lambda: paired_band(CLASSES, SCORES, SCORES[::-1], resamples=50),
    "curve": lambda: cost_curve(SAMPLE, "optimal"),
    "density": lambda: Beta(2, 2),
    "method": lambda: ThresholdChoice.score("c**2"),
    "display": lambda: RocDisplay(SAMPLE, name="tree"),
    "theorem": lambda: THEOREM,
    "checked": lambda: check(THEOREM),
    **TABLES,
}


@cache
def shown_as(name: str) -> Any:
    return TEXTS[name]()


@pytest.mark.parametrize("name", TEXTS)
def test_one_short_line_in_a_terminal(name: str) -> None:
    shown = repr(shown_as(name))
    assert "\n" not in shown
    assert len(shown) <= LONGEST
    assert "Fraction(" not in shown
    assert "0x" not in shown


def tree(found: Any) -> ElementTree.Element:
    return ElementTree.fromstring(found._repr_html_().replace("<wbr>", "<wbr/>"))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_in_a_notebook_and_in_files(name: str) -> None:
    found: Table = shown_as(name)
    if name not in (*MODELS, *SAID, *REPORTS, "verification"):
        cells = Cells(found._repr_html_().partition("</p>")[2]).found
        names = columns_of(found.rows)
        assert cells[: len(names)] == names
        assert len(cells) == (1 + len(found.rows)) * len(names)
    assert len(list(csv.DictReader(io.StringIO(found.to_csv())))) == len(found.rows)
    assert json.loads(json.dumps(found.to_json()))
    assert tomllib.loads(found.to_toml())


@pytest.mark.parametrize("name", SAID)
def test_a_notebook_shows_what_a_terminal_says(name: str) -> None:
    found = shown_as(name)
    shown = tree(found)
    said = [*SAID[name](found)]
    paragraphs = ["".join(x.itertext()).replace("to_json() has it", "--json prints it") for x in shown.iter("p")]
    assert paragraphs == [x for x in said if isinstance(x, str)]
    tables = [[[x.text or "" for x in row] for row in table.iter("tr")] for table in shown.iter("table")]
    assert tables == [[list(x.header), *map(list, x.rows)] for x in said if isinstance(x, Rows)]


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_in_a_notebook_has_its_verdict_its_reason_and_what_was_understood(name: str) -> None:
    found = shown_as(name)
    shown = text_of(found)
    read = ", ".join(f"{figure} {value}" for figure, value in found.understood.items())
    assert all(part in shown for part in (found.verdict, found.because, read, *found.slips))
    tables = [[x.text for x in row] for row in tree(found).iter("tr")]
    assert [row[0] for row in tables][: 1 + len(found.computed)] == ["figure", *found.computed] * bool(found.computed)
    assert (found.witness is None) == (["score", "class 0", "class 1"] not in tables)


def test_reports_in_a_notebook_are_a_table_and_each_to_be_unfolded(tmp_path: Path) -> None:
    file = tmp_path / "paper.toml"
    file.write_text(
        '[[claim]]\nwhere = "A"\nsays = "BS <= MAE"\n[[reported]]\nwhere = "B"\nn0 = 50\nn1 = 50\n'
        'values = {sensitivity = "0.8571"}\n'
    )
    root = tree(check(file))
    assert [["".join(x.itertext()).strip() for x in row][:2] for row in next(root.iter("table")).iter("tr")] == [
        ["where", "verdict"], ["B", "≠ inconsistent"], ["A", "✓ proved"]
    ]  # fmt: skip
    assert [x.text for x in root.iter("summary")] == ["B", "A"]


@pytest.mark.parametrize("name", MODELS)
def test_two_models_are_shown_by_losses_and_regions(name: str) -> None:
    found = shown_as(name)
    shown = tree(found)
    assert shown.get("class") == "threshold-workbench"
    assert [x.text for part in ("b", "li") for x in shown.iter(part)] == list(found.in_words)
    losses, regions = shown.iter("table")
    assert [x.text for x in (losses.find("caption"), regions.find("caption"))] == [
        f"Expected loss: {found.method}, cost proportions {found.cost}", "Who loses less, by cost proportions"
    ]  # fmt: skip
    rows = [[x.text for x in row] for row in losses.iter("tr")][1:]
    assert [row[0] for row in rows] == [*found.names, "second − first"]
    assert [row[1] for row in rows] == [f"{float(x):.6f}" for x in (*found.losses, found.difference)]
    assert [row[2] for row in rows] == [formats.exactly(x, 22) for x in (*found.losses, found.difference)]
    assert len(list(regions.iter("tr"))) == 1 + len(found.regions)
    assert {row[-1].text for row in regions.iter("tr")} <= {"loses less", *found.names, "both the same"}


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in ("display", "consistent report")])
def test_results_survive_pickling(name: str) -> None:
    assert repr(pickle.loads(pickle.dumps(shown_as(name)))) == repr(shown_as(name))


def test_a_witness_shows_its_examples() -> None:
    refuted = prove("loss(score_fixed(t)) == BS")
    assert refuted.verdict == "refuted"
    witness, found = refuted.witness, refuted._repr_markdown_()
    lines = found.splitlines()
    assert lines[0].startswith(f"$\\displaystyle {refuted.latex}$ is **refuted**: with {witness.sample.n} example")
    assert (
        f" t = {witness.parameters['t']}, the left side is {witness.left} and the right side {witness.right}" in found
    )
    assert lines[2:4] == ["| score | class 0 | class 1 |", "| --- | --- | --- |"]
    assert lines[4:] == [f"| {row['score']} | {row['class 0']} | {row['class 1']} |" for row in witness.sample.rows]
    counts = [(row["score"], row["class 0"], row["class 1"]) for row in witness.sample.rows]
    assert counts == list(
        zip(map(str, witness.sample.scores), witness.sample.counts0, witness.sample.counts1, strict=True)
    )


def test_formulas_in_notebooks() -> None:
    driven = derive("score_driven", Beta(2, 2))
    assert driven._repr_markdown_().splitlines() == [
        f"$\\displaystyle {driven.latex}$",
        "",
        f"$l_0(s) = 4 s^{{3}} - 3 s^{{4}}$, $l_1(s) = 8 s^{{3}} - 3 s^{{4}} - 6 s^{{2}} + 1$, strictly proper, "
        f"proved in {len(driven.theorem.proof)} steps",
    ]
    assert "not proper" in derive("score(1 - c)")._repr_markdown_()
    assert "l_0" not in derive("rate_driven")._repr_markdown_()
    assert prove("BS <= MAE")._repr_markdown_() == "$\\displaystyle \\mathrm{BS} \\le \\mathrm{MAE}$ is **proved**"
    found = discover("rate_driven")
    assert found._repr_markdown_() == found.decision._repr_markdown_()


@pytest.mark.parametrize(
    "name",
    [
        *("proved", "refuted", "derived", "comparison", "discovered", "constant", "range"),
        *("theorem", "checked", "verification"),
    ],
)
def test_mathematics_in_notebooks_is_the_page_s(name: str) -> None:
    """Well-formed, with formulas as MathML, and with pictures that can be seen where the style is dropped."""
    found = tree(shown_as(name))
    tags = [part.tag for part in found.iter()]
    assert "math" in tags
    assert "code" not in tags
    assert not {"script", "link", "noscript"} & set(tags)
    for part in found.iter("polyline"):
        assert (part.get("fill"), part.get("stroke")) == ("none", "currentColor")


def test_a_notebook_shows_verdicts_with_their_evidence() -> None:
    proved, refuted = (" ".join(tree(x).itertext()) for x in (
        prove("loss(score_driven) == BS"), prove("MAE == BS")))  # fmt: skip
    assert "proved" in proved
    assert "Accepted by the reader of proofs; it rests on the axioms " in proved
    lines = [step["latex"] for step in parts_as_json(prove("loss(score_driven) == BS").proof)]
    assert f"Proof, {len(lines)} steps" in proved
    assert all(before != after for before, after in pairwise(lines))
    assert "Proof" not in refuted
    witness = prove("MAE == BS").witness
    assert witness.sentence.split(",")[0] in refuted
    assert "cost proportion c" in refuted
    assert "true positive rate" not in refuted
    driven, uniform = "score_driven", "score_uniform"
    both = " ".join(tree(compare(uniform, driven)).itertext())
    assert f"{driven} is never worse than {uniform}" in both
    assert "proved" in both
    assert "refuted" in both
    missing = derive("score((1 - q)*c + q*u)", Beta(2, 2), "skew")._repr_html_()
    assert "undecided" in missing
    assert "no closed form" in missing


def text_of(found: Any) -> str:
    return " ".join(tree(found).itertext())


def test_a_theorem_in_a_notebook_is_the_page_s() -> None:
    """The proof is to be unfolded, the axioms stand beside the statement; numbers where they were tried."""
    axioms = ", ".join(name.replace("_", " ") for name in rests_on(document_of(THEOREM)))
    for found in (THEOREM, check(THEOREM), verify(THEOREM)):
        shown = text_of(found)
        assert all(part in shown for part in (THEOREM.name, THEOREM.source, "holds"))
        assert f"accepted by the reader of proofs; it rests on the axioms {axioms}." in shown
        assert "Proof , 7 steps" in shown
        assert ("Both sides agree on all " in shown) == (found is not THEOREM)
        root = tree(found)
        assert [part.get("class") for part in root.iter("details")] == ["proof"]
        assert not [part for part in root.iter() if {"id", "href", "tabindex"} & {*part.keys()}]


def test_a_result_of_one_s_own_in_a_notebook_is_put_to_the_test() -> None:
    ends, middle = Attained.at(("0", 1, 0), ("1", 0, 1)), Attained.at(("1/2", 1, 1))
    true = Proposition("Weights", "BS is at most MAE.", "It is the stricter one.", "BS <= MAE", (ends,))
    assert repr(true) == "Weights: BS is at most MAE."
    shown = text_of(true)
    assert all(part in shown for part in ("Weights", "holds", "In practice:", "It is the stricter one.", "accepted"))
    not_sharp = replace(true, sharp=(middle,)), "it is not as sharp as it says"
    for false, why in ((replace(true, statement="MAE <= BS"), "a data set refutes it"), not_sharp):
        assert "fails" in text_of(false)
        assert why in text_of(false)


def test_a_theorem_that_is_refused_says_so_in_a_notebook() -> None:
    false = Theorem("false", "", THEOREM.left, THEOREM.right + 1, THEOREM.proof, THEOREM.given)
    for shown in (text_of(false), text_of(check(false))):
        assert "fails" in shown
        assert "accepted" not in shown
        assert "the last line is" in shown


def test_a_verification_in_a_notebook_counts_and_tells_what_is_not_expected() -> None:
    found = verify(["000.j48"])
    root = tree(found)
    counts, verdicts = root.iter("table")
    assert [[x.text for x in row] for row in counts.iter("tr")] == [
        [None, "checked", "holds", "as expected"],
        [f"000 {found.results[0].paper.title}", "12", "12", "12"],
    ]
    assert [row[0].text for row in verdicts.iter("tr")][1:] == [x.claim.id for x in found.results]
    assert "Every verdict is the expected one." in text_of(found)
    assert not list(root.iter("ul"))
    first, *others = found.results
    missed = replace(first, finding=replace(first.finding, verdict="undecided", note="no rule applies"))
    some = replace(found, results=(missed, *others))
    root = tree(some)
    [item] = root.iter("li")
    assert "".join(item.itertext()) == f"{first.claim.id} ?undecided, expected: holds no rule applies"
    assert [x.text for x in list(root.iter("tr"))[1]][1:] == ["12", "11", "1", "11"]
    assert "NOT every verdict is the expected one." in text_of(some)


def test_what_is_undecided_says_why() -> None:
    """Stars are no emphasis, and an operating condition that is not the usual one is told."""
    missing = derive("score((1 - q)*c + q*u)", Beta(2, 2), "skew")
    assert missing._repr_latex_() is None
    assert missing._repr_markdown_().startswith("undecided: no closed form")
    assert "(1 - q)\\*c + q\\*u" in missing._repr_markdown_() or "-c\\*q + c + q\\*u" in missing._repr_markdown_()
    assert repr(missing) == "loss(score((1 - q)*c + q*u), cost=beta(2, 2), condition=skew): undecided"
    assert discover("score(c**2)")._repr_markdown_().endswith("is irrational)")


def test_a_long_table_is_cut_in_a_notebook_only() -> None:
    count = MOST_ROWS + 20
    long = reliability(Sample.of([0, 1] * count, [k / (2 * count) for k in range(2 * count)]))
    assert f"and {2 * count - MOST_ROWS} more rows" in long._repr_html_()
    assert long._repr_html_().count("<tr>") == MOST_ROWS + 1
    assert len(long.to_csv().splitlines()) == 2 * count + 1


def test_a_picture_is_the_last_value_of_a_cell() -> None:
    drawn = plot_roc(CLASSES, SCORES)
    assert drawn._repr_svg_().startswith("<?xml")
    assert "ROC curves" in drawn._repr_svg_()
    plot_cost(CLASSES, SCORES, ax=drawn)
    assert "Cost curves" in drawn._repr_svg_()


def test_axes_of_others_are_left_as_they_are() -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    assert plot_roc(CLASSES, SCORES, ax=axes) is axes
    assert not hasattr(axes, "_repr_svg_")


def test_small_and_long_numbers_can_be_read() -> None:
    found = delong_test([0, 1] * 60, [*range(100, 220)], [x % 2 + x / 1000 for x in range(120)])
    assert 0 < found.p < 1e-6
    assert f"p {found.p:.3g}" in repr(found)
    assert f"<td>{found.p:.3g}</td>" in found._repr_html_()
    long = evaluate([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4])
    exact = str(long.metrics["BS"])
    assert len(exact) > 40
    assert exact not in long._repr_html_()
    assert f"({len(exact.partition('/')[2])} digits)" in long._repr_html_()
    assert exact in long.to_csv()
    assert repr(Sample.of([0, 1], [0.1, 0.4])) == "Sample(n=2, n0=1, n1=1, distinct scores 2 in [0.100000, 0.400000])"
