"""The API operations on keys."""

import msgspec
from msgspec import UNSET

from seatpreview.context import Context
from seatpreview.database.engines import Transaction
from seatpreview.idempotency import RememberedRequest
from seatpreview.keys import rules, store
from seatpreview.keys.model import (
    ApiKey,
    CreatedKey,
    CreateKeyRequest,
    Key,
    KeyList,
    ListKeys,
    PreviousKey,
    RotatedKey,
    RotateKeyRequest,
    UpdateKeyRequest,
    UsesOfDay,
)
from seatpreview.keys.rules import rotation_warnings
from seatpreview.keys.secrets import new_secret
from seatpreview.keys.store import KEYS
from seatpreview.keys.usage import newest_uses
from seatpreview.keys.webhooks_of_keys import RevokeKey, disable_webhooks, log_disabled, pass_on_webhooks
from seatpreview.limits.gcra import Limit
from seatpreview.limits.quotas import check_can_add_key
from seatpreview.problems import Conflict, NotFound
from seatpreview.results import Paging, etag_matches
from seatpreview.tenants import store as tenants
from seatpreview.tenants import usage
from seatpreview.values.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.values.ids import KeyId, TenantId, VenueId
from seatpreview.venues import store as venues


async def list_keys(context: Context, query: ListKeys) -> KeyList:
    """Returns a page of the keys that the caller may see, newest first. A caller that is restricted to venues
    sees only the keys that it may manage."""
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    paging = Paging(context.resources.signing, "keys", tenant_id, query)
    found = await context.resources.database.read(
        store.newest,
        tenant_id,
        context.caller.venues,
        query,
        paging.fetch_limit,
        context.at,
        paging.last_position,
    )
    page, next_cursor = paging.page_of(found, lambda key: [key.created_at, key.key_id])
    return KeyList(data=[ApiKey.of(key, context.at) for key in page], next_cursor=next_cursor)


async def create_key(context: Context, body: CreateKeyRequest) -> CreatedKey:
    """Stores a new key. The response has its plaintext, which is not stored: a repeat returns a new one."""
    rules.check_may_create(context.caller, body)
    if context.first_request is not None:
        key, plaintext = await _repeat(context, context.first_request)
        return CreatedKey.of(key, context.at, plaintext=plaintext)
    body = rules.with_limit_of_maker(
        context.caller, await _callers_limit(context), body, context.resources.key_limit
    )
    tenant_id = rules.tenant_of_new_key(context.caller, body)
    if tenant_id is not None and tenant_id != context.caller.tenant_id:
        await context.resources.database.read_row(tenants.check_exists, tenant_id)
    usable = await _usable_venues(context, tenant_id, body)
    secret = new_secret() if body.kind == "secret" else None
    key = rules.new_key(body, tenant_id, secret, context.at)
    rules.check_record(key, body, usable, context.resources.own_origins)

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction, key.key_id)
        await _check_quota(context, transaction, tenant_id)
        await store.add(transaction, _repeatable(context, key), secret.hash if secret else None)
        await _claim_origins(transaction, key)

    await context.write(write)
    return CreatedKey.of(key, context.at, plaintext=secret.plaintext if secret else None)


async def get_key(context: Context, key_id: KeyId) -> ApiKey:
    """Returns a key that the caller may see."""
    key = await _key(context, key_id)
    rules.check_may_manage(context.caller, key)
    return await _with_uses(context, key)


async def update_key(context: Context, key_id: KeyId, body: UpdateKeyRequest) -> ApiKey:
    """Updates a key with optimistic locking: if another change came first, nothing is written."""
    key = await _key(context, key_id)
    rules.check_may_update(context.caller, key, body)
    if rules.opens_key(body):
        await _check_limit(context, key)
    rules.check_can_change(key, body, context.at)
    updated = rules.updated_key(key, body, context.at)
    usable = await _usable_venues(context, key.tenant_id, body)
    rules.check_record(updated, body, usable, context.resources.own_origins)
    if not etag_matches(context.if_match, ApiKey.of(key, context.at).etag):
        raise _version_conflict()

    async def write(transaction: Transaction) -> None:
        if not await store.replace(transaction, updated, key.version, rules.actions_of_update(key, body)):
            raise _version_conflict()
        await _claim_origins(transaction, updated)

    await context.write(write)
    return await _with_uses(context, updated)


async def revoke_key(context: Context, key_id: KeyId, query: RevokeKey) -> None:
    """Revokes a key on every worker before the response is sent. Revoking a revoked key does nothing."""
    key = await _key(context, key_id)
    rules.check_may_change(context.caller, key)
    if key.is_revoked(context.at):
        return

    async def write(transaction: Transaction) -> None:
        await store.lock(transaction, key_id)
        # Before the key, which counts: whoever deletes a webhook holds it while it waits for the amounts.
        disabled = () if query.keep_webhooks else await disable_webhooks(transaction, [key_id], context.at)
        await store.revoke(transaction, key, context.at)
        log_disabled(transaction, disabled)

    await context.write_even_if_full(write)


