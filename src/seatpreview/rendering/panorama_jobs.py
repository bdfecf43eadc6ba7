"""Lets Chromium draw panoramas of seats with the viewer's own drawing, one job after the other."""

import queue
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from seatpreview.imagery.image_processing import BYTES_MAX
from seatpreview.results import encode
from seatpreview.seats.model import PreviewEye
from seatpreview.seats.plan import Plan
from seatpreview.stills import headless_chromium, page_server
from seatpreview.stills.page_server import PageAnswer, PageWork, is_built
from seatpreview.values.clock import deadline
from seatpreview.values.command_error import CommandError

PICTURE_SECONDS_MAX = 600
"""Time limit of one panorama. 8192 pixels take about a minute without a graphics processor."""
_POLL_SECONDS = 0.5
_FAULT_CHARACTERS = 500


class PanoramaJob(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A panorama to draw: the position of the eyes, the direction, the size and the quality."""

    eye: PreviewEye
    yaw_deg: float
    """The compass bearing of the middle of the panorama."""
    width: int
    """0 asks how much of the stage is seen, instead of a panorama."""
    quality: float = 0.9
    """The quality of the JPEG file, from 0 to 1."""


class DrawnPanorama(NamedTuple):
    """A panorama that the page sent, with the number of its job."""

    number: int
    content: bytes


class Fault(NamedTuple):
    """The page's own sentence about why it cannot go on."""

    reason: str


class PanoramaServer(PageWork):
    """The address of the page, and the messages that the page has sent."""

    body_bytes_max = BYTES_MAX

    def __init__(self, work: bytes, job_count: int) -> None:
        self.url = ""
        self._work = work
        self._numbers = frozenset(range(job_count))
        self._received = queue.Queue[DrawnPanorama | Fault]()

    def take(self, seconds: float) -> DrawnPanorama | Fault | None:
        """Returns the next message; None if none comes within this time."""
        try:
            return self._received.get(timeout=seconds)
        except queue.Empty:
            return None

    def read(self, name: str) -> PageAnswer:
        """Hands the page its jobs."""
        return PageAnswer(200, self._work, "application/json") if name == "work.json" else PageAnswer(404)

    def receive(self, name: str, body: bytes) -> PageAnswer:
        """Receives a panorama, or the reason why it cannot be drawn."""
        kind, _, number = name.partition("/")
        if kind == "pictures" and number.isdecimal() and int(number) in self._numbers:
            self._received.put(DrawnPanorama(int(number), body))
        elif name == "fault":
            self._received.put(Fault(body.decode(errors="replace")[:_FAULT_CHARACTERS]))
        else:
            return PageAnswer(404)
        return PageAnswer(204)


class PanoramaRun:
    """A browser at work on a list of jobs."""

    def __init__(self, server: PanoramaServer, browser: headless_chromium.RunningChromium) -> None:
        self._server = server
        self._browser = browser
        self._is_over = deadline(PICTURE_SECONDS_MAX)

    def poll(self, number: int) -> bytes | None:
        """Returns the panorama of a job as a JPEG file; None if it is not done within half a second.

        Panoramas come in the order of their jobs.
        """
        message = self._server.take(_POLL_SECONDS)
        if isinstance(message, DrawnPanorama) and message.number == number:
            self._is_over = deadline(PICTURE_SECONDS_MAX)
            return message.content
        if isinstance(message, Fault):
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
    if not is_built():
        raise CommandError("The front end is not built yet: run script/setup.")
    work = encode({"plan": plan, "jobs": list(jobs)})
    with (
        serving(work, len(jobs)) as server,
        headless_chromium.running(program, server.url) as browser,
    ):
        yield PanoramaRun(server, browser)


@contextmanager
def serving(work: bytes, job_count: int) -> Iterator[PanoramaServer]:
    """Serves the page, and the jobs in `work`, until the block ends."""
    server = PanoramaServer(work, job_count)
    with page_server.serving(server) as address:
        server.url = address
        yield server
