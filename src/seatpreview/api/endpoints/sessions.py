"""Operations on sessions."""

from typing import Any

from seatpreview.api import examples
from seatpreview.api.command import Command
from seatpreview.api.operation import SESSIONS, Operation
from seatpreview.problems import NotFound, OriginNotAllowed, VenueNotAllowed
from seatpreview.sessions import operations as sessions
from seatpreview.sessions.model import CreateSessionRequest, IssuedSession, RenewSessionRequest, Session
from seatpreview.values.caller import Needs
from seatpreview.values.ids import SessionId

_SESSION: dict[str, Any] = {
    "sessionId": "ses_3HcV9kQm2WxZ7tBn4RpL0d6Gy8JsKf1UvPq5TzXa",
    "venueId": examples.ARENA["venueId"],
    "seats": [examples.SEAT["key"]],
    "configuration": None,
    "locale": "en",
    "origin": "https://shop.example",
    "cta": {"url": "https://shop.example/basket?seat={seat}", "label": "Buy this seat"},
    "events": "on",
    "purpose": "buyer",
    "draft": False,
    "createdAt": "2026-11-15T09:00:00Z",
    "expiresAt": "2026-11-15T10:00:00Z",
}
_VIEWER_URL = f"https://seats.example/viewer/{examples.KEY['keyId']}#st_..."
_ISSUED = _SESSION | {
    "token": "st_...",
    "viewerUrl": _VIEWER_URL,
    "embedHtml": f'<iframe src="{_VIEWER_URL}" title="View from the seat"></iframe>',
}

SESSION_ROWS: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/sessions",
        operation_id="createSession",
        group=SESSIONS,
        summary="Make a session for a venue",
        description=(
            "A session is for one venue, and if `seats` are given, for those seats only: at most 50, also "
            "where a label names several. A session that a page creates (with a keyless key, or a keyId and "
            "an Origin) is bound to the page's Origin; one that a server creates is bound to `origin`, if "
            "that is given. `cta` is a button of the viewer that leads to the shop; a page without a secret "
            "may lead it to the key's `allowedOrigins` only (403 otherwise). It ends when it "
            "expires or is deleted, and together with its key and its grant."
        ),
        needs=Needs.ANY_KEY,
        handler=sessions.create_session,
        makes_session=True,
        body=CreateSessionRequest,
        heeds_privacy_control=True,
        takes_idempotency_key=True,
        status=201,
        result=IssuedSession,
        location=lambda session: f"/sessions/{session.session_id}",
        problems=(OriginNotAllowed, VenueNotAllowed, NotFound),
        body_example={"venue": examples.VENUE_ALIAS, "seats": [examples.LABEL]},
        result_example=_ISSUED,
    ),
    Operation(
        method="GET",
        path="/sessions/{sessionId}",
        operation_id="getSession",
        group=SESSIONS,
        summary="Read a session",
        needs=Needs.OWN_SESSION,
        handler=sessions.get_session,
        path_types={"sessionId": SessionId},
        result=Session,
        problems=(NotFound,),
        result_example=_SESSION,
    ),
    Operation(
        method="POST",
        path="/sessions/{sessionId}/renew",
        operation_id="renewSession",
        group=SESSIONS,
        summary="Renew a session",
        description=(
            "Returns a new token with a later expiry; the old one is valid until it expires. However often "
            "it is renewed, a session lives for a day at most."
        ),
        needs=Needs.OWN_SESSION,
        handler=sessions.renew_session,
        path_types={"sessionId": SessionId},
        body=RenewSessionRequest,
        body_is_optional=True,
        result=IssuedSession,
        problems=(NotFound,),
        body_example={"ttlSeconds": 3600},
        result_example=_ISSUED,
    ),
    Operation(
        method="DELETE",
        path="/sessions/{sessionId}",
        operation_id="endSession",
        group=SESSIONS,
        summary="End a session",
        description=(
            "Ends the session at once, on every worker and for all of its tokens. Its own token may do so, "
            "and a secret key of the tenant that it acts for: after a leak, for example. A key that is "
            "restricted to venues ends sessions of these venues only, admin scope ends any. Ending an ended "
            "session with a key does nothing, and the response is 204 again. What a token ends is not in the "
            "audit log, and bounded by a rate."
        ),
        visitors_write=True,
        needs=Needs.OWN_SESSION_OR_SECRET_KEY,
        handler=sessions.end_session,
        ends_access=True,
        path_types={"sessionId": SessionId},
        status=204,
        problems=(VenueNotAllowed, NotFound),
        command=Command(
            name="sessions end",
            help="End a session at once, on every worker and for all of its tokens.",
            done="Ended {sessionId}.",
        ),
    ),
)
