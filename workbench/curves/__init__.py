"""Curves and decisions on a sample: ROC, cost, gains, thresholds, combinations. It never imports sympy."""
