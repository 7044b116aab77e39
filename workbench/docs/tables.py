"""The tables of the documentation that the catalogues make, in Markdown, by the mark that stands for them.

To add one, write a function here of the `Form` and bind it in `TABLES`.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from workbench.symbolic.proof import Theorem

HOUSE = Path(__file__).parent.parent
"""The folder of the package."""

Form: TypeAlias = Literal["plain", "site"]
"""``plain`` is read in a terminal, and has no LaTeX where there are words; ``site`` is read by Sphinx with MyST."""

EXAMPLE = ([0, 1, 0, 1], ["0.2", "0.4", "0.6", "0.9"])
"""The classes and scores on which a table shows the value of each word."""


PROBABILITIES = " (p)"
"""What marks a metric that needs probabilities."""


def grid(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; a ``|`` in a cell is escaped.

    >>> print(grid(["word", "is"], [["`KS`", "max |F0 - F1|"]]))
    | word | is |
    |---|---|
    | `KS` | max \\|F0 - F1\\| |
    """
    lines = [header, ["---"] * len(header), *rows]
    text = [
        "|" + "|".join("---" if cell == "---" else f" {cell.replace('|', chr(92) + '|')} " for cell in line) + "|"
        for line in lines
    ]
    return "\n".join(text)


def code(text: str) -> str:
    """Text as it is typed, in Markdown; nothing where there is none."""
    return f"`{text}`" if text else ""


def math(latex: str) -> str:
    """A formula within a line."""
    return f"${latex}$"


def words(latex: str) -> str:
    r"""A short formula of LaTeX as it is read in a terminal.

    >>> words(r"\mathrm{KS} = \max_t |F_0(t) - F_1(t)|")
    'KS = max_t |F_0(t) - F_1(t)|'
    >>> words(r"P(\hat{p}(s) > 0) \le \frac{1}{2}")
    'P(pav(s) > 0) <= 1/2'
    """
    latex = re.sub(r"\\frac\{(\w+)\}\{(\w+)\}", r"\1/\2", latex.replace(r"\hat{p}", "pav"))
    text = re.sub(r"\\(?:mathrm|text)\{([^{}]*)\}", r"\1", latex)
    for sign, word in ((r"\,", ""), (r"\quad", " "), (r"\mid", "|"), (r"\sim", "~"), (r"\ge", ">="), (r"\le", "<=")):
        text = text.replace(sign, word)
    return re.sub(r"_\{(\w+)\}", r"_\1", re.sub(r"\\(\w+|\W)", r"\1", text))


def _values(expressions: Iterable[str]) -> Mapping[str, str]:
    """The values of expressions on the example, as the exact engine finds them."""
    from workbench.losses.evaluation import evaluate
    from workbench.numbers.written import shortest

    found = evaluate(*EXAMPLE, expressions=list(expressions)).expressions
    return {name: "none" if value is None else shortest(value) for name, value in found.items()}


def metrics(form: Form) -> str:
    """What each metric is, its definition, the values that it can have, its value on the example; then the sources."""
    from workbench.metrics import CATALOGUE

    values = _values(CATALOGUE)
    rows, sources = [], dict[str, list[str]]()
    for name, metric in CATALOGUE.items():
        if form == "site":
            formulas = ", ".join(map(math, metric.latex.split(r",\quad ")))  # a line may end between them
            said = " ".join(filter(None, (code(metric.definition or ""), formulas)))
        else:
            said = code(metric.definition or words(metric.latex))
        title = metric.title + PROBABILITIES * metric.needs_probabilities
        rows.append([code(name), title, said, str(metric.values), values[name]])
        sources.setdefault(metric.reference, []).append(name)
    table = grid(["word", "what it is", "definition", "values", "example"], rows)
    return f"{table}\n\n" + "\n".join(f"- {', '.join(map(code, x))}: {source}" for source, x in sources.items())


