"""``workbench compare`` of two files of scores: what pairs them, what is said, and what is refused."""

import json
from pathlib import Path

import pytest

from workbench.cli import main

DATA = Path(__file__).parent.parent.parent / "paper_checks" / "data"
PRUNED, UNPRUNED = (str(DATA / f"credit_a_{name}_test.csv") for name in ("pruned", "unpruned_laplace"))
ONE = "score,class\n0.1,0\n0.4,0\n0.6,1\n0.9,1\n"
OTHER = "score,class\n0.1,0\n0.6,0\n0.4,1\n0.9,1\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Files by their names, in the folder in which commands are run."""
    monkeypatch.chdir(tmp_path)
    for name, content in {
        "a.csv": ONE,
        "b.csv": OTHER,
        "short.csv": ONE.rsplit("0.9", 1)[0],
        "turned.csv": "score,class\n0.9,0\n0.6,0\n0.4,1\n0.1,1\n",
        "other.csv": "score,class\n0.1,0\n0.6,1\n0.4,0\n0.9,1\n",
        "wide.csv": "score,class\n1,0\n2,0\n3,1\n4,1\n",
        "one_class.csv": "score,class\n0.1,0\n0.2,0\n",
        "words.csv": "p,kind\n0.1,no\n0.4,no\n0.6,yes\n0.9,yes\n",
        "bad.csv": "score,class\n0.1,0\nx,1\n",
        "optimal": ONE,
        "plain": ONE,
    }.items():
        (tmp_path / name).write_text(content, "utf-8")
    return tmp_path


