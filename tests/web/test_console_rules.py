"""Label rules in the console: an unknown label, a rule for it, and its effect before it is published."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from web.conftest import Site, serious_findings
from web.signing_in import sign_in

pytestmark = pytest.mark.anyio

RECORD: dict[str, Any] = {
    "name": "Hall",
    "rules": {
        "layout": {
            "sections": [
                {"ids": ["101", "102"], "name": "Stalls {id}", "rows": [1, 2, 3], "seats": {"count": 9}},
            ]
        },
        "seatKeys": {
            "rules": [{"type": "drop", "words": ["VIP"]}],
            "examples": [{"label": "VIP Stalls 101, Row 2, Seat 4", "expect": "101/2/4"}],
        },
    },
}
PAIR = "Stalls 101, Row 2, Seats 4-5"
MESSY = "Blue Lagoon, Row 2, Seat 4"


async def test_a_rule_is_tried_as_it_is_typed_and_published(page: Page, site: Site) -> None:
    await _opened(page, site)
    await _add(page, f"{MESSY} => 101/2/4\nStalls 102 row 1\nParking => -")
    # A label that must be declined is as good as a matched one.
    await expect(_label(page, "Parking")).to_contain_text("declined, as expected")
    await expect(page.get_by_role("status").filter(has_text="1 declined as they must be")).to_be_visible()
    await expect(page.get_by_role("button", name="Not matched 1")).to_be_visible()
    label = _label(page, MESSY)
    await expect(label).to_contain_text("unmatched")
    await expect(label).to_contain_text("not as expected")

    await page.get_by_role("button", name="+ Map a name to a section").click()
    await _type(page, "Name, rule 2", "Blue Lagoon")
    await expect(page.get_by_text("incomplete")).to_be_visible()
    await page.get_by_label("Section, rule 2").fill("101")
    await expect(label).not_to_contain_text("unmatched")
    await expect(label).to_contain_text("gained")
    await label.get_by_text("Why").click()
    await expect(label).to_contain_text("rule 2 maps")
    await expect(page.get_by_role("status").filter(has_text="1 gained, 0 lost, 0 changed")).to_be_visible()

    assert await _resolved(site) == "unmatched"
    await label.get_by_role("button", name="Add to examples").click()
    await page.get_by_role("button", name="Publish").click()
    await expect(page.get_by_text("The rules were published")).to_be_visible()
    assert await _resolved(site) == "matched"
    stored = (await site.cast.owner.get(f"/manage/venues/{site.cast.hall}")).json()["rules"]["seatKeys"]
    assert {"label": MESSY, "expect": "101/2/4"} in stored["examples"]


async def test_what_a_change_loses_is_seen_before_it_is_published_and_a_wrong_pattern_at_its_rule(
    page: Page, site: Site
) -> None:
    await _opened(page, site)
    example = _label(page, "VIP Stalls 101, Row 2, Seat 4")
    await expect(example).to_contain_text("101/2/4")
    await page.get_by_role("button", name="+ Reject a label").click()
    await _type(page, "Pattern, rule 2", "stalls")
    await expect(example).to_contain_text("lost")
    await page.get_by_role("button", name="Lost 1").click()
    await expect(example).to_be_visible()
    # The record keeps its examples: a rule that breaks one is refused.
    await page.get_by_role("button", name="Publish").click()
    await expect(page.get_by_role("alert")).to_contain_text("example")

    await page.get_by_role("button", name="+ Rewrite a text").click()
    await _type(page, "Pattern, rule 3", "(abc")
    rule = page.get_by_role("list", name="Rules in their order").get_by_role("listitem").nth(2)
    await expect(rule).to_contain_text("RE2")
    await expect(page.get_by_label("Pattern, rule 3")).to_have_attribute("aria-invalid", "true")


@pytest.mark.long
async def test_rules_move_by_keyboard_and_wait_while_one_looks_elsewhere(page: Page, site: Site) -> None:
    await _opened(page, site)
    await page.get_by_role("button", name="+ Drop words").click()
    await _type(page, "Words, with commas between them, rule 2", "Early Bird, e-ticket")
    await page.keyboard.press("Alt+ArrowUp")
    await expect(page.get_by_label("Words, with commas between them, rule 1")).to_have_value(
        "Early Bird, e-ticket"
    )
    await page.get_by_role("tab", name="Map").click()
    await page.get_by_role("tab", name="Rules (not published)").click()
    await expect(page.get_by_label("Words, with commas between them, rule 1")).to_have_value(
        "Early Bird, e-ticket"
    )
    await page.get_by_role("link", name="Keys").click()
    await expect(page.get_by_role("dialog", name="Leave without saving?")).to_be_visible()


async def test_a_suggestion_is_accepted_with_what_it_gains(page: Page, site: Site) -> None:
    await _opened(page, site)
    labels = "\n".join(f"Blue Lagoon, Row {row}, Seat 4 => 101/{row}/4" for row in (1, 2, 3))
    await page.get_by_label("Add labels").fill(labels)
    await page.get_by_role("button", name="Add", exact=True).click()
    await page.get_by_role("button", name="Suggest rules").click()
    await expect(page.get_by_text("Matches 3 more labels").first).to_be_visible()
    await page.get_by_role("button", name="Accept").first.click()
    await expect(page.get_by_role("status").filter(has_text="4 of 4 matched")).to_be_visible()


async def test_a_suggestion_says_which_wrong_results_it_corrects(page: Page, site: Site) -> None:
    await _opened(page, site)
    await page.get_by_label("Add labels").fill(
        "Wardrobe Stalls 101, Row 1 => -\nWardrobe Stalls 101, Row 2 => -"
    )
    await page.get_by_role("button", name="Add", exact=True).click()
    await page.get_by_role("button", name="Suggest rules").click()
    await expect(
        page.get_by_text("Corrects 2 wrong results, such as “Wardrobe Stalls 101, Row 1”")
    ).to_be_visible()
    await expect(page.get_by_text("more labels, such as")).to_have_count(0)


async def test_each_word_of_a_label_says_what_it_was_taken_for_by_keyboard_and_by_pointer(
    page: Page, site: Site
) -> None:
    """The words of a label are one tab stop, and arrow keys move between them."""
    await _opened(page, site)
    await _add(page, "Stalls 102, Row 3, Seat 5")
    label = _label(page, "Stalls 102, Row 3, Seat 5")
    tip = label.get_by_role("tooltip")
    for word, taken_for in (("102", "section"), ("Row", "says what follows"), ("3", "row"), ("5", "seat")):
        await expect(label.get_by_role("button", name=re.compile(f"^{word}: {taken_for}"))).to_be_visible()
    legend = page.get_by_role("list", name="What the words of a label were taken for")
    await expect(legend.get_by_role("listitem").filter(has_text="says what follows")).to_be_visible()

    await label.get_by_role("button", name="Remove label").focus()
    await page.keyboard.press("Tab")
    await expect(tip).to_contain_text("Stalls")
    await page.keyboard.press("End")
    await expect(tip).to_contain_text("5 names the seat")
    await page.keyboard.press("ArrowLeft")
    await expect(label.get_by_role("button", name=re.compile("^Seat: says what follows"))).to_be_focused()
    await expect(tip).to_contain_text("Seat says what follows")
    await page.keyboard.press("Escape")
    await expect(tip).to_be_hidden()
    await page.keyboard.press("Tab")
    await expect(label.get_by_label("Expected key of")).to_be_focused()

    row = label.get_by_role("button", name=re.compile("^3: row"))
    await row.hover()
    await expect(tip).to_contain_text("3 names the row")
    await row.click()
    await expect(label.get_by_role("definition").filter(has_text="row")).to_be_visible()


async def test_a_label_of_several_seats_is_kept_as_an_example_with_all_of_them(
    page: Page, site: Site
) -> None:
    await _opened(page, site)
    await _add(page, f"{PAIR} => 101/2/4, 101/2/6")
    label = _label(page, PAIR)
    await expect(label).to_contain_text("101/2 seats 4, 5")
    await expect(label).to_contain_text("not as expected")
    expected = label.get_by_label("Expected key of")
    await expect(expected).to_have_value("101/2/4 | 101/2/6")
    await expected.clear()
    await expected.press_sequentially("101/2/4 | 101/2/5")
    await expect(label).not_to_contain_text("not as expected")
    await expected.clear()
    await label.get_by_role("button", name="Add to examples").click()
    await expect(expected).to_have_value("101/2/4 | 101/2/5")
    await page.get_by_role("button", name="Publish").click()
    await expect(page.get_by_text("The rules were published")).to_be_visible()
    stored = (await site.cast.owner.get(f"/manage/venues/{site.cast.hall}")).json()["rules"]["seatKeys"]
    assert {"label": PAIR, "expect": ["101/2/4", "101/2/5"]} in stored["examples"]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_rules_hold_nothing_that_axe_finds_serious(page: Page, site: Site, scheme: str) -> None:
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await _opened(page, site)
    await _add(page, f"Stalls 101\nnothing at all\nStalls\n{PAIR}")
    await expect(_label(page, "nothing at all")).to_contain_text("unmatched")
    await expect(page.locator(".waiting")).to_have_count(0)
    await _label(page, PAIR).get_by_role("button", name=re.compile("^101: section")).click()
    await expect(page.get_by_role("tooltip")).to_be_visible()
    assert await serious_findings(page) == []


async def _opened(page: Page, site: Site) -> None:
    response = await site.cast.owner.put(f"/manage/venues/{site.cast.hall}", RECORD)
    assert response.status_code == 200, response.text
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/rules")
    await expect(page.get_by_role("heading", name="Labels")).to_be_visible()


async def _type(page: Page, field: str, text: str) -> None:
    """Types into the field of a new rule, which takes the focus by itself."""
    await expect(page.get_by_label(field)).to_be_focused()
    await page.keyboard.type(text)


async def _add(page: Page, labels: str) -> None:
    await page.get_by_label("Add labels").fill(labels)
    await page.get_by_role("button", name="Add", exact=True).click()


def _label(page: Page, text: str) -> Locator:
    return (
        page.get_by_role("list", name="Labels and what they become")
        .get_by_role("listitem")
        .filter(has_text=text)
    )


async def _resolved(site: Site) -> str:
    body = {"venue": site.cast.hall, "labels": [MESSY]}
    answer = (await site.cast.owner.post("/seats/resolve", body)).json()
    status: str = answer["results"][0]["status"]
    return status
