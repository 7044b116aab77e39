"""Figures at a threshold t, and the log loss: words for expressions of the statement language.

At a threshold class 0 is positive, and predicted where the score is at most t. Each word stands for an expression in
``t``, which takes its place as the text is read, so that whatever decides, evaluates or writes an expression knows it.
A figure has no value on data where it divides by zero: precision where nobody is predicted positive. ``net_benefit`` is
that of treating where the score is above t, the event being class 1 (Vickers and Elkin, 2006), and ``net_benefit0`` of
treating where one minus the score is t at least, the event being class 0; they have none at t = 1.
"""

from __future__ import annotations

_ABOVE, _UNLIKELY = "indicator(t < s)", "indicator(1 - t < s)"

CATALOGUE = {
    "accuracy": "1 - error(t)",
    "sensitivity": f"1 - E0({_ABOVE})",
    "specificity": f"E1({_ABOVE})",
    "precision": f"pi0*(1 - E0({_ABOVE}))/(1 - E({_ABOVE}))",
    "npv": f"pi1*E1({_ABOVE})/E({_ABOVE})",
    "f1": f"2*pi0*(1 - E0({_ABOVE}))/(pi0 + 1 - E({_ABOVE}))",
    "net_benefit": f"pi1*E1({_ABOVE}) - t/(1 - t)*pi0*E0({_ABOVE})",
    "net_benefit0": f"pi0*(1 - E0({_UNLIKELY})) - t/(1 - t)*pi1*(1 - E1({_UNLIKELY}))",
}

NAMED = {"LL": "pi0*E0(-log(1 - s)) + pi1*E1(-log(s))"}
"""What takes no threshold: LL, the log loss (Good, Rational decisions, 1952), infinite on data where a score of 1 is of
class 0 or a score of 0 of class 1."""

SYNONYMS = {"log_loss": "LL", "logarithmic_loss": "LL", "cross_entropy": "LL", "recall": "sensitivity", "mean": "E"}
"""What they are called elsewhere."""

SAYS = {
    "accuracy": ("accuracy", r"\mathrm{accuracy}", "the proportion of examples that are predicted right"),
    "sensitivity": ("sensitivity", r"\mathrm{sensitivity}", "the proportion of class 0 that is predicted to be of it"),
    "specificity": ("specificity", r"\mathrm{specificity}", "the proportion of class 1 that is predicted to be of it"),
    "precision": ("precision", r"\mathrm{precision}", "the share of class 0 among the examples predicted to be of it"),
    "npv": (
        "negative predictive value",
        r"\mathrm{NPV}",
        "the share of class 1 among the examples predicted to be of it",
    ),
    "f1": ("F-measure", r"\mathrm{F1}", "the harmonic mean of precision and sensitivity"),
    "net_benefit": (
        "net benefit",
        r"\mathrm{NB}",
        "that of treating where the score is above t, the event being class 1",
    ),
    "net_benefit0": (
        "net benefit of class 0",
        r"\mathrm{NB}_0",
        "that of treating where one minus the score is t at least",
    ),
    "LL": (
        "log loss",
        r"\mathrm{LL}",
        "the mean of minus the logarithm of the probability given to an example's own class",
    ),
}
"""The title of each figure, its letters in LaTeX, and what it is; class 0 is the positive one."""
