"""The catalogue of threshold choice methods: each is a joint law of operating condition and threshold.

An entry is one line of mathematics, its ``law``, in the statement language:

``score(g)``      the threshold is ``g``, an expression in the operating condition ``c`` and in ``u``,
                  which is uniform on [0, 1] and independent of ``c``;
``rate(g)``       the predicted positive rate is ``g`` and the threshold the score that attains it;
``fpr(g)``        the false positive rate F1 is ``g``, and of the thresholds with this rate the one of the greatest F0;
``tpr(g)``        the true positive rate F0 is ``g``, and of the thresholds with this rate the one of the least F1;
``mix(q, A, B)``  method ``A`` with probability ``q``, else ``B``;
``optimal``       the threshold that minimises the loss at each operating condition.

Both engines read the law, each in its own way. To add a method, add an entry: every value of this
module that is a `ThresholdChoiceMethod` is in `CATALOGUE` under its own name, and so is what other packages offer
(`workbench.installed`).
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.errors import InputError, shown
from workbench.installed import Catalogue, refuse_unfit
from workbench.words import RESERVED


@dataclass(frozen=True)
class ThresholdChoiceMethod:
    """A threshold choice method: its law, and how people write and find it.

    ``parameters`` are names that occur in the law and are given as arguments; a parameter is a
    threshold or a rate in [0, 1], and the last ones have ``defaults``. ``shown`` is the call that stands in a table of
    all methods. Where ``of_interval``, the two parameters are the ends of an interval, the first below the second.
    """

    title: str
    law: str
    latex: str
    source: str
    parameters: tuple[str, ...] = ()
    defaults: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    of_interval: bool = False

    def __post_init__(self) -> None:
        what = f"the method {self.title!r}"
        refuse_unfit(self, what)
        for name in self.parameters:
            if not name.isidentifier() or name in RESERVED:
                raise InputError(f"a parameter of {what} is called {shown(name)}, which is no new name")
        least, most = len(self.parameters) - len(self.defaults), len(self.parameters)
        if least < 0 or (self.of_interval and (least, most) not in ((0, 2), (2, 2))):
            wanted = "an interval has two ends, both with defaults or neither"
            wanted = wanted if self.of_interval else "each default is that of a parameter"
            has = f"parameters and defaults of {what} are {most} and {len(self.defaults)} texts"
            raise InputError(f"{has}; {wanted}")
        if len(self.shown) not in {least, most}:
            wanted = " or ".join(str(n) for n in sorted({least, most}))
            raise InputError(f"{what} is shown with {len(self.shown)} arguments; it takes {wanted}")

    def call(self, name: str) -> str:
        """The method as it is called in a table of all methods, under its name in the catalogue.

        >>> score_fixed.call("score_fixed"), optimal.call("optimal")
        ('score_fixed(1/2)', 'optimal')
        """
        return f"{name}({', '.join(self.shown)})" if self.shown else name


_PAPER = "Hernández-Orallo, Flach and Ferri, Threshold Choice Methods: the Missing Link"

score_fixed = ThresholdChoiceMethod(
    title="score-fixed",
    law="score(threshold)",
    latex=r"T^{sf}[t]",
    source=f"{_PAPER}, Definition 3",
    parameters=("threshold",),
    shown=("1/2",),
)

score_uniform = ThresholdChoiceMethod(
    title="score-uniform",
    law="score(lower + (upper - lower)*u)",
    latex=r"T^{su}",
    source=f"{_PAPER}, Definition 7",
    parameters=("lower", "upper"),
    defaults=("0", "1"),
    of_interval=True,
)

score_driven = ThresholdChoiceMethod(
    title="score-driven",
    law="score(c)",
    latex=r"T^{sd}",
    source=f"{_PAPER}, Definition 8",
)

rate_fixed = ThresholdChoiceMethod(
    title="rate-fixed",
    law="rate(level)",
    latex=r"T^{rf}[r]",
    source=f"{_PAPER}, Definition 4",
    parameters=("level",),
    shown=("1/2",),
)

rate_uniform = ThresholdChoiceMethod(
    title="rate-uniform",
    law="rate(u)",
    latex=r"T^{ru}",
    source=f"{_PAPER}, Definition 10",
)

rate_driven = ThresholdChoiceMethod(
    title="rate-driven",
    law="rate(c)",
    latex=r"T^{rd}",
    source=f"{_PAPER}, Definition 11",
)

optimal = ThresholdChoiceMethod(
    title="optimal",
    law="optimal",
    latex=r"T^{o}",
    source="Drummond and Holte, Cost curves (2006)",
)

CATALOGUE = Catalogue(ThresholdChoiceMethod, "[a-z][a-z0-9_]{2,}", globals(), "workbench.methods")
