"""Stills in the object store, with a bounded number for each venue, and those that a worker knows of.

A still is named by the id of everything that it depends on, so that an address never shows another one. The
id also decides which of a fixed number of slots it belongs to, and a slot keeps the still that was stored
last. So there is nothing to count, with any number of workers, and no client can make a venue use more room.
"""

from collections.abc import Iterable

from seatpreview.caching import CacheKind
from seatpreview.objects.store import Objects
from seatpreview.stills.still_job import DrawnStill
from seatpreview.values.ids import VenueId

STILLS_OF_A_VENUE_MAX = 2048
"""The number of slots per venue. With at most 250 kB for each of two files, they take 1 GB."""

FULL, SMALL = "full.webp", "preview.webp"
FOLDER = "stills"
_CONTENT_TYPE = "image/webp"
_PARTS = 5
"""The venue, the folder, the slot, the id and the name of a file."""
SECTIONS_MAX = 1000
"""Sections that are remembered as asked for. Above it all are forgotten, and their rows looked up again."""


def stills_prefix_of(venue_id: VenueId) -> str:
    """Returns the common prefix of the keys of all stills of a venue."""
    return f"{venue_id}/{FOLDER}/"


def prefix_of_still(venue_id: VenueId, still_id: bytes) -> str:
    """Returns the common prefix of the keys of a still's files."""
    return f"{_slot_prefix(venue_id, slot_of(still_id))}{still_id.hex()}/"


def slot_of(still_id: bytes) -> int:
    """Returns the slot that a still belongs to."""
    return int.from_bytes(still_id[:4], "big") % STILLS_OF_A_VENUE_MAX


async def is_stored(objects: Objects, venue_id: VenueId, still_id: bytes) -> bool:
    """Returns whether the still is stored."""
    return await objects.size_bytes(f"{prefix_of_still(venue_id, still_id)}{FULL}") is not None


async def read_still(objects: Objects, venue_id: VenueId, still_id: bytes) -> bytes | None:
    """Returns the WebP file of a still; None if it is not stored any more."""
    found = await objects.get(f"{prefix_of_still(venue_id, still_id)}{FULL}")
    return None if found is None else b"".join([chunk async for chunk in found.chunks()])


async def store_still(objects: Objects, venue_id: VenueId, still_id: bytes, still: DrawnStill) -> None:
    """Stores a still, and deletes others of its slot. The full file comes last, and stands for both."""
    prefix = prefix_of_still(venue_id, still_id)
    await objects.put(f"{prefix}{SMALL}", still.small, _CONTENT_TYPE)
    await objects.put(f"{prefix}{FULL}", still.full, _CONTENT_TYPE)
    in_slot = await objects.keys(_slot_prefix(venue_id, slot_of(still_id)))
    others = {f"{key.rpartition('/')[0]}/" for key in in_slot} - {prefix}
    if others:
        await objects.delete_prefixes(sorted(others))


async def list_stills(objects: Objects, venue_id: VenueId) -> list[bytes]:
    """Returns the ids of all stills of a venue."""
    return [*_ids(await objects.keys(stills_prefix_of(venue_id)))]


def _ids(keys: Iterable[str]) -> Iterable[bytes]:
    for key in keys:
        parts = key.split("/")
        if len(parts) == _PARTS and parts[-1] == FULL:
            yield bytes.fromhex(parts[-2])


def _slot_prefix(venue_id: VenueId, slot: int) -> str:
    return f"{stills_prefix_of(venue_id)}{slot:03x}/"


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
