"""The wheel holds the workbench with its proofs and papers, and nothing else at the top level."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from a copy of the source."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("workbench", "proofs", "paper_checks"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    built = source / "wheels"
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        built,
        source,
    ]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = built.glob("*.whl")
    return found


def test_only_the_workbench_is_at_the_top_level(wheel: Path) -> None:
    top = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"workbench"}


def test_theorems_papers_and_data_are_inside(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("proofs", "paper_checks", "paper_checks/data"):
        for path in (ROOT / folder).rglob("*.*"):
            inside = f"workbench/{path.relative_to(ROOT).as_posix()}" in names
            assert inside or path.suffix not in (".py", ".csv")


def test_every_module_is_inside(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "workbench").rglob("*.py"):
        assert path.relative_to(ROOT).as_posix() in names


def test_the_page_of_the_report_is_inside(wheel: Path) -> None:
    assert {"workbench/pages/page.html", "workbench/pages/page.css"} <= set(zipfile.ZipFile(wheel).namelist())


def test_the_documentation_is_inside(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "workbench" / "docs").rglob("*.*"):
        assert path.relative_to(ROOT).as_posix() in names or path.suffix == ".pyc"


def test_the_wheel_works_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", target, wheel]
    subprocess.run(install, check=True, capture_output=True)
    code = (
        f"import sys; sys.path.insert(0, {str(target)!r}); import workbench; from workbench.cli import main\n"
        f"assert workbench.__file__.startswith({str(target)!r}); sys.exit(main(['verify', 'Theorem 2', '000.tab.2']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "every verdict is the expected one" in done.stdout
