"""Migrations: from nothing and from every earlier revision with data in it, to the tables of today."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, MetaData, func, inspect, select, text

from database.opened import change_counter, opened
from database.revisions import DATA_WRITERS, LIMITED_SECRET_HASH, REVISIONS, SECRET_HASH, grow_to
from seatpreview.database import schema
from seatpreview.database.connection import Connection as ReadConnection
from seatpreview.database.engines import Database
from seatpreview.database.tables import ACTIVITY, keys, metadata
from seatpreview.freshness.record_cache import LoadContext
from seatpreview.keys.cached_key import CachedKey
from seatpreview.keys.store import cache_name_by_hash, load
from seatpreview.limits.fair_queue import FairQueue
from seatpreview.settings.settings import Settings
from seatpreview.tenants.recount import find_differences
from seatpreview.values.caller import Group
from seatpreview.values.ids import VenueId
from seatpreview.venues import store, version_store
from seatpreview.venues.kept_records import read_kept
from seatpreview.venues.version_store import VersionEntry, VersionNote

pytestmark = pytest.mark.anyio

Content = dict[str, list[dict[str, Any]]]
"""Every row of every table."""


@pytest.fixture(scope="module")
async def grown(new_settings: Callable[..., Settings]) -> AsyncIterator[tuple[Database, list[Content]]]:
    """A database that was upgraded through every revision, and what it had in each: all data of before, and
    some of its own."""
    contents = []
    async with opened(new_settings(is_empty=True), revision=None) as database:
        for revision in REVISIONS:
            await schema.upgrade(database, revision)
            await database.migrate(DATA_WRITERS[revision])
            contents.append(await content(database))
        yield database, contents


async def test_an_upgrade_of_what_is_newest_changes_nothing(database: Database) -> None:
    before = await content(database)
    assert (await schema.upgrade(database)).is_newest
    assert await content(database) == before


async def test_from_nothing_to_the_newest_revision_a_new_database_is_known_by_the_first_row_of_its_log(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: two databases that a worker cannot tell from each other."""
    stamps = []
    for _ in range(2):
        async with opened(new_settings(is_empty=True), revision=None) as database:
            assert (await schema.status(database)).current is None
            upgraded = await schema.upgrade(database)
            assert (upgraded.is_newest, upgraded.current) == (True, REVISIONS[-1])
            [row] = (await database.feed.since(0)).rows
            assert row[0] == await change_counter(database) == 1
            stamps.append(row[1])
    assert stamps[0] != stamps[1]


async def test_the_migrated_tables_are_those_of_the_source(database: Database) -> None:
    assert await database.migrate(differences) == []


async def test_the_migrated_constraints_have_the_names_of_the_source(database: Database) -> None:
    """Alembic's comparison leaves out checks and the names of primary keys."""
    migrated = await database.migrate(constraints)
    assert migrated == {
        table.fullname: {
            constraint.name for part in (table, *table.columns) for constraint in part.constraints
        }
        for table in metadata.tables.values()
    }


def test_every_revision_has_data_of_its_own() -> None:
    assert sorted(DATA_WRITERS) == REVISIONS


async def test_data_of_every_revision_is_still_there_after_the_upgrades_that_follow(
    grown: tuple[Database, list[Content]],
) -> None:
    _, contents = grown
    newest = contents[-1]
    for revision, before in zip(REVISIONS, contents, strict=True):
        assert all(before.values()), f"there is data in every table of {revision}"
        for table, rows in before.items():
            kept = [{name: row[name] for name in rows[0]} for row in newest[table]]
            gone = [row for row in rows if row not in kept]
            assert gone == [], f"rows of {table} in {revision} that are gone or changed"


async def test_a_key_of_the_first_revision_still_works_after_the_upgrade(
    grown: tuple[Database, list[Content]],
) -> None:
    key = await loaded_key(grown[0], SECRET_HASH)
    assert key is not None
    assert key.caller.key_id == "key_secret000000"
    assert key.caller.venues == frozenset([VenueId("ven_hall00000000")])
    assert key.caller.groups is None, "a key of before is not limited"
    assert key.ends_at == 1_700_086_400_000_000


