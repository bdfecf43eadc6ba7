"""The ASGI application: it routes a request, runs the guard, decodes the inputs and calls the operation."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import structlog

from seatpreview.api.operation import NoQuery, Operation
from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.caller import Caller
from seatpreview.context import ON_THE_LOOP_BYTES_MAX, Context
from seatpreview.decoding import inputs
from seatpreview.decoding.json_object import read_object
from seatpreview.decoding.unparsed import check_number_of_values, read_token
from seatpreview.http import responses
from seatpreview.http.admission import Admission
from seatpreview.http.bodies import Bodies
from seatpreview.http.page_routes import exact_routes, prefix_routes
from seatpreview.http.request import (
    HEADER_BYTES_MAX,
    HEADERS_MAX,
    ClientDisconnected,
    Receive,
    Request,
    Scope,
    TrustedAddresses,
)
from seatpreview.http.responses import Response
from seatpreview.http.router import Router
from seatpreview.http.running_service import Service
from seatpreview.http.static_files import StaticFiles
from seatpreview.lazy_content import LazyContent
from seatpreview.problems import (
    Fault,
    HeadersTooLarge,
    Internal,
    MethodNotAllowed,
    NotFound,
    Overloaded,
    Problem,
    RateLimited,
    ScopeInsufficient,
    UnsupportedMediaType,
    ValidationFailed,
)

ON_THE_LOOP_VALUES_MAX = 2000
"""Bodies with more commas than this are parsed in a thread, however short they are."""
CHUNK_SECONDS = 30
"""How long a client may take to read a chunk of a streamed response."""
BEACON = "text/plain"
"""The media type that navigator.sendBeacon sends a text with; it cannot send other headers."""

Send = Callable[[dict[str, Any]], Awaitable[None]]

log = structlog.get_logger("seatpreview")


class App:
    """Answers every HTTP request of a worker."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._router = Router(BASE_PATH, OPERATIONS)
        self._trusted = TrustedAddresses(service.resources.own_origins, service.settings.trusted_proxies)
        static_files = StaticFiles(service.settings.object_store_url)
        self._exact_routes = exact_routes(service, static_files)
        self._prefix_routes = prefix_routes(service, static_files)
        settings = service.settings
        self.admission = Admission(settings.requests_max, settings.requests_per_client)
        self._bodies = Bodies(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, self._trusted)
        try:
            try:
                self.admission.enter(request)
                response = await self._respond(request)
            except ClientDisconnected:
                # The server reports malformed chunks of a body in the same way, and that client does wait.
                response = responses.problem_response(request, _incomplete_body())
            except Problem as problem:
                if isinstance(problem, Overloaded) and request.operation is None:
                    # Refused before it was routed; the page may read that it should try again.
                    request.operation = self._operation_of(request)
                response = responses.problem_response(request, problem)
            except Exception:
                log.exception("request failed", request_id=request.request_id)
                response = responses.problem_response(
                    request, Internal("Something went wrong on our side. Try again later.")
                )
            if request.has_unread_body:
                await self._discard_unread_body(request)
            if response.stream is not None:
                await _send_stream(send, request, response, response.stream)
            else:
                if request.method == "HEAD":
                    response = _without_body(response)
                # The server takes the whole response at once, however slowly the client reads it.
                await send(
                    {"type": "http.response.start", "status": response.status, "headers": response.headers}
                )
                await send({"type": "http.response.body", "body": response.body})
        finally:
            self.admission.leave(request)
        self._service.telemetry.observe(request, response.status)

    async def _discard_unread_body(self, request: Request) -> None:
        """Waits a while for the rest of a body, so that the client reads the response. That is not done while
        the service has too many requests already; a client who has proven nothing uses up its own share."""
        if self.admission.is_full:
            return
        if request.identity is None:
            try:
                self.admission.count_for_address(request)
            except Overloaded:
                return
        await request.discard_unread_body()

    def _operation_of(self, request: Request) -> Operation | None:
        found = self._router.find(request.path)
        return None if found is None else found[0].get(request.method)

    def _respond(self, request: Request) -> Awaitable[Response]:
        if request.has_too_large_headers:
            raise HeadersTooLarge(f"Send at most {HEADERS_MAX} headers of {HEADER_BYTES_MAX} bytes in all.")
        found = self._router.find(request.path)
        if found is None:
            return self._respond_with_page(request)
        methods, parameters = found
        if request.method == "OPTIONS":
            return _preflight(request, methods)
        operation = request.operation = methods.get(request.method) or _head_operation(request, methods)
        return self._run_operation(request, operation, parameters)

    async def _respond_with_page(self, request: Request) -> Response:
        route = self._exact_routes.get(request.path) or self._prefix_routes.get(request.path_prefix)
        if route is None:
            raise NotFound("There is nothing at this path. The API reference is at /docs.")
        _check_method(request, ("GET",))
        # Pages ask for no credential, so a request with a made-up one counts for its address as well.
        self.admission.count_for_address(request)
        return await route(request)

    async def _run_operation(self, request: Request, operation: Operation, parameters: list[str]) -> Response:
        service = self._service
        if operation.takes_beacons and request.media_type == BEACON and request.authorization is None:
            await service.guard.charge_address(request)
            request.authorization = _bearer(read_token(await request.body(operation.body_bytes_max)))
        identity = request.identity = await service.guard.identify(request)
        service.guard.check(identity, operation.needs, operation.key_groups)
        decision = await service.guard.charge(identity)
        request.decision = decision
        if not decision.allowed:
            raise RateLimited(
                "Too many requests with this key. Wait for the seconds that Retry-After says.",
                retry_after_seconds=decision.retry_after_seconds,
            )
        context = Context(
            caller=identity.caller,
            at=identity.at,
            resources=service.resources,
            origin=identity.origin,
            refuses_tracking=operation.heeds_privacy_control and request.header(b"sec-gpc") == "1",
            if_match=request.header(b"if-match") if operation.takes_if_match else None,
            decision=decision,
        )
        if operation.body is None:
            arguments = _decode_arguments(request, operation, parameters)
            result = await operation.handler(context, *arguments)
        else:
            # The size and type of a body are checked before its content, and before the path and the query.
            async with self._bodies.received(request, operation, context, self.admission) as raw:
                _check_media_type(request, operation)
                arguments = _decode_arguments(request, operation, parameters)
                arguments.append(await _decode_body(raw, operation, context))
                result = await operation.handler(context, *arguments)
        if isinstance(result, LazyContent):
            return await responses.content_response(request, result, responses.caching_headers(operation))
        return responses.result_response(request, operation, result)


