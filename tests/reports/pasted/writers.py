"""Printouts written anew, as the programs print them: R's caret and Weka; nothing of the readers is used."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scipy.stats import beta, binom, chi2

NAN = float("nan")


def ratio(one: float, other: float) -> float:
    return one / other if other else NAN


def rounded(value: float, digits: int = 4) -> str:
    """As R pastes a rounded number: without zeros at the end."""
    if math.isnan(value):
        return "NaN"
    text = f"{round(value, digits):.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def exact_interval(k: int, n: int, digits: int) -> str:
    """As R's ``binom.test`` has it, by quantiles of the beta distribution."""
    low = beta.ppf(0.025, k, n - k + 1) if k else 0.0
    high = beta.ppf(0.975, k + 1, n - k) if k < n else 1.0
    return f"({rounded(low, digits)}, {rounded(high, digits)})"


def p_value(p: float, digits: int) -> str:
    """As R's ``format.pval`` has it."""
    if math.isnan(p):
        return "NA"
    return "<2e-16" if p < 2.2e-16 else f"{p:.{digits}g}"


def mcnemar(fn: int, fp: int) -> float:
    """The p value of R's ``mcnemar.test``, corrected for continuity unless both are alike."""
    if fn + fp == 0:
        return NAN
    return float(chi2.sf((abs(fn - fp) - (fn != fp)) ** 2 / (fn + fp), 1))


def caret(counts: Sequence[int], labels: Sequence[str] = ("yes", "no"), swapped: bool = False, everything: bool = False,
          prevalence: float | None = None, digits: int = 4) -> str:  # fmt: skip
    """``print(confusionMatrix(...))``; the first label is positive, and its row comes second where ``swapped``."""
    tp, fn, fp, tn = counts
    n, n0, n1 = sum(counts), tp + fn, fp + tn
    sens, spec, share = ratio(tp, n0), ratio(tn, n1), n0 / n
    given = share if prevalence is None else prevalence
    ppv = ratio(sens * given, sens * given + (1 - spec) * (1 - given))
    npv = ratio(spec * (1 - given), (1 - sens) * given + spec * (1 - given))
    chance = (n0 * (tp + fp) + n1 * (fn + tn)) / n / n
    kappa = ratio((tp + tn) / n - chance, 1 - chance)
    rows = [(labels[0], tp, fp), (labels[1], fn, tn)]
    order = [1, 0] if swapped else [0, 1]
    width = max(10, *(len(x) + 1 for x in labels))
    lines = ["Confusion Matrix and Statistics", "", " " * width + "Reference"]
    lines.append("Prediction".ljust(width) + "".join(f" {labels[i]:>5}" for i in order))
    lines += [f"{rows[i][0]:>{width}}" + "".join(f" {rows[i][1 + j]:>5}" for j in order) for i in order]
    figures = [
        ("Accuracy", (tp + tn) / n), ("95% CI", exact_interval(tp + tn, n, digits)),
        ("No Information Rate", max(share, 1 - share)),
        ("P-Value [Acc > NIR]", p_value(binom.sf(tp + tn - 1, n, max(n0, n1) / n), digits)), ("", ""),
        ("Kappa", kappa), ("", ""), ("Mcnemar's Test P-Value", p_value(mcnemar(fn, fp), digits)),
        ("", ""), ("Sensitivity", sens), ("Specificity", spec), ("Pos Pred Value", ppv), ("Neg Pred Value", npv),
    ]  # fmt: skip
    if everything:
        precision = ratio(tp, tp + fp)
        f1 = ratio(2 * precision * sens, precision + sens)
        figures += [("Precision", precision), ("Recall", sens), ("F1", f1)]
    figures += [("Prevalence", given), ("Detection Rate", tp / n), ("Detection Prevalence", (tp + fp) / n),
                ("Balanced Accuracy", (sens + spec) / 2), ("", ""), ("'Positive' Class", labels[0])]  # fmt: skip
    for name, value in figures:
        text = value if isinstance(value, str) else rounded(value, digits)
        lines.append(f"{name + ' :' if name else '':>26} {text:<16}")
    return "\n".join(["", *lines, ""])


