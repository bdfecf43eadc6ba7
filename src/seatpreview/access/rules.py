"""Rules of the guard: which callers an operation takes, and from which origins. Pure."""

from seatpreview.keys.cached_key import CachedKey
from seatpreview.problems import KeyKindNotAllowed, OriginNotAllowed, ScopeInsufficient
from seatpreview.values.caller import Caller, Needs, SessionClaims

OPAQUE_ORIGIN = "null"
"""The Origin header that browsers send from a frame that is sandboxed without `allow-same-origin`."""


def check_kind_and_scope(caller: Caller, needs: Needs) -> None:
    """Raises a 403 if the kind of key, or its scope, does not allow the operation."""
    is_session = caller.kind == "session"
    if needs is Needs.ANY_KEY and not is_session:
        return
    if needs is Needs.OWN_SESSION:
        if not is_session:
            raise KeyKindNotAllowed("This needs the session's own token: 'Authorization: Bearer st_...'.")
        return
    if needs is Needs.OWN_SESSION_OR_SECRET_KEY and is_session:
        return
    if needs is Needs.ANY_KEY:
        raise KeyKindNotAllowed("A session makes no sessions. Renew it, or make one with a key.")
    if caller.kind != "secret":
        raise KeyKindNotAllowed("This needs a secret key, presented as 'Authorization: Bearer sk_live_...'.")
    if needs is Needs.ADMIN_SCOPE and not caller.is_admin:
        raise ScopeInsufficient("This needs a key of admin scope.")


def origin_is_allowed(key: CachedKey, session: SessionClaims | None, origin: str) -> bool:
    """A key without a list of origins is not restricted by origin. A session that is bound to an origin may
    be used from no other. A staff session that is bound to none may be used from a sandboxed frame: the
    console shows the viewer in one, so that the viewer cannot reach the console's key (decision 0094)."""
    if session is not None and session.origin is not None and session.origin != origin:
        return False
    if origin == OPAQUE_ORIGIN and session is not None and session.purpose == "staff":
        return True
    return not key.is_restricted_by_origin or key.origins.admits(origin)


def origin_refusal(is_session: bool) -> OriginNotAllowed:
    """Returns the problem of a request from an origin that is not allowed."""
    if is_session:
        return OriginNotAllowed("The session was made for another origin. Make one for this page.")
    return OriginNotAllowed("The key does not allow this origin. Add it to the key's allowedOrigins.")
