"""Threshold choice methods and densities of the operating condition as Python values.

Each value is its own text in the statement language, read and found right: it may stand wherever such a text
may, in an f-string too, and it compares, hashes and pickles as that text.

A number is an int, a Fraction, a Decimal, a float or text; a float is the decimal that Python prints for it,
so 0.1 is 1/10. Where an expression is asked for, text of the statement language is one. What says nothing
raises `workbench.language.statements.StatementError`.

>>> method = ThresholdChoice.score("c**2")
>>> f"loss({method}, cost={Beta(2, 2)}) <= loss({method.mix(0.25, ThresholdChoice.optimal())})"
'loss(score(c**2), cost=beta(2, 2)) <= loss(mix(1/4, score(c**2), optimal))'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from workbench import methods
from workbench.errors import shown
from workbench.formats import Hinting
from workbench.language import syntax
from workbench.language.grammar import StatementError, nearest
from workbench.language.statements import parse_cost, parse_expression, parse_method
from workbench.numbers.given import number

Quantity: TypeAlias = "int | float | Fraction | Decimal | str"


def _text(value: object) -> str:
    """What stands for ``value`` in the statement language."""
    if isinstance(value, str):
        return str(value)
    try:
        if not isinstance(value, bool) and (hasattr(value, "as_integer_ratio") or hasattr(value, "__index__")):
            return str(number(str(value)))
    except ValueError:
        pass
    raise StatementError(f"{shown(value)} is neither a finite number nor text; 2, Fraction(1, 3) and '1/3' are")


def _checked(read: Callable[[str], object], text: str) -> str:
    """``text`` as the language prints it."""
    try:
        return str(read(text))
    except StatementError as reason:
        raise StatementError(f"{shown(text)}: {reason}") from None


def _argument(value: object, variables: Iterable[str] = ()) -> str:
    return _checked(lambda text: parse_expression(text, variables), _text(value))


class _Methods(type):
    """What says for ``ThresholdChoice.score_driven`` how a method of the catalogue is written."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> object:
            hint = ""
            if not name.startswith("_"):
                own = [x for x in vars(ThresholdChoice) if not x.startswith("_")]
                [meant] = nearest(name, {*own, *methods.CATALOGUE}) or [""]
                called = repr(methods.CATALOGUE[meant].call(meant)) if meant in methods.CATALOGUE else ""
                hint = f"; did you mean ThresholdChoice({called})?" if called else hint
                hint = f"; did you mean ThresholdChoice.{meant}?" if meant in own else hint
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}{hint}")


class ThresholdChoice(Hinting, str, metaclass=_Methods):
    """A threshold choice method, by its name in the catalogue or by its law.

    >>> ThresholdChoice("score_fixed(0.5)"), ThresholdChoice.rate("1 - c"), ThresholdChoice.optimal()
    (ThresholdChoice('score_fixed(1/2)'), ThresholdChoice('rate(1 - c)'), ThresholdChoice('optimal'))
    >>> print(ThresholdChoice("score_driven")._repr_latex_())
    $T^{sd}$
    >>> ThresholdChoice("score()")
    Traceback (most recent call last):
    workbench.language.grammar.StatementError: 'score()': column 1: score takes 1 argument, not 0
    """

    __slots__ = ()

    def __new__(cls, text: str | syntax.Method) -> ThresholdChoice:
        if not isinstance(text, str | syntax.Method):
            raise StatementError(f"{shown(text)} is no threshold choice method; 'score_driven' is")
        return super().__new__(cls, _checked(parse_method, str(text)))

    @classmethod
    def score(cls, threshold: Quantity) -> ThresholdChoice:
        """The threshold is an expression in the operating condition c and in u, uniform and independent of c.

        >>> ThresholdChoice.score("c**2")
        ThresholdChoice('score(c**2)')
        """
        return cls(f"score({_argument(threshold, ('c', 'u'))})")

    @classmethod
    def rate(cls, level: Quantity) -> ThresholdChoice:
        """The predicted positive rate is an expression in c and u with values in [0, 1].

        >>> ThresholdChoice.rate("c")
        ThresholdChoice('rate(c)')
        """
        return cls(f"rate({_argument(level, ('c', 'u'))})")

    @classmethod
    def fpr(cls, level: Quantity) -> ThresholdChoice:
        """The false positive rate F1 is an expression in c and u with values in [0, 1].

        >>> ThresholdChoice.fpr("u")
        ThresholdChoice('fpr(u)')
        """
        return cls(f"fpr({_argument(level, ('c', 'u'))})")

    @classmethod
    def tpr(cls, level: Quantity) -> ThresholdChoice:
        """The true positive rate F0 is an expression in c and u with values in [0, 1].

        >>> ThresholdChoice.tpr(0.9)
        ThresholdChoice('tpr(9/10)')
        """
        return cls(f"tpr({_argument(level, ('c', 'u'))})")

    @classmethod
    def optimal(cls) -> ThresholdChoice:
        """The threshold that minimises the loss at each operating condition."""
        return cls("optimal")

    def mix(self, q: Quantity, other: str | syntax.Method) -> ThresholdChoice:
        """This method with probability ``q``, a number in [0, 1] or an expression, else the other.

        >>> ThresholdChoice("rate_driven").mix("q", "rate_uniform")
        ThresholdChoice('mix(q, rate_driven, rate_uniform)')
        """
        return ThresholdChoice(f"mix({_argument(q)}, {self}, {ThresholdChoice(other)})")

    @property
    def node(self) -> syntax.Method:
        """The method as a value of `workbench.language.syntax`."""
        return parse_method(self)

    def __repr__(self) -> str:
        return f"ThresholdChoice({str(self)!r})"

    def _repr_latex_(self) -> str:
        from workbench.symbolic.latex import latex_of

        return f"${latex_of(self.node)}$"


