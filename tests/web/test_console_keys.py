"""Keys in the console: made, used, changed, rotated, revoked."""

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from cast import bearer, new_origin
from web.colours import serious_in_light_or_dark
from web.conftest import Site
from web.signing_in import sign_in, whatever_is_kept

pytestmark = pytest.mark.anyio


async def test_a_key_is_created_and_used_and_a_lost_answer_makes_no_second_one(
    page: Page, site: Site
) -> None:
    await sign_in(page, site, site.cast.owner)
    await page.get_by_role("link", name="Create a key").click()
    await expect(page.get_by_role("heading", level=1, name="Create a key")).to_be_visible()
    await page.get_by_label("Label").fill("Box office")
    await page.get_by_role("button", name="Add origin").click()
    await page.get_by_label("Allowed origins, origin 1").fill("https://shop.example/path")
    await page.get_by_role("button", name="Create the key").click()
    # The API's own sentence, beside the line that it is about.
    line = page.get_by_label("Allowed origins, origin 1")
    await expect(line).to_have_attribute("aria-invalid", "true")
    await expect(line).to_be_focused()

    await line.fill("https://shop.example")
    await page.get_by_label("Only these").check()
    await page.get_by_label("Hall").check()
    await page.get_by_role("button", name="Create the key").click()
    dialog = page.get_by_role("dialog", name="The secret of “Box office”")
    await expect(dialog).to_contain_text("shown only this once")
    plaintext = await dialog.get_by_label("Secret key").inner_text()
    who = (await site.cast.who(bearer(plaintext))).json()
    assert who["venues"] == [site.cast.hall]
    assert who["groups"] == ["sessions"], "the console proposes a key that only makes sessions"

    # Not copied yet, so closing asks first.
    await page.keyboard.press("Escape")
    question = page.get_by_role("dialog", name="Close without copying?")
    await question.get_by_role("button", name="Close anyway").click()
    await expect(page.get_by_role("heading", level=1, name="Box office")).to_be_visible()
    assert plaintext not in await whatever_is_kept(page) + await page.content()

    await page.get_by_role("link", name="Keys", exact=True).first.click()
    await page.get_by_role("link", name="Create a key").click()
    await expect(page.get_by_role("heading", level=1, name="Create a key")).to_be_visible()
    values: list[str] = []

    async def lose_the_first_answer(route: Route) -> None:
        values.append(await route.request.header_value("idempotency-key") or "")
        if len(values) > 1:
            await route.continue_()
            return
        assert (await route.fetch()).status == 201
        await route.abort()

    await page.route("**/manage/keys", lose_the_first_answer)
    await page.get_by_label("Label").fill("Lost and found")
    await page.get_by_role("button", name="Create the key").click()
    dialog = page.get_by_role("dialog", name="The secret of “Lost and found”")
    plaintext = await dialog.get_by_label("Secret key").inner_text()
    assert len(values) == 2
    assert values[0] == values[1] != ""
    who = (await site.cast.who(bearer(plaintext))).json()
    found = (await site.cast.owner.get("/manage/keys", label="Lost and found")).json()["data"]
    assert [key["keyId"] for key in found] == [who["keyId"]]


async def test_sign_in_and_creation_by_keyboard_alone(page: Page, site: Site) -> None:
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
    await page.keyboard.type("By hand")
    await _tab_to(page, page.get_by_role("button", name="Add origin"))
    for number, origin in enumerate(("https://a.example", "https://b.example"), 1):
        await page.keyboard.press("Enter")
        await expect(page.get_by_label(f"Allowed origins, origin {number}")).to_be_focused()
        await page.keyboard.type(origin)
    await _tab_to(page, page.get_by_role("button", name="Create the key"))
    await page.keyboard.press("Space")

    dialog = page.get_by_role("dialog")
    await _tab_to(page, dialog.get_by_role("button", name="Done"))
    await page.keyboard.press("Enter")
    await _tab_to(page, page.get_by_role("button", name="Close anyway"))
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1, name="By hand")).to_be_visible()
    await expect(page.get_by_label("Allowed origins, origin 2")).to_have_value("https://b.example")


