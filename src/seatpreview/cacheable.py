"""Results that clients may keep: encoded once for everybody whom they are shown to."""

from typing import Generic, TypeVar

from seatpreview.derived import DerivedValues

T = TypeVar("T")


class Cacheable(Generic[T]):
    """A result that clients may keep, by an ETag of its content. Its encoded form is kept with it."""

    __slots__ = ("derived", "value")

    def __init__(self, value: T) -> None:
        self.value = value
        self.derived: DerivedValues = {}
