"""The API operations on sessions."""

from html import escape
from urllib.parse import quote

from msgspec import UNSET
from msgspec.structs import asdict

from seatpreview.context import Context
from seatpreview.keys.store import KEYS, cache_name_by_id
from seatpreview.problems import KeyKindNotAllowed, NotFound
from seatpreview.sessions import rules, store, tokens
from seatpreview.sessions.model import CreateSessionRequest, IssuedSession, RenewSessionRequest, Session
from seatpreview.sessions.tokens import new_session_id
from seatpreview.values.caller import SessionClaims
from seatpreview.values.ids import SessionId
from seatpreview.venues.venue_access import usable_venue


async def create_session(context: Context, body: CreateSessionRequest) -> IssuedSession:
    """Issues a session. It is not stored: the signed token is all there is. A repeat gets the same session,
    unless that has expired."""
    first = context.first_request
    created_at = context.at if first is None else first.at
    key_id = context.caller.key_id
    if key_id is None:
        raise KeyKindNotAllowed("A session is made with a key, and ends with that key.")
    rules.check_purpose(body.purpose, context.caller)
    key = await context.resources.records.load(KEYS, cache_name_by_id(key_id))
    origin = rules.bound_origin(body, context.origin, key)
    cta = rules.call_to_action(body, context.caller, key)
    usable = await usable_venue(context, body.venue, body.draft)
    venue = usable.venue
    configuration = None if body.configuration is UNSET else str(body.configuration)
    rules.check_configuration(configuration, venue.layout)
    tenant_id = context.caller.tenant_id or venue.owner
    resolved = map(usable.resolve, body.seats)
    takes_long = usable.takes_long(body.seats)
    seats = rules.seats_of(await context.collect_in_thread(resolved) if takes_long else resolved)
    claims = SessionClaims(
        session_id=(
            new_session_id(context.resources.signing, tenant_id, venue.venue_id)
            if first is None
            else SessionId(first.record_id)
        ),
        key_id=key_id,
        tenant_id=tenant_id,
        venue_id=venue.venue_id,
        seats=seats,
        configuration=configuration,
        locale=None if body.locale is UNSET else str(body.locale),
        origin=origin,
        created_at=created_at,
        expires_at=rules.expiry(created_at, created_at, body.ttl_seconds),
        cta=cta,
        events="off" if context.refuses_tracking else body.events,
        purpose=body.purpose if venue.draft is None else "staff",
        draft_id=None if venue.draft is None else venue.draft.draft_id,
    )
    issued = _issue(context, claims)
    rules.check_token_length(issued.token, claims)
    await context.remember_alone(claims.session_id, claims.expires_at)
    return issued


async def get_session(context: Context, session_id: SessionId) -> Session:
    """Returns the session of the token that the request presents."""
    return Session.of(_own_claims(context, session_id))


async def renew_session(context: Context, session_id: SessionId, body: RenewSessionRequest) -> IssuedSession:
    """Issues a new token for the session. The old token is valid until it expires; ending the session ends
    both."""
    return _issue(context, rules.renew(_own_claims(context, session_id), context.at, body.ttl_seconds))


async def end_session(context: Context, session_id: SessionId) -> None:
    """Ends the session at once, on every worker and for all of its tokens. Both its own token and a secret
    key of its tenant may do so."""
    if context.caller.session is None:
        rules.check_may_end(context.caller, context.resources.signing, session_id)
        # Its creation time is not known, but it was before now.
        created_at = context.at
    else:
        created_at = _own_claims(context, session_id).created_at
    caller = context.caller
    await context.write_even_if_full(
        store.end, session_id, caller.tenant_id, rules.last_expiry(created_at), caller.is_visitor
    )


def _own_claims(context: Context, session_id: SessionId) -> SessionClaims:
    """Returns the claims of the token's own session. Another session and one that does not exist both give
    404."""
    claims = context.caller.session
    if claims is None or claims.session_id != session_id:
        raise NotFound(
            "The token belongs to another session. Use the sessionId that was returned with the token."
        )
    return claims


def _issue(context: Context, claims: SessionClaims) -> IssuedSession:
    token = tokens.encode_token(context.resources.signing, claims)
    # The viewer cannot read the token, and loads texts and preview before it knows the session. Shops append
    # a `seat` of their own, so that of the session has another name.
    language = "" if claims.locale is None else f"&locale={claims.locale}"
    seat = f"&firstSeat={quote(claims.seats[0], safe='')}" if claims.seats else ""
    viewer_url = f"{context.resources.address}/viewer/{claims.key_id}#{token}{language}{seat}"
    return IssuedSession(
        **asdict(Session.of(claims)), token=token, viewer_url=viewer_url, embed_html=_embed_html(viewer_url)
    )


def _embed_html(viewer_url: str) -> str:
    """Returns the iframe. The token is in the fragment, after the '#', which browsers never send to a
    server."""
    return (
        f'<iframe src="{escape(viewer_url)}" title="View from the seat" width="100%" height="480" '
        'allow="gyroscope; accelerometer; fullscreen; clipboard-write; web-share; xr-spatial-tracking" '
        'referrerpolicy="no-referrer" loading="lazy"></iframe>'
    )
