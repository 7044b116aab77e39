"""Laws of threshold choice methods from other packages that no proof can follow."""

from __future__ import annotations

from collections.abc import Iterator

from workbench import methods
from workbench.deciding.derivation import validated
from workbench.errors import InputError
from workbench.language.models import sides
from workbench.language.syntax import UNIFORM, Method, Node, Statement, children
from workbench.symbolic.translation import to_method


def unfollowed(statement: Statement) -> str:
    """What no proof can follow of the law of a method that the statement names, with its package; or nothing.

    >>> from workbench.language.statements import parse_statement
    >>> unfollowed(parse_statement("loss(score_driven) <= 1"))
    ''
    """
    for method in (found for side in sides(statement) for found in _methods(side)):
        if methods.CATALOGUE.whose(method.name):
            try:
                to_method(validated(method, UNIFORM)[0])
            except InputError as problem:
                return str(problem)
    return ""


def _methods(node: Node) -> Iterator[Method]:
    if isinstance(node, Method):
        yield node
    for child in children(node):
        yield from _methods(child)
