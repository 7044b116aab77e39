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
    code = ACCEPTED
    if not files:
        print("recheck: at least one FILE is needed: a proof document, as prove --proof writes it", file=sys.stderr)
        return NO_DOCUMENT
    for file in files:
        try:
            document = json.loads(Path(file).read_text("utf-8"))
        except (OSError, ValueError, RecursionError) as problem:
            reason = getattr(problem, "strerror", None) or "it is no JSON"
            print(f"recheck: {file}: {reason}", file=sys.stderr)
            code = NO_DOCUMENT
            continue
        if not isinstance(document, dict) or "statement" not in document or "format" not in document:
            print(f"recheck: {file}: no proof document", file=sys.stderr)
            code = NO_DOCUMENT
            continue
        try:
            print(f"accepted {' '.join(recheck(document).split())}")
        except Refused as reason:
            said = f"refused {' '.join(str(document['statement'])[:2000].split())}: {' '.join(str(reason).split())}"
            print(said.encode("utf-8", "backslashreplace").decode("utf-8"))
            code = max(code, SOME_REFUSED)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
