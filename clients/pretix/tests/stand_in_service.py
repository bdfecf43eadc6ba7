"""A server in the place of a service, whose answers the test chooses."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler], None]


def answer(status: int, body: bytes, **headers: str) -> Answer:
    """Answers each request in the same way."""

    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return send


def problem(status: int, code: str, detail: str, **headers: str) -> Answer:
    """Answers with a problem, as the service does."""
    body = json.dumps({"status": status, "code": code, "detail": detail}).encode()
    return answer(status, body, Content_Type="application/problem+json", **headers)


def hang(handler: BaseHTTPRequestHandler) -> None:
    """Sends nothing for longer than anybody waits."""
    _released(handler).wait(20)


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Sends a byte now and then, so that no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    while not _released(handler).wait(0.05):
        handler.wfile.write(b" ")


def flood(handler: BaseHTTPRequestHandler) -> None:
    """Sends without end."""
    handler.send_response(200)
    handler.end_headers()
    while not _released(handler).is_set():
        handler.wfile.write(b" " * 65536)


def _released(handler: BaseHTTPRequestHandler) -> threading.Event:
    """Is set at the end of the test."""
    assert isinstance(handler.server, Service)
    return handler.server.released


class Service(ThreadingHTTPServer):
    """Answers everything in one way."""

    daemon_threads = True
    answer: Answer
    released: threading.Event

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Reads the request, and lets the test answer it."""

    server: Service

    def do_GET(self) -> None:
        """Answers a GET."""
        try:
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
            self.server.answer(self)
        except OSError:
            self.close_connection = True

    do_POST = do_PUT = do_PATCH = do_OPTIONS = do_GET  # noqa: N815 - the server calls them by these names

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing."""


@contextmanager
def stand_in_service() -> Iterator[Service]:
    """Runs the server until the block ends."""
    server = Service(("127.0.0.1", 0), Handler)
    server.released = threading.Event()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
