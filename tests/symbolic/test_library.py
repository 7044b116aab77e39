"""What stands in ``proofs/`` and ``paper_checks/`` is found, and what cannot be is named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import workbench.proofs

from workbench.errors import InputError
from workbench.symbolic.library import shelf
from workbench.symbolic.proof import Theorem


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("x = 1/0", r"workbench\.proofs\.zz cannot be loaded: ZeroDivisionError: division by zero"),
        ("import nonesuch", r"workbench\.proofs\.zz cannot be loaded: ModuleNotFoundError: No module named 'nonesuch'"),
        ("x = ", r"workbench\.proofs\.zz cannot be loaded: SyntaxError: invalid syntax"),
        (
            "from dataclasses import replace\nfrom workbench.proofs.theorem_6 import theorem\n"
            "another = replace(theorem, says='Something else.')",
            "zz.py in proofs has another Theorem called Theorem 6",
        ),
    ],
)
def test_what_cannot_be_loaded_or_is_there_already_is_named(
    source: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "zz.py").write_text(source)
    monkeypatch.setattr(workbench.proofs, "__path__", [*workbench.proofs.__path__, str(tmp_path)])
    with pytest.raises(InputError, match=says):
        shelf("proofs", Theorem, "workbench.proofs", lambda theorem: theorem.name)
    sys.modules.pop("workbench.proofs.zz", None)
