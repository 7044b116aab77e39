"""What the typesetting writes, for its tests, and what TeX says of it."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from workbench import methods, metrics
from workbench.language.statements import parse_expression
from workbench.symbolic.letters import means_as
from workbench.symbolic.library import propositions, theorems
from workbench.typesetting import notations, results, theory
from workbench.typesetting.document import as_fragments, sections
from workbench.typesetting.entries import Entry
from workbench.typesetting.style import Style, style

STATEMENTS = (
    "BS <= MAE", "RL <= RLH", "loss(rate_driven) <= loss(rate_uniform)", "abs(AUC - 1/2) <= 1/2",
    "MAE == 2*BS given calibrated", "loss(rate_uniform, condition=skew) >= 1/4", "MAE <= BS",
    "E(s) <= sqrt(E(s**2))", "abs(GINI) <= 1", "loss(score_fixed(t)) >= loss(optimal)",
)  # fmt: skip
DERIVED = (
    "loss(score(c**2))", "loss(score_driven, cost=beta(2, 2))", "loss(rate_driven, cost=beta(2, 2), condition=skew)",
    "loss(mix(q, rate_driven, rate_uniform))", "loss(optimal, cost=beta(2, 2))",
    "loss(score_uniform(1/4, 3/4), cost=uniform(0, 1/2), condition=skew)", "loss(score(1/4 + c/2 + u/8))",
    "loss(score_driven, weight=1/(2*c*(1 - c)))", "loss(optimal, weight=(c*(1 - c))**(-3/2)/4)",
    "loss(score_driven, weight=1/(2*sqrt(c**2 + (1 - c)**2)**3))", "loss(rate_driven, weight=3*c)",
    "loss(score_driven, cost=uniform(1/4, 3/4))", "loss(rate(c/2))",
)  # fmt: skip
FEW_CLAIMS = ("004.T6", "004.T10", "004.s4.4", "004.s1.3", "000.tab.6", "004.t2.1", "002.bs.2", "001.roc.1")

ONE_COLUMN, TWO_COLUMNS, INTEGRALS = style(), style(columns=2), style(columns=2, notation="integrals")


@cache
def entries(style: Style = ONE_COLUMN) -> list[Entry]:
    """Everything but the claims of papers, whose checks take long."""
    with means_as(style.notation):
        return [
            *(theory.definition_of(name, style) for name in theory.DEFINITIONS),
            notations.notations(style),
            *(theory.metric_of(name, style) for name in metrics.CATALOGUE),
            *(theory.method_of(name, style) for name in methods.CATALOGUE),
            results.table_of_methods(style),
            *(results.theorem_of(theorem, style) for theorem in theorems().values()),
            *(results.proposition_of(proposition, style) for proposition in propositions().values()),
            *(results.derivation_of(parse_expression(text), style) for text in DERIVED),  # type: ignore[arg-type]
            *(results.statement_of(text, style) for text in STATEMENTS),
        ]


@cache
def claims() -> list[Entry]:
    return [entry for _, listed in sections(FEW_CLAIMS, ONE_COLUMN) for entry in listed]


needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
FAULTS = re.compile(r"^!.*|.*Overfull \\[hv]box.*|.*[Uu]ndefined.*|.*multiply defined.*|Missing character.*", re.M)


def compiled(text: str, folder: Path, times: int = 1) -> str:
    """The log of TeX, without what it says of every document."""
    (folder / "written.tex").write_text(text, "utf-8")
    for _ in range(times):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "written.tex"]
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=120)
        assert done.returncode == 0, done.stdout[-2000:].decode("latin-1")
    return (folder / "written.log").read_text("latin-1")


CLASSES = {
    "article": (1, ""), "amsart": (1, ""), "llncs": (1, ""), "elsarticle": (1, ""), "twocolumn": (2, "article"),
    "IEEEtran": (2, ""), "acmart": (2, ""), "beamer": (2, ""),
}  # fmt: skip
"""The columns of each class of documents, and the file of the class where it has another name."""

OPTIONS = {"twocolumn": "[twocolumn]", "IEEEtran": "[journal]", "acmart": "[sigconf,nonacm]"}
TITLED = ("acmart",)
"""Classes that set two columns behind the title alone."""


def of_class(name: str, written: Sequence[Entry], environment: str) -> str:
    """Entries in a document of a class, as its authors begin it; the environment is theirs."""
    fragments = [as_fragments([("", [entry])]) for entry in written]
    if name == "beamer":
        fragments = [f"\\begin{{frame}}[allowframebreaks]\n{x}\n\\end{{frame}}" for x in fragments]
    body = "\n".join(fragments)
    head = rf"\documentclass{OPTIONS.get(name, '')}{{{CLASSES[name][1] or name}}}\usepackage{{amsmath}}"
    title = "\\title{Written}\\author{Nobody}\\affiliation{\\institution{None}\\country{None}}\n\\maketitle\n"
    body = title * (name in TITLED) + body
    head += f"\n\\newtheorem{{{environment}}}{{Theorem}}"
    return f"{head}\n\\begin{{document}}\n{body}\n\\typeout{{COLUMN \\the\\columnwidth}}\\end{{document}}\n"


def is_installed(name: str) -> bool:
    """Whether TeX finds the class, and what it loads."""
    loaded = {"beamer": "pgfmath.sty", "acmart": "binhex.tex"}.get(name)
    files = [f"{CLASSES[name][1] or name}.cls", *([loaded] if loaded else [])]
    return all(subprocess.run(["kpsewhich", x], check=False, capture_output=True).stdout for x in files)


def article(body: str) -> str:
    return rf"\documentclass{{article}}\usepackage{{amsmath}}\begin{{document}}{body}\end{{document}}"
