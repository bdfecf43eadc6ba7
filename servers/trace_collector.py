"""A collector of traces: takes OTLP over HTTP, as OpenTelemetry's own collector does."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span as SpanMessage

from servers.free_ports import free_port
from servers.polling import wait_until


class ReceivedSpan(NamedTuple):
    """A received span."""

    name: str
    trace_id: str
    span_id: str
    parent_id: str
    attributes: dict[str, str | int]
    is_error: bool
    kind: str
    began_ns: int
    ended_ns: int
    message: str
    """The text of its failure and its events, which should be empty."""


class Collector:
    """A collector that can stay silent, and everything that it has received."""

    def __init__(self) -> None:
        self._received: list[ReceivedSpan] = []
        self.headers: dict[str, str] = {}
        """The headers of the last batch."""
        self.resource: dict[str, str | int] = {}
        self.bodies = b""
        """All bytes that were received."""
        self.speaks = threading.Event()
        self.speaks.set()
        self.waiting = 0
        """The number of batches that came while it was silent."""
        self._server: ThreadingHTTPServer | None = None
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def spans(self) -> list[ReceivedSpan]:
        return list(self._received)

    def trace_of(self, name: str, count: int = 1) -> list[ReceivedSpan]:
        """Waits for the n-th request of this operation, and returns all spans of its trace."""
        wait_until(lambda: len(self._named(name)) >= count)
        trace_id = self._named(name)[count - 1].trace_id
        return [span for span in self.spans if span.trace_id == trace_id]

    def start(self) -> None:
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if not collector.speaks.is_set():
                    collector.waiting += 1
                    collector.speaks.wait()
                collector._take(self.path, dict(self.headers), body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:
                """Writes nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        """Closes the port. `start` opens it again. May be called twice."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def _named(self, name: str) -> list[ReceivedSpan]:
        return [span for span in self.spans if span.name == name]

    def _take(self, path: str, headers: dict[str, str], body: bytes) -> None:
        assert path == "/v1/traces"
        if headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.bodies += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            self.resource = _values(resource.resource.attributes)
            self._received += [_read(span) for scope in resource.scope_spans for span in scope.spans]


@contextmanager
def running_collector() -> Iterator[Collector]:
    collector = Collector()
    collector.start()
    try:
        yield collector
    finally:
        collector.speaks.set()
        collector.stop()


def _read(span: SpanMessage) -> ReceivedSpan:
    return ReceivedSpan(
        name=span.name,
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent_id=span.parent_span_id.hex(),
        attributes=_values(span.attributes),
        is_error=span.status.code == 2,
        kind=SpanMessage.SpanKind.Name(span.kind),
        began_ns=span.start_time_unix_nano,
        ended_ns=span.end_time_unix_nano,
        message=span.status.message + "".join(str(event) for event in span.events),
    )


def _values(attributes: object) -> dict[str, str | int]:
    return {
        each.key: each.value.int_value if each.value.HasField("int_value") else each.value.string_value
        for each in attributes  # type: ignore[attr-defined]  # a repeated field of protobuf
    }
