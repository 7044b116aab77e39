"""``workbench check``: what printed figures can mean together."""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

from workbench.commands.common import FAILS, HOLDS, UNDECIDED, WRONG_INPUT, add_limit, new_command, printed
from workbench.errors import InputError, shown
from workbench.writing import checked_place


def add(commands: Any) -> None:
    check = new_command(
        commands,
        "check",
        "what printed figures can mean together",
        "Can printed figures be true together, of the data that a paper prints or of any\n"
        "data at all? A data set, confusion matrix or folds show it when they can, a\n"
        "violated inequality when they cannot. Claims in the file are proved or refuted.",
        "the file is TOML, or what programs and papers print, told by its content:\n"
        "  classification_report of scikit-learn, its text or its dictionary as JSON,\n"
        "  of two classes or several\n"
        "  confusionMatrix of R's caret, the evaluation of Weka\n"
        "  a CSV, Markdown or LaTeX table, or columns two blanks apart, with a header of\n"
        "  figure names, a report each row,\n"
        "  or with their names in the first column, a report each other column\n"
        "The positive class is class 0: that which caret names, the first one of the others,\n"
        "or that of --positive LABEL.\n"
        "What was understood stands before the verdict.\n"
        "\nthe file, in TOML:\n"
        "  [[sample]]                  data: name, and scores and classes, or file;\n"
        '                              event = "yes" where classes are not 0 and 1\n'
        "  [[reported]]                where, sample or n0 and n1 (or n), calibrated,\n"
        "                              rounding half half-even half-up down up any,\n"
        '                              zero_division 0 1 "nan": as what figures without\n'
        "                              a value may be printed (0 if not said)\n"
        '    values = {AUC = "0.79", sensitivity = "0.8", "loss(rate_driven)" = "0.188"}\n'
        "    folds = 10                the values are means over so many folds, or over\n"
        "    folds = [[5, 5], [6, 4]]  folds of these class sizes; also repeats = 3,\n"
        "    stratified = true         and even = true: also of even sizes (scikit-learn)\n"
        "    datasets = [{n0 = 50, n1 = 50, folds = 10}, {n0 = 30, n1 = 60}]\n"
        "    level = 0.95              of printed intervals; interval: how they are made;\n"
        "                              spread: what stands after ±, sd or se\n"
        "  [[table]]                   rows that share one test set: where, n, n0, n1\n"
        '    columns = ["sensitivity", "specificity"]\n'
        '    rows = {"model A" = ["0.82", "0.71"], "model B" = ["0.79", "0.75"]}\n'
        "  [[claim]]                   where, says: a statement as in workbench prove\n\n"
        "examples:\n"
        "  workbench check paper.toml\n"
        '  workbench check --reported "n0=50 n1=50 AUC=0.79 BS=0.33"\n'
        '  workbench check "n0=50 n1=50 AUC=0.79 BS=0.33"        (the same)\n'
        '  workbench check --reported "n=100 folds=10 accuracy=0.857"\n'
        '  workbench check --reported "n0=50 n1=50 AUC=0.79" -o data.csv\n'
        "  workbench evaluate data.csv\n"
        "  workbench check models.md --one-test-set\n"
        "\nFigures may be written 86%, 0,86, 1,000 (a count), 0.79 (0.75-0.83), 0.79 [0.75; 0.83]\n"
        "or 0.79 ± 0.03, and by usual synonyms in any case: auroc, brier, recall, PPV, RMSE.\n"
        "An interval of a proportion is decided where its kind is told, interval=wilson, wald,\n"
        "exact (Clopper-Pearson) or agresti-coull, at its level (95 % where none is told), and\n"
        "one of AUC with interval=hanley-mcneil; interval=exact,hanley-mcneil tells both;\n"
        "interval=delong is decided as far as bounds say. Other intervals are listed as not\n"
        "decided, and the figure is checked. Beside means over folds sd(accuracy)=0.05, se, min\n"
        "and max are decided; spread=sd or se says what ± is.\n"
        "McNemar's p of two models is decided by the numbers of examples that one of them\n"
        "alone gets right: discordant=12,5 mcnemar_p=0.09. DeLong's p is checked by the AUC of\n"
        "both, aucs=0.80,0.90 delong_p=0.04, and class sizes. Counts stand beside proportions,\n"
        "82% (41/50), which are then that proportion. Where all proportions of a table or line\n"
        "are above 1, and two or more, they are percentages without a sign: Sens 82, spec 90.\n"
        "KS may be max(tpr - fpr) too, which max(tpr-fpr) names; event=0 or event=1 tells the\n"
        "class of AP and net_benefit(t). Figures may stand in a sentence: Sens 82%, spec 90%.\n"
        "\n-o DATA.csv writes the data set that was found, with the columns score and class.\n"
        "Of a confusion matrix the scores are 0 and 1, and at the threshold 1/2 it has these\n"
        "counts; folds have a column fold, for evaluate --folds fold. Of several classes each\n"
        "is class 0 in columns of its own, against the rest: evaluate data.csv\n"
        '--class "class cat" --score "score cat". Of several results each\n'
        "has its number in the name: data-1.csv, and each row of a table its own after it.\n"
        "Where there is no witness nothing is written, and standard error says so.\n"
        "\nExit code 0 all consistent or proved, 1 some inconsistent or refuted, 3 some\n"
        "undecided, 2 wrong input; what stands beside a wrong cell of a table is checked\n"
        "all the same. --seconds is for each search: for a data set, for the slips that\n"
        "would explain what is impossible, and for the nearest figures.",
    )
    check.add_argument(
        "file", nargs="?", metavar="FILE", help='a TOML file or a printout, "-" for standard input, or figures'
    )
    check.add_argument("--reported", metavar="FIGURES", help="figures and class sizes instead of a file, name=value")
    check.add_argument("--rounding", metavar="WAY", help="how --reported is rounded (default: half)")
    check.add_argument("-o", "--output", metavar="DATA.csv", help="also write the witness as data for evaluate")
    check.add_argument("--report", metavar="FILE", help="also write the answers as a page, .html, or as LaTeX, .tex")
    check.add_argument(
        "--one-test-set", action="store_true", help="the rows of a pasted table are of one test set, whatever its sizes"
    )
    check.add_argument("--positive", metavar="LABEL", help="the positive class of a printout of two classes")
    add_limit(check, 5.0)


