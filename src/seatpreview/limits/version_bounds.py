"""How many versions of a record are kept, and how many bytes of them. Pure."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class VersionSize(NamedTuple):
    """A kept version of a record, and the bytes that it counts for."""

    version: int
    stored_bytes: int


class VersionBounds(NamedTuple):
    """The most versions of a venue's record that are kept, and the most bytes of them."""

    count_max: int
    bytes_max: int

    def exceeding(self, newest_first: Iterable[VersionSize]) -> Iterator[int]:
        """Yields the versions that are not kept any more: all that come after a bound is reached. The newest
        one, which is published, is always kept."""
        total_bytes = 0
        for number, each in enumerate(newest_first):
            total_bytes += each.stored_bytes
            if number > 0 and (number >= self.count_max or total_bytes > self.bytes_max):
                yield each.version
