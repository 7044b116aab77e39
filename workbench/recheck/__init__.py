"""The reader of proof documents: a program of its own, on Python's standard library alone.

It runs alone: ``python -m workbench.recheck FILE...``, or ``recheck(document)``: the statement, or `Refused` and why.

To believe what it accepts one has to believe (1) this program, which imports nothing else of workbench, (2) the axioms
in ``axioms.toml``, each with its reason, and the definitions in ``definitions.toml``, (3) Python. Whoever or whatever
wrote the document need not be believed: the reader searches for nothing, and its arithmetic is exact.

A document is JSON: ``{"format": 1, "kind", "statement", "given": [...], "steps": [{"line", "by", "why"}], "ends"}``.
For an equality the lines, all equal, lead from its left side to its right side; for an inequality, none greater than
the one before, from the difference of both sides to one that is nonnegative (positive). Beside them: ``theorems``,
documents that it cites, each read first; ``defined``, what is shown to be positive so that all has a value;
``densities``; ``masses`` of weights (a loss under a weight is its mass times that under a density); ``letters`` of a
theorem: T a law (a rate), w a density. What holds at each ``condition`` (``at_each``) and is linear in losses holds of
``any`` law of it, or of the ``law`` that is named; where that is ``u``, at each threshold or rate, and of one that is
drawn evenly. A step uses

* axioms and theorems (``letters``: what theirs stand for, of the right kind; ``shown``: their hypotheses), definitions,
  what is ``given``, a ``document`` inside: an equation is solved for an atom of the line (``for``) and put in, or a
  relation is added so many ``times``, an inequality if that is nonnegative;
  a relation that holds whatever the class proportions, or given ``pi0 == 1/2`` alone, may be used ``balanced``, as of
  examples repeated until both classes are equally frequent, and one that holds whatever is given, of the ``other`` of
  two score functions, or of other ``scores`` of the same examples;
* an ``integral``, by cells with an antiderivative and an inverse each, over c and u by patches (`integrals`);

and then both lines must have the same normal form (`terms`) or, where quotients by what moves with the score are
averaged, be means of the same over pairs of an example of each class. Last in an inequality stands a ``sign``: the
line, as a number, as a mean over pairs of an example of each class (of scores x and y), or by the ``axioms`` on shares
as one over all examples (of score x, rate y, calibrated score p, share q of class 1, proportions f and g of the classes
up to it), in which letters may stand for ``numbers`` such as means, and lie where these do, has a certificate
(`documents`); or two ``cases`` by the sign of a figure. All denominators, logarithms, roots, parameters of densities
are shown to be allowed.

Log loss, ``LL``, may be infinite. It may stand once, in no function, in nothing that is divided by, and not in what is
given, in the greater side of an inequality, a sum of a positive multiple of it and what is finite: the lesser side
being finite, the statement holds where it is infinite, and all lines are about where it is not.

What the program knows beside the axioms: scores, ranks and shares, and so their means, lie in [0, 1], as do the
metrics that `terms` lists, error rates and the H-measure of any shapes; both classes have an example; losses and roots
are not negative; scores that are evenly spaced have no ties.

The conventions: scores lie in [0, 1]; class 0 is the positive class, for which low scores speak; both classes have
examples; rates are interpolated and ties passed uniformly; c has the density that is named, or the uniform one, u is
uniform and independent of c; the parameters t, r, q lie in [0, 1], a parameter of the statement that is a shape of Beta
is positive (``beta(a, 1)`` says that a > 0), and any other is any number; ``balanced(x)`` is x with both class
proportions 1/2; ``scored(x, h)`` is x of the same examples with the scores h, a function of s, pav(s) and posterior(s)
with values in [0, 1], and ``loss(..., scores=h)`` is such a loss; ``a.`` and ``b.`` stand before figures of two score
functions on the same examples, and a figure without them is of the one that is the document's ``own``, or of a; where
that is b, the statement has none.

Accepted means: the statement holds on each such sample, of whatever size, that meets what is given. It does not mean
that the statement says what its author means by it, nor that there is a sample that meets what is given.
"""

from workbench.recheck.documents import recheck
from workbench.recheck.language import Refused

__all__ = ["Refused", "recheck"]
