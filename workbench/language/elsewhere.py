"""What the words of the language are called elsewhere: in papers, in other programs, in reports.

A name is found in any case of letters, and with blanks, hyphens, underscores or nothing between its words.
"""

from __future__ import annotations

import re
from functools import cache

from workbench import metrics
from workbench.figures import SYNONYMS
from workbench.words import AT_THRESHOLD, MEANS

FIELD = {
    "mean squared error": "BS",
    "mse": "BS",
    "quadratic score": "BS",
    "root mean squared error": "sqrt(BS)",
    "rmse": "sqrt(BS)",
    "logistic loss": "LL",
    "binary cross entropy": "LL",
    "logarithmic score": "LL",
    "gini index": "GINI",
    "pr auc": "AP",
    "auprc": "AP",
    "tpr": "sensitivity(t)",
    "true positive rate": "sensitivity(t)",
    "hit rate": "sensitivity(t)",
    "tnr": "specificity(t)",
    "true negative rate": "specificity(t)",
    "fpr": "1 - specificity(t)",
    "false positive rate": "1 - specificity(t)",
    "false alarm rate": "1 - specificity(t)",
    "fall out": "1 - specificity(t)",
    "fnr": "1 - sensitivity(t)",
    "false negative rate": "1 - sensitivity(t)",
    "miss rate": "1 - sensitivity(t)",
    "ppv": "precision(t)",
    "positive predictive value": "precision(t)",
    "negative predictive value": "npv(t)",
    "false discovery rate": "1 - precision(t)",
    "f1 score": "f1(t)",
    "f measure": "f1(t)",
    "error rate": "error(t)",
    "misclassification rate": "error(t)",
    "misclassification error": "error(t)",
    "zero one loss": "error(t)",
    "balanced accuracy": "1 - macro_error(t)",
    "youden": "sensitivity(t) + specificity(t) - 1",
    "youden index": "sensitivity(t) + specificity(t) - 1",
    "prevalence": "pi0",
}
"""Figures of the field that have another name or a formula here; class 0 is the positive one."""

_CHECKED = "is a figure at a threshold that workbench check knows and statements do not"
ABSENT = {
    "ece": "ECE depends on how scores are binned and is not in the language; CL is the calibration loss without bins",
    "mcc": f"MCC {_CHECKED}",
    "kappa": f"kappa {_CHECKED}",
}
"""What the language has nothing for, and what to say of it."""
ABSENT |= {"expected calibration error": ABSENT["ece"], "matthews correlation": ABSENT["mcc"]}


def _known() -> dict[str, str]:
    """What is meant by each name, in lower case and with blanks between words."""
    known = {name: meant + "(t)" * (meant == "sensitivity") for name, meant in SYNONYMS.items()} | FIELD
    for metric, entry in metrics.CATALOGUE.items():
        known |= dict.fromkeys((entry.title.lower(), *entry.synonyms), metric)
    return {re.sub(r"[_-]", " ", name): meant for name, meant in known.items()}


def _plain(name: str) -> str:
    return re.sub(r"[\s_'-]+", "", name.lower())


def called_elsewhere(name: str) -> str | None:
    """What is called so elsewhere, or by the first word of its title.

    >>> called_elsewhere("brier"), called_elsewhere("Log-loss"), called_elsewhere("RMSE"), called_elsewhere("x")
    ('BS', 'LL', 'sqrt(BS)', None)
    """
    titles = {_plain(known): meant for known, meant in _known().items() if known not in AT_THRESHOLD}
    for metric, entry in metrics.CATALOGUE.items():
        titles.setdefault(entry.title.split()[0].lower(), metric)
    return titles.get(_plain(name))


def absent(text: str) -> str:
    """What is to be said of a name in a text for which the language has nothing; empty without one.

    >>> absent("ECE <= 1").partition(" depends")[0], absent("BS <= 1")
    ('ECE', '')
    """
    found = _pattern(tuple(ABSENT)).search(text)
    return "" if found is None else next(why for name, why in ABSENT.items() if _plain(name) == _plain(found[1]))


def in_our_words(text: str) -> str:
    """A text with the names of elsewhere in it as they are here.

    >>> in_our_words("BrierScore <= RMSE and 1 - FPR(1/2) <= 2*recall")
    'BS <= sqrt(BS) and 1 - (1 - specificity(1/2)) <= 2*sensitivity(t)'
    """
    meant_by = {_plain(name): meant for name, meant in _known().items()}

    def here(found: re.Match[str]) -> str:
        meant, argument = meant_by[_plain(found[1])], found[2]
        if argument and "(t)" not in meant:
            return f"{meant}{argument}" if meant in MEANS else found.group()
        meant = meant.replace("(t)", argument or "(t)")
        return f"({meant})" if " " in meant else meant

    return _pattern(tuple(_known())).sub(here, text)


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names, and what stands in parentheses behind it."""
    each = "|".join(name.replace(" ", r"[\s_-]*") for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w.])({each})(?!\w)(?:\s*(\([^()]*\)))?", re.IGNORECASE)
