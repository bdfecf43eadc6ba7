"""What the guard decides without a database: which credential was presented, and what 403 says to whom."""

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from seatpreview.access.allowances import Limits
from seatpreview.access.credentials import (
    NamedKey,
    OriginAlone,
    Secret,
    SessionToken,
    presents_secret,
    read_credential,
)
from seatpreview.access.guard import Guard, Identity, origin_is_allowed
from seatpreview.caching import WorkerCaches
from seatpreview.decoding.inputs import decode
from seatpreview.keys.cached_key import CachedKey, cached_key
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.rules import new_key
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import Decision
from seatpreview.problems import (
    CredentialsMissing,
    KeyInvalid,
    KeyKindNotAllowed,
    OriginNotAllowed,
    Problem,
    ScopeInsufficient,
    ValidationFailed,
)
from seatpreview.values.caller import KEY_GROUPS, Caller, Group, Needs, Purpose, SessionClaims, groups_with
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId

KEY = KeyId("key_aaaaaaaaaaaa")
TENANT = TenantId("ten_aaaaaaaaaaaa")
SHOP, OTHER = "https://shop.example", "https://other.example"
EVERY_GROUP = frozenset(KEY_GROUPS)


@dataclass
class Request:
    """What a request presents."""

    authorization: str | None = None
    key_id: str | None = None
    origin: str | None = None
    viewer_key: str | None = None
    address: str = "192.0.2.1"
    address_decision: Decision | None = None


@pytest.mark.parametrize(
    ("request_", "credential"),
    [
        (Request(), CredentialsMissing),
        (Request(origin=SHOP), OriginAlone(SHOP)),
        (Request(key_id=KEY), KeyInvalid),
        (Request(key_id=KEY, origin=SHOP), NamedKey(KEY, SHOP)),
        (Request(key_id=f"{KEY}, {KEY}", origin=SHOP), KeyInvalid),
        (Request(key_id="nonsense", origin=SHOP), KeyInvalid),
        (Request("Bearer sk_live_x"), Secret("sk_live_x")),
        (Request("bEARER sk_live_x", origin=SHOP), Secret("sk_live_x")),
        (Request("Basic sk_live_x"), KeyInvalid),
        (Request("Bearer sk_live_x, Bearer sk_live_x"), KeyInvalid),
        (Request("Bearer st_x"), SessionToken("st_x")),
        (Request("Bearer st_x, Bearer st_x"), KeyInvalid),
        (Request("Bearer sk_live_x", KEY), ValidationFailed),
        (Request("Bearer sk_live_x", KEY, SHOP), ValidationFailed),
    ],
)
def test_each_combination_of_headers_is_one_credential_or_none(request_: Request, credential: Any) -> None:
    """Attack: headers that contradict each other, in the hope that the weaker one counts."""
    try:
        found: Any = read_credential(request_)
    except Problem as problem:
        found = type(problem)
    assert found == credential
    assert type(found) is type(credential)


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (Request("Bearer sk_live_x, Bearer sk_live_x"), "Send one Authorization header"),
        (Request("Bearer st_x, Bearer st_x"), "Send one Authorization header"),
        (Request(key_id=f"{KEY}, {KEY}", origin=SHOP), "Send one X-Key-Id header"),
        (Request(key_id=KEY), "works from an allowed Origin only"),
        (Request(key_id="nonsense", origin=SHOP), "X-Key-Id must"),
    ],
)
def test_a_credential_that_fails_is_told_why(request_: Request, told: str) -> None:
    with pytest.raises(KeyInvalid, match=told):
        read_credential(request_)


@pytest.mark.parametrize(
    ("authorization", "is_secret"),
    [(None, False), ("Bearer sk_live_x", True), ("nonsense", True), ("Bearer st_x", False)],
)
def test_all_but_a_session_token_shows_a_secret(authorization: str | None, is_secret: bool) -> None:
    """What shows none has to pass the limit of its address first."""
    assert presents_secret(Request(authorization, KEY, SHOP)) is is_secret