def _decode_arguments(request: Request, operation: Operation, parameters: list[str]) -> list[object]:
    """Returns the parameters of the path, then the query."""
    arguments: list[object] = []
    if parameters:
        arguments += map(inputs.decode_path, operation.path_types, parameters, operation.path_types.values())
    query = inputs.decode_query(request.query, operation.query)
    if operation.query is not NoQuery:
        arguments.append(query)
    return arguments


async def _decode_body(raw: bytes | Path, operation: Operation, context: Context) -> object:
    if isinstance(raw, Path) or operation.decodes_body:
        return raw
    check_number_of_values(raw, operation.body_values_max)
    read = partial(_parse_body, raw, operation, context.caller)
    try:
        # A large body takes a while to parse, and other requests must not wait for it.
        return await context.run_in_thread(read) if _takes_long(raw) else read()
    except inputs.Unfit as refusal:
        # Finding every fault takes much longer than finding the first one.
        raise await context.run_in_thread(refusal.problem) from refusal


def _takes_long(raw: bytes) -> bool:
    return len(raw) > ON_THE_LOOP_BYTES_MAX or raw.count(b",") > ON_THE_LOOP_VALUES_MAX


def _parse_body(raw: bytes, operation: Operation, caller: Caller) -> object:
    members = {} if operation.body_is_optional and not raw else read_object(raw)
    _check_members(members, operation, caller)
    return inputs.decode_if_fit(members, operation.body or object)


async def _preflight(request: Request, methods: dict[str, Operation]) -> Response:
    return responses.preflight_response(request, methods)


def _head_operation(request: Request, methods: dict[str, Operation]) -> Operation:
    _check_method(request, methods)
    return methods["GET"]


def _check_method(request: Request, methods: Collection[str]) -> None:
    """Refuses a method that the path does not have. HEAD is allowed wherever GET is."""
    if request.method not in methods and (request.method != "HEAD" or "GET" not in methods):
        request.methods = methods
        raise MethodNotAllowed(f"This path has {', '.join(methods)}.")


def _bearer(token: str | None) -> str | None:
    return None if token is None else f"Bearer {token}"


def _check_media_type(request: Request, operation: Operation) -> None:
    media_type = request.media_type
    if media_type is None and request.body_is_empty:
        return
    if media_type in operation.media_types or (operation.takes_beacons and media_type == BEACON):
        return
    if operation.body is bytes:
        raise UnsupportedMediaType(f"Send the body as one of {', '.join(operation.media_types)}.")
    raise UnsupportedMediaType("Send the body as JSON, with 'Content-Type: application/json'.")


def _check_members(members: dict[str, object], operation: Operation, caller: Caller) -> None:
    refused = sorted(operation.admin_members & members.keys())
    if refused and not caller.is_admin:
        raise ScopeInsufficient(
            f"Only admin scope may send {', '.join(refused)}.",
            errors=tuple(Fault(pointer=f"/{name}", detail="is for admin scope only") for name in refused),
        )


def _incomplete_body() -> ValidationFailed:
    return ValidationFailed(
        "The body was not received whole: its chunks are malformed, or the connection ended. Send it again."
    )


def _without_body(response: Response) -> Response:
    """Returns the response to HEAD, with the Content-Length that the server would derive from an empty
    body."""
    if not response.body:
        return response
    length = (b"content-length", b"%d" % len(response.body))
    return Response(response.status, [*response.headers, length], b"")


async def _send_stream(
    send: Send, request: Request, response: Response, stream: AsyncGenerator[bytes]
) -> None:
    """Sends a response in chunks. One that the client does not take in time is the last: the connection is
    closed, since fewer bytes were sent than the headers say."""
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    async with aclosing(stream):
        try:
            if request.method != "HEAD":
                async for chunk in stream:
                    async with asyncio.timeout(CHUNK_SECONDS):
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        except TimeoutError:
            log.info("a client stopped reading", request_id=request.request_id)
            return
    await send({"type": "http.response.body", "body": b""})
