"""True reports of every kind, as text: what people and programs print of random data, degenerate classifiers too.

Nothing of `check` is used: figures are floats by their definitions, rounded by Python. What is drawn depends on the
seed and the number alone.
"""

from __future__ import annotations

import json
import math
import random
import re
import warnings
from collections.abc import Callable, Sequence
from typing import NamedTuple

from scipy.stats import beta, binom, binomtest, chi2, norm

from tests.reports.pasted.writers import caret, caret_classes, weka, weka_classes

Counts = tuple[int, int, int, int]
SIZES = (1, 2, 3, 5, 9, 20, 50, 120, 400)
SYNONYMS = {
    "sensitivity": "TPR",
    "precision": "PPV",
    "accuracy": "acc",
    "AUC": "auroc",
    "BS": "brier",
    "f1": "F-measure",
}
"""Other names, under which a figure is printed once more now and then."""
ABOUT_SCORES = ("AUC", "BS", "MAE", "RMSE", "KS", "MER", "LL", "AP", "GINI")


class Drawn(NamedTuple):
    """A true report: its kind, its text, and whether that is a line, a printout, a shared table or a TOML file."""

    kind: str
    text: str
    form: str = "line"


def drawn(seed: int, number: int) -> Drawn:
    """The report of this number."""
    rng = random.Random(f"every kind {seed}:{number}")
    kind = rng.choices(list(KINDS), [share for share, _ in KINDS.values()])[0]
    found = KINDS[kind][1](rng)
    return Drawn(kind, *((found,) if isinstance(found, str) else found))


# --- data ---------------------------------------------------------------------------------------------------------


def size(rng: random.Random) -> int:
    return max(1, round(rng.choice(SIZES) * rng.uniform(0.6, 1.5)))


def counts(rng: random.Random, n0: int, n1: int) -> Counts:
    """Of a classifier that may predict one class alone, or be perfect, or know nothing."""
    hit, alarm = rng.choice(((0, 0), (1, 1), (1, 0), (0, 1), (0.5, 0.5), (0.9, 0.1), (rng.random(), rng.random())))
    tp, fp = (sum(rng.random() < p for _ in range(n)) for p, n in ((hit, n0), (alarm, n1)))
    return tp, n0 - tp, fp, n1 - fp


def scores(rng: random.Random, n0: int, n1: int) -> tuple[list[float], list[float]]:
    """Probabilities of class 1 in hundredths or coarser steps, of models from inverted to perfect."""
    steps, apart, noise = (
        rng.choice((1, 2, 5, 10, 100, 100)),
        rng.choice((-1.0, 0.0, 0.5, 1.0, 2.0, 5.0)),
        rng.choice((0.3, 1.0, 2.0)),
    )
    constant = rng.random() < 0.05

    def one(sign: int) -> float:
        x = 0.0 if constant else rng.gauss(sign * apart, noise)
        return round(steps / (1 + math.exp(-x))) / steps

    return [one(-1) for _ in range(n0)], [one(1) for _ in range(n1)]


def of_scores(zero: Sequence[float], one: Sequence[float], rng: random.Random | None = None) -> dict[str, float]:
    """Figures by their definitions; KS is by chance the greatest ``tpr - fpr`` instead of their greatest distance."""
    n0, n1 = len(zero), len(one)
    below = {s: (sum(x <= s for x in zero), sum(x <= s for x in one)) for s in sorted({*zero, *one})}
    at = {s: (zero.count(s), one.count(s)) for s in below}
    wrong = [*zero, *(1 - s for s in one)]
    cuts = [(0, 0), *below.values()]
    one_sided = rng is not None and rng.random() < 0.4
    found = {
        "AUC": sum(at[s][1] * (below[s][0] - at[s][0] / 2) for s in below) / (n0 * n1),
        "BS": math.fsum(x * x for x in wrong) / (n0 + n1),
        "MAE": math.fsum(wrong) / (n0 + n1),
        "KS": max((a / n0 - b / n1 if one_sided else abs(a / n0 - b / n1)) for a, b in cuts),
        "MER": min(n0 - a + b for a, b in cuts) / (n0 + n1),
    }
    found["RMSE"], found["GINI"] = math.sqrt(found["BS"]), 2 * found["AUC"] - 1
    above = {s: (n0 - below[s][0] + at[s][0], n1 - below[s][1] + at[s][1]) for s in below}
    found["AP"] = math.fsum(at[s][1] * above[s][1] / sum(above[s]) for s in below) / n1
    if max(wrong) < 1:
        found["LL"] = -math.fsum(math.log1p(-x) for x in wrong) / (n0 + n1)
    return found


