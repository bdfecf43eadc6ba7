"""Instruments the parts of a worker with spans: database, Valkey, object store, queues and processes.

The parts know nothing of traces. If traces are on, functions with spans replace their methods, in the same
way as OpenTelemetry's own packages instrument the drivers of PostgreSQL and Valkey. If traces are off,
nothing is replaced, and nothing asks whether they are on.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from functools import partial, wraps
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from opentelemetry.context import Context as TraceContext
from opentelemetry.context import attach, detach, get_current
from opentelemetry.instrumentation.asyncpg import AsyncPGInstrumentor
from opentelemetry.instrumentation.utils import suppress_instrumentation
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import SpanKind, StatusCode, Tracer, get_current_span, set_span_in_context

from seatpreview.context import Context
from seatpreview.database.engines import Database
from seatpreview.database.sqlite import ConnectionThreads, SqliteChangeFeed, SqliteConnection
from seatpreview.freshness.freshness_check import FreshnessCheck
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.objects.store import Objects
from seatpreview.observability.trace_attributes import DATABASE, ERROR_TYPE, FUNCTION, STATEMENT
from seatpreview.problems import Problem
from seatpreview.processes import pool
from seatpreview.shared_calls import Batcher

Method = Callable[..., Any]


class _Traced(NamedTuple):
    """A method that has a span, and the span's name."""

    owner: type
    method: str
    name: str
    function_at: int | None = None
    """The index of the argument that is a function whose name becomes an attribute."""


_TRACED = (
    _Traced(FreshnessCheck, "check_and_get_time", "freshness check"),
    _Traced(FreshnessCheck, "load", "load record"),
    _Traced(Database, "read_row", "database read", 1),
    _Traced(Database, "read", "database read", 1),
    _Traced(Database, "report", "database report", 1),
    _Traced(Database, "write", "database write", 3),
    _Traced(Database, "write_activity", "database write", 1),
    _Traced(Objects, "put", "object store put"),
    _Traced(Objects, "get", "object store get"),
    _Traced(Objects, "size_bytes", "object store size"),
    _Traced(Objects, "delete", "object store delete"),
    _Traced(Objects, "delete_prefixes", "object store delete"),
    _Traced(Objects, "keys", "object store list"),
    _Traced(pool.ProcessPool, "run", "compute", 1),
    _Traced(pool._ChildProcess, "call", "compute in process"),
    _Traced(Context, "_run_in_thread", "run in thread"),
)
_SQLITE = {DATABASE: "sqlite"}

IS_RECORDED = ContextVar("is_recorded", default=False)
"""Whether the running code belongs to a request that is recorded. Asking OpenTelemetry costs much more."""

with suppress_instrumentation():
    _NOT_RECORDED: TraceContext = get_current()
    """A context in which OpenTelemetry's own packages do nothing."""


class InContext:
    """A block whose code belongs to the span of this context, or is not recorded."""

    __slots__ = ("_before", "_context", "_token")

    def __init__(self, context: TraceContext) -> None:
        self._context = context

    def __enter__(self) -> None:
        self._before = IS_RECORDED.set(self._context is not _NOT_RECORDED)
        self._token = attach(self._context)

    def __exit__(self, *_: object) -> None:
        detach(self._token)
        IS_RECORDED.reset(self._before)


def instrument(provider: TracerProvider, *, uses_valkey: bool) -> None:
    """Instruments this process, for as long as it lives."""
    # The stable names of attributes, unless the operator chooses others.
    os.environ.setdefault("OTEL_SEMCONV_STABILITY_OPT_IN", "database,http")
    tracer = provider.get_tracer("seatpreview")
    for traced in _TRACED:
        _replace(traced.owner, traced.method, partial(_with_span, tracer, traced.name, traced.function_at))
    _replace(FairQueue, "turn", partial(_with_wait, tracer))
    _instrument_batches()
    _instrument_sqlite(tracer)
    AsyncPGInstrumentor().instrument(tracer_provider=provider)  # type: ignore[no-untyped-call]  # no types
    if uses_valkey:
        _instrument_valkey(provider, tracer)


def _replace(owner: type, name: str, replacement: Callable[[Method], Method]) -> None:
    setattr(owner, name, replacement(getattr(owner, name)))


def _with_span(tracer: Tracer, name: str, function_at: int | None, original: Method) -> Method:
    @wraps(original)
    async def call(*arguments: Any, **options: Any) -> Any:
        if not IS_RECORDED.get():
            return await original(*arguments, **options)
        attributes = {} if function_at is None else {FUNCTION: _name_of(arguments[function_at])}
        with _OpenSpan(tracer, name, attributes):
            return await original(*arguments, **options)

    return call


