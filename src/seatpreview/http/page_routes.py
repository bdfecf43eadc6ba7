"""Routes outside the table of operations: health checks, the reference, images, and static pages."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from seatpreview.api.table import BASE_PATH
from seatpreview.caching.single_flight import SingleFlight
from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.http.content_encoding import Coding, compress, preferred_coding
from seatpreview.http.demo_view import demo_view
from seatpreview.http.guide_pages import GUIDE, GuidePages, redirect_to_guide
from seatpreview.http.image_route import serve_image
from seatpreview.http.preview_image_route import preview_image_route
from seatpreview.http.request import Request
from seatpreview.http.responses import Header, Response
from seatpreview.http.static_files import (
    ASSETS,
    CONSOLE,
    EMBED,
    EMBED_TYPES,
    FAVICON,
    LANDING,
    NOTICES,
    REFERENCE,
    REFERENCE_PAGES,
    VIEWER,
    StaticFiles,
)
from seatpreview.imagery.signed_urls import BASE_PATH as IMAGES
from seatpreview.preview_images.links import BASE_PATH as PREVIEW_IMAGES
from seatpreview.results.json_encoding import encode

Page = Callable[[Request], Awaitable[Response]]

CheckIsReady = Callable[[], Awaitable[None]]
"""Raises Unavailable where the worker cannot serve."""
OpenApiDocument = Callable[[str], Any]
"""Makes the OpenAPI document of the API at a base address."""

DEMO_VIEW = "/demo-view"


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
