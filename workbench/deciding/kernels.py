"""What a function of an example is made of, in letters: on which sides of numbers it looks, whether it increases."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from sympy import Abs, Expr, Max, Min, Symbol, expand

from workbench.symbolic.notation import Below


def sides_of(kernel: Expr, p: Symbol, letters: Sequence[Symbol]) -> Iterator[Expr]:
    """On which side of a number p lies, where a maximum, a minimum or an absolute value in the kernel asks for it."""
    for e in sorted(kernel.atoms(Abs, Min, Max), key=str):
        for one, other in itertools.combinations((e.args[0], -e.args[0]) if isinstance(e, Abs) else e.args, 2):
            difference = expand(one - other)
            slope = difference.diff(p)
            if slope.is_number and slope != 0 and not difference.has(*(v for v in letters if v != p)):
                yield Below(p, expand(p - difference / slope))


def increases(f: Expr, ranks: tuple[Symbol, ...]) -> bool:
    """Whether a function is a rank, or an indicator or a greatest or least one of ranks and what stands still."""
    if isinstance(f, Below):
        return not f.args[0].has(*ranks) and f.args[1] in ranks
    if isinstance(f, Max | Min):
        return all(a in ranks or (a.is_number and a >= 0) for a in f.args)
    return False