def run(given: argparse.Namespace) -> int:
    from workbench.reports.check import Checked, check, check_report
    from workbench.reports.pairs import are_figures
    from workbench.terminal import layout, reports

    if given.file is not None and given.reported is None and are_figures(given.file):
        given.file, given.reported = None, given.file
    for option, text in (("FILE", given.file), ("--reported", given.reported)):
        if text is not None and not text.strip():
            raise InputError(f'{option} is empty; a file or figures are needed, such as "n0=50 n1=50 AUC=0.79"')
    if (given.file is None) == (given.reported is None):
        raise InputError("FILE or --reported is needed, and not both; workbench check --help shows how")
    if given.reported is None and given.rounding is not None:
        raise InputError(f"--rounding {shown(given.rounding)} is for --reported; in a file it is a key of [[reported]]")
    if given.one_test_set and given.file is None:
        raise InputError("--one-test-set is for a file with a table, not for --reported")
    if given.positive is not None and given.file is None:
        raise InputError("--positive is for a printout, not for --reported, whose positive class is class 0")
    if given.output is not None:
        checked_place(given.output)
    if given.report is not None:
        from workbench.pages.review import review_place, write_review

        review_place(given.report)
    _refuse_one_file(given)
    if given.file is None:
        rounding = "half" if given.rounding is None else given.rounding
        with layout.progress("checking") as advance:
            found = Checked("", (check_report(given.reported, rounding, given.seconds, advance),))
    else:
        with layout.progress("checking") as advance:
            found = check(given.file, advance, given.seconds, given.one_test_set, given.positive)
        if not isinstance(found, Checked):
            raise InputError(f"{given.file} is a theorem; workbench verify checks its proof")
    if given.output is not None:
        from workbench.reports.witness_file import write_witnesses

        for said in write_witnesses(found, given.output):
            print(f"workbench check: {said}", file=sys.stderr)
    if given.report is not None:
        write_review(found, given.report)
    if not printed(given, found):
        reports.show_check(found)
        if given.report is not None:
            print(f"{given.report} is written")
    for wrong in found.wrong:
        print(f"workbench check: {wrong}", file=sys.stderr)
    if found.wrong:
        return WRONG_INPUT
    verdicts = set(found.counts)
    if verdicts & {"inconsistent", "refuted"}:
        return FAILS
    return UNDECIDED if "undecided" in verdicts else HOLDS


def _refuse_one_file(given: argparse.Namespace) -> None:
    """No file is written twice, nor over the one that is read."""
    named = {"FILE": given.file, "--output": given.output, "--report": given.report}
    places = [(option, Path(name).resolve()) for option, name in named.items() if name not in (None, "-")]
    for (first, place), (second, other) in combinations(places, 2):
        numbered = first == "--output" and other.name.startswith(f"{place.stem}-") and other.suffix == place.suffix
        if place == other or (numbered and place.parent == other.parent):
            raise InputError(f"{second} {shown(named[second])} would be written over {first} {shown(named[first])}")
