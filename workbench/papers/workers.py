"""Theorems, results and claims put to the test, in this process or in several at once.

A unit is a theorem, a result or a claim, by its name, since claims hold functions, which don't go from process to
process. Its outcome is plain JSON, so that it can come from another process or from the cache of an earlier run:

===========  ==================================================================
theorem      ``{"objections": [...], "tried": how many numbers were compared}``, and, where it holds,
             ``{"axioms": those that it rests on, "document": the hash of its document}``
proposition  ``{"verdict", "symbolic", "numeric", "note"}``, a `claims.Finding`
claim        the same
any of them  ``{"error": what went wrong}``, where a check broke off
===========  ==================================================================
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from workbench.deciding.accepting import check, document_of, rests_on
from workbench.errors import InputError
from workbench.kernel.library import digest
from workbench.papers import propositions
from workbench.papers.selection import shelf_of

Unit: TypeAlias = tuple[str, str]
Outcome: TypeAlias = dict[str, Any]
T = TypeVar("T")

UNITS_PER_WORKER = 8  # fewer are done sooner than a process starts
NEIGHBOURS = 4  # at least go to one process, as what one of them needs the next often needs too,
TURNS = 16  # and at most so many that each process gets work that often
MOST_WORKERS = 61  # Windows can't wait for more
PATIENCE = 5.0
SELDOM = (20_000, 50, 100)  # a fifteenth of the time goes to garbage else


def available() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def outcome(unit: Unit) -> Outcome:
    """Check a theorem, a result or a claim. What goes wrong on the way is the outcome, and says where.

    >>> outcome(("claim", "000.tab.4.BS"))["verdict"], outcome(("theorem", "Theorem 6"))["objections"]
    ('holds', [])
    """
    kind, name = unit
    try:
        shelf, called = shelf_of(name)
        if kind == "theorem":
            checked = check(shelf.theorems[called])
            found: Outcome = {"objections": checked.objections, "tried": checked.tried}
            if checked.holds:
                document = document_of(checked.theorem)
                found |= {"axioms": rests_on(document), "document": digest(document)}
        elif kind == "proposition":
            found = vars(propositions.check(shelf.propositions[called]))
        else:
            found = vars(shelf.claims[called][1].check.run())
        plain: Outcome = json.loads(json.dumps(found, allow_nan=False))
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return {"error": f"the check broke off: {what} ({Path(place.filename).name}, line {place.lineno})"}
    return plain


def outcomes(units: Sequence[Unit], jobs: int) -> Generator[tuple[Unit, Outcome]]:
    """Each unit with its outcome, in up to ``jobs`` processes, in the order in which they are done.

    Close the iterator to end the processes. `workbench.errors.InputError` where none can be started.
    """
    workers = min(jobs, len(units) // UNITS_PER_WORKER, MOST_WORKERS)
    if workers < 2:
        for unit in units:
            yield unit, outcome(unit)
        return
    left = dict.fromkeys(units)
    with suppress(BrokenProcessPool), _pool(workers) as pool:
        together = max(NEIGHBOURS, len(units) // (TURNS * workers))
        waiting = [_submit(pool, _of_each, units[i : i + together]) for i in range(0, len(units), together)]
        for done in as_completed(waiting):
            for unit, found in done.result():
                del left[unit]
                yield unit, found
    lost = list(left)
    while lost:
        yield from _until_one_ends_its_process(lost)


def _of_each(units: Sequence[Unit]) -> list[tuple[Unit, Outcome]]:
    return [(unit, outcome(unit)) for unit in units]


def _until_one_ends_its_process(units: list[Unit]) -> Iterator[tuple[Unit, Outcome]]:
    """One by one in a process of their own, so that when it ends it is known which of them ended it."""
    with _pool(1) as pool:
        while units:
            unit = units.pop(0)
            try:
                found = _submit(pool, outcome, unit).result()
            except BrokenProcessPool:
                yield unit, {"error": "the check broke off: its process ended without an answer"}
                return
            yield unit, found


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are gone when the block is left, at once if an exception leaves it."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        try:
            _submit(pool, os.getpid).result()
        except BrokenProcessPool:
            raise InputError(
                f"jobs={workers}: no process can be started from here; "
                "call it below if __name__ == '__main__', or with jobs=1"
            ) from None
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    pool.shutdown(wait=False)
    for process in set(multiprocessing.active_children()) - others:
        process.join(PATIENCE)
        if process.is_alive():  # one that was killed took the lock of the queue with it
            process.terminate()
            process.join()


def _submit(pool: ProcessPoolExecutor, function: Callable[..., T], *arguments: object) -> Future[T]:
    """Hand in a call. Processes start here, and inherit that interrupts are held back: those are the parent's."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(function, *arguments)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(function, *arguments)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """In a new process: let the parent be interrupted, and end with it; what was imported is no garbage."""
    gc.freeze()
    gc.set_threshold(*SELDOM)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
