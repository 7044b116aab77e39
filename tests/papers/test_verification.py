"""How `verify` does its work: in several processes, with what goes wrong in them, and from a cache."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from workbench.errors import InputError
from workbench.papers import cache, selection, workers
from workbench.papers.claims import WRONG, Computed, Finding
from workbench.papers.verification import Result, Verification, verify
from workbench.terminal.verification import show_verification

ROOT = Path(__file__).parents[2]
NAMES = ["000.tab", "000.j48", "004.s2.4"]
FEW = ["000.tab.2", "Theorem 2"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

TRIAL = """
import os, time
from pathlib import Path
from workbench.papers.claims import Claim, Computed, Finding, Paper

def right(): return Finding("holds", numeric={"data": "none"})
def crash(): os._exit(3)
def lost(): raise KeyError("lost")
def infinite(): return Finding("holds", numeric={"data": float("inf")})
def slow():
    Path(os.environ["MARKS"], str(os.getpid())).touch()
    time.sleep(60)

def claim(name, function, expected="holds"):
    return Claim(f"999.{name}", "a test", "A claim.", "text", Computed(function), expected)

paper = Paper("999", "Trial", "Nobody", 2000, (
    *(claim(f"right.{k}", right) for k in range(12)),
    claim("wrong.crash", crash), claim("wrong.lost", lost, "undecided"), claim("wrong.infinite", infinite),
    *(claim(f"more.{k}", right) for k in range(12)),
    *(claim(f"slow.{k}", slow) for k in range(40)),
))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the workbench as it is installed, with one proof, and one paper whose checks go wrong."""
    folder = tmp_path_factory.mktemp("tree")
    ignore = shutil.ignore_patterns("__pycache__", "proofs", "paper_checks")
    shutil.copytree(ROOT / "workbench", folder / "workbench", ignore=ignore)
    for name, kept in (("proofs", ("__init__.py", "reduction_to_scoring_rule.py")), ("paper_checks", ("__init__.py",))):
        (folder / "workbench" / name).mkdir()
        for file in kept:
            shutil.copy(ROOT / name / file, folder / "workbench" / name)
    (folder / "workbench" / "paper_checks" / "trial.py").write_text(TRIAL, encoding="utf-8")
    return folder


def started(tree: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "workbench.cli", "verify", *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def plain(found: Verification) -> dict[str, object]:
    return {**found.to_json(), "cached": 0}


# --- several processes --------------------------------------------------------------------------------


def test_two_processes_find_the_same_in_the_same_order() -> None:
    told: list[tuple[str, int, int]] = []
    found = verify(NAMES, jobs=2, progress=lambda *x: told.append(x))
    alone = verify(NAMES)
    assert found.to_json() == alone.to_json()
    count = len(found.results)
    assert count >= 2 * workers.UNITS_PER_WORKER
    assert [done for _, done, _ in told] == list(range(count))
    assert {of for _, _, of in told} == {count}
    assert told[0][0] == alone.results[0].claim.id


def test_few_claims_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ProcessPoolExecutor", None)
    assert verify(FEW, jobs=8).ok
    with pytest.raises(TypeError):
        verify(NAMES, jobs=2)


@pytest.mark.parametrize("jobs", [0, -1])
def test_there_is_at_least_one_job(jobs: int) -> None:
    with pytest.raises(InputError, match=f"jobs={jobs}"):
        verify(FEW, jobs=jobs)


def test_what_goes_wrong_in_a_process_is_told_and_not_kept(tree: Path, tmp_path: Path) -> None:
    names = ("999.right", "999.wrong", "999.more")
    process = started(tree, *names, "--jobs", "2", "--json", WORKBENCH_CACHE=str(tmp_path))
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (1, "")
    rows = {row["id"]: row for row in json.loads(out)["claims"]}
    wrong = ["999.wrong.crash", "999.wrong.lost", "999.wrong.infinite"]
    assert list(rows)[11:16] == ["999.right.11", *wrong, "999.more.0"]
    for name, row in rows.items():
        assert row["verdict"] == ("undecided" if name in wrong else "holds"), row
    notes = [rows[name]["note"] for name in wrong]
    assert notes[:2] == [
        "the check broke off: its process ended without an answer",
        "the check broke off: KeyError: 'lost' (trial.py, line 8)",
    ]
    assert notes[2].startswith("the check broke off: ValueError: Out of range float")
    out, _ = started(tree, *names[::2], *wrong[1:], "--json", WORKBENCH_CACHE=str(tmp_path)).communicate(timeout=120)
    again = json.loads(out)
    assert again["cached"] == 24
    assert [row["note"] for row in again["claims"][12:14]] == notes[1:]


def test_a_check_that_breaks_off_is_never_as_expected(tree: Path) -> None:
    process = started(tree, "999.wrong.lost")
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out.startswith("999.wrong.lost  broke off, expected: undecided\n")
    assert "KeyError: 'lost' (trial.py, line 8)" in " ".join(out.split())


def test_a_check_that_breaks_off_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks() -> Finding:
        raise ValueError("two\nlines")

    known = dict(selection.claims())
    paper, claim = known["000.tab.2.AUC"]
    known[claim.id] = paper, replace(claim, check=Computed(breaks))
    monkeypatch.setattr(selection, "claims", lambda: known)
    monkeypatch.setattr(workers, "check", lambda theorem: 1 / 0)
    found = verify(FEW)
    assert [result.finding.verdict for result in found.results] == ["undecided", "holds", "holds"]
    assert "the check broke off: ValueError: two lines (" in found.results[0].finding.note
    assert found.theorems[0].objections[0].startswith("the check broke off: ZeroDivisionError")
    assert not found.ok


def wait_for(true: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


@posix
@pytest.mark.parametrize("how", ["interrupt", "kill"])
def test_no_process_is_left_behind(tree: Path, tmp_path: Path, how: str) -> None:
    process = started(tree, "999.slow", "--jobs", "2", MARKS=str(tmp_path))
    assert wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
    pids = [int(path.name) for path in tmp_path.iterdir()]
    if how == "interrupt":
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.kill()
    out, err = process.communicate(timeout=30)
    if how == "interrupt":
        assert (process.returncode, out, err) == (130, "", "workbench verify: interrupted\n")
    assert wait_for(lambda: not any(map(is_alive, pids)), 20)


@posix
@pytest.mark.parametrize("seconds", [0.5, 0.8, 1.1])
def test_an_early_interrupt_is_one_line(tree: Path, tmp_path: Path, seconds: float) -> None:
    process = started(tree, "999.slow", "--jobs", "2", MARKS=str(tmp_path))
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert out == ""
    if process.returncode == 130:
        assert err == "workbench verify: interrupted\n"
    else:  # before the command began
        assert "multiprocessing" not in err
    assert wait_for(lambda: not any(is_alive(int(path.name)) for path in tmp_path.iterdir()), 20)


@posix
def test_a_process_that_is_killed_costs_no_claim(tree: Path, tmp_path: Path) -> None:
    code = (
        "import multiprocessing, os, signal, sys\n"
        "from workbench.papers import workers\n"
        "from workbench.papers.verification import verify\n"
        "def kill(name, done, total):\n"
        "    if done == 3: os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)\n"
        "found = verify(['999.right', '999.more'], jobs=2, progress=kill)\n"
        "sys.exit(not (found.ok and len(found.results) == 24))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@posix
@pytest.mark.parametrize("which", [0, 1])
def test_a_process_that_is_killed_when_all_is_done_holds_nothing_up(tree: Path, which: int) -> None:
    code = (
        "import multiprocessing, os, signal\n"
        "from workbench.papers import workers\n"
        "from workbench.papers.verification import verify\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "plain = ProcessPoolExecutor.shutdown\n"
        "def shutdown(self, *arguments, **options):\n"
        f"    os.kill(multiprocessing.active_children()[{which}].pid, signal.SIGKILL)\n"
        "    plain(self, *arguments, **options)\n"
        "ProcessPoolExecutor.shutdown = shutdown\n"
        "assert len(verify(['999.right', '999.more'], jobs=2).results) == 24\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tree, env=environment, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_script_without_a_main_guard_is_told(tree: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("from workbench import verify\nverify('999.right,more', jobs=2)\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.rstrip().splitlines()[-1].startswith("workbench.errors.InputError: jobs=2: no process can")


# --- the cache ----------------------------------------------------------------------------------------


def test_the_tests_read_nothing_from_the_user() -> None:
    assert cache.default_folder() is None


def test_a_second_run_is_read_from_the_cache(tmp_path: Path) -> None:
    first = verify(FEW, cache=tmp_path)
    second = verify([*FEW, "000.tab.3"], cache=tmp_path)
    assert (first.cached, second.cached, len(second.results)) == (0, 4, 6)
    assert plain(verify(FEW, cache=tmp_path)) == plain(first) == plain(verify(FEW))
    assert verify([*FEW, "000.tab.3"], cache=tmp_path).cached == 7
    assert verify(FEW, cache=tmp_path, fresh=True).cached == 0
    (file,) = tmp_path.iterdir()
    assert file.name == f"{cache.key()}.json"


def test_what_is_cached_is_not_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verify(FEW, cache=tmp_path)
    monkeypatch.setattr(workers, "outcome", None)
    assert verify(FEW, cache=tmp_path).ok
    with pytest.raises(TypeError):
        verify(FEW, cache=tmp_path, fresh=True)


def test_another_key_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verify(FEW, cache=tmp_path)
    monkeypatch.setattr(sys, "version", "3.99")
    assert verify(FEW, cache=tmp_path).cached == 0
    assert len(list(tmp_path.iterdir())) == 2


def test_sources_that_change_on_the_way_keep_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter("ab")
    monkeypatch.setattr(cache, "key", lambda: next(keys))
    assert verify(FEW, cache=tmp_path).ok
    assert not list(tmp_path.iterdir())


DIGEST = cache._digest
POISON: list[Callable[[str], bytes]] = [
    lambda text: b"",
    lambda text: b"\xff\xfe\x00garbage",
    lambda text: text[: len(text) // 2].encode(),
    lambda text: b"[" * 100_000,
    lambda text: b"[]",
    lambda text: b"7",
    lambda text: b'{"outcomes": []}',
    lambda text: b'{"digest": 1, "outcomes": {"claim": 7}}',
    lambda text: text.replace('"holds"', '"fails"').encode(),
    lambda text: text.replace('"tried"', '"tired"').encode(),
    lambda text: json.dumps({"digest": DIGEST([1, 2]), "outcomes": [1, 2]}).encode(),
    lambda text: json.dumps({"digest": DIGEST({"claim": {}}), "outcomes": {"claim": {}}}).encode(),
    lambda text: json.dumps({"digest": DIGEST([[[], {}, 1]]), "outcomes": [[[], {}, 1]]}).encode(),
]


@pytest.mark.parametrize("poison", POISON)
def test_a_poisoned_file_is_as_good_as_none(tmp_path: Path, poison: Callable[[str], bytes]) -> None:
    first = verify(FEW, cache=tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(poison(file.read_text("utf-8")))
    found = verify(FEW, cache=tmp_path)
    assert plain(found) == plain(first)
    assert found.cached == 0
    assert verify(FEW, cache=tmp_path).cached == 4


def test_a_folder_that_cannot_be_used_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "below", tmp_path / ("x" * 300)):
        assert verify(FEW, cache=folder).cached == 0
        assert verify(FEW, cache=folder).ok
    (tmp_path / f"{cache.key()}.json").mkdir()
    assert verify(FEW, cache=tmp_path).ok
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["file", f"{cache.key()}.json"])


def test_old_keys_are_let_go(tmp_path: Path) -> None:
    (tmp_path / "notes.json").touch()
    for k in range(12):
        name = f"{k:064x}"
        cache.keep(tmp_path, name, {("claim", "x"): {"note": str(k)}, ("claim", "y"): {"error": "it broke off"}})
        os.utime(tmp_path / f"{name}.json", (k, k))
    cache.keep(tmp_path, f"{12:064x}", {})
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [*(f"{k:064x}.json" for k in range(13 - cache.KEPT, 13)), "notes.json"]
    assert cache.read(tmp_path, f"{11:064x}") == {("claim", "x"): {"note": "11"}}
    assert cache.read(tmp_path, f"{0:064x}") == {}


# --- what the key covers ------------------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in ("workbench", "proofs", "paper_checks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def key_of(copied: Path) -> str:
    return cache.key([copied / name for name in ("workbench", "proofs", "paper_checks")])


def test_every_byte_of_every_source_counts(copied: Path) -> None:
    before = key_of(copied)
    (copied / "workbench" / "__pycache__").mkdir()
    (copied / "workbench" / "__pycache__" / "errors.pyc").write_bytes(b"compiled")
    assert key_of(copied) == before
    for path in sorted(path for path in copied.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        content, times = path.read_bytes(), path.stat()
        path.write_bytes(bytes([content[0] ^ 1]) + content[1:] if content else b" ")
        restore_times(path, times)
        assert key_of(copied) != before, path
        path.write_bytes(content)
        restore_times(path, times)
    assert key_of(copied) == before


def test_times_count(copied: Path) -> None:
    """Python runs old compiled code for a source of the same size and time."""
    before = key_of(copied)
    path = next(copied.rglob("*.py"))
    times = path.stat()
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 10**9))
    assert key_of(copied) != before
    restore_times(path, times)
    assert key_of(copied) == before


def restore_times(path: Path, times: os.stat_result) -> None:
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_names_and_limits_of_files_count(copied: Path) -> None:
    keys = [key_of(copied)]
    (copied / "proofs" / "new.py").touch()
    keys.append(key_of(copied))
    (copied / "proofs" / "new.py").rename(copied / "proofs" / "newer.py")
    keys.append(key_of(copied))
    (copied / "proofs" / "newer.py").rename(copied / "paper_checks" / "newer.py")
    keys.append(key_of(copied))
    (copied / "paper_checks" / "a").write_bytes(b"one\n")
    (copied / "paper_checks" / "b").write_bytes(b"two\n")
    keys.append(key_of(copied))
    (copied / "paper_checks" / "a").write_bytes(b"one\n/b\ntwo\n")
    (copied / "paper_checks" / "b").unlink()
    keys.append(key_of(copied))
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    "file", ["papers/claims.py", "language/grammar.py", "proofs/reduction_to_scoring_rule.py", "paper_checks/trial.py"]
)
def test_the_installed_packages_are_covered(tree: Path, file: str) -> None:
    code = "from workbench.papers import cache; print(cache.key())"

    def key() -> str:
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=tree, capture_output=True, text=True, check=True
        ).stdout

    before = key()
    path = tree / "workbench" / file
    content, times = path.read_bytes(), path.stat()
    path.write_bytes(content + b"#")
    assert key() != before
    path.write_bytes(content)
    restore_times(path, times)
    assert key() == before


def test_python_platform_and_libraries_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    version = cache._version

    def others() -> set[str]:
        found = set()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "version", "3.99")
            found.add(cache.key([tmp_path]))
        with monkeypatch.context() as patch:
            patch.setattr(sysconfig, "get_platform", lambda: "win-amd64")
            found.add(cache.key([tmp_path]))
        with monkeypatch.context() as patch:
            patch.setenv("SYMPY_GROUND_TYPES", "python")
            found.add(cache.key([tmp_path]))
        for name in cache.LIBRARIES:
            with monkeypatch.context() as patch:
                patch.setattr(cache, "_version", lambda x, name=name: "0" if x == name else version(x))
                found.add(cache.key([tmp_path]))
        return found

    assert len({cache.key([tmp_path]), *others()}) == 4 + len(cache.LIBRARIES)


def test_every_library_that_takes_part_counts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {line.partition(">")[0] for line in project["dependencies"]}
    assert needed - {"rich", "tomli-w"} <= set(cache.LIBRARIES)  # these show and write what was found
    assert all(cache._version(name) for name in needed)


def test_where_the_user_keeps_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))
    assert cache.default_folder() == tmp_path
    monkeypatch.delenv("WORKBENCH_CACHE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for platform, folder in (
        ("darwin", "Library/Caches"),
        ("linux", ".cache"),
        ("win32", "AppData/Local"),
    ):
        monkeypatch.setattr(sys, "platform", platform)
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.setenv(name, "relative")
        assert cache.default_folder() == tmp_path / folder / "threshold-workbench"
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            monkeypatch.setenv(name, str(tmp_path / name))
        if platform != "darwin":
            assert cache.default_folder().parent.parent == tmp_path
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert cache.default_folder() is None


def test_many_verdicts_are_counted_by_paper_and_errata_are_whole_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    every = selection.chosen()
    results = tuple(Result(paper, claim, Finding(claim.expected)) for paper, claim in every.claims.values())
    surprise = replace(results[0], finding=Finding("undecided", note="nobody knows"))
    show_verification(Verification((), (surprise, *results[1:])))
    words = " ".join(capsys.readouterr().out.split())
    for key in {paper.key for paper, _ in every.claims.values()}:
        assert f"{key} " in words
    for _, claim in every.claims.values():
        if claim.expected in WRONG:
            assert f"{claim.id} {' '.join(claim.says.split())}" in words
    assert f"{surprise.claim.id}: undecided, expected {surprise.claim.expected}. " in words
    assert "nobody knows" in words
    assert "NOT every verdict is the expected one" in words
    assert results[1].claim.says not in words
    show_verification(Verification((), results), every=True)
    words = " ".join(capsys.readouterr().out.split())
    for _, claim in every.claims.values():
        assert " ".join(claim.says.split()) in words
