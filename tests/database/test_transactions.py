"""Transactions that log what they change: all or nothing, numbered without a gap in the order of commits."""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from itertools import groupby
from typing import Any

import asyncpg
import pytest
from sqlalchemy import insert, text

from database.held_connections import held
from database.opened import add_tenant, change_counter, commit_tenant, log, note_change, opened, tenant_ids
from database.processes import commit_many, in_processes
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import changes, keys
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock

pytestmark = [pytest.mark.anyio, pytest.mark.promise]

AT = Clock().now()
INTEGRITY_ERRORS = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError)


async def test_the_log_is_written_last_and_nothing_follows_but_the_commit(database: Database) -> None:
    """The danger: a statement after the number was taken keeps every other writer waiting, or fails."""
    async with held(database.write, "operator", AT) as run:
        sent = await run(statements_of)
        await run(add_tenant, "ten_1")
        await run(add_tenant, "ten_2")
    each_once = [statement for statement, _ in groupby(sent)]
    if database.is_sqlite:
        assert each_once == ["INSERT tenants", "UPDATE counter", "INSERT changes", "COMMIT"]
    else:
        assert each_once == ["INSERT tenants", "WITH taken", "COMMIT"], "one round trip for both"


async def test_every_change_of_a_transaction_has_its_number(database: Database) -> None:

    async def add_three(transaction: Transaction) -> None:
        for number in range(3):
            await add_tenant(transaction, f"ten_{number}")

    await database.write("operator", AT, add_three)
    assert await log(database) == [(2, "ten_0"), (3, "ten_1"), (4, "ten_2")]
    assert await change_counter(database) == 4


async def test_a_row_of_the_log_has_the_actor_the_action_and_the_record(database: Database) -> None:
    change = ("key", "key_1", "ten_1", "updated", ("label", "venues"), 7)
    await database.write("key_of_the_actor", AT, note_change, *change)
    statement = changes.select().where(changes.c.n == 2)
    row = (await database.read(Connection.execute, statement)).one()
    assert row._asdict() | {"stamp": ""} == {
        "n": 2,
        "stamp": "",
        "kind": "key",
        "id": "key_1",
        "tenant_id": "ten_1",
        "at": AT,
        "actor": "key_of_the_actor",
        "action": "updated",
        "members": "label,venues",
        "version": 7,
    }


async def test_no_two_transactions_share_a_stamp(database: Database) -> None:
    """The danger: a restored database whose rows cannot be told from the lost ones."""
    for number in range(20):
        await commit_tenant(database, f"ten_{number}")
    rows = (await database.feed.since(0)).rows
    assert len({row[1] for row in rows}) == len(rows) == 21


async def test_a_transaction_that_changes_no_record_takes_no_number(database: Database) -> None:
    async with held(database.write, "operator", AT) as run:
        sent = await run(statements_of)
        await run(lambda transaction: transaction.connection.execute(text("SELECT 1")))
    assert sent == ["SELECT 1", "COMMIT"]
    assert await change_counter(database) == 1


async def test_a_transaction_that_fails_leaves_nothing_and_no_number(database: Database) -> None:
    async def fail(transaction: Transaction) -> None:
        await add_tenant(transaction, "ten_1")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write("operator", AT, fail)
    assert await tenant_ids(database) == set()
    assert await log(database) == []
    await commit_tenant(database, "ten_2")
    assert await log(database) == [(2, "ten_2")]


async def test_a_transaction_whose_log_cannot_be_written_leaves_nothing(database: Database) -> None:
    """The danger: a record that changed, and that no worker is told of."""
    unwritable: Any = None

    async def fail(transaction: Transaction) -> None:
        await add_tenant(transaction, "ten_1")
        transaction.changed("tenant", "ten_1", "ten_1", unwritable)

    with pytest.raises(INTEGRITY_ERRORS):
        await database.write("operator", AT, fail)
    assert await tenant_ids(database) == set()
    assert await change_counter(database) == 1


async def test_what_is_not_committed_is_seen_by_nobody(database: Database) -> None:
    async with held(database.write, "operator", AT) as run:
        await run(add_tenant, "ten_1")
        assert await tenant_ids(database) == set()
    assert await tenant_ids(database) == {"ten_1"}


async def test_each_statement_of_a_reader_sees_the_newest_commits(database: Database) -> None:
    """The danger: a reader that holds a snapshot loads records as they were."""

    async def count(connection: Connection) -> int:
        return int(await connection.scalar(text("SELECT count(*) FROM tenants")))

    async with held(database.read) as run:
        assert await run(count) == await database.read_row(count) == 0
        await commit_tenant(database, "ten_1")
        assert await run(count) == await database.read_row(count) == 1


async def test_foreign_keys_hold(database: Database) -> None:
    statement = insert(keys).values(
        key_id="key_1",
        kind="secret",
        scope="tenant",
        tenant_id="ten_of_nobody",
        label="",
        label_folded="",
        allowed_origins="[]",
        allow_origin_only=False,
        embed_frame_ancestors="[]",
        secret_hash="hash",
        allowance_id="key_1",
        created_at=AT,
        updated_at=AT,
        version=1,
    )
    with pytest.raises(INTEGRITY_ERRORS):
        await database.write("operator", AT, lambda transaction: transaction.connection.execute(statement))


async def test_numbers_appear_without_a_gap_in_the_order_of_commits_whoever_writes(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: a reader who has seen a number never looks for a smaller one that appears later.

    Two processes with four writers each, and a reader of the log meanwhile, as in workers.
    """
    settings = new_settings()
    async with opened(settings) as database:
        done = asyncio.Event()
        watching = asyncio.create_task(numbers_as_they_appear(database, done))
        await in_processes(2, commit_many, settings, 4, 10)
        done.set()
        assert await watching == list(range(1, 82))
        rows = await log(database)
        assert await change_counter(database) == 81
    commits = defaultdict(list)
    for _, id in rows:
        writer, _, commit = id.partition(":")
        commits[writer].append(int(commit))
    assert len(commits) == 8
    assert all(numbered == list(range(10)) for numbered in commits.values()), "each writer's in its order"


async def numbers_as_they_appear(database: Database, done: asyncio.Event) -> list[int]:
    """Reads new rows again and again, as the freshness check does, and once more at the end. It leaves the
    processor to the writers until they have begun."""
    seen = [1]
    is_last = False
    while not is_last:
        is_last = done.is_set()
        seen += [row[0] for row in (await database.feed.since(seen[-1])).rows][1:]
        await asyncio.sleep(0 if len(seen) > 1 else 0.01)
    return seen


async def statements_of(transaction: Transaction) -> list[str]:
    """Returns a list that fills with the statements of the transaction: the verb and the table, or all."""
    sent: list[str] = []

    def note(statement: str) -> None:
        words = [word for word in statement.rstrip(";").split() if word != "INTO"]
        sent.append(" ".join(words[:2]))

    connection: Any = transaction.connection
    if connection.dialect.name == "sqlite":
        connection.driver.set_trace_callback(note)
    else:
        connection.driver.add_query_logger(lambda logged: note(logged.query))
    return sent
