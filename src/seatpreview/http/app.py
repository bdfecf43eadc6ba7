"""The ASGI application: every request goes down this file once, from its row of the table to its answer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from functools import partial
from typing import Any

import structlog

from seatpreview.api.operation import NoQuery, Operation
from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.caller import Caller
from seatpreview.context import Call
from seatpreview.decoding import inputs
from seatpreview.decoding.json_object import read_object
from seatpreview.http import responses
from seatpreview.http.page_routes import folders_of, pages_of
from seatpreview.http.request import ClientGone, Exchange, Receive, Scope, Surroundings
from seatpreview.http.responses import Answer
from seatpreview.http.router import Router
from seatpreview.http.running_service import House
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
    def __init__(self, house: House) -> None:
        self._house = house
        self._router = Router(BASE_PATH, OPERATIONS)
        self._surroundings = Surroundings(house.means.own_origins, house.settings.trusted_proxies)
        site = Site(house.settings.object_store_url)
        self._pages = pages_of(house, site)
        self._folders = folders_of(house, site)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(scope, receive, self._surroundings)
        try:
            answer = await self._answer(exchange)
        except ClientGone:
            return
        except Problem as problem:
            answer = responses.of_problem(exchange, problem)
        except Exception:
            log.exception("request failed", request_id=exchange.request_id)
            answer = responses.of_problem(
                exchange, Internal("Something went wrong on our side. Try again later.")
            )
        if exchange.has_more:
            await exchange.drain()
        if answer.stream is not None:
            await _send_stream(send, exchange, answer, answer.stream)
        else:
            if exchange.method == "HEAD":
                answer = _without_body(answer)
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            await send({"type": "http.response.body", "body": answer.body})
        self._house.telemetry.observe(exchange, answer.status)

    def _answer(self, exchange: Exchange) -> Awaitable[Answer]:
        found = self._router.find(exchange.path)
        if found is None:
            return self._page(exchange)
        methods, parameters = found
        if exchange.method == "OPTIONS":
            return _preflight(exchange, methods)
        operation = exchange.operation = methods.get(exchange.method) or _operation(exchange, methods)
        return self._operate(exchange, operation, parameters)

    async def _page(self, exchange: Exchange) -> Answer:
        page = self._pages.get(exchange.path) or self._folders.get(exchange.folder)
        if page is None:
            raise NotFound("There is nothing at this path. The API reference is at /docs.")
        _check_method(exchange, ("GET",))
        return await page(exchange)

    async def _operate(self, exchange: Exchange, operation: Operation, parameters: list[str]) -> Answer:
        house = self._house
        if operation.takes_beacons and exchange.media_type == BEACON:
            await _take_token_of_body(exchange, operation)
        identity = exchange.identity = await house.guard.identify(exchange)
        house.guard.check(identity, operation.needs)
        decision = await house.guard.charge(identity)
        exchange.decision = decision
        if not decision.allowed:
            raise RateLimited(
                "Too many requests with this key. Wait for the seconds that Retry-After says.",
                retry_after_seconds=decision.retry_after_seconds,
            )
        call = Call(
            caller=identity.caller,
            at=identity.at,
            means=house.means,
            origin=identity.origin,
            if_match=exchange.header(b"if-match") if operation.takes_if_match else None,
            decision=decision,
        )
        # The size and type of a body are judged before what it says, and before the path and the query.
        raw = None if operation.body is None else await _raw_body(exchange, operation)
        arguments = _arguments(exchange, operation, parameters)
        if raw is not None:
            arguments.append(await _body(raw, operation, identity.caller))
        result = await operation.handler(call, *arguments)
        return responses.of_result(exchange, operation, result)


def _arguments(exchange: Exchange, operation: Operation, parameters: list[str]) -> list[object]:
    """The path's parameters, then the query."""
    arguments: list[object] = []
    if parameters:
        arguments += map(inputs.decode_path, operation.path_types, parameters, operation.path_types.values())
    query = inputs.decode_query(exchange.query, operation.query)
    if operation.query is not NoQuery:
        arguments.append(query)
    return arguments


async def _raw_body(exchange: Exchange, operation: Operation) -> bytes:
    raw = await exchange.body(operation.body_bytes_max)
    _check_media_type(exchange.media_type, raw, operation)
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


async def _preflight(exchange: Exchange, methods: dict[str, Operation]) -> Answer:
    return responses.of_preflight(exchange, methods)


def _operation(exchange: Exchange, methods: dict[str, Operation]) -> Operation:
    _check_method(exchange, methods)
    return methods["GET"]


def _check_method(exchange: Exchange, methods: Collection[str]) -> None:
    """HEAD asks for what GET would answer."""
    if exchange.method not in methods and (exchange.method != "HEAD" or "GET" not in methods):
        exchange.methods = methods
        raise MethodNotAllowed(f"This path has {', '.join(methods)}.")


async def _take_token_of_body(exchange: Exchange, operation: Operation) -> None:
    """A page that cannot send headers presents its session in the body. What is wrong with the body is said
    later, to who may know."""
    raw = await exchange.body(operation.body_bytes_max)
    try:
        token = read_object(raw).get("token")
    except ValidationFailed:
        return
    if isinstance(token, str):
        exchange.authorization = f"Bearer {token}"


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


def _without_body(answer: Answer) -> Answer:
    """The server counts what it sends; of what it does not send, it has to be told the length."""
    if not answer.body:
        return answer
    length = (b"content-length", b"%d" % len(answer.body))
    return Answer(answer.status, [*answer.headers, length], b"")


async def _send_stream(send: Send, exchange: Exchange, answer: Answer, stream: AsyncIterator[bytes]) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    if exchange.method != "HEAD":
        async for chunk in stream:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
