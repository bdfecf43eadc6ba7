"""Requests that are safe to repeat: what a repeat means, and what is remembered of the first one."""

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import asyncpg
import msgspec
from sqlalchemy import Text, bindparam, select, update
from sqlalchemy.sql.dml import ReturningInsert

from seatpreview.database.bounded_deletion import DeletedRows, delete_some
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.json_rows import rows_parameter, select_rows
from seatpreview.database.tables import remembered_requests
from seatpreview.database.unique_names import insert_on_conflict
from seatpreview.problems import Fault, IdempotencyKeyReused, RequestInProgress, ValidationFailed
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import KeyId

IDEMPOTENCY_KEY_CHARACTERS_MAX = 255
IDEMPOTENCY_KEY_PATTERN = "^[!-~]+$"
"""Visible ASCII characters."""

REMEMBERED_SECONDS = 86_400
"""How long a request is remembered."""

_VALID = re.compile(f"[!-~]{{1,{IDEMPOTENCY_KEY_CHARACTERS_MAX}}}")
BATCH_MAX = 100
"""The most requests that one transaction remembers, if nothing else is written for them."""

_C = remembered_requests.c
_FIND = select(remembered_requests).where(
    _C.key_id == bindparam("key_id", type_=Text), _C.value_hash == bindparam("value_hash", type_=Text)
)


class RememberedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A stored request that succeeded, without its Idempotency-Key, body and response."""

    fingerprint: str
    """The hash of everything that decides what the request does."""
    record_id: str
    """The id of the record that it created; empty if it created none with an id."""
    record_version: int
    """The version of that record in the latest response."""
    at: Moment
    """The time of the request."""
    expires_at: Moment
    """The time from which it counts as forgotten."""


class RepeatableRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The current request, if it has an Idempotency-Key that counts."""

    key_id: KeyId
    """The calling key. Values of different keys are independent."""
    value_hash: str
    """The hash of the Idempotency-Key."""
    fingerprint: str
    first: RememberedRequest | None
    """The first request, if this one repeats it."""


def hash_of_value(value: str) -> str:
    """Checks the value of the header, and returns its hash. The value itself is not stored, because clients
    may write anything there."""
    if _VALID.fullmatch(value) is None:
        detail = (
            f"must be 1 to {IDEMPOTENCY_KEY_CHARACTERS_MAX} visible ASCII characters without spaces, "
            "sent once: a UUID, for example"
        )
        raise ValidationFailed(
            f"The header Idempotency-Key {detail}.",
            errors=(Fault(parameter="Idempotency-Key", detail=detail),),
        )
    return hashlib.sha256(value.encode("ascii")).hexdigest()


def fingerprint(body: bytes, *others: str) -> str:
    """Returns the hash of a request: of its body, and of everything else that decides what it does. Each part
    is hashed with its length, so that different lists of parts never hash alike."""
    digest = hashlib.sha256()
    for part in (*(other.encode() for other in others), body):
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.hexdigest()


def first_request(remembered: RememberedRequest | None, sent: str, at: Moment) -> RememberedRequest | None:
    """Returns the request that one with the fingerprint `sent` repeats; None if it is the first itself.

    Raises IdempotencyKeyReused if the value belongs to another request.
    """
    if remembered is None or not is_remembered(remembered, at):
        return None
    if remembered.fingerprint != sent:
        raise IdempotencyKeyReused(
            "This Idempotency-Key was sent with another operation, path, query or body within a day. Nothing "
            "was written. Use a new value for each request that is not a repeat."
        )
    return remembered


def is_remembered(request: RememberedRequest | None, at: Moment) -> bool:
    """Returns whether the request still counts at this time."""
    return request is not None and at < request.expires_at


def remembered(
    request: RepeatableRequest,
    record_id: str,
    at: Moment,
    record_expires_at: Moment | None = None,
    *,
    version: int = 1,
) -> RememberedRequest:
    """Returns what is stored about a request: the record that it created or changed, and the version of it in
    the response."""
    return RememberedRequest(
        fingerprint=request.fingerprint,
        record_id=record_id,
        record_version=version,
        at=at,
        expires_at=expiry(at, record_expires_at),
    )


def expiry(at: Moment, record_expires_at: Moment | None = None) -> Moment:
    """Returns when a request is forgotten: after a day, or earlier if the record that it created expires."""
    latest = Moment(at + REMEMBERED_SECONDS * MICROSECONDS)
    return latest if record_expires_at is None else min(latest, record_expires_at)


