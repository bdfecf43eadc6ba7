"""Keys: create, read and change."""

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Header, Response
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.peer import audit_log
from benchmarks.peer.database import Database
from benchmarks.peer.dependencies import AllowedCaller, Caller, Reading, UsedParts
from benchmarks.peer.ids import hash_of, new_id, new_secret
from benchmarks.peer.models import ApiKey, CreatedKey, CreateKey, UpdateKey
from benchmarks.peer.problems import Problem
from benchmarks.peer.tables import keys

router = APIRouter(prefix="/manage/keys")

_COLUMNS = [keys.c[name] for name in ApiKey.model_fields]
_BY_ID = select(*_COLUMNS).where(keys.c.key_id == bindparam("key_id"))
_INSERT = insert(keys)
_UPDATE = (
    update(keys)
    .where(keys.c.key_id == bindparam("changed_id"), keys.c.version == bindparam("read_version"))
    .returning(*_COLUMNS)
)


@router.post("", status_code=201)
async def create_key(caller: AllowedCaller, parts: UsedParts, body: CreateKey) -> CreatedKey:
    """Creates a key. Its secret is in the response, and nowhere else."""
    caller.check_is_admin()
    at, plaintext = datetime.now(UTC), new_secret()
    values = {
        **body.model_dump(),
        "key_id": new_id("key_"),
        "kind": "secret",
        "scope": "tenant",
        "allowed_origins": [],
        "allow_origin_only": False,
        "embed_frame_ancestors": [],
        "status": "active",
        "hint": plaintext[-4:],
        "created_at": at,
        "updated_at": at,
        "version": 1,
    }
    async with parts.database.transaction() as connection:
        await connection.execute(_INSERT, {**values, "secret_hash": hash_of(plaintext)})
        await audit_log.write(connection, caller, at, "created", "key", values["key_id"], body.tenant_id)
    absent = dict.fromkeys(ApiKey.model_fields.keys() - values.keys())
    return CreatedKey.model_validate({**values, **absent, "plaintext": plaintext})


@router.get("/{key_id}")
async def get_key(caller: AllowedCaller, connection: Reading, response: Response, key_id: str) -> ApiKey:
    """Reads a key."""
    key = await find_key(connection, caller, key_id)
    response.headers["ETag"] = f'"{key.version}"'
    return key


@router.patch("/{key_id}")
async def update_key(
    caller: AllowedCaller,
    connection: Reading,
    parts: UsedParts,
    response: Response,
    key_id: str,
    body: UpdateKey,
    if_match: Annotated[str | None, Header()] = None,
) -> ApiKey:
    """Changes a key, unless it has changed since it was read."""
    key = await find_key(connection, caller, key_id)
    if if_match is not None and if_match.strip('"') != str(key.version):
        raise Problem(412, "The key has another version.")
    changes = body.model_dump(exclude_unset=True)
    if "rate_limit" in changes:
        caller.check_is_admin()
    if changes.get("status") == "active":
        changes["revoke_at"] = None
    changed = await write_changes(parts.database, caller, key, changes)
    response.headers["ETag"] = f'"{changed.version}"'
    return changed


async def find_key(connection: AsyncConnection, caller: Caller, key_id: str) -> ApiKey:
    """Returns a key that the caller may see."""
    row = (await connection.execute(_BY_ID, {"key_id": key_id})).mappings().first()
    if row is None or (caller.scope != "admin" and row["tenant_id"] != caller.tenant_id):
        raise Problem(404, "There is no such key.")
    return ApiKey.model_validate(dict(row))


async def write_changes(database: Database, caller: Caller, key: ApiKey, changes: dict[str, Any]) -> ApiKey:
    """Writes changes of a key that was read, with an entry of the audit. Where the key has changed since,
    nothing is written."""
    at = datetime.now(UTC)
    values = {**changes, "updated_at": at, "version": key.version + 1}
    condition = {"changed_id": key.key_id, "read_version": key.version}
    async with database.transaction() as connection:
        row = (await connection.execute(_UPDATE, {**values, **condition})).mappings().first()
        if row is None:
            raise Problem(409, "The key changed while this request was reading it.")
        await audit_log.write(
            connection, caller, at, "updated", "key", key.key_id, key.tenant_id, sorted(changes)
        )
    return ApiKey.model_validate(dict(row))