def answer(capsys, *arguments):
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def found(capsys, *arguments):
    code, out, err = answer(capsys, "compare", *arguments, "--resamples", "100", "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_same_classes_row_by_row_are_the_same_examples(files, capsys):
    row = found(capsys, "a.csv", "b.csv")
    assert (row["paired"], row["method"], row["cost"], row["condition"]) == (True, "score_driven", "uniform", "cost")
    assert row["first"] == {"name": "a", "n": 4, "n0": 2, "n1": 2}
    assert [x["exact"] for x in row["losses"]] == ["17/200", "37/200"]
    assert (row["difference"]["exact"], row["better"], row["under_every_cost"]) == ("1/10", "neither", "first")
    ends = [(x["from"]["exact"], x["to"]["exact"], x["better"]) for x in row["regions"]]
    assert ends == [("0", "2/5", "equal"), ("2/5", "3/5", "first"), ("3/5", "1", "equal")]
    assert [(x["from_included"], x["to_included"]) for x in row["regions"]] == [(True, False)] * 2 + [(True, True)]
    swapped = found(capsys, "b.csv", "a.csv")
    assert (swapped["difference"]["exact"], swapped["under_every_cost"]) == ("-1/10", "second")


def test_other_rows_are_two_samples_and_pairs_can_be_left(files, capsys):
    for arguments in (("a.csv", "other.csv"), ("a.csv", "short.csv"), ("a.csv", "b.csv", "--no-paired")):
        row = found(capsys, *arguments)
        assert not row["paired"]
        assert "two samples of different examples" in row["in_words"]
    row = found(capsys, "a.csv", "other.csv")
    assert row["losses"][0] == row["losses"][1]
    assert row["under_every_cost"] == "equal"
    assert row["interval"][0] < 0 < row["interval"][1]


def test_columns_labels_and_the_meaning_of_scores_are_as_in_evaluate(files, capsys):
    row = found(capsys, "words.csv", "words.csv", "--score", "p", "--class", "kind", "--event", "yes")
    assert [x["exact"] for x in row["losses"]] == ["17/200", "17/200"]
    assert (row["first"]["name"], row["second"]["name"], row["under_every_cost"]) == ("first", "second", "equal")
    row = found(capsys, "turned.csv", "turned.csv", "--higher-means", "0")
    assert row["losses"][0]["exact"] == "17/200"
    assert found(capsys, "wide.csv", "wide.csv")["method"] == "optimal"
    assert found(capsys, "plain", "./optimal")["losses"][0]["exact"] == "17/200"


def test_both_files_have_the_same_labels(files, capsys):
    text = (files / "words.csv").read_text("utf-8")
    (files / "maybe.csv").write_text(text.replace("no", "maybe"), "utf-8")
    given = ("--score", "p", "--class", "kind", "--event", "yes", "--resamples", "100")
    code, out, err = answer(capsys, "compare", "words.csv", "maybe.csv", *given)
    assert (code, out) == (2, "")
    assert "words.csv has the classes 'no', 'yes' and maybe.csv 'maybe', 'yes'; both need the same two" in err


def test_expressions_and_a_prior(files, capsys):
    asked = ("--prior", "0.25", "--evaluate", "AUC", "--evaluate", "net_benefit(1/2)", "--evaluate", "LL")
    row = found(capsys, "a.csv", "b.csv", *asked)
    assert [x["exact"] for x in row["losses"]] == ["17/200", "37/200"]
    for text, values in {"AUC": ["1", "3/4"], "net_benefit(1/2)": ["1/4", "-1/4"]}.items():
        told = row["expressions"][text]
        assert [x["exact"] for x in told["values"]] == values
        assert told["interval"][0] <= told["difference"]["value"] <= told["interval"][1]
    code, out, _ = answer(capsys, "compare", "a.csv", "b.csv", *asked, "--no-paired", "--resamples", "100")
    assert code == 0
    words = " ".join(out.split())
    assert "AUC is 1.000000 for a and 0.750000 for b, a difference of -0.250000 [" in words
    assert "class 1 has the proportion 0.25 in deployment" in words
    code, out, _ = answer(capsys, "compare", "a.csv", "b.csv", *asked, "--resamples", "100", "--csv")
    assert "expression,AUC: second - first,-1/4,-0.25," in out
    row = found(capsys, "a.csv", "wide.csv", "--method", "optimal", "--evaluate", "BS", "--evaluate", "precision(0)")
    assert row["expressions"] == {}
    assert "needs scores in [0, 1]" in row["notes"]["BS"]
    assert "division by zero" in row["notes"]["precision(0)"]


def test_real_files_are_told_in_words(capsys):
    code, out, err = answer(
        capsys, "compare", PRUNED, UNPRUNED, "--name", "pruned", "--name", "unpruned", "--cost", "beta(2, 5)"
    )
    assert (code, err) == (0, "")
    assert "no difference of pruned and unpruned can be told" in out
    assert "so neither is better under every law of costs" in " ".join(out.split())
    assert "7/46" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_a_picture_is_written(files, capsys):
    code, out, err = answer(capsys, "compare", "a.csv", "b.csv", "--resamples", "100", "-o", "c.svg")
    assert (code, err) == (0, "")
    assert out.endswith("c.svg is written\n")
    assert "Two models compared" in (files / "c.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("a.csv", "optimal"), "'a.csv' is a file and 'optimal' is none; two files or two methods are compared"),
        (("score_driven", "b.csv"), "'b.csv' is a file and 'score_driven' is none"),
        (("a.csv", "missing.csv"), "missing.csv: there is no such file"),
        (("a.csv", "folder/b"), "folder/b: there is no such file"),
        (("a.csv", "."), "'a.csv' is a file and '.' is none"),
        (("a.csv", "./"), "./: is a directory, not a file"),
        (("a.csv",), "1 file given; two are compared"),
        (("a.csv", "b.csv", "a.csv"), "3 files given; two are compared"),
        (("-", "-"), "both files are standard input, which is read once"),
        (("a.csv", "short.csv", "--paired"), "a.csv and short.csv have 4 and 3 examples; with --paired"),
        (("a.csv", "other.csv", "--paired"), "have class 0 in line 3 and class 1 in line 3; with --paired"),
        (("a.csv", "one_class.csv"), "one_class.csv: all 2 examples are of class 0; both classes must be present"),
        (("a.csv", "bad.csv"), "bad.csv, line 3: score 'x' is not a number"),
        (("words.csv", "a.csv"), "words.csv: has no column 'score'; its columns are 'p', 'kind'"),
        (
            ("words.csv", "words.csv", "--score", "p", "--class", "kind"),
            "words.csv: the classes are 'no', 'yes'; say which",
        ),
        (("a.csv", "wide.csv", "--method", "score_driven"), "wide: score_driven needs scores in [0, 1]"),
        (("a.csv", "b.csv", "--method", "optimum"), "unknown threshold choice method optimum"),
        (("a.csv", "b.csv", "--evaluate", "AUCC"), "AUCC"),
        (("a.csv", "b.csv", "--prior", "1"), "the prior '1' lies outside (0, 1)"),
        (("optimal", "score_driven", "--prior", "0.1"), "--prior is for files of scores, not for methods"),
        (("a.csv", "b.csv", "--cost", "any"), "any is every density of the operating condition at once"),
        (("a.csv", "b.csv", "--all"), "--all is for methods, not for files"),
        (("a.csv", "b.csv", "--proof", "p.json"), "--proof is for methods, not for files"),
        (("a.csv", "b.csv", "--seconds", "3"), "--seconds is for methods, not for files"),
        (("optimal", "score_driven", "--resamples", "9"), "--resamples is for files of scores, not for methods"),
        (("optimal", "score_driven", "--event", "x"), "--event is for files of scores, not for methods"),
        (("a.csv", "b.csv", "--name", "A"), "the names are 'A'; each of the two files needs one"),
        (("a.csv", "b.csv", "--name", "A", "--name", "A"), "both models are called 'A'; each needs a name of its own"),
        (("a.csv", "b.csv", "--resamples", "3"), "3 resamples are too few for the level 0.95; 40 are needed"),
        (("a.csv", "b.csv", "--level", "2"), "level '2' is not a number inside (0, 1)"),
        (("a.csv", "b.csv", "-o", "c.gif"), "'c.gif': a picture ends in .svg, .png or .pdf"),
    ],
)
def test_wrong_input_takes_one_line(files, capsys, arguments, said):
    code, out, err = answer(capsys, "compare", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_scores_that_speak_for_the_other_class_are_pointed_out(files, capsys):
    row = found(capsys, "turned.csv", "a.csv")
    assert row["notes"]["AUC of turned"].startswith("is below 1/2: higher scores speak for class 0 here")
    assert "AUC of a" not in row["notes"]
    code, _, err = answer(capsys, "plot", "turned.csv", "--curve", "roc")
    assert (code, err.count("AUC of turned is below 1/2")) == (0, 1)
    (files / "folds.csv").write_text("score,class,fold\n0.9,0,a\n0.1,1,a\n0.1,0,b\n0.2,1,b\n", "utf-8")
    code, out, _ = answer(capsys, "evaluate", "folds.csv", "--folds", "fold")
    assert (code, "AUC of the pool, a is below 1/2" in out) == (0, True)


def test_groups_and_weights_that_will_not_do_are_told_with_their_file(files, capsys):
    (files / "one.csv").write_text("score,class,g,w\n0.1,0,x,0\n0.9,1,x,0\n", "utf-8")
    (files / "two.csv").write_text("score,class,g,w\n0.1,1,x,1\n0.9,0,y,1\n", "utf-8")
    for pair in (("one.csv", "one.csv"), ("two.csv", "one.csv")):
        for column, said in (("groups", "all examples are in the group 'x'"), ("weights", "all 2 weights are 0")):
            _, _, err = answer(capsys, "compare", *pair, f"--{column}", column[0])
            assert err.startswith(f"workbench compare: one.csv: {said}")
