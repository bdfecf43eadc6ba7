"""The way into the console, as a person goes it."""

from playwright.async_api import Page, expect

from cast import Actor
from web.conftest import Site


async def sign_in(page: Page, site: Site, actor: Actor, screen: str = "keys") -> None:
    """The console with the actor's key, at the screen of this name."""
    await page.goto(f"{site.address}/console#/{screen}")
    await page.get_by_label("Secret key", exact=True).fill(actor.plaintext)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("navigation", name="Screens")).to_be_visible()


async def whatever_is_kept(page: Page) -> str:
    """All that a browser would keep of the page, or show to others: address, storage, cookies, history."""
    kept: str = await page.evaluate(
        """async () => JSON.stringify([
            location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state,
            (await indexedDB.databases()).map(({ name }) => name), await caches.keys(), window.name,
        ])"""
    )
    return kept + str(await page.context.cookies())
