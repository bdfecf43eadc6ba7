"""The ASGI application: routes a request, runs the guard, decodes the inputs and calls the operation."""

import asyncio
from collections.abc import Awaitable, Collection
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from msgspec.structs import replace

from seatpreview.access.allowances import refusal
from seatpreview.api.operation import ANY_MEDIA_TYPE, NoQuery, Operation
from seatpreview.api.table import BASE_PATH, OPERATIONS
from seatpreview.context import ON_THE_LOOP_BYTES_MAX, Context
from seatpreview.decoding import inputs
from seatpreview.decoding.body_scanner import check_number_of_values, read_token
from seatpreview.decoding.inputs import Queries
from seatpreview.decoding.json_object import read_object
from seatpreview.http import responses
from seatpreview.http.admission import NEVER_REFUSED
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.http.page_routes import CheckIsReady, OpenApiDocument, Route, exact_routes, prefix_routes
from seatpreview.http.repeated_requests import RepeatedRequests
from seatpreview.http.request import (
    PATH_BYTES_MAX,
    Application,
    ClientDisconnected,
    ClientLeft,
    Receive,
    Request,
    Scope,
    Send,
    TrustedAddresses,
)
from seatpreview.http.request_bodies import BodyDrain
from seatpreview.http.request_client import RequestClient
from seatpreview.http.responses import Response, send_response, to_incomplete_request
from seatpreview.http.router import Router
from seatpreview.http.static_files import StaticFiles
from seatpreview.problems import (
    Fault,
    HeadersTooLarge,
    Internal,
    MethodNotAllowed,
    NotFound,
    Overloaded,
    PreconditionRequired,
    Problem,
    QuotaExceeded,
    RateLimited,
    ScopeInsufficient,
    UnsupportedMediaType,
    ValidationFailed,
)
from seatpreview.results import LazyContent
from seatpreview.values.caller import Caller

ON_THE_LOOP_VALUES_MAX = 2000
"""Bodies with more commas than this are parsed in a thread, however short they are."""
BEACON = "text/plain"
"""The media type of a text that navigator.sendBeacon sends. A beacon has no other headers."""

SMALL_BEACON_BYTES = 16 * 1024
"""A larger beacon is charged like a request that has proven nothing. The viewer's are far below this."""

log = structlog.get_logger("seatpreview")
_STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
"""For a year. Neither subdomains nor a preload list: the service cannot know what else the host serves."""