def of_matrix(matrix: Counts) -> dict[str, float | None]:
    """Figures of a confusion matrix; None is what has no value."""
    tp, fn, fp, tn = matrix
    n0, n1, n = tp + fn, fp + tn, sum(matrix)

    def ratio(one: float, other: float) -> float | None:
        return one / other if other else None

    sens, spec, ppv, npv = tp / n0, tn / n1, ratio(tp, tp + fp), ratio(tn, tn + fn)
    chance = (n0 * (tp + fp) + n1 * (fn + tn)) / n / n
    return {
        "sensitivity": sens, "specificity": spec, "precision": ppv, "npv": npv, "accuracy": (tp + tn) / n,
        "error": (fn + fp) / n, "fpr": fp / n1, "fnr": fn / n0, "f1": 2 * tp / (2 * tp + fp + fn),
        "balanced_accuracy": (sens + spec) / 2, "prevalence": n0 / n, "informedness": sens + spec - 1,
        "mcc": ratio(tp * tn - fp * fn, math.sqrt((tp + fp) * n0 * n1 * (tn + fn))),
        "kappa": ((tp + tn) / n - chance) / (1 - chance), "lr+": ratio(sens, 1 - spec), "lr-": ratio(1 - sens, spec),
        "dor": ratio(tp * tn, fp * fn), "macro_f1": tp / (2 * tp + fp + fn) + tn / (2 * tn + fp + fn),
    }  # fmt: skip


def cut(rng: random.Random, zero: Sequence[float], one: Sequence[float]) -> Counts:
    """The confusion matrix of a threshold."""
    t = rng.choice((0.5, 0.5, rng.random(), -1.0, 1.0))
    tp, fp = (sum(s <= t for s in side) for side in (zero, one))
    return tp, len(zero) - tp, fp, len(one) - fp


# --- writing ------------------------------------------------------------------------------------------------------


def written(x: float, digits: int, way: str = "plain") -> str:
    text = f"{x:.{digits}f}"
    if way == "percent" and digits >= 3:
        return f"{100 * x:.{digits - 2}f}%"
    return text.replace(".", ",") if way == "comma" and digits == 2 else text


def line(rng: random.Random, figures: dict[str, float | None], most: int, sizes: str) -> str:
    """Some figures with the class sizes; 0 is printed for what has no value."""
    digits, mixed = rng.choice((2, 2, 3, 3, 4)), rng.random() < 0.2
    shares = rng.choice(("plain", "plain", "percent", "comma"))
    parts = []
    for name in rng.sample(list(figures), min(len(figures), rng.randint(1, most))):
        x = figures[name]
        if mixed:
            digits = rng.randint(1, 4)
        if x is None:
            if name in ("precision", "npv", "mcc"):
                parts.append(f"{name}={written(0.0, digits)}")
            continue
        is_share = name not in ("lr+", "lr-", "dor", "mcc", "kappa", "informedness", "LL", "GINI")
        parts.append(f"{name}={written(x, digits, shares if is_share else 'plain')}")
        if name in SYNONYMS and rng.random() < 0.03:
            parts.append(f"{SYNONYMS[name]}={written(x, rng.choice((digits, 3)))}")
    if not parts:
        name = next(name for name, x in figures.items() if x is not None)
        parts = [f"{name}={figures[name]:.3f}"]
    if rng.random() < 0.2:
        return _other_sizes(rng, sizes, parts)
    return f"{sizes} {' '.join(parts)}".strip()