CALLERS: dict[str, Caller] = {
    kind: Caller(
        kind=kind.split()[-1],  # type: ignore[arg-type]  # one of the kinds
        key_id=KEY,
        tenant_id=None if kind == "admin secret" else TENANT,
        scope="admin" if kind == "admin secret" else "tenant",
        venues=None,
    )
    for kind in ("admin secret", "secret", "keyless", "origin_only", "session")
}

_NEEDS: dict[Needs, dict[str, type[Problem]]] = {
    Needs.ANY_CALLER: {},
    Needs.ANY_KEY: {"session": KeyKindNotAllowed},
    Needs.OWN_SESSION: dict.fromkeys(("admin secret", "secret", "keyless", "origin_only"), KeyKindNotAllowed),
    Needs.OWN_SESSION_OR_SECRET_KEY: dict.fromkeys(("keyless", "origin_only"), KeyKindNotAllowed),
    Needs.SECRET_KEY: dict.fromkeys(("keyless", "origin_only", "session"), KeyKindNotAllowed),
    Needs.ADMIN_SCOPE: dict.fromkeys(("keyless", "origin_only", "session"), KeyKindNotAllowed)
    | {"secret": ScopeInsufficient},
}


@pytest.mark.parametrize("kind", CALLERS)
@pytest.mark.parametrize("needs", Needs)
def test_403_goes_by_the_origin_then_by_the_kind_then_by_the_scope(needs: Needs, kind: str) -> None:
    assert refusal_of(needs, CALLERS[kind], origin_is_allowed=True) is _NEEDS[needs].get(kind)
    assert refusal_of(needs, CALLERS[kind], origin_is_allowed=False) is OriginNotAllowed


@pytest.mark.parametrize(
    ("needs", "kind", "told"),
    [
        (Needs.ANY_KEY, "session", "A session cannot create sessions"),
        (Needs.OWN_SESSION, "secret", "This needs the session's own token"),
        (Needs.SECRET_KEY, "session", "This needs a secret key"),
        (Needs.OWN_SESSION_OR_SECRET_KEY, "keyless", "This needs a secret key"),
    ],
)
def test_a_kind_that_is_not_allowed_is_told_what_is_needed(needs: Needs, kind: str, told: str) -> None:
    with pytest.raises(KeyKindNotAllowed, match=told):
        guard().check(identity(CALLERS[kind], origin_is_allowed=True), needs, EVERY_GROUP)


@pytest.mark.parametrize("kind", CALLERS)
@pytest.mark.parametrize("needs", Needs)
def test_403_of_the_group_comes_after_the_origin_the_kind_and_the_scope(needs: Needs, kind: str) -> None:
    limited = replace(CALLERS[kind], groups=frozenset(("sessions",)))
    others = frozenset[Group](("seats", "events"))
    assert refusal_of(needs, limited, origin_is_allowed=False, groups=others) is OriginNotAllowed
    expected = _NEEDS[needs].get(kind, ScopeInsufficient)
    assert refusal_of(needs, limited, origin_is_allowed=True, groups=others) is expected
    assert refusal_of(needs, limited, True, frozenset(("sessions",))) is _NEEDS[needs].get(kind)


@pytest.mark.parametrize("needed", KEY_GROUPS)
@pytest.mark.parametrize("own", KEY_GROUPS)
def test_a_limited_key_needs_the_group_and_management_includes_its_read_only_part(
    own: Group, needed: Group
) -> None:
    limited = replace(CALLERS["secret"], groups=frozenset((own,)))
    passes = own == needed or (own, needed) == ("management", "management_read_only")
    refusal = refusal_of(Needs.SECRET_KEY, limited, True, groups_with(needed))
    assert refusal is (None if passes else ScopeInsufficient)


def test_a_key_outside_its_groups_is_told_what_is_needed_and_what_it_has() -> None:
    limited = replace(CALLERS["secret"], groups=frozenset(("events", "sessions")))
    needed = groups_with("management_read_only")
    told = "the group management or management_read_only, and this one has only sessions, events"
    with pytest.raises(ScopeInsufficient, match=told):
        guard().check(identity(limited, origin_is_allowed=True), Needs.SECRET_KEY, needed)


