"""``python -m workbench``, and the program ``workbench``."""

from __future__ import annotations

import sys


def main() -> int:
    """`workbench.cli.main`, which takes a moment to import and may be interrupted then too."""
    try:
        from workbench import cli

        return cli.main()
    except KeyboardInterrupt:
        print("workbench: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
