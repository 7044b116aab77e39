"""What other packages offer by their entry points is known to every command."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.added import ADDED, HEADS, ROOT, answers, offer, packaged, python, sources, wrong
from workbench import installed

DATA = ROOT / "paper_checks" / "data" / "credit_a_pruned_test.csv"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package as the documentation has it, installed in a folder of its own."""
    packaged(tmp_path)
    return tmp_path


def workbench(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return python(folder, "-m", "workbench", *arguments)


@pytest.mark.slow
def test_the_package_of_the_documentation_is_installed_by_pip(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    (source / "pyproject.toml").write_text(sources(source), "utf-8")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--target", str(target)]
    pip = [sys.executable, "-m", "pip", "install", *options, str(source)]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if "Cannot import 'setuptools.build_meta'" in done.stderr:
        pytest.skip("no setuptools to build with")
    assert done.returncode == 0, done.stderr
    test_what_a_package_offers_is_known(target)


def test_what_a_package_offers_is_known(package: Path) -> None:
    said = {
        ("derive", "score_reflected"): "score_reflected",
        ("prove", "GINIH == 2*AUCH - 1"): "proved",
        ("prove", "loss(score_reflected) == 2*MAE - BS"): "proved",
        ("evaluate", str(DATA)): "GINIH",
        ("latex", "score_reflected"): "T^{sr}",
    }
    for arguments, expected in said.items():
        done = workbench(package, *arguments)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert expected in done.stdout
    done = workbench(package, "verify", "Reflected thresholds", "005", "--json")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    found = json.loads(done.stdout)
    assert [(theorem["name"], theorem["verdict"]) for theorem in found["theorems"]] == [
        ("Reflected thresholds", "holds")
    ]
    assert [claim["verdict"] for claim in found["claims"]] == ["holds", "holds"]


LEFT_OUT = {
    "m1 = my_package.nowhere": "cannot be loaded: ModuleNotFoundError",
    "m2 = my_package.broken": "cannot be loaded: ZeroDivisionError",
    "m3 = my_package.taken": "there is a Metric called AUC already",
    "m4 = my_package.short": "ss is no name of a Metric",
    "m5 = my_package.word": "F1 is a word of the statement language",
}


@pytest.mark.parametrize(
    "written", [list(LEFT_OUT), *(pytest.param([one], marks=pytest.mark.slow) for one in LEFT_OUT)], ids=", ".join
)
def test_what_cannot_be_taken_is_left_out_with_a_warning(tmp_path: Path, written: list[str]) -> None:
    (tmp_path / "my_package").mkdir()
    before, other = f"{HEADS['metrics']}{ADDED[-1]}".split("GINIH = ")
    texts = {"__init__": "", "broken": "1/0", "taken": f"{before}AUC = {other}"}
    texts["short"] = f"{before}ss = {other}"
    texts["word"] = f"{before}F1 = {other}"
    for name, text in texts.items():
        (tmp_path / "my_package" / f"{name}.py").write_text(text, "utf-8")
    offer(tmp_path, "\n".join(["[workbench.metrics]", *written, ""]))
    done = workbench(tmp_path, "prove", "AUC <= AUCH")
    assert (done.returncode, done.stdout[:6]) == (0, "proved")
    assert len(done.stderr.splitlines()) == len(written)
    for one in written:
        assert sum(LEFT_OUT[one] in line for line in done.stderr.splitlines()) == 1


@pytest.mark.parametrize("module", ["alone", "nowhere"])
def test_what_is_kept_of_a_verification_knows_modules_in_no_package_and_none(tmp_path: Path, module: str) -> None:
    (tmp_path / "alone.py").write_text(f"{HEADS['metrics']}{ADDED[-1]}", "utf-8")
    offer(tmp_path, f"[workbench.metrics]\nm = {module}\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "WORKBENCH_CACHE": str(tmp_path / "kept")}
    command = [sys.executable, "-m", "workbench", "verify", "004.T6"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_nothing_is_looked_up_where_nobody_offers_anything() -> None:
    assert [installed.points(group) for group in installed.GROUPS] == [()] * 4
    code = "import sys, workbench.methods, workbench.metrics; print('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_one_module_may_offer_several_kinds(tmp_path: Path) -> None:
    heads = "".join(HEADS[kind] for kind in ("metrics", "methods"))
    method = 'twice = ThresholdChoiceMethod(title="twice", law="score(c**2)", latex="T^{2}", source="a trial")\n'
    theorem = ADDED[1].replace("from . import", "from workbench.proofs import")  # which imports what reads catalogues
    (tmp_path / "alone.py").write_text(f"{heads}{theorem}{ADDED[-1]}{method}", "utf-8")
    offer(tmp_path, "".join(f"[workbench.{kind}]\nm = alone\n" for kind in ("metrics", "methods", "proofs")))
    done = workbench(tmp_path, "prove", "loss(twice) >= loss(optimal)")
    assert (done.stdout[:6], done.stderr) == ("proved", "")
    assert workbench(tmp_path, "prove", "GINIH == 2*AUCH - 1").stdout[:6] == "proved"


OTHERS = r"""
RMSE = Metric(
    title="root of the Brier score",
    definition="sqrt(BS)",
    latex=r"\sqrt{\mathrm{BS}}",
    reference="a trial",
    needs_probabilities=True,
)
ODD = Metric(
    title="odd range",
    definition="5*AUC - 2",
    latex=r"5\,\mathrm{AUC} - 2",
    reference="a trial",
    ends=(Fraction(-2), Fraction(3)),
)
QUOT = Metric(
    title="quotient",
    definition="AUC/MAE",
    latex=r"\mathrm{AUC}/\mathrm{MAE}",
    reference="a trial",
    needs_probabilities=True,
    ends=(Fraction(0), Fraction(10**6)),
)
MCC = Metric(
    title="called like a figure of check",
    definition="2*AUCH - 1",
    latex=r"M",
    reference="a trial",
    synonyms=("auc", "recall"),
)
OWN = Metric(
    title="an exact value alone",
    latex=r"\mathrm{OWN}",
    exact=lambda sample: Fraction(sample.n0, sample.n),
    reference="a trial",
)
SQUARES = Metric(
    title="an exact value that is a fraction of flint",
    latex=r"\mathrm{SQ}",
    definition="BS",
    exact=lambda sample: sum(sample.error_sums(2)) / sample.n,
    reference="a trial",
    needs_probabilities=True,
)
"""
LAWS = """
noisy = ThresholdChoiceMethod(title="noisy", law="score((c + u)/2)", latex="T^{n}", source="a trial")
squared = ThresholdChoiceMethod(title="squared", law="rate(c**2)", latex="T^{q}", source="a trial")
twice = ThresholdChoiceMethod(title="twice", law="mix(1/2, score_driven, optimal)", latex="T^{m}", source="a trial")
between = ThresholdChoiceMethod(
    title="between", law="score(t + (1 - t)*u)", latex="T^{b}[t]", source="a trial", parameters=("t",), shown=("1/3",)
)
alias = ThresholdChoiceMethod(title="alias", law="score_driven", latex="T^{l}", source="a trial")
ends = ThresholdChoiceMethod(
    title="of an interval", law="score(upper - (upper - lower)*u)", latex="T^{e}", source="a trial",
    parameters=("lower", "upper"), shown=("0", "1/2"), of_interval=True,
)
last = ThresholdChoiceMethod(
    title="its last parameter by default", law="score(a + (b - a)*u**2)", latex="T^{d}", source="a trial",
    parameters=("a", "b"), defaults=("1",), shown=("1/2",),
)
"""
EVERY = {
    "evaluate DATA --resamples 40": (0, "RMSE QUOT OWN SQUARES noisy squared score_reflected"),
    "evaluate PERFECT --json": (0, "RMSE OWN noisy"),
    'evaluate --model "beta(1, 2), beta(2, 1), pi0 = 1/3" --digits 5': (0, "RMSE 0.40825 GINIH between(1/3)  10/27"),
    'check --reported "n0=50 n1=50 AUC=0.79 ODD=0.3"': (1, "inconsistent"),
    'check --reported "n0=50 n1=50 AUC=0.79 ODD=1.95"': (0, "consistent"),
    'check --reported "n0=5 n1=5 RMSE=0.5"': (0, "consistent"),
    'check --reported "n0=50 n1=50 AUC=0.79 MCC=0.3"': (3, "if MCC is the metric from mine = "),
    'check --reported "n0=50 n1=50 auc=0.79 recall=0.3"': (0, "sensitivity"),
    'prove "RMSE**2 == BS"': (0, "proved"),
    'prove "loss(twice) == (BS + RLH)/2"': (0, "proved"),
    'prove "loss(alias) == BS"': (0, "proved"),
    'prove "RMSE == BS"': (1, "refuted"),
    'prove "SQUARES == BS"': (0, "proved"),
    'prove "AUC >= 3/5 given ODD >= 1"': (0, "proved"),
    'prove "QUOT >= 1"': (1, "refuted"),
    'prove "loss(ends(1/4, 3/4)) == loss(score_uniform(1/4, 3/4))"': (0, "proved"),
    'prove "loss(last(1/3)) == loss(last(1/3, 1))"': (0, "proved"),
    "evaluate DATA --evaluate loss(ends(0,1/2))": (0, "loss(ends(0, 1/2))"),
    'prove "loss(squared) >= loss(optimal)"': (0, "proved"),
    "derive noisy": (0, "noisy"),
    "derive squared --proof PROOF": (0, "squared"),
    "recheck PROOF": (0, "accepted"),
    "compare squared optimal": (0, "optimal"),
    "discover score_reflected": (0, "2*MAE - BS"),
    "plot DATA --curve cost --method squared -o PICTURE": (0, ""),
    "plot DATA --curve cost --method noisy -o PICTURE": (0, ""),
    "plot DATA --curve cost --method twice --method alias -o PICTURE": (0, "alias"),
    'check --reported "n0=5 n1=5 loss(twice)=0.1"': (0, "consistent"),
    "latex RMSE": (0, "mathrm{BS}"),
    "latex noisy": (0, "T^{n}"),
}


def test_every_command_knows_what_a_package_offers(package: Path) -> None:
    for name, text in (("metrics", OTHERS), ("methods", LAWS)):
        path = package / "my_package" / f"{name}.py"
        path.write_text(path.read_text("utf-8") + text, "utf-8")
    (package / "perfect.csv").write_text("score,class\n0,0\n1,1\n0,0\n1,1\n", "utf-8")
    places = {
        "DATA": DATA,
        "PERFECT": package / "perfect.csv",
        "PROOF": package / "p.json",
        "PICTURE": package / "p.svg",
    }
    assert not wrong(EVERY, answers(package, EVERY, places))


WRONG = {
    "metrics": [
        ('definition="AUC +"', "the definition of the metric BAD, AUC +: column 6"),
        ('definition="BAD + 1"', "the definition of the metric BAD leads back to BAD"),
        ("reference='none'", "cannot be loaded: the metric 'bad' has neither a definition nor"),
        ('definition="2*AUC - q"', "the definition of the metric BAD, 2*AUC - q: q is a parameter"),
        ('definition="AUC", ends="[3, -2]"', "the ends of the metric 'bad': '[3, -2]' is not two rising ends"),
        ('definition="AUC", ends=(3, -2)', "the ends of the metric 'bad': (3, -2) is not two rising ends"),
        ('definition="AUC", synonyms="lift"', "synonyms of the metric 'bad' is 'lift', not a tuple of texts"),
        ('definition="AUC", balanced="NIX"', "the metric 'bad' is balanced as NIX, and there is no such metric"),
        ("definition=3", "definition of the metric 'bad' is 3, not text or None"),
        ("exact='AUC'", "exact of the metric 'bad' is 'AUC', not a function"),
        ("exact=lambda sample: None", "the exact value of the metric BAD is None, which is no Fraction"),
        ("exact=lambda sample: 0.5", "the exact value of the metric BAD is 0.5, which is no Fraction"),
        ("exact=lambda sample: sample.nix", "the exact value of the metric BAD ends with AttributeError"),
        ("exact=lambda sample: Fraction(3)", "the metric BAD has the value 3, which is beyond its ends [0, 1],"),
        (
            'definition="AUC", exact=lambda sample: Fraction(1, 3)',
            "the metric BAD has the exact value 1/3 and by its definition 1 on the scores and classes 1/5:0 3/5:1",
        ),
    ],
    "methods": [
        (
            'law="score(a)", parameters=("a",), shown=("1/2",), of_interval=True',
            "parameters and defaults of the method 'bad' are 1 and 0 texts; an interval has two ends",
        ),
        ('law="score("', "the law of the method bad_one, score(: column 7"),
        (
            'law="mix(1/2, bad_one, optimal)"',
            "the law of the method bad_one, mix(1/2, bad_one, optimal), leads back to bad_one",
        ),
        ('law="score(q*c)"', "the law of the method bad_one, score(q*c): q is no parameter of it"),
        ('law="score(q*c)", parameters=("q",)', "the method 'bad' is shown with 0 arguments; it takes 1"),
        (
            'law="score(beta(2, 3))"',
            "the law of the method bad_one, score(beta(2, 3)): column 7: unknown function beta",
        ),
        ("law=None", "law of the method 'bad' is None, not text"),
        ('law="score(c)", parameters=("c",), shown=("1/2",)', "a parameter of the method 'bad' is called 'c'"),
    ],
}


UNLOADED = {"raise SystemExit(3)": "SystemExit: 3", "raise ImportError": "ImportError", "1/0": "ZeroDivisionError"}
"""What ends a module as it is loaded."""
UNHARMED = {
    'prove "GINI <= AUCH"': 0,
    "evaluate DATA --json": 0,
    'check --reported "n0=5 n1=5 AUC=0.8"': 0,
    "docs language": 0,
    "latex AUC score_driven": 0,
    "derive optimal": 0,
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_entry_is_named_and_breaks_nothing_else(tmp_path: Path, kind: str) -> None:
    (tmp_path / "my_package").mkdir()
    (tmp_path / "my_package" / "__init__.py").touch()
    texts, asked = {}, {}
    for i, (said, expected) in enumerate(WRONG[kind]):
        if kind == "metrics":
            fields = 'title="bad", latex="B", ' + (said if "reference" in said else f'{said}, reference="a trial"')
            texts[f"m{i}"] = f"BAD{i} = Metric({fields.replace('BAD', f'BAD{i}')})"
        else:
            fields = f'title="bad", latex="B", source="a trial", {said}'
            texts[f"m{i}"] = f"bad_one{i} = ThresholdChoiceMethod({fields.replace('bad_one', f'bad_one{i}')})"
        name = f"BAD{i}" if kind == "metrics" else f"loss(bad_one{i})"
        named = expected.replace("BAD", f"BAD{i}").replace("bad_one", f"bad_one{i}")
        asked[f'prove "{name} <= 2"'] = asked[f'check --reported "n0=5 n1=5 {name}=0.5"'] = f"m{i}", named
    texts |= {f"x{i}": text for i, text in enumerate(UNLOADED)}
    for name, text in texts.items():
        (tmp_path / "my_package" / f"{name}.py").write_text(f"{HEADS[kind]}{text}\n", "utf-8")
    offer(tmp_path, "\n".join([f"[workbench.{kind}]", *(f"{name} = my_package.{name}" for name in texts), ""]))
    lines = [*UNHARMED, *asked]
    found = dict(zip(lines, answers(tmp_path, lines, {"DATA": DATA}), strict=True))
    assert [found[line][0] for line in UNHARMED] == [*UNHARMED.values()]
    warned = [
        line for answer in found.values() for line in str(answer[2]).splitlines() if line.startswith("workbench: ")
    ]
    assert all("of the package my_package" in line for line in warned)
    assert len(warned) == len(set(warned)) <= len(texts)
    for i, problem in enumerate(UNLOADED.values()):
        assert sum(f"x{i} = " in line and f"cannot be loaded: {problem}" in line for line in warned) == 1
    for line, (module, expected) in asked.items():
        code, _, error = found[line]
        assert code == 2, line
        assert any(expected in x and f"{module} = my_package.{module}" in x for x in [*warned, str(error)]), line


def test_a_name_that_nothing_has_may_be_in_what_could_not_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text("1/0", "utf-8")
    offer(tmp_path, "[workbench.metrics]\nm = alone\n[workbench.methods]\nm = alone\n")
    asked = {'prove "loss(odd) <= 1"': "methods", "derive odd": "methods", 'prove "ODD <= 1"': "metrics"}
    for group, (code, _, said) in zip(asked.values(), answers(tmp_path, asked, {}), strict=True):
        assert code == 2
        place = f"m = alone of the group workbench.{group} of the package my_package"
        assert str(said).splitlines()[-1].endswith(f"; or it is in {place}, which cannot be loaded")


def test_no_message_offers_what_cannot_be_read(tmp_path: Path) -> None:
    heads = "".join(HEADS[kind] for kind in ("metrics", "methods"))
    broken = """BROKEN = Metric(title="b", latex="B", reference="a trial", definition="1/(1 +")
broken_one = ThresholdChoiceMethod(title="b", law="score(c", latex="B", source="a trial")
"""
    (tmp_path / "alone.py").write_text(heads + broken, "utf-8")
    offer(tmp_path, "[workbench.metrics]\nm = alone\n[workbench.methods]\nm = alone\n")
    (tmp_path / "data.csv").write_text("score,class\n0.1,0\n0.3,1\n", "utf-8")
    asked = ('prove "BROKENN <= 1"', 'prove "loss(broken_onee) <= 1"', "discover BROKENN", "derive broken_onee")
    asked += ("evaluate DATA --evaluate BROKENN", "latex BROKENN", 'check --reported "n0=5 n1=5 BROKENN=0.5"')
    for _, _, said in answers(tmp_path, asked, {"DATA": tmp_path / "data.csv"}):
        last = str(said).splitlines()[-1]
        assert not {"BROKEN", "broken_one"} & {*re.findall(r"\w+", last)}, last


UNFOLLOWED = {
    "AUC/(AUC - AUC)": "divides by zero",
    "AUC**1001": "the exponent 1001 is not",
    "((10**1000)**1000)**1000": "more digits than are written out",
}
"""Definitions that can be read and that no proof can follow."""


def test_a_metric_that_no_proof_can_follow_is_a_word_to_the_others(tmp_path: Path) -> None:
    names = {f"ODD{i}": text for i, text in enumerate([*UNFOLLOWED, "E(abs(s - s2)**3, s2)"])}
    fields = 'title="odd", latex="O", reference="a trial", ends="(-oo, oo)"'
    text = "".join(f'{name} = Metric({fields}, definition="{said}")\n' for name, said in names.items())
    (tmp_path / "alone.py").write_text(f"{HEADS['metrics']}{text}", "utf-8")
    offer(tmp_path, "[workbench.metrics]\nm = alone\n")
    expected = {
        "derive score_driven": (0, "BS"),
        'prove "AUC <= AUCH"': (0, "proved"),
        "discover score_driven": (0, "proved"),
        "compare score_driven optimal": (0, "optimal is never worse"),
        **{f"latex {name}": (0, "O") for name in names},
        **{
            f'prove "{name} <= 1" --json': (3, f"metric {name}: {UNFOLLOWED[said]} m = alone my_package")
            for name, said in names.items()
            if said in UNFOLLOWED
        },
    }
    found = answers(tmp_path, expected, {})
    assert not wrong(expected, [[code, " ".join(str(out).split()), err] for code, out, err in found])


WITHOUT_VALUES = {
    "score(c/(c - c))": "c/(c - c) has no value",
    "mix(1/2, score_driven, score(c/(c - c)))": "c/(c - c) has no value",
    "score(c**1001)": "the exponent 1001 is not",
    "rate(c**1001)": "the exponent 1001 is not",
    "rate(1 + c)": "the rate 1 + c is not seen to stay in [0, 1]",
}
"""Laws that can be read and have no value, or none that a proof can follow."""


def test_a_law_without_values_is_named_and_breaks_nothing_else(tmp_path: Path) -> None:
    names = {f"odd{i}": law for i, law in enumerate(WITHOUT_VALUES)}
    fields = 'title="odd", latex="O", source="a trial"'
    text = "".join(f'{name} = ThresholdChoiceMethod({fields}, law="{law}")\n' for name, law in names.items())
    (tmp_path / "alone.py").write_text(f"{HEADS['methods']}{text}", "utf-8")
    offer(tmp_path, "[workbench.methods]\nm = alone\n")
    unharmed = {"derive score_driven": (0, "BS"), "derive rate_driven --json": (0, "AUC"), "latex BS": (0, "BS")}
    assert not wrong(unharmed, answers(tmp_path, unharmed, {}))
    proved = (f'prove "loss({name}) <= 1" --seconds 1' for name in names)
    table = ["latex table", *(f"derive {name}" for name in names), *proved]
    (code, _, warned), *asked = answers(tmp_path, table, {})
    assert (code, len(str(warned).splitlines())) == (0, len(names))
    for (name, law), (code, out, _) in zip(names.items(), asked[len(names) :], strict=True):
        assert code == 3
        said = " ".join(str(out).split())
        assert f"the law of the method {name}: {WITHOUT_VALUES[law]}" in said
        assert said.endswith("it is from m = alone of the group workbench.methods of the package my_package")
    for (name, law), (code, _, error) in zip(names.items(), asked, strict=False):
        assert code == 2
        for said in (str(error), str(warned)):
            assert f"{name}: {WITHOUT_VALUES[law]}" in said
            assert "m = alone of the group workbench.methods of the package my_package" in said


def test_a_name_that_is_taken_is_warned_of_and_two_modules_may_call_theirs_alike(tmp_path: Path) -> None:
    head = "from workbench.symbolic.notation import E0, s\nfrom workbench.symbolic.proof import Theorem\n"
    for file, name in {"x0": "Theorem 6", "x1": "One", "x2": "Two"}.items():
        said = f"theorem = Theorem(name='{name}', says='x', left=E0(s), right=E0(s), proof=())\n"
        (tmp_path / f"{file}.py").write_text(head + said, "utf-8")
    paper = "from workbench.papers.claims import Paper\npaper = Paper('004', 'Taken', 'You', 2026, ())\n"
    (tmp_path / "x3.py").write_text(paper, "utf-8")
    groups = "[workbench.proofs]\nm0 = x0\nm1 = x1\nm2 = x2\n[workbench.papers]\nm3 = x3\n"
    offer(tmp_path, groups)
    [(_, out, warned)] = answers(tmp_path, ["verify One Two"], {})  # neither has a proof
    assert len(str(warned).splitlines()) == 2
    assert "One" in str(out)
    assert "Two" in str(out)
    assert "m0 = x0 of the group workbench.proofs of the package my_package: there is a Theorem called" in str(warned)
    assert "m3 = x3 of the group workbench.papers of the package my_package: there is a Paper called 004" in str(warned)


UNTYPED = {
    "proofs": {
        "left=3, right=E0(s), proof=()": "left of the theorem 'Typed' is 3, not an expression",
        "left=E0(s), right=E0(s), proof=('a',)": "proof of the theorem 'Typed' is ('a',), not a tuple of steps",
        "left=E0(s), right=E0(s), proof=(Step('x', 'y', s),)": "by of the step 1 of the theorem 'Typed' is 'y', not a",
        "left=ExpectedLoss(s), right=E0(s), proof=()": "left of the theorem 'Typed' is ExpectedLoss(s",
        "left=ExpectedLoss(ScoreMethod('a')), right=s, proof=()": "left of the theorem 'Typed' is ExpectedLoss(ScoreMe",
        "left=s, right=s, proof=(Step('x', Rule(3, 'x', frozenset(), str), s),)": (
            "name of the rule of the step 1 of the theorem 'Typed' is 3, not text"
        ),
        "left=s, right=s, proof=(Step('x', Rule('r', 'x', frozenset([3]), str), s),)": (
            "needs of the rule of the step 1 of the theorem 'Typed' is frozenset({3}), not a frozenset of hypotheses"
        ),
        "left=s, right=s, proof=(Step('x', Rule('r', 'x', frozenset(), str, (3,)), s),)": (
            "argument of the rule of the step 1 of the theorem 'Typed' is (3,), not a tuple of texts"
        ),
    },
    "papers": {
        "key=801, claims=()": "key of the paper 801 is 801, not text",
        "key='801', claims='abc'": "claims of the paper '801' is 'abc', not a tuple of claims",
        "key='801', claims=(Claim('801.V', 'T', 3, 'value', Statement('BS <= 1')),)": "says of the claim '801.V' is 3",
        "key='801', claims=(Claim('801.V', 'T', 'x', 'value', Value('BS', Data.of('d', '0 1', '0.1 0.2'), 0.5)),)": (
            "printed of the Value of the claim '801.V' is 0.5, not text"
        ),
        "key='801', claims=(Claim('801.V', 'T', 'x', 'value', Possible(3, Data.of('d', '0 1', '0.1 0.2'))),)": (
            "reported of the Possible of the claim '801.V' is 3, not a tuple of names and figures"
        ),
        "key='801', claims=(Claim('801.V', 'T', 'x', 'value', Formula(3, 4)),)": (
            "left of the Formula of the claim '801.V' is 3, not an expression"
        ),
    },
}


@pytest.mark.parametrize("kind", UNTYPED)
def test_fields_of_a_wrong_type_are_named(tmp_path: Path, kind: str) -> None:
    head = {
        "proofs": "from workbench.symbolic.notation import E0, ExpectedLoss, ScoreMethod, s\n"
        "from workbench.symbolic.proof import Rule, Step, Theorem\n"
        "theorem = Theorem(name='Typed', says='x', {})\n",
        "papers": "from workbench.papers.claims import Claim, Data, Paper, Possible, Value\n"
        "from workbench.papers.general_claims import Formula, Statement\n"
        "paper = Paper(title='t', authors='You', year=2026, {})\n",
    }[kind]
    for i, fields in enumerate(UNTYPED[kind]):
        (tmp_path / f"x{i}.py").write_text(head.format(fields), "utf-8")
    offer(tmp_path, "\n".join([f"[workbench.{kind}]", *(f"m{i} = x{i}" for i in range(len(UNTYPED[kind]))), ""]))
    [(code, _, warned)] = answers(tmp_path, ["verify Typed"], {})
    assert code == 2
    for i, said in enumerate(UNTYPED[kind].values()):
        assert f"m{i} = x{i} of the group workbench.{kind} of the package my_package cannot be loaded: {said}" in warned
