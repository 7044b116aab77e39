"""What was found of a claim or a theorem, for the page: proofs, both engines' values, witnesses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from workbench.deciding.wording import Written, by_cases, called, without_repetitions
from workbench.errors import InputError
from workbench.language.statements import parameters, parse_expression, parse_statement
from workbench.numbers.written import decimal
from workbench.pages.breaking import displayed
from workbench.pages.curves import pictures
from workbench.pages.elements import Child, Element, element
from workbench.pages.marks import Index, capitalised
from workbench.pages.mathml import NotWritten, mathml
from workbench.pages.sentences import parted, pieces
from workbench.papers.exhibits import Quantity, in_plain_words
from workbench.samples.sample import Sample
from workbench.symbolic.latex import latex_of, latex_of_statement

LONGEST = 24
MOST_ROWS = 40
_BEGINS = "the difference of both sides"
_IN_WORDS = re.compile(r"classes ([01](?: [01])*) with scores (\S+(?: \S+)*)")


# --- formulas -------------------------------------------------------------------------------------------


def formula(latex: str, words: str) -> Element:
    """A formula that stands alone, in a box of its own and on several lines if long; in ``words`` without notation."""
    return element("div", _math(latex, words), class_="formula")


def _math(latex: str, words: str) -> Element:
    try:
        return displayed(latex)
    except NotWritten:
        return element("code", words)


def named(name: str) -> Element:
    """The name of a quantity, as mathematics if it is an expression of the statement language.

    >>> named("1 - AUC").tag, named("before").tag
    ('math', 'span')
    """
    try:
        read = parse_expression(name)
        if not parameters(read):
            return mathml(latex_of(read))
    except (InputError, NotWritten):
        pass
    return element("span", name)


def sides(latex: str) -> tuple[str, str]:
    r"""An equation, as its left side and the rest; an empty left side if it is none.

    >>> sides(r"L^{t = T} = 1"), sides(r"\ge 0")
    (('L^{t = T}', '= 1'), ('', '\\ge 0'))
    """
    depth = 0
    for place, character in enumerate(latex):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if not depth and latex.startswith(" = ", place):
            return latex[:place], latex[place + 1 :]
    return "", latex


# --- proofs ---------------------------------------------------------------------------------------------


def proof(proof: Written, index: Index) -> Element:
    """A proof as a list of steps, each line beginning with its relation, from the first side of an equality.

    Steps that give the same formula are one line with several reasons, and those of a case stand below what it is
    about. A theorem that is cited is linked if it is on the page.
    """
    start = proof.begins
    first = formula(start["latex"], start["gives"]) if start else None
    shown = [part for number, case, steps in cases(proof) for part in _of_case(number, case, steps, bool(start), index)]
    return element("div", first, *shown, class_="proof")


def cases(proof: Written) -> Iterator[tuple[int, Element | None, list[list[Mapping[str, str]]]]]:
    """The steps of each case, if there are any, and of what stands before, with the number of the first.

    Each list are the steps that give the same formula, one after the other.
    """
    at, number = 1, 0
    for part in by_cases(proof.steps):
        number = number + 1 if part.case else 0
        said = element("p", f"Case {number}: ", *_condition(part.case), ".", class_="case") if part.case else None
        steps = without_repetitions(part.steps)
        yield at, said, steps
        at += len(steps)


def _condition(case: str) -> Iterator[Child]:
    """What a case is about: inequalities, and what maxima and minima are."""
    for between, part in enumerate(case.split(" and ")):
        yield from [" and "] * bool(between)
        name, is_it, value = part.partition(" is ")
        try:
            if is_it:
                yield from (name if name.startswith("the ") else named(name), " is ", *parted(named(value)))
            else:
                yield from parted(mathml(latex_of_statement(parse_statement(part))))
        except (InputError, NotWritten):
            yield part


def length(proof: Written) -> int:
    """How many lines a proof has below each other."""
    return sum(len(steps) for _, _, steps in cases(proof))


def _of_case(
    number: int, case: Element | None, steps: Sequence[Sequence[Mapping[str, str]]], follows: bool, index: Index
) -> Iterator[Element | None]:
    shown = []
    for at, same in enumerate(steps):
        left = element("div", *lines(same[0], follows or number + at > 1), class_="lines")
        shown.append(element("li", left, element("div", *(reason(step, index) for step in same), class_="reasons")))
    yield case
    yield element("ol", *shown)


def reason(step: Mapping[str, str], index: Index) -> Element:
    """Why a step holds, and by which rule."""
    return element("p", *pieces(capitalised(step["why"])), " ", _rule(step["by"], index), class_="why")


def goes_on(step: Mapping[str, str]) -> bool:
    """Whether a step gives an expression that equals the one before."""
    return not step["why"].endswith(_BEGINS) and not _is_relation(step["latex"])


def _is_relation(latex: str) -> bool:
    return latex.startswith((r"\ge ", r"0 \le ", "0 < ")) or bool(sides(latex)[0])


def lines(step: Mapping[str, str], follows: bool) -> list[Element]:
    """What a step gives, in two lines where it is an equation; it ``follows`` where something stands above it."""
    latex, words = step["latex"], step["gives"]
    left, right = sides(latex)
    if left:
        return [formula(left, words), formula(right, "")]
    if follows and goes_on(step):
        return [formula(f"= {latex}", f"== {words}")]
    return [formula(latex, words)]


def _rule(by: str, index: Index) -> Element:
    """The rule by which a step was made: a theorem, a definition, a bound, or another by its name."""
    found = re.fullmatch(r"(theorem[a-z ]*|definition)\((.*)\)", by)
    if found is not None:
        kind, name = found.groups()
        if kind == "definition":
            return element("span", f"by definition of {name}", class_="by")
        return element("span", f"by {kind}: ", index.link("theorem", name), class_="by")
    try:
        return element("span", "by ", *parted(mathml(latex_of_statement(parse_statement(by)))), class_="by")
    except (InputError, NotWritten):
        return element("span", "by ", *pieces(called(by)), class_="by")


# --- numbers --------------------------------------------------------------------------------------------


def values(quantities: Sequence[Quantity], names: Mapping[str, Element]) -> Element:
    """Both engines' numbers for each quantity, and what is printed."""
    bodies = [_body(quantity, names.get(quantity.name)) for quantity in quantities]
    head = element("tr", element("td"), *(element("th", text, scope="col") for text in ("value", "exact, or range")))
    return _table("Values, by engine", element("thead", head), *bodies)