def _other_sizes(rng: random.Random, sizes: str, parts: list[str]) -> str:
    """The class sizes as P and N, or all examples as N beside a p value P, among the figures."""
    sizes = re.sub(r"^n0=(\d+) n1=(\d+)$", r"P=\1 N=\2", sizes)
    sizes = re.sub(r"^n=(\d+)$", rf"N=\1 P={rng.choice(('0.03', '<0.001', '1.00'))}", sizes)
    return " ".join(rng.sample(every := [*parts, *sizes.split()], len(every)))


def told(rng: random.Random, n0: int, n1: int, whole: float = 0.7) -> str:
    """The class sizes as far as they are told."""
    known = f"n0={n0} n1={n1}"
    return known if rng.random() < whole else rng.choice((f"n={n0 + n1}", "", f"n0={n0}", f"n={n0 + n1} n1={n1}"))


# --- the kinds ----------------------------------------------------------------------------------------------------


def _matrix(rng: random.Random) -> str:
    n0, n1 = size(rng), size(rng)
    return line(rng, of_matrix(counts(rng, n0, n1)), 6, told(rng, n0, n1, 0.6))


def _counted(rng: random.Random) -> str:
    n0, n1 = size(rng), size(rng)
    matrix = counts(rng, n0, n1)
    names = rng.sample(("tp", "fn", "fp", "tn"), rng.randint(1, 4))
    of = dict(zip(("tp", "fn", "fp", "tn"), matrix, strict=True))
    figures = {name: x for name, x in of_matrix(matrix).items() if name != "prevalence"}
    return line(
        rng, figures, 5, " ".join([*(f"{name}={of[name]}" for name in names), rng.choice(("", f"n={n0 + n1}"))])
    )


def _scores(rng: random.Random) -> str:
    zero, one = scores(rng, min(size(rng), 60), min(size(rng), 60))
    return line(rng, dict(of_scores(zero, one, rng)), 4, told(rng, len(zero), len(one), 0.85))


def _net_benefit(rng: random.Random) -> str:
    """Net benefit at some thresholds, of either class as the event."""
    zero, one = scores(rng, size(rng), size(rng))
    event, parts = rng.choice((0, 1)), []
    for t in sorted(rng.sample((0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 0.6, 0.8), rng.randint(1, 3))):
        of_event = one if event else [1 - s for s in zero]
        others = zero if event else [1 - s for s in one]
        hits, alarms = (sum(s > t for s in side) for side in (of_event, others))
        parts.append(f"NB({t})={(hits - t / (1 - t) * alarms) / (len(zero) + len(one)):.{rng.randint(2, 4)}f}")
    return f"n0={len(zero)} n1={len(one)} {' '.join(parts)}{rng.choice(('', f' event={event}'))}"


def _abstract(rng: random.Random) -> str:
    """Rates at a threshold with figures of all thresholds."""
    zero, one = scores(rng, min(size(rng), 60), min(size(rng), 60))
    rates, figures = of_matrix(cut(rng, zero, one)), of_scores(zero, one, rng)
    some = {name: rates[name] for name in rng.sample(list(rates), 2)} | {
        name: figures[name] for name in rng.sample(list(figures), rng.randint(1, 2))
    }
    if rng.random() < 0.5:
        some = {"sensitivity": rates["sensitivity"], "specificity": rates["specificity"], "AUC": figures["AUC"]}
    return line(rng, some, 4, told(rng, len(zero), len(one), 0.5))


