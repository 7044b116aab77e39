"""The Python face: what `workbench` offers, methods and densities as values, and what a result can be used for."""

import copy
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from workbench.proofs import theorem_6

import workbench
from workbench import (
    Beta,
    Density,
    Point,
    RocCurve,
    Sample,
    ThresholdChoice,
    Uniform,
    check,
    compare,
    cost_curve,
    derive,
    evaluate,
    prove,
)
from workbench.errors import InputError
from workbench.language.statements import parse_cost, parse_expression, parse_method, parse_statement

VALUES = [
    ThresholdChoice("score_driven"),
    ThresholdChoice.score("c**2"),
    ThresholdChoice.rate("c").mix(Fraction(1, 3), ThresholdChoice.optimal()),
    Uniform(),
    Uniform("1/4", "3/4"),
    Beta(2, 2),
    Beta("1/2", "a"),
    Point("1/3"),
    Density("2*c"),
]


def test_every_name_is_there() -> None:
    for name in workbench.__all__:
        assert getattr(workbench, name).__name__ == name
        assert name in dir(workbench)
    with pytest.raises(AttributeError, match=r"module 'workbench' has no attribute 'nothing_like_it'$"):
        _ = workbench.nothing_like_it


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        (lambda: workbench.prove("MAE == BS"), ".verdict == 'proved'"),
        (lambda: workbench.discover("MAE <= k*BS"), ".verdict == 'proved'"),
        (lambda: workbench.discover("score_driven"), ".verdict == 'proved'"),
        (lambda: workbench.derive("score_driven"), ".proved"),
        (lambda: workbench.compare("rate_driven", "rate_uniform"), ".verdict == 'first'"),
        (lambda: workbench.check_report("n0=6 n1=6 AUC=0.79"), ".verdict == 'consistent'"),
        (lambda: workbench.check(theorem_6.theorem), ".holds"),
        (lambda: workbench.verify("004.T6"), ".ok"),
        (lambda: workbench.verify("004.T6").results[0], ".as_expected"),
        (lambda: workbench.verify("004.T6").results[0].finding, ".verdict == 'holds'"),
        (lambda: workbench.compare_models([0, 1], [0, 1], [1, 0]), ".better"),
        (lambda: workbench.delong_test([0, 1], [0, 1], [1, 0]), ".p"),
    ],
)
def test_what_says_whether_something_holds_is_no_truth_value(made: Callable[[], Any], asked: str) -> None:
    """`assert prove(...)` would pass for what is refuted."""
    found = made()
    message = re.escape(f"{type(found).__name__} is neither true nor false; ask for {asked}")
    for ask in (bool, lambda x: not x, lambda x: [x for x in [x] if x]):
        with pytest.raises(TypeError, match=message):
            ask(found)


def test_what_a_result_has_not_is_told_with_what_may_have_been_meant() -> None:
    found = evaluate([0, 1], ["0.2", "0.7"])
    with pytest.raises(
        AttributeError, match=r"'Evaluation' object has no attribute 'auc'; did you mean metrics\['AUC'\]\?$"
    ):
        _ = found.auc
    with pytest.raises(AttributeError, match=r"no attribute 'proved'; did you mean verdict\?$"):
        _ = prove("BS <= 1").proved
    with pytest.raises(AttributeError, match=r"no attribute 'nothing_like_it'$"):
        _ = found.nothing_like_it
    for name, meant in (("brier", "BS"), ("auc", "AUC"), ("roc_auc", "AUC")):
        with pytest.raises(KeyError, match=rf"'{name}'; did you mean '{meant}'"):
            _ = found.metrics[name]
    assert found.metrics.get("brier") is None
    assert pickle.loads(pickle.dumps(found)) == copy.copy(found) == found


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("score_driven", "ThresholdChoice('score_driven')"),
        ("score_fixed", "ThresholdChoice('score_fixed(1/2)')"),
        ("rate_drivn", "ThresholdChoice('rate_driven')"),
        ("optimum", "ThresholdChoice.optimal"),
        ("scor", "ThresholdChoice.score"),
    ],
)
def test_a_method_that_is_no_attribute_is_written_as_it_should_be(name: str, meant: str) -> None:
    told = f"type object 'ThresholdChoice' has no attribute '{name}'; did you mean {meant}?"
    with pytest.raises(AttributeError, match=f"^{re.escape(told)}$"):
        getattr(ThresholdChoice, name)
    with pytest.raises(AttributeError, match=r"'nothing_like_it'$"):
        _ = ThresholdChoice.nothing_like_it  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("made", "name", "meant"),
    [
        (lambda: ThresholdChoice.optimal(), "nodes", "node"),
        (lambda: Beta(2, 2), "nod", "node"),
        (lambda: Sample.of([0, 1], [1, 2]), "n_0", "n0"),
        (lambda: RocCurve.of(Sample.of([0, 1], [1, 2])), "aera", "area"),
        (lambda: cost_curve(Sample.of([0, 1], [1, 2]), "optimal"), "aera", "area"),
        (lambda: theorem_6.theorem, "prof", "proof"),
        (lambda: check(theorem_6.theorem), "hold", "holds"),
    ],
)
def test_an_attribute_that_is_misspelt_gets_its_mend(made: Callable[[], Any], name: str, meant: str) -> None:
    found = made()
    with pytest.raises(AttributeError, match=rf"has no attribute '{name}'; did you mean {meant}\?$"):
        getattr(found, name)
    assert not hasattr(found, f"_{name}")
    assert pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == found


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("BrierDisplay", "BrierCurveDisplay"),
        ("derived", "derive"),
        ("Plot_ROC", "plot_roc"),
        ("evalute", "evaluate"),
        ("RocCurveDisplay", "RocDisplay"),
    ],
)
def test_a_name_that_is_not_there_gets_its_mend(name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=rf"module 'workbench' has no attribute '{name}'; did you mean {meant}\?$"):
        getattr(workbench, name)
    assert not hasattr(workbench, f"__{name}__")