class OperatingCondition(Hinting, str):
    """A law of the operating condition: `Uniform`, `Beta`, `Point`, `Density`, `Points` or a `Mixture` of two."""

    __slots__ = ()

    @property
    def node(self) -> syntax.Cost:
        """The density as a value of `workbench.language.syntax`."""
        return parse_cost(self)

    def __getnewargs__(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(map(str, self.node.arguments))

    def __repr__(self) -> str:
        inside = ", ".join(x if x.isdigit() else repr(x) for x in self.__getnewargs__())
        return f"{type(self).__name__}({inside})"

    def _repr_latex_(self) -> str:
        from workbench.symbolic.latex import latex_of

        return f"${latex_of(self.node)}$"


class Uniform(OperatingCondition):
    """Uniform on [low, high] within [0, 1].

    >>> Uniform(), Uniform(0.25, "3/4"), str(Uniform(0, 1))
    (Uniform(), Uniform('1/4', '3/4'), 'uniform')
    """

    __slots__ = ()

    def __new__(cls, low: Quantity = 0, high: Quantity = 1) -> Uniform:
        return super().__new__(cls, _checked(parse_cost, f"uniform({_argument(low)}, {_argument(high)})"))


class Beta(OperatingCondition):
    """Beta(a, b), with density proportional to c^(a-1) (1-c)^(b-1), both positive.

    >>> Beta(2, 2), str(Beta(0.5, "a"))
    (Beta(2, 2), 'beta(1/2, a)')
    """

    __slots__ = ()

    def __new__(cls, a: Quantity, b: Quantity) -> Beta:
        return super().__new__(cls, _checked(parse_cost, f"beta({_argument(a)}, {_argument(b)})"))


class Point(OperatingCondition):
    """One operating condition in [0, 1], known for certain.

    >>> Point("1/3"), str(Point(0.1))
    (Point('1/3'), 'point(1/10)')
    """

    __slots__ = ()

    def __new__(cls, at: Quantity) -> Point:
        return super().__new__(cls, _checked(parse_cost, f"point({_argument(at)})"))


class Density(OperatingCondition):
    """The density that an expression in c is on [0, 1]; whether it is one is seen where it is used.

    >>> Density("2*c"), str(Density("6*c*(1-c)"))
    (Density('2*c'), 'density(6*c*(1 - c))')
    """

    __slots__ = ()

    def __new__(cls, weight: Quantity) -> Density:
        return super().__new__(cls, _checked(parse_cost, f"density({_argument(weight, ('c',))})"))


class Points(OperatingCondition):
    """Several operating conditions in [0, 1], each with its probability: place, weight, place, weight, ...

    >>> Points("1/4", "1/3", "1/2", "2/3"), str(Points(0.1, 1))
    (Points('1/4', '1/3', '1/2', '2/3'), 'points(1/10, 1)')
    """

    __slots__ = ()

    def __new__(cls, *places_and_weights: Quantity) -> Points:
        return super().__new__(cls, _checked(parse_cost, f"points({', '.join(map(_argument, places_and_weights))})"))


class Mixture(OperatingCondition):
    """One law of the operating condition with probability q in [0, 1], else another.

    >>> Mixture(0.25, Uniform(), Point("1/2"))
    Mixture('1/4', 'uniform', 'point(1/2)')
    """

    __slots__ = ()

    def __new__(cls, q: Quantity, first: str, second: str) -> Mixture:
        both = (_checked(parse_cost, str(part)) for part in (first, second))
        return super().__new__(cls, _checked(parse_cost, f"mixture({', '.join((_argument(q), *both))})"))
