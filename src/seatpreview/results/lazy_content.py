"""Results that are a file: an ETag that is known at once, and bytes that are loaded if they are needed."""

from collections.abc import Awaitable, Callable

import msgspec


class LazyContent(msgspec.Struct, frozen=True):
    """A file as the result of an operation. A client that has it already is told so without loading it."""

    content_type: str
    etag: str
    """Identifies the content among all that the operation ever returns."""
    load: Callable[[], Awaitable[bytes]]
    cached_seconds_max: int | None = None
    """The longest that shared caches may show it, where that is less than usual."""
    is_draft: bool = False
    """Whether it shows a draft: no client and no proxy may store it."""
    file_name: str = ""
    """The name under which a browser saves the file; empty for one that it shows. ASCII without quotes."""
