"""One run of the soak: the cluster, what stands in it from the start, and the ways to look at it."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from cluster.client import bearer
from soak.cluster import Cluster
from soak.findings import Findings
from soak.hands import Hands, Json, hall
from soak.instance import Instance
from soak.ledger import Ledger
from soak.lines import Line, lines_to_each
from soak.watched import Read, Watched, status, version

LINES_OF_EACH = 2
_LIVE_KEYS = 4
_LONG_PAUSE_SECONDS = 0.1


@dataclass
class Run:
    cluster: Cluster
    chance: random.Random
    say: Callable[[str], None]
    """Tells whoever follows the run."""
    back_seconds: float = 15
    """Within which service must be back after a part has returned."""
    start_seconds: float = 30
    """The same where processes of the service have to start, while all others go on."""
    pause_seconds: float = 0.005
    """Between two looks on a line, and between two changes of a kind."""
    on_kill: Callable[[Instance], None] = lambda instance: None
    """Told of an instance that was killed: nobody need ask it any more."""
    tenant_id: str = ""
    venue_id: str = ""
    live: list[Json] = field(default_factory=list)
    """Keys that nobody touches."""
    revoked: list[Json] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    ledger: Ledger = field(default_factory=Ledger)
    numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        self.hands = Hands(self.cluster.instances, self.cluster.admin_key, self.chance)

    def preview_path(self, venue_id: str = "") -> str:
        return f"/v1/seats/preview?venue={venue_id or self.venue_id}&seat=1/A/1"

    def watch(self, kind: str, id: str, credential: str, read: Read, venue_id: str = "") -> Watched:
        """Notes it in the ledger, where it is checked once more at the end of the run."""
        watched = Watched(kind, id, self.preview_path(venue_id), bearer(credential), read, self.findings)
        self.ledger.watched.append(watched)
        return watched

    def watch_key(self, key: Json) -> Watched:
        return self.watch("key", key["keyId"], key["plaintext"], status(200, 401))

    def watch_session(self, session: Json) -> Watched:
        return self.watch("session", session["sessionId"], session["token"], status(200, 401))

    async def revoke(self, key: Json, *watched: Watched) -> None:
        """And with the key, whatever of what is watched depends on it."""
        await self.hands.change(watched, 1, "DELETE", f"/manage/keys/{key['keyId']}", expected=204)
        self.revoked.append(key)

    async def new_hall(self) -> Watched:
        """A venue of its own, at version 0."""
        venue_id = await self.hands.venue(self.tenant_id)
        return self.watch("venue", venue_id, self.live[0]["plaintext"], version, venue_id)

    async def replace(self, venue: Watched) -> None:
        """By the next version, whatever became of the last."""
        number = venue.tried + 1
        path = f"/manage/venues/{venue.id}"
        await self.hands.change([venue], number, "PUT", path, hall(number), expected=200)

    async def report_events(self, count: int = 5) -> None:
        """Sent again under the same ids until it is answered, they count once."""
        sent = [f"event-{next(self.numbers)}" for _ in range(count)]
        self.ledger.tried_events.update(sent)
        body = {
            "events": [
                {"eventId": id, "kind": "seat_viewed", "venue": self.venue_id, "seat": "1/A/1"} for id in sent
            ]
        }
        credential = self.live[0]["plaintext"]
        answer = await self.hands.ask("POST", "/events", body, expected=202, credential=credential)
        if {*answer["accepted"], *answer["duplicates"]} != {*sent}:
            self.findings.add(f"events were rejected: {answer['rejected']}")
        self.ledger.acknowledged_events.update(answer["accepted"], answer["duplicates"])

    def lines(self, of_each: int = LINES_OF_EACH) -> AbstractAsyncContextManager[list[Line]]:
        return lines_to_each(self.cluster.instances, of_each)

    async def look_everywhere(self, *watched: Watched) -> None:
        """On every worker, each time as the first request of a new connection."""
        for each in watched:
            async with lines_to_each(self.cluster.instances, 1, first=each.look):
                pass

    @asynccontextmanager
    async def watching(self, *watched: Watched) -> AsyncIterator[None]:
        """While this lasts, lines that are kept ask every worker again and again.

        Each has asked before it begins, so that every worker has the records in memory, and after it ended.
        """
        is_over = asyncio.Event()

        async def keep_looking(line: Line) -> None:
            while not is_over.is_set():
                await self.chance.choice(watched).look(line)
                await asyncio.sleep(self.pause_seconds)

        async with self.lines() as lines:
            await _each_on_each(watched, lines)
            async with asyncio.TaskGroup() as group:
                for line in lines:
                    group.create_task(keep_looking(line))
                try:
                    yield
                finally:
                    is_over.set()
            await _each_on_each(watched, lines)

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """Venues are replaced, keys made and revoked, events reported: again and again, whatever happens."""
        is_over = asyncio.Event()
        venue = await self.new_hall()
        kept, ended = [await self.hands.key(self.tenant_id) for _ in range(2)]
        watched = [venue, self.watch_key(kept), self.watch_key(ended)]
        await self.revoke(ended, watched[-1])

        async def again_and_again(step: Callable[[], Coroutine[Any, Any, None]]) -> None:
            while not is_over.is_set():
                await step()
                await asyncio.sleep(self.pause_seconds)

        async with self.watching(*watched), asyncio.TaskGroup() as group:
            for step in (lambda: self.replace(venue), self._make_and_revoke, self.report_events):
                group.create_task(again_and_again(step))
            try:
                yield
            finally:
                is_over.set()

    @contextmanager
    def gently(self) -> Iterator[None]:
        """While this lasts, fewer looks and changes leave the machine to what has to start."""
        before, self.pause_seconds = self.pause_seconds, _LONG_PAUSE_SECONDS
        try:
            yield
        finally:
            self.pause_seconds = before

    async def _make_and_revoke(self) -> None:
        key = await self.hands.key(self.tenant_id)
        await self.revoke(key, self.watch_key(key))

    async def prepare(self) -> None:
        """A tenant, its venue, and keys that nobody touches."""
        self.tenant_id = await self.hands.tenant()
        self.venue_id = await self.hands.venue(self.tenant_id)
        self.live = [await self.hands.key(self.tenant_id) for _ in range(_LIVE_KEYS)]
        for key in self.live:
            self.watch_key(key)

    async def check_all(self) -> None:
        """The ledger against every worker, at the end."""
        async with self.lines(of_each=1) as lines:
            await asyncio.gather(*(self.ledger.check(line) for line in lines))
        await self.ledger.check_events(self.hands, self.tenant_id, self.findings)


async def _each_on_each(watched: tuple[Watched, ...], lines: list[Line]) -> None:
    async def look_at_all(line: Line) -> None:
        for each in watched:
            await each.look(line)

    await asyncio.gather(*(look_at_all(line) for line in lines))
