"""What the documentation adds as an example, in a copy of the sources and in a package of its own.

A metric, two methods, a theorem and a paper, each by one entry or one file.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXTEND = (ROOT / "workbench" / "docs" / "extend.md").read_text("utf-8")
ADDED = re.findall(r"```py\n(.*?)```", EXTEND, re.S)
HEADS = {
    "methods": "from workbench.methods import ThresholdChoiceMethod\n",
    "metrics": "from fractions import Fraction\n\nfrom workbench.metrics import Metric\n",
}
SQUARED = """
score_squared = ThresholdChoiceMethod(
    title="score-squared",
    law="score(c**2)",
    latex=r"T^{sq}",
    source="your paper, Definition 3",
)
"""
_DRIVER = """
import contextlib, io, json, shlex, sys
from workbench.cli import main
for line in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(shlex.split(line))
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def copied(folder: Path, further: str = "") -> None:
    """A copy of the sources with the entries of the documentation, and ``further`` methods."""
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "workbench", folder / "workbench", ignore=unwanted)
    for name in ("proofs", "paper_checks"):
        shutil.copytree(ROOT / name, folder / "workbench" / name, ignore=unwanted)
    method, theorem, paper, metric = ADDED
    for name, text in (("methods", method + further), ("metrics", metric)):
        path = folder / "workbench" / f"{name}.py"
        path.write_text(path.read_text("utf-8").replace("\nCATALOGUE =", f"\n{text}\nCATALOGUE ="), "utf-8")
    (folder / "workbench" / "proofs" / "reflected.py").write_text(theorem, "utf-8")
    (folder / "workbench" / "paper_checks" / "reflected_thresholds.py").write_text(paper, "utf-8")


def packaged(folder: Path, further: str = "") -> None:
    """A package with the entries of the documentation, and ``further`` methods, as if it were installed."""
    groups = tomllib.loads(sources(folder, further))["project"]["entry-points"]
    lines = [[f"[{group}]", *(f"{name} = {value}" for name, value in found.items())] for group, found in groups.items()]
    offer(folder, "\n".join(line for group in lines for line in [*group, ""]))


def sources(folder: Path, further: str = "") -> str:
    """The modules of that package, written into a folder; its ``pyproject.toml`` as the documentation has it."""
    method, theorem, paper, metric = ADDED
    modules = {
        "__init__": "",
        "methods": HEADS["methods"] + method + further,
        "metrics": HEADS["metrics"] + metric,
        "reflected": theorem.replace("from . import", "from workbench.proofs import"),
        "my_paper": paper,
    }
    (folder / "my_package").mkdir()
    for name, text in modules.items():
        (folder / "my_package" / f"{name}.py").write_text(text, "utf-8")
    said = EXTEND.split("```toml\n")[1:]
    return next(text for text in said if "entry-points" in text).split("```")[0]


def offer(folder: Path, entry_points: str) -> None:
    """The entry points of a package that is installed in ``folder``."""
    (folder / "my_package-1.dist-info").mkdir()
    (folder / "my_package-1.dist-info" / "METADATA").write_text("Name: my_package\nVersion: 1\n", "utf-8")
    (folder / "my_package-1.dist-info" / "entry_points.txt").write_text(entry_points, "utf-8")


def python(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python with what ``folder`` adds, and no cache."""
    surroundings = {**os.environ, "PYTHONPATH": str(folder), "WORKBENCH_CACHE": "", **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )


def answers(folder: Path, lines: Iterable[str], places: dict[str, Path], **environment: str) -> list[list[object]]:
    """Exit code, output and errors of each command, all by one process; ``places`` are words that stand for files."""
    put = [" ".join(shlex.quote(str(places[word])) if word in places else word for word in x.split(" ")) for x in lines]
    done = python(folder, "-c", _DRIVER, json.dumps(put), **environment)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def wrong(expected: dict[str, tuple[int, str]], found: list[list[object]]) -> list[tuple[str, list[object]]]:
    """The commands that end with another exit code, lack one of the words, or write to standard error."""
    return [
        (line, answer)
        for (line, (code, words)), answer in zip(expected.items(), found, strict=True)
        if answer[0] != code or answer[2] or any(word not in str(answer[1]) for word in words.split())
    ]
