"""From the change log to deliveries: everybody hears of what they may read, and nothing is missing."""

import asyncio
from collections.abc import AsyncIterator, Callable

import msgspec
import pytest
from sqlalchemy import delete, insert, select, update

from cast import Cast
from database.opened import add_tenant, opened
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.tables import changes, counter, webhook_position
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import MICROSECONDS, Moment
from seatpreview.values.ids import VenueId
from seatpreview.webhooks import fan_out as module
from seatpreview.webhooks.fan_out import FannedOut, fan_out
from webhooks.written_deliveries import AT, add_webhook, change, deliveries_to, heard

pytestmark = pytest.mark.anyio

DAY = 86_400 * MICROSECONDS


@pytest.fixture
async def database(new_settings: Callable[..., Settings]) -> AsyncIterator[Database]:
    async with opened(new_settings()) as database:
        await database.write("operator", AT, add_tenant, "ten_1")
        yield database


def key_rows(*numbers: int) -> list[tuple[object, ...]]:
    return [("key", f"key_{n}", "ten_1", "created", ("label",), 1) for n in numbers]


async def test_a_delivery_says_what_changed_and_no_more(database: Database) -> None:
    webhook, _ = await add_webhook(database, "ten_1")
    await change(database, ("key", "key_1", "ten_1", "updated", ("label", "venues"), 7))
    await fan_out(database, AT)
    [row] = await deliveries_to(database, webhook.webhook_id)
    assert msgspec.json.decode(row.body) == {
        "type": "key.updated",
        "timestamp": "2027-01-15T08:00:00Z",
        "data": {
            "n": row.n,
            "kind": "key",
            "id": "key_1",
            "version": 7,
            "members": ["label", "venues"],
            "tenantId": "ten_1",
        },
    }
    assert (row.status, row.attempts, row.next_attempt_at, row.leased_until) == ("pending", 0, AT, None)


async def test_owner_grantee_and_stranger_hear_what_the_change_feed_shows_them(cast: Cast) -> None:
    """Attack: a grantee hears of the owner's keys, or a webhook of one venue of another one."""
    database = cast.service.internals.resources.database
    webhooks = {}
    for name in ("owner", "grantee", "stranger"):
        tenant_id = str(getattr(cast, name).tenant_id)
        only = frozenset({VenueId(cast.hall)})
        for venues in (None, tuple(only)):
            webhooks[name, venues], _ = await add_webhook(database, tenant_id, venues=venues)
    summaries, _ = await add_webhook(database, str(cast.owner.tenant_id), types=("events.summary",))
    few, _ = await add_webhook(database, str(cast.owner.tenant_id), types=("key.revoked", "grant.ended"))
    after = (await cast.operator.get("/manage/changes", after="now")).json()["next"]
    restricted = await cast.owner.make_key(venues=[cast.hall])
    other = await cast.owner.make_key()
    await cast.owner.delete(f"/manage/keys/{other['keyId']}")
    for venue_id in (cast.hall, cast.yard):
        # As a PUT would write it, which starts a process to check the record.
        await change(database, ("venue", venue_id, cast.owner.tenant_id, "replaced", (), 2))
        await cast.operator.put(f"/manage/venues/{venue_id}/grants/{cast.stranger.tenant_id}")
    await cast.operator.delete(f"/manage/venues/{cast.yard}/grants/{cast.stranger.tenant_id}")
    at = await cast.service.internals.resources.records.check_and_get_time()
    await fan_out(database, at)
    for (name, venues), webhook in webhooks.items():
        actor = getattr(cast, name)
        if venues is not None:
            made = await cast.actor(tenantId=actor.tenant_id, venues=[cast.hall])
            page = (await made.get("/manage/changes", after=after)).json()["data"]
            page = [entry for entry in page if entry["id"] != made.key_id]
        else:
            page = (await actor.get("/manage/changes", after=after)).json()["data"]
            page = [
                entry
                for entry in page
                if entry["id"] in (restricted["keyId"], other["keyId"]) or entry["kind"] != "key"
            ]
        found = await heard(database, webhook)
        assert found == [(entry["type"], entry["id"]) for entry in page], (name, venues)
        assert found or name == "stranger"
    assert await heard(database, summaries) == []
    assert await heard(database, few) == [("key.revoked", other["keyId"]), ("grant.ended", cast.yard)]


