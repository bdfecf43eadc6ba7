"""Results that clients may cache: their JSON text with an ETag of its content."""

import hashlib
from collections.abc import Callable

import msgspec


class CacheableText(msgspec.Struct, frozen=True, eq=False):
    """The JSON text of a result, encoded once for all responses, and its ETag."""

    body: bytes
    etag: str


class CompressibleText(CacheableText, frozen=True, eq=False):
    """A text that a cache keeps together with its compressed forms."""

    next_cursor: str | None = None
    """The cursor of the next page, which is in the text as well; None for the last page and for a plan."""
    grow: Callable[[int], None] | None = None
    """Tells the cache that keeps this text how many more bytes it takes; None where no cache keeps it. The
    text is then never compressed, since that would be done anew for each response."""
    compressed: dict[str, bytes] = {}
    """The text in each content coding that a client has asked for."""


class JoinedText(CacheableText, frozen=True, eq=False):
    """A text that was joined for one response, from texts that repeat each other. It is compressed for that
    response, in the quickest way: the length shrinks to an eighth."""


class DraftText(JoinedText, frozen=True, eq=False):
    """A text about a draft. No client and no proxy may store it, and it is never compressed."""

    next_cursor: str | None = None


def content_etag(body: bytes) -> str:
    """Returns an ETag that no other content has."""
    return f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
