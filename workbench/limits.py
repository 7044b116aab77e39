"""Limits to the work that a computation may do and, as a net below them, to the processor time that it may take.

Work is counted where it is done, in units, and so what is found with so much work is the same on every machine and
however busy it is. A unit is about a microsecond of processor time on an ordinary machine (`tests.benchmarks.work`
compares the two), so that seconds can be given: `SECOND` units each. Only what takes several times as long as it was
counted for is ended by the time itself, for else nothing would end it.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import process_time
from types import FrameType
from typing import TypeAlias

SECOND = 1_000_000
"""Units of work that an ordinary machine does in a second."""
STEP = 1_500
"""What a step of a proof costs that is counted by nothing better."""
NET, START = 4.0, 1.0
"""The net is so many times the seconds of an amount of work, and so many seconds more, for modules to load."""
SOON, AGAIN, LONGEST = 0.001, 0.1, 1e8


class TimeIsUp(Exception):
    """The computation took longer than it may."""


def net(seconds: float) -> float:
    """The processor time after which work of so many seconds is ended even if it was not counted.

    >>> net(2)
    9.0
    """
    return NET * seconds + START


class Work:
    """An amount of work that may be done, alone or as a share of a greater amount.

    What is spent of a share is spent of the whole too. A share is over when either is. Nothing is interrupted:
    loops spend what each step costs, and look whether the work is `over`.

    >>> work = Work.of(2.0)
    >>> search = work.share(1 / 4)
    >>> search.spend(0.4 * SECOND)
    >>> search.seconds, work.seconds, search.over
    (0.1, 1.6, False)
    >>> search.spend(0.2 * SECOND)
    >>> search.seconds, work.seconds, search.over, work.over
    (0.0, 1.4, True, False)
    """

    __slots__ = ("end", "spent", "units", "whole")

    def __init__(self, units: float, whole: Work | None = None) -> None:
        self.units = units
        self.whole = whole
        self.spent = 0.0
        self.end = process_time() + net(units / SECOND)

    @classmethod
    def of(cls, limit: Limit) -> Work:
        """The work of so many seconds; work is itself."""
        return limit if isinstance(limit, Work) else cls(limit * SECOND)

    def share(self, part: float = 1.0, most: float = inf) -> Work:
        """A part of what is left, of at most so many seconds."""
        return Work(min(self.left * part, most * SECOND), self)

    def spend(self, units: float) -> None:
        """So much was done."""
        self.spent += units
        if self.whole is not None:
            self.whole.spend(units)

    @property
    def left(self) -> float:
        """The units that may still be spent."""
        own = max(self.units - self.spent, 0.0)
        return own if self.whole is None else min(own, self.whole.left)

    @property
    def seconds(self) -> float:
        """What is left, in seconds."""
        return self.left / SECOND

    @property
    def over(self) -> bool:
        """Whether nothing is left, or the net is reached."""
        return not self.left or process_time() > self.end


Limit: TypeAlias = "float | Work"
"""Seconds, or an amount of work of which there is a part left."""


def _swallows(frame: FrameType | None) -> bool:
    """Whether an exception would get lost: below what the garbage collector calls."""
    called = {getattr(f, "__code__", None) for f in gc.callbacks}
    while frame is not None:
        if frame.f_code in called or frame.f_globals.get("__name__") in ("weakref", "_weakrefset"):
            return True
        frame = frame.f_back
    return False


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """`TimeIsUp` is raised within the block after ``seconds`` of processor time, and again if the block goes on.

    Signals interrupt it, which only the main thread can take, on systems that have timers; elsewhere the
    block runs to its end. Within another such block the time runs for both.

    >>> with at_most(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    workbench.limits.TimeIsUp
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    over = False

    def stop(_: int, frame: FrameType | None) -> None:
        if not over:
            later = _swallows(frame)
            signal.setitimer(signal.ITIMER_PROF, SOON if later else AGAIN)
            if not later:
                raise TimeIsUp

    start = process_time()
    before = signal.signal(signal.SIGPROF, stop)
    around, interval = signal.getitimer(signal.ITIMER_PROF)
    signal.setitimer(signal.ITIMER_PROF, max(min(seconds, around or LONGEST), SOON))
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        if around:
            signal.setitimer(signal.ITIMER_PROF, max(around - (process_time() - start), SOON), interval)
