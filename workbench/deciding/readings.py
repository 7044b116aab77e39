"""The last line of a proof: what it is a mean of, and why that is nonnegative (positive), as a certificate.

``pair``     over all pairs of an example of class 0, of score x, and one of class 1, of score y; each term has at most
             one mean of each class, and AUC is 1, 1/2 or 0 as x lies below, at or above y
``group``    over all examples: score x, rate y, calibrated score p, share q of class 1 at the score, proportions f and
             g of the classes up to it; x = p = q if calibrated
``number``   no mean: AUC, class proportions, the size of the sample, parameters
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from sympy import (
    Add,
    Expr,
    Max,
    Min,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    Symbol,
    Tuple,
    expand,
    factor,
    fraction,
)

from workbench.deciding import citations, rank_statistics
from workbench.deciding.domain import Domain
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.rank_statistics import best_level, negative_part, parts
from workbench.language.syntax import Assumption, Name, Number
from workbench.metrics import CATALOGUE as METRICS
from workbench.symbolic import integrals
from workbench.symbolic.expansion import as_quotient, cancelled
from workbench.symbolic.normal_forms import COLLECTED
from workbench.symbolic.notation import (
    E1,
    F0,
    F1,
    UNIFORM,
    Balanced,
    Below,
    ClassMean,
    Clip,
    ExpectedLoss,
    LossAtCutpoints,
    LossAtRates,
    Operator,
    R,
    Width,
    c,
    h_measure,
    metric,
    pav,
    pi0,
    pi1,
    posterior,
    s,
)
from workbench.symbolic.plain import plain
from workbench.symbolic.rules import canonical
from workbench.symbolic.translation import to_sympy

if TYPE_CHECKING:
    from workbench.certificates.search import Region

UNIT = (Fraction(0), Fraction(1))
AUC, n = metric("AUC"), metric("n")
NAMES = ("x", "y", "p", "q", "f", "g")
_HALF = Rational(1, 2)
_BOUNDED = (ClassMean, ExpectedLoss, LossAtCutpoints, LossAtRates, h_measure)


BRIEFLY = {"programs": 10, "entries": 200_000}


def certificate(f: Expr, known: Region, *, strict: bool = False, brief: bool = False) -> Any:
    """`workbench.certificates.search.certificate`, which loads numpy, and not every proof asks for one; ``brief``: with
    a tenth of the work."""
    from workbench.certificates import search

    work = search.Work(**BRIEFLY) if brief else None
    return search.certificate(f, known, strict=strict, work=work)


def sign_of(e: Expr, domain: Domain, given: Sequence[Assumption] = (), *, strict: bool = False) -> Any:
    """Why an expression without means is nonnegative (positive): a certificate, or None."""
    top, bottom = _over_positive(in_proportions(e))
    return None if top is None else certificate(top, region(top + bottom, domain, given), strict=strict)


def region(
    f: Expr,
    domain: Domain,
    given: Sequence[Assumption] = (),
    letters: Sequence[Symbol] = (),
    numbers: Mapping[Symbol, Expr] | None = None,
    written: Callable[[Expr], Expr] = lambda e: e,
) -> Region:
    """What is known of the letters of an expression; ``numbers``: of which means some are the letters.

    ``written`` says how the letters stand in what is assumed.
    """
    from workbench.certificates.search import Region

    bounds: dict[Symbol, Any] = {}
    constraints: list[Expr] = []
    positive: list[Expr] = []
    for v in f.free_symbols:
        if v == pi0:
            bounds[v] = UNIT
            positive += [pi0, 1 - pi0]
        elif v == n:
            bounds[v] = (Fraction(2), None)
            positive.append(n)
            constraints += [n * pi0 - 1, n * (1 - pi0) - 1]
        elif numbers and v in numbers:
            bounds[v] = bounds_of(numbers[v])
        elif v in letters or v in (s, c) or unit_interval(v) or v == Symbol("b", nonnegative=True):
            bounds[v] = UNIT
        elif v.is_positive:
            bounds[v] = (None, None)
            positive.append(v)
        else:
            low, high = domain.of(v.name)
            bounds[v] = (None if v.name in domain.positive else low, high)
            positive += [v] * (v.name in domain.positive)
    if n in bounds:
        bounds[pi0] = UNIT
        positive += [pi0, 1 - pi0]
    for a in given:
        if a.relation in (None, "!="):
            continue
        gap = written(in_proportions(assumed_gap(a)))
        if gap.free_symbols <= bounds.keys() and gap.is_polynomial(*bounds):
            (positive if a.relation in ("<", ">") else constraints).append(gap)
            constraints += [-gap] * (a.relation == "==")
    return Region(bounds, tuple(constraints), tuple(dict.fromkeys(positive)))


@cache
def assumed_gap(assumption: Assumption) -> Expr:
    """What is not negative by a relation that is assumed: the greater side minus the lesser."""
    figure = {"pi0": "pi0", "auc": "AUC"}.get(assumption.name, "")
    left, right = assumption.sides or (Name(figure), Number(assumption.value or Fraction(0)))
    low, high = map(to_sympy, (left, right) if assumption.relation in ("<", "<=", "==") else (right, left))
    return high - low


def unit_interval(v: Expr) -> bool:
    """Whether a name is that of a metric whose values lie in [0, 1]."""
    values = METRICS[v.name].values if isinstance(v, Symbol) and v.name in METRICS else None
    low, high = (values.low, values.high) if values else (None, None)
    return low is not None and high is not None and low >= 0 and high <= 1


def in_proportions(e: Expr) -> Expr:
    """An expression in pi0 and n, without pi1, n0 and n1."""
    put = {pi1: 1 - pi0, metric("n0"): n * pi0, metric("n1"): n * (1 - pi0)}
    return e.xreplace(put).replace(Width, lambda low, high: high - low)


def _over_positive(e: Expr) -> tuple[Expr | None, Expr]:
    """Numerator and denominator, which must be a product of pi0, 1 - pi0, n, other names and a number."""
    top, bottom = as_quotient(e)
    if bottom.free_symbols:
        top, bottom = fraction(cancelled(e))
    for part in Mul.make_args(factor(bottom)):
        base = part.as_base_exp()[0]
        if base in (pi0 - 1, 1 - pi0):
            top = -top if base == pi0 - 1 and part.as_base_exp()[1] % 2 else top
        elif part.is_number:
            top = top if part > 0 else -top
        elif base not in (pi0, n):
            return None, bottom
    return top, bottom


@dataclass(frozen=True)
class Before:
    """A line before the last one: equal to what stands before it, or no more, by some entries of a document."""

    gives: Expr
    uses: tuple[dict[str, Any], ...]
    why: str
    relation: str = "=="


@dataclass(frozen=True)
class Ending:
    """How a proof ends: some lines, and what the last of them is a mean of, with the certificate of its sign.

    ``numbers`` are letters in it, each with the mean that it stands for; ``besides`` is what is not negative by where
    means lie that are not in the last line, but in what is assumed.
    """

    before: tuple[Before, ...]
    kernel: Expr
    reading: str
    certificate: Any
    names: tuple[str, ...] = NAMES
    numbers: tuple[tuple[Expr, Expr], ...] = ()
    calibrated: bool = False
    besides: tuple[Expr, ...] = ()

    @property
    def why(self) -> str:
        """What is read."""
        if self.reading != "group":
            return _WHY[self.reading]
        kernel = {v.name for v in self.kernel.free_symbols}
        said = [f"{what} {v}" for what, v in zip(_OF_AN_EXAMPLE, self.names, strict=True) if v in kernel]
        listed = ", ".join(said[:-1]) + " and " * (len(said) > 1) + said[-1] if said else ""
        if self.calibrated and not said:
            return "nothing is left, since the calibrated score is the score"
        same = ", which is calibrated" * (self.calibrated and bool(said))
        return "the mean of this over all examples" + f", of {listed}{same}" * bool(said)

    @property
    def axioms(self) -> tuple[str, ...]:
        """What it rests on that a line is such a mean."""
        shares = ("calibrated", "calibrated_hull") if self.calibrated else ()
        return ("classes_share_scores", *shares) if self.reading == "group" else ()


_WHY = {
    "pair": "the mean of this over pairs of an example of class 0, of score x, and one of class 1, of score y",
    "number": "its sign",
}
_OF_AN_EXAMPLE = (
    "score",
    "rate",
    "calibrated score",
    "share of class 1 at its score",
    "proportion of class 0 up to it",
    "proportion of class 1 up to it",
)


def ending(
    line: Expr, domain: Domain, given: Sequence[Assumption] = (), *, strict: bool = False, brief: bool = False
) -> Ending:
    """How a proof ends that a line is nonnegative (positive), ``brief``: of one without means. Raises `NotDecided`.

    >>> from workbench.symbolic.notation import E0
    >>> found = ending(pi0 * E0(s * (1 - s)), Domain())
    >>> found.kernel, found.certificate
    (pi0*x*(1 - x), {'sum': [['1', ['pi0', 'x', '1 - x'], []]]})
    """
    if line.has(R):
        try:
            least = _by_rates(line, domain)
            rest = ending(least.gives, domain, given, strict=strict)
            return replace(rest, before=(least, *rest.before))
        except NotDecided as reason:
            with suppress(NotDecided):
                return _ended("group", in_proportions(line), domain, given, strict)
            raise reason from None
    line = in_proportions(line)
    means = set(canonical(line).atoms(ClassMean))
    if any(m.args[0] == 2 or m.has(pav, posterior) for m in means) or (domain.calibrated and means):
        return _ended("group", line, domain, given, strict)
    if not means or means == {E1(F0(s))}:
        return _ended("number", line, domain, given, strict, brief)
    try:
        return _ended("pair", line, domain, given, strict)
    except NotDecided as reason:
        with suppress(NotDecided):
            return _ended("group", line, domain, given, strict)
        raise reason from None


def _ended(
    reading: str, line: Expr, domain: Domain, given: Sequence[Assumption], strict: bool, brief: bool = False
) -> Ending:
    """How a proof ends with a line that is read in one way."""
    before: tuple[Before, ...] = ()
    if reading == "group":
        ways = []
        for written in (_as_it_stands, _without_squares_of_all):
            with suppress(NotDecided):
                after, steps = written(line, domain)
                ways.append((_group(after, domain), after, steps))
                if not ways[-1][0].has(pi0):
                    break
        if not ways:
            raise NotDecided("two examples in a mean")
        kernel, line, before = min(ways, key=lambda way: way[0].has(pi0))
    elif reading == "pair":
        line, before = _without_squares(line)
        kernel = _pair(canonical(line))
    else:
        kernel = (terms := canonical(line)).xreplace({E1(F0(s)): AUC})
        if kernel != terms:
            before = (Before(kernel, ({"definition": "AUC"},), "the area under the ROC curve"),)
        elif kernel != line:
            before = (Before(kernel, (), COLLECTED + "; n0 = n*pi0, n1 = n*pi1" * line.has(n)),)
    if kernel.atoms(Operator):
        raise NotDecided("a loss, or a mean of another kind, is left")
    letters = letters_of(line)
    kernel = within_unit(kernel, {*letters, AUC, pi0})
    top, bottom = _over_positive(kernel)
    known = region(kernel if top is None else top + bottom, domain, given, letters)
    found = None if top is None else certificate(top, known, strict=strict, brief=brief)
    if found is None:
        raise NotDecided(f"no certificate was found for {plain(kernel)}")
    names = tuple(x.name for x in letters)
    return Ending(before, shaped(kernel), reading, found, names, calibrated=domain.calibrated)


def by_bounds(line: Expr, domain: Domain, given: Sequence[Assumption] = (), *, strict: bool = False) -> Ending:
    """How a proof ends whose line has its sign wherever its means, roots and losses may lie. Raises `NotDecided`.

    >>> by_bounds(pi0 * ClassMean(1, F0(s) ** 2), Domain()).certificate
    {'sum': [['1', ['pi0', 'E1(F0(s)**2)'], []]]}
    """
    line = in_proportions(line)
    letters: dict[Expr, Symbol] = {}

    def lettered(e: Expr) -> Expr:
        if isinstance(e, Pow) and e.exp == -_HALF:
            return lettered(e.base**_HALF) / e.base
        if isinstance(e, ClassMean) and isinstance(1 - e.body, Below):
            return 1 - lettered(ClassMean(e.args[0], 1 - e.body))
        if isinstance(e, ClassMean) and e.args[0] == 2:
            first, second = (lettered(ClassMean(k, e.body)) for k in (0, 1))
            return pi0 * first + (1 - pi0) * second
        if isinstance(e, _BOUNDED) or (isinstance(e, Pow) and e.exp == _HALF):
            return letters.setdefault(e, Symbol(f"mean{len(letters)}"))
        return e.func(*map(lettered, e.args)) if e.args else e

    top, bottom = _over_positive(lettered(line))
    if top is None:
        raise NotDecided("a quotient whose sign is not known")
    assumed = [lettered(in_proportions(assumed_gap(a))) for a in given if a.sides and a.relation != "!="]
    known = region(Tuple(top, bottom, *assumed), domain, given, written=lettered)
    bounds = {v: bounds_of(e) for e, v in letters.items() if v in known.bounds}
    known = replace(known, bounds={**known.bounds, **bounds})
    free = (v for v, (_, high) in bounds.items() if high is None and not any(e.has(v) for e in assumed))
    found = None if any(top.diff(v).is_negative for v in free) else certificate(top, known, strict=strict)
    if found is None:
        raise NotDecided("the bounds of what stands in it do not tell its sign")
    written = json.dumps(found)
    back = {v: e for e, v in letters.items()}
    said = re.sub(r"mean\d+", lambda m: plain(back[Symbol(m[0])]), written)
    elsewhere = known.bounds.keys() - top.free_symbols - {pi0, n}
    used = [v for v in sorted(elsewhere, key=str) if re.search(rf"\b{v.name}\b", written)]
    ends = [(back.get(v, v), *known.bounds[v]) for v in used]
    besides = [e - low for e, low, _ in ends if low is not None] + [high - e for e, _, high in ends if high is not None]
    return Ending((), line, "number", json.loads(said), besides=tuple(besides))


def bounds_of(e: Expr) -> tuple[Fraction, Fraction | None] | tuple[None, None]:
    """Where a mean, a loss or a root lies on every sample."""
    if isinstance(e, h_measure) or unit_interval(e):
        return UNIT
    if isinstance(e, Add | Mul):
        return None, None
    if not isinstance(e, ClassMean):
        return Fraction(0), None
    powers = [x.as_base_exp() for x in Mul.make_args(e.body)]
    unit = all(isinstance(x, F0 | F1 | R | pav | posterior | Below) or x == s for x, _ in powers)
    return UNIT if unit and all(exponent.is_positive for _, exponent in powers) else (None, None)


def shaped(kernel: Expr) -> Expr:
    """A line so that its sign can be seen: factored, in pi0 and pi1 where it is a mixture of two."""
    if kernel.has(Below) or not kernel.is_polynomial(pi0):
        return kernel
    if Poly(kernel, pi0).degree() == 1:
        parts = [_factored(kernel.xreplace({pi0: share})) for share in (S.One, S.Zero)]
        if all(p != 0 for p in parts) and parts[0] != parts[1]:
            return Add(*(Mul(share, *Mul.make_args(p)) for share, p in zip((pi0, pi1), parts, strict=True)))
    return _factored(kernel).xreplace({1 - pi0: pi1})


def _factored(e: Expr) -> Expr:
    """A product in which x - 1 is written as 1 - x with the sign in front."""
    sign, factors = S.One, []
    for part in Mul.make_args(factor(e)):
        base, exponent = part.as_base_exp()
        turned = base.is_Add and base.could_extract_minus_sign() is False and (base + 1).is_Symbol
        sign *= (-1) ** exponent if turned else 1
        factors.append((-base) ** exponent if turned else part)
    return Mul(sign, *factors)


def letters_of(line: Expr) -> list[Symbol]:
    """Letters for scores and shares that are no parameters of the line."""
    taken = {v.name for v in line.free_symbols}
    return [Symbol(next(x for x in (name, f"{name}1", f"{name}2") if x not in taken)) for name in NAMES]


def within_unit(e: Expr, letters: set[Symbol]) -> Expr:
    """An expression without what is plain for letters that lie in [0, 1]."""

    def clipped(x: Expr, low: Expr, high: Expr) -> Expr:
        if x not in letters:
            return Clip(x, low, high)
        x = x if low.is_nonpositive else Max(x, low)
        return x if (high - 1).is_nonnegative else Min(x, high)

    return e.replace(Clip, clipped)


# --- pairs ------------------------------------------------------------------------------------------------


def _pair(line: Expr) -> Expr:
    x, y, *_ = letters_of(line)
    ahead = (1 + Below(x, y) - Below(y, x)) / 2

    def at(mean: Expr) -> Expr:
        k, body = mean.args
        own, crossed = (y, F0(s)) if k == 1 else (x, F1(s))
        other = any(x.has(crossed) and x != crossed for x in Mul.make_args(body))
        if body.has(R, pav, posterior, F0 if k == 0 else F1) or other:
            raise NotDecided(f"{mean} depends on more than the score")
        return body.xreplace({crossed: ahead if k == 1 else 1 - ahead, s: own})

    drawn = [[k for m in means for k in ((0, 1) if m.has(F0, F1) else m.args[:1])] for means in _products(line)]
    if any(len(set(classes)) < len(classes) for classes in drawn):
        raise NotDecided("two examples of one class in a mean")
    return line.replace(lambda e: isinstance(e, ClassMean), at)


def _products(line: Expr) -> Iterator[list[ClassMean]]:
    """The means of which each term of a line is a product."""
    means = sorted(line.atoms(ClassMean), key=str)
    if means and line.is_polynomial(*means):
        for powers in Poly(line, *means).monoms():
            yield [mean for mean, e in zip(means, powers, strict=True) for _ in range(e)]


def _of_square(line: Expr, letter: Symbol) -> Expr:
    """The coefficient of the square of a letter in an expanded line, which is a polynomial in it."""
    return Poly(line, letter).coeff_monomial(letter**2) if line.has(letter**2) else S.Zero


def _without_squares(line: Expr) -> tuple[Expr, tuple[Before, ...]]:
    """The line with squares of means that count negatively replaced by means of squares (Jensen)."""
    line = canonical(line)
    means = sorted((m for m in line.atoms(ClassMean) if m != E1(F0(s))), key=str)
    uses = []
    after = line
    for m in means:
        letter = Symbol("mean")
        flat = line.xreplace({m: letter})
        if not flat.is_polynomial(letter):
            raise NotDecided("a quotient of means")
        weight = -_of_square(flat, letter)
        if weight.is_negative:
            raise NotDecided("a square of a mean that counts positively")
        if weight != 0:
            square = ClassMean(m.args[0], m.body**2)
            uses.append(
                {
                    "axiom": "cauchy_schwarz",
                    "letters": {"k": str(m.args[0]), "f": plain(m.body), "g": "1"},
                    "times": plain(factor(weight)),
                }
            )
            after = after - weight * (square - m**2)
    if not uses:
        return line, ()
    after = canonical(after)
    return after, (Before(after, tuple(uses), "the square of a mean is at most the mean of the squares", ">="),)


# --- all examples -------------------------------------------------------------------------------------------


def _share(line: Expr, domain: Domain) -> Expr:
    if domain.calibrated:
        return s
    return posterior(s) if line.has(posterior) or not line.has(pav) else pav(s)


def _as_it_stands(line: Expr, domain: Domain) -> tuple[Expr, tuple[Before, ...]]:
    return line, ()


def _without_squares_of_all(line: Expr, domain: Domain) -> tuple[Expr, tuple[Before, ...]]:
    """The line with pi1 as the mean of the share, and squares of means replaced by means of squares."""
    share = _share(line, domain)
    mean = ClassMean(2, share)
    line = canonical(line)
    letter = Symbol("proportion")
    flat = line.xreplace({pi0: 1 - letter})
    if not flat.is_polynomial(letter) or Poly(flat, letter).degree() < 1:
        return line, ()
    written = canonical(flat.xreplace({letter: mean}))
    times = cancelled((flat - flat.xreplace({letter: Symbol("mean")})) / (letter - Symbol("mean")))
    times = times.xreplace({letter: pi1, Symbol("mean"): mean})
    uses: list[dict[str, Any]] = [_mean_is_proportion(share, domain, -times)]
    if domain.calibrated:
        uses = [{"axiom": "calibrated"}, *uses]
    after = written
    for m in sorted(written.atoms(ClassMean), key=str):
        square = Symbol("mean")
        inner = written.xreplace({m: square})
        weight = -_of_square(inner, square) if inner.is_polynomial(square) else S.Zero
        if weight.is_negative:
            raise NotDecided("a square of a mean that counts positively")
        if weight != 0:
            times = plain(factor(weight))
            uses.append(
                {"axiom": "cauchy_schwarz", "letters": {"k": "both", "f": plain(m.body), "g": "1"}, "times": times}
            )
            after = after - weight * (ClassMean(2, m.body**2) - m**2)
    after = canonical(after)
    why = "pi1 is the mean share of class 1, and the square of a mean is at most the mean of the squares"
    return after, (Before(after, tuple(uses), why, ">="),)


def _mean_is_proportion(share: Expr, domain: Domain, times: Expr) -> dict[str, Any]:
    letters = {"g": "1"} if share == pav(s) else {"f": "1"}
    name = "hull_is_calibrated" if share == pav(s) else "classes_share_scores"
    return {"axiom": name, "letters": letters, "times": plain(times)}


def _group(line: Expr, domain: Domain) -> Expr:
    in_all = canonical(line)
    if not in_all.is_polynomial(*in_all.atoms(ClassMean)):
        raise NotDecided("a quotient, a root or an absolute value of means")
    x, y, p, q, f, g = letters_of(line)
    if domain.calibrated:
        p = q = x

    def at(mean: Expr) -> Expr:
        k, body = mean.args
        body = body.xreplace({pav(s): p, posterior(s): q, R(s): y, F0(s): f, F1(s): g}).xreplace({s: x})
        return body if k == 2 else (1 - q) * body / pi0 if k == 0 else q * body / (1 - pi0)

    if any(len(means) > 1 for means in _products(in_all)):
        raise NotDecided("two examples in a mean")
    found = cancelled(in_all.replace(lambda e: isinstance(e, ClassMean), at))
    if not found.is_polynomial(pi0):
        return found
    rest, slope = found.coeff(pi0, 0), found.coeff(pi0, 1)
    plain_share = not slope.has(x, p, q) and expand(found - rest - slope * pi0) == 0
    return expand(rest + slope * (1 - q)) if plain_share else found


# --- rates --------------------------------------------------------------------------------------------------


def _by_rates(line: Expr, domain: Domain) -> Before:
    """What is left of K + pi0 E0[h(R(s))] once class 0 takes the rates that count negatively."""
    from workbench.certificates.search import Region

    shift, h, _ = parts(line, domain)
    rate, value = rank_statistics.r, Symbol("value")
    level = best_level(line, domain)
    h = expand(h - Rational(*level.as_integer_ratio()))
    g = canonical(expand(negative_part(h)))
    rank = Symbol("rank")
    unit = Region({rank: UNIT})
    shown = [certificate(within_unit(e, {rank}), unit) for e in (_at(h - g, rank), _at(-g, rank))]
    if None in shown:
        raise NotDecided("a bound of a rank statistic has no certificate")
    skews = line.has(Balanced)
    use: dict[str, Any] = {
        "axiom": "rates_of_class_0" + "_for_skews" * skews,
        "letters": {"h": plain(h.xreplace({rate: value})), "g": plain(g.xreplace({rate: value}))},
        "shown": shown,
        "times": "1",
    }
    least = Add(*(integrals.value(UNIFORM, term, None) for term in Add.make_args(expand(_at(g, c)))))
    share = Rational(1, 2) if skews else pi0
    shift, level = Rational(*shift.as_integer_ratio()), Rational(*level.as_integer_ratio())
    after = shift + level * share + least
    uses = [*citations.integrals_of(_at(g, c)), *citations.ranks(), {"definition": "AUC"}, use]
    why = "it is least where class 0 takes the rates that count negatively"
    return Before(after, tuple(uses), why, ">=")


def _at(e: Expr, place: Symbol) -> Expr:
    return e.xreplace({rank_statistics.r: place})


def parsed(text: str) -> Expr:
    """An expression of the statement language, for facts."""
    from workbench.language.statements import parse_expression

    return to_sympy(parse_expression(text))


__all__ = ["Ending", "ending", "in_proportions", "parsed", "region", "shaped", "sign_of"]
