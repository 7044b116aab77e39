"""Slides on Brier curves: the 15 examples, classifiers A to D, and the curves of trees and naive Bayes.

A low score means class 0, the positive class. In the statements ``q`` is a cost proportion or a skew and ``t`` a
threshold, both in [0, 1]. The CSV files were made after the slides: Weka's J48 on the UCI credit approval data and
naive Bayes on the congressional votes, shuffled with seed 1, first half for training, the split that gives all twelve
figures printed for the trees.
"""

from __future__ import annotations

from workbench.papers.claims import Paper

from . import calibration, comparing, curves, spaces

paper = Paper(
    key="000",
    title="Brier Curves: a New Cost-Based Visualisation of Classifier Performance (slides)",
    authors="José Hernández-Orallo, Peter Flach and Cèsar Ferri",
    year=2011,
    claims=(*spaces.claims, *curves.claims, *comparing.claims, *calibration.claims),
)
