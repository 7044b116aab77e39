"""One entry is enough: every command knows a metric, a method, a theorem and a paper that were added."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.added import ROOT, SQUARED, answers, copied, packaged, python, wrong

DATA = ROOT / "paper_checks" / "data" / "credit_a_pruned_test.csv"
OTHER = ROOT / "paper_checks" / "data" / "credit_a_unpruned_laplace_test.csv"
FOLDS = "score,class,fold\n0.1,0,1\n0.4,1,1\n0.3,0,2\n0.2,1,2\n0.6,1,2\n"
MINE = """
[paper]
title = "Squares"

[[sample]]
name = "A"
scores = ["0.1", "0.2", "0.3", "0.3"]
classes = [0, 1, 0, 1]

[[claim]]
id = "T1"
where = "Theorem 1"
says = "GINIH >= GINI"

[[claim]]
id = "V1"
where = "Table 1"
sample = "A"
says = "GINIH >= loss(score_squared)"

[[derivation]]
id = "C1"
where = "Corollary 1"
method = "score_squared"
closed_form = "pi0*E0(s) + pi1*E1(s - 2*sqrt(s) + 1)"

[[reported]]
where = "Table 2"
n0 = 50
n1 = 50
values = {AUC = "0.79", GINIH = "0.7"}
"""
EVERY = {
    "evaluate DATA --resamples 40": (0, "GINIH loss(score_squared) loss(score_reflected)"),
    'evaluate DATA --evaluate "GINIH - loss(score_squared)" --cost "beta(2, 2)" --prior 0.1 --json': (
        0,
        "GINIH score_squared",
    ),
    "evaluate FOLDS --folds fold": (0, "GINIH score_squared"),
    'check --reported "n0=50 n1=50 AUC=0.79 GINIH=0.3"': (1, "inconsistent"),
    'check --reported "n0=50 n1=50 AUC=0.79 GINIH=0.7" --report REVIEW': (0, "GINIH 0.652400"),
    'check --reported "n0=3 n1=3 AUC=0.7 folds=3 GINIH=0.5"': (0, "consistent"),
    'check --reported "n0=5 n1=5 loss(score_reflected)=0.5 MAE=0.2 BS=0.1"': (1, "inconsistent"),
    "check MINE": (0, "consistent"),
    'prove "GINIH == 2*AUCH - 1"': (0, "proved"),
    'prove "GINI <= GINIH"': (0, "proved"),
    'prove "GINIH <= 1/2"': (1, "refuted"),
    'prove "AUCH >= 3/4 given GINIH >= 1/2"': (0, "proved"),
    'prove "a.GINIH >= b.GINIH given a.RLH <= b.RLH"': (1, "refuted"),
    'prove "loss(score_squared) >= loss(optimal)" --proof PROOF': (0, "proved"),
    "recheck PROOF": (0, "accepted"),
    "derive score_reflected": (0, "2*MAE"),
    'derive score_squared --cost "beta(2, 2)" --proof PROOF': (0, "4*s**(3/2)"),
    "discover GINIH": (0, "proved least greatest"),
    "discover score_reflected": (0, "2*MAE - BS"),
    'discover "loss(score_squared) >= k*RLH"': (0, "proved"),
    'discover AUC --given "GINIH == 1/2"': (0, "3/4"),
    "choose DATA --miss 4 --false-alarm 1": (0, "treat"),
    "compare score_squared optimal": (0, "optimal is never worse"),
    "compare DATA OTHER --method score_squared --evaluate GINIH --resamples 40": (0, "score_squared GINIH"),
    "plot DATA --curve cost --method score_squared --method score_reflected -o PICTURE": (0, "score_squared"),
    "latex GINIH": (0, r"\mathrm{AUCH}"),
    "latex score_squared": (0, r"T^{sq} c^{2}"),
    'latex "Reflected thresholds"': (0, "Theorem 005.T1"),
    "latex 005.T1": (0, "Reflected"),
    "latex table": (0, "score-squared L^{sq}"),
    'verify "Reflected thresholds" 005 --report PAGE': (0, "holds"),
    'verify "Reflected thresholds" --json': (0, "numbers_compared 005.T1 005.V1"),
    "verify MINE --report OWNPAGE": (0, "holds"),
    "docs language": (0, "GINIH score_squared score_reflected"),
    "docs theorems": (0, "Reflected thresholds"),
    "new paper NEW": (0, "is written"),
}
AT_ONCE = (
    "evaluate FOLDS --folds fold",
    'check --reported "n0=50 n1=50 AUC=0.79 GINIH=0.3"',
    'prove "GINIH <= 1/2"',
    "latex score_squared",
)
"""Of these, what every run asks."""
CERTIFIED = {
    'certify "Reflected thresholds"': (3, "no kernel found"),
    "certify Reflected": (2, "there is no axiom 'Reflected'"),
}
MODEL = """
from fractions import Fraction
from workbench.continuous.models import Beta, Model, metric, value
from workbench.language.statements import parse_expression
model = Model(Beta(1, 2), Beta(2, 1), Fraction(1, 2))
print(metric(model, "GINIH"), value(model, parse_expression("loss(score_squared)")))
"""


def places(folder: Path) -> dict[str, Path]:
    """The words of the commands that stand for files; those that are read are written."""
    (folder / "folds.csv").write_text(FOLDS, "utf-8")
    (folder / "mine.toml").write_text(MINE, "utf-8")
    names = {"REVIEW": "review.html", "PROOF": "proof.json", "PICTURE": "picture.svg"}
    names |= {"PAGE": "page.html", "OWNPAGE": "own.html", "NEW": "new.toml", "FOLDS": "folds.csv", "MINE": "mine.toml"}
    return {"DATA": DATA, "OTHER": OTHER, **{word: folder / name for word, name in names.items()}}


@pytest.mark.always
def test_commands_know_at_once_what_a_package_adds(tmp_path: Path) -> None:
    packaged(tmp_path, SQUARED)
    asked = {line: EVERY[line] for line in AT_ONCE}
    assert not wrong(asked, answers(tmp_path, asked, places(tmp_path)))


@pytest.mark.slow
@pytest.mark.parametrize("added", [copied, packaged])
def test_every_command_knows_what_was_added(tmp_path: Path, added: Callable[[Path, str], None]) -> None:
    added(tmp_path, SQUARED)
    assert not wrong(EVERY, answers(tmp_path, EVERY, places(tmp_path)))
    for name, words in {
        "page.html": ("Reflected thresholds", "score_reflected"),
        "own.html": ("GINIH", "score_squared"),
    }.items():
        page = (tmp_path / name).read_text("utf-8")
        assert all(word in page for word in words), name
    reached = answers(tmp_path, CERTIFIED, {}, PATH="")  # the name is known; nothing is compiled
    assert [code for code, *_ in reached] == [code for code, _ in CERTIFIED.values()]
    assert all(said in f"{out}{err}" for (_, said), (_, out, err) in zip(CERTIFIED.values(), reached, strict=True))
    done = python(tmp_path, "-c", MODEL)
    assert (done.stdout, done.stderr) == ("2/3 1/5\n", "")


def test_no_command_is_left_out() -> None:
    commands = {path.stem for path in (ROOT / "workbench" / "commands").glob("*.py")} - {"__init__", "common"}
    assert {line.split()[0] for line in {**EVERY, **CERTIFIED}} == commands
