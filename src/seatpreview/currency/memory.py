"""Records that a worker keeps, compiled for the path of a request, until the change log names them.

Nothing here knows what a record is: a room hands over its kind and a way to load.
"""

from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Loaded(NamedTuple, Generic[T]):
    """What one statement found under a name, and the change counter that the same statement read."""

    n: int
    id: str | None
    """The record's id in the change log; None where there is no such record."""
    record: T | None


class Shelf(Generic[T]):
    """The records of one kind, each under every name by which it was asked for (its id, its hash, ...)."""

    def __init__(self, kind: str, load: Callable[[str], Awaitable[Loaded[T]]], records_max: int) -> None:
        self.kind = kind
        self.load = load
        self._records_max = records_max
        self._records: dict[str, T] = {}
        self._names: dict[str, set[str]] = {}
        self._absent: set[str] = set()

    def __len__(self) -> int:
        return len(self._records)

    def get(self, name: str) -> T | None:
        return self._records.get(name)

    def is_absent(self, name: str) -> bool:
        return name in self._absent

    def keep(self, name: str, loaded: Loaded[T]) -> None:
        if loaded.record is None or loaded.id is None:
            self._keep_absence(name)
            return
        while len(self._records) >= self._records_max:
            self.drop(next(iter(self._names)))
        self._records[name] = loaded.record
        self._names.setdefault(loaded.id, set()).add(name)

    def drop(self, id: str) -> None:
        """Forgets the record under all of its names, and every absence: the change may have ended one."""
        for name in self._names.pop(id, ()):
            del self._records[name]
        self._absent.clear()

    def clear(self) -> None:
        self._records.clear()
        self._names.clear()
        self._absent.clear()

    def _keep_absence(self, name: str) -> None:
        if len(self._absent) >= self._records_max:
            self._absent.clear()
        self._absent.add(name)
