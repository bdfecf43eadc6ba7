"""Connections to workers, and how every worker is reached.

Connections to one port are spread over the workers behind it by the machine, so that nobody can choose one.
Which worker has got a connection can be seen, though: it is in the list of open sockets of its process. So
connections are opened until every worker of every instance has enough of them.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager

from cluster.client import Answer, Client
from soak.instance import Instance

REACH_SECONDS = 60
_OPENED_AT_ONCE = 4
_PAUSE_SECONDS = 0.05
"""After a loss: where nobody listens, a connection is refused in no time."""


class OutOfReach(Exception):
    """A worker got no connection, or an instance has fewer workers than it should."""


class Line:
    """A connection to one worker. After it was lost it is opened again, and may lead to another one."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.worker = 0
        """The process id, once it is known."""
        self._client: Client | None = None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: object = None
    ) -> Answer | None:
        """None where no answer came: whether the request was carried out is not known then."""
        try:
            return await (await self._connected()).ask(method, path, headers, body)
        except (OSError, EOFError):
            self.close()
            await asyncio.sleep(_PAUSE_SECONDS)
            return None

    @property
    def local_port(self) -> int:
        return 0 if self._writer is None else int(self._writer.get_extra_info("sockname")[1])

    def close(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
        self._client = self._reader = self._writer = None

    async def _connected(self) -> Client:
        # A connection that lay idle may have been closed by the server, which is its right.
        if self._reader is not None and self._reader.at_eof():
            self.close()
        if self._client is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.instance.port)
            self._client = Client(self._reader, self._writer)
        return self._client


First = Callable[[Line], Awaitable[object]]


async def _is_answered(line: Line) -> None:
    await line.ask("GET", "/healthz")


@asynccontextmanager
async def lines_to_each(
    instances: Iterable[Instance], of_each: int, first: First = _is_answered
) -> AsyncIterator[list[Line]]:
    """So many lines to every worker. `first` is asked on each as soon as it is open."""
    lines: list[Line] = []
    try:
        for instance in instances:
            lines += await _lines_to(instance, of_each, first)
        yield lines
    finally:
        for line in lines:
            line.close()


async def _lines_to(instance: Instance, of_each: int, first: First) -> list[Line]:
    kept: list[Line] = []
    deadline = time.monotonic() + REACH_SECONDS
    while len(kept) < of_each * instance.worker_count:
        if time.monotonic() > deadline or not instance.is_running():
            raise OutOfReach(
                f"Workers of instance {instance.name} cannot be reached.\n{instance.log()[-4000:]}"
            )
        opened = [Line(instance) for _ in range(_OPENED_AT_ONCE)]
        await asyncio.gather(*(first(line) for line in opened))
        worker_at = await asyncio.to_thread(instance.worker_at)
        for line in opened:
            line.worker = worker_at.get(line.local_port, 0)
            if line.worker and Counter(each.worker for each in kept)[line.worker] < of_each:
                kept.append(line)
            else:
                line.close()
    return kept
