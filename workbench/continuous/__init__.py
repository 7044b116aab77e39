"""Continuous score models with certified numbers. It never imports sympy."""