async def test_a_stored_key_is_loaded_with_its_groups(grown: tuple[Database, list[Content]]) -> None:
    key = await loaded_key(grown[0], LIMITED_SECRET_HASH)
    assert key is not None
    assert key.caller.groups == frozenset[Group](("sessions", "management_read_only"))
    assert key.origin_only_caller.groups == key.caller.groups


async def test_the_record_of_each_venue_is_kept_as_its_first_version(
    new_settings: Callable[..., Settings],
) -> None:
    async with opened(new_settings(is_empty=True), revision=None) as database:
        await grow_to(database, "0007")
        await database.migrate(_publish_with_images)
        await schema.upgrade(database)
        for name, published_by in (("ven_hall00000000", "key_owner0000000"), ("ven_yard00000000", None)):
            version = 7 if published_by else 1
            kept = await database.read(version_store.get, VenueId(name), version)
            assert kept is not None
            venue = await database.read(store.get_of_any_tenant, VenueId(name))
            assert venue is not None
            assert read_kept(kept.document).decode() == venue.document
            assert kept.entry == VersionEntry(
                version=version,
                published_at=venue.updated_at,
                seats=None,
                note=VersionNote(published_by),
            )
        for image, versions in (("a.jpg", [7]), ("b.jpg", [7]), ("c.jpg", [])):
            assert await database.read(version_store.versions_naming, VenueId("ven_hall00000000"), image) == (
                versions
            )


