"""Journeys through the keys of the console, against the real service.

Forms and dialogs by themselves are tested in web/source/console/keys/*.test.tsx.
"""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from cast import bearer
from web.conftest import Site
from web.signing_in import enter_key, sign_in, whatever_is_kept

pytestmark = pytest.mark.anyio


async def test_a_key_is_created_by_keyboard_alone_and_its_secret_works(page: Page, site: Site) -> None:
    await page.goto(f"{site.address}/console")
    await expect(page.get_by_label("Secret key", exact=True)).to_be_focused()
    await page.keyboard.insert_text(site.cast.owner.plaintext)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1, name="Keys")).to_be_visible()

    await _tab_to(page, page.get_by_role("link", name="Skip to content"))
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("main")).to_be_focused()
    await _tab_to(page, page.get_by_role("link", name="Create a key"))
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1, name="Create a key")).to_be_visible()
    await _tab_to(page, page.get_by_label("Label"))
    await page.keyboard.type("Box office")
    await _tab_to(page, page.get_by_role("button", name="Add origin"))
    await page.keyboard.press("Enter")
    line = page.get_by_label("Allowed origins, origin 1")
    await expect(line).to_be_focused()
    await page.keyboard.insert_text("https://shop.example/path")
    await _tab_to(page, page.get_by_role("button", name="Create the key"))
    await page.keyboard.press("Space")
    # The API's own sentence, beside the line that it is about.
    await expect(line).to_have_attribute("aria-invalid", "true")
    await expect(line).to_be_focused()
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text("https://shop.example")
    await _tab_to(page, page.get_by_role("button", name="Create the key"))
    await page.keyboard.press("Space")

    dialog = page.get_by_role("dialog", name="The secret of “Box office”")
    plaintext = await dialog.get_by_label("Secret key").inner_text()
    who = (await site.cast.who(bearer(plaintext), ("origin", "https://shop.example"))).json()
    assert who["groups"] == ["sessions"], "the console proposes a key that only makes sessions"
    await _tab_to(page, dialog.get_by_role("button", name="Done"))
    await page.keyboard.press("Enter")
    await _tab_to(page, page.get_by_role("button", name="Close anyway"))
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1, name="Box office")).to_be_visible()
    assert plaintext not in await whatever_is_kept(page) + await page.content()


async def test_a_key_is_changed_rotated_kept_and_revoked(page: Page, site: Site) -> None:
    owner = site.cast.owner
    key = await owner.make_key(label="Before")
    await sign_in(page, site, owner, f"keys/{key['keyId']}")
    await page.get_by_label("Label").fill("Turnstile")
    theirs = {"label": "Theirs", "allowedOrigins": ["https://theirs.example"]}
    assert (await owner.patch(f"/manage/keys/{key['keyId']}", theirs)).status_code == 200
    await page.get_by_role("button", name="Save changes").click()
    dialog = page.get_by_role("dialog", name="The key was changed meanwhile")
    await dialog.get_by_role("button", name="Apply my changes").click()
    await expect(page.get_by_role("heading", level=1, name="Turnstile")).to_be_visible()
    now = await owner.read_key(key["keyId"])
    assert (now["label"], now["allowedOrigins"]) == ("Turnstile", ["https://theirs.example"])
    await page.get_by_label("Label").fill("Half done")
    await page.get_by_role("button", name="Discard changes").click()
    await page.get_by_role("dialog").get_by_role("button", name="Discard").click()
    await expect(page.get_by_label("Label")).to_have_value("Turnstile")

    await page.get_by_role("button", name="Rotate").click()
    await page.get_by_label("In 1 hour").check()
    await page.get_by_role("dialog").get_by_role("button", name="Rotate").click()
    secret = page.get_by_role("dialog", name="The new secret of “Turnstile”")
    replacement = await secret.get_by_label("Secret key").inner_text()
    assert (await site.cast.who(bearer(replacement))).status_code == 200
    await secret.get_by_role("button", name="Done").click()
    await page.get_by_role("button", name="Close anyway").click()
    await expect(page.get_by_text(re.compile(r"This key has been replaced\. 5\d min"))).to_be_visible()
    await page.get_by_role("button", name="Cancel the revoke").click()
    question = page.get_by_role("dialog", name="Keep “Turnstile”?")
    await question.get_by_role("checkbox", name="Also revoke the replacement").check()
    await question.get_by_role("button", name="Keep it, and revoke the replacement").click()
    await expect(page.get_by_text("This key has been replaced.")).to_have_count(0)
    assert (await owner.read_key(key["keyId"]))["revokeAt"] is None
    assert (await site.cast.who(bearer(replacement))).status_code == 401

    await page.get_by_role("button", name="Revoke").click()
    dialog = page.get_by_role("dialog", name="Revoke “Turnstile”?")
    await dialog.get_by_role("textbox").fill("Turnstile")
    await dialog.get_by_role("button", name="Revoke", exact=True).click()
    await expect(page.get_by_text("This key is revoked.")).to_be_visible()
    assert (await site.cast.who(bearer(key["plaintext"]))).status_code == 401


# In the quick lane, web/source/console/tenants, keys and venues test the three forms.
@pytest.mark.long
async def test_a_new_tenants_people_sign_in_with_their_first_key_and_describe_a_hall(
    page: Page, site: Site
) -> None:
    await sign_in(page, site, site.cast.operator, "tenants")
    await page.get_by_role("button", name="Create a tenant").click()
    await page.get_by_label("Name", exact=True).fill("Opera House")
    await page.get_by_role("button", name="Create the tenant").click()
    offer = page.get_by_role("dialog", name="Opera House was created")
    await offer.get_by_role("button", name="Create its first key").click()
    await expect(page.get_by_label("Tenant", exact=True).last).not_to_have_value("")
    await page.get_by_role("button", name="Create the key").click()
    plaintext = await page.get_by_role("dialog").get_by_label("Secret key").inner_text()
    made = (await site.cast.who(bearer(plaintext))).json()
    assert made["groups"] is None
    tenant = await site.cast.operator.get(f"/manage/tenants/{made['tenantId']}")
    assert tenant.json()["name"] == "Opera House"

    await page.get_by_role("dialog").get_by_role("button", name="Done").click()
    await page.get_by_role("button", name="Close anyway").click()
    await page.get_by_role("button", name="Sign out").click()
    await enter_key(page, plaintext)
    await page.get_by_role("link", name="Venues", exact=True).click()
    await page.get_by_role("link", name="Describe a venue").click()
    await page.get_by_label("Name", exact=True).fill("Main stage")
    await page.get_by_role("button", name="Create venue").click()
    await expect(page.get_by_role("heading", level=1, name="Main stage")).to_be_visible()
    await page.get_by_role("tab", name="Map").click()
    venue_map = page.get_by_role("group", name="Map of Main stage")
    await expect(venue_map.get_by_role("button", name="Stalls C")).to_be_visible()


async def _tab_to(page: Page, target: Locator) -> None:
    """Presses Tab until the target has the focus, as often as anybody would put up with."""
    await expect(target).to_be_attached()
    for _ in range(40):
        if await target.evaluate("(element) => element === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"{target} is out of the keyboard's reach")
