"""Values that are derived from cached records, and forgotten together with them."""

from typing import Generic, TypeVar
from weakref import finalize

R = TypeVar("R")
T = TypeVar("T")


class Derived(Generic[R, T]):
    """One value for each record. A record that changes is replaced by another object, so that nothing has to
    be invalidated. A value must not refer to its record, which it would keep in memory.

    A `WeakKeyDictionary` does the same, in twice the time.
    """

    def __init__(self) -> None:
        self._values: dict[int, T] = {}
        """By the identity of the record, which no other object has while the record exists."""

    def __len__(self) -> int:
        return len(self._values)

    def get(self, record: R) -> T | None:
        """Returns the value of a record; None where there is none yet."""
        return self._values.get(id(record))

    def put(self, record: R, value: T) -> T:
        """Keeps the value of a record, in place of an earlier one, and returns it."""
        if id(record) not in self._values:
            finalize(record, self._values.pop, id(record)).atexit = False
        self._values[id(record)] = value
        return value
