"""The sentences of the statement language as plain values: nodes, and how each is written back.

Both engines read these trees, each with its own interpreter, so the module knows neither sympy nor
data. A node's ``column`` is where it stood in the text (1-based, 0 when it was not parsed); it takes
no part in comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from operator import is_
from typing import Any, TypeAlias


def _column() -> int:
    return field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Number:
    """An exact rational literal."""

    value: Fraction
    column: int = _column()

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Name:
    """A quantity of the sample (``AUC``, ``pi0``), a bound variable (``s``, ``c``, ``u``) or a parameter."""

    name: str
    column: int = _column()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Arithmetic:
    """``left operator right`` with operator one of ``+ - * / **``."""

    operator: str
    left: Expression
    right: Expression
    column: int = _column()

    def __str__(self) -> str:
        own = _BINDING[self.operator]
        left, right = str(self.left), str(self.right)
        if _binding(self.left) < own or (self.operator == "**" and _binding(self.left) <= own):
            left = f"({left})"
        if (
            _binding(self.right) < own
            or (self.operator in "-/*" and _binding(self.right) == own)
            or _leading_minus(self.right)
        ):
            right = f"({right})"
        spaced = f" {self.operator} " if own == 1 else self.operator
        return f"{left}{spaced}{right}"


@dataclass(frozen=True)
class Negative:
    """``-operand``."""

    operand: Expression
    column: int = _column()

    def __str__(self) -> str:
        inner = str(self.operand)
        return f"-({inner})" if _binding(self.operand) <= 2 or _leading_minus(self.operand) else f"-{inner}"


@dataclass(frozen=True)
class Comparison:
    """``left relation right`` inside ``indicator(...)``; relation one of ``< <= > >=``."""

    relation: str
    left: Expression
    right: Expression
    column: int = _column()

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True)
class Apply:
    """A call: ``min max abs sqrt log exp``, ``error macro_error h_measure``, ``E0 E1 E``, and what stands
    inside a mean: ``indicator F0 F1 R posterior pav``."""

    function: str
    arguments: tuple[Expression | Comparison, ...]
    column: int = _column()

    def __str__(self) -> str:
        return f"{self.function}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True)
class Method:
    """A threshold choice method: ``score_driven``, ``rate_fixed(1/2)``, ``score(c**2)``, ``mix(q, A, B)``."""

    name: str
    arguments: tuple[Expression | Method, ...] = ()
    column: int = _column()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})" if self.arguments else self.name


@dataclass(frozen=True)
class Cost:
    """A law of the operating condition: ``uniform``, ``beta(2, 2)``, ``point(1/3)``, ``density(2*c)``, ``points(...)``,
    or ``mixture(q, A, B)`` of two. That named ``weight`` is what a loss says as ``weight=f``, and no law."""

    name: str
    arguments: tuple[Expression | Cost, ...] = ()
    column: int = _column()

    def __str__(self) -> str:
        if self.name == "weight":
            return f"weight={self.arguments[0]}"
        return f"{self.name}({', '.join(map(str, self.arguments))})" if self.arguments else self.name


UNIFORM = Cost("uniform")


@dataclass(frozen=True)
class Loss:
    """The expected loss of a threshold choice method under a density of the operating condition."""

    method: Method
    cost: Cost = UNIFORM
    condition: str = "cost"
    rates: str = "interpolated"
    column: int = _column()

    def __str__(self) -> str:
        words = [str(self.method)]
        if self.cost != UNIFORM:
            words.append(str(self.cost) if self.cost.name == "weight" else f"cost={self.cost}")
        if self.condition != "cost":
            words.append(f"condition={self.condition}")
        if self.rates != "interpolated":
            words.append(f"rates={self.rates}")
        return f"loss({', '.join(words)})"


@dataclass(frozen=True)
class PairMean:
    """``E(body, s2)``, with E0 or E1 for E: the mean over two examples that are drawn independently of each other,
    with replacement, of scores ``s`` and ``s2``; ``E0`` and ``E1`` draw both from one class."""

    function: str
    body: Expression
    column: int = _column()

    def __str__(self) -> str:
        return f"{self.function}({self.body}, {SECOND})"


@dataclass(frozen=True)
class Of:
    """``a.BS``: a figure of one of two score functions on the same examples."""

    model: str
    figure: Expression
    column: int = _column()

    def __str__(self) -> str:
        log_loss = isinstance(self.figure, Arithmetic)  # the one figure that is a word for a sum
        return f"{self.model}.{'LL' if log_loss else self.figure}"


@dataclass(frozen=True)
class Rescored:
    """The expected loss of a method on other scores: an expression in ``s``, ``pav(s)`` and ``posterior(s)``."""

    loss: Loss
    scores: Expression
    column: int = _column()

    def __str__(self) -> str:
        return f"{str(self.loss)[:-1]}, scores={self.scores})"


Expression: TypeAlias = Number | Name | Arithmetic | Negative | Apply | Loss | PairMean | Of | Rescored
Node: TypeAlias = Expression | Comparison | Method | Cost


@dataclass(frozen=True)
class Assumption:
    """What follows ``given``: a property by name, ``pi0``/``auc`` in relation to a number, or any two ``sides``.

    ``for_all`` is a level in [0, 1] for all values of which two sides are so related.

    >>> str(Assumption("pi0", "<", Fraction(1, 3))), str(Assumption("", ">", sides=(Name("t"), Number(Fraction(0)))))
    ('pi0 < 1/3', 't > 0')
    """

    name: str
    relation: str | None = None
    value: Fraction | None = None
    sides: tuple[Expression, Expression] | None = None
    column: int = _column()
    for_all: str = ""

    def __str__(self) -> str:
        left, right = self.sides or (self.name, self.value)
        every = f" for all {self.for_all}" if self.for_all else ""
        return self.name if self.relation is None else f"{left} {self.relation} {right}{every}"


@dataclass(frozen=True)
class Statement:
    """``left relation right given assumptions``."""

    left: Expression
    relation: str
    right: Expression
    given: tuple[Assumption, ...] = ()

    def __str__(self) -> str:
        given = f" given {', '.join(map(str, self.given))}" if self.given else ""
        return f"{self.left} {self.relation} {self.right}{given}"


SECOND = "s2"
"""The score of the second example of a pair."""
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}


def _binding(node: object) -> int:
    if isinstance(node, Arithmetic):
        return _BINDING[node.operator]
    if isinstance(node, Negative):
        return 3
    if isinstance(node, Number):
        return 2 if node.value.denominator != 1 else (3 if node.value < 0 else 5)
    return 5


def _leading_minus(node: object) -> bool:
    return isinstance(node, Negative) or (isinstance(node, Number) and node.value < 0)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below ``node``, from left to right.

    >>> [str(x) for x in children(Arithmetic("+", Name("a"), Number(Fraction(1, 2))))]
    ['a', '1/2']
    """
    for part in _PARTS[type(node)]:
        value = getattr(node, part)
        if isinstance(value, NODES):
            yield value
        elif isinstance(value, tuple):
            yield from value


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """``node`` with each of its direct children replaced by ``change(child)``."""
    parts: dict[str, Any] = {}
    same = True
    for part in _PARTS[type(node)]:
        value = getattr(node, part)
        if isinstance(value, NODES):
            parts[part] = change(value)
            same = same and parts[part] is value
        elif isinstance(value, tuple):
            parts[part] = tuple(change(v) for v in value)
            same = same and all(map(is_, parts[part], value))
    return node if same else replace(node, **parts)


