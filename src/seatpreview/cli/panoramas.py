"""Renders panoramas of seats: Chromium draws them with the viewer's drawing, and hands them back."""

from collections.abc import Iterator, Sequence

import msgspec

from seatpreview.cli import headless_chromium, panorama_server
from seatpreview.cli.command_errors import CommandError
from seatpreview.clock import deadline
from seatpreview.json_encoding import encode
from seatpreview.seats.plan import Plan

PICTURE_SECONDS_MAX = 600
"""How long a picture may take. One of 8192 pixels takes about a minute without a graphics processor."""
_POLL_SECONDS = 0.5


class PanoramaJob(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A panorama to render: the eyes by the ids of a place, and what the picture is like."""

    section: str
    row: str | None
    seat: str | None
    yaw_deg: float
    """The compass bearing of the picture's middle."""
    width: int
    quality: float = 0.9
    """The quality of the JPEG file, from 0 to 1."""


def render(plan: Plan, jobs: Sequence[PanoramaJob], chromium: str) -> Iterator[bytes]:
    """Yields the panorama of each job as a JPEG file, in their order. The browser ends with the iteration."""
    program = headless_chromium.find(chromium)
    if not panorama_server.is_built():
        raise CommandError("The front end is not built yet: run script/setup.")
    work = encode({"plan": plan, "jobs": list(jobs)})
    with (
        panorama_server.serving(work, len(jobs)) as server,
        headless_chromium.running(program, server.url) as browser,
    ):
        for number in range(len(jobs)):
            yield _picture(server, browser, number)


def _picture(
    server: panorama_server.PanoramaServer, browser: headless_chromium.RunningChromium, number: int
) -> bytes:
    """Waits for a picture. The page sends them one after the other, in the order of the jobs."""
    is_over = deadline(PICTURE_SECONDS_MAX)
    while not is_over():
        message = server.take(_POLL_SECONDS)
        if isinstance(message, panorama_server.Picture) and message.number == number:
            return message.content
        if isinstance(message, panorama_server.Fault):
            raise CommandError(f"Chromium could not draw the panorama: {message.reason.rstrip('.')}.")
        if message is None and browser.has_ended:
            said = browser.last_words
            raise CommandError("Chromium ended before the panorama was drawn.", *([said] if said else []))
    raise CommandError(f"Chromium did not draw the panorama within {PICTURE_SECONDS_MAX} seconds.")
