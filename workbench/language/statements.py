"""The statement language: text to `syntax` values, with the place of every mistake.

The text is read by a generic grammar of arithmetic and calls (`workbench.language.grammar`), what it says by
`workbench.language.meaning`. Nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

from workbench import figures, methods, metrics
from workbench.language.about import AS_ASKED
from workbench.language.about import at_every_condition as at_every_condition
from workbench.language.about import at_one_condition as at_one_condition
from workbench.language.about import folded as folded
from workbench.language.about import interval as interval
from workbench.language.about import of_assumption as of_assumption
from workbench.language.about import parameters as parameters
from workbench.language.about import parts_of as parts_of
from workbench.language.about import quantities as quantities
from workbench.language.about import shapes as shapes
from workbench.language.about import spare_level as spare_level
from workbench.language.grammar import MAX_LENGTH as MAX_LENGTH
from workbench.language.grammar import StatementError as StatementError
from workbench.language.grammar import shortened, tree
from workbench.language.grammar import suggestion as suggestion
from workbench.language.meaning import EXCHANGED as EXCHANGED
from workbench.language.meaning import PARAMETER as PARAMETER
from workbench.language.meaning import assumption, cost_of, expression, method_of, raw
from workbench.language.meaning import law as law
from workbench.language.mends import mended, method_alone, remark
from workbench.language.models import PREFIXES, checked, sides
from workbench.language.syntax import (
    Apply,
    Cost,
    Expression,
    Loss,
    Method,
    Name,
    Node,
    Of,
    Rescored,
    Statement,
    children,
    names,
)
from workbench.words import ASSUMPTIONS as ASSUMPTIONS
from workbench.words import AT_THRESHOLD as AT_THRESHOLD
from workbench.words import CONDITIONS as CONDITIONS
from workbench.words import COSTS as COSTS
from workbench.words import FUNCTIONS as FUNCTIONS
from workbench.words import INSIDE_MEAN as INSIDE_MEAN
from workbench.words import LAWS as LAWS
from workbench.words import MEANS as MEANS
from workbench.words import METHODS as METHODS
from workbench.words import MIXED_COSTS as MIXED_COSTS
from workbench.words import RATES as RATES
from workbench.words import SAMPLE_QUANTITIES as SAMPLE_QUANTITIES

Read = TypeVar("Read")


def parse_statement(text: str, *, two_models: bool = False) -> Statement:
    """The statement that ``text`` says; with ``two_models`` figures may be those of ``a.`` and ``b.``.

    Raises `StatementError` with the column of the first mistake, and the sentence that may have been meant.

    >>> str(parse_statement("loss(score_driven)==BS given calibrated"))
    'loss(score_driven) == BS given calibrated'
    >>> parse_statement("BS <= BRIER")
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: column 7: unknown name BRIER; did you mean BS?
    >>> parse_statement("BS = 2 RL")
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: column 4: '=' cannot stand here; did you mean BS == 2*RL?
    """
    bound: frozenset[str] = PREFIXES if two_models else frozenset()
    if method := method_alone(text):
        raise StatementError(
            f"column {len(text) + 1}: the text ends too early; a statement has a relation, and {method} is a threshold "
            f"choice method, as in loss({method}) <= 1"
        )

    def says(text: str) -> Statement:
        return checked(_statement(text, bound))

    return _read(text, says)


def is_statement(text: str) -> bool:
    """Whether a text says a statement, about one model or two.

    >>> is_statement("a.BS <= b.BS"), is_statement("Theorem 8"), is_statement("BS <= brier.csv")
    (True, False, False)
    """
    try:
        parse_statement(text, two_models=True)
    except StatementError:
        return False
    return True


def is_expression(text: str) -> bool:
    """Whether a text says what can be evaluated on scores.

    >>> is_expression("loss(optimal) - RLH"), is_expression("scores.csv"), is_expression("AUC == 1")
    (True, False, False)
    """
    try:
        parse_expression(text)
    except StatementError:
        return False
    return True


def as_asked(text: str) -> Statement:
    """The statement that ``text`` says, in its own words: for printing, and for nothing else.

    Words that stand for other expressions are kept (`parse_statement` puts these in their place).

    >>> str(as_asked("LL>=BS given AUC==3/4, pi1 < 0.5")), str(as_asked("net_benefit(t) <= a1"))
    ('LL >= BS given AUC == 3/4, pi1 < 1/2', 'net_benefit(t) <= a1')
    """
    parse_statement(text, two_models=True)
    before = AS_ASKED.set(True)
    try:
        return _statement(text, PREFIXES)
    finally:
        AS_ASKED.reset(before)


def _statement(text: str, bound: frozenset[str]) -> Statement:
    read = tree(text, "statement")
    assert isinstance(read, tuple)
    left, relation, right, given = read
    assumed = tuple(assumption(a, bound) for a in given)
    return Statement(expression(left, bound), relation, expression(right, bound), assumed)


def stand_for(asked: Statement) -> dict[str, str]:
    """The words of a statement `as_asked` that stand for other expressions, and these.

    >>> stand_for(as_asked("sensitivity(t) <= LL"))
    {'sensitivity(t)': '1 - E0(indicator(t < s))', 'LL': 'pi0*E0(-log(1 - s)) + pi1*E1(-log(s))'}
    """
    found: dict[str, str] = {}
    for side in sides(asked):
        for word in map(str, _words(side)):
            means = str(parse_expression(word, two_models="." in word))
            found |= {word: means} if means != word else {}
    return found


def _words(node: Node) -> Iterator[Node]:
    """The parts of an expression that may stand for another one, none inside of another."""
    if isinstance(node, Of | Loss | Rescored) or (isinstance(node, Apply) and node.function in figures.CATALOGUE):
        yield node
    elif isinstance(node, Name):
        yield from [node] * (node.name in figures.NAMED)
    else:
        for child in children(node):
            yield from _words(child)


def _read(text: str, says: Callable[[str], Read]) -> Read:
    """What a text says, or `StatementError` with what may have been meant."""
    try:
        return says(text)
    except StatementError as error:
        wrong, guessed, guesses = str(error).partition("; did you mean ")
        meant = "" if guessed and " or " not in guesses else remark(text, says)
        if not meant or meant in wrong:
            raise
        raise StatementError(f"{wrong.partition('; the nearest names are ')[0]}{meant}") from None


def parse_expression(text: str, variables: Iterable[str] = (), *, two_models: bool = False) -> Expression:
    """The expression that ``text`` says, with ``variables`` among ``s``, ``c``, ``u`` allowed to occur.

    With ``two_models`` figures may be those of ``a.`` and ``b.``.

    >>> str(parse_expression("2*m1**2 - 0.5*E0(s*(1-s))"))
    '2*m1**2 - 1/2*E0(s*(1 - s))'
    """
    bound = frozenset(variables).union(PREFIXES if two_models else ())

    def says(text: str) -> Expression:
        found = expression(tree(text, "sum"), bound)
        return checked(Statement(found, "==", found)).left if two_models else found

    return _read(text, says)


def parse_method(text: str) -> Method:
    """The threshold choice method that ``text`` names.

    >>> str(parse_method("mix(1/4, rate(c), score_fixed(0.5))"))
    'mix(1/4, rate(c), score_fixed(1/2))'
    """
    try:
        return _read(text, _method)
    except StatementError as error:
        wrong = str(error).partition("; methods are ")[0]
        thresholds = "" if "did you mean" in wrong else _thresholds(text)
        if not thresholds:
            raise
        raise StatementError(
            f"{wrong}; did you mean {thresholds}, which sets thresholds, or rate{thresholds[5:]}, which sets rates?"
        ) from None


def _method(text: str) -> Method:
    return method_of(raw(text))


def _thresholds(text: str) -> str:
    """The method whose thresholds an expression in c or u is; empty where it is none."""
    if re.search(r"(?<![\w.])[cu](?![\w(])", text) is None:
        return ""
    try:
        return str(_method(f"score({text})"))
    except StatementError:
        return mended(f"score({text})", _method) or ""


def parse_cost(text: str) -> Cost:
    """The density of the operating condition that ``text`` names.

    >>> str(parse_cost("density(6*c*(1-c))"))
    'density(6*c*(1 - c))'
    """
    return _read(text, lambda text: cost_of(raw(text)))


@cache
def definition(name: str) -> Expression | None:
    """What a metric is defined as; None where its entry does not say.

    Raises `StatementError`, which names the metric, where that is no expression or leads back to it.

    >>> str(definition("GINI")), definition("KS")
    ('2*AUC - 1', None)
    """
    return _definition(name, ())


def _definition(name: str, before: tuple[str, ...]) -> Expression | None:
    entry = metrics.CATALOGUE.get(name)
    if entry is None or entry.definition is None:
        return None
    whose = metrics.CATALOGUE.whose(name)
    if name in before:
        raise StatementError(f"the definition of the metric {before[0]} leads back to {name}{whose}")
    try:
        found = parse_expression(entry.definition)
        if free := parameters(found):
            raise StatementError(f"{min(free)} is a parameter, and a metric has none")
    except StatementError as error:
        what = f"the definition of the metric {name}, {shortened(entry.definition)}"
        raise StatementError(f"{what}: {error}{whose}") from None
    for inner in sorted(names(found)):
        _definition(inner, (*before, name))
    return found


def _table_call(name: str) -> Method:
    """A method by its law, as it is called in a table of all methods; `StatementError` where it cannot be read."""
    entry = methods.CATALOGUE[name]
    try:
        called = parse_method(entry.call(name))
    except StatementError as error:
        whose = methods.CATALOGUE.whose(name)
        raise StatementError(f"the method {name}, shown as {entry.call(name)}: {error}{whose}") from None
    return law(called)


metrics.CATALOGUE.read_by(definition)
methods.CATALOGUE.read_by(_table_call)