async def test_what_a_key_may_do_is_chosen_shown_and_changed(page: Page, site: Site) -> None:
    await sign_in(page, site, site.cast.owner, "keys/new")
    question = page.get_by_role("group", name="What may it do?")
    await expect(question.get_by_label("Make sessions for my shop")).to_be_checked()
    await page.get_by_label("Label").fill("Monitoring")
    await question.get_by_label("Choose groups of operations").check()
    await page.get_by_role("checkbox", name="Sessions").uncheck()
    await page.get_by_role("button", name="Create the key").click()
    # The API's own sentence about an empty list.
    await expect(question.get_by_text("Must have at least 1 item")).to_be_visible()
    await question.get_by_label("Read everything").check()
    await page.get_by_role("button", name="Create the key").click()
    dialog = page.get_by_role("dialog", name="The secret of “Monitoring”")
    plaintext = await dialog.get_by_label("Secret key").inner_text()
    reader = ["seats", "events", "management_read_only"]
    made = (await site.cast.who(bearer(plaintext))).json()
    assert made["groups"] == reader
    await dialog.get_by_role("button", name="Done").click()
    await page.get_by_role("button", name="Close anyway").click()

    facts = page.get_by_role("complementary", name="About the key")
    await expect(facts).to_contain_text("Seats, Events, Management (read only)")
    await expect(question.get_by_label("Read everything")).to_be_checked()
    await question.get_by_label("Choose groups of operations").check()
    await page.get_by_role("checkbox", name="Events").uncheck()
    await page.get_by_role("button", name="Save changes").click()
    await expect(facts).to_contain_text("Seats, Management (read only)")
    assert (await site.cast.owner.read_key(made["keyId"]))["groups"] == ["seats", "management_read_only"]
    await page.get_by_role("link", name="Keys", exact=True).first.click()
    row = page.get_by_role("row", name="Monitoring")
    await expect(row.get_by_text("Seats, Management (read only)")).to_be_visible()


async def test_the_type_of_a_key_changes_what_is_proposed(page: Page, site: Site) -> None:
    await sign_in(page, site, site.cast.operator, "keys/new")
    question = page.get_by_role("group", name="What may it do?")
    await expect(question.get_by_label("Make sessions for my shop")).to_be_checked()
    await page.get_by_label("Admin", exact=False).check()
    await expect(question.get_by_label("Everything", exact=False).last).to_be_checked()
    await page.get_by_label("Keyless").check()
    await expect(question.get_by_label("Everything that a page may")).to_be_checked()
    await expect(question.get_by_label("Read everything")).to_have_count(0)


async def test_a_limited_key_is_offered_only_what_it_can_give(page: Page, site: Site) -> None:
    cast = site.cast
    limited = await cast.actor(tenantId=cast.owner.tenant_id, groups=["management", "sessions"])
    await sign_in(page, site, limited, "keys/new")
    question = page.get_by_role("group", name="What may it do?")
    await expect(question.get_by_role("radio")).to_have_count(2)
    await question.get_by_label("Choose groups of operations").check()
    await expect(page.get_by_role("checkbox", name="Show views")).to_have_count(0)
    await page.get_by_role("checkbox", name="Management (read only)").check()
    await page.get_by_role("button", name="Create the key").click()
    secret = page.get_by_role("dialog").get_by_label("Secret key")
    made = (await cast.who(bearer(await secret.inner_text()))).json()
    assert made["groups"] == ["sessions", "management_read_only"]


async def test_a_new_tenant_is_offered_its_first_key(page: Page, site: Site) -> None:
    await sign_in(page, site, site.cast.operator, "tenants")
    await page.get_by_role("button", name="Create a tenant").click()
    await page.get_by_label("Name", exact=True).fill("Opera House")
    await page.get_by_role("button", name="Create the tenant").click()
    offer = page.get_by_role("dialog", name="Opera House was created")
    await offer.get_by_role("button", name="Create its first key").click()
    await expect(page.get_by_label("Tenant", exact=True).last).not_to_have_value("")
    await page.get_by_role("button", name="Create the key").click()
    secret = page.get_by_role("dialog").get_by_label("Secret key")
    made = (await site.cast.who(bearer(await secret.inner_text()))).json()
    assert made["groups"] is None
    tenant = await site.cast.operator.get(f"/manage/tenants/{made['tenantId']}")
    assert tenant.json()["name"] == "Opera House"


async def test_a_key_for_sessions_alone_is_told_what_the_console_needs(phone: Page, site: Site) -> None:
    shop = await site.cast.actor(tenantId=site.cast.owner.tenant_id, groups=["sessions"])
    await sign_in(phone, site, shop)
    await expect(phone.get_by_role("heading", name="Your key is not for this screen")).to_be_visible()
    await expect(phone.get_by_role("navigation", name="Screens").get_by_role("link")).to_have_text(["You"])
    assert await serious_in_light_or_dark(phone) == []
    await phone.get_by_role("link", name="See what your key may do.").click()
    await expect(phone.get_by_role("definition").filter(has_text="Sessions")).to_be_visible()


