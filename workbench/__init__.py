"""The threshold workbench: expected losses of threshold choice methods, derived, verified, evaluated.

>>> from workbench import Beta, ThresholdChoice, derive, evaluate, prove
>>> derive("score_driven").closed_form
'BS'
>>> prove(f"loss(optimal, cost={Beta(2, 2)}) <= loss({ThresholdChoice.score('c')}, cost={Beta(2, 2)})").verdict
'proved'
>>> evaluate([0, 1, 1], ["0.2", "0.4", "0.9"]).losses["score_driven"]
Fraction(41, 300)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.calibration.isotonic import isotonic
    from workbench.calibration.platt import platt
    from workbench.calibration.reliability import corp, equal_mass, equal_width, reliability
    from workbench.choices import Beta, Density, Point, ThresholdChoice, Uniform
    from workbench.curves.combining import average, evaluate_hybrid, hybrid, random_choice, repair_concavities
    from workbench.curves.cost_curves import (
        class_parts,
        cost_curve,
        cost_line,
        cost_lines,
        crossing,
        dominance,
        kendall_curve,
        partial_brier_score,
        roc_point,
        threshold_line,
    )
    from workbench.curves.curve import Curve, lowest
    from workbench.curves.decision_thresholds import best_rule, decisions, optima
    from workbench.curves.gains import Gains
    from workbench.curves.roc import IsoLine, RocCurve, combined_hull, mixed
    from workbench.curves.roc_averages import cost_average, threshold_average, vertical_average
    from workbench.deciding.comparison import compare
    from workbench.deciding.decide import prove
    from workbench.deciding.derivation import derive
    from workbench.deciding.discovery import discover
    from workbench.errors import InputError
    from workbench.inference.bootstrap import band, bootstrap
    from workbench.inference.confusion import (
        confusion_band,
        difference_distribution,
        paired_confusion_band,
        rate_distribution,
    )
    from workbench.inference.delong import delong, delong_test
    from workbench.inference.paired import paired_band, paired_difference
    from workbench.losses.evaluation import evaluate
    from workbench.papers.verification import verify
    from workbench.plotting.costs import plot_brier, plot_cost, plot_kendall, plot_rate_driven
    from workbench.plotting.det import plot_det
    from workbench.plotting.displays import (
        BrierCurveDisplay,
        CostCurveDisplay,
        DetDisplay,
        GainsDisplay,
        KendallCurveDisplay,
        LiftDisplay,
        RateDrivenCurveDisplay,
        ReliabilityDisplay,
        RocDisplay,
    )
    from workbench.plotting.gains import plot_gains, plot_lift
    from workbench.plotting.reliability import plot_reliability
    from workbench.plotting.roc import plot_roc
    from workbench.reading.databases import read_grouped
    from workbench.reading.datafile import read_sample
    from workbench.reports.check import check, check_report
    from workbench.samples.sample import Sample
    from workbench.typesetting.document import latex

__all__ = [
    "Beta",
    "BrierCurveDisplay",
    "CostCurveDisplay",
    "Curve",
    "Density",
    "DetDisplay",
    "Gains",
    "GainsDisplay",
    "InputError",
    "IsoLine",
    "KendallCurveDisplay",
    "LiftDisplay",
    "Point",
    "RateDrivenCurveDisplay",
    "ReliabilityDisplay",
    "RocCurve",
    "RocDisplay",
    "Sample",
    "ThresholdChoice",
    "Uniform",
    "average",
    "band",
    "best_rule",
    "bootstrap",
    "check",
    "check_report",
    "class_parts",
    "combined_hull",
    "compare",
    "confusion_band",
    "corp",
    "cost_average",
    "cost_curve",
    "cost_line",
    "cost_lines",
    "crossing",
    "decisions",
    "delong",
    "delong_test",
    "derive",
    "difference_distribution",
    "discover",
    "dominance",
    "equal_mass",
    "equal_width",
    "evaluate",
    "evaluate_hybrid",
    "hybrid",
    "isotonic",
    "kendall_curve",
    "latex",
    "lowest",
    "mixed",
    "optima",
    "paired_band",
    "paired_confusion_band",
    "paired_difference",
    "partial_brier_score",
    "platt",
    "plot_brier",
    "plot_cost",
    "plot_det",
    "plot_gains",
    "plot_kendall",
    "plot_lift",
    "plot_rate_driven",
    "plot_reliability",
    "plot_roc",
    "prove",
    "random_choice",
    "rate_distribution",
    "read_grouped",
    "read_sample",
    "reliability",
    "repair_concavities",
    "roc_point",
    "threshold_average",
    "threshold_line",
    "verify",
    "vertical_average",
]

_NAMES = {
    "inference.bootstrap": "band bootstrap",
    "calibration.isotonic": "isotonic",
    "curves.combining": "average evaluate_hybrid hybrid random_choice repair_concavities",
    "inference.confusion": "confusion_band difference_distribution paired_confusion_band rate_distribution",
    "curves.cost_curves": "class_parts cost_curve cost_line cost_lines crossing dominance kendall_curve "
    "partial_brier_score roc_point threshold_line",
    "curves.curve": "Curve lowest",
    "curves.decision_thresholds": "best_rule decisions optima",
    "inference.delong": "delong delong_test",
    "curves.gains": "Gains",
    "inference.paired": "paired_band paired_difference",
    "calibration.platt": "platt",
    "calibration.reliability": "corp equal_mass equal_width reliability",
    "curves.roc": "IsoLine RocCurve combined_hull mixed",
    "curves.roc_averages": "cost_average threshold_average vertical_average",
    "deciding.comparison": "compare",
    "deciding.decide": "prove",
    "deciding.discovery": "discover",
    "errors": "InputError",
    "choices": "Beta Density Point ThresholdChoice Uniform",
    "reading.databases": "read_grouped",
    "reading.datafile": "read_sample",
    "losses.evaluation": "evaluate",
    "samples.sample": "Sample",
    "reports.check": "check check_report",
    "papers.verification": "verify",
    "plotting.costs": "plot_brier plot_cost plot_kendall plot_rate_driven",
    "plotting.det": "plot_det",
    "plotting.displays": "BrierCurveDisplay CostCurveDisplay DetDisplay GainsDisplay KendallCurveDisplay LiftDisplay "
    "RateDrivenCurveDisplay ReliabilityDisplay RocDisplay",
    "plotting.gains": "plot_gains plot_lift",
    "plotting.reliability": "plot_reliability",
    "plotting.roc": "plot_roc",
    "deciding.derivation": "derive",
    "typesetting.document": "latex",
}
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Each name is loaded when it is first used, so that evaluating data never loads sympy."""
    if name not in _HOME:
        raise AttributeError(f"module 'workbench' has no attribute {name!r}")
    return getattr(importlib.import_module(f"workbench.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
