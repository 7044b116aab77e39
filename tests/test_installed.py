"""What other packages offer by their entry points is known to every command."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_readme import ADDED, METRIC, README
from workbench import installed

ROOT = Path(__file__).parent.parent
DATA = ROOT / "paper_checks" / "data" / "credit_a_pruned_test.csv"
HEADS = {
    "methods": "from workbench.methods import ThresholdChoiceMethod\n",
    "metrics": "from fractions import Fraction\n\nfrom workbench.metrics import AUCH, Metric\n",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package as the README has it, installed in a folder of its own."""
    method, theorem, paper = ADDED
    modules = {
        "__init__": "",
        "methods": HEADS["methods"] + method,
        "metrics": HEADS["metrics"] + METRIC.replace("_auch(", "AUCH.exact("),
        "reflected": theorem.replace("from . import", "from workbench.proofs import"),
        "my_paper": paper,
    }
    (tmp_path / "my_package").mkdir()
    for name, text in modules.items():
        (tmp_path / "my_package" / f"{name}.py").write_text(text, "utf-8")
    said = README.split("```toml\n")[1:]
    written = next(text for text in said if "entry-points" in text).split("```")[0]
    offer(tmp_path, written.replace('project.entry-points."', "").replace('"]', "]").replace('"', ""))
    return tmp_path


def offer(folder: Path, entry_points: str) -> None:
    (folder / "my_package-1.dist-info").mkdir()
    (folder / "my_package-1.dist-info" / "METADATA").write_text("Name: my_package\nVersion: 1\n", "utf-8")
    (folder / "my_package-1.dist-info" / "entry_points.txt").write_text(entry_points, "utf-8")


def workbench(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "WORKBENCH_CACHE": ""}
    command = [sys.executable, "-m", "workbench", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_what_a_package_offers_is_known(package: Path) -> None:
    said = {
        ("derive", "score_reflected"): "score_reflected",
        ("prove", "GINIH == 2*AUCH - 1"): "proved",
        ("prove", "loss(score_reflected) == 2*MAE - BS"): "proved",
        ("evaluate", str(DATA)): "GINIH",
        ("latex", "score_reflected"): "T^{sr}",
    }
    for arguments, expected in said.items():
        done = workbench(package, *arguments)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert expected in done.stdout
    done = workbench(package, "verify", "Reflected thresholds", "005", "--json")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    found = json.loads(done.stdout)
    assert [(theorem["name"], theorem["verdict"]) for theorem in found["theorems"]] == [
        ("Reflected thresholds", "holds")
    ]
    assert [claim["verdict"] for claim in found["claims"]] == ["holds", "holds"]


LEFT_OUT = {
    "m1 = my_package.nowhere": "cannot be loaded: ModuleNotFoundError",
    "m2 = my_package.broken": "cannot be loaded: ZeroDivisionError",
    "m3 = my_package.taken": "there is a Metric called AUC already",
    "m4 = my_package.short": "s is no name of a Metric",
}


@pytest.mark.parametrize(
    "written", [list(LEFT_OUT), *(pytest.param([one], marks=pytest.mark.slow) for one in LEFT_OUT)], ids=", ".join
)
def test_what_cannot_be_taken_is_left_out_with_a_warning(tmp_path: Path, written: list[str]) -> None:
    (tmp_path / "my_package").mkdir()
    other = f"{HEADS['metrics']}{METRIC}".replace("_auch(", "AUCH.exact(").split("GINIH = ")[1]
    texts = {"__init__": "", "broken": "1/0", "taken": f"{HEADS['metrics']}AUC = {other}"}
    texts["short"] = f"{HEADS['metrics']}s = {other}"
    for name, text in texts.items():
        (tmp_path / "my_package" / f"{name}.py").write_text(text, "utf-8")
    offer(tmp_path, "\n".join(["[workbench.metrics]", *written, ""]))
    done = workbench(tmp_path, "prove", "AUC <= AUCH")
    assert (done.returncode, done.stdout[:6]) == (0, "proved")
    assert len(done.stderr.splitlines()) == len(written)
    for one in written:
        assert sum(LEFT_OUT[one] in line for line in done.stderr.splitlines()) == 1


@pytest.mark.parametrize("module", ["alone", "nowhere"])
def test_what_is_kept_of_a_verification_knows_modules_in_no_package_and_none(tmp_path: Path, module: str) -> None:
    (tmp_path / "alone.py").write_text(f"{HEADS['metrics']}{METRIC}".replace("_auch(", "AUCH.exact("), "utf-8")
    offer(tmp_path, f"[workbench.metrics]\nm = {module}\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "WORKBENCH_CACHE": str(tmp_path / "kept")}
    command = [sys.executable, "-m", "workbench", "verify", "004.T6"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_nothing_is_looked_up_where_nobody_offers_anything() -> None:
    assert [installed.points(group) for group in installed.GROUPS] == [()] * 4
    code = "import sys, workbench.methods, workbench.metrics; print('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
