r"""Sentences in LaTeX: what TeX would take for a command is escaped, and formulas within are set as formulas.

The workbench writes its sentences in plain text, in which formulas look as in ``pi0 pi1 (1 - 2 AUC) + 1/3``. A
run of symbols, numbers and operators that is balanced and has at least one symbol is taken for a formula;
words never are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workbench import figures, metrics
from workbench.errors import InputError
from workbench.language.statements import parse_expression
from workbench.symbolic.latex import latex_of, symbol
from workbench.symbolic.letters import NOTATION
from workbench.typesetting.signs import ESTIMATED, GREEK, LETTER, SCRIPTS, composed, escaped, joined, scripted

_GREEK = frozenset({"rho", "eta", "mu", "tau", "theta", "alpha", "beta", "gamma", "lambda"})
_INDEXED = re.compile(r"(pi|BC|BS|MAE|[TQFERclmnopsftxy])_?([01]|(?<=_)[a-z])|([kqrst])_?([0-9])")
_FUNCTIONS = {
    "Beta": NOTATION["beta"], "Cov": r"\mathrm{Cov}", "sqrt": r"\sqrt", "log": r"\log", "max": r"\max", "min": r"\min",
    "exp": r"\exp", "error": NOTATION["error"], "pi": r"\pi",
}  # fmt: skip
_OPERATORS = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "−": "-", "·": r"\cdot ", "×": r"\times ",
    "<=": r"\le", ">=": r"\ge", "==": "=", "!=": r"\ne", "*": r"\,", "{": r"\{", "}": r"\}", "|": r"\mid",
}  # fmt: skip
_CALLED = "loss|h_measure|macro_error|E[01c]?|abs|indicator|pav|posterior"
_CALL = re.compile(rf"(?<![\w.])(?:[ab]\.[A-Za-z]\w*\(?|(?:{_CALLED})\()")
_PRIVATE_USE = "[\ue000-\uf8ff]"
_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<pair><\w+, ?\w+>)"
    r"|(?P<indicator>(?<!\w)1(?=\{))"
    r"|(?P<integral>(?:(?<!\w)\\?int|∫)_\w\^\w|∫|\\int(?!\w))"
    r"|(?P<number>(?<![\w.])\d+(?:\.\d+)?(?=[a-z](?!\w)|[^\w]|$))"
    rf"|(?P<scripted>(?<![^\W_])(?:{LETTER}[\u0300-\u036f\u20d7]+|{ESTIMATED})(?:{SCRIPTS})*(?!\w))"
    rf"|(?P<indexed>(?<![^\W_])(?:[A-Z]{{2,}}|{LETTER})(?:{SCRIPTS})+(?!\w))"
    rf"|(?P<scripts>(?:{SCRIPTS})+)"
    r"|(?P<primed>(?<![\w'])[A-Za-z]'(?![\w']))"
    r"|(?P<word>[^\W\d](?:\w|[\u0300-\u036f])*)"
    r"|(?P<operator>\*\*|<=|>=|==|!=|[-+*/^=<>≤≥≠−·×])"
    r"|(?P<mark>[;,|])"
    r"|(?P<open>[(\[{])"
    r"|(?P<close>[)\]}])"
    rf"|(?P<call>{_PRIVATE_USE})"
    r"|(?P<other>.)"
)
_MINUS = ("-", "−")
_TIED = re.compile(r"(?<![\w.])((?:pp?|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Cc]h|[Nn]os?)\.|§+) (?=[\d(])")
_INTERVAL = re.compile(r"\[(-?[\d./]+), (-?[\d./]+)\]")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str


def prose(text: str) -> str:
    r"""A sentence in LaTeX, its formulas between dollars.

    >>> print(prose("Expected loss is pi0 pi1 (1 - 2 AUC) + 1/3, whatever s is."))
    Expected loss is $\pi_0 \pi_1 (1 - 2\,\mathrm{AUC}) + 1/3$, whatever $s$ is.
    >>> print(prose("Model A, of AUC 0.7, has t = c**2 (a threshold); in class 1 the H-measure is 1."))
    Model A, of $\mathrm{AUC}$ 0.7, has $t = c^{2}$ (a threshold); in class 1 the H-measure is 1.

    So are losses in the words of the statement language.

    >>> print(prose("We show loss(score(1 - c)) = 2 MAE - BS."))
    We show $L^{t = 1 - c}_{U(c)} = 2\,\mathrm{MAE} - \mathrm{BS}$.
    >>> print(prose("Here k1 stands for b.loss(score_driven, cost=any), and a.AUC >= b.AUC."))
    Here $k_1$ stands for $b{.}L^{sd}_{w(c)}$, and $a{.}\mathrm{AUC} \ge b{.}\mathrm{AUC}$.

    Signs of Unicode are those of LaTeX, and a number is tied to what it counts.

    >>> print(prose("See § 4.1, pp. 3–7 and p. 5 — it isn’t the model’s."))
    See \S{}~4.1, pp.~3--7 and p.~5 --- it isn't the model's.
    >>> print(prose("It is π_0 λ ≤ 1/2 for every σ, with c → 0."))
    It is $\pi_0 \lambda \le 1/2$ for every $\sigma$, with $c$ $\to$ 0.

    F1 without an argument is the F-measure, unless F0 is spoken of beside it.

    >>> print(prose("F1 is no more than F1(t)"), prose("the distance of F1 from F0"), sep="; ")
    $\mathrm{F1}$ is no more than $F_1(t)$; the distance of $F_1$ from $F_0$

    An interval of numbers is not torn apart.

    >>> print(prose("The rate is uniform on [0, 1]."))
    The rate is uniform on [0,~1].

    An integral is one formula, up to its differential.

    >>> print(prose("The loss is \\int_0^s 2c w(c) dc, or int_0^1 F0(s) ds."))
    The loss is $\int_0^s 2c w(c) \,dc$, or $\int_0^1 F_0(s) \,ds$.
    """
    tied = _TIED.sub("\\1\u00a0", re.sub(r"[^\S\u00a0\u202f\u2009]+", " ", composed(text)))
    tied, calls = _without_calls(_INTERVAL.sub("[\\1,\u00a0\\2]", tied))
    tokens = [_Token(*_classified(found)) for found in _TOKEN.finditer(tied)]
    tokens = [_Token("written", calls[x.text]) if x.text in calls else x for x in tokens]
    written, at = "", 0
    while at < len(tokens):
        end = _formula_end(tokens, at)
        if end > at:
            written += f"${_formula(tokens[at:end])}$"
            at = end
        elif tokens[at].kind == "written":
            written += f"${tokens[at].text}$"
            at += 1
        else:
            sign = tokens[at].text
            written += "``" if sign == '"' and (not written or written[-1] in " (") else escaped(sign)
            at += 1
    return joined(written)


def _without_calls(text: str) -> tuple[str, dict[str, str]]:
    """The text with a sign of private use for each loss, or figure of one of two models, and the LaTeX of these."""
    calls: dict[str, str] = {}
    if re.search(_PRIVATE_USE, text):
        return text, calls
    at = 0
    while (found := _CALL.search(text, at)) is not None:
        end = at = found.end()
        depth = int(text[end - 1] == "(")
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        sign, start = chr(ord(_PRIVATE_USE[1]) + len(calls)), found.start()
        try:
            calls[sign] = latex_of(parse_expression(text[start:end], two_models=True))
        except InputError:
            continue
        text = f"{text[:start]}{sign}{text[end:]}"
        at = start + 1
    return text, calls


def _classified(found: re.Match[str]) -> tuple[str, str]:
    """The kind of a token; a word is a ``symbol``, or ``maybe`` one, if it stands in a formula, or no symbol."""
    kind, text = found.lastgroup or "", found[0]
    if kind in ("scripted", "indexed", "primed"):
        return "symbol", text
    if kind != "word":
        return ("other" if kind == "scripts" else kind), text
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    if before in ("'", "’") or (text == "p" and re.match(r"\.\s?\d", found.string[found.end() :])):
        return "other", text
    if re.search(r"\w\.$", found.string[: found.start()]) or re.match(r"\.[A-Za-z]", found.string[found.end() :]):
        return "other", text  # of an abbreviation, or of the name of a file
    if text == "F1" and after != "(" and not re.search(r"\bF_?0|\brate F1", found.string):
        return "written", figures.SAYS["f1"][1]
    if re.fullmatch("d[a-z]", text):
        return "differential", text
    if text[0] in GREEK and re.fullmatch("_?[01]|_[a-z]|", text[1:]):
        return "symbol", text
    if text in _FUNCTIONS:
        return ("symbol" if after in "([" and after else "other"), text
    if (len(text) > 1 and text in metrics.CATALOGUE) or text in _GREEK or _INDEXED.fullmatch(text):
        return "symbol", text
    if len(text) == 1 and text.isascii() and text.islower() and text not in "aei":
        return "symbol", text
    if re.fullmatch("[A-Z]", text) and after and after in "([":
        return "symbol", text
    return ("maybe" if re.fullmatch("[aei]|[A-Z]{1,3}|tpr|fpr|acc|pos|neg", text) else "other"), text


def _formula_end(tokens: Sequence[_Token], start: int) -> int:
    """Where the longest formula that begins at a token ends; there itself, if none does.

    Brackets are balanced in it, operators stand between what they combine, and it has a symbol for certain, or a
    possible one and an operator.
    """
    if tokens[start].kind in ("space", "mark", "close") or _is_joined(tokens, start) or _is_listed(tokens, start):
        return start
    if tokens[start].kind == "number" and [x.kind for x in tokens[start + 1 : start + 3]] == ["space", "maybe"]:
        return start
    end, opened, certain, possible, operator, needs, integrals = start, [], False, False, False, True, 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        if token.kind == "space":
            continue
        if token.kind == "open":
            opened.append(_PAIRS[token.text])
            needs = True
        elif token.kind == "close" and opened and token.text == opened[-1] and not needs:
            opened.pop()
        elif token.kind == "mark" and opened and not needs:
            needs = True
        elif token.kind == "operator" and not _is_sign(tokens, at) and (not needs or token.text in _MINUS):
            operator, needs = operator or at > start, True
            certain |= token.text in ("**", "^")
        elif token.kind == "number" and not needs and not _is_behind_an_integral(tokens, at):
            break
        elif token.kind == "differential" and not needs and (integrals > 0 or (opened and token.text == "dc")):
            integrals -= 1
        elif token.kind in ("symbol", "written", "number", "pair", "integral", "indicator") or _is_sign(tokens, at):
            certain |= token.kind not in ("number", "indicator", "operator")
            integrals += token.kind == "integral"
            needs = False
        elif token.kind == "maybe" and (opened or _is_beside_operator(tokens, at)):
            possible, needs = True, False
        else:
            break
        if not opened and not needs and (certain or (possible and operator)):
            end = at + 1
    cut_short = end < len(tokens) and tokens[end].kind == "open" and tokens[end - 1].kind == "symbol"
    return start if cut_short else end


def _is_behind_an_integral(tokens: Sequence[_Token], at: int) -> bool:
    before = [x for x in tokens[max(0, at - 2) : at] if x.kind != "space"][-1:]
    return before != [] and before[0].kind == "integral"


def _is_sign(tokens: Sequence[_Token], at: int) -> bool:
    """Whether a plus or minus stands for a class, as in ``f(x,+)``."""
    return tokens[at].text in "+-" and tokens[at + 1 : at + 2] != [] and tokens[at + 1].kind == "close"


def _is_joined(tokens: Sequence[_Token], at: int) -> bool:
    """Whether a token is the end of a word, such as that behind the hyphen of ``class-c``."""
    return at > 1 and tokens[at - 1].text == "-" and tokens[at - 2].kind == "other" and tokens[at - 2].text.isalpha()


def _is_listed(tokens: Sequence[_Token], at: int) -> bool:
    """Whether a token is the end of a list of names, as TN in ``FN, FP, TN = 2, 1, 4``."""
    names = tokens[at].text + (tokens[at - 3].text if at > 2 else "")
    return (
        at > 2 and names.isupper() and tokens[at].kind == tokens[at - 3].kind == "maybe" and tokens[at - 2].text == ","
    )


def _is_beside_operator(tokens: Sequence[_Token], at: int) -> bool:
    before = [x for x in tokens[max(0, at - 2) : at] if x.kind != "space"][-1:]
    after = [x for x in tokens[at + 1 : at + 3] if x.kind != "space"][:1]
    return any(x.kind == "operator" for x in (*before, *after))


def _formula(tokens: Sequence[_Token]) -> str:
    """The tokens of a formula in LaTeX."""
    written, at = "", 0
    while at < len(tokens):
        if tokens[at].text in ("**", "^"):
            part, at = _argument(tokens, at + 1)
            part = f"^{{{part}}}"
        elif tokens[at].text == "sqrt":
            part, at = _argument(tokens, at + 1)
            part = rf"\sqrt{{{part}}}"
        elif tokens[at].text == "*" and at + 1 < len(tokens) and tokens[at + 1].kind == "number":
            part, at = r"\cdot ", at + 1
        elif _is_beside_a_word(tokens, at):
            part, at = r"\,", at + 1
        else:
            part, at = _in_formula(tokens[at]), at + 1
        command = re.search(r"\\[a-zA-Z]+$", written) is not None and part[:1].isalpha()
        written += f" {part}" if command else part
    return written


def _is_beside_a_word(tokens: Sequence[_Token], at: int) -> bool:
    """Whether a space stands between factors one of which is a name of several letters."""
    if tokens[at].kind != "space" or not 0 < at < len(tokens) - 1:
        return False
    before, after = tokens[at - 1], tokens[at + 1]
    letters = ("symbol", "maybe")
    factors = before.kind in (*letters, "number", "close") and after.kind in (*letters, "number", "open")
    return factors and any(x.kind in letters and _in_formula(x).startswith(r"\mathrm") for x in (before, after))


def _argument(tokens: Sequence[_Token], at: int) -> tuple[str, int]:
    """The exponent or argument that begins at a token, without the brackets around it, and where it ends."""
    while tokens[at].kind == "space":
        at += 1
    if tokens[at].kind != "open":
        end = at + (2 if tokens[at].text in _MINUS else 1)
        return _formula(tokens[at:end]), end
    depth, end = 1, at + 1
    while depth:
        depth += {"open": 1, "close": -1}.get(tokens[end].kind, 0)
        end += 1
    return _formula(tokens[at + 1 : end - 1]), end


def _in_formula(token: _Token) -> str:
    sign = token.text
    if token.kind == "written":
        return sign
    if token.kind == "pair":
        return rf"\langle {sign[1:-1]} \rangle"
    if token.kind == "indicator":
        return NOTATION["indicator"]
    if token.kind == "integral":
        return rf"\int_{sign[-3]}^{sign[-1]}" if "^" in sign else r"\int"
    if token.kind == "differential":
        return rf"\,{sign}"
    if token.kind in ("symbol", "maybe"):
        return _FUNCTIONS.get(sign) or _letters(sign)
    return _OPERATORS.get(sign, sign)


def _letters(word: str) -> str:
    if not word.isascii() and not (word[0] in GREEK and re.fullmatch("_?[01]|_[a-z]|", word[1:])):
        return scripted(word)
    if word in ("pi0", "pi1", "F0", "F1", "E0", "E1", "n0", "n1"):
        return NOTATION[word]
    if len(word) > 1 and word in metrics.CATALOGUE:
        return symbol(word)
    if word[0] in GREEK:
        index = word[1:].removeprefix("_")
        return rf"\{GREEK[word[0]]}{'_' * bool(index)}{index}"
    if word.endswith("'"):
        return word
    indexed = _INDEXED.fullmatch(word)
    stem, index = filter(None, indexed.groups()) if indexed else (word, "")
    letter = rf"\{stem}" if stem in {*_GREEK, "pi"} else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    return f"{letter}_{index}" if index else letter
