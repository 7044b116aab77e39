"""Signs for documents: what a line is a mean of, and why that is nonnegative, as certificates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from sympy import Expr, Pow, Symbol, log

from workbench.deciding.certificates import Region, certificate
from workbench.symbolic.notation import ClassMean, ConditionMean, c
from workbench.symbolic.plain import plain

UNIT = (Fraction(0), Fraction(1))


def sign_of_density(f: Expr) -> Any:
    """Why a density is not negative on [0, 1]."""
    return certificate(f, Region({c: UNIT}))


def defined(lines: Sequence[Expr]) -> Iterator[dict[str, Any]]:
    """Why what the lines are divided by is not zero, where that is not seen at once."""
    seen: set[Expr] = set()
    for line in lines:
        for power in sorted(line.atoms(Pow), key=str):
            if power.exp.is_negative and power.base not in seen and len(power.base.free_symbols) > 0:
                seen.add(power.base)
                base = power.base
                if base.is_Symbol or base.atoms(ClassMean, ConditionMean, log):
                    continue
                names = {x: UNIT for x in base.free_symbols}
                found = certificate(base, Region(names, positive=tuple(x for e in (Symbol("pi0", positive=True),) for x in (e, 1 - e) if e in names)), strict=True)
                if found is not None:
                    yield {"expression": plain(base), "certificate": found}
