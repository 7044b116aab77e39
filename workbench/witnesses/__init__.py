"""Samples that meet assumptions, and the search for one at which a statement is false. It never imports sympy."""
