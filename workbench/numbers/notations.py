"""The ways in which people write a figure: percentages, grouped digits, decimal commas, and what stands beside it.

A figure may be followed by an interval, ``0.79 (95% CI 0.75-0.83)`` or ``0.79 [0.75; 0.83]``, or by its spread,
``0.79 ± 0.03`` or ``0.79 (0.03)``. `noted` parts them and gives the figure as a plain numeral, which
`workbench.numbers.printed` reads.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from workbench.errors import InputError, shown
from workbench.numbers.given import MAX_DIGITS

Kind: TypeAlias = Literal["count", "share", "number"]
"""A number of examples, a figure whose values lie within [-1, 1], or one that may be any number."""

_PLAIN = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_GROUPS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_PARTED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:[' ][0-9]{3})+(?:\.[0-9]+)?")
_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+")
_NUMBER = r"[+-]?(?:[0-9]+(?:[.,][0-9]+)*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\s*%?"
_LEVEL = r"(?:(?:(?P<level>[0-9]+(?:\.[0-9]+)?\s*%)\s*)?(?:(?:confidence|credible)\s+interval|CI|CrI)?\s*[:=,]?\s*)?"
_INTERVAL = re.compile(
    rf"[(\[]\s*{_LEVEL}(?P<low>{_NUMBER})\s*(?:-|,|;|\bto\b|\.\.)\s*(?P<high>{_NUMBER})\s*[)\]]", re.IGNORECASE
)
_SPREAD = re.compile(
    rf"(?:±|\+/-|\+-)\s*{_NUMBER}|[(\[]\s*(?:±|\+/-|(?:SD|SE|SEM|s\.d\.|s\.e\.)\s*[:=]?)?\s*{_NUMBER}\s*[)\]]",
    re.IGNORECASE,
)
_BARE_INTERVAL = re.compile(
    rf"(?P<point>{_NUMBER})[,;]?\s+(?P<beside>(?:[0-9]+(?:\.[0-9]+)?\s*%\s*)?(?:confidence|credible)\s+interval\b.*"
    r"|(?:[0-9]+(?:\.[0-9]+)?\s*%\s*)?(?:CI|CrI)\b.*)",
    re.IGNORECASE,
)
"""An interval without parentheses, which is told by the word."""
_BESIDE = re.compile(rf"(?P<kind>s\.?[de])?[^0-9.]*(?P<number>{_NUMBER})", re.IGNORECASE)
_FLOAT_DIGITS, _SURE_DIGITS = 12, 10
_SAME = str.maketrans(dict.fromkeys("−–—‑", "-") | {"·": ".", "’": "'"} | dict.fromkeys("\u00a0\u2009\u202f", " "))


class Noted(NamedTuple):
    """A figure as a plain numeral, and what stands beside it, with what that is.

    ``is_float``: the numeral has been cut to digits that a computation in binary floats leaves right, up to one in
    the last place. ``ends`` are the ends of an interval as plain numerals, and ``level`` is its level as it is written
    beside them, such as ``95%``; empty where they are not told. Of a spread ``ends`` has the number, where it is sure
    whether it is a percentage, and ``level`` is ``sd`` or ``se`` where that is written beside it.
    """

    text: str
    beside: str = ""
    what: Literal["", "interval", "spread"] = ""
    is_float: bool = False
    ends: tuple[str, ...] = ()
    level: str = ""


def noted(text: str, kind: Kind = "number", percent: bool = False) -> Noted:
    """The figure in ``text`` and what is beside it; a numeral in no such notation is given back as it is.

    ``1,000`` is a thousand where a number of examples is meant and 1 where a share is; of other numbers it is wrong
    input, as nothing tells the two apart. A numeral of 12 or more digits is taken for a float, whose last digits are
    those of its computation: 10 of them are kept. With ``percent`` it is a percentage without its sign too.

    >>> noted("86.4%").text, noted("0,86").text, noted("1,000", "count").text, noted("1,000", "share").text
    ('0.864', '0.86', '1000', '1.000')
    >>> noted("0.79 (90% CI 0.75-0.83)").ends, noted("0.79 (90% CI 0.75-0.83)").level, noted("79% (75; 83)").ends
    (('0.75', '0.83'), '90%', ('0.75', '0.83'))
    >>> noted("0.79, 95% CI 0.75-0.83").ends, noted(",86").text
    (('0.75', '0.83'), '.86')
    >>> noted("0.8904109589041096").text, noted("0.8904109589041096").is_float, noted("79 ± 3%").what
    ('0.8904109589', True, 'spread')
    >>> noted("79 ± 3%").ends, noted("0.79 (SD 0.03)").level, noted("79% ± 3").ends
    (('0.03',), 'sd', ())
    >>> noted("1,234")
    Traceback (most recent call last):
    workbench.errors.InputError: '1,234' may be 1234 or 1.234; write it without the comma
    """
    whole = " ".join(text.translate(_SAME).split())
    if (bare := _BARE_INTERVAL.fullmatch(whole)) is not None:
        whole = f"{bare['point']} ({bare['beside'].strip('()[] ')})"
    point, beside, what, level = whole, "", "", ""
    sure = True
    inside: tuple[str, ...] = ()
    for pattern, name in ((_INTERVAL, "interval"), (_SPREAD, "spread")):
        found = re.fullmatch(rf"(?P<point>[^±(\[]*?)\s*(?P<beside>{pattern.pattern})", whole, re.IGNORECASE)
        if found is not None and found["point"] and not what:
            point, beside, what = found["point"], found["beside"], name
            if name == "interval":
                inside, level = (found["low"], found["high"]), found["level"] or ""
            elif (number := _BESIDE.search(beside.lstrip("([± "))) is not None:
                inside, level = (number["number"],), (number["kind"] or "").replace(".", "").lower()
                sure = ("%" in beside) >= ("%" in point)
    percent = percent or point.endswith("%") or (what == "spread" and beside.endswith("%") and "%" not in point)
    numeral = _plain(point.removesuffix("%").rstrip(), kind, text)
    if numeral is None:
        return Noted(text)
    if percent:
        numeral = _hundredth(numeral)
    cut = _sure_digits(numeral) if kind != "count" else None
    result: Literal["", "interval", "spread"] = "interval" if what == "interval" else "spread" if what else ""
    ends = tuple(noted(end, kind, percent).text for end in inside)
    ends = ends if sure and all(map(_PLAIN.fullmatch, ends)) else ()
    return Noted(cut or numeral, beside, result, cut is not None, ends, level)


def _plain(numeral: str, kind: Kind, text: str) -> str | None:
    """The numeral with a decimal point and without groups; None for what is none."""
    if _PLAIN.fullmatch(numeral):
        return numeral
    if _GROUPS.fullmatch(numeral):
        digits = numeral.replace(",", "")
        if numeral.count(",") > 1 or "." in numeral or kind == "count":
            return digits
        if kind == "share":
            return numeral.replace(",", ".")
        raise InputError(f"{shown(text)} may be {digits} or {numeral.replace(',', '.')}; write it without the comma")
    if _PARTED.fullmatch(numeral):
        return re.sub("[' ]", "", numeral)
    return numeral.replace(",", ".") if _COMMA.fullmatch(numeral) else None


def _hundredth(numeral: str) -> str:
    """The numeral divided by 100, with all its digits.

    >>> _hundredth("86"), _hundredth("-5.20"), _hundredth(".5"), _hundredth("1e-3")
    ('0.86', '-0.0520', '0.005', '0.01e-3')
    """
    sign = numeral[0] if numeral[0] in "+-" else ""
    mantissa, e, exponent = numeral.removeprefix(sign).lower().partition("e")
    before, _, after = mantissa.partition(".")
    before = before.zfill(3)
    return f"{sign}{before[:-2].lstrip('0') or '0'}.{before[-2:]}{after}{e}{exponent}"


def _sure_digits(numeral: str) -> str | None:
    """A float's numeral cut to decimals that its computation leaves right; None for one of few digits, or too many."""
    if len(numeral) > MAX_DIGITS:
        return None
    mantissa, _, exponent = numeral.lstrip("+-").lower().partition("e")
    digits = mantissa.replace(".", "").lstrip("0")
    if len(digits) < _FLOAT_DIGITS or abs(int(exponent or 0)) > 400:
        return None
    value = Fraction(numeral)
    before = len(str(abs(int(value)))) if abs(value) >= 1 else 0
    places = max(_SURE_DIGITS - before, 0)
    units = round(abs(value) * 10**places)
    sign = "-" if value < 0 < units else ""
    text = f"{units:0{places + 1}d}"
    return f"{sign}{text[:-places]}.{text[-places:]}" if places else f"{sign}{units}"
