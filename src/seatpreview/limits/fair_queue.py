"""A fair queue: shares a capacity between tenants, so that a tenant with many requests waits for itself only.

Visitors, who have no secret, have their own capacity: requests with a secret never wait for them. Within it,
the networks, addresses and sessions of a tenant's visitors have parts of the tenant's share, and take turns.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import NamedTuple

from seatpreview.limits.shares import Path, Share, ShareCounts, parts
from seatpreview.problems import RateLimited

RETRY_AFTER_SECONDS = 5
WAITING_MAX = 20
"""The default maximum of waiting work of one kind and one tenant."""

VISITOR_PARTS = (1, 2, 4, 8)
"""The divisors of what one tenant's visitors may use and have waiting: for all of them together, an IPv6
network of 56 bits, an address, and a session. Each gets at least 1."""


class FairQueue:
    """Admits work while the capacity lasts, and no tenant beyond its share of it.

    Work that does not fit waits. Waiting tenants are served in turn, each one's work in its own order.
    """

    def __init__(
        self,
        capacity: int,
        share: int,
        waiting_max: int = WAITING_MAX,
        visitors: int = 1,
        visitors_share: int = 1,
    ) -> None:
        """`share` is the most that one tenant may use at once, `waiting_max` the most waiting work of a
        tenant; more is refused. `visitors` and `visitors_share` are the capacity and the share of visitors,
        in addition to those of requests with a secret."""
        self.capacity = capacity + visitors
        self._of_secrets = _Turns(capacity, (share,), (waiting_max,))
        self._of_visitors = _Turns(
            visitors, parts(visitors_share, *VISITOR_PARTS), parts(waiting_max, *VISITOR_PARTS)
        )

    @property
    def refused(self) -> int:
        """The number of times that work was refused because too much of its share was waiting."""
        return self._of_secrets.refused + self._of_visitors.refused

    @property
    def waiting(self) -> int:
        """The amount of waiting work."""
        return sum(self.waiting_by_tenant().values())

    @property
    def used(self) -> int:
        """The used capacity."""
        return self._of_secrets.used + self._of_visitors.used

    def running_by_tenant(self) -> dict[str, int]:
        """Returns the capacity that each active tenant uses, including its visitors."""
        return _sum(self._of_secrets.running, self._of_visitors.running)

    def waiting_by_tenant(self) -> dict[str, int]:
        """Returns the amount of waiting work of each tenant that has some, including its visitors."""
        return _sum(self._of_secrets.waiting, self._of_visitors.waiting)

    def has_room(self, share: Share) -> bool:
        """Returns whether more work of the share may wait."""
        turns = self._of_visitors if share.is_of_visitor else self._of_secrets
        return turns.waiting.has_room(share.path)

    @asynccontextmanager
    async def turn(self, share: Share, size: int = 1) -> AsyncIterator[None]:
        """Waits until work of this size is admitted, and frees its capacity at the end.

        Work that is larger than its share counts as the whole share. Raises RateLimited if too much work of
        the share is already waiting.
        """
        turns = self._of_visitors if share.is_of_visitor else self._of_secrets
        path = share.path
        size = min(size, turns.largest(path))
        await turns.enter(path, size)
        try:
            yield
        finally:
            turns.free(path, size)


class _Turns:
    """One capacity, and the work that runs in it or waits for it."""

    def __init__(self, capacity: int, shares: tuple[int, ...], waiting_maxima: tuple[int, ...]) -> None:
        self._capacity = capacity
        self.used = 0
        self.refused = 0
        self.running = ShareCounts(tuple(min(share, capacity) for share in shares))
        self.waiting = ShareCounts(waiting_maxima)
        self._lines: dict[Path, deque[_Waiting]] = {}
        # For each name in waiting paths, when it began to wait or was last served. The earliest is next.
        self._turns: dict[Path, int] = {}
        self._numbers = count()

    def largest(self, path: Path) -> int:
        return self.running.largest(path)

    async def enter(self, path: Path, size: int) -> None:
        if not self._lines and self.running.has_room(path, size) and self._has_room(size):
            self._take(path, size)
            return
        if not self.waiting.has_room(path):
            self.refused += 1
            raise RateLimited(
                "Too many requests wait for work of this kind already: of this tenant or, without a secret, "
                "of its visitors, your session or your address. Wait for the seconds that Retry-After says.",
                retry_after_seconds=RETRY_AFTER_SECONDS,
            )
        waiting = _Waiting(size, asyncio.get_running_loop().create_future())
        self._join(path, waiting)
        self._admit()
        try:
            await waiting.admitted
        except asyncio.CancelledError:
            if waiting.admitted.cancelled():
                self._lines[path].remove(waiting)
                self._left(path)
                self._admit()
            else:
                self.free(path, size)
            raise

    def free(self, path: Path, size: int) -> None:
        self.used -= size
        self.running.remove(path, size)
        self._admit()

    def _has_room(self, size: int) -> bool:
        return self.used + size <= self._capacity

    def _take(self, path: Path, size: int) -> None:
        self.used += size
        self.running.add(path, size)

    def _join(self, path: Path, waiting: "_Waiting") -> None:
        for name in _names(path):
            self._turns.setdefault(name, next(self._numbers))
        self._lines.setdefault(path, deque()).append(waiting)
        self.waiting.add(path)

    def _left(self, path: Path) -> None:
        """Removes one piece of waiting work of this path, which is no longer in its line."""
        self.waiting.remove(path)
        if not self._lines[path]:
            del self._lines[path]
        for name in _names(path):
            if not self.waiting.used(name):
                del self._turns[name]

    def _admit(self) -> None:
        """Admits everything that fits now. Whoever was served goes to the end of the line: the tenant, and
        within it the visitor."""
        while (path := self._next()) is not None:
            waiting = self._lines[path].popleft()
            for name in _names(path):
                self._turns[name] = next(self._numbers)
            self._left(path)
            self._take(path, waiting.size)
            waiting.admitted.set_result(None)

    def _next(self) -> Path | None:
        """Returns the path whose work is admitted next; None if nothing fits.

        A path whose turn it is keeps its turn until there is room: otherwise small work of others would
        overtake large work for ever.
        """
        for path in sorted(self._lines, key=self._turn_of):
            waiting = self._lines[path][0]
            if waiting.admitted.cancelled():
                return None  # This work is about to leave the line, and the next is then searched for.
            if self.running.has_room(path, waiting.size):
                return path if self._has_room(waiting.size) else None
        return None

    def _turn_of(self, path: Path) -> list[int]:
        """Orders paths by the turns of their tenants, then by those of their networks, and so on."""
        return [self._turns[name] for name in _names(path)]


class _Waiting(NamedTuple):
    size: int
    admitted: "asyncio.Future[None]"


def _names(path: Path) -> list[Path]:
    return [path[:depth] for depth in range(1, len(path) + 1)]


def _sum(*counts: ShareCounts) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each.by_owner())
    return dict(total)
