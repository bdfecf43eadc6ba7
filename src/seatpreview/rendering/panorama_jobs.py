"""Lets Chromium draw panoramas of seats with the viewer's own drawing, one job after the other."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from seatpreview.browser import headless_chromium
from seatpreview.rendering import panorama_server
from seatpreview.results import encode
from seatpreview.seats.model import PreviewEye
from seatpreview.seats.plan import Plan
from seatpreview.values.clock import deadline
from seatpreview.values.command_error import CommandError

PICTURE_SECONDS_MAX = 600
"""Time limit of one panorama. 8192 pixels take about a minute without a graphics processor."""
_POLL_SECONDS = 0.5


class PanoramaJob(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A panorama to draw: the position of the eyes, the direction, the size and the quality."""

    eye: PreviewEye
    yaw_deg: float
    """The compass bearing of the middle of the panorama."""
    width: int
    """0 asks how much of the stage is seen, instead of a panorama."""
    quality: float = 0.9
    """The quality of the JPEG file, from 0 to 1."""


class PanoramaRun:
    """A browser at work on a list of jobs."""

    def __init__(
        self, server: panorama_server.PanoramaServer, browser: headless_chromium.RunningChromium
    ) -> None:
        self._server = server
        self._browser = browser
        self._is_over = deadline(PICTURE_SECONDS_MAX)

    def poll(self, number: int) -> bytes | None:
        """Returns the panorama of a job as a JPEG file; None if it is not done within half a second.

        Panoramas come in the order of their jobs.
        """
        message = self._server.take(_POLL_SECONDS)
        if isinstance(message, panorama_server.DrawnPanorama) and message.number == number:
            self._is_over = deadline(PICTURE_SECONDS_MAX)
            return message.content
        if isinstance(message, panorama_server.Fault):
            raise CommandError(f"Chromium could not draw the panorama: {message.reason.rstrip('.')}.")
        if message is None and self._browser.has_ended:
            said = self._browser.last_words
            raise CommandError("Chromium ended before the panorama was drawn.", *([said] if said else []))
        if self._is_over():
            raise CommandError(f"Chromium did not draw the panorama within {PICTURE_SECONDS_MAX} seconds.")
        return None


@contextmanager
def running(plan: Plan, jobs: Sequence[PanoramaJob], chromium: str) -> Iterator[PanoramaRun]:
    """Starts a browser that draws all jobs, and ends it with the block."""
    program = headless_chromium.find(chromium)
    if not panorama_server.is_built():
        raise CommandError("The front end is not built yet: run script/setup.")
    work = encode({"plan": plan, "jobs": list(jobs)})
    with (
        panorama_server.serving(work, len(jobs)) as server,
        headless_chromium.running(program, server.url) as browser,
    ):
        yield PanoramaRun(server, browser)
