"""Means of roots of the score and of shares, seen example by example."""

import copy

import pytest

from workbench.deciding.bounds import Claim
from workbench.deciding.decide import prove
from workbench.deciding.domain import Domain
from workbench.deciding.example_by_example import by_examples
from workbench.deciding.pointwise import NotDecided
from workbench.language.statements import parse_statement
from workbench.recheck import Refused, documents, recheck
from workbench.symbolic.translation import to_sympy

TRUE = (
    "E(s*(1 - s)) <= E(sqrt(s*(1 - s)))/2",
    "RLH <= E(sqrt(pav(s)*(1 - pav(s))))/2",
    "MER <= E(sqrt(pav(s)*(1 - pav(s))))",
    "MAE <= 2*E(sqrt(s*(1 - s))) given calibrated",
    "2*RL <= E(sqrt(posterior(s)*(1 - posterior(s))))",
    "E(sqrt(s*(1 - s))) <= 1/2",
    "E(sqrt(s*(1 - s))) < 51/100",
    "E1(sqrt(s*(1 - s))) >= 2*E1(s*(1 - s))",
    "(E0(sqrt(s*(1 - s))) + E1(sqrt(s*(1 - s))))/2 <= 1/2",
    "pi0*E0(sqrt(s)) + pi1*E1(sqrt(1 - s)) >= MAE",
    "E(sqrt(s) + sqrt(1 - s)) >= 1",
    "E(sqrt(s**2 + (1 - s)**2)) <= 1",
    "E(sqrt(s + 1)) <= 1 + E(s)/2",
    "RLH <= E(pav(s)**(1/3)*(1 - pav(s)))",
    "E(sqrt(s)) >= E(s)",
    "E(sqrt(s)) <= sqrt(E(s))",
    "E(sqrt(s*(1 - s))) <= sqrt(E(s)*(1 - E(s)))",
)
FALSE = (
    "E(s*(1 - s)) <= E(sqrt(s*(1 - s)))*49/100",
    "RLH <= E(sqrt(pav(s)*(1 - pav(s))))*49/100",
    "MER <= E(sqrt(pav(s)*(1 - pav(s))))*99/100",
    "MAE <= 2*E(sqrt(s*(1 - s)))",
    "BS <= E(sqrt(s*(1 - s)))/2",
    "2*RL <= E(sqrt(pav(s)*(1 - pav(s)))) - 1/1000",
    "E(sqrt(s*(1 - s))) <= 499/1000",
    "E(sqrt(s*(1 - s))) < 1/2",
    "E1(sqrt(s*(1 - s))) >= 2*E0(s*(1 - s))",
    "pi1*E0(sqrt(s)) + pi0*E1(sqrt(1 - s)) >= MAE",
    "E(sqrt(s) + sqrt(1 - s)) <= 141421/100000",
    "E(sqrt(s + 1)) >= 1 + E(s)*5/12",
    "E(sqrt(s*(1 - s))) >= sqrt(E(s)*(1 - E(s)))",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_no_example_makes_negative_is_proved(text: str) -> None:
    found = prove(text, seconds=10)
    assert found.verdict == "proved", found.note
    assert documents.recheck(found.document) == str(found.statement)


@pytest.mark.parametrize("text", FALSE)
def test_what_an_example_makes_negative_is_refuted(text: str) -> None:
    assert prove(text).verdict == "refuted"


@pytest.mark.parametrize("text", FALSE)
def test_no_proof_of_what_is_false_is_found(text: str) -> None:
    statement = parse_statement(text)
    left, right = to_sympy(statement.left), to_sympy(statement.right)
    gap = left - right if statement.relation == ">=" else right - left
    with pytest.raises(NotDecided):
        by_examples(gap, Claim(statement.relation == "<", Domain()))


def test_every_part_of_such_a_document_is_read() -> None:
    """Other scores, another number of times, another certificate: the document is refused."""
    document = prove("RLH <= E(sqrt(pav(s)*(1 - pav(s))))/2").document
    assert document is not None
    (use,) = document["steps"][-2]["by"]["uses"]
    for change in (
        lambda x: x["steps"][-2]["by"]["uses"][0].update(times="1/2"),
        lambda x: x["steps"][-2]["by"]["uses"][0].update(scores="pav(s)"),
        lambda x: x["defined"].pop(0),
        lambda x: x["defined"].pop(),
        lambda x: x["defined"][-1].update(certificate={"sum": []}),
    ):
        changed = copy.deepcopy(document)
        change(changed["steps"][-2]["by"]["uses"][0]["document"])
        with pytest.raises(Refused):
            recheck(changed)
    assert "scores" in use["document"]["steps"][-2]["by"]["uses"][0]
