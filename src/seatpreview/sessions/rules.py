"""Sessions: what one may be made for, and how long it lives. Pure."""

from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.caller import SessionClaims
from seatpreview.clock import MICROSECONDS, Moment
from seatpreview.keys.cached import CachedKey
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.problems import Fault, OriginNotAllowed, ValidationFailed
from seatpreview.sessions.model import SECONDS_MAX, CreateSessionRequest
from seatpreview.venues.venue_access import UsableVenue


def bound_origin(body: CreateSessionRequest, page: str | None, key: CachedKey | None) -> str | None:
    """A page's session is the page's own. A server says for which of the key's origins it makes one."""
    wanted = None if body.origin is UNSET else str(body.origin)
    if wanted is not None and "*" in wanted:
        raise ValidationFailed.of(Fault(pointer="/origin", detail="must be one origin, without a wildcard"))
    if page is not None:
        if wanted not in (None, page):
            raise ValidationFailed.of(
                Fault(pointer="/origin", detail="must be the page's own origin; leave it out")
            )
        return page
    is_restricted = key is not None and key.is_restricted_by_origin
    if wanted is not None and key is not None and is_restricted and not key.origins.admits(wanted):
        raise OriginNotAllowed("The key does not allow this origin. Add it to the key's allowedOrigins.")
    return wanted


def check_configuration(configuration: str | None, layout: CompiledLayout) -> None:
    if configuration is not None and configuration not in layout.configurations:
        known = ", ".join(f"'{name}'" for name in layout.configurations) or "none"
        raise ValidationFailed.of(
            Fault(pointer="/configuration", detail=f"is not one of the venue's; it has {known}")
        )


def seats_of(labels: tuple[str, ...], known: UsableVenue) -> tuple[str, ...]:
    """The keys of the seats that the labels name. A label that names no one seat is refused."""
    keys: dict[str, None] = {}
    faults: list[Fault] = []
    for position, label in enumerate(labels):
        found = known.resolve(label)
        if found.status != "matched" or found.level != "seat" or found.seat is None:
            faults.append(
                Fault(pointer=f"/seats/{position}", detail="names no seat of the venue for certain")
            )
        else:
            keys[found.seat.key] = None
    if faults:
        raise ValidationFailed.of(*faults)
    return tuple(keys)


def expiry(created_at: Moment, at: Moment, ttl_seconds: int) -> Moment:
    """So many seconds from now, and never more than a day after it was made, however often it is renewed."""
    return min(Moment(at + ttl_seconds * MICROSECONDS), last_moment(created_at))


def last_moment(created_at: Moment) -> Moment:
    """When the last token that a session can have runs out."""
    return Moment(created_at + SECONDS_MAX * MICROSECONDS)


def renewed(claims: SessionClaims, at: Moment, ttl_seconds: int) -> SessionClaims:
    """A renewal never shortens it."""
    longer = expiry(claims.created_at, at, ttl_seconds)
    return replace(claims, expires_at=max(claims.expires_at, longer))
