"""What a finding has to show, from its plain values: quantities with both engines' numbers, and the rest in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

LEVELS = ("scores", "class 0", "class 1")
_TRIED = {"samples": "samples tried", "models": "models tried", "tried": "samples and models tried"}
_SHOWN_APART = {"theorem", "given", "steps", "proof", "begins", "axioms", "document"}
_SHOWN_APART |= {
    "witness",
    "data sets",
    "figures",
    "data",
    "expression",
    "exact",
    "value",
    "error",
    "printed",
    "interval",
}


@dataclass(frozen=True)
class Quantity:
    """What the engines have for one quantity, and the digits that a paper prints with the values they stand for."""

    name: str
    numeric: dict[str, Any] | None
    symbolic: dict[str, Any] | None
    printed: str = ""
    interval: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether both engines have a number, and the same one exactly."""
        both = self.numeric, self.symbolic
        exact = {None if value is None else value["exact"] for value in both}
        return len(exact) == 1 and None not in exact


def quantities(numeric: dict[str, Any], symbolic: dict[str, Any]) -> Iterator[Quantity]:
    """Every quantity that has a number or printed digits.

    >>> half = {"exact": "1/2", "value": 0.5}
    >>> [found] = quantities({"expression": "AUC", **half, "printed": "0.5", "interval": ["9/20", "11/20"]}, half)
    >>> found.name, found.symbolic == half, found.printed, found.interval
    ('AUC', True, '0.5', ('0.45', '0.55'))
    """
    figures = numeric.get("figures") or ([numeric] if is_number(numeric) else [])
    others = symbolic.get("figures") or [symbolic]
    for figure in figures:
        of_it = (x for x in others if x.get("expression", "") in ("", figure.get("expression")))
        yield _quantity(figure.get("expression", ""), figure, next(of_it, {}))
    for name, value in numeric.items():
        if is_number(value):
            yield _quantity(name, value, symbolic.get(name, {}))


def rest(found: dict[str, Any]) -> dict[str, str]:
    """What an engine found that is neither a number nor a witness nor a proof, in words."""
    return {
        _TRIED.get(name, name): in_plain_words(value)
        for name, value in found.items()
        if name not in _SHOWN_APART and not is_number(value)
    }


def counted_verdicts(counts: Mapping[str, int]) -> str:
    """How many there are of each verdict, in the order in which they are given.

    >>> counted_verdicts({"holds": 1, "consistent": 2}), counted_verdicts({"holds": 3, "fails": 2})
    ('1 holds, 2 consistent', '3 hold, 2 fail')
    """
    several = {"holds": "hold", "fails": "fail"}
    told = ((count, x if count == 1 else several.get(x, x)) for x, count in counts.items())
    return ", ".join(f"{count} {verdict}" for count, verdict in told)


def in_plain_words(value: Any) -> str:
    """Plain values in words."""
    if isinstance(value, dict):
        return "\n".join(f"{key}: {in_plain_words(x)}" for key, x in value.items())
    if isinstance(value, list):
        return "; ".join(map(in_plain_words, value)) or "none"
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value)


def sharp_words(shown: dict[str, Any]) -> str:
    """How near both sides of a result come to each other on data on which it is sharp.

    >>> sharp_words({"left": {"exact": "1/4", "value": 0.25}, "right": {"exact": "1/3", "value": 1 / 3}, "gap": "1/12"})
    'the sides are 1/4 and 1/3, 1/12 apart, on these data'
    """
    left, right = (shown[side]["exact"] or shown[side]["value"] for side in ("left", "right"))
    if left == right:
        return f"both sides are {left} on these data"
    return f"the sides are {left} and {right}, {shown['gap']} apart, on these data"


def is_number(value: Any) -> bool:
    """Whether plain values are those of a number."""
    return isinstance(value, dict) and {"exact", "value"} <= value.keys()


def _quantity(name: str, numeric: dict[str, Any], symbolic: Any) -> Quantity:
    printed, interval = numeric.get("printed", ""), []
    if printed:
        digits = len(printed.partition(".")[2]) + 1
        interval = [f"{float(Fraction(end)):.{digits}f}" for end in numeric["interval"]]
    ours, theirs = (value if is_number(value) else None for value in (numeric, symbolic))
    return Quantity(name, ours, theirs, printed, tuple(interval))
