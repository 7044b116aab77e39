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
    from workbench.analysis.bootstrap import band, bootstrap
    from workbench.analysis.calibration import isotonic
    from workbench.analysis.combining import average, evaluate_hybrid, hybrid, random_choice, repair_concavities
    from workbench.analysis.confusion import (
        confusion_band,
        difference_distribution,
        paired_confusion_band,
        rate_distribution,
    )
    from workbench.analysis.cost_curves import (
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
    from workbench.analysis.curve import Curve, lowest
    from workbench.analysis.decision_thresholds import best_rule, decisions, optima
    from workbench.analysis.delong import delong, delong_test
    from workbench.analysis.gains import Gains
    from workbench.analysis.paired import paired_band, paired_difference
    from workbench.analysis.platt import platt
    from workbench.analysis.reliability import corp, equal_mass, equal_width, reliability
    from workbench.analysis.roc import IsoLine, RocCurve, combined_hull, mixed
    from workbench.analysis.roc_averages import cost_average, threshold_average, vertical_average
    from workbench.deciding.comparison import compare
    from workbench.deciding.decide import prove
    from workbench.deciding.discovery import discover
    from workbench.errors import InputError
    from workbench.language.choices import Beta, Density, Point, ThresholdChoice, Uniform
    from workbench.numeric.databases import read_grouped
    from workbench.numeric.datafile import read_sample
    from workbench.numeric.evaluation import evaluate
    from workbench.numeric.sample import Sample
    from workbench.papers.check import check, check_report
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
    from workbench.symbolic.derivation import derive
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
    "analysis.bootstrap": "band bootstrap",
    "analysis.calibration": "isotonic",
    "analysis.combining": "average evaluate_hybrid hybrid random_choice repair_concavities",
    "analysis.confusion": "confusion_band difference_distribution paired_confusion_band rate_distribution",
    "analysis.cost_curves": "class_parts cost_curve cost_line cost_lines crossing dominance kendall_curve "
    "partial_brier_score roc_point threshold_line",
    "analysis.curve": "Curve lowest",
    "analysis.decision_thresholds": "best_rule decisions optima",
    "analysis.delong": "delong delong_test",
    "analysis.gains": "Gains",
    "analysis.paired": "paired_band paired_difference",
    "analysis.platt": "platt",
    "analysis.reliability": "corp equal_mass equal_width reliability",
    "analysis.roc": "IsoLine RocCurve combined_hull mixed",
    "analysis.roc_averages": "cost_average threshold_average vertical_average",
    "deciding.comparison": "compare",
    "deciding.decide": "prove",
    "deciding.discovery": "discover",
    "errors": "InputError",
    "language.choices": "Beta Density Point ThresholdChoice Uniform",
    "numeric.databases": "read_grouped",
    "numeric.datafile": "read_sample",
    "numeric.evaluation": "evaluate",
    "numeric.sample": "Sample",
    "papers.check": "check check_report",
    "papers.verification": "verify",
    "plotting.costs": "plot_brier plot_cost plot_kendall plot_rate_driven",
    "plotting.det": "plot_det",
    "plotting.displays": "BrierCurveDisplay CostCurveDisplay DetDisplay GainsDisplay KendallCurveDisplay LiftDisplay "
    "RateDrivenCurveDisplay ReliabilityDisplay RocDisplay",
    "plotting.gains": "plot_gains plot_lift",
    "plotting.reliability": "plot_reliability",
    "plotting.roc": "plot_roc",
    "symbolic.derivation": "derive",
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
