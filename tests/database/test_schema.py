"""Upgrades: several at once, one that fails, tables one revision ahead, and copies of SQLite files."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import sqlalchemy
from alembic.util import CommandError
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from database.opened import add_tenant, commit_tenant, opened, tenant_ids
from database.processes import in_processes, upgrade
from database.revisions import REVISIONS
from database.waiting import WAIT_SECONDS, until
from docs.generated_pages import ROOT
from seatpreview.database import schema
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.schema import SchemaStatus
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Clock

pytestmark = pytest.mark.anyio

on_sqlite = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("engine", ["postgresql"], indirect=True)

NEXT_REVISION = f"{int(schema.newest()) + 1:04}"

NEXT_MIGRATION = f'''
import sqlalchemy as sa
from alembic import op

revision = "{NEXT_REVISION}"
down_revision = "{schema.newest()}"

def upgrade():
    op.create_table("novelties", sa.Column("id", sa.Text, primary_key=True))
'''

FAILS = (
    NEXT_MIGRATION
    + """
    op.execute("SELECT nonsense")
"""
)
REPLACES_TENANTS = (
    NEXT_MIGRATION
    + """
    with op.batch_alter_table("tenants", recreate="always") as tenants:
        tenants.add_column(sa.Column("novelty", sa.Text))
"""
)

INSERT_VENUE = (
    "INSERT INTO venues (venue_id, tenant_id, name, document, created_at, updated_at, version) "
    "VALUES ('ven_1', '{tenant_id}', 'Hall', '{{}}', 1, 1, 1)"
)
BREAKS_A_REFERENCE = (
    NEXT_MIGRATION
    + f'''
    op.execute("{INSERT_VENUE.format(tenant_id="ten_of_nobody")}")
'''
)


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations of this release, in a folder where the next release can add its own."""
    copy = tmp_path / "migrations"
    shutil.copytree(Path(schema.__file__).parent / "migrations", copy)
    monkeypatch.setattr(schema, "_MIGRATIONS", copy)
    return copy


def release(migrations: Path, migration: str = NEXT_MIGRATION) -> None:
    """Adds the migration of the next release, as if its code ran now."""
    (migrations / "versions" / f"{NEXT_REVISION}_next.py").write_text(migration)


def withdraw(migrations: Path) -> None:
    """Removes that migration, as if the code of this release ran again."""
    (migrations / "versions" / f"{NEXT_REVISION}_next.py").unlink()


@pytest.mark.parametrize(
    ("current", "is_newest", "is_usable"),
    [
        (None, False, False),
        ("0006", False, False),
        ("0007", True, True),
        ("0008", False, True),
        ("0009", False, False),
    ],
)
def test_one_revision_ahead_is_served_too(current: str | None, is_newest: bool, is_usable: bool) -> None:
    """A cluster can then be upgraded one machine at a time."""
    status = SchemaStatus(current, newest="0007")
    assert (status.is_newest, status.is_usable) == (is_newest, is_usable)


def test_the_newest_revision_is_that_of_the_last_file() -> None:
    """It is read from the names of the files, which must not lie."""
    assert schema.newest() == REVISIONS[-1]


async def test_a_database_of_the_next_release_is_served_by_this_one(
    database: Database, migrations: Path
) -> None:
    release(migrations)
    await schema.upgrade(database)
    withdraw(migrations)
    status = await schema.status(database)
    assert status == SchemaStatus(NEXT_REVISION, schema.newest())
    assert status.is_usable
    await commit_tenant(database, "ten_1")
    assert await tenant_ids(database) == {"ten_1"}


async def test_a_migration_that_fails_leaves_nothing_behind(database: Database, migrations: Path) -> None:
    """The danger: half of a migration, which neither release knows."""
    await commit_tenant(database, "ten_1")
    release(migrations, FAILS)
    with pytest.raises(Exception, match="nonsense"):
        await schema.upgrade(database)
    assert not (await schema.status(database)).is_newest
    release(migrations)
    async with asyncio.timeout(WAIT_SECONDS):
        assert (await schema.upgrade(database)).is_newest, "and the next try goes through"
    assert await tenant_ids(database) == {"ten_1"}


@on_sqlite
async def test_the_migrations_of_an_upgrade_are_one_transaction(
    new_settings: Callable[..., Settings], migrations: Path
) -> None:
    """On SQLite alone: PostgreSQL has a lock for it. The danger: another process gets between two of them."""
    release(migrations, FAILS)
    async with opened(new_settings(), None) as database:
        with pytest.raises(OperationalError, match="nonsense"):
            await schema.upgrade(database)
        assert (await schema.status(database)).current is None


@on_sqlite
async def test_a_table_that_others_refer_to_can_be_replaced(database: Database, migrations: Path) -> None:
    """On SQLite alone, where a table is altered by making it anew: its rows must not take others along."""

    async def add_venue(transaction: Transaction) -> None:
        await add_tenant(transaction, "ten_1")
        await transaction.connection.execute(text(INSERT_VENUE.format(tenant_id="ten_1")))

    await database.write("operator", Clock().now(), add_venue)
    release(migrations, REPLACES_TENANTS)
    assert (await schema.upgrade(database)).is_newest
    assert await tenant_ids(database) == {"ten_1"}


