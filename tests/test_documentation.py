"""Every command and every line of Python in the README and in the documentation is run."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.added import ADDED, copied, python
from tests.plotting.pictures import curves_of
from workbench.cli import main
from workbench.reports.check import check_paper
from workbench.reports.paper_file import paper_of

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FOLDER = ROOT / "workbench" / "docs"
PAGES = {"README": README, **{path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}}
EXTEND = PAGES["extend"]


def found(pattern: str) -> list[Any]:
    """What a pattern finds in the README and on the pages, once where it stands several times."""
    return list(dict.fromkeys(x for text in PAGES.values() for x in re.findall(pattern, text, re.S)))


COMMANDS = [line for block in found(r"```sh\n(.*?)```") for line in block.splitlines()]
RUN = list(dict.fromkeys(line for line in COMMANDS if line.startswith("workbench ")))


def run(command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", PAGES)
def test_no_line_within_code_begins_as_a_block_does(name: str) -> None:
    """A line that begins with + or 2. is an item of a list, also where a code span is still open."""
    for paragraph in re.split(r"\n\s*\n", re.sub(r"^(```+)[^\n]*\n.*?^\1$", "", PAGES[name], flags=re.M | re.S)):
        lines = paragraph.split("\n")
        within = [line for i, line in enumerate(lines) if "\n".join(lines[:i]).count("`") % 2]
        assert not [line for line in within if re.match(r" *(?:[-+*>#]|\d+[.)])(?: |$)", line)]


def test_extras_are_installed_from_a_clone() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    sources = [
        README,
        *(path.read_text("utf-8") for path in FOLDER.parent.rglob("*.*") if path.suffix in (".py", ".md")),
    ]
    assert not [text[:80] for text in sources if "threshold-workbench[" in text]
    named = [x for text in sources for x in re.findall(r"installing\([\"'](\w+)|pip\s+install\s+'\.\[(\w+)", text)]
    assert len(named) > 10
    assert {*map("".join, named)} <= extras.keys()


def test_the_two_commands_are_there() -> None:
    installs = [line for line in COMMANDS if not line.startswith("workbench ")]
    assert installs == [
        "python -m pip install -e . && workbench verify",
        "python -m pip install -e '.[test]' && python -m pytest",
    ]


PICTURE = re.compile(r"-o (workbench/docs/pictures/\w+\.svg)$")


@pytest.mark.parametrize("command", RUN)
def test_a_command_runs(
    command: str,
    tmp_path: Path,
    verified: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In this process; those of `TRANSCRIPTS` are run from a shell."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("WORKBENCH_CACHE", str(verified))
    picture = PICTURE.search(command)
    for written in ("proof.json", "page.html", "roc.png"):
        command = command.replace(written, str(tmp_path / written))
    if command.startswith("workbench plot") and " -o " not in command:
        command += f" -o {tmp_path / 'picture.svg'}"
    assert not re.search(r" -o [\w.]+$", command)  # it would be left among the sources
    if own := re.search(r"my_paper\.(?:toml|py)", command):
        command = command.replace("my_paper", str(tmp_path / "my_paper"))
        if not command.startswith("workbench new"):
            main(["new", "paper", str(tmp_path / own[0])])
            capsys.readouterr()
    if command.startswith("workbench certify") and shutil.which("coqc") is None:
        pytest.skip("there is no coqc")
    if command.startswith(("workbench recheck", "workbench certify")) and "proof.json" in command:
        main(["prove", "BS == CL + RL", "--proof", str(tmp_path / "proof.json")])
        capsys.readouterr()
    code = main(shlex.split(PICTURE.sub(f"-o {tmp_path / 'picture.svg'}", command))[1:])
    out, err = capsys.readouterr()
    if picture:
        shown, drawn = curves_of(ROOT / picture[1]), curves_of(tmp_path / "picture.svg")
        assert list(shown) == list(drawn) != []
        assert all(np.allclose(shown[name], drawn[name], atol=0.5) for name in shown)
    assert code in (0, 1), err
    assert not err
    assert out


TRANSCRIPTS = found(r"```sh\n([^`]*?)```\s*```text\n(.*?)```")


@pytest.mark.parametrize(("commands", "shown"), TRANSCRIPTS)
def test_a_transcript_is_what_the_last_command_prints(commands: str, shown: str) -> None:
    lines = [line.rstrip() for line in run(commands.splitlines()[-1]).stdout.splitlines()]
    assert [line.rstrip() for line in shown.splitlines()] == lines[: shown.count("\n")]


BLOCKS = found(r"```python\n(.*?)```")
CHECK = re.compile(r"^([\w(\[].*?)\s+# (.+)$")


@pytest.mark.parametrize("block", BLOCKS)
def test_the_python_says_what_it_says(block: str, tmp_path: Path) -> None:
    program = []
    for line in block.replace("brier.pdf", str(tmp_path / "brier.pdf")).splitlines():
        check = CHECK.match(line)
        program.append(f"assert repr({check[1]}) == {check[2]!r}, {check[1]}" if check else line)
    assert any(line.startswith("assert") for line in program)
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(program)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


PAPERS = [text for text in found(r"```toml\n(.*?)```") if "[[sample]]" in text]


@pytest.mark.parametrize("text", PAPERS)
def test_a_paper_in_toml_can_be_checked(text: str) -> None:
    assert check_paper(paper_of(text)).counts == {"consistent": 3, "proved": 1}


def test_there_are_blocks_and_transcripts() -> None:
    assert len(BLOCKS) >= 17
    assert len(PAPERS) == 1
    assert len(TRANSCRIPTS) >= 5
    assert len(ADDED) == 4


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    """A block of another kind would be run by no test."""
    for name, text in PAGES.items():
        kinds = re.findall(r"^```([^`\n]+)$", text, re.M)
        assert {*kinds} <= {"sh", "text", "python", "py", "toml", "{toctree}"}, name
        assert text.count("```text\n") == len(re.findall(r"```sh\n[^`]*?```\s*```text\n", text)), name


def test_what_is_added_is_known(tmp_path: Path) -> None:
    """In a copy of the sources: a metric, a method, a theorem and a paper of one's own."""
    copied(tmp_path)

    def workbench(*arguments: str, code: int = 0) -> str:
        done = python(tmp_path, "-m", "workbench.cli", *arguments)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    assert "score_reflected" in workbench("derive", "score_reflected")
    assert "Reflected thresholds  holds" in workbench("verify", "Reflected thresholds")
    assert "proved" in workbench("prove", "GINIH == 2*AUCH - 1")
    assert "proved" in workbench("prove", "GINI <= GINIH")
    assert "inconsistent" in workbench("check", "--reported", "n0=50 n1=50 AUC=0.79 GINIH=0.3", code=1)
    data = ROOT / "paper_checks" / "data" / "credit_a_pruned_test.csv"
    intervals = workbench("evaluate", str(data), "--evaluate", "GINIH - 1/2", "--resamples", "40", "--json")
    assert "GINIH" in intervals
    found = json.loads(workbench("verify", "005", "--json"))
    assert [claim["verdict"] for claim in found["claims"]] == ["holds", "holds"]


