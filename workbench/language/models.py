"""Statements about two score functions on the same examples: ``a.`` and ``b.`` before figures.

The two know the same classes, so that the numbers of examples and the class proportions are shared; everything else is
a figure of one of them. A statement about one of them alone says the same without the prefix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from workbench.language.about import is_figure
from workbench.language.grammar import fail
from workbench.language.syntax import Name, Node, Of, Statement, children, rebuilt
from workbench.words import SAMPLE_QUANTITIES

MODELS = ("a", "b")
PREFIXES = frozenset(f"{model}." for model in MODELS)


def of_model(node: Node, model: str, column: int) -> Any:
    """``node`` with each figure as that of one model; `StatementError` where there is none."""
    found = _put(node, lambda figure: Of(model, figure, column))
    if found == node:
        shared = isinstance(node, Name) and node.name in SAMPLE_QUANTITIES
        why = "is the same for both" if shared else "is no figure of a score function"
        raise fail(column, f"{node} {why}; {model}. stands before a metric, a loss, a mean or a figure")
    return found


def _put(node: Any, change: Callable[[Any], Any]) -> Any:
    """``node`` with each figure changed, those inside of figures aside."""
    return change(node) if is_figure(node) else rebuilt(node, lambda child: _put(child, change))


def with_figures(node: Any, change: Callable[[Of], Node]) -> Any:
    """``node`` with each figure of a model changed."""
    return change(node) if isinstance(node, Of) else rebuilt(node, lambda child: with_figures(child, change))


def figures(node: Node | Statement) -> Iterator[Of]:
    """The figures of models that occur."""
    if isinstance(node, Statement):
        for side in sides(node):
            yield from figures(side)
    elif isinstance(node, Of):
        yield node
    else:
        for child in children(node):
            yield from figures(child)


def sides(statement: Statement) -> list[Node]:
    """Both sides of a statement and those of what is assumed."""
    return [statement.left, statement.right, *(side for a in statement.given for side in a.sides or ())]


def checked(statement: Statement) -> Statement:
    """A statement; `StatementError` where some figures are of a model, and another figure or a property is of none."""
    if not any(figures(statement)):
        if any(a.for_all for a in statement.given):
            raise fail(_column(statement), "for all stands after an assumption about figures of a. and b.")
        return statement
    for side in sides(statement):
        for figure in _of_nobody(side):
            raise fail(figure.column, f"{figure} is that of which model? Write a.{figure} or b.{figure}")
    for assumption in statement.given:
        if assumption.sides is None and assumption.name != "pi0":
            word = "AUC" if assumption.name == "auc" else assumption.name
            one = f"; a.{word} or b.{word} is a figure" if assumption.name == "auc" else ""
            raise fail(assumption.column, f"{word} is that of which model? Of two it is not in the language{one}")
    return statement


def _column(statement: Statement) -> int:
    return next(a.column for a in statement.given if a.for_all)


def _of_nobody(node: Node) -> Iterator[Any]:
    if is_figure(node):
        yield node
    elif not isinstance(node, Of):
        for child in children(node):
            yield from _of_nobody(child)


def models_of(statement: Statement) -> frozenset[str]:
    """The models that a statement is about.

    >>> from workbench.language.statements import parse_statement
    >>> sorted(models_of(parse_statement("a.BS <= b.MAE + pi0", two_models=True)))
    ['a', 'b']
    """
    return frozenset(figure.model for figure in figures(statement))


def changed(statement: Statement, change: Callable[[Of], Node]) -> Statement:
    """A statement with each figure of a model changed; an assumption for all levels is left out.

    >>> from workbench.language.statements import parse_statement
    >>> said = parse_statement("a.BS <= 1 given a.loss(optimal) <= t, pi0 < 1/2", two_models=True)
    >>> str(changed(said, lambda figure: figure.figure))
    'BS <= 1 given loss(optimal) <= t, pi0 < 1/2'
    """
    given = tuple(
        replace(a, sides=tuple(with_figures(side, change) for side in a.sides)) if a.sides else a
        for a in statement.given
        if not a.for_all
    )
    left, right = (with_figures(side, change) for side in (statement.left, statement.right))
    return replace(statement, left=left, right=right, given=given)
