"""Followers of the change feed: everything once and in order, and never a silent gap."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, update

from cast import Actor, Cast, create_cast
from change_feed.log_writers import write_changes
from database.processes import in_processes
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import changes, counter
from seatpreview.freshness.change_waits import ChangeWaits
from seatpreview.settings.settings import Settings
from servers.polling import until
from serving import LiveService, running

pytestmark = pytest.mark.anyio

DAY_SECONDS = 86_400
AUDIT_DAYS = 3


@pytest.fixture(scope="module")
def own_settings(new_settings: Callable[..., Settings]) -> Settings:
    return new_settings(audit_days=AUDIT_DAYS)


@pytest.fixture(scope="module")
async def own_service(own_settings: Settings) -> AsyncIterator[LiveService]:
    """A service whose log the tests of this file may take back, and which keeps it for three days."""
    async with running(own_settings) as service:
        yield service


async def follow(actor: Actor, after: str, **params: Any) -> dict[str, Any]:
    response = await actor.get("/manage/changes", after=after, **params)
    assert response.status_code == 200, response.text
    page: dict[str, Any] = response.json()
    return page


async def position(actor: Actor) -> str:
    """Returns the position of the end of the log."""
    return str((await follow(actor, "now"))["next"])


async def waiting(service: LiveService, actor: Actor, **params: Any) -> asyncio.Task[httpx.Response]:
    """Returns a request that has begun to wait."""
    waits = service.internals.resources.change_waits
    before = len(waits)
    asked = asyncio.create_task(actor.get("/manage/changes", **({"waitSeconds": 30} | params)))
    await until(lambda: len(waits) > before or asked.done())
    return asked


@pytest.mark.both_engines
async def test_a_follower_hears_of_everything_once_and_in_order_whoever_writes(
    own_service: LiveService, own_settings: Settings
) -> None:
    """The danger: a row with a smaller number appears after the follower has passed it. Two processes with
    four writers each write while two followers ask, one in small pages."""
    cast = await create_cast(own_service)
    count = 2 * 4 * 15
    after = await position(cast.owner)

    async def heard(**params: Any) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        next_position = after
        while len(found) < count:
            page = await follow(cast.owner, next_position, waitSeconds=30, **params)
            assert "restarted" not in page
            found += [(entry["n"], entry["id"]) for entry in page["data"]]
            next_position = page["next"]
        return found

    writers = in_processes(2, write_changes, own_settings, 4, 15, cast.owner.tenant_id)
    _, found, in_small_pages = await asyncio.gather(writers, heard(), heard(limit=3))
    assert found == in_small_pages
    numbers = [n for n, _ in found]
    assert numbers == sorted(set(numbers))
    commits = defaultdict(list)
    for _, id in found:
        writer, _, commit = id.partition(":")
        commits[writer].append(int(commit))
    assert len(commits) == 8
    assert all(numbered == list(range(15)) for numbered in commits.values())


@pytest.mark.both_engines
async def test_a_waiting_request_hears_of_a_change_and_others_wait_on(
    cast: Cast, service: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []
    wait = ChangeWaits.wait

    async def noted(waits: ChangeWaits, name: str, seen: int, *seconds: float) -> None:
        await wait(waits, name, seen, *seconds)
        woken.append(name)

    monkeypatch.setattr(ChangeWaits, "wait", noted)
    after = await position(cast.owner)
    asked = await waiting(service, cast.owner, after=after)
    other = await waiting(service, cast.stranger, after=after)
    key = await cast.operator.make_key(tenantId=cast.owner.tenant_id)
    answer = await asked
    assert [(entry["type"], entry["id"]) for entry in answer.json()["data"]] == [
        ("key.created", key["keyId"])
    ]
    assert set(woken) == {cast.owner.tenant_id}, "the stranger's request slept on"
    await cast.stranger.make_key()
    assert [entry["type"] for entry in (await other).json()["data"]] == ["key.created"]
    assert service.internals.admission.waiting == 0


@pytest.mark.both_engines
async def test_a_key_that_is_revoked_while_its_request_waits_gets_401_and_no_data(
    cast: Cast, service: LiveService
) -> None:
    """Attack: a leaked key waits, and hears of the change that replaces it."""
    leaked = await cast.actor(tenantId=cast.owner.tenant_id)
    asked = await waiting(service, leaked, after="now")
    await cast.owner.delete(f"/manage/keys/{leaked.key_id}")
    response = await asked
    assert (response.status_code, response.json()["code"]) == (401, "key_revoked")
    assert "data" not in response.json()


async def test_what_was_taken_from_a_key_while_its_request_waits_is_not_shown(
    cast: Cast, service: LiveService
) -> None:
    """Attack: a key waits with the rights that it had when it began."""
    waiter = await cast.actor(tenantId=cast.owner.tenant_id, groups=["management_read_only", "seats"])
    asked = await waiting(service, waiter, after="now")
    await cast.owner.patch(f"/manage/keys/{waiter.key_id}", {"groups": ["seats"]})
    response = await asked
    assert (response.status_code, response.json()["code"]) == (403, "scope_insufficient")


async def test_waiting_ends_when_the_client_leaves(
    cast: Cast, service: LiveService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it has been woken before, by changes that it did not ask for."""

    async def twice_and_for_ever(waits: ChangeWaits, name: str, seen: int, *seconds: float) -> None:
        if next(short_waits, None) is None:
            begun.set()
            await asyncio.Event().wait()

    begun, short_waits = asyncio.Event(), iter(range(1, 3))
    monkeypatch.setattr(ChangeWaits, "wait", twice_and_for_ever)
    settings = service.internals.settings
    _, writer = await asyncio.open_connection(settings.host, settings.port)
    lines = (
        "GET /v1/manage/changes?after=now&waitSeconds=30 HTTP/1.1",
        f"Host: {settings.host}",
        f"Authorization: Bearer {cast.owner.plaintext}",
    )
    writer.write("".join(f"{line}\r\n" for line in (*lines, "")).encode())
    await begun.wait()
    assert service.internals.admission.waiting == 1
    writer.close()
    await until(lambda: service.internals.admission.waiting == 0)


