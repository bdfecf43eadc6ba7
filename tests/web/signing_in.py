"""Signing in to the console, as a person does it."""

from playwright.async_api import Page, expect

from cast import Actor
from web.conftest import Site


async def sign_in(page: Page, site: Site, actor: Actor, screen: str = "keys") -> None:
    """Opens the screen of the console that has this name, with the actor's key."""
    await page.goto(f"{site.address}/console#/{screen}")
    await enter_key(page, actor.plaintext)
    await expect(page.get_by_role("navigation", name="Screens")).to_be_visible()


async def enter_key(page: Page, plaintext: str) -> None:
    """Fills in the form of the sign-in page."""
    await page.get_by_label("Secret key", exact=True).fill(plaintext)
    await page.get_by_role("button", name="Sign in").click()


async def whatever_is_kept(page: Page) -> str:
    """Returns all that a browser keeps of the page or shows to others: address, storage, cookies, history."""
    kept: str = await page.evaluate(
        """async () => JSON.stringify([
            location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state,
            (await indexedDB.databases()).map(({ name }) => name), await caches.keys(), window.name,
        ])"""
    )
    return kept + str(await page.context.cookies())
