"""Hands the page that draws panoramas its jobs, and receives the panoramas, over a server on loopback."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from seatpreview.browser import page_server
from seatpreview.browser.page_server import PageAnswer, PageWork, is_built
from seatpreview.imagery.image_processing import BYTES_MAX

__all__ = ["DrawnPanorama", "Fault", "PanoramaServer", "is_built", "serving"]

_FAULT_CHARACTERS = 500


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


@contextmanager
def serving(work: bytes, job_count: int) -> Iterator[PanoramaServer]:
    """Serves the page, and the jobs in `work`, until the block ends."""
    server = PanoramaServer(work, job_count)
    with page_server.serving(server) as address:
        server.url = address
        yield server
