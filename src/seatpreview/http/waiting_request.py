"""A request that waits for something to happen, and whose client may leave meanwhile."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import AbstractContextManager
from typing import Any

from seatpreview.access.guard import Guard
from seatpreview.api.operation import Operation
from seatpreview.http.admission import Admission
from seatpreview.http.request import Request
from seatpreview.limits.shares import Share
from seatpreview.values.caller import Caller


class WaitingRequest:
    """The client of one request, as an operation that waits sees it (`WaitingClient` in context.py)."""

    def __init__(self, request: Request, operation: Operation, guard: Guard, admission: Admission) -> None:
        self._request = request
        self._operation = operation
        self._guard = guard
        self._admission = admission

    def waiting(self, share: Share) -> AbstractContextManager[None]:
        """Counts the request as waiting, in place of one in progress."""
        return self._admission.waiting_for_change(share)

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
        identity = self._request.identity = await self._guard.identify(self._request)
        operation = self._operation
        self._guard.check(identity, operation.needs, operation.key_groups, operation.works_while_archived)
        return identity.caller
