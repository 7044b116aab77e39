"""Signs: that an expression is nonnegative (positive) wherever some constraints hold, by a certificate.

A certificate is a tree. ``split`` looks at both signs of a difference, ``root`` writes a variable in [0, 1] as a
power, ``sum`` writes the expression as a sum of positive numbers times products of constraints times squares, and
``empty`` shows that a branch has no point.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.recheck import terms
from workbench.recheck.language import need
from workbench.recheck.meaning import Book, put, strengthen
from workbench.recheck.terms import ONE, ZERO, Ratio, of_atom, scaled, term

MAX_DEPTH = 60


def check(book: Book, k: Ratio, region: Mapping[Ratio, bool], certificate: Any, strict: bool, depth: int = 0) -> None:
    """Refuse unless the certificate shows that k >= 0 (k > 0) where the keys of the region are (True: > 0)."""
    need(depth <= MAX_DEPTH and isinstance(certificate, dict), "a certificate that is none, or too deep a one")
    if "split" in certificate:
        d = book.text(certificate["split"])
        need(not d.den and d.constant is None, f"a case by the sign of {certificate['split']}")
        for side, sign in (("above", d), ("below", -d)):
            within = dict(region)
            strengthen(within, sign, side == "above")
            check(book, resolved(k, d, side == "above"), within, certificate[side], strict, depth + 1)
    elif "root" in certificate:
        degree, new, old = certificate["degree"], certificate["name"], book.text(certificate["root"])
        (i,) = terms.inside(old)
        x, v = term({i: 1}), of_atom("kernel", new)
        fits = terms.atom(i)[0] in ("kernel", "name") and not x.moves() and old in (x, ONE - x)
        fits = fits and {scaled(x)[1], scaled(ONE - x)[1]} <= region.keys()
        need(fits, f"{certificate['root']} is not known to lie in [0, 1]")
        fits = type(degree) is int and 2 <= degree <= 12 and new.isidentifier() and new not in book.letters
        need(fits, "a root of a degree that is none, or a name that is")
        table = {i: v**degree if old == x else ONE - v**degree}
        within = {scaled(v)[1]: False, scaled(ONE - v)[1]: False}
        for key, positive in region.items():
            strengthen(within, put(key, table, ""), positive)
        check(book.with_letters({new: "kernel"}), put(k, table, ""), within, certificate["then"], strict, depth + 1)
    elif "empty" in certificate:
        total, positive = _sum(book, certificate["empty"], region)
        need(total == -ONE or (total == ZERO and positive), "a case that is said to be empty is not shown to be")
    else:
        total, positive = _sum(book, certificate["sum"], region)
        need(not k.den and scaled(k)[1] == scaled(total)[1], "a sum of nonnegative terms is not what it should be")
        need(positive or not strict, "a sum is nonnegative, but not seen to be positive")


def _sum(book: Book, written: Any, region: Mapping[Ratio, bool]) -> tuple[Ratio, bool]:
    """A sum of nonnegative terms, and whether one of them is seen to be positive."""
    total, positive = ZERO, False
    for coefficient, factors, squares in written:
        part, strict = book.text(coefficient), not squares
        need((part.constant or 0) > 0, f"the weight {coefficient} is not positive")
        for text in factors:
            known = region.get(scaled(book.text(text))[1])
            need(known is not None, f"{text} is not known to be nonnegative there")
            part, strict = part * book.text(text), strict and bool(known)
        for text in squares:
            part = part * book.text(text) ** 2
        total, positive = total + part, positive or strict
    return total, positive


def resolved(k: Ratio, d: Ratio, above: bool) -> Ratio:
    """k where d > 0 (``above``), or where d <= 0: with the indicators and positive parts that this settles."""
    here, there, table = scaled(d)[1], scaled(-d)[1], dict[int, Ratio]()
    for i in terms.below(k):
        kind, x, *_ = (*terms.atom(i), None)
        if kind in ("ind", "pos") and x == (there if above else here):
            table[i] = ZERO
        elif kind in ("ind", "pos") and x in (here, there) and (above or kind == "pos"):
            table[i] = ONE if kind == "ind" else x
    return put(k, table, d.moves() or None, balanced_too=False)
