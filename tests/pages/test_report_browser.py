"""The page of a verification in a real browser: filters, search, keyboard, links, widths, contrast, print."""

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import PHONE, WIDE, needed, resized, started
from tests.pages.test_report import NAMES
from workbench.pages.page import page_of
from workbench.papers.claims import Claim, Finding, NotCheckable, Paper
from workbench.papers.verification import Result, Verification, verify

pytestmark = [needed, pytest.mark.slow]

CONTRASTS = """
const channels = text => text.match(/[\\d.]+/g).map(Number);
const linear = x => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const behind = element => {
  for (let at = element; at; at = at.parentElement) {
    const found = channels(getComputedStyle(at).backgroundColor);
    if (found.length === 3 || found[3] === 1) return found;
  }
  return [255, 255, 255];
};
const wrong = [];
let checked = 0;
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  if (!own || !element.getClientRects().length || element.closest("script")) continue;
  const style = getComputedStyle(element);
  const [a, b] = [light(channels(element.closest("svg") ? style.fill : style.color)), light(behind(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  checked += 1;
  if (ratio < 4.5) wrong.push([element.outerHTML.slice(0, 90), ratio]);
}
return {checked, wrong};
"""


@pytest.fixture(scope="module")
def found(verified: Path) -> Verification:
    return verify(NAMES, cache=verified)


@pytest.fixture(scope="module")
def address(found: Verification, tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("report") / "report.html"
    place.write_text(page_of(found), "utf-8")
    return place.as_uri()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with started(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Any]:
    """The page as it is when it is opened, in a wide window; nothing may be said on its console until the test ends."""
    resized(browser, WIDE)
    medium(browser)
    browser.get("about:blank")
    browser.get(address)
    yield browser
    assert browser.get_log("browser") == []


def medium(browser: Any, scheme: str = "light", media: str = "") -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})


def all_of(browser: Any, selector: str) -> list[Any]:
    return list(browser.find_elements("css selector", selector))


def one(browser: Any, selector: str) -> Any:
    return browser.find_element("css selector", selector)


def shown(browser: Any) -> list[str]:
    return [x.get_attribute("id") for x in all_of(browser, ".claim") if x.is_displayed()]


