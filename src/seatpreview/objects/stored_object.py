"""An object as the store returns it: whole if it is small, otherwise in chunks."""

from collections.abc import AsyncGenerator, Callable
from typing import NamedTuple

READ_BYTES = 1 << 17
"""The bytes of an object that are read at once. A larger object is read as the client takes it, so a slow
client holds no more memory than this, however large the object is."""


class ByteRange(NamedTuple):
    """The bytes from `start` up to but not including `end`."""

    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        """Whether the range contains no byte, so that it cannot be satisfied."""
        return self.start >= self.end

    @property
    def size_bytes(self) -> int:
        """The number of bytes in the range."""
        return max(0, self.end - self.start)


Select = Callable[[int], ByteRange | None]
"""A function that returns the wanted part of an object with this many bytes; None for all of it."""


def select_all(_size_bytes: int) -> ByteRange | None:
    """Selects all of an object, whatever its size."""
    return None


class StoredObject(NamedTuple):
    """An object, or a part of it."""

    size_bytes: int
    """The size of the whole object, whichever part was requested."""
    part: ByteRange | None
    """The part that was selected; None for all of it."""
    body: bytes
    """The content, if it has at most READ_BYTES bytes."""
    stream: AsyncGenerator[bytes] | None = None
    """Replaces `body` if the content has more bytes than that."""

    async def chunks(self) -> AsyncGenerator[bytes]:
        """Yields the content."""
        if self.stream is None:
            yield self.body
            return
        async for chunk in self.stream:
            yield chunk
