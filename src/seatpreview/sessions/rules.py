"""Rules about sessions: what one may be restricted to, and how long it lives. Pure."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from seatpreview.decoding.body_scanner import TOKEN_CHARACTERS_MAX
from seatpreview.keys.cached_key import CachedKey
from seatpreview.labels.model import Resolution, matched_keys
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import (
    Fault,
    KeyKindNotAllowed,
    NotFound,
    OriginNotAllowed,
    ValidationFailed,
    VenueNotAllowed,
)
from seatpreview.sessions.model import SEATS_MAX, SECONDS_MAX, CreateSessionRequest
from seatpreview.sessions.tokens import VerifiedSessionId
from seatpreview.signing import Signing
from seatpreview.values.caller import Caller, CallToActionClaim, Purpose, SessionClaims
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import SessionId


def bound_origin(body: CreateSessionRequest, page: str | None, key: CachedKey | None) -> str | None:
    """Returns the origin that a new session is bound to. A session that a page creates is bound to the page's
    origin; a server may name one of the origins that the key allows."""
    requested = None if body.origin is UNSET else str(body.origin)
    if requested is not None and "*" in requested:
        raise ValidationFailed.of(Fault(pointer="/origin", detail="must be one origin, without a wildcard"))
    if page is not None:
        if requested not in (None, page):
            raise ValidationFailed.of(
                Fault(pointer="/origin", detail="must be the page's own origin; leave it out")
            )
        return page
    is_restricted = key is not None and key.is_restricted_by_origin
    if requested is not None and key is not None and is_restricted and not key.origins.admits(requested):
        raise OriginNotAllowed("The key does not allow this origin. Add it to the key's allowedOrigins.")
    return requested


def call_to_action(
    body: CreateSessionRequest, caller: Caller, key: CachedKey | None
) -> CallToActionClaim | None:
    """Returns the button of a new session. A caller with a secret may choose any address. A page without one
    is limited to the origins of its key, so that it cannot show a foreign shop's button beside a venue's
    view."""
    if isinstance(body.cta, UnsetType):
        return None
    url, label = body.cta.url, body.cta.label
    if caller.kind != "secret" and (key is None or not key.origins.admits(url.origin)):
        raise OriginNotAllowed(
            f"/cta/url leads to {url.origin}, which the key does not allow. Add {url.origin} to the key's "
            "allowedOrigins, or make the session on a server, with a secret.",
            errors=(
                Fault(pointer="/cta/url", detail=f"leads to {url.origin}, which the key does not allow"),
            ),
        )
    return CallToActionClaim(None if label is None else str(label), str(url))


def check_purpose(purpose: Purpose, caller: Caller) -> None:
    """Refuses to create a staff session without a secret. Otherwise a page's visitors could hide their
    actions from the reports, or fill the list of staff actions."""
    if purpose == "staff" and caller.kind not in ("secret", "operator"):
        raise KeyKindNotAllowed(
            "Only a secret key can create a session with the purpose staff. Leave purpose out for a buyer's "
            "session."
        )


def check_viewer_key(claims: SessionClaims | None, viewer_key: str | None) -> None:
    """Refuses the token of another key than the one in the viewer's path. The key in the path decides which
    pages may frame the viewer. Otherwise a page could use its own key to show a session whose key does not
    allow that. Callers without a session, or outside the viewer, name no such key."""
    if claims is not None and viewer_key is not None and viewer_key != claims.key_id:
        raise OriginNotAllowed(
            "The session belongs to a different key than the one in the viewer's address, and that key "
            "decides which pages may show it. Open viewerUrl exactly as it was returned."
        )


def check_may_end(caller: Caller, signing: Signing, session_id: SessionId) -> None:
    """Refuses a secret key that may not end the session: a key of another tenant, as if there were no such
    session, or a key that is restricted to other venues. Admin scope may end every session."""
    verified = VerifiedSessionId.of(signing, session_id)
    tenant_id = caller.tenant_id
    if verified is None or (tenant_id is not None and not verified.is_of_tenant(signing, tenant_id)):
        raise NotFound("There is no session with this sessionId among those that your tenant made.")
    if caller.venues is not None and not verified.is_at_one_of(signing, caller.venues):
        raise VenueNotAllowed("Your key is restricted to some venues, and the session is for another one.")


def check_configuration(configuration: str | None, layout: CompiledLayout) -> None:
    """Refuses a configuration that the layout does not have. `none` is the bare hall."""
    if configuration is not None and not layout.knows_configuration(configuration):
        existing = ", ".join(f"'{name}'" for name in layout.configurations) or "none"
        raise ValidationFailed.of(
            Fault(pointer="/configuration", detail=f"is not one of the venue's; it has {existing}")
        )


def seats_of(resolutions: Iterable[Resolution]) -> tuple[str, ...]:
    """Returns the keys of the seats that the labels of a request name, each once. A label may name several
    seats. One that names no seat is refused, and so are more seats than a session may have."""
    keys: dict[str, None] = {}
    faults: list[Fault] = []
    for position, found in enumerate(resolutions):
        if found.status != "matched" or found.level != "seat" or found.seat is None:
            faults.append(
                Fault(pointer=f"/seats/{position}", detail="does not name a seat of the venue with certainty")
            )
        else:
            keys.update(dict.fromkeys(matched_keys(found)))
    if faults:
        raise ValidationFailed.of(*faults)
    if len(keys) > SEATS_MAX:
        detail = f"name {len(keys)} seats in all, and a session is for at most {SEATS_MAX}"
        raise ValidationFailed.of(Fault(pointer="/seats", detail=detail))
    return tuple(keys)


def check_token_length(token: str, claims: SessionClaims) -> None:
    """Refuses a session whose token is too long for a beacon: its page could not report events when it is
    closed. The fault names what makes the token long: the seats, or the address of the button."""
    if len(token) <= TOKEN_CHARACTERS_MAX:
        return
    too_long = f"that the token would have {len(token)} characters, and it may have {TOKEN_CHARACTERS_MAX}"
    faults = []
    if claims.seats:
        detail = f"have such long keys {too_long}; name fewer seats, or none for all of them"
        faults.append(Fault(pointer="/seats", detail=detail))
    if claims.cta is not None:
        faults.append(Fault(pointer="/cta/url", detail=f"is so long {too_long}; write a shorter address"))
    raise ValidationFailed.of(*faults)


def expiry(created_at: Moment, at: Moment, ttl_seconds: int) -> Moment:
    """Returns when a token expires: after `ttl_seconds`, but at most a day after the session was created,
    however often it is renewed."""
    return min(Moment(at + ttl_seconds * MICROSECONDS), last_expiry(created_at))


def last_expiry(created_at: Moment) -> Moment:
    """Returns the latest time at which any token of the session can expire."""
    return Moment(created_at + SECONDS_MAX * MICROSECONDS)


def renew(claims: SessionClaims, at: Moment, ttl_seconds: int) -> SessionClaims:
    """Returns the claims with a later expiry. A renewal never shortens a session."""
    longer = expiry(claims.created_at, at, ttl_seconds)
    return replace(claims, expires_at=max(claims.expires_at, longer))
