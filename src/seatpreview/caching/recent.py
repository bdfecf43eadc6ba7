"""A bounded mapping that remembers what was put last."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The entries that were put last. An entry that is put again is the newest."""

    def __init__(self, entries_max: int) -> None:
        self.has_changed = False
        """Whether an entry was put since this was last set to False."""
        self._entries_max = entries_max
        self._entries: OrderedDict[K, V] = OrderedDict()

    def put(self, key: K, value: V) -> None:
        """Remembers an entry as the newest, in place of the oldest one where there are too many."""
        self.has_changed = True
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._entries_max:
            self._entries.popitem(last=False)

    def newest_first(self) -> list[V]:
        """Returns the values, that of the newest entry first."""
        return [*reversed(self._entries.values())]