def weka(counts: Sequence[int], scores: dict[str, float], old: bool = False, labels: Sequence[str] = ("yes", "no"),
         heading: str = "Stratified cross-validation") -> str:  # fmt: skip
    """An evaluation; old versions print 0 for what has no value, and leave out zeros at the end."""
    tp, fn, fp, tn = counts
    n = sum(counts)

    def three(value: float) -> str:
        if math.isnan(value):
            return "0" if old else "?"
        return rounded(value, 3) if old else f"{value:.3f}"

    def of_class(tp: int, fn: int, fp: int, tn: int) -> list[float]:
        precision, recall = ratio(tp, tp + fp), tp / (tp + fn)
        precision = 0.0 if old and math.isnan(precision) else precision
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        below = math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
        return [recall, fp / (fp + tn), precision, recall, f1, ratio(tp * tn - fp * fn, below), scores["AUC"], 0.9]

    each = [of_class(tp, fn, fp, tn), of_class(tn, fp, fn, tp)]
    sizes = tp + fn, fp + tn
    mean = [(a * sizes[0] + b * sizes[1]) / n for a, b in zip(*each, strict=True)]
    chance = (sizes[0] * (tp + fp) + sizes[1] * (fn + tn)) / n / n
    columns = ["TP Rate", "FP Rate", "Precision", "Recall", "F-Measure", "MCC", "ROC Area", "PRC Area"]
    lines = [
        f"=== {heading} ===",
        *([] if old else ["=== Summary ==="]), "",
        f"Correctly Classified Instances         {tp + tn:<5}           {rounded(100 * (tp + tn) / n):>8} %",
        f"Incorrectly Classified Instances       {fn + fp:<5}           {rounded(100 * (fn + fp) / n):>8} %",
        f"Kappa statistic                        {rounded(((tp + tn) / n - chance) / (1 - chance)):>8}",
        f"Mean absolute error                    {rounded(scores['MAE']):>8}",
        f"Root mean squared error                {rounded(scores['RMSE']):>8}",
        f"Relative absolute error                {rounded(40.125):>8} %",
        f"Total Number of Instances              {n:>5}     ", "",
        "=== Detailed Accuracy By Class ===", "",
        " " * 17 + "  ".join(f"{x:<8}" for x in columns) + "  Class",
        *(" " * 17 + "".join(f"{three(x):<11}" for x in row) + x for row, x in zip(each, labels, strict=True)),
        "Weighted Avg.    " + "".join(f"{three(x):<11}" for x in mean), "",
        "=== Confusion Matrix ===", "", "  a  b   <-- classified as",
        f" {tp:>2} {fn:>2} |  a = {labels[0]}", f" {fp:>2} {tn:>2} |  b = {labels[1]}", "",
    ]  # fmt: skip
    return "\n".join(lines)


def in_columns(names: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], digits: int) -> list[str]:
    """A matrix as R prints it: each column with as many decimals as it needs, in blocks of 80 characters."""
    wide = max(len(name) for name, _ in rows)
    texts = []
    for j, name in enumerate(names):
        some = [f"{x[j]:.{digits - 1}e}" for _, x in rows if not math.isnan(x[j])]
        sizes = [len(x.partition("e")[0].rstrip("0").rstrip(".").replace(".", "").replace("-", "")) for x in some]
        places = max([max(0, s - 1 - int(x.partition("e")[2])) for s, x in zip(sizes, some, strict=True)], default=0)
        cells = ["NaN" if math.isnan(x[j]) else f"{x[j]:.{places}f}" for _, x in rows]
        width = max(len(name), *map(len, cells))
        texts.append([f"{x:>{width}}" for x in (name, *cells)])
    lines: list[str] = []
    block: list[list[str]] = []
    for column in [*texts, None]:
        if column is None or (wide + sum(len(x[0]) + 1 for x in (*block, column)) > 80 and block):
            heads = [" " * wide, *(f"{name:<{wide}}" for name, _ in rows)]
            lines += [" ".join([head, *(x[i] for x in block)]) for i, head in enumerate(heads)]
            block = []
        block += [] if column is None else [column]
    return lines


