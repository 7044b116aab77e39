"""What a tree of arithmetic, names and calls means, as `syntax` values; what means nothing is refused.

Nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from itertools import chain

from workbench import methods, metrics
from workbench.figures import CATALOGUE as FIGURES
from workbench.figures import NAMED
from workbench.language.about import (
    AS_ASKED,
    as_called,
    folded,
    interval,
    is_quantity,
    is_share,
    parameters,
    parts_of,
    what_was_meant,
)
from workbench.language.elsewhere import called_elsewhere
from workbench.language.grammar import (
    MAX_DEPTH,
    Call,
    Infix,
    Raw,
    StatementError,
    Valueless,
    brief,
    fail,
    shortened,
    suggestion,
    tree,
)
from workbench.language.models import of_model
from workbench.language.syntax import (
    SECOND,
    UNIFORM,
    Apply,
    Arithmetic,
    Assumption,
    Comparison,
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
    children,
    names,
    substitute,
)
from workbench.words import (
    ASSUMPTIONS,
    AT_THRESHOLD,
    CONDITIONS,
    COSTS,
    FUNCTIONS,
    IN_UNIT_INTERVAL,
    INSIDE_MEAN,
    LAWS,
    MEANS,
    METHODS,
    MIXED_COSTS,
    OF_LOSS,
    OF_ONE_CLASS,
    RATES,
)

MAX_TERMS = 4_000

EXCHANGED = {"<": ">", "<=": ">=", "==": "==", "!=": "!=", ">=": "<=", ">": "<"}
"""Each relation and that of the exchanged sides."""
PARAMETER = re.compile("[a-z][0-9]?")
"""A free parameter: a single lower-case letter, perhaps with a digit."""
OTHER_LOGARITHMS = ("log2", "log10")


def expression(raw: object, bound: frozenset[str], depth: int = 0) -> Expression:
    """``raw`` as an expression in which the names ``bound`` are variables."""
    if depth > MAX_DEPTH:
        raise StatementError(f"operations nested deeper than {MAX_DEPTH}; in a chain such as a/b/c each one nests")
    if isinstance(raw, Number):
        return raw
    if isinstance(raw, Name | Call) and "." in (raw.name if isinstance(raw, Name) else raw.function):
        return _of_model(raw, bound, depth)
    if isinstance(raw, Name):
        return _name(raw, bound)
    if isinstance(raw, Infix) and raw.operator in ("+", "-", "*"):
        return _chain(raw, bound, depth)
    if isinstance(raw, Infix):
        operands = tuple(expression(o, bound, depth + 1) for o in raw.operands)
        if raw.operator == "negative":
            return Negative(operands[0], raw.column)
        if raw.operator not in ("/", "**"):
            raise fail(raw.column, f"{raw.operator!r} compares; it may stand in indicator(...) only")
        return Arithmetic(raw.operator, operands[0], operands[1], raw.column)
    assert isinstance(raw, Call)
    if raw.function == "loss":
        return _loss(raw, depth + 1)
    if raw.keywords:
        raise fail(raw.keywords[0][2], f"{shortened(raw.function)} takes no argument by name")

    def arguments(variables: frozenset[str]) -> tuple[Expression, ...]:
        return tuple(expression(a, variables, depth + 1) for a in raw.arguments)

    if raw.function in FUNCTIONS:
        _count(raw, *FUNCTIONS[raw.function])
        return Apply(raw.function, arguments(bound), raw.column)
    if raw.function in MEANS:
        _count(raw, 1, 2)
        if len(raw.arguments) == 2:
            return _mean_over_pairs(raw, depth)
        return Apply(raw.function, arguments(frozenset({"s"})), raw.column)
    if raw.function in AT_THRESHOLD:
        wanted = AT_THRESHOLD[raw.function]
        _count(raw, wanted, wanted)
        found = arguments(frozenset())
        if raw.function == "h_measure":
            _refuse_shape(raw, tuple(map(folded, found)))
        return Apply(raw.function, found, raw.column)
    if raw.function in FIGURES:
        _count(raw, 1, 1)
        (threshold,) = arguments(frozenset())
        _refuse_what_is_undefined(raw, threshold)
        if AS_ASKED.get():
            return Apply(raw.function, (threshold,), raw.column)
        found_as: Expression = substitute(_figure(raw.function), {"t": threshold})  # type: ignore[assignment]
        return found_as
    if raw.function in INSIDE_MEAN:
        _count(raw, 1, 1)
        if "s" not in bound:
            raise fail(raw.column, f"{raw.function} stands inside a mean, such as E0({raw.function}(s)), only")
        if not any(raw.arguments[0] == Name(score) for score in bound & {"s", SECOND}):
            scores = f"a score, s or {SECOND}," if SECOND in bound else "the score s"
            raise fail(raw.column, f"{raw.function} takes {scores} and nothing else")
        return Apply(raw.function, arguments(bound), raw.column)
    if raw.function == "indicator":
        _count(raw, 1, 1)
        inner = raw.arguments[0]
        if not (isinstance(inner, Infix) and inner.operator in ("<", "<=", ">", ">=")):
            raise fail(raw.column, "indicator takes a comparison, such as indicator(t < s)")
        left, right = (expression(o, bound, depth + 1) for o in inner.operands)
        return Apply("indicator", (Comparison(inner.operator, left, right, inner.column),), raw.column)
    known = {*FUNCTIONS, *MEANS, *AT_THRESHOLD, *FIGURES, "loss"}
    if "s" in bound:
        known |= {*INSIDE_MEAN, "indicator"}
    meant = called_elsewhere(raw.function)
    hint = f"; did you mean {meant}?" if meant else suggestion(raw.function, known)
    if raw.function in OTHER_LOGARITHMS:
        hint = ""
    if raw.function in methods.CATALOGUE or raw.function in METHODS:
        hint = f"; a threshold choice method has a loss: loss({raw.function}(...))"
    if raw.function in metrics.CATALOGUE:
        raise fail(raw.column, f"{raw.function} is a metric, one number of the sample, and takes no argument")
    raise fail(raw.column, f"unknown function {shortened(raw.function)}{hint}")


def _of_model(raw: Name | Call, bound: frozenset[str], depth: int) -> Expression:
    """``a.`` or ``b.`` before a figure."""
    whole = raw.name if isinstance(raw, Name) else raw.function
    model, _, word = whole.partition(".")
    if f"{model}." not in bound:
        what = f"{shortened(whole)}: a. and b. stand before figures of two score functions"
        raise fail(raw.column, f"{what}, in a statement that prove decides, and inside of no other figure")
    column = raw.column + len(model) + 1
    if isinstance(raw, Name) and word in NAMED and not AS_ASKED.get():
        return Of(model, _figure(word), raw.column)
    inner = Name(word, column) if isinstance(raw, Name) else replace(raw, function=word, column=column)
    if AS_ASKED.get():
        return Of(model, expression(inner, frozenset(), depth + 1), raw.column)
    found: Expression = of_model(expression(inner, frozenset(), depth + 1), model, raw.column)
    return found


def _mean_over_pairs(raw: Call, depth: int) -> PairMean:
    """``E(f, s2)``, in whose f the scores of both examples of a pair may occur."""
    body, second = raw.arguments
    if second != Name(SECOND):
        raise fail(
            second.column or raw.column,
            f"the second argument of {raw.function} is {SECOND}, the score of a second example, as in "
            f"{raw.function}(abs(s - {SECOND}), {SECOND})",
        )
    return PairMean(raw.function, expression(body, frozenset({"s", SECOND}), depth + 1), raw.column)


def raw(text: str) -> Raw:
    """The tree of a text that is no statement."""
    read = tree(text, "sum")
    assert isinstance(read, Number | Name | Infix | Call)
    return read


def written(text: str) -> Expression:
    """What an expression without variables says, such as those of the catalogues.

    >>> str(written("1 - error(t)"))
    '1 - error(t)'
    """
    return expression(tree(text, "sum"), frozenset())


@cache
def _figure(name: str) -> Expression:
    """What a figure is, at the threshold t where it has one."""
    return written({**FIGURES, **NAMED}[name])


def _refuse_what_is_undefined(raw: Call, threshold: Expression) -> None:
    """A figure at a threshold at which it has no value on any data."""
    t = folded(threshold) if raw.function in ("net_benefit", "net_benefit0") else None
    if isinstance(t, Number) and not 0 <= t.value < 1:
        why = "has no value: t must lie in [0, 1), as it weighs false alarms by t/(1 - t)"
        raise Valueless(raw.column, f"{raw.function}({brief(t)})", why)


def _chain(raw: Infix, bound: frozenset[str], depth: int) -> Expression:
    """A sum or a product of any length; one that is long is split in the middle, so that it does not nest deep."""
    kind = ("*",) if raw.operator == "*" else ("+", "-")
    parts: list[tuple[str, Raw]] = []
    first: Raw = raw
    while isinstance(first, Infix) and first.operator in kind:
        parts.append((first.operator, first.operands[1]))
        first = first.operands[0]
    parts.append(("+", first))
    if len(parts) > MAX_TERMS:
        raise fail(raw.column, f"a chain of {len(parts)} terms; at most {MAX_TERMS} are read")
    parts.reverse()
    if depth + len(parts) <= MAX_DEPTH // 2:
        result = expression(first, bound, depth + len(parts) - 1)
        for i, (operator, part) in enumerate(parts[1:], 2):
            result = Arithmetic(operator, result, expression(part, bound, depth + len(parts) - i + 1), raw.column)
        return result
    below = depth + len(parts).bit_length() + 1
    read = [(operator, expression(part, bound, below)) for operator, part in parts]
    level = [Negative(part, part.column) if operator == "-" else part for operator, part in read]
    return _in_the_middle(kind[0], level, raw.column)


def _in_the_middle(operator: str, level: list[Expression], column: int) -> Expression:
    """A long sum or product of these, split in the middle."""
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        odd = level[-1:] if len(level) % 2 else []
        level = [*(Arithmetic(operator, a, b, column) for a, b in pairs), *odd]
    return level[0]


def _name(raw: Name, bound: frozenset[str]) -> Expression:
    if raw.name in bound or is_quantity(raw.name):
        return raw
    if raw.name in NAMED:
        return raw if AS_ASKED.get() else _figure(raw.name)
    if raw.name in _WHERE:
        named = ", as its random variable; name a parameter otherwise" if raw.name == "u" else ""
        raise fail(raw.column, f"{raw.name} has a meaning inside {_WHERE[raw.name]} only{named}")
    if raw.name in methods.CATALOGUE:
        raise fail(raw.column, f"{raw.name} is a threshold choice method; its loss is loss({raw.name})")
    if raw.name in FIGURES:
        raise fail(raw.column, f"unknown name {raw.name}; did you mean {raw.name}(t), at a threshold?")
    if PARAMETER.fullmatch(raw.name):
        return raw
    plain = raw.name.replace("_", "")
    if plain == SECOND:
        words = f"{SECOND}, the score of a second example, in a mean over pairs such as E(abs(s - {SECOND}), {SECOND})"
        raise fail(raw.column, f"unknown name {raw.name}; did you mean {words}?")
    if PARAMETER.fullmatch(plain):
        raise fail(raw.column, f"unknown name {raw.name}; did you mean {plain}?")
    if "s" in bound and raw.name.lower() in ("score", "scores"):
        raise fail(raw.column, f"unknown name {raw.name}; did you mean s, the score of an example?")
    lower = raw.name.lower()
    meant = f"; did you mean {lower}?" if lower in bound else what_was_meant(raw.name, "s" in bound)
    raise fail(raw.column, f"unknown name {shortened(raw.name)}{meant}{metrics.CATALOGUE.missing()}")


_WHERE = {
    "s": "E0(...), E1(...) or E(...)",
    SECOND: f"a mean over pairs, E(..., {SECOND}),",
    "c": "a law or a density",
    "u": "a law",
}
"""Where a variable may stand."""


def _count(raw: Call, least: int, most: int | None) -> None:
    given = len(raw.arguments)
    if given < least or (most is not None and given > most):
        wanted = f"{least}" if most == least else f"at least {least}" if most is None else f"{least} to {most}"
        raise fail(raw.column, f"{raw.function} takes {wanted} argument{'s' * (not wanted.endswith('1'))}, not {given}")


def _loss(raw: Call, depth: int) -> Expression:
    _count(raw, 1, 1)
    given: dict[str, Raw] = {}
    for keyword, value, column in raw.keywords:
        if keyword not in OF_LOSS:
            raise fail(column, f"loss has no argument {shortened(keyword)}{suggestion(keyword, OF_LOSS)}")
        if keyword in given:
            raise fail(column, f"{keyword} is given twice")
        given[keyword] = value
    method = method_of(raw.arguments[0], depth)
    cost = cost_of(given["cost"], depth) if "cost" in given else UNIFORM
    if "weight" in given:
        if "cost" in given:
            raise fail(raw.column, "cost and weight are both given; a loss is under one of them")
        cost = Cost("weight", (expression(given["weight"], frozenset({"c"}), depth + 1),), raw.column)
    condition = _word(given["condition"], CONDITIONS) if "condition" in given else "cost"
    rates = _word(given["rates"], RATES) if "rates" in given else "interpolated"
    if rates != "interpolated":
        _refuse_readings(method)
    parts: list[tuple[Expression, Expression]] = [
        (weight, Loss(method, part, condition, rates, raw.column))
        for weight, part in ([(Number(Fraction(1)), cost)] if AS_ASKED.get() else parts_of(cost))
    ]
    if "scores" in given:
        scores = _scores(given["scores"], depth)
        parts = [(weight, Rescored(loss, scores, raw.column)) for weight, loss in parts]  # type: ignore[arg-type]
    if len(parts) == 1:
        return parts[0][1]
    terms: list[Expression] = [Arithmetic("*", weight, loss, raw.column) for weight, loss in parts]
    if depth + len(terms) > MAX_DEPTH // 2:
        return _in_the_middle("+", terms, raw.column)
    return reduce(lambda one, other: Arithmetic("+", one, other, raw.column), terms)


def _scores(raw: Raw, depth: int) -> Expression:
    """What the scores are replaced by: an expression in s, pav(s) and posterior(s)."""
    found = expression(raw, frozenset({"s"}), depth)
    rank = next(_ranks(found), None)
    if rank is not None:
        raise fail(rank.column, f"{rank} moves within a tie; scores= takes s, pav(s) and posterior(s)")
    return found


def _ranks(node: Node) -> Iterator[Apply]:
    """The ranks of an example in an expression, outside of means."""
    if isinstance(node, Apply) and node.function in ("F0", "F1", "R"):
        yield node
    elif not (isinstance(node, Apply) and node.function in MEANS):
        yield from chain.from_iterable(map(_ranks, children(node)))


def _refuse_readings(method: Method) -> None:
    """Readings of the predicted positive rate for a method that sets the rate of one class."""
    found = next((part for part in _laws(method) if part.name in OF_ONE_CLASS), None)
    if found is not None:
        raise fail(found.column, f"rates= is about the predicted positive rate; {found} sets the rate of one class")


def _laws(method: Method) -> Iterator[Method]:
    """The laws that a method is a mixture of."""
    written = law(method)
    parts = [part for part in written.arguments if isinstance(part, Method)]
    yield from chain.from_iterable(map(_laws, parts)) if parts else (written,)


def _word(raw: Raw, allowed: tuple[str, ...]) -> str:
    if isinstance(raw, Name) and raw.name in allowed:
        return raw.name
    shown = shortened(raw.name) if isinstance(raw, Name) else "this"
    raise fail(raw.column, f"{shown} cannot stand here; one of {', '.join(allowed)} can")


def method_of(raw: Raw, depth: int = 0, named: frozenset[str] = frozenset()) -> Method:
    """``raw`` as a method, in whose arguments the names ``named`` may occur: those of a law of the catalogue."""
    if depth > MAX_DEPTH:
        raise StatementError(f"methods nested deeper than {MAX_DEPTH}")
    call = _as_call(raw, "threshold choice method")
    name, arguments = call.function, call.arguments
    if call.keywords:
        raise fail(call.keywords[0][2], f"{shortened(name)} takes no argument by name")
    if name in LAWS:
        _count(call, 1, 1)
        return Method(name, (expression(arguments[0], named | {"c", "u"}, depth + 1),), call.column)
    if name == "mix":
        _count(call, 3, 3)
        q = _in_unit_interval(folded(expression(arguments[0], named, depth + 1)), "the probability of mix")
        both = (method_of(argument, depth + 1, named) for argument in arguments[1:])
        return Method(name, (q, *both), call.column)
    if name not in methods.CATALOGUE:
        known = {*methods.CATALOGUE, *METHODS}
        laws = "score(g), rate(g), fpr(g), tpr(g), mix(q, A, B)"
        meant = suggestion(name, known, called=str if arguments else as_called)
        hint = meant or f"; methods are {', '.join(sorted(methods.CATALOGUE))}, {laws}"
        hint += methods.CATALOGUE.missing()
        raise fail(call.column, f"unknown threshold choice method {shortened(name)}{hint}")
    entry = methods.CATALOGUE[name]
    allowed = {len(entry.parameters), len(entry.parameters) - len(entry.defaults)}
    if len(arguments) not in allowed:
        wanted = " or ".join(str(n) for n in sorted(allowed))
        raise fail(call.column, f"{name} takes {wanted} argument{'s' * (wanted != '1')}, not {len(arguments)}")
    values = tuple(
        _in_unit_interval(folded(expression(a, named, depth + 1)), f"{parameter} of {name}")
        for a, parameter in zip(arguments, entry.parameters, strict=False)
    )
    found = Method(name, values, call.column)
    low, high = interval(found) or (None, None)
    if isinstance(low, Number) and isinstance(high, Number) and low.value >= high.value:
        raise fail(call.column, f"{name}({low}, {high}) is empty; the first bound must be below the second")
    return found


def _in_unit_interval(value: Expression, what: str) -> Expression:
    if isinstance(value, Number) and not 0 <= value.value <= 1:
        raise fail(value.column, f"{what} is {value}; it must lie in [0, 1]")
    return value


def _as_call(raw: Raw, what: str) -> Call:
    if isinstance(raw, Name):
        return Call(raw.name, (), (), raw.column)
    if isinstance(raw, Call):
        return raw
    raise fail(raw.column, f"a {what} must stand here")


def cost_of(raw: Raw, depth: int = 0) -> Cost:
    call = _as_call(raw, "density of the operating condition")
    name = call.function
    if name not in (*COSTS, *MIXED_COSTS):
        near = suggestion(name, (*COSTS, *MIXED_COSTS)) or f"; densities are {', '.join((*COSTS, *MIXED_COSTS))}"
        raise fail(call.column, f"unknown density {shortened(name)}{near}")
    if call.keywords:
        raise fail(call.keywords[0][2], f"{shortened(name)} takes no argument by name")
    if name in MIXED_COSTS:
        return _mixture_of_costs(call, depth) if name == "mixture" else _points(call, depth)
    if len(call.arguments) not in COSTS[name]:
        wanted = " or ".join(map(str, COSTS[name]))
        raise fail(call.column, f"{name} takes {wanted} argument{'s' * (wanted != '1')}, not {len(call.arguments)}")
    bound = frozenset({"c"}) if name == "density" else frozenset[str]()
    values = tuple(expression(a, bound, depth + 1) for a in call.arguments)
    if name != "density":
        values = tuple(map(folded, values))
    numbers = [v.value for v in values if isinstance(v, Number)]
    if name in ("uniform", "point"):
        values = tuple(_in_unit_interval(v, f"a bound of {name}" if name == "uniform" else "the point") for v in values)
    if name == "uniform" and len(numbers) == 2 and numbers[0] >= numbers[1]:
        raise fail(
            call.column,
            f"uniform({numbers[0]}, {numbers[1]}) is empty; the first bound must be below the second",
        )
    if name == "beta":
        _refuse_shape(call, values)
    if name == "uniform" and values == (Number(Fraction(0)), Number(Fraction(1))):
        values = ()
    return Cost(name, values, call.column)


def _mixture_of_costs(call: Call, depth: int) -> Cost:
    """``mixture(q, A, B)``: the first law with probability q, else the second."""
    if depth > MAX_DEPTH:
        raise StatementError(f"mixtures nested deeper than {MAX_DEPTH}")
    _count(call, 3, 3)
    q = folded(expression(call.arguments[0], frozenset(), depth + 1))
    if not is_share(q):
        raise fail(
            q.column or call.column,
            f"the probability {shortened(str(q))} of mixture; a number in [0, 1] can stand there, t, r, q, pi0 or pi1, "
            "1 less such a one, and their products",
        )
    both = (cost_of(argument, depth + 1) for argument in call.arguments[1:])
    return Cost(call.function, (q, *both), call.column)


def _points(call: Call, depth: int) -> Cost:
    """``points(c1, w1, c2, w2, ...)``: the operating condition c1 with probability w1, and so on."""
    values = tuple(folded(expression(a, frozenset(), depth + 1)) for a in call.arguments)
    if not values or len(values) % 2:
        raise fail(call.column, f"points takes pairs of a place and its weight, not {len(values)} arguments")
    places = tuple(_in_unit_interval(place, "a place of points") for place in values[::2])
    weights = [weight.value for weight in values[1::2] if isinstance(weight, Number)]
    if len(weights) < len(places):
        wrong = next(weight for weight in values[1::2] if not isinstance(weight, Number))
        raise fail(call.column, f"the weight {shortened(str(wrong))} of points is no number; mixture takes any share")
    if min(weights) < 0 or sum(weights) != 1:
        what = f"{min(weights)} is negative" if min(weights) < 0 else f"they add up to {sum(weights)}, not to 1"
        raise fail(call.column, f"the weights of points are probabilities; {what}")
    return Cost(call.function, tuple(chain.from_iterable(zip(places, values[1::2], strict=True))), call.column)


def _refuse_shape(call: Call, shape: tuple[Expression, ...]) -> None:
    """Refuse parameters of a Beta density that are no numbers above zero; what is no number may still be one."""
    if any(isinstance(v, Number) and v.value <= 0 for v in shape):
        shown = f"{call.function}({', '.join(map(str, shape))})"
        raise fail(call.column, f"{shown} does not exist; both parameters must be positive")


def assumption(raw: Raw, bound: frozenset[str]) -> Assumption:
    """What is assumed: a property, or a relation; that of pi0, pi1 or AUC to a number is written in one way."""
    if not isinstance(raw, Infix) or raw.operator not in EXCHANGED:
        word = raw.name if isinstance(raw, Name) else ""
        if word not in ASSUMPTIONS:
            what = f"unknown assumption {shortened(word)}" if word else "an assumption is a property or a relation"
            hint = suggestion(word, ASSUMPTIONS) or f"; properties are {', '.join(sorted(ASSUMPTIONS))}"
            raise fail(raw.column, what + hint)
        return Assumption(word, column=raw.column)
    relation, column = raw.operator, raw.operands[0].column or raw.column
    one, other, *every = raw.operands
    named = (Name("AUC", x.column) if isinstance(x, Name) and x.name == "auc" else x for x in (one, other))
    sides = tuple(expression(x, bound) for x in named)
    for level in every:
        assert isinstance(level, Name)
        if level.name not in IN_UNIT_INTERVAL:
            raise fail(
                level.column, f"for all {shortened(level.name)}; the levels t, r and q, in [0, 1], can stand there"
            )
        if not any(level.name in names(side) for side in sides):
            raise fail(level.column, f"for all {level.name}, which does not occur in what is assumed")
        return Assumption("", relation, sides=(sides[0], sides[1]), column=column, for_all=level.name)
    if AS_ASKED.get():
        kept = (
            x if isinstance(x, Name) and x.name == "auc" else side for x, side in zip((one, other), sides, strict=True)
        )
        return Assumption("", relation, sides=(next(kept), next(kept)), column=column)
    left, right = map(folded, sides)
    if isinstance(left, Number) and isinstance(right, Name):
        left, right, relation, sides = right, left, EXCHANGED[relation], sides[::-1]
    if isinstance(left, Name) and isinstance(right, Number):
        if left.name in ("pi0", "AUC"):
            return Assumption(left.name.lower(), relation, right.value, column=column)
        if left.name == "pi1":
            return Assumption("pi0", EXCHANGED[relation], 1 - right.value, column=column)
    return Assumption("", relation, sides=(sides[0], sides[1]), column=column)


def law(method: Method) -> Method:
    """``method`` written out by its law: ``score(g)``, ``rate(g)``, ``mix(q, A, B)`` or ``optimal``.

    >>> from workbench.language.statements import parse_method
    >>> str(law(parse_method("mix(1/4, score_fixed(t), rate_uniform)")))
    'mix(1/4, score(t), rate(u))'
    """
    return _law(method, ())


def _law(method: Method, inside: tuple[str, ...]) -> Method:
    if method.name == "mix":
        q, first, second = method.arguments
        assert isinstance(first, Method)
        assert isinstance(second, Method)
        return replace(method, arguments=(q, _law(first, inside), _law(second, inside)))
    if method.name in (*LAWS, "optimal"):
        return method
    entry = methods.CATALOGUE[method.name]
    least = len(entry.parameters) - len(entry.defaults)
    given = (*method.arguments, *map(written, entry.defaults[len(method.arguments) - least :]))
    expanded = _law_text(method.name, inside)
    if not entry.parameters:
        return expanded
    values: dict[str, Node] = dict(zip(entry.parameters, given, strict=True))
    result = substitute(expanded, values)
    assert isinstance(result, Method)
    return result


@cache
def _law_text(name: str, inside: tuple[str, ...]) -> Method:
    """The law of an entry, written out; ``inside`` the laws of which it is a part."""
    entry, whose = methods.CATALOGUE[name], methods.CATALOGUE.whose(name)
    what = f"the law of the method {name}, {shortened(entry.law)}"
    try:
        read = tree(entry.law, "sum")
        if not isinstance(read, Name | Call):
            raise StatementError("it is no method")
        found = method_of(read, named=frozenset(entry.parameters))
        for default in entry.defaults:
            written(default)
        if free := parameters(found) - {*entry.parameters}:
            raise StatementError(f"{min(free)} is no parameter of it")
    except StatementError as error:
        raise StatementError(f"{what}: {error}{whose}") from None
    within = (*inside, name)
    if back := next((part.name for part in _methods(found) if part.name in within), None):
        raise StatementError(f"{what}, leads back to {back}{whose}")
    return _law(found, within)


def _methods(method: Method) -> Iterator[Method]:
    yield method
    for argument in method.arguments:
        if isinstance(argument, Method):
            yield from _methods(argument)
