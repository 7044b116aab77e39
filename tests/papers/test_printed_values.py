"""Every printed number of every paper, changed by one unit in its last place, must turn the verdict of its claim.

Printed numbers are the fields of checks that are annotated as `claims.Figures`, wherever they stand in them. What a
changed figure may still be is worked out here once more, by rounding and by brute force.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import singledispatch
from math import floor
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pytest

from workbench.errors import InputError
from workbench.papers.claims import PRINTED, Finding, NotCheckable, Paper, Possible, SameFigure, Value
from workbench.papers.general_claims import Formula, Statement
from workbench.papers.selection import claims
from workbench.witnesses import numeric_trials

ROOT = Path(__file__).parents[2]
NUMERAL = re.compile(r"\d+(?:\.\d+)?")
GOOD = ("holds", "consistent")
BY_A_FUNCTION = {
    "000.comb.4",
    "000.comb.4.corrected",
    "002.thr.3",
    "002.thr.3.corrected",
    "004.t2.1.A.share",
    "004.t2.1.B.share",
}
EVERY = {name: claim for name, (_, claim) in claims().items()}


def places(kind: Any, value: Any) -> Iterator[tuple[Any, ...]]:
    """Where printed text stands in a value of this type: names of fields and indices."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if PRINTED in inner[1:]:
            yield ()
    elif is_dataclass(value):
        hints = get_type_hints(type(value), include_extras=True)
        for field in fields(value):
            for place in places(hints[field.name], getattr(value, field.name)):
                yield (field.name, *place)
    elif origin is tuple:
        kinds = [inner[0]] * len(value) if inner[1:] == (...,) else inner
        for i, (one, x) in enumerate(zip(kinds, value, strict=True)):
            for place in places(one, x):
                yield (i, *place)
    elif origin in (Union, UnionType) and value is not None:
        for one in inner:
            yield from places(one, value)


def at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key] if isinstance(key, int) else getattr(value, key)
    return value


def changed(value: Any, place: tuple[Any, ...], new: str) -> Any:
    if not place:
        return new
    key, *rest = place
    inside = changed(at(value, (key,)), tuple(rest), new)
    if isinstance(key, int):
        return (*value[:key], inside, *value[key + 1 :])
    return replace(value, **{key: inside})


def neighbours(text: str) -> Iterator[str]:
    """The text with one of its numbers one unit in the last place less or more."""
    for found in NUMERAL.finditer(text):
        digits = len(found[0].partition(".")[2])
        for step in (-1, 1):
            units = int(found[0].replace(".", "")) + step
            shown = f"{abs(units):0{digits + 1}d}"
            shown = f"{shown[: len(shown) - digits]}.{shown[len(shown) - digits :]}" if digits else shown
            yield f"{text[: found.start()]}{'-' * (units < 0)}{shown}{text[found.end() :]}"


def figures(check: Any) -> list[tuple[tuple[Any, ...], str]]:
    return [(place, at(check, place)) for place in places(type(check), check)]


WITH_FIGURES = {name: claim for name, claim in EVERY.items() if figures(claim.check)}


def roundings(value: Fraction, digits: int) -> set[Fraction]:
    """What a value is printed as, a half rounded up or to the even digit."""
    units = value * 10**digits
    return {Fraction(floor(units + Fraction(1, 2)), 10**digits), Fraction(round(units), 10**digits)}


def prints_as(figure: dict[str, Any]) -> bool:
    """Whether the value that the exact engine has can be printed so."""
    digits, text = len(figure["printed"].partition(".")[2]), Fraction(figure["printed"])
    if figure["exact"] is not None:
        return text in roundings(Fraction(figure["exact"]), digits)
    value, error = Fraction(figure["value"]), Fraction(figure["error"])
    low, high = roundings(value - error, digits), roundings(value + error, digits)
    assert low == high, f"the ball is too wide to say: {figure}"
    return text in low


@singledispatch
def true_verdict(check: Any, found: Finding, before: str) -> str | None:
    """The verdict that a changed check must have; None where it must not be the one it had ``before``."""
    return None if before in GOOD else found.verdict


@true_verdict.register
def _(check: Value, found: Finding, before: str) -> str:
    return "holds" if prints_as(found.numeric) else "fails"


@true_verdict.register
def _(check: Possible, found: Finding, before: str) -> str:
    return "consistent" if all(map(prints_as, found.numeric["figures"])) else "undecided"