def caret_classes(matrix: Sequence[Sequence[int]], labels: Sequence[str], everything: bool = False,
                  given: Sequence[float] | None = None, digits: int = 4, mark: str = "") -> str:  # fmt: skip
    """``print(confusionMatrix(...))`` of several classes; the rows of the matrix are the classes."""
    many, n = range(len(matrix)), sum(map(sum, matrix))
    sizes, predicted = [sum(row) for row in matrix], [sum(row[k] for row in matrix) for k in many]
    right = sum(matrix[k][k] for k in many)
    pairs = [(matrix[i][j], matrix[j][i]) for i in many for j in range(i)]
    p = NAN if any(a + b == 0 for a, b in pairs) else chi2.sf(sum((a - b) ** 2 / (a + b) for a, b in pairs), len(pairs))
    chance = sum(a * b for a, b in zip(sizes, predicted, strict=True)) / n / n
    overall = [
        ("Accuracy", rounded(right / n, digits)), ("95% CI", exact_interval(right, n, digits)),
        ("No Information Rate", rounded(max(sizes) / n, digits)),
        ("P-Value [Acc > NIR]", p_value(binom.sf(right - 1, n, max(sizes) / n), digits)),
        ("Kappa", rounded(ratio(right / n - chance, 1 - chance), digits)),
        ("Mcnemar's Test P-Value", p_value(p, digits)),
    ]  # fmt: skip
    rows: dict[str, list[float]] = {}
    for k in many:
        tp, share = matrix[k][k], sizes[k] / n if given is None else given[k]
        sens, spec = ratio(tp, sizes[k]), ratio(n - sizes[k] - predicted[k] + tp, n - sizes[k])
        precision = ratio(tp, predicted[k])
        column = {
            "Sensitivity": sens, "Specificity": spec,
            "Pos Pred Value": ratio(sens * share, sens * share + (1 - spec) * (1 - share)),
            "Neg Pred Value": ratio(spec * (1 - share), (1 - sens) * share + spec * (1 - share)),
            **({"Precision": precision, "Recall": sens, "F1": ratio(2 * precision * sens, precision + sens)}
               if everything else {}),
            "Prevalence": share, "Detection Rate": tp / n, "Detection Prevalence": predicted[k] / n,
            "Balanced Accuracy": (sens + spec) / 2,
        }  # fmt: skip
        for name, x in column.items():
            rows.setdefault(name, []).append(x)
    wide = max(10, *map(len, labels))
    counts = [(f"{labels[k]:>{wide}}", [float(matrix[i][k]) for i in many]) for k in many]
    lines = ["Confusion Matrix and Statistics", "", " " * wide + "Reference"]
    for line in in_columns(labels, counts, 15):
        lines += [f"{'Prediction':<{wide}}{line[wide:]}" if not line[:wide].strip() else line]
    lines += ["", "Overall Statistics", "", *(f"{name:>25} : {text:<16}" for name, text in overall), ""]
    lines += ["Statistics by Class:", "", *in_columns([f"Class: {x}" for x in labels], list(rows.items()), digits)]
    return "\n".join(f"{mark}{line}" for line in lines) + "\n"


def weka_classes(matrix: Sequence[Sequence[int]], labels: Sequence[str], old: bool = False, comma: bool = False) -> str:
    """An evaluation of several classes; old versions print 0 for what has no value, and leave out zeros at the end."""
    many, n = range(len(matrix)), sum(map(sum, matrix))
    sizes, predicted = [sum(row) for row in matrix], [sum(row[k] for row in matrix) for k in many]
    right = sum(matrix[k][k] for k in many)

    def three(value: float) -> str:
        if math.isnan(value):
            return "0" if old else "?"
        return rounded(value, 3) if old else f"{value:.3f}"

    each = []
    for k in many:
        tp, fn, fp = matrix[k][k], sizes[k] - matrix[k][k], predicted[k] - matrix[k][k]
        tn = n - tp - fn - fp
        figures = [ratio(tp, tp + fn), ratio(fp, fp + tn), ratio(tp, tp + fp), ratio(tp, tp + fn)]
        if old:
            figures = [0.0 if math.isnan(x) else x for x in figures]
        f1 = ratio(2 * figures[2] * figures[3], figures[2] + figures[3])
        mcc = ratio(tp * tn - fp * fn, math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))
        each.append([*figures, *(0.0 if old and math.isnan(x) else x for x in (f1, mcc)), 0.5, 0.5])
    mean = [math.fsum(x * m for x, m in zip(column, sizes, strict=True) if m) / n for column in zip(*each, strict=True)]
    chance = sum(a * b for a, b in zip(sizes, predicted, strict=True)) / n / n
    kappa = ratio(right / n - chance, 1 - chance)
    columns = ["TP Rate", "FP Rate", "Precision", "Recall", "F-Measure", "MCC", "ROC Area", "PRC Area"]
    lines = [
        "=== Summary ===", "",
        f"Correctly Classified Instances         {right:<5}           {rounded(100 * right / n):>8} %",
        f"Incorrectly Classified Instances       {n - right:<5}           {rounded(100 * (n - right) / n):>8} %",
        f"Kappa statistic                        {'?' if math.isnan(kappa) else rounded(kappa):>8}",
        f"Mean absolute error                    {0.25:>8}", f"Total Number of Instances              {n:>5}     ", "",
        "=== Detailed Accuracy By Class ===", "",
        " " * 17 + "  ".join(f"{x:<8}" for x in columns) + "  Class",
        *(" " * 17 + "".join(f"{three(x):<11}" for x in row) + x for row, x in zip(each, labels, strict=True)),
        "Weighted Avg.    " + "".join(f"{three(x):<11}" for x in mean),
    ]  # fmt: skip
    text = "\n".join(lines)
    letters = "abcdefghijklmnop"
    rows = [
        f"{' '.join(map(str, row))} |  {x} = {label}" for row, x, label in zip(matrix, letters, labels, strict=False)
    ]
    heads = " ".join(letters[: len(labels)])
    ending = "\n".join(["", "", "=== Confusion Matrix ===", "", f" {heads}   <-- classified as", *rows, ""])
    return (text.replace("Avg.", "Avg@").replace(".", ",").replace("@", ".") if comma else text) + ending