class App:
    """Answers every HTTP request of a worker."""

    def __init__(
        self, dependencies: AppDependencies, check_is_ready: CheckIsReady, openapi_document: OpenApiDocument
    ) -> None:
        settings, resources = dependencies.settings, dependencies.resources
        self._dependencies = dependencies
        self._guard = dependencies.guard
        self._request_log = dependencies.request_log
        self._router = Router(BASE_PATH, OPERATIONS)
        self._trusted = TrustedAddresses(resources.own_origins, settings.trusted_proxies)
        self._static_files = StaticFiles(settings.object_store_url)
        self._exact_routes = exact_routes(dependencies, self._static_files, check_is_ready, openapi_document)
        self._prefix_routes = prefix_routes(dependencies, self._static_files)
        self.admission = dependencies.admission
        self.body_drain = BodyDrain(settings.requests_max, settings.requests_per_client)
        self._bodies = dependencies.bodies
        self._queries = resources.caches.of(inputs.QUERIES)
        self._requires_if_match = settings.require_if_match
        self._repeated_requests = RepeatedRequests(resources.database, dependencies.limiter)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, self._trusted)
        rest_of_body: asyncio.Task[None] | None = None
        try:
            response = await self._admit_and_respond(request)
            if self._may_wait_for_body(request):
                rest_of_body = await self.body_drain.begin(request)
            # A response that did not need the body does not wait for it. Then the connection ends with this
            # response, which says so: otherwise what comes on it next could be the body or another request.
            lacks_body = (request.has_unread_body or request.body_is_late) and not request.is_http2
            if lacks_body:
                response = to_incomplete_request(response)
            is_complete = await send_response(send, request, response, ends=not lacks_body)
        finally:
            self.admission.leave(request)
        self._request_log.observe(request, response.status)
        if rest_of_body is not None and is_complete:
            await rest_of_body

    def _may_wait_for_body(self, request: Request) -> bool:
        """Returns whether the rest of the body is received after the response, so that the client can read
        the response. Not for a request that was refused because the service or its address has too much to
        do."""
        is_refused_at_once = isinstance(request.problem, Overloaded) and request.identity is None
        if not request.has_unread_body or request.is_http2 or is_refused_at_once or self.admission.is_full:
            return False
        return self.body_drain.has_room(request)

    async def _admit_and_respond(self, request: Request) -> Response:
        try:
            self.admission.enter(request)
            return await self._respond(request)
        except ClientDisconnected:
            # The server reports malformed chunks of a body in the same way, and that client does wait.
            return responses.problem_response(request, _incomplete_body())
        except ClientLeft:
            return responses.to_nobody(request)
        except Problem as problem:
            if isinstance(problem, QuotaExceeded):
                self._dependencies.quotas_refused[problem.quota] += 1
            if isinstance(problem, Overloaded) and request.operation is None:
                # It was refused before it was routed, and a page may read that it should try again.
                self._name(request)
            return responses.problem_response(request, problem)
        except Exception:
            log.exception("request failed", request_id=request.request_id)
            return responses.problem_response(
                request, Internal("Something went wrong on our side. Try again later.")
            )
        finally:
            if request.client is not None:
                request.client.end()

    def _name(self, request: Request) -> None:
        """Finds the operation or the page of a request that was refused before it was routed."""
        found = self._router.find(request.path)
        if found is None:
            self._route(request)
        else:
            request.operation = found[0].get(request.method)

    def _route(self, request: Request) -> Route | None:
        """Returns the route of a path outside the API, and notes its name."""
        route = self._exact_routes.get(request.path) or self._prefix_routes.get(request.path_prefix)
        request.page = "unknownPath" if route is None else route.name
        return route

    def _respond(self, request: Request) -> Awaitable[Response]:
        if request.header_fault is not None:
            raise HeadersTooLarge(request.header_fault)
        if len(request.path) > PATH_BYTES_MAX:
            raise NotFound(
                f"There is nothing at this path. No path has more than {PATH_BYTES_MAX} characters."
            )
        found = self._router.find(request.path)
        if found is None:
            return self._respond_with_page(request)
        methods, parameters = found
        if request.method == "OPTIONS":
            request.page = "preflight"
            return _preflight(request, methods)
        operation = request.operation = methods.get(request.method) or _head_operation(request, methods)
        return self._run_operation(request, operation, parameters)

    async def _respond_with_page(self, request: Request) -> Response:
        """Answers a request outside the API. A person who followed a wrong link, or whose address has sent
        too many requests, sees a page that says so; every other client gets the problem."""
        try:
            return await self._page(request)
        except RateLimited as problem:
            if _is_visit(request):
                return responses.too_many_requests_page(request, problem)
            raise
        except NotFound:
            if _is_visit(request):
                return self._static_files.not_found(request)
            raise

    async def _page(self, request: Request) -> Response:
        route = self._route(request)
        if request.path not in NEVER_REFUSED:
            await self._guard.charge_page(request, self._dependencies.clock.now())
        if route is None:
            raise NotFound("There is nothing at this path. The API reference is at /docs.")
        _check_method(request, ("GET",))
        # Pages check no credential, so a request with a made-up one counts for its address as well.
        self.admission.count_for_address(request)
        return await route.page(request)

    async def _prove(self, request: Request, operation: Operation) -> Caller:
        """Authenticates and authorizes a request anew that is being worked on."""
        identity = request.identity = await self._guard.identify_again(request)
        self._guard.check(identity, operation.needs, operation.key_groups, operation.works_while_archived)
        return identity.caller

    async def _run_operation(self, request: Request, operation: Operation, parameters: list[str]) -> Response:
        guard = self._guard
        if operation.takes_beacons and request.media_type == BEACON and request.authorization is None:
            is_small = request.length_max(operation.body_bytes_max) <= SMALL_BEACON_BYTES
            await guard.charge_beacon(request, is_small)
            request.authorization = _bearer(read_token(await request.body(operation.body_bytes_max)))
        identity = request.identity = await guard.identify(request)
        try:
            guard.check(identity, operation.needs, operation.key_groups, operation.works_while_archived)
        except Problem:
            await guard.charge_refused(request, identity)
            raise
        decision = await guard.charge(
            identity, request, operation.visitors_write, operation.makes_session, operation.lists_limits
        )
        request.decision = decision
        if not decision.allowed:
            raise refusal(decision)
        context = Context(
            caller=identity.caller,
            at=identity.at,
            resources=self._dependencies.resources,
            origin=identity.origin,
            address=request.address if identity.caller.is_visitor else "",
            refuses_tracking=operation.heeds_privacy_control and request.header(b"sec-gpc") == "1",
            if_match=request.header(b"if-match") if operation.takes_if_match else None,
            decision=decision,
            client=RequestClient(
                request, self._dependencies.client_watch, partial(self._prove, request, operation)
            ),
            lane=operation.lane,
        )
        if operation.takes_if_none_match:
            context = replace(context, must_be_new=request.header(b"if-none-match") == "*")
        queries = self._queries
        if operation.body is None:
            arguments = _decode_arguments(request, operation, parameters, queries)
            result = await self._call(request, operation, context, arguments, b"")
        else:
            await _check_before_body(operation, context, parameters)
            # The size and type of a body are checked before its content, and before the path and the query.
            async with self._bodies.received(request, operation, context, self.admission) as raw:
                _check_media_type(request, operation)
                arguments = _decode_arguments(request, operation, parameters, queries)
                arguments.append(await _decode_body(raw, operation, context))
                result = await self._call(request, operation, context, arguments, raw)
        if isinstance(result, LazyContent):
            return await responses.content_response(request, result, responses.caching_headers(operation))
        if operation.is_compressed:
            return await responses.compressed_response(request, operation, result, context)
        return responses.result_response(request, operation, result)

    def _call(
        self,
        request: Request,
        operation: Operation,
        context: Context,
        arguments: list[object],
        body: bytes | Path,
    ) -> Awaitable[Any]:
        """Calls the operation, if the request's conditions allow it. With `If-Match: *` the client agrees to
        overwrite any version."""
        if (
            operation.takes_if_match
            and self._requires_if_match
            and not (context.if_match or context.must_be_new)
        ):
            raise PreconditionRequired(
                "This service requires If-Match on every change. Read the record, and send its ETag as "
                "If-Match."
            )
        if operation.takes_idempotency_key and isinstance(body, bytes):
            return self._repeated_requests.call(request, operation, context, arguments, body)
        return operation.handler(context, *arguments)


