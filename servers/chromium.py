"""A browser for the tests: the machine's Chromium, controlled by Playwright.

WebGL is rendered in software, so that pictures are the same on every machine.
"""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_DISABLED_FEATURES = (
    # The address bar's list of suggestions is two pages of its own, which Chromium 151 and newer load for a
    # window, though nobody types into one here. They cost more than most pages that are tested.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # A process that waits for a page that no test opens.
    "SpareRendererForSitePerProcess",
    # Chromium takes the last list that it is given: these of Playwright's list matter to pages, too.
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
    # Pages without WebGL need no graphics processor at all, and one in software is slow.
    "--disable-gpu-compositing",
    # A key that scrolls is at its end at once: the next one would come in the middle of a motion.
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
