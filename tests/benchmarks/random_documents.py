"""Random polynomials in means and random derived losses as theorems of Coq, each beside a false twin.

python -m tests.benchmarks.random_documents 150 --seed 1    150 of each kind
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from workbench.deciding.decide import prove
from workbench.deciding.derivation import derive
from workbench.kernel.certifying import REFUSED, Failure, compiled, needed
from workbench.kernel.documents import CERTIFIED, certify_documents
from workbench.kernel.exporting import written
from workbench.kernel.library import Source, sources
from workbench.kernel.terms import NotExported

COSTS = (
    "uniform",
    "beta(2, 3)",
    "beta(4, 1)",
    "uniform(0, 1/2)",
    "uniform(1/4, 1)",
    "point(1/3)",
    "density(4*min(c, 1 - c))",
    "density(3/4 + indicator(c > 1/2)/2)",
)


def polynomial(rng: random.Random) -> dict[str, Any]:
    """The document of: the mean of a product of lines in s is what it is expanded."""
    lines = [(Fraction(rng.randint(-9, 9), rng.randint(1, 4)), Fraction(rng.randint(-9, 9), 3)) for _ in range(3)]
    expanded = [Fraction(1)]
    for slope, constant in lines:
        shifted = [Fraction(0), *(x * slope for x in expanded)]
        expanded = [x + y * constant for x, y in zip(shifted, [*expanded, Fraction(0)], strict=True)]
    mean = rng.choice(["E", "E0", "E1"])
    product = "*".join(f"(({slope})*s + ({constant}))" for slope, constant in lines)
    terms = [f"({x})*{mean}(s**{i})" if i else f"({x})" for i, x in enumerate(expanded)]
    found = prove(f"{mean}({product}) == {' + '.join(terms)}")
    assert found.document is not None
    return dict(found.document)


def loss(rng: random.Random) -> dict[str, Any]:
    """The document of a derived loss: thresholds on scores, or rates, that rise or fall with c or u."""
    slope = Fraction(rng.randint(1, 4), 4)
    start = Fraction(rng.randint(0, 4), 4) * (1 - slope)
    law = rng.choice([f"{slope}*{{}} + {start}", f"{start + slope} - {slope}*{{}}"]).format(rng.choice("ccu"))
    found = derive(f"{rng.choice(['score', 'score', 'rate'])}({law})", rng.choice(COSTS), rng.choice(["cost", "skew"]))
    assert found.document is not None
    return found.document


def false_twin(text: str) -> str:
    """A file of Coq whose theorem says that the right side is a thousandth more."""
    return re.sub(r"(Theorem claim .*? = )(.*?)\.\nProof\.", r"\1((\2) + 1 / 1000).\nProof.", text, count=1, flags=re.S)


def judged(documents: dict[str, dict[str, Any]], coqc: str) -> tuple[Counter[str], list[str]]:
    """How many are certified, or not exported and why; and what is wrong: true ones refused, false twins accepted."""
    found = certify_documents(documents, coqc)
    said = (x.verdict if x.verdict in (CERTIFIED, REFUSED) else f"{x.verdict}: {x.why}" for x in found.certificates)
    counted = Counter(said)
    wrong = [f"{x.statement}: {x.why}" for x in found.certificates if x.verdict == REFUSED]
    twins = {}
    for i, document in enumerate(documents.values()):
        try:
            twins[f"Twin{i}"] = Source(f"Twin{i}", false_twin(written(document)))
        except NotExported:
            continue
    library = needed(sources(), {x for twin in twins.values() for x in twin.needs})
    refused: dict[str, Failure] = {}
    with TemporaryDirectory() as place:
        for x in (*library.values(), *twins.values()):
            (Path(place) / f"{x.name}.v").write_text(x.text, "utf-8")
        compiled({**library, **twins}, refused, coqc, place, lambda *_: None)
    return counted, wrong + [f"the false twin {x} is accepted" for x in twins if x not in refused]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("each", type=int, help="how many of each kind")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    coqc = shutil.which("coqc")
    if coqc is None:
        raise SystemExit("there is no coqc")
    for kind in (polynomial, loss):
        rng = random.Random(given.seed)
        counted, wrong = judged({f"{kind.__name__} {i}": kind(rng) for i in range(given.each)}, coqc)
        print(kind.__name__, *(f"{n} {what}" for what, n in counted.most_common()), *wrong, sep="\n  ")


if __name__ == "__main__":
    main()
