"""Outcomes of earlier runs, kept under the user's cache folder.

A file holds what was found by one state of everything that takes part: the sources of the workbench, its proofs
and papers byte by byte and by their times (Python runs compiled code for as long as size and time are the same),
Python, the platform, and the libraries that compute. Whatever changes, the name of the
file changes with it. A file that can't be read, or isn't what was written, is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from workbench.installed import sources
from workbench.papers.workers import Outcome, Unit

PACKAGES = ("workbench", "workbench.proofs", "workbench.paper_checks")
LIBRARIES = (
    "gmpy2",
    "lark",
    "mpmath",
    "numpy",
    "python-flint",
    "scipy",
    "sympy",
)  # gmpy2: used by mpmath where it is there
KEPT = 8


def default_folder() -> Path | None:
    """Where outcomes are kept: ``$WORKBENCH_CACHE``, or a folder among the user's caches; None for nowhere.

    An empty ``WORKBENCH_CACHE`` keeps nothing.
    """
    chosen = os.environ.get("WORKBENCH_CACHE")
    if chosen is not None:
        return Path(chosen).absolute() if chosen else None
    try:
        return _user_caches() / "threshold-workbench"
    except RuntimeError:  # no home
        return None


def _user_caches() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    named = Path(os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named
    return Path.home() / ("AppData/Local" if sys.platform == "win32" else ".cache")


def key(folders: Iterable[Traversable] | None = None) -> str:
    """The fingerprint of all that outcomes depend on; ``folders`` hold the sources."""
    digest = hashlib.sha256()
    for fact in _surroundings():
        digest.update(f"{fact}\n".encode())
    for folder in (*map(files, PACKAGES), *sources()) if folders is None else folders:
        _add(digest, folder, "")
    return digest.hexdigest()


def _surroundings() -> list[str]:
    settings = sorted(x for x in os.environ.items() if x[0].startswith(("SYMPY_", "MPMATH_")))
    libraries = [f"{name} {_version(name)}" for name in LIBRARIES]
    python = f"{sys.implementation.name} {sys.version} {sys.flags.optimize}"
    return [python, sysconfig.get_platform(), *libraries, str(settings)]


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _add(digest: hashlib._Hash, entry: Traversable, name: str) -> None:
    """A file, or all that is in a folder."""
    if entry.is_file():
        content = entry.read_bytes()
        changed = entry.stat().st_mtime_ns if isinstance(entry, Path) else ""
        digest.update(f"{name}\n{len(content)} {changed}\n".encode())
        digest.update(content)
    elif entry.is_dir():
        for inner in sorted(entry.iterdir(), key=lambda inner: inner.name):
            if inner.name != "__pycache__" or inner.is_file():
                _add(digest, inner, f"{name}/{inner.name}")


def read(folder: Path, name: str) -> dict[Unit, Outcome]:
    """The outcomes that are kept under a key."""
    try:
        stored = json.loads((folder / f"{name}.json").read_text("utf-8"))
        if stored["digest"] != _digest(stored["outcomes"]):
            return {}
        return {(kind, unit): found for kind, unit, found in stored["outcomes"]}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}


def keep(folder: Path, name: str, outcomes: Mapping[Unit, Outcome]) -> None:
    """Keep outcomes under a key, with those already there, and let go of the oldest keys.

    Nothing is kept where the folder can't be written, nor of checks that broke off.
    """
    done = {unit: found for unit, found in outcomes.items() if "error" not in found}
    rows = [[*unit, found] for unit, found in {**read(folder, name), **done}.items()]
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle, written = tempfile.mkstemp(".tmp", name, folder)
        try:
            with open(handle, "w", encoding="utf-8") as file:
                json.dump({"digest": _digest(rows), "outcomes": rows}, file)
            os.replace(written, folder / f"{name}.json")
        finally:
            Path(written).unlink(missing_ok=True)
        _prune(folder)


def _digest(outcomes: object) -> str:
    return hashlib.sha256(json.dumps(outcomes).encode()).hexdigest()


def _prune(folder: Path) -> None:
    ours = [path for path in folder.iterdir() if re.fullmatch(r"[0-9a-f]{64}.*\.(json|tmp)", path.name)]
    for path in sorted(ours, key=lambda path: path.stat().st_mtime)[:-KEPT]:
        path.unlink(missing_ok=True)
