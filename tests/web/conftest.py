"""Pages under test: a service with the built front end, and a browser on a desk and one in a hand."""

from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser, BrowserContext, Frame, Page, ViewportSize, expect

from cast import Cast, create_cast
from seatpreview.api.local_client import LocalClient
from seatpreview.demo.creation import Demo, create_demo
from servers import chromium
from serving import BUSY_MACHINE_SECONDS, LiveService, running, settings_for
from web.client_packages import build_packages

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


# Graphics in software take their time on a busy machine. Who waits is a test that would fail otherwise.
PATIENCE_MS = BUSY_MACHINE_SECONDS * 1000
expect.set_options(timeout=PATIENCE_MS)


_NO_WEBGL = """
const context = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith("webgl") ? null : context.call(this, kind, ...more);
};
"""


SMALL_DESK = ViewportSize(width=860, height=400)
"""For views that are drawn in software, whose work grows with their pixels. The sheet is beside the view."""


class Site(NamedTuple):
    """A running service, its cast, and where its pages are."""

    service: LiveService
    cast: Cast
    address: str


@pytest.fixture(scope="session")
async def pages_service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LiveService]:
    """On SQLite alone: no page can tell the engine. Pages have to name the version of what they change; the
    tests' own changes overwrite whatever is there."""
    settings = settings_for(tmp_path_factory.mktemp("data"), demo=True, require_if_match=True)
    async with running(settings) as service:
        service.always_send("if-match", "*")
        yield service


@pytest.fixture
async def site(pages_service: LiveService) -> Site:
    return Site(pages_service, await create_cast(pages_service), pages_service.address)


@pytest.fixture
async def demo(site: Site) -> Demo:
    """The demo without its pictures, which take a while."""
    internals = site.service.internals
    return await create_demo(LocalClient(internals.settings, internals.resources.database))


@pytest.fixture(scope="session")
async def chrome() -> AsyncIterator[Browser]:
    async with chromium.browser() as browser:
        yield browser


@pytest.fixture(scope="session")
async def packages() -> None:
    """The packages in clients/ are built."""
    await build_packages()


@pytest.fixture
async def page(chrome: Browser) -> AsyncIterator[Page]:
    """On a desk."""
    async for page in _page(chrome, viewport={"width": 1280, "height": 720}):
        yield page


@pytest.fixture
async def phone(chrome: Browser) -> AsyncIterator[Page]:
    """In a hand."""
    async for page in _page(
        chrome, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=1
    ):
        yield page


async def _page(chrome: Browser, **options: Any) -> AsyncIterator[Page]:
    """Without animations, and failed by anything that the page itself would call an error."""
    context: BrowserContext = await chrome.new_context(locale="en-GB", reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    await context.close()
    assert faults == []


@cache
def _axe() -> str:
    return AXE.read_text()


async def without_webgl(page: Page) -> None:
    """Makes views plain pictures or words, where something else is tested: drawing in software costs most."""
    await page.add_init_script(_NO_WEBGL)


async def serious_findings(page: Page | Frame, *rules: str) -> list[str]:
    """What axe-core calls serious or worse, each with the first place where it was found: by all of its
    rules, or by these alone."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(_axe())
    # Without `preload`, which loads all styles again for rules that are off.
    options = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": [*rules]} if rules else {})
    found = await page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{each['id']}: {each['help']} at {each['nodes'][0]['target']}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
