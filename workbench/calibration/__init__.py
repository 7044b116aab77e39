"""Scores calibrated, and how well they are: isotonic regression, Platt scaling, reliability."""