def methods(form: Form) -> str:
    """What each threshold choice method sets, the loss that it leads to under uniform costs, and its source."""
    from workbench.methods import CATALOGUE

    calls = {name: method.call(name) for name, method in CATALOGUE.items()}
    values = _values(f"loss({call})" for call in calls.values())
    rows = []
    for name, method in CATALOGUE.items():
        shown = f"{values[f'loss({calls[name]})']}" + f" at {code(calls[name])}" * (calls[name] != name)
        called = code(f"{name}({', '.join(method.parameters)})" if method.parameters else name)
        more = [math(method.latex), method.source] if form == "site" else []
        rows.append([called, code(method.law), shown, *more])
    return grid(["method", "law", "example", *(["letter", "source"] if form == "site" else [])], rows)


def figures(form: Form) -> str:
    """The figures at a threshold and what they stand for."""
    from workbench.figures import CATALOGUE, NAMED

    rows = [[code(f"{name}(t)"), code(text)] for name, text in CATALOGUE.items()]
    return grid(["word", "stands for"], [*rows, *([code(name), code(text)] for name, text in NAMED.items())])


def matrix(form: Form) -> str:
    """The figures of a confusion matrix that `check` reads, with the other names that they go by.

    In a terminal they are a list, as the names are long and must be whole.
    """
    from workbench.feasible.matrix_metrics import CATALOGUE

    if form == "site":
        rows = [[code(x.name), code(x.formula), ", ".join(map(code, x.synonyms)), x.undefined] for x in CATALOGUE]
        return grid(["figure", "is", "also called", "has no value where"], rows)
    lines = []
    for x in CATALOGUE:
        also = f"; also {', '.join(map(code, x.synonyms))}" * bool(x.synonyms)
        none = f"; no value where {x.undefined}" * (x.undefined != "never")
        lines.append(f"- {code(x.name)}{f' is {code(x.formula)}' * (x.formula != x.name)}{also}{none}")
    return "\n".join(lines)


def notations(form: Form) -> str:
    """What is written, as an expectation and as an integral."""
    from workbench.typesetting.notations import rows

    write = math if form == "site" else code
    return grid(["mean", "expectations", "integrals"], [[says, write(a), write(b)] for says, a, b in rows()])


def theorems(form: Form) -> str:
    """Every theorem: what it says, what it assumes, its proof line by line, its source."""
    from workbench.symbolic.library import theorems as found

    return "\n\n".join(_theorem(theorem, form) for theorem in found().values())


