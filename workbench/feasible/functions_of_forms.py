"""Figures that are a function of one linear form, such as ``1/MER`` or ``sqrt(BS)``: each bounds the other.

Where the function rises or falls on all values that the form can have, an interval of the one is an interval of the
other: ``a/x`` on either side of 0, the square root, the logarithm, the exponential, and powers of what is not negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TypeAlias

import flint

from workbench.feasible.linear_forms import ORDER_FIGURES, ClassSizes, Form
from workbench.language.statements import definition, parse_expression
from workbench.language.syntax import Apply, Arithmetic, Comparison, Expression, Name, Number
from workbench.numbers.certified import lift, working_digits
from workbench.numbers.interval import Interval
from workbench.numbers.piecewise import exact_middle

_DIGITS = 40
_FROM_ZERO = Interval(Fraction(0))
_ABOVE_ZERO = Interval(Fraction(0), low_closed=False)
_NOTHING = Interval(Fraction(1), Fraction(0))


Turned: TypeAlias = "Callable[[Interval], Interval]"


@dataclass(frozen=True)
class OfForm:
    """A figure by its name, the form that it is a function of, and the intervals that follow from one another."""

    name: str
    form: Form
    says: str
    values: Turned
    arguments: Turned
    nonnegative: bool = False


def of_forms(form: Form, sizes: ClassSizes) -> Iterator[OfForm]:
    """The terms of a form that are functions of others, and of these the terms that are.

    >>> sizes = ClassSizes(5, 5)
    >>> [str(x.form) for x in of_forms(sizes.form(parse_expression("2/sqrt(1 - MER) + AUC")), sizes)]
    ['sqrt(1 - MER)', '-MER + 1']
    """
    for name in form.terms:
        found = _of_form(name, sizes)
        if found is not None and found.form.terms and name not in found.form.terms:
            yield found
            yield from of_forms(found.form, sizes)


def _of_form(name: str, sizes: ClassSizes) -> OfForm | None:
    def number(node: Expression) -> Fraction | None:
        form = sizes.form(node)
        return None if form.terms else form.constant

    found = None if name in ORDER_FIGURES else _function(parse_expression(name), number)
    if found is None:
        return None
    form = sizes.form(found.argument)
    says = f"{name} falls as {form} grows" if found.falls else f"{name} grows with {form}"
    return OfForm(name, form, says, found.values, found.arguments, found.nonnegative)


@dataclass(frozen=True)
class OfQuotient:
    """A term that is a quotient of two linear forms."""

    name: str
    top: Form
    bottom: Form


def quotients(form: Form, sizes: ClassSizes) -> Iterator[OfQuotient]:
    """The terms of a form that are quotients of figures.

    >>> sizes = ClassSizes(5, 5)
    >>> [(str(x.top), str(x.bottom)) for x in quotients(sizes.form(parse_expression("MER/AUC + 2/MER")), sizes)]
    [('MER', 'AUC')]
    """
    for name in form.terms:
        node = None if name in ORDER_FIGURES else parse_expression(name)
        if isinstance(node, Arithmetic) and node.operator == "/":
            top, bottom = sizes.form(node.left), sizes.form(node.right)
            if top.terms and bottom.terms:
                yield OfQuotient(name, top, bottom)


def argument_of(expression: Expression, values: Interval) -> tuple[Expression, Interval] | None:
    """The expression of which another is a function, whatever the class sizes, with the values that it can have.

    >>> print(*argument_of(parse_expression("1/MER"), Interval(Fraction(3), Fraction(4))))
    MER [1/4, 1/3]
    """
    told = definition(expression.name) if isinstance(expression, Name) else None
    found = _function(told or expression, lambda node: node.value if isinstance(node, Number) else None)
    return None if found is None or found.nonnegative else (found.argument, found.arguments(values))


@dataclass(frozen=True)
class _Function:
    argument: Expression
    values: Turned
    arguments: Turned
    falls: bool = False
    nonnegative: bool = False


def _function(node: Expression, number: Callable[[Expression], Fraction | None]) -> _Function | None:
    """What a node is a function of, where that is one of those that are known; ``number`` tells what stands still."""
    match node:
        case Arithmetic("/", left, right):
            top = number(left)
            turned = partial(over, top or Fraction(1))
            return _Function(right, turned, turned, falls=top > 0) if top else None
        case Arithmetic("**", left, Number(value=k)) if k.denominator == 1 and 2 <= k <= 12:
            power = int(k)
            to, back = (partial(_rising, f, _FROM_ZERO) for f in (lambda x: x**power, lambda x: x.root(power)))
            return _Function(left, to, back, nonnegative=True)
        case Apply(("sqrt" | "log" | "exp") as function, (argument,)) if not isinstance(argument, Comparison):
            return _Function(argument, *_FUNCTIONS[function])
    return None


def over(a: Fraction, values: Interval) -> Interval:
    """What ``a/x`` can be for ``x`` in an interval, without 0; all numbers where that has both signs.

    >>> print(over(Fraction(1), Interval(Fraction(2), Fraction(4), low_closed=False)), over(Fraction(1), Interval()))
    [1/4, 1/2) (-oo, oo)
    >>> print(over(Fraction(-1), Interval(Fraction(0), Fraction(4))))
    (-oo, -1/4]
    """
    if a < 0:
        return over(-a, values).moved(-1)
    if values.high is not None and values.high <= 0:
        return over(a, values.moved(-1)).moved(-1)
    if values.low is None or values.low < 0:
        return Interval()
    low = Fraction(0) if values.high is None else a / values.high
    high = a / values.low if values.low else None
    return Interval(low, high, values.high is not None and values.high_closed, values.low_closed)


def _rising(
    function: Callable[[flint.arb], flint.arb], domain: Interval, values: Interval, codomain: Interval = _FROM_ZERO
) -> Interval:
    """An interval around what a function that rises on its domain makes of an interval; an empty one of nothing."""
    inside = values & domain
    if inside.empty:
        return _NOTHING
    with working_digits(_DIGITS):
        low, high = (None if x is None else function(lift(x)) for x in (inside.low, inside.high))
        return codomain & Interval(
            None if low is None or not low.is_finite() else exact_middle(low.lower()),
            None if high is None or not high.is_finite() else exact_middle(high.upper()),
        )


_FUNCTIONS: dict[str, tuple[Turned, Turned]] = {
    "sqrt": (partial(_rising, flint.arb.sqrt, _FROM_ZERO), partial(_rising, lambda x: x**2, _FROM_ZERO)),
    "log": (
        partial(_rising, flint.arb.log, _ABOVE_ZERO, codomain=Interval()),
        partial(_rising, flint.arb.exp, Interval(), codomain=_ABOVE_ZERO),
    ),
    "exp": (
        partial(_rising, flint.arb.exp, Interval(), codomain=_ABOVE_ZERO),
        partial(_rising, flint.arb.log, _ABOVE_ZERO, codomain=Interval()),
    ),
}
