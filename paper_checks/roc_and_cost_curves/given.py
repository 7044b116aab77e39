"""What the claims of several parts share: data, letters, checks."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from sympy import Expr, Symbol, diff, simplify, symbols

from workbench.curves.roc import RocCurve
from workbench.papers.claims import Data, Finding
from workbench.papers.engines import Points, rational
from workbench.samples.sample import Sample
from workbench.witnesses import numeric_trials

ROC20 = Data.of(
    "the 20 instances",
    classes="0 0 1 0 0 0 1 1 0 1 0 1 0 1 1 1 0 1 0 1",
    scores="0.9 0.8 0.7 0.6 0.55 0.54 0.53 0.52 0.51 0.505 0.4 0.39 0.38 0.37 0.36 0.35 0.34 0.33 0.30 0.1",
    higher_means=0,
)

HALF = Fraction(1, 2)
SAMPLES = numeric_trials.samples()
F, G, X, Y = symbols("FPR_1 TPR_1 FPR TPR", real=True)
Q, Z, POS, NEG, ACC = symbols("q z pos neg acc", positive=True)


def roc(sample: Sample) -> Points:
    return [point[:2] for point in RocCurve.of(sample).points]


def loss(x: Any, y: Any) -> Any:
    """The loss at the skew z of the point (x, y)."""
    return Z * (1 - y) + (1 - Z) * x


def ratio_ranks(score: Expr, plus: Symbol, minus: Symbol) -> Finding:
    """The score as a function of the ratio, its slope, and the ROC curves of both on random scores with ties."""
    ratio = Symbol("ratio", positive=True)
    of_ratio = simplify(score.subs(plus, ratio * minus))
    slope = simplify(diff(of_ratio, ratio))
    proved = not of_ratio.has(minus) and slope.is_positive
    random, right, count = Random(1), True, 200
    for _ in range(count):
        classes = [0, 1, *(random.randrange(2) for _ in range(6))]
        pairs = [(random.randrange(1, 5), random.randrange(1, 5)) for _ in classes]
        closed = score.subs({POS: classes.count(0), NEG: classes.count(1)})
        scores = [rational(closed.subs({plus: a, minus: b})) for a, b in pairs]
        curves = [roc(Sample.of(classes, [-x for x in told])) for told in (scores, [Fraction(*p) for p in pairs])]
        right &= curves[0] == curves[1]
    symbolic = {"score": str(of_ratio), "slope": str(slope)}
    return Finding.of(bool(proved) and right, symbolic=symbolic, numeric={"samples": count})


def order(ranking: Sample) -> str:
    """The classes by falling score."""
    return " ".join("+-"[k] for k in ranking.examples()[0])