async def test_a_rotation_can_be_cancelled_and_a_revoke_is_confirmed_by_the_keys_name(
    page: Page, site: Site
) -> None:
    key = await site.cast.owner.make_key(label="Turnstile")
    await sign_in(page, site, site.cast.owner, f"keys/{key['keyId']}")
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
    assert (await site.cast.owner.read_key(key["keyId"]))["revokeAt"] is None
    assert (await site.cast.who(bearer(replacement))).status_code == 401

    await page.get_by_role("button", name="Revoke").click()
    dialog = page.get_by_role("dialog", name="Revoke “Turnstile”?")
    confirm = dialog.get_by_role("button", name="Revoke", exact=True)
    await expect(confirm).to_be_disabled()
    await dialog.get_by_role("textbox").fill("Another turnstile")
    await expect(confirm).to_be_disabled()
    await dialog.get_by_role("textbox").fill("Turnstile")
    await confirm.click()
    await expect(page.get_by_text("This key is revoked.")).to_be_visible()
    assert (await site.cast.who(bearer(key["plaintext"]))).status_code == 401


async def test_the_rotation_of_a_key_that_pages_name_shows_what_they_have_to_name(
    page: Page, site: Site
) -> None:
    cast, origin = site.cast, new_origin()
    key = await cast.owner.make_key(
        label="Shop page", allowedOrigins=[origin], allowOriginOnly=True, embedFrameAncestors=[origin]
    )
    assert (await cast.who(("x-key-id", key["keyId"]), ("origin", origin))).status_code == 200
    await cast.service.internals.usage.write(cast.service.internals.resources.database)
    await sign_in(page, site, cast.owner, f"keys/{key['keyId']}")
    await page.get_by_role("button", name="Rotate").click()
    dialog = page.get_by_role("dialog", name="Rotate “Shop page”")
    await expect(dialog.get_by_text("Requests of pages: 1 request today")).to_be_visible()
    await expect(dialog.get_by_label("In 7 days")).to_be_checked()
    await dialog.get_by_role("button", name="Rotate").click()
    secret = page.get_by_role("dialog", name="The new secret of “Shop page”")
    await expect(secret.get_by_role("heading", name="Change your pages")).to_be_visible()
    new_id = (await cast.owner.read_key(key["keyId"]))["rotatedTo"]
    await expect(secret.get_by_role("region", name="HTML")).to_contain_text(f'key-id="{new_id}"')
    await secret.get_by_role("button", name="Done").click()
    await page.get_by_role("button", name="Close anyway").click()

    notice = page.get_by_text("Requests that still name this key: 1 request today, 0 yesterday.")
    await expect(notice).to_be_visible()
    snippets = page.get_by_role("region", name="HTML")
    await expect(snippets).to_have_count(1)
    await expect(snippets).to_contain_text(f'key-id="{new_id}"')
    assert await serious_in_light_or_dark(page) == []
    await page.get_by_role("button", name="Revoke", exact=True).click()
    await expect(page.get_by_role("dialog").get_by_text("1 request today")).to_be_visible()


async def test_a_change_that_comes_between_is_shown_and_leaving_unsaved_changes_asks_first(
    page: Page, site: Site
) -> None:
    key = await _key_edited_meanwhile(page, site)
    dialog = page.get_by_role("dialog", name="The key was changed meanwhile")
    await expect(dialog.get_by_role("row", name="Label")).to_contain_text("both changed it")
    await expect(dialog.get_by_role("row", name="Label").get_by_role("cell")).to_have_text(
        ["Before", "Theirs", "Mine"]
    )
    await dialog.get_by_role("button", name="Apply my changes").click()
    await expect(page.get_by_role("heading", level=1, name="Mine")).to_be_visible()
    now = await site.cast.owner.read_key(key["keyId"])
    assert (now["label"], now["allowedOrigins"]) == ("Mine", ["https://theirs.example"])

    await page.get_by_label("Label").fill("Half done")
    await page.get_by_role("link", name="Events").click()
    question = page.get_by_role("dialog", name="Leave without saving?")
    await question.get_by_role("button", name="Stay here").click()
    await expect(page.get_by_label("Label")).to_have_value("Half done")
    await page.get_by_role("link", name="Events").click()
    await question.get_by_role("button", name="Leave").click()
    await expect(page.get_by_role("heading", level=1, name="Events")).to_be_visible()


