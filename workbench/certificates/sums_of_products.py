"""A polynomial as a sum of products of constraints and of squares, with positive rational weights.

Such a sum shows that the polynomial is nonnegative wherever the constraints hold. Equalities among the constraints
take away variables, factors are taken out, and the rest is left to the linear programs of
`workbench.certificates.product_programs`. Only what is right over the rational numbers is returned.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flint

from workbench.certificates.cones import Cone, Constraint, Numeric, Polynomial, key, primitive, put, rational
from workbench.certificates.linear_programs import Work, exact_weights, least
from workbench.certificates.product_programs import Frame, Program, Sum, Term, products
from workbench.certificates.squares import generated, simple_forms
from workbench.lazily import Lazily

if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazily("numpy")

MAX_TERMS = 150
_MARGIN = "margin"


def nonnegative(p: Polynomial, cone: Cone, work: Work | None, *, strict: bool = False, effort: int = 2) -> Sum | None:
    """Terms that add up to ``p``; with ``strict`` one of them is positive on the whole set. None: not found.

    ``effort`` is 0 for products of the degree of ``p`` alone, 1 for a little more, 2 for all that is tried;
    without ``work`` no linear program is tried, but what is seen without one is the same.
    Raises `linear_programs.OutOfWork`.

    >>> x, y = flint.fmpq_mpoly_ctx.get(("x", "y"), flint.Ordering.lex).gens()
    >>> square = Cone(x.context(), ()).put(x, False).put(1 - x, False)
    >>> [(str(t.weight), t.factors) for t in nonnegative(x - x**3, square, Work())]
    [('1', (0, 1)), ('1', (0, 0, 1))]
    >>> [t.factors for t in nonnegative(x - x**2, square, None)], nonnegative(x - x**3 + y**2, square, None)
    ([(0, 1)], None)
    """
    found = _nonnegative(p, cone, work, strict, effort)
    if found is None:
        return None
    total = sum((term.product(cone) for term in found), cone.context.constant(0))
    right = total == p and all(term.weight > 0 for term in found)
    return found if right and (not strict or any(term.is_strict(cone) for term in found)) else None


def _nonnegative(p: Polynomial, cone: Cone, work: Work | None, strict: bool, effort: int) -> Sum | None:
    if p.is_zero():
        return None if strict else []
    if p.is_constant():
        number = p.leading_coefficient()
        return [Term(number)] if number > 0 else None
    less = _less(cone)
    if less is not None:
        found = _nonnegative(less.put(p), less.cone, work, strict, effort)
        return None if found is None else less.lifted(p, found, cone)
    number, pulled, squares, rest = _factored(p, cone, strict)
    if not rest and number > 0:
        return [Term(number, pulled, squares)]
    if not rest:
        return None if work is None else _search(p, cone, work, strict, effort)
    brief = None if strict else _at_ends(p, cone)
    if brief is not None and len(brief) <= len(p.to_dict()):
        return brief
    found = None if work is None else _product(number, rest, cone, work, strict, effort)
    if found is None:
        return None
    return [Term(t.weight, tuple(sorted((*pulled, *t.factors))), (*squares, *t.squares)) for t in found]


def _factored(
    p: Polynomial, cone: Cone, strict: bool
) -> tuple[Any, tuple[int, ...], tuple[Polynomial, ...], list[Polynomial]]:
    """A number, constraints, squares and other polynomials whose product is ``p``."""
    number, factors = p.factor()
    places = {g.key: j for j, g in enumerate(cone.constraints) if not strict}
    places |= {g.key: j for j, g in enumerate(cone.constraints) if g.strict}
    pulled: list[int] = []
    squares: list[Polynomial] = []
    rest: list[Polynomial] = []
    for factor, times in factors:
        scale, q = primitive(factor)
        number *= scale**times
        sign = next((sign for sign in (1, -1) if key(sign * q) in places), 0)
        if sign:
            number *= sign**times
            pulled += [places[key(sign * q)]] * times
        else:
            squares += [q] * (0 if strict else times // 2)
            rest += [q] * (times if strict else times % 2)
    return number, tuple(sorted(pulled)), tuple(squares), rest


def _at_ends(p: Polynomial, cone: Cone) -> Sum | None:
    """Terms that add up to ``p``, a product, or linear in a variable and at both ends of its interval such a sum.

    >>> x, y = flint.fmpq_mpoly_ctx.get(("x", "y"), flint.Ordering.lex).gens()
    >>> square = Cone(x.context(), ()).put(x, False).put(1 - x, False).put(y, False).put(1 - y, False)
    >>> [(str(t.weight), t.factors) for t in _at_ends(1 - x * y, square)]
    [('1', (1,)), ('1', (0, 3))]
    """
    if p.is_zero():
        return []
    number, pulled, squares, rest = _factored(p, cone, False)
    if not rest:
        return [Term(number, pulled, squares)] if number > 0 else None
    for i, ((below, above), (low, high)) in enumerate(zip(cone.ends, cone.box, strict=True)):
        if below is None or above is None or low is None or high is None or low >= high or p.degrees()[i] != 1:
            continue
        found: Sum = []
        for end, other in ((low, above), (high, below)):
            at = {i: cone.context.constant(rational(end))}
            part = _at_ends(put(p, at), cone)
            if part is None:
                return None
            length = put(cone.constraints[other].polynomial, at).leading_coefficient()
            found += [Term(t.weight / length, tuple(sorted((*t.factors, other))), t.squares) for t in part]
        return found
    return None


def _product(number: Any, rest: list[Polynomial], cone: Cone, work: Work, strict: bool, effort: int) -> Sum | None:
    """A sum for a product of polynomials: each for itself, if that is easy, or all at once."""
    if len(rest) > 1:
        signs = [-1 if float(np.sum(Numeric(q)(cone.points))) < 0 else 1 for q in rest]
        parts: list[Sum] = []
        for q, sign in zip(rest, signs, strict=True):
            part = _search(sign * q, cone, work, strict, 0)
            if part is None:
                break
            parts.append(part)
        times = number * math.prod(signs)
        if len(parts) == len(rest) and times > 0 and math.prod(map(len, parts)) <= MAX_TERMS:
            return [_times(times, chosen) for chosen in itertools.product(*parts)]
    whole = cone.context.constant(number)
    for q in rest:
        whole *= q
    return _search(whole, cone, work, strict, effort)


def _times(number: Any, terms: Iterable[Term]) -> Term:
    factors: tuple[int, ...] = ()
    squares: tuple[Polynomial, ...] = ()
    for term in terms:
        number, factors, squares = number * term.weight, factors + term.factors, squares + term.squares
    return Term(number, tuple(sorted(factors)), squares)


# --- linear programs ------------------------------------------------------------------------------------


def _search(p: Polynomial, cone: Cone, work: Work, strict: bool, effort: int) -> Sum | None:
    frames = [Frame(p, cone, used) for used in _used(p, cone)]
    if strict and frames[0].zeros:
        return None
    for kind, more, whole, forms in _stages(p, effort):
        for frame in frames:
            shape, total = _room(frame, more, whole)
            if kind == "generated":
                found = _generated(frame, tuple(d + d % 2 for d in shape), total + total % 2, work, strict)
            else:
                found = _program(frame, shape, total, forms, work, strict)
            if found is not None:
                return found
    return None


def _stages(p: Polynomial, effort: int) -> Iterator[tuple[str, int, bool, bool]]:
    """What is tried in order: which kind, degrees more than those of ``p``, all products of these, simple squares."""
    yield "products", 0, False, False
    yield "products", 0, False, True
    if effort >= 1:
        yield "products", 0, True, True
        yield "products", 1, False, True
    if effort >= 2:
        yield "generated", 0, False, False
        yield "products", 2, False, True
        yield "generated", 2, False, False
    if effort >= 1 and sum(d > 0 for d in p.degrees()) == 1:
        for more in (2, 3, 4, 6):
            yield "products", more, False, True


def _program(frame: Frame, shape: tuple[int, ...], total: int, forms: bool, work: Work, strict: bool) -> Sum | None:
    program = Program(frame, shape, total)
    if not program.add_products() or program.is_too_large:
        return None
    if forms:
        for form in simple_forms(frame, shape):
            if not program.add_products(form):
                return None
    return program.solved(work, strict=strict)


def _generated(frame: Frame, shape: tuple[int, ...], total: int, work: Work, strict: bool) -> Sum | None:
    """A sum with squares made on the way; if it must be positive, the polynomial less a number, and that number."""
    if not strict:
        return generated(frame, shape, total, work, strict=False)
    cone, values = frame.cone, Numeric(frame.p)
    places = np.concatenate([cone.points, cone.from_unit(cone.lowest(frame.p, 6))])
    low = float(values(places).min(initial=1.0)) / 2
    if low < 1e-7 * float(frame.scale):
        return generated(frame, shape, total, work, strict=True)
    number = flint.fmpq(1, math.ceil(1 / low)) if low < 1 else flint.fmpq(math.floor(low))
    rest = generated(Frame(frame.p - number, cone, frame.used), shape, total, work, strict=False)
    return None if rest is None else [Term(number), *rest]


def _used(p: Polynomial, cone: Cone) -> list[tuple[int, ...]]:
    """The constraints in the variables of ``p``, and those in all variables that these hang together with."""
    own = {i for i, d in enumerate(p.degrees()) if d > 0}
    inside = tuple(j for j in cone.live if cone.constraints[j].variables <= own)
    linked = set(own)
    while True:
        reached = {
            i for j in cone.live if cone.constraints[j].variables & linked for i in cone.constraints[j].variables
        }
        if reached <= linked:
            break
        linked |= reached
    every = tuple(j for j in cone.live if cone.constraints[j].variables <= linked)
    return [inside] if inside == every else [inside, every]


def _room(frame: Frame, more: int, whole: bool) -> tuple[tuple[int, ...], int]:
    """The degrees to search up to, in each variable and in all."""
    p = frame.p
    linked = {i for j in frame.used for i in frame.cone.constraints[j].variables} | {
        i for i, d in enumerate(p.degrees()) if d > 0
    }
    shape = tuple(max(int(d) + more, 1) if i in linked else 0 for i, d in enumerate(p.degrees()))
    return shape, sum(shape) if whole else int(p.total_degree()) + more


# --- equalities -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Less:
    """A cone on which a polynomial is zero, with one variable less, and where its constraints come from."""

    cone: Cone
    origin: tuple[tuple[int, Any], ...]
    zero: tuple[int, int]
    variable: int
    instead: Polynomial

    def put(self, p: Polynomial) -> Polynomial:
        return put(p, {self.variable: self.instead})

    def lifted(self, p: Polynomial, found: Sum, cone: Cone) -> Sum:
        """Terms of the whole cone that add up to ``p``, from terms that do so where the polynomial is zero."""
        terms = []
        for term in found:
            weight = term.weight / math.prod((self.origin[j][1] for j in term.factors), start=flint.fmpq(1))
            terms.append(Term(weight, tuple(sorted(self.origin[j][0] for j in term.factors)), term.squares))
        rest = p - sum((term.product(cone) for term in terms), cone.context.constant(0))
        plus, minus = self.zero
        times, _ = divmod(rest, cone.constraints[plus].polynomial)
        if times.is_zero():
            return terms
        if times.is_constant():
            number = times.leading_coefficient()
            return [*terms, Term(abs(number), (plus if number > 0 else minus,))]
        quarter = flint.fmpq(1, 4)
        return [*terms, Term(quarter, (plus,), (times + 1,)), Term(quarter, (minus,), (times - 1,))]


def _less(cone: Cone) -> _Less | None:
    """The cone with one variable less, where two constraints say that a polynomial is zero."""
    if cone.equal is None:
        return None
    solved = cone.solved(cone.constraints[cone.equal[0]].polynomial)
    if solved is None:
        return None
    constraints, origin = [], []
    for j, g in enumerate(cone.constraints):
        q = put(g.polynomial, dict([solved]))
        if not q.is_zero():
            scale, q = primitive(q)
            constraints.append(Constraint(q, g.strict))
            origin.append((j, scale))
        elif g.strict:
            constraints.append(Constraint(q, True))
            origin.append((j, flint.fmpq(1)))
    return _Less(Cone(cone.context, tuple(constraints)), tuple(origin), cone.equal, *solved)


def contradiction(cone: Cone, work: Work, effort: int = 1) -> Sum | None:
    """Terms that add up to -1, or to 0 with one that is positive, which shows that the cone has no point.

    >>> (x,) = flint.fmpq_mpoly_ctx.get(("x",), flint.Ordering.lex).gens()
    >>> contradiction(Cone(x.context(), ()).put(1 - x, False).put(x - 1, True), Work())
    [Term(weight=1, factors=(0,), squares=()), Term(weight=1, factors=(1,), squares=())]
    """
    found = _contradiction(cone, work, effort)
    if found is None:
        return None
    total = sum((term.product(cone) for term in found), cone.context.constant(0))
    positive = any(term.factors and term.is_strict(cone) for term in found)
    return found if all(t.weight > 0 for t in found) and (total == -1 or (total.is_zero() and positive)) else None


def _contradiction(cone: Cone, work: Work, effort: int) -> Sum | None:
    for j, g in enumerate(cone.constraints):
        if g.polynomial.is_zero() and g.strict:
            return [Term(flint.fmpq(1), (j,))]
        if g.polynomial.is_constant() and not g.polynomial.is_zero() and g.polynomial.leading_coefficient() < 0:
            return [Term(-1 / g.polynomial.leading_coefficient(), (j,))]
    less = _less(cone)
    if less is not None:
        found = _contradiction(less.cone, work, effort)
        if found is None:
            return None
        total = sum((term.product(less.cone) for term in found), cone.context.constant(0))
        return less.lifted(total, found, cone)
    degrees = [
        max((int(g.polynomial.degrees()[i]) for g in cone.constraints), default=0) for i in range(len(cone.variables))
    ]
    for total in range(1, 2 + 2 * effort):
        found = _empty(cone, tuple(max(d, total if total > 1 else 0) for d in degrees), total, work)
        if found is not None:
            return found
    return None


def _empty(cone: Cone, shape: tuple[int, ...], total: int, work: Work) -> Sum | None:
    """Products that add up to a negative number, or to zero with a positive one among them."""
    frame = Frame(cone.context.constant(1), cone, cone.live)
    columns = products(frame.sparse, shape, total)
    if columns is None:
        return None
    strict = [bool(f) and all(frame.strict[j] for j in f) for f in columns.factors]
    strict[0] = True
    matrix = np.vstack([columns.table.reshape(len(strict), -1).T, np.array(strict, dtype=float)])
    target = np.zeros(len(matrix))
    target[-1] = 1.0
    solution = least(matrix, target, 1.0 + 0.1 * columns.totals.astype(np.float64), work)
    if solution is None:
        return None
    for chosen in (solution.support, sorted({*solution.support, *solution.basic})):
        exact = []
        for j in chosen:
            product = math.prod((frame.constraints[i][1] for i in columns.factors[j]), start=cone.context.constant(1))
            exact.append(dict(product.to_dict()) | ({_MARGIN: 1} if strict[j] else {}))
        weights = exact_weights(exact, {_MARGIN: 1})
        if weights is not None and all(w >= 0 for w in weights):
            found = {columns.factors[j]: w for j, w in zip(chosen, weights, strict=True) if w > 0}
            number = found.pop((), flint.fmpq(1))
            return [frame.term(w / number, f, None) for f, w in found.items()]
    return None
