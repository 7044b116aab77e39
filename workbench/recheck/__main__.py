"""``python -m workbench.recheck FILE...``: proof documents read again, one line a file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from workbench.recheck import Refused, recheck

ACCEPTED, SOME_REFUSED, NO_DOCUMENT = 0, 1, 2


def main(files: Sequence[str]) -> int:
    """Read each file; 0 if all are accepted, 1 if some are refused, 2 if one is no proof document."""
    if "--help" in files:
        print("usage: python -m workbench.recheck FILE...   proof documents, as prove --proof writes them")
        return ACCEPTED
    if not files:
        print("recheck: at least one FILE is needed: a proof document, as prove --proof writes it", file=sys.stderr)
    return max(map(_read, files), default=NO_DOCUMENT)


def _read(file: str) -> int:
    try:
        document = json.loads(Path(file).read_text("utf-8-sig"), object_pairs_hook=_object)
        said = isinstance(document, dict) and {"statement", "format"} <= document.keys()
        problem = "" if said else "no proof document"
    except (OSError, ValueError, RecursionError) as failure:
        problem = getattr(failure, "strerror", None) or "no JSON that can be read, with each key once"
    if problem:
        print(f"recheck: {_plain(file)}: {problem}", file=sys.stderr)
        return NO_DOCUMENT
    try:
        print("accepted", _plain(recheck(document)))
    except Refused as reason:
        print(f"refused {_plain(document['statement'])[:2000]}: {_plain(reason)}")
        return SOME_REFUSED
    return ACCEPTED


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key that stands twice")
    return dict(pairs)


def _plain(text: object) -> str:
    """A text in one line that any terminal can show."""
    return " ".join(str(text).split()).encode("unicode_escape").decode()


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"recheck: standard output cannot be written: {problem.strerror}", file=sys.stderr)
        code = NO_DOCUMENT
    sys.exit(code)
