"""``python -m workbench``, and the program ``workbench``."""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import suppress
from typing import Any

SELDOM = 500_000
"""Objects after which the garbage collector looks for circles, more than the modules of any command make."""


class _Pipe(io.FileIO):
    """Standard output that may be a pipe of which nobody reads the end: what is lost there changes no exit code."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            return len(data)


def _outlive_readers() -> None:
    out = sys.stdout
    with suppress(AttributeError, OSError):
        if not out.isatty():
            pipe = io.BufferedWriter(_Pipe(out.fileno(), "w", closefd=False))
            sys.stdout = io.TextIOWrapper(pipe, encoding=out.encoding, errors=out.errors)


def main() -> int:
    """`workbench.cli.main`, which takes a moment to import and may be interrupted then too."""
    gc.set_threshold(SELDOM)
    _outlive_readers()
    try:
        from workbench.cli import main as command

        return command()
    except KeyboardInterrupt:
        print("workbench: interrupted", file=sys.stderr)
        return 130
    finally:
        gc.freeze()  # nothing is looked through for circles once more before the program ends


if __name__ == "__main__":
    sys.exit(main())