async def test_a_webhook_hears_of_what_comes_after_it_and_not_while_it_is_disabled(
    database: Database,
) -> None:
    await change(database, *key_rows(1))
    webhook, _ = await add_webhook(database, "ten_1")
    disabled, _ = await add_webhook(database, "ten_1", active=False)
    await change(database, *key_rows(2))
    assert await fan_out(database, AT) == FannedOut(1, 0)
    assert await heard(database, webhook) == [("key.created", "key_2")]
    assert await heard(database, disabled) == []


@pytest.mark.both_engines
async def test_workers_that_read_the_log_together_write_each_delivery_once(
    new_settings: Callable[..., Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STEP_ROWS_MAX", 7)
    monkeypatch.setattr(module, "STEP_DELIVERIES_MAX", 5)
    settings, count = new_settings(), 60
    async with opened(settings) as one, opened(settings) as another:
        await one.write("operator", AT, add_tenant, "ten_1")
        webhooks = [(await add_webhook(one, "ten_1"))[0] for _ in range(3)]
        await change(one, *key_rows(*range(count)))
        while any([(await fan_out(one, AT)).left]):
            await asyncio.gather(*(fan_out(each, AT) for each in (one, another) * 2))
        for webhook in webhooks:
            assert await heard(one, webhook) == [("key.created", f"key_{n}") for n in range(count)]


async def test_where_nobody_has_a_webhook_nothing_is_written(database: Database) -> None:
    before = await position(database)
    await change(database, *key_rows(1))
    assert await fan_out(database, AT) == FannedOut(0, 0)
    assert await position(database) == before


async def position(database: Database) -> tuple[int, str]:
    statement = select(webhook_position.c.n, webhook_position.c.stamp)
    n, stamp = (await database.read(Connection.execute, statement)).one()
    return n, stamp


async def test_the_first_webhook_after_long_does_not_read_the_log_of_years(database: Database) -> None:
    await change(database, *key_rows(*range(300)), at=Moment(AT - 2 * DAY))
    webhook, _ = await add_webhook(database, "ten_1")
    await change(database, *key_rows(300))
    assert await fan_out(database, AT) == FannedOut(1, 0)
    assert await heard(database, webhook) == [("key.created", "key_300")]


@pytest.mark.parametrize("missing", ["other stamp", "log behind", "row gone", "no position"])
async def test_after_a_restored_backup_nothing_is_missing_and_nothing_comes_twice(
    database: Database, missing: str
) -> None:
    """The log and the position are in two files, and a backup copies one after the other."""
    webhook, _ = await add_webhook(database, "ten_1")
    await change(database, *key_rows(1, 2, 3))
    await fan_out(database, AT)
    before = [row.delivery_id for row in await deliveries_to(database, webhook.webhook_id)]
    await database.write("operator", AT, _restore, missing)
    if missing == "no position":
        await database.write_activity(Connection.execute, delete(webhook_position))
    await change(database, *key_rows(4, 5))
    await fan_out(database, AT)
    after = await deliveries_to(database, webhook.webhook_id)
    ids = [msgspec.json.decode(row.body)["data"]["id"] for row in after]
    assert {"key_1", "key_2", "key_3", "key_4", "key_5"} == {*ids}
    assert len(ids) == 5
    assert {*before} <= {row.delivery_id for row in after}
    assert await fan_out(database, AT) == FannedOut(0, 0)


async def _restore(transaction: Transaction, missing: str) -> None:
    """Makes the log what it was before its last row was written, or worse."""
    connection = transaction.connection
    last = await connection.scalar(select(counter.c.n))
    if missing in ("other stamp", "log behind"):
        await connection.execute(delete(changes).where(changes.c.n == last))
        await connection.execute(update(counter).values(n=last - 1))
    if missing == "row gone":
        row = {"n": last + 9, "stamp": "other", "kind": "tenant", "id": "x", "at": AT, "actor": "operator"}
        await connection.execute(insert(changes), row | {"action": "updated", "members": ""})
        await connection.execute(delete(changes).where(changes.c.n == last))
        await connection.execute(update(counter).values(n=last + 9))
