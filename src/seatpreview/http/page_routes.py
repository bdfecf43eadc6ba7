"""Routes outside the table of operations: health checks, the reference, images, links, and static pages."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

from seatpreview.access.guard import Guard
from seatpreview.api.table import BASE_PATH
from seatpreview.context import Context, Resources
from seatpreview.decoding.inputs import decode
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.http.request import Request
from seatpreview.http.request_client import RequestClient
from seatpreview.http.responses import (
    Coding,
    Header,
    Response,
    compress,
    content_response,
    matches_if_none_match,
    preferred_coding,
)
from seatpreview.http.static_files import (
    ASSETS,
    CONSOLE,
    EMBED,
    EMBED_TYPES,
    FAVICON,
    GUIDE,
    LANDING,
    NOTICES,
    REFERENCE,
    REFERENCE_PAGES,
    VIEWER,
    GuidePages,
    StaticFiles,
    redirect_to_guide,
)
from seatpreview.imagery.image_processing import CONTENT_TYPES, extension_of
from seatpreview.imagery.signed_urls import BASE_PATH as IMAGES
from seatpreview.imagery.signed_urls import VerifiedUrl, verify_url
from seatpreview.keys.cached_key import CachedKey
from seatpreview.keys.store import KEYS, cache_name_by_origin
from seatpreview.objects.store import ByteRange, Objects
from seatpreview.preview_images.links import BASE_PATH as PREVIEW_IMAGES
from seatpreview.preview_images.links import ImageLinkClaims, verify_link
from seatpreview.preview_images.operations import check_link, get_linked_image
from seatpreview.problems import NotFound, Problem, SignatureInvalid
from seatpreview.results import encode
from seatpreview.sessions.model import CreateSessionRequest
from seatpreview.sessions.operations import create_session
from seatpreview.shared_calls import SingleFlight
from seatpreview.signing import Signing
from seatpreview.values.caller import Caller
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.demo_names import CONFIGURATION, PAGE_PORTS, SEAT_LABEL, VENUE_ALIAS, page_origins

Page = Callable[[Request], Awaitable[Response]]

CheckIsReady = Callable[[], Awaitable[None]]
"""Raises Unavailable where the worker cannot serve."""
OpenApiDocument = Callable[[str], Any]
"""Makes the OpenAPI document of the API at a base address."""

DEMO_VIEW = "/demo-view"
DEMO_SESSION_SECONDS = 3600
LINK_CACHED_SECONDS_MAX = 3600
"""How long a cache may keep the image of a link. It may show the image that long after the link was ended."""

_PREVIEW_IMAGE_HEADERS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, X-Request-Id"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    # If somebody opens the link as a page, nothing in it runs.
    (b"content-security-policy", b"default-src 'none'; sandbox"),
)
_IMAGE_TYPES = {extension_of(content_type): content_type for content_type in CONTENT_TYPES}

_IMAGE_HEADERS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"Accept-Ranges, Content-Range, ETag, X-Request-Id"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    (b"x-content-type-options", b"nosniff"),
    # If somebody opens the address as a page, nothing in it runs.
    (b"content-security-policy", b"default-src 'none'; sandbox"),
)

_RANGE = re.compile(r"bytes=[ \t]*([0-9]{0,18})-([0-9]{0,18})[ \t]*", re.IGNORECASE)


class Route(NamedTuple):
    """What a path leads to, and its name in the log and the metrics."""

    name: str
    page: Page


_DOCUMENT_HEADERS: tuple[Header, ...] = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"public, max-age=300"),
    (b"access-control-allow-origin", b"*"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"vary", b"Accept-Encoding"),
)


def exact_routes(
    dependencies: AppDependencies,
    static_files: StaticFiles,
    check_is_ready: CheckIsReady,
    openapi_document: OpenApiDocument,
) -> dict[str, Route]:
    """Returns the routes that match a whole path."""

    async def readyz(request: Request) -> Response:
        await check_is_ready()
        return _plain(request, b"ready\n")

    async def healthz(request: Request) -> Response:
        return _plain(request, b"alive\n")

    async def landing_view(request: Request) -> Response:
        return await demo_view(
            request, dependencies.guard, dependencies.resources, dependencies.settings.demo
        )

    base_url = dependencies.settings.address + BASE_PATH
    return {
        LANDING: Route("landing", static_files.landing),
        DEMO_VIEW: Route("demoView", landing_view),
        CONSOLE: Route("console", static_files.console),
        EMBED: Route("embedScript", static_files.embed),
        EMBED_TYPES: Route("embedScript", static_files.embed),
        GUIDE.rstrip("/"): Route("guide", redirect_to_guide),
        NOTICES: Route("notices", static_files.notices),
        FAVICON: Route("assets", static_files.favicon),
        "/healthz": Route("healthz", healthz),
        "/readyz": Route("readyz", readyz),
        REFERENCE: Route("reference", static_files.reference),
        f"{BASE_PATH}/openapi.json": Route("openapi", _openapi_route(partial(openapi_document, base_url))),
    }


def prefix_routes(dependencies: AppDependencies, static_files: StaticFiles) -> dict[str, Route]:
    """Returns the routes that match all paths below a first segment."""
    resources = dependencies.resources

    async def viewer(request: Request) -> Response:
        return await static_files.viewer(request, resources.records)

    async def image(request: Request) -> Response:
        """Needs no database: everything to check is in the signed address."""
        return await serve_image(request, resources.signing, resources.objects, dependencies.clock.now())

    return {
        VIEWER: Route("viewer", viewer),
        REFERENCE_PAGES: Route("reference", static_files.reference),
        ASSETS: Route("assets", static_files.asset),
        GUIDE: Route("guide", GuidePages().page),
        IMAGES: Route("images", image),
        PREVIEW_IMAGES: Route("previewImages", preview_image_route(dependencies)),
    }


def preview_image_route(dependencies: AppDependencies) -> Callable[[Request], Awaitable[Response]]:
    """Returns the route. Requests have no key, and are charged to the limit of the client's address."""
    guard, resources = dependencies.guard, dependencies.resources

    async def prove(claims: ImageLinkClaims) -> Caller:
        await resources.records.check_and_get_time()
        return await check_link(resources.records, claims)

    async def serve(request: Request) -> Response:
        at = await guard.charge_address(request)
        claims = verify_link(resources.signing, request.path, request.query, at)
        client = RequestClient(request, dependencies.client_watch, partial(prove, claims))
        content = await get_linked_image(resources, claims, at, request.address, client)
        seconds_max = min(LINK_CACHED_SECONDS_MAX, content.cached_seconds_max or LINK_CACHED_SECONDS_MAX)
        headers = (*_PREVIEW_IMAGE_HEADERS, _cache_control_of_link(claims.expires_seconds, at, seconds_max))
        return await content_response(request, content, headers)

    return serve


