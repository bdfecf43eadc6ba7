"""A web server on loopback for one browser: serves a built page and its scripts, and receives what it sends.

Everything is below a path that cannot be guessed, so that no other program of the machine and no page of
another site can read or send anything.
"""

import http.server
import mimetypes
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

PAGE = "render.html"
_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'"


class PageAnswer(NamedTuple):
    """A response to the page."""

    status: int
    body: bytes = b""
    content_type: str = "text/plain"


class PageWork:
    """What the page asks for and sends, besides itself and its scripts. Methods are called in threads."""

    body_bytes_max: int

    def read(self, name: str) -> PageAnswer:
        """Answers a GET of the page, by the name behind the secret part of the path."""
        raise NotImplementedError

    def receive(self, name: str, body: bytes) -> PageAnswer:
        """Answers a POST of the page."""
        raise NotImplementedError


@contextmanager
def serving(work: PageWork) -> Iterator[str]:
    """Serves the page until the block ends. Yields its address."""
    secret = secrets.token_urlsafe(32)
    listener = _Listener(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)

    class Handler(_Handler):
        prefix = f"/{secret}/"
        host = f"127.0.0.1:{listener.server_port}"
        page_work = work

    listener.RequestHandlerClass = Handler
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.server_port}/{secret}/{PAGE}"
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()


def is_built() -> bool:
    """Returns whether the front end has been built. A wheel contains it, and a checkout has to build it."""
    return _static(PAGE).is_file()


def page_text() -> bytes:
    """Returns the page. It names its scripts by hashes of their content, and so changes with the drawing."""
    return _static(PAGE).read_bytes()


class _Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Writes nothing: the browser drops its connections when it ends, which is not an error."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60
    prefix: str
    host: str
    page_work: PageWork

    def do_GET(self) -> None:
        """Serves the page, its work, and the built scripts that it loads."""
        name = self.path.removeprefix(self.prefix)
        if not self._is_for_this_server():
            self._answer(PageAnswer(403))
        elif self.path.startswith("/assets/"):
            self._answer_with_file("assets", self.path.removeprefix("/assets/"))
        elif name == self.path:
            self._answer(PageAnswer(404))
        elif name == PAGE:
            self._answer_with_file(PAGE)
        else:
            self._answer(self.page_work.read(name))

    def do_POST(self) -> None:
        """Receives what the page sends."""
        length = self.headers.get("content-length") or ""
        if not self._is_for_this_server() or not self.path.startswith(self.prefix):
            self._refuse(403)
        elif not length.isdecimal() or int(length) > self.page_work.body_bytes_max:
            self._refuse(413)
        else:
            name, body = self.path.removeprefix(self.prefix), self.rfile.read(int(length))
            self._answer(self.page_work.receive(name, body))

    def log_message(self, format: str, *args: object) -> None:
        """Writes nothing: whoever opened the page shows progress itself."""

    def _is_for_this_server(self) -> bool:
        """Refuses foreign host names: an attacker's may resolve to loopback (DNS rebinding)."""
        return self.headers.get("host") == self.host

    def _answer_with_file(self, *names: str) -> None:
        file = _static(*names)
        if "/" in names[-1] or not file.is_file():
            self._answer(PageAnswer(404))
            return
        content_type = mimetypes.guess_type(names[-1])[0] or "application/octet-stream"
        self._answer(PageAnswer(200, file.read_bytes(), content_type))

    def _refuse(self, status: int) -> None:
        """Responds without reading the body, and closes the connection, which still holds it."""
        self.close_connection = True
        self._answer(PageAnswer(status))

    def _answer(self, answer: PageAnswer) -> None:
        self.send_response(answer.status)
        self.send_header("content-type", answer.content_type)
        self.send_header("content-length", str(len(answer.body)))
        self.send_header("content-security-policy", _POLICY)
        self.send_header("cache-control", "no-store")
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(answer.body)


def _static(*names: str) -> Traversable:
    return files("seatpreview.http").joinpath("static", *names)
