"""The stills of a venue that a worker knows to be stored. Previews look here, not in the object store."""

from collections.abc import Iterable

from seatpreview.caching import CacheKind
from seatpreview.stills.still_objects import slot_of
from seatpreview.values.ids import VenueId

SECTIONS_MAX = 1000
"""Sections that are remembered as asked for. Above it all are forgotten, and their rows looked up again."""


class KnownStills:
    """Ids of stored stills, at most one for each slot. Another worker may have replaced one since: its
    address is then not found, and a page goes on without it."""

    def __init__(self) -> None:
        self.ids: set[bytes] = set()
        self.is_listed = False
        """Whether the object store was asked for all of them, or is being asked."""
        self.sections_asked: set[tuple[bytes, str]] = set()
        """Scenes and sections whose rows were put into the queue."""
        self._by_slot: dict[int, bytes] = {}

    def add(self, still_ids: Iterable[bytes]) -> None:
        """Notes stills that are stored, each in place of an earlier one of its slot."""
        for still_id in still_ids:
            earlier = self._by_slot.get(slot_of(still_id))
            if earlier is not None:
                self.ids.discard(earlier)
            self._by_slot[slot_of(still_id)] = still_id
            self.ids.add(still_id)

    def note_section(self, section: tuple[bytes, str]) -> None:
        """Notes that the rows of a section were put into the queue."""
        if len(self.sections_asked) >= SECTIONS_MAX:
            self.sections_asked.clear()
        self.sections_asked.add(section)

    def forget(self, still_id: bytes) -> None:
        """Forgets a still that turned out to be gone."""
        self.ids.discard(still_id)


KNOWN_STILLS = CacheKind[VenueId, KnownStills](200)
"""The stills of venues: at most 2,048 ids for each, of 150 bytes."""
