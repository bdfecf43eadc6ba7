"""deleteVenue and deleteTenant: what is gone at once, what the job deletes, and what stays."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, Table, Text, insert, select

from archive.test_archived_tenant import set_tenant
from archive.test_archived_venue import archive, code
from cast import Cast, bearer, new_origin
from events.arena import create_arena, event, ids, report
from imagery.sample_pictures import photo
from seatpreview.archive import remains, store
from seatpreview.archive.rules import logged_name
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import ACTIVITY, metadata

pytestmark = [pytest.mark.anyio, pytest.mark.promise]

OWN_TABLES = ("tenants", "venues", "keys", "changes", "deleted_records")


async def upload(cast: Cast, venue_id: str, name: str = "a.png") -> dict[str, Any]:
    path = f"/manage/venues/{venue_id}/imagery/{name}"
    response = await cast.owner.ask("PUT", path, ("content-type", "image/png"), content=photo(format_="PNG"))
    assert response.status_code == 200, response.text
    image: dict[str, Any] = response.json()
    return image


async def delete_venue(cast: Cast, venue_id: str, name: str) -> None:
    await archive(cast, venue_id)
    response = await cast.owner.ask("DELETE", f"/manage/venues/{venue_id}", params={"confirm": name})
    assert response.status_code == 204, response.text


async def run_jobs(cast: Cast, later_seconds: int) -> None:
    cast.service.clock.advance(later_seconds)
    for job in ("delete_remains", "delete_images", "delete_remains"):
        while (ended := await cast.service.worker.jobs.run(job)) is not None and ended.done:
            pass


async def test_a_venue_is_deleted_only_when_it_is_archived_and_its_name_is_typed(cast: Cast) -> None:
    path = f"/manage/venues/{cast.hall}"
    name = (await cast.owner.get(path)).json()["name"]

    async def delete(confirm: str) -> tuple[int, str | None]:
        return code(await cast.owner.ask("DELETE", path, params={"confirm": confirm}))

    assert await delete(name) == (409, "conflict")
    await archive(cast, cast.hall)
    assert await delete(name.lower()) == await delete("") == (400, "validation_failed")
    assert code(await cast.owner.delete(path)) == (400, "validation_failed")
    assert await delete(name) == (204, None)
    assert await delete(name) == code(await cast.owner.get(path)) == (404, "not_found")
    [entry] = (await cast.owner.get("/manage/audit", kind="venue", id=cast.hall, limit=1)).json()["data"]
    assert (entry["action"], entry["members"]) == ("deleted", [name])
    ended = (await cast.grantee.get("/manage/changes", types="grant.ended", venue=cast.hall)).json()["data"]
    assert len(ended) == 1, "the grantee hears that its grant has ended"


def test_the_log_has_a_name_as_one_member() -> None:
    assert logged_name("Halls, large and small,") == ("Halls large and small",)


async def test_names_are_free_and_pictures_are_served_until_their_addresses_end(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner, aliases=[{"name": "harbour"}])
    restricted = await cast.owner.make_key(venues=[venue_id])
    url = (await upload(cast, venue_id))["url"]
    await delete_venue(cast, venue_id, "Arena")
    assert (await cast.service.ask("GET", url)).status_code == 200
    again = await create_arena(cast, cast.owner, aliases=[{"name": "harbour"}])
    assert (await cast.owner.get("/seats", venue="harbour")).status_code == 200
    assert again != venue_id
    assert (await cast.owner.read_key(restricted["keyId"]))["venues"] == [venue_id]
    objects = cast.service.internals.resources.objects
    await objects.put(f"{venue_id}/previews/00a", b"image", "image/jpeg")
    await run_jobs(cast, remains.GRACE_SECONDS + 1)
    assert await objects.keys(f"{venue_id}/") == []


@pytest.mark.long
async def test_events_of_a_deleted_venue_are_hidden_at_once_and_erased_in_bounded_steps(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remains, "EVENTS_READ_MAX", 3)
    gone, kept = await create_arena(cast, cast.owner), await create_arena(cast, cast.owner)
    stays = [event(venue=kept) for _ in range(4)]
    for position, each in enumerate(stays):
        await report(cast.owner, *(event(venue=gone) for _ in range(2)), each)
        cast.service.clock.advance(60 * position)
    await cast.service.worker.jobs.run("count_events")
    await delete_venue(cast, gone, "Arena")

    async def seen() -> tuple[list[str], int]:
        listed = [each["eventId"] for each in await cast.owner.list_all("/events")]
        counted = (await cast.owner.get("/events/report", groupBy="day")).json()["data"]
        return listed, sum(row["total"] for row in counted)

    assert await seen() == (ids(*reversed(stays)), 4)
    first = await cast.service.worker.jobs.run("delete_remains")
    assert first == (1, 1), "a round does a part of the work"
    assert await seen() == (ids(*reversed(stays)), 4)
    await run_jobs(cast, remains.GRACE_SECONDS + 1)
    assert await seen() == (ids(*reversed(stays)), 4)
    assert await found_in_tables(cast, gone) == {"changes.id"}


async def test_a_deleted_tenant_leaves_its_origins_and_nothing_that_works(cast: Cast) -> None:
    tenant_id = str(cast.owner.tenant_id)
    origin = new_origin()
    keyless = await cast.keyless(allowedOrigins=[origin])
    venue_id = await create_arena(cast, cast.grantee)
    await cast.grant(venue_id, tenant_id)
    sent = event(venue=venue_id)
    await report(cast.owner, sent)
    session = await cast.session()
    path = f"/manage/tenants/{tenant_id}"
    name = (await cast.operator.get(path)).json()["name"]

    async def delete(confirm: str) -> tuple[int, str | None]:
        return code(await cast.operator.ask("DELETE", path, params={"confirm": confirm}))

    assert await delete(name) == (409, "conflict")
    await set_tenant(cast, "archive")
    assert await delete("Another") == (400, "validation_failed")
    assert code(await cast.owner.ask("DELETE", path, params={"confirm": name})) == (403, "scope_insufficient")
    assert await delete(name) == (204, None)
    assert await delete(name) == code(await cast.operator.get(path)) == (404, "not_found")
    assert code(await cast.owner.get("/manage/venues")) == (401, "key_invalid")
    assert code(await cast.who(("origin", origin))) == (401, "credentials_missing")
    assert code(await cast.who(bearer(session["token"]))) == (401, "session_expired")
    assert code(await cast.grantee.get(f"/manage/venues/{cast.hall}")) == (404, "not_found")
    taken = {"kind": "keyless", "allowedOrigins": [origin], "tenantId": cast.stranger.tenant_id}
    assert (await cast.operator.post("/manage/keys", taken)).status_code == 201
    log = (await cast.operator.get("/manage/audit", tenantId=tenant_id, limit=100)).json()["data"]
    done = {(entry["kind"], entry["action"]) for entry in log}
    assert {("tenant", "deleted"), ("venue", "deleted"), ("key", "revoked"), ("grant", "ended")} <= done
    assert keyless["keyId"] in {entry["id"] for entry in log if entry["action"] == "revoked"}
    assert [each["eventId"] for each in await cast.grantee.list_all("/events")] == ids(sent), (
        "what happened at the venue of another tenant is that tenant's, too"
    )


async def test_every_table_is_handled(cast: Cast) -> None:
    """A table that somebody adds, with rows of a venue, a key or a tenant, is deleted with them; one that is
    not fails here."""
    tenant_id = str(cast.stranger.tenant_id)
    venue_id = await cast.venue(tenant_id, "Hall")
    key_id = (await cast.stranger.make_key())["keyId"]
    named = {"venue_id": venue_id, "tenant_id": tenant_id, "key_id": key_id, "owner_id": tenant_id}
    named |= {"viewer_id": tenant_id, "webhook_id": "hook"}
    database = cast.service.internals.resources.database
    filled = [
        table for table in metadata.sorted_tables if table.name not in OWN_TABLES and named.keys() & table.c
    ]
    at = cast.service.clock.now()
    for table in filled:
        if table.schema == ACTIVITY:
            await database.write_activity(Connection.execute, insert(table).values(row_of(table, named)))
        else:
            await database.write("operator", at, _insert, table, row_of(table, named))
    await set_tenant(cast, "archive", tenant_id)
    name = (await cast.operator.get(f"/manage/tenants/{tenant_id}")).json()["name"]
    deleted = await cast.operator.ask("DELETE", f"/manage/tenants/{tenant_id}", params={"confirm": name})
    assert deleted.status_code == 204, deleted.text
    await run_jobs(cast, remains.GRACE_SECONDS + 1)
    stays = {"changes.id", "changes.tenant_id", "changes.actor"}
    for id in (venue_id, key_id, tenant_id):
        assert await found_in_tables(cast, id) <= stays, id


def test_every_column_of_the_activity_tables_that_names_a_record_is_decided() -> None:
    named = {"venue_id", "tenant_id", "key_id", "owner_id", "viewer_id"}
    columns = {
        (table.name, name)
        for table in metadata.sorted_tables
        if table.schema == ACTIVITY
        for name in named & set(table.c.keys())
    }
    assert columns == remains.HANDLED.keys() | remains.KEPT


async def test_a_deletion_that_fails_halfway_has_deleted_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same as a worker that is killed: the transaction is not committed."""
    venue_id = await create_arena(cast, cast.owner, aliases=[{"name": "halfway"}])
    await upload(cast, venue_id)
    sent = event(venue=venue_id)
    await report(cast.owner, sent)
    await archive(cast, venue_id)
    before = (await cast.owner.get(f"/manage/venues/{venue_id}")).json()

    async def deleted_and_failed(*arguments: Any) -> None:
        await delete_rows(*arguments)
        raise RuntimeError("killed")

    delete_rows = store._delete_rows
    with monkeypatch.context() as patched:
        patched.setattr(store, "_delete_rows", deleted_and_failed)
        path = f"/manage/venues/{venue_id}"
        failed = await cast.owner.ask("DELETE", path, params={"confirm": "Arena"})
    assert failed.status_code == 500
    assert (await cast.owner.get(path)).json() == before
    await archive(cast, venue_id, how="unarchive")
    assert (await cast.owner.get("/seats", venue="halfway")).status_code == 200
    images = (await cast.owner.get(f"{path}/imagery")).json()
    assert [each["name"] for each in images["data"]] == ["a.png"]
    assert [each["eventId"] for each in await cast.owner.list_all("/events", venue=venue_id)] == ids(sent)


