"""Estimates of the memory that venues and grants take, from lengths and counts that are known when they load.

The factors were measured, and are checked by tests/venues/test_memory_estimates.py.
"""

from typing import NamedTuple

from seatpreview.labels.label_rules import Reject, Rewrite
from seatpreview.venues.served_record import ServedRecord

_BYTES = 8000
"""An empty venue."""
_BYTES_PER_DOCUMENT_BYTE = 1.3
"""The texts of the record: most of them are there once, as they are in its JSON."""
_BYTES_PER_LAYOUT_BYTE = 25
_BYTES_PER_LISTED_BYTE = 8
"""Packed positions take about one, and short refs several, with their entries in the index of refs."""
_RESOLVER_BYTES_PER_LAYOUT_BYTE = 34
"""A stored layout is a few bytes for each section and rule, which become objects and names to match."""
_BYTES_PER_IMAGE = 350
"""An image of an imagery set, with its entry in the index of images."""
_BYTES_PER_ALIAS = 300
_RESOLVER_BYTES_PER_ALIAS = 600
_BYTES_PER_TRANSLATED_NAME = 150
"""A translated name of anything, besides its letters."""
_RESOLVER_BYTES_PER_PATTERN = 10_000


class VenueMemory(NamedTuple):
    """The estimated memory of a venue."""

    venue_bytes: int
    """The venue with its layout, its owner's resolver and the index of its images."""
    resolver_bytes: int
    """Another resolver of the venue, without the aliases of its grantee."""


EMPTY_VENUE = VenueMemory(2 * _BYTES, _BYTES)
"""The memory of a venue without sections."""


def venue_memory(
    record: ServedRecord, document_bytes: int, layout_bytes: int, listed_bytes: int = 0
) -> VenueMemory:
    """Estimates the memory of a venue whose record and compiled layout have these lengths when stored.
    `listed_bytes` is what the layout lists seat by seat: positions, properties and refs."""
    patterns = sum(isinstance(rule, Rewrite | Reject) for rule in record.rules.seat_keys.rules)
    resolver_bytes = _BYTES + _RESOLVER_BYTES_PER_LAYOUT_BYTE * layout_bytes
    resolver_bytes += _RESOLVER_BYTES_PER_PATTERN * patterns
    translations = record.translations.values()
    section_names = sum(len(translation.sections) for translation in translations)
    resolver_bytes += _RESOLVER_BYTES_PER_ALIAS * section_names
    images = sum(len(imagery_set.images) for imagery_set in record.imagery_sets)
    venue_bytes = (
        _BYTES
        + int(_BYTES_PER_DOCUMENT_BYTE * document_bytes)
        + _BYTES_PER_LAYOUT_BYTE * layout_bytes
        + _BYTES_PER_LISTED_BYTE * listed_bytes
        + _BYTES_PER_IMAGE * images
        + _BYTES_PER_TRANSLATED_NAME * sum(translation.name_count for translation in translations)
        + resolver_bytes
        + aliases_bytes(len(record.aliases))
    )
    return VenueMemory(venue_bytes, resolver_bytes)


def aliases_bytes(count: int) -> int:
    """Estimates the memory of aliases, and of what a resolver has of them."""
    return (_BYTES_PER_ALIAS + _RESOLVER_BYTES_PER_ALIAS) * count
