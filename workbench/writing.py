"""Files written whole or not at all."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from workbench.errors import InputError, shown


def checked_place(name: str) -> Path:
    """The file that ``name`` is, once it is seen that a file can be put there; nothing is left behind.

    Raises `InputError`.

    >>> checked_place("no such folder/page.html")
    Traceback (most recent call last):
    workbench.errors.InputError: 'no such folder/page.html' cannot be written: No such file or directory
    """
    if not name:
        raise InputError("the name of the file to write is empty")
    try:
        path = Path(name).resolve()
        if path.is_dir():
            raise InputError(f"{shown(name)} cannot be written: it is a folder")
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise InputError(f"{shown(name)} cannot be written: it is no ordinary file")
        if path.exists() and not os.access(path, os.W_OK):
            raise InputError(f"{shown(name)} cannot be written: it is read-only")
        _beside(path).open("x").close()
        _beside(path).unlink()
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{shown(name)} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return path


def put(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there, so that what stood there stays until all is written.

    Text is written in UTF-8.

    Raises `InputError`.
    """
    beside = _beside(path)
    try:
        with beside.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise InputError(f"{shown(path.name)} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            beside.unlink()


def put_all(folder: str, files: Mapping[str, str]) -> int:
    """Write files into a folder, which is made where there is none; how many. Raises `InputError`."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{shown(folder)} cannot be made: {error.strerror}") from None
    for name, content in files.items():
        put(checked_place(str(Path(folder) / re.sub(r"[^\w.-]+", "_", name))), content)
    return len(files)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.part")
