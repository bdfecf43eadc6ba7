"""A fair queue: shares a capacity between tenants, so that a tenant with many requests waits for itself only.

Within a tenant, keys take turns, and none of them can use all that the tenant may use. All keys that are
limited to some operations or venues are one in this, since each of them can make more of its kind. Visitors,
who have no secret, have their own capacity: requests with a secret never wait for them. Within it, the keys,
networks, addresses and sessions of a tenant's visitors have parts of the tenant's share, and take turns.

Work is in one of three lanes (`Lane`). A queue can keep places back that lower lanes do not get: however many
dry runs there are, a change of a record finds its place, in the whole queue and within the tenant.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import NamedTuple

from seatpreview.limits.shares import Lane, Path, Share, ShareCounts, parts
from seatpreview.problems import RateLimited

RETRY_AFTER_SECONDS = 5
WAITING_MAX = 40
"""The default maximum of waiting work of one kind, one lane and one tenant."""

KEY_PARTS = (1, 4 / 3, 2)
"""The divisors of what may wait with a secret: for all keys of a tenant together, for all
that are limited, and for one key."""
VISITOR_PARTS = (1, 4 / 3, 2, 4, 8)
"""The divisors of what one tenant's visitors may use and have waiting: for all of them together, those of a
key, an IPv6 network of 56 bits, an address, and a session. Each gets at least 1."""


class FairQueue:
    """Admits work while the capacity lasts, and no tenant beyond its share of it.

    Work that does not fit waits. Higher lanes are served first. Within a lane, waiting tenants are served in
    turn, each one's work in its own order.
    """

    def __init__(
        self,
        capacity: int,
        share: int,
        waiting_max: int = WAITING_MAX,
        visitors: int = 1,
        visitors_share: int = 1,
        reserve: int = 0,
    ) -> None:
        """`share` is the most that one tenant may use at once, `waiting_max` the most waiting work of a
        tenant in a lane; more is refused. `visitors` and `visitors_share` are the capacity and the share of
        visitors, in addition to those of requests with a secret. `reserve` is kept back from each lane for
        those above it, and from each key for the others of its tenant; visitors change nothing, and their
        reads get everything."""
        self.capacity = capacity + visitors
        # A reserve is never most of what a tenant's visitors have.
        of_visitors = min(reserve, visitors_share // 2)
        self._of_secrets = _Turns(
            [
                _Maxima(capacity - kept, (share - kept, share - kept - reserve, share - kept - reserve))
                for kept in (0, reserve, 2 * reserve)
            ],
            parts(waiting_max, *KEY_PARTS),
        )
        self._of_visitors = _Turns(
            [
                _Maxima(visitors - kept, parts(max(1, visitors_share - kept), *VISITOR_PARTS))
                for kept in (0, 0, of_visitors)
            ],
            parts(waiting_max, *VISITOR_PARTS),
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
        return _sum(*self._of_secrets.waiting, *self._of_visitors.waiting)

    def has_room(self, share: Share) -> bool:
        """Returns whether more work of the share may wait."""
        return self._turns_of(share).waiting[share.lane].has_room(share.path)

    def largest(self, share: Share) -> int:
        """Returns the most that the share can use at once."""
        return self._turns_of(share).largest(share.lane, share.path)

    @asynccontextmanager
    async def turn(self, share: Share, size: int = 1, *, resumes: bool = False) -> AsyncIterator[None]:
        """Waits until work of this size is admitted, and frees its capacity at the end.

        Work that is larger than its share counts as the whole share. Raises RateLimited if too much work of
        the share is already waiting, unless the work `resumes`: it was admitted before, and let others go
        first.
        """
        turns, lane, path = self._turns_of(share), share.lane, share.path
        size = min(size, self.largest(share))
        await turns.enter(lane, path, size, resumes)
        try:
            yield
        finally:
            turns.free(lane, path, size)

    def _turns_of(self, share: Share) -> "_Turns":
        return self._of_visitors if share.is_of_visitor else self._of_secrets


class _Maxima(NamedTuple):
    """The most that a lane and the lanes below it may use together."""

    capacity: int
    shares: tuple[int, ...]
    """For each level of a path."""


class _Turns:
    """One capacity, and the work that runs in it or waits for it."""

    def __init__(self, maxima: list[_Maxima], waiting_maxima: tuple[int, ...]) -> None:
        """`maxima` are those of the lanes, the highest first."""
        self._capacities = [max(1, each.capacity) for each in maxima]
        self.refused = 0
        # What a lane and all lanes below it use, so that the first counts everything.
        self._used = [0 for _ in maxima]
        self._running = [
            ShareCounts(tuple(max(1, min(share, capacity)) for share in each.shares))
            for each, capacity in zip(maxima, self._capacities, strict=True)
        ]
        self.waiting = [ShareCounts(waiting_maxima) for _ in maxima]
        self._lines = [_Line() for _ in maxima]

    @property
    def used(self) -> int:
        return self._used[0]

    @property
    def running(self) -> ShareCounts:
        return self._running[0]

    def largest(self, lane: Lane, path: Path) -> int:
        return self._running[lane].largest(path)

    async def enter(self, lane: Lane, path: Path, size: int, resumes: bool) -> None:
        if self._may_pass(lane) and self._share_has_room(lane, path, size) and self._has_room(lane, size):
            self._take(lane, path, size)
            return
        if not resumes and not self.waiting[lane].has_room(path):
            self.refused += 1
            raise RateLimited(
                "Too many requests wait for work of this kind already: of this key, of its tenant or, "
                "without a secret, of its visitors, your session or your address. Wait for the number of "
                "seconds in Retry-After.",
                retry_after_seconds=RETRY_AFTER_SECONDS,
            )
        waiting = _Waiting(size, asyncio.get_running_loop().create_future())
        self._lines[lane].join(path, waiting)
        self.waiting[lane].add(path)
        self._admit()
        try:
            await waiting.admitted
        except asyncio.CancelledError:
            if waiting.admitted.cancelled():
                self._lines[lane].remove(path, waiting)
                self._left(lane, path)
                self._admit()
            else:
                self.free(lane, path, size)
            raise

    def free(self, lane: Lane, path: Path, size: int) -> None:
        for each in range(lane + 1):
            self._used[each] -= size
            self._running[each].remove(path, size)
        self._admit()

    def _may_pass(self, lane: Lane) -> bool:
        """Returns whether nothing waits that comes before new work of this lane."""
        return not any(line.paths for line in self._lines[: lane + 1])

    def _share_has_room(self, lane: Lane, path: Path, size: int) -> bool:
        return all(self._running[each].has_room(path, size) for each in range(lane + 1))

    def _has_room(self, lane: Lane, size: int) -> bool:
        return all(self._used[each] + size <= self._capacities[each] for each in range(lane + 1))

    def _take(self, lane: Lane, path: Path, size: int) -> None:
        for each in range(lane + 1):
            self._used[each] += size
            self._running[each].add(path, size)

    def _left(self, lane: Lane, path: Path) -> None:
        """Ends the count of one piece of waiting work, which is no longer in its line."""
        self.waiting[lane].remove(path)
        self._lines[lane].forget_turns(path, self.waiting[lane])

    def _admit(self) -> None:
        """Admits everything that fits now. Whoever was served goes to the end of the line: the tenant, within
        it the key, and within that the visitor.

        A path whose turn it is keeps its turn until there is room: otherwise small work of others, or of
        lower lanes, would overtake large work for ever.
        """
        for lane in Lane:
            while (found := self._next(lane)) is not None:
                path, waiting = found
                if not self._has_room(lane, waiting.size):
                    return
                self._lines[lane].serve(path)
                self._left(lane, path)
                self._take(lane, path, waiting.size)
                waiting.admitted.set_result(None)

    def _next(self, lane: Lane) -> "tuple[Path, _Waiting] | None":
        """Returns the work of a lane whose turn it is, with its path; None if no share has room for more."""
        line = self._lines[lane]
        for path in line.in_turn():
            waiting = line.paths[path][0]
            if waiting.admitted.cancelled():
                return None  # This work is about to leave the line, and the next is then searched for.
            if self._share_has_room(lane, path, waiting.size):
                return path, waiting
        return None


class _Waiting(NamedTuple):
    size: int
    admitted: "asyncio.Future[None]"


class _Line:
    """The waiting work of one lane, and whose turn it is."""

    def __init__(self) -> None:
        self.paths: dict[Path, deque[_Waiting]] = {}
        # For each name in waiting paths, when it began to wait or was last served. The earliest is next.
        self._turns: dict[Path, int] = {}
        self._numbers = count()

    def join(self, path: Path, waiting: _Waiting) -> None:
        for name in _names(path):
            self._turns.setdefault(name, next(self._numbers))
        self.paths.setdefault(path, deque()).append(waiting)

    def serve(self, path: Path) -> None:
        """Takes the first work of a path out of the line. The names of the path go to the end."""
        for name in _names(path):
            self._turns[name] = next(self._numbers)
        self.remove(path, self.paths[path][0])

    def remove(self, path: Path, waiting: _Waiting) -> None:
        self.paths[path].remove(waiting)
        if not self.paths[path]:
            del self.paths[path]

    def forget_turns(self, path: Path, counts: ShareCounts) -> None:
        """Forgets the turns of names of which nothing waits any more."""
        for name in _names(path):
            if not counts.used(name):
                del self._turns[name]

    def in_turn(self) -> list[Path]:
        """Returns the paths in the order of the turns of their tenants, then of their keys, and so on."""
        return sorted(self.paths, key=lambda path: [self._turns[name] for name in _names(path)])


def _names(path: Path) -> list[Path]:
    return [path[:depth] for depth in range(1, len(path) + 1)]


def _sum(*counts: ShareCounts) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each.by_owner())
    return dict(total)
