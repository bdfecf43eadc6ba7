"""The live view of the landing page: a session for the demo's seat, made by the service itself."""

from urllib.parse import urlencode

import msgspec

from seatpreview.access.guard import Guard
from seatpreview.context import Context, Resources
from seatpreview.decoding.inputs import decode
from seatpreview.http.request import Request
from seatpreview.http.responses import Response
from seatpreview.keys.cached_key import CachedKey
from seatpreview.keys.store import KEYS, cache_name_by_origin
from seatpreview.problems import Problem
from seatpreview.results.json_encoding import encode
from seatpreview.sessions.model import CreateSessionRequest
from seatpreview.sessions.operations import create_session
from seatpreview.values.clock import Moment
from seatpreview.values.demo_names import CONFIGURATION, PAGE_PORTS, SEAT_LABEL, VENUE_ALIAS, page_origins

SESSION_SECONDS = 3600


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
    body = {"venue": VENUE_ALIAS, "configuration": CONFIGURATION, "ttlSeconds": SESSION_SECONDS}
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