def exchanged(node: Any, old: Node, new: Node) -> Any:
    """``node`` with one part for another wherever that stands.

    >>> str(exchanged(Arithmetic("*", Name("q"), Name("s")), Name("s"), Name("c")))
    'q*c'
    """
    return new if node == old else rebuilt(node, lambda child: exchanged(child, old, new))


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """``node`` with the names in ``values`` replaced.

    >>> str(substitute(Arithmetic("*", Name("q"), Name("s")), {"q": Number(Fraction(1, 3))}))
    '1/3*s'
    """
    if isinstance(node, Name):
        return values.get(node.name, node)
    return rebuilt(node, lambda child: substitute(child, values))


def names(node: Node) -> frozenset[str]:
    """Every name that occurs in ``node``, bound or free."""
    if isinstance(node, Name):
        return frozenset({node.name})
    return frozenset().union(*(names(child) for child in children(node)))


def literals(node: Node) -> frozenset[Fraction]:
    """Every number that is written in ``node``."""
    if isinstance(node, Number):
        return frozenset({node.value})
    return frozenset().union(*(literals(child) for child in children(node)))


def mentions(node: Node, wanted: Collection[str]) -> bool:
    """Whether one of some names occurs in ``node``."""
    return node.name in wanted if isinstance(node, Name) else any(mentions(child, wanted) for child in children(node))


NODES = (Number, Name, Arithmetic, Negative, Comparison, Apply, Method, Cost, Loss, PairMean, Of, Rescored)
_PARTS = {kind: tuple(part.name for part in fields(kind)) for kind in NODES}
