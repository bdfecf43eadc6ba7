"""SQL for keys."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    JSON,
    Select,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    false,
    func,
    insert,
    literal,
    null,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.clock import Moment
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import counter, key_usage, keyless_origins, keys
from seatpreview.database.unique_names import claim_names
from seatpreview.freshness.record_cache import Loaded, RecordKind
from seatpreview.ids import KeyId, TenantId, VenueId
from seatpreview.keys.cached import CachedKey, cached_key
from seatpreview.keys.model import Key, ListKeys
from seatpreview.keys.origins import Origin
from seatpreview.validated_text import trusted_text

_SELECT = select(keys, key_usage.c.last_used_at).select_from(
    keys.outerjoin(key_usage, key_usage.c.key_id == keys.c.key_id)
)


async def get(connection: AsyncConnection, tenant_id: TenantId, key_id: KeyId) -> Key | None:
    """Returns a key of the tenant; None if it has no such key."""
    return await _first(connection, _SELECT.where(keys.c.key_id == key_id, keys.c.tenant_id == tenant_id))


async def get_of_any_tenant(connection: AsyncConnection, key_id: KeyId) -> Key | None:
    """Returns a key of any tenant, for admin scope."""
    return await _first(connection, _SELECT.where(keys.c.key_id == key_id))


async def newest(
    connection: AsyncConnection,
    tenant_id: TenantId | None,
    within: Collection[VenueId] | None,
    query: ListKeys,
    count: int,
    at: Moment,
    after: Sequence[Any] | None = None,
) -> list[Key]:
    """Returns keys of one tenant (None: of all), newest first, starting after (created_at, key_id). With
    `within`, returns only keys that are restricted to some of these venues."""
    statement = _SELECT.where(*_filters(connection.dialect.name, tenant_id, query, at))
    if within is not None:
        statement = statement.where(is_restricted_to_sql(connection.dialect.name, within))
    if after is not None:
        statement = statement.where(tuple_(keys.c.created_at, keys.c.key_id) < tuple(after))
    statement = statement.order_by(keys.c.created_at.desc(), keys.c.key_id.desc()).limit(count)
    return [_key(row) for row in await connection.execute(statement)]


async def add(transaction: Transaction, key: Key, secret_hash: str | None) -> None:
    """Inserts a new key."""
    await transaction.connection.execute(insert(keys).values(**_values(key), secret_hash=secret_hash))
    transaction.changed("key", key.key_id, key.tenant_id, "created")


async def replace(
    transaction: Transaction, key: Key, read_version: int, action: str, members: tuple[str, ...] = ()
) -> bool:
    """Writes the key if it still has the version that was read; returns whether it did."""
    written = await transaction.connection.execute(
        update(keys)
        .where(keys.c.key_id == key.key_id, keys.c.version == read_version, keys.c.revoked_at.is_(None))
        .values(_values(key))
    )
    transaction.changed("key", key.key_id, key.tenant_id, action, members)
    return written.rowcount == 1


async def revoke(transaction: Transaction, key: Key, at: Moment) -> None:
    """Revokes the key whatever its version, so that no concurrent change can prevent a revoke. The origins of
    a keyless key become available again."""
    written = await transaction.connection.execute(
        update(keys)
        .where(keys.c.key_id == key.key_id, keys.c.revoked_at.is_(None))
        .values(revoked_at=at, updated_at=at, version=keys.c.version + 1)
    )
    await transaction.connection.execute(
        delete(keyless_origins).where(keyless_origins.c.key_id == key.key_id)
    )
    if written.rowcount == 1:
        transaction.changed("key", key.key_id, key.tenant_id, "revoked")


async def claim_origins(transaction: Transaction, key_id: KeyId, origins: Sequence[Origin]) -> bool:
    """Assigns exactly these origins to a keyless key; returns False if another key has one of them."""
    wanted = {str(origin) for origin in origins}
    holder = {"key_id": str(key_id)}
    return await claim_names(
        transaction.connection, keyless_origins, keyless_origins.c.origin, holder, wanted
    )


def cache_name_by_hash(secret_hash: str) -> str:
    """Returns the name under which the key with this secret is loaded."""
    return f"hash:{secret_hash}"


def cache_name_by_id(key_id: KeyId) -> str:
    """Returns the name under which the key with this id is loaded."""
    return f"id:{key_id}"


def cache_name_by_origin(origin: str) -> str:
    """Returns the name under which the keyless key with this origin is loaded."""
    return f"origin:{origin}"


async def load(database: Database, name: str) -> Loaded[CachedKey]:
    """Loads a key for the cache, by one statement that also reads the change counter."""
    lookup, _, value = name.partition(":")
    async with database.read() as connection:
        row = (await connection.execute(_LOADS[lookup], {"value": value})).one()
    if row.key_id is None:
        return Loaded(row.n, None, None)
    return Loaded(row.n, row.key_id, cached_key(_key(row)))


KEYS = RecordKind("keys", load, changes=("key",), size_of=lambda key: key.memory_bytes)

_LOAD = select(counter.c.n, keys, null().label("last_used_at"))
_VALUE = bindparam("value", type_=Text)
_HAS_ORIGIN = keyless_origins.c.origin == _VALUE
_LOADS = {
    "hash": _LOAD.select_from(counter.outerjoin(keys, keys.c.secret_hash == _VALUE)),
    "id": _LOAD.select_from(counter.outerjoin(keys, keys.c.key_id == _VALUE)),
    "origin": _LOAD.select_from(
        counter.outerjoin(keyless_origins, _HAS_ORIGIN).outerjoin(
            keys, keys.c.key_id == keyless_origins.c.key_id
        )
    ),
}


def _filters(
    dialect: str, tenant_id: TenantId | None, query: ListKeys, at: Moment
) -> Iterator[ColumnElement[bool]]:
    if tenant_id is not None:
        yield keys.c.tenant_id == tenant_id
    if isinstance(query.status, str):
        yield has_ended_sql(at) if query.status == "revoked" else ~has_ended_sql(at)
    if isinstance(query.kind, str):
        yield keys.c.kind == query.kind
    if isinstance(query.venue, str):
        yield or_(keys.c.venues.is_(None), _holds(dialect, keys.c.venues, f'"{query.venue}"'))
    if isinstance(query.origin, str):
        yield _holds(dialect, keys.c.allowed_origins, f'"{query.origin}"')
    if isinstance(query.label, str):
        yield _holds(dialect, keys.c.label_folded, query.label.casefold())


def is_restricted_to_sql(dialect: str, venues: Collection[VenueId]) -> ColumnElement[bool]:
    """Returns `Caller.covers`, for a caller that is restricted to these venues, as an SQL condition."""
    if dialect == "postgresql":
        elements = func.json_array_elements_text(cast(keys.c.venues, JSON)).table_valued("value")
    else:
        elements = func.json_each(keys.c.venues).table_valued("value")
    others = select(literal(1)).select_from(elements).where(elements.c.value.not_in(sorted(venues)))
    return and_(keys.c.venues.is_not(None), ~others.exists())


def has_ended_sql(at: Moment) -> ColumnElement[bool]:
    """Returns `Key.is_revoked` as an SQL condition; a property test checks that the two agree."""
    return or_(keys.c.revoked_at.is_not(None), func.coalesce(keys.c.revoke_at <= at, false()))


def _holds(dialect: str, column: ColumnElement[Any], part: str) -> ColumnElement[bool]:
    """Matches a substring with its case; LIKE would ignore case on SQLite."""
    position = func.strpos if dialect == "postgresql" else func.instr
    return position(column, part) > 0


async def _first(connection: AsyncConnection, statement: Select[Any]) -> Key | None:
    row = (await connection.execute(statement)).first()
    return None if row is None else _key(row)


_DOCUMENTS = ("allowed_origins", "embed_frame_ancestors", "venues", "groups", "rate_limit")
"""Columns that hold JSON."""
_encode = msgspec.json.Encoder(enc_hook=str).encode


def _values(key: Key) -> dict[str, Any]:
    values = {name: getattr(key, name) for name in key.__struct_fields__ if name != "last_used_at"}
    for name in _DOCUMENTS:
        values[name] = None if values[name] is None else _encode(values[name]).decode()
    for name, value in values.items():
        values[name] = str(value) if isinstance(value, str) else value
    return values | {"label_folded": key.label.casefold()}


def _key(row: Row[Any]) -> Key:
    """Stored texts were validated when they were written, and are not validated again."""
    values = {name: getattr(row, name) for name in Key.__struct_fields__}
    for name in _DOCUMENTS:
        values[name] = None if values[name] is None else msgspec.json.decode(values[name])
    return msgspec.convert(values, Key, dec_hook=trusted_text)
