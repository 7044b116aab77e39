"""Pictures read back."""

import re
from pathlib import Path


def curves_of(svg: Path) -> dict[str, list[float]]:
    """The coordinates of the curves in a picture."""
    text = svg.read_text(encoding="utf-8")
    found = re.findall(r'<g id="(curve-\d+)">\s*<path d="([^"]*)"', text)
    return {name: [float(x) for x in re.findall(r"-?[\d.]+", path)] for name, path in found}