def proportion_interval(kind: str, k: int, m: int, level: float) -> tuple[float, float]:
    """By the formulas, cut off at 0 and 1."""
    z = norm.ppf((1 + level) / 2)
    if kind == "exact":
        low = beta.ppf((1 - level) / 2, k, m - k + 1) if k else 0.0
        return low, beta.ppf((1 + level) / 2, k + 1, m - k) if k < m else 1.0
    p, middle = k / m, (k + z * z / 2) / (m + z * z)
    if kind == "wilson":
        half = z * math.sqrt(p * (1 - p) / m + z * z / (4 * m * m)) / (1 + z * z / m)
        return max(middle - half, 0.0), min(middle + half, 1.0)
    centre, wide = (p, m) if kind == "wald" else (middle, m + z * z)
    half = z * math.sqrt(centre * (1 - centre) / wide)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def _proportions(rng: random.Random) -> str:
    n0, n1 = size(rng), size(rng)
    tp, _, _, tn = counts(rng, n0, n1)
    kind, level = rng.choice(("wald", "wilson", "exact", "agresti-coull")), rng.choice((0.95, 0.9))
    digits = rng.randint(2, 4)
    parts = []
    for name, k, m in (("sensitivity", tp, n0), ("specificity", tn, n1), ("accuracy", tp + tn, n0 + n1)):
        if rng.random() < 0.6 or not parts:
            low, high = proportion_interval(kind, k, m, level)
            parts.append(f"{name}={k / m:.{digits}f} ({low:.{digits}f}-{high:.{digits}f})")
    return f"{told(rng, n0, n1, 0.5)} {' '.join(parts)} interval={kind} level={level}".strip()


def _auc_interval(rng: random.Random) -> str:
    """By Hanley and McNeil, or by DeLong's variance, on the scale of AUC or its logit."""
    zero, one = scores(rng, min(size(rng), 40) + 1, min(size(rng), 40) + 1)
    n0, n1, a = len(zero), len(one), of_scores(zero, one)["AUC"]
    kind, digits, z = rng.choice(("hanley-mcneil", "delong", "delong")), rng.choice((2, 3)), norm.ppf(0.975)
    if kind == "delong":
        placed = [
            [sum((x < y) + (x == y) / 2 for y in one) / n1 for x in zero],
            [sum((x < y) + (x == y) / 2 for x in zero) / n0 for y in one],
        ]
        v = sum(math.fsum((x - a) ** 2 for x in side) / (len(side) - 1) / len(side) for side in placed)
    else:
        m, k = rng.choice(((n0, n1), (n1, n0)))
        q, r = a / (2 - a), 2 * a * a / (1 + a)
        v = max((a * (1 - a) + (m - 1) * (q - a * a) + (k - 1) * (r - a * a)) / (m * k), 0.0)
    if kind == "delong" and 0 < a < 1 and rng.random() < 0.4:
        centre, half = math.log(a / (1 - a)), z * math.sqrt(v) / (a * (1 - a))
        low, high = (1 / (1 + math.exp(-x)) if x > -700 else 0.0 for x in (centre - half, centre + half))
    else:
        low, high = max(a - z * math.sqrt(v), 0.0), min(a + z * math.sqrt(v), 1.0)
    return f"n0={n0} n1={n1} AUC={a:.{digits}f} ({low:.{digits}f}-{high:.{digits}f}) interval={kind}"


def _mcnemar(rng: random.Random) -> str:
    """The p value of two models by one of the tests that programs have, also where both are wrong alike."""
    most = rng.choice((1, 5, 30, 400))
    one, other = rng.randint(0, most), rng.randint(1, most)
    n, apart = one + other, abs(one - other)
    exact, at = binomtest(one, n).pvalue, binom.pmf(min(one, other), n, 0.5)
    ways = [chi2.sf((apart - by) ** 2 / n, 1) for by in (0, 1, 0.5)]
    p, digits = rng.choice([*ways, exact, exact - at if apart else 1 - at / 2]), rng.randint(2, 4)
    text = f"<{10.0**-digits:.{digits}f}" if p < 10.0**-digits else f"{p:.{digits}f}"
    return f"discordant={one},{other} mcnemar_p={text}"


