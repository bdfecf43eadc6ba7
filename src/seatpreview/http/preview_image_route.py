"""Serves preview images under signed links, by GET and HEAD. They need no key, and any page may show them."""

from collections.abc import Awaitable, Callable
from functools import partial

from seatpreview.http.app_dependencies import AppDependencies
from seatpreview.http.request import Request
from seatpreview.http.request_client import RequestClient
from seatpreview.http.responses import Header, Response, content_response
from seatpreview.preview_images.links import ImageLinkClaims, verify_link
from seatpreview.preview_images.operations import check_link, get_linked_image
from seatpreview.values.caller import Caller
from seatpreview.values.clock import MICROSECONDS, Moment

CACHED_SECONDS_MAX = 3600
"""How long a cache may keep the image of a link. It may show the image that long after the link was ended."""

_COMMON_HEADERS: tuple[Header, ...] = (
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, X-Request-Id"),
    (b"cross-origin-resource-policy", b"cross-origin"),
    # If somebody opens the link as a page, nothing in it runs.
    (b"content-security-policy", b"default-src 'none'; sandbox"),
)


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
        seconds_max = min(CACHED_SECONDS_MAX, content.cached_seconds_max or CACHED_SECONDS_MAX)
        headers = (*_COMMON_HEADERS, _cache_control(claims.expires_seconds, at, seconds_max))
        return await content_response(request, content, headers)

    return serve


def _cache_control(expires_seconds: int, at: Moment, seconds_max: int) -> Header:
    left_seconds = (expires_seconds * MICROSECONDS - at) // MICROSECONDS
    return b"cache-control", f"public, max-age={min(seconds_max, left_seconds)}".encode()
