"""A page in its light and in its dark colours."""

from playwright.async_api import Page

from web.conftest import serious_findings

COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""The rules of axe-core about colours. What the others look at is the same in the dark."""


async def serious_in_light_or_dark(page: Page) -> list[str]:
    """What axe-core finds serious in either."""
    await page.emulate_media(color_scheme="light")
    light = await serious_findings(page)
    await page.emulate_media(color_scheme="dark")
    dark = await serious_findings(page, *COLOUR_RULES)
    return [f"light: {finding}" for finding in light] + [f"dark: {finding}" for finding in dark]
