"""Limits of work, and of processor time below them."""

import gc
import signal
import time
import weakref
from contextlib import suppress
from math import inf

import pytest

from workbench import limits
from workbench.limits import SECOND, TimeIsUp, Work, at_most, net


def spin(_: int = 0, seconds: float = 20) -> None:
    """Use the processor for some time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


# --- work ----------------------------------------------------------------------------------------------


def test_what_is_spent_of_a_share_is_spent_of_the_whole() -> None:
    work = Work.of(10.0)
    half = work.share(1 / 2)
    little = half.share(most=1.0)
    little.spend(0.75 * SECOND)
    assert (little.seconds, half.seconds, work.seconds) == (0.25, 4.25, 9.25)
    assert [x.over for x in (little, half, work)] == [False] * 3
    little.spend(SECOND)
    assert little.over
    assert (little.seconds, half.seconds) == (0.0, 3.25)
    assert work.share(1 / 4).seconds == 8.25 / 4


def test_a_share_is_over_with_the_whole() -> None:
    work = Work.of(1.0)
    first, second = work.share(), work.share()
    first.spend(SECOND)
    assert second.over
    assert second.left == 0
    assert work.share(1 / 2).over


def test_seconds_or_work_may_be_given() -> None:
    work = Work.of(3)
    assert Work.of(work) is work
    assert (work.seconds, Work.of(inf).share(1 / 2).left) == (3, inf)
    assert Work.of(0.0).over


def test_only_the_net_looks_at_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(limits, "process_time", lambda: now[0])
    work = Work.of(2.0)
    now[0] += 0.99 * net(2.0)
    assert not work.over
    now[0] += 0.02 * net(2.0)
    assert work.over
    assert work.seconds == 2.0


# --- processor time ------------------------------------------------------------------------------------


def test_a_block_ends_in_time() -> None:
    with pytest.raises(TimeIsUp), at_most(0.05):
        spin()


def test_a_block_that_waits_takes_no_time() -> None:
    with at_most(0.05):
        time.sleep(0.2)


def test_a_block_within_another() -> None:
    seen = []

    def one_after_the_other() -> None:
        for seconds in (0.02, 20):
            with suppress(TimeIsUp), at_most(seconds):
                spin()
            seen.append(seconds)
        spin()

    with pytest.raises(TimeIsUp), at_most(0.2):
        one_after_the_other()
    assert seen == [0.02, 20]
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_time_that_is_up_while_garbage_is_collected_is_not_lost() -> None:
    def slow(phase: str, info: dict[str, int]) -> None:
        spin(seconds=0.2)

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
            spin(seconds=0.001)
    spin(seconds=0.3)
