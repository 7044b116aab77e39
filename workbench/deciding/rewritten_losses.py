"""Losses on other scores and under weights, in other words where these say exactly the same.

On every sample the loss of a law of thresholds is ``pi0 E0[l0(s)] + pi1 E1[l1(s)]``, which the reader accepts for each
law before it is used; so on the scores f it is ``pi0 E0[l0(f)] + pi1 E1[l1(f)]``. What looks at ranks alone, and the
optimal loss, are the same on scores that f orders and ties alike; the examples of a block of the hull share their
calibrated score, so that the ROC curve of ``pav(s)`` is that hull: the optimal loss stays, and AUC becomes AUCH. The
posterior is its own calibrated score, by which the optimal threshold is the cost proportion.

A weight of rational mass is that mass times a density. A sum of losses under another one weight, with nonnegative
factors, is to such a sum as it is for every law of the operating condition: what is true of all laws is true of their
multiples, and of the weights that rise to the given one, whose losses rise to those under it (monotone convergence).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import flint

from workbench.deciding.definedness import defined
from workbench.deciding.domain import domain_of
from workbench.errors import InputError, NotSupported
from workbench.language import statements
from workbench.language.about import has_figure
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Cost,
    Expression,
    Loss,
    Method,
    Name,
    Node,
    Number,
    Rescored,
    Statement,
    children,
    names,
    rebuilt,
    substitute,
)
from workbench.losses.densities import density
from workbench.losses.formulas import enclosure, minus, plus, times
from workbench.losses.monotone import direction
from workbench.losses.rescored import needs_probabilities
from workbench.losses.weights import under_density, weight_of

_SHARES = ("pav", "posterior")
_HALF, _ONE = Number(Fraction(1, 2)), Number(Fraction(1))


def lowered(statement: Statement) -> Statement:
    """A statement without losses on other scores; those that have no other words are left as they are.

    >>> print(lowered(statements.parse_statement("loss(score_driven, scores=pav(s)) == RLH")))
    pi0*E0(pav(s)**2) + pi1*E1(pav(s)**2 - 2*pav(s) + 1) == RLH
    >>> print(lowered(statements.parse_statement("loss(rate_uniform, scores=s**2) <= loss(optimal, scores=pav(s))")))
    loss(rate_uniform) <= loss(optimal)
    """
    domain = domain_of(statement)
    statement = _for_any(statement)

    def put(node: Node) -> Node:
        if isinstance(node, Loss) and node.cost.name == "weight" and defined(node, domain, statement.given):
            return _multiple(node) or node
        if isinstance(node, Rescored) and defined(node, domain, statement.given):
            own = _multiple(node.loss) if node.loss.cost.name == "weight" else node.loss
            if isinstance(own, Arithmetic):
                return times(own.left, put(replace(node, loss=own.right)))  # type: ignore[arg-type, no-any-return]
            if isinstance(own, Number):  # no mass
                law = statements.law(node.loss.method)
                return own if not needs_probabilities(law) or _within(node.scores) else node
            other = of_rescored(replace(node, loss=own or node.loss))  # type: ignore[arg-type]
            return node if other is None else other
        return rebuilt(node, put)

    given = tuple(
        replace(a, sides=tuple(map(put, a.sides))) if a.sides else a  # type: ignore[arg-type]
        for a in statement.given
    )
    return replace(statement, left=put(statement.left), right=put(statement.right), given=given)  # type: ignore[arg-type]


def _multiple(loss: Loss) -> Expression | None:
    """A loss under a weight of rational mass as a multiple of that under a density; None under another."""
    said = under_density(loss)
    return None if said is None else times(Number(said[0]), said[1])


def _for_any(statement: Statement) -> Statement:
    """The same about any law of the operating condition, where sums of losses under one weight are compared.

    Not where something is given about any law: the law of what is given would become that of the claim.
    """
    sides = statement.left, statement.right
    if any(_costs(side, "any") for a in statement.given for side in a.sides or ()):
        return statement
    weights = {cost for side in sides for cost in _costs(side, "weight")}
    if len(weights) != 1 or statement.relation in ("<", ">", "!=") or not all(map(_is_sum, sides)):
        return statement
    (cost,) = weights
    try:
        if isinstance(weight_of(cost).mass, Fraction):
            return statement
    except (InputError, NotSupported):
        return statement

    def put(node: Node) -> Node:
        return Cost("any") if node == cost else rebuilt(node, put)

    return replace(statement, left=put(statement.left), right=put(statement.right))  # type: ignore[arg-type]


def _costs(node: Node, name: str) -> set[Cost]:
    """The laws of the operating condition of that name in an expression."""
    own = {node} if isinstance(node, Cost) and node.name == name else set()
    return own.union(*(_costs(child, name) for child in children(node)))


def _is_sum(node: Node) -> bool:
    """Whether an expression is 0, or a sum of losses under weights with nonnegative numbers for factors."""
    match node:
        case Number(value=value):
            return value == 0
        case Loss(method=method, cost=cost):
            return cost.name == "weight" and not has_figure(method)
        case Rescored(loss=loss, scores=scores):
            return _is_sum(loss) and not has_figure(scores)
        case Arithmetic(operator="+", left=left, right=right):
            return _is_sum(left) and _is_sum(right)
        case Arithmetic(operator="*", left=Number(value=value), right=right):
            return value >= 0 and _is_sum(right)
        case Arithmetic(operator="*" | "/", left=left, right=Number(value=value)):
            return value > 0 and _is_sum(left)
    return False


def of_rescored(node: Rescored) -> Expression | None:
    """A loss on other scores that has a value, in other words; None where it has none."""
    return _of_loss(node.loss, statements.law(node.loss.method), node.scores)


def _of_loss(loss: Loss, law: Method, f: Expression) -> Expression | None:
    """The loss of a law on the scores f; None where it has no other words."""
    if law.name == "mix":
        q, *both = law.arguments
        parts = [_of_loss(replace(loss, method=x), x, f) for x in both]  # type: ignore[arg-type]
        if parts[0] is None or parts[1] is None or has_figure(q):
            return None
        return plus(times(q, parts[0]), times(minus(_ONE, q), parts[1]))  # type: ignore[no-any-return]
    if has_figure(law) or has_figure(loss.cost):
        return None  # a figure of the sample with other scores
    if law.name == "score":
        return on_thresholds(loss, law, f)
    inner = in_one(f)
    if inner is None or direction(inner[1]) != 1:
        return None
    if inner[0] == "s":
        return loss
    if inner[0] == "pav":
        return loss if law.name == "optimal" else _on_hull(loss)
    at = Apply("posterior", (Name("s"),))
    driven = Method("score", (Name("c"),))
    own_share = law.name == "optimal" and loss.condition == "cost"
    return on_thresholds(replace(loss, method=driven), driven, at) if own_share else None


def in_one(f: Expression) -> tuple[str, Expression] | None:
    """A function of one thing, which is named, with s in its place; None where it is one of several, or of figures."""
    found: set[str] = set()

    def placed(node: Node) -> Node:
        if isinstance(node, Apply) and node.function in _SHARES:
            found.add(node.function)
            return Name("s")
        if node == Name("s"):
            found.add("s")
        return rebuilt(node, placed)

    alone = placed(f)
    return (found.pop(), alone) if len(found) == 1 and not has_figure(f) else None  # type: ignore[return-value]


def _on_hull(loss: Loss) -> Expression | None:
    """The loss of a method on ranks along the hull, where it is a function of AUC."""
    found = in_area(loss)
    return None if found is None else substitute(found, {"AUC": Name("AUCH")})  # type: ignore[return-value]


def in_area(loss: Loss) -> Expression | None:
    """A loss as a function of AUC alone, where it is one."""
    from workbench.deciding.derivation import derive

    if loss.rates != "interpolated" or loss.cost.name == "weight":
        return None
    try:
        closed = derive(loss.method, loss.cost, loss.condition).closed_form
    except (InputError, NotSupported):
        return None
    if closed is None:
        return None
    expression = statements.parse_expression(closed)
    return None if has_figure(substitute(expression, {"AUC": _ONE})) else expression


# --- laws of thresholds ---------------------------------------------------------------------------------------


def on_thresholds(loss: Loss, law: Method, f: Expression) -> Expression | None:
    """The loss of a law of thresholds on the scores f.

    It is ``pi0 E0[l0(f)] + pi1 E1[l1(f)]``, each class counting one half for skews.
    """
    (g,) = law.arguments
    if loss.cost.name == "weight":
        return None
    rule = _fixed(g, loss.cost) if not names(g) & {"c", "u"} else _rule(law, loss.cost) if _within(f) else None  # type: ignore[arg-type]
    if rule is None:
        return None
    shares = (_HALF, _HALF) if loss.condition == "skew" else (Name("pi0"), Name("pi1"))
    means = (Apply(f"E{k}", (substitute(rule[k], {"s": f}),)) for k in (0, 1))  # type: ignore[arg-type]
    first, second = (times(share, mean) for share, mean in zip(shares, means, strict=True))
    return plus(first, second)  # type: ignore[no-any-return]


def _fixed(threshold: Expression, cost: Cost) -> tuple[Expression, Expression] | None:
    """``2 mu 1{t < s}`` and ``2 (1 - mu) 1{t >= s}``, for any scores."""
    try:
        mean = density(cost).mean
    except (InputError, NotSupported):
        return None
    if not isinstance(mean, Fraction):
        return None
    above = statements.parse_expression("indicator(t < s)", ("s",))
    above = substitute(above, {"t": threshold})  # type: ignore[assignment]
    return times(Number(2 * mean), above), times(Number(2 - 2 * mean), minus(_ONE, above))


@lru_cache(maxsize=256)
def _rule(law: Method, cost: Cost) -> tuple[Expression, Expression] | None:
    """l0 and l1 of a law of thresholds, with which the reader has accepted its loss; None where there are none."""
    from workbench.deciding.derivation import derive
    from workbench.deciding.proving import prove_equality
    from workbench.symbolic.translation import to_sympy

    try:
        found = derive(law, cost)
    except (InputError, NotSupported):
        return None
    if found.l0 is None or found.l1 is None:
        return None
    rule = statements.parse_expression(found.l0, ("s",)), statements.parse_expression(found.l1, ("s",))
    first, second = (
        Arithmetic("*", Name(share), Apply(mean, (x,)))
        for share, mean, x in zip(("pi0", "pi1"), ("E0", "E1"), rule, strict=True)
    )
    lemma = prove_equality(to_sympy(Loss(law, cost)), to_sympy(Arithmetic("+", first, second)))
    return None if lemma is None else rule


def _within(f: Expression) -> bool:
    """Whether f is seen to lie in [0, 1] wherever s, pav(s), posterior(s) and t, r, q do."""
    from workbench.deciding.definedness_in_documents import certainly
    from workbench.symbolic.translation import to_sympy

    inner = in_one(f)
    if inner is not None and direction(inner[1]) is not None and names(inner[1]) <= {"s"}:
        ends = [enclosure(inner[1], "s", flint.arb(x)) for x in (0, 1)]
        return all(0 <= end <= 1 for end in ends)
    e = to_sympy(f)
    if not e.free_symbols or has_figure(f):
        return bool(0 <= e <= 1) if e.is_number else False
    return certainly(e, strict=False) and certainly(1 - e, strict=False)
