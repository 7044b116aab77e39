"""The answers of a check to be kept with a review: a page, or a document of LaTeX."""

from __future__ import annotations

from pathlib import Path

from workbench.errors import InputError, shown
from workbench.reports.check import Checked
from workbench.reports.reported import CheckResult
from workbench.writing import checked_place, put


def review_place(name: str) -> Path:
    """The file that a review is to be written to. `InputError` where its name ends in neither .html nor .tex.

    >>> review_place("review.pdf")
    Traceback (most recent call last):
    workbench.errors.InputError: 'review.pdf' ends neither in .html nor in .tex
    """
    if not name.endswith((".html", ".tex")):
        raise InputError(f"{shown(name)} ends neither in .html nor in .tex")
    return checked_place(name)


def write_review(found: Checked | CheckResult, file: str | Path) -> None:
    """Write what `check` or `check_report` found as a page, ``.html``, or as a document of LaTeX, ``.tex``.

    Both have each verdict with its reason, what was understood, the witness, and what was not checked. The page loads
    nothing, and the document compiles by itself. `workbench.errors.InputError` where the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from workbench import check_report
    >>> with TemporaryDirectory() as folder:
    ...     page = Path(folder, "review.html")
    ...     write_review(check_report("n0=50 n1=50 sensitivity=0.8571"), page)
    ...     "sensitivity 0.8571" in page.read_text("utf-8")
    True
    """
    if not isinstance(found, Checked | CheckResult):
        raise InputError(f"{shown(found)} is nothing to write; what check or check_report found is")
    place = review_place(str(file))
    every = Checked("", (found,)) if isinstance(found, CheckResult) else found
    if str(file).endswith(".html"):
        from workbench.pages.review import review_page

        put(place, review_page(every))
    else:
        from workbench.typesetting.review import review_document

        put(place, review_document(every))
