"""A limit to the time that a computation may take."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SOON, AGAIN = 0.001, 0.1


class TimeIsUp(Exception):
    """The computation took longer than it may."""


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
    """`TimeIsUp` is raised within the block after ``seconds``, and again if the block goes on.

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

    over = False

    def stop(_: int, frame: FrameType | None) -> None:
        if not over:
            later = _swallows(frame)
            signal.setitimer(signal.ITIMER_REAL, SOON if later else AGAIN)
            if not later:
                raise TimeIsUp

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
