"""Rules about keys: who may grant what, which changes are allowed, and what a rotation warns of. Pure.

The operations check them in the order of status codes that the contract promises: 403, 400 for an attempt to
reactivate a revoked key, 409 for any other change of a revoked key, 400 for an invalid resulting record.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from seatpreview.keys import origins
from seatpreview.keys.model import (
    ATTRIBUTES,
    GRACE_SECONDS_MAX,
    CreateKeyRequest,
    Key,
    LoggedAction,
    RotationWarning,
    UpdateKeyRequest,
    UsesOfDay,
    attributes_of,
)
from seatpreview.keys.secrets import Secret
from seatpreview.limits.gcra import Limit
from seatpreview.limits.model import RateLimit
from seatpreview.problems import Conflict, Fault, ScopeInsufficient, ValidationFailed, VenueNotAllowed
from seatpreview.values.caller import Caller, Group
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import KeyId, TenantId, VenueId


def check_may_create(caller: Caller, body: CreateKeyRequest) -> None:
    """Refuses a new key that could do more than the caller can."""
    if not caller.is_admin:
        if body.scope == "admin":
            raise ScopeInsufficient("Only admin scope makes admin keys.")
        if body.kind == "keyless":
            raise ScopeInsufficient("Only admin scope makes keyless keys.")
        if body.tenant_id is not UNSET and body.tenant_id != caller.tenant_id:
            raise ScopeInsufficient(
                "A tenant-scope key makes keys for its own tenant only. Leave tenantId out."
            )
    _check_venues_within(caller, body.venues)
    _check_groups_given(caller, body.groups)


def tenant_of_new_key(caller: Caller, body: CreateKeyRequest) -> TenantId | None:
    """Returns the tenant of a new key: admin scope names it, otherwise it is the caller's own. An admin key
    has none."""
    if body.scope == "admin":
        if body.tenant_id is not UNSET:
            raise ValidationFailed.of(
                _fault("/tenantId", "must be left out: an admin key belongs to no tenant")
            )
        return None
    if body.tenant_id is not UNSET:
        return body.tenant_id
    if caller.tenant_id is None:
        raise ValidationFailed.of(
            _fault("/tenantId", "is needed: admin scope names the tenant that the key is for")
        )
    return caller.tenant_id


def with_limit_of_maker(
    caller: Caller, makers: Limit | None, body: CreateKeyRequest, default: Limit
) -> CreateKeyRequest:
    """Returns the request with the rate limit that the new key gets.

    Admin scope chooses the limit. Tenant scope cannot: its keys get the service's default, or the limit of
    the key that creates them (`makers`, None if it has no own limit) if the default would admit more.
    """
    if caller.is_admin or makers is None or default.is_within(makers):
        return body
    return replace(body, rate_limit=RateLimit.of(makers))


def check_limit_within(caller: Caller, callers: Limit | None, key: Key, default: Limit) -> None:
    """Refuses to let a caller of tenant scope that has its own rate limit (`callers`) use a key that admits
    more. A rotation would do so, because it shows a new plaintext, and so would new origins, which replace
    the secret."""
    if caller.is_admin or callers is None:
        return
    limit = default if key.rate_limit is None else key.rate_limit.limit()
    if not limit.is_within(callers):
        raise ScopeInsufficient(
            "The key's rateLimit is higher than that of your key. Use a key without a rateLimit of its own, "
            "or one of admin scope."
        )


def opens_key(body: UpdateKeyRequest) -> bool:
    """Returns whether an update decides from where the key may be used without its secret."""
    return body.allowed_origins is not UNSET or body.allow_origin_only is not UNSET


def new_key(body: CreateKeyRequest, tenant_id: TenantId | None, secret: Secret | None, at: Moment) -> Key:
    """Returns the first version of a key, with a new id."""
    key_id = KeyId.new()
    return Key(
        key_id=key_id,
        kind=body.kind,
        scope=body.scope,
        tenant_id=tenant_id,
        **_without_duplicates(attributes_of(body)),
        hint=secret.hint if secret else None,
        allowance_id=key_id,
        created_at=at,
        updated_at=at,
    )


def check_may_update(caller: Caller, key: Key, body: UpdateKeyRequest) -> None:
    """Refuses an update that the caller may not make. On a keyless key, only admin scope may send
    allowedOrigins or allowOriginOnly."""
    if key.kind == "keyless" and opens_key(body) and not caller.is_admin:
        raise ScopeInsufficient(
            "Only admin scope changes allowedOrigins or allowOriginOnly of a keyless key."
        )
    check_may_change(caller, key)
    if body.venues is not UNSET:
        _check_venues_within(caller, body.venues)
    if body.groups is not UNSET:
        _check_groups_given(caller, body.groups)


def check_may_manage(caller: Caller, key: Key) -> None:
    """Refuses a caller that is restricted to venues, unless it may use all venues of the key."""
    _check_venues_within(caller, key.venues)


def check_may_change(caller: Caller, key: Key) -> None:
    """Also refuses a caller that is limited to groups, unless it has all groups of the key. Whoever opens a
    key to a page or rotates it can use it, and would gain the groups that they lack."""
    check_may_manage(caller, key)
    if not caller.covers_groups(key.groups):
        raise ScopeInsufficient(
            "Your key is limited to some groups of operations, and reaches only keys whose groups lie within "
            "its own."
        )


def check_can_change(key: Key, body: UpdateKeyRequest, at: Moment) -> None:
    """Refuses to change a revoked key: with 400 if the change would reactivate it, otherwise with 409."""
    if not key.is_revoked(at):
        return
    if body.status is not UNSET:
        raise ValidationFailed.of(
            _fault("/status", "cannot be 'active': the key is revoked for good. Create a new key")
        )
    raise Conflict("The key is revoked and cannot be changed. Create a new key.")


def updated_key(key: Key, body: UpdateKeyRequest, at: Moment) -> Key:
    """Returns the key with the members that were sent. Status active cancels the revoke that a rotation
    scheduled."""
    sent = body.sent()
    changes = _without_duplicates({name: sent[name] for name in ATTRIBUTES if name in sent})
    if "status" in sent:
        changes |= {"revoke_at": None, "rotated_to": None}
    return replace(key, **changes, updated_at=at, version=key.version + 1)


def actions_of_update(key: Key, body: UpdateKeyRequest) -> tuple[LoggedAction, ...]:
    """Returns what the change log says about an update. That it cancels a scheduled revoke is a row of its
    own: those who follow the log wait for that."""
    members = body.sent_members()
    if body.status is UNSET or key.revoke_at is None:
        return (LoggedAction("updated", members),)
    others = tuple(member for member in members if member != "status")
    cancelled = LoggedAction("revoke_cancelled", ("status",))
    return (LoggedAction("updated", others), cancelled) if others else (cancelled,)


def check_can_rotate(key: Key, at: Moment) -> None:
    """Refuses to rotate a key that is revoked, has no secret, or was already rotated."""
    if key.is_revoked(at):
        raise Conflict("The key is revoked and cannot be rotated. Create a new key.")
    if key.kind == "keyless":
        raise Conflict("A keyless key has no secret to rotate.")
    if key.revoke_at is not None:
        raise Conflict(
            f"The key was rotated already, to {key.rotated_to}. "
            'Cancel that with PATCH {"status": "active"}, or rotate the replacement.'
        )


def rotate(key: Key, secret: Secret, revoke_at: Moment, at: Moment) -> tuple[Key, Key]:
    """Returns the old key, accepted until revokeAt, and its replacement with the same attributes."""
    replacement = replace(
        key,
        key_id=KeyId.new(),
        hint=secret.hint,
        rotated_from=key.key_id,
        created_at=at,
        updated_at=at,
        last_used_at=None,
        secret_is_unused=None,
        version=1,
    )
    old = replace(
        key,
        revoke_at=revoke_at,
        # Without a grace period the key is revoked at once, whatever a clock says later.
        revoked_at=at if revoke_at <= at else None,
        rotated_to=replacement.key_id,
        updated_at=at,
        version=key.version + 1,
    )
    return old, replacement


def actions_of_rotation(old: Key) -> tuple[LoggedAction, ...]:
    """Returns what the change log says about a rotated key: without a grace period it is revoked at once."""
    is_over = old.revoked_at is not None
    return (LoggedAction("rotated"), LoggedAction("revoked" if is_over else "revoke_scheduled"))


def check_can_repeat(key: Key, answered_version: int, at: Moment) -> None:
    """Refuses to answer a repeat of the request that created the key, unless the key is still as the latest
    response showed it and nobody has used its secret. The repeat then gets a new secret in place of the lost
    one."""
    if key.is_revoked(at):
        raise Conflict(_made_before(key, "It is revoked. Send a new Idempotency-Key to make another key."))
    if key.version != answered_version:
        raise Conflict(_made_before(key, "It was changed since. Read it, and rotate it for a new secret."))
    if key.kind == "secret" and not key.secret_is_unused:
        raise Conflict(
            _made_before(key, "Its secret is in use, and is not shown again. Rotate the key for a new one.")
        )


def check_is_rotated_to(key: Key, replacement_id: KeyId) -> None:
    """Refuses to answer a repeat of a rotation that has been cancelled since."""
    if key.rotated_to != replacement_id:
        raise Conflict(
            f"The first of these requests rotated the key to {replacement_id}, and that was cancelled since. "
            "Send a new Idempotency-Key to rotate it again."
        )


def with_new_secret(key: Key, secret: Secret, at: Moment) -> Key:
    """Returns the key with another secret and everything else unchanged."""
    return replace(key, hint=secret.hint, updated_at=at, version=key.version + 1)


def check_record(
    key: Key,
    body: CreateKeyRequest | UpdateKeyRequest,
    usable_venues: frozenset[VenueId],
    own_origins: frozenset[str],
) -> None:
    """Checks the resulting record, and reports all faults at once, with pointers into the request body."""
    faults = (
        *_origin_only_faults(key, body),
        *_origin_faults(key, body, own_origins),
        *_frame_ancestor_faults(body),
        *_venue_faults(key, body, usable_venues),
        *_group_faults(key, body),
    )
    if faults:
        raise ValidationFailed.of(*faults)


def _origin_only_faults(key: Key, body: CreateKeyRequest | UpdateKeyRequest) -> Iterator[Fault]:
    if key.kind == "keyless" and key.scope == "admin":
        yield _fault("/scope", "cannot be 'admin': a keyless key is of tenant scope")
    if key.scope == "admin" and key.allow_origin_only:
        yield _fault("/allowOriginOnly", "cannot be true: an admin key always needs its secret")
    if key.allowed_origins:
        return
    if key.kind == "keyless":
        yield _fault(
            "/allowedOrigins", "must hold at least one origin: a keyless key is recognized by its origins"
        )
    elif key.allow_origin_only:
        pointer = "/allowOriginOnly" if body.allow_origin_only is not UNSET else "/allowedOrigins"
        yield _fault(pointer, "leaves allowOriginOnly without an allowed origin, and it needs at least one")


def _origin_faults(
    key: Key, body: CreateKeyRequest | UpdateKeyRequest, own_origins: frozenset[str]
) -> Iterator[Fault]:
    if body.allowed_origins is UNSET:
        return
    for position, origin in enumerate(body.allowed_origins):
        pointer = f"/allowedOrigins/{position}"
        if key.kind == "keyless" and origin.is_wildcard:
            yield _fault(pointer, "must be exact: a keyless key cannot have a wildcard")
        if origin in own_origins:
            yield _fault(pointer, "is the service's own address, which no key may list")


def _frame_ancestor_faults(body: CreateKeyRequest | UpdateKeyRequest) -> Iterator[Fault]:
    if body.embed_frame_ancestors is UNSET:
        return
    detail = origins.combination_fault(body.embed_frame_ancestors)
    if detail is not None:
        yield _fault("/embedFrameAncestors", detail)


def _venue_faults(
    key: Key, body: CreateKeyRequest | UpdateKeyRequest, usable_venues: frozenset[VenueId]
) -> Iterator[Fault]:
    if body.venues is UNSET or body.venues is None:
        return
    if key.scope == "admin":
        yield _fault("/venues", "must be null: an admin key reaches every venue")
        return
    for position, venue_id in enumerate(body.venues):
        if venue_id not in usable_venues:
            yield _fault(f"/venues/{position}", "is not a venue that the key's tenant owns or was granted")


def _group_faults(key: Key, body: CreateKeyRequest | UpdateKeyRequest) -> Iterator[Fault]:
    if body.groups is UNSET or body.groups is None or key.kind != "keyless":
        return
    for position, group in enumerate(body.groups):
        if group in ("management", "management_read_only"):
            yield _fault(
                f"/groups/{position}",
                f"cannot be '{group}': a keyless key has no secret, and Management needs one",
            )


def _check_venues_within(caller: Caller, venues: tuple[VenueId, ...] | None) -> None:
    if not caller.covers(venues):
        raise VenueNotAllowed(
            "Your key is restricted to certain venues, and can manage only keys whose venues are all among "
            "them."
        )


def _check_groups_given(caller: Caller, groups: tuple[Group, ...] | None) -> None:
    """Refuses groups that the caller lacks. Null stands for all groups, and only a caller without a limit may
    grant it."""
    if not caller.covers_groups(groups):
        detail = "must name groups that lie within those of your own key, which GET /caller lists"
        raise ScopeInsufficient(f"groups {detail}.", errors=(_fault("/groups", detail),))


def _without_duplicates(attributes: dict[str, Any]) -> dict[str, Any]:
    """Returns the attributes with duplicates removed from lists. The first occurrence of an entry stays."""
    return {
        name: tuple(dict.fromkeys(value)) if isinstance(value, tuple) else value
        for name, value in attributes.items()
    }


def _made_before(key: Key, reason: str) -> str:
    return f"The first request with this Idempotency-Key made {key.key_id}. {reason}"


def _fault(pointer: str, detail: str) -> Fault:
    return Fault(pointer=pointer, detail=detail)


def rotation_warnings(
    key: Key, replacement_id: KeyId, rotated_at: Moment, revoke_at: Moment, uses: Sequence[UsesOfDay]
) -> tuple[RotationWarning, ...]:
    """Warns if pages may use the old key without its secret: they name its id, which the replacement does not
    have. `uses` are the recent counts of such requests, newest day first."""
    if not key.allow_origin_only:
        return ()
    sentences = (
        f"Pages may use this key without its secret: {_recent_requests(uses)}.",
        _what_to_do(key.key_id, replacement_id, rotated_at, revoke_at),
        _more_time(rotated_at, revoke_at),
    )
    return (RotationWarning(code="pages_name_the_key", detail=" ".join(filter(None, sentences))),)


def _recent_requests(uses: Sequence[UsesOfDay]) -> str:
    if not uses:
        return "no request has named it lately"
    requests = sum(each.requests for each in uses)
    counted = "1 request" if requests == 1 else f"{requests:,} requests"
    return f"{counted} named it since {uses[-1].day}"


def _what_to_do(old_id: KeyId, new_id: KeyId, rotated_at: Moment, revoke_at: Moment) -> str:
    change = f'Replace {old_id} in them: write key-id="{new_id}" in <seat-preview>, and X-Key-Id: {new_id}'
    if revoke_at <= rotated_at:
        return f"{change}. Until then they show no views."
    return f"{change}, before {datetime_of(revoke_at):%Y-%m-%dT%H:%M:%SZ}. From then on they show no views."


def _more_time(rotated_at: Moment, revoke_at: Moment) -> str | None:
    """Suggests a longer grace period, unless the longest was chosen, or none because of a leak."""
    grace_seconds = (revoke_at - rotated_at) // MICROSECONDS
    if not 0 < grace_seconds < GRACE_SECONDS_MAX:
        return None
    return (
        "If that is too soon, cancel the revoke and rotate with a longer gracePeriodSeconds, at most "
        f"{GRACE_SECONDS_MAX} (seven days)."
    )
