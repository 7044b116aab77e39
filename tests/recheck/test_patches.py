"""Means over c and u together by patches: true ones are accepted, and changed ones only where they stay true."""

from __future__ import annotations

import random

import pytest

from tests.recheck.patch_mutants import MEANS, PLAIN, by_midpoints, changed, entries, is_right
from workbench.deciding.accepting import objection
from workbench.deciding.derivation import derive
from workbench.recheck import Refused, terms
from workbench.recheck.documents import WRONGLY_WRITTEN

ENTRIES = 2 * len(MEANS) + len(PLAIN)


def test_all_entries_are_read() -> None:
    assert len(entries()) == ENTRIES


@pytest.mark.parametrize("k", range(ENTRIES))
def test_the_reader_finds_the_mean(k: int) -> None:
    terms.WORK[0] = 0
    assert is_right(*entries()[k])


def test_the_midpoint_rule_finds_known_means() -> None:
    assert abs(by_midpoints("1", "c*u < k", "uniform", 0.25) - 0.5966) < 1e-3
    assert abs(by_midpoints("c", "", "beta(2, 2)", 0.0) - 0.5) < 1e-3
    assert abs(by_midpoints("c", "", "beta(1/2, 1)", 0.0) - 1 / 3) < 1e-3


def wrong_ones(seed: int, count: int) -> tuple[int, list[object]]:
    """How many changed entries are accepted, and those among them that are wrong."""
    dice, accepted, wrong = random.Random(seed), 0, list[object]()
    for k in range(count):
        moving, event, cost, use = entries()[k % len(entries())]
        other = changed(use, dice)
        terms.WORK[0] = 0
        try:
            right = is_right(moving, event, cost, other)
        except (Refused, *WRONGLY_WRITTEN):
            continue
        accepted += other != use
        wrong += [] if right else [other]
    return accepted, wrong


@pytest.mark.parametrize("seed", range(4))
def test_changed_patches_are_refused_or_right(seed: int) -> None:
    accepted, wrong = wrong_ones(seed, 600)
    assert not wrong
    assert accepted < 90


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_many_changed_patches_are_refused_or_right(seed: int) -> None:
    assert not wrong_ones(seed, 2_000)[1]


@pytest.mark.parametrize("law", ["score(u*c)", "score((u + c)/2)", "rate(1/4 + u*c/2)", "score(max(c, u))"])
def test_another_right_side_does_not_follow(law: str) -> None:
    document = derive(law).document
    assert document is not None
    assert objection(document) is None
    steps = document["steps"]
    for text in (f"{steps[-1]['line']} + 1/1000", f"2*({steps[-1]['line']})"):
        left = document["statement"].partition(" == ")[0]
        last = {**steps[-1], "line": text}
        assert objection({**document, "statement": f"{left} == {text}", "steps": [*steps[:-1], last], "ends": text})
