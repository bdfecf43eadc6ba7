"""A small real HTTP server that gives prepared answers and records the requests."""

import json
import socket
import struct
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, NamedTuple, Self

from servers.free_ports import free_port


class Answer(NamedTuple):
    """An answer. LOST and RESET end the connection instead, as when an answer is lost on its way."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = {}


class Recorded(NamedTuple):
    """A request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


LOST = Answer(0)
"""The connection is closed."""

RESET = Answer(-1)
"""The connection is reset, as by a service that is killed after it has done its work."""


def problem(status: int, code: str, **headers: str) -> Answer:
    """An answer as the service gives it."""
    body = {
        "status": status,
        "code": code,
        "title": code,
        "detail": "Try later.",
        "errors": [],
        "requestId": "r1",
    }
    return Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


class ScriptedServer:
    """Gives its `answers` in their order, and then 500. `requests` are those that have arrived."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.requests: list[Recorded] = []
        # Of a range that no connection gets a port of: a stopped server's port stays without a listener.
        self._http = ThreadingHTTPServer(("127.0.0.1", free_port()), self._handler())
        self.address = f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Self:
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Listens no more. May be called twice."""
        if self._thread.is_alive():
            self._http.shutdown()
            self._thread.join()
            self._http.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def handle_one_request(self) -> None:
                self.raw_requestline = self.rfile.readline(65537)
                self.close_connection = True
                if not self.raw_requestline or not self.parse_request():
                    return
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                server.requests.append(Recorded(self.command, self.path, headers, body))
                self._answer(server.answers.pop(0) if server.answers else Answer(500))

            def _answer(self, answer: Answer) -> None:
                if answer == RESET:
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if answer in (LOST, RESET):
                    return
                is_json = not isinstance(answer.body, bytes)
                content = json.dumps(answer.body).encode() if is_json else answer.body
                self.send_response_only(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", "application/json" if is_json else "text/html")
                self.send_header("Content-Length", str(len(content)))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *args: Any) -> None:
                """Writes nothing."""

        return Handler
