"""What a text was meant to say that is no sentence of the language: relations, products and words as people write them.

Each mend is one habit. What comes out is offered only where it is a sentence of the language, by the one who reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from workbench import methods, metrics
from workbench.language.elsewhere import absent, in_our_words
from workbench.words import RESERVED

LONGEST = 200
"""No more characters than that are mended."""

_CHARACTERS = {
    **dict.fromkeys("≤⩽≦", "<="),
    **dict.fromkeys("≥⩾≧", ">="),
    **dict.fromkeys("−–—", "-"),
    **dict.fromkeys("·×∙⋅∗", "*"),
    **dict.fromkeys("[{", "("),
    **dict.fromkeys("]}", ")"),
    **dict.fromkeys("\"“”'’`", " "),
    **dict.fromkeys("⇒→", "=>"),
    "₀": "0",
    "₁": "1",
    "≠": "!=",
    "÷": "/",
    "π": "pi",
    "²": "**2",
    "³": "**3",
    "½": "1/2",
    "⅓": "1/3",
    "¼": "1/4",
    "¾": "3/4",
    "∀": " for all ",
    "∧": " and ",
    "∨": " or ",
    "¬": " not ",
    "^": "**",
}
_COMMANDS = {
    **dict.fromkeys(("le", "leq", "leqq", "leqslant"), "<="),
    **dict.fromkeys(("ge", "geq", "geqq", "geqslant"), ">="),
    **dict.fromkeys(("ne", "neq"), "!="),
    **dict.fromkeys(("cdot", "times", "ast"), "*"),
    **dict.fromkeys(("lvert", "rvert", "vert", "mid"), "|"),
    **dict.fromkeys(("left", "right", "big", "bigl", "bigr", "quad", "qquad", "displaystyle"), " "),
    **dict.fromkeys(("implies", "Rightarrow"), "=>"),
    **dict.fromkeys(("land", "wedge"), " and "),
    **dict.fromkeys(("lor", "vee"), " or "),
    **dict.fromkeys(("lnot", "neg"), " not "),
    **{name: name for name in ("pi", "min", "max", "log", "ln", "exp", "sqrt")},
    "lt": "<",
    "gt": ">",
    "forall": " for all ",
}
_LATEX: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\\[()\[\],;:! ]|\$", " "),
    (r"\\_", "_"),
    (r"\\(?:math[a-z]+|text[a-z]*|operatorname\*?)\s*\{([^{}]*)\}", r"\1"),
    (r"([_^])\{(\w+)\}", r"\1\2"),
    (r"\\[dt]?frac\s*(?:\{(\w+)\}|(\d))\s*(?:\{(\w+)\}|(\d))", r"(\1\2/\3\4)"),
    (r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"((\1)/(\2))"),
    (r"\\([A-Za-z]+)", lambda found: _COMMANDS.get(found[1], found[0])),
)
"""The commands of a formula in LaTeX; what remains of it is read as letters of Unicode are."""


def _listed(found: re.Match[str]) -> str:
    """What stands beside each other in a minimum or a maximum, with commas between."""
    return re.sub(r"(?<=\w) +(?=\w)", ", ", found.group().strip())


_COSTS = r"(?:uniform|beta|point|points|mixture|density|any)\b"
_ALL = r"for (?:all|every|any) (?:[a-z]\d?|samples|data|data sets|models|classifiers|scores)"
_SCORES = r"(?:scores?|models?|classifiers?|samples?|data|forecasts?|predictions?|probabilities)"
_SUCH = r"(calibrated|evenly_spaced|no_ties)"
_HABITS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (rf"^\s*{_ALL}\s*[:,]", ""),
    (rf"^((?!.*\bgiven\b).+)\s+{_ALL}\s*$", r"\1"),
    (rf"\b(?:the )?{_SCORES} (?:are|is) (?={_SUCH})", ""),
    (rf"\b{_SUCH} {_SCORES}\b", r"\1"),
    (rf"\b(?:for|with|under)(?: all| every| any)? {_SUCH}\b", r"given \1"),
    (r"\bPr?\(\s*s_?1\s*>\s*s_?0\s*\)|\bPr?\(\s*s_?0\s*<\s*s_?1\s*\)", "E1(F0(s))"),
    (r"\b(?:is )?(?:less|smaller) than or equal to\b|\bis at most\b", "<="),
    (r"\b(?:is )?(?:greater|larger) than or equal to\b|\bis at least\b", ">="),
    (r"\b(?:is )?(?:less|smaller) than\b", "<"),
    (r"\b(?:is )?(?:greater|larger) than\b|\bexceeds\b", ">"),
    (r"\b(?:is equal to|equals)\b", "=="),
    (r"√\s*(\w[\w.]*)(?![\w(])", r"sqrt(\1)"),
    (r"√\s*", "sqrt"),
    (r"(?<![\w.,(])(\d+),(\d+)(?![\w.,(])", r"\1.\2"),
    (r"(?<![\w./])(\d+(?:\.\d+)?)\s*%", r"\1/100"),
    (r"\bln\b", "log"),
    (r"\blog(2|10)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", r"log(\2)/log(\1)"),
    (r"<=+>", "=="),
    (r"=\s*<(?!=)", "<="),
    (r"=\s*>", ">="),
    (r"<\s*>", "!="),
    (r"([<>=!])\s+=", r"\1="),
    (r"\|([^|]+)\|", r"abs(\1)"),
    (r"(?<=[<>=(,])\s*\+\s*", " "),
    (r"\b(pi|E|F|n|BS|MAE)_([01])(?!\w)", r"\1\2"),
    (r"(?<=\bmin\()[\w./ ]+(?=\))|(?<=\bmax\()[\w./ ]+(?=\))", _listed),
    (r"\b(pi[01]|n[01]?|[A-Z]+[01]?|[a-z]\d?)\s+(?=pi[01]|[A-Z])", r"\1*"),
    (r"\bs_2\b", "s2"),
    (r"\bPr?([01]?)\(((?![^()]*\bs_?[01]\b)[^()]*[<>=][^()]*)\)", r"E\1(indicator(\2))"),
    (r"\b(?:assuming|if|when|where|provided that|provided)\b", "given"),
    (r"[\s,;.]+$", ""),
    (r"^((?:(?!\bgiven\b)[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*),(?!\s*given\b)", r"\1 given"),
    (r"\band\b|&&?", ","),
    (r"(?:\bgiven|[\s,])+$", ""),
    (r"\b(?:Loss|L)\(", "loss("),
    (r"\bloss\s+([a-z_]+\b(?:\([^()]*\))?)", r"loss(\1)"),
    (r"\bprobabilistic\b", "score_driven"),
    (r"\b(score|rate)_fixed\s*[,;]\s*([^()=,;]+)(?=[,;)])", r"\1_fixed(\2)"),
    (r"\b(score|rate)_fixed\(\s*\w+\s*=\s*", r"\1_fixed("),
    (r"\bscore_fixed(?=\s*[,;)])", "score_fixed(t)"),
    (r"\brate_fixed(?=\s*[,;)])", "rate_fixed(r)"),
    (r";", ","),
    (rf"\bloss\(([^(),]+|\w+\([^()]*\)),\s*(?={_COSTS})", r"loss(\1, cost="),
    (r"\b(?:w|costs|density)\s*=(?!=)", "cost="),
    (r"(?<=[\w)])\s+(cost|condition|rates|scores|weight)\s*=(?!=)", r", \1="),
    (r"\b(sqrt|log|exp|abs)\s+([A-Z]\w*)(?![\w(])", r"\1(\2)"),
    (r"(?<![\w.])((?:\d+\.?\d*|\.\d+))\s*(?!\s*(?:given|for)\b)(?=[A-DF-Za-df-z(]|E[01A-Za-z(])", r"\1*"),
    (r"\)\s*(?=[\w(])(?!\s*(?:given|for)\b)", ")*"),
)
_RELATION = r"[<>=!]=|=[<>]|[<>=]"
_OPPOSITE = {"==": "!=", "!=": "==", "<=": ">", ">": "<=", ">=": "<", "<": ">="}
_PREMISE = re.compile(r"(?:if|when|given|assuming)?\s*(.+?)\s*(?:\bthen\b|=>|:)\s*(.+)")
_NUMBERS = {2: "two", 3: "three", 4: "four"}


def mended(text: str, says: Callable[[str], object]) -> str | None:
    """A sentence of the language that ``text`` may have been meant to be; None where ``says`` refuses it too.

    >>> from workbench.language.statements import parse_statement
    >>> mended("2 BS² ≤ |MAE| if calibrated and no ties", parse_statement)
    '2*BS**2 <= abs(MAE) given calibrated, no_ties'
    >>> mended(r"$\\frac{1}{2} BS \\leq MAE$", parse_statement)
    '(1/2)*BS <= MAE'
    >>> mended("BS = loss(score-driven, beta(2, 2))", parse_statement)
    'BS == loss(score_driven, cost=beta(2, 2))'
    >>> mended("BS <= GRIEF", parse_statement) is None
    True
    """
    if len(text) > LONGEST:
        return None
    better = _sentence(_plain(text), says)
    return None if better == text else better


def remark(text: str, says: Callable[[str], object]) -> str:
    """What the refusal of ``text`` ends in: the sentence, or the sentences, that it may have been meant to be.

    >>> from workbench.language.statements import parse_statement
    >>> remark("(BS <= MAE", parse_statement)
    '; did you mean BS <= MAE?'
    >>> remark("0 <= BS <= 1", parse_statement)
    '; did you mean two statements, 0 <= BS and BS <= 1, each for itself?'
    >>> remark("not BS <= MAE", parse_statement)
    '; a statement is not denied: BS <= MAE is refuted where it fails once, and BS > MAE says that it always fails'
    """
    if len(text) > LONGEST:
        return ""
    plain = _plain(text)
    if denied := re.fullmatch(r"\s*(?:not\b|!(?!=))(.+)", plain):
        fails = _sentence(denied[1], says)
        relation = next(_outside(fails or "", _RELATION), None)
        if fails is None or relation is None:
            return ""
        always = fails[: relation.start()] + _OPPOSITE[relation.group()] + fails[relation.end() :]
        once = f"{fails} is refuted where it fails once"
        return f"; a statement is not denied: {once}, and {always} says that it always fails"
    if both := re.fullmatch(r"(.+?)(?:\biff\b|\bif and only if\b|<=+>)(.+)", plain):
        return _each_way(both[1], both[2], says) or _meant(text, says)
    if lacks := re.fullmatch(r"(.+)\bgiven\s+(?:not\b|!(?!=))(.+)", plain):
        return _without(lacks[1], lacks[2], says)
    if missing := absent(text):
        return f"; {missing}"
    return _meant(text, says)


def _each_way(one: str, other: str, says: Callable[[str], object]) -> str:
    """An equivalence is two statements; what is assumed by a word, such as calibrated, can be given and not claimed."""
    ways = [sentence for x, y in ((one, other), (other, one)) if (sentence := _sentence(f"{x} given {y}", says))]
    if len(ways) > 1:
        return f"; did you mean two statements, {ways[0]} and {ways[1]}, each for itself?"
    return f"; did you mean {ways[0]}? The converse is no statement" if ways else ""


def _without(stem: str, assumed: str, says: Callable[[str], object]) -> str:
    """An assumption is given and never denied, except for a relation, which has an opposite."""
    assumed = _compared(re.sub(r"^\s*\(([^()]*)\)\s*$", r"\1", assumed))
    relation = next(_outside(assumed, _RELATION), None)
    if relation is not None:
        opposite = f"{assumed[: relation.start()]}{_OPPOSITE[relation.group()]}{assumed[relation.end() :]}"
        sentence = _sentence(f"{stem} given {opposite}", says)
        return f"; did you mean {sentence}?" if sentence else ""
    plain, given = _sentence(stem, says), _sentence(f"{stem} given {assumed}", says)
    if plain is None or given is None:
        return ""
    return f"; an assumption is not denied; {plain} is about all samples, with what is assumed and without"


def _meant(text: str, says: Callable[[str], object]) -> str:
    """The sentence, or the sentences, that a text may have been meant to be."""
    if better := mended(text, says):
        return f"; did you mean {better}?"
    sentences = [_sentence(part, says) for part in _apart(_plain(text))]
    known = [sentence for sentence in sentences if sentence]
    if 1 < len(known) == len(sentences):
        listed = f"{', '.join(known[:-1])} and {known[-1]}"
        return f"; did you mean {_NUMBERS.get(len(known), 'several')} statements, {listed}, each for itself?"
    return ""


def method_alone(text: str) -> str | None:
    """The threshold choice method that is all that a text says, as it is called in a table of all methods.

    >>> method_alone("score-driven"), method_alone("score_driven <= 1")
    ('score_driven', None)
    """
    name = _words().sub(_underscored, text.strip())
    return methods.CATALOGUE[name].call(name) if name in methods.CATALOGUE else None


def _plain(text: str) -> str:
    """A text without commands of LaTeX and letters of Unicode that the language has other signs for."""
    for command, meant in _LATEX:
        text = re.sub(command, meant, text)
    return "".join(_CHARACTERS.get(character, character) for character in text)


def _sentence(plain: str, says: Callable[[str], object]) -> str | None:
    """The first that is a sentence, of the ways in which a text of plain letters may have been meant."""
    for candidate in _candidates(plain.strip()):
        better = in_our_words(_words().sub(_underscored, candidate))
        for habit, meant in _HABITS:
            better = re.sub(habit, meant, better)
        better = _compared(better)
        for meant in dict.fromkeys((better, _with_losses(better))):
            brief = re.sub(r" (?=[,)])|(?<=\() ", "", re.sub(r"\s+", " ", meant)).strip()
            try:
                says(brief)
            except ValueError:
                continue
            return brief
    return None


def _candidates(text: str) -> Iterator[str]:
    """A text as it stands; with what comes before "then" as its assumption; with its parentheses mended."""
    yield text
    if premise := _PREMISE.fullmatch(text):
        yield f"{premise[2]} given {premise[1]}"
    opened: list[int] = []
    for i, character in enumerate(text):
        if character == "(":
            opened.append(i)
        elif character == ")" and not opened:
            if text[i + 1 :].lstrip().startswith(("*", "/")):
                side = max((found.end() for found in _outside(text[:i], _RELATION)), default=0)
                yield f"{text[:side]} ({text[side:].lstrip()}"
            yield text[:i] + text[i + 1 :]
            return
        elif character == ")" and opened.pop() == 0 and i == len(text) - 1:
            yield text[1:-1]
    if not opened:
        return
    first = opened[0]
    if re.search(r"(?:^|[<>=])\s*$", text[:first]):
        yield text[:first] + text[first + 1 :]
    for end in re.finditer(rf"\s*(?:{_RELATION}|\bgiven\b|$)", text[first:]):
        at = first + end.start()
        yield text[:at] + ")" * len(opened) + text[at:]


def _apart(text: str) -> list[str]:
    """The statements of a text that joins several, or that chains relations; what is given is given to each."""
    stem, given, assumed = text, "", ""
    if found := next(_outside(text, r"\b(?:given|if|when|assuming)\b"), None):
        stem, given, assumed = text[: found.start()], found.group(), text[found.end() :]
    parts: list[str] = []
    for joined in _cut(stem, r"\band\b|\bor\b|&&?|\|\|?|[;\n]"):
        sides, relations = _cut(joined, _RELATION), [r.group() for r in _outside(joined, _RELATION)]
        parts += [f"{left}{r}{right}" for left, r, right in zip(sides, relations, sides[1:], strict=False)] or [joined]
    return [f"{part} {given} {assumed}" for part in parts if part.strip()]


def _cut(text: str, pattern: str) -> list[str]:
    """The pieces of a text between what matches outside of parentheses."""
    places = [(found.start(), found.end()) for found in _outside(text, pattern)]
    starts, ends = [0, *(end for _, end in places)], [*(start for start, _ in places), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def _outside(text: str, pattern: str) -> Iterator[re.Match[str]]:
    """What matches outside of parentheses."""
    for found in re.finditer(pattern, text):
        if text.count("(", 0, found.start()) <= text.count(")", 0, found.start()):
            yield found


def _with_losses(text: str) -> str:
    """A sentence in which the methods that stand outside of calls stand for their losses."""
    named = "|".join(sorted(methods.CATALOGUE, key=len, reverse=True))
    for found in reversed([*_outside(text, rf"(?<![\w.])(?:{named})(?!\w)(?:\([^()]*\))?")]):
        text = f"{text[: found.start()]}loss({found.group()}){text[found.end() :]}"
    return text


def _underscored(found: re.Match[str]) -> str:
    return re.sub(r"[\s-]+", "_", found.group().lower())


def _compared(text: str) -> str:
    """A sentence whose relation is a single =, outside of parentheses, with == in its place."""
    depth = 0
    for i, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        alone = character == "=" and text[i - 1 : i] not in ("<", ">", "=", "!", "") and text[i + 1 : i + 2] != "="
        if depth == 0 and alone:
            return f"{text[:i]}=={_compared(text[i + 1 :])}"
    return text


@cache
def _words() -> re.Pattern[str]:
    """The words of the language with an underscore in them, as they are written without."""
    known = sorted((w for w in RESERVED.union(methods.CATALOGUE, metrics.CATALOGUE) if "_" in w), key=len, reverse=True)
    apart = "|".join(known).replace("_", r"[\s-]+")
    return re.compile(rf"\b(?:{apart})\b", re.IGNORECASE)
