"""What a claim that was read back from a file of Coq says otherwise than a statement: both are compared by value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product

from workbench.continuous import models
from workbench.kernel.statements import Read, Unreadable
from workbench.language.statements import parameters, parse_expression, parse_statement
from workbench.language.syntax import Assumption, Expression, Statement
from workbench.losses import exact
from workbench.numbers.certified import Real
from workbench.samples.sample import Sample
from workbench.witnesses.confirmation import trials
from workbench.witnesses.fitting import NO_VALUE, holds

_LAWS: tuple[str, ...] = ("c", "1 - c", "1/3", "c**2/2 + 1/4")
_COSTS = (("1/5",), ("1/2",), ("3/4",), ("1",), ("1/5", "3/4"))
"""For a letter for a density: all at one cost proportion, or half at each of two."""
_OWN = re.compile(r"\bn[01]?\b|\bevenly_spaced\b|\brates=(?:step|cutpoints)\b")
"""What is about the class proportions of a sample."""
_GIVEN_OF_LAWS = {"uniform_rate": ("c", "1 - c"), "matched": ("c",)}
"""Laws of which holds what is given of a law."""
_EVEN = "even_scores"
"""What no sample meets: such a claim is compared on continuous models."""
_EVENLY = "Eu("
"""The mean over u in what is to be compared, until it is written as one of even scores."""
_NUMBERS = (Fraction(1, 3), Fraction(3, 4), Fraction(-1, 4))
_COMPARED = 60
_RANK = re.compile(r"\bu\b")
_OF_EXAMPLES = re.compile(r"\b(?:s|R|[EF][01]?|posterior|pav)\b")
_CDF = re.compile(r"\bF([01])\((?![scu]\))([a-z]\d?)\)")
_NOT_BALANCED = re.compile(r"\bE\(|\bposterior\b|\bpav\b")


def difference(read: Read, statement: str) -> tuple[str, int]:
    """What a claim that was read back says otherwise than a statement, or nothing, and on how many samples both were
    compared by value: their sides, and those of what is given.

    >>> difference(Read("E0(s)", "==", "BS", (), False), "MAE0 == BS")[0]
    ''
    >>> difference(Read("E1(s)", "==", "BS", (), False), "MAE0 == BS")[0].partition(",")[0]
    'the left side is another number'
    """
    said, mine, laws = _in_words_of_statements(statement), str(read), _LAWS
    if read.own and not _OWN.search(statement):
        return "it is about the class proportions of the sample alone", 0
    for word, meant in _GIVEN_OF_LAWS.items():
        if (word in read.given) != bool(re.search(rf" given .*\b{word}\b", said)):
            return f"{word} is given in one of both", 0
        if word in read.given:
            mine, said, laws = _without(mine, word), _without(said, word), meant
    if not re.search(r"\b(?:[Tw]|any)\b", said):
        return _difference_of_means(mine, said)
    if not re.search(r"\b(?:w|any)\b", said):
        return _difference_of_each(mine, said, laws)
    total = 0
    for law, cost in product(laws, _COSTS):
        one, its = (_instance(x, law, cost) for x in (mine, said))
        if _EVENLY in one + its:  # means of u are those of even scores
            one, its = (_given(x.replace(_EVENLY, "E("), _EVEN) for x in (one, its))
        other, compared = _difference(one, its, _COMPARED // 4)
        if other:
            return f"{other}, where T is {law} and w is {_costs(cost)}", total + compared
        total += compared
    return "", total


def _given(text: str, word: str) -> str:
    """A statement with a word in what is given.

    >>> _given("E(s) == 1", "even_scores"), _given("E(s) == 1 given s < 1", "even_scores")
    ('E(s) == 1 given even_scores', 'E(s) == 1 given s < 1, even_scores')
    """
    return f"{text}{',' if ' given ' in text else ' given'} {word}"


def _without(text: str, word: str) -> str:
    """A statement without a word in what is given.

    >>> _without("E(s) == 1 given matched", "matched"), _without("E(s) == 1 given matched, s < 1", "matched")
    ('E(s) == 1', 'E(s) == 1 given s < 1')
    """
    claim, _, given = text.partition(" given ")
    rest = [x for x in given.split(", ") if x != word]
    return claim + f" given {', '.join(rest)}" * bool(rest)


def _difference_of_each(mine: str, its: str, laws: tuple[str, ...]) -> tuple[str, int]:
    """The same for each law of the thresholds, where the density is uniform."""
    total = 0
    for law in laws:
        texts = (re.sub(r"\bT\b", f"({law})", x) for x in (mine, its))
        other, compared = _difference_of_means(*texts)
        if other:
            return f"{other}, where T is {law}", total + compared
        total += compared
    return "", total


def _difference_of_means(mine: str, its: str) -> tuple[str, int]:
    """The same, where means over the condition are of the same functions under the same densities."""
    free = [x for x in "zyxvkjhgfdba" if not re.search(rf"\b{x}\d?\b", mine + its)]
    if len(free) < 2:
        raise Unreadable("a statement with so many letters")
    letter, q = free[:2]
    (ours, one), (claim, other) = _means_apart(mine, letter), _means_apart(its, letter)
    if len(one) != len(other):
        return "another number of means over the condition", 0
    for (body, density), (its_body, its_density) in zip(one, other, strict=True):
        (name, ends), (its_name, its_ends) = _call(density), _call(its_density)
        if name != its_name or len(ends) != len(its_ends):
            return f"a mean under {density}, not {its_density}", 0
        if name == "density":  # which has no loss where it is none
            _, _, known = its.partition(" given ")
            with_loss, its_loss = (
                f"loss(score(1/2), cost={x}) == 0{' given ' * bool(known)}{known}" for x in (density, its_density)
            )
            found, compared = _difference(with_loss, its_loss)
            if found:
                return f"a mean under {density}, not {its_density}: {found}", compared
        at = r"\bc\b"
        (_, _, given) = its.partition(" given ")
        given = f" == 0 given {', '.join(filter(None, (given, f'{q} > 0', f'{q} < 1')))}"
        for x, y in zip((body, *ends), (its_body, *its_ends), strict=True):
            one_side, its_side = (f"E({re.sub(at, q, side)}){given}" for side in (x, y))
            found, compared = _difference(one_side, its_side)
            if found:
                return f"a mean over the condition is another: {found}", compared
    return _difference(ours, claim)


def _means_apart(text: str, letter: str = "z") -> tuple[str, list[tuple[str, str]]]:
    """A statement with a letter for each mean over the condition, and of what under which density each is one.

    >>> _means_apart("t*Ec(1/(1 - c), uniform(0, t)) == 1")
    ('t*z1 == 1', [('1/(1 - c)', 'uniform(0, t)')])
    """
    found: list[tuple[str, str]] = []
    while call := re.search(r"\bEc\(", text):
        arguments, end = _arguments(text, call.end())
        arguments += ["uniform"] * (len(arguments) == 1)
        if len(arguments) != 2 or re.search(r"\b[suR]\b|\bEc\(", arguments[0]) or len(found) == 9:
            raise Unreadable("a mean over the condition that depends on more than that")
        found.append((arguments[0], arguments[1]))
        text = f"{text[: call.start()]}{letter}{len(found)}{text[end:]}"
    return text, found


def _difference(mine: str, its: str, most: int = _COMPARED) -> tuple[str, int]:
    spread = [bool(re.search(rf" given .*\b{_EVEN}\b", x)) for x in (mine, its)]
    if spread[0] != spread[1]:
        return f"{_EVEN} is given in one of both", 0
    ours, claim = (parse_statement(_without(x, _EVEN) if spread[0] else x) for x in (mine, its))
    words = [[(x.name, x.relation) if x.sides is None else x.relation for x in y.given] for y in (ours, claim)]
    if ours.relation != claim.relation or words[0] != words[1]:
        return "another relation, or other assumptions", 0
    pairs = [("left side", ours.left, claim.left), ("right side", ours.right, claim.right)]
    for one_given, other_given in zip(ours.given, claim.given, strict=True):
        if one_given.sides is None or other_given.sides is None:
            if str(one_given) != str(other_given):
                return f"it is given {one_given}, not {other_given}", 0
        else:
            pairs += [("left side of what is given", one_given.sides[0], other_given.sides[0])]
            pairs += [("right side of what is given", one_given.sides[1], other_given.sides[1])]
    compared = 0
    for on, value in _on_populations(claim) if spread[0] else _on_samples(claim):
        for which, one, other in pairs:
            try:
                same = holds(value(one), "==", value(other))
            except NO_VALUE as reason:
                return f"the {which} has no value: {reason}", compared
            if not same:
                return f"the {which} is another number, on {on}", compared
        compared += 1
        if compared == most:
            break
    return ("" if compared else f"no {'model' if spread[0] else 'sample'} meets the assumptions"), compared


def _on_samples(claim: Statement) -> Iterator[tuple[str, Callable[[Expression], Real]]]:
    """The samples that meet what is given, with numbers for the letters, and what expressions are there."""
    for sample, setting in trials(claim):
        yield f"{sample.n} examples", partial(_on_sample, sample, setting)


def _on_sample(sample: Sample, setting: Mapping[str, Fraction], expression: Expression) -> Real:
    return exact.extended(sample, expression, setting)


def _on_populations(claim: Statement) -> Iterator[tuple[str, Callable[[Expression], Real]]]:
    """The same of continuous models of even scores."""
    letters = sorted(parameters(claim))
    for model in models.EVENLY_SPREAD:
        for numbers in product(_NUMBERS, repeat=len(letters)):
            value = partial(_on_model, model, dict(zip(letters, numbers, strict=True)))
            if all(_met(assumption, value) for assumption in claim.given):
                yield f"the model of {model.name}", value


def _on_model(model: models.Model, setting: Mapping[str, Fraction], expression: Expression) -> Real:
    return models.value(model, expression, parameters=setting)


def _met(assumption: Assumption, value: Callable[[Expression], Real]) -> bool:
    """Whether an assumption holds on a model: a relation, or that the scores are calibrated."""
    if assumption.relation is None or assumption.for_all:
        return assumption.name == "calibrated" and value(parse_expression("CL")) == 0
    said = parse_statement(str(assumption))
    return holds(value(said.left), said.relation, value(said.right))


def _in_words_of_statements(text: str) -> str:
    """What a document says with words that statements have not: losses and cdfs at a threshold, or at that of a rate,
    and figures at class proportions of one half each.

    >>> _in_words_of_statements("error(threshold_at(r)) == Qz(t, b/2) + F0(t)")
    '(pi0*E0(indicator(r < R(s))) + pi1*(1 - E1(indicator(r < R(s))))) == \
(b/2*E0(indicator(t < s)) + (1 - (b/2))*(1 - E1(indicator(t < s)))) + (1 - E0(indicator(t < s)))'
    >>> _in_words_of_statements("balanced(pi0*F1(threshold_at(1/3)))")
    '((1/2)*(1 - E1(indicator(1/3 < ((F0(s) + F1(s))/2)))))'
    """
    for word, said in _WRITTEN_OUT.items():
        while found := re.search(rf"(?<!\w){word}", text):
            arguments, end = _arguments(text, found.end())
            text = f"{text[: found.start()]}{said(*arguments)}{text[end:]}"
    return _CDF.sub(r"(1 - E\1(indicator(\2 < s)))", re.sub(r"\bauc\b", "(1*AUC)", text))


def _arguments(text: str, at: int) -> tuple[list[str], int]:
    """The arguments of a call, whose first begins there, and where it ends."""
    depth, start, found = 1, at, []
    while depth:
        depth += (text[at] == "(") - (text[at] == ")")
        if (text[at] == "," and depth == 1) or not depth:
            found.append(text[start:at].strip())
            start = at + 1
        at += 1
    return found, at


def _call(text: str) -> tuple[str, list[str]]:
    """A word and its arguments, if it has some."""
    name, bracket, _ = text.partition("(")
    return name, _arguments(text, len(name) + 1)[0] if bracket else []


def _loss_at(costs: bool, t: str, b: str) -> str:
    above, below = f"E0({_above(t)})", f"(1 - E1({_above(t)}))"
    return f"(2*({b})*pi0*{above} + 2*(1 - ({b}))*pi1*{below})" if costs else f"({b}*{above} + (1 - ({b}))*{below})"


def _above(t: str) -> str:
    """That an example is above a threshold, or past that of a rate."""
    rate = re.fullmatch(r"threshold_at\((.*)\)", t)
    return f"indicator({t} < s)" if rate is None else f"indicator({rate[1]} < R(s))"


def _balanced(x: str) -> str:
    if _NOT_BALANCED.search(x):
        raise Unreadable("what depends on the class proportions in another way, at those of one half each")
    return f"({re.sub(r'pi[01]', '(1/2)', x).replace('R(s)', '((F0(s) + F1(s))/2)')})"


_WRITTEN_OUT: Mapping[str, Callable[..., str]] = {
    r"Qc\(": lambda t, b: _loss_at(True, t, b),
    r"Qz\(": lambda t, b: _loss_at(False, t, b),
    r"error\((?=threshold_at\()": lambda t: f"(pi0*E0({_above(t)}) + pi1*(1 - E1({_above(t)})))",
    r"F0\((?=threshold_at\()": lambda t: f"(1 - E0({_above(t)}))",
    r"F1\((?=threshold_at\()": lambda t: f"(1 - E1({_above(t)}))",
    r"balanced\(": _balanced,
}
"""Words of documents with the bracket behind them, each after what may stand in it."""


def _costs(points: tuple[str, ...]) -> str:
    """A density of one cost proportion, or of two that are equally likely.

    >>> _costs(("1/5",)), _costs(("1/5", "3/4"))
    ('point(1/5)', 'points(1/5, 1/2, 3/4, 1/2)')
    """
    return f"point({points[0]})" if len(points) == 1 else f"points({', '.join(f'{x}, 1/2' for x in points)})"


def _instance(text: str, law: str, points: tuple[str, ...]) -> str:
    """A statement for one law of the threshold and one or two cost proportions, where means over the condition are
    values.

    >>> _instance("E0(Ec(c*indicator(T < s), w)) == loss(score(T), cost=w)", "1 - c", ("1/5",))
    'E0(((1/5)*indicator((1 - (1/5)) < s))) == loss(score((1 - c)), cost=point(1/5))'
    >>> _instance("Ec(c*indicator(u < x), w) == x*Ec(c, w)", "c", ("1/5",))
    'Eu((1/5)*indicator(s < x)) == x*((1/5))'
    >>> _instance("Ec(c**2, w) == Ec(c, w)**2", "c", ("1/5", "3/4"))
    '((((1/5)**2) + ((3/4)**2))/2) == ((((1/5)) + ((3/4)))/2)**2'
    """
    density = _costs(points)
    text = re.sub(r"\b(?:w|any)\b", density, re.sub(r"\bT\b", f"({law})", text))
    while found := re.search(r"\bEc\(", text):
        arguments, end = _arguments(text, found.end())
        body = arguments[0]
        ranks = _RANK.search(body)
        under = len(arguments) > 1 and ", ".join(arguments[1:]) == density
        if not under or (ranks and _OF_EXAMPLES.search(body)):
            raise Unreadable("a mean over the condition that is no number at a point")
        values = []
        for cost in points:
            value = re.sub(r"\bc\b", f"({cost})", body)
            values.append(f"{_EVENLY}{_RANK.sub('s', value)})" if ranks else f"({value})")
        value = values[0] if len(values) == 1 else f"(({' + '.join(values)})/2)"
        text = f"{text[: found.start()]}{value}{text[end:]}"
    return text
