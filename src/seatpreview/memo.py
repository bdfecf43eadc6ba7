"""Results that are remembered, for who asks the same again."""

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(Generic[K, V]):
    """Of a pure function. When it is full it starts afresh: nothing is lost but the time to work it out."""

    def __init__(self, entries_max: int) -> None:
        self._entries_max = entries_max
        self._kept: dict[K, V] = {}
        self.get = self._kept.get

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, key: K, value: V) -> V:
        if len(self._kept) >= self._entries_max:
            self._kept.clear()
        self._kept[key] = value
        return value
