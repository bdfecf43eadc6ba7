"""A web server on loopback for one browser: serves the page that draws panoramas, and receives them.

Everything is below a path that cannot be guessed, so that no other program of the machine and no page of
another site can read or send anything.
"""

import http.server
import mimetypes
import queue
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import NamedTuple

from seatpreview.imagery.image_processing import BYTES_MAX

PAGE = "render.html"
_FAULT_CHARACTERS = 500
_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'"


class DrawnPanorama(NamedTuple):
    """A panorama that the page sent, with the number of its job."""

    number: int
    content: bytes


class Fault(NamedTuple):
    """The page's own sentence about why it cannot go on."""

    reason: str


class PanoramaServer:
    """The address of the page, and the messages that the page has sent."""

    def __init__(self, address: str) -> None:
        self.url = address
        self._received = queue.Queue[DrawnPanorama | Fault]()

    def put(self, message: DrawnPanorama | Fault) -> None:
        """Adds a message of the page."""
        self._received.put(message)

    def take(self, seconds: float) -> DrawnPanorama | Fault | None:
        """Returns the next message; None if none comes within this time."""
        try:
            return self._received.get(timeout=seconds)
        except queue.Empty:
            return None


@contextmanager
def serving(work: bytes, job_count: int) -> Iterator[PanoramaServer]:
    """Serves the page, and the jobs in `work`, until the block ends."""
    secret = secrets.token_urlsafe(32)
    listener = _Listener(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    server = PanoramaServer(f"http://127.0.0.1:{listener.server_port}/{secret}/{PAGE}")

    class Handler(_Handler):
        prefix = f"/{secret}/"
        host = f"127.0.0.1:{listener.server_port}"
        owner = server
        work_json = work
        numbers = frozenset(range(job_count))

    listener.RequestHandlerClass = Handler
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()


def is_built() -> bool:
    """Returns whether the front end has been built. A wheel contains it, and a checkout has to build it."""
    return files("seatpreview.http").joinpath("static", PAGE).is_file()


class _Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Writes nothing: the browser drops its connections when it ends, which is not an error."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60
    prefix: str
    host: str
    owner: PanoramaServer
    work_json: bytes
    numbers: frozenset[int]

    def do_GET(self) -> None:
        """Serves the page, its jobs, and the built scripts that it loads."""
        name = self.path.removeprefix(self.prefix)
        if not self._is_for_this_server():
            self._answer(403)
        elif self.path.startswith("/assets/"):
            self._answer_with_file(self.path.removeprefix("/assets/"), "static", "assets")
        elif name == PAGE and name != self.path:
            self._answer_with_file(PAGE, "static")
        elif name == "work.json" and name != self.path:
            self._answer(200, self.work_json, "application/json")
        else:
            self._answer(404)

    def do_POST(self) -> None:
        """Receives a panorama, or the reason why it cannot be drawn."""
        length = self.headers.get("content-length") or ""
        if not self._is_for_this_server() or not self.path.startswith(self.prefix):
            self._refuse(403)
        elif not length.isdecimal() or int(length) > BYTES_MAX:
            self._refuse(413)
        else:
            self._receive(self.path.removeprefix(self.prefix), self.rfile.read(int(length)))

    def log_message(self, format: str, *args: object) -> None:
        """Writes nothing: the command shows progress itself."""

    def _receive(self, name: str, body: bytes) -> None:
        kind, _, number = name.partition("/")
        if kind == "pictures" and number.isdecimal() and int(number) in self.numbers:
            self.owner.put(DrawnPanorama(int(number), body))
            self._answer(204)
        elif name == "fault":
            self.owner.put(Fault(body.decode(errors="replace")[:_FAULT_CHARACTERS]))
            self._answer(204)
        else:
            self._answer(404)

    def _is_for_this_server(self) -> bool:
        """Refuses foreign host names: an attacker's may resolve to loopback (DNS rebinding)."""
        return self.headers.get("host") == self.host

    def _answer_with_file(self, name: str, *folder: str) -> None:
        file = files("seatpreview.http").joinpath(*folder, name)
        if "/" in name or not file.is_file():
            self._answer(404)
            return
        self._answer(200, file.read_bytes(), mimetypes.guess_type(name)[0] or "application/octet-stream")

    def _refuse(self, status: int) -> None:
        """Responds without reading the body, and closes the connection, which still holds it."""
        self.close_connection = True
        self._answer(status)

    def _answer(self, status: int, body: bytes = b"", content_type: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(body)))
        self.send_header("content-security-policy", _POLICY)
        self.send_header("cache-control", "no-store")
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(body)
