"""``workbench docs``: the documentation, in the terminal and as a site."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from workbench.commands.common import HOLDS, new_command, printed
from workbench.errors import InputError, installing


def add(commands: Any) -> None:
    docs = new_command(
        commands,
        "docs",
        "the documentation, in the terminal and as a site",
        "The pages of the documentation, and the folder in which they can be read offline;\n"
        "with PAGE that page, with the tables that the catalogues make; with --build the\n"
        "site in HTML, which loads nothing from the network.",
        "examples:\n"
        "  workbench docs\n"
        "  workbench docs language\n"
        "  workbench docs theorems | less\n"
        "  workbench docs --build site\n"
        f"\nThe site needs Sphinx: {installing('docs')}.",
    )
    docs.add_argument("page", nargs="?", metavar="PAGE", help="the page to show")
    docs.add_argument("--build", metavar="FOLDER", help="build the site in a folder")


def run(given: argparse.Namespace) -> int:
    from workbench.docs.pages import Page, Pages, names, source
    from workbench.terminal import layout

    if given.build is not None:
        if given.page is not None or given.json or given.csv or given.toml:
            raise InputError(
                f"--build {given.build!r}: the whole site is built; PAGE and the formats are for the terminal"
            )
        from workbench.docs.site import build

        with layout.waiting("building"):
            first, warnings = build(given.build)
        for line in warnings:
            print(f"workbench docs: {line}", file=sys.stderr)
        print(f"{first} is written")
        return HOLDS
    if given.page is None:
        pages = Pages.of(names())
        if not printed(given, pages):
            console = layout.new_console()
            console.print(layout.table_of(("page", "what it is about"), [(x.name, x.title) for x in pages.pages]))
            console.print(
                "workbench docs PAGE shows one. They are Markdown, and can be read offline in", soft_wrap=True
            )
            console.print(str(pages.folder), soft_wrap=True)
        return HOLDS
    source(given.page)
    page = Page(given.page)
    if not printed(given, page):
        from workbench.terminal.documentation import show_page

        show_page(layout.new_console(), page.markdown)
    return HOLDS
