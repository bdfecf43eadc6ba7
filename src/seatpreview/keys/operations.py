"""The API operations on keys."""

from msgspec import UNSET
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.context import Context
from seatpreview.cursors import Paging
from seatpreview.etags import etag_matches
from seatpreview.ids import KeyId, TenantId, VenueId
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
)
from seatpreview.keys.secrets import new_secret
from seatpreview.keys.store import KEYS
from seatpreview.limits.gcra import Limit
from seatpreview.problems import Conflict, NotFound
from seatpreview.tenants import store as tenants
from seatpreview.venues import store as venues


async def list_keys(context: Context, query: ListKeys) -> KeyList:
    """Returns a page of the keys that the caller may see, newest first. A caller that is restricted to venues
    sees the keys that it may manage."""
    tenant_id = context.caller.tenant_to_list(query.tenant_id)
    paging = Paging(context.resources.signing, "keys", tenant_id, query)
    async with context.resources.database.read() as connection:
        found = await store.newest(
            connection,
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
    """Stores a new key. The response has its plaintext, which is not stored."""
    rules.check_may_create(context.caller, body)
    body = rules.with_limit_of_maker(
        context.caller, await _callers_limit(context), body, context.resources.key_limit
    )
    tenant_id = rules.tenant_of_new_key(context.caller, body)
    async with context.resources.database.read() as connection:
        if tenant_id is not None:
            await tenants.check_exists(connection, tenant_id)
        usable = await _usable_venues(connection, tenant_id, body)
    secret = new_secret() if body.kind == "secret" else None
    key = rules.new_key(body, tenant_id, secret, context.at)
    rules.check_record(key, body, usable, context.resources.own_origins)
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        await store.add(transaction, key, secret.hash if secret else None)
        if key.kind == "keyless" and not await store.claim_origins(
            transaction, key.key_id, key.allowed_origins
        ):
            raise _origin_taken()
    return CreatedKey.of(key, context.at, plaintext=secret.plaintext if secret else None)


async def get_key(context: Context, key_id: KeyId) -> ApiKey:
    """Returns a key that the caller may see."""
    key = await _key(context, key_id)
    rules.check_may_manage(context.caller, key)
    return ApiKey.of(key, context.at)


async def update_key(context: Context, key_id: KeyId, body: UpdateKeyRequest) -> ApiKey:
    """Updates a key with optimistic locking: if another change was faster, nothing is written."""
    key = await _key(context, key_id)
    rules.check_may_update(context.caller, key, body)
    if rules.opens_key(body):
        await _check_limit(context, key)
    rules.check_can_change(key, body, context.at)
    updated = rules.updated_key(key, body, context.at)
    async with context.resources.database.read() as connection:
        usable = await _usable_venues(connection, key.tenant_id, body)
    rules.check_record(updated, body, usable, context.resources.own_origins)
    if not etag_matches(context.if_match, ApiKey.of(key, context.at).etag):
        raise _version_conflict()
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        if not await store.replace(transaction, updated, key.version, "updated", body.sent_members()):
            raise _version_conflict()
        if key.kind == "keyless" and not await store.claim_origins(
            transaction, key_id, updated.allowed_origins
        ):
            raise _origin_taken()
    return ApiKey.of(updated, context.at)


async def revoke_key(context: Context, key_id: KeyId) -> None:
    """Revokes a key, on every worker, before the response is sent. Revoking a revoked key does nothing."""
    key = await _key(context, key_id)
    rules.check_may_change(context.caller, key)
    if key.is_revoked(context.at):
        return
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        await store.revoke(transaction, key, context.at)


async def rotate_key(context: Context, key_id: KeyId, body: RotateKeyRequest) -> RotatedKey:
    """Creates the replacement and sets the old key's revokeAt, in one transaction."""
    key = await _key(context, key_id)
    rules.check_may_change(context.caller, key)
    await _check_limit(context, key)
    rules.check_can_rotate(key, context.at)
    secret = new_secret()
    revoke_at = Moment(context.at + body.grace_period_seconds * MICROSECONDS)
    old, replacement = rules.rotate(key, secret, revoke_at, context.at)
    async with context.resources.database.write(context.caller.actor, context.at) as transaction:
        if not await store.replace(transaction, old, key.version, "rotated"):
            raise _version_conflict()
        await store.add(transaction, replacement, secret.hash)
    previous = PreviousKey(key_id=old.key_id, revoke_at=datetime_of(revoke_at))
    return RotatedKey.of(replacement, context.at, plaintext=secret.plaintext, previous=previous)


async def _key(context: Context, key_id: KeyId) -> Key:
    """Answers 404 alike for another tenant's key and for one that does not exist."""
    async with context.resources.database.read() as connection:
        if context.caller.tenant_id is None:
            key = await store.get_of_any_tenant(connection, key_id)
        else:
            key = await store.get(connection, context.caller.tenant_id, key_id)
    if key is None:
        raise NotFound("There is no key with this keyId among those that you may see.")
    return key


async def _check_limit(context: Context, key: Key) -> None:
    rules.check_limit_within(context.caller, await _callers_limit(context), key, context.resources.key_limit)


async def _callers_limit(context: Context) -> Limit | None:
    """Returns the rate limit of the caller's own key; None where it has the service's default."""
    if context.caller.key_id is None:
        return None
    key = await context.resources.records.load(KEYS, store.cache_name_by_id(context.caller.key_id))
    return None if key is None else key.limit


async def _usable_venues(
    connection: AsyncConnection, tenant_id: TenantId | None, body: CreateKeyRequest | UpdateKeyRequest
) -> frozenset[VenueId]:
    if tenant_id is None or body.venues is UNSET or body.venues is None:
        return frozenset()
    return await venues.usable_ids(connection, tenant_id, body.venues)


def _version_conflict() -> Conflict:
    return Conflict(
        "The key changed since this request read it, and nothing was written. Read it again and retry."
    )


def _origin_taken() -> Conflict:
    """The detail does not say which key has the origin, since it may be another tenant's."""
    return Conflict("Another keyless key holds one of the origins. Each belongs to one keyless key at most.")
