"""The console's way in: a key that is refused, a key that is taken, and that the tab alone knows it."""

import pytest
from playwright.async_api import Page, expect

from web.colours import serious_in_light_or_dark
from web.conftest import Site
from web.shops import open_shop
from web.signing_in import sign_in, whatever_is_kept

pytestmark = pytest.mark.anyio

UNKNOWN_KEY = "sk_live_2MJkB3uuOpVVHTJho4ejGMgwuopg69Nwzj1J4UslDP"
"""Of the right shape, and nobody's."""


async def test_a_wrong_key_is_refused_with_a_sentence_and_the_right_one_opens_the_console(
    page: Page, site: Site
) -> None:
    await page.goto(f"{site.address}/console")
    field = page.get_by_label("Secret key", exact=True)
    await expect(field).to_have_attribute("type", "password")

    await field.fill(site.cast.owner.key_id)
    await field.press("Enter")
    await expect(page.get_by_text("This is a keyId, the key's public name.")).to_be_visible()
    await expect(field).to_be_focused()

    await field.fill(UNKNOWN_KEY)
    await field.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("key_invalid")

    await page.get_by_role("button", name="Show").click()
    await expect(field).to_have_attribute("type", "text")
    await field.fill(f"  {site.cast.owner.plaintext}\n")
    await field.press("Enter")
    await expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    # Tenants are for admin scope.
    await expect(page.get_by_role("link", name="Tenants")).to_have_count(0)


async def test_the_key_is_kept_nowhere_but_in_the_tabs_memory_until_signing_out(
    page: Page, site: Site
) -> None:
    """Attack: read the key from what a browser keeps, or from what it sends along."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await sign_in(page, site, site.cast.owner)
    for screen in ("Events", "Venues", "You", "Keys"):
        await page.get_by_role("link", name=screen, exact=True).click()
        await expect(page.get_by_role("heading", level=1, name=screen)).to_be_visible()

    secret = site.cast.owner.plaintext.removeprefix("sk_live_")
    assert secret not in await whatever_is_kept(page)
    assert not [url for url in asked if secret in url]

    await page.reload()
    await expect(page.get_by_label("Secret key", exact=True)).to_have_value("")

    await sign_in(page, site, site.cast.owner, "you")
    await expect(page.get_by_role("main").get_by_text(site.cast.owner.key_id)).to_be_visible()
    await expect(page.get_by_role("meter", name="Key")).to_be_visible()
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_label("Secret key", exact=True)).to_have_value("")
    await page.goto(f"{site.address}/console#/keys")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to the console")


async def test_a_page_that_opened_the_console_has_no_handle_on_it(page: Page, site: Site) -> None:
    """Attack: a page opens the console in a window, and shows a copy of it there after the sign-in."""
    async with open_shop() as shop:
        await page.goto(shop.origin)
        async with page.expect_popup() as opened:
            await page.evaluate(
                "address => { window.opened = window.open(address); }", f"{site.address}/console"
            )
        console = await opened.value
        await expect(console.get_by_label("Secret key", exact=True)).to_be_visible()
        assert await console.evaluate("() => window.opener === null")
        # To its opener a window that was cut off looks closed, and a new address does not reach it. The
        # opener, which is another process, hears of it a moment later.
        await page.wait_for_function("() => window.opened.closed")


async def test_a_key_that_is_revoked_meanwhile_leads_back_to_the_way_in(page: Page, site: Site) -> None:
    actor = await site.cast.actor(tenantId=site.cast.owner.tenant_id)
    await sign_in(page, site, actor)
    await site.cast.operator.delete(f"/manage/keys/{actor.key_id}")
    await page.get_by_role("link", name="You", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("key_revoked")
    await page.get_by_role("button", name="Sign in with another key").click()
    await expect(page.get_by_role("heading", name="Sign in to the console")).to_be_visible()


@pytest.mark.long
async def test_the_way_in_and_the_callers_own_screen_hold_nothing_that_axe_finds_serious(
    phone: Page, site: Site
) -> None:
    await phone.goto(f"{site.address}/console")
    await expect(phone.get_by_label("Secret key", exact=True)).to_be_visible()
    assert await serious_in_light_or_dark(phone) == []
    await sign_in(phone, site, site.cast.operator, "you")
    await expect(phone.get_by_role("meter", name="Key")).to_be_visible()
    assert await serious_in_light_or_dark(phone) == []
    await phone.get_by_role("link", name="Tenants").click()
    await phone.get_by_role("button", name="Create a tenant").click()
    await expect(phone.get_by_role("dialog")).to_be_visible()
    assert await serious_in_light_or_dark(phone) == []
