"""Properties of the rules: what holds for every key, every caller and every time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import asdict, replace

from seatpreview.api.table import OPERATIONS
from seatpreview.keys import rules
from seatpreview.keys.cached_key import cached_key
from seatpreview.keys.model import ApiKey, CreateKeyRequest, Key, UpdateKeyRequest
from seatpreview.keys.origins import FrameAncestor, Origin
from seatpreview.keys.secrets import new_secret
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import RateLimit
from seatpreview.problems import Conflict, Problem, ScopeInsufficient, ValidationFailed, VenueNotAllowed
from seatpreview.values.caller import KEY_GROUPS, OPERATOR, Caller, Group
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, TenantId, VenueId
from seatpreview.values.validated_text import Label

TENANT = TenantId("ten_aaaaaaaaaaaa")
VENUES = [VenueId(f"ven_{letter * 12}") for letter in "abc"]
ORIGINS = [Origin(f"https://{letter}.example") for letter in "abc"]
OTHER_TENANT = TenantId("ten_bbbbbbbbbbbb")
WILDCARD, OWN_ORIGIN = Origin("https://*.shop.example"), Origin("https://seats.example")
TENANT_CALLER = Caller(
    kind="secret", key_id=KeyId("key_aaaaaaaaaaaa"), tenant_id=TENANT, scope="tenant", venues=None
)

moments = st.integers(0, 1000).map(Moment)
some_venues = st.lists(st.sampled_from(VENUES), unique=True).map(tuple)
some_origins = st.lists(st.sampled_from(ORIGINS), unique=True).map(tuple)
some_groups = st.lists(st.sampled_from(KEY_GROUPS), min_size=1, unique=True).map(tuple)
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
    groups=st.none(),
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
        "groups": st.none() | some_groups,
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
    assert (replacement.version, replacement.created_at, replacement.updated_at) == (1, at, at)
    assert (replacement.hint, replacement.last_used_at) == (secret.hint, None)
    # Without a grace period the key is revoked outright.
    changed: dict[str, Any] = {
        "revoke_at": at + grace,
        "revoked_at": at if grace == 0 else None,
        "updated_at": at,
    }
    changed |= {"rotated_to": replacement.key_id, "version": key.version + 1}
    assert old == replace(key, **changed)
    assert not replacement.is_revoked(Moment(at + 10**12))
    assert [old.is_revoked(Moment(at + grace + step)) for step in (-1, 0)] == [False, True] or grace == 0


def test_a_restricted_caller_gives_a_key_of_its_own_no_other_venue() -> None:
    """Attack: a key for one hall, updated by itself to be one for another hall, or for all of them."""
    hall, other = VenueId.new(), VenueId.new()
    caller = Caller(
        kind="secret", key_id=KeyId.new(), tenant_id=TENANT, scope="tenant", venues=frozenset((hall,))
    )
    key = rules.new_key(CreateKeyRequest(venues=(hall,)), TENANT, None, Moment(1))

    def update_to(venues: tuple[VenueId, ...] | None) -> type[Problem] | None:
        return _refusal(lambda: rules.check_may_update(caller, key, UpdateKeyRequest(venues=venues)))

    assert update_to((hall,)) is None
    assert [update_to(venues) for venues in ((other,), (hall, other), None)] == [VenueNotAllowed] * 3


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
    for check in (rules.check_may_manage, rules.check_may_change):
        refusal = _refusal(lambda: check(caller, key))  # noqa: B023  called at once
        assert refusal is (None if _within(key.venues, caller) else VenueNotAllowed)


@given(callers, keys, updates, st.none() | some_groups, st.none() | some_groups)
def test_nobody_reaches_or_gives_groups_that_they_lack(
    caller: Caller,
    key: Key,
    sent: dict[str, Any],
    own: tuple[Group, ...] | None,
    groups: tuple[Group, ...] | None,
) -> None:
    """Attack: a key for sessions alone that makes, changes or rotates a key for everything."""
    limited = replace(caller, groups=None if own is None else frozenset(own), venues=None)
    key = replace(key, groups=groups, kind="secret")
    reaches = _reachable(groups) <= _reachable(own)
    expected = None if reaches else ScopeInsufficient
    assert _refusal(lambda: rules.check_may_change(limited, key)) is expected
    assert _refusal(lambda: rules.check_may_create(limited, CreateKeyRequest(groups=groups))) is expected
    gives = "groups" not in sent or _reachable(sent["groups"]) <= _reachable(own)
    refusal = _refusal(lambda: rules.check_may_update(limited, key, UpdateKeyRequest(**sent)))
    assert refusal is (None if reaches and gives else ScopeInsufficient)


@given(keys, some_groups, st.none() | some_groups)
def test_an_update_gives_no_groups_that_the_caller_lacks(
    key: Key, own: tuple[Group, ...], given_groups: tuple[Group, ...] | None
) -> None:
    """Attack: a key for sessions alone that changes its own groups to all of them."""
    caller = replace(TENANT_CALLER, groups=frozenset(own))
    key = replace(key, groups=own, kind="secret")
    body = UpdateKeyRequest(groups=given_groups)
    expected = None if _reachable(given_groups) <= _reachable(own) else ScopeInsufficient
    assert _refusal(lambda: rules.check_may_update(caller, key, body)) is expected


@given(some_groups, some_groups)
def test_groups_that_are_covered_open_no_operation_that_the_giver_cannot_call(
    own: tuple[Group, ...], groups: tuple[Group, ...]
) -> None:
    """The same promise, counted in operations of the API in place of names."""
    caller = replace(TENANT_CALLER, groups=frozenset(own))

    def opened_by(limits: tuple[Group, ...]) -> set[str]:
        return {row.operation_id for row in OPERATIONS if not row.key_groups.isdisjoint(limits)}

    assert caller.covers_groups(groups) is (opened_by(groups) <= opened_by(own))
    assert not caller.covers_groups(None)


@given(keys, updates)
def test_no_update_makes_a_key_that_create_key_would_refuse(key: Key, sent: dict[str, Any]) -> None:
    body = UpdateKeyRequest(**sent)
    after = rules.updated_key(key, body, Moment(0))
    wrong = (after.kind == "keyless" or after.allow_origin_only) and not after.allowed_origins
    if key.kind == "keyless" and after.groups is not None:
        wrong = wrong or not {"management", "management_read_only"}.isdisjoint(after.groups)
    refusal = _refusal(lambda: rules.check_record(after, body, frozenset(VENUES), frozenset()))
    assert refusal is (ValidationFailed if wrong else None)


@pytest.mark.parametrize(
    ("who", "sent", "tenant"),
    [
        ("tenant", {}, TENANT),
        ("tenant", {"tenant_id": TENANT}, TENANT),
        ("tenant", {"tenant_id": OTHER_TENANT}, ScopeInsufficient),
        ("tenant", {"scope": "admin"}, ScopeInsufficient),
        ("tenant", {"kind": "keyless"}, ScopeInsufficient),
        ("admin", {"tenant_id": OTHER_TENANT}, OTHER_TENANT),
        ("admin", {"kind": "keyless", "tenant_id": TENANT}, TENANT),
        ("admin", {}, ValidationFailed),
        ("admin", {"scope": "admin"}, None),
        ("admin", {"scope": "admin", "tenant_id": TENANT}, ValidationFailed),
    ],
)
def test_nobody_makes_a_key_with_more_than_they_have(who: str, sent: dict[str, Any], tenant: Any) -> None:
    caller, body = OPERATOR if who == "admin" else TENANT_CALLER, CreateKeyRequest(**sent)

    def tenant_of() -> TenantId | None:
        rules.check_may_create(caller, body)
        return rules.tenant_of_new_key(caller, body)

    if isinstance(tenant, str | None):
        assert tenant_of() == tenant
    else:
        assert _refusal(tenant_of) is tenant


@pytest.mark.parametrize("sent", [{"allowed_origins": ()}, {"allow_origin_only": False}])
def test_only_admin_scope_changes_what_a_keyless_key_is_held_by(sent: dict[str, Any]) -> None:
    body = UpdateKeyRequest(**sent)
    secret, keyless = (
        rules.new_key(CreateKeyRequest(kind=kind), TENANT, None, Moment(0)) for kind in ("secret", "keyless")
    )
    assert _refusal(lambda: rules.check_may_update(TENANT_CALLER, keyless, body)) is ScopeInsufficient
    for caller, key in ((OPERATOR, keyless), (OPERATOR, secret), (TENANT_CALLER, secret)):
        assert _refusal(lambda: rules.check_may_update(caller, key, body)) is None  # noqa: B023  called at once
    renamed = UpdateKeyRequest(label=Label("new"))
    assert _refusal(lambda: rules.check_may_update(TENANT_CALLER, keyless, renamed)) is None


def test_a_key_is_rotated_once_until_that_is_cancelled() -> None:
    key = rules.new_key(CreateKeyRequest(), TENANT, new_secret(), Moment(0))
    old, replacement = rules.rotate(key, new_secret(), Moment(100), Moment(50))
    rules.check_can_rotate(replacement, Moment(60))
    with pytest.raises(Conflict, match=f"rotated already, to {replacement.key_id}"):
        rules.check_can_rotate(old, Moment(60))
    rules.check_can_rotate(rules.updated_key(old, UpdateKeyRequest(status="active"), Moment(70)), Moment(80))
    with pytest.raises(Conflict, match="revoked and cannot be rotated"):
        rules.check_can_rotate(replace(key, revoked_at=Moment(10)), Moment(60))


@pytest.mark.parametrize(
    ("revoke_at", "sent", "actions"),
    [
        (None, {"label": Label("new")}, [("updated", ("label",))]),
        (None, {"status": "active"}, [("updated", ("status",))]),
        (Moment(9), {"label": Label("new")}, [("updated", ("label",))]),
        (Moment(9), {"status": "active"}, [("revoke_cancelled", ("status",))]),
        (
            Moment(9),
            {"label": Label("new"), "status": "active"},
            [("updated", ("label",)), ("revoke_cancelled", ("status",))],
        ),
    ],
)
def test_the_change_log_says_of_an_update_what_it_cancels(
    revoke_at: Moment | None, sent: dict[str, Any], actions: list[tuple[str, tuple[str, ...]]]
) -> None:
    key = replace(rules.new_key(CreateKeyRequest(), TENANT, new_secret(), Moment(0)), revoke_at=revoke_at)
    assert list(rules.actions_of_update(key, UpdateKeyRequest(**sent))) == actions


@pytest.mark.parametrize(("revoked_at", "end"), [(Moment(5), "revoked"), (None, "revoke_scheduled")])
def test_the_change_log_says_of_a_rotation_when_the_old_key_ends(revoked_at: Moment | None, end: str) -> None:
    key = replace(rules.new_key(CreateKeyRequest(), TENANT, new_secret(), Moment(0)), revoked_at=revoked_at)
    assert [action for action, _ in rules.actions_of_rotation(key)] == ["rotated", end]


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({}, None),
        ({"kind": "keyless", "secret_is_unused": None}, None),
        ({"revoked_at": Moment(8)}, "made key_bbbbbbbbbbbb. It is revoked"),
        ({"version": 3}, "made key_bbbbbbbbbbbb. It was changed since"),
        ({"kind": "keyless", "version": 3}, "made key_bbbbbbbbbbbb. It was changed since"),
        ({"secret_is_unused": False}, "made key_bbbbbbbbbbbb. Its secret is in use"),
        ({"secret_is_unused": None}, "made key_bbbbbbbbbbbb. Its secret is in use"),
    ],
)
def test_a_repeat_makes_a_new_secret_only_while_the_key_is_as_shown_and_its_secret_unused(
    changes: dict[str, Any], refusal: str | None
) -> None:
    """Attack: whoever overheard a request sends it again, and takes over a key that is in use."""
    key = rules.new_key(CreateKeyRequest(), TENANT, new_secret(), Moment(7))
    repeated = replace(key, key_id=KeyId("key_bbbbbbbbbbbb"), version=2, secret_is_unused=True)
    repeated = replace(repeated, **changes)
    if refusal is None:
        rules.check_can_repeat(repeated, 2, Moment(9))
        return
    with pytest.raises(Conflict, match=refusal):
        rules.check_can_repeat(repeated, 2, Moment(9))


@given(keys, moments)
def test_a_repeat_changes_the_secret_of_a_key_and_nothing_else(key: Key, at: Moment) -> None:
    secret = new_secret()
    changed = {"hint": secret.hint, "updated_at": at, "version": key.version + 1}
    assert rules.with_new_secret(key, secret, at) == replace(key, **changed)


def test_a_rotation_is_repeated_until_it_is_cancelled() -> None:
    key = rules.new_key(CreateKeyRequest(), TENANT, new_secret(), Moment(0))
    old, replacement = rules.rotate(key, new_secret(), Moment(100), Moment(50))
    rules.check_is_rotated_to(old, replacement.key_id)
    cancelled = rules.updated_key(old, UpdateKeyRequest(status="active"), Moment(70))
    with pytest.raises(Conflict, match=f"rotated the key to {replacement.key_id}, and that was cancelled"):
        rules.check_is_rotated_to(cancelled, replacement.key_id)


def test_a_new_key_holds_what_was_sent_with_each_entry_of_a_list_once() -> None:
    body = CreateKeyRequest(
        label=Label("new"),
        allowed_origins=(ORIGINS[1], ORIGINS[0], ORIGINS[1]),
        allow_origin_only=True,
        embed_frame_ancestors=(FrameAncestor("'self'"), FrameAncestor("'self'")),
        venues=(VENUES[1], VENUES[0], VENUES[1]),
        groups=("seats", "sessions", "seats"),
        rate_limit=RateLimit(requests=5, window_seconds=1),
    )
    secret = new_secret()
    key = rules.new_key(body, TENANT, secret, Moment(7))
    assert (key.kind, key.scope, key.tenant_id, key.label) == ("secret", "tenant", TENANT, "new")
    assert (key.allowed_origins, key.allow_origin_only) == ((ORIGINS[1], ORIGINS[0]), True)
    assert (key.embed_frame_ancestors, key.venues) == (("'self'",), (VENUES[1], VENUES[0]))
    assert key.groups == ("seats", "sessions")
    assert (key.rate_limit, key.hint, key.allowance_id) == (body.rate_limit, secret.hint, key.key_id)
    assert (key.created_at, key.updated_at, key.version) == (7, 7, 1)
    assert (key.revoke_at, key.revoked_at, key.rotated_to, key.rotated_from) == (None, None, None, None)
    changed = rules.updated_key(key, UpdateKeyRequest(venues=(VENUES[2], VENUES[2])), Moment(8))
    assert changed.venues == (VENUES[2],)
    without = rules.new_key(CreateKeyRequest(), TENANT, None, Moment(7))
    assert (without.venues, without.hint) == (None, None)
    assert rules.updated_key(key, UpdateKeyRequest(venues=None), Moment(8)).venues is None


@pytest.mark.parametrize(("sent", "pointers"), [
    ({}, []),
    ({"kind": "keyless"}, ["/allowedOrigins"]),
    ({"kind": "keyless", "allowed_origins": (ORIGINS[0],)}, []),
    ({"kind": "keyless", "allowed_origins": (WILDCARD,)}, ["/allowedOrigins/0"]),
    ({"allowed_origins": (ORIGINS[0], WILDCARD)}, []),
    ({"allowed_origins": (ORIGINS[0], OWN_ORIGIN)}, ["/allowedOrigins/1"]),
    ({"kind": "keyless", "scope": "admin", "allowed_origins": (ORIGINS[0],)}, ["/scope"]),
    ({"scope": "admin"}, []),
    ({"scope": "admin", "allow_origin_only": True, "allowed_origins": (ORIGINS[0],)}, ["/allowOriginOnly"]),
    ({"allow_origin_only": True}, ["/allowOriginOnly"]),
    ({"allow_origin_only": True, "allowed_origins": (ORIGINS[0],)}, []),
    ({"embed_frame_ancestors": (FrameAncestor("'none'"),)}, []),
    ({"embed_frame_ancestors": (FrameAncestor("'none'"), FrameAncestor("'self'"))}, ["/embedFrameAncestors"]),
    ({"venues": (VENUES[0], VENUES[2])}, ["/venues/1"]),
    ({"venues": ()}, []),
    ({"scope": "admin", "venues": (VENUES[0],)}, ["/venues"]),
    ({"groups": ("management", "sessions")}, []),
    ({"scope": "admin", "groups": ("management_read_only",)}, []),
    ({"kind": "keyless", "allowed_origins": (ORIGINS[0],), "groups": ("sessions", "seats", "events")}, []),
    (
        {
            "kind": "keyless",
            "allowed_origins": (ORIGINS[0],),
            "groups": ("management", "seats", "management_read_only"),
        },
        ["/groups/0", "/groups/2"],
    ),
])  # fmt: skip
def test_every_fault_of_a_new_key_is_listed_where_it_was_sent(
    sent: dict[str, Any], pointers: list[str]
) -> None:
    body = CreateKeyRequest(**sent)
    key = rules.new_key(body, TENANT, None, Moment(0))
    assert _pointers(key, body) == pointers


def test_an_update_that_leaves_allow_origin_only_without_origins_is_pointed_to_where_it_was_sent() -> None:
    create = CreateKeyRequest(allow_origin_only=True, allowed_origins=(ORIGINS[0],))
    key = rules.new_key(create, TENANT, None, Moment(0))
    for body, pointer in (
        (UpdateKeyRequest(allowed_origins=()), "/allowedOrigins"),
        (UpdateKeyRequest(allowed_origins=(), allow_origin_only=True), "/allowOriginOnly"),
    ):
        assert _pointers(rules.updated_key(key, body, Moment(1)), body) == [pointer]


def _pointers(key: Key, body: CreateKeyRequest | UpdateKeyRequest) -> list[str | None]:
    try:
        rules.check_record(key, body, frozenset(VENUES[:2]), frozenset([OWN_ORIGIN]))
    except ValidationFailed as refusal:
        return [fault.pointer for fault in refusal.errors]
    return []


def _within(venues: Any, caller: Caller) -> bool:
    if caller.venues is None or venues is UNSET:
        return True
    return venues is not None and set(venues) <= caller.venues


def _reachable(groups: tuple[Group, ...] | None) -> set[str]:
    """What a key with these groups has. Only a key that is not limited has what may be added one day."""
    if groups is None:
        return {*KEY_GROUPS, "later groups"}
    return {*groups} | ({"management_read_only"} if "management" in groups else set())


def _refusal(check: Any) -> type[Problem] | None:
    try:
        check()
    except Problem as problem:
        return type(problem)
    return None


limits = st.builds(
    lambda requests, window, share: Limit.of(requests, window, max(1, requests * share // 10)),
    st.integers(1, 50),
    st.integers(1, 5),
    st.integers(1, 10),
)


@given(callers, limits, limits)
def test_tenant_scope_makes_no_key_with_a_higher_limit_than_its_own(
    caller: Caller, makers: Limit, default: Limit
) -> None:
    """Attack: a key that was slowed down makes itself a faster one."""
    made = rules.with_limit_of_maker(caller, makers, CreateKeyRequest(), default).rate_limit
    limit = default if made is None else made.limit()
    assert limit.is_within(makers)
    assert limit == (default if default.is_within(makers) else makers)
    assert (made is None) is default.is_within(makers), "the default stays the default, whatever it will be"


@given(callers, keys, limits, limits)
def test_what_the_caller_could_make_it_may_hand_out_and_nothing_higher(
    caller: Caller, key: Key, callers_limit: Limit, default: Limit
) -> None:
    limit = default if key.rate_limit is None else key.rate_limit.limit()
    if limit.is_within(callers_limit):
        rules.check_limit_within(caller, callers_limit, key, default)
    else:
        with pytest.raises(ScopeInsufficient, match="rateLimit is higher"):
            rules.check_limit_within(caller, callers_limit, key, default)
    rules.check_limit_within(caller, None, key, default)
    rules.check_limit_within(OPERATOR, callers_limit, key, default)


@given(limits)
def test_admin_scope_and_makers_without_a_limit_choose_as_before(default: Limit) -> None:
    low, wanted = Limit.of(1, 60, 1), RateLimit(requests=50, window_seconds=1)
    for body in (CreateKeyRequest(), CreateKeyRequest(rate_limit=wanted)):
        assert rules.with_limit_of_maker(OPERATOR, low, body, default) == body
        assert rules.with_limit_of_maker(TENANT_CALLER, None, body, default) == body