def _body(quantity: Quantity, name: Element | None) -> Element:
    rows = []
    if quantity.name:
        shown = named(quantity.name) if name is None else name
        rows.append(element("tr", element("th", shown, colspan="3", scope="rowgroup"), class_="quantity"))
    engines = [("numeric engine", quantity.numeric), ("symbolic engine", quantity.symbolic)]
    if quantity.same:
        engines = [("both engines", quantity.numeric)]
    rows += [_row(engine, *number(value)) for engine, value in engines if value is not None]
    if quantity.printed:
        rows.append(_row("printed", element("span", quantity.printed), element("span", " to ".join(quantity.interval))))
    return element("tbody", *rows)


def _row(first: str, *cells: Element) -> Element:
    return element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in cells))


def number(value: Mapping[str, Any]) -> tuple[Element, Element]:
    """A number to six decimals, and exactly or with its error bound."""
    shown = "beyond a double" if value["value"] is None else decimal(value["value"])
    if value["exact"] is not None:
        return element("span", shown), exactly(value["exact"])
    error = "" if value.get("error") is None else f"± {value['error']:.1e}"
    return element("span", shown), element("span", error)


def exactly(fraction: str) -> Element:
    """A fraction; one that is long can be unfolded."""
    if len(fraction) <= LONGEST:
        return element("span", fraction, class_="number")
    above, _, below = fraction.partition("/")
    short = f"{_cut(above)}/{_cut(below)}" if below else _cut(above)
    return element("details", element("summary", short), element("span", fraction, class_="number"), class_="long")


