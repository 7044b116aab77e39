"""What holds for every test: which are slow, and that nothing is read from the cache of an earlier run.

``seconds.json`` says what cases of tests cost, in processor seconds. Those that cost more than a tenth of one are
``slow``, but for the cheapest of a test that has no others, if that costs no more than 0.4, and those that run
``always``; and so are those that say so themselves, and of these it says what they cost however little that is.
``--draw SECONDS`` runs so many seconds of slow cases too, drawn by ``--seed``, or the day, one that was never measured
counting ten; ``--measure`` writes what the cases of this run cost.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["WORKBENCH_CACHE"] = ""
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs that tests start would each compile everything again
sys.dont_write_bytecode = False
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

SECONDS = Path(__file__).with_name("seconds.json")
QUICK, STILL_QUICK, UNKNOWN = 0.1, 0.4, 10.0
taken: dict[str, float] = {}


@pytest.fixture(scope="session")
def verified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where outcomes of `verify` are kept for the rest of this run, by all its processes."""
    folder = tmp_path_factory.getbasetemp()
    return (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "verified"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("workbench")
    group.addoption("--draw", type=float, default=0.0, metavar="SECONDS", help="run so many seconds of slow cases too")
    group.addoption("--seed", default=time.strftime("%F"), help="which slow cases are drawn; the day, if not given")
    group.addoption("--measure", action="store_true", help=f"write what the tests of this run cost to {SECONDS.name}")


def _known() -> dict[str, float]:
    found: dict[str, float] = json.loads(SECONDS.read_text("utf-8"))
    return found


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for garbage neither while tests are collected nor, later, among what was collected."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow; unmark what is drawn."""
    known = _known()
    tests: dict[str, list[pytest.Item]] = defaultdict(list)
    slow = [item for item in items if item.get_closest_marker("slow")]
    for item in items:
        if not (item.get_closest_marker("slow") or item.get_closest_marker("always")):
            tests[item.nodeid.partition("[")[0]].append(item)
    for cases in tests.values():
        cost = {item: known.get(item.nodeid, 0.0) for item in cases}
        least = min(cost.values())
        most = least if QUICK < least <= STILL_QUICK else QUICK
        slow += [item for item in cases if cost[item] > most]
    left, drawn = config.getoption("--draw"), random.Random(config.getoption("--seed"))
    for item in drawn.sample(slow, len(slow)):
        left -= known.get(item.nodeid, UNKNOWN)
        item.own_markers = [mark for mark in item.own_markers if mark.name != "slow"]
        if left < 0:
            item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note the processor seconds that a case takes, with those of processes of its own."""
    before = sum(os.times()[:4])
    try:
        return (yield)
    finally:
        item.user_properties.append(("seconds", sum(os.times()[:4]) - before))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "teardown":
        taken[report.nodeid] = sum(value for name, value in report.user_properties if name == "seconds")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name what should be measured."""
    known = _known()
    slow = [case for case, x in taken.items() if x > STILL_QUICK and case not in known]
    for case in slow:
        terminalreporter.write_line(f"{taken[case]:.1f} s, to be written to {SECONDS.name} by --measure: {case}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what was measured, beside what is known of cases that were not run."""
    if session.config.getoption("--measure") and "PYTEST_XDIST_WORKER" not in os.environ:
        known = _known()
        found = {case: round(x, 2) for case, x in {**known, **taken}.items() if x > QUICK or case in known}
        SECONDS.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", "utf-8")