def _with_wait(tracer: Tracer, original: Method) -> Method:
    """Gives `FairQueue.turn` a span that ends when the turn begins."""

    @asynccontextmanager
    async def turn(*arguments: Any, **options: Any) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            if IS_RECORDED.get():
                with _OpenSpan(tracer, "wait for turn"):
                    await stack.enter_async_context(original(*arguments, **options))
            else:
                await stack.enter_async_context(original(*arguments, **options))
            yield

    return turn


def _instrument_batches() -> None:
    """Puts the work for a batch of requests into the trace of the first of them that is recorded.

    A task serves one batch after the other. Without this, all of its work would be in the trace of the
    request that started the task, which may be over.
    """
    contexts: WeakKeyDictionary[asyncio.Future[Any], TraceContext] = WeakKeyDictionary()

    def add(original: Method) -> Method:
        def call(batcher: Any, item: Any) -> "asyncio.Future[Any]":
            result: asyncio.Future[Any] = original(batcher, item)
            if IS_RECORDED.get():
                contexts[result] = get_current()
            return result

        return call

    def call_for(original: Method) -> Method:
        async def call(batcher: Any, batch: list[tuple[Any, "asyncio.Future[Any]"]]) -> None:
            submitted = (contexts.get(result, _NOT_RECORDED) for _, result in batch)
            recorded = (each for each in submitted if get_current_span(each).is_recording())
            with InContext(next(recorded, _NOT_RECORDED)):
                await original(batcher, batch)

        return call

    _replace(Batcher, "_add", add)
    _replace(Batcher, "_call_for", call_for)


def _instrument_sqlite(tracer: Tracer) -> None:
    """Instruments the methods that run statements on SQLite, and passes the trace on to the threads in which
    they run."""

    def run_in_thread(original: Method) -> Method:
        async def call(threads: Any, function: Method, *arguments: Any, **options: Any) -> Any:
            if not IS_RECORDED.get():
                return await original(threads, function, *arguments, **options)
            context = get_current()

            async def function_in_context(*arguments: Any, **options: Any) -> Any:
                with InContext(context):
                    return await function(*arguments, **options)

            return await original(threads, function_in_context, *arguments, **options)

        return call

    def run(original: Method, sql_of: Callable[[Any], str]) -> Method:
        async def call(connection: Any, statement: Any, values: Any) -> Any:
            if not IS_RECORDED.get():
                return await original(connection, statement, values)
            sql = sql_of(statement)
            with _OpenSpan(tracer, sql.split(None, 1)[0], _SQLITE | {STATEMENT: sql}, SpanKind.CLIENT):
                return await original(connection, statement, values)

        return call

    def read_changes(original: Method) -> Method:
        async def call(*arguments: Any) -> Any:
            if not IS_RECORDED.get():
                return await original(*arguments)
            with _OpenSpan(tracer, "SELECT", _SQLITE, SpanKind.CLIENT):
                return await original(*arguments)

        return call

    _replace(ConnectionThreads, "run", run_in_thread)
    _replace(SqliteConnection, "run", lambda original: run(original, lambda statement: str(statement.sql)))
    _replace(SqliteConnection, "run_many", lambda original: run(original, str))
    _replace(SqliteChangeFeed, "since", read_changes)
    _replace(SqliteChangeFeed, "last", read_changes)


def _instrument_valkey(provider: TracerProvider, tracer: Tracer) -> None:
    from opentelemetry.instrumentation.redis import RedisInstrumentor

    from seatpreview.limits.valkey_limiter import ValkeyLimiter

    RedisInstrumentor().instrument(tracer_provider=provider)
    _replace(ValkeyLimiter, "consume", partial(_with_span, tracer, "charge rate limits", None))


class _OpenSpan:
    """Records a span. Of a failure it records the type only, since the message may quote values."""

    __slots__ = ("_span", "_token")

    def __init__(
        self,
        tracer: Tracer,
        name: str,
        attributes: Mapping[str, str] | None = None,
        kind: SpanKind = SpanKind.INTERNAL,
    ) -> None:
        self._span = tracer.start_span(name, kind=kind, attributes=attributes)

    def __enter__(self) -> None:
        self._token = attach(set_span_in_context(self._span))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        detach(self._token)
        if isinstance(error, Exception):
            problem = error if isinstance(error, Problem) else None
            self._span.set_attribute(ERROR_TYPE, problem.code if problem else type(error).__name__)
            if problem is None or problem.status >= 500:
                self._span.set_status(StatusCode.ERROR)
        self._span.end()


def _name_of(function: Any) -> str:
    """Returns the qualified name of a function. There are few: those of stores and of heavy work."""
    if isinstance(function, partial):
        return _name_of(function.func)
    return f"{function.__module__}.{function.__qualname__}"
