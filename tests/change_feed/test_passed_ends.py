"""Keys that pass their revokeAt are logged as revoked: once, whoever looks, and soon."""

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from cast import Cast
from database.opened import opened
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Transaction
from seatpreview.database.tables import changes
from seatpreview.keys.model import CreateKeyRequest
from seatpreview.keys.passed_ends import LOGGED_KEYS_MAX, log_passed_ends
from seatpreview.keys.rules import new_key
from seatpreview.keys.store import add
from seatpreview.server.worker_jobs import ENDED_KEYS_SECONDS
from seatpreview.settings.settings import Settings
from seatpreview.values.clock import Moment
from serving import LiveService

pytestmark = pytest.mark.anyio


@pytest.mark.both_engines
async def test_two_workers_log_each_end_once(new_settings: Callable[..., Settings]) -> None:
    settings = new_settings()
    count = LOGGED_KEYS_MAX + 20
    async with opened(settings) as one, opened(settings) as another:
        await one.write("operator", Moment(1), add_keys, count)
        rounds = await asyncio.gather(
            *(log_passed_ends(each, Moment(count + 2)) for each in (one, another) * 3)
        )
        ended = select(changes.c.id).where(changes.c.action == "revoked")
        found = Counter(await one.read(Connection.scalars, ended))
    assert sum(logged for logged, _ in rounds) == count
    assert len(found) == count
    assert set(found.values()) == {1}


async def add_keys(transaction: Transaction, count: int) -> None:
    """Adds keys that end one after the other, and one that never does."""
    for number in range(count + 1):
        key = new_key(CreateKeyRequest(scope="admin"), None, None, Moment(1))
        revoke_at = Moment(number + 2) if number < count else None
        await add(transaction, replace(key, revoke_at=revoke_at), secret_hash=key.key_id)


async def test_a_follower_hears_within_a_minute_that_a_key_has_passed_its_revoke_at(
    cast: Cast, service: LiveService
) -> None:
    assert ENDED_KEYS_SECONDS <= 30
    key = await cast.owner.make_key()
    path = f"/manage/keys/{key['keyId']}"
    other = await cast.owner.make_key()
    for each in (key, other):
        rotate = f"/manage/keys/{each['keyId']}/rotate"
        await cast.owner.post(rotate, {"gracePeriodSeconds": 60})
    after = (await cast.owner.get("/manage/changes", after="now")).json()["next"]
    await cast.owner.patch(f"/manage/keys/{other['keyId']}", {"status": "active"})
    before = await cast.owner.read_key(key["keyId"])
    service.clock.advance(60)
    for _ in range(3):
        assert await service.worker.jobs.run("log_ended_keys")
    heard = (await cast.owner.get("/manage/changes", after=after)).json()["data"]
    assert [(entry["type"], entry["id"], entry["actor"]) for entry in heard] == [
        ("key.revoke_cancelled", other["keyId"], cast.owner.key_id),
        ("key.revoked", key["keyId"], "service"),
    ]
    revoked = await cast.owner.read_key(key["keyId"])
    assert revoked["version"] == before["version"], "the log has noticed it, and nothing has changed the key"
    assert revoked["revokedAt"] == before["revokeAt"]
    await cast.owner.delete(path)
    after_all = (await cast.owner.get("/manage/changes", after=after, types="key.revoked")).json()["data"]
    assert len(after_all) == 1
