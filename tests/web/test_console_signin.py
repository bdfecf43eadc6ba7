"""Signing in to the console: the key is in the tab alone, where no other page and no frame can reach it."""

import re

import pytest
from playwright.async_api import Page, expect

from web.conftest import Site
from web.shops import open_shop
from web.signing_in import enter_key, sign_in, whatever_is_kept

pytestmark = pytest.mark.anyio

UNKNOWN_KEY = "sk_live_2MJkB3uuOpVVHTJho4ejGMgwuopg69Nwzj1J4UslDP"
"""Of the right format, and nobody's."""
_STORED_AS = "seatpreview.console.key"


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


_REACHABLE = """(stored) => {
  const attempts = [
    () => sessionStorage.getItem(stored),
    () => parent.sessionStorage.getItem(stored),
    () => parent.document.title,
    () => top.location.href,
  ];
  return attempts.flatMap((attempt) => { try { return [String(attempt())]; } catch { return []; } });
}"""
"""Run in a frame: what it can read of the page around it and of the tab's storage."""


_STORAGE = "() => { try { return JSON.stringify(sessionStorage); } catch (refusal) { return refusal.name; } }"


async def test_a_key_that_stays_in_its_tab_survives_a_reload_and_is_out_of_reach_for_the_preview(
    page: Page, site: Site
) -> None:
    """Attack: a script in the Preview frame, or in a window that it opens, reads the key of the tab."""
    owner = await site.cast.actor(
        tenantId=site.cast.owner.tenant_id,
        embedFrameAncestors=["'self'"],
        allowedOrigins=["https://shop.example"],
    )
    hall = f"venues/{site.cast.hall}"
    section = {"id": "101", "rows": ["A"], "seats": {"count": 6}}
    layout = {"sections": [section | {"geometry": {"bearingDeg": 180, "distanceM": 9}}]}
    await owner.put(f"/manage/{hall}", {"name": "Hall", "rules": {"layout": layout}})
    await page.goto(f"{site.address}/console#/{hall}/preview")
    await page.get_by_label("Stay signed in in this tab when I reload").check()
    await enter_key(page, owner.plaintext)
    await page.get_by_label("Seat", exact=True).fill("101/A/3")
    await page.keyboard.press("Enter")
    viewer = page.frame_locator("iframe[title^='The viewer']")
    await expect(viewer.get_by_role("heading", name="Row A, Seat 3").first).to_be_visible()
    await expect(viewer.locator("canvas").first).to_be_visible()
    # The viewer and the console talk to each other in both directions.
    await viewer.locator("button.move[data-side=right]").first.click()
    await expect(page.get_by_label("Seat", exact=True)).to_have_value(re.compile("101/A/[24]"))

    frame = page.frames[1]
    assert await frame.evaluate(_REACHABLE, _STORED_AS) == []
    async with page.context.expect_page() as opened:
        await frame.evaluate("address => { open(address); }", f"{site.address}/")
    window = await opened.value
    # Browsers give such a window a copy of the tab's storage, so it has to be sandboxed as well.
    await expect(window.get_by_role("heading", level=1)).to_be_visible()
    assert await window.evaluate(_STORAGE) == "SecurityError"
    await window.close()

    await page.reload()
    await expect(page.get_by_role("heading", level=1, name="Hall")).to_be_visible()
    secret = owner.plaintext.removeprefix("sk_live_")
    kept = await page.evaluate("() => JSON.stringify([document.cookie, { ...localStorage }])")
    assert secret not in kept + str(await page.context.cookies())
    await page.get_by_role("button", name="Sign out").click()
    assert secret not in await whatever_is_kept(page)


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