async def rotate_key(context: Context, key_id: KeyId, body: RotateKeyRequest) -> RotatedKey:
    """Creates the replacement and sets the old key's revokeAt, in one transaction. A repeat returns the same
    replacement with a new plaintext."""
    key = await _key(context, key_id)
    rules.check_may_change(context.caller, key)
    await _check_limit(context, key)
    first = context.first_request
    rotated_at = context.at if first is None else first.at
    revoke_at = Moment(rotated_at + body.grace_period_seconds * MICROSECONDS)
    if first is not None:
        rules.check_is_rotated_to(key, KeyId(first.record_id))
        replacement, plaintext = await _repeat(context, first)
        return await _rotated(context, key, replacement, str(plaintext), rotated_at, revoke_at)
    rules.check_can_rotate(key, context.at)
    secret = new_secret()
    old, replacement = rules.rotate(key, secret, revoke_at, context.at)

    async def write(transaction: Transaction) -> None:
        await context.remember(transaction, replacement.key_id)
        if not await store.replace(transaction, old, key.version, rules.actions_of_rotation(old)):
            raise _version_conflict()
        await pass_on_webhooks(transaction, key_id, replacement.key_id)
        await store.add(transaction, _repeatable(context, replacement), secret.hash)

    await context.write(write)
    return await _rotated(context, key, replacement, secret.plaintext, rotated_at, revoke_at)


async def _rotated(
    context: Context, key: Key, replacement: Key, plaintext: str, rotated_at: Moment, revoke_at: Moment
) -> RotatedKey:
    uses = await _uses(context, key.key_id) if key.allow_origin_only else ()
    return RotatedKey.of(
        replacement,
        context.at,
        plaintext=plaintext,
        previous=PreviousKey(key_id=key.key_id, revoke_at=datetime_of(revoke_at)),
        warnings=rotation_warnings(key, replacement.key_id, rotated_at, revoke_at, uses),
    )


async def _with_uses(context: Context, key: Key) -> ApiKey:
    """Returns the key with its uses. A key that cannot be used without its secret needs no query."""
    if key.kind != "keyless" and not key.allow_origin_only:
        return ApiKey.of(key, context.at)
    return ApiKey.of(key, context.at, uses_without_secret=await _uses(context, key.key_id) or UNSET)


async def _uses(context: Context, key_id: KeyId) -> tuple[UsesOfDay, ...]:
    return await context.resources.database.read(newest_uses, key_id, context.at)


async def _repeat(context: Context, first: RememberedRequest) -> tuple[Key, str | None]:
    """Returns the key that the first request created, with a new plaintext. The first response was lost
    together with the secret, which is not accepted from now on. A keyless key has no secret and is returned
    unchanged."""
    key = await _key(context, KeyId(first.record_id))
    rules.check_may_change(context.caller, key)
    await _check_limit(context, key)
    rules.check_can_repeat(key, first.record_version, context.at)
    if key.kind == "keyless":
        return msgspec.structs.replace(key, last_used_at=None), None
    secret = new_secret()
    renewed = rules.with_new_secret(key, secret, context.at)

    async def write(transaction: Transaction) -> None:
        await context.remember_version(transaction, renewed.version)
        if not await store.replace_secret(transaction, renewed, key.version, secret.hash):
            raise _version_conflict()

    await context.write(write)
    return renewed, secret.plaintext


def _repeatable(context: Context, key: Key) -> Key:
    """Marks a new key's secret as replaceable, if the request that creates it can be repeated."""
    may_be_repeated = context.repeatable is not None and key.kind == "secret"
    return msgspec.structs.replace(key, secret_is_unused=True) if may_be_repeated else key


async def _key(context: Context, key_id: KeyId) -> Key:
    """Returns the key. Another tenant's key and a key that does not exist both give 404."""
    database, tenant_id = context.resources.database, context.caller.tenant_id
    if tenant_id is None:
        key = await database.read_row(store.get_of_any_tenant, key_id)
    else:
        key = await database.read_row(store.get, tenant_id, key_id)
    if key is None:
        raise NotFound("There is no key with this keyId among those that you may see.")
    return key


async def _check_limit(context: Context, key: Key) -> None:
    rules.check_limit_within(context.caller, await _callers_limit(context), key, context.resources.key_limit)


async def _callers_limit(context: Context) -> Limit | None:
    """Returns the rate limit of the caller's own key; None if it has the service's default."""
    if context.caller.key_id is None:
        return None
    key = await context.resources.records.load(KEYS, store.cache_name_by_id(context.caller.key_id))
    return None if key is None else key.limit


async def _usable_venues(
    context: Context, tenant_id: TenantId | None, body: CreateKeyRequest | UpdateKeyRequest
) -> frozenset[VenueId]:
    if tenant_id is None or body.venues is UNSET or not body.venues:
        return frozenset()
    return await context.resources.database.read(venues.usable_ids, tenant_id, body.venues)


async def _check_quota(context: Context, transaction: Transaction, tenant_id: TenantId | None) -> None:
    """Refuses a key beyond the tenant's quota. A rotation, which also adds one, is never refused."""
    if tenant_id is not None:
        tenant = await usage.lock(transaction, tenant_id, context.resources.quotas, context.at)
        check_can_add_key(tenant.stored.keys, tenant.quotas)


async def _claim_origins(transaction: Transaction, key: Key) -> None:
    if key.kind == "keyless" and not await store.claim_origins(transaction, key.key_id, key.allowed_origins):
        raise _origin_taken()


def _version_conflict() -> Conflict:
    return Conflict(
        "The key changed since this request read it, and nothing was written. Read it again and retry."
    )


def _origin_taken() -> Conflict:
    """Returns the conflict of two keyless keys. The detail does not say which key has the origin, because it
    may be another tenant's."""
    return Conflict("Another keyless key holds one of the origins. Each belongs to one keyless key at most.")
