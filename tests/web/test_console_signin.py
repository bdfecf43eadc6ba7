"""Signing in to the console: the key is in the memory of the tab alone, which no other page can reach."""

import pytest
from playwright.async_api import Page, expect

from web.conftest import Site
from web.shops import open_shop
from web.signing_in import enter_key, sign_in, whatever_is_kept

pytestmark = pytest.mark.anyio

UNKNOWN_KEY = "sk_live_2MJkB3uuOpVVHTJho4ejGMgwuopg69Nwzj1J4UslDP"
"""Of the right format, and nobody's."""


async def test_the_key_is_kept_nowhere_but_in_the_tabs_memory_until_it_is_signed_out_or_revoked(
    page: Page, site: Site
) -> None:
    """Attack: read the key from what a browser keeps, or from what it sends along."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto(f"{site.address}/console")
    await enter_key(page, UNKNOWN_KEY)
    await expect(page.get_by_role("alert")).to_contain_text("key_invalid")
    actor = await site.cast.actor(tenantId=site.cast.owner.tenant_id)
    await enter_key(page, actor.plaintext)
    for screen in ("Events", "Venues", "You", "Keys"):
        await page.get_by_role("link", name=screen, exact=True).click()
        await expect(page.get_by_role("heading", level=1, name=screen)).to_be_visible()

    secret = actor.plaintext.removeprefix("sk_live_")
    assert secret not in await whatever_is_kept(page)
    assert not [url for url in asked if secret in url]

    await page.reload()
    await expect(page.get_by_label("Secret key", exact=True)).to_have_value("")
    await sign_in(page, site, actor, "you")
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_label("Secret key", exact=True)).to_have_value("")
    await page.goto(f"{site.address}/console#/keys")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to the console")

    await enter_key(page, actor.plaintext)
    await expect(page.get_by_role("heading", level=1, name="Keys")).to_be_visible()
    await site.cast.operator.delete(f"/manage/keys/{actor.key_id}")
    await page.get_by_role("link", name="You", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("key_revoked")
    await page.get_by_role("button", name="Sign in with another key").click()
    await expect(page.get_by_role("heading", name="Sign in to the console")).to_be_visible()


# In the quick lane, tests/http/test_static_files.py looks at the header that browsers follow.
@pytest.mark.long
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
