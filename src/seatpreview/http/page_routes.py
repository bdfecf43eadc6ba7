"""Routes outside the table of operations: health checks, the reference, images, and static pages."""

from collections.abc import Awaitable, Callable
from functools import cache, partial

from seatpreview.api.table import BASE_PATH
from seatpreview.http.image_route import serve_image
from seatpreview.http.preview_image_route import preview_image_route
from seatpreview.http.request import Request
from seatpreview.http.responses import Response
from seatpreview.http.running_service import Service
from seatpreview.http.static_files import ASSETS, CONSOLE, EMBED, EMBED_TYPES, VIEWER, StaticFiles
from seatpreview.imagery.urls import BASE_PATH as IMAGES
from seatpreview.json_encoding import encode
from seatpreview.preview_images.links import BASE_PATH as PREVIEW_IMAGES
from seatpreview.reference.openapi import document
from seatpreview.reference.page import STYLE_HASH, page

Page = Callable[[Request], Awaitable[Response]]

_POLICY = (
    f"default-src 'none'; style-src '{STYLE_HASH}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def exact_routes(service: Service, static_files: StaticFiles) -> dict[str, Page]:
    """Returns the routes that match a whole path."""
    openapi = cache(partial(document, service.settings.address + BASE_PATH))

    async def readyz(request: Request) -> Response:
        """Fails while the freshness check fails, since the worker serves no request then."""
        await service.resources.records.check_and_get_time()
        return _plain(request, b"ready\n")

    async def healthz(request: Request) -> Response:
        return _plain(request, b"alive\n")

    return {
        CONSOLE: static_files.console,
        EMBED: static_files.embed,
        EMBED_TYPES: static_files.embed,
        "/healthz": healthz,
        "/readyz": readyz,
        "/docs": _static_page(b"text/html; charset=utf-8", lambda: page(openapi()).encode()),
        f"{BASE_PATH}/openapi.json": _static_page(b"application/json", lambda: encode(openapi())),
    }


def prefix_routes(service: Service, static_files: StaticFiles) -> dict[str, Page]:
    """Returns the routes that match all paths below a first segment."""

    async def viewer(request: Request) -> Response:
        return await static_files.viewer(request, service.resources.records)

    async def image(request: Request) -> Response:
        """Uses no database: the signed address has everything that is checked."""
        return await serve_image(
            request, service.resources.signing, service.resources.objects, service.clock.now()
        )

    return {
        VIEWER: viewer,
        ASSETS: static_files.asset,
        IMAGES: image,
        PREVIEW_IMAGES: preview_image_route(service.guard, service.resources),
    }


def _plain(request: Request, body: bytes) -> Response:
    return Response(
        200, [(b"content-type", b"text/plain"), (b"cache-control", b"no-store"), _request_id(request)], body
    )


def _static_page(content_type: bytes, make: Callable[[], bytes]) -> Page:
    """Returns a route to a page that is the same for everybody and is built at its first request. The page
    runs no script and loads nothing from other hosts."""
    body = cache(make)
    headers = [
        (b"content-type", content_type),
        (b"cache-control", b"public, max-age=300"),
        (b"access-control-allow-origin", b"*"),
        (b"content-security-policy", _POLICY.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
    ]

    async def response(request: Request) -> Response:
        return Response(200, [*headers, _request_id(request)], body())

    return response


def _request_id(request: Request) -> tuple[bytes, bytes]:
    return (b"x-request-id", request.request_id.encode())