Entry = tuple[RepeatableRequest, RememberedRequest]


async def find(connection: Connection, key_id: KeyId, value_hash: str) -> RememberedRequest | None:
    """Returns the remembered request of the key with this Idempotency-Key, even after its time."""
    row = (await connection.execute(_FIND, {"key_id": str(key_id), "value_hash": value_hash})).first()
    if row is None:
        return None
    return RememberedRequest(
        fingerprint=row.fingerprint,
        record_id=row.record_id,
        record_version=row.record_version,
        at=row.at,
        expires_at=row.expires_at,
    )


async def add(connection: Connection, request: RepeatableRequest, remembered: RememberedRequest) -> None:
    """Remembers a request, in the transaction that does what it asks for.

    This is the first statement of that transaction: a concurrent request with the same value waits here until
    the other has ended, and is refused if that one succeeded. A forgotten request is overwritten.
    """
    try:
        [is_added] = await _add_all(connection, [(request, remembered)])
    except asyncpg.LockNotAvailableError as error:
        raise in_progress() from error
    if not is_added:
        raise in_progress()


async def add_batch(database: Database, entries: list[Entry]) -> list[bool]:
    """Remembers requests for which nothing else is written, and commits. Returns for each whether it was
    added; it was not if another one with its value came first."""
    return await database.write("", entries[0][1].at, _write_batch, entries)


async def _write_batch(transaction: Transaction, entries: list[Entry]) -> list[bool]:
    return await _add_all(transaction.connection, entries)


async def set_record_version(
    connection: Connection, request: RepeatableRequest, read_version: int, version: int
) -> None:
    """Notes that a repeat has changed the record. Of two concurrent repeats, the second is refused."""
    written = await connection.execute(
        update(remembered_requests)
        .where(
            _C.key_id == request.key_id,
            _C.value_hash == request.value_hash,
            _C.record_version == read_version,
        )
        .values(record_version=version)
    )
    if written.rowcount != 1:
        raise in_progress()


async def prune(connection: Connection, at: Moment) -> DeletedRows:
    """Deletes some of the requests whose time is over."""
    return await delete_some(connection, [_C.key_id, _C.value_hash], _C.expires_at <= at)


def in_progress() -> RequestInProgress:
    """Creates the refusal of a request while another one with its value is being answered."""
    return RequestInProgress(
        "The service is still processing another request with this Idempotency-Key. This one wrote nothing. "
        "Wait for the other response, or retry in a moment."
    )


async def _add_all(connection: Connection, entries: Sequence[Entry]) -> list[bool]:
    """Inserts the entries with one statement. Of several with the same value, the first is inserted."""
    firsts: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        firsts.setdefault(_name(entry), entry)
    # Everywhere in the same order, so that transactions cannot deadlock.
    rows = [_row(firsts[name]) for name in sorted(firsts)]
    inserted = await connection.execute(_insert(connection.dialect.name), rows_parameter(rows))
    added = {tuple(row) for row in inserted}
    return [firsts[_name(entry)] is entry and _name(entry) in added for entry in entries]


@cache
def _insert(dialect: str) -> ReturningInsert[Any]:
    """Returns the INSERT that overwrites only forgotten requests."""
    columns = remembered_requests.columns
    statement = insert_on_conflict(remembered_requests, dialect).from_select(
        list(columns), select_rows(dialect, columns)
    )
    new = statement.excluded
    members = ("fingerprint", "record_id", "record_version", "at", "expires_at")
    return statement.on_conflict_do_update(
        index_elements=["key_id", "value_hash"],
        set_={name: new[name] for name in members},
        where=_C.expires_at <= new.at,
    ).returning(_C.key_id, _C.value_hash)


def _name(entry: Entry) -> tuple[str, str]:
    return str(entry[0].key_id), entry[0].value_hash


def _row(entry: Entry) -> list[object]:
    request, remembered = entry
    values = {
        "key_id": str(request.key_id),
        "value_hash": request.value_hash,
        "fingerprint": remembered.fingerprint,
        "record_id": str(remembered.record_id),
        "record_version": remembered.record_version,
        "at": remembered.at,
        "expires_at": remembered.expires_at,
    }
    return [values[column.name] for column in remembered_requests.columns]
