"""``workbench plot``: exit codes, what is written, and what is left alone when it cannot be."""

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from tests import naive
from workbench.cli import main
from workbench.continuous.evaluation import evaluate_model
from workbench.numbers.certified import lift
from workbench.plotting import kinds
from workbench.reading.datafile import read_sample

DATA = Path(__file__).parents[2] / "paper_checks" / "data"
PRUNED, UNPRUNED = (str(DATA / f"credit_a_{name}_test.csv") for name in ("pruned", "unpruned_laplace"))
STARTS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def plot(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(["plot", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("curve", list(kinds.catalogue()))
def test_every_curve_is_written_and_said_to_be(curve: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = plot(capsys, PRUNED, UNPRUNED, "--curve", curve)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"{curve}.svg is written"
    assert [line.split(":")[0] for line in out.splitlines()[:-1]] == [
        "credit_a_pruned_test",
        "credit_a_unpruned_laplace_test",
    ]
    assert os.listdir() == [f"{curve}.svg"]


@pytest.mark.parametrize("suffix", list(STARTS))
def test_the_suffix_says_how(suffix: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("new folder").mkdir()
    for name in (f"new folder/é.{suffix}", f"shout.{suffix.upper()}"):
        assert plot(capsys, PRUNED, "--curve", "roc", "-o", name)[0] == 0
        assert Path(name).read_bytes().startswith(STARTS[suffix])
        assert Path(name).stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    found = os.umask(0)
    os.umask(found)
    return found


def test_json_has_exact_areas_and_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = plot(capsys, PRUNED, "--curve", "roc", "--json", "-o", "a.png")
    found = json.loads(out)
    assert (code, found["curve"], found["file"]) == (0, "roc", "a.png")
    (curve,) = found["curves"]
    sample = read_sample(PRUNED)
    classes, scores = sample.examples()
    assert Fraction(curve["area"]["exact"]) == naive.auc(list(zip(scores, classes, strict=True)))
    rates = [(Fraction(p["fpr"]["exact"]), Fraction(p["tpr"]["exact"])) for p in curve["points"]]
    assert rates == list(sample.roc())


def test_json_of_methods_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--method", "optimal", "--method", "score(c**2)", "--condition", "skew", "--json")
    found = json.loads(plot(capsys, PRUNED, "--curve", "cost", *options)[1])
    assert [(x["sample"], x["method"]) for x in found["curves"]] == [
        ("credit_a_pruned_test", "optimal"),
        ("credit_a_pruned_test", "score(c**2)"),
    ]
    assert all({"breaks", "pieces", "values", "area"} <= set(x) for x in found["curves"])


@pytest.mark.parametrize("curve", list(kinds.catalogue()))
def test_every_curve_has_json_and_a_band(curve: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = plot(capsys, PRUNED, "--curve", curve, "--json", "--resamples", "40", "--seed", "3")
    assert (code, err) == (0, "")
    assert json.loads(out)["curves"][0]["name"] == "credit_a_pruned_test"
    assert "40" in Path(f"{curve}.svg").read_text() or Path(f"{curve}.svg").stat().st_size > 10_000


def test_a_method_given_twice_is_drawn_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = plot(capsys, PRUNED, "--curve", "cost", "--method", "optimal", "--method", "optimal", "--parts")
    assert (code, err, len(out.splitlines())) == (0, "", 2)


def test_the_seed_decides_the_band(capsys: pytest.CaptureFixture[str]) -> None:
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        plot(capsys, PRUNED, "--curve", "roc", "--band", "--resamples", "50", "--seed", seed, "-o", f"{name}.svg")
    first, again, other = (Path(f"{name}.svg").read_bytes() for name in "abc")
    assert first == again != other


def test_options_and_names(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--name", "first", "--name", "$second", "--title", "A & B", "--width", "4", "--height", "5.5"]
    curve = ["--curve", "brier", "--regions", "--lines", "--condition", "skew"]
    code, out, err = plot(capsys, PRUNED, UNPRUNED, *curve, *options)
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()[:2]] == ["first", "$second"]
    assert 'width="288pt" height="396pt"' in Path("brier.svg").read_text()


def test_a_letter_that_the_font_lacks_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = plot(capsys, PRUNED, "--curve", "roc", "--name", "漢")
    assert (code, err) == (0, "workbench plot: the font has no 漢\n")


def test_files_with_one_name_are_told_apart_by_their_folders(capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("a", "b"):
        Path(folder).mkdir()
        Path(folder, "scores.csv").write_bytes(Path(PRUNED).read_bytes())
    out = plot(capsys, "a/scores.csv", "b/scores.csv", "--curve", "roc")[1]
    assert [line.split(":")[0] for line in out.splitlines()[:2]] == ["a/scores.csv", "b/scores.csv"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--curve", "rok"), "no curve 'rok'; did you mean roc?"),
        ((), "--curve"),
        (("--curve", "roc", "-o", "a.gif"), "'a.gif': a picture ends in .svg, .png or .pdf"),
        (("--curve", "roc", "-o", "roc"), "'roc': a picture ends"),
        (("--curve", "roc", "-o", "no/where/a.svg"), "'no/where/a.svg' cannot be written: No such file or directory"),
        (("--curve", "roc", "-o", f"{PRUNED}/a.svg"), "cannot be written: Not a directory"),
        (("--curve", "roc", "-o", "folder.svg"), "'folder.svg' cannot be written: it is a folder"),
        (("--curve", "roc", "-o", f"{'x' * 300}.svg"), "cannot be written: File name too long"),
        (("--curve", "roc", "--bins", "3"), "--bins is not for roc curves; these have --regions --hull --band"),
        (("--curve", "reliability", "--bins", "0"), "0 bins"),
        (("--curve", "brier", "--method", "optimal"), "--method is not for brier curves"),
        (("--curve", "cost", "--method", "best"), "best"),
        (
            ("--curve", "cost", "--method", "score_fixed(t)"),
            "plot: column 13: the parameter t has no value; put a number in its place\n",
        ),
        (("outside.csv", "--curve", "brier"), "outside: score_driven needs scores in [0, 1]; the score 7 lies outside"),
        (("--curve", "cost", "--method", "__import__('os')"), "column"),
        (("--curve", "roc", "--resamples", "3"), "3 resamples are too few"),
        (("--curve", "roc", "--level", "nan"), "level 'nan'"),
        (("--curve", "roc", "--name", "a", "--name", "b"), "2 names are given for 1 file;"),
        (("--curve", "roc", "--name", " "), "--name is empty"),
        (("--curve", "roc", "--regions"), "one curve only"),
        (("--curve", "reliability", "--bins", "100000000000000000000"), "bins; a diagram is drawn in at most 1000"),
        (("--curve", "roc", "--width", "2", "--height", "2"), "2 by 2 inches are too small"),
        (("--curve", "roc", "--width", "0"), "'0' is not a number of inches"),
        (("--curve", "roc", "--score", "p"), "no column 'p'"),
        (("no.csv", "--curve", "roc"), "no.csv: there is no such file"),
        ((PRUNED, "--curve", "roc"), "two curves are called"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("folder.svg").mkdir()
    Path("outside.csv").write_text("score,class\n0,0\n7,1\n")
    code, out, err = plot(capsys, PRUNED, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("workbench plot: ")
    assert err.count("\n") == 1
    assert words in err
    assert sorted(os.listdir()) == ["folder.svg", "outside.csv"]


def test_a_file_is_whole_or_as_it_was(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("roc.svg").write_text("mine")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    code, out, err = plot(capsys, PRUNED, "--curve", "roc")
    assert (code, out) == (2, "")
    assert err == "workbench plot: 'roc.svg' cannot be written: No space left on device\n"
    assert Path("roc.svg").read_text() == "mine"
    assert os.listdir() == ["roc.svg"]


def test_a_link_stays_a_link(capsys: pytest.CaptureFixture[str]) -> None:
    Path("folder").mkdir()
    Path("folder/real.svg").write_text("old")
    Path("link.svg").symlink_to("folder/real.svg")
    assert plot(capsys, PRUNED, "--curve", "roc", "-o", "link.svg")[0] == 0
    assert Path("link.svg").is_symlink()
    assert Path("folder/real.svg").read_bytes().startswith(b"<?xml")


def test_help_names_every_curve_and_fits(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = plot(capsys, "--help")
    assert code == 0
    assert all(name in out.split() for name in kinds.catalogue())
    assert all(len(line) <= 80 for line in out.splitlines())


MODEL, OTHER = "beta(2, 3), beta(3, 2), pi0 = 1/3", "beta(2, 5), beta(5, 2), pi0 = 1/3"


@pytest.mark.parametrize("curve", list(kinds.catalogue()))
def test_every_curve_of_a_continuous_model(curve: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = plot(capsys, PRUNED, "--model", MODEL, "--curve", curve)
    assert (code, err) == (0, "")
    assert [line.split(": ")[0] for line in out.splitlines()[:2]] == ["credit_a_pruned_test", MODEL]


@pytest.mark.parametrize(
    ("curve", "text"),
    [
        ("roc", "AUC"),
        ("brier", "BS"),
        ("rate_driven", "loss(rate_driven)"),
        ("cost", "loss(optimal)"),
        ("decision", "pi1 - BS"),
        ("reliability", "BS - RLH"),
    ],
)
def test_areas_are_those_of_the_model(curve: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """To five digits, and none is called exact."""
    for words in (MODEL, OTHER):
        found = json.loads(plot(capsys, "--model", words, "--curve", curve, "--json")[1])
        (drawn,) = found["curves"]
        numbers = [x for x in drawn.values() if isinstance(x, dict) and "value" in x]
        known = evaluate_model(words, text, digits=12, figures=False).expressions[text]
        assert known is not None
        assert min(abs(x["value"] - float(lift(known).mid())) for x in numbers) < 1e-5
        assert all(x["exact"] is None for x in numbers)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "a FILE of scores, or a --model, is needed"),
        (("--model", "normal(0, 1)"), "a model is two distributions"),
        (("--model", MODEL, "--band"), "a continuous model has none"),
        (("--model", MODEL, "--model", MODEL), "two curves are called"),
        ((PRUNED, "--model", MODEL, "--name", "one"), "1 name is given for 2 curves"),
    ],
)
def test_wrong_models_are_one_line(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = plot(capsys, *arguments, "--curve", "roc")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
