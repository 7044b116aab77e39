"""A theorem in Python: short to look at, checked, verified, written as LaTeX."""

import pytest
from workbench.proofs import theorem_10

import workbench
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


def test_a_theorem_is_written():
    assert workbench.latex(THEOREM) == workbench.latex("Theorem 10")
    assert workbench.latex([THEOREM, "BS0"]) == workbench.latex(["Theorem 10", "BS0"])


def test_what_is_no_theorem_is_told():
    with pytest.raises(InputError, match=r"\[1\] is nothing to check; a file of reports and claims is, or a theorem"):
        workbench.check([1])
