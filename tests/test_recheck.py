"""Tests of the reader of proof documents: what must be refused."""

from __future__ import annotations

import pytest

import tests.false_values  # noqa: F401
from tests.false_documents import FALSE
from workbench.recheck import Refused, recheck


@pytest.mark.parametrize("name", FALSE)
def test_false_theorems_are_refused(name: str) -> None:
    document, why = FALSE[name]
    try:
        said = recheck(document)
    except Refused:
        return
    pytest.fail(f"accepted {said[:100]}: {why}")