@true_verdict.register
def _(check: SameFigure, found: Finding, before: str) -> str:
    """Try every value with one digit more than printed: among them are the ends of both intervals."""
    digits = [len(text.partition(".")[2]) for text in (check.first, check.second)]
    scale = 10 ** (max(digits) + 1)
    near = floor(Fraction(check.first) * scale)
    for units in range(near - scale // 10 ** min(digits), near + scale // 10 ** min(digits) + 1):
        value = Fraction(units, scale)
        texts = zip((check.first, check.second), digits, strict=True)
        if all(Fraction(text) in roundings(value, places) for text, places in texts):
            return "consistent"
    return "inconsistent"


@pytest.mark.parametrize("name", WITH_FIGURES)
def test_a_printed_number_off_by_one_turns_the_verdict(name: str) -> None:
    check = EVERY[name].check
    before = check.run()
    assert before.verdict == EVERY[name].expected
    assert true_verdict(check, before, before.verdict) in (before.verdict, None)
    tried = 0
    for place, text in figures(check):
        for other in neighbours(text):
            mutant = changed(check, place, other)
            found = mutant.run()
            wanted = true_verdict(mutant, found, before.verdict)
            tried += 1
            if wanted is None:
                assert found.verdict not in GOOD, f"{text} as {other}"
            else:
                assert found.verdict == wanted, f"{text} as {other}"
            if found.verdict == before.verdict and before.verdict in GOOD and isinstance(check, Value):
                assert "half" in found.note, f"{text} as {other}"
    assert tried == 2 * sum(len(NUMERAL.findall(text)) for _, text in figures(check)) > 0


def test_most_changes_turn_a_verdict() -> None:
    """Only what is printed of a half, or of two figures that overlap, stands."""
    verdicts = [
        changed(claim.check, place, other).run().verdict
        for claim in WITH_FIGURES.values()
        if claim.expected in GOOD
        for place, text in figures(claim.check)
        for other in neighbours(text)
    ]
    assert sum(verdict in GOOD for verdict in verdicts) < len(verdicts) / 20
    assert len(verdicts) > 2 * len(WITH_FIGURES)


def test_no_printed_number_is_passed_over() -> None:
    """A claim that tells numbers has figures, is said in symbols, or is known to be left to a function."""
    left = {
        name
        for name, claim in EVERY.items()
        if name not in WITH_FIGURES
        and not isinstance(claim.check, Statement | Formula | NotCheckable)
        and (claim.kind == "value" or re.search(r"\d\.\d|\d+\.\.\d|\d \d", claim.says))
    }
    assert left <= BY_A_FUNCTION, "annotate the printed numbers of the check as Figures"
    said = sum(len(re.findall(r"\d\.\d", claim.says)) for claim in WITH_FIGURES.values())
    held = sum(len(NUMERAL.findall(text)) for claim in WITH_FIGURES.values() for _, text in figures(claim.check))
    assert held >= said


def test_the_walk_finds_what_is_nested() -> None:
    (pairs,) = [claim.check for name, claim in EVERY.items() if name == "004.t1.1.A"]
    assert figures(pairs) == [(("reported", 0, 1), "0.79"), (("reported", 1, 1), "0.33")]
    assert changed(pairs, ("reported", 1, 1), "0.34").reported == (("AUC", "0.79"), ("BS", "0.34"))
    assert list(neighbours("5 0.60")) == ["4 0.60", "6 0.60", "5 0.59", "5 0.61"]
    assert list(neighbours("0")) == ["-1", "1"]
    assert list(neighbours("0.09 1.00")) == ["0.08 1.00", "0.10 1.00", "0.09 0.99", "0.09 1.01"]


EQUATIONS = {
    name: claim.check
    for name, claim in EVERY.items()
    if isinstance(claim.check, Statement) and claim.expected == "holds" and claim.check.parsed.relation == "=="
}


IN_A_SENTENCE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")


@pytest.mark.parametrize("name", EQUATIONS)
def test_a_changed_number_in_an_equation_is_refuted(name: str) -> None:
    """By a sample or model, or since there is no such law."""
    check = EQUATIONS[name]
    for found in IN_A_SENTENCE.finditer(check.text.partition(" given ")[0]):
        for step in (-1, 1):
            number = f"({found[0]} {step:+d})".replace(" ", "") if "." in found[0] else f"({int(found[0]) + step})"
            text = f"{check.text[: found.start()]}{number}{check.text[found.end() :]}"
            try:
                mutant = Statement(text, data=check.data)
                refuted = (
                    mutant.run().verdict == "fails" if check.data else numeric_trials.try_out(mutant.parsed).witness
                )
            except InputError as reason:
                refuted = re.search("must lie in|does not exist|is empty", str(reason))
            assert refuted, text


# --- the source itself, one numeral changed -----------------------------------------------------------


def paper_of(module: str, old: str, new: str, folder: Path) -> Paper:
    """The paper that changed sources make."""
    changed = shutil.copytree(ROOT / "paper_checks" / module, folder / "changed_paper")
    texts = {path: path.read_text(encoding="utf-8") for path in changed.glob("*.py")}
    assert any(old in text for text in texts.values())
    for path, text in texts.items():
        path.write_text(text.replace(old, new), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(
        changed.name, changed / "__init__.py", submodule_search_locations=[str(changed)]
    )
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    try:
        spec.loader.exec_module(made)
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == spec.name]:
            del sys.modules[name]
    return next(x for x in vars(made).values() if isinstance(x, Paper))


SOURCES = [
    ("brier_curves", "4..5 7..10 7..10 4..5", "4..5 7..10 7..10 4..6", "000.tab.1.A"),
    ("brier_curves", '"0.65 0.90 0.88', '"0.66 0.90 0.88', "000.tab.5"),
    ("brier_curves", '"0.667 0.750 0.244"', '"0.667 0.750 0.243"', "000.tab.2.BS"),
    ("brier_curves", '("0.55", "2/3")', '("0.56", "2/3")', "000.comb.4.corrected"),
    ("brier_curves", '("0.55", "2/3")', '("0.55", "3/3")', "000.comb.4.corrected"),
    ("threshold_choice_methods", '("rate-driven", "A"): "0.188"', '("rate-driven", "A"): "0.189"', "004.t2.1.A"),
    ("threshold_choice_methods", '("rate-driven", "A"): "0.188"', '("rate-driven", "A"): "0.232"', "004.s1.4"),
    ("threshold_choice_methods", '(1 - 2*AUC) + 1/3"', '(1 - 2*AUC) + 1/4"', "004.T10"),
]


@pytest.mark.parametrize(("module", "old", "new", "name"), SOURCES, ids=lambda x: str(x)[:24])
def test_a_changed_numeral_in_the_source_turns_its_claim(
    module: str, old: str, new: str, name: str, tmp_path: Path
) -> None:
    paper = paper_of(module, old, new, tmp_path)
    (check,) = [claim.check for claim in paper.claims if claim.id == name]
    assert EVERY[name].check.run().verdict in GOOD
    assert check.run().verdict not in GOOD
