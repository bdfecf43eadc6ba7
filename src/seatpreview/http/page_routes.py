"""Pages outside the table of operations: health, the reference, images, and those for people."""

from collections.abc import Awaitable, Callable
from functools import cache, partial

from seatpreview.api.table import BASE_PATH
from seatpreview.http.image_route import image as image_of
from seatpreview.http.request import Exchange
from seatpreview.http.responses import Answer
from seatpreview.http.running_service import House
from seatpreview.http.static_files import ASSETS, CONSOLE, EMBED, VIEWER, Site
from seatpreview.imagery.urls import BASE_PATH as IMAGES
from seatpreview.json_encoding import encode
from seatpreview.reference.openapi import document
from seatpreview.reference.page import STYLE_HASH, page

Page = Callable[[Exchange], Awaitable[Answer]]

_POLICY = (
    f"default-src 'none'; style-src '{STYLE_HASH}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def pages_of(house: House, site: Site) -> dict[str, Page]:
    openapi = cache(partial(document, house.settings.address + BASE_PATH))

    async def readyz(exchange: Exchange) -> Answer:
        """Fails while the proof does: a worker that cannot prove its records current answers nobody."""
        await house.records.prove()
        return _plain(exchange, b"ready\n")

    async def healthz(exchange: Exchange) -> Answer:
        return _plain(exchange, b"alive\n")

    return {
        CONSOLE: site.console,
        EMBED: site.embed,
        "/healthz": healthz,
        "/readyz": readyz,
        "/docs": _fixed(b"text/html; charset=utf-8", lambda: page(openapi()).encode()),
        f"{BASE_PATH}/openapi.json": _fixed(b"application/json", lambda: encode(openapi())),
    }


def folders_of(house: House, site: Site) -> dict[str, Page]:
    """Pages below a path, by its first segment."""

    async def viewer(exchange: Exchange) -> Answer:
        return await site.viewer(exchange, house.records)

    async def image(exchange: Exchange) -> Answer:
        """Asks no database: an address says all that there is to check."""
        return await image_of(exchange, house.means.signing, house.means.objects, house.clock.now())

    return {VIEWER: viewer, ASSETS: site.asset, IMAGES: image}


def _plain(exchange: Exchange, body: bytes) -> Answer:
    return Answer(
        200, [(b"content-type", b"text/plain"), (b"cache-control", b"no-store"), _request_id(exchange)], body
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

    async def answer(exchange: Exchange) -> Answer:
        return Answer(200, [*headers, _request_id(exchange)], body())

    return answer


def _request_id(exchange: Exchange) -> tuple[bytes, bytes]:
    return (b"x-request-id", exchange.request_id.encode())
