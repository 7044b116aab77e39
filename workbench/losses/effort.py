"""What the exact value of an expression on a sample costs, told from the expression before it is computed.

In units of `workbench.limits`. A prediction, so that a search spends the same on the same samples wherever and
however often it runs, whatever is in caches. It is right within a factor of two or three for most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from workbench import metrics
from workbench.language.statements import MEANS, folded, law, parameters
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Loss,
    Method,
    Name,
    Node,
    Number,
    PairMean,
    Rescored,
    children,
    names,
)
from workbench.samples.sample import Sample
from workbench.words import OF_ONE_CLASS

_NODE, _CALL, _METRIC, _PROBABILITIES, _LOSS = 3.0, 15.0, 35.0, 100.0, 200.0
_SMOOTH, _CURVED, _DOUBLE = 180.0, 500.0, 1300.0
_PLACE, _RULE, _DIGIT, _POWER, _SHAPE = 40.0, 20.0, 1.0, 20.0, 15.0
_BROKEN, _LONGEST, _HIGHEST, _RANKED = 300.0, 3e6, 500.0, 7.0
_MOST = 10**5
_RANKS = frozenset({"F0", "F1", "R"})


class Effort(NamedTuple):
    """The units that a value costs once, for each distinct score, for each pair of them, and for each example."""

    once: float
    each: float = 0.0
    of_pairs: float = 0.0
    of_examples: float = 0.0

    def on(self, sample: Sample, anew: float = 1.0) -> float:
        """The units that a value on this sample costs; ``anew`` is the part of scores that no sample before it had."""
        size = len(sample.scores)
        return self.once + anew * size * (self.each + size * self.of_pairs) + sample.n * self.of_examples


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
        case Rescored():
            inner, moved = effort(node.loss), effort(node.scores)
            return inner._replace(once=2 * inner.once, each=2 * inner.each + _PLACE + moved.once)
        case Apply() if node.function in MEANS:
            return _of_mean(node.arguments[0])
        case PairMean():
            second = _of_mean(node.body)
            return Effort(_CALL, second.once, second.each)
        case Name():
            metric = metrics.CATALOGUE.get(node.name)
            price = _NODE if metric is None else _PROBABILITIES if metric.needs_probabilities else _METRIC
            return Effort(price, 0.0 if metric is None else 2.0)
        case Apply(function="h_measure"):
            return Effort(_LOSS + _of_shapes(node.arguments), 2.0)
    parts = [effort(child) for child in children(node)]
    once, *others = (sum(amounts) for amounts in zip(*parts, Effort(_NODE), strict=True))
    if isinstance(node, Apply):
        once += _CALL
    if isinstance(node, Arithmetic) and node.operator == "**":
        once += _DIGIT * _size([node.right])
    return Effort(once, *others)


def _of_mean(body: Node) -> Effort:
    """A mean of powers of the score is made of their sums, another one is taken score by score."""
    inner, high = effort(body), min(_size(_powers(body)), _HIGHEST)
    once = 2 * _CALL + inner.once + high * (_POWER + high / 5)
    if not any(isinstance(part, Apply) for part in _parts(body)):
        return Effort(2 * once, 1.0)
    degree = _degree(body)
    places = degree + 1 if degree is not None else 12
    return Effort(2 * once + _RULE * (places - 1) ** 2, places * (_PLACE + inner.once))


def _of_law(method: Method, loss: Loss) -> Effort:
    """A loss of a law that moves on a line is made of sums, another one is taken score by score."""
    if method.name == "mix":
        found = [_of_law(part, loss) for part in method.arguments if isinstance(part, Method)]
        return Effort(*(sum(amounts) for amounts in zip(*found, strict=True)))
    g = method.arguments[0] if method.arguments else Name("c")
    shape, shapes = _curvature(g), loss.cost.arguments
    if loss.cost.name == "beta" and any(isinstance(x, Number) and x.value.denominator > 1 for x in shapes):
        shape = max(shape, _SMOOTH)
    if method.name in OF_ONE_CLASS:
        shape = max(shape, _SMOOTH)
    once = _LOSS + (_of_shapes(shapes) if loss.cost.name == "beta" else _SHAPE * _size(_powers(loss.cost)))
    curved = shape + 5 * effort(g).once if shape else 0.0
    priced = Effort(once + (curved if parameters(loss) else 0.0), 2.0 + curved)
    return priced._replace(of_examples=_RANKED + curved) if loss.rates == "cutpoints" else priced


def _of_shapes(shapes: Iterable[Node]) -> float:
    """What the shapes of a Beta density add."""
    broken = any(isinstance(x, Number) and x.value.denominator > 1 for x in shapes)
    return min((_BROKEN if broken else _SHAPE) * _size(shapes), _LONGEST)


def _curvature(g: Node) -> float:
    """Nothing for thresholds that move on a line with c or with u; more for curves, roots and what has both."""
    if not names(g) & {"c", "u"}:
        return 0.0
    powers = list(_powers(g))
    high = _POWER * _size(powers)
    both = {"c", "u"} <= names(g)
    if any(isinstance(part, Apply) for part in _parts(g)) or any(
        isinstance(x, Number) and x.value.denominator > 1 for x in powers
    ):
        return _CURVED + high
    if _is_line(g):
        return _SMOOTH if both else 0.0
    return _DOUBLE + 4 * high if both else _SMOOTH + high


def _parts(node: Node) -> Iterator[Node]:
    yield node
    for child in children(node):
        yield from _parts(child)


def _powers(node: Node) -> Iterator[Node]:
    """The exponents that occur."""
    return (part.right for part in _parts(node) if isinstance(part, Arithmetic) and part.operator == "**")


def _size(nodes: Iterable[Node]) -> float:
    """How large the numbers among these are, numerators and denominators together."""
    found = 0
    for node in nodes:
        number = node if isinstance(node, Method) else folded(node)  # type: ignore[arg-type]
        if isinstance(number, Number) and number.value.denominator + abs(number.value.numerator) > 2:
            found += min(abs(number.value.numerator) + number.value.denominator - 1, _MOST)
    return float(min(found, 2 * _MOST))


def _is_line(g: Node) -> bool:
    """Whether c and u occur outside of products, divisors and powers only."""
    if not names(g) & {"c", "u"}:
        return True
    if isinstance(g, Arithmetic):
        moving = [x for x in (g.left, g.right) if names(x) & {"c", "u"}]
        if g.operator == "**" or (g.operator == "/" and g.right in moving) or (g.operator == "*" and len(moving) > 1):
            return False
    return all(map(_is_line, children(g)))


def _degree(node: Node) -> int | None:
    """The degree in the ranks, at whose places a mean over a tie is taken; None where it has none."""
    if not any(isinstance(part, Apply) and part.function in _RANKS for part in _parts(node)):
        return 0
    match node:
        case Apply():
            return 1 if node.function in _RANKS else None
        case Arithmetic(operator="+" | "-" | "*" | "/"):
            one, other = _degree(node.left), _degree(node.right)
            if one is None or other is None:
                return None
            return one + other if node.operator in "*/" else max(one, other)
        case Arithmetic(operator="**", right=Number(value=power)):
            base = _degree(node.left)
            return None if base is None or power.denominator > 1 else min(base * abs(int(power)), 200)
    found = [_degree(child) for child in children(node)]
    return None if None in found else max((x for x in found if x is not None), default=0)
