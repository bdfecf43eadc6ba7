"""The command `script/bench designer`: how long the page works while large halls are opened and changed."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from playwright.async_api import Browser, Locator, Page

from benchmarks.page.measured_venue import running, without_limits
from benchmarks.page.own_work import CATEGORIES, longest_task
from seatpreview.api import local_operations
from seatpreview.demo.creation import create_demo
from seatpreview.settings.loader import load
from seatpreview.settings.settings import Settings
from servers import chromium
from servers.admin_key import create_admin_key
from servers.http_connection import bearer
from servers.service_process import RunningService

DESCRIPTION = """\
Opens halls of 20,000 seats in the designer, drags a block in 30 steps and paints a stroke of 30 steps, with
the view beside. For each it prints the longest task of the page: the processor time, which other programs do
not change much, and the time that passed. A machine without a graphics processor draws the view in software;
a frame of it then takes longer than all else, when a hall opens and after a drag.
"""
SEATS = 20_000
HALLS = ("arena", "stadium")
STEPS = 30
_REST_MS = 2500
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def main(arguments: list[str]) -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(
        prog="script/bench designer",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--hall", action="append", choices=HALLS, help="only this hall; repeatable")
    asyncio.run(measure(tuple(parser.parse_args(arguments).hall or HALLS)))


async def measure(halls: tuple[str, ...]) -> None:
    """Measures each hall in a page of its own."""
    async with _service() as (http, key), chromium.browser() as browser:
        for hall in halls:
            template = await http.get(
                f"/manage/templates/{hall}", params={"seats": SEATS}, headers=bearer(key)
            )
            record = {"timezone": "UTC", **template.raise_for_status().json()["record"]}
            made = await http.post("/manage/venues", json=record, headers=bearer(key))
            console = str(http.base_url).replace("/v1/", "/console")
            visit = await _signed_in(browser, console, key)
            await _measure_hall(visit, hall, made.raise_for_status().json()["venueId"])


@asynccontextmanager
async def _service() -> AsyncIterator[tuple[httpx.AsyncClient, str]]:
    """Runs a service, and gives a client of it and the key of a tenant."""
    with tempfile.TemporaryDirectory(prefix="seatpreview-bench-designer-") as folder:
        settings = without_limits(Path(folder))
        service = RunningService(Path(folder), name="designer", settings=settings)
        key = await asyncio.to_thread(_create_key, replace(load(settings), port=service.port))
        async with running(service) as http:
            yield http, key


def _create_key(settings: Settings) -> str:
    create_admin_key(settings)
    return str(local_operations.run_with_client(settings, create_demo).tenant_key.plaintext)


class _Visit(NamedTuple):
    browser: Browser
    page: Page


async def _signed_in(browser: Browser, console: str, key: str) -> _Visit:
    context = await browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(f"{console}#/venues")
    await page.get_by_label("Secret key", exact=True).fill(key)
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("navigation", name="Screens").wait_for()
    return _Visit(browser, page)


async def _measure_hall(visit: _Visit, hall: str, venue_id: str) -> None:
    page = visit.page
    canvas = page.get_by_role("application", name="Plan of the hall")

    async def open_hall() -> None:
        await page.evaluate(f"location.hash = '#/venues/{venue_id}/design'")
        await canvas.wait_for()
        await page.wait_for_timeout(_REST_MS)

    await _print_longest(visit, f"{hall}: open", open_hall)
    x, y = await _selected_block(page, canvas)
    await page.wait_for_timeout(_REST_MS)
    await page.mouse.down()
    await _print_longest(visit, f"{hall}: drag a block", lambda: _move(page, x, y, 3))
    await _print_longest(visit, f"{hall}: let it go", lambda: _release(page))
    await page.get_by_role("button", name="Paint seats").click()
    await page.get_by_role("button", name="Large brush").click()
    # Where the block is now.
    x, y = x + 3 * STEPS, y + 3 * STEPS / 4
    await page.mouse.move(x, y)
    await page.mouse.down()
    await _print_longest(visit, f"{hall}: paint", lambda: _move(page, x, y, 0.4))
    await page.mouse.up()


async def _print_longest(visit: _Visit, what: str, act: Callable[[], Awaitable[None]]) -> None:
    await visit.browser.start_tracing(page=visit.page, categories=CATEGORIES)
    await act()
    events: list[dict[str, Any]] = msgspec.json.decode(await visit.browser.stop_tracing())["traceEvents"]
    worked_ms, passed_ms = longest_task(events)
    sys.stdout.write(f"{what:28} {worked_ms:6.0f} ms of processor time, {passed_ms:6.0f} ms passed\n")


async def _selected_block(page: Page, canvas: Locator) -> tuple[float, float]:
    """Selects the first block above the lower edge of the canvas. Returns a place in it."""
    box = await canvas.bounding_box()
    said = canvas.locator("xpath=..").get_by_role("status")
    for percent in range(86, 60, -1):
        if box is None:
            break
        x, y = box["x"] + box["width"] * 0.5, box["y"] + box["height"] * percent / 100
        await page.mouse.click(x, y)
        await page.evaluate(_TWO_FRAMES)
        if " seats" in await said.inner_text():
            return x, y
    raise ValueError("There is no block below the middle of the hall.")


async def _move(page: Page, x: float, y: float, step_pixels: float) -> None:
    for step in range(1, STEPS + 1):
        await page.mouse.move(x + step_pixels * step, y + step_pixels * step / 4)
        await page.evaluate(_TWO_FRAMES)


async def _release(page: Page) -> None:
    await page.mouse.up()
    await page.wait_for_timeout(2 * _REST_MS)
