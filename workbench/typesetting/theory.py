"""The definitions of the theory, the metrics and the threshold choice methods in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from sympy import Expr, Symbol

from workbench import figures, methods, metrics
from workbench.language import statements, syntax
from workbench.symbolic import loss, notation, rules
from workbench.symbolic.latex import density_at, latex, latex_of, symbol, written
from workbench.symbolic.letters import NOTATION, as_integrals
from workbench.symbolic.notation import (
    F0,
    F1,
    SKEW,
    ExpectedLoss,
    FalsePositiveRateMethod,
    MixedMethod,
    OptimalMethod,
    Qc,
    Qz,
    R,
    RateMethod,
    ScoreMethod,
    ThresholdAtRate,
    TruePositiveRateMethod,
    c,
    error,
    h_measure,
    macro_error,
    metric,
    pi0,
    pi1,
    r,
    t,
    tau,
    u,
    z,
)
from workbench.symbolic.translation import Untranslatable, to_sympy
from workbench.typesetting.entries import Arranged, Entry, Writer
from workbench.typesetting.notations import letter_of
from workbench.typesetting.prose import prose
from workbench.typesetting.signs import escaped
from workbench.typesetting.style import Style
from workbench.typesetting.widths import width_of_text

Side: TypeAlias = Expr | str
Equation: TypeAlias = tuple[Side, Side]


@dataclass(frozen=True)
class Definition:
    """A letter of the theory: what it is, in words with formulas between dollars, and the equations that say so.

    A side of an equation may be text of the statement language, in which `RATES` stand for themselves; so its
    terms keep their order.
    """

    title: str
    says: str
    equations: tuple[Equation, ...] = ()
    letter: str = ""


_ALMOST = 1.15
"""How many lines a text takes by its estimated width that in truth nearly fills one, or more."""

_T = tau(c, u)
_Q = Symbol("q", real=True)


_LAWS_OF_ONE = (ScoreMethod, RateMethod, FalsePositiveRateMethod, TruePositiveRateMethod)


def _expected_loss() -> tuple[Equation, ...]:
    laws = (*(law(_T) for law in _LAWS_OF_ONE), OptimalMethod(), MixedMethod(_Q, ScoreMethod(_T), OptimalMethod()))
    losses = (*(ExpectedLoss(law) for law in laws), ExpectedLoss(ScoreMethod(_T), notation.ANY, SKEW))
    return tuple((x, loss.written_out(x)) for x in losses)


DEFINITIONS: dict[str, Definition] = {
    "pi0": Definition(
        "class proportions",
        "the proportions of the n0 examples of class 0, the positive one, and the n1 of class 1 among all n",
        ((pi0, "n0/n"), (pi1, "n1/n")),
    ),
    "E0": Definition(
        "class means",
        "the mean of a function g of the score s over the examples of class 0, over those of class 1, and over all; "
        "a higher score s is a stronger belief in class 1; inside a mean F0(s), F1(s) and R(s) pass the examples of a "
        "tie uniformly, so that a tie counts half",
        (("E(s)", "pi0*E0(s) + pi1*E1(s)"),),
        letter="E0 E1 E",
    ),
    "s2": Definition(
        "pairs of examples",
        "the score of the second example in a mean over pairs; both examples are drawn from those that the mean is "
        "over, with replacement and independently of each other",
        letter="s2",
    ),
    "indicator": Definition("indicator", "one if what stands in the braces is true, else zero"),
    "F0": Definition(
        "true positive rate",
        "the proportion of class 0 with score at most t, which at threshold t is predicted to be of class 0",
        ((F0(t), "E0(indicator(s <= t))"),),
    ),
    "F1": Definition(
        "false positive rate",
        "the proportion of class 1 with score at most t, which at threshold t is predicted to be of class 0",
        ((F1(t), "E1(indicator(s <= t))"),),
    ),
    "R": Definition(
        "predicted positive rate", "the proportion of all examples with score at most t",
        ((R(t), rules.rate_is_weighted.rewrite(R(t))),),
    ),
    "inverse of R": Definition(
        "threshold at a rate", "the threshold whose predicted positive rate is r; on data the ROC curve is joined by "
        "straight lines, so that each rate is attained",
        ((R(ThresholdAtRate(r)), r),),
    ),
    "Q_c": Definition(
        "loss at a cost proportion",
        "the loss at threshold t and cost proportion c, where costs add up to 2",
        ((Qc(t, c), "2*(c*pi0*(1 - tpr) + (1 - c)*pi1*fpr)"),),
    ),
    "skew": Definition(
        "skew", "the skew that belongs to the cost proportion c", ((z, "c*pi0/(c*pi0 + (1 - c)*pi1)"),),
    ),
    "Q_z": Definition(
        "loss at a skew", "the loss at threshold t and skew z", ((Qz(t, z), "skew*(1 - tpr) + (1 - skew)*fpr"),)
    ),
    "Ec": Definition(
        "mean over the operating condition",
        "the mean over the operating condition c, which has the density $w(c)$ (or $U$, uniform on [0, 1]), and over "
        "u, which is uniform on [0, 1] and independent of c",
    ),
    "L": Definition(
        "expected loss",
        "the mean of the loss over the operating condition, at the threshold $T$ that the method sets, at the "
        "threshold whose rate is $T$, at the best threshold, for a mixture of methods, and for skews",
        _expected_loss(),
    ),
    "error": Definition(
        "error rate",
        "the error rate at threshold t",
        ((error(t), "pi0*E0(indicator(t < s)) + pi1*E1(indicator(s <= t))"),),
    ),
    "macro_error": Definition(
        "macro-averaged error rate", "the mean of the two classes' error rates at threshold t",
        ((macro_error(t), "(E0(indicator(t < s)) + E1(indicator(s <= t)))/2"),),
    ),
    "posterior": Definition(
        "share of class 1", "the proportion of class 1 among the examples with score s",
    ),
    "pav": Definition(
        "calibrated score", "the score calibrated by pool adjacent violators: the slope of the ROC convex hull as a "
        "probability",
    ),
    "h_measure": Definition(
        "H-measure", "one minus the optimal loss over that of the best constant classifier, for Beta(a, b) cost "
        "proportions; here for Beta(2, 2) ones",
        ((h_measure(2, 2), rules.definition("h_measure").rewrite(h_measure(2, 2))),),
    ),
}  # fmt: skip


RATES = {"tpr": F0(t), "fpr": F1(t), "skew": z}
"""Names in the equations of a definition for what the statement language has no words for."""


def _side(side: Side) -> Arranged:
    if isinstance(side, Expr):
        return Arranged(latex(side), side)
    node = statements.parse_expression(side, ["c", *RATES])
    shown = syntax.substitute(node, {name: syntax.Name(written(latex(e)).name) for name, e in RATES.items()})
    return Arranged(latex_of(shown), to_sympy(node).xreplace({Symbol(name, real=True): e for name, e in RATES.items()}))


def _letter(name: str) -> str:
    if name in ("E0", "E1", "E", "Ec") and as_integrals():
        return letter_of(name)
    return NOTATION[name] if name in NOTATION else latex(metric("H"))


def definition_of(name: str, style: Style) -> Entry:
    """A letter of the theory: its name, its words and its equations."""
    found = DEFINITIONS[name]
    page = Writer(style)
    page.labelled(name)
    letters = found.letter.split() or [{"Q_c": "loss at a cost proportion", "Q_z": "loss at a skew",
                                        "L": "expected loss"}.get(name, name)]  # fmt: skip
    shown = ", ".join(f"${_letter(x)}$" for x in letters)
    says = "$".join(x if number % 2 else prose(x) for number, x in enumerate(found.says.split("$")))
    says = says.replace("$w(c)$", f"${density_at(NOTATION['cost'])}$")
    page.heading(prose(found.title).capitalize(), f"{shown}, {says}.")
    if found.equations:
        page.equalities([(_side(left), _side(right)) for left, right in found.equations])
    return page.entry(name, "definition")


def figure_of(name: str, style: Style) -> Entry:
    """A figure at a threshold, or the log loss: its name, what it is, and what it stands for."""
    title, letters, says = figures.SAYS[name]
    text = figures.CATALOGUE.get(name) or figures.NAMED[name]
    symbol = f"{letters}(t)" if name in figures.CATALOGUE else letters
    page = Writer(style)
    page.labelled(name)
    at = " at threshold $t$" if name in figures.CATALOGUE else ""
    page.heading(f"{prose(title)[0].upper()}{prose(title)[1:]}", f"${symbol}${at}: {prose(says)}.")
    node = statements.parse_expression(text)
    page.display(latex_of(node), node, symbol)
    return page.entry(name, "figure")


def expression_of(text: str, style: Style) -> Entry:
    """An expression of the statement language as it is written in LaTeX."""
    node = statements.parse_expression(text)
    page = Writer(style)
    page.labelled(text)
    page.display(latex_of(node), node)
    return page.entry(text, "expression")


# --- metrics --------------------------------------------------------------------------------------------


def metric_of(name: str, style: Style) -> Entry:
    """A metric: its name, symbol, definition, range and source."""
    found = metrics.CATALOGUE[name]
    values = str(found.values).replace("oo", r"\infty")
    page = Writer(style)
    page.labelled(name)
    page.heading(escaped(f"{found.title[0].upper()}{found.title[1:]}"), f"${symbol(name)}$, in ${values}$.")
    unfolded = _definition(name)
    node = statements.definition(name)
    if node is not None:
        page.display(latex_of(node), node, symbol(name))
    elif unfolded is not None:
        page.display(latex(unfolded), unfolded, symbol(name))
    elif "=" in found.latex:
        page.display(found.latex.partition(" = ")[2], syntax.Name(name), symbol(name))
    if found.balanced not in (None, name):
        page.sentence(f"With equal weight for both classes it turns into ${symbol(str(found.balanced))}$.")
    source = f"See {prose(found.reference)}."
    page.sentence(source)
    return page.entry(name, "metric", loose=width_of_text(source) > _ALMOST * page.line)


def _definition(name: str) -> Expr | None:
    """The definition that a proof may use, with the H-measure written out."""
    try:
        found = rules.definition(name).rewrite(metric(name))
    except (rules.RuleFails, Untranslatable, KeyError):
        return None
    return rules.definition("h_measure").rewrite(found)


# --- methods --------------------------------------------------------------------------------------------


def call_with_letters(name: str) -> str:
    """A method of the catalogue with letters for what it must be given, those in its symbol.

    >>> call_with_letters("score_fixed"), call_with_letters("score_driven")
    ('score_fixed(t)', 'score_driven')
    """
    entry = methods.CATALOGUE[name]
    needed = entry.parameters[len(entry.defaults) :] if len(entry.parameters) > len(entry.defaults) else ()
    if not needed:
        return name
    found = re.search(r"\[([^\]]+)\]", entry.latex)
    letters = found[1].replace(" ", "").split(",") if found else list(needed)
    return f"{name}({', '.join(letters)})"


def method_of(name: str, style: Style) -> Entry:
    """A threshold choice method: its symbol, its law, and its expected loss as it is defined."""
    entry = methods.CATALOGUE[name]
    page = Writer(style)
    page.labelled(name)
    call = statements.parse_method(call_with_letters(name))
    law, left = statements.law(call), to_sympy(syntax.Loss(call))
    assert isinstance(left, ExpectedLoss)
    sentence = _LAWS[law.name](law)
    page.heading(f"{escaped(entry.title.capitalize())} thresholds", f"${latex_of(call)}$: {sentence}")
    any_density = ExpectedLoss(left.args[0])
    page.equality(any_density, loss.written_out(any_density))
    page.sentence(f"See {prose(entry.source)}.")
    return page.entry(name, "method")


def _drawn(what: str, letter: str) -> Callable[[syntax.Method], str]:
    def sentence(law: syntax.Method) -> str:
        random = r", where $u$ is uniform on $[0, 1]$ and independent of the operating condition" * (
            "u" in syntax.names(law)
        )
        g = law.arguments[0]
        if isinstance(g, syntax.Name) and g.name not in ("c", "u"):
            return f"the {what} is ${latex_of(g)}$, whatever the operating condition."
        return f"the {what} is ${NOTATION[letter]} = {latex(to_sympy(g))}${random}."

    return sentence


_LAWS: dict[str, Callable[[syntax.Method], str]] = {
    "score": _drawn("threshold", "threshold"),
    "rate": _drawn("predicted positive rate", "rate"),
    "fpr": _drawn("false positive rate", "F1"),
    "tpr": _drawn("true positive rate", "F0"),
    "optimal": lambda _: "the threshold minimises the loss at each operating condition.",
    "mix": lambda law: f"the method is drawn at random, ${latex_of(law)}$.",
}
