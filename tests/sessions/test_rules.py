"""The rules about sessions as pure functions: for which origin, configuration and seats, and for how long."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from operations.halls import HALL
from seatpreview.caching import WorkerCaches
from seatpreview.decoding.inputs import decode
from seatpreview.keys.cached_key import CachedKey, cached_key
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.rules import new_key
from seatpreview.problems import KeyKindNotAllowed, OriginNotAllowed, Problem, ValidationFailed
from seatpreview.sessions import rules
from seatpreview.sessions.model import CreateSessionRequest
from seatpreview.values.caller import Caller, CallerKind, CallToActionClaim, SessionClaims
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, SessionId, TenantId, VenueId
from seatpreview.venues.cached import CachedVenue, decode_served
from seatpreview.venues.model import ReplaceVenueRequest
from seatpreview.venues.record_codec import encode_record
from seatpreview.venues.rules import check_and_compile, resolver_for
from seatpreview.venues.venue_access import LABELS, UsableVenue

SHOP, OTHER = "https://shop.example", "https://other.example"
TENANT = TenantId("ten_aaaaaaaaaaaa")
DAY = 86_400 * 1_000_000

moments = st.integers(0, 1 << 50).map(Moment)
ttls = st.integers(60, 86_400)


def key_of(*origins: str) -> CachedKey:
    body = decode({"allowedOrigins": list(origins)}, CreateKeyRequest)
    return cached_key(new_key(body, TENANT, None, Moment(0)))


@pytest.mark.parametrize(
    ("wanted", "page", "key", "bound"),
    [
        (None, None, None, None),
        (None, None, key_of(SHOP), None),
        (SHOP, None, None, SHOP),
        (SHOP, None, key_of(SHOP), SHOP),
        (SHOP, None, key_of(), SHOP),
        (OTHER, None, key_of(SHOP), OriginNotAllowed),
        (None, SHOP, key_of(SHOP), SHOP),
        (SHOP, SHOP, key_of(SHOP), SHOP),
        (OTHER, SHOP, key_of(SHOP, OTHER), ValidationFailed),
        ("https://*.example.com", None, key_of(), ValidationFailed),
        ("https://*.example.com", SHOP, key_of(), ValidationFailed),
    ],
)
def test_a_session_is_bound_to_the_page_or_to_an_origin_that_the_key_allows(
    wanted: str | None, page: str | None, key: CachedKey | None, bound: Any
) -> None:
    """Attack: a session for an origin that the key's owner never listed."""
    body = session_with(**({} if wanted is None else {"origin": wanted}))
    try:
        found: Any = rules.bound_origin(body, page, key)
    except Problem as problem:
        found = type(problem)
    assert found == bound


@pytest.mark.parametrize(
    ("kind", "key", "is_refused"),
    [
        ("secret", None, False),
        ("secret", key_of(OTHER), False),
        ("keyless", key_of(SHOP), False),
        ("origin_only", key_of(OTHER, SHOP), False),
        ("keyless", key_of(OTHER), True),
        ("origin_only", key_of(OTHER), True),
        ("keyless", None, True),
    ],
)
def test_a_button_leads_where_a_secret_says_or_where_the_key_allows(
    kind: CallerKind, key: CachedKey | None, is_refused: bool
) -> None:
    """Attack: a visitor's session with a button that leads to a foreign shop."""
    caller = Caller(kind=kind, key_id=None, tenant_id=TENANT, scope="tenant", venues=None)
    url = f"{SHOP}/basket"
    assert rules.call_to_action(session_with(), caller, key) is None
    for label, members in ((None, {}), ("Buy", {"label": "Buy"})):
        body = session_with(cta={"url": url} | members)
        if not is_refused:
            assert rules.call_to_action(body, caller, key) == CallToActionClaim(label, url)
            continue
        with pytest.raises(OriginNotAllowed, match=f"leads to {SHOP}") as refusal:
            rules.call_to_action(body, caller, key)
        assert [fault.pointer for fault in refusal.value.errors] == ["/cta/url"]


def session_with(**members: Any) -> CreateSessionRequest:
    return decode({"venue": "x"} | members, CreateSessionRequest)


def test_a_configuration_is_one_of_the_layout() -> None:
    known = usable_hall()
    rules.check_configuration(None, known.venue.layout)
    rules.check_configuration("round", known.venue.layout)
    with pytest.raises(ValidationFailed) as refusal:
        rules.check_configuration("square", known.venue.layout)
    [fault] = refusal.value.errors
    assert (fault.pointer, fault.detail) == ("/configuration", "is not one of the venue's; it has 'round'")
    with pytest.raises(ValidationFailed) as refusal:
        rules.check_configuration("round", check_and_compile(decode({"name": "Empty"}, ReplaceVenueRequest)))
    assert refusal.value.errors[0].detail == "is not one of the venue's; it has none"


def test_labels_become_the_keys_of_their_seats_each_once() -> None:
    labels = ("Section 1, row A, seat 2", "1/B/3", "sec 1 row A seat 2")
    assert seats_of(*labels) == ("1/A/2", "1/B/3")
    assert seats_of() == ()


