"""What `workbench.deciding.derivation` finds of the expected loss of a method, as a value with its proof."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from workbench.deciding import documents
from workbench.deciding.accepting import rests_on
from workbench.deciding.weighted import Rule, told
from workbench.deciding.wording import Written, steps_as_json, written
from workbench.formats import Answer, Records, Row, counted, markdown
from workbench.language import statements, syntax
from workbench.lazily import Lazily
from workbench.symbolic.cases import by_cases
from workbench.symbolic.latex import latex, latex_of
from workbench.symbolic.proof import Theorem
from workbench.symbolic.translation import to_sympy

_notebooks = Lazily("workbench.pages.notebooks")  # a face; nothing here needs it


_BRIEF = 40
"""Letters of what is brief enough by cases, however brief it is as a whole."""


@dataclass(frozen=True)
class Derivation(Records, Answer):
    """What `derive` found; expressions are in the statement language, None where there is none.

    ``l0`` and ``l1`` are the losses of one example of class 0 and 1 as functions of its score ``s`` (at
    the calibrated score for the optimal method, for skews at that of both classes equally frequent). For
    rates, the loss is ``constant + 2*pi0*E0(H(R(s)))`` with ``H(r)`` the probability that the rate is less than
    ``r``, and ``pi0 = 1/2`` for skews; for the rates of one class ``constant + 2*pi0*E0(H(F1(s)))`` with ``H(r)`` the
    mean of ``c`` where the false positive rate is less than ``r``, and ``constant + 2*pi1*E1(H(F0(s)))`` with that of
    ``1 - c`` where the true positive rate is more.

    Under a ``weight``, which stands in the place of a density, ``rule`` has the document that the reader accepted of
    the losses at each score, unless the loss is a multiple of one under a density, which ``theorem`` is then about.
    """

    _compared = ".proved"

    method: str
    cost: str | None
    condition: str
    family: str
    weight: str | None = None
    l0: str | None = None
    l1: str | None = None
    constant: str | None = None
    H: str | None = None
    closed_form: str | None = None
    proper: bool | None = None
    strictly_proper: bool | None = None
    theorem: Theorem | None = None
    rule: Rule | None = field(default=None, repr=False)
    notes: dict[str, str] = field(default_factory=dict)

    @property
    def proved(self) -> bool:
        """Whether there is a proof that the reader has accepted."""
        return self.theorem is not None or self.rule is not None

    @cached_property
    def document(self) -> dict[str, Any] | None:
        """The proof as a document, which the reader has accepted; None where nothing is proved."""
        if self.rule is not None:
            return self.rule.document
        return None if self.theorem is None else documents.of_theorem(self.theorem) | {"kind": "derivation"}

    @cached_property
    def proof(self) -> Written | None:
        """The proof in words, step by step, from the loss to what it is; None where nothing is proved."""
        if self.rule is not None:
            return told(self.loss, self.rule, self.closed_form)
        return None if self.theorem is None else written((self.theorem,))

    @cached_property
    def cases(self) -> dict[str, list[tuple[str, str]]]:
        """``l0``, ``l1`` and ``H`` on each interval of scores or rates on which they have another form.

        >>> from workbench.deciding.derivation import derive
        >>> derive("score_driven", "uniform(0, 1/2)").cases["l1"]
        [('s <= 1/2', '2*s**2 - 4*s + 3/2'), ('1/2 < s', '0')]
        """
        found = {}
        for key, name in (("l0", "s"), ("l1", "s"), ("H", "rho" if "H" in self.notes else "r")):
            text = getattr(self, key)
            if text is not None:
                read = to_sympy(statements.parse_expression(text, (name,)))
                letter = next((x for x in read.free_symbols if x.name == name), None)
                told = letter and by_cases(read, letter)
                if told:
                    found[key] = told
        return found

    def shorter_cases(self, key: str) -> list[tuple[str, str]]:
        """The cases of ``l0``, ``l1`` or ``H`` where each of them is told more briefly than the whole; else none.

        >>> from workbench.deciding.derivation import derive
        >>> derive("score_driven", "uniform(1/2, 1)").shorter_cases("l1")
        [('s <= 1/2', '1/2'), ('1/2 < s', '2*(1 - s)**2')]
        """
        cases = self.cases.get(key, [])
        longest = max((len(f"{where}:  {told}") for where, told in cases), default=0)
        return cases if longest < max(len(str(getattr(self, key))), _BRIEF) else []

    @property
    def loss(self) -> syntax.Loss:
        """The expected loss as a value of the statement language."""
        loss = statements.parse_expression(self.name)
        assert isinstance(loss, syntax.Loss)
        return loss

    @property
    def name(self) -> str:
        """The expected loss in the statement language."""
        law = f"weight={self.weight}" if self.weight is not None else f"cost={self.cost}" * (self.cost != "uniform")
        words = (self.method, law, f"condition={self.condition}" * (self.condition != "cost"))
        return f"loss({', '.join(word for word in words if word)})"

    @property
    def latex(self) -> str | None:
        """The equation that the proof proves, in LaTeX."""
        if self.proof is None or self.proof.begins is None:
            return None
        if self.rule is not None:
            return f"{self.proof.begins['latex']} = {self.proof.steps[-1]['latex']}"
        return None if self.theorem is None else f"{latex(self.theorem.left)} = {latex(self.theorem.right)}"

    def __repr__(self) -> str:
        missing = "no closed form in named metrics" if self.proved else "undecided"
        return f"{self.name}: {self.closed_form or missing}"

    def _repr_html_(self) -> str:
        return str(_notebooks.of_derivation(self))

    def _repr_latex_(self) -> str | None:
        return f"$\\displaystyle {self.latex}$" if self.proved else None

    def _repr_markdown_(self) -> str:
        """The equation, the loss of one example of either class, and whether it is proper."""
        if self.proof is None:
            return f"undecided: {markdown(' '.join(self.notes.values()))}"
        found = []
        if self.l0 is not None and self.l1 is not None:
            rules = enumerate(statements.parse_expression(rule, ("s",)) for rule in (self.l0, self.l1))
            found += [f"$l_{k}(s) = {latex_of(rule)}$" for k, rule in rules]
        if self.proper is not None:
            found.append(how_proper(self))
        steps = self.proof.steps if self.theorem is None else self.theorem.proof
        proof = f"proved in {counted(len(steps), 'step')}"
        return f"{self._repr_latex_()}\n\n{', '.join([*found, proof])}"

    def to_json(self) -> dict[str, Any]:
        """The result as plain values, one key each for every field, and the proof step by step."""
        keys = (
            "method",
            "cost",
            "condition",
            "family",
            "l0",
            "l1",
            "constant",
            "H",
            "closed_form",
            "proper",
            "strictly_proper",
            "latex",
            "weight",
        )
        plain: dict[str, Any] = {key: getattr(self, key) for key in keys}
        plain["proof"] = None if self.proof is None else self.proof.steps
        if self.theorem is not None:
            plain["proof"] = steps_as_json(self.theorem)
        plain["axioms"] = [] if self.document is None else list(rests_on(self.document))
        plain["cases"] = {key: [{"where": x, "is": told} for x, told in each] for key, each in self.cases.items()}
        plain["notes"] = self.notes
        return plain

    @property
    def rows(self) -> list[Row]:
        """One row a field, and one a step of the proof."""
        found = self.to_json()
        fields = [{"field": key, "value": x} for key, x in found.items() if key not in ("proof", "notes", "cases")]
        steps = [{"field": "proof", "value": step["gives"], "why": step["why"]} for step in found["proof"] or ()]
        return [*fields, *steps]


def how_proper(found: Derivation) -> str:
    """Whether a scoring rule is proper, in one or two words.

    >>> how_proper(Derivation("score_driven", "uniform", "cost", "score", proper=True, strictly_proper=True))
    'strictly proper'
    """
    if not found.proper:
        return "not proper"
    return {True: "strictly proper", False: "proper, not strictly", None: "proper"}[found.strictly_proper]