def press(browser: Any, *keys: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def open_all(browser: Any) -> None:
    """Open all that unfolds, and wait until it is built and drawn."""
    script = "for (const x of document.querySelectorAll('main details')) x.open = true;"
    browser.execute_async_script(f"{script} requestAnimationFrame(() => setTimeout(arguments[0]))")
    nested = "return document.querySelectorAll('main details:not([open])').length"
    while browser.execute_script(nested):
        browser.execute_async_script(f"{script} requestAnimationFrame(() => setTimeout(arguments[0]))")
    assert not all_of(browser, "noscript")


def focused(browser: Any) -> Any:
    return browser.switch_to.active_element


KEYS = {"tab": "\ue004", "enter": "\ue007", "space": " "}


# --- filters and search -----------------------------------------------------------------------------------


def test_a_filter_hides_what_it_should(opened: Any, found: Verification) -> None:
    total = len(found.results) + len(found.theorems) + len(found.propositions)
    assert one(opened, "#shown").text == f"all {total} shown"
    button = one(opened, "[data-value=fails]")
    button.click()
    wanted = [x.claim.id for x in found.results if x.finding.verdict == "fails"]
    assert shown(opened) == wanted
    assert one(opened, "#shown").text == f"{len(wanted)} of {total} shown"
    assert button.get_attribute("aria-pressed") == "true"
    assert not one(opened, "#theorems").is_displayed()
    assert one(opened, "#errata").is_displayed()
    one(opened, "[data-value=holds]").click()
    assert len(shown(opened)) == len(wanted) + sum(x.finding.verdict == "holds" for x in found.results) + 3
    one(opened, "[data-value='004']").click()
    fits = [x for x in found.results if x.paper.key == "004" and x.finding.verdict in ("fails", "holds")]
    assert shown(opened) == [x.claim.id for x in fits]
    one(opened, "#clear").click()
    assert len(shown(opened)) == total


def test_the_search_box_narrows_by_every_word(opened: Any) -> None:
    box = one(opened, "#search")
    box.send_keys("rate_driven 1/3")
    assert shown(opened) == ["004.T10"]
    box.send_keys(" nowhere")
    assert shown(opened) == []
    assert one(opened, "#nothing").is_displayed()
    one(opened, "#clear").click()
    box.send_keys("000.J48")
    assert shown(opened) == ["000.j48.3.BS"]
    press(opened, KEYS["enter"])
    assert shown(opened) == ["000.j48.3.BS"]


def searched(browser: Any, text: str) -> list[str]:
    one(browser, "#clear").click()
    one(browser, "#search").send_keys(text)
    return shown(browser)


@pytest.mark.parametrize("words", ["Missing Link", "Visualisation", "AUC"])
def test_the_count_is_that_of_what_is_shown(opened: Any, found: Verification, words: str) -> None:
    names = searched(opened, words)
    total = len(found.results) + len(found.theorems) + len(found.propositions)
    assert 0 < len(names) < total
    assert one(opened, "#shown").text == f"{len(names)} of {total} shown"
    assert not one(opened, "#nothing").is_displayed()
    errata = [x.get_attribute("data-claim") for x in all_of(opened, ".erratum") if x.is_displayed()]
    assert errata == [x.claim.id for x in found.results if x.known_as and x.claim.id in names]


def test_letters_and_apostrophes_are_found_as_they_are_typed(opened: Any, tmp_path: Path) -> None:
    place = tmp_path / "page.html"
    place.write_text(page_of(verify(["004.s1.1.kendall", "000.tab.2.AUC"])), "utf-8")
    opened.get(place.as_uri())
    for spelled in ("tau", "τ", "Kendall's", "Kendall’s"):
        assert searched(opened, spelled)[0] == "004.s1.1.kendall", spelled
        assert "000.tab.2.AUC" not in shown(opened)


def test_nothing_is_shown_where_nothing_matches(opened: Any) -> None:
    assert searched(opened, "nowhere") == []
    assert one(opened, "#nothing").is_displayed()
    assert not [x for x in all_of(opened, "article") if x.is_displayed()]


def test_a_paper_finds_its_claims(opened: Any, found: Verification) -> None:
    for words in ("Missing Link", "link choice Methods Missing"):
        paper = next(x.paper for x in found.results if x.paper.key == "004")
        assert searched(opened, words) == [x.claim.id for x in found.results if x.paper == paper]
    by_author = [x.claim.id for x in found.results if "Hernández-Orallo" in x.paper.authors]
    for spelled in ("Hernández", "Hernandez", "HERNÁNDEZ", "Herna\u0301ndez-Orallo"):
        claims = [name for name in searched(opened, spelled) if not name.startswith("theorem-")]
        assert claims == by_author, spelled


@pytest.mark.parametrize(
    ("plain", "typeset"),
    [("pi0", "π₀"), ("pi0 pi1", "π0 π₁"), ("<=", "≤"), (">=", "≥"), ("T - 1", "T − 1"), ("1/3", "⅓")],
)
def test_signs_are_found_by_their_names(opened: Any, plain: str, typeset: str) -> None:
    assert searched(opened, plain) == searched(opened, typeset)
    assert shown(opened)


def test_the_count_is_announced(opened: Any) -> None:
    assert one(opened, "#shown").get_attribute("aria-live") == "polite"
    assert one(opened, "#shown").get_attribute("role") == "status"


# --- keyboard and links -------------------------------------------------------------------------------------


def test_a_proof_is_opened_by_keyboard(opened: Any) -> None:
    proof = one(opened, "[id='004.T10'] details.proof")
    assert not all_of(proof, "ol")
    one(opened, "[id='004.T10'] h3 a").send_keys("")
    for _ in range(4):
        if focused(opened).tag_name == "summary":
            break
        press(opened, KEYS["tab"])
    assert focused(opened) == one(proof, "summary")
    outline = opened.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    press(opened, KEYS["enter"])
    assert one(proof, "ol").is_displayed()
    assert len(all_of(proof, "li .formula")) == 7  # the first two of the eight steps give the same
    press(opened, KEYS["space"])
    assert not one(proof, "ol").is_displayed()


def test_the_first_key_leads_past_the_filters(opened: Any) -> None:
    press(opened, KEYS["tab"])
    assert focused(opened).text == "Skip to the claims"
    press(opened, KEYS["enter"])
    press(opened, KEYS["tab"])
    assert focused(opened) == one(opened, "main a")


def test_filters_work_by_keyboard(opened: Any) -> None:
    one(opened, "[data-value=inconsistent]").send_keys(KEYS["space"])
    assert shown(opened) == ["004.t1.1.B"]


def test_a_link_to_a_claim_opens_it(opened: Any, address: str) -> None:
    one(opened, "[data-value=fails]").click()
    opened.get(f"{address}#004.T10")
    assert "004.T10" in shown(opened)
    assert one(opened, "[id='004.T10'] ol").is_displayed()
    top = opened.execute_script("return document.getElementById('004.T10').getBoundingClientRect().top")
    assert 0 <= top < 100
    opened.get("about:blank")
    opened.get(f"{address}#000.bc.4")
    assert one(opened, "[id='000.bc.4'] svg").is_displayed()


@pytest.mark.parametrize("selector", ["nav a[href='#paper-000']", "nav a[href='#errata']", "#errata h3 ~ .pair .id"])
def test_a_link_leads_there_however_often_it_is_pressed(opened: Any, selector: str) -> None:
    link = all_of(opened, selector)[-1]
    target = one(opened, f"[id='{link.get_attribute('hash')[1:]}']")
    opened.execute_script("arguments[0].click()", link)
    for button in ("[data-value='002']", "[data-value='not checkable']"):
        for at in all_of(opened, button):
            at.click()
        opened.execute_script("arguments[0].click()", link)
        assert target.is_displayed(), button
        assert -1 <= target.rect["y"] - opened.execute_script("return scrollY") < 100
    opened.execute_script("scrollTo(0, document.body.scrollHeight)")
    opened.execute_script("arguments[0].click()", link)
    assert -1 <= target.rect["y"] - opened.execute_script("return scrollY") < 100


@pytest.mark.parametrize("name", ["100%", "%", "%E0%A4", "a%20b", "no such"])
def test_any_address_can_be_opened(opened: Any, address: str, name: str) -> None:
    opened.get("about:blank")
    opened.get(f"{address}#{name}")
    assert one(opened, "#shown").text.startswith("all ")
    opened.execute_script("document.querySelector('.claim:last-of-type').id = arguments[0]", name)
    opened.execute_script("location.hash = ''; scrollTo(0, 0)")
    opened.execute_script("location.hash = arguments[0]", name)
    opened.execute_async_script("setTimeout(arguments[0], 50)")
    assert focused(opened).get_attribute("id") == name


def test_an_erratum_leads_to_its_claim_and_its_correction(opened: Any) -> None:
    entry = next(x for x in all_of(opened, ".erratum") if "004.s4.1" in x.text)
    links = all_of(entry, "a")
    assert [x.text for x in links] == ["004.s4.1", "004.s4.1.corrected"]
    links[1].click()
    assert focused(opened).get_attribute("id") == "004.s4.1.corrected"


def test_all_proofs_are_opened_and_closed_together(opened: Any) -> None:
    closed = len(all_of(opened, "details.proof"))
    assert not all_of(opened, ".proof ol")
    one(opened, "#open-all").click()
    shown = all_of(opened, ".proof ol")
    assert len(shown) == closed
    assert all(x.is_displayed() for x in shown)
    one(opened, "#open-all").click()
    assert not any(x.is_displayed() for x in all_of(opened, ".proof ol"))


# --- looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 360, 768, 1100, 1280, 2000])
def test_the_page_is_never_wider_than_the_window(opened: Any, width: int) -> None:
    resized(opened, (width, 740))
    open_all(opened)
    over = opened.execute_script("return document.documentElement.scrollWidth - innerWidth")
    assert over <= 0


def test_formulas_are_broken_and_scroll_on_no_wide_screen(opened: Any) -> None:
    resized(opened, WIDE)
    open_all(opened)
    formulas = "[...document.querySelectorAll('.formula')].filter(x => x.clientWidth)"
    assert opened.execute_script(f"return {formulas}.filter(x => x.scrollWidth > x.clientWidth + 1).length") == 0
    assert opened.execute_script(f"return {formulas}.filter(x => x.querySelector('wbr')).length") > 3


def test_what_scrolls_can_be_reached_and_is_named(opened: Any) -> None:
    resized(opened, PHONE)
    open_all(opened)
    boxes = opened.execute_script(
        "return [...document.querySelectorAll('.formula, .table')].filter(x => x.scrollWidth > x.clientWidth + 1)"
        ".map(x => ['tabindex', 'role', 'aria-label'].map(name => x.getAttribute(name)))"
    )
    assert len(boxes) > 3
    for tabindex, role, label in boxes:
        assert (tabindex, role) == ("0", "group")
        assert label


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_told_from_what_is_behind_it(opened: Any, scheme: str) -> None:
    medium(opened, scheme)
    open_all(opened)
    one(opened, "[data-value=holds]").click()
    result = opened.execute_script(CONTRASTS)
    assert result["checked"] > 1000
    assert result["wrong"] == []
    behind = opened.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (behind == "rgb(255, 255, 255)") is (scheme == "light")


def test_filters_are_folded_on_a_phone_and_large_enough_for_fingers(opened: Any) -> None:
    resized(opened, PHONE)
    opened.refresh()
    assert not one(opened, "#search").is_displayed()
    one(opened, "#tools > summary").click()
    assert one(opened, "#search").is_displayed()
    assert all(x.size["height"] >= 24 and x.size["width"] >= 24 for x in all_of(opened, "#filters button"))


def test_what_is_closed_costs_no_elements(opened: Any) -> None:
    count = "return document.querySelectorAll('main *').length"
    closed = opened.execute_script(count)
    open_all(opened)
    assert 2 * closed < opened.execute_script(count)


def test_hostile_text_stays_text_when_it_is_unfolded(browser: Any, tmp_path: Path) -> None:
    hostile = "</noscript ><img src=x onerror=alert(1)></details>"
    steps = [{"why": hostile, "by": f"theorem({hostile})", "gives": hostile, "latex": hostile}]
    witness = {"model": hostile, "parameters": {hostile: hostile}}
    claim = Claim("9.a", hostile, hostile, "text", NotCheckable(hostile), "not checkable")
    finding = Finding("not checkable", {"proof": steps}, {"witness": witness})
    place = tmp_path / "hostile.html"
    page = page_of(Verification((), (Result(Paper("9", "", "", 2000, (claim,)), claim, finding),)))
    place.write_text(page, "utf-8")
    browser.get(place.as_uri())
    open_all(browser)
    assert not all_of(browser, "img")
    assert hostile in one(browser, "article .proof .by").text
    assert one(browser, "article .witness").text.count(hostile) == 3


def test_without_scripts_everything_is_there(browser: Any, address: str, found: Verification) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get("about:blank")
        browser.get(address)
        assert len(shown(browser)) == len(found.results) + len(found.theorems) + len(found.propositions)
        assert not one(browser, "#tools").is_displayed()
        proof = one(browser, "[id='004.T10'] details.proof")
        one(proof, "summary").click()
        assert one(proof, "ol").is_displayed()
        assert len(all_of(browser, ".proof ol")) == len(all_of(browser, "details.proof"))
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_it_prints_without_the_filters(opened: Any) -> None:
    medium(opened, media="print")
    assert not one(opened, "aside").is_displayed()
    printed = opened.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")


def test_mathematics_is_rendered(opened: Any) -> None:
    tall = opened.execute_script(
        "return [...document.querySelectorAll('[id=\"004.T10\"] > .formula mfrac')]"
        ".map(x => x.getBoundingClientRect().height / parseFloat(getComputedStyle(x).fontSize))"
    )
    assert tall
    assert min(tall) > 1.5


def test_formulas_in_sentences_end_where_their_lines_end(opened: Any) -> None:
    inline = "[...document.querySelectorAll('main p math')]"
    right = "x.getBoundingClientRect().right - x.closest('p').getBoundingClientRect().right"
    for size in (WIDE, PHONE):
        resized(opened, size)
        open_all(opened)
        assert len(opened.execute_script(f"return {inline}")) > 40
        assert opened.execute_script(f"return {inline}.filter(x => {right} > 1).map(x => x.textContent)") == []


def test_axe_finds_nothing(opened: Any) -> None:
    place = os.environ.get("AXE", "")
    if not place:
        pytest.skip("AXE names no axe.min.js")
    open_all(opened)
    opened.execute_script(Path(place).read_text("utf-8"))
    # a heading that is mathematics has no text, as axe sees it
    run = "axe.run({rules: {'empty-table-header': {enabled: false}}}).then("
    run += "found => arguments[0](found.violations.map(x => [x.id, x.nodes.length, x.nodes[0].html])))"
    for size in (WIDE, PHONE):
        resized(opened, size)
        assert opened.execute_async_script(run) == []
