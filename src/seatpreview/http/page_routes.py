"""Pages outside the table of operations: health, the reference, images, and those for people."""

from collections.abc import Awaitable, Callable
from functools import cache, partial

from seatpreview.api.table import BASE_PATH
from seatpreview.http.image_route import image as image_of
from seatpreview.http.request import Request
from seatpreview.http.responses import Response
from seatpreview.http.running_service import Service
from seatpreview.http.static_files import ASSETS, CONSOLE, EMBED, VIEWER, Site
from seatpreview.imagery.urls import BASE_PATH as IMAGES
from seatpreview.json_encoding import encode
from seatpreview.reference.openapi import document
from seatpreview.reference.page import STYLE_HASH, page

Page = Callable[[Request], Awaitable[Response]]

_POLICY = (
    f"default-src 'none'; style-src '{STYLE_HASH}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def pages_of(service: Service, site: Site) -> dict[str, Page]:
    openapi = cache(partial(document, service.settings.address + BASE_PATH))

    async def readyz(request: Request) -> Response:
        """Fails while the proof does: a worker that cannot prove its records current answers nobody."""
        await service.records.check_and_get_time()
        return _plain(request, b"ready\n")

    async def healthz(request: Request) -> Response:
        return _plain(request, b"alive\n")

    return {
        CONSOLE: site.console,
        EMBED: site.embed,
        "/healthz": healthz,
        "/readyz": readyz,
        "/docs": _fixed(b"text/html; charset=utf-8", lambda: page(openapi()).encode()),
        f"{BASE_PATH}/openapi.json": _fixed(b"application/json", lambda: encode(openapi())),
    }


def folders_of(service: Service, site: Site) -> dict[str, Page]:
    """Pages below a path, by its first segment."""

    async def viewer(request: Request) -> Response:
        return await site.viewer(request, service.records)

    async def image(request: Request) -> Response:
        """Asks no database: an address says all that there is to check."""
        return await image_of(
            request, service.resources.signing, service.resources.objects, service.clock.now()
        )

    return {VIEWER: viewer, ASSETS: site.asset, IMAGES: image}


def _plain(request: Request, body: bytes) -> Response:
    return Response(
        200, [(b"content-type", b"text/plain"), (b"cache-control", b"no-store"), _request_id(request)], body
    )


def _fixed(content_type: bytes, make: Callable[[], bytes]) -> Page:
    """A page that is the same for everybody, made when it is first asked for. It runs no script and loads
    nothing from elsewhere."""
    body = cache(make)
    headers = [
        (b"content-type", content_type),
        (b"cache-control", b"public, max-age=300"),
        (b"access-control-allow-origin", b"*"),
        (b"content-security-policy", _POLICY.encode()),
        (b"x-content-type-options", b"nosniff"),
    ]

    async def response(request: Request) -> Response:
        return Response(200, [*headers, _request_id(request)], body())

    return response


def _request_id(request: Request) -> tuple[bytes, bytes]:
    return (b"x-request-id", request.request_id.encode())
