"""ROC curves of R's pROC, as they are printed: the class sizes, the area, its interval. Several may follow.

The cases are class 0, the positive one.
"""

from __future__ import annotations

import re

from workbench.reports.figures_read import FiguresRead
from workbench.reports.paper_file import Report
from workbench.reports.pasted.printout import Printout

WHERE = "roc"
_DATA = re.compile(
    r"Data: .+? in (?P<controls>\d+) controls(?: \(.+?\))? (?P<direction>[<>]) (?P<cases>\d+) cases(?: \(.+\))?\."
)
_AREA = re.compile(r"Area under the curve: (?P<area>[0-9.]+%?)")
_INTERVAL = re.compile(r"(?P<level>[0-9.]+%) CI: (?P<low>[0-9.]+)%?\s?-\s?(?P<high>[0-9.]+)%?(?: \((?P<kind>.+)\))?")
_OTHER = re.compile(r"(?P<name>[A-Z].*area under the curve.*?): (?P<value>[0-9.]+%?)", re.IGNORECASE)


def is_text(text: str) -> bool:
    """Whether the text has the class sizes of such a curve and its area."""
    return _DATA.search(text) is not None and "area under the curve" in text.lower()


def of_text(text: str) -> tuple[Report, ...]:
    """A report for each curve."""
    data = list(_DATA.finditer(text))
    ends = [*(x.start() for x in data[1:]), len(text)]
    wheres = [WHERE] if len(data) == 1 else [f"{WHERE} {i}" for i in range(1, len(data) + 1)]
    return tuple(_report(x, text[x.end() : end], where) for x, end, where in zip(data, ends, wheres, strict=True))


def _report(data: re.Match[str], text: str, where: str) -> Report:
    area, interval = _AREA.search(text), _INTERVAL.search(text)
    kind = (interval["kind"] or "") if interval else ""
    found = Printout(where, "cases", "controls", read=FiguresRead(interval=kind))
    found.told |= {"n0": int(data["cases"]), "n1": int(data["controls"])}
    if area is not None:
        sign = "%" * area["area"].endswith("%")
        beside = f" ({interval['level']} CI {interval['low']}{sign}-{interval['high']}{sign})" if interval else ""
        found.add("AUC", f"{area['area']}{beside}", "Area under the curve")
    for other in _OTHER.finditer(text):
        if area is None or other.start() != area.start():
            found.leave(other["name"], other["value"])
    return found.report()
