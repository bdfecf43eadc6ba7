"""Results that clients may cache, which are encoded once for all responses."""

from typing import Generic, TypeVar

from seatpreview.derived import DerivedValues

T = TypeVar("T")


class Cacheable(Generic[T]):
    """A result that clients may cache by an ETag of its content. Its encoded form is stored with it."""

    __slots__ = ("derived", "value")

    def __init__(self, value: T) -> None:
        self.value = value
        self.derived: DerivedValues = {}
