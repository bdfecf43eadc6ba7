"""Chromium, and the phones in it."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright

PATIENCE_MS = int(os.environ.get("PATIENCE_MS", "240000"))
"""A machine under load may draw slowly. Nothing waits longer than it has to."""
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def launch(playwright: Playwright) -> Browser:
    """Starts Chromium, with graphics in software."""
    return playwright.chromium.launch(
        executable_path=CHROMIUM if Path(CHROMIUM).exists() else None,
        args=["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    )


def open_shop(browser: Browser, shop: str, faults: list[str]) -> Page:
    """Opens the shop on a phone that nobody has used yet."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    collect_faults(page, faults)
    page.goto(shop)
    return page


def collect_faults(page: Page, faults: list[str]) -> None:
    """Collects errors in scripts, and of the policy."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: _keep_fault(message, faults))


def _keep_fault(message: ConsoleMessage, faults: list[str]) -> None:
    """Keeps what the browser says about the content security policy."""
    if "Content Security Policy" in message.text:
        faults.append(message.text)
