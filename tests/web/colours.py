"""A page in its light and in its dark colours."""

from playwright.async_api import Page

from web.conftest import serious_findings


async def serious_in_light_or_dark(page: Page) -> list[str]:
    """What axe-core finds serious in either."""
    found: list[str] = []
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        found += [f"{scheme}: {finding}" for finding in await serious_findings(page)]
    return found
