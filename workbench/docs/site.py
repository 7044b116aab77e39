"""The documentation as a site of HTML, built by Sphinx."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

from workbench.docs.pages import FOLDER
from workbench.errors import InputError, NotSupported, installing, reason, shown


def build(folder: str | Path) -> tuple[Path, list[str]]:
    """Build the site in a folder: its first page, and what Sphinx warns of.

    The folder is made where there is none. `InputError` for one that cannot be written, `NotSupported` without the
    extra ``docs``.
    """
    try:
        import furo  # noqa: F401
        import myst_parser  # noqa: F401
        from sphinx.application import Sphinx
        from sphinx.errors import SphinxError
    except ImportError as missing:
        need = f"the site needs Sphinx: {installing('docs')}"
        raise NotSupported(f"{need} ({reason(missing)})") from None
    place = Path(folder)
    if place.exists() and not place.is_dir():
        raise InputError(f"{shown(str(folder))} is no folder")
    if place.is_dir() and any(place.iterdir()) and not (place / "objects.inv").is_file():
        raise InputError(f"{shown(str(folder))} holds something other than a site; name a new or an empty folder")
    warnings = io.StringIO()
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as between:
            site = Sphinx(FOLDER, FOLDER, place, between, "html", status=None, warning=warnings, freshenv=True)
            site.build()
    except OSError as error:
        raise InputError(f"{shown(str(folder))} cannot be written: {reason(error.strerror or error)}") from None
    except SphinxError as error:
        raise InputError(f"the site cannot be built: {reason(error)}") from None
    said = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue())
    return place / "index.html", [line for line in said.splitlines() if line.strip()]
