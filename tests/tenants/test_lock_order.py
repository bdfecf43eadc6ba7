"""Changes of one tenant at the same time never wait for each other in a circle.

On PostgreSQL alone: SQLite has one writer. There, the triggers of `tenant_amounts` lock its row until the
transaction ends. Here one request is stopped after each of its statements in turn; another one runs until it
is done or waits for a lock of the first, which then goes on. PostgreSQL ends one of two that wait for each
other, and its client would get 503.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import text, update

from cast import Actor, Cast
from database.waiting import until
from examples import examples
from imagery.sample_pictures import photo
from seatpreview.database.connection import Connection
from seatpreview.database.engines import Database, Transaction
from seatpreview.database.postgresql import PostgresqlConnection
from seatpreview.database.tables import tenant_amounts
from seatpreview.keys.deletion import delete_ended_keys
from seatpreview.tenants import recount

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("engine", ["postgresql"], indirect=True)]

_WAITING = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


class World:
    """A tenant with two keys, a webhook that the second has made, and for changes of venues one with a draft.
    For those of images the venue has one, and a copy that still lacks it."""

    def __init__(self, cast: Cast, tenant_id: str, owner: Actor, other: Actor) -> None:
        self.cast = cast
        self.tenant_id = tenant_id
        self.owner = owner
        self.other = other
        self.venue = self.copy = self.webhook = ""

    @classmethod
    async def create(cls, cast: Cast, *changes: "Change") -> "World":
        tenant_id = await cast.tenant("Busy")
        owner, other = [await cast.actor(tenantId=tenant_id) for _ in range(2)]
        world = cls(cast, tenant_id, owner, other)
        if not KEYS.issuperset(changes):
            world.venue = f"/manage/venues/{await cast.venue(tenant_id)}"
            await _done(owner.put(f"{world.venue}/draft", {"name": "Draft"}))
        if not IMAGES.isdisjoint(changes):
            await world.upload()
            copied = await _done(owner.post(f"{world.venue}/copy", {"name": "Copy", "images": True}))
            world.copy = f"/manage/venues/{copied.json()['venueId']}"
        hook = await _done(other.post("/manage/webhooks", {"url": "https://shop.example/hooks"}))
        world.webhook = f"/manage/webhooks/{hook.json()['webhookId']}"
        return world

    async def create_key(self) -> None:
        await _ended(self.owner.post("/manage/keys", {}))

    async def rotate_key(self) -> None:
        await _ended(self._of_other("POST", "/rotate", {"gracePeriodSeconds": 60}))

    async def revoke_key(self) -> None:
        await _ended(self._of_other("DELETE", ""))

    async def log_ended_keys(self) -> None:
        """Rotates a key, which then makes another webhook before its time is over."""
        await self.rotate_key()
        hook = await self.other.post("/manage/webhooks", {"url": "https://shop.example/hooks"})
        if hook.status_code == 201:
            self.webhook = f"/manage/webhooks/{hook.json()['webhookId']}"
        await self._job("log_ended_keys")

    async def delete_ended_keys(self) -> None:
        """Deletes a key that has passed its revokeAt, and still counts in the row."""
        await self.rotate_key()
        self.cast.service.clock.advance(61)
        at = self.cast.service.clock.now()
        await delete_ended_keys(self._database, at, at)

    async def create_webhook(self) -> None:
        await _ended(self.other.post("/manage/webhooks", {"url": "https://shop.example/hooks"}))

    async def update_webhook(self) -> None:
        await _ended(self.other.patch(self.webhook, {"label": "Another"}))

    async def delete_webhook(self) -> None:
        await _ended(self.owner.delete(self.webhook))

    async def save_draft(self) -> None:
        await _ended(self.owner.put(f"{self.venue}/draft", {"name": "Another draft"}))

    async def replace_venue(self) -> None:
        await _ended(self.owner.put(self.venue, {"name": "Replaced", "aliases": [{"name": "Busy hall"}]}))

    async def publish_draft(self) -> None:
        await _ended(self.owner.post(f"{self.venue}/draft/publish", {}))

    async def upload(self) -> None:
        await self._upload(self.venue)

    async def upload_to_copy(self) -> None:
        await self._upload(self.copy)

    async def delete_image(self) -> None:
        await _ended(self.owner.delete(f"{self.venue}/imagery/a.jpg?force=true"))

    async def copy_venue(self) -> None:
        await _ended(self.owner.post(f"{self.venue}/copy", {"name": "Second copy", "images": True}))

    async def copy_images(self) -> None:
        await self._job("copy_images")

    async def delete_images(self) -> None:
        await self._job("delete_images")

    async def delete_venue(self) -> None:
        await _ended(self.owner.post(f"{self.venue}/archive"))
        await _ended(self.owner.ask("DELETE", self.venue, params={"confirm": "Hall"}))

    async def delete_tenant(self) -> None:
        path = f"/manage/tenants/{self.tenant_id}"
        await _ended(self.cast.operator.post(f"{path}/archive"))
        await _ended(self.cast.operator.ask("DELETE", path, params={"confirm": "Busy"}))

    async def correct(self) -> None:
        for function in (self._falsify, self._correct):
            await self._database.write("tests", self.cast.service.clock.now(), function)

    async def check(self) -> None:
        found = await self._database.read(recount.find_difference, self.tenant_id)
        assert found is None, found.sentence

    @property
    def _database(self) -> Database:
        return self.cast.service.internals.resources.database

    async def _falsify(self, transaction: Transaction) -> None:
        is_tenant = tenant_amounts.c.tenant_id == self.tenant_id
        await transaction.connection.execute(update(tenant_amounts).where(is_tenant).values(webhooks=7))

    async def _correct(self, transaction: Transaction) -> None:
        await recount.correct(transaction, self.tenant_id)

    def _of_other(self, method: str, end: str, body: Any = None) -> Awaitable[httpx.Response]:
        more = {} if body is None else {"json": body}
        return self.owner.ask(method, f"/manage/keys/{self.other.key_id}{end}", **more)

    async def _upload(self, venue: str) -> None:
        jpeg = ("content-type", "image/jpeg")
        response = await self.owner.ask("PUT", f"{venue}/imagery/a.jpg", jpeg, content=photo())
        # A job that runs a quarter of an hour later takes an upload in progress for one that was given up.
        assert response.status_code < 500 or "took too long" in response.text, response.text

    async def _job(self, name: str) -> None:
        """Runs a job at a time when it has something to do."""
        self.cast.service.clock.advance(1000)
        assert await self.cast.service.worker.jobs.run(name) is not None


Change = Callable[[World], Awaitable[None]]

LONG = pytest.mark.long
CIRCLES = (
    (World.revoke_key, World.delete_webhook),
    (World.delete_webhook, World.revoke_key),
    (World.rotate_key, World.delete_webhook),
    (World.log_ended_keys, World.delete_webhook),
    (World.create_webhook, World.revoke_key),
    (World.correct, World.create_key),
    pytest.param(World.delete_images, World.delete_venue, marks=LONG),
    pytest.param(World.delete_venue, World.delete_images, marks=LONG),
    pytest.param(World.copy_images, World.upload_to_copy, marks=LONG),
    pytest.param(World.upload_to_copy, World.copy_images, marks=LONG),
    pytest.param(World.delete_tenant, World.revoke_key, marks=LONG),
    pytest.param(World.delete_tenant, World.delete_webhook, marks=LONG),
)
"""Pairs that would wait for each other if one of them locked in another order."""

KEYS = frozenset[Change](
    (
        World.create_key,
        World.rotate_key,
        World.revoke_key,
        World.log_ended_keys,
        World.delete_ended_keys,
        World.create_webhook,
        World.update_webhook,
        World.delete_webhook,
        World.correct,
    )
)
"""Changes that need no venue."""

IMAGES = frozenset[Change](
    (
        World.upload,
        World.upload_to_copy,
        World.delete_image,
        World.copy_venue,
        World.copy_images,
        World.delete_images,
    )
)
"""Changes that need an image."""

CHANGES: tuple[Change, ...] = tuple(
    change
    for name, change in vars(World).items()
    if not name.startswith("_") and name not in ("create", "check")
)


@pytest.mark.parametrize(("first", "second"), CIRCLES, ids=lambda change: change.__name__)
async def test_two_that_change_what_counts_do_not_wait_in_a_circle(
    shared_cast: Cast, monkeypatch: pytest.MonkeyPatch, first: Change, second: Change
) -> None:
    for position in count(1):
        if not await run_beside(shared_cast, monkeypatch, first, second, position):
            break
    assert position > 2, "it has changed nothing"


@LONG
@examples(150, [HealthCheck.function_scoped_fixture])
@given(st.sampled_from(CHANGES), st.sampled_from(CHANGES), st.integers(1, 30))
async def test_no_two_wait_in_a_circle(
    shared_cast: Cast, monkeypatch: pytest.MonkeyPatch, first: Change, second: Change, position: int
) -> None:
    await run_beside(shared_cast, monkeypatch, first, second, position)


async def run_beside(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, first: Change, second: Change, position: int
) -> bool:
    """Stops the first change after so many statements, and runs the second one. Returns whether the first has
    so many."""
    world = await World.create(cast, first, second)
    with monkeypatch.context() as patch:
        stopped, go_on = stop_after(patch, position)
        running = asyncio.ensure_future(first(world))
        waiting = asyncio.ensure_future(stopped.wait())
        await asyncio.wait([running, waiting], return_when=asyncio.FIRST_COMPLETED)
        was_stopped = stopped.is_set()
        stopped.set()
        beside = asyncio.ensure_future(second(world))
        await until_done_or_waiting(world, beside)
        go_on.set()
        await asyncio.gather(running, beside, waiting)
    await world.check()
    return was_stopped


def stop_after(monkeypatch: pytest.MonkeyPatch, position: int) -> tuple[asyncio.Event, asyncio.Event]:
    """Stops whatever runs this statement, counted among those of all transactions from now on. Returns the
    event of the stop, and the one that ends it."""
    stopped, go_on = asyncio.Event(), asyncio.Event()
    run, numbers = PostgresqlConnection.run, count(1)

    async def run_and_stop(self: PostgresqlConnection, *arguments: Any) -> Any:
        result = await run(self, *arguments)
        if self.driver.is_in_transaction() and not stopped.is_set() and next(numbers) == position:
            stopped.set()
            await go_on.wait()
        return result

    monkeypatch.setattr(PostgresqlConnection, "run", run_and_stop)
    return stopped, go_on


async def until_done_or_waiting(world: World, task: "asyncio.Future[None]") -> None:
    database = world.cast.service.internals.resources.database

    async def is_done_or_waiting() -> bool:
        return task.done() or await database.read(Connection.scalar, _WAITING) > 0

    await until(is_done_or_waiting)


async def _done(request: Awaitable[httpx.Response]) -> httpx.Response:
    response = await request
    assert response.status_code < 300, response.text
    return response


async def _ended(request: Awaitable[httpx.Response]) -> None:
    """A request that comes too late may be refused, and none fails."""
    response = await request
    assert response.status_code < 500, response.text
