"""Means over examples that are not negative, since no example adds what is: roots of the score and of shares in them.

A line is brought to means, over all examples or over a class, of a function of the score and of both shares. That this
is nonnegative has a certificate in which each root is a letter, whose power is what it is a root of. Divided by a
number that it does not exceed the function gives other scores of the same examples, and the mean of no scores is
negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

from sympy import Abs, Add, Dummy, Expr, Max, Min, Mul, Pow, Rational, S, Symbol, ceiling, expand

from workbench.certificates.cell_points import UNIT
from workbench.deciding.bounds import Bound, Claim, Reason
from workbench.deciding.fact import Fact, Line, by
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import MARGINS, NotDecided
from workbench.deciding.readings import ending, in_proportions, parsed
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.normal_forms import normal_form
from workbench.symbolic.notation import ClassMean, Operator, metric, pav, pi0, posterior, s
from workbench.symbolic.plain import plain
from workbench.symbolic.rules import canonical
from workbench.symbolic.translation import in_words, parameter

EXAMPLE_BY_EXAMPLE = "no example adds what is negative"
PROGRAMS, ENTRIES, MOST_ROOTS = 40, 1_000_000, 4
ENDS = tuple(Rational(k, 2) for k in range(1, 7))
_SWITCHES = (Max, Min, Abs)
_LETTERS: dict[Expr, Expr] = {s: parameter("x"), pav(s): parameter("p"), posterior(s): parameter("q")}
_NAMES = [f"{letter}{digit}" for letter in "vwz" for digit in range(10)]
_LEAST = ClassMean(2, Min(pav(s), 1 - pav(s)))
_MEANS = {k: f"E{k}(s)".replace("2", "") for k in (0, 1, 2)}
_NOT_NEGATIVE = {
    k: Fact("0", mean, "no score is negative", steps=((mean, "the mean of the scores", ()),))
    for k, mean in _MEANS.items()
}


def by_examples(gap: Expr, claim: Claim) -> Inequality:
    """The mean over examples of what is negative at none of them, with roots of scores and of shares in it.

    >>> root = (s * (1 - s)) ** S.Half
    >>> by_examples(ClassMean(2, root - 2 * root**2), Claim()).cases[0].bounds[0].because
    'no example adds what is negative'
    """
    if not _has_roots(gap):
        raise NotDecided("no root of what is of one example")
    line, steps = normal_form(gap, claim.given)
    for margin in (Rational(x) for x in MARGINS) if claim.strict else (S.Zero,):
        with suppress(NotDecided):
            raw = line - margin
            reason = Reason(fact=_fact(raw, claim.domain.calibrated))
            says = f"{in_words(margin)} <= {in_words(line)}"
            bound = Bound(says, EXAMPLE_BY_EXAMPLE, raw, raw, ((S.One, reason),), S.One, margin)
            end = ending(margin, claim.domain, strict=claim.strict)
            return Inequality.of(gap, claim, (bound,), end, line, steps)
    raise NotDecided("an example is not seen to add what is not negative")


def _has_roots(gap: Expr) -> bool:
    """Whether there are roots in means that are not all of the score, or of what is left of it, or of one share."""
    bases = {p.base for mean in gap.atoms(ClassMean) for p in mean.body.atoms(Pow) if not p.exp.is_Integer}
    return len(bases) > 1 or any(base not in (x, 1 - x) for base in bases for x in _LETTERS)


@cache
def _fact(line: Expr, calibrated: bool) -> Fact:
    """The fact that a line is not negative, as no example makes it so. Raises `NotDecided`."""
    means, uses = _means(line, calibrated)
    defined, least, words = list[dict[str, Any]](), list[dict[str, Any]](), list[str]()
    for k, f in means:
        search, most = _Search(f), _most(f)
        shown = [*search.roots_shown(), search.shown(f)]
        words.append(_as_sum(shown[-1]))
        if not all(_is_seen_to_be_a_share(root.base) for root in search.roots):
            shown.append(search.shown(most - f))
        defined += [x for x in shown if x not in defined]
        least.append({"fact": _NOT_NEGATIVE[k], "scores": plain(f / most), "times": plain(most)})
    first = plain(Add(*(ClassMean(k, f) for k, f in means)))
    lines: tuple[Line, ...] = (
        (first, "the mean over examples", tuple(uses)),
        ("0", f"no less, since {EXAMPLE_BY_EXAMPLE}: {' and '.join(words)}", tuple(least)),
    )
    given = "calibrated" if calibrated else ""
    return Fact("0", plain(line), EXAMPLE_BY_EXAMPLE, given, steps=lines, defined=tuple(defined))


def _as_sum(shown: dict[str, Any]) -> str:
    """What is not negative, and the sum that it is, in words.

    >>> _as_sum({"expression": "s**2 + s/2", "certificate": {"sum": [["1/2", ["s"], []], ["1", [], ["s"]]]}})
    's**2 + s/2 is (1/2)*(s) + (s)**2'
    """
    found = shown["certificate"]
    if "sum" not in found:
        return f"{shown['expression']}, by the sign of {found['split']}"
    terms = []
    for weight, factors, squares in found["sum"]:
        number = [] if weight == "1" and (factors or squares) else [f"({weight})"]
        terms.append("*".join([*number, *(f"({x})" for x in factors), *(f"({x})**2" for x in squares)]))
    return f"{shown['expression']} is {' + '.join(terms) or '0'}"


def _means(line: Expr, calibrated: bool) -> tuple[list[tuple[int, Expr]], list[dict[str, Any]]]:
    """Means, over class 0, class 1 or all examples (2), of functions of the score and its shares that add up to a line,
    and what shows that they do. Raises `NotDecided`.

    >>> _means(ClassMean(0, s) * pi0 - ClassMean(1, s) * pi0 + ClassMean(1, s), calibrated=False)[0]
    [(2, s)]
    """
    MER = metric("MER")
    flat = canonical(in_proportions(line.xreplace({MER: _LEAST})))
    letters = {mean: Dummy() for mean in sorted(flat.atoms(ClassMean), key=str)}
    flat = expand(flat.xreplace(letters))
    if not letters or not flat.is_polynomial(pi0, *letters.values()) or flat.atoms(Operator, *_SWITCHES):
        raise NotDecided("no sum of means")
    bodies, times = [S.Zero] * 3, set[Expr]()
    for mean, v in letters.items():
        k, body = mean.args
        slope = flat.diff(v)
        if k != 2 and not slope.is_number:
            slope = cancelled(slope / (pi0 if k == 0 else 1 - pi0))
            times.add(v)
        if not slope.is_Rational:
            raise NotDecided("a mean over a class not as often as that is frequent")
        flat = expand(flat.xreplace({v: S.Zero}))
        bodies[k] += slope * body
    put = {pav(s): s, posterior(s): s} if calibrated else {}
    of_0, of_1, of_all = (expand(x.xreplace(put)) for x in bodies)
    uses = [by("calibrated"), by("calibrated_hull")] if calibrated else []
    uses += [by("least_error")] if line.has(MER) else []
    alone = [(k, x) for k, x in enumerate((of_0, of_1)) if x != 0]
    if not times and not of_all and flat.is_Rational:
        return [(k, x + flat / len(alone)) for k, x in alone], uses
    rest, slope = flat.coeff(pi0, 0), flat.coeff(pi0, 1)
    if (
        len(times) < len([mean for mean in letters if mean.args[0] != 2])
        or not rest.is_Rational
        or not slope.is_Rational
    ):
        raise NotDecided("classes that count otherwise than they are frequent")
    own = of_1 - of_0 - slope
    share = posterior(s)
    if own.has(pav(s)) and not own.xreplace({pav(s): S.Zero}).free_symbols:
        share = pav(s)
        uses.append(by("hull_is_calibrated", g=plain(own.xreplace({share: Symbol("value")})), times="-1"))
    elif own != 0:
        uses.append(by("classes_share_scores", f=plain(own), times="-1"))
    whole = expand(of_all + rest + slope + of_0 + share.xreplace(put) * own)
    if whole.free_symbols - {s} or whole.atoms(Operator) - {pav(s), posterior(s)}:
        raise NotDecided("a function of more than the score and its shares")
    return [(2, whole)], uses


class _Search:
    """Certificates of what is made of the score and of shares, each root in it being a letter."""

    def __init__(self, whole: Expr) -> None:
        self.roots = {p.base ** (S.One / p.exp.q): None for p in _postorder(whole) if _is_root(p)}
        if any(_is_root(p) and p.exp.is_negative for p in whole.atoms(Pow)) or not 0 < len(self.roots) <= MOST_ROOTS:
            raise NotDecided("no root, one over a root, or too many")
        self.letters = _LETTERS | {root: parameter(x) for root, x in zip(self.roots, _NAMES, strict=False)}
        self.back = {v: x for x, v in self.letters.items()}
        self.sides = dict.fromkeys(_LETTERS.values(), UNIT)

    def roots_shown(self) -> Iterator[dict[str, Any]]:
        """The entries that each root is of what is nonnegative, and that a square root is no more than some number."""
        for root in self.roots:
            v, base = self.letters[root], root.base
            yield self.shown(base)
            self.sides[v] = UNIT
            for end in ENDS if root.exp == S.Half else ():
                with suppress(NotDecided):
                    yield self.shown(end**2 - base)
                    half = str(1 / (2 * end))
                    why = {"sum": [[half, [], [plain(end - root)]], [half, [plain(end**2 - base)], []]]}
                    yield {"expression": plain(end - root), "strict": False, "certificate": why}
                    self.sides[v] = Fraction(0), Fraction(end.p, end.q)
                    break

    def shown(self, e: Expr) -> dict[str, Any]:
        """The entry of a document that something is nonnegative at every score. Raises `NotDecided`."""
        from workbench.certificates.search import Region, Work, certificate

        f = self.lettered(e)
        used, ties = set(f.free_symbols), list[Expr]()
        for root in reversed(self.roots):
            v = self.letters[root]
            if v in used:
                power, base = v ** int(root.exp.q), self.lettered(root.base)
                used |= base.free_symbols
                ties += [power - base, base - power]
        region = Region({v: self.sides[v] for v in sorted(used, key=str)}, tuple(ties))
        found = certificate(f, region, work=Work(programs=PROGRAMS, entries=ENTRIES))
        if found is None:
            raise NotDecided(f"{plain(e)} is not seen to be nonnegative")
        return {"expression": plain(e), "strict": False, "certificate": self.written(found)}

    def lettered(self, e: Expr) -> Expr:
        """An expression with letters for the score, for shares and for roots."""
        if e in self.letters:
            return self.letters[e]
        if _is_root(e):
            return self.letters[e.base ** (S.One / e.exp.q)] ** int(e.exp.p)
        return e.func(*map(self.lettered, e.args)) if e.args else e

    def written(self, found: Any) -> Any:
        """A certificate without letters; what is the power of a root less what it is of is zero, and left out."""
        if "split" in found:
            sides = {side: self.written(found[side]) for side in ("above", "below")}
            return {"split": plain(self._said(found["split"])), **sides}
        ((kind, terms),) = found.items()
        said = [(weight, *([*map(self._said, x)] for x in parts)) for weight, *parts in terms]
        moving = [x for x in said if all(expand(e) != 0 for e in (*x[1], *x[2]))]
        return {kind: [[weight, [*map(plain, factors)], [*map(plain, squares)]] for weight, factors, squares in moving]}

    def _said(self, text: str) -> Expr:
        return parsed(text).xreplace(self.back)


def _is_root(e: Expr) -> bool:
    return isinstance(e, Pow) and not e.exp.is_Integer


def _is_seen_to_be_a_share(e: Expr) -> bool:
    """Whether no more is needed to see that an expression is at most one than that its parts are.

    >>> _is_seen_to_be_a_share(s * (1 - s)), _is_seen_to_be_a_share(1 + s)
    (True, False)
    """
    terms = (term.as_coeff_Mul() for term in Add.make_args(expand(e)))
    return bool(sum(Max(number, 0) for number, _ in terms) <= 1)


def _postorder(e: Expr) -> Iterator[Expr]:
    for part in e.args:
        yield from _postorder(part)
    yield e


def _most(e: Expr) -> Expr:
    """A number that an expression does not exceed where the score and its shares lie in [0, 1].

    >>> _most(1 - 2 * s), _most(Max(s, 1 - s))
    (3, 12)
    """
    if e.is_number:
        return abs(e)
    parts = [_most(x) for x in e.args]
    if isinstance(e, Pow):
        return parts[0] ** ceiling(e.exp) if parts[0] > 1 else S.One
    if isinstance(e, Mul):
        return Mul(*parts)
    return Add(*parts) if isinstance(e, Add) else 2 ** len(parts) * Add(*parts) if isinstance(e, _SWITCHES) else S.One
