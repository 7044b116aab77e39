"""Integrals of sums of powers and logarithms of linear forms, by their antiderivatives.

On an interval of [0, 1] on which no form vanishes, a sum of terms ``x * v**p * log(v)**m`` with ``v = a + z`` or
``v = a - z`` has an antiderivative of the same kind, so that its integral is exact but for the value of the powers
and logarithms at the two ends, where an integrand may be singular.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import Any

import flint

from workbench.errors import NotSupported
from workbench.language.syntax import Apply, Arithmetic, Name, Negative, Node, Number, children, names, rebuilt
from workbench.losses.formulas import ONE, ZERO, as_piecewise, minus, over, plus, times, to_power
from workbench.losses.reals import Undefined, add, call, certainly_less, multiply, operate
from workbench.numbers.certified import Real, lift
from workbench.numbers.given import fraction
from workbench.numbers.piecewise import Polynomial, coefficients, polynomial, rational

MAX_TERMS = 200
MAX_POWER = 60

_POWER = Arithmetic("**", Name("v"), Name("p"))
_LOG = Apply("log", (Name("v"),))
_NONE = Fraction(0)


@dataclass(frozen=True)
class Form:
    """``start + sign*z``, which is positive between the ends of an interval."""

    start: Fraction
    sign: int

    def at(self, z: Real) -> Real:
        """The value at ``z``."""
        return add(self.start, multiply(Fraction(self.sign), z))


@dataclass(frozen=True)
class Term:
    """``form**power * log(form)**logs``; a coefficient goes with it."""

    form: Form
    power: Fraction
    logs: int = 0


VARIABLE = Form(Fraction(0), 1)
UNIT = Term(VARIABLE, Fraction(0))


class _NoSum(Exception):
    pass


class PowerSum:
    """A sum of terms with coefficients, on the interval from ``low`` to ``high`` within [0, 1]."""

    def __init__(self, terms: dict[Term, Real], low: Real, high: Real) -> None:
        if len(terms) > MAX_TERMS:
            raise _NoSum
        self.terms = {term: x for term, x in terms.items() if not (isinstance(x, Fraction) and x == 0)}
        self.low, self.high = low, high

    def _like(self, terms: dict[Term, Real]) -> PowerSum:
        return PowerSum(terms, self.low, self.high)

    def plus(self, other: PowerSum) -> PowerSum:
        """The sum of both."""
        found = dict(self.terms)
        for term, x in other.terms.items():
            found[term] = add(found.get(term, _NONE), x)
        return self._like(found)

    def scaled(self, factor: Real) -> PowerSum:
        """``factor`` times the sum."""
        return self._like({term: multiply(factor, x) for term, x in self.terms.items()})

    def times(self, other: PowerSum) -> PowerSum:
        """The product of both."""
        found: dict[Term, Real] = {}
        for one, x in self.terms.items():
            for two, y in other.terms.items():
                for term, z in _product(one, two):
                    found[term] = add(found.get(term, _NONE), multiply(multiply(x, y), z))
        return self._like(found)

    def to_power(self, power: Fraction) -> PowerSum:
        """The sum to a power."""
        if not self.terms and power > 0:
            return self
        if power.denominator == 1 and 0 <= power <= MAX_POWER:
            result = self._like({UNIT: Fraction(1)})
            for _ in range(int(power)):
                result = result.times(self)
            return result
        factor, parts = self._factors()
        result = self._like({UNIT: _power(factor, power)})
        for form, exponent in parts:
            result = result.times(self._like({Term(form, exponent * power): Fraction(1)}))
        return result

    def log(self) -> PowerSum:
        """The logarithm of the sum."""
        factor, parts = self._factors()
        if not factor > 0:
            raise _NoSum
        found: dict[Term, Real] = {UNIT: call(_LOG, [factor])}
        for form, exponent in parts:
            found[Term(form, Fraction(0), 1)] = exponent
        return self._like(found)

    def _factors(self) -> tuple[Real, list[tuple[Form, Fraction]]]:
        """The sum as a number times powers of different forms."""
        if len(self.terms) == 1:
            ((term, x),) = self.terms.items()
            if term.logs:
                raise _NoSum
            return x, [(term.form, term.power)] if term.power else []
        p = self.as_polynomial()
        if p is None or p.degree() < 1:
            raise _NoSum
        factor, parts = fraction(p[int(p.degree())]), []
        for root, multiplicity in p.roots():
            at = fraction(root)
            form = _around(at, self.low, self.high)
            factor *= form.sign**multiplicity
            parts.append((form, Fraction(multiplicity)))
        if sum(exponent for _, exponent in parts) != p.degree():
            raise _NoSum
        return factor, parts

    def as_polynomial(self) -> Polynomial | None:
        """The sum as a polynomial; None when it is none."""
        result = polynomial(0)
        for term, x in self.terms.items():
            if term.logs or term.power.denominator != 1 or term.power < 0 or not isinstance(x, Fraction):
                return None
            result += polynomial(term.form.start, term.form.sign) ** int(term.power) * rational(x)
        return result

    def diverges(self) -> bool:
        """Whether the integral of a sum that is nowhere negative is seen to be infinite.

        At an end where a form vanishes the terms ``form**power*log(form)**logs`` are of different order, so that they
        cannot make up for one another.
        """
        for end in (self.low, self.high):
            beyond = [x for term, x in self.terms.items() if term.power <= -1 and term.form.at(end) == 0]
            if beyond and all(x > 0 or x < 0 for x in beyond):
                return True
        return False

    def integral(self) -> Real | None:
        """The integral over the interval; None when an end makes it improper."""
        total: Real = Fraction(0)
        for term, x in self.terms.items():
            for end, sign in ((self.high, 1), (self.low, -1)):
                value = _primitive(term, end)
                if value is None:
                    return None
                total = add(total, multiply(multiply(Fraction(sign), x), value))
        return total


def _product(one: Term, two: Term) -> Iterator[tuple[Term, Fraction]]:
    """The product of two terms, as terms with coefficients."""
    if one.form == two.form or two == UNIT or one == UNIT:
        form = one.form if one != UNIT else two.form
        yield Term(form, one.power + two.power, one.logs + two.logs), Fraction(1)
    elif _is_polynomial(one) and not _is_polynomial(two):
        yield from _product(two, one)
    elif _is_polynomial(two):
        scale = Fraction(one.form.sign * two.form.sign)
        start, degree = two.form.start - scale * one.form.start, int(two.power)
        for k in range(degree + 1):
            yield (
                Term(one.form, one.power + k, one.logs),
                comb(degree, k) * start ** (degree - k) * scale**k,
            )
    elif one.logs or two.logs or one.power.denominator != 1 or two.power.denominator != 1:
        raise _NoSum
    else:
        # one.form = start + scale * two.form, so that 1 = (one.form - scale * two.form)/start
        scale = Fraction(one.form.sign * two.form.sign)
        start = one.form.start - scale * two.form.start
        for left, right, x in (
            (Term(one.form, one.power + 1), two, 1 / start),
            (one, Term(two.form, two.power + 1), -scale / start),
        ):
            for term, y in _product(left if left.power else UNIT, right if right.power else UNIT):
                yield term, x * y


def _is_polynomial(term: Term) -> bool:
    return not term.logs and term.power.denominator == 1 and 0 <= term.power <= 2 * MAX_POWER


def _around(root: Fraction, low: Real, high: Real) -> Form:
    """The form with this root that is positive between the ends."""
    if root == low or certainly_less(root, low):
        return Form(-root, 1)
    if root == high or certainly_less(high, root):
        return Form(root, -1)
    raise _NoSum


def _primitive(term: Term, z: Real) -> Real | None:
    """The antiderivative of a term at ``z``; None where it has no limit there, or where that is not seen."""
    v, power = term.form.at(z), term.power + 1
    if isinstance(v, Fraction) and v == 0:
        return Fraction(0) if power > 0 else None
    if not v > 0:
        return None
    logarithm = call(_LOG, [v]) if term.logs or power == 0 else Fraction(0)
    sign = Fraction(term.form.sign)
    if power == 0:
        found: Real = Fraction(1, term.logs + 1)
        for _ in range(term.logs + 1):
            found = multiply(found, logarithm)
        return multiply(sign, found)
    # the integral of v**p L**m is v**(p+1) L**m/(p+1) - m/(p+1) times that of v**p L**(m-1)
    total: Real = Fraction(0)
    factor = 1 / power
    for m in range(term.logs, -1, -1):
        part: Real = factor
        for _ in range(m):
            part = multiply(part, logarithm)
        total = add(total, part)
        factor = -factor * m / power
    return multiply(multiply(sign, _power(v, power)), total)


def _power(base: Real, power: Fraction) -> Real:
    if power.denominator != 1 and not base > 0:
        raise _NoSum
    return _power_of_fraction(base, power, flint.ctx.prec) if isinstance(base, Fraction) else base ** lift(power)


@cache
def _power_of_fraction(base: Fraction, power: Fraction, precision: int) -> Real:
    return operate(_POWER, base, power)


def power_sum(node: Node, variable: str, low: Real, high: Real) -> PowerSum | None:
    """``node`` as a sum of powers and logarithms on the interval from ``low`` to ``high``; None when it is none.

    >>> from workbench.language.statements import parse_expression
    >>> half = power_sum(parse_expression("1/(c*(1 + c)) + sqrt(1 - c)", "c"), "c", Fraction(1, 2), Fraction(1))
    >>> half.integral().str(10, radius=False)
    '0.6411673685'
    >>> power_sum(parse_expression("c*log(c)", "c"), "c", Fraction(0), Fraction(1)).integral()
    Fraction(-1, 4)
    """

    def constant(x: Real) -> PowerSum:
        return PowerSum({UNIT: x}, low, high)

    def read(node: Node) -> PowerSum:
        match node:
            case Number():
                return constant(node.value)
            case Name() if node.name == variable:
                return PowerSum({Term(VARIABLE, Fraction(1)): Fraction(1)}, low, high)
            case Negative():
                return read(node.operand).scaled(Fraction(-1))
            case Arithmetic(operator="+"):
                return read(node.left).plus(read(node.right))
            case Arithmetic(operator="-"):
                return read(node.left).plus(read(node.right).scaled(Fraction(-1)))
            case Arithmetic(operator="*"):
                return read(node.left).times(read(node.right))
            case Arithmetic(operator="/"):
                return read(node.left).times(read(node.right).to_power(Fraction(-1)))
            case Arithmetic(operator="**"):
                exponent = read(node.right).terms
                power = exponent.get(UNIT, Fraction(0))
                if not exponent.keys() <= {UNIT} or not isinstance(power, Fraction):
                    raise _NoSum
                return read(node.left).to_power(power)
            case Apply(function="sqrt"):
                return read(node.arguments[0]).to_power(Fraction(1, 2))
            case Apply(function="log"):
                return read(node.arguments[0]).log()
            case Apply(function="exp"):
                exponent = read(node.arguments[0]).terms
                if exponent.keys() <= {UNIT}:
                    return constant(call(node, [exponent.get(UNIT, Fraction(0))]))
        raise _NoSum

    try:
        return read(node)
    except (_NoSum, Undefined, NotSupported, ZeroDivisionError):
        return None


def moment(node: Node, variable: str, weight: Polynomial, low: Fraction, high: Fraction) -> Real | None:
    """The integral of ``node`` times a polynomial over an interval, by antiderivatives; None when no rule gives it.

    >>> from workbench.language.statements import parse_expression
    >>> moment(parse_expression("sqrt(c)", "c"), "c", polynomial(0, 1), Fraction(0), Fraction(1, 4))
    Fraction(1, 80)
    """
    found = _weighted(node, variable, weight, low, high)
    try:
        return None if found is None else found.integral()
    except (_NoSum, Undefined):
        return None


def diverges(node: Node, variable: str, weight: Polynomial, low: Fraction, high: Fraction) -> bool:
    """Whether the integral of ``node`` times a polynomial, nowhere negative, over an interval is seen to be infinite.

    >>> from workbench.language.statements import parse_expression
    >>> powers = (parse_expression(x, "c") for x in ("c**(-1/2)", "1/c", "1/(c*log(2)) - 1/c**2*sqrt(c)"))
    >>> [diverges(x, "c", polynomial(1), Fraction(0), Fraction(1)) for x in powers]
    [False, True, True]
    """
    found = _weighted(node, variable, weight, low, high)
    return found is not None and found.diverges()


def _weighted(node: Node, variable: str, weight: Polynomial, low: Fraction, high: Fraction) -> PowerSum | None:
    """``node`` times a polynomial as a sum of powers and logarithms, perhaps in the root of a form."""
    weighted = Arithmetic("*", node, _written(weight, variable))  # type: ignore[arg-type]
    ends: tuple[Real, Real] = low, high
    for _ in range(3):
        found = power_sum(weighted, variable, *ends)
        if found is not None:
            return found
        turned = _without_roots(weighted, variable, *ends)
        if turned is None:
            return None
        weighted, *ends = turned  # type: ignore[assignment]
    return None


def _written(p: Polynomial, variable: str) -> Node:
    total: Any = ZERO
    for k, x in enumerate(coefficients(p)):
        total = plus(total, times(Number(x), to_power(Name(variable), Fraction(k)) if k else ONE))
    return total  # type: ignore[no-any-return]


def _without_roots(node: Node, variable: str, low: Real, high: Real) -> tuple[Node, Real, Real] | None:
    """The integrand in the root w of a form, where all roots are of one form, and the ends; None when they are not.

    With ``w**q = k*form`` the variable is ``sign*(w**q/k - start)``, and its differential ``sign*q*w**(q - 1)/k``.
    """
    roots: dict[Node, tuple[Fraction, Form, Fraction]] = {}
    try:
        _collect_roots(node, variable, low, high, roots)
    except _NoSum:
        return None
    forms = {form for _, form, _ in roots.values()}
    if len(forms) != 1:
        return None
    (form,), scale = forms, next(iter(roots.values()))[0]
    degree = lcm(*(power.denominator for *_, power in roots.values()))
    w: Any = Name(variable)
    power_of_w = over(to_power(w, Fraction(degree)), Number(scale))
    inside = times(Number(Fraction(form.sign)), minus(power_of_w, Number(form.start)))

    def turned(part: Any) -> Any:
        if part in roots:
            factor, _, power = roots[part]
            own = w if power * degree == 1 else Arithmetic("**", w, Number(power * degree))
            return own if factor == scale else times(Arithmetic("**", Number(factor / scale), Number(power)), own)
        return inside if isinstance(part, Name) else rebuilt(part, turned)

    moved = times(turned(node), times(Number(degree / scale), to_power(w, Fraction(degree - 1))))
    places = [_power_at(multiply(scale, form.at(end)), Fraction(1, degree)) for end in (low, high)]
    return moved, *(places if form.sign > 0 else places[::-1])


def _power_at(base: Real, power: Fraction) -> Real:
    return base if isinstance(base, Fraction) and base == 0 else _power(base, power)


def _collect_roots(
    node: Node, variable: str, low: Real, high: Real, roots: dict[Node, tuple[Fraction, Form, Fraction]]
) -> None:
    """Every root of a linear form in ``node``: the factor, the form, and the power."""
    base, power = node, Fraction(1)
    if isinstance(node, Apply) and node.function == "sqrt":
        base, power = node.arguments[0], Fraction(1, 2)
    if isinstance(node, Arithmetic) and node.operator == "**" and isinstance(node.right, Number):
        base, power = node.left, node.right.value
    if power.denominator != 1 and variable in names(base):
        shape = as_piecewise(base, variable)
        only = None if shape is None else shape.only
        if only is None or only.degree() != 1:
            raise _NoSum
        constant, slope = coefficients(only)
        roots[node] = abs(slope), _around(-constant / slope, low, high), power
        return
    for child in children(node):
        _collect_roots(child, variable, low, high, roots)
