"""Inequalities between means over all examples: one function of an example that is nowhere negative.

Every example has a score x, the rate y up to it, the proportions f and g of the classes up to it, the calibrated score
p of its block and the share q of class 1 among the examples of its score. What a line compares is a polynomial in means
of functions of these, in class proportions and parameters. A mean that stands in a product is a number of its own, and
the line is the mean of its supporting plane there: m**2, with m = E[g], is that of m**2 + 2 m (g - m). What is known
may be added, each as often as a linear program on a grid says: E[(q - p) f(p)] = 0, E[q] = pi1, E[(p - q) h] >= 0 for
an increasing h, the moments of the rates, and how far KS lets the means of both classes lie apart. What is left must be
nonnegative (positive) at every point, for which there is a certificate.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import (
    Abs,
    Add,
    DiracDelta,
    Dummy,
    Expr,
    Heaviside,
    Min,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    expand,
    factor,
)

from workbench.deciding.domain import Domain
from workbench.deciding.grid_weights import AROUND, fitted, inside
from workbench.deciding.known_means import KS, Known, Use, area_of, known_means, of_blocks
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import (
    UNIT,
    Before,
    Ending,
    bounds_of,
    in_proportions,
    letters_of,
    region,
    shaped,
    unit_interval,
    within_unit,
)
from workbench.language.syntax import Assumption
from workbench.limits import SECOND, Work
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.notation import (
    E1,
    F0,
    F1,
    SKEW,
    ClassMean,
    ExpectedLoss,
    Operator,
    OptimalMethod,
    PointMass,
    R,
    error,
    h_measure,
    macro_error,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
    s,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.rules import canonical

MAX_COLUMNS, MOST_TRIED, TRIAL = 160, 16, 0.15
MER, _LEAST = metric("MER"), ClassMean(2, Min(pav(s), 1 - pav(s)))
_HALF = Rational(1, 2)
_NO_MEANS = (Operator, error, macro_error, h_measure)
_LETTERS = ("a", "b", "d", "e", "f", "g", "h")


@dataclass(frozen=True)
class Plane:
    """A line as the mean of a kernel in letters; ``numbers`` are what the letters for means stand for."""

    line: Expr
    kernel: Expr
    numbers: dict[Symbol, Expr]
    uses: tuple[Use, ...]
    letters: tuple[str, ...]
    planes: tuple[Known, ...]

    def slope(self, kernel: Expr) -> Expr:
        """How what depends on the class proportion alone changes with that of class 1."""
        terms = Add.make_args(expand(kernel))
        alone = [term for term in terms if not {v.name for v in term.free_symbols} & {*self.letters}]
        return -expand(Add(*alone).diff(pi0))

    def written(self, e: Expr) -> Expr:
        """An expression with its numbers written out."""
        return e.xreplace(self.numbers)


def ending(
    line: Expr, domain: Domain, given: Sequence[Assumption] = (), *, strict: bool = False, work: Work | None = None
) -> Ending:
    """How a proof ends that a line is nonnegative (positive), by a supporting plane. Raises `NotDecided`.

    >>> ending(ClassMean(2, s * pav(s)) - (1 - pi0) * E1(s), Domain()).kernel
    0
    """
    letters = letters_of(line)
    plane = _supported(line, domain, letters)
    left = plane.kernel
    chosen: list[tuple[Expr, Known]] = []
    if not domain.calibrated:
        for times, known in of_blocks(left, letters):
            chosen.append((times, known))
            left = expand(left - times * known.kernel)
    more = [*plane.planes, *known_means(left, domain, letters)]
    tried: set[Expr] = set()
    first = [[], *_of_one_class(plane, left, more, letters)]
    for used in itertools.chain(first, _weights(left, more, plane, domain, work)):
        kernel = _tidy(left - Add(*(w * k.kernel for w, k in used)))
        if kernel in tried:
            continue
        tried.add(kernel)
        if work is not None:
            work.spend(TRIAL * SECOND)
        if len(tried) > MOST_TRIED or (work is not None and work.over):
            break
        found = _certificate(kernel, plane, domain, given, strict, letters)
        if found is not None:
            return _written(plane, kernel, found, [*chosen, *used], letters, domain)
    raise NotDecided(f"no supporting plane was found for {plain(line)}")


def _of_one_class(
    plane: Plane, kernel: Expr, known: Sequence[Known], letters: Sequence[Symbol]
) -> Iterator[list[tuple[Expr, Known]]]:
    """What stands alone beside means over one class as its mean: the share of the class has its proportion for mean."""
    classes = {int(mean.args[0]) for mean in plane.line.atoms(ClassMean)}
    alone = Add(*(term for term in Add.make_args(expand(kernel)) if not term.has(*letters)))
    share = letters[3] - (1 - pi0)
    for one in known:
        if one.kernel == share and alone != 0 and classes in ({0}, {1}):
            yield [(alone / pi0 if classes == {0} else -alone / (1 - pi0), one)]


def _tidy(kernel: Expr) -> Expr:
    top, bottom = as_quotient(expand(kernel))
    return expand(kernel) if bottom.is_number else factor(cancelled(top / bottom))


# --- a line as the mean of a kernel ---------------------------------------------------------------------------


def _supported(line: Expr, domain: Domain, letters: Sequence[Symbol]) -> Plane:
    """The line as a mean of its supporting plane: products of means as in m1 m2 + m2 (g1 - m1) + m1 (g2 - m2)."""
    line, uses = _in_means_over_all(line, domain)
    means = {mean: Dummy() for mean in sorted(line.atoms(ClassMean) | (line.free_symbols & {MER}), key=str)}
    flat = line.xreplace(means)
    top, bottom = as_quotient(flat)
    polynomial = top.is_polynomial(*means.values()) and not bottom.has(*means.values())
    if flat.atoms(*_NO_MEANS) or not (means or uses) or not polynomial:
        raise NotDecided("a loss, a mean of another kind, or a quotient of means is left")
    taken = {v.name for v in line.free_symbols} | {v.name for v in letters}
    names = iter(name for name in _LETTERS if name not in taken)
    read = {mean: _in_letters(_LEAST if mean == MER else mean, domain, letters) for mean in means}
    if MER in means:  # it is a number where it is multiplied, and a mean in its slope
        slope = cancelled(flat.diff(means[MER])).xreplace({v: mean for mean, v in means.items()})
        line += slope * (_LEAST - MER)
        uses.append({"axiom": "least_error", "times": plain(-slope)})
    square = _one_square(flat, list(means.values()))
    if square is not None:
        weight, base = square
        a, back = Symbol(next(names), real=True), {v: mean for mean, v in means.items()}
        put = {v: read[mean] for mean, v in means.items()}
        kernel = (flat - weight * base**2).expand().xreplace(put) + weight * (2 * a * base.xreplace(put) - a**2)
        kernel = expand(within_unit(cancelled(kernel), set(letters)))
        tangent = Known(base.xreplace(put) - a, S.Zero, lambda times: [])
        return Plane(line, kernel, {a: base.xreplace(back)}, tuple(uses), tuple(v.name for v in letters), (tangent,))
    slopes = {mean: cancelled(flat.diff(v)) for mean, v in means.items()}
    several = [mean for mean, slope in slopes.items() if slope.has(*means.values())]
    numbers = {Symbol(name, real=True): mean for name, mean in zip(names, several, strict=False)}
    if len(numbers) < len(several):
        raise NotDecided("products of too many means")
    values = {means[mean]: letter for letter, mean in numbers.items()}
    planes = {letter: read[mean] - letter for letter, mean in numbers.items()}
    kernel = flat.xreplace(values | {v: read[mean] for mean, v in means.items() if v not in values})
    kernel += Add(*(slopes[mean].xreplace(values) * planes[letter] for letter, mean in numbers.items()))
    kernel = expand(within_unit(cancelled(kernel), set(letters)))
    more = tuple(Known(e, S.Zero, lambda times: []) for e in planes.values())
    return Plane(line, kernel, numbers, tuple(uses), tuple(v.name for v in letters), more)


def _one_square(flat: Expr, means: Sequence[Symbol]) -> tuple[Expr, Expr] | None:
    """How often the square of one sum of several means stands in a line that is linear otherwise, and that sum."""
    p = Poly(expand(flat), *means) if len(means) > 1 else None
    if p is None or p.total_degree() != 2:
        return None
    products = Add(
        *(weight * Mul(*(v**k for v, k in zip(means, e, strict=True))) for e, weight in p.terms() if sum(e) == 2)
    )
    base = next(
        (x.base for x in Mul.make_args(factor(products)) if isinstance(x, Pow) and x.exp == 2 and x.has(*means)), None
    )
    if base is None or len(base.free_symbols & set(means)) < 2:
        return None
    weight = cancelled(products / base**2)
    return None if weight.has(*means) else (weight, base)


def _in_means_over_all(line: Expr, domain: Domain) -> tuple[Expr, list[Use]]:
    """A line with areas, least error rates, and KS of calibrated scores as means, and why these are the same."""
    AUCH, AUC = metric("AUCH"), metric("AUC")
    uses: list[Use] = []
    line = in_proportions(line)
    if line.is_polynomial(MER) and Poly(line, MER).degree() == 1:
        line = line.xreplace({MER: _LEAST})
        uses.append({"axiom": "least_error"})
    if line.has(AUCH):
        line = line.xreplace({AUCH: (ClassMean(2, pav(s) * R(s)) - (1 - pi0) ** 2 / 2) / (pi0 * (1 - pi0))})
        uses.append({"axiom": "hull_area"})
    for loss in sorted(filter(is_of_hull, line.atoms(ExpectedLoss)), key=str):
        (z,), p = loss.args[1].args, pav(s)
        worse = in_proportions(Min(z * pi1 * (1 - p), (1 - z) * pi0 * p))
        line = line.xreplace({loss: ClassMean(2, worse) / (pi0 * (1 - pi0))})
        uses.append({"axiom": "optimal_for_skews", "letters": {"w": plain(loss.args[1])}})
    if domain.calibrated and line.has(KS):
        line = line.xreplace({KS: ClassMean(2, Abs(s - 1 + pi0)) / (2 * pi0 * (1 - pi0))})
        uses.append({"axiom": "distance_of_calibrated"})
    line = _in_means(line)
    if line.has(E1(F0(s)), AUC):
        ranks = (E1(R(s)) - (1 - pi0) / 2) / pi0
        uses += [{"definition": "AUC"}] * line.has(AUC)
        uses.append({"axiom": "cdf_is_uniform", "letters": {"k": "1", "h": "value"}})
        line = line.xreplace({E1(F0(s)): ranks, AUC: ranks})
    if line.has(F0(s), F1(s)):
        line = line.xreplace({R(s): pi0 * F0(s) + (1 - pi0) * F1(s)})
    return line, uses


def is_of_ranks(line: Expr) -> bool:
    """Whether rates stand beside shares of the class, or no score stands beside them: a plane is soonest found.

    >>> is_of_ranks(ClassMean(2, R(s) ** 2)), is_of_ranks(ClassMean(2, s * R(s)))
    (True, False)
    """
    return line.has(R) and (line.has(pav, posterior) or not line.xreplace({R(s): S.One}).has(s))


def is_soonest(line: Expr) -> bool:
    """Whether squares of means stand in a line, or means beside KS: no sample alone says whether it is negative.

    >>> square = ClassMean(2, s) ** 2
    >>> is_soonest(ClassMean(2, s**2) - square), is_soonest(ClassMean(2, s**2) * square - square**2)
    (True, False)
    """
    means = {mean: Dummy() for mean in sorted(line.atoms(ClassMean), key=str)}
    flat = line.xreplace(means)
    if not means or not flat.is_polynomial(*means.values()):
        return False
    return bool(line.has(KS)) or int(Poly(flat, *means.values()).total_degree()) == 2


def is_of_hull(loss: Expr) -> bool:
    """Whether a loss is that of optimal thresholds at one skew."""
    return isinstance(loss.args[0], OptimalMethod) and isinstance(loss.args[1], PointMass) and loss.args[2] == SKEW


def _in_letters(mean: Expr, domain: Domain, letters: Sequence[Symbol]) -> Expr:
    """What a mean over a class is a mean of over all examples."""
    x, y, p, q, f, g = letters
    k, body = mean.args
    if domain.calibrated:
        p = q = x
    found = body.xreplace({R(s): y, F0(s): f, F1(s): g, pav(s): p, posterior(s): q}).xreplace({s: x})
    if found.has(F0, F1, R) or found.atoms(Operator):
        raise NotDecided(f"{mean} depends on more than the score, its rate and shares")
    return found * {0: (1 - q) / pi0, 1: q / (1 - pi0), 2: S.One}[int(k)]


def _in_means(line: Expr) -> Expr:
    """A line with means of both classes as means over all where that is all that stands of them."""
    line = canonical(line.replace(ClassMean, lambda k, body: ClassMean(k, expand(body))))
    bodies = sorted({m.args[1] for m in line.atoms(ClassMean)}, key=str)
    for body in bodies:
        first, second, both = (ClassMean(k, body) for k in (0, 1, 2))
        if body.has(F0, F1) or not (line.has(first) and line.has(second)):
            continue
        letters = {first: Dummy(), second: Dummy(), both: Dummy()}
        flat = line.xreplace(letters)
        if not flat.is_polynomial(letters[first], letters[second]):
            continue
        put = (letters[both] - (1 - pi0) * letters[second]) / pi0
        after = cancelled(in_proportions(flat).xreplace({letters[first]: put}))
        slope = cancelled(after.diff(letters[second]))
        if not slope.has(letters[both], letters[second], ClassMean):
            line = after.xreplace({v: k for k, v in letters.items()})
    return line


# --- how often ----------------------------------------------------------------------------------------------------


def _weights(
    kernel: Expr, known: Sequence[Known], plane: Plane, domain: Domain, work: Work | None
) -> Iterator[list[tuple[Expr, Known]]]:
    """Ways to add what is known after which a kernel is nowhere negative, as far as a grid shows."""
    scale = as_quotient(kernel)[1]
    if scale.xreplace({pi0: _HALF}).is_negative:
        scale = -scale
    own = kernel.free_symbols | scale.free_symbols
    fixed = [v for v in sorted(own, key=str) if v.name not in plane.letters]
    within = [v for v in fixed if v == pi0 or unit_interval(v) or domain.of(v.name) == UNIT]
    within += [v for v in fixed if v in plane.numbers and bounds_of(plane.numbers[v]) == UNIT]
    unit = [w for v in within for w in (v, 1 - v)]
    means = [w for w in unit if w.free_symbols & plane.numbers.keys()]
    multiples = list(dict.fromkeys((S.One, *means, *(m / scale for m in (S.One, *unit)))))
    squares = [a * b for a, b in itertools.combinations_with_replacement(fixed, 2)]
    distance = cancelled(kernel).expand().coeff(KS) if kernel.has(KS) else S.Zero
    if distance.xreplace(dict.fromkeys(distance.free_symbols, _HALF)).is_negative:
        distance = -distance
    apart = _calibrated_distance(kernel) if domain.calibrated else S.Zero
    slopes = dict.fromkeys(plane.slope(e) / scale for e in (plane.kernel, cancelled(scale * kernel)))
    tilt = cancelled(distance * (2 * pi0 - 1) / (2 * pi0 * (1 - pi0)))
    _, y, p, *_ = map(Symbol, plane.letters)
    area = area_of(kernel, y, p)
    own_multiples = [distance, tilt, area, cancelled(area * (2 * pi0 - 1))]
    own_multiples += [apart * (2 * pi0 - 1)] * (apart != 0)
    own_multiples += [slope for slope in slopes if not slope.has(Heaviside, DiracDelta)]
    target = cancelled(scale * kernel)
    first = [k for k in known if k.kernel.free_symbols <= own | {pi0}]

    def fitting(columns: list[tuple[Expr, Known]]) -> Iterator[list[tuple[Expr, Known]]]:
        functions = [(cancelled(scale * m * k.kernel), k.signed) for m, k in columns]
        symbols = target.free_symbols.union(*(f.free_symbols for f, _ in functions))
        for weights in fitted(target, functions, _ranges(symbols, plane, domain), work):
            pairs = zip(weights, columns, strict=True)
            found = _joined([(Rational(w.numerator, w.denominator) * m, k) for w, (m, k) in pairs if w])
            if not any(k.signed and w.xreplace(dict.fromkeys(w.free_symbols, _HALF)).is_negative for w, k in found):
                yield found

    for some in (first, known) if len(first) < len(known) else (known,):
        besides = [(m, k) for m in own_multiples for k in some if m != 0 and k.kernel.has(KS if m == distance else pi0)]
        if besides and (distance, area) != (0, 0):
            yield from fitting([*((S.One, k) for k in some), *besides])
        for powers in ([S.One], [S.One, *fixed], [S.One, *fixed, *squares]):
            scaled = [m / scale for m in powers]
            planes = list(dict.fromkeys((*powers, *scaled)))
            own_of = {True: multiples, False: scaled}
            columns = [(m, k) for k in some for m in (planes if k in plane.planes else own_of[k.signed])]
            columns += [(m, k) for m, k in besides if m not in multiples or not k.signed]
            if columns and len(columns) <= MAX_COLUMNS and (len(powers) == 1 or fixed):
                yield from fitting(columns)


def _calibrated_distance(kernel: Expr) -> Expr:
    """How often the distance of calibrated scores from the proportion of class 1 stands in a kernel."""
    away = [e for e in kernel.atoms(Abs) if e.has(pi0) and len(e.free_symbols) == 2]
    return factor(expand(kernel).coeff(away[0])) if len(away) == 1 else S.Zero


def _joined(used: list[tuple[Expr, Known]]) -> list[tuple[Expr, Known]]:
    """The same with what is used in several multiples used once."""
    found: dict[int, tuple[Expr, Known]] = {}
    for w, k in used:
        found[id(k)] = (found[id(k)][0] + w if id(k) in found else w, k)
    return [(factor(w), k) for w, k in found.values()]


def _ranges(symbols: set[Symbol], plane: Plane, domain: Domain) -> dict[Symbol, tuple[float, float]]:
    """Where the variables of a kernel are tried."""
    found = {}
    for v in sorted(symbols, key=str):
        low, high = UNIT if v.name in plane.letters else domain.of(v.name)
        low, high = bounds_of(plane.numbers[v]) if v in plane.numbers else (low, high)
        low, high = inside(domain.pi0) if v == pi0 else UNIT if unit_interval(v) else (low, high)
        found[v] = (float(AROUND[0] if low is None else low), float(AROUND[1] if high is None else high))
    return found


# --- the end of the proof --------------------------------------------------------------------------------------------


def _certificate(
    kernel: Expr,
    plane: Plane,
    domain: Domain,
    given: Sequence[Assumption],
    strict: bool,
    letters: Sequence[Symbol],
) -> Any:
    """Why a kernel is nowhere negative (positive), a quotient by what has one sign; None when no reason is found."""
    from workbench.certificates import linear_programs  # which load numpy, and not every line gets here
    from workbench.certificates.search import certificate

    top, bottom = as_quotient(kernel)
    where = region(top + bottom, domain, given, letters, plane.numbers)
    for part in Mul.make_args(factor(bottom)):
        base, exponent = part.as_base_exp()
        if not exponent.is_Integer or base.free_symbols & set(letters):
            return None
        if exponent % 2 and not (base.is_positive or certificate(base, where, strict=True)):
            if not (base.is_negative or certificate(-base, where, strict=True)):
                return None
            top = -top
    return certificate(expand(top), where, strict=strict, work=linear_programs.Work(100, 4_000_000, 100))


def _written(
    plane: Plane,
    kernel: Expr,
    found: Any,
    used: Sequence[tuple[Expr, Known]],
    letters: Sequence[Symbol],
    domain: Domain,
) -> Ending:
    uses = list(plane.uses)
    line = plane.line
    for times, known in used:
        uses += known.uses(plane.written(times))
        line -= plane.written(times) * known.mean
    before = (Before(line, tuple(uses), "in means over all examples", ">="),) if uses else ()
    return Ending(
        before,
        shaped(kernel),
        "group",
        found,
        tuple(x.name for x in letters),
        tuple((v, mean) for v, mean in plane.numbers.items() if kernel.has(v)),
        domain.calibrated,
    )
