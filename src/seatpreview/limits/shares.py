"""Shares: who a request counts for, with bounded counts for each of them.

A share is a path of names, from wide to narrow: a tenant; all of its keys that may not do everything; the key
that was used; for visitors, the networks of their address and their session. Each level has a maximum, and
what is counted at the end of a path is counted at every level of it.
"""

from collections import Counter
from enum import IntEnum
from typing import NamedTuple, Self

from seatpreview.values.client_address import client_networks

Path = tuple[str, ...]


class Lane(IntEnum):
    """What a request is about. Work of a lower lane never takes the last place of the lane above it."""

    CHANGES = 0
    """A change of a record."""
    READS = 1
    """Reading what is stored, and computing what all readers of it share."""
    SEARCHES = 2
    """Dry runs and searches, whose result is for one caller and stored nowhere."""


class Share(NamedTuple):
    """Whose share of the service a request uses: that of a key of an owner (a tenant, or an admin key), or
    that of one of its visitors, who present no secret. It also says in which lane."""

    owner: str
    visitor: Path | None = None
    """The networks of a visitor, then its session. Empty: all visitors together, for work whose result they
    share. None: the request has a secret."""
    key: str = ""
    """The id of the key. Empty: all keys of the owner together."""
    lane: Lane = Lane.CHANGES
    is_limited: bool = False
    """Whether the key is limited to some operations or venues. Such a key can make more of its kind: together
    they never use what the keys with all rights of the tenant need."""

    @property
    def is_of_visitor(self) -> bool:
        """Whether the request has no secret."""
        return self.visitor is not None

    @property
    def path(self) -> Path:
        """The owner's name, the key's, and those of the visitor."""
        if self.visitor:
            return (self.owner, self.key, *self.visitor)
        if not self.key:
            return (self.owner,)
        return (self.owner, "limited keys" if self.is_limited else self.key, self.key)

    @property
    def together(self) -> Self:
        """The share of work whose result others use as well: that of all visitors of the owner together, or
        of all of its keys. Such work is a read, whoever asks for it first."""
        visitor = () if self.is_of_visitor else None
        return self._replace(visitor=visitor, key="", lane=Lane.READS, is_limited=False)


def visitor_path(address: str, session_id: str = "") -> Path:
    """Returns the names of a visitor: its IPv6 networks of 56 and of 64 bits (for IPv4 the address, twice, so
    that both have the same levels), and its session if there is one."""
    networks = client_networks(address)
    path = (networks[0], networks[-1])
    return (*path, session_id) if session_id else path


def parts(maximum: int, *divisors: float) -> tuple[int, ...]:
    """Returns the maxima of levels, each a fraction of the same number and at least 1."""
    return tuple(max(1, int(maximum / divisor)) for divisor in divisors)


class ShareCounts:
    """Counts what is in use at every level of paths. Names that use nothing take no memory."""

    def __init__(self, maxima: tuple[int, ...]) -> None:
        """`maxima` are those of the levels, the widest first. A path may have fewer levels."""
        self._maxima = maxima
        self._used: Counter[Path] = Counter()

    def largest(self, path: Path) -> int:
        """Returns the most that a path can ever use at once."""
        return min(self._maxima[: len(path)])

    def has_room(self, path: Path, size: int = 1) -> bool:
        """Returns whether this much more fits at every level."""
        used = self._used
        return all(
            used[path[:depth]] + size <= maximum
            for depth, maximum in enumerate(self._maxima[: len(path)], start=1)
        )

    def add(self, path: Path, size: int = 1) -> None:
        """Counts something until `remove` is called."""
        for depth in range(1, len(path) + 1):
            self._used[path[:depth]] += size

    def remove(self, path: Path, size: int = 1) -> None:
        """Ends what `add` began."""
        for depth in range(1, len(path) + 1):
            name = path[:depth]
            self._used[name] -= size
            if not self._used[name]:
                del self._used[name]

    def used(self, path: Path) -> int:
        """Returns how much is in use at the end of a path."""
        return self._used[path]

    def by_owner(self) -> dict[str, int]:
        """Returns how much each active owner uses."""
        return {path[0]: used for path, used in self._used.items() if len(path) == 1}
