"""SQL for keys."""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UnsetType
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Integer,
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
from sqlalchemy.sql.elements import ColumnElement

from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import counter, key_usage, keyless_origins, keys
from seatpreview.database.unique_names import claim_names
from seatpreview.freshness.record_cache import LoadContext, Loaded, RecordKind
from seatpreview.keys.cached_key import CachedKey, cached_key
from seatpreview.keys.model import Key, ListKeys, LoggedAction
from seatpreview.keys.origins import Origin
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId, TenantId, VenueId
from seatpreview.values.validated_text import trusted_text

_MEMBERS = Key.__struct_fields__
_COLUMNS = [key_usage.c[name] if name == "last_used_at" else keys.c[name] for name in _MEMBERS]
"""The columns of a key, in the order of its members."""
_BOOLEANS = [column.name for column in _COLUMNS if isinstance(column.type, Boolean)]
"""Columns that SQLite, which has no booleans, returns as numbers."""
_SELECT = select(*_COLUMNS).select_from(keys.outerjoin(key_usage, key_usage.c.key_id == keys.c.key_id))
_GET_OF_ANY_TENANT = _SELECT.where(keys.c.key_id == bindparam("wanted_key"))
_GET = _GET_OF_ANY_TENANT.where(keys.c.tenant_id == bindparam("wanted_tenant"))
_INSERT = insert(keys)
_IF_UNCHANGED = update(keys).where(
    keys.c.key_id == bindparam("read_key"),
    keys.c.version == bindparam("read_version"),
    keys.c.revoked_at.is_(None),
)
"""Statements are built once: building one takes longer than running it."""


async def get(connection: Connection, tenant_id: TenantId, key_id: KeyId) -> Key | None:
    """Returns a key of the tenant; None if it has no such key."""
    row = (
        await connection.execute(_GET, {"wanted_key": str(key_id), "wanted_tenant": str(tenant_id)})
    ).first()
    return None if row is None else _key(row)


async def get_of_any_tenant(connection: Connection, key_id: KeyId) -> Key | None:
    """Returns a key of any tenant, for admin scope."""
    row = (await connection.execute(_GET_OF_ANY_TENANT, {"wanted_key": str(key_id)})).first()
    return None if row is None else _key(row)


async def newest(
    connection: Connection,
    tenant_id: TenantId | None,
    within: Collection[VenueId] | None,
    query: ListKeys,
    count: int,
    at: Moment,
    after: Sequence[Any] | None = None,
) -> list[Key]:
    """Returns keys of one tenant (None: of all), newest first, starting after (created_at, key_id). With
    `within`, returns only keys that are restricted to some of these venues."""
    wanted = _wanted(tenant_id, query, after)
    statement = _newest(connection.dialect.name, tuple(wanted), query.status)
    if within is not None:
        statement = statement.where(is_restricted_to_sql(connection.dialect.name, within))
    return [_key(row) for row in await connection.execute(statement, wanted | {"at": at, "count": count})]


async def add(transaction: Transaction, key: Key, secret_hash: str | None) -> None:
    """Inserts a new key."""
    values = _values(key) | {"secret_hash": secret_hash, "secret_is_unused": key.secret_is_unused}
    await transaction.connection.execute(_INSERT, values)
    transaction.changed("key", key.key_id, key.tenant_id, "created", version=key.version)


async def replace(
    transaction: Transaction, key: Key, read_version: int, actions: Sequence[LoggedAction]
) -> bool:
    """Writes the key if it still has the version that was read. Returns whether it was written.

    Each action gets a row of the change log. A key that can still be changed has not ended, whatever was
    logged by a clock that was ahead.
    """
    read = {"read_key": str(key.key_id), "read_version": read_version, "end_is_logged": None}
    written = await transaction.connection.execute(_IF_UNCHANGED, _values(key) | read)
    for action, members in actions:
        transaction.changed("key", key.key_id, key.tenant_id, action, members, key.version)
    return written.rowcount == 1


async def replace_secret(transaction: Transaction, key: Key, read_version: int, secret_hash: str) -> bool:
    """Writes the key with a new secret, if it still has the version that was read and nobody has used the old
    secret. Returns whether it was written. Once this is committed, no worker accepts the old secret."""
    written = await transaction.connection.execute(
        _IF_UNCHANGED.where(keys.c.secret_is_unused.is_(True)),
        {
            "read_key": str(key.key_id),
            "read_version": read_version,
            "secret_hash": secret_hash,
            "hint": key.hint,
            "updated_at": key.updated_at,
            "version": key.version,
        },
    )
    transaction.changed("key", key.key_id, key.tenant_id, "secret_replaced", version=key.version)
    return written.rowcount == 1


