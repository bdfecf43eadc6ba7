"""Traces of requests: which requests are recorded, their span, and the trace id in the response and the
log."""

import asyncio
import importlib.metadata
import random
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import (
    NonRecordingSpan,
    Span,
    SpanContext,
    SpanKind,
    StatusCode,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from seatpreview.http.request import (
    TRACEPARENT_BYTES_MAX,
    Application,
    Receive,
    Request,
    Scope,
    Send,
    TrustedAddresses,
    is_within,
)
from seatpreview.http.request_log import RequestLog
from seatpreview.observability.trace_attributes import (
    ERROR_TYPE,
    METHOD,
    OPERATION,
    PROBLEM,
    REQUEST_ID,
    STATUS,
)
from seatpreview.observability.trace_delivery import deliver_the_rest, tracer_provider
from seatpreview.server.trace_instrumentation import IS_RECORDED, InContext, instrument
from seatpreview.settings.settings import Settings

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_ids = RandomIdGenerator()
_propagator = TraceContextTextMapPropagator()
_trace_id = ContextVar("trace_id", default=0)
"""The trace of the request; 0 if it has none."""


class Traces:
    """The traces of a worker. Create it once, before its application."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._provider = tracer_provider(settings.traces_url, importlib.metadata.version("seatpreview"))
        instrument(self._provider, uses_valkey=bool(settings.valkey_url))
        _describe_requests()

    def of(self, application: Application) -> Application:
        """Returns the application with a trace for each request."""
        return _TracedApplication(application, self._provider.get_tracer("seatpreview"), self._settings)

    async def close(self) -> None:
        """Delivers the spans that wait. Call it when nothing makes spans any more."""
        await asyncio.to_thread(deliver_the_rest, self._provider)


class _TracedApplication:
    """Wraps an application. A request continues the trace of its `traceparent`; a recorded request without
    that header begins a trace. The response names the trace in `traceresponse`."""

    def __init__(
        self,
        application: Application,
        tracer: Any,
        settings: Settings,
        random_below_one: Callable[[], float] = random.random,
    ) -> None:
        self._application = application
        self._tracer = tracer
        self._one_in = settings.traces_one_in
        self._trusted_callers = settings.traces_trusted
        self._trusted = TrustedAddresses(frozenset(), settings.trusted_proxies)
        self._random = random_below_one

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Coroutine[Any, Any, None]:
        parent = _parent(scope)
        if self._is_recorded(parent, scope, receive):
            return self._answer_recorded(parent, scope, receive, send)
        # A request that is not recorded has no trace but its caller's. Nothing else is set for it, since each
        # context variable costs microseconds.
        if parent is not None:
            _trace_id.set(parent.trace_id)
            send = _with_trace(send, parent.trace_id, _ids.generate_span_id(), flags=0)
        return self._application(scope, receive, send)

    async def _answer_recorded(
        self, parent: SpanContext | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        method = scope["method"]
        span: Span = self._tracer.start_span(
            "request",
            context=Context() if parent is None else set_span_in_context(NonRecordingSpan(parent), Context()),
            kind=SpanKind.SERVER,
            attributes={METHOD: method if method in _METHODS else "_OTHER"},
        )
        own = span.get_span_context()
        _trace_id.set(own.trace_id)
        try:
            with InContext(set_span_in_context(span, Context())):
                await self._application(scope, receive, _with_trace(send, own.trace_id, own.span_id, flags=1))
        finally:
            span.end()

    def _is_recorded(self, parent: SpanContext | None, scope: Scope, receive: Receive) -> bool:
        """Decides at random, and not by the trace's id, which a client may choose.

        The caller's own decision counts only if the operator trusts the caller: otherwise anybody could have
        everything recorded.
        """
        if parent is not None and self._trusted_callers:
            address = Request(scope, receive, self._trusted).address
            if is_within(address, self._trusted_callers):
                return parent.trace_flags.sampled
        return self._random() * self._one_in < 1


def _parent(scope: Scope) -> SpanContext | None:
    """Returns the caller's span, if the request has a valid `traceparent`. `tracestate` is not read, since
    nothing here would pass it on."""
    sent = []
    for name, value in scope["headers"]:
        if name == b"traceparent":
            sent.append(value)
    if len(sent) != 1 or len(sent[0]) > TRACEPARENT_BYTES_MAX:
        return None
    extracted = _propagator.extract({"traceparent": sent[0].decode("latin-1")}, Context())
    context = get_current_span(extracted).get_span_context()
    return context if context.is_valid else None


def _with_trace(send: Send, trace_id: int, span_id: int, flags: int) -> Send:
    """Adds the trace to the headers of the response, as W3C's Trace Context writes it."""
    header = (b"traceresponse", b"00-%032x-%016x-%02x" % (trace_id, span_id, flags))

    async def send_with_trace(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = message | {"headers": [*message["headers"], header]}
        await send(message)

    return send_with_trace


def _describe_requests() -> None:
    """Adds to the span of a request what its log line says, and to the log line the id of the trace."""
    observe = RequestLog.observe

    def observe_with_trace(request_log: RequestLog, request: Request, status: int) -> None:
        trace_id = _trace_id.get()
        if trace_id:
            request.trace_id = f"{trace_id:032x}"
        if IS_RECORDED.get():
            _describe(get_current_span(), request, status)
        observe(request_log, request, status)

    setattr(RequestLog, "observe", observe_with_trace)  # noqa: B010 - a method is replaced on purpose


def _describe(span: Span, request: Request, status: int) -> None:
    operation = request.page if request.operation is None else request.operation.operation_id
    span.update_name(operation)
    span.set_attributes({OPERATION: operation, REQUEST_ID: request.request_id, STATUS: status})
    if request.problem is not None:
        span.set_attribute(PROBLEM, request.problem.code)
    if status >= 500:
        span.set_attribute(ERROR_TYPE, str(status))
        span.set_status(StatusCode.ERROR)
