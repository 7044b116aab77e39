"""The distinct scores of a sample as doubles, with the examples of each class at them, from one place to another.

For resampling, which is in floats: samples in arrays give slices of them, and no fraction is made.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from workbench.errors import NotSupported, shown
from workbench.lazily import Lazily
from workbench.samples.columnar import Columnar
from workbench.samples.sample import Sample

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Integers: TypeAlias = npt.NDArray[np.int64]
else:
    Floats, Integers, np = Any, Any, Lazily("numpy")


@dataclass(frozen=True, eq=False)
class InDoubles:
    """A sample seen in doubles; `NotSupported` for a score that is beyond their range, or for 2**63 examples.

    >>> found = InDoubles(Sample.of([0, 1, 0, 1], [1, 2, 2, 3]))
    >>> found.between(1, 3)
    (array([2., 3.]), array([1, 0]), array([1, 1]))
    >>> found.cut(Fraction(2))
    2
    """

    sample: Sample

    def __post_init__(self) -> None:
        if self.sample.n >= 1 << 63:
            raise NotSupported(f"{self.sample.n} examples are too many for floats; fewer than 2**63 are not")
        for score in self.sample.extremes:
            try:
                float(score)
            except OverflowError:
                raise NotSupported(f"the score {shown(score)} is beyond the range of a double") from None

    def between(self, start: int, stop: int) -> tuple[Floats, Integers, Integers]:
        """The distinct scores ``start`` to ``stop - 1``, each rounded, and how many of class 0 and of class 1."""
        sample = self.sample
        if isinstance(sample, Columnar):
            scores, whole, ones = sample._data.doubles(start, stop)
            return scores, sample._times0 * (whole - ones), sample._times1 * ones
        doubles, counts0, counts1 = self._columns
        return doubles[start:stop], counts0[start:stop], counts1[start:stop]

    @cached_property
    def _columns(self) -> tuple[Floats, Integers, Integers]:
        sample = self.sample
        doubles = np.array([float(score) for score in sample.scores])
        return doubles, np.array(sample.counts0, dtype=np.int64), np.array(sample.counts1, dtype=np.int64)

    def cut(self, t: Fraction) -> int:
        """How many of the distinct scores are at most ``t``."""
        if not isinstance(self.sample, Columnar):
            return bisect_right(self.sample.scores, t)
        data: Any = self.sample._data
        place: int = data.place(t, False)
        return place if data.last == data.distinct else int(data.indices([place])[0])


def float_for(sample: Sample, t: Fraction) -> Fraction | None:
    """The score that is the float nearest to ``t``, in double, single or half precision, where ``t`` is none itself.

    So a score that was written as a decimal, and read as a float, is found by that decimal.

    >>> float_for(Sample.of([0, 1], [0.1, 0.3]), Fraction("0.1")) == Fraction(0.1)
    True
    >>> float_for(Sample.of([0, 1], ["0.1", "0.3"]), Fraction("0.1")) is None
    True
    """
    if not 0 <= abs(t) < 2**15 or Fraction(float(t)) == t:
        return None
    found = (Fraction(float(kind(float(t)))) for kind in (np.float64, np.float32, np.float16))
    return next((score for score in found if _is_score(sample, score)), None)


def _is_score(sample: Sample, x: Fraction) -> bool:
    if isinstance(sample, Columnar):
        data: Any = sample._data
        return bool(data.place(x, False) != data.place(x, True))
    place = bisect_right(sample.scores, x)
    return place > 0 and sample.scores[place - 1] == x