async def mark_secret_used(database: Database, secret_hash: str, at: Moment) -> bool:
    """Records that a secret was presented. From then on, no repeat replaces it. Returns False if a repeat has
    already replaced it: the secret is not valid any more."""
    return await database.write("", at, _mark_secret_used, secret_hash)


async def _mark_secret_used(transaction: Transaction, secret_hash: str) -> bool:
    written = await transaction.connection.execute(
        update(keys).where(keys.c.secret_hash == secret_hash).values(secret_is_unused=None)
    )
    return written.rowcount == 1


async def lock(transaction: Transaction, key_id: KeyId) -> None:
    """Locks a key that the transaction revokes: others that read it for a change of theirs have ended."""
    statement = select(keys.c.key_id).where(keys.c.key_id == key_id).with_for_update(key_share=True)
    await transaction.connection.execute(statement)


async def revoke(transaction: Transaction, key: Key, at: Moment) -> None:
    """Revokes the key whatever its version, so that no concurrent change can prevent a revoke. The origins of
    a keyless key become available again."""
    versions = await transaction.connection.scalars(
        update(keys)
        .where(keys.c.key_id == key.key_id, keys.c.revoked_at.is_(None))
        .values(revoked_at=at, updated_at=at, version=keys.c.version + 1)
        .returning(keys.c.version)
    )
    await transaction.connection.execute(
        delete(keyless_origins).where(keyless_origins.c.key_id == key.key_id)
    )
    for version in versions:
        transaction.changed("key", key.key_id, key.tenant_id, "revoked", version=version)


async def claim_origins(transaction: Transaction, key_id: KeyId, origins: Sequence[Origin]) -> bool:
    """Assigns exactly these origins to a keyless key. Returns False if another key has one of them."""
    wanted = {str(origin) for origin in origins}
    holder = {"key_id": str(key_id)}
    return await claim_names(
        transaction.connection, keyless_origins, keyless_origins.c.origin, holder, wanted
    )


def cache_name_by_hash(secret_hash: str) -> str:
    """Returns the cache name of the key with this secret."""
    return f"hash:{secret_hash}"


def cache_name_by_id(key_id: KeyId) -> str:
    """Returns the cache name of the key with this id."""
    return f"id:{key_id}"


def cache_name_by_origin(origin: str) -> str:
    """Returns the cache name of the keyless key with this origin."""
    return f"origin:{origin}"


async def load(loading: LoadContext, name: str) -> Loaded[CachedKey]:
    """Loads a key for the cache, by one statement that also reads the change counter."""
    return await loading.database.read_row(_load, name)


async def _load(connection: Connection, name: str) -> Loaded[CachedKey]:
    lookup, _, value = name.partition(":")
    n, *row = (await connection.execute(_LOADS[lookup], {"value": value})).one()
    if row[0] is None:
        return Loaded(n, None, None)
    key = _key(row)
    return Loaded(n, key.key_id, cached_key(key))


KEYS = RecordKind(
    "keys",
    load,
    changes=("key",),
    size_of=lambda key: key.memory_bytes,
    unused_names=("hash:", "id:", "origin:"),
)

_LOAD = select(
    counter.c.n, *(null() if column is key_usage.c.last_used_at else column for column in _COLUMNS)
)
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


def _wanted(tenant_id: TenantId | None, query: ListKeys, after: Sequence[Any] | None) -> dict[str, Any]:
    """Returns the parameters of a list: of the filters that are given, and of the position."""
    wanted: dict[str, Any] = {} if tenant_id is None else {"tenant": str(tenant_id)}
    if isinstance(query.kind, str):
        wanted["kind"] = query.kind
    if isinstance(query.venue, str):
        wanted["venue"] = f'"{query.venue}"'
    if isinstance(query.origin, str):
        wanted["origin"] = f'"{query.origin}"'
    if isinstance(query.label, str):
        wanted["label"] = query.label.casefold()
    if after is not None:
        wanted |= {"after_created_at": after[0], "after_key": after[1]}
    return wanted