def _cut(digits: str) -> str:
    return digits if len(digits) <= LONGEST // 2 else f"{digits[:6]}…({len(digits.lstrip('-'))} digits)"


def others(numeric: Mapping[str, str], symbolic: Mapping[str, str]) -> Element | None:
    """What else the engines have, side by side."""
    columns = [(name, found) for name, found in (("numeric engine", numeric), ("symbolic engine", symbolic)) if found]
    if not columns:
        return None
    if numeric == symbolic:
        columns = [("both engines", numeric)]
    head = element("tr", element("td"), *(element("th", name, scope="col") for name, _ in columns))
    rows = [
        element(
            "tr",
            element("th", name, scope="row"),
            *(element("td", _breakable(found.get(name, "")), class_="words") for _, found in columns),
        )
        for name in dict.fromkeys([*numeric, *symbolic])
    ]
    return _table("What else was found, by engine", element("thead", head), element("tbody", *rows))


def _breakable(text: str) -> Element:
    first, *others = text.split("\n")
    return element("span", first, *(part for line in others for part in (element("br"), line)))


def _table(caption: str, *parts: Element) -> Element:
    shown = element("caption", caption, class_="unseen")
    return element("div", element("table", shown, *parts), class_="table")


# --- witnesses ------------------------------------------------------------------------------------------


def data(sample: Sample, about: str = "", parameters: Mapping[str, Any] | None = None) -> Element:
    """A data set as a table of its scores, with the curves that show what is claimed ``about`` it."""
    rows = [
        element("tr", element("th", str(score), scope="row"), element("td", str(a)), element("td", str(b)))
        for score, a, b in zip(sample.scores, sample.counts0, sample.counts1, strict=True)
    ]
    more = len(rows) - MOST_ROWS
    tail = [element("tr", element("td", f"and {more} more scores", colspan="3"))] if more > 0 else []
    head = element("tr", *(element("th", name, scope="col") for name in ("score", "class 0", "class 1")))
    table = _table("Examples at each score", element("thead", head), element("tbody", *rows[:MOST_ROWS], *tail))
    return element("div", table, *pictures(sample, about, parameters), class_="data")


def witness(found: Mapping[str, Any], about: str = "") -> list[Child]:
    """A witness from its plain values: a data set or a model with its parameters, or whatever it is in words."""
    sample = _sample(found)
    if sample is not None:
        parts: list[Child] = [data(sample, about, found.get("parameters"))]
    elif "model" in found:
        parts = [element("p", "The model ", element("code", str(found["model"])))]
    else:
        return [element("p", _breakable(in_plain_words(found)))]
    if found.get("parameters"):
        told = ", ".join(f"{name} = {value}" for name, value in found["parameters"].items())
        parts.append(element("p", f"with {told}"))
    return parts


def _sample(found: Mapping[str, Any]) -> Sample | None:
    if {"scores", "classes"} <= found.keys():
        return Sample.of(found["classes"], found["scores"])
    if {"scores", "class 0", "class 1"} <= found.keys():
        return Sample.of_counts(map(Fraction, found["scores"]), found["class 0"], found["class 1"])
    return None


def told_in_words(texts: Iterable[str]) -> Iterator[tuple[str, Sample]]:
    """The data sets that evidence tells in words, each once, with what it says of them.

    >>> list(told_in_words(["AUC = 1 on classes 0 1 with scores 1/5 7/10"]))
    [('AUC = 1', Sample(n=2, n0=1, n1=1, distinct scores 2 in [1/5, 7/10]))]
    """
    for part in dict.fromkeys(part for text in texts for part in text.split("; ")):
        told = _IN_WORDS.search(part)
        if told is not None:
            classes, scores = (group.split() for group in told.groups())
            with suppress(InputError):
                yield part[: told.start()].removesuffix(" on "), Sample.of([int(k) for k in classes], scores)
