"""What an expression is about: its free parameters, the costs that it is made of, the number that it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import replace
from fractions import Fraction

from workbench import methods, metrics
from workbench.figures import NAMED
from workbench.language.elsewhere import absent, called_elsewhere
from workbench.language.grammar import MAX_BITS, nearest, small, suggestion
from workbench.language.syntax import (
    SECOND,
    UNIFORM,
    Apply,
    Arithmetic,
    Assumption,
    Cost,
    Expression,
    Loss,
    Method,
    Name,
    Negative,
    Node,
    Number,
    Of,
    PairMean,
    Rescored,
    Statement,
    children,
    rebuilt,
)
from workbench.words import (
    AT_THRESHOLD,
    FUNCTIONS,
    IN_UNIT_INTERVAL,
    INSIDE_MEAN,
    LAWS,
    MEANS,
    METHODS,
    SAMPLE_QUANTITIES,
)

AS_ASKED: ContextVar[bool] = ContextVar("as_asked", default=False)
"""Whether words that stand for other expressions are kept as a text is read, as what is only printed has them."""


def quantities(readable: bool = False) -> frozenset[str]:
    """The names that stand for a value of the sample; the ``readable`` ones where a message is to name some."""
    return SAMPLE_QUANTITIES | frozenset(metrics.CATALOGUE if readable else metrics.CATALOGUE.data)


def is_quantity(name: str) -> bool:
    """Whether a name stands for a value of the sample."""
    return name in SAMPLE_QUANTITIES or name in metrics.CATALOGUE


def is_figure(node: Node) -> bool:
    """Whether ``node`` is a metric, a loss, a mean or a figure at a threshold, and so one number on a sample."""
    if isinstance(node, Name):
        return node.name in metrics.CATALOGUE
    return isinstance(node, Loss | PairMean | Rescored) or (
        isinstance(node, Apply) and node.function in MEANS | AT_THRESHOLD.keys()
    )


def has_figure(node: Node) -> bool:
    """Whether ``node`` depends on a figure of a sample.

    >>> from workbench.language.statements import parse_expression
    >>> has_figure(parse_expression("t + loss(optimal)")), has_figure(parse_expression("t*n0"))
    (True, False)
    """
    return is_figure(node) or any(map(has_figure, children(node)))


def folded(node: Expression) -> Expression:
    """``node`` as the number it is, when it is made of numbers and the number is not absurdly long.

    >>> from workbench.language.statements import parse_expression
    >>> folded(parse_expression("10**9 + 1/2")), str(folded(parse_expression("2*q")))
    (Number(value=Fraction(2000000001, 2)), '2*q')
    """
    if isinstance(node, Negative):
        inner = folded(node.operand)
        return Number(-inner.value, node.column) if isinstance(inner, Number) else node
    if not isinstance(node, Arithmetic):
        return node
    left, right = folded(node.left), folded(node.right)
    if not (isinstance(left, Number) and isinstance(right, Number)):
        return node
    a, b = left.value, right.value
    if node.operator == "**":
        bits = a.numerator.bit_length() + a.denominator.bit_length()
        if b.denominator != 1 or (a == 0 and b < 0) or abs(b) * bits > MAX_BITS:
            return node
        found = Fraction(a ** int(b))
    elif node.operator == "/":
        if b == 0:
            return node
        found = a / b
    else:
        found = a + b if node.operator == "+" else a - b if node.operator == "-" else a * b
    return Number(found, node.column) if small(found) else node


def parts_of(cost: Cost) -> list[tuple[Expression, Cost]]:
    """The laws of the operating condition that a cost is made of, each with its probability.

    >>> from workbench.language.statements import parse_cost
    >>> [(str(q), str(part)) for q, part in parts_of(parse_cost("mixture(q, uniform, points(1/4, 1/3, 1/2, 2/3))"))]
    [('q', 'uniform'), ('(1 - q)*(1/3)', 'point(1/4)'), ('(1 - q)*(2/3)', 'point(1/2)')]
    """
    if cost.name == "points":
        pairs = zip(cost.arguments[::2], cost.arguments[1::2], strict=True)
        return [(weight, Cost("point", (place,))) for place, weight in pairs]  # type: ignore[misc]
    if cost.name != "mixture":
        return [(Number(Fraction(1)), cost)]
    q, *costs = cost.arguments
    shares = (q, folded(Arithmetic("-", Number(Fraction(1)), q)))  # type: ignore[arg-type]
    found: list[tuple[Expression, Cost]] = []
    for share, inner in zip(shares, costs, strict=True):
        assert isinstance(inner, Cost)
        parts = parts_of(inner)
        found += [(share, parts[0][1])] if len(parts) == 1 else [(_times(share, q), part) for q, part in parts]  # type: ignore[list-item, arg-type]
    return found


def interval(method: Method) -> tuple[Expression, Expression] | None:
    """The ends of the interval that a method is given; None for a method of none.

    >>> from workbench.language.statements import parse_method
    >>> [str(end) for end in interval(parse_method("score_uniform(0, a)"))], interval(parse_method("score_uniform"))
    (['0', 'a'], None)
    """
    entry = methods.CATALOGUE.get(method.name)
    if entry is None or not entry.of_interval or not method.arguments:
        return None
    low, high = method.arguments
    assert not isinstance(low, Method)
    assert not isinstance(high, Method)
    return low, high


def is_share(q: Expression) -> bool:
    """Whether an expression is seen to lie in [0, 1].

    >>> from workbench.language.statements import parse_expression
    >>> is_share(parse_expression("t*(1 - pi0)")), is_share(parse_expression("2*t"))
    (True, False)
    """
    match q:
        case Number(value=value):
            return 0 <= value <= 1
        case Name(name=name):
            return name in IN_UNIT_INTERVAL or name in ("pi0", "pi1")
        case Arithmetic(operator="-", left=Number(value=1), right=inner):
            return is_share(inner)
        case Arithmetic(operator="*", left=one, right=other):
            return is_share(one) and is_share(other)
    return False


def _times(one: Expression, other: Expression) -> Expression:
    return folded(Arithmetic("*", one, other))


def parameters(node: Node | Statement) -> frozenset[str]:
    """The free parameters of ``node``: single letters that stand neither for the sample nor for a variable.

    >>> from workbench.language.statements import parse_expression
    >>> sorted(parameters(parse_expression("q*error(t) + E0(s)*loss(score(c*w))")))
    ['q', 't', 'w']
    """
    if isinstance(node, Statement):
        return parameters(node.left).union(parameters(node.right), *map(of_assumption, node.given))
    if isinstance(node, Name):
        return frozenset() if node.name in {"s", SECOND, "c", "u"} or is_quantity(node.name) else frozenset({node.name})
    return frozenset().union(*(parameters(child) for child in children(node)))


def of_assumption(assumption: Assumption) -> frozenset[str]:
    """The free parameters of an assumption."""
    return frozenset().union(*map(parameters, assumption.sides or ())) - {assumption.for_all}


def spare_level(statement: Statement) -> str | None:
    """A parameter in [0, 1] that does not occur in a statement; None where all do."""
    return next((x for x in ("t", "r", "q") if x not in parameters(statement)), None)


def at_one_condition(statement: Statement) -> Statement:
    """The statement with a point in [0, 1], a parameter, for ``any`` cost: where this is false the statement is.

    >>> from workbench.language.statements import parse_statement
    >>> str(at_one_condition(parse_statement("loss(optimal, cost=any) <= t*loss(score_driven, cost=any)")))
    'loss(optimal, cost=point(r)) <= t*loss(score_driven, cost=point(r))'
    """
    letter = spare_level(statement)
    cost = UNIFORM if letter is None else Cost("point", (Name(letter),))

    def put(node: Node) -> Node:
        return cost if isinstance(node, Cost) and node.name == "any" else rebuilt(node, put)

    given = tuple(
        replace(a, sides=tuple(map(put, a.sides))) if a.sides else a  # type: ignore[arg-type]
        for a in statement.given
    )
    return replace(statement, left=put(statement.left), right=put(statement.right), given=given)  # type: ignore[arg-type]


def at_every_condition(statement: Statement) -> Statement | None:
    """What is assumed under ``any`` cost, and the claim is not about, as it is at all levels of the condition.

    That is the same where two score functions are compared and both sides are linear in losses; None elsewhere.

    >>> from workbench.language.statements import parse_statement
    >>> text = "a.BS <= b.BS given a.loss(optimal, cost=any) <= b.loss(optimal, cost=any)"
    >>> str(at_every_condition(parse_statement(text, two_models=True)))
    'a.BS <= b.BS given a.loss(optimal, cost=point(t)) <= b.loss(optimal, cost=point(t)) for all t'
    """
    if _times_any(statement.left) or _times_any(statement.right):
        return statement
    level, found = spare_level(statement), list[Assumption]()
    for a in statement.given:
        most = max(map(_times_any, a.sides or ()), default=0)
        if most:
            if most > 1 or level is None or a.for_all or a.relation not in ("<=", "==", ">=") or not _compares(a):
                return None
            at = at_one_condition(replace(statement, given=(a,))).given[0]
            a = replace(at, for_all=level)
        found.append(a)
    return replace(statement, given=tuple(found))


def _times_any(node: Node) -> int:
    """The degree in losses under ``any`` cost; 2 also where it is no polynomial in these."""
    if isinstance(node, Cost):
        return int(node.name == "any" or any(map(_times_any, node.arguments)))
    inner = [_times_any(child) for child in children(node)]
    if isinstance(node, Arithmetic) and node.operator in ("*", "/", "**") and any(inner):
        return sum(inner) if node.operator == "*" else 2 if node.operator == "**" or inner[1] else inner[0]
    linear = isinstance(node, (Arithmetic, Negative, Loss, Of))
    return max(inner, default=0) if linear or not any(inner) else 2


def _compares(assumption: Assumption) -> bool:
    """Whether an assumption is about figures of two score functions."""
    return any(isinstance(part, Of) for side in assumption.sides or () for part in _parts(side))


def _parts(node: Node) -> Iterator[Node]:
    yield node
    for child in children(node):
        yield from _parts(child)


def shapes(node: Node | Statement) -> frozenset[str]:
    """The parameters that are themselves a shape of a Beta density, and so positive.

    >>> from workbench.language.statements import parse_expression
    >>> sorted(shapes(parse_expression("loss(optimal, cost=beta(a, 2 - b))")))
    ['a']
    """
    if isinstance(node, Statement):
        return shapes(node.left) | shapes(node.right)
    own: frozenset[str] = frozenset()
    if isinstance(node, Cost) and node.name == "beta":
        own = frozenset(a.name for a in node.arguments if isinstance(a, Name))
    return own.union(*map(shapes, children(node)))


_CALLS = {
    **{name: f"{name}(...)" for name in (*FUNCTIONS, *MEANS)},
    **{name: f"{name}(t)" for name in AT_THRESHOLD},
    **{name: f"{name}(s)" for name in INSIDE_MEAN},
    **{name: f"{name}(g)" for name in LAWS},
    **{"loss": "loss(METHOD)", "indicator": "indicator(t < s)", "h_measure": "h_measure(a, b)", "mix": "mix(q, A, B)"},
}


def as_called(name: str) -> str:
    """A name with the arguments that it needs; one that needs none as it is.

    >>> as_called("error"), as_called("score_fixed"), as_called("score_uniform"), as_called("AUC")
    ('error(t)', 'score_fixed(1/2)', 'score_uniform', 'AUC')
    """
    if name not in methods.CATALOGUE:
        return _CALLS.get(name, name)
    entry = methods.CATALOGUE[name]
    return entry.call(name) if len(entry.parameters) > len(entry.defaults) else name


def what_was_meant(name: str, inside_mean: bool = False) -> str:
    """What an unknown name may have been meant to be, for the end of a message: what can stand in its place.

    >>> what_was_meant("brier_score"), what_was_meant("Auc"), what_was_meant("eror")
    ('; did you mean BS?', '; did you mean AUC?', '; did you mean error(t)?')
    """
    if titled := called_elsewhere(name):
        return f"; did you mean {titled}?"
    if missing := absent(name):
        return f"; {missing}"
    calls = _CALLS.keys() - METHODS
    word = name if name in calls else name.lower()
    if word in calls:
        return f"; did you mean {as_called(word)}{', inside a mean' * (word in INSIDE_MEAN)}?"
    words = quantities(readable=True) | calls | NAMED.keys()
    if not inside_mean:
        words -= INSIDE_MEAN | {"indicator"}
    near = suggestion(name, words, 3, as_called)
    likest = map(as_called, nearest(name, words, 3, 0.0))
    least_far = f"; the nearest names are {', '.join(likest)}" if len(name) > 1 else ""
    return near or f"{least_far}; a free parameter is one lower-case letter, perhaps with a digit, such as a or k1"
