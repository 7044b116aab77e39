"""A reader of LaTeX, for the tests alone: back to the statement language, to the expressions of proofs, to displays."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Expr, Symbol

from workbench.language.statements import quantities
from workbench.language.syntax import (
    Apply,
    Arithmetic,
    Comparison,
    Cost,
    Loss,
    Method,
    Name,
    Negative,
    Number,
    Rescored,
)
from workbench.symbolic import notation
from workbench.symbolic.latex import symbol
from workbench.symbolic.notation import ANY, UNIFORM, Density, ExpectedLoss
from workbench.symbolic.translation import to_density, to_method, to_sympy

LETTERS = {"sf": "score_fixed", "su": "score_uniform", "sd": "score_driven", "rf": "rate_fixed",
           "ru": "rate_uniform", "rd": "rate_driven", "o": "optimal"}  # fmt: skip
RELATIONS = {"=": "==", r"\ne": "!=", r"\le": "<=", r"\ge": ">=", "<": "<", ">": ">"}
HEADS = {"F_0": "F0", "F_1": "F1", "R": "R", r"\min": "min", r"\max": "max", r"\log": "log", r"\exp": "exp",
         r"\mathrm{err}": "error", r"\overline{\mathrm{err}}": "macro_error"}  # fmt: skip
RATES = {"F_0": "E0", "F_1": "E1", "R": "E"}
SHARES = {r"P(1 \mid s)": "posterior", r"\hat{p}(s)": "pav"}
QUANTITIES = {symbol(name): name for name in quantities()}
WHOLE = sorted([*QUANTITIES, *HEADS, *SHARES, "E_0", "E_1", r"\mathbf{1}", r"\mathrm{Beta}"], key=len, reverse=True)
TOKEN = re.compile(
    "|".join(map(re.escape, WHOLE)) + r"|\\text\{[^}]*\}|\\mathit\{[^}]*\}|\\[a-zA-Z]+|\\[^a-zA-Z]|[0-9]+|z'|[^\s]"
)


class Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [*TOKEN.findall(text), "end"]
        self.position = 0
        self.letter = "c"

    @property
    def next(self) -> str:
        return self.tokens[self.position]

    def take(self, *wanted: str) -> str:
        token = self.next
        assert not wanted or token in wanted, f"{token!r} where {wanted} should stand, {self.tokens[self.position :]}"
        self.position += 1
        return token

    def took(self, token: str) -> bool:
        found = self.next == token
        self.position += found
        return found

    def at(self, *wanted: str) -> bool:
        return self.tokens[self.position : self.position + len(wanted)] == list(wanted)

    def group(self, read: Any) -> Any:
        self.take("{")
        found = read()
        self.take("}")
        return found

    def bracketed(self, read: Any, left: str = "(", right: str = ")") -> Any:
        sized = self.took(r"\left")
        self.take(left)
        found = read()
        if sized:
            self.take(r"\right")
        self.take(right)
        return found

    def listed(self) -> tuple[Any, ...]:
        found = [self.sum()]
        while self.took(","):
            found.append(self.sum())
        return tuple(found)

    def sum(self) -> Any:
        result = Negative(self.product()) if self.took("-") else self.product()
        while self.next in ("+", "-"):
            operator = self.take()
            result = Arithmetic(operator, result, self.product())
        return result

    def product(self) -> Any:
        result = self.power()
        stops = {"+", "-", ")", "]", "}", ",", ";", "end", r"\right", r"\}", "|", r"\quad", *RELATIONS}
        while self.next not in stops and not self.next.startswith(r"\text") and not self.at_a_measure():
            _ = self.took(r"\cdot") or self.took(r"\,")
            result = Arithmetic("*", result, self.power())
        return result

    integrals = 0

    def at_a_measure(self) -> bool:
        """Whether what is integrated ends here."""
        measures = [("f", "_", "0", "("), ("f", "_", "1", "("), (r"\,", "d"), (r"\,", "w", "_", "c", "(")]
        return self.integrals > 0 and any(self.at(*words) for words in measures)

    def integral(self) -> Any:
        bounded = self.took("_")
        if bounded:
            _ = self.take("0"), self.take("^"), self.take("1")
        self.integrals += 1
        if not bounded and self.next in RATES and self.tokens[self.position + 1 : self.position + 3] == [r"\,", "d"]:
            body: Any = Apply(HEADS[self.take()], (Name("s"),))
        else:
            body = self.product()
        self.integrals -= 1
        return self.over_the_condition(body) if bounded else self.over_the_scores(body)

    def over_the_scores(self, body: Any) -> Any:
        if self.took("f"):
            self.take("_")
            k = self.take("0", "1")
            _ = [self.take(x) for x in ("(", "s", ")", r"\,", "d", "s")]
            return Apply(f"E{k}", (body,))
        _ = self.take(r"\,"), self.take("d")
        measure = RATES[self.take(*RATES)]
        if self.took("("):
            _ = self.take("s"), self.take(")")
        else:
            assert isinstance(body, Apply)
            assert body.function in ("F0", "F1", "R")
        return Apply(measure, (body,))

    def over_the_condition(self, body: Any) -> Any:
        raise AssertionError("no statement has a mean over the operating condition")

    def power(self) -> Any:
        base = self.atom()
        return Arithmetic("**", base, self.group(self.sum)) if self.took("^") else base

    def atom(self) -> Any:
        if self.next == "(" or (self.next == r"\left" and self.tokens[self.position + 1] == "("):
            return self.bracketed(self.sum)
        if self.next == r"\left":
            return Apply("abs", (self.bracketed(self.sum, "|", "|"),))
        token = self.take()
        if token.isdigit():
            return Number(Fraction(int(token), int(self.take()) if self.took("/") else 1))
        if token == r"\frac":
            above, below = self.group(self.sum), self.group(self.sum)
            if isinstance(above, Number) and isinstance(below, Number):
                return Number(above.value / below.value)
            return Arithmetic("/", above, below)
        if token in ("E_0", "E_1", "E"):
            return Apply(token.replace("_", ""), (self.bracketed(self.sum, "[", "]"),))
        if token in HEADS:
            return Apply(HEADS[token], self.bracketed(self.listed))
        if token in SHARES:
            return Apply(SHARES[token], (Name("s"),))
        if token == r"\int":
            return self.integral()
        if token == r"\sqrt":
            return Apply("sqrt", (self.group(self.sum),))
        if token == r"\mathbf{1}":
            return Apply("indicator", (self.bracketed(self.comparison, r"\{", r"\}"),))
        if token == "H" and self.took("_"):
            return Apply("h_measure", self.group(self.listed))
        return self.loss() if token == "L" else self.name(token)

    def comparison(self) -> Comparison:
        left = self.sum()
        return Comparison(RELATIONS[self.take()], left, self.sum())

    def name(self, token: str) -> Name:
        if token in QUANTITIES:
            return Name(QUANTITIES[token])
        if token == self.letter:
            return Name("c")
        if token.startswith(r"\mathit{"):
            token = token[8:-1].replace(r"\_", "_")
        assert token != "z"
        token = token.strip("\\'")
        assert token.isidentifier(), token
        return Name(token + (self.group(self.take) if self.took("_") else ""))

    def loss(self) -> Loss | Rescored:
        outer, start = self.letter, self.position
        self.letter = "z" if self.letter_below() else "c"
        self.take("^")
        self.take("{")
        method, rates, scores = self.method(), "interpolated", None
        while self.took(","):
            self.take(r"\,")
            if self.took("s"):
                self.take(r"\mapsto")
                scores = self.sum()
            else:
                rates = self.take()[6:-1]
        self.take("}")
        self.take("_")
        cost = self.group(self.cost)
        condition = "skew" if self.letter == "z" else "cost"
        assert self.position > start
        self.letter = outer
        found = Loss(method, cost, condition, rates)
        return found if scores is None else Rescored(found, scores)

    def letter_below(self) -> bool:
        """Whether the distribution below the L that has just been read is one of the skew."""
        depth, at = 0, self.position + 1
        while depth or at == self.position + 1:
            depth += {"{": 1, "}": -1}.get(self.tokens[at], 0)
            at += 1
        below = self.tokens[at : at + 5]
        return "z" in below

    def method(self) -> Method:
        if self.next == "(" or self.next == r"\left":
            first = self.bracketed(self.method)
            self.take(r"\text{ with probability }")
            q = self.sum()
            self.take(",")
            self.take(r"\text{ else }")
            return Method("mix", (q, first, self.bracketed(self.method)))
        if self.next in ("t", r"\rho", "F_0", "F_1") and self.tokens[self.position + 1] == "=":
            kind = {"t": "score", r"\rho": "rate", "F_0": "tpr", "F_1": "fpr"}[self.take()]
            self.take("=")
            return Method(kind, (self.sum(),))
        word = ""
        while self.tokens[self.position + len(word)].isalnum() and word not in LETTERS:
            word += self.tokens[self.position + len(word)]
        if word in LETTERS and self.tokens[self.position + len(word)] != r"\,":
            self.position += len(word)
            return Method(LETTERS[word], self.bracketed(self.listed, "[", "]") if self.next == "[" else ())
        q = self.atom()
        self.take(r"\,")
        first = self.bracketed(self.method)
        self.take("+")
        rest = self.atom()
        assert isinstance(q, Name) or rest == Number(1 - q.value)
        self.take(r"\,")
        return Method("mix", (q, first, self.bracketed(self.method)))

    def cost(self) -> Cost:
        if self.took("U"):
            self.bracketed(self.take)
            return Cost("uniform")
        if self.took("w"):
            _ = self.took("_") and self.take("c", "z")
            self.bracketed(self.take)
            if not self.took("="):
                return Cost("any")
            return Cost("density", (self.sum(),))
        self.take(self.letter)
        if self.took("="):
            return Cost("point", (self.sum(),))
        self.take(r"\sim")
        name = {"U": "uniform", r"\mathrm{Beta}": "beta"}[self.take()]
        return Cost(name, self.bracketed(self.listed))


def read(text: str) -> Any:
    reader = Reader(text)
    found = reader.sum()
    assert reader.next == "end", reader.tokens[reader.position :]
    return found


class ProofReader(Reader):
    """Reads also what only proofs speak of; ``density`` is that of the means over the operating condition."""

    def __init__(self, text: str, density: Density = ANY) -> None:
        super().__init__(text)
        self.density = density
        self.unspoken: dict[str, Expr] = {}
        self.open = 0

    def over_the_condition(self, body: Any) -> Any:
        """A mean over c whose density stands in it unless that is uniform, over u, or over u of one over c."""
        e = self.expression(body)
        self.take(r"\,")
        weighted = self.at("w", "_", "c", "(", "c", ")", r"\,")
        self.position += 7 * weighted
        self.take("d")
        if self.take("c", "u") == "c":
            assert weighted == (self.density != UNIFORM)
            self.open += notation.u in e.free_symbols and not e.has(notation.tau)
            return self.put(notation.ConditionMean(self.density, e))
        assert not weighted
        if isinstance(e, notation.ConditionMean):
            self.open -= 1
            return self.put(e)
        assert notation.c not in e.free_symbols
        return self.put(notation.ConditionMean(self.density, e))

    def expression(self, node: Any) -> Expr:
        """What was read as an expression of sympy."""
        found = to_sympy(node)
        names = {x: self.unspoken[x.name] for x in found.free_symbols if x.name in self.unspoken}
        return found.xreplace(names)

    def put(self, e: Expr) -> Name:
        name = f"unspoken_{len(self.unspoken)}"
        self.unspoken[name] = e
        return Name(name)

    def called(self) -> Expr:
        return self.expression(self.bracketed(self.sum))

    def atom(self) -> Any:
        if self.at("R", "^", "{", "-", "1", "}"):
            self.position += 6
            return self.put(notation.ThresholdAtRate(self.called()))
        if self.at("Q", "_"):
            kind = {"c": notation.Qc, "z": notation.Qz}[self.tokens[self.position + 2]]
            self.position += 3
            self.take("(")
            threshold = self.sum()
            self.take(";")
            condition = self.sum()
            self.take(")")
            return self.put(kind(self.expression(threshold), self.expression(condition)))
        if self.at("E", "_", "c"):
            self.position += 3
            return self.put(notation.ConditionMean(self.density, self.expression(self.bracketed(self.sum, "[", "]"))))
        if self.at(r"\min", "_", "t"):
            self.position += 3
            least = self.unspoken[self.atom().name]
            assert least.args[0] == notation.t
            return self.put(notation.LeastLoss(least.args[1]))
        if self.at("[") or self.at(r"\left", "["):
            body = self.expression(self.bracketed(self.sum, "[", "]"))
            self.take("_")
            self.group(lambda: [self.take() for _ in range(7)])
            return self.put(notation.Balanced(body))
        if self.at("T"):
            self.take()
            self.position += 3 * self.at("(", "c", ")")
            return self.put(notation.tau(notation.c, notation.u))
        if self.at(r"\frac", "{", "1", "}"):
            start = self.position
            self.position += 4
            count = self.expression(self.group(self.sum))
            if self.at(r"\sum"):
                self.position += 5
                k = notation.metric("n") + 1 - count
                return self.put(notation.CutpointMean(k, self.expression(self.product())))
            self.position = start
        if self.at("z") and self.letter == "c":
            self.take()
            return self.put(notation.z)
        return super().atom()

    def loss(self) -> Any:
        start = self.position
        found = super().loss()
        if not self.abstract and not self.unspoken:
            return found
        words = " ".join(self.tokens[start : self.position])
        density = ANY if self.abstract else to_density(found.cost)
        self.abstract = False
        law = to_method(found.method).xreplace({Symbol(k, real=True): v for k, v in self.unspoken.items()})
        assert "step" not in words or found.condition == "cost"
        if found.rates != "interpolated":
            start_at = {"cutpoints": 0, "step": 1}[found.rates]
            return self.put(notation.LossAtCutpoints(start_at, density, notation.Str(found.condition)))
        return self.put(ExpectedLoss(law, density, notation.Str(found.condition)))

    def cost(self) -> Cost:
        length = 6 if self.at("w", "_") else 4
        if self.at("w") and self.tokens[self.position + length] != "=":
            self.position += length
            self.abstract = True
            return Cost("uniform")
        return super().cost()

    abstract = False


def read_expression(text: str, density: Density = ANY) -> Expr:
    """The expression that a displayed formula stands for."""
    reader = ProofReader(text, density)
    found = reader.sum()
    assert reader.next == "end", reader.tokens[reader.position :]
    assert not reader.open, text
    return reader.expression(found)


# --- displayed formulas, as they stand in the text ---------------------------------------------------------

DISPLAY = re.compile(
    r"\\begin\{((?:equation|align|flalign)\*?)\}(?:\\(?:tag|label)\{[^}]*\})?\n"
    r"(?:\\begin\{aligned\}\n)?(.*?)(?:\n\\end\{aligned\})?\n\\end\{\1\}",
    re.S,
)


def braced(text: str, start: int) -> int:
    """Where the group that begins at a brace ends."""
    depth = 0
    for at in range(start, len(text)):
        if text[at - 1] != "\\":
            depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at + 1
    raise AssertionError(text)


def without_notes(text: str) -> str:
    text = text.replace(r"\interdisplaylinepenalty=10000", "")
    while (start := text.find(r"&& ")) >= 0:
        end = start + 3
        while (found := re.match(r"\\smash\[b\]|\\parbox\[t\]|\{", text[end:])) is not None:
            end = braced(text, end) if found[0] == "{" else end + len(found[0])
        text = text[:start] + text[end:]
    return text


def cases(display: str) -> list[tuple[str, str]]:
    """What something is in each of its cases, and where."""
    return re.findall(r"^(.*) & \\text\{where \$(.*)\$\}", display, re.M)


def rows(display: str) -> list[str]:
    """The rows of a display, each in one line again."""
    found: list[str] = []
    label, begins, _ = display.partition(r"\begin{cases}")
    if begins:
        formulas = [formula for formula, _ in cases(display)]
        return [label + formulas[0], *(f"= {formula}" for formula in formulas[1:])]
    for row in re.split(r" *\\\\\*?\n", without_notes(display)):
        text = row.replace("&", " ").strip()
        if text.startswith(r"\quad \parbox"):
            continue
        if text.startswith(r"\qquad"):
            found[-1] += " " + text.removeprefix(r"\qquad").replace("{}", "", 1)
        else:
            found.append(text)
    return [
        re.sub(r"\\bigg?([lr])(?![a-z])", lambda x: rf"\{ {'l': 'left', 'r': 'right'}[x[1]] }", row) for row in found
    ]


def sides(row: str) -> Iterator[str]:
    """What stands between the relations of a row, outside all brackets; a zero on the left is not counted."""
    row = re.split(r"(?:\\quad)?\\text\{given \}", row)[0]
    tokens = re.findall(r"\\[a-zA-Z]+|\\.|\s+|.", row)
    depth, side = 0, ""
    for token in tokens:
        closes = token in ")]}" or token == r"\}"
        depth += (token in "([{" or token == r"\{") - closes
        if not depth and token in RELATIONS:
            if side.strip() not in ("", "0"):
                yield side.strip()
            side = ""
        else:
            side += token
    yield side.strip()