def test_every_label_that_names_no_seat_is_listed() -> None:
    with pytest.raises(ValidationFailed) as refusal:
        seats_of("nowhere", "1/A/2", "1/A", "1/A/99")
    assert [fault.pointer for fault in refusal.value.errors] == ["/seats/0", "/seats/2", "/seats/3"]


def test_a_label_of_several_seats_gives_all_of_them_each_once() -> None:
    labels = ("Section 1 row A seats 1-3", "1/A/2", "Section 1 row A seats 3-4")
    assert seats_of(*labels) == ("1/A/1", "1/A/2", "1/A/3", "1/A/4")


def test_seats_are_counted_after_labels_were_expanded() -> None:
    labels = tuple(f"Section {section} row {row} seats 1-10" for section in (1, 2) for row in "ABC")
    assert len(seats_of(*labels[:5])) == 50
    with pytest.raises(ValidationFailed) as refusal:
        seats_of(*labels)
    [fault] = refusal.value.errors
    assert fault.pointer == "/seats"
    assert fault.detail == "name 60 seats in all, and a session is for at most 50"


def test_a_token_has_as_many_characters_as_a_beacon_takes() -> None:
    with_seats = replace(CLAIMS, seats=("1/A/1",))
    with_both = replace(with_seats, cta=CallToActionClaim(None, "https://shop.example/"))
    rules.check_token_length("x" * 4096, with_both)
    for claims, pointers in ((with_seats, ["/seats"]), (with_both, ["/seats", "/cta/url"])):
        with pytest.raises(ValidationFailed) as refusal:
            rules.check_token_length("x" * 4097, claims)
        assert [fault.pointer for fault in refusal.value.errors] == pointers
        assert all("4097 characters" in fault.detail for fault in refusal.value.errors)


@given(moments, st.integers(0, 2 * DAY), ttls)
def test_a_session_lives_for_its_seconds_and_never_beyond_a_day(created: Moment, age: int, ttl: int) -> None:
    at = Moment(created + age)
    assert rules.last_expiry(created) == created + DAY
    assert rules.expiry(created, at, ttl) == min(at + ttl * 1_000_000, created + DAY)


@given(moments, st.integers(0, DAY), ttls, ttls)
def test_a_renewal_never_shortens_a_session(created: Moment, age: int, first: int, second: int) -> None:
    claims = replace(CLAIMS, created_at=created, expires_at=rules.expiry(created, created, first))
    at = Moment(created + age)
    renewed = rules.renew(claims, at, second)
    assert renewed.expires_at == max(claims.expires_at, rules.expiry(created, at, second))
    assert replace(renewed, expires_at=claims.expires_at) == claims


CLAIMS = SessionClaims(
    session_id=SessionId("ses_000000000000"),
    key_id=KeyId("key_000000000000"),
    tenant_id=TENANT,
    venue_id=VenueId("ven_000000000000"),
    seats=(),
    configuration=None,
    locale=None,
    origin=None,
    created_at=Moment(0),
    expires_at=Moment(0),
)


def seats_of(*labels: str) -> tuple[str, ...]:
    return rules.seats_of(map(usable_hall().resolve, labels))


def usable_hall() -> UsableVenue:
    record = decode(HALL, ReplaceVenueRequest)
    layout = check_and_compile(record)
    resolver = resolver_for(record.rules.seat_keys.rules, layout, ())
    venue_id = VenueId("ven_000000000000")
    venue = CachedVenue(
        venue_id=venue_id,
        owner=TENANT,
        version=1,
        record=decode_served(encode_record(record)),
        layout=layout,
        resolver=resolver,
    )
    return UsableVenue(venue, resolver, WorkerCaches().of(LABELS))


@pytest.mark.parametrize(
    ("viewer_key", "is_refused"),
    [
        (None, False),
        (CLAIMS.key_id, False),
        ("key_000000000001", True),
        ("", True),
        ("KEY_000000000000", True),
    ],
)
def test_a_viewer_shows_sessions_of_the_key_in_its_path_alone(
    viewer_key: str | None, is_refused: bool
) -> None:
    """Attack: a session of a shop that allows no frames, in a viewer under a key that allows them."""
    if is_refused:
        with pytest.raises(OriginNotAllowed, match="Open viewerUrl exactly as it was returned"):
            rules.check_viewer_key(CLAIMS, viewer_key)
    else:
        rules.check_viewer_key(CLAIMS, viewer_key)
    rules.check_viewer_key(None, viewer_key)


@pytest.mark.parametrize("kind", get_args(CallerKind))
def test_only_a_secret_or_the_operator_makes_a_session_of_staff(kind: CallerKind) -> None:
    """Attack: a visitor's session that no report shows."""
    caller = Caller(kind=kind, key_id=None, tenant_id=TENANT, scope="tenant", venues=None)
    rules.check_purpose("buyer", caller)
    if kind in ("secret", "operator"):
        rules.check_purpose("staff", caller)
    else:
        with pytest.raises(KeyKindNotAllowed, match="Only a secret key can create"):
            rules.check_purpose("staff", caller)
