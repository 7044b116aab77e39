"""Limits of time."""

import gc
import time
import weakref
from contextlib import suppress

import pytest

from workbench.limits import TimeIsUp, at_most


def spin(_: int = 0, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_a_block_ends_in_time() -> None:
    start = time.monotonic()
    with pytest.raises(TimeIsUp), at_most(0.05):
        spin()
    assert time.monotonic() - start < 5


def test_time_that_is_up_while_garbage_is_collected_is_not_lost() -> None:
    def slow(phase: str, info: dict[str, int]) -> None:
        end = time.monotonic() + 0.2
        while time.monotonic() < end:
            pass

    gc.callbacks.append(slow)
    try:
        with pytest.raises(TimeIsUp), at_most(0.05):
            spin(gc.collect())
    finally:
        gc.callbacks.remove(slow)


class Slow:
    def __del__(self) -> None:
        spin(seconds=0.2)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_time_that_is_up_where_exceptions_are_swallowed_is_not_lost() -> None:
    with pytest.raises(TimeIsUp), at_most(0.05):
        spin(len([Slow()]))


def test_a_weak_dictionary_is_left_in_order() -> None:
    class Key:
        pass

    def fill() -> None:
        while True:
            keys[Key()] = 1

    keys = weakref.WeakKeyDictionary({Key(): 1})
    for _ in range(200):
        with pytest.raises(TimeIsUp), at_most(0.001):
            fill()
    assert not list(keys)


def test_no_alarm_after_the_block() -> None:
    for _ in range(50):
        with suppress(TimeIsUp), at_most(0.001):
            time.sleep(0.001)
    time.sleep(0.3)
