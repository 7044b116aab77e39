"""What holds for every test: nothing is read from the cache of an earlier run; which cases are slow ones."""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["WORKBENCH_CACHE"] = ""
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture(scope="session")
def verified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where outcomes of `verify` are kept for the rest of this run, by all its processes."""
    folder = tmp_path_factory.getbasetemp()
    return (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "verified"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test that is ``sparse(k)``, all but each k-th are slow."""
    counted = Counter[str]()
    for item in items:
        mark = item.get_closest_marker("sparse")
        if mark is not None:
            test = item.nodeid.partition("[")[0]
            if counted[test] % mark.args[0]:
                item.add_marker("slow")
            counted[test] += 1
