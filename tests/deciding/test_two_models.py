"""Documents about two score functions: what is proved, its false twins, and the documents changed in one place."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from workbench.deciding.decide import prove
from workbench.deciding.document_words import spoken
from workbench.language.grammar import StatementError
from workbench.language.statements import at_every_condition, parse_statement
from workbench.limits import Work
from workbench.recheck import Refused, recheck
from workbench.witnesses.two_models import refuted_by_two

MURPHY = "a.loss(score_driven, cost=point(t)) <= b.loss(score_driven, cost=point(t)) for all t"
ANY = "a.loss(score_driven, cost=any) <= b.loss(score_driven, cost=any)"
MURPHY_TURNED = "b.loss(score_driven, cost=point(r)) >= a.loss(score_driven, cost=point(r)) for all r"
ERRORS = "a.error(t) <= b.error(t) for all t"
RATES = "a.sensitivity(t) >= b.sensitivity(t) for all t, a.specificity(t) >= b.specificity(t) for all t"
TRUE = (
    f"{ANY} given {MURPHY}",
    "a.BS <= b.MAE given a.BS <= b.BS",
    "a.AUC <= b.AUCH given a.AUC <= b.AUC",
    "a.BS - b.BS <= 1",
    "a.RLH <= b.RLH given a.loss(optimal) <= b.loss(optimal)",
    f"a.BS <= b.BS given {MURPHY}",
    f"a.BS <= b.BS + 1/10 given {MURPHY.replace(' for', ' + 1/10 for')}",
    f"a.loss(score_driven, cost=beta(2, 2)) <= b.loss(score_driven, cost=beta(2, 2)) given {MURPHY}",
    f"a.RLH <= b.RLH given {MURPHY.replace('score_driven', 'optimal')}",
    "a.AUC - b.AUC <= a.KS + b.KS",
    "a.BS + b.BS >= (a.MAE + b.MAE)**2/2",
    "a.RLH + b.RLH <= a.MER + b.MER - a.MER**2 - b.MER**2",
    "a.loss(score(t)) <= b.loss(score(t)) given a.error(t) <= b.error(t)",
    f"a.MAE <= b.MAE given {ERRORS}",
    f"a.MAE >= b.MAE given {ERRORS.replace('<=', '>=')}",
    f"a.MMAE <= b.MMAE given {ERRORS.replace('error', 'macro_error')}",
    f"a.MAE <= b.MAE + 1/10 given {ERRORS.replace(' for', ' + 1/10 for')}",
    f"a.MAE <= b.MAE given {RATES}",
    f"a.BS <= b.BS given {RATES}",
    f"a.MBS <= b.MBS given {RATES}",
    f"a.MAE == b.MAE given {ERRORS.replace('<=', '==')}",
    "a.loss(rate_driven) <= b.loss(rate_driven) given a.AUC >= b.AUC",
    "a.BS - b.BS == a.CL - b.CL + a.RL - b.RL",
    f"a.H >= b.H given {MURPHY.replace('score_driven', 'optimal')}",
    f"a.net_benefit(1/3) >= b.net_benefit(1/3) given {MURPHY}",
    f"a.net_benefit(r) >= b.net_benefit(r) given {MURPHY}, r < 1",
    f"a.error(1/2) <= b.error(1/2) given {MURPHY}",
    f"a.BS <= b.BS given {ANY}",
    "a.loss(optimal, cost=point(1/2), condition=skew) >= (1 - b.KS)/2 given a.KS <= b.KS",
    "a.loss(optimal, condition=skew) >= (1 - b.AUCH)/2 given a.AUCH <= b.AUCH",
)
BENEFITS = "a.net_benefit(t) >= b.net_benefit(t) for all t"
AT_LEVELS = {
    f"a.error(1/2) <= b.error(1/2) given {ERRORS}": "a.error(1/2) <= b.error(1/2)",
    f"a.accuracy(t) >= b.accuracy(t) given {ERRORS}": "a.error(t) <= b.error(t)",
    f"a.net_benefit(r) >= b.net_benefit(r) given {BENEFITS}, r < 1": "r < 1, pi1*a.E1(",
    f"a.BS <= b.BS given {BENEFITS}": MURPHY,
    "a.BS <= b.BS given b.net_benefit(r) <= a.net_benefit(r) for all r": MURPHY_TURNED,
}
"""What is proved, and what its document assumes instead of what is given for all levels."""
FALSE = (
    f"a.error(1/2) < b.error(1/2) given {ERRORS}",
    f"a.error(1/2) <= b.error(1/3) given {ERRORS}",
    f"a.KS >= b.KS + 1 given {BENEFITS}",
    f"a.AUC >= b.AUC given {BENEFITS}",
    f"a.AUC >= b.AUC given {BENEFITS.replace('net_benefit', 'precision')}",
    f"a.BS <= b.BS given {BENEFITS.replace('net_benefit', 'f1')}",
    "a.loss(rate_driven) < b.loss(rate_driven) given a.AUC >= b.AUC",
    "a.BS - b.BS == a.CL - b.CL + a.RLH - b.RLH",
    "a.AUC - b.AUC <= (a.KS + b.KS)/3",
    "a.BS + b.BS >= 2/3*(a.MAE + b.MAE)**2",
    f"a.BS <= b.BS given {ERRORS}",
    f"a.MAE <= b.BS given {ERRORS}",
    f"a.MAE < b.MAE given {ERRORS}",
    f"a.MAE >= b.MAE given {RATES}",
    f"a.AUC >= b.AUC given {ERRORS}",
    f"a.BS <= b.BS given {MURPHY.replace(' for all t', '')}",
    "a.MAE <= b.MAE given a.BS <= b.BS",
    "a.AUCH <= b.AUC given a.AUC <= b.AUC",
    "a.BS - b.BS <= 1/2",
    f"a.AUC >= b.AUC given {MURPHY}",
    f"a.BS <= b.BS given {MURPHY.replace('score_driven', 'optimal')}",
    f"a.BS <= b.BS - 1/10 given {MURPHY}",
    f"a.net_benefit(1/3) > b.net_benefit(1/3) given {MURPHY}",
    f"a.BS <= b.BS given {ANY.replace('score_driven', 'optimal')}",
    "a.loss(optimal, condition=skew) <= (1 - b.AUCH)/2 given a.AUCH <= b.AUCH",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_follows_is_proved(text: str) -> None:
    found = prove(text)
    assert found.verdict == "proved"
    said = str(spoken(at_every_condition(parse_statement(text, two_models=True))))
    assert recheck(json.loads(json.dumps(found.document))) == said


@pytest.mark.parametrize("text", AT_LEVELS)
def test_what_is_given_for_all_levels_is_used_in_other_words(text: str) -> None:
    found = prove(text)
    assert found.verdict == "proved"
    claim, given = recheck(json.loads(json.dumps(found.document))).split(" given ")
    assert claim == str(found.statement).partition(" given ")[0]
    assert given.startswith(AT_LEVELS[text])


def test_net_benefits_are_losses_where_they_have_a_value() -> None:
    said = "loss(score_driven, cost=point(t)) == 2*(1 - t)*(pi1 - net_benefit(t)) given t < 1"
    assert prove(said).verdict == prove("loss(score_driven, cost=point(1)) == 0").verdict == "proved"


def test_why_no_data_set_was_tried_is_said() -> None:
    given = "a.loss(rate_fixed(t)) <= b.loss(rate_fixed(t)) for all t"
    found = prove(f"a.BS <= b.BS given {given}", 2.0)
    assert (found.verdict, found.note[:29]) == ("undecided", "no data set was tried: a.loss")


@pytest.mark.parametrize(
    "text", [f"a.MAE <= b.MAE given {ERRORS}", f"a.accuracy(1/2) >= b.accuracy(1/2) given {ERRORS}"]
)
def test_letters_of_a_proof_are_none_of_the_statement(text: str) -> None:
    found = prove(text)
    letters = set(re.findall(r"(\w+) stands for", found.note))
    assert letters
    assert letters.isdisjoint({"t"})


@pytest.mark.parametrize("text", FALSE)
def test_what_does_not_follow_is_not_proved(text: str) -> None:
    assert prove(text, 5.0).verdict == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        f"a.BS <= b.BS given {ANY.replace('<=', '<')}",
        f"a.BS <= b.BS given {ANY.replace(' <=', '**2 <=')}",
        "BS <= RLH given loss(score_driven, cost=any) <= loss(optimal, cost=any)",
    ],
)
def test_any_in_an_assumption_alone_is_used_only_where_it_is_every_law(text: str) -> None:
    found = prove(text, 3.0)
    assert found.verdict == "undecided"
    assert found.note.startswith("cost=any in an assumption alone")


@pytest.mark.parametrize(
    "text",
    [
        f"{ANY.replace('<=', '>=')} given {MURPHY}",
        f"{ANY.replace('<=', '<')} given {MURPHY}",
        f"{ANY} given {MURPHY.replace('score_driven', 'optimal')}",
        f"t*{ANY.replace('<= ', '<= t*')} given {MURPHY}",
        f"a.H >= b.H given {MURPHY}",
        f"a.error(1/3) <= b.error(1/3) given {MURPHY}",
        f"a.net_benefit(r) > b.net_benefit(r) given {BENEFITS}, r < 1",
        f"a.net_benefit(r) >= b.net_benefit(r) given {BENEFITS}",
        f"a.error(k) <= b.error(r) given {ERRORS}",
        f"a.MAE <= b.MAE given {ANY}",
    ],
)
def test_nothing_else_is_proved(text: str) -> None:
    try:
        parse_statement(text, two_models=True)
    except StatementError:
        pytest.skip("not in the language")
    assert prove(text, 3.0).verdict != "proved"


def changed(part: Any) -> Iterator[Any]:
    """A document changed in one place: a number, a sign, whose figure it is, an entry left out."""
    for key in list(part) if isinstance(part, dict) else range(len(part)):
        value = part[key]
        if isinstance(value, dict | list):
            for inner in changed(value):
                part[key] = inner
                yield part
            part[key] = value
        elif isinstance(value, str) and key not in ("why", "name", "relation"):
            for other in texts(value):
                part[key] = other
                yield part
            part[key] = value
        if isinstance(part, dict):
            del part[key]
            yield part
            part[key] = value
    if isinstance(part, list) and part:
        last = part.pop()
        yield part
        part.append(last)


def texts(text: str) -> Iterator[str]:
    for old, new in (("a.", "b."), ("b.", "a."), ("b.", ""), ("<=", ">="), ("<=", "=="), ("MAE", "BS"), ("+", "-")):
        if old in text:
            yield text.replace(old, new, 1)
    for number in re.finditer(r"\b\d\b", text):
        yield f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"


@pytest.mark.parametrize(
    ("text", "every"),
    [
        *((text, 1) for text in TRUE[:5]),
        (f"a.RLH <= b.RLH given {MURPHY.replace('score_driven', 'optimal')}", 1),
        (f"a.MAE <= b.MAE given {ERRORS}", 90),
    ],
)
def test_a_changed_document_is_refused_or_says_what_is_true(text: str, every: int) -> None:
    document, tried, accepted = prove(text).document, 0, set()
    for i, other in enumerate(changed(copy.deepcopy(document))):
        if i % every:
            continue
        tried += 1
        try:
            accepted.add(recheck(other))
        except Refused:
            continue
    assert tried > 40
    for said in accepted - {text}:
        assert refuted_by_two(parse_statement(said, two_models=True), Work.of(1)) is None, said


def test_a_document_of_the_other_needs_what_it_says_of_whom() -> None:
    document = prove("a.BS <= b.MAE given a.BS <= b.BS").document
    assert document is not None
    written = json.dumps(document)
    assert '"other": true' in written
    with pytest.raises(Refused):
        recheck(json.loads(written.replace('"other": true', '"other": false')))
    with pytest.raises(Refused):
        recheck({**document, "own": "b"})


@pytest.mark.parametrize("model", ["a", "b"])
def test_either_may_be_the_one_that_the_proof_is_about(model: str) -> None:
    other = "ab".replace(model, "")
    text = f"{model}.RLH + {model}.MER**2 <= {model}.MER + {other}.AUC"
    assert prove(text).verdict == "proved"