async def test_amounts_are_counted_by_the_upgrade_and_kept_for_the_release_before(
    new_settings: Callable[..., Settings],
) -> None:
    """The danger: machines of the release before go on writing while a cluster is upgraded, and know nothing
    of the row."""
    async with opened(new_settings(is_empty=True), revision=None) as database:
        await grow_to(database, "0007")
        await schema.upgrade(database)
        before = await amounts_of_owner(database)
        assert before == {
            "image_bytes": 2,
            "leaving_bytes": 0,
            "venues": 2,
            "keys": 3,  # And one that had ended before the upgrade.
            "record_bytes": before["record_bytes"],
            "webhooks": 0,
        }
        assert before["record_bytes"] > len("{}{}seats")
        await database.migrate(_write_as_the_release_before)
        after = await amounts_of_owner(database)
        grown = {name: after[name] - number for name, number in before.items()}
        assert grown == {
            "image_bytes": 99,
            "leaving_bytes": 0,
            "venues": 1,
            "keys": -1,
            "record_bytes": len(DOCUMENT.encode()) - len("{}") + len("{}more seats"),
            "webhooks": 0,
        }
        assert await database.read(find_differences) == []


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
async def test_an_upgrade_gives_way_to_a_long_transaction_and_goes_on_after_it(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The danger: a dump holds a table, the upgrade waits for it, and every request queues behind it. Only
    PostgreSQL is upgraded while others use it."""
    monkeypatch.setattr(schema, "PAUSE_SECONDS", 0.01)
    waiting = asyncio.Event()
    settings = new_settings(is_empty=True)
    dump = await asyncpg.connect(settings.database_url)
    async with opened(settings, revision="0007") as database:
        async with dump.transaction():
            await dump.fetch("SELECT * FROM tenants")
            upgrade = asyncio.create_task(schema.upgrade(database, on_waiting=waiting.set))
            waited = asyncio.create_task(waiting.wait())
            await asyncio.wait((upgrade, waited), return_when="FIRST_COMPLETED")
            assert not upgrade.done()
            assert await database.read(_count_keys) == 0
            assert (await schema.status(database)).current == "0007"
        assert (await upgrade).is_newest
    await dump.close()


async def _count_keys(connection: ReadConnection) -> int:
    counted: int = await connection.scalar(select(func.count()).select_from(keys))
    return counted


DOCUMENT = '{"name":"Größe"}'


async def amounts_of_owner(database: Database) -> dict[str, int]:
    assert await database.read(find_differences) == []
    rows = (await content(database))["tenant_amounts"]
    [row] = [row for row in rows if row["tenant_id"] == "ten_owner0000000"]
    del row["tenant_id"]
    return row


def _write_as_the_release_before(connection: Connection) -> None:
    """Writes what 0.3.0 wrote, with its columns."""
    for statement in OLD_WRITES:
        connection.exec_driver_sql(statement)


OLD_WRITES = (
    "INSERT INTO tenants (tenant_id, name, created_at, updated_at, version) "
    "VALUES ('ten_new000000000', 'New', 1, 1, 1)",
    "UPDATE keys SET revoked_at = 5, version = 2 WHERE key_id IN ('key_keyless00000', 'key_sessions0000')",
    "INSERT INTO keys (key_id, kind, scope, tenant_id, label, label_folded, allowed_origins, "
    "allow_origin_only, embed_frame_ancestors, secret_hash, allowance_id, created_at, updated_at, version) "
    "VALUES ('key_new000000000', 'secret', 'tenant', 'ten_owner0000000', '', '', '[]', false, '[]', 'new', "
    "'key_new000000000', 1, 1, 1)",
    f"UPDATE venues SET document = '{DOCUMENT}', version = 2 WHERE venue_id = 'ven_hall00000000'",
    "INSERT INTO venues (venue_id, tenant_id, name, document, compiled, created_at, updated_at, version) "
    "VALUES ('ven_new000000000', 'ten_owner0000000', 'New', '{}', 'more seats', 1, 1, 1)",
    "INSERT INTO images (venue_id, name, image_id, content_type, width, height, size_bytes, tile_columns, "
    "tile_rows, sha256, created_at) "
    "VALUES ('ven_new000000000', 'a', 'img_new000000000', 'image/png', 1, 1, 100, 0, 0, 'x', 1)",
    "INSERT INTO discarded_images (image_id, venue_id, discarded_at) "
    "VALUES ('img_old000000000', 'ven_new000000000', 1)",
    "DELETE FROM images WHERE name = 'wide.jpg'",
)


def _publish_with_images(connection: Connection) -> None:
    document = (
        '{"name":"Hall","imagerySets":[{"id":"x","kind":"photo","images":[{"object":"a.jpg"},'
        '{"url":"https://a.example/c.jpg"}]}],"ads":[{"id":"y","image":"b.jpg"}]}'
    )
    connection.execute(
        text("UPDATE venues SET document = :document, version = 7 WHERE venue_id = 'ven_hall00000000'"),
        {"document": document},
    )
    for n, action, actor in ((101, "created", "operator"), (102, "replaced", "key_owner0000000")):
        connection.execute(
            text(
                "INSERT INTO changes (n, stamp, kind, id, tenant_id, at, actor, action, members) VALUES "
                "(:n, 'x', 'venue', 'ven_hall00000000', 'ten_owner0000000', 1, :actor, :action, '')"
            ),
            {"n": n, "action": action, "actor": actor},
        )


async def loaded_key(database: Database, secret_hash: str) -> CachedKey | None:
    loading = LoadContext(database, FairQueue(1, share=1))
    return (await load(loading, cache_name_by_hash(secret_hash))).record


async def content(database: Database) -> Content:
    """Returns every row of every table that the database has, in the order of its primary key."""
    return await database.migrate(_content)


def _content(connection: Connection) -> Content:
    return {
        name: [dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()]
        for name, table in _reflected(connection).tables.items()
    }


def constraints(connection: Connection) -> dict[str, set[str | None]]:
    inspector = inspect(connection)
    return {
        name: {
            inspector.get_pk_constraint(table.name, table.schema)["name"],
            *(key["name"] for key in inspector.get_foreign_keys(table.name, table.schema)),
            *(check["name"] for check in inspector.get_check_constraints(table.name, table.schema)),
        }
        for name, table in _reflected(connection).tables.items()
    }


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"include_schemas": True, "compare_type": True})
    found: list[Any] = compare_metadata(context, metadata)
    return found


def _reflected(connection: Connection) -> MetaData:
    found = MetaData()
    for part in (None, ACTIVITY):
        found.reflect(connection, schema=part)
    found.remove(found.tables["alembic_version"])
    return found