@pytest.mark.parametrize(("kind", "told"), [("secret", "The key does not"), ("session", "The session was")])
def test_a_foreign_origin_is_told_what_does_not_allow_it(kind: str, told: str) -> None:
    with pytest.raises(OriginNotAllowed, match=told):
        guard().check(identity(CALLERS[kind], origin_is_allowed=False), Needs.ANY_CALLER, EVERY_GROUP)


def test_the_key_of_the_viewer_is_compared_after_the_origin_and_before_the_kind() -> None:
    """Attack: the viewer under a key that allows frames, with a token of one that does not."""
    caller = replace(CALLERS["session"], session=session(None))
    own, foreign = (
        replace(identity(caller, origin_is_allowed=True), viewer_key=viewer_key)
        for viewer_key in (KEY, "key_999999999999")
    )
    with pytest.raises(OriginNotAllowed, match="different key than the one in the viewer's address"):
        guard().check(foreign, Needs.SECRET_KEY, EVERY_GROUP)
    with pytest.raises(KeyKindNotAllowed):
        guard().check(own, Needs.SECRET_KEY, EVERY_GROUP)
    with pytest.raises(OriginNotAllowed, match="created for another origin"):
        guard().check(replace(foreign, origin_is_allowed=False), Needs.ANY_CALLER, EVERY_GROUP)
    with_secret = replace(identity(CALLERS["secret"], True), viewer_key="key_999999999999")
    guard().check(with_secret, Needs.SECRET_KEY, EVERY_GROUP)


@pytest.mark.parametrize(
    ("listed", "bound", "is_allowed"),
    [
        ([], None, True),
        ([SHOP], None, True),
        ([OTHER], None, False),
        ([], SHOP, True),
        ([], OTHER, False),
        ([SHOP], OTHER, False),
        ([OTHER], SHOP, False),
    ],
)
def test_an_origin_is_allowed_by_the_key_and_by_the_session(
    listed: list[str], bound: str | None, is_allowed: bool
) -> None:
    """Attack: a session's token that was copied to another page."""
    assert origin_is_allowed(key_of(*listed), session(bound), SHOP) is is_allowed
    if bound is None:
        assert origin_is_allowed(key_of(*listed), None, SHOP) is is_allowed


@pytest.mark.parametrize(
    ("purpose", "bound", "is_allowed"),
    [("staff", None, True), ("staff", SHOP, False), ("buyer", None, False)],
)
def test_only_a_staff_session_that_is_bound_to_no_origin_is_used_from_a_sandboxed_frame(
    purpose: Purpose, bound: str | None, is_allowed: bool
) -> None:
    """Attack: a page uses a buyer's session from a frame that hides which page it is."""
    claims = replace(session(bound), purpose=purpose)
    assert origin_is_allowed(key_of(SHOP), claims, "null") is is_allowed
    assert not origin_is_allowed(key_of(SHOP), None, "null")


def refusal_of(
    needs: Needs, caller: Caller, origin_is_allowed: bool, groups: frozenset[Group] = EVERY_GROUP
) -> type[Problem] | None:
    try:
        guard().check(identity(caller, origin_is_allowed), needs, groups)
    except Problem as problem:
        return type(problem)
    return None


def guard() -> Guard:
    """One that has nothing to look anything up in: 403 is decided by the identity alone."""
    nothing: Any = None
    limits = Limits(*[Limit.of(1, 1, 1)] * len(Limits._fields))
    return Guard(nothing, nothing, WorkerCaches(), nothing, nothing, limits, nothing)


def identity(caller: Caller, origin_is_allowed: bool) -> Identity:
    return Identity(caller, key_of(), Moment(0), SHOP, origin_is_allowed)


def key_of(*origins: str) -> CachedKey:
    body = decode({"allowedOrigins": list(origins)}, CreateKeyRequest)
    return cached_key(new_key(body, TENANT, None, Moment(0)))


def session(origin: str | None) -> SessionClaims:
    return SessionClaims(
        session_id=SessionId("ses_000000000000"),
        key_id=KEY,
        tenant_id=TENANT,
        venue_id=VenueId("ven_000000000000"),
        seats=(),
        configuration=None,
        locale=None,
        origin=origin,
        created_at=Moment(0),
        expires_at=Moment(1),
    )