def _folds(rng: random.Random) -> str:
    """Means over folds, with deviations over the folds or over the means of the repetitions."""
    k, repeats, stratified = rng.choice((2, 3, 5, 10)), rng.choice((1, 1, 1, 2, 3)), rng.random() < 0.6
    n0, n1 = (k * rng.randint(1, 6) + rng.randrange(k) for _ in range(2))
    values: dict[str, list[list[float]]] = {"sensitivity": [], "specificity": [], "accuracy": []}
    for _ in range(repeats):
        shapes = _dealt(rng, k, n0, n1, stratified)
        right = [counts(rng, a, b) for a, b in shapes]
        values["accuracy"].append([(tp + tn) / (a + b) for (tp, _, _, tn), (a, b) in zip(right, shapes, strict=True)])
        if all(a and b for a, b in shapes):
            values["sensitivity"].append([tp / a for (tp, _, _, _), (a, _) in zip(right, shapes, strict=True)])
            values["specificity"].append([tn / b for (_, _, _, tn), (_, b) in zip(right, shapes, strict=True)])
    whole = [name for name, x in values.items() if len(x) == repeats]
    digits, parts = rng.choice((2, 3)), []
    for name in rng.sample(whole, rng.randint(1, len(whole))):
        every = [x for fold in values[name] for x in fold]
        parts.append(f"{name}={math.fsum(every) / len(every):.{digits}f}")
        of = every if repeats == 1 or rng.random() < 0.5 else [math.fsum(x) / k for x in values[name]]
        if rng.random() < 0.5:
            mean, ddof = math.fsum(of) / len(of), rng.choice((0, 1))
            deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in of) / (len(of) - ddof))
            how, x = rng.choice((("sd", deviation), ("se", deviation / math.sqrt(len(of)))))
            parts.append(f"{how}({name})={x:.{digits}f}")
        if rng.random() < 0.3:
            parts.append(f"min({name})={min(of):.{digits}f} max({name})={max(of):.{digits}f}")
    again = f" repeats={repeats}" if repeats > 1 else ""
    return f"n0={n0} n1={n1} folds={k}{again}{' stratified=true' * stratified} {' '.join(parts)}"


