"""A fair queue: shares a capacity between tenants, so that one that asks for much waits behind itself."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from seatpreview.problems import RateLimited

RETRY_AFTER_SECONDS = 5
WAITING_MAX = 20
"""Work of one kind and one tenant that waits, where nothing else is said."""


class FairQueue:
    """Admits work while the capacity lasts, and no tenant beyond its share of it.

    Work that does not fit waits. Tenants that wait are served in turn, each one's work in its own order.
    """

    def __init__(self, capacity: int, share: int, waiting_max: int = WAITING_MAX) -> None:
        """`share` is the most that one tenant may have at once, `waiting_max` the most work of a tenant that
        waits; more is refused."""
        self.capacity = capacity
        self._share = min(share, capacity)
        self._waiting_max = waiting_max
        self.refused = 0
        """How often work was refused, since too much of its tenant waited."""
        self._used = 0
        self._used_by: Counter[str] = Counter()
        # Tenants in the order in which they are served next.
        self._waiting: dict[str, deque[_Waiting]] = {}

    @property
    def waiting(self) -> int:
        """How much work waits."""
        return sum(map(len, self._waiting.values()))

    @property
    def used(self) -> int:
        """How much of the capacity is in use."""
        return self._used

    def running_by_tenant(self) -> dict[str, int]:
        """Returns how much of the capacity each tenant uses that uses some."""
        return dict(self._used_by)

    def waiting_by_tenant(self) -> dict[str, int]:
        """Returns how much work of each tenant waits, of those that have some."""
        return {tenant: len(line) for tenant, line in self._waiting.items() if line}

    @asynccontextmanager
    async def turn(self, tenant: str, size: int = 1) -> AsyncIterator[None]:
        """Waits until work of this size is admitted, and frees its capacity at the end.

        Work that is larger than a share counts as a whole share. Raises RateLimited where too much of this
        tenant's work waits already.
        """
        size = min(size, self._share)
        await self._enter(tenant, size)
        try:
            yield
        finally:
            self._free(tenant, size)

    async def _enter(self, tenant: str, size: int) -> None:
        if not self._waiting and self._is_within_share(tenant, size) and self._has_room(size):
            self._take(tenant, size)
            return
        line = self._waiting.setdefault(tenant, deque())
        if len(line) >= self._waiting_max:
            self.refused += 1
            raise RateLimited(
                f"{len(line)} requests of this tenant wait for work of this kind already. Wait for the "
                "seconds that Retry-After says.",
                retry_after_seconds=RETRY_AFTER_SECONDS,
            )
        waiting = _Waiting(size, asyncio.get_running_loop().create_future())
        line.append(waiting)
        self._admit()
        try:
            await waiting.admitted
        except asyncio.CancelledError:
            if waiting.admitted.cancelled():
                self._leave(tenant, waiting)
            else:
                self._free(tenant, size)
            raise

    def _is_within_share(self, tenant: str, size: int) -> bool:
        return self._used_by[tenant] + size <= self._share

    def _has_room(self, size: int) -> bool:
        return self._used + size <= self.capacity

    def _take(self, tenant: str, size: int) -> None:
        self._used += size
        self._used_by[tenant] += size

    def _free(self, tenant: str, size: int) -> None:
        self._used -= size
        self._used_by[tenant] -= size
        if not self._used_by[tenant]:
            del self._used_by[tenant]
        self._admit()

    def _leave(self, tenant: str, waiting: "_Waiting") -> None:
        self._waiting[tenant].remove(waiting)
        if not self._waiting[tenant]:
            del self._waiting[tenant]
        self._admit()

    def _admit(self) -> None:
        """Admits what fits now. Whoever was served goes to the end of the tenants."""
        while (tenant := self._next_tenant()) is not None:
            line = self._waiting.pop(tenant)
            waiting = line.popleft()
            if line:
                self._waiting[tenant] = line
            self._take(tenant, waiting.size)
            waiting.admitted.set_result(None)

    def _next_tenant(self) -> str | None:
        """Returns the tenant whose work is admitted next; None where nothing fits.

        A tenant whose turn it is keeps it until there is room: otherwise small work of others would pass
        large work for ever.
        """
        for tenant, line in self._waiting.items():
            waiting = line[0]
            if waiting.admitted.cancelled():
                return None  # It is about to leave the line, and then the next is looked for.
            if self._is_within_share(tenant, waiting.size):
                return tenant if self._has_room(waiting.size) else None
        return None


class _Waiting(NamedTuple):
    size: int
    admitted: "asyncio.Future[None]"
