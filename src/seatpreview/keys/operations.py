"""What the API offers on keys."""

from msgspec import UNSET
from sqlalchemy.ext.asyncio import AsyncConnection

from seatpreview.clock import MICROSECONDS, Moment, datetime_of
from seatpreview.context import Call
from seatpreview.cursors import Paging
from seatpreview.etags import holds
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
from seatpreview.problems import Conflict, Fault, NotFound, ValidationFailed
from seatpreview.tenants import store as tenants
from seatpreview.venues import store as venues


async def list_keys(call: Call, query: ListKeys) -> KeyList:
    tenant_id = call.caller.tenant_reached(query.tenant_id)
    paging = Paging(call.signing, "keys", tenant_id, query)
    async with call.database.read() as connection:
        found = await store.newest(connection, tenant_id, query, paging.count, call.at, paging.after)
    page, next_cursor = paging.cut(found, lambda key: [key.created_at, key.key_id])
    return KeyList(data=[ApiKey.of(key, call.at) for key in page], next_cursor=next_cursor)


async def create_key(call: Call, body: CreateKeyRequest) -> CreatedKey:
    """The answer holds the plaintext, which is kept nowhere."""
    rules.check_may_create(call.caller, body)
    tenant_id = rules.tenant_for(call.caller, body)
    async with call.database.read() as connection:
        await _check_tenant_exists(connection, tenant_id)
        usable = await _usable_venues(connection, tenant_id, body)
    secret = new_secret() if body.kind == "secret" else None
    key = rules.created(body, tenant_id, secret, call.at)
    rules.check_record(key, body, usable, call.own_origins)
    async with call.database.write(call.caller.actor, call.at) as transaction:
        await store.add(transaction, key, secret.hash if secret else None)
        if key.kind == "keyless" and not await store.hold_origins(
            transaction, key.key_id, key.allowed_origins
        ):
            raise _origin_held()
    return CreatedKey.of(key, call.at, plaintext=secret.plaintext if secret else None)


async def get_key(call: Call, key_id: KeyId) -> ApiKey:
    return ApiKey.of(await _key(call, key_id), call.at)


async def update_key(call: Call, key_id: KeyId, body: UpdateKeyRequest) -> ApiKey:
    """Writes only over the version that it read: who comes between wins, and nothing of this is written."""
    key = await _key(call, key_id)
    rules.check_may_update(call.caller, key, body)
    rules.check_can_change(key, body, call.at)
    updated = rules.updated(key, body, call.at)
    async with call.database.read() as connection:
        usable = await _usable_venues(connection, key.tenant_id, body)
    rules.check_record(updated, body, usable, call.own_origins)
    if not holds(call.if_match, ApiKey.of(key, call.at).etag):
        raise _changed()
    async with call.database.write(call.caller.actor, call.at) as transaction:
        if not await store.replace(transaction, updated, key.version, "updated", body.sent_members()):
            raise _changed()
        if key.kind == "keyless" and not await store.hold_origins(
            transaction, key_id, updated.allowed_origins
        ):
            raise _origin_held()
    return ApiKey.of(updated, call.at)


async def revoke_key(call: Call, key_id: KeyId) -> None:
    """Takes effect before it answers, on every worker. A key that is revoked already stays so."""
    key = await _key(call, key_id)
    rules.check_may_manage(call.caller, key)
    if key.is_revoked(call.at):
        return
    async with call.database.write(call.caller.actor, call.at) as transaction:
        await store.revoke(transaction, key, call.at)


async def rotate_key(call: Call, key_id: KeyId, body: RotateKeyRequest) -> RotatedKey:
    """One transaction makes the replacement and sets the old key's revokeAt."""
    key = await _key(call, key_id)
    rules.check_may_manage(call.caller, key)
    rules.check_can_rotate(key, call.at)
    secret = new_secret()
    revoke_at = Moment(call.at + body.grace_period_seconds * MICROSECONDS)
    old, replacement = rules.rotated(key, secret, revoke_at, call.at)
    async with call.database.write(call.caller.actor, call.at) as transaction:
        if not await store.replace(transaction, old, key.version, "rotated"):
            raise _changed()
        await store.add(transaction, replacement, secret.hash)
    previous = PreviousKey(key_id=old.key_id, revoke_at=datetime_of(revoke_at))
    return RotatedKey.of(replacement, call.at, plaintext=secret.plaintext, previous=previous)


async def _key(call: Call, key_id: KeyId) -> Key:
    """Another tenant's key and one that does not exist look alike."""
    async with call.database.read() as connection:
        if call.caller.tenant_id is None:
            key = await store.get_of_any_tenant(connection, key_id)
        else:
            key = await store.get(connection, call.caller.tenant_id, key_id)
    if key is None:
        raise NotFound("There is no key with this keyId among those that you may see.")
    return key


async def _check_tenant_exists(connection: AsyncConnection, tenant_id: TenantId | None) -> None:
    if tenant_id is not None and await tenants.get(connection, tenant_id) is None:
        fault = Fault(pointer="/tenantId", detail="is not the id of a tenant")
        raise ValidationFailed("There is no tenant with this tenantId.", errors=(fault,))


async def _usable_venues(
    connection: AsyncConnection, tenant_id: TenantId | None, body: CreateKeyRequest | UpdateKeyRequest
) -> frozenset[VenueId]:
    if tenant_id is None or body.venues is UNSET or body.venues is None:
        return frozenset()
    return await venues.usable(connection, tenant_id, body.venues)


def _changed() -> Conflict:
    return Conflict(
        "The key changed since this request read it, and nothing was written. Read it again and retry."
    )


def _origin_held() -> Conflict:
    """Tenants are not told who holds it."""
    return Conflict("Another keyless key holds one of the origins. Each belongs to one keyless key at most.")