def _is_visit(request: Request) -> bool:
    """Returns whether a browser asks for a page, rather than a script or a server for data."""
    asks_for_page = request.method in ("GET", "HEAD") and "text/html" in (request.header(b"accept") or "")
    return asks_for_page and not request.path.startswith(f"{BASE_PATH}/")


async def _check_before_body(operation: Operation, context: Context, parameters: list[str]) -> None:
    """Refuses a body that does not fit the tenant's quota. Other problems wait for their turn, after the body
    was received."""
    if operation.check_before_body is None:
        return
    types = operation.path_types
    try:
        path = list(map(inputs.decode_path, types, parameters, types.values()))
        await operation.check_before_body(context, *path)
    except QuotaExceeded:
        raise
    except Problem:
        return


def _decode_arguments(
    request: Request, operation: Operation, parameters: list[str], queries: Queries
) -> list[object]:
    """Returns the parameters of the path, then the query."""
    arguments: list[object] = []
    if parameters:
        arguments += map(inputs.decode_path, operation.path_types, parameters, operation.path_types.values())
    query = inputs.cached_query(queries, request.query, operation.query)
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
        return await context.run_in_thread_for_caller(read) if _takes_long(raw) else read()
    except inputs.Unfit as refusal:
        # Finding every fault takes much longer than finding the first one.
        raise await context.run_in_thread_for_caller(refusal.problem) from refusal


def _takes_long(raw: bytes) -> bool:
    return len(raw) > ON_THE_LOOP_BYTES_MAX or raw.count(b",") > ON_THE_LOOP_VALUES_MAX


def _parse_body(raw: bytes, operation: Operation, caller: Caller) -> object:
    members = {} if operation.body_is_optional and not raw else read_object(raw)
    _check_members(members, operation, caller)
    return inputs.decode_if_fit(members, operation.body or object)


async def _preflight(request: Request, methods: dict[str, Operation]) -> Response:
    return responses.preflight_response(request, methods)


def _head_operation(request: Request, methods: dict[str, Operation]) -> Operation:
    request.page = "unknownMethod"
    request.route = BASE_PATH + next(iter(methods.values())).path
    _check_method(request, methods)
    return methods["GET"]


def _check_method(request: Request, methods: Collection[str]) -> None:
    """Refuses a method that the path does not have. HEAD is allowed wherever GET is."""
    if request.method not in methods and (request.method != "HEAD" or "GET" not in methods):
        request.methods = methods
        raise MethodNotAllowed(f"This path supports {', '.join(methods)}.")


def _bearer(token: str | None) -> str | None:
    return None if token is None else f"Bearer {token}"


def _check_media_type(request: Request, operation: Operation) -> None:
    media_type = request.media_type
    if media_type is None and request.body_is_empty:
        return
    if media_type in operation.media_types or ANY_MEDIA_TYPE in operation.media_types:
        return
    if operation.takes_beacons and media_type == BEACON:
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
        "The body is incomplete: its chunks are malformed, or the connection was closed. Send it again."
    )


def with_strict_transport(application: Application) -> Application:
    """Returns the application with Strict-Transport-Security on every response. Without TLS the worker does
    not wrap its application, which therefore costs nothing."""

    async def secured(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_header(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = message | {"headers": [*message["headers"], _STRICT_TRANSPORT]}
            await send(message)

        await application(scope, receive, send_with_header)

    return secured
