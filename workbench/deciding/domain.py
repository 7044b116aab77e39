"""Where class proportions, AUC and parameters lie, by what a statement assumes; what says nothing is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from workbench.certificates.cell_points import UNIT, Interval
from workbench.errors import NotSupported
from workbench.language import statements
from workbench.language.grammar import MAX_BITS, brief, fail
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Assumption,
    Cost,
    Loss,
    Name,
    Node,
    Number,
    Of,
    Statement,
    children,
    names,
)
from workbench.losses.densities import density
from workbench.losses.weights import weight_of
from workbench.metrics import CATALOGUE as METRICS
from workbench.numbers.interval import Interval as Values
from workbench.samples.sample import Sample
from workbench.words import IN_UNIT_INTERVAL


@dataclass(frozen=True)
class Domain:
    """Where the class proportion pi0, AUC and the parameters lie, and whether scores are calibrated.

    ``open_ends`` names the ends, such as ``auc low``, that are not reached; ``positive`` the parameters above 0.
    """

    pi0: Interval = UNIT
    auc: Interval = UNIT
    calibrated: bool = False
    positive: frozenset[str] = frozenset()
    open_ends: frozenset[str] = frozenset()

    def of(self, name: str) -> Interval:
        """Where a parameter lies: t, r and q in [0, 1], a shape of a Beta density above 0, others anywhere."""
        if name in IN_UNIT_INTERVAL:
            return UNIT
        return (Fraction(0), None) if name in self.positive else (None, None)

    def assuming(self, given: Sequence[Assumption]) -> Domain:
        """The same parameters, where no more is assumed than this of the class proportion."""
        return Domain(_side("pi0", given), positive=self.positive)


@dataclass(frozen=True)
class Place:
    """An extreme sample, and the parameters, at which an expression is negative."""

    sample: Sample
    parameters: Mapping[str, Fraction] = field(default_factory=dict)


def domain_of(statement: Statement) -> Domain:
    """Where the assumptions of a statement let the class proportion and AUC lie."""
    sides = {name: _side(name, statement.given) for name in ("pi0", "auc")}
    calibrated = any(a.name == "calibrated" for a in statement.given)
    ends = {">": 0, "<": 1}
    open_ends = frozenset(
        f"{a.name} {('low', 'high')[ends[a.relation]]}"
        for a in statement.given
        if a.relation in ends and a.value is not None and sides[a.name][ends[a.relation]] == a.value
    )
    return Domain(sides["pi0"], sides["auc"], calibrated, statements.shapes(statement), open_ends)


def _side(name: str, given: Sequence[Assumption]) -> Interval:
    low, high = UNIT
    assert low is not None
    assert high is not None
    for a in given:
        if a.name == name and a.value is not None:
            if a.relation in (">", ">=", "=="):
                low = max(low, a.value)
            if a.relation in ("<", "<=", "=="):
                high = min(high, a.value)
    return low, high


def refuse_what_no_sample_meets(statement: Statement) -> None:
    """Raise `statements.StatementError` for assumptions about pi0 or AUC that no sample meets."""
    domain = domain_of(statement)
    for name, (low, high), is_open in (("pi0", domain.pi0, True), ("auc", domain.auc, False)):
        assert low is not None
        assert high is not None
        ends = {f"{name} low", f"{name} high"} & domain.open_ends
        if low > high or (low == high and (ends or (is_open and low in (0, 1)))):
            said = [a for a in statement.given if a.name == name]
            raise statements.StatementError(
                f"column {said[-1].column}: no sample has {' and '.join(map(str, said))}; "
                + ("class proportions lie between 0 and 1" if is_open else "AUC lies in [0, 1]")
            )


def refuse_figures_out_of_range(statement: Statement) -> None:
    """Raise `statements.StatementError` for assumptions about one figure that no value of it meets.

    >>> refuse_figures_out_of_range(statements.parse_statement("BS <= MAE given KS == 3/2"))
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: column 17: no sample has KS == 3/2; KS lies in [0, 1]
    """
    about: dict[Node, list[tuple[str, Fraction, Assumption]]] = {}
    for a in statement.given:
        left, right = map(statements.folded, a.sides or (Number(Fraction(0)), Number(Fraction(0))))
        relation = a.relation or ""
        if isinstance(left, Number):
            left, right, relation = right, left, statements.EXCHANGED.get(relation, "")
        if isinstance(right, Number) and _range(left) is not None:
            about.setdefault(left, []).append((relation, right.value, a))
    for figure, said in about.items():
        values = left_over = _range(figure)
        assert values is not None
        assert left_over is not None
        for relation, value, _ in said:
            left_over = _narrowed(left_over, relation, value)
        if left_over.empty:
            words = " and ".join(str(a) for _, _, a in said)
            raise statements.StatementError(
                f"column {said[-1][2].column}: no sample has {words}; {figure} lies in {values}"
            )


_RATES = frozenset({"error", "macro_error", "accuracy", "sensitivity", "specificity", "precision", "npv", "f1"})
_IN_UNIT, _NOT_NEGATIVE = Values.of("[0, 1]"), Values.of("[0, oo)")


def _range(figure: Node) -> Values | None:
    """Where a figure lies on every sample; None for what is no figure, or one of another package."""
    if isinstance(figure, Of):
        return _range(figure.figure)
    if isinstance(figure, Name) and figure.name in METRICS and not METRICS.whose(figure.name):
        return METRICS[figure.name].values
    if isinstance(figure, Apply) and figure.function in _RATES:
        return _IN_UNIT
    return _NOT_NEGATIVE if isinstance(figure, Loss) and figure.cost.name != "weight" else None


def _narrowed(values: Values, relation: str, value: Fraction) -> Values:
    """The values that have a relation to a number beside."""
    closed = relation in ("<=", "==", ">=")
    low = None if values.low is None else (values.low, not values.low_closed)
    high = None if values.high is None else (values.high, values.high_closed)
    if relation in (">", ">=", "==") and (low is None or (value, not closed) > low):
        values = replace(values, low=value, low_closed=closed)
    if relation in ("<", "<=", "==") and (high is None or (value, closed) < high):
        values = replace(values, high=value, high_closed=closed)
    return values


def refuse_long_numbers(node: Node) -> None:
    """Raise `statements.StatementError` for a power that is too long a number to be written.

    >>> refuse_long_numbers(statements.parse_expression("BS + 10**100000"))
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: column 6: 10**100000 is a number of more than 4000 bits
    """
    if isinstance(node, Arithmetic) and node.operator == "**":
        base, exponent = statements.folded(node.left), statements.folded(node.right)
        if isinstance(base, Number) and isinstance(exponent, Number) and abs(base.value) not in (0, 1):
            bits = max(abs(base.value.numerator), base.value.denominator).bit_length()
            if abs(exponent.value) * (bits - 1) > MAX_BITS:
                raise fail(node.column, f"{brief(node)} is a number of more than {MAX_BITS} bits")
    for child in children(node):
        refuse_long_numbers(child)


def refuse_false_densities(node: Node) -> None:
    """Raise `DensityError` for a density without parameters that is none.

    >>> from workbench.language.statements import parse_expression
    >>> refuse_false_densities(parse_expression("loss(score_driven, cost=density(3*c))"))
    Traceback (most recent call last):
    workbench.losses.densities.DensityError: density(3*c) integrates to 3/2 on [0, 1]; it must integrate to 1
    """
    if isinstance(node, Cost) and names(node) <= {"c"}:
        with suppress(NotSupported):
            weight_of(node) if node.name == "weight" else density(node)
    for child in children(node):
        refuse_false_densities(child)
