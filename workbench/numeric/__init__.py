"""The exact engine on data: samples, densities, thresholds, expected losses. It never imports sympy."""
