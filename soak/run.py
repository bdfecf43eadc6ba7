"""One run of the soak: the cluster, the records that exist from the start, and the ways to check them."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from servers.admin_client import Json
from servers.http_connection import bearer
from soak.admin_client import RetryingAdminClient, venue_record
from soak.check_results import CheckResults
from soak.cluster import Cluster
from soak.connections import WorkerConnection, connect_to_every_worker
from soak.expected_state import ExpectedState
from soak.service_instance import ServiceInstance
from soak.watched_record import ReadVersion, WatchedRecord, changing, venue_version, version_by_status

CONNECTIONS_PER_WORKER = 2
_LIVE_KEYS = 4
_LONG_PAUSE_SECONDS = 0.1


@dataclass
class Run:
    """The state of one run, which every step works on."""

    cluster: Cluster
    rng: random.Random
    print_line: Callable[[str], None]
    """Prints a line about the progress of a step."""
    recovery_seconds_max: float = 15
    """The time within which the service must respond again after a database has returned."""
    restart_seconds_max: float = 30
    """The same where processes of the service have to start, while the load on the others goes on."""
    pause_seconds: float = 0.005
    """The pause between two checks on a connection, and between two background changes of a kind."""
    on_kill: Callable[[ServiceInstance], None] = lambda instance: None
    """Called with an instance that was killed, so that the load on it can stop."""
    tenant_id: str = ""
    venue_id: str = ""
    live_keys: list[Json] = field(default_factory=list)
    """Keys that no step changes."""
    revoked_keys: list[Json] = field(default_factory=list)
    results: CheckResults = field(default_factory=CheckResults)
    expected: ExpectedState = field(default_factory=ExpectedState)
    _event_numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.admin = RetryingAdminClient(self.cluster.instances, self.cluster.admin_key, self.rng)

    async def prepare(self) -> None:
        """Creates a tenant, its venue, and keys that no step changes."""
        self.tenant_id = await self.admin.create_tenant()
        self.venue_id = await self._create_venue()
        self.live_keys = [await self.admin.create_key(self.tenant_id) for _ in range(_LIVE_KEYS)]
        for key in self.live_keys:
            self.watch_key(key)

    def preview_path(self, venue_id: str = "") -> str:
        return f"/v1/seats/preview?venue={venue_id or self.venue_id}&seat=1/A/1"

    def watch(
        self, kind: str, id: str, credential: str, read_version: ReadVersion, venue_id: str = ""
    ) -> WatchedRecord:
        """Watches a record, and has it checked once more at the end of the run."""
        path, headers = self.preview_path(venue_id), bearer(credential)
        record = WatchedRecord(kind, id, path, headers, read_version, self.results)
        self.expected.records.append(record)
        return record

    def watch_key(self, key: Json) -> WatchedRecord:
        return self.watch("key", key["keyId"], key["plaintext"], version_by_status(200, 401))

    def watch_session(self, session: Json) -> WatchedRecord:
        return self.watch("session", session["sessionId"], session["token"], version_by_status(200, 401))

    async def revoke_key(self, key: Json, *records: WatchedRecord) -> None:
        """Revokes the key. `records` are the watched ones that end with it, the key's own included."""
        with changing(records, to=1):
            await self.admin.revoke_key(key["keyId"])
        self.revoked_keys.append(key)

    async def create_watched_venue(self) -> WatchedRecord:
        """Creates a venue at version 0."""
        venue_id = await self._create_venue()
        return self.watch("venue", venue_id, self.live_keys[0]["plaintext"], venue_version, venue_id)

    async def replace_venue(self, venue: WatchedRecord) -> None:
        """Replaces the venue's record by the next version, even if the response to the last one was lost."""
        version = venue.requested + 1
        with changing([venue], to=version):
            path = f"/manage/venues/{venue.id}"
            await self.admin.request("PUT", path, venue_record(version), expected=200)

    async def report_events(self, count: int = 5) -> None:
        """Sends events until they are acknowledged. A retry has the same ids, so that each counts once."""
        ids = [f"event-{next(self._event_numbers)}" for _ in range(count)]
        self.expected.sent_events.update(ids)
        body = {
            "events": [
                {"eventId": id, "kind": "seat_viewed", "venue": self.venue_id, "seat": "1/A/1"} for id in ids
            ]
        }
        credential = self.live_keys[0]["plaintext"]
        response = await self.admin.request("POST", "/events", body, expected=202, credential=credential)
        if {*response["accepted"], *response["duplicates"]} != {*ids}:
            self.results.add_violation(f"events were rejected: {response['rejected']}")
        self.expected.acknowledged_events.update(response["accepted"], response["duplicates"])

    def connections(
        self, per_worker: int = CONNECTIONS_PER_WORKER
    ) -> AbstractAsyncContextManager[list[WorkerConnection]]:
        return connect_to_every_worker(self.cluster.instances, per_worker)

    async def check_on_every_worker(self, *records: WatchedRecord) -> None:
        """Checks each record on every worker, each time as the first request of a new connection."""
        for record in records:
            async with connect_to_every_worker(self.cluster.instances, 1, first_request=record.check):
                pass

    @asynccontextmanager
    async def checking_continuously(self, *records: WatchedRecord) -> AsyncIterator[None]:
        """Inside the block, open connections to every worker check these records again and again.

        Every connection also checks every record before the block, so that each worker has them in memory,
        and after it.
        """
        is_over = asyncio.Event()

        async def keep_checking(connection: WorkerConnection) -> None:
            while not is_over.is_set():
                await self.rng.choice(records).check(connection)
                await asyncio.sleep(self.pause_seconds)

        async with self.connections() as connections:
            await _check_all(records, connections)
            async with asyncio.TaskGroup() as group:
                for connection in connections:
                    group.create_task(keep_checking(connection))
                try:
                    yield
                finally:
                    is_over.set()
            await _check_all(records, connections)

    @asynccontextmanager
    async def background_changes(self) -> AsyncIterator[None]:
        """Inside the block, a venue is replaced, keys are created and revoked, and events are reported.

        This goes on again and again, whatever faults there are, and is checked on every worker.
        """
        is_over = asyncio.Event()
        venue = await self.create_watched_venue()
        live_key, revoked_key = [await self.admin.create_key(self.tenant_id) for _ in range(2)]
        records = [venue, self.watch_key(live_key), self.watch_key(revoked_key)]
        await self.revoke_key(revoked_key, records[-1])

        async def repeat(change: Callable[[], Coroutine[Any, Any, None]]) -> None:
            while not is_over.is_set():
                await change()
                await asyncio.sleep(self.pause_seconds)

        async with self.checking_continuously(*records), asyncio.TaskGroup() as group:
            changes = (
                lambda: self.replace_venue(venue),
                self.create_and_revoke_key,
                self.report_events,
            )
            for change in changes:
                group.create_task(repeat(change))
            try:
                yield
            finally:
                is_over.set()

    async def create_and_revoke_key(self) -> None:
        key = await self.admin.create_key(self.tenant_id)
        await self.revoke_key(key, self.watch_key(key))

    @contextmanager
    def reduced_load(self) -> Iterator[None]:
        """Inside the block, there are fewer checks and changes, so that processes can start."""
        before, self.pause_seconds = self.pause_seconds, _LONG_PAUSE_SECONDS
        try:
            yield
        finally:
            self.pause_seconds = before

    async def check_expected_state(self) -> None:
        """Checks all records on every worker, and all events, at the end of the run."""
        async with self.connections(per_worker=1) as connections:
            await asyncio.gather(*(self.expected.check_records(connection) for connection in connections))
        await self.expected.check_events(self.admin, self.tenant_id, self.results)

    async def _create_venue(self) -> str:
        return await self.admin.create_venue(self.tenant_id, **venue_record(version=0))


async def _check_all(records: tuple[WatchedRecord, ...], connections: list[WorkerConnection]) -> None:
    """Checks every record on every connection."""

    async def check_on(connection: WorkerConnection) -> None:
        for record in records:
            await record.check(connection)

    await asyncio.gather(*(check_on(connection) for connection in connections))