@cache
def _newest(dialect: str, names: tuple[str, ...], status: str | UnsetType) -> Select[Any]:
    """Builds the statement of a list. Each combination of filters is built once."""
    parameter: dict[str, Any] = {
        name: bindparam(name, type_=BigInteger if name == "after_created_at" else Text) for name in names
    }
    conditions: dict[str, Callable[[Any], ColumnElement[bool]]] = {
        "tenant": lambda value: keys.c.tenant_id == value,
        "kind": lambda value: keys.c.kind == value,
        "venue": lambda value: or_(keys.c.venues.is_(None), _holds(dialect, keys.c.venues, value)),
        "origin": lambda value: _holds(dialect, keys.c.allowed_origins, value),
        "label": lambda value: _holds(dialect, keys.c.label_folded, value),
    }
    statement = _SELECT.where(*(conditions[name](parameter[name]) for name in names if name in conditions))
    if isinstance(status, str):
        has_ended = has_ended_sql(bindparam("at", type_=BigInteger))
        statement = statement.where(has_ended if status == "revoked" else ~has_ended)
    if "after_key" in names:
        position = tuple_(parameter["after_created_at"], parameter["after_key"])
        statement = statement.where(tuple_(keys.c.created_at, keys.c.key_id) < position)
    newest_first = statement.order_by(keys.c.created_at.desc(), keys.c.key_id.desc())
    return newest_first.limit(bindparam("count", type_=Integer))


def is_restricted_to_sql(
    dialect: str, venues: Collection[VenueId], listed: ColumnElement[Any] = keys.c.venues
) -> ColumnElement[bool]:
    """Returns the SQL condition for `Caller.covers`, for a caller that is restricted to these venues."""
    return is_restricted_sql(dialect, lambda venue_id: venue_id.not_in(sorted(venues)), listed)


def is_restricted_sql(
    dialect: str,
    is_other: Callable[[ColumnElement[str]], ColumnElement[bool]],
    listed: ColumnElement[Any] = keys.c.venues,
) -> ColumnElement[bool]:
    """Returns the SQL condition for keys, or what else lists venues, that are restricted to venues none of
    which is another one."""
    if dialect == "postgresql":
        elements = func.json_array_elements_text(cast(listed, JSON)).table_valued("value")
    else:
        elements = func.json_each(listed).table_valued("value")
    others = select(literal(1)).select_from(elements).where(is_other(elements.c.value))
    return and_(listed.is_not(None), ~others.exists())


def has_ended_sql(at: Moment | ColumnElement[int]) -> ColumnElement[bool]:
    """Returns the SQL condition for `Key.is_revoked`; a property test checks that the two agree."""
    return or_(keys.c.revoked_at.is_not(None), func.coalesce(keys.c.revoke_at <= at, false()))


def _holds(dialect: str, column: ColumnElement[Any], part: ColumnElement[str]) -> ColumnElement[bool]:
    """Matches a substring with its case; LIKE would ignore case on SQLite."""
    position = func.strpos if dialect == "postgresql" else func.instr
    return position(column, part) > 0


_DOCUMENTS = ("allowed_origins", "embed_frame_ancestors", "venues", "groups", "rate_limit")
"""Columns that hold JSON."""
_NOTED_BY_USE = ("last_used_at", "secret_is_unused")
_encode = msgspec.json.Encoder(enc_hook=str).encode


def _values(key: Key) -> dict[str, Any]:
    """Returns the columns that operations write. The time of last use is not among them: requests with the
    key record it."""
    values = {name: getattr(key, name) for name in key.__struct_fields__ if name not in _NOTED_BY_USE}
    for name in _DOCUMENTS:
        values[name] = None if values[name] is None else _encode(values[name]).decode()
    for name, value in values.items():
        values[name] = str(value) if isinstance(value, str) else value
    return values | {"label_folded": key.label.casefold()}


def _key(row: Sequence[Any]) -> Key:
    """Builds a key from its row. Stored texts were validated when they were written, and are not validated
    again."""
    values = dict(zip(_MEMBERS, row, strict=True))
    for name in _DOCUMENTS:
        if values[name] is not None:
            values[name] = msgspec.json.decode(values[name])
    for name in _BOOLEANS:
        if values[name] is not None:
            values[name] = bool(values[name])
    return msgspec.convert(values, Key, dec_hook=trusted_text)
