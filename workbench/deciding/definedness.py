"""Whether an expression is seen to have a value on every sample with scores in [0, 1]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from sympy import Dummy, Expr, Pow, Symbol

from workbench.deciding.domain import Domain, domain_of, refuse_figures_out_of_range, refuse_what_no_sample_meets
from workbench.deciding.inequality import Inequality
from workbench.errors import NotSupported
from workbench.language import statements
from workbench.language.statements import EXCHANGED, StatementError, interval
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Cost,
    Expression,
    Method,
    Name,
    Negative,
    Node,
    Number,
    Statement,
    children,
    names,
)
from workbench.losses.densities import UNIFORM, DensityError, density
from workbench.losses.thresholds import certainly_within_unit_interval, law_of
from workbench.losses.weights import weight_of
from workbench.symbolic.notation import F0, F1, R, c, pav, posterior, s, u
from workbench.symbolic.translation import to_sympy
from workbench.words import OF_RATES

LEVELS = frozenset("trq")


def _is_level(node: Node, domain: Domain, given: Sequence[Assumption]) -> bool:
    """Whether ``node`` is a number in [0, 1], a parameter that ranges over [0, 1], or seen to lie there."""
    if isinstance(node, Number):
        return 0 <= node.value <= 1
    if isinstance(node, Name) and node.name in LEVELS:
        return True
    above = Arithmetic("-", Number(Fraction(1)), node)  # type: ignore[arg-type]
    return not names(node) & {"s", "c", "u"} and all(
        _is_nonnegative(e, domain, given, strict=False) for e in (node, above)
    )


def _is_law(node: Method | Cost, domain: Domain, given: Sequence[Assumption]) -> bool:
    """Whether a method or a density is seen to exist, whatever the values of its parameters."""
    if node.name == "any":
        return True
    if node.name == "weight":
        try:
            return bool(weight_of(node))  # type: ignore[arg-type]
        except (DensityError, NotSupported):
            return False
    if isinstance(node, Cost) and (not names(node) or node.name == "density"):
        try:
            return bool(density(node))
        except (DensityError, NotSupported):
            return False
    if node.name == "mix":
        return _is_level(node.arguments[0], domain, given)
    if node.name == "beta":
        return all(isinstance(a, Name) or _is_nonnegative(a, domain, given, strict=True) for a in node.arguments)
    if ends := _interval(node):
        low, high = ends
        levels = all(_is_level(a, domain, given) for a in ends)
        return levels and _is_nonnegative(Arithmetic("-", high, low), domain, given, strict=True)
    if node.name in OF_RATES:
        (rate,) = node.arguments
        if not names(rate) <= {"c", "u"}:
            return _is_level(rate, domain, given)
        try:
            return certainly_within_unit_interval(law_of(rate, UNIFORM))  # type: ignore[arg-type]
        except NotSupported:
            return False
    return node.name == "score" or all(_is_level(a, domain, given) for a in node.arguments)


def _interval(node: Method | Cost) -> tuple[Expression, Expression] | None:
    """The ends of the interval on which a law is uniform, where they are given."""
    if isinstance(node, Method):
        return interval(node)
    if node.name != "uniform" or not node.arguments:
        return None
    low, high = node.arguments
    assert not isinstance(low, Cost)
    assert not isinstance(high, Cost)
    return low, high


def defined(node: Node, domain: Domain, given: Sequence[Assumption] = ()) -> bool:
    """Whether ``node`` is seen to have a value on every sample with scores in [0, 1] that meets what is given."""
    domain = replace(domain, positive=domain.positive | _positive(given))
    if isinstance(node, Method | Cost) and not _is_law(node, domain, given):
        return False
    if isinstance(node, Cost) and node.name in ("weight", "density"):
        return True  # what is infinite at single points does not matter
    if isinstance(node, Apply) and node.function == "h_measure":
        return all(_is_nonnegative(a, domain, given, strict=True) for a in node.arguments)
    if not all(defined(child, domain, given) for child in children(node)):
        return False
    if isinstance(node, Arithmetic) and node.operator == "/":
        return _is_nonzero(node.right, domain, given)
    if isinstance(node, Arithmetic) and node.operator == "**":
        base, exponent = _signed(node.left, domain), _signed(node.right, domain)
        whole, rising = bool(exponent.is_integer), bool(exponent.is_nonnegative)
        return (rising or _is_nonzero(node.left, domain, given)) and (
            whole or _is_nonnegative(node.left, domain, given, strict=False) or bool(base.is_nonnegative)
        )
    if isinstance(node, Apply) and node.function in ("log", "sqrt"):
        return _is_nonnegative(node.arguments[0], domain, given, strict=node.function == "log")
    return True


def _positive(given: Sequence[Assumption]) -> frozenset[str]:
    """The parameters that are positive by an assumption about themselves alone."""
    found = set()
    for a in given:
        lesser, greater = (a.sides or (None, None))[:: 1 if a.relation in ("<", "<=") else -1]
        if a.relation in ("<", ">") and isinstance(lesser, Number) and lesser.value >= 0 and isinstance(greater, Name):
            found.add(greater.name)
    return frozenset(found)


def _is_nonzero(node: Node, domain: Domain, given: Sequence[Assumption]) -> bool:
    return (
        bool(_signed(node, domain).is_nonzero)
        or _is_nonnegative(node, domain, given, strict=True)
        or _is_nonnegative(Negative(node), domain, given, strict=True)  # type: ignore[arg-type]
    )


def _is_nonnegative(node: Node, domain: Domain, given: Sequence[Assumption], *, strict: bool) -> bool:
    """Whether ``node`` is seen to be nonnegative (positive), at sight or by a proof."""
    e, own = _signed(node, domain), to_sympy(node)
    if e.is_positive or (e.is_nonnegative and not strict):
        return True
    if own.free_symbols & {s, c, u}:
        from workbench.deciding.definedness_in_documents import certainly

        return certainly(own, strict)
    from workbench.deciding.inequalities import prove_positive

    return isinstance(prove_positive(own, strict=strict, domain=domain, assumed=given), Inequality)


def _signed(node: Node, domain: Domain) -> Expr:
    """``node`` with what is known of its signs: sizes and shares are positive, scores and roots are not negative."""
    known = {"n", "n0", "n1"} | domain.positive
    e = to_sympy(node)
    roots = {x for x in e.atoms(Pow) if x.exp.is_Rational and x.exp > 0 and not x.exp.is_Integer and x.has(s, c, u)}
    e = e.xreplace({x: Dummy(nonnegative=True) for x in sorted(roots, key=str)})
    put = {x: Symbol(x.name, positive=True) for x in e.free_symbols if x.name in known}
    put |= {x: Dummy(nonnegative=True) for x in (s, F0(s), F1(s), R(s), pav(s), posterior(s))}
    return e.xreplace(put)


def without_value(side: Node, statement: Statement) -> str:
    """That a side is not seen to have a value, and what would have to be given for it to have one.

    >>> from workbench.language.statements import parse_statement
    >>> said = parse_statement("BS <= 1/(1 - t)")
    >>> without_value(said.right, said)
    '1/(1 - t) is not seen to have a value on every sample; it has one given t < 1'
    """
    for condition in _conditions(side):
        try:
            more = statements.parse_statement(f"0 == 0 given {condition}").given
            refuse_figures_out_of_range(replace(statement, given=more))
            refuse_what_no_sample_meets(replace(statement, given=more))
        except StatementError:
            continue
        known = replace(statement, given=(*statement.given, *more))
        if not defined(side, domain_of(statement), statement.given) and defined(side, domain_of(known), known.given):
            return f"{side} is not seen to have a value on every sample; it has one given {condition}"
    return f"{side} is not seen to have a value on every sample"


def _conditions(node: Node) -> Iterator[str]:
    """What would let a divisor, a root or a logarithm in an expression have a value."""
    if isinstance(node, Arithmetic) and node.operator == "/" and not isinstance(node.right, Number):
        divisor: Expression = node.right
        while isinstance(divisor, Arithmetic) and divisor.operator == "**" and isinstance(divisor.right, Number):
            divisor = divisor.left
        yield _above_zero(divisor, ">")
    if isinstance(node, Apply) and node.function in ("log", "sqrt"):
        yield _above_zero(node.arguments[0], ">" if node.function == "log" else ">=")
    for child in children(node):
        yield from _conditions(child)


def _above_zero(node: Node, relation: str) -> str:
    """That an expression is above zero, a difference by its sides."""
    match node:
        case Arithmetic(operator="-", left=Number() as most, right=less):
            return f"{less} {EXCHANGED[relation]} {most}"
        case Arithmetic(operator="-", left=more, right=less):
            return f"{more} {relation} {less}"
    return f"{node} {relation} 0"
