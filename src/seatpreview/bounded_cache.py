"""Results that are remembered, for who asks the same again."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(Generic[K, V]):
    """Of a pure function. When it is full it forgets the oldest, one for each that comes: to forget many at
    once would hold up whoever asks just then."""

    def __init__(self, entries_max: int) -> None:
        self._entries_max = entries_max
        self._kept: OrderedDict[K, V] = OrderedDict()
        self.get = self._kept.get

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, key: K, value: V) -> V:
        while len(self._kept) >= self._entries_max:
            self._kept.popitem(last=False)
        self._kept[key] = value
        return value