def test_every_room_is_on_the_map() -> None:
    (said,) = re.findall(r"The rooms of `workbench/`.*?evidence.py` confronts them", " ".join(PAGES["house"].split()))
    rooms = {path.parent.name for path in (ROOT / "workbench").glob("*/__init__.py")} - {"proofs", "paper_checks"}
    first = said.split("No two rooms")[0]
    assert {name for name in re.findall(r"`(\w+)`", first) if name != "check"} == rooms
    assert {path.parent.name for path in (ROOT / "tests").glob("*/__init__.py")} - {"benchmarks"} <= rooms


def test_every_file_on_the_map_exists() -> None:
    for path in found(r"`((?:workbench|proofs|paper_checks|tests)/[\w./]*)`"):
        assert (ROOT / path).exists(), path


def test_every_link_leads_to_a_file() -> None:
    for name, text in PAGES.items():
        folder = ROOT if name == "README" else FOLDER
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            assert (folder / link).exists(), (name, link)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 200


def test_every_picture_is_drawn_by_a_command() -> None:
    drawn = {found[1] for command in RUN if (found := PICTURE.search(command))}
    assert drawn == {f"workbench/docs/pictures/{path.name}" for path in (FOLDER / "pictures").iterdir()}


def test_the_readme_says_how_to_cite_and_where_that_lies() -> None:
    """Of the version that is packaged."""
    cited = (FOLDER / "CITATION.cff").read_text("utf-8")
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert re.findall("^version: (.*)$", cited, re.M) == [version]
    [title], [authors] = (re.findall(rf"^{key}: (.*)$", cited, re.M) for key in ("title", "  - name"))
    said = " ".join(README.split())
    assert f"To cite it: *{title}*, version {version}, by {authors[0].lower()}{authors[1:]};" in said
    assert "(workbench/docs/CITATION.cff)" in said
