"""What holds for every test: nothing is read from the cache of an earlier run."""

import os
from pathlib import Path

import pytest

os.environ["WORKBENCH_CACHE"] = ""


@pytest.fixture(scope="session")
def verified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where outcomes of `verify` are kept for the rest of this run, by all its processes."""
    folder = tmp_path_factory.getbasetemp()
    return (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "verified"
