"""What is remembered, on both engines: batches, what is overwritten, and what is deleted."""

from collections.abc import AsyncIterator, Callable

import pytest

from database.opened import opened
from seatpreview import idempotency
from seatpreview.database.engines import Database, Transaction
from seatpreview.idempotency import RememberedRequest, RepeatableRequest
from seatpreview.problems import RequestInProgress
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment
from seatpreview.values.ids import KeyId

pytestmark = pytest.mark.anyio

KEY = KeyId("key_000000000000")
OTHER = KeyId("key_111111111111")


@pytest.fixture(scope="module")
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        yield database


def entry(
    value: str, record_id: str, at: int = 1, expires_at: int = 10, key_id: KeyId = KEY
) -> idempotency.Entry:
    request = RepeatableRequest(key_id=key_id, value_hash=value, fingerprint="f", first=None)
    remembered = RememberedRequest(
        fingerprint="f",
        record_id=record_id,
        record_version=1,
        at=Moment(at),
        expires_at=Moment(expires_at),
    )
    return request, remembered


async def record_of(database: Database, value: str, key_id: KeyId = KEY) -> str | None:
    found = await database.read_row(idempotency.find, key_id, value)
    return None if found is None else found.record_id


async def test_of_a_batch_each_value_is_added_once_for_each_key(database: Database) -> None:
    batch = [
        entry("b1", "one"),
        entry("b2", "two"),
        entry("b1", "late"),
        entry("b1", "of another", key_id=OTHER),
    ]
    assert await idempotency.add_batch(database, batch) == [True, True, False, True]
    assert await record_of(database, "b1") == "one"
    assert await record_of(database, "b2") == "two"
    assert await record_of(database, "b1", OTHER) == "of another"


async def test_a_value_that_is_remembered_is_kept_and_one_that_is_forgotten_overwritten(
    database: Database,
) -> None:
    await idempotency.add_batch(database, [entry("old", "first", at=1, expires_at=10)])
    assert await idempotency.add_batch(database, [entry("old", "early", at=9), entry("new", "x")]) == [
        False,
        True,
    ]
    assert await record_of(database, "old") == "first"
    assert await idempotency.add_batch(database, [entry("old", "later", at=10, expires_at=20)]) == [True]
    assert await record_of(database, "old") == "later"


async def test_within_a_transaction_a_value_that_is_remembered_is_refused(database: Database) -> None:
    await idempotency.add_batch(database, [entry("taken", "first")])
    row = entry("taken", "second")
    with pytest.raises(RequestInProgress):
        await database.write("", Moment(2), lambda transaction: idempotency.add(transaction.connection, *row))


async def test_a_version_is_set_by_one_of_two_repeats(database: Database) -> None:
    request, _ = row = entry("version", "first")
    await idempotency.add_batch(database, [row])

    async def set_version(transaction: Transaction) -> None:
        await idempotency.set_record_version(transaction.connection, request, read_version=1, version=2)

    await database.write("", Moment(2), set_version)
    with pytest.raises(RequestInProgress):
        await database.write("", Moment(2), set_version)


async def test_only_what_is_forgotten_is_deleted(database: Database) -> None:
    rows = [entry("gone", "x", expires_at=1000), entry("stays", "y", expires_at=1001)]
    await idempotency.add_batch(database, rows)
    at = Moment(1000)
    await database.write("", at, lambda transaction: idempotency.prune(transaction.connection, at))
    assert await record_of(database, "gone") is None
    assert await record_of(database, "stays") == "y"