def _dealt(rng: random.Random, k: int, n0: int, n1: int, stratified: bool) -> list[tuple[int, int]]:
    if stratified:
        more0, more1 = rng.sample(range(k), n0 % k), rng.sample(range(k), n1 % k)
        return [(n0 // k + (i in more0), n1 // k + (i in more1)) for i in range(k)]
    classes = [0] * n0 + [1] * n1
    rng.shuffle(classes)
    return [(classes[i::k].count(0), classes[i::k].count(1)) for i in range(k)]


def _sklearn(rng: random.Random) -> tuple[str, str]:
    from sklearn.metrics import classification_report

    n0, n1 = min(size(rng), 60), min(size(rng), 60)
    tp, fn, fp, tn = counts(rng, n0, n1)
    y, guess = [0] * n0 + [1] * n1, [0] * tp + [1] * fn + [0] * fp + [1] * tn
    if rng.random() < 0.4:
        many = rng.randint(3, 6)
        y = [rng.randrange(many) for _ in range(rng.randint(many, 60))]
        guess = [x if rng.random() < 0.6 else rng.randrange(rng.randint(1, many)) for x in y]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        put = rng.choice((0, 0, 1, math.nan))
        found = classification_report(
            y, guess, labels=sorted(set(y)), digits=rng.randint(1, 6), zero_division=put, output_dict=rng.random() < 0.2
        )
    return found if isinstance(found, str) else json.dumps(found), "printout"


def _caret(rng: random.Random) -> tuple[str, str]:
    matrix = counts(rng, size(rng), size(rng))
    given = rng.choice((None, None, rng.random()))
    return caret(matrix, ("b", "a"), rng.random() < 0.5, rng.random() < 0.5, given, rng.randint(2, 5)), "printout"


def _weka(rng: random.Random) -> tuple[str, str]:
    zero, one = scores(rng, min(size(rng), 60), min(size(rng), 60))
    tp, fp = (sum(s <= 0.5 for s in side) for side in (zero, one))
    figures = of_scores(zero, one)
    printed = {name: figures[name] for name in ("AUC", "MAE", "RMSE")}
    return weka((tp, len(zero) - tp, fp, len(one) - fp), printed, rng.random() < 0.5), "printout"


def _of_classes(rng: random.Random) -> tuple[str, str]:
    """Of caret or Weka, of classifiers that may never predict a class."""
    many = rng.randint(3, 8)
    guessed = rng.sample(range(many), rng.randint(1, many))
    matrix = [[0] * many for _ in range(many)]
    for _ in range(rng.choice((5, 40, 300))):
        k = rng.randrange(many)
        matrix[k][k if k in guessed and rng.random() < 0.6 else rng.choice(guessed)] += 1
    labels = [rng.choice(("{}", "class {}", "C{}")).format(k) for k in range(many)]
    if rng.random() < 0.5:
        return weka_classes(matrix, labels, rng.random() < 0.5, rng.random() < 0.2), "printout"
    given = None if rng.random() < 0.7 else [rng.random() for _ in labels]
    mark = rng.choice(("", "## "))
    return caret_classes(matrix, labels, rng.random() < 0.5, given, rng.randint(3, 5), mark), "printout"


def _rows(rng: random.Random) -> tuple[list[str], list[list[str]], int, int]:
    n0, n1, digits = size(rng), size(rng), rng.choice((2, 3))
    names = rng.sample(("accuracy", "sensitivity", "specificity", "precision", "npv", "f1", "AUC"), rng.randint(2, 5))
    rows = []
    for i in range(rng.randint(2, 4)):
        zero, one = scores(rng, n0, n1)
        figures = {**of_matrix(cut(rng, zero, one)), "AUC": of_scores(zero, one)["AUC"] if n0 + n1 < 150 else None}
        rows.append([f"model {i}", *("-" if (x := figures[name]) is None else f"{x:.{digits}f}" for name in names)])
    return names, rows, n0, n1


def _pasted(rng: random.Random) -> tuple[str, str]:
    """A table as CSV, Markdown or LaTeX, each row by itself or all of one test set."""
    names, rows, n0, n1 = _rows(rng)
    if rng.random() < 0.5:
        called = rng.choice((("n0", "n1"), ("P", "N")))
        names, rows = [*names, *called], [[*row, str(n0), str(n1)] for row in rows]
    table = [["model", *names], *rows]
    form = rng.choice(("printout", "shared"))
    way = rng.choice(("csv", "markdown", "latex"))
    if way == "csv":
        return "\n".join(",".join(row) for row in table), form
    if way == "markdown":
        lines = [f"| {' | '.join(row)} |" for row in table]
        return "\n".join([lines[0], "|---" * len(table[0]) + "|", *lines[1:]]), form
    body = " \\\\\n".join(" & ".join(row).replace("_", "\\_") for row in table)
    return f"\\begin{{tabular}}{{{'l' * len(table[0])}}}\n{body} \\\\\n\\end{{tabular}}", form


def _data(rng: random.Random) -> tuple[str, str]:
    """Data as printed, with figures of theirs."""
    zero, one = scores(rng, rng.randint(1, 12), rng.randint(1, 12))
    figures = of_scores(zero, one, rng)
    values = ", ".join(f'{name} = "{figures[name]:.3f}"' for name in rng.sample(list(figures), rng.randint(1, 4)))
    texts, classes = [f"{s:.2f}" for s in (*zero, *one)], [0] * len(zero) + [1] * len(one)
    data = f"[[sample]]\nname = 'A'\nscores = {texts}\nclasses = {classes}\n"
    return f"{data}[[reported]]\nsample = 'A'\nvalues = {{{values}}}\n", "file"


KINDS: dict[str, tuple[float, Callable[[random.Random], str | tuple[str, str]]]] = {
    "a confusion matrix": (22, _matrix),
    "counts and figures": (8, _counted),
    "scores": (20, _scores),
    "rates and scores": (12, _abstract),
    "net benefit": (2, _net_benefit),
    "intervals of proportions": (6, _proportions),
    "intervals of AUC": (5, _auc_interval),
    "McNemar's p": (2, _mcnemar),
    "folds": (4, _folds),
    "scikit-learn": (7, _sklearn),
    "caret": (4, _caret),
    "Weka": (4, _weka),
    "caret and Weka, of classes": (3, _of_classes),
    "tables": (5, _pasted),
    "printed data": (3, _data),
}
"""The kinds, each with how often it is drawn."""
