"""One visit of a page in Chromium: a phone's size, a slow network and processor, an empty cache."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, CDPSession, Page

from benchmarks.page.figures import STAGES, Visit

NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""1.6 Mbit/s down, 750 kbit/s up, and 150 ms until the first byte of every response."""
PROCESSOR_SLOWDOWN = 4
SCREEN: Any = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1, "is_mobile": True}
SCRIPTS = [
    (Path(__file__).parent / name).read_text(encoding="utf-8")
    for name in ("measuring.js", "graphics_objects.js")
]

_POINT = (195, 260)
_DRAG_PIXELS = 24
_TURN_MOVES = 40
_TURN_PIXELS = 15
_SECONDS_MAX = 120
_IDLE_SECONDS = 1.5
_MARKS = ("first-pixels", "turnable", "complete")


class _Received(NamedTuple):
    path: str
    size_bytes: int


class _Traffic:
    """What the browser received."""

    def __init__(self) -> None:
        self.received: list[_Received] = []
        self._paths: dict[str, str] = {}
        self._changed_at = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether everything was received. The browser does not say when a worker has its script, which is a
        file that the page has as well."""
        is_missing = set(self._paths.values()) - {each.path for each in self.received}
        return not is_missing and time.monotonic() - self._changed_at > _IDLE_SECONDS

    def started(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith(("data:", "blob:")):
            self._paths[event["requestId"]] = urlsplit(event["request"]["url"]).path
        self._changed_at = time.monotonic()

    def finished(self, event: dict[str, Any]) -> None:
        path = self._paths.pop(event["requestId"], None)
        self._changed_at = time.monotonic()
        if path is not None:
            self.received.append(_Received(path, int(event.get("encodedDataLength", 0))))

    def bytes_of(self, suffix: str = "") -> int:
        return sum(each.size_bytes for each in self.received if each.path.endswith(suffix))


@asynccontextmanager
async def phone_page(browser: Browser, **options: Any) -> AsyncIterator[tuple[Page, CDPSession]]:
    """Gives an empty page on a phone's screen, in which the measuring scripts run first."""
    context = await browser.new_context(**SCREEN, locale="en-GB", **options)
    try:
        page = await context.new_page()
        for script in SCRIPTS:
            await page.add_init_script(script)
        yield page, await context.new_cdp_session(page)
    finally:
        await context.close()


async def visit(browser: Browser, url: str, *, has_marks: bool) -> Visit:
    """Opens the page, waits until all of its view is there, then turns it. `has_marks` says that it is the
    viewer, which tells of its progress itself; any other page is dragged until it turns."""
    async with phone_page(browser) as (page, session):
        traffic = _Traffic()
        session.on("Network.requestWillBeSent", traffic.started)
        session.on("Network.loadingFinished", traffic.finished)
        session.on("Network.loadingFailed", traffic.finished)
        await session.send("Network.enable")
        await session.send("Network.emulateNetworkConditions", NETWORK)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR_SLOWDOWN})
        await page.goto(url, wait_until="commit")
        await (_wait_for_marks(page) if has_marks else _drag_until_it_turns(page))
        await _wait(lambda: traffic.is_idle)
        measured = await page.evaluate("measured")
        times = told_times(measured) if has_marks else seen_times(measured)
        return Visit(
            **times,
            script_bytes=traffic.bytes_of(".js"),
            all_bytes=traffic.bytes_of(),
            frame_ms=await _turn(page),
            stages_ms={name: measured["stages"][name] for name in STAGES if name in measured["stages"]},
        )


def told_times(measured: dict[str, Any]) -> dict[str, float]:
    """Returns the times that the viewer's marks tell. A view without a placeholder is its own first
    picture."""
    first_pixels, turnable, complete = (measured["marks"][name] for name in _MARKS)
    return {
        "first_picture_ms": min(first_pixels, measured["marks"].get("placeholder", first_pixels)),
        "first_pixels_ms": first_pixels,
        "turnable_ms": turnable,
        "complete_ms": complete,
    }


def seen_times(measured: dict[str, Any]) -> dict[str, float]:
    """Returns the times of a page without marks: its pictures are seen when the renderer has them."""
    pictures_ms: list[float] = measured["picturesAt"]
    return {
        "first_picture_ms": min(pictures_ms),
        "first_pixels_ms": min(pictures_ms),
        "turnable_ms": measured["turnedAt"],
        "complete_ms": max(pictures_ms),
    }


async def _drag_until_it_turns(page: Page) -> None:
    """Drags a little to and fro, as an impatient person does, until the picture follows."""
    x, y = _POINT
    deadline = time.monotonic() + _SECONDS_MAX
    await page.mouse.move(x, y)
    while time.monotonic() < deadline:
        await page.mouse.down()
        x = _POINT[0] + _DRAG_PIXELS - (x - _POINT[0])
        await page.mouse.move(x, y)
        await page.mouse.up()
        if await page.evaluate("window.measured?.turnedAt") is not None:
            return
    raise TimeoutError("the picture never followed a drag")


async def _wait_for_marks(page: Page) -> None:
    deadline = time.monotonic() + _SECONDS_MAX
    while missing := [
        name for name in _MARKS if name not in await page.evaluate("window.measured?.marks ?? {}")
    ]:
        if time.monotonic() > deadline:
            raise TimeoutError(f"the viewer did not set these marks: {', '.join(missing)}")
        await asyncio.sleep(0.05)


async def _turn(page: Page) -> float:
    """Turns the view to and fro. Returns the longest time of the page's own code for a frame."""
    await page.evaluate("measured.longestCallback = 0")
    x, y = _POINT
    await page.mouse.move(x - 150, y)
    await page.mouse.down()
    for number in range(_TURN_MOVES):
        away = abs((number * _TURN_PIXELS) % 600 - 300)
        await page.mouse.move(x + 150 - away, y)
    await page.mouse.up()
    await asyncio.sleep(1.5)
    measured = await page.evaluate("measured")
    if measured["turnedAt"] is None:
        raise ValueError("the picture did not follow a drag")
    return float(measured["longestCallback"])


async def _wait(is_done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _SECONDS_MAX
    while not is_done():
        if time.monotonic() > deadline:
            raise TimeoutError("the page did not stop loading")
        await asyncio.sleep(0.05)
