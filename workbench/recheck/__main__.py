"""``python -m workbench.recheck FILE...``: proof documents read again, one line a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from workbench.recheck import Refused, recheck

ACCEPTED, SOME_REFUSED, NO_DOCUMENT = 0, 1, 2


def main(files: Sequence[str]) -> int:
    """Read each file; 0 if all are accepted, 1 if some are refused, 2 if one is no proof document."""
    codes = [_read(file) for file in files]
    if not files:
        print("recheck: at least one FILE is needed: a proof document, as prove --proof writes it", file=sys.stderr)
    return max(codes, default=NO_DOCUMENT)


def _read(file: str) -> int:
    try:
        document = json.loads(Path(file).read_text("utf-8"))
        problem = (
            "" if isinstance(document, dict) and {"statement", "format"} <= document.keys() else "no proof document"
        )
    except (OSError, ValueError, RecursionError) as failure:
        problem = getattr(failure, "strerror", None) or "it is no JSON"
    if problem:
        print(f"recheck: {file}: {problem}", file=sys.stderr)
        return NO_DOCUMENT
    try:
        print(f"accepted {' '.join(recheck(document).split())}")
    except Refused as reason:
        said = f"refused {' '.join(str(document['statement'])[:2000].split())}: {' '.join(str(reason).split())}"
        print(said.encode("utf-8", "backslashreplace").decode("utf-8"))
        return SOME_REFUSED
    return ACCEPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
