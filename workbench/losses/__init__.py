"""The exact engine on data: densities, laws of thresholds, expected losses. It never imports sympy."""
