"""The names and values of a report in one line, and what class sizes are called in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.errors import InputError, shown
from workbench.feasible.matrix_metrics import known
from workbench.language.statements import parameters, parse_expression
from workbench.numbers.notations import noted
from workbench.reports.figures_read import OPEN, figure_name, is_figure, plain

_CALLED = {
    **dict.fromkeys(("n_pos", "n_positive", "n_positives", "npos", "num_pos", "positives"), "n0"),
    **dict.fromkeys(("n_neg", "n_negative", "n_negatives", "nneg", "num_neg", "negatives"), "n1"),
    **dict.fromkeys(("total", "sample_size", "n_total"), "n"),
}
"""What class sizes are also called; class 0 is the positive one."""
_SIZES = ("n", "n0", "n1", "N", "P")
_WORD = r"[A-Za-z0-9'’-]*[A-Za-z][A-Za-z0-9'’-]*"
_JOINING = ("=", ":", "of", "is", "was", "were", "at")
_JOINED = re.compile(r"(?:[,;.]|\s+(?:and|with|an?|the))*$")
"""What joins a value to the next name in a sentence."""
_CALL = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\(")
_BEGINNING = re.compile(r"^\s*(?:the|an?)\s+", re.IGNORECASE)
_NAME = r"(?:[^\s=/\\(]|(?<=\w) (?=\w)|\((?:[^=()]|\([^=()]*\))*\))+"
_FIGURES = re.compile(rf"\s*{_NAME}\s*=(?!.*\.(?:toml|txt|csv|tsv|md|tex|json|html)\s*$)", re.DOTALL)
"""How figures begin, and no name of a file."""
_NUMBER = re.compile(r"[<>≤≥~]?[-+−]?\.?[0-9]")
_SIGN = re.compile(r"\s*=?\s*(<=|>=|[<>≤≥⩽⩾])\s*(?=\.?[0-9])")
_SIGNS = {"<=": "≤", ">=": "≥", "⩽": "≤", "⩾": "≥"}


def are_figures(text: str) -> bool:
    """Whether what stands in the place of a file is figures, name=value.

    >>> are_figures("n0=50 n1=50 AUC=0.79"), are_figures("run=3.toml")
    (True, False)
    """
    return _FIGURES.match(with_equals(text)) is not None and not os.path.exists(text)


def size_names(names: Sequence[str], values: Sequence[Sequence[str]]) -> list[str]:
    """The names with those of class sizes as they are called here, each with the texts that have it.

    P and N together are the sizes of the two classes where P is a whole number, and otherwise a p value and the total.

    >>> size_names(["n_pos", "AUC"], [["5"], ["0.8"]]), size_names(["P", "N", "p"], [["1"], ["60"], ["0.1"]])
    (['n0', 'AUC'], ['n0', 'n1', 'p'])
    >>> size_names(["N", "P"], [["60", "60"], ["0.03", "1"]])
    ['n', 'P']
    """
    called = dict(zip(names, values, strict=True))
    both = {"P", "N"} <= set(names) and all(whole_number(text) is not None for text in called["P"])
    sizes = {"P": "n0", "N": "n1"} if both else {"N": "n"}
    return [sizes.get(name, _CALLED.get(plain(name), name)) for name in names]


def with_size_names(entry: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """The entry with its class sizes under their names here, such as ``n0`` for ``P`` or ``n_pos``.

    >>> with_size_names({"P": 30, "N": 70, "where": "Table 1"}, "reported 1")
    {'n0': 30, 'n1': 70, 'where': 'Table 1'}
    """
    found: dict[str, Any] = {}
    for name, (key, value) in zip(
        size_names(list(entry), [[str(x)] for x in entry.values()]), entry.items(), strict=True
    ):
        called = name if name in ("n", "n0", "n1") else key
        if found.setdefault(called, value) != value:
            raise InputError(f"{where}: {key} is {shown(value)}, but {called} is {shown(found[called])}")
    return found


def whole_number(text: str) -> int | None:
    """The whole number that a text is, in its range or not; None for what is none.

    >>> whole_number("1,000"), whole_number("0.03"), whole_number("-5")
    (1000, None, -5)
    """
    whole = noted(text, "count").text
    return int(whole) if re.fullmatch(r"[-+]?[0-9]{1,2000}", whole) else None


def with_equals(text: str) -> str:
    """Names and values with an equals sign between them, where sentences have a blank, a colon or a word instead.

    >>> with_equals("Sens 82%, spec: 90% AUC of 0.79 (95% CI 0.75-0.83)")
    'Sens=82%, spec=90% AUC=0.79 (95% CI 0.75-0.83)'
    >>> with_equals("AUC, 0.79; sensitivity, 90%")
    'AUC=0.79; sensitivity=90%'
    >>> with_equals("n=50 AUC=0.79 balanced accuracy 0.7"), with_equals("paper.toml")
    ('n=50 AUC=0.79 balanced accuracy=0.7', 'paper.toml')
    >>> with_equals("AUC=0.79 p < .001 KS: 0.5")
    'AUC=0.79 p=<.001 KS=0.5'
    """
    words, found, i, plain_text = _with_signs(text).split(), [], 0, "=" not in text
    while i < len(words):
        for k in range(min(4, len(words) - i - 1), 0, -1):
            *before, last = words[i : i + k]
            name, value = " ".join((*before, last.rstrip(":," if plain_text else ":"))), i + k
            joined = words[value].lower() in _JOINING and value + 1 < len(words)
            value += joined
            is_sure = len(name) > 2 or plain_text or joined or last.endswith(":")
            named = re.match("[A-Za-z]", name) and is_sure and "=" not in name
            if named and _NUMBER.match(words[value]) and (name in _SIZES or plain(name) in _CALLED or is_figure(name)):
                found.append(f"{name}={words[value]}")
                i = value + 1
                break
        else:
            found.append(words[i])
            i += 1
    return " ".join(found)


def _with_signs(text: str) -> str:
    """The text with an equals sign before a bound, ``p<0.001``, but for what stands in parentheses.

    >>> _with_signs("p < .001 q>=2 E(indicator(s < 1))=0.5")
    'p=<.001 q=≥2 E(indicator(s < 1))=0.5'
    """

    parts, start, depth = [], 0, 0
    for found in _SIGN.finditer(text):
        before = text[start : found.start()]
        depth += sum(before.count(sign) for sign in "([") - sum(before.count(sign) for sign in ")]")
        parts += [before, found[0] if depth > 0 or not found.start() else f"={_SIGNS.get(found[1], found[1])}"]
        start = found.end()
    return "".join((*parts, text[start:]))


def short_name(value: str) -> str | None:
    """What begins another figure within a value, where its name is too short to be sure of; None where nothing does.

    >>> short_name("0.80 KS 0.50"), short_name("0.80 (SE 0.03)"), short_name("0.80 t 2.1")
    ('KS 0.50', None, None)
    """
    for found in re.finditer(r"(?<=\s)([A-Za-z][A-Za-z0-9]?)\s+[<>≤≥]?\.?[0-9]\S*", value):
        name = found[1]
        if is_figure(name) and (
            plain(name) in OPEN or known(name) or not parameters(parse_expression(figure_name(name)))
        ):
            return found[0]
    return None


def pairs_of(text: str) -> Iterator[tuple[str, str]]:
    """Names and values; a part without an equals sign goes on with the value before it, or begins a name.

    >>> list(pairs_of("balanced accuracy = 0.8 AUC=0.79 (0.75-0.83), F1 score=.8"))
    [('balanced accuracy', '0.8'), ('AUC', '0.79 (0.75-0.83)'), ('F1 score', '.8')]
    >>> list(pairs_of("The sensitivity was 90%, with a specificity of 80% and an AUC of 0.87."))
    [('sensitivity', '90%'), ('specificity', '80%'), ('AUC', '0.87')]
    >>> list(pairs_of("loss(optimal, cost=beta(2, 2)) = 0.3 AUC=0.79 (0.75 - 0.83)"))
    [('loss(optimal,cost=beta(2,2))', '0.3'), ('AUC', '0.79 (0.75 - 0.83)')]
    """
    found: list[tuple[str, str]] = []
    words: list[str] = []
    text = _without_blanks_in_calls(_BEGINNING.sub("", text))
    for part in with_equals(re.sub(r"\s*(?<![=<>!])=(?!=)\s*(?=\S)", "=", text)).split():
        name, equals, value = part.rpartition("=")
        if equals and name and value and name.count("(") == name.count(")"):
            before, name = _begun(words, name)
            words = []
        elif equals or not (found or re.fullmatch(_WORD, part)):
            raise InputError(f"{shown(part)} is not of the form name=value, without blanks")
        else:
            words.append(part)
            continue
        if before and not found:
            raise InputError(f"{shown(before[0])} is not of the form name=value, without blanks")
        if before:
            found[-1] = found[-1][0], " ".join((found[-1][1], *before))
        found.append((name, value))
    if words and not found:
        raise InputError(f"{shown(words[0])} is not of the form name=value, without blanks")
    if words:
        found[-1] = found[-1][0], " ".join((found[-1][1], *words))
    return ((name, _JOINED.sub("", value)) for name, value in found)


def _without_blanks_in_calls(text: str) -> str:
    """The text without blanks within the parentheses of functions, which follow a name."""
    found, depth, opening = list[str](), 0, {call.end() - 1 for call in _CALL.finditer(text)}
    for i, sign in enumerate(text):
        if sign == "(" and (depth or i in opening):
            depth += 1
        if not (depth and sign.isspace()):
            found.append(sign)
        if sign == ")" and depth:
            depth -= 1
    return "".join(found)


def _begun(words: list[str], name: str) -> tuple[list[str], str]:
    """The words that belong to the value before, and the name with those that begin it."""
    for k in range(max(0, len(words) - 4), len(words)):
        whole = " ".join((*words[k:], name))
        if all(re.fullmatch(_WORD, word) for word in words[k:]) and is_figure(whole):
            return words[:k], whole
    return words, name
