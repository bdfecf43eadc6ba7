"""Upgrades of tables that are ahead of their revision: refused with a remedy, or cleared up and upgraded."""

import shutil
from collections.abc import Callable

import pytest
import sqlalchemy
from sqlalchemy import text

from database.opened import commit_tenant, opened, tenant_ids
from database.revisions import grow_to
from database.test_migrations import content, differences
from seatpreview.database import schema
from seatpreview.database.schema import Leftover
from seatpreview.database.sqlite import DatabaseFiles
from seatpreview.settings.settings import Settings
from seatpreview.values.command_error import CommandError

pytestmark = [pytest.mark.anyio, pytest.mark.long]

on_sqlite = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)

OLD = "0006"


def set_revision(connection: sqlalchemy.Connection, revision: str | None) -> None:
    connection.execute(text("DELETE FROM alembic_version"))
    if revision is not None:
        connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


async def test_tables_ahead_of_their_revision_are_named_and_left_alone(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: a dump of before an upgrade is restored over the upgraded tables, and no release can
    upgrade them again."""
    async with opened(new_settings()) as database:
        await database.migrate(set_revision, OLD)
        with pytest.raises(CommandError) as refused:
            await schema.upgrade(database)
        assert (await schema.status(database)).current == OLD
    found, _, remedy = refused.value.sentences
    assert f"The tables have revision {OLD}, but parts of a newer release are among them: " in found
    for name in ("table clock_mark", "table activity.event_counts", "column activity.events.purpose"):
        assert name in found
    assert "remembered_requests" not in found, "it is a table of that revision"
    assert "seatpreview db upgrade --drop-leftovers" in remedy


async def test_leftovers_are_dropped_if_asked_and_the_rest_is_upgraded(
    new_settings: Callable[..., Settings],
) -> None:
    async with opened(new_settings(is_empty=True), revision=None) as database:
        await grow_to(database, OLD)
        old = await content(database)
        await schema.upgrade(database)
        await database.migrate(set_revision, OLD)
        assert (await schema.upgrade(database, drop_leftovers=True)).is_newest
        assert await database.migrate(differences) == []
        upgraded = await content(database)
    for table, rows in old.items():
        assert [{name: row[name] for name in rows[0]} for row in upgraded[table]] == rows


async def test_tables_without_a_revision_are_never_dropped(new_settings: Callable[..., Settings]) -> None:
    """The danger: a restore that lost the table of the revision, or the tables of another program."""
    async with opened(new_settings()) as database:
        await commit_tenant(database, "ten_1")
        await database.migrate(set_revision, None)
        with pytest.raises(CommandError, match="restore into an empty database"):
            await schema.upgrade(database, drop_leftovers=True)
        assert await tenant_ids(database) == {"ten_1"}


@on_sqlite
async def test_a_file_of_records_that_was_put_back_beside_newer_activity(
    new_settings: Callable[..., Settings],
) -> None:
    """On SQLite alone: the upgrade keeps a copy of the records, and activity is in a file of its own."""
    settings = new_settings(is_empty=True)
    records = DatabaseFiles(settings.data_dir).records
    async with opened(settings, revision=None) as database:
        await grow_to(database, "0007")
        copy = await schema.upgrade_sqlite(database, settings)
        before = await tenant_ids(database)
    assert copy is not None
    shutil.copy(copy, records)
    async with opened(settings, revision=None) as database:
        with pytest.raises(CommandError) as refused:
            await schema.upgrade_sqlite(database, settings)
        assert "table activity.uses_without_secret" in refused.value.sentences[0]
        assert "a backup of both files with `seatpreview db restore`" in refused.value.sentences[2]
        await schema.upgrade_sqlite(database, settings, drop_leftovers=True)
        assert (await schema.status(database)).is_newest
        assert await tenant_ids(database) == before


async def test_another_failure_of_an_upgrade_is_told_as_it_is(new_settings: Callable[..., Settings]) -> None:
    async with opened(new_settings(is_empty=True), revision=None) as database:
        await schema.upgrade(database, "0007")
        await database.migrate(_drop, Leftover("tenants", "rate_limit"), Leftover("tenants"))
        with pytest.raises(sqlalchemy.exc.DBAPIError, match="tenants"):
            await schema.upgrade(database)


def _drop(connection: sqlalchemy.Connection, *leftovers: Leftover) -> None:
    cascade = " CASCADE" if connection.dialect.name == "postgresql" else ""
    for leftover in leftovers:
        connection.execute(text(f"{leftover.statement}{cascade}"))
