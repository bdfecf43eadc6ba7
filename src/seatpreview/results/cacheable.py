"""Results that clients may cache, which are encoded once for all responses."""

from collections.abc import Callable
from typing import Generic, TypeVar

from seatpreview.caching.derived import DerivedValues

T = TypeVar("T")


class Cacheable(Generic[T]):
    """A result that clients may cache by an ETag of its content. Its encoded form is stored with it."""

    __slots__ = ("body", "count_more", "derived", "value")

    def __init__(
        self, value: T, body: bytes | None = None, count_more: Callable[[int], None] | None = None
    ) -> None:
        self.value = value
        self.body = body
        """The value as JSON, where that is known already."""
        self.count_more = count_more
        """Tells the cache that keeps this result how many bytes more it takes; None where none keeps it."""
        self.derived: DerivedValues = {}
