"""Whether a law or a density is made of numbers that exist, and has a value for every operating condition.

A number that cannot be had (the root of a negative number, a logarithm of zero) is wrong input, and so is one
that is absurdly long; both are refused before anything is computed from them. A law must have a value for all c
and u in [0, 1], but for a set that has no area: where a divisor, or what stands under a root or a logarithm, is
seen to be wrong, the law is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import flint

from workbench.errors import NotSupported
from workbench.language.grammar import MAX_BITS, StatementError, brief, small
from workbench.language.interpreter import InVariables
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Comparison,
    Method,
    Name,
    Negative,
    Node,
    Number,
    children,
    names,
    rebuilt,
    substitute,
)
from workbench.losses.formulas import ZERO, plainly
from workbench.losses.reals import call, operate
from workbench.losses.sign_cells import Cell, cells
from workbench.losses.sublevel_sets import Region
from workbench.numbers.certified import Real, lift
from workbench.words import LAWS

ELEMENTARY = frozenset({"min", "max", "abs", "sqrt", "log", "exp"})


def worked_out(node: Any) -> Any:
    """``node`` with each part that is made of numbers alone as the number it is, where that is rational.

    >>> from workbench.language.statements import parse_expression
    >>> str(worked_out(parse_expression("c**(1 + 1/2) + sqrt(4) + sqrt(2)", "c")))
    'c**(3/2) + 2 + sqrt(2)'
    >>> worked_out(parse_expression("1 + 2**(10**9)"))
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: 2**10**9 is a number of more than 4000 bits
    """
    return _worked_out(node)[0]


def _worked_out(node: Any) -> tuple[Any, Real | None]:
    """The part as it is written now, and its value when it is made of numbers alone."""
    if isinstance(node, Number):
        return node, node.value
    values: list[Real | None] = []

    def inside(child: Any) -> Any:
        written, value = _worked_out(child)
        values.append(value)
        return written

    written = rebuilt(node, inside)
    known = [value for value in values if value is not None]
    if len(known) < len(values) or not known:
        return written, None
    if isinstance(node, Apply) and node.function == "h_measure":
        if not all(value > 0 for value in known):
            raise StatementError(f"{brief(node)} does not exist; both parameters must be positive")
        return written, None
    if isinstance(node, Negative):
        found: Real = -known[0]
    elif isinstance(node, Arithmetic):
        _refuse_long_power(node, known)
        found = operate(node, known[0], known[1])
    elif isinstance(node, Apply) and node.function in ELEMENTARY:
        found = call(node, known)
    else:
        return written, None
    if isinstance(found, Fraction):
        if not small(found):
            raise _too_long(node)
        return Number(found, node.column), found
    if not found.is_finite() or abs(found) > flint.arb(2) ** MAX_BITS:
        raise _too_long(node)
    return written, found


def _refuse_long_power(node: Arithmetic, values: list[Real]) -> None:
    base, exponent = (lift(value) for value in values)
    if node.operator != "**" or not abs(exponent) > 2 * MAX_BITS:
        return
    if not any(abs(base).overlaps(flint.arb(x)) for x in (0, 1)):
        raise _too_long(node)


def _too_long(node: Node) -> StatementError:
    return StatementError(f"{brief(node)} is a number of more than {MAX_BITS} bits")


def refuse_levels(method: Method) -> None:
    """`StatementError` when a level of a method, or the probability of a mixture, is a number outside [0, 1].

    >>> from workbench.language.statements import parse_method
    >>> refuse_levels(parse_method("mix(sqrt(2), score_driven, optimal)"))
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: sqrt(2) in mix(sqrt(2), score_driven, optimal) must lie in [0, 1]
    """
    for argument in method.arguments:
        if isinstance(argument, Method):
            refuse_levels(argument)
        elif method.name not in LAWS:
            value = _worked_out(argument)[1]
            if value is not None and (value < 0 or value > 1):
                raise StatementError(f"{brief(argument)} in {brief(method)} must lie in [0, 1]")


# --- laws --------------------------------------------------------------------------------------------------


def conditions(node: Node) -> Iterator[tuple[Node, Node, str]]:
    """What must hold for ``node`` to have a value: a part, what it depends on, and positive, nonnegative or nonzero.

    >>> from workbench.language.statements import parse_expression
    >>> [(str(what), how) for _, what, how in conditions(parse_expression("log(c)/sqrt(u)", "cu"))]
    [('c', 'positive'), ('u', 'nonnegative'), ('sqrt(u)', 'nonzero')]
    """
    for child in children(node):
        yield from conditions(child)
    if isinstance(node, Apply) and node.function in ("log", "sqrt"):
        yield node, node.arguments[0], "positive" if node.function == "log" else "nonnegative"
    if (
        isinstance(node, Arithmetic)
        and node.operator == "/"
        and not (isinstance(node.right, Number) and node.right.value)
    ):
        yield node, node.right, "nonzero"
    if isinstance(node, Arithmetic) and node.operator == "**":
        exponent = node.right.value if isinstance(node.right, Number) else None
        if exponent is None or exponent.denominator != 1:
            yield node, node.left, "nonnegative"
        if exponent is None and not (isinstance(node.left, Number) and node.left.value > 0):
            yield node, node.left, "positive"
        if exponent is not None and exponent < 0:
            yield node, node.left, "nonzero"


def unmet(law: Node) -> Iterator[tuple[Node, Node, str]]:
    """The conditions that are not seen to hold for all c and u; `StatementError` when one is seen not to hold.

    >>> from workbench.language.statements import parse_expression
    >>> list(unmet(parse_expression("sqrt(1 - c**2)/(1 + u) + log(c)", "cu")))
    []
    >>> list(unmet(parse_expression("0*log(c - 2)", "c")))
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: log(c - 2) has no value where c - 2 is not positive, as it is for some c
    """
    for part, what, how in dict.fromkeys(conditions(law)):
        found = _holds(what, how)
        if found is False:
            moving = "score" if "s" in names(what) else "c" if "u" not in names(what) else "c and u"
            raise StatementError(
                f"{brief(part)} has no value where {brief(what)} is "
                f"{'zero' if how == 'nonzero' else 'negative' if how == 'nonnegative' else 'not positive'}, "
                f"as it is for some {moving}"
            )
        if found is None:
            yield part, what, how


def _holds(what: Node, how: str) -> bool | None:
    """Whether ``what`` is positive (not negative, not zero) for all c and u; None when that is not seen."""
    inside = names(what)
    if inside == {"s"}:
        what = substitute(what, {"s": Name("c")})
    elif not inside <= {"c", "u"}:
        return None

    def wrong(cell: Cell) -> bool:
        region = Region(cell)
        below = region.below(what, ZERO, how != "nonnegative")
        if how == "nonzero":
            below = region.both(below, region.above(what, ZERO, True))
        return bool(below)

    try:
        return not any(bad for _, _, bad in cells(Fraction(0), Fraction(1), wrong).done)
    except NotSupported:
        return None


def refuse_vast(law: Node) -> None:
    """`StatementError` when a law has values that are absurdly long.

    >>> from workbench.language.statements import parse_expression
    >>> refuse_vast(parse_expression("exp(exp(exp(exp(c))))", "c"))
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: exp(exp(exp(exp(c)))) has values of more than 4000 bits
    """
    if not names(law) <= {"c", "u"}:
        return

    for x, y in ((0, 0), (0, 1), (1, 0), (1, 1)):
        _Sized({"c": flint.arb(x), "u": flint.arb(y)}, law).value(law)


class _Sized(InVariables[flint.arb]):
    """Balls of a law at one place; `StatementError` for those of too many bits."""

    def __init__(self, variables: Mapping[str, flint.arb], law: Node) -> None:
        super().__init__(variables)
        self.law = law

    def number(self, value: Fraction) -> flint.arb:
        return lift(value)

    def checked(self, value: flint.arb) -> flint.arb:
        if value.is_finite() and abs(value) > flint.arb(2) ** MAX_BITS:
            raise StatementError(f"{brief(self.law)} has values of more than {MAX_BITS} bits")
        return value

    def operate(self, node: Arithmetic, left: flint.arb, right: flint.arb) -> flint.arb:
        if node.operator != "**":
            return self.checked(plainly(node.operator, left, right))
        whole = right.unique_fmpz() if right.is_exact() else None
        return self.checked(left ** int(whole) if whole is not None and abs(whole) <= MAX_BITS else left**right)

    def compare(self, comparison: Comparison, left: flint.arb, right: flint.arb) -> flint.arb:
        return flint.arb.nan()

    def call(self, node: Apply, arguments: tuple[flint.arb, ...]) -> flint.arb:
        first = arguments[0]
        match node.function:
            case "min" | "max":
                for other in arguments[1:]:
                    first = first.min(other) if node.function == "min" else first.max(other)
            case "exp" | "log" | "sqrt":
                first = getattr(first, node.function)()
            case "abs":
                first = abs(first)
            case _:
                first = flint.arb.nan()
        return self.checked(first)