def _cache_control_of_link(expires_seconds: int, at: Moment, seconds_max: int) -> Header:
    left_seconds = (expires_seconds * MICROSECONDS - at) // MICROSECONDS
    return b"cache-control", f"public, max-age={min(seconds_max, left_seconds)}".encode()


def _plain(request: Request, body: bytes) -> Response:
    return Response(
        200, [(b"content-type", b"text/plain"), (b"cache-control", b"no-store"), _request_id(request)], body
    )


def _openapi_route(document: Callable[[], Any]) -> Page:
    """Returns a route to the OpenAPI document. The document is made and compressed at its first request, in a
    thread, once for all requests at that time. Compression leaves a tenth of its bytes."""
    bodies: dict[Coding | None, bytes] = {}
    building = SingleFlight[Coding | None, bytes]()

    async def build(coding: Coding | None) -> bytes:
        if coding is None:
            return await asyncio.to_thread(lambda: encode(document()))
        return await asyncio.to_thread(compress, await body_in(None), coding)

    async def body_in(coding: Coding | None) -> bytes:
        if coding not in bodies:
            bodies[coding] = await building.share(coding, partial(build, coding))
        return bodies[coding]

    async def openapi(request: Request) -> Response:
        coding = preferred_coding(request.header(b"accept-encoding"))
        headers = [*_DOCUMENT_HEADERS, _request_id(request)]
        if coding is not None:
            headers.append((b"content-encoding", coding.encode()))
        return Response(200, headers, await body_in(coding))

    return openapi


def _request_id(request: Request) -> tuple[bytes, bytes]:
    return (b"x-request-id", request.request_id.encode())


