"""Limits of time."""

import gc
import time

import pytest

from workbench.limits import TimeIsUp, at_most


def spin(_: int = 0) -> None:
    end = time.monotonic() + 20
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
