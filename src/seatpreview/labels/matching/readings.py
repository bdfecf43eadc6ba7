"""Readings of texts as names of sections, and the cache that keeps them."""

import msgspec

from seatpreview.caching.bounded_cache import BoundedCache
from seatpreview.labels.matching.evidence import Evidence
from seatpreview.labels.parsing.label_parser import Statement

_READING_BYTES = 2000
"""The memory of a reading with its text, besides its candidates and words."""
_CANDIDATE_BYTES = 100
_WORD_BYTES = 300


class Reading(msgspec.Struct, frozen=True, gc=False):
    """A text as the name of a section: what it says, and what that is evidence for."""

    statement: Statement
    evidence: Evidence | None
    """None if the text cannot name a place."""
    mapped: "Mapped | None" = None
    steps: int = 0
    """What it took to find this out, which is charged also where it is remembered."""


READINGS_MAX = 20_000
"""Readings that are kept, where many labels are resolved one after the other."""

Readings = BoundedCache[tuple[object, str, bool], Reading]
"""Readings by the matcher, the text, and whether the label also names a row."""


class Mapped(msgspec.Struct, frozen=True):
    """A name that the owner gives to a section, and which rule it was."""

    name: str
    section: str
    rule: int


def keep_reading(readings: Readings, cache_key: tuple[object, str, bool], reading: Reading) -> Reading:
    """Keeps a reading with an estimate of its memory, and returns it."""
    evidence = reading.evidence
    candidates = 0 if evidence is None else len(evidence.candidates)
    size = candidates * _CANDIDATE_BYTES + len(reading.statement.tokens) * _WORD_BYTES
    return readings.put(cache_key, reading, _READING_BYTES + size)
