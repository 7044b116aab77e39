"""Samples: scores with their classes, reduced once to what every figure needs. It never imports sympy."""

from workbench.samples import columnar as columnar
