"""What drawings that Seat Preview exports say of themselves, so that it reads them back without guessing."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from seatpreview.imports.exports.exported_hall import ExportedHall
from seatpreview.imports.model import FoundCategory, FoundHall

Coordinate = Annotated[float, Meta(ge=-1e5, le=1e5)]
ShortText = Annotated[str, Meta(max_length=400)]


class FactsCategory(msgspec.Struct, frozen=True, omit_defaults=True):
    """A category of the venue."""

    id: ShortText
    name: ShortText = ""
    colour: ShortText = ""


class PlanFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Facts about an exported drawing that are not part of any single shape."""

    units: Literal["m"]
    name: ShortText = ""
    focus: tuple[Coordinate, Coordinate] | None = None
    """In metres, y to the north."""
    section_names: dict[str, ShortText] = {}
    """By the ids of sections, where they differ."""
    categories: Annotated[tuple[FactsCategory, ...], Meta(max_length=100)] = ()
    unplaced: tuple[ShortText, ...] = ()
    """The ids of sections whose places are not known. They are drawn below the hall."""


def facts_of(hall: ExportedHall, unplaced: tuple[str, ...]) -> PlanFacts:
    """Returns what an export says about the hall as a whole."""
    return PlanFacts(
        units="m",
        name=hall.name,
        focus=(hall.focus.x, hall.focus.y),
        section_names=hall.section_names,
        categories=tuple(
            FactsCategory(
                id=str(category.id), name=str(category.name or ""), colour=str(category.colour or "")
            )
            for category in hall.categories
        ),
        unplaced=unplaced,
    )


def apply_facts(hall: FoundHall, facts: PlanFacts) -> None:
    """Adds the facts of an exported drawing to what was read from its shapes.

    The hall is in metres with y to the north. Places that the export had to invent are removed.
    """
    hall.name, hall.metres_per_unit, hall.is_y_down = facts.name, 1.0, False
    hall.is_export = True
    hall.focal_point = facts.focus
    hall.section_names = dict(facts.section_names)
    hall.categories = [
        FoundCategory(key=category.id, name=category.name or category.id, colour=category.colour)
        for category in facts.categories
    ]
    remove_places(hall, frozenset(facts.unplaced))


def remove_places(hall: FoundHall, sections: frozenset[str]) -> None:
    """Removes the places of these sections, which the export had to invent."""
    for seat in hall.seats:
        if seat.section in sections:
            seat.x = seat.y = seat.z = seat.facing_deg = None
    for area in hall.areas:
        if area.section in sections:
            area.points = ()
