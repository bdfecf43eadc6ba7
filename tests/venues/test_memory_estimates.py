"""Estimates of the memory of venues, against what Python really allocates for them."""

import tracemalloc
from typing import Any

import pytest

from seatpreview.caching import WorkerCaches
from seatpreview.decoding import inputs
from seatpreview.imagery.model import Imagery
from seatpreview.labels.resolver import Resolver
from seatpreview.layouts import serialization
from seatpreview.layouts.compiled import CompiledLayout
from seatpreview.seats.venue_previews import VENUE_PREVIEWS, VenuePreviews
from seatpreview.values.ids import TenantId, VenueId
from seatpreview.venues import rules
from seatpreview.venues.cached import (
    CachedVenue,
    ServedRecord,
    VenueMemory,
    aliases_bytes,
    decode_served,
    venue_memory,
)
from seatpreview.venues.model import VenueRecord
from seatpreview.venues.record_codec import encode_record

Json = dict[str, Any]

LONG_URL = "https://a.example/" + "x" * 1900


def layout(sections: int, rules_count: int = 1) -> Json:
    """A layout of so many sections, described by so many rules."""
    each = sections // rules_count
    return {
        "sections": [
            {
                "ids": {"first": 100 + rule * each, "last": 99 + (rule + 1) * each},
                "rows": {"first": 1, "last": 25},
                "seats": {"count": 20 + rule % 7},
                "geometry": {"distanceM": 20, "riserM": 0.3, "bearingStepDeg": 0.7},
            }
            for rule in range(rules_count)
        ]
    }


SECTIONS = {"rules": {"layout": layout(200)}}
RECORDS: dict[str, Json] = {
    "empty": {},
    "one section": {"rules": {"layout": layout(1)}},
    "200 sections of one rule": SECTIONS,
    "200 sections of 200 rules": {"rules": {"layout": layout(200, 200)}},
    "aliases of sections": SECTIONS
    | {"aliases": [{"name": f"Block {n} left", "section": str(100 + n % 200)} for n in range(2000)]},
    "translations": SECTIONS
    | {
        "translations": {
            language: {"sections": {str(100 + n): f"{language} left {n}" for n in range(200)}}
            for language in ("da", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "sv")
        }
    },
    "images": SECTIONS
    | {
        "imagerySets": [
            {
                "id": "set",
                "kind": "photo",
                "images": [
                    {"url": f"https://images.example/{n}", "covers": {"section": str(100 + n % 200)}}
                    for n in range(1500)
                ],
            }
        ]
    },
    "ads with long addresses": {
        "ads": [
            {"id": f"{n}", "slot": "side", "image": "a.jpg", "alt": "Ad", "clickUrl": LONG_URL}
            for n in range(500)
        ]
    },
}


@pytest.mark.long
@pytest.mark.parametrize("name", RECORDS)
def test_the_memory_of_a_venue_is_estimated_within_a_factor_of_two(name: str) -> None:
    """Too little, and the service outgrows its machine; too much, and venues are loaded again and again."""
    record = inputs.decode({"name": "Hall"} | RECORDS[name], VenueRecord)
    document = encode_record(record)
    compiled = serialization.to_bytes(rules.compile_or_refuse(record.rules.layout, "/rules/layout"))
    estimated = venue_memory(decode_served(document), len(document), len(compiled))
    load(document, compiled)  # Whatever is allocated once for all venues.
    loads = [measure_load(document, compiled) for _ in range(3)]
    # The least: threads of services that other tests share may allocate memory meanwhile, which counts too.
    measured, resolver_measured = (min(sizes) for sizes in zip(*loads, strict=True))
    allowed = 16_000  # What matters is large venues.
    assert measured / 2 - allowed <= estimated.venue_bytes <= measured * 2 + allowed
    resolver_bytes = estimated.resolver_bytes + aliases_bytes(len(record.aliases))
    assert resolver_measured / 2 - allowed <= resolver_bytes <= resolver_measured * 2 + allowed


def measure_load(document: bytes, compiled: bytes) -> tuple[int, int]:
    """Returns how many bytes a venue takes, and how many a further resolver of it."""
    tracemalloc.start()
    try:
        venue = load(document, compiled)
        of_venue = tracemalloc.get_traced_memory()[0]
        resolver = resolver_of(venue.record, venue.layout)
        of_resolver = tracemalloc.get_traced_memory()[0] - of_venue
    finally:
        tracemalloc.stop()
    assert resolver.cache_id != venue.resolver.cache_id
    return of_venue, of_resolver


def load(document: bytes, compiled: bytes) -> CachedVenue:
    """A venue as it is cached, with the previews that are derived from it."""
    record, compiled_layout = decode_served(document), serialization.from_bytes(compiled)
    venue = CachedVenue(
        venue_id=VenueId.new(),
        owner=TenantId.new(),
        version=1,
        record=record,
        layout=compiled_layout,
        resolver=resolver_of(record, compiled_layout),
        memory=VenueMemory(0, 0),
    )
    CACHES.of(VENUE_PREVIEWS).put(venue, VenuePreviews(venue, Imagery({}), CACHES))
    return venue


def resolver_of(record: ServedRecord, compiled_layout: CompiledLayout) -> Resolver:
    return rules.resolver_for(
        record.rules.seat_keys.rules, compiled_layout, record.aliases, record.translations
    )


CACHES = WorkerCaches()