@pytest.mark.long
async def test_a_change_that_comes_between_can_be_taken(page: Page, site: Site) -> None:
    key = await _key_edited_meanwhile(page, site)
    await page.get_by_role("button", name="Use their version").click()
    await expect(page.get_by_label("Label")).to_have_value("Theirs")
    await expect(page.get_by_label("Allowed origins, origin 1")).to_have_value("https://theirs.example")
    assert (await site.cast.owner.read_key(key["keyId"]))["label"] == "Theirs"


@pytest.mark.long
async def test_the_operator_filters_keys_and_sets_limits(page: Page, site: Site) -> None:
    key = await site.cast.owner.make_key(label="Limited")
    await sign_in(page, site, site.cast.operator)
    await page.get_by_role("button", name="More filters").click()
    await page.get_by_label("Tenant").select_option(site.cast.owner.tenant_id)
    await page.get_by_label("Label").fill("limit")
    await expect(page.get_by_role("table").get_by_role("row")).to_have_count(2)
    await page.set_viewport_size({"width": 1280, "height": 800})
    fits = await page.get_by_role("table").evaluate(
        """(table) => {
          for (const cell of table.querySelectorAll("td:nth-last-child(-n + 2)")) {
            cell.innerHTML = "<time>12 minutes ago</time>";
          }
          table.querySelector("td:nth-last-child(4)").textContent = "Management, read only";
          return table.offsetWidth <= table.parentElement.clientWidth;
        }"""
    )
    assert fits, "a table with long values is not cut off"
    await page.get_by_role("link", name="Limited").click()
    await expect(page.get_by_role("heading", level=1, name="Limited")).to_be_visible()
    await page.get_by_label("Custom limit").check()
    await page.get_by_label("Requests").fill("10")
    await page.get_by_label("Burst").fill("20")
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_text("Must be at most requests.")).to_be_visible()
    await page.get_by_label("Burst").fill("5")
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_text("No changes.")).to_be_visible()
    limit = (await site.cast.owner.read_key(key["keyId"]))["rateLimit"]
    assert limit == {"requests": 10, "windowSeconds": 60, "burst": 5}


@pytest.mark.long
async def test_the_screens_of_keys_hold_nothing_that_axe_finds_serious(page: Page, site: Site) -> None:
    key = await site.cast.owner.make_key(label="Looked at")
    await site.cast.owner.post(f"/manage/keys/{key['keyId']}/rotate", {"gracePeriodSeconds": 3600})
    await sign_in(page, site, site.cast.operator)
    await expect(page.get_by_role("link", name="Looked at").first).to_be_visible()
    assert await serious_in_light_or_dark(page) == []
    await page.get_by_role("link", name="Create a key").click()
    await page.get_by_label("Choose groups of operations").check()
    await page.get_by_role("checkbox", name="Sessions").uncheck()
    await page.get_by_role("button", name="Create the key").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    assert await serious_in_light_or_dark(page) == []
    await page.get_by_label("Make sessions for my shop").check()
    await page.goto(f"{site.address}/console#/keys/{key['keyId']}")
    await expect(page.get_by_role("button", name="Cancel the revoke")).to_be_visible()
    assert await serious_in_light_or_dark(page) == []
    await page.get_by_role("button", name="Revoke", exact=True).click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    assert await serious_in_light_or_dark(page) == []


async def _key_edited_meanwhile(page: Page, site: Site) -> dict[str, Any]:
    """A key that somebody else changed while the page had its form open, and the form saved."""
    owner = site.cast.owner
    key = await owner.make_key(label="Before")
    await sign_in(page, site, owner, f"keys/{key['keyId']}")
    await page.get_by_label("Label").fill("Mine")
    theirs = {"label": "Theirs", "allowedOrigins": ["https://theirs.example"]}
    assert (await owner.patch(f"/manage/keys/{key['keyId']}", theirs)).status_code == 200
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_role("dialog", name="The key was changed meanwhile")).to_be_visible()
    return key


async def _tab_to(page: Page, target: Locator) -> None:
    """As often as it takes, within what anybody would put up with."""
    await expect(target).to_be_attached()
    for _ in range(40):
        if await target.evaluate("(element) => element === document.activeElement"):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"{target} is out of the keyboard's reach")
