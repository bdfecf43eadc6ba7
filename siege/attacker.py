"""The attacker: a process of its own that runs one attack, and counts the answers that it got.

An attack first prepares what it sends, then waits for the start, and ends when its time is over. Answers are
counted by their status; a refusal is a fine answer, and the report shows it.
"""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, NamedTuple

import msgspec

from servers.http_connection import Address, Connection, Response, bearer, open_streams
from siege.child_process import Parent

SOURCE = "127.0.0.66"
IN_FLIGHT_MAX = 64
"""The most requests of an attack that wait for an answer at once. While they do, no other is sent."""
PAUSE_SECONDS = 0.05
"""The pause between two requests of the same client. Without it, quick refusals would make a flood."""
LAST_ANSWERS_SECONDS = 1
STAY_SECONDS = 0.1
"""The time after which a caller who leaves has gone. The service has begun to work by then."""


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


class CreatedKey(NamedTuple):
    """A key of the attacker's tenant: its id, and its secret."""

    key_id: str
    plaintext: str


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
        headers: Mapping[str, str] | None = None,
        media_type: str = "application/json",
        connection: Connection | None = None,
    ) -> Response | None:
        """Sends a request, on a connection of its own unless one is given, and counts its answer.

        `key` is the attacker's unless another one is given; empty for none. A body that is not bytes is JSON.
        """
        data = _encoded(body)
        own = connection or Connection(self.address)
        try:
            answer = await own.request(method, path, self.headers(data, key, media_type, headers), data)
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

    async def leave(
        self,
        method: str,
        path: str,
        body: object = b"",
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        media_type: str = "application/json",
        stay_seconds: float = STAY_SECONDS,
    ) -> None:
        """Sends a whole request, and closes the connection a moment later, whether or not it was answered."""
        data = _encoded(body)
        request = request_bytes(method, path, self.headers(data, key, media_type, headers), data)
        await self.send_and_leave(request, stay_seconds)

    async def send_and_leave(self, requests: bytes, stay_seconds: float = STAY_SECONDS) -> None:
        """Sends bytes on a connection of their own, closes it a moment later, and counts what came until
        then: `left` where nothing did."""
        try:
            reader, writer = await open_streams(self.address)
        except OSError:
            self.count("not accepted")
            return
        try:
            async with asyncio.timeout(_SEND_SECONDS_MAX):
                writer.write(requests)
                await writer.drain()
            async with asyncio.timeout(stay_seconds):
                self.count((await reader.readline()).decode().split()[1])
        except TimeoutError:
            self.count("left")
        except (OSError, IndexError):
            self.count("closed")
        finally:
            writer.transport.abort()

    def headers(
        self, data: bytes, key: str | None, media_type: str, more: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """Returns the headers of a request with this body."""
        credential = bearer(self.task.key if key is None else key) if key != "" else {}
        return {**credential, **({"content-type": media_type} if data else {}), **(more or {})}

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

    async def create_key(self, key: str | None = None, **members: Any) -> CreatedKey:
        """Creates a key, or returns one that does not exist where it is refused."""
        answer = await self.send("POST", "/v1/manage/keys", members, key=key)
        if answer is None or answer.status != 201:
            return CreatedKey("key_000000000000", "sk_live_none")
        created = answer.json()
        return CreatedKey(str(created["keyId"]), str(created["plaintext"]))

    async def create_token(self, venue_id: str, key: str | None = None) -> str:
        """Creates a session of a buyer, and returns its token; empty where it is refused."""
        session = await self.send("POST", "/v1/sessions", {"venue": venue_id}, key=key)
        return str(session.json().get("token", "")) if session is not None else ""

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

    async def in_parallel(
        self,
        count: int,
        action: Callable[[int], Coroutine[Any, Any, object]],
        pause_seconds: float = PAUSE_SECONDS,
    ) -> None:
        """Keeps `count` calls of `action` running. Each starts again a moment after it has ended.

        The numbers of calls that run at the same time differ modulo `count`.
        """

        async def repeat(first: int) -> None:
            for number in itertools.count(first, count):
                if not self.seconds_left:
                    return
                await action(number)
                await asyncio.sleep(pause_seconds)

        pending = {asyncio.create_task(repeat(first)) for first in range(count)}
        await asyncio.wait(pending, timeout=self.seconds_left)
        await _end_all(pending)

    async def wait(self) -> None:
        """Waits for the end of the attack."""
        await asyncio.sleep(self.seconds_left)


_SEND_SECONDS_MAX = 5


def request_bytes(method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
    """Returns a request as it is sent, for connections on which nothing is waited for."""
    length = {"content-length": str(len(body))} if body else {}
    lines = [f"{name}: {value}" for name, value in {"host": "service", **headers, **length}.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode() + body


def _encoded(body: object) -> bytes:
    return body if isinstance(body, bytes) else msgspec.json.encode(body)


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
