"""The attacker: a process of its own that runs one attack, and counts the answers that it got.

An attack first prepares what it sends, then waits for the start, and ends when its time is over. Answers are
counted by their status; a refusal is a fine answer, and the report shows it.
"""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from typing import Any

import msgspec

from servers.http_connection import Address, Connection, Response, bearer
from siege.child_process import Parent

SOURCE = "127.0.0.66"
IN_FLIGHT_MAX = 64
"""The most requests of an attack that wait for an answer at once. While they do, no other is sent."""
PAUSE_SECONDS = 0.05
"""The pause between two requests of the same client. Without it, quick refusals would make a flood."""
LAST_ANSWERS_SECONDS = 1


class AttackTask(msgspec.Struct):
    """An attack, and the service that it is directed at. The keys are of two tenants of the attacker."""

    attack: str
    port: int
    uses_tls: bool
    seconds: float
    tenant_id: str
    key: str
    second_key: str
    venue_id: str
    """A small venue of the first tenant."""
    data_dir: str
    database_url: str


class Prepared(msgspec.Struct):
    """The attack may start. `requests` is the number of requests that were sent to prepare it."""

    requests: int


class Attacker:
    """What an attack works with."""

    def __init__(self, task: AttackTask, parent: Parent) -> None:
        self.task = task
        self.address = Address(task.port, task.uses_tls, SOURCE)
        self.answers: Counter[str] = Counter()
        self._parent = parent
        self._has_begun = False
        self._preparing_requests = 0
        self._ends_at = 0.0

    async def begin(self) -> None:
        """Says that everything is prepared, and waits for the start."""
        self._parent.tell(Prepared(self._preparing_requests))
        await self._parent.hear("go")
        self._has_begun = True
        self._ends_at = time.monotonic() + self.task.seconds

    @property
    def seconds_left(self) -> float:
        """The time that the attack still has."""
        return max(0.0, self._ends_at - time.monotonic())

    async def send(
        self,
        method: str,
        path: str,
        body: object = b"",
        *,
        key: str | None = None,
        media_type: str = "application/json",
        connection: Connection | None = None,
    ) -> Response | None:
        """Sends a request, on a connection of its own unless one is given, and counts its answer.

        `key` is the attacker's unless another one is given; empty for none. A body that is not bytes is JSON.
        """
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        headers = bearer(self.task.key if key is None else key) if key != "" else {}
        if data:
            headers["content-type"] = media_type
        own = connection or Connection(self.address)
        try:
            answer = await own.request(method, path, headers, data)
        except (OSError, EOFError, ValueError, asyncio.IncompleteReadError) as error:
            self.count("no answer" if isinstance(error, TimeoutError) else "closed")
            return None
        except asyncio.CancelledError:
            self.count("unanswered")
            raise
        finally:
            if connection is None:
                own.close()
        self.count(str(answer.status))
        return answer

    def count(self, outcome: str) -> None:
        """Counts an outcome. What prepares the attack is counted only where it failed."""
        if self._has_begun:
            self.answers[outcome] += 1
            return
        self._preparing_requests += 1
        if not outcome.startswith("2"):
            self.answers[f"{outcome} to prepare"] += 1

    async def create_venue(self, record: dict[str, Any], key: str | None = None) -> str:
        """Creates a venue and returns its id, or that of a venue that does not exist where it is refused."""
        answer = await self.send("POST", "/v1/manage/venues", record, key=key)
        is_created = answer is not None and answer.status == 201
        return str(answer.json()["venueId"]) if answer is not None and is_created else "ven_000000000000"

    async def at_rate(self, per_second: float, action: Callable[[int], Coroutine[Any, Any, object]]) -> None:
        """Calls `action` with 0, 1, 2 and so on at a fixed rate, without waiting for the answers."""
        pending: set[asyncio.Task[object]] = set()
        started, number = time.monotonic(), 0
        while self.seconds_left:
            if len(pending) < IN_FLIGHT_MAX:
                task = asyncio.create_task(action(number))
                pending.add(task)
                task.add_done_callback(pending.discard)
            number += 1
            await asyncio.sleep(max(0.0, started + number / per_second - time.monotonic()))
        await _end_all(pending)

    async def in_parallel(self, count: int, action: Callable[[int], Coroutine[Any, Any, object]]) -> None:
        """Keeps `count` calls of `action` running. Each starts again a moment after it has ended.

        The numbers of calls that run at the same time differ modulo `count`.
        """

        async def repeat(first: int) -> None:
            for number in itertools.count(first, count):
                if not self.seconds_left:
                    return
                await action(number)
                await asyncio.sleep(PAUSE_SECONDS)

        pending = {asyncio.create_task(repeat(first)) for first in range(count)}
        await asyncio.wait(pending, timeout=self.seconds_left)
        await _end_all(pending)

    async def wait(self) -> None:
        """Waits for the end of the attack."""
        await asyncio.sleep(self.seconds_left)


async def _end_all(tasks: "Collection[asyncio.Task[Any]]") -> None:
    """Waits a moment for the last answers, and gives the others up."""
    remaining = set(tasks)
    if remaining:
        _, remaining = await asyncio.wait(remaining, timeout=LAST_ANSWERS_SECONDS)
    for task in remaining:
        task.cancel()
    results = await asyncio.gather(*tasks, *remaining, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
