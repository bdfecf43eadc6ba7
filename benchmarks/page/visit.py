"""One visit of a page in Chromium: a phone's size, a slow network and processor, an empty cache."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from playwright.async_api import Browser, Page

NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""1.6 Mbit/s down, 750 kbit/s up, and 150 ms until the first byte of every response."""
PROCESSOR_SLOWDOWN = 4
SCREEN: Any = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1, "is_mobile": True}

_POINT = (195, 260)
_DRAG_PIXELS = 24
_TURN_MOVES = 40
_TURN_PIXELS = 15
_SECONDS_MAX = 60
_IDLE_SECONDS = 1.5
_SCRIPT = (Path(__file__).parent / "measuring.js").read_text()


class Visit(msgspec.Struct, frozen=True):
    """What one visit took: times in milliseconds since the navigation began."""

    turned_ms: float
    """When the first drag changed the picture."""
    sharp_ms: float
    """When the last part of the first view's picture was given to the renderer."""
    script_bytes: int
    bytes_to_turn: int
    bytes_in_all: int
    requests: int
    long_tasks: int
    """Tasks of more than 50 ms while the view was turned and nothing was loading."""
    longest_ms: float
    longest_callback_ms: float
    """The longest time that the page's own code took for a frame, without the wait for its pixels."""
    draws: int
    """The most draw calls of a frame while turning."""
    frames: int
    """Frames that were drawn while turning."""
    resting_frames: int
    """Frames that were drawn in the two seconds after that."""


class _Received(NamedTuple):
    at: float
    path: str
    size_bytes: int


class _Traffic:
    """What the browser received. Times are monotonic seconds of this process."""

    def __init__(self) -> None:
        self.received: list[_Received] = []
        self._paths: dict[str, str] = {}
        self.changed_at = time.monotonic()

    @property
    def is_idle(self) -> bool:
        return not self._paths and time.monotonic() - self.changed_at > _IDLE_SECONDS

    def started(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith(("data:", "blob:")):
            self._paths[event["requestId"]] = urlsplit(event["request"]["url"]).path
        self.changed_at = time.monotonic()

    def finished(self, event: dict[str, Any]) -> None:
        path = self._paths.pop(event["requestId"], None)
        self.changed_at = time.monotonic()
        if path is not None:
            size_bytes = int(event.get("encodedDataLength", 0))
            self.received.append(_Received(self.changed_at, path, size_bytes))

    def bytes_of(self, wanted: Callable[[_Received], bool]) -> int:
        return sum(each.size_bytes for each in self.received if wanted(each))


async def visit(browser: Browser, url: str) -> Visit:
    """Opens the page, drags it until it turns, waits until it has loaded, then turns it."""
    context = await browser.new_context(**SCREEN, locale="en-GB")
    try:
        page = await context.new_page()
        await page.add_init_script(_SCRIPT)
        traffic = _Traffic()
        session = await context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", traffic.started)
        session.on("Network.loadingFinished", traffic.finished)
        session.on("Network.loadingFailed", traffic.finished)
        await session.send("Network.enable")
        await session.send("Network.emulateNetworkConditions", NETWORK)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR_SLOWDOWN})
        started = time.monotonic()
        await page.goto(url, wait_until="commit")
        turned_ms = await _drag_until_it_turns(page)
        turned = time.monotonic()
        await _wait(lambda: traffic.is_idle, started)
        loaded = await page.evaluate("measured")
        turning = await _turn(page)
        return Visit(
            turned_ms=turned_ms,
            sharp_ms=max(loaded["picturesAt"], default=0.0),
            script_bytes=traffic.bytes_of(lambda each: each.path.endswith(".js")),
            bytes_to_turn=traffic.bytes_of(lambda each: each.at <= turned),
            bytes_in_all=traffic.bytes_of(lambda each: True),
            requests=len(traffic.received),
            **turning,
        )
    finally:
        await context.close()


async def _drag_until_it_turns(page: Page) -> float:
    """Drags a little to and fro, as an impatient person does. Returns when the picture followed."""
    x, y = _POINT
    end = time.monotonic() + _SECONDS_MAX
    await page.mouse.move(x, y)
    while time.monotonic() < end:
        await page.mouse.down()
        x = _POINT[0] + _DRAG_PIXELS - (x - _POINT[0])
        await page.mouse.move(x, y)
        await page.mouse.up()
        turned_at = await page.evaluate("window.measured?.turnedAt")
        if turned_at is not None:
            return float(turned_at)
    raise TimeoutError("the picture never followed a drag")


async def _turn(page: Page) -> dict[str, Any]:
    """Turns the view to and fro, then rests."""
    await page.evaluate("measured.longTasks = []; measured.mostDraws = 0; measured.longestCallback = 0")
    before = (await page.evaluate("measured"))["frames"]
    x, y = _POINT
    await page.mouse.move(x - 150, y)
    await page.mouse.down()
    for number in range(_TURN_MOVES):
        away = abs((number * _TURN_PIXELS) % 600 - 300)
        await page.mouse.move(x + 150 - away, y)
    await page.mouse.up()
    await asyncio.sleep(1.5)
    turned = await page.evaluate("measured")
    await asyncio.sleep(2)
    rested = await page.evaluate("measured")
    durations = [duration for _, duration in turned["longTasks"]]
    return {
        "long_tasks": len(durations),
        "longest_ms": max(durations, default=0.0),
        "longest_callback_ms": turned["longestCallback"],
        "draws": turned["mostDraws"],
        "frames": turned["frames"] - before,
        "resting_frames": rested["frames"] - turned["frames"],
    }


async def _wait(is_done: Callable[[], bool], started: float) -> None:
    while not is_done():
        if time.monotonic() - started > _SECONDS_MAX:
            raise TimeoutError("the page did not stop loading")
        await asyncio.sleep(0.05)