def _theorem(theorem: Theorem, form: Form) -> str:
    from workbench.deciding.wording import rule_in_words, steps_as_json, without_repetitions
    from workbench.symbolic.latex import latex
    from workbench.symbolic.proof import as_stated
    from workbench.symbolic.translation import in_words

    theorem = as_stated(theorem)
    if form == "site":
        claim = _displayed(f"{latex(theorem.left)} = {latex(theorem.right)}")
    else:
        claim = code(f"{in_words(theorem.left)} == {in_words(theorem.right)}")
    given = sorted(hypothesis.says for hypothesis in theorem.given)
    steps = []
    for number, same in enumerate(without_repetitions(steps_as_json(theorem)), start=1):
        line = _displayed(same[0]["latex"], indent="   ") if form == "site" else f"   {code(same[0]['gives'])}"
        told = [(step["why"], rule_in_words(step["by"])) for step in same]
        why = "; ".join(why if why.startswith(rule) else f"{why} ({rule})" for why, rule in told)
        steps.append(f"{number}. {why}:\n\n{line}")
    parts = [
        f"## {theorem.name}",
        theorem.says,
        claim,
        f"Assumed: {'; '.join(given)}." if given else "",
        "Proof, from the left side:",
        _displayed(latex(theorem.left)) if form == "site" else code(in_words(theorem.left)),
        *steps,
        f"Source: {theorem.source}." if theorem.source else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _displayed(latex: str, indent: str = "") -> str:
    return f"{indent}$$\n{indent}{latex}\n{indent}$$"


def results(form: Form) -> str:
    """The results of the workbench's own: the statement, what it means, its relatives."""
    from workbench.symbolic.library import propositions

    found = []
    for x in propositions().values():
        parts = [f"## {x.name}", x.says, code(x.statement), f"In practice: {x.means}", x.remark, f"Source: {x.source}."]
        found.append("\n\n".join(part for part in parts if part))
    return "\n\n".join(found)


def axioms(form: Form) -> str:
    """What the reader of proofs believes: each sentence, what its letters stand for, and why it holds."""
    read = tomllib.loads((files("workbench.recheck") / "axioms.toml").read_text("utf-8"))
    found = []
    for name, axiom in read.items():
        letters = [f"{code(letter)} a {kind}" for letter, kind in axiom.get("letters", {}).items()]
        given = axiom.get("given", [])
        parts = [
            f"**{name.replace('_', ' ')}**",
            code(f"{axiom['left']} {axiom.get('relation', '==')} {axiom['right']}"),
            f"with {', '.join(letters)}" * bool(letters),
            f"given {', '.join(map(code, [given] if isinstance(given, str) else given))}" * bool(given),
        ]
        found.append(f"- {' '.join(part for part in parts if part)}. {' '.join(axiom['because'].split())}")
    return "\n".join(found)


def api(form: Form) -> str:
    """Every public name: on the site by autodoc, in a terminal by its signature and docstring."""
    import workbench
    from workbench import scorers

    rooms: dict[str, list[tuple[str, object]]] = {}
    for name in (name for name in dir(workbench) if not name.startswith("_")):
        thing = getattr(workbench, name)
        rooms.setdefault(thing.__module__.split(".")[1], []).append((f"workbench.{name}", thing))
    for name in ("loss_scorer", "metric_scorer", "cost_scorer"):
        rooms.setdefault("scorers", []).append((f"workbench.scorers.{name}", getattr(scorers, name)))
    parts = []
    for room, things in sorted(rooms.items()):
        said = inspect.getdoc(import_module(f"workbench.{room}")) or ""
        parts += [f"## {room.capitalize()}", said.split("\n\n")[0].replace("`", "")]
        parts += [_documented(name, thing, form) for name, thing in things]
    return "\n\n".join(parts)


def modules(form: Form) -> str:
    """What each module of each room is for, as its docstring begins."""
    parts = []
    for first in sorted(HOUSE.glob("*/__init__.py")):
        room = first.parent.name
        if room in ("proofs", "paper_checks"):  # beside the rooms where it is not installed
            continue
        found = sorted(path for path in first.parent.rglob("*.py") if path.name != "__init__.py")
        said = {path.relative_to(first.parent.parent).as_posix(): _purpose(path) for path in found}
        table = grid(["module", "what it is for"], ([code(path), purpose] for path, purpose in said.items()))
        parts += [f"## {room}", _purpose(first), table]
    return "\n\n".join(parts)


def _purpose(path: Path) -> str:
    """The first sentence of a module's docstring."""
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return re.split(r"\.(?=\s|$)", " ".join(said.split("\n\n")[0].replace("`", "").split()))[0]


def _documented(name: str, thing: Any, form: Form) -> str:
    if form == "site":
        kind = "autoclass" if inspect.isclass(thing) else "autofunction"
        members = "\n   :members:" if inspect.isclass(thing) else ""
        return f"```{{eval-rst}}\n.. {kind}:: {name}{members}\n```"
    is_error = inspect.isclass(thing) and issubclass(thing, Exception)
    called = "(message)" if is_error else inspect.signature(thing)
    return f"```text\n{name}{called}\n\n{inspect.getdoc(thing)}\n```"


TABLES: dict[str, Callable[[Form], str]] = {
    made.__name__: made
    for made in (metrics, methods, figures, matrix, notations, theorems, results, axioms, api, modules)
}
