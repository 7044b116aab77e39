"""What the exact value of an expression on a sample costs, told from the expression before it is computed.

In units of `workbench.limits`. A prediction, so that a search spends the same on the same samples wherever and
however often it runs: what caches spare is not taken off. It is right within a factor of two or three for most.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from workbench import metrics
from workbench.language.statements import INSIDE_MEAN, MEANS, law
from workbench.language.syntax import Apply, Arithmetic, Loss, Method, Name, Node, Number, children, names
from workbench.numeric.sample import Sample

_NODE, _CALL, _METRIC, _PROBABILITIES, _LOSS = 3.0, 15.0, 35.0, 100.0, 200.0
_SMOOTH, _CURVED, _DOUBLE = 180.0, 500.0, 1300.0
_PLACE, _DIGIT, _POWER = 40.0, 0.1, 20.0
_MOST, _HIGH = 10.0**6, 10**4


class Effort(NamedTuple):
    """The units that a value costs once, and for each distinct score."""

    once: float
    each: float = 0.0

    def on(self, sample: Sample) -> float:
        """The units that a value on this sample costs."""
        return self.once + self.each * len(sample.scores)


@lru_cache(maxsize=1024)
def effort(node: Node) -> Effort:
    """The effort of an expression.

    >>> from workbench.language.statements import parse_expression
    >>> plain, curved = (effort(parse_expression(f"loss(score({g}))")) for g in ("c", "sqrt(c)"))
    >>> plain.each < curved.each
    True
    """
    match node:
        case Loss():
            return _of_law(law(node.method), node)
        case Apply() if node.function in MEANS:
            return _of_mean(node.arguments[0])
        case Name():
            metric = metrics.CATALOGUE.get(node.name)
            price = _NODE if metric is None else _PROBABILITIES if metric.needs_probabilities else _METRIC
            return Effort(price, 0.0 if metric is None else 2.0)
        case Apply(function="h_measure"):
            return Effort(_LOSS, 2.0)
    parts = [effort(child) for child in children(node)]
    once, each = _NODE + sum(part.once for part in parts), sum(part.each for part in parts)
    if isinstance(node, Apply):
        once += _CALL
    if isinstance(node, Arithmetic) and node.operator == "**" and isinstance(node.right, Number):
        once += min(_DIGIT * float(abs(node.right.value)), _MOST)
    return Effort(once, each)


def _of_mean(body: Node) -> Effort:
    """A mean of powers of the score is made of their sums, another one is taken score by score."""
    inner = effort(body)
    once = 2 * _CALL + inner.once
    if not _calls(body):
        return Effort(2 * once, 1.0)
    degree = _degree(body)
    places = degree + 1 if degree is not None else 12.0
    return Effort(2 * once, places * (_PLACE + inner.once))


def _of_law(method: Method, loss: Loss) -> Effort:
    if method.name == "mix":
        _, *both = method.arguments
        found = [_of_law(part, loss) for part in both if isinstance(part, Method)]
        return Effort(sum(x.once for x in found), sum(x.each for x in found))
    g = method.arguments[0] if method.arguments else Name("c")
    shape = _curvature(g)
    if loss.cost.name == "beta" and any(isinstance(x, Number) and x.value.denominator > 1 for x in loss.cost.arguments):
        shape = max(shape, _SMOOTH)
    inner = effort(g)
    return Effort(_LOSS + shape + 5 * inner.once, 2.0 + (shape + 5 * inner.once if shape else 0.0))


def _curvature(g: Node) -> float:
    """Nothing for thresholds that move on a line with c or with u; more for curves, roots and what has both."""
    if not names(g) & {"c", "u"}:
        return 0.0
    powers = [x.value for x in _powers(g) if isinstance(x, Number)]
    if _calls(g) or any(x.denominator > 1 for x in powers):
        return _CURVED
    if {"c", "u"} <= names(g):
        return _SMOOTH if _is_line(g) else _DOUBLE
    return 0.0 if _is_line(g) else _SMOOTH + _POWER * float(min(sum(map(abs, powers)), _HIGH))


def _powers(node: Node) -> list[Node]:
    own = [node.right] if isinstance(node, Arithmetic) and node.operator == "**" else []
    return own + [x for child in children(node) for x in _powers(child)]


def _is_line(g: Node) -> bool:
    """Whether c or u occurs outside of products, quotients by it and powers."""
    if not names(g) & {"c", "u"}:
        return True
    if isinstance(g, Arithmetic):
        moving = [x for x in (g.left, g.right) if names(x) & {"c", "u"}]
        if g.operator == "**" or (g.operator == "/" and g.right in moving) or (g.operator == "*" and len(moving) > 1):
            return False
    return all(map(_is_line, children(g)))


def _calls(node: Node) -> bool:
    return isinstance(node, Apply) or any(map(_calls, children(node)))


def _ranks(node: Node) -> bool:
    return (isinstance(node, Apply) and node.function in ("F0", "F1", "R")) or any(map(_ranks, children(node)))


def _degree(node: Node) -> int | None:
    """The degree in the ranks, at whose places a mean over a tie is taken; None where it has none."""
    if not _ranks(node):
        return 0
    match node:
        case Apply():
            return 1 if node.function in INSIDE_MEAN else None
        case Arithmetic(operator="+" | "-" | "*" | "/"):
            one, other = _degree(node.left), _degree(node.right)
            if one is None or other is None:
                return None
            return one + other if node.operator in "*/" else max(one, other)
        case Arithmetic(operator="**", right=Number(value=power)):
            base = _degree(node.left)
            return None if base is None or power.denominator > 1 else min(base * abs(int(power)), 60)
    found = [_degree(child) for child in children(node)]
    return None if None in found else max((x for x in found if x is not None), default=0)
