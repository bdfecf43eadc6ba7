"""The client of a request: whether it still waits for the answer, and may still have it.

Heavy work is done for somebody. It ends when its client disconnects, and when the key or session that it was
asked for with is revoked.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, closing
from typing import Any, TypeVar

from seatpreview.http.admission import Admission
from seatpreview.http.connection_state import Connections
from seatpreview.http.request import ClientLeft, Request
from seatpreview.limits.shares import Share
from seatpreview.problems import Problem, RateLimited
from seatpreview.processes.pool import EndReason
from seatpreview.values.caller import Caller

T = TypeVar("T")

PROOF_SECONDS = 0.4
"""How often it is proven that a request with heavy work may go on."""
_ONE_AT_A_TIME_SECONDS = 1
_REFUSALS = (401, 403)
"""Statuses of problems that end the work of a request. Others, such as an outage of the database, do not."""


class ClientWatch:
    """Proves again and again that the requests of a worker that have heavy work may go on."""

    def __init__(self, admission: Admission, ended: Counter[EndReason]) -> None:
        self.admission = admission
        self.ended = ended
        """How much work was ended, by the reason."""
        self._clients: set[RequestClient] = set()
        self._task: asyncio.Task[None] | None = None

    def add(self, client: "RequestClient") -> None:
        """Watches a client until `discard`."""
        self._clients.add(client)
        if self._task is None:
            self._task = asyncio.create_task(self._prove_all())

    def discard(self, client: "RequestClient") -> None:
        """Ends what `add` began."""
        self._clients.discard(client)

    async def _prove_all(self) -> None:
        try:
            with closing(Connections()) as connections:
                while self._clients:
                    await asyncio.sleep(PROOF_SECONDS)
                    for client in self._clients:
                        client.end_if_hidden(connections)
                    # Those that are proven at once share one look at the database.
                    await asyncio.gather(*(client.end_if_refused() for client in self._clients))
        finally:
            # Whatever has ended it, the next client begins it again.
            self._task = None


class RequestClient:
    """The client of one request, as operations see it (`Client` in context.py)."""

    __slots__ = ("_gone", "_left", "_prove", "_request", "_watch")

    def __init__(self, request: Request, watch: ClientWatch, prove: Callable[[], Awaitable[Caller]]) -> None:
        """`prove` authenticates and authorizes the request anew, and returns its caller or raises what it
        would be refused with."""
        self._request = request
        self._watch = watch
        self._prove = prove
        self._gone: asyncio.Future[Exception] | None = None
        """Why nobody waits for the request any more, once that is so."""
        self._left: asyncio.Task[None] | None = None

    async def hold(self, work: Coroutine[Any, Any, T], *, reads_body: bool = False) -> T:
        """Runs heavy work, and ends it as soon as nobody waits for it or may have it. Raises ClientLeft, or
        the problem that a new request would be refused with. Work that `reads_body` sees by itself when the
        client disconnects."""
        gone = self._watched(reads_body)
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait((task,))
        fault = gone.result()
        is_refused = isinstance(fault, Problem) and fault.status in _REFUSALS
        self._watch.ended["revoked" if is_refused else "disconnected"] += 1
        raise fault

    def end(self) -> None:
        """Ends the watch. Called once the request has its answer."""
        self._watch.discard(self)
        if self._left is not None:
            self._left.cancel()

    def waiting(self, share: Share) -> AbstractContextManager[None]:
        """Counts the request as waiting, in place of one in progress."""
        return self._watch.admission.waiting_for_change(share)

    async def wait(self, until: Coroutine[Any, Any, None]) -> bool:
        """Waits for something. Returns False as soon as the client disconnects."""
        started = time.perf_counter()
        awaited = asyncio.create_task(until)
        left = asyncio.create_task(self._request.until_disconnected())
        try:
            await asyncio.wait((awaited, left), return_when=asyncio.FIRST_COMPLETED)
            if left.done():
                return False
            await awaited
            return True
        finally:
            self._request.waited_seconds += time.perf_counter() - started
            for task in (awaited, left):
                task.cancel()
            await asyncio.gather(awaited, left, return_exceptions=True)

    async def prove_again(self) -> Caller:
        """Authenticates and authorizes the request anew, and returns its caller."""
        return await self._prove()

    async def end_if_refused(self) -> None:
        """Ends the work of the request if a new one with its credentials would be refused."""
        try:
            await self._prove()
        except Problem as problem:
            if problem.status in _REFUSALS:
                self._end_with(problem)

    def end_if_hidden(self, connections: Connections) -> None:
        """Ends the work if the client has closed its connection, or could do so unseen since it has sent
        more than this request."""
        endpoints = self._request.endpoints
        if self._left is None or endpoints is None:
            return
        state = connections.state(*endpoints)
        if state == "closed":
            self._end_with(ClientLeft())
        elif state == "sends more":
            self._end_with(
                RateLimited(
                    "More was sent on this connection before this request was answered, so that the service "
                    "cannot see whether anybody still waits. Send one request at a time on a connection.",
                    retry_after_seconds=_ONE_AT_A_TIME_SECONDS,
                )
            )

    def _watched(self, reads_body: bool) -> "asyncio.Future[Exception]":
        if self._gone is None:
            self._gone = asyncio.get_running_loop().create_future()
            self._request.client = self
            self._watch.add(self)
        if self._left is None and not reads_body:
            self._left = asyncio.create_task(self._note_disconnection())
        return self._gone

    async def _note_disconnection(self) -> None:
        await self._request.until_disconnected()
        self._end_with(ClientLeft())

    def _end_with(self, fault: Exception) -> None:
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(fault)
