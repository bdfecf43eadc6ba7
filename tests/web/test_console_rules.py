"""A journey through the label rules of the console: a label that is not matched, and a rule for it.

The tab by itself is tested in web/source/console/label-rules/rules-tab.test.tsx.
"""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from web.conftest import Site
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
MESSY = "Blue Lagoon, Row 2, Seat 4"


async def test_a_rule_is_suggested_tried_before_it_is_published_and_then_resolves_labels(
    page: Page, site: Site
) -> None:
    response = await site.cast.owner.put(f"/manage/venues/{site.cast.hall}", RECORD)
    assert response.status_code == 200, response.text
    await sign_in(page, site, site.cast.owner, f"venues/{site.cast.hall}/rules")
    labels = [f"Blue Lagoon, Row {row}, Seat 4 => 101/{row}/4" for row in (1, 2, 3)]
    await page.get_by_label("Add labels").fill("\n".join([*labels, "Parking => -"]))
    await page.get_by_role("button", name="Add", exact=True).click()
    listed = page.get_by_role("list", name="Labels and what they become").get_by_role("listitem")
    label = listed.filter(has_text=MESSY)
    await expect(label).to_contain_text("not as expected")
    # A label that must be declined is as good as a matched one.
    await expect(listed.filter(has_text="Parking")).to_contain_text("declined, as expected")

    await page.get_by_role("button", name="Suggest rules").click()
    await expect(page.get_by_text("Matches 3 more labels").first).to_be_visible()
    await page.get_by_role("button", name="Accept").first.click()
    await expect(page.get_by_role("status").filter(has_text="4 of 5 matched")).to_be_visible()
    await expect(label).to_contain_text("gained")
    assert await _resolved(site) == "unmatched"

    await label.get_by_role("button", name="Add to examples").click()
    await page.get_by_role("button", name="Publish").click()
    await expect(page.get_by_text("The rules were published")).to_be_visible()
    assert await _resolved(site) == "matched"
    stored = (await site.cast.owner.get(f"/manage/venues/{site.cast.hall}")).json()["rules"]["seatKeys"]
    assert {"label": MESSY, "expect": "101/2/4"} in stored["examples"]


async def _resolved(site: Site) -> str:
    body = {"venue": site.cast.hall, "labels": [MESSY]}
    answer = (await site.cast.owner.post("/seats/resolve", body)).json()
    status: str = answer["results"][0]["status"]
    return status
