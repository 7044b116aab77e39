"""Papers of one's own: found where they lie, verified as the others are, wrong input told in a line."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.errors import InputError
from workbench.papers import own
from workbench.papers.general_claims import Statement
from workbench.papers.selection import chosen
from workbench.papers.verification import verify

THEOREM = """
from workbench.symbolic.notation import E0, E1, UNIFORM, ExpectedLoss, ScoreMethod, c, pi0, pi1, s
from workbench.symbolic.proof import Step, Theorem, cite
from workbench.symbolic.proposition import Attained, Proposition
from workbench.symbolic.rules import UNIFORM_COST, UNIT_SCORES, moments_on_unit_scores, uniform_condition
from workbench.proofs import reduction_to_scoring_rule as reduction

VALUE = pi0 * E0(2 * s - s**2) + pi1 * E1(1 - s**2)
theorem = Theorem(
    name="Reflected thresholds, mine", says="They lose 2 MAE - BS.", given=frozenset({UNIFORM_COST, UNIT_SCORES}),
    left=ExpectedLoss(ScoreMethod(1 - c)), right=VALUE,
    proof=(
        Step(why="a threshold is a scoring rule", by=cite(reduction.theorem), gives=reduction.reduced(1 - c)),
        Step(why="costs are uniform", by=uniform_condition, gives=reduction.reduced(1 - c, UNIFORM)),
        Step(why="1 - c < s", by=moments_on_unit_scores, gives=VALUE),
    ),
    source="mine",
)
"""
PROPOSITION = """
from workbench.symbolic.proposition import Attained, Proposition

