"""Laws of thresholds on continuous models: what an example of each class loses at a place, by cases.

    l0(x) = 2 E[c ; t < x],   l1(x) = 2 E[1 - c ; t >= x]

The place of an example is its score, its rank as a rate, or the rate of one class at its score. Places are cut into
`Region`s, on each of which both losses are one formula: where the threshold is a strictly monotone function of ``c`` or
of ``u`` alone, by the inverse of that function; where it is piecewise linear in both and the density of costs is a
piecewise polynomial, by the polynomials that the losses then are.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import acb, fmpq, fmpq_poly

from workbench.continuous.arithmetics import (
    Exact,
    NotPolynomial,
    Polynomials,
    as_polynomial,
    compiled,
    constant,
    evaluate,
    no_leaf,
)
from workbench.continuous.cost_laws import Costs, Density, horner, in_flint
from workbench.continuous.distributions import Distribution, Uniform
from workbench.continuous.polynomials import NOWHERE, fraction, quotient, sign_between
from workbench.continuous.quadrature import Point
from workbench.errors import NotSupported
from workbench.language.syntax import Apply, Arithmetic, Comparison, Name, Negative, Node, Number, names, substitute
from workbench.losses import densities, thresholds
from workbench.losses.formulas import minus, over, times
from workbench.losses.sign_cells import as_ratio

UNIT = Uniform()
PLACE = Name("x")
MOST_LINES = 24
Errors: TypeAlias = "Callable[[Any, Point], tuple[Any, Any]]"


@dataclass(frozen=True)
class Region:
    """Places from ``low`` to ``high`` (None without end), and the losses of an example of class 0 and 1 at one."""

    low: Any
    high: Any
    errors: Errors


def regions(chosen: Node, given: densities.Density, density: Density) -> tuple[Region, ...]:
    """The losses of one example under thresholds ``chosen``, a function of c and u; in order, over all places.

    `NotSupported` where no rule gives them.
    """
    if isinstance(density, Fraction):
        chosen = substitute(chosen, {"c": Number(density)})
    free = sorted(names(chosen) & {"c", "u"})
    reason: NotSupported | None = None
    if len(free) == 1:
        (variable,) = free
        law_of = density if variable == "c" else UNIT
        assert isinstance(law_of, Distribution)
        mean = None if variable == "c" else density if isinstance(density, Fraction) else in_flint(density.moment(1))
        costs = Costs(law_of, quotient(mean) if isinstance(mean, Fraction) else mean)
        try:
            return through(chosen, variable, costs)
        except NotSupported as error:
            reason = error
    found = _piecewise_linear(chosen, given)
    if found is None:
        raise reason or NotSupported(f"{chosen} is not piecewise linear in c and u with a polynomial density")
    return found


def at_place(found: Sequence[Region], x: Any, p: Point) -> tuple[Any, Any]:
    """The losses of one example at a place that may be in any region."""
    ends = [region.high for region in found[:-1]]
    if isinstance(p.arithmetic, Polynomials):
        if not all(isinstance(end, fmpq) for end in p.arithmetic.ends):
            raise NotPolynomial
        low, high = sorted(p.arithmetic.ends)
        signs = [sign_between(x - end, low, high) if isinstance(end, fmpq) else None for end in ends]
        if None in signs:
            raise NotPolynomial
        return found[sum(sign > 0 for sign in signs if sign is not None)].errors(x, p)
    if not isinstance(x, acb):
        return found[sum(bool(x > p.number(end)) for end in ends)].errors(x, p)
    first, last = sum(bool(x.real > end) for end in ends), len(ends) - sum(bool(x.real < end) for end in ends)
    if first == last:
        return found[first].errors(x, p)
    if p.arithmetic.analytic or not x.imag.contains(0):
        return NOWHERE, NOWHERE
    values = [region.errors(x, p) for region in found[first : last + 1]]
    miss, alarm = values[0]
    for other_miss, other_alarm in values[1:]:
        miss, alarm = acb(miss.real.union(other_miss.real)), acb(alarm.real.union(other_alarm.real))
    return miss, alarm


# --- one variable, by the inverse ------------------------------------------------------------------------------


def through(chosen: Node, variable: str, costs: Costs) -> tuple[Region, ...]:
    """The regions of thresholds that are a strictly monotone function of c, or of u; `NotSupported` for others."""
    ends = [quotient(b) for b in costs.law_of.breaks]
    back = compiled(inverse_of(chosen, variable, (ends[0], ends[-1])))
    values = _values(chosen, variable, ends)
    rising = bool(values[0] < values[-1])
    if not rising and not values[0] > values[-1]:
        raise NotSupported(f"{chosen} is not seen to rise or to fall")
    missed, alarmed = costs.missed, costs.alarmed

    def errors_in(region: int) -> Errors:
        def errors(x: Any, p: Point) -> tuple[Any, Any]:
            v = back(p.arithmetic, lambda leaf: x)
            below, above = costs.at(v, p, region)
            if rising:
                return below, above
            return p.number(missed) - below, p.number(alarmed) - above

        return errors

    cells = [Region(low, high, errors_in(k)) for k, (low, high) in enumerate(itertools.pairwise(values), start=1)]
    if not rising:
        cells = [Region(cell.high, cell.low, cell.errors) for cell in reversed(cells)]
    return Region(None, cells[0].low, _flat(0, alarmed)), *cells, Region(cells[-1].high, None, _flat(missed, 0))


def _flat(missed: Any, alarmed: Any) -> Errors:
    first, second = (x if not isinstance(x, int) else fmpq(x) for x in (missed, alarmed))
    return lambda x, p: (p.number(first), p.number(second))


def inverse_of(node: Any, variable: str, ends: tuple[Any, Any]) -> Any:
    """The v at which ``node``, strictly monotone in v between ``ends``, is x, as an expression in x.

    `NotSupported` where it is not seen to be strictly monotone, or no rule inverts it.

    >>> from workbench.language.statements import parse_expression
    >>> for text in ("1 - c**2", "c/(1 + c)", "sqrt(2*c)"):
    ...     print(inverse_of(parse_expression(text, "c"), "c", (fmpq(0), fmpq(1))))
    (1 - x)**(1/2)
    x/(1 - x)
    x**2/2
    """
    steps = _unwound(node, variable, PLACE, ends)
    if steps is None:
        raise NotSupported(f"{node} is not seen to be strictly monotone in {variable} with an inverse in words")
    return steps


def _unwound(node: Any, variable: str, x: Any, ends: tuple[Any, Any]) -> Any:
    if node == Name(variable):
        return x
    sides = [node.left, node.right] if isinstance(node, Arithmetic) else []
    moving = [side for side in sides if variable in names(side)]
    if len(moving) == 2:
        return _of_ratio(node, variable, x, ends)
    match node:
        case Negative(operand=inner):
            return _unwound(inner, variable, Negative(x), ends)
        case Apply(function="sqrt" | "log" | "exp" as function, arguments=(inner,)):
            first, last = _values(inner, variable, ends)
            if function != "exp" and not (first >= 0 and last >= 0):
                return None
            back: Any = Arithmetic("**", x, Number(Fraction(2)))
            if function != "sqrt":
                back = Apply("exp" if function == "log" else "log", (x,))
            return _unwound(inner, variable, back, ends)
        case Arithmetic(operator=operator, left=left, right=right):
            return _unwound_arithmetic(operator, left, right, variable, x, ends)
    return None


def _unwound_arithmetic(operator: str, left: Any, right: Any, variable: str, x: Any, ends: tuple[Any, Any]) -> Any:
    first = variable in names(left)
    inner, other = (left, right) if first else (right, left)
    known = evaluate(other, Exact(), no_leaf)
    if operator == "+":
        return _unwound(inner, variable, Arithmetic("-", x, other), ends)
    if operator == "-":
        return _unwound(inner, variable, Arithmetic("+", x, other) if first else Arithmetic("-", other, x), ends)
    signs = _values(inner, variable, ends)
    if operator == "*" and known != 0:
        return _unwound(inner, variable, Arithmetic("/", x, other), ends)
    if operator == "/" and first and known != 0:
        return _unwound(inner, variable, Arithmetic("*", x, other), ends)
    if operator == "/" and known != 0 and (all(y > 0 for y in signs) or all(y < 0 for y in signs)):
        return _unwound(inner, variable, Arithmetic("/", other, x), ends)
    exponent = constant(other)
    if operator == "**" and first and exponent and all(y > 0 or (y == 0 and exponent > 0) for y in signs):
        return _unwound(inner, variable, Arithmetic("**", x, Number(1 / exponent)), ends)
    return None


def _of_ratio(node: Node, variable: str, x: Any, ends: tuple[Any, Any]) -> Any:
    """The inverse of a ratio of two linear functions without a pole between the ends, or of a + b v**m."""
    polynomial = as_polynomial(node, variable)
    if polynomial is not None:
        power = polynomial.degree()
        if power < 1 or any(polynomial[k] != 0 for k in range(1, power)) or ends[0] < 0:
            return None
        return _power_of_line(polynomial[0], polynomial[power], power, x)
    ratio = as_ratio(substitute(node, {variable: Name("c")}))
    if ratio is None or max(p.degree() for p in ratio) > 1:
        return None
    top, bottom = ratio
    low, high = (bottom(end) for end in ends)
    if not (low > 0 and high > 0) and not (low < 0 and high < 0):
        return None
    if top[1] * bottom[0] == top[0] * bottom[1]:
        return None
    # (a v + b)/(d v + e) = x at v = (e x - b)/(a - d x)
    above = minus(times(_number(bottom[0]), x), _number(top[0]))
    below = minus(_number(top[1]), times(_number(bottom[1]), x))
    return over(above, below)


def _power_of_line(a: fmpq, b: fmpq, power: int, x: Any) -> Any:
    inside = Arithmetic("/", Arithmetic("-", x, _number(a)), _number(b))
    return inside if power == 1 else Arithmetic("**", inside, Number(Fraction(1, power)))


def _values(node: Node, variable: str, ends: Iterable[Any]) -> list[Any]:
    return [evaluate(node, Exact(), lambda leaf, v=v: v) for v in ends]  # type: ignore[misc]


def _number(value: fmpq) -> Number:
    return Number(fraction(value))


# --- both variables, piecewise linear ----------------------------------------------------------------------------

Line: TypeAlias = "tuple[Fraction, Fraction, Fraction]"  # (a, b, d) is a c + b u + d


def _piecewise_linear(chosen: Any, given: densities.Density) -> tuple[Region, ...] | None:
    """The losses of thresholds that are piecewise linear in c and u under a piecewise polynomial density.

    The set of (c, u) with a threshold below x is a union of polygons whose corners move linearly with x between the
    values of the threshold at the corners of its linear parts. Between these, a polynomial of the density's degree
    plus three goes through the losses, and is found from as many of them.
    """
    if isinstance(given, densities.Point):
        chosen, degree, jumps = substitute(chosen, {"c": Number(given.at)}), 0, list[Fraction]()
    elif isinstance(given, densities.PolynomialDensity):
        degree, jumps = max(p.degree() for p in given.weight.pieces), list(given.weight.breaks)
    else:
        return None
    switches: set[Line] = {(Fraction(1), Fraction(0), -b) for b in (Fraction(0), Fraction(1), *jumps)}
    switches |= {(Fraction(0), Fraction(1), Fraction(-b)) for b in (0, 1)}
    parts = _linear_parts(chosen, switches)
    if parts is None or len(switches) > MOST_LINES:
        return None
    corners = {
        corner
        for first, second in itertools.combinations(switches, 2)
        if (corner := _meeting(first, second)) and all(0 <= x <= 1 for x in corner)
    }
    levels = sorted({a * c + b * u + d for a, b, d in parts for c, u in corners})
    law = thresholds.law_of(chosen, given)
    mean = given.mean

    def known(x: Fraction) -> tuple[fmpq, fmpq]:
        mass, part = law.moments(x, False)
        if not (isinstance(mass, Fraction) and isinstance(part, Fraction)):
            raise NotPolynomial
        return quotient(2 * part), quotient(2 * (1 - mass) - 2 * (mean - part))

    missed, alarmed = 2 * quotient(mean), 2 - 2 * quotient(mean)
    try:
        cells = [_interpolated(known, low, high, degree + 4) for low, high in itertools.pairwise(levels)]
    except NotPolynomial:
        return None
    first, last = (quotient(levels[i]) for i in (0, -1))
    return Region(None, first, _flat(0, alarmed)), *cells, Region(last, None, _flat(missed, 0))


def _interpolated(known: Callable[[Fraction], tuple[fmpq, fmpq]], low: Fraction, high: Fraction, size: int) -> Region:
    """A region in which both losses are the polynomials through ``size`` of them; one more is told beforehand."""
    places = [low + (high - low) * k / (size + 2) for k in range(1, size + 2)]
    values = [known(x) for x in places]
    found = []
    for k in (0, 1):
        through = _newton([quotient(x) for x in places[:-1]], [value[k] for value in values[:-1]])
        if through(quotient(places[-1])) != values[-1][k]:
            raise NotPolynomial
        found.append(through)
    miss, alarm = found
    return Region(quotient(low), quotient(high), lambda x, p: (horner(miss, x, p), horner(alarm, x, p)))


def _newton(places: list[fmpq], values: list[fmpq]) -> fmpq_poly:
    """The polynomial of least degree through points, by divided differences."""
    table = list(values)
    for step in range(1, len(places)):
        for i in range(len(places) - 1, step - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (places[i] - places[i - step])
    result = fmpq_poly([0])
    for place, value in zip(reversed(places), reversed(table), strict=True):
        result = result * fmpq_poly([-place, 1]) + value
    return result


def _linear_parts(node: Node, switches: set[Line]) -> set[Line] | None:
    """The linear functions that ``node`` may be; the lines where it changes from one to another join ``switches``."""
    value = constant(node)
    if value is not None:
        return {(Fraction(0), Fraction(0), value)}
    if isinstance(node, Name):
        return {(Fraction(node.name == "c"), Fraction(node.name == "u"), Fraction(0))}
    if isinstance(node, Negative):
        return _each(_linear_parts(node.operand, switches), Fraction(-1))
    if isinstance(node, Arithmetic):
        return _combined(node, switches)
    if not isinstance(node, Apply) or node.function not in ("min", "max", "abs", "indicator"):
        return None
    given: Iterable[Any] = node.arguments
    if node.function == "indicator":
        comparison = node.arguments[0]
        assert isinstance(comparison, Comparison)
        given = (comparison.left, comparison.right)
    found = [_linear_parts(argument, switches) for argument in given]
    if any(part is None for part in found):
        return None
    parts: list[set[Line]] = [part for part in found if part is not None]
    if node.function == "abs":
        parts.append({(Fraction(0), Fraction(0), Fraction(0))})
    for first, second in itertools.combinations(parts, 2):
        switches |= {line for one in first for other in second if any((line := _minus(one, other))[:2])}
    if node.function == "indicator":
        return {(Fraction(0), Fraction(0), Fraction(bit)) for bit in (0, 1)}
    if node.function == "abs":
        return parts[0] | (_each(parts[0], Fraction(-1)) or set())
    return set().union(*parts)


def _combined(node: Arithmetic, switches: set[Line]) -> set[Line] | None:
    left, right = _linear_parts(node.left, switches), _linear_parts(node.right, switches)
    if left is None or right is None:
        return None
    if node.operator in "+-":
        sign = Fraction(1 if node.operator == "+" else -1)
        return {_plus(one, other, sign) for one in left for other in right}
    found: set[Line] = set()
    for one, other in itertools.product(left, right):
        if node.operator == "*" and not any(one[:2]):
            one, other = other, one
        if node.operator not in "*/" or any(other[:2]) or (node.operator == "/" and not other[2]):
            return None
        found |= _each({one}, other[2] if node.operator == "*" else 1 / other[2]) or set()
    return found


def _each(parts: set[Line] | None, factor: Fraction) -> set[Line] | None:
    return None if parts is None else {(a * factor, b * factor, d * factor) for a, b, d in parts}


def _plus(one: Line, other: Line, sign: Fraction) -> Line:
    return one[0] + sign * other[0], one[1] + sign * other[1], one[2] + sign * other[2]


def _minus(one: Line, other: Line) -> Line:
    return _plus(one, other, Fraction(-1))


def _meeting(first: Line, second: Line) -> tuple[Fraction, Fraction] | None:
    (a, b, d), (p, q, e) = first, second
    whole = a * q - b * p
    return None if not whole else ((b * e - q * d) / whole, (p * d - a * e) / whole)
