"""ROC space, cost space and the Brier score."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise

from sympy import simplify, solve, symbols

from workbench.curves.cost_curves import (
    cost_curve,
    cost_line,
    cost_lines,
    crossing,
)
from workbench.curves.curve import lowest
from workbench.curves.roc import RocCurve
from workbench.papers.claims import (
    DISAGREEMENT,
    Claim,
    Computed,
    Data,
    Finding,
    share_json,
)
from workbench.papers.engines import defined
from workbench.papers.general_claims import Formula, Statement
from workbench.symbolic.loss import loss_at_skew
from workbench.symbolic.notation import (
    ANY,
    E0,
    E1,
    F0,
    F1,
    Below,
    ConditionMean,
    ExpectedLoss,
    OptimalMethod,
    Qz,
    c,
    pav,
    pi0,
    pi1,
    s,
    t,
    z,
)
from workbench.symbolic.rules import loss_at_a_threshold, unfold
from workbench.symbolic.translation import in_words

from .given import E15, samples


def ranks_only() -> Finding:
    """Strictly increasing maps of the scores leave the ROC curve; AUC by its definition sees ranks only."""
    maps: tuple[Callable[[Fraction], Fraction], ...] = (
        lambda x: x**3 + x,
        lambda x: x / (3 + abs(x)),
        lambda x: 5 * x - 7,
    )
    tried = samples()
    same = all(x.map_scores(f).roc() == x.roc() for x in tried for f in maps)
    definition = unfold("AUC")
    seen = definition.body.xreplace({F0(s): z, F1(s): z}).has(s)
    numeric = {"samples": len(tried), "maps": len(maps)}
    note = f"AUC by its definition; the ROC curve tried on {len(tried)} samples, not proved"
    return Finding.of(same and not seen, symbolic={"AUC": in_words(definition)}, numeric=numeric, note=note)


def hull_is_the_envelope() -> Finding:
    """The optimal cost curve, from the hull, is the lower envelope of the cost lines of all ROC points.

    That no cost line is below it is proved; that it is attained everywhere is tried out.
    """
    bound = Statement(
        "loss(optimal, cost=point(q), condition=skew) <= loss(score_fixed(t), cost=point(q), condition=skew)"
    ).run()
    right = all(
        cost_curve(sample, "optimal", condition) == lowest(cost_lines(sample, condition))[0]
        for sample in samples()
        for condition in ("cost", "skew")
    )
    numeric = {"samples": len(samples())}
    return Finding.of(right and bound.verdict == "holds", symbolic=bound.symbolic, numeric=numeric)


def envelope_is_optimistic() -> Finding:
    """Scores that know nothing: the mean area under their optimal cost curves is below the attainable loss.

    All rankings of 3 + 3 examples are equally likely; the best decisions ignore the score and lose pi0 pi1.
    """
    data = [
        Data("a ranking", tuple(int(i in ones) for i in range(6)), tuple(map(str, range(6))))
        for ones in combinations(range(6), 3)
    ]
    areas = [cost_curve(ranking.sample, "optimal").area() for ranking in data]
    others = [defined(ranking.sample, "loss(optimal)") for ranking in data]
    if areas != others:
        return Finding("undecided", {"areas": share_json(others)}, {"areas": list(map(str, areas))}, DISAGREEMENT)
    mean, truth = sum(others) / len(others), Fraction(1, 4)
    numeric = {"data": "scores that know nothing of 3 + 3 examples", "rankings": len(data), "attainable": str(truth)}
    return Finding.of(mean < truth, symbolic={"mean": str(mean)}, numeric={**numeric, "mean": str(mean)})


def duality() -> Finding:
    """The cost lines of two ROC points meet at z = 1/(1 + m), m the slope of the segment between them."""
    f, g, x, y = symbols("f g x y")
    meet = solve(loss_at_skew(t, z).subs({F0(t): g, F1(t): f}) - loss_at_skew(t, z).subs({F0(t): y, F1(t): x}), z)
    slope = (y - g) / (x - f)
    proved = len(meet) == 1 and simplify(meet[0] - 1 / (1 + slope)) == 0
    tried, right = 0, True
    for sample in samples():
        for (x0, y0), (x1, y1) in pairwise(sample.roc()):
            at, loss = crossing((x0, y0), (x1, y1))
            tried += 1
            right &= cost_line((x0, y0))(at) == cost_line((x1, y1))(at) == loss
            right &= at == (1 / (1 + (y1 - y0) / (x1 - x0)) if x1 > x0 else 0)
    shown = {"z": [str(e) for e in meet], "slope": str(slope)}
    return Finding.of(proved and right, symbolic=shown, numeric={"samples": len(samples()), "segments": tried})


def hull_points_have_least_loss() -> Finding:
    """An ROC point has the least loss at some skew exactly when it lies on the convex hull."""
    tried, right = 0, True
    for sample in samples():
        roc = RocCurve.of(sample)
        lines = {point: cost_line(point[:2]) for point in roc.points}
        least = lowest(list(lines.values()))[0]
        for point, line in lines.items():
            tried += 1
            apart = line - least
            touches = any(not apart(x) for x in (*least.breaks, *apart.breaks))
            right &= touches == (point in roc.on_hull)
    return Finding.of(right, numeric={"samples": len(samples()), "points": tried})


claims = (
    Claim(
        "000.intro.1",
        "ROC space",
        "ROC axes: misclassification rate F1 of the negatives, accuracy F0 of the positives.",
        "definition",
        Statement("error(t) == pi0*(1 - E0(indicator(s <= t))) + pi1*E1(indicator(s <= t))"),
        note="read as the two parts of the error rate at a threshold",
    ),
    Claim(
        "000.intro.2",
        "ROC space",
        "ROC analysis is about ranking and ignores the magnitude of the scores.",
        "text",
        Computed(ranks_only),
        note="the slide has scales for scores",
    ),
    Claim(
        "000.intro.3",
        "Cost curves",
        "Cost curves represent the performance of the ROC convex hull.",
        "theorem",
        Formula(
            ExpectedLoss(OptimalMethod()),
            pi0 * E0(ConditionMean(ANY, 2 * c * Below(c, pav(s))))
            + pi1 * E1(ConditionMean(ANY, 2 * (1 - c) * (1 - Below(c, pav(s))))),
            theorem="Reduction at calibrated scores",
        ),
    ),
    Claim(
        "000.intro.3.envelope",
        "ROC space vs cost space",
        "The convex hull of a ROC curve corresponds to the lower envelope of the cost lines.",
        "theorem",
        Computed(hull_is_the_envelope),
    ),
    Claim(
        "000.intro.4",
        "Cost curves",
        "The optimal cost curve is an optimistic assessment of a classifier.",
        "text",
        Statement("loss(optimal) <= loss(score_driven)"),
    ),
    Claim(
        "000.intro.4.chance",
        "Cost curves",
        "The optimal cost curve is frequently unrealistic.",
        "text",
        Computed(envelope_is_optimistic),
        note="in one case: scores that know nothing, whose optimal curves seem better than chance in the mean",
    ),
    Claim(
        "000.intro.5",
        "ROC space vs cost space",
        "Points of ROC space are lines of cost space; segments of slope m >= 0 are points, z = 1/(1 + m).",
        "theorem",
        Computed(duality),
    ),
    Claim(
        "000.bs.1",
        "Brier score",
        "BS is the mean of (s - y)**2.",
        "definition",
        Statement("BS == pi0*E0((s - 0)**2) + pi1*E1((s - 1)**2)"),
    ),
    Claim("000.bs.2", "Brier score", "BS = pi0 BS0 + pi1 BS1.", "theorem", Statement("BS == pi0*BS0 + pi1*BS1")),
    Claim(
        "000.roc.1",
        "ROC curves",
        "AUC is the integral of F0 over F1.",
        "definition",
        Statement("AUC == E1(F0(s))"),
        note="exact on data when ties count one half",
    ),
    Claim(
        "000.roc.2",
        "ROC curves",
        "The hull includes only the points of the ROC curve with minimum loss for some c.",
        "theorem",
        Computed(hull_points_have_least_loss),
        note="the slide has the points on the ROCCH",
    ),
    Claim(
        "000.cost.1",
        "Cost curves",
        "Q_z(t; z) = z (1 - F0(t)) + (1 - z) F1(t).",
        "definition",
        Statement(
            "loss(score_fixed(t), cost=point(q), condition=skew)"
            " == q*(1 - E0(indicator(s <= t))) + (1 - q)*E1(indicator(s <= t))"
        ),
    ),
    Claim(
        "000.cost.2",
        "Cost curves",
        "A cost line has intercept F1(t) and slope 1 - F0(t) - F1(t).",
        "theorem",
        Formula(Qz(t, z), F1(t) + (1 - F0(t) - F1(t)) * z, by=(loss_at_a_threshold,)),
    ),
    Claim(
        "000.cost.3",
        "Cost curves",
        "The optimal cost curve is the lower envelope of all the cost lines.",
        "definition",
        Computed(hull_is_the_envelope),
    ),
    Claim(
        "000.ex.1",
        "Example",
        "The 15 examples: the area under their Brier curve is their Brier score.",
        "example",
        Statement("loss(score_driven) == BS", data=E15),
    ),
)
