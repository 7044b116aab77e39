"""``workbench latex``: what the workbench knows, derives, proves and verifies, as LaTeX."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from workbench.commands.common import HOLDS, as_data, new_command
from workbench.errors import InputError
from workbench.symbolic.letters import EXPECTATIONS, NOTATIONS


def add(commands: Any) -> None:
    latex = new_command(
        commands,
        "latex",
        "definitions, theorems with proofs, tables and verdicts as LaTeX",
        "LaTeX of whatever has a name here: letters of the theory, metrics, threshold\n"
        "choice methods, theorems and results with their proofs, derived losses, statements\n"
        "proved or refuted, claims of papers with their verdicts. Fragments need amsmath\n"
        "alone; a document compiles by itself.",
        "names:\n"
        "  Q_c L F0               a letter of the theory\n"
        "  AUC                    a metric\n"
        "  precision LL           a figure at a threshold, the log loss\n"
        '  "E(abs(s - s2), s2)"   an expression of the language\n'
        "  score_driven           a threshold choice method\n"
        '  "score(c**2)"          its derived loss, with the proof; any method so with\n'
        "                         --cost, --weight or --condition\n"
        '  "Theorem 10"           a theorem with its proof; also by its file, theorem_10\n'
        '  "Area and refinement"  a result of the workbench\'s own, with its proof\n'
        '  "BS <= MAE"            a statement, proved or refuted\n'
        "  004 004.T10            a paper, a claim, or the beginning of several claims;\n"
        '                         a paper also by its title, "Brier Curves"\n'
        "  table                  methods, losses and metrics\n"
        "  notation               both notations of means beside each other\n"
        "  errata                 what is wrong as printed in the papers, or misread\n\n"
        "examples:\n"
        '  workbench latex "Theorem 10"\n'
        '  workbench latex score_driven --cost "beta(2, 2)"\n'
        '  workbench latex "Theorem 10" --columns 2 --environment theorem --label thm\n'
        '  workbench latex "Theorem 10" --notation integrals\n'
        "  workbench latex --all --document -o workbench.tex\n"
        "\nThe letters are those of workbench/symbolic/letters.py, where they can be changed.",
    )
    latex.add_argument("names", nargs="*", metavar="NAME", help="what to write")
    latex.add_argument("--all", action="store_true", help="everything, in sections")
    latex.add_argument("--document", action="store_true", help="a document that compiles by itself")
    latex.add_argument("--cost", metavar="COST", help="the derived loss of a method for this density")
    latex.add_argument("--weight", metavar="F", help="in place of a cost: an expression in c, integrable or not")
    latex.add_argument("--condition", choices=("cost", "skew"), help="the derived loss of a method for this condition")
    latex.add_argument(
        "--columns",
        type=int,
        choices=(1, 2),
        default=1,
        help="for pages of one column (the default) or of two, with the reasons below the formulas",
    )
    latex.add_argument("--line", type=float, metavar="POINTS", help="the width of a line, if not that of article")
    latex.add_argument("--environment", metavar="NAME", help="the environment of theorems, such as theorem")
    latex.add_argument("--label", metavar="PREFIX", help="label theorems and formulas: PREFIX:theorem_10")
    latex.add_argument(
        "--notation", choices=NOTATIONS, default=EXPECTATIONS, help="how means are written (default: %(default)s)"
    )
    latex.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: standard output)")


def run(given: argparse.Namespace) -> int:
    from workbench.papers import cache, workers
    from workbench.terminal import layout
    from workbench.typesetting.document import Fragments, as_document, as_fragments, sections
    from workbench.typesetting.style import style
    from workbench.writing import checked_place, put

    if given.all == bool(given.names):
        raise InputError(f"{' '.join(given.names) or 'no name'}: names are needed, or --all, and not both")
    if given.document and (given.json or given.csv or given.toml):
        raise InputError("--document: JSON, CSV and TOML have the fragments; one of both is enough")
    wished = style(
        columns=given.columns,
        environment=given.environment,
        label=given.label,
        notation=given.notation,
        line=given.line,
        document=given.document,
    )
    path = None if given.output is None else checked_place(given.output)
    with layout.progress("writing") as advance:
        found = sections(
            given.names,
            wished,
            cost=given.cost,
            condition=given.condition,
            weight=given.weight,
            jobs=workers.available(),
            cache=cache.default_folder(),
            progress=advance,
        )
    text = as_data(given, Fragments(found))
    if text is None:
        text = as_document(found, wished) if given.document else as_fragments(found)
    if path is None:
        sys.stdout.write(text)
    else:
        put(path, text)
    return HOLDS
