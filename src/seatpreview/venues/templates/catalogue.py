"""The templates: which there are, how many seats each may have, and their records."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from seatpreview.venues.example_records import EXAMPLE_IDS, example_text
from seatpreview.venues.templates.amphitheatre import amphitheatre
from seatpreview.venues.templates.arena import arena
from seatpreview.venues.templates.ballpark import ballpark
from seatpreview.venues.templates.blocks import Json, seat_count
from seatpreview.venues.templates.cinema import cinema
from seatpreview.venues.templates.club import club
from seatpreview.venues.templates.concert_hall import concert_hall
from seatpreview.venues.templates.hall import Hall, record_of
from seatpreview.venues.templates.school_hall import school_hall
from seatpreview.venues.templates.stadium import stadium
from seatpreview.venues.templates.theatre import theatre
from seatpreview.venues.templates.translated_names import translations_of


class Template(msgspec.Struct, frozen=True, rename="camel"):
    """A kind of venue whose record can be computed for any number of seats between two bounds."""

    template_id: str
    name: str
    description: str
    seats_min: int
    seats_max: int
    seats_default: int


TEMPLATES: tuple[Template, ...] = (
    Template("theatre", "Theatre", "Stalls, two circles and boxes before a stage.", 200, 3_000, 1_172),
    Template(
        "concert-hall",
        "Concert hall in the round",
        "Terraces of blocks on all sides of the platform.",
        500,
        3_000,
        1_600,
    ),
    Template(
        "arena",
        "Arena",
        "A bowl around a floor: end stage, centre stage, ice hockey, basketball.",
        3_000,
        22_000,
        12_000,
    ),
    Template(
        "stadium", "Football stadium", "Up to three tiers around a pitch, and a stage.", 5_000, 90_000, 40_808
    ),
    Template(
        "ballpark",
        "Ballpark",
        "Tiers behind home plate and along the foul lines, and bleachers.",
        5_000,
        55_000,
        30_000,
    ),
    Template(
        "amphitheatre", "Amphitheatre", "Stone steps in a half circle under the sky.", 500, 20_000, 4_680
    ),
    Template("club", "Club", "A standing floor before a stage, tables or a balcony.", 40, 600, 54),
    Template("cinema", "Cinema", "A raked auditorium before a screen.", 50, 600, 200),
    Template(
        "school-hall", "School hall", "Chairs on a flat floor, and a gallery in large ones.", 50, 1_500, 300
    ),
)
"""In the order in which they are offered."""


class SeatsOutOfRange(ValueError):
    """A number of seats that a template cannot have. The text continues a sentence about it."""


class SizedRecord(NamedTuple):
    """The record of a venue, as createVenue takes it, and the number of its seats."""

    seats: int
    record: Json


def template_of(template_id: str) -> Template:
    """Returns a template. Raises KeyError where there is none with this id."""
    return _BY_ID[template_id]


def template_record(template_id: str, seats: int) -> SizedRecord:
    """Returns the record of a venue with so many seats, give or take 3 %.

    At its default size, a template that was an example before keeps the record of the example, so that its
    seats keep their keys. Raises KeyError for an unknown template, and SeatsOutOfRange.
    """
    template = template_of(template_id)
    if not template.seats_min <= seats <= template.seats_max:
        raise SeatsOutOfRange(
            f"must be {template.seats_min:,} to {template.seats_max:,} for the template {template_id!r} "
            f"(got {seats:,})"
        )
    if seats == template.seats_default and template_id in EXAMPLE_IDS:
        return SizedRecord(seats, _with_translations(msgspec.json.decode(example_text(template_id))))
    hall = _HALLS[template_id](seats)
    return SizedRecord(seat_count(hall.blocks), _with_translations(record_of(hall)))


def _with_translations(record: Json) -> Json:
    layout = msgspec.convert(record["rules"], dict[str, Json])["layout"]
    return record | {"translations": translations_of(layout)}


_BY_ID = {template.template_id: template for template in TEMPLATES}
_HALLS: Mapping[str, Callable[[int], Hall]] = {
    "theatre": theatre,
    "concert-hall": concert_hall,
    "arena": arena,
    "stadium": stadium,
    "ballpark": ballpark,
    "amphitheatre": amphitheatre,
    "club": club,
    "cinema": cinema,
    "school-hall": school_hall,
}
