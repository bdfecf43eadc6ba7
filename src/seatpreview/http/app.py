"""The ASGI application: every request goes down this file once, from its row of the table to its answer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from functools import partial
from typing import Any

import structlog

from seatpreview.api.operation import NoQuery, Operation
from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.caller import Caller
from seatpreview.context import Context
from seatpreview.decoding import inputs
from seatpreview.decoding.json_object import read_object
from seatpreview.http import responses
from seatpreview.http.page_routes import folders_of, pages_of
from seatpreview.http.request import ClientGone, Receive, Request, Scope, TrustedAddresses
from seatpreview.http.responses import Response
from seatpreview.http.router import Router
from seatpreview.http.running_service import Service
from seatpreview.http.static_files import Site
from seatpreview.problems import (
    Fault,
    Internal,
    MethodNotAllowed,
    NotFound,
    Problem,
    RateLimited,
    ScopeInsufficient,
    UnsupportedMediaType,
    ValidationFailed,
)

ON_THE_LOOP_BYTES_MAX = 100_000
BEACON = "text/plain"
"""What navigator.sendBeacon sends a text as; it can send no headers."""

Send = Callable[[dict[str, Any]], Awaitable[None]]

log = structlog.get_logger("seatpreview")


class App:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._router = Router(BASE_PATH, OPERATIONS)
        self._trusted = TrustedAddresses(service.resources.own_origins, service.settings.trusted_proxies)
        site = Site(service.settings.object_store_url)
        self._pages = pages_of(service, site)
        self._folders = folders_of(service, site)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, self._trusted)
        try:
            response = await self._respond(request)
        except ClientGone:
            return
        except Problem as problem:
            response = responses.of_problem(request, problem)
        except Exception:
            log.exception("request failed", request_id=request.request_id)
            response = responses.of_problem(
                request, Internal("Something went wrong on our side. Try again later.")
            )
        if request.has_more:
            await request.drain()
        if response.stream is not None:
            await _send_stream(send, request, response, response.stream)
        else:
            if request.method == "HEAD":
                response = _without_body(response)
            await send(
                {"type": "http.response.start", "status": response.status, "headers": response.headers}
            )
            await send({"type": "http.response.body", "body": response.body})
        self._service.telemetry.observe(request, response.status)

    def _respond(self, request: Request) -> Awaitable[Response]:
        found = self._router.find(request.path)
        if found is None:
            return self._page(request)
        methods, parameters = found
        if request.method == "OPTIONS":
            return _preflight(request, methods)
        operation = request.operation = methods.get(request.method) or _operation(request, methods)
        return self._operate(request, operation, parameters)

    async def _page(self, request: Request) -> Response:
        page = self._pages.get(request.path) or self._folders.get(request.folder)
        if page is None:
            raise NotFound("There is nothing at this path. The API reference is at /docs.")
        _check_method(request, ("GET",))
        return await page(request)

    async def _operate(self, request: Request, operation: Operation, parameters: list[str]) -> Response:
        service = self._service
        if operation.takes_beacons and request.media_type == BEACON:
            await _take_token_of_body(request, operation)
        identity = request.identity = await service.guard.identify(request)
        service.guard.check(identity, operation.needs)
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
            if_match=request.header(b"if-match") if operation.takes_if_match else None,
            decision=decision,
        )
        # The size and type of a body are judged before what it says, and before the path and the query.
        raw = None if operation.body is None else await _raw_body(request, operation)
        arguments = _arguments(request, operation, parameters)
        if raw is not None:
            arguments.append(await _body(raw, operation, identity.caller))
        result = await operation.handler(context, *arguments)
        return responses.of_result(request, operation, result)


def _arguments(request: Request, operation: Operation, parameters: list[str]) -> list[object]:
    """The path's parameters, then the query."""
    arguments: list[object] = []
    if parameters:
        arguments += map(inputs.decode_path, operation.path_types, parameters, operation.path_types.values())
    query = inputs.decode_query(request.query, operation.query)
    if operation.query is not NoQuery:
        arguments.append(query)
    return arguments


async def _raw_body(request: Request, operation: Operation) -> bytes:
    raw = await request.body(operation.body_bytes_max)
    _check_media_type(request.media_type, raw, operation)
    return raw


async def _body(raw: bytes, operation: Operation, caller: Caller) -> object:
    if operation.body is bytes:
        return raw
    read = partial(_read_body, raw, operation, caller)
    # A large body takes a while to read: other requests must not wait for it.
    return await asyncio.to_thread(read) if len(raw) > ON_THE_LOOP_BYTES_MAX else read()


def _read_body(raw: bytes, operation: Operation, caller: Caller) -> object:
    sent = {} if operation.body_is_optional and not raw else read_object(raw)
    _check_members(sent, operation, caller)
    return inputs.decode(sent, operation.body or object)


async def _preflight(request: Request, methods: dict[str, Operation]) -> Response:
    return responses.of_preflight(request, methods)


def _operation(request: Request, methods: dict[str, Operation]) -> Operation:
    _check_method(request, methods)
    return methods["GET"]


def _check_method(request: Request, methods: Collection[str]) -> None:
    """HEAD asks for what GET would answer."""
    if request.method not in methods and (request.method != "HEAD" or "GET" not in methods):
        request.methods = methods
        raise MethodNotAllowed(f"This path has {', '.join(methods)}.")


async def _take_token_of_body(request: Request, operation: Operation) -> None:
    """A page that cannot send headers presents its session in the body. What is wrong with the body is said
    later, to who may know."""
    raw = await request.body(operation.body_bytes_max)
    try:
        token = read_object(raw).get("token")
    except ValidationFailed:
        return
    if isinstance(token, str):
        request.authorization = f"Bearer {token}"


def _check_media_type(media_type: str | None, raw: bytes, operation: Operation) -> None:
    if media_type is None and not raw:
        return
    if media_type in operation.media_types or (operation.takes_beacons and media_type == BEACON):
        return
    if operation.body is bytes:
        raise UnsupportedMediaType(f"Send the body as one of {', '.join(operation.media_types)}.")
    raise UnsupportedMediaType("Send the body as JSON, with 'Content-Type: application/json'.")


def _check_members(sent: dict[str, object], operation: Operation, caller: Caller) -> None:
    refused = sorted(operation.admin_members & sent.keys())
    if refused and not caller.is_admin:
        raise ScopeInsufficient(
            f"Only admin scope may send {', '.join(refused)}.",
            errors=tuple(Fault(pointer=f"/{name}", detail="is for admin scope only") for name in refused),
        )


def _without_body(response: Response) -> Response:
    """The server counts what it sends; of what it does not send, it has to be told the length."""
    if not response.body:
        return response
    length = (b"content-length", b"%d" % len(response.body))
    return Response(response.status, [*response.headers, length], b"")


async def _send_stream(
    send: Send, request: Request, response: Response, stream: AsyncIterator[bytes]
) -> None:
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    if request.method != "HEAD":
        async for chunk in stream:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
