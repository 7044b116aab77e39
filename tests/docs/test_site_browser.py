"""The site of the documentation in a real browser: what fits its column, at a desktop's width and at a phone's."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import PHONE, WIDE, needed, resized, started
from workbench.docs.pages import names

pytestmark = [needed, pytest.mark.slow]

SCROLLING = """
const scrolls = (way, x) => ["auto", "scroll"].includes(getComputedStyle(x)[`overflow${way}`]);
const code = ["python", "py", "sh", "toml"].map(name => `.highlight-${name} pre`).join() + ", .doctest pre";
const blocks = [...document.querySelectorAll(code)], displays = [...document.querySelectorAll(".math-wrapper")];
return {
  code: blocks.filter(x => x.scrollWidth > x.clientWidth).map(x => x.textContent.slice(0, 60)),
  displays: displays.filter(x => scrolls("Y", x) && x.scrollHeight > x.clientHeight).map(x => x.textContent),
  cut: displays.filter(x => x.scrollHeight > x.clientHeight).map(x => x.textContent),
  seen: [blocks.length, displays.length],
  page: document.documentElement.scrollWidth > innerWidth,
};
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("furo", reason="the extra docs is not installed")
    pytest.importorskip("myst_parser", reason="the extra docs is not installed")
    place = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "workbench", "docs", "--build", str(place)], check=True, capture_output=True)
    return place


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with started(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_formulas_scroll_sideways_only_and_code_is_as_wide_as_the_text(
    site: Path, browser: Any, size: tuple[int, int]
) -> None:
    resized(browser, size)
    seen = [0, 0]
    for name in names():
        browser.get((site / f"{name}.html").as_uri())
        found = browser.execute_script(SCROLLING)
        seen = [a + b for a, b in zip(seen, found.pop("seen"), strict=True)]
        assert found == {"code": [], "displays": [], "cut": [], "page": False}, name
    assert seen[0] > 100
    assert seen[1] > 500
