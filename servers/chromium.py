"""The machine's Chromium, controlled by Playwright.

WebGL is rendered in software, so that pictures are the same on every machine.
"""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_DISABLED_FEATURES = (
    # Chromium 151 and newer load two pages for the suggestions of the address bar in every window. They cost
    # more than most pages under test.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # A spare process for a page that no test opens.
    "SpareRendererForSitePerProcess",
    # Chromium uses only the last list that it is given, so this one repeats what matters in Playwright's.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
_STARTED_WITHIN_MS = 180_000
_ARGUMENTS = [
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    # Pages without WebGL need no graphics processor, and one in software is slow.
    "--disable-gpu-compositing",
    # Without this, a key press could come in the middle of the scrolling that the last one began.
    "--disable-smooth-scrolling",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    f"--disable-features={','.join(_DISABLED_FEATURES)}",
]


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=_executable(),
            args=_ARGUMENTS,
            chromium_sandbox=os.geteuid() != 0,
            timeout=_STARTED_WITHIN_MS,
        )
        try:
            yield launched
        finally:
            await launched.close()


def _executable() -> str:
    asked = os.environ.get("CHROMIUM", "")
    found = asked or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise FileNotFoundError(
            "Chromium is missing: install it (Debian: apt-get install chromium), or set CHROMIUM to its path."
        )
    return found
