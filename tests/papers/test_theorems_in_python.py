"""A theorem in Python: short to look at, checked, verified, written as LaTeX."""

import pytest
from workbench.proofs import theorem_10

import workbench
from workbench.cli import main
from workbench.errors import InputError
from workbench.symbolic.proof import Theorem

THEOREM = theorem_10.theorem


def test_a_theorem_is_short_to_look_at():
    assert repr(THEOREM) == f"Theorem 10: {THEOREM.says}"


def test_a_theorem_is_checked():
    found = workbench.check(THEOREM)
    assert found.holds
    assert repr(found).startswith("Theorem 10 holds: its proof is accepted, and both sides agree on ")
    false = Theorem("false", "", THEOREM.left, THEOREM.right + 1, THEOREM.proof, THEOREM.given)
    assert not workbench.check(false).holds
    assert repr(workbench.check(false)).startswith("false is refused: ")
    assert workbench.verify(THEOREM).ok


def test_a_theorem_is_checked_by_its_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert workbench.check("Theorem 10") == workbench.check(THEOREM)
    assert main(["check", "Theorem 10"]) == 2
    assert capsys.readouterr().err == "workbench check: Theorem 10 is a theorem; workbench verify checks its proof\n"
    (tmp_path / "Theorem 10").write_text('[[claim]]\nsays = "BS <= MAE"\n')
    assert workbench.check("Theorem 10").results[0].verdict == "proved"
    with pytest.raises(InputError, match="Theorem 11: there is no such file"):
        workbench.check("Theorem 11")


def test_a_statement_is_for_prove(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for command in ("check", "verify"):
        assert main([command, "BS <= MAE"]) == 2
        said = capsys.readouterr().err
        assert said == f"workbench {command}: 'BS <= MAE' is a statement; workbench prove decides it\n"
    (tmp_path / "BS <= MAE").write_text('[[claim]]\nsays = "BS <= MAE"\n')
    assert workbench.check("BS <= MAE").results[0].verdict == "proved"


def test_a_theorem_is_written():
    assert workbench.latex(THEOREM) == workbench.latex("Theorem 10")
    assert workbench.latex([THEOREM, "BS0"]) == workbench.latex(["Theorem 10", "BS0"])


def test_what_is_no_theorem_is_told():
    with pytest.raises(InputError, match=r"\[1\] is nothing to check; a file of reports and claims is, or a theorem"):
        workbench.check([1])
