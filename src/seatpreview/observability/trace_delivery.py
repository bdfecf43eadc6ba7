"""The delivery of spans to a collector, in a thread of its own: no request waits for it.

Spans wait in a queue of a fixed length. If the collector is away, silent or too slow, the oldest are lost.
"""

import logging
import threading
from collections.abc import Sequence
from urllib.parse import urlsplit

import structlog
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanLimits, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import Decision, Sampler, SamplingResult
from opentelemetry.trace import Link, SpanKind, TraceState, get_current_span
from opentelemetry.trace.status import Status
from opentelemetry.util.types import Attributes

from seatpreview.observability.trace_attributes import EXPORTED

STOP_SECONDS = 2
"""How long a worker that stops waits for the collector."""
TEXT_LENGTH_MAX = 2000
"""Longer texts are cut. Only SQL is that long."""

log = structlog.get_logger("seatpreview")


def tracer_provider(url: str, version: str) -> TracerProvider:
    """Returns the provider that makes spans and delivers them. OpenTelemetry's own variables, which
    docs/traces.md lists, bound the queue (2048 spans), and set the headers, the certificates and the timeout
    of its requests."""
    provider = TracerProvider(
        sampler=RequestSampler(),
        resource=_resource(version),
        # An event is an exception with its message, which may quote values.
        span_limits=SpanLimits(max_events=0, max_attribute_length=TEXT_LENGTH_MAX),
        shutdown_on_exit=False,
    )
    exporter = OTLPSpanExporter(_endpoint(url))
    provider.add_span_processor(_Batches(_GuardedExporter(exporter)))
    return provider


def deliver_the_rest(provider: TracerProvider) -> None:
    """Delivers the spans that wait, within `STOP_SECONDS`. It blocks, so call it in a thread."""
    # `shutdown` may take half a minute. The thread is a daemon, which ends with the process.
    thread = threading.Thread(target=provider.shutdown, daemon=True)
    thread.start()
    thread.join(STOP_SECONDS)
    if thread.is_alive():
        log.warning("traces are lost, since the collector does not answer at the stop")


class RequestSampler(Sampler):
    """Records the spans of requests that server/traced_requests.py has chosen, and the spans below them. Work
    in the background has no spans."""

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """Decides whether a span is recorded."""
        is_recorded = kind is SpanKind.SERVER or get_current_span(parent_context).is_recording()
        return SamplingResult(Decision.RECORD_AND_SAMPLE if is_recorded else Decision.DROP, attributes)

    def get_description(self) -> str:
        """Describes the sampler in OpenTelemetry's own messages."""
        return "requests that were chosen"


class _Batches(BatchSpanProcessor):
    """Collects spans until they are delivered."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Names the call of a driver by its command only. The driver's name of a pipeline repeats the command
        for each request of a batch."""
        if span.kind is SpanKind.CLIENT:
            span.update_name(span.name.partition(" ")[0].rstrip(";"))


class _GuardedExporter(SpanExporter):
    """Removes what may hold a secret before spans are delivered, and logs when the delivery begins to fail
    and when it works again."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self._lost = 0
        self._reason = _LastMessage()

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Delivers a batch, or loses it."""
        result = self._exporter.export([_guarded(span) for span in spans])
        if result is not SpanExportResult.SUCCESS:
            if not self._lost:
                log.warning("traces are not delivered, and are lost", reason=self._reason.text)
            self._lost += len(spans)
        elif self._lost:
            log.warning("traces are delivered again", lost_spans=self._lost)
            self._lost = 0
        return result

    def shutdown(self) -> None:
        """Ends the connection to the collector."""
        self._exporter.shutdown()


class _LastMessage(logging.Handler):
    """Keeps the last message of OpenTelemetry's exporter, and logs what its other parts say.

    The exporter repeats its messages with each attempt, in a form that is not the log's.
    """

    text = ""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        logger = logging.getLogger("opentelemetry")
        logger.handlers = [self]
        logger.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a message."""
        if record.name.startswith("opentelemetry.exporter"):
            self.text = record.getMessage()
        else:
            log.warning("traces", reason=record.getMessage())


def _resource(version: str) -> Resource:
    """Returns the source of the spans: this service, unless variables of OpenTelemetry name another."""
    resource = Resource.create({"service.version": version})
    if str(resource.attributes["service.name"]).startswith("unknown_service"):
        return resource.merge(Resource({"service.name": "seatpreview"}))
    return resource


def _guarded(span: ReadableSpan) -> ReadableSpan:
    """Returns the span without attributes that are not listed, and without the words of an exception."""
    attributes = span.attributes or {}
    if attributes.keys() <= EXPORTED and span.status.description is None:
        return span
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes={name: value for name, value in attributes.items() if name in EXPORTED},
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _endpoint(url: str) -> str:
    """Returns the address of the collector for traces, which has a usual path."""
    return url if urlsplit(url).path.strip("/") else f"{url.rstrip('/')}/v1/traces"
