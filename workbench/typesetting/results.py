"""Theorems and results with their proofs, derived losses, statements decided, the table of all methods, in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sympy import Expr, S

from workbench import figures, methods, metrics
from workbench.deciding import weighted
from workbench.deciding.accepting import check, document_of, rests_on
from workbench.deciding.decide import Decision, prove
from workbench.deciding.derivation import derivable, derive
from workbench.deciding.derived import Derivation, how_proper
from workbench.errors import InputError
from workbench.language import statements, syntax
from workbench.language.models import sides
from workbench.losses import domains
from workbench.numbers.certified import Real
from workbench.numbers.written import significant
from workbench.papers.propositions import decision
from workbench.symbolic.latex import by_names, density_at, latex, latex_of, latex_of_statement, mean_of, symbol, written
from workbench.symbolic.letters import NOTATION
from workbench.symbolic.notation import E0, E1, Balanced, pi0, pi1
from workbench.symbolic.proof import Step, Theorem, in_its_case
from workbench.symbolic.proposition import Attained, Proposition
from workbench.symbolic.rules import moments, same
from workbench.symbolic.translation import to_sympy, to_syntax
from workbench.typesetting.entries import Arranged, Entry, Writer
from workbench.typesetting.prose import prose
from workbench.typesetting.signs import escaped
from workbench.typesetting.style import Style
from workbench.typesetting.theory import call_with_letters
from workbench.typesetting.widths import width
from workbench.witnesses.witness import Witness
from workbench.words import IN_UNIT_INTERVAL

MOST_ROWS = 30
CONDITIONS = ("cost", "skew")
_DRAWN_FROM = {"cost": "cost proportions", "skew": "skews"}


def sentence_of(text: str) -> str:
    """A sentence in LaTeX with a full stop; it begins with a capital unless it begins with a formula."""
    written = prose(text if text.endswith((".", "?")) else f"{text}.")
    return written[:1].upper() + written[1:]


# --- theorems -------------------------------------------------------------------------------------------


def theorem_of(theorem: Theorem, style: Style) -> Entry:
    """A theorem, what it assumes, and its proof, step by step."""
    page = Writer(style)
    source = theorem.source.removesuffix(f", {theorem.name}")
    page.begin(theorem.name, prose(theorem.name), rf"\textit{{{sentence_of(theorem.says)}}}", prose(source))
    page.assumed(theorem.given)
    page.equality(*(in_its_case(side, theorem.given) for side in (theorem.left, theorem.right)))
    page.end()
    found = check(theorem, with_models=False)
    if not found.tried:  # no finite sample meets what is assumed
        found = check(theorem)
    if not found.holds:
        page.sentence(prose(f"The proof is refused: {found.objections[0]}."))
    else:
        page.proof(theorem)
        page.rests_on(rests_on(document_of(theorem)))
    return page.entry(theorem.name, "theorem", loose=True)


# --- results of the workbench's own ---------------------------------------------------------------------


def proposition_of(proposition: Proposition, style: Style) -> Entry:
    """A result: what it says and means, the data on which it is sharp, and its proof, found anew."""
    page = Writer(style)
    says = rf"\textit{{{sentence_of(proposition.says)}}}"
    page.begin(proposition.name, prose(proposition.name), says, prose(proposition.source))
    found = decision(proposition)
    page.sentence(_about(found))
    page.statement(found.statement)
    page.end()
    page.sentence(f"In practice: {sentence_of(proposition.means)}")
    page.sentence(sentence_of(proposition.remark) if proposition.remark else "")
    for data in proposition.sharp:
        _sharp(page, data)
    decided(page, found)
    return page.entry(proposition.name, "result", loose=True)


def _sharp(page: Writer, attained: Attained) -> None:
    """Data on which a result is sharp, in words."""
    listed = "; ".join(f"{a} and {b} at score ${score}$" for score, a, b in attained.levels)
    near = f"differ by ${attained.gap}$" if attained.gap else "are equal"
    page.sentence(f"Its sides {near} on these examples of class 0 and of class 1: {listed}.")


# --- derived losses -------------------------------------------------------------------------------------


def derivation_of(loss: syntax.Loss, style: Style) -> Entry:
    """The expected loss of a method under a density or a weight of the operating condition, as `derive` finds it."""
    density, condition = loss.cost, loss.condition
    weight = density.arguments[0] if density.name == "weight" else None
    cost = density if weight is None else syntax.UNIFORM
    found = derive(loss.method, cost, condition, weight=weight)  # type: ignore[arg-type]
    call = by_names(loss.method)
    assert isinstance(call, syntax.Method)
    page = Writer(style)
    page.names_densities = found.proved and (weight is None or found.rule is not None)  # else another density is shown
    title = methods.CATALOGUE[call.name].title.capitalize() if call.name in methods.CATALOGUE else ""
    drawn = "uniform" if density == syntax.UNIFORM else f"${_density(page, density, condition)}$"
    drawn = f"the weight {drawn} of" if weight is not None else drawn
    above = f"${latex_of(call, condition)}$, for {drawn} {_DRAWN_FROM[condition]}"
    title = f"{escaped(title)} thresholds" if title else "Expected loss"
    name = f"${latex_of(syntax.Loss(call, density, condition))}$"
    if not found.proved:
        page.heading(title, f"The expected loss of {above}:")
        page.sentence(f"undecided. {' '.join(sentence_of(x) for x in found.notes.values())}")
        return page.entry(found.name, "derivation", loose=True, title=name)
    page.begin(found.name, title, f"The expected loss of {above}:")
    if found.rule is not None:
        _at_each_score(page, found, found.rule)
    elif found.theorem is not None:
        _in_letters(page, found, found.theorem.right)
        page.equality(found.theorem.left, found.theorem.right)
        page.assumed(found.theorem.given)
        page.end()
        _per_example(page, found)
        page.proof(found.theorem)
    if found.document is not None:
        page.rests_on(rests_on(found.document))
    return page.entry(found.name, "derivation", loose=True, title=name)


def _at_each_score(page: Writer, found: Derivation, rule: weighted.Rule) -> None:
    """A loss under a weight, and its integrals at each score."""
    means, general = weighted.integrals(found.loss, rule)
    right = found.closed_form or str(to_syntax(general))
    page.statement(syntax.Statement(found.loss, "==", statements.parse_expression(right)))
    page.end()
    _per_example(page, found)
    step = Step(weighted.ANTIDERIVATIVES, moments, general)
    page.sentence("Since sums and integrals of what is not negative may change places, it is a mean of integrals.")
    page.proof(Theorem("", "", means, general, (step,)))


_ON_RATES = {
    "rate": ("pi0", "E0", "R", "the probability that the rate is less than"),
    "fpr": ("pi0", "E0", "F1", "the mean of the operating condition where the false positive rate is less than"),
    "tpr": (
        "pi1",
        "E1",
        "F0",
        "the mean of 1 less the operating condition where the true positive rate is more than",
    ),
}


def _in_letters(page: Writer, found: Derivation, loss: Expr) -> None:
    """A loss that is wider than a line is written by the loss of one example, which is displayed below it.

    So is, for skews, the line of the proof that has the loss before both classes count one half.
    """
    if found.l0 is None or found.l1 is None or found.theorem is None or width(latex(loss)) <= page.line:
        return
    of_one = [to_sympy(_parsed(text, "s")) for text in (found.l0, found.l1)]
    letters = [written(letter) for letter in _LOSS_OF_ONE]
    for shares in ((pi0, pi1), (S.Half, S.Half)):
        exact, short = (shares[0] * E0(a) + shares[1] * E1(b) for a, b in (of_one, letters))
        if same(loss, exact):
            page.letters[loss] = latex(short)
    weighted, short = (pi0 * E0(a) + pi1 * E1(b) for a, b in (of_one, letters))
    for line in {step.gives for step in found.theorem.proof if isinstance(step.gives, Balanced)}:
        if same(line.body, weighted):
            page.letters[line] = latex(Balanced(short))


def _density(page: Writer, density: syntax.Cost, condition: str) -> str:
    """A density or a weight: its letters, where the formula that follows says what it is."""
    text = latex_of(density, condition)
    named = page.names_densities and density.name in ("density", "weight") and r"\frac" in text
    return density_at(NOTATION[condition]) if named else text


_LOSS_OF_ONE = ("l_0(s)", "l_1(s)")


def _per_example(page: Writer, found: Derivation) -> None:
    """The loss of one example, or the rank statistic, and whether the scoring rule is proper."""
    if found.l0 is not None and found.l1 is not None:
        at = "calibrated score $s$" if found.family == "optimal" else "score $s$"
        page.sentence(f"It is the mean of the loss of one example of class 0 and of class 1 at its {at}:")
        _functions(page, found, {"l0": _LOSS_OF_ONE[0], "l1": _LOSS_OF_ONE[1]}, "s")
    if found.H is not None and found.constant is not None:
        half = " with class proportions one half" * (found.condition == "skew")
        level = r"\rho" if "H" in found.notes else "r"
        share, mean, rate, says = _ON_RATES[found.family]
        below = f"where $H({level})$ is {says} ${level}$"
        ranked = mean_of(mean, f"H({NOTATION[rate]}(s))")
        page.sentence(rf"It is $k + 2 {NOTATION[share]} {ranked}${half}, {below}:")
        _functions(page, found, {"constant": "k", "H": f"H({level})"}, "r", "rho")
    noted = found.notes.get("proper", "") if found.family in ("score", "mixed") else ""
    if noted.startswith(("proper", "not proper")):
        page.sentence(f"The scoring rule is {_note(noted)}.")
    elif found.proper is not None:
        page.sentence(f"The scoring rule is {how_proper(found)}.")


def _functions(page: Writer, found: Derivation, letters: Mapping[str, str], *variables: str) -> None:
    """Functions of a score or a rate by their letters, below each other, or by cases where these are shorter."""
    whole = [(key, letter) for key, letter in letters.items() if not found.shorter_cases(key)]
    if whole:
        page.together([(letter, _parsed(str(getattr(found, key)), *variables)) for key, letter in whole])
    for key, letter in letters.items():
        if cases := found.shorter_cases(key):
            page.by_cases(letter, [(where, _parsed(told, *variables)) for where, told in cases])


def _note(text: str) -> str:
    """A note in LaTeX; the equations in which it may end as formulas."""
    words, when, equations = text.partition(" exactly when ")
    if not when:
        return prose(text)
    return f"{prose(words)} exactly when {' and '.join(map(_equation, equations.split(' and ')))}"


def _equation(text: str) -> str:
    try:
        return f"${latex_of_statement(statements.parse_statement(text))}$"
    except InputError:
        return prose(text)


def _parsed(text: str, *bound: str) -> syntax.Expression:
    return statements.parse_expression(text, bound)


# --- statements -----------------------------------------------------------------------------------------


def statement_of(text: str, style: Style) -> Entry:
    """A statement with its proof, or the data set that refutes it, or undecided."""
    found = prove(text)
    page = Writer(style)
    title = {"proved": "Proposition", "refuted": "Refuted", "undecided": "Undecided"}[found.verdict]
    about, (stated, words) = _about(found), _as_asked(found)
    if found.verdict == "proved":
        page.begin(found.said, "" if style.environment else title, about)
    else:
        page.labelled(found.said)
        page.heading(title, about)
    page.statement(stated)
    if words:
        page.sentence("where")
    for word in words:
        means = statements.parse_expression(str(word))
        page.display(latex_of(means), means, latex_of(word))
    if found.verdict == "proved":
        page.end()
    decided(page, found)
    return page.entry(found.said, "statement", loose=True, title=f"${latex_of_statement(stated)}$")


def _as_asked(found: Decision) -> tuple[syntax.Statement, list[syntax.Node]]:
    """The statement as it was asked, and the figures in it; with what they stand for where it has other such words."""
    if found.asked is None:
        return found.statement, []
    words = list(dict.fromkeys(word for side in sides(found.asked) for word in _figures(side)))
    if set(map(str, words)) != set(found.stand_for):
        return found.statement, []
    return (found.asked if words else found.statement), words


def _figures(node: syntax.Node) -> Iterator[syntax.Node]:
    """The figures at a threshold, and the log losses, of an expression."""
    if (isinstance(node, syntax.Apply) and node.function in figures.CATALOGUE) or (
        isinstance(node, syntax.Name) and node.name in figures.NAMED
    ):
        yield node
    else:
        for child in syntax.children(node):
            yield from _figures(child)


_OF_EVERY_SAMPLE = {
    "proved": ("For every", ""),
    "refuted": ("It is not true for every", " that"),
    "undecided": ("It is not decided whether for every", ""),
}


def _about(found: Decision) -> str:
    """What a statement is about: samples, and the values of its free parameters."""
    statement = found.statement
    free = sorted(statements.parameters(statement))
    positive = {name for name in free if name not in IN_UNIT_INTERVAL} & (
        _of_beta(statement.left) | _of_beta(statement.right)
    )
    ranges = {
        "in $[0, 1]$": [name for name in free if name in IN_UNIT_INTERVAL],
        "greater than zero": sorted(positive),
        "in the real numbers": [name for name in free if name not in IN_UNIT_INTERVAL | positive],
    }
    said = ["sample with both classes and scores in $[0, 1]$"]
    for where, names in ranges.items():
        *first, last = [f"${symbol(name)}$" for name in names] or [""]
        listed = f"{', '.join(first)} and {last}" if first else last
        said += [f"{'all' if first else 'every'} {listed} {where}"] * bool(names)
    unclear = _may_have_no_value(statement)
    begins, ends = _OF_EVERY_SAMPLE[found.verdict]
    comma = "," * (unclear or found.verdict == "proved")
    return f"{begins} {', and '.join(said)}{', where both sides have a value' * unclear}{comma}{ends}"


def _of_beta(node: syntax.Node) -> set[str]:
    """The names of parameters of beta densities, and of H-measures, which must be positive."""
    found = set().union(*map(_of_beta, syntax.children(node)))
    if (isinstance(node, syntax.Cost) and node.name == "beta") or (
        isinstance(node, syntax.Apply) and node.function == "h_measure"
    ):
        found |= {x.name for x in node.arguments if isinstance(x, syntax.Name)}
    return found


def _may_have_no_value(node: syntax.Node | syntax.Statement) -> bool:
    """Whether values of the parameters may leave a side without a value, beyond those that are said to be positive."""
    if isinstance(node, syntax.Statement):
        sides = (node.left, node.right)
        unclear = [what for side in sides for _, what, _ in domains.conditions(side) if statements.parameters(what)]
        return bool(unclear) or any(map(_may_have_no_value, sides))
    if isinstance(node, syntax.Cost | syntax.Method) and node.name not in ("score", "score_fixed"):
        known = {"beta": statements.parameters(node)}.get(node.name, IN_UNIT_INTERVAL)
        interval = statements.interval(node) if isinstance(node, syntax.Method) else node.name == "uniform"
        for x in node.arguments:
            inside = not interval and isinstance(x, syntax.Name) and x.name in known
            if not isinstance(x, syntax.Method) and statements.parameters(x) and not inside:
                return True
    return any(map(_may_have_no_value, syntax.children(node)))


def decided(page: Writer, found: Decision) -> None:
    """What was found of a statement."""
    if found.witness is not None:
        witness(page, found.witness, found.statement)
    if found.note:
        page.sentence(sentence_of(found.note))
    if found.proof:
        page.proof(*found.proof)
        page.rests_on(() if found.document is None else rests_on(found.document))


def witness(page: Writer, found: Witness, statement: syntax.Statement) -> None:
    """A data set on which a statement is false, as a table, and both sides there."""
    sample = found.sample
    page.sentence(rf"It is false on these {sample.n} examples.")
    header: tuple[str, ...] = ("score", "class 0", "class 1")
    rows = [(_exact(x), str(a), str(b)) for x, a, b in zip(sample.scores, sample.counts0, sample.counts1, strict=True)]
    if found.second is not None:
        header = ("score of $a$", "score of $b$", "class")
        rows = [(_exact(row["score"]), _exact(row["score_b"]), str(row["class"])) for row in found.rows]
    left_out = len(rows) - MOST_ROWS
    page.table(header, rows[:MOST_ROWS], "lrr")
    if left_out > 0:
        page.sentence(f"The table leaves out {left_out} more scores.")
    at = ", ".join(f"${symbol(name)} = {value}$" for name, value in found.parameters.items())
    place = f"There, for {at}," if at else "There"
    page.sentence(f"{place} the left side is {number(found.left)} and the right side {number(found.right)}.")


def number(value: Real) -> str:
    """A number in LaTeX, exactly where it is a fraction of few digits."""
    decimal, text = significant(value), str(value)
    if not isinstance(value, Fraction) or len(text) > 24:
        digits, _, power = decimal.partition("e")
        return rf"${digits}\ldots \cdot 10^{{{int(power)}}}$" if power else rf"${digits}\ldots$"
    if value.denominator == 1:
        return f"${text}$"
    about = "=" if Fraction(decimal) == value else r"\approx"
    return f"${text} {about} {decimal}$"


def _exact(value: object) -> str:
    return f"${value}$"


# --- the table of all methods ---------------------------------------------------------------------------


def table_of_methods(style: Style) -> Entry:
    """Every method of the catalogue with its expected loss for uniform cost proportions and skews, derived."""
    page = Writer(style)
    page.heading(
        "Threshold choice methods, losses and metrics",
        "The expected loss of each threshold choice method for uniform cost proportions and uniform skews, "
        "as derived, in named metrics where it has such a form.",
    )
    names = derivable()
    found = {(name, x): derive(call_with_letters(name), "uniform", x) for name in names for x in CONDITIONS}
    rows = [
        [
            escaped(methods.CATALOGUE[name].title),
            *(_loss_cell(page, found[name, x]) for x in CONDITIONS),
            ", ".join(_metrics_in(found[name, "cost"])) or "--",
        ]
        for name in names
    ]
    u, loss = NOTATION["uniform"], NOTATION["expected loss"]
    losses = [f"${loss}_{{{u}({NOTATION[x]})}}$" for x in CONDITIONS]
    page.table(("method", *losses, "measures"), rows, "llll")
    others = [x.theorem for x in found.values() if x.closed_form is None and x.theorem is not None]
    if others:
        page.sentence("A dash stands for a loss without a form in named metrics:")
        page.equalities([(Arranged(latex(x.left), x.left), Arranged(latex(x.right), x.right)) for x in others])
    _examples_table(page, {name: found[name, "cost"] for name in names})
    return page.entry("table", "table")


def _loss_cell(page: Writer, found: Derivation) -> str:
    if found.closed_form is not None:
        return page.cell(_parsed(found.closed_form))
    return "undecided" if found.theorem is None else "--"


def _metrics_in(found: Derivation) -> Iterator[str]:
    if found.closed_form is None:
        return
    names = syntax.names(_parsed(found.closed_form))
    yield from (f"${symbol(name)}$" for name in metrics.CATALOGUE if name in names)
    if "error" in found.closed_form:
        yield "error rate"


def _examples_table(page: Writer, found: dict[str, Derivation]) -> None:
    page.sentence(
        "For uniform cost proportions, the loss of one example of class 0 and of class 1 at its score $s$ (for "
        "optimal thresholds, at its calibrated score):"
    )
    rows = []
    for name, x in found.items():
        if x.l0 is not None and x.l1 is not None:
            proper = {True: "yes", False: "no", None: "--"}[x.proper]
            if x.proper is None and "exactly when" in x.notes.get("proper", ""):
                proper = f"if {_note(x.notes['proper']).partition(' exactly when ')[2]}"
            cells = (page.cell(_parsed(text, "s")) for text in (x.l0, x.l1))
            rows.append([escaped(methods.CATALOGUE[name].title), *cells, proper])
    page.table(("method", "$l_0(s)$", "$l_1(s)$", "proper"), rows, "llll")
    ranked = mean_of("E0", f"H({NOTATION['R']}(s))")
    page.sentence(
        rf"For methods on rates the loss is $k + 2 {NOTATION['pi0']} {ranked}$, where $H$ is the probability that the "
        "rate is less than its argument:"
    )
    rows = []
    for name, x in found.items():
        if x.family == "rate" and x.H is not None and x.constant is not None:
            rate_letter = r"\rho" if "H" in x.notes else "r"
            H = page.cell(_parsed(x.H, "r", "rho"))
            rows.append(
                [escaped(methods.CATALOGUE[name].title), page.cell(_parsed(x.constant)), f"$H({rate_letter})$ = {H}"]
            )
    page.table(("method", "$k$", "$H$"), rows, "lll")