class DemoView(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the landing page shows; null where there is no demo."""

    viewer_url: str | None
    """The address of the viewer, with a session and the seat."""


async def demo_view(request: Request, guard: Guard, resources: Resources, is_demo: bool) -> Response:
    """Answers with a session for the demo's seat, or with null.

    Everybody may have one: the demo's own shop page has no secret either, and the session shows the demo's
    venue and nothing else. Each is charged to the limit of the client's address.
    """
    at = await guard.charge_address(request)
    view = DemoView(viewer_url=await _viewer_url(request, resources, at) if is_demo else None)
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"x-request-id", request.request_id.encode()),
    ]
    return Response(200, headers, encode(view))


async def _viewer_url(request: Request, resources: Resources, at: Moment) -> str | None:
    """Returns None where the demo's key was revoked, or its venue has another alias by now."""
    key = await _page_key(resources, at)
    if key is None:
        return None
    tells_not_to_track = request.header(b"sec-gpc") == "1"
    context = Context(caller=key.caller, at=at, resources=resources, refuses_tracking=tells_not_to_track)
    body = {"venue": VENUE_ALIAS, "configuration": CONFIGURATION, "ttlSeconds": DEMO_SESSION_SECONDS}
    try:
        session = await create_session(context, decode(body, CreateSessionRequest))
    except Problem as problem:
        if problem.status >= 500:
            raise
        return None
    return f"{session.viewer_url}&{urlencode({'seat': SEAT_LABEL})}"


async def _page_key(resources: Resources, at: Moment) -> CachedKey | None:
    for port in PAGE_PORTS:
        for origin in page_origins(port):
            key = await resources.records.load(KEYS, cache_name_by_origin(origin))
            if key is not None and key.is_keyless and not key.is_revoked(at):
                return key
    return None


async def serve_image(request: Request, signing: Signing, objects: Objects, at: Moment) -> Response:
    """Serves a file from a folder. With S3, redirects to an address there with the same expiry."""
    url = verify_url(signing, request.path, request.query, at)
    headers = [*_IMAGE_HEADERS, (b"x-request-id", request.request_id.encode()), _cache_control(url, at)]
    if objects.presigns and request.method == "GET":
        if at > (url.expires_seconds - 1) * MICROSECONDS:
            raise SignatureInvalid("This address expires within a second. Request a new one.")
        location = objects.presign(url.key, at, url.expires_seconds)
        return Response(307, [*headers, (b"location", location.encode())], b"")
    etag = f'"{url.tag}"'
    headers += [(b"etag", etag.encode()), (b"accept-ranges", b"bytes")]
    is_known = matches_if_none_match(etag, request.header(b"if-none-match"))
    if is_known or request.method == "HEAD":
        return await _bodyless_response(objects, url, headers, is_known)
    found = await objects.get(url.key, partial(_requested_part, request, etag))
    if found is None:
        raise _no_such_file()
    size_bytes, part = found.size_bytes, found.part
    if part is not None and part.is_empty:
        return Response(416, [*headers, (b"content-range", f"bytes */{size_bytes}".encode())], b"")
    headers.append(_content_type(url))
    if part is None:
        headers.append((b"content-length", b"%d" % size_bytes))
        return Response(200, headers, found.body, found.stream)
    content_range = f"bytes {part.start}-{part.end - 1}/{size_bytes}"
    headers += [(b"content-range", content_range.encode()), (b"content-length", b"%d" % part.size_bytes)]
    return Response(206, headers, found.body, found.stream)


async def _bodyless_response(
    objects: Objects, url: VerifiedUrl, headers: list[Header], is_known: bool
) -> Response:
    """Returns a response without reading the file: to HEAD, or to a client that has the file already."""
    size_bytes = await objects.size_bytes(url.key)
    if size_bytes is None:
        raise _no_such_file()
    if is_known:
        return Response(304, headers, b"")
    return Response(200, [*headers, _content_type(url), (b"content-length", b"%d" % size_bytes)], b"")


def _content_type(url: VerifiedUrl) -> Header:
    return b"content-type", _IMAGE_TYPES[url.key.rpartition(".")[2]].encode()


def _no_such_file() -> NotFound:
    return NotFound("The image has no such file.")


def parse_range(range_header: str, size_bytes: int) -> ByteRange | None:
    """Parses a Range header with one range (RFC 9110). Returns None for another unit, several ranges or
    invalid syntax: then the whole file is sent."""
    found = _RANGE.fullmatch(range_header)
    if found is None:
        return None
    first, last = found.groups()
    if not first:
        return ByteRange(max(0, size_bytes - int(last)), size_bytes) if last else None
    if last and int(last) < int(first):
        return None
    return ByteRange(int(first), min(int(last) + 1, size_bytes) if last else size_bytes)


def _cache_control(url: VerifiedUrl, at: Moment) -> Header:
    """Returns the Cache-Control header. The content of an address never changes, and caches must drop it when
    the address expires."""
    seconds = (url.expires_seconds * MICROSECONDS - at) // MICROSECONDS
    return b"cache-control", f"public, max-age={seconds}, immutable".encode()


def _requested_part(request: Request, etag: str, size_bytes: int) -> ByteRange | None:
    """Returns the range that a GET asks for. If-Range limits it to clients that have a part of the same
    file."""
    range_header = request.header(b"range")
    if range_header is None or request.header(b"if-range") not in (None, etag):
        return None
    return parse_range(range_header, size_bytes)
