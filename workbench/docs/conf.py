"""The site of the documentation: what Sphinx is told. ``workbench docs --build FOLDER`` builds it."""

from __future__ import annotations

import re
from importlib.metadata import version as version_of
from typing import Any

from workbench.docs.pages import filled

project = "The threshold workbench"
author = "The threshold workbench authors"
copyright = f"2026, {author}"
version = release = version_of("threshold-workbench")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["__pycache__"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
default_role = "py:obj"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 88
highlight_language = "text"

html_theme = "furo"
html_title = project
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # a browser reads no other page of a site that it reads from a folder


def _inline(self: Any, node: Any) -> None:
    self.body.append(_mathml(node.astext()))
    _skip()


def _display(self: Any, node: Any) -> None:
    self.body.append(
        f'<div class="math-wrapper"><div class="math">{_mathml(node.astext(), display=True)}</div></div>\n'
    )
    _skip()


def _mathml(latex: str, *, display: bool = False) -> str:
    """A formula as MathML, which a browser shows without any script, and so without a network.

    The reader takes ``\\tfrac12`` for a fraction of 12, so that fractions of digits get braces.
    """
    from docutils.utils.math import latex2mathml

    text = re.sub(r"(\\[dt]?frac)\s*(\d)\s*(\d)", r"\1{\2}{\3}", " ".join(latex.split()))
    written: str = latex2mathml.tex2mathml(text, as_block=display)
    return written


def _skip() -> None:
    from docutils import nodes

    raise nodes.SkipNode


def _read(app: Any, name: str, text: list[str]) -> None:
    text[0] = filled(text[0], "site")


def _options(app: Any, page: Any) -> None:
    """Give options such as ``--band`` a class of their own, so that no line ends behind their dashes."""
    from docutils import nodes

    for literal in page.findall(nodes.literal):
        if literal.astext().startswith("--"):
            literal["classes"].append("option")


def setup(app: Any) -> dict[str, Any]:
    """Put the tables into the pages, and write formulas as MathML."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.connect("source-read", _read)
    app.connect("doctree-read", _options)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
