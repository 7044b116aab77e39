"""Figures written out as what they are made of: ``(BS0 + BS1)/2`` is MBS, ``pi0*BS0 + pi1*BS1`` the Brier score.

What is known of a figure is found so of the sum that defines it. A mean of both classes' figures is a loss at skews, of
which more is known beside figures of the curve; and the greater of two is no less than any mean of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from sympy import Add, Dummy, Expr, Max, Min, S, expand

from workbench.deciding.bounding import moves
from workbench.deciding.bounds import Bound, Claim, one_of, shown_apart
from workbench.deciding.inequality import Inequality
from workbench.deciding.pointwise import NotDecided
from workbench.deciding.readings import ending
from workbench.deciding.substitutions import AS_LOSSES
from workbench.deciding.term_by_term import Proved, seems
from workbench.metrics import CATALOGUE
from workbench.symbolic import rules
from workbench.symbolic.expansion import cancelled
from workbench.symbolic.notation import ClassMean, ExpectedLoss, Operator, metric, pi0, pi1
from workbench.symbolic.proof import Step
from workbench.symbolic.translation import in_words

COMPOSED = "it is shown apart for these figures"
MEANS_LIE_BETWEEN = "the least and the greatest of some numbers bound their means"
SHARE = 1 / 2
_SHARES = (pi0, pi1), (pi1, pi0), (S.Half, S.Half)
OF_RANKS = frozenset(map(metric, ("AUC", "AUCH", "KS")))
"""Figures of the curve, which a reader sees to stay where classes are balanced."""
_OF_THE_CURVE = OF_RANKS | {metric("GINI")}


def by_composed_figures(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """Sums of figures and of means that define figures, as these.

    >>> from workbench.symbolic.notation import metric
    >>> gap = metric("BS0") / 2 + metric("BS1") / 2 - metric("MMAE") ** 2
    >>> by_composed_figures(gap, Claim(), lambda e, claim: True).theorem.right
    MBS - MMAE**2
    """
    if claim.strict or not gap.free_symbols & _parts() | gap.atoms(ClassMean):
        raise NotDecided("no figure is written out, or strict")
    names = dict[str, None]()
    line = _composed(gap, names)
    if line == gap or line.atoms(ClassMean):
        raise NotDecided("it is no sum of figures, or of no others than stand in it")
    brief = claim if claim.work is None else replace(claim, work=claim.work.share(SHARE))
    if not (seems(line, claim) and proved(line, brief)):
        raise NotDecided("it is not seen of the figures that are written out")
    steps = [Step(why="the definitions", by=rules.definition(tuple(names)), gives=line)]
    return Inequality.of(gap, claim, (shown_apart(line, COMPOSED),), ending(S.Zero, claim.domain), line, steps)


@cache
def _definitions() -> dict[str, tuple[Expr, tuple[Expr, ...]]]:
    """The figures that are sums of others, or of means, with what they are sums of; the smallest first."""
    found = {}
    for name in CATALOGUE:
        if rules.unfolds(name):
            whole = rules.unfold(name)
            parts = tuple(sorted((whole.free_symbols - {pi0, pi1}) | whole.atoms(ClassMean), key=str))
            found[name] = whole, tuple(x for x in parts if isinstance(x, ClassMean) or x.name in CATALOGUE)
    return found


@cache
def _parts() -> frozenset[Expr]:
    """The figures of which others are made together."""
    return frozenset(x for _, parts in _definitions().values() if len(parts) > 1 for x in parts)


def _composed(e: Expr, names: dict[str, None]) -> Expr:
    """An expression with figures for the sums that define them, whose ``names`` are noted."""
    if isinstance(e, Operator) or not e.args:
        return _as_figures(e, names)
    return _as_figures(e.func(*(_composed(x, names) for x in e.args)), names)


def _as_figures(e: Expr, names: dict[str, None]) -> Expr:
    """One figure in place of parts of a sum that all stand in it as often as in what defines the figure."""
    for name, (whole, parts) in _definitions().items():
        if e == whole and isinstance(e, ClassMean):
            names[name] = None
            return metric(name)
        if len(parts) < 2 or not isinstance(e, Add) or not e.has(*parts):
            continue
        letters = {part: Dummy() for part in parts}
        flat, defining = expand(e.xreplace(letters)), expand(whole.xreplace(letters))
        times = {cancelled(flat.diff(v) / defining.diff(v)) for v in letters.values()}
        ratio = times.pop()
        if times or ratio == 0 or ratio.free_symbols & set(letters.values()):
            continue
        names[name] = None
        return _composed(flat.xreplace(dict.fromkeys(letters.values(), S.Zero)) + ratio * metric(name), names)
    return e


def by_losses_at_skews(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """The mean of both classes' figures, beside figures of the curve, as the loss at skews that it is.

    >>> found = by_losses_at_skews(metric("MBS") + metric("KS") / 4 - S.One / 4, Claim(), lambda e, claim: True)
    >>> found.cases[0].bounds[1].says
    '0 <= KS/4 + loss(score(c), condition=skew) - 1/4'
    """
    if claim.strict or not gap.free_symbols & AS_LOSSES.keys() or not gap.free_symbols & _OF_THE_CURVE:
        raise NotDecided("no mean of both classes' figures beside one of the curve, or strict")
    other = gap.xreplace(AS_LOSSES)
    brief = claim if claim.work is None else replace(claim, work=claim.work.share(SHARE))
    if gap.atoms(ExpectedLoss, ClassMean) or not (proved(gap - other, brief) and proved(other, brief)):
        raise NotDecided("it is not seen of losses at skews")
    same = shown_apart(gap - other, "both are the same", gives=other)
    return Inequality.of(gap, claim, (same, shown_apart(other, "it holds")), ending(S.Zero, claim.domain))


def by_mean_of_arguments(gap: Expr, claim: Claim, proved: Proved) -> Inequality:
    """The greater of two is no less, and the lesser no more, than their mean, plain or by how frequent classes are.

    >>> gap = Max(metric("BS0"), metric("BS1")) - metric("BS")
    >>> by_mean_of_arguments(gap, Claim(), lambda e, claim: True).cases[0].bounds[0].says
    'pi0*BS0 + pi1*BS1 <= max(BS0, BS1)'
    """
    for switch in sorted(gap.atoms(Max, Min), key=str):
        times, least = gap.coeff(switch), isinstance(switch, Min)
        if claim.strict or len(switch.args) != 2 or not times.is_number or (times >= 0) == least or times == 0:
            continue
        if not all(map(moves, switch.args)):
            continue
        evenly = bool(gap.free_symbols & _OF_THE_CURVE)
        for shares in sorted(_SHARES, key=lambda pair: (S.Half in pair) != evenly):
            mean = Add(*(w * x for w, x in zip(shares, switch.args, strict=True)))
            rest = expand(gap.xreplace({switch: mean}))
            if not seems(rest, claim) or (rest != 0 and not proved(rest, claim)):
                continue
            low, high = (switch, mean) if least else (mean, switch)
            reasons = tuple((w, one_of(switch.args, i, least)) for i, w in enumerate(shares))
            says = f"{in_words(low)} <= {in_words(high)}"
            bound = Bound(says, MEANS_LIE_BETWEEN, high - low, high - low, reasons, abs(times), rest)
            left = () if rest == 0 else (shown_apart(rest, "it holds of their mean"),)
            return Inequality.of(gap, claim, (bound, *left), ending(S.Zero, claim.domain))
    raise NotDecided("no mean of the arguments of a maximum is seen to do")


OF_FIGURES = by_mean_of_arguments, by_composed_figures, by_losses_at_skews
