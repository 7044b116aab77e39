"""``python -m workbench``, and the program ``workbench``."""

from __future__ import annotations

import gc
import sys

SELDOM = 50_000
"""Objects after which the garbage collector looks for circles: a tenth of the time of a short command went there."""


def main() -> int:
    """`workbench.cli.main`, which takes a moment to import and may be interrupted then too."""
    gc.set_threshold(SELDOM)
    try:
        from workbench import cli

        return cli.main()
    except KeyboardInterrupt:
        print("workbench: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
