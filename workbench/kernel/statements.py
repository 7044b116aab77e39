"""The second reader: what a file of Coq claims, read from its text alone and said in the statement language.

It shares nothing with what wrote the file. It knows the words of the library that a claim may be made of and refuses
all others, every hypothesis it does not know, and every letter without the hypothesis that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from workbench.kernel.library import without_comments

Term: TypeAlias = "str | tuple[Term, ...]"

_TOKEN = re.compile(r"\s*(:=|=>|->|<=|>=|<>|/\\|[-+*/^=<>():]|\d+|[A-Za-z_][\w']*)")
_CLAIM = re.compile(r"^Theorem claim\b(.*?)\.\s*^Proof\.", re.MULTILINE | re.DOTALL)
_FIGURE = re.compile(r"^Definition (\w+)_of ((?:\([^()]*\) )*): R := (.*)\.$", re.MULTILINE)
_LEVELS = ({"->"}, {"/\\"}, {"=", "<>", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/"})
_RELATIONS = {"=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_WORDS = {
    "calibrated_scores l p": "calibrated",
    "evenly_spaced_scores l": "evenly_spaced",
    "no_score_twice l": "no_ties",
    "matched_threshold w T": "matched",
    "uniform_law T": "uniform_rate",
}
_ALWAYS = ("both_classes l", "unit_scores l", "proportions p")
_LETTERS = {
    "is_pav l p pav": "pav",
    "is_auch l AUCH": "AUCH",
    "is_ks l KS": "KS",
    "is_least ( error_rate l p ) MER": "MER",
}
_NUMBER = re.compile(r"x_(?![scun]$)[a-z]\d?")
"""A letter for a number: one that the statement language does not use for anything else, perhaps with a digit."""
_OWN = "p = own l"
_BINDERS = {"l": "sample", "p": "bool -> R", "pav": "R -> R", "T": "R -> R -> R", "w": "density", "any": "density"}
_CLASSES = {"false": "0", "true": "1"}
_ARGUMENTS = {"(l : sample) (p : bool -> R) (pav : R -> R) ", "(l : sample) (p : bool -> R) "}
_SPREAD = "evenly_spread l p"
"""What a claim about a population says of it, and one about a sample cannot say."""
_OF_POPULATIONS = {_SPREAD: "even_scores", "calibrated_scores l p": "calibrated"}
_ALIKE = {"Ek", "E", "F", "F_at", "Rate", "F_rate", "past", "Qc", "Loss"}
"""The words that say of a population what they say of a sample."""
_POPULATION = {"(l : population) (p : bool -> R) "}
_READINGS = {"interpolated": "", "step": ", rates=step", "cutpoints": ", rates=cutpoints"}
_LAWFUL = ("lawful", "lawful_rates", "lawful_tpr")
_UNITS = (("x_t",), ("x_r",), ("x_q",))


# All that a file may have in it: what it needs, definitions of figures, lemmas, the theorem, each with its script.
_FIRST = "Integral Sums Sample Pav Shares Ranks Least Means Spaced Losses Distances Hull Areas Misorders Lines Averages"
_SPREADING = "Conditions Places Rates Signs Populations Spread"
_FURTHER = "Conditions Cutpoints Rates,ClassRates,Beta Shapes,Ranges,Densities,Places Signs,Rescored Scores,Roots"
_NEEDS = rf"{_FIRST}(?:{''.join(f'(?: {x})?' for x in _FURTHER.split(','))}| {_SPREADING})"
"""The files that may be needed, in the one order in which they may be: a later one may have words of an earlier one."""
_HEAD = rf"""Require Import Reals Lra List Psatz\.
From Coquelicot Require Import Coquelicot\.
From Workbench Require Import {_NEEDS}\.
Import ListNotations\.
Open Scope R_scope\.
\s*"""
_SCRIPT = r"\nProof\.\n((?:(?!\nQed\.).)*)\nQed\.\n\s*"
_SHAPE = re.compile(
    rf"{_HEAD}(?:Definition [A-Z]\w*_of (?:\([^()]*\) )+: R := [^.\n]*\.\n\s*)*"
    rf"(?:Lemma cited_\d+ [^.]*\.{_SCRIPT})*Theorem claim [^.]*\.{_SCRIPT}",
    re.DOTALL,
)
_SENTENCE = re.compile(r"\.(?:\s|$)")
_TACTIC = re.compile(r"(?:[-+*{}\s]|\d+:)*(?:[a-z]|$)")
"""How a sentence of a script begins that is no command: behind braces, bullets and the number of a goal."""


class Unreadable(Exception):
    """A file of Coq that does not say a claim in the words that are known."""


@dataclass(frozen=True)
class Read:
    """What a file claims; ``own``, whether of the class proportions of the sample alone, and not of any."""

    left: str
    relation: str
    right: str
    given: tuple[str, ...]
    own: bool

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}" + f" given {', '.join(self.given)}" * bool(self.given)


def says_nothing_else(text: str) -> None:
    """That a file has nothing in it that could change what its words mean, or what is called claim: `Unreadable` where
    there is more than what it needs, definitions of figures, lemmas and one theorem, each with a script of tactics."""
    code = without_comments(text)
    if '"' in code or not _SHAPE.fullmatch(code):
        raise Unreadable("a file of more than definitions of figures, lemmas and one theorem called claim")
    if (f" {_SPREADING}." in code) != bool(re.search(r"\(l : population\)", code)):
        raise Unreadable("a file about populations that needs the files about samples, or the other way about")
    for script in re.findall(r"\nProof\.\n(.*?)\nQed\.\n", code, re.DOTALL):
        for sentence in _SENTENCE.split(script):
            if not _TACTIC.match(sentence):
                raise Unreadable(f"{sentence.strip()[:30]!r} in a script, which is no tactic")


def read_back(text: str) -> Read:
    """The claim of a file of Coq.

    >>> read_back('''Theorem claim (l : sample) (p : bool -> R) :
    ...   both_classes l -> unit_scores l -> proportions p -> p true = 1 - p false.
    ... Proof.
    ... ''').left
    'pi1'
    """
    code = without_comments(text)
    claims = _CLAIM.findall(code)
    if len(claims) != 1:
        raise Unreadable("not one theorem called claim")
    said = _Statement(claims[0])
    figures = {}
    for name, arguments, body in _FIGURE.findall(code):
        if arguments not in (_POPULATION if said.population else _ARGUMENTS) or name in figures:
            raise Unreadable(f"the definition of {name}")
        figures[name] = arguments, body
    reader = Reader(figures, said.numbers, said.letters, population=said.population)
    apart = replace(reader, densities=set())
    words = _OF_POPULATIONS if said.population else _WORDS
    conclusion = said.parts[-1]
    if isinstance(conclusion, str) or len(conclusion) != 3:
        raise Unreadable(f"the conclusion {_flat(conclusion)[:60]}")
    sign, low, high = conclusion
    given, laws, shares = [], list[tuple[str, str]](), list[str]()
    for part in said.parts[:-1]:
        if _flat(part) in words:
            given.append(words[_flat(part)])
        elif len(part) == 3 and part[0] in _RELATIONS:
            given.append(f"{reader.text(part[1])} {_RELATIONS[str(part[0])]} {reader.text(part[2])}")
        elif part[:1] == ("apply",) and part[1] in _LAWFUL and len(part) == 4:
            laws.append((reader.law(part[3]), apart.density(part[2])))
        elif part == ("apply", "even_rank", "w"):  # what a density is
            laws.append(("u", "w"))
        elif part[:2] == ("apply", "unit_number") and part[2:] in _UNITS:  # as the language has it
            continue
        elif part[:2] == ("apply", "rate_law") and len(part) == 3:
            shares.append(reader.law(part[2]))
        else:
            raise Unreadable(f"the hypothesis {_flat(part)}")
    read = Read(reader.text(low), _RELATIONS[str(sign)], reader.text(high), tuple(given), said.own)
    for law, density in laws:
        if density not in reader.densities or not (density in ("w", "any") or law in reader.laws):
            raise Unreadable(f"something is assumed of {law} under {density}, which does not stand in the claim")
    if more := set(shares) - reader.rates:
        raise Unreadable(f"{more.pop()} is said to be a rate, of which no loss stands there")
    if missing := reader.losses - said.valued:
        raise Unreadable(f"nothing says that {missing.pop()} has a value")
    return read


class _Statement:
    """The binders of a theorem, its hypotheses and its conclusion: ``parts``, the conclusion last."""

    def __init__(self, text: str) -> None:
        words = _words(text)
        self.numbers: set[str] = set()
        bound: dict[str, str] = {}
        i = 0
        while i < len(words) and words[i] == "(":
            end = words.index(")", i)
            names, _, kind = " ".join(words[i + 1 : end]).partition(" : ")
            for name in names.split():
                if name in bound:
                    raise Unreadable(f"{name} is bound twice")
                bound[name] = kind
            i = end + 1
        if words[i : i + 1] != [":"]:
            raise Unreadable("a theorem without a colon after its letters")
        every: list[Term] = []
        rest = _Parser(words[i + 1 :]).whole()
        while rest[0] == "->":
            every.append(rest[1])
            rest = rest[2]
        said = [_flat(x) for x in every]
        if any(said.count(x) != 1 for x in _ALWAYS):
            raise Unreadable(f"a claim that is not about {', '.join(_ALWAYS)} alone")
        self.population = bound.get("l") == "population"
        if self.population != (_SPREAD in said):
            raise Unreadable("a claim about a population whose scores are not even, or about a sample whose are")
        self.own = _OWN in said
        self.letters = {_LETTERS[x] for x in said if x in _LETTERS}
        for name, kind in bound.items():
            known = "population" if name == "l" and self.population else _BINDERS.get(name, "R")
            if kind != known or not (name in _BINDERS or name in self.letters or _NUMBER.fullmatch(name)):
                raise Unreadable(f"the letter {name} : {kind}")
            if name.startswith("x_"):
                self.numbers.add(name)
        if not {"l", "p"} <= bound.keys() or not self.letters <= bound.keys():
            raise Unreadable("a hypothesis about a letter that is not bound")
        if "pav" in bound and "pav" not in self.letters:
            raise Unreadable("pav without the hypothesis that says what it is")
        self.parts = [x for x, y in zip(every, said, strict=True) if y not in (*_ALWAYS, *_LETTERS, _OWN)]
        self.valued: set[str] = set()
        while rest[0] == "/\\":
            has = rest[1]
            if not (has[0] == "apply" and has[1] in ("has_loss", "has_loss_for_skews")):
                raise Unreadable(f"the claim {_flat(has)[:60]}")
            self.valued.add(_flat(("apply", "L" + str(has[1])[5:], *has[2:])))
            rest = rest[2]
        if not (isinstance(rest, tuple) and rest[0] in _RELATIONS):
            raise Unreadable("what is claimed is no relation")
        self.parts.append(rest)


def _words(text: str) -> list[str]:
    found, i = [], 0
    text = text.rstrip()
    while i < len(text):
        match = _TOKEN.match(text, i)
        if match is None:
            raise Unreadable(f"{text[i : i + 20]!r} is not known")
        found.append(match[1])
        i = match.end()
    return found


def _flat(term: Term) -> str:
    """A term on one line, in its words."""
    if isinstance(term, str):
        return term
    if term[0] in _RELATIONS:
        return f"{_flat(term[1])} {term[0]} {_flat(term[2])}"
    if term[0] == "apply":
        return " ".join(x if isinstance(x, str) else f"( {_flat(x)} )" for x in term[1:])
    return " ".join(map(_flat, term))


class _Parser:
    """Terms of Coq: applications, operators by how they bind, functions of places."""

    def __init__(self, words: list[str]) -> None:
        self.words, self.at = words, 0

    def whole(self) -> Term:
        found = self.level(0)
        if self.at != len(self.words):
            raise Unreadable(f"{self.words[self.at]!r} where the claim should end")
        return found

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, *wanted: str) -> str:
        found = self.peek()
        if not found or (wanted and found not in wanted):
            raise Unreadable(f"{found!r} where {' or '.join(wanted) or 'something'} should stand")
        self.at += 1
        return found

    def level(self, i: int) -> Term:
        if i == len(_LEVELS):
            return self.negative()
        found = self.level(i + 1)
        while self.peek() in _LEVELS[i]:
            sign = self.take()
            found = (sign, found, self.level(i if i < 2 else i + 1))
            if i == 2:
                break
        return found

    def negative(self) -> Term:
        if self.peek() == "-":
            self.take()
            return ("negative", self.negative())
        return self.power()

    def power(self) -> Term:
        base = self.application()
        if self.peek() == "^":
            self.take()
            return ("^", base, self.power())
        return base

    def application(self) -> Term:
        parts = [self.atom()]
        while self.peek() == "(" or re.fullmatch(r"\w[\w']*", self.peek()):
            parts.append(self.atom())
        return parts[0] if len(parts) == 1 else ("apply", *parts)

    def atom(self) -> Term:
        if self.peek() != "(":
            word = self.take()
            if not re.fullmatch(r"\w[\w']*", word):
                raise Unreadable(f"{word!r} where a term should begin")
            return word
        self.take("(")
        if self.peek() == "fun":
            self.take()
            bound = []
            while self.peek() != "=>":
                bound.append(self.take())
            self.take()
            found: Term = ("fun", tuple(bound), self.level(0))
        else:
            found = self.level(0)
        self.take(")")
        return found


@dataclass(frozen=True)
class Reader:
    """Says terms in the statement language; ``bound`` are the variables of the mean around it, ``proportions`` p, or
    halves where a figure of balanced classes is meant; of a ``population`` fewer words are known than of a sample."""

    figures: Mapping[str, tuple[str, str]]
    numbers: set[str]
    letters: set[str]
    bound: tuple[str, ...] = ()
    stack: tuple[str, ...] = field(default=())
    losses: set[str] = field(default_factory=set)
    rates: set[str] = field(default_factory=set)
    laws: set[str] = field(default_factory=set)
    densities: set[str] = field(default_factory=set)
    population: bool = False

    def text(self, term: Term) -> str:
        match term:
            case str() as word if word.isdigit():
                return word
            case "s" | "c" | "u" if term in self.bound:
                return str(term)
            case str() as word if word in self.numbers:
                return word[2:]
            case str() as word if word in self.letters - {"pav"}:
                return word
            case ("negative", x):
                return f"(-{self.text(x)})"
            case ("+" | "-" | "*" | "/" as sign, x, y):
                return f"({self.text(x)} {sign} {self.text(y)})"
            case ("^", x, str() as e) if e.isdigit():
                return f"({self.text(x)})**{e}"
            case ("apply", *parts):
                return self.applied(parts)
        raise Unreadable(f"the term {_flat(term)[:60]}")

    def applied(self, parts: list[Term]) -> str:
        alike = parts[0] in _ALIKE or self.figure(parts[0]) in self.figures
        if self.population and (("l" in parts and not alike) or (parts[0] == "Loss" and parts[3] != "interpolated")):
            raise Unreadable(f"{_flat(('apply', *parts))[:60]} of a population")
        match parts:
            case ["p", ("false" | "true") as k]:
                return f"pi{_CLASSES[k]}"
            case ["halves", "false" | "true"]:
                return "(1/2)"
            case ["INR", ("apply", "length", "l")]:
                return "n"
            case ["Ek", "l", ("false" | "true") as k, ("fun", ("s", "a"), body)]:
                return f"E{_CLASSES[k]}({self.at_scores(body)})"
            case ["T", "c", "u"] if "c" in self.bound:
                return "T"
            case ["Ec", w, ("fun", ("c", "u"), body)] if "c" not in self.bound:
                inner = replace(self, bound=(*self.bound, "c", "u"))
                return f"Ec({inner.text(body)}, {self.density(w)})"
            case ["Loss", "l", "p", str() as rates, w, method] if rates in _READINGS:
                self.losses.add(_flat(("apply", *parts)))
                return f"loss({self.method(method)}, cost={self.density(w)}{_READINGS[rates]})"
            case ["Loss_for_skews", "l", str() as rates, w, method] if rates in _READINGS:
                self.losses.add(_flat(("apply", *parts)))
                return f"loss({self.method(method)}, cost={self.density(w)}, condition=skew{_READINGS[rates]})"
            case ["Loss", ("apply", "rescored", "l", scores), "p", "interpolated", w, method]:
                self.losses.add(_flat(("apply", *parts)))
                return f"loss({self.method(method)}, cost={self.density(w)}, scores={self.scores(scores)})"
            case ["Loss_for_skews", ("apply", "rescored", "l", scores), "interpolated", w, method]:
                self.losses.add(_flat(("apply", *parts)))
                law = f"cost={self.density(w)}, condition=skew, scores={self.scores(scores)}"
                return f"loss({self.method(method)}, {law})"
            case ["E", "l", "p", ("fun", ("s", "a"), body)]:
                return f"E({self.at_scores(body)})"
            case ["F", "l", ("false" | "true") as k, "s", "a"] if "s" in self.bound:
                return f"F{_CLASSES[k]}(s)"
            case ["F_at", "l", ("false" | "true") as k, t]:
                return self.at_threshold(k, self.text(t))
            case ["Rate", "l", ("p" | "halves") as which, "s", "a"] if "s" in self.bound:
                return _rates(which)
            case ["past", "l", ("p" | "halves") as which, r, "s", "a"] if "s" in self.bound:
                return f"indicator({self.text(r)} < {_rates(which)})"
            case ["F_rate", "l", ("p" | "halves") as which, ("false" | "true") as k, r]:
                return f"(1 - E{_CLASSES[k]}(indicator({self.text(r)} < {_rates(which)})))"
            case ["error_at_rate", "l", ("p" | "halves") as which, r]:
                shares = ("pi0", "pi1") if which == "p" else ("(1/2)", "(1/2)")
                past = f"indicator({self.text(r)} < {_rates(which)})"
                return f"({shares[0]}*E0({past}) + {shares[1]}*(1 - E1({past})))"
            case ["Rate", "l", "p", t, "1"]:
                return f"R({self.text(t)})"
            case ["posterior", "l", "p", "s"] if "s" in self.bound:
                return "posterior(s)"
            case ["pav", "s"] if "s" in self.bound and "pav" in self.letters:
                return "pav(s)"
            case ["ind", ("apply", ("Rlt_dec" | "Rle_dec") as sign, x, y)]:
                return f"indicator({self.text(x)} {'<' if sign == 'Rlt_dec' else '<='} {self.text(y)})"
            case [("Rmin" | "Rmax") as which, x, y]:
                return f"{which[1:]}({self.text(x)}, {self.text(y)})"
            case [("Rabs" | "sqrt" | "exp" | "ln") as which, x]:
                return f"{ {'Rabs': 'abs', 'ln': 'log'}.get(which, which) }({self.text(x)})"
            case ["error_rate", "l", ("p" | "halves") as which, t]:
                return f"{'macro_' * (which == 'halves')}error({self.text(t)})"
            case ["Qc", "l", "p", t, b]:
                x, y = self.text(t), self.text(b)
                missed, raised = self.at_threshold("false", x), self.at_threshold("true", x)
                return f"(2*{y}*pi0*(1 - {missed}) + 2*(1 - {y})*pi1*{raised})"
            case ["h_of", "l", "p", a, b]:
                return f"h_measure({self.text(a)}, {self.text(b)})"
            case ["Qz", "l", t, b]:
                x, y = self.text(t), self.text(b)
                missed, raised = self.at_threshold("false", x), self.at_threshold("true", x)
                return f"({y}*(1 - {missed}) + (1 - {y})*{raised})"
            case [str() as word, "l", "p", *rest] if (figure := self.figure(word)) in self.figures:
                hull = "(pav : R -> R)" in self.figures[figure][0]
                if rest == ["pav"] * hull and (not hull or "pav" in self.letters):
                    return self.defined(figure, hull)
        raise Unreadable(f"the term {_flat(('apply', *parts))[:60]}")

    @staticmethod
    def figure(word: Term) -> str:
        """The name of a figure that the file may define; the library has words without `_of`."""
        return word[:-3] if isinstance(word, str) and word.endswith("_of") else ""

    def method(self, method: Term) -> str:
        if self.population and (isinstance(method, str) or method[1] not in ("on_scores", "on_rates")):
            raise Unreadable(f"the method {_flat(method)[:60]} on a population")
        match method:
            case ("apply", "on_scores", law):
                return f"score({self.stands(law)})"
            case ("apply", "on_rates", law):
                self.rates.add(self.law(law))
                return f"rate({self.stands(law)})"
            case ("apply", "on_fpr" | "on_tpr" as rate, law):
                self.rates.add(self.law(law))
                return f"{rate[3:]}({self.stands(law)})"
            case "optimal":
                return "optimal"
            case ("apply", "mix", q, first, second):
                return f"mix({self.text(q)}, {self.method(first)}, {self.method(second)})"
        raise Unreadable(f"the method {_flat(method)[:60]}")

    def stands(self, law: Term) -> str:
        """A law of a method in the claim."""
        self.laws.add(self.law(law))
        return self.law(law)

    def law(self, law: Term) -> str:
        match law:
            case ("fun", ("c", "u"), body):
                return replace(self, bound=("c", "u")).text(body)
        raise Unreadable(f"the law {_flat(law)[:60]}")

    def scores(self, h: Term) -> str:
        """Other scores of the examples, as a function of theirs."""
        score = ("apply", "score", "x")
        if h == ("fun", ("x",), ("apply", "pav", score)) and "pav" in self.letters:
            return "pav(s)"
        if h == ("fun", ("x",), ("apply", "posterior", "l", "p", score)):
            return "posterior(s)"
        raise Unreadable(f"the scores {_flat(h)[:60]}")

    def density(self, w: Term) -> str:
        found = self._density(w)
        self.densities.add(found)
        return found

    def _density(self, w: Term) -> str:
        match w:
            case ("apply", "at_cost", q):
                return f"point({replace(self, bound=()).text(q)})"
            case ("apply", "uniform_on", a, b):
                one, other = map(replace(self, bound=()).text, (a, b))
                return f"uniform({one}, {other})"
            case ("apply", "beta_of", a, b):
                one, other = map(replace(self, bound=()).text, (a, b))
                return f"beta({one}, {other})"
            case ("apply", "with_density", ("fun", ("c",), body)) if not self.bound:
                return f"density({replace(self, bound=('c',)).text(body)})"
        if w not in ("uniform", "w", "any"):
            raise Unreadable(f"the density {_flat(w)[:60]}")
        return str(w)

    def at_threshold(self, k: str, t: str) -> str:
        """A cdf at a number: the examples with that score are passed."""
        if "s" in self.bound:
            raise Unreadable("a cdf at a threshold inside of a mean over examples")
        return f"(1 - E{_CLASSES[k]}(indicator({t} < s)))"

    def at_scores(self, body: Term) -> str:
        return replace(self, bound=(*self.bound, "s", "a")).text(body)

    def defined(self, figure: str, hull: bool) -> str:
        """A figure by its definition in the file."""
        if figure in self.stack or self.bound:
            raise Unreadable(f"{figure} inside of itself, or of a mean")
        inner = replace(
            self, stack=(*self.stack, figure), numbers=set(), letters={"pav"} & self.letters if hull else set()
        )
        return inner.text(_Parser(_words(self.figures[figure][1])).whole())


def _rates(which: str) -> str:
    """The rate of a place, at the class proportions or those of one half each."""
    return "R(s)" if which == "p" else "((F0(s) + F1(s))/2)"
