"""The victims: a shop that asks for previews all the while, and a tenant that publishes a small venue.

Where visitors of a tenant attack, or a restricted key of it, a third victim is the owner of that tenant, who
publishes a small venue as well.

All send at a fixed rate, whether or not earlier requests were answered, and a request counts from the moment
at which it should have been sent: waiting shows.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from urllib.parse import quote

import msgspec

from servers.http_connection import Address, Connection, bearer
from siege.child_process import Parent
from siege.venue_records import small_venue

PREVIEWS_PER_SECOND = 50
PUBLISHED_PER_SECOND = 2
PUBLISHED_BY_OWNER_PER_SECOND = 0.5
CONNECTIONS = 8
REQUESTS_PER_CONNECTION = 25
"""So two connections are opened each second, which shows if the service stops accepting them."""
SOURCE = "127.0.0.10"
LAST_ANSWERS_SECONDS = 30

STEADY = "steady"
"""What the victims say when their quiet time may begin."""
STEADY_REQUESTS = (15, 3, 1)
"""The requests of each victim that have to succeed in a row: of the shop, the publisher and the owner."""
_STEADY_CHECK_SECONDS = 0.05

NO_ANSWER = 0
"""The status of a request without an answer."""


class VictimsTask(msgspec.Struct):
    """The venues of the victims, and their keys."""

    port: int
    uses_tls: bool
    preview_key: str
    preview_venue_id: str
    publish_key: str
    publish_venue_id: str
    owner_key: str = ""
    """The key of the attacked tenant's owner. Empty if the attack does not watch the owner."""
    owner_venue_id: str = ""


class Sample(msgspec.Struct, array_like=True):
    """A request: when it was due by `time.monotonic`, how long its answer took from then on, its status."""

    due: float
    seconds: float
    status: int


class Samples(msgspec.Struct):
    """The requests of all victims."""

    previews: list[Sample]
    published: list[Sample]
    published_by_owner: list[Sample] = []


Request = Callable[[Connection, int], Awaitable[int]]
"""Sends the n-th request and returns the status of its answer."""


class Victim:
    """Sends requests at a fixed rate over a few connections."""

    def __init__(
        self,
        address: Address,
        per_second: float,
        connections: int,
        request: Request,
        requests_per_connection: int = REQUESTS_PER_CONNECTION,
    ) -> None:
        self.samples: list[Sample] = []
        self._requests_per_connection = requests_per_connection
        self._address = address
        self._per_second = per_second
        self._request = request
        self._idle: asyncio.LifoQueue[tuple[Connection, int]] = asyncio.LifoQueue()
        for _ in range(connections):
            self._idle.put_nowait((Connection(address), 0))
        self._pending: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Sends requests until it is cancelled."""
        started = time.monotonic()
        number = 0
        while True:
            due = started + number / self._per_second
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            task = asyncio.create_task(self._send(number, due))
            self._pending.add(task)
            task.add_done_callback(self._pending.discard)
            number += 1

    async def wait_until_steady(self, requests: int) -> None:
        """Waits until this number of requests in a row has succeeded, and at most as many wait.

        The first requests load the victim's venue, and must not count as its quiet time.
        """
        while True:
            recent = self.samples[-2 * requests : -requests]
            if len(recent) == requests and all(sample.status == 200 for sample in recent):
                return
            await asyncio.sleep(_STEADY_CHECK_SECONDS)

    async def finish(self) -> None:
        """Waits for the last answers."""
        if self._pending:
            await asyncio.wait(self._pending, timeout=LAST_ANSWERS_SECONDS)
        for task in self._pending:
            task.cancel()
        await asyncio.gather(*self._pending, return_exceptions=True)

    async def _send(self, number: int, due: float) -> None:
        sample = Sample(due, float("inf"), NO_ANSWER)
        self.samples.append(sample)
        connection, uses = await self._idle.get()
        if uses >= self._requests_per_connection:
            connection.close()
            uses = 0
        try:
            sample.status = await self._request(connection, number)
        except (OSError, EOFError, ValueError, asyncio.IncompleteReadError):
            connection.close()
        finally:
            sample.seconds = time.monotonic() - due
            self._idle.put_nowait((connection, uses + 1))


def shop(task: VictimsTask) -> Victim:
    """Returns the victim that asks for previews of many seats, in one form after the other."""
    headers = bearer(task.preview_key)

    async def preview(connection: Connection, number: int) -> int:
        row, seat = number // 20 % 20 + 1, number % 20 + 1
        label = (f"1/{row}/{seat}", f"Section 1, Row {row}, Seat {seat}")[number % 2]
        path = f"/v1/seats/preview?venue={task.preview_venue_id}&seat={quote(label)}"
        return (await connection.request("GET", path, headers)).status

    return Victim(Address(task.port, task.uses_tls, SOURCE), PREVIEWS_PER_SECOND, CONNECTIONS, preview)


def publisher(task: VictimsTask) -> Victim:
    """Returns the victim that publishes its small venue anew."""
    return _publisher(task, task.publish_key, task.publish_venue_id, PUBLISHED_PER_SECOND)


def owner(task: VictimsTask) -> Victim:
    """Returns the owner of the attacked tenant, who publishes a small venue now and then."""
    return _publisher(task, task.owner_key, task.owner_venue_id, PUBLISHED_BY_OWNER_PER_SECOND)


def _publisher(task: VictimsTask, key: str, venue_id: str, per_second: float) -> Victim:
    headers = {**bearer(key), "content-type": "application/json"}

    async def publish(connection: Connection, number: int) -> int:
        body = msgspec.json.encode(small_venue(f"Hall {number}"))
        return (await connection.request("PUT", f"/v1/manage/venues/{venue_id}", headers, body)).status

    # One at a time, since of two PUTs at once one would lose the race (409). Each has a connection of its
    # own, so that every worker has checked a record, in a process, before the attack begins.
    address = Address(task.port, task.uses_tls, SOURCE)
    return Victim(address, per_second, 1, publish, requests_per_connection=1)


async def main() -> None:
    parent, task = await Parent.connect(VictimsTask)
    victims = [shop(task), publisher(task), *([owner(task)] if task.owner_key else [])]
    running = [asyncio.create_task(victim.run()) for victim in victims]
    for victim, requests in zip(victims, STEADY_REQUESTS, strict=False):
        await victim.wait_until_steady(requests)
    parent.tell(STEADY)
    await parent.hear("stop")
    for each in running:
        each.cancel()
    await asyncio.gather(*(victim.finish() for victim in victims))
    parent.tell(Samples(*(_finite(victim.samples) for victim in victims)))


def _finite(samples: list[Sample]) -> list[Sample]:
    """Replaces infinity, which JSON does not have, by the time for which a request has waited."""
    now = time.monotonic()
    return [Sample(each.due, min(each.seconds, now - each.due), each.status) for each in samples]


if __name__ == "__main__":
    asyncio.run(main())
