"""``python -m workbench``, and the program ``workbench``."""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import suppress
from typing import Any

SELDOM = 50_000
"""Objects after which the garbage collector looks for circles: a tenth of the time of a short command went there."""


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
        from workbench import cli

        return cli.main()
    except KeyboardInterrupt:
        print("workbench: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
