"""``epi.tests`` of R's epiR, as it is printed: the counts of a test, and its point estimates with their intervals.

Who has the outcome is class 0, the positive one. Intervals of proportions are those that the line below names,
``* Exact CIs``; without it they are not decided.
"""

from __future__ import annotations

import re
from fractions import Fraction

from workbench.errors import InputError
from workbench.feasible.matrix_metrics import Matrix
from workbench.reports.figures_read import FiguresRead
from workbench.reports.paper_file import Report
from workbench.reports.pasted.printout import Printout, both_present

WHERE = "epi.tests"
_TITLE = re.compile(r"Point estimates and (?P<level>[0-9.]+)\s*% CIs")
_COUNTS = re.compile(r"(?P<name>Test \+|Test -|Total)\s+(?P<counts>\d+(?:\s+\d+)*)")
_ESTIMATE = re.compile(r"(?P<name>[A-Z].*?)\s*(?P<mark>\*?)\s{2,}(?P<value>\S.*)")
_KIND = re.compile(r"\*\s*(?P<kind>.+?)\s+CIs?", re.IGNORECASE)
_FIGURES = {
    **{"True prevalence": "prevalence", "Sensitivity": "sensitivity", "Specificity": "specificity"},
    **{"Positive predictive value": "precision", "Negative predictive value": "npv"},
    **{"Positive likelihood ratio": "lr+", "Negative likelihood ratio": "lr-"},
    **{"False T+ proportion for true D-": "fpr", "False T- proportion for true D+": "fnr"},
    **{"False T+ proportion for T+": "fdr", "False T- proportion for T-": "for"},
    **{"Correctly classified proportion": "accuracy", "Diagnostic accuracy": "accuracy"},
    **{"Diagnostic odds ratio": "dor", "Youden's index": "informedness"},
}


def is_text(text: str) -> bool:
    """Whether the text has the counts and the title of such a print."""
    return _TITLE.search(text) is not None and "Test +" in text


def of_text(text: str) -> tuple[Report]:
    """The report of the printout."""
    lines = [line.strip() for line in text.splitlines()]
    title, kind = _TITLE.search(text), next((x for line in lines if (x := _KIND.fullmatch(line))), None)
    assert title is not None
    read = FiguresRead(level=f"{title['level']}%", interval=kind["kind"] if kind else "")
    found = Printout(WHERE, "Outcome +", "Outcome -", read=read)
    rows = {row["name"]: row["counts"].split() for line in lines if (row := _COUNTS.fullmatch(line))}
    if any(len(rows.get(name, ())) not in (2, 3) for name in ("Test +", "Test -")):
        raise InputError(f"{WHERE}: the rows Test + and Test - must have two counts each and their sum")
    (tp, fp, *_), (fn, tn, *_) = rows["Test +"], rows["Test -"]
    found.add_counts({"tp": tp, "fn": fn, "fp": fp, "tn": tn})
    matrix = Matrix(int(tp), int(fn), int(fp), int(tn))
    both_present({"Outcome +": matrix.n0, "Outcome -": matrix.n1}, WHERE)
    sums = {"Test +": [matrix.tp + matrix.fp], "Test -": [matrix.fn + matrix.tn], "Total": [matrix.n0, matrix.n1]}
    sums["Total"].append(sum(matrix))
    for name, counts in rows.items():
        for text_of, total in zip(counts[-len(sums[name]) :], sums[name], strict=False):
            found.state(f"{name}: total", text_of, Fraction(total))
    for line in lines[next(i for i, line in enumerate(lines) if _TITLE.search(line)) + 1 :]:
        if (row := _ESTIMATE.fullmatch(line)) is None:
            continue
        name, value = row["name"], row["value"]
        if name in _FIGURES:
            found.add(_FIGURES[name], value, name)
        elif name == "Apparent prevalence":
            point, _, beside = value.partition(" ")
            found.state(name, point, Fraction(matrix.tp + matrix.fp, sum(matrix)))
            found.leave(name, beside, "an interval of it is not decided; the figure itself is checked")
        else:
            found.leave(name, value)
    return (found.report(),)
