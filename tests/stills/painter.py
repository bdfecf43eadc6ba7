"""A browser that paints one picture, in the process of the tests: nothing waits for a processor."""

import asyncio

from PIL import Image

from imagery.sample_pictures import encode
from seatpreview.stills.still_browser import StillBrowser, StillFailed
from seatpreview.stills.still_job import DrawnStill

DRAWN = (200, 60, 40)
"""The colour of its stills."""


_PICTURE = encode(Image.new("RGB", (960, 960), DRAWN), "WEBP")
STILL = DrawnStill(_PICTURE, _PICTURE + b" ")


class Painter(StillBrowser):
    """Paints in the order in which it is asked, when the test lets it."""

    def __init__(self) -> None:
        super().__init__("none", 1)
        self.begun: list[str] = []
        self.drawn: list[str] = []
        self.may_draw = asyncio.Event()
        self.may_draw.set()
        self.fails_with: set[str] = set()
        """The plans with which it fails."""

    async def _draw(self, plan_id: str, plan: bytes, job: bytes) -> DrawnStill:
        self.begun.append(plan_id)
        await self.may_draw.wait()
        self.drawn.append(plan_id)
        if plan_id in self.fails_with:
            raise StillFailed("killed_memory", "too much")
        return STILL


async def no_wait() -> None:
    """Stands for a service that nobody uses."""