def test_methods_as_values_and_data_need_no_sympy() -> None:
    code = (
        "import sys\nfrom workbench import Beta, Sample, ThresholdChoice, evaluate\n"
        "evaluate([0, 1], [0.1, 0.9], expressions=[f'loss({ThresholdChoice.score(\"c**2\")}, cost={Beta(2, 2)})'])\n"
        "sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ThresholdChoice("score_fixed(t)"), "score_fixed(t)"),
        (ThresholdChoice(" score_fixed( .50 ) "), "score_fixed(1/2)"),
        (ThresholdChoice(parse_method("mix(0.5, score(c), rate(u))")), "mix(1/2, score(c), rate(u))"),
        (ThresholdChoice(ThresholdChoice("optimal")), "optimal"),
        (ThresholdChoice.score(0.1), "score(1/10)"),
        (ThresholdChoice.rate("min(1, c + u)"), "rate(min(1, c + u))"),
        (ThresholdChoice.optimal().mix("q", "rate_driven"), "mix(q, optimal, rate_driven)"),
        (ThresholdChoice.optimal().mix("1 - q", "rate_driven"), "mix(1 - q, optimal, rate_driven)"),
        (Uniform(), "uniform"),
        (Uniform(0, 1), "uniform"),
        (Uniform(Decimal("0.25"), 0.75), "uniform(1/4, 3/4)"),
        (Uniform(Fraction(1, 3)), "uniform(1/3, 1)"),
        (Beta(2, 3), "beta(2, 3)"),
        (Beta(np.int64(2), np.float64(0.1)), "beta(2, 1/10)"),
        (Beta("a", 1e-3), "beta(a, 1/1000)"),
        (Beta(np.float32(0.1), Decimal("2E-1")), "beta(1/10, 1/5)"),
        (Point(1), "point(1)"),
        (Point(0.1 + 0.2), "point(7500000000000001/25000000000000000)"),
        (Density("6*c*(1-c)"), "density(6*c*(1 - c))"),
        (Density(1), "density(1)"),
    ],
)
def test_a_value_is_its_text(value: str, text: str) -> None:
    assert str(value) == f"{value}" == text
    assert value == text
    assert type(value)(value) == value if isinstance(value, ThresholdChoice) else parse_cost(value) == value.node  # type: ignore[attr-defined]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_value_survives_copies_and_shows_itself(value: str) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), eval(repr(value))):
        assert again == value
        assert type(again) is type(value)
        assert hash(again) == hash(value)
    assert len({value, str(value)}) == 1
    assert value._repr_latex_().startswith("$")  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        value.name = "x"  # type: ignore[attr-defined]