result = Proposition("Mine", "MAE is at least BS.", "It cannot be less.", "BS <= MAE", (Attained.at(("0", 1, 1)),))
"""
CLAIM = '[[claim]]\nwhere = "Theorem 1"\nsays = "{says}"\n'


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))

    def write(name: str, text: str) -> str:
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
        return name

    return write


@pytest.mark.parametrize("name", ["mine.toml", "mine.py"])
def test_a_start_is_a_paper_in_which_every_verdict_is_the_expected_one(
    name: str, written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "paper", name]) == 0
    assert main(["verify", name, "--json"]) == 0
    found = json.loads(capsys.readouterr().out.partition("checks it\n")[2])
    assert len(found["claims"]) >= 7
    assert {claim["verdict"] for claim in found["claims"]} >= {"holds", "fails", "consistent"}
    assert found["theorems"] == []
    assert main(["new", "paper", name]) == 2
    assert "nothing is written over it" in capsys.readouterr().err


def test_a_false_claim_of_ones_own_fails(written: Callable[..., str], capsys: pytest.CaptureFixture[str]) -> None:
    name = written("mine.toml", CLAIM.format(says="MAE <= BS"))
    assert main(["verify", name, "--json"]) == 1
    [claim] = json.loads(capsys.readouterr().out)["claims"]
    assert (claim["id"], claim["verdict"], claim["expected"]) == ("mine.claim1", "fails", "holds")
    assert claim["numeric"]["witness"]["scores"]
    written("mine.toml", CLAIM.format(says="MAE >= BS"))  # it is read anew
    assert main(["verify", name]) == 0


def test_sentences_of_ones_own_are_kept_by_what_they_say(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = '[[sample]]\nname = "x"\nscores = ["0.2", "0.9"]\nclasses = [0, 1]\n'
    about = '[[claim]]\nsample = "x"\nsays = "BS == 1/40"\n'

    def cached(name: str, *, expected: int) -> int:
        assert main(["verify", name, "--json"]) == expected
        found: int = json.loads(capsys.readouterr().out)["cached"]
        return found

    name = written("mine.toml", CLAIM.format(says="MAE <= BS") + about + sample)
    assert cached(name, expected=1) == 0
    with monkeypatch.context() as patched:
        patched.setattr(Statement, "run", None)  # nothing is decided again
        assert cached(name, expected=1) == 2
        written("mine.toml", about + CLAIM.format(says="MAE <= BS") + sample)
        assert cached(name, expected=1) == 2
    written("mine.toml", about + CLAIM.format(says="MAE >= BS") + sample.replace("0.9", "0.8"))
    assert cached(name, expected=1) == 0


def test_the_data_of_each_row_of_a_table_are_shown_score_by_score(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = 'n0 = 3\nn1 = 3\ncolumns = ["AUC", "BS"]\nrows = {A = ["0.89", "0.15"], B = ["0.67", "0.21"]}\n'
    name = written("mine.toml", f"[[table]]\n{rows}")
    assert main(["verify", name, "--report", "page.html"]) == 0
    shown, written_to, rest = capsys.readouterr().out.partition("page.html is written\n")
    assert written_to
    assert not rest
    for row in "AB":
        told = shown.partition(f"\na data set that has the figures of {row}\n")[2].splitlines()
        assert told[1].split() == ["scores", "class", "0", "class", "1"]
        levels = [line.split() for line in told[3 : told.index("", 3) if "" in told[3:] else None]]
        counts = [level[1:] for level in levels if len(level) == 3]
        assert [sum(map(int, column)) for column in zip(*counts, strict=True)] == [3, 3]
        assert f"Data that have the figures of {row} together" in Path("page.html").read_text()
    assert "; " not in shown.partition("\na data set")[2]


def test_the_proof_of_a_claim_of_ones_own_begins_as_it_is_stated(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = written("mine.toml", CLAIM.format(says="loss(score(1 - c)) == 2*MAE - BS"))
    assert main(["verify", name]) == 0
    lines = capsys.readouterr().out.partition("\nproof\n")[2].splitlines()
    assert lines[1].strip() == "loss(score(1 - c))"
    assert [line.strip() for line in lines if line.startswith("   ")][-1] == "2*MAE - BS"


@pytest.mark.parametrize(
    "entry",
    [
        '[[reported]]\nwhere = "T"\nn0 = 50\nn1 = 50\nvalues = {AUC = "1.3"}\n',
        '[[reported]]\nwhere = "T"\nn0 = 50\nn1 = 50\nfolds = 5\nvalues = {recall = "1.3"}\n',
        '[[table]]\nwhere = "T"\ncolumns = ["AUC", "recall"]\nrows = {A = ["0.9", "1.3"]}\n',
    ],
)
def test_a_figure_out_of_its_range_is_refused_when_the_paper_is_read(
    entry: str, written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    name = written("mine.toml", entry)
    for command in ("verify", "check"):
        assert main([command, name]) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert re.match(rf"workbench {command}: mine\.toml: T: .*(AUC|recall) is 1\.3; it must lie in \[0, 1\]", line)


def test_printed_figures_are_decided_and_expected_to_be_wrong(written: Callable[..., str]) -> None:
    figures = '[[reported]]\nn0 = 50\nn1 = 50\nvalues = {{sensitivity = "{}"}}\n{}'
    name = written("mine.toml", figures.format("0.8571", "") + figures.format("0.86", ""))
    found = verify([name])
    assert [result.finding.verdict for result in found.results] == ["inconsistent", "consistent"]
    assert not found.ok
    assert found.results[0].finding.numeric is not None
    written("mine.toml", figures.format("0.8571", 'expected = "inconsistent"\n'))
    assert verify([name]).ok


def test_a_claim_of_a_sample_is_computed_on_it(written: Callable[..., str]) -> None:
    sample = '[[sample]]\nname = "A"\nscores = ["0.2", "0.4", "0.6", "0.9"]\nclasses = [1, 0, 1, 0]\nhigher_means = 0\n'
    claims = "".join(CLAIM.format(says=f"AUC == {x}") + 'sample = "A"\n' for x in ("3/4", "1/4"))
    found = verify([written("mine.toml", sample + claims)])
    assert [result.finding.verdict for result in found.results] == ["holds", "fails"]
    assert main(["check", "mine.toml"]) == 1


def test_one_claim_is_named_with_or_without_the_key(written: Callable[..., str]) -> None:
    text = "".join(
        f"{CLAIM.format(says=says)}id = {name!r}\n" for name, says in (("T1", "BS <= MAE"), ("T2", "n >= 2"))
    )
    name = written("mine.toml", text)
    for wanted in ("T1", "mine.T1"):
        assert [result.claim.id for result in verify([f"{name}::{wanted}"]).results] == ["mine.T1"]
    with pytest.raises(InputError, match=r"no theorem, result, paper or claim is called mine.T3.*did you mean"):
        verify([f"{name}::mine.T3"])
    with pytest.raises(InputError, match=r"is called x; there are [^;]*mine, mine.T1, mine.T2"):
        verify([f"{name}::x"])


def test_theorems_results_and_papers_of_a_folder(written: Callable[..., str], tmp_path: Path) -> None:
    written("papers/theorem.py", THEOREM)
    written("papers/result.py", PROPOSITION)
    written("papers/table.toml", CLAIM.format(says="BS <= MAE"))
    found = verify(["papers/"])
    assert [x.theorem.name for x in found.theorems] == ["Reflected thresholds, mine"]
    assert [x.proposition.name for x in found.propositions] == ["Mine"]
    assert [x.claim.id for x in found.results] == ["table.claim1"]
    assert found.ok
    assert set(found.documents) == {"Reflected thresholds, mine", "Mine", "table.claim1"}
    [only] = verify(["papers/::Mine"]).propositions
    assert only.holds


def test_a_false_theorem_of_ones_own_is_refused(written: Callable[..., str]) -> None:
    name = written("mine.py", THEOREM.replace("E1(1 - s**2)", "E1(1 - s**3)"))
    found = verify([name])
    assert not found.ok
    assert found.theorems[0].objections


def test_a_package_may_be_in_parts(written: Callable[..., str]) -> None:
    written("parts/__init__.py", "")
    written("parts/words.py", 'TITLE = "In parts"\n')
    written(
        "parts/paper.py",
        "from workbench.papers.claims import Claim, Paper\n"
        "from workbench.papers.general_claims import Statement\n"
        "from .words import TITLE\n"
        'paper = Paper("p", TITLE, "", None, (Claim("p.1", "1", "s", "theorem", Statement("BS <= MAE")),))\n',
    )
    [result] = verify(["parts/"]).results
    assert (result.paper.title, result.paper.byline, result.as_expected) == ("In parts", "", True)


def test_a_page_and_latex_of_it_alone(
    written: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written("mine.toml", '[paper]\ntitle = "On & on"\n' + CLAIM.format(says="BS <= MAE"))
    assert main(["verify", name, "--report", "page.html", "--jobs", "1"]) == 0
    page = (tmp_path / "page.html").read_text()
    assert "On &amp; on" in page
    assert "004.T6" not in page
    capsys.readouterr()
    assert main(["latex", name]) == 0
    latex = capsys.readouterr().out
    assert r"On \& on" in latex
    assert "mine.claim1" in latex


def test_a_paper_is_verified_in_several_processes(written: Callable[..., str]) -> None:
    name = written("mine.toml", "".join(CLAIM.format(says=f"n >= {k}") for k in (1, 2) for _ in range(8)))
    assert verify([name], jobs=2).counts == {"holds": 16}


WRONG = {
    "no_such.toml": "no_such.toml: there is no such file or folder",
    "papers/": "papers/: there is no such file or folder",
    "text.toml": "text.toml: this is no TOML that can be read",
    "key.toml": "key.toml: [paper]: key is 'a b'; it must be made of letters, digits, - and _",
    "year.toml": "year.toml: [paper]: year is True; it must be a whole number",
    "expected.toml": "expected.toml: claim 1: expected is 'true'; it must be one of holds, fails, undecided",
    "id.toml": "id.toml: claim 1: id is '../x'; it must be made of letters, digits, dots, - and _",
    "twice.toml": "twice.toml: two claims are called twice.T1; each needs an id of its own",
    "sample.toml": "sample.toml: claim 1: there is no sample 'B'",
    "given.toml": "given.toml: claim 1: BS <= MAE given calibrated is said of the sample A; it has no given",
    "word.toml": "word.toml: claim 1: ",
    "method.toml": "method.toml: derivation 1: method: column 1: a threshold choice method must stand here; did you",
    "empty.py": "empty.py: it binds no Paper, Theorem or Proposition",
    "syntax.py": "syntax.py, line 2: SyntaxError",
    "raises.py": "raises.py, line 3: ZeroDivisionError",
    "exits.py": "exits.py, line 2: SystemExit",
    "folder/": "folder: no .py or .toml file in it has a paper, theorem or result",
}
SAMPLE = '[[sample]]\nname = "A"\nscores = ["0.2", "0.4"]\nclasses = [0, 1]\n'
FILES = {
    "text.toml": "[paper\n",
    "key.toml": '[paper]\nkey = "a b"\n' + CLAIM.format(says="BS <= MAE"),
    "year.toml": "[paper]\nyear = true\n" + CLAIM.format(says="BS <= MAE"),
    "expected.toml": CLAIM.format(says="BS <= MAE") + 'expected = "true"\n',
    "id.toml": CLAIM.format(says="BS <= MAE") + 'id = "../x"\n',
    "twice.toml": 2 * (CLAIM.format(says="BS <= MAE") + 'id = "T1"\n'),
    "sample.toml": SAMPLE + CLAIM.format(says="BS <= MAE") + 'sample = "B"\n',
    "given.toml": SAMPLE + CLAIM.format(says="BS <= MAE given calibrated") + 'sample = "A"\n',
    "word.toml": CLAIM.format(says="accuracy <= 1"),
    "method.toml": '[[derivation]]\nmethod = "score-driven"\nclosed_form = "BS"\n',
    "empty.py": "x = 1\n",
    "syntax.py": "x = 1\ny = (\n",
    "raises.py": "def f():\n    pass\nx = 1 / 0\n",
    "exits.py": "import sys\nsys.exit(1)\n",
    "folder/x.txt": "",
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_told_in_a_line(
    name: str, written: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    for place in (name, f"{name}x.txt"):
        if place in FILES:
            written(place, FILES[place])
    assert main(["verify", name, "--jobs", "1"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"workbench verify: {WRONG[name]}")
    assert said.count("\n") == 1


def test_two_papers_of_one_key_are_not_mixed_up(written: Callable[..., str]) -> None:
    names = [written(name, '[paper]\nkey = "k"\n' + CLAIM.format(says="BS <= MAE")) for name in ("a.toml", "b.toml")]
    with pytest.raises(InputError, match="two papers have the key k"):
        chosen(names)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("mine", "mine.toml"), ("mine.toml:T1", "mine.toml::T1"), ("mine::T1", "mine.toml::T1")],
)
def test_a_file_named_without_its_ending_or_with_one_colon_is_known(
    written: Callable[..., str], name: str, meant: str
) -> None:
    written("mine.toml", '[[claim]]\nid = "T1"\nsays = "BS <= MAE"\n')
    with pytest.raises(InputError, match=f"; did you mean {meant}\\?$"):
        verify([name])


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ('[[claim]]\nid = "T1"\nsays = BS <= MAE\n', "text stands between quotes"),
        ('[[claim]]\nid = "T1"\nin_words = "$\\mathrm{MAE}$"\n', "between single quotes a backslash is one"),
        ('[[claim]]\nsays = "BS <= MAE"\n[claim]\nsays = "BS <= MAE"\n', r"such as \[\[claim\]\]"),
        ('[[claim]]\nwhere = 1\nsays = "BS <= MAE"\n', "mine.toml: claim 1: where is 1; it must be text"),
    ],
)
def test_a_slip_in_toml_gets_its_mend(written: Callable[..., str], text: str, mend: str) -> None:
    with pytest.raises(InputError, match=f"{mend}$"):
        verify([written("mine.toml", text)])


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ('Claim("a.T1", "T1", "", "theorem", Statement("BS <= MAE"))', "a: claims is one claim; a tuple of it ends in"),
        (
            '(Claim("a.T1", "T1", "", "theorem", "BS <= MAE"),)',
            "a.T1: 'BS <= MAE' is no check of a claim; Statement('BS",
        ),
    ],
)
def test_a_slip_in_python_gets_its_mend(
    written: Callable[..., str], capsys: pytest.CaptureFixture[str], claims: str, said: str
) -> None:
    imports = "from workbench.papers.claims import Claim, Paper\nfrom workbench.papers.general_claims import Statement"
    written("mine.py", f'{imports}\npaper = Paper("a", "t", "x", 2026, {claims})\n')
    assert main(["verify", "mine.py"]) == 2
    found = capsys.readouterr().err
    assert f"mine.py, line 3: InputError: {said}" in found
    assert found.count("\n") == 1


def test_a_file_that_is_not_utf_8_and_a_page_that_is_no_html(
    written: Callable[..., str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.toml").write_bytes('[paper]\ntitle = "Für"\n'.encode("latin-1"))
    assert main(["verify", "mine.toml"]) == 2
    assert capsys.readouterr().err.endswith("mine.toml: its text is not UTF-8, from byte 19 on; save it as UTF-8\n")
    assert main(["verify", "Theorem 6", "--report", "page.pdf"]) == 2
    assert "--report page.pdf: the page is HTML" in capsys.readouterr().err


def test_names_of_the_library_are_no_places() -> None:
    assert own.place_in("Theorem 6") == own.place_in("004.T6") == ""


@pytest.mark.parametrize("where", ["file", "here"])
def test_a_sample_may_have_labels(where: str, written: Callable[..., str], capsys: pytest.CaptureFixture[str]) -> None:
    written("labels.csv", "score,class\n0.2,no\n0.4,yes\n0.6,no\n0.9,yes\n")
    here = 'scores = ["0.2", "0.4", "0.6", "0.9"]\nclasses = ["no", "yes", "no", "yes"]'
    sample = '[[sample]]\nname = "A"\n' + ('file = "labels.csv"' if where == "file" else here)
    figures = '\n[[reported]]\nsample = "A"\nvalues = {AUC = "0.75"}\n'
    if where == "file":
        assert main(["verify", written("mine.toml", sample + figures)]) == 2
        said = capsys.readouterr().err
        assert "'no', 'yes'; say which one high scores speak for, with the key event, such as event = \"yes\"" in said
    assert main(["verify", written("mine.toml", f'{sample}\nevent = "yes"{figures}')]) == 0
    assert main(["verify", written("mine.toml", f'{sample}\nevent = "no"{figures}')]) == 1
    capsys.readouterr()
    assert main(["verify", written("mine.toml", f"{sample}\nevent = true{figures}")]) == 2
    assert "event is True; it must be the label of class 1" in capsys.readouterr().err