async def test_a_large_number_of_deletions_at_once_deletes_each_venue_once(cast: Cast) -> None:
    venue_id = await create_arena(cast, cast.owner)
    await archive(cast, venue_id)
    path = f"/manage/venues/{venue_id}"
    requests = [cast.owner.ask("DELETE", path, params={"confirm": "Arena"}) for _ in range(8)]
    statuses = [response.status_code for response in await asyncio.gather(*requests)]
    assert sorted(statuses) == [204, *[404] * 7]
    log = (await cast.owner.get("/manage/audit", kind="venue", id=venue_id)).json()["data"]
    assert [entry["action"] for entry in log].count("deleted") == 1


def row_of(table: Table, named: dict[str, str]) -> dict[str, Any]:
    """Returns values for the columns that a row needs."""
    return {
        column.name: named.get(column.name, _value(column))
        for column in table.c
        if column.name in named or not column.nullable
    }


def _value(column: Column[Any]) -> object:
    if column.foreign_keys:
        raise AssertionError(f"say what {column} refers to")
    types: dict[type, object] = {Boolean: False, BigInteger: 1, Integer: 1, LargeBinary: b"", Text: "x"}
    return types[type(column.type)]


async def _insert(transaction: Transaction, table: Table, row: dict[str, Any]) -> None:
    await transaction.connection.execute(insert(table).values(row))


async def found_in_tables(cast: Cast, id: str) -> set[str]:
    """Returns the columns that have this id, in all tables."""
    database = cast.service.internals.resources.database
    found = set()
    for table in metadata.sorted_tables:
        for column in table.c:
            if isinstance(column.type, Text):
                statement = select(column).where(column.contains(id)).limit(1)
                if (await database.read(Connection.execute, statement)).first() is not None:
                    found.add(f"{table.name}.{column.name}")
    return found
