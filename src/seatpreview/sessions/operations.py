"""What the API offers on sessions."""

from html import escape

from msgspec import UNSET
from msgspec.structs import asdict

from seatpreview.caller import SessionClaims
from seatpreview.context import Context
from seatpreview.ids import SessionId
from seatpreview.keys.store import KEYS, by_id
from seatpreview.problems import KeyKindNotAllowed, NotFound
from seatpreview.sessions import rules, store, tokens
from seatpreview.sessions.model import (
    CreateSessionRequest,
    IssuedSession,
    RenewSessionRequest,
    Session,
)
from seatpreview.venues.venue_access import usable_venue


async def create_session(context: Context, body: CreateSessionRequest) -> IssuedSession:
    key_id = context.caller.key_id
    if key_id is None:
        raise KeyKindNotAllowed("A session is made with a key, with which it ends.")
    key = await context.resources.records.load(KEYS, by_id(key_id))
    origin = rules.bound_origin(body, context.origin, key)
    known = await usable_venue(context, body.venue)
    venue = known.venue
    configuration = None if body.configuration is UNSET else str(body.configuration)
    rules.check_configuration(configuration, venue.layout)
    claims = SessionClaims(
        session_id=SessionId.new(),
        key_id=key_id,
        tenant_id=context.caller.tenant_id or venue.owner,
        venue_id=venue.venue_id,
        seats=rules.seats_of(body.seats, known),
        configuration=configuration,
        locale=None if body.locale is UNSET else body.locale,
        origin=origin,
        created_at=context.at,
        expires_at=rules.expiry(context.at, context.at, body.ttl_seconds),
    )
    return _issued(context, claims)


async def get_session(context: Context, session_id: SessionId) -> Session:
    return Session.of(_own(context, session_id))


async def renew_session(context: Context, session_id: SessionId, body: RenewSessionRequest) -> IssuedSession:
    """A new token. The old one is good until its own time, and both end together."""
    return _issued(context, rules.renewed(_own(context, session_id), context.at, body.ttl_seconds))


async def end_session(context: Context, session_id: SessionId) -> None:
    """At once, on every worker, whichever of its tokens is presented."""
    claims = _own(context, session_id)
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        await store.end(transaction, claims, rules.last_moment(claims.created_at))


def _own(context: Context, session_id: SessionId) -> SessionClaims:
    """A foreign session and one that does not exist look alike."""
    claims = context.caller.session
    if claims is None or claims.session_id != session_id:
        raise NotFound("This is not the session of the token. Use the sessionId that came with it.")
    return claims


def _issued(context: Context, claims: SessionClaims) -> IssuedSession:
    token = tokens.sealed(context.resources.signing, claims)
    viewer_url = f"{context.resources.address}/viewer/{claims.key_id}#{token}"
    return IssuedSession(
        **asdict(Session.of(claims)), token=token, viewer_url=viewer_url, embed_html=_frame(viewer_url)
    )


def _frame(viewer_url: str) -> str:
    """The token stays behind the '#', which browsers send to nobody."""
    return (
        f'<iframe src="{escape(viewer_url)}" title="View from the seat" width="100%" height="480" '
        'allow="gyroscope; accelerometer; fullscreen" referrerpolicy="no-referrer" loading="lazy"></iframe>'
    )
