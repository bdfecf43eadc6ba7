"""Keys that were revoked long ago are deleted where the operator wants it, never early, and for good."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import product
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from cast import Cast, bearer, create_cast, new_origin
from database.opened import opened
from keys.test_ended_keys import EDGES, TIMES, _key, _keys_where
from seatpreview.background_jobs.jobs import Round
from seatpreview.database.connection import Connection
from seatpreview.database.tables import key_usage, keyless_origins, keys
from seatpreview.keys import deletion
from seatpreview.keys.deletion import delete_ended_keys, ended_before_sql
from seatpreview.keys.store import add
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment
from servers.free_ports import free_port
from serving import LiveService, running

pytestmark = pytest.mark.anyio

DAY_SECONDS = 86_400
DAYS = 30


@pytest.fixture(scope="module")
def deleting_settings(new_settings: Callable[..., Settings]) -> Settings:
    return new_settings(audit_days=DAYS, revoked_key_days=DAYS)


@pytest.fixture(scope="module")
async def deleting_service(deleting_settings: Settings) -> AsyncIterator[LiveService]:
    """A service that deletes revoked keys after 30 days."""
    async with running(deleting_settings) as service:
        yield service


@pytest.fixture
async def deleting_cast(deleting_service: LiveService) -> AsyncIterator[Cast]:
    """A cast on that service, after the revoked keys of other tests were deleted."""
    deleting_service.clock.advance(3 * DAYS * DAY_SECONDS)
    await run_job(deleting_service)
    yield await create_cast(deleting_service)
    deleting_service.clock.go_on()


async def run_job(service: LiveService) -> Round | None:
    await asyncio.sleep(0)  # On SQLite, what is in one iteration of the loop shares its time.
    ended = await service.worker.jobs.run("delete_revoked_keys")
    assert not service.worker.jobs.failures
    return ended


async def revoked_key(cast: Cast, **more: Any) -> dict[str, Any]:
    key: dict[str, Any] = await cast.owner.make_key(**more)
    assert (await cast.owner.delete(f"/manage/keys/{key['keyId']}")).status_code == 204
    return key


def answer(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


async def test_until_its_days_are_over_a_revoked_key_is_400_and_409_and_then_unknown(
    deleting_cast: Cast,
) -> None:
    cast, clock = deleting_cast, deleting_cast.service.clock
    clock.stop_at(clock.now())
    key = await revoked_key(cast)
    path = f"/manage/keys/{key['keyId']}"
    for seconds in (0, DAYS * DAY_SECONDS):
        clock.advance(seconds)
        assert await run_job(cast.service) == (0, 0)
        assert (await cast.owner.get(path)).json()["status"] == "revoked"
        assert answer(await cast.owner.patch(path, {"status": "active"})) == (400, "validation_failed")
        assert answer(await cast.owner.patch(path, {"label": "x"})) == (409, "conflict")
        assert answer(await cast.owner.post(f"{path}/rotate", {})) == (409, "conflict")
        assert answer(await cast.who(bearer(key["plaintext"]))) == (401, "key_revoked")
    clock.advance(1)
    assert await run_job(cast.service) == (1, 0)
    assert answer(await cast.owner.get(path)) == (404, "not_found")
    assert answer(await cast.owner.patch(path, {"status": "active"})) == (404, "not_found")
    assert answer(await cast.owner.delete(path)) == (404, "not_found")
    assert answer(await cast.owner.post(f"{path}/rotate", {})) == (404, "not_found")
    assert answer(await cast.who(bearer(key["plaintext"]))) == (401, "key_invalid")
    entries = (await cast.owner.get(f"/manage/audit?id={key['keyId']}")).json()["data"]
    assert (entries[0]["action"], entries[0]["actor"]) == ("deleted", "operator")


async def test_without_the_setting_a_revoked_key_is_kept_for_ever(
    new_settings: Callable[..., Settings],
) -> None:
    async with running(new_settings()) as service:
        cast = await create_cast(service)
        key = await revoked_key(cast)
        service.clock.advance(4000 * DAY_SECONDS)
        assert await run_job(service) is None
        assert answer(await cast.who(bearer(key["plaintext"]))) == (401, "key_revoked")


async def test_a_rotated_key_is_deleted_days_after_its_revoke_at_and_its_replacement_works(
    deleting_cast: Cast,
) -> None:
    cast, clock = deleting_cast, deleting_cast.service.clock
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    rotated = (await cast.owner.post(f"{path}/rotate", {"gracePeriodSeconds": DAY_SECONDS})).json()
    clock.advance(DAYS * DAY_SECONDS)
    assert await run_job(cast.service) == (0, 0), "it ended a day after the rotation"
    clock.advance(DAY_SECONDS + 1)
    assert await run_job(cast.service) == (1, 0)
    assert (await cast.owner.get(path)).status_code == 404
    replacement = (await cast.owner.get(f"/manage/keys/{rotated['keyId']}")).json()
    assert (replacement["status"], replacement["rotatedFrom"]) == ("active", key["keyId"])
    assert (await cast.who(bearer(rotated["plaintext"]))).status_code == 200
    again = await cast.owner.post(f"/manage/keys/{rotated['keyId']}/rotate", {})
    assert again.status_code == 201


async def test_nothing_is_left_of_a_deleted_key_and_its_origins_are_free(deleting_cast: Cast) -> None:
    cast, database = deleting_cast, deleting_cast.service.internals.resources.database
    origin = new_origin()
    body = {"kind": "keyless", "tenantId": cast.owner.tenant_id, "allowedOrigins": [origin]}
    keyless = (await cast.operator.post("/manage/keys", body)).json()
    used = await cast.owner.make_key()
    assert (await cast.who(bearer(used["plaintext"]))).status_code == 200
    await cast.service.internals.usage.write(database)
    for key in (keyless, used):
        assert (await cast.operator.delete(f"/manage/keys/{key['keyId']}")).status_code == 204
    cast.service.clock.advance(DAYS * DAY_SECONDS + 1)
    assert await run_job(cast.service) == (2, 0)
    gone = [keyless["keyId"], used["keyId"]]
    for column in (keys.c.key_id, key_usage.c.key_id, keyless_origins.c.key_id):
        assert await database.read(Connection.scalars, select(column).where(column.in_(gone))) == []
    assert (await cast.operator.post("/manage/keys", body)).status_code == 201


async def test_a_round_is_bounded(deleting_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "DELETED_KEYS_MAX", 3)
    for _ in range(7):
        await revoked_key(deleting_cast)
    deleting_cast.service.clock.advance(DAYS * DAY_SECONDS + 1)
    rounds = [await run_job(deleting_cast.service) for _ in range(4)]
    assert rounds == [(3, 4), (3, 1), (1, 0), (0, 0)]


async def test_every_worker_forgets_a_deleted_key(deleting_cast: Cast, deleting_settings: Settings) -> None:
    """The danger: a worker that holds the key in memory goes on to say that it is revoked."""
    first, clock = deleting_cast.service, deleting_cast.service.clock
    key = await revoked_key(deleting_cast)
    async with running(replace(deleting_settings, port=free_port()), clock) as second:
        for service in (first, second):
            asked = await service.ask("GET", "/caller", [bearer(key["plaintext"])])
            assert answer(asked) == (401, "key_revoked")
        clock.advance(DAYS * DAY_SECONDS + 1)
        assert await run_job(first) == (1, 0)
        for service in (first, second):
            asked = await service.ask("GET", "/caller", [bearer(key["plaintext"])])
            assert answer(asked) == (401, "key_invalid")


async def test_requests_that_race_with_the_deletion_see_the_key_before_or_after_it(
    deleting_cast: Cast,
) -> None:
    """Whatever they ask for, none of them makes the key active, changes it or accepts it."""
    cast = deleting_cast
    for _ in range(3):
        revoked = [await revoked_key(cast) for _ in range(4)]
        cast.service.clock.advance(DAYS * DAY_SECONDS + 1)
        paths = [f"/manage/keys/{key['keyId']}" for key in revoked]
        requests = [
            *(cast.owner.get(path) for path in paths),
            *(cast.owner.patch(path, {"status": "active"}) for path in paths),
            *(cast.owner.patch(path, {"label": "x"}) for path in paths),
            *(cast.owner.post(f"{path}/rotate", {}) for path in paths),
            *(cast.owner.delete(path) for path in paths),
            *(cast.who(bearer(key["plaintext"])) for key in revoked),
        ]
        allowed = [{200, 404}] * 4 + [{400, 404}] * 4 + [{409, 404}] * 8 + [{204, 404}] * 4 + [{401}] * 4
        answers, rounds = await asyncio.gather(
            asyncio.gather(*requests), asyncio.gather(*(run_job(cast.service) for _ in range(2)))
        )
        for response, statuses in zip(answers, allowed, strict=True):
            assert response.status_code in statuses
        assert sum(round_.done for round_ in rounds if round_ is not None) == 4
        for path in paths:
            assert (await cast.owner.get(path)).status_code == 404


async def test_a_list_goes_on_behind_keys_that_were_deleted_meanwhile(deleting_cast: Cast) -> None:
    """The danger: a cursor at a deleted key ends the list, or begins it anew."""
    cast = deleting_cast
    kept = [await cast.owner.make_key(label=f"kept {number}") for number in range(3)]
    revoked = [await revoked_key(cast) for _ in range(3)]
    newest = [await cast.owner.make_key(label="newest")]
    first = (await cast.owner.get("/manage/keys?limit=2")).json()
    assert [key["keyId"] for key in first["data"]] == [newest[0]["keyId"], revoked[2]["keyId"]]
    cast.service.clock.advance(DAYS * DAY_SECONDS + 1)
    assert await run_job(cast.service) == (3, 0)
    rest = (await cast.owner.get(f"/manage/keys?limit=2&cursor={first['nextCursor']}")).json()
    assert [key["keyId"] for key in rest["data"]] == [kept[2]["keyId"], kept[1]["keyId"]]


async def test_the_condition_in_sql_agrees_with_the_function(new_settings: Callable[..., Settings]) -> None:
    all_keys = [_key(revoked_at, revoke_at) for revoked_at, revoke_at in product(EDGES, EDGES)]
    late = Moment(1 << 62)
    async with opened(new_settings()) as database:
        for key in all_keys:
            await database.write("operator", Moment(1), add, key, secret_hash=key.key_id)
        for time in map(Moment, TIMES):
            ended = {
                key.key_id
                for key in all_keys
                if (ended_at := key.ended_at(late)) is not None and ended_at < time
            }
            assert await database.read(_keys_where, ended_before_sql(time)) == ended, time
        deleted = await delete_ended_keys(database, Moment(10), Moment(20))
        assert deleted.left == 0
        remaining = set(await database.read(Connection.scalars, select(keys.c.key_id)))
        assert remaining == {key.key_id for key in all_keys if (at := key.ended_at(late)) is None or at >= 10}
