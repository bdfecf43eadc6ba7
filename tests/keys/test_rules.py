"""Properties of the rules: what holds for every key, every caller and every time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import asdict, replace

from seatpreview.caller import Caller
from seatpreview.clock import Moment
from seatpreview.ids import KeyId, TenantId, VenueId
from seatpreview.keys import rules
from seatpreview.keys.cached import cached_key
from seatpreview.keys.frame_ancestors import FrameAncestor
from seatpreview.keys.model import ApiKey, CreateKeyRequest, Key, UpdateKeyRequest
from seatpreview.keys.origins import Origin
from seatpreview.keys.secrets import new_secret
from seatpreview.limits.model import RateLimit
from seatpreview.problems import Conflict, Problem, ScopeInsufficient, ValidationFailed, VenueNotAllowed
from seatpreview.validated_text import Label

TENANT = TenantId("ten_aaaaaaaaaaaa")
VENUES = [VenueId(f"ven_{letter * 12}") for letter in "abc"]
ORIGINS = [Origin(f"https://{letter}.example") for letter in "abc"]

moments = st.integers(0, 1000).map(Moment)
some_venues = st.lists(st.sampled_from(VENUES), unique=True).map(tuple)
some_origins = st.lists(st.sampled_from(ORIGINS), unique=True).map(tuple)
callers = st.builds(
    Caller,
    kind=st.just("secret"),
    key_id=st.just(KeyId("key_aaaaaaaaaaaa")),
    tenant_id=st.just(TENANT),
    scope=st.just("tenant"),
    venues=st.none() | some_venues.map(frozenset),
)
keys = st.builds(
    Key,
    key_id=st.just(KeyId("key_bbbbbbbbbbbb")),
    kind=st.sampled_from(["secret", "keyless"]),
    scope=st.just("tenant"),
    tenant_id=st.just(TENANT),
    label=st.sampled_from([Label(""), Label("x")]),
    allowed_origins=some_origins,
    allow_origin_only=st.booleans(),
    embed_frame_ancestors=st.just((FrameAncestor("'self'"),)),
    venues=st.none() | some_venues,
    rate_limit=st.none() | st.just(RateLimit(requests=5, window_seconds=1)),
    hint=st.just("abcd"),
    allowance_id=st.just("key_bbbbbbbbbbbb"),
    revoke_at=st.none() | moments,
    revoked_at=st.none() | moments,
    created_at=moments,
    updated_at=moments,
    version=st.integers(1, 9),
)
updates = st.fixed_dictionaries(
    {},
    optional={
        "label": st.just(Label("new")),
        "allowed_origins": some_origins,
        "allow_origin_only": st.booleans(),
        "venues": st.none() | some_venues,
        "status": st.just("active"),
    },
).filter(bool)


@given(keys, moments)
def test_a_key_is_accepted_exactly_while_it_is_not_revoked_and_before_its_revoke_at(
    key: Key, at: Moment
) -> None:
    active = key.revoked_at is None and (key.revoke_at is None or at < key.revoke_at)
    assert key.is_revoked(at) is not active
    assert cached_key(key).is_revoked(at) is not active
    assert ApiKey.of(key, at).status == ("active" if active else "revoked")


@given(keys, updates, moments)
def test_an_update_changes_what_was_sent_and_nothing_else(key: Key, sent: dict[str, Any], at: Moment) -> None:
    changed = rules.updated_key(key, UpdateKeyRequest(**sent), at)
    expected = {name: value for name, value in sent.items() if name != "status"}
    expected |= {"updated_at": at, "version": key.version + 1}
    if "status" in sent:
        expected |= {"revoke_at": None, "rotated_to": None}
    assert changed == replace(key, **expected)


@given(keys, updates, moments)
def test_a_revoked_key_is_400_with_status_active_and_409_with_anything_else(
    key: Key, sent: dict[str, Any], at: Moment
) -> None:
    body = UpdateKeyRequest(**sent)
    if not key.is_revoked(at):
        rules.check_can_change(key, body, at)
        return
    with pytest.raises(ValidationFailed if "status" in sent else Conflict):
        rules.check_can_change(key, body, at)


@given(keys, moments, st.integers(0, 500))
def test_a_rotation_copies_every_attribute_and_ends_the_old_key_at_revoke_at(
    key: Key, at: Moment, grace: int
) -> None:
    if key.is_revoked(at) or key.kind == "keyless" or key.revoke_at is not None:
        with pytest.raises(Conflict):
            rules.check_can_rotate(key, at)
        return
    rules.check_can_rotate(key, at)
    secret = new_secret()
    old, replacement = rules.rotate(key, secret, Moment(at + grace), at)
    own = {"key_id", "hint", "rotated_from", "created_at", "updated_at", "last_used_at", "version"}
    assert {n: v for n, v in asdict(replacement).items() if n not in own} == {
        n: v for n, v in asdict(key).items() if n not in own
    }
    assert (replacement.rotated_from, old.rotated_to) == (key.key_id, replacement.key_id)
    assert not replacement.is_revoked(Moment(at + 10**12))
    assert [old.is_revoked(Moment(at + grace + step)) for step in (-1, 0)] == [False, True] or grace == 0


@given(callers, keys, updates)
def test_nobody_reaches_or_gives_venues_beyond_their_own(
    caller: Caller, key: Key, sent: dict[str, Any]
) -> None:
    """Attack: a key for one hall that makes itself a key for all of them."""
    keyless_origins = key.kind == "keyless" and {"allowed_origins", "allow_origin_only"} & sent.keys()
    within = _within(key.venues, caller) and _within(sent.get("venues", ()), caller)
    refusal = _refusal(lambda: rules.check_may_update(caller, key, UpdateKeyRequest(**sent)))
    assert refusal is (ScopeInsufficient if keyless_origins else None if within else VenueNotAllowed)
    create = CreateKeyRequest(venues=sent.get("venues"))
    refusal = _refusal(lambda: rules.check_may_create(caller, create))
    assert refusal is (None if _within(create.venues, caller) else VenueNotAllowed)
    refusal = _refusal(lambda: rules.check_may_manage(caller, key))
    assert refusal is (None if _within(key.venues, caller) else VenueNotAllowed)


@given(keys, updates)
def test_no_update_makes_a_key_that_create_key_would_refuse(key: Key, sent: dict[str, Any]) -> None:
    body = UpdateKeyRequest(**sent)
    after = rules.updated_key(key, body, Moment(0))
    wrong = (after.kind == "keyless" or after.allow_origin_only) and not after.allowed_origins
    refusal = _refusal(lambda: rules.check_record(after, body, frozenset(VENUES), frozenset()))
    assert refusal is (ValidationFailed if wrong else None)


def _within(venues: Any, caller: Caller) -> bool:
    if caller.venues is None or venues is UNSET:
        return True
    return venues is not None and set(venues) <= caller.venues


def _refusal(check: Any) -> type[Problem] | None:
    try:
        check()
    except Problem as problem:
        return type(problem)
    return None