@on_sqlite
async def test_a_migration_that_breaks_a_reference_is_undone(database: Database, migrations: Path) -> None:
    """On SQLite alone: while a migration runs, nothing else holds foreign keys there."""
    await commit_tenant(database, "ten_1")
    release(migrations, BREAKS_A_REFERENCE)
    with pytest.raises(RuntimeError, match="refer to nothing"):
        await schema.upgrade(database)
    assert not (await schema.status(database)).is_newest
    assert await database.read(Connection.scalar, text("SELECT count(*) FROM venues")) == 0


@on_sqlite
async def test_processes_that_upgrade_one_file_at_once_all_succeed(
    new_settings: Callable[..., Settings],
) -> None:
    """The command line beside a server that starts. On SQLite alone: PostgreSQL's test is the next one."""
    settings = new_settings()
    await in_processes(2, upgrade, settings)
    async with opened(settings, None) as database:
        assert (await schema.status(database)).is_newest
        assert len((await database.feed.since(0)).rows) == 1, "the log began once"


@pytest.fixture
async def by_hand(new_settings: Callable[..., Settings]) -> AsyncIterator[tuple[Settings, Any]]:
    """An empty PostgreSQL database, and a connection to it on which the test itself writes."""
    settings = new_settings(is_empty=True)
    connection = await asyncpg.connect(settings.database_url)
    yield settings, connection
    await connection.close()


@on_postgresql
async def test_upgrades_at_once_wait_for_each_other(by_hand: tuple[Settings, Any]) -> None:
    """On PostgreSQL alone, where others go on meanwhile. The danger: two upgrades create the same table."""
    settings, connection = by_hand
    await connection.execute("BEGIN")
    await connection.execute("CREATE TABLE alembic_version (version_num text)")
    async with opened(settings, None) as database:
        is_in_use = asyncio.Event()
        upgrades = asyncio.gather(
            schema.upgrade(database, on_waiting=is_in_use.set), in_processes(1, upgrade, settings)
        )
        await is_in_use.wait()
        await connection.execute("ROLLBACK")
        await upgrades
        assert (await schema.status(database)).is_newest


@on_postgresql
async def test_an_upgrade_that_fails_keeps_nobody_else_waiting(by_hand: tuple[Settings, Any]) -> None:
    """On PostgreSQL alone: the lock is its own. The danger: the connection lives on, and the lock with it."""
    settings, connection = by_hand
    async with opened(settings, None) as database:
        with pytest.raises(CommandError):
            await schema.upgrade(database, "9999")

        async def nobody_holds_a_lock() -> bool:
            held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
            return bool(await connection.fetchval(held) == 0)

        await until(nobody_holds_a_lock)


@on_postgresql
@pytest.mark.parametrize("name", ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"])
async def test_a_migration_may_take_its_time(database: Database, name: str) -> None:
    """On PostgreSQL alone: SQLite has no such timeouts. Those of requests would end a long migration."""
    assert await database.migrate(sqlalchemy.Connection.scalar, text(f"SHOW {name}")) == "0"


@on_sqlite
async def test_no_copy_is_kept_of_a_new_file(new_settings: Callable[..., Settings]) -> None:
    settings = new_settings()
    async with opened(settings, None) as database:
        assert await schema.upgrade_sqlite(database, settings) is None
        assert (await schema.status(database)).is_newest
    assert copies(settings) == []


@on_sqlite
async def test_no_copy_is_kept_where_nothing_is_to_do(new_settings: Callable[..., Settings]) -> None:
    settings = new_settings()
    async with opened(settings) as database:
        assert await schema.upgrade_sqlite(database, settings) is None
    assert copies(settings) == []


@on_sqlite
async def test_a_file_of_the_next_release_is_left_as_it_is(
    new_settings: Callable[..., Settings], migrations: Path
) -> None:
    settings = new_settings()
    release(migrations)
    async with opened(settings) as database:
        withdraw(migrations)
        assert await schema.upgrade_sqlite(database, settings) is None
        assert (await schema.status(database)).current == NEXT_REVISION
    assert copies(settings) == []


@on_sqlite
async def test_a_copy_is_kept_of_a_file_that_is_behind(
    new_settings: Callable[..., Settings], migrations: Path
) -> None:
    """The copy holds what was committed to a file in use, all of it, and only its owner can read it."""
    settings = new_settings()
    async with opened(settings) as database:
        await commit_tenant(database, "ten_1")
        release(migrations)
        kept = await schema.upgrade_sqlite(database, settings)
        assert (await schema.status(database)).is_newest
        assert await tenant_ids(database) == {"ten_1"}
    assert kept is not None
    assert copies(settings) == [kept]
    assert kept.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT tenant_id FROM tenants").fetchall() == [("ten_1",)]
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() != [(NEXT_REVISION,)]


def copies(settings: Settings) -> list[Path]:
    return [path for path in settings.data_dir.iterdir() if "before" in path.name]


def test_a_release_brings_one_revision_at_most() -> None:
    """The danger: a machine of the release before is two behind, and does not start during an upgrade."""
    _, *versions = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    released = [text for text in versions if not text.startswith("Unreleased")]
    told = re.findall(r"Revision (\d{4}) of the tables", "".join(released))
    assert int(schema.newest()) <= int(max(told)) + 1