async def test_nobody_waits_once_the_service_stops(cast: Cast, service: LiveService) -> None:
    waits = service.internals.resources.change_waits
    asked = asyncio.create_task(waits.wait("nobody", waits._records.last_seen.n, 1_000_000))
    await until(lambda: len(waits) == 1)
    waits.is_stopping = lambda: True
    try:
        await asked
        response = await cast.owner.get("/manage/changes", after="now", waitSeconds=30)
    finally:
        waits.is_stopping = lambda: False
    assert response.json()["data"] == []


async def test_a_position_from_before_a_restored_backup_restarts(own_service: LiveService) -> None:
    """The danger: after a restore, numbers are given again, and a follower passes over what has them now."""
    cast = await create_cast(own_service)
    for _ in range(3):
        await cast.owner.make_key()
    kept = await position(cast.owner)
    for _ in range(3):
        await cast.owner.make_key()
    lost = await position(cast.owner)
    await take_back(own_service, int(kept.partition("-")[0]))
    page = await follow(cast.owner, lost)
    assert page["restarted"] is True, "before its number is given again"
    for _ in range(5):
        await cast.owner.make_key()
    page = await follow(cast.owner, lost, waitSeconds=30)
    assert page["restarted"] is True
    assert page["data"] == (await cast.owner.get("/manage/changes")).json()["data"]
    page = await follow(cast.owner, page["next"])
    assert page == {"data": [], "next": page["next"]}
    assert len((await follow(cast.owner, kept))["data"]) == 5, "the backup has this position, and it goes on"


async def test_a_request_that_waits_hears_of_a_restored_backup(own_service: LiveService) -> None:
    """The danger: the row that replaces the last one has its number, and the request sleeps on."""
    cast = await create_cast(own_service)
    kept = await position(cast.owner)
    await cast.owner.make_key()
    asked = await waiting(own_service, cast.owner, after=await position(cast.owner))
    await take_back(own_service, int(kept.partition("-")[0]))
    await cast.stranger.make_key()
    page = (await asked).json()
    assert page["restarted"] is True


async def test_a_grant_that_ends_while_the_grantee_waits_ends_what_it_hears(
    cast: Cast, service: LiveService
) -> None:
    """Attack: a grantee keeps a request waiting, to hear of the venue after its grant has ended."""
    asked = await waiting(service, cast.grantee, after="now", venue=cast.hall)
    await cast.owner.delete(f"/manage/venues/{cast.hall}/grants/{cast.grantee.tenant_id}")
    page = (await asked).json()
    assert [entry["type"] for entry in page["data"]] == ["grant.ended"]
    await cast.owner.put(f"/manage/venues/{cast.hall}", {"name": "New name"})
    assert (await follow(cast.grantee, page["next"]))["data"] == []


async def test_a_position_older_than_what_is_kept_restarts(own_service: LiveService) -> None:
    cast = await create_cast(own_service)
    old = await position(cast.owner)
    key = await cast.owner.make_key()
    own_service.clock.advance((AUDIT_DAYS + 1) * DAY_SECONDS)
    fresh = await position(cast.owner)
    await own_service.worker.jobs.run("check_clock")
    assert "restarted" not in await follow(cast.owner, fresh), "nothing has happened since"
    await cast.owner.make_key()
    assert (await follow(cast.owner, old))["restarted"] is True, "old, although not deleted yet"
    await own_service.worker.jobs.run("prune_records")
    page = await follow(cast.owner, old)
    assert page["restarted"] is True
    assert key["keyId"] not in {entry["id"] for entry in page["data"]}


async def take_back(service: LiveService, n: int) -> None:
    """Makes the log that of a backup, whose last row has this number."""

    async def restore(transaction: Transaction) -> None:
        await transaction.connection.execute(delete(changes).where(changes.c.n > n))
        await transaction.connection.execute(update(counter).values(n=n))

    await service.internals.resources.database.write("operator", service.clock.now(), restore)
