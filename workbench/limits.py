"""A limit to the time that a computation may take."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeIsUp(Exception):
    """The computation took longer than it may."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """`TimeIsUp` is raised within the block after ``seconds``.

    Signals interrupt it, which only the main thread can take, on systems that have timers; elsewhere the
    block runs to its end.

    >>> with at_most(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    workbench.limits.TimeIsUp
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_: int, frame: FrameType | None) -> None:
        if frame is not None and any(getattr(f, "__code__", None) is frame.f_code for f in gc.callbacks):
            signal.setitimer(signal.ITIMER_REAL, 1e-3)  # what is raised there is swallowed: a moment later
            return
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
