"""What `discover` is asked: a closed form of a method's loss, the best constant of an inequality, or a figure's range.

Which of them is told by what the text says: a relation makes it an inequality, the name of a threshold choice method,
alone or before arguments, a method, and any other expression is a figure.
"""

from __future__ import annotations

import re
from dataclasses import replace

from workbench import methods
from workbench.deciding.best_constants import BestConstant, best_constant
from workbench.deciding.decide import SECONDS
from workbench.deciding.discovery import Discovery, closed_form
from workbench.deciding.ranges import Range, assumed, value_range
from workbench.errors import InputError, refuse_no_text
from workbench.figures import CATALOGUE as DEFINED
from workbench.figures import NAMED
from workbench.language.about import as_called, is_quantity
from workbench.language.elsewhere import called_elsewhere
from workbench.language.grammar import nearest, shortened
from workbench.language.statements import AT_THRESHOLD, FUNCTIONS, MEANS, parse_statement, quantities
from workbench.language.syntax import Assumption, Statement
from workbench.words import METHODS

_RELATION = re.compile("[<>=!]=|[<>]|[(),]")
_HEAD = re.compile(r"\s*([A-Za-z][A-Za-z_0-9]*)\s*(\(|$)")


def discover(
    asked: str,
    cost: str = "uniform",
    condition: str = "cost",
    *,
    given: str = "",
    seconds: float = SECONDS,
) -> Discovery | BestConstant | Range:
    """What can be found of a threshold choice method, of the constant of an inequality, or of a figure.

    Of a method a closed form of its expected loss with this density of the operating condition (`closed_form`), of an
    inequality with a letter for a constant the best constant (`best_constant`), of a figure its range over all data
    sets that meet what is ``given`` (`value_range`). After so many ``seconds`` of work, for each end of a range, the
    verdict is undecided. `InputError` where the text says none of them.

    >>> discover("rate_driven").conjecture
    '1/3 + pi0*pi1 - 2*pi0*pi1*AUC'
    >>> discover("BS <= k*MAE").constant
    Fraction(1, 1)
    >>> discover("AUCH").interval
    '[1/2, 1]'
    >>> discover("optimum")
    Traceback (most recent call last):
    workbench.errors.InputError: optimum is neither a threshold choice method nor a figure; did you mean optimal?
    """
    refuse_no_text(asked, "question", "BS <= k*MAE")
    kind = kind_of(asked)
    if kind == "method":
        if given.strip():
            raise InputError(
                f"of the method {shortened(asked.strip())} nothing is given; a figure or an inequality takes it"
            )
        return closed_form(asked, cost, condition, seconds=seconds)
    if (cost, condition) != ("uniform", "cost"):
        raise InputError(f"a cost or a condition goes with a method; write loss(METHOD, cost={cost}, ...) in {kind}s")
    if kind == "figure":
        return value_range(asked, given, seconds=seconds)
    more = assumed(given)
    statement = parse_statement(asked)
    return best_constant(_assuming(statement, more), seconds=seconds)


def _assuming(statement: Statement, more: tuple[Assumption, ...]) -> Statement:
    return replace(statement, given=(*statement.given, *more))


def kind_of(asked: str) -> str:
    """``method``, ``inequality`` or ``figure``.

    >>> kind_of("mix(q, score_driven, rate_uniform)"), kind_of("BS <= k*MAE"), kind_of("E(indicator(s < 1/2))")
    ('method', 'inequality', 'figure')
    """
    depth = 0
    for found in _RELATION.finditer(asked):
        depth += (found[0] == "(") - (found[0] == ")")
        if depth <= 0 and found[0] not in "(),":
            return "inequality"
    head = _HEAD.match(asked)
    if head is None:
        return "figure"
    word = head[1]
    known = {*methods.CATALOGUE, *METHODS}
    if word in known:
        return "method"
    figures = {*quantities(readable=True), *AT_THRESHOLD, *FUNCTIONS, *MEANS, "loss", *DEFINED, *NAMED}
    if word in figures or is_quantity(word) or (len(word) <= 2 and word.lower() == word):
        return "figure"
    elsewhere = called_elsewhere(word)
    near = [elsewhere] if elsewhere else nearest(word, known | figures, 3) or nearest(word, known | figures, 3, 0.0)
    *others, last = map(as_called, near)
    hint = f"did you mean {', '.join(others)}{' or ' * bool(others)}{last}?"
    raise InputError(f"{shortened(word)} is neither a threshold choice method nor a figure; {hint}")