def test_the_usual_symbols() -> None:
    assert ThresholdChoice("score_fixed(t)")._repr_latex_() == "$T^{sf[t]}$"
    assert ThresholdChoice.rate("c**2")._repr_latex_() == r"$T^{\rho = c^{2}}$"
    assert Beta(2, 2)._repr_latex_() == r"$c \sim \mathrm{Beta}(2, 2)$"
    assert Uniform()._repr_latex_() == "$U(c)$"
    assert repr(Beta(2, "1/2")) == "Beta(2, '1/2')"
    assert repr(ThresholdChoice.score("c")) == "ThresholdChoice('score(c)')"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: ThresholdChoice("score_drivn"), "'score_drivn': column 1: unknown .*did you mean score_driven?"),
        (lambda: ThresholdChoice("score_fixed(3/2)"), r"threshold of score_fixed is 3/2; it must lie in \[0, 1\]"),
        (lambda: ThresholdChoice(3), "^3 is no threshold choice method; 'score_driven' is$"),
        (lambda: ThresholdChoice(Beta(2, 2)), "unknown threshold choice method beta"),
        (lambda: ThresholdChoice(""), "the text is empty"),
        (lambda: ThresholdChoice.score("s**2"), r"'s\*\*2': column 1: s has a meaning inside E0"),
        (lambda: ThresholdChoice.score("c), rate(c"), "cannot stand here"),
        (lambda: ThresholdChoice.score("c\n+"), r"^'c\\n\+': column 4: the text ends too early$"),
        (lambda: ThresholdChoice.rate(None), "^None is neither a finite number nor text; 2, Fraction"),
        (lambda: ThresholdChoice.rate(True), "^True is neither a finite number nor text"),
        (lambda: ThresholdChoice.optimal().mix(1.5, "optimal"), r"the probability of mix is 3/2; it must lie in"),
        (lambda: ThresholdChoice.optimal().mix("1/2", "best"), "unknown threshold choice method best"),
        (lambda: Beta(0, 2), r"beta\(0, 2\) does not exist; both parameters must be positive"),
        (lambda: Beta(float("nan"), 2), "^nan is neither a finite number nor text"),
        (lambda: Beta(float("inf"), 2), "^inf is neither"),
        (lambda: Beta(Decimal("NaN"), 2), "^NaN is neither"),
        (lambda: Beta(2 + 1j, 2), "is neither a finite number nor text"),
        (lambda: Point("3/2"), r"the point is 3/2; it must lie in \[0, 1\]"),
        (lambda: Point("c"), "c has a meaning inside a law or a density only"),
        (lambda: Uniform("3/4", "1/4"), "is empty; the first bound must be below the second"),
        (lambda: Density("2*s"), "s has a meaning inside"),
        (lambda: derive(ThresholdChoice.optimal(), cost=Density("3*c")), "density"),
        (lambda: derive(Beta(2, 2)), "unknown threshold choice method beta"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(wrong: object, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        wrong()  # type: ignore[operator]
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


def test_a_value_stands_wherever_its_text_may() -> None:
    method, cost = ThresholdChoice.score("c"), Beta(2, 1)
    assert derive(method, cost=cost) == derive("score(c)", "beta(2, 1)")
    assert derive(method).closed_form == "BS"
    assert prove(f"loss({ThresholdChoice('score_driven')}) == BS").verdict == "proved"
    text = f"loss({ThresholdChoice.score('c**2')}, cost={cost}, condition=skew) == BS"
    assert str(parse_statement(text)) == text
    found = evaluate([0, 1, 1], ["0.2", "0.4", "0.9"], expressions=f"loss({method}) - BS")
    assert found.expressions == {f"loss({method}) - BS": 0}
    assert parse_expression(f"loss({method}, cost={cost})") == parse_expression("loss(score(c), cost=beta(2, 1))")
    assert json.loads(json.dumps({method: cost})) == {"score(c)": "beta(2, 1)"}


def test_methods_as_values_are_compared() -> None:
    found = compare(ThresholdChoice("score_driven"), ThresholdChoice("score_uniform"))
    assert (found.first, found.verdict) == ("score_driven", "first")


def test_an_evaluation_survives_pickling() -> None:
    found = evaluate([0, 1, 1], ["0.2", "0.4", "0.9"])
    assert pickle.loads(pickle.dumps(found)).to_json() == found.to_json()
    refuted = prove("MAE == BS")
    assert pickle.loads(pickle.dumps(refuted)) == refuted


@pytest.mark.parametrize("method", ["score_driven", "rate_driven", "optimal", "mix(q, score_driven, rate(c**2))"])
def test_a_derivation_survives_pickling(method: str) -> None:
    found = derive(method)
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    "statement",
    [
        "loss(score_driven) == BS",
        "BS <= MAE",
        "MAE == 2*BS given calibrated",
        "pi1 == 1/3 given pi0 == 2/3",
        "BS == loss(rate_driven) - 1/(12*n**2) given evenly_spaced",
        "BS == sqrt(MAE)",
    ],
)
def test_a_decision_survives_pickling(statement: str) -> None:
    found = prove(statement)
    again = pickle.loads(pickle.dumps(found))
    assert found.verdict == again.verdict != "undecided"
    assert again.to_json() == found.to_json()
    assert again.proof == found.proof


def test_a_result_is_read_by_a_process_that_did_not_make_it() -> None:
    found = prove("BS <= MAE"), evaluate([0, 1, 1], ["0.2", "0.4", "0.9"], expressions="sqrt(BS)")
    code = "import json, pickle, sys\nprint(json.dumps([x.to_json() for x in pickle.load(sys.stdin.buffer)]))"
    run = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(found), capture_output=True, check=True)
    assert json.loads(run.stdout) == json.loads(json.dumps([x.to_json() for x in found]))


@pytest.mark.parametrize(
    ("wrong", "kind", "message"),
    [
        (lambda: workbench.prove(3), TypeError, "3 is no statement; text such as 'BS <= MAE' is"),
        (lambda: workbench.discover(None), TypeError, "None is no question"),
        (lambda: workbench.check_report(3), TypeError, "3 is no report"),
        (lambda: check("AUC=0.79"), InputError, "there is no such file; check_report (workbench check --reported)"),
    ],
)
def test_what_is_no_text_or_no_file(wrong: Callable[[], Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=re.escape(message)):
        wrong()
